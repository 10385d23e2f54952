//! Games that a bot plays against itself, as training positions.
//!
//! For every choice, the resulting position is stored together with a target for each seat: a mixture of how the game
//! ended and what the evaluator expected a little later (TD(λ)). `docs/training.md` describes the file.

use std::fmt::Write as _;
use std::io::{self, Write};

use sabika_rules::{BySeat, Dice, Game, Seat, Seed, Setup, SetupError, Viewer};

use crate::evaluate::{Evaluator, Value, best};
use crate::features::{LAYOUT, width};
use crate::net::vectors;
use crate::patience::Patience;
use crate::search::follow;
use crate::turn::{Breadth, Root, Turn, turns};
use crate::weights::Weights;

/// The first line of a shard.
pub const MAGIC: &str = "sabika-shard 1";
/// A chance of winning of 1, as stored in a shard.
const SURE: f32 = 16_384.0;
/// Units per point, as stored in a shard.
const UNITS: f32 = 32.0;
/// An exploring player plays any of this many turns, the best by the evaluator.
const TOP: usize = 10;
/// More choices than any sensible game has.
const LONGEST: usize = 6_000;

/// How games are played and how targets are computed.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Terms {
    /// The probability that a player plays any of its ten best turns. Each seat of each game has its own rate, up to twice this.
    pub exploration: f32,
    /// The weight of later positions: 1 for only the end of the game, 0 for what the evaluator expects one turn later.
    pub lambda: f32,
    /// How many turns are considered.
    pub breadth: Breadth,
}

/// Positions and their targets, all with the same number of players.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Shard {
    players: usize,
    positions: usize,
    /// For each position and seat, in the order of the vector: the chance of winning and the points to come.
    targets: Vec<i16>,
    /// One bit for each number of each vector: whether it is nonzero.
    mask: Vec<u8>,
    /// Those numbers.
    values: Vec<i8>,
}

impl Shard {
    /// An empty shard for this number of players.
    pub fn new(players: usize) -> Shard {
        Shard { players, ..Shard::default() }
    }

    /// The number of positions.
    pub fn positions(&self) -> usize {
        self.positions
    }

    /// Writes it after a header that includes these lines.
    pub fn write(&self, about: &str, out: &mut impl Write) -> io::Result<()> {
        let mut header = format!("{MAGIC}\n{about}");
        let (seat, shared) = (LAYOUT.seat, LAYOUT.shared);
        let _ = write!(
            header,
            "layout {}\nrules {}\nseat {seat}\nshared {shared}\nseat_currency {}\nshared_currency {}\nplayers {}\npositions {}\nvalues {}\n\n",
            LAYOUT.version,
            sabika_rules::RULES_VERSION,
            LAYOUT.seat_currency,
            LAYOUT.shared_currency,
            self.players,
            self.positions,
            self.values.len(),
        );
        out.write_all(header.as_bytes())?;
        out.write_all(&self.targets.iter().flat_map(|n| n.to_le_bytes()).collect::<Vec<u8>>())?;
        out.write_all(&self.mask)?;
        out.write_all(&self.values.iter().map(|n| *n as u8).collect::<Vec<u8>>())
    }

    fn push(&mut self, vector: &[i8], win: &[f32], to_come: &[f32]) {
        for (win, points) in win.iter().zip(to_come) {
            self.targets.push((win * SURE).round() as i16);
            self.targets.push((points * UNITS).round() as i16);
        }
        for run in vector.chunks(8) {
            let bits = run.iter().enumerate().fold(0, |bits, (i, n)| bits | u8::from(*n != 0) << i);
            self.mask.push(bits);
        }
        self.values.extend(vector.iter().filter(|n| **n != 0));
        self.positions += 1;
    }

    /// Plays one game and stores its positions.
    pub fn play(
        &mut self,
        setup: Setup,
        deal: u64,
        evaluator: &dyn Evaluator,
        terms: &Terms,
    ) -> Result<(), SetupError> {
        let mut dice = Dice::from_seed(deal);
        let mut game = Game::new(setup, Seed(dice.seed().0))?;
        let players = setup.players as usize;
        let rates = BySeat::new(players, |_| 2.0 * terms.exploration * chance(&mut dice));
        let mut patience = BySeat::new(players, |_| Patience::default());
        let mut steps: Vec<Step> = Vec::new();
        while let Some(seat) = game.to_act() {
            let view = game.view(Viewer::Counting(seat));
            let Some(root) = Root::with_game(&view, &game).filter(|_| steps.len() < LONGEST) else { break };
            let turn = {
                let explores = chance(&mut dice) < rates[seat];
                let patience = &mut patience[seat];
                let (step, turn) = Step::choose(&root, evaluator, terms.breadth, *patience, explores, &mut dice);
                patience.note(&turn);
                steps.push(step);
                turn
            };
            follow(&mut game, seat, &turn);
        }
        let scores = game.table().players.map(|_, p| p.score as f32);
        let winners = game.result().map(|result| result.winners).unwrap_or_default();
        let wins = scores.map(|seat, _| if winners.contains(&seat) { 1.0 / winners.len() as f32 } else { 0.0 });
        self.learn(&steps, Expected { wins, scores }, terms.lambda);
        Ok(())
    }

