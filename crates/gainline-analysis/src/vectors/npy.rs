//! NumPy's arrays (`.npy`): a header, then rows of numbers. Rows are read block by block; nothing
//! is mapped into memory.
//!
//! The format is NEP 1 and numpy.lib.format, versions 1.0 to 3.0.

use super::floats::{Float, NumberFormat};
use super::{cannot_read, quoted};
use gainline::{Error, ErrorKind, Result};
use std::fs::File;
use std::io::{Read, Seek, SeekFrom};
use std::path::{Path, PathBuf};

pub(super) const MAGIC: &[u8] = b"\x93NUMPY";

/// An array of two dimensions in a file.
#[derive(Debug)]
pub(super) struct Npy {
    path: PathBuf,
    pub rows: usize,
    pub columns: usize,
    pub stored: NumberFormat,
    /// Where the numbers start.
    start: u64,
}

impl Npy {
    /// Reads the header, and checks that the file holds what it says.
    pub(super) fn open(path: &Path) -> Result<Npy> {
        let mut file = File::open(path).map_err(|e| cannot_read(path, &e))?;
        let npy =
            read_header(&mut file, path).map_err(|e| e.in_file(path.display().to_string()))?;
        let size = file.metadata().map_err(|e| cannot_read(path, &e))?.len();
        let (there, wanted) = (size.saturating_sub(npy.start), npy.bytes());
        if there != wanted {
            let (rows, columns) = (npy.rows, npy.columns);
            let remedy = if there < wanted {
                "the file was cut off: make or copy it again"
            } else {
                "give a file with one array only, as numpy.save makes it"
            };
            let message = format!(
                "{there} bytes of numbers, where {rows} × {columns} numbers take {wanted} bytes"
            );
            let error = Error::new(ErrorKind::Malformed, message).remedy(remedy);
            return Err(error.in_file(path.display().to_string()));
        }
        Ok(npy)
    }

    /// Bytes of all numbers; a header that asks for more than there can be is refused before.
    fn bytes(&self) -> u64 {
        (self.rows * self.columns * self.stored.size()) as u64
    }

    /// What the numbers are called.
    pub(super) fn kind(&self) -> &'static str {
        match self.stored.float {
            Float::Half => "float16",
            Float::Single => "float32",
            Float::Double => "float64",
        }
    }

    /// Goes to the first row.
    pub(super) fn reader(&self) -> Result<NpyReader<'_>> {
        let mut file = File::open(&self.path).map_err(|e| cannot_read(&self.path, &e))?;
        file.seek(SeekFrom::Start(self.start)).map_err(|e| cannot_read(&self.path, &e))?;
        Ok(NpyReader { npy: self, file })
    }
}

/// Goes through an array from its first row on.
pub(super) struct NpyReader<'a> {
    npy: &'a Npy,
    file: File,
}

impl NpyReader<'_> {
    /// The bytes of the next rows.
    pub(super) fn read(&mut self, rows: usize, bytes: &mut Vec<u8>) -> Result<()> {
        bytes.resize(rows * self.npy.columns * self.npy.stored.size(), 0);
        self.file.read_exact(bytes).map_err(|e| cannot_read(&self.npy.path, &e))
    }
}

fn read_header(file: &mut File, path: &Path) -> Result<Npy> {
    let cut = |_| {
        Error::new(ErrorKind::Malformed, "the header of this NumPy array is cut off")
            .remedy("make or copy the file again")
    };
    let mut lead = [0; 8];
    file.read_exact(&mut lead).map_err(cut)?;
    let length = match lead[6] {
        1 => {
            let mut length = [0; 2];
            file.read_exact(&mut length).map_err(cut)?;
            u64::from(u16::from_le_bytes(length))
        }
        2 | 3 => {
            let mut length = [0; 4];
            file.read_exact(&mut length).map_err(cut)?;
            u64::from(u32::from_le_bytes(length))
        }
        version => {
            let message = format!("version `{version}` of NumPy's format is not known");
            let error = Error::new(ErrorKind::Malformed, message);
            return Err(error.remedy("save the array with numpy.save"));
        }
    };
    let mut text = vec![];
    // A header that lies about its length ends where the file does.
    file.take(length).read_to_end(&mut text).map_err(cut)?;
    let text = String::from_utf8_lossy(&text);
    let wrong = || {
        let message = format!("{} is not the header of a NumPy array", quoted(text.trim()));
        Error::new(ErrorKind::Malformed, message).remedy("save the array with numpy.save")
    };
    let Some(header) = Header::parse(&text) else { return Err(wrong()) };
    let start = file.stream_position().map_err(cut)?;
    let (rows, columns) = header.sides()?;
    let stored = header.stored()?;
    let all = rows.checked_mul(columns).and_then(|n| n.checked_mul(8));
    if all.is_none() {
        return Err(wrong());
    }
    Ok(Npy { path: path.into(), rows, columns, stored, start })
}

/// What the header says, as it is written there.
struct Header<'t> {
    kind: &'t str,
    fortran_order: bool,
    shape: &'t str,
}

impl<'t> Header<'t> {
    /// The values of a Python dictionary with these keys.
    fn parse(text: &'t str) -> Option<Header<'t>> {
        let after = |key: &str| {
            let [single, double] = [format!("'{key}'"), format!("\"{key}\"")];
            let (_, rest) = text.split_once(&single).or_else(|| text.split_once(&double))?;
            rest.trim_start().strip_prefix(':').map(str::trim_start)
        };
        let shape = after("shape")?.strip_prefix('(')?.split_once(')')?.0;
        let order = after("fortran_order")?;
        let kind = after("descr")?;
        let kind = match kind.strip_prefix(['\'', '"']) {
            Some(kind) => kind.split_once(['\'', '"'])?.0,
            // A list of fields.
            None => kind,
        };
        let fortran_order = order.starts_with("True");
        (fortran_order || order.starts_with("False")).then_some(())?;
        Some(Header { kind, fortran_order, shape })
    }

    fn sides(&self) -> Result<(usize, usize)> {
        let shape = self.shape.trim().trim_end_matches(',');
        let sides: Option<Vec<usize>> = shape.split(',').map(|n| n.trim().parse().ok()).collect();
        let error = |what: &str, remedy: &str| {
            let message = format!("an array of shape `({})` {what}", self.shape.trim());
            Err(Error::new(ErrorKind::Malformed, message).remedy(remedy))
        };
        let rows = "give a two-dimensional array: a row for each document";
        match sides.as_deref() {
            Some([rows, columns]) if *rows > 0 && *columns > 0 => {
                if self.fortran_order {
                    return error(
                        "in Fortran's order, column by column",
                        "save it row by row: numpy.save(file, numpy.ascontiguousarray(array))",
                    );
                }
                Ok((*rows, *columns))
            }
            Some([_, _]) => error("holds no numbers", rows),
            _ => error("is not a table of vectors", rows),
        }
    }

    fn stored(&self) -> Result<NumberFormat> {
        let big_endian = self.kind.starts_with('>');
        let float = match self.kind.trim_start_matches(['<', '>']) {
            "f2" => Float::Half,
            "f4" => Float::Single,
            "f8" => Float::Double,
            _ => {
                let message = format!("numbers of type {} are not read", quoted(self.kind));
                return Err(Error::new(ErrorKind::Malformed, message)
                    .remedy("save float32, float64 or float16: array.astype(numpy.float32)"));
            }
        };
        Ok(NumberFormat { float, big_endian })
    }
}
