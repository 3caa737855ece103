//! Parquet tables with a column of ids and one of lists of numbers. Lists are read block by block,
//! whatever the row groups.

mod columns;
mod pages;

use super::faults::ONE_EACH;
use super::floats::half;
use super::ids::Ids;
use super::{cannot_read, quoted};
use columns::{ColumnKind, IDS, VECTORS, root};
use gainline::{Error, ErrorKind, Result};
use pages::column;
use parquet::column::reader::{ColumnReader, ColumnReaderImpl};
use parquet::data_type::{ByteArray, DataType, FixedLenByteArray};
use parquet::errors::ParquetError;
use parquet::file::reader::{FileReader, SerializedFileReader};
use std::borrow::Cow;
use std::fs::File;
use std::path::{Path, PathBuf};

/// A table in a file.
#[derive(Debug)]
pub(super) struct Table {
    path: PathBuf,
    pub rows: usize,
    pub dimension: usize,
    pub id_column: String,
    pub vector_column: String,
    /// Their places among the columns.
    ids_at: usize,
    vectors_at: usize,
    /// The level of a number that is there, and not absent at one of the levels above it.
    full: i16,
}

impl Table {
    /// Finds the columns; the dimension is that of the first vector.
    pub(super) fn open(path: &Path, ids: Option<&str>, vectors: Option<&str>) -> Result<Table> {
        let file = open(path)?;
        let metadata = file.metadata().file_metadata();
        let columns = metadata.schema_descr().columns();
        let found = |kind: &ColumnKind, asked| {
            kind.find(columns, asked).map_err(|e| e.in_file(path.display().to_string()))
        };
        let ids_at = found(&IDS, ids)?;
        let vectors_at = found(&VECTORS, vectors)?;
        let rows = usize::try_from(metadata.num_rows())
            .map_err(|e| broken(path, &ParquetError::General(e.to_string())))?;
        let mut table = Table {
            path: path.into(),
            rows,
            dimension: 0,
            id_column: root(&columns[ids_at]).into(),
            vector_column: root(&columns[vectors_at]).into(),
            ids_at,
            vectors_at,
            full: columns[vectors_at].max_def_level(),
        };
        if rows == 0 {
            return Err(table.wrong("no rows in this table", "give a row for each document"));
        }
        let (mut reader, mut first) = (table.reader()?, vec![]);
        table.dimension = reader.lists(1, &mut first)?[0];
        if table.dimension == 0 {
            let message =
                format!("the first list of column {} is empty", quoted(&table.vector_column));
            return Err(table.wrong(&message, "give vectors of at least one number"));
        }
        Ok(table)
    }

    fn wrong(&self, message: &str, remedy: &str) -> Error {
        let error = Error::new(ErrorKind::Malformed, message).remedy(remedy);
        error.in_file(self.path.display().to_string())
    }

    /// Reads all ids.
    pub(super) fn ids(&self) -> Result<Ids> {
        let file = open(&self.path)?;
        let mut ids = Ids::default();
        for group in 0..file.num_row_groups() {
            match column(&file, group, self.ids_at).map_err(|e| broken(&self.path, &e))? {
                ColumnReader::Int32ColumnReader(mut c) => {
                    self.push(&mut ids, &mut c, |n| Some(n.to_string().into()))
                }
                ColumnReader::Int64ColumnReader(mut c) => {
                    self.push(&mut ids, &mut c, |n| Some(n.to_string().into()))
                }
                ColumnReader::ByteArrayColumnReader(mut c) => {
                    self.push(&mut ids, &mut c, |bytes: &ByteArray| {
                        let id = std::str::from_utf8(bytes.data()).ok();
                        id.filter(|id| !id.is_empty()).map(Cow::Borrowed)
                    })
                }
                _ => Err(self.wrong("the type of the ids changes", "make the file again")),
            }?;
        }
        if ids.len() != self.rows {
            let message = format!("{} ids for {} rows", ids.len(), self.rows);
            return Err(self.wrong(&message, "make or copy the file again"));
        }
        ids.finish().map_err(|twice| {
            let (first, second) = (twice.first + 1, twice.second + 1);
            let id = quoted(ids.get(twice.first));
            let message = format!("document {id} comes twice: in rows {first} and {second}");
            let error = Error::new(ErrorKind::Duplicate, message);
            error.in_file(self.path.display().to_string()).remedy(ONE_EACH)
        })?;
        Ok(ids)
    }

    /// Adds the ids of one row group; `id` makes one of a value, where it can.
    fn push<T: DataType>(
        &self,
        ids: &mut Ids,
        column: &mut ColumnReaderImpl<T>,
        id: impl for<'v> Fn(&'v T::T) -> Option<Cow<'v, str>>,
    ) -> Result<()> {
        const AT_A_TIME: usize = 1 << 16;
        let (mut values, mut levels) = (vec![], vec![]);
        loop {
            values.clear();
            levels.clear();
            let read = column.read_records(AT_A_TIME, Some(&mut levels), None, &mut values);
            let (records, there, _) = read.map_err(|e| broken(&self.path, &e))?;
            let name = quoted(&self.id_column);
            let null = levels.iter().position(|&level| level == 0);
            if let Some(null) = null.filter(|_| there < records) {
                let message = format!("row {} has no id in column {name}", ids.len() + null + 1);
                return Err(self.wrong(&message, "give each document an id"));
            }
            for value in &values {
                let Some(id) = id(value) else {
                    let row = ids.len() + 1;
                    let message =
                        format!("the id of row {row} in column {name} is empty or not UTF-8");
                    return Err(self.wrong(&message, "store ids as strings or whole numbers"));
                };
                ids.push(&id);
            }
            if records == 0 {
                return Ok(());
            }
        }
    }

    /// Goes to the first row.
    pub(super) fn reader(&self) -> Result<TableReader<'_>> {
        let file = open(&self.path)?;
        Ok(TableReader { table: self, file, next_group: 0, column: None, row: 0 })
    }
}

