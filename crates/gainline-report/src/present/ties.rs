//! Measures under the orders of ties: a measure a row, an order a column, and the topics that the
//! order affects.

use super::notes::{self, note};
use super::words::{count, counted, header, listed, number, text, tied};
use super::{Presenter, answer};
use crate::document::Document;
use crate::records::Records;
use crate::{Cell, Note, Table};
use gainline::{Measure, Summary};
use gainline_analysis::ties::{
    AffectedTopics, Finding, Order, OrderValues, Reason, RunOrders, TieOrdersAnswer, Tied,
};
use gainline_stats::SAME;
use serde_json::json;
use std::io;

/// Shows measures under the orders of ties.
pub struct TiesPresenter<'a> {
    /// What is shown.
    pub answer: &'a TieOrdersAnswer,
    /// Decimals in tables.
    pub digits: usize,
}

/// So many topics are shown where not all are asked for.
const SHOWN: usize = 10;

impl Presenter for TiesPresenter<'_> {
    answer!(TieOrdersAnswer);

    fn document(&self) -> Document {
        let mut document = Document::new(self.notes());
        let (table, without_effect) = self.summary();
        let rows = table.rows.len() + without_effect;
        if !table.rows.is_empty() {
            document.table(table);
        }
        if without_effect > 0 {
            document.text(format!(
                "No effect: {without_effect} of {rows} rows (-q shows all; tsv and json have them)."
            ));
        }
        if self.answer.request.per_topic {
            document.titled("All topics, by all measures:", self.all_topics());
            return document;
        }
        match &self.answer.affected {
            None => document
                .text("No measure has both a worst and a best order, so no topic has a spread."),
            Some(affected) if affected.topics.is_empty() => {
                let measure = &affected.measure;
                document.text(format!("The order of ties affects no topic by {measure}."));
            }
            Some(affected) => document.titled(self.title(affected), self.most_affected(affected)),
        }
        let said: Vec<String> =
            self.answer.findings.iter().filter_map(|finding| self.change(finding)).collect();
        if !said.is_empty() {
            document.text(said.join(" "));
        }
        document
    }

    /// Run by run: topics in the order of the judgments, then `all`.
    fn records(&self, out: &mut Records<'_>) -> io::Result<()> {
        let measures = self.measures();
        for run in &self.answer.runs {
            let record = |topic: &str, tied: Tied, measure, values: &OrderValues, affected| {
                json!({
                    "run": run.run,
                    "topic": topic,
                    "tied_rows": tied.tied_rows,
                    "tied_groups": tied.tied_groups,
                    "measure": measure,
                    "docid": values.docid,
                    "worst": values.worst,
                    "average": values.average,
                    "best": values.best,
                    "spread": values.spread,
                    "topics_affected": affected,
                })
            };
            for topic in run.topics.iter().flatten() {
                for (measure, values) in measures.iter().zip(&topic.measures) {
                    let affected = values.spread.map(|spread| usize::from(spread > SAME));
                    out.row(&record(&topic.topic, topic.tied, measure, values, affected))?;
                }
            }
            for (measure, orders) in measures.iter().zip(&run.measures) {
                let affected = orders.topics_affected;
                out.row(&record("all", run.tied, measure, &orders.values, affected))?;
            }
        }
        Ok(())
    }
}

