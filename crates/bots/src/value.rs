//! What a board is worth to its owner, by source.

use sabika_rules::board::{Board, Line};
use sabika_rules::components::Piece;
use sabika_rules::module::{self, Points};
use sabika_rules::scoring::Holding;
use sabika_rules::{GameKind, Kind, Module, Tile, TileSet};

use crate::outlook::{Outlook, kinds};
use crate::plot::{Plot, Worth};

/// Expected points by source.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Parts {
    /// Majorities, less what others get for them.
    pub majorities: f32,
    /// Walls, moats, and where both run side by side.
    pub walls: f32,
    /// What modules bring.
    pub modules: f32,
    /// Room to build on, and tiles that wait for it.
    pub room: f32,
    /// Money in hand, by what it can buy.
    pub money: f32,
}

impl Parts {
    /// Everything together.
    pub fn total(&self) -> f32 {
        self.majorities + self.walls + self.modules + self.room + self.money
    }

    /// What one choice brings more than another.
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

/// Dirk's gain, and falcons, which lie beside the board.
#[derive(Clone, Copy, Default)]
pub(crate) struct Beside {
    /// A tile given to Dirk (N4).
    pub dirk: Option<Kind>,
    /// Falcons to be placed, by plumage.
    pub falcons: [u8; 3],
}

/// What tiles are worth wherever they lie.
#[derive(Clone, Copy)]
pub(crate) struct Standing {
    majorities: f32,
    reserve: f32,
}

impl Outlook<'_> {
    /// What a board and a reserve are worth to this seat, without money.
    pub fn board_value(&self, plot: &Plot, reserve: TileSet, beside: Beside) -> Parts {
        let worth = plot.worth(self);
        self.value_of(worth, self.standing(&worth.holding, reserve, beside), beside)
    }

    /// The same, of a board whose worth and standing are known.
    pub fn value_of(&self, worth: &Worth, standing: Standing, beside: Beside) -> Parts {
        Parts {
            majorities: standing.majorities,
            walls: worth.lines,
            modules: worth.modules + self.flock_value(beside.falcons),
            room: worth.doors + standing.reserve,
            money: 0.0,
        }
    }

    /// The buildings of a board, with what modules add.
    pub fn holding(&self, board: &Board) -> Holding {
        let table = self.table;
        let mut holding = Holding::of_board(board);
        if !table.setup.modules.is_empty() {
            let laid = table.modules.bonus.laid[self.seat.index()].tiles();
            let held = self.view.own().into_iter().flat_map(|own| own.bonus.tiles());
            // BN2: a card in hand will be laid open as soon as its tile lies there.
            let bonus: arrayvec::ArrayVec<Tile, 10> = laid.chain(held).filter(|t| board.find(*t).is_some()).collect();
            module::count_of(board, &bonus, &mut holding.count);
        }
        holding
    }

    /// Whether it matters to what one has where a tile lies, not only that it lies there (HU4).
    pub fn holding_is_local(&self) -> bool {
        self.table.setup.modules.has(Module::Huts)
    }

    /// What tiles are worth wherever they lie: those built, and those on the reserve.
    pub fn standing(&self, holding: &Holding, reserve: TileSet, beside: Beside) -> Standing {
        let majorities = kinds(self.table)
            .map(|kind| {
                let dirk = (beside.dirk == Some(kind)) as u8;
                self.kind_value(kind, holding.count[kind], holding.dearest[kind], dirk)
            })
            .sum();
        Standing { majorities, reserve: self.reserve_value(reserve, holding) }
    }

    /// What a board is worth that has these buildings.
    pub fn worth(&self, board: &Board, holding: Holding) -> Worth {
        let late = (self.turns / 3.0).min(1.0);
        Worth {
            lines: self.lines(board, late),
            modules: self.module_value(board, late),
            doors: late * self.weights.doors * (board.doors() as f32).sqrt(),
            holding,
        }
    }

    fn lines(&self, board: &Board, late: f32) -> f32 {
        let weights = self.weights;
        let line = |line, each: f32| {
            let shape = board.shape(line);
            let hope = weights.wall_ends * shape.ends as f32 + weights.wall_second * shape.second as f32;
            each * (self.rounds() * shape.longest as f32 + late * hope)
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

    fn module_value(&self, board: &Board, late: f32) -> f32 {
        let modules = self.table.setup.modules;
        let mut value = 0.0;
        if modules.has(Module::Camps) || modules.has(Module::Bazaars) {
            for coming in &self.coming {
                let Points { camps, bazaars, .. } = module::points_of(board, std::iter::empty(), coming.round);
                value += coming.chance * (self.weights.camp * camps as f32 + bazaars as f32);
            }
            let bazaars = board.tiles().iter().filter(|p| p.tile.piece() == Piece::Bazaar);
            let room = bazaars.flat_map(|p| p.cell.around()).filter(|c| board.get(*c).is_none()).count();
            value += late * self.weights.bazaar_room * room as f32;
        }
        value
    }

    /// What falcons bring, with some more (FA5).
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

    /// What a turn might have brought that goes into something else than money and tiles.
    pub fn turn_spent(&self) -> f32 {
        self.weights.turn_spent * (self.turns / 2.0).min(1.0)
    }

    /// What a vizier that is awake is worth.
    pub fn vizier_value(&self) -> f32 {
        self.weights.vizier * (self.turns / 2.0).min(1.0)
    }

    /// A tile on the reserve is worth a share of what it would bring.
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
