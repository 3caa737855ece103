//! Vectors of documents, from NumPy's arrays, Parquet tables or svmlight's text: scaled to length
//! 1 and handed out in blocks to several threads.

mod blocks;
mod faults;
mod floats;
mod ids;
mod ids_file;
mod npy;
#[cfg(feature = "parquet")]
mod parquet;
mod sparse;
mod svmlight;
mod units;

pub(crate) use blocks::{Block, Rows};
pub use ids::Ids;
pub(crate) use units::dot;

use faults::{cannot_read, quoted, refuse, refuse_archive, too_many};
use gainline::{Error, ErrorKind, Result, Source};
use npy::Npy;
#[cfg(feature = "parquet")]
use parquet::Table;
use sparse::Sparse;
use std::fs::File;
use std::io::Read;
use std::path::{Path, PathBuf};

/// How a Parquet table starts.
const PARQUET: &[u8] = b"PAR1";

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
/// use gainline_analysis::vectors::Vectors;
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
    ids_file: Option<PathBuf>,
    store: Store,
    /// How many vectors a block has; the same on any number of threads.
    pub(crate) block_rows: usize,
}

#[derive(Debug)]
enum Store {
    Npy(Npy),
    #[cfg(feature = "parquet")]
    Table(Table),
    Sparse(Sparse),
    Memory {
        dimension: usize,
        values: Vec<f64>,
    },
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
            let ids_file = ids_file::of(&npy, files, &name)?;
            let ids = ids_file::read(&ids_file, &npy, &name)?;
            let kind = format!("NumPy, {}, ids in {}", npy.kind(), ids_file.display());
            let vectors = Vectors::new(name, kind, ids, Store::Npy(npy))?;
            return Ok(Vectors { ids_file: Some(ids_file), ..vectors });
        }
        if lead.starts_with(PARQUET) {
            return Vectors::open_table(files, name);
        }
        refuse(files, true, true, &name)?;
        refuse_archive(&lead, &name)?;
        let (ids, sparse, place) = svmlight::read(&source)?;
        Vectors::new(name, format!("svmlight, {place}"), ids, Store::Sparse(sparse))
    }

    #[cfg(feature = "parquet")]
    fn open_table(files: &VectorFiles, name: String) -> Result<Vectors> {
        refuse(files, true, false, &name)?;
        let columns = (files.id_column.as_deref(), files.vector_column.as_deref());
        let table = Table::open(&files.vectors, columns.0, columns.1)?;
        let ids = table.ids()?;
        let kind = format!("Parquet, columns {} and {}", table.id_column, table.vector_column);
        Vectors::new(name, kind, ids, Store::Table(table))
    }

    #[cfg(not(feature = "parquet"))]
    fn open_table(_: &VectorFiles, name: String) -> Result<Vectors> {
        let message = "is a Parquet table, which this build cannot read";
        let remedy = "save the vectors with numpy.save, or build with the feature `parquet`";
        Err(Error::new(ErrorKind::Io, message).in_file(name).remedy(remedy))
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
        let mut vectors = Vectors { name, kind, ids, ids_file: None, store, block_rows: 1 };
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

    /// The file that the ids were read from, where it is another one than that of the vectors.
    pub fn ids_file(&self) -> Option<&Path> {
        self.ids_file.as_deref()
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
            #[cfg(feature = "parquet")]
            Store::Table(table) => table.dimension,
            Store::Sparse(sparse) => sparse.dimension,
            Store::Memory { dimension, .. } => *dimension,
        }
    }

    /// The vectors, where they are sparse.
    pub(crate) fn sparse(&self) -> Option<&Sparse> {
        match &self.store {
            Store::Sparse(sparse) => Some(sparse),
            Store::Npy(_) | Store::Memory { .. } => None,
            #[cfg(feature = "parquet")]
            Store::Table(_) => None,
        }
    }
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

#[cfg(test)]
#[cfg(feature = "parquet")]
mod tests;

#[cfg(test)]
#[cfg(not(feature = "parquet"))]
mod tests {
    use super::*;

    #[test]
    fn without_its_reader_a_table_is_refused_by_name() {
        let file = tempfile::NamedTempFile::new().unwrap();
        std::fs::write(file.path(), PARQUET).unwrap();
        let files = VectorFiles { vectors: file.path().into(), ..VectorFiles::default() };
        let error = Vectors::open(&files).unwrap_err();
        assert_eq!(error.message(), "is a Parquet table, which this build cannot read");
    }
}
