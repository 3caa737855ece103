//! What `gainline judges` shows.

use super::effect::Effect;
use super::json::write_document;
use super::reading::Judge;
use super::{effect_tables, notes, rows, tables, words};
use crate::cells::{number, text};
use crate::documents::write_line;
use crate::evaluation::Evaluated;
use crate::sections::{self, Sections};
use crate::writing::Format;
use gainline::Measure;
use gainline_analysis::judges::{Agreement, Ratings};
use gainline_report::{Cell, write_csv, write_tsv};
use std::io::{self, Write};
use std::path::PathBuf;

/// What everything comes from.
pub(super) struct About<'a> {
    pub judges: &'a [Judge],
    pub ratings: &'a Ratings,
    pub agreement: &'a Agreement,
    /// Topic by topic, where that is asked for.
    pub topics: &'a [Agreement],
    /// The runs by the first judge.
    pub runs: &'a [Evaluated],
    pub measures: &'a [Measure],
    /// What becomes of conclusions, with runs.
    pub effect: Option<&'a Effect>,
    /// Whether only documents that all have judged count.
    pub common: bool,
    /// How many documents there were before that.
    pub before: usize,
    /// The file of the confusion matrix, the judge from whom it goes, and its text.
    pub confusion: Option<(&'a PathBuf, Option<usize>, String)>,
    pub alpha: f64,
    /// Decimals shown in tables.
    pub digits: usize,
}

/// A grade as it is shown: one of very many digits by its magnitude.
pub(super) fn shown_grade(grade: f64) -> String {
    match grade.abs() {
        1e-5..1e16 | 0.0 => grade.to_string(),
        _ => format!("{grade:e}"),
    }
}

/// So many pairs of judges are shown; json has all.
pub(super) const SHOWN: usize = 10;

impl About<'_> {
    pub(super) fn judge(&self, judge: usize) -> &str {
        &self.judges[judge].name
    }

    pub(super) fn run(&self, run: usize) -> &str {
        &self.runs[run].name
    }

    pub(super) fn value(&self, value: Option<f64>) -> Cell {
        value.map_or(text("-"), |value| number(value, self.digits))
    }

    /// A p-value; a tiny one by its magnitude, since no p is 0.
    pub(super) fn p(&self, p: Option<f64>) -> Cell {
        let least = 0.1_f64.powi(i32::try_from(self.digits).unwrap_or(0));
        match p {
            Some(p) if p > 0.0 && p < least => text(&format!("{p:.0e}")),
            p => self.value(p),
        }
    }

    /// `a and b`, `all 3 judges`.
    pub(super) fn everybody(&self) -> String {
        match self.judges {
            [one, other] => format!("{} and {}", one.name, other.name),
            many => format!("all {} judges", many.len()),
        }
    }
}

pub(super) fn write(about: &About<'_>, format: Format, out: &mut dyn Write) -> io::Result<()> {
    match format {
        Format::Tsv => write_tsv(&rows::table(about), out),
        Format::Csv => write_csv(&rows::table(about), out),
        Format::Jsonl => rows::lines(about).iter().try_for_each(|line| write_line(line, out)),
        Format::Json => write_document(about, out),
        Format::Table | Format::Markdown | Format::Latex => {
            let mut tables = tables::tables(about);
            tables.extend(effect_tables::tables(about));
            let sections =
                Sections { notes: notes::notes(about), tables, words: words::words(about) };
            sections::write(&sections, format, out)
        }
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
