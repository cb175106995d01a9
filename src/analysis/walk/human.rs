//! A player that sees what people seem to see.

use super::super::graph::{Occupancy, Sight, StateGraph};
use super::super::subject::{Measure, Subject, Value};
use super::linear::{Bicgstab, Expected, RELAXATION, Walk, expected, number};
use crate::board::{Metric, Move, VehicleId};
use crate::outcome::{Stop, Watch, memory};
use crate::random::SplitMix;
use crate::state::Position;
use crate::state::blockers::on_the_road;

pub(in super::super) const MEASURE: Measure = Measure {
    name: "walk",
    formula: "ln of the expected number of slides until a goal of a player that prefers slides by \
              the product of: 100 if the slide solves; 15 if the vehicle goes as far as it can that \
              way; 2.5 if it is the target or in the dependency graph; 1.4^(cells - 1); \
              0.6^(more vehicles between target and exit); 0.3 if the vehicle moved last",
    unit: "ln slides",
    source: "this project, from the moves of 33 people",
    help: "the strongest single measure beside length",
    of: |subject, watch| {
        if subject.slides.is_none_or(|slides| slides == 0) {
            return Ok(None);
        }
        match subject.graph() {
            Ok(graph) => Ok(Some(exact(graph, subject, watch)?)),
            Err(Stop::States) => simulate(subject, watch),
            Err(stop) => Err(stop),
        }
    },
};

fn exact(graph: &StateGraph, subject: &Subject<'_>, watch: &mut Watch<'_>) -> Result<Value, Stop> {
    let walk = HumanWalk::new(graph, subject.board().target(), watch)?;
    let expected = expected(&walk, Bicgstab::default(), (graph.len(), graph.bytes()), watch)?;
    let slides = walk.slides_from_start(&expected);
    Ok(Value::Bounded { value: slides.ln(), bound: -(-expected.error).ln_1p() })
}

/// A place is a state and the vehicle that moved last. Two places of a state differ only in the weight
/// of one vehicle, so the sums over all slides of a state serve all its places.
struct HumanWalk {
    /// Where the pairs of places of the states that are not solved begin, and at last where they end.
    pairs: Vec<u32>,
    /// The slides to states of lower numbers, state by state.
    lower: Slides,
    /// The slides to states of higher numbers, from the last state to the first.
    upper: Slides,
    /// [`RELAXATION`] by the sum of the weights of all slides, for each place.
    shares: Vec<f64>,
    /// The weights and ends of the slides from the start.
    from_start: Vec<(f64, u32)>,
}

/// Slides of every state that is not solved.
struct Slides {
    list: Vec<Slide>,
    /// How many each state has.
    counts: Vec<u32>,
}

#[derive(Clone, Copy, Debug)]
struct Slide {
    /// The weight, but for the vehicle that moved last.
    weight: f64,
    /// What it weighs less if its vehicle moved last, times the share of that place.
    again: f64,
    /// The place that it leads to: the same vehicle in the state after it.
    end: u32,
    /// The place of its state where its vehicle moved last.
    place: u32,
}

impl Slides {
    fn with_room(states: usize, slides: usize) -> Result<Slides, Stop> {
        Ok(Slides { list: memory::list(slides)?, counts: memory::list(states)? })
    }

    fn bytes(&self) -> usize {
        self.list.capacity() * size_of::<Slide>() + self.counts.capacity() * size_of::<u32>()
    }

    /// The slides of each state.
    fn rows(&self) -> impl Iterator<Item = &[Slide]> {
        let mut rest = &self.list[..];
        self.counts.iter().map(move |&count| {
            let (row, others) = rest.split_at(count as usize);
            rest = others;
            row
        })
    }

    /// End the slides of a state, which begin here and whose places have these shares.
    fn end(&mut self, start: usize, shares: &[f64]) {
        for slide in &mut self.list[start..] {
            slide.again = (1.0 - AGAIN) * slide.weight * shares[slide.place as usize];
        }
        self.counts.push(number(self.list.len() - start));
    }

    fn reverse(&mut self) {
        self.list.reverse();
        self.counts.reverse();
    }
}

