//! The bot in `docs/protocol.md` plays a whole game.

use std::process::Stdio;

use crate::common::{ALL_MODULES, Folder, Server, table};
use sabika_server::wire::{BotLevel, SeatWish, Status, TableInfo};
use serde_json::{Value, json};

#[tokio::test(flavor = "multi_thread")]
async fn the_documented_bot_plays() {
    let docs = include_str!("../../../../docs/protocol.md");
    let code = docs.split("```python\n").nth(1).and_then(|rest| rest.split("```").next()).expect("a bot");
    let folder = Folder::new();
    let file = folder.0.join("bot.py");
    std::fs::write(&file, code).expect("it can be written");
    let server = Server::start(&folder.sqlite()).await;
    let ana = server.person("Ana").await;
    for (game, modules) in [("alhambra", &ALL_MODULES[..]), ("granada", &[][..])] {
        let seats = vec![SeatWish::Open, SeatWish::Bot { level: BotLevel::Novice }];
        let opened = ana.open(&table(game, modules, seats)).await;
        let bot = tokio::process::Command::new("python3")
            .arg(&file)
            .args([&server.address.to_string(), &opened.code])
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .kill_on_drop(true)
            .spawn()
            .expect("Python is installed");
        let path = format!("/api/tables/{}", opened.id);
        while !ana.get(&path).await.json::<TableInfo>().seats[0].nonce {
            tokio::time::sleep(std::time::Duration::from_millis(50)).await;
        }
        assert_eq!(ana.post(&format!("{path}/start"), &json!({})).await.status, 200);
        let ended = tokio::time::timeout(std::time::Duration::from_secs(180), bot.wait_with_output()).await;
        let output = ended.expect("it ends").expect("it ran");
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        let result: Value = serde_json::from_slice(&output.stdout).expect("a result");
        assert_eq!(result["scores"].as_array().map(Vec::len), Some(2));
        assert_eq!(ana.get(&path).await.json::<TableInfo>().status, Status::Over);
    }
}
