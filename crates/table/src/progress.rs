//! What a finished game against bots adds to a player's progress: the same for tables on a server and on a device.

use std::collections::BTreeMap;

use sabika_rules::board::Line;
use sabika_rules::components::Piece;
use sabika_rules::module::{ModuleAction, count_on_board, vizier};
use sabika_rules::record::Record;
use sabika_rules::{Action, Board, ByKind, Event, Game, Payment, Seat, Step, Tile};

use crate::cast::nth_of_level;
use crate::daily::Daily;
use crate::message::{BotResult, Feat, FeatDone, GameSummary, LogEntry, RankView, ScoreView, Show};
use crate::replay::{Moment, check};
use crate::table::Table;
use crate::terms::{Occupant, Status};

/// Exact payments in one turn.
const CHAIN: u32 = 3;
/// The number of purchases from which on it is an achievement never to overpay.
const FEW: u16 = 5;
/// Segments of a long wall, and of a long stretch of wall and moat.
const LONG: u16 = 10;
const LONG_STRETCH: u16 = 4;
const LAST_ROUND: u8 = 3;
/// Kinds of which somebody has the most in one round.
const MANY_KINDS: usize = 4;
/// Buildings that huts add.
const HUTS: u8 = 3;
/// Points of a round.
const CAMPS: u16 = 6;
const BAZAARS: u16 = 12;
const FALCONS: u16 = 12;

/// Why there is no summary of a game.
pub const NO_SUMMARY: &str = "only a finished game of one person against bots, with a deal of its own, counts";

/// Whether a table on a device plays a known deal: a continued game, or a further attempt at a daily deal. Ids of such tables have a
/// suffix after a hyphen.
pub fn plays_again(id: &str) -> bool {
    let Some(name) = id.strip_prefix('~') else { return false };
    match Daily::of_table(id) {
        Some(_) => name.len() > 10,
        None => name.contains('-'),
    }
}

impl Table {
    /// What the game adds to a person's progress; `None` if it is not over, was not one person against bots, or had a known deal.
    pub fn summary(&self, person: &str) -> Option<GameSummary> {
        let result = self.info.result.as_ref().filter(|_| self.info.status == Status::Over)?;
        let &[seat] = &self.seats_of(person)[..] else { return None };
        let seats = &self.info.seats;
        let mut bots = Vec::new();
        for (i, info) in seats.iter().enumerate() {
            match info.occupant {
                Occupant::Bot { level } => {
                    let nth = nth_of_level(seats, i)?.1 as u8;
                    bots.push(BotResult { level, nth, points: result.scores[i] });
                }
                Occupant::Person { away: false, .. } if i == seat as usize => {}
                _ => return None,
            }
        }
        if bots.is_empty() || plays_again(&self.info.id) {
            return None;
        }
        let points = result.scores[seat as usize];
        let won = result.winners.contains(&seat);
        let mut watch = Watch::new(Seat(seat));
        match &self.play {
            Some(play) if play.history.is_whole() => {
                play.history.replay(|step, events, game| watch.see(step, events, game));
            }
            Some(_) => return None,
            None => watch.see_record(&self.record()?)?,
        }
        watch.end(won);
        Some(GameSummary {
            table: self.info.id.clone(),
            code: self.info.code.clone(),
            at: self.at.div_euclid(1000).max(1),
            game: self.info.setup.game.clone(),
            modules: self.info.setup.modules.clone(),
            hints: self.info.hints,
            bots,
            points,
            for_buildings: watch.for_buildings,
            for_walls: watch.for_walls,
            place: if won { 1 } else { 1 + result.scores.iter().filter(|other| **other > points).count() as u8 },
            won,
            longest: watch.longest,
            bought: watch.bought,
            exact: watch.exact,
            kinds: watch.kinds,
            feats: watch.feats,
        })
    }
}

/// Follows one seat through a game.
struct Watch {
    seat: Seat,
    steps: u32,
    /// Exact payments in this turn.
    in_turn: u32,
    bought: u16,
    exact: u16,
    /// The longest wall or moat, now and at any time.
    line: u16,
    longest: u16,
    /// Whether the seat was behind all others before the last round.
    was_last: bool,
    for_buildings: u16,
    for_walls: u16,
    kinds: BTreeMap<String, u8>,
    feats: Vec<FeatDone>,
}

impl Watch {
    fn new(seat: Seat) -> Watch {
        Watch {
            seat,
            steps: 0,
            in_turn: 0,
            bought: 0,
            exact: 0,
            line: 0,
            longest: 0,
            was_last: false,
            for_buildings: 0,
            for_walls: 0,
            kinds: BTreeMap::new(),
            feats: Vec::new(),
        }
    }

