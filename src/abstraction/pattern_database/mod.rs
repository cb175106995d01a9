//! Pattern databases: tables of the exact distances of a projection (`abstraction/projection/`).
//!
//! ```text
//!     . . B C . D     The database of the pattern A, B, C holds the distance from every abstract
//!     A A B C . D >   state. The one of A, C, D may be added if each vehicle's moves cost in only
//!     . . . E E E     one of them: in the second, A and C move for free. What E, F and G must do
//!     . F F G G .     at least follows from the static ranges and is added as well.
//! ```
//!
//! Every move of a vehicle costs at most one unit in one database or one term. The sum therefore
//! decreases by no more than the cost of a move and is 0 at the goal: it is admissible and
//! consistent in both metrics.
//!
//! Culberson and Schaeffer, "Pattern databases", 1998; additive ones after Felner, Korf and Hanan,
//! 2004; the choice of vehicles by plans that fail after Edelkamp, 2006.

mod choose;
#[cfg(test)]
mod tests;

use std::hash::BuildHasherDefault;

use indexmap::IndexMap;
use rustc_hash::FxHasher;

use crate::abstraction::projection::{AbstractPosition, NO_ABSTRACT_MOVE, PatternVar, Projection};
use crate::board::VehicleId;
use crate::outcome::{Stop, Watch, memory};
use crate::state::Key;

pub(crate) use choose::{ChoiceLimits, choose};

// The table of a pattern database: the distance of every reachable abstract state.

/// Distances by the key of an abstract state.
type DistanceMap = IndexMap<u64, u16, BuildHasherDefault<FxHasher>>;

/// The distance is not known yet, or no path leads to the goal.
const NEVER: u16 = u16::MAX;

/// The distances of a projection, in which only the moves of some variables cost.
#[derive(Clone, Debug)]
pub struct PatternDatabase {
    places: Vec<TableVariable>,
    paid: Vec<bool>,
    distances: DistanceMap,
}

/// A vehicle of the pattern, the least coordinate of its interval, and the lowest bit of its place
/// in a key.
#[derive(Clone, Copy, Debug)]
struct TableVariable {
    vehicle: usize,
    low: u8,
    shift: u32,
}

impl PatternDatabase {
    /// The database of a projection; `None` if it has more than `most` states. `paid` tells for
    /// each variable of the pattern whether its moves cost.
    ///
    /// It takes some 40 bytes a state, and 8 more for each move while it is built.
    ///
    /// # Errors
    /// The limit that comes first.
    pub(crate) fn build(
        projection: &Projection<'_>,
        paid: Vec<bool>,
        most: usize,
        watch: &mut Watch<'_>,
    ) -> Result<Option<PatternDatabase>, Stop> {
        if projection.words() > 1 {
            return Ok(None);
        }
        let Some(graph) = AbstractGraph::explore(projection, &paid, most, watch)? else {
            return Ok(None);
        };
        let distances = graph.measure(watch)?;
        let places =
            projection.places().map(|(vehicle, low, shift)| TableVariable { vehicle, low, shift });
        Ok(Some(PatternDatabase { places: places.collect(), paid, distances }))
    }

    /// The indices on the board of the vehicles of the pattern.
    pub fn vehicles(&self) -> impl Iterator<Item = usize> {
        self.places.iter().map(|place| place.vehicle)
    }

    /// The vehicle of a variable.
    fn vehicle(&self, var: PatternVar) -> VehicleId {
        VehicleId::new(self.places[var.index()].vehicle)
    }

    /// For each variable of the pattern whether its moves cost.
    #[must_use]
    pub fn paid(&self) -> &[bool] {
        &self.paid
    }

    /// The number of states.
    #[must_use]
    pub fn len(&self) -> usize {
        self.distances.len()
    }

