//! The folder of an exploration: its manifest, its lock and the names of its files.

use std::error::Error;
use std::fmt;
use std::fs::{self, File, TryLockError};
use std::io::{self, ErrorKind, Write};
use std::ops::Range;
use std::path::{Path, PathBuf};

use crate::board::Metric;
use crate::cluster::Unfinished;
use crate::outcome::Stop;
use crate::state::StateSpace;

const MANIFEST: &str = "manifest.txt";
const UNFINISHED: &str = "unfinished-";
/// The first line of a manifest, before the number of the format of the files.
const FORMAT: &str = "rushhour exploration ";

/// What the files of a folder hold, by the beginning of their names.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    /// Levels from the start.
    Reached,
    /// The solved states of these levels.
    Solved,
    /// Levels from the solved states.
    Distance,
}

/// A folder that belongs to one exploration.
#[derive(Clone, Debug)]
pub(super) struct Folder {
    path: PathBuf,
    /// The checksum of the manifest.
    manifest: u32,
}

impl Folder {
    /// Take a new or empty folder, or that of the same exploration. Any other is refused.
    pub(super) fn open(path: &Path, space: &StateSpace<'_>, metric: Metric) -> Result<Folder> {
        let manifest = manifest(space, metric);
        let folder = Folder::new(path, &manifest);
        if folder.holds(&manifest)? {
            return Ok(folder);
        }
        fs::create_dir_all(path).at(path)?;
        let name = path.join(MANIFEST);
        let unfinished = folder.unfinished(MANIFEST);
        let mut file = File::create(&unfinished).at(&unfinished)?;
        file.write_all(manifest.as_bytes()).and_then(|()| file.sync_all()).at(&unfinished)?;
        rename(&unfinished, &name)?;
        Ok(folder)
    }

    /// Refuse a folder that cannot be taken. Nothing is written.
    pub(super) fn check(path: &Path, space: &StateSpace<'_>, metric: Metric) -> Result<()> {
        let manifest = manifest(space, metric);
        Folder::new(path, &manifest).holds(&manifest).map(drop)
    }

    fn new(path: &Path, manifest: &str) -> Folder {
        Folder { path: path.to_owned(), manifest: crc32fast::hash(manifest.as_bytes()) }
    }

    /// Whether the folder has this manifest; false for a new or empty one. Any other is refused.
    fn holds(&self, manifest: &str) -> Result<bool> {
        let name = self.path.join(MANIFEST);
        if name.exists() {
            let found = fs::read(&name).at(&name)?;
            self.compare(manifest, &String::from_utf8_lossy(&found))?;
            return Ok(true);
        }
        if self.path.exists() {
            self.check_empty()?;
        }
        Ok(false)
    }

    fn compare(&self, expected: &str, found: &str) -> Result<()> {
        if found == expected {
            return Ok(());
        }
        let (name, difference) = (self.path.join(MANIFEST), difference(expected, found));
        let place = name.display();
        Err(DiskError::Refused(format!("{place}: expected an exploration {difference}")))
    }

    fn check_empty(&self) -> Result<()> {
        for entry in fs::read_dir(&self.path).at(&self.path)? {
            let name = entry.at(&self.path)?.file_name();
            if !name.to_string_lossy().starts_with(UNFINISHED) {
                let (place, name) = (self.path.display(), name.to_string_lossy());
                let expected = "expected a new or empty folder, or one with manifest.txt";
                return Err(DiskError::Refused(format!("{place}: {expected}, found {name:?}")));
            }
        }
        Ok(())
    }

    /// Keep other processes from exploring here until the result is dropped, and remove what an
    /// exploration that was killed left.
    pub(super) fn lock(&self) -> Result<File> {
        let name = self.path.join(MANIFEST);
        let lock = File::open(&name).at(&name)?;
        match lock.try_lock() {
            Ok(()) => {}
            Err(TryLockError::WouldBlock) => {
                let place = self.path.display();
                let reason = format!("{place}: expected no other process that explores here");
                return Err(DiskError::Refused(format!("{reason}, found one")));
            }
            Err(TryLockError::Error(error)) => return Err(error).at(&name),
        }
        self.sweep()?;
        Ok(lock)
    }

