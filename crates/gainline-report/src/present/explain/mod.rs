//! What scores, or differences of scores, are made of: rank by rank, or document by document.

mod difference;
mod score;

use super::notes::{self, note};
use super::words::{counted, listed, number, text};
use super::{Presenter, answer};
use crate::document::Document;
use crate::records::Records;
use crate::{Cell, Note};
use gainline::{Measure, Summary, Unjudged, format_number};
use gainline_analysis::explain::{
    ExplainAnswer, Explanation, Finding, MeasureExplanation, TopicChoice, UnjudgedOnTop,
};
use gainline_stats::{SAME, is_same};
use std::cmp::Reverse;
use std::io;

/// Shows what scores are made of.
pub struct ExplainPresenter<'a> {
    /// What is shown.
    pub answer: &'a ExplainAnswer,
    /// Decimals in tables.
    pub digits: usize,
    /// Every rank, and every document, in tables too.
    pub all: bool,
}

impl Presenter for ExplainPresenter<'_> {
    answer!(ExplainAnswer);

    fn document(&self) -> Document {
        let mut document = Document::new(self.notes());
        for one in &self.answer.measures {
            match &one.explanation {
                Explanation::Score(score) => {
                    score::tables(self, &one.measure, score, &mut document);
                }
                Explanation::Difference(difference) => {
                    difference::table(self, &one.measure, difference, &mut document);
                }
            }
        }
        let mut said: Vec<String> = vec![];
        for sentence in self.answer.findings.iter().filter_map(unjudged) {
            // Measures with the same cutoff have the same top.
            if !said.contains(&sentence) {
                said.push(sentence);
            }
        }
        if !said.is_empty() {
            document.text(said.join(" "));
        }
        for one in &self.answer.measures {
            document.text(match &one.explanation {
                Explanation::Score(score) => score::words(self, &one.measure, score),
                Explanation::Difference(difference) => {
                    difference::words(self, &one.measure, difference)
                }
            });
        }
        document
    }

    fn records(&self, out: &mut Records<'_>) -> io::Result<()> {
        for one in &self.answer.measures {
            match &one.explanation {
                Explanation::Score(score) => score::records(self, &one.measure, score, out)?,
                Explanation::Difference(difference) => {
                    difference::records(self, &one.measure, difference, out)?;
                }
            }
        }
        Ok(())
    }
}

