//! Proofs by refinement.

mod flaw;
mod ladder;

use crate::corridor::{Dice, Dive, Failure, Forward, Guide, MOST, Nothing, way_back};
use crate::limits::{Stop, Watch};
use crate::moves::{Metric, Move, Traffic};
use crate::outcome::{Counters, Ending, Outcome};
use crate::relaxed::{Relaxed, Scope};
use crate::space::Space;
use crate::state::with_words;
use ladder::{Ladder, Rung, Sight};

fn knob(name: &str, default: usize) -> usize {
    std::env::var(name).ok().and_then(|v| v.parse().ok()).unwrap_or(default)
}

/// Find a shortest solution, or prove that there is none.
pub fn solve(space: &Space<'_>, metric: Metric, watch: &mut Watch<'_>) -> Outcome {
    if Traffic::new(space).is_goal() {
        return Outcome::new(Ending::Solved(Vec::new()), 0, Counters::default());
    }
    let Some(scope) = Scope::new(space, metric) else {
        return Outcome::new(Ending::Unsolvable, 1, Counters::default());
    };
    let owed: u16 = (0..space.vehicles().len()).map(|vehicle| scope.owed(space, vehicle)).sum();
    let bound = owed.max(1);
    let refine = Refine {
        space,
        metric,
        scope,
        dice: Dice::new(),
        ladder: Ladder::new(space.board().target(), bound),
        bound,
        counters: Counters::default(),
        verbose: std::env::var("VERBOSE").is_ok(),
        log: String::new(),
    };
    refine.run(watch)
}

struct Refine<'a> {
    space: &'a Space<'a>,
    metric: Metric,
    scope: Scope,
    dice: Dice,
    ladder: Ladder,
    bound: u16,
    counters: Counters,
    verbose: bool,
    log: String,
}

enum Verdict {
    Refuted { complete: bool },
    Solved(Vec<Move>),
}

fn cpu() -> f64 {
    let text = std::fs::read_to_string("/proc/self/stat").unwrap_or_default();
    let f: Vec<&str> = text.split_whitespace().collect();
    f.get(13).and_then(|x| x.parse::<f64>().ok()).unwrap_or(0.0) / 100.0
}

impl<'a> Refine<'a> {
    fn run(mut self, watch: &mut Watch<'_>) -> Outcome {
        loop {
            watch.lower_bound = self.bound.into();
            self.log.clear();
            let verdict = self.attempt(watch);
            if self.verbose {
                let what = match &verdict {
                    Ok(Verdict::Refuted { .. }) => "refuted",
                    Ok(Verdict::Solved(_)) => "solved",
                    Err(_) => "stopped",
                };
                eprintln!("B {} {what} cpu {:.2}{}", self.bound, cpu(), self.log);
            }
            match verdict {
                Ok(Verdict::Refuted { complete: true }) => {
                    return Outcome::new(Ending::Unsolvable, self.bound.into(), self.counters);
                }
                Ok(Verdict::Refuted { complete: false }) => {
                    self.bound += 1;
                    if self.bound > MOST {
                        return self.unknown(Stop::States);
                    }
                }
                Ok(Verdict::Solved(way)) => {
                    let cost = u32::try_from(way.len()).expect("short");
                    return Outcome::new(Ending::Solved(way), cost, self.counters);
                }
                Err(stop) => return self.unknown(stop),
            }
        }
    }

    fn unknown(self, stop: Stop) -> Outcome {
        Outcome::new(Ending::Unknown(stop), self.bound.into(), self.counters)
    }