    /// All steps of a record; `None` if the record is not valid.
    fn see_record(&mut self, record: &Record) -> Option<()> {
        let seen = check(record, |moment| {
            if let Moment::Played { step, events, game, .. } = moment {
                self.see(step, events, game);
            }
            Ok::<(), std::convert::Infallible>(())
        });
        seen.ok()?.ok().map(drop)
    }

    fn done(&mut self, feat: Feat, when: bool) {
        if when && self.feats.iter().all(|done| done.feat != feat) {
            self.feats.push(FeatDone { feat, step: self.steps });
        }
    }

    /// The next step, the events it caused, and the game after it.
    fn see(&mut self, step: Step, events: &[Event], game: &Game) {
        self.steps += 1;
        if step.seat == self.seat {
            self.own(step.action, game);
        }
        let gained = events.iter().any(|event| matches!(event, Event::Gained { seat, .. } if *seat == self.seat));
        self.done(Feat::Gained, gained);
        let laid = game.table().modules.bonus.laid[self.seat.index()];
        self.done(Feat::Bonus, !laid.is_empty());
        if events.iter().any(|event| matches!(event, Event::Scored(_))) {
            for show in LogEntry::of(step, events, game).shows {
                if let Show::Score(score) = show {
                    self.scored(&score, game);
                }
            }
        }
        let board = &game.table().players[self.seat].board;
        self.kinds = board.counts().iter().filter(|(_, n)| **n > 0).map(|(kind, n)| (kind.code().into(), *n)).collect();
    }

    fn own(&mut self, action: Action, game: &Game) {
        match action {
            Action::Buy { tile, payment } => self.buys(tile, payment, true),
            Action::Module(ModuleAction::Vizier(vizier::Action::Buy { tile, payment })) => {
                self.buys(tile, payment, false);
                self.done(Feat::Vizier, true);
            }
            Action::Place { flip, .. } => self.done(Feat::Flip, flip.is_some()),
            Action::End => self.in_turn = 0,
            _ => {}
        }
        let table = game.table();
        let board = &table.players[self.seat].board;
        let line = board.longest(Line::Walls).max(board.longest(Line::Moats));
        let redesigned = matches!(action, Action::Build { .. } | Action::Exchange { .. } | Action::Remove(_));
        self.done(Feat::Redesign, redesigned && line > self.line);
        self.line = line;
        self.longest = self.longest.max(line);
        self.done(Feat::Wall, line >= LONG);
        self.done(Feat::Ring, is_ring(board, Line::Walls) || is_ring(board, Line::Moats));
        self.done(Feat::Stretch, board.longest(Line::Stretch) >= LONG_STRETCH);
        let mut huts = ByKind::default();
        count_on_board(table.setup.modules, board, &mut huts);
        self.done(Feat::Huts, huts.0.iter().sum::<u8>() >= HUTS);
    }

    fn buys(&mut self, tile: Tile, payment: Payment, again: bool) {
        // A bazaar has no price of its own, and is never overpaid (BZ2).
        let exact = tile.piece() == Piece::Bazaar || payment.total() == u32::from(tile.price());
        self.bought += 1;
        self.exact += u16::from(exact);
        self.in_turn += u32::from(exact && again);
        self.done(Feat::Exact, exact && again);
        self.done(Feat::Chain, self.in_turn >= CHAIN);
        self.done(Feat::Bureau, payment.by_pair().is_some());
    }

    fn scored(&mut self, score: &ScoreView, game: &Game) {
        let mine = &score.sheet.seats[self.seat.index()];
        self.for_buildings += mine.kinds.values().sum::<u16>();
        self.for_walls += mine.walls + mine.moats + mine.stretch;
        let most =
            |ranks: &[RankView]| ranks.iter().any(|r| r.seat == Some(self.seat.0) && r.place == 1 && r.level == 1);
        let kinds = score.ranks.iter().filter(|(_, ranks)| most(ranks)).count();
        let (camps, bazaars, falcons) = (mine.camps, mine.bazaars, mine.falcons);
        if score.sheet.round == LAST_ROUND {
            let players = game.table().players.iter().zip(&score.sheet.seats);
            let before: Vec<u16> = players.map(|(player, points)| player.score - points.total).collect();
            let own = self.seat.index();
            self.was_last = before.iter().enumerate().all(|(seat, points)| seat == own || *points > before[own]);
        }
        self.done(Feat::Majorities, kinds >= MANY_KINDS);
        self.done(Feat::Camps, camps >= CAMPS);
        self.done(Feat::Bazaars, bazaars >= BAZAARS);
        self.done(Feat::Falcons, falcons >= FALCONS);
    }

