//! The two-player game with Dirk, an imaginary third player who has tiles and points but no turn (N1–N5).

use crate::components::MONEY_COPIES;
use crate::event::{Event, Events, Round};
use crate::game::Game;
use crate::refusal::{Chapter, Rule, rules};
use crate::rule::refill;
use crate::setup::Setup;
use crate::tile::Tile;
use crate::variant::granada;

rules! { Chapter::Dirk; N1 N2 N3 N4 N5 }

/// Tiles that Dirk gets from each bag at the start and after round 1 (N2, CO7).
const TILES: usize = 6;

impl Setup {
    /// Whether Dirk takes part (N2).
    #[inline]
    pub const fn has_dirk(&self) -> bool {
        self.players == 2
    }

    /// The number of copies of each money card (C2); one fewer with two players (N1).
    pub const fn money_copies(&self) -> u8 {
        if self.has_dirk() { MONEY_COPIES - 1 } else { MONEY_COPIES }
    }

    /// The number of tiles Dirk has at the start, and how many of them are Granada's in the combined game (N2, CO7).
    pub(crate) const fn dirk_starts_with(&self) -> (usize, usize) {
        match (self.has_dirk(), self.is_combined()) {
            (false, _) => (0, 0),
            (true, false) => (TILES, 0),
            (true, true) => (2 * TILES, TILES),
        }
    }
}

/// N2: Dirk's first tiles. They have the even face up (GR7), as they come out of the bag.
pub(crate) fn first_tiles(game: &mut Game) {
    for _ in 0..TILES {
        game.table.dirk.tiles.extend(game.secrets.bag.pop());
    }
    for _ in 0..TILES {
        game.table.dirk.tiles.extend(game.secrets.granada_bag.pop());
    }
    refill::count_bags(game);
}

/// The number of tiles Dirk gets after a round from a bag with this many left (N2).
pub const fn dirk_draws(round: Round, left: usize) -> usize {
    match round {
        Round::First if left < TILES => left,
        Round::First => TILES,
        Round::Second => left / 3,
        Round::Third => 0,
    }
}

/// Dirk's tiles after rounds 1 and 2 (N2, GR7, CO7).
pub(crate) fn draw<E: Events>(game: &mut Game, round: Round, events: &mut E) {
    if !game.table.setup.has_dirk() {
        return;
    }
    let draws = |left: usize| dirk_draws(round, left);
    let (alhambra, granada) = (draws(game.secrets.bag.len()), draws(game.secrets.granada_bag.len()));
    for _ in 0..alhambra {
        let tile = game.secrets.bag.pop().expect("no more than there are");
        keep(game, tile, events);
    }
    for _ in 0..granada {
        let tile = game.secrets.granada_bag.pop().expect("no more than there are");
        keep(game, tile, events);
    }
    refill::count_bags(game);
}

fn keep<E: Events>(game: &mut Game, tile: Tile, events: &mut E) {
    let tile = granada::face_up(&game.table, tile);
    game.table.dirk.tiles.insert(tile);
    events.push(Event::DirkDrew(tile));
}
