//! A line of text for every action, as in `docs/notation.md`.

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
            Action::Module(action) => action.fmt(f),
        }
    }
}

pub(crate) fn write_cards(f: &mut fmt::Formatter<'_>, mut cards: impl Iterator<Item = Card>) -> fmt::Result {
    cards.try_for_each(|card| write!(f, " {card}"))
}

/// Why a line is no action, and at which word (counted from 1).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NotationError {
    /// The word at fault; one more than there are if something is missing.
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

    /// One word, read as `what` says.
    pub(crate) fn one<T: FromStr>(&mut self, what: &str) -> Read<T> {
        let word = self.next(what)?;
        word.parse().or_else(|_| self.wrong(format!("`{}` is not {what}", shortened(word))))
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
            found => self.wrong(format!("`{}` stands where `{word}` should", shortened(found))),
        }
    }

    /// All cards that are left on the line.
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
        payment.map_or_else(|| self.wrong("these cards cannot pay together".into()), Ok)
    }

    fn flip(&mut self) -> Read<Option<Payment>> {
        if self.rest.clone().next().is_none() {
            return Ok(None);
        }
        self.exactly("flip")?;
        self.payment().map(Some)
    }
}

/// Errors quote what they read, but not at any length.
fn shortened(word: &str) -> String {
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
                    None => return words.wrong("at most four cards lie on the display".into()),
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
            _ => match module::parse(verb, &mut words) {
                Some(action) => Action::Module(action?),
                None => return words.wrong(format!("`{}` is no action", shortened(verb))),
            },
        };
        if let Some(word) = words.rest.next() {
            words.read += 1;
            return words.wrong(format!("`{}` is too much", shortened(word)));
        }
        Ok(action)
    }
}
