//! What to search for, how, and within which limits.

use std::ops::ControlFlow;
use std::thread::available_parallelism;
use std::time::Duration;

use crate::board::{Goal, Metric};
use crate::cluster::{Cluster, Unfinished};
use crate::heuristic::{self, Entry};
use crate::outcome::{Interrupt, Limits, Outcome, Progress, Watch};
use crate::search::{
    AUTO, Algorithm, Duplicates, Query, Setting, Settings, Ties, Untaken, Weight, taking,
};
use crate::state::Puzzle;

/// Options of a search: metric, goal, algorithm, heuristic, limits and threads.
///
/// By default a search minimises slides until the target reaches the edge, chooses the algorithm
/// itself, uses one thread for each processor and at most 4 GiB of memory.
///
/// ```
/// use rushhour::{Goal, Metric, Options, Puzzle};
///
/// let puzzle: Puzzle = "..B./AAB./..../....".parse()?;
/// let options = Options::new().metric(Metric::Step).goal(Goal::Past);
/// assert_eq!(options.solve(&puzzle).cost(), Some(5));
/// # Ok::<(), rushhour::ParsePuzzleError>(())
/// ```
#[derive(Clone, Copy, Debug)]
#[must_use]
pub struct Options {
    pub(crate) metric: Metric,
    pub(crate) goal: Goal,
    algorithm: &'static Algorithm,
    /// `None` is `advanced`, for an algorithm that takes a heuristic.
    heuristic: Option<&'static Entry<'static>>,
    pub(super) settings: Settings,
    limits: Limits,
    /// `None` is one for each processor.
    threads: Option<usize>,
}

const GIB: u64 = 1 << 30;

impl Default for Options {
    fn default() -> Options {
        Options {
            metric: Metric::Slide,
            goal: Goal::Edge,
            algorithm: AUTO,
            heuristic: None,
            settings: Settings::default(),
            limits: Limits { memory: Some(4 * GIB), ..Limits::default() },
            threads: None,
        }
    }
}

impl Options {
    /// The default options.
    ///
    /// ```
    /// let puzzle: rushhour::Puzzle = "AA../..../..../....".parse()?;
    /// assert_eq!(rushhour::Options::new().solve(&puzzle), rushhour::solve(&puzzle));
    /// # Ok::<(), rushhour::ParsePuzzleError>(())
    /// ```
    pub fn new() -> Options {
        Options::default()
    }

    /// Count slides (moves of any length) or steps (moves of one cell).
    ///
    /// ```
    /// use rushhour::{Metric, Options, Puzzle};
    ///
    /// let puzzle: Puzzle = "AA....".repeat(6).replacen("AA....", "......", 5).parse()?;
    /// assert_eq!(Options::new().metric(Metric::Slide).solve(&puzzle).cost(), Some(1));
    /// assert_eq!(Options::new().metric(Metric::Step).solve(&puzzle).cost(), Some(4));
    /// # Ok::<(), rushhour::ParsePuzzleError>(())
    /// ```
    pub fn metric(self, metric: Metric) -> Options {
        Options { metric, ..self }
    }

    /// Say how far the target has to go.
    ///
    /// ```
    /// use rushhour::{Goal, Options, Puzzle};
    ///
    /// let puzzle: Puzzle = "..B./AAB./..../....".parse()?;
    /// assert_eq!(Options::new().goal(Goal::Clear).solve(&puzzle).cost(), Some(1));
    /// assert_eq!(Options::new().goal(Goal::Edge).solve(&puzzle).cost(), Some(2));
    /// # Ok::<(), rushhour::ParsePuzzleError>(())
    /// ```
    pub fn goal(self, goal: Goal) -> Options {
        Options { goal, ..self }
    }

