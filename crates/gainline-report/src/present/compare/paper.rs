//! The table for a paper: runs as rows, measures as columns, and marks for what is significantly
//! worse.

use super::ComparePresenter;
use crate::document::Block;
use crate::{Cell, Table, Tone};
use gainline_analysis::RunName;
use gainline_analysis::comparison::{Comparison, Status};

/// Marks are single letters; runs beyond these have none.
const LETTERS: &str = "abcdefghijklmnopqrstuvwxyz";

/// The mark of what is better than the baseline.
const BETTER: &str = "*";

/// How runs are marked.
#[derive(Clone, Copy)]
enum Marks<'a> {
    /// With the letters of the runs that they are better than.
    Letters,
    /// With one mark where they are better than this run; no other pair was tested.
    Baseline(&'a RunName),
    /// Not at all: there are more runs than letters.
    TooMany,
}

impl ComparePresenter<'_> {
    /// A heading and the table of runs by measures.
    pub(super) fn paper_table(&self) -> Option<Block> {
        let comparisons: Vec<&Comparison> = self.answer.over_all_topics().collect();
        let first = comparisons.first()?;
        let order = self.shown_runs(first);
        let marks = match &self.answer.baseline {
            // Of two runs the only pair was tested, whichever comes first.
            Some(baseline) if order.len() > 2 => Marks::Baseline(baseline),
            _ if order.len() > LETTERS.len() => Marks::TooMany,
            _ => Marks::Letters,
        };
        let mut letters = vec![""; first.runs.len()];
        for (place, run) in order.iter().enumerate().take(LETTERS.len()) {
            letters[run.place] = &LETTERS[place..=place];
        }
        let worse: Vec<Vec<Vec<&RunName>>> = comparisons.iter().map(|c| worse_runs(c)).collect();
        let cell = |comparison: &Comparison, worse: &[Vec<&RunName>], run: &RunName| {
            let worse = &worse[run.place];
            Cell::Marked {
                value: comparison.runs[run.place].mean,
                decimals: self.digits,
                best: is_best(comparison, run, self.digits),
                marks: match marks {
                    Marks::Letters => {
                        let mut worse: Vec<&str> =
                            worse.iter().map(|run| letters[run.place]).collect();
                        worse.sort_unstable();
                        worse.concat()
                    }
                    Marks::Baseline(baseline) if worse.contains(&baseline) => BETTER.into(),
                    Marks::Baseline(_) | Marks::TooMany => String::new(),
                },
                tone: Tone::Better,
            }
        };
        let row = |run: &RunName| {
            let label = match marks {
                Marks::Letters => format!("({}) {run}", letters[run.place]),
                Marks::Baseline(_) | Marks::TooMany => run.to_string(),
            };
            let cells = comparisons.iter().zip(&worse).map(|(c, worse)| cell(c, worse, run));
            [Cell::Text(label)].into_iter().chain(cells).collect()
        };
        let rows: Vec<Vec<Cell>> = order.iter().copied().map(row).collect();
        let marked = |cell: &Cell| matches!(cell, Cell::Marked { marks, .. } if !marks.is_empty());
        let any = rows.iter().flatten().any(marked);
        let names = comparisons.iter().map(|c| c.sample.measure.to_string());
        let table = Table {
            header: ["run".to_string()].into_iter().chain(names).collect(),
            rows,
            key: vec![format!("{}{}", few(first, &order), self.key(marks, any))],
            ..Table::default()
        };
        Some(Block::PaperTable { heading: "Summary".into(), table })
    }

    /// How p was corrected, for a caption.
    fn corrected(&self) -> String {
        let answer = self.answer;
        let (pairs, samples) = (answer.pairs_tested, answer.comparisons_tested);
        let of = if answer.request.slices.is_some() { "measures and slices" } else { "measures" };
        match (answer.correction_used.word(), answer.test.is_simultaneous()) {
            _ if pairs < 2 => String::new(),
            (None, false) => format!(", not corrected for {pairs} comparisons"),
            (Some(name), false) => format!(", {name}-corrected for {pairs} comparisons"),
            (Some(_), true) if samples > 1 => {
                format!(", corrected for all pairs, and for {samples} {of} (Bonferroni)")
            }
            (None, true) if samples > 1 => {
                format!(", corrected for all pairs, not for {samples} {of}")
            }
            (_, true) => ", corrected for all pairs".into(),
        }
    }

    /// What the marks mean.
    fn key(&self, marks: Marks<'_>, any: bool) -> String {
        let alpha = self.answer.request.alpha;
        let how = format!("(p < {alpha}, {}{})", self.answer.test.description(), self.corrected());
        match marks {
            Marks::Letters if any => {
                format!(
                    "Letters after a mean: the runs that it is significantly better than {how}."
                )
            }
            Marks::Letters => format!("No run is significantly better than another {how}."),
            Marks::Baseline(baseline) => {
                let said = match any {
                    true => format!("{BETTER}: significantly better than {baseline} {how}"),
                    false => format!("No run is significantly better than {baseline} {how}"),
                };
                format!("{said}; other pairs were not tested.")
            }
            Marks::TooMany => format!(
                "Significant differences are not marked: there are more than {} runs. With \
                 --baseline, the runs that are better than the baseline are marked.",
                LETTERS.len()
            ),
        }
    }
}

/// That not all runs are there.
fn few(comparison: &Comparison, shown: &[&RunName]) -> String {
    let (shown, all) = (shown.len(), comparison.runs.len());
    if shown == all {
        return String::new();
    }
    let measure = &comparison.sample.measure;
    format!("{shown} of {all} runs, the best by {measure} first. ")
}

/// For each run, those that it is significantly better than; none by a measure that does not say
/// what is better.
fn worse_runs(comparison: &Comparison) -> Vec<Vec<&RunName>> {
    let mut worse = vec![vec![]; comparison.runs.len()];
    for pair in comparison.pairs.iter().filter(|_| comparison.says_better()) {
        match pair.status {
            Status::Better => worse[pair.run.place].push(&pair.baseline),
            Status::Worse => worse[pair.baseline.place].push(&pair.run),
            Status::NotSignificant | Status::Opposed | Status::Same | Status::Untested => {}
        }
    }
    worse
}

/// Whether no run has a better mean, to the digits that are shown.
fn is_best(comparison: &Comparison, run: &RunName, digits: usize) -> bool {
    let shown = |run: &RunName| format!("{:.digits$}", comparison.runs[run.place].mean);
    comparison.says_better() && comparison.best().is_some_and(|best| shown(best) == shown(run))
}
