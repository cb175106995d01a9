//! The expected length of a walk that ends at random: a linear system, solved with a proved error.
//!
//! Where P holds the probabilities of going from one place to another that is not the end, the expected
//! numbers x of moves from each place solve x = 1 + P x. For any x' with the residual r = 1 + P x' - x'
//! the error x - x' is (I - P)^-1 r. All entries of (I - P)^-1 are at least 0, and (I - P)^-1 1 = x. So
//! where no |r| is above e, each x lies between x' / (1 + e) and x' / (1 - e): the largest residual is
//! the relative error.

use crate::outcome::{Stop, Watch, memory};

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

    /// Write the solution x of (I - [`RELAXATION`] L) x = b.
    fn solve_lower(&self, b: &[f64], x: &mut [f64]);

    /// Write the solution x of (I - [`RELAXATION`] U) x = b.
    fn solve_upper(&self, b: &[f64], x: &mut [f64]);
}

/// The expected moves from each place, and the largest relative error.
pub(super) struct Expected {
    pub(super) moves: Vec<f64>,
    pub(super) error: f64,
}

/// The relative error to reach.
const TOLERANCE: f64 = 1e-7;
/// Successive over-relaxation: 1.2 to 1.4 take 15 % fewer iterations than 1 on Jam-34 and Jam-40.
pub(super) const RELAXATION: f64 = 1.3;
/// The most iterations. Jam-34, with a walk of 8 800 slides, takes 31.
const MOST_ITERATIONS: usize = 5_000;
/// The vectors of a system and of the method with most.
const VECTORS: usize = 10;

/// Solve x = 1 + P x by a method that is preconditioned by symmetric over-relaxation in the form of
/// Eisenstat (1981): with the relaxation w the iteration runs on (I - wL)^-1 (wI - wP) (I - wU)^-1,
/// which takes no longer than I - P. The residual that counts in the end is that of x itself.
pub(super) fn expected(
    walk: &impl Walk,
    mut method: impl IterativeSolver,
    (states, bytes): (usize, usize),
    watch: &mut Watch<'_>,
) -> Result<Expected, Stop> {
    let bytes = bytes + walk.bytes() + VECTORS * (walk.len() + 1) * size_of::<f64>();
    watch.check(states, bytes)?;
    let mut system = System::new(walk)?;
    method.begin(&system.residual)?;
    for _ in 0..MOST_ITERATIONS {
        watch.check_before(usize::MAX, states, bytes)?;
        let goes_on = method.iterate(&mut system);
        // The residual of x is at most twice that of the iteration: L and I/w have no row above 1.
        if !goes_on || largest(&system.residual) <= TOLERANCE / 2.0 {
            let before = system.error;
            system.improve();
            if system.error <= TOLERANCE + system.rounding() || system.error >= before {
                break;
            }
            system.begin();
            method.begin(&system.residual)?;
        }
    }
    Ok(Expected { error: system.error + system.rounding(), moves: system.best })
}

/// An iteration that makes the residual of a system smaller.
pub(super) trait IterativeSolver {
    /// Begin with a residual.
    ///
    /// # Errors
    /// There is no memory for the vectors.
    fn begin(&mut self, residual: &[f64]) -> Result<(), Stop>;

    /// One iteration; false where it breaks down.
    fn iterate(&mut self, system: &mut System<'_, impl Walk>) -> bool;
}

/// The preconditioned equations and their solution so far.
pub(super) struct System<'a, W> {
    walk: &'a W,
    /// The correction of `best` that is found so far is (I - wU)^-1 of this.
    pub(super) correction: Vec<f64>,
    pub(super) residual: Vec<f64>,
    scratch: [Vec<f64>; 2],
    /// The solution with the smallest residual at a restart, and that residual.
    best: Vec<f64>,
    error: f64,
}

impl<'a, W: Walk> System<'a, W> {
    fn new(walk: &'a W) -> Result<Self, Stop> {
        let vector = || zeros(walk.len() + 1);
        let mut system = System {
            walk,
            correction: vector()?,
            residual: vector()?,
            scratch: [vector()?, vector()?],
            best: vector()?,
            error: 1.0,
        };
        // The residual of the solution 0.
        system.scratch[1][..walk.len()].fill(1.0);
        system.begin();
        Ok(system)
    }

