//! Rows for scripts: flat structs that serialise, as tab- or comma-separated values or JSON lines.
//! The names of the fields are the header.

use serde::ser::{self, Impossible, Serialize, SerializeMap, SerializeSeq, SerializeStruct};
use std::fmt::{self, Display, Write as _};
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
        let mut cells = Cells::default();
        row.serialize(&mut cells).map_err(io::Error::other)?;
        if self.header.is_none() {
            self.line(&cells.names)?;
            self.header = Some(cells.names.clone());
        }
        if self.header.as_ref() != Some(&cells.names) {
            let message = "rows of one table have different fields";
            return Err(io::Error::other(message));
        }
        self.line(&cells.values)
    }

    /// Writes the names of a row's fields, where there may be no rows.
    pub fn header(&mut self, row: &impl Serialize) -> io::Result<()> {
        if self.header.is_some() || self.layout == Layout::Jsonl {
            return Ok(());
        }
        let mut cells = Cells::default();
        row.serialize(&mut cells).map_err(io::Error::other)?;
        self.line(&cells.names)?;
        self.header = Some(cells.names);
        Ok(())
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

/// The names and values of a row's fields.
#[derive(Default)]
struct Cells {
    names: Vec<String>,
    values: Vec<String>,
}

/// A value that does not fit into a cell.
#[derive(Debug)]
struct NotFlat(String);

impl Display for NotFlat {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for NotFlat {}

impl ser::Error for NotFlat {
    fn custom<T: Display>(message: T) -> Self {
        NotFlat(message.to_string())
    }
}

fn not_flat<T>() -> Result<T, NotFlat> {
    Err(NotFlat("a record holds only numbers, texts and lists of them".into()))
}

impl SerializeStruct for &mut Cells {
    type Ok = ();
    type Error = NotFlat;

    fn serialize_field<T: ?Sized + Serialize>(
        &mut self,
        name: &'static str,
        value: &T,
    ) -> Result<(), NotFlat> {
        self.names.push(name.into());
        let mut text = String::new();
        value.serialize(CellText(&mut text))?;
        self.values.push(text);
        Ok(())
    }

    fn end(self) -> Result<(), NotFlat> {
        Ok(())
    }
}

impl SerializeMap for &mut Cells {
    type Ok = ();
    type Error = NotFlat;

    fn serialize_key<T: ?Sized + Serialize>(&mut self, key: &T) -> Result<(), NotFlat> {
        let mut text = String::new();
        key.serialize(CellText(&mut text))?;
        self.names.push(text);
        Ok(())
    }

    fn serialize_value<T: ?Sized + Serialize>(&mut self, value: &T) -> Result<(), NotFlat> {
        let mut text = String::new();
        value.serialize(CellText(&mut text))?;
        self.values.push(text);
        Ok(())
    }

    fn end(self) -> Result<(), NotFlat> {
        Ok(())
    }
}

/// Items of a list, with spaces between.
struct Items<'t> {
    text: &'t mut String,
    first: bool,
}

impl SerializeSeq for Items<'_> {
    type Ok = ();
    type Error = NotFlat;

    fn serialize_element<T: ?Sized + Serialize>(&mut self, value: &T) -> Result<(), NotFlat> {
        if !std::mem::take(&mut self.first) {
            self.text.push(' ');
        }
        value.serialize(CellText(self.text))
    }

    fn end(self) -> Result<(), NotFlat> {
        Ok(())
    }
}

/// The text of one cell.
struct CellText<'t>(&'t mut String);

/// Methods of a serializer that write a value as Rust prints it.
macro_rules! printed {
    ($($method:ident: $type:ty),*) => {
        $(fn $method(self, value: $type) -> Result<(), NotFlat> {
            write!(self.0, "{value}").map_err(|error| NotFlat(error.to_string()))
        })*
    };
}

/// Methods of a serializer for what a record cannot hold.
macro_rules! refused {
    ($($method:ident($($type:ty),*) -> $result:ty;)*) => {
        $(fn $method(self, $(_: $type),*) -> Result<$result, NotFlat> {
            not_flat()
        })*
    };
}

type Never = Impossible<(), NotFlat>;

impl<'t> ser::Serializer for CellText<'t> {
    type Ok = ();
    type Error = NotFlat;
    type SerializeSeq = Items<'t>;
    type SerializeTuple = Never;
    type SerializeTupleStruct = Never;
    type SerializeTupleVariant = Never;
    type SerializeMap = Never;
    type SerializeStruct = Never;
    type SerializeStructVariant = Never;

