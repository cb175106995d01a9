//! The states of an assignment as bits of words, and the moves between words.
//!
//! For one placement of the leading lines the legal placements of the following ones are
//! independent: line c has `radix(type, pattern)` of them. So the states are the mixed-radix numbers
//! with these digits, and a word holds 64 of them without holes. Where there are more, the outer
//! lines, those with the most placements, number the words instead.

use std::ops::Range;

use super::bits::{ones, spread};
use super::family::MAX_SIDE;
use super::frame::Frame;
use super::leading::{Leading, NONE};

/// Bits of a word.
const BITS: u64 = 64;

/// One step of a vehicle from a word to another: the states that allow it, before and after.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Edge {
    pub(super) before: u64,
    pub(super) after: u64,
    /// The word after the step on, and the one whose step on leads here.
    pub(super) to: u32,
    pub(super) from: u32,
}

/// Moves within a word: from the states of a mask to those that many bits further.
#[derive(Clone, Copy, Debug)]
pub(super) struct Shift {
    pub(super) slide: u64,
    pub(super) step: u64,
    pub(super) reach: u64,
    pub(super) by: u32,
}

/// 64 states or fewer.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Word {
    /// Its states, and the solved ones.
    pub(super) full: u64,
    pub(super) solved: u64,
    /// Not reached by the search; reached on the next level.
    pub(super) open: u64,
    pub(super) next: u64,
    /// In a component that is known; in the current one.
    pub(super) seen: u64,
    pub(super) part: u64,
    /// The vehicles that can step on and back, by number.
    pub(super) on: u32,
    pub(super) back: u32,
    pub(super) shifts: (u32, u32),
    /// The place it belongs to.
    pub(super) place: u32,
}

/// One placement of the leading lines.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Place {
    /// Its number in `Leading`.
    pub(super) placement: u32,
    /// Its first word, and how many it has: the placements of the outer lines.
    pub(super) first: u32,
    pub(super) words: u32,
    pub(super) radix: [u8; MAX_SIDE],
    /// The weight of a line's digit in the word; 0 of an outer line.
    pub(super) stride: [u8; MAX_SIDE],
}

/// All states of an assignment.
#[derive(Debug, Default)]
pub(super) struct Words {
    pub(super) kinds: [u16; MAX_SIDE],
    pub(super) places: Vec<Place>,
    pub(super) all: Vec<Word>,
    pub(super) shifts: Vec<Shift>,
    /// By word and vehicle.
    pub(super) edges: Vec<Edge>,
    /// Vehicles that lead from word to word.
    pub(super) movers: usize,
    pub(super) states: u64,
    /// Following lines that number words.
    pub(super) outer: Vec<usize>,
    /// By placement of the leading lines: its place, or `NONE`.
    pub(super) index: Vec<u32>,
}

impl Words {
    /// Set up an assignment in the buffers of the last one.
    pub(super) fn set(
        &mut self,
        frame: &Frame,
        leading: &Leading,
        kinds: &[u16; MAX_SIDE],
        placements: &[u32],
    ) {
        self.kinds = *kinds;
        self.set_places(frame, leading, placements);
        self.choose_outer(frame);
        self.number(frame);
        self.set_words(frame, leading);
        self.set_edges(frame, leading);
        for placement in placements {
            self.index[*placement as usize] = NONE;
        }
    }

    fn set_places(&mut self, frame: &Frame, leading: &Leading, placements: &[u32]) {
        self.index.resize(self.index.len().max(leading.len()), NONE);
        self.places.clear();
        self.states = 0;
        for placement in placements {
            let mut place = Place { placement: *placement, ..Place::default() };
            let pattern = &leading.patterns[*placement as usize];
            let mut states = 1;
            for (line, blocked) in pattern.iter().enumerate().take(frame.following()) {
                place.radix[line] = frame.follow.radix(self.kinds[line], *blocked);
                states *= u64::from(place.radix[line]);
            }
            self.states += states;
            self.index[*placement as usize] = u32::try_from(self.places.len()).expect("few");
            self.places.push(place);
        }
    }

