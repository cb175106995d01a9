//! hint and judge: the best next move and why, and what another move wastes.

use crate::analysis::hints::{Link, chain, reason, runs};
use crate::board::{Metric, Move};
use crate::cluster::{self, Cluster, Unfinished};
use crate::operations::Options;
use crate::outcome::{Ending, Outcome, Stop, Watch};
use crate::phrase::Phrase;
use crate::state::Puzzle;

/// Takes a tenth of a second and 40 MB at most; nearly all clusters of 6x6 boards are smaller.
const MOST_STATES: u64 = 1_000_000;

/// The distance to the goal, and best moves, the best explained first.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Hint {
    /// `None` if there is no solution.
    pub distance: Option<u32>,
    /// Empty at the goal and without a solution.
    pub advice: Vec<Advice>,
}

/// A best move, how far the goal is after it, and why it is best.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Advice {
    /// The move.
    pub step: Move,
    /// How far the goal is after it.
    pub distance: u32,
    /// Why it is best.
    pub reason: Phrase,
    /// The blockers from the target to the vehicle that moves; empty if no short chain leads there.
    pub chain: Vec<Link>,
}

/// What a move does: its cost, and the distances before and after it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Verdict {
    /// The cost of the move; in steps, the cells that the vehicle goes.
    pub cost: u32,
    /// Before the move; `None` if there is no solution.
    pub before: Option<u32>,
    /// After it.
    pub after: Option<u32>,
}

impl Verdict {
    /// By how much the best solution that begins with this move is longer than the shortest.
    #[must_use]
    pub fn lost(&self) -> Option<u32> {
        Some((self.cost + self.after?).saturating_sub(self.before?))
    }
}

impl Hint {
    /// Why the first move is best, or why there is none.
    #[must_use]
    pub fn reason(&self) -> String {
        match (self.advice.first(), self.distance) {
            (Some(advice), _) => advice.reason.to_string(),
            (None, None) => "there is no solution".to_owned(),
            (None, Some(_)) => "already solved".to_owned(),
        }
    }
}

impl Advice {
    /// The explanation of a shortest solution that is not empty.
    fn of(puzzle: &Puzzle, line: &[Move], names: &[String]) -> Advice {
        let runs = runs(line);
        let chain = chain(puzzle, &runs);
        let reason = reason(puzzle, line, &runs, &chain, names);
        Advice { step: line[0], distance: cost(&line[1..]), reason, chain }
    }

    /// Short chains come first, forced moves before others, moves without a chain last.
    fn order(&self) -> (bool, usize, bool) {
        let is_forced = self.chain.last().is_some_and(|link| link.is_forced);
        (self.chain.is_empty(), self.chain.len(), !is_forced)
    }
}

/// A best next move and why it is best; with `every`, all best moves.
///
/// Clusters of up to a million states are explored. On larger ones a hint takes two searches, with
/// `every` one for each legal move.
///
/// # Errors
/// [`Unfinished`] where a limit comes first: on the states and bytes of each search, or on the time of
/// all.
///
/// ```
/// use rushhour::{Options, Puzzle, hint};
///
/// let puzzle: Puzzle = "..B.../AAB.../.CCC../......".parse()?;
/// let found = hint(&puzzle, &Options::new(), false)?;
/// assert_eq!((found.distance, found.advice.len()), (Some(3), 1));
/// assert_eq!(found.reason(), "C must go right 2, since B needs its cell to clear the exit");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn hint(puzzle: &Puzzle, options: &Options, every: bool) -> Result<Hint, Unfinished> {
    options.watched(|watch| {
        let known = GoalDistances::around(puzzle, options, watch);
        known.hint(puzzle, every, &labels(puzzle), watch)
    })
}

/// The labels of a puzzle's vehicles.
pub(crate) fn labels(puzzle: &Puzzle) -> Vec<String> {
    puzzle.board().vehicles().iter().map(|vehicle| vehicle.label.clone()).collect()
}