    /// From the last position to the first: the target of each.
    fn learn(&mut self, steps: &[Step], end: Expected, lambda: f32) {
        let mut target = end;
        let width = width(self.players);
        for (i, step) in steps.iter().enumerate().rev() {
            debug_assert_eq!(step.vector.len(), width);
            let by_offset = |offset: usize| step.seat.after(offset, self.players);
            let win: Vec<f32> = (0..self.players).map(|o| target.wins[by_offset(o)]).collect();
            let come: Vec<f32> =
                (0..self.players).map(|o| target.scores[by_offset(o)] - step.scores[by_offset(o)]).collect();
            self.push(&step.vector, &win, &come);
            // The target of the position before this choice: this target, mixed with what the evaluator expected here. After a
            // turn that is not the best, what followed says nothing about the position before it.
            if i > 0 && lambda < 1.0 {
                let kept = if step.explored { 0.0 } else { lambda };
                target = step.best.mixed(&target, kept);
            }
        }
    }
}

/// A choice in a game.
struct Step {
    seat: Seat,
    /// The position that the chosen turn leads to.
    vector: Vec<i8>,
    /// The scores in it.
    scores: BySeat<f32>,
    /// What the evaluator expects from the best turn.
    best: Expected,
    /// Whether another turn was played.
    explored: bool,
}

/// The final result of each seat.
#[derive(Clone)]
struct Expected {
    wins: BySeat<f32>,
    scores: BySeat<f32>,
}

impl Expected {
    fn of(value: &Value, scores: &BySeat<f32>) -> Expected {
        Expected { wins: value.win.clone(), scores: value.points.map(|seat, points| points + scores[seat]) }
    }

    /// A linear interpolation towards the other.
    fn mixed(&self, other: &Expected, share: f32) -> Expected {
        let mix = |a: &BySeat<f32>, b: &BySeat<f32>| a.map(|seat, a| (1.0 - share) * a + share * b[seat]);
        Expected { wins: mix(&self.wins, &other.wins), scores: mix(&self.scores, &other.scores) }
    }
}

impl Step {
    fn choose(
        root: &Root,
        evaluator: &dyn Evaluator,
        breadth: Breadth,
        patience: Patience,
        explores: bool,
        dice: &mut Dice,
    ) -> (Step, Turn) {
        let table = root.view().table();
        let mut turns = turns(root, Weights::of(table.setup.game), breadth);
        patience.limit(&mut turns);
        let mut values = Vec::with_capacity(turns.len());
        evaluator.evaluate(root, &turns, &mut values);
        let favourite = best(&values).unwrap_or(0);
        let chosen = if explores { any_of_the_best(&values, dice) } else { favourite };
        let scores = table.players.map(|_, p| p.score as f32);
        let step = Step {
            seat: root.seat(),
            vector: vectors(root, &turns[chosen..=chosen]),
            best: Expected::of(&values[favourite], &scores),
            scores,
            explored: chosen != favourite,
        };
        let turn = turns.into_iter().nth(chosen).unwrap_or_else(|| unreachable!("it was chosen from the list"));
        (step, turn)
    }
}

fn any_of_the_best(values: &[Value], dice: &mut Dice) -> usize {
    let mut order: Vec<usize> = (0..values.len()).collect();
    order.sort_by(|a, b| values[*b].score.total_cmp(&values[*a].score));
    order[dice.below(order.len().min(TOP) as u32) as usize]
}

/// A random number from 0 to 1.
fn chance(dice: &mut Dice) -> f32 {
    dice.below(1 << 20) as f32 / (1 << 20) as f32
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{HandMade, Strongest};

    const TERMS: Terms = Terms { exploration: 0.1, lambda: 0.7, breadth: Breadth::PLAYOUT };

    fn target(shard: &Shard, position: usize, seat: usize) -> (f32, f32) {
        let at = 2 * (position * shard.players + seat);
        (shard.targets[at] as f32 / SURE, shard.targets[at + 1] as f32 / UNITS)
    }

    /// Chances add up in every position, the last position (the first in the shard) has the final result, and the same deal gives the same shard.
    #[test]
    fn a_game_becomes_positions_with_targets() {
        for setup in [Setup::alhambra(3), Setup::granada(2)] {
            let mut shard = Shard::new(setup.players as usize);
            shard.play(setup, 5, &Strongest, &TERMS).expect("it can be played");
            assert!(shard.positions() > 40, "{}", shard.positions());
            for position in 0..shard.positions() {
                let sum: f32 = (0..shard.players).map(|seat| target(&shard, position, seat).0).sum();
                assert!((sum - 1.0).abs() < 1e-3, "{sum}");
            }
            let last: Vec<f32> = (0..shard.players).map(|seat| target(&shard, 0, seat).0).collect();
            assert!(last.iter().all(|win| [0.0, 0.5, 1.0].contains(win)), "{last:?}");
            let bits: u32 = shard.mask.iter().map(|byte| byte.count_ones()).sum();
            assert_eq!(bits as usize, shard.values.len());
            let mut again = Shard::new(shard.players);
            again.play(setup, 5, &Strongest, &TERMS).expect("it can be played");
            assert_eq!(again, shard);
        }
    }

    /// With λ = 1 every position has only the final result as its target, whoever explored.
    #[test]
    fn final_outcomes_reach_back_to_the_first_position() {
        let mut shard = Shard::new(2);
        let terms = Terms { lambda: 1.0, ..TERMS };
        shard.play(Setup::alhambra(2), 9, &HandMade::new(), &terms).expect("it can be played");
        for position in 0..shard.positions() {
            assert!([0.0, 0.5, 1.0].contains(&target(&shard, position, 0).0));
        }
    }
}
