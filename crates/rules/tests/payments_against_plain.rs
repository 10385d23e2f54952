//! The listed payments and takes, compared with all possible sets of cards (B1, B4, BC2, BC3, M1, VZ2, BZ2, GR3).

mod common;

use std::collections::BTreeSet;

use common::Chance;
use sabika_rules::module::{ModuleAction, vizier};
use sabika_rules::{
    Action, Card, Cell, Currency, Game, GameKind, Hand, Market, Module, ModuleSet, Payment, Seat, Seed, Setup, Stage,
    Tile, Window,
};

/// Sorted cards, for comparing sets.
type Cards = Vec<Card>;

/// Every distinct non-empty subset of these cards.
fn subsets(cards: &[Card]) -> BTreeSet<Cards> {
    let mut all = BTreeSet::from([Vec::new()]);
    for card in cards {
        let with: Vec<Cards> = all.iter().map(|set| [set.as_slice(), &[*card]].concat()).collect();
        all.extend(with.into_iter().map(|mut set| {
            set.sort();
            set
        }));
    }
    all.remove(&Vec::new());
    all
}

fn value(cards: &[Card]) -> u32 {
    cards.iter().filter_map(|c| c.as_money()).map(|(_, v)| v as u32).sum()
}

/// B1, BC3: cards of the currency, or one pair card that shows it and money of its two currencies; worth the price.
fn pays(cards: &[Card], currency: Currency, price: u32) -> bool {
    let pairs: Vec<[Currency; 2]> = cards.iter().filter_map(|c| c.as_pair()).collect();
    let accepted = match pairs[..] {
        [] => vec![currency],
        [pair] if pair.contains(&currency) => pair.to_vec(),
        _ => return false,
    };
    cards.iter().filter_map(|c| c.as_money()).all(|(c, _)| accepted.contains(&c)) && value(cards) >= price
}

/// B4: sufficient, but not with any card left out.
fn pays_with_each(cards: &[Card], currency: Currency, price: u32) -> bool {
    let without = |i: usize| [&cards[..i], &cards[i + 1..]].concat();
    pays(cards, currency, price) && (0..cards.len()).all(|i| !pays(&without(i), currency, price))
}

/// The cards that could be part of a payment in this currency; with any others there would be too many sets.
fn of_use(hand: &Hand, currency: Currency, with_pairs: bool) -> Cards {
    let pairs: Vec<[Currency; 2]> =
        hand.pairs().filter_map(|c| c.as_pair()).filter(|p| p.contains(&currency)).collect();
    let useful = |card: &Card| match (card.as_money(), card.as_pair()) {
        (Some((c, _)), _) => c == currency || with_pairs && pairs.iter().any(|p| p.contains(&c)),
        (_, Some(pair)) => with_pairs && pair.contains(&currency),
        _ => false,
    };
    hand.cards().filter(useful).collect()
}

/// More cards than this have too many subsets for a test.
const MANY: usize = 12;

/// What must be listed for a price; `None` if there are too many cards to try.
fn plainly(hand: &Hand, currency: Currency, price: u32, exact: bool, with_pairs: bool) -> Option<BTreeSet<Cards>> {
    let cards = of_use(hand, currency, with_pairs);
    let wanted = |set: &Cards| pays_with_each(set, currency, price) && (!exact || value(set) == price);
    (cards.len() <= MANY).then(|| subsets(&cards).into_iter().filter(wanted).collect())
}

fn sorted(payment: Payment) -> Cards {
    let mut cards: Cards = payment.cards().collect();
    cards.sort();
    cards
}

/// The same sets of cards, each once.
#[track_caller]
fn same(listed: Vec<Cards>, plain: BTreeSet<Cards>, what: &str) {
    let set: BTreeSet<Cards> = listed.iter().cloned().collect();
    assert_eq!(set.len(), listed.len(), "{what}: a set of cards is listed twice in {listed:?}");
    assert_eq!(set, plain, "{what}");
}

