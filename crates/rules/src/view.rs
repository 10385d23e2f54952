//! What a viewer may know (T8): built from public information and the viewer's own cards, never by deleting secrets.

use crate::action::Action;
use crate::card::{Card, Hand};
use crate::event::Round;
use crate::game::{Chair, Game};
use crate::module::{self, Own};
use crate::options::Options;
use crate::refusal::{Reason, Refusal, Rule};
use crate::rule;
use crate::seat::{BySeat, Seat};
use crate::setup::Setup;
use crate::table::{ScoringCard, Stage, Table};
use crate::tile::{Tile, TileSet};
use crate::variant;

/// The kind of viewer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Viewer {
    /// Somebody without a seat.
    Watcher,
    /// A player.
    Seat(Seat),
    /// A player who has counted every card that was openly dealt and taken, and therefore knows all hands.
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

/// What is known about a hand.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct HandView {
    /// The number of cards.
    pub size: u8,
    /// The cards, if the viewer knows them.
    pub cards: Option<Hand>,
}

/// What a viewer may know about a game. Bots choose from it; pages show it.
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
    /// What a viewer may know. A seat that is not in the game sees what a watcher sees.
    pub fn view(&self, viewer: Viewer) -> View {
        let Private { viewer, hands, own, asked } = self.private(viewer);
        View { viewer, table: self.table.clone(), hands, own, asked }
    }

    /// The same as [`Game::view`], in place of a view of any game.
    pub fn view_into(&self, view: &mut View, viewer: Viewer) {
        view.table.clone_from(&self.table);
        self.view_again(view, viewer);
    }

    /// Turns a view of this game into that of another viewer, without copying again what is public, which is most of a view.
    pub fn view_again(&self, view: &mut View, viewer: Viewer) {
        debug_assert!(view.table == self.table, "a view of the same game");
        let Private { viewer, hands, own, asked } = self.private(viewer);
        (view.viewer, view.hands, view.own, view.asked) = (viewer, hands, own, asked);
    }

    fn private(&self, viewer: Viewer) -> Private {
        let seat = viewer.seat().filter(|s| self.table.players.get(*s).is_some());
        let counting = matches!(viewer, Viewer::Counting(_)) && seat.is_some();
        Private {
            viewer: if seat.is_some() { viewer } else { Viewer::Watcher },
            hands: self.secrets.hands.map(|s, hand| HandView {
                size: hand.len() as u8,
                cards: (counting || seat == Some(s)).then_some(*hand),
            }),
            own: seat.map(|s| self.secrets.modules.own(s)),
            asked: seat.is_some() && self.secrets.asked == seat,
        }
    }
}

/// What differs between the views of one game.
struct Private {
    viewer: Viewer,
    hands: BySeat<HandView>,
    own: Option<Own>,
    asked: bool,
}

impl View {
    /// Built from a position, which has been checked.
    pub(crate) fn new(viewer: Viewer, table: Table, hands: BySeat<HandView>, own: Option<Own>, asked: bool) -> View {
        View { viewer, table, hands, own, asked }
    }

    /// The viewer's seat, if it is the one asked in a window.
    pub(crate) fn asked(&self) -> Option<Seat> {
        self.seat().filter(|_| self.asked)
    }

    /// The viewer.
    pub fn viewer(&self) -> Viewer {
        self.viewer
    }

    /// The viewer's seat.
    pub fn seat(&self) -> Option<Seat> {
        self.viewer.seat()
    }

    /// Everything public.
    pub fn table(&self) -> &Table {
        &self.table
    }

    /// What is known about each hand.
    pub fn hands(&self) -> &BySeat<HandView> {
        &self.hands
    }

    /// What the viewer's seat hides from the others besides its hand.
    pub fn own(&self) -> Option<Own> {
        self.own
    }

