//! Games played by chance, for tests that look at every step of them.

#![allow(dead_code, reason = "each test binary uses its part")]

use sabika_rules::module::ModuleAction;
use sabika_rules::{Action, Dice, GameKind, Module, ModuleSet, Setup};

/// A source of picks.
pub struct Chance(Dice);

impl Chance {
    pub fn new(seed: u64) -> Chance {
        Chance(Dice::from_seed(seed))
    }

    pub fn below(&mut self, n: usize) -> usize {
        self.0.below(n as u32) as usize
    }

    /// True once in `n` times.
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
    /// Every sort of action equally likely, then every action of that sort.
    BySort,
    /// Builds when it can.
    Builder,
}

impl Mood {
    pub fn of(seed: u64) -> Mood {
        [Mood::Even, Mood::BySort, Mood::Builder][seed as usize % 3]
    }

    pub fn pick(self, actions: &[Action], chance: &mut Chance) -> Action {
        let mut sorts: Vec<u8> = actions.iter().map(sort).collect();
        sorts.sort_unstable();
        sorts.dedup();
        let sort_picked = match self {
            Mood::Even => None,
            Mood::BySort => Some(sorts[chance.below(sorts.len())]),
            Mood::Builder if chance.once_in(6) => None,
            Mood::Builder => sorts.iter().copied().find(|s| BUILDING.contains(s)),
        };
        let of_sort: Vec<Action> =
            actions.iter().copied().filter(|a| sort_picked.is_none_or(|wanted| sort(a) == wanted)).collect();
        of_sort[chance.below(of_sort.len())]
    }
}

/// The sorts that let a board grow.
const BUILDING: [u8; 7] = [1, 2, 5, 10, 11, 13, 14];

fn sort(action: &Action) -> u8 {
    match action {
        Action::Take(_) => 0,
        Action::Buy { .. } => 1,
        Action::Place { .. } => 2,
        Action::Reserve(_) => 3,
        Action::Dirk(_) => 4,
        Action::Build { .. } => 5,
        Action::Remove(_) => 6,
        Action::Exchange { .. } => 7,
        Action::End => 8,
        Action::Module(action) => match action {
            ModuleAction::Pass => 9,
            ModuleAction::Vizier { .. } => 10,
            ModuleAction::Wake => 11,
            ModuleAction::Reveal(_) => 12,
            ModuleAction::Hut(_) => 13,
            ModuleAction::Falcon { .. } => 14,
            ModuleAction::Done => 15,
        },
    }
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

/// No module, each, each pair, and all that go with the game.
pub fn module_sets(game: GameKind) -> Vec<ModuleSet> {
    let modules: Vec<Module> = Module::ALL.into_iter().filter(|m| m.goes_with(game)).collect();
    let sets =
        (0u32..1 << modules.len()).filter(|set| set.count_ones() <= 2 || set.count_ones() as usize == modules.len());
    sets.map(|set| (0..modules.len()).filter(|i| set >> i & 1 != 0).map(|i| modules[i]).collect()).collect()
}
