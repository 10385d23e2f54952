//! The end of the game: the market's last tiles are handed out and placed (E1–E3, GR4, CO6).

use crate::event::{Event, Events};
use crate::game::Game;
use crate::seat::Seat;
use crate::table::{Market, Occasion, Stage};
use crate::tile::{Tile, TileSet};

/// Starts handing out tiles; `false` if there is nothing to place.
pub(crate) fn begin<E: Events>(game: &mut Game, events: &mut E) -> bool {
    if !game.table.setup.game.hands_out_one_by_one() {
        // E3: all are handed out before any is placed.
        for space in 0..4 {
            if let Some(tile) = game.table.market.spaces[space] {
                hand_out(game, space, tile, events);
            }
        }
    }
    next_handout(game, events)
}

/// The next seat with tiles to place; `false` if everything is placed.
pub(crate) fn next_handout<E: Events>(game: &mut Game, events: &mut E) -> bool {
    loop {
        let seats = game.table.seats_from_next();
        for seat in seats {
            let gained = core::mem::take(&mut game.table.turn.gained[seat]);
            if !gained.is_empty() {
                begin_placing(game, seat, gained);
                return true;
            }
        }
        // GR4: the next tile is handed out only once the previous one is placed.
        let half = game.table.turn.handed_out as usize;
        if half == Market::HALVES || !game.table.setup.game.hands_out_one_by_one() {
            return false;
        }
        game.table.turn.handed_out += 1;
        if let (space, Some(tile)) = game.table.market.half(half) {
            hand_out(game, space, tile, events);
        }
    }
}

fn begin_placing(game: &mut Game, seat: Seat, tiles: TileSet) {
    let turn = &mut game.table.turn;
    turn.actor = seat;
    turn.waiting = tiles;
    turn.stage = Stage::Placing(Occasion::Handout);
}

