//! One table for a paper: runs as rows, measures as columns, marks for what is significantly better or
//! worse, and a caption that says how that was tested.

use super::ComparePresenter;
use crate::document::Document;
use crate::present::words::{counted, listed};
use crate::{Block, Cell, Table, Tone};
use gainline_analysis::RunName;
use gainline_analysis::compare::Decision;
use gainline_analysis::comparison::{Comparison, Status};
use gainline_stats::StatsError;

/// Marks are single letters; runs beyond these have none.
const LETTERS: &str = "abcdefghijklmnopqrstuvwxyz";

/// The marks of what is better and worse than the baseline.
const BETTER: &str = "†";
const WORSE: &str = "‡";

/// How runs are marked.
#[derive(Clone, Copy)]
enum Marks<'a> {
    /// With the letters of the runs that they are better than.
    Letters,
    /// Where they are better or worse than this run; no other pair was tested.
    Baseline(&'a RunName),
    /// Not at all: there are more runs than letters.
    TooMany,
}

impl ComparePresenter<'_> {
    /// The table below the choices, with the warnings, and with the conclusion where there is no verdict.
    pub(super) fn summary_document(&self) -> Document {
        let mut document = Document::new(self.notes());
        document.blocks.extend(self.summary_table());
        document.warnings(self.warnings());
        if matches!(self.answer.decision, Decision::NothingJudged { .. }) {
            document.conclusion(self.conclusion().join(" "));
        }
        document
    }

    fn summary_table(&self) -> Option<Block> {
        let comparisons: Vec<&Comparison> = self.answer.over_all_topics().collect();
        let first = comparisons.first()?;
        let order = self.shown_runs(first);
        let marks = match &self.answer.baseline {
            Some(baseline) => Marks::Baseline(baseline),
            None if order.len() > LETTERS.len() => Marks::TooMany,
            None => Marks::Letters,
        };
        let mut letters = vec![""; first.runs.len()];
        for (place, run) in order.iter().enumerate().take(LETTERS.len()) {
            letters[run.place] = &LETTERS[place..=place];
        }
        let row = |run: &RunName| {
            let label = match marks {
                Marks::Letters => format!("({}) {run}", letters[run.place]),
                Marks::Baseline(baseline) if baseline == run => format!("{run} (baseline)"),
                Marks::Baseline(_) | Marks::TooMany => run.to_string(),
            };
            let cells = comparisons.iter().map(|c| self.summary_cell(c, run, marks, &letters));
            [Cell::Text(label)].into_iter().chain(cells).collect()
        };
        let rows: Vec<Vec<Cell>> = order.iter().copied().map(row).collect();
        let names = comparisons.iter().map(|c| c.sample.measure.to_string());
        let best = rows.iter().flatten().any(Cell::is_best);
        let caption = self.caption(&comparisons, order.len(), marks, &rows);
        let table = Table {
            header: ["run".to_string()].into_iter().chain(names).collect(),
            rows,
            legend: if best { vec!["* best of its column".into()] } else { vec![] },
            ..Table::default()
        };
        Some(Block::Captioned { caption, label: "tab:comparison".into(), table })
    }

    fn summary_cell(
        &self,
        comparison: &Comparison,
        run: &RunName,
        marks: Marks<'_>,
        letters: &[&str],
    ) -> Cell {
        let (marks, tone) = match marks {
            Marks::Letters => {
                let worse = worse_runs(comparison, run);
                let mut worse: Vec<&str> = worse.iter().map(|run| letters[run.place]).collect();
                worse.sort_unstable();
                (worse.concat(), Tone::Better)
            }
            Marks::Baseline(_) => match comparison.pairs.iter().find(|pair| pair.run == *run) {
                Some(pair) if comparison.says_better() => match pair.status {
                    Status::Better => (BETTER.into(), Tone::Better),
                    Status::Worse => (WORSE.into(), Tone::Worse),
                    Status::NotSignificant | Status::Opposed | Status::Same | Status::Untested => {
                        (String::new(), Tone::Better)
                    }
                },
                Some(_) | None => (String::new(), Tone::Better),
            },
            Marks::TooMany => (String::new(), Tone::Better),
        };
        Cell::Marked {
            value: comparison.runs[run.place].mean,
            decimals: self.digits,
            best: is_best(comparison, run, self.digits),
            marks,
            tone,
        }
    }

    /// What is shown, of what, and what the marks mean.
    fn caption(
        &self,
        comparisons: &[&Comparison],
        shown: usize,
        marks: Marks<'_>,
        rows: &[Vec<Cell>],
    ) -> String {
        let comparison = comparisons[0];
        let all = comparison.runs.len();
        let runs = match shown == all {
            true => counted(all, "run"),
            false => format!("the {shown} best of {all} runs by {}", comparison.sample.measure),
        };
        let topics = counted(comparison.sample.topics.len(), "topic");
        let has = |mark: &str| rows.iter().flatten().any(|cell| cell.marks().contains(mark));
        let how = self.how_tested();
        let (judging, neutral): (Vec<&Comparison>, Vec<&Comparison>) =
            comparisons.iter().partition(|comparison| comparison.says_better());
        let statuses = || judging.iter().flat_map(|c| c.pairs.iter().map(|pair| pair.status));
        let key = match marks {
            _ if judging.is_empty() => String::new(),
            _ if statuses().all(|status| status == Status::Untested) => {
                let reason = self.reason_untested().map(|why| format!(" ({why})"));
                format!("Nothing could be tested{}.", reason.unwrap_or_default())
            }
            Marks::Letters if rows.iter().flatten().any(|cell| !cell.marks().is_empty()) => {
                format!(
                    "Letters after a mean: the runs that it is significantly better than ({how})."
                )
            }
            Marks::Letters if shown == all => {
                format!("No run is significantly better than another ({how}).")
            }
            Marks::Letters => {
                format!("No run shown is significantly better than another one shown ({how}).")
            }
            Marks::Baseline(baseline) => {
                let found = [(BETTER, "better"), (WORSE, "worse")];
                let found = found.into_iter().filter(|(mark, _)| has(mark));
                let found: Vec<String> = found
                    .map(|(mark, how)| format!("{mark}: significantly {how} than {baseline}"))
                    .collect();
                let only = if all > 2 { "; other pairs were not tested" } else { "" };
                match &found[..] {
                    [] => {
                        format!(
                            "No run is significantly better or worse than {baseline} ({how}){only}."
                        )
                    }
                    found => format!("{} ({how}){only}.", found.join("; ")),
                }
            }
            Marks::TooMany => format!(
                "Significant differences are not marked: there are more than {} runs. With \
                 --baseline, runs are marked that are better or worse than the baseline.",
                LETTERS.len()
            ),
        };
        let neutral: Vec<String> = neutral.iter().map(|c| c.sample.measure.to_string()).collect();
        let unmarked = match &neutral[..] {
            [] => String::new(),
            [one] => {
                format!("{one} does not say what is better, so its differences are not marked.")
            }
            more => format!(
                "{} do not say what is better, so their differences are not marked.",
                listed(more, "and")
            ),
        };
        let said = [format!("Means over {topics} of {runs}."), key, unmarked];
        said.into_iter().filter(|said| !said.is_empty()).collect::<Vec<_>>().join(" ")
    }

    fn reason_untested(&self) -> Option<&StatsError> {
        let Decision::NotTested { reason } = &self.answer.decision else { return None };
        Some(reason)
    }

    /// `paired t test, two-sided, p < 0.05 after Holm correction for 20 comparisons`.
    fn how_tested(&self) -> String {
        let answer = self.answer;
        let (pairs, samples) = (answer.tested_together(), answer.comparisons_tested);
        let of = if answer.request.slices.is_some() { "measures and slices" } else { "measures" };
        let corrected = match (answer.correction_used.word(), answer.test.is_simultaneous()) {
            _ if answer.pairs_tested < 2 => String::new(),
            (None, false) => format!(", not corrected for {pairs} comparisons"),
            (Some(_), false) if pairs < 2 => String::new(),
            (Some(name), false) => format!(" after {name} correction for {pairs} comparisons"),
            (Some(_), true) if samples > 1 => {
                format!(" after correction for all pairs and, by Bonferroni, for {samples} {of}")
            }
            (None, true) if samples > 1 => {
                format!(" after correction for all pairs, but not for {samples} {of}")
            }
            (_, true) => " after correction for all pairs".into(),
        };
        let (test, alpha) = (answer.test.description(), answer.request.alpha);
        format!("{test}, two-sided, p < {alpha}{corrected}")
    }
}

/// The runs that a run is significantly better than; none by a measure that does not say what is better.
fn worse_runs<'c>(comparison: &'c Comparison, run: &RunName) -> Vec<&'c RunName> {
    let pairs = comparison.pairs.iter().filter(|_| comparison.says_better());
    let worse = pairs.filter_map(|pair| match pair.status {
        Status::Better if pair.run == *run => Some(&pair.baseline),
        Status::Worse if pair.baseline == *run => Some(&pair.run),
        Status::Better
        | Status::Worse
        | Status::NotSignificant
        | Status::Opposed
        | Status::Same
        | Status::Untested => None,
    });
    worse.collect()
}

/// Whether no run has a better mean, to the digits that are shown.
fn is_best(comparison: &Comparison, run: &RunName, digits: usize) -> bool {
    let shown = |run: &RunName| format!("{:.digits$}", comparison.runs[run.place].mean);
    comparison.says_better() && comparison.best().is_some_and(|best| shown(best) == shown(run))
}
