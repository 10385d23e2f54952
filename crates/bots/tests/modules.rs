//! Positions with modules and in the combined game in which the best move is clear: builder, architect and grandmaster find it.

use sabika_bots::{Budget, Level};
use sabika_rules::testkit::Scene;
use sabika_rules::{Action, GameKind, Module, Seat, Setup};

const BUDGET: Budget = Budget::Simulations(24);

/// What the strong levels choose for a seat.
fn chosen(scene: &Scene, seat: u8) -> [Action; 3] {
    [Level::Builder, Level::Architect, Level::Grandmaster].map(|level| {
        let view = scene.game.view(level.viewer(Seat(seat)));
        level.bot(1).choose(&view, BUDGET).unwrap_or_else(|| panic!("{level} has nothing to choose"))
    })
}

#[track_caller]
fn finds(scene: &Scene, seat: u8, start: &str) {
    for action in chosen(scene, seat) {
        assert!(
            action.to_string().starts_with(start),
            "{action} is not {start}: {:?}",
            chosen(scene, seat).map(|a| a.to_string())
        );
    }
}

fn scene(module: Module) -> Scene {
    Scene::new(Setup::alhambra(3).with(module)).display("d1 h1 u1 f1").hand(0, "").hand(1, "").hand(2, "")
}

/// A third tower takes the lead in the two remaining rounds, and seat 1 will buy it if seat 2 does not: this is what the vizier was
/// saved for.
#[test]
fn the_vizier_takes_a_tile_worth_it() {
    let mut scene = scene(Module::Vizier)
        .market("T11 A4nes C5nsw S3esw")
        .hand(1, "f6 f5")
        .hand(2, "f9 f2")
        .board(0, "T8nes@1,0 T9nw@0,-1")
        .board(1, "T12@1,0 T11n@2,0")
        .board(2, "T13e@1,0 T10w@-1,0")
        .deck("d1 d2 B")
        .bag("P8 S9");
    scene.acts(0, "take d1 h1; end");
    assert_eq!(scene.to_act(), Some(1), "seat 1 is next, and asked first");
    scene.act(1, "pass");
    finds(&scene, 2, "vizier T11");
}

/// The next player can buy the same tile in their turn, act again, and keep the vizier.
#[test]
fn the_vizier_is_saved_if_the_turn_brings_the_same() {
    let mut scene = scene(Module::Vizier).market("T11 A4nes C5nsw S3esw").hand(1, "f6 f5").deck("d1 d2 h5 h6 u7 A");
    scene.acts(0, "take d1 h1; end");
    finds(&scene, 1, "pass");
}

/// Two currencies together pay exactly what neither pays alone, and the tower takes the lead in the two remaining rounds.
#[test]
fn the_bureau_card_pays_exactly() {
    let scene = scene(Module::Bureau)
        .market("S3esw A10 T9es C5nsw")
        .hand(0, "d4 h5 xdh")
        .hand(1, "d7")
        .board(0, "T11@1,0 T12@0,1")
        .board(1, "T13e@1,0 T10w@-1,0")
        .board(2, "T11n@1,0 T9nw@0,-1")
        .deck("B")
        .bag("P8 S9 C11");
    finds(&scene, 0, "buy T9es with d4 h5 xdh");
}

/// A hut between two towers counts as two and takes the lead from seat 1's three; it costs only the turn, which
/// could bring at most four units of money.
#[test]
fn the_hut_goes_between_two_towers() {
    let mut scene = scene(Module::Huts)
        .market("S3esw A4nes C5nsw G6esw")
        .board(0, "T11@1,0 T12@0,-1")
        .board(1, "T13e@1,0 T10w@-1,0 T11s@0,1")
        .deck("A d2 d3 h2 h3 u5");
    finds(&scene, 0, "hut hTn");
    scene.act(0, "hut hTn");
    finds(&scene, 0, "place hTn 1,-1");
}

/// As a bath house the tile would be behind both others', at most five points in round 3. As an arena it takes the lead, in
/// the imminent round 2 and for round 3: six and seven points more, for the h3.
#[test]
fn granadas_other_face_is_worth_the_flip() {
    let mut scene = Scene::new(Setup::granada(3))
        .display("d1 h1 u1 f1")
        .market("Ba2new - - -")
        .hand(0, "f2 h3 d9")
        .hand(1, "")
        .hand(2, "")
        .board(0, "Ar4es@0,1 Ar10e@1,0")
        .board(1, "Ar12@1,0 Ar13@-1,0 Ba12@0,1 Ba13@0,-1")
        .board(2, "Ba9n@1,0 Ba8s@0,1")
        .deck("B");
    scene.acts(0, "buy Ba2new with f2; take d1 h1 u1 f1");
    for action in chosen(&scene, 0) {
        assert!(matches!(action, Action::Place { flip: Some(_), .. }), "{action}");
    }
}

