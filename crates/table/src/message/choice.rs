//! The options of a seat, grouped for clicking.

use serde::{Deserialize, Serialize};
use ts_rs::TS;

use sabika_rules::module::{ModuleAction, bonus, falconers, huts, vizier};
use sabika_rules::{Cell, Market, Means, Payment, Tile, View};

use super::CellView;

/// The options of a seat.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct Choice {
    /// The seat.
    pub seat: u8,
    /// Changes whenever the choice does; must be sent with every action.
    pub decision: u32,
    /// Whether the game waits for this seat.
    pub to_act: bool,
    /// The legal actions; empty unless `to_act`.
    pub options: Options,
    /// For each tile on sale, whether the hand can pay for it, whoever's turn it is.
    pub means: Vec<TileMeans>,
    /// Actions that are possible out of turn, as lines of notation.
    pub free: Vec<String>,
    /// How many of its steps it can undo (T6).
    pub undo: u8,
    /// Its standing answer to vizier windows (VZ4).
    pub standing: Standing,
}

/// Whether a hand can pay for a tile on sale.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct TileMeans {
    /// The tile.
    pub tile: String,
    /// Whether it can be paid for.
    pub means: MeansView,
}

/// Whether a hand can pay a price.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(tag = "state", rename_all = "snake_case")]
pub enum MeansView {
    /// It can be paid exactly (B3).
    Exact,
    /// Only by overpaying (B1).
    Over {
        /// The smallest possible payment.
        pay: u32,
    },
    /// Not yet (B1).
    Short {
        /// How much is missing.
        by: u32,
    },
    /// Sold only for its exact price, which the hand cannot make (BZ2).
    NotExact,
}

/// A standing answer for when the vizier is asked out of turn (VZ4).
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct Standing {
    /// The vizier's windows are passed until this is withdrawn.
    pub pass: bool,
    /// Codes of kinds: asked anyway when the vizier can buy one of these.
    pub unless: Vec<String>,
    /// The window after this turn is passed, however often it opens.
    pub not_now: bool,
}

/// The legal actions in groups. `do` is the action as a line of notation.
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
    /// Actions of modules.
    pub modules: ModuleChoices,
}

/// A tile that can be paid for.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
#[allow(missing_docs)]
pub struct BuyChoice {
    pub tile: String,
    /// The letter of the currency required.
    pub currency: char,
    pub price: u8,
    /// Payments without superfluous cards (B4).
    pub payments: Vec<PaymentChoice>,
}

/// Cards that pay for a tile.
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
    /// Legal cells.
    pub cells: Vec<CellView>,
    /// Payments for turning it over (GR3); empty if this face is already up.
    pub flips: Vec<Vec<String>>,
    /// Whether it can go to the reserve.
    pub reserve: bool,
    /// Whether it can be given to Dirk (N4).
    pub dirk: bool,
}

/// A tile in the reserve and its legal cells.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
#[allow(missing_docs)]
pub struct CellsChoice {
    pub tile: String,
    pub cells: Vec<CellView>,
}

/// Actions of modules.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct ModuleChoices {
    /// `vizier <tile> with <cards>`, paid exactly (VZ2).
    pub vizier: Vec<BuyChoice>,
    /// `wake` (VZ5).
    pub wake: bool,
    /// `pass`: declines in a window.
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

/// A falcon and the points where it may be placed; any money card in hand pays for it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct FalconChoice {
    /// Its code.
    pub falcon: String,
    /// The north-west corners of these cells.
    pub points: Vec<CellView>,
    /// The cards that can pay for it.
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
    /// Whether the viewer's hand can pay for each tile on sale.
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
    /// The options of the viewer's seat.
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

/// The entry of a list with this name, created if missing.
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
                    // VZ2: exactly its price. A payment with a pair card does not show which currency is required.
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
                // Actions that the page cannot describe are not offered.
                _ => {}
            }
        }
        choices
    }
}
