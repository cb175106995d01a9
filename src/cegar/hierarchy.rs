//! The ladder: which vehicles came into play, in groups, and which groups are worth a corridor.
//!
//! Each rung has the vehicles of those below it and some more, with which a further bound was
//! refuted. The corridor of a rung guides the search of the next. With fewer corridors there is
//! less to search at their rungs and more at those above; the ladder expects the sizes from those
//! that it has seen, and leaves rungs out where that costs less.

use super::Stage;
use crate::cegar::corridor::Failure;

/// A search is expected to have twice as many states if its bound is greater by 1 or its guide's
/// estimate of the start less by 1. Sizes that were seen soon take the place of those expected.
const DOUBLINGS: u32 = 40;
/// So many units ago is long ago.
const SURE: u32 = 2;
/// Where the top is known to take so many states, what was seen long ago is worth another look.
const LARGE: u64 = 12_000_000;
/// What it takes to measure a state of a corridor, in states found.
const MEASURE: u64 = 2;
/// States at least by which a corridor's own expenses are counted.
const OVERHEAD: u64 = 500;

/// A corridor that guides searches: how many rungs it knows, and its estimate of the start.
#[derive(Clone, Copy, Debug)]
pub(super) struct Below {
    pub(super) levels: usize,
    pub(super) cost: u16,
}

impl Below {
    /// How far a bound lies above the estimate.
    fn slack(self, bound: u16) -> i32 {
        i32::from(bound) - i32::from(self.cost)
    }
}

/// What was seen of a rung: the states that its search found, by a corridor of so many rungs whose
/// estimate of the start lay so far below the bound.
#[derive(Clone, Copy, Debug)]
struct SizeSample {
    states: u64,
    levels: usize,
    slack: i32,
}

impl SizeSample {
    /// The states that a search with this slack may find.
    fn expected(self, slack: i32) -> u64 {
        let doublings = slack.abs_diff(self.slack).min(DOUBLINGS);
        if slack < self.slack {
            self.states >> doublings
        } else {
            self.states.saturating_mul(1 << doublings)
        }
    }

    /// The same if what was seen long ago may be too dear by now: half as many doublings count since.
    fn optimistic(self, slack: i32) -> u64 {
        let units = u32::try_from(slack - self.slack).unwrap_or(0).min(DOUBLINGS);
        self.expected(slack) >> units.saturating_sub(SURE).div_ceil(2)
    }
}

/// Vehicles that came into play together.
#[derive(Clone, Debug)]
struct Level {
    vehicles: Vec<usize>,
    /// A lower bound of the puzzle from the vehicles up to here.
    cost: u16,
    /// The last by each corridor that has guided a search, and the last of all at the end.
    sights: Vec<SizeSample>,
    /// The states of its corridor among a thousand that were found.
    share: u64,
}

impl Level {
    fn new(vehicles: Vec<usize>, cost: u16, sight: SizeSample) -> Level {
        Level { vehicles, cost, sights: vec![sight], share: 0 }
    }

    fn see(&mut self, sight: SizeSample) {
        self.sights.retain(|old| old.levels != sight.levels);
        self.sights.push(sight);
    }

    /// What was seen by a corridor of so many rungs.
    fn seen_by(&self, levels: usize) -> Option<SizeSample> {
        self.sights.iter().copied().find(|sight| sight.levels == levels)
    }

    fn last_seen(&self) -> SizeSample {
        *self.sights.last().expect("one came with the rung")
    }
}

/// The least that is expected of searches up to a rung, with what the rung's own finds, and the rung
/// before it.
#[derive(Clone, Copy, Debug)]
struct Climb {
    states: u64,
    own: u64,
    below: Option<usize>,
}

#[derive(Clone, Debug)]
pub(super) struct Hierarchy {
    levels: Vec<Level>,
}

impl Hierarchy {
    /// A ladder with the target alone, whose relaxed puzzle costs so much.
    pub(super) fn new(target: usize, cost: u16) -> Hierarchy {
        let sight = SizeSample { states: 1, levels: 0, slack: 0 };
        Hierarchy { levels: vec![Level::new(vec![target], cost, sight)] }
    }

    /// Add vehicles that, with all others, refuted a bound in so many states, by the corridor of the
    /// top with this estimate of the start.
    pub(super) fn push(&mut self, vehicles: Vec<usize>, bound: u16, cost: u16, states: usize) {
        let below = Below { levels: self.levels.len(), cost };
        let sight =
            SizeSample { states: states as u64, levels: below.levels, slack: below.slack(bound) };
        self.levels.push(Level::new(vehicles, bound + 1, sight));
    }

    /// Learn from a search at a rung.
    pub(super) fn note(
        &mut self,
        index: usize,
        (bound, below): (u16, Below),
        most_states: u64,
        result: &Result<Stage, Failure>,
    ) {
        let fewer = index.checked_sub(1).map_or(0, |index| self.expected(index, bound, below));
        let level = &mut self.levels[index];
        let states = match *result {
            Ok(Stage { found, cost, ref corridor, .. }) => {
                level.share = 1000 * corridor.states() as u64 / found.max(1) as u64;
                level.cost = cost;
                found as u64
            }
            Err(Failure::Empty { states, .. }) => {
                level.cost = bound + 1;
                states as u64
            }
            // So the guess was wrong; with more vehicles a search has often twice the states.
            Err(Failure::TooLarge) => most_states.max(fewer.saturating_mul(2)),
            Err(Failure::Stopped(_)) => return,
        };
        level.see(SizeSample { states, levels: below.levels, slack: below.slack(bound) });
    }

