//! Progress against bots: what a finished game comes to, and what people with an account keep.

use crate::common::{Client, Server, table};
use crate::life::play;
use crate::on_both;
use sabika_rules::Dice;
use sabika_server::node::Config;
use sabika_server::wire::{BotLevel, BotResult, GameSummary, KeptProgress, MyData, Progress, SeatWish, TableInfo};
use serde_json::json;

on_both! { a_game_is_summed_up  kept_for_their_owner  many_games }

const PASSWORD: &str = "correct horse";

async fn registered(server: &Server, name: &str) -> Client {
    let client = server.person(name).await;
    assert_eq!(client.post("/api/account", &json!({ "password": PASSWORD })).await.status, 201);
    client
}

/// A game that somebody won on their device.
fn won(table: &str) -> GameSummary {
    GameSummary {
        table: table.into(),
        code: table.into(),
        at: 1_790_000_000,
        game: "alhambra".into(),
        modules: Vec::new(),
        hints: true,
        bots: vec![BotResult { level: BotLevel::Novice, nth: 0, points: 70 }],
        points: 90,
        for_buildings: 60,
        for_walls: 30,
        place: 1,
        won: true,
        longest: 9,
        bought: 12,
        exact: 5,
        kinds: [("T".to_owned(), 3)].into(),
        feats: Vec::new(),
    }
}

async fn a_game_is_summed_up(database: &str) {
    let server = Server::start(database).await;
    let (ana, ben) = (server.person("Ana").await, server.person("Ben").await);
    let bot = |level| SeatWish::Bot { level };
    let seats = vec![SeatWish::Me { name: None }, bot(BotLevel::Novice), bot(BotLevel::Novice)];
    let opened = ana.open(&table("alhambra", &["vizier"], seats)).await;
    let path = format!("/api/tables/{}/summary", opened.id);
    assert_eq!(ana.post(&format!("/api/tables/{}/start", opened.id), &json!({})).await.status, 200);
    assert_eq!(ana.get(&path).await.problem(), "wrong-time", "it still runs");
    play(&mut [ana.page(&opened.id, Some(0)).await], &mut Dice::from_seed(4)).await;

    let info: TableInfo = ana.get(&format!("/api/tables/{}", opened.id)).await.json();
    let scores = info.result.expect("it is over").scores;
    let summary: GameSummary = ana.get(&path).await.json();
    assert_eq!((&summary.table, &summary.code, summary.points), (&opened.id, &opened.code, scores[0]));
    let others: Vec<(BotLevel, u8, u16)> = summary.bots.iter().map(|bot| (bot.level, bot.nth, bot.points)).collect();
    assert_eq!(others, [(BotLevel::Novice, 0, scores[1]), (BotLevel::Novice, 1, scores[2])]);
    assert_eq!(summary.fault(), None, "{summary:?}");
    assert_eq!(ana.get(&format!("/api/tables/{}/summary", opened.code)).await.json::<GameSummary>(), summary);
    assert_eq!(ben.get(&path).await.problem(), "wrong-time", "it was not his");
    assert_eq!(Client::stranger(server.address).get(&path).await.problem(), "no-session");
    assert_eq!(ana.get("/api/tables/NOBODY/summary").await.problem(), "not-found");
}

async fn kept_for_their_owner(database: &str) {
    let server = Server::start(database).await;
    let (ana, ben) = (registered(&server, "Ana").await, registered(&server, "Ben").await);
    let guest = server.person("Guest").await;
    let (first, second) = (won("~AAAAAA"), won("~BBBBBB"));
    let kept = async |client: &Client| client.get("/api/progress").await.json::<Progress>();
    let keep = async |client: &Client, games: &[GameSummary]| {
        let answer = client.post("/api/progress", &json!({ "games": games })).await;
        assert_eq!(answer.status, 200, "{}", answer.body);
        answer.json::<KeptProgress>().games
    };
    assert_eq!(kept(&ana).await, Progress { games: vec![], more: false });
    assert_eq!(keep(&ana, std::slice::from_ref(&second)).await, 1);
    // From another device: the union of both, each game as it was told first.
    let other = GameSummary { points: 500, ..second.clone() };
    assert_eq!(keep(&ana, &[other, first.clone()]).await, 2);
    assert_eq!(kept(&ana).await.games, [first.clone(), second.clone()]);
    assert_eq!(kept(&ben).await.games, [], "nobody else sees them");
    assert_eq!(keep(&ben, std::slice::from_ref(&first)).await, 1, "a table's id alone says nothing");

    let body = json!({ "games": [first] });
    assert_eq!(guest.get("/api/progress").await.problem(), "wrong-time", "guests have theirs on their device");
    assert_eq!(guest.post("/api/progress", &body).await.problem(), "wrong-time");
    let stranger = Client::stranger(server.address);
    assert_eq!(stranger.get("/api/progress").await.problem(), "no-session");
    assert_eq!(stranger.post("/api/progress", &body).await.problem(), "no-session");
    let wrong = GameSummary { exact: 13, ..won("~CCCCCC") };
    let answer = ana.post("/api/progress", &json!({ "games": [won("~DDDDDD"), wrong] })).await;
    assert_eq!((answer.status, answer.problem().as_str()), (422, "invalid"));
    assert!(answer.body.contains("games[1].exact"), "{}", answer.body);
    assert_eq!(kept(&ana).await.games.len(), 2, "all of a request or nothing");

    // One can take them along, and they go with the account.
    let data: MyData = ana.get("/api/account/data").await.json();
    assert_eq!(data.progress.len(), 2);
    let id = ana.id().await;
    assert_eq!(ana.post("/api/account/delete", &json!({ "password": PASSWORD })).await.status, 200);
    assert_eq!(server.node.store.all_progress(&id).await.expect("it answers"), []);
    assert_eq!(kept(&ben).await.games.len(), 1);
}

/// Lists come in parts; there is an end to what is kept, and to how often one may ask.
async fn many_games(database: &str) {
    let server = Server::with(Config { database: database.into(), rate: 50, ..Config::default() }).await;
    let ana = registered(&server, "Ana").await;
    let names: Vec<String> = (0..5000).map(|i| format!("~{i:06}")).collect();
    let id = ana.id().await;
    for games in names.chunks(500) {
        let games: Vec<GameSummary> = games.iter().map(|name| won(name)).collect();
        assert!(server.node.store.keep_progress(&id, &games).await.expect("it answers").is_some());
    }
    let answer = ana.post("/api/progress", &json!({ "games": [won("~last")] })).await;
    assert_eq!((answer.status, answer.problem().as_str()), (422, "invalid"), "there is no more room");
    assert_eq!(ana.post("/api/progress", &json!({ "games": [won("~000007")] })).await.status, 200, "it is there");
    let too_many: Vec<GameSummary> = names[..101].iter().map(|name| won(name)).collect();
    assert_eq!(ana.post("/api/progress", &json!({ "games": too_many })).await.problem(), "invalid");

    let (mut found, mut after) = (Vec::new(), String::new());
    loop {
        let part: Progress = ana.get(&format!("/api/progress?after={after}")).await.json();
        found.extend(part.games.into_iter().map(|game| game.table));
        after = found.last().cloned().unwrap_or_default();
        if !part.more {
            break;
        }
    }
    assert_eq!(found, names);

    for _ in 0..150 {
        ana.post("/api/progress", &json!({ "games": [] })).await;
    }
    assert!(server.node.limits.progress.is_spent(&id), "each request writes");
    assert_eq!(ana.post("/api/progress", &json!({ "games": [] })).await.problem(), "too-many");
}
