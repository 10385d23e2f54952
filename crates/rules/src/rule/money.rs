//! Taking money (M1).

use crate::action::{Action, Pick};
use crate::card::Card;
use crate::game::{Chair, Game};
use crate::module;
use crate::refusal::{Reason, Refusal, Rule};
use crate::seat::Seat;
use crate::table::Table;

/// The maximum sum if several cards are taken.
const SEVERAL: u8 = 5;

#[inline]
pub(crate) fn any(table: &Table) -> bool {
    table.display.iter().any(Option::is_some)
}

/// Every card alone, and every set of cards worth five or less; identical cards count once.
pub(crate) fn list(chair: &Chair, out: &mut Vec<Action>) {
    let display = &chair.table.display;
    let start = out.len();
    let mut small = [(Card::nth(0), 0); 4];
    let mut smalls = 0;
    let same = |a: usize, b: usize| display[a] == display[b];
    // All of them are compared: a search that ends early is unpredictable.
    let repeated = [false, same(0, 1), same(0, 2) | same(1, 2), same(0, 3) | same(1, 3) | same(2, 3)];
    for (card, is_repeated) in display.iter().zip(repeated) {
        let Some(card) = *card else { continue };
        if !is_repeated {
            out.push(Action::Take(Pick::one(card)));
        }
        if let Some((_, value)) = card.as_money()
            && value < SEVERAL
        {
            small[smalls] = (card, value);
            smalls += 1;
        }
    }
    if smalls < 2 {
        return;
    }
    let small = &small[..smalls];
    for set in 1u8..1 << smalls {
        let chosen = || small.iter().enumerate().filter(|(i, _)| set >> i & 1 != 0).map(|(_, c)| *c);
        if set.count_ones() < 2 || chosen().map(|(_, v)| v).sum::<u8>() > SEVERAL {
            continue;
        }
        let mut cards = [Card::nth(0); 4];
        let mut len = 0;
        chosen().for_each(|(c, _)| {
            cards[len] = c;
            len += 1;
        });
        if let Some(pick) = Pick::new(&cards[..len])
            && !out[start..].contains(&Action::Take(pick))
        {
            out.push(Action::Take(pick));
        }
    }
}

pub(crate) fn check(chair: &Chair, pick: Pick) -> Result<(), Refusal> {
    let no = |rule, reason| Err(Refusal::new(rule, reason));
    let count = pick.cards().count();
    if count == 0 {
        return no(Rule::M1, Reason::NoCards);
    }
    for card in pick.cards() {
        let there = chair.table.display.iter().filter(|c| **c == Some(card)).count();
        if pick.cards().filter(|c| *c == card).count() > there {
            return no(Rule::M1, Reason::NotOnDisplay);
        }
    }
    if count > 1 {
        let mut sum = 0;
        for card in pick.cards() {
            module::check_taken_with_others(card)?;
            sum += card.as_money().map_or(0, |(_, value)| value);
        }
        if sum > SEVERAL {
            return no(Rule::M1, Reason::OverFive);
        }
    }
    Ok(())
}

/// Takes one card.
#[inline]
pub(crate) fn take_one(game: &mut Game, seat: Seat, slot: usize) {
    let card = game.table.display[slot].take().expect("it is on the display");
    game.secrets.hands[seat].add(card);
}

pub(crate) fn take(game: &mut Game, seat: Seat, pick: Pick) {
    let hand = &mut game.secrets.hands[seat];
    for card in pick.cards() {
        let slot = game.table.display.iter_mut().find(|c| **c == Some(card)).expect("it is on the display");
        *slot = None;
        hand.add(card);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::setup::Setup;
    use crate::testkit::{Scene, cards};

    fn before(display: &str) -> Scene {
        Scene::new(Setup::alhambra(3)).hand(0, "").board(0, "").display(display)
    }

    /// M1: the rulebooks' example: 2 and 3 may be taken together, 7 and 9 only alone.
    #[test]
    fn m1_two_and_three_together_or_one_card() {
        let scene = before("d2 h3 u7 f9");
        scene.lists(0, "take", "take d2; take h3; take u7; take f9; take d2 h3");
    }

    /// M1: one card of any value.
    #[test]
    fn m1_one_card_of_any_value() {
        let mut scene = before("d6 h7 u8 f9");
        scene.lists(0, "take", "take d6; take h7; take u8; take f9");
        scene.act(0, "take f9");
        assert_eq!(scene.game.hand(Seat(0)), &cards("f9").into_iter().collect());
    }

    /// M1: several up to five, in any currencies; never above five.
    #[test]
    fn m1_several_add_up_to_five_or_less() {
        let scene = before("d1 h1 u1 f2");
        scene.lists(
            0,
            "take",
            "take d1; take h1; take u1; take f2; take d1 h1; take d1 u1; take h1 u1; take d1 f2; take h1 f2; take u1 f2; \
             take d1 h1 u1; take d1 h1 f2; take d1 u1 f2; take h1 u1 f2; take d1 h1 u1 f2",
        );
        let mut scene = before("d1 h2 u3 f5");
        scene.lists(0, "take", "take d1; take h2; take u3; take f5; take d1 h2; take d1 u3; take h2 u3");
        scene.refuses(0, "take d1 h2 u3", "M1: over-five");
        scene.refuses(0, "take d1 f5", "M1: over-five");
        scene.act(0, "take u3 h2");
        assert_eq!(scene.game.hand(Seat(0)), &cards("h2 u3").into_iter().collect());
    }

    /// M1: cards on the display, each as often as it is there.
    #[test]
    fn m1_only_what_is_on_the_display() {
        let mut scene = before("d1 d1 h9 h9");
        scene.lists(0, "take", "take d1; take h9; take d1 d1");
        scene.refuses(0, "take u1", "M1: not-on-display");
        scene.refuses(0, "take d1 d1 d1", "M1: not-on-display");
        scene.refuses(0, "take h9 h9", "M1: over-five");
        scene.act(0, "take d1 d1");
        assert_eq!(scene.game.table.display, [None, None, Some(cards("h9")[0]), Some(cards("h9")[0])]);
        assert_eq!(scene.game.hand(Seat(0)), &cards("d1 d1").into_iter().collect());
    }

    /// M1: taking nothing is not taking money.
    #[test]
    fn m1_no_card_is_no_pick() {
        let scene = before("d1 h2 u3 f5");
        let nothing = Pick::new(&[]).expect("at most four");
        let refusal = scene.game.check(Seat(0), Action::Take(nothing));
        assert_eq!(refusal, Err(Refusal::new(Rule::M1, Reason::NoCards)));
    }
}
