//! The units of an enumeration, in order, with an estimate of the work of each.

use super::family::Family;
use super::leading::{digits, pattern};
use super::lines::Orientation;
use super::unit::{Line, UnitBuffers, UnitOptions, UnitResult, run, run_one};
use crate::outcome::Interrupt;

/// Units that are weighed between two checks for an interruption; they take some milliseconds.
const PULSE: u64 = 256;

/// The most leading placements of a unit: 7 x 7 has 10^7, and needs some gigabytes for each thread.
const LEADING: u64 = 1 << 24;

/// Leading placements that are sampled for the weight of a unit.
const SAMPLE: usize = 16;

/// All boards of a family, as units: first those in which the rows lead, then the columns.
#[derive(Debug)]
pub struct Enumeration {
    orientations: [Orientation; 2],
    units: [u64; 2],
}

impl Enumeration {
    /// # Errors
    /// The boards are too large: one assignment, or the number of units, exceeds its bound.
    pub fn new(family: &Family) -> Result<Enumeration, String> {
        let many = || "expected fewer than 2^64 choices of types for the lines".to_owned();
        let orientations = [
            Orientation::new(family, true).ok_or_else(many)?,
            Orientation::new(family, false).ok_or_else(many)?,
        ];
        let placements = orientations[0].most_leading().min(orientations[1].most_leading());
        if placements > LEADING {
            return Err(format!(
                "expected at most {LEADING} placements of rows or of columns, found {placements}"
            ));
        }
        let units = [orientations[0].units(), orientations[1].units()];
        units[0].checked_add(units[1]).ok_or_else(many)?;
        Ok(Enumeration { orientations, units })
    }

    /// How many units there are.
    #[must_use]
    pub fn units(&self) -> u64 {
        self.units[0] + self.units[1]
    }

    /// Cut the units into parts: runs of units whose weights add up to at most `most`, or single units
    /// that weigh more. Each part is given as the number after its last unit; `None` if `interrupted`
    /// returns true.
    pub fn parts(&self, most: u64, mut interrupted: impl FnMut() -> bool) -> Option<Vec<u64>> {
        let (mut ends, mut sum) = (Vec::new(), 0_u64);
        for unit in 0..self.units() {
            let weight = self.weight(unit);
            if unit % PULSE == 0 && interrupted() {
                return None;
            }
            if sum > 0 && sum.saturating_add(weight) > most {
                ends.push(unit);
                sum = 0;
            }
            sum = sum.saturating_add(weight);
        }
        ends.push(self.units());
        Some(ends)
    }

    fn at(&self, unit: u64) -> (&Orientation, u64) {
        match unit.checked_sub(self.units[0]) {
            None => (&self.orientations[0], unit),
            Some(unit) => (&self.orientations[1], unit),
        }
    }

    /// Enumerate a unit; `None` if `interrupted` returns true, which is called regularly.
    #[must_use]
    pub fn run(
        &self,
        unit: u64,
        options: UnitOptions,
        work: &mut UnitBuffers,
        interrupted: &mut Interrupt<'_>,
    ) -> Option<UnitResult> {
        let (orientation, unit) = self.at(unit);
        run(orientation, unit, options, work, interrupted)
    }

    /// Enumerate one assignment: the types of a board's rows and columns. `None` if it is not in the
    /// family.
    #[must_use]
    pub fn run_one(
        &self,
        rows: &[Line],
        columns: &[Line],
        options: UnitOptions,
        work: &mut UnitBuffers,
    ) -> Option<UnitResult> {
        let sides = [rows.len(), columns.len()];
        let family = &self.orientations[0].family;
        self.orientations.iter().filter(|_| sides == [family.rows, family.cols]).find_map(
            |orientation| {
                let types = orientation.types(rows, columns)?;
                Some(run_one(orientation, types, options, work))
            },
        )
    }

    /// About how many states a unit has, from a sample of its leading placements; 0 if it has no
    /// assignment. Every unit with states counts at least 1.
    #[must_use]
    pub fn weight(&self, unit: u64) -> u64 {
        let (orientation, unit) = self.at(unit);
        let kinds = orientation.unit(unit);
        if !orientation.has_assignments(&kinds) {
            return 0;
        }
        let count: usize =
            kinds.iter().map(|kind| orientation.lead.get(*kind).placements.len()).product();
        let sample = count.min(SAMPLE);
        let states = (0..sample).map(|number| {
            let pattern =
                pattern(orientation, &kinds, &digits(orientation, &kinds, number * count / sample));
            let lines =
                (0..orientation.following()).filter(|line| !orientation.follows_target(*line));
            lines.map(|line| orientation.follow.all[usize::from(pattern[line])]).product()
        });
        let sum = states.fold(0, u64::saturating_add);
        (sum.saturating_mul(count as u64) / sample as u64).max(1)
    }
}
