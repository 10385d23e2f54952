//! Tables for tests, here and in other crates.

use sabika_rules::{Dice, Game, Seat};

use crate::{Occupant, Opening, Pace, Table, TableSetup, sha256};

/// A table with these seats, before its start.
pub fn lobby(game: &str, modules: &[&str], open_hands: bool, seats: Vec<Occupant>, pace: Pace) -> Table {
    let setup = TableSetup {
        game: game.into(),
        players: seats.len() as u8,
        modules: modules.iter().map(|m| m.to_string()).collect(),
        simplified: false,
        english_end: false,
    };
    let opening = Opening { open_hands, pace, ..Opening::private("p".into(), setup, seats) };
    let row = opening.row("0".repeat(16), "ABCDEF".into(), sha256(b"a secret"));
    Table::open(&row).expect("a table")
}

/// A random action: of the seat to act, or occasionally of another that may reveal a card.
pub fn random_action(game: &Game, dice: &mut Dice) -> (Seat, String) {
    // Occasionally, anybody reveals a card that may be revealed at any time.
    for seat in (0..game.table().setup.players).map(Seat) {
        let free = game.free_actions(seat);
        if !free.is_empty() && dice.below(10) == 0 {
            return (seat, free[0].to_string());
        }
    }
    let seat = game.to_act().expect("it runs");
    let mut actions = Vec::new();
    game.legal_actions(seat, &mut actions);
    (seat, actions[dice.below(actions.len() as u32) as usize].to_string())
}
