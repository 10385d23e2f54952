//! One line of text per action, as described in `docs/notation.md`.

use core::fmt;
use core::str::FromStr;

use crate::action::{Action, Pick};
use crate::card::{Card, Payment};
use crate::cell::Cell;
use crate::module;
use crate::tile::Tile;

impl fmt::Display for Action {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Action::Take(pick) => {
                f.write_str("take")?;
                write_cards(f, pick.cards())
            }
            Action::Buy { tile, payment } => {
                write!(f, "buy {tile} with")?;
                write_cards(f, payment.cards())
            }
            Action::Place { tile, cell, flip } => {
                write!(f, "place {tile} {cell}")?;
                flip.map_or(Ok(()), |payment| {
                    f.write_str(" flip")?;
                    write_cards(f, payment.cards())
                })
            }
            Action::Reserve(tile) => write!(f, "reserve {tile}"),
            Action::Dirk(tile) => write!(f, "dirk {tile}"),
            Action::Build { tile, cell } => write!(f, "build {tile} {cell}"),
            Action::Remove(cell) => write!(f, "remove {cell}"),
            Action::Exchange { tile, cell } => write!(f, "exchange {tile} {cell}"),
            Action::End => f.write_str("end"),
            Action::Done => f.write_str("done"),
            Action::Pass => f.write_str("pass"),
            Action::Module(action) => action.fmt(f),
        }
    }
}

pub(crate) fn write_cards(f: &mut fmt::Formatter<'_>, mut cards: impl Iterator<Item = Card>) -> fmt::Result {
    cards.try_for_each(|card| write!(f, " {card}"))
}

/// Why a line is not an action, and which word is at fault (counted from 1).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NotationError {
    /// The word at fault; one past the last if something is missing.
    pub word: usize,
    /// What is wrong with it.
    pub problem: String,
}

impl fmt::Display for NotationError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "word {}: {}", self.word, self.problem)
    }
}

impl core::error::Error for NotationError {}

/// A text that is not what it should be.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Unknown {
    /// What was expected, in words: "the code of a tile".
    pub expected: &'static str,
}

impl fmt::Display for Unknown {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "not {}", self.expected)
    }
}

impl core::error::Error for Unknown {}

/// A line being read, word by word.
pub(crate) struct Words<'a> {
    rest: core::str::SplitWhitespace<'a>,
    read: usize,
}

pub(crate) type Read<T> = Result<T, NotationError>;

impl<'a> Words<'a> {
    fn wrong<T>(&self, problem: String) -> Read<T> {
        Err(NotationError { word: self.read, problem })
    }

    fn next(&mut self, what: &str) -> Read<&'a str> {
        self.read += 1;
        match self.rest.next() {
            Some(word) => Ok(word),
            None => self.wrong(format!("{what} is missing")),
        }
    }

    /// One word, parsed; `what` describes it in errors.
    pub(crate) fn one<T: FromStr<Err = Unknown>>(&mut self, what: &str) -> Read<T> {
        let word = self.next(what)?;
        word.parse().or_else(|unknown| self.wrong(format!("`{}` is {unknown}", shortened(word))))
    }

    pub(crate) fn tile(&mut self) -> Read<Tile> {
        self.one::<Tile>("the code of a tile")
    }

    pub(crate) fn cell(&mut self) -> Read<Cell> {
        self.one("a cell like 1,-2")
    }

    pub(crate) fn card(&mut self) -> Read<Card> {
        self.one("the code of a card")
    }

    pub(crate) fn exactly(&mut self, word: &str) -> Read<()> {
        match self.next(&format!("`{word}`"))? {
            found if found == word => Ok(()),
            found => self.wrong(format!("expected `{word}`, found `{}`", shortened(found))),
        }
    }

    /// All remaining cards on the line.
    fn cards(&mut self) -> Read<Vec<Card>> {
        let mut cards = vec![self.card()?];
        while self.rest.clone().next().is_some() {
            cards.push(self.card()?);
        }
        Ok(cards)
    }

    pub(crate) fn payment(&mut self) -> Read<Payment> {
        let cards = self.cards()?;
        let payment = Payment::from_cards(&cards);
        payment.map_or_else(|| self.wrong("these cards cannot be combined in one payment".into()), Ok)
    }

    fn flip(&mut self) -> Read<Option<Payment>> {
        if self.rest.clone().next().is_none() {
            return Ok(None);
        }
        self.exactly("flip")?;
        self.payment().map(Some)
    }
}

/// Shortens a quote for an error message.
pub(crate) fn shortened(word: &str) -> String {
    let mut short: String = word.chars().take(20).collect();
    if short.len() < word.len() {
        short.push('…');
    }
    short
}

