//! How hard is a puzzle? Measures of it, each exact or with its error.
//!
//! A measure is a constant in a file of its own or with related ones, and one line of [`MEASURES`].
//! All of them count slides until the target touches its exit edge.
//!
//! ```
//! use rushhour::analysis::{MEASURES, Value, analyse};
//! use rushhour::{Puzzle, Watch};
//!
//! let puzzle: Puzzle = "..B.../AAB.../....../......".parse()?;
//! let analysis = analyse(&puzzle, 0, &mut Watch::unlimited());
//! let states = MEASURES.iter().position(|measure| measure.name == "states").expect("a measure");
//! assert_eq!(analysis.values[states], Some(Value::Count(11_u8.into())));
//! # Ok::<(), rushhour::ParsePuzzleError>(())
//! ```

mod dependencies;
mod fogleman;
mod graph;
pub mod hints;
pub mod rating;
mod size;
mod solutions;
mod subject;
mod theme;
mod vehicles;
mod walk;

use graph::StateGraph;
use num_bigint::BigUint;
use subject::{Function, GOAL, Subject};
pub use subject::{Measure, Value};

use crate::board::Metric;
use crate::cluster::{Cluster, Unfinished, explore};
use crate::heuristic::HEURISTICS;
use crate::outcome::{Ending, Limits, Stop, Watch};
use crate::search::{AUTO, Query, Settings};
use crate::state::{Puzzle, StateSpace};

/// All measures, in the order in which they are computed and printed.
pub const MEASURES: &[Measure] = &described!(formula, unit, source, help; [
    size::SLIDES,
    size::STEPS,
    walk::human::MEASURE,
    size::STATES,
    size::GOAL_STATES,
    size::ECCENTRICITY,
    size::HISTOGRAM,
    size::BRANCHING,
    solutions::OPTIMAL_SOLUTIONS,
    solutions::UP_TO_ORDER,
    solutions::BOTTLENECKS,
    solutions::SURPRISAL,
    walk::state_walk::NOISY,
    walk::state_walk::RANDOM,
    dependencies::COUNTERINTUITIVE,
    dependencies::DEPENDENCY_RAISES,
    dependencies::NODES,
    dependencies::EDGES,
    dependencies::DEPTH,
    dependencies::COMPONENTS,
    dependencies::CYCLES,
    vehicles::ESSENTIAL,
    vehicles::IDLE,
    vehicles::RED_HERRINGS,
    vehicles::RETURNING,
    theme::ROAD,
    theme::KEY,
    theme::KEY_MOVES,
    theme::SYMMETRY,
    fogleman::CANONICAL,
    fogleman::UNSOLVED,
    fogleman::MINIMAL,
]);

/// Larger clusters are not held as graphs, which take some 300 bytes a state.
const MOST_STATES: u64 = 1 << 20;

/// The results of an analysis.
#[derive(Clone, Debug, PartialEq)]
pub struct Analysis {
    /// `solved`, `unsolvable` or `unknown`.
    pub status: &'static str,
    /// The limit that came before the last value.
    pub stop: Option<Stop>,
    /// The value of each of [`MEASURES`]; `None` if it is not defined, or if a limit came first.
    pub values: Vec<Option<Value>>,
}

/// Compute every measure of a puzzle.
///
/// The cluster is explored as far as a million states. Beyond, or where a limit comes first, the
/// measures that need it have no value, and the human walk is simulated with this seed.
#[must_use]
pub fn analyse(puzzle: &Puzzle, seed: u64, watch: &mut Watch<'_>) -> Analysis {
    let explored = watch
        .within(MOST_STATES, |watch| explore(puzzle, Metric::Slide, GOAL, watch))
        .map_err(|Unfinished { stop, .. }| stop);
    analyse_explored(puzzle, &explored, seed, watch)
}

/// The same of a puzzle with its cluster, or with the limit that came before the end of that.
pub(crate) fn analyse_explored(
    puzzle: &Puzzle,
    explored: &Result<Cluster, Stop>,
    seed: u64,
    watch: &mut Watch<'_>,
) -> Analysis {
    let space = StateSpace::new(puzzle, GOAL);
    let graph = explored.as_ref().map_err(|stop| *stop);
    let graph = graph.and_then(|cluster| StateGraph::new(cluster, puzzle, watch));
    let (status, slides) = solved(explored, &graph, &space, watch);
    let subject = Subject::new(puzzle, &space, slides, seed, graph);
    let mut analysis = Analysis { status, stop: None, values: Vec::new() };
    for measure in MEASURES {
        let value = (measure.of)(&subject, watch);
        analysis.stop = analysis.stop.or(value.as_ref().err().copied());
        analysis.values.push(value.unwrap_or(None));
    }
    analysis
}

