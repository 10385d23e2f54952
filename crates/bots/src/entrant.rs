//! Entrants of the arena: any bot, or one described by a line of text.

use std::fmt;
use std::str::FromStr;
use std::sync::Arc;
use std::time::Duration;

use sabika_rules::{Seat, Viewer};

use crate::blended::Blended;
use crate::builder::{Builder, Disabled};
use crate::character::Character;
use crate::classic::Classic;
use crate::evaluate::{Evaluator, HandMade};
use crate::greedy::Greedy;
use crate::net::Network;
use crate::search::{Search, Settings};
use crate::strongest::WithRules;
use crate::turn::Breadth;
use crate::weights::Weights;
use crate::{Bot, Budget, Level};

/// Makes a bot from a seed.
type Make = dyn Fn(u64) -> Box<dyn Bot> + Send + Sync;

/// A participant in the arena.
#[derive(Clone)]
pub struct Entrant {
    name: String,
    counts_cards: bool,
    budget: Option<Budget>,
    make: Arc<Make>,
}

impl Entrant {
    /// Any bot. If it counts cards, it sees all hands.
    pub fn new(
        name: impl Into<String>,
        counts_cards: bool,
        make: impl Fn(u64) -> Box<dyn Bot> + Send + Sync + 'static,
    ) -> Entrant {
        Entrant { name: name.into(), counts_cards, budget: None, make: Arc::new(make) }
    }

    /// With its own budget, regardless of the others'.
    pub fn with_budget(self, budget: Budget) -> Entrant {
        Entrant { budget: Some(budget), ..self }
    }

    /// A bot for one game.
    pub fn bot(&self, seed: u64) -> Box<dyn Bot> {
        (self.make)(seed)
    }

    /// What it sees.
    pub fn viewer(&self, seat: Seat) -> Viewer {
        if self.counts_cards { Viewer::Counting(seat) } else { Viewer::Seat(seat) }
    }

    /// Its budget per choice, where `usual` is that of the others.
    pub fn budget(&self, usual: Budget) -> Budget {
        self.budget.unwrap_or(usual)
    }
}

impl fmt::Debug for Entrant {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Entrant({})", self.name)
    }
}

impl fmt::Display for Entrant {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.name)
    }
}

impl From<Level> for Entrant {
    fn from(level: Level) -> Entrant {
        Entrant::new(level.name(), level.counts_cards(), move |seed| level.bot(seed))
    }
}

/// A bot described by a line of text: a level, a character, `builder-no-MODULE`, `builder-no-flip`, or a level with settings, such as
/// `grandmaster:candidates=12:depth=6:budget=25ms`.
#[derive(Clone, Debug, PartialEq)]
pub struct Description {
    text: String,
    /// Its level, which determines how it plays and what it sees.
    pub level: Level,
    /// The character whose taste it has.
    pub character: Option<Character>,
    /// What it does not use (builder only).
    pub disabled: Option<Disabled>,
    /// Weights other than the tuned ones (builder and classic only).
    pub weights: Option<Weights>,
    /// Whether it uses the hand-written evaluator even if there is a stronger one (architect and grandmaster only).
    pub hand_made: bool,
    /// A network from a file instead of the built-in one (architect and grandmaster only).
    pub network: Option<Arc<Network>>,
    /// The weight of the hand-written rules relative to the network (architect and grandmaster only).
    pub rules: Option<f32>,
    /// How it searches (grandmaster only).
    pub settings: Settings,
    /// Its budget per choice, if it differs from the others'.
    pub budget: Option<Budget>,
}

impl From<Level> for Description {
    fn from(level: Level) -> Description {
        Description {
            text: level.name().to_owned(),
            level,
            character: None,
            disabled: None,
            weights: None,
            hand_made: false,
            network: None,
            rules: None,
            settings: Settings::DEFAULT,
            budget: None,
        }
    }
}

impl Description {
    /// With other weights; the error says why it has none.
    pub fn with_weights(self, weights: Weights) -> Result<Description, String> {
        if !matches!(self.level, Level::Builder | Level::Classic) {
            return Err(format!("only builder and classic have weights, not {}", self.level));
        }
        Ok(Description { weights: Some(weights), ..self })
    }

