//! Correlations and discriminative power in tables.

use super::CorrelatePresenter;
use crate::present::words::{count, counted, header, number, optional, p_value, text};
use crate::{Cell, Table};
use gainline_analysis::comparison::{RankAgreement, RankedRuns};
use gainline_analysis::correlate::{OrderPart, WhichJudgments};

/// So many pairs of runs whose order differs are shown for each measure.
const SHOWN: usize = 10;

/// A table is to be no wider than this.
const WIDTH: usize = 100;

/// The names of columns about two orders.
const ORDERS: [&str; 7] =
    ["tau_b", "tau_AP (1)", "tau_AP (2)", "Spearman", "Pearson", "swapped", "swap rate"];

impl CorrelatePresenter<'_> {
    /// The tables of all topics or of a slice, each with its title.
    pub(super) fn tables(&self, part: &OrderPart) -> Vec<(String, Table)> {
        let of = part.slice.as_ref().map_or(String::new(), |slice| {
            format!("{slice} ({}): ", counted(part.topics, "topic"))
        });
        let mut tables = vec![];
        let mut add = |title: &str, table: Table| tables.push((format!("{of}{title}"), table));
        if !part.measures.is_empty() {
            for (at, table) in self.matrices(part).into_iter().enumerate() {
                let more = if at > 0 { " (continued)" } else { "" };
                let title = format!(
                    "Kendall's tau_b between the orders of the runs by two measures{more}:"
                );
                add(&title, table);
            }
            let title = "Pairs of measures; tau_AP (1) takes the order by the first measure as the true \
                         one, tau_AP (2) that by the second:";
            add(title, self.measure_pairs(part));
        }
        if !part.judgments.is_empty() {
            let title = "Orders of the runs by the first and by the second judgments; tau_AP (1) takes \
                         the first order as the true one, tau_AP (2) the second:";
            add(title, self.judgment_pairs(part));
            let swapped = self.swapped(part);
            if !swapped.rows.is_empty() {
                let many = part.judgments.iter().any(|of| of.agreement.swapped.len() > SHOWN);
                let more = if many {
                    format!(" (the first {SHOWN} by each measure; json has all)")
                } else {
                    String::new()
                };
                let title = format!(
                    "Pairs of runs in opposite order{more}, with differences (run - other) and \
                     p-values by the first (1) and the second judgments (2):"
                );
                add(&title, swapped);
            }
        }
        let alpha = self.answer.request.alpha;
        let title = format!(
            "Pairs of runs that each measure separates, that is, that are significantly different by \
             it (p < {alpha}); all significant above: the smallest difference above which all pairs \
             are significant:"
        );
        add(&title, self.discrimination(part));
        tables
    }

    fn run(&self, place: usize) -> Cell {
        text(&self.answer.provenance.runs[place].name)
    }

    /// Every measure with every other, in as many tables as their width takes.
    fn matrices(&self, part: &OrderPart) -> Vec<Table> {
        let names: Vec<String> = part.first.iter().map(|r| r.measure.to_string()).collect();
        let width = |name: &String| name.chars().count().max(self.digits + 3) + 2;
        let label = names.iter().map(width).max().unwrap_or(0);
        let mut blocks: Vec<Vec<usize>> = vec![];
        // The first column opens the first block.
        let mut used = WIDTH;
        for (at, name) in names.iter().enumerate() {
            if used + width(name) > WIDTH {
                blocks.push(vec![]);
                used = label;
            }
            used += width(name);
            if let Some(block) = blocks.last_mut() {
                block.push(at);
            }
        }
        let table = |block: Vec<usize>| {
            let row = |at: usize| {
                let tau = |&other: &usize| optional(tau(part, at, other), self.digits);
                [text(&names[at])].into_iter().chain(block.iter().map(tau)).collect()
            };
            let shown: Vec<&str> = block.iter().map(|&at| names[at].as_str()).collect();
            let header = header(&[&["tau_b"], &shown[..]].concat());
            Table { header, rows: (0..names.len()).map(row).collect(), ..Table::default() }
        };
        blocks.into_iter().map(table).collect()
    }

    fn orders(&self, orders: &RankAgreement) -> Vec<Cell> {
        let coefficients = [
            orders.tau(),
            orders.tau_ap_first,
            orders.tau_ap_second,
            orders.spearman,
            orders.pearson,
        ];
        let mut cells: Vec<Cell> = coefficients.map(|value| optional(value, self.digits)).into();
        cells.push(text(format!("{} of {}", orders.swapped.len(), orders.pairs)));
        cells.push(number(orders.swap_rate, 3));
        cells
    }

    fn measure_pairs(&self, part: &OrderPart) -> Table {
        let rows = part.measures.iter().map(|pair| {
            let names = [text(&pair.first), text(&pair.second)];
            names.into_iter().chain(self.orders(&pair.agreement)).collect()
        });
        let header = header(&[&["first", "second"], &ORDERS[..]].concat());
        Table { header, rows: rows.collect(), ..Table::default() }
    }

    fn judgment_pairs(&self, part: &OrderPart) -> Table {
        let rows = part.judgments.iter().map(|of| {
            let name = [text(&of.measure)];
            name.into_iter().chain(self.orders(&of.agreement)).collect()
        });
        let header = header(&[&["measure"], &ORDERS[..]].concat());
        Table { header, rows: rows.collect(), ..Table::default() }
    }

    /// Pairs of runs whose order is another by the second judgments.
    fn swapped(&self, part: &OrderPart) -> Table {
        let mut rows = vec![];
        for ((first, second), of) in part.first.iter().zip(&part.second).zip(&part.judgments) {
            for &pair in of.agreement.swapped.iter().take(SHOWN) {
                let (a, b) = better_first(first, pair);
                let mut row = vec![text(&first.measure), self.run(a), self.run(b)];
                for ranked in [first, second] {
                    row.extend(difference_cells(ranked, (a, b), self.digits));
                }
                rows.push(row);
            }
        }
        let names =
            ["measure", "run", "other", "difference (1)", "p (1)", "difference (2)", "p (2)"];
        Table { header: header(&names), rows, ..Table::default() }
    }

    fn discrimination(&self, part: &OrderPart) -> Table {
        let two = !part.second.is_empty();
        let row = |(judgments, ranked): (WhichJudgments, &RankedRuns)| {
            let mut row = vec![text(&ranked.measure)];
            row.extend(two.then(|| text(judgments.name())));
            let power = ranked.discriminative_power;
            row.push(power.map_or(text("-"), |_| count(ranked.significant)));
            row.push(count(ranked.pairs.len()));
            row.push(optional(power, 3));
            row.push(optional(ranked.smallest_significant, self.digits));
            row
        };
        let mut names = vec!["measure"];
        names.extend(two.then_some("judgments"));
        names.extend(["significant", "of pairs", "discriminative power", "all significant above"]);
        Table {
            header: header(&names),
            rows: part.rankings().map(row).collect(),
            ..Table::default()
        }
    }
}

/// Two runs, the better one by these judgments first.
pub(in crate::present) fn better_first(
    ranked: &RankedRuns,
    (a, b): (usize, usize),
) -> (usize, usize) {
    if ranked.heights[a] > ranked.heights[b] { (a, b) } else { (b, a) }
}

/// The difference of two runs, and its p-value.
pub(in crate::present) fn difference_cells(
    ranked: &RankedRuns,
    (a, b): (usize, usize),
    digits: usize,
) -> [Cell; 2] {
    let p = ranked.pair((a, b)).and_then(|pair| pair.p);
    [number(ranked.means[a] - ranked.means[b], digits), p_value(p, digits)]
}

/// τ_b of two measures, by their places; that of a measure and itself is 1, unless it ties all runs.
fn tau(part: &OrderPart, a: usize, b: usize) -> Option<f64> {
    let (first, second) = (&part.first[a.min(b)], &part.first[a.max(b)]);
    if a == b {
        return (!first.all_tied).then_some(1.0);
    }
    let wanted = (&first.measure, &second.measure);
    let pair = part.measures.iter().find(|pair| (&pair.first, &pair.second) == wanted);
    pair.and_then(|pair| pair.agreement.tau())
}
