//! What can end an exploration on disk.

use std::error::Error;
use std::fmt;
use std::io::{self, ErrorKind};
use std::path::{Path, PathBuf};

use crate::cluster::Unfinished;
use crate::outcome::Stop;

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
