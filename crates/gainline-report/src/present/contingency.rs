//! Contingency tables: counts, probabilities, and averages over topics and over documents.

use super::notes::{self, note};
use super::words::{counted, header, listed, number, text};
use super::{Presenter, answer};
use crate::document::Document;
use crate::records::Records;
use crate::{Cell, Note, Table};
use gainline::Ties;
use gainline_analysis::contingency::{
    ContingencyAnswer, Figures, Finding, RelativeDifference, Retrieved, TopicFigures,
};
use serde::Serialize;
use std::io;

/// Shows contingency tables.
pub struct ContingencyPresenter<'a> {
    /// What is shown.
    pub answer: &'a ContingencyAnswer,
    /// Decimals in tables.
    pub digits: usize,
}

/// A table, for scripts.
#[derive(Serialize)]
struct Record<'a> {
    run: &'a str,
    topic: &'a str,
    #[serde(flatten)]
    figures: &'a Figures,
}

/// A ratio that is averaged in both ways: its name, its value, and how far the averages differ.
type Averaged = (&'static str, fn(&Figures) -> f64, fn(&RelativeDifference) -> f64);

const AVERAGED: [Averaged; 5] = [
    ("precision", |figures| figures.precision, |far| far.precision),
    ("recall", |figures| figures.recall, |far| far.recall),
    ("fallout", |figures| figures.fallout, |far| far.fallout),
    ("specificity", |figures| figures.specificity, |far| far.specificity),
    ("F1", |figures| figures.f, |far| far.f),
];

impl Presenter for ContingencyPresenter<'_> {
    answer!(ContingencyAnswer);

    fn document(&self) -> Document {
        let mut document = Document::new(self.notes());
        document.table(self.counts());
        document.table(self.probabilities());
        document.table(self.averages());
        if let Some(topics) = &self.answer.topics {
            document.table(self.topics(topics));
        }
        document
    }

    /// Topics in the order of the judgments, then both averages.
    fn records(&self, out: &mut Records<'_>) -> io::Result<()> {
        let run = &self.answer.provenance.runs[0].name;
        for TopicFigures { topic, figures } in self.answer.topics.iter().flatten() {
            out.row(&Record { run, topic, figures })?;
        }
        out.row(&Record { run, topic: "all", figures: &self.answer.macro_average })?;
        out.row(&Record { run, topic: "all:micro", figures: &self.answer.micro_average })
    }
}

