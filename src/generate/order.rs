//! The order: what puzzles to generate, checked before any work.

use crate::analysis::MEASURES;
use crate::board::{Axis, Exit, MAX_SIDE, MAX_VEHICLES, Metric, Side};
use crate::generate::layout::Outline;

/// A range of whole numbers, both ends included.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Span {
    /// The least number.
    pub least: u64,
    /// The greatest number.
    pub most: u64,
}

impl Span {
    /// How far a number is outside, 0 inside.
    #[must_use]
    pub fn gap(self, number: u64) -> u64 {
        self.least.saturating_sub(number).max(number.saturating_sub(self.most))
    }

    /// Whether a number is inside.
    #[must_use]
    pub fn holds(self, number: u64) -> bool {
        self.gap(number) == 0
    }
}

/// Bounds on the predicted moves of a person.
#[derive(Clone, Copy, Debug, PartialEq)]
#[expect(missing_docs, reason = "described above")]
pub struct Difficulty {
    pub least: f64,
    pub most: f64,
}

/// Bounds on a measure of the analysis: how many vehicles where it names some, and 0 or 1 where it is yes or no.
#[derive(Clone, Copy, Debug, PartialEq)]
#[expect(missing_docs, reason = "described above")]
pub struct MeasureBounds {
    /// The place of the measure in [`MEASURES`].
    pub measure: usize,
    pub least: f64,
    pub most: f64,
}

/// An unchecked order.
#[derive(Clone, Debug, PartialEq)]
pub struct OrderRequest {
    /// The number of rows.
    pub rows: i64,
    /// The number of columns.
    pub cols: i64,
    /// Where the target leaves.
    pub exit: Exit,
    /// How many vehicles, the target included.
    pub vehicles: Span,
    /// How many walls.
    pub walls: Span,
    /// The lengths of vehicles; the target has the least of them.
    pub lengths: Vec<i64>,
    /// The optimum in slides, or in the metric of a search for records.
    pub slides: Span,
    /// The optimum in steps.
    pub steps: Option<Span>,
    /// How many optimal solutions there are up to the order of independent moves.
    pub solutions: Option<Span>,
    /// How hard it is for people.
    pub difficulty: Option<Difficulty>,
    /// How many cells are not empty.
    pub covered: Option<Span>,
    /// Whether no vehicle and no wall can be taken out without the optimum falling.
    pub is_minimal: bool,
    /// Whether every vehicle moves in some optimal solution.
    pub has_no_idle: bool,
    /// What the analysis must find.
    pub measures: Vec<MeasureBounds>,
    /// Whether the start is a hardest state of its cluster.
    pub is_hardest: bool,
    /// Clusters of more states are left out.
    pub max_states: u64,
    /// The metric in which a state is the hardest of its cluster: slides, or for records steps.
    pub metric: Metric,
}

impl OrderRequest {
    /// An order for a size with nothing else asked for: 8 to 13 vehicles on 6x6, on other sizes in
    /// proportion; the exit on the right, in the middle.
    #[must_use]
    pub fn usual(rows: i64, cols: i64) -> OrderRequest {
        OrderRequest {
            rows,
            cols,
            exit: Exit { side: Side::Right, line: (rows - 1).max(0) / 2 },
            vehicles: usual_vehicles(rows.saturating_mul(cols), false),
            walls: Span { least: 0, most: 0 },
            lengths: vec![2, 3],
            slides: Span { least: 10, most: u64::MAX },
            steps: None,
            solutions: None,
            difficulty: None,
            covered: None,
            is_minimal: false,
            has_no_idle: false,
            measures: Vec::new(),
            is_hardest: true,
            max_states: 1 << 15,
            metric: Metric::Slide,
        }
    }
}

/// The vehicles of boards with so many cells where no number is asked for. A minimal puzzle has no more
/// than it needs, so it has no least number.
pub(crate) fn usual_vehicles(cells: i64, is_minimal: bool) -> Span {
    #[expect(
        clippy::cast_precision_loss,
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "the order refuses large boards"
    )]
    let count = |share: f64| ((cells as f64 * share).round_ties_even() as u64).clamp(2, 128);
    let least = if is_minimal { 1 } else { count(8.0 / 36.0) };
    Span { least, most: count(13.0 / 36.0) }
}

/// A checked request: its numbers do not exclude every board.
#[derive(Clone, Debug, PartialEq)]
pub struct Order {
    pub(super) outline: Outline,
    pub(super) lengths: Vec<u8>,
    pub(super) request: OrderRequest,
}

impl Order {
    /// Check a request.
    ///
    /// # Errors
    /// Every reason against it, in words.
    ///
    /// # Panics
    /// Never: the sizes were checked.
    pub fn new(request: OrderRequest) -> Result<Order, Vec<String>> {
        let mut reasons = sizes(&request);
        if reasons.is_empty() {
            let checks = [ranges, exits, lengths, measures];
            reasons = checks.iter().flat_map(|check| check(&request)).collect();
        }
        if reasons.is_empty() {
            reasons = room(&request);
        }
        if !reasons.is_empty() {
            return Err(reasons);
        }
        let side = |side: i64| u8::try_from(side).expect("checked: at most MAX_SIDE");
        let outline =
            Outline { rows: side(request.rows), cols: side(request.cols), exit: request.exit };
        let mut lengths: Vec<u8> = request.lengths.iter().map(|&length| side(length)).collect();
        lengths.sort_unstable();
        lengths.dedup();
        Ok(Order { outline, lengths, request })
    }
}

