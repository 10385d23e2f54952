//! Puzzles: positions of games between strong bots in which one turn is clearly better than every other.
//!
//! A position becomes a puzzle if the network alone already prefers one turn, a search agrees by a clear margin, and a second search with
//! four times as many new futures still does.

use std::str::FromStr;

use sabika_rules::components::Piece;
use sabika_rules::module::ModuleAction;
use sabika_rules::{Action, Dice, Game, GameKind, Module, Seat, Seed, Setup, Silent, Stage, Table, View, Viewer};

use crate::evaluate::{Evaluator, best};
use crate::search::{Candidate, Expected, Search, Settings, follow};
use crate::turn::{Breadth, Root, Turn, turns};
use crate::value::Parts;
use crate::weights::Weights;
use crate::{Bot, Budget, Level, Strongest};

/// How thoroughly positions are searched.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Terms {
    /// Simulated futures of the first search; the second has four times as many.
    pub simulations: u32,
    /// How far ahead of the next the best turn must be, in probability of winning (a lead of 100 points counts as half a win).
    pub margin: f32,
    /// The maximum number of puzzles from one game, so that they do not resemble each other.
    pub from_a_game: usize,
    /// The theme that puzzles must have.
    pub theme: Option<Theme>,
}

impl Terms {
    /// What the puzzles of the page were made with.
    pub const DEFAULT: Terms = Terms { simulations: 320, margin: 0.05, from_a_game: 3, theme: None };
    /// How many times as many futures the second search has.
    pub const VERIFY: u32 = 4;
}

/// A lead of 100 points counts as this many wins, as in the search.
const LEAD: f32 = Settings::DEFAULT.lead;
/// The minimum number of turns between two puzzles of one game.
const APART: usize = 6;
/// With fewer turns to choose from, the puzzle is trivial.
const FEWEST: usize = 6;
/// The maximum number of puzzles of one game that are only about which money to take.
const MONEY: usize = 1;
/// More choices than any sensible game has.
const LONGEST: usize = 2_000;
/// How many other turns are stored with a puzzle, best first.
const OTHERS: usize = 3;

/// The theme of a puzzle.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum Theme {
    /// Paying exactly and acting again (T2).
    Exact,
    /// Building the longest wall or moat.
    Walls,
    /// Having the most of a kind.
    Majorities,
    /// Placing tiles so that no hole remains and there is room left.
    Placing,
    /// Which money to take, and when.
    Money,
    /// The last tiles before the end.
    LastRound,
    /// Granada, alone or next to Alhambra.
    Granada,
    /// A module.
    Of(Module),
}

impl Theme {
    /// Its name in files.
    pub const fn name(self) -> &'static str {
        match self {
            Theme::Exact => "exact",
            Theme::Walls => "walls",
            Theme::Majorities => "majorities",
            Theme::Placing => "placing",
            Theme::Money => "money",
            Theme::LastRound => "last-round",
            Theme::Granada => "granada",
            Theme::Of(module) => module.name(),
        }
    }

    /// All themes.
    pub fn all() -> impl Iterator<Item = Theme> {
        use Theme::*;
        [Exact, Walls, Majorities, Placing, Money, LastRound, Granada].into_iter().chain(Module::ALL.map(Theme::Of))
    }
}

impl FromStr for Theme {
    type Err = String;
    fn from_str(text: &str) -> Result<Theme, String> {
        Theme::all().find(|theme| theme.name() == text).ok_or_else(|| {
            let names: Vec<&str> = Theme::all().map(Theme::name).collect();
            format!("unknown theme `{text}`: expected one of {}", names.join(", "))
        })
    }
}

/// A turn and what is expected of it.
#[derive(Clone, Debug, PartialEq)]
pub struct Valued {
    /// All of its actions.
    pub actions: Vec<Action>,
    /// The outcome, by the second search.
    pub expected: Expected,
}

