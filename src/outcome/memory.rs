//! Allocations that may fail. Rust aborts the process when an ordinary list cannot grow. Everything
//! that grows with the number of states uses these functions instead, so that a search without
//! memory stops with [`Stop::Memory`], as at its memory limit.
//!
//! A system that grants more memory than it has, as Linux does by default, may still kill the
//! process when the memory is used. A limit on the address space (`ulimit -v`) is always noticed
//! here.

use std::alloc::{Layout, alloc_zeroed};
use std::collections::{HashMap, VecDeque};
use std::hash::{BuildHasher, Hash};
use std::ops::Add;
use std::ptr::slice_from_raw_parts_mut;

use indexmap::IndexMap;

use crate::outcome::Stop;

/// The bytes that small allocations may need which are not tried one by one: boxes, nodes,
/// messages.
const SPARE: usize = 4 << 20;

/// More successors than any state has: 128 vehicles, 63 positions each. Tables that grow during an
/// expansion count so many entries in advance.
pub(crate) const MAX_SUCCESSORS: usize = 8192;

/// The bytes of tables that grow.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct TableBytes {
    /// Allocated.
    pub(crate) held: usize,
    /// Allocated at the peak of the next expansion, which may copy a table into a larger one.
    pub(crate) peak: usize,
}

impl TableBytes {
    /// Those of a list with room for `more` items.
    pub(crate) fn of_list<T>(list: &Vec<T>, more: usize) -> TableBytes {
        TableBytes { held: list.capacity() * size_of::<T>(), peak: growing(list, more) }
    }
}

impl From<usize> for TableBytes {
    /// Those of tables that do not grow.
    fn from(bytes: usize) -> TableBytes {
        TableBytes { held: bytes, peak: bytes }
    }
}

impl Add for TableBytes {
    type Output = TableBytes;

    fn add(self, other: TableBytes) -> TableBytes {
        TableBytes { held: self.held + other.held, peak: self.peak + other.peak }
    }
}

/// An empty list with capacity for `len` items.
///
/// # Errors
/// There is no memory for it; the same holds for all functions here.
pub(crate) fn list<T>(len: usize) -> Result<Vec<T>, Stop> {
    let mut list = Vec::new();
    list.try_reserve_exact(len).map_err(|_| Stop::Memory)?;
    Ok(list)
}

/// A list of the items of an iterator of known length.
pub(crate) fn collect<T>(items: impl ExactSizeIterator<Item = T>) -> Result<Vec<T>, Stop> {
    let mut list = list(items.len())?;
    list.extend(items);
    Ok(list)
}

/// Reserve capacity for `more` items; a list that must be moved doubles its capacity.
#[inline]
pub(crate) fn reserve<T>(list: &mut Vec<T>, more: usize) -> Result<(), Stop> {
    if more > list.capacity() - list.len() {
        list.try_reserve(more).map_err(|_| Stop::Memory)?;
    }
    Ok(())
}

/// Append an item.
#[inline]
pub(crate) fn push<T>(list: &mut Vec<T>, item: T) -> Result<(), Stop> {
    if list.len() == list.capacity() {
        widen(list)?;
    }
    list.push(item);
    Ok(())
}

#[cold]
fn widen<T>(list: &mut Vec<T>) -> Result<(), Stop> {
    list.try_reserve(1).map_err(|_| Stop::Memory)
}

/// Append an item.
#[inline]
pub(crate) fn push_back<T>(queue: &mut VecDeque<T>, item: T) -> Result<(), Stop> {
    if queue.len() == queue.capacity() {
        queue.try_reserve(1).map_err(|_| Stop::Memory)?;
    }
    queue.push_back(item);
    Ok(())
}

/// Extend a list with default values, if necessary, so that `index` is valid.
#[inline]
pub(crate) fn reach<T: Clone + Default>(list: &mut Vec<T>, index: usize) -> Result<(), Stop> {
    if index >= list.len() {
        reserve(list, index + 1 - list.len())?;
        list.resize(index + 1, T::default());
    }
    Ok(())
}

