//! Board, ground colour and kinds of borders together: the most likely board, then the model that fits it
//! best, in turns and from several starts. Every board is scored under its own fit, so that boards, sizes
//! and places can be compared.

use super::cover::{CLASSES, Class, CoverTerms, Owners, Prior, class, covers, walls};
use super::features::{Border, Features};
use super::rank::{ascending, rank};

/// The weights of a step in lightness and in colour, which depend on each other.
const STEP_WEIGHTS: [f64; 2] = [1.0, 0.6];
/// The weight of colours; the three numbers of a cell depend on each other.
const COLOUR_WEIGHT: f64 = 0.8;
/// The usual steps of the four classes, and of the frame beside a bar and beside ground; worth four
/// observations.
const USUAL_STEPS: [[f64; 2]; 4] = [[1.8, 1.6], [3.6, 2.6], [3.9, 3.2], [1.8, 1.6]];
const USUAL_OUTER: [[f64; 2]; 2] = [[3.9, 3.2], [3.3, 2.6]];
const USUAL_WEIGHT: f64 = 4.0;
/// The usual steps of what is painted on a bar; of so many joints inside of bars, so many have it; the rounds
/// in which its part is fitted.
const USUAL_PAINTED: [f64; 2] = [3.9, 3.2];
const PAINTED: [f64; 2] = [0.5, 10.0];
const PAINTED_ROUNDS: usize = 3;
/// How often a wall looks like none of the others.
const ODD_WALL: f64 = 0.05;
const USUAL_SPREAD: f64 = 0.7;
/// The rounds in which a mean and a spread are fitted.
const FIT_ROUNDS: usize = 4;
/// Joints of ground look alike, and joints inside of bars nearly so: otherwise bars are "ground with lines".
const MOST_SPREAD: [f64; 4] = [0.7, 9.0, 9.0, 0.5];

/// The steps between two bars are larger than those inside of one by at least so much, both together.
const LEAST_LEAD: f64 = 0.8;

/// Student's t with four degrees of freedom: a bell with room for exceptions.
fn t(value: f64, mean: f64, spread: f64) -> f64 {
    let z = (value - mean) / spread;
    -2.5 * (z * z / 4.0).ln_1p() - spread.ln() - 0.98
}

/// Student's t with twenty degrees of freedom, for what has fewer exceptions.
fn narrow_t(value: f64, mean: f64, spread: f64) -> f64 {
    let z = (value - mean) / spread;
    -10.5 * (z * z / 20.0).ln_1p() - spread.ln() - 0.93
}

fn t3(value: &[f64; 3], mean: &[f64; 3], spread: &[f64; 3]) -> f64 {
    (0..3).map(|k| t(value[k], mean[k], spread[k])).sum()
}

/// The mean and spread of some values with a prior that is worth `weight` observations.
fn fitted(
    values: impl Iterator<Item = f64> + Clone,
    usual: f64,
    spread: f64,
    weight: f64,
) -> (f64, f64) {
    fitted_parts(&values.map(|value| (value, 1.0)), usual, spread, weight)
}

/// The same of values of which each counts for a part: the most likely mean and spread of [`t`], for which
/// exceptions count little. Walls of one grey beside ground of another are exceptions among coloured bars.
fn fitted_parts(
    values: &(impl Iterator<Item = (f64, f64)> + Clone),
    usual: f64,
    spread: f64,
    weight: f64,
) -> (f64, f64) {
    let (mut at, mut width) = (usual, f64::INFINITY);
    for _ in 0..FIT_ROUNDS {
        let trust = |value: f64| 5.0 / (4.0 + ((value - at) / width).powi(2));
        let first = [weight * usual, weight, weight];
        let [sum, trusted, count] =
            values.clone().fold(first, |[sum, trusted, count], (v, part)| {
                let trust = part * trust(v);
                [sum + trust * v, trusted + trust, count + part]
            });
        let mean = sum / trusted;
        let square = |(v, part): (f64, f64)| part * trust(v) * (v - mean) * (v - mean);
        let squares: f64 = values.clone().map(square).sum();
        (at, width) = (mean, ((squares + weight * spread * spread) / count).sqrt());
    }
    (at, width)
}

