//! Groups: types of a line that are searched together.
//!
//! The placements of several types can be the values of one digit, since no move leads from a type
//! to another. So one search handles the states of many assignments, and its words are fuller.

use super::family::{Family, Rules};
use super::lines::{LineType, PLACEMENTS};

/// By number of placements: the types that have at least as many, in groups.
#[derive(Debug)]
pub(super) struct Groups(Vec<Vec<u16>>);

impl Groups {
    /// Group the first `ordinary` types; each group is appended to `types`.
    pub(super) fn new(family: &Family, types: &mut Vec<LineType>, ordinary: usize) -> Groups {
        let most = types[..ordinary].iter().map(|kind| kind.placements.len()).max().unwrap_or(0);
        let mut groups: Vec<Vec<u16>> = Vec::new();
        let mut known: Vec<usize> = Vec::new();
        for least in 0..=most {
            let members: Vec<usize> =
                (0..ordinary).filter(|kind| types[*kind].placements.len() >= least).collect();
            let again = groups.last().filter(|_| members == known).cloned();
            groups.push(again.unwrap_or_else(|| grouped(family, types, &members)));
            known = members;
        }
        Groups(groups)
    }

    /// The groups of the types with at least this many placements.
    pub(super) fn with(&self, least: u64) -> &[u16] {
        usize::try_from(least).ok().and_then(|least| self.0.get(least)).map_or(&[], |all| all)
    }
}

/// Group types with the same walls, as many as there is room for.
fn grouped(family: &Family, types: &mut Vec<LineType>, members: &[usize]) -> Vec<u16> {
    let mut found: Vec<Vec<usize>> = Vec::new();
    let mut room = 0;
    for kind in members {
        let (walls, size) = (types[*kind].walls, types[*kind].placements.len());
        // The box counts the vehicles of each type.
        match found.last_mut().filter(|_| family.rules != Rules::Box) {
            Some(group) if types[group[0]].walls == walls && size <= room => {
                group.push(*kind);
                room -= size;
            }
            _ => {
                found.push(vec![*kind]);
                room = PLACEMENTS - size;
            }
        }
    }
    let mut number = |group: Vec<usize>| {
        if let [kind] = group[..] {
            return u16::try_from(kind).expect("few types");
        }
        types.push(LineType::together(group.iter().map(|kind| &types[*kind])));
        u16::try_from(types.len() - 1).expect("few types")
    };
    found.into_iter().map(&mut number).collect()
}
