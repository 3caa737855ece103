//! Where bytes come from: files, standard input and bytes in memory, compressed or not.

use super::compressed;
use crate::{Error, ErrorKind, Result};
use std::fs::File;
use std::io::{self, Read};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::AtomicU64;

/// Where bytes come from. A file can be read again, standard input cannot.
#[derive(Debug, Clone)]
pub struct Source {
    name: String,
    place: Place,
}

#[derive(Debug, Clone)]
enum Place {
    File(PathBuf),
    Stdin,
    Bytes(Arc<[u8]>),
}

impl Source {
    /// A file, or standard input when the path is `-`.
    pub fn path(path: impl AsRef<Path>) -> Self {
        let path = path.as_ref();
        if path.as_os_str() == "-" {
            return Source { name: "<stdin>".into(), place: Place::Stdin };
        }
        Source { name: path.display().to_string(), place: Place::File(path.to_path_buf()) }
    }

    /// Bytes in memory, with a name for error messages.
    pub fn bytes(name: impl Into<String>, bytes: impl Into<Arc<[u8]>>) -> Self {
        Source { name: name.into(), place: Place::Bytes(bytes.into()) }
    }

    /// The name that error messages use.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The size in bytes as stored (before decompression), where it is known.
    pub fn size(&self) -> Option<u64> {
        match &self.place {
            Place::File(path) => std::fs::metadata(path).ok().map(|m| m.len()),
            Place::Stdin => None,
            Place::Bytes(bytes) => Some(bytes.len() as u64),
        }
    }

    /// A source that can be read more than once: standard input, pipes and the like are taken into
    /// memory.
    pub fn rereadable(&self) -> Result<Source> {
        let once = match &self.place {
            Place::File(path) => std::fs::metadata(path).is_ok_and(|m| !m.is_file() && !m.is_dir()),
            Place::Stdin => true,
            Place::Bytes(_) => false,
        };
        if once {
            return Ok(Source::bytes(self.name.clone(), self.read_all()?));
        }
        Ok(self.clone())
    }

    /// Opens it for reading, decompressing if its first bytes say that it is compressed.
    pub fn open(&self) -> Result<Box<dyn Read + Send>> {
        self.open_counted(&Arc::default())
    }

    /// The same, counting the bytes of a compressed source as they are stored, so that they can be
    /// compared with its size.
    pub(super) fn open_counted(&self, count: &Arc<AtomicU64>) -> Result<Box<dyn Read + Send>> {
        let raw: Box<dyn Read + Send> = match &self.place {
            Place::File(path) => {
                let file = File::open(path).map_err(|e| self.io_error(&e))?;
                if file.metadata().is_ok_and(|m| m.is_dir()) {
                    return Err(Error::new(ErrorKind::Io, "is a directory, not a file")
                        .in_file(self.name.clone())
                        .remedy(format!("name its files: {}/*", self.name.trim_end_matches('/'))));
                }
                Box::new(file)
            }
            Place::Stdin => Box::new(io::stdin()),
            Place::Bytes(bytes) => Box::new(io::Cursor::new(bytes.clone())),
        };
        compressed::open(raw, count).map_err(|e| e.in_file(self.name.clone()))
    }

    /// All of it, decompressed.
    pub fn read_all(&self) -> Result<Vec<u8>> {
        let mut bytes = Vec::new();
        self.open()?.read_to_end(&mut bytes).map_err(|e| self.io_error(&e))?;
        Ok(bytes)
    }

    /// The error for a failure while reading it.
    pub fn io_error(&self, error: &io::Error) -> Error {
        let is_pattern = self.name.contains(['*', '?']);
        match error.kind() {
            io::ErrorKind::NotFound if is_pattern => {
                Error::new(ErrorKind::Io, "no file matches").in_file(self.name.clone())
            }
            _ => read_error(error).in_file(self.name.clone()),
        }
    }
}

/// The error for a failure while reading a file that is still to be named.
pub(super) fn read_error(error: &io::Error) -> Error {
    let message = match error.kind() {
        io::ErrorKind::NotFound => "no such file".into(),
        io::ErrorKind::PermissionDenied => "permission denied".into(),
        io::ErrorKind::UnexpectedEof => "the compressed data ends too early".into(),
        _ => format!("cannot read: {error}"),
    };
    Error::new(ErrorKind::Io, message)
}

impl<P: AsRef<Path>> From<P> for Source {
    fn from(path: P) -> Self {
        Source::path(path)
    }
}