impl ExplainPresenter<'_> {
    /// How many decimals a measure is shown with: counts have none.
    fn decimals(&self, measure: &Measure) -> usize {
        if measure.summary() == Summary::Sum { 0 } else { self.digits }
    }

    fn depth(&self) -> Option<usize> {
        self.answer.provenance.options.depth
    }

    fn notes(&self) -> Vec<Note> {
        let ExplainAnswer { provenance, request, .. } = self.answer;
        let options = &provenance.options;
        let mut all = notes::inputs(provenance);
        let text = format!("{} ({}): {}", self.answer.topic, self.chosen(), self.judged());
        all.push(note("topic", text));
        all.extend(self.rankings());
        all.push(notes::relevant(provenance, ", unless a measure says otherwise or uses grades"));
        all.push(notes::ties(provenance));
        all.extend(notes::unjudged(options));
        if options.unjudged == Unjudged::Condense {
            all.push(note("ranks", "in the condensed ranking, without unjudged documents"));
        }
        all.extend(notes::collection(&request.measures, options));
        all.extend(notes::highest_gains(&request.measures, provenance));
        all.extend(self.answer.findings.iter().filter_map(|finding| self.found(finding)));
        all.extend(notes::users(&request.measures, provenance));
        if request.against.is_none() {
            all.extend(self.columns());
        }
        all
    }

    /// Why it is this topic.
    fn chosen(&self) -> String {
        let request = &self.answer.request;
        let by = |what: &str| {
            let measures = request.measures.first().map(|measure| format!(" by {measure}"));
            format!("{what}{}", measures.unwrap_or_default())
        };
        match (&request.topic, &request.against) {
            (TopicChoice::Id(_), _) => "--topic".into(),
            (TopicChoice::Worst, None) => by("--topic worst: the worst one"),
            (TopicChoice::Best, None) => by("--topic best: the best one"),
            (TopicChoice::Worst, Some(_)) => by("--topic worst: the largest loss"),
            (TopicChoice::Best, Some(_)) => by("--topic best: the largest gain"),
        }
    }

    /// How many documents are judged, by grade.
    fn judged(&self) -> String {
        let groups = self.answer.judged.iter();
        let judged = groups.clone().map(|group| group.documents).sum();
        let groups: Vec<String> = groups
            .map(|group| format!("{} with grade {}", group.documents, format_number(group.grade)))
            .collect();
        format!("{}: {}", counted(judged, "judged document"), listed(&groups, "and"))
    }

    /// How many documents each run has for the topic.
    fn rankings(&self) -> Vec<Note> {
        let names = match self.answer.rankings.len() {
            1 => ["run", ""],
            _ => ["against", "run"],
        };
        let each = names.iter().zip(&self.answer.rankings).map(|(about, ranking)| {
            let missing = Finding::TopicMissing { run: ranking.run.clone() };
            let said = if self.answer.findings.contains(&missing) {
                "lacks this topic, which counts as an empty ranking".to_string()
            } else {
                let depth = self.depth();
                let cut = depth.map_or(String::new(), |d| format!(" (only the top {d}: --depth)"));
                let retrieved = counted(ranking.retrieved, "document");
                format!("{retrieved} retrieved{cut}, {} judged", ranking.judged)
            };
            note(about, format!("{}: {said}", ranking.run))
        });
        each.collect()
    }

    /// The findings that are notes; the others are in the words.
    fn found(&self, finding: &Finding) -> Option<Note> {
        match finding {
            Finding::CollectionTooSmall { .. } => Some(note(
                "hidden",
                "documents whose judgments are not yet revealed count as additional documents; the \
                 collection has no room for them, so it counts as larger until they are revealed",
            )),
            Finding::CollectionGrows => Some(note(
                "hidden",
                "documents whose judgments are not yet revealed count as additional documents, so \
                 the collection (N) counts as larger by the relevant ones until they are revealed",
            )),
            Finding::LowerIsBetter { measures } => {
                let what = match self.answer.request.against {
                    Some(_) => "a difference",
                    None => "a contribution",
                };
                let names = listed(measures, "and");
                Some(note(
                    "better",
                    format!("{names}: lower is better, so {what} below 0 is a gain"),
                ))
            }
            Finding::NoIdealRanking { measures } => {
                let names = listed(measures, "and");
                Some(note(
                    "no ideal",
                    format!("{names}: computed from scores, not from ranks alone"),
                ))
            }
            Finding::TopicMissing { .. }
            | Finding::NothingContributes { .. }
            | Finding::CancelsOut { .. }
            | Finding::NearlyCancelsOut { .. }
            | Finding::UnjudgedOnTop { .. }
            | Finding::DifferentStart { .. }
            | Finding::DifferentWithoutMove { .. } => None,
        }
    }

    /// What the columns of a score's table mean.
    fn columns(&self) -> Vec<Note> {
        let all = self.answer.grades.len();
        let shown = score::shown_grades(all).len();
        let some = match all - shown {
            0 => String::new(),
            _ => format!("; {shown} of {all} grades are shown, tsv and json have all"),
        };
        let at = format!(
            "what a document would contribute at this grade, with all other judgments unchanged; for \
             the change of the whole score see `gainline sensitivity --base grows`{some}"
        );
        let cut = self.depth().map_or(String::new(), |d| format!("; at most {d} (--depth)"));
        let ideal = format!(
            "the judged documents with a grade above 0, highest first, then the run's others{cut}"
        );
        let has_ideal = |one: &MeasureExplanation| matches!(&one.explanation, Explanation::Score(score) if score.ideal.is_some());
        let mut notes = vec![note("at", at)];
        notes.extend(self.answer.measures.iter().any(has_ideal).then(|| note("ideal", ideal)));
        notes
    }
}

