//! Summaries: counts over all clusters, kept or not.

use super::records::Records;

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
