//! The expected length of a walk that ends at random: a linear system, solved with a proved error.
//!
//! Where P holds the probabilities of going from one place to another that is not the end, the expected
//! numbers x of moves from each place solve x = 1 + P x. For any x' with the residual r = 1 + P x' - x'
//! the error x - x' is (I - P)^-1 r. All entries of (I - P)^-1 are at least 0, and (I - P)^-1 1 = x. So
//! where no |r| is above e, each x lies between x' / (1 + e) and x' / (1 - e): the largest residual is
//! the relative error.

use crate::memory;
use crate::outcome::{Stop, Watch};

/// A walk over places that are numbered from 0, the end excluded. P is the sum of L, the moves to places
/// of lower numbers, and U, those to higher ones; no move leads to the place where it starts.
///
/// A vector has one item more than there are places; it stands for the end and stays 0.
pub(super) trait Walk {
    /// The number of places.
    fn len(&self) -> usize;

    /// The bytes that the walk takes.
    fn bytes(&self) -> usize;

    /// Write P x: for each place the mean of x over the places after it.
    fn mean(&self, x: &[f64], out: &mut [f64]);

    /// Put (I - L)^-1 x in the place of x.
    fn solve_lower(&self, x: &mut [f64]);

    /// Put (I - U)^-1 x in the place of x.
    fn solve_upper(&self, x: &mut [f64]);
}

/// The expected moves from each place, and the largest relative error.
pub(super) struct Expected {
    pub(super) moves: Vec<f64>,
    pub(super) error: f64,
}

/// The relative error that is asked for.
const TOLERANCE: f64 = 1e-7;
/// Iterations that are not exceeded. Jam-34, with a walk of 8 800 slides, takes 37.
const MOST_ITERATIONS: usize = 5_000;
/// The vectors of the solver.
const VECTORS: usize = 9;

/// Solve x = 1 + P x by stabilised biconjugate gradients (van der Vorst, 1992), preconditioned by
/// symmetric Gauss-Seidel in the form of Eisenstat (1981): the iteration runs on
/// (I - L)^-1 (I - P) (I - U)^-1, which takes no longer than I - P. The residual that counts in the end
/// is that of x itself.
pub(super) fn expected(
    walk: &impl Walk,
    (states, bytes): (usize, usize),
    watch: &mut Watch<'_>,
) -> Result<Expected, Stop> {
    let bytes = bytes + walk.bytes() + VECTORS * (walk.len() + 1) * size_of::<f64>();
    watch.check(states, bytes)?;
    let mut solver = Solver::new(walk)?;
    for _ in 0..MOST_ITERATIONS {
        watch.check_before(usize::MAX, states, bytes)?;
        let goes_on = solver.iterate();
        // The residual of x is at most twice that of the iteration, for L has no row above 1.
        if !goes_on || largest(&solver.residual) <= TOLERANCE / 2.0 {
            let before = solver.error;
            solver.restart();
            if solver.error <= TOLERANCE + solver.rounding() || solver.error >= before {
                break;
            }
        }
    }
    Ok(Expected { error: solver.error + solver.rounding(), moves: solver.best })
}

struct Solver<'a, W> {
    walk: &'a W,
    /// The correction of `best` that is found so far is (I - U)^-1 of this.
    correction: Vec<f64>,
    residual: Vec<f64>,
    shadow: Vec<f64>,
    direction: Vec<f64>,
    image: Vec<f64>,
    image_of_residual: Vec<f64>,
    scratch: Vec<f64>,
    /// The solution with the smallest residual at a restart, and that residual.
    best: Vec<f64>,
    error: f64,
}

impl<'a, W: Walk> Solver<'a, W> {
    fn new(walk: &'a W) -> Result<Self, Stop> {
        let vector = || -> Result<Vec<f64>, Stop> {
            let mut vector = memory::list(walk.len() + 1)?;
            vector.resize(walk.len() + 1, 0.0);
            Ok(vector)
        };
        let mut solver = Solver {
            walk,
            correction: vector()?,
            residual: vector()?,
            shadow: vector()?,
            direction: vector()?,
            image: vector()?,
            image_of_residual: vector()?,
            scratch: vector()?,
            best: vector()?,
            error: f64::INFINITY,
        };
        solver.restart();
        Ok(solver)
    }