impl ContingencyPresenter<'_> {
    fn count_decimals(&self) -> usize {
        if self.answer.expected_counts { self.digits } else { 0 }
    }

    fn count(&self, value: f64) -> Cell {
        number(value, self.count_decimals())
    }

    fn ratio(&self, value: f64) -> Cell {
        number(value, self.digits)
    }

    /// Rocchio's figure 5.1 (b).
    fn counts(&self) -> Table {
        let sums = &self.answer.micro_average;
        let row = |name: &str, relevant: f64, others: f64| {
            let counts = [relevant, others, relevant + others].map(|count| self.count(count));
            [text(name)].into_iter().chain(counts).collect()
        };
        Table {
            header: header(&["documents", "relevant", "non-relevant", "sum"]),
            rows: vec![
                row("retrieved", sums.found, sums.false_drops),
                row("not retrieved", sums.missed, sums.rejected),
                row("sum", sums.relevant, sums.collection - sums.relevant),
            ],
            ..Table::default()
        }
    }

    /// Each probability with the counts that it is the ratio of.
    fn probabilities(&self) -> Table {
        let sums = &self.answer.micro_average;
        let (all, others) = (sums.collection, sums.collection - sums.relevant);
        let decimals = self.count_decimals();
        let row = |(name, meaning, part, whole, value): (&str, &str, f64, f64, f64)| {
            let documents = format!("{:.decimals$} / {whole:.0}", part + 0.0);
            vec![text(name), text(meaning), text(&documents), self.ratio(value)]
        };
        let rows = [
            ("found", "relevant and retrieved", sums.found, all, sums.joint_found),
            (
                "false positives (false drops)",
                "non-relevant and retrieved",
                sums.false_drops,
                all,
                sums.joint_false_drops,
            ),
            ("missed", "relevant and not retrieved", sums.missed, all, sums.joint_missed),
            ("rejected", "non-relevant and not retrieved", sums.rejected, all, sums.joint_rejected),
            ("hit (recall)", "retrieved, given relevant", sums.found, sums.relevant, sums.recall),
            (
                "false positive rate (fallout)",
                "retrieved, given non-relevant",
                sums.false_drops,
                others,
                sums.fallout,
            ),
            ("miss", "not retrieved, given relevant", sums.missed, sums.relevant, sums.miss),
            (
                "correct rejection (specificity)",
                "not retrieved, given non-relevant",
                sums.rejected,
                others,
                sums.specificity,
            ),
            ("precision", "relevant, given retrieved", sums.found, sums.retrieved, sums.precision),
        ];
        Table {
            header: header(&["probability", "of being", "documents", "value"]),
            rows: rows.map(row).to_vec(),
            ..Table::default()
        }
    }

    fn averages(&self) -> Table {
        let ContingencyAnswer { macro_average, micro_average, relative_difference, .. } =
            self.answer;
        let row = |(name, ratio, far): &Averaged| {
            let percent = number(100.0 * far(relative_difference), 1);
            vec![
                text(name),
                self.ratio(ratio(macro_average)),
                self.ratio(ratio(micro_average)),
                percent,
            ]
        };
        Table {
            header: header(&["average", "macro", "micro", "difference (%)"]),
            rows: AVERAGED.iter().map(row).collect(),
            ..Table::default()
        }
    }

    fn topics(&self, topics: &[TopicFigures]) -> Table {
        let names = ["topic", "found", "retrieved", "relevant", "N"];
        let names = names.into_iter().chain(AVERAGED.iter().map(|(name, ..)| *name));
        let row = |TopicFigures { topic, figures }: &TopicFigures| {
            let counts = [figures.retrieved, figures.relevant, figures.collection];
            let counts = counts.map(|count| number(count, 0));
            let ratios = AVERAGED.map(|(_, ratio, _)| self.ratio(ratio(figures)));
            [text(topic), self.count(figures.found)]
                .into_iter()
                .chain(counts)
                .chain(ratios)
                .collect()
        };
        Table {
            header: header(&names.collect::<Vec<_>>()),
            rows: topics.iter().map(row).collect(),
            ..Table::default()
        }
    }

    fn notes(&self) -> Vec<Note> {
        let provenance = &self.answer.provenance;
        let run = &provenance.runs[0];
        let file = run.file.as_ref().map_or("in memory", |file| &file.path);
        let mut all = notes::inputs(provenance);
        all.extend([
            note("run", format!("{file}: {}", counted(run.rows as usize, "row"))),
            notes::topics(provenance, "counted"),
            note("retrieved", self.retrieved()),
            notes::relevant(provenance, ""),
            self.ties(),
        ]);
        all.extend(notes::unjudged(&provenance.options));
        all.push(note("N", self.collection()));
        all.push(note("averages", self.both_averages()));
        all
    }

    fn retrieved(&self) -> String {
        let what = match self.answer.request.retrieved {
            Retrieved::All => "the whole ranking (--at all)".into(),
            Retrieved::Score(least) => format!("documents of score {least} or higher (--score)"),
            Retrieved::Top(k) => format!("the top {k} of each ranking (--at)"),
        };
        let few = self.answer.findings.iter().find_map(|finding| match finding {
            Finding::FewerRetrieved { k, topics } => Some(format!(
                "; {} retrieved fewer: precision divides by the number retrieved, where P@{k} \
                 divides by {k}",
                counted(*topics, "topic")
            )),
            Finding::NothingRetrieved { topics } => {
                Some(format!("; {} retrieved nothing: precision is 0", counted(*topics, "topic")))
            }
            Finding::CollectionUnknown | Finding::AveragesDiffer { .. } => None,
        });
        what + &few.unwrap_or_default()
    }

    fn ties(&self) -> Note {
        let provenance = &self.answer.provenance;
        let order = provenance.options.ties;
        let rule = match (self.answer.request.retrieved, order) {
            (Retrieved::All | Retrieved::Score(_), _) => {
                return note(
                    "ties",
                    "equal scores are retrieved together or not at all, so their order does not \
                     matter",
                );
            }
            (Retrieved::Top(_), Ties::Average) => "in all orders: counts are expected numbers",
            (Retrieved::Top(_), Ties::Best) => {
                "in the order that brings most relevant documents into the top"
            }
            (Retrieved::Top(_), Ties::Worst) => {
                "in the order that brings fewest relevant documents into the top"
            }
            (Retrieved::Top(_), Ties::Docid | Ties::Rank | Ties::Input) => order.description(),
        };
        notes::ties_by(&format!("{rule} (--ties {order})"), provenance)
    }

    fn collection(&self) -> String {
        let provenance = &self.answer.provenance;
        match provenance.options.collection {
            Some(size) => format!(
                "the collection holds {} (--collection-size), counted once for each of {}",
                counted(size, "document"),
                counted(provenance.runs[0].topics, "topic")
            ),
            None => {
                "not given (--collection-size), so for each topic only the documents that were \
                     retrieved, at any rank, or are judged relevant (not those that are judged \
                     non-relevant and were not retrieved): the smallest possible collection. In a \
                     larger one fallout is lower and specificity higher"
                    .into()
            }
        }
    }

    /// What the two averages are, and where they differ.
    fn both_averages(&self) -> String {
        let far = self.answer.findings.iter().find_map(|finding| match finding {
            Finding::AveragesDiffer { ratios } => Some(&ratios[..]),
            Finding::FewerRetrieved { .. }
            | Finding::NothingRetrieved { .. }
            | Finding::CollectionUnknown => None,
        });
        let far = match far {
            None => "macro and micro averages differ by no more than 10 %".into(),
            Some(some) => format!(
                "macro and micro averages differ by more than 10 % for {}",
                listed(some, "and")
            ),
        };
        format!(
            "macro: the mean over topics, where each topic counts the same (Rocchio's sample \
             means); micro: from the sum of all topics' tables, where each document counts the same \
             (population ratios); {far}"
        )
    }
}