    fn end(&mut self, won: bool) {
        self.done(Feat::Thrifty, won && self.bought >= FEW && self.exact == self.bought);
        self.done(Feat::Comeback, won && self.was_last);
    }
}

/// W2: whether the longest line is closed: an even number of its segments meet at every corner.
fn is_ring(board: &Board, line: Line) -> bool {
    let segments = board.longest_segments(line);
    let mut ends: Vec<(i8, i8)> = segments.iter().flat_map(|s| s.ends()).map(|c| (c.x, c.y)).collect();
    ends.sort_unstable();
    !ends.is_empty() && ends.chunk_by(|a, b| a == b).all(|same| same.len().is_multiple_of(2))
}

#[cfg(test)]
mod tests {
    use sabika_rules::{Cell, Dice};

    use super::*;
    use crate::testkit::{lobby, random_action};
    use crate::{BotLevel, By, Pace, Row};

    /// What the first seat does in one of the page's seeded games.
    fn seen(game: &str) -> Watch {
        let file = format!("{}/../../web/tests/scenes/games/{game}.json", env!("CARGO_MANIFEST_DIR"));
        let record = crate::replay::read_record(&std::fs::read(file).expect("a record")).expect("it can be read");
        let won = record.result.as_ref().is_some_and(|result| result.winners.contains(&0));
        let mut watch = Watch::new(Seat(0));
        watch.see_record(&record).expect("it is right");
        watch.end(won);
        watch
    }

    /// Numbers and feats, with the steps at which they happened.
    fn told(game: &str) -> String {
        let watch = seen(game);
        let Watch { bought, exact, longest, for_buildings, for_walls, feats, .. } = &watch;
        let feats: Vec<String> = feats.iter().map(|done| format!("{:?} {}", done.feat, done.step)).collect();
        let kinds: u8 = watch.kinds.values().sum();
        format!(
            "{kinds} buildings, {exact} of {bought} exact, longest {longest}, {for_buildings} + {for_walls} points: {}",
            feats.join(", ")
        )
    }

    #[test]
    fn feats_of_seeded_games() {
        let expected = [
            ("alhambra", "14 buildings, 12 of 15 exact, longest 10, 95 + 19 points: Exact 5, Redesign 181, Wall 224"),
            (
                "modules",
                "19 buildings, 16 of 22 exact, longest 13, 120 + 33 points: \
                 Exact 89, Wall 192, Bonus 217, Falcons 218, Bureau 279, Gained 616, Bazaars 622",
            ),
            (
                "granada",
                "20 buildings, 13 of 18 exact, longest 20, 157 + 36 points: \
                 Exact 10, Bureau 210, Wall 255, Flip 297, Vizier 428, Gained 437, Majorities 441",
            ),
            (
                "combined",
                "40 buildings, 35 of 41 exact, longest 16, 255 + 84 points: \
                 Exact 1, Bureau 98, Chain 145, Wall 183, Stretch 332, Majorities 342, Flip 391, Gained 538",
            ),
        ];
        let found = expected.map(|(game, _)| (game, told(game)));
        assert_eq!(found.each_ref().map(|(game, told)| (*game, told.as_str())), expected);
    }

    fn board(tiles: &[(&str, i8, i8)]) -> Board {
        let tiles: Vec<(Tile, Cell)> =
            tiles.iter().map(|(code, x, y)| (code.parse().expect("a tile"), Cell::new(*x, *y))).collect();
        Board::from_tiles(&tiles, None).expect("it is legal")
    }

    /// W2: a wall around the whole city is a ring; one with a gap is not, and no wall is none.
    #[test]
    fn w2_a_ring_has_no_end() {
        let ring = [("F", 0, 0), ("P2new", 0, -1), ("A4nes", 1, 0), ("S3esw", 0, 1), ("C5nsw", -1, 0)];
        assert!(is_ring(&board(&ring), Line::Walls));
        assert_eq!(board(&ring).longest(Line::Walls), 12);
        assert!(!is_ring(&board(&ring[..4]), Line::Walls));
        assert!(!is_ring(&board(&ring), Line::Moats));
    }

    fn person() -> Occupant {
        Occupant::Person { person: "ana".into(), name: "Ana".into(), away: false }
    }

