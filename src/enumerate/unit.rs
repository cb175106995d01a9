//! Units: all assignments with one choice of types of the leading lines, the work of one thread.

use super::assignments::{Assignments, Visit};
use super::bits::Method;
use super::board::{Cells, Reader, write};
use super::component::Component;
use super::family::MAX_SIDE;
use super::frame::Frame;
use super::leading::Leading;
use super::levels::Levels;
use super::minimal::Minimality;
use super::summary::Summary;
use super::words::Words;

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
pub struct Options {
    /// Which clusters become rows.
    pub keep: Keep,
    /// Distances in steps beside those in slides.
    pub steps: bool,
    /// Walls take labels, as in Fogleman's program.
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
    /// No part can be taken out of the hardest board without its optimum in slides falling.
    pub is_minimal: bool,
}

/// The buffers of a thread.
#[derive(Debug, Default)]
pub struct Workspace {
    words: Words,
    slides: Levels,
    steps: Levels,
    component: Component,
    minimality: Minimality,
    histogram: Vec<u64>,
    /// By word: the states with a distance.
    solvable: Vec<u64>,
}

/// The clusters of a unit, and what they sum up to.
#[derive(Debug, Default)]
pub struct Found {
    /// In no order that matters.
    pub rows: Vec<Row>,
    /// Sums over all clusters, kept or not.
    pub summary: Summary,
}

/// Enumerate a unit of a frame.
pub(super) fn run(frame: &Frame, unit: u64, options: Options, work: &mut Workspace) -> Found {
    let kinds = frame.unit(unit);
    if !frame.has_assignments(&kinds) {
        return Found::default();
    }
    let leading = Leading::new(frame, kinds);
    let (method, found) = (Method::best(), Found::default());
    let mut unit = Unit { frame, leading: &leading, options, method, work, found };
    Assignments::new(frame, &leading, options.keep == Keep::All).run(&mut unit);
    unit.found
}

struct Unit<'a> {
    frame: &'a Frame,
    leading: &'a Leading,
    options: Options,
    method: Method,
    work: &'a mut Workspace,
    found: Found,
}

impl Visit for Unit<'_> {
    fn count(&mut self, states: u64) {
        self.found.summary.states += states;
    }

    fn visit(&mut self, kinds: &[u16; MAX_SIDE], placements: &[u32]) {
        let work = &mut *self.work;
        work.words.set(self.frame, self.leading, kinds, placements);
        self.found.summary.states += work.words.states;
        work.slides.search::<false>(&mut work.words, self.method);
        let solvable = work.words.all.iter().map(|word| word.full & !word.open);
        work.solvable.clear();
        work.solvable.extend(solvable);
        if self.options.steps {
            work.steps.search::<true>(&mut work.words, self.method);
        }
        self.components();
    }
}

impl Unit<'_> {
    fn components(&mut self) {
        for number in 0..self.work.words.all.len() {
            while let Some(bit) = self.next_state(number) {
                let Workspace { words, component, .. } = &mut *self.work;
                let start = u32::try_from(number).expect("few words");
                component.flood(words, start, bit, self.method);
                self.cluster(bit & self.work.solvable[number] != 0);
            }
        }
    }

    /// A state of a word whose cluster is to be found.
    fn next_state(&mut self, number: usize) -> Option<u64> {
        let Workspace { words, component, solvable, .. } = &mut *self.work;
        component.leave(words);
        let word = &words.all[number];
        let among = if self.options.keep == Keep::All { !0 } else { solvable[number] };
        let left = word.full & among & !word.seen;
        (left != 0).then_some(left & left.wrapping_neg())
    }

    /// Count the current cluster, and keep it as a row.
    fn cluster(&mut self, is_solvable: bool) {
        if !is_solvable {
            self.found.summary.unsolvable += 1;
            self.found.rows.push(self.unsolvable());
            return;
        }
        let mut slides = std::mem::take(&mut self.work.histogram);
        self.work.component.histogram(&self.work.words, &self.work.slides, &mut slides);
        let mut steps = Vec::new();
        if self.options.steps {
            self.work.component.histogram(&self.work.words, &self.work.steps, &mut steps);
        }
        let row =
            (self.options.keep > Keep::None).then(|| self.solvable(&slides, &steps)).flatten();
        let is_minimal = row.as_ref().is_some_and(|row| row.is_minimal);
        self.found.summary.add(slides.len(), steps.len(), is_minimal);
        self.found.summary.solvable_states += self.work.component.states;
        self.found.rows.extend(row);
        self.work.histogram = slides;
    }

    /// The row of a cluster with a solution; `None` if it is not kept.
    fn solvable(&mut self, slides: &[u64], steps: &[u64]) -> Option<Row> {
        let distance = u32::try_from(slides.len() - 1).expect("few levels");
        let digits = self.hardest(&self.work.slides, distance);
        let pieces = self.reader().pieces(&digits);
        let family = &self.frame.family;
        let is_minimal = self.work.minimality.holds(&pieces, family.rows, family.cols, distance);
        if !is_minimal && self.options.keep == Keep::Minimal {
            return None;
        }
        let board = self.write(&pieces);
        let mut row = self.row(&pieces, Hardest { distance, board, histogram: slides.to_vec() });
        row.is_minimal = is_minimal;
        row.steps = (!steps.is_empty()).then(|| {
            let distance = u32::try_from(steps.len() - 1).expect("few levels");
            let pieces = self.reader().pieces(&self.hardest(&self.work.steps, distance));
            Hardest { distance, board: self.write(&pieces), histogram: steps.to_vec() }
        });
        Some(row)
    }

    fn unsolvable(&self) -> Row {
        let mut best = None;
        for number in &self.work.component.words {
            let part = self.work.words.all[*number as usize].part;
            self.reader().least(*number, part, &mut best);
        }
        let pieces = self.reader().pieces(&best.expect("a state").1);
        let board = self.write(&pieces);
        self.row(&pieces, Hardest { distance: 0, board, histogram: Vec::new() })
    }

    /// The smallest state of the current cluster with a distance.
    fn hardest(&self, levels: &Levels, distance: u32) -> Vec<Vec<usize>> {
        let mut best: Option<(Cells, _)> = None;
        let reader = self.reader();
        self.work.component.at(&self.work.words, levels, distance, |number, bits| {
            reader.least(number, bits, &mut best);
        });
        best.expect("some state has the largest distance").1
    }

    fn row(&self, pieces: &[super::board::Piece], slides: Hardest) -> Row {
        let count = |is: fn(&super::board::Piece) -> bool| {
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

    fn reader(&self) -> Reader<'_> {
        Reader { frame: self.frame, leading: self.leading, words: &self.work.words }
    }

    fn write(&self, pieces: &[super::board::Piece]) -> String {
        let family = &self.frame.family;
        write(pieces, family.rows, family.cols, self.options.count_walls)
    }
}