/// Says how many of the documents on top are unjudged, where they are many.
fn unjudged(finding: &Finding) -> Option<String> {
    let (runs, differ) = match finding {
        Finding::UnjudgedOnTop { runs, differ, .. } => (runs, *differ),
        Finding::TopicMissing { .. }
        | Finding::LowerIsBetter { .. }
        | Finding::NoIdealRanking { .. }
        | Finding::CollectionTooSmall { .. }
        | Finding::CollectionGrows
        | Finding::NothingContributes { .. }
        | Finding::CancelsOut { .. }
        | Finding::NearlyCancelsOut { .. }
        | Finding::DifferentStart { .. }
        | Finding::DifferentWithoutMove { .. } => return None,
    };
    let mut most_first: Vec<&UnjudgedOnTop> = runs.iter().collect();
    most_first.sort_by_key(|run| Reverse(run.unjudged));
    let (most, others) = most_first.split_first()?;
    let UnjudgedOnTop { run, documents, unjudged } = most;
    let are = if *unjudged == 1 { "is" } else { "are" };
    let others: Vec<String> = others
        .iter()
        .filter(|other| other.documents > 0)
        .map(|other| match (other.unjudged, other.documents == *documents) {
            (0, _) => format!(" (none of {})", other.run),
            (unjudged, true) => format!(" ({unjudged} of {})", other.run),
            (unjudged, false) => {
                format!(" ({unjudged} of the top {} of {})", other.documents, other.run)
            }
        })
        .collect();
    let others = others.concat();
    let count = if *unjudged == 1 { "it counts" } else { "they count" };
    let so = if differ { ", which may affect the difference" } else { "" };
    Some(format!(
        "{unjudged} of the top {documents} of {run} {are} unjudged{others}: {count} as not relevant{so}."
    ))
}

/// A grade; a dash for an unjudged document.
fn grade(grade: Option<f64>) -> Cell {
    match grade {
        None => text("-"),
        // In full it would be too wide.
        Some(grade) if grade.abs() >= 1e15 => text(format_number(grade)),
        Some(grade) => Cell::exact(grade),
    }
}

/// A contribution; one that is shown as 0 has no sign.
fn amount(value: f64, decimals: usize) -> Cell {
    let shown = format!("{:.decimals$}", value.abs());
    let is_zero = shown.chars().all(|c| matches!(c, '0' | '.'));
    number(if is_zero { 0.0 } else { value }, decimals)
}

/// So many documents are named in words.
const NAMED: usize = 3;

/// Something that a number is made of.
struct Part {
    size: f64,
    name: String,
    /// How much it is, as it is shown.
    amount: String,
}

/// The largest parts by name, and how many others equal the last one named. Equal ones stay in
/// their order.
fn largest(mut parts: Vec<Part>) -> String {
    // Sizes that differ by rounding only are the same.
    let steps = |part: &Part| (part.size.abs() / SAME).round();
    parts.sort_by(|a, b| steps(b).total_cmp(&steps(a)));
    let rest = parts.split_off(parts.len().min(NAMED));
    let as_large = |last: &Part| {
        rest.iter().take_while(|part| is_same(part.size.abs(), last.size.abs())).count()
    };
    let also = match parts.last().map_or(0, as_large) {
        0 => String::new(),
        1 => "; 1 other is equal".into(),
        many => format!("; {many} others are equal"),
    };
    let mut named: Vec<String> =
        parts.iter().map(|part| format!("{} ({})", part.name, part.amount)).collect();
    if let Some(last) = named.last_mut() {
        last.insert_str(last.len() - 1, &also);
    }
    listed(&named, "and")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn equal_parts_are_counted_where_they_are_not_named() {
        let part = |(at, size): (usize, &f64)| Part {
            size: *size,
            name: format!("d{at}"),
            amount: format!("{size:.1}"),
        };
        let said = |sizes: &[f64]| largest(sizes.iter().enumerate().map(part).collect());
        assert_eq!(said(&[]), "");
        assert_eq!(said(&[0.1]), "d0 (0.1)");
        assert_eq!(said(&[0.1, -0.3, 0.2, 0.05]), "d1 (-0.3), d2 (0.2) and d0 (0.1)");
        let rounded = 0.1 + 1e-16;
        assert_eq!(
            said(&[0.1, 0.1, rounded, 0.1, 0.05]),
            "d0 (0.1), d1 (0.1) and d2 (0.1; 1 other is equal)"
        );
        assert_eq!(
            said(&[0.1, 0.3, 0.1, 0.1, -0.1]),
            "d1 (0.3), d0 (0.1) and d2 (0.1; 2 others are equal)"
        );
    }
}
