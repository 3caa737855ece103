//! Swap rates, ranks and pairs in tables.

use super::{StabilityPresenter, percent, words::trimmed};
use crate::Table;
use crate::present::words::{Columns, count, counted, number, optional, text};
use gainline_analysis::stability::{PairOrder, RequiredInterval, SizeSwaps};

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
        let sizes = self.answer.sizes.iter().enumerate();
        let mut columns = Columns::of(sizes).column("topics", |(_, topics)| count(**topics));
        for of in &self.answer.measures {
            let cell = |(at, _): &(usize, _)| optional(value(&of.sizes[*at]), SHARE);
            columns = columns.column(of.measure.to_string(), cell);
        }
        columns.table()
    }

    /// The measures beside each other, by the largest sets.
    fn largest(&self) -> Table {
        let sizes = self.answer.measures.iter().filter_map(|of| Some((of, of.sizes.last()?)));
        let without_tau = sizes.clone().any(|(_, size)| size.without_tau_rate > 0.0);
        Columns::of(sizes)
            .column("measure", |(of, _)| text(&of.measure))
            .column("comparisons", |(_, size)| count(size.comparisons))
            .column("swap rate", |(_, size)| optional(size.swap_rate, SHARE))
            .column("tied", |(_, size)| number(size.tie_rate, SHARE))
            .column("required diff.", |(_, size)| {
                optional(size.required_difference.map(|found| found.difference), self.digits)
            })
            .column(format!("its {} interval", percent(self.answer.request.level)), |(_, size)| {
                text(size.required_interval.map_or("-".into(), |ends| self.ends(ends)))
            })
            .column("share of differences ≥ required", |(_, size)| {
                optional(size.required_difference.map(|found| found.share), SHARE)
            })
            .column("tau_b", |(_, size)| optional(size.tau, SHARE))
            .column_if(without_tau, "sets without tau_b", |(_, size)| {
                number(size.without_tau_rate, SHARE)
            })
            .table()
    }

    /// `[0.09, 0.12]`; `none` is where no difference is large enough.
    pub(super) fn ends(&self, interval: RequiredInterval) -> String {
        let end = |end: Option<f64>| end.map_or("none".into(), |end| trimmed(end, self.digits));
        match (interval.low, interval.high) {
            (None, None) => "-".into(),
            (low, high) => format!("[{}, {}]", end(low), end(high)),
        }
    }

    fn ranks(&self) -> Table {
        let measures = self.answer.measures.iter();
        Columns::of(measures.flat_map(|of| of.runs.iter().map(move |run| (of, run))))
            .column("measure", |(of, _)| text(&of.measure))
            .column("run", |(_, run)| text(&run.run))
            .column("mean", |(_, run)| number(run.mean, self.digits))
            // A rank may be shared and so a half.
            .column("rank", |(_, run)| text(run.rank))
            .column("mean rank", |(_, run)| number(run.mean_rank, 2))
            .column("interval", |(_, run)| match run.best == run.worst {
                true => text(run.best),
                false => text(format!("{} to {}", run.best, run.worst)),
            })
            .column("first", |(_, run)| number(run.first, SHARE))
            .table()
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
        let shown = |of| most(of, self.all_pairs).into_iter();
        let measures = self.answer.measures.iter();
        Columns::of(measures.flat_map(|of| shown(&of.pairs).map(move |pair| (of, pair))))
            .column("measure", |(of, _)| text(&of.measure))
            .column("first", |(_, pair)| text(&pair.first))
            .column("second", |(_, pair)| text(&pair.second))
            .column("difference", |(_, pair)| number(pair.difference, self.digits))
            .column("reversed", |(_, pair)| number(pair.reversed, SHARE))
            .column("tied", |(_, pair)| number(pair.tied, SHARE))
            .table()
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
