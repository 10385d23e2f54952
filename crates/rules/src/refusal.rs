//! Why an action is refused: the rule, the tile and the place at fault, as types. The page turns them into words for people.

use core::fmt;

use crate::cell::Cell;
use crate::module::Module;
use crate::side::Direction;
use crate::tile::Tile;
use crate::variant;

/// A chapter of `docs/rules.md`: each source file that implements rules lists their ids with `rules!`.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) enum Chapter {
    Base,
    Dirk,
    Module(Module),
    Granada,
    Combined,
}

impl Chapter {
    /// The ids of its rules, in the order of the document.
    const fn ids(self) -> &'static [&'static str] {
        match self {
            Chapter::Base => RULES,
            Chapter::Dirk => variant::dirk::RULES,
            Chapter::Module(module) => module.rules(),
            Chapter::Granada => variant::granada::RULES,
            Chapter::Combined => variant::combined::RULES,
        }
    }

    /// All chapters, in the order of the document.
    fn all() -> impl Iterator<Item = Chapter> {
        let modules = Module::ALL.into_iter().map(Chapter::Module);
        [Chapter::Base, Chapter::Dirk].into_iter().chain(modules).chain([Chapter::Granada, Chapter::Combined])
    }
}

/// The id of a rule in `docs/rules.md`.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Rule {
    chapter: Chapter,
    at: u8,
}

impl Rule {
    pub(crate) const fn new(chapter: Chapter, at: u8) -> Rule {
        Rule { chapter, at }
    }

    /// Every rule, in the order of `docs/rules.md`.
    pub fn all() -> impl Iterator<Item = Rule> {
        Chapter::all().flat_map(|chapter| (0..chapter.ids().len() as u8).map(move |at| Rule { chapter, at }))
    }

    /// The id as written in `docs/rules.md`.
    pub const fn id(self) -> &'static str {
        self.chapter.ids()[self.at as usize]
    }
}

/// Names the rules of a chapter, `Rule::T1` and so on, and lists their ids in `RULES`.
macro_rules! rules {
    ($chapter:expr; $($id:ident)*) => {
        pub(crate) const RULES: &[&str] = &[$(stringify!($id)),*];

        const _: () = {
            #[allow(clippy::upper_case_acronyms, reason = "ids are written as in the document")]
            enum At { $($id),* }

            impl Rule {
                $(
                    #[doc = concat!("Rule ", stringify!($id), ".")]
                    pub const $id: Rule = Rule::new($chapter, At::$id as u8);
                )*
            }
        };
    };
}
pub(crate) use rules;

rules! {
    Chapter::Base;
    C1 C2 C3 C4 S1 S2 S3 S4 S5 T1 T2 T3 T4 T5 T6 T7 T8 M1 B1 B2 B3 B4 P1 P2 P3 P4 P5 P6 D1 D2 D3
    W1 W2 W3 W4 W5 E1 E2 E3 E4
}

impl fmt::Display for Rule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.id())
    }
}

impl fmt::Debug for Rule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.id())
    }
}

