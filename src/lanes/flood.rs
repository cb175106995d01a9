//! The loop over lanes: a queue of links, a bitmap of what is known, buffers that are kept.

use std::cell::RefCell;
use std::hint::select_unpredictable;
use std::sync::OnceLock;

use super::expand::{Backend, Batch, Expanded, Pending, find_lanes};
use super::plan::{Keys, MOVES, Plan, places_of};
use super::{ALL_LANES, Packed, VEHICLES};
use crate::limits::{Stop, Watch};
use crate::moves::{Goal, Metric, Move};
use crate::outcome::{Counters, Ending, Outcome};
use crate::space::Space;
use crate::state::Key;

/// States that are expanded before their moves are made.
const BATCH: usize = 64;

/// A link is the number of a state (32 bits), the place of its parent in the queue (23), and the
/// move that led here (9).
pub(super) const PARENT_SHIFT: u32 = 9;
const PARENTS: usize = 1 << 23;
const NUMBER_SHIFT: u32 = 32;

/// The place of a link's parent in the queue.
pub(super) const fn parent_of(link: u64) -> usize {
    (link >> PARENT_SHIFT) as usize % PARENTS
}

/// More than this is given back after a search: 64 MiB of links and states.
const KEPT_STATES: usize = 1 << 21;

thread_local! {
    static WORKSPACE: RefCell<Workspace> = RefCell::new(Workspace::default());
}

/// Find a shortest solution, or prove that there is none; `None` if the space is not for lanes.
pub(crate) fn solve(space: &Space<'_>, metric: Metric, watch: &mut Watch<'_>) -> Option<Outcome> {
    let plan = Plan::new(space, metric)?;
    WORKSPACE.with_borrow_mut(|workspace| {
        let outcome = Search { plan: &plan, work: workspace, watch }.solve();
        workspace.give_back();
        outcome
    })
}

/// The states of a cluster, nearest first.
#[derive(Debug, Default)]
pub(crate) struct Listed {
    pub(crate) keys: Vec<Key<1>>,
    /// How many states are at distance 0, 1, 2, ...; empty where none is solved.
    pub(crate) histogram: Vec<u64>,
}

/// Find every state and its distance; `None` if the space is not for lanes.
pub(crate) fn explore(
    space: &Space<'_>,
    metric: Metric,
    watch: &mut Watch<'_>,
) -> Option<Result<Listed, (Stop, usize)>> {
    let plan = Plan::new(space, metric)?;
    WORKSPACE.with_borrow_mut(|workspace| {
        let found = Search { plan: &plan, work: workspace, watch }.explore(space);
        workspace.give_back();
        found
    })
}

/// Buffers, used again from search to search on one thread.
struct Workspace {
    backend: Backend,
    queue: Vec<u64>,
    states: Vec<Packed>,
    pending: Vec<Pending>,
    /// The bitmap over the numbers of states; all clear between searches.
    closed: Vec<u64>,
    len: usize,
    counters: Counters,
}

impl Default for Workspace {
    fn default() -> Workspace {
        static BACKEND: OnceLock<Backend> = OnceLock::new();
        Workspace {
            backend: *BACKEND.get_or_init(Backend::detect),
            queue: Vec::new(),
            states: Vec::new(),
            pending: vec![Pending::default(); BATCH + 2],
            closed: Vec::new(),
            len: 0,
            counters: Counters::default(),
        }
    }
}

impl Workspace {
    fn begin(&mut self, plan: &Plan) {
        self.counters = Counters::default();
        let words = words(plan);
        if self.closed.len() < words {
            self.closed = vec![0; words];
        }
        self.grow(1);
        (self.len, self.queue[0], self.states[0]) =
            (1, plan.start_number << NUMBER_SHIFT, plan.start);
        self.close(plan.start_number);
    }

    /// Make room for so many more states.
    fn grow(&mut self, more: usize) {
        let needed = self.len + more;
        if self.queue.len() < needed {
            let room = (2 * needed).max(1 << 12);
            self.queue.resize(room, 0);
            self.states.resize(room, Packed::default());
        }
    }

    fn close(&mut self, number: u64) {
        self.closed[number as usize / 64] |= 1 << (number % 64);
    }

