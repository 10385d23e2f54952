//! Duplicate matches: the same deals and bots for everybody, results from finished tables, nothing given away before.

use crate::common::{Client, Server};
use crate::on_both;
use sabika_rules::Dice;
use sabika_rules::record::Record;
use sabika_server::store::Retention;
use sabika_server::wire::{BotLevel, DealState, DuplicateLine, DuplicateMatch, DuplicateRank, TableInfo};
use sabika_table::deal::FixedDeal;
use sabika_table::duplicate::Duplicate;
use sabika_table::{TableSetup, commitment};
use serde_json::{Value, json};
use std::time::Duration;

on_both! { two_people_two_deals  the_same_game_for_everybody  closed  refused  given_up_and_forged  forgotten }

const BOTS: [BotLevel; 2] = [BotLevel::Builder, BotLevel::Novice];

fn wish(deals: u8) -> Value {
    json!({ "name": "Club night", "setup": { "game": "alhambra", "players": 3 }, "bots": BOTS, "deals": deals })
}

async fn open(host: &Client, deals: u8) -> DuplicateMatch {
    let answer = host.post("/api/duplicates", &wish(deals)).await;
    assert_eq!(answer.status, 201, "{}", answer.body);
    answer.json()
}

async fn seen(who: &Client, code: &str) -> DuplicateMatch {
    who.get(&format!("/api/duplicates/{code}")).await.json()
}

async fn begin(who: &Client, code: &str, deal: u8) -> TableInfo {
    let answer = who.post(&format!("/api/duplicates/{code}/deals/{deal}"), &json!({})).await;
    assert_eq!(answer.status, 200, "{}", answer.body);
    answer.json()
}

/// Plays a deal to the end by chance: the table.
async fn play(who: &Client, code: &str, deal: u8, seed: u64) -> TableInfo {
    let table = begin(who, code, deal).await;
    who.page(&table.id, Some(0)).await.play_to_the_end(&mut Dice::from_seed(seed)).await;
    table
}

async fn record(who: &Client, table: &TableInfo) -> Record {
    let answer = who.get(&format!("/api/tables/{}/record", table.id)).await;
    assert_eq!(answer.status, 200, "{}", answer.body);
    answer.json()
}

fn rank_of<'a>(shown: &'a DuplicateMatch, name: &str) -> &'a DuplicateRank {
    shown.ranking.iter().find(|line| line.person.name == name).expect("they play")
}

async fn two_people_two_deals(database: &str) {
    let server = Server::start(database).await;
    let (ana, ben) = (server.person("Ana").await, server.person("Ben").await);
    let opened = open(&ana, 2).await;
    let code = opened.code.as_str();
    assert_eq!(
        (opened.name.as_str(), opened.deals.len(), opened.closed, &opened.secret),
        ("Club night", 2, false, &None)
    );
    let table = play(&ana, code, 1, 1).await;
    assert_eq!(table.duplicate.clone().map(|of| (of.code, of.deal)), Some((code.to_owned(), 1)));

    // Ana sees her own result, and Ben nothing but that there is one: neither points nor the game.
    let hers = seen(&ana, code).await;
    let points = hers.deals[0].points.expect("it is over");
    assert_eq!((hers.deals[0].state, hers.deals[0].open), (DealState::Over, true));
    assert_eq!((hers.deals[0].mean, hers.deals[0].results[0].difference), (Some(10 * i32::from(points)), 0));
    let before = begin(&ben, code, 1).await;
    assert_eq!(before.id, begin(&ben, code, 1).await.id, "one table, however often he asks");
    for own in [&ben, &Client::stranger(server.address)] {
        let shown = seen(own, code).await;
        let deal = &shown.deals[0];
        assert_eq!((deal.open, deal.finished, deal.mean, deal.results.len()), (false, 1, None, 0));
        assert_eq!((rank_of(&shown, "Ana").place, rank_of(&shown, "Ana").finished), (None, 1));
        for what in ["record", "course", "at/5", "glance"] {
            let answer = own.get(&format!("/api/tables/{}/{what}", table.id)).await;
            assert_eq!(answer.problem(), "not-yours", "{what}");
        }
    }
    // The deal is the same, and nobody else may look on.
    assert_eq!(before.commitment, table.commitment);
    assert_eq!(ana.get(&format!("/api/tables/{}/at/0", before.id)).await.problem(), "not-yours");

    let his = play(&ben, code, 1, 2).await;
    assert_eq!(his.id, before.id);
    let shown = seen(&ben, code).await;
    let [first, second] = &shown.deals[0].results[..] else { panic!("both have played it") };
    assert!(first.points >= second.points);
    let mean = shown.deals[0].mean.expect("a mean");
    assert_eq!(mean, 5 * (i32::from(first.points) + i32::from(second.points)), "of two it is exact");
    assert_eq!(first.difference, 10 * i32::from(first.points) - mean);
    assert_eq!(first.difference + second.difference, 0);
    assert_eq!((shown.ranking[0].total, shown.ranking[0].counted), (first.difference, 1));
    assert_eq!(shown, DuplicateMatch { deals: shown.deals.clone(), ..seen(&ana, code).await });
    // Now they may compare, and both records prove their results.
    for (who, table) in [(&ben, &table), (&ana, &his)] {
        let record = record(who, table).await;
        let secret = record.fairness.as_ref().and_then(|f| f.secret.clone()).expect("a secret");
        let deal = FixedDeal { setup: TableSetup::from(&record.setup), bots: BOTS.to_vec(), secret };
        let result = deal.verify(&record, |game, seat| deal.character(seat)?.choose(game, seat)).expect("it verifies");
        let line = shown.deals[0].results.iter().find(|line| line.table == table.id).expect("it is listed");
        assert_eq!(result.points, line.points);
        assert_eq!(who.get(&format!("/api/tables/{}/course", table.id)).await.status, 200);
    }
    // Whoever has finished more deals is ahead.
    play(&ben, code, 2, 3).await;
    let shown = seen(&ben, code).await;
    assert_eq!((shown.ranking[0].person.name.as_str(), shown.ranking[0].counted), ("Ben", 2));
    assert_eq!(rank_of(&seen(&ana, code).await, "Ben").counted, 1, "she has not seen the second deal");
    let mine: Vec<DuplicateLine> = ben.get("/api/duplicates").await.json();
    assert_eq!(mine.iter().map(|line| (line.code.as_str(), line.finished)).collect::<Vec<_>>(), [(code, 2)]);
    let data: Value = ben.get("/api/account/data").await.json();
    assert_eq!(data["duplicates"][0]["code"], code);
}

