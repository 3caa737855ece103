//! The tables of one comparison: runs, pairs and topics.

use super::{ComparePresenter, adjusted_p};
use crate::present::statistics::{confidence, interval, p_value, percent, probability};
use crate::present::words::{header, number, signed, text};
use crate::{Cell, Table};
use gainline_analysis::RunName;
use gainline_analysis::comparison::{Comparison, EquivalenceVerdict, Pair};

/// Up to so many pairs are all shown.
const MANY_PAIRS: usize = 10;

impl ComparePresenter<'_> {
    /// The runs, best first.
    pub(super) fn runs_table(&self, comparison: &Comparison) -> Table {
        let grouped = comparison.runs.iter().any(|run| run.group.is_some());
        let ci = confidence(self.answer.request.level);
        let mut names = vec!["run", "mean", &ci];
        names.extend(if grouped { &["group", "rank"][..] } else { &[] });
        let row = |run: &RunName| -> Vec<Cell> {
            let summary = &comparison.runs[run.place];
            let mark = if self.answer.baseline.as_ref() == Some(run) { " (baseline)" } else { "" };
            let mut row = vec![
                Cell::Text(format!("{run}{mark}")),
                number(summary.mean, self.digits),
                Cell::Text(interval(summary.interval, self.digits)),
            ];
            if grouped {
                let rank = summary.rank.map_or("-".into(), |rank| match (rank.best, rank.worst) {
                    (best, worst) if best == worst => best.to_string(),
                    (best, worst) => format!("{best}-{worst}"),
                });
                row.push(text(summary.group.as_deref().unwrap_or("-")));
                row.push(Cell::Text(rank));
            }
            row
        };
        let rows = comparison.best_first.iter().map(row).collect();
        Table { header: header(&names), rows, ..Table::default() }
    }

    /// The pairs that are shown, and whether others are not.
    pub(super) fn shown_pairs<'c>(&self, comparison: &'c Comparison) -> (Vec<&'c Pair>, bool) {
        let all = comparison.pairs.iter();
        if self.answer.baseline.is_some() {
            let mut places = vec![0; comparison.best_first.len()];
            for (place, run) in comparison.best_first.iter().enumerate() {
                places[run.place] = place;
            }
            let mut pairs: Vec<&Pair> = all.collect();
            pairs.sort_by_key(|pair| places[pair.run.place]);
            return (pairs, false);
        }
        if self.all_pairs || comparison.pairs.len() <= MANY_PAIRS {
            return (all.collect(), false);
        }
        (self.answer.main_pairs(comparison).collect(), true)
    }

    /// How the runs of pairs differ.
    pub(super) fn pairs_table(&self, pairs: &[&Pair]) -> Table {
        let ci = confidence(self.answer.request.level);
        let other = self.other_run();
        let names = ["run", other, "difference", "%", &ci, "p", "d_z", "w/t/l", "size"];
        let row = |pair: &&Pair| -> Vec<Cell> {
            let topics = pair.topics;
            let dash = || "-".to_string();
            vec![
                text(&pair.run),
                text(&pair.baseline),
                Cell::Text(signed(pair.difference, self.digits)),
                Cell::Text(percent(pair.relative)),
                Cell::Text(interval(pair.interval.defined().copied(), self.digits)),
                Cell::Text(adjusted_p(pair)),
                Cell::Text(pair.effects.dz.defined().map_or_else(dash, |dz| signed(*dz, 2))),
                Cell::Text(format!("{}/{}/{}", topics.wins, topics.ties, topics.losses)),
                Cell::Text(match pair.practical {
                    _ if pair.is_same() => "none".into(),
                    practical => practical.map_or_else(dash, |p| p.word().to_string()),
                }),
            ]
        };
        Table { header: header(&names), rows: pairs.iter().map(row).collect(), ..Table::default() }
    }

    /// Whether the runs of pairs are the same but for little.
    pub(super) fn equivalence_table(&self, pairs: &[&Pair]) -> Table {
        let other = self.other_run();
        let names = ["run", other, "p", "result", "P(below)", "P(within)", "P(above)"];
        let row = |pair: &&Pair| -> Vec<Cell> {
            let test = pair.equivalence;
            let p = test.map_or("-".into(), |test| p_value(test.p_adjusted));
            let result = match test.map(|test| test.verdict) {
                _ if pair.is_same() => "same scores",
                Some(EquivalenceVerdict::Equivalent) => "equivalent",
                Some(EquivalenceVerdict::Outside) => "outside",
                Some(EquivalenceVerdict::NotShown) => "not shown",
                None => "-",
            };
            let posterior = pair.posterior.map(|known| [known.left, known.rope, known.right]);
            let posterior =
                posterior.map_or(["-"; 3].map(String::from), |known| known.map(probability));
            let mut row = vec![text(&pair.run), text(&pair.baseline)];
            row.extend([Cell::Text(p), text(result)]);
            row.extend(posterior.map(Cell::Text));
            row
        };
        Table { header: header(&names), rows: pairs.iter().map(row).collect(), ..Table::default() }
    }

    /// The topics where two runs differ most, or all topics of all runs, with a title; none if there
    /// is nothing to show.
    pub(super) fn topics_table(&self, comparison: &Comparison) -> Option<(String, Table)> {
        if self.per_topic {
            return Some(self.every_topic(comparison));
        }
        let sample = &comparison.sample;
        if sample.slice.is_some() || sample.topics.len() < 2 {
            // Slices' topics are among all topics, and one topic is what the tables are of.
            return None;
        }
        let mut known = self.answer.topic_differences.iter();
        let found = known.find(|found| found.measure == sample.measure)?;
        let rows = found.topics.iter().map(|topic| {
            vec![
                text(&topic.topic),
                number(topic.run, self.digits),
                number(topic.baseline, self.digits),
                Cell::Text(signed(topic.run - topic.baseline, self.digits)),
            ]
        });
        let (run, baseline) = (&found.run, &found.baseline);
        let names = ["topic", run.as_str(), baseline.as_str(), "difference"];
        let table = Table { header: header(&names), rows: rows.collect(), ..Table::default() };
        let measure = &sample.measure;
        Some((format!("Topics on which {run} and {baseline} differ most in {measure}:"), table))
    }

    fn every_topic(&self, comparison: &Comparison) -> (String, Table) {
        let (sample, order) = (&comparison.sample, &comparison.best_first);
        let mut names = vec!["topic"];
        names.extend(order.iter().map(RunName::as_str));
        let two = comparison.pairs.first().filter(|_| order.len() == 2);
        names.extend(two.map(|_| "difference"));
        let row = |(at, topic): (usize, &String)| {
            let value = |run: &RunName| sample.columns[run.place][at];
            let mut row = vec![text(topic)];
            row.extend(order.iter().map(|run| number(value(run), self.digits)));
            row.extend(two.map(|pair| {
                Cell::Text(signed(value(&pair.run) - value(&pair.baseline), self.digits))
            }));
            row
        };
        let rows = sample.topics.iter().enumerate().map(row).collect();
        let difference = two.map_or(String::new(), |pair| {
            format!(", with the difference {} − {}", pair.run, pair.baseline)
        });
        let title = format!("All topics by {}{difference}:", sample.measure);
        (title, Table { header: header(&names), rows, ..Table::default() })
    }
}