    /// Clear the bitmap: all of it, or where the states are if they are few.
    fn reopen(&mut self, plan: &Plan) {
        let words = words(plan);
        if words < 8 * self.len {
            self.closed[..words].fill(0);
        } else {
            for link in &self.queue[..self.len] {
                self.closed[(link >> NUMBER_SHIFT) as usize / 64] = 0;
            }
        }
    }

    fn give_back(&mut self) {
        if self.queue.len() > KEPT_STATES {
            (self.queue, self.states) = (Vec::new(), Vec::new());
        }
    }

    fn bytes(&self, plan: &Plan) -> usize {
        let each = size_of::<u64>() + size_of::<Packed>();
        self.queue.len() * each + words(plan) * size_of::<u64>()
    }

    /// Make all pending moves in one flat loop with no branch but its end: always mark the state,
    /// always write its link, go on by whether it was new; and take the next pending state where
    /// the moves of this one are used up.
    fn make_moves(&mut self, plan: &Plan, pending: usize) {
        self.grow(pending * ALL_LANES + 1);
        self.pending[pending..pending + 2].fill(Pending::default());
        let (mut len, mut made) = (self.len, 0);
        let mut at = 0;
        let mut lanes = self.pending[0].lanes;
        while lanes != 0 {
            let head = self.pending[at].head;
            let lane = lanes.trailing_zeros() as usize;
            // SAFETY: a pending state is in `states`; a move's number is masked to the size of
            // `links`; the number of a state is below `plan.numbers`, for which `closed` has room;
            // and `grow` has made room for every lane of every pending state.
            unsafe {
                let place = self.states.get_unchecked(parent_of(head)).place[lane % VEHICLES];
                let id = (lane | usize::from(place) << 6) % MOVES;
                let link = head.wrapping_add(*plan.links.get_unchecked(id));
                let number = (link >> NUMBER_SHIFT) as usize;
                let word = self.closed.get_unchecked_mut(number / 64);
                let (old, bit) = (*word, 1 << (number % 64));
                *word = old | bit;
                *self.queue.get_unchecked_mut(len) = link;
                len += usize::from(old & bit == 0);
            }
            made += 1;
            lanes &= lanes - 1;
            at += usize::from(lanes == 0);
            lanes = select_unpredictable(lanes == 0, self.pending[at].lanes, lanes);
        }
        self.counters.generated += made;
        self.counters.duplicates += made - (len - self.len) as u64;
        self.len = len;
    }
}

fn words(plan: &Plan) -> usize {
    usize::try_from(plan.numbers.div_ceil(64)).expect("at most MAX_NUMBERS")
}

/// One search: a plan, the buffers, and what watches it.
struct Search<'a, 'w> {
    plan: &'a Plan,
    work: &'a mut Workspace,
    watch: &'a mut Watch<'w>,
}

/// How a level ended, if not at its end.
enum Halt {
    /// One move of this state clears the road.
    Found(usize),
    Stopped(Stop),
    /// More states than a link can name.
    Overflow,
}

impl Search<'_, '_> {
    fn solve(&mut self) -> Option<Outcome> {
        let start = &self.plan.start;
        if let Some(path) = self.trivial(start) {
            let cost = u32::try_from(path.len()).expect("at most one move");
            return Some(Outcome::new(Ending::Solved(path), cost, Counters::default()));
        }
        self.work.begin(self.plan);
        let outcome = match self.plan.metric {
            Metric::Slide => self.solve_slides(),
            Metric::Step => self.solve_steps(),
        };
        self.work.reopen(self.plan);
        outcome
    }

    /// A solution of no move, or of the target's drive alone.
    fn trivial(&self, start: &Packed) -> Option<Vec<Move>> {
        let clear = self.plan.blocked(start) == 0;
        if self.is_finished(start) || clear && self.plan.goal == Goal::Clear {
            return Some(Vec::new());
        }
        let slide = self.plan.metric == Metric::Slide;
        (clear && slide).then(|| vec![self.plan.board_move(self.plan.drive(start))])
    }

    fn is_finished(&self, state: &Packed) -> bool {
        state.place[self.plan.target] == self.plan.finish && self.plan.goal != Goal::Clear
    }

