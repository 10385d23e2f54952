//! Plays random tables and writes their rows, one file per table, as a worker would have stored them: with the hash of the state after
//! each `end`. `scripts/fold_rows.mjs` folds them in the WebAssembly engine.
//!
//! `cargo run --package sabika-local --example rows -- 60 target/rows`

use std::error::Error;
use std::path::Path;

use sabika_rules::{Dice, Module};
use sabika_table::message::{NewTable, Status};
use sabika_table::testkit::random_action;
use sabika_table::{By, Opening, Row, Table, sha256};
use serde_json::json;

fn main() -> Result<(), Box<dyn Error>> {
    let mut args = std::env::args().skip(1);
    let usage = "usage: rows NUMBER FOLDER";
    let (many, folder) = (args.next().ok_or(usage)?.parse::<u32>()?, args.next().ok_or(usage)?);
    std::fs::create_dir_all(&folder)?;
    for number in 0..many {
        let rows = play(number)?;
        std::fs::write(Path::new(&folder).join(format!("{number}.json")), serde_json::to_string(&rows)?)?;
    }
    Ok(())
}

/// Every kind of game, every number of players, and modules in turn; every twelfth table has all modules allowed.
fn wish(number: u32) -> Result<NewTable, serde_json::Error> {
    let game = ["alhambra", "granada", "combined"][number as usize % 3];
    let players = 2 + number / 3 % 5;
    let modules: Vec<&str> = match game {
        "alhambra" if number.is_multiple_of(12) => Module::ALL.iter().map(|module| module.name()).collect(),
        "alhambra" => vec![Module::ALL[number as usize / 3 % Module::ALL.len()].name()],
        _ => Vec::new(),
    };
    let seats = vec![json!({ "kind": "bot", "level": "novice" }); players as usize];
    let setup = json!({ "game": game, "players": players, "modules": modules, "english_end": number % 2 == 1 && game == "combined" });
    serde_json::from_value(json!({ "setup": setup, "seats": seats, "shuffle": true }))
}

/// A row: version, time, JSON.
type Line = (u64, i64, String);

fn play(number: u32) -> Result<Vec<Line>, Box<dyn Error>> {
    let opening = Opening::new(&wish(number)?, "here", []).map_err(|problem| problem.to_string())?;
    let id = format!("~{number}");
    let open = opening.row(id.clone(), id, sha256(&number.to_le_bytes()));
    let mut table = Table::open(&open).map_err(|error| format!("{error:?}"))?;
    let mut rows = vec![(1, 0, open.to_json())];
    let mut dice = Dice::from_seed(number.into());
    let mut row = table.starting();
    loop {
        table.advance(&row).map_err(|error| format!("{number}: {row:?}: {error:?}"))?;
        rows.push((table.version, rows.len() as i64, table.sealed(row).to_json()));
        let Some(game) = table.game().filter(|_| table.info.status == Status::Playing) else { return Ok(rows) };
        let (seat, action) = random_action(game, &mut dice);
        row = Row::Act { seat: seat.0, action, by: By::Bot, hash: None };
    }
}
