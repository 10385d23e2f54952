//! The turn in a position.

use arrayvec::ArrayVec;

use super::PositionError;
use super::fields::Fields;
use super::supply::Supply;
use super::value::Value;
use crate::event::Round;
use crate::seat::{BySeat, Seat};
use crate::setup::{Module, Setup};
use crate::table::{Market, Occasion, Stage, Turn, Window};
use crate::tile::TileSet;

/// The stages, except for those of modules, by name.
const STAGES: [(&str, Stage); 7] = [
    ("action", Stage::Action),
    ("place", Stage::Placing(Occasion::Turn)),
    ("place-out-of-turn", Stage::Placing(Occasion::OutOfTurn)),
    ("place-at-the-end", Stage::Placing(Occasion::Handout)),
    ("before-scoring", Stage::Window(Window::BeforeScoring)),
    ("after-turn", Stage::Window(Window::AfterTurn)),
    ("over", Stage::Over),
];

/// The name of a stage; further steps of a module's action are written as `more-` and the module.
pub(super) fn stage_name(stage: Stage) -> String {
    match stage {
        Stage::Chain(module) => format!("more-{module}"),
        _ => STAGES.iter().find(|(_, s)| *s == stage).map_or(String::new(), |(name, _)| (*name).into()),
    }
}

fn stage(value: &Value, setup: &Setup) -> Result<Stage, PositionError> {
    let of_module = || {
        let module = value.text.strip_prefix("more-")?.parse::<Module>().ok()?;
        setup.modules.has(module).then_some(Stage::Chain(module))
    };
    let plain = STAGES.iter().find(|(name, _)| *name == value.text).map(|(_, stage)| *stage);
    plain.or_else(of_module).map_or_else(|| value.is_not("a stage of this game"), Ok)
}

/// A seat of the game.
pub(super) fn seat(value: &Value, setup: &Setup) -> Result<Seat, PositionError> {
    value.number(setup.players as u16 - 1).map(|seat| Seat(seat as u8))
}

pub(super) fn read(fields: &mut Fields, setup: &Setup, supply: &mut Supply) -> Result<Turn, PositionError> {
    let whose = seat(&fields.take("turn")?, setup)?;
    let actor_field = fields.take("actor")?;
    let actor = seat(&actor_field, setup)?;
    let stage_field = fields.take("stage")?;
    let stage = stage(&stage_field, setup)?;
    let in_turn = matches!(stage, Stage::Action | Stage::Chain(_) | Stage::Placing(Occasion::Turn));
    if in_turn && actor != whose {
        return actor_field.wrong(format!("it is seat {whose}'s turn"));
    }
    if matches!(stage, Stage::Window(_)) && setup.modules.is_empty() {
        return stage_field.wrong("nobody is asked out of turn without modules (T5)");
    }
    let waiting_field = fields.take("waiting")?;
    let waiting = supply.tiles(&waiting_field)?;
    let may_wait = matches!(stage, Stage::Action | Stage::Placing(_));
    if !waiting.is_empty() && !may_wait {
        return waiting_field.wrong("no tile can be waiting at this stage (T4)");
    }
    let due_field = fields.take("due")?;
    let due = due(&due_field)?;
    if due.is_empty() == (stage == Stage::Window(Window::BeforeScoring)) {
        return due_field.wrong("rounds are due exactly in the stage before-scoring (T5)");
    }
    let closing_field = fields.take("closing")?;
    let closing = closing_field.yes_or_no()?;
    let at_the_end = matches!(stage, Stage::Placing(Occasion::Handout) | Stage::Over);
    if closing != at_the_end && !(closing && stage == Stage::Window(Window::BeforeScoring)) {
        return closing_field.wrong("does not match the stage: the game ends before the last tiles are placed (E1)");
    }
    let mut gained = BySeat::new(setup.players as usize, |_| TileSet::EMPTY);
    if stage == Stage::Placing(Occasion::Handout) {
        let value = fields.take("gained")?;
        for (i, tiles) in value.by_seat(setup.players as usize)?.iter().enumerate() {
            gained[Seat(i as u8)] = supply.tiles(tiles)?;
        }
    }
    let handed_out = match setup.game.hands_out_one_by_one() {
        true => fields.take("handed")?.number(Market::HALVES as u16)? as u8,
        false => 0,
    };
    let first = fields.take("first")?.yes_or_no()?;
    Ok(Turn { seat: whose, actor, stage, first, waiting, due, closing, gained, handed_out })
}

fn due(value: &Value) -> Result<ArrayVec<Round, 2>, PositionError> {
    let mut due = ArrayVec::new();
    for item in value.list() {
        let round = match item.text {
            "A" => Round::First,
            "B" => Round::Second,
            _ => return item.is_not("A or B"),
        };
        if due.contains(&round) {
            return item.wrong("appears twice");
        }
        due.push(round);
    }
    Ok(due)
}
