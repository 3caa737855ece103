//! Rows for scripts: named columns of text and numbers, written alike as tsv, csv and JSON.

use crate::cells::text;
use crate::documents::{Ordered, write_line};
use crate::writing::Format;
use gainline_report::{Cell, Table, write_csv, write_tsv};
use serde::{Serialize, Serializer};
use std::io::{self, Write};

/// What stands in a column.
#[derive(Serialize)]
#[serde(untagged)]
pub(super) enum Field {
    Text(String),
    Number(f64),
    Count(usize),
    /// In text, `topic document` after `topic document`.
    Documents(Vec<Document>),
    Nothing,
}

/// A document of a topic.
#[derive(Serialize)]
pub(super) struct Document {
    pub topic: String,
    pub document: String,
}

impl Document {
    /// All of them, as text.
    pub(super) fn listed(documents: &[Document], between: &str) -> String {
        let each = documents.iter().map(|d| format!("{} {}", d.topic, d.document));
        each.collect::<Vec<_>>().join(between)
    }
}

impl Field {
    pub(super) fn number(value: Option<f64>) -> Self {
        value.map_or(Field::Nothing, Field::Number)
    }

    pub(super) fn count(value: Option<usize>) -> Self {
        value.map_or(Field::Nothing, Field::Count)
    }
}

impl From<&str> for Field {
    fn from(text: &str) -> Self {
        Field::Text(text.into())
    }
}

/// A table for scripts.
pub(super) struct Rows {
    pub names: Vec<String>,
    pub rows: Vec<Vec<Field>>,
}

impl Rows {
    pub(super) fn new(names: &[&str]) -> Self {
        Rows { names: names.iter().map(ToString::to_string).collect(), rows: vec![] }
    }

    fn documents(&self) -> Vec<Ordered<'_, &Field>> {
        let each = self.rows.iter();
        each.map(|row| Ordered(self.names.iter().map(String::as_str).zip(row).collect())).collect()
    }

    /// Writes them as tsv, csv or jsonl.
    pub(super) fn write(&self, format: Format, out: &mut dyn Write) -> io::Result<()> {
        match format {
            Format::Jsonl => {
                self.documents().iter().try_for_each(|document| write_line(document, out))
            }
            Format::Csv => write_csv(&self.table(), out),
            _ => write_tsv(&self.table(), out),
        }
    }

    fn table(&self) -> Table {
        let cell = |field: &Field| match field {
            Field::Text(words) => text(words),
            Field::Number(value) => Cell::exact(*value),
            Field::Count(count) => Cell::exact(*count as f64),
            Field::Documents(documents) => text(&Document::listed(documents, " ")),
            Field::Nothing => text(""),
        };
        let rows = self.rows.iter().map(|row| row.iter().map(cell).collect());
        Table { header: self.names.clone(), rows: rows.collect(), ..Table::default() }
    }
}

impl Serialize for Rows {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.documents().serialize(serializer)
    }
}
