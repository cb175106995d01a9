//! Shortest paths from one state of a cluster to another, wherever the goals are.

use std::collections::HashMap;
use std::collections::hash_map::Entry;
use std::sync::Arc;

use super::{Cluster, SPARE, Unfinished, watch_levels};
use crate::bfs::closed::DistanceMod3;
use crate::bfs::general::{BreadthFirst, Pass, path_to};
use crate::board::{Metric, Move, VehicleId};
use crate::outcome::{Stop, Watch, memory};
use crate::state::{State, StateSpace, VehicleByVehicle, with_words};

impl Cluster {
    /// A shortest sequence of moves from one state to another; `None` if there is none.
    ///
    /// # Errors
    /// The limit that comes first.
    pub fn walk(
        &self,
        from: &State,
        to: &State,
        watch: &mut Watch<'_>,
    ) -> Result<Option<Vec<Move>>, Stop> {
        let from = self.puzzle.at(from.clone());
        let space = StateSpace::new(&from, self.goal);
        with_words!(space.words(), W => self.walk_by::<W>(&space, to, watch))
    }

    fn walk_by<const W: usize>(
        &self,
        space: &StateSpace<'_>,
        to: &State,
        watch: &mut Watch<'_>,
    ) -> Result<Option<Vec<Move>>, Stop> {
        let Some(wanted) = space.key::<W>(to) else { return Ok(None) };
        let mut search = BreadthFirst::new(VehicleByVehicle::new(space, self.metric));
        search.begin(space.start(), DistanceMod3::of_distance(0));
        let mut depth = 0;
        while !search.frontier.is_empty() {
            let distance = DistanceMod3::of_distance(depth + 1);
            let seen = |_: &_, key: &_| (*key == wanted).then_some(());
            if search.expand_level(Pass::Explore, distance, watch, seen)?.is_some() {
                return Ok(Some(path_to(space, self.metric, &search.closed, (wanted, depth))));
            }
            depth += 1;
        }
        Ok(None)
    }
}

// A state of a cluster that is followed move by move, with its distance to the goal.

/// A state and its distance. A move adds to one word of the key, and takes one lookup.
pub(crate) struct Follower {
    cluster: Arc<Cluster>,
    /// The word of the key that a vehicle changes, and by how much for each cell.
    digits: Box<[(usize, u64)]>,
    key: Box<[u64]>,
    distance: u32,
}

impl Follower {
    /// Follow from a state; `None` if no solution is known for it.
    pub(crate) fn new(cluster: Arc<Cluster>, state: &State) -> Option<Follower> {
        let distance = cluster.distance(state)?;
        let (digits, key) = {
            let space = cluster.space();
            let vehicles = 0..space.vehicles().len();
            (vehicles.map(|vehicle| space.digit(vehicle)).collect(), space.key_words(state))
        };
        Some(Follower { cluster, digits, key, distance })
    }

    /// The distance of the state to the goal.
    pub(crate) fn distance(&self) -> u32 {
        self.distance
    }

    /// Make a legal move of a vehicle, by its index on the board. The distances of neighbours differ
    /// by at most 1, so the distance modulo 3 tells which it is.
    pub(crate) fn shift(&mut self, vehicle: usize, cells: i8) {
        let (word, unit) = self.digits[vehicle];
        let by = unit.cast_signed() * i64::from(cells);
        self.key[word] = self.key[word].wrapping_add_signed(by);
        let found = self.cluster.states.distance_at(&self.key).expect("a state of the cluster");
        self.distance = (self.distance.saturating_sub(1)..=self.distance + 1)
            .find(|&distance| DistanceMod3::of_distance(distance) == found)
            .expect("beside the state before");
    }
}

// Solutions that are optimal in one metric and, among those, cheapest in the other.

/// A solution that is optimal in the cluster's metric and, among those, cheapest in the other.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Lexicographic {
    /// The moves, in the cluster's metric.
    pub moves: Vec<Move>,
    /// The cost in the other metric.
    pub other_cost: u32,
}

impl Cluster {
    /// A solution with the least cost in the other metric among the optimal ones; `None` for a
    /// state outside the cluster or without a solution.
    ///
    /// Consecutive steps of one vehicle in one direction are one slide.
    ///
    /// # Errors
    /// The limit of `watch` that came first. The states are those on optimal paths.
    ///
    /// # Panics
    /// Never: the levels begin with the state itself.
    pub fn lexicographic_optimum(
        &self,
        state: &State,
        watch: &mut Watch<'_>,
    ) -> Result<Option<Lexicographic>, Unfinished> {
        self.prepare().map_err(|stop| Unfinished { stop, states: 0 })?;
        if self.path(state).is_none() {
            return Ok(None);
        }
        let start = Best { cost: 0, from: None };
        let mut levels = vec![HashMap::from([((state.clone(), None), start)])];
        loop {
            match self.add_level(&mut levels, watch) {
                Ok(true) => {}
                Ok(false) => return Ok(Some(read_back(&levels))),
                Err(stop) => return Err(Unfinished { stop, states: count(&levels) }),
            }
        }
    }

