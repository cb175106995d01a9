//! Units: all assignments with one choice of types of the leading lines, the work of one thread.

use super::assignments::{Assignments, Visit};
use super::bits::BitMethod;
use super::board::{BoardReader, PlacedVehicle, write};
use super::descent::{Descent, StateAt};
use super::family::{Family, MAX_SIDE};
use super::leading::Leading;
use super::levels::{Component, Levels};
use super::lines::{Lines, Orientation};
use super::minimal::{has_idle_vehicle, is_minimal};
use super::place::Plan;
use super::solver::Solver;
use super::summary::{Marks, Summary};
use super::words::Words;
use crate::outcome::{Interrupt, Progress};

/// An interruption is looked for at one of so many choices of a type.
const CHECKS_PER_PULSE: u64 = 16;

/// Which clusters become rows.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Keep {
    /// None: the summary only, without minimality.
    None,
    /// The minimal ones.
    Minimal,
    /// Those with a solution.
    Solvable,
    /// All.
    All,
}

impl Keep {
    /// Each with its name.
    pub const ALL: [(&str, Keep); 4] = [
        ("minimal", Keep::Minimal),
        ("solvable", Keep::Solvable),
        ("all", Keep::All),
        ("none", Keep::None),
    ];
}

/// What is computed for a cluster.
#[derive(Clone, Copy, Debug)]
pub struct UnitOptions {
    /// Which clusters become rows.
    pub keep: Keep,
    /// The least distance of a solvable cluster that is kept, in slides or in steps.
    pub least: Option<(u32, u32)>,
    /// Whether distances in steps are computed, too.
    pub steps: bool,
    /// Whether walls use up labels, as in Fogleman's program.
    pub count_walls: bool,
}

/// A distance with the smallest board that has it, and how many states have each distance.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Hardest {
    /// The largest distance of the cluster.
    pub distance: u32,
    /// The smallest board with this distance.
    pub board: String,
    /// The number of states at distance 0, 1, 2, ...
    pub histogram: Vec<u64>,
    /// The number of shortest solutions of the board, at most `u128::MAX`; 0 if it is unsolvable.
    pub solutions: u128,
}

/// One cluster.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Row {
    /// In slides; of an unsolvable cluster the smallest board, with an empty histogram.
    pub slides: Hardest,
    /// In steps, if these are computed and it is solvable.
    pub steps: Option<Hardest>,
    /// Vehicles, the target included.
    pub vehicles: u32,
    /// Vehicles of three cells or more.
    pub trucks: u32,
    /// Walls.
    pub walls: u32,
    /// States.
    pub states: u64,
    /// Whether the hardest board needs every part for its optimum in slides.
    pub is_minimal: bool,
}

/// The buffers of a thread, for the units of one enumeration.
#[derive(Debug, Default)]
pub struct UnitBuffers {
    words: Words,
    slides: Levels,
    steps: Levels,
    component: Component,
    descent: Descent,
    solver: Solver,
    /// The largest distances of the units of this part so far: no other distance can be a record.
    marks: Marks,
}

impl UnitBuffers {
    /// Forget the largest distances: a part has records of its own.
    pub fn begin_part(&mut self) {
        self.marks = Marks::default();
    }
}

/// The clusters of a unit, and their sums.
#[derive(Debug, Default)]
pub struct UnitResult {
    /// In no particular order.
    pub rows: Vec<Row>,
    /// Sums over all clusters, kept or not.
    pub summary: Summary,
}

/// Enumerate a unit; `None` if `interrupted` returns true, which is called regularly.
pub(super) fn run(
    orientation: &Orientation,
    unit: u64,
    options: UnitOptions,
    work: &mut UnitBuffers,
    interrupted: &mut Interrupt<'_>,
) -> Option<UnitResult> {
    let kinds = orientation.unit(unit);
    if !orientation.has_assignments(&kinds) {
        return Some(UnitResult::default());
    }
    let leading = Leading::new(orientation, kinds);
    let mut unit = Unit::new(orientation, &leading, options, work, interrupted);
    Assignments::new(orientation, &leading, options.keep == Keep::All).run(&mut unit);
    (!unit.is_stopped).then_some(unit.found)
}

