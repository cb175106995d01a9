//! The loop: level by level from one or many sources, each state once.
//!
//! Solving is the loop with a goal test; the distances of a cluster are the loop twice, first to
//! find every state and then from all goals. Only the last levels are held as states; everything
//! else is the closed set with two bits a state, from which shortest paths are read backwards.

use crate::closed::{Mark, Table, hash};
use crate::limits::{Stop, Watch};
use crate::moves::{Goal, Metric, Move, Traffic};
use crate::order::{Order, SOURCE};
use crate::outcome::{Counters, Ending, Outcome};
use crate::space::Space;
use crate::state::{Key, with_words};

/// States that are expanded before their successors are looked up together.
const BATCH: usize = 64;

/// Find a shortest solution, or prove that there is none.
pub fn solve(space: &Space<'_>, metric: Metric, watch: &mut Watch<'_>) -> Outcome {
    crate::lanes::solve(space, metric, watch).unwrap_or_else(
        || with_words!(space.words(), W => Solve::<W>::new(space, metric).run(watch)),
    )
}

/// A state and the move that led to it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Link<const W: usize> {
    pub(crate) key: Key<W>,
    pub(crate) step: Move,
}

/// What the loop does with a successor: enter it, or give one that is known its distance.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Keep {
    New,
    Unmeasured,
}

/// One run of the loop.
pub(crate) struct Flood<'a, const W: usize> {
    metric: Metric,
    order: Order,
    pub(crate) traffic: Traffic<'a>,
    pub(crate) table: Table<W>,
    pub(crate) frontier: Vec<Link<W>>,
    next: Vec<Link<W>>,
    fresh: Vec<Link<W>>,
    pub(crate) counters: Counters,
}

impl<'a, const W: usize> Flood<'a, W> {
    pub(crate) fn new(space: &'a Space<'a>, metric: Metric) -> Self {
        Flood {
            metric,
            order: Order::new(space, metric),
            traffic: Traffic::new(space),
            table: Table::new(),
            frontier: Vec::new(),
            next: Vec::new(),
            fresh: Vec::new(),
            counters: Counters::default(),
        }
    }

    /// Begin with one state as level 0.
    pub(crate) fn begin(&mut self, key: Key<W>, mark: Mark) {
        self.table.enter(&key, hash(&key), mark);
        self.frontier.push(Link { key, step: SOURCE });
    }

    /// Begin again with these known states as level 0.
    pub(crate) fn restart(&mut self, sources: Vec<Key<W>>) {
        for key in &sources {
            self.table.measure(key, hash(key), Mark::of_distance(0));
        }
        self.frontier = sources.into_iter().map(|key| Link { key, step: SOURCE }).collect();
    }

