//! Walks whose next slide depends on the state alone. The places are the states that are not solved.

use super::super::graph::StateGraph;
use super::super::subject::{Measure, Subject, Value};
use super::linear::{
    Bicgstab, ConjugateGradients, IterativeSolver, RELAXATION, Walk, expected, number,
};
use crate::outcome::{Stop, Watch, memory};

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

/// The probabilities in compressed rows, those of lower and of higher places apart, each times
/// [`RELAXATION`].
struct StateWalk {
    lower: SparseRows,
    /// From the last row to the first.
    upper: SparseRows,
}

/// Rows of places with numbers.
struct SparseRows {
    entries: Vec<(u32, f64)>,
    /// How many entries each row has.
    counts: Vec<u32>,
    /// The entries of the rows that are complete.
    ended: usize,
}

impl StateWalk {
    fn new(
        graph: &StateGraph,
        watch: &mut Watch<'_>,
        probabilities: impl Fn(usize) -> [f64; 2],
    ) -> Result<StateWalk, Stop> {
        let (goals, states) = (graph.goals(), graph.len());
        // Each slide has a way back, so half of them lead up.
        let half = graph.moves.len() / 2 + 1;
        let mut walk = StateWalk {
            lower: SparseRows::with_room(states, half)?,
            upper: SparseRows::with_room(states, half)?,
        };
        for state in goals..states {
            watch.check(states, graph.bytes() + walk.bytes())?;
            let [nearer, others] = probabilities(state);
            let ends = graph.ends(state).iter().map(|end| end.unsigned_abs() as usize);
            for end in ends.filter(|&end| end >= goals) {
                let is_nearer = graph.distances[end] < graph.distances[state];
                let probability = if is_nearer { nearer } else { others };
                let rows = if end < state { &mut walk.lower } else { &mut walk.upper };
                rows.entries.push((number(end - goals), RELAXATION * probability));
            }
            walk.lower.end();
            walk.upper.end();
        }
        walk.upper.entries.reverse();
        walk.upper.counts.reverse();
        Ok(walk)
    }
}

impl SparseRows {
    fn with_room(rows: usize, entries: usize) -> Result<SparseRows, Stop> {
        Ok(SparseRows { entries: memory::list(entries)?, counts: memory::list(rows)?, ended: 0 })
    }

    fn bytes(&self) -> usize {
        let entries = self.entries.capacity() * size_of::<(u32, f64)>();
        entries + self.counts.capacity() * size_of::<u32>()
    }

    /// End a row.
    fn end(&mut self) {
        self.counts.push(number(self.entries.len() - self.ended));
        self.ended = self.entries.len();
    }

    /// The entries of each row.
    fn iter(&self) -> impl Iterator<Item = &[(u32, f64)]> {
        let mut rest = &self.entries[..];
        self.counts.iter().map(move |&count| {
            let (row, others) = rest.split_at(count as usize);
            rest = others;
            row
        })
    }
}

impl Walk for StateWalk {
    fn len(&self) -> usize {
        self.lower.counts.len()
    }

    fn bytes(&self) -> usize {
        self.lower.bytes() + self.upper.bytes()
    }

    fn mean(&self, x: &[f64], out: &mut [f64]) {
        let out = &mut out[..self.len()];
        let lower = out.iter_mut().zip(self.lower.iter());
        lower.for_each(|(out, row)| *out = product(row, x) / RELAXATION);
        let upper = out.iter_mut().rev().zip(self.upper.iter());
        upper.for_each(|(out, row)| *out += product(row, x) / RELAXATION);
    }

    fn solve_lower(&self, b: &[f64], x: &mut [f64]) {
        for (place, row) in (0..self.len()).zip(self.lower.iter()) {
            x[place] = b[place] + product(row, x);
        }
    }

    fn solve_upper(&self, b: &[f64], x: &mut [f64]) {
        for (place, row) in (0..self.len()).rev().zip(self.upper.iter()) {
            x[place] = b[place] + product(row, x);
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

// A player that takes any legal slide.

pub(in super::super) const RANDOM: Measure = Measure {
    name: "random_walk",
    formula: "the expected number of slides until a goal when each slide is chosen uniformly among \
              the legal ones",
    unit: "slides",
    source: "Aldous and Fill on hitting times, 2002",
    help: "whether a puzzle falls to mere trying",
    of: |subject, watch| {
        expected_slides(subject, watch, reversible, |graph, state| {
            [1.0 / super::super::float(graph.slides_of(state).len()); 2]
        })
    },
};

/// Each slide has a way back, so the walk goes from each state as often as it has slides.
fn reversible(graph: &StateGraph) -> Result<ConjugateGradients, Stop> {
    let slides = |state| super::super::float(graph.slides_of(state).len());
    let weights = memory::collect((graph.goals()..graph.len()).map(slides))?;
    Ok(ConjugateGradients::new(weights))
}

// A player that knows the way half of the time.

pub(in super::super) const NOISY: Measure = Measure {
    name: "noisy_walk",
    formula: "the expected number of slides until a goal when each slide is, with probability 1/2, \
              chosen uniformly among those that lead nearer, else among the legal ones",
    unit: "slides",
    source: "the noisy-optimal players of decision theory",
    help: "length and choice in one number, in moves",
    of: |subject, watch| {
        expected_slides(
            subject,
            watch,
            |_| Ok(Bicgstab::default()),
            |graph, state| {
                let all = 0.5 / super::super::float(graph.slides_of(state).len());
                let good = 0.5 / super::super::float(graph.good_slides(state).count());
                [all + good, all]
            },
        )
    },
};
