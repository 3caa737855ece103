//! Compared runs: the answer in a sentence, for each measure and slice tables and a verdict, then warnings
//! and the conclusion, which is the last thing that a terminal shows.

mod conclusion;
mod headline;
mod margins;
mod notes;
mod records;
mod short_answer;
mod summary;
mod tables;
mod verdict;
mod warnings;

use super::statistics::{drawn_p_value, p_is, p_value};
use super::words::{counted, signed};
use super::{Presenter, answer};
use crate::document::Document;
use crate::records::Records;
use gainline_analysis::RunName;
use gainline_analysis::compare::CompareAnswer;
use gainline_analysis::comparison::{Comparison, Computed, Pair, Side, Status};
use gainline_stats::{Correction, IntervalMethod, Test};
use std::io;

/// Shows compared runs.
pub struct ComparePresenter<'a> {
    /// What is shown.
    pub answer: &'a CompareAnswer,
    /// Decimals in tables.
    pub digits: usize,
    /// Every run is shown, also where there are many.
    pub all_runs: bool,
    /// Every pair is shown, also where there are many.
    pub all_pairs: bool,
    /// Every topic is shown, not only those on which runs differ most.
    pub per_topic: bool,
    /// One table of runs by measures is shown, and nothing else.
    pub summary: bool,
}

impl Presenter for ComparePresenter<'_> {
    answer!(CompareAnswer);

    fn document(&self) -> Document {
        if self.summary {
            return self.summary_document();
        }
        let mut document = Document::new(self.notes());
        document.answer = self.short_answer();
        for (at, comparison) in self.answer.comparisons.iter().enumerate() {
            self.comparison(comparison, at == 0, &mut document);
        }
        let mut conclusion = self.conclusion();
        let mut warnings = self.warnings();
        if !warnings.is_empty() {
            conclusion.push("See the warnings above.".into());
            let more = warnings.len().saturating_sub(WARNINGS_SHOWN);
            if more > 1 {
                warnings.truncate(WARNINGS_SHOWN);
                warnings.push(format!("{more} more; --format json has them all as findings."));
            }
            document.warnings(warnings);
        }
        document.conclusion(conclusion.join(" "));
        document
    }

    fn records(&self, out: &mut Records<'_>) -> io::Result<()> {
        records::write(self, out)
    }
}

