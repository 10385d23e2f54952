//! What else an action causes: cards and tiles that are revealed, and scores. Events animate the page and fill a
//! record's `shows`; the state does not depend on anyone listening.

use core::fmt;

use crate::card::Card;
use crate::module;
use crate::rule::scoring::Sheet;
use crate::seat::Seat;
use crate::tile::Tile;

/// A scoring round (W1).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Round {
    /// Card A.
    First,
    /// Card B.
    Second,
    /// The end of the game.
    Third,
}

impl Round {
    /// All three.
    pub const ALL: [Round; 3] = [Round::First, Round::Second, Round::Third];

    /// 1, 2 or 3.
    pub const fn number(self) -> u8 {
        self as u8 + 1
    }

    /// The round with this number.
    pub fn from_number(number: u8) -> Option<Round> {
        Self::ALL.into_iter().find(|r| r.number() == number)
    }
}

/// Something that happened.
#[derive(Clone, Debug, PartialEq, Eq)]
#[allow(clippy::large_enum_variant, reason = "sheets are rare, and a box would allocate on the hot path")]
pub enum Event {
    /// The discard pile became the deck (T7).
    Shuffled,
    /// A card was laid on the display (T5).
    Display {
        /// The place, 0 to 3.
        slot: u8,
        /// The card.
        card: Card,
    },
    /// A scoring card was drawn and set aside (W1).
    ScoringCard(Round),
    /// A tile was laid on the market (T5).
    Market {
        /// The space, 0 to 3.
        space: u8,
        /// The tile, with the face that is up.
        tile: Tile,
        /// Whether it is the Granada tile of a space with two tiles (CO1).
        beside: bool,
    },
    /// A round was scored.
    Scored(Sheet),
    /// Dirk drew a tile (N2).
    DirkDrew(Tile),
    /// A tile was handed out at the end (E2).
    Gained {
        /// The seat that receives it.
        seat: Seat,
        /// The tile.
        tile: Tile,
    },
    /// A tile went to nobody at the end (E2).
    Left(Tile),
    /// An event of a module.
    Module(module::Event),
}

/// Receives events.
pub trait Events {
    /// Whether scores are received in detail. Otherwise only the points are added, which is faster.
    const WITH_SHEETS: bool = true;

    /// Receives one event.
    fn push(&mut self, event: Event);
}

/// Ignores all events: for search and simulation.
pub struct Silent;

impl Events for Silent {
    const WITH_SHEETS: bool = false;

    #[inline(always)]
    fn push(&mut self, _: Event) {}
}

impl Events for Vec<Event> {
    fn push(&mut self, event: Event) {
        Vec::push(self, event);
    }
}

impl fmt::Display for Event {
    /// As in a record's `shows`; scores are objects there, so they have no text.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Event::Shuffled => f.write_str("shuffle"),
            Event::Display { card, .. } => write!(f, "display {card}"),
            Event::ScoringCard(round) => write!(f, "scoring {}", ["A", "B", "-"][*round as usize]),
            Event::Market { space, tile, beside } => {
                write!(f, "{} {} {tile}", if *beside { "granada" } else { "market" }, space + 1)
            }
            Event::Scored(sheet) => write!(f, "score {}", sheet.round.number()),
            Event::DirkDrew(tile) => write!(f, "dirk {tile}"),
            Event::Gained { seat, tile } => write!(f, "gain {seat} {tile}"),
            Event::Left(tile) => write!(f, "left {tile}"),
            Event::Module(event) => event.fmt(f),
        }
    }
}
