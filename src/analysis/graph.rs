//! The graph of a cluster: every state, every slide, every distance, what a person sees of a state, and the
//! paths of all optimal solutions.

use crate::board::{Axis, Board, Move, Vehicle};
use crate::cluster::{Cluster, Graph};
use crate::outcome::{Stop, Watch, memory};
use crate::state::Puzzle;

/// The slides between the states of a cluster. States are numbered nearest to the goal first, and the
/// slides of a state are consecutive, vehicle by vehicle.
pub(super) struct StateGraph {
    pub(super) start: usize,
    /// Slides to the nearest goal, by state; empty where no state is solved.
    pub(super) distances: Vec<u32>,
    pub(super) histogram: Vec<u64>,
    pub(super) moves: Vec<Move>,
    /// The offsets of all vehicles, state by state.
    offsets: Vec<i8>,
    vehicles: usize,
    /// The vehicles between the target and its exit, by state.
    pub(super) blockers: Vec<u8>,
    /// The vehicles of the dependency graph, by state.
    pub(super) dependencies: Vec<VehicleSet>,
    graph: Graph,
}

impl StateGraph {
    pub(super) fn new(
        cluster: &Cluster,
        puzzle: &Puzzle,
        watch: &mut Watch<'_>,
    ) -> Result<StateGraph, Stop> {
        let start = puzzle.state();
        let (offsets, (graph, moves)) = (cluster.offsets(watch)?, cluster.graph_with_moves(watch)?);
        let rows = offsets.chunks_exact(start.offsets().len());
        let at = rows.clone().position(|row| row == start.offsets());
        let mut this = StateGraph {
            start: at.expect("the start is in its cluster"),
            distances: distances(cluster.histogram())?,
            histogram: cluster.histogram().to_vec(),
            moves,
            blockers: memory::list(cluster.len())?,
            dependencies: memory::list(cluster.len())?,
            vehicles: start.offsets().len(),
            offsets,
            graph,
        };
        let mut occupancy = Occupancy::new(puzzle.board());
        for state in 0..this.len() {
            watch.check(this.len(), this.bytes())?;
            let sight = occupancy.look(this.offsets(state));
            this.blockers.push(sight.blockers);
            this.dependencies.push(sight.dependencies);
        }
        Ok(this)
    }

    /// The bytes that the graph takes.
    pub(super) fn bytes(&self) -> usize {
        let state = size_of::<(i64, u32, VehicleSet)>() + 1;
        let slide = size_of::<(i32, Move)>();
        self.len() * state + self.graph.neighbours.len() * slide + self.offsets.len()
    }

    /// The number of states.
    pub(super) fn len(&self) -> usize {
        self.graph.starts.len() - 1
    }

    /// The offsets of the vehicles in a state.
    pub(super) fn offsets(&self, state: usize) -> &[i8] {
        &self.offsets[state * self.vehicles..(state + 1) * self.vehicles]
    }

    /// The number of solved states, which come first.
    pub(super) fn goals(&self) -> usize {
        number(self.histogram.first().map_or(0, |&count| count.cast_signed()))
    }

    /// The distance of the start; `None` where there is no solution.
    pub(super) fn slides(&self) -> Option<u32> {
        self.distances.get(self.start).copied()
    }

    /// The slides of a state, by number.
    pub(super) fn slides_of(&self, state: usize) -> std::ops::Range<usize> {
        number(self.graph.starts[state])..number(self.graph.starts[state + 1])
    }

    /// The states that the slides of a state lead to.
    pub(super) fn ends(&self, state: usize) -> &[i32] {
        &self.graph.neighbours[self.slides_of(state)]
    }

    /// The state that a slide leads to.
    pub(super) fn end(&self, slide: usize) -> usize {
        number(self.graph.neighbours[slide].into())
    }