/// The logarithm of a sum of two likelihoods that are given as logarithms.
fn either(a: f64, b: f64) -> f64 {
    a.max(b) + (-(a - b).abs()).exp().ln_1p()
}

fn median(mut values: Vec<f64>) -> f64 {
    ascending(&mut values);
    let middle = values.len() / 2;
    if values.len() % 2 == 1 {
        values[middle]
    } else {
        f64::midpoint(values[middle - 1], values[middle])
    }
}

/// The middle of each channel of some colours, and the spread around it by median deviations.
fn middle(colours: &[[f64; 3]]) -> ([f64; 3], [f64; 3]) {
    let channel = |k: usize| colours.iter().map(move |colour| colour[k]);
    let mean: [f64; 3] = std::array::from_fn(|k| median(channel(k).collect()));
    let spread = std::array::from_fn(|k| {
        1.48 * median(channel(k).map(|value| (value - mean[k]).abs()).collect())
    });
    (mean, spread)
}

/// How likely each step is for each class.
struct Steps {
    mean: [[f64; 2]; 4],
    spread: [[f64; 2]; 4],
    /// How often something is painted on a bar where two of its cells meet: the window of a car.
    painted: f64,
}

impl Steps {
    fn usual(mean: [[f64; 2]; 4]) -> Steps {
        Steps { mean, spread: [[USUAL_SPREAD; 2]; 4], painted: PAINTED[0] / PAINTED[1] }
    }

    fn fitted(features: &Features, owners: &Owners) -> Steps {
        let mut steps = Steps::usual(USUAL_STEPS);
        let of = |k: usize| -> Vec<[f64; 2]> {
            let mine = |border: &&Border| {
                class(owners[border.cells[0]], owners[border.cells[1]]) == CLASSES[k]
            };
            features.borders.iter().filter(mine).map(|border| border.step).collect()
        };
        let inside = of(Class::Same as usize);
        for _ in 0..PAINTED_ROUNDS {
            let parts: Vec<f64> = inside.iter().map(|&step| steps.part_painted(step)).collect();
            let sum: f64 = parts.iter().sum();
            steps.painted = (sum + PAINTED[0]) / (inside.len() as f64 + PAINTED[1]);
            let plain: Vec<([f64; 2], f64)> =
                inside.iter().zip(parts).map(|(&step, part)| (step, 1.0 - part)).collect();
            steps.fit(Class::Same as usize, &plain);
        }
        for k in 1..CLASSES.len() {
            let whole: Vec<([f64; 2], f64)> = of(k).into_iter().map(|step| (step, 1.0)).collect();
            steps.fit(k, &whole);
        }
        // Two bars differ from one: otherwise an empty field is full of bars without borders.
        let lead = |channel: usize| steps.mean[1][channel] - steps.mean[0][channel];
        let missing = LEAST_LEAD - lead(0) - lead(1);
        if missing > 0.0 {
            steps.mean[1].iter_mut().for_each(|mean| *mean += missing / 2.0);
        }
        steps
    }

    /// Fit a class to steps, of which each counts for a part.
    fn fit(&mut self, class: usize, steps: &[([f64; 2], f64)]) {
        for (channel, &usual) in USUAL_STEPS[class].iter().enumerate() {
            let values = steps.iter().map(|&(step, part)| (step[channel], part));
            let (mean, spread) = fitted_parts(&values, usual, USUAL_SPREAD, USUAL_WEIGHT);
            self.mean[class][channel] = mean;
            self.spread[class][channel] = spread.clamp(0.25, MOST_SPREAD[class]);
        }
    }

    /// How likely a step is in a class, without what is painted on bars.
    fn plain(&self, class: usize, step: [f64; 2]) -> f64 {
        let part =
            |c: usize| STEP_WEIGHTS[c] * t(step[c], self.mean[class][c], self.spread[class][c]);
        part(0) + part(1)
    }

    /// How likely a step inside of a bar is, plain and painted.
    fn inside(&self, step: [f64; 2]) -> [f64; 2] {
        let part = |c: usize| STEP_WEIGHTS[c] * t(step[c], USUAL_PAINTED[c], USUAL_SPREAD);
        let plain = self.plain(Class::Same as usize, step);
        [(1.0 - self.painted).ln() + plain, self.painted.ln() + part(0) + part(1)]
    }

