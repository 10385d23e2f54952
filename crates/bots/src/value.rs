//! What a board is worth to its owner, by source.

use sabika_rules::board::{Board, Line};
use sabika_rules::components::Piece;
use sabika_rules::module::{self, Points};
use sabika_rules::scoring::Holding;
use sabika_rules::{GameKind, Kind, Module, Tile, TileSet};

use crate::outlook::{Outlook, kinds};

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
    pub fn board_value(&self, board: &Board, reserve: TileSet, beside: Beside) -> Parts {
        self.ground_value(board, beside, self.standing(board, reserve, beside))
    }

    /// What the tiles are worth that lie on a board and on a reserve.
    pub fn standing(&self, board: &Board, reserve: TileSet, beside: Beside) -> Standing {
        let table = self.table;
        let mut holding = Holding::of_board(board);
        if !table.setup.modules.is_empty() {
            let laid = table.modules.bonus.laid[self.seat.index()].tiles();
            let held = self.view.own().into_iter().flat_map(|own| own.bonus.tiles());
            // BN2: a card in hand will be laid open as soon as its tile lies there.
            let bonus: arrayvec::ArrayVec<Tile, 10> = laid.chain(held).filter(|t| board.find(*t).is_some()).collect();
            module::count_of(board, &bonus, &mut holding.count);
        }
        let majorities = kinds(table)
            .map(|kind| {
                let (count, dearest) = (holding.count[kind], holding.dearest[kind]);
                match beside.dirk {
                    Some(given) if given == kind => self.kind_value_with(kind, count, dearest, 1),
                    _ => self.kind_value(kind, count, dearest),
                }
            })
            .sum();
        Standing { majorities, reserve: self.reserve_value(reserve, &holding) }
    }

    /// Whether it matters to the standing where a tile lies, not only that it lies there (HU4).
    pub fn standing_is_local(&self) -> bool {
        self.table.setup.modules.has(Module::Huts)
    }

    /// What a board is worth whose standing is known.
    pub fn ground_value(&self, board: &Board, beside: Beside, standing: Standing) -> Parts {
        let late = (self.turns / 3.0).min(1.0);
        Parts {
            majorities: standing.majorities,
            walls: self.lines(board, late),
            modules: self.module_value(board, beside.falcons, late),
            room: late * self.weights.doors * (board.doors() as f32).sqrt() + standing.reserve,
            money: 0.0,
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

    fn module_value(&self, board: &Board, more: [u8; 3], late: f32) -> f32 {
        let (table, modules) = (self.table, self.table.setup.modules);
        if modules.is_empty() {
            return 0.0;
        }
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
        if modules.has(Module::Falconers) {
            let mut flock = more.map(|n| n as f32);
            for falcon in table.modules.falconers.of(self.seat) {
                flock[falcon.plumage() as usize] += 1.0;
            }
            // FA5
            value += self.rounds() * flock.iter().map(|n| n * (n + 1.0)).sum::<f32>();
        }
        value
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
                let more = self.kind_value(kind, count + 1, dearest.max(tile.price()));
                (more - self.kind_value(kind, count, dearest)).max(0.0)
            }
            None => 1.0,
        });
        self.weights.reserve * (self.turns / 2.0).min(1.0) * tiles.sum::<f32>()
    }
}