/// Whoever does the same meets the same: cards, tiles and every choice of the bots.
async fn the_same_game_for_everybody(database: &str) {
    let server = Server::start(database).await;
    let (ana, ben) = (server.person("Ana").await, server.person("Ben").await);
    let opened = open(&ana, 2).await;
    let same = [play(&ana, &opened.code, 1, 7).await, play(&ben, &opened.code, 1, 7).await];
    let [hers, his] = [record(&ana, &same[0]).await, record(&ben, &same[1]).await];
    assert!(hers.steps.len() > 50);
    assert_eq!(hers.steps, his.steps);
    assert_eq!(seen(&ana, &opened.code).await.ranking.iter().map(|line| line.place).collect::<Vec<_>>(), [Some(1); 2]);
    let another = play(&ana, &opened.code, 2, 7).await;
    assert_ne!(record(&ana, &another).await.seed, hers.seed);
}

async fn closed(database: &str) {
    let server = Server::start(database).await;
    let (ana, ben) = (server.person("Ana").await, server.person("Ben").await);
    let opened = open(&ana, 2).await;
    let close = format!("/api/duplicates/{}/close", opened.code);
    let table = play(&ana, &opened.code, 1, 1).await;
    begin(&ben, &opened.code, 1).await;
    assert_eq!(ben.post(&close, &json!({})).await.problem(), "not-yours");
    let shown: DuplicateMatch = ana.post(&close, &json!({})).await.json();
    assert!(shown.closed);
    // Everything lies open: the deals follow from the secret that was committed to.
    let secret = shown.secret.expect("it is told now");
    assert_eq!((commitment(&secret), &shown.commitment), (opened.commitment.clone(), &opened.commitment));
    let proof = record(&Client::stranger(server.address), &table).await.fairness.expect("what proves the deal");
    let proved = Duplicate::new(TableSetup::from(&shown.setup), shown.bots, 2, secret).expect("it was played");
    assert_eq!(proof.secret, proved.deal(1).map(|deal| deal.secret));
    // What was begun can be played on, but counts no more; nothing else can be begun.
    play(&ben, &opened.code, 1, 2).await;
    let late = seen(&ben, &opened.code).await;
    assert_eq!((late.deals[0].state, late.deals[0].finished, late.deals[0].results.len()), (DealState::Late, 1, 1));
    assert_eq!(rank_of(&late, "Ben").place, None);
    let answer = ben.post(&format!("/api/duplicates/{}/deals/2", opened.code), &json!({})).await;
    assert_eq!((answer.problem().as_str(), answer.body.contains("closed")), ("wrong-time", true));
}

