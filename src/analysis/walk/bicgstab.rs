//! Stabilised biconjugate gradients (van der Vorst, 1992), for any walk.

use super::linear::{BLOCK, IterativeSolver, System, Walk, add, dot, zeros};
use crate::outcome::Stop;

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