impl TiesPresenter<'_> {
    fn measures(&self) -> &[Measure] {
        &self.answer.request.measures
    }

    /// The values of a measure, a dash where there is none.
    fn cells(&self, measure: &Measure, values: &OrderValues) -> [Cell; 5] {
        let decimals = if measure.summary() == Summary::Sum { 0 } else { self.digits };
        let OrderValues { docid, worst, average, best, spread } = *values;
        let cell = |value: Option<f64>| value.map_or(text("-"), |value| number(value, decimals));
        [Some(docid), worst, average, best, spread].map(cell)
    }

    /// How much the order of ties changes a measure.
    fn change(&self, finding: &Finding) -> Option<String> {
        let Finding::ChangesMeasure { measure, run, spread, reversible } = finding else {
            return None;
        };
        let decimals = if measure.summary() == Summary::Sum { 0 } else { self.digits };
        let order = match &reversible[..] {
            _ if self.answer.runs.len() < 2 => String::new(),
            [] => "; it cannot change the order of the runs".into(),
            pairs => {
                let names = pairs.iter().map(|[a, b]| format!("{a} and {b}"));
                let names = tied(&names.collect::<Vec<_>>(), "pair");
                format!("; it could reverse the order of {names}")
            }
        };
        Some(format!(
            "The order of ties changes {measure} of {run} by up to {spread:.decimals$}{order}."
        ))
    }

    /// The runs by all measures, and how many rows are left out because ties have no effect there.
    fn summary(&self) -> (Table, usize) {
        let mut rows = vec![];
        let mut without_effect = 0;
        let all: usize = self.answer.runs.iter().map(|run| run.measures.len()).sum();
        let is_long = all > SHOWN && !self.answer.request.per_topic;
        for run in &self.answer.runs {
            for (measure, orders) in self.measures().iter().zip(&run.measures) {
                if is_long && orders.values.spread.is_some_and(|spread| spread <= SAME) {
                    without_effect += 1;
                    continue;
                }
                let affected = orders.topics_affected.map_or(text("-"), count);
                let labels = [text(&run.run), text(measure)];
                let values = self.cells(measure, &orders.values);
                rows.push(labels.into_iter().chain(values).chain([affected]).collect());
            }
        }
        let names =
            ["run", "measure", "docid", "worst", "average", "best", "spread", "topics affected"];
        (Table { header: header(&names), rows, ..Table::default() }, without_effect)
    }

    fn topics_table(&self, rows: Vec<Vec<Cell>>) -> Table {
        let names = [
            "run",
            "topic",
            "tied rows",
            "groups",
            "measure",
            "docid",
            "worst",
            "average",
            "best",
            "spread",
        ];
        Table { header: header(&names), rows, ..Table::default() }
    }

    fn topic_row(
        &self,
        run: &str,
        topic: &str,
        tied: Tied,
        measure: &Measure,
        values: &OrderValues,
    ) -> Vec<Cell> {
        let labels = [text(run), text(topic), count(tied.tied_rows), count(tied.tied_groups)];
        let measured = [text(measure)];
        labels.into_iter().chain(measured).chain(self.cells(measure, values)).collect()
    }

    fn all_topics(&self) -> Table {
        let mut rows = vec![];
        for run in &self.answer.runs {
            for topic in run.topics.iter().flatten() {
                for (measure, values) in self.measures().iter().zip(&topic.measures) {
                    rows.push(self.topic_row(&run.run, &topic.topic, topic.tied, measure, values));
                }
            }
        }
        self.topics_table(rows)
    }

    fn most_affected(&self, AffectedTopics { measure, topics }: &AffectedTopics) -> Table {
        let rows = topics.iter().take(SHOWN).map(|topic| {
            self.topic_row(&topic.run, &topic.topic, topic.tied, measure, &topic.values)
        });
        self.topics_table(rows.collect())
    }

    fn title(&self, AffectedTopics { measure, topics }: &AffectedTopics) -> String {
        let of = if self.answer.runs.len() > 1 { " of all runs" } else { "" };
        let most = match topics.len() > SHOWN {
            true => format!("; the {SHOWN} with the largest spread"),
            false => String::new(),
        };
        let topics = counted(topics.len(), "topic");
        format!("The order of ties affects {topics}{of} by {measure}{most}:")
    }

    fn notes(&self) -> Vec<Note> {
        let provenance = &self.answer.provenance;
        let mut all = notes::inputs(provenance);
        all.extend([
            notes::topics(provenance, "averaged"),
            notes::relevant(provenance, ", unless a measure says otherwise"),
            note("ties", self.tied()),
            note(
                "orders",
                "docid: by document id, descending, as in `gainline eval`; worst and best: the \
                 orders that give a measure its worst and its best value, chosen for each measure \
                 and topic; average: the mean over all orders",
            ),
        ]);
        all.extend(notes::unjudged(&provenance.options));
        all.extend(notes::collection(self.measures(), &provenance.options));
        all.extend(notes::highest_gains(self.measures(), provenance));
        let mut reasons: Vec<String> = vec![];
        for finding in &self.answer.findings {
            let text = match finding {
                Finding::NoTies | Finding::ChangesMeasure { .. } => continue,
                Finding::NoValue { measure, orders, reason, .. } => {
                    without_value(measure, orders, reason)
                }
            };
            if !reasons.contains(&text) {
                reasons.push(text);
            }
        }
        all.extend(reasons.into_iter().map(|reason| note("-", reason)));
        all
    }

    fn tied(&self) -> String {
        if self.answer.findings.contains(&Finding::NoTies) {
            return "no two documents of a topic have the same score, so there is only one order"
                .into();
        }
        let topics = self.answer.provenance.runs.iter().map(|run| run.topics);
        let runs = self.answer.runs.iter().zip(topics);
        // With many runs not all are named: those that have ties come first.
        let mut runs: Vec<(&RunOrders, usize)> = runs.collect();
        runs.sort_by_key(|(run, _)| run.tied.tied_rows == 0);
        let runs = runs.into_iter();
        let tied = runs.map(|(run, topics)| (run.run.as_str(), Some(tied_rows(run, topics))));
        let tied: Vec<String> = notes::per_run(tied).into_iter().collect();
        format!("rows that have the same score as another row of their topic: {}", tied.concat())
    }
}

fn tied_rows(run: &RunOrders, topics: usize) -> String {
    let RunOrders { tied: Tied { tied_rows, tied_groups }, ranked_rows, tied_topics, .. } = run;
    if *tied_rows == 0 {
        return "none".into();
    }
    let groups = counted(*tied_groups, "group");
    format!("{tied_rows} of {ranked_rows} ({groups}, in {tied_topics} of {topics} topics)")
}

fn without_value(measure: &Measure, orders: &[Order], reason: &Reason) -> String {
    let names = orders.iter().map(|order| match order {
        Order::Worst => "worst",
        Order::Average => "average",
        Order::Best => "best",
    });
    let why = match reason {
        Reason::NeitherIsBetter => {
            format!("neither higher nor lower values of `{measure}` are better")
        }
        Reason::NotComputable { message } => message.clone(),
    };
    format!("no {}: {why}", listed(&names.collect::<Vec<_>>(), "or"))
}
