//! Random games, for tests that check every step.

#![allow(dead_code, reason = "each test binary uses its part")]

use sabika_rules::{Action, Dice, GameKind, Module, ModuleSet, Setup};

/// A source of random picks.
pub struct Chance(Dice);

impl Chance {
    pub fn new(seed: u64) -> Chance {
        Chance(Dice::from_seed(seed))
    }

    pub fn below(&mut self, n: usize) -> usize {
        self.0.below(n as u32) as usize
    }

    /// True with probability 1 / `n`.
    pub fn once_in(&mut self, n: usize) -> bool {
        self.below(n) == 0
    }

    pub fn dice(&mut self) -> &mut Dice {
        &mut self.0
    }
}

/// How an action is picked. Uniform play alone seldom builds much.
#[derive(Clone, Copy, Debug)]
pub enum Mood {
    /// Every action equally likely.
    Even,
    /// Every type of action equally likely, then every action of that type.
    BySort,
    /// Builds when it can.
    Builder,
}

impl Mood {
    pub fn of(seed: u64) -> Mood {
        [Mood::Even, Mood::BySort, Mood::Builder][seed as usize % 3]
    }

    pub fn pick(self, actions: &[Action], chance: &mut Chance) -> Action {
        let mut sorts: Vec<Sort> = actions.iter().map(sort).collect();
        sorts.sort_unstable();
        sorts.dedup();
        let sort_picked = match self {
            Mood::Even => None,
            Mood::BySort => Some(sorts[chance.below(sorts.len())].clone()),
            Mood::Builder if chance.once_in(6) => None,
            Mood::Builder => sorts.into_iter().find(is_building),
        };
        let of_sort: Vec<Action> =
            actions.iter().copied().filter(|a| sort_picked.as_ref().is_none_or(|wanted| sort(a) == *wanted)).collect();
        of_sort[chance.below(of_sort.len())]
    }
}

/// A number for an action's type; module actions are distinguished by their verb.
type Sort = (u8, String);

/// Whether this type of action grows a board.
fn is_building(sort: &Sort) -> bool {
    [1, 2, 5, MODULE].contains(&sort.0)
}

const MODULE: u8 = 11;

fn sort(action: &Action) -> Sort {
    let number = match action {
        Action::Take(_) => 0,
        Action::Buy { .. } => 1,
        Action::Place { .. } => 2,
        Action::Reserve(_) => 3,
        Action::Dirk(_) => 4,
        Action::Build { .. } => 5,
        Action::Remove(_) => 6,
        Action::Exchange { .. } => 7,
        Action::End => 8,
        Action::Pass => 9,
        Action::Done => 10,
        // Actions possible at any time do not advance the game.
        Action::Module(action) if action.is_free() => 12,
        Action::Module(_) => MODULE,
    };
    let verb = action.to_string().split(' ').next().filter(|_| number >= MODULE).unwrap_or_default().to_owned();
    (number, verb)
}

/// Every set-up of a game with these modules: all player counts, all options.
pub fn setups(game: GameKind, modules: ModuleSet) -> impl Iterator<Item = Setup> {
    let options = [(false, false), (true, false), (false, true), (true, true)];
    let all = (2..=6).flat_map(move |players| {
        options.map(|(simplified, english_end)| Setup {
            simplified,
            english_end,
            ..Setup::new(game, players).with_modules(modules)
        })
    });
    all.filter(|setup| setup.check().is_ok())
}

/// No module, each, each pair, and all that the game allows.
pub fn module_sets(game: GameKind) -> Vec<ModuleSet> {
    let modules: Vec<Module> = Module::ALL.into_iter().filter(|m| m.goes_with(game)).collect();
    let sets =
        (0u32..1 << modules.len()).filter(|set| set.count_ones() <= 2 || set.count_ones() as usize == modules.len());
    sets.map(|set| (0..modules.len()).filter(|i| set >> i & 1 != 0).map(|i| modules[i]).collect()).collect()
}