    /// Add the correction to the solution, and find its true residual.
    fn improve(&mut self) {
        let [x, rest] = &mut self.scratch;
        self.walk.solve_upper(&self.correction, x);
        add(x, 1.0, &self.best);
        self.walk.mean(x, rest);
        for (rest, x) in rest.iter_mut().zip(&*x).take(self.walk.len()) {
            *rest += 1.0 - x;
        }
        let error = largest(rest);
        if error < self.error {
            self.error = error;
            self.best.copy_from_slice(x);
        }
    }

    /// Begin again from the solution so far.
    fn begin(&mut self) {
        let rest = &mut self.scratch[1];
        self.correction.fill(0.0);
        for rest in rest.iter_mut() {
            *rest *= RELAXATION;
        }
        self.walk.solve_lower(rest, &mut self.residual);
    }

    /// What rounding may have hidden of a residual: sums of some ten products.
    fn rounding(&self) -> f64 {
        16.0 * f64::EPSILON * largest(&self.best)
    }

    /// Write (I - wL)^-1 (wI - wP) (I - wU)^-1 x.
    pub(super) fn image(&mut self, x: &[f64], out: &mut [f64]) {
        image(self.walk, x, out, &mut self.scratch);
    }

    /// The same of the residual.
    pub(super) fn image_of_residual(&mut self, out: &mut [f64]) {
        image(self.walk, &self.residual, out, &mut self.scratch);
    }
}

/// Numbers of a vector that stay in the nearest cache.
pub(super) const BLOCK: usize = 512;

/// A vector of zeros.
pub(super) fn zeros(len: usize) -> Result<Vec<f64>, Stop> {
    let mut vector = memory::list(len)?;
    vector.resize(len, 0.0);
    Ok(vector)
}

/// Write (I - wL)^-1 (wI - wP) (I - wU)^-1 x. As wI - wP = (I - wL) + (I - wU) - (2 - w) I, this is
/// y + (I - wL)^-1 (x - (2 - w) y) with y = (I - wU)^-1 x.
fn image(walk: &impl Walk, x: &[f64], out: &mut [f64], [upper, rest]: &mut [Vec<f64>; 2]) {
    walk.solve_upper(x, upper);
    let parts = rest.iter_mut().zip(x).zip(&*upper);
    parts.for_each(|((rest, x), upper)| *rest = x - (2.0 - RELAXATION) * upper);
    walk.solve_lower(rest, out);
    add(out, 1.0, upper);
}

pub(super) fn add(to: &mut [f64], factor: f64, vector: &[f64]) {
    to.iter_mut().zip(vector).for_each(|(to, part)| *to += factor * part);
}

pub(super) fn largest(vector: &[f64]) -> f64 {
    vector.iter().fold(0.0, |most: f64, part| most.max(part.abs()))
}

/// Independent sums, which a processor adds at the same time.
const LANES: usize = 8;