    fn part_painted(&self, step: [f64; 2]) -> f64 {
        let [plain, painted] = self.inside(step);
        (painted - either(plain, painted)).exp()
    }

    fn terms(&self, step: [f64; 2]) -> [f64; 4] {
        let mut terms = std::array::from_fn(|class| self.plain(class, step));
        let [plain, painted] = self.inside(step);
        terms[Class::Same as usize] = either(plain, painted);
        terms
    }
}

/// The terms of cells: as ground, as covered, and how unusual each colour is by itself.
struct CellTerms {
    ground: Vec<f64>,
    covered: Vec<f64>,
    broad: Vec<f64>,
}

fn cells(features: &Features, is_ground: &[bool]) -> CellTerms {
    let all = 0..features.cells();
    let colours = |ground: bool| -> Vec<[f64; 3]> {
        let mine = all.clone().filter(|&cell| is_ground[cell] == ground);
        mine.map(|cell| features.colours[cell]).collect()
    };
    let texture = |ground: bool, usual: f64, least: f64| {
        let mine = all.clone().filter(|&cell| is_ground[cell] == ground);
        let values = mine.map(|cell| features.textures[cell]);
        let (mean, spread) = fitted(values, usual, 0.5, 2.0);
        (mean, spread.max(least))
    };
    let ground_colours = colours(true);
    let mut ground = vec![-60.0; features.cells()];
    if !ground_colours.is_empty() {
        let (mean, spread) = middle(&ground_colours);
        let least = if features.is_photo { [16.0, 6.0, 6.0] } else { [3.0; 3] };
        let count = ground_colours.len() as f64;
        let spread: [f64; 3] = std::array::from_fn(|k| {
            let square = (count * spread[k] * spread[k] + 3.0 * 25.0) / (count + 3.0);
            square.sqrt().max(least[k])
        });
        let (usual, width) = texture(true, 2.0, if features.is_photo { 0.9 } else { 0.3 });
        for cell in all.clone() {
            let colour = &features.colours[cell];
            let law = if features.is_photo { t } else { narrow_t };
            ground[cell] = (0..3).map(|k| law(colour[k], mean[k], spread[k])).sum::<f64>()
                + t(features.textures[cell], usual, width);
        }
    }
    let covered_colours = colours(false);
    let usual = (covered_colours.len() >= 4).then(|| {
        let (mean, spread) = middle(&covered_colours);
        (mean, spread.map(|value| (value * 1.5 / 1.48).max(6.0)))
    });
    let broad: Vec<f64> = features
        .colours
        .iter()
        .map(|colour| {
            let any = t3(colour, &[115.0, 0.0, 0.0], &[60.0, 45.0, 45.0]);
            usual.map_or(any, |(mean, spread)| {
                let close = t3(colour, &mean, &spread);
                let (low, high) = (any.min(close), any.max(close));
                high + (low - high).exp().ln_1p() - 0.69
            })
        })
        .collect();
    let (mean, width) = texture(false, 2.5, 0.3);
    let mut covered: Vec<f64> =
        all.map(|cell| broad[cell] + t(features.textures[cell], mean, width)).collect();
    ground.iter_mut().chain(&mut covered).for_each(|term| *term *= COLOUR_WEIGHT);
    for (kind, terms) in [(1, &mut ground), (0, &mut covered)] {
        let mine = |channel: usize| {
            let beside = features.outer.iter().filter(|(cell, _)| is_ground[*cell] == (kind == 1));
            let values = beside.map(|(_, step)| step[channel]);
            let (mean, spread) =
                fitted(values, USUAL_OUTER[kind][channel], USUAL_SPREAD, USUAL_WEIGHT);
            (mean, spread.clamp(0.25, 9.0))
        };
        let steps = [mine(0), mine(1)];
        for (cell, step) in &features.outer {
            for (channel, (mean, spread)) in steps.into_iter().enumerate() {
                terms[*cell] += STEP_WEIGHTS[channel] * t(step[channel], mean, spread);
            }
        }
    }
    CellTerms { ground, covered, broad }
}

