//! Vectors of documents, from NumPy's arrays, Parquet tables or svmlight's text: scaled to length
//! 1 and handed out in blocks to several threads.

mod blocks;
mod columns;
mod floats;
mod ids;
mod npy;
mod pages;
mod parquet;
mod sparse;
mod svmlight;
mod units;

pub(crate) use blocks::{Block, Rows};
pub use ids::Ids;
pub(crate) use units::dot;

use gainline::{Error, ErrorKind, Result, Source};
use npy::Npy;
use parquet::Table;
use sparse::Sparse;
use std::fs::File;
use std::io::Read;
use std::path::{Path, PathBuf};

/// Where vectors and the ids of their documents are.
#[derive(Debug, Clone, Default)]
pub struct VectorFiles {
    /// The vectors; what they are tells the content, not the name.
    pub vectors: PathBuf,
    /// For NumPy's arrays, the ids, one in each line. Without it, the file beside the vectors with
    /// the same name and the ending `.ids` or `.txt`.
    pub ids: Option<PathBuf>,
    /// For Parquet, the column of the ids; without it, it is found by its type and name.
    pub id_column: Option<String>,
    /// For Parquet, the column of the vectors.
    pub vector_column: Option<String>,
}

/// Vectors of documents with their ids.
///
/// ```
/// use gainline_studies::vectors::Vectors;
/// let vectors = Vectors::from_rows([("d1", vec![1.0, 0.0]), ("d2", vec![3.0, 4.0])])?;
/// assert_eq!((vectors.len(), vectors.dimension()), (2, 2));
/// assert_eq!(vectors.ids().find("d2"), Some(1));
/// # Ok::<(), gainline::Error>(())
/// ```
#[derive(Debug)]
pub struct Vectors {
    name: String,
    kind: String,
    ids: Ids,
    store: Store,
    /// How many vectors a block has; the same on any number of threads.
    pub(crate) block_rows: usize,
}

#[derive(Debug)]
enum Store {
    Npy(Npy),
    Table(Table),
    Sparse(Sparse),
    Memory { dimension: usize, values: Vec<f64> },
}

impl Vectors {
    /// Opens vectors. Sparse ones are read into memory, others when they are needed.
    pub fn open(files: &VectorFiles) -> Result<Vectors> {
        let path = &files.vectors;
        let source = Source::path(path);
        let name = source.name().to_string();
        let lead = lead(path)?;
        if lead.starts_with(npy::MAGIC) {
            refuse(files, false, true, &name)?;
            let npy = Npy::open(path)?;
            let (ids, ids_file) = npy_ids(&npy, files, &name)?;
            let kind = format!("NumPy, {}, ids in {ids_file}", npy.kind());
            return Vectors::new(name, kind, ids, Store::Npy(npy));
        }
        if lead.starts_with(parquet::MAGIC) {
            refuse(files, true, false, &name)?;
            let columns = (files.id_column.as_deref(), files.vector_column.as_deref());
            let table = Table::open(path, columns.0, columns.1)?;
            let mut ids = table.ids()?;
            ids.finish().map_err(|twice| {
                let (first, second) = (twice.first + 1, twice.second + 1);
                let id = quoted(ids.get(twice.first));
                let message = format!("document {id} comes twice: in rows {first} and {second}");
                Error::new(ErrorKind::Duplicate, message).in_file(&name).remedy(ONE_EACH)
            })?;
            let kind = format!("Parquet, columns {} and {}", table.id_column, table.vector_column);
            return Vectors::new(name, kind, ids, Store::Table(table));
        }
        refuse(files, true, true, &name)?;
        refuse_archive(&lead, &name)?;
        let (ids, sparse, place) = svmlight::read(&source)?;
        Vectors::new(name, format!("svmlight, {place}"), ids, Store::Sparse(sparse))
    }

    /// Vectors from memory: documents with as many numbers each.
    pub fn from_rows<D: AsRef<str>>(
        rows: impl IntoIterator<Item = (D, Vec<f64>)>,
    ) -> Result<Vectors> {
        let (mut ids, mut values, mut dimension) = (Ids::default(), vec![], None);
        for (id, vector) in rows {
            let wanted = *dimension.get_or_insert(vector.len());
            if vector.len() != wanted || wanted == 0 {
                let (id, length) = (quoted(id.as_ref()), vector.len());
                let message =
                    format!("document {id} has {length} numbers, the first one has {wanted}");
                return Err(Error::new(ErrorKind::Malformed, message));
            }
            ids.push(id.as_ref());
            values.extend(vector);
        }
        ids.finish().map_err(|twice| {
            let message = format!("document {} comes twice", quoted(ids.get(twice.first)));
            Error::new(ErrorKind::Duplicate, message)
        })?;
        let store = Store::Memory { dimension: dimension.unwrap_or(0), values };
        Vectors::new("memory".into(), "in memory".into(), ids, store)
    }

