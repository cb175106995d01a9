//! Walks whose next slide depends on the state alone. The places are the states that are not solved.

use super::super::measure::Value;
use super::super::state_graph::StateGraph;
use super::super::subject::Subject;
use super::linear::{IterativeSolver, RELAXATION, Walk, expected};
use crate::outcome::memory;
use crate::outcome::{Stop, Watch};

/// The expected number of slides from the start; `None` where there is no solution. `probabilities` gives
/// for a state the probability of each slide that leads nearer to the goal, and of each other one;
/// `method` solves the equations.
pub(super) fn expected_slides<M: IterativeSolver>(
    subject: &Subject<'_>,
    watch: &mut Watch<'_>,
    method: impl FnOnce(&StateGraph) -> Result<M, Stop>,
    probabilities: impl Fn(&StateGraph, usize) -> [f64; 2],
) -> Result<Option<Value>, Stop> {
    let graph = subject.graph()?;
    if subject.slides.is_none() {
        return Ok(None);
    }
    let walk = StateWalk::new(graph, watch, |state| probabilities(graph, state))?;
    let expected = expected(&walk, method(graph)?, (graph.len(), graph.bytes()), watch)?;
    let place = graph.start.checked_sub(graph.goals());
    let (value, error) = (place.map_or(0.0, |place| expected.moves[place]), expected.error);
    Ok(Some(Value::Bounded { value, bound: value * error / (1.0 - error) }))
}

/// A matrix in compressed rows; the places of lower numbers come first in each.
struct StateWalk {
    starts: Vec<u32>,
    /// Where the higher numbers begin in each row.
    splits: Vec<u32>,
    entries: Vec<(u32, f64)>,
}

impl StateWalk {
    fn new(
        graph: &StateGraph,
        watch: &mut Watch<'_>,
        probabilities: impl Fn(usize) -> [f64; 2],
    ) -> Result<StateWalk, Stop> {
        let (goals, mut walk) = (graph.goals(), StateWalk::with_room(graph)?);
        for state in goals..graph.len() {
            watch.check(graph.len(), graph.bytes() + walk.bytes())?;
            walk.starts.push(number(walk.entries.len()));
            let [nearer, others] = probabilities(state);
            let ends = graph.ends(state).iter().map(|end| end.unsigned_abs() as usize);
            let entry = |end: usize| {
                let is_nearer = graph.distances[end] < graph.distances[state];
                (number(end - goals), if is_nearer { nearer } else { others })
            };
            let lower = ends.clone().filter(|&end| end >= goals && end < state);
            walk.entries.extend(lower.map(entry));
            walk.splits.push(number(walk.entries.len()));
            walk.entries.extend(ends.filter(|&end| end > state).map(entry));
        }
        walk.starts.push(number(walk.entries.len()));
        Ok(walk)
    }

    fn with_room(graph: &StateGraph) -> Result<StateWalk, Stop> {
        Ok(StateWalk {
            starts: memory::list(graph.len() + 1)?,
            splits: memory::list(graph.len())?,
            entries: memory::list(graph.moves.len())?,
        })
    }

    fn lower(&self, place: usize) -> &[(u32, f64)] {
        &self.entries[self.starts[place] as usize..self.splits[place] as usize]
    }

    fn upper(&self, place: usize) -> &[(u32, f64)] {
        &self.entries[self.splits[place] as usize..self.starts[place + 1] as usize]
    }
}

impl Walk for StateWalk {
    fn len(&self) -> usize {
        self.splits.len()
    }

    fn bytes(&self) -> usize {
        let numbers = self.starts.capacity() + self.splits.capacity();
        numbers * size_of::<u32>() + self.entries.capacity() * size_of::<(u32, f64)>()
    }

    fn mean(&self, x: &[f64], out: &mut [f64]) {
        for (place, out) in out.iter_mut().enumerate().take(self.len()) {
            *out = product(self.lower(place), x) + product(self.upper(place), x);
        }
    }

    fn solve_lower(&self, b: &[f64], x: &mut [f64]) {
        for place in 0..self.len() {
            x[place] = RELAXATION * (b[place] + product(self.lower(place), x));
        }
    }

    fn solve_upper(&self, b: &[f64], x: &mut [f64]) {
        for place in (0..self.len()).rev() {
            x[place] = RELAXATION * (b[place] + product(self.upper(place), x));
        }
    }
}

fn product(row: &[(u32, f64)], x: &[f64]) -> f64 {
    let mut sum = 0.0;
    for &(place, weight) in row {
        sum += weight * x[place as usize];
    }
    sum
}

fn number(number: usize) -> u32 {
    u32::try_from(number).expect("fewer slides than 2^32")
}
