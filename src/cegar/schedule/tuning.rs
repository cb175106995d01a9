//! The tuning constants of a proof.

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

    /// Cost of measuring the distance of a corridor's state in the backward search, in states
    /// found.
    measure_cost: u64 = 2,
    /// Fixed cost of a search, in states found.
    search_overhead: u64 = 500,
    /// If the finest level is expected to take so many states, stale samples are discounted.
    discount_from: u64 = 12_000_000,
    /// Units of slack by which a sample must be out of date before it is discounted.
    discount_after: u64 = 2,

    // --- searches of intermediate levels (`mod.rs`)

    /// A search may find so many times the states expected before others are tried,
    overrun_factor: u64 = 2,
    /// and so many more.
    overrun_states: u64 = 20_000,
    /// Intermediate levels may take 1 / `detour_part` of the states of a direct search,
    detour_part: u64 = 2,
    /// but may always take so many.
    detour_min: u64 = 5_000,

    // --- upper bounds (`mod.rs`)

    /// The share of all generated states, 1 / `upper_bound_part`, that upper-bound searches get.
    upper_bound_part: u64 = 8,
    /// A search with a full pattern database begins when so many states are due.
    upper_bound_min: u64 = 40_000,
    /// The least and
    along_corridor_min: u64 = 8_000,
    /// the most states that a search along a corridor generates.
    along_corridor_max: u64 = 80_000,
    /// The most states of a full pattern database,
    database_max: u64 = 200_000,
    /// and 1 / `database_part` of the caller's limit on states.
    database_part: u64 = 4,
    /// States generated for each that a full pattern database keeps.
    database_generated: u64 = 4,
    /// A full pattern database that was too large is tried again with so many times the states.
    database_retry: u64 = 4,
    /// Upper-bound searches ignore plans that cost more than so many times the lower bound.
    max_cost_factor: u16 = 8,
    /// The weight of h in weighted A*.
    weight: u16 = 3,

    // --- refinement (`refinement.rs`)

    /// Plans that are replayed to find flaws.
    plans: u64 = 32,
    /// Vehicles that are tried as the next pattern variable.
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
