//! Randomness: every draw of a game comes from its seed, the same on every platform. Changing anything here changes games, so it
//! requires a new [`crate::RULES_VERSION`].

use core::fmt;
use core::str::FromStr;

use rand_chacha::ChaCha20Rng;
use rand_chacha::rand_core::{Rng as _, SeedableRng as _};

use crate::notation::Unknown;
use crate::setup::Module;

/// The source of a game's randomness.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Seed(pub [u8; 32]);

impl From<u64> for Seed {
    fn from(number: u64) -> Seed {
        let mut bytes = [0; 32];
        bytes[..8].copy_from_slice(&number.to_le_bytes());
        Seed(bytes)
    }
}

impl fmt::Display for Seed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.iter().try_for_each(|b| write!(f, "{b:02x}"))
    }
}

impl fmt::Debug for Seed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Seed({self})")
    }
}

impl FromStr for Seed {
    type Err = Unknown;
    fn from_str(s: &str) -> Result<Seed, Unknown> {
        let digits: Option<Vec<u8>> = s.chars().map(|c| c.to_digit(16).map(|d| d as u8)).collect();
        let digits = digits.filter(|d| d.len() == 64).ok_or(Unknown { expected: "32 bytes in hex" })?;
        let mut bytes = [0; 32];
        for (byte, pair) in bytes.iter_mut().zip(digits.chunks(2)) {
            *byte = pair[0] << 4 | pair[1];
        }
        Ok(Seed(bytes))
    }
}

/// Separate streams, so that the draws of one part do not affect another.
#[derive(Clone, Copy)]
pub(crate) enum Stream {
    Tiles,
    GranadaTiles,
    Money,
    /// A module's shuffle.
    Module(Module),
    /// The n-th time the discard pile becomes the deck.
    Reshuffle(u8),
}

impl Stream {
    const fn number(self) -> u64 {
        match self {
            Stream::Tiles => 1,
            Stream::GranadaTiles => 2,
            Stream::Money => 3,
            Stream::Module(module) => 16 + module as u64,
            Stream::Reshuffle(n) => 256 + n as u64,
        }
    }
}

/// A random number generator.
#[derive(Clone, Debug)]
pub struct Dice(ChaCha20Rng);

impl Dice {
    pub(crate) fn new(seed: &Seed, stream: Stream) -> Dice {
        let mut rng = ChaCha20Rng::from_seed(seed.0);
        rng.set_stream(stream.number());
        Dice(rng)
    }

    /// A generator for playing or sampling, independent of any game's own.
    pub fn from_seed(seed: u64) -> Dice {
        let mut rng = ChaCha20Rng::from_seed(Seed::from(seed).0);
        rng.set_stream(u64::MAX);
        Dice(rng)
    }

    /// A uniformly distributed number below `n` (Lemire's method).
    #[inline]
    pub fn below(&mut self, n: u32) -> u32 {
        let mut product = self.0.next_u32() as u64 * n as u64;
        if (product as u32) < n {
            let threshold = n.wrapping_neg() % n;
            while (product as u32) < threshold {
                product = self.0.next_u32() as u64 * n as u64;
            }
        }
        (product >> 32) as u32
    }

    /// Any 64-bit number.
    pub fn next_u64(&mut self) -> u64 {
        self.0.next_u64()
    }

    /// A fresh seed.
    pub fn seed(&mut self) -> Seed {
        let mut bytes = [0; 32];
        self.0.fill_bytes(&mut bytes);
        Seed(bytes)
    }

    /// Fisher-Yates, from the last index down.
    pub fn shuffle<T>(&mut self, items: &mut [T]) {
        for i in (1..items.len()).rev() {
            items.swap(i, self.below(i as u32 + 1) as usize);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The shuffle must never change: records of old games depend on it.
    #[test]
    fn shuffle_is_pinned() {
        let mut items: Vec<u8> = (0..16).collect();
        Dice::new(&Seed::from(7), Stream::Tiles).shuffle(&mut items);
        assert_eq!(items, [7, 11, 0, 10, 4, 9, 5, 8, 12, 1, 6, 2, 13, 3, 14, 15]);
    }

    #[test]
    fn seeds_are_read_as_they_are_written() {
        let seed = Dice::from_seed(3).seed();
        assert_eq!(seed.to_string().parse(), Ok(seed));
        assert!("00".parse::<Seed>().is_err() && "é".repeat(32).parse::<Seed>().is_err());
    }
}
