//! Clusters: all states that can be reached from one another, with their distances to the goal.
//!
//! Only two bits of a distance are kept (see `closed/table.rs`). They say which moves lead nearer;
//! the rest is counting along such moves.

use std::collections::HashMap;
use std::collections::hash_map::Entry;
use std::sync::{Arc, OnceLock};

use num_bigint::BigUint;

use crate::board::Board;
use crate::closed::{Mark, Table, hash};
use crate::expand::{Expand, OneByOne};
use crate::flood::{Flood, Keep};
use crate::lanes;
use crate::limits::{Stop, Watch};
use crate::moves::{Goal, Metric, Move, Traffic, for_each_neighbour};
use crate::space::Space;
use crate::state::{Key, State, with_words};
use crate::wide::{From, Wide};

/// The states of a cluster and their distances in one metric to one goal.
pub struct Cluster {
    board: Arc<Board>,
    start: State,
    metric: Metric,
    goal: Goal,
    histogram: Vec<u64>,
    hardest: Vec<State>,
    states: Box<dyn States>,
}

/// A cluster that a limit left unfinished.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Unfinished {
    /// The limit.
    pub stop: Stop,
    /// The states that were found before it.
    pub states: usize,
}

/// Find every state that can be reached from a state, and its distance to the nearest goal.
///
/// With keys of one word takes at most 12.5 bytes a state, 8 for each solved state, and 10 (20 where
/// a list has just grown) for each state of two levels.
///
/// # Errors
/// [`Unfinished`] where a limit comes first.
pub fn explore(
    board: &Arc<Board>,
    start: &State,
    metric: Metric,
    goal: Goal,
    watch: &mut Watch<'_>,
) -> Result<Cluster, Unfinished> {
    let space = Space::new(board, start, goal);
    let found = match lanes::explore(&space, metric, watch) {
        Some(Ok(listed)) => Found::nearest_first(&space, listed.keys, listed.histogram),
        Some(Err((stop, states))) => return Err(Unfinished { stop, states }),
        None => measure_all(&space, metric, watch)?,
    };
    let Found { histogram, hardest, states } = found;
    let (board, start) = (Arc::clone(board), start.clone());
    Ok(Cluster { board, start, metric, goal, histogram, hardest, states })
}

fn measure_all(
    space: &Space<'_>,
    metric: Metric,
    watch: &mut Watch<'_>,
) -> Result<Found, Unfinished> {
    let wide = |from| Wide::new(space, metric, from);
    if let (Some(wide), Some(leaving)) = (wide(From::Start), wide(From::Goals)) {
        return Ok(Measured::of(space, [wide, leaving], watch)?.found(space));
    }
    with_words!(space.words(), W => {
        let expand = [(); 2].map(|()| OneByOne::<W>::new(space, metric));
        Ok(Measured::of(space, expand, watch)?.found(space))
    })
}

/// What is found of a cluster, whichever way.
struct Found {
    histogram: Vec<u64>,
    hardest: Vec<State>,
    states: Box<dyn States>,
}

impl Found {
    fn nearest_first(space: &Space<'_>, keys: Vec<Key<1>>, histogram: Vec<u64>) -> Found {
        let count = histogram.last().map_or(0, |&count| usize::try_from(count).expect("in memory"));
        let hardest = sorted_states(space, keys[keys.len() - count..].to_vec());
        let states = Leveled { keys, histogram: histogram.clone(), table: OnceLock::new() };
        Found { histogram, hardest, states: Box::new(states) }
    }
}

fn sorted_states<const W: usize>(space: &Space<'_>, mut keys: Vec<Key<W>>) -> Vec<State> {
    keys.sort_unstable();
    keys.iter().map(|key| space.state(key)).collect()
}

/// What two runs of the loop find: every state, then every distance.
pub(crate) struct Measured<const W: usize> {
    pub(crate) table: Table<W>,
    pub(crate) histogram: Vec<u64>,
    pub(crate) last: Vec<Key<W>>,
}

