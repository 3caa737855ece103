//! How much measures change at each rank: tables, a chart, and what sums them up.

mod notes;
mod words;

use super::words::{count, header, number, text};
use super::{Presenter, answer};
use crate::document::{Block, Document};
use crate::records::Records;
use crate::{Cell, Chart, Series, Table};
use gainline::{Measure, Summary};
use gainline_analysis::sensitivity::{RankChange, RunSensitivity, SensitivityAnswer};
use serde::Serialize;
use std::io;

/// The lines of a chart with its title and legend.
const CHART_HEIGHT: usize = 24;

/// Shows how much measures change at each rank.
pub struct SensitivityPresenter<'a> {
    /// What is shown.
    pub answer: &'a SensitivityAnswer,
    /// Decimals in tables.
    pub digits: usize,
    /// Changes in tables and charts are divided by the change at rank 1.
    pub relative: bool,
    /// The width of a chart above the tables, if there is one.
    pub chart: Option<usize>,
}

/// A change, for scripts.
#[derive(Default, Serialize)]
struct Record<'a> {
    run: &'a str,
    topic: &'a str,
    measure: &'a str,
    to: f64,
    rank: usize,
    topics: usize,
    change: f64,
    share: Option<f64>,
    formula: Option<&'static str>,
}

impl Presenter for SensitivityPresenter<'_> {
    answer!(SensitivityAnswer);

    fn document(&self) -> Document {
        let mut document = Document::new(self.notes());
        if let Some(width) = self.chart {
            document.blocks.push(Block::Chart { chart: self.drawn(), width, height: CHART_HEIGHT });
        }
        for run in &self.answer.runs {
            document.titled(self.title(run), self.changes(run));
        }
        let up_to = self.reached().map_or(String::new(), |last| format!(" up to rank {last}"));
        let title = format!("Summary of each measure (weight: sum of the changes{up_to}):");
        document.titled(title, self.summary());
        self.words().into_iter().for_each(|words| document.text(words));
        document
    }

    /// Run by run: topics in the order of the qrels, `all` last.
    fn records(&self, out: &mut Records<'_>) -> io::Result<()> {
        let names: Vec<String> = self.measures().iter().map(ToString::to_string).collect();
        let mut records = vec![];
        for run in &self.answer.runs {
            let topics = run.topics.iter().flatten();
            let each = topics.flat_map(|topic| {
                topic.measures.iter().map(|changes| (topic.topic.as_str(), changes))
            });
            let all = run.measures.iter().map(|measure| ("all", &measure.changes));
            for (at, (topic, changes)) in each.chain(all).enumerate() {
                let at = at % names.len();
                let changed = &self.answer.measures[at];
                records.extend(changes.iter().map(|change| Record {
                    run: &run.run,
                    topic,
                    measure: &names[at],
                    to: changed.to,
                    rank: change.rank,
                    topics: change.topics,
                    change: change.change,
                    share: change.share,
                    formula: changed.formula,
                }));
            }
        }
        out.rows(records)
    }
}

