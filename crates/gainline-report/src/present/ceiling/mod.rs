//! What document vectors allow: losses held out and on all judgments.

mod notes;

use super::words::{Columns, count, counted, number, optional, text};
use super::{Presenter, answer};
use crate::document::Document;
use crate::records::Records;
use crate::{Cell, Table};
use gainline::Missing;
use gainline_analysis::ceiling::{
    CeilingAnswer, Finding, Judgments, LossRow, Losses, RunVerdict, Verdict,
};
use serde_json::json;
use std::io;

/// Runs that are named in words; the table has them all.
const NAMED: usize = 5;

/// Shows what document vectors allow.
pub struct CeilingPresenter<'a> {
    /// What is shown.
    pub answer: &'a CeilingAnswer,
    /// Decimals in tables.
    pub digits: usize,
}

impl Presenter for CeilingPresenter<'_> {
    answer!(CeilingAnswer);

    fn document(&self) -> Document {
        let mut document = Document::new(self.notes());
        let topics = &self.answer.topics;
        if topics.held_out > 0 {
            let title = format!(
                "Held out ({}): queries made from a part of the judged documents, everything \
                 measured on the rest:",
                counted(topics.held_out, "topic")
            );
            document.titled(title, self.table(Judgments::HeldOut, false));
            if self.answer.request.per_topic {
                let table = self.table(Judgments::HeldOut, true);
                document.titled("Held out, by topic:", table);
            }
        }
        let title = format!(
            "All judgments ({}): queries measured on the documents that they were made from, so that \
             optimal is usually too high:",
            counted(topics.with_queries, "topic")
        );
        document.titled(title, self.table(Judgments::All, false));
        if self.answer.request.per_topic {
            document.titled("All judgments, by topic:", self.table(Judgments::All, true));
        }
        self.words().into_iter().for_each(|words| document.text(words));
        document
    }

    fn records(&self, out: &mut Records<'_>) -> io::Result<()> {
        for LossRow { judgments, run, topic, measure, losses } in &self.answer.losses {
            let judgments = match judgments {
                Judgments::HeldOut => "held_out",
                Judgments::All => "all",
            };
            out.row(&json!({
                "judgments": judgments,
                "run": run,
                "topic": topic.as_deref().unwrap_or("all"),
                "measure": measure,
                "topics": losses.topics,
                "perfect": losses.perfect,
                "optimal": losses.optimal,
                "reached": losses.reached,
                "vector_loss": losses.vector_loss,
                "query_loss": losses.query_loss,
                "low": losses.interval.map(|interval| interval.low),
                "high": losses.interval.map(|interval| interval.high),
            }))?;
        }
        Ok(())
    }
}

impl CeilingPresenter<'_> {
    /// A row for each run and measure, or for each topic besides.
    fn table(&self, judgments: Judgments, by_topic: bool) -> Table {
        let has_runs = !self.answer.runs.is_empty();
        let skips = self.answer.provenance.options.missing == Missing::Skip;
        let query_loss = if by_topic { "query loss" } else { "query loss [95 % CI]" };
        let wanted = |row: &&LossRow| row.judgments == judgments && row.topic.is_some() == by_topic;
        Columns::of(self.answer.losses.iter().filter(wanted))
            .column_if(has_runs, "run", |row| text(row.run.as_deref().unwrap_or_default()))
            .column_if(by_topic, "topic", |row| text(row.topic.as_deref().unwrap_or_default()))
            .column("measure", |row| text(&row.measure))
            // Where runs may have fewer topics, each row says how many.
            .column_if(has_runs && skips && !by_topic, "topics", |row| count(row.losses.topics))
            .column("perfect", |row| number(row.losses.perfect, self.digits))
            .column("optimal", |row| number(row.losses.optimal, self.digits))
            .column_if(has_runs, "reached", |row| optional(row.losses.reached, self.digits))
            .column("vector loss", |row| optional(row.losses.vector_loss, self.digits))
            .column_if(has_runs, query_loss, |LossRow { losses, .. }| {
                match (losses.query_loss, losses.interval) {
                    (Some(value), Some(interval)) => Cell::Range {
                        value,
                        low: interval.low,
                        high: interval.high,
                        decimals: self.digits,
                    },
                    (value, _) => optional(value, self.digits),
                }
            })
            .table()
    }

    fn words(&self) -> Vec<String> {
        let mut words = vec![];
        if let Some(verdict) = &self.answer.verdict {
            words.push(self.of_verdict(verdict));
            words.extend(verdict.optimal_on_all_judgments.map(|optimal| {
                format!(
                    "On the documents that they were made from, optimal queries reach {optimal:.*}. \
                     Such values are usually too high, and held-out values too low.",
                    self.digits
                )
            }));
        }
        if self.answer.findings.contains(&Finding::NothingHeldOut) {
            words.push(
                "No topic has two relevant documents with vectors, so nothing could be held out. \
                 Values on all judgments are usually too high, as the queries know the answers."
                    .into(),
            );
        }
        words
    }

    fn of_verdict(&self, verdict: &Verdict) -> String {
        let Verdict { measure, overall, runs, .. } = verdict;
        let d = self.digits;
        let lost = overall.vector_loss.map(|lost| format!("; the vector loss is {lost:.d$}"));
        let mut said = format!(
            "{measure}, held out: optimal queries reach {:.d$}, a perfect ranking {:.d$}{}.",
            overall.optimal,
            overall.perfect,
            lost.unwrap_or_default()
        );
        let named = &runs[..runs.len().min(NAMED)];
        named.iter().for_each(|run| said.push_str(&of_run(run, overall, d)));
        if named.iter().any(|run| run.better_than_optimal) {
            said.push_str(
                " A run that is better than the optimal queries uses more than these vectors, or more \
                 than the documents show that the queries were made from.",
            );
        }
        if !runs.is_empty() {
            said.push_str(
                " The query loss is due to queries only if the run searches these vectors.",
            );
        }
        said
    }
}

fn of_run(verdict: &RunVerdict, overall: &Losses, d: usize) -> String {
    let RunVerdict { run, losses, .. } = verdict;
    let (Some(reached), Some(lost)) = (losses.reached, losses.query_loss) else {
        return String::new();
    };
    let where_it_counts = if losses.topics == overall.topics {
        String::new()
    } else {
        let Losses { topics, optimal, .. } = losses;
        format!(" on its {topics} topics (optimal queries there: {optimal:.d$})")
    };
    let interval = match losses.interval {
        Some(interval) => format!(
            " (95 % CI {:.d$} to {:.d$}{})",
            interval.low,
            interval.high,
            if verdict.uncertain { ", which includes 0" } else { "" }
        ),
        None => String::new(),
    };
    if verdict.better_than_optimal {
        return format!(
            " {run} reaches {reached:.d$}{where_it_counts}, better than the optimal queries: its \
             query loss is {lost:.d$}{interval}."
        );
    }
    let length = match verdict.topics_too_short {
        0 => String::new(),
        short => format!("; on {} it also loses by its length", counted(short, "topic")),
    };
    format!(
        " {run} reaches {reached:.d$}{where_it_counts}: its query loss is \
         {lost:.d$}{interval}{length}."
    )
}