/// Enumerate one assignment of a unit.
pub(super) fn run_one(
    orientation: &Orientation,
    (lead, follow): Types,
    options: UnitOptions,
    work: &mut UnitBuffers,
) -> UnitResult {
    let leading = Leading::new(orientation, lead);
    let has_room = |placement: &u32| {
        let pattern = &leading.patterns[*placement as usize];
        (0..orientation.following())
            .all(|line| orientation.follow.radix(follow[line], pattern[line]) != 0)
    };
    let count = u32::try_from(leading.len()).expect("few placements lead");
    let placements: Vec<u32> = (0..count).filter(has_room).collect();
    let mut never = |_| false;
    let mut unit = Unit::new(orientation, &leading, options, work, &mut never);
    unit.visit(&follow, &placements);
    unit.found
}

struct Unit<'a> {
    orientation: &'a Orientation,
    leading: &'a Leading,
    options: UnitOptions,
    method: BitMethod,
    work: &'a mut UnitBuffers,
    interrupted: &'a mut Interrupt<'a>,
    is_stopped: bool,
    checks: u64,
    found: UnitResult,
}

impl Visit for Unit<'_> {
    fn count(&mut self, states: u64) {
        self.found.summary.states += states;
    }

    fn is_stopped(&mut self) -> bool {
        let is_due = self.checks.is_multiple_of(CHECKS_PER_PULSE);
        self.checks += 1;
        self.is_stopped = self.is_stopped || is_due && (self.interrupted)(Progress::default());
        self.is_stopped
    }

    fn visit(&mut self, kinds: &[u16; MAX_SIDE], placements: &[u32]) {
        let work = &mut *self.work;
        let plan = Plan { orientation: self.orientation, leading: self.leading, kinds };
        work.words.set(plan, placements, self.method);
        self.found.summary.states += work.words.states;
        work.slides.search::<false>(&mut work.words, self.method);
        if self.options.steps {
            work.steps.search::<true>(&mut work.words, self.method);
        }
        self.solvable_clusters();
        if self.options.keep == Keep::All {
            self.unsolvable_clusters();
        }
    }
}

