//! The ladder: which vehicles came into play, in groups, and which groups are worth a corridor.
//!
//! Each rung has the vehicles of those below it and some more, with which a further bound was
//! refuted. The corridor of a rung guides the search of the next. With fewer corridors there is
//! less to search at their rungs and more at those above; the ladder expects the sizes from those
//! that it has seen, and leaves rungs out where that costs less.

/// How many times more states a search has on average if its bound is greater by 1 or its guide's
/// estimate of the start less by 1. Sizes that were seen soon take its place.
const GROWTH: f64 = 2.0;
/// States at least by which a corridor's own expenses are counted.
const OVERHEAD: f64 = 500.0;

/// What was seen of a rung: the states that its search found, within which bound, by a guide
/// whose estimate of the start was so much.
#[derive(Clone, Copy, Debug)]
pub(super) struct Sight {
    pub(super) states: f64,
    pub(super) bound: u16,
    pub(super) guide: u16,
}

impl Sight {
    /// The states that a search within another bound and by another guide may find.
    fn expected(&self, bound: u16, guide: u16) -> f64 {
        let slack = |bound: u16, guide: u16| f64::from(bound) - f64::from(guide);
        self.states * GROWTH.powf(slack(bound, guide) - slack(self.bound, self.guide))
    }
}

/// Vehicles that came into play together.
#[derive(Clone, Debug)]
pub(super) struct Rung {
    pub(super) vehicles: Vec<usize>,
    /// A lower bound of the puzzle from the vehicles up to here.
    pub(super) cost: u16,
    pub(super) sight: Sight,
}

#[derive(Clone, Debug)]
pub(super) struct Ladder {
    rungs: Vec<Rung>,
}

impl Ladder {
    pub(super) fn new(target: usize, cost: u16) -> Ladder {
        let sight = Sight { states: 1.0, bound: cost, guide: cost };
        Ladder { rungs: vec![Rung { vehicles: vec![target], cost, sight }] }
    }

    pub(super) fn push(&mut self, rung: Rung) {
        self.rungs.push(rung);
    }

    pub(super) fn rung_mut(&mut self, index: usize) -> &mut Rung {
        &mut self.rungs[index]
    }

    pub(super) fn rung(&self, index: usize) -> &Rung {
        &self.rungs[index]
    }

    pub(super) fn top(&self) -> usize {
        self.rungs.len() - 1
    }

    /// The vehicles of a rung and of all below it.
    pub(super) fn vehicles(&self, index: usize) -> Vec<usize> {
        self.rungs[..=index].iter().flat_map(|rung| &rung.vehicles).copied().collect()
    }

    /// The rungs worth a corridor within a bound, from the bottom to the top, which is always one.
    pub(super) fn plan(&self, bound: u16) -> Vec<usize> {
        let mut best: Vec<(f64, Option<usize>)> = Vec::new();
        for rung in &self.rungs {
            let own = |guide| rung.sight.expected(bound, guide) + OVERHEAD;
            let without = (own(self.rungs[0].cost), None);
            let with = best.iter().enumerate().map(|(below, &(cost, _))| {
                (cost + own(self.rungs[below].cost), Some(below))
            });
            best.push(with.fold(without, |a, b| if b.0 < a.0 { b } else { a }));
        }
        let mut chosen = vec![self.top()];
        while let Some(below) = best[chosen[chosen.len() - 1]].1 {
            chosen.push(below);
        }
        chosen.reverse();
        chosen
    }

    /// What a search within a bound at a rung may find, by a guide with this estimate of the start.
    pub(super) fn expected(&self, index: usize, bound: u16, guide: u16) -> f64 {
        self.rungs[index].sight.expected(bound, guide)
    }
}
