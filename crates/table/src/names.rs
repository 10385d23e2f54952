//! Removes a person's name from stored rows: the one exception to rows never being changed.

use crate::{Info, Occupant, Row};

/// Renames the occupant of a seat, if it is this person.
pub(crate) fn rename(occupant: &mut Occupant, of: &str, to: &str) -> bool {
    match occupant {
        Occupant::Person { person, name, .. } if person == of => {
            *name = to.into();
            true
        }
        _ => false,
    }
}

/// A stored row with another name for a person; `None` if the row does not contain them.
pub fn row_renamed(body: &str, of: &str, to: &str) -> Option<String> {
    let mut row = Row::read(body).ok().filter(|_| body.contains(of))?;
    match &mut row {
        Row::Sit { person, name, .. } | Row::Rename { person, name } if person == of => *name = to.into(),
        Row::Open(opening) => {
            opening.seats.iter_mut().for_each(|o| {
                rename(o, of, to);
            });
        }
        _ => return None,
    }
    Some(row.to_json())
}

/// The same for the summary of a table in lists.
pub fn info_renamed(info: &str, of: &str, to: &str) -> Option<String> {
    let mut info: Info = serde_json::from_str(info).ok().filter(|_| info.contains(of))?;
    for seat in &mut info.seats {
        rename(&mut seat.occupant, of, to);
    }
    serde_json::to_string(&info).ok()
}
