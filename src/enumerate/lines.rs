//! Lines: what can stand in one row or column, and how it moves under a pattern of blocked cells.

use std::ops::Range;

use super::family::{Family, MAX_SIDE, Rules};
use super::groups::Groups;

/// The most placements of a line type, or of several that are searched together.
pub(super) const PLACEMENTS: usize = 32;
/// Ranks that a move changes at most: two vehicles of two cells in a line of eight have 15.
pub(super) const CHANGES: usize = 16;
/// The rank of a placement that is not legal.
pub(super) const ILLEGAL: u8 = u8::MAX;

/// The vehicles of a line, in order, and its walls; a vehicle never passes another or a wall. It can
/// also stand for several types with the same walls: no move leads from one of them to another.
#[derive(Debug)]
pub(super) struct LineType {
    /// The lengths of its vehicles; of several types, those of the one with the most vehicles.
    pub(super) lengths: Vec<u8>,
    pub(super) walls: u8,
    /// Ordered, within each type, by the cells that they cover.
    pub(super) placements: Vec<Placement>,
    /// The placements of the type that has the fewest.
    pub(super) least: u64,
    /// By placement and vehicle: the placement after a step forward, or `ILLEGAL`.
    steps: Vec<u8>,
    /// By placement: those that lack one of its vehicles, of the types that are searched together.
    without: Vec<Vec<u8>>,
    /// By placement: whether the target's front is on the last cell.
    solved: Vec<bool>,
}

/// Where the vehicles of a line stand.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Placement {
    /// First cell of each vehicle, and its length.
    pub(super) at: Vec<u8>,
    pub(super) lengths: Vec<u8>,
    /// Every covered cell, walls included.
    pub(super) cells: u8,
    /// A byte for each cell, 1 if it is covered.
    pub(super) spread: u64,
}

/// The legal placements of a line type under a pattern of blocked cells: the values of a digit.
#[derive(Clone, Copy, Debug)]
pub(super) struct LineDigit {
    /// The placement of each rank.
    pub(super) placement: [u8; PLACEMENTS],
    /// The rank of each placement, or `ILLEGAL`.
    pub(super) rank: [u8; PLACEMENTS],
    /// By cell: the ranks that leave it empty.
    pub(super) leaves: [u32; MAX_SIDE],
    /// By difference: the ranks i from which i + difference is one slide away.
    pub(super) slide: [u32; CHANGES],
    /// The same for steps.
    pub(super) step: [u32; CHANGES],
    /// The same for any number of moves.
    pub(super) reach: [u32; CHANGES],
    /// The differences that a move can make.
    pub(super) changes: u16,
}

/// All types of the lines of one axis.
#[derive(Debug)]
pub(super) struct Lines {
    pub(super) side: usize,
    pub(super) types: Vec<LineType>,
    /// The types of a line without and with the target.
    ordinary: Vec<u16>,
    target: Vec<u16>,
    groups: Groups,
    /// By type and pattern, see `at`.
    digits: Vec<LineDigit>,
    radix: Vec<u8>,
    /// By pattern: the placements of all ordinary types.
    pub(super) all: Vec<u64>,
}

impl Lines {
    pub(super) fn rows(family: &Family) -> Lines {
        let mut types = Vec::new();
        for walls in (0..1_u16 << family.cols).filter(|w| w.count_ones() <= family.walls.1) {
            types.extend(types_of(family, family.cols, u8::try_from(walls).expect("8 cells")));
        }
        types.sort_by_key(|kind| kind.walls.count_ones());
        let ordinary = types.len();
        let targets: Vec<_> = types.iter().filter_map(|kind| with_target(kind, family)).collect();
        let target = ordinary..ordinary + targets.len();
        types.extend(targets);
        Lines::new(family, family.cols, types, target)
    }

    pub(super) fn columns(family: &Family) -> Lines {
        let types = types_of(family, family.rows, 0);
        let target = types.len()..types.len();
        Lines::new(family, family.rows, types, target)
    }

    fn new(family: &Family, side: usize, mut types: Vec<LineType>, target: Range<usize>) -> Lines {
        let ordinary = target.start;
        let groups = Groups::new(family, &mut types, ordinary);
        let digits: Vec<LineDigit> = types
            .iter()
            .flat_map(|kind| (0..1_u16 << side).map(|pattern| LineDigit::new(kind, pattern)))
            .collect();
        let radix: Vec<u8> = digits.iter().map(LineDigit::radix).collect();
        let all = (0..1 << side)
            .map(|pattern| (0..ordinary).map(|kind| u64::from(radix[kind << side | pattern])).sum())
            .collect();
        let number = |kind: usize| u16::try_from(kind).expect("few types");
        Lines {
            side,
            ordinary: (0..ordinary).map(number).collect(),
            target: target.map(number).collect(),
            groups,
            types,
            digits,
            radix,
            all,
        }
    }

    /// The types that a line with or without the target may have.
    pub(super) fn choices(&self, has_target: bool) -> &[u16] {
        if has_target { &self.target } else { &self.ordinary }
    }

