//! The modules of the rulebooks. Each is one file with its state, actions, notation, record, points and rules; the list below is
//! all that the rest of the engine knows about them. The core calls no module by name: it calls the hooks in `dispatch`, which ask
//! each module in play.

pub mod bazaars;
pub mod bonus;
pub mod bureau;
pub mod camps;
mod dispatch;
pub mod falconers;
#[cfg(eighth_module)]
pub mod fountains;
mod hooks;
pub mod huts;
#[macro_use]
mod list;
#[cfg(test)]
mod together_tests;
pub mod vizier;

pub(crate) use dispatch::*;
pub use dispatch::{board_points, count_on_board};
pub(crate) use hooks::{DealOrder, Rules, Source, Then};
pub use hooks::{Never, Parts};

modules! { $;
    /// The vizier's favour.
    vizier: Vizier,
    /// The bureau de change.
    bureau: Bureau,
    /// The bonus cards.
    bonus: Bonus,
    /// The workers' huts.
    huts: Huts,
    /// The camps.
    camps: Camps,
    /// The bazaars.
    bazaars: Bazaars,
    /// The falconers.
    falconers: Falconers,
    /// Fountains, which are in no rulebook: an example of adding a module.
    #[cfg(eighth_module)]
    fountains: Fountains,
}

pub(crate) use {each, with_action, with_event};