/// A card whose tile is on the board is revealed before the scoring: it counts as one more building and costs nothing.
#[test]
fn the_bonus_card_is_revealed_in_time() {
    let scene = scene(Module::Bonus);
    let view = scene.game.view(Level::Builder.viewer(Seat(0)));
    let tile = view.own().and_then(|own| own.bonus.tiles().next()).expect("everybody was dealt cards");
    let mut scene = scene.market("S3esw A4nes C5nsw G6esw").board(0, &format!("{tile}@1,0")).deck("A d2 d3 h2 h3 u5");
    scene.acts(0, "take d1 h1; end");
    finds(&scene, 0, &format!("reveal +{tile}"));
}

/// Four buildings in line behind a bastion, including the starting tile: twelve points in three rounds, for three denars paid
/// exactly.
#[test]
fn the_camp_looks_down_a_long_line() {
    let mut scene = scene(Module::Camps)
        .market("S3esw A4nes c3n G6esw")
        .hand(0, "d3")
        .board(0, "T12@0,1 T11@0,2 T11s@0,3")
        .deck("A d2 d3 h2 h3 u5 h6 h7");
    finds(&scene, 0, "buy c3n with d3");
    scene.acts(0, "buy c3n with d3; take d1 h1");
    finds(&scene, 0, "place c3n 0,4");
}

/// The arcades set the bazaar's price: once they are bought, it cannot be. So first the bazaar, then the arcades,
/// and a third action. It goes where three buildings in its three colours surround it, nine points; no other cell has more
/// than two of them, four points.
#[test]
fn the_bazaar_goes_among_its_colours() {
    let mut scene = scene(Module::Bazaars)
        .turn(2)
        .market("T8nes A4nes C5nsw P2new")
        .hand(0, "h4 h4")
        .hand(2, "u3")
        .board(0, "S9@1,0 A9@0,1 G10@2,0")
        .bag("bSAG T12 C11 P8 T9es G9e");
    scene.acts(2, "buy P2new with u3; reserve P2new; end");
    finds(&scene, 0, "buy bSAG with h4");
    scene.acts(0, "buy bSAG with h4; take d1 h1 u1 f1");
    finds(&scene, 0, "place bSAG 1,1");
}

/// Two falcons of one plumage, six points in every round, for the two smallest cards. The lower point would take a brown one
/// or a black one as well: two points less in every round.
#[test]
fn falcons_of_one_plumage_are_worth_two_small_cards() {
    let mut scene = scene(Module::Falconers)
        .market("S3esw A4nes C5nsw P2new")
        .display("u1")
        .hand(0, "d1 h1")
        .board(0, "G10@1,0 T11@0,1 T12@1,1 C10@0,2 A9@1,2")
        .deck("A d2 d3 h2 h3 u5 h6 h7");
    for falcon in ["fCT", "fAT"] {
        assert!(!scene.listed_as(0, &format!("falcon {falcon}")).is_empty(), "{falcon} could be had");
    }
    for _ in 0..2 {
        let actions = chosen(&scene, 0).map(|action| action.to_string());
        for action in &actions {
            assert!(
                action.starts_with("falcon fGT") || action.starts_with("falcon fAC"),
                "{actions:?}: not a white one"
            );
        }
        scene.act(0, &actions[0]);
    }
}

/// The first Granada tile goes with its moat against the wall, the only possible place: moat, wall and stretch score, and
/// Granada is founded. On the reserve it would score nothing.
#[test]
fn the_moat_goes_against_the_wall() {
    let mut scene = Scene::new(Setup::new(GameKind::Combined, 3))
        .display("d1 h1 u1 f1")
        .market("S3esw A4nes C5nsw P2new")
        .beside("Ba4nw - - -")
        .hand(0, "f4")
        .board(0, "P7e@1,0");
    scene.acts(0, "buy Ba4nw with f4; take d1 h1 u1 f1");
    finds(&scene, 0, "place Ba4nw 2,0");
}

/// South of the first Granada tile the moat runs along the wall: the stretch is longer by one, two points more in every round.
/// North of it the moat would be as long, but next to nothing.
#[test]
fn the_moat_continues_along_the_wall() {
    let mut scene = Scene::new(Setup::new(GameKind::Combined, 3))
        .display("d1 h1 u1 f1")
        .market("S3esw A4nes C5nsw P2new")
        .beside("Re8w - - -")
        .hand(0, "f8")
        .board(0, "P7e@1,0 A8e@1,1 Hp8w@2,0");
    scene.acts(0, "buy Re8w with f8; take d1 h1 u1 f1");
    assert!(scene.listed(0).contains(&"place Re8w 2,-1".to_owned()), "the other cell is open");
    finds(&scene, 0, "place Re8w 2,1");
}