/// A position with one best turn.
#[derive(Clone, Debug, PartialEq)]
pub struct Puzzle {
    /// What a player who counts cards knows.
    pub view: View,
    /// The solution.
    pub best: Valued,
    /// Other turns, best first.
    pub others: Vec<Valued>,
    /// The expected gain of the best turn over the next, by source.
    pub gain: Parts,
    /// What looking ahead adds; in total, the difference in lead.
    pub foresight: f32,
    /// The themes, most characteristic first.
    pub themes: Vec<Theme>,
    /// From 1, which nearly everybody solves, to 5.
    pub difficulty: u8,
    /// Whether a novice solves it.
    pub novice: bool,
}

impl Puzzle {
    /// Whether the best turn only takes money.
    fn only_takes(&self) -> bool {
        self.best.actions.iter().all(|action| matches!(action, Action::Take(_) | Action::End))
    }
}

/// The setups of the games that puzzles come from: plain, with a module, and Granada, in turn.
pub fn setup(number: u64) -> Setup {
    let players = 2 + (number % 3) as u8;
    let round = (number / 10) as usize;
    match number % 10 {
        4..=7 => {
            let fitting: Vec<Module> = Module::ALL.into_iter().filter(|m| m.goes_with(GameKind::Alhambra)).collect();
            let module = fitting[(round * 4 + (number % 10) as usize - 4) % fitting.len()];
            Setup::alhambra(players).with(module)
        }
        8 => Setup::granada(players),
        9 if round.is_multiple_of(2) => Setup::combined(players),
        9 => Setup::granada(players),
        _ => Setup::alhambra(players),
    }
}

/// A game in which there can be puzzles of this theme.
pub fn setup_for(theme: Theme, number: u64) -> Setup {
    let players = 2 + (number % 3) as u8;
    match theme {
        Theme::Of(module) => Setup::alhambra(players).with(module),
        Theme::Granada if number.is_multiple_of(2) => Setup::granada(players),
        Theme::Granada => Setup::combined(players),
        _ => Setup::alhambra(players),
    }
}

/// The puzzles in one game of architects.
pub fn find(setup: Setup, seed: u64, terms: &Terms) -> Vec<Puzzle> {
    let mut found: Vec<Puzzle> = Vec::new();
    let Ok(mut game) = Game::new(setup, Seed::from(seed)) else { return found };
    let weights = Weights::of(setup.game);
    let (mut turn_count, mut last) = (0, None);
    let mut money = 0;
    let mut values = Vec::new();
    for _ in 0..LONGEST {
        let Some(seat) = game.to_act() else { break };
        let view = game.view(Viewer::Counting(seat));
        let Some(root) = Root::with_game(&view, &game) else { break };
        let candidates = turns(&root, weights, Breadth::WIDE);
        Strongest.evaluate(&root, &candidates, &mut values);
        let Some(chosen) = best(&values) else { break };
        let begins = view.table().turn.stage == Stage::Action && view.table().turn.first;
        turn_count += usize::from(begins);
        let rested = last.is_none_or(|last| turn_count >= last + APART);
        let early = terms.theme == Some(Theme::LastRound) && !in_last_round(view.table());
        if begins && rested && !early && found.len() < terms.from_a_game && candidates.len() >= FEWEST {
            let ahead = values[chosen].score;
            let close = values.iter().filter(|value| value.score > ahead - terms.margin / 2.0).count();
            // A few close ones may still be the same turn in another order.
            if close <= 2
                && let Some(puzzle) = examine(&view, seed ^ turn_count as u64, terms)
                && (money < MONEY || !puzzle.only_takes())
            {
                money += usize::from(puzzle.only_takes());
                found.push(puzzle);
                last = Some(turn_count);
            }
        }
        let turn = candidates[chosen].clone();
        drop(root);
        follow(&mut game, seat, &turn);
    }
    found
}

