//! Swap rates, ranks and pairs in tables.

use super::{StabilityPresenter, percent};
use crate::Table;
use crate::present::words::{count, counted, header, number, optional, text};
use gainline_analysis::stability::{MeasureStability, PairOrder, SizeSwaps};

/// So many pairs of a measure are shown where not all are asked for.
const SHOWN: usize = 5;

/// Decimals of shares.
const SHARE: usize = 3;

impl StabilityPresenter<'_> {
    /// The tables, each with its title.
    pub(super) fn tables(&self) -> Vec<(String, Table)> {
        let answer = self.answer;
        let largest = answer.sizes.last().map_or(String::new(), |size| counted(*size, "topic"));
        let sizes = || answer.measures.iter().flat_map(|of| &of.sizes);
        let left_out = if sizes().any(|size| size.without_tau > 0) {
            ", without sets that tie all runs"
        } else {
            ""
        };
        let mut tables = vec![
            (
                "Swap rate by the number of topics per set: the share of comparisons of two runs, \
                 without ties, whose order is reversed on the other set:"
                    .into(),
                self.by_size(|size| size.swap_rate),
            ),
            (
                format!(
                    "Kendall's tau_b between the order of the runs on a set and on all {} topics, mean \
                     over sets{left_out}:",
                    answer.topics
                ),
                self.by_size(|size| size.tau),
            ),
            (
                format!(
                    "Sets of {largest}; from the required difference on, at most {} of the comparisons \
                     without ties are swaps:",
                    percent(answer.request.rate)
                ),
                self.largest(),
            ),
            (
                format!(
                    "Ranks when all {} topics are resampled with replacement, with {} intervals; first \
                     is the share of resamples in which the run ranks first:",
                    answer.topics,
                    percent(answer.request.level)
                ),
                self.ranks(),
            ),
        ];
        // Where no pair is ever reversed or tied, there is nothing to show.
        let pairs = self.pairs();
        if !pairs.rows.is_empty() {
            tables.push((self.pairs_title(), pairs));
        }
        tables
    }

    /// Sizes as rows, measures as columns.
    fn by_size(&self, value: impl Fn(&SizeSwaps) -> Option<f64>) -> Table {
        let measures = &self.answer.measures;
        let names = measures.iter().map(|of| of.measure.to_string());
        let header = [String::from("topics")].into_iter().chain(names).collect();
        let row = |(at, topics): (usize, &usize)| {
            let values = measures.iter().map(|of| optional(value(&of.sizes[at]), SHARE));
            [count(*topics)].into_iter().chain(values).collect()
        };
        let rows = self.answer.sizes.iter().enumerate().map(row).collect();
        Table { header, rows, ..Table::default() }
    }

    /// The measures beside each other, by the largest sets.
    fn largest(&self) -> Table {
        let row = |of: &MeasureStability| {
            let size = of.sizes.last()?;
            let required = size.required_difference;
            Some(vec![
                text(&of.measure),
                count(size.comparisons),
                optional(size.swap_rate, SHARE),
                number(size.tie_rate, SHARE),
                optional(required.map(|required| required.difference), self.digits),
                optional(required.map(|required| required.share), SHARE),
                optional(size.tau, SHARE),
                number(size.without_tau_rate, SHARE),
            ])
        };
        let names = [
            "measure",
            "comparisons",
            "swap rate",
            "tied",
            "required diff.",
            "share as large",
            "tau_b",
            "no tau_b",
        ];
        let rows = self.answer.measures.iter().filter_map(row).collect();
        Table { header: header(&names), rows, ..Table::default() }
    }

    fn ranks(&self) -> Table {
        let mut rows = vec![];
        for of in &self.answer.measures {
            for run in &of.runs {
                // A rank may be shared and so a half.
                let interval = if run.best == run.worst {
                    run.best.to_string()
                } else {
                    format!("{} to {}", run.best, run.worst)
                };
                rows.push(vec![
                    text(&of.measure),
                    text(&run.run),
                    number(run.mean, self.digits),
                    text(run.rank),
                    number(run.mean_rank, 2),
                    text(&interval),
                    number(run.first, SHARE),
                ]);
            }
        }
        let names = ["measure", "run", "mean", "rank", "mean rank", "interval", "first"];
        Table { header: header(&names), rows, ..Table::default() }
    }

    fn pairs_title(&self) -> String {
        let all = self.answer.measures.first().map_or(0, |of| of.pairs.len());
        let which = if self.all_pairs || all <= SHOWN {
            "Pairs of runs in the same resamples".to_string()
        } else {
            format!(
                "The pairs of runs that are reversed or tied most often in the same resamples, of {all} \
                 (up to {SHOWN} for each measure; --all-pairs shows all)"
            )
        };
        format!(
            "{which}; the first is better on all topics. Reversed is the share of resamples in which the \
             second is better, tied the share in which they are equal. Their sum is roughly a one-sided \
             p-value, not corrected for the number of pairs; double it for a two-sided one:"
        )
    }

    fn pairs(&self) -> Table {
        let mut rows = vec![];
        for of in &self.answer.measures {
            for pair in most(&of.pairs, self.all_pairs) {
                rows.push(vec![
                    text(&of.measure),
                    text(&pair.first),
                    text(&pair.second),
                    number(pair.difference, self.digits),
                    number(pair.reversed, SHARE),
                    number(pair.tied, SHARE),
                ]);
            }
        }
        let names = ["measure", "first", "second", "difference", "reversed", "tied"];
        Table { header: header(&names), rows, ..Table::default() }
    }
}

/// Those that are reversed or tied most often, if there are too many, and none that never are; in the
/// order in which they were.
fn most(pairs: &[PairOrder], all: bool) -> Vec<&PairOrder> {
    if all || pairs.len() <= SHOWN {
        return pairs.iter().collect();
    }
    // Runs that are equal on every topic have no order to lose.
    let mut places: Vec<usize> = (0..pairs.len()).filter(|&at| pairs[at].tied < 1.0).collect();
    let lost = |place: usize| pairs[place].reversed + pairs[place].tied;
    places.sort_by(|&a, &b| lost(b).total_cmp(&lost(a)));
    places.truncate(SHOWN);
    places.retain(|&place| lost(place) > 0.0);
    places.sort_unstable();
    places.into_iter().map(|place| &pairs[place]).collect()
}
