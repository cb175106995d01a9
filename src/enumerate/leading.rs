//! All placements of the leading lines for one choice of their types.

use super::family::MAX_SIDE;
use super::lines::Orientation;

/// No placement.
pub(super) const NONE: u32 = u32::MAX;

/// A step of a vehicle of a leading line, one cell forward.
#[derive(Clone, Copy, Debug)]
pub(super) struct Advance {
    /// The placement after it, or `NONE`.
    pub(super) to: u32,
    /// The following line in which it frees a cell, and the one in which it takes a cell.
    pub(super) freed: u8,
    pub(super) taken: u8,
}

/// The placements of the leading lines: mixed-radix numbers, a digit for each line.
#[derive(Debug)]
pub(super) struct Leading {
    pub(super) kinds: Vec<u16>,
    /// The line of each vehicle.
    pub(super) vehicles: Vec<u8>,
    /// The target among them, if its row leads.
    pub(super) target: Option<usize>,
    /// By placement, for each following line: the cells that it blocks there.
    pub(super) patterns: Vec<[u8; MAX_SIDE]>,
    /// By placement and vehicle.
    pub(super) advances: Vec<Advance>,
    /// By placement: whether some state with it may be solved.
    pub(super) may_be_solved: Vec<bool>,
}

impl Leading {
    pub(super) fn new(orientation: &Orientation, kinds: Vec<u16>) -> Leading {
        let mut vehicles = Vec::new();
        for (line, kind) in kinds.iter().enumerate() {
            let line = u8::try_from(line).expect("few lines");
            vehicles.extend(orientation.lead.get(*kind).lengths.iter().map(|_| line));
        }
        let mut leading = Leading {
            target: orientation.rows_lead.then(|| {
                let last = vehicles
                    .iter()
                    .rposition(|line| usize::from(*line) == orientation.family.exit_row);
                last.expect("the target stands in its row")
            }),
            kinds,
            vehicles,
            patterns: Vec::new(),
            advances: Vec::new(),
            may_be_solved: Vec::new(),
        };
        leading.list(orientation);
        leading
    }

    /// How many placements there are.
    pub(super) fn len(&self) -> usize {
        self.patterns.len()
    }

    /// The placement of each line.
    pub(super) fn digits(&self, orientation: &Orientation, number: u32) -> [usize; MAX_SIDE] {
        digits(orientation, &self.kinds, number as usize)
    }

    fn list(&mut self, orientation: &Orientation) {
        let radix: Vec<usize> =
            self.kinds.iter().map(|kind| orientation.lead.get(*kind).placements.len()).collect();
        let mut digits = vec![0; radix.len()];
        for number in 0..radix.iter().product() {
            let pattern = pattern(orientation, &self.kinds, &digits);
            self.patterns.push(pattern);
            self.add_advances(orientation, number, &digits);
            self.may_be_solved.push(self.may_be_solved(orientation, &digits, pattern));
            for (digit, radix) in digits.iter_mut().zip(&radix) {
                *digit += 1;
                if *digit < *radix {
                    break;
                }
                *digit = 0;
            }
        }
    }

    fn add_advances(&mut self, orientation: &Orientation, number: usize, digits: &[usize]) {
        let mut stride = 1;
        for (kind, digit) in self.kinds.iter().zip(digits) {
            let kind = orientation.lead.get(*kind);
            for (vehicle, length) in kind.lengths.iter().enumerate() {
                let to = kind.next(*digit, vehicle).map_or(NONE, |next| {
                    u32::try_from(number + (next - digit) * stride).expect("few placements")
                });
                let freed = kind.placements[*digit].at[vehicle];
                self.advances.push(Advance { to, freed, taken: freed + length });
            }
            stride *= kind.placements.len();
        }
    }

    fn may_be_solved(
        &self,
        orientation: &Orientation,
        digits: &[usize],
        pattern: [u8; MAX_SIDE],
    ) -> bool {
        let row = orientation.family.exit_row;
        if orientation.rows_lead {
            return orientation.lead.get(self.kinds[row]).is_solved(digits[row]);
        }
        let target = usize::from(orientation.family.lengths[0]);
        let end = ((1_u32 << target) - 1) << (orientation.family.cols - target);
        u32::from(pattern[row]) & end == 0
    }
}

/// The placement of each leading line in the leading placement with this number.
pub(super) fn digits(orientation: &Orientation, kinds: &[u16], number: usize) -> [usize; MAX_SIDE] {
    let (mut digits, mut left) = ([0; MAX_SIDE], number);
    for (digit, kind) in digits.iter_mut().zip(kinds) {
        let radix = orientation.lead.get(*kind).placements.len();
        *digit = left % radix;
        left /= radix;
    }
    digits
}

/// The cells that a leading placement blocks in each following line.
pub(super) fn pattern(
    orientation: &Orientation,
    kinds: &[u16],
    digits: &[usize],
) -> [u8; MAX_SIDE] {
    let mut pattern = 0;
    for (line, (kind, digit)) in kinds.iter().zip(digits).enumerate() {
        pattern |= orientation.lead.get(*kind).placements[*digit].spread << line;
    }
    pattern.to_le_bytes()
}