    /// The slides of a state that lead nearer to the goal.
    pub(super) fn good_slides(&self, state: usize) -> impl Iterator<Item = usize> {
        let nearer = self.distances[state].wrapping_sub(1);
        self.slides_of(state).filter(move |&slide| self.distances[self.end(slide)] == nearer)
    }
}

/// The distance of every state, from the number of states at each distance.
fn distances(histogram: &[u64]) -> Result<Vec<u32>, Stop> {
    let mut distances = memory::list(number(histogram.iter().sum::<u64>().cast_signed()))?;
    for (distance, &count) in (0..).zip(histogram) {
        distances.resize(distances.len() + number(count.cast_signed()), distance);
    }
    Ok(distances)
}

fn number(number: i64) -> usize {
    usize::try_from(number).expect("in memory")
}

// The dependency graph: which vehicles must move so that others can.
//
// ```text
//     . . C C .      B blocks the target A. To free the cell of A's row, B goes one cell up, onto a
//     . . B . .      cell of C, or two cells down, where one is off the board. So B needs C, and C
//     A A B . .      in turn must free the cell that B needs.
//     . . . . .
// ```

/// A set of vehicles, by index: there are at most 128.
pub(super) type VehicleSet = u128;

/// A vehicle and a cell that it must free, as a place of its own line.
type Demand = (usize, i8);

/// What a person sees of a state.
#[derive(Clone, Copy, Debug)]
pub(super) struct Sight {
    /// The number of vehicles between the target and its exit.
    pub(super) blockers: u8,
    /// The vehicles that the target depends on.
    pub(super) dependencies: VehicleSet,
}

const EMPTY: u8 = u8::MAX;
const WALL: u8 = u8::MAX - 1;

/// Which vehicle stands on which cell of a board.
pub(super) struct Occupancy<'a> {
    board: &'a Board,
    lanes: Vec<Lane>,
    walls: Vec<u8>,
    cells: Vec<u8>,
    offsets: Vec<i8>,
    demands: Vec<Demand>,
    /// The places that each vehicle must free, as bits.
    demanded: Vec<u32>,
}

/// The line of a vehicle: place p of it is cell `first + p * stride` of the board.
#[derive(Clone, Copy)]
struct Lane {
    axis: Axis,
    line: i8,
    length: i8,
    places: i8,
    first: usize,
    stride: usize,
}

impl Lane {
    fn of(board: &Board, vehicle: &Vehicle) -> Lane {
        let (line, cols) = (usize::from(vehicle.line), usize::from(board.cols()));
        let (first, stride) = match vehicle.axis {
            Axis::Horizontal => (line * cols, 1),
            Axis::Vertical => (line, cols),
        };
        Lane {
            axis: vehicle.axis,
            line: vehicle.line.cast_signed(),
            length: vehicle.length.cast_signed(),
            places: board.side(vehicle.axis).cast_signed(),
            first,
            stride,
        }
    }

    /// The cell at a place; `None` off the board.
    fn cell(&self, place: i8) -> Option<usize> {
        let place = usize::try_from(place).ok().filter(|_| place < self.places)?;
        Some(self.first + place * self.stride)
    }
}