    /// The ordinary types with at least this many placements, grouped where possible.
    pub(super) fn together(&self, least: u64) -> &[u16] {
        self.groups.with(least)
    }

    #[inline]
    pub(super) fn digit(&self, kind: u16, pattern: u8) -> &LineDigit {
        &self.digits[usize::from(kind) << self.side | usize::from(pattern)]
    }

    /// How many legal placements a type has under a pattern.
    #[inline]
    pub(super) fn radix(&self, kind: u16, pattern: u8) -> u8 {
        self.radix[usize::from(kind) << self.side | usize::from(pattern)]
    }

    pub(super) fn get(&self, kind: u16) -> &LineType {
        &self.types[usize::from(kind)]
    }
}

/// All types with these walls.
fn types_of(family: &Family, side: usize, walls: u8) -> Vec<LineType> {
    let most = if family.rules == Rules::Fogleman { side.saturating_sub(1) } else { side };
    let mut types = Vec::new();
    for lengths in sequences(&family.lengths, most.saturating_sub(walls.count_ones() as usize)) {
        let mut gaps: Vec<(Vec<u32>, Vec<Placement>)> = Vec::new();
        for placement in placements(&lengths, side, walls) {
            let before = |at: &u8| (walls & ((1 << at) - 1)).count_ones();
            let gap: Vec<u32> = placement.at.iter().map(before).collect();
            match gaps.iter_mut().find(|(known, _)| *known == gap) {
                Some((_, found)) => found.push(placement),
                None => gaps.push((gap, vec![placement])),
            }
        }
        for (_, mut placements) in gaps {
            placements.sort_by_key(|placement| placement.cells);
            types.push(LineType::new(lengths.clone(), walls, placements));
        }
    }
    if most < walls.count_ones() as usize { Vec::new() } else { types }
}

/// Every sequence of lengths whose sum is at most `most`, the shorter ones first.
fn sequences(lengths: &[u8], most: usize) -> Vec<Vec<u8>> {
    let mut all = vec![Vec::new()];
    let mut at = 0;
    while at < all.len() {
        let base: Vec<u8> = all[at].clone();
        for length in lengths {
            if base.iter().chain([length]).map(|l| usize::from(*l)).sum::<usize>() <= most {
                all.push(base.iter().copied().chain([*length]).collect());
            }
        }
        at += 1;
    }
    all
}

/// Every way to place vehicles of these lengths, in order, beside the walls.
fn placements(lengths: &[u8], side: usize, walls: u8) -> Vec<Placement> {
    let mut all = vec![Placement::new(Vec::new(), lengths, walls)];
    let mut firsts = vec![0_u8];
    for length in lengths {
        let (mut next, mut next_firsts) = (Vec::new(), Vec::new());
        for (placement, first) in all.iter().zip(&firsts) {
            for at in *first..=u8::try_from(side).expect("small") {
                let cells = ((1_u32 << length) - 1) << at;
                if cells >> side == 0 && cells & u32::from(placement.cells) == 0 {
                    let at_all = placement.at.iter().copied().chain([at]).collect();
                    let cells = placement.cells | u8::try_from(cells).expect("8 cells");
                    next.push(Placement::new(at_all, lengths, cells));
                    next_firsts.push(at + length);
                }
            }
        }
        (all, firsts) = (next, next_firsts);
    }
    all
}

/// The type with its last vehicle as the target, if that is possible.
fn with_target(kind: &LineType, family: &Family) -> Option<LineType> {
    let is_alone = kind.lengths.len() == 1 || family.rules != Rules::Fogleman;
    let is_target = *kind.lengths.last()? == family.lengths[0]
        && is_alone
        && kind
            .placements
            .iter()
            .all(|placement| u16::from(kind.walls) >> placement.at.last().expect("a vehicle") == 0);
    let at_end = |placement: &Placement| {
        placement.at.last().is_some_and(|at| usize::from(at + family.lengths[0]) == family.cols)
    };
    is_target.then(|| LineType {
        solved: kind.placements.iter().map(at_end).collect(),
        ..LineType::new(kind.lengths.clone(), kind.walls, kind.placements.clone())
    })
}

impl LineType {
    fn new(lengths: Vec<u8>, walls: u8, placements: Vec<Placement>) -> LineType {
        let mut steps = Vec::new();
        for placement in &placements {
            for vehicle in 0..lengths.len() {
                let next = placement
                    .stepped(vehicle)
                    .and_then(|stepped| placements.iter().position(|other| *other == stepped));
                steps.push(next.map_or(ILLEGAL, |next| u8::try_from(next).expect("few")));
            }
        }
        let (solved, least) = (vec![false; placements.len()], placements.len() as u64);
        let without = vec![Vec::new(); placements.len()];
        LineType { lengths, walls, placements, least, steps, without, solved }
    }