    /// Take lines out of the words, the one with the most placements first, until all words fit.
    fn choose_outer(&mut self, frame: &Frame) {
        self.outer.clear();
        if self.fits(frame.following()) {
            return;
        }
        let mut lines: Vec<(u8, usize)> = (0..frame.following())
            .filter(|line| !frame.follows_target(*line))
            .map(|line| (self.places.iter().map(|p| p.radix[line]).max().unwrap_or(1), line))
            .collect();
        lines.sort_unstable();
        while !self.fits(frame.following()) {
            let (_, line) = lines.pop().expect("one line alone fits a word");
            self.outer.push(line);
        }
        self.outer.sort_unstable();
    }

    fn fits(&self, lines: usize) -> bool {
        self.places.iter().all(|place| {
            let inner = (0..lines).filter(|line| !self.outer.contains(line));
            inner.map(|line| u64::from(place.radix[line])).product::<u64>() <= BITS
        })
    }

    /// Number the words, and weigh the digits: the last line weighs most.
    fn number(&mut self, frame: &Frame) {
        let mut first = 0;
        for place in &mut self.places {
            (place.first, place.words) = (first, 1);
            let mut stride = 1;
            for line in 0..frame.following() {
                let radix = place.radix[line];
                if self.outer.contains(&line) {
                    place.stride[line] = 0;
                    place.words *= u32::from(radix);
                } else {
                    place.stride[line] = stride;
                    stride *= radix;
                }
            }
            first += place.words;
        }
    }

    fn set_words(&mut self, frame: &Frame, leading: &Leading) {
        self.all.clear();
        self.shifts.clear();
        for number in 0..self.places.len() {
            let place = self.places[number];
            let begin = self.shifts.len();
            self.add_shifts(frame, leading, &place);
            let inner = (0..frame.following()).filter(|line| place.stride[*line] != 0);
            let states: u32 = inner.map(|line| u32::from(place.radix[line])).product();
            let word = Word {
                full: ones(states),
                solved: self.solved(frame, leading, &place) & ones(states),
                shifts: (small(begin), small(self.shifts.len())),
                place: small(number),
                ..Word::default()
            };
            self.all.extend((0..place.words).map(|_| word));
        }
    }

    fn add_shifts(&mut self, frame: &Frame, leading: &Leading, place: &Place) {
        let pattern = &leading.patterns[place.placement as usize];
        for line in (0..frame.following()).filter(|line| place.stride[*line] != 0) {
            let digit = frame.follow.digit(self.kinds[line], pattern[line]);
            let (radix, stride) = (place.radix[line], place.stride[line]);
            for by in (1..radix).filter(|by| digit.reach[usize::from(*by)] != 0) {
                let mask = |ranks: &[u16]| spread(ranks[usize::from(by)], radix, stride);
                self.shifts.push(Shift {
                    slide: mask(&digit.slide),
                    step: mask(&digit.step),
                    reach: mask(&digit.reach),
                    by: u32::from(by) * u32::from(stride),
                });
            }
        }
    }

    fn solved(&self, frame: &Frame, leading: &Leading, place: &Place) -> u64 {
        if !leading.may_be_solved[place.placement as usize] {
            return 0;
        }
        if frame.rows_lead {
            return !0;
        }
        let line = frame.family.exit_row;
        let pattern = leading.patterns[place.placement as usize][line];
        let digit = frame.follow.digit(self.kinds[line], pattern);
        let kind = frame.follow.get(self.kinds[line]);
        let is_solved =
            |rank: &u8| kind.is_solved(usize::from(digit.placement[usize::from(*rank)]));
        let ranks =
            (0..place.radix[line]).filter(is_solved).fold(0, |ranks, rank| ranks | 1 << rank);
        spread(ranks, place.radix[line], place.stride[line])
    }

    /// The moves within a word.
    #[inline]
    pub(super) fn range(word: &Word) -> Range<usize> {
        word.shifts.0 as usize..word.shifts.1 as usize
    }
}

fn small(number: usize) -> u32 {
    u32::try_from(number).expect("fewer than 2^32 words")
}