/// The human walk of a puzzle that has a solution; `None` if it is solved.
///
/// # Errors
/// The limit that came first: the cluster, or what it takes to walk it, is too large.
pub(crate) fn exact_walk(puzzle: &Puzzle, watch: &mut Watch<'_>) -> Result<Option<f64>, Stop> {
    let explored = watch.within(MOST_STATES, |watch| explore(puzzle, Metric::Slide, GOAL, watch));
    let cluster = explored.map_err(|unfinished| unfinished.stop)?;
    Detail::new(puzzle, &StateSpace::new(puzzle, GOAL), &cluster, watch)?.walk(watch)
}

/// Whether there is a solution, and its length.
fn solved(
    explored: &Result<Cluster, Stop>,
    graph: &Result<StateGraph, Stop>,
    space: &StateSpace<'_>,
    watch: &mut Watch<'_>,
) -> (&'static str, Option<u32>) {
    match (explored, graph) {
        (Ok(cluster), _) if cluster.histogram().is_empty() => ("unsolvable", None),
        (_, Ok(graph)) => ("solved", graph.slides()),
        _ => searched(space, watch),
    }
}

/// The same by a search that needs no whole cluster.
fn searched(space: &StateSpace<'_>, watch: &mut Watch<'_>) -> (&'static str, Option<u32>) {
    let query = Query {
        metric: Metric::Slide,
        goal: GOAL,
        own_goal: None,
        heuristic: &HEURISTICS[0],
        settings: Settings::default(),
        limits: Limits::default(),
    };
    match (AUTO.run)(space, &query, watch).ending {
        Ending::Solved(moves) => ("solved", u32::try_from(moves.len()).ok()),
        Ending::Unsolvable => ("unsolvable", None),
        Ending::Unknown(_) => ("unknown", None),
    }
}

/// One count divided by another.
fn ratio(count: usize, by: usize) -> f64 {
    float(count) / float(by)
}

/// A count of states or slides, far below 2^53.
#[expect(clippy::cast_precision_loss, reason = "far below 2^53")]
fn float(count: usize) -> f64 {
    count as f64
}

// Single measures of a cluster that is explored already, each computed when it is needed.

/// A puzzle with the graph of its cluster.
pub(crate) struct Detail<'a>(Subject<'a>);

impl<'a> Detail<'a> {
    /// The puzzle whose cluster this is.
    ///
    /// # Errors
    /// The limit of `watch` that came first.
    pub(crate) fn new(
        puzzle: &'a Puzzle,
        space: &'a StateSpace<'a>,
        cluster: &Cluster,
        watch: &mut Watch<'_>,
    ) -> Result<Detail<'a>, Stop> {
        let graph = StateGraph::new(cluster, puzzle, watch)?;
        let slides = graph.slides();
        Ok(Detail(Subject::new(puzzle, space, slides, 0, Ok(graph))))
    }

    fn value(&self, of: Function, watch: &mut Watch<'_>) -> Result<Option<Value>, Stop> {
        of(&self.0, watch)
    }

    /// A measure as a number: how many vehicles where it names some, 1 for yes; `None` where it has no value.
    pub(crate) fn number(
        &self,
        measure: &Measure,
        watch: &mut Watch<'_>,
    ) -> Result<Option<f64>, Stop> {
        Ok(self.value(measure.of, watch)?.and_then(|value| value.number()))
    }

    /// The optimal solutions up to the order of independent moves; `None` if they are too many to
    /// count.
    pub(crate) fn solutions(&self, watch: &mut Watch<'_>) -> Result<Option<BigUint>, Stop> {
        Ok(self.value(solutions::UP_TO_ORDER.of, watch)?.map(|value| match value {
            Value::Count(count) => count,
            _ => unreachable!("it counts solutions"),
        }))
    }

    /// How many vehicles beside the target move in no optimal solution.
    pub(crate) fn red_herrings(&self, watch: &mut Watch<'_>) -> Result<usize, Stop> {
        Ok(self.value(vehicles::RED_HERRINGS.of, watch)?.map_or(0, |value| match value {
            Value::Vehicles(vehicles) => vehicles.len(),
            _ => unreachable!("it lists red herrings"),
        }))
    }

    /// The logarithm of the slides of a simulated player.
    pub(crate) fn walk(&self, watch: &mut Watch<'_>) -> Result<Option<f64>, Stop> {
        let walk = self.value(walk::human::MEASURE.of, watch)?;
        Ok(walk.and_then(|walk| walk.number()))
    }
}
