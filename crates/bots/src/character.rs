//! The cast: two opponents for each level, as strong as their level but with their own taste.

use std::fmt;
use std::str::FromStr;

use sabika_rules::board::Line;
use sabika_rules::{Action, Game, Kind, Offer, Payment, Round, Seat, Tile, scoring};

use crate::apprentice::Apprentice;
use crate::builder::Builder;
use crate::greedy::Greedy;
use crate::market_value::payable;
use crate::novice::Novice;
use crate::search::Search;
use crate::strongest::Strongest;
use crate::turn::{Breadth, Root, Turn};
use crate::{Bot, Budget, Level};

/// An opponent with a name and a temperament.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Character {
    /// Novice: buys whatever is pretty, above all gardens.
    Noor,
    /// Novice: spends everything right away.
    Beltran,
    /// Apprentice: saves up for expensive tiles.
    Safiya,
    /// Apprentice: loves a long wall.
    Idris,
    /// Builder: never overpays.
    Elvira,
    /// Builder: towers first, then the rest.
    Yusuf,
    /// Architect: watches your money.
    Zaynab,
    /// Architect: keeps track of what is left in the bag.
    Samuel,
    /// Grandmaster: takes the tile you were saving for.
    Lubna,
    /// Grandmaster: plans for the last round from the first.
    Harun,
}

impl Character {
    /// All ten, weakest first.
    pub const ALL: [Character; 10] = [
        Character::Noor,
        Character::Beltran,
        Character::Safiya,
        Character::Idris,
        Character::Elvira,
        Character::Yusuf,
        Character::Zaynab,
        Character::Samuel,
        Character::Lubna,
        Character::Harun,
    ];

    /// The name, in lower case and without accents.
    pub const fn name(self) -> &'static str {
        const NAMES: [&str; 10] =
            ["noor", "beltran", "safiya", "idris", "elvira", "yusuf", "zaynab", "samuel", "lubna", "harun"];
        NAMES[self as usize]
    }

    /// Their level.
    pub const fn level(self) -> Level {
        const LEVELS: [Level; 5] =
            [Level::Novice, Level::Apprentice, Level::Builder, Level::Architect, Level::Grandmaster];
        LEVELS[self as usize / 2]
    }

    /// The two characters of a level; `None` for levels that serve only as baselines.
    pub fn of(level: Level) -> Option<[Character; 2]> {
        let first = Character::ALL.iter().position(|c| c.level() == level)?;
        Some([Character::ALL[first], Character::ALL[first + 1]])
    }

    /// The character as a player.
    pub fn bot(self, seed: u64) -> Box<dyn Bot> {
        match self.level() {
            Level::Novice => Box::new(Novice::new(seed).with_character(self)),
            Level::Apprentice => Box::new(Apprentice::new(seed).with_character(self)),
            Level::Builder => Box::new(Builder::new().with_character(self)),
            Level::Architect => Box::new(Greedy::new(Strongest).with_breadth(Breadth::WIDE).with_character(self)),
            _ => Box::new(Search::new(Strongest, seed).with_character(self)),
        }
    }

    /// Their choice without memory of earlier turns: it depends only on the position, so that anyone can check it afterwards.
    pub fn choose(self, game: &Game, seat: Seat) -> Option<Action> {
        let view = game.view(self.level().viewer(seat));
        self.bot(0).choose(&view, Budget::Simulations(1))
    }

    /// How much they like a turn beyond its value, in points: little enough to decide only between turns that
    /// are about equally good.
    pub(crate) fn liking(self, root: &Root, turn: &Turn) -> f32 {
        let bought = || purchases(root, turn);
        let by_tile = |like: &dyn Fn(Tile) -> f32| bought().map(|(offer, _)| like(offer.tile)).sum::<f32>();
        match self {
            Character::Noor => by_tile(&|tile| if is_pretty(tile) { 2.0 } else { 0.0 }),
            Character::Beltran => bought().count() as f32,
            Character::Safiya => by_tile(&|tile| 0.25 * (f32::from(tile.price()) - 6.0)),
            Character::Idris => 0.3 * longer_walls(root, turn),
            Character::Elvira => {
                -1.5 * bought().filter(|(offer, paid)| paid.total() > offer.price.into()).count() as f32
            }
            Character::Yusuf => by_tile(&|tile| if is_favourite(tile, Kind::Tower, Kind::Library) { 1.0 } else { 0.0 }),
            Character::Zaynab => 1.5 * rivals_who_could_pay(root, turn, false),
            Character::Samuel => by_tile(&|tile| 1.2 * how_scarce(root, tile)),
            Character::Lubna => 2.5 * rivals_who_could_pay(root, turn, true),
            Character::Harun => {
                by_tile(&|tile| tile.building().map_or(0.0, |kind| 0.08 * in_the_last_round(root, kind)))
            }
        }
    }
}