    /// Combine several types with the same walls into one.
    pub(super) fn together<'a>(types: impl Iterator<Item = &'a LineType> + Clone) -> LineType {
        let longest = types.clone().max_by_key(|kind| kind.lengths.len()).expect("a type");
        let placements: Vec<Placement> =
            types.clone().flat_map(|kind| kind.placements.iter().cloned()).collect();
        let without =
            placements.iter().map(|placement| placement.without_one(&placements)).collect();
        let least = types.map(|kind| kind.least).min().expect("a type");
        let all = LineType::new(longest.lengths.clone(), longest.walls, placements);
        LineType { least, without, ..all }
    }

    /// The placement after a vehicle has moved one cell forward; `None` if the cell is taken.
    #[inline]
    pub(super) fn next(&self, placement: usize, vehicle: usize) -> Option<usize> {
        let next = self.steps[placement * self.lengths.len() + vehicle];
        (next != ILLEGAL).then_some(usize::from(next))
    }

    /// The placements that lack one vehicle of a placement, of the types that are searched together.
    pub(super) fn without(&self, placement: usize) -> &[u8] {
        &self.without[placement]
    }

    /// Whether the target's front is on the last cell.
    #[inline]
    pub(super) fn is_solved(&self, placement: usize) -> bool {
        self.solved[placement]
    }
}

impl Placement {
    fn new(at: Vec<u8>, lengths: &[u8], cells: u8) -> Placement {
        let spread = (0..MAX_SIDE).map(|cell| u64::from(cells >> cell & 1) << (8 * cell)).sum();
        Placement { at, lengths: lengths.to_vec(), cells, spread }
    }

    /// The numbers of the placements that lack one of the vehicles.
    fn without_one(&self, all: &[Placement]) -> Vec<u8> {
        let without = |vehicle: usize| {
            let (mut at, mut lengths) = (self.at.clone(), self.lengths.clone());
            let (first, length) = (at.remove(vehicle), lengths.remove(vehicle));
            let cells = u8::try_from(((1_u16 << length) - 1) << first).expect("8 cells");
            Placement::new(at, &lengths, self.cells ^ cells)
        };
        let fewer: Vec<Placement> = (0..self.at.len()).map(without).collect();
        let numbers = all.iter().enumerate().filter(|(_, other)| fewer.contains(other));
        numbers.map(|(number, _)| u8::try_from(number).expect("few")).collect()
    }

    /// The placement after a vehicle has moved one cell forward, whether or not the cell is free.
    fn stepped(&self, vehicle: usize) -> Option<Placement> {
        let at = *self.at.get(vehicle)?;
        let (freed, taken) = (1 << at, 1_u16 << (at + self.lengths[vehicle]));
        let mut stepped = self.at.clone();
        stepped[vehicle] += 1;
        let cells = self.cells & !freed | u8::try_from(taken).ok()?;
        Some(Placement::new(stepped, &self.lengths, cells))
    }
}

impl LineDigit {
    fn radix(&self) -> u8 {
        u8::try_from(self.rank.iter().filter(|rank| **rank != ILLEGAL).count()).expect("few")
    }

    fn new(kind: &LineType, pattern: u16) -> LineDigit {
        let mut digit = LineDigit {
            placement: [0; PLACEMENTS],
            rank: [ILLEGAL; PLACEMENTS],
            leaves: [0; MAX_SIDE],
            slide: [0; CHANGES],
            step: [0; CHANGES],
            reach: [0; CHANGES],
            changes: 0,
        };
        let mut rank = 0;
        for (number, placement) in kind.placements.iter().enumerate() {
            if u16::from(placement.cells) & pattern == 0 {
                digit.placement[rank] = u8::try_from(number).expect("few");
                digit.rank[number] = u8::try_from(rank).expect("few");
                for (cell, leaves) in digit.leaves.iter_mut().enumerate() {
                    *leaves |= u32::from(placement.cells >> cell & 1 == 0) << rank;
                }
                rank += 1;
            }
        }
        digit.find_moves(kind, rank);
        digit
    }

    fn find_moves(&mut self, kind: &LineType, radix: usize) {
        let mut near = [0_u32; PLACEMENTS];
        for (from, place) in self.placement.into_iter().enumerate().take(radix) {
            for vehicle in 0..kind.lengths.len() {
                let (mut at, mut is_step) = (usize::from(place), true);
                while let Some(next) = kind.next(at, vehicle).filter(|n| self.rank[*n] != ILLEGAL) {
                    let to = usize::from(self.rank[next]);
                    self.slide[to - from] |= 1 << from;
                    self.step[to - from] |= u32::from(is_step) << from;
                    near[from] |= 1 << to;
                    near[to] |= 1 << from;
                    (at, is_step) = (next, false);
                }
            }
        }
        for middle in 0..radix {
            let beyond = near[middle];
            for reached in near.iter_mut().filter(|reached| **reached >> middle & 1 == 1) {
                *reached |= beyond;
            }
        }
        for (from, reached) in near.into_iter().enumerate() {
            for by in (1..PLACEMENTS - from).filter(|by| reached >> (from + by) & 1 == 1) {
                self.reach[by] |= 1 << from;
                self.changes |= 1 << by;
            }
        }
    }
}