/// What is for sale: tile, currency, price, and whether it must be paid exactly.
fn offers(game: &Game) -> Vec<(Tile, Currency, u32, bool)> {
    let table = game.table();
    let market = table.market.tiles().map(|(s, t)| (t, Market::currency(s), t.price() as u32, false));
    let price = |t: Tile| {
        let currency = t.currency()?;
        let set_by = table.market.spaces[Market::space(currency)]?;
        Some((t, currency, set_by.price() as u32, true))
    };
    market.chain(table.modules.bazaars.aside.iter().filter_map(price)).collect()
}

#[derive(Default, Debug)]
struct Compared {
    buys: usize,
    by_pair: usize,
    viziers: usize,
    takes: usize,
    flips: usize,
    unasked: usize,
}

fn compare_purchases(game: &Game, seat: Seat, actions: &[Action], compared: &mut Compared) {
    let favour = game.table().turn.stage == Stage::Window(Window::AfterTurn);
    let listed = |wanted: Tile| {
        let of = |action: &Action| match *action {
            Action::Buy { tile, payment } if tile == wanted => Some(payment),
            Action::Module(ModuleAction::Vizier(vizier::Action::Buy { tile, payment })) if tile == wanted => {
                Some(payment)
            }
            _ => None,
        };
        actions.iter().filter_map(of).map(sorted).collect::<Vec<_>>()
    };
    let hand = game.hand(seat);
    let offers = offers(game);
    for (tile, currency, price, exact) in &offers {
        let Some(plain) = plainly(hand, *currency, *price, *exact || favour, true) else { continue };
        assert!(!favour || actions.len() > 1, "who is asked can pay something");
        compared.by_pair += plain.iter().filter(|set| set.iter().any(|c| c.as_pair().is_some())).count();
        *if favour { &mut compared.viziers } else { &mut compared.buys } += plain.len();
        same(listed(*tile), plain, &format!("{tile} for {price} of {currency:?} from {:?}", hand));
    }
    let bought = actions.iter().filter_map(|a| match a {
        Action::Buy { tile, .. } | Action::Module(ModuleAction::Vizier(vizier::Action::Buy { tile, .. })) => {
            Some(*tile)
        }
        _ => None,
    });
    assert!(bought.into_iter().all(|t| offers.iter().any(|o| o.0 == t)), "only what is on sale");
}

/// M1, BC2: one card, or several of money worth five or less.
fn compare_takes(game: &Game, actions: &[Action], compared: &mut Compared) {
    let display: Cards = game.table().display.iter().flatten().copied().collect();
    let several = |set: &Cards| value(set) <= 5 && set.iter().all(|c| c.as_money().is_some());
    let plain: BTreeSet<Cards> = subsets(&display).into_iter().filter(|set| set.len() == 1 || several(set)).collect();
    let listed = actions.iter().filter_map(|a| match a {
        Action::Take(pick) => Some(pick.cards().collect()),
        _ => None,
    });
    compared.takes += plain.len();
    same(listed.collect(), plain, &format!("takes from {display:?}"));
}

/// GR3: the other face for at least 3 of one currency, without pair cards.
fn compare_flips(game: &Game, seat: Seat, actions: &[Action], compared: &mut Compared) {
    let (hand, turn) = (game.hand(seat), &game.table().turn);
    for face in turn.waiting.iter().filter_map(Tile::other_face) {
        let placed: Vec<(Cell, Cards)> = (actions.iter())
            .filter_map(|a| match a {
                Action::Place { tile, cell, flip: Some(payment) } if *tile == face => Some((*cell, sorted(*payment))),
                _ => None,
            })
            .collect();
        let cells: BTreeSet<Cell> = placed.iter().map(|(cell, _)| *cell).collect();
        let all: Option<Vec<_>> = Currency::ALL.iter().map(|c| plainly(hand, *c, 3, false, false)).collect();
        let Some(plain) = all.map(|sets| sets.into_iter().flatten().collect::<BTreeSet<_>>()) else { continue };
        for cell in cells {
            let listed = placed.iter().filter(|(c, _)| *c == cell).map(|(_, cards)| cards.clone()).collect();
            compared.flips += plain.len();
            same(listed, plain.clone(), &format!("{face} turned, from {hand:?}"));
        }
    }
}

