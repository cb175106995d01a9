//! Up the ladder: the corridor of its top, by way of those between that are worth it.
//!
//! ```text
//!     top  . . . #     # #     The corridor of rung 1 guides the search at the top. Where that finds
//!     3      #   :     :       more states than expected, it waits while a rung between is tried. If
//!     2       # #              its corridor gets too large as well, the top goes on; else the top
//!     1    # #                 begins anew with the better guide.
//! ```
//!
//! Once it has been seen what the top takes without them, all corridors between are bounded by a part
//! of that, so that a wrong guess does not cost much more.

use super::hierarchy::Below;
use super::{Refine, Stage, allowance};
use crate::abstraction::projection::Projection;
use crate::cegar::corridor::{Failure, Forward};
use crate::outcome::{Stop, Watch};
use crate::state::with_words;

/// Corridors between take one state in so many that the top is known to take without them.
const PART: u64 = 2;
/// So many states they may always take.
const LEAST: u64 = 5_000;

/// A corridor on the way, of so many rungs.
struct CurrentAbstraction {
    stage: Stage,
    levels: usize,
}

impl CurrentAbstraction {
    fn below(&self) -> Below {
        Below { levels: self.levels, cost: self.stage.cost }
    }
}

/// A search at the top.
struct Top<'a, const W: usize> {
    vehicles: &'a [usize],
    relaxed: &'a Projection<'a>,
    guide: &'a CurrentAbstraction,
    search: Forward<'a, W>,
}

/// How a search at the top ended.
enum End {
    /// There is a better guide.
    Higher(CurrentAbstraction),
    Found(Stage),
}

/// The states that corridors between have taken, and those that the top is known to take without
/// them.
#[derive(Clone, Copy, Debug, Default)]
struct Budget {
    spent: u64,
    known: Option<u64>,
}

impl Budget {
    /// The states that they may still take.
    fn left(self) -> u64 {
        let left = |known: u64| (known / PART).saturating_sub(self.spent).max(LEAST);
        self.known.map_or(u64::MAX, left)
    }
}

impl Refine<'_> {
    /// The corridor of the top.
    pub(super) fn climb(&mut self, watch: &mut Watch<'_>) -> Result<Stage, Failure> {
        let vehicles = self.hierarchy.vehicles(self.hierarchy.top());
        let relaxed = self.relaxed(&vehicles);
        with_words!(relaxed.words(), W => self.climb_to::<W>(&relaxed, &vehicles, watch))
    }

    fn climb_to<const W: usize>(
        &mut self,
        relaxed: &Projection<'_>,
        vehicles: &[usize],
        watch: &mut Watch<'_>,
    ) -> Result<Stage, Failure> {
        let mut purse = Budget::default();
        let ground =
            CurrentAbstraction { stage: Stage::nothing(self.hierarchy.least()), levels: 0 };
        let mut guide = self.higher(&ground, &mut purse, watch)?.unwrap_or(ground);
        loop {
            let search = Forward::<W>::new(relaxed, &*guide.stage.corridor, self.bound);
            let mut top = Top { vehicles, relaxed, guide: &guide, search };
            match self.take_turns(&mut top, &mut purse, watch)? {
                End::Higher(footing) => guide = footing,
                End::Found(stage) => return Ok(stage),
            }
        }
    }

    /// Search at the top, and whenever that takes more than expected, look for a better guide.
    fn take_turns<const W: usize>(
        &mut self,
        top: &mut Top<'_, W>,
        purse: &mut Budget,
        watch: &mut Watch<'_>,
    ) -> Result<End, Failure> {
        loop {
            match self.search_top(top, watch) {
                Err(Failure::TooLarge) if self.left() > 0 => {}
                result => return result.map(End::Found),
            }
            let _waiting = self.shelf.hold(top.search.states(), top.search.bytes());
            if let Some(higher) = self.higher(top.guide, purse, watch)? {
                return Ok(End::Higher(higher));
            }
        }
    }

    /// The corridor of the top, if it takes no more than what is expected by now.
    fn search_top<const W: usize>(
        &mut self,
        top: &mut Top<'_, W>,
        watch: &mut Watch<'_>,
    ) -> Result<Stage, Failure> {
        let (index, bound, below) = (self.hierarchy.top(), self.bound, top.guide.below());
        let expected = self.hierarchy.expected(index, bound, below);
        let most_states = if below.levels == index { u64::MAX } else { allowance(expected) };
        let search = &mut top.search;
        let affordable = self.left().saturating_add(search.states() as u64);
        watch.hold(self.shelf.load());
        let corridor = search.corridor(most_states.min(affordable), watch);
        self.counters.add(&search.take_counters());
        let stage =
            |corridor| self.stage(top.relaxed, top.vehicles.to_vec(), corridor, search.states());
        let result = corridor.map(stage);
        self.hierarchy.note(index, (bound, below), most_states, &result);
        result
    }

    /// The highest corridor between that is worth its states. Where one takes more than the limits
    /// allow, the top may still do with less.
    fn higher(
        &mut self,
        ground: &CurrentAbstraction,
        purse: &mut Budget,
        watch: &mut Watch<'_>,
    ) -> Result<Option<CurrentAbstraction>, Failure> {
        let (mut footing, mut from) = (None, ground.levels);
        loop {
            let guide = footing.as_ref().unwrap_or(ground);
            purse.known = self.hierarchy.known(self.bound, guide.below()).or(purse.known);
            let index = self.hierarchy.next(self.bound, from, guide.below(), purse.left());
            if index == self.hierarchy.top() {
                return Ok(footing);
            }
            let before = self.counters.expanded;
            match self.search(index, guide, purse.left(), watch) {
                Ok(stage) => footing = Some(CurrentAbstraction { stage, levels: index + 1 }),
                Err(Failure::TooLarge | Failure::Stopped(Stop::States | Stop::Memory)) => {}
                Err(failure) => return Err(failure),
            }
            purse.spent += self.counters.expanded - before;
            from = index + 1;
        }
    }

    /// The corridor of a rung below the top.
    fn search(
        &mut self,
        index: usize,
        guide: &CurrentAbstraction,
        most_states: u64,
        watch: &mut Watch<'_>,
    ) -> Result<Stage, Failure> {
        let (bound, below) = (self.bound, guide.below());
        let most_states = allowance(self.hierarchy.expected(index, bound, below)).min(most_states);
        let vehicles = self.hierarchy.vehicles(index);
        let result = self.corridor(vehicles, &*guide.stage.corridor, most_states, watch);
        self.hierarchy.note(index, (bound, below), most_states, &result);
        result
    }
}
