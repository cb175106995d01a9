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

mod bottlenecks;
mod dependencies;
mod detail;
mod detours;
mod fogleman;
pub mod hints;
mod lane_graph;
mod measure;
mod optimal_paths;
mod optimum;
pub mod rating;
pub mod reasons;
mod returning;
mod size;
mod solutions;
mod state_graph;
mod subject;
mod surprisal;
mod vehicles;
mod walk;

pub(crate) use detail::Detail;
pub use measure::{Measure, Value};
use state_graph::StateGraph;
use subject::{GOAL, Subject};

use crate::board::Metric;
use crate::cluster::{Cluster, Unfinished, explore};
use crate::heuristic::HEURISTICS;
use crate::outcome::{Ending, Limits, Stop, Watch};
use crate::search::{AUTO, Query, Settings};
use crate::state::{Puzzle, StateSpace};

/// All measures, in the order in which they are computed and printed.
pub const MEASURES: &[Measure] = &[
    optimum::SLIDES,
    optimum::STEPS,
    walk::human::MEASURE,
    size::STATES,
    size::GOAL_STATES,
    size::ECCENTRICITY,
    size::HISTOGRAM,
    size::BRANCHING,
    solutions::OPTIMAL_SOLUTIONS,
    solutions::UP_TO_ORDER,
    bottlenecks::MEASURE,
    surprisal::MEASURE,
    walk::noisy::MEASURE,
    walk::random::MEASURE,
    detours::COUNTERINTUITIVE,
    detours::DEPENDENCY_RAISES,
    lane_graph::NODES,
    lane_graph::EDGES,
    lane_graph::DEPTH,
    lane_graph::COMPONENTS,
    lane_graph::CYCLES,
    vehicles::ESSENTIAL,
    vehicles::IDLE,
    vehicles::RED_HERRINGS,
    returning::MEASURE,
    fogleman::CANONICAL,
    fogleman::UNSOLVED,
    fogleman::MINIMAL,
];

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
    let space = StateSpace::new(puzzle, GOAL);
    let explored = watch
        .within(MOST_STATES, |watch| explore(puzzle, Metric::Slide, GOAL, watch))
        .map_err(|Unfinished { stop, .. }| stop);
    let graph = explored.as_ref().map_err(|stop| *stop);
    let graph = graph.and_then(|cluster| StateGraph::new(cluster, puzzle, watch));
    let (status, slides) = solved(&explored, &graph, &space, watch);
    let subject = Subject::new(puzzle, &space, slides, seed, graph);
    let mut analysis = Analysis { status, stop: None, values: Vec::new() };
    for measure in MEASURES {
        let value = (measure.of)(&subject, watch);
        analysis.stop = analysis.stop.or(value.as_ref().err().copied());
        analysis.values.push(value.unwrap_or(None));
    }
    analysis
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