/// The puzzle in a position, if one turn is clearly best.
pub fn examine(view: &View, seed: u64, terms: &Terms) -> Option<Puzzle> {
    // The sampled future must not be the real one.
    let root = Root::new(view)?;
    let themes_of = |all: &[Candidate]| {
        let (best, next) = (&all[0].turn, &all[1].turn);
        themes(&root, best, next, &best.estimate.less(&next.estimate))
    };
    let is_wanted = |all: &[Candidate]| terms.theme.is_none_or(|theme| themes_of(all).contains(&theme));
    let first = clear(&root, seed, terms.simulations, terms.margin).filter(|all| is_wanted(all))?;
    let second = clear(&root, !seed, terms.simulations * Terms::VERIFY, terms.margin)?;
    if !same(&root, &first[0].turn, &second[0].turn) || !is_wanted(&second) {
        return None;
    }
    let (best, next) = (&second[0], &second[1]);
    let gain = best.turn.estimate.less(&next.turn.estimate);
    let solved = [Level::Novice, Level::Apprentice, Level::Builder, Level::Architect]
        .map(|level| solves(level, view, &best.turn.actions, seed, Budget::Simulations(1)));
    let valued = |c: &Candidate| Valued { actions: c.turn.actions.clone(), expected: c.expected };
    let puzzle = Puzzle {
        best: valued(best),
        others: second[1..].iter().take(OTHERS).map(valued).collect(),
        gain,
        foresight: best.expected.lead - next.expected.lead - gain.total(),
        themes: themes_of(&second),
        difficulty: 5 - solved.iter().filter(|solved| **solved).count() as u8,
        novice: solved[0],
        view: view.clone(),
    };
    // Taking the card that a novice takes teaches nothing.
    (!puzzle.novice || !puzzle.only_takes()).then_some(puzzle)
}

/// The searched turns, if the first is clearly ahead of all others. Turns that lead to the same position as the first are left out.
fn clear(root: &Root, seed: u64, simulations: u32, margin: f32) -> Option<Vec<Candidate>> {
    let settings = Settings { candidates: 12, alike: 6, ..Settings::DEFAULT };
    let search = Search::new(Strongest, seed).with_settings(settings);
    let mut all = search.candidates(root, Budget::Simulations(simulations));
    let first = (!all.is_empty()).then(|| all.remove(0))?;
    all.retain(|other| !same(root, &first.turn, &other.turn));
    let worth = |c: &Candidate| c.expected.win + LEAD * c.expected.lead / 100.0;
    let ahead = all.iter().all(|other| worth(&first) - worth(other) >= margin);
    let points = all.iter().all(|other| first.expected.lead > other.expected.lead);
    (ahead && points && !all.is_empty()).then(|| {
        all.insert(0, first);
        all
    })
}

/// Whether two turns lead to the same position before they end.
fn same(root: &Root, a: &Turn, b: &Turn) -> bool {
    let viewer = root.view().viewer();
    a.actions == b.actions || root.after(a).view(viewer) == root.after(b).view(viewer)
}

/// The position before the turn ends, as its player sees it. `None` if one of the actions is illegal.
pub fn left(view: &View, actions: &[Action]) -> Option<View> {
    let seat = view.seat()?;
    let mut game = view.sample(&mut Dice::from_seed(0));
    for action in actions.iter().take_while(|action| **action != Action::End) {
        game.apply(seat, *action, &mut Silent).ok()?;
    }
    Some(game.view(view.viewer()))
}

/// Whether a bot plays the solution, or a turn that leads to the same position.
pub fn solves(level: Level, view: &View, best: &[Action], seed: u64, budget: Budget) -> bool {
    let Some(seat) = view.seat() else { return false };
    let played = turn_of(&mut *level.bot(seed), level, view, seat, budget);
    left(view, &played).is_some_and(|played| Some(played) == left(view, best))
}