impl<const W: usize> Measured<W> {
    /// The goals are left, for two levels, with successors from another expander.
    pub(crate) fn of(
        space: &Space<'_>,
        [expand, leaving]: [impl Expand<W>; 2],
        watch: &mut Watch<'_>,
    ) -> Result<Self, Unfinished> {
        let mut flood = Flood::new(expand);
        flood.begin(space.start(), Mark::PRESENT);
        let goals = all_goals(&mut flood, watch).map_err(|stop| unfinished(&flood, stop))?;
        flood.restart(goals);
        let (histogram, last) =
            measure(&mut flood, leaving, watch).map_err(|stop| unfinished(&flood, stop))?;
        Ok(Measured { table: flood.table, histogram, last })
    }

    fn found(self, space: &Space<'_>) -> Found {
        let hardest = sorted_states(space, self.last);
        Found { histogram: self.histogram, hardest, states: Box::new(self.table) }
    }
}

fn unfinished<E, const W: usize>(flood: &Flood<E, W>, stop: Stop) -> Unfinished {
    Unfinished { stop, states: flood.table.len() }
}

/// Run to the end of the cluster; the goal states on the way.
fn all_goals<E: Expand<W>, const W: usize>(
    flood: &mut Flood<E, W>,
    watch: &mut Watch<'_>,
) -> Result<Vec<Key<W>>, Stop> {
    let mut goals = Vec::new();
    while !flood.frontier.keys().is_empty() {
        flood.level(Keep::New, Mark::PRESENT, watch, |state, key| {
            if state.is_goal() {
                goals.push(*key);
            }
            None::<()>
        })?;
    }
    Ok(goals)
}

/// Run from the goals; the number of states of each level and the states of the last.
fn measure<E: Expand<W>, const W: usize>(
    flood: &mut Flood<E, W>,
    mut leaving: E,
    watch: &mut Watch<'_>,
) -> Result<(Vec<u64>, Vec<Key<W>>), Stop> {
    let mut histogram = Vec::new();
    for distance in 1.. {
        if flood.frontier.keys().is_empty() {
            break;
        }
        if distance == 1 || distance == 3 {
            std::mem::swap(&mut flood.expand, &mut leaving);
        }
        histogram.push(flood.frontier.keys().len() as u64);
        let mark = Mark::of_distance(distance);
        flood.level(Keep::Unmeasured, mark, watch, |_, _| None::<()>)?;
    }
    Ok((histogram, flood.previous.keys().to_vec()))
}

/// A closed set whose keys may have any number of words.
trait States: Send + Sync {
    fn len(&self) -> usize;
    fn bytes(&self) -> usize;
    fn mark(&self, space: &Space<'_>, state: &State) -> Option<Mark>;
    /// All states, in the order of their keys.
    fn list(&self, space: &Space<'_>) -> Vec<State>;
}

impl<const W: usize> States for Table<W> {
    fn len(&self) -> usize {
        self.len()
    }

    fn bytes(&self) -> usize {
        self.bytes()
    }

    fn mark(&self, space: &Space<'_>, state: &State) -> Option<Mark> {
        self.mark(&space.key(state)?)
    }

    fn list(&self, space: &Space<'_>) -> Vec<State> {
        sorted_states(space, self.keys().collect())
    }
}

/// The keys of a small cluster, nearest first; the table for single states is made when asked for.
struct Leveled {
    keys: Vec<Key<1>>,
    histogram: Vec<u64>,
    table: OnceLock<Table<1>>,
}

impl Leveled {
    fn table(&self) -> &Table<1> {
        self.table.get_or_init(|| {
            let mut table = Table::new();
            let mut keys = self.keys.iter();
            for (distance, &count) in (0..).zip(&self.histogram) {
                let mark = Mark::of_distance(distance);
                for key in keys.by_ref().take(usize::try_from(count).expect("in memory")) {
                    table.enter(key, hash(key), mark);
                }
            }
            for key in keys {
                table.enter(key, hash(key), Mark::PRESENT);
            }
            table
        })
    }
}

impl States for Leveled {
    fn len(&self) -> usize {
        self.keys.len()
    }

    fn bytes(&self) -> usize {
        let table = self.table.get().map_or(0, Table::bytes);
        self.keys.capacity() * size_of::<Key<1>>() + table
    }

    fn mark(&self, space: &Space<'_>, state: &State) -> Option<Mark> {
        self.table().mark(&space.key(state)?)
    }

    fn list(&self, space: &Space<'_>) -> Vec<State> {
        sorted_states(space, self.keys.clone())
    }
}

/// A solution that is optimal in the cluster's metric and, among those, best in the other.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Refined {
    /// The moves of the cluster's metric.
    pub moves: Vec<Move>,
    /// Their cost in the other metric.
    pub other_cost: u32,
}

impl Cluster {
    /// The metric of the distances.
    #[must_use]
    pub fn metric(&self) -> Metric {
        self.metric
    }

