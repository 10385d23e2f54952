//! A small network that evaluates positions: for each seat, the chance of winning and the points still to come.
//!
//! Every seat is treated alike: the first layer sums the contributions of the seat itself, of each of the others, and of what all
//! share. So one network works for any number of players. All arithmetic is `f32` in a fixed order without fused operations, and
//! the exponential function is our own, so that choices are the same on every machine, including in a browser.

use std::mem::take;
use std::sync::{Mutex, PoisonError};

use sabika_rules::{BySeat, Game, Setup};

use crate::evaluate::{Evaluator, Value};
use crate::features::{Observer, SEAT, width};
use crate::turn::{Root, Turn};

mod file;

pub use file::NetworkError;

/// The maximum number of players.
const SEATS: usize = 6;
/// Points still to come are predicted in units of this many.
pub const POINTS: f32 = 20.0;

/// The value of a position, in the order of its vector: the observing seat first.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Prediction {
    /// The chance of winning.
    pub win: [f32; SEATS],
    /// Points still to come.
    pub to_come: [f32; SEATS],
}

impl Prediction {
    /// The observing seat's objective: to win, and a little to lead (a lead of 100 points counts as `lead` wins). `scores` are by seat.
    pub fn worth(&self, scores: &[f32], looks: usize, lead: f32) -> f32 {
        let players = scores.len();
        let last = |i: usize| scores[(looks + i) % players] + self.to_come[i];
        let others = (1..players).map(last).sum::<f32>() / (players - 1).max(1) as f32;
        self.win[0] + lead * (last(0) - others) / 100.0
    }
}

/// A lead of 100 points counts as this many wins.
pub(crate) const LEAD: f32 = 0.5;

/// The vectors of the positions that turns lead to, one after another. The view must be one that counts cards.
pub fn vectors(root: &Root, turns: &[Turn]) -> Vec<i8> {
    let (mut vectors, mut after) = (Vec::new(), None);
    write_vectors(root, turns, &mut after, &mut vectors);
    vectors
}

/// The same into existing memory; `after` is any game or none.
fn write_vectors(root: &Root, turns: &[Turn], after: &mut Option<Game>, vectors: &mut Vec<i8>) {
    let wide = width(root.view().table().player_count());
    vectors.clear();
    vectors.resize(turns.len() * wide, 0);
    let Some(observer) = Observer::new(root.view()) else { return };
    match after {
        Some(game) => game.clone_from(root.game()),
        None => *after = Some(root.game().clone()),
    }
    let Some(game) = after else { return };
    let mut earlier = Vec::with_capacity(turns.len());
    for (i, turn) in turns.iter().enumerate() {
        if i > 0 {
            game.restart_turn(root.game(), root.seat());
        }
        root.play(turn, game);
        observer.write_next(game, &mut earlier, &mut vectors[..(i + 1) * wide]);
    }
}

impl Evaluator for Network {
    fn evaluate(&self, root: &Root, turns: &[Turn], values: &mut Vec<Value>) {
        self.evaluate_next(&mut Memory::default(), root, turns, values);
    }

    fn following(&self, _: &Setup) -> Option<Box<dyn Evaluator + '_>> {
        Some(Box::new(Following { network: self, memory: Mutex::default() }))
    }
}

/// Evaluates positions that follow one another: the first layer's sums are kept, because little changes from one turn to the next.
struct Following<'a> {
    network: &'a Network,
    memory: Mutex<Memory>,
}

impl Evaluator for Following<'_> {
    fn evaluate(&self, root: &Root, turns: &[Turn], values: &mut Vec<Value>) {
        let mut memory = self.memory.lock().unwrap_or_else(PoisonError::into_inner);
        self.network.evaluate_next(&mut memory, root, turns, values);
    }
}

/// What is kept between the positions of a game.
#[derive(Default)]
struct Memory {
    /// The first vector of the position before, who looked at it, and the sums of its first layer.
    base: Option<(Vec<i8>, usize, Sums)>,
    /// Memory that is used again.
    after: Option<Game>,
    vectors: Vec<i8>,
    predictions: Vec<Prediction>,
    sums: Option<Sums>,
    scratch: Scratch,
}

/// Layers: a seat's own inputs, another seat's, and shared ones to `hidden`, then to `middle`, then to two outputs.
#[derive(Clone, Debug, PartialEq)]
pub struct Network {
    about: String,
    hidden: usize,
    middle: usize,
    /// For each number of a seat's block, what it adds to the seat's own layer, then what it adds to every other seat's.
    seat: Vec<f32>,
    shared: Vec<f32>,
    hidden_bias: Vec<f32>,
    second: Vec<f32>,
    second_bias: Vec<f32>,
    last: Vec<f32>,
    last_bias: Vec<f32>,
}

