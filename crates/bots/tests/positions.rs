//! Positions in which the best move is clear, and why: the grandmaster finds it. Those in `modules.rs` are also found by builder and
//! architect.

use sabika_bots::{Budget, Level};
use sabika_rules::testkit::Scene;
use sabika_rules::{GameKind, Module, ModuleSet, Seat, Setup};

/// What the grandmaster chooses for a seat.
fn chosen(scene: &Scene, seat: u8) -> String {
    let view = scene.game.view(Level::Grandmaster.viewer(Seat(seat)));
    let action = Level::Grandmaster.bot(1).choose(&view, Budget::Simulations(200));
    action.map_or("nothing".to_owned(), |action| action.to_string())
}

#[track_caller]
fn finds(scene: &Scene, seat: u8, start: &str) {
    let action = chosen(scene, seat);
    assert!(action.starts_with(start), "{action} is not {start}");
}

/// Nobody has money, and the display is worth little.
fn poor(setup: Setup) -> Scene {
    (0..setup.players).fold(Scene::new(setup).display("d1 h1 u1 f1"), |scene, seat| scene.hand(seat, ""))
}

fn alhambra(modules: &[Module]) -> Scene {
    poor(Setup::alhambra(3).with_modules(modules.iter().copied().collect()))
}

// Alhambra

/// A tower paid for exactly is a tower and another action: the tower takes the lead.
#[test]
fn a_tile_paid_exactly_costs_no_action() {
    let scene = alhambra(&[])
        .market("T11 A4nes C5nsw S3esw")
        .hand(0, "f9 f2")
        .board(0, "T8nes@1,0")
        .board(1, "T12@1,0")
        .deck("d2 d3 A h4 h5 u6 f7 B d4 d5 d6");
    finds(&scene, 0, "buy T11 with f9 f2");
}

/// Two tiles can be paid for exactly, so both are bought in one turn, and money is taken as well.
#[test]
fn two_tiles_are_bought_in_one_turn() {
    let mut scene =
        alhambra(&[]).market("G12s A6ne C5nsw S3esw").hand(0, "f9 f3 h6").deck("d2 d3 A h4 h5 u6 f7 B d4 d5 d6");
    let first = chosen(&scene, 0);
    assert!(first.starts_with("buy"), "{first}");
    scene.act(0, &first);
    let second = chosen(&scene, 0);
    assert!(second.starts_with("buy"), "{first}, then {second}");
    scene.act(0, &second);
    finds(&scene, 0, "take");
}

/// Three ducats pay for the seraglio exactly; four would waste one, and the extra action.
#[test]
fn the_right_card_pays() {
    let scene = alhambra(&[]).market("T11 A4nes C5nsw S3esw").hand(0, "u3 u4").deck("d2 d3 A h4 h5 u6 f7 B d4 d5 d6");
    finds(&scene, 0, "buy S3esw with u3");
}

/// All four cards are worth five, but with florins the tower can be paid for exactly next turn. Nobody else has money for it.
#[test]
fn the_card_that_completes_a_price_is_taken() {
    let scene = alhambra(&[])
        .display("d5 h5 u5 f5")
        .market("T11 A9 C9s S8s")
        .hand(0, "f6")
        .board(0, "T12@1,0")
        .deck("d2 d3 h4 h5 u6 f7 A d4 d5 d6 B");
    finds(&scene, 0, "take f5");
}

/// East of the garden the wall grows to two segments; west of the starting tile a new one would start.
#[test]
fn a_wall_is_extended() {
    let mut scene =
        alhambra(&[]).market("P6n A9 C9s S8s").hand(0, "f6").board(0, "G10n@1,0").deck("A d2 d3 h4 h5 u6 f7 B");
    scene.acts(0, "buy P6n with f6; take d1 h1 u1 f1");
    assert!(scene.listed(0).contains(&"place P6n -1,0".to_owned()), "the other cell is open");
    finds(&scene, 0, "place P6n 2,0");
}