    printed!(serialize_bool: bool, serialize_i8: i8, serialize_i16: i16, serialize_i32: i32,
        serialize_i64: i64, serialize_u8: u8, serialize_u16: u16, serialize_u32: u32,
        serialize_u64: u64, serialize_char: char, serialize_str: &str);

    fn serialize_f32(self, value: f32) -> Result<(), NotFlat> {
        self.serialize_f64(f64::from(value))
    }

    fn serialize_f64(self, value: f64) -> Result<(), NotFlat> {
        // What is not a number is empty, as it is null in JSON; adding 0 makes -0 positive.
        if !value.is_finite() {
            return Ok(());
        }
        write!(self.0, "{}", value + 0.0).map_err(|error| NotFlat(error.to_string()))
    }

    fn serialize_none(self) -> Result<(), NotFlat> {
        Ok(())
    }

    fn serialize_some<T: ?Sized + Serialize>(self, value: &T) -> Result<(), NotFlat> {
        value.serialize(self)
    }

    fn serialize_unit(self) -> Result<(), NotFlat> {
        Ok(())
    }

    fn serialize_unit_struct(self, name: &'static str) -> Result<(), NotFlat> {
        self.serialize_str(name)
    }

    fn serialize_unit_variant(
        self,
        _: &'static str,
        _: u32,
        variant: &'static str,
    ) -> Result<(), NotFlat> {
        self.serialize_str(variant)
    }

    fn serialize_newtype_struct<T: ?Sized + Serialize>(
        self,
        _: &'static str,
        value: &T,
    ) -> Result<(), NotFlat> {
        value.serialize(self)
    }

    fn serialize_newtype_variant<T: ?Sized + Serialize>(
        self,
        _: &'static str,
        _: u32,
        _: &'static str,
        _: &T,
    ) -> Result<(), NotFlat> {
        not_flat()
    }

    fn serialize_seq(self, _: Option<usize>) -> Result<Items<'t>, NotFlat> {
        Ok(Items { text: self.0, first: true })
    }

    refused! {
        serialize_bytes(&[u8]) -> ();
        serialize_tuple(usize) -> Never;
        serialize_tuple_struct(&'static str, usize) -> Never;
        serialize_tuple_variant(&'static str, u32, &'static str, usize) -> Never;
        serialize_map(Option<usize>) -> Never;
        serialize_struct(&'static str, usize) -> Never;
        serialize_struct_variant(&'static str, u32, &'static str, usize) -> Never;
    }
}

impl<'c> ser::Serializer for &'c mut Cells {
    type Ok = ();
    type Error = NotFlat;
    type SerializeSeq = Never;
    type SerializeTuple = Never;
    type SerializeTupleStruct = Never;
    type SerializeTupleVariant = Never;
    type SerializeMap = &'c mut Cells;
    type SerializeStruct = &'c mut Cells;
    type SerializeStructVariant = Never;

    fn serialize_map(self, _: Option<usize>) -> Result<&'c mut Cells, NotFlat> {
        Ok(self)
    }

    fn serialize_struct(self, _: &'static str, _: usize) -> Result<&'c mut Cells, NotFlat> {
        Ok(self)
    }

    fn serialize_some<T: ?Sized + Serialize>(self, value: &T) -> Result<(), NotFlat> {
        value.serialize(self)
    }

    fn serialize_newtype_struct<T: ?Sized + Serialize>(
        self,
        _: &'static str,
        value: &T,
    ) -> Result<(), NotFlat> {
        value.serialize(self)
    }

    fn serialize_newtype_variant<T: ?Sized + Serialize>(
        self,
        _: &'static str,
        _: u32,
        _: &'static str,
        value: &T,
    ) -> Result<(), NotFlat> {
        value.serialize(self)
    }

    refused! {
        serialize_bool(bool) -> (); serialize_i8(i8) -> (); serialize_i16(i16) -> ();
        serialize_i32(i32) -> (); serialize_i64(i64) -> (); serialize_u8(u8) -> ();
        serialize_u16(u16) -> (); serialize_u32(u32) -> (); serialize_u64(u64) -> ();
        serialize_f32(f32) -> (); serialize_f64(f64) -> (); serialize_char(char) -> ();
        serialize_str(&str) -> (); serialize_bytes(&[u8]) -> (); serialize_none() -> ();
        serialize_unit() -> (); serialize_unit_struct(&'static str) -> ();
        serialize_unit_variant(&'static str, u32, &'static str) -> ();
        serialize_seq(Option<usize>) -> Never;
        serialize_tuple(usize) -> Never;
        serialize_tuple_struct(&'static str, usize) -> Never;
        serialize_tuple_variant(&'static str, u32, &'static str, usize) -> Never;
        serialize_struct_variant(&'static str, u32, &'static str, usize) -> Never;
    }
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
