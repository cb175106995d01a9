//! Best-first search: take the state with the least f, test it for the goal, expand it. Breadth
//! first, depth first, uniform cost, A*, weighted A* and greedy search are settings of this loop.
//!
//! Source: Hart, Nilsson and Raphael 1968; the order of ties after Princeton COS 402; the loop for
//! all of them after Russell and Norvig, Artificial Intelligence, chapter 3.

use super::open::Open;
use super::settings::{Duplicates, Setting, Settings, Ties};
use super::tree::{Node, Reached, Tree, as_solution};
use super::{GoalTest, Query, is_solved};
use crate::board::{Metric, Move};
use crate::heuristic::{Heuristic, Promise, bytes_of};
use crate::outcome::memory::{self, TableBytes};
use crate::outcome::{Child, Counters, Ending, Engine, Expansion, ListSizes, Outcome, Stop, Watch};
use crate::state::{Key, Position, StateSpace, with_words};

/// The settings of the loop with a heuristic.
pub(super) const GUIDED: &[Setting] = &[
    Setting::Goal,
    Setting::Heuristic,
    Setting::Ties,
    Setting::Duplicates,
    Setting::Reopen,
    Setting::Undo,
    Setting::Trace,
];

/// The parameters that make one search of the loop.
#[derive(Clone, Copy, Debug)]
pub(super) struct Rule {
    /// The weights of g and h in f.
    pub(super) weights: (u32, u32),
    pub(super) ties: Ties,
    pub(super) duplicates: Duplicates,
    /// Whether a cheaper path to a closed state reopens it.
    pub(super) reopens: bool,
    /// Whether the move back to the parent is generated.
    pub(super) undoes: bool,
    /// Whether successors are entered in reverse order.
    pub(super) backwards: bool,
}

impl Rule {
    /// The search with these weights and the settings of the user.
    pub(super) fn of(settings: Settings, weights: (u32, u32)) -> Rule {
        Rule {
            weights,
            ties: settings.ties,
            duplicates: settings.duplicates,
            reopens: settings.reopen.unwrap_or(weights.0 > 0),
            undoes: settings.undo,
            backwards: false,
        }
    }

    fn f(&self, g: u32, h: u32) -> u64 {
        u64::from(self.weights.0) * u64::from(g) + u64::from(self.weights.1) * u64::from(h)
    }

    /// f in units of g or, if g has no weight, of h; `None` if neither has.
    fn shown(&self, g: u32, h: u32) -> Option<f64> {
        let unit = if self.weights.0 > 0 { self.weights.0 } else { self.weights.1 };
        #[expect(clippy::cast_precision_loss, reason = "far below 2^53, and only displayed")]
        let f = self.f(g, h) as f64;
        (unit > 0).then(|| f / f64::from(unit))
    }

    /// Whether the least f of the open states is a lower bound: some open state then lies on an
    /// optimal path, and its f is at most the weighted cost.
    fn proves(&self, promise: Promise) -> bool {
        let blind = self.weights.1 == 0;
        let sound = blind || promise.consistent || (promise.admissible && self.reopens);
        self.weights.0 > 0 && sound
    }
}

/// Search by a rule.
pub(super) fn run(
    space: &StateSpace<'_>,
    query: &Query,
    rule: Rule,
    watch: &mut Watch<'_>,
) -> Outcome {
    with_words!(space.words(), W => match BestFirst::<W>::new(space, query, rule, watch) {
        Ok(search) => search.run(watch),
        Err(stop) => unknown(Engine::BestFirst, space, query, stop),
    })
}

/// The outcome of a search that reached a limit before its first expansion.
pub(super) fn unknown(
    engine: Engine,
    space: &StateSpace<'_>,
    query: &Query,
    stop: Stop,
) -> Outcome {
    let bound = u32::from(!is_solved(&Position::new(space), query.own_goal));
    Outcome::new(engine, Ending::Unknown(stop), bound, Counters::default())
}

