//! The tables of `gainline stability`.

use super::Studied;
use super::report::About;
use crate::cells::{count, header, number, text};
use crate::notes::counted;
use gainline_analysis::stability::{PairOrder, SizeSwaps};
use gainline_report::{Cell, Table};

/// So many pairs of a measure are shown where not all are asked for.
const SHOWN: usize = 5;

/// How to read the share of resamplings in which a pair is reversed.
const REVERSED: &str = "reversed plus tied is roughly a one-sided p: double it, and mind the number of \
                        pairs";

/// Decimals of shares.
const SHARE: usize = 3;

pub(super) fn tables(about: &About<'_>, studied: &[Studied<'_>]) -> Vec<(String, Table)> {
    let Some(&last) = about.drawing.sizes.last() else { return vec![] };
    let last = counted(last, "topic");
    let rate = percent(about.args.rate);
    let pairs = if about.args.all_pairs || pairs(studied) <= SHOWN {
        format!(
            "Pairs of runs in the same resamplings, the first being better on all topics, and the \
             shares in which they come the other way round or are equal ({REVERSED}):"
        )
    } else {
        format!(
            "Those of {} pairs of runs that come the other way round or are equal most often, though \
             not always equal (up to {SHOWN} by each measure; --all-pairs shows all), the first being \
             better on all topics, and the shares of the same resamplings in which they do or are \
             ({REVERSED}):",
            pairs(studied)
        )
    };
    let sizes = || studied.iter().flat_map(|of| &of.stability.sizes);
    let any_without = sizes().any(|size| size.without_tau > 0);
    let mut tables = vec![
        (
            "Swap rate: of comparisons of two runs without ties, the share that come out the other \
             way round on other topics, by the number of topics in a set:"
                .into(),
            by_size(studied, SizeSwaps::swap_rate),
        ),
        (
            format!(
                "Kendall's tau of the order on so many topics with that on all {}{}:",
                about.topics,
                if any_without { ", over sets that do not tie all runs" } else { "" }
            ),
            by_size(studied, |size| size.tau),
        ),
        (
            format!(
                "With {last} in a set; sure is a difference that swaps in {rate} of untied \
                 comparisons or fewer:"
            ),
            largest(about, studied),
        ),
        (
            format!(
                "Ranks when all {} topics are drawn again with replacement, with intervals of {}:",
                about.topics,
                percent(about.args.level)
            ),
            ranks(about, studied),
        ),
    ];
    // Where no pair is ever reversed or tied, there is nothing to show.
    let reversed = Some(pairs_table(about, studied)).filter(|table| !table.rows.is_empty());
    tables.extend(reversed.map(|table| (pairs, table)));
    tables
}

/// `5 %`, with as many digits as it takes.
pub(super) fn percent(share: f64) -> String {
    format!("{} %", (share * 1e8).round() / 1e6)
}

fn pairs(studied: &[Studied<'_>]) -> usize {
    studied.first().map_or(0, |of| of.stability.pairs.len())
}

/// A number that may not be there.
fn maybe(value: Option<f64>, decimals: usize) -> Cell {
    value.map_or(text("-"), |value| number(value, decimals))
}

/// Sizes as rows, measures as columns.
fn by_size(studied: &[Studied<'_>], value: impl Fn(&SizeSwaps) -> Option<f64>) -> Table {
    let names: Vec<String> = studied.iter().map(|of| of.measure.to_string()).collect();
    let header = [String::from("topics")].into_iter().chain(names).collect();
    let sizes = studied.first().map_or(0, |of| of.stability.sizes.len());
    let row = |at: usize| {
        let topics = studied.first().map_or(0, |of| of.stability.sizes[at].topics);
        let values = studied.iter().map(|of| maybe(value(&of.stability.sizes[at]), SHARE));
        [count(topics)].into_iter().chain(values).collect()
    };
    Table { header, rows: (0..sizes).map(row).collect(), ..Table::default() }
}

/// The measures beside each other, by the largest sets.
fn largest(about: &About<'_>, studied: &[Studied<'_>]) -> Table {
    let row = |of: &Studied<'_>| {
        let size = of.stability.sizes.last()?;
        let sure = size.sure_from(about.args.rate);
        Some(vec![
            text(&of.measure.to_string()),
            count(size.comparisons),
            maybe(size.swap_rate(), SHARE),
            number(size.tie_rate(), SHARE),
            maybe(sure.map(|sure| sure.difference), about.digits),
            maybe(sure.map(|sure| sure.share), SHARE),
            maybe(size.tau, SHARE),
            number(size.without_tau_rate(), SHARE),
        ])
    };
    let names = [
        "measure",
        "comparisons",
        "swap rate",
        "tied",
        "sure from",
        "share as large",
        "tau",
        "no tau",
    ];
    let rows = studied.iter().filter_map(row).collect();
    Table { header: header(&names), rows, ..Table::default() }
}

fn pairs_table(about: &About<'_>, studied: &[Studied<'_>]) -> Table {
    let mut rows = vec![];
    for of in studied {
        for pair in most(&of.stability.pairs, about.args.all_pairs) {
            rows.push(vec![
                text(&of.measure.to_string()),
                text(about.run(pair.first)),
                text(about.run(pair.second)),
                number(pair.difference, about.digits),
                number(pair.reversed, SHARE),
                number(pair.tied, SHARE),
            ]);
        }
    }
    let names = ["measure", "first", "second", "difference", "reversed", "tied"];
    Table { header: header(&names), rows, ..Table::default() }
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

/// A rank, which may be shared and so a half.
pub(super) fn rank(rank: f64) -> String {
    format!("{rank}")
}

fn ranks(about: &About<'_>, studied: &[Studied<'_>]) -> Table {
    let mut rows = vec![];
    for of in studied {
        for &run in &of.stability.order {
            let ranks = &of.stability.ranks[run];
            let interval = if ranks.best == ranks.worst {
                rank(ranks.best)
            } else {
                format!("{} to {}", rank(ranks.best), rank(ranks.worst))
            };
            rows.push(vec![
                text(&of.measure.to_string()),
                text(about.run(run)),
                number(of.mean(run), about.digits),
                text(&rank(ranks.rank)),
                number(ranks.mean_rank, 2),
                text(&interval),
                number(ranks.first, SHARE),
            ]);
        }
    }
    let names = ["measure", "run", "mean", "rank", "mean rank", "ranks", "first"];
    Table { header: header(&names), rows, ..Table::default() }
}

impl Studied<'_> {
    /// A run's mean over all topics as it is shown: of logarithms, the geometric mean.
    pub(super) fn mean(&self, run: usize) -> f64 {
        self.sample.shown(self.sample.mean(run))
    }
}
