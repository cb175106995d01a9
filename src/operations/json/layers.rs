//! layers: the states of a cluster by their distance, to draw them.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::explore::state_of;
use super::forms::{Bounded, Few, Given, Named, SearchRequest, Titled};
use super::problem::Problem;
use super::schema::{OperationTypes, types};
use super::{Context, Operation, parsed, written};
use crate::board::{Goal, Metric};
use crate::operations::Layers;
use crate::state::State;

/// A cluster of this size is in order after two seconds or three.
const MOST_STATES: i64 = 1 << 20;
/// More nodes cannot be told apart on a screen.
const MOST_NODES: i64 = 20_000;

pub(super) const OPERATION: Operation = Operation {
    name: "layers",
    help: "Arrange the states that can be reached in layers by their distance, to draw them.",
    keys: Some(&["puzzle", "metric", "goal", "max_states", "max_seconds", "max_nodes", "keep"]),
    run: |request, context| written(&layers(&parsed(request)?, context)?),
};
pub(super) const TYPES: OperationTypes = types!(LayersRequest => LayersAnswer);

/// A puzzle, and how many of its states may be nodes; those to `keep` are nodes in any case.
#[derive(Deserialize, JsonSchema)]
#[schemars(deny_unknown_fields)]
struct LayersRequest {
    #[serde(flatten)]
    search: SearchRequest,
    #[serde(default = "most_nodes")]
    max_nodes: Bounded<1, MOST_NODES>,
    #[serde(default)]
    keep: Few<Given, 200>,
}

fn most_nodes() -> Bounded<1, MOST_NODES> {
    Bounded(MOST_NODES)
}

/// The states of a cluster in layers. A node is a state that is drawn; nodes are numbered layer by
/// layer, in each from left to right.
///
/// `histogram` has the number of states at distance 0, 1, 2, ... from the nearest goal, or from the
/// puzzle where no state is solved, and `widths` how many of them are nodes: one in `every`, but at least
/// one of each layer. `offsets` has the column of each vehicle that is horizontal and the row of each other,
/// node by node; `paths` how many shortest paths lead from each node to the goals, or to it from the puzzle:
/// 2^53 stands for more. `edges` are the pairs of nodes that are one move apart, null where there are
/// more than 200000. `start` is the node of the puzzle, and `kept` has that of each state to keep, null
/// for one that cannot be reached.
#[derive(Serialize, JsonSchema)]
struct LayersAnswer {
    title: Option<String>,
    status: &'static str,
    metric: Named<Metric>,
    goal: Named<Goal>,
    states: u64,
    histogram: Vec<u64>,
    every: usize,
    widths: Vec<usize>,
    offsets: Vec<Vec<i8>>,
    paths: Vec<u64>,
    edges: Option<Vec<[u32; 2]>>,
    start: u32,
    kept: Vec<Option<u32>>,
}

fn layers(request: &LayersRequest, context: &mut Context<'_>) -> Result<LayersAnswer, Problem> {
    let search = &request.search;
    let Titled { puzzle, title } = search.puzzle.puzzle(context)?;
    let known =
        request.keep.0.iter().map(|given| Ok(state_of(&puzzle, &given.puzzle(context)?.puzzle)));
    let states = known.collect::<Result<Vec<Option<State>>, Problem>>()?;
    let keep: Vec<State> = states.iter().flatten().cloned().collect();
    let max_nodes = usize::try_from(request.max_nodes.0).expect("within its bounds");
    let found = context.watched(search.limits_within(MOST_STATES), |watch| {
        Layers::of(&puzzle, &keep, max_nodes, &search.options(), watch)
    })?;
    let mut known = found.kept.into_iter();
    let kept = states.iter().map(|state| state.as_ref().and_then(|_| known.next().flatten()));
    let kept = kept.collect();
    Ok(LayersAnswer {
        title,
        status: if found.is_solvable { "solved" } else { "unsolvable" },
        metric: search.metric,
        goal: search.goal,
        states: found.histogram.iter().sum(),
        histogram: found.histogram,
        every: found.every,
        widths: found.widths,
        offsets: found.nodes.iter().map(State::offsets).map(<[i8]>::to_vec).collect(),
        paths: found.paths,
        edges: found.edges.map(|edges| edges.into_iter().map(Into::into).collect()),
        start: found.start,
        kept,
    })
}
