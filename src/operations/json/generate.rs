//! generate: a new puzzle to order.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::forms::{Bounded, Coordinate, MoveForm, PuzzleForm, Quantity, Seconds, digits};
use super::problem::Problem;
use super::schema::{OperationTypes, types};
use super::{Context, Operation, parsed, written};
use crate::analysis::rating::{difficulty, level};
use crate::generate::canonical::Known;
use crate::generate::order::{Order, OrderRequest, Span, usual_vehicles};
use crate::generate::proof::GeneratedPuzzle;
use crate::generate::stream::{Delivery, Stream};
use crate::operations::rounded;
use crate::outcome::Progress;
use crate::outcome::clock::Instant;

/// Far more than an order takes that can be met; an order that cannot ends after some seconds.
const MOST_BOARDS: u64 = 50_000;

pub(super) const OPERATION: Operation = Operation {
    name: "generate",
    help: "Make a new puzzle of a size and a number of slides.",
    keys: Some(&["rows", "cols", "slides", "walls", "minimal", "seed", "max_seconds"]),
    run: |request, context| written(&generate(&parsed(request)?, context)?),
};
pub(super) const TYPES: OperationTypes = types!(GenerateRequest => GenerateAnswer);

type Range = (Bounded<0, 1000>, Bounded<0, 1000>);

/// What the puzzle must be; ranges have both ends. The exit is on the right, in the middle.
///
/// The same request gives the same puzzle, unless the limit on seconds comes first.
#[derive(Deserialize, JsonSchema)]
#[schemars(deny_unknown_fields)]
struct GenerateRequest {
    rows: Coordinate,
    cols: Coordinate,
    slides: Range,
    #[serde(default = "none")]
    walls: Range,
    /// Whether no part can go.
    #[serde(default)]
    minimal: bool,
    seed: Quantity,
    max_seconds: Option<Seconds>,
}

fn none() -> Range {
    (Bounded(0), Bounded(0))
}

/// A puzzle, which starts in a hardest state of its cluster, and what was proved of it.
///
/// `solutions` counts optimal solutions up to the order of independent moves, as digits; null where
/// they are too many. `difficulty` is the number of moves that a person is predicted to make.
#[derive(Serialize, JsonSchema)]
struct GenerateAnswer {
    puzzle: PuzzleForm,
    slides: u32,
    steps: u32,
    states: usize,
    solutions: Option<String>,
    difficulty: Option<f64>,
    level: Option<&'static str>,
    seed: Quantity,
    solution: Vec<MoveForm>,
}

impl GenerateRequest {
    fn order(&self) -> Result<Order, Problem> {
        let span = |(least, most): Range| Span { least: least.get(), most: most.get() };
        let cells = self.rows.0.saturating_mul(self.cols.0);
        let request = OrderRequest {
            vehicles: usual_vehicles(cells, self.minimal),
            walls: span(self.walls),
            slides: span(self.slides),
            is_minimal: self.minimal,
            ..OrderRequest::usual(self.rows.0, self.cols.0)
        };
        Order::new(request).map_err(Problem::of_reasons)
    }
}

fn generate(
    request: &GenerateRequest,
    context: &mut Context<'_>,
) -> Result<GenerateAnswer, Problem> {
    let order = request.order()?;
    let deadline = Instant::now().checked_add(context.seconds(request.max_seconds));
    let mut stream = Stream::new(order, Known::default(), request.seed.get(), 1, MOST_BOARDS);
    let delivery = stream.next(deadline, &mut |seen| {
        let boards = usize::try_from(seen.boards).unwrap_or(usize::MAX);
        (context.interrupted)(Progress { states: boards, ..Progress::default() })
    });
    let limit = match delivery {
        Delivery::Puzzle(made) => return answer(*made, request.seed),
        Delivery::Boards => "boards",
        Delivery::Time | Delivery::Interrupted => "seconds",
    };
    let boards = stream.tally().boards;
    Err(Problem::refused(format!(
        "found no such puzzle among {boards} boards; the limit on {limit} was reached first"
    )))
}

fn answer(made: GeneratedPuzzle, seed: Quantity) -> Result<GenerateAnswer, Problem> {
    let GeneratedPuzzle { puzzle, solution, steps, states, solutions, walk, .. } = made;
    let slides = u32::try_from(solution.len()).expect("fewer slides than states");
    let difficulty = walk.map(|walk| difficulty(slides.into(), walk));
    Ok(GenerateAnswer {
        puzzle: PuzzleForm::of(&puzzle, None)?,
        slides,
        steps,
        states,
        solutions: solutions.as_ref().map(digits),
        difficulty: difficulty.map(rounded),
        level: difficulty.map(level),
        seed,
        solution: MoveForm::all(&puzzle, &solution),
    })
}
