//! Edges: the steps of leading vehicles, from words of one place to words of another.
//!
//! A step frees a cell of one following line and takes a cell of another. The states that allow it are
//! a sub-product on both sides, in the same order, but the words cut it at different points. So there
//! is an edge for each pair of words that have some of these states in common.

#![expect(clippy::inline_always, reason = "the loops are compiled for each method as a whole")]

use std::mem::take;

use super::bits::Deposit;
use super::leading::{Advance, NONE};
use super::place::{Place, Plan, StateWord, small};

/// Set in the number of a word if the next edge is one of the same vehicle and word.
const MORE: u32 = 1 << 31;

/// A step of a vehicle forward.
#[derive(Clone, Copy, Debug)]
struct WordEdge {
    /// The states before it, and after it, in the same order.
    before: u64,
    after: u64,
    from: u32,
    to: u32,
}

/// An edge in the direction of a step: the states before it, those after it, and their word.
#[derive(Clone, Copy, Debug)]
pub(super) struct WordStep {
    pub(super) before: u64,
    pub(super) after: u64,
    pub(super) to: usize,
}

/// The first edges of a vehicle from and to a word.
#[derive(Clone, Copy, Debug, Default)]
struct FirstEdges {
    from: u32,
    to: u32,
}

/// The steps of all leading vehicles.
#[derive(Debug, Default)]
pub(super) struct WordEdges {
    all: Vec<WordEdge>,
    /// By word and vehicle; `StateWord::movers` says whether there are any.
    first: Vec<FirstEdges>,
    vehicles: usize,
    /// By placement of the leading lines: its place, or `NONE`.
    places: Vec<u32>,
    /// For each word of two places the states before and after a step.
    before: Vec<u64>,
    after: Vec<u64>,
}

impl WordEdges {
    /// The steps of a vehicle forward, or back, from a word; it has some.
    #[inline(always)]
    pub(super) fn steps<const FORWARD: bool>(
        &self,
        word: usize,
        vehicle: u32,
    ) -> impl Iterator<Item = WordStep> {
        let FirstEdges { from, to } = self.first[word * self.vehicles + vehicle as usize];
        let mut next = Some(if FORWARD { from } else { to } as usize);
        std::iter::from_fn(move || {
            let number = next?;
            let WordEdge { before, after, from, to } = self.all[number];
            let has_more = if FORWARD { from } else { to } & MORE != 0;
            next = has_more.then_some(number + 1);
            Some(if FORWARD {
                WordStep { before, after, to: (to & !MORE) as usize }
            } else {
                WordStep { before: after, after: before, to: (from & !MORE) as usize }
            })
        })
    }

    /// Find all steps between these places.
    #[inline(always)]
    pub(super) fn set(
        &mut self,
        plan: Plan<'_>,
        places: &[Place],
        words: &mut [StateWord],
        deposit: impl Deposit,
    ) {
        self.all.clear();
        self.vehicles = plan.leading.vehicles.len();
        assert!(self.vehicles <= 32, "vehicles are numbered by the bits of 32");
        let firsts = words.len() * self.vehicles;
        self.first.resize(self.first.len().max(firsts), FirstEdges::default());
        self.places.resize(self.places.len().max(plan.leading.len()), NONE);
        for (number, place) in places.iter().enumerate() {
            self.places[place.placement as usize] = small(number);
        }
        for place in places {
            let first = place.placement as usize * self.vehicles;
            let advances = &plan.leading.advances[first..first + self.vehicles];
            for (vehicle, advance) in advances.iter().enumerate() {
                if let Some(next) = self.place(*advance) {
                    self.link(plan, (place, &places[next]), (vehicle, *advance), words, deposit);
                }
            }
        }
        for place in places {
            self.places[place.placement as usize] = NONE;
        }
    }

    #[inline(always)]
    fn place(&self, advance: Advance) -> Option<usize> {
        let place = *self.places.get(advance.to as usize)?;
        (place != NONE).then_some(place as usize)
    }

    /// Add the edges of a step of a vehicle from one place to another.
    #[inline(always)]
    fn link(
        &mut self,
        plan: Plan<'_>,
        (place, next): (&Place, &Place),
        (vehicle, advance): (usize, Advance),
        words: &mut [StateWord],
        deposit: impl Deposit,
    ) {
        let cell = usize::from(plan.leading.vehicles[vehicle]);
        let leaves = |place: &Place, line: u8| {
            let line = usize::from(line);
            (line, plan.digit(place, line).leaves[cell])
        };
        let (before, after) = (leaves(place, advance.taken), leaves(next, advance.freed));
        if place.words == 1 && next.words == 1 {
            let before = place.low_mask(before.0, before.1, deposit) & place.full(0);
            let after = next.low_mask(after.0, after.1, deposit) & next.full(0);
            return self.push(
                vehicle,
                (place.first, before),
                (next.first, after),
                (true, true),
                words,
            );
        }
        let (mut befores, mut afters) = (take(&mut self.before), take(&mut self.after));
        place.masks(before, &words[place.words()], deposit, &mut befores);
        next.masks(after, &words[next.words()], deposit, &mut afters);
        self.pair(vehicle, (place.first, &befores), (next.first, &afters), words, deposit);
        (self.before, self.after) = (befores, afters);
    }

    /// Add an edge for each pair of words that have some of a step's states in common.
    #[inline(always)]
    fn pair(
        &mut self,
        vehicle: usize,
        (from, befores): (u32, &[u64]),
        (to, afters): (u32, &[u64]),
        words: &mut [StateWord],
        deposit: impl Deposit,
    ) {
        let mut sources = (from..).zip(befores.iter().copied()).filter(|(_, mask)| *mask != 0);
        let mut targets = (to..).zip(afters.iter().copied()).filter(|(_, mask)| *mask != 0);
        let (mut from, mut to) = ((0, 0), (0, 0));
        loop {
            let first = (from.1 == 0, to.1 == 0);
            if first.0 {
                let Some(next) = sources.next() else { break };
                from = next;
            }
            if first.1 {
                to = targets.next().expect("as many states after the step as before it");
            }
            let count = from.1.count_ones().min(to.1.count_ones());
            let (before, after) = (deposit.first(count, from.1), deposit.first(count, to.1));
            self.push(vehicle, (from.0, before), (to.0, after), first, words);
            (from.1, to.1) = (from.1 ^ before, to.1 ^ after);
            let edge = self.all.last_mut().expect("an edge");
            edge.from |= if from.1 == 0 { 0 } else { MORE };
            edge.to |= if to.1 == 0 { 0 } else { MORE };
        }
    }

    /// Add an edge; it may be the first of its vehicle from a word, and the first one to a word.
    #[inline(always)]
    fn push(
        &mut self,
        vehicle: usize,
        (from, before): (u32, u64),
        (to, after): (u32, u64),
        (is_first_from, is_first_to): (bool, bool),
        words: &mut [StateWord],
    ) {
        let number = u32::try_from(self.all.len()).expect("fewer than 2^32 edges");
        if is_first_from {
            self.first[from as usize * self.vehicles + vehicle].from = number;
            words[from as usize].movers.forward |= 1 << vehicle;
        }
        if is_first_to {
            self.first[to as usize * self.vehicles + vehicle].to = number;
            words[to as usize].movers.back |= 1 << vehicle;
        }
        self.all.push(WordEdge { before, after, from, to });
    }
}
