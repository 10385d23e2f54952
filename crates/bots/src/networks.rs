//! The networks that ship with the project. `networks/README.md` says how each was made and how strong it is.

use std::fmt;
use std::str::FromStr;
use std::sync::OnceLock;

use sabika_rules::{GameKind, Setup};

use crate::net::{Network, NetworkError};

/// A network, named after the games it is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Name {
    /// Alhambra for three to six.
    Alhambra,
    /// Alhambra for two, and Dirk.
    AlhambraTwo,
    /// Alhambra with modules.
    AlhambraModules,
    /// Granada for three to six.
    Granada,
    /// Granada for two, and Dirk.
    GranadaTwo,
    /// The combined game.
    Combined,
}

impl Name {
    /// All of them.
    pub const ALL: [Name; 6] =
        [Name::Alhambra, Name::AlhambraTwo, Name::AlhambraModules, Name::Granada, Name::GranadaTwo, Name::Combined];

    /// The one that evaluates positions of a game.
    pub fn of(setup: &Setup) -> Name {
        match setup.game {
            GameKind::Alhambra if !setup.modules.is_empty() => Name::AlhambraModules,
            GameKind::Alhambra if setup.players == 2 => Name::AlhambraTwo,
            GameKind::Alhambra => Name::Alhambra,
            GameKind::Granada if setup.players == 2 => Name::GranadaTwo,
            GameKind::Granada => Name::Granada,
            GameKind::Combined => Name::Combined,
        }
    }

    /// The name of its file, without the extension.
    pub const fn name(self) -> &'static str {
        match self {
            Name::Alhambra => "alhambra",
            Name::AlhambraTwo => "alhambra-2",
            Name::AlhambraModules => "alhambra-modules",
            Name::GranadaTwo => "granada-2",
            Name::Granada => "granada",
            Name::Combined => "combined",
        }
    }
}

impl fmt::Display for Name {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl FromStr for Name {
    type Err = String;

    fn from_str(s: &str) -> Result<Name, String> {
        Name::ALL.into_iter().find(|name| name.name() == s).ok_or_else(|| format!("there is no network `{s}`"))
    }
}

static LOADED: [OnceLock<Network>; Name::ALL.len()] = [const { OnceLock::new() }; Name::ALL.len()];

/// The network for a game; `None` if it is not available. With the feature `networks` they are part of the program; without it, as
/// in a browser, each must be [`install`]ed first.
pub fn of(setup: &Setup) -> Option<&'static Network> {
    let name = Name::of(setup);
    #[cfg(feature = "networks")]
    return LOADED[name as usize].get_or_init(|| built_in(name)).into();
    #[cfg(not(feature = "networks"))]
    return LOADED[name as usize].get();
}

/// Makes a separately loaded network available. The first one of a name stays: returns whether this is it.
pub fn install(name: Name, bytes: &[u8]) -> Result<bool, NetworkError> {
    let network = Network::read(bytes)?;
    Ok(LOADED[name as usize].set(network).is_ok())
}

#[cfg(feature = "networks")]
fn built_in(name: Name) -> Network {
    let bytes: &[u8] = match name {
        Name::Alhambra => include_bytes!("../networks/alhambra.net"),
        Name::AlhambraTwo => include_bytes!("../networks/alhambra-2.net"),
        Name::AlhambraModules => include_bytes!("../networks/alhambra-modules.net"),
        Name::GranadaTwo => include_bytes!("../networks/granada-2.net"),
        Name::Granada => include_bytes!("../networks/granada.net"),
        Name::Combined => include_bytes!("../networks/combined.net"),
    };
    Network::read(bytes).expect("a test reads every network that is built in")
}

#[cfg(all(test, feature = "networks"))]
mod tests {
    use sabika_rules::{Module, ModuleSet};

    use super::*;

    #[test]
    fn every_game_has_a_network_that_matches_this_version() {
        let of = |setup: Setup| {
            let network = of(&setup).expect("it is built in");
            assert!(network.about().starts_with(setup.game.name()), "{}: {}", setup.game, network.about());
            Name::of(&setup)
        };
        let with = |module: Module| ModuleSet::from_iter([module]);
        assert_eq!(of(Setup::alhambra(2)), Name::AlhambraTwo);
        assert_eq!(of(Setup::alhambra(2).with_modules(with(Module::Huts))), Name::AlhambraModules);
        assert_eq!(of(Setup::alhambra(3)), Name::Alhambra);
        assert_eq!(of(Setup::granada(2)), Name::GranadaTwo);
        assert_eq!(of(Setup::granada(6)), Name::Granada);
        assert_eq!(of(Setup::new(GameKind::Combined, 2)), Name::Combined);
    }

    #[test]
    fn names_can_be_parsed() {
        for name in Name::ALL {
            assert_eq!(name.to_string().parse(), Ok(name));
        }
        assert_eq!("seville".parse::<Name>(), Err("there is no network `seville`".to_owned()));
    }
}
