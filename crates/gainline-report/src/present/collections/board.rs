//! The board: collections and runs, whichever are more as rows.

use crate::present::words::{count, optional, text};
use crate::{Cell, Table, Tone};
use gainline::Better;
use gainline_analysis::RunName;
use gainline_analysis::collections::{Board, BoardCell};
use gainline_stats::is_same;

/// How a board is shown.
pub(super) struct BoardTable<'a> {
    pub board: &'a Board,
    /// The collections' names.
    pub collections: Vec<&'a str>,
    /// The runs, in the order in which they are shown.
    pub runs: &'a [RunName],
    pub digits: usize,
}

/// What marks a cell of a collection and a run.
pub(super) type Mark<'a> = &'a dyn Fn(usize, &RunName) -> Option<(&'static str, Tone)>;

impl BoardTable<'_> {
    /// The table; `mark` gives what stands behind a value.
    pub(super) fn table(&self, mark: Mark<'_>) -> Table {
        if self.runs.len() > self.collections.len() {
            self.run_rows(mark)
        } else {
            self.collection_rows(mark)
        }
    }

    fn run_rows(&self, mark: Mark<'_>) -> Table {
        let names = self.collections.iter().map(ToString::to_string);
        let means = ["macro mean".to_string(), "mean rank".to_string()];
        let row = |run: &RunName| {
            let cells = (0..self.collections.len()).map(|at| self.cell(at, run, mark));
            [text(run)].into_iter().chain(cells).chain([self.mean(run), self.rank(run)]).collect()
        };
        Table {
            header: ["run".to_string()].into_iter().chain(names).chain(means).collect(),
            rows: self.runs.iter().map(row).collect(),
            legend: self.legend("collection"),
            ..Table::default()
        }
    }

    fn collection_rows(&self, mark: Mark<'_>) -> Table {
        let names = self.runs.iter().map(ToString::to_string);
        let row = |(at, name): (usize, &&str)| {
            let cells = self.runs.iter().map(|run| self.cell(at, run, mark));
            [text(name), self.topics(at)].into_iter().chain(cells).collect()
        };
        let over = |name: &str, cell: &dyn Fn(&RunName) -> Cell| {
            [text(name), text("")].into_iter().chain(self.runs.iter().map(cell)).collect()
        };
        let mut rows: Vec<Vec<Cell>> = self.collections.iter().enumerate().map(row).collect();
        rows.push(over("macro mean", &|run| self.mean(run)));
        rows.push(over("mean rank", &|run| self.rank(run)));
        let first = ["collection".to_string(), "topics".to_string()];
        Table {
            header: first.into_iter().chain(names).collect(),
            rows,
            legend: self.legend("row"),
            ..Table::default()
        }
    }

    fn legend(&self, of: &str) -> Vec<String> {
        match self.board.measure.family().better {
            Better::Neither => vec![],
            Better::Higher | Better::Lower => vec![format!("* best of its {of}")],
        }
    }

    /// The topics of a collection; they are the same for all runs, unless runs lack some and those are
    /// left out.
    fn topics(&self, at: usize) -> Cell {
        let mut topics: Vec<usize> =
            self.board.cells[at].iter().flatten().map(|cell| cell.topics).collect();
        topics.sort_unstable();
        topics.dedup();
        match &topics[..] {
            [] => text("-"),
            [one] => count(*one),
            [low, .., high] => text(format!("{low}-{high}")),
        }
    }

    fn cell(&self, collection: usize, run: &RunName, mark: Mark<'_>) -> Cell {
        let Some(BoardCell { value, best, .. }) = self.board.cells[collection][run.place] else {
            return text("n/a");
        };
        let best = best && self.board.measure.family().better != Better::Neither;
        let mark = mark(collection, run);
        let (marks, tone) = mark.unwrap_or(("", Tone::Better));
        Cell::Marked { value, decimals: self.digits, best, marks: marks.into(), tone }
    }

    fn mean(&self, run: &RunName) -> Cell {
        let means = &self.board.macro_means;
        let best = self.board.best_first.first().and_then(|best| means[best.place]);
        self.over(means[run.place], best, self.digits)
    }

    fn rank(&self, run: &RunName) -> Cell {
        self.over(self.board.mean_ranks[run.place], self.board.best_mean_rank(), 2)
    }

    /// A number over collections, or a dash.
    fn over(&self, value: Option<f64>, best: Option<f64>, decimals: usize) -> Cell {
        let Some(value) = value else { return optional(None, decimals) };
        let says_better = self.board.measure.family().better != Better::Neither;
        let best = says_better && best.is_some_and(|best| is_same(best, value));
        Cell::Marked { value, decimals, best, marks: String::new(), tone: Tone::Better }
    }
}