    /// A table at which everybody plays at random until the end.
    fn played(seats: Vec<Occupant>) -> Table {
        let mut table = lobby("alhambra", &["vizier"], false, seats, Pace::Free);
        let start = table.starting();
        table.advance(&start).expect("it starts");
        let mut dice = Dice::from_seed(3);
        while table.info.status == Status::Playing {
            let (seat, action) = random_action(table.game().expect("it runs"), &mut dice);
            let row = Row::Act { seat: seat.0, action, by: By::Bot, hash: None };
            let told = table.advance(&row).expect("legal");
            table.stamp(1_700_000_000_000, &row, &told);
        }
        table
    }

    #[test]
    fn a_game_against_bots_is_summed_up() {
        let bot = |level| Occupant::Bot { level };
        let table = played(vec![bot(BotLevel::Novice), person(), bot(BotLevel::Builder), bot(BotLevel::Novice)]);
        let summary = table.summary("ana").expect("it counts");
        assert_eq!(summary.fault(), None);
        let scores = &table.info.result.as_ref().expect("it is over").scores;
        assert_eq!((summary.points, summary.at), (scores[1], 1_700_000_000));
        let others: Vec<(BotLevel, u8, u16)> = summary.bots.iter().map(|b| (b.level, b.nth, b.points)).collect();
        let expected =
            [(BotLevel::Novice, 0, scores[0]), (BotLevel::Builder, 0, scores[2]), (BotLevel::Novice, 1, scores[3])];
        assert_eq!(others, expected);
        assert_eq!(summary.for_buildings + summary.for_walls, summary.points, "no module here scores");
        assert_eq!((summary.modules.as_slice(), summary.hints), (&["vizier".to_owned()][..], false));
        // Kept as it was, it comes to the same.
        let kept = Table::from_keepsake(&table.keepsake().expect("it is over")).expect("it can be read");
        assert_eq!(kept.summary("ana"), Some(summary));
    }

    #[test]
    fn what_does_not_count() {
        let bot = || Occupant::Bot { level: BotLevel::Novice };
        let table = played(vec![person(), bot()]);
        assert!(table.summary("ana").is_some());
        assert_eq!(table.summary("ben"), None, "somebody else's");
        let with = |change: &dyn Fn(&mut Table)| {
            let mut table = table.clone();
            change(&mut table);
            table.summary("ana")
        };
        let away = Occupant::Person { person: "ana".into(), name: "Ana".into(), away: true };
        let ben = Occupant::Person { person: "ben".into(), name: "Ben".into(), away: false };
        assert_eq!(with(&|table| table.info.seats[0].occupant = away.clone()), None, "a bot played to the end");
        assert_eq!(with(&|table| table.info.seats[1].occupant = ben.clone()), None, "against a person");
        assert_eq!(with(&|table| table.info.seats[1].occupant = person()), None, "both seats on one screen");
        assert_eq!(with(&|table| table.info.status = Status::Playing), None, "it still runs");
        for (id, counts) in [("~ABCDEF", true), ("~ABCDEF-2", false), ("~2026-11-17", true), ("~2026-11-17-2", false)] {
            assert_eq!(with(&|table| table.info.id = id.into()).is_some(), counts, "{id}");
        }
    }

    #[test]
    fn what_cannot_be_is_found() {
        let bot = || Occupant::Bot { level: BotLevel::Novice };
        let summary = played(vec![person(), bot(), bot()]).summary("ana").expect("it counts");
        let fault = |change: &dyn Fn(&mut GameSummary)| {
            let mut changed = summary.clone();
            change(&mut changed);
            changed.fault()
        };
        assert_eq!(fault(&|_| {}), None);
        assert_eq!(fault(&|s| s.table = "<b>".into()), Some("table"));
        assert_eq!(fault(&|s| s.code = "A".repeat(41)), Some("code"));
        assert_eq!(fault(&|s| s.at = 0), Some("at"));
        assert_eq!(fault(&|s| s.game = "chess".into()), Some("game"));
        assert_eq!(fault(&|s| s.modules.push("vizier".into())), Some("modules"), "twice");
        assert_eq!(fault(&|s| s.bots.clear()), Some("bots"));
        assert_eq!(fault(&|s| s.points = 9999), Some("points"));
        assert_eq!(fault(&|s| s.for_walls = u16::MAX), Some("for_buildings"));
        assert_eq!(fault(&|s| s.place = 4), Some("place"));
        assert_eq!(fault(&|s| s.won = !s.won), Some("won"));
        assert_eq!(fault(&|s| s.exact = s.bought + 1), Some("exact"));
        assert_eq!(fault(&|s| s.kinds = [("Z".to_owned(), 1)].into()), Some("kinds"));
        let twice = FeatDone { feat: Feat::Ring, step: 1 };
        assert_eq!(fault(&|s| s.feats.extend([twice, twice])), Some("feats"));
    }
}
