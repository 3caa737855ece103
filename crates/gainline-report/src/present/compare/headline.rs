//! The comparison in one line, for the top of a page.

use super::{ComparePresenter, opposed, p_of};
use crate::present::words::names;
use gainline::Summary;
use gainline_analysis::RunName;
use gainline_analysis::compare::Decision;
use gainline_analysis::comparison::{Comparison, Pair, Side, Status};
use gainline_stats::is_same;

/// Runs are named in so many letters at the most, so that it stays a line.
const NAMED: usize = 32;

impl ComparePresenter<'_> {
    /// Which run has the best mean on the first measure, and how certain that is; none where there is
    /// no such run, or where it was not tested against every other. Then the conclusion says why.
    pub fn headline(&self) -> Option<String> {
        match &self.answer.decision {
            Decision::NothingCompared
            | Decision::NothingJudged { .. }
            | Decision::NoDirection
            | Decision::NotTested { .. }
            | Decision::AllSame => return None,
            Decision::Best { .. }
            | Decision::NoSingleBest { .. }
            | Decision::BetterThanBaseline { .. }
            | Decision::WorseThanBaseline { .. }
            | Decision::KeepBaseline { .. }
            | Decision::NoDifferenceShown { .. }
            | Decision::MeasuresDisagree { .. } => {}
        }
        let comparison = self.answer.over_all_topics().next()?;
        let tested = comparison.pairs.iter().all(|pair| pair.status != Status::Untested);
        let best = comparison.best().filter(|_| comparison.says_better() && tested)?;
        let with_best = comparison.pairs.iter();
        let with_best: Vec<&Pair> =
            with_best.filter(|pair| pair.run == *best || pair.baseline == *best).collect();
        if with_best.len() + 1 != comparison.runs.len() {
            return None;
        }
        Some(match with_best[..] {
            [pair] => self.of_two(comparison, best, pair),
            _ => self.of_many(comparison, best, &with_best),
        })
    }

    fn of_two(&self, comparison: &Comparison, best: &RunName, pair: &Pair) -> String {
        let other = if pair.run == *best { &pair.baseline } else { &pair.run };
        let measure = measure_name(comparison);
        let mean = |run: &RunName| format!("{:.*}", self.digits, comparison.runs[run.place].mean);
        let lead = format!("{best} leads {other} on {measure} ({} to {})", mean(best), mean(other));
        let p = p_of(pair);
        if is_same(pair.gain, 0.0) && pair.status != Status::Same {
            let equal = format!("{best} and {other} have the same mean {measure} ({})", mean(best));
            return match pair.status {
                Status::Opposed => format!("{equal}; {} ({p}).", opposed(self.answer.test, pair)),
                Status::Better
                | Status::Worse
                | Status::Same
                | Status::NotSignificant
                | Status::Untested => format!("{equal}."),
            };
        }
        match pair.status {
            Status::Better | Status::Worse => {
                format!("{lead}; the difference is significant ({p}).")
            }
            Status::Same => format!("{best} and {other} have the same {measure} on every topic."),
            Status::Opposed if finds_better(pair, other) => {
                format!("{lead}, but the {} test finds {other} better ({p}).", self.answer.test)
            }
            Status::Opposed | Status::NotSignificant | Status::Untested => {
                format!("{lead}; the difference is not significant ({p}).")
            }
        }
    }

    fn of_many(&self, comparison: &Comparison, best: &RunName, with_best: &[&Pair]) -> String {
        let others = with_best.len();
        let is_open = |pair: &&&Pair| match pair.status {
            Status::Better => pair.run != *best,
            Status::Worse => pair.baseline != *best,
            Status::Same | Status::NotSignificant | Status::Opposed | Status::Untested => true,
        };
        let open = with_best.iter().filter(is_open);
        let open = open.map(|pair| if pair.run == *best { &pair.baseline } else { &pair.run });
        let open: Vec<RunName> = open.cloned().collect();
        let opposed = with_best.iter().any(|pair| pair.status == Status::Opposed);
        let named = match names(&open) {
            all if open.is_empty() || all.chars().count() > NAMED => String::new(),
            all => format!(" ({all})"),
        };
        let how = match (open.len(), opposed) {
            (0, _) => format!(" and is significantly better than all {others} others"),
            // Where the test finds another run better, the two are different.
            (count, true) => {
                format!("; it is not significantly better than {count} of {others} others{named}")
            }
            (count, false) if count == others => {
                format!("; none of the {others} others is significantly different")
            }
            (1, false) => format!("; 1 of {others} others is not significantly different{named}"),
            (count, false) => {
                format!("; {count} of {others} others are not significantly different{named}")
            }
        };
        let (mean, digits) = (comparison.runs[best.place].mean, self.digits);
        format!("{best} leads on {} ({mean:.digits$}){how}.", measure_name(comparison))
    }
}

/// What is compared is the mean, also of measures that are averaged in another way.
fn measure_name(comparison: &Comparison) -> String {
    let measure = &comparison.sample.measure;
    match measure.summary() {
        Summary::Sum | Summary::Pooled => format!("mean {measure}"),
        Summary::Mean | Summary::GeometricMean => measure.to_string(),
    }
}

/// Whether the test finds this run of a pair better.
fn finds_better(pair: &Pair, run: &RunName) -> bool {
    let side = if pair.run == *run { Side::Run } else { Side::Baseline };
    pair.test.defined().is_some_and(|tested| tested.better == Some(side))
}
