//! What a viewer sees of a running game, part by part. An update replaces whole parts.

use serde::{Deserialize, Serialize};
use ts_rs::TS;

use sabika_rules::board::{Board, Line};
use sabika_rules::components::Plumage;
use sabika_rules::{Market, Module, Occasion, ScoringCard, Seat, Stage, Table, Tile, TileSet, View, Window};

use super::choice::Choice;
use super::shared::Shared;
use super::{CellView, LengthsView};

/// Everything a viewer sees.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct GameView {
    /// Whose turn it is and its current stage.
    pub turn: Shared<TurnView>,
    /// The building market.
    pub market: Shared<MarketView>,
    /// The four cards on offer; `null` where one is missing.
    pub display: Shared<Vec<Option<String>>>,
    /// The money deck, the discard pile, the bags.
    pub deck: Shared<DeckView>,
    /// By seat.
    pub players: Vec<Shared<PlayerView>>,
    /// Only with two players.
    pub dirk: Option<Shared<DirkView>>,
    /// The public state of modules.
    pub modules: ModulesView,
    /// The time left, at tables with a clock.
    pub clock: Option<ClockView>,
    /// The options of the viewer's seat; `null` for a watcher.
    pub choice: Option<Choice>,
}

/// The time left. No clock runs during a window: that would reveal who is asked (T8).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct ClockView {
    /// By seat: milliseconds left when the current clock was last started.
    #[ts(type = "number[]")]
    pub left: Vec<i64>,
    /// When that was: milliseconds since 1970, by the server's clock.
    #[ts(type = "number")]
    pub since: i64,
}

/// The parts that changed; absent parts are unchanged. `players` has only the seats that changed.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, TS)]
#[ts(optional_fields)]
pub struct GameChanges {
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[allow(missing_docs)]
    pub turn: Option<Shared<TurnView>>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[allow(missing_docs)]
    pub market: Option<Shared<MarketView>>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[allow(missing_docs)]
    pub display: Option<Shared<Vec<Option<String>>>>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[allow(missing_docs)]
    pub deck: Option<Shared<DeckView>>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[allow(missing_docs)]
    pub players: Option<Vec<Shared<PlayerView>>>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[allow(missing_docs)]
    pub dirk: Option<Shared<DirkView>>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[allow(missing_docs)]
    pub modules: Option<ModulesView>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[allow(missing_docs)]
    pub clock: Option<ClockView>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[allow(missing_docs)]
    pub choice: Option<Choice>,
}

/// The turn.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct TurnView {
    /// Whose turn it is, or was, until everything that follows it is done.
    pub seat: u8,
    /// The seat to act; `null` while a window waits (T8) and after the end.
    pub actor: Option<u8>,
    /// What the table waits for.
    pub stage: StageView,
    /// Whether nothing has been done yet this turn.
    pub first: bool,
    /// Tiles that the actor still has to place.
    pub waiting: Vec<String>,
    /// Tiles given out at the end and not yet placed, by seat (E3).
    pub gained: Vec<Vec<String>>,
    /// The market could not be refilled: the game ends (E1).
    pub closing: bool,
}

/// What the table waits for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "snake_case")]
pub enum StageView {
    /// An action (T1, T2).
    Action,
    /// The rest of an action with several steps (FA2).
    Chain,
    /// Tiles to be placed, then `end` (T4, T6).
    Placing,
    /// The same after a vizier's purchase (VZ2).
    PlacingFavour,
    /// The same with tiles given out at the end (E3).
    PlacingHandout,
    /// Seats are asked before a round is scored (BN4).
    WindowBeforeScoring,
    /// Seats are asked after a turn (VZ2).
    WindowAfterTurn,
    /// Nothing: the game is over.
    Over,
}

/// The building market.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct MarketView {
    /// Spaces 1 to 4.
    pub spaces: Vec<SpaceView>,
    /// Bazaars on sale next to it (BZ1).
    pub bazaars: Vec<BazaarView>,
    /// The marker: new Granada tiles show the odd price (GR2).
    pub odd: bool,
}

/// A space of the market.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct SpaceView {
    /// The letter of its currency.
    pub currency: char,
    /// The tile.
    pub tile: Option<String>,
    /// The Granada tile on the same space in the combined game (CO1).
    pub beside: Option<String>,
}

/// A bazaar on sale (BZ2).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct BazaarView {
    /// The tile.
    pub tile: String,
    /// The letter of its currency.
    pub currency: char,
    /// The price of the tile on the space of its currency; `null` if that space is empty.
    pub price: Option<u8>,
}

/// The money deck and everything else of which only the number is known.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct DeckView {
    /// Cards left in each of the five piles, the first on top.
    pub piles: Vec<u8>,
    /// Cards A and B.
    pub scoring: Vec<ScoringView>,
    /// Cards in the discard pile.
    pub discard: u8,
    /// How often the discard pile was reshuffled into the deck (T7).
    pub shuffles: u8,
    /// Tiles in the bag.
    pub bag: u8,
    /// Tiles in Granada's bag in the combined game.
    pub granada_bag: u8,
}

