//! What people read: notes on where numbers come from, and below them headings, tables, words and
//! charts. A presenter makes it of an answer; a writer lays it out.

use crate::chart::Chart;
use crate::{Table, Tone};

/// What is written for people.
#[derive(Debug, Clone, Default)]
pub struct Document {
    /// What it comes to, in a sentence, where there is much to read before the conclusion.
    pub answer: Option<String>,
    /// The choices behind the numbers, and what they touched.
    pub notes: Vec<Note>,
    /// What follows, in order.
    pub blocks: Vec<Block>,
}

/// A choice behind the numbers.
#[derive(Debug, Clone)]
pub struct Note {
    /// What it is about, in a word.
    pub about: String,
    /// What was chosen, and what it means here.
    pub text: String,
}

/// A piece of a document.
#[derive(Debug, Clone)]
pub enum Block {
    /// Starts a section.
    Heading(String),
    /// A table.
    Table(Table),
    /// A table for a paper, that says all that has to be known of it.
    Captioned {
        /// What stands above it.
        caption: String,
        /// What LaTeX refers to it by.
        label: String,
        /// The table.
        table: Table,
    },
    /// What the columns and signs of the table above mean.
    Legend(String),
    /// A paragraph.
    Text(String),
    /// A term, and what is to be said of it, a line each.
    Definition {
        /// The term.
        term: String,
        /// What is to be said.
        lines: Vec<String>,
    },
    /// Lines that are written as they are, and never wrapped.
    Lines(Vec<Line>),
    /// Items below each other.
    List(Vec<String>),
    /// What makes the conclusion less certain.
    Warnings(Vec<String>),
    /// What it all comes to.
    Conclusion(String),
    /// A picture as SVG, shown on pages only.
    Picture {
        /// On white.
        light: String,
        /// On black.
        dark: String,
    },
    /// Curves, drawn on a terminal only.
    Chart {
        /// What is drawn.
        chart: Chart,
        /// Characters in a line, at the most.
        width: usize,
        /// Lines, at the most.
        height: usize,
    },
}

/// A line that is written as it is.
#[derive(Debug, Clone)]
pub struct Line {
    /// What it starts with, and what that means.
    pub label: Option<(String, Tone)>,
    /// The rest.
    pub text: String,
}

impl From<String> for Line {
    fn from(text: String) -> Self {
        Line { label: None, text }
    }
}

impl std::fmt::Display for Line {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let label = self.label.as_ref().map_or("", |(label, _)| label);
        write!(f, "{label}{}", self.text)
    }
}

impl Document {
    /// Starts with notes.
    pub fn new(notes: Vec<Note>) -> Self {
        Document { answer: None, notes, blocks: vec![] }
    }

    /// Adds a heading.
    pub fn heading(&mut self, text: impl Into<String>) {
        self.blocks.push(Block::Heading(text.into()));
    }

    /// Adds a table.
    pub fn table(&mut self, table: Table) {
        self.blocks.push(Block::Table(table));
    }

    /// Adds a line that says what a table shows, and the table.
    pub fn titled(&mut self, title: impl Into<String>, table: Table) {
        self.text(title);
        self.table(table);
    }

    /// Adds what the signs of the table above mean.
    pub fn legend(&mut self, text: impl Into<String>) {
        self.blocks.push(Block::Legend(text.into()));
    }

    /// Adds a paragraph.
    pub fn text(&mut self, text: impl Into<String>) {
        self.blocks.push(Block::Text(text.into()));
    }

    /// Adds a term, and what is to be said of it.
    pub fn definition<T: Into<String>>(
        &mut self,
        term: impl Into<String>,
        lines: impl IntoIterator<Item = T>,
    ) {
        let lines = lines.into_iter().map(Into::into).collect();
        self.blocks.push(Block::Definition { term: term.into(), lines });
    }

    /// Adds what makes the conclusion less certain, if anything does.
    pub fn warnings(&mut self, items: Vec<String>) {
        if !items.is_empty() {
            self.blocks.push(Block::Warnings(items));
        }
    }

    /// Adds what it all comes to.
    pub fn conclusion(&mut self, text: impl Into<String>) {
        self.blocks.push(Block::Conclusion(text.into()));
    }

    /// Adds items, if there are any.
    pub fn list(&mut self, items: Vec<String>) {
        if !items.is_empty() {
            self.blocks.push(Block::List(items));
        }
    }
}