impl Network {
    /// How it was made, according to its file.
    pub fn about(&self) -> &str {
        &self.about
    }

    /// Evaluates similar positions of the same game: each is computed as a difference from the first.
    pub fn predict(&self, vectors: &[i8], players: usize, values: &mut Vec<Prediction>) {
        self.predict_next(&mut Memory::default(), vectors, players, 0, values);
    }

    fn evaluate_next(&self, memory: &mut Memory, root: &Root, turns: &[Turn], values: &mut Vec<Value>) {
        values.clear();
        let table = root.view().table();
        let (players, looks) = (table.player_count(), root.seat().index());
        let mut scores = [0.0; SEATS];
        scores.iter_mut().zip(&table.players).for_each(|(score, player)| *score = player.score as f32);
        let (mut vectors, mut predictions) = (take(&mut memory.vectors), take(&mut memory.predictions));
        write_vectors(root, turns, &mut memory.after, &mut vectors);
        self.predict_next(memory, &vectors, players, looks, &mut predictions);
        values.extend(predictions.iter().map(|p| {
            let by_seat = |of: &[f32]| BySeat::new(players, |seat| of[(seat + players - looks) % players]);
            Value { win: by_seat(&p.win), points: by_seat(&p.to_come), score: p.worth(&scores[..players], looks, LEAD) }
        }));
        (memory.vectors, memory.predictions) = (vectors, predictions);
    }

    /// The first vector is computed as a difference from the first of the position before, the others as differences from the first.
    fn predict_next(
        &self,
        memory: &mut Memory,
        vectors: &[i8],
        players: usize,
        looks: usize,
        values: &mut Vec<Prediction>,
    ) {
        values.clear();
        let mut vectors = vectors.chunks_exact(width(players));
        let Some(first) = vectors.next() else { return };
        let Memory { base, sums, scratch, .. } = memory;
        let base = match base {
            Some((before, looked, base)) => {
                let turned = (looks + players - *looked) % players;
                before[..players * SEAT].rotate_left(turned * SEAT);
                base.seats.rotate_left(turned * 2 * self.hidden);
                base.change(self, first, Some(before), scratch);
                before.copy_from_slice(first);
                *looked = looks;
                base
            }
            None => {
                let mut new = Sums::new(self, players);
                new.change(self, first, None, scratch);
                &mut base.insert((first.to_vec(), looks, new)).2
            }
        };
        values.push(self.head(base, scratch));
        let sums = sums.get_or_insert_with(|| base.clone());
        for vector in vectors {
            sums.copy_from(base);
            sums.change(self, vector, Some(first), scratch);
            values.push(self.head(sums, scratch));
        }
    }

    /// From the sums of the first layer to the values.
    fn head(&self, sums: &Sums, scratch: &mut Scratch) -> Prediction {
        let (players, hidden) = (sums.players, self.hidden);
        let mut value = Prediction::default();
        let mut logits = [0.0; SEATS];
        let others = &mut scratch.all;
        others.clear();
        others.extend_from_slice(&sums.shared);
        for seat in sums.seats.chunks_exact(2 * hidden) {
            others.iter_mut().zip(&seat[hidden..]).for_each(|(all, other)| *all += other);
        }
        for ((seat, logit), sums) in logits[..players].iter_mut().enumerate().zip(sums.seats.chunks_exact(2 * hidden)) {
            let (own, other) = sums.split_at(hidden);
            let inputs = others.iter().zip(own).zip(other).map(|((all, own), other)| *all + (*own - *other));
            keep(&mut scratch.found, inputs.map(|h| (h, h > 0.0)));
            let middle = &mut scratch.middle;
            middle.clear();
            middle.extend_from_slice(&self.second_bias);
            add_rows(middle, &self.second, &scratch.found);
            let mut out = [self.last_bias[0], self.last_bias[1]];
            for (m, row) in middle.iter().zip(self.last.chunks_exact(2)) {
                let m = m.max(0.0);
                out[0] += m * row[0];
                out[1] += m * row[1];
            }
            *logit = out[0];
            value.to_come[seat] = POINTS * out[1];
        }
        let most = logits[..players].iter().copied().fold(f32::MIN, f32::max);
        let mut all = 0.0;
        for (win, logit) in value.win.iter_mut().zip(&logits[..players]) {
            *win = exp(*logit - most);
            all += *win;
        }
        value.win[..players].iter_mut().for_each(|w| *w /= all);
        value
    }
}

/// The sums of the first layer: for each seat as itself and as a rival of the others, and the shared part.
#[derive(Clone)]
struct Sums {
    players: usize,
    /// In the order of [`Network::seat`].
    seats: Vec<f32>,
    shared: Vec<f32>,
}