    /// The number of states.
    #[must_use]
    pub fn len(&self) -> usize {
        self.states.len()
    }

    /// Never: the start is always there.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.states.len() == 0
    }

    /// The bytes that the states take.
    #[must_use]
    pub fn bytes(&self) -> usize {
        self.states.bytes()
    }

    /// How many states are at distance 0, 1, 2, ...; empty where no state is solved.
    #[must_use]
    pub fn histogram(&self) -> &[u64] {
        &self.histogram
    }

    /// The states at the largest distance, in the order of their keys.
    #[must_use]
    pub fn hardest(&self) -> &[State] {
        &self.hardest
    }

    /// Whether a state belongs to the cluster.
    #[must_use]
    pub fn contains(&self, state: &State) -> bool {
        self.states.mark(&self.space(), state).is_some()
    }

    /// The distance of a state; `None` outside the cluster and where there is no solution.
    ///
    /// # Panics
    /// Never: a path has fewer moves than the cluster has states.
    #[must_use]
    pub fn distance(&self, state: &State) -> Option<u32> {
        self.path(state).map(|path| u32::try_from(path.len()).expect("fewer than its states"))
    }

    /// One optimal solution: the first best move in the defined order, again and again.
    #[must_use]
    pub fn path(&self, state: &State) -> Option<Vec<Move>> {
        let space = self.space();
        if self.histogram.is_empty() || self.states.mark(&space, state).is_none() {
            return None;
        }
        let (mut state, mut path) = (state.clone(), Vec::new());
        while let Some((step, next)) = self.nearer(&space, &state).into_iter().next() {
            path.push(step);
            state = next;
        }
        Some(path)
    }

    /// The moves that lead nearer to the goal, in the defined order; none at the goal.
    #[must_use]
    pub fn best_moves(&self, state: &State) -> Vec<Move> {
        self.nearer(&self.space(), state).into_iter().map(|(step, _)| step).collect()
    }

    /// The number of optimal solutions of a state; 0 where there is none.
    #[must_use]
    pub fn count_optimal(&self, state: &State) -> BigUint {
        if self.path(state).is_none() {
            return BigUint::ZERO;
        }
        let space = self.space();
        let mut level = HashMap::from([(state.clone(), BigUint::from(1_u8))]);
        loop {
            let mut next: HashMap<State, BigUint> = HashMap::new();
            for (state, ways) in &level {
                for (_, neighbour) in self.nearer(&space, state) {
                    *next.entry(neighbour).or_default() += ways;
                }
            }
            if next.is_empty() {
                return level.values().sum();
            }
            level = next;
        }
    }

    /// A solution with the least cost in the other metric among the optimal ones of this.
    ///
    /// Steps of one vehicle in one direction in a row are one slide.
    ///
    /// # Panics
    /// Never: the levels begin with the state itself.
    #[must_use]
    pub fn refined(&self, state: &State) -> Option<Refined> {
        self.path(state)?;
        let space = self.space();
        let mut levels =
            vec![HashMap::from([((state.clone(), None), Best { cost: 0, from: None })])];
        loop {
            let next = self.refine(&space, levels.last().expect("begun with one"));
            if next.is_empty() {
                return Some(read_back(&levels));
            }
            levels.push(next);
        }
    }

    /// The cheapest way in the other metric to each state of the next level.
    fn refine(&self, space: &Space<'_>, level: &Level) -> Level {
        let mut next = Level::new();
        let mut sorted: Vec<(&Place, &Best)> = level.iter().collect();
        sorted.sort_unstable_by(|one, two| place_order(one.0).cmp(&place_order(two.0)));
        for (place, best) in sorted {
            for (step, neighbour) in self.nearer(space, &place.0) {
                let last = (self.metric == Metric::Step).then_some(step);
                let cost = best.cost + self.other_cost(place.1, step);
                let way = Best { cost, from: Some((place.clone(), step)) };
                keep_cheaper(&mut next, (neighbour, last), way);
            }
        }
        next
    }

