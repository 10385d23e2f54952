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

impl Seed {
    /// Marks a seed for simulations. Other seeds are random or small numbers and never have this mark.
    const SIMULATION: [u8; 24] = *b"quick draws, not ChaCha!";

    /// A seed for simulations: its draws are fast, but predictable.
    pub fn for_simulation(number: u64) -> Seed {
        let mut seed = Seed::from(number);
        seed.0[8..].copy_from_slice(&Seed::SIMULATION);
        seed
    }

    /// The number, if it is a seed for simulations.
    fn as_simulation(&self) -> Option<u64> {
        let (number, mark) = self.0.split_first_chunk()?;
        (mark == Seed::SIMULATION).then(|| u64::from_le_bytes(*number))
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
pub struct Dice(Source);

/// Real games use ChaCha, which is unpredictable; simulations use a fast generator.
#[derive(Clone, Debug)]
#[expect(clippy::large_enum_variant, reason = "never stored in large numbers")]
enum Source {
    ChaCha(ChaCha20Rng),
    Fast(SplitMix),
}

impl Dice {
    pub(crate) fn new(seed: &Seed, stream: Stream) -> Dice {
        match seed.as_simulation() {
            Some(number) => Dice(Source::Fast(SplitMix::new(number, stream))),
            None => Dice::chacha(seed, stream.number()),
        }
    }

    /// A generator for playing or sampling, independent of any game's own.
    pub fn from_seed(seed: u64) -> Dice {
        Dice::chacha(&Seed::from(seed), u64::MAX)
    }

    fn chacha(seed: &Seed, stream: u64) -> Dice {
        let mut rng = ChaCha20Rng::from_seed(seed.0);
        rng.set_stream(stream);
        Dice(Source::ChaCha(rng))
    }

    /// A uniformly distributed number below `n`.
    #[inline]
    pub fn below(&mut self, n: u32) -> u32 {
        match &mut self.0 {
            Source::ChaCha(rng) => below(n, || rng.next_u32()),
            Source::Fast(rng) => below(n, || rng.next_u32()),
        }
    }

    /// Any 64-bit number.
    pub fn next_u64(&mut self) -> u64 {
        match &mut self.0 {
            Source::ChaCha(rng) => rng.next_u64(),
            Source::Fast(rng) => rng.next_u64(),
        }
    }

    /// A fresh seed.
    pub fn seed(&mut self) -> Seed {
        let mut bytes = [0; 32];
        match &mut self.0 {
            Source::ChaCha(rng) => rng.fill_bytes(&mut bytes),
            Source::Fast(rng) => bytes = Seed::for_simulation(rng.next_u64()).0,
        }
        Seed(bytes)
    }

    /// Puts items into random order.
    pub fn shuffle<T>(&mut self, items: &mut [T]) {
        match &mut self.0 {
            Source::ChaCha(rng) => shuffle(items, || rng.next_u32()),
            Source::Fast(rng) => shuffle(items, || rng.next_u32()),
        }
    }
}

/// A uniformly distributed number below `n` (Lemire's method).
#[inline]
fn below(n: u32, mut next_u32: impl FnMut() -> u32) -> u32 {
    let mut product = next_u32() as u64 * n as u64;
    if (product as u32) < n {
        let threshold = n.wrapping_neg() % n;
        while (product as u32) < threshold {
            product = next_u32() as u64 * n as u64;
        }
    }
    (product >> 32) as u32
}

/// Fisher-Yates, from the last index down.
#[inline]
fn shuffle<T>(items: &mut [T], mut next_u32: impl FnMut() -> u32) {
    for i in (1..items.len()).rev() {
        items.swap(i, below(i as u32 + 1, &mut next_u32) as usize);
    }
}

/// SplitMix64 by Steele, Lea and Flood.
#[derive(Clone, Debug)]
struct SplitMix(u64);

impl SplitMix {
    fn new(number: u64, stream: Stream) -> SplitMix {
        // Consecutive numbers and streams start far apart.
        SplitMix(SplitMix(number ^ stream.number().rotate_right(16)).next_u64())
    }

    #[inline]
    fn next_u64(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ z >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ z >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ z >> 31
    }

    #[inline]
    fn next_u32(&mut self) -> u32 {
        (self.next_u64() >> 32) as u32
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

    /// Seeds for simulations give the same draws each time, others for each number and each stream, and all of them evenly.
    #[test]
    fn seeds_for_simulations() {
        let shuffled = |seed, stream| {
            let mut items: Vec<u8> = (0..52).collect();
            Dice::new(&seed, stream).shuffle(&mut items);
            items
        };
        let one = shuffled(Seed::for_simulation(1), Stream::Tiles);
        assert_eq!(one, shuffled(Seed::for_simulation(1), Stream::Tiles));
        let others = [
            shuffled(Seed::for_simulation(2), Stream::Tiles),
            shuffled(Seed::for_simulation(1), Stream::Money),
            shuffled(Seed::from(1), Stream::Tiles),
        ];
        assert!(!others.contains(&one));
        let mut counts = [0; 6];
        for number in 0..1000 {
            let mut dice = Dice::new(&Seed::for_simulation(number), Stream::Money);
            (0..6).for_each(|_| counts[dice.below(6) as usize] += 1);
        }
        assert!(counts.iter().all(|count| (900..1100).contains(count)), "{counts:?}");
        assert!(Dice::new(&Seed::for_simulation(1), Stream::Money).seed().as_simulation().is_some());
    }

    #[test]
    fn seeds_are_read_as_they_are_written() {
        let seed = Dice::from_seed(3).seed();
        assert_eq!(seed.to_string().parse(), Ok(seed));
        assert!("00".parse::<Seed>().is_err() && "é".repeat(32).parse::<Seed>().is_err());
    }
}