    /// Level by level to the first state that one move clears; the target's drive comes after it.
    fn solve_slides(&mut self) -> Option<Outcome> {
        let drive = u32::from(self.plan.goal != Goal::Clear);
        let (mut from, mut to, mut depth) = (0, 1, 0);
        while from < to {
            match self.level::<true>(from, to, 1) {
                Some(Halt::Overflow) => return None,
                Some(Halt::Found(place)) => {
                    return Some(self.outcome(Ending::Solved(self.path(place)), depth + 1 + drive));
                }
                Some(Halt::Stopped(stop)) => {
                    return Some(self.outcome(Ending::Unknown(stop), depth + 1 + drive));
                }
                None => (from, to, depth) = (to, self.work.len, depth + 1),
            }
        }
        Some(self.outcome(Ending::Unsolvable, depth))
    }

    /// The moves to a state, the one that clears the road and the drive.
    fn path(&self, place: usize) -> Vec<Move> {
        let state = &self.work.states[place];
        let legal = find_lanes(self.plan, state, &[u8::MAX; VEHICLES]).0 & self.plan.lanes;
        let clearing = self.plan.clearing(state, legal).expect("found by this test");
        let mut path = self.trace(place);
        path.push(self.plan.board_move(clearing));
        if self.plan.goal != Goal::Clear {
            path.push(self.plan.board_move(self.plan.drive(state)));
        }
        path
    }

    fn trace(&self, mut place: usize) -> Vec<Move> {
        let mut path = Vec::new();
        while place > 0 {
            let link = self.work.queue[place];
            path.push(self.plan.board_move(link as usize % MOVES));
            place = parent_of(link);
        }
        path.reverse();
        path
    }

    fn solve_steps(&mut self) -> Option<Outcome> {
        let (mut from, mut to, mut depth) = (0, 1, 0);
        while from < to {
            match self.level::<false>(from, to, 1) {
                Some(Halt::Overflow) => return None,
                Some(Halt::Stopped(stop)) => {
                    return Some(self.outcome(Ending::Unknown(stop), depth + 1));
                }
                _ => (from, to, depth) = (to, self.work.len, depth + 1),
            }
            if let Some(place) = (from..to).find(|&place| self.arrives(place)) {
                return Some(self.outcome(Ending::Solved(self.trace(place)), depth));
            }
        }
        Some(self.outcome(Ending::Unsolvable, depth))
    }

    /// Whether the link at a place of the queue takes the target to its goal.
    fn arrives(&self, place: usize) -> bool {
        let (vehicle, _, to) = places_of(self.work.queue[place] as usize % MOVES);
        vehicle == self.plan.target && to == usize::from(self.plan.finish)
    }

    /// Expand the states from one place of the queue to another.
    fn level<const GOAL: bool>(&mut self, from: usize, to: usize, sources: usize) -> Option<Halt> {
        let counters = &mut self.work.counters;
        counters.max_open = counters.max_open.max((to - from) as u64);
        for first in (from..to).step_by(BATCH) {
            if let Some(stop) = self.watch.check(self.work.len, self.work.bytes(self.plan)) {
                return Some(Halt::Stopped(stop));
            }
            if self.work.len + BATCH * ALL_LANES > PARENTS {
                return Some(Halt::Overflow);
            }
            let last = to.min(first + BATCH);
            let work = &mut *self.work;
            let expanded = work.backend.expand::<GOAL>(&mut Batch {
                plan: self.plan,
                queue: &work.queue,
                states: &mut work.states,
                from: first,
                to: last,
                sources,
                pending: &mut work.pending,
            });
            match expanded {
                Expanded::Found(place) => {
                    work.counters.expanded += (place - first) as u64;
                    return Some(Halt::Found(place));
                }
                Expanded::Pending(count) => work.make_moves(self.plan, count),
            }
            work.counters.expanded += (last - first) as u64;
        }
        None
    }

    /// All states from the start, then all distances from the goals.
    fn explore(&mut self, space: &Space<'_>) -> Option<Result<Listed, (Stop, usize)>> {
        self.work.begin(self.plan);
        let listed = self.levels(1, |_| {}).and_then(|()| self.distances(space));
        self.work.reopen(self.plan);
        match listed {
            Ok(listed) => Some(Ok(listed)),
            Err(Halt::Stopped(stop)) => Some(Err((stop, self.work.len))),
            Err(_) => None,
        }
    }

