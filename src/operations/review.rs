//! review: what each slide of a game wastes, and what would have been better.

use super::hint::{Advice, GoalDistances, Verdict, labels, price};
use crate::board::{Metric, Move};
use crate::cluster::Unfinished;
use crate::operations::Options;
use crate::outcome::Watch;
use crate::state::Puzzle;

/// What a game wastes, slide by slide.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Review {
    /// The distance of the start to the goal; `None` if there is no solution.
    pub distance: Option<u32>,
    /// The slides in their order.
    pub slides: Vec<ReviewedSlide>,
}

/// Moves of one vehicle in one direction, one after another, and what they waste together.
///
/// The last slide of a game can still go on: its verdict has the distance after the best place where
/// it may stop.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ReviewedSlide {
    /// The slide as one move.
    pub slide: Move,
    /// How many moves of the game it is.
    pub moves: usize,
    /// What it does.
    pub verdict: Verdict,
    /// A best move in its place; `None` where it wastes nothing, and once the goal was reached.
    pub better: Option<Advice>,
}

impl Review {
    /// What all slides waste together; `None` if there is no solution.
    #[must_use]
    pub fn lost(&self) -> Option<u32> {
        self.distance?;
        self.slides.iter().map(|slide| slide.verdict.lost()).sum()
    }
}

/// Compare each slide of a game with a best move; `None` if a move is not legal.
///
/// # Errors
/// [`Unfinished`] as for [`hint`](super::hint()).
///
/// ```
/// use rushhour::{Move, Options, Puzzle, VehicleId, review};
///
/// let puzzle: Puzzle = "..B.../AAB.../..CC../......".parse()?;
/// let slide = |vehicle, cells| Move { vehicle: VehicleId::new(vehicle), cells };
/// let there_and_back = [slide(2, 1), slide(1, 2), slide(1, -2)];
/// let review = review(&puzzle, &there_and_back, &Options::new())?.expect("legal moves");
/// assert_eq!((review.distance, review.lost()), (Some(3), Some(2)));
/// assert!(review.slides[1].better.is_none() && review.slides[2].better.is_some());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn review(
    puzzle: &Puzzle,
    moves: &[Move],
    options: &Options,
) -> Result<Option<Review>, Unfinished> {
    options.watched(|watch| {
        let known = GoalDistances::around(puzzle, options, watch);
        known.review(puzzle, moves, &labels(puzzle), watch)
    })
}

impl GoalDistances {
    /// What each slide of a game wastes, with these names of the vehicles; `None` if a move is not legal.
    ///
    /// # Errors
    /// [`Unfinished`] where a limit comes first.
    pub fn review(
        &self,
        puzzle: &Puzzle,
        moves: &[Move],
        names: &[String],
        watch: &mut Watch<'_>,
    ) -> Result<Option<Review>, Unfinished> {
        let distance = self.distance(puzzle, watch)?;
        let mut review = Review { distance, slides: Vec::new() };
        let (mut here, mut before, mut made) = (puzzle.clone(), distance, 0);
        for run in moves.chunk_by(|one, next| one.goes_on(*next)) {
            let Some(there) = run.iter().try_fold(here.clone(), |at, &step| at.apply(step)) else {
                return Ok(None);
            };
            made += run.len();
            let slide = Move { cells: run.iter().map(|step| step.cells).sum(), ..run[0] };
            let mut after = self.distance(&there, watch)?;
            if made == moves.len() && self.options.metric == Metric::Slide {
                after = self.best_stop(&there, slide, after, watch)?;
            }
            let cost = price(slide, self.options.metric);
            let verdict = Verdict { cost, before, after };
            let is_beaten = verdict.lost().is_some_and(|lost| lost > 0);
            let better = if is_beaten && !here.is_solved(self.options.goal) {
                self.hint(&here, false, names, watch)?.advice.into_iter().next()
            } else {
                None
            };
            review.slides.push(ReviewedSlide { slide, moves: run.len(), verdict, better });
            (here, before) = (there, after);
        }
        Ok(Some(review))
    }

    /// The least distance of the places where a slide may stop that has come so far.
    fn best_stop(
        &self,
        here: &Puzzle,
        slide: Move,
        distance: Option<u32>,
        watch: &mut Watch<'_>,
    ) -> Result<Option<u32>, Unfinished> {
        let (mut least, mut here) = (distance, here.clone());
        let onward = Move { cells: slide.cells.signum(), ..slide };
        while least.is_some_and(|least| least > 0) {
            let Some(next) = here.apply(onward) else { break };
            least = least.min(self.distance(&next, watch)?);
            here = next;
        }
        Ok(least)
    }
}