/// The terms of borders. Inside of a bar, the colour of the second cell is explained by that of the first
/// and no longer by itself.
fn borders(
    features: &Features,
    steps: &Steps,
    broad: &[f64],
    owners: Option<&Owners>,
) -> Vec<[f64; 4]> {
    let change = |k: usize| -> [f64; 3] {
        let [a, b] = features.borders[k].cells.map(|cell| features.colours[cell]);
        std::array::from_fn(|channel| b[channel] - a[channel])
    };
    let least = if features.is_photo { [14.0, 7.0, 7.0] } else { [5.0; 3] };
    let changes: Vec<[f64; 3]> = owners.map_or_else(Vec::new, |owners| {
        let inside = |k: &usize| {
            let [a, b] = features.borders[*k].cells;
            class(owners[a], owners[b]) == Class::Same
        };
        (0..features.borders.len()).filter(inside).map(change).collect()
    });
    let spread: [f64; 3] = std::array::from_fn(|channel| {
        if changes.is_empty() {
            return 10.0f64.max(least[channel]);
        }
        let deviation = 1.48 * median(changes.iter().map(|change| change[channel].abs()).collect());
        let count = changes.len() as f64;
        let square = (count * deviation * deviation + 4.0 * 100.0) / (count + 4.0);
        square.sqrt().max(least[channel])
    });
    let terms = |k: usize| {
        let border = &features.borders[k];
        let mut terms = steps.terms(border.step);
        let chained = t3(&change(k), &[0.0; 3], &spread) - broad[border.cells[1]];
        terms[Class::Same as usize] += COLOUR_WEIGHT * chained;
        terms
    };
    (0..features.borders.len()).map(terms).collect()
}

/// What is added for a cell as a wall: the walls of a board look alike, so the colour of each is explained by
/// those of the others.
fn wall_terms(features: &Features, walls: &[usize], broad: &[f64]) -> Vec<f64> {
    let spread = if features.is_photo { [20.0, 10.0, 10.0] } else { [6.0; 3] };
    let term = |cell: usize| {
        let others = walls.iter().filter(|&&wall| wall != cell);
        let others: Vec<[f64; 3]> = others.map(|&wall| features.colours[wall]).collect();
        if others.is_empty() {
            return 0.0;
        }
        let alike = t3(&features.colours[cell], &middle(&others).0, &spread) - broad[cell];
        COLOUR_WEIGHT * either((1.0 - ODD_WALL).ln() + alike, ODD_WALL.ln())
    };
    (0..features.cells()).map(term).collect()
}

/// The terms of the model that fits a board best.
fn terms_of(features: &Features, owners: &Owners) -> CoverTerms {
    let is_ground: Vec<bool> = owners.iter().map(Option::is_none).collect();
    let CellTerms { ground, covered, broad } = cells(features, &is_ground);
    let steps = Steps::fitted(features, owners);
    let borders = borders(features, &steps, &broad, Some(owners));
    let wall = wall_terms(features, &walls(owners), &broad);
    CoverTerms { rows: features.rows, cols: features.cols, ground, covered, wall, borders }
}

/// The logarithm of the likelihood of a board under the model that fits it best.
fn score(features: &Features, prior: &Prior, owners: &Owners) -> f64 {
    let terms = terms_of(features, owners);
    let cell = |(cell, owner): (usize, &Option<u8>)| match owner {
        None => terms.ground[cell],
        Some(_) => terms.covered[cell],
    };
    let border = |k: usize| {
        let [a, b] = features.borders[k].cells;
        terms.borders[k][class(owners[a], owners[b]) as usize]
    };
    let cells: f64 = owners.iter().enumerate().map(cell).sum();
    let borders: f64 = (0..features.borders.len()).map(border).sum();
    // The first wall explains the others, and not itself.
    let walls = walls(owners);
    let alike: f64 = walls.iter().map(|&cell| terms.wall[cell]).sum();
    let alike = alike * (1.0 - 1.0 / walls.len().max(1) as f64);
    cells + borders + alike + prior.of(owners)
}

