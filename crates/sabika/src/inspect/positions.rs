//! Questions about a position: whose choice is it, and what are the options?

use sabika_rules::{Action, Game, View};
use serde::Serialize;

use super::place::{InputError, Place};

/// The key of a question about a position.
pub const KEY: &str = "position";

#[derive(Serialize)]
pub struct Answer {
    /// The same position as the engine writes it.
    position: String,
    /// The seat to act, if known.
    to_act: Option<u8>,
    /// What it may do, in notation, if known.
    actions: Vec<String>,
    /// Points by seat.
    scores: Vec<u16>,
}

/// Answers for a whole game or for a view.
pub fn answer(place: &Place) -> Result<Answer, InputError> {
    let line = place.text()?;
    let mut actions: Vec<Action> = Vec::new();
    let (position, to_act, table) = if line.trim_start().starts_with("game/") {
        let game: Game = line.parse().map_err(|e| place.inside(e))?;
        if let Some(seat) = game.to_act() {
            game.legal_actions(seat, &mut actions);
        }
        (game.position(), game.to_act(), game.table().clone())
    } else {
        let view: View = line.parse().map_err(|e| place.inside(e))?;
        view.legal_actions(&mut actions);
        (view.position(), view.to_act(), view.table().clone())
    };
    Ok(Answer {
        position,
        to_act: to_act.map(|seat| seat.0),
        actions: actions.iter().map(ToString::to_string).collect(),
        scores: table.players.iter().map(|player| player.score).collect(),
    })
}