/// Compare a move with a best one; `None` if it is not legal.
///
/// # Errors
/// [`Unfinished`] as for [`hint`].
///
/// ```
/// use rushhour::{Move, Options, Puzzle, VehicleId, judge};
///
/// let puzzle: Puzzle = "..B.../AAB.../..CC../......".parse()?;
/// let back = Move { vehicle: VehicleId::new(2), cells: -1 };
/// let verdict = judge(&puzzle, back, &Options::new())?.expect("a legal move");
/// assert_eq!((verdict.before, verdict.lost()), (Some(3), Some(1)));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn judge(
    puzzle: &Puzzle,
    step: Move,
    options: &Options,
) -> Result<Option<Verdict>, Unfinished> {
    options.watched(|watch| {
        let known = GoalDistances::around(puzzle, options, watch);
        known.judge(puzzle, step, watch)
    })
}

/// The distances to the goal around a puzzle: read from its cluster if that is small, else found by
/// searches.
pub struct GoalDistances {
    pub(super) options: Options,
    cluster: Option<Cluster>,
}

impl GoalDistances {
    /// The distances around a puzzle; of the options only the metric and the goal matter.
    pub fn around(puzzle: &Puzzle, options: &Options, watch: &mut Watch<'_>) -> GoalDistances {
        let cluster = watch.within(MOST_STATES, |watch| {
            cluster::explore(puzzle, options.metric, options.goal, watch)
        });
        GoalDistances { options: options.plain(), cluster: cluster.ok() }
    }

    /// Distances that each take a search.
    #[must_use]
    pub fn by_searches(options: &Options) -> GoalDistances {
        GoalDistances { options: options.plain(), cluster: None }
    }

    /// The distance of a state; `None` if there is no solution.
    ///
    /// # Errors
    /// [`Unfinished`] where a limit comes first.
    pub fn distance(
        &self,
        puzzle: &Puzzle,
        watch: &mut Watch<'_>,
    ) -> Result<Option<u32>, Unfinished> {
        if puzzle.is_solved(self.options.goal) {
            return Ok(Some(0));
        }
        match &self.cluster {
            Some(cluster) => Ok(cluster.distance(puzzle.state())),
            None => Ok(self.search(puzzle, watch)?.map(|line| cost(&line))),
        }
    }

    /// A best next move, or all of them, and why, with these names of the vehicles.
    ///
    /// # Errors
    /// [`Unfinished`] where a limit comes first.
    pub fn hint(
        &self,
        puzzle: &Puzzle,
        every: bool,
        names: &[String],
        watch: &mut Watch<'_>,
    ) -> Result<Hint, Unfinished> {
        let lines = self.lines(puzzle, every, watch)?;
        let distance = match lines.first() {
            Some(line) => Some(cost(line)),
            None => puzzle.is_solved(self.options.goal).then_some(0),
        };
        let explained = |line: &Vec<Move>| Advice::of(puzzle, line, names);
        let mut advice: Vec<Advice> = lines.iter().map(explained).collect();
        advice.sort_by_key(Advice::order);
        if !every {
            advice.truncate(1);
        }
        Ok(Hint { distance, advice })
    }

    /// What a move does; `None` if it is not legal.
    ///
    /// # Errors
    /// [`Unfinished`] where a limit comes first.
    pub fn judge(
        &self,
        puzzle: &Puzzle,
        step: Move,
        watch: &mut Watch<'_>,
    ) -> Result<Option<Verdict>, Unfinished> {
        let Some(after) = puzzle.apply(step) else { return Ok(None) };
        let cost = price(step, self.options.metric);
        let (before, after) = (self.distance(puzzle, watch)?, self.distance(&after, watch)?);
        Ok(Some(Verdict { cost, before, after }))
    }

