//! How measures see all rankings of a small setting.

use super::notes::note;
use super::words::{Columns, count, counted, header, listed, number, optional, text, tied};
use super::{Presenter, answer};
use crate::document::Document;
use crate::records::Records;
use crate::{Cell, Note, Table};
use gainline::{Measure, format_number};
use gainline_analysis::patterns::{
    Coefficient, Finding, MeasurePair, PatternDisagreement, PatternValues, PatternsAnswer,
};
use serde::Serialize;
use std::io;

/// Shows how measures see all rankings of a small setting.
pub struct PatternsPresenter<'a> {
    /// What is shown.
    pub answer: &'a PatternsAnswer,
    /// Decimals in tables.
    pub digits: usize,
}

/// A value, for scripts.
#[derive(Default, Serialize)]
struct Record {
    table: &'static str,
    row: String,
    measure: String,
    value: Option<Value>,
}

#[derive(Serialize)]
#[serde(untagged)]
enum Value {
    Number(f64),
    Pattern(String),
}

impl Presenter for PatternsPresenter<'_> {
    answer!(PatternsAnswer);

    fn document(&self) -> Document {
        let mut document = Document::new(self.notes());
        document.titled("Values over all patterns:", self.spread());
        if self.answer.measures.len() > 1 {
            let by = self.answer.request.correlation;
            let what = match by {
                Coefficient::Pearson => "Pearson's r",
                Coefficient::Spearman => "Spearman's rho",
                Coefficient::Kendall => "Kendall's tau_b",
            };
            let title = format!("Correlation over all patterns, {what} (--correlation {by}):");
            document.titled(title, self.correlation());
            let pairs = self.answer.pattern_pairs;
            let s = if pairs == 1 { "" } else { "s" };
            let title = format!(
                "Of {pairs} pair{s} of patterns, those that two measures order oppositely (by what \
                 is better for each), and the pair on which they disagree most:"
            );
            document.titled(title, self.disagreement());
        }
        let title = match self.answer.all {
            Some(_) => "All patterns (--all), and selected ratios (--show):",
            None => "Selected patterns and ratios (--show):",
        };
        document.titled(title, self.patterns());
        let words: Vec<String> =
            self.answer.findings.iter().filter_map(|finding| self.words(finding)).collect();
        if !words.is_empty() {
            document.text(words.join(" "));
        }
        document
    }

    fn records(&self, out: &mut Records<'_>) -> io::Result<()> {
        let mut records = vec![];
        let mut push = |table, row: &str, measure: &Measure, value: Option<Value>| {
            let (row, measure) = (row.to_string(), measure.to_string());
            records.push(Record { table, row, measure, value });
        };
        for one in &self.answer.measures {
            let (measure, spread) = (&one.measure, &one.spread);
            push("spread", "mean", measure, spread.mean.map(Value::Number));
            push("spread", "sd", measure, spread.sd.map(Value::Number));
            push("spread", "min", measure, Some(Value::Number(spread.min)));
            push("spread", "max", measure, Some(Value::Number(spread.max)));
            push("spread", "distinct", measure, Some(Value::Number(spread.distinct as f64)));
        }
        for pair in &self.answer.pairs {
            let (first, second) = (&pair.first, &pair.second.to_string());
            push("correlation", second, first, pair.correlation.map(Value::Number));
            push("opposite", second, first, Some(Value::Number(pair.opposite as f64)));
            push("tied", second, first, Some(Value::Number(pair.tied as f64)));
            let prefers = |of: fn(&PatternDisagreement) -> &String| {
                pair.disagreement.as_ref().map(|pair| Value::Pattern(of(pair).clone()))
            };
            push("prefers", second, first, prefers(|pair| &pair.first_prefers));
            push("prefers", &first.to_string(), &pair.second, prefers(|pair| &pair.second_prefers));
        }
        let all = self.answer.all.iter().flatten().map(|pattern| ("pattern", pattern));
        for (table, pattern) in self.answer.shown.iter().map(|one| ("shown", one)).chain(all) {
            for (measure, value) in self.answer.request.measures.iter().zip(&pattern.values) {
                push(table, &pattern.pattern, measure, value.map(Value::Number));
            }
        }
        out.rows(records)
    }
}

