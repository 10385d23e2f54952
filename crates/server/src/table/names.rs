//! A name that somebody had, taken out of what is stored: the one exception to rows never being changed.

use super::Row;
use crate::wire::{Occupant, TableInfo};

fn rename(occupant: &mut Occupant, of: &str, to: &str) {
    if let Occupant::Person { person, name, .. } = occupant
        && person == of
    {
        *name = to.into();
    }
}

/// A stored row with another name for a person; `None` if it does not name them.
pub fn row_renamed(body: &str, of: &str, to: &str) -> Option<String> {
    let mut row: Row = serde_json::from_str(body).ok().filter(|_| body.contains(of))?;
    match &mut row {
        Row::Sit { person, name, .. } | Row::Rename { person, name } if person == of => *name = to.into(),
        Row::Open { seats, .. } => seats.iter_mut().for_each(|o| rename(o, of, to)),
        _ => return None,
    }
    serde_json::to_string(&row).ok()
}

/// The same for what lists show of a table.
pub fn info_renamed(info: &str, of: &str, to: &str) -> Option<String> {
    let mut info: TableInfo = serde_json::from_str(info).ok().filter(|_| info.contains(of))?;
    info.seats.iter_mut().for_each(|s| rename(&mut s.occupant, of, to));
    serde_json::to_string(&info).ok()
}
