//! The tuning constants of a proof.
//!
//! Beside each constant stands what a sweep saw: the value, and the states expanded relative to the
//! default, summed over some costs of puzzles/large/generated.csv and `UvA` that take 0.03 to 4
//! million expansions. Repeat one with `python benches/prover_constants.py NAME VALUE...`. The sums
//! are coarse: uva-9x9_6 in steps is a third of all, and it jumps between 2.4 and 11 million with
//! almost any change of the schedule. So x0.9 to x1.2 says little unless several boards agree. What
//! first set the values was not recorded. No sweep found a value that is better on several boards
//! and worse on none; constants marked as not swept have no measurement yet.

/// Defines [`Tuning`]: every constant is a number with a name, so that a sweep can set it.
macro_rules! tuning {
    ($($(#[$doc:meta])* $name:ident: $type:ty = $value:expr,)*) => {
        /// The tuning constants of a proof, by name.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub(in crate::cegar) struct Tuning {
            $($(#[$doc])* pub(in crate::cegar) $name: $type,)*
        }

        impl Default for Tuning {
            fn default() -> Tuning {
                Tuning { $($name: $value,)* }
            }
        }

        impl Tuning {
            /// Sets a constant by name; false if no constant has this name.
            fn set(&mut self, name: &str, value: u64) -> bool {
                match name {
                    $(stringify!($name) => match value.try_into() {
                        Ok(value) => self.$name = value,
                        Err(_) => return false,
                    },)*
                    _ => return false,
                }
                true
            }
        }
    };
}

tuning! {
    // --- size estimates (`sizes.rs`)

    /// The cost of measuring a state of a corridor in the backward search, in states found.
    /// 0: x1.18, 8: x1.44; g13-23 in steps gets worse either way.
    measure_cost: u64 = 2,
    /// The fixed cost of a search, in states found.
    /// 50: x1.18, 5000: x1.32; uva-9x9_6 in steps gets worse either way.
    search_overhead: u64 = 500,
    /// Samples are discounted if the finest level is expected to take so many states. It takes
    /// effect in the largest proofs alone, such as g08-18 in steps (54 million expansions); not
    /// swept, since one of these takes a minute.
    discount_from: u64 = 12_000_000,
    /// The units of slack by which a sample must be out of date to be discounted. Not swept: it has
    /// no effect below `discount_from`.
    discount_after: u64 = 2,

    // --- searches of intermediate levels (`ascent.rs`)

    /// A search may find so many times the expected states before other levels are tried,
    /// 1: x1.29, 4: x1.24, both mostly because of uva-9x9_6 in steps.
    overrun_factor: u64 = 2,
    /// and so many states more.
    /// 2000: x1.56, and the four boards that change most get worse; 200,000: x0.99, but g12-67 in
    /// steps x1.5.
    overrun_states: u64 = 20_000,
    /// Intermediate levels may take 1 / `detour_part` of the states of a direct search,
    /// 1: x1.44, 4: x1.25; both worse for uva-9x9_6 and g12-67 in steps.
    detour_part: u64 = 2,
    /// but may always take so many.
    /// 500: x1.04, uva-9x9_4 in steps x2; 50,000: x1.74, uva-9x9_6 in steps x3.
    detour_min: u64 = 5_000,

    // --- upper bounds (`upper_bounds.rs`)

    /// Upper-bound searches get 1 / `upper_bound_part` of all states generated. 4: x0.96, only
    /// because g15-79 in steps takes 18 instead of 654 thousand; 16: x0.98; without any, x1.50,
    /// with g10-56 in steps x3 and g14-87 in steps x6.
    upper_bound_part: u64 = 8,
    /// The states that must be due for a search with a full pattern database.
    /// 10,000 and 160,000: x1.00; g10-56 in steps x1.02 and x0.98.
    upper_bound_min: u64 = 40_000,
    /// The least states that a search along a corridor generates; with fewer it is left out, 1000:
    /// x0.94, only because of g15-79 in steps; 64,000: x1.13, g14-87 in steps x6; without any such
    /// search x1.42, with g10-56 in steps x3 and g14-87 in steps x6.
    along_corridor_min: u64 = 8_000,
    /// and the most.
    /// 20,000 and 320,000: x1.00.
    along_corridor_max: u64 = 80_000,
    /// The most states of a full pattern database,
    /// 50,000: x0.99, 800,000: x1.00.
    database_max: u64 = 200_000,
    /// but no more than 1 / `database_part` of the caller's limit on states. Without a limit it has
    /// no effect; it leaves the search that uses the database most of the limit.
    database_part: u64 = 4,
    /// The states generated for each that a full pattern database keeps: an estimate, which bounds
    /// the database by the states due. 1: x1.01; g12-67 in steps x1.06.
    database_generated: u64 = 4,
    /// A full pattern database that was too large is tried again with so many times the states.
    /// 2 and 16: no effect on these boards.
    database_retry: u64 = 4,
    /// Upper-bound searches ignore plans that cost more than so many times the lower bound.
    /// 2 and 32: no effect on these boards.
    max_cost_factor: u16 = 8,
    /// The weight of h in weighted A*.
    /// 2 and 5: x1.00; the boards that change most do so by less than a hundredth.
    weight: u16 = 3,

    // --- refinement (`refinement.rs`)

    /// The plans that are replayed to find flaws.
    /// 8 and 128: x1.01, g12-67 in slides x0.9 with 8.
    plans: u64 = 32,
    /// The blocking vehicles that are tried as the next pattern variable.
    /// 3 and 10: x1.00.
    candidates: usize = 5,
}

impl Tuning {
    /// The most states of a search that may be interrupted, by those expected.
    pub(in crate::cegar) fn allowance(&self, expected: u64) -> u64 {
        let most = expected.saturating_mul(self.overrun_factor);
        most.saturating_add(self.overrun_states)
    }

    /// The default constants; with the feature `tuning`, those in the environment variable
    /// `RUSHHOUR_TUNING` (`name=value,name=value`) take precedence.
    pub(in crate::cegar) fn from_environment() -> Tuning {
        let mut tuning = Tuning::default();
        if cfg!(feature = "tuning") {
            let text = std::env::var("RUSHHOUR_TUNING").unwrap_or_default();
            for setting in text.split(',').filter(|setting| !setting.is_empty()) {
                let parsed = setting.split_once('=').and_then(|(name, value)| {
                    value.parse().ok().map(|value| tuning.set(name, value))
                });
                assert_eq!(
                    parsed,
                    Some(true),
                    "expected name=number in RUSHHOUR_TUNING, found `{setting}`"
                );
            }
        }
        tuning
    }
}

#[cfg(test)]
mod tests {
    use super::Tuning;

    #[test]
    fn constants_are_set_by_name() {
        let mut tuning = Tuning::default();
        assert!(tuning.set("weight", 5) && !tuning.set("wieght", 5));
        assert_eq!(tuning, Tuning { weight: 5, ..Tuning::default() });
    }
}
