//! Findings as warnings: those of a kind in one sentence.

use super::ComparePresenter;
use crate::present::statistics::{p_is, p_value};
use crate::present::words::{counted, listed, signed};
use gainline_analysis::compare::{Finding, PairOf, RunShare};

/// So many runs are named in a warning.
const RUNS_NAMED: usize = 6;
/// So many pairs are named in a warning; the others are counted.
const PAIRS_NAMED: usize = 3;

/// What is said of all pairs of which something was found.
#[derive(Default)]
struct OfPairs {
    carried: Vec<String>,
    tests_disagree: Vec<String>,
    paired_tests: Vec<String>,
    mean_against_topics: Vec<String>,
    seed: Vec<String>,
}

impl ComparePresenter<'_> {
    /// What makes the conclusion less certain, a sentence or two for each kind of finding.
    pub fn warnings(&self) -> Vec<String> {
        let (mut before, mut after, mut pairs) = (vec![], vec![], OfPairs::default());
        for finding in &self.answer.findings {
            match finding {
                Finding::FewTopics { topics, enough } => before.push(format!(
                    "Only {}: with fewer than {enough}, only large differences can be significant, \
                     and confidence intervals are rough.",
                    counted(*topics, "topic")
                )),
                Finding::FewTopicsInSlices { slices, enough } => {
                    let few: Vec<String> =
                        slices.iter().map(|s| format!("{} ({})", s.slice, s.topics)).collect();
                    let word = if few.len() > 1 { "slices" } else { "slice" };
                    before.push(format!(
                        "Fewer than {enough} topics in {word} {}.",
                        listed(&few, "and")
                    ));
                }
                Finding::FewTopicsCarry { pair, topics, difference, p } => {
                    let (name, topics) = (pair_name(pair), listed(topics, "and"));
                    let difference = signed(*difference, self.digits);
                    let p = p_is(&p_value(*p));
                    pairs.carried.push(format!("{name} (without {topics}: {difference}, {p})"));
                }
                Finding::TestsDisagree { pair, p_values } => {
                    let tests: Vec<String> =
                        p_values.iter().map(|t| format!("{} {}", t.test, p_value(t.p))).collect();
                    let (name, tests) = (pair_name(pair), tests.join(", "));
                    pairs.tests_disagree.push(format!("{name} (p: {tests})"));
                }
                Finding::PairedTestsDisagree { pair, p_adjusted } => {
                    let (name, p) = (pair_name(pair), p_is(&p_value(*p_adjusted)));
                    pairs.paired_tests.push(format!("{name} ({p})"));
                }
                Finding::MeanAgainstTopics { pair, wins, losses } => {
                    let (name, run) = (pair_name(pair), &pair.run);
                    pairs.mean_against_topics.push(format!(
                        "{name} ({run} is better on {wins} topics and worse on {losses})"
                    ));
                }
                Finding::DependsOnSeed { pair, p_adjusted } => {
                    let (name, p) = (pair_name(pair), p_is(&p_value(*p_adjusted)));
                    pairs.seed.push(format!("{name} ({p})"));
                }
                Finding::DepthsDiffer { shallowest, deepest } => after.push(format!(
                    "Runs differ in depth: from {shallowest} to {deepest} documents per topic. On \
                     measures without a cutoff, deeper runs have an advantage; consider --depth \
                     {shallowest}."
                )),
                Finding::UnjudgedDiffer { shares } => after.push(format!(
                    "Unjudged documents in the top 10: {}. They count as not relevant, so runs with \
                     many of them may be better than they appear; check with \
                     --unjudged bounds or `gainline missing` (--unjudged condense errs in the other \
                     direction).",
                    ends(shares)
                )),
                Finding::ManyTies { shares } => after.push(format!(
                    "Rows with tied scores: {}. Their order is arbitrary; `gainline compare --ties \
                     average` averages over all orders.",
                    listed(&shares.iter().map(of_run).collect::<Vec<_>>(), "and")
                )),
                // The conclusion says it.
                Finding::WorseInSlice { .. } => {}
            }
        }
        before.into_iter().chain(self.of_pairs(pairs)).chain(after).collect()
    }

    fn of_pairs(&self, pairs: OfPairs) -> Vec<String> {
        let alpha = self.answer.request.alpha;
        let tested = counted(self.answer.pairs_tested, "comparison");
        let said = [
            shortened(pairs.carried).map(|pairs| {
                format!(
                    "The difference depends on three topics or fewer (in brackets the difference \
                     without them and its p by an uncorrected paired t test): {pairs}."
                )
            }),
            shortened(pairs.tests_disagree)
                .map(|pairs| format!("Tests disagree at {alpha}, before any correction: {pairs}.")),
            shortened(pairs.paired_tests).map(|pairs| {
                format!(
                    "Paired t tests with Holm correction for the same {tested} are significant \
                     where this test is not: {pairs}. Tests of all runs at once pool the variance of \
                     all runs; pairs of similar runs then have little power. Choose the test before \
                     looking at the results."
                )
            }),
            shortened(pairs.mean_against_topics).map(|pairs| {
                format!("The mean and the number of topics favour different runs: {pairs}.")
            }),
            shortened(pairs.seed).map(|pairs| {
                format!(
                    "With another seed, p might be on the other side of {alpha}; increase --trials: \
                     {pairs}."
                )
            }),
        ];
        said.into_iter().flatten().collect()
    }
}

/// `hybrid and boolean on AP`, and in which slice.
fn pair_name(pair: &PairOf) -> String {
    let slice = pair.slice.as_ref().map_or(String::new(), |slice| format!(" in slice {slice}"));
    format!("{} and {} on {}{slice}", pair.run, pair.baseline, pair.measure)
}

/// The first few, and how many more there are.
fn shortened(mut said: Vec<String>) -> Option<String> {
    let more = said.len().saturating_sub(PAIRS_NAMED);
    said.truncate(PAIRS_NAMED);
    if more > 0 {
        said.push(format!("and {}", counted(more, "more pair")));
    }
    (!said.is_empty()).then(|| said.join("; "))
}

fn of_run(share: &RunShare) -> String {
    format!("{:.0} % of {}", 100.0 * share.share, share.run)
}

/// Of many runs, those at both ends.
fn ends(shares: &[RunShare]) -> String {
    let last = shares.len() - shares.len().min(RUNS_NAMED) / 2;
    let named = |at: &usize| *at < RUNS_NAMED.div_ceil(2) || *at >= last;
    let shown = (0..shares.len()).filter(named).map(|at| of_run(&shares[at]));
    listed(&shown.collect::<Vec<_>>(), "and")
}
