//! The human walk by simulation, for clusters that are too large to solve.

use super::super::dependencies::{Occupancy, Sight};
use super::super::measure::Value;
use super::super::subject::Subject;
use super::preference::{AGAIN, SlideFeatures};
use crate::board::{Metric, Move, VehicleId};
use crate::outcome::{Stop, Watch};
use crate::random::SplitMix;
use crate::state::Position;
use crate::state::blockers::on_the_road;

/// The walks of one simulation: the standard error of the logarithm is near 1 by its root.
const WALKS: u32 = 400;
/// The slides of all walks together; where they do not suffice there is no value, since leaving out
/// the longest walks would make it too low.
const MOST_SLIDES: u64 = 20_000_000;

/// ln of the mean length of walks from the start, with its standard error.
pub(super) fn simulate(
    subject: &Subject<'_>,
    watch: &mut Watch<'_>,
) -> Result<Option<Value>, Stop> {
    let mut player = Player {
        position: Position::new(subject.space),
        occupancy: Occupancy::new(subject.board()),
        target: subject.board().target(),
        random: SplitMix(subject.seed),
        offsets: Vec::new(),
        slides: Vec::new(),
        weights: Vec::new(),
    };
    let (mut sum, mut squares, mut left) = (0.0, 0.0, MOST_SLIDES);
    for _ in 0..WALKS {
        let Some(length) = player.walk(left, watch)? else { return Ok(None) };
        left -= length;
        #[expect(clippy::cast_precision_loss, reason = "far below 2^53")]
        let length = length as f64;
        sum += length;
        squares += length * length;
    }
    let walks = f64::from(WALKS);
    let mean = sum / walks;
    let variance = (squares / walks - mean * mean) * walks / (walks - 1.0);
    let standard_error = (variance.max(0.0) / walks).sqrt() / mean;
    Ok(Some(Value::Sampled { value: mean.ln(), standard_error }))
}

struct Player<'a> {
    position: Position<'a>,
    occupancy: Occupancy<'a>,
    target: usize,
    random: SplitMix,
    offsets: Vec<i8>,
    slides: Vec<Move>,
    weights: Vec<f64>,
}

impl Player<'_> {
    /// The slides of one walk from the start; `None` where it takes more than are left.
    fn walk(&mut self, left: u64, watch: &mut Watch<'_>) -> Result<Option<u64>, Stop> {
        self.position = Position::new(self.position.space());
        let mut last = None;
        for slides in 0..left {
            watch.check(0, 0)?;
            if self.position.is_goal() {
                return Ok(Some(slides));
            }
            let step = self.choose(last);
            self.position.apply(step);
            last = Some(step.vehicle);
        }
        Ok(None)
    }

    fn choose(&mut self, last: Option<VehicleId>) -> Move {
        self.weigh(last);
        let mut left = self.random.unit() * self.weights.iter().sum::<f64>();
        for (&step, weight) in self.slides.iter().zip(&self.weights) {
            left -= weight;
            if left < 0.0 {
                return step;
            }
        }
        *self.slides.last().expect("a state that can reach a goal has a move")
    }

    fn weigh(&mut self, last: Option<VehicleId>) {
        let before = self.look();
        self.slides.clear();
        self.position.for_each_move(Metric::Slide, |step| self.slides.push(step));
        self.weights.clear();
        for number in 0..self.slides.len() {
            let step = self.slides[number];
            let vehicle = step.vehicle.index();
            let (back, forth) = self.position.free(vehicle);
            let most = if step.cells < 0 { back } else { forth };
            self.position.apply(step);
            let choice = SlideFeatures {
                solves: self.position.is_goal(),
                is_farthest: step.cells.unsigned_abs() == most,
                is_related: vehicle == self.target || before.dependencies >> vehicle & 1 == 1,
                cells: step.cells.unsigned_abs(),
                blockers: blockers(&self.position) - i32::from(before.blockers),
            };
            self.position.apply(step.reversed());
            let again = if last == Some(step.vehicle) { AGAIN } else { 1.0 };
            self.weights.push(choice.weight() * again);
        }
    }

    fn look(&mut self) -> Sight {
        self.offsets.clear();
        self.offsets.extend(self.position.offsets());
        self.occupancy.look(&self.offsets)
    }
}

/// The vehicles between the target and its exit.
fn blockers(position: &Position<'_>) -> i32 {
    i32::try_from(on_the_road(position).count()).expect("at most as many as vehicles")
}
