//! Reviews a record one turn per request, so that the page can show progress and stop.

use std::collections::BTreeMap;

use sabika_bots::review::{self, Played, Review};
use sabika_bots::{NetworkAlone, networks};
use sabika_rules::board::{Board, Line};
use sabika_rules::{Action, Game, GameKind, Seat, Silent, Step};
use sabika_table::message::{LogEntry, ReasonView, Show};
use sabika_table::replay::Replay;
use serde::Serialize;

/// The review of a record so far.
pub(crate) struct Reviewing {
    steps: Vec<Step>,
    turns: Vec<Played>,
    reviews: BTreeMap<usize, Review>,
}

/// A reviewed turn, and the totals so far.
#[derive(Serialize)]
pub(crate) struct Answer {
    turn: TurnReview,
    /// The number of turns.
    of: usize,
    /// By seat: the turns worth showing.
    moments: Vec<Vec<usize>>,
    /// By seat: the accuracy, from 0 to 100.
    accuracy: Vec<f32>,
}

#[derive(Serialize)]
struct TurnReview {
    seat: u8,
    from: usize,
    to: usize,
    actions: Vec<String>,
    better: Option<Vec<String>>,
    cost: f32,
    points: f32,
    find: f32,
    chances: Vec<f32>,
    board: Vec<TileAt>,
    better_board: Option<Vec<TileAt>>,
    /// What speaks for either turn.
    reasons: Vec<ReasonView>,
    better_reasons: Vec<ReasonView>,
    /// The longest wall, or moat in Granada: before the turn, after it, and after the better one.
    wall: u16,
    wall_after: u16,
    better_wall: Option<u16>,
    scored: Vec<u8>,
}

/// A tile's code, x and y.
type TileAt = (String, i8, i8);

impl Reviewing {
    /// `None` if there is no network for the game: the handmade evaluation cannot value a turn it did not plan.
    pub fn new(replay: &Replay) -> Option<Reviewing> {
        networks::of(&replay.games().first()?.table().setup)?;
        let step = |entry: &LogEntry| Some(Step { seat: Seat(entry.seat), action: entry.action.parse().ok()? });
        // The steps of a checked record can be parsed.
        let steps: Vec<Step> = replay.log().map_while(step).collect();
        let turns = review::played(replay.games(), &steps);
        Some(Reviewing { steps, turns, reviews: BTreeMap::new() })
    }

    /// Reviews a turn; `None` if there are fewer.
    pub fn look(&mut self, replay: &Replay, turn: usize) -> Option<Answer> {
        let played = *self.turns.get(turn)?;
        let game = replay.games().get(played.from)?;
        let actions: Vec<Action> = self.steps[played.from..played.to].iter().map(|step| step.action).collect();
        let review = match self.reviews.get(&turn) {
            Some(known) => known.clone(),
            None => review::review(&NetworkAlone, game, played.seat, &actions)?,
        };
        let lines = |actions: &[Action]| actions.iter().map(|action| action.to_string()).collect::<Vec<_>>();
        let shows = replay.log().skip(played.from).take(played.to - played.from).flat_map(|entry| &entry.shows);
        let scored = shows.filter_map(|show| match show {
            Show::Score(score) => Some(score.sheet.round),
            _ => None,
        });
        let board = &game.table().players[played.seat].board;
        let after = board_after(game, played, &actions);
        let better = review.better.as_deref().map(|actions| board_after(game, played, actions));
        let line = match game.table().setup.game {
            GameKind::Granada => Line::Moats,
            GameKind::Alhambra | GameKind::Combined => Line::Walls,
        };
        let turn_review = TurnReview {
            seat: played.seat.0,
            from: played.from,
            to: played.to,
            actions: lines(&actions),
            better: review.better.as_deref().map(lines),
            cost: review.cost(),
            points: review.points(),
            find: review.find(),
            chances: review.chances.iter().copied().collect(),
            board: tiles(&after),
            better_board: better.as_ref().map(tiles),
            reasons: review.reasons.iter().map(ReasonView::from).collect(),
            better_reasons: review.better_reasons.iter().map(ReasonView::from).collect(),
            wall: board.longest(line),
            wall_after: after.longest(line),
            better_wall: better.as_ref().map(|board| board.longest(line)),
            scored: scored.collect(),
        };
        self.reviews.insert(turn, review);
        let seats = game.table().players.len();
        Some(Answer {
            turn: turn_review,
            of: self.turns.len(),
            moments: (0..seats).map(|seat| review::key_moments(self.of(seat))).collect(),
            accuracy: (0..seats).map(|seat| self.accuracy(seat)).collect(),
        })
    }
}

impl Reviewing {
    /// The reviewed turns of a seat.
    fn of(&self, seat: usize) -> impl Iterator<Item = (usize, &Review)> {
        self.reviews
            .iter()
            .filter(move |(at, _)| self.turns[**at].seat.index() == seat)
            .map(|(at, review)| (*at, review))
    }

    /// The mean over the turns of a seat.
    fn accuracy(&self, seat: usize) -> f32 {
        let sum: f32 = self.of(seat).map(|(_, review)| review.accuracy()).sum();
        sum / self.of(seat).count().max(1) as f32
    }
}

/// The city of who plays after a turn, before it ends and new tiles come.
fn board_after(game: &Game, played: Played, actions: &[Action]) -> Board {
    let mut game = game.clone();
    for action in actions.split_last().map_or(&[][..], |(_, before)| before) {
        if game.apply(played.seat, *action, &mut Silent).is_err() {
            break;
        }
    }
    game.table().players[played.seat].board.clone()
}

fn tiles(board: &Board) -> Vec<TileAt> {
    board.tiles().iter().map(|placed| (placed.tile.to_string(), placed.cell.x, placed.cell.y)).collect()
}