fn sizes(request: &OrderRequest) -> Vec<String> {
    let OrderRequest { rows, cols, .. } = *request;
    let is_legal = |side: i64| (1..=MAX_SIDE).contains(&side);
    let refused = !is_legal(rows) || !is_legal(cols);
    Vec::from_iter(
        refused.then(|| {
            format!("expected a size of 1x1 to {MAX_SIDE}x{MAX_SIDE}, found {rows}x{cols}")
        }),
    )
}

fn ranges(request: &OrderRequest) -> Vec<String> {
    let OrderRequest { vehicles, walls, slides, steps, solutions, covered, .. } = *request;
    let named = [
        ("vehicles", Some(vehicles)),
        ("walls", Some(walls)),
        ("slides", Some(slides)),
        ("steps", steps),
        ("solutions", solutions),
        ("density", covered),
    ];
    let mut reasons = Vec::new();
    for (name, span) in named {
        let Some(Span { least, most }) = span else { continue };
        if least > most {
            let unit = if name == "density" { " cells" } else { "" };
            reasons.push(format!(
                "expected a range of {name} from low to high, found {least}..{most}{unit}"
            ));
        }
    }
    if request.difficulty.is_some_and(|wanted| wanted.least > wanted.most) {
        reasons.push("expected a range of difficulty from low to high".to_owned());
    }
    for (name, most) in [("vehicles", vehicles.most), ("slides", slides.most)] {
        if most == 0 {
            reasons.push(format!("expected at least 1 of {name}, found 0"));
        }
    }
    if vehicles.least > MAX_VEHICLES as u64 {
        let least = vehicles.least;
        reasons.push(format!("expected at most {MAX_VEHICLES} vehicles, found {least}"));
    }
    reasons
}

fn exits(request: &OrderRequest) -> Vec<String> {
    let OrderRequest { rows, cols, exit, .. } = *request;
    let lines = match exit.side.axis() {
        Axis::Horizontal => rows,
        Axis::Vertical => cols,
    };
    let refused = !(0..lines).contains(&exit.line);
    let (side, last, found) = (exit.side.name(), lines - 1, exit.line);
    Vec::from_iter(
        refused.then(|| {
            format!("expected an exit from {side}:0 to {side}:{last}, found {side}:{found}")
        }),
    )
}

fn lengths(request: &OrderRequest) -> Vec<String> {
    let OrderRequest { rows, cols, ref lengths, .. } = *request;
    let side = rows.max(cols);
    let mut reasons = Vec::new();
    if lengths.is_empty() {
        reasons.push("expected a length of vehicles, found none".to_owned());
    }
    for &length in lengths {
        if length < 2 {
            reasons.push(format!("expected lengths of at least 2 cells, found {length}"));
        } else if length >= side {
            reasons.push(format!(
                "a vehicle of {length} cells cannot move on a board of {rows}x{cols}"
            ));
        }
    }
    reasons
}

fn measures(request: &OrderRequest) -> Vec<String> {
    let reason = |bounds: &MeasureBounds| {
        let name = MEASURES.get(bounds.measure).map_or("an unknown measure", |one| one.name);
        if name == "histogram" || bounds.measure >= MEASURES.len() {
            return Some(format!("expected a measure that is one number, found {name}"));
        }
        let order = bounds.least.partial_cmp(&bounds.most);
        let refused = order.is_none_or(std::cmp::Ordering::is_gt);
        refused.then(|| format!("expected a range of {name} from low to high"))
    };
    request.measures.iter().filter_map(reason).collect()
}

/// Whether there are enough cells.
fn room(request: &OrderRequest) -> Vec<String> {
    let OrderRequest { rows, cols, exit, vehicles, walls, covered, .. } = *request;
    let shortest = request.lengths.iter().copied().min().expect("checked: there is a length");
    let road = if exit.side.axis() == Axis::Horizontal { cols } else { rows };
    let mut reasons = Vec::new();
    if shortest >= road {
        reasons.push(format!(
            "the target of {shortest} cells has no room to move in its line of {road} cells"
        ));
    }
    let cells = (rows * cols).unsigned_abs();
    // The target moves in every solution, so at least one cell is empty.
    let least = vehicles.least * shortest.unsigned_abs() + walls.least;
    if least >= cells {
        reasons.push(format!(
            "{} vehicles of {shortest} cells and {} walls do not fit a board of {rows}x{cols}",
            vehicles.least, walls.least
        ));
    }
    let off_road = cells - road.unsigned_abs();
    if walls.least > off_road {
        reasons.push(format!(
            "{} walls do not fit the {off_road} cells outside the line of the exit",
            walls.least
        ));
    }
    reasons.extend(covered.and_then(|covered| density(request, covered)));
    reasons
}

/// Whether the numbers of vehicles and walls agree with the number of cells that are not empty.
fn density(request: &OrderRequest, covered: Span) -> Option<String> {
    let OrderRequest { rows, cols, vehicles, walls, .. } = *request;
    let shortest = request.lengths.iter().copied().min()?.unsigned_abs();
    let longest = request.lengths.iter().copied().max()?.unsigned_abs();
    let least = vehicles.least * shortest + walls.least;
    let most = vehicles.most.saturating_mul(longest).saturating_add(walls.most);
    let refused = covered.least > most || covered.most < least;
    refused.then(|| {
        format!(
            "the vehicles and walls take {least} to {most} of {} cells, the density asks for {} to \
             {}",
            rows * cols,
            covered.least,
            covered.most
        )
    })
}

impl Order {
    /// Whether the line of the exit is its own mirror image.
    pub(super) fn is_symmetric(&self) -> bool {
        let exit = self.outline.exit;
        2 * exit.line + 1 == i64::from(self.outline.lines(exit.side.axis()))
    }

    /// The request that was checked.
    #[must_use]
    pub fn request(&self) -> &OrderRequest {
        &self.request
    }
}
