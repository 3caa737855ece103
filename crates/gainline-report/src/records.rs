//! Rows for scripts: flat structs that serialise, as tab- or comma-separated values or JSON lines.
//! The names of the fields are the header.

use serde::Serialize;
use serde_json::{Map, Value};
use std::io::{self, Write};

/// A value in a column that has counts and numbers.
#[derive(Debug, Clone, Copy, PartialEq, serde::Serialize)]
#[serde(untagged)]
pub enum Statistic {
    /// A count.
    Count(usize),
    /// A number; none where it is undefined.
    Number(Option<f64>),
}

impl Default for Statistic {
    fn default() -> Self {
        Statistic::Number(None)
    }
}

/// Takes rows, all of the same kind, and writes each at once.
pub struct Records<'w> {
    out: &'w mut dyn Write,
    layout: Layout,
    /// The header, as soon as it was written.
    header: Option<Vec<String>>,
}

#[derive(Clone, Copy, PartialEq)]
enum Layout {
    Tsv,
    Csv,
    Jsonl,
}

impl<'w> Records<'w> {
    /// With tabs between cells. Tabs, newlines and backslashes inside a cell are written `\t`, `\n`
    /// and `\\`.
    pub fn tsv(out: &'w mut dyn Write) -> Self {
        Records { out, layout: Layout::Tsv, header: None }
    }

    /// With commas between cells, quoted where RFC 4180 asks for it.
    pub fn csv(out: &'w mut dyn Write) -> Self {
        Records { out, layout: Layout::Csv, header: None }
    }

    /// A JSON object a line.
    pub fn jsonl(out: &'w mut dyn Write) -> Self {
        Records { out, layout: Layout::Jsonl, header: None }
    }

    /// Writes a row; before the first one, the names of its fields.
    pub fn row(&mut self, row: &impl Serialize) -> io::Result<()> {
        if self.layout == Layout::Jsonl {
            serde_json::to_writer(&mut *self.out, row)?;
            return writeln!(self.out);
        }
        let fields = fields(row)?;
        if self.header.is_none() {
            self.header = Some(self.names(&fields)?);
        }
        if !self.header.iter().flatten().eq(fields.keys()) {
            let message = "rows of one table have different fields";
            return Err(io::Error::other(message));
        }
        let cells: Vec<String> = fields.values().map(cell).collect::<io::Result<_>>()?;
        self.line(&cells)
    }

    /// Writes the names of a row's fields, where there may be no rows.
    pub fn header(&mut self, row: &impl Serialize) -> io::Result<()> {
        if self.header.is_some() || self.layout == Layout::Jsonl {
            return Ok(());
        }
        self.header = Some(self.names(&fields(row)?)?);
        Ok(())
    }

    fn names(&mut self, fields: &Map<String, Value>) -> io::Result<Vec<String>> {
        let names: Vec<String> = fields.keys().cloned().collect();
        self.line(&names)?;
        Ok(names)
    }

    /// Writes all rows, and the header if there are none.
    pub fn rows<R: Serialize + Default>(
        &mut self,
        rows: impl IntoIterator<Item = R>,
    ) -> io::Result<()> {
        for row in rows {
            self.row(&row)?;
        }
        self.header(&R::default())
    }

    fn line(&mut self, cells: &[String]) -> io::Result<()> {
        for (at, cell) in cells.iter().enumerate() {
            match self.layout {
                Layout::Csv => {
                    write!(self.out, "{}{}", if at > 0 { "," } else { "" }, quoted(cell))?;
                }
                Layout::Tsv | Layout::Jsonl => {
                    write!(self.out, "{}{}", if at > 0 { "\t" } else { "" }, escaped(cell))?;
                }
            }
        }
        writeln!(self.out)
    }
}

fn escaped(text: &str) -> String {
    if !text.contains(['\\', '\t', '\n', '\r']) {
        return text.into();
    }
    text.replace('\\', "\\\\").replace('\t', "\\t").replace('\n', "\\n").replace('\r', "\\r")
}

fn quoted(text: &str) -> String {
    if text.contains(['"', ',', '\n', '\r']) {
        format!("\"{}\"", text.replace('"', "\"\""))
    } else {
        text.into()
    }
}

/// A row's fields in order. A row that is one of several kinds is written as its kind's fields.
fn fields(row: &impl Serialize) -> io::Result<Map<String, Value>> {
    match serde_json::to_value(row)? {
        Value::Object(fields) => Ok(fields),
        _ => Err(io::Error::other("a record has fields with names")),
    }
}

/// The text of a cell; what is not a number is empty, as it is null in JSON.
fn cell(value: &Value) -> io::Result<String> {
    Ok(match value {
        Value::Null => String::new(),
        Value::Bool(value) => value.to_string(),
        Value::String(text) => text.clone(),
        // A float is written as Rust does, without `.0`; adding 0 makes -0 positive.
        Value::Number(number) => match number.as_f64().filter(|_| number.is_f64()) {
            Some(value) => (value + 0.0).to_string(),
            None => number.to_string(),
        },
        Value::Array(items) => {
            items.iter().map(cell).collect::<io::Result<Vec<String>>>()?.join(" ")
        }
        Value::Object(_) => {
            let message = "a record holds only numbers, texts and lists of them";
            return Err(io::Error::other(message));
        }
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[derive(Default, serde::Serialize)]
    struct Row {
        name: &'static str,
        value: f64,
        low: Option<f64>,
        real: bool,
        documents: Vec<&'static str>,
    }

    fn written(layout: Layout, rows: Vec<Row>) -> String {
        let mut out = vec![];
        Records { out: &mut out, layout, header: None }.rows(rows).unwrap();
        String::from_utf8(out).unwrap()
    }

    fn rows() -> Vec<Row> {
        let first = Row {
            name: "a,\"b\"\tc",
            value: 0.1 + 0.2,
            low: None,
            real: true,
            documents: vec!["d", "e"],
        };
        vec![first, Row { name: "d", value: -0.0, low: Some(1.0), ..Row::default() }]
    }

    #[test]
    fn values_are_exact_and_escaped() {
        assert_eq!(
            written(Layout::Tsv, rows()),
            "name\tvalue\tlow\treal\tdocuments\n\
             a,\"b\"\\tc\t0.30000000000000004\t\ttrue\td e\nd\t0\t1\tfalse\t\n"
        );
        assert_eq!(
            written(Layout::Csv, rows()),
            "name,value,low,real,documents\n\
             \"a,\"\"b\"\"\tc\",0.30000000000000004,,true,d e\nd,0,1,false,\n"
        );
    }

    #[test]
    fn without_rows_there_is_still_a_header() {
        assert_eq!(written(Layout::Csv, vec![]), "name,value,low,real,documents\n");
        assert_eq!(written(Layout::Jsonl, vec![]), "");
    }
}
