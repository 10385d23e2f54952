//! Notifications about a step for people who are not watching the table.

use crate::message::NoticeKind;
use crate::row::Row;
use crate::table::Table;
use crate::terms::{Occupant, Pace, Status};

/// A notification to be sent or withdrawn.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct News {
    /// The recipient.
    pub person: String,
    /// The subject.
    pub kind: NoticeKind,
    /// Whether it now applies, or no longer does.
    pub on: bool,
}

impl Table {
    /// The notifications that follow from the step from `before` to this.
    pub fn news(&self, before: &Table, row: &Row) -> Vec<News> {
        let mut news = Vec::new();
        let mut tell = |person: &str, kind, on| news.push(News { person: person.to_owned(), kind, on });
        let slow = matches!(self.info.pace, Pace::Days { .. });
        match row {
            Row::Empty { seat } => {
                let removed = before.person_at(*seat).filter(|p| *p != self.info.host && self.seats_of(p).is_empty());
                removed.into_iter().for_each(|p| tell(p, NoticeKind::Removed, true));
            }
            Row::Sit { person, .. } => {
                [NoticeKind::Invited, NoticeKind::Removed].into_iter().for_each(|kind| tell(person, kind, false));
            }
            Row::Away { seat } => {
                self.person_at(*seat).into_iter().for_each(|p| tell(p, NoticeKind::TakenOver, true));
            }
            Row::Back { seat } => {
                self.person_at(*seat).into_iter().for_each(|p| tell(p, NoticeKind::TakenOver, false));
            }
            _ => {}
        }
        if slow {
            let (then, now) = (before.waits_for(), self.waits_for());
            if then != now {
                then.into_iter().for_each(|p| tell(p, NoticeKind::YourTurn, false));
                now.into_iter().for_each(|p| tell(p, NoticeKind::YourTurn, true));
            }
        }
        if before.info.status == Status::Playing && self.info.status != Status::Playing {
            // Players in a live game see it anyway; those who were away, or play a slow game, may not.
            for seat in &self.info.seats {
                if let Occupant::Person { person, away, .. } = &seat.occupant
                    && (slow || *away)
                {
                    tell(person, NoticeKind::Ended, true);
                }
            }
        }
        news
    }

    fn person_at(&self, seat: u8) -> Option<&str> {
        match &self.info.seats.get(seat as usize)?.occupant {
            Occupant::Person { person, .. } => Some(person),
            _ => None,
        }
    }

    /// The person to act.
    fn waits_for(&self) -> Option<&str> {
        let seat = self.to_act()?.0;
        let here = |o: &Occupant| matches!(o, Occupant::Person { away: false, .. });
        self.person_at(seat).filter(|_| here(&self.info.seats[seat as usize].occupant))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Ending;
    use crate::testkit::lobby;

    fn table(pace: Pace) -> Table {
        let seat = |p: &str| Occupant::Person { person: p.into(), name: p.into(), away: false };
        lobby("alhambra", &[], false, vec![seat("a"), seat("b")], pace)
    }

    fn told(fold: &mut Table, row: Row) -> Vec<(String, NoticeKind, bool)> {
        let before = fold.clone();
        fold.advance(&row).expect("it fits");
        fold.news(&before, &row).into_iter().map(|n| (n.person, n.kind, n.on)).collect()
    }

    #[test]
    fn a_player_who_ran_out_of_time_is_notified() {
        let mut fold = table(Pace::Days { days: 1 });
        let begun = fold.starting();
        let [(first, NoticeKind::YourTurn, true)] = &told(&mut fold, begun)[..] else { panic!("somebody begins") };
        let (first, seat) = (first.clone(), fold.to_act().expect("it runs").0);
        let gone = told(&mut fold, Row::Away { seat });
        assert!(gone.contains(&(first.clone(), NoticeKind::TakenOver, true)), "{gone:?}");
        assert!(gone.contains(&(first.clone(), NoticeKind::YourTurn, false)), "{gone:?}");
        let back = told(&mut fold, Row::Back { seat });
        assert!(back.contains(&(first.clone(), NoticeKind::TakenOver, false)), "{back:?}");
        assert!(back.contains(&(first, NoticeKind::YourTurn, true)), "{back:?}");
    }

    #[test]
    fn live_players_need_no_notification() {
        let mut fold = table(Pace::Free);
        let begun = fold.starting();
        assert_eq!(told(&mut fold, begun), []);
        told(&mut fold, Row::Leave { person: "b".into() });
        let ended = told(&mut fold, Row::Abandon { why: Ending::Expired });
        assert_eq!(ended, [("b".into(), NoticeKind::Ended, true)], "only who was away");
    }

    /// Players who left do not have to agree, and when the last one who disagrees leaves, the others have agreed.
    #[test]
    fn everyone_still_playing_has_to_agree() {
        let mut fold = table(Pace::Free);
        let begun = fold.starting();
        told(&mut fold, begun);
        told(&mut fold, Row::Agree { person: "a".into(), stop: true });
        assert_eq!(fold.info.status, Status::Playing);
        told(&mut fold, Row::Leave { person: "b".into() });
        assert_eq!((fold.info.status, fold.info.ending), (Status::Abandoned, Some(Ending::Agreed)));
    }
}
