//! Draws boards as text: heavy lines are walls, double lines moats, shading marks both side by side.

use sabika_rules::components::{Falcon, Piece, Plumage};
use sabika_rules::{Board, Cell, Direction, Side, Tile};

/// Columns between two borders.
const WIDTH: usize = 6;
/// Columns to the left of the board, for row numbers.
const MARGIN: usize = 4;

/// What runs between two cells.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Edge {
    Nothing,
    /// A side between two tiles that can be walked across.
    Passage,
    /// A tile ends here without a wall.
    Rim,
    /// A camp's bastion that faces nothing.
    Bastion,
    Wall,
    Moat,
    /// Wall against moat.
    Seam,
}

impl Edge {
    fn between(a: Option<Side>, b: Option<Side>) -> Edge {
        let has = |side| a == Some(side) || b == Some(side);
        match (a, b) {
            _ if has(Side::Wall) && has(Side::Moat) => Edge::Seam,
            _ if has(Side::Wall) => Edge::Wall,
            _ if has(Side::Moat) => Edge::Moat,
            _ if has(Side::Bastion) => Edge::Bastion,
            (Some(_), Some(_)) => Edge::Passage,
            (None, None) => Edge::Nothing,
            _ => Edge::Rim,
        }
    }

    fn across(self) -> char {
        match self {
            Edge::Nothing | Edge::Passage => ' ',
            Edge::Rim => '╌',
            Edge::Bastion => '╍',
            Edge::Wall => '━',
            Edge::Moat => '═',
            Edge::Seam => '▒',
        }
    }

    fn down(self) -> char {
        match self {
            Edge::Nothing | Edge::Passage => ' ',
            Edge::Rim => '╎',
            Edge::Bastion => '╏',
            Edge::Wall => '┃',
            Edge::Moat => '║',
            Edge::Seam => '▒',
        }
    }
}

/// Where lines meet, by the directions in which they run: n 1, e 2, s 4, w 8.
const HEAVY: [char; 16] = [' ', '╹', '╺', '┗', '╻', '┃', '┏', '┣', '╸', '┛', '━', '┻', '┓', '┫', '┳', '╋'];
const DOUBLE: [char; 16] = [' ', '║', '═', '╚', '║', '║', '╔', '╠', '═', '╝', '═', '╩', '╗', '╣', '╦', '╬'];

fn corner(edges: [Edge; 4]) -> char {
    let along = |pick: &[Edge]| (0..4).filter(|i| pick.contains(&edges[*i])).map(|i| 1 << i).sum::<usize>();
    let (heavy, double) = (along(&[Edge::Wall, Edge::Seam]), along(&[Edge::Moat]));
    match () {
        _ if heavy != 0 => HEAVY[heavy | double],
        _ if double != 0 => DOUBLE[double],
        _ if edges.iter().any(|e| *e != Edge::Nothing) => '·',
        _ => ' ',
    }
}

/// Draws a board, with the falcons that lie on it: each at the north-west corner of a cell.
pub fn board(board: &Board, falcons: &[(Falcon, Cell)]) -> String {
    let range = |along: fn(&Cell) -> i8| {
        let all = board.tiles().iter().map(|p| along(&p.cell) as i16);
        all.fold((0, 0), |(low, high), c| (low.min(c), high.max(c)))
    };
    let ((west, east), (north, south)) = (range(|c| c.x), range(|c| c.y));
    let cell = |x: i16, y: i16| Cell::new(x as i8, y as i8);
    let side = |x: i16, y: i16, d: Direction| board.get(cell(x, y)).map(|t| t.side(d));
    // The edges to the north and to the west of a cell.
    let top = |x: i16, y: i16| Edge::between(side(x, y - 1, Direction::South), side(x, y, Direction::North));
    let left = |x: i16, y: i16| Edge::between(side(x - 1, y, Direction::East), side(x, y, Direction::West));
    let point = |x: i16, y: i16| match falcons.iter().find(|(_, at)| *at == cell(x, y)) {
        Some((falcon, _)) => match falcon.plumage() {
            Plumage::Black => '●',
            Plumage::Brown => '◐',
            Plumage::White => '○',
        },
        None => corner([left(x, y - 1), top(x, y), left(x, y), top(x - 1, y)]),
    };

    let mut lines = vec![(west..=east).fold(" ".repeat(MARGIN + 1), |line, x| format!("{line}{x:^WIDTH$} "))];
    for y in north..=south + 1 {
        let mut line = " ".repeat(MARGIN);
        for x in west..=east + 1 {
            line.push(point(x, y));
            line.extend(std::iter::repeat_n(top(x, y).across(), WIDTH));
        }
        lines.push(line);
        if y <= south {
            let mut line = format!("{y:>width$} ", width = MARGIN - 1);
            for x in west..=east + 1 {
                line.push(left(x, y).down());
                let text = board.get(cell(x, y)).map_or(String::new(), |tile| label(board, tile, cell(x, y)));
                line.push_str(&format!("{text:^WIDTH$}"));
            }
            lines.push(line);
        }
    }
    lines.iter().map(|line| format!("{}\n", line.trim_end())).collect()
}

/// A tile's code without its walls, which are drawn; Granada's starting tile of the combined game with a star (CO4).
fn label(board: &Board, tile: Tile, cell: Cell) -> String {
    let code = tile.to_string();
    let text = match tile.piece() {
        Piece::Bazaar => &code,
        _ => code.trim_end_matches(['n', 'e', 's', 'w']),
    };
    let star = if board.founded() == Some(cell) { "*" } else { "" };
    format!("{text}{star}")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn drawn(codes: &str, falcons: &[(&str, i8, i8)]) -> String {
        let tiles: Vec<(Tile, Cell)> = codes
            .split_whitespace()
            .map(|p| p.split_once('@').expect("tile@x,y"))
            .map(|(code, cell)| (code.parse().expect("a tile"), cell.parse().expect("a cell")))
            .collect();
        let legal = Board::from_tiles(&tiles, None).unwrap_or_else(|r| panic!("{codes}: {r}"));
        let falcons: Vec<(Falcon, Cell)> =
            falcons.iter().map(|(code, x, y)| (code.parse().expect("a falcon"), Cell::new(*x, *y))).collect();
        board(&legal, &falcons)
    }

    #[test]
    fn walls_camps_and_falcons() {
        insta::assert_snapshot!(drawn(
            "F@0,0 T9ne@1,0 G10@0,1 G12s@1,1 P2new@0,-1 hPn@-1,0 bSAG@-1,1 c3n@1,2",
            &[("fGT", 1, 1)]
        ));
    }

    #[test]
    fn the_starting_tile_alone() {
        insta::assert_snapshot!(drawn("F@0,0", &[]));
    }

    #[test]
    fn two_cities() {
        insta::assert_snapshot!(drawn(
            "F@0,0 T13e@0,1 Hl4nw@1,1 Ma9w@1,2 Ma4sw@1,3 Hl3nes@2,1 Ma5es@2,3 A8n@0,-1 T9nw@-1,-1",
            &[]
        ));
    }
}