    /// Remove all files that are not complete.
    pub(super) fn sweep(&self) -> Result<()> {
        for entry in fs::read_dir(&self.path).at(&self.path)? {
            remove_unfinished(&entry.at(&self.path)?.path())?;
        }
        Ok(())
    }

    /// The path of a file of a level.
    pub(super) fn name(&self, kind: Kind, level: u32) -> PathBuf {
        let name = match kind {
            Kind::Reached => "reached",
            Kind::Solved => "solved",
            Kind::Distance => "distance",
        };
        self.path.join(format!("{name}-{level:06}.level"))
    }

    /// The path of a file that is being written.
    pub(super) fn unfinished(&self, name: &str) -> PathBuf {
        self.path.join(format!("{UNFINISHED}{name}"))
    }

    /// What a file has at its end: it comes of the manifest and of the name of the file.
    pub(super) fn stamp(&self, path: &Path) -> u32 {
        let name = path.file_name().unwrap_or_default().as_encoded_bytes();
        let mut hasher = crc32fast::Hasher::new_with_initial(self.manifest);
        hasher.update(name);
        hasher.finalize()
    }

    /// The error for levels that do not have as many states as were found.
    pub(super) fn lacks(&self, expected: u64, found: u64) -> DiskError {
        let (place, again) = (self.path.display(), "delete the folder and explore again");
        DiskError::Refused(format!("{place}: expected {expected} states, found {found}; {again}"))
    }

    pub(super) fn require(&self, kind: Kind, levels: Range<u32>) -> Result<()> {
        let missing =
            levels.into_iter().map(|level| self.name(kind, level)).find(|path| !path.exists());
        missing.map_or(Ok(()), |path| Err(DiskError::Missing(path)))
    }

    /// The numbers of the files of a kind, in order.
    pub(super) fn numbers(&self, kind: Kind) -> Result<Vec<u32>> {
        let mut numbers = Vec::new();
        for entry in fs::read_dir(&self.path).at(&self.path)? {
            let path = entry.at(&self.path)?.path();
            let digits = path.file_stem().map(|stem| stem.to_string_lossy().into_owned());
            let number = digits.and_then(|stem| stem.rsplit_once('-')?.1.parse().ok());
            numbers.extend(number.filter(|&number| self.name(kind, number) == path));
        }
        numbers.sort_unstable();
        Ok(numbers)
    }
}

/// Remove a file if it is there.
pub(super) fn remove(path: &Path) -> Result<()> {
    if path.exists() { fs::remove_file(path).at(path) } else { Ok(()) }
}

/// Remove a file if its name says that it is not complete.
pub(super) fn remove_unfinished(path: &Path) -> Result<()> {
    let name = path.file_name().map(|name| name.to_string_lossy().into_owned());
    let is_unfinished = name.is_some_and(|name| name.starts_with(UNFINISHED));
    if is_unfinished { remove(path) } else { Ok(()) }
}

/// How two manifests differ, in words, by the first line that is not the same.
fn difference(expected: &str, found: &str) -> String {
    let mut found = found.lines();
    let mut pairs = expected.lines().map(|line| (line, found.next().unwrap_or_default()));
    let Some((expected, found)) = pairs.find(|(expected, found)| expected != found) else {
        return "of the same puzzle, found one with more vehicles".to_owned();
    };
    let size = |line: &str| line.split(',').next().unwrap_or_default().to_owned();
    let other = |what| format!("of the same puzzle, found one with {what}");
    match expected.split(' ').next() {
        Some("metric" | "goal") if !found.is_empty() => {
            format!("with the {expected}, found one with the {found}")
        }
        Some("rushhour") if let Some(format) = found.strip_prefix(FORMAT) => {
            let ours = expected.trim_start_matches(FORMAT);
            format!(
                "in format {ours}, found one in format {format}; delete the folder and explore again"
            )
        }
        Some("board") if size(expected) != size(found) => {
            format!("of a {}, found one of a {}", size(expected), size(found))
        }
        Some("board") => other("another exit"),
        Some("walls") => other("other walls"),
        Some("vehicle" | "target") => other("other vehicles, or other places of them"),
        _ => format!("whose manifest has {expected:?}, found {found:?}"),
    }
}

