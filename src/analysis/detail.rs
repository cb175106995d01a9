//! Single measures of a cluster that is explored already, each computed when it is needed.

use num_bigint::BigUint;

use super::measure::{Measure, Value};
use super::state_graph::StateGraph;
use super::subject::Subject;
use super::{solutions, vehicles, walk};
use crate::cluster::Cluster;
use crate::outcome::{Stop, Watch};
use crate::state::{Puzzle, StateSpace};

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

    fn value(&self, measure: Measure, watch: &mut Watch<'_>) -> Result<Option<Value>, Stop> {
        (measure.of)(&self.0, watch)
    }

    /// The optimal solutions up to the order of independent moves; `None` if they are too many to
    /// count.
    pub(crate) fn solutions(&self, watch: &mut Watch<'_>) -> Result<Option<BigUint>, Stop> {
        Ok(self.value(solutions::UP_TO_ORDER, watch)?.map(|value| match value {
            Value::Count(count) => count,
            other => panic!("expected a count of solutions, found {other:?}"),
        }))
    }

    /// How many vehicles beside the target move in no optimal solution.
    pub(crate) fn red_herrings(&self, watch: &mut Watch<'_>) -> Result<usize, Stop> {
        Ok(self.value(vehicles::RED_HERRINGS, watch)?.map_or(0, |value| match value {
            Value::Vehicles(vehicles) => vehicles.len(),
            other => panic!("expected a list of red herrings, found {other:?}"),
        }))
    }

    /// The logarithm of the slides of a simulated player.
    pub(crate) fn walk(&self, watch: &mut Watch<'_>) -> Result<Option<f64>, Stop> {
        Ok(self.value(walk::human::MEASURE, watch)?.map(|value| match value {
            Value::Bounded { value, .. } | Value::Sampled { value, .. } => value,
            other => panic!("expected a length of the walk with its error, found {other:?}"),
        }))
    }
}
