//! A fixed deal: everybody who plays it gets the same cards, tiles and bots. The deal follows from its secret, and what the bots do from
//! the position, so a record proves a result: it is played again, bots included.

use std::fmt;

use sabika_bots::Character;
use sabika_rules::record::Record;
use sabika_rules::{Action, Game, RULES_VERSION, Seat, Step};

use crate::cast;
use crate::fair::nonce_for;
use crate::opening::Opening;
use crate::replay::{Moment, check};
use crate::row::Row;
use crate::terms::{BotLevel, Occupant, TableSetup};

/// The player's seat.
pub const PLAYER: Seat = Seat(0);

/// A deal that is played at several tables, by one person against bots at each.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FixedDeal {
    /// What is played.
    pub setup: TableSetup,
    /// Who sits in the seats after the player's.
    pub bots: Vec<BotLevel>,
    /// Everything drawn follows from it: 32 bytes in hex.
    pub secret: String,
}

/// A deal that was played to the end.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DealResult {
    /// The player's points.
    pub points: u16,
    /// How many bots had more.
    pub beaten_by: u8,
}

/// Why a record does not prove a result of a deal.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Forged(pub String);

impl fmt::Display for Forged {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

fn forged(why: impl Into<String>) -> Forged {
    Forged(why.into())
}

impl FixedDeal {
    fn nonces(&self) -> Vec<String> {
        (0..=self.bots.len() as u8).filter_map(|seat| nonce_for(&self.secret, seat)).collect()
    }

    /// A table at which somebody plays it: without watchers and hints.
    pub fn opening(&self, person: &str, name: &str) -> Opening {
        let bots = self.bots.iter().map(|level| Occupant::Bot { level: *level });
        let seats = [Occupant::person(person, name)].into_iter().chain(bots).collect();
        Opening { no_watchers: true, ..Opening::private(person.to_owned(), self.setup.clone(), seats) }
    }

    /// The rows of such a table.
    pub fn rows(&self, id: &str, person: &str, name: &str) -> Vec<Row> {
        let open = self.opening(person, name).row(id.to_owned(), id.to_owned(), self.secret.clone());
        let order = (0..=self.bots.len() as u8).collect();
        vec![open, Row::Start { order, nonces: self.nonces(), rules: RULES_VERSION, position: None }]
    }

    /// The bot of a seat; `None` for the player's.
    pub fn character(&self, seat: Seat) -> Option<Character> {
        let before = seat.index().checked_sub(1)?;
        let level = *self.bots.get(before)?;
        cast::character_of(level, self.bots[..before].iter().filter(|other| **other == level).count())
    }

    /// Replays a record: it must be this deal, played to the end, every step legal, and every step of a bot the one it would choose.
    pub fn verify(
        &self,
        record: &Record,
        mut bot: impl FnMut(&Game, Seat) -> Option<Action>,
    ) -> Result<DealResult, Forged> {
        if TableSetup::from(&record.setup) != self.setup {
            return Err(forged("setup: not the setup of this deal"));
        }
        let fairness = record.fairness.as_ref().ok_or_else(|| forged("fairness: it is missing"))?;
        if fairness.secret.as_ref() != Some(&self.secret) || fairness.nonces != self.nonces() {
            return Err(forged("fairness: not this deal"));
        }
        let mut before: Option<Game> = None;
        let verdict = check(record, |moment| {
            if let (Moment::Played { number, step, .. }, Some(game)) = (&moment, &before) {
                check_bot(*number, *step, game, &mut bot)?;
            }
            before = Some(moment.game().clone());
            Ok::<(), Forged>(())
        })?;
        let verdict = verdict.map_err(|error| forged(error.to_string()))?;
        // Without a seed a record shows its own draws.
        if !verdict.seeded {
            return Err(forged("seed: missing, so the deal cannot be verified"));
        }
        let result = before.and_then(|game| game.result()).ok_or_else(|| forged("steps: the game is not over"))?;
        let points = result.scores[PLAYER];
        Ok(DealResult { points, beaten_by: result.scores.iter().filter(|other| **other > points).count() as u8 })
    }
}

fn check_bot(
    number: usize,
    step: Step,
    game: &Game,
    bot: &mut impl FnMut(&Game, Seat) -> Option<Action>,
) -> Result<(), Forged> {
    if step.seat == PLAYER {
        return Ok(());
    }
    match bot(game, step.seat) {
        Some(action) if action == step.action => Ok(()),
        Some(action) => Err(forged(format!(
            "step {number}: seat {} is a bot and plays `{action}` there, not `{}`",
            step.seat.0, step.action
        ))),
        None => Err(forged(format!("step {number}: the bot in seat {} has no action here", step.seat.0))),
    }
}