    fn new(name: String, kind: String, ids: Ids, store: Store) -> Result<Vectors> {
        if ids.len() > u32::MAX as usize {
            return Err(too_many(&name));
        }
        if ids.is_empty() {
            return Err(Error::new(ErrorKind::Nothing, "there are no vectors").in_file(name));
        }
        let mut vectors = Vectors { name, kind, ids, store, block_rows: 1 };
        vectors.block_rows = blocks::rows_of(vectors.sparse().map_or(vectors.dimension(), |_| 64));
        Ok(vectors)
    }

    /// The file, as it was named.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// How they are stored, in words.
    pub fn kind(&self) -> &str {
        &self.kind
    }

    /// The documents' ids.
    pub fn ids(&self) -> &Ids {
        &self.ids
    }

    /// How many vectors there are.
    pub fn len(&self) -> usize {
        self.ids.len()
    }

    /// Never: without vectors there is an error.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// How many numbers a vector has; for sparse ones, how many different indices there are.
    pub fn dimension(&self) -> usize {
        match &self.store {
            Store::Npy(npy) => npy.columns,
            Store::Table(table) => table.dimension,
            Store::Sparse(sparse) => sparse.dimension,
            Store::Memory { dimension, .. } => *dimension,
        }
    }

    /// The vectors, where they are sparse.
    pub(crate) fn sparse(&self) -> Option<&Sparse> {
        match &self.store {
            Store::Sparse(sparse) => Some(sparse),
            _ => None,
        }
    }
}

const ONE_EACH: &str = "keep one vector for each document";

/// The ids of an array's rows, and the file that they are in.
fn npy_ids(npy: &Npy, files: &VectorFiles, name: &str) -> Result<(Ids, String)> {
    let beside = ["ids", "txt"].map(|ending| files.vectors.with_extension(ending));
    let path = files.ids.as_ref().or_else(|| beside.iter().find(|path| path.is_file()));
    let Some(path) = path else {
        let (rows, [ids, txt]) = (npy.rows, beside.map(|path| path.display().to_string()));
        let message = format!("the ids of these {rows} vectors are not known");
        let remedy =
            format!("name a file with an id in each line (--ids FILE), or call it {ids} or {txt}");
        return Err(Error::new(ErrorKind::Nothing, message).in_file(name).remedy(remedy));
    };
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
    Ok((ids, source.name().to_string()))
}

/// The first bytes of a file; none of standard input or a pipe, which can be read only once.
fn lead(path: &Path) -> Result<Vec<u8>> {
    let mut lead = vec![];
    if path.as_os_str() == "-" || std::fs::metadata(path).is_ok_and(|m| !m.is_file()) {
        return Ok(lead);
    }
    let file = File::open(path).map_err(|e| cannot_read(path, &e))?;
    file.take(8).read_to_end(&mut lead).map_err(|e| cannot_read(path, &e))?;
    Ok(lead)
}

/// Options that say nothing for this kind of file.
fn refuse(files: &VectorFiles, ids: bool, columns: bool, name: &str) -> Result<()> {
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
fn refuse_archive(lead: &[u8], name: &str) -> Result<()> {
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

fn too_many(name: &str) -> Error {
    let error = Error::new(ErrorKind::Malformed, "more than 4294967295 vectors").in_file(name);
    error.remedy("search a part of the collection")
}

fn cannot_read(path: &Path, error: &std::io::Error) -> Error {
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
fn quoted(text: &str) -> String {
    const LONGEST: usize = 60;
    let shown = text
        .chars()
        .take(LONGEST)
        .map(|c| if c.is_control() { c.escape_default().to_string() } else { c.to_string() });
    let more = if text.chars().count() > LONGEST { "…" } else { "" };
    format!("`{}{more}`", shown.collect::<String>())
}

#[cfg(test)]
mod tests;
