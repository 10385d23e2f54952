//! The file of a network: lines of text, an empty line, then the layers, each as a scale and integers.

use std::fmt;
use std::num::NonZeroU32;

use sabika_rules::RULES_VERSION;

use super::Network;
use crate::features::{LAYOUT_VERSION, SEAT, SHARED};

pub(super) const MAGIC: &str = "sabika-network 1";

/// Why a file is not a network that this version can use.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum NetworkError {
    /// The first line is not that of a network file.
    NotANetwork,
    /// A line of the header is missing or not a positive number.
    Header {
        /// The line.
        field: &'static str,
    },
    /// It was made for different rules, or for vectors with a different layout.
    Mismatch {
        /// The field that differs.
        field: &'static str,
        /// The file's value.
        found: u32,
        /// The value of this version.
        expected: u32,
    },
    /// It is shorter or longer than its header says.
    Length {
        /// The number of bytes found.
        found: usize,
        /// The number of bytes the header calls for.
        expected: usize,
    },
}

impl fmt::Display for NetworkError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            NetworkError::NotANetwork => write!(f, "not a network file: the first line is not `{MAGIC}`"),
            NetworkError::Header { field } => write!(f, "header: `{field}` is missing or not a positive number"),
            NetworkError::Mismatch { field, found, expected } => {
                write!(f, "header: `{field}` is {found}, but this version needs {expected}")
            }
            NetworkError::Length { found, expected } => {
                write!(f, "{found} bytes of weights, but the header calls for {expected}")
            }
        }
    }
}

impl std::error::Error for NetworkError {}

impl Network {
    /// Reads a file as written by `training/train.py`: lines of text, an empty line, then the layers, each as a scale (`f32`) and
    /// integers (`i16`), little-endian.
    pub fn read(bytes: &[u8]) -> Result<Network, NetworkError> {
        let end = bytes.windows(2).position(|w| w == b"\n\n").ok_or(NetworkError::NotANetwork)?;
        let header = std::str::from_utf8(&bytes[..end]).map_err(|_| NetworkError::NotANetwork)?;
        let mut lines = header.lines();
        if lines.next() != Some(MAGIC) {
            return Err(NetworkError::NotANetwork);
        }
        let field = |name: &'static str| {
            let line = lines.clone().find_map(|line| line.strip_prefix(name)?.strip_prefix(' '));
            line.ok_or(NetworkError::Header { field: name })
        };
        let number = |name: &'static str| -> Result<u32, NetworkError> {
            let number = field(name)?.trim().parse::<NonZeroU32>();
            number.map(NonZeroU32::get).map_err(|_| NetworkError::Header { field: name })
        };
        let expected =
            [("layout", LAYOUT_VERSION), ("rules", RULES_VERSION), ("seat", SEAT as u32), ("shared", SHARED as u32)];
        for (name, expected) in expected {
            let found = number(name)?;
            if found != expected {
                return Err(NetworkError::Mismatch { field: name, found, expected });
            }
        }
        let (hidden, middle) = (number("hidden")? as usize, number("middle")? as usize);
        let sizes = [SEAT * hidden, SEAT * hidden, SHARED * hidden, hidden, hidden * middle, middle, middle * 2, 2];
        let expected = sizes.iter().fold(0usize, |sum, n| sum.saturating_add(n.saturating_mul(2).saturating_add(4)));
        let mut rest = &bytes[end + 2..];
        if rest.len() != expected {
            return Err(NetworkError::Length { found: rest.len(), expected });
        }
        let mut layer = |n: usize| -> Vec<f32> {
            let (scale, after) = rest.split_at(4);
            let (numbers, after) = after.split_at(2 * n);
            rest = after;
            let scale = f32::from_le_bytes([scale[0], scale[1], scale[2], scale[3]]);
            numbers.chunks_exact(2).map(|b| i16::from_le_bytes([b[0], b[1]]) as f32 * scale).collect()
        };
        let [own, other, shared, hidden_bias, second, second_bias, last, last_bias] = sizes.map(&mut layer);
        let rows = own.chunks_exact(hidden.max(1)).zip(other.chunks_exact(hidden.max(1)));
        let seat = rows.flat_map(|(own, other)| own.iter().chain(other).copied()).collect();
        let about = field("about").unwrap_or_default().to_owned();
        Ok(Network { about, hidden, middle, seat, shared, hidden_bias, second, second_bias, last, last_bias })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::net::tests::made_up;

    #[test]
    fn files_that_do_not_match_are_refused_with_the_reason() {
        let good = made_up(16, 4);
        assert_eq!(Network::read(&good).map(|n| n.about().to_owned()), Ok("made up".to_owned()));
        assert_eq!(Network::read(b"nothing"), Err(NetworkError::NotANetwork));
        assert_eq!(Network::read(b"another thing\n\n"), Err(NetworkError::NotANetwork));
        let (found, expected) = (good.len() - 1, good.len());
        let header = good.windows(2).position(|w| w == b"\n\n").expect("the header ends") + 2;
        let short = NetworkError::Length { found: found - header, expected: expected - header };
        assert_eq!(Network::read(&good[..found]), Err(short.clone()));
        assert_eq!(
            short.to_string(),
            format!("{} bytes of weights, but the header calls for {}", found - header, expected - header)
        );
        let changed = |from: &str, to: &str| {
            let text = String::from_utf8_lossy(&good[..header]).replace(from, to);
            Network::read(&[text.as_bytes(), &good[header..]].concat())
        };
        let layout = changed("layout 1", "layout 99");
        assert_eq!(layout, Err(NetworkError::Mismatch { field: "layout", found: 99, expected: LAYOUT_VERSION }));
        assert_eq!(changed("hidden 16", "hidden many"), Err(NetworkError::Header { field: "hidden" }));
        assert_eq!(changed("middle 4\n", ""), Err(NetworkError::Header { field: "middle" }));
        let empty = [made_up(16, 0), made_up(0, 4)].map(|bytes| Network::read(&bytes));
        assert_eq!(empty, ["middle", "hidden"].map(|field| Err(NetworkError::Header { field })));
    }
}
