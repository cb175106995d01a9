//! The schedule against recorded runs and simulated ones, without any search.

use std::fmt::Write;
use std::fs;
use std::path::PathBuf;

use super::*;
use crate::cegar::corridor::Limit;
use crate::lab::random::Random;

/// A line of a recording: a report, the work so far, and the task that follows.
pub(in crate::cegar) fn line(report: Report, work: Work, task: Task) -> String {
    let mut line = match report {
        Report::Found(SearchSize { found, corridor, cost }) => {
            format!("found {found} {corridor} {cost}")
        }
        Report::Empty { states } => format!("empty {states}"),
        Report::TooLarge => "too-large".to_owned(),
        Report::LimitReached => "limit".to_owned(),
        Report::Plan(Some(cost)) => format!("plan {cost}"),
        Report::Plan(None) => "no-plan".to_owned(),
    };
    write!(line, " ; {} {} | {task:?}", work.expanded, work.generated).expect("to a string");
    line
}

fn numbers(text: &str) -> Vec<u64> {
    text.split(' ').filter_map(|word| word.parse().ok()).collect()
}

fn parse(text: &str) -> (Report, Work) {
    let (report, work) = text.split_once(" ; ").expect("a report and the work so far");
    let (numbers, work) = (numbers(report), numbers(work));
    let small = |number: u64| u16::try_from(number).expect("a cost");
    let kind = report.split(' ').next().expect("a word");
    let report = match (kind, &numbers[..]) {
        ("found", &[found, corridor, cost]) => {
            Report::Found(SearchSize { found, corridor, cost: small(cost) })
        }
        ("empty", &[states]) => Report::Empty { states },
        ("too-large", []) => Report::TooLarge,
        ("limit", []) => Report::LimitReached,
        ("plan", &[cost]) => Report::Plan(Some(small(cost))),
        ("no-plan", []) => Report::Plan(None),
        _ => panic!("expected a report, found `{report}`"),
    };
    (report, Work { expanded: work[0], generated: work[1] })
}

/// The recorded runs: name and text. Their first lines name the board and what it was solved with.
pub(in crate::cegar) fn recordings() -> Vec<(PathBuf, String)> {
    let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/data/schedules");
    let entries = fs::read_dir(folder).expect("the folder of recordings");
    let mut paths: Vec<PathBuf> = entries.map(|entry| entry.expect("a file").path()).collect();
    paths.sort();
    let read = |path: PathBuf| (path.clone(), fs::read_to_string(path).expect("text"));
    paths.into_iter().map(read).collect()
}

impl Schedule {
    pub(in crate::cegar) fn log(&self) -> &[String] {
        &self.log
    }
}

#[test]
fn recorded_runs_are_decided_as_recorded() {
    let recordings = recordings();
    assert!(recordings.len() >= 5, "{} recordings", recordings.len());
    for (path, text) in recordings {
        let lines: Vec<&str> = text.lines().filter(|line| !line.starts_with('#')).collect();
        let first = numbers(lines[0].split_once(" | ").expect("an event and a task").0)[0];
        let lower_bound = u16::try_from(first).expect("a bound");
        let mut schedule = Schedule::new(lower_bound, u64::MAX, Tuning::default());
        let mut invariants = Invariants::default();
        for line in lines {
            let (event, task) = line.split_once(" | ").expect("an event and a task");
            if let Some(bound) = event.strip_prefix("bound ") {
                schedule.begin(bound.parse().expect("a bound"));
                invariants.begin();
            } else {
                let (report, work) = parse(event);
                invariants.check(report, work, &schedule);
                schedule.record(report, work);
            }
            assert_eq!(format!("{:?}", schedule.task()), task, "{} at `{event}`", path.display());
        }
    }
}

/// Follows a run at one bound, and checks what must hold whatever the searches find.
#[derive(Default)]
struct Invariants {
    work: Work,
    /// Whether a search of the finest level waits.
    is_waiting: bool,
    /// Whether an intermediate level has been searched with success since.
    is_better: bool,
    /// The most states that a direct search was expected to take.
    direct: u64,
    /// The states that intermediate levels have taken since that was known, and before.
    detours: u64,
    unknown: u64,
    /// The searches of intermediate levels, and all tasks.
    searches: u64,
    tasks: u64,
}

impl Invariants {
    fn begin(&mut self) {
        *self = Invariants { work: self.work, ..Invariants::default() };
    }

    /// Checks a report on the schedule's task before it is recorded.
    fn check(&mut self, report: Report, work: Work, schedule: &Schedule) {
        let expanded = work.expanded - self.work.expanded;
        self.work = work;
        self.tasks += 1;
        match schedule.task() {
            Task::SearchLevel { level, max_states } => {
                assert!(level < schedule.ascent.sizes.finest(), "the finest level is no detour");
                self.check_detour(expanded, max_states, schedule);
                self.is_better |= matches!(report, Report::Found(_));
            }
            Task::StartFinest { .. } => {
                assert!(!self.is_waiting || self.is_better, "dropped without a better heuristic");
                (self.is_waiting, self.is_better) = (report == Report::TooLarge, false);
            }
            Task::ResumeFinest { .. } => {
                assert!(self.is_waiting && !self.is_better, "resumed a search that does not wait");
                self.is_waiting = report == Report::TooLarge;
            }
            Task::Refine => assert!(!self.is_waiting, "a waiting search was forgotten"),
            _ => {}
        }
    }