    /// False: the start is always there.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.distances.is_empty()
    }

    /// The bytes of the table.
    #[must_use]
    pub fn bytes(&self) -> usize {
        self.distances.capacity() * ENTRY
    }

    /// Whether some state is solved, so that a solution can exist.
    pub(crate) fn is_possible(&self) -> bool {
        self.distances[0] != NEVER
    }

    /// The distance of a position with the vehicles of the board at these coordinates.
    pub(crate) fn distance(&self, coordinates: &[u8]) -> u32 {
        self.distances[&self.key(coordinates).0[0]].into()
    }

    /// The distance of an abstract state.
    fn distance_of(&self, key: Key<1>) -> u32 {
        self.distances[&key.0[0]].into()
    }

    /// The abstract state of the vehicles of the board at these coordinates.
    fn key(&self, coordinates: &[u8]) -> Key<1> {
        let digit = |place: &TableVariable| {
            u64::from(coordinates[place.vehicle] - place.low) << place.shift
        };
        Key([self.places.iter().map(digit).sum()])
    }
}

/// The bytes of an entry.
const ENTRY: usize = size_of::<(usize, u64, u16)>() + 2 * size_of::<u32>();

/// More than the successors of any abstract state: 9 vehicles with 63 places each.
const SPARE: usize = 568;

/// States that are expanded between two checks of the limits.
const BATCH: u32 = 16;

/// The abstract state space as a graph with numbered states.
#[derive(Default)]
struct AbstractGraph {
    states: DistanceMap,
    /// The neighbours of all states, each with whether the move to it costs.
    neighbours: Vec<(u32, bool)>,
    /// Where the neighbours of each state end.
    ends: Vec<usize>,
    solved: Vec<u32>,
}

impl AbstractGraph {
    /// Find all states; `None` if there are more than `most`.
    fn explore(
        projection: &Projection<'_>,
        paid: &[bool],
        most: usize,
        watch: &mut Watch<'_>,
    ) -> Result<Option<AbstractGraph>, Stop> {
        let mut graph = AbstractGraph::default();
        let mut position = AbstractPosition::<1>::new(projection);
        graph.states.insert(projection.start::<1>().0[0], NEVER);
        for number in 0.. {
            let Some((&key, _)) = graph.states.get_index(number as usize) else { break };
            if number % BATCH == 0 {
                watch.check(graph.states.len(), graph.bytes())?;
            }
            memory::reserve_entries(&mut graph.states, SPARE)?;
            memory::reserve(&mut graph.neighbours, SPARE)?;
            position.load(&Key([key]));
            if position.is_goal() {
                memory::push(&mut graph.solved, number)?;
            }
            position.successors(NO_ABSTRACT_MOVE, |step, next| {
                let state = graph.states.entry(next.0[0]);
                let number = u32::try_from(state.index()).expect("far fewer");
                graph.neighbours.push((number, paid[step.vehicle.index()]));
                state.or_insert(NEVER);
            });
            let end = graph.neighbours.len();
            memory::push(&mut graph.ends, end)?;
            if graph.states.len() > most {
                return Ok(None);
            }
        }
        Ok(Some(graph))
    }

    /// The bytes of the graph, including those of lists while they grow.
    fn bytes(&self) -> usize {
        let room = self.states.capacity();
        let copies = if room - self.states.len() < SPARE { 3 } else { 1 };
        let lists = memory::growing(&self.ends, 1) + memory::growing(&self.solved, 1);
        copies * room * ENTRY + memory::growing(&self.neighbours, SPARE) + lists
    }

    /// Measure distances from the solved states: free moves first, then those that cost.
    fn measure(mut self, watch: &mut Watch<'_>) -> Result<DistanceMap, Stop> {
        let mut level = std::mem::take(&mut self.solved);
        let mut next = Vec::new();
        for distance in 0..NEVER {
            let lists = memory::growing(&level, 1) + memory::growing(&next, 1);
            watch.check(self.states.len(), self.bytes() + lists)?;
            while let Some(number) = level.pop() {
                let known = &mut self.states[number as usize];
                if *known == NEVER {
                    *known = distance;
                    for &(neighbour, costs) in self.neighbours_of(number) {
                        let list = if costs { &mut next } else { &mut level };
                        memory::push(list, neighbour)?;
                    }
                }
            }
            std::mem::swap(&mut level, &mut next);
            if level.is_empty() {
                break;
            }
        }
        memory::look(self.states.len() * ENTRY)?;
        self.states.shrink_to_fit();
        Ok(self.states)
    }

    fn neighbours_of(&self, number: u32) -> &[(u32, bool)] {
        let number = number as usize;
        let begin = number.checked_sub(1).map_or(0, |before| self.ends[before]);
        &self.neighbours[begin..self.ends[number]]
    }
}