/// The same features without any board: one normal law for all borders and one for all cells.
fn without_board(features: &Features) -> f64 {
    let law = |values: &dyn Fn() -> Vec<f64>, least: f64, weight: f64| {
        let values = values();
        let count = values.len() as f64;
        let mean = values.iter().sum::<f64>() / count;
        let square = values.iter().map(|value| (value - mean).powi(2)).sum::<f64>() / count;
        let spread = square.sqrt().max(least);
        weight * values.iter().map(|&value| t(value, mean, spread)).sum::<f64>()
    };
    let step = |channel: usize| -> Vec<f64> {
        let inner = features.borders.iter().map(|border| border.step[channel]);
        inner.chain(features.outer.iter().map(|(_, step)| step[channel])).collect()
    };
    let colour = |channel: usize| -> Vec<f64> {
        features.colours.iter().map(|colour| colour[channel]).collect()
    };
    (0..2).map(|c| law(&|| step(c), 0.25, STEP_WEIGHTS[c])).sum::<f64>()
        + (0..3).map(|c| law(&|| colour(c), 5.0, COLOUR_WEIGHT)).sum::<f64>()
        + law(&|| features.textures.clone(), 0.3, COLOUR_WEIGHT)
}

/// Groups of cells of one colour, largest first.
fn clusters(features: &Features) -> Vec<Vec<usize>> {
    const REACH: f64 = 24.0;
    let mut groups: Vec<Vec<usize>> = Vec::new();
    for (cell, colour) in features.colours.iter().enumerate() {
        let distance = |group: &Vec<usize>| {
            let channel =
                |k: usize| median(group.iter().map(|&c| features.colours[c][k]).collect());
            let off = |k: usize| (channel(k) - colour[k]).abs() * if k == 0 { 0.7 } else { 1.0 };
            off(0).max(off(1)).max(off(2))
        };
        let nearest = groups.iter_mut().map(|group| (distance(group), group));
        match nearest.min_by(|a, b| a.0.total_cmp(&b.0)).filter(|(far, _)| *far < REACH) {
            Some((_, group)) => group.push(cell),
            None => groups.push(vec![cell]),
        }
    }
    rank(&mut groups, |group| group.len() as f64);
    groups
}

/// How thoroughly boards are looked for.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Thoroughness {
    Quick,
    Full,
}

/// A guess at the cells that are ground, to start from.
enum Guess {
    Cells(Vec<usize>),
    Unknown,
}

/// Boards that explain the features, best first, with the logarithm of how much better than none each is.
pub(super) fn explain(
    features: &Features,
    prior: &Prior,
    effort: Thoroughness,
    near: Option<&Owners>,
) -> Vec<(f64, Owners)> {
    let groups = clusters(features);
    let two = |a: usize, b: usize| [groups[a].as_slice(), &groups[b]].concat();
    let mut guesses: Vec<Vec<usize>> = Vec::new();
    if let Some(owners) = near {
        guesses.push((0..owners.len()).filter(|&cell| owners[cell].is_none()).collect());
        guesses.push(groups[0].clone());
    } else if effort == Thoroughness::Quick {
        guesses.extend(groups.iter().take(2).cloned());
        guesses.extend((groups.len() > 2).then(|| two(0, 1)));
    } else {
        guesses.extend(groups.iter().take(5).cloned());
        if groups.len() > 2 {
            guesses.extend([two(0, 1), two(0, 2), two(1, 2)]);
        }
        guesses.push(Vec::new());
    }
    let guesses = guesses.into_iter().map(Guess::Cells).chain([Guess::Unknown]);
    let quantile = |part: f64| -> [f64; 2] {
        std::array::from_fn(|channel| {
            let mut steps: Vec<f64> = features.borders.iter().map(|b| b.step[channel]).collect();
            ascending(&mut steps);
            steps[(part * (steps.len() - 1) as f64).round() as usize]
        })
    };
    let (low, high) = (quantile(0.15), quantile(0.85));
    let mut found = Boards::new(features, prior);
    for guess in guesses {
        for usual in [USUAL_STEPS, [low, high, high, low]] {
            let mut terms = first_terms(features, &guess, &Steps::usual(usual));
            let mut last: Option<Owners> = None;
            for _ in 0..3 {
                let Some((_, owners)) = covers(&terms, prior, 300, 1).into_iter().next() else {
                    break;
                };
                if last.as_ref() == Some(&owners) {
                    break;
                }
                terms = terms_of(features, &owners);
                last = Some(owners);
            }
            if let Some(owners) = last {
                found.add(owners);
            }
        }
    }
    // Boards beside the best ones: the best covers under the fit of each.
    let mut done: Vec<Owners> = Vec::new();
    for _ in 0..2 {
        for owners in found.best(if effort == Thoroughness::Quick { 1 } else { 2 }) {
            if done.contains(&owners) {
                continue;
            }
            let terms = terms_of(features, &owners);
            let (beam, keep) = if effort == Thoroughness::Quick { (400, 2) } else { (1000, 3) };
            let mut boards = covers(&terms, prior, beam, keep);
            if !walls(&owners).is_empty() && effort == Thoroughness::Full {
                let more = Prior { wall: prior.next_wall, ..prior.clone() };
                boards.extend(covers(&terms, &more, beam, 2));
            }
            for (_, owners) in boards {
                found.add(owners);
            }
            done.push(owners);
        }
    }
    // A wall of nearly the colour of the ground is the error that nobody sees: it is always tried.
    if !features.is_photo {
        for owners in found.best(2) {
            for cell in odd_ground(features, &owners, 18.0) {
                let mut other = owners.clone();
                other[cell] = Some(u8::MAX);
                found.add(renumbered(&other));
            }
        }
    }
    let null = without_board(features);
    found.ranked.into_iter().map(|(score, owners)| (score - null, owners)).collect()
}

