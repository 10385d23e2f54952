//! Falcons: one after another, as long as each is worth the card it costs (FA2, FA5).

use sabika_rules::module::{ModuleAction, falconers};
use sabika_rules::{Action, Cell, Module, Stage};

use crate::place_plan::SeatState;
use crate::turn::Turn;
use crate::turn_plan::Planner;

/// The best set of falcons that can be placed now; `None` if no falcon can be placed.
pub(crate) fn falcons(planner: &Planner) -> Option<Turn> {
    let falcon = |a: &Action| match a {
        Action::Module(ModuleAction::Falconers(falconers::Action::Place { falcon, point, .. })) => {
            Some((*falcon, *point))
        }
        _ => None,
    };
    let mut spots: Vec<_> = planner.actions.iter().filter_map(falcon).collect();
    spots.dedup();
    if spots.is_empty() || planner.breadth.avoid.has(Module::Falconers) {
        return None;
    }
    let mut state: SeatState = planner.root.clone();
    let mut hand = planner.hand;
    let mut actions = Vec::new();
    let mut used: Vec<Cell> = Vec::new();
    let mut best: Option<Turn> = None;
    while let Some((falcon, point)) = next_falcon(planner, &state, &spots, &used)
        && let Some(card) = cheapest_card(planner, &hand)
    {
        hand.remove(card);
        state.extras.falcons[falcon.plumage() as usize] += 1;
        state.parts = planner.outlook.board_value(&state.board, state.reserve, state.extras);
        actions.push(Action::Module(ModuleAction::Falconers(falconers::Action::Place { falcon, point, card })));
        used.push(point);
        spots.retain(|(f, _)| *f != falcon);
        let all = actions.iter().copied().chain([Action::Done, Action::End]).collect();
        let mut plan = planner.plan(all, state.parts, hand, 0);
        // FA2: it is the only action of the turn; once the first falcon is placed, the turn is used up.
        if planner.outlook.table.turn.stage == Stage::Action {
            plan.estimate.modules -= planner.outlook.turn_spent();
        }
        if best.as_ref().is_none_or(|b| plan.value() > b.value()) {
            best = Some(plan);
        }
    }
    best
}

type Spot = (sabika_rules::components::Falcon, Cell);

/// The falcon that extends the largest set, at the point that fewest others could use.
fn next_falcon(planner: &Planner, state: &SeatState, spots: &[Spot], used: &[Cell]) -> Option<Spot> {
    let mut flock = state.extras.falcons;
    for falcon in planner.outlook.table.modules.falconers.of(planner.outlook.seat) {
        flock[falcon.plumage() as usize] += 1;
    }
    let free = spots.iter().filter(|(_, point)| !used.contains(point));
    let rivals = |point: &Cell| spots.iter().filter(|(_, p)| p == point).count();
    free.max_by_key(|(falcon, point)| (flock[falcon.plumage() as usize], std::cmp::Reverse(rivals(point)))).copied()
}

/// The least useful card.
fn cheapest_card(planner: &Planner, hand: &sabika_rules::Hand) -> Option<sabika_rules::Card> {
    let without = |card| {
        let mut rest = *hand;
        rest.remove(card);
        planner.market.value(&rest, 0)
    };
    let money = hand.cards().filter(|c| c.as_money().is_some());
    money.max_by(|a, b| without(*a).total_cmp(&without(*b)))
}
