//! The most likely legal boards: exact covers of the cells by bars, walls and ground.
//!
//! Cell by cell in reading order; a state is what the last `cols` cells leave open: for each column whether
//! its last cell was ground or covered, or how many cells of a vertical bar are still to come, and how many
//! of a horizontal bar.

use rustc_hash::FxHashMap;

use super::rank::ranking;

/// Which bar or wall covers each cell; None for ground. Numbered from 0 in reading order.
pub(super) type Owners = Vec<Option<u8>>;

/// The walls of a board: what covers a single cell.
pub(super) fn walls(owners: &Owners) -> Vec<usize> {
    let is_alone = |cell: &usize| {
        owners[*cell].is_some() && owners.iter().filter(|o| **o == owners[*cell]).count() == 1
    };
    (0..owners.len()).filter(is_alone).collect()
}

/// What two cells beside each other can be.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Class {
    Same,
    TwoBars,
    BarAndGround,
    Ground,
}

pub(super) const CLASSES: [Class; 4] =
    [Class::Same, Class::TwoBars, Class::BarAndGround, Class::Ground];

pub(super) fn class(a: Option<u8>, b: Option<u8>) -> Class {
    match (a, b) {
        (None, None) => Class::Ground,
        (None, _) | (_, None) => Class::BarAndGround,
        _ if a == b => Class::Same,
        _ => Class::TwoBars,
    }
}

/// Logarithms of likelihoods, of which a board takes one for each cell and border.
pub(super) struct CoverTerms {
    pub(super) rows: usize,
    pub(super) cols: usize,
    pub(super) ground: Vec<f64>,
    pub(super) covered: Vec<f64>,
    /// What is added if the cell is a wall.
    pub(super) wall: Vec<f64>,
    /// By class, in the order of `Features::borders`.
    pub(super) borders: Vec<[f64; 4]>,
}

impl CoverTerms {
    fn across(&self, row: usize, col: usize) -> &[f64; 4] {
        &self.borders[row * (self.cols - 1) + col - 1]
    }

    fn down(&self, row: usize, col: usize) -> &[f64; 4] {
        &self.borders[self.rows * (self.cols - 1) + (row - 1) * self.cols + col]
    }
}

/// What a board costs before anything is seen.
#[derive(Clone, Debug)]
pub(super) struct Prior {
    pub(super) ground: f64,
    /// The lengths that a bar can have, with their logarithms.
    pub(super) lengths: Vec<(usize, f64)>,
    pub(super) wall: f64,
    pub(super) next_wall: f64,
}

impl Prior {
    pub(super) fn of(&self, owners: &Owners) -> f64 {
        let mut sizes = [0usize; 256];
        owners.iter().flatten().for_each(|&owner| sizes[usize::from(owner)] += 1);
        let mut walls = 0;
        let part = |&size: &usize| match size {
            0 => 0.0,
            1 => {
                walls += 1;
                if walls == 1 { self.wall } else { self.next_wall }
            }
            _ => {
                let known = self.lengths.iter().find(|(length, _)| *length == size);
                known.map_or(-20.0, |&(_, part)| part)
            }
        };
        let bars: f64 = sizes.iter().map(part).sum();
        bars + self.ground * owners.iter().filter(|owner| owner.is_none()).count() as f64
    }
}

/// A board costs this much that leaves its vehicles no room to move: all of it if the first of these parts of the cells
/// is ground, nothing from the second on. Bars that are as white as the ground are told from it by their outlines, and
/// two cells of ground make a bar, too: of 80 drawings of the hardest themes, 62 are read with 0, 64 with 12, 65 with 20.
const NO_ROOM: f64 = 20.0;
const ROOM: [f64; 2] = [0.05, 0.12];

/// What is added for the room that a board leaves: see [`NO_ROOM`].
pub(super) fn crowded(owners: &Owners) -> f64 {
    let ground = owners.iter().filter(|owner| owner.is_none()).count() as f64;
    let missing = (ROOM[1] - ground / owners.len() as f64) / (ROOM[1] - ROOM[0]);
    -NO_ROOM * missing.clamp(0.0, 1.0)
}

#[derive(Clone, Copy)]
struct Step {
    key: u64,
    score: f64,
    parent: u32,
    choice: Covering,
}

#[derive(Clone, Copy)]
enum Covering {
    Ground,
    Begins,
    FromLeft,
    FromAbove,
}

/// States that are so much less likely than the best one so far are given up: of 80 pictures, 12 lost none that
/// all states read.
const FAR: f64 = 12.0;

/// A column of a state in three bits: 0 ground, 1 covered, more for the cells of a bar still to come.
const BITS: u32 = 3;

