//! Moments of seeded bot games, as sent to the page: `web/tests/scenes`. The page's tests and the
//! screenshots in its documentation use them, so that these are the same each time.
//!
//! `SABIKA_WRITE=1 cargo test --package sabika-table scenes` writes them again.

use std::fs;
use std::path::{Path, PathBuf};

use sabika_rules::{Event, Game, Round, Seat, Stage, Viewer};
use serde_json::{Value, json};

use crate::Eyes;
use crate::message::{
    BotLevel, GameView, LeftView, Occupant, PreviewView, ScoreView, SheetView, Show, Snapshot, Status,
};
use crate::replay::{Moment, Replay, check};
use crate::show::view_of;

/// The viewer: the only person at the table.
const ME: Seat = Seat(0);
const EYES: Eyes = Eyes::Seat(ME.0);
const OTHERS: [BotLevel; 5] =
    [BotLevel::Architect, BotLevel::Apprentice, BotLevel::Builder, BotLevel::Novice, BotLevel::Grandmaster];

/// The moment: the first of these from a step on.
enum When {
    Deal,
    /// A seat is asked for this kind of decision.
    Asked(Seat, fn(&Game) -> bool),
    /// A round has just been scored.
    Scored(u8),
    Over,
}

fn acts(game: &Game) -> bool {
    game.table().turn.stage == Stage::Action
}
fn places(game: &Game) -> bool {
    matches!(game.table().turn.stage, Stage::Placing(_))
}
/// A tile can be built with its other face up.
fn flips(game: &Game) -> bool {
    places(game) && view(game).choice.is_some_and(|c| c.options.places.iter().any(|p| !p.flips.is_empty()))
}

const SCENES: [(&str, &str, usize, When); 10] = [
    ("start", "alhambra", 0, When::Deal),
    ("turn", "alhambra", 150, When::Asked(ME, acts)),
    ("placing", "alhambra", 150, When::Asked(ME, places)),
    ("scored", "alhambra", 0, When::Scored(2)),
    ("over", "alhambra", 0, When::Over),
    ("modules", "modules", 420, When::Asked(ME, acts)),
    ("granada", "granada", 250, When::Asked(ME, flips)),
    ("combined", "combined", 320, When::Asked(ME, places)),
    ("six", "six", 190, When::Asked(Seat(3), places)),
    ("six-over", "six", 0, When::Over),
];

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../web/tests/scenes")
}

fn view(game: &Game) -> GameView {
    let undo = (game.to_act() == Some(ME)) as u8;
    view_of(game, Viewer::Seat(ME), |_| (1, undo))
}

fn step_of(replay: &Replay, from: usize, when: &When) -> Option<usize> {
    let steps = replay.steps(EYES);
    let scored = |step: usize, round: u8| {
        let log = replay.snapshot(EYES, false, step).map(|s| s.log).unwrap_or_default();
        log.last().is_some_and(|e| e.shows.iter().any(|s| matches!(s, Show::Score(v) if v.sheet.round == round)))
    };
    match when {
        When::Deal => Some(0),
        When::Over => Some(steps),
        When::Asked(seat, holds) => {
            (from..=steps).find(|s| replay.game(EYES, *s).is_some_and(|g| g.to_act() == Some(*seat) && holds(g)))
        }
        When::Scored(round) => (from..=steps).find(|step| scored(*step, *round)),
    }
}

/// What the page would receive then, and the answers to its questions.
fn scene(replay: &Replay, step: usize) -> Value {
    let game = replay.game(EYES, step).expect("there are so many steps");
    let over = step == replay.steps(EYES);
    let mut snapshot: Snapshot = replay.snapshot(EYES, false, step).expect("there are so many steps");
    let seen = game.view(Viewer::Seat(ME));
    snapshot.yours = vec![ME.0];
    snapshot.game = Some(view(game));
    let info = &mut snapshot.table;
    (info.id, info.code, info.host, info.hints) = ("scene".into(), "VPGPLN".into(), "ana".into(), true);
    info.status = if over { Status::Over } else { Status::Playing };
    info.result = info.result.take().filter(|_| over);
    for (i, seat) in info.seats.iter_mut().enumerate() {
        seat.occupant = match i.checked_sub(1) {
            None => Occupant::Person { person: "ana".into(), name: "Ana".into(), away: false },
            Some(i) => Occupant::Bot { level: OTHERS[i] },
        };
    }
    let rounds = snapshot.log.iter().flat_map(|e| &e.shows).filter(|s| matches!(s, Show::Score(_))).count();
    let round = Round::from_number(rounds as u8 + 1).unwrap_or(Round::Third);
    let choice = snapshot.game.as_ref().and_then(|g| g.choice.as_ref());
    let tiles = choice.map(|c| c.options.places.iter().map(|p| p.tile.clone())).into_iter().flatten();
    let tiles: Vec<_> = tiles.filter_map(|tile| tile.parse().ok()).collect();
    let previews = tiles.into_iter().filter_map(|tile| seen.preview(tile));
    json!({
        "snapshot": snapshot,
        "toAct": game.to_act().filter(|_| !over).map(|s| vec![s.0]).unwrap_or_default(),
        "score": ScoreView::from(&seen.score_now(round)),
        "previews": previews.map(|p| PreviewView::from(&p)).collect::<Vec<_>>(),
        "left": LeftView::from(&seen),
        "course": if over { replay.course() } else { &[] },
    })
}

#[test]
fn scenes_are_current() {
    for (name, game, from, when) in SCENES {
        let record = fs::read_to_string(folder().join(format!("games/{game}.json"))).expect("a record");
        let replay = Replay::read(&record).unwrap_or_else(|error| panic!("{game}: {error}"));
        let step = step_of(&replay, from, &when).unwrap_or_else(|| panic!("{name} does not come up"));
        let json = format!("{}\n", scene(&replay, step));
        let file = folder().join(format!("{name}.json"));
        if std::env::var_os("SABIKA_WRITE").is_some() {
            fs::write(&file, &json).expect("it is written");
        }
        let stored = fs::read_to_string(&file).unwrap_or_default();
        assert!(stored == json, "{name}.json is not current: SABIKA_WRITE=1 writes it anew");
    }
}

/// The score sheet of a round shows what was scored, even if Dirk drew tiles right after it (N2).
#[test]
fn a_scored_round_is_shown_as_it_was_scored() {
    for game in ["alhambra", "modules", "granada", "combined", "six"] {
        let record = fs::read_to_string(folder().join(format!("games/{game}.json"))).expect("a record");
        let replay = Replay::read(&record).expect("a record that holds");
        let end = replay.snapshot(EYES, false, replay.steps(EYES)).expect("the end");
        let scored = end.log.iter().flat_map(|e| &e.shows);
        let told: Vec<_> =
            scored.filter_map(|s| if let Show::Score(score) = s { Some(&score.sheet) } else { None }).collect();
        let mut sheets = Vec::new();
        let verdict = check(replay.record(), |moment| {
            if let Moment::Played { events, .. } = moment {
                sheets.extend(
                    events.iter().filter_map(|e| if let Event::Scored(s) = e { Some(SheetView::of(s)) } else { None }),
                );
            }
            Ok::<(), std::convert::Infallible>(())
        });
        assert!(matches!(verdict, Ok(Ok(_))), "{game}");
        assert_eq!(told, sheets.iter().collect::<Vec<_>>(), "{game}");
        assert_eq!(told.len(), 3, "{game}");
    }
}
