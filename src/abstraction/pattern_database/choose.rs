//! Choice of patterns: first vehicles that block abstract plans, then exchanges that raise the
//! estimates of sample states.

use super::PatternDatabase;
use crate::abstraction::projection::{
    AbstractPosition, NO_ABSTRACT_MOVE, Projection, StaticAnalysis,
};
use crate::board::{Metric, Move};
use crate::outcome::{Stop, Watch};
use crate::state::blockers::in_the_way;
use crate::state::{Position, StateSpace};

/// Limits on the choice of patterns.
#[derive(Clone, Copy, Debug)]
pub(crate) struct ChoiceLimits {
    /// The most vehicles of a pattern.
    pub(crate) vehicles: usize,
    /// The most pattern databases.
    pub(crate) tables: usize,
    /// Whether vehicles are exchanged as long as that raises the estimates.
    pub(crate) exchanges: bool,
}

/// The most states of one database, and of all that are built during the choice.
const STATES: usize = 1 << 17;
const WORK: usize = 1 << 20;
/// The number of vehicles that an exchange tries to remove.
const DROPS: usize = 2;

/// Pattern databases whose distances may be added; none if static ranges prove that there is no
/// solution. `terms` returns for a state what each vehicle outside all patterns adds to the
/// estimate.
///
/// # Errors
/// The limit that comes first. States and bytes are those of all databases held at once.
pub(crate) fn choose(
    space: &StateSpace<'_>,
    metric: Metric,
    choice: ChoiceLimits,
    mut terms: impl FnMut(&Position<'_>) -> Vec<u32>,
    watch: &mut Watch<'_>,
) -> Result<Vec<PatternDatabase>, Stop> {
    let Some(analysis) = StaticAnalysis::without_landmarks(space) else { return Ok(Vec::new()) };
    let (everyone, states) = (0..space.vehicles().len(), Vec::new());
    let counted = vec![false; everyone.len()];
    let held = (0, 0);
    let mut chooser =
        Chooser { space, metric, analysis, choice, states, counted, held, work: WORK };
    if everyone.len() <= choice.vehicles
        && let Some(table) = chooser.build(&everyone.collect::<Vec<_>>(), &[], watch)?
    {
        return Ok(vec![table]);
    }
    walk(space, metric, |sample| {
        let terms = terms(&sample.position);
        chooser.states.push(SampleState { sample, tables: 0, terms });
    });
    chooser.tables(watch)
}

/// The sum of states and bytes with those of a database.
fn plus((states, bytes): (usize, usize), table: &PatternDatabase) -> (usize, usize) {
    (states + table.len(), bytes + table.bytes())
}

/// A sample state with its estimate.
struct SampleState<'a> {
    sample: Sample<'a>,
    /// The sum of the databases chosen so far.
    tables: u32,
    /// What each vehicle outside their patterns adds.
    terms: Vec<u32>,
}

struct Chooser<'a> {
    space: &'a StateSpace<'a>,
    metric: Metric,
    analysis: StaticAnalysis,
    choice: ChoiceLimits,
    states: Vec<SampleState<'a>>,
    /// Whether each vehicle is in a chosen pattern, so that its moves are already counted.
    counted: Vec<bool>,
    /// The states and bytes of the databases chosen so far.
    held: (usize, usize),
    work: usize,
}

