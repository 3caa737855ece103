//! A reproduction beside the original: rankings, scores, effects, and what they come to.

mod notes;
mod records;
mod tables;
mod words;

use super::{Presenter, answer};
use crate::document::Document;
use crate::records::Records;
use gainline_analysis::reproduce::{ReproduceAnswer, Role};
use std::io;

/// Shows a reproduction beside the original.
pub struct ReproducePresenter<'a> {
    /// What is shown.
    pub answer: &'a ReproduceAnswer,
    /// Decimals in tables.
    pub digits: usize,
}

impl Presenter for ReproducePresenter<'_> {
    answer!(ReproduceAnswer);

    fn document(&self) -> Document {
        let mut document = Document::new(self.notes());
        for (title, table) in self.tables() {
            document.titled(title, table);
        }
        document.heading("Conclusion");
        self.conclusion().into_iter().for_each(|words| document.text(words));
        document
    }

    fn records(&self, out: &mut Records<'_>) -> io::Result<()> {
        out.rows(records::rows(self.answer))
    }
}

impl ReproducePresenter<'_> {
    /// Whether there is a baseline and an advanced run, so that tables have to say which is meant.
    fn has_both(&self) -> bool {
        self.answer.pairs.len() > 1
    }

    /// A run in a sentence.
    fn the_run(&self, role: Role) -> &'static str {
        match role {
            Role::Baseline if !self.has_both() => "the run",
            Role::Baseline => "the baseline",
            Role::Advanced => "the advanced run",
        }
    }

    fn is_paired(&self) -> bool {
        self.answer.other_collection.is_none()
    }
}