    /// Choose the algorithm instead of [`AUTO`]. It ignores the settings that it does not take.
    ///
    /// ```
    /// use rushhour::{Options, Puzzle, search};
    ///
    /// let puzzle: Puzzle = "..B.../AAB.../....../......".parse()?;
    /// let bfs = search::algorithm("bfs").expect("an algorithm");
    /// let outcome = Options::new().algorithm(bfs).solve(&puzzle);
    /// assert_eq!(outcome.counters.expanded, 6);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn algorithm(self, algorithm: &'static Algorithm) -> Options {
        Options { algorithm, ..self }
    }

    /// Choose the heuristic; with [`AUTO`] the algorithm is then A*.
    ///
    /// ```
    /// use rushhour::{Options, Puzzle, heuristic};
    ///
    /// let puzzle: Puzzle = "..B.../AAB.../....../......".parse()?;
    /// let blocking = heuristic::heuristic("blocking").expect("a heuristic");
    /// assert_eq!(Options::new().heuristic(blocking).solve(&puzzle).cost(), Some(2));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn heuristic(self, heuristic: &'static Entry<'static>) -> Options {
        Options { heuristic: Some(heuristic), ..self }
    }

    /// Choose the weight of h; with [`AUTO`] the algorithm is then weighted A*.
    ///
    /// ```
    /// use rushhour::{Options, Puzzle, search::Weight};
    ///
    /// let puzzle: Puzzle = "..B.../AAB.../....../......".parse()?;
    /// let weight = Weight::new(3, 2).expect("at least 1");
    /// assert!(Options::new().weight(weight).solve(&puzzle).cost() <= Some(3));
    /// # Ok::<(), rushhour::ParsePuzzleError>(())
    /// ```
    pub fn weight(self, weight: Weight) -> Options {
        Options { settings: Settings { weight: Some(weight), ..self.settings }, ..self }
    }

    /// Choose which of the states with the least f is expanded first.
    ///
    /// ```
    /// use rushhour::{Options, Puzzle, search::Ties};
    ///
    /// let puzzle: Puzzle = "..B.../AAB.../....../......".parse()?;
    /// assert_eq!(Options::new().ties(Ties::Lifo).solve(&puzzle).cost(), Some(2));
    /// # Ok::<(), rushhour::ParsePuzzleError>(())
    /// ```
    pub fn ties(self, ties: Ties) -> Options {
        Options { settings: Settings { ties, ..self.settings }, ..self }
    }

    /// Choose what becomes of an open state when the search reaches it again.
    ///
    /// ```
    /// use rushhour::{Options, Puzzle, search::Duplicates};
    ///
    /// let puzzle: Puzzle = "..B.../AAB.../....../......".parse()?;
    /// assert_eq!(Options::new().duplicates(Duplicates::Keep).solve(&puzzle).cost(), Some(2));
    /// # Ok::<(), rushhour::ParsePuzzleError>(())
    /// ```
    pub fn duplicates(self, duplicates: Duplicates) -> Options {
        Options { settings: Settings { duplicates, ..self.settings }, ..self }
    }

    /// Choose whether a cheaper path to a closed state reopens it.
    ///
    /// ```
    /// use rushhour::{Options, Puzzle};
    ///
    /// let puzzle: Puzzle = "..B.../AAB.../....../......".parse()?;
    /// assert_eq!(Options::new().reopen(false).solve(&puzzle).counters.reopened, 0);
    /// # Ok::<(), rushhour::ParsePuzzleError>(())
    /// ```
    pub fn reopen(self, reopen: bool) -> Options {
        Options { settings: Settings { reopen: Some(reopen), ..self.settings }, ..self }
    }

    /// Choose whether the move back to the parent of a state is generated, as it is by default.
    ///
    /// ```
    /// use rushhour::{Options, Puzzle, search};
    ///
    /// let puzzle: Puzzle = "..B.../AAB.../....../......".parse()?;
    /// let bfs = search::algorithm("bfs").expect("an algorithm");
    /// let generated = |undo| {
    ///     Options::new().algorithm(bfs).undo(undo).solve(&puzzle).counters.generated
    /// };
    /// assert_eq!(generated(true) - generated(false), 5); // of 6 expansions all but the first
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn undo(self, undo: bool) -> Options {
        Options { settings: Settings { undo, ..self.settings }, ..self }
    }

    /// Set all limits at once; `None` in one of them is without limit.
    ///
    /// ```
    /// use rushhour::{Limits, Options, Puzzle};
    ///
    /// let puzzle: Puzzle = "..B.../AAB.../....../......".parse()?;
    /// let unlimited = Options::new().limits(Limits::default());
    /// assert_eq!(unlimited.solve(&puzzle).cost(), Some(2));
    /// # Ok::<(), rushhour::ParsePuzzleError>(())
    /// ```
    pub fn limits(self, limits: Limits) -> Options {
        Options { limits, ..self }
    }

    /// Stop after so many states are kept.
    ///
    /// ```
    /// use rushhour::{Ending, Options, Puzzle, Stop, search};
    ///
    /// let puzzle: Puzzle = "..B.../AAB.../....../......".parse()?;
    /// let bfs = search::algorithm("bfs").expect("an algorithm");
    /// let outcome = Options::new().algorithm(bfs).max_states(3).solve(&puzzle);
    /// assert_eq!(outcome.ending, Ending::Unknown(Stop::States));
    /// assert_eq!((outcome.cost(), outcome.lower_bound), (None, 2));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn max_states(self, states: u64) -> Options {
        Options { limits: Limits { states: Some(states), ..self.limits }, ..self }
    }

    /// Stop before more than so many bytes are held.
    ///
    /// ```
    /// use rushhour::{Options, Puzzle};
    ///
    /// let puzzle: Puzzle = "..B.../AAB.../....../......".parse()?;
    /// assert_eq!(Options::new().max_memory(1 << 30).solve(&puzzle).cost(), Some(2));
    /// # Ok::<(), rushhour::ParsePuzzleError>(())
    /// ```
    pub fn max_memory(self, bytes: u64) -> Options {
        Options { limits: Limits { memory: Some(bytes), ..self.limits }, ..self }
    }

    /// Stop after so much time.
    ///
    /// ```
    /// use std::time::Duration;
    /// use rushhour::{Options, Puzzle};
    ///
    /// let puzzle: Puzzle = "..B.../AAB.../....../......".parse()?;
    /// let options = Options::new().max_time(Duration::from_secs(3600));
    /// assert_eq!(options.solve(&puzzle).cost(), Some(2));
    /// # Ok::<(), rushhour::ParsePuzzleError>(())
    /// ```
    pub fn max_time(self, time: Duration) -> Options {
        Options { limits: Limits { time: Some(time), ..self.limits }, ..self }
    }

    /// Use at most so many threads; the outcome does not depend on it.
    ///
    /// ```
    /// use rushhour::{Options, Puzzle};
    ///
    /// let puzzle: Puzzle = "..B.../AAB.../....../......".parse()?;
    /// assert_eq!(Options::new().threads(1).solve(&puzzle), Options::new().threads(2).solve(&puzzle));
    /// # Ok::<(), rushhour::ParsePuzzleError>(())
    /// ```
    pub fn threads(self, threads: usize) -> Options {
        Options { threads: Some(threads), ..self }
    }

    /// Find a solution, a shortest one unless the algorithm or heuristic gives that up; or prove that
    /// there is none.
    ///
    /// ```
    /// use rushhour::{Options, Puzzle};
    ///
    /// let puzzle: Puzzle = "..B./AAB./..../....".parse()?;
    /// let outcome = Options::new().solve(&puzzle);
    /// assert_eq!(outcome.is_proved_optimal(), Some(true));
    /// # Ok::<(), rushhour::ParsePuzzleError>(())
    /// ```
    #[must_use]
    pub fn solve(&self, puzzle: &Puzzle) -> Outcome {
        self.solve_with(puzzle, |_| ControlFlow::Continue(()))
    }

    /// Solve, and call `progress` regularly; `Break` ends the search as interrupted.
    ///
    /// ```
    /// use std::ops::ControlFlow;
    /// use rushhour::{Ending, Options, Puzzle, Stop, search};
    ///
    /// let puzzle: Puzzle = "..B.../AAB.../....../......".parse()?;
    /// let bfs = search::algorithm("bfs").expect("an algorithm");
    /// let options = Options::new().algorithm(bfs);
    /// let outcome = options.solve_with(&puzzle, |progress| {
    ///     println!("{} states, at least {}", progress.states, progress.lower_bound);
    ///     ControlFlow::Break(())
    /// });
    /// assert_eq!(outcome.ending, Ending::Unknown(Stop::Interrupted));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn solve_with(
        &self,
        puzzle: &Puzzle,
        mut progress: impl FnMut(Progress) -> ControlFlow<()>,
    ) -> Outcome {
        let mut interrupted = |seen| progress(seen).is_break();
        self.search(puzzle, &mut self.watch(&mut interrupted))
    }

    /// Find every state that can be reached, and its distance to the nearest goal. Only the metric,
    /// the goal, the limits and the threads matter.
    ///
    /// # Errors
    /// [`Unfinished`] where a limit is reached first.
    ///
    /// ```
    /// use rushhour::{Metric, Options, Puzzle};
    ///
    /// let puzzle: Puzzle = "..B.../AAB.../....../......".parse()?;
    /// let cluster = Options::new().metric(Metric::Step).explore(&puzzle)?;
    /// assert_eq!(cluster.distance(puzzle.state()), Some(6));
    ///
    /// let large: Puzzle = "..B.../AAB..D/..B..D/.....D/.CC.../..EEE.".parse()?;
    /// assert!(Options::new().max_states(100).explore(&large).is_err());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn explore(&self, puzzle: &Puzzle) -> Result<Cluster, Unfinished> {
        self.watched(|watch| crate::cluster::explore(puzzle, self.metric, self.goal, watch))
    }

    /// Run work within the limits, on the threads.
    pub(super) fn watched<T>(&self, work: impl FnOnce(&mut Watch<'_>) -> T) -> T {
        work(&mut self.watch(&mut |_| false))
    }

    /// A watch over the limits, with the threads; `interrupted` is as in [`Watch::new`].
    pub(crate) fn watch<'a>(&self, interrupted: &'a mut Interrupt<'a>) -> Watch<'a> {
        Watch::new(self.limits, interrupted).with_threads(self.most_threads())
    }

    /// The same metric and goal alone, with the default search.
    pub(super) fn plain(&self) -> Options {
        Options { metric: self.metric, goal: self.goal, ..Options::default() }
    }

    fn most_threads(&self) -> usize {
        self.threads.unwrap_or_else(|| available_parallelism().map_or(1, Into::into))
    }

    /// The same for a cluster that may be larger than memory: the states go to files in a folder, which
    /// must be new, empty or of the same exploration; that is then resumed. The limit on memory decides
    /// how much is written and read again, and how many threads work, not the result.
    ///
    /// # Errors
    /// [`DiskError`](crate::DiskError): a limit was reached or the disk is full, and what is done stays in the folder; the
    /// folder holds something else; a file is damaged.
    ///
    /// ```
    /// use rushhour::{Options, Puzzle};
    ///
    /// let puzzle: Puzzle = "..B.../AAB.../....../......".parse()?;
    /// let name = format!("rushhour-{}", std::process::id());
    /// let folder = std::env::temp_dir().join(name);
    /// let cluster = Options::new().explore_on_disk(&puzzle, &folder)?;
    /// assert_eq!((cluster.states(), cluster.histogram()), (11, vec![3, 6, 2]));
    /// assert_eq!(cluster.distance(puzzle.state())?, Some(2));
    /// std::fs::remove_dir_all(folder)?;
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[cfg(not(target_family = "wasm"))]
    pub fn explore_on_disk(
        &self,
        puzzle: &Puzzle,
        folder: &std::path::Path,
    ) -> Result<crate::DiskCluster, crate::DiskError> {
        self.watched(|watch| crate::disk::explore(puzzle, self.metric, self.goal, folder, watch))
    }

    /// About how large the cluster of a puzzle may be, and what it then takes on disk.
    ///
    /// ```
    /// use rushhour::{Options, Puzzle};
    ///
    /// let puzzle: Puzzle = "..B.../AAB.../....../......".parse()?;
    /// let estimate = Options::new().estimate_on_disk(&puzzle);
    /// assert!((10.0..12.0).contains(&estimate.states)); // there are 11
    /// # Ok::<(), rushhour::ParsePuzzleError>(())
    /// ```
    #[cfg(not(target_family = "wasm"))]
    #[must_use]
    pub fn estimate_on_disk(&self, puzzle: &Puzzle) -> crate::DiskEstimate {
        crate::DiskEstimate::of(puzzle, self.goal)
    }

    /// The algorithm that these options stand for.
    ///
    /// # Errors
    /// [`Untaken`] where it does not take a setting that was chosen; a search ignores that one.
    ///
    /// ```
    /// use rushhour::{Options, search, search::Ties};
    ///
    /// assert_eq!(Options::new().ties(Ties::Lifo).chosen_algorithm()?.name, "astar");
    /// let bfs = search::algorithm("bfs").expect("an algorithm");
    /// assert!(Options::new().algorithm(bfs).ties(Ties::Lifo).chosen_algorithm().is_err());
    /// # Ok::<(), rushhour::search::Untaken>(())
    /// ```
    pub fn chosen_algorithm(&self) -> Result<&'static Algorithm, Untaken> {
        let heuristic = self.heuristic.map(|_| Setting::Heuristic);
        let chosen: Vec<Setting> = heuristic.into_iter().chain(self.settings.chosen()).collect();
        taking(self.algorithm, &chosen)
    }

    /// Solve within the limits of a watch.
    pub(super) fn search(&self, puzzle: &Puzzle, watch: &mut Watch<'_>) -> Outcome {
        let algorithm = self.chosen_algorithm().unwrap_or(self.algorithm);
        algorithm.search(&puzzle.space(self.goal), &self.query(), watch)
    }

    /// The heuristic of an algorithm that takes one.
    pub(super) fn guide(&self) -> &'static Entry<'static> {
        self.heuristic.unwrap_or(heuristic::DEFAULT)
    }

    fn query(&self) -> Query<'static> {
        Query {
            metric: self.metric,
            goal: self.goal,
            own_goal: None,
            heuristic: self.guide(),
            settings: self.settings,
            limits: self.limits,
        }
    }
}
