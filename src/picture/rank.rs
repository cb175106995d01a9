//! Sorting by numbers. Each type that is sorted adds some 5 kB to the page's module, so one sort is enough.

/// Numbers, the smallest first.
pub(super) fn ascending(values: &mut [f64]) {
    values.sort_by(f64::total_cmp);
}

/// The places of scores, the best first; equal ones stay in their order.
pub(super) fn ranking(scores: &[f64]) -> Vec<usize> {
    let mut places: Vec<usize> = (0..scores.len()).collect();
    places.sort_by(|&a, &b| scores[b].total_cmp(&scores[a]));
    places
}

/// Put the items with the best scores first; equal ones stay in their order.
pub(super) fn rank<T>(items: &mut Vec<T>, score: impl Fn(&T) -> f64) {
    let places = ranking(&items.iter().map(score).collect::<Vec<_>>());
    let mut waiting: Vec<Option<T>> = items.drain(..).map(Some).collect();
    items.extend(places.into_iter().filter_map(|place| waiting[place].take()));
}

#[cfg(test)]
mod tests {
    use super::rank;

    #[test]
    fn the_best_come_first_and_equals_stay_in_order() {
        let mut items = vec![(1.0, 'a'), (2.0, 'b'), (1.0, 'c'), (-0.5, 'd'), (2.0, 'e')];
        rank(&mut items, |item| item.0);
        assert_eq!(items.iter().map(|item| item.1).collect::<String>(), "beacd");
    }
}
