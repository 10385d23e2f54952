//! Why an action is refused: the rule, the tile and the place at fault, as types. Words for people are the page's job.

use core::fmt;

use crate::cell::Cell;
use crate::side::Direction;
use crate::tile::Tile;

macro_rules! rules {
    ($($id:ident)*) => {
        /// The id of a rule in `docs/rules.md`.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub enum Rule {
            $(#[doc = concat!("Rule ", stringify!($id), ".")] $id),*
        }

        impl Rule {
            /// Every rule, in the order of `docs/rules.md`.
            pub const ALL: &[Rule] = &[$(Rule::$id),*];

            /// The id as it is written in `docs/rules.md`.
            pub const fn id(self) -> &'static str {
                match self { $(Rule::$id => stringify!($id)),* }
            }
        }
    };
}

rules! {
    C1 C2 C3 C4 S1 S2 S3 S4 S5 T1 T2 T3 T4 T5 T6 T7 T8 M1 B1 B2 B3 B4 P1 P2 P3 P4 P5 P6 D1 D2 D3
    W1 W2 W3 W4 W5 E1 E2 E3 E4 N1 N2 N3 N4 N5
    VZ1 VZ2 VZ3 VZ4 VZ5 VZ6 VZ7 BC1 BC2 BC3 BC4 BN1 BN2 BN3 BN4 HU1 HU2 HU3 HU4 HU5
    CA1 CA2 CA3 CA4 CA5 BZ1 BZ2 BZ3 BZ4 BZ5 FA1 FA2 FA3 FA4 FA5
    GR1 GR2 GR3 GR4 GR5 GR6 GR7 CO1 CO2 CO3 CO4 CO5 CO6 CO7
}

impl fmt::Display for Rule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.id())
    }
}

macro_rules! reasons {
    ($($(#[$doc:meta])* $name:ident = $text:literal,)*) => {
        /// What is wrong with a refused action.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
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
    /// It is another seat's turn, or there is no such seat.
    NotYourTurn = "not-your-turn",
    /// The game is over.
    GameOver = "game-over",
    /// Something else is due at this point of the turn.
    NotNow = "not-now",
    /// A further action is due before tiles are placed.
    ActionDue = "action-due",
    /// There is nothing that could be taken back.
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
    /// The tile is not on offer.
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
    /// Turning the tile over has to be paid.
    FlipUnpaid = "flip-unpaid",
    /// The tile may not be turned over now.
    NoFlip = "no-flip",
    /// Dirk takes no part in this game, or cannot be given this tile.
    NotForDirk = "not-for-dirk",
    /// There is a tile already.
    Occupied = "occupied",
    /// There is no tile.
    NoTile = "no-tile",
    /// Two sides that may not touch would touch.
    SidesClash = "sides-clash",
    /// A tile could not be reached on foot.
    NotReachable = "not-reachable",
    /// The board would not hang together along sides.
    NotConnected = "not-connected",
    /// There would be a hole.
    Hole = "hole",
    /// A tile outside would touch no wall with a bastion.
    NoHold = "no-hold",
    /// A starting tile stays where it is.
    StartStays = "start-stays",
    /// More tiles than any one player can have.
    TooMany = "too-many",
    /// A tile lies on the board twice, or both its faces do.
    Twice = "twice",
    /// The piece is not part of this game.
    NotInGame = "not-in-game",
    /// It is awake already.
    Awake = "awake",
    /// It is asleep.
    Asleep = "asleep",
    /// The card is not held.
    NotHeld = "not-held",
    /// One may not have another one.
    LimitReached = "limit-reached",
    /// It is not to be had any more.
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
