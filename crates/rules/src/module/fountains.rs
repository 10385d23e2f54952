//! Fountains, which are in no rulebook: a module compiled only to test what it takes to add one (see CONTRIBUTING.md).
//!
//! FO1: once per game, as an action, a player may build a fountain on a garden of their board. FO2: in each round it scores a point for
//! each adjacent tile. FO3: if the garden leaves the board, so does the fountain, for good.

use core::fmt;

use super::Module;
use super::hooks::{Never, Parts, Rules, Then};
use crate::cell::Cell;
use crate::digest::Digest;
use crate::event::Round;
use crate::game::{Chair, Game};
use crate::kind::Kind;
use crate::notation::{Read, Words};
use crate::position::value::{Value, by_seat};
use crate::position::{PositionError, Supply};
use crate::refusal::{Chapter, Reason, Refusal, Rule, rules};
use crate::seat::{MAX_PLAYERS, Seat};
use crate::side::Direction;
use crate::table::{Stage, Table};
use crate::tile::Tile;

rules! { Chapter::Module(Module::Fountains); FO1 FO2 FO3 }

/// The module.
pub struct Fountains;

/// Where the fountains are.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Open {
    /// The seats that have built one, as bits.
    used: u8,
    /// By seat.
    at: [Option<Cell>; MAX_PLAYERS],
}

/// What a seat can do with its fountain.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Action {
    /// Builds it here (FO1).
    SetUp(Cell),
}

impl fmt::Display for Action {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Action::SetUp(cell) = self;
        write!(f, "fountain {cell}")
    }
}

impl Parts for Fountains {
    type Open = Open;
    type Own = ();
    type Action = Action;
    type Event = Never;
}

impl Rules for Fountains {
    type Hidden = ();
    type Expected = ();

