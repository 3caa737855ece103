//! The tables of `gainline contingency` for people.

use super::Counted;
use super::figures::{AVERAGED, COUNTS, Figure, apart};
use super::report::About;
use crate::cells::{header, number, text};
use gainline::Contingency;
use gainline_report::{Cell, Table};

/// The tables for people: counts, probabilities, averages, and the topics if they are asked for.
pub(super) fn tables(about: &About<'_>, run: &Counted) -> Vec<Table> {
    let shown = Shown {
        digits: about.digits,
        // Only expected numbers of documents are not whole.
        fractions: run.topics.iter().any(|(_, table)| table.found.fract() != 0.0),
    };
    let total = run.total();
    let mut tables = vec![shown.counts(&total), shown.probabilities(&total), shown.averages(run)];
    if about.per_topic {
        tables.push(shown.topics(run));
    }
    tables
}

/// How numbers are shown.
struct Shown {
    digits: usize,
    fractions: bool,
}

impl Shown {
    fn count(&self, value: f64) -> Cell {
        number(value, if self.fractions { self.digits } else { 0 })
    }

    fn ratio(&self, value: f64) -> Cell {
        number(value, self.digits)
    }

    /// Rocchio's figure 5.1 (b).
    fn counts(&self, table: &Contingency) -> Table {
        let row = |name: &str, relevant: f64, others: f64| {
            let counts = [relevant, others, relevant + others].map(|count| self.count(count));
            [text(name)].into_iter().chain(counts).collect()
        };
        let others = table.collection - table.relevant;
        Table {
            header: header(&["documents", "relevant", "not relevant", "sum"]),
            rows: vec![
                row("retrieved", table.found, table.false_drops()),
                row("not retrieved", table.missed(), table.rejected()),
                row("sum", table.relevant, others),
            ],
            ..Table::default()
        }
    }

    /// Each probability with the counts that it is the ratio of.
    fn probabilities(&self, table: &Contingency) -> Table {
        let [found, false_drops, missed, rejected] = table.joint();
        let others = table.collection - table.relevant;
        let of = |part: f64, whole: f64| {
            let decimals = if self.fractions { self.digits } else { 0 };
            format!("{:.decimals$} / {whole:.0}", part + 0.0)
        };
        let row = |name: &str, meaning: &str, equation: &str, counts: (f64, f64), value: f64| {
            let counts = of(counts.0, counts.1);
            vec![text(name), text(meaning), text(equation), text(&counts), self.ratio(value)]
        };
        let n = table.collection;
        Table {
            header: header(&["probability", "of being", "Rocchio", "documents", "value"]),
            rows: vec![
                row("found", "relevant and retrieved", "5.1", (table.found, n), found),
                row(
                    "false drops",
                    "not relevant and retrieved",
                    "5.2",
                    (table.false_drops(), n),
                    false_drops,
                ),
                row("missed", "relevant and not retrieved", "5.3", (table.missed(), n), missed),
                row(
                    "rejected",
                    "not relevant and not retrieved",
                    "5.4",
                    (table.rejected(), n),
                    rejected,
                ),
                row(
                    "hit (recall)",
                    "retrieved, given relevant",
                    "5.5",
                    (table.found, table.relevant),
                    table.recall(),
                ),
                row(
                    "false drop (fallout)",
                    "retrieved, given not relevant",
                    "5.6",
                    (table.false_drops(), others),
                    table.fallout(),
                ),
                row(
                    "miss",
                    "not retrieved, given relevant",
                    "5.7",
                    (table.missed(), table.relevant),
                    table.miss(),
                ),
                row(
                    "correct rejection (specificity)",
                    "not retrieved, given not relevant",
                    "5.8",
                    (table.rejected(), others),
                    table.specificity(),
                ),
                row(
                    "precision",
                    "relevant, given retrieved",
                    "5.9",
                    (table.found, table.retrieved),
                    table.precision(),
                ),
            ],
            ..Table::default()
        }
    }

    fn averages(&self, run: &Counted) -> Table {
        let total = run.total();
        let row = |(name, figure): &Figure| {
            let (topics, documents) = (run.mean(figure), figure(&total));
            let percent = number(100.0 * apart(topics, documents), 1);
            vec![text(name), self.ratio(topics), self.ratio(documents), percent]
        };
        Table {
            header: header(&["average", "macro", "micro", "% apart"]),
            rows: AVERAGED.iter().map(row).collect(),
            ..Table::default()
        }
    }

    fn topics(&self, run: &Counted) -> Table {
        let counts = [COUNTS[0], COUNTS[4], COUNTS[5], COUNTS[6]];
        let names = counts.iter().chain(&AVERAGED).map(|(name, _)| *name);
        let row = |(topic, table): &(String, Contingency)| {
            let [found, rest @ ..] = counts.map(|(_, count)| count(table));
            let rest = rest.map(|count| number(count, 0));
            let ratios = AVERAGED.map(|(_, figure)| self.ratio(figure(table)));
            [text(topic), self.count(found)].into_iter().chain(rest).chain(ratios).collect()
        };
        Table {
            header: header(&["topic"].into_iter().chain(names).collect::<Vec<_>>()),
            rows: run.topics.iter().map(row).collect(),
            ..Table::default()
        }
    }
}
