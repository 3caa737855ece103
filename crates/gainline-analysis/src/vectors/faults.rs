//! What is said of files that cannot be taken for vectors.

use super::VectorFiles;
use gainline::{Error, ErrorKind, Result};
use std::path::Path;

pub(super) const ONE_EACH: &str = "keep one vector for each document";

/// Options that say nothing for this kind of file.
pub(super) fn refuse(files: &VectorFiles, ids: bool, columns: bool, name: &str) -> Result<()> {
    let (message, remedy) = if ids && files.ids.is_some() {
        ("the ids of the documents stand in this file itself", "leave --ids out: it is for .npy")
    } else if columns && (files.id_column.is_some() || files.vector_column.is_some()) {
        (
            "there are no columns with names in this file",
            "leave --id-column and --vector-column out: they are for Parquet",
        )
    } else {
        return Ok(());
    };
    Err(Error::new(ErrorKind::WrongFile, message).in_file(name).remedy(remedy))
}

/// Files that are often taken for vectors.
pub(super) fn refuse_archive(lead: &[u8], name: &str) -> Result<()> {
    let (what, remedy) = match lead {
        [b'P', b'K', 3, 4, ..] => (
            "this is a zip archive, perhaps NumPy's .npz",
            "save the array of vectors alone, with numpy.save",
        ),
        [0x89, b'H', b'D', b'F', ..] => ("this is HDF5", "save the vectors with numpy.save"),
        [0x80, 2..=5, ..] => ("this is a Python pickle", "save the vectors with numpy.save"),
        _ => return Ok(()),
    };
    Err(Error::new(ErrorKind::WrongFile, what).in_file(name).remedy(remedy))
}

pub(super) fn too_many(name: &str) -> Error {
    let error = Error::new(ErrorKind::Malformed, "more than 4294967295 vectors").in_file(name);
    error.remedy("search a part of the collection")
}

pub(super) fn cannot_read(path: &Path, error: &std::io::Error) -> Error {
    let message = match error.kind() {
        std::io::ErrorKind::NotFound => "no such file".into(),
        std::io::ErrorKind::PermissionDenied => "permission denied".into(),
        std::io::ErrorKind::IsADirectory => "is a directory, not a file".into(),
        std::io::ErrorKind::UnexpectedEof => "the file ends too early".into(),
        _ => format!("cannot read: {error}"),
    };
    Error::new(ErrorKind::Io, message).in_file(path.display().to_string())
}

/// Text for an error message: backquoted, what cannot be seen made visible, long text shortened.
pub(super) fn quoted(text: &str) -> String {
    const LONGEST: usize = 60;
    let shown = text
        .chars()
        .take(LONGEST)
        .map(|c| if c.is_control() { c.escape_default().to_string() } else { c.to_string() });
    let more = if text.chars().count() > LONGEST { "…" } else { "" };
    format!("`{}{more}`", shown.collect::<String>())
}
