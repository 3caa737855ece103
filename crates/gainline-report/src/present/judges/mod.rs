//! The agreement of judges, and what becomes of conclusions about runs.

mod notes;
mod records;
mod runs;
mod tables;
mod words;

use super::words::{listed, optional};
use super::{Presenter, answer};
use crate::Cell;
use crate::document::Document;
use crate::records::Records;
use gainline_analysis::judges::{JudgesAnswer, RunsEffect};
use std::io;
use std::path::Path;

/// So many pairs of judges are shown; json has all.
const SHOWN: usize = 10;

/// Confusion matrices of more grades than this are not shown.
const WIDEST: usize = 10;

/// Shows the agreement of judges.
pub struct JudgesPresenter<'a> {
    /// What is shown.
    pub answer: &'a JudgesAnswer,
    /// Decimals in tables.
    pub digits: usize,
    /// The file that the matrix of regrading is written to, if it is.
    pub confusion_file: Option<&'a Path>,
}

impl Presenter for JudgesPresenter<'_> {
    answer!(JudgesAnswer);

    fn document(&self) -> Document {
        let mut document = Document::new(self.notes());
        let mut tables = self.tables();
        tables.extend(self.effect().iter().flat_map(|effect| self.run_tables(effect)));
        for (title, table) in tables {
            document.titled(title, table);
        }
        self.words().into_iter().for_each(|line| document.text(line));
        document
    }

    /// Agreement over all topics and in each, then what becomes of the runs.
    fn records(&self, out: &mut Records<'_>) -> io::Result<()> {
        out.rows(records::rows(self.answer))
    }
}

impl<'a> JudgesPresenter<'a> {
    fn effect(&self) -> Option<&'a RunsEffect> {
        self.answer.effect.as_ref()
    }

    fn value(&self, value: Option<f64>) -> Cell {
        optional(value, self.digits)
    }

    /// `a and b`, `all 3 judges`.
    fn everybody(&self) -> String {
        match &self.answer.provenance.judges[..] {
            [one, other] => listed(&[&one.name, &other.name], "and"),
            many => format!("all {} judges", many.len()),
        }
    }
}

/// A grade as it is shown: one of very many digits by its magnitude.
fn shown_grade(grade: f64) -> String {
    match grade.abs() {
        1e-5..1e16 | 0.0 => grade.to_string(),
        _ => format!("{grade:e}"),
    }
}

#[cfg(test)]
mod tests {
    use super::shown_grade;

    #[test]
    fn grades_are_shown_in_a_few_digits() {
        let shown = [0.0, -1.0, 0.5, 2.25, 1e15, -1e308, 1e-200].map(shown_grade);
        assert_eq!(shown, ["0", "-1", "0.5", "2.25", "1000000000000000", "-1e308", "1e-200"]);
    }
}