impl HumanWalk {
    fn new(graph: &StateGraph, target: usize, watch: &mut Watch<'_>) -> Result<HumanWalk, Stop> {
        let (places, (states, slides)) = (Places::new(graph)?, (graph.len(), graph.moves.len()));
        // Each slide has a way back, so at most half of them lead up, and as many down.
        let mut walk = HumanWalk {
            pairs: memory::list(states + 1)?,
            lower: Slides::with_room(states, slides / 2)?,
            upper: Slides::with_room(states, slides / 2)?,
            shares: memory::list(places.count())?,
            from_start: Vec::new(),
        };
        for state in graph.goals()..states {
            watch.check(states, graph.bytes() + places.bytes() + walk.bytes())?;
            walk.push(graph, &places, state, target);
        }
        walk.pairs.push(number(walk.shares.len() / 2));
        walk.upper.reverse();
        Ok(walk)
    }

    /// Add the places and the slides of a state.
    fn push(&mut self, graph: &StateGraph, places: &Places, state: usize, target: usize) {
        let own = places.of(state);
        let starts = [self.lower.list.len(), self.upper.list.len()];
        self.pairs.push(number(own.start / 2));
        self.shares.resize(own.end, 0.0);
        let (mut all, mut place) = (0.0, own.start);
        for slide in graph.slides_of(state) {
            let (end, vehicle) = (graph.end(slide), graph.moves[slide].vehicle);
            // The slides come vehicle by vehicle, as the places do.
            place += usize::from(places.vehicles[place] != vehicle);
            let weight = choice(graph, state, slide, target).weight();
            all += weight;
            self.shares[place] += weight;
            let half = if end < state { &mut self.lower } else { &mut self.upper };
            let end = number(places.find(end, vehicle).unwrap_or(places.count()));
            half.list.push(Slide { weight, again: 0.0, end, place: number(place) });
            if state == graph.start {
                self.from_start.push((weight, end));
            }
        }
        for share in &mut self.shares[own] {
            *share = RELAXATION / (all - (1.0 - AGAIN) * *share);
        }
        self.lower.end(starts[0], &self.shares);
        self.upper.end(starts[1], &self.shares);
    }

    /// The expected slides from the start, where no vehicle has moved.
    fn slides_from_start(&self, expected: &Expected) -> f64 {
        let all: f64 = self.from_start.iter().map(|(weight, _)| weight).sum();
        let after =
            self.from_start.iter().map(|&(weight, end)| weight * expected.moves[end as usize]);
        1.0 + after.sum::<f64>() / all
    }

    /// Write b plus the products of some rows with x, row after row: for each state its pairs of places
    /// and its slides, which lead to places that are written before.
    ///
    /// Sums of each vehicle would be written one by one and read two at a time, for which a processor
    /// waits; so the slides are read twice.
    fn solve<'a>(
        &self,
        rows: impl Iterator<Item = (&'a [u32], &'a [Slide])>,
        b: &[f64],
        x: &mut [f64],
    ) {
        let (b, shares) = (b.as_chunks::<2>().0, self.shares.as_chunks::<2>().0);
        for (pairs, slides) in rows {
            let all = weighted(slides, x);
            let pairs = pairs[0] as usize..pairs[1] as usize;
            let own = x.as_chunks_mut::<2>().0[pairs.clone()].iter_mut();
            for ((x, b), share) in own.zip(&b[pairs.clone()]).zip(&shares[pairs]) {
                *x = [b[0] + all * share[0], b[1] + all * share[1]];
            }
            for slide in slides {
                x[slide.place as usize] -= slide.again * x[slide.end as usize];
            }
        }
    }
}

/// The sum of the weighted values of x after some slides.
fn weighted(slides: &[Slide], x: &[f64]) -> f64 {
    slides.iter().map(|slide| slide.weight * x[slide.end as usize]).sum()
}

/// A slide as a person sees it.
fn choice(graph: &StateGraph, state: usize, slide: usize, target: usize) -> SlideFeatures {
    let (step, end) = (graph.moves[slide], graph.end(slide));
    let vehicle = step.vehicle.index();
    let next = (slide + 1 < graph.slides_of(state).end).then(|| graph.moves[slide + 1]);
    let goes_on = next
        .is_some_and(|next| next.vehicle == step.vehicle && (next.cells > 0) == (step.cells > 0));
    SlideFeatures {
        solves: graph.distances[end] == 0,
        is_farthest: !goes_on,
        is_related: vehicle == target || graph.dependencies[state] >> vehicle & 1 == 1,
        cells: step.cells.unsigned_abs(),
        blockers: i32::from(graph.blockers[end]) - i32::from(graph.blockers[state]),
    }
}

impl Walk for HumanWalk {
    fn len(&self) -> usize {
        self.shares.len()
    }

