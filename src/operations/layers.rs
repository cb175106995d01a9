//! layers: the states of a cluster in layers by their distance, in an order in which few moves cross.
//!
//! ```text
//!     distance 2    o   o         Each layer is sorted by the mean place of its states' neighbours in
//!                    \ /|         the layer before, from the first layer to the last, then back, and
//!     distance 1      o o         so on (Sugiyama, Tagawa and Toda 1981).
//!                     |/
//!     distance 0      o
//! ```

use crate::cluster::{self, Cluster, Graph, Unfinished};
use crate::operations::Options;
use crate::outcome::{Stop, Watch, memory};
use crate::state::{Puzzle, State};

/// More rounds change little.
const ROUNDS: usize = 12;
/// More edges than this are one dark patch.
const MOST_EDGES: usize = 200_000;
/// The largest number of paths that is counted: JSON holds no larger number exactly.
const MOST_PATHS: u64 = 1 << 53;
const NOWHERE: u32 = u32::MAX;

/// The states of a cluster in layers, and which of them are one move apart.
///
/// Distances are to the nearest goal; where no state is solved, from the puzzle.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Layers {
    /// Whether a state is solved.
    pub is_solvable: bool,
    /// The number of states at distance 0, 1, 2, ...
    pub histogram: Vec<u64>,
    /// Of each layer every state is a node whose place is a multiple of this; 1 if all are.
    pub every: usize,
    /// The number of nodes at distance 0, 1, 2, ...
    pub widths: Vec<usize>,
    /// The nodes, layer by layer, each layer in its order.
    pub nodes: Vec<State>,
    /// The number of shortest paths of each node; 2^53 stands for more.
    pub paths: Vec<u64>,
    /// The nodes that are one move apart, each pair once, the smaller number first; `None` of more
    /// than 200 000.
    pub edges: Option<Vec<(u32, u32)>>,
    /// The node of the puzzle.
    pub start: u32,
    /// The node of each state that was to be one; `None` for one outside the cluster.
    pub kept: Vec<Option<u32>>,
}

/// Arrange the states of a cluster in layers by their distance, in at most some `max_nodes` nodes.
///
/// The puzzle and the states to `keep` are nodes in any case, and one state of each distance. Of the
/// options only the metric, the goal, the limits and the threads matter.
///
/// # Errors
/// [`Unfinished`] where a limit comes first.
///
/// ```
/// use rushhour::{Options, Puzzle, layers};
///
/// let puzzle: Puzzle = "..B.../AAB.../....../......".parse()?;
/// let found = layers(&puzzle, &[], 1000, &Options::new())?;
/// assert_eq!((found.every, &found.widths[..]), (1, &[3, 6, 2][..]));
/// assert_eq!(&found.nodes[found.start as usize], puzzle.state());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn layers(
    puzzle: &Puzzle,
    keep: &[State],
    max_nodes: usize,
    options: &Options,
) -> Result<Layers, Unfinished> {
    options.watched(|watch| Layers::of(puzzle, keep, max_nodes, options, watch))
}

impl Layers {
    pub(crate) fn of(
        puzzle: &Puzzle,
        keep: &[State],
        max_nodes: usize,
        options: &Options,
        watch: &mut Watch<'_>,
    ) -> Result<Layers, Unfinished> {
        let cluster = cluster::explore(puzzle, options.metric, options.goal, watch)?;
        let unfinished = |stop| Unfinished { stop, states: cluster.len() };
        let offsets = cluster.offsets(watch).map_err(unfinished)?;
        let offsets = Offsets { all: offsets, vehicles: puzzle.state().offsets().len() };
        let wanted: Vec<&State> = [puzzle.state()].into_iter().chain(keep).collect();
        let kept = offsets.numbers(&wanted);
        let start = kept[0].expect("the start is in its cluster");
        let arranged = Arranged::new(&cluster, start, offsets.all.len(), watch)
            .and_then(|arranged| arranged.sorted(watch));
        let found =
            arranged.and_then(|arranged| arranged.layers(&offsets, &kept, max_nodes, watch));
        found.map_err(unfinished)
    }
}

/// The offsets of all vehicles in every state, by number.
struct Offsets {
    all: Vec<i8>,
    vehicles: usize,
}

impl Offsets {
    fn state(&self, number: u32) -> State {
        let begin = number as usize * self.vehicles;
        State::new(self.all[begin..begin + self.vehicles].into())
    }

