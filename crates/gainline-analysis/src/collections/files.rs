//! Where the files of collections are: a folder for each, with its judgments and its runs.

use gainline::{Error, ErrorKind, Result};
use std::path::{Path, PathBuf};

/// The files of a collection.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CollectionFiles {
    /// What it is called.
    pub name: String,
    /// The judgments.
    pub qrels: PathBuf,
    /// The runs, as they would be given to a command: `FILE` or `NAME=FILE`.
    pub runs: Vec<PathBuf>,
}

impl CollectionFiles {
    /// The collections of a folder: every folder in it that is not hidden, in the order of their names.
    /// Judgments are the file that has `qrels` in its name; runs are the files of a folder `runs`, or
    /// without one all other files. Hidden files and files called README are left out.
    pub fn in_folder(folder: &Path) -> Result<Vec<Self>> {
        let collections = entries(folder)?.into_iter().filter(|path| path.is_dir());
        let collections = collections.map(|path| CollectionFiles::of(&path));
        let collections = collections.collect::<Result<Vec<_>>>()?;
        if collections.is_empty() {
            return Err(fault(folder, "has no folders")
                .remedy("each collection is a folder with its qrels and its runs"));
        }
        Ok(collections)
    }

    fn of(folder: &Path) -> Result<Self> {
        let (folders, files): (Vec<PathBuf>, Vec<PathBuf>) =
            entries(folder)?.into_iter().partition(|path| path.is_dir());
        let (qrels, others): (Vec<PathBuf>, Vec<PathBuf>) =
            files.into_iter().partition(|path| name_of(path).to_lowercase().contains("qrels"));
        let qrels = match <[PathBuf; 1]>::try_from(qrels) {
            Ok([only]) => only,
            Err(none) if none.is_empty() => {
                return Err(fault(folder, "has no file with `qrels` in its name")
                    .remedy("name the judgments qrels.txt, or list the files in a TOML file"));
            }
            Err(several) => {
                let names: Vec<String> = several.iter().map(|path| name_of(path)).collect();
                let what =
                    format!("has several files with `qrels` in their names: {}", names.join(", "));
                return Err(fault(folder, &what)
                    .remedy("keep one of them there, or list the files in a TOML file"));
            }
        };
        let runs = match folders.iter().find(|path| name_of(path) == "runs") {
            Some(folder) => entries(folder)?.into_iter().filter(|path| path.is_file()).collect(),
            None => others,
        };
        if runs.is_empty() {
            return Err(fault(folder, "has no runs"));
        }
        Ok(CollectionFiles { name: name_of(folder), qrels, runs })
    }
}

fn fault(folder: &Path, what: &str) -> Error {
    Error::new(ErrorKind::Request, format!("{}: {what}", folder.display()))
}

fn name_of(path: &Path) -> String {
    path.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default()
}

/// What a folder holds, in the order of names.
fn entries(folder: &Path) -> Result<Vec<PathBuf>> {
    let unreadable = |error: std::io::Error| fault(folder, &format!("cannot read: {error}"));
    let found = std::fs::read_dir(folder).map_err(unreadable)?;
    let found = found.map(|entry| Ok(entry?.path())).collect::<std::io::Result<Vec<PathBuf>>>();
    let mut found = found.map_err(unreadable)?;
    found.retain(|path| {
        let name = name_of(path);
        !name.starts_with('.') && !name.to_lowercase().starts_with("readme")
    });
    found.sort_unstable();
    Ok(found)
}
