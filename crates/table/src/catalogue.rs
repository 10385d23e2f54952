//! Every piece in the boxes, for the page's catalogue: `web/src/lib/catalogue.ts` is generated from it.

use std::fmt::Display;

use sabika_rules::components::{Falcon, Piece};
use sabika_rules::{Card, Setup, Tile};

/// The text of `web/src/lib/catalogue.ts`.
pub fn typescript() -> String {
    let mut text = String::from(
        "// Written by `make wire` from crates/rules/components.toml: change it there.\n\
         // Codes of tiles, cards and falcons as in docs/notation.md, in the order of the table.\n",
    );
    let tiles = |piece: Piece| Tile::all().filter(move |tile| tile.piece() == piece);
    list(&mut text, "ALHAMBRA", Tile::buildings());
    list(&mut text, "GRANADA", Tile::granada_tiles().map(|tile| Faces(tile, tile.other_face())));
    list(&mut text, "HUTS", tiles(Piece::Hut));
    list(&mut text, "CAMPS", tiles(Piece::Camp));
    list(&mut text, "BAZAARS", tiles(Piece::Bazaar));
    list(&mut text, "FALCONS", Falcon::all());
    list(&mut text, "MONEY", Card::all().filter(|card| card.as_money().is_some()));
    list(&mut text, "BUREAU", Card::all().filter(|card| card.as_pair().is_some()));
    list(&mut text, "BONUS", sabika_rules::components::bonus_tiles());
    text.push_str(&format!(
        "\n/** How many copies of each money card there are. */\nexport const MONEY_COPIES = {};\n",
        Setup::alhambra(3).money_copies()
    ));
    text.push_str("\n// Not known from print, and filled in.\n");
    let reconstructed = Tile::all().filter(|tile| tile.is_reconstructed()).map(|tile| tile.to_string());
    let falcons = Falcon::all().filter(|falcon| falcon.is_reconstructed()).map(|falcon| falcon.to_string());
    list(&mut text, "RECONSTRUCTED", reconstructed.chain(falcons));
    text
}

/// A Granada tile: `Ba2new/Ar3new`.
struct Faces(Tile, Option<Tile>);

impl Display for Faces {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}", self.0)?;
        self.1.map_or(Ok(()), |other| write!(f, "/{other}"))
    }
}

fn list(text: &mut String, name: &str, pieces: impl Iterator<Item = impl Display>) {
    let codes: Vec<String> = pieces.map(|piece| piece.to_string()).collect();
    text.push_str(&format!("export const {name} =\n  \"{}\";\n", codes.join(" ")));
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The committed file is current; `SABIKA_WRITE=1` writes it.
    #[test]
    fn catalogue_ts_is_current() {
        let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../web/src/lib/catalogue.ts");
        if std::env::var_os("SABIKA_WRITE").is_some() {
            std::fs::write(path, typescript()).expect("catalogue.ts can be written");
        }
        let found = std::fs::read_to_string(path).unwrap_or_default();
        assert!(found == typescript(), "web/src/lib/catalogue.ts is not current: run `make wire`");
    }

    /// No piece is listed twice, and reconstructed pieces are listed like the others.
    #[test]
    fn every_piece_is_listed_once() {
        let text = typescript();
        let of = |name: &str| -> Vec<String> {
            let start = text.find(&format!("const {name} =\n")).expect(name);
            let list = text[start..].split('"').nth(1).expect("a list in quotation marks");
            list.split([' ', '/']).map(str::to_owned).collect()
        };
        let sets = [("ALHAMBRA", 54), ("GRANADA", 108), ("HUTS", 24), ("CAMPS", 8), ("BAZAARS", 8), ("FALCONS", 15)];
        let mut all: Vec<String> = Vec::new();
        for (name, size) in sets.into_iter().chain([("MONEY", 36), ("BUREAU", 6)]) {
            assert_eq!(of(name).len(), size, "{name}");
            all.extend(of(name));
        }
        assert_eq!(of("BONUS").len(), 10);
        let mut once = all.clone();
        once.sort();
        once.dedup();
        assert_eq!(once.len(), all.len());
        let reconstructed = of("RECONSTRUCTED");
        assert!(reconstructed.iter().all(|code| all.contains(code)));
        assert!(reconstructed.contains(&"hPs".into()) && !reconstructed.contains(&"hPn".into()));
    }
}