impl ComparePresenter<'_> {
    /// One measure over all topics or a slice. What columns mean is said the first time.
    fn comparison(&self, comparison: &Comparison, first: bool, document: &mut Document) {
        let sample = &comparison.sample;
        let slice = sample.slice.as_ref().map_or(String::new(), |slice| format!(", slice {slice}"));
        let topics = counted(sample.topics.len(), "topic");
        document.heading(format!("{}{slice}, {topics}", sample.measure));
        let runs = self.shown_runs(comparison);
        document.table(self.runs_table(comparison, &runs));
        if let Some(hidden) = hidden_runs(comparison, &runs) {
            document.text(hidden);
        }
        let lettered = comparison.runs.iter().any(|run| run.group.is_some());
        if first && comparison.runs.iter().any(|run| run.rank.is_some()) {
            let groups = match lettered {
                true => "group: runs that share a letter are not significantly different",
                false => {
                    "top: the run with the best mean (*), and those that are not significantly \
                     different from it"
                }
            };
            document.legend(format!(
                "{groups}; rank: the range of ranks that the significant differences allow."
            ));
            let mut all = self.answer.comparisons.iter().flat_map(|c| &c.pairs);
            if lettered && all.any(|pair| pair.status == Status::Opposed) {
                document.legend(
                    "Runs may share a letter also where the test and the mean disagree on which is \
                     better.",
                );
            }
        }
        let (shown, hidden) = self.shown_pairs(comparison, &runs);
        document.table(self.pairs_table(&shown));
        if first {
            let other = self.other_run();
            let p = match self.p_values() {
                PValues::Alone => "",
                PValues::Adjusted => "p adj.: corrected for all pairs; ",
                PValues::Both => "p: of this comparison alone; p adj.: after the correction; ",
            };
            document.legend(format!(
                "difference: run − {other}; {p}d_z: the mean difference divided by the standard \
                 deviation of the topics' differences; w/t/l: topics on which the run is better, \
                 equal, worse; size: Sparck Jones' rule of thumb (below 5 % marginal, 5 to 10 % \
                 noticeable, above 10 % material)."
            ));
        }
        if hidden {
            let all = comparison.pairs.len();
            let others = match (&self.answer.baseline, runs.len() == comparison.runs.len()) {
                (Some(baseline), _) => format!("The runs above compared with {baseline}"),
                (None, true) => "The best run compared with every other".into(),
                (None, false) => "The best run compared with the others above".into(),
            };
            document.text(format!("{others}; --all-pairs shows all {all} pairs."));
        }
        if shown.iter().any(|pair| pair.interval_differs) {
            document.legend(self.why_intervals_differ());
        }
        if let Some(why) = undefined(&shown) {
            document.legend(why);
        }
        if let Some(margin) = self.answer.request.equivalence {
            self.equivalence(margin, &shown, first, document);
        }
        if let Some(margin) = self.answer.request.not_worse_by {
            self.not_worse(margin, &shown, first, document);
        }
        document.list(omnibus(comparison));
        document.text(self.verdict(comparison));
        if let Some((title, table)) = self.topics_table(comparison, &runs) {
            document.titled(title, table);
        }
    }

    fn p_values(&self) -> PValues {
        let answer = self.answer;
        let several = answer.comparisons.iter().any(|comparison| comparison.pairs.len() > 1);
        let corrected = answer.correction_used != Correction::None && answer.tested_together() > 1;
        match (answer.test.is_simultaneous() && several, corrected) {
            (true, _) => PValues::Adjusted,
            (false, true) => PValues::Both,
            (false, false) => PValues::Alone,
        }
    }

    /// Why an interval may exclude 0 where the p-value beside it does not say so, or the other way round.
    fn why_intervals_differ(&self) -> String {
        let answer = self.answer;
        let stepwise = match answer.correction_used {
            Correction::Holm | Correction::Hochberg | Correction::BenjaminiHochberg => {
                answer.tested_together() > 1
            }
            Correction::None | Correction::Bonferroni => answer.test == Test::MaxTStepDown,
        };
        let stepwise = stepwise.then_some(
            "p is adjusted step by step, which finds more than the interval, which is adjusted in a \
             single step",
        );
        let other_method = match answer.test {
            Test::T | Test::Tukey | Test::MaxT | Test::MaxTStepDown | Test::Dunnett => None,
            Test::Wilcoxon | Test::Sign | Test::Nemenyi | Test::Conover => {
                Some("the test is about signs or ranks, and the interval about the mean")
            }
            Test::Randomization | Test::Bootstrap | Test::RandomizedTukey => {
                Some("the test draws at random, and the interval has a formula")
            }
        };
        let other_method = match answer.request.interval {
            IntervalMethod::T => other_method,
            IntervalMethod::Percentile | IntervalMethod::Bca => {
                other_method.or(Some("the interval draws at random, and the test has a formula"))
            }
        };
        let why: Vec<&str> = stepwise.into_iter().chain(other_method).collect();
        format!("†: interval and p disagree on 0: {}.", why.join("; "))
    }

    /// What the run is called that another one is compared with.
    fn other_run(&self) -> &'static str {
        if self.answer.baseline.is_some() { "baseline" } else { "other run" }
    }
}

/// How many runs are not shown, and whether they matter.
fn hidden_runs(comparison: &Comparison, shown: &[&RunName]) -> Option<String> {
    let hidden = comparison.runs.len().checked_sub(shown.len()).filter(|hidden| *hidden > 0)?;
    let is_top = |run: &RunName| comparison.runs[run.place].top == Some(true);
    let top = comparison.best_first.iter().filter(|run| is_top(run)).count();
    let top = top - shown.iter().filter(|run| is_top(run)).count();
    let alike = match top {
        0 => String::new(),
        _ => format!(", {top} of them not significantly different from the best"),
    };
    Some(format!("… and {hidden} more runs{alike}; --all-runs shows all."))
}