impl<'a> Occupancy<'a> {
    pub(super) fn new(board: &'a Board) -> Occupancy<'a> {
        let mut walls = vec![EMPTY; usize::from(board.rows()) * usize::from(board.cols())];
        for wall in board.walls() {
            let at = wall.row * i64::from(board.cols()) + wall.col;
            walls[usize::try_from(at).expect("on the board")] = WALL;
        }
        let lanes: Vec<Lane> =
            board.vehicles().iter().map(|vehicle| Lane::of(board, vehicle)).collect();
        Occupancy {
            board,
            cells: walls.clone(),
            walls,
            offsets: Vec::new(),
            demands: Vec::new(),
            demanded: vec![0; lanes.len()],
            lanes,
        }
    }

    /// The dependencies in the state in which the vehicles have these offsets.
    ///
    /// The vehicles between the target and its exit must free their cell. A vehicle that must free a
    /// cell can do so in two directions, by the shortest move that stays on the board and goes through
    /// no wall; the vehicles on the cells that such a move enters must free these. Each demand is
    /// followed once.
    pub(super) fn look(&mut self, offsets: &[i8]) -> Sight {
        self.place(offsets);
        self.demands.clear();
        self.demanded.fill(0);
        self.demand_road();
        let blockers = self.demands.iter().fold(0, |set: VehicleSet, &(one, _)| set | 1 << one);
        let (mut next, mut dependencies) = (0, 0);
        while let Some(&(vehicle, cell)) = self.demands.get(next) {
            dependencies |= 1 << vehicle;
            let (first, length) = (self.offsets[vehicle], self.lanes[vehicle].length);
            self.follow(vehicle, first + length, cell + 1 - first);
            let back = first + length - cell;
            self.follow(vehicle, first - back, back);
            next += 1;
        }
        Sight { blockers: blockers.count_ones().to_le_bytes()[0], dependencies }
    }

    fn place(&mut self, offsets: &[i8]) {
        self.cells.copy_from_slice(&self.walls);
        self.offsets.clear();
        self.offsets.extend(offsets);
        for (vehicle, (lane, &first)) in self.lanes.iter().zip(offsets).enumerate() {
            for at in (first..first + lane.length).filter_map(|place| lane.cell(place)) {
                self.cells[at] = vehicle.to_le_bytes()[0];
            }
        }
    }

    /// Add the demands of the target on the vehicles between it and its exit.
    fn demand_road(&mut self) {
        let target = self.board.target();
        let first = self.offsets[target];
        let road = if self.board.exit().side.is_forward() {
            first + self.lanes[target].length..self.lanes[target].places
        } else {
            0..first
        };
        self.demand(target, road);
    }

    /// Add the demands of a move that enters `cells` cells from place `from` on, if it is possible.
    fn follow(&mut self, vehicle: usize, from: i8, cells: i8) {
        let (entered, lane) = (from..from + cells, &self.lanes[vehicle]);
        let is_open = |place| lane.cell(place).is_some_and(|at| self.cells[at] != WALL);
        if entered.clone().all(is_open) {
            self.demand(vehicle, entered);
        }
    }

    /// Add the demands of a vehicle on the vehicles that stand on these places of its line.
    fn demand(&mut self, vehicle: usize, places: std::ops::Range<i8>) {
        let own = self.lanes[vehicle];
        for place in places {
            let Some(at) = own.cell(place) else { continue };
            let other = usize::from(self.cells[at]);
            let Some(blocker) = self.lanes.get(other) else { continue };
            let cell = if blocker.axis == own.axis { place } else { own.line };
            let (demanded, bit) = (&mut self.demanded[other], 1 << cell);
            if other != vehicle && *demanded & bit == 0 {
                *demanded |= bit;
                self.demands.push((other, cell));
            }
        }
    }
}

// The states and slides of all optimal solutions.

/// The states on optimal solutions, farthest from the goal first, each once.
pub(super) struct OptimalPaths {
    /// The states, from the start to the solved ones.
    pub(super) states: Vec<usize>,
    /// Where the states of each distance begin in `states`, and at last where they end.
    pub(super) levels: Vec<usize>,
}

impl OptimalPaths {
    /// The optimal solutions from a state; `None` where there is no solution.
    pub(super) fn new(
        graph: &StateGraph,
        start: usize,
        watch: &mut Watch<'_>,
    ) -> Result<Option<Self>, Stop> {
        if graph.distances.is_empty() {
            return Ok(None);
        }
        let mut paths = OptimalPaths { states: vec![start], levels: vec![0] };
        let mut level = 0..1;
        while !level.is_empty() {
            let mut next = Vec::new();
            for &state in &paths.states[level.clone()] {
                watch
                    .check(graph.len(), graph.bytes() + paths.states.len() * size_of::<usize>())?;
                memory::reserve(&mut next, graph.slides_of(state).len())?;
                next.extend(graph.good_slides(state).map(|slide| graph.end(slide)));
            }
            next.sort_unstable();
            next.dedup();
            level = level.end..level.end + next.len();
            paths.levels.push(level.start);
            memory::reserve(&mut paths.states, next.len())?;
            paths.states.append(&mut next);
        }
        Ok(Some(paths))
    }