    fn bytes(&self) -> usize {
        self.pairs.capacity() * size_of::<u32>()
            + self.lower.bytes()
            + self.upper.bytes()
            + self.shares.capacity() * size_of::<f64>()
    }

    fn mean(&self, x: &[f64], out: &mut [f64]) {
        out.fill(0.0);
        let lower = self.pairs.windows(2).zip(self.lower.rows());
        let upper = self.pairs.windows(2).rev().zip(self.upper.rows());
        for (pairs, slides) in lower.chain(upper) {
            let all = weighted(slides, x);
            let places = 2 * pairs[0] as usize..2 * pairs[1] as usize;
            for (out, share) in out[places.clone()].iter_mut().zip(&self.shares[places]) {
                *out += all * share;
            }
            for slide in slides {
                out[slide.place as usize] -= slide.again * x[slide.end as usize];
            }
        }
        for out in out {
            *out /= RELAXATION;
        }
    }

    fn solve_lower(&self, b: &[f64], x: &mut [f64]) {
        self.solve(self.pairs.windows(2).zip(self.lower.rows()), b, x);
    }

    fn solve_upper(&self, b: &[f64], x: &mut [f64]) {
        self.solve(self.pairs.windows(2).rev().zip(self.upper.rows()), b, x);
    }
}

/// The places of every state: the vehicles that can move in it, none for solved states. An odd number is
/// made even by a place where none of them moved last, so that two can be computed at a time.
struct Places {
    starts: Vec<u32>,
    vehicles: Vec<VehicleId>,
}

impl Places {
    fn new(graph: &StateGraph) -> Result<Places, Stop> {
        let mut places = Places { starts: memory::list(graph.len() + 1)?, vehicles: Vec::new() };
        for state in 0..graph.len() {
            places.starts.push(number(places.vehicles.len()));
            let slides = if graph.distances[state] == 0 { 0..0 } else { graph.slides_of(state) };
            memory::reserve(&mut places.vehicles, slides.len())?;
            places.vehicles.extend(graph.moves[slides].iter().map(|step| step.vehicle));
            dedup(&mut places.vehicles, places.starts[state] as usize);
            if let Some(&last) = places.vehicles.last().filter(|_| places.count() % 2 == 1) {
                memory::push(&mut places.vehicles, last)?;
            }
        }
        places.starts.push(number(places.vehicles.len()));
        Ok(places)
    }

    fn count(&self) -> usize {
        self.vehicles.len()
    }

    fn bytes(&self) -> usize {
        self.starts.capacity() * size_of::<u32>() + self.vehicles.capacity()
    }

    fn of(&self, state: usize) -> std::ops::Range<usize> {
        self.starts[state] as usize..self.starts[state + 1] as usize
    }

    /// The place of a vehicle in a state; `None` if it cannot move there or the state is solved.
    fn find(&self, state: usize, vehicle: VehicleId) -> Option<usize> {
        let places = self.of(state);
        let at = self.vehicles[places.clone()].iter().position(|&other| other == vehicle)?;
        Some(places.start + at)
    }
}

/// Keep one of equal neighbours from a place of a list on.
fn dedup(list: &mut Vec<VehicleId>, from: usize) {
    let mut kept = from;
    for at in from..list.len() {
        if kept == from || list[kept - 1] != list[at] {
            list[kept] = list[at];
            kept += 1;
        }
    }
    list.truncate(kept);
}

// The human walk by simulation, for clusters that are too large to solve.

/// The walks of one simulation: the standard error of the logarithm is near 1 by its root.
const WALKS: u32 = 400;
/// The slides of all walks together; where they do not suffice there is no value, since leaving out
/// the longest walks would make it too low.
const MOST_SLIDES: u64 = 20_000_000;

/// ln of the mean length of walks from the start, with its standard error.
pub(super) fn simulate(
    subject: &Subject<'_>,
    watch: &mut Watch<'_>,
) -> Result<Option<Value>, Stop> {
    let mut player = Player {
        position: Position::new(subject.space),
        occupancy: Occupancy::new(subject.board()),
        target: subject.board().target(),
        random: SplitMix(subject.seed),
        offsets: Vec::new(),
        slides: Vec::new(),
        weights: Vec::new(),
    };
    let (mut sum, mut squares, mut left) = (0.0, 0.0, MOST_SLIDES);
    for _ in 0..WALKS {
        let Some(length) = player.walk(left, watch)? else { return Ok(None) };
        left -= length;
        #[expect(clippy::cast_precision_loss, reason = "far below 2^53")]
        let length = length as f64;
        sum += length;
        squares += length * length;
    }
    let walks = f64::from(WALKS);
    let mean = sum / walks;
    let variance = (squares / walks - mean * mean) * walks / (walks - 1.0);
    let standard_error = (variance.max(0.0) / walks).sqrt() / mean;
    Ok(Some(Value::Sampled { value: mean.ln(), standard_error }))
}

