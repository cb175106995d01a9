//! vary: the neighbours of a puzzle that are harder, easier, or as long but harder for people.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::forms::{Given, Named, PhraseForm, PuzzleForm, Quantity, Seconds, within};
use super::problem::Problem;
use super::schema::{OperationTypes, types};
use super::{Context, Operation, parsed, written};
use crate::operations::{Variant, VariantKind, Variation, labels, rounded};
use crate::outcome::Stop;

/// A neighbour of more states is left open.
const MOST_STATES: i64 = 1 << 20;

pub(super) const OPERATION: Operation = Operation {
    name: "vary",
    help: "Find the neighbours of a puzzle that are harder, easier, or harder for people.",
    keys: Some(&["puzzle", "max_states", "max_seconds"]),
    run: |request, context| written(&vary(&parsed(request)?, context)?),
};
pub(super) const TYPES: OperationTypes = types!(VaryRequest => VaryAnswer);

/// A puzzle. The limit on states holds for each search; the stricter of these limits and the bounds
/// applies.
#[derive(Deserialize, JsonSchema)]
#[schemars(deny_unknown_fields)]
struct VaryRequest {
    puzzle: Given,
    max_states: Option<Quantity>,
    max_seconds: Option<Seconds>,
}

/// A neighbour, the change that makes it, and how hard it is.
///
/// `subtler` ones have as many slides, but people are predicted to make more moves: `difficulty`, null
/// for the others.
#[derive(Serialize, JsonSchema)]
struct VariantForm {
    kind: Named<VariantKind>,
    change: String,
    /// the change in parts, for other languages
    parts: PhraseForm,
    board: PuzzleForm,
    slides: u32,
    difficulty: Option<f64>,
}

/// The harder variants, then the subtler, then the easier; within a kind the hardest first.
///
/// `slides` and `difficulty` are those of the puzzle, null without a solution or where a limit came first.
/// `open` counts the neighbours whose slides or difficulty a limit left open; `stopped_by` names the
/// limit that came before all were tried.
#[derive(Serialize, JsonSchema)]
struct VaryAnswer {
    slides: Option<u32>,
    difficulty: Option<f64>,
    variants: Vec<VariantForm>,
    tried: usize,
    unsolvable: usize,
    open: usize,
    stopped_by: Option<&'static str>,
}

fn vary(request: &VaryRequest, context: &mut Context<'_>) -> Result<VaryAnswer, Problem> {
    let found = request.puzzle.puzzle(context)?;
    let (puzzle, title) = (&found.puzzle, found.title.as_deref());
    let limits = (Some(within(request.max_states, MOST_STATES)), request.max_seconds);
    let names = labels(puzzle);
    let variation =
        context.watched(limits, |watch| Variation::of(puzzle, &names, &mut |_, _| (), watch));
    let form = |Variant { kind, change, board, slides, difficulty }| {
        let board = PuzzleForm::of(&board, title)?;
        let difficulty = difficulty.map(rounded);
        let (words, parts) = (change.to_string(), PhraseForm(change));
        Ok(VariantForm { kind: Named(kind), change: words, parts, board, slides, difficulty })
    };
    Ok(VaryAnswer {
        slides: variation.slides,
        difficulty: variation.difficulty.map(rounded),
        variants: variation.variants.into_iter().map(form).collect::<Result<_, Problem>>()?,
        tried: variation.tried,
        unsolvable: variation.unsolvable,
        open: variation.open,
        stopped_by: variation.stop.map(Stop::name),
    })
}
