//! How many turns the planner considers.

use sabika_rules::ModuleSet;

/// How many options the planner considers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Breadth {
    /// Payments for the same tile.
    pub payments: usize,
    /// Boards kept while tiles are placed.
    pub beam: usize,
    /// Redesigns and huts tried with each purchase.
    pub redesigns: usize,
    /// Number of placements tried for the most promising turns.
    pub placings: usize,
    /// Turns that are kept, best first by the planner's estimate: the others are rarely better, and each costs an evaluation.
    pub most: usize,
    /// Whether only the best turn is needed.
    pub only_best: bool,
    /// Whether Granada tiles are flipped (GR3).
    pub flips: bool,
    /// Modules that are not used.
    pub avoid: ModuleSet,
    /// Whether to estimate like version 0.1, including its faults: for [`crate::Classic`].
    pub classic: bool,
}

impl Breadth {
    /// The best turn at a glance, by the planner's own estimate.
    pub const QUICK: Breadth = Breadth {
        payments: 1,
        beam: 1,
        redesigns: 1,
        placings: 1,
        most: usize::MAX,
        only_best: true,
        flips: true,
        avoid: ModuleSet::NONE,
        classic: false,
    };
    /// For continuing play in a search, where an evaluator chooses.
    pub const PLAYOUT: Breadth = Breadth { most: 12, only_best: false, ..Breadth::QUICK };
    /// For a choice at the table.
    pub const FULL: Breadth = Breadth { payments: 3, beam: 4, redesigns: 3, most: 32, ..Breadth::PLAYOUT };
    /// For a careful choice: includes less obvious payments, redesigns and places.
    pub const WIDE: Breadth = Breadth { payments: 6, beam: 8, redesigns: 10, placings: 3, ..Breadth::FULL };
}
