//! The parts as tables.

use super::{MissingPresenter, or_dash};
use crate::present::words::{count, header, number, signed, text};
use crate::{Cell, Table};
use gainline_analysis::missing::{FlipOutcome, MOST_JUDGMENTS, MissingPart, NextDocument};

/// What came of a comparison, in a word or two.
pub(super) fn outcome_word(outcome: FlipOutcome) -> &'static str {
    match outcome {
        FlipOutcome::Equal => "equal",
        FlipOutcome::Safe => "safe",
        FlipOutcome::Turned => "turned",
        FlipOutcome::NotFound => "not found",
    }
}

fn table(names: &[&str], rows: Vec<Vec<Cell>>) -> Table {
    Table { header: header(names), rows, ..Table::default() }
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
        let names: Vec<String> = depths.iter().map(|at| format!("top {}", at.depth)).collect();
        let names = ["run"].into_iter().chain(names.iter().map(String::as_str));
        let names: Vec<&str> = names.chain(["unjudged", "first at"]).collect();
        let rows = runs().map(|run| {
            let share = |share: Option<f64>| {
                text(share.map_or("-".into(), |share| format!("{:.1} %", share * 100.0)))
            };
            let shares = run.shares[..shown].iter().map(|at| share(at.share));
            let last = [count(run.unjudged_documents), or_dash(run.first_unjudged, 1)];
            [text(&run.run)].into_iter().chain(shares).chain(last).collect()
        });
        let title = "Unjudged documents: their share down to a rank, their number, and the mean rank \
                     of the first:";
        (title.into(), table(&names, rows.collect()))
    }

    fn scores(&self) -> (String, Table) {
        let rows = self.answer.scores.iter().flatten().map(|score| {
            let numbers = [Some(score.value), Some(score.estimate), score.low, score.high];
            let numbers = numbers.map(|value| or_dash(value, self.digits));
            let labels = [text(&score.measure), text(&score.run)];
            labels.into_iter().chain(numbers).collect()
        });
        let names = ["measure", "run", "value", "estimate", "lowest", "highest"];
        let title = "Scores: with unjudged documents not relevant, estimated, and the lowest and \
                     highest possible (all but the value depend on which runs are given):";
        (title.into(), table(&names, rows.collect()))
    }

    fn discovery(&self) -> Option<(String, Table)> {
        let all = self.answer.discovery.as_deref().unwrap_or_default();
        let last = all.iter().filter(|row| row.unjudged_documents > 0);
        let last = last.map(|row| row.last_rank).max()?;
        let first_run = all.first().map(|row| (&row.measure, &row.run))?;
        let of_first = |row: &&_| {
            let row: &gainline_analysis::missing::RunDiscovery = row;
            (&row.measure, &row.run) == first_run && row.last_rank <= last
        };
        let names: Vec<String> = all
            .iter()
            .filter(of_first)
            .map(|row| match row.first_rank == row.last_rank {
                true => format!("rank {}", row.first_rank),
                false => format!("{}-{}", row.first_rank, row.last_rank),
            })
            .collect();
        let names: Vec<&str> =
            ["measure", "run"].into_iter().chain(names.iter().map(String::as_str)).collect();
        let rows = all.chunk_by(|a, b| (&a.measure, &a.run) == (&b.measure, &b.run)).map(|bands| {
            let change = |change: Option<f64>| {
                change.map_or(text("-"), |change| text(signed(change, self.digits)))
            };
            let shown = bands.iter().filter(|band| band.last_rank <= last);
            let labels = [text(&bands[0].measure), text(&bands[0].run)];
            labels.into_iter().chain(shown.map(|band| change(band.change))).collect()
        });
        let title = "Change on discovery: how the score of a topic changes on average when an \
                     unjudged document at these ranks is found to be of the highest grade:";
        Some((title.into(), table(&names, rows.collect())))
    }

    fn flips(&self) -> Option<(String, Table)> {
        let rows = self.answer.flips.iter().flatten().map(|flip| {
            let end =
                |end: Option<f64>| end.map_or(text("-"), |end| text(signed(end, self.digits)));
            let turned = match flip.outcome {
                FlipOutcome::Equal => text("equal already"),
                FlipOutcome::Safe => text("safe"),
                FlipOutcome::Turned => count(flip.documents.len()),
                FlipOutcome::NotFound => text("not found"),
            };
            vec![
                text(&flip.measure),
                text(&flip.run),
                text(&flip.against),
                text(signed(flip.difference, self.digits)),
                end(flip.least),
                end(flip.most),
                turned,
            ]
        });
        let rows: Vec<Vec<Cell>> = rows.collect();
        let names = ["measure", "run", "against", "better by", "least", "most", "reversed by"];
        let tried = match self.answer.open_documents {
            1 => "1 can be tried".into(),
            open => format!("up to {} are tried", open.min(MOST_JUDGMENTS)),
        };
        let title = format!(
            "Comparisons: how much better a run is, the least and the most that it can be whatever \
             the grades of the unjudged documents of all runs, and how many open documents of the \
             highest grade were found to reverse it (fewer may be enough; {tried}):"
        );
        (!rows.is_empty()).then(|| (title, table(&names, rows)))
    }

    fn leave_out(&self) -> Option<(String, Table)> {
        if self.runs() < 2 {
            return None;
        }
        let rows = self.answer.leave_out.iter().flatten().map(|left| {
            let change = left.change_percent;
            let change = change.map_or("-".into(), |change| format!("{} %", signed(change, 1)));
            vec![
                text(&left.measure),
                text(&left.run),
                count(left.unique_relevant),
                number(left.before, self.digits),
                number(left.after, self.digits),
                text(&change),
                text(format!("{} to {}", left.place_before, left.place_after)),
                or_dash(left.tau, 3),
            ]
        });
        let names = ["measure", "run", "only here", "before", "after", "change", "rank", "tau"];
        let title = format!(
            "Leave one run out: its score without the relevant documents that only it has in its top \
             {} among these {} runs, its rank, and Kendall's tau of all runs:",
            self.answer.request.pool_depth,
            self.runs()
        );
        Some((title, table(&names, rows.collect())))
    }

    fn next(&self) -> Option<(String, Table)> {
        let next = self.answer.next.as_deref().unwrap_or_default();
        let row = |(position, document): (usize, &NextDocument)| {
            vec![
                count(position),
                text(&document.topic),
                text(&document.document),
                text(format!("{:.2} %", document.priority * 100.0)),
                number(document.chance, 2),
                text(self.ranks(document)),
            ]
        };
        let names = ["#", "topic", "document", "priority", "chance", "ranked"];
        let title = format!(
            "Judge next ({} of {}), by {}: the share in all that is in doubt, the chance to be \
             relevant, and its ranks in the runs:",
            next.len(),
            self.answer.open_documents,
            self.answer.request.measures[0]
        );
        (!next.is_empty()).then(|| (title, table(&names, (1..).zip(next).map(row).collect())))
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
