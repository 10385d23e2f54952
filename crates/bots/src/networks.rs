//! The networks that ship with the project, one for each game. `networks/README.md` says how each was made and how strong it is.

use std::sync::OnceLock;

use sabika_rules::GameKind;

use crate::net::{Network, NetworkError};

static LOADED: [OnceLock<Network>; 3] = [const { OnceLock::new() }; 3];

/// The network for a game; `None` if it is not available. With the feature `networks` they are part of the program; without it, as
/// in a browser, each must be [`install`]ed first.
pub fn of(game: GameKind) -> Option<&'static Network> {
    #[cfg(feature = "networks")]
    return LOADED[game as usize].get_or_init(|| built_in(game)).into();
    #[cfg(not(feature = "networks"))]
    return LOADED[game as usize].get();
}

/// Makes a separately loaded network available. The first one for a game stays: returns whether this is it.
pub fn install(game: GameKind, bytes: &[u8]) -> Result<bool, NetworkError> {
    let network = Network::read(bytes)?;
    Ok(LOADED[game as usize].set(network).is_ok())
}

#[cfg(feature = "networks")]
fn built_in(game: GameKind) -> Network {
    let bytes: &[u8] = match game {
        GameKind::Alhambra => include_bytes!("../networks/alhambra.net"),
        GameKind::Granada => include_bytes!("../networks/granada.net"),
        GameKind::Combined => include_bytes!("../networks/combined.net"),
    };
    Network::read(bytes).expect("a test reads every network that is built in")
}

#[cfg(all(test, feature = "networks"))]
mod tests {
    use super::*;

    #[test]
    fn every_game_has_a_network_that_matches_this_version() {
        for game in GameKind::ALL {
            let network = of(game).expect("it is built in");
            assert!(network.about().starts_with(game.name()), "{game}: {}", network.about());
        }
    }
}
