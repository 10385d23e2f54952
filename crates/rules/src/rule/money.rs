//! Taking money (M1).

use crate::action::{Action, Pick};
use crate::card::Card;
use crate::game::{Chair, Game};
use crate::refusal::{Reason, Refusal, Rule};
use crate::seat::Seat;

/// Several cards may be taken up to this sum.
const SEVERAL: u8 = 5;

pub(crate) fn any(chair: &Chair) -> bool {
    chair.table.display.iter().any(Option::is_some)
}

/// Every card alone, and every set of cards worth five or less; cards that are the same count once.
pub(crate) fn list(chair: &Chair, out: &mut Vec<Action>) {
    let display = &chair.table.display;
    let start = out.len();
    let mut small = [(0u8, 0u8); 4];
    let mut smalls = 0;
    for (slot, card) in display.iter().enumerate() {
        let Some(card) = *card else { continue };
        if !display[..slot].contains(&Some(card)) {
            out.push(Action::Take(Pick::one(card)));
        }
        if let Some((_, value)) = card.as_money()
            && value < SEVERAL
        {
            small[smalls] = (card.0, value);
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
        let mut cards = [Card(0); 4];
        let mut len = 0;
        chosen().for_each(|(c, _)| {
            cards[len] = Card(c);
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
            match card.as_money() {
                Some((_, value)) => sum += value,
                None => return no(Rule::BC2, Reason::TakenAlone),
            }
        }
        if sum > SEVERAL {
            return no(Rule::M1, Reason::OverFive);
        }
    }
    Ok(())
}

pub(crate) fn take(game: &mut Game, seat: Seat, pick: Pick) {
    let hand = &mut game.secrets.hands[seat];
    for card in pick.cards() {
        if let Some(slot) = game.table.display.iter_mut().find(|c| **c == Some(card)) {
            *slot = None;
            hand.add(card);
        }
    }
}
