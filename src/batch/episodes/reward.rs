//! What a move is worth.

/// A reward, by name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reward {
    /// 1 for the move that solves the puzzle, 0 for any other.
    Sparse,
    /// -1 for every move: the sum is the cost of a solution, negated.
    Cost,
    /// The distance after the move, negated.
    Distance,
    /// `Sparse`, and what the move changes in the potential, which is the distance, negated:
    /// discount * -(distance after) + (distance before). The optimal policies are those of `Sparse`
    /// (Ng, Harada and Russell, "Policy invariance under reward transformations", ICML 1999).
    Potential,
}

impl Reward {
    /// Each by its name.
    pub const NAMES: [(&'static str, Reward); 4] = [
        ("sparse", Reward::Sparse),
        ("cost", Reward::Cost),
        ("distance", Reward::Distance),
        ("potential", Reward::Potential),
    ];

    /// Whether the distances of the cluster are needed.
    #[must_use]
    pub fn needs_distance(self) -> bool {
        matches!(self, Reward::Distance | Reward::Potential)
    }

    /// The reward of a move between two distances to the goal.
    pub(super) fn of(
        self,
        is_solved: bool,
        before: Option<u32>,
        after: Option<u32>,
        discount: f64,
    ) -> f64 {
        let solved = f64::from(u8::from(is_solved));
        let distance = |known: Option<u32>| f64::from(known.expect("checked at the start"));
        match self {
            Reward::Sparse => solved,
            Reward::Cost => -1.0,
            Reward::Distance => -distance(after),
            Reward::Potential => solved + distance(before) - discount * distance(after),
        }
    }
}
