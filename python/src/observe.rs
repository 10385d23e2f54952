//! A position as numbers, in the layout that the bots' networks use, with room for six seats.

use sabika_bots::features::{Observer, SEAT, SHARED, width};
use sabika_rules::{Game, MAX_PLAYERS, Seat, Viewer};

/// The length of an observation: a block for each of six seats, then the shared block.
pub const WIDTH: usize = MAX_PLAYERS * SEAT + SHARED;

/// What a seat that counts cards observes in a game. `out` has [`WIDTH`] places.
pub fn observe(game: &Game, seat: Seat, out: &mut [i8]) {
    if let Some(observer) = Observer::new(&game.view(Viewer::Counting(seat))) {
        write(&observer, game, out);
    }
}

/// The same for successive positions in which the others' cards and boards do not change.
pub fn write(observer: &Observer, game: &Game, out: &mut [i8]) {
    let players = game.table().player_count();
    // Written without gaps, then the shared block is moved to its place behind six seats.
    observer.write(game, &mut out[..width(players)]);
    out.copy_within(players * SEAT..width(players), MAX_PLAYERS * SEAT);
    if players < MAX_PLAYERS {
        out[players * SEAT..MAX_PLAYERS * SEAT].fill(0);
    }
}
