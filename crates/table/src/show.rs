//! What a viewer sees of a table.

use std::cell::Cell;
use std::collections::BTreeMap;

use sabika_rules::{Action, Game, GameKind, MAX_PLAYERS, Seat, Tile, View, Viewer};

use crate::message::{
    Choice, ClockView, GameView, Glance, LogEntry, Options, Public, Show, Snapshot, Standing, TableInfo, TileMeans,
    Update,
};
use crate::moment::visible;
use crate::table::{Changes, Table, WATCHERS};

/// The perspective of a viewer. Everybody with the same perspective receives the same bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Eyes {
    /// A watcher's.
    Watcher,
    /// A seat's.
    Seat(u8),
}

impl Eyes {
    /// The seat, if there is one.
    pub fn seat(self) -> Option<u8> {
        match self {
            Eyes::Watcher => None,
            Eyes::Seat(seat) => Some(seat),
        }
    }

    fn index(self) -> usize {
        self.seat().map_or(WATCHERS, |seat| seat as usize)
    }
}

impl Table {
    pub(crate) fn viewer(&self, eyes: Eyes) -> Viewer {
        match eyes {
            Eyes::Watcher => Viewer::Watcher,
            Eyes::Seat(seat) if self.info.open_hands => Viewer::Counting(Seat(seat)),
            Eyes::Seat(seat) => Viewer::Seat(Seat(seat)),
        }
    }

    /// The number of rows a viewer has been shown.
    pub fn shown(&self, eyes: Eyes) -> u64 {
        self.shown[eyes.index()]
    }

    /// What a viewer sees of the game.
    pub fn game_view(&self, eyes: Eyes) -> Option<GameView> {
        self.game_view_with(eyes, self.public(None).as_ref())
    }

    /// The public part of the game; `before` is its value before the last rows.
    pub fn public(&self, before: Option<&Public>) -> Option<Public> {
        Some(Public::of(&self.game()?.view(Viewer::Watcher), before))
    }

    /// What one of many viewers sees; a game that exists only as a keepsake is shown from it.
    pub fn game_view_with(&self, eyes: Eyes, public: Option<&Public>) -> Option<GameView> {
        if let Some(kept) = &self.kept {
            return kept.view(eyes).cloned();
        }
        let view = self.game()?.view(self.viewer(eyes));
        self.shown_view(&view, public?)
    }

    /// What the viewer of a view sees.
    fn shown_view(&self, view: &View, public: &Public) -> Option<GameView> {
        let play = self.play.as_ref()?;
        let numbers = |seat| (self.decision(seat), play.history.undoable(Seat(seat)) as u8);
        let mut view = view_with(view, public, numbers);
        if let Some(choice) = &mut view.choice {
            choice.standing = play.standing[choice.seat as usize % MAX_PLAYERS].clone();
        }
        Some(GameView { clock: self.clock(), ..view })
    }

    fn clock(&self) -> Option<ClockView> {
        let play = self.play.as_ref()?;
        let left = (0..self.info.seats.len()).map(|i| self.time_left(Seat(i as u8)));
        Some(ClockView { left: left.collect::<Option<_>>()?, since: play.open_since })
    }

    /// The view of the rules for questions.
    pub fn rules_view(&self, eyes: Eyes) -> Option<sabika_rules::View> {
        self.game().map(|game| game.view(self.viewer(eyes)))
    }

    /// All steps so far.
    fn steps(&self) -> impl Iterator<Item = &LogEntry> {
        let kept = self.kept.iter().flat_map(|kept| &kept.log);
        self.play.iter().flat_map(|play| play.log.iter()).map(|step| &**step).chain(kept)
    }

    /// The steps a viewer may know.
    fn log(&self, eyes: Eyes) -> Vec<LogEntry> {
        self.steps().filter(|step| visible(step, eyes)).cloned().collect()
    }

    /// The whole table for a viewer; `yours` are the viewer's own seats.
    pub fn snapshot(&self, eyes: Eyes, yours: Vec<u8>) -> Snapshot {
        self.snapshot_with(eyes, yours, self.public(None).as_ref())
    }

    /// The same for one of many viewers.
    pub fn snapshot_with(&self, eyes: Eyes, yours: Vec<u8>, public: Option<&Public>) -> Snapshot {
        Snapshot {
            version: self.shown(eyes),
            viewer: eyes.seat(),
            yours,
            table: TableInfo::from(&self.info),
            game: self.game_view_with(eyes, public),
            log: self.log(eyes),
            faces: match &self.kept {
                Some(kept) => kept.faces.clone(),
                None => self.game().map_or_else(BTreeMap::new, faces),
            },
        }
    }