    /// The seat to act, as far as the viewer may know: in a window only the seat that is asked knows (T8).
    pub fn to_act(&self) -> Option<Seat> {
        match self.table.turn.stage {
            Stage::Over => None,
            Stage::Window(_) => self.asked(),
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

    /// What the viewer may do without being asked.
    pub fn free_actions(&self) -> Vec<Action> {
        let mut actions = Vec::new();
        if let Some(chair) = self.chair() {
            module::list_free(&chair, &mut actions);
        }
        actions
    }

    /// What the viewer may choose from, grouped.
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

    /// The cards that the viewer cannot see anywhere: those in the deck, and in hands it does not know.
    pub fn unseen_cards(&self) -> Hand {
        let mut unseen = all_cards(&self.table.setup);
        let display = self.table.display.iter().flatten().copied();
        let known = self.hands.iter().filter_map(|h| h.cards).flat_map(|h| h.cards().collect::<Vec<_>>());
        display.chain(self.table.discard.cards()).chain(known).for_each(|card| unseen.remove(card));
        unseen
    }

    /// The tiles still in the bags, Granada's with the even face.
    pub fn unseen_tiles(&self) -> TileSet {
        unseen_tiles(&self.table)
    }

    /// The range of upcoming draws with which a scoring card can come: the first and the last, counted from 1.
    /// `None` if it has come, or is set aside until the deck is reshuffled (CO2).
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

/// Every card in the game (C2, N1).
pub(crate) fn all_cards(setup: &Setup) -> Hand {
    let copies = setup.money_copies();
    let mut all = Hand::default();
    for card in Card::all().filter(|c| c.as_money().is_some()) {
        (0..copies).for_each(|_| all.add(card));
    }
    module::cards(setup).for_each(|card| all.add(card));
    all
}

/// Every tile in the game that cannot be seen anywhere.
pub(crate) fn unseen_tiles(table: &Table) -> TileSet {
    let mut unseen: TileSet = variant::bag(&table.setup).collect();
    if table.setup.is_combined() {
        unseen.extend(Tile::granada_tiles());
    }
    let players = table.players.iter().flat_map(|p| p.board.tiles().iter().map(|t| t.tile).chain(p.reserve.iter()));
    let turn = table.turn.waiting.iter().chain(table.turn.gained.iter().flat_map(|g| g.iter()));
    let market = table.market.tiles().map(|(_, tile)| tile).chain(module::tiles_aside(table).iter());
    let seen = players.chain(turn).chain(market).chain(table.dirk.tiles.iter());
    seen.for_each(|tile| unseen.remove(tile.even_face()));
    unseen
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rng::{Dice, Seed};
    use crate::setup::{Module, ModuleSet};
    use crate::table::Window;
    use crate::testkit::{Scene, cards};

    const VIEWERS: [Viewer; 3] = [Viewer::Watcher, Viewer::Seat(Seat(0)), Viewer::Counting(Seat(0))];

    fn scene() -> Scene {
        Scene::new(Setup::alhambra(3).with_modules(ModuleSet::ALL)).hand(0, "d1 d2").hand(1, "h7 h8 h9").hand(2, "xdf")
    }

    /// T8: a view that was somebody else's before shows nothing of theirs.
    #[test]
    fn t8_views_made_from_another_viewers() {
        let (game, mut other) =
            (scene().game, Game::new(Setup::granada(2), Seed::from(1)).expect("a game").view(VIEWERS[1]));
        for before in VIEWERS {
            for viewer in VIEWERS.into_iter().chain([Viewer::Seat(Seat(1)), Viewer::Seat(Seat(5))]) {
                let mut view = game.view(before);
                game.view_again(&mut view, viewer);
                assert_eq!(view, game.view(viewer), "{before:?} {viewer:?}");
                game.view_into(&mut other, viewer);
                assert_eq!(other, view, "whatever it was a view of");
            }
        }
    }

    /// T8: everyone sees what is public, including all counts.
    #[test]
    fn t8_public_information() {
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

    /// T8: a player sees only their own cards; a counting player sees all hands, a watcher none.
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

    /// T8: only the holder sees bonus cards in hand; counting does not reveal them.
    #[test]
    fn t8_bonus_cards() {
        let scene = scene();
        let own = |seat| Some(scene.game.secrets.modules.own(Seat(seat)));
        assert_eq!(scene.game.view(Viewer::Watcher).own(), None);
        assert_eq!(scene.game.view(Viewer::Seat(Seat(1))).own(), own(1));
        assert_eq!(scene.game.view(Viewer::Counting(Seat(1))).own(), own(1));
        assert_ne!(own(0), own(1));
    }

    /// T8: games that differ only in what is hidden look the same: different cards in others' hands, a different order of deck, bag
    /// and hut piles, different bonus cards, a different seed.
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
        // A counting viewer knows the hands, but nothing more.
        let mut same_hands = other.hand(1, "h7 h8 h9").hand(2, "xdf");
        assert_eq!(one.game.view(Viewer::Counting(Seat(0))), same_hands.game.view(Viewer::Counting(Seat(0))));
        same_hands.game.secrets.hands[Seat(1)] = cards("u1 u2 u3").into_iter().collect();
        assert_ne!(one.game.view(Viewer::Counting(Seat(0))), same_hands.game.view(Viewer::Counting(Seat(0))));
    }

    /// T8: while a window is open, others see that the table is waiting, but not for whom.
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

    /// T8: everyone can count what is left: the tiles in the bag, the cards not seen, where scoring cards can come.
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