pub(super) fn dot(one: &[f64], other: &[f64]) -> f64 {
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

/// The number of a place or a slide in 32 bits; a graph has fewer than 2^32 slides.
pub(super) fn number(number: usize) -> u32 {
    u32::try_from(number).expect("fewer slides than 2^32")
}

// Stabilised biconjugate gradients (van der Vorst, 1992), for any walk.

/// The vectors of the method.
#[derive(Default)]
pub(super) struct Bicgstab {
    shadow: Vec<f64>,
    direction: Vec<f64>,
    image: Vec<f64>,
    image_of_residual: Vec<f64>,
    /// The product of shadow and residual.
    shadowed: f64,
}

impl IterativeSolver for Bicgstab {
    fn begin(&mut self, residual: &[f64]) -> Result<(), Stop> {
        let vectors =
            [&mut self.shadow, &mut self.direction, &mut self.image, &mut self.image_of_residual];
        for vector in vectors.into_iter().filter(|vector| vector.is_empty()) {
            *vector = zeros(residual.len())?;
        }
        self.shadow.copy_from_slice(residual);
        self.direction.copy_from_slice(residual);
        self.shadowed = dot(residual, residual);
        Ok(())
    }

    fn iterate(&mut self, system: &mut System<'_, impl Walk>) -> bool {
        system.image(&self.direction, &mut self.image);
        let alpha = self.shadowed / dot(&self.shadow, &self.image);
        add(&mut system.residual, -alpha, &self.image);
        system.image_of_residual(&mut self.image_of_residual);
        let norm = dot(&self.image_of_residual, &self.image_of_residual);
        let omega = dot(&self.image_of_residual, &system.residual) / norm.max(f64::MIN_POSITIVE);
        if !(alpha.is_finite() && omega.is_finite()) {
            return false;
        }
        let before = self.shadowed;
        self.step(alpha, omega, &mut system.correction, &mut system.residual);
        let beta = self.shadowed / before * (alpha / omega);
        let parts = self.direction.iter_mut().zip(&system.residual).zip(&self.image);
        parts.for_each(|((direction, residual), image)| {
            *direction = residual + beta * (*direction - omega * image);
        });
        beta.is_finite() && beta != 0.0
    }
}

impl Bicgstab {
    /// Advance along the direction and the residual, block by block, so that each is read once.
    fn step(&mut self, alpha: f64, omega: f64, correction: &mut [f64], residual: &mut [f64]) {
        self.shadowed = 0.0;
        for first in (0..residual.len()).step_by(BLOCK) {
            let block = first..residual.len().min(first + BLOCK);
            let (correction, residual) =
                (&mut correction[block.clone()], &mut residual[block.clone()]);
            add(correction, alpha, &self.direction[block.clone()]);
            add(correction, omega, residual);
            add(residual, -omega, &self.image_of_residual[block.clone()]);
            self.shadowed += dot(&self.shadow[block], residual);
        }
    }
}

// Conjugate gradients (Hestenes and Stiefel, 1952), for walks that are reversible.
//
// A walk is reversible if each place has a weight such that it goes from one place to another as often
// as back: weight(s) P(s, t) = weight(t) P(t, s). Then I - P is symmetric in the product
// `<x, y> = sum of weight x y`, where U is the transpose of L, and so is the preconditioned system. One
// iteration takes half the time of [`super::linear`], and no more of them are needed.

/// The vectors of the method.
pub(super) struct ConjugateGradients {
    weights: Vec<f64>,
    direction: Vec<f64>,
    image: Vec<f64>,
    /// The product of the residual with itself.
    squared: f64,
}

impl ConjugateGradients {
    /// For a walk whose places have these weights.
    pub(super) fn new(weights: Vec<f64>) -> ConjugateGradients {
        ConjugateGradients { weights, direction: Vec::new(), image: Vec::new(), squared: 0.0 }
    }

    /// The product of two vectors, as independent sums that a processor adds at the same time.
    fn product(&self, one: &[f64], other: &[f64]) -> f64 {
        let mut weighted = [0.0; BLOCK];
        let blocks = one.chunks(BLOCK).zip(other.chunks(BLOCK)).zip(self.weights.chunks(BLOCK));
        let product = |((one, other), weights): ((&[f64], &[f64]), &[f64])| {
            let parts = weighted.iter_mut().zip(weights).zip(one);
            parts.for_each(|((weighted, weight), one)| *weighted = weight * one);
            dot(&weighted[..weights.len()], &other[..weights.len()])
        };
        blocks.map(product).sum()
    }
}

impl IterativeSolver for ConjugateGradients {
    fn begin(&mut self, residual: &[f64]) -> Result<(), Stop> {
        for vector in [&mut self.direction, &mut self.image] {
            if vector.is_empty() {
                *vector = zeros(residual.len())?;
            }
        }
        self.direction.copy_from_slice(residual);
        self.squared = self.product(residual, residual);
        Ok(())
    }

    fn iterate(&mut self, system: &mut System<'_, impl Walk>) -> bool {
        system.image(&self.direction, &mut self.image);
        let alpha = self.squared / self.product(&self.direction, &self.image);
        if !alpha.is_finite() {
            return false;
        }
        add(&mut system.correction, alpha, &self.direction);
        add(&mut system.residual, -alpha, &self.image);
        let before = self.squared;
        self.squared = self.product(&system.residual, &system.residual);
        let beta = self.squared / before;
        let parts = self.direction.iter_mut().zip(&system.residual);
        parts.for_each(|(direction, residual)| *direction = residual + beta * *direction);
        beta.is_finite() && beta != 0.0
    }
}
