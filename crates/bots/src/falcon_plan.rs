//! Falcons: one after another while each is worth the card it costs (FA2, FA5).

use sabika_rules::module::ModuleAction;
use sabika_rules::{Action, Cell, Module, Stage};

use crate::place_plan::Ground;
use crate::turn_plan::{Plan, Planner};

/// The best flock that can be placed now; `None`: no falcon can be.
pub(crate) fn falcons(planner: &Planner) -> Option<Plan> {
    let falcon = |a: &Action| match a {
        Action::Module(ModuleAction::Falcon { falcon, point, .. }) => Some((*falcon, *point)),
        _ => None,
    };
    let mut spots: Vec<_> = planner.actions.iter().filter_map(falcon).collect();
    spots.dedup();
    if spots.is_empty() || planner.breadth.avoid.has(Module::Falconers) {
        return None;
    }
    let mut ground: Ground = planner.root.clone();
    let mut hand = planner.hand;
    let mut actions = Vec::new();
    let mut used: Vec<Cell> = Vec::new();
    let mut best: Option<Plan> = None;
    while let Some((falcon, point)) = next_falcon(planner, &ground, &spots, &used)
        && let Some(card) = cheapest_card(planner, &hand)
    {
        hand.remove(card);
        ground.beside.falcons[falcon.plumage() as usize] += 1;
        ground.parts = planner.outlook.board_value(&ground.plot, ground.reserve, ground.beside);
        actions.push(Action::Module(ModuleAction::Falcon { falcon, point, card }));
        used.push(point);
        spots.retain(|(f, _)| *f != falcon);
        let all = actions.iter().copied().chain([Action::Module(ModuleAction::Done), Action::End]).collect();
        let mut plan = planner.plan(all, ground.parts, hand, 0);
        // FA2: it is the turn's only action; with the first falcon placed, the turn is spent.
        if planner.outlook.table.turn.stage == Stage::Action {
            plan.parts.modules -= planner.outlook.turn_spent();
        }
        if best.as_ref().is_none_or(|b| plan.value() > b.value()) {
            best = Some(plan);
        }
    }
    best
}

type Spot = (sabika_rules::components::Falcon, Cell);

/// The falcon of the largest flock, on the point that fewest others could use.
fn next_falcon(planner: &Planner, ground: &Ground, spots: &[Spot], used: &[Cell]) -> Option<Spot> {
    let mut flock = ground.beside.falcons;
    for falcon in planner.outlook.table.modules.falconers.of(planner.outlook.seat) {
        flock[falcon.plumage() as usize] += 1;
    }
    let free = spots.iter().filter(|(_, point)| !used.contains(point));
    let rivals = |point: &Cell| spots.iter().filter(|(_, p)| p == point).count();
    free.max_by_key(|(falcon, point)| (flock[falcon.plumage() as usize], std::cmp::Reverse(rivals(point)))).copied()
}

/// The card that is missed least.
fn cheapest_card(planner: &Planner, hand: &sabika_rules::Hand) -> Option<sabika_rules::Card> {
    let without = |card| {
        let mut rest = *hand;
        rest.remove(card);
        planner.purses.value(&rest, 0)
    };
    let money = hand.cards().filter(|c| c.as_money().is_some());
    money.max_by(|a, b| without(*a).total_cmp(&without(*b)))
}
