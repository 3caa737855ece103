//! What `gainline correlate` shows: how alike orders of runs are, and what separates runs.

use super::json::write_document;
use super::notes::notes;
use super::part::Part;
use super::rows;
use super::words::words;
use crate::cells::{count, header, number, text};
use crate::comparison::Plan;
use crate::comparison::RankAgreement;
use crate::comparison::RankedRuns;
use crate::documents::write_line;
use crate::evaluation::Evaluated;
use crate::runs::Opened;
use crate::sections::{self, Sections};
use crate::writing::Format;
use gainline::{Measure, Slices};
use gainline_report::{Cell, Table, write_csv, write_tsv};
use std::io::{self, Write};

/// What everything comes from.
pub(super) struct About<'a> {
    pub opened: &'a Opened,
    /// The other judgments, where there are any.
    pub second: Option<&'a Opened>,
    /// The runs by the first judgments.
    pub runs: &'a [Evaluated],
    /// The same by the second.
    pub again: &'a [Evaluated],
    pub measures: &'a [Measure],
    pub slices: Option<&'a Slices>,
    pub plan: &'a Plan<'a>,
    pub trials: usize,
    pub seed: u64,
    /// Decimals shown in tables.
    pub digits: usize,
}

/// So many pairs of runs that change their order are shown for each measure.
const SHOWN: usize = 10;

/// A table is to be no wider than this.
const WIDTH: usize = 100;

pub(super) fn write(
    about: &About<'_>,
    parts: &[Part],
    format: Format,
    out: &mut dyn Write,
) -> io::Result<()> {
    match format {
        Format::Tsv => write_tsv(&rows::table(parts), out),
        Format::Csv => write_csv(&rows::table(parts), out),
        Format::Jsonl => {
            parts.iter().flat_map(rows::lines).try_for_each(|line| write_line(&line, out))
        }
        Format::Json => write_document(about, parts, out),
        Format::Table | Format::Markdown | Format::Latex => {
            let tables = parts.iter().flat_map(|part| tables(about, part)).collect();
            let words = parts.iter().flat_map(|part| words(about, part)).collect();
            let notes = notes(about, parts);
            sections::write(&Sections { notes, tables, words }, format, out)
        }
    }
}

impl About<'_> {
    fn value(&self, value: Option<f64>) -> Cell {
        value.map_or(text("-"), |value| number(value, self.digits))
    }

    /// A p-value; a tiny one by its magnitude, since no p is 0.
    fn p(&self, p: f64) -> Cell {
        let least = 0.1_f64.powi(i32::try_from(self.digits).unwrap_or(0));
        if p > 0.0 && p < least { text(&format!("{p:.0e}")) } else { number(p, self.digits) }
    }

    pub(super) fn run(&self, run: usize) -> &str {
        &self.runs[run].name
    }
}

/// The tables of all topics or of a slice.
fn tables(about: &About<'_>, part: &Part) -> Vec<(String, Table)> {
    let of = part.slice.as_deref().map_or(String::new(), |slice| {
        format!("{slice} ({}): ", crate::notes::counted(part.topics, "topic"))
    });
    let mut tables = vec![];
    let mut add = |title: &str, table: Table| tables.push((format!("{of}{title}"), table));
    if !part.measures.is_empty() {
        for (at, table) in matrices(about, part).into_iter().enumerate() {
            let more = if at > 0 { " (continued)" } else { "" };
            add(&format!("tau_b of the orders that measures give the runs{more}:"), table);
        }
        let title = "Measures in pairs; tau_AP (1) takes the first one's order for the true one, \
                     tau_AP (2) the second one's:";
        add(title, measure_pairs(about, part));
    }
    if !part.judgments.is_empty() {
        let title = "The orders by the first and by the second judgments; tau_AP (1) takes the \
                     first for the true one, tau_AP (2) the second:";
        add(title, judgment_pairs(about, part));
        let changes = changes(about, part);
        if !changes.rows.is_empty() {
            let hidden: usize =
                part.judgments.iter().map(|a| a.swapped.len().saturating_sub(SHOWN)).sum();
            let more = match hidden {
                0 => String::new(),
                _ => format!(" (the first {SHOWN} by each measure; json has all)"),
            };
            let title = format!(
                "Pairs of runs that change their order{more}, with the differences and p by the \
                 first (1) and the second judgments (2):"
            );
            add(&title, changes);
        }
    }
    let title =
        format!("Pairs of runs that each measure separates, with p < {}:", about.plan.alpha);
    add(&title, discrimination(about, part));
    tables
}