impl Chooser<'_> {
    fn tables(mut self, watch: &mut Watch<'_>) -> Result<Vec<PatternDatabase>, Stop> {
        let mut tables = Vec::new();
        let Some(mut table) = self.grown(watch)? else { return Ok(tables) };
        while tables.len() < self.choice.tables {
            let before = self.score(None);
            if self.choice.exchanges {
                table = self.exchanged(table, watch)?;
            }
            if self.score(Some(&table)) <= before && !tables.is_empty() {
                break;
            }
            self.keep(&table);
            let vehicles: Vec<usize> = table.vehicles().collect();
            tables.push(table);
            let Some(again) = self.build(&vehicles, &[], watch)? else { break };
            table = again;
        }
        Ok(tables)
    }

    /// A pattern of the target and, one by one, the vehicle that blocks abstract plans most often.
    fn grown(&mut self, watch: &mut Watch<'_>) -> Result<Option<PatternDatabase>, Stop> {
        let mut vehicles = vec![self.space.board().target()];
        let Some(mut table) = self.build(&vehicles, &[], watch)? else { return Ok(None) };
        while vehicles.len() < self.choice.vehicles {
            let Some(next) = self.most_in_the_way(&table, &vehicles) else { break };
            vehicles.push(next);
            let Some(larger) = self.build(&vehicles, &[&table], watch)? else { break };
            table = larger;
        }
        Ok(Some(table))
    }

    fn most_in_the_way(&self, table: &PatternDatabase, vehicles: &[usize]) -> Option<usize> {
        let projection = Projection::new(self.space, self.metric, &self.analysis, vehicles);
        let mut counts = vec![0; self.counted.len()];
        for SampleState { sample, .. } in &self.states {
            flaw(sample.position.clone(), &projection, table, |vehicle| {
                counts[vehicle] += sample.weight;
            });
        }
        let most = *counts.iter().max()?;
        (most > 0).then(|| counts.iter().position(|&count| count == most).expect("the most"))
    }

    /// Exchange the vehicle that matters least for another as long as that raises the score.
    fn exchanged(
        &mut self,
        mut table: PatternDatabase,
        watch: &mut Watch<'_>,
    ) -> Result<PatternDatabase, Stop> {
        let mut score = self.score(Some(&table));
        while let Some((better, other)) = self.exchange(&table, score, watch)? {
            (score, table) = (better, other);
        }
        Ok(table)
    }

    /// The best exchange; `None` if none raises the score.
    fn exchange(
        &mut self,
        table: &PatternDatabase,
        mut score: u64,
        watch: &mut Watch<'_>,
    ) -> Result<Option<(u64, PatternDatabase)>, Stop> {
        let vehicles: Vec<usize> = table.vehicles().collect();
        let outside: Vec<usize> =
            (0..self.counted.len()).filter(|vehicle| !vehicles.contains(vehicle)).collect();
        let mut best: Option<(u64, PatternDatabase)> = None;
        for rest in self.remainders(table, &vehicles, watch)? {
            for &vehicle in &outside {
                let pattern: Vec<usize> = rest.iter().copied().chain([vehicle]).collect();
                let beside: Vec<&PatternDatabase> =
                    [table].into_iter().chain(best.as_ref().map(|(_, best)| best)).collect();
                let Some(table) = self.build(&pattern, &beside, watch)? else { continue };
                let found = self.score(Some(&table));
                if found > score {
                    (score, best) = (found, Some((found, table)));
                }
            }
        }
        Ok(best)
    }

    /// The pattern without one vehicle, for each of the vehicles that matter least.
    fn remainders(
        &mut self,
        table: &PatternDatabase,
        vehicles: &[usize],
        watch: &mut Watch<'_>,
    ) -> Result<Vec<Vec<usize>>, Stop> {
        let mut rests: Vec<(u64, Vec<usize>)> = Vec::new();
        for without in (1..vehicles.len()).rev() {
            let mut rest = vehicles.to_vec();
            rest.remove(without);
            let built = self.build(&rest, &[table], watch)?;
            let score = built.map(|table| self.score(Some(&table)));
            rests.extend(score.map(|score| (score, rest)));
        }
        rests.sort_by_key(|&(score, _)| std::cmp::Reverse(score));
        Ok(rests.into_iter().map(|(_, rest)| rest).take(DROPS).collect())
    }

    /// The database of these vehicles; moves cost for those that no chosen pattern counts. `None`
    /// if it is too large or the budget for building is used up. The databases in `beside` count as
    /// held meanwhile.
    fn build(
        &mut self,
        vehicles: &[usize],
        beside: &[&PatternDatabase],
        watch: &mut Watch<'_>,
    ) -> Result<Option<PatternDatabase>, Stop> {
        let projection = Projection::new(self.space, self.metric, &self.analysis, vehicles);
        let paid = vehicles.iter().map(|&vehicle| !self.counted[vehicle]).collect();
        watch.hold(beside.iter().fold(self.held, |held, table| plus(held, table)));
        let built = PatternDatabase::build(&projection, paid, STATES.min(self.work), watch)?;
        watch.hold((0, 0));
        self.work -= built.as_ref().map_or(STATES.min(self.work), PatternDatabase::len);
        Ok(built)
    }

    /// The weighted sum of the estimates of the sample, with `table` added.
    fn score(&self, table: Option<&PatternDatabase>) -> u64 {
        let mut is_outside: Vec<bool> = self.counted.iter().map(|counted| !counted).collect();
        table
            .into_iter()
            .flat_map(PatternDatabase::vehicles)
            .for_each(|vehicle| is_outside[vehicle] = false);
        let estimate = |state: &SampleState<'_>| {
            let terms = state.terms.iter().zip(&is_outside);
            let outside: u32 = terms.map(|(term, &counts)| if counts { *term } else { 0 }).sum();
            let distance =
                table.map_or(0, |table| table.distance(state.sample.position.coordinates()));
            state.sample.weight * u64::from(state.tables + distance + outside)
        };
        self.states.iter().map(estimate).sum()
    }

    fn keep(&mut self, table: &PatternDatabase) {
        self.held = plus(self.held, table);
        table.vehicles().for_each(|vehicle| self.counted[vehicle] = true);
        for state in &mut self.states {
            state.tables += table.distance(state.sample.position.coordinates());
        }
    }
}

