//! Which vector instructions the processor has.

/// The fastest instructions for the vector loops. The variants beyond `Portable` hold a token that
/// only detection makes, so whoever has one may run code compiled for these instructions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::bfs) enum Backend {
    Portable,
    #[cfg(target_arch = "x86_64")]
    Avx2(Avx2),
    #[cfg(target_arch = "x86_64")]
    Avx512(Avx512),
    /// WebAssembly's vectors of 16 bytes: what was compiled for them runs only where they are.
    #[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
    Simd128,
}

/// Proof that the processor has AVX2, BMI1, BMI2, LZCNT and POPCNT.
#[cfg(target_arch = "x86_64")]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::bfs) struct Avx2(());

/// Proof that the processor has AVX-512F, BW and VL, and everything that [`Avx2`] proves.
#[cfg(target_arch = "x86_64")]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::bfs) struct Avx512(());

#[cfg(test)]
thread_local! {
    /// What [`Backend::detect`] returns to this thread.
    pub(in crate::bfs) static CHOSEN: std::cell::Cell<Option<Backend>> =
        const { std::cell::Cell::new(None) };
}

#[cfg(target_arch = "x86_64")]
impl Avx2 {
    fn detect() -> Option<Avx2> {
        let has = is_x86_feature_detected!("avx2")
            && is_x86_feature_detected!("bmi1")
            && is_x86_feature_detected!("bmi2")
            && is_x86_feature_detected!("lzcnt")
            && is_x86_feature_detected!("popcnt");
        has.then_some(Avx2(()))
    }
}

#[cfg(target_arch = "x86_64")]
impl Avx512 {
    fn detect() -> Option<Avx512> {
        let has = Avx2::detect().is_some()
            && is_x86_feature_detected!("avx512f")
            && is_x86_feature_detected!("avx512bw")
            && is_x86_feature_detected!("avx512vl");
        has.then_some(Avx512(()))
    }
}

impl Backend {
    /// The fastest backend of this processor.
    pub(in crate::bfs) fn detect() -> Backend {
        #[cfg(test)]
        if let Some(backend) = CHOSEN.get() {
            return backend;
        }
        #[cfg(feature = "tuning")]
        if std::env::var_os("RUSHHOUR_PORTABLE").is_some() {
            return Backend::Portable;
        }
        #[cfg(target_arch = "x86_64")]
        {
            if let Some(token) = Avx512::detect() {
                return Backend::Avx512(token);
            }
            if let Some(token) = Avx2::detect() {
                return Backend::Avx2(token);
            }
        }
        #[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
        return Backend::Simd128;
        #[allow(unreachable_code, reason = "without vectors, or where no detection finds any")]
        Backend::Portable
    }

    /// All backends of this processor.
    #[cfg(test)]
    pub(in crate::bfs) fn all() -> Vec<Backend> {
        let mut all = vec![Backend::Portable];
        #[cfg(target_arch = "x86_64")]
        {
            all.extend(Avx2::detect().map(Backend::Avx2));
            all.extend(Avx512::detect().map(Backend::Avx512));
        }
        #[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
        all.push(Backend::Simd128);
        all
    }
}