    /// The vehicles that move in some optimal solution.
    pub(super) fn moved(
        &self,
        graph: &StateGraph,
        watch: &mut Watch<'_>,
    ) -> Result<VehicleSet, Stop> {
        let mut moved = 0;
        for &state in self.states.iter().filter(|&&state| graph.distances[state] > 0) {
            watch.check(graph.len(), graph.bytes())?;
            let slides = graph.good_slides(state);
            moved =
                slides.fold(moved, |moved, slide| moved | 1 << graph.moves[slide].vehicle.index());
        }
        Ok(moved)
    }

    /// The states of each distance, farthest first.
    pub(super) fn by_distance(&self) -> impl DoubleEndedIterator<Item = &[usize]> {
        self.levels.windows(2).map(|ends| &self.states[ends[0]..ends[1]])
    }

    /// The least total cost of a path from the start, where a slide of a state costs `cost(state,
    /// slide)`.
    pub(super) fn least(
        &self,
        graph: &StateGraph,
        watch: &mut Watch<'_>,
        cost: &dyn Fn(usize, usize) -> u32,
    ) -> Result<u32, Stop> {
        self.fold(graph, watch, |state, after| {
            let ways = graph.good_slides(state).map(|at| cost(state, at) + after(graph.end(at)));
            ways.min().unwrap_or(0)
        })
    }

    /// The fewest slides of each vehicle on a path from the start.
    pub(super) fn least_moves(
        &self,
        graph: &StateGraph,
        watch: &mut Watch<'_>,
    ) -> Result<Vec<u16>, Stop> {
        let (vehicles, start) = (graph.vehicles, self.states[0]);
        let mut least: Vec<u16> = memory::list((start + 1) * vehicles)?;
        least.resize((start + 1) * vehicles, 0);
        for &state in self.states.iter().rev().filter(|&&state| graph.distances[state] > 0) {
            watch.check(graph.len(), graph.bytes() + least.len() * size_of::<u16>())?;
            // Nearer states have lesser numbers.
            let (nearer, own) = least.split_at_mut(state * vehicles);
            own[..vehicles].fill(u16::MAX);
            for slide in graph.good_slides(state) {
                let after = &nearer[graph.end(slide) * vehicles..][..vehicles];
                let moved = graph.moves[slide].vehicle.index();
                for (vehicle, &moves) in after.iter().enumerate() {
                    own[vehicle] =
                        own[vehicle].min(moves.saturating_add((vehicle == moved).into()));
                }
            }
        }
        Ok(least.split_off(start * vehicles))
    }

    /// A value of the start that follows from those of its successors on optimal paths: `value(state,
    /// after)` is called nearest first, and `after` gives the values of nearer states.
    pub(super) fn fold<T: Clone + Default>(
        &self,
        graph: &StateGraph,
        watch: &mut Watch<'_>,
        value: impl Fn(usize, &dyn Fn(usize) -> T) -> T,
    ) -> Result<T, Stop> {
        let start = self.states[0];
        let mut values: Vec<T> = memory::list(start + 1)?;
        values.resize(start + 1, T::default());
        for &state in self.states.iter().rev() {
            watch.check(graph.len(), graph.bytes() + values.len() * size_of::<T>())?;
            values[state] = value(state, &|nearer| values[nearer].clone());
        }
        Ok(values[start].clone())
    }
}
