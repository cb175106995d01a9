//! The states of an assignment as bits of words, and the moves between words.
//!
//! For one placement of the leading lines the legal placements of the following ones are
//! independent: line c has `radix(type, pattern)` of them. So the states are the mixed-radix numbers
//! with these digits, and a word holds up to 64 of them without holes.

#![expect(clippy::inline_always, reason = "the loops are compiled for each method as a whole")]

#[cfg(target_arch = "x86_64")]
use super::bits::Bmi2;
use super::bits::{BitMethod, Deposit};
use super::edges::WordEdges;
use super::family::MAX_SIDE;
use super::following::FollowingMoves;
use super::place::{Place, Plan, StateWord, small};

/// All states of an assignment.
#[derive(Debug, Default)]
pub(super) struct Words {
    pub(super) kinds: [u16; MAX_SIDE],
    pub(super) places: Vec<Place>,
    pub(super) all: Vec<StateWord>,
    /// The words with solved states, and these states.
    pub(super) solved: Vec<(u32, u64)>,
    pub(super) following: FollowingMoves,
    pub(super) edges: WordEdges,
    /// The leading vehicles whose moves lead from solved states to others, as bits: the target if its
    /// row leads.
    pub(super) first_movers: u32,
    pub(super) states: u64,
    masks: Vec<u64>,
}

impl Words {
    /// Set up an assignment in the buffers of the previous one.
    pub(super) fn set(&mut self, plan: Plan<'_>, placements: &[u32], method: BitMethod) {
        match method {
            BitMethod::Portable(portable) => self.set_with(plan, placements, portable),
            // SAFETY: `BitMethod::best` has detected the instructions.
            #[cfg(target_arch = "x86_64")]
            BitMethod::Bmi2(bmi2) => unsafe { self.set_bmi2(plan, placements, bmi2) },
        }
    }

    #[cfg(target_arch = "x86_64")]
    #[target_feature(enable = "bmi2,popcnt")]
    fn set_bmi2(&mut self, plan: Plan<'_>, placements: &[u32], deposit: Bmi2) {
        self.set_with(plan, placements, deposit);
    }

    #[inline(always)]
    fn set_with(&mut self, plan: Plan<'_>, placements: &[u32], deposit: impl Deposit) {
        self.kinds = *plan.kinds;
        self.first_movers = plan.leading.target.map_or(0, |target| 1 << target);
        self.places.clear();
        self.all.clear();
        self.solved.clear();
        self.following.clear();
        self.states = 0;
        for placement in placements {
            self.add_place(plan, *placement, deposit);
        }
        self.edges.set(plan, &self.places, &mut self.all, deposit);
    }

    #[inline(always)]
    fn add_place(&mut self, plan: Plan<'_>, placement: u32, deposit: impl Deposit) {
        let pattern = plan.leading.patterns[placement as usize];
        let mut place = Place::new(plan.orientation, plan.kinds, placement, pattern);
        place.first = small(self.all.len());
        self.following.add(plan, &place, &mut self.all, deposit);
        self.states += place.states();
        if plan.leading.may_be_solved[placement as usize] {
            self.add_solved(plan, &place, deposit);
        }
        self.places.push(place);
    }

    fn add_solved(&mut self, plan: Plan<'_>, place: &Place, deposit: impl Deposit) {
        let all = &self.all[place.words()];
        self.masks.clear();
        if plan.orientation.rows_lead {
            self.masks.extend(all.iter().map(|word| word.full));
        } else {
            let ranks = (plan.orientation.family.exit_row, plan.solved_ranks(place));
            place.masks(ranks, all, deposit, &mut self.masks);
        }
        let masks = (place.first..).zip(self.masks.iter().copied());
        self.solved.extend(masks.filter(|(_, states)| *states != 0));
    }

    /// The place of a word.
    pub(super) fn place(&self, word: u32) -> &Place {
        &self.places[self.places.partition_point(|place| place.first <= word) - 1]
    }
}
