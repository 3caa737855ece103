//! The parts as tables.

use super::MissingPresenter;
use crate::present::words::{Columns, count, number, optional, signed, text};
use crate::{Cell, Table};
use gainline_analysis::missing::{
    FlipOutcome, MOST_JUDGMENTS, MissingPart, NextDocument, RunDiscovery, UnjudgedShareAt,
};

/// What came of a comparison, in a word or two.
pub(super) fn outcome_word(outcome: FlipOutcome) -> &'static str {
    match outcome {
        FlipOutcome::Equal => "equal",
        FlipOutcome::Safe => "safe",
        FlipOutcome::Turned => "turned",
        FlipOutcome::NotFound => "not found",
    }
}

impl MissingPresenter<'_> {
    /// A part with its title, if there is something to show.
    pub(super) fn table(&self, part: MissingPart) -> Option<(String, Table)> {
        match part {
            MissingPart::Unjudged => Some(self.unjudged()),
            MissingPart::Scores => Some(self.scores()),
            MissingPart::Discovery => self.discovery(),
            MissingPart::Flips => self.flips(),
            MissingPart::LeaveOut => self.leave_out(),
            MissingPart::Next => self.next(),
        }
    }

    fn unjudged(&self) -> (String, Table) {
        let runs = || self.answer.unjudged.iter().flatten();
        let shown = runs().map(|run| run.shares.iter().filter(|at| at.share.is_some()).count());
        let shown = shown.max().unwrap_or(0);
        let depths = runs().next().map_or(&[][..], |run| &run.shares[..shown]);
        let mut columns = Columns::of(runs()).column("run", |run| text(&run.run));
        for (at, UnjudgedShareAt { depth, .. }) in depths.iter().enumerate() {
            columns = columns.column(format!("top {depth}"), |run| {
                let share = run.shares[at].share;
                text(share.map_or("-".into(), |share| format!("{:.1} %", share * 100.0)))
            });
        }
        let table = columns
            .column("unjudged", |run| count(run.unjudged_documents))
            .column("first at", |run| optional(run.first_unjudged, 1))
            .table();
        let title = "Unjudged documents: their share down to a rank, their number, and the mean rank \
                     of the first:";
        (title.into(), table)
    }

    fn scores(&self) -> (String, Table) {
        let d = self.digits;
        let table = Columns::of(self.answer.scores.iter().flatten())
            .column("measure", |score| text(&score.measure))
            .column("run", |score| text(&score.run))
            .column("value", |score| number(score.value, d))
            .column("estimate", |score| number(score.estimate, d))
            .column("lowest", |score| optional(score.low, d))
            .column("highest", |score| optional(score.high, d))
            .table();
        let title = "Scores: with unjudged documents not relevant, estimated, and the lowest and \
                     highest possible (all but the value depend on which runs are given):";
        (title.into(), table)
    }

    fn discovery(&self) -> Option<(String, Table)> {
        let all = self.answer.discovery.as_deref().unwrap_or_default();
        let last = all.iter().filter(|row| row.unjudged_documents > 0);
        let last = last.map(|row| row.last_rank).max()?;
        let runs = || all.chunk_by(|a, b| (&a.measure, &a.run) == (&b.measure, &b.run));
        let mut columns = Columns::of(runs())
            .column("measure", |bands| text(&bands[0].measure))
            .column("run", |bands| text(&bands[0].run));
        let shown = runs().next()?.iter().take_while(|band| band.last_rank <= last);
        for (at, RunDiscovery { first_rank, last_rank, .. }) in shown.enumerate() {
            let name = match first_rank == last_rank {
                true => format!("rank {first_rank}"),
                false => format!("{first_rank}-{last_rank}"),
            };
            columns = columns.column(name, |bands| self.change(bands[at].change));
        }
        let title = "Effect of one more relevant document: how the score of a topic changes on average when an \
                     unjudged document at these ranks is found to be of the highest grade:";
        Some((title.into(), columns.table()))
    }

    /// A difference with its sign, or a dash.
    fn change(&self, change: Option<f64>) -> Cell {
        text(change.map_or("-".into(), |change| signed(change, self.digits)))
    }

    fn flips(&self) -> Option<(String, Table)> {
        let table = Columns::of(self.answer.flips.iter().flatten())
            .column("measure", |flip| text(&flip.measure))
            .column("run", |flip| text(&flip.run))
            .column("against", |flip| text(&flip.against))
            .column("better by", |flip| self.change(Some(flip.difference)))
            .column("not below", |flip| self.change(flip.least))
            .column("not above", |flip| self.change(flip.most))
            .column("reversed by", |flip| match flip.outcome {
                FlipOutcome::Equal => text("equal already"),
                FlipOutcome::Safe => text("safe"),
                FlipOutcome::Turned => count(flip.documents.len()),
                FlipOutcome::NotFound => text("none found"),
            })
            .table();
        let tried = match self.answer.open_documents {
            1 => "1 can be tried".into(),
            open => format!("up to {} are tried", open.min(MOST_JUDGMENTS)),
        };
        let title = format!(
            "Comparisons: how much better a run is; outer bounds, below and above which the difference \
             cannot be whatever the grades of the unjudged documents of all runs (they may not be \
             attainable); and how many unjudged pooled documents of the highest grade were found to \
             reverse it (fewer may be enough; {tried}):"
        );
        (!table.rows.is_empty()).then_some((title, table))
    }

    fn leave_out(&self) -> Option<(String, Table)> {
        if self.runs() < 2 {
            return None;
        }
        let percent = |change: f64| format!("{} %", signed(change, 1));
        let table = Columns::of(self.answer.leave_out.iter().flatten())
            .column("measure", |left| text(&left.measure))
            .column("run", |left| text(&left.run))
            .column("unique relevant", |left| count(left.unique_relevant))
            .column("before", |left| number(left.before, self.digits))
            .column("after", |left| number(left.after, self.digits))
            .column("change", |left| text(left.change_percent.map_or("-".into(), percent)))
            .column("rank", |left| {
                let tie = if left.tied_after { " (tie)" } else { "" };
                text(format!("{} → {}{tie}", left.place_before, left.place_after))
            })
            .column("tau", |left| optional(left.tau, 3))
            .table();
        let title = format!(
            "Leave one run out: its score without the relevant documents that only it has in its top \
             {} among these {} runs, its rank, and Kendall's tau of all runs:",
            self.answer.request.pool_depth,
            self.runs()
        );
        Some((title, table))
    }

    fn next(&self) -> Option<(String, Table)> {
        let next = self.answer.next.as_deref().unwrap_or_default();
        let table = Columns::of((1..).zip(next))
            .column("#", |(position, _)| count(*position))
            .column("topic", |(_, next)| text(&next.topic))
            .column("document", |(_, next)| text(&next.document))
            .column("priority", |(_, next)| text(format!("{:.2} %", next.priority * 100.0)))
            .column("chance", |(_, next)| number(next.chance, 2))
            .column("ranked", |(_, next)| text(self.ranks(next)))
            .table();
        let title = format!(
            "Judge next ({} of {}), by {}: the share in the total uncertainty, the chance to be \
             relevant, and its ranks in the runs:",
            next.len(),
            self.answer.open_documents,
            self.answer.request.measures[0]
        );
        (!next.is_empty()).then_some((title, table))
    }

    /// The best ranks of a document; with many runs, tsv has all of them.
    fn ranks(&self, document: &NextDocument) -> String {
        const SHOWN: usize = 3;
        let runs = &self.answer.provenance.runs;
        let mut ranked: Vec<(usize, usize)> = document
            .ranks
            .iter()
            .enumerate()
            .filter_map(|(run, rank)| Some(((*rank)?, run)))
            .collect();
        ranked.sort_unstable();
        let named = |(rank, run): &(usize, usize)| format!("{} {rank}", runs[*run].name);
        let mut said = ranked.iter().take(SHOWN).map(named).collect::<Vec<_>>().join(", ");
        if ranked.len() > SHOWN {
            said.push_str(&format!(" and {} more", ranked.len() - SHOWN));
        }
        said
    }
}
