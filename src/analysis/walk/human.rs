//! A player that sees what people seem to see.

use super::super::measure::{Measure, Value};
use super::super::state_graph::StateGraph;
use super::super::subject::Subject;
use super::bicgstab::Bicgstab;
use super::linear::{Expected, RELAXATION, Walk, expected};
use super::preference::{AGAIN, SlideFeatures};
use super::simulation::simulate;
use crate::board::VehicleId;
use crate::outcome::memory;
use crate::outcome::{Stop, Watch};

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
    let walk = HumanWalk::new(graph, subject.board.target(), watch)?;
    let expected = expected(&walk, Bicgstab::default(), (graph.len(), graph.bytes()), watch)?;
    let slides = walk.slides_from_start(graph, &expected);
    Ok(Value::Bounded { value: slides.ln(), bound: -(-expected.error).ln_1p() })
}

/// A place is a state and the vehicle that moved last. Two places of a state differ only in the weight
/// of one vehicle, so the sums over the slides of each vehicle serve all places of the state.
struct HumanWalk {
    /// The states that are not solved, and at last where their lists end.
    states: Vec<RowRange>,
    slides: Vec<Slide>,
    /// One by the sum of the weights of all slides, for each place.
    shares: Vec<f64>,
}

/// Where the places and the slides of a state begin: first its slides to states of lower numbers, then
/// those to higher ones.
#[derive(Clone, Copy, Debug)]
struct RowRange {
    places: u32,
    lower: u32,
    upper: u32,
}

#[derive(Clone, Copy, Debug)]
struct Slide {
    /// The weight, but for the vehicle that moved last.
    weight: f64,
    /// The place that it leads to: the same vehicle in the state after it.
    end: u32,
    /// The vehicle, by its place among those of the state.
    vehicle: u8,
}

impl HumanWalk {
    fn new(graph: &StateGraph, target: usize, watch: &mut Watch<'_>) -> Result<HumanWalk, Stop> {
        let places = Places::new(graph)?;
        let mut walk = HumanWalk {
            states: memory::list(graph.len() + 1)?,
            slides: memory::list(graph.moves.len())?,
            shares: memory::list(places.count())?,
        };
        let mut own = Vec::new();
        for state in graph.goals()..graph.len() {
            watch.check(graph.len(), graph.bytes() + places.bytes() + walk.bytes())?;
            walk.push(graph, &places, state, target, &mut own);
        }
        let (places, slides) = (number(walk.shares.len()), number(walk.slides.len()));
        walk.states.push(RowRange { places, lower: slides, upper: slides });
        Ok(walk)
    }

    /// Add the places and the slides of a state; `own` is a reused buffer.
    fn push(
        &mut self,
        graph: &StateGraph,
        places: &Places,
        state: usize,
        target: usize,
        own: &mut Vec<(usize, Slide)>,
    ) {
        own.clear();
        let first = places.of(state).start;
        for slide in graph.slides_of(state) {
            let (end, vehicle) = (graph.end(slide), graph.moves[slide].vehicle);
            let weight = choice(graph, state, slide, target).weight();
            let vehicle = places.index(state, vehicle).expect("it moves here");
            let at = places.index(end, graph.moves[slide].vehicle);
            let end_place = at.map_or(places.count(), |at| places.of(end).start + at);
            let vehicle = vehicle.to_le_bytes()[0];
            own.push((end, Slide { weight, end: number(end_place), vehicle }));
        }
        let lower = number(self.slides.len());
        let is_lower = |&&(end, _): &&(usize, Slide)| end < state;
        self.slides.extend(own.iter().filter(is_lower).map(|&(_, slide)| slide));
        let upper = number(self.slides.len());
        self.slides.extend(own.iter().filter(|slide| !is_lower(slide)).map(|&(_, slide)| slide));
        self.states.push(RowRange { places: number(first), lower, upper });
        let all: f64 = own.iter().map(|(_, slide)| slide.weight).sum();
        for place in 0..places.of(state).len() {
            let of_vehicle = own.iter().filter(|(_, slide)| usize::from(slide.vehicle) == place);
            let sum: f64 = of_vehicle.map(|(_, slide)| slide.weight).sum();
            self.shares.push(1.0 / (all - (1.0 - AGAIN) * sum));
        }
    }

    /// The expected slides from the start, where no vehicle has moved.
    fn slides_from_start(&self, graph: &StateGraph, expected: &Expected) -> f64 {
        let state = graph.start - graph.goals();
        let slides = self.states[state].lower as usize..self.states[state + 1].lower as usize;
        let slides = &self.slides[slides];
        let all: f64 = slides.iter().map(|slide| slide.weight).sum();
        1.0 + slides
            .iter()
            .map(|slide| slide.weight * expected.moves[slide.end as usize])
            .sum::<f64>()
            / all
    }

    /// Solve the rows of a state, whose slides lead to places that are solved before.
    ///
    /// Sums of each vehicle would be written one by one and read two at a time, for which a processor
    /// waits; so the slides are read twice.
    fn solve(&self, rows: &[RowRange], slides: &[Slide], b: &[f64], x: &mut [f64]) {
        let all = RELAXATION * weighted(slides, x);
        let places = rows[0].places as usize..rows[1].places as usize;
        let (b, shares) = (&b[places.clone()], &self.shares[places.clone()]);
        let own = &mut x[places.clone()];
        for place in 0..own.len().min(b.len()).min(shares.len()) {
            own[place] = RELAXATION * b[place] + all * shares[place];
        }
        for slide in slides {
            let vehicle = usize::from(slide.vehicle);
            let again = RELAXATION * (1.0 - AGAIN) * slide.weight * x[slide.end as usize];
            x[places.start + vehicle] -= again * shares[vehicle];
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
        self.states.capacity() * size_of::<RowRange>()
            + self.slides.capacity() * size_of::<Slide>()
            + self.shares.capacity() * size_of::<f64>()
    }

    fn mean(&self, x: &[f64], out: &mut [f64]) {
        for rows in self.states.windows(2) {
            let slides = &self.slides[rows[0].lower as usize..rows[1].lower as usize];
            let all = weighted(slides, x);
            let places = rows[0].places as usize..rows[1].places as usize;
            let (out, shares) = (&mut out[places.clone()], &self.shares[places]);
            for (out, share) in out.iter_mut().zip(shares) {
                *out = all * share;
            }
            for slide in slides {
                let vehicle = usize::from(slide.vehicle);
                let again = (1.0 - AGAIN) * slide.weight * x[slide.end as usize];
                out[vehicle] -= again * shares[vehicle];
            }
        }
    }

    fn solve_lower(&self, b: &[f64], x: &mut [f64]) {
        for rows in self.states.windows(2) {
            let slides = rows[0].lower as usize..rows[0].upper as usize;
            self.solve(rows, &self.slides[slides], b, x);
        }
    }

    fn solve_upper(&self, b: &[f64], x: &mut [f64]) {
        for rows in self.states.windows(2).rev() {
            let slides = rows[0].upper as usize..rows[1].lower as usize;
            self.solve(rows, &self.slides[slides], b, x);
        }
    }
}

/// The places of every state: the vehicles that can move in it, none for solved states.
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

    /// The number of a vehicle among those that can move in a state.
    fn index(&self, state: usize, vehicle: VehicleId) -> Option<usize> {
        self.vehicles[self.of(state)].iter().position(|&other| other == vehicle)
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

/// A number of a slide, of which a graph has fewer than 2^32.
fn number(number: usize) -> u32 {
    u32::try_from(number).expect("fewer slides than 2^32")
}
