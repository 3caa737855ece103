//! How similarly measures or judgments order the runs.

mod notes;
mod tables;
mod words;

pub(super) use tables::{better_first, difference_cells};

use super::{Presenter, answer};
use crate::document::Document;
use crate::records::Statistic::{Count, Number};
use crate::records::{Records, Statistic};
use gainline_analysis::comparison::{RankAgreement, RankedRuns};
use gainline_analysis::correlate::{CorrelateAnswer, OrderPart};
use serde::Serialize;
use std::io;

/// Shows how similarly measures or judgments order the runs.
pub struct CorrelatePresenter<'a> {
    /// What is shown.
    pub answer: &'a CorrelateAnswer,
    /// Decimals in tables.
    pub digits: usize,
}

impl Presenter for CorrelatePresenter<'_> {
    answer!(CorrelateAnswer);

    fn document(&self) -> Document {
        let mut document = Document::new(self.notes());
        for part in &self.answer.parts {
            for (title, table) in self.tables(part) {
                document.titled(title, table);
            }
        }
        let words = self.answer.parts.iter().filter_map(|part| self.words(part));
        words.for_each(|words| document.text(words));
        document
    }

    /// Orders compared with each other, then each measure by itself.
    fn records(&self, out: &mut Records<'_>) -> io::Result<()> {
        out.rows(self.answer.parts.iter().flat_map(rows))
    }
}

/// A statistic, for scripts.
#[derive(Default, Clone, Serialize)]
struct Record {
    slice: String,
    judgments: &'static str,
    measure: String,
    other: Option<String>,
    statistic: &'static str,
    value: Statistic,
}

fn rows(part: &OrderPart) -> Vec<Record> {
    let mut rows = vec![];
    let mut add = |judgments, measure: String, other: Option<String>, statistics: &[_]| {
        let slice = part.slice.as_ref().map_or("all".into(), |slice| format!("by:{slice}"));
        let start = Record { slice, judgments, measure, other, ..Record::default() };
        let row = |&(statistic, value)| Record { statistic, value, ..start.clone() };
        rows.extend(statistics.iter().map(row));
    };
    for pair in &part.measures {
        let other = Some(pair.second.to_string());
        add("first", pair.first.to_string(), other, &of_orders(&pair.agreement));
    }
    for of in &part.judgments {
        add("both", of.measure.to_string(), None, &of_orders(&of.agreement));
    }
    for (judgments, ranked) in part.rankings() {
        add(judgments.name(), ranked.measure.to_string(), None, &of_ranking(ranked));
    }
    rows
}

fn of_orders(orders: &RankAgreement) -> [(&'static str, Statistic); 10] {
    [
        ("tau_b", Number(orders.tau())),
        ("tau_b_p", Number(orders.tau_b.map(|tau| tau.p))),
        ("tau_ap_first_true", Number(orders.tau_ap_first)),
        ("tau_ap_second_true", Number(orders.tau_ap_second)),
        ("spearman", Number(orders.spearman)),
        ("pearson", Number(orders.pearson)),
        ("run_pairs", Count(orders.pairs)),
        ("swapped", Count(orders.swapped.len())),
        ("tied_in_one", Count(orders.tied_in_one)),
        ("swap_rate", Number(Some(orders.swap_rate))),
    ]
}

fn of_ranking(ranked: &RankedRuns) -> [(&'static str, Statistic); 5] {
    [
        ("run_pairs", Count(ranked.pairs.len())),
        ("significant", Count(ranked.significant)),
        ("untested", Count(ranked.untested)),
        ("discriminative_power", Number(ranked.discriminative_power)),
        ("smallest_significant", Number(ranked.smallest_significant)),
    ]
}
