//! What somebody should know of a step although they do not look at the table.

use super::fold::Fold;
use super::row::Row;
use crate::wire::{NoticeKind, Occupant, Pace, Status};

/// A notice to be given or taken away.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct News {
    /// For whom.
    pub person: String,
    /// What it is about.
    pub kind: NoticeKind,
    /// Whether it is true from now on, or no longer.
    pub on: bool,
}

impl Fold {
    /// What the step from `before` to this tells those who are elsewhere.
    pub fn news(&self, before: &Fold, row: &Row) -> Vec<News> {
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
            // Whoever plays live sees it; who was away, or plays over days, may not.
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

    /// The person whom the game waits for.
    fn waits_for(&self) -> Option<&str> {
        let seat = self.to_act()?.0;
        let here = |o: &Occupant| matches!(o, Occupant::Person { away: false, .. });
        self.person_at(seat).filter(|_| here(&self.info.seats[seat as usize].occupant))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::table::tests::lobby;
    use crate::wire::Ending;

    fn table(pace: Pace) -> Fold {
        let seat = |p: &str| Occupant::Person { person: p.into(), name: p.into(), away: false };
        lobby("alhambra", &[], false, vec![seat("a"), seat("b")], pace)
    }

    fn told(fold: &mut Fold, row: Row) -> Vec<(String, NoticeKind, bool)> {
        let before = fold.clone();
        fold.advance(&row).expect("it fits");
        fold.news(&before, &row).into_iter().map(|n| (n.person, n.kind, n.on)).collect()
    }

    #[test]
    fn who_let_the_clock_run_out_is_told() {
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
    fn live_games_are_watched_by_those_who_play_them() {
        let mut fold = table(Pace::Free);
        let begun = fold.starting();
        assert_eq!(told(&mut fold, begun), []);
        told(&mut fold, Row::Leave { person: "b".into() });
        let ended = told(&mut fold, Row::Abandon { why: Ending::Expired });
        assert_eq!(ended, [("b".into(), NoticeKind::Ended, true)], "only who was away");
    }

    /// Those who left are not asked, and who comes last to agree may be the one who leaves.
    #[test]
    fn all_who_still_play_agree() {
        let mut fold = table(Pace::Free);
        let begun = fold.starting();
        told(&mut fold, begun);
        told(&mut fold, Row::Agree { person: "a".into(), stop: true });
        assert_eq!(fold.info.status, Status::Playing);
        told(&mut fold, Row::Leave { person: "b".into() });
        assert_eq!((fold.info.status, fold.info.ending), (Status::Abandoned, Some(Ending::Agreed)));
    }
}
