//! What one more relevant document changes in average precision, as Kishida prints it.

use crate::Table;
use crate::document::Document;
use crate::present::notes::note;
use crate::present::words::{Columns, count, number};
use crate::present::{Presenter, answer};
use crate::records::Records;
use gainline_analysis::missing::{ApChange, DiscoverAtAnswer};
use std::io;

/// Shows what one more relevant document changes.
pub struct DiscoverAtPresenter<'a> {
    /// What is shown.
    pub answer: &'a DiscoverAtAnswer,
    /// Decimals in tables.
    pub digits: usize,
}

impl Presenter for DiscoverAtPresenter<'_> {
    answer!(DiscoverAtAnswer);

    fn document(&self) -> Document {
        let answer = self.answer;
        let mut notes = vec![
            note("change", format!("{} (Kishida 2005, formula 17)", answer.formula)),
            note("R", "relevant documents known before, all of them above the one that is found"),
        ];
        notes.extend(self.formal().map(|said| note("formal", said)));
        let mut document = Document::new(notes);
        for rank in answer.changes.chunk_by(|a, b| a.rank == b.rank) {
            let title = format!(
                "The change of average precision when a relevant document is found at rank {}:",
                rank[0].rank
            );
            document.titled(title, self.table(rank));
        }
        document.text(
            "The score falls where AP times the rank exceeds R + 1: one more relevant document that \
             the run should have ranked higher.",
        );
        document
    }

    fn records(&self, out: &mut Records<'_>) -> io::Result<()> {
        out.rows(self.answer.changes.iter().copied())
    }
}

impl DiscoverAtPresenter<'_> {
    fn table(&self, changes: &[ApChange]) -> Table {
        let rows = changes.chunk_by(|a, b| a.relevant == b.relevant);
        let mut columns = Columns::of(rows).column("R", |row| count(row[0].relevant));
        for (at, ap) in self.answer.request.ap.iter().enumerate() {
            let change = |row: &&[ApChange]| number(row[at].change, self.digits);
            columns = columns.column(format!("AP {ap}"), change);
        }
        columns.table()
    }

    /// Which of the numbers asked for no ranking has.
    fn formal(&self) -> Option<String> {
        let impossible = |change: &&ApChange| change.ap < change.lowest_ap - 1e-9;
        let mut said: Vec<String> = vec![];
        for change in self.answer.changes.iter().filter(impossible) {
            let ApChange { rank, relevant, lowest_ap, .. } = change;
            let text = format!("{relevant} above rank {rank} give {lowest_ap:.4} or more");
            if !said.contains(&text) {
                said.push(text);
            }
        }
        (!said.is_empty()).then(|| {
            format!(
                "no ranking has some of these values of AP, because all R documents stand above the \
                 rank: {}; there the formula is shown as it is",
                said.join(", ")
            )
        })
    }
}
