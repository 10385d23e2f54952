//! The bonus cards: held in secret, laid open while their tile lies on the holder's board (BN1–BN4).

use super::{Event, ModuleAction, Own};
use crate::components::BONUS;
use crate::event::Events;
use crate::from_record::{Misfit, misfit};
use crate::game::{Chair, Game};
use crate::kind::ByKind;
use crate::refusal::{Reason, Refusal, Rule};
use crate::rng::{Dice, Seed, Stream};
use crate::seat::{MAX_PLAYERS, Seat};
use crate::setup::{Module, Setup};
use crate::table::Table;
use crate::tile::Tile;

/// A set of bonus cards.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Cards(u16);

impl Cards {
    /// All ten.
    const ALL: Cards = Cards(1023);

    /// The tiles on the cards.
    pub fn tiles(self) -> impl Iterator<Item = Tile> {
        (0..BONUS.len()).filter(move |i| self.0 >> i & 1 != 0).map(|i| Tile(BONUS[i]))
    }

    /// How many.
    pub fn len(self) -> usize {
        self.0.count_ones() as usize
    }

    /// Whether there is none.
    pub fn is_empty(self) -> bool {
        self.0 == 0
    }

    fn bit(tile: Tile) -> u16 {
        BONUS.iter().position(|t| *t == tile.0).map_or(0, |i| 1 << i)
    }

    /// Whether the card of this tile is among them.
    pub fn contains(self, tile: Tile) -> bool {
        self.0 & Cards::bit(tile) != 0
    }

    /// Without these.
    pub(super) fn without(self, cards: Cards) -> Cards {
        Cards(self.0 & !cards.0)
    }

    pub(super) fn count(self, count: &mut ByKind<u8>) {
        self.tiles().filter_map(|t| t.building()).for_each(|kind| count[kind] += 1);
    }
}

/// The cards laid open, by seat, and how many each seat holds.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Open {
    /// Laid open.
    pub laid: [Cards; MAX_PLAYERS],
    /// In hand.
    pub held: [u8; MAX_PLAYERS],
}

/// The cards in hand, by seat.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Hidden {
    pub hands: [Cards; MAX_PLAYERS],
}

/// BN1: how many cards each gets.
fn hand_size(players: u8) -> usize {
    match players {
        2 | 3 => 3,
        4 | 5 => 2,
        _ => 1,
    }
}

pub(super) fn set_up(setup: &Setup, seed: &Seed) -> (Open, Hidden) {
    let (mut open, mut hidden) = (Open::default(), Hidden::default());
    if setup.modules.has(Module::Bonus) {
        let size = hand_size(setup.players);
        let mut cards: [u16; BONUS.len()] = core::array::from_fn(|i| 1 << i);
        Dice::new(seed, Stream::Module(Module::Bonus)).shuffle(&mut cards);
        for (seat, cards) in cards.chunks(size).take(setup.players as usize).enumerate() {
            hidden.hands[seat] = Cards(cards.iter().sum());
            open.held[seat] = size as u8;
        }
    }
    (open, hidden)
}

/// BN2: the cards that can be laid open now.
fn ready(chair: &Chair) -> impl Iterator<Item = Tile> {
    chair.own.bonus.tiles().filter(|t| chair.board().find(*t).is_some())
}

pub(super) fn any(chair: &Chair) -> bool {
    ready(chair).next().is_some()
}

pub(super) fn list(chair: &Chair, push: &mut impl FnMut(ModuleAction)) {
    ready(chair).for_each(|tile| push(ModuleAction::Reveal(tile)));
}

pub(super) fn check(chair: &Chair, tile: Tile) -> Result<(), Refusal> {
    if !chair.own.bonus.contains(tile) {
        return Err(Refusal::new(Rule::BN2, Reason::NotHeld).tile(tile));
    }
    if chair.board().find(tile).is_none() {
        return Err(Refusal::new(Rule::BN2, Reason::NoTile).tile(tile));
    }
    Ok(())
}

pub(super) fn reveal(game: &mut Game, seat: Seat, tile: Tile) {
    let bit = Cards::bit(tile);
    let open = &mut game.table.modules.bonus;
    game.secrets.modules.bonus.hands[seat.index()].0 &= !bit;
    open.laid[seat.index()].0 |= bit;
    open.held[seat.index()] -= 1;
}

