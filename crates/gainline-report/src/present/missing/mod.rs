//! What unjudged documents could change, and what to judge next.

mod discover_at;
mod findings;
mod replay;
mod tables;

pub use discover_at::DiscoverAtPresenter;
pub use replay::ReplayPresenter;

use super::notes::{self, note};
use super::words::counted;
use super::{Presenter, answer};
use crate::Note;
use crate::document::Document;
use crate::records::Records;
use gainline::Measure;
use gainline_analysis::Provenance;
use gainline_analysis::missing::{
    MissingAnswer, MissingFinding, MissingPart, NextDocument, PairFlip,
};
use serde::Serialize;
use serde_json::{Value, json};
use std::io;

/// Shows what unjudged documents could change.
pub struct MissingPresenter<'a> {
    /// What is shown.
    pub answer: &'a MissingAnswer,
    /// Decimals in tables.
    pub digits: usize,
    /// The part that scripts get.
    pub part: MissingPart,
}

/// A comparison; documents are `topic document` after `topic document`.
#[derive(Default, Serialize)]
struct FlipRecord<'a> {
    measure: String,
    run: &'a str,
    against: &'a str,
    difference: f64,
    least: Option<f64>,
    most: Option<f64>,
    outcome: &'a str,
    judgments: Option<usize>,
    documents: Vec<&'a str>,
}

impl Presenter for MissingPresenter<'_> {
    answer!(MissingAnswer);

    fn document(&self) -> Document {
        let mut document = Document::new(self.notes());
        document.answer = self.short_answer();
        for said in self.words() {
            document.text(said);
        }
        for part in MissingPart::ALL.iter().filter(|part| self.shows(**part)) {
            if let Some((title, table)) = self.table(*part) {
                document.titled(title, table);
            }
        }
        document
    }

    fn records(&self, out: &mut Records<'_>) -> io::Result<()> {
        match self.part {
            MissingPart::Unjudged => self.unjudged_records(out),
            MissingPart::Scores => rows(self.answer.scores.as_deref(), out),
            MissingPart::Discovery => rows(self.answer.discovery.as_deref(), out),
            MissingPart::Flips => {
                let flips = self.answer.flips.iter().flatten();
                out.rows(flips.map(flip_record))
            }
            MissingPart::LeaveOut => rows(self.answer.leave_out.as_deref(), out),
            MissingPart::Next => {
                let nothing = NextDocument {
                    topic: String::new(),
                    document: String::new(),
                    priority: 0.0,
                    chance: 0.0,
                    ranks: vec![None; self.runs()],
                };
                out.header(&self.next_record(0, &nothing))?;
                let next = (1..).zip(self.answer.next.iter().flatten());
                next.map(|(at, next)| self.next_record(at, next)).try_for_each(|row| out.row(&row))
            }
        }
    }
}

/// Rows that are there as they are.
fn rows<R: Serialize>(all: Option<&[R]>, out: &mut Records<'_>) -> io::Result<()> {
    all.into_iter().flatten().try_for_each(|row| out.row(row))
}

fn flip_record(flip: &PairFlip) -> FlipRecord<'_> {
    FlipRecord {
        measure: flip.measure.to_string(),
        run: &flip.run,
        against: &flip.against,
        difference: flip.difference,
        least: flip.least,
        most: flip.most,
        outcome: tables::outcome_word(flip.outcome),
        judgments: flip.judgments,
        documents: flip
            .documents
            .iter()
            .flat_map(|d| [d.topic.as_str(), d.document.as_str()])
            .collect(),
    }
}