impl SensitivityPresenter<'_> {
    fn measures(&self) -> &[Measure] {
        &self.answer.request.measures
    }

    /// The last rank at which a document changes, by run where they differ; none where there is
    /// none.
    fn reached(&self) -> Option<String> {
        let ends = || self.answer.runs.iter().map(|run| run.last_rank).filter(|last| *last > 0);
        let (least, most) = (ends().min()?, ends().max()?);
        Some(match least == most {
            true => format!("{most}"),
            false => format!("{least} to {most}, depending on the run"),
        })
    }

    /// What is shown of a change: itself, or its share of that at rank 1.
    fn shown(&self, change: &RankChange) -> Option<f64> {
        if self.relative { change.share } else { Some(change.change) }
    }

    /// Whose changes they are.
    fn of_what(&self) -> &'static str {
        match self.measures().iter().all(|measure| measure.summary() == Summary::Mean) {
            true => "of the score",
            false => "of a topic's value",
        }
    }

    fn title(&self, run: &RunSensitivity) -> String {
        let (which, mean) = match self.answer.runs.len() {
            1 => (String::new(), "Mean"),
            _ => (format!("{}: ", run.run), "mean"),
        };
        let what = match self.relative {
            true => "change at each rank, divided by that at rank 1".into(),
            false => format!("change {} at each rank", self.of_what()),
        };
        format!("{which}{mean} {what}, over the topics with such a document there:")
    }

    /// Ranks as rows, measures as columns.
    fn changes(&self, run: &RunSensitivity) -> Table {
        let mut names = header(&["rank", "topics"]);
        names.extend(self.measures().iter().map(ToString::to_string));
        let mut rows = vec![];
        if let Some(topics) = &run.topics {
            names.insert(0, "topic".into());
            for topic in topics {
                let changes: Vec<&[RankChange]> =
                    topic.measures.iter().map(Vec::as_slice).collect();
                rows.extend(self.block(run.last_rank, Some(&topic.topic), &changes));
            }
        }
        let all: Vec<&[RankChange]> =
            run.measures.iter().map(|measure| measure.changes.as_slice()).collect();
        rows.extend(self.block(run.last_rank, run.topics.as_ref().map(|_| "all"), &all));
        Table { header: names, rows, ..Table::default() }
    }

    /// The rows of one topic, or of all; ranks at which no document changes are left out.
    fn block(&self, last: usize, name: Option<&str>, measures: &[&[RankChange]]) -> Vec<Vec<Cell>> {
        let row = |rank: usize| {
            let at: Vec<Option<&RankChange>> =
                measures.iter().map(|changes| at_rank(changes, rank)).collect();
            let topics = at.iter().map(|change| change.map_or(0, |change| change.topics));
            let (least, most) = (topics.clone().min()?, topics.max()?);
            let mut row: Vec<Cell> = name.iter().map(text).collect();
            row.push(count(rank));
            row.push(match least == most {
                true => count(most),
                false => text(format!("{least}-{most}")),
            });
            row.extend(at.iter().map(|change| {
                let shown = change.and_then(|change| self.shown(change));
                shown.map_or(text("-"), |value| number(value, self.digits))
            }));
            (most > 0).then_some(row)
        };
        shown_ranks(last).into_iter().filter_map(row).collect()
    }

    /// Measures as rows.
    fn summary(&self) -> Table {
        let mut names =
            header(&["measure", "score", "at rank 1", "half by rank", "last rank", "formula"]);
        let several = self.answer.runs.len() > 1;
        if several {
            names.insert(0, "run".into());
        }
        let mut rows = vec![];
        for run in &self.answer.runs {
            for (changed, measure) in self.answer.measures.iter().zip(&run.measures) {
                let dash = || text("-");
                let mut row = if several { vec![text(&run.run)] } else { vec![] };
                let counts = changed.measure.summary() == Summary::Sum;
                let first = at_rank(&measure.changes, 1);
                row.extend([
                    text(&changed.measure),
                    number(measure.score, if counts { 0 } else { self.digits }),
                    first.map_or_else(dash, |first| number(first.change, self.digits)),
                    measure.half_by_rank.map_or_else(dash, count),
                    measure.last_effective_rank.map_or_else(dash, |last| {
                        match last == run.last_rank {
                            // What changes it below is not known.
                            true => text(format!("{last} (end)")),
                            false => count(last),
                        }
                    }),
                    changed.formula.map_or_else(dash, text),
                ]);
                rows.push(row);
            }
        }
        Table { header: names, rows, ..Table::default() }
    }

    fn drawn(&self) -> Chart {
        let (runs, measures) = (&self.answer.runs, self.measures());
        let mut series = vec![];
        for run in runs {
            for (measure, sensitivity) in measures.iter().zip(&run.measures) {
                let name = match (runs.len(), measures.len()) {
                    (1, _) => measure.to_string(),
                    (_, 1) => run.run.clone(),
                    _ => format!("{}, {measure}", run.run),
                };
                let point = |change: &RankChange| Some((change.rank as f64, self.shown(change)?));
                let points = sensitivity.changes.iter().filter_map(point).collect();
                series.push(Series { name, points });
            }
        }
        let what = match self.relative {
            true => "change divided by that at rank 1".into(),
            false => format!("change {}", self.of_what()),
        };
        let measure = match (runs.len(), measures) {
            (2.., [measure]) => format!("{measure}: "),
            _ => String::new(),
        };
        let title = format!("{measure}{what} against rank, mean over topics");
        Chart { title, x: "rank".into(), y: String::new(), series }
    }
}

fn at_rank(changes: &[RankChange], rank: usize) -> Option<&RankChange> {
    changes.iter().find(|change| change.rank == rank)
}

/// The ranks that a table has room for, up to the last.
fn shown_ranks(last: usize) -> Vec<usize> {
    let mut ranks = vec![];
    let mut unit = 1;
    while unit <= last {
        ranks.extend([unit, 2 * unit, 5 * unit]);
        unit *= 10;
    }
    ranks.extend([3, last]);
    ranks.retain(|rank| (1..=last).contains(rank));
    ranks.sort_unstable();
    ranks.dedup();
    ranks
}

#[cfg(test)]
mod tests {
    use super::shown_ranks;

    #[test]
    fn a_table_shows_few_ranks_and_always_the_last() {
        assert_eq!(shown_ranks(100), [1, 2, 3, 5, 10, 20, 50, 100]);
        assert_eq!(shown_ranks(25), [1, 2, 3, 5, 10, 20, 25]);
        assert_eq!(shown_ranks(1), [1]);
        assert!(shown_ranks(0).is_empty());
    }
}
