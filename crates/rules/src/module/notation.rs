//! How the modules' actions are written.

use core::fmt;
use core::str::FromStr;

use super::ModuleAction;
use crate::components::Falcon;
use crate::notation::{Read, Unknown, Words, write_cards};
use crate::tile::Tile;

impl fmt::Display for ModuleAction {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ModuleAction::Vizier { tile, payment } => {
                write!(f, "vizier {tile} with")?;
                write_cards(f, payment.cards())
            }
            ModuleAction::Wake => f.write_str("wake"),
            ModuleAction::Pass => f.write_str("pass"),
            ModuleAction::Reveal(tile) => write!(f, "reveal +{tile}"),
            ModuleAction::Hut(tile) => write!(f, "hut {tile}"),
            ModuleAction::Falcon { falcon, point, card } => write!(f, "falcon {falcon} {point} with {card}"),
            ModuleAction::Done => f.write_str("done"),
        }
    }
}

/// A bonus card by its code (C4).
struct BonusCard(Tile);

impl FromStr for BonusCard {
    type Err = Unknown;
    fn from_str(code: &str) -> Result<BonusCard, Unknown> {
        let tile = code.strip_prefix('+').and_then(|tile| tile.parse().ok());
        tile.map(BonusCard).ok_or(Unknown { expected: "a code like +G10" })
    }
}

/// Reads what follows a verb; `None`: no module knows the verb.
pub(crate) fn parse(verb: &str, words: &mut Words) -> Option<Read<ModuleAction>> {
    Some(match verb {
        "vizier" => (|| {
            let tile = words.tile()?;
            words.exactly("with")?;
            Ok(ModuleAction::Vizier { tile, payment: words.payment()? })
        })(),
        "wake" => Ok(ModuleAction::Wake),
        "pass" => Ok(ModuleAction::Pass),
        "reveal" => words.one("a code like +G10").map(|BonusCard(tile)| ModuleAction::Reveal(tile)),
        "hut" => words.tile().map(ModuleAction::Hut),
        "falcon" => (|| {
            let (falcon, point) = (words.one::<Falcon>("the code of a falcon")?, words.cell()?);
            words.exactly("with")?;
            Ok(ModuleAction::Falcon { falcon, point, card: words.card()? })
        })(),
        "done" => Ok(ModuleAction::Done),
        _ => return None,
    })
}