    fn set(&mut self, setting: &str) -> Result<(), String> {
        let wrong = |why: &str| format!("`{setting}`: {why}");
        if setting == "hand-made" {
            self.hand_made = true;
            return match self.level {
                Level::Architect | Level::Grandmaster => Ok(()),
                level => Err(wrong(&format!("{level} has no alternative evaluator"))),
            };
        }
        let (name, value) = setting.split_once('=').ok_or_else(|| wrong("expected `name=value` or `hand-made`"))?;
        if name == "network" {
            if !matches!(self.level, Level::Architect | Level::Grandmaster) {
                return Err(wrong(&format!("{} uses no network", self.level)));
            }
            let bytes = std::fs::read(value).map_err(|e| wrong(&e.to_string()))?;
            self.network = Some(Arc::new(Network::read(&bytes).map_err(|e| wrong(&e.to_string()))?));
            return Ok(());
        }
        if name == "budget" {
            self.budget = Some(parse_budget(value)?);
            return Ok(());
        }
        if name == "rules" {
            if !matches!(self.level, Level::Architect | Level::Grandmaster) {
                return Err(wrong(&format!("{} uses no network", self.level)));
            }
            let share = value.parse::<f32>().ok().filter(|n| (0.0..=1.0).contains(n));
            self.rules = Some(share.ok_or_else(|| wrong("not a number from 0 to 1"))?);
            return Ok(());
        }
        let architect_has = ["breadth", "most"].contains(&name) && self.level == Level::Architect;
        if self.level != Level::Grandmaster && !architect_has {
            return Err(wrong(&format!("unknown setting for {}", self.level)));
        }
        let whole = || value.parse::<usize>().map_err(|_| wrong("not a whole number"));
        let number = || value.parse::<f32>().ok().filter(|n| n.is_finite()).ok_or_else(|| wrong("not a number"));
        let breadth = || match value {
            "playout" => Ok(Breadth::PLAYOUT),
            "full" => Ok(Breadth::FULL),
            "wide" => Ok(Breadth::WIDE),
            _ => Err(wrong("expected playout, full or wide")),
        };
        match name {
            "candidates" => self.settings.candidates = whole()?,
            "alike" => self.settings.alike = whole()?,
            "depth" => self.settings.depth = whole()?,
            "threads" => self.settings.threads = whole()?,
            "prior" => self.settings.prior = number()?,
            "lead" => self.settings.lead = number()?,
            "hopeless" => self.settings.hopeless = number()?,
            "most" => self.settings.breadth.most = whole()?,
            "playout-most" => self.settings.playout.most = whole()?,
            "breadth" => self.settings.breadth = breadth()?,
            "playout" => self.settings.playout = breadth()?,
            _ => {
                let known = "candidates, alike, depth, threads, prior, lead, hopeless, breadth, most, playout, \
                             playout-most, rules, budget, network";
                return Err(wrong(&format!("unknown setting; known: {known}")));
            }
        }
        Ok(())
    }

    /// The bot.
    pub fn entrant(&self) -> Entrant {
        let this = self.clone();
        let name = format!("{self}");
        let entrant = Entrant::new(name, self.level.counts_cards(), move |seed| this.make(seed));
        Entrant { budget: self.budget, ..entrant }
    }

    fn make(&self, seed: u64) -> Box<dyn Bot> {
        let plain = !self.hand_made && self.network.is_none() && self.rules.is_none();
        if let Some(character) = self.character.filter(|_| plain && self.settings == Settings::DEFAULT) {
            return character.bot(seed);
        }
        match (self.level, self.evaluator()) {
            (Level::Builder, _) => {
                let builder = self.weights.map_or(Builder::new(), Builder::with_weights);
                Box::new(self.disabled.into_iter().fold(builder, Builder::without))
            }
            (Level::Classic, _) => {
                let classic = Classic::new(seed);
                Box::new(self.weights.map_or(classic.clone(), |weights| classic.with_weights(weights)))
            }
            (Level::Architect, Some(evaluator)) => {
                let greedy = Greedy::new(evaluator).with_breadth(self.settings.breadth);
                Box::new(self.character.into_iter().fold(greedy, Greedy::with_character))
            }
            (Level::Grandmaster, Some(evaluator)) => {
                let search = Search::new(evaluator, seed).with_settings(self.settings);
                Box::new(self.character.into_iter().fold(search, Search::with_character))
            }
            (level, _) => level.bot(seed),
        }
    }

    /// The evaluator it uses, where that is separate from how it chooses: builder, architect and grandmaster have one.
    pub fn evaluator(&self) -> Option<Box<dyn Evaluator>> {
        let share = self.rules;
        match (self.level, &self.network) {
            (Level::Architect | Level::Grandmaster, Some(network)) => {
                Some(Box::new(Blended::with_share(network.clone(), share)))
            }
            (Level::Architect | Level::Grandmaster, None) if !self.hand_made => Some(Box::new(WithRules(share))),
            (Level::Architect | Level::Grandmaster | Level::Builder, _) => {
                Some(Box::new(self.weights.map_or(HandMade::new(), HandMade::with_weights)))
            }
            _ => None,
        }
    }
}

impl fmt::Display for Description {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text)?;
        self.weights.map_or(Ok(()), |_| f.write_str(" with other weights"))
    }
}

impl FromStr for Description {
    type Err = String;
    fn from_str(s: &str) -> Result<Description, String> {
        let mut parts = s.split(':');
        let name = parts.next().unwrap_or_default();
        let mut description = match name.split_once("-no-") {
            Some(("builder", what)) => {
                Description { disabled: Some(what.parse()?), ..Description::from(Level::Builder) }
            }
            _ => match name.parse::<Character>() {
                Ok(character) => Description { character: Some(character), ..Description::from(character.level()) },
                Err(_) => Description::from(name.parse::<Level>()?),
            },
        };
        s.clone_into(&mut description.text);
        parts.try_for_each(|setting| description.set(setting))?;
        Ok(description)
    }
}

/// A budget as text: a time (`100ms`, `1s`) or a number of simulations (`200`).
pub fn parse_budget(s: &str) -> Result<Budget, String> {
    let wrong = || format!("budget `{s}`: expected a time such as 100ms or 1s, or a number of simulations");
    let number = |digits: &str| digits.parse::<u32>().map_err(|_| wrong());
    match (s.strip_suffix("ms"), s.strip_suffix('s')) {
        (Some(ms), _) => Ok(Budget::time(Duration::from_millis(number(ms)?.into()))),
        (_, Some(seconds)) => Ok(Budget::time(Duration::from_secs(number(seconds)?.into()))),
        _ => Ok(Budget::Simulations(number(s)?)),
    }
}
