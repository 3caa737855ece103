//! Rejudged scores in tables.

use super::NoisePresenter;
use crate::present::words::{header, number, optional, text};
use crate::{Cell, Table};
use gainline::Measure;
use gainline_analysis::noise::{Model, PairNoise, Rejudging, RunNoise, TableTwo};

/// So many pairs of a measure are shown where not all are asked for.
const SHOWN: usize = 10;

impl NoisePresenter<'_> {
    /// The tables, each with its title.
    pub(super) fn tables(&self) -> Vec<(String, Table)> {
        let flips = matches!(self.answer.request.model, Model::Flip { .. });
        if self.answer.simulation.is_some() && flips {
            let measures = self.answer.request.measures.iter().enumerate();
            return measures.map(|(at, measure)| self.table_two(at, measure)).collect();
        }
        let mut tables = vec![];
        for rejudging in &self.answer.rejudgings {
            let theta = rejudging.theta.filter(|_| self.several());
            let label = theta.map_or(String::new(), |theta| format!("Theta {theta}. "));
            let title = "Means with standard errors (s.e.) by the given judgments, and after judging \
                         again, with s.e. from topics alone and from topics and judging:";
            tables.push((format!("{label}{title}"), self.means(rejudging)));
            let title = "Variance components of rejudged values:";
            tables.push((format!("{label}{title}"), self.variances(rejudging)));
            let pairs = self.pairs(rejudging);
            tables.extend(pairs.map(|(title, table)| (format!("{label}{title}"), table)));
            if self.answer.request.per_topic {
                tables.push((format!("{label}Values of each topic:"), self.topics(rejudging)));
            }
        }
        tables
    }

    fn means(&self, rejudging: &Rejudging) -> Table {
        let d = self.digits;
        let names = ["given", "s.e.", "rejudged", "change", "s.e. topics", "s.e. topics + judging"];
        by_run(rejudging, &names, |run| {
            vec![
                number(run.given, d),
                optional(run.given_se, d),
                number(run.mean, d),
                number(run.mean - run.given, d),
                optional(run.se_topics, d),
                optional(run.se_topics_judging, d),
            ]
        })
    }

    fn variances(&self, rejudging: &Rejudging) -> Table {
        // Variances are squares, so they are small.
        let d = self.digits + 1;
        let names = ["topics", "judging", "topics + judging", "one judging", "judging share"];
        by_run(rejudging, &names, |run| {
            vec![
                optional(run.var_topics, d),
                optional(run.var_judging, d),
                optional(run.var_sum, d),
                optional(run.var_one_judging, d),
                optional(run.judging_share, 3),
            ]
        })
    }

    /// The pairs of runs; none where there is one run, or where no pair ever swaps.
    fn pairs(&self, rejudging: &Rejudging) -> Option<(String, Table)> {
        let d = self.digits;
        let repeats = self.answer.request.repeats as f64;
        let mut rows = vec![];
        for of in &rejudging.measures {
            for pair in most(&of.pairs, self.all_pairs) {
                rows.push(vec![
                    text(&of.measure),
                    text(&pair.first),
                    text(&pair.second),
                    number(pair.difference, d),
                    number(pair.mean_difference, d),
                    optional(pair.sd, d),
                    optional(pair.swapped, 3),
                    number(pair.tied as f64 / repeats, 3),
                ]);
            }
        }
        let all = rejudging.measures.first().map_or(0, |of| of.pairs.len());
        let which = if all <= SHOWN || self.all_pairs {
            "Pairs of runs".to_string()
        } else {
            format!(
                "The pairs of runs that swap most often, of {all} (up to {SHOWN} for each measure; \
                 --all-pairs shows all)"
            )
        };
        let title = format!(
            "{which}; the first is better by the given judgments. Swapped is the share of repeats in \
             which the second is better, tied the share in which they are equal:"
        );
        let names =
            ["measure", "first", "second", "difference", "rejudged", "sd", "swapped", "tied"];
        let table = Table { header: header(&names), rows, ..Table::default() };
        (!table.rows.is_empty()).then_some((title, table))
    }

    fn topics(&self, rejudging: &Rejudging) -> Table {
        let mut rows = vec![];
        for of in &rejudging.measures {
            for run in &of.runs {
                for topic in run.topics.iter().flatten() {
                    rows.push(vec![
                        text(&of.measure),
                        text(&run.run),
                        text(&topic.topic),
                        number(topic.given, self.digits),
                        number(topic.mean, self.digits),
                        optional(topic.sd, self.digits),
                    ]);
                }
            }
        }
        let names = ["measure", "run", "topic", "given", "rejudged", "sd over repeats"];
        Table { header: header(&names), rows, ..Table::default() }
    }

    /// A measure as in Kishida's Table 2.
    fn table_two(&self, at: usize, measure: &Measure) -> (String, Table) {
        let mut names = vec![String::from("quantity")];
        let mut columns: Vec<[Option<f64>; 7]> = vec![];
        for rejudging in &self.answer.rejudgings {
            let of = &rejudging.measures[at];
            names.push(rejudging.theta.map_or(String::new(), |theta| format!("theta {theta}")));
            columns.extend(of.runs.first().map(column));
            if let Some(table) = of.published {
                let TableTwo { mean, var_topics, var_judging, var_sum, var_one_judging, .. } =
                    table;
                names.push("Kishida".into());
                let [a, b, c, d, e] =
                    [mean, var_topics, var_judging, var_sum, var_one_judging].map(Some);
                columns.push([a, b, c, d, e, None, None]);
            }
        }
        let labels = [
            "mean over topics and repeats (mu)",
            "variance between topics (sigma^2_mu)",
            "variance from judging (sigma^2_d)",
            "their sum",
            "mean variance in one judging",
            "s.e. of the mean, without judgment noise",
            "s.e. of the mean, with judgment noise",
        ];
        let row = |(row, label): (usize, &&str)| {
            let cells = columns.iter().map(|column| optional(column[row], self.digits + 1));
            [text(label)].into_iter().chain(cells).collect()
        };
        let rows = labels.iter().enumerate().map(row).collect();
        let topics = self.answer.topics.len();
        let title =
            format!("{measure} of {topics} rankings of 10 documents, as in Kishida's Table 2:");
        (title, Table { header: names, rows, ..Table::default() })
    }
}