/// Where a scoring card is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(tag = "at", rename_all = "snake_case")]
pub enum ScoringView {
    /// Somewhere in a pile of the deck.
    Pile {
        /// 0 to 4.
        pile: u8,
    },
    /// Set aside until the deck is reshuffled (CO2).
    Aside,
    /// Already drawn.
    Drawn,
}

/// What a player has in front of them.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct PlayerView {
    /// The seat.
    pub seat: u8,
    /// Points so far.
    pub score: u16,
    /// Every tile on the board: code, x, y.
    pub board: Shared<Vec<(String, i8, i8)>>,
    /// Granada's starting tile in the combined game (CO4).
    pub founded: Option<CellView>,
    /// The reserve.
    pub reserve: Vec<String>,
    /// The number of cards in hand.
    pub hand_size: u8,
    /// The cards, if the viewer may know them.
    pub hand: Option<Vec<String>>,
    /// The longest wall, moat and stretch.
    pub lines: Shared<LinesView>,
}

/// The longest wall, moat and stretch of a board: lengths and segments.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct LinesView {
    /// The lengths, in segments.
    pub lengths: LengthsView,
    /// x, y, side of each segment of the longest wall.
    pub walls: Vec<(i8, i8, char)>,
    /// The same for the longest moat.
    pub moats: Vec<(i8, i8, char)>,
    /// The same for the longest stretch of both.
    pub stretch: Vec<(i8, i8, char)>,
}

/// Dirk (N2).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct DirkView {
    /// His tiles.
    pub tiles: Vec<String>,
    /// His points.
    pub score: u16,
}

/// The public state of modules; absent if a module is not in play.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, TS)]
#[ts(optional_fields)]
pub struct ModulesView {
    /// By seat, whether the vizier is awake (VZ1).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub vizier: Option<Vec<bool>>,
    /// By seat (BN2).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub bonus: Option<Vec<BonusView>>,
    /// Six piles, Pavilion to Tower (HU1).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub huts: Option<Shared<Vec<HutPile>>>,
    /// All fifteen (FA1).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub falcons: Option<Shared<Vec<FalconView>>>,
}

/// A player's bonus cards.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct BonusView {
    /// Revealed cards.
    pub laid: Vec<String>,
    /// The number in hand.
    pub held: u8,
    /// The cards in hand, for their owner.
    pub hand: Option<Vec<String>>,
}

/// A pile of huts.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct HutPile {
    /// The face-up hut.
    pub top: Option<String>,
    /// The number of face-down huts below it.
    pub below: u8,
}

/// A falcon.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct FalconView {
    /// Its code.
    pub falcon: String,
    /// `black`, `brown` or `white`.
    pub plumage: String,
    /// The seat whose board it is on; `null` if it is in the supply.
    pub seat: Option<u8>,
    /// It lies at the north-west corner of this cell.
    pub point: Option<CellView>,
}

pub(super) fn codes(tiles: TileSet) -> Vec<String> {
    tiles.iter().map(|t| t.to_string()).collect()
}

fn code(tile: Option<Tile>) -> Option<String> {
    tile.map(|t| t.to_string())
}

impl GameView {
    /// The parts in which a later view differs from this one.
    pub fn changes(&self, later: &GameView) -> GameChanges {
        fn new<T: PartialEq + Clone>(before: &T, after: &T) -> Option<T> {
            (before != after).then(|| after.clone())
        }
        let moved = |i: usize| self.players.get(i) != later.players.get(i);
        let players: Vec<Shared<PlayerView>> =
            (0..later.players.len()).filter(|i| moved(*i)).map(|i| later.players[i].clone()).collect();
        GameChanges {
            turn: new(&self.turn, &later.turn),
            market: new(&self.market, &later.market),
            display: new(&self.display, &later.display),
            deck: new(&self.deck, &later.deck),
            players: (!players.is_empty()).then_some(players),
            dirk: new(&self.dirk, &later.dirk).flatten(),
            modules: new(&self.modules, &later.modules),
            clock: new(&self.clock, &later.clock).flatten(),
            choice: new(&self.choice, &later.choice).flatten(),
        }
    }
}

impl TurnView {
    pub(super) fn of(table: &Table) -> TurnView {
        let turn = &table.turn;
        let hidden = matches!(turn.stage, Stage::Window(_) | Stage::Over);
        TurnView {
            seat: turn.seat.0,
            actor: (!hidden).then_some(turn.actor.0),
            stage: StageView::of(turn.stage),
            first: turn.first,
            waiting: codes(turn.waiting),
            gained: turn.gained.iter().map(|tiles| codes(*tiles)).collect(),
            closing: turn.closing,
        }
    }
}