impl<'a> Unit<'a> {
    fn new(
        orientation: &'a Orientation,
        leading: &'a Leading,
        options: UnitOptions,
        work: &'a mut UnitBuffers,
        interrupted: &'a mut Interrupt<'_>,
    ) -> Unit<'a> {
        let (method, found) = (BitMethod::best(), UnitResult::default());
        let (is_stopped, checks) = (false, 0);
        Unit { orientation, leading, options, method, work, interrupted, is_stopped, checks, found }
    }

    /// Find the clusters, farthest states first: the state that a cluster is found from is then one of
    /// its hardest.
    fn solvable_clusters(&mut self) {
        let mut left = self.work.slides.states;
        for at in (0..self.work.slides.entries.len()).rev() {
            let entry = self.work.slides.entries[at];
            while left > 0 && self.flood(entry.word, entry.bits) {
                left -= self.work.component.states;
                self.cluster(entry.level);
            }
            if left == 0 {
                return self.work.component.mark_seen(&mut self.work.words);
            }
        }
    }

    fn unsolvable_clusters(&mut self) {
        for number in 0..self.work.words.all.len() {
            let word = u32::try_from(number).expect("few words");
            while self.flood(word, self.work.words.all[number].full) {
                self.found.summary.unsolvable += 1;
                self.found.rows.push(self.unsolvable());
            }
        }
    }

    /// Find the cluster of the first of some states that is not in a known cluster; false if all are.
    fn flood(&mut self, number: u32, among: u64) -> bool {
        let UnitBuffers { words, component, .. } = &mut *self.work;
        component.mark_seen(words);
        let left = among & !words.all[number as usize].seen;
        if left != 0 {
            component.flood(words, number, left & left.wrapping_neg(), self.method);
        }
        left != 0
    }

    /// Count the current cluster, which has a solution, and keep it as a row.
    fn cluster(&mut self, slides: u32) {
        let UnitBuffers { words, steps, component, .. } = &*self.work;
        let steps = self.options.steps.then(|| component.farthest(words, steps));
        self.note_records(slides, steps);
        let row = self.is_listed(slides, steps).then(|| self.solvable(slides, steps)).flatten();
        let is_minimal = row.as_ref().is_some_and(|row| row.is_minimal);
        self.found.summary.add(slides, steps, is_minimal);
        self.found.summary.solvable_states += self.work.component.states;
        self.found.rows.extend(row);
    }

    /// Whether a cluster with these distances may become a row.
    fn is_listed(&self, slides: u32, steps: Option<u32>) -> bool {
        let is_far = |(least, least_steps)| {
            slides >= least || steps.is_some_and(|steps| steps >= least_steps)
        };
        self.options.keep > Keep::None && self.options.least.is_none_or(is_far)
    }

    fn note_records(&mut self, slides: u32, steps: Option<u32>) {
        let key = self.first_state(|reader, number, bit| reader.parts(number, bit));
        let found = [(&self.work.slides, Some(slides)), (&self.work.steps, steps)];
        for (metric, (levels, distance)) in found.into_iter().enumerate() {
            let Some(distance) = distance else { continue };
            if self.work.marks.reaches(key, metric, distance) {
                let state = self.hardest_state(levels, distance);
                let board = self.write(&self.reader().pieces(state));
                self.found.summary.records.add(key, metric, (distance, board));
            }
        }
    }

    /// Read something that all states of the current cluster share from one of them.
    fn first_state<T>(&self, read: impl Fn(BoardReader<'_>, u32, u32) -> T) -> T {
        let number = self.work.component.words[0];
        let part = self.work.words.all[number as usize].part;
        read(self.reader(), number, part.trailing_zeros())
    }

    /// The row of a cluster with a solution; `None` if it is not kept.
    fn solvable(&mut self, slides: u32, steps: Option<u32>) -> Option<Row> {
        let is_minimal_only = self.options.keep == Keep::Minimal;
        // Without obstacles one slide is enough, so with them such a board is not minimal.
        let is_alone =
            || self.first_state(|reader, number, bit| reader.parts(number, bit)) == (0, 1);
        if is_minimal_only && slides <= 1 && !is_alone() {
            return None;
        }
        let state = self.hardest_state(&self.work.slides, slides);
        let is_minimal = self.is_minimal(state, slides);
        if !is_minimal && is_minimal_only {
            return None;
        }
        let hardest = self.described::<false>(state, slides);
        let mut row = self.row(state, hardest);
        row.is_minimal = is_minimal;
        row.steps = steps.map(|distance| {
            let state = self.hardest_state(&self.work.steps, distance);
            self.described::<true>(state, distance)
        });
        Some(row)
    }

    /// Whether the board of a state, whose optimum is `slides`, needs all of its parts.
    fn is_minimal(&mut self, state: StateAt, slides: u32) -> bool {
        if has_idle_vehicle(&self.reader(), &self.work.slides, state, slides) {
            return false;
        }
        let UnitBuffers { words, slides: levels, descent, .. } = &mut *self.work;
        let path = descent.solution(words, levels, (state, slides), self.method);
        let path: Vec<_> = path.into_iter().map(|state| self.reader().pieces(state)).collect();
        let Family { rows, cols, .. } = self.orientation.family;
        is_minimal(&mut self.work.solver, &path, rows, cols)
    }

    fn described<const STEP: bool>(&mut self, state: StateAt, distance: u32) -> Hardest {
        let UnitBuffers { words, slides, steps, component, descent, .. } = &mut *self.work;
        let levels = if STEP { steps } else { slides };
        let histogram = component.histogram(words, levels);
        let solutions = descent.solutions::<STEP>(words, levels, (state, distance), self.method);
        let board = self.write(&self.reader().pieces(state));
        Hardest { distance, board, histogram, solutions }
    }

    fn unsolvable(&self) -> Row {
        let mut best = None;
        for number in &self.work.component.words {
            let part = self.work.words.all[*number as usize].part;
            self.reader().least(*number, part, &mut best);
        }
        let state = best.expect("a state").at;
        let board = self.write(&self.reader().pieces(state));
        self.row(state, Hardest { distance: 0, board, histogram: Vec::new(), solutions: 0 })
    }

    /// The smallest state of the current cluster at this distance.
    fn hardest_state(&self, levels: &Levels, distance: u32) -> StateAt {
        let mut best = None;
        let reader = self.reader();
        self.work.component.at(&self.work.words, levels, distance, |number, bits| {
            reader.least(number, bits, &mut best);
        });
        best.expect("some state has the largest distance").at
    }

    fn row(&self, state: StateAt, slides: Hardest) -> Row {
        let pieces = self.reader().pieces(state);
        let count = |is: fn(&PlacedVehicle) -> bool| {
            u32::try_from(pieces.iter().filter(|piece| is(piece)).count()).expect("few")
        };
        Row {
            slides,
            steps: None,
            vehicles: count(|piece| !piece.is_wall),
            trucks: count(|piece| piece.length > 2),
            walls: count(|piece| piece.is_wall),
            states: self.work.component.states,
            is_minimal: false,
        }
    }

    fn reader(&self) -> BoardReader<'_> {
        BoardReader {
            orientation: self.orientation,
            leading: self.leading,
            words: &self.work.words,
        }
    }

    fn write(&self, pieces: &[PlacedVehicle]) -> String {
        let family = &self.orientation.family;
        write(pieces, family.rows, family.cols, self.options.count_walls)
    }
}