/// Goes through the lists of a table from its first row on.
pub(super) struct TableReader<'a> {
    table: &'a Table,
    file: SerializedFileReader<File>,
    next_group: usize,
    column: Option<ColumnReader>,
    row: usize,
}

impl TableReader<'_> {
    /// The numbers of the next rows.
    pub(super) fn read(&mut self, rows: usize, into: &mut Vec<f64>) -> Result<()> {
        into.clear();
        let (first, wanted) = (self.row, self.table.dimension);
        let lengths = self.lists(rows, into)?;
        if let Some(at) = lengths.iter().position(|&length| length != wanted) {
            let column = quoted(&self.table.vector_column);
            let message = format!(
                "row {} has {} numbers in column {column}, the first row has {wanted}",
                first + at + 1,
                lengths[at],
            );
            let remedy = "give each document a vector of the same length";
            return Err(self.table.wrong(&message, remedy));
        }
        Ok(())
    }

    /// Reads so many lists, and returns how long they are.
    fn lists(&mut self, rows: usize, into: &mut Vec<f64>) -> Result<Vec<usize>> {
        let mut lengths = Vec::with_capacity(rows);
        while lengths.len() < rows {
            let Some(column) = &mut self.column else {
                if self.next_group == self.file.num_row_groups() {
                    let message =
                        format!("{} rows, where {} are announced", self.row, self.table.rows);
                    return Err(self.table.wrong(&message, "make or copy the file again"));
                }
                let column = column(&self.file, self.next_group, self.table.vectors_at);
                self.column = Some(column.map_err(|e| broken(&self.table.path, &e))?);
                self.next_group += 1;
                continue;
            };
            let wanted = rows - lengths.len();
            let read = match column {
                ColumnReader::FloatColumnReader(c) => {
                    self.table.append(c, wanted, into, self.row, |n| f64::from(*n))
                }
                ColumnReader::DoubleColumnReader(c) => {
                    self.table.append(c, wanted, into, self.row, |n| *n)
                }
                ColumnReader::FixedLenByteArrayColumnReader(c) => {
                    self.table.append(c, wanted, into, self.row, |n: &FixedLenByteArray| {
                        // What is not two bytes long is not a number, and refused as such.
                        n.data().try_into().map_or(f64::NAN, |two| half(u16::from_le_bytes(two)))
                    })
                }
                _ => {
                    Err(self.table.wrong("the type of the vectors changes", "make the file again"))
                }
            }?;
            if read.is_empty() {
                self.column = None;
            }
            self.row += read.len();
            lengths.extend(read);
        }
        Ok(lengths)
    }
}

impl Table {
    /// Puts the numbers of the next lists of a row group behind those that are there already, and
    /// returns how long the lists are.
    fn append<T: DataType>(
        &self,
        column: &mut ColumnReaderImpl<T>,
        rows: usize,
        into: &mut Vec<f64>,
        row: usize,
        number: impl Fn(&T::T) -> f64,
    ) -> Result<Vec<usize>> {
        let (mut values, mut defined, mut repeated) = (vec![], vec![], vec![]);
        let read = column.read_records(rows, Some(&mut defined), Some(&mut repeated), &mut values);
        read.map_err(|e| broken(&self.path, &e))?;
        // A level of 0 starts a list.
        let mut lengths: Vec<usize> = vec![];
        for (&starts, &there) in repeated.iter().zip(&defined) {
            if starts == 0 {
                lengths.push(0);
            }
            match lengths.last_mut() {
                Some(length) if there == self.full => *length += 1,
                // An empty list, an absent one, or an absent number in one.
                _ => {
                    let name = quoted(&self.vector_column);
                    let row = row + lengths.len();
                    let message =
                        format!("row {row} lacks a vector, or a number of it, in column {name}");
                    return Err(self.wrong(&message, "give each document a whole vector"));
                }
            }
        }
        into.extend(values.iter().map(number));
        Ok(lengths)
    }
}

fn open(path: &Path) -> Result<SerializedFileReader<File>> {
    let file = File::open(path).map_err(|e| cannot_read(path, &e))?;
    SerializedFileReader::new(file).map_err(|e| broken(path, &e))
}

fn broken(path: &Path, error: &ParquetError) -> Error {
    let message = format!("not a whole Parquet file, or one of a kind not read here: {error}");
    let error = Error::new(ErrorKind::Malformed, message).in_file(path.display().to_string());
    error.remedy("write it again, uncompressed or with snappy, gzip or zstd")
}
