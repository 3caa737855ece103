//! Runs evaluated in several collections.

use super::board::BoardTable;
use super::notes;
use crate::document::Document;
use crate::present::unjudged_runs::nothing_judged;
use crate::present::{Presenter, answer};
use crate::records::Records;
use gainline_analysis::collections::CollectionsEvalAnswer;
use serde::Serialize;
use std::io;

/// Shows runs evaluated in several collections.
pub struct CollectionsEvalPresenter<'a> {
    /// What is shown.
    pub answer: &'a CollectionsEvalAnswer,
    /// Decimals in tables.
    pub digits: usize,
}

/// A value, for scripts. The collection is empty for means over collections.
#[derive(Default, Serialize)]
struct Record<'a> {
    collection: Option<&'a str>,
    run: &'a str,
    topic: &'a str,
    measure: &'a str,
    value: f64,
}

impl Presenter for CollectionsEvalPresenter<'_> {
    answer!(CollectionsEvalAnswer);

    fn document(&self) -> Document {
        let answer = self.answer;
        let alone = answer.collections.iter();
        let provenances = alone.clone().map(|of| (of.collection.as_str(), &of.answer.provenance));
        let mut document = Document::new(notes::evaluated(provenances, &answer.request.measures));
        for board in &answer.boards {
            document.heading(board.measure.to_string());
            let table = BoardTable {
                board,
                collections: alone.clone().map(|of| of.collection.as_str()).collect(),
                runs: &answer.runs,
                digits: self.digits,
            };
            document.table(table.table(&|_, _| None));
        }
        if let Some(board) = answer.boards.first() {
            document.legend(notes::means(board));
        }
        let unjudged = answer.collections.iter().flat_map(|of| {
            let found = of.answer.unjudged_runs.iter();
            found.map(move |run| format!("{}: {}", of.collection, nothing_judged(run)))
        });
        document.warnings(unjudged.collect());
        document
    }

    /// Collection by collection as an evaluation of it alone has them, then the means over collections
    /// (`macro`) and the mean ranks (`rank`).
    fn records(&self, out: &mut Records<'_>) -> io::Result<()> {
        let names: Vec<String> = self.answer.boards.iter().map(|b| b.measure.to_string()).collect();
        for of in &self.answer.collections {
            for run in &of.answer.runs {
                let mut write = |topic: &str, values: &[f64]| {
                    for (measure, value) in names.iter().zip(values) {
                        let collection = Some(of.collection.as_str());
                        let (run, value) = (run.run.as_str(), *value);
                        out.row(&Record { collection, run, topic, measure, value })?;
                    }
                    Ok::<(), io::Error>(())
                };
                for topic in run.topics.iter().flatten() {
                    write(&topic.topic, &topic.scores.values)?;
                }
                for average in run.averages.iter().take(1) {
                    write("all", &average.scores.values)?;
                }
            }
        }
        for (board, measure) in self.answer.boards.iter().zip(&names) {
            for run in &self.answer.runs {
                let over = [("macro", &board.macro_means), ("rank", &board.mean_ranks)];
                for (topic, values) in over {
                    if let Some(value) = values[run.place] {
                        let (collection, run) = (None, run.as_str());
                        out.row(&Record { collection, run, topic, measure, value })?;
                    }
                }
            }
        }
        Ok(())
    }
}
