//! Lines: what can stand in one row or column, and how it moves under a pattern of blocked cells.

use std::ops::Range;

use super::family::{BOX, Family, MAX_SIDE, Rules};

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

// Groups: types of a line that are searched together.
//
// The placements of several types can be the values of one digit, since no move leads from a type
// to another. So one search handles the states of many assignments, and its words are fuller.

/// By number of placements: the types that have at least as many, in groups.
#[derive(Debug)]
pub(super) struct Groups(Vec<Vec<u16>>);

impl Groups {
    /// Group the first `ordinary` types; each group is appended to `types`.
    pub(super) fn new(family: &Family, types: &mut Vec<LineType>, ordinary: usize) -> Groups {
        let most = types[..ordinary].iter().map(|kind| kind.placements.len()).max().unwrap_or(0);
        let mut groups: Vec<Vec<u16>> = Vec::new();
        let mut known: Vec<usize> = Vec::new();
        for least in 0..=most {
            let members: Vec<usize> =
                (0..ordinary).filter(|kind| types[*kind].placements.len() >= least).collect();
            let again = groups.last().filter(|_| members == known).cloned();
            groups.push(again.unwrap_or_else(|| grouped(family, types, &members)));
            known = members;
        }
        Groups(groups)
    }

    /// The groups of the types with at least this many placements.
    pub(super) fn with(&self, least: u64) -> &[u16] {
        usize::try_from(least).ok().and_then(|least| self.0.get(least)).map_or(&[], |all| all)
    }
}

/// Group types with the same walls, as many as there is room for.
fn grouped(family: &Family, types: &mut Vec<LineType>, members: &[usize]) -> Vec<u16> {
    let mut found: Vec<Vec<usize>> = Vec::new();
    let mut room = 0;
    for kind in members {
        let (walls, size) = (types[*kind].walls, types[*kind].placements.len());
        // The box counts the vehicles of each type.
        match found.last_mut().filter(|_| family.rules != Rules::Box) {
            Some(group) if types[group[0]].walls == walls && size <= room => {
                group.push(*kind);
                room -= size;
            }
            _ => {
                found.push(vec![*kind]);
                room = PLACEMENTS - size;
            }
        }
    }
    let mut number = |group: Vec<usize>| {
        if let [kind] = group[..] {
            return u16::try_from(kind).expect("few types");
        }
        types.push(LineType::together(group.iter().map(|kind| &types[*kind])));
        u16::try_from(types.len() - 1).expect("few types")
    };
    found.into_iter().map(&mut number).collect()
}

// Orientations: which direction leads, and which parts a board may still take.

/// A family seen with its rows or its columns in the lead.
#[derive(Debug)]
pub(super) struct Orientation {
    pub(super) family: Family,
    pub(super) rows_lead: bool,
    pub(super) lead: Lines,
    pub(super) follow: Lines,
    /// The most placements of any type of a following line.
    most: u64,
    /// By leading line and number of walls before it: the choices of types from there on.
    ways: Vec<Vec<u64>>,
}

impl Orientation {
    /// `None` if the choices of types for the leading lines exceed 64 bits.
    pub(super) fn new(family: &Family, rows_lead: bool) -> Option<Orientation> {
        let (rows, columns) = (Lines::rows(family), Lines::columns(family));
        let (lead, follow) = if rows_lead { (rows, columns) } else { (columns, rows) };
        let most = follow.types.iter().map(|kind| kind.least).max().unwrap_or(1);
        let family = family.clone();
        let mut orientation =
            Orientation { family, rows_lead, lead, follow, most, ways: Vec::new() };
        orientation.count_ways()?;
        Some(orientation)
    }

    fn count_ways(&mut self) -> Option<()> {
        let (least, most) = self.family.walls;
        let is_enough = |walls| !self.rows_lead || walls >= least;
        let mut ways = vec![(0..=most).map(|walls| u64::from(is_enough(walls))).collect()];
        for line in (0..self.leading()).rev() {
            let after: &Vec<u64> = ways.last().expect("one");
            let mut here = vec![0_u64; after.len()];
            for (walls, here) in here.iter_mut().enumerate() {
                for kind in self.lead.choices(self.leads_target(line)) {
                    let walls = walls + self.lead.get(*kind).walls.count_ones() as usize;
                    *here = here.checked_add(after.get(walls).copied().unwrap_or(0))?;
                }
            }
            ways.push(here);
        }
        ways.reverse();
        self.ways = ways;
        Some(())
    }

