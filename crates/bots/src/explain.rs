//! Why: the best turns with what each is expected to bring, by source. For hints.

use sabika_rules::{Action, View};

use crate::architect::Architect;
use crate::value::Parts;
use crate::{Budget, Level};

/// A turn one could play.
#[derive(Clone, Debug, PartialEq)]
pub struct Advice {
    /// All its actions, the next one first.
    pub actions: Vec<Action>,
    /// Expected points more than the least of the turns listed, by source.
    pub points: Parts,
    /// How much better than the next best it is judged to be, in points; 0 for the last.
    pub margin: f32,
}

/// The best turns, best first. The view should be one that counts ([`Level::viewer`]).
pub fn explain(view: &View, seed: u64, budget: Budget, many: usize) -> Vec<Advice> {
    debug_assert!(view.seat().is_none_or(|s| view.viewer() == Level::Architect.viewer(s)));
    let candidates = Architect::new(seed).search(view, budget);
    let shown = &candidates[..many.min(candidates.len())];
    let least = shown.iter().map(|c| &c.plan).min_by(|a, b| a.value().total_cmp(&b.value()));
    let least = least.map_or(Parts::default(), |plan| plan.parts);
    let margin = |i: usize| shown.get(i + 1).map_or(0.0, |next| shown[i].standing() - next.standing());
    let advice = shown.iter().enumerate().map(|(i, c)| Advice {
        actions: c.plan.actions.clone(),
        points: c.plan.parts.less(&least),
        margin: margin(i),
    });
    advice.collect()
}
