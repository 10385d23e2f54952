//! What a viewer may know (T8): built up from what lies open and the viewer's own cards, never by deleting secrets.

use crate::action::Action;
use crate::card::{Card, Hand};
use crate::components::MONEY_COPIES;
use crate::event::Round;
use crate::game::{Chair, Game};
use crate::module::{self, Own};
use crate::options::Options;
use crate::refusal::{Reason, Refusal, Rule};
use crate::rule;
use crate::seat::{BySeat, Seat};
use crate::setup::GameKind;
use crate::table::{ScoringCard, Stage, Table};
use crate::tile::{Tile, TileSet};

/// Who looks.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Viewer {
    /// Somebody without a seat.
    Watcher,
    /// A player.
    Seat(Seat),
    /// A player who has counted every card that was openly dealt and taken, and so knows all hands.
    Counting(Seat),
}

impl Viewer {
    /// The seat, if there is one.
    pub const fn seat(self) -> Option<Seat> {
        match self {
            Viewer::Watcher => None,
            Viewer::Seat(seat) | Viewer::Counting(seat) => Some(seat),
        }
    }
}

/// What is known of a hand.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct HandView {
    /// How many cards.
    pub size: u8,
    /// Which, if the viewer knows.
    pub cards: Option<Hand>,
}

/// What a viewer may know of a game. Bots choose from it; pages show it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct View {
    viewer: Viewer,
    table: Table,
    hands: BySeat<HandView>,
    own: Option<Own>,
    /// Whether the viewer's seat is the one asked in a window.
    asked: bool,
}

impl Game {
    /// What a viewer may know. A seat that is not in the game sees as a watcher does.
    pub fn view(&self, viewer: Viewer) -> View {
        let seat = viewer.seat().filter(|s| self.table.players.get(*s).is_some());
        let counting = matches!(viewer, Viewer::Counting(_)) && seat.is_some();
        View {
            viewer: if seat.is_some() { viewer } else { Viewer::Watcher },
            table: self.table.clone(),
            hands: self.secrets.hands.map(|s, hand| HandView {
                size: hand.len() as u8,
                cards: (counting || seat == Some(s)).then_some(*hand),
            }),
            own: seat.map(|s| self.secrets.modules.own(s)),
            asked: seat.is_some() && self.secrets.asked == seat,
        }
    }
}

impl View {
    /// Who looks.
    pub fn viewer(&self) -> Viewer {
        self.viewer
    }

    /// The viewer's seat.
    pub fn seat(&self) -> Option<Seat> {
        self.viewer.seat()
    }

    /// Everything that lies open.
    pub fn table(&self) -> &Table {
        &self.table
    }

    /// What is known of each hand.
    pub fn hands(&self) -> &BySeat<HandView> {
        &self.hands
    }

    /// What the viewer's seat has hidden from the others, beside its hand.
    pub fn own(&self) -> Option<Own> {
        self.own
    }

    /// The seat the game waits for, as far as the viewer may know: in a window only the one who is asked knows (T8).
    pub fn to_act(&self) -> Option<Seat> {
        match self.table.turn.stage {
            Stage::Over => None,
            Stage::Window(_) => self.seat().filter(|_| self.asked),
            _ => Some(self.table.turn.actor),
        }
    }

    /// The viewer's seat with its hand, if it has one.
    pub(crate) fn chair(&self) -> Option<Chair<'_>> {
        let seat = self.seat()?;
        Some(Chair { table: &self.table, seat, hand: self.hands[seat].cards.as_ref()?, own: self.own? })
    }

    /// Fills `actions` with what the viewer may choose from now: the same list as [`Game::legal_actions`].
    pub fn legal_actions(&self, actions: &mut Vec<Action>) {
        actions.clear();
        if let Some(chair) = self.chair()
            && self.to_act() == Some(chair.seat)
        {
            rule::list(&chair, actions);
        }
    }

    /// What the viewer may do although not asked.
    pub fn free_actions(&self) -> Vec<Action> {
        let mut actions = Vec::new();
        if let Some(chair) = self.chair() {
            module::list_free(&chair, &mut actions);
        }
        actions
    }

    /// What the viewer may choose from, in groups.
    pub fn options(&self) -> Options {
        let mut actions = Vec::new();
        self.legal_actions(&mut actions);
        Options::group(&self.table, &actions)
    }

    /// Whether the action is legal for the viewer now.
    pub fn check(&self, action: Action) -> Result<(), Refusal> {
        let chair = self.chair().ok_or(Refusal::new(Rule::T1, Reason::NotYourTurn))?;
        rule::check(&chair, self.to_act(), action)
    }

    /// The cards that the viewer sees nowhere: those of the deck, and of hands it does not know.
    pub fn unseen_cards(&self) -> Hand {
        let mut unseen = all_cards(&self.table);
        let display = self.table.display.iter().flatten().copied();
        let known = self.hands.iter().filter_map(|h| h.cards).flat_map(|h| h.cards().collect::<Vec<_>>());
        display.chain(self.table.discard.cards()).chain(known).for_each(|card| unseen.remove(card));
        unseen
    }

    /// The tiles still in the bags, Granada's with the even face.
    pub fn unseen_tiles(&self) -> TileSet {
        unseen_tiles(&self.table)
    }

    /// With which of the next draws from the deck a scoring card can come: the first and the last, counted from 1.
    /// `None`: it has come, or waits for the deck to be shuffled (CO2).
    pub fn scoring_card_within(&self, round: Round) -> Option<(usize, usize)> {
        let deck = &self.table.deck;
        match *deck.scoring.get(round as usize)? {
            ScoringCard::InPile(pile) => {
                let above: usize = deck.piles[..pile as usize].iter().map(|p| *p as usize).sum();
                Some((above + 1, above + deck.piles[pile as usize] as usize))
            }
            ScoringCard::Aside | ScoringCard::Drawn => None,
        }
    }
}