/// The bag is empty, so this turn is the last. The tiles left go to the player with the most florins, which is seat 1: so the tower is bought, the
/// third against two and two.
#[test]
fn the_last_tile_decides() {
    let scene = alhambra(&[])
        .market("T11 - - -")
        .hand(0, "f9 f2")
        .hand(1, "f9 f8")
        .board(0, "T8nes@1,0 T9nw@0,-1")
        .board(1, "T12@1,0 T11n@2,0")
        .board(2, "T13e@1,0 T10w@-1,0")
        .deck("d2 d3 h4 h5 u6 f7")
        .bag("");
    finds(&scene, 0, "buy T11 with f9 f2");
}

/// Round 2 comes with the next card, and the tower on the reserve counts only on the board: there it takes the lead, eleven points more.
#[test]
fn the_reserve_is_built_before_the_scoring() {
    let scene = alhambra(&[])
        .market("P2new A9 C9s S8s")
        .display("d1")
        .reserve(0, "T12")
        .hand(0, "h3 u3")
        .hand(1, "h3 u3")
        .hand(2, "h3 u3")
        .board(0, "T11@1,0")
        .board(1, "T13e@1,0")
        .board(2, "T10w@-1,0")
        .deck("B d2 d3 h4 h5 u6 f7");
    finds(&scene, 0, "build T12");
}

/// With two players Dirk takes part: his two towers tie with the player's own until the third is bought.
#[test]
fn dirk_is_a_rival() {
    let scene = poor(Setup::alhambra(2))
        .market("T11 A9 C9s S8s")
        .hand(0, "f6 f5")
        .dirk("T12 T13e")
        .board(0, "T11n@1,0 T11s@0,1")
        .deck("d2 B d3 h4 h5 u6 f7");
    finds(&scene, 0, "buy T11 with f6 f5");
}

// Modules

/// Nine denars and three ducats with the bureau card, or nine and three denars alone, pay twelve exactly. The bureau card is saved for
/// another payment.
#[test]
fn the_bureau_card_is_not_wasted() {
    let scene = alhambra(&[Module::Bureau])
        .market("T11 A4nes G12s S8s")
        .hand(0, "d9 d3 u3 xdu")
        .board(0, "G10@1,0")
        .board(1, "G11@1,0")
        .deck("d2 d3 A h4 h5 u6 f7 B d4 d5 d6");
    finds(&scene, 0, "buy G12s with d9 d3");
}

/// The hut's colour is on three sides of the cell between the gardens, on one elsewhere.
#[test]
fn the_hut_goes_where_it_counts_most() {
    let mut scene = alhambra(&[Module::Huts])
        .market("P2new A9 C9s S8s")
        .board(0, "T11@1,0 T12@0,-1 T11n@2,-1 S9@2,0")
        .board(1, "T13e@1,0 T10w@-1,0 T9es@0,1")
        .deck("B d2 d3 h2 h3 u5");
    scene.act(0, "hut hTn");
    finds(&scene, 0, "place hTn 1,-1");
}

/// The line to the east is four buildings long, including the starting tile; behind the garden's wall it is one.
#[test]
fn the_camp_is_put_before_the_longer_line() {
    let mut scene = alhambra(&[Module::Camps])
        .market("P2new c4e C9s S8s")
        .hand(0, "h4")
        .board(0, "T10w@-1,0 T12@1,0 T11@2,0 G11@0,1 G10w@0,2")
        .deck("A d2 d3 h4 h5 u6 f7 B");
    scene.acts(0, "buy c4e with h4; take d1 h1 u1 f1");
    assert!(scene.listed(0).contains(&"place c4e -1,2".to_owned()), "the other cell is open");
    finds(&scene, 0, "place c4e -2,0");
}