    /// Begin again from the solution so far, with its true residual.
    fn restart(&mut self) {
        let places = self.walk.len();
        self.walk.solve_upper(&mut self.correction);
        add(&mut self.correction, 1.0, &self.best);
        self.walk.mean(&self.correction, &mut self.residual);
        for (residual, x) in self.residual.iter_mut().zip(&self.correction).take(places) {
            *residual += 1.0 - x;
        }
        let error = largest(&self.residual);
        if error < self.error {
            self.error = error;
            self.best.copy_from_slice(&self.correction);
        }
        self.correction.fill(0.0);
        self.walk.solve_lower(&mut self.residual);
        self.shadow.copy_from_slice(&self.residual);
        self.direction.copy_from_slice(&self.residual);
    }

    /// What rounding may have hidden of a residual: sums of some ten products.
    fn rounding(&self) -> f64 {
        16.0 * f64::EPSILON * largest(&self.best)
    }

    /// One iteration; false where it breaks down.
    fn iterate(&mut self) -> bool {
        let before = dot(&self.shadow, &self.residual);
        image(self.walk, &self.direction, &mut self.image, &mut self.scratch);
        let alpha = before / dot(&self.shadow, &self.image);
        add(&mut self.residual, -alpha, &self.image);
        image(self.walk, &self.residual, &mut self.image_of_residual, &mut self.scratch);
        let norm = dot(&self.image_of_residual, &self.image_of_residual);
        let omega = dot(&self.image_of_residual, &self.residual) / norm.max(f64::MIN_POSITIVE);
        if !(alpha.is_finite() && omega.is_finite()) {
            return false;
        }
        let steps = self.correction.iter_mut().zip(&self.direction).zip(&self.residual);
        steps.for_each(|((x, direction), residual)| *x += alpha * direction + omega * residual);
        add(&mut self.residual, -omega, &self.image_of_residual);
        let beta = dot(&self.shadow, &self.residual) / before * (alpha / omega);
        let parts = self.direction.iter_mut().zip(&self.residual).zip(&self.image);
        parts.for_each(|((direction, residual), image)| {
            *direction = residual + beta * (*direction - omega * image);
        });
        beta.is_finite() && beta != 0.0
    }
}

/// Write (I - L)^-1 (I - P) (I - U)^-1 x. As I - P = (I - L) + (I - U) - I, this is y + (I - L)^-1 (x - y)
/// with y = (I - U)^-1 x.
fn image(walk: &impl Walk, x: &[f64], out: &mut [f64], upper: &mut [f64]) {
    upper.copy_from_slice(x);
    walk.solve_upper(upper);
    out.iter_mut().zip(x).zip(&*upper).for_each(|((out, x), upper)| *out = x - upper);
    walk.solve_lower(out);
    add(out, 1.0, upper);
}

fn add(to: &mut [f64], factor: f64, vector: &[f64]) {
    to.iter_mut().zip(vector).for_each(|(to, part)| *to += factor * part);
}

fn largest(vector: &[f64]) -> f64 {
    vector.iter().fold(0.0, |most: f64, part| most.max(part.abs()))
}

/// Sums that do not wait for one another.
const LANES: usize = 8;

fn dot(one: &[f64], other: &[f64]) -> f64 {
    let (ones, one_rest) = one.as_chunks::<LANES>();
    let (others, other_rest) = other.as_chunks::<LANES>();
    let mut sums = [0.0; LANES];
    for (ones, others) in ones.iter().zip(others) {
        for lane in 0..LANES {
            sums[lane] += ones[lane] * others[lane];
        }
    }
    let rest: f64 = one_rest.iter().zip(other_rest).map(|(one, other)| one * other).sum();
    sums.iter().sum::<f64>() + rest
}
