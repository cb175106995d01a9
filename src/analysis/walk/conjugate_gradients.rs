//! Conjugate gradients (Hestenes and Stiefel, 1952), for walks that are reversible.
//!
//! A walk is reversible if each place has a weight such that it goes from one place to another as often
//! as back: weight(s) P(s, t) = weight(t) P(t, s). Then I - P is symmetric in the product
//! `<x, y> = sum of weight x y`, where U is the transpose of L, and so is the preconditioned system. One
//! iteration takes half the time of [`super::bicgstab`], and no more of them are needed.

use super::linear::{BLOCK, IterativeSolver, System, Walk, add, dot, zeros};
use crate::outcome::Stop;

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
