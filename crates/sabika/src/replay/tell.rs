//! Describes a game in text.

use std::io::{self, Write};

use sabika_rules::record::{Record, RecordPoints, RecordScore, Show};
use sabika_rules::{Game, Market, Seat, Stage, Step, Tile, TileSet};

use crate::draw;
use crate::plain::shortened;

fn name(record: &Record, seat: Seat) -> String {
    record.seats.get(seat.index()).map_or("?".into(), |name| shortened(name, 40))
}

fn listed<T: ToString>(items: impl IntoIterator<Item = T>) -> String {
    let items: Vec<String> = items.into_iter().map(|i| i.to_string()).collect();
    if items.is_empty() { "–".into() } else { items.join(" ") }
}

/// The set-up, the players and the deal.
pub fn deal(out: &mut impl Write, record: &Record, game: &Game) -> io::Result<()> {
    let setup = &record.setup;
    write!(out, "{}, {} players", setup.game, setup.players)?;
    if !setup.modules.is_empty() {
        write!(out, ", with {}", setup.modules.join(", "))?;
    }
    if setup.options.simplified == Some(true) {
        write!(out, ", simplified scoring")?;
    }
    if let Some(end) = &setup.options.end {
        write!(out, ", {end} end")?;
    }
    writeln!(out, "\n")?;
    for (seat, _) in game.table().players.seats() {
        let hand = record.deal.hands.get(seat.index()).map(|h| h.join(" ")).unwrap_or_default();
        let first = if game.table().turn.seat == seat { ", goes first" } else { "" };
        writeln!(out, "seat {seat} {}: {hand}{first}", name(record, seat))?;
    }
    open_cards(out, game)?;
    if game.table().setup.has_dirk() {
        writeln!(out, "Dirk:    {}", tiles(game.table().dirk.tiles))?;
    }
    writeln!(out)
}

/// One step: who did what, and what it revealed.
pub fn step(out: &mut impl Write, record: &Record, number: usize, step: Step, shows: &[Show]) -> io::Result<()> {
    write!(out, "{number:>4}  {} {}: {}", step.seat, name(record, step.seat), step.action)?;
    let texts: Vec<&str> =
        shows.iter().filter_map(|s| if let Show::Text(text) = s { Some(text.as_str()) } else { None }).collect();
    if !texts.is_empty() {
        write!(out, "  → {}", texts.join(", "))?;
    }
    writeln!(out)?;
    for show in shows {
        if let Show::Score(sheet) = show {
            score(out, record, sheet)?;
        }
    }
    Ok(())
}

fn score(out: &mut impl Write, record: &Record, sheet: &RecordScore) -> io::Result<()> {
    writeln!(out, "\n      Round {}", sheet.score)?;
    for (seat, points) in (0..).map(Seat).zip(&sheet.seats) {
        writeln!(out, "      {:<12} {}", name(record, seat), parts(points))?;
    }
    if let Some(points) = &sheet.dirk {
        writeln!(out, "      {:<12} {}", "Dirk", parts(points))?;
    }
    writeln!(out)
}

/// `walls 8, T 6 = 14`
fn parts(points: &RecordPoints) -> String {
    let lines = [("walls", points.walls), ("moats", points.moats), ("stretch", points.stretch)];
    let modules = points.modules.iter().filter_map(|(module, points)| Some((module.points()?, points)));
    let named = lines.into_iter().chain(modules).filter(|(_, n)| *n > 0).map(|(part, n)| format!("{part} {n}"));
    let kinds = points.kinds.0.iter().map(|(kind, n)| format!("{} {n}", kind.code()));
    let all: Vec<String> = named.chain(kinds).collect();
    format!("{} = {}", if all.is_empty() { "nothing".into() } else { all.join(", ") }, points.total)
}

fn open_cards(out: &mut impl Write, game: &Game) -> io::Result<()> {
    let table = game.table();
    writeln!(out, "display: {}", listed(table.display.iter().flatten()))?;
    let space = |i: usize| {
        let tiles = [table.market.spaces[i], table.market.beside[i]];
        format!("{} {}", Market::currency(i).name(), listed(tiles.iter().flatten()))
    };
    let spaces: Vec<String> = (0..4).map(space).collect();
    writeln!(out, "market:  {}", spaces.join(", "))?;
    let aside = table.modules.bazaars.aside;
    if !aside.is_empty() {
        writeln!(out, "beside:  {}", listed(aside.iter()))?;
    }
    let huts: Vec<Tile> = table.modules.huts.face_up.iter().flatten().copied().collect();
    if !huts.is_empty() {
        writeln!(out, "huts:    {}", listed(huts))?;
    }
    Ok(())
}

/// The whole table at this point.
pub fn table(out: &mut impl Write, record: &Record, game: &Game) -> io::Result<()> {
    let table = game.table();
    writeln!(out)?;
    open_cards(out, game)?;
    write!(out, "left:    {} cards in the deck, {} tiles in the bag", table.deck.len(), table.bag)?;
    if table.setup.is_combined() {
        write!(out, ", {} in Granada's", table.granada_bag)?;
    }
    writeln!(out)?;
    if table.setup.has_dirk() {
        writeln!(out, "Dirk:    {} points; {}", table.dirk.score, tiles(table.dirk.tiles))?;
    }
    for (seat, player) in table.players.seats() {
        writeln!(out, "\nseat {seat} {}: {} points", name(record, seat), player.score)?;
        let falcons: Vec<_> =
            table.modules.falconers.placed().filter(|(_, s, _)| *s == seat).map(|(f, _, c)| (f, c)).collect();
        write!(out, "{}", draw::board(&player.board, &falcons))?;
        for (falcon, point) in &falcons {
            writeln!(out, "  {falcon} at {point}")?;
        }
        if !player.reserve.is_empty() {
            writeln!(out, "  reserve: {}", tiles(player.reserve))?;
        }
        let laid = table.modules.bonus.laid[seat.index()];
        if !laid.is_empty() {
            writeln!(out, "  bonus:   {}", listed(laid.tiles().map(|t| format!("+{t}"))))?;
        }
        writeln!(out, "  hand:    {}", listed(game.hand(seat).cards()))?;
    }
    writeln!(out, "\n{}\n", waits(record, game))
}

fn tiles(set: TileSet) -> String {
    listed(set.iter())
}

fn waits(record: &Record, game: &Game) -> String {
    let turn = &game.table().turn;
    let actor = format!("Seat {} {}", turn.actor, name(record, turn.actor));
    match (turn.stage, game.result()) {
        (_, Some(outcome)) => {
            let winner = |seat: &Seat| format!("seat {seat} {}", name(record, *seat));
            format!("Won by {}.", outcome.winners.iter().map(winner).collect::<Vec<_>>().join(" and "))
        }
        // T8: who is asked is not public.
        (Stage::Window(_), None) => "The table is waiting for an answer.".into(),
        (Stage::Placing(_), None) if !turn.waiting.is_empty() => {
            format!("{actor} must place {}.", tiles(turn.waiting))
        }
        (Stage::Placing(_), None) => format!("{actor} must say `end`."),
        (_, None) => format!("{actor} is to act."),
    }
}
