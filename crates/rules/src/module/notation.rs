//! How the modules' actions are written.

use core::fmt;

use super::ModuleAction;
use crate::notation::{Words, write_cards};

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

/// Reads what follows a verb; `None`: no module knows the verb.
pub(crate) fn parse(verb: &str, words: &mut Words) -> Option<Result<ModuleAction, crate::notation::NotationError>> {
    Some(match verb {
        "vizier" => (|| {
            let tile = words.tile()?;
            words.exactly("with")?;
            Ok(ModuleAction::Vizier { tile, payment: words.payment()? })
        })(),
        "wake" => Ok(ModuleAction::Wake),
        "pass" => Ok(ModuleAction::Pass),
        "reveal" => words.bonus().map(ModuleAction::Reveal),
        "hut" => words.tile().map(ModuleAction::Hut),
        "falcon" => (|| {
            let (falcon, point) = (words.falcon()?, words.cell()?);
            words.exactly("with")?;
            Ok(ModuleAction::Falcon { falcon, point, card: words.card()? })
        })(),
        "done" => Ok(ModuleAction::Done),
        _ => return None,
    })
}