    const MODULE: Module = Module::Fountains;
    const NAME: &'static str = "fountains";
    const RULES: &'static [&'static str] = RULES;
    const POINTS: Option<&'static str> = Some("fountains");

    fn list(chair: &Chair, push: &mut impl FnMut(Action)) {
        let actions = chair.board().tiles().iter().map(|placed| Action::SetUp(placed.cell));
        actions.filter(|action| Self::check(chair, *action).is_ok()).for_each(push);
    }

    fn due(_: Action, stage: Stage) -> (Rule, bool) {
        (Rule::FO1, stage == Stage::Action)
    }

    fn check(chair: &Chair, action: Action) -> Result<(), Refusal> {
        let Action::SetUp(cell) = action;
        let no = |reason| Err(Refusal::new(Rule::FO1, reason).cell(cell));
        if chair.table.modules.fountains.used >> chair.seat.0 & 1 != 0 {
            return no(Reason::LimitReached);
        }
        match chair.board().get(cell) {
            Some(tile) if tile.building() == Some(Kind::Garden) => Ok(()),
            _ => no(Reason::NoTile),
        }
    }

    fn apply(game: &mut Game, seat: Seat, action: Action) -> Then {
        let Action::SetUp(cell) = action;
        let open = &mut game.table.modules.fountains;
        open.used |= 1 << seat.0;
        open.at[seat.index()] = Some(cell);
        Then::Acted
    }

    /// FO3
    fn tile_removed(game: &mut Game, seat: Seat, _: Tile, cell: Cell) {
        let at = &mut game.table.modules.fountains.at[seat.index()];
        *at = at.filter(|fountain| *fountain != cell);
    }

    /// FO2
    fn points(table: &Table, seat: Seat, _: Round) -> u16 {
        let board = &table.players[seat].board;
        let beside = |cell: Cell| Direction::ALL.iter().filter(|d| board.get(cell.step(**d)).is_some()).count();
        table.modules.fountains.at[seat.index()].map_or(0, |cell| beside(cell) as u16)
    }

    fn digest(game: &Game, digest: &mut Digest) {
        let open = &game.table.modules.fountains;
        digest.byte(open.used);
        digest.bytes(open.at.iter().flat_map(|at| at.map_or([i8::MIN; 2], |cell| [cell.x, cell.y])).map(|n| n as u8));
    }

    /// The cell of each seat's fountain; `gone`: it was built and has left the board.
    fn write_open(table: &Table) -> Option<String> {
        let open = &table.modules.fountains;
        let one = |seat: usize| match (open.at[seat], open.used >> seat & 1) {
            (Some(cell), _) => cell.to_string(),
            (None, 0) => "-".into(),
            (None, _) => "gone".into(),
        };
        Some(by_seat((0..table.player_count()).map(one)))
    }

    fn read_open(table: &mut Table, _: &mut Supply, value: &Value) -> Result<(), PositionError> {
        for (seat, fountain) in value.by_seat(table.player_count())?.into_iter().enumerate() {
            let Some(fountain) = fountain.maybe() else { continue };
            table.modules.fountains.used |= 1 << seat;
            if fountain.text != "gone" {
                let cell: Cell = fountain.code()?;
                let tile = table.players[Seat(seat as u8)].board.get(cell);
                if tile.and_then(Tile::building) != Some(Kind::Garden) {
                    return fountain.wrong("there is no garden (FO1)");
                }
                table.modules.fountains.at[seat] = Some(cell);
            }
        }
        Ok(())
    }

    fn parse(verb: &str, words: &mut Words) -> Option<Read<Action>> {
        (verb == "fountain").then(|| words.cell().map(Action::SetUp))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::record::Record;
    use crate::rng::{Dice, Seed};
    use crate::rule::scoring;
    use crate::setup::{ModuleSet, Setup};
    use crate::testkit::Scene;
    use crate::{History, Silent, Viewer};

    fn scene() -> Scene {
        Scene::new(Setup::alhambra(3).with(Module::Fountains))
            .display("d1 h2 u5 f3")
            .board(0, "G10@1,0 C10@1,1 T11@2,0")
    }

    #[test]
    fn fo1_once_on_a_garden() {
        let mut scene = scene();
        scene.lists(0, "fountain", "fountain 1,0");
        scene.refuses(0, "fountain 1,1", "FO1: no-tile, cell 1,1");
        scene.act(0, "fountain 1,0");
        scene.refuses(0, "fountain 1,0", "FO1: not-now");
        let mut scene = scene.turn(0);
        scene.refuses(0, "fountain 1,0", "FO1: limit-reached, cell 1,0");
        Scene::new(Setup::alhambra(3)).refuses(0, "fountain 1,0", "FO1: not-in-game");
    }

    #[test]
    fn fo2_fo3_it_pays_until_its_garden_goes() {
        let mut scene = scene();
        scene.act(0, "fountain 1,0");
        let points = |scene: &Scene| scoring::score(&scene.game.table, Round::First).seats[Seat(0)].modules;
        assert_eq!((points(&scene)[Module::Fountains], points(&scene).total()), (3, 3));
        let mut scene = scene.turn(0).reserve(0, "G11");
        scene.act(0, "exchange G11 1,0");
        assert_eq!(points(&scene).total(), 0);
    }

    /// Whole games with all eight modules: records name it, views and samples keep it, notation reads back, and all seven others are
    /// used, too.
    #[test]
    fn it_is_part_of_whole_games() {
        let setup = Setup::alhambra(3).with_modules(ModuleSet::ALL);
        assert_eq!(setup.modules.iter().count(), 8);
        let (mut dice, mut actions, mut fountains) = (Dice::from_seed(1), Vec::new(), 0);
        for seed in 0..10 {
            let mut history = History::new(setup, Seed::from(seed)).expect("a game");
            while let Some(seat) = history.game().to_act() {
                history.game().legal_actions(seat, &mut actions);
                let action = actions[dice.below(actions.len() as u32) as usize];
                assert_eq!(action.to_string().parse(), Ok(action));
                fountains += usize::from(action.to_string().starts_with("fountain "));
                let view = history.game().view(Viewer::Seat(seat));
                assert_eq!(view.sample(&mut dice).view(Viewer::Seat(seat)), view);
                assert_eq!(view.position().parse().as_ref(), Ok(&view));
                history.apply(seat, action, &mut Silent).expect("listed");
            }
            let record = Record::of(&history, &["a".into(), "b".into(), "c".into()]);
            assert_eq!(record.setup.modules.last().map(String::as_str), Some("fountains"));
        }
        assert!(fountains > 5, "{fountains}");
    }
}
