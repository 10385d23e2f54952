//! What a board is worth to its owner, by source.

use sabika_rules::board::{Board, Line};
use sabika_rules::components::Piece;
use sabika_rules::module;
use sabika_rules::scoring::Holding;
use sabika_rules::{GameKind, Kind, Module, TileSet};

use crate::known_board::{KnownBoard, Worth};
use crate::outlook::{Outlook, kinds};

/// Expected points by source.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Parts {
    /// Majorities, minus what others get for them.
    pub majorities: f32,
    /// Walls, moats, and where both run side by side.
    pub walls: f32,
    /// Points from modules.
    pub modules: f32,
    /// Room to build, and tiles waiting for it.
    pub room: f32,
    /// Money in hand, by what it can buy.
    pub money: f32,
}

impl Parts {
    /// The total.
    pub fn total(&self) -> f32 {
        self.majorities + self.walls + self.modules + self.room + self.money
    }

    /// The difference between one choice and another.
    pub fn less(&self, other: &Parts) -> Parts {
        Parts {
            majorities: self.majorities - other.majorities,
            walls: self.walls - other.walls,
            modules: self.modules - other.modules,
            room: self.room - other.room,
            money: self.money - other.money,
        }
    }
}

/// What a turn adds besides the board: Dirk's tile, and falcons.
#[derive(Clone, Copy, Default)]
pub(crate) struct Extras {
    /// A tile given to Dirk (N4).
    pub dirk: Option<Kind>,
    /// Falcons to be placed, by plumage.
    pub falcons: [u8; 3],
}

/// What tiles are worth wherever they are.
#[derive(Clone, Copy)]
pub(crate) struct Standing {
    majorities: f32,
    reserve: f32,
}

impl Outlook<'_> {
    /// The value of a board and a reserve to this seat, without money.
    pub fn board_value(&self, board: &KnownBoard, reserve: TileSet, extras: Extras) -> Parts {
        let worth = board.worth(self);
        self.value_of(worth, self.standing(&worth.holding, reserve, extras), extras)
    }

    /// The same, for a board whose value and standing are known.
    pub fn value_of(&self, worth: &Worth, standing: Standing, extras: Extras) -> Parts {
        Parts {
            majorities: standing.majorities,
            walls: worth.lines,
            modules: worth.modules + self.flock_value(extras.falcons),
            room: worth.doors + standing.reserve,
            money: 0.0,
        }
    }

    /// The buildings of a board, including what modules add.
    pub fn holding(&self, board: &Board) -> Holding {
        let table = self.table;
        let mut holding = Holding::of_board(board);
        if !table.setup.modules.is_empty() {
            let laid = table.modules.bonus.laid[self.seat.index()].tiles();
            let held = self.view.own().into_iter().flat_map(|own| own.bonus.tiles());
            // BN2: a card in hand will be revealed as soon as its tile is there.
            let bonus = laid.chain(held).filter(|t| board.find(*t).is_some());
            module::count_on_board(table.setup.modules, board, &mut holding.count);
            module::bonus::count(bonus, &mut holding.count);
        }
        holding
    }

    /// Whether it matters where a tile is placed, not only that it is (HU4).
    pub fn holding_is_local(&self) -> bool {
        self.table.setup.modules.has(Module::Huts)
    }

    /// The value of tiles wherever they are: those built, and those on the reserve.
    pub fn standing(&self, holding: &Holding, reserve: TileSet, extras: Extras) -> Standing {
        let majorities = kinds(self.table)
            .map(|kind| {
                let dirk = (extras.dirk == Some(kind)) as u8;
                self.kind_value(kind, holding.count[kind], holding.dearest[kind], dirk)
            })
            .sum();
        Standing { majorities, reserve: self.reserve_value(reserve, holding) }
    }

    /// The value of a board with these buildings.
    pub fn worth(&self, board: &Board, holding: Holding) -> Worth {
        let time_left = (self.turns / 3.0).min(1.0);
        Worth {
            lines: self.lines(board, time_left),
            modules: self.module_value(board, time_left),
            doors: time_left * self.weights.doors * (board.doors() as f32).sqrt(),
            holding,
        }
    }

    fn lines(&self, board: &Board, time_left: f32) -> f32 {
        let weights = self.weights;
        let line = |line, each: f32| {
            let shape = board.shape(line);
            let hope = weights.wall_ends * shape.ends as f32 + weights.wall_second * shape.second as f32;
            each * (self.rounds() * shape.longest as f32 + time_left * hope)
        };
        match self.table.setup.game {
            GameKind::Alhambra => line(Line::Walls, 1.0),
            GameKind::Granada => line(Line::Moats, 1.0),
            // CO5: two for each segment of the stretch.
            GameKind::Combined => {
                let both = line(Line::Walls, 1.0);
                if board.founded().is_none() {
                    return both;
                }
                both + line(Line::Moats, 1.0) + 2.0 * self.rounds() * board.longest(Line::Stretch) as f32
            }
        }
    }

    fn module_value(&self, board: &Board, time_left: f32) -> f32 {
        let modules = self.table.setup.modules;
        let mut value = 0.0;
        if modules.has(Module::Camps) || modules.has(Module::Bazaars) {
            for coming in &self.coming {
                let points = module::board_points(modules, board, coming.round);
                let (camps, bazaars) = (points[Module::Camps], points[Module::Bazaars]);
                value += coming.chance * (self.weights.camp * camps as f32 + bazaars as f32);
            }
            let bazaars = board.tiles().iter().filter(|p| p.tile.piece() == Piece::Bazaar);
            let room = bazaars.flat_map(|p| p.cell.around()).filter(|c| board.get(*c).is_none()).count();
            value += time_left * self.weights.bazaar_room * room as f32;
        }
        value
    }

    /// What falcons score, with some more (FA5).
    fn flock_value(&self, more: [u8; 3]) -> f32 {
        if !self.table.setup.modules.has(Module::Falconers) {
            return 0.0;
        }
        let mut flock = more.map(|n| n as f32);
        for falcon in self.table.modules.falconers.of(self.seat) {
            flock[falcon.plumage() as usize] += 1.0;
        }
        self.rounds() * flock.iter().map(|n| n * (n + 1.0)).sum::<f32>()
    }

    /// The cost of a turn that is spent on something other than money and tiles.
    pub fn turn_spent(&self) -> f32 {
        self.weights.turn_spent * (self.turns / 2.0).min(1.0)
    }

    /// The value of an awake vizier.
    pub fn vizier_value(&self) -> f32 {
        self.weights.vizier * (self.turns / 2.0).min(1.0)
    }

    /// A tile on the reserve is worth a fraction of its value on the board.
    fn reserve_value(&self, reserve: TileSet, holding: &Holding) -> f32 {
        let tiles = reserve.iter().map(|tile| match tile.building() {
            Some(kind) => {
                let (count, dearest) = (holding.count[kind], holding.dearest[kind]);
                let more = self.kind_value(kind, count + 1, dearest.max(tile.price()), 0);
                (more - self.kind_value(kind, count, dearest, 0)).max(0.0)
            }
            None => 1.0,
        });
        self.weights.reserve * (self.turns / 2.0).min(1.0) * tiles.sum::<f32>()
    }
}
