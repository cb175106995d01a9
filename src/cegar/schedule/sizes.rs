//! Size estimates: which levels of the abstraction hierarchy are worth a search of their own.
//!
//! Each level's pattern extends that of the level below. The corridor of a lower level is the
//! heuristic of a higher one: searching more levels costs states there and saves states above. The
//! sizes of searches are estimated from samples, the sizes of earlier searches at other bounds.

use super::tuning::Tuning;
use super::{Report, SearchSize};

/// Estimates do not extrapolate by more doublings than this, so that they fit 64 bits.
const MAX_DOUBLINGS: u32 = 40;

/// The corridor that a search uses as its heuristic.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Base {
    /// The number of levels whose variables it knows.
    pub(super) levels: usize,
    /// Its lower bound of the puzzle's cost.
    pub(super) cost: u16,
}

impl Base {
    /// The slack of the start state in a search within a bound.
    fn slack(self, bound: u16) -> i32 {
        i32::from(bound) - i32::from(self.cost)
    }
}

/// The size of one search of a level.
#[derive(Clone, Copy, Debug)]
struct SizeSample {
    states: u64,
    /// The number of levels that the search's heuristic knew.
    base_levels: usize,
    slack: i32,
}

impl SizeSample {
    /// The size of a search with another slack, if each unit of slack doubles the states.
    fn extrapolated(self, slack: i32) -> u64 {
        let doublings = slack.abs_diff(self.slack).min(MAX_DOUBLINGS);
        if slack < self.slack {
            self.states >> doublings
        } else {
            self.states.saturating_mul(1 << doublings)
        }
    }

    /// An optimistic size: beyond the first `sure` units, every other doubling is left out.
    fn discounted(self, slack: i32, sure: u64) -> u64 {
        let units = u32::try_from(slack - self.slack).unwrap_or(0).min(MAX_DOUBLINGS);
        let doubtful = units.saturating_sub(u32::try_from(sure).unwrap_or(u32::MAX));
        self.extrapolated(slack) >> doubtful.div_ceil(2)
    }
}

/// What is known of a level.
#[derive(Clone, Debug)]
struct LevelSamples {
    /// The lower bound of the puzzle's cost that the level's last search proved.
    cost: u16,
    /// The last sample for each heuristic; the newest of all is last.
    samples: Vec<SizeSample>,
    /// Of a thousand states found in the last search, those in the corridor.
    corridor_per_mille: u64,
}

impl LevelSamples {
    fn new(cost: u16, sample: SizeSample) -> LevelSamples {
        LevelSamples { cost, samples: vec![sample], corridor_per_mille: 0 }
    }

    fn add(&mut self, sample: SizeSample) {
        self.samples.retain(|old| old.base_levels != sample.base_levels);
        self.samples.push(sample);
    }

    fn sample_with(&self, base_levels: usize) -> Option<SizeSample> {
        self.samples.iter().copied().find(|sample| sample.base_levels == base_levels)
    }

    fn newest_sample(&self) -> SizeSample {
        *self.samples.last().expect("a level is created with a sample")
    }
}

/// The cheapest expected sequence of searches that ends at a level.
#[derive(Clone, Copy, Debug)]
struct Path {
    /// The states of all its searches.
    states: u64,
    /// The states of the last search.
    last: u64,
    /// The level before the last, if any.
    previous: Option<usize>,
}

/// The samples of all levels, coarsest first.
#[derive(Clone, Debug)]
pub(super) struct SizeEstimates {
    levels: Vec<LevelSamples>,
    tuning: Tuning,
}

impl SizeEstimates {
    /// A hierarchy of one level, the target alone, with a lower bound of the puzzle's cost.
    pub(super) fn new(cost: u16, tuning: Tuning) -> SizeEstimates {
        let sample = SizeSample { states: 1, base_levels: 0, slack: 0 };
        SizeEstimates { levels: vec![LevelSamples::new(cost, sample)], tuning }
    }

    /// Adds a level whose search refuted `bound` with so many states. The search's heuristic was
    /// the corridor of the finest level so far, with a lower bound of `cost`.
    pub(super) fn push(&mut self, bound: u16, cost: u16, states: u64) {
        let base = Base { levels: self.levels.len(), cost };
        let sample = SizeSample { states, base_levels: base.levels, slack: base.slack(bound) };
        self.levels.push(LevelSamples::new(bound + 1, sample));
    }

    /// Adds the sample of a search that was allowed to find `max_states` states.
    pub(super) fn record(
        &mut self,
        level: usize,
        (bound, base): (u16, Base),
        max_states: u64,
        report: Report,
    ) {
        let below = level.checked_sub(1).map_or(0, |below| self.expected(below, bound, base));
        let entry = &mut self.levels[level];
        let states = match report {
            Report::Found(SearchSize { found, corridor, cost }) => {
                entry.corridor_per_mille = 1000 * corridor / found.max(1);
                entry.cost = cost;
                found
            }
            Report::Empty { states } => {
                entry.cost = bound + 1;
                states
            }
            // The estimate was too low. With one level more, a search often has twice the states.
            Report::TooLarge => max_states.max(below.saturating_mul(2)),
            Report::LimitReached | Report::Plan(_) => return,
        };
        entry.add(SizeSample { states, base_levels: base.levels, slack: base.slack(bound) });
    }

