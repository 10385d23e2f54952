//! The workers' huts: free tiles that count as their neighbours' kind (HU1–HU5).

use core::fmt;
use core::ops::Range;

use arrayvec::ArrayVec;

use super::hooks::{DealOrder, Parts, Rules, Source, Then};
use super::{Listed as _, Module};
use crate::board::Board;
use crate::components::{HUTS, Piece};
use crate::digest::Digest;
use crate::event::Events;
use crate::from_record::{RecordError, TileBox, read, record_error};
use crate::game::{Chair, Game};
use crate::kind::{ByKind, Kind};
use crate::notation::{Read, Words};
use crate::position::value::{Maybe, Value, by_seat, list};
use crate::position::{PositionError, Supply};
use crate::record::Dealt;
use crate::refusal::{Chapter, Reason, Refusal, Rule, rules};
use crate::rng::{Dice, Seed, Stream};
use crate::seat::{MAX_PLAYERS, Seat};
use crate::setup::Setup;
use crate::side::{Direction, Side};
use crate::table::{Stage, Table};
use crate::tile::Tile;

rules! { Chapter::Module(Module::Huts); HU1 HU2 HU3 HU4 HU5 }

/// The module.
pub struct Huts;

/// HU3: a player has at most this many.
const MOST: u8 = 3;
/// HU4: a hut counts for at most this many buildings.
const MOST_COUNTED: u8 = 3;

type Pile = ArrayVec<Tile, 5>;

/// The six piles, as everyone sees them.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Open {
    /// The face-up hut of each pile, by kind from Pavilion to Tower.
    pub face_up: [Option<Tile>; Kind::ALHAMBRA_COUNT],
    /// The number of face-down huts below.
    pub below: [u8; Kind::ALHAMBRA_COUNT],
    /// The number of huts each seat has taken.
    pub taken: [u8; MAX_PLAYERS],
}

/// The order of the piles; the last hut is on top.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Hidden {
    piles: [Pile; Kind::ALHAMBRA_COUNT],
}

/// What a seat can do with huts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Action {
    /// Takes one (HU2).
    Take(Tile),
}

impl fmt::Display for Action {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Action::Take(tile) = self;
        write!(f, "hut {tile}")
    }
}

/// Events of the huts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Event {
    /// A hut was turned face up (HU2).
    TurnedUp(Tile),
}

impl fmt::Display for Event {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Event::TurnedUp(tile) = self;
        write!(f, "hut {tile}")
    }
}

fn all() -> impl Iterator<Item = Tile> {
    HUTS.map(Tile::nth)
}

impl Parts for Huts {
    type Open = Open;
    type Own = ();
    type Action = Action;
    type Event = Event;
}

impl Rules for Huts {
    type Hidden = Hidden;
    type Expected = ();