/// E2: to the seat with the most money in the space's currency; if tied, or if nobody has any, to nobody.
fn hand_out<E: Events>(game: &mut Game, space: usize, tile: Tile, events: &mut E) {
    let currency = Market::currency(space);
    let money = game.secrets.hands.map(|_, hand| hand.money.total_of(currency));
    let most = money.iter().copied().max().expect("there are players");
    let mut richest = money.seats().filter(|(_, m)| **m == most && most > 0).map(|(seat, _)| seat);
    match (richest.next(), richest.next()) {
        (Some(seat), None) => {
            game.table.market.remove(tile);
            game.table.turn.gained[seat].insert(tile);
            events.push(Event::Gained { seat, tile });
        }
        _ => events.push(Event::Left(tile)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::setup::{Module, Setup};
    use crate::testkit::Scene;

    /// Seat 0 is about to buy S3esw for u3, u1, u1 on space 4 and thereby end the game, unless the bag holds a tile.
    fn last_turn(players: u8) -> Scene {
        (0..players)
            .fold(Scene::new(Setup::alhambra(players)), |scene, seat| {
                scene.board(seat, "").reserve(seat, "").hand(seat, "")
            })
            .market("T9ne P2new G10 S3esw")
            .display("d9 h9 u9 f9")
            .deck("d1 d2 d3 A B")
            .discard("")
            .bag("")
            .dirk("")
            .hand(0, "u3 u1 u1")
    }

    const BUY: &str = "buy S3esw with u3 u1 u1; reserve S3esw";

    fn market(scene: &Scene) -> Vec<String> {
        scene.game.table.market.tiles().map(|(space, tile)| format!("{} {tile}", space + 1)).collect()
    }

    /// E1: the game continues while the market can be refilled, and while nobody buys, even if the bag is empty.
    #[test]
    fn e1_not_before_a_refill_fails() {
        let mut scene = last_turn(3).bag("P8");
        scene.acts(0, BUY).act(0, "end");
        assert_eq!((scene.to_act(), scene.game.table.bag), (Some(1), 0));
        scene.acts(1, "take h9; end");
        assert_eq!(scene.to_act(), Some(2));
        assert_eq!(scene.game.result(), None);
    }

    /// E1: it ends at the end of the turn whose refill fails, not when the last tile is bought. The tiles left in the bag
    /// are laid out, in order.
    #[test]
    fn e1_what_the_bag_holds_is_laid_out() {
        let mut scene = last_turn(3).hand(0, "u3 h2").bag("P8");
        scene.acts(0, "buy S3esw with u3; buy P2new with h2; take d9; reserve S3esw; reserve P2new");
        assert!(!scene.game.table.turn.closing);
        scene.act(0, "end");
        assert_eq!(scene.shown(), ["display d1", "market 2 P8", "left T9ne", "left P8", "gain 0 G10"]);
        assert_eq!(market(&scene), ["1 T9ne", "2 P8"]);
    }

    /// E1: a scoring card drawn in the last refill is scored first, and the market's tiles are handed out after it.
    #[test]
    fn e1_a_scoring_card_in_the_last_refill() {
        let mut scene = last_turn(3).hand(0, "u3 f1").deck("A d1").board(1, "T12@1,0");
        scene.acts(0, "buy S3esw with u3; take d9; reserve S3esw; end");
        let shown = scene.shown();
        assert_eq!(shown, ["scoring A", "display d1", "score 1", "gain 0 T9ne", "left P2new", "gain 0 G10"]);
        assert_eq!(scene.scores(), [0, 6, 0], "round 1 and no other");
        scene.acts(0, "place T9ne 1,0; reserve G10; end");
        assert_eq!(scene.shown(), ["score 3"]);
        assert_eq!(scene.scores(), [10 + 2 + 7, 6 + 10 + 7, 0], "the tower handed out came too late for round 1");
    }

    /// E2: to the most money in the space's currency: the sum of values, not the number of cards.
    #[test]
    fn e2_the_most_money_of_the_currency() {
        let mut scene = last_turn(3).hand(1, "f9 f8").hand(2, "f1 f1 f1 f2 d2");
        scene.acts(0, BUY).act(0, "end");
        assert_eq!(scene.shown(), ["gain 1 T9ne", "left P2new", "gain 2 G10"]);
        assert_eq!(market(&scene), ["2 P2new"]);
    }

    /// E2: whether it would pay the price does not matter, and no money is spent.
    #[test]
    fn e2_the_price_does_not_matter() {
        let mut scene = last_turn(3).hand(1, "d1").hand(2, "");
        scene.acts(0, BUY).act(0, "end");
        assert_eq!(scene.shown(), ["left T9ne", "left P2new", "gain 1 G10"]);
        assert_eq!(scene.game.hand(Seat(1)).len(), 1);
        assert_eq!(scene.game.table.discard.len(), 3, "what seat 0 paid in its turn and no more");
    }

    /// E2: if players are tied, or nobody has any, nobody receives the tile.
    #[test]
    fn e2_nobody_receives_it_if_tied_or_without_money() {
        let mut scene = last_turn(3).hand(1, "f5 d4").hand(2, "f2 f3 d3");
        scene.acts(0, BUY).act(0, "end");
        assert_eq!(scene.shown(), ["left T9ne", "left P2new", "gain 1 G10"]);
        assert_eq!(market(&scene), ["1 T9ne", "2 P2new"]);
        scene.acts(1, "place G10 1,0; end");
        assert_eq!(market(&scene), ["1 T9ne", "2 P2new"]);
    }

    /// E2: camps, too.
    #[test]
    fn e2_camps_too() {
        let scene =
            Scene::new(Setup::alhambra(3).with(Module::Camps)).market("c8ne P2new G10 S3esw").bag("").board(0, "");
        let mut scene = scene.hand(1, "f1").hand(2, "").hand(0, "u5").display("d9 h9 u9 f9");
        scene.acts(0, "buy S3esw with u5; reserve S3esw; end");
        assert_eq!(scene.shown(), ["gain 1 c8ne", "left P2new", "left G10"]);
    }

    /// E2: Dirk has no money, so nothing is handed to him.
    #[test]
    fn e2_nothing_for_dirk() {
        let mut scene = last_turn(2);
        scene.acts(0, BUY).act(0, "end");
        assert_eq!(scene.shown(), ["left T9ne", "left P2new", "left G10", "score 3"]);
        assert!(scene.game.table.dirk.tiles.is_empty());
    }

    /// E3, ruling: all are handed out before any is placed; the player who would be next goes first, then in seat order.
    #[test]
    fn e3_in_seat_order_from_the_next_player_on() {
        let mut scene = last_turn(4).hand(0, "f1").hand(3, "d2").hand(1, "u3 h2").turn(1);
        scene.acts(1, "buy S3esw with u3; take u9; reserve S3esw; end");
        assert_eq!(scene.shown(), ["display d1", "gain 0 T9ne", "gain 1 P2new", "gain 3 G10"]);
        assert_eq!(scene.to_act(), Some(3), "seat 2 has none");
        scene.refuses(0, "reserve T9ne", "T1: not-your-turn");
        scene.acts(3, "reserve G10; end");
        assert_eq!(scene.to_act(), Some(0));
        scene.acts(0, "reserve T9ne; end");
        assert_eq!(scene.to_act(), Some(1), "the one who ended the game comes last");
        scene.acts(1, "reserve P2new; end");
        assert_eq!(scene.to_act(), None);
    }

    /// E3: each in any order, in the Alhambra or on the reserve, under the building rules; then `end`.
    #[test]
    fn e3_placing() {
        let mut scene = last_turn(3).hand(1, "f1 d1 h1");
        scene.acts(0, BUY).act(0, "end");
        assert_eq!(scene.to_act(), Some(1));
        scene.lists(1, "reserve", "reserve T9ne; reserve P2new; reserve G10");
        scene.lists(1, "place P2new", "place P2new 0,-1");
        scene.refuses(1, "end", "E3: tiles-waiting");
        scene.refuses(1, "take d9", "T1: not-now");
        scene.refuses(1, "place S3esw 0,1", "T4: not-waiting, tile S3esw, cell 0,1");
        scene.refuses(1, "place P2new 1,0", "P2: sides-clash, tile P2new, cell 1,0, side w");
        scene.acts(1, "place G10 0,-1; reserve P2new");
        scene.refuses(1, "end", "E3: tiles-waiting");
        scene.act(1, "place T9ne 1,0");
        scene.lists(1, "", "end");
        assert_eq!(scene.game.result(), None, "not before `end`");
        scene.act(1, "end");
        assert_eq!(scene.reserve_of(1), ["P2new"]);
        assert!(scene.game.result().is_some());
    }

    /// E4: round 3 is scored at the very end, even though A and B never came (W1); the most points win.
    #[test]
    fn e4_the_most_points_win() {
        let mut scene = last_turn(3).board(1, "T12@1,0 G11@0,1").board(2, "T13e@1,0 P8@0,1");
        scene.acts(0, BUY).act(0, "end");
        assert_eq!(scene.shown(), ["left T9ne", "left P2new", "left G10", "score 3"]);
        // Towers (21 + 13) / 2; gardens 20; pavilions 16; one wall.
        let result = scene.game.result().expect("it is over");
        assert_eq!(result.scores.iter().copied().collect::<Vec<_>>(), [0, 17 + 20, 17 + 16 + 1]);
        assert_eq!((result.winners, result.dirk), (vec![Seat(1)], None));
        assert_eq!(scene.to_act(), None);
        scene.lists(0, "", "");
        scene.refuses(1, "take d9", "E4: game-over");
        scene.refuses(1, "end", "E4: game-over");
    }

    /// E4: points from rounds 1 and 2 count; players tied for first share the win, and only they.
    #[test]
    fn e4_tied_players_share_the_win() {
        let score = |scene: Scene, points: [u16; 3]| {
            let mut scene = scene.with(|game| game.table.players.iter_mut().zip(points).for_each(|(p, s)| p.score = s));
            scene.acts(0, BUY).act(0, "end");
            scene.game.result().expect("it is over").winners
        };
        assert_eq!(score(last_turn(3), [40, 41, 12]), [Seat(1)]);
        assert_eq!(score(last_turn(3), [40, 12, 40]), [Seat(0), Seat(2)]);
        assert_eq!(score(last_turn(3), [7, 7, 7]), [Seat(0), Seat(1), Seat(2)]);
    }

    /// N5, ruling: Dirk cannot win; the better of the two players does.
    #[test]
    fn n5_dirk_cannot_win() {
        let mut scene = last_turn(2).dirk("T11 T12 G10n G11 C10").board(1, "P8@1,0");
        scene.acts(0, BUY).act(0, "end");
        let result = scene.game.result().expect("it is over");
        assert_eq!(result.dirk, Some(21 + 20 + 19));
        assert_eq!((result.scores[Seat(1)], result.winners), (16, vec![Seat(1)]));
    }
}