// Flaws: the vehicles that keep an abstract plan from being a plan of the puzzle.

/// Follow a shortest abstract plan from this position, and call `blocked` with each vehicle in the
/// way of the first move that fails. The plan takes the first best move in the order of the
/// pattern.
pub(super) fn flaw(
    mut position: Position<'_>,
    projection: &Projection<'_>,
    table: &PatternDatabase,
    blocked: impl FnMut(usize),
) {
    let mut abstract_position = AbstractPosition::<1>::new(projection);
    loop {
        abstract_position.load(&table.key(position.coordinates()));
        let Some(step) = best_move(table, &abstract_position) else { return };
        let met: Vec<usize> = in_the_way(&position, step).collect();
        if !met.is_empty() {
            return met.into_iter().for_each(blocked);
        }
        position.apply(step);
    }
}

/// The first of the moves that lead nearest to the goal; `None` at the goal.
fn best_move(table: &PatternDatabase, abstract_position: &AbstractPosition<'_, 1>) -> Option<Move> {
    let mut best = (table.distance_of(*abstract_position.key()), None);
    abstract_position.successors(NO_ABSTRACT_MOVE, |step, next| {
        let distance = table.distance_of(next);
        if distance < best.0 {
            best = (distance, Some(step));
        }
    });
    let step = best.1?;
    Some(Move { vehicle: table.vehicle(step.vehicle), cells: step.cells })
}

// Sample states for judging patterns.

/// The states of the sample, and the moves from one to the next.
const SAMPLES: usize = 100;
const APART: usize = 16;
/// The weight of the start, where every search begins; that of all other states is 1.
const START_WEIGHT: u64 = 20;

/// A sample state and its weight.
#[derive(Clone, Debug)]
pub(super) struct Sample<'a> {
    pub(super) position: Position<'a>,
    pub(super) weight: u64,
}

/// Call `visit` with the start and with states on a walk from it, which is the same each time.
pub(super) fn walk<'a>(
    space: &'a StateSpace<'a>,
    metric: Metric,
    mut visit: impl FnMut(Sample<'a>),
) {
    let (mut position, mut moves, mut random) = (Position::new(space), Vec::<Move>::new(), 1_u64);
    for number in 0..SAMPLES {
        let weight = if number == 0 { START_WEIGHT } else { 1 };
        visit(Sample { position: position.clone(), weight });
        for _ in 0..APART {
            moves.clear();
            position.for_each_move(metric, |step| moves.push(step));
            if moves.is_empty() {
                return;
            }
            // Knuth's linear congruential generator; its high bits are the random ones.
            random = random.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            position.apply(moves[(random >> 33) as usize % moves.len()]);
        }
    }
}