    /// The index of the finest level.
    pub(super) fn finest(&self) -> usize {
        self.levels.len() - 1
    }

    /// A lower bound of the puzzle's cost without any corridor.
    pub(super) fn coarsest_cost(&self) -> u16 {
        self.levels[0].cost
    }

    /// The next level to search, from level `from` on, on the way to the finest. Intermediate
    /// levels are worth a search only if it is expected to take no more than `max_states` states.
    pub(super) fn next(&self, bound: u16, from: usize, base: Base, max_states: u64) -> usize {
        let paths = self.cheapest_paths(bound, from, base, max_states);
        let mut next = self.finest();
        while next > from
            && let Some(previous) = paths[next - from].previous
        {
            next = previous;
        }
        next
    }

    /// The cheapest path to each level from `from` on, by dynamic programming.
    fn cheapest_paths(&self, bound: u16, from: usize, base: Base, max_states: u64) -> Vec<Path> {
        let mut paths: Vec<Path> = Vec::new();
        for level in from..self.levels.len() {
            let direct = self.expected(level, bound, base);
            let mut best = Path { states: direct, last: direct, previous: None };
            for (previous, path) in (from..level).zip(&paths) {
                if path.last > max_states {
                    continue;
                }
                let base = Base { levels: previous + 1, cost: self.levels[previous].cost };
                let last = self.expected(level, bound, base);
                let states = self.with_measuring(previous, path).saturating_add(last);
                if states < best.states {
                    best = Path { states, last, previous: Some(previous) };
                }
            }
            paths.push(best);
        }
        paths
    }

    /// The states of a path, and the cost of measuring its last corridor.
    fn with_measuring(&self, level: usize, path: &Path) -> u64 {
        let corridor = path.last.saturating_mul(self.levels[level].corridor_per_mille) / 1000;
        path.states.saturating_add(corridor.saturating_mul(self.tuning.measure_cost))
    }

    /// The expected cost of a search of a level, in states.
    pub(super) fn expected(&self, level: usize, bound: u16, base: Base) -> u64 {
        let entry = &self.levels[level];
        let sample = entry.sample_with(base.levels).unwrap_or_else(|| entry.newest_sample());
        let (slack, direct) = (base.slack(bound), self.direct(bound, base));
        let is_large = direct.is_some_and(|states| states >= self.tuning.discount_from);
        let states = if is_large && level < self.finest() {
            sample.discounted(slack, self.tuning.discount_after)
        } else {
            sample.extrapolated(slack)
        };
        states.saturating_add(self.tuning.search_overhead)
    }

    /// The expected states of a search of the finest level with this heuristic, if there is a
    /// sample with the same heuristic of this level or the one below.
    pub(super) fn direct(&self, bound: u16, base: Base) -> Option<u64> {
        let mut finest = self.levels.iter().rev().take(2);
        let sample = finest.find_map(|level| level.sample_with(base.levels))?;
        Some(sample.extrapolated(base.slack(bound)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const ANY: u64 = u64::MAX;

    #[test]
    fn a_level_is_judged_by_the_sample_of_the_same_heuristic() {
        let (one, two) = (Base { levels: 1, cost: 5 }, Base { levels: 2, cost: 6 });
        let overhead = Tuning::default().search_overhead;
        let mut sizes = SizeEstimates::new(5, Tuning::default());
        sizes.push(5, 5, 100);
        sizes.push(6, 6, 1000);
        sizes.record(2, (7, one), 50_000, Report::TooLarge);
        assert_eq!(sizes.expected(2, 8, one), 100_000 + overhead);
        assert_eq!(sizes.expected(2, 8, two), 4_000 + overhead);
        assert_eq!(sizes.direct(8, one), Some(100_000));
        assert_eq!(sizes.direct(8, Base { levels: 0, cost: 5 }), None);
    }

    #[test]
    fn an_intermediate_level_is_searched_if_it_saves_states_and_is_small_enough() {
        let mut sizes = SizeEstimates::new(5, Tuning::default());
        sizes.push(5, 5, 10_000);
        sizes.push(6, 6, 10_000);
        let none = Base { levels: 0, cost: 5 };
        sizes.record(2, (7, none), 1_000_000, Report::TooLarge);
        sizes.record(1, (7, none), 100_000, Report::TooLarge);
        assert_eq!(sizes.next(7, 1, none, ANY), 1);
        assert_eq!(sizes.next(7, 1, none, 90_000), 2);
    }
}
