//! What must hold in every state of every game, checked on the public table and the hands.

use sabika_rules::board::plain;
use sabika_rules::components::Piece;
use sabika_rules::{
    Action, Board, Card, Cell, Game, GameKind, Kind, Module, Reason, Rule, ScoringCard, Seat, Setup, Table, Tile,
    TileSet,
};

/// Everything that can be checked in a state without knowing its history.
pub fn check(game: &Game) {
    cards_are_conserved(game);
    tiles_are_conserved(game.table());
    for player in &game.table().players {
        board_is_legal(&player.board);
    }
    choices_are_sound(game);
}

pub fn seats(setup: &Setup) -> impl Iterator<Item = Seat> + use<> {
    (0..setup.players).map(Seat)
}

/// C2, N1, BC1: each card is in a hand, on the display, on the discard pile, or in the deck.
pub fn cards_are_conserved(game: &Game) {
    let (table, setup) = (game.table(), game.table().setup);
    let mut unseen = 0;
    for card in Card::all() {
        let copies = match card.as_money() {
            Some(_) if setup.players == 2 => 2,
            Some(_) => 3,
            None => setup.modules.has(Module::Bureau) as usize,
        };
        let hands: usize = seats(&setup).map(|s| game.hand(s).count(card) as usize).sum();
        let display = table.display.iter().flatten().filter(|c| **c == card).count();
        let seen = hands + display + table.discard.count(card) as usize;
        assert!(seen <= copies, "{card} is there {seen} times");
        unseen += copies - seen;
    }
    let scoring = table.deck.scoring.iter().filter(|s| matches!(s, ScoringCard::InPile(_))).count();
    assert_eq!(unseen + scoring, table.deck.len(), "cards in the deck");
    for card in table.deck.scoring {
        assert!(!matches!(card, ScoringCard::InPile(pile) if table.deck.piles[pile as usize] == 0));
    }
}

/// One name for both faces of a Granada tile.
fn piece(tile: Tile) -> Tile {
    tile.other_face().map_or(tile, |other| tile.min(other))
}

fn is_in_bag(setup: &Setup, tile: Tile) -> bool {
    match tile.piece() {
        Piece::Building if tile.is_granada() => setup.game != GameKind::Alhambra,
        Piece::Building => setup.game != GameKind::Granada,
        Piece::Camp => setup.modules.has(Module::Camps),
        Piece::Bazaar => setup.modules.has(Module::Bazaars),
        Piece::Start | Piece::Hut => false,
        other => panic!("{other:?}: is it drawn from the bag?"),
    }
}

/// C1, GR1, CO1: each tile is on a board, a reserve, the market or beside it, with Dirk, waiting, handed out, or in its bag.
pub fn tiles_are_conserved(table: &Table) {
    let (setup, huts) = (table.setup, &table.modules.huts);
    let mut seen = TileSet::EMPTY;
    let mut see = |tile: Tile| {
        assert!(!seen.contains(piece(tile)), "{tile} is there twice");
        seen.insert(piece(tile));
    };
    for player in &table.players {
        assert!(player.board.tiles()[0].tile.is_start());
        player.board.tiles().iter().skip(1).for_each(|p| see(p.tile));
        player.reserve.iter().for_each(&mut see);
    }
    table.turn.gained.iter().flat_map(|g| g.iter()).for_each(&mut see);
    table.turn.waiting.iter().for_each(&mut see);
    table.market.tiles().for_each(|(_, tile)| see(tile));
    table.modules.bazaars.aside.iter().for_each(&mut see);
    table.dirk.tiles.iter().for_each(&mut see);
    huts.face_up.iter().flatten().for_each(|tile| see(*tile));

    // Unseen tiles must be in a bag or a pile.
    let (mut bags, mut below) = ([0; 2], [0; Kind::ALHAMBRA_COUNT]);
    for tile in Tile::all().filter(|t| piece(*t) == *t) {
        let is_hut = tile.piece() == Piece::Hut && setup.modules.has(Module::Huts);
        match tile.kind().filter(|_| is_hut) {
            _ if seen.contains(tile) => assert!(is_hut || is_in_bag(&setup, tile), "{tile} is not of this game"),
            Some(kind) => below[kind as usize] += 1,
            None if is_in_bag(&setup, tile) => {
                bags[(tile.is_granada() && setup.game == GameKind::Combined) as usize] += 1
            }
            None => {}
        }
    }
    assert_eq!(bags, [table.bag, table.granada_bag], "tiles in the bags");
    assert_eq!(below, huts.below, "huts face down");
    if !setup.has_dirk() {
        assert!(table.dirk.tiles.is_empty() && table.dirk.score == 0);
    }
}

/// P1–P5 and what modules and games add, from scratch.
pub fn board_is_legal(board: &Board) {
    let list: Vec<(Tile, Cell)> = board.tiles().iter().map(|p| (p.tile, p.cell)).collect();
    assert_eq!(plain::check(&list, board.founded()), Ok(()), "{list:?}");
    for placed in board.tiles() {
        assert_eq!((board.get(placed.cell), board.find(placed.tile)), (Some(placed.tile), Some(placed.cell)));
    }
}

/// The seat to act has something to choose from, all of it legal, nothing twice; the others must wait.
pub fn choices_are_sound(game: &Game) {
    let mut actions = Vec::new();
    let to_act = game.to_act();
    let mut asked_for = Action::End;
    if let Some(seat) = to_act {
        game.legal_actions(seat, &mut actions);
        assert!(!actions.is_empty(), "seat {seat} can do nothing");
        for action in &actions {
            assert_eq!(game.check(seat, *action), Ok(()), "{action} is listed");
        }
        asked_for = actions[actions.len() / 2];
        let listed = actions.len();
        actions.sort_unstable();
        actions.dedup();
        assert_eq!(actions.len(), listed, "an action is listed twice");
    }
    let at_any_time = asked_for.is_free();
    for seat in seats(&game.table().setup) {
        let refused = game.check(seat, asked_for);
        if to_act.is_none() {
            let refusal = refused.unwrap_err();
            assert_eq!((refusal.rule, refusal.reason), (Rule::E4, Reason::GameOver));
        } else if to_act != Some(seat) && !at_any_time {
            let refusal = refused.unwrap_err();
            assert_eq!((refusal.rule, refusal.reason), (Rule::T1, Reason::NotYourTurn));
        }
        for action in game.free_actions(seat) {
            assert_eq!(game.check(seat, action), Ok(()), "{action} is free");
        }
        if to_act != Some(seat) {
            game.legal_actions(seat, &mut actions);
            assert!(actions.is_empty(), "seat {seat} has to wait");
        }
    }
}
