//! Records: the hardest boards for each number of walls and vehicles.

use std::collections::BTreeMap;

/// A distance, and the first of the boards that have it.
pub type Record = (u32, String);

/// By walls and vehicles: the largest distance of a cluster in slides, and in steps, if these are
/// computed.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Records(pub BTreeMap<(u32, u32), [Option<Record>; 2]>);

/// By walls and vehicles: the largest distance so far in each metric.
#[derive(Debug, Default)]
pub(super) struct Marks(Vec<Vec<[u32; 2]>>);

impl Marks {
    /// Whether no distance so far is larger; `metric` is 0 for slides and 1 for steps.
    pub(super) fn reaches(&mut self, key: (u32, u32), metric: usize, distance: u32) -> bool {
        let (walls, vehicles) = (key.0 as usize, key.1 as usize);
        self.0.resize_with(self.0.len().max(walls + 1), Vec::new);
        let marks = &mut self.0[walls];
        marks.resize(marks.len().max(vehicles + 1), [0; 2]);
        let mark = &mut marks[vehicles][metric];
        *mark = distance.max(*mark);
        *mark == distance
    }
}

impl Records {
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