impl MissingPresenter<'_> {
    fn shows(&self, part: MissingPart) -> bool {
        self.answer.request.parts.contains(&part)
    }

    fn runs(&self) -> usize {
        self.answer.provenance.runs.len()
    }

    /// How much of each run is unjudged down to each depth.
    fn unjudged_records(&self, out: &mut Records<'_>) -> io::Result<()> {
        for run in self.answer.unjudged.iter().flatten() {
            for at in &run.shares {
                out.row(&json!({
                    "run": run.run,
                    "depth": at.depth,
                    "unjudged_share": at.share,
                    "first_unjudged": run.first_unjudged,
                    "topics_with_unjudged": run.topics_with_unjudged,
                    "unjudged_documents": run.unjudged_documents,
                }))?;
            }
        }
        Ok(())
    }

    /// A document to judge, with a field for its rank in each run, and an empty one for its grade.
    fn next_record(&self, position: usize, next: &NextDocument) -> Value {
        let mut record = json!({
            "position": position,
            "topic": next.topic,
            "document": next.document,
            "priority": next.priority,
            "chance": next.chance,
            "best_rank": next.ranks.iter().flatten().min(),
        });
        for (run, rank) in self.answer.provenance.runs.iter().zip(&next.ranks) {
            record[format!("rank_{}", run.name)] = json!(rank);
        }
        // To be filled in by whoever judges.
        record["grade"] = Value::Null;
        record
    }

    fn notes(&self) -> Vec<Note> {
        let answer = self.answer;
        let mut all = shared_notes(&answer.provenance, &answer.request.measures, &answer.findings);
        let documents = counted(answer.open_documents, "unjudged document");
        let are = if answer.open_documents == 1 { "is" } else { "are" };
        all.push(note(
            "unjudged",
            format!(
                "{documents} {are} in the top {} of some run (--pool-depth): the unjudged pooled \
                 documents, which can be judged next",
                answer.request.pool_depth
            ),
        ));
        if self.shows(MissingPart::Scores) {
            all.push(note(
                "estimate",
                "unjudged pooled documents are assumed to be relevant as often as judged ones at such \
                 ranks; judged documents were often picked because they looked relevant, so this may \
                 be too high",
            ));
            all.push(note(
                "bounds",
                "the unjudged documents of all runs may have any of the qrels' grades from 0 up (in \
                 `gainline eval --unjudged bounds` only those of the run itself)",
            ));
        }
        let several = self.runs() > 1;
        if self.shows(MissingPart::Flips) && several {
            all.push(note(
                "safe",
                "even the outer bounds do not cross 0, so no grades of the unjudged documents of these \
                 runs reverse the order; other comparisons are not shown to be safe. Documents that no \
                 run retrieved are not considered",
            ));
        }
        for finding in &answer.findings {
            match finding {
                MissingFinding::SupposedGrade { measure, grade } => all.push(note(
                    "supposed",
                    format!(
                        "no judged document is relevant by {measure}: relevant unjudged ones are \
                         assumed to have grade {grade}"
                    ),
                )),
                MissingFinding::NoBounds { reason } => {
                    all.push(note("-", format!("no bounds: {reason}")));
                }
                _ => {}
            }
        }
        if self.shows(MissingPart::LeaveOut) && several {
            let text = format!(
                "unique among these {} runs; runs not given may have retrieved these documents too",
                self.runs()
            );
            all.push(note("unique", text));
        }
        if self.shows(MissingPart::Flips) && !answer.all_pairs {
            let text = "only neighbours in the order of each measure (see --all-pairs)";
            all.push(note("pairs", text));
        }
        all
    }
}

/// What is said of any study of these runs.
fn shared_notes(
    provenance: &Provenance,
    measures: &[Measure],
    findings: &[MissingFinding],
) -> Vec<Note> {
    let options = &provenance.options;
    let mut all = notes::inputs(provenance);
    all.extend([
        notes::topics(provenance, "studied"),
        notes::relevant(provenance, ", unless a measure says otherwise"),
        notes::ties(provenance),
    ]);
    if options.drop_self {
        all.push(note("self", "a document with the topic's own id is dropped (--self drop)"));
    }
    all.extend(notes::collection(measures, options));
    all.extend(notes::highest_gains(measures, provenance));
    all.extend(notes::users(measures, provenance));
    all.push(notes::depth(provenance));
    for finding in findings {
        match finding {
            MissingFinding::DepthsDiffer => all.push(note(
                "caution",
                "the runs have different depths: a deeper run has more unjudged documents, and more \
                 that only it retrieved (--depth N cuts all alike)",
            )),
            MissingFinding::TopicsDiffer { disjoint } => {
                let more = disjoint.as_ref().map_or(String::new(), |[a, b]| {
                    format!("; {a} and {b} have no topic in common")
                });
                all.push(note(
                    "caution",
                    format!(
                        "each run is averaged over its own topics (--missing skip), so runs are \
                         compared on different topics{more}; --topics names those that all have"
                    ),
                ));
            }
            _ => {}
        }
    }
    all
}
