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
