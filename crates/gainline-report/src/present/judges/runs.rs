//! What becomes of conclusions about runs, in tables.

use super::{JudgesPresenter, SHOWN};
use crate::Table;
use crate::present::correlate::{better_first, difference_cells};
use crate::present::words::{Columns, count, header, number, text};
use gainline_analysis::judges::{JudgeRanking, MeasureEffect, RunsEffect};

/// With more judges than this, means are shown by their ends.
const COLUMNS: usize = 5;

impl JudgesPresenter<'_> {
    /// The tables of runs, each with its title.
    pub(super) fn run_tables(&self, effect: &RunsEffect) -> Vec<(String, Table)> {
        let mut tables =
            vec![("Mean scores of the runs by each judge:".to_string(), self.means(effect))];
        if effect.provenance.runs.len() < 2 {
            return tables;
        }
        let pairs = self.answer.agreement.pairs.len();
        let more = if pairs > SHOWN {
            format!(" (the first {SHOWN} of {pairs} pairs)")
        } else {
            String::new()
        };
        let title = format!(
            "Orders of the runs by two judges{more}; tau_AP (1) takes the order by the first judge as \
             the true one, tau_AP (2) that by the second; sig. counts significantly different pairs \
             (p < {}):",
            self.answer.request.alpha
        );
        tables.push((title, self.orders(effect)));
        let (swapped, hidden) = self.swapped(effect);
        if !swapped.rows.is_empty() {
            let more = match hidden {
                0 => String::new(),
                n => format!(" (and {n} more, which json has)"),
            };
            let title = format!(
                "Pairs of runs in opposite order{more}, with differences (run - other) and p-values by \
                 the first (1) and the second judge (2):"
            );
            tables.push((title, swapped));
        }
        tables
    }

    fn means(&self, effect: &RunsEffect) -> Table {
        let judges = &self.answer.provenance.judges;
        let each = judges.len() <= COLUMNS;
        let mut rows = vec![];
        for of in &effect.measures {
            for (run, facts) in effect.provenance.runs.iter().enumerate() {
                let means: Vec<f64> = of.judges.iter().map(|judge| judge.runs.means[run]).collect();
                let low = means.iter().copied().fold(f64::INFINITY, f64::min);
                let high = means.iter().copied().fold(f64::NEG_INFINITY, f64::max);
                let mut row = vec![text(&of.measure), text(&facts.name)];
                let shown = if each { means } else { vec![low, high] };
                row.extend(shown.iter().map(|mean| number(*mean, self.digits)));
                row.push(number(high - low, self.digits));
                rows.push(row);
            }
        }
        let names = judges.iter().map(|judge| judge.name.as_str());
        let names: Vec<&str> = if each { names.collect() } else { vec!["lowest", "highest"] };
        let header = header(&[&["measure", "run"], &names[..], &["range"]].concat());
        Table { header, rows, ..Table::default() }
    }

    fn orders(&self, effect: &RunsEffect) -> Table {
        let rows = effect.measures.iter().flat_map(|of| {
            let pairs = judge_pairs(of).zip(&of.pairs).take(SHOWN);
            pairs.map(move |((first, second), pair)| (of, first, second, pair))
        });
        Columns::of(rows)
            .column("measure", |(of, ..)| text(&of.measure))
            .column("judge (1)", |(.., pair)| text(&pair.first))
            .column("judge (2)", |(.., pair)| text(&pair.second))
            .column("tau_b", |(.., pair)| self.value(pair.agreement.tau()))
            .column("tau_AP (1)", |(.., pair)| self.value(pair.agreement.tau_ap_first))
            .column("tau_AP (2)", |(.., pair)| self.value(pair.agreement.tau_ap_second))
            .column("swapped", |(.., pair)| {
                text(format!("{} of {}", pair.agreement.swapped.len(), pair.agreement.pairs))
            })
            .column("sig. 1", |(_, first, ..)| count(first.runs.significant))
            .column("sig. 2", |(_, _, second, _)| count(second.runs.significant))
            .column("one only", |(.., pair)| count(pair.significant_for_one))
            .table()
    }

    /// Pairs of runs whose order is another by another judge, and how many are not shown.
    fn swapped(&self, effect: &RunsEffect) -> (Table, usize) {
        let run = |place: usize| text(&effect.provenance.runs[place].name);
        let mut rows = vec![];
        for of in &effect.measures {
            for ((first, second), between) in judge_pairs(of).zip(&of.pairs) {
                for &pair in &between.agreement.swapped {
                    let (a, b) = better_first(&first.runs, pair);
                    let mut row = vec![text(&of.measure), run(a), run(b)];
                    row.extend([text(&between.first), text(&between.second)]);
                    for judge in [first, second] {
                        row.extend(difference_cells(&judge.runs, (a, b), self.digits));
                    }
                    rows.push(row);
                }
            }
        }
        let hidden = rows.len().saturating_sub(2 * SHOWN);
        rows.truncate(2 * SHOWN);
        let names = [
            "measure",
            "run",
            "other",
            "judge (1)",
            "judge (2)",
            "diff. (1)",
            "p (1)",
            "diff. (2)",
            "p (2)",
        ];
        (Table { header: header(&names), rows, ..Table::default() }, hidden)
    }
}

/// The runs by each two judges, in the order of the pairs of judges.
fn judge_pairs(of: &MeasureEffect) -> impl Iterator<Item = (&JudgeRanking, &JudgeRanking)> {
    let behind = |at: usize| of.judges[at + 1..].iter();
    of.judges.iter().enumerate().flat_map(move |(at, one)| behind(at).map(move |two| (one, two)))
}
