//! What the host of a table may choose: who may watch, what is shown, and standing answers.

use crate::common::{Server, table};
use crate::on_both;
use sabika_server::wire::{
    Ask, BotLevel, FromServer, Glance, NewTable, ProblemKind, SeatWish, Standing, Status, TableLine,
};
use serde_json::json;

on_both! { tables_without_watchers  remaining_tiles_can_be_hidden  standing_answers }

fn two_bots_and_me(modules: &[&str]) -> NewTable {
    let bot = || SeatWish::Bot { level: BotLevel::Novice };
    table("alhambra", modules, vec![SeatWish::Me { name: None }, bot(), bot()])
}

fn problem(message: &FromServer) -> Option<ProblemKind> {
    match message {
        FromServer::Problem { problem, .. } => Some(problem.kind),
        _ => None,
    }
}

async fn tables_without_watchers(database: &str) {
    let server = Server::start(database).await;
    let (ana, ben) = (server.person("Ana").await, server.person("Ben").await);
    let opened = ana.open(&NewTable { no_watchers: true, public: true, ..two_bots_and_me(&[]) }).await;
    let at = |what: &str| format!("/api/tables/{}/{what}", opened.id);

    // Before the start everybody with the link sees the seats; then people without a seat are excluded.
    let mut curious = ben.page(&opened.id, None).await;
    assert_eq!(ana.post(&at("start"), &json!({})).await.status, 200);
    while let Some(message) = curious.hear().await {
        let begun = matches!(&message, FromServer::Snapshot(s) if s.game.is_some());
        assert!(!begun && !matches!(message, FromServer::Update(_)), "{message:?}");
    }
    let mut again = ben.socket(&opened.id, &[]).await.expect("the socket opens");
    again.ask(&Ask::Hello { seat: None, version: None }).await;
    assert_eq!(again.hear().await.as_ref().and_then(problem), Some(ProblemKind::NotYours));
    let score = again.answer(&Ask::Score { id: "s".into(), round: 1, with: None }).await;
    assert_eq!(problem(&score), Some(ProblemKind::NotYours), "not by asking either");
    let left = again.answer(&Ask::Left { id: "l".into(), seat: None }).await;
    assert_eq!(problem(&left), Some(ProblemKind::NotYours));
    let chat = again.answer(&Ask::Chat { id: "c".into(), text: "let me in".into() }).await;
    assert_eq!(problem(&chat), Some(ProblemKind::NotYours));
    assert_eq!(ben.get(&at("at/0")).await.status, 403);
    assert_eq!(ben.get(&at("glance")).await.status, 403);
    let listed: Vec<TableLine> = ben.get("/api/tables").await.json();
    assert!(listed.iter().all(|line| line.table.id != opened.id));

    // Players see the game, from a seat and as a watcher, and its progress.
    let seated = ana.page(&opened.id, Some(0)).await;
    assert_eq!(seated.snapshot.map(|s| s.table.status), Some(Status::Playing));
    assert!(ana.page(&opened.id, None).await.game().is_some());
    let seen: Glance = ana.get(&at("glance")).await.json();
    assert_eq!((seen.rounds, seen.points, seen.board.len()), (0, vec![0; 3], 1));
}

async fn remaining_tiles_can_be_hidden(database: &str) {
    let server = Server::start(database).await;
    let ana = server.person("Ana").await;
    for hide_left in [false, true] {
        let opened = ana.open(&NewTable { hide_left, ..two_bots_and_me(&[]) }).await;
        ana.post(&format!("/api/tables/{}/start", opened.id), &json!({})).await;
        let mut page = ana.page(&opened.id, Some(0)).await;
        for seat in [Some(0), None] {
            let answer = page.answer(&Ask::Left { id: format!("{seat:?}"), seat }).await;
            assert_eq!(matches!(answer, FromServer::Left { .. }), !hide_left, "{answer:?}");
        }
    }
}

/// VZ4
async fn standing_answers(database: &str) {
    let server = Server::start(database).await;
    let ana = server.person("Ana").await;
    let opened = ana.open(&two_bots_and_me(&["vizier"])).await;
    ana.post(&format!("/api/tables/{}/start", opened.id), &json!({})).await;
    let mut page = ana.page(&opened.id, Some(0)).await;
    assert_eq!(page.choice().map(|c| &c.standing), Some(&Standing::default()), "a live table asks");
    let stand = |id: &str, unless: &[&str]| Ask::Standing {
        id: id.into(),
        seat: 0,
        pass: true,
        unless: unless.iter().map(|k| k.to_string()).collect(),
        not_now: false,
    };
    let wrong = page.answer(&stand("a", &["Tower"])).await;
    assert_eq!(problem(&wrong), Some(ProblemKind::Invalid));
    let FromServer::Done { version, .. } = page.answer(&stand("b", &["T", "G"])).await else { panic!("refused") };
    while page.version() < version {
        page.hear().await;
    }
    let told = Standing { pass: true, unless: vec!["T".into(), "G".into()], not_now: false };
    assert_eq!(page.choice().map(|c| &c.standing), Some(&told));
    assert_eq!(ana.page(&opened.id, Some(0)).await.choice().map(|c| &c.standing), Some(&told), "also after a reload");
}