impl FromStr for Action {
    type Err = NotationError;

    fn from_str(line: &str) -> Result<Action, NotationError> {
        let mut words = Words { rest: line.split_whitespace(), read: 0 };
        let verb = words.next("an action")?;
        let action = match verb {
            "take" => {
                let cards = words.cards()?;
                match Pick::new(&cards) {
                    Some(pick) => Action::Take(pick),
                    None => return words.wrong("the display has at most four cards".into()),
                }
            }
            "buy" => {
                let tile = words.tile()?;
                words.exactly("with")?;
                Action::Buy { tile, payment: words.payment()? }
            }
            "place" => Action::Place { tile: words.tile()?, cell: words.cell()?, flip: words.flip()? },
            "reserve" => Action::Reserve(words.tile()?),
            "dirk" => Action::Dirk(words.tile()?),
            "build" => Action::Build { tile: words.tile()?, cell: words.cell()? },
            "remove" => Action::Remove(words.cell()?),
            "exchange" => Action::Exchange { tile: words.tile()?, cell: words.cell()? },
            "end" => Action::End,
            "done" => Action::Done,
            "pass" => Action::Pass,
            _ => match module::parse(verb, &mut words) {
                Some(action) => Action::Module(action?),
                None => return words.wrong(format!("unknown action `{}`", shortened(verb))),
            },
        };
        if let Some(word) = words.rest.next() {
            words.read += 1;
            return words.wrong(format!("unexpected `{}`", shortened(word)));
        }
        Ok(action)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::Game;
    use crate::rng::{Dice, Seed};
    use crate::setup::{GameKind, Module, ModuleSet, Setup};
    use std::collections::BTreeSet;

    /// Every action that is ever legal in random games reads back as it was written. All verbs occur.
    #[test]
    fn every_legal_action_reads_back() {
        let mut verbs = BTreeSet::new();
        let mut actions = Vec::new();
        let both: ModuleSet = [Module::Vizier, Module::Bureau].into_iter().collect();
        for (game, modules) in
            [(GameKind::Alhambra, ModuleSet::ALL), (GameKind::Granada, both), (GameKind::Combined, both)]
        {
            for players in [2, 3] {
                let setup = Setup::new(game, players).with_modules(modules);
                let mut game = Game::new(setup, Seed::from(7)).expect("it can be played");
                let mut dice = Dice::from_seed(players.into());
                while let Some(seat) = game.to_act() {
                    game.legal_actions(seat, &mut actions);
                    let free = game.free_actions(seat);
                    for action in actions.iter().chain(&free) {
                        let line = action.to_string();
                        assert_eq!(line.parse(), Ok(*action), "{line}");
                        verbs.extend(line.split(' ').next().map(str::to_owned));
                        verbs.extend(line.contains(" flip ").then(|| "flip".to_owned()));
                    }
                    game.apply_unchecked(seat, actions[dice.below(actions.len() as u32) as usize]);
                }
            }
        }
        let all = "build buy dirk done end exchange falcon flip hut pass place remove reserve reveal take vizier wake";
        assert_eq!(verbs.into_iter().collect::<Vec<_>>().join(" "), all);
    }

    /// Cards may come in any order, with any spacing: it is the same action, and it is written in one way.
    #[test]
    fn one_action_one_line() {
        for (line, written) in [
            ("take f3 d1", "take d1 f3"),
            ("  take\td1  f3 ", "take d1 f3"),
            ("buy G10 with d1 d9", "buy G10 with d9 d1"),
            ("buy G10 with xdf f2 d8", "buy G10 with d8 f2 xdf"),
            ("place Re7ne -1,12 flip h1 h3", "place Re7ne -1,12 flip h3 h1"),
        ] {
            let action: Action = line.parse().expect(line);
            assert_eq!(action.to_string(), written);
            assert_eq!(written.parse(), Ok(action));
        }
    }

    /// Every error names its word, counted from 1; one past the last if something is missing.
    #[test]
    fn errors_name_the_word() {
        for (line, word, problem) in [
            ("", 1, "an action is missing"),
            ("   ", 1, "an action is missing"),
            ("fly d1", 1, "unknown action `fly`"),
            ("Take d1", 1, "unknown action `Take`"),
            ("take", 2, "the code of a card is missing"),
            ("take d0", 2, "`d0` is not the code of a card"),
            ("take d1 d2 G10", 4, "`G10` is not the code of a card"),
            ("take d1 d1 d1 h1 u1", 6, "the display has at most four cards"),
            ("buy", 2, "the code of a tile is missing"),
            ("buy Q9 with d1", 2, "`Q9` is not the code of a tile"),
            ("buy G10", 3, "`with` is missing"),
            ("buy G10 for d9", 3, "expected `with`, found `for`"),
            ("buy G10 with", 4, "the code of a card is missing"),
            ("buy G10 with d9 d", 5, "`d` is not the code of a card"),
            ("buy G10 with d9 f1", 5, "these cards cannot be combined in one payment"),
            ("buy G10 with d9 u1 xdf", 6, "these cards cannot be combined in one payment"),
            ("buy G10 with d9 d9 d9 d9", 7, "these cards cannot be combined in one payment"),
            ("buy G10 with d9 xdf xdh", 6, "these cards cannot be combined in one payment"),
            ("place", 2, "the code of a tile is missing"),
            ("place G10", 3, "a cell like 1,-2 is missing"),
            ("place G10 1;0", 3, "`1;0` is not a cell like 1,-2"),
            ("place G10 +1,0", 3, "`+1,0` is not a cell like 1,-2"),
            ("place G10 01,0", 3, "`01,0` is not a cell like 1,-2"),
            ("place G10 1,-0", 3, "`1,-0` is not a cell like 1,-2"),
            ("place G10 128,0", 3, "`128,0` is not a cell like 1,-2"),
            ("place G10 1,0 turn d3", 4, "expected `flip`, found `turn`"),
            ("place G10 1,0 flip", 5, "the code of a card is missing"),
            ("place G10 1,0 flip d3 h1", 6, "these cards cannot be combined in one payment"),
            ("reserve", 2, "the code of a tile is missing"),
            ("reserve G10 G11", 3, "unexpected `G11`"),
            ("dirk nobody", 2, "`nobody` is not the code of a tile"),
            ("build G10", 3, "a cell like 1,-2 is missing"),
            ("build G10 1,0 2,0", 4, "unexpected `2,0`"),
            ("remove", 2, "a cell like 1,-2 is missing"),
            ("remove G10", 2, "`G10` is not a cell like 1,-2"),
            ("exchange G10", 3, "a cell like 1,-2 is missing"),
            ("end turn", 2, "unexpected `turn`"),
            ("vizier G10 with", 4, "the code of a card is missing"),
            ("vizier G10 by d9", 3, "expected `with`, found `by`"),
            ("wake up", 2, "unexpected `up`"),
            ("reveal G10", 2, "`G10` is not a code like +G10"),
            ("hut", 2, "the code of a tile is missing"),
            ("falcon fGG 1,1 with d1", 2, "`fGG` is not the code of a falcon"),
            ("falcon fGT 1,1 with", 5, "the code of a card is missing"),
            ("falcon fGT 1,1 with d1 d2", 6, "unexpected `d2`"),
            ("pass pass", 2, "unexpected `pass`"),
            ("done done", 2, "unexpected `done`"),
        ] {
            let error = line.parse::<Action>().expect_err(line);
            assert_eq!((error.word, error.problem.as_str()), (word, problem), "{line}");
        }
        let error = "take d1 zz".parse::<Action>().expect_err("no card");
        assert_eq!(error.to_string(), "word 3: `zz` is not the code of a card");
    }

    /// Errors quote their input, but only a short part of it.
    #[test]
    fn errors_are_short() {
        for line in ["é".repeat(100_000), format!("take {}", "x".repeat(100_000)), format!("end {}", "ß".repeat(1000))]
        {
            let error = line.parse::<Action>().expect_err("nonsense");
            assert!(error.problem.len() < 100, "{}", error.problem.len());
        }
    }

    /// Nonsense never panics: words of the notation in any order, and any characters.
    #[test]
    fn nonsense_never_panics() {
        let words: Vec<&str> = "take buy with place flip reserve dirk build remove exchange end vizier wake pass reveal hut \
                                falcon done G10 T9ne F Ba2new hGne c8ne bSAG fGT +G10 + d1 d9 u7 xdf x -1,0 127,-128 , -, \
                                1,1,1 9999999999,0 \u{0} é 🏰 ١,١"
            .split_whitespace()
            .collect();
        let mut dice = Dice::from_seed(11);
        for _ in 0..50_000 {
            let length = dice.below(8);
            let line: Vec<&str> = (0..length).map(|_| words[dice.below(words.len() as u32) as usize]).collect();
            let line = line.join(" ");
            if let Ok(action) = line.parse::<Action>() {
                assert_eq!(action.to_string().parse(), Ok(action), "{line}");
            }
            let noise: String = (0..length).filter_map(|_| char::from_u32(dice.below(0x11_0000))).collect();
            assert!(noise.parse::<Action>().is_err());
        }
    }
}
