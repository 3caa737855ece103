//! Indented JSON, with points of curves in one line each.

use serde::Serialize;
use serde_json::ser::{Formatter, PrettyFormatter};
use std::io::{self, Write};

/// Writes a value and a newline.
pub fn write_json(value: &impl Serialize, out: &mut dyn Write) -> io::Result<()> {
    value
        .serialize(&mut serde_json::Serializer::with_formatter(&mut *out, PointALine::default()))?;
    writeln!(out)
}

/// Indents, but writes an array within an array, a point of a curve, in one line.
#[derive(Default)]
struct PointALine {
    pretty: PrettyFormatter<'static>,
    open: Vec<Open>,
}

/// What has begun and not ended.
#[derive(Clone, Copy, PartialEq)]
enum Open {
    Array,
    Object,
    Point,
}

impl PointALine {
    fn is_in(&self, what: Open) -> bool {
        self.open.last() == Some(&what)
    }
}

impl Formatter for PointALine {
    fn begin_array<W: ?Sized + Write>(&mut self, out: &mut W) -> io::Result<()> {
        let point = self.is_in(Open::Array);
        self.open.push(if point { Open::Point } else { Open::Array });
        if point { out.write_all(b"[") } else { self.pretty.begin_array(out) }
    }

    fn end_array<W: ?Sized + Write>(&mut self, out: &mut W) -> io::Result<()> {
        let ended = self.open.pop();
        if ended == Some(Open::Point) { out.write_all(b"]") } else { self.pretty.end_array(out) }
    }

    fn begin_array_value<W: ?Sized + Write>(&mut self, out: &mut W, first: bool) -> io::Result<()> {
        match (self.is_in(Open::Point), first) {
            (false, _) => self.pretty.begin_array_value(out, first),
            (true, true) => Ok(()),
            (true, false) => out.write_all(b", "),
        }
    }

    fn end_array_value<W: ?Sized + Write>(&mut self, out: &mut W) -> io::Result<()> {
        if self.is_in(Open::Point) { Ok(()) } else { self.pretty.end_array_value(out) }
    }

    fn begin_object<W: ?Sized + Write>(&mut self, out: &mut W) -> io::Result<()> {
        self.open.push(Open::Object);
        self.pretty.begin_object(out)
    }

    fn end_object<W: ?Sized + Write>(&mut self, out: &mut W) -> io::Result<()> {
        self.open.pop();
        self.pretty.end_object(out)
    }

    fn begin_object_key<W: ?Sized + Write>(&mut self, out: &mut W, first: bool) -> io::Result<()> {
        self.pretty.begin_object_key(out, first)
    }

    fn begin_object_value<W: ?Sized + Write>(&mut self, out: &mut W) -> io::Result<()> {
        self.pretty.begin_object_value(out)
    }

    fn end_object_value<W: ?Sized + Write>(&mut self, out: &mut W) -> io::Result<()> {
        self.pretty.end_object_value(out)
    }
}