    /// The numbers of a few states; `None` for one that is not there.
    fn numbers(&self, states: &[&State]) -> Vec<Option<u32>> {
        let mut numbers = vec![None; states.len()];
        for (number, row) in (0..).zip(self.all.chunks_exact(self.vehicles)) {
            for (state, known) in states.iter().zip(&mut numbers) {
                if state.offsets() == row {
                    *known = Some(number);
                }
            }
        }
        numbers
    }
}

/// All states in their layers.
struct Arranged {
    graph: Graph,
    /// The distance of each state.
    levels: Vec<u32>,
    /// Where the states of each distance begin in `order`, and at last where they end.
    starts: Vec<usize>,
    /// The states, layer by layer.
    order: Vec<u32>,
    /// The place of each state in its layer, as a part of 2^32.
    places: Vec<u32>,
    is_solvable: bool,
    /// What is held: the graph, the lists above, those of the sorts and of the nodes, and the offsets.
    bytes: usize,
}

impl Arranged {
    /// Put the states into their layers, in the order of their numbers.
    fn new(
        cluster: &Cluster,
        start: u32,
        offsets: usize,
        watch: &mut Watch<'_>,
    ) -> Result<Arranged, Stop> {
        let (count, graph) = (cluster.len(), cluster.graph(watch)?);
        let bytes = graph.neighbours.len() * size_of::<i32>() + count * 40 + offsets;
        watch.check(count, bytes)?;
        let is_solvable = !cluster.histogram().is_empty();
        let (levels, places, order) =
            (filled(count, NOWHERE)?, filled(count, 0)?, memory::list(count)?);
        let starts = vec![0];
        let mut this = Arranged { graph, levels, starts, order, places, is_solvable, bytes };
        if is_solvable {
            this.order.extend(0..number(count));
            for &width in cluster.histogram() {
                let begin = *this.starts.last().expect("the first is there");
                let end = begin + usize::try_from(width).expect("in memory");
                this.levels[begin..end].fill(number(this.starts.len() - 1));
                this.starts.push(end);
            }
        } else {
            this.search(start);
        }
        (0..this.depth()).for_each(|level| this.place(level));
        Ok(this)
    }

    /// Number the layers by the distance from a state.
    fn search(&mut self, start: u32) {
        self.levels[start as usize] = 0;
        self.order.push(start);
        while self.order.len() > *self.starts.last().expect("the first is there") {
            let level = *self.starts.last().expect("the first is there")..self.order.len();
            self.starts.push(level.end);
            for at in level {
                for &next in neighbours(&self.graph, self.order[at]) {
                    let known = &mut self.levels[next.cast_unsigned() as usize];
                    if *known == NOWHERE {
                        *known = number(self.starts.len() - 1);
                        self.order.push(next.cast_unsigned());
                    }
                }
            }
        }
    }

    /// The number of layers.
    fn depth(&self) -> usize {
        self.starts.len() - 1
    }

    fn layer(&self, level: usize) -> &[u32] {
        &self.order[self.starts[level]..self.starts[level + 1]]
    }

    /// Note the places of a layer's states.
    fn place(&mut self, level: usize) {
        let layer = self.starts[level]..self.starts[level + 1];
        let width = layer.len() as u64;
        for (place, at) in (0..).zip(layer) {
            let part = ((2 * place + 1) << 31) / width;
            self.places[self.order[at] as usize] = u32::try_from(part).expect("less than 2^32");
        }
    }

    /// Sort each layer by the layer before, forth and back.
    fn sorted(mut self, watch: &mut Watch<'_>) -> Result<Arranged, Stop> {
        let mut keys = Vec::new();
        for round in 0..ROUNDS {
            for turn in 1..self.depth() {
                watch.check(self.order.len(), self.bytes)?;
                let (level, before) = match round % 2 {
                    0 => (turn, turn - 1),
                    _ => (self.depth() - 1 - turn, self.depth() - turn),
                };
                self.sort_layer(level, number(before), &mut keys)?;
            }
        }
        Ok(self)
    }

    /// Sort a layer by the mean place of each state's neighbours in another; ties keep their order.
    fn sort_layer(&mut self, level: usize, before: u32, keys: &mut Vec<u64>) -> Result<(), Stop> {
        keys.clear();
        memory::reserve(keys, self.layer(level).len())?;
        for (place, &state) in (0_u64..).zip(self.layer(level)) {
            let (mut sum, mut count) = (0_u64, 0_u64);
            for &next in neighbours(&self.graph, state) {
                let next = next.cast_unsigned() as usize;
                if self.levels[next] == before {
                    sum += u64::from(self.places[next]);
                    count += 1;
                }
            }
            let own = u64::from(self.places[state as usize]);
            keys.push(sum.checked_div(count).unwrap_or(own) << 32 | place);
        }
        keys.sort_unstable();
        for key in keys.iter_mut() {
            let place = usize::try_from(*key & u64::from(u32::MAX)).expect("32 bits");
            *key = self.layer(level)[place].into();
        }
        let begin = self.starts[level];
        for (at, &state) in (begin..).zip(keys.iter()) {
            self.order[at] = number(state);
        }
        self.place(level);
        Ok(())
    }

