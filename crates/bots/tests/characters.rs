//! Tastes are real: the two characters of a level play as differently as their descriptions say.

use sabika_bots::{Budget, Character, Level};
use sabika_rules::board::Line;
use sabika_rules::{Action, Game, Kind, Seat, Seed, Setup, Silent};

/// What a character did in a number of games.
#[derive(Default, Debug)]
struct Habits {
    bought: f64,
    price: f64,
    overpaid: f64,
    gardens: f64,
    towers: f64,
    /// Tiles bought that the other could have paid for, and exactly.
    denied: f64,
    denied_exactly: f64,
    wall: f64,
    /// Cards held at the start of a turn.
    cards: f64,
    turns: f64,
}

/// Two characters against each other, in both seats.
fn habits(pair: [Character; 2], games: u64) -> [Habits; 2] {
    let mut habits = [Habits::default(), Habits::default()];
    for i in 0..2 * games {
        let mut game = Game::new(Setup::alhambra(2), Seed::from(i / 2)).expect("the set-up can be played");
        let who = |seat: Seat| (seat.index() + i as usize) % 2;
        let mut bots = [Seat(0), Seat(1)].map(|seat| pair[who(seat)].bot(i));
        while let Some(seat) = game.to_act() {
            let view = game.view(pair[who(seat)].level().viewer(seat));
            let action = bots[seat.index()].choose(&view, Budget::Simulations(0)).expect("an answer");
            let own = &mut habits[who(seat)];
            if game.table().turn.first {
                own.turns += 1.0;
                own.cards += game.hand(seat).len() as f64;
            }
            if let Action::Buy { tile, payment } = action {
                let offer = game.table().offers().find(|o| o.tile == tile).expect("it is on sale");
                own.bought += 1.0;
                own.price += f64::from(tile.price());
                own.overpaid += f64::from(u8::from(payment.total() > offer.price.into()));
                own.gardens += f64::from(u8::from(tile.building() == Some(Kind::Garden)));
                own.towers += f64::from(u8::from(tile.building() == Some(Kind::Tower)));
                let purse = game.hand(Seat(1 - seat.0)).money[offer.currency];
                own.denied += f64::from(u8::from(purse.total() >= offer.price.into()));
                own.denied_exactly += f64::from(u8::from(purse.sums(1) >> offer.price & 1 != 0));
            }
            game.apply(seat, action, &mut Silent).expect("it is legal");
        }
        for (seat, player) in game.table().players.seats() {
            habits[who(seat)].wall += f64::from(player.board.longest(Line::Walls));
        }
    }
    habits
}

#[test]
fn noor_buys_gardens_and_beltran_spends() {
    let [noor, beltran] = habits([Character::Noor, Character::Beltran], 30);
    assert!(noor.gardens / noor.bought > beltran.gardens / beltran.bought, "{noor:?} {beltran:?}");
    assert!(beltran.cards / beltran.turns < noor.cards / noor.turns, "{noor:?} {beltran:?}");
}

#[test]
fn safiya_buys_expensive_tiles_and_idris_builds_walls() {
    let [safiya, idris] = habits([Character::Safiya, Character::Idris], 30);
    assert!(safiya.price / safiya.bought > idris.price / idris.bought, "{safiya:?} {idris:?}");
    assert!(idris.wall > safiya.wall, "{safiya:?} {idris:?}");
}

#[test]
fn elvira_does_not_overpay_and_yusuf_buys_towers() {
    let [elvira, yusuf] = habits([Character::Elvira, Character::Yusuf], 30);
    assert!(elvira.overpaid < 0.8 * yusuf.overpaid, "{elvira:?} {yusuf:?}");
    assert!(yusuf.towers > elvira.towers, "{elvira:?} {yusuf:?}");
}

/// Each pair at the strong levels has one who buys what the other could have bought.
#[test]
fn zaynab_and_lubna_watch_the_others_money() {
    let [zaynab, samuel] = habits([Character::Zaynab, Character::Samuel], 40);
    assert!(zaynab.denied / zaynab.bought > samuel.denied / samuel.bought, "{zaynab:?} {samuel:?}");
    let [lubna, harun] = habits([Character::Lubna, Character::Harun], 40);
    assert!(lubna.denied_exactly / lubna.bought > harun.denied_exactly / harun.bought, "{lubna:?} {harun:?}");
}

#[test]
fn every_level_for_people_has_two() {
    for level in [Level::Novice, Level::Apprentice, Level::Builder, Level::Architect, Level::Grandmaster] {
        let pair = Character::of(level).expect("it has two");
        assert!(pair[0] != pair[1] && pair.iter().all(|c| c.level() == level));
        for character in pair {
            assert_eq!(character.name().parse(), Ok(character));
        }
    }
    assert_eq!(Character::of(Level::Random), None);
    assert!("dirk".parse::<Character>().is_err_and(|e| e.starts_with("unknown character `dirk`; known: noor")));
}
