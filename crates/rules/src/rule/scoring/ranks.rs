//! Who is ahead in one kind, with all participants in one or two words, and how the points of places are shared.

use arrayvec::ArrayVec;

use super::place_pays;
use crate::event::Round;
use crate::kind::{ByKind, Kind};
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

/// The same for all of Alhambra's kinds, where nothing breaks ties: for each participant the buildings of each kind, 8 bits each.
#[derive(Default)]
pub(super) struct Counts(ArrayVec<u64, PARTICIPANTS>);

impl Counts {
    /// The lowest bit of each lane.
    const EACH: u64 = 0x0101_0101_0101_0101;

    /// Adds a participant.
    #[inline]
    pub(super) fn push(&mut self, buildings: &ByKind<u8>) {
        let of_alhambra = buildings.0.first_chunk().expect("there are more than eight kinds");
        self.0.push(u64::from_le_bytes(*of_alhambra));
    }

    /// In each lane 1 if the first is at least the second. There are fewer than 128 buildings.
    #[inline]
    const fn at_least(first: u64, second: u64) -> u64 {
        const HIGHEST: u64 = Counts::EACH << 7;
        (((first | HIGHEST) - second) & HIGHEST) >> 7
    }

    /// A participant's points in a round, for all kinds together.
    #[inline]
    pub(super) fn points(&self, at: usize, round: Round) -> u16 {
        let mine = self.0[at];
        let (mut ahead, mut reached) = (0, 0);
        for theirs in &self.0 {
            reached += Counts::at_least(*theirs, mine);
            ahead += Counts::at_least(*theirs, mine + Counts::EACH);
        }
        // W5: nothing without a building.
        let any = 0xff * Counts::at_least(mine, Counts::EACH);
        let shares = (SHARED as u64 * ahead + (reached - ahead)) & any;
        let share = |(kind, of_kind): (usize, &[u8; SHARED * SHARED])| {
            of_kind[(shares >> (8 * kind)) as usize % (SHARED * SHARED)] as u16
        };
        SHARES[round as usize].iter().enumerate().map(share).sum()
    }
}

/// By round and kind of Alhambra, see [`shares`].
const SHARES: [[[u8; SHARED * SHARED]; Kind::ALHAMBRA_COUNT]; Round::ALL.len()] = {
    let mut all = [[[0; SHARED * SHARED]; Kind::ALHAMBRA_COUNT]; Round::ALL.len()];
    let mut at = 0;
    while at < Kind::ALHAMBRA_COUNT * Round::ALL.len() {
        let (kind, round) = (at % Kind::ALHAMBRA_COUNT, at / Kind::ALHAMBRA_COUNT);
        all[round][kind] = shares(Kind::ALL[kind], Round::ALL[round]);
        at += 1;
    }
    all
};

/// More than can share places.
const SHARED: usize = PARTICIPANTS;

/// The points of each of `level` tied participants with `ahead` before them, at index `ahead * SHARED + level` (W3, W4).
const fn shares(kind: Kind, round: Round) -> [u8; SHARED * SHARED] {
    let mut shares = [0; SHARED * SHARED];
    let mut at = 0;
    while at < shares.len() {
        let (ahead, level) = (at / SHARED, at % SHARED);
        let (mut together, mut place) = (0, ahead);
        while place < ahead + level {
            together += place_pays(kind, round, place, 0, false);
            place += 1;
        }
        shares[at] = if level == 0 { 0 } else { (together / level as u16) as u8 };
        at += 1;
    }
    shares
}

/// What each of those gets who share the places after `ahead`, up to `reached`.
#[inline]
fn share(reached: usize, ahead: usize, together: &[u16; PARTICIPANTS + 1]) -> u16 {
    let points = together[reached] - together[ahead];
    ((points as u32 * NTH[reached - ahead]) >> 16) as u16
}