    /// The game as shown in lists, with the board of a seat; `None` before it begins.
    pub fn glance(&self, seat: u8) -> Option<Glance> {
        let view = self.game_view(Eyes::Watcher)?;
        let scored = |step: &LogEntry| step.shows.iter().filter(|s| matches!(s, Show::Score { .. })).count() as u8;
        Some(Glance {
            rounds: self.steps().map(scored).sum(),
            points: view.players.iter().map(|p| p.score).collect(),
            actor: view.turn.actor,
            seat,
            board: view.players.get(seat as usize)?.board.to_vec(),
        })
    }

    /// What a row changed, for a viewer who last saw `before`; `None` if nothing visible to them changed.
    pub fn update(&self, told: &Changes, eyes: Eyes, before: &GameView, now: &GameView) -> Option<Update> {
        if !told.visible[eyes.index()] {
            return None;
        }
        let step = told.step.as_ref();
        let open = step.filter(|step| visible(step, eyes));
        Some(Update {
            version: self.shown(eyes),
            step: open.cloned(),
            // A viewer who may not know the step still sees what it revealed.
            shows: if open.is_none() { step.map(|s| s.shows.clone()).unwrap_or_default() } else { Vec::new() },
            log: told.rewritten.then(|| self.log(eyes)),
            table: told.table.then(|| TableInfo::from(&self.info)),
            changes: Some(before.changes(now)),
        })
    }
}

thread_local! {
    /// A view that is not needed any more: its memory is used for the next one.
    static SPARE: Cell<Option<Box<View>>> = const { Cell::new(None) };
}

/// What several viewers see of a table. What is public is copied and built once for all of them.
pub struct Views<'t> {
    table: &'t Table,
    view: Option<Box<View>>,
    public: Option<Public>,
}

impl Drop for Views<'_> {
    fn drop(&mut self) {
        if let Some(view) = self.view.take() {
            SPARE.set(Some(view));
        }
    }
}

impl Views<'_> {
    /// The public part of the game.
    pub fn public(&self) -> Option<&Public> {
        self.public.as_ref()
    }

    /// What a viewer sees of the game.
    pub fn game_view(&mut self, eyes: Eyes) -> Option<GameView> {
        let (Some(view), Some(public), None) = (&mut self.view, &self.public, &self.table.kept) else {
            return self.table.game_view_with(eyes, self.public.as_ref());
        };
        self.table.game()?.view_again(view, self.table.viewer(eyes));
        self.table.shown_view(view, public)
    }
}

impl Table {
    /// What several viewers see; parts that are as they were `before` are shared.
    pub fn views(&self, before: Option<&Public>) -> Views<'_> {
        let view = self.game().map(|game| match SPARE.take() {
            Some(mut view) => {
                game.view_into(&mut view, Viewer::Watcher);
                view
            }
            None => Box::new(game.view(Viewer::Watcher)),
        });
        let public = view.as_deref().map(|view| Public::of(view, before));
        Views { table: self, view, public }
    }
}

/// Both faces of Granada's tiles, if any are in play: anybody could turn them over and look (GR1).
pub(crate) fn faces(game: &Game) -> BTreeMap<String, String> {
    let used = game.table().setup.game != GameKind::Alhambra;
    let faces =
        Tile::all().filter(|_| used).filter_map(|tile| Some((tile.to_string(), tile.other_face()?.to_string())));
    faces.collect()
}

/// T8: nobody else learns who was asked and declined.
pub(crate) fn is_pass(step: &LogEntry) -> bool {
    step.action == "pass"
}

/// What a viewer sees of a game; `numbers` gives a seat's decision number and how many steps it can undo.
pub(crate) fn view_of(game: &Game, viewer: Viewer, numbers: impl Fn(u8) -> (u32, u8)) -> GameView {
    let mut view = game.view(Viewer::Watcher);
    let public = Public::of(&view, None);
    game.view_again(&mut view, viewer);
    view_with(&view, &public, numbers)
}

fn view_with(view: &View, public: &Public, numbers: impl Fn(u8) -> (u32, u8)) -> GameView {
    let choice = view.seat().map(|seat| {
        let (decision, undo) = numbers(seat.0);
        Choice {
            seat: seat.0,
            decision,
            to_act: view.to_act() == Some(seat),
            options: Options::of(view),
            means: TileMeans::of(view),
            free: view.free_actions().iter().map(Action::to_string).collect(),
            undo,
            standing: Standing::default(),
        }
    });
    GameView::of(view, choice, public)
}
