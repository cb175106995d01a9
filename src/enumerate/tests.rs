//! Published counts, agreement of the two ways to move bits, and of the two metrics.

use super::bits::{BitMethod, Deposit, Portable};
use super::{
    Enumeration, Family, FamilyRequest, Keep, Row, Rules, Summary, UnitBuffers, UnitOptions,
};
use crate::random::SplitMix;

fn family(rows: i128, cols: i128, walls: (i128, i128), rules: Rules) -> Family {
    let exit_row = (rows - 1) / 2;
    FamilyRequest { rows, cols, exit_row, lengths: vec![2, 3], walls, rules }
        .check()
        .expect("a family")
}

fn run(family: &Family, keep: Keep) -> (Summary, Vec<Row>) {
    let enumeration = Enumeration::new(family).expect("few units");
    let options = UnitOptions { keep, least: None, steps: true, count_walls: false };
    let (mut summary, mut rows, mut work) = Default::default();
    for unit in 0..enumeration.units() {
        let found = enumeration.run(unit, options, &mut work, &mut |_| false).expect("found");
        Summary::merge(&mut summary, &found.summary);
        Vec::extend(&mut rows, found.rows);
    }
    let _: &UnitBuffers = &work;
    (summary, rows)
}

/// Fogleman's program: 5 x 5 without walls has 6 795 364 placements and 1 730 minimal puzzles.
#[test]
fn five_by_five_is_complete() {
    let (summary, rows) = run(&family(5, 5, (0, 0), Rules::Fogleman), Keep::Minimal);
    assert_eq!(summary.states, 6_795_364);
    assert_eq!(summary.slides.iter().sum::<u64>(), 62_106);
    assert_eq!(rows.len(), 1_730);
    assert_eq!(summary.minimal_slides.iter().sum::<u64>(), 1_730);
}

/// A unit has no result if any call of its callback returns true.
#[test]
fn an_interrupted_unit_has_no_result() {
    let enumeration = Enumeration::new(&family(5, 5, (0, 0), Rules::All)).expect("few units");
    let options = UnitOptions { keep: Keep::None, least: None, steps: false, count_walls: false };
    let (mut work, mut most) = (UnitBuffers::default(), 0);
    for unit in (0..enumeration.units()).step_by(7) {
        let mut run_until = |last: u32| {
            let mut calls = 0;
            let mut interrupted = |_| {
                calls += 1;
                calls == last
            };
            let found = enumeration.run(unit, options, &mut work, &mut interrupted);
            (found.is_some(), calls)
        };
        let (is_found, calls) = run_until(0);
        assert!(is_found);
        assert!((1..=calls).all(|last| run_until(last) == (false, last)));
        most = most.max(calls);
    }
    assert!(most > 1, "no unit is long enough");
}

#[test]
fn the_states_of_all_clusters_are_all_states() {
    for rules in [Rules::Fogleman, Rules::All, Rules::Box] {
        let (summary, rows) = run(&family(3, 4, (0, 2), rules), Keep::All);
        assert_eq!(rows.iter().map(|row| row.states).sum::<u64>(), summary.states);
        let solvable = rows.iter().filter(|row| row.steps.is_some());
        assert_eq!(solvable.map(|row| row.states).sum::<u64>(), summary.solvable_states);
        assert!(rows.len() as u64 > summary.unsolvable);
    }
}

#[test]
fn distances_in_steps_are_no_less_than_in_slides() {
    let (_, rows) = run(&family(4, 4, (0, 1), Rules::All), Keep::Solvable);
    assert!(!rows.is_empty());
    for row in rows {
        let steps = row.steps.expect("computed");
        assert!(row.slides.distance <= steps.distance);
        assert_eq!(row.slides.histogram[0], steps.histogram[0]);
        assert_eq!(row.slides.histogram.iter().sum::<u64>(), row.states);
        assert_eq!(steps.histogram.iter().sum::<u64>(), row.states);
    }
}

/// Both methods carry the bits of random words between masks with equally many bits.
#[test]
fn all_processors_carry_bits_alike() {
    let mut random = SplitMix(7);
    for _ in 0..2_000 {
        let (from, word) = (random.word() & random.word(), random.word());
        let mut to = random.word();
        while to.count_ones() > from.count_ones() {
            to &= to - 1;
        }
        let mut from = from;
        while from.count_ones() > to.count_ones() {
            from &= from - 1;
        }
        let carried = Portable.carry(word, from, to);
        assert_eq!(carried.count_ones(), (word & from).count_ones());
        assert_eq!(Portable.carry(carried, to, from), word & from);
        #[cfg(target_arch = "x86_64")]
        if let BitMethod::Bmi2(bmi2) = BitMethod::best() {
            assert_eq!(bmi2.carry(word, from, to), carried);
        }
    }
}

/// Masks are those of the numbers 0 to 63 whose digits have the values.
#[test]
fn all_processors_find_the_masks_of_digits() {
    let mut random = SplitMix(11);
    for stride in 1..=64_u8 {
        for radix in 1..=(64 / stride).min(32) {
            let values = random.word() & ((1 << radix) - 1);
            let has = |rank: u8| rank < 64 && values >> rank & 1 == 1;
            let mask = |of: &dyn Fn(u8) -> bool| {
                (0..64).filter(|number| of(*number)).fold(0, |mask, number| mask | 1_u64 << number)
            };
            let spread = mask(&|number| has(number / stride % radix));
            let blocks = mask(&|number| has(number / stride));
            let first = mask(&|number| number < stride);
            let expected = [spread, blocks, first];
            assert_eq!(masks_of_digits(Portable, values, radix, stride), expected);
            #[cfg(target_arch = "x86_64")]
            if let BitMethod::Bmi2(bmi2) = BitMethod::best() {
                assert_eq!(masks_of_digits(bmi2, values, radix, stride), expected);
            }
        }
    }
}

fn masks_of_digits(deposit: impl Deposit, values: u64, radix: u8, stride: u8) -> [u64; 3] {
    let (spread, blocks) = (deposit.spread(values, radix, stride), deposit.blocks(values, stride));
    [spread, blocks, deposit.first(stride.into(), !0)]
}

#[test]
fn every_reason_is_named() {
    let request = FamilyRequest {
        rows: 4,
        cols: 4,
        exit_row: 9,
        lengths: vec![1],
        walls: (3, 2),
        rules: Rules::All,
    };
    assert_eq!(request.check().expect_err("invalid").len(), 3);
    let large = FamilyRequest { rows: 9, cols: 0, ..request };
    assert_eq!(
        large.check().expect_err("invalid"),
        ["expected 1 to 8 rows, found 9", "expected 1 to 8 columns, found 0"]
    );
}
