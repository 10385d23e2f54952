//! Bots at a table: a choice from what one seat may know, and nothing else.

use sabika_rules::{Dice, Seat, Viewer, playout};

use crate::table::Fold;

/// What a bot does for a seat, as a line of notation.
pub fn choose(fold: &Fold, seat: Seat) -> Option<String> {
    let view = fold.game()?.view(Viewer::Counting(seat));
    // The seat's own knowledge, completed by chance: the real order of deck and bag is not in it.
    let guess = view.sample(&mut Dice::from_seed(fold.version));
    let mut actions = Vec::new();
    let action = playout::quick_action(&guess, seat, &mut actions);
    Some(action.to_string())
}