macro_rules! reasons {
    ($($(#[$doc:meta])* $name:ident = $text:literal,)*) => {
        /// What is wrong with a refused action.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        #[non_exhaustive]
        pub enum Reason { $($(#[$doc])* $name),* }

        impl Reason {
            /// Every reason.
            pub const ALL: &[Reason] = &[$(Reason::$name),*];

            /// A stable name for messages and translations.
            pub const fn name(self) -> &'static str {
                match self { $(Reason::$name => $text),* }
            }
        }
    };
}

reasons! {
    /// It is another seat's turn, or the seat does not exist.
    NotYourTurn = "not-your-turn",
    /// The game is over.
    GameOver = "game-over",
    /// Something else must be done at this point of the turn.
    NotNow = "not-now",
    /// An extra action is mandatory before tiles are placed.
    ActionDue = "action-due",
    /// There is nothing to undo.
    NothingToUndo = "nothing-to-undo",
    /// Tiles are still waiting to be placed.
    TilesWaiting = "tiles-waiting",
    /// No card is named.
    NoCards = "no-cards",
    /// A card is not on the display.
    NotOnDisplay = "not-on-display",
    /// Several cards add up to more than five.
    OverFive = "over-five",
    /// This card can only be taken alone.
    TakenAlone = "taken-alone",
    /// The tile is not for sale.
    NotOnOffer = "not-on-offer",
    /// The market space that sets the price is empty.
    NoPrice = "no-price",
    /// The cards are not in hand.
    NotInHand = "not-in-hand",
    /// The cards are of another currency.
    WrongCurrency = "wrong-currency",
    /// The cards are worth less than the price.
    TooLittle = "too-little",
    /// The price must be paid exactly.
    NotExact = "not-exact",
    /// The tile is not waiting to be placed.
    NotWaiting = "not-waiting",
    /// The tile is not in the reserve.
    NotInReserve = "not-in-reserve",
    /// Flipping the tile must be paid for.
    FlipUnpaid = "flip-unpaid",
    /// The tile cannot be flipped now.
    NoFlip = "no-flip",
    /// Dirk is not in this game, or cannot be given this tile.
    NotForDirk = "not-for-dirk",
    /// The cell is occupied.
    Occupied = "occupied",
    /// There is no tile on the cell.
    NoTile = "no-tile",
    /// Two sides that may not touch would touch.
    SidesClash = "sides-clash",
    /// A tile could not be reached on foot.
    NotReachable = "not-reachable",
    /// The board would not be connected along sides.
    NotConnected = "not-connected",
    /// There would be a hole.
    Hole = "hole",
    /// A tile outside the walls would have no bastion against a wall.
    NoHold = "no-hold",
    /// A starting tile cannot be moved.
    StartStays = "start-stays",
    /// More tiles than any one player can have.
    TooMany = "too-many",
    /// A tile is on the board twice, or both of its faces are.
    Twice = "twice",
    /// The piece is not part of this game.
    NotInGame = "not-in-game",
    /// It is already awake.
    Awake = "awake",
    /// It is asleep.
    Asleep = "asleep",
    /// The card is not held.
    NotHeld = "not-held",
    /// The player cannot have another one.
    LimitReached = "limit-reached",
    /// It is no longer available.
    NotAvailable = "not-available",
    /// Four tiles do not meet here.
    NoCrossing = "no-crossing",
    /// The colours are not among the four buildings.
    ColoursMissing = "colours-missing",
    /// Only as the first action of a turn.
    OnlyFirst = "only-first",
}

/// A refused action.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Refusal {
    /// The rule that forbids it.
    pub rule: Rule,
    /// What is wrong.
    pub reason: Reason,
    /// The tile at fault.
    pub tile: Option<Tile>,
    /// The cell at fault.
    pub cell: Option<Cell>,
    /// The side at fault, seen from the cell.
    pub side: Option<Direction>,
}

impl Refusal {
    /// A refusal without a place.
    pub const fn new(rule: Rule, reason: Reason) -> Refusal {
        Refusal { rule, reason, tile: None, cell: None, side: None }
    }

    /// Names the tile.
    pub const fn tile(mut self, tile: Tile) -> Refusal {
        self.tile = Some(tile);
        self
    }

    /// Names the cell.
    pub const fn cell(mut self, cell: Cell) -> Refusal {
        self.cell = Some(cell);
        self
    }

    /// Names the side.
    pub const fn side(mut self, side: Direction) -> Refusal {
        self.side = Some(side);
        self
    }
}

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.rule, self.reason.name())?;
        if let Some(tile) = self.tile {
            write!(f, ", tile {tile}")?;
        }
        if let Some(cell) = self.cell {
            write!(f, ", cell {cell}")?;
        }
        if let Some(side) = self.side {
            write!(f, ", side {}", side.letter())?;
        }
        Ok(())
    }
}

impl core::error::Error for Refusal {}