/// Whether some of these values add up to the sum.
fn add_up(values: &[u32], sum: u32) -> bool {
    match values {
        _ if sum == 0 => true,
        [] => false,
        [first, rest @ ..] => add_up(rest, sum) || *first <= sum && add_up(rest, sum - first),
    }
}

/// B1, BC3: whether the price can be paid exactly, with a pair card or without.
fn payable_exactly(hand: &Hand, currency: Currency, price: u32) -> bool {
    let pairs = hand.pairs().filter_map(|c| c.as_pair()).filter(|p| p.contains(&currency)).map(|p| p.to_vec());
    let mut ways = std::iter::once(vec![currency]).chain(pairs);
    ways.any(|accepted| {
        let money = hand.cards().filter_map(|c| c.as_money()).filter(|(c, _)| accepted.contains(c));
        add_up(&money.map(|(_, value)| value as u32).collect::<Vec<_>>(), price)
    })
}

/// VZ4: seats that are asked can pay something exactly; if nobody is asked, nobody can.
fn compare_asked(game: &Game, compared: &mut Compared) {
    let (table, offers) = (game.table(), offers(game));
    let payable = |seat: Seat| offers.iter().any(|(_, c, price, _)| payable_exactly(game.hand(seat), *c, *price));
    match table.turn.stage {
        Stage::Window(Window::AfterTurn) => assert!(payable(game.to_act().unwrap())),
        Stage::Action if table.setup.modules.has(Module::Vizier) => {
            let mut awake = (0..table.setup.players).map(Seat).filter(|s| table.modules.vizier.is_awake(*s));
            assert!(awake.all(|seat| !payable(seat)), "somebody should have been asked");
            compared.unasked += 1;
        }
        _ => {}
    }
}

/// Plays games in which money is hoarded every other time, so that hands are rich enough for many payments.
fn compare(setup: Setup, games: u64) -> Compared {
    let mut compared = Compared::default();
    let mut actions = Vec::new();
    for seed in 0..games {
        let mut game = Game::new(setup, Seed::from(seed)).unwrap();
        let mut chance = Chance::new(seed);
        while let Some(seat) = game.to_act() {
            game.legal_actions(seat, &mut actions);
            match game.table().turn.stage {
                Stage::Action => {
                    compare_purchases(&game, seat, &actions, &mut compared);
                    compare_takes(&game, &actions, &mut compared);
                }
                Stage::Window(Window::AfterTurn) => compare_purchases(&game, seat, &actions, &mut compared),
                Stage::Placing(_) => compare_flips(&game, seat, &actions, &mut compared),
                _ => {}
            }
            let takes = actions.iter().filter(|a| matches!(a, Action::Take(_))).count();
            let hoards = seed % 2 == 0 && chance.below(3) > 0;
            let some = if takes > 0 && hoards { takes } else { actions.len() };
            let action = actions[chance.below(some)];
            game.apply_unchecked(seat, action);
            if action == Action::End {
                compare_asked(&game, &mut compared);
            }
        }
    }
    compared
}

#[test]
fn in_one_currency() {
    let compared = compare(Setup::alhambra(3), 24);
    assert!(compared.buys > 1000 && compared.takes > 1000 && compared.by_pair == 0, "{compared:?}");
}

#[test]
fn with_pair_cards_and_viziers() {
    let compared = compare(Setup::alhambra(2).with(Module::Bureau).with(Module::Vizier), 40);
    assert!(compared.by_pair > 1000 && compared.viziers > 100 && compared.unasked > 100, "{compared:?}");
}

#[test]
fn with_all_modules() {
    let compared = compare(Setup::alhambra(4).with_modules(ModuleSet::ALL), 12);
    assert!(compared.buys > 1000 && compared.by_pair > 100, "{compared:?}");
}

#[test]
fn flipping_tiles() {
    let compared = compare(Setup::new(GameKind::Granada, 3).with(Module::Bureau), 12);
    assert!(compared.flips > 1000, "{compared:?}");
}
