//! What the changes say, in words.

use super::{SensitivityPresenter, at_rank};
use gainline::Summary;
use gainline_analysis::sensitivity::{RankChange, RunSensitivity};
use gainline_stats::{SAME, is_same};

const NO_DOCUMENT: &str = "no document changes.";

impl SensitivityPresenter<'_> {
    /// What sums up each measure: of one run, or of several together.
    pub(super) fn words(&self) -> Vec<String> {
        let each = |(at, measure): (usize, &gainline::Measure)| match &self.answer.runs[..] {
            [run] => format!("{measure}: {}", self.of_one(run, at)),
            _ => format!("{measure}: {}", self.of_several(at)),
        };
        self.measures().iter().enumerate().map(each).collect()
    }

    fn of_one(&self, run: &RunSensitivity, measure: usize) -> String {
        let found = &run.measures[measure];
        let Some(first) = found.changes.first() else { return NO_DOCUMENT.into() };
        let Some(last) = found.last_effective_rank else {
            let ranks = ranks(1, run.last_rank);
            return format!("a document with this grade changes nothing at {ranks}.");
        };
        let (what, how) = self.changed(measure);
        let mut said = match first.change.abs() > SAME {
            true => {
                let amount = self.amount(first.change);
                format!("at rank {}, {what} changes by {amount}{how}", first.rank)
            }
            false => format!("at rank {}, {what} does not change{how}", first.rank),
        };
        let second = found.changes.iter().take_while(|change| change.rank <= last.min(10)).last();
        if let Some(second) = second.filter(|second| second.rank > first.rank) {
            said.push_str(&format!(", at rank {} by {}", second.rank, self.amount(second.change)));
            said.push_str(&compared(first, second));
        }
        if last < run.last_rank {
            said.push_str(&format!("; below rank {last} it does not change"));
        }
        if let Some(rank) = found.opposite_from_rank {
            let way = if first.change > 0.0 { "never increases" } else { "never decreases" };
            said.push_str(&format!("; from rank {rank} on it {way}"));
        }
        said.push('.');
        if let Some(half) = found.half_by_rank {
            let all = ranks(1, run.last_rank);
            said.push_str(&format!(" Half of the weight of {all} is at {}.", ranks(1, half)));
        }
        said
    }

    fn of_several(&self, measure: usize) -> String {
        let found = || self.answer.runs.iter().map(|run| &run.measures[measure]);
        let firsts = found().filter_map(|found| at_rank(&found.changes, 1));
        let firsts: Vec<f64> = firsts.map(|first| first.change).collect();
        let (Some(low), Some(high)) =
            (firsts.iter().copied().reduce(f64::min), firsts.iter().copied().reduce(f64::max))
        else {
            return "no run has such a document at rank 1.".into();
        };
        let (low, high) = (self.amount(low), self.amount(high));
        let (what, how) = self.changed(measure);
        let mut said = match low == high {
            true => format!("at rank 1, {what} changes by {low}{how} in every run"),
            false => {
                format!("at rank 1, {what} changes by {low} to {high}{how}, depending on the run")
            }
        };
        let halves: Vec<usize> = found().filter_map(|found| found.half_by_rank).collect();
        if let Some(by) = spread(&halves) {
            said.push_str(&format!("; half of the weight is reached at rank {by}"));
        }
        let opposite: Vec<usize> = found().filter_map(|found| found.opposite_from_rank).collect();
        if let Some(from) = spread(&opposite) {
            let way = if firsts[0] > 0.0 { "never increases" } else { "never decreases" };
            said.push_str(&format!("; from rank {from} on it {way}"));
        }
        said.push('.');
        said
    }

    /// What changes, and how. The mean of topics' changes is the change of their mean, and of no
    /// other summary.
    fn changed(&self, measure: usize) -> (&'static str, &'static str) {
        match self.measures()[measure].summary() {
            Summary::Mean => ("the score", ""),
            Summary::Sum | Summary::GeometricMean | Summary::Pooled => {
                ("a topic's value", " on average")
            }
        }
    }

    fn amount(&self, change: f64) -> String {
        let shown = format!("{:.*}", self.digits, change + 0.0);
        let is_zero = shown.trim_start_matches('-').chars().all(|c| c == '0' || c == '.');
        match is_zero {
            true if change.abs() <= SAME => "0".into(),
            true => format!("{change:.1e}"),
            false => shown,
        }
    }
}

/// How a change compares with the first one.
fn compared(first: &RankChange, second: &RankChange) -> String {
    let share = second.change / first.change;
    match share {
        _ if first.change.abs() <= SAME || second.change.abs() <= SAME => String::new(),
        _ if share < 0.0 => " (opposite direction)".into(),
        _ if is_same(first.change, second.change) => " (the same)".into(),
        _ if (share - 1.0).abs() < 0.05 => " (about the same)".into(),
        _ if share >= 9.95 => format!(" ({share:.0} times as much)"),
        _ if share > 1.0 => format!(" ({share:.1} times as much)"),
        _ if share < 0.0005 => " (less than 0.1 % of that)".into(),
        _ if share < 0.0095 => format!(" ({:.1} % of that)", 100.0 * share),
        _ => format!(" ({:.0} % of that)", 100.0 * share),
    }
}

/// `4`, or `4 to 6`.
fn spread(ranks: &[usize]) -> Option<String> {
    let (least, most) = (ranks.iter().min()?, ranks.iter().max()?);
    Some(if least == most { format!("{least}") } else { format!("{least} to {most}") })
}

/// `rank 1`, or `ranks 1 to 5`.
fn ranks(first: usize, last: usize) -> String {
    if first >= last { format!("rank {first}") } else { format!("ranks {first} to {last}") }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn two_changes_are_compared_in_words() {
        let change = |rank, change| RankChange { rank, topics: 1, change, share: None };
        let said = |first, second| compared(&change(1, first), &change(10, second));
        assert_eq!(said(0.4, 0.1), " (25 % of that)");
        assert_eq!(said(0.35, 0.1), " (29 % of that)");
        assert_eq!(said(-0.4, -0.002), " (0.5 % of that)");
        assert_eq!(said(0.4, 0.00001), " (less than 0.1 % of that)");
        assert_eq!(said(0.1, 0.1), " (the same)");
        assert_eq!(said(0.1, 0.0981), " (about the same)");
        assert_eq!(said(0.1, 0.25), " (2.5 times as much)");
        assert_eq!(said(0.1, 1.999), " (20 times as much)");
        assert_eq!(said(0.1, -0.1), " (opposite direction)");
        assert_eq!(said(0.0, 0.1), "");
    }

    #[test]
    fn ranks_are_named_in_words() {
        assert_eq!(ranks(1, 1), "rank 1");
        assert_eq!(ranks(1, 3), "ranks 1 to 3");
    }
}