// One assignment: the clusters of all boards whose lines have the types of a given board.

/// What stands in a line: the first cell and the length of each vehicle, in order, and the walls.
#[derive(Clone, Debug, Default)]
pub struct Line {
    /// First cells.
    pub at: Vec<u8>,
    /// Lengths.
    pub lengths: Vec<u8>,
    /// A bit for each cell.
    pub walls: u8,
}

/// The types of the leading lines and of the following ones.
pub(super) type Types = (Vec<u16>, [u16; MAX_SIDE]);

impl Orientation {
    /// The types of a board's lines, if such boards are in the family and this direction leads them.
    pub(super) fn types(&self, rows: &[Line], columns: &[Line]) -> Option<Types> {
        let (leading, following) = if self.rows_lead { (rows, columns) } else { (columns, rows) };
        let lead = kinds(&self.lead, leading, |line| self.leads_target(line))?;
        let follow = kinds(&self.follow, following, |line| self.follows_target(line))?;
        let on_leading =
            lead.iter().try_fold(self.stock(), |all, kind| all.with(&self.lead, *kind));
        let stock =
            follow.iter().try_fold(on_leading?, |all, kind| all.with(&self.follow, *kind))?;
        let product = |lines: &Lines, kinds: &[u16]| -> u64 {
            kinds.iter().map(|kind| lines.get(*kind).least).product()
        };
        let leads = self.leads(product(&self.lead, &lead), product(&self.follow, &follow));
        let mut types = [0; MAX_SIDE];
        types.get_mut(..follow.len())?.copy_from_slice(&follow);
        (leads && stock.is_enough()).then_some((lead, types))
    }
}

/// The type of each line.
fn kinds(lines: &Lines, all: &[Line], is_target: impl Fn(usize) -> bool) -> Option<Vec<u16>> {
    let kind = |(number, line): (usize, &Line)| {
        lines.choices(is_target(number)).iter().copied().find(|kind| {
            let kind = lines.get(*kind);
            let is_placed = |at: &Vec<u8>| *at == line.at;
            kind.walls == line.walls
                && kind.lengths == line.lengths
                && kind.placements.iter().any(|placement| is_placed(&placement.at))
        })
    };
    all.iter().enumerate().map(kind).collect()
}