impl StageView {
    fn of(stage: Stage) -> StageView {
        match stage {
            Stage::Action => StageView::Action,
            Stage::Chain(_) => StageView::Chain,
            Stage::Placing(Occasion::Turn) => StageView::Placing,
            Stage::Placing(Occasion::OutOfTurn) => StageView::PlacingFavour,
            Stage::Placing(Occasion::Handout) => StageView::PlacingHandout,
            Stage::Window(Window::BeforeScoring) => StageView::WindowBeforeScoring,
            Stage::Window(Window::AfterTurn) => StageView::WindowAfterTurn,
            Stage::Over => StageView::Over,
        }
    }
}

impl MarketView {
    pub(super) fn of(table: &Table) -> MarketView {
        let market = &table.market;
        let space = |i: usize| SpaceView {
            currency: Market::currency(i).letter(),
            tile: code(market.spaces[i]),
            beside: code(market.beside[i]),
        };
        let bazaar = |tile: Tile| {
            let currency = tile.currency()?;
            let price = market.spaces[Market::space(currency)].map(Tile::price);
            Some(BazaarView { tile: tile.to_string(), currency: currency.letter(), price })
        };
        MarketView {
            spaces: (0..4).map(space).collect(),
            bazaars: table.modules.bazaars.aside.iter().filter_map(bazaar).collect(),
            odd: market.odd,
        }
    }
}

impl DeckView {
    pub(super) fn of(table: &Table) -> DeckView {
        let scoring = |card: &ScoringCard| match *card {
            ScoringCard::InPile(pile) => ScoringView::Pile { pile },
            ScoringCard::Aside => ScoringView::Aside,
            ScoringCard::Drawn => ScoringView::Drawn,
        };
        DeckView {
            piles: table.deck.piles.to_vec(),
            scoring: table.deck.scoring.iter().map(scoring).collect(),
            discard: table.discard.len() as u8,
            shuffles: table.deck.shuffles,
            bag: table.bag,
            granada_bag: table.granada_bag,
        }
    }
}

impl LinesView {
    pub(super) fn of(board: &Board) -> LinesView {
        let segments = |line| {
            let segments = board.longest_segments(line).into_iter();
            segments.map(|s| (s.cell.x, s.cell.y, s.side.letter())).collect()
        };
        LinesView {
            lengths: LengthsView::of_board(board),
            walls: segments(Line::Walls),
            moats: segments(Line::Moats),
            stretch: segments(Line::Stretch),
        }
    }
}

impl ModulesView {
    /// Only the viewer's own bonus cards are private; the rest is public.
    pub(super) fn of(
        view: &View,
        huts: Option<Shared<Vec<HutPile>>>,
        falcons: Option<Shared<Vec<FalconView>>>,
    ) -> ModulesView {
        let table = view.table();
        let (modules, open) = (table.setup.modules, &table.modules);
        let seats = || table.players.seats().map(|(seat, _)| seat);
        let bonus_card = |tile: Tile| format!("+{tile}");
        let bonus = |seat: Seat| BonusView {
            laid: open.bonus.laid[seat.index()].tiles().map(bonus_card).collect(),
            held: open.bonus.held[seat.index()],
            hand: view
                .own()
                .filter(|_| view.seat() == Some(seat))
                .map(|own| own.bonus.tiles().map(bonus_card).collect()),
        };
        ModulesView {
            vizier: modules.has(Module::Vizier).then(|| seats().map(|s| open.vizier.is_awake(s)).collect()),
            bonus: modules.has(Module::Bonus).then(|| seats().map(bonus).collect()),
            huts,
            falcons,
        }
    }

    pub(super) fn huts(table: &Table) -> Option<Vec<HutPile>> {
        let huts = &table.modules.huts;
        let pile = |(top, below): (&Option<Tile>, &u8)| HutPile { top: code(*top), below: *below };
        table.setup.modules.has(Module::Huts).then(|| huts.face_up.iter().zip(&huts.below).map(pile).collect())
    }

    pub(super) fn falcons(table: &Table) -> Option<Vec<FalconView>> {
        let falconers = table.setup.modules.has(Module::Falconers).then_some(&table.modules.falconers)?;
        let placed = falconers.placed().map(|(f, seat, point)| (f, Some(seat.0), Some((point.x, point.y))));
        let mut all: Vec<_> = placed.chain(falconers.supply().map(|f| (f, None, None))).collect();
        all.sort_by_key(|(f, _, _)| *f);
        let view = |(falcon, seat, point): (sabika_rules::components::Falcon, _, _)| FalconView {
            falcon: falcon.to_string(),
            plumage: plumage(falcon.plumage()).into(),
            seat,
            point,
        };
        Some(all.into_iter().map(view).collect())
    }
}

fn plumage(plumage: Plumage) -> &'static str {
    match plumage {
        Plumage::Black => "black",
        Plumage::Brown => "brown",
        Plumage::White => "white",
    }
}