    /// The number of leading lines, which is the number of cells of a following line.
    pub(super) fn leading(&self) -> usize {
        self.follow.side
    }

    /// The number of following lines.
    pub(super) fn following(&self) -> usize {
        self.lead.side
    }

    /// Whether this leading line is the target's row.
    pub(super) fn leads_target(&self, line: usize) -> bool {
        self.rows_lead && line == self.family.exit_row
    }

    /// Whether this following line is the target's row.
    pub(super) fn follows_target(&self, line: usize) -> bool {
        !self.rows_lead && line == self.family.exit_row
    }

    /// Whether this orientation enumerates an assignment: its leading lines have fewer placements.
    pub(super) fn leads(&self, leading: u64, following: u64) -> bool {
        if self.rows_lead { following >= leading } else { following > leading }
    }

    /// The fewest placements of the last following line with which `leads` holds.
    pub(super) fn least(&self, leading: u64, following: u64) -> u64 {
        if self.rows_lead { leading.div_ceil(following) } else { leading / following + 1 }
    }

    /// Whether `leads` can still hold when the last `left` following lines are chosen.
    pub(super) fn may_lead(&self, leading: u64, following: u64, left: usize) -> bool {
        let most = (0..left).fold(following, |most, _| most.saturating_mul(self.most));
        self.leads(leading, most)
    }

    /// The number of choices of types for the leading lines.
    pub(super) fn units(&self) -> u64 {
        self.ways[0][0]
    }

    /// The types of the leading lines in the choice with this number.
    pub(super) fn unit(&self, unit: u64) -> Vec<u16> {
        let (mut left, mut walls) = (unit, 0);
        let mut chosen = Vec::new();
        for line in 0..self.leading() {
            for kind in self.lead.choices(self.leads_target(line)) {
                let with = walls + self.lead.get(*kind).walls.count_ones() as usize;
                let ways = self.ways[line + 1].get(with).copied().unwrap_or(0);
                if left < ways {
                    chosen.push(*kind);
                    walls = with;
                    break;
                }
                left -= ways;
            }
        }
        chosen
    }

    /// The most placements that the leading lines can have.
    pub(super) fn most_leading(&self) -> u64 {
        let most = self.lead.types.iter().map(|kind| kind.least).max();
        (0..self.leading()).fold(1, |all, _| all.saturating_mul(most.unwrap_or(1)))
    }

    /// Whether this orientation enumerates any assignment with these types of the leading lines.
    pub(super) fn has_assignments(&self, kinds: &[u16]) -> bool {
        let stock =
            kinds.iter().try_fold(self.stock(), |stock, kind| stock.with(&self.lead, *kind));
        let placements = kinds.iter().map(|kind| self.lead.get(*kind).placements.len() as u64);
        stock.is_some() && self.may_lead(placements.product(), 1, self.following())
    }

    pub(super) fn stock(&self) -> Stock<'_> {
        Stock { family: &self.family, walls: 0, box_used: [0; 2] }
    }
}

/// The walls and vehicles that are already on a board.
#[derive(Clone, Copy)]
pub(super) struct Stock<'a> {
    family: &'a Family,
    walls: u32,
    box_used: [u32; 2],
}

impl Stock<'_> {
    /// Add the parts of one more line; `None` if there are too many.
    pub(super) fn with(mut self, lines: &Lines, kind: u16) -> Option<Self> {
        let kind = lines.get(kind);
        self.walls += kind.walls.count_ones();
        if self.family.rules == Rules::Box {
            for length in &kind.lengths {
                let shape = BOX.iter().position(|(known, _)| known == length)?;
                self.box_used[shape] += 1;
            }
        }
        let fits = self.walls <= self.family.walls.1
            && self.box_used.iter().zip(BOX).all(|(used, (_, most))| *used <= most);
        fits.then_some(self)
    }

    /// Whether there are enough walls.
    pub(super) fn is_enough(&self) -> bool {
        self.walls >= self.family.walls.0
    }

    /// Whether any ordinary types may still be added, so that boards can be counted line by line.
    pub(super) fn is_free(&self, rows_lead: bool) -> bool {
        self.family.rules != Rules::Box
            && if rows_lead { self.is_enough() } else { self.family.walls.1 == 0 }
    }
}