impl Sums {
    fn new(net: &Network, players: usize) -> Sums {
        Sums { players, seats: vec![0.0; players * 2 * net.hidden], shared: net.hidden_bias.clone() }
    }

    fn copy_from(&mut self, from: &Sums) {
        self.seats.copy_from_slice(&from.seats);
        self.shared.copy_from_slice(&from.shared);
    }

    /// Adds the difference between two vectors.
    fn change(&mut self, net: &Network, to: &[i8], from: Option<&[i8]>, scratch: &mut Scratch) {
        let (seats, shared) = to.split_at(self.players * SEAT);
        let found = &mut scratch.found;
        for (seat, sums) in self.seats.chunks_exact_mut(2 * net.hidden).enumerate() {
            let at = seat * SEAT..(seat + 1) * SEAT;
            differences(&seats[at.clone()], from.map(|f| &f[at]), found);
            add_rows(sums, &net.seat, found);
        }
        differences(shared, from.map(|f| &f[self.players * SEAT..]), found);
        add_rows(&mut self.shared, &net.shared, found);
    }
}

/// Where two vectors differ, and by how much. Equal runs are skipped sixteen numbers at a time.
fn differences(to: &[i8], from: Option<&[i8]>, found: &mut Vec<(u32, f32)>) {
    let Some(from) = from else {
        return keep(found, to.iter().map(|x| (*x as f32, *x != 0)));
    };
    found.clear();
    for (run, (a, b)) in to.chunks(16).zip(from.chunks(16)).enumerate() {
        if a != b {
            let apart = a.iter().zip(b).enumerate().filter(|(_, (a, b))| a != b);
            found.extend(apart.map(|(i, (a, b))| ((16 * run + i) as u32, *a as f32 - *b as f32)));
        }
    }
}

/// Keeps the numbers that are marked, each with its place. Which ones they are is as good as random, so this does not branch on it.
fn keep(found: &mut Vec<(u32, f32)>, numbers: impl ExactSizeIterator<Item = (f32, bool)>) {
    found.resize(numbers.len(), (0, 0.0));
    let (places, mut many) = (&mut found[..], 0);
    for (i, (number, kept)) in numbers.enumerate() {
        places[many] = (i as u32, number);
        many += usize::from(kept);
    }
    found.truncate(many);
}

/// Adds multiples of the given rows of a layer: four at once, so that the sums are read and written once for all four.
fn add_rows(sums: &mut [f32], layer: &[f32], found: &[(u32, f32)]) {
    let wide = sums.len();
    let row = |i: u32| &layer[i as usize * wide..][..wide];
    let (fours, rest) = found.as_chunks::<4>();
    for [(i, a), (j, b), (k, c), (l, d)] in fours {
        let rows = row(*i).iter().zip(row(*j)).zip(row(*k)).zip(row(*l));
        for (sum, (((p, q), r), s)) in sums.iter_mut().zip(rows) {
            *sum = *sum + p * a + q * b + r * c + s * d;
        }
    }
    for (i, times) in rest {
        sums.iter_mut().zip(row(*i)).for_each(|(sum, what)| *sum += what * times);
    }
}

#[derive(Default)]
struct Scratch {
    all: Vec<f32>,
    middle: Vec<f32>,
    found: Vec<(u32, f32)>,
}

/// The exponential of a non-positive number, the same on every machine.
fn exp(x: f32) -> f32 {
    let x = x.max(-80.0) * std::f32::consts::LOG2_E;
    let whole = x.floor();
    let part = (x - whole) * std::f32::consts::LN_2;
    // The Taylor series up to the eighth power, which is all the precision `f32` has below ln 2.
    let mut sum = 1.0 + part / 8.0;
    for n in [7.0, 6.0, 5.0, 4.0, 3.0, 2.0, 1.0] {
        sum = 1.0 + part / n * sum;
    }
    f32::from_bits(((whole as i32 + 127) as u32) << 23) * sum
}

#[cfg(test)]
pub(crate) mod tests {
    use sabika_rules::{Dice, Game, GameKind, ModuleSet, RULES_VERSION, Seed, Setup, Viewer};

    use super::file::MAGIC;
    use super::*;
    use crate::features::{LAYOUT_VERSION, SHARED};
    use crate::search::follow;
    use crate::turn::{Breadth, turns};
    use crate::weights::Weights;

    /// A network of the right shape with small numbers from a seed.
    pub(crate) fn made_up(hidden: usize, middle: usize) -> Vec<u8> {
        let mut bytes = format!(
            "{MAGIC}\nlayout {LAYOUT_VERSION}\nrules {RULES_VERSION}\nseat {SEAT}\nshared {SHARED}\nhidden {hidden}\n\
             middle {middle}\nabout made up\n\n"
        )
        .into_bytes();
        let sizes = [SEAT * hidden, SEAT * hidden, SHARED * hidden, hidden, hidden * middle, middle, middle * 2, 2];
        let mut state = 1u32;
        for size in sizes {
            bytes.extend(1e-5f32.to_le_bytes());
            for _ in 0..size {
                state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
                bytes.extend(((state >> 16) as i16).to_le_bytes());
            }
        }
        bytes
    }

