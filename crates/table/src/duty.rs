//! Actions that the server must take at a table by itself, and when.

use sabika_rules::module::{ModuleAction, vizier};
use sabika_rules::{Seat, Stage, Tile, Window};

use crate::table::Table;
use crate::terms::{Occupant, Pace, Status};

const SECOND: i64 = 1000;
const DAY: i64 = 24 * 3600 * SECOND;
/// How long a window waits for an answer in live games.
const WINDOW: i64 = 15 * SECOND;
/// How long a table may be inactive before it expires.
const LOBBY: i64 = 2 * DAY;
const RUNNING: i64 = 60 * DAY;

/// An action that is due.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Duty {
    /// A bot moves for this seat.
    Bot(Seat),
    /// A window is passed for this seat.
    Pass(Seat),
    /// The seat ran out of time.
    Timeout(Seat),
    /// The table is abandoned.
    Expire,
}

impl Table {
    /// What must be done next if nobody acts, and when, in database time.
    pub fn duty(&self) -> Option<(Duty, i64)> {
        if self.frozen.is_some() {
            return None;
        }
        match self.info.status {
            Status::Lobby => return Some((Duty::Expire, self.at + LOBBY)),
            Status::Over | Status::Abandoned => return None,
            Status::Playing => {}
        }
        let (play, seat) = (self.play.as_ref()?, self.to_act()?);
        let away = match self.info.seats.get(seat.index()).map(|s| &s.occupant)? {
            Occupant::Person { away, .. } => *away,
            _ => true,
        };
        if away {
            // If all people are gone, nobody is watching: the game is suspended until one returns.
            return self.anybody_here().then_some((Duty::Bot(seat), self.at)).or(self.expiry());
        }
        if self.in_window() {
            if self.answered_before(seat) {
                return Some((Duty::Pass(seat), self.at));
            }
            // A person who plays every seat may take as long as they like.
            if self.seated().len() > 1 && !matches!(self.info.pace, Pace::Days { .. }) {
                return Some((Duty::Pass(seat), play.since + WINDOW));
            }
        }
        match self.time_left(seat) {
            Some(left) => Some((Duty::Timeout(seat), play.since + left)),
            None => self.expiry(),
        }
    }

    /// Milliseconds a seat has from the moment its clock starts; `None` if unlimited.
    pub(crate) fn time_left(&self, seat: Seat) -> Option<i64> {
        let used = self.play.as_ref()?.used[seat.index()];
        match self.info.pace {
            Pace::Free => None,
            Pace::Move { seconds } => Some(seconds as i64 * SECOND),
            Pace::Player { minutes, .. } => Some((minutes as i64 * 60 * SECOND - used).max(0)),
            Pace::Days { days } => Some(days as i64 * DAY),
        }
    }

    /// Whether a standing answer passes the window in which this seat is asked (VZ4).
    fn answered_before(&self, seat: Seat) -> bool {
        let Some(play) = &self.play else { return false };
        let (standing, game) = (&play.standing[seat.index()], play.history.game());
        // Before a scoring round every seat is asked (BN4): the vizier's standing answer does not apply.
        if game.table().turn.stage != Stage::Window(Window::AfterTurn) {
            return false;
        }
        if standing.not_now || !standing.pass || standing.unless.is_empty() {
            return standing.not_now || standing.pass;
        }
        let wanted = |tile: Tile| tile.kind().is_some_and(|kind| standing.unless.iter().any(|k| k == kind.code()));
        let wants = |action: &ModuleAction| matches!(action, ModuleAction::Vizier(vizier::Action::Buy { tile, .. }) if wanted(*tile));
        !game.options(seat).modules.iter().any(wants)
    }

    fn expiry(&self) -> Option<(Duty, i64)> {
        Some((Duty::Expire, self.at + RUNNING))
    }

    /// Whether anybody sits here who has not left; tables with only bots are always played.
    fn anybody_here(&self) -> bool {
        let mut people = self.info.seats.iter().filter_map(|s| match &s.occupant {
            Occupant::Person { away, .. } => Some(*away),
            _ => None,
        });
        let first = people.next();
        first.is_none_or(|away| !away) || people.any(|away| !away)
    }
}