    const MODULE: Module = Module::Huts;
    const NAME: &'static str = "huts";
    const RULES: &'static [&'static str] = RULES;
    const PIECES: Range<u8> = HUTS;
    const DEAL: Option<(&'static str, DealOrder)> = Some(("huts", DealOrder::FaceUp));

    fn set_up(_: &Setup, seed: &Seed) -> (Open, Hidden) {
        let (mut open, mut hidden) = (Open::default(), Hidden::default());
        let mut dice = Dice::new(seed, Stream::Module(Module::Huts));
        for (i, pile) in hidden.piles.iter_mut().enumerate() {
            pile.extend(all().filter(|t| t.kind() == Some(Kind::ALL[i])));
            dice.shuffle(pile);
            open.face_up[i] = pile.pop();
            open.below[i] = pile.len() as u8;
        }
        (open, hidden)
    }

    #[inline]
    fn is_free_of_charge(tile: Tile) -> bool {
        tile.piece() == Piece::Hut
    }

    #[inline]
    fn list(chair: &Chair, push: &mut impl FnMut(Action)) {
        let open = &chair.table.modules.huts;
        if open.taken[chair.seat.index()] < MOST {
            open.face_up.iter().flatten().for_each(|tile| push(Action::Take(*tile)));
        }
    }

    fn due(_: Action, stage: Stage) -> (Rule, bool) {
        (Rule::HU2, stage == Stage::Action)
    }

    fn check(chair: &Chair, action: Action) -> Result<(), Refusal> {
        let Action::Take(tile) = action;
        let open = &chair.table.modules.huts;
        if !open.face_up.contains(&Some(tile)) {
            return Err(Refusal::new(Rule::HU2, Reason::NotAvailable).tile(tile));
        }
        if open.taken[chair.seat.index()] >= MOST {
            return Err(Refusal::new(Rule::HU3, Reason::LimitReached).tile(tile));
        }
        Ok(())
    }

    #[inline]
    fn apply(game: &mut Game, seat: Seat, action: Action) -> Then {
        let Action::Take(tile) = action;
        let open = &mut game.table.modules.huts;
        open.face_up.iter_mut().filter(|t| **t == Some(tile)).for_each(|t| *t = None);
        open.taken[seat.index()] += 1;
        game.table.turn.waiting.insert(tile);
        Then::Acted
    }

    /// HU2: turns up the next hut of a pile whose top was taken, at T5.
    fn turn_ended(game: &mut Game, events: &mut impl Events) {
        let open = &mut game.table.modules.huts;
        for (i, pile) in game.secrets.modules.huts.piles.iter_mut().enumerate() {
            if open.face_up[i].is_none()
                && let Some(tile) = pile.pop()
            {
                open.face_up[i] = Some(tile);
                open.below[i] -= 1;
                events.push(crate::event::Event::Module(Self::event(Event::TurnedUp(tile))));
            }
        }
    }

    /// HU4: one building for each neighbour of its colour with no wall in between.
    fn count_on_board(board: &Board, count: &mut ByKind<u8>) {
        for hut in board.tiles().iter().filter(|p| p.tile.piece() == Piece::Hut) {
            let Some(kind) = hut.tile.kind() else { continue };
            let same = |d: &Direction| {
                hut.tile.side(*d) == Side::Open
                    && board.get(hut.cell.step(*d)).is_some_and(|t| t.building() == Some(kind))
            };
            count[kind] += (Direction::ALL.iter().filter(|d| same(d)).count() as u8).min(MOST_COUNTED);
        }
    }

    /// The huts nobody has seen, in random order.
    fn sample(table: &Table, _: Option<(Seat, ())>, dice: &mut Dice) -> Hidden {
        let mut hidden = Hidden::default();
        let open = &table.modules.huts;
        let seen = |tile: &Tile| {
            open.face_up.contains(&Some(*tile))
                || table.turn.waiting.contains(*tile)
                || table.players.iter().any(|p| p.reserve.contains(*tile) || p.board.find(*tile).is_some())
        };
        for (i, pile) in hidden.piles.iter_mut().enumerate() {
            pile.extend(all().filter(|t| t.kind() == Some(Kind::ALL[i]) && !seen(t)));
            dice.shuffle(pile);
        }
        hidden
    }

    fn digest(game: &Game, digest: &mut Digest) {
        let open = &game.table.modules.huts;
        digest.bytes(open.face_up.iter().map(|t| t.map_or(u8::MAX, |t| t.index())));
        digest.bytes(open.taken);
        digest.bytes(game.secrets.modules.huts.piles.iter().flatten().map(|t| t.index()));
    }

    /// The face-up hut of each pile, then how many each seat has taken. The number of face-down huts follows.
    fn write_open(table: &Table) -> Option<String> {
        let open = &table.modules.huts;
        let taken = open.taken[..table.player_count()].iter().map(|n| n.to_string());
        Some(by_seat(core::iter::once(list(open.face_up.map(Maybe))).chain(taken)))
    }

    fn read_open(table: &mut Table, supply: &mut Supply, value: &Value) -> Result<(), PositionError> {
        let parts = value.by_seat(1 + table.player_count())?;
        let open = &mut table.modules.huts;
        for (i, item) in parts[0].items::<{ Kind::ALHAMBRA_COUNT }>()?.into_iter().enumerate() {
            let Some(item) = item.maybe() else { continue };
            let tile = supply.piece(&item)?;
            if tile.kind() != Some(Kind::ALL[i]) {
                return item.wrong(format!("{tile} is not a hut of kind {} (HU1)", Kind::ALL[i].code()));
            }
            open.face_up[i] = Some(tile);
        }
        for (seat, taken) in parts[1..].iter().enumerate() {
            open.taken[seat] = taken.number(MOST as u16)? as u8;
        }
        for tile in supply.unseen_pieces().iter() {
            open.below[tile.kind().map_or(0, |kind| kind as usize)] += 1;
        }
        Ok(())
    }

    /// The piles, each from the top.
    fn write_hidden(hidden: &Hidden, _: usize) -> Option<String> {
        Some(by_seat(hidden.piles.iter().map(|pile| list(pile.iter().rev()))))
    }

    fn read_hidden(_: &Table, supply: &Supply, value: &Value) -> Result<Hidden, PositionError> {
        let mut hidden = Hidden::default();
        let mut left = supply.unseen_pieces();
        for (i, pile) in value.by_seat(Kind::ALHAMBRA_COUNT)?.iter().enumerate() {
            for item in pile.list().iter().rev() {
                let tile: Tile = item.code()?;
                if !left.contains(tile) || tile.kind() != Some(Kind::ALL[i]) {
                    return item.wrong(format!("{tile} cannot be in this pile"));
                }
                left.remove(tile);
                hidden.piles[i].push(tile);
            }
        }
        match left.iter().next() {
            Some(tile) => value.wrong(format!("{tile} is missing")),
            None => Ok(hidden),
        }
    }

    fn parse(verb: &str, words: &mut Words) -> Option<Read<Action>> {
        (verb == "hut").then(|| words.tile().map(Action::Take))
    }

    fn record_deal(game: &Game, _: bool) -> Option<Dealt> {
        Some(Dealt::Codes(game.table.modules.huts.face_up.iter().flatten().map(|t| t.to_string()).collect()))
    }

    /// HU1: the face-up hut of each pile.
    fn lay_out(table: &mut Table, deal: Option<&Dealt>, _: &mut TileBox) -> Result<(), RecordError> {
        let codes = Dealt::codes("deal.huts", deal)?;
        if codes.len() != Kind::ALHAMBRA_COUNT {
            return record_error("deal.huts", format!("{} huts instead of six (HU1)", codes.len()));
        }
        for (i, code) in codes.iter().enumerate() {
            let place = format!("deal.huts[{i}]");
            let tile: Tile = read(&place, code, "the code of a hut")?;
            if tile.piece() != Piece::Hut || tile.kind() != Some(Kind::ALL[i]) {
                return record_error(place, format!("{tile} is not a hut of kind {} (HU1)", Kind::ALL[i].code()));
            }
            table.modules.huts.face_up[i] = Some(tile);
        }
        Ok(())
    }

    fn source(verb: &str) -> Option<Source> {
        (verb == "hut").then_some(Source::Own)
    }

    fn reveal_next(hidden: &mut Hidden, tile: Tile) -> bool {
        hidden.piles.iter_mut().any(|pile| match pile.iter().position(|t| *t == tile) {
            Some(at) => {
                let top = pile.len() - 1;
                pile.swap(at, top);
                true
            }
            None => false,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rule::scoring::Holding;
    use crate::setup::GameKind;
    use crate::table::{Occasion, Stage};
    use crate::testkit::{Scene, board, tile, tiles};

    impl Scene {
        /// The piles by kind, each with its face-up hut first; `-` for an empty pile.
        pub(in crate::module) fn piles(mut self, piles: [&str; 6]) -> Scene {
            for (i, pile) in piles.into_iter().enumerate() {
                let mut pile: Pile = if pile == "-" { Pile::new() } else { tiles(pile).into_iter().rev().collect() };
                let open = &mut self.game.table.modules.huts;
                open.face_up[i] = pile.pop();
                open.below[i] = pile.len() as u8;
                self.game.secrets.modules.huts.piles[i] = pile;
            }
            let seat = self.game.table.turn.seat.0;
            self.turn(seat)
        }
    }

    fn scene(players: u8) -> Scene {
        Scene::new(Setup::alhambra(players).with(Module::Huts))
            .market("T9ne G10 P8 S3esw")
            .display("d1 h2 u5 f3")
            .deck("d4 d5 d6")
            .bag("C11 A9 A10")
            .hand(0, "f9")
            .piles(["hPn hPs", "hSe hSw", "hAe hAne", "hCe", "hGn hGs hGnw", "-"])
    }

    /// Buildings of a kind, including what huts add.
    fn count_on(drawn: &str, kind: Kind) -> u8 {
        let board = board(GameKind::Alhambra, drawn);
        let mut holding = Holding::of_board(&board).count;
        Huts::count_on_board(&board, &mut holding);
        holding[kind]
    }

    #[test]
    fn hu1_six_shuffled_piles_with_the_top_tile_face_up() {
        let mut tops = std::collections::BTreeSet::new();
        for seed in 0..60 {
            let game = Game::new(Setup::alhambra(4).with(Module::Huts), Seed::from(seed)).unwrap();
            let open = &game.table.modules.huts;
            assert_eq!(open.below, [2, 2, 3, 3, 4, 4], "3, 3, 4, 4, 5, 5 with the one on top");
            for (i, kind) in Kind::alhambra().enumerate() {
                let pile = &game.secrets.modules.huts.piles[i];
                assert_eq!(pile.len(), open.below[i] as usize);
                let all: std::collections::BTreeSet<Tile> = pile.iter().copied().chain(open.face_up[i]).collect();
                assert_eq!(all, super::all().filter(|t| t.kind() == Some(kind)).collect(), "each hut once");
                tops.extend(open.face_up[i]);
            }
        }
        assert_eq!(tops.len(), 24, "which one lies on top is left to chance");
        let game = Game::new(Setup::alhambra(4), Seed::from(1)).unwrap();
        assert_eq!(game.table.modules.huts.face_up, [None; 6], "not in this game");
    }

    #[test]
    fn hu2_taking_a_hut_is_an_action_and_it_is_placed_like_any_tile() {
        let mut scene = scene(3);
        assert_eq!(scene.listed_as(0, "hut"), ["hut hPn", "hut hSe", "hut hAe", "hut hCe", "hut hGn"]);
        for line in ["hut hPs", "hut hTn"] {
            let code = line.split(' ').nth(1).unwrap();
            assert_eq!(scene.refused(0, line).to_string(), format!("HU2: not-available, tile {code}"));
        }
        scene.refuses(0, "hut G10", "HU2: not-available, tile G10");
        scene.refuses(1, "hut hPn", "T1: not-your-turn");
        scene.act(0, "hut hGn");
        // It costs nothing and gives no extra action.
        assert_eq!(scene.game.table.turn.stage, Stage::Placing(Occasion::Turn));
        assert_eq!(*scene.game.hand(Seat(0)), crate::testkit::hand("f9"));
        scene.refuses(0, "hut hPn", "HU2: not-now");
        // P1–P6 apply to it.
        scene.refuses(0, "place hGn 0,1", "P2: sides-clash, tile hGn, cell 0,1, side n");
        scene.refuses(0, "place hGn 2,0", "P4: not-connected, tile hGn, cell 2,0");
        scene.refuses(0, "end", "T4: tiles-waiting");
        assert_eq!(scene.listed(0), ["place hGn 0,-1", "place hGn 1,0", "place hGn -1,0", "reserve hGn"]);
        scene.act(0, "place hGn 1,0");
        assert_eq!(scene.game.table.players[Seat(0)].board.find(tile("hGn")), "1,0".parse().ok());
    }

    #[test]
    fn hu2_the_next_of_its_pile_is_turned_up_first_after_the_turn() {
        let mut scene = scene(3);
        scene.act(0, "buy T9ne with f9").act(0, "hut hGn");
        assert_eq!(scene.game.table.modules.huts.face_up[Kind::Garden as usize], None, "T6: not in the turn");
        scene.acts(0, "reserve T9ne; reserve hGn; end");
        assert_eq!(scene.shown(), ["hut hGs", "market 1 C11"]);
        assert_eq!(scene.game.table.modules.huts.below[Kind::Garden as usize], 1);
        // T5: before the display is refilled.
        let mut scene = scene.turn(1);
        scene.act(1, "take u5");
        scene.game.table.modules.huts.face_up[0] = None;
        scene.act(1, "end");
        assert_eq!(scene.shown(), ["hut hPs", "display d4"]);
    }

    #[test]
    fn hu2_an_empty_pile_offers_nothing_more() {
        let mut scene = scene(3);
        scene.acts(0, "hut hCe; reserve hCe; end");
        assert_eq!(scene.shown(), [""; 0]);
        assert_eq!(scene.listed_as(1, "hut"), ["hut hPn", "hut hSe", "hut hAe", "hut hGn"]);
        scene.refuses(1, "hut hCe", "HU2: not-available, tile hCe");
    }

    /// T3: a hut makes an extra action mandatory.
    #[test]
    fn hu2_after_an_exact_payment_a_hut_may_be_all_that_is_left_to_do() {
        let mut scene = scene(3).display("").board(0, "");
        scene.act(0, "buy T9ne with f9");
        assert_eq!(scene.listed(0), ["hut hPn", "hut hSe", "hut hAe", "hut hCe", "hut hGn"]);
        scene.refuses(0, "end", "T3: action-due");
    }

    #[test]
    fn hu2_redesigned_like_any_tile() {
        let mut scene = scene(3).board(0, "hGs@1,0").reserve(0, "hGn");
        assert!(scene.listed(0).contains(&"exchange hGn 1,0".to_owned()));
        scene.act(0, "remove 1,0");
        assert!(scene.game.table.players[Seat(0)].reserve.contains(tile("hGs")));
    }

    #[test]
    fn hu3_at_most_three_including_those_on_the_reserve() {
        let mut scene = scene(3);
        for (hut, then) in [("hPn", "place hPn 1,0"), ("hSe", "reserve hSe"), ("hAe", "reserve hAe")] {
            scene = scene.turn(0);
            scene.act(0, &format!("hut {hut}")).acts(0, &format!("{then}; end"));
        }
        scene = scene.turn(0);
        scene.refuses(0, "hut hGn", "HU3: limit-reached, tile hGn");
        assert!(scene.listed_as(0, "hut").is_empty());
        // Removing one from the board makes no room.
        scene.acts(0, "remove 1,0; end");
        scene = scene.turn(0);
        scene.refuses(0, "hut hGn", "HU3: limit-reached, tile hGn");
        assert_eq!(scene.turn(1).listed_as(1, "hut").len(), 5, "it is each player's own limit");
    }

    /// N4: a hut was not bought, so Dirk cannot be given it.
    #[test]
    fn hu3_dirk_takes_no_huts() {
        let mut scene = scene(2);
        scene.act(0, "buy T9ne with f9").act(0, "hut hGn");
        scene.refuses(0, "dirk hGn", "N4: not-for-dirk, tile hGn");
        assert_eq!(scene.listed_as(0, "dirk"), ["dirk T9ne"]);
    }

    /// The rulebooks' example: one brown hut with two arcades, one with a single one, a purple one behind a wall.
    #[test]
    fn hu4_example_two_brown_huts_and_a_purple_one() {
        let drawn = "A9@1,-1 hAe@1,0 A10@1,1 C10@0,1 hAsw@1,2 T11s@2,1 hTn@2,2";
        assert_eq!(count_on(drawn, Kind::Arcades), 2 + 2 + 1);
        assert_eq!(count_on(drawn, Kind::Tower), 1);
        assert_eq!(count_on(drawn, Kind::Chambers), 1, "a brown hut is no neighbour of a white building");
    }

    #[test]
    fn hu4_up_to_three_neighbours_count() {
        assert_eq!(count_on("C10@1,0 hGs@1,1", Kind::Garden), 0, "none is there");
        assert_eq!(count_on("G10@1,0 hGs@1,1", Kind::Garden), 1 + 1);
        assert_eq!(count_on("G10@1,0 hGs@1,1 G11@2,1", Kind::Garden), 2 + 2);
        assert_eq!(count_on("G12s@1,0 C10@2,0 G11@2,1 hGnw@1,1", Kind::Garden), 2 + 1, "one is behind a wall");
        assert_eq!(count_on("G10@1,0 hGs@1,1 G11@2,1 G10w@0,1", Kind::Garden), 3 + 3);
        assert_eq!(count_on("G10@1,0 hGs@1,1 T11@2,1", Kind::Tower), 1, "not for its neighbours' kind");
    }

    #[test]
    fn hu4_huts_are_not_buildings_to_each_other_and_corners_do_not_count() {
        assert_eq!(count_on("hGs@1,0 hGes@2,0", Kind::Garden), 0);
        assert_eq!(count_on("G10@1,0 hGn@0,-1", Kind::Garden), 1, "only at a corner");
    }

    /// HU4: in each round, for majorities: two gardens and a hut that counts twice win against three gardens.
    #[test]
    fn hu4_counts_in_majorities() {
        let scene = scene(3).board(0, "G10@1,0 hGs@1,1 G11@2,1").board(1, "G10w@0,-1 G9e@1,0 G12s@0,1");
        let sheet = crate::rule::scoring::score(&scene.game.table, crate::event::Round::First);
        assert_eq!(sheet.seats.iter().map(|s| s.kinds[Kind::Garden]).collect::<Vec<_>>(), [5, 0, 0]);
    }

    #[test]
    fn hu5_its_walls_count_like_any_other() {
        let longest = |drawn| board(GameKind::Alhambra, drawn).longest(crate::board::Line::Walls);
        assert_eq!(longest("hPesw@0,1"), 3);
        assert_eq!(longest("hPn@1,0 P6n@2,0"), 2, "joined to a building's");
        assert_eq!(longest("hPs@1,0 C10@0,1 hGn@1,1"), 0, "an inner wall");
    }
}