/// A run as a column of Table 2.
fn column(run: &RunNoise) -> [Option<f64>; 7] {
    [
        Some(run.mean),
        run.var_topics,
        run.var_judging,
        run.var_sum,
        run.var_one_judging,
        run.se_topics,
        run.se_topics_judging,
    ]
}

/// A row for each measure and run, starting with their names.
fn by_run(rejudging: &Rejudging, names: &[&str], row: impl Fn(&RunNoise) -> Vec<Cell>) -> Table {
    let mut rows = vec![];
    for of in &rejudging.measures {
        for run in &of.runs {
            let start = [text(&of.measure), text(&run.run)];
            rows.push(start.into_iter().chain(row(run)).collect());
        }
    }
    Table { header: header(&[&["measure", "run"], names].concat()), rows, ..Table::default() }
}

/// Those that swap most, if there are too many, and none that never do; in the order in which they
/// were.
fn most(pairs: &[PairNoise], all: bool) -> Vec<&PairNoise> {
    if all || pairs.len() <= SHOWN {
        return pairs.iter().collect();
    }
    let mut places: Vec<usize> = (0..pairs.len()).collect();
    // Pairs that are equal by the given judgments come first: they have no order to lose.
    let rank = |place: &usize| pairs[*place].swapped.unwrap_or(f64::INFINITY);
    places.sort_by(|a, b| rank(b).total_cmp(&rank(a)));
    places.truncate(SHOWN);
    places.retain(|place| rank(place) > 0.0);
    places.sort_unstable();
    places.into_iter().map(|place| &pairs[place]).collect()
}
