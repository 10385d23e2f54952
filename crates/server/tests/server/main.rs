//! The server through its real face.

mod common;
mod life;
mod nodes;
mod python_bot;
mod safe;
