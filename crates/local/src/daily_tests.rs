//! The daily deal: played on a device, and verified from its record, bots included.

use serde_json::{Value, json};

use sabika_bots::Character;
use sabika_rules::{Action, Game, Seat, Seed};
use sabika_table::daily::{BOTS, Daily, DailyResult, Date, Forged};
use sabika_table::message::BotLevel;
use sabika_table::replay::read_record;

use crate::tests::Device;

const DAY: &str = "2026-11-17";

fn daily() -> Daily {
    Daily(Date::read(DAY).expect("a date"))
}

fn bot(game: &Game, seat: Seat) -> Option<Action> {
    Character::of_the_day(seat)?.choose(game, seat)
}

fn verify(record: &Value) -> Result<DailyResult, Forged> {
    daily().verify(&read_record(record.to_string().as_bytes()).expect("a record"), bot)
}

fn refusal(record: &Value) -> String {
    verify(record).expect_err("it is forged").to_string()
}

/// A game of the day, with the worker killed in the middle.
fn played() -> Value {
    let mut device = Device::at(&format!("~{DAY}"));
    let rows = device.call(json!({ "do": "daily", "date": DAY, "table": format!("~{DAY}"), "name": "Ana" }));
    for row in rows["value"].as_array().expect("rows") {
        device.run(json!({ "do": "row", "row": row }));
    }
    for _ in 0..3 {
        assert!(!device.play_without_thinking(8), "not yet");
        device.restart();
    }
    assert!(device.play_without_thinking(2000), "it ends");
    device.run(json!({ "do": "record" }))["value"].clone()
}

/// A played game is verified; any change to it is refused, and the reason says where.
#[test]
fn a_daily_result_is_verified_from_its_record() {
    let record = played();
    let result = verify(&record).expect("it was played");
    assert_eq!(json!(result.points), record["result"]["scores"][0]);
    // A bot that did something else, also legal.
    let steps = record["steps"].as_array().expect("steps");
    let take = |step: &Value| step["seat"] != 0 && step["do"].as_str().is_some_and(|line| line.starts_with("take "));
    let at = steps.iter().position(take).expect("a bot takes money");
    let mut changed = record.clone();
    let mut game = Game::new(
        sabika_rules::Setup::alhambra(4),
        record["seed"].as_str().and_then(|seed| seed.parse::<Seed>().ok()).expect("a seed"),
    )
    .expect("it can be played");
    for step in &steps[..at] {
        let seat = Seat(step["seat"].as_u64().expect("a seat") as u8);
        let action = step["do"].as_str().and_then(|line| line.parse().ok()).expect("an action");
        game.apply(seat, action, &mut sabika_rules::Silent).expect("it was played");
    }
    let mut actions = Vec::new();
    game.legal_actions(Seat(steps[at]["seat"].as_u64().expect("a seat") as u8), &mut actions);
    let other = actions.iter().map(Action::to_string).find(|line| *line != steps[at]["do"]).expect("there is a choice");
    changed["steps"][at]["do"] = json!(other);
    let why = refusal(&changed);
    assert!(why.starts_with(&format!("step {}: seat ", at + 1)) && why.contains("is a bot and plays"), "{why}");
    // Another deal.
    let mut dealt = record.clone();
    dealt["fairness"]["secret"] = json!("11".repeat(32));
    assert_eq!(refusal(&dealt), "fairness: not the deal of that day");
    let yesterday = Daily(Date::read("2026-11-16").expect("a date"));
    let read = read_record(record.to_string().as_bytes()).expect("a record");
    assert_eq!(
        yesterday.verify(&read, bot).expect_err("another day").to_string(),
        "fairness: not the deal of that day"
    );
    let mut seeded = record.clone();
    seeded["seed"] = json!("22".repeat(32));
    assert!(refusal(&seeded).starts_with("seed: "), "{}", refusal(&seeded));
    let mut setup = record.clone();
    setup["setup"]["modules"] = json!(["vizier"]);
    assert_eq!(refusal(&setup), "setup: not the setup of that day");
    // An action that was impossible.
    let own = steps.iter().position(|step| step["seat"] == 0).expect("the player did something");
    let mut impossible = record.clone();
    impossible["steps"][own]["do"] = json!("place T9ne 9,9");
    let why = refusal(&impossible);
    assert!(why.starts_with(&format!("step {} (seat 0, `place T9ne 9,9`)", own + 1)), "{why}");
    // A better score, and an unfinished game.
    let mut better = record.clone();
    better["result"]["scores"][0] = json!(999);
    assert!(refusal(&better).contains("found 999"), "{}", refusal(&better));
    let mut short = record.clone();
    short["steps"].as_array_mut().expect("steps").truncate(40);
    assert!(!refusal(&short).is_empty());
    let mut unproved = record;
    unproved["fairness"] = Value::Null;
    assert_eq!(refusal(&unproved), "fairness: it is missing");
}

/// A day has the same deal for everybody, and another day a different one.
#[test]
fn a_day_has_one_deal() {
    let rows = |date: &str| Daily(Date::read(date).expect("a date")).rows("~x", "here", "Ana");
    assert_eq!(rows(DAY), rows(DAY));
    assert_ne!(rows(DAY), rows("2026-11-18"));
    for (seat, level) in (1..).map(Seat).zip(BOTS) {
        let character = Character::of_the_day(seat).expect("a bot sits there");
        let name = match level {
            BotLevel::Apprentice => "apprentice",
            BotLevel::Builder => "builder",
            _ => "another",
        };
        assert_eq!(character.level().name(), name);
    }
    assert_eq!(Daily::of_table("~2026-11-17-2"), Some(daily()));
    assert_eq!((Daily::of_table("~ABCDEF"), Daily::of_table("~2026-13-17")), (None, None));
}

#[test]
fn dates_follow_the_calendar() {
    for days in 11_000..40_000 {
        let date = Date::of_days(days);
        assert_eq!((date.days(), Date::read(&date.to_string())), (days, Some(date)));
    }
    for wrong in ["2026-02-29", "2026-00-10", "2026-11-31", "26-11-17", "2026-11-170", "2026/11/17", "+026-11-17"] {
        assert_eq!(Date::read(wrong), None, "{wrong}");
    }
    assert_eq!(Date::read("2028-02-29").map(|date| date.number()), Some(486));
}
