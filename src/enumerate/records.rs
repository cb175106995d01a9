//! Records: the hardest boards for each number of walls and vehicles.

use std::collections::BTreeMap;

/// A distance, and the first of the boards that have it.
pub type Record = (u32, String);

/// By walls and vehicles: the largest distance of a cluster in slides, and in steps, if these are
/// computed.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Records(pub BTreeMap<(u32, u32), [Option<Record>; 2]>);

impl Records {
    /// Whether a distance may be a record; `metric` is 0 for slides and 1 for steps.
    pub(super) fn may_hold(&self, key: (u32, u32), metric: usize, distance: u32) -> bool {
        self.0
            .get(&key)
            .and_then(|all| all[metric].as_ref())
            .is_none_or(|(known, _)| distance >= *known)
    }

    /// Add a board.
    pub(super) fn add(&mut self, key: (u32, u32), metric: usize, record: Record) {
        let known = &mut self.0.entry(key).or_default()[metric];
        let is_better = |(distance, board): &Record| {
            record.0 > *distance || record.0 == *distance && record.1 < *board
        };
        if known.as_ref().is_none_or(is_better) {
            *known = Some(record);
        }
    }

    /// Add the records of other boards.
    pub(super) fn merge(&mut self, other: &Records) {
        for (key, records) in &other.0 {
            for (metric, record) in records.iter().enumerate() {
                if let Some(record) = record {
                    self.add(*key, metric, record.clone());
                }
            }
        }
    }
}