impl PatternsPresenter<'_> {
    fn notes(&self) -> Vec<Note> {
        let PatternsAnswer { request, relevant, .. } = self.answer;
        let grades: Vec<String> = self.answer.grades.iter().copied().map(format_number).collect();
        let are_all = *relevant == grades.len();
        let documents =
            counted(grades.len(), if are_all { "relevant document" } else { "document" });
        let of_them = match relevant {
            _ if are_all => String::new(),
            0 => ", none of them relevant".into(),
            some => format!(", {some} of them relevant"),
        };
        let with_grades = match &grades[..] {
            [] => String::new(),
            [one] => format!(" with grade {one}"),
            many => format!(" with grades {}", many.join(", ")),
        };
        let size = counted(self.answer.collection_size, "document");
        let made_of = match (request.collection_size, are_all) {
            (Some(_), _) => String::new(),
            (None, true) => format!(": the relevant ones and {}", counted(request.length, "other")),
            (None, false) => {
                format!(": those of --grades and {}", counted(request.length, "other"))
            }
        };
        let rel = format_number(request.rel);
        let note_if = |finding: Finding, text: &'static str| {
            if self.answer.findings.contains(&finding) { text } else { "" }
        };
        let caution = [
            note_if(Finding::AllRelevant, "; so documents of grade 0 are relevant too"),
            note_if(Finding::NothingRelevant, "; so no document is relevant"),
        ];
        let how = "or higher, unless a measure says otherwise or uses grades";
        let all = counted(self.answer.patterns, "pattern");
        let length = counted(request.length, "document");
        let setting = format!(
            "{documents}{with_grades} (--grades){of_them}; all others have grade 0 and are judged"
        );
        let mut notes = vec![
            note("setting", setting),
            note("patterns", format!("{all} of {length} (--length)")),
            note("relevant", format!("grade {rel} {how} (--rel){}", caution.concat())),
            note("N", format!("{size} in the collection{made_of} (--collection-size)")),
        ];
        notes.extend(self.answer.findings.iter().filter_map(|finding| self.noted(finding)));
        notes
    }

    /// The findings that are notes of their own.
    fn noted(&self, finding: &Finding) -> Option<Note> {
        match finding {
            Finding::DeeperCutoff { measures } => {
                let has =
                    if measures.len() == 1 { "has a deeper cutoff" } else { "have deeper cutoffs" };
                let (names, length) = (listed(measures, "and"), self.answer.request.length);
                let text = format!("{names} {has} than the {length} ranks of a pattern");
                Some(note("cutoff", text))
            }
            Finding::GradesRunTogether { grade, digits } => {
                let (grade, count) = (format_number(*grade), digits.len());
                let apart: Vec<String> = digits.iter().map(ToString::to_string).collect();
                let apart = apart.join(",");
                let text =
                    format!("{grade} is one grade; for {count} documents, write --grades {apart}");
                Some(note("caution", text))
            }
            Finding::NothingRelevant
            | Finding::AllRelevant
            | Finding::MostAlike { .. }
            | Finding::LeastAlike { .. }
            | Finding::EquallyAlike { .. }
            | Finding::MostOpposite { .. }
            | Finding::NothingOpposite
            | Finding::Constant { .. } => None,
        }
    }

    fn spread(&self) -> Table {
        let d = self.digits;
        Columns::of(&self.answer.measures)
            .column("measure", |one| text(&one.measure))
            .column("mean", |one| optional(one.spread.mean, d))
            .column("sd", |one| optional(one.spread.sd, d))
            .column("min", |one| number(one.spread.min, d))
            .column("max", |one| number(one.spread.max, d))
            .column("distinct values", |one| count(one.spread.distinct))
            .table()
    }

    /// The lower half of the matrix.
    fn correlation(&self) -> Table {
        let measures = &self.answer.measures;
        // Pairs come row by row of the upper half.
        let mut rows: Vec<Vec<Cell>> =
            measures.iter().map(|one| vec![text(&one.measure)]).collect();
        let mut pairs = self.answer.pairs.iter();
        for at in 0..measures.len() {
            let itself = (measures[at].spread.distinct > 1).then_some(1.0);
            rows[at].push(optional(itself, self.digits));
            for (row, pair) in rows[at + 1..].iter_mut().zip(&mut pairs) {
                row.push(optional(pair.correlation, self.digits));
            }
        }
        let mut names = header(&["measure"]);
        names.extend(measures.iter().map(|one| one.measure.to_string()));
        rows.iter_mut().for_each(|row| row.resize(names.len(), text("")));
        Table { header: names, rows, ..Table::default() }
    }

    fn disagreement(&self) -> Table {
        let prefers = |pair: &MeasurePair, of: fn(&PatternDisagreement) -> &String| {
            pair.disagreement.as_ref().map_or(text("-"), |pair| text(of(pair)))
        };
        Columns::of(&self.answer.pairs)
            .column("first", |pair| text(&pair.first))
            .column("second", |pair| text(&pair.second))
            .column("opposite", |pair| number(pair.opposite as f64, 0))
            .column("share %", |pair| number(100.0 * pair.opposite_share, 1))
            .column("first prefers", |pair| prefers(pair, |pair| &pair.first_prefers))
            .column("second prefers", |pair| prefers(pair, |pair| &pair.second_prefers))
            .table()
    }

    /// The selected patterns, or all.
    fn patterns(&self) -> Table {
        let PatternsAnswer { shown, all, measures, .. } = self.answer;
        let is_new = |one: &&PatternValues| all.is_none() || one.pattern.contains('/');
        let rows = all.iter().flatten().chain(shown.iter().filter(is_new));
        let mut columns = Columns::of(rows).column("pattern", |one| text(&one.pattern));
        for (at, one) in measures.iter().enumerate() {
            let value = |row: &&PatternValues| optional(row.values[at], self.digits);
            columns = columns.column(one.measure.to_string(), value);
        }
        columns.table()
    }

    /// What a finding says of the measures.
    fn words(&self, finding: &Finding) -> Option<String> {
        let (pairs, d) = (&self.answer.pairs, self.digits);
        let both = |pair: &MeasurePair| format!("{} and {}", pair.first, pair.second);
        let correlated = |pair: &MeasurePair| {
            let value = pair.correlation.map(|value| format!(" ({:.d$})", value + 0.0));
            format!("{}{}", both(pair), value.unwrap_or_default())
        };
        match finding {
            Finding::MostAlike { pairs: places } => {
                let names: Vec<String> = places.iter().map(|at| correlated(&pairs[*at])).collect();
                Some(format!("Most correlated: {}.", tied(&names, "pair")))
            }
            Finding::LeastAlike { pairs: places } => {
                let names: Vec<String> = places.iter().map(|at| correlated(&pairs[*at])).collect();
                Some(format!("Least correlated: {}.", tied(&names, "pair")))
            }
            Finding::EquallyAlike { pairs: 1, correlation } => {
                let pair = pairs.iter().find(|pair| pair.correlation.is_some())?;
                Some(format!("The correlation of {} is {correlation:.d$}.", both(pair)))
            }
            Finding::EquallyAlike { pairs, correlation } => Some(format!(
                "All {pairs} pairs of measures correlate equally ({correlation:.d$})."
            )),
            Finding::MostOpposite { pairs: places } => {
                let pair = &pairs[*places.first()?];
                let names: Vec<String> = places.iter().map(|at| both(&pairs[*at])).collect();
                let who = match (pairs.len(), names.len()) {
                    (1, _) => "They".into(),
                    (_, 1) => format!("{} disagree most often: they", both(pair)),
                    _ => format!("{} disagree most often: each pair", tied(&names, "pair")),
                };
                let orders = if pairs.len() > 1 && names.len() > 1 { "orders" } else { "order" };
                let (opposite, all) = (pair.opposite, self.answer.pattern_pairs);
                let share = 100.0 * pair.opposite_share;
                let most = pair.disagreement.as_ref().map(|most| largest(pair, most, d));
                Some(format!(
                    "{who} {orders} {opposite} of {all} pairs oppositely ({share:.1} %).{}",
                    most.unwrap_or_default()
                ))
            }
            Finding::NothingOpposite => {
                Some("No two of the measures order any two patterns oppositely.".into())
            }
            Finding::Constant { measures } => {
                let s = if measures.len() == 1 { "s" } else { "" };
                Some(format!("{} give{s} all patterns the same value.", listed(measures, "and")))
            }
            Finding::NothingRelevant
            | Finding::AllRelevant
            | Finding::DeeperCutoff { .. }
            | Finding::GradesRunTogether { .. } => None,
        }
    }
}

/// What two measures disagree on most.
fn largest(pair: &MeasurePair, most: &PatternDisagreement, d: usize) -> String {
    let values = |values: &[f64]| {
        let shown: Vec<String> =
            values.iter().map(|value| format!("{:.d$}", value + 0.0)).collect();
        shown.join(" against ")
    };
    format!(
        " By {}, {} is better than {} ({}); by {}, it is worse ({}).",
        pair.first,
        most.first_prefers,
        most.second_prefers,
        values(&most.first_values),
        pair.second,
        values(&most.second_values)
    )
}
