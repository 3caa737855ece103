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
use gainline_report::Table;
use gainline_studies::sensitivity::kishida::average_precision_discovery_at_end;
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
    let mut rows = Rows::new(&["rank", "relevant", "ap", "change"]);
    for &rank in &args.discover_at {
        for &relevant in &args.relevant {
            for &ap in &args.ap {
                let change = average_precision_discovery_at_end(rank, relevant, ap);
                let numbers = [Field::Number(ap), Field::Number(change)];
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
    Sections {
        notes: vec![
            note("change", format!("{FORMULA} (Kishida 2005, formula 17)")),
            note("R", "relevant documents known before, all of them above the one that is found"),
        ],
        tables: args.discover_at.iter().map(|rank| table(*rank)).collect(),
        words: vec![
            "The score falls where AP times the rank exceeds R + 1: one more relevant document that \
             the run should have ranked higher."
                .into(),
        ],
    }
}
