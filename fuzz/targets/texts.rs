#![no_main]
libfuzzer_sys::fuzz_target!(|data: &[u8]| rushhour_fuzz::properties::texts(data));