    fn distances(&mut self, space: &Space<'_>) -> Result<Listed, Halt> {
        let mut listed = Listed::default();
        let goals: Vec<usize> = (0..self.work.len).filter(|&place| self.is_goal(place)).collect();
        if !goals.is_empty() {
            self.restart(&goals);
            self.levels(goals.len(), |count| listed.histogram.push(count))?;
        }
        let keys = Keys::new(self.plan, space);
        let states = &self.work.states[..self.work.len];
        listed.keys.extend(states.iter().map(|state| keys.key(state)));
        Ok(listed)
    }

    fn is_goal(&self, place: usize) -> bool {
        let state = &self.work.states[place];
        let clear = self.plan.goal == Goal::Clear && self.plan.blocked(state) == 0;
        clear || self.is_finished(state)
    }

    /// Begin again from these states, which move to the front of the queue.
    fn restart(&mut self, goals: &[usize]) {
        self.work.reopen(self.plan);
        for (place, &goal) in goals.iter().enumerate() {
            self.work.states[place] = self.work.states[goal];
            self.work.queue[place] = self.work.queue[goal] & !u64::from(u32::MAX);
            self.work.close(self.work.queue[place] >> NUMBER_SHIFT);
        }
        self.work.len = goals.len();
    }

    /// Level by level until nothing is new, with the number of states of each level.
    fn levels(&mut self, sources: usize, mut seen: impl FnMut(u64)) -> Result<(), Halt> {
        let (mut from, mut to) = (0, self.work.len);
        while from < to {
            seen((to - from) as u64);
            if let Some(halt) = self.level::<false>(from, to, sources) {
                return Err(halt);
            }
            (from, to) = (to, self.work.len);
        }
        Ok(())
    }

    fn outcome(&self, ending: Ending, lower_bound: u32) -> Outcome {
        Outcome::new(ending, lower_bound, self.work.counters)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Board;
    use crate::limits::Limits;
    use crate::notation::read_board;

    /// A hard board, one with walls, one of 7x7 and one without solution.
    const BOARDS: [&str; 4] = [
        "IBBxooIooLDDJAALooJoKEEMFFKooMGGHHHM",
        "oooJxoCCCJLoHAAKLoHoIKDDooIEEMoFFxoM",
        "GGJoooMoCJoUUMICoAALFIRRPBLFIoDPBQQEoDoBHoENNOOHo",
        "oooBoooooBooAAoBoooooCoooooCoooooCoo",
    ];

    fn backends() -> Vec<Backend> {
        let mut backends = vec![Backend::Portable];
        #[cfg(target_arch = "x86_64")]
        {
            let avx512 = Backend::detect() == Backend::Avx512;
            backends.extend(avx512.then_some(Backend::Avx512));
            backends
                .extend((avx512 || Backend::detect() == Backend::Avx2).then_some(Backend::Avx2));
        }
        backends
    }

    /// Run on a fresh workspace with each backend; all must answer the same.
    fn same_on_all<T: PartialEq + std::fmt::Debug>(run: impl Fn(&mut Search<'_, '_>) -> T) {
        for metric in [Metric::Slide, Metric::Step] {
            for text in BOARDS {
                let setup = read_board(text).expect("a plain board");
                let (board, start) = Board::new(&setup).expect("a valid board");
                let space = Space::new(&board, &start, Goal::Edge);
                let Some(plan) = Plan::new(&space, metric) else { continue };
                let answers = backends().into_iter().map(|backend| {
                    let mut work = Workspace { backend, ..Workspace::default() };
                    let mut never = || false;
                    let watch = &mut Watch::new(Limits::default(), &mut never);
                    run(&mut Search { plan: &plan, work: &mut work, watch })
                });
                let answers: Vec<T> = answers.collect();
                assert!(answers.iter().all(|answer| *answer == answers[0]), "{text}: {answers:?}");
            }
        }
    }

    #[test]
    fn all_backends_find_the_same_solution_with_the_same_counters() {
        same_on_all(|search| search.solve());
    }

    #[test]
    fn all_backends_list_the_same_states_in_the_same_order() {
        same_on_all(|search| {
            search.work.begin(search.plan);
            assert!(search.levels(1, |_| {}).is_ok());
            search.work.queue[..search.work.len].to_vec()
        });
    }

    #[test]
    fn the_closed_set_is_clear_after_a_search() {
        same_on_all(|search| {
            search.solve();
            search.work.closed.iter().all(|word| *word == 0)
        });
    }
}