struct BestFirst<'a, 'q, const W: usize> {
    rule: Rule,
    metric: Metric,
    own_goal: Option<GoalTest<'q>>,
    promise: Promise,
    /// `None` if f does not depend on h.
    heuristic: Option<Box<dyn Heuristic>>,
    tree: Tree<W>,
    /// The h of each state; `None` if it proves that the state has no solution.
    estimates: Vec<Option<u32>>,
    open: Open,
    position: Position<'a>,
    counters: Counters,
    lower_bound: u32,
    /// The moves of the last expansion.
    moves: Vec<Move>,
    most_moves: usize,
}

impl<'a, 'q, const W: usize> BestFirst<'a, 'q, W> {
    /// # Errors
    /// The limit that was reached while the heuristic built its tables.
    fn new(
        space: &'a StateSpace<'a>,
        query: &Query<'q>,
        rule: Rule,
        watch: &mut Watch<'_>,
    ) -> Result<Self, Stop> {
        let guide = || query.heuristic.make(space, query.metric, watch);
        Ok(BestFirst {
            rule,
            metric: query.metric,
            own_goal: query.own_goal,
            promise: query.heuristic.promise(query.metric),
            heuristic: (rule.weights.1 > 0).then(guide).transpose()?,
            tree: Tree::new(),
            estimates: Vec::new(),
            open: Open::new(rule.ties, rule.duplicates),
            position: Position::new(space),
            counters: Counters::default(),
            lower_bound: 0,
            moves: Vec::new(),
            most_moves: space.most_moves(),
        })
    }

    fn run(mut self, watch: &mut Watch<'_>) -> Outcome {
        if let Err(stop) = self.begin() {
            return self.outcome(Ending::Unknown(stop));
        }
        while let Some((f, state)) = self.open.pop() {
            self.prove(f);
            watch.prove(self.lower_bound);
            self.position.load(&self.tree.key(state));
            if is_solved(&self.position, self.own_goal) {
                watch.note(self.bytes());
                let solution = as_solution(self.tree.path(state), self.metric);
                return self.outcome(Ending::Solved(solution));
            }
            if let Err(stop) = watch.check_tables(self.tree.len(), self.bytes()) {
                return self.outcome(Ending::Unknown(stop));
            }
            let before = watch.is_traced().then(|| (self.tree.len(), self.sizes()));
            let expanded = self.expand(state);
            if let Some((known, sizes)) = before {
                watch.trace(&self.expansion(state, sizes, &self.children(state, known)));
            }
            if let Err(stop) = expanded {
                return self.outcome(Ending::Unknown(stop));
            }
        }
        self.outcome(Ending::Unsolvable)
    }

    fn begin(&mut self) -> Result<(), Stop> {
        let start = self.position.space().start();
        self.tree.begin(start)?;
        let h = self.evaluate(|heuristic, position| heuristic.estimate(position));
        memory::push(&mut self.estimates, h)?;
        self.lower_bound = match h {
            Some(h) if self.promise.admissible && h > 0 => h,
            _ => u32::from(!is_solved(&self.position, self.own_goal)),
        };
        self.push(0, 0)
    }