    /// Add the next level, each of its states with the cheapest path in the other metric; whether
    /// it has any.
    fn add_level(&self, levels: &mut Vec<BestPaths>, watch: &mut Watch<'_>) -> Result<bool, Stop> {
        let (space, mut next) = (self.space(), BestPaths::new());
        let known = count(levels);
        let room: usize = levels.iter().map(|level| memory::growing_map(level, 0)).sum();
        let level = levels.last().expect("begun with one");
        let mut sorted: Vec<(&StateAndMove, &Best)> = memory::collect(level.iter())?;
        sorted.sort_unstable_by(|one, two| order(one.0).cmp(&order(two.0)));
        for (place, best) in sorted {
            let states = known + next.len();
            let bytes = room + memory::growing_map(&next, SPARE) + states * 2 * self.boxed();
            watch_levels(watch, states, bytes + level.len() * size_of::<(&StateAndMove, &Best)>())?;
            for (step, neighbour) in self.nearer(&space, &place.0) {
                memory::reserve_key(&mut next)?;
                let last = (self.metric == Metric::Step).then_some(step);
                let cost = best.cost + self.other_cost(place.1, step);
                let way = Best { cost, from: Some((place.clone(), step)) };
                keep_cheaper(&mut next, (neighbour, last), way);
            }
        }
        let is_more = !next.is_empty();
        levels.extend(is_more.then_some(next));
        Ok(is_more)
    }

    /// The cost of a move in the other metric, after the last one.
    fn other_cost(&self, last: Option<Move>, step: Move) -> u32 {
        match self.metric {
            Metric::Slide => u32::from(step.cells.unsigned_abs()),
            Metric::Step => u32::from(last != Some(step)),
        }
    }
}

/// The number of states of all levels.
fn count(levels: &[BestPaths]) -> usize {
    levels.iter().map(BestPaths::len).sum()
}

/// A state and, in the step metric, the last move.
type StateAndMove = (State, Option<Move>);
type BestPaths = HashMap<StateAndMove, Best>;

#[derive(Clone, Debug)]
struct Best {
    cost: u32,
    from: Option<(StateAndMove, Move)>,
}

fn keep_cheaper(level: &mut BestPaths, place: StateAndMove, way: Best) {
    match level.entry(place) {
        Entry::Vacant(entry) => {
            entry.insert(way);
        }
        Entry::Occupied(mut entry) if way.cost < entry.get().cost => {
            entry.insert(way);
        }
        Entry::Occupied(_) => {}
    }
}

/// An order of states and moves that is the same in every run.
fn order(place: &StateAndMove) -> (&[i8], Option<(VehicleId, i8)>) {
    (place.0.offsets(), place.1.map(|step| (step.vehicle, step.cells)))
}

fn read_back(levels: &[BestPaths]) -> Lexicographic {
    let last = levels.last().expect("begun with one");
    let ends = last.iter().min_by_key(|(place, best)| (best.cost, order(place)));
    let (mut place, best) = ends.expect("no level is empty");
    let (other_cost, mut moves) = (best.cost, Vec::new());
    for level in levels.iter().rev() {
        let Some((from, step)) = &level[place].from else { break };
        moves.push(*step);
        place = from;
    }
    moves.reverse();
    Lexicographic { moves, other_cost }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Goal;
    use crate::outcome::Limits;
    use crate::state::Puzzle;

    #[test]
    fn a_caller_who_changes_his_mind_ends_what_looks_at_many_states() {
        let puzzle: Puzzle = "BBoKMxDDDKMoIAALooIoJLEEooJFFNoGGoxN".parse().expect("a board");
        let (mut never, mut at_once) = (|_| false, |_| true);
        let watch = &mut Watch::new(Limits::default(), &mut never);
        let cluster = crate::cluster::explore(&puzzle, Metric::Slide, Goal::Edge, watch);
        let cluster = cluster.expect("no limit");
        let watch = &mut Watch::new(Limits::default(), &mut at_once);
        let stop = |unfinished: Unfinished| unfinished.stop;
        assert_eq!(
            cluster.lexicographic_optimum(puzzle.state(), watch).map_err(stop),
            Err(Stop::Interrupted)
        );
        assert_eq!(
            cluster.count_optimal(puzzle.state(), watch).map_err(stop),
            Err(Stop::Interrupted)
        );
    }
}
