//! The best turns, in the form the page expects.

use sabika_bots::{Budget, explain};
use sabika_rules::View;
use sabika_table::message::AdviceView;

/// The best turns for the seat to act, best first.
pub(crate) fn advice(view: &View, budget: Budget, many: usize) -> Vec<AdviceView> {
    explain(view, 0, budget, many).iter().map(AdviceView::from).collect()
}
