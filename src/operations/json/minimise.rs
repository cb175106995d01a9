//! minimise: every set of vehicles and walls that can go while the optimum in slides remains.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::forms::{Bounded, Given, PuzzleForm, Quantity, Seconds, Titled};
use super::problem::Problem;
use super::schema::{OperationTypes, types};
use super::{Context, Operation, parsed, written};
use crate::generate::minimal::Part;
use crate::operations::{Minimised, Reduction};

pub(super) const OPERATION: Operation = Operation {
    name: "minimise",
    help: "Find every set of vehicles and walls that can go while the optimum remains.",
    keys: Some(&["puzzle", "max_sets", "max_states", "max_seconds"]),
    run: |request, context| written(&minimise(&parsed(request)?, context)?),
};
pub(super) const TYPES: OperationTypes = types!(MinimiseRequest => MinimiseAnswer);

type SetCount = Bounded<1, 1000>;

/// A puzzle. The limit on states holds for each search; the stricter of these limits and the bounds
/// applies.
#[derive(Deserialize, JsonSchema)]
#[schemars(deny_unknown_fields)]
struct MinimiseRequest {
    puzzle: Given,
    #[serde(default = "thousand")]
    max_sets: SetCount,
    max_states: Option<Quantity>,
    max_seconds: Option<Seconds>,
}

fn thousand() -> SetCount {
    Bounded(1000)
}

/// Vehicles and walls that can go together, to which nothing can be added, and the puzzle that is left.
#[derive(Serialize, JsonSchema)]
struct ReductionForm {
    vehicles: Vec<String>,
    walls: Vec<(i64, i64)>,
    board: PuzzleForm,
}

/// What can go, the sets that leave the smallest puzzles first. Any part of a set can go as well.
///
/// `slides` is null without a solution, or where a limit came first; `minimal` says that nothing can go.
/// `stopped_by` names the limit after which other sets may be missing.
#[derive(Serialize, JsonSchema)]
struct MinimiseAnswer {
    slides: Option<u32>,
    minimal: bool,
    reductions: Vec<ReductionForm>,
    stopped_by: Option<&'static str>,
}

fn minimise(
    request: &MinimiseRequest,
    context: &mut Context<'_>,
) -> Result<MinimiseAnswer, Problem> {
    let found = request.puzzle.puzzle(context)?;
    let max_sets = usize::try_from(request.max_sets.0).expect("at least 1");
    let limits = (request.max_states, request.max_seconds);
    let minimised = context.watched(limits, |watch| Minimised::of(&found.puzzle, max_sets, watch));
    let form = |reduction| ReductionForm::of(reduction, &found);
    Ok(MinimiseAnswer {
        slides: minimised.slides,
        minimal: minimised.is_minimal(),
        stopped_by: minimised.stopped_by,
        reductions: minimised.reductions.into_iter().map(form).collect::<Result<_, Problem>>()?,
    })
}

impl ReductionForm {
    fn of(reduction: Reduction, found: &Titled) -> Result<ReductionForm, Problem> {
        let board = found.puzzle.board();
        let mut form = ReductionForm {
            vehicles: Vec::new(),
            walls: Vec::new(),
            board: PuzzleForm::of(&reduction.board, found.title.as_deref())?,
        };
        for part in reduction.parts {
            match part {
                Part::Vehicle(index) => form.vehicles.push(board.vehicles()[index].label.clone()),
                Part::Wall(index) => {
                    form.walls.push((board.walls()[index].row, board.walls()[index].col));
                }
            }
        }
        Ok(form)
    }
}
