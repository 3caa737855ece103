//! What one more relevant document changes in average precision, without any files: Kishida's
//! formula (17), and his Table 1.

use super::Args;
use super::fields::{Field, Rows};
use crate::cells::{count, header, number};
use crate::documents;
use crate::notes::note;
use crate::sections::{self, Sections};
use crate::writing::Format;
use anyhow::bail;
use gainline_analysis::sensitivity::kishida::average_precision_discovery_at_end;
use gainline_report::Table;
use serde::Serialize;
use std::process::ExitCode;

#[derive(Serialize)]
struct Document<'a> {
    formula: &'static str,
    changes: &'a Rows,
}

const FORMULA: &str = "1 / rank - ap / (relevant + 1)";

pub(super) fn run(args: &Args) -> anyhow::Result<ExitCode> {
    for &rank in &args.discover_at {
        if let Some(relevant) = args.relevant.iter().find(|relevant| **relevant >= rank) {
            bail!(
                "--relevant {relevant}: {relevant} relevant documents do not fit above rank {rank} \
                 (--discover-at)\n  all of them stand above the one that is found"
            );
        }
    }
    let mut rows = Rows::new(&["rank", "relevant", "ap", "change", "lowest_ap"]);
    for &rank in &args.discover_at {
        for &relevant in &args.relevant {
            for &ap in &args.ap {
                let change = average_precision_discovery_at_end(rank, relevant, ap);
                let lowest = lowest_ap(rank, relevant);
                let numbers = [ap, change, lowest].map(Field::Number);
                let counts = [Field::Count(rank), Field::Count(relevant)];
                rows.rows.push(counts.into_iter().chain(numbers).collect());
            }
        }
    }
    let format = args.writing.format();
    args.writing.write(&[], |out| match format {
        Format::Json => documents::write(&Document { formula: FORMULA, changes: &rows }, out),
        Format::Tsv | Format::Csv | Format::Jsonl => rows.write(format, out),
        _ => sections::write(&sections(args), format, out),
    })?;
    Ok(ExitCode::SUCCESS)
}

/// The lowest average precision of so many relevant documents that all stand above a rank: that of
/// the ranks just above it.
fn lowest_ap(rank: usize, relevant: usize) -> f64 {
    let above = rank.saturating_sub(1 + relevant);
    let sum = (1..=relevant).fold(0.0, |sum, n| sum + n as f64 / (above + n) as f64);
    sum / relevant as f64
}

/// Which of the numbers asked for no ranking has.
fn formal(args: &Args) -> Option<String> {
    let mut said = vec![];
    for &rank in &args.discover_at {
        for &relevant in &args.relevant {
            let lowest = lowest_ap(rank, relevant);
            if args.ap.iter().any(|ap| *ap < lowest - 1e-9) {
                said.push(format!("{relevant} above rank {rank} give {lowest:.4} or more"));
            }
        }
    }
    (!said.is_empty()).then(|| {
        format!(
            "no ranking has some of these values of AP, for all R documents stand above the rank: {}; \
             there the formula is shown as it is",
            said.join(", ")
        )
    })
}

/// A table for each rank, as Kishida prints it.
fn sections(args: &Args) -> Sections {
    let digits = args.writing.decimals();
    let table = |rank: usize| {
        let names: Vec<String> = args.ap.iter().map(|ap| format!("AP {ap}")).collect();
        let names: Vec<&str> = ["R"].into_iter().chain(names.iter().map(String::as_str)).collect();
        let row = |relevant: &usize| {
            let change = |ap: &f64| average_precision_discovery_at_end(rank, *relevant, *ap);
            let changes = args.ap.iter().map(|ap| number(change(ap), digits));
            [count(*relevant)].into_iter().chain(changes).collect()
        };
        let rows = args.relevant.iter().map(row).collect();
        let title = format!(
            "The change of average precision when a relevant document is found at rank {rank}:"
        );
        (title, Table { header: header(&names), rows, ..Table::default() })
    };
    let mut notes = vec![
        note("change", format!("{FORMULA} (Kishida 2005, formula 17)")),
        note("R", "relevant documents known before, all of them above the one that is found"),
    ];
    notes.extend(formal(args).map(|said| note("formal", said)));
    Sections {
        notes,
        tables: args.discover_at.iter().map(|rank| table(*rank)).collect(),
        words: vec![
            "The score falls where AP times the rank exceeds R + 1: one more relevant document that \
             the run should have ranked higher."
                .into(),
        ],
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_lowest_ap_is_worked_by_hand() {
        // At ranks 3 and 4.
        assert!((lowest_ap(5, 2) - (1.0 / 3.0 + 2.0 / 4.0) / 2.0).abs() < 1e-12);
        assert_eq!(lowest_ap(101, 100), 1.0);
    }
}