/// BN4: before the last round all that can be are laid open.
pub(super) fn reveal_all<E: Events>(game: &mut Game, events: &mut E) {
    for seat in (0..game.table.setup.players).map(Seat) {
        let cards: arrayvec::ArrayVec<Tile, 10> = ready(&game.chair(seat)).collect();
        for tile in cards {
            reveal(game, seat, tile);
            events.push(crate::event::Event::Module(Event::Revealed { seat, tile }));
        }
    }
}

/// BN3: when the tile leaves the board, its card goes back to the hand.
pub(super) fn left(game: &mut Game, seat: Seat, tile: Tile) {
    let open = &mut game.table.modules.bonus;
    if open.laid[seat.index()].contains(tile) {
        open.laid[seat.index()].0 &= !Cards::bit(tile);
        open.held[seat.index()] += 1;
        game.secrets.modules.bonus.hands[seat.index()].0 |= Cards::bit(tile);
    }
}

/// BN1: the cards as a record deals them.
pub(super) fn read_hands(setup: &Setup, hands: &[Vec<String>]) -> Result<Hidden, Misfit> {
    let (players, size) = (setup.players as usize, hand_size(setup.players));
    if hands.len() != players {
        return misfit("deal.bonus", format!("{} hands for {players} players", hands.len()));
    }
    let mut hidden = Hidden::default();
    let mut dealt = Cards::default();
    for (seat, codes) in hands.iter().enumerate() {
        if codes.len() != size {
            return misfit(format!("deal.bonus[{seat}]"), format!("{} cards instead of {size} (BN1)", codes.len()));
        }
        for (i, code) in codes.iter().enumerate() {
            let place = format!("deal.bonus[{seat}][{i}]");
            let bit = code.strip_prefix('+').and_then(|c| c.parse().ok()).map_or(0, Cards::bit);
            if bit == 0 || dealt.0 & bit != 0 {
                return misfit(place, format!("there is no such card `{code}` left to be dealt (BN1)"));
            }
            dealt.0 |= bit;
            hidden.hands[seat].0 |= bit;
        }
    }
    Ok(hidden)
}

/// A seat lays this card open at some time: so it has it, unless another has it or its hand would be too large.
pub(super) fn claim(setup: &Setup, known: &mut [Cards; MAX_PLAYERS], seat: Seat, tile: Tile) {
    if known.iter().all(|cards| !cards.contains(tile)) && known[seat.index()].len() < hand_size(setup.players) {
        known[seat.index()].0 |= Cards::bit(tile);
    }
}

/// Gives a seat a card that it can decline to lay open, beside those it does lay open in this window; one that nobody is
/// known to have, unless it has another. `false`: there is none.
pub(super) fn give_spare(
    table: &Table,
    known: &[Cards; MAX_PLAYERS],
    hidden: &mut Hidden,
    seat: Seat,
    shown: &[Tile],
) -> bool {
    let board = &table.players[seat].board;
    let ready = |t: &Tile| board.find(*t).is_some() && !shown.contains(t);
    let hand = hidden.hands[seat.index()];
    if hand.tiles().any(|t| ready(&t)) {
        return true;
    }
    let free = |t: &Tile| known.iter().chain(&hidden.hands).all(|cards| !cards.contains(*t));
    let spare = Cards::ALL.tiles().filter(ready).find(free);
    hidden.hands[seat.index()].0 |= spare.map_or(0, Cards::bit);
    spare.is_some()
}

/// The cards nobody has laid open, dealt anew; `seat` keeps its own.
pub(super) fn sample(table: &Table, seat: Option<(Seat, Own)>, dice: &mut Dice) -> Hidden {
    let mut hidden = Hidden::default();
    if !table.setup.modules.has(Module::Bonus) {
        return hidden;
    }
    let open = &table.modules.bonus;
    let mut unknown = Cards::ALL.0;
    open.laid.iter().for_each(|laid| unknown &= !laid.0);
    if let Some((seat, own)) = seat {
        hidden.hands[seat.index()] = own.bonus;
        unknown &= !own.bonus.0;
    }
    let mut cards: arrayvec::ArrayVec<u16, 10> = (0..10).map(|i| 1 << i).filter(|b| unknown & b != 0).collect();
    dice.shuffle(&mut cards);
    for i in (0..table.player_count()).filter(|i| seat.is_none_or(|(s, _)| s.index() != *i)) {
        for _ in 0..open.held[i] {
            hidden.hands[i].0 |= cards.pop().unwrap_or(0);
        }
    }
    hidden
}

#[cfg(test)]
mod tests;
