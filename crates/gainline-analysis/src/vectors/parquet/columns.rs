//! Which columns of a Parquet table hold ids and vectors.

use crate::vectors::quoted;
use gainline::{Error, ErrorKind, Result};
use parquet::basic::{LogicalType, Type};
use parquet::schema::types::{ColumnDescPtr, ColumnDescriptor};

/// What columns of ids and of vectors are called, when nothing else is said.
const ID_NAMES: [&str; 6] = ["id", "_id", "docid", "doc_id", "docno", "document_id"];
const VECTOR_NAMES: [&str; 5] = ["vector", "vectors", "embedding", "embeddings", "emb"];

/// A kind of column that is looked for.
pub(super) struct ColumnKind {
    what: &'static str,
    option: &'static str,
    is: fn(&ColumnDescriptor) -> bool,
    names: &'static [&'static str],
}

pub(super) const IDS: ColumnKind = ColumnKind {
    what: "ids (strings or whole numbers)",
    option: "--id-column",
    is: is_id,
    names: &ID_NAMES,
};

pub(super) const VECTORS: ColumnKind = ColumnKind {
    what: "vectors (lists of float16, float32 or float64)",
    option: "--vector-column",
    is: is_vector,
    names: &VECTOR_NAMES,
};

fn is_id(column: &ColumnDescriptor) -> bool {
    column.path().parts().len() == 1
        && column.max_rep_level() == 0
        && matches!(column.physical_type(), Type::BYTE_ARRAY | Type::INT32 | Type::INT64)
}

fn is_vector(column: &ColumnDescriptor) -> bool {
    let is_half = matches!(column.logical_type_ref(), Some(LogicalType::Float16));
    let is_float = matches!(column.physical_type(), Type::FLOAT | Type::DOUBLE);
    column.max_rep_level() == 1 && (is_float || is_half)
}

impl ColumnKind {
    /// The place of the column: that of the name asked for, or of a usual name, or the only one.
    pub(super) fn find(&self, columns: &[ColumnDescPtr], asked: Option<&str>) -> Result<usize> {
        let fitting: Vec<usize> =
            (0..columns.len()).filter(|&at| (self.is)(&columns[at])).collect();
        let name = |at: usize| root(&columns[at]);
        let usual: Vec<usize> =
            fitting.iter().copied().filter(|&at| self.names.contains(&name(at))).collect();
        let named = |asked: &str| fitting.iter().copied().find(|&at| name(at) == asked);
        let ColumnKind { what, option, .. } = self;
        let there = || {
            let mut names: Vec<&str> = (0..columns.len()).map(name).collect();
            names.dedup();
            names.join(", ")
        };
        let (message, remedy) = match (asked, &usual[..], &fitting[..]) {
            (Some(asked), ..) => match named(asked) {
                Some(at) => return Ok(at),
                None => (
                    format!("no column {} of {what}", quoted(asked)),
                    format!("the columns are {}", there()),
                ),
            },
            (None, [at], _) | (None, [], [at]) => return Ok(*at),
            (None, _, []) => {
                (format!("no column of {what}"), format!("the columns are {}", there()))
            }
            (None, several, all) => {
                let several = if several.is_empty() { all } else { several };
                let names: Vec<&str> = several.iter().map(|&at| name(at)).collect();
                (
                    format!("several columns may hold {what}: {}", names.join(", ")),
                    format!("name one of them: {option}"),
                )
            }
        };
        Err(Error::new(ErrorKind::Malformed, message).remedy(remedy))
    }
}

/// The name of the column that a leaf of the schema belongs to.
pub(super) fn root(column: &ColumnDescriptor) -> &str {
    column.path().parts().first().map_or("", String::as_str)
}
