//! The formula of `lanes.rs` in vectors of 32 bytes.

use std::arch::x86_64::{
    __m128i, __m256i, _mm_loadu_si128, _mm256_and_si256, _mm256_cmpeq_epi8, _mm256_loadu_si256,
    _mm256_or_si256, _mm256_setzero_si256, _mm256_subs_epu8,
};

/// The cells that the moves of a lane sweep: those before the vehicle without those before its new
/// place, or those before its new end without those before its end.
#[inline]
#[target_feature(enable = "avx2")]
pub(in crate::bfs) fn swept(
    [before, end]: [__m256i; 2],
    behind: __m256i,
    ahead: __m256i,
) -> __m256i {
    _mm256_or_si256(_mm256_subs_epu8(before, behind), _mm256_subs_epu8(ahead, end))
}

/// All ones in each byte in which the two have no common bit.
#[inline]
#[target_feature(enable = "avx2")]
pub(in crate::bfs) fn no_common_bit(one: __m256i, two: __m256i) -> __m256i {
    _mm256_cmpeq_epi8(_mm256_and_si256(one, two), _mm256_setzero_si256())
}

#[inline]
#[target_feature(enable = "avx2")]
pub(in crate::bfs) fn load_16(bytes: &[u8; 16]) -> __m128i {
    // SAFETY: the reference is valid for the 16 bytes that are read; the load needs no alignment.
    unsafe { _mm_loadu_si128(bytes.as_ptr().cast()) }
}

#[inline]
#[target_feature(enable = "avx2")]
pub(in crate::bfs) fn load_32(bytes: &[u8; 32]) -> __m256i {
    // SAFETY: the reference is valid for the 32 bytes that are read; the load needs no alignment.
    unsafe { _mm256_loadu_si256(bytes.as_ptr().cast()) }
}
