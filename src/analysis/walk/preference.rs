//! What a person seems to look for in a slide.

/// A slide as a person sees it.
#[derive(Clone, Copy, Debug)]
pub(super) struct SlideFeatures {
    /// It solves the puzzle.
    pub(super) solves: bool,
    /// The vehicle goes as far as it can that way.
    pub(super) is_farthest: bool,
    /// The vehicle is the target or in the dependency graph.
    pub(super) is_related: bool,
    pub(super) cells: u8,
    /// How many more vehicles are between the target and its exit.
    pub(super) blockers: i32,
}

/// Of the vehicle that moved last: people rarely move it again.
pub(super) const AGAIN: f64 = 0.3;

impl SlideFeatures {
    /// How much a person prefers the slide to others, but for the vehicle that moved last.
    ///
    /// Fitted to the 58 % of legal and 97 % of chosen slides that go as far as they can, and the like.
    pub(super) fn weight(self) -> f64 {
        let solves = if self.solves { 100.0 } else { 1.0 };
        let farthest = if self.is_farthest { 15.0 } else { 1.0 };
        let related = if self.is_related { 2.5 } else { 1.0 };
        let cells = power(1.4, u32::from(self.cells) - 1);
        let blockers = power(0.6, self.blockers.unsigned_abs());
        let blockers = if self.blockers < 0 { 1.0 / blockers } else { blockers };
        solves * farthest * related * cells * blockers
    }
}

/// A small power.
fn power(base: f64, exponent: u32) -> f64 {
    (0..exponent).fold(1.0, |power, _| power * base)
}
