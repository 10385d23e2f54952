//! The public part of a view, which is the same for all viewers.

use std::sync::Arc;

use sabika_rules::board::{Board, Placed};
use sabika_rules::{Card, HandView, Seat, View};

use super::shared::Shared;
use super::view::{
    DeckView, DirkView, FalconView, GameView, HutPile, LinesView, MarketView, ModulesView, PlayerView, TurnView, codes,
};
use super::{CellView, Choice};

/// Everything public, built once for all viewers. Parts that did not change in the last step are shared with the previous value, including their
/// serialized JSON.
#[derive(Clone, Debug)]
pub struct Public {
    turn: Shared<TurnView>,
    market: Shared<MarketView>,
    display: Shared<Vec<Option<String>>>,
    deck: Shared<DeckView>,
    players: Vec<Open>,
    dirk: Option<Shared<DirkView>>,
    huts: Option<Shared<Vec<HutPile>>>,
    falcons: Option<Shared<Vec<FalconView>>>,
}

/// A player as seen by viewers who do not know their hand.
#[derive(Clone, Debug)]
struct Open {
    /// The tiles of which the view was made: a whole board takes several times the memory.
    tiles: Arc<[Placed]>,
    view: Shared<PlayerView>,
}

impl Public {
    /// The public part of a view.
    pub(crate) fn of(view: &View, before: Option<&Public>) -> Public {
        let table = view.table();
        let display = table.display.iter().map(|card| card.map(|c: Card| c.to_string())).collect();
        let dirk = || DirkView { tiles: codes(table.dirk.tiles), score: table.dirk.score };
        let (huts, falcons) = (ModulesView::huts(table), ModulesView::falcons(table));
        let player = |(seat, _): (Seat, _)| Open::of(view, seat, before.and_then(|p| p.players.get(seat.index())));
        Public {
            turn: Shared::or_new(before.map(|p| &p.turn), TurnView::of(table)),
            market: Shared::or_new(before.map(|p| &p.market), MarketView::of(table)),
            display: Shared::or_new(before.map(|p| &p.display), display),
            deck: Shared::or_new(before.map(|p| &p.deck), DeckView::of(table)),
            players: table.players.seats().map(player).collect(),
            dirk: table.setup.has_dirk().then(|| Shared::or_new(before.and_then(|p| p.dirk.as_ref()), dirk())),
            huts: huts.map(|huts| Shared::or_new(before.and_then(|p| p.huts.as_ref()), huts)),
            falcons: falcons.map(|falcons| Shared::or_new(before.and_then(|p| p.falcons.as_ref()), falcons)),
        }
    }
}

impl Open {
    fn of(view: &View, seat: Seat, before: Option<&Open>) -> Open {
        let player = &view.table().players[seat];
        let founded: Option<CellView> = player.board.founded().map(|c| (c.x, c.y));
        let before = before.filter(|before| *before.tiles == *player.board.tiles() && before.view.founded == founded);
        let tiles = |board: &Board| board.tiles().iter().map(|p| (p.tile.to_string(), p.cell.x, p.cell.y)).collect();
        let (board, lines) = match before {
            Some(before) => (before.view.board.clone(), before.view.lines.clone()),
            None => (Shared::new(tiles(&player.board)), Shared::new(LinesView::of(&player.board))),
        };
        let now = PlayerView {
            seat: seat.0,
            score: player.score,
            board,
            founded,
            reserve: codes(player.reserve),
            hand_size: view.hands()[seat].size,
            hand: None,
            lines,
        };
        let shared = Shared::or_new(before.map(|before| &before.view), now);
        Open { tiles: before.map_or_else(|| player.board.tiles().into(), |before| before.tiles.clone()), view: shared }
    }
}

impl GameView {
    /// The viewer's own part of a view; `choice` holds the options of their seat.
    pub(crate) fn of(view: &View, choice: Option<Choice>, public: &Public) -> GameView {
        let player = |(open, hand): (&Open, &HandView)| match hand.cards {
            None => open.view.clone(),
            Some(cards) => {
                let hand = Some(cards.cards().map(|c| c.to_string()).collect());
                Shared::new(PlayerView { hand, ..PlayerView::clone(&open.view) })
            }
        };
        let seats = view.table().players.seats().map(|(seat, _)| &view.hands()[seat]);
        GameView {
            turn: public.turn.clone(),
            market: public.market.clone(),
            display: public.display.clone(),
            deck: public.deck.clone(),
            players: public.players.iter().zip(seats).map(player).collect(),
            dirk: public.dirk.clone(),
            modules: ModulesView::of(view, public.huts.clone(), public.falcons.clone()),
            clock: None,
            choice,
        }
    }
}
