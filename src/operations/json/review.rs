//! review: what each slide of a game wastes, and what would have been better.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::forms::{Few, MoveForm, Named, SearchRequest};
use super::hint::AdviceForm;
use super::problem::Problem;
use super::schema::{OperationTypes, types};
use super::{Context, Operation, parsed, written};
use crate::board::{Goal, Metric};
use crate::operations::{GoalDistances, ReviewedSlide, labels};
use crate::state::Puzzle;

pub(super) const OPERATION: Operation = Operation {
    name: "review",
    help: "Compare each slide of a game with a best move.",
    keys: Some(&["puzzle", "metric", "goal", "max_states", "max_seconds", "moves"]),
    run: |request, context| written(&review(&parsed(request)?, context)?),
};
pub(super) const TYPES: OperationTypes = types!(ReviewRequest => ReviewAnswer);

/// A puzzle and the moves that were made from it.
#[derive(Deserialize, JsonSchema)]
#[schemars(deny_unknown_fields)]
struct ReviewRequest {
    #[serde(flatten)]
    search: SearchRequest,
    moves: Few<MoveForm, 10_000>,
}

/// A slide of the game, which is so many of its `moves`, and the distances before and after it.
///
/// `lost` is by how much the best solution that begins with it is longer than the shortest, and
/// `better` a best move where that is more than 0. All but the slide are null where there is no
/// solution. The last slide can still go on, so it is judged by the best place where it may stop.
#[derive(Serialize, JsonSchema)]
struct SlideForm {
    slide: MoveForm,
    moves: usize,
    before: Option<u32>,
    after: Option<u32>,
    lost: Option<u32>,
    better: Option<AdviceForm>,
}

/// How far the goal is from the start, what all slides waste together, and each of them.
#[derive(Serialize, JsonSchema)]
struct ReviewAnswer {
    title: Option<String>,
    metric: Named<Metric>,
    goal: Named<Goal>,
    /// null where there is no solution
    distance: Option<u32>,
    lost: Option<u32>,
    slides: Vec<SlideForm>,
}

fn review(request: &ReviewRequest, context: &mut Context<'_>) -> Result<ReviewAnswer, Problem> {
    let search = &request.search;
    let found = search.puzzle.puzzle(context)?;
    let puzzle = &found.puzzle;
    let steps =
        request.moves.0.iter().map(|form| form.step(puzzle)).collect::<Result<Vec<_>, _>>()?;
    let review = context.watched(search.limits(), |watch| {
        let known = GoalDistances::around(puzzle, &search.options(), watch);
        known.review(puzzle, &steps, &labels(puzzle), watch)
    })?;
    let review = review.ok_or_else(|| Problem::refused("expected moves whose ways are free"))?;
    let lost = review.lost();
    let form = |slide| SlideForm::of(puzzle, slide);
    Ok(ReviewAnswer {
        title: found.title,
        metric: search.metric,
        goal: search.goal,
        distance: review.distance,
        lost,
        slides: review.slides.into_iter().map(form).collect(),
    })
}

impl SlideForm {
    fn of(puzzle: &Puzzle, reviewed: ReviewedSlide) -> SlideForm {
        let ReviewedSlide { slide, moves, verdict, better } = reviewed;
        SlideForm {
            slide: MoveForm::of(puzzle, slide),
            moves,
            before: verdict.before,
            after: verdict.after,
            lost: verdict.lost(),
            better: better.map(|advice| AdviceForm::of(puzzle, advice)),
        }
    }
}
