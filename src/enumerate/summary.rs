//! Summaries: counts over all clusters, kept or not.

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
}

impl Summary {
    /// Count a cluster whose histograms have these lengths; 0 for one that is not computed.
    pub(super) fn add(&mut self, slides: usize, steps: usize, is_minimal: bool) {
        add(&mut self.slides, slides);
        add(&mut self.steps, steps);
        if is_minimal {
            add(&mut self.minimal_slides, slides);
            add(&mut self.minimal_steps, steps);
        }
    }

    /// Add the counts of another one.
    pub fn merge(&mut self, other: &Summary) {
        self.states += other.states;
        self.solvable_states += other.solvable_states;
        self.unsolvable += other.unsolvable;
        merge(&mut self.slides, &other.slides);
        merge(&mut self.steps, &other.steps);
        merge(&mut self.minimal_slides, &other.minimal_slides);
        merge(&mut self.minimal_steps, &other.minimal_steps);
    }
}

fn add(histogram: &mut Vec<u64>, levels: usize) {
    histogram.resize(histogram.len().max(levels), 0);
    if let Some(last) = levels.checked_sub(1) {
        histogram[last] += 1;
    }
}

fn merge(histogram: &mut Vec<u64>, other: &[u64]) {
    histogram.resize(histogram.len().max(other.len()), 0);
    for (count, more) in histogram.iter_mut().zip(other) {
        *count += more;
    }
}
