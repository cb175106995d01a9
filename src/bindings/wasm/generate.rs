//! generate: a new puzzle to order.

use std::time::Duration;

use serde::Deserialize;
use serde_json::{Value, from_value, json};

use super::forms::{form_of, moves_of};
use super::page::tell_boards;
use super::problem::Problem;
use crate::analysis::rating::{difficulty, level};
use crate::board::{Exit, Metric, Side};
use crate::generate::known::Known;
use crate::generate::order::{Order, OrderRequest, Span};
use crate::generate::proof::GeneratedPuzzle;
use crate::generate::stream::{Delivery, Stream};
use crate::outcome::clock::Instant;

/// As in the service.
const SECONDS: f64 = 30.0;
const MOST_BOARDS: u64 = 50_000;
/// As in `rushhour.generate`.
const MOST_STATES: u64 = 1 << 15;

pub(super) const KEYS: &[&str] =
    &["rows", "cols", "slides", "walls", "minimal", "seed", "max_seconds"];

#[derive(Deserialize)]
struct Wanted {
    rows: i64,
    cols: i64,
    slides: (u64, u64),
    #[serde(default)]
    walls: (u64, u64),
    #[serde(default)]
    minimal: bool,
    seed: u64,
    max_seconds: Option<f64>,
}

impl Wanted {
    fn order(&self) -> Result<Order, Problem> {
        let span = |(least, most): (u64, u64)| Span { least, most };
        let &Wanted { rows, cols, .. } = self;
        let request = OrderRequest {
            rows,
            cols,
            exit: Exit { side: Side::Right, line: (rows - 1).max(0) / 2 },
            vehicles: usual(rows.saturating_mul(cols)),
            walls: span(self.walls),
            lengths: vec![2, 3],
            slides: span(self.slides),
            steps: None,
            solutions: None,
            difficulty: None,
            covered: None,
            is_minimal: self.minimal,
            has_no_idle: false,
            is_hardest: true,
            max_states: MOST_STATES,
            metric: Metric::Slide,
        };
        Order::new(request)
            .map_err(|reasons| Problem::refused(reasons.join("; ")).with_reasons(reasons))
    }

    fn deadline(&self) -> Result<Option<Instant>, Problem> {
        let seconds = self.max_seconds.map_or(SECONDS, |seconds| seconds.min(SECONDS));
        let time = Duration::try_from_secs_f64(seconds);
        let time = time.map_err(|error| Problem::refused(format!("max_seconds: {error}")))?;
        Ok(Instant::now().checked_add(time))
    }
}

/// As many vehicles as 8 to 13 on 6x6, in proportion: as in `rushhour.generation.order`.
fn usual(cells: i64) -> Span {
    #[expect(
        clippy::cast_precision_loss,
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "the order refuses large boards"
    )]
    let count = |share: f64| ((cells as f64 * share).round_ties_even() as u64).clamp(2, 128);
    Span { least: count(8.0 / 36.0), most: count(13.0 / 36.0) }
}

pub(super) fn generate(request: Value) -> Result<Value, Problem> {
    let wanted: Wanted = from_value(request)?;
    let (order, deadline) = (wanted.order()?, wanted.deadline()?);
    let mut stream = Stream::new(order, Known::default(), wanted.seed, 1, MOST_BOARDS);
    let delivery = stream.next(deadline, &mut |seen| tell_boards(seen.boards));
    let limit = match delivery {
        Delivery::Puzzle(made) => return Ok(answer(*made, wanted.seed)),
        Delivery::Boards => "boards",
        Delivery::Time | Delivery::Interrupted => "seconds",
    };
    let boards = stream.tally().boards;
    Err(Problem::refused(format!(
        "found no such puzzle among {boards} boards; the limit on {limit} was reached first"
    )))
}

fn answer(made: GeneratedPuzzle, seed: u64) -> Value {
    let GeneratedPuzzle { puzzle, solution, steps, states, solutions, walk, .. } = made;
    let slides = u32::try_from(solution.len()).expect("fewer slides than states");
    let difficulty = walk.map(|walk| difficulty(slides.into(), walk));
    json!({
        "puzzle": form_of(&puzzle, None),
        "slides": slides,
        "steps": steps,
        "states": states,
        "solutions": solutions.map(|count| count.to_string()),
        "difficulty": difficulty.map(|moves| (moves * 1e3).round() / 1e3),
        "level": difficulty.map(level),
        "seed": seed,
        "solution": moves_of(&puzzle, &solution),
    })
}
