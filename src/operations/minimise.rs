//! minimise: every set of vehicles and walls that can go while the optimum remains.
//!
//! What can go together can also go in part: taking something out leaves every solution legal, so the
//! optimum never rises. So the largest sets describe all others, and one that cannot go decides for all
//! sets that hold it.

use std::cmp::Reverse;

use crate::generate::minimal::{Part, all_parts, left};
use crate::operations::{GoalDistances, Options};
use crate::outcome::{Stop, Watch};
use crate::state::Puzzle;

/// Parts that can go together, and the puzzle that is left.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Reduction {
    /// Vehicles, then walls.
    pub parts: Vec<Part>,
    /// A minimal puzzle: nothing further can go.
    pub board: Puzzle,
}

/// What can be taken out of a puzzle while its optimum in slides remains.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Minimised {
    /// The optimum; `None` without a solution, or where a limit came first.
    pub slides: Option<u32>,
    /// All sets that can go and to which nothing can be added, those that leave the smallest puzzle
    /// first. Any part of such a set can go as well.
    pub reductions: Vec<Reduction>,
    /// The limit after which other sets may be missing: `sets` or the name of a [`Stop`].
    pub stopped_by: Option<&'static str>,
}

/// Find every set of vehicles and walls that can go while the optimum in slides remains, but at most
/// `max_sets`.
///
/// Of the options only the limits and the threads matter: those on states and memory hold for each
/// search, that on time for all. A limit ends the work with the sets found so far.
///
/// ```
/// use rushhour::{Options, Part, Puzzle, minimise};
///
/// let puzzle: Puzzle = "..B.../AAB.../....../CC....".parse()?;
/// let found = minimise(&puzzle, &Options::new(), 1000);
/// assert_eq!((found.slides, found.stopped_by, found.is_minimal()), (Some(2), None, false));
/// assert_eq!(found.reductions.len(), 1);
/// assert_eq!(found.reductions[0].parts, [Part::Vehicle(2)]);
/// assert_eq!(found.reductions[0].board.to_string(), "..B.../AAB.../....../......");
/// # Ok::<(), rushhour::ParsePuzzleError>(())
/// ```
#[must_use]
pub fn minimise(puzzle: &Puzzle, options: &Options, max_sets: usize) -> Minimised {
    options.watched(|watch| Minimised::of(puzzle, max_sets, watch))
}

impl Minimised {
    pub(crate) fn of(puzzle: &Puzzle, max_sets: usize, watch: &mut Watch<'_>) -> Minimised {
        let mut sets = Vec::new();
        let (slides, ended) = match slides(puzzle, watch) {
            Ok(None) => (None, Ok(None)),
            Ok(Some(slides)) => {
                let mut search = ReductionSearch::new(puzzle, slides);
                (Some(slides), search.run(max_sets, &mut sets, watch))
            }
            Err(stop) => (None, Err(stop)),
        };
        let stopped_by = ended.unwrap_or_else(|stop| Some(stop.name()));
        sets.sort_by_cached_key(|set| (Reverse(set.len()), set.clone()));
        let reduction = |parts: Vec<Part>| Reduction { board: left(puzzle, &parts), parts };
        Minimised { slides, reductions: sets.into_iter().map(reduction).collect(), stopped_by }
    }

    /// Whether nothing can go: no vehicle beside the target and no wall.
    #[must_use]
    pub fn is_minimal(&self) -> bool {
        self.reductions.iter().any(|reduction| reduction.parts.is_empty())
    }
}

/// The optimum in slides; `None` without a solution.
///
/// # Errors
/// The limit that came first; no search begins when the time is over.
pub(super) fn slides(puzzle: &Puzzle, watch: &mut Watch<'_>) -> Result<Option<u32>, Stop> {
    watch.begin()?;
    let distances = GoalDistances::by_searches(&Options::new());
    distances.distance(puzzle, watch).map_err(|unfinished| unfinished.stop)
}

/// Parts in their order.
type PartSet = Vec<Part>;

/// The search for the largest sets, with the answers so far.
struct ReductionSearch<'a> {
    puzzle: &'a Puzzle,
    slides: u32,
    /// Sets that can go.
    good: Vec<PartSet>,
    /// Sets that cannot.
    bad: Vec<PartSet>,
}

/// Parts that are taken out, parts that may be, and parts that stay.
struct Branch {
    taken: PartSet,
    others: Vec<Part>,
    kept: Vec<Part>,
}

impl ReductionSearch<'_> {
    fn new(puzzle: &Puzzle, slides: u32) -> ReductionSearch<'_> {
        ReductionSearch { puzzle, slides, good: Vec::new(), bad: Vec::new() }
    }

    /// Add every set that can go and to which nothing can be added; `sets` if there are more than so
    /// many.
    ///
    /// A branch ends when all of its others can go at once.
    fn run(
        &mut self,
        max_sets: usize,
        sets: &mut Vec<PartSet>,
        watch: &mut Watch<'_>,
    ) -> Result<Option<&'static str>, Stop> {
        let others = all_parts(self.puzzle.board()).collect();
        let mut branches = vec![Branch { taken: Vec::new(), others, kept: Vec::new() }];
        while let Some(Branch { taken, others, mut kept }) = branches.pop() {
            watch.begin()?;
            let mut free = Vec::new();
            for part in others {
                if self.can_go(&with(&taken, &[part]), watch)? {
                    free.push(part);
                }
            }
            let whole = with(&taken, &free);
            if self.can_go_with_one_of(&whole, &kept, watch)? {
                continue; // The branch that takes this part out finds everything of this one.
            }
            if self.can_go(&whole, watch)? {
                if sets.len() == max_sets {
                    return Ok(Some("sets"));
                }
                sets.push(whole);
                continue;
            }
            let first = free.remove(0);
            let out =
                Branch { taken: with(&taken, &[first]), others: free.clone(), kept: kept.clone() };
            kept.push(first);
            branches.push(Branch { taken, others: free, kept });
            branches.push(out);
        }
        Ok(None)
    }

    /// Whether a set can go together with one of the parts that are kept.
    fn can_go_with_one_of(
        &mut self,
        set: &[Part],
        kept: &[Part],
        watch: &mut Watch<'_>,
    ) -> Result<bool, Stop> {
        for &part in kept {
            if self.can_go(&with(set, &[part]), watch)? {
                return Ok(true);
            }
        }
        Ok(false)
    }

    fn can_go(&mut self, set: &PartSet, watch: &mut Watch<'_>) -> Result<bool, Stop> {
        if self.good.iter().any(|good| is_within(set, good)) {
            return Ok(true);
        }
        if self.bad.iter().any(|bad| is_within(bad, set)) {
            return Ok(false);
        }
        let can_go = slides(&left(self.puzzle, set), watch)? == Some(self.slides);
        let known = if can_go { &mut self.good } else { &mut self.bad };
        known.push(set.clone());
        Ok(can_go)
    }
}

/// The union of two sets without common parts.
fn with(set: &[Part], more: &[Part]) -> PartSet {
    let mut union = [set, more].concat();
    union.sort_unstable();
    union
}

/// Whether a set holds all parts of another.
fn is_within(some: &[Part], all: &[Part]) -> bool {
    some.iter().all(|part| all.binary_search(part).is_ok())
}