/// A bot's actions until its turn ends.
fn turn_of(bot: &mut dyn Bot, level: Level, view: &View, seat: Seat, budget: Budget) -> Vec<Action> {
    let mut game = view.sample(&mut Dice::from_seed(0));
    let mut actions = Vec::new();
    while game.to_act() == Some(seat) && actions.len() < LONGEST {
        let Some(action) = bot.choose(&game.view(level.viewer(seat)), budget) else { break };
        actions.push(action);
        if action == Action::End || game.apply(seat, action, &mut Silent).is_err() {
            break;
        }
    }
    actions
}

/// The themes: what makes the best turn better than the next.
fn themes(root: &Root, best: &Turn, next: &Turn, gain: &Parts) -> Vec<Theme> {
    let table = root.view().table();
    let mut themes = Vec::new();
    themes.extend(best.actions.iter().filter_map(module_of).map(Theme::Of));
    let purchase = |action: &&Action| !matches!(action, Action::Place { .. } | Action::Reserve(_));
    let mut own: Vec<&Action> = best.actions.iter().filter(purchase).collect();
    let mut other: Vec<&Action> = next.actions.iter().filter(purchase).collect();
    own.sort();
    other.sort();
    if own == other {
        themes.push(Theme::Placing);
    }
    let exact = best.actions.iter().any(|action| match action {
        Action::Buy { tile, payment } => {
            table.offers().any(|offer| offer.tile == *tile && payment.total() == u32::from(offer.price))
        }
        _ => false,
    });
    if exact && own.len() > 2 {
        themes.push(Theme::Exact);
    }
    let sources = [(gain.majorities, Theme::Majorities), (gain.walls, Theme::Walls), (gain.room, Theme::Placing)];
    let most = sources.iter().map(|(points, _)| *points).fold(1.0, f32::max);
    themes.extend(sources.into_iter().filter(|(points, _)| *points >= most).map(|(_, theme)| theme));
    if best.actions.iter().any(|action| matches!(action, Action::Take(_))) && !exact {
        themes.push(Theme::Money);
    }
    if table.setup.game != GameKind::Alhambra {
        themes.push(Theme::Granada);
    }
    if in_last_round(table) {
        themes.push(Theme::LastRound);
    }
    if themes.is_empty() {
        themes.push(if exact { Theme::Exact } else { Theme::Majorities });
    }
    // A player who wants to learn a module should find every position with it.
    themes.extend(table.setup.modules.iter().map(Theme::Of));
    let mut seen = Vec::new();
    themes.retain(|theme| {
        !seen.contains(theme) && {
            seen.push(*theme);
            true
        }
    });
    themes
}

/// Whether the end is near: at most two tiles per player are left.
fn in_last_round(table: &Table) -> bool {
    table.bag + table.granada_bag <= 2 * table.setup.players
}

/// The module that an action is about.
fn module_of(action: &Action) -> Option<Module> {
    let piece = match action {
        Action::Module(action) => return module_of_action(action),
        Action::Buy { tile, .. } | Action::Place { tile, .. } | Action::Build { tile, .. } => tile.piece(),
        _ => return None,
    };
    match piece {
        Piece::Hut => Some(Module::Huts),
        Piece::Camp => Some(Module::Camps),
        Piece::Bazaar => Some(Module::Bazaars),
        _ => None,
    }
}

fn module_of_action(action: &ModuleAction) -> Option<Module> {
    match action {
        ModuleAction::Vizier(_) => Some(Module::Vizier),
        ModuleAction::Bureau(_) => Some(Module::Bureau),
        ModuleAction::Bonus(_) => Some(Module::Bonus),
        ModuleAction::Huts(_) => Some(Module::Huts),
        ModuleAction::Camps(_) => Some(Module::Camps),
        ModuleAction::Bazaars(_) => Some(Module::Bazaars),
        ModuleAction::Falconers(_) => Some(Module::Falconers),
        _ => None,
    }
}
