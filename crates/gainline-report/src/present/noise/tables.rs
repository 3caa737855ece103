//! Rejudged scores in tables.

use super::NoisePresenter;
use crate::Table;
use crate::present::words::{Columns, number, optional, text};
use gainline::Measure;
use gainline_analysis::noise::{MeasureNoise, Model, PairNoise, Rejudging, RunNoise, TableTwo};

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
            let title = "Means with standard errors (s.e.) by the given judgments, and with simulated \
                         judgments, with s.e. from topics alone and from topics and judgments:";
            tables.push((format!("{label}{title}"), self.means(rejudging)));
            let title = "Variance components of values with simulated judgments; share: of the variance due to \
                         judgments:";
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
        by_run(rejudging)
            .column("given", |(_, run)| number(run.given, d))
            .column("s.e.", |(_, run)| optional(run.given_se, d))
            .column("simulated mean", |(_, run)| number(run.mean, d))
            .column("change", |(_, run)| number(run.mean - run.given, d))
            .column("s.e. topics", |(_, run)| optional(run.se_topics, d))
            .column("s.e. topics + judgments", |(_, run)| optional(run.se_topics_judging, d))
            .table()
    }

    fn variances(&self, rejudging: &Rejudging) -> Table {
        // Variances are squares, so they are small.
        let d = self.digits + 1;
        by_run(rejudging)
            .column("topics", |(_, run)| optional(run.var_topics, d))
            .column("judgments", |(_, run)| optional(run.var_judging, d))
            .column("topics + judgments", |(_, run)| optional(run.var_sum, d))
            .column("single assessment", |(_, run)| optional(run.var_one_judging, d))
            .column("share", |(_, run)| optional(run.judging_share, 3))
            .table()
    }

    /// The pairs of runs; none where there is one run, or where no pair ever swaps.
    fn pairs(&self, rejudging: &Rejudging) -> Option<(String, Table)> {
        let d = self.digits;
        let repeats = self.answer.request.repeats as f64;
        let shown = |of| most(of, self.all_pairs).into_iter();
        let measures = rejudging.measures.iter();
        let table = Columns::of(measures.flat_map(|of| shown(&of.pairs).map(move |p| (of, p))))
            .column("measure", |(of, _)| text(&of.measure))
            .column("first", |(_, pair)| text(&pair.first))
            .column("second", |(_, pair)| text(&pair.second))
            .column("difference", |(_, pair)| number(pair.difference, d))
            .column("simulated mean", |(_, pair)| number(pair.mean_difference, d))
            .column("sd", |(_, pair)| optional(pair.sd, d))
            .column("swapped", |(_, pair)| optional(pair.swapped, 3))
            .column("tied", |(_, pair)| number(pair.tied as f64 / repeats, 3))
            .table();
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
        (!table.rows.is_empty()).then_some((title, table))
    }

    fn topics(&self, rejudging: &Rejudging) -> Table {
        let rows = rejudging.measures.iter().flat_map(|of| {
            of.runs
                .iter()
                .flat_map(move |run| run.topics.iter().flatten().map(move |topic| (of, run, topic)))
        });
        Columns::of(rows)
            .column("measure", |(of, ..)| text(&of.measure))
            .column("run", |(_, run, _)| text(&run.run))
            .column("topic", |(.., topic)| text(&topic.topic))
            .column("given", |(.., topic)| number(topic.given, self.digits))
            .column("simulated mean", |(.., topic)| number(topic.mean, self.digits))
            .column("sd over repeats", |(.., topic)| optional(topic.sd, self.digits))
            .table()
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
            "variance from judgments (sigma^2_d)",
            "their sum",
            "mean variance in a single assessment",
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
fn by_run(rejudging: &Rejudging) -> Columns<(&MeasureNoise, &RunNoise)> {
    let measures = rejudging.measures.iter();
    Columns::of(measures.flat_map(|of| of.runs.iter().map(move |run| (of, run))))
        .column("measure", |(of, _)| text(&of.measure))
        .column("run", |(_, run)| text(&run.run))
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