    #[test]
    fn exp_is_close() {
        for i in 0..=800 {
            let x = -(i as f32) / 10.0;
            assert!((exp(x) - x.exp()).abs() <= 1e-5 * x.exp(), "{x}");
        }
    }

    /// Positions of a game that follow one another get the same values, whether or not the one before is remembered, whoever looks.
    #[test]
    fn following_positions_get_the_same_values() {
        let network = Network::read(&made_up(64, 8)).expect("it is well-formed");
        for setup in [Setup::alhambra(3).with_modules(ModuleSet::ALL), Setup::granada(2)] {
            let mut game = Game::new(setup, Seed::from(8)).expect("the set-up can be played");
            let following = network.following(&setup).expect("a network remembers");
            let (mut remembered, mut anew) = (Vec::new(), Vec::new());
            let mut dice = Dice::from_seed(3);
            while let Some(seat) = game.to_act() {
                let view = game.view(Viewer::Counting(seat));
                let root = Root::with_game(&view, &game).expect("it is this seat's turn");
                let turns = turns(&root, Weights::of(setup.game), Breadth::PLAYOUT);
                following.evaluate(&root, &turns, &mut remembered);
                network.evaluate(&root, &turns, &mut anew);
                assert_eq!(remembered.len(), anew.len());
                for (a, b) in remembered.iter().zip(&anew) {
                    assert!((a.score - b.score).abs() < 1e-3, "{} and {}", a.score, b.score);
                    assert!(a.win.seats().all(|(seat, win)| (win - b.win[seat]).abs() < 1e-3));
                }
                let turn = &turns[dice.below(turns.len() as u32) as usize];
                follow(&mut game, seat, turn);
            }
        }
    }

    /// The vectors of a list of turns, in which what has not changed is copied, equal those written one by one.
    #[test]
    fn vectors_of_a_list_equal_single_ones() {
        let all = Setup::alhambra(3).with_modules(ModuleSet::ALL);
        for setup in [Setup::alhambra(4), all, Setup::granada(3), Setup::new(GameKind::Combined, 2)] {
            let mut game = Game::new(setup, Seed::from(6)).expect("the set-up can be played");
            let wide = width(setup.players as usize);
            let mut dice = Dice::from_seed(4);
            while let Some(seat) = game.to_act() {
                let view = game.view(Viewer::Counting(seat));
                let root = Root::with_game(&view, &game).expect("it is this seat's turn");
                let turns = turns(&root, Weights::of(setup.game), Breadth::FULL);
                let list = vectors(&root, &turns);
                let observer = Observer::new(&view).expect("it counts");
                let mut single = vec![0; wide];
                for (turn, vector) in turns.iter().zip(list.chunks_exact(wide)) {
                    observer.write(&root.after(turn), &mut single);
                    assert_eq!(vector, single, "{turn:?}");
                }
                let turn = &turns[dice.below(turns.len() as u32) as usize];
                follow(&mut game, seat, turn);
            }
        }
    }

    /// Computing a position as a difference gives the same result as computing it in full, and chances add up to one.
    #[test]
    fn differences_give_the_same_result() {
        let network = Network::read(&made_up(64, 8)).expect("it is well-formed");
        let all = Setup::alhambra(4).with_modules(ModuleSet::ALL);
        for setup in [Setup::alhambra(2), all, Setup::granada(3), Setup::new(GameKind::Combined, 6)] {
            let game = Game::new(setup, Seed::from(3)).expect("the set-up can be played");
            let view = game.view(Viewer::Counting(game.to_act().expect("it has begun")));
            let root = Root::new(&view).expect("it is this seat's turn");
            let turns = turns(&root, Weights::of(setup.game), Breadth::FULL);
            let players = setup.players as usize;
            let (mut together, mut alone) = (Vec::new(), Vec::new());
            let vectors = vectors(&root, &turns);
            network.predict(&vectors, players, &mut together);
            assert_eq!(together.len(), turns.len());
            for (vector, prediction) in vectors.chunks_exact(width(players)).zip(&together) {
                network.predict(vector, players, &mut alone);
                for seat in 0..players {
                    assert!((alone[0].win[seat] - prediction.win[seat]).abs() < 1e-4);
                    assert!((alone[0].to_come[seat] - prediction.to_come[seat]).abs() < 1e-2);
                }
                assert!((prediction.win.iter().sum::<f32>() - 1.0).abs() < 1e-5);
            }
        }
    }
}
