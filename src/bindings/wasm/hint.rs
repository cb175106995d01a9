//! hint: a best next move and why it is best.

use serde::Deserialize;
use serde_json::{Value, from_value, json};

use super::forms::{SearchForm, Titled, move_of, name_of};
use super::page::watched;
use super::problem::Problem;
use crate::analysis::hints::{Link, chain, reason, runs};
use crate::board::{Goal, Metric, Move};
use crate::cluster::{self, Cluster};
use crate::heuristic;
use crate::outcome::{Ending, Limits, Outcome, Stop, Watch};
use crate::search::{AUTO, Query, Settings};
use crate::state::Puzzle;

/// Larger clusters are searched, not explored.
const MOST_STATES: u64 = 1_000_000;

#[derive(Deserialize)]
struct HintRequest {
    #[serde(flatten)]
    search: SearchForm,
    #[serde(default)]
    every: bool,
}

pub(super) fn hint(request: Value) -> Result<Value, Problem> {
    let HintRequest { search, every } = from_value(request)?;
    let Titled { puzzle, title } = search.puzzle()?;
    let (metric, goal) = (search.metric()?, search.goal()?);
    let lines = watched(search.limits()?, |watch| lines(&puzzle, metric, goal, every, watch))?;
    let mut advice: Vec<Advice> = lines.iter().map(|line| Advice::new(&puzzle, line)).collect();
    advice.sort_by_key(Advice::difficulty);
    let distance = match lines.first() {
        Some(line) => Some(line.len()),
        None => puzzle.is_solved(goal).then_some(0),
    };
    let words = match (advice.first(), distance) {
        (Some(advice), _) => advice.reason.clone(),
        (None, None) => "there is no solution".to_owned(),
        (None, Some(_)) => "already solved".to_owned(),
    };
    let most = if every { advice.len() } else { 1 };
    let moves: Vec<Value> = advice.iter().take(most).map(|one| one.form(&puzzle)).collect();
    Ok(json!({
        "title": title,
        "metric": name_of(&Metric::NAMES, &metric),
        "goal": search.goal_name(),
        "distance": distance,
        "reason": words,
        "moves": moves,
    }))
}

/// A best move, how far the goal is after it, and why.
struct Advice {
    step: Move,
    distance: usize,
    reason: String,
    links: Vec<Link>,
}

impl Advice {
    fn new(puzzle: &Puzzle, line: &[Move]) -> Advice {
        let names: Vec<String> =
            puzzle.board().vehicles().iter().map(|vehicle| vehicle.label.clone()).collect();
        let runs = runs(line);
        let links = chain(puzzle, &runs);
        let reason = reason(puzzle, &runs, &links, &names);
        Advice { step: line[0], distance: line.len() - 1, reason, links }
    }

    /// Short chains come first, forced moves before others, moves without a chain last.
    fn difficulty(&self) -> (bool, usize, bool) {
        let is_forced = self.links.last().is_some_and(|link| link.is_forced);
        (self.links.is_empty(), self.links.len(), !is_forced)
    }

    fn form(&self, puzzle: &Puzzle) -> Value {
        let label = |vehicle: usize| &puzzle.board().vehicles()[vehicle].label;
        let link = |link: &Link| {
            json!({
                "blocked": label(link.blocked),
                "blocker": label(link.blocker),
                "cell": [link.cell.row, link.cell.col],
                "cells": link.cells,
                "forced": link.is_forced,
            })
        };
        let chain: Vec<Value> = self.links.iter().map(link).collect();
        json!({
            "move": move_of(puzzle, self.step),
            "distance": self.distance,
            "reason": self.reason,
            "chain": chain,
        })
    }
}

/// A shortest solution for each best move; without `every`, only one if each would take a search.
fn lines(
    puzzle: &Puzzle,
    metric: Metric,
    goal: Goal,
    every: bool,
    watch: &mut Watch<'_>,
) -> Result<Vec<Vec<Move>>, Problem> {
    let explored = watch.within(MOST_STATES, |watch| cluster::explore(puzzle, metric, goal, watch));
    match explored {
        Ok(cluster) => {
            known(puzzle, &cluster, watch).map_err(|stop| Problem::limit(stop, cluster.len()))
        }
        Err(_) => searched(puzzle, metric, goal, every, watch),
    }
}

/// A shortest solution for each best move in a cluster; in steps, one whose slides stay whole.
fn known(
    puzzle: &Puzzle,
    cluster: &Cluster,
    watch: &mut Watch<'_>,
) -> Result<Vec<Vec<Move>>, Stop> {
    let line = |step: Move| {
        let after = puzzle.state().shifted(step.vehicle.index(), step.cells);
        let rest = match cluster.metric() {
            Metric::Slide => cluster.path(&after),
            Metric::Step => cluster
                .lexicographic_optimum(&after, watch)
                .map_err(|unfinished| unfinished.stop)?
                .map(|best| best.moves),
        };
        Ok([&[step], &rest.unwrap_or_default()[..]].concat())
    };
    cluster.best_moves(puzzle.state()).into_iter().map(line).collect()
}

/// The solution of a search; with `every`, that of one more for each legal move.
fn searched(
    puzzle: &Puzzle,
    metric: Metric,
    goal: Goal,
    every: bool,
    watch: &mut Watch<'_>,
) -> Result<Vec<Vec<Move>>, Problem> {
    let mut search = |puzzle: &Puzzle| {
        let query = Query {
            metric,
            goal,
            own_goal: None,
            heuristic: heuristic::DEFAULT,
            settings: Settings::default(),
            limits: Limits::default(),
        };
        decided((AUTO.run)(&puzzle.space(goal), &query, watch))
    };
    let Some(first) = search(puzzle)?.filter(|line| !line.is_empty()) else {
        return Ok(Vec::new());
    };
    if !every {
        return Ok(vec![first]);
    }
    let mut lines = Vec::new();
    for step in puzzle.moves(metric, goal) {
        let after = puzzle.at(puzzle.state().shifted(step.vehicle.index(), step.cells));
        let rest = if step == first[0] { Some(first[1..].to_vec()) } else { search(&after)? };
        lines.extend(
            rest.filter(|rest| rest.len() + 1 == first.len())
                .map(|rest| [&[step], &rest[..]].concat()),
        );
    }
    Ok(lines)
}

fn decided(outcome: Outcome) -> Result<Option<Vec<Move>>, Problem> {
    match outcome.ending {
        Ending::Solved(moves) => Ok(Some(moves)),
        Ending::Unsolvable => Ok(None),
        Ending::Unknown(stop) => {
            let known = 1 + outcome.counters.generated - outcome.counters.duplicates;
            Err(Problem::limit(stop, usize::try_from(known).unwrap_or(usize::MAX)))
        }
    }
}