    /// The least step from node to node with which there are at most so many nodes, if one of each
    /// layer is one.
    fn every(&self, max_nodes: usize) -> usize {
        let widths = || self.starts.windows(2).map(|ends| ends[1] - ends[0]);
        let widest = widths().max().unwrap_or(1);
        let nodes = |every| widths().map(|width| width.div_ceil(every)).sum::<usize>();
        let first = self.order.len().div_ceil(max_nodes.max(1)).max(1);
        (first..widest).find(|&every| nodes(every) <= max_nodes).unwrap_or(widest.max(first))
    }

    /// The layers with their nodes: some of the states, and those that are kept.
    fn layers(
        &self,
        offsets: &Offsets,
        kept: &[Option<u32>],
        max_nodes: usize,
        watch: &mut Watch<'_>,
    ) -> Result<Layers, Stop> {
        watch.check(self.order.len(), self.bytes)?;
        let every = self.every(max_nodes);
        let (mut numbers, mut nodes) = (filled(self.order.len(), NOWHERE)?, Vec::new());
        for &state in kept.iter().flatten() {
            numbers[state as usize] = 0;
        }
        let mut widths = Vec::new();
        for level in 0..self.depth() {
            let begin = nodes.len();
            for (place, &state) in self.layer(level).iter().enumerate() {
                let node = &mut numbers[state as usize];
                if place % every == 0 || *node != NOWHERE {
                    *node = number(nodes.len());
                    memory::push(&mut nodes, state)?;
                }
            }
            widths.push(nodes.len() - begin);
        }
        let paths = self.paths()?;
        let mut kept = kept.iter().map(|state| state.map(|state| numbers[state as usize]));
        Ok(Layers {
            is_solvable: self.is_solvable,
            histogram: self.starts.windows(2).map(|ends| (ends[1] - ends[0]) as u64).collect(),
            every,
            widths,
            nodes: nodes.iter().map(|&state| offsets.state(state)).collect(),
            paths: nodes.iter().map(|&state| paths[state as usize]).collect(),
            edges: self.edges(&nodes, &numbers),
            start: kept.next().flatten().expect("the puzzle is a state"),
            kept: kept.collect(),
        })
    }

    /// The number of shortest paths of each state.
    fn paths(&self) -> Result<Vec<u64>, Stop> {
        let mut paths = filled(self.order.len(), 1)?;
        for &state in &self.order[self.starts[1]..] {
            let level = self.levels[state as usize];
            let nearer = neighbours(&self.graph, state)
                .iter()
                .map(|next| next.cast_unsigned() as usize)
                .filter(|&next| self.levels[next] + 1 == level);
            let sum = nearer.fold(0, |sum, next| MOST_PATHS.min(sum + paths[next]));
            paths[state as usize] = sum;
        }
        Ok(paths)
    }

    /// The moves between nodes; `numbers` has the node of each state.
    fn edges(&self, nodes: &[u32], numbers: &[u32]) -> Option<Vec<(u32, u32)>> {
        let ends = (0..).zip(nodes).flat_map(|(node, &state)| {
            let others = neighbours(&self.graph, state).iter();
            others
                .map(|next| numbers[next.cast_unsigned() as usize])
                .filter(move |&other| other != NOWHERE && other > node)
                .map(move |other| (node, other))
        });
        let edges: Vec<(u32, u32)> = ends.take(MOST_EDGES + 1).collect();
        (edges.len() <= MOST_EDGES).then_some(edges)
    }
}

/// The states that are one move from a state.
fn neighbours(graph: &Graph, state: u32) -> &[i32] {
    let [begin, end] = [0, 1].map(|side| graph.starts[state as usize + side]);
    let place = |place| usize::try_from(place).expect("in memory");
    &graph.neighbours[place(begin)..place(end)]
}

fn filled<T: Clone>(count: usize, value: T) -> Result<Vec<T>, Stop> {
    let mut list = memory::list(count)?;
    list.resize(count, value);
    Ok(list)
}

/// A number of states, of which there are at most 2^31.
fn number<T: TryInto<u32, Error: std::fmt::Debug>>(number: T) -> u32 {
    number.try_into().expect("at most 2^31 states")
}