    /// What a move costs in the other metric after the last one.
    fn other_cost(&self, last: Option<Move>, step: Move) -> u32 {
        match self.metric {
            Metric::Slide => u32::from(step.cells.unsigned_abs()),
            Metric::Step => u32::from(last != Some(step)),
        }
    }

    /// Every state with its distance (`None` without solution), nearest first, then by key.
    #[must_use]
    pub fn distances(&self) -> Vec<(State, Option<u32>)> {
        let space = self.space();
        let states = self.states.list(&space);
        if self.histogram.is_empty() {
            return states.into_iter().map(|state| (state, None)).collect();
        }
        let mut known: HashMap<State, u32> = HashMap::with_capacity(states.len());
        for state in &states {
            self.measure_along(&space, state, &mut known);
        }
        let mut measured: Vec<_> = states.into_iter().map(|state| (known[&state], state)).collect();
        measured.sort_by_key(|(distance, _)| *distance);
        measured.into_iter().map(|(distance, state)| (state, Some(distance))).collect()
    }

    /// The neighbours of every state in compressed rows: where each row starts, and its neighbours.
    ///
    /// Rows are numbered in the order of [`Cluster::distances`].
    ///
    /// # Panics
    /// With more than 2^31 states.
    #[must_use]
    pub fn graph(&self) -> (Vec<i64>, Vec<i32>) {
        let (space, states) = (self.space(), self.distances());
        let number = |row: usize| i32::try_from(row).expect("at most 2^31 states");
        let rows: HashMap<&State, i32> =
            states.iter().enumerate().map(|(row, (state, _))| (state, number(row))).collect();
        let (mut starts, mut neighbours) = (vec![0], Vec::new());
        for (state, _) in &states {
            for_each_neighbour(&space, state, self.metric, |_, next| neighbours.push(rows[&next]));
            starts.push(i64::try_from(neighbours.len()).expect("fits the memory"));
        }
        (starts, neighbours)
    }

    /// Walk nearer until a state whose distance is known, and note the distances on the way.
    fn measure_along(&self, space: &Space<'_>, state: &State, known: &mut HashMap<State, u32>) {
        let (mut walk, mut here) = (Vec::new(), state.clone());
        let mut distance = loop {
            if let Some(&distance) = known.get(&here) {
                break distance;
            }
            let next = self.nearer(space, &here).into_iter().next();
            let Some((_, next)) = next else {
                known.insert(here, 0);
                break 0;
            };
            walk.push(std::mem::replace(&mut here, next));
        };
        for state in walk.into_iter().rev() {
            distance += 1;
            known.insert(state, distance);
        }
    }

    /// The neighbours that are nearer to the goal, with the moves to them.
    fn nearer(&self, space: &Space<'_>, state: &State) -> Vec<(Move, State)> {
        let mut nearer = Vec::new();
        let Some(mark) = self.states.mark(space, state) else { return nearer };
        if Traffic::of(space, state).is_goal() {
            return nearer;
        }
        for_each_neighbour(space, state, self.metric, |step, neighbour| {
            if self.states.mark(space, &neighbour).and_then(Mark::next) == Some(mark) {
                nearer.push((step, neighbour));
            }
        });
        nearer
    }

    fn space(&self) -> Space<'_> {
        Space::new(&self.board, &self.start, self.goal)
    }
}

/// A state and, where it matters, the last move.
type Place = (State, Option<Move>);
type Level = HashMap<Place, Best>;

#[derive(Clone, Debug)]
struct Best {
    cost: u32,
    from: Option<(Place, Move)>,
}

fn keep_cheaper(level: &mut Level, place: Place, way: Best) {
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

/// An order of places that is the same in every run.
fn place_order(place: &Place) -> (&[i8], Option<(u8, i8)>) {
    (place.0.offsets(), place.1.map(|step| (step.vehicle, step.cells)))
}

fn read_back(levels: &[Level]) -> Refined {
    let last = levels.last().expect("begun with one");
    let ends = last.iter().min_by_key(|(place, best)| (best.cost, place_order(place)));
    let (mut place, best) = ends.expect("no level is empty");
    let (other_cost, mut moves) = (best.cost, Vec::new());
    for level in levels.iter().rev() {
        let Some((from, step)) = &level[place].from else { break };
        moves.push(*step);
        place = from;
    }
    moves.reverse();
    Refined { moves, other_cost }
}
