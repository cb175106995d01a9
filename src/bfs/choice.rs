//! Which successors fit a space.

/// Where a search began, which decides the ranks of commutativity pruning.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Origin {
    /// At the start, or at the goals more than one level ago.
    Start,
    /// At all goals, in this level or the one before. Each state of the next level was reached from a
    /// goal by a move of the target. A vehicle that could move before it leads to the same state
    /// from another goal. So the target has the highest rank, and only moves that the target's move
    /// made possible follow. (In a search from the start that rank would double the successors.)
    Goals,
}

/// Run code with the fastest successors of a space, for keys of `$W` words: `$start` are those of a
/// search from the start, `$at_goals()` makes those for the goals and the level after them.
macro_rules! with_successors {
    ($space:expr, $metric:expr, $W:ident, [$start:ident, $at_goals:ident] => $body:expr) => {{
        use $crate::bfs::choice::{Origin, with_wide_successors};
        use $crate::bfs::simd::SimdSuccessors;
        let (space, metric) = ($space, $metric);
        if let Some($start) = SimdSuccessors::new(space, metric, Origin::Start) {
            const $W: usize = 1;
            let $at_goals = || {
                SimdSuccessors::new(space, metric, Origin::Goals).expect("it fits as the other does")
            };
            $body
        } else {
            match space.words() {
                1 => with_wide_successors!(1, space, metric, $W, [$start, $at_goals] => $body),
                2 => with_wide_successors!(2, space, metric, $W, [$start, $at_goals] => $body),
                words => $crate::state::with_words!(words, $W => {
                    let $start = $crate::state::VehicleByVehicle::<$W>::new(space, metric);
                    let $at_goals = || $crate::state::VehicleByVehicle::<$W>::new(space, metric);
                    $body
                }),
            }
        }
    }};
}

/// The same without `bfs/simd/`, for keys of one or two words.
macro_rules! with_wide_successors {
    ($words:literal, $space:expr, $metric:expr, $W:ident, [$start:ident, $at_goals:ident] => $body:expr) => {{
        use $crate::bfs::wide::WideSuccessors;
        const $W: usize = $words;
        let (space, metric) = ($space, $metric);
        if let Some($start) = WideSuccessors::<u8, 32, $W>::new(space, metric) {
            let wide = $start.clone();
            let $at_goals = || wide.at_goals(space);
            $body
        } else if let Some($start) = WideSuccessors::<u16, 32, $W>::new(space, metric) {
            let wide = $start.clone();
            let $at_goals = || wide.at_goals(space);
            $body
        } else if let Some($start) = WideSuccessors::<u16, 64, $W>::new(space, metric) {
            let wide = $start.clone();
            let $at_goals = || wide.at_goals(space);
            $body
        } else {
            let $start = $crate::state::VehicleByVehicle::<$W>::new(space, metric);
            let $at_goals = || $crate::state::VehicleByVehicle::<$W>::new(space, metric);
            $body
        }
    }};
}
pub(crate) use {with_successors, with_wide_successors};