impl fmt::Display for Character {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl FromStr for Character {
    type Err = String;
    fn from_str(s: &str) -> Result<Character, String> {
        let names = || Character::ALL.map(Character::name).join(", ");
        let found = Character::ALL.into_iter().find(|c| c.name() == s);
        found.ok_or_else(|| format!("unknown character `{s}`; known: {}", names()))
    }
}

/// Gardens in Alhambra, parks in Granada.
pub(crate) fn is_pretty(tile: Tile) -> bool {
    is_favourite(tile, Kind::Garden, Kind::Park)
}

fn is_favourite(tile: Tile, in_alhambra: Kind, in_granada: Kind) -> bool {
    tile.building().is_some_and(|kind| kind == in_alhambra || kind == in_granada)
}

/// What a turn buys from the market, and what it pays.
fn purchases<'a>(root: &'a Root, turn: &'a Turn) -> impl Iterator<Item = (Offer, Payment)> + 'a {
    turn.actions.iter().filter_map(|action| match action {
        Action::Buy { tile, payment } => {
            let offer = root.view().table().offers().find(|offer| offer.tile == *tile)?;
            Some((offer, *payment))
        }
        _ => None,
    })
}

/// How many others could have paid for the tiles, exactly or at all; those who play sooner count more.
fn rivals_who_could_pay(root: &Root, turn: &Turn, exactly: bool) -> f32 {
    let (view, seat) = (root.view(), root.seat());
    let players = view.table().player_count();
    purchases(root, turn)
        .map(|(offer, _)| {
            let rivals = (1..players).filter(|after| {
                let hand = view.hands()[seat.after(*after, players)].cards;
                let can = hand.and_then(|hand| payable(&hand, offer, hand.money[offer.currency].sums(1)));
                can.is_some_and(|exact| exact || !exactly)
            });
            rivals.map(|after| 1.0 / after as f32).sum::<f32>()
        })
        .sum()
}

/// By how many segments a turn lengthens the walls and moats. Depends on placement, so the board is built.
fn longer_walls(root: &Root, turn: &Turn) -> f32 {
    let places =
        |action: &Action| matches!(action, Action::Place { .. } | Action::Build { .. } | Action::Exchange { .. });
    if !turn.actions.iter().any(places) {
        return 0.0;
    }
    let length = |board: &sabika_rules::Board| (board.longest(Line::Walls) + board.longest(Line::Moats)) as f32;
    let after = root.after(turn);
    length(&after.table().players[root.seat()].board) - length(&root.view().table().players[root.seat()].board)
}

/// 1 if no other tile of the kind is left in the bag, 0 if all of them are.
fn how_scarce(root: &Root, tile: Tile) -> f32 {
    let Some(kind) = tile.building() else { return 0.0 };
    let of_kind =
        |tile: &Tile| tile.building() == Some(kind) || tile.other_face().is_some_and(|t| t.building() == Some(kind));
    let left = root.view().unseen_tiles().iter().filter(of_kind).count();
    let all = if kind.is_granada() { 12 } else { 7 + 2 * (kind as usize / 2) };
    1.0 - (left as f32 / all as f32).min(1.0)
}

/// The points for first place in a kind in round 3.
fn in_the_last_round(root: &Root, kind: Kind) -> f32 {
    let simplified = root.view().table().setup.simplified;
    f32::from(scoring::place_pays(kind, Round::Third, 0, 6, simplified))
}
