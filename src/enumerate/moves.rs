//! All moves from states of a word: what the searches do with the states that they lead to differs.

#![expect(clippy::inline_always, reason = "the loops are compiled for each method as a whole")]

use super::bits::Deposit;
use super::edges::WordEdges;
use super::following::{FollowingMoves, MoveMasks};
use super::place::StateWord;

/// Takes in the states that moves lead to.
pub(super) trait Reach {
    /// The word with this number.
    fn word(&self, number: usize) -> &StateWord;

    /// Whether any state of a word may be of use.
    fn is_open(&self, number: usize) -> bool;

    /// Take in states of a word.
    fn reach(&mut self, number: usize, bits: u64);
}

/// The moves of all words, with a buffer.
pub(super) struct WordExpansion<'a> {
    following: &'a FollowingMoves,
    edges: &'a WordEdges,
    /// Words and states from which a slide may go on.
    slides: &'a mut Vec<(usize, u64)>,
}

impl<'a> WordExpansion<'a> {
    pub(super) fn new(
        following: &'a FollowingMoves,
        edges: &'a WordEdges,
        slides: &'a mut Vec<(usize, u64)>,
    ) -> WordExpansion<'a> {
        WordExpansion { following, edges, slides }
    }

    /// Reach the states one slide, or, if `STEP`, one step from states of a word; of the leading
    /// vehicles only those `among` these move.
    #[inline(always)]
    pub(super) fn expand<const STEP: bool>(
        &mut self,
        (number, bits): (usize, u64),
        among: u32,
        to: &mut impl Reach,
        deposit: impl Deposit,
    ) {
        let StateWord { moves, movers, .. } = *to.word(number);
        let mask = |masks: &MoveMasks| if STEP { masks.step } else { masks.slide };
        let following = self.following;
        if to.is_open(number) {
            let mut near = 0;
            for shift in following.shifts(&moves) {
                let mask = mask(&shift.masks);
                near |= (bits & mask) << shift.by | bits >> shift.by & mask;
            }
            to.reach(number, near);
        }
        for link in following.links(&moves) {
            let states = (bits & mask(&link.masks)).rotate_left(link.rotation);
            to.reach(link.by.from(number), states);
        }
        for jump in following.jumps(&moves) {
            if !STEP | jump.is_step {
                to.reach(jump.by.from(number), bits);
            }
        }
        self.lead::<STEP, true>((number, bits), movers.forward & among, to, deposit);
        self.lead::<STEP, false>((number, bits), movers.back & among, to, deposit);
    }

    /// Move leading vehicles forward, or back.
    #[inline(always)]
    fn lead<const STEP: bool, const FORWARD: bool>(
        &mut self,
        first: (usize, u64),
        mut movers: u32,
        to: &mut impl Reach,
        deposit: impl Deposit,
    ) {
        while movers != 0 {
            let mover = movers.trailing_zeros();
            movers &= movers - 1;
            let mut next = Some(first);
            while let Some((number, bits)) = next.take() {
                for step in self.edges.steps::<FORWARD>(number, mover) {
                    let states = deposit.carry(bits, step.before, step.after);
                    if states == 0 {
                        continue;
                    }
                    to.reach(step.to, states);
                    let movers = to.word(step.to).movers.of::<FORWARD>();
                    if !STEP && movers >> mover & 1 == 1 {
                        self.slides.extend(next.replace((step.to, states)));
                    }
                }
                next = next.or_else(|| if STEP { None } else { self.slides.pop() });
            }
        }
    }
}