    /// Evaluate the heuristic, if there is one.
    fn evaluate(
        &mut self,
        estimate: impl FnOnce(&mut dyn Heuristic, &mut Position<'a>) -> Option<u32>,
    ) -> Option<u32> {
        let Some(heuristic) = &mut self.heuristic else { return Some(0) };
        self.counters.evaluated += 1;
        estimate(heuristic.as_mut(), &mut self.position)
    }

    /// Raise the lower bound to f, divided by the larger weight.
    fn prove(&mut self, f: u64) {
        if self.rule.proves(self.promise) {
            let most = u64::from(self.rule.weights.0.max(self.rule.weights.1));
            let bound = u32::try_from(f.div_ceil(most)).unwrap_or(u32::MAX);
            self.lower_bound = self.lower_bound.max(bound);
        }
    }

    /// Insert a state into the open list at path cost `g`, unless it has no solution.
    fn push(&mut self, state: u32, g: u32) -> Result<(), Stop> {
        if let Some(h) = self.estimates[state as usize] {
            self.open.push(self.rule.f(g, h), state)?;
            self.counters.max_open = self.counters.max_open.max(self.open.len() as u64);
        }
        Ok(())
    }

    /// Generate all successors.
    ///
    /// # Errors
    /// There is no memory or no number for more states.
    fn expand(&mut self, state: u32) -> Result<(), Stop> {
        self.counters.expanded += 1;
        let mut moves = std::mem::take(&mut self.moves);
        moves.clear();
        self.position.for_each_move(self.metric, |step| moves.push(step));
        let Node { step: last, g, .. } = self.tree.node(state);
        if !self.rule.undoes && g > 0 {
            moves.retain(|&step| step != last.reversed());
        }
        if self.rule.backwards {
            moves.reverse();
        }
        self.tree.reserve(moves.len())?;
        let key = self.tree.key(state);
        let result = (moves.iter())
            .try_for_each(|&step| self.generate(&key, Node { parent: state, step, g: g + 1 }));
        self.moves = moves;
        result
    }

    fn generate(&mut self, from: &Key<W>, node: Node) -> Result<(), Stop> {
        self.counters.generated += 1;
        let key = self.position.key_after(from, node.step);
        match self.tree.enter(key, node)? {
            Reached::Known(state) => {
                self.counters.duplicates += 1;
                self.reach_again(state, node)
            }
            Reached::New(state) => {
                let here =
                    self.estimates[node.parent as usize].expect("expanded, so it has an estimate");
                let estimate = |heuristic: &mut dyn Heuristic, position: &mut Position<'a>| {
                    heuristic.estimate_after(position, here, node.step)
                };
                let h = self.evaluate(estimate);
                memory::push(&mut self.estimates, h)?;
                self.push(state, node.g)
            }
        }
    }

    /// Handle another path to a known state by the rule for duplicates.
    fn reach_again(&mut self, state: u32, path: Node) -> Result<(), Stop> {
        let known = self.tree.node_mut(state);
        if path.g >= known.g.saturating_add(self.rule.duplicates.slack()) {
            return Ok(());
        }
        let (cheaper, is_open) = (path.g < known.g, self.open.contains(state));
        if is_open || self.rule.reopens && cheaper {
            if cheaper || self.rule.duplicates != Duplicates::Keep {
                *known = path;
            }
            let has_no_solution = self.estimates[state as usize].is_none();
            self.counters.reopened += u64::from(!is_open && !has_no_solution);
            self.push(state, path.g)?;
        }
        Ok(())
    }

    /// What the last expansion generated, after so many known states.
    fn children(&self, state: u32, known: usize) -> Vec<Child> {
        let (key, g) = (self.tree.key(state), self.tree.node(state).g + 1);
        let child = |&step: &Move| {
            let child = self.tree.find(&self.position.key_after(&key, step))?;
            let h = self.estimates.get(child as usize).copied().flatten();
            let (f, is_known) = (h.and_then(|h| self.rule.shown(g, h)), (child as usize) < known);
            Some(Child { step, h: h.filter(|_| self.heuristic.is_some()), f, is_known })
        };
        let mut children: Vec<Child> = self.moves.iter().filter_map(child).collect();
        if self.rule.backwards {
            children.reverse();
        }
        children
    }

    fn expansion<'b>(
        &'b self,
        state: u32,
        sizes: ListSizes,
        children: &'b [Child],
    ) -> Expansion<'b> {
        let Node { step, g, .. } = self.tree.node(state);
        let h = self.estimates[state as usize].filter(|_| self.heuristic.is_some());
        Expansion {
            position: &self.position,
            step: (g > 0).then_some(step),
            from_goal: false,
            g,
            h,
            f: self.rule.shown(g, h.unwrap_or(0)),
            sizes,
            children,
        }
    }

    fn sizes(&self) -> ListSizes {
        ListSizes {
            open: self.open.len() as u64,
            closed: self.counters.expanded - self.counters.reopened,
            memory: self.bytes().held as u64,
        }
    }

    fn bytes(&self) -> TableBytes {
        let more = self.most_moves;
        let lists = TableBytes::of_list(&self.estimates, more) + self.open.bytes(more);
        self.tree.bytes(more) + lists + self.heuristic.as_deref().map_or(0, bytes_of).into()
    }

    fn outcome(&self, ending: Ending) -> Outcome {
        Outcome::new(Engine::BestFirst, ending, self.lower_bound, self.counters)
    }
}
