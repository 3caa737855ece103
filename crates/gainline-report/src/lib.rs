//! Answers in words: a presenter makes a [`Document`] of an answer, with headings, notes, [`Table`]s
//! and charts, and a writer lays it out as aligned text, Markdown or LaTeX. Rows for scripts
//! ([`Records`]), JSON, figures and the HTML report are made of the same answers.

mod chart;
mod color;
mod decimals;
mod document;
pub mod figures;
pub mod html;
mod json;
mod latex;
mod markdown;
pub mod plot;
pub mod present;
mod records;
mod table;
mod text;
mod writers;

pub use chart::{Chart, Series, write_chart};
pub use color::{Colors, Tone};
pub use document::{Block, Document, Line, Note};
pub use json::write_json;
pub use records::Records;
pub use table::{Cell, Table};
pub use text::wrapped;
pub use writers::{Format, write};