    pub(super) fn top(&self) -> usize {
        self.levels.len() - 1
    }

    /// A lower bound of the puzzle with nothing but the target.
    pub(super) fn least(&self) -> u16 {
        self.levels[0].cost
    }

    /// The vehicles of a rung and of all below it.
    pub(super) fn vehicles(&self, index: usize) -> Vec<usize> {
        self.levels[..=index].iter().flat_map(|level| &level.vehicles).copied().collect()
    }

    /// The next rung worth a corridor, from one on, with one below at hand, if no search on the way
    /// may find more states; the top is always one.
    pub(super) fn next(&self, bound: u16, from: usize, below: Below, most_states: u64) -> usize {
        let climbs = self.climbs(bound, from, below, most_states);
        let mut next = self.top();
        while next > from
            && let Some(below) = climbs[next - from].below
        {
            next = below;
        }
        next
    }

    /// The cheapest climbs to the rungs from one on, with a guide at hand.
    fn climbs(&self, bound: u16, from: usize, guide: Below, most_states: u64) -> Vec<Climb> {
        let mut climbs: Vec<Climb> = Vec::new();
        for index in from..self.levels.len() {
            let own = self.expected(index, bound, guide);
            let mut best = Climb { states: own, own, below: None };
            for (below, climb) in (from..index).zip(&climbs) {
                if climb.own > most_states {
                    continue;
                }
                let guide = Below { levels: below + 1, cost: self.levels[below].cost };
                let own = self.expected(index, bound, guide);
                let states = self.with_corridor(below, climb).saturating_add(own);
                if states < best.states {
                    best = Climb { states, own, below: Some(below) };
                }
            }
            climbs.push(best);
        }
        climbs
    }

    /// The states of a climb to a rung and, in states, what it takes to measure the corridor there.
    fn with_corridor(&self, index: usize, climb: &Climb) -> u64 {
        let corridor = climb.own.saturating_mul(self.levels[index].share) / 1000;
        climb.states.saturating_add(corridor.saturating_mul(MEASURE))
    }

    /// The states, and a corridor's expenses in states, that a search within a bound at a rung may
    /// take by a corridor below.
    pub(super) fn expected(&self, index: usize, bound: u16, below: Below) -> u64 {
        let level = &self.levels[index];
        let sight = level.seen_by(below.levels).unwrap_or_else(|| level.last_seen());
        let (slack, top) = (below.slack(bound), self.known(bound, below));
        let is_large = index < self.top() && top.is_some_and(|states| states >= LARGE);
        let states = if is_large { sight.optimistic(slack) } else { sight.expected(slack) };
        states.saturating_add(OVERHEAD)
    }

    /// The states that a search at the top may take by a corridor below, if one has been seen that was
    /// guided so, there or at the rung before.
    pub(super) fn known(&self, bound: u16, below: Below) -> Option<u64> {
        let mut last = self.levels.iter().rev().take(2);
        let sight = last.find_map(|level| level.seen_by(below.levels))?;
        Some(sight.expected(below.slack(bound)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_rung_is_judged_by_what_the_same_guide_let_through() {
        let (one, two) = (Below { levels: 1, cost: 5 }, Below { levels: 2, cost: 6 });
        let mut hierarchy = Hierarchy::new(0, 5);
        hierarchy.push(vec![1], 5, 5, 100);
        hierarchy.push(vec![2], 6, 6, 1000);
        let too_large: Result<Stage, Failure> = Err(Failure::TooLarge);
        hierarchy.note(2, (7, one), 50_000, &too_large);
        assert_eq!(hierarchy.expected(2, 8, one), 100_000 + OVERHEAD);
        assert_eq!(hierarchy.expected(2, 8, two), 4_000 + OVERHEAD);
        assert_eq!(hierarchy.known(8, one), Some(100_000));
        assert_eq!(hierarchy.known(8, Below { levels: 0, cost: 5 }), None);
    }

    #[test]
    fn a_corridor_between_is_worth_it_unless_it_may_not_take_so_much() {
        let mut hierarchy = Hierarchy::new(0, 5);
        hierarchy.push(vec![1], 5, 5, 10_000);
        hierarchy.push(vec![2], 6, 6, 10_000);
        let ground = Below { levels: 0, cost: 5 };
        let too_large: Result<Stage, Failure> = Err(Failure::TooLarge);
        hierarchy.note(2, (7, ground), 1_000_000, &too_large);
        hierarchy.note(1, (7, ground), 100_000, &too_large);
        assert_eq!(hierarchy.next(7, 1, ground, u64::MAX), 1);
        assert_eq!(hierarchy.next(7, 1, ground, 90_000), 2);
    }
}