/// p after the correction, or a dash.
fn adjusted_p(pair: &Pair) -> String {
    let tested = pair.test.defined();
    tested.map_or("-".into(), |t| drawn_p_value(t.p, t.trials, t.p_adjusted))
}

/// p before the correction, or a dash.
fn p_alone(pair: &Pair) -> String {
    pair.test.defined().map_or("-".into(), |t| drawn_p_value(t.p, t.trials, t.p))
}

/// The p-values that the table of pairs shows.
#[derive(Clone, Copy, PartialEq)]
enum PValues {
    /// One: nothing is corrected.
    Alone,
    /// One: the test corrects for all pairs itself, and has no other.
    Adjusted,
    /// Of each comparison by itself, and after the correction for their number.
    Both,
}

impl PValues {
    /// What the one is called that decides.
    fn deciding(self) -> &'static str {
        match self {
            PValues::Alone => "p",
            PValues::Adjusted | PValues::Both => "p adj.",
        }
    }
}

/// `p = 0.0012` or `p < 0.00002`.
fn p_of(pair: &Pair) -> String {
    p_is(&adjusted_p(pair))
}

/// So many warnings are shown, those first that could change the decision.
const WARNINGS_SHOWN: usize = 3;

/// `the sign test finds a better, but b has the better mean`.
fn opposed(test: gainline_stats::Test, pair: &Pair) -> String {
    let by_run = pair.test.defined().is_some_and(|tested| tested.better == Some(Side::Run));
    let (better, other) =
        if by_run { (&pair.run, &pair.baseline) } else { (&pair.baseline, &pair.run) };
    if pair.gain == 0.0 {
        return format!("the {test} test finds {better} better, but the means are equal");
    }
    format!("the {test} test finds {better} better, but {other} has the better mean")
}

/// Why there are dashes.
fn undefined(shown: &[&Pair]) -> Option<String> {
    let mut said: Vec<String> = vec![];
    let mut add = |text: String| {
        if !said.contains(&text) {
            said.push(text);
        }
    };
    for pair in shown {
        if let Some(why) = pair.test.undefined() {
            add(format!("no p: {why}"));
        }
        if pair.test.defined().is_some_and(|tested| tested.exact_instead) {
            let from = "p is that of the exact randomization test where all topics differ by the \
                        same amount, since the chosen test is undefined there";
            add(from.into());
        }
        if let Some(why) = pair.interval.undefined() {
            add(format!("no confidence interval: {why}"));
        }
        if let Some(why) = pair.effects.dz.undefined() {
            add(format!("no d_z: {why}"));
        }
        if pair.relative.is_none() {
            add("no % and no size where the other run's mean is 0".into());
        }
    }
    (!said.is_empty()).then(|| format!("-: {}.", said.join("; ")))
}

/// Whether the runs differ at all, where there are more than two.
fn omnibus(comparison: &Comparison) -> Vec<String> {
    let mut said = vec![];
    match &comparison.anova {
        Some(Computed::Defined(anova)) => said.push(match anova.columns.test {
            Some(test) => {
                let (above, below) = test.df;
                let (f, p) = (test.f, p_is(&p_value(test.p)));
                let omega = signed(anova.columns.omega_squared, 3);
                let omega = omega.trim_start_matches('+');
                let eta = anova.columns.partial_eta_squared;
                format!(
                    "Two-way ANOVA, effect of runs: F({above}, {below}) = {f:.2}, {p}, omega² = \
                     {omega}, partial eta² = {eta:.3}"
                )
            }
            None => "Two-way ANOVA, effect of runs: F is infinite, since runs differ by constants"
                .into(),
        }),
        Some(Computed::Undefined { undefined }) => {
            said.push(format!("Two-way ANOVA, effect of runs: undefined; {undefined}"));
        }
        None => {}
    }
    match &comparison.friedman {
        Some(Computed::Defined(test)) => {
            let (chi, df, p) = (test.chi_squared, test.df, p_is(&p_value(test.p)));
            said.push(format!("Friedman test: chi²({df}) = {chi:.2}, {p}"));
        }
        Some(Computed::Undefined { undefined }) => {
            said.push(format!("Friedman test: undefined; {undefined}"));
        }
        None => {}
    }
    said
}