    /// Go one level further. `visit` sees each state of this level, and each link from it, and may
    /// end the loop by returning something.
    pub(crate) fn level<T>(
        &mut self,
        keep: Keep,
        mark: Mark,
        watch: &mut Watch<'_>,
        mut visit: impl FnMut(&Traffic<'_>, &Link<W>, Option<Move>) -> Option<T>,
    ) -> Result<Option<T>, Stop> {
        let frontier = std::mem::take(&mut self.frontier);
        for batch in frontier.chunks(BATCH) {
            let bytes = self.bytes() + frontier.capacity() * size_of::<Link<W>>();
            if let Some(stop) = watch.check(self.table.len(), bytes) {
                return Err(stop);
            }
            for link in batch {
                if let Some(found) = self.expand(link, &mut visit) {
                    return Ok(Some(found));
                }
            }
            self.keep_new(keep, mark);
        }
        self.frontier = std::mem::replace(&mut self.next, frontier);
        self.next.clear();
        self.counters.max_open = self.counters.max_open.max(self.frontier.len() as u64);
        Ok(None)
    }

    fn expand<T>(
        &mut self,
        link: &Link<W>,
        visit: &mut impl FnMut(&Traffic<'_>, &Link<W>, Option<Move>) -> Option<T>,
    ) -> Option<T> {
        self.traffic.load(&link.key);
        if let Some(found) = visit(&self.traffic, link, None) {
            return Some(found);
        }
        self.counters.expanded += 1;
        for index in 0..self.traffic.bits().len() {
            let (back, forth) = self.traffic.reach(index, self.metric);
            if back + forth == 0 {
                continue;
            }
            let (least_back, least_forth) = self.order.least(&self.traffic, link.step, index);
            let vehicle = index.to_le_bytes()[0];
            let backward = (least_back..=back).map(|cells| -cells.cast_signed());
            let forward = (least_forth..=forth).map(u8::cast_signed);
            for step in backward.chain(forward).map(|cells| Move { vehicle, cells }) {
                if let Some(found) = visit(&self.traffic, link, Some(step)) {
                    return Some(found);
                }
                let key = self.traffic.key_after(&link.key, step);
                self.fresh.push(Link { key, step });
            }
        }
        None
    }

    /// Look all successors up, the memory having been told which.
    fn keep_new(&mut self, keep: Keep, mark: Mark) {
        for link in &self.fresh {
            self.table.prefetch(hash(&link.key));
        }
        for link in &self.fresh {
            let hash = hash(&link.key);
            let is_new = match keep {
                Keep::New => self.table.enter(&link.key, hash, mark),
                Keep::Unmeasured => self.table.measure(&link.key, hash, mark),
            };
            if is_new {
                self.next.push(*link);
            }
            self.counters.duplicates += u64::from(!is_new);
        }
        self.counters.generated += self.fresh.len() as u64;
        self.fresh.clear();
    }

    fn bytes(&self) -> usize {
        let links = self.next.capacity() + self.frontier.capacity() + self.fresh.capacity();
        self.table.bytes() + links * size_of::<Link<W>>()
    }

    /// A shortest way from the states of distance 0 to a state of this distance.
    pub(crate) fn path_to(&mut self, mut key: Key<W>, distance: u32) -> Vec<Move> {
        let mut path = Vec::new();
        for before in (0..distance).rev() {
            let (last, from) = self.nearer(&key, before).expect("a state has a parent");
            path.push(last.reversed());
            key = from;
        }
        path.reverse();
        path
    }

    /// The first move to a neighbour of this distance, and the neighbour.
    pub(crate) fn nearer(&mut self, key: &Key<W>, distance: u32) -> Option<(Move, Key<W>)> {
        self.traffic.load(key);
        let wanted = Some(Mark::of_distance(distance));
        let mut found = None;
        self.traffic.for_each_move(self.metric, |step| {
            let neighbour = self.traffic.key_after(key, step);
            if found.is_none() && self.table.mark(&neighbour) == wanted {
                found = Some((step, neighbour));
            }
        });
        found
    }
}

/// The loop with a goal test.
struct Solve<'a, const W: usize> {
    flood: Flood<'a, W>,
    space: &'a Space<'a>,
    depth: u32,
}

impl<'a, const W: usize> Solve<'a, W> {
    fn new(space: &'a Space<'a>, metric: Metric) -> Self {
        Solve { flood: Flood::new(space, metric), space, depth: 0 }
    }

    fn run(mut self, watch: &mut Watch<'_>) -> Outcome {
        if self.flood.traffic.is_goal() {
            return self.outcome(Ending::Solved(Vec::new()), 0);
        }
        self.flood.begin(self.space.start(), Mark::of_distance(0));
        while !self.flood.frontier.is_empty() {
            match self.level(watch) {
                Err(stop) => return self.unknown(stop),
                Ok(Some(link)) => return self.solved(&link),
                Ok(None) => self.depth += 1,
            }
        }
        let depth = self.depth;
        self.outcome(Ending::Unsolvable, depth)
    }

    /// The first link to a solved state.
    fn level(&mut self, watch: &mut Watch<'_>) -> Result<Option<Link<W>>, Stop> {
        let mark = Mark::of_distance(self.depth + 1);
        let is_clear = self.space.goal() == Goal::Clear;
        self.flood.level(Keep::New, mark, watch, |traffic, link, step| match step {
            None => (is_clear && traffic.is_goal()).then_some(Link { step: SOURCE, ..*link }),
            Some(step) => {
                let key = traffic.key_after(&link.key, step);
                (!is_clear && traffic.reaches_goal(step)).then_some(Link { key, step })
            }
        })
    }

    fn solved(mut self, link: &Link<W>) -> Outcome {
        let distance = self.depth + u32::from(link.step != SOURCE);
        let path = self.flood.path_to(link.key, distance);
        self.outcome(Ending::Solved(path), distance)
    }

    /// All states up to this depth are known, and only a clear road is tested later than that.
    fn unknown(self, stop: Stop) -> Outcome {
        let proved = self.depth + u32::from(self.space.goal() != Goal::Clear);
        self.outcome(Ending::Unknown(stop), proved)
    }

    fn outcome(self, ending: Ending, lower_bound: u32) -> Outcome {
        Outcome::new(ending, lower_bound, self.flood.counters)
    }
}