async fn refused(database: &str) {
    let server = Server::start(database).await;
    let ana = server.person("Ana").await;
    let changed = |key: &str, value: Value| {
        let mut wish = wish(4);
        wish[key] = value;
        wish
    };
    for (wish, why) in [
        (changed("deals", json!(0)), "1 to 8 deals"),
        (changed("deals", json!(9)), "1 to 8 deals"),
        (changed("days", json!(29)), "1 to 28 days"),
        (changed("name", json!("  ")), "1 to 40 characters"),
        (changed("bots", json!(["novice"])), "every seat but the first"),
        (changed("bots", json!(["novice", "grandmaster"])), "grandmasters"),
        (changed("setup", json!({ "game": "granada", "players": 3, "modules": ["huts"] })), "huts"),
    ] {
        let answer = ana.post("/api/duplicates", &wish).await;
        assert_eq!(answer.problem(), "invalid", "{}", answer.body);
        assert!(answer.body.contains(why), "{why}: {}", answer.body);
    }
    let stranger = Client::stranger(server.address);
    assert_eq!(stranger.post("/api/duplicates", &wish(1)).await.problem(), "no-session");
    assert_eq!(ana.get("/api/duplicates/NOSUCH").await.problem(), "not-found");
    let code = open(&ana, 2).await.code;
    assert_eq!(seen(&ana, &code.to_lowercase()).await.code, code, "however it is typed");
    for deal in ["0", "3", "x"] {
        let answer = ana.post(&format!("/api/duplicates/{code}/deals/{deal}"), &json!({})).await;
        assert_eq!(answer.problem(), "not-found", "{deal}");
    }
    assert_eq!(stranger.post(&format!("/api/duplicates/{code}/deals/1"), &json!({})).await.problem(), "no-session");
    for _ in 1..10 {
        open(&ana, 1).await;
    }
    assert_eq!(ana.post("/api/duplicates", &wish(1)).await.problem(), "too-many");
}

/// A deal that was given up cannot be played again; a game that does not verify does not count.
async fn given_up_and_forged(database: &str) {
    let server = Server::start(database).await;
    let (ana, ben) = (server.person("Ana").await, server.person("Ben").await);
    let code = open(&ana, 2).await.code;
    let table = begin(&ana, &code, 1).await;
    // Whoever leaves finds everything as it was.
    for what in ["leave", "join"] {
        assert_eq!(ana.post(&format!("/api/tables/{}/{what}", table.id), &json!({})).await.status, 200);
    }
    assert_eq!(seen(&ana, &code).await.deals[0].state, DealState::Playing);
    assert_eq!(ana.post(&format!("/api/tables/{}/stop", table.id), &json!({ "agree": true })).await.status, 200);
    assert_eq!(
        (begin(&ana, &code, 1).await.id, seen(&ana, &code).await.deals[0].state),
        (table.id, DealState::GivenUp)
    );
    // Games that are not those of their deals, as no request could put them there.
    play(&ben, &code, 1, 1).await;
    play(&ben, &code, 2, 1).await;
    sqlx::any::install_default_drivers();
    let pool = sqlx::AnyPool::connect(database).await.expect("the database opens");
    for update in ["UPDATE duplicate_tables SET deal = deal + 10", "UPDATE duplicate_tables SET deal = 13 - deal"] {
        sqlx::query(update).execute(&pool).await.expect("it can be changed");
    }
    let shown = seen(&ben, &code).await;
    assert_eq!(shown.deals.iter().map(|deal| deal.state).collect::<Vec<_>>(), [DealState::Unverified; 2]);
    assert_eq!((rank_of(&shown, "Ben").place, shown.deals[0].results.len(), shown.deals[0].finished), (None, 0, 0));
}

/// Results go with the account, and old matches with old games.
async fn forgotten(database: &str) {
    let server = Server::start(database).await;
    let (ana, ben) = (server.person("Ana").await, server.person("Ben").await);
    let code = open(&ana, 1).await.code;
    play(&ana, &code, 1, 1).await;
    play(&ben, &code, 1, 2).await;
    assert_eq!(seen(&ben, &code).await.ranking.len(), 2);
    assert_eq!(ana.post("/api/account/delete", &json!({})).await.status, 200);
    let shown = seen(&ben, &code).await;
    assert_eq!((shown.host, shown.ranking.len(), shown.deals[0].results.len()), (None, 1, 1));
    let old = Retention { guests: None, abandoned: None, games: Some(Duration::ZERO) };
    server.node.store.forget_what_is_old(&old).await.expect("games are deleted");
    assert_eq!(seen(&ben, &code).await.ranking.len(), 1, "the match is open");
    let closing = open(&ben, 1).await.code;
    assert_eq!(ben.post(&format!("/api/duplicates/{closing}/close"), &json!({})).await.status, 200);
    server.node.store.forget_what_is_old(&old).await.expect("matches are deleted");
    assert_eq!(ben.get(&format!("/api/duplicates/{closing}")).await.problem(), "not-found");
}
