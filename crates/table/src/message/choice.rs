//! What a seat may choose from, in groups ready for clicking.

use serde::{Deserialize, Serialize};
use ts_rs::TS;

use sabika_rules::module::{ModuleAction, bonus, falconers, huts, vizier};
use sabika_rules::{Cell, Market, Means, Payment, Tile, View};

use super::CellView;

/// What a seat may do now.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct Choice {
    /// The seat.
    pub seat: u8,
    /// Changes whenever the choice does; goes with every action.
    pub decision: u32,
    /// Whether the game waits for this seat.
    pub to_act: bool,
    /// What it may choose from; all empty unless `to_act`.
    pub options: Options,
    /// How far its hand goes towards each tile on sale, whoever's turn it is.
    pub means: Vec<TileMeans>,
    /// What it may do although not asked: lines of notation.
    pub free: Vec<String>,
    /// How many of its steps it can take back (T6).
    pub undo: u8,
    /// What its windows are answered with before it is asked (VZ4).
    pub standing: Standing,
}

/// How far a hand goes towards a tile on sale.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct TileMeans {
    /// The tile.
    pub tile: String,
    /// How far.
    pub means: MeansView,
}

/// How far a hand goes towards a price.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(tag = "state", rename_all = "snake_case")]
pub enum MeansView {
    /// It can be paid exactly (B3).
    Exact,
    /// Only with more than the price (B1).
    Over {
        /// At least so much.
        pay: u32,
    },
    /// Not yet (B1).
    Short {
        /// So much is wanting.
        by: u32,
    },
    /// It is sold for exactly its price only, and the hand does not make that (BZ2).
    NotExact,
}

/// An answer given beforehand when the vizier is asked out of turn (VZ4).
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct Standing {
    /// His windows are passed until this is withdrawn.
    pub pass: bool,
    /// Codes of kinds: asked all the same when the vizier can buy one of these.
    pub unless: Vec<String>,
    /// The window after this turn is passed, however often it asks.
    pub not_now: bool,
}

/// The legal actions in groups. `do` of an action is its line of notation.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct Options {
    /// `take <cards>` (M1).
    pub takes: Vec<Vec<String>>,
    /// `buy <tile> with <cards>` (B1).
    pub buys: Vec<BuyChoice>,
    /// `place <tile> x,y`, `place <tile> x,y flip <cards>`, `reserve <tile>`, `dirk <tile>` (T4).
    pub places: Vec<PlaceChoice>,
    /// `build <tile> x,y` (D1).
    pub builds: Vec<CellsChoice>,
    /// `remove x,y` (D1).
    pub removes: Vec<CellView>,
    /// `exchange <tile> x,y` (D1).
    pub exchanges: Vec<CellsChoice>,
    /// `end` (T6).
    pub end: bool,
    /// What modules add.
    pub modules: ModuleChoices,
}

/// A tile that can be paid.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
#[allow(missing_docs)]
pub struct BuyChoice {
    pub tile: String,
    /// The letter of the currency asked.
    pub currency: char,
    pub price: u8,
    /// Payments from which no card can be left out (B4).
    pub payments: Vec<PaymentChoice>,
}

/// Cards that pay a tile.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct PaymentChoice {
    /// The cards.
    pub cards: Vec<String>,
    /// Paid exactly: the seat acts again (B3).
    pub exact: bool,
}

/// A tile that can be placed, with this face up.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct PlaceChoice {
    /// The tile, with the face that would be up.
    pub tile: String,
    /// Where.
    pub cells: Vec<CellView>,
    /// How turning it over can be paid (GR3); empty if this face is up already.
    pub flips: Vec<Vec<String>>,
    /// Whether it can go to the reserve.
    pub reserve: bool,
    /// Whether it can be given to Dirk (N4).
    pub dirk: bool,
}

/// A tile of the reserve and where it can go.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
#[allow(missing_docs)]
pub struct CellsChoice {
    pub tile: String,
    pub cells: Vec<CellView>,
}

/// What modules add.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct ModuleChoices {
    /// `vizier <tile> with <cards>`, paid exactly (VZ2).
    pub vizier: Vec<BuyChoice>,
    /// `wake` (VZ5).
    pub wake: bool,
    /// `pass`: the answer in a window.
    pub pass: bool,
    /// `reveal <card>` (BN2).
    pub reveals: Vec<String>,
    /// `hut <tile>` (HU2).
    pub huts: Vec<String>,
    /// `falcon <falcon> x,y with <card>` (FA2).
    pub falcons: Vec<FalconChoice>,
    /// `done`: no more falcons.
    pub done: bool,
}

/// A falcon and the points where it can lie; any money card of the hand pays it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct FalconChoice {
    /// Its code.
    pub falcon: String,
    /// The north-west corners of these cells.
    pub points: Vec<CellView>,
    /// One of these cards.
    pub cards: Vec<String>,
}