/// Every card of the game (C2, N1).
fn all_cards(table: &Table) -> Hand {
    let copies = if table.setup.has_dirk() { MONEY_COPIES - 1 } else { MONEY_COPIES };
    let mut all = Hand::default();
    for card in Card::all().filter(|c| c.as_money().is_some()) {
        (0..copies).for_each(|_| all.add(card));
    }
    module::cards(&table.setup).for_each(|card| all.add(card));
    all
}

/// Every tile of the game that lies nowhere to be seen.
pub(crate) fn unseen_tiles(table: &Table) -> TileSet {
    let mut unseen: TileSet = match table.setup.game {
        GameKind::Granada => Tile::granada_tiles().collect(),
        GameKind::Alhambra => Tile::buildings().chain(module::tiles(&table.setup)).collect(),
        GameKind::Combined => Tile::buildings().chain(Tile::granada_tiles()).collect(),
    };
    let players = table.players.iter().flat_map(|p| p.board.tiles().iter().map(|t| t.tile).chain(p.reserve.iter()));
    let turn = table.turn.waiting.iter().chain(table.turn.gained.iter().flat_map(|g| g.iter()));
    let market = table.market.tiles().map(|(_, tile)| tile).chain(module::tiles_aside(table));
    let seen = players.chain(turn).chain(market).chain(table.dirk.tiles.iter());
    seen.for_each(|tile| unseen.remove(tile.even_face()));
    unseen
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rng::Dice;
    use crate::setup::{Module, ModuleSet, Setup};
    use crate::table::Window;
    use crate::testkit::{Scene, cards};

    const VIEWERS: [Viewer; 3] = [Viewer::Watcher, Viewer::Seat(Seat(0)), Viewer::Counting(Seat(0))];

    fn scene() -> Scene {
        Scene::new(Setup::alhambra(3).with_modules(ModuleSet::ALL)).hand(0, "d1 d2").hand(1, "h7 h8 h9").hand(2, "xdf")
    }

    /// T8: everything that lies open is seen by all, as are all counts.
    #[test]
    fn t8_what_lies_open() {
        let scene = scene();
        for viewer in VIEWERS {
            let view = scene.game.view(viewer);
            assert_eq!(view.table(), scene.game.table());
            assert_eq!(view.hands().iter().map(|h| h.size).collect::<Vec<_>>(), [2, 3, 1]);
            assert_eq!(view.table().bag as usize, scene.game.secrets.bag.len());
            assert_eq!(view.table().deck.len(), scene.game.secrets.deck.len());
            assert_eq!(view.table().modules.bonus.held[..3], [3, 3, 3]);
        }
    }

    /// T8: a player sees their own cards and nobody else's; who counts sees all hands, who watches none.
    #[test]
    fn t8_hands() {
        let scene = scene();
        let seen = |viewer| scene.game.view(viewer).hands().iter().map(|h| h.cards.is_some()).collect::<Vec<_>>();
        assert_eq!(seen(Viewer::Watcher), [false, false, false]);
        assert_eq!(seen(Viewer::Seat(Seat(0))), [true, false, false]);
        assert_eq!(seen(Viewer::Seat(Seat(2))), [false, false, true]);
        assert_eq!(seen(Viewer::Counting(Seat(0))), [true, true, true]);
        assert_eq!(seen(Viewer::Seat(Seat(3))), [false, false, false], "no such seat: a watcher");
        assert_eq!(seen(Viewer::Counting(Seat(3))), [false, false, false]);
        let view = scene.game.view(Viewer::Seat(Seat(0)));
        assert_eq!(view.hands()[Seat(0)].cards, Some(cards("d1 d2").into_iter().collect()));
    }

    /// T8: bonus cards in hand are seen by their holder only, also by nobody who counts.
    #[test]
    fn t8_bonus_cards() {
        let scene = scene();
        let own = |seat| Some(scene.game.secrets.modules.own(Seat(seat)));
        assert_eq!(scene.game.view(Viewer::Watcher).own(), None);
        assert_eq!(scene.game.view(Viewer::Seat(Seat(1))).own(), own(1));
        assert_eq!(scene.game.view(Viewer::Counting(Seat(1))).own(), own(1));
        assert_ne!(own(0), own(1));
    }

    /// T8: games that differ only in what is hidden look the same: other cards in others' hands, another order of deck, bag
    /// and hut piles, other bonus cards, another seed.
    #[test]
    fn t8_what_is_hidden_makes_no_difference() {
        let one = scene();
        let mut other = scene().hand(1, "u1 u2 u3").hand(2, "f9");
        let mut dice = Dice::from_seed(8);
        dice.shuffle(&mut other.game.secrets.deck);
        dice.shuffle(&mut other.game.secrets.bag);
        let me = (Seat(0), one.game.secrets.modules.own(Seat(0)));
        other.game.secrets.modules = module::sample(one.game.table(), Some(me), &mut dice);
        other.game.secrets.seed = dice.seed();
        assert_ne!(one.game.secrets.modules, other.game.secrets.modules);
        assert_ne!(one.game, other.game);
        for viewer in [Viewer::Watcher, Viewer::Seat(Seat(0))] {
            assert_eq!(one.game.view(viewer), other.game.view(viewer));
        }
        // Who counts knows the hands, and beyond them no more than others.
        let mut same_hands = other.hand(1, "h7 h8 h9").hand(2, "xdf");
        assert_eq!(one.game.view(Viewer::Counting(Seat(0))), same_hands.game.view(Viewer::Counting(Seat(0))));
        same_hands.game.secrets.hands[Seat(1)] = cards("u1 u2 u3").into_iter().collect();
        assert_ne!(one.game.view(Viewer::Counting(Seat(0))), same_hands.game.view(Viewer::Counting(Seat(0))));
    }

    /// T8: while a window waits, others see that the table waits, not for whom.
    #[test]
    fn t8_a_window_does_not_tell_for_whom_it_waits() {
        let waiting = |one: &str, two: &str| {
            let mut scene = Scene::new(Setup::alhambra(4).with(Module::Vizier))
                .market("T9ne P2new G10 S3esw")
                .display("d9 h9 u9 f9")
                .deck("d1 d2")
                .hand(0, "")
                .hand(1, one)
                .hand(2, two)
                .hand(3, "");
            scene.acts(0, "take d9; end");
            scene.game
        };
        let (one, two) = (waiting("u3", "u9"), waiting("u9", "u3"));
        assert_eq!((one.to_act(), two.to_act()), (Some(Seat(1)), Some(Seat(2))));
        for viewer in [Viewer::Watcher, Viewer::Seat(Seat(0)), Viewer::Seat(Seat(3))] {
            let view = one.view(viewer);
            assert_eq!(view, two.view(viewer));
            assert_eq!((view.table().turn.stage, view.to_act()), (Stage::Window(Window::AfterTurn), None));
        }
        assert_eq!(one.view(Viewer::Seat(Seat(1))).to_act(), Some(Seat(1)), "who is asked knows");
        assert_eq!(one.view(Viewer::Seat(Seat(2))).to_act(), None);
        let mut actions = Vec::new();
        one.view(Viewer::Seat(Seat(2))).legal_actions(&mut actions);
        assert!(actions.is_empty());
        let pass = "pass".parse().expect("an action");
        let refusal = one.view(Viewer::Seat(Seat(2))).check(pass);
        assert_eq!(refusal, Err(Refusal::new(Rule::T1, Reason::NotYourTurn)));
    }

    /// What a seat may do is the same in its view as in the game, at every step.
    #[test]
    fn views_list_what_the_game_lists() {
        let mut game =
            Game::new(Setup::alhambra(3).with_modules(ModuleSet::ALL), crate::rng::Seed::from(2)).expect("a game");
        let mut dice = Dice::from_seed(2);
        let (mut actions, mut seen) = (Vec::new(), Vec::new());
        while let Some(asked) = game.to_act() {
            for seat in (0..3).map(Seat) {
                let view = game.view(Viewer::Seat(seat));
                game.legal_actions(seat, &mut actions);
                view.legal_actions(&mut seen);
                assert_eq!(actions, seen);
                assert_eq!(game.free_actions(seat), view.free_actions());
            }
            game.legal_actions(asked, &mut actions);
            game.apply_unchecked(asked, actions[dice.below(actions.len() as u32) as usize]);
        }
        assert_eq!(game.view(Viewer::Watcher).to_act(), None);
    }

    /// T8: what is left can be counted by all: the tiles in the bag, the cards nowhere seen, where scoring cards can come.
    #[test]
    fn t8_what_is_left_can_be_counted() {
        let game = Game::new(Setup::alhambra(3), crate::rng::Seed::from(3)).expect("a game");
        let watcher = game.view(Viewer::Watcher);
        assert_eq!(watcher.unseen_tiles(), game.secrets.bag.iter().copied().collect());
        assert_eq!(watcher.unseen_cards().len(), 108 - 4);
        let deck: Hand = game.secrets.deck.iter().filter_map(|c| c.get().ok()).collect();
        assert_eq!(game.view(Viewer::Counting(Seat(0))).unseen_cards(), deck);
        let piles = game.table.deck.piles.map(usize::from);
        assert_eq!(watcher.scoring_card_within(Round::First), Some((piles[0] + 1, piles[0] + piles[1])));
        assert_eq!(watcher.scoring_card_within(Round::Third), None);
    }
}