/// The camp scores four points in every round for four dirhams, exactly; waiting would leave it to seat 1.
#[test]
fn the_camp_is_bought_for_a_long_line() {
    let scene = alhambra(&[Module::Camps])
        .market("P2new c4e C9s S8s")
        .hand(0, "h4")
        .hand(1, "h4")
        .board(0, "T10w@-1,0 T12@1,0 T11@2,0")
        .deck("A d2 d3 h4 h5 u6 f7 B");
    finds(&scene, 0, "buy c4e with h4");
}

/// The bazaar's three colours surround one cell: nine points in round 3. Next to the tower alone it would be one.
#[test]
fn the_bazaar_goes_into_the_corner() {
    let mut scene = alhambra(&[Module::Bazaars])
        .turn(2)
        .market("P2new A9 C9s T9es")
        .hand(2, "f2")
        .hand(0, "u9")
        .board(0, "C11@1,0 G11@0,1 T12@2,0 S9@-1,0")
        .bag("bCGT P8 C10 A10 G10");
    scene.acts(2, "buy P2new with f2; take d1 h1 u1 f1; reserve P2new; end");
    scene.acts(0, "buy bCGT with u9");
    let take = chosen(&scene, 0);
    scene.act(0, &take);
    finds(&scene, 0, "place bCGT 1,1");
}

/// A falcon scores two points in each of three rounds, the first of which is imminent, for the lowest card; the alternative is one unit of money.
#[test]
fn a_falcon_costs_the_smallest_card() {
    let scene = alhambra(&[Module::Falconers])
        .display("d1")
        .market("P2new A9 C9s S8s")
        .hand(0, "d1 u7")
        .board(0, "G10@1,0 T11@0,1 T12@1,1")
        .board(1, "G11@1,0 T13e@0,1 S9@-1,0")
        .board(2, "C11@1,0 C10@0,1 A9@-1,0")
        .deck("A");
    let action = chosen(&scene, 0);
    assert!(action.starts_with("falcon fGT") && action.ends_with("d1"), "{action}");
}

/// The tile of a bonus card counts twice once it is built and its card revealed.
#[test]
fn the_bonus_cards_tile_is_bought() {
    let scene = alhambra(&[Module::Bonus]);
    let view = scene.game.view(Level::Grandmaster.viewer(Seat(0)));
    let tile = view.own().and_then(|own| own.bonus.tiles().next()).expect("everybody was dealt cards");
    let (one, rest) = (tile.price() / 2, tile.price() - tile.price() / 2);
    let scene = scene
        .market(&format!("{tile} S3esw P2new C9s"))
        .hand(0, &format!("f{one} f{rest}"))
        .deck("d2 B d3 h4 h5 u6 f7");
    finds(&scene, 0, &format!("buy {tile} with"));
}

/// With all modules in play, too, two tiles paid for exactly are better than a little money.
#[test]
fn exact_payments_with_all_modules() {
    let scene = poor(Setup::alhambra(3).with_modules(ModuleSet::ALL))
        .market("T11 A6ne C9s S8s")
        .hand(0, "f9 f2 h6")
        .board(0, "T12@1,0")
        .deck("d2 d3 A h4 h5 u6 f7 B d4 d5 d6");
    finds(&scene, 0, "buy");
}

// Granada

/// Eleven cards and two tiles that can be paid for exactly: another card is worth less than either tile, which takes a lead.
#[test]
fn money_is_for_spending() {
    let scene = poor(Setup::granada(2))
        .display("d5 h1 u4 f2")
        .market("Pa12 Sc6sw Li8n Hl2nsw")
        .hand(0, "f7 f5 h6 d9 d9 u9 u8 u7 h9 f9 d2")
        .dirk("")
        .board(0, "Pa6ne@1,0 Sc12@0,1")
        .board(1, "Pa8n@1,0 Sc8s@0,1")
        .deck("d2 d3 A h4 h5 u6 f7 B d4 d5 d6");
    finds(&scene, 0, "buy");
}