fn cell(cell: &Cell) -> CellView {
    (cell.x, cell.y)
}

fn cells(cells: &[Cell]) -> Vec<CellView> {
    cells.iter().map(cell).collect()
}

fn cards(payment: Payment) -> Vec<String> {
    payment.cards().map(|c| c.to_string()).collect()
}

fn in_reserve(list: &[(Tile, Vec<Cell>)]) -> Vec<CellsChoice> {
    list.iter().map(|(tile, at)| CellsChoice { tile: tile.to_string(), cells: cells(at) }).collect()
}

impl TileMeans {
    /// How far the viewer's hand goes.
    pub fn of(view: &View) -> Vec<TileMeans> {
        let Some(hand) = view.seat().and_then(|seat| view.hands()[seat].cards) else { return Vec::new() };
        let means = |offer| match hand.means(offer) {
            Means::Exact => MeansView::Exact,
            Means::Over(pay) => MeansView::Over { pay },
            Means::Short(by) => MeansView::Short { by },
            Means::NotExact => MeansView::NotExact,
        };
        view.table().offers().map(|o| TileMeans { tile: o.tile.to_string(), means: means(o) }).collect()
    }
}

impl Options {
    /// What the viewer's seat may choose from.
    pub fn of(view: &View) -> Options {
        let options = view.options();
        let buy = |buy: &sabika_rules::BuyOption| BuyChoice {
            tile: buy.tile.to_string(),
            currency: buy.currency.letter(),
            price: buy.price,
            payments: buy
                .payments
                .iter()
                .map(|p| PaymentChoice { cards: cards(*p), exact: p.total() == u32::from(buy.price) })
                .collect(),
        };
        let place = |place: &sabika_rules::PlaceOption| PlaceChoice {
            tile: place.tile.to_string(),
            cells: cells(&place.cells),
            flips: place.flips.iter().map(|p| cards(*p)).collect(),
            reserve: place.reserve,
            dirk: place.dirk,
        };
        Options {
            takes: options.takes.iter().map(|pick| pick.cards().map(|c| c.to_string()).collect()).collect(),
            buys: options.buys.iter().map(buy).collect(),
            places: options.places.iter().map(place).collect(),
            builds: in_reserve(&options.builds),
            removes: cells(&options.removes),
            exchanges: in_reserve(&options.exchanges),
            end: options.end,
            modules: ModuleChoices {
                pass: options.pass,
                done: options.done,
                ..ModuleChoices::of(view, &options.modules)
            },
        }
    }
}

/// The entry of a list with this name, made if there is none.
fn entry<T>(list: &mut Vec<T>, is: impl Fn(&T) -> bool, make: impl FnOnce() -> T) -> &mut T {
    let at = list.iter().position(is).unwrap_or_else(|| {
        list.push(make());
        list.len() - 1
    });
    &mut list[at]
}

fn push_new<T: PartialEq>(list: &mut Vec<T>, item: T) {
    if !list.contains(&item) {
        list.push(item);
    }
}

impl ModuleChoices {
    fn of(view: &View, actions: &[ModuleAction]) -> ModuleChoices {
        let mut choices = ModuleChoices::default();
        for action in actions {
            match *action {
                ModuleAction::Vizier(vizier::Action::Buy { tile, payment }) => {
                    let code = tile.to_string();
                    // VZ2: exactly its price. A payment with a pair card does not say in which currency it is asked.
                    let space = view.table().market.find(tile).map(Market::currency);
                    let currency = space.or(tile.currency()).unwrap_or(payment.currency).letter();
                    let price = payment.total() as u8;
                    let make = || BuyChoice { tile: code.clone(), currency, price, payments: Vec::new() };
                    let buy = entry(&mut choices.vizier, |b| b.tile == code, make);
                    buy.payments.push(PaymentChoice { cards: cards(payment), exact: true });
                }
                ModuleAction::Vizier(vizier::Action::Wake) => choices.wake = true,
                ModuleAction::Bonus(bonus::Action::Reveal(tile)) => choices.reveals.push(format!("+{tile}")),
                ModuleAction::Huts(huts::Action::Take(tile)) => choices.huts.push(tile.to_string()),
                ModuleAction::Falconers(falconers::Action::Place { falcon, point, card }) => {
                    let code = falcon.to_string();
                    let make = || FalconChoice { falcon: code.clone(), points: Vec::new(), cards: Vec::new() };
                    let choice = entry(&mut choices.falcons, |f| f.falcon == code, make);
                    push_new(&mut choice.points, cell(&point));
                    push_new(&mut choice.cards, card.to_string());
                }
                // What the page has no words for is not offered.
                _ => {}
            }
        }
        choices
    }
}
