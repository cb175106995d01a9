//! Summaries: counts over all clusters, kept or not.

use std::collections::BTreeMap;

/// Counts that add up over units.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Summary {
    /// States of all clusters.
    pub states: u64,
    /// States of clusters with a solution.
    pub solvable_states: u64,
    /// Clusters without a solution, if these are enumerated.
    pub unsolvable: u64,
    /// Clusters by their largest distance in slides.
    pub slides: Vec<u64>,
    /// In steps.
    pub steps: Vec<u64>,
    /// Minimal clusters by their largest distance in slides.
    pub minimal_slides: Vec<u64>,
    /// In steps.
    pub minimal_steps: Vec<u64>,
    /// The hardest boards of all.
    pub records: Records,
}

impl Summary {
    /// Count a cluster with these largest distances.
    pub(super) fn add(&mut self, slides: u32, steps: Option<u32>, is_minimal: bool) {
        add(&mut self.slides, Some(slides));
        add(&mut self.steps, steps);
        if is_minimal {
            add(&mut self.minimal_slides, Some(slides));
            add(&mut self.minimal_steps, steps);
        }
    }

    /// Add the counts of another summary.
    pub fn merge(&mut self, other: &Summary) {
        self.states += other.states;
        self.solvable_states += other.solvable_states;
        self.unsolvable += other.unsolvable;
        merge(&mut self.slides, &other.slides);
        merge(&mut self.steps, &other.steps);
        merge(&mut self.minimal_slides, &other.minimal_slides);
        merge(&mut self.minimal_steps, &other.minimal_steps);
        self.records.merge(&other.records);
    }
}

fn add(histogram: &mut Vec<u64>, distance: Option<u32>) {
    if let Some(distance) = distance {
        let distance = distance as usize;
        histogram.resize(histogram.len().max(distance + 1), 0);
        histogram[distance] += 1;
    }
}

fn merge(histogram: &mut Vec<u64>, other: &[u64]) {
    histogram.resize(histogram.len().max(other.len()), 0);
    for (count, more) in histogram.iter_mut().zip(other) {
        *count += more;
    }
}

// Records: the hardest boards for each number of walls and vehicles.

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