/// The best boards under these terms, best first: at most `keep` for each way to end, of `beam` states.
pub(super) fn covers(
    terms: &CoverTerms,
    prior: &Prior,
    beam: usize,
    keep: usize,
) -> Vec<(f64, Owners)> {
    let (rows, cols) = (terms.rows, terms.cols);
    let mut layers: Vec<Vec<Step>> = Vec::with_capacity(rows * cols);
    let mut last = vec![Step { key: 0, score: 0.0, parent: 0, choice: Covering::Ground }];
    for cell in 0..rows * cols {
        let mut next = Layer::new(keep);
        let (row, col) = (cell / cols, cell % cols);
        let shift = BITS * col as u32;
        let to_come = BITS * cols as u32;
        for (parent, step) in last.iter().enumerate() {
            let above = step.key >> shift & 7;
            let left = if col > 0 { step.key >> (shift - BITS) & 7 } else { 0 };
            let horizontal = step.key >> to_come;
            let rest = step.key & !(7 << shift) & ((1 << to_come) - 1);
            let border = |is_covered: bool| {
                let class = |other: u64| match (other > 0, is_covered) {
                    (true, true) => Class::TwoBars,
                    (false, false) => Class::Ground,
                    _ => Class::BarAndGround,
                } as usize;
                let up = if row > 0 { terms.down(row, col)[class(above)] } else { 0.0 };
                let side = if col > 0 { terms.across(row, col)[class(left)] } else { 0.0 };
                (up, side)
            };
            let mut add = |column: u64, horizontal: u64, score: f64, choice: Covering| {
                let key = rest | column << shift | horizontal << to_come;
                let score = step.score + score;
                next.add(Step { key, score, parent: parent as u32, choice });
            };
            let (up, side) = border(true);
            let covered = terms.covered[cell];
            if above >= 2 {
                if horizontal == 0 {
                    let same = terms.down(row, col)[Class::Same as usize];
                    let column = if above == 2 { 1 } else { above - 1 };
                    add(column, 0, covered + same + side, Covering::FromAbove);
                }
                continue;
            }
            if horizontal > 0 {
                let same = terms.across(row, col)[Class::Same as usize];
                add(1, horizontal - 1, covered + same + up, Covering::FromLeft);
                continue;
            }
            let begins = covered + up + side;
            add(1, 0, begins + prior.wall + terms.wall[cell], Covering::Begins);
            for &(length, part) in &prior.lengths {
                if col + length <= cols {
                    add(1, length as u64 - 1, begins + part, Covering::Begins);
                }
                if row + length <= rows {
                    add(length as u64, 0, begins + part, Covering::Begins);
                }
            }
            let (up, side) = border(false);
            add(0, 0, terms.ground[cell] + up + side + prior.ground, Covering::Ground);
        }
        let next = next.best(beam);
        layers.push(std::mem::replace(&mut last, next));
    }
    layers.push(last);
    let ends = layers.last().expect("the last layer");
    let mut order = ranking(&ends.iter().map(|end| end.score).collect::<Vec<_>>());
    order.truncate(4 * keep);
    let board = |&end: &usize| (ends[end].score, owners(&layers, end, cols));
    order.iter().map(board).collect()
}

/// The states after a cell, each at most `keep` times.
struct Layer {
    keep: usize,
    steps: Vec<Step>,
    known: FxHashMap<u64, u32>,
}

impl Layer {
    fn new(keep: usize) -> Layer {
        Layer { keep, steps: Vec::new(), known: FxHashMap::default() }
    }

    fn add(&mut self, step: Step) {
        if self.keep > 1 {
            self.steps.push(step);
            return;
        }
        match self.known.get(&step.key) {
            None => {
                self.known.insert(step.key, self.steps.len() as u32);
                self.steps.push(step);
            }
            Some(&place) => {
                let best = &mut self.steps[place as usize];
                if step.score > best.score {
                    *best = step;
                }
            }
        }
    }

    fn best(mut self, beam: usize) -> Vec<Step> {
        if self.keep > 1 {
            let order = |a: &Step, b: &Step| a.key.cmp(&b.key).then(b.score.total_cmp(&a.score));
            self.steps.sort_by(order);
            let (mut last, mut count) = (u64::MAX, 0);
            self.steps.retain(|step| {
                count = if step.key == last { count + 1 } else { 1 };
                last = step.key;
                count <= self.keep
            });
        }
        let best = self.steps.iter().map(|step| step.score).fold(f64::NEG_INFINITY, f64::max);
        self.steps.retain(|step| step.score > best - FAR);
        if self.steps.len() > beam {
            self.steps.select_nth_unstable_by(beam, |a, b| b.score.total_cmp(&a.score));
            self.steps.truncate(beam);
        }
        self.steps
    }
}

/// The board of a path through the layers.
fn owners(layers: &[Vec<Step>], end: usize, cols: usize) -> Owners {
    let mut place = end;
    let choice = |layer: &Vec<Step>| {
        let step = &layer[place];
        place = step.parent as usize;
        step.choice
    };
    let mut choices: Vec<Covering> = layers[1..].iter().rev().map(choice).collect();
    choices.reverse();
    let mut owners: Owners = Vec::with_capacity(choices.len());
    let mut count = 0;
    for (cell, choice) in choices.into_iter().enumerate() {
        owners.push(match choice {
            Covering::Ground => None,
            Covering::FromLeft => owners[cell - 1],
            Covering::FromAbove => owners[cell - cols],
            Covering::Begins => {
                count += 1;
                Some(count - 1)
            }
        });
    }
    owners
}