/// Reserve capacity in a map for `more` entries.
#[inline]
pub(crate) fn reserve_entries<K: Hash + Eq, V, S: BuildHasher>(
    map: &mut IndexMap<K, V, S>,
    more: usize,
) -> Result<(), Stop> {
    if more > map.capacity() - map.len() {
        map.try_reserve(more).map_err(|_| Stop::Memory)?;
    }
    Ok(())
}

/// Reserve capacity in a map for one more entry.
#[inline]
pub(crate) fn reserve_key<K: Hash + Eq, V, S: BuildHasher>(
    map: &mut HashMap<K, V, S>,
) -> Result<(), Stop> {
    if map.len() == map.capacity() {
        map.try_reserve(1).map_err(|_| Stop::Memory)?;
    }
    Ok(())
}

/// A list of zeros; the system provides its pages when they are first used.
pub(crate) fn zeroed(len: usize) -> Result<Vec<u64>, Stop> {
    let layout = Layout::array::<u64>(len).map_err(|_| Stop::Memory)?;
    if layout.size() == 0 {
        return Ok(Vec::new());
    }
    // SAFETY: `layout.size()` was checked not to be 0.
    #[expect(clippy::cast_ptr_alignment, reason = "the layout is that of words")]
    let words = unsafe { alloc_zeroed(layout) }.cast::<u64>();
    if words.is_null() {
        return Err(Stop::Memory);
    }
    // SAFETY: `words` is not null and was allocated by the global allocator with the layout of
    // `len` words, as `Box` expects; all bytes are 0, which is a valid `u64`.
    Ok(unsafe { Box::from_raw(slice_from_raw_parts_mut(words, len)) }.into_vec())
}

/// The bytes of a list with room for `more` items; old and new copy together if it must be moved
/// for that.
pub(crate) fn growing<T>(list: &Vec<T>, more: usize) -> usize {
    let (room, needed) = (list.capacity(), list.len() + more);
    let new = if needed > room { needed.max(2 * room) } else { 0 };
    (room + new) * size_of::<T>()
}

/// The bytes of a map with room for `more` entries; old and new copy together if it must be moved
/// for that.
pub(crate) fn growing_map<K, V, S>(map: &HashMap<K, V, S>, more: usize) -> usize {
    let copies = if map.len() + more > map.capacity() { 3 } else { 1 };
    // One control byte for each slot, of which seven in eight may be used.
    copies * map.capacity() * 8 / 7 * (size_of::<(K, V)>() + 1)
}

/// Try whether `bytes` and some more could be allocated, before many allocations too small to be
/// tried one by one.
pub(crate) fn look(bytes: usize) -> Result<(), Stop> {
    list::<u8>(bytes.saturating_add(SPARE)).map(drop)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// More than any address space has.
    const FAR: usize = isize::MAX as usize / 8;

    #[test]
    fn a_failed_allocation_is_an_error() {
        assert_eq!(list::<u64>(FAR).err(), Some(Stop::Memory));
        assert_eq!(zeroed(FAR).err(), Some(Stop::Memory));
        assert_eq!(zeroed(usize::MAX).err(), Some(Stop::Memory));
        assert_eq!(look(FAR).err(), Some(Stop::Memory));
        assert_eq!(reach(&mut vec![0_u64], FAR).err(), Some(Stop::Memory));
    }

    #[test]
    fn an_allocation_has_the_requested_size() {
        assert_eq!(zeroed(0), Ok(Vec::new()));
        assert_eq!(zeroed(3), Ok(vec![0; 3]));
        assert_eq!(collect([1, 2].into_iter()), Ok(vec![1, 2]));
        let mut list = Vec::new();
        assert_eq!((push(&mut list, 7), reach(&mut list, 2)), (Ok(()), Ok(())));
        assert_eq!(list, [7, 0, 0]);
        assert_eq!(reach(&mut list, 0), Ok(()));
        assert_eq!(list.len(), 3);
        let mut queue = VecDeque::new();
        assert_eq!(push_back(&mut queue, 7), Ok(()));
        assert_eq!(queue, [7]);
    }

    #[test]
    fn a_list_that_grows_counts_twice() {
        let mut list = list::<u64>(4).expect("a small one");
        list.extend([1, 2, 3]);
        assert_eq!([1, 2, 6].map(|more| growing(&list, more)), [32, 32 + 64, 32 + 72]);
    }
}
