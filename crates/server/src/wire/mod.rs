//! Every message between page and server, in both directions: those of a table ([`sabika_table::message`]) and those about
//! people. `web/src/lib/wire.ts` is generated from these types; nothing on the wire has another source.

mod daily;
mod moderation;
mod people;
mod progress;
mod session;
mod typescript;

pub use daily::{DailyBoard, DailyLine, NewDailyResult};
pub use moderation::{Ban, NewBan, OpenReport};
pub use people::{
    BrowserLine, Confirm, Invite, KeepName, Kept, MyData, NewBlock, NewPassword, NewReport, Notice, Notices, Placing,
    Profile, PushEnd, PushKey, PushTo, RatingLine, RatingView, ReadMark, Recover, SaidLine, SignIn,
};
pub use progress::{KeptProgress, NewProgress, Progress};
pub use sabika_table::message::*;
pub use session::{Me, NewName, NewSession, TableLine};
pub use typescript::typescript;
