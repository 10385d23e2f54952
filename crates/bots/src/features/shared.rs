//! The shared block.

use sabika_rules::{Currency, GameKind, Kind, Occasion, Round, ScoringCard, Stage, Tile, Window};

use super::layout::{BAG_STEPS, MODULE_FLAGS, SharedPart};
use super::{Cursor, Position, SLOTS, Unseen};

impl SharedPart {
    pub fn write(position: &Position, unseen: &Unseen, block: &mut [i8]) {
        let table = position.table;
        let setup = &table.setup;
        let mut out = Cursor::new(block);
        out.one_of(5, Some(table.player_count() - 2));
        out.one_of(GameKind::ALL.len(), Some(setup.game as usize));
        MODULE_FLAGS.into_iter().for_each(|module| out.flag(setup.modules.has(module)));
        out.flag(setup.simplified);
        out.one_of(3, Some(position.next as usize));
        for round in [Round::First, Round::Second] {
            let card = table.deck.scoring[round as usize];
            out.flag(card == ScoringCard::Drawn);
            out.flag(card == ScoringCard::Aside);
            let (first, last) = unseen.scoring[round as usize].unwrap_or((0, 0));
            out.number(first as f32 / 20.0);
            out.number(last as f32 / 20.0);
            out.flag((1..=4).contains(&first));
            out.flag((1..=8).contains(&last));
        }
        out.number(table.deck.len() as f32 / 50.0);
        out.number(table.discard.len() as f32 / 50.0);
        out.count(table.deck.shuffles as usize);
        for bag in [table.bag, table.granada_bag] {
            out.number(bag as f32 / 20.0);
            out.reached(bag as usize, &BAG_STEPS);
        }
        unseen.kinds.iter().for_each(|n| out.number(*n as f32 / 5.0));
        let dirk = setup.has_dirk().then(|| position.holdings.last()).flatten();
        Kind::ALL.into_iter().for_each(|kind| out.count(dirk.map_or(0, |d| d.count[kind] as usize)));
        out.number(table.dirk.score as f32 / 50.0);
        out.flag(table.market.odd);
        out.flag(table.turn.closing);
        out.flag(!table.turn.due.is_empty());
        out.one_of(
            5,
            Some(match table.turn.stage {
                Stage::Window(Window::AfterTurn) => 1,
                Stage::Window(Window::BeforeScoring) => 2,
                Stage::Placing(Occasion::OutOfTurn) => 3,
                Stage::Placing(Occasion::Handout) => 4,
                _ => 0,
            }),
        );
        table.modules.huts.face_up.iter().for_each(|hut| out.flag(hut.is_some()));
        let mut falcons = [0; 3];
        table.modules.falconers.supply().for_each(|f| falcons[f.plumage() as usize] += 1);
        falcons.iter().for_each(|n| out.count(*n));
        for currency in Currency::ALL {
            SharedPart::write_currency(position, currency, unseen, &mut out);
        }
        debug_assert_eq!(out.at(), super::SHARED);
    }

    fn write_currency(position: &Position, currency: Currency, unseen: &Unseen, out: &mut Cursor) {
        for slot in 0..SLOTS {
            let offer = position.offers[currency as usize][slot];
            out.flag(offer.is_some());
            out.number(offer.map_or(0.0, |o| o.price as f32 / 10.0));
            if slot < 2 {
                out.one_of(Kind::COUNT, offer.and_then(|o| o.tile.building()).map(|k| k as usize));
                out.count(offer.map_or(0, |o| walls(o.tile)));
            }
        }
        let table = position.table;
        let display = || table.display.iter().flatten();
        let money = || display().filter_map(|c| c.as_money()).filter(|(c, _)| *c == currency).map(|(_, v)| v as u32);
        out.number(money().sum::<u32>() as f32 / 9.0);
        out.count(money().count());
        out.number(money().max().unwrap_or(0) as f32 / 9.0);
        out.number(money().filter(|v| *v <= 4).sum::<u32>() as f32 / 5.0);
        out.count(display().filter(|c| c.as_pair().is_some_and(|pair| pair.contains(&currency))).count());
        let (units, cards) = unseen.money[currency as usize];
        out.number(units as f32 / 60.0);
        out.number(cards as f32 / 15.0);
    }
}

/// The number of sides of a tile with a wall or a moat.
fn walls(tile: Tile) -> usize {
    use sabika_rules::{Direction, Side};
    Direction::ALL.into_iter().filter(|d| matches!(tile.side(*d), Side::Wall | Side::Moat)).count()
}