/// The cells of ground whose colour is so far from that of every other one.
pub(super) fn odd_ground(features: &Features, owners: &Owners, least: f64) -> Vec<usize> {
    let ground: Vec<usize> = (0..owners.len()).filter(|&cell| owners[cell].is_none()).collect();
    let is_odd = |&cell: &usize| {
        let far = |&other: &usize| {
            let (a, b) = (&features.colours[cell], &features.colours[other]);
            (0..3).map(|k| (a[k] - b[k]).abs()).fold(0.0, f64::max)
        };
        let others = ground.iter().filter(|&&other| other != cell);
        others.map(far).min_by(f64::total_cmp).is_some_and(|nearest| nearest > least)
    };
    ground.iter().copied().filter(is_odd).collect()
}

/// The owners numbered in reading order.
fn renumbered(owners: &Owners) -> Owners {
    let mut known: Vec<u8> = Vec::new();
    let mut number = |owner: u8| {
        let place = known.iter().position(|&other| other == owner).unwrap_or(known.len());
        if place == known.len() {
            known.push(owner);
        }
        place as u8
    };
    owners.iter().map(|owner| owner.map(&mut number)).collect()
}

fn first_terms(features: &Features, guess: &Guess, steps: &Steps) -> CoverTerms {
    let mut is_ground = vec![false; features.cells()];
    if let Guess::Cells(cells) = guess {
        for &cell in cells {
            is_ground[cell] = true;
        }
    }
    let CellTerms { mut ground, mut covered, broad } = cells(features, &is_ground);
    match guess {
        Guess::Unknown => {
            ground.fill(0.0);
            covered.fill(0.0);
        }
        Guess::Cells(cells) if cells.is_empty() => {}
        Guess::Cells(_) => {
            let sign = |is_ground: bool| if is_ground { 3.0 } else { -3.0 };
            (0..ground.len()).for_each(|cell| ground[cell] += sign(is_ground[cell]));
        }
    }
    let borders = borders(features, steps, &broad, None);
    let wall = vec![0.0; features.cells()];
    CoverTerms { rows: features.rows, cols: features.cols, ground, covered, wall, borders }
}

/// Boards with their scores, each once, best first.
struct Boards<'a> {
    features: &'a Features,
    prior: &'a Prior,
    ranked: Vec<(f64, Owners)>,
}

impl Boards<'_> {
    fn new<'a>(features: &'a Features, prior: &'a Prior) -> Boards<'a> {
        Boards { features, prior, ranked: Vec::new() }
    }

    fn add(&mut self, owners: Owners) {
        if self.ranked.iter().all(|(_, known)| *known != owners) {
            let score = score(self.features, self.prior, &owners);
            let place = self.ranked.partition_point(|(other, _)| *other >= score);
            self.ranked.insert(place, (score, owners));
        }
    }

    fn best(&self, count: usize) -> Vec<Owners> {
        self.ranked.iter().take(count).map(|(_, owners)| owners.clone()).collect()
    }
}