/// Everything that the files depend on, a line for each.
fn manifest(space: &StateSpace<'_>, metric: Metric) -> String {
    let board = space.board();
    let mut lines = vec![
        format!("{FORMAT}2"),
        format!("metric {metric:?}").to_lowercase(),
        format!("goal {:?}", space.goal()).to_lowercase(),
        format!("board {} x {}, {:?}", board.rows(), board.cols(), board.exit()),
        format!("walls {:?}", board.walls()),
    ];
    let offsets = space.offsets(space.start_coordinates());
    for (index, (vehicle, offset)) in board.vehicles().iter().zip(offsets).enumerate() {
        let (axis, line, length) = (vehicle.axis, vehicle.line, vehicle.length);
        let target = if index == board.target() { "target" } else { "vehicle" };
        lines.push(format!("{target} {axis:?}, line {line}, length {length}, at {offset}"));
    }
    lines.join("\n") + "\n"
}

// What can end an exploration on disk.

/// Why an exploration on disk has no answer.
#[derive(Debug)]
#[non_exhaustive]
pub enum DiskError {
    /// A limit was reached, or the disk is full. The folder keeps what is done.
    Unfinished(Unfinished),
    /// The limit on memory leaves no room beside the buffers. The folder keeps what is done.
    TooLittleMemory {
        /// The least limit, in bytes.
        least: usize,
        /// The number of states found before.
        states: usize,
    },
    /// The board is too large, or the folder holds something else; the text says what was expected and found.
    Refused(String),
    /// A file of the folder is not as it was written.
    Damaged(PathBuf),
    /// A level of which others were made is not in the folder.
    Missing(PathBuf),
    /// The system could not read or write a file.
    Io(PathBuf, io::Error),
}

impl fmt::Display for DiskError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            DiskError::Unfinished(unfinished) => unfinished.fmt(f),
            DiskError::TooLittleMemory { least, states } => {
                let unfinished = Unfinished { stop: Stop::Memory, states: *states };
                write!(f, "{unfinished}; the least limit is {least} bytes")
            }
            DiskError::Refused(reason) => f.write_str(reason),
            DiskError::Damaged(path) => {
                write!(f, "{}: expected a level as it was written, ", path.display())?;
                f.write_str("found a damaged file; delete the folder and explore again")
            }
            DiskError::Missing(path) => {
                write!(f, "{}: expected a level, found no file; ", path.display())?;
                f.write_str("delete the folder and explore again")
            }
            DiskError::Io(path, error) => write!(f, "{}: {error}", path.display()),
        }
    }
}

impl Error for DiskError {}

impl From<Stop> for DiskError {
    fn from(stop: Stop) -> DiskError {
        DiskError::Unfinished(Unfinished { stop, states: 0 })
    }
}

impl DiskError {
    /// A limit with the number of states that are found.
    pub(super) fn after(self, found: u64) -> DiskError {
        let states = usize::try_from(found).unwrap_or(usize::MAX);
        match self {
            DiskError::Unfinished(Unfinished { stop, .. }) => {
                DiskError::Unfinished(Unfinished { stop, states })
            }
            DiskError::TooLittleMemory { least, .. } => {
                DiskError::TooLittleMemory { least, states }
            }
            other => other,
        }
    }
}

pub(super) type Result<T> = std::result::Result<T, DiskError>;

/// Name the file of an error of the system. A full disk is a limit.
pub(super) trait At<T> {
    fn at(self, path: &Path) -> Result<T>;
}

impl<T> At<T> for io::Result<T> {
    fn at(self, path: &Path) -> Result<T> {
        self.map_err(|error| match error.kind() {
            ErrorKind::StorageFull | ErrorKind::QuotaExceeded | ErrorKind::FileTooLarge => {
                Stop::Disk.into()
            }
            ErrorKind::UnexpectedEof => DiskError::Damaged(path.to_owned()),
            _ => DiskError::Io(path.to_owned(), error),
        })
    }
}

/// Give a complete file its name, and wait until that is on the disk.
pub(super) fn rename(path: &Path, name: &Path) -> Result<()> {
    fs::rename(path, name).at(name)?;
    #[cfg(unix)]
    if let Some(folder) = name.parent() {
        File::open(folder).and_then(|folder| folder.sync_all()).at(folder)?;
    }
    Ok(())
}
