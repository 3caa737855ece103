//! The notes above changes by rank: what changes, and the choices behind the numbers.

use super::SensitivityPresenter;
use crate::Note;
use crate::present::notes::{self, note};
use crate::present::words::listed;
use gainline::{Measure, format_number};
use gainline_analysis::sensitivity::{Base, Documents, Finding, MeasureChange, SensitivityAnswer};

impl SensitivityPresenter<'_> {
    pub(super) fn notes(&self) -> Vec<Note> {
        let SensitivityAnswer { provenance, request, .. } = self.answer;
        let mut all = notes::inputs(provenance);
        all.extend([
            note("change", self.change()),
            note("base", self.base()),
            note("formulas", self.formulas()),
            notes::topics(provenance, "evaluated"),
            note("ranks", self.ranks()),
            notes::relevant(provenance, ", unless a measure says otherwise"),
            notes::depth(provenance),
            notes::ties(provenance),
        ]);
        all.extend(notes::unjudged(&provenance.options));
        all.extend(notes::collection(&request.measures, &provenance.options));
        all.extend(notes::highest_gains(&request.measures, provenance));
        all.extend(notes::users(&request.measures, provenance));
        all.extend(self.answer.findings.iter().filter_map(found));
        all
    }

    fn change(&self) -> String {
        let request = &self.answer.request;
        let mut grades: Vec<f64> = self.answer.measures.iter().map(|changed| changed.to).collect();
        grades.sort_by(f64::total_cmp);
        grades.dedup();
        let each = |grade: &f64| {
            let has = |changed: &&MeasureChange| changed.to == *grade;
            let names = self.answer.measures.iter().filter(has).map(|c| c.measure.to_string());
            format!("{} ({})", format_number(*grade), names.collect::<Vec<_>>().join(", "))
        };
        let why = if request.to.is_some() { "--to" } else { "the lowest relevant grade; --to" };
        let grade = match &grades[..] {
            [grade] => format_number(*grade),
            many => many.iter().map(each).collect::<Vec<_>>().join(", "),
        };
        let (which, than) = match request.documents {
            Documents::All => ("each document", ", compared with it being unjudged"),
            Documents::Lower => {
                ("each document that is unjudged or has a lower grade", ", compared with that")
            }
            Documents::Unjudged => ("each unjudged document", ""),
        };
        let documents = request.documents;
        format!("{which} in turn gets grade {grade} ({why}){than} (--documents {documents})")
    }

    fn base(&self) -> String {
        let base = self.answer.request.base;
        let what = match base {
            Base::Fixed => {
                "R and the ideal ranking stay as they are, as if a relevant document that the run \
                 missed were at the rank"
            }
            Base::Grows => {
                "R and the ideal ranking grow with the document, as if it were newly found relevant"
            }
        };
        format!("{what} (--base {base})")
    }

    fn formulas(&self) -> String {
        let by_formula = self.answer.measures.iter();
        let by_formula: Vec<String> = by_formula
            .filter_map(|changed| Some(format!("{} {}", changed.measure, changed.formula?)))
            .collect();
        let others = self.answer.measures.iter().filter(|changed| changed.formula.is_none());
        let others: Vec<&Measure> = others.map(|changed| &changed.measure).collect();
        let recomputed =
            || format!("recomputed with each changed judgment: {}", listed(&others, "and"));
        let kishida = || format!("Kishida (2005): {}", by_formula.join(", "));
        match (by_formula.is_empty(), others.is_empty()) {
            (true, _) => format!("none applies; {}", recomputed()),
            (false, true) => kishida(),
            (false, false) => format!("{}; {}", kishida(), recomputed()),
        }
    }

    fn ranks(&self) -> String {
        let SensitivityAnswer { request, runs, provenance, .. } = self.answer;
        let missing = match provenance.runs.iter().all(|run| run.topics_missing.is_empty()) {
            true => "",
            false => "; a topic that the run lacks counts at none",
        };
        let has = match request.documents {
            Documents::All => "of its ranking",
            Documents::Lower | Documents::Unjudged => "where its ranking has such a document",
        };
        let depth = request.depth;
        let end = match runs.iter().any(|run| run.last_rank < depth) {
            true => match self.reached() {
                Some(last) => format!("; the last rank with such a document is {last}"),
                None => "; no rank has such a document".into(),
            },
            false => String::new(),
        };
        format!("1 to {depth} (--depth){end}; a topic counts at the ranks {has}{missing}")
    }
}

/// The findings that are notes; the others are in the words.
fn found(finding: &Finding) -> Option<Note> {
    let of = |about: &str, measures: &[Measure], text: &str| {
        Some(note(about, format!("{}: {text}", listed(measures, "and"))))
    };
    match finding {
        Finding::NothingRelevant { rel, highest } => {
            let (rel, highest) = (format_number(*rel), format_number(*highest));
            let text = format!(
                "no document is relevant: the highest grade is {highest}, the lowest relevant one \
                 {rel} (--rel)"
            );
            Some(note("caution", text))
        }
        Finding::GradeAboveJudgments { to, highest } => {
            let (to, highest) = (format_number(*to), format_number(*highest));
            let text = format!(
                "--to {to} is above the highest grade of the qrels, {highest}: measures that use \
                 grades change more than with any present judgment"
            );
            Some(note("caution", text))
        }
        Finding::GradeNotRelevant { to, rel } => {
            let (to, rel) = (format_number(*to), format_number(*rel));
            let text = format!(
                "--to {to} is below the lowest relevant grade, {rel} (--rel): to most measures such \
                 a document is not relevant"
            );
            Some(note("caution", text))
        }
        Finding::NeedsMissedDocument { measures } => of(
            "place",
            measures,
            "computed from the ranks of all relevant documents, so a topic counts only where a \
             relevant document can be at the rank: one that the run missed, or that is already there",
        ),
        Finding::LowerIsBetter { measures } => {
            of("better", measures, "lower is better, so a change below 0 is a gain")
        }
        Finding::NotMeans { measures } => {
            of("means", measures, "changes are means over topics, although the score is not")
        }
        Finding::UnjudgedIsUnknown { measures } => {
            of("known", measures, "unjudged documents count as unknown to the user")
        }
        Finding::NoDocuments { .. } | Finding::NothingChanges { .. } => None,
    }
}
