//! The ids of an array's rows: a file with one in each line.

use super::faults::{ONE_EACH, cannot_read, quoted};
use super::npy::Npy;
use super::{Ids, VectorFiles};
use gainline::{Error, ErrorKind, Result, Source};
use std::io::Read;
use std::path::{Path, PathBuf};

/// The file that the ids are in: the one named, or one beside the vectors.
pub(super) fn of(npy: &Npy, files: &VectorFiles, name: &str) -> Result<PathBuf> {
    let beside = ["ids", "txt"].map(|ending| files.vectors.with_extension(ending));
    let path = files.ids.as_ref().or_else(|| beside.iter().find(|path| path.is_file()));
    path.cloned().ok_or_else(|| {
        let (rows, [ids, txt]) = (npy.rows, beside.map(|path| path.display().to_string()));
        let message = format!("the ids of these {rows} vectors are not known");
        let remedy =
            format!("name a file with an id in each line (--ids FILE), or call it {ids} or {txt}");
        Error::new(ErrorKind::Nothing, message).in_file(name).remedy(remedy)
    })
}

/// Reads the ids; `name` is that of the vectors.
pub(super) fn read(path: &Path, npy: &Npy, name: &str) -> Result<Ids> {
    let source = Source::path(path);
    let fault = |line: usize, message: String, remedy: &str| {
        let error = Error::new(ErrorKind::Malformed, message).in_file(source.name());
        Err(error.at(line as u64, None).remedy(remedy))
    };
    let mut bytes = vec![];
    source.open()?.read_to_end(&mut bytes).map_err(|e| cannot_read(path, &e))?;
    let text = match String::from_utf8(bytes) {
        Ok(text) => text,
        Err(error) => {
            let good = &error.as_bytes()[..error.utf8_error().valid_up_to()];
            let line = good.iter().filter(|&&b| b == b'\n').count() + 1;
            let remedy = "give text in UTF-8, with an id in each line";
            return fault(line, "this line is not text in UTF-8".into(), remedy);
        }
    };
    let mut ids = Ids::default();
    let lines = text.trim_start_matches('\u{feff}').trim_end().lines();
    for (line, id) in (1..).zip(lines) {
        let id = id.trim();
        if id.is_empty() || id.contains(char::is_whitespace) {
            let message = format!("{} is not an id", quoted(id));
            return fault(
                line,
                message,
                "give the id of one document in each line, without blanks",
            );
        }
        ids.push(id);
    }
    if ids.len() != npy.rows {
        let message = format!("{} ids, but {name} holds {} vectors", ids.len(), npy.rows);
        let error = Error::new(ErrorKind::Malformed, message).in_file(source.name());
        return Err(error.remedy("give an id for each vector, in the same order"));
    }
    ids.finish().map_err(|twice| {
        let (id, first) = (quoted(ids.get(twice.first)), twice.first + 1);
        let message = format!("document {id} comes twice: first on line {first}");
        let error = Error::new(ErrorKind::Duplicate, message).in_file(source.name());
        error.at(twice.second as u64 + 1, None).remedy(ONE_EACH)
    })?;
    Ok(ids)
}
