//! Macros that expand the list of modules into types with a part for each of them, and `each!`, which runs a piece of code for
//! each. The first argument is a dollar sign, which `each!` needs in its own definition.

macro_rules! modules {
    ($d:tt; $($(#[doc = $doc:literal])* $(#[cfg($cfg:meta)])? $file:ident: $name:ident,)*) => {
        /// A module of the rulebooks.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        #[non_exhaustive]
        pub enum Module {
            $($(#[doc = $doc])* $(#[cfg($cfg)])? $name,)*
        }

        impl Module {
            /// All modules, in the order used in records.
            pub const ALL: [Module; Module::COUNT] = [$($(#[cfg($cfg)])? Module::$name,)*];
            /// The number of modules.
            pub const COUNT: usize = [$($(#[cfg($cfg)])? Module::$name,)*].len();

            /// Its name in records and flags.
            pub const fn name(self) -> &'static str {
                match self { $($(#[cfg($cfg)])? Module::$name => <$file::$name as Rules>::NAME,)* }
            }

            /// The games that the rulebooks allow it in.
            pub const fn games(self) -> &'static [$crate::setup::GameKind] {
                match self { $($(#[cfg($cfg)])? Module::$name => <$file::$name as Rules>::GAMES,)* }
            }

            /// The ids of its rules.
            pub(crate) const fn rules(self) -> &'static [&'static str] {
                match self { $($(#[cfg($cfg)])? Module::$name => <$file::$name as Rules>::RULES,)* }
            }

            /// The tiles that it adds to the bag.
            pub(crate) const fn tiles(self) -> core::ops::Range<u8> {
                match self { $($(#[cfg($cfg)])? Module::$name => <$file::$name as Rules>::TILES,)* }
            }

            /// The cards that it adds to the money deck.
            pub(crate) const fn cards(self) -> core::ops::Range<u8> {
                match self { $($(#[cfg($cfg)])? Module::$name => <$file::$name as Rules>::CARDS,)* }
            }

            /// Its tiles that are never in a bag.
            pub(crate) const fn pieces(self) -> core::ops::Range<u8> {
                match self { $($(#[cfg($cfg)])? Module::$name => <$file::$name as Rules>::PIECES,)* }
            }

            /// The name of its points in records; `None` if it has none.
            pub const fn points(self) -> Option<&'static str> {
                match self { $($(#[cfg($cfg)])? Module::$name => <$file::$name as Rules>::POINTS,)* }
            }

            /// The name of its field in a record's `deal`, and its position.
            pub(crate) const fn deal(self) -> Option<(&'static str, hooks::DealOrder)> {
                match self { $($(#[cfg($cfg)])? Module::$name => <$file::$name as Rules>::DEAL,)* }
            }
        }

        /// The public state of the modules.
        #[derive(Clone, Debug, Default, PartialEq, Eq)]
        pub struct Modules {
            $($(#[doc = $doc])* $(#[cfg($cfg)])? pub $file: <$file::$name as Parts>::Open,)*
        }

        /// The hidden state of the modules.
        #[derive(Clone, Debug, Default, PartialEq, Eq)]
        pub(crate) struct Secrets {
            $($(#[cfg($cfg)])? pub $file: <$file::$name as Rules>::Hidden,)*
        }

        /// What one seat knows of the hidden state: the seat's own part.
        #[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
        pub struct Own {
            $($(#[doc = $doc])* $(#[cfg($cfg)])? pub $file: <$file::$name as Parts>::Own,)*
        }

        /// What a record without a seed implies.
        #[derive(Clone, Debug, Default)]
        pub(crate) struct Expected {
            $($(#[cfg($cfg)])? pub $file: <$file::$name as Rules>::Expected,)*
        }

        /// An action of a module.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        #[non_exhaustive]
        pub enum ModuleAction {
            $($(#[doc = $doc])* $(#[cfg($cfg)])? $name(<$file::$name as Parts>::Action),)*
        }

        impl core::fmt::Display for ModuleAction {
            fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
                match self { $($(#[cfg($cfg)])? ModuleAction::$name(action) => action.fmt(f),)* }
            }
        }

        /// An event of a module.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        #[non_exhaustive]
        pub enum Event {
            $($(#[doc = $doc])* $(#[cfg($cfg)])? $name(<$file::$name as Parts>::Event),)*
        }

        impl core::fmt::Display for Event {
            fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
                match self { $($(#[cfg($cfg)])? Event::$name(event) => event.fmt(f),)* }
            }
        }

        /// The index of a module in the lists above.
        pub(crate) trait Listed: Rules {
            fn action(action: Self::Action) -> ModuleAction;
            fn event(event: Self::Event) -> Event;
            fn open_mut(modules: &mut Modules) -> &mut Self::Open;
            fn hidden(secrets: &Secrets) -> &Self::Hidden;
            fn hidden_mut(secrets: &mut Secrets) -> &mut Self::Hidden;
            fn own_of(own: &Own) -> &Self::Own;
            fn own_mut(own: &mut Own) -> &mut Self::Own;
            fn expected(expected: &mut Expected) -> &mut Self::Expected;
        }

        $(
            $(#[cfg($cfg)])?
            impl Listed for $file::$name {
                #[inline]
                fn action(action: Self::Action) -> ModuleAction {
                    ModuleAction::$name(action)
                }
                fn event(event: Self::Event) -> Event {
                    Event::$name(event)
                }
                fn open_mut(modules: &mut Modules) -> &mut Self::Open {
                    &mut modules.$file
                }
                fn hidden(secrets: &Secrets) -> &Self::Hidden {
                    &secrets.$file
                }
                fn hidden_mut(secrets: &mut Secrets) -> &mut Self::Hidden {
                    &mut secrets.$file
                }
                fn own_of(own: &Own) -> &Self::Own {
                    &own.$file
                }
                fn own_mut(own: &mut Own) -> &mut Self::Own {
                    &mut own.$file
                }
                fn expected(expected: &mut Expected) -> &mut Self::Expected {
                    &mut expected.$file
                }
            }
        )*

        /// Runs code for each module: `each!(M => …)`, or for each in a set: `each!(set, M => …)`. `M` is the module's type.
        macro_rules! each {
            ($d module:ident => $d body:expr) => {
                $(
                    $(#[cfg($cfg)])?
                    {
                        #[allow(dead_code, reason = "a hook may do without it")]
                        type $d module = $crate::module::$file::$name;
                        $d body;
                    }
                )*
            };
            ($d set:expr, $d module:ident => $d body:expr) => {
                $(
                    $(#[cfg($cfg)])?
                    if $d set.has($crate::module::Module::$name) {
                        #[allow(dead_code, reason = "a hook may do without it")]
                        type $d module = $crate::module::$file::$name;
                        $d body;
                    }
                )*
            };
        }

        /// Runs code with the action of the module it belongs to: `with_action!(action, M, a => …)`.
        macro_rules! with_action {
            ($d action:expr, $d module:ident, $d own:ident => $d body:expr) => {
                match $d action {
                    $(
                        $(#[cfg($cfg)])?
                        $crate::module::ModuleAction::$name($d own) => {
                            #[allow(dead_code, reason = "a hook may do without it")]
                            type $d module = $crate::module::$file::$name;
                            $d body
                        }
                    )*
                }
            };
        }

        /// The same for an event.
        macro_rules! with_event {
            ($d event:expr, $d module:ident, $d own:ident => $d body:expr) => {
                match $d event {
                    $(
                        $(#[cfg($cfg)])?
                        $crate::module::Event::$name($d own) => {
                            type $d module = $crate::module::$file::$name;
                            $d body
                        }
                    )*
                }
            };
        }
    };
}
