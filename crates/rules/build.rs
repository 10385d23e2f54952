//! Turns `components.toml` into constant tables, so that correcting a row there is the only change needed.

use std::fmt::Write as _;
use std::path::PathBuf;
use std::{env, fs};

use toml::{Table, Value};

const CURRENCIES: [&str; 4] = ["denar", "dirham", "ducat", "florin"];
const ALHAMBRA: [(&str, char); 6] =
    [("pavilion", 'P'), ("seraglio", 'S'), ("arcades", 'A'), ("chambers", 'C'), ("garden", 'G'), ("tower", 'T')];
const GRANADA: [&str; 9] =
    ["arena", "bath-house", "library", "hostel", "hospital", "market", "park", "school", "residential"];

/// One line of the generated tile table.
struct Row {
    piece: &'static str,
    kind: Option<usize>,
    price: i64,
    sides: [&'static str; 4],
    kinds: u8,
    currency: usize,
    reconstructed: bool,
}

fn main() {
    println!("cargo::rerun-if-changed=components.toml");
    println!("cargo::rerun-if-changed=build.rs");
    // An example of an additional module. Not a feature, because tests enable all features.
    println!("cargo::rerun-if-env-changed=SABIKA_EIGHTH_MODULE");
    println!("cargo::rustc-check-cfg=cfg(eighth_module)");
    if env::var_os("SABIKA_EIGHTH_MODULE").is_some() {
        println!("cargo::rustc-cfg=eighth_module");
    }
    let text = fs::read_to_string("components.toml").expect("components.toml lies beside build.rs");
    let table: Table = text.parse().unwrap_or_else(|e| panic!("components.toml: {e}"));
    let out = PathBuf::from(env::var_os("OUT_DIR").expect("cargo sets OUT_DIR")).join("components.rs");
    fs::write(out, generate(&table)).expect("OUT_DIR can be written");
}

fn generate(table: &Table) -> String {
    let mut rows = Vec::new();
    for (kind, (name, letter)) in ALHAMBRA.iter().enumerate() {
        for code in list(&table["alhambra"], name) {
            rows.push(building(text(code), kind, *letter));
        }
    }
    let buildings = rows.len();
    for hut in list_of(table, "huts") {
        let sides = sides(field(hut, "walls"), "Wall", "Open");
        rows.push(Row {
            piece: "Hut",
            kind: Some(letter_kind(field(hut, "kind"))),
            price: 0,
            sides,
            kinds: 0,
            currency: 0,
            reconstructed: is_reconstructed(hut),
        });
    }
    let huts = rows.len();
    for camp in list_of(table, "camps") {
        let sides = sides(field(camp, "bastions"), "Bastion", "Green");
        let reconstructed = is_reconstructed(camp);
        let price = number(camp, "price");
        rows.push(Row { piece: "Camp", kind: None, price, sides, kinds: 0, currency: 0, reconstructed });
    }
    let camps = rows.len();
    for bazaar in list_of(table, "bazaars") {
        let kinds = kind_bits(field(bazaar, "kinds"));
        assert_eq!(kinds.count_ones(), 3, "a bazaar shows three colours: {bazaar:?}");
        let currency = currency(field(bazaar, "currency"));
        let reconstructed = is_reconstructed(bazaar);
        rows.push(Row { piece: "Bazaar", kind: None, price: 0, sides: ["Open"; 4], kinds, currency, reconstructed });
    }
    let bazaars = rows.len();
    let granada = &table["granada"];
    let order: Vec<&str> = list(granada, "kinds").iter().map(text).collect();
    assert_eq!(order, GRANADA, "granada.kinds");
    for tile in list_of(granada.as_table().expect("[granada] is a table"), "tiles") {
        let sides = sides(field(tile, "moats"), "Moat", "Street");
        for (face, up) in [("even", 0), ("odd", 1)] {
            let name = field(tile, face);
            let kind = 6 + position(&GRANADA, name);
            let price = number(tile, "price") + up;
            let reconstructed = is_reconstructed(tile);
            rows.push(Row { piece: "Building", kind: Some(kind), price, sides, kinds: 0, currency: 0, reconstructed });
        }
    }
    let faces = rows.len();
    for open in ["Open", "Street"] {
        let sides = [open; 4];
        rows.push(Row { piece: "Start", kind: None, price: 0, sides, kinds: 0, currency: 0, reconstructed: false });
    }

    let mut out = String::new();
    let _ = writeln!(out, "pub(crate) const TILES: [TileData; {}] = [", rows.len());
    for row in &rows {
        let kind = row.kind.map_or("None".into(), |k| format!("Some(Kind::ALL[{k}])"));
        let sides = row.sides.map(|s| format!("Side::{s}")).join(", ");
        let _ = writeln!(
            out,
            "    TileData::new(Piece::{}, {kind}, {}, [{sides}], {}, Currency::ALL[{}]),",
            row.piece, row.price, row.kinds, row.currency
        );
    }
    let _ = writeln!(out, "];");
    let reconstructed = (0..rows.len()).filter(|row| rows[*row].reconstructed);
    write_list(&mut out, "RECONSTRUCTED_TILES", reconstructed);
    for (name, from, to) in [
        ("BUILDINGS", 0, buildings),
        ("HUTS", buildings, huts),
        ("CAMPS", huts, camps),
        ("BAZAARS", camps, bazaars),
        ("FACES", bazaars, faces),
    ] {
        let _ = writeln!(out, "pub(crate) const {name}: core::ops::Range<u8> = {from}..{to};");
    }
    let spaces = list(&table["market"], "spaces").iter().map(|c| format!("Currency::ALL[{}]", currency(text(c))));
    let _ = writeln!(out, "pub(crate) const MARKET: [Currency; 4] = [{}];", spaces.collect::<Vec<_>>().join(", "));
    let pairs = list(&table["bureau"], "cards").iter().map(|pair| {
        let pair: Vec<String> = pair
            .as_array()
            .expect("bureau.cards holds pairs")
            .iter()
            .map(|c| format!("Currency::ALL[{}]", currency(text(c))))
            .collect();
        format!("[{}]", pair.join(", "))
    });
    let _ = writeln!(out, "pub(crate) const PAIRS: [[Currency; 2]; 6] = [{}];", pairs.collect::<Vec<_>>().join(", "));
    let bonus = list(&table["alhambra"], "bonus_cards").iter().map(|code| {
        let at = rows[..buildings].iter().zip(all_codes(table)).position(|(_, c)| c == text(code));
        at.unwrap_or_else(|| panic!("bonus card {code:?} names no tile")).to_string()
    });
    let _ = writeln!(out, "pub(crate) const BONUS: [u8; 10] = [{}];", bonus.collect::<Vec<_>>().join(", "));
    let falcons: Vec<&Value> = list_of(table, "falcons").collect();
    let _ = writeln!(out, "pub(crate) const FALCONS: [(Plumage, u8); {}] = [", falcons.len());
    for falcon in &falcons {
        let plumage = match field(falcon, "falcon") {
            "black" => "Black",
            "brown" => "Brown",
            "white" => "White",
            other => panic!("falcon {other}: black, brown or white"),
        };
        let _ = writeln!(out, "    (Plumage::{plumage}, {}),", kind_bits(field(falcon, "kinds")));
    }
    let _ = writeln!(out, "];");
    let reconstructed = (0..falcons.len()).filter(|row| is_reconstructed(falcons[*row]));
    write_list(&mut out, "RECONSTRUCTED_FALCONS", reconstructed);
    out
}

fn write_list(out: &mut String, name: &str, numbers: impl Iterator<Item = usize>) {
    let numbers: Vec<String> = numbers.map(|n| n.to_string()).collect();
    let _ = writeln!(out, "pub(crate) const {name}: [u8; {}] = [{}];", numbers.len(), numbers.join(", "));
}

fn is_reconstructed(row: &Value) -> bool {
    match field(row, "source") {
        "printed" => false,
        "reconstructed" => true,
        other => panic!("source {other}: printed or reconstructed, in {row:?}"),
    }
}

fn all_codes(table: &Table) -> Vec<String> {
    ALHAMBRA.iter().flat_map(|(name, _)| list(&table["alhambra"], name)).map(|c| text(c).to_owned()).collect()
}

/// `T9ne`: letter, price, walls.
fn building(code: &str, kind: usize, letter: char) -> Row {
    let rest = code.strip_prefix(letter).unwrap_or_else(|| panic!("tile {code} stands under {letter}"));
    let digits = rest.find(|c: char| !c.is_ascii_digit()).unwrap_or(rest.len());
    let price = rest[..digits].parse().unwrap_or_else(|_| panic!("tile {code} has no price"));
    Row {
        piece: "Building",
        kind: Some(kind),
        price,
        sides: sides(&rest[digits..], "Wall", "Open"),
        kinds: 0,
        currency: 0,
        reconstructed: false,
    }
}

fn sides(letters: &str, closed: &'static str, open: &'static str) -> [&'static str; 4] {
    assert!(letters.chars().all(|c| "nesw".contains(c)), "sides {letters}: letters n, e, s, w");
    ["n", "e", "s", "w"].map(|d| if letters.contains(d) { closed } else { open })
}

fn kind_bits(letters: &str) -> u8 {
    letters.chars().map(|c| 1 << letter_kind(&c.to_string())).sum()
}

fn letter_kind(letter: &str) -> usize {
    ALHAMBRA
        .iter()
        .position(|(_, l)| letter.chars().eq([*l]))
        .unwrap_or_else(|| panic!("kind {letter}: one of P S A C G T"))
}

fn currency(name: &str) -> usize {
    position(&CURRENCIES, name)
}

fn position(names: &[&str], name: &str) -> usize {
    names.iter().position(|n| *n == name).unwrap_or_else(|| panic!("{name}: one of {names:?}"))
}

fn list<'a>(value: &'a Value, key: &str) -> &'a [Value] {
    value.get(key).and_then(Value::as_array).unwrap_or_else(|| panic!("components.toml: {key} is missing"))
}

fn list_of<'a>(table: &'a Table, key: &str) -> impl Iterator<Item = &'a Value> {
    table.get(key).and_then(Value::as_array).unwrap_or_else(|| panic!("components.toml: {key} is missing")).iter()
}

fn text(value: &Value) -> &str {
    value.as_str().unwrap_or_else(|| panic!("{value:?} is not a text"))
}

fn field<'a>(row: &'a Value, key: &str) -> &'a str {
    row.get(key).and_then(Value::as_str).unwrap_or_else(|| panic!("{key} is missing in {row:?}"))
}

fn number(row: &Value, key: &str) -> i64 {
    row.get(key).and_then(Value::as_integer).unwrap_or_else(|| panic!("{key} is missing in {row:?}"))
}
