//! Who is ahead in one kind, with all participants in one or two words, and how the points of places are shared.

use super::place_pays;
use crate::event::Round;
use crate::kind::Kind;
use crate::seat::MAX_PLAYERS;

/// All players and Dirk, rounded up.
pub(super) const PARTICIPANTS: usize = MAX_PLAYERS + 2;

/// Reciprocals for division by multiplication: `n * NTH[d] >> 16` is `n / d`, rounded down, for n up to a few thousand.
const NTH: [u32; PARTICIPANTS + 1] = {
    let mut nth = [0; PARTICIPANTS + 1];
    let mut level = 1;
    while level < nth.len() {
        nth[level] = (1u32 << 16).div_ceil(level as u32);
        level += 1;
    }
    nth
};

/// The total points of the first n places; only three pay.
#[inline]
pub(super) fn together(kind: Kind, round: Round, all: u16, simplified: bool) -> [u16; PARTICIPANTS + 1] {
    let pays = |place| place_pays(kind, round, place, all, simplified);
    let one = pays(0);
    let two = one + pays(1);
    let three = two + pays(2);
    [0, one, two, three, three, three, three, three, three]
}

/// The participants' ranks in one kind, 16 bits each: the buildings, and below them the highest price where that breaks ties (GR5).
#[derive(Clone, Copy, Default)]
pub(super) struct Ranks([u64; PARTICIPANTS / 4]);

impl Ranks {
    /// The lowest bit of each lane.
    const EACH: u64 = 0x0001_0001_0001_0001;

    #[inline]
    pub(super) fn set(&mut self, at: usize, buildings: u8, tie_break: u8) {
        self.0[at / 4] |= ((buildings as u64) << 8 | tie_break as u64) << (16 * (at % 4));
    }

    /// How many have at least this rank.
    #[inline]
    fn at_least(&self, rank: u64) -> usize {
        // The highest bit of each lane survives the subtraction if the lane's rank is high enough.
        const HIGHEST: u64 = Ranks::EACH << 15;
        let reached =
            self.0.iter().map(|ranks| (((ranks | HIGHEST) - rank * Ranks::EACH) & HIGHEST) >> 15).sum::<u64>();
        (reached.wrapping_mul(Ranks::EACH) >> 48) as usize
    }

    /// W4: tied players share the points of the places they occupy, rounded down. W5: nothing without a building.
    #[inline]
    pub(super) fn share(&self, at: usize, together: &[u16; PARTICIPANTS + 1]) -> u16 {
        let mine = self.0[at / 4] >> (16 * (at % 4)) & 0xffff;
        let share = share(self.at_least(mine), self.at_least(mine + 1), together);
        if mine >> 8 == 0 { 0 } else { share }
    }
}

/// The same where nothing breaks ties: the number of buildings, 8 bits each.
#[derive(Clone, Copy, Default)]
pub(super) struct Counts(u64);

impl Counts {
    /// The lowest bit of each lane.
    const EACH: u64 = 0x0101_0101_0101_0101;

    #[inline]
    pub(super) fn set(&mut self, at: usize, buildings: u8) {
        self.0 |= (buildings as u64) << (8 * (at % PARTICIPANTS));
    }

    /// How many have at least this many.
    #[inline]
    fn at_least(self, count: u64) -> usize {
        const HIGHEST: u64 = Counts::EACH << 7;
        let reached = (((self.0 | HIGHEST) - count * Counts::EACH) & HIGHEST) >> 7;
        (reached.wrapping_mul(Counts::EACH) >> 56) as usize
    }

    #[inline]
    pub(super) fn share(self, at: usize, together: &[u16; PARTICIPANTS + 1]) -> u16 {
        let mine = self.0 >> (8 * (at % PARTICIPANTS)) & 0xff;
        let share = share(self.at_least(mine), self.at_least(mine + 1), together);
        if mine == 0 { 0 } else { share }
    }
}

/// What each of those gets who share the places after `ahead`, up to `reached`.
#[inline]
fn share(reached: usize, ahead: usize, together: &[u16; PARTICIPANTS + 1]) -> u16 {
    let points = together[reached] - together[ahead];
    ((points as u32 * NTH[reached - ahead]) >> 16) as u16
}
