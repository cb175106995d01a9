//! A level of the loop: links in pages, so that it grows without a copy and without slack.

use crate::expand::Link;
use crate::moves::Move;
use crate::state::Key;

/// Links of a page.
const PAGE: usize = 1 << 12;

/// Keys and the moves that led to them, in 10 bytes where a link takes 16.
#[derive(Debug)]
struct Page<const W: usize> {
    keys: Vec<Key<W>>,
    steps: Vec<Move>,
}

/// A list of links; what it once had room for it keeps.
#[derive(Debug)]
pub(crate) struct Level<const W: usize> {
    pages: Vec<Page<W>>,
    len: usize,
}

impl<const W: usize> Default for Level<W> {
    fn default() -> Self {
        Level { pages: Vec::new(), len: 0 }
    }
}

impl<const W: usize> Level<W> {
    pub(crate) fn len(&self) -> usize {
        self.len
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.len == 0
    }

    pub(crate) fn push(&mut self, link: Link<W>) {
        let number = self.len / PAGE;
        if number == self.pages.len() {
            self.pages.push(Page::new(number));
        }
        let page = &mut self.pages[number];
        page.keys.push(link.key);
        page.steps.push(link.step);
        self.len += 1;
    }

    pub(crate) fn get(&self, place: usize) -> Link<W> {
        let (page, place) = (&self.pages[place / PAGE], place % PAGE);
        Link { key: page.keys[place], step: page.steps[place] }
    }

    pub(crate) fn keys(&self) -> impl Iterator<Item = &Key<W>> {
        self.pages.iter().flat_map(|page| &page.keys)
    }

    pub(crate) fn clear(&mut self) {
        for page in &mut self.pages {
            page.keys.clear();
            page.steps.clear();
        }
        self.len = 0;
    }

    /// The bytes of all pages, as if each were as large as it may become.
    pub(crate) fn bytes(&self) -> usize {
        self.pages.len() * PAGE * (size_of::<Key<W>>() + size_of::<Move>())
    }
}

impl<const W: usize> Page<W> {
    /// All pages but the first have their whole room from the beginning.
    fn new(number: usize) -> Page<W> {
        let room = if number == 0 { 0 } else { PAGE };
        Page { keys: Vec::with_capacity(room), steps: Vec::with_capacity(room) }
    }
}