    /// A shortest solution for each best move, in their defined order; empty at the goal. Without
    /// `every` only one is found if each would take a search.
    ///
    /// # Errors
    /// [`Unfinished`] where a limit comes first.
    pub fn lines(
        &self,
        puzzle: &Puzzle,
        every: bool,
        watch: &mut Watch<'_>,
    ) -> Result<Vec<Vec<Move>>, Unfinished> {
        match &self.cluster {
            Some(cluster) => known(puzzle, cluster, watch),
            None => self.searched(puzzle, every, watch),
        }
    }

    /// The solution of a search; with `every`, that of one more for each legal move.
    fn searched(
        &self,
        puzzle: &Puzzle,
        every: bool,
        watch: &mut Watch<'_>,
    ) -> Result<Vec<Vec<Move>>, Unfinished> {
        let Some(first) = self.search(puzzle, watch)?.filter(|line| !line.is_empty()) else {
            return Ok(Vec::new());
        };
        if !every {
            return Ok(vec![first]);
        }
        let mut lines = Vec::new();
        for step in puzzle.moves(self.options.metric, self.options.goal) {
            if step == first[0] {
                lines.push(first.clone());
            } else if let Some(rest) = self.search_within(puzzle, step, cost(&first) - 1, watch)? {
                lines.push([&[step], &rest[..]].concat());
            }
        }
        Ok(lines)
    }

    /// A shortest solution; `None` if there is none.
    fn search(
        &self,
        puzzle: &Puzzle,
        watch: &mut Watch<'_>,
    ) -> Result<Option<Vec<Move>>, Unfinished> {
        decided(watch.separately(None, |watch| self.options.search(puzzle, watch)))
    }

    /// A solution after a move that costs at most so much. The search ends once a bound rules it out.
    fn search_within(
        &self,
        puzzle: &Puzzle,
        step: Move,
        most: u32,
        watch: &mut Watch<'_>,
    ) -> Result<Option<Vec<Move>>, Unfinished> {
        let after = puzzle.at(puzzle.state().shifted(step.vehicle.index(), step.cells));
        let outcome = watch.separately(Some(most), |watch| {
            let outcome = self.options.search(&after, watch);
            (watch.lower_bound().max(outcome.lower_bound) <= most).then_some(outcome)
        });
        outcome.map_or(Ok(None), decided)
    }
}

/// A shortest solution for each best move in a cluster; in steps, one whose slides stay whole.
fn known(
    puzzle: &Puzzle,
    cluster: &Cluster,
    watch: &mut Watch<'_>,
) -> Result<Vec<Vec<Move>>, Unfinished> {
    let line = |step: Move| {
        let after = puzzle.state().shifted(step.vehicle.index(), step.cells);
        let rest = match cluster.metric() {
            Metric::Slide => cluster.path(&after),
            Metric::Step => cluster.lexicographic_optimum(&after, watch)?.map(|best| best.moves),
        };
        Ok([&[step], &rest.unwrap_or_default()[..]].concat())
    };
    cluster.best_moves(puzzle.state()).into_iter().map(line).collect()
}

fn decided(outcome: Outcome) -> Result<Option<Vec<Move>>, Unfinished> {
    match outcome.ending {
        Ending::Solved(moves) => Ok(Some(moves)),
        Ending::Unsolvable => Ok(None),
        Ending::Unknown(stop) => Err(unfinished(stop, &outcome)),
    }
}

fn unfinished(stop: Stop, outcome: &Outcome) -> Unfinished {
    let known = 1 + outcome.counters.generated - outcome.counters.duplicates;
    Unfinished { stop, states: usize::try_from(known).unwrap_or(usize::MAX) }
}

/// The cost of a move.
pub(super) fn price(step: Move, metric: Metric) -> u32 {
    match metric {
        Metric::Slide => 1,
        Metric::Step => step.cells.unsigned_abs().into(),
    }
}

fn cost(moves: &[Move]) -> u32 {
    u32::try_from(moves.len()).expect("fewer moves than states")
}