/// Every measure against every other, in as many tables as their width takes.
fn matrices(about: &About<'_>, part: &Part) -> Vec<Table> {
    let names: Vec<String> = part.first.iter().map(|r| r.measure.to_string()).collect();
    let width = |name: &String| name.chars().count().max(about.digits + 3) + 2;
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
    let tau = |a: usize, b: usize| -> Option<f64> {
        let same = |pair: &&(usize, usize, RankAgreement)| (pair.0, pair.1) == (a.min(b), a.max(b));
        let alike = part.measures.iter().find(same).map(|(_, _, alike)| alike);
        match alike {
            Some(alike) => alike.tau_b.map(|tau| tau.coefficient),
            // A measure and itself, unless it ties all runs.
            None => (!crate::comparison::is_constant(&part.first[a].heights)).then_some(1.0),
        }
    };
    let table = |block: Vec<usize>| {
        let row = |at: usize| {
            let values = block.iter().map(|&other| about.value(tau(at, other)));
            [text(&names[at])].into_iter().chain(values).collect()
        };
        let shown: Vec<&str> = block.iter().map(|&at| names[at].as_str()).collect();
        let header = header(&[&["tau_b"], &shown[..]].concat());
        Table { header, rows: (0..names.len()).map(row).collect(), ..Table::default() }
    };
    blocks.into_iter().map(table).collect()
}

/// The names of columns about two orders.
const ALIKE: [&str; 7] =
    ["tau_b", "tau_AP (1)", "tau_AP (2)", "Spearman", "Pearson", "swapped", "swap rate"];

fn alike_cells(about: &About<'_>, alike: &RankAgreement) -> Vec<Cell> {
    let coefficients = [
        alike.tau_b.map(|tau| tau.coefficient),
        alike.tau_ap_first,
        alike.tau_ap_second,
        alike.spearman,
        alike.pearson,
    ];
    let mut cells: Vec<Cell> = coefficients.map(|value| about.value(value)).into();
    cells.push(text(&format!("{} of {}", alike.swapped.len(), alike.pairs)));
    cells.push(number(alike.swap_rate(), 3));
    cells
}

fn measure_pairs(about: &About<'_>, part: &Part) -> Table {
    let name = |at: usize| text(&part.first[at].measure.to_string());
    let row = |(a, b, alike): &(usize, usize, RankAgreement)| {
        [name(*a), name(*b)].into_iter().chain(alike_cells(about, alike)).collect()
    };
    let rows = part.measures.iter().map(row).collect();
    let header = header(&[&["first", "second"], &ALIKE[..]].concat());
    Table { header, rows, ..Table::default() }
}

fn judgment_pairs(about: &About<'_>, part: &Part) -> Table {
    let row = |(ranked, alike): (&RankedRuns, &RankAgreement)| {
        let name = text(&ranked.measure.to_string());
        [name].into_iter().chain(alike_cells(about, alike)).collect()
    };
    let rows = part.first.iter().zip(&part.judgments).map(row).collect();
    Table { header: header(&[&["measure"], &ALIKE[..]].concat()), rows, ..Table::default() }
}

/// Pairs of runs whose order is another by the second judgments.
fn changes(about: &About<'_>, part: &Part) -> Table {
    let mut rows = vec![];
    for ((first, second), alike) in part.first.iter().zip(&part.second).zip(&part.judgments) {
        for &(a, b) in alike.swapped.iter().take(SHOWN) {
            // The better run by the first judgments comes first.
            let (a, b) = if first.heights[a] > first.heights[b] { (a, b) } else { (b, a) };
            let mut row =
                vec![text(&first.measure.to_string()), text(about.run(a)), text(about.run(b))];
            for ranked in [first, second] {
                row.push(number(ranked.means[a] - ranked.means[b], about.digits));
                let p = ranked.pair((a, b)).and_then(|pair| pair.p);
                row.push(p.map_or(text("-"), |p| about.p(p)));
            }
            rows.push(row);
        }
    }
    let names = ["measure", "run", "other", "difference (1)", "p (1)", "difference (2)", "p (2)"];
    Table { header: header(&names), rows, ..Table::default() }
}

fn discrimination(about: &About<'_>, part: &Part) -> Table {
    let two = !part.second.is_empty();
    let row = |(judgments, ranked): (&str, &RankedRuns)| {
        let mut row = vec![text(&ranked.measure.to_string())];
        row.extend(two.then(|| text(judgments)));
        let power = ranked.discriminative_power();
        row.push(power.map_or(text("-"), |_| count(ranked.separated())));
        row.push(count(ranked.pairs.len()));
        row.push(power.map_or(text("-"), |power| number(power, 3)));
        row.push(about.value(ranked.smallest_separated()));
        row
    };
    let mut names = vec!["measure"];
    names.extend(two.then_some("judgments"));
    names.extend(["separated", "of pairs", "discriminative power", "all from a difference of"]);
    Table { header: header(&names), rows: part.ranked().map(row).collect(), ..Table::default() }
}