/// Parks score most, since most of them are built: the lead in parks is worth twice the number of parks in round 2.
#[test]
fn the_kind_that_everybody_builds_scores_most() {
    let scene = poor(Setup::granada(3))
        .market("Pa12 - - -")
        .hand(0, "f7 f5")
        .board(0, "Pa8n@1,0 Pa10n@2,0")
        .board(1, "Pa13@1,0 Pa4es@0,1")
        .board(2, "Pa11w@-1,0")
        .deck("d2 B h4 h5 u6 f7 d4 d5 d6");
    finds(&scene, 0, "buy Pa12 with f7 f5");
}

/// In Granada, too, the existing moat is extended.
#[test]
fn a_moat_is_extended() {
    let mut scene =
        poor(Setup::granada(3)).market("Ar8n - - -").hand(0, "f8").board(0, "Pa10n@1,0").deck("A d2 d3 h4 h5 u6 f7 B");
    scene.acts(0, "buy Ar8n with f8; take d1 h1 u1 f1");
    assert!(scene.listed(0).contains(&"place Ar8n -1,0".to_owned()), "the other cell is open");
    finds(&scene, 0, "place Ar8n 2,0");
}

/// Round 2 is imminent. The market on the reserve takes the lead in markets; a card of one unit brings nothing.
#[test]
fn granadas_reserve_is_built_before_the_scoring() {
    let scene = poor(Setup::granada(3))
        .market("Pa12 Sc6sw Li8n Hl2nsw")
        .display("d1")
        .reserve(0, "Ma12")
        .hand(0, "h3 u3")
        .hand(1, "h3 u3")
        .hand(2, "h3 u3")
        .board(0, "Ma10s@1,0")
        .board(1, "Ma11w@-1,0")
        .deck("B d2 d3 h4 h5 u6 f7");
    finds(&scene, 0, "build Ma12");
}

/// The vizier pays twelve exactly out of turn: the arena takes the lead before round 2, and seat 1 would buy it otherwise.
#[test]
fn the_vizier_of_granada_takes_the_lead() {
    let mut scene = poor(Setup::granada(3).with(Module::Vizier))
        .market("Ar12 Sc6sw Li8n Hl2nsw")
        .hand(1, "f7 f5")
        .hand(2, "f9 f3")
        .board(1, "Ar10e@1,0 Ar4es@0,1")
        .board(2, "Ar8n@1,0 Ar13@0,1")
        .deck("d1 d2 B")
        .bag("Pa12 Pa10n Li12");
    scene.acts(0, "take d1 h1; end");
    scene.act(1, "pass");
    finds(&scene, 2, "vizier Ar12");
}

// The combined game

/// A third tower takes the lead and costs no action.
#[test]
fn exact_purchases_in_the_combined_game() {
    let scene = poor(Setup::new(GameKind::Combined, 3))
        .market("T11 A9 C9s S8s")
        .beside("Ba4nw Pa12 Li8n Hl2nsw")
        .hand(0, "f9 f2")
        .board(0, "P7e@1,0 T12@0,1 T11s@-1,0")
        .board(1, "T13e@1,0 T10w@-1,0")
        .deck("d2 d3 A h4 h5 u6 f7 d4 d5 d6");
    finds(&scene, 0, "buy T11 with f9 f2");
}

/// One more tower leads in the imminent round; each card is worth one unit.
#[test]
fn the_combined_games_reserve_is_built_before_the_scoring() {
    let scene = poor(Setup::new(GameKind::Combined, 3))
        .market("P2new A9 C9s S8s")
        .beside("Ba4nw Pa12 Li8n Hl2nsw")
        .display("d1")
        .reserve(0, "T12")
        .hand(0, "h3 u3")
        .hand(1, "h3 u3")
        .hand(2, "h3 u3")
        .board(0, "T11@1,0")
        .board(1, "T13e@1,0")
        .board(2, "T10w@-1,0")
        .deck("A d2 d3 h4 h5 u6 f7");
    finds(&scene, 0, "build T12");
}