    fn relaxed(&self, vehicles: &[usize]) -> Relaxed<'a> {
        Relaxed::new(self.space, self.metric, &self.scope, vehicles)
    }

    /// Corridor, states found by the search, and cost of the start incl. outside.
    fn corridor(
        &mut self,
        kept: &[usize],
        guide: &dyn Guide,
        most: usize,
        watch: &mut Watch<'_>,
    ) -> (Result<(Box<dyn Guide>, u16), Failure>, usize) {
        let relaxed = self.relaxed(kept);
        with_words!(relaxed.words(), W => {
            let mut forward = Forward::<W>::new(&relaxed, guide, self.bound, most);
            let result = forward.corridor(watch);
            self.count(forward.counters());
            let states = forward.states();
            let result = result.map(|corridor| {
                let cost = corridor.at(&relaxed.start()).expect("not empty") + relaxed.owed_outside();
                self.log += &format!(" {}:{states}/{}/{cost}", kept.len(), corridor.states());
                (Box::new(corridor) as Box<dyn Guide>, cost)
            });
            if result.is_err() { self.log += &format!(" {}:{states}!", kept.len()); }
            (result, states)
        })
    }

    fn dive(&mut self, kept: &[usize], guide: &dyn Guide, most: u64, watch: &mut Watch<'_>) -> Result<Vec<Move>, Failure> {
        let relaxed = self.relaxed(kept);
        with_words!(relaxed.words(), W => {
            let mut dive = Dive::<W>::new(&relaxed, guide, self.bound);
            let result = dive.goal(most, watch);
            self.count(dive.counters);
            self.log += &format!(" d{}", dive.counters.expanded);
            let goal = result?;
            let way = way_back(&relaxed, dive.found(), goal, &mut self.dice);
            Ok(self.named(&relaxed, way))
        })
    }

    fn named(&self, relaxed: &Relaxed<'_>, mut way: Vec<Move>) -> Vec<Move> {
        way.iter_mut().for_each(|s| s.vehicle = relaxed.vehicle(s.vehicle.into()) as u8);
        way
    }

    fn attempt(&mut self, watch: &mut Watch<'_>) -> Result<Verdict, Stop> {
        let mut guide: Box<dyn Guide> = Box::new(Nothing);
        let mut guide_cost = self.ladder.rung(0).cost;
        let top = self.ladder.top();
        let mut index = 0;
        let mut done = None;
        loop {
            // next rung by plan (replanned after each)
            let plan = self.ladder.plan(self.bound);
            let Some(&index) = plan.iter().find(|&&i| done.is_none_or(|d| i > d)) else { break };
            if index == top { break; }
            let kept = self.ladder.vehicles(index);
            let expected = self.ladder.expected(index, self.bound, guide_cost);
            let (result, states) = self.corridor(&kept, &*guide, (expected * 4.0) as usize + 20_000, watch);
            self.ladder.rung_mut(index).sight = Sight { states: states as f64, bound: self.bound, guide: guide_cost };
            match result {
                Ok((corridor, cost)) => { guide = corridor; guide_cost = cost; self.ladder.rung_mut(index).cost = cost; done = Some(index); }
                Err(Failure::Empty { complete }) => { self.ladder.rung_mut(index).cost = self.bound + 1; return Ok(Verdict::Refuted { complete }); }
                Err(Failure::TooLarge) => { self.ladder.rung_mut(index).sight.states *= 2.0; done = Some(index); }
                Err(Failure::Stopped(stop)) => return Err(stop),
            }
        }
        let mut kept = self.ladder.vehicles(top);
        // dives
        let mut wanted = Vec::new();
        let expected = self.ladder.expected(top, self.bound, guide_cost);
        let most = (expected / knob("DIVEPART", 8) as f64) as u64 + 1000;
        if expected > knob("DIVEFROM", 3000) as f64 {
            let mut all = kept.clone();
            loop {
                match self.dive(&all, &*guide, most, watch) {
                    Ok(way) => match flaw::blockers(self.space, &way) {
                        None => return Ok(Verdict::Solved(way)),
                        Some(blockers) => {
                            self.log += &format!(" ({})", blockers.iter().map(|&b| self.space.vehicles()[b].label.clone()).collect::<Vec<_>>().join(","));
                            all.push(blockers[0]);
                            wanted.extend(blockers);
                        }
                    },
                    Err(Failure::Empty { complete }) => {
                        if wanted.is_empty() { return Ok(Verdict::Refuted { complete }); }
                        break;
                    }
                    Err(Failure::TooLarge) => break,
                    Err(Failure::Stopped(stop)) => return Err(stop),
                }
            }
        }
        let (result, states) = self.corridor(&kept, &*guide, usize::MAX, watch);
        self.ladder.rung_mut(top).sight = Sight { states: states as f64, bound: self.bound, guide: guide_cost };
        let (base, base_cost) = match result {
            Ok(found) => found,
            Err(Failure::Empty { complete }) => { self.ladder.rung_mut(top).cost = self.bound + 1; return Ok(Verdict::Refuted { complete }) },
            Err(Failure::Stopped(stop)) => return Err(stop),
            Err(Failure::TooLarge) => unreachable!(),
        };
        self.ladder.rung_mut(top).cost = base_cost;
        let bottom = kept.clone();
        let mut fresh = Vec::new();
        let mut current: Option<Box<dyn Guide>> = None;
        loop {
            let ways: Vec<_> = {
                let relaxed = self.relaxed(&kept);
                let guide = current.as_deref().unwrap_or(&*base);
                (0..32).map(|_| { let way = guide.way(&relaxed, &mut self.dice); self.named(&relaxed, way) }).collect()
            };
            let mut votes = vec![0_u32; self.space.vehicles().len()];
            for way in &ways {
                match flaw::blockers(self.space, way) {
                    None => return Ok(Verdict::Solved(way.clone())),
                    Some(blockers) => blockers.into_iter().for_each(|b| votes[b] += 1),
                }
            }
            let mut order: Vec<usize> = (0..votes.len()).filter(|&v| votes[v] > 0).collect();
            order.sort_by_key(|&v| (std::cmp::Reverse(votes[v]), v));
            order.truncate(knob("CANDIDATES", 5));
            let mut best: Option<(usize, usize, Box<dyn Guide>)> = None;
            let mut refuted = None;
            for &vehicle in &order {
                let mut with = kept.clone();
                with.push(vehicle);
                let most = best.as_ref().map_or(usize::MAX, |b| b.0);
                self.log += &format!(" +{}", self.space.vehicles()[vehicle].label);
                let guide = current.as_deref().unwrap_or(&*base);
                let (result, states) = self.corridor(&with, guide, most, watch);
                match result {
                    Ok((corridor, _)) => if states < most { best = Some((states, vehicle, corridor)) },
                    Err(Failure::Empty { complete }) => { refuted = Some((vehicle, complete)); break; }
                    Err(Failure::TooLarge) => {}
                    Err(Failure::Stopped(stop)) => return Err(stop),
                }
            }
            if let Some((vehicle, complete)) = refuted {
                fresh.push(vehicle);
                self.minimise(&bottom, &mut fresh, &*base, watch)?;
                let states = self.refute_size(&bottom, &fresh, &*base, watch)?;
                self.ladder.push(Rung { vehicles: fresh, cost: self.bound + 1, sight: Sight { states: states as f64, bound: self.bound, guide: base_cost } });
                return Ok(Verdict::Refuted { complete });
            }
            let (_, vehicle, corridor) = best.expect("some candidate");
            kept.push(vehicle);
            fresh.push(vehicle);
            current = Some(corridor);
        }
    }

    fn count(&mut self, counters: Counters) {
        self.counters.expanded += counters.expanded;
        self.counters.generated += counters.generated;
        self.counters.duplicates += counters.duplicates;
        self.counters.reopened += counters.reopened;
    }

    fn refute_size(&mut self, bottom: &[usize], fresh: &[usize], guide: &dyn Guide, watch: &mut Watch<'_>) -> Result<usize, Stop> {
        let with: Vec<usize> = bottom.iter().chain(fresh).copied().collect();
        Ok(self.corridor(&with, guide, usize::MAX, watch).1)
    }

    fn minimise(
        &mut self,
        bottom: &[usize],
        fresh: &mut Vec<usize>,
        guide: &dyn Guide,
        watch: &mut Watch<'_>,
    ) -> Result<(), Stop> {
        let mut index = fresh.len().saturating_sub(1);
        while index > 0 {
            index -= 1;
            let mut fewer = fresh.clone();
            fewer.remove(index);
            let with: Vec<usize> = bottom.iter().chain(&fewer).copied().collect();
            self.log += "?";
            match self.corridor(&with, guide, usize::MAX, watch).0 {
                Err(Failure::Empty { .. }) => *fresh = fewer,
                Err(Failure::Stopped(stop)) => return Err(stop),
                _ => {}
            }
        }
        Ok(())
    }
}
