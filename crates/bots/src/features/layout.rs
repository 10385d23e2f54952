//! The position of each number in a vector, and its unit.

use sabika_rules::board::Shape;
use sabika_rules::{Kind, Module};

use super::{SLOTS, TOP_PRICE};

/// Increased whenever a number changes its place or its meaning. Numbers may be appended to a block without increasing it only
/// together with a new width, which a network file states.
pub const LAYOUT_VERSION: u32 = 1;

/// Buildings of a kind: at least this many.
pub(super) const BUILT: [usize; 6] = [1, 2, 3, 4, 5, 6];
/// The categories of a lead over the best rival.
pub(super) const LEADS: usize = 8;
/// The longest wall: at least this long.
pub(super) const WALL_STEPS: [usize; 10] = [3, 5, 7, 9, 11, 13, 15, 17, 20, 24];
/// Walkable sides to empty cells: at least this many.
pub(super) const DOORS: [usize; 6] = [1, 2, 3, 4, 5, 6];
/// Tiles left in a bag: at least this many.
pub(super) const BAG_STEPS: [usize; 10] = [1, 3, 5, 8, 12, 16, 20, 26, 32, 40];

/// The modules in the order of their flags; a new one is appended.
pub(super) const MODULE_FLAGS: [Module; 7] =
    [Module::Vizier, Module::Bureau, Module::Bonus, Module::Huts, Module::Camps, Module::Bazaars, Module::Falconers];

const LINE: usize = 1 + WALL_STEPS.len() + 1 + 3;
const SEAT_PLAIN: usize =
    1 + 6 + Kind::COUNT * (BUILT.len() + LEADS + 3) + 6 + 3 * LINE + 1 + DOORS.len() + 4 + Kind::COUNT + 3 + MODULES;
const MODULES: usize = 2 + 3 + 3 + 3 + 2 + 3 + Kind::ALHAMBRA_COUNT;
pub(super) const SEAT_CURRENCY: usize = 3 + TOP_PRICE + 3 + SLOTS * 4;
/// The length of a seat's block.
pub const SEAT: usize = SEAT_PLAIN + 4 * SEAT_CURRENCY;

const SHARED_PLAIN: usize = 5
    + 3
    + MODULE_FLAGS.len()
    + 1
    + 3
    + 2 * 6
    + 3
    + 2 * (1 + BAG_STEPS.len())
    + 2 * Kind::COUNT
    + 4
    + 5
    + Kind::ALHAMBRA_COUNT
    + 3;
const SHARED_CURRENCY: usize = SLOTS * 2 + 2 * (Kind::COUNT + 1) + 7;
/// The length of the shared block.
pub const SHARED: usize = SHARED_PLAIN + 4 * SHARED_CURRENCY;

/// What a training program needs to know about the vectors.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Layout {
    /// [`LAYOUT_VERSION`].
    pub version: u32,
    /// Numbers in the block of a seat, and in the shared one.
    pub seat: usize,
    /// Numbers in the shared block.
    pub shared: usize,
    /// The last numbers of each block are repeated for each of the four currencies: this many for a seat.
    pub seat_currency: usize,
    /// And this many in the shared block. Currencies can be permuted without changing a position's value.
    pub shared_currency: usize,
}

/// The layout of this version.
pub const LAYOUT: Layout = Layout {
    version: LAYOUT_VERSION,
    seat: SEAT,
    shared: SHARED,
    seat_currency: SEAT_CURRENCY,
    shared_currency: SHARED_CURRENCY,
};

/// The part of a seat's block that depends only on its own board and hand.
pub(crate) struct SeatPart {
    pub shapes: [Shape; 3],
    pub doors: usize,
    /// What camps, bazaars and falcons score in the next round, and in the last.
    pub points: [[u16; 3]; 2],
    /// Huts, camps and bazaars on the board.
    pub pieces: [usize; 3],
    /// The sums that can be paid exactly in each currency, as bits.
    pub sums: [u64; 4],
    /// The fraction of future tiles whose price can be paid exactly, and at all, in each currency.
    pub shares: [(f32, f32); 4],
}

/// The shared block.
pub(crate) struct SharedPart;