struct Player<'a> {
    position: Position<'a>,
    occupancy: Occupancy<'a>,
    target: usize,
    random: SplitMix,
    offsets: Vec<i8>,
    slides: Vec<Move>,
    weights: Vec<f64>,
}

impl Player<'_> {
    /// The slides of one walk from the start; `None` where it takes more than are left.
    fn walk(&mut self, left: u64, watch: &mut Watch<'_>) -> Result<Option<u64>, Stop> {
        self.position = Position::new(self.position.space());
        let mut last = None;
        for slides in 0..left {
            watch.check(0, 0)?;
            if self.position.is_goal() {
                return Ok(Some(slides));
            }
            let step = self.choose(last);
            self.position.apply(step);
            last = Some(step.vehicle);
        }
        Ok(None)
    }

    fn choose(&mut self, last: Option<VehicleId>) -> Move {
        self.weigh(last);
        let mut left = self.random.unit() * self.weights.iter().sum::<f64>();
        for (&step, weight) in self.slides.iter().zip(&self.weights) {
            left -= weight;
            if left < 0.0 {
                return step;
            }
        }
        *self.slides.last().expect("a state that can reach a goal has a move")
    }

    fn weigh(&mut self, last: Option<VehicleId>) {
        let before = self.look();
        self.slides.clear();
        self.position.for_each_move(Metric::Slide, |step| self.slides.push(step));
        self.weights.clear();
        for number in 0..self.slides.len() {
            let step = self.slides[number];
            let vehicle = step.vehicle.index();
            let (back, forth) = self.position.free(vehicle);
            let most = if step.cells < 0 { back } else { forth };
            self.position.apply(step);
            let choice = SlideFeatures {
                solves: self.position.is_goal(),
                is_farthest: step.cells.unsigned_abs() == most,
                is_related: vehicle == self.target || before.dependencies >> vehicle & 1 == 1,
                cells: step.cells.unsigned_abs(),
                blockers: blockers(&self.position) - i32::from(before.blockers),
            };
            self.position.apply(step.reversed());
            let again = if last == Some(step.vehicle) { AGAIN } else { 1.0 };
            self.weights.push(choice.weight() * again);
        }
    }

    fn look(&mut self) -> Sight {
        self.offsets.clear();
        self.offsets.extend(self.position.offsets());
        self.occupancy.look(&self.offsets)
    }
}

/// The vehicles between the target and its exit.
fn blockers(position: &Position<'_>) -> i32 {
    i32::try_from(on_the_road(position).count()).expect("at most as many as vehicles")
}

// What a person seems to look for in a slide.

/// A slide as a person sees it.
#[derive(Clone, Copy, Debug)]
pub(super) struct SlideFeatures {
    /// It solves the puzzle.
    pub(super) solves: bool,
    /// The vehicle goes as far as it can that way.
    pub(super) is_farthest: bool,
    /// The vehicle is the target or in the dependency graph.
    pub(super) is_related: bool,
    pub(super) cells: u8,
    /// How many more vehicles are between the target and its exit.
    pub(super) blockers: i32,
}

/// Of the vehicle that moved last: people rarely move it again.
pub(super) const AGAIN: f64 = 0.3;

impl SlideFeatures {
    /// How much a person prefers the slide to others, but for the vehicle that moved last.
    ///
    /// Fitted to the 58 % of legal and 97 % of chosen slides that go as far as they can, and the like.
    pub(super) fn weight(self) -> f64 {
        let solves = if self.solves { 100.0 } else { 1.0 };
        let farthest = if self.is_farthest { 15.0 } else { 1.0 };
        let related = if self.is_related { 2.5 } else { 1.0 };
        let cells = power(1.4, u32::from(self.cells) - 1);
        let blockers = power(0.6, self.blockers.unsigned_abs());
        let blockers = if self.blockers < 0 { 1.0 / blockers } else { blockers };
        solves * farthest * related * cells * blockers
    }
}

/// A small power.
fn power(base: f64, exponent: u32) -> f64 {
    (0..exponent).fold(1.0, |power, _| power * base)
}