    /// Detours take at most a part of what a direct search is expected to take, and some states for
    /// each of them.
    fn check_detour(&mut self, expanded: u64, max_states: u64, schedule: &Schedule) {
        self.searches += 1;
        let Some(direct) = schedule.ascent.direct else {
            self.unknown += expanded;
            return;
        };
        self.direct = self.direct.max(direct);
        let floor = self.searches * schedule.tuning.detour_min;
        let part = self.direct / schedule.tuning.detour_part;
        self.detours += max_states.min(expanded);
        assert!(
            self.detours <= part + floor + self.unknown + OVERSHOOT * self.searches,
            "detours of {} states at {} expected of a direct search",
            self.detours,
            self.direct
        );
    }
}

/// A search notices after a round of expansions that it has found too many states.
const OVERSHOOT: u64 = 4096;

/// A puzzle that exists as sizes alone: a search finds a number of states that grows with the bound
/// and with the levels that its heuristic does not know.
struct World {
    random: Random,
    /// The cost of the puzzle.
    optimum: u16,
    /// Doublings per unknown level, and per two units of the bound.
    per_level: i64,
    per_bound: i64,
    work: Work,
    bound: u16,
    /// The size of the last search of the finest level, and the states that it has found.
    finest: u64,
    found: u64,
}

impl World {
    fn new(seed: u64) -> World {
        let mut random = Random(seed);
        let optimum = u16::try_from(8 + random.below(30)).expect("small");
        let (per_level, per_bound) = (random.below(4), random.below(3));
        let work = Work::default();
        World { random, optimum, per_level, per_bound, work, bound: 0, finest: 0, found: 0 }
    }

    /// What a task finds; `None` if the puzzle is solved.
    fn perform(&mut self, schedule: &Schedule) -> Option<Report> {
        let finest = schedule.ascent.sizes.finest();
        Some(match schedule.task() {
            Task::Finish => return None,
            Task::Refine if self.bound == self.optimum => return None,
            Task::ExtendDatabase { levels, max_states } => {
                let size = self.size(levels, 0);
                self.search(0, size, max_states)
            }
            Task::ImproveUpperBound(limit) | Task::FollowCorridor(limit) => self.plan(limit),
            Task::SearchLevel { level, max_states } => {
                let size = self.size(level, schedule.ascent.heuristic().levels);
                self.search(0, size, max_states)
            }
            Task::StartFinest { max_states } => {
                (self.finest, self.found) = (self.size(finest, schedule.ascent.base.levels), 0);
                self.search_finest(max_states)
            }
            Task::ResumeFinest { max_states } => self.search_finest(max_states),
            Task::Refine | Task::AddLevel => {
                let states = self.size(finest, 0);
                self.spend(states);
                Report::Empty { states }
            }
            Task::RaiseBound => unreachable!("nothing is performed after a refutation"),
        })
    }

    fn size(&mut self, level: usize, base_levels: usize) -> u64 {
        let unknown = i64::try_from(level + 1 - base_levels).expect("small");
        let doublings = 4 + self.per_level * unknown + self.per_bound * i64::from(self.bound) / 2;
        1 << (doublings + self.random.below(3)).min(30)
    }

    fn spend(&mut self, states: u64) {
        self.work.expanded += states;
        self.work.generated += 4 * states;
    }

    fn search_finest(&mut self, max_states: u64) -> Report {
        let report = self.search(self.found, self.finest, max_states);
        self.found = self.found.max(max_states.min(self.finest));
        report
    }

    /// A search that has found some states before.
    fn search(&mut self, before: u64, size: u64, max_states: u64) -> Report {
        if size > max_states {
            self.spend((max_states + 1).saturating_sub(before));
            return Report::TooLarge;
        }
        self.spend(size.saturating_sub(before));
        match self.random.below(6) {
            0 if self.bound < self.optimum => Report::Empty { states: size },
            _ => {
                let size = SearchSize { found: size, corridor: size / 2, cost: self.bound };
                Report::Found(size)
            }
        }
    }

    fn plan(&mut self, limit: Limit) -> Report {
        self.work.generated += limit.generated;
        let cost = self.optimum + u16::try_from(self.random.below(4)).expect("small");
        let is_found = cost <= limit.cost && self.random.below(3) == 0;
        Report::Plan(is_found.then_some(cost))
    }
}

/// Runs a schedule on a world until the optimum is proved; the number of tasks.
fn simulate(seed: u64) -> u64 {
    let mut world = World::new(seed);
    let mut schedule = Schedule::new(1, u64::MAX, Tuning::default());
    let (mut invariants, mut tasks) = (Invariants::default(), 0);
    for bound in 1..=world.optimum {
        world.bound = bound;
        schedule.begin(bound);
        invariants.begin();
        while schedule.task() != Task::RaiseBound {
            let Some(report) = world.perform(&schedule) else { return tasks };
            invariants.check(report, world.work, &schedule);
            schedule.record(report, world.work);
            tasks += 1;
            assert!(invariants.tasks < 1000, "bound {bound} of seed {seed} does not end");
        }
    }
    panic!("seed {seed} refutes the optimum");
}

#[test]
fn simulated_runs_end_and_keep_to_their_budgets() {
    let tasks: u64 = (0..2000).map(simulate).sum();
    assert!(tasks > 50_000, "{tasks} tasks");
}
