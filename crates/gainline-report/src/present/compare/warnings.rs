//! Findings as warnings: those of a kind in one sentence.

use super::ComparePresenter;
use crate::present::statistics::{p_is, p_value};
use crate::present::words::{counted, listed};
use gainline_analysis::compare::{Finding, PairOf, RunShare};

/// So many runs are named in a warning.
const RUNS_NAMED: usize = 6;
/// So many pairs are named in a warning; the others are counted.
const PAIRS_NAMED: usize = 3;

/// What is said of all pairs of which something was found.
#[derive(Default)]
struct OfPairs {
    tests_disagree: Vec<String>,
    mean_against_topics: Vec<String>,
    few_differ: Vec<String>,
    seed: Vec<String>,
}

impl ComparePresenter<'_> {
    /// What makes the conclusion less certain, a sentence or two for each kind of finding: first what
    /// could change the decision, then what makes it weaker.
    pub fn warnings(&self) -> Vec<String> {
        let (mut changing, mut weakening, mut pairs) = (vec![], vec![], OfPairs::default());
        for finding in &self.answer.findings {
            match finding {
                Finding::TrialsTooFew { trials, needed, comparisons } => {
                    let what = self.answer.test.trials_are().unwrap_or("trials");
                    changing.push(format!(
                        "No p from {trials} {what} can be below {alpha} after the correction for \
                         {comparisons} comparisons: that takes {needed} (--trials), or a test that \
                         draws none, such as --test t.",
                        alpha = self.answer.request.alpha,
                    ));
                }
                Finding::UnjudgedDiffer { shares } => changing.push(format!(
                    "Unjudged documents in the top 10: {}. They count as not relevant, so runs with \
                     many of them may be better than they appear; check with \
                     `gainline eval --unjudged bounds` or `gainline missing` (--unjudged condense errs in the other \
                     direction).",
                    ends(shares)
                )),
                Finding::DepthsDiffer { shallowest, deepest, measures } => changing.push(format!(
                    "Runs differ in depth: from {shallowest} to {deepest} documents per topic. On \
                     {}, deeper runs have an advantage; consider --depth {shallowest}.",
                    listed(measures, "and")
                )),
                Finding::ManyTies { shares } => changing.push(format!(
                    "Rows with tied scores: {}. Their order is arbitrary; `gainline compare --ties \
                     average` averages over all orders.",
                    ends(shares)
                )),
                Finding::DependsOnSeed { pair, p_adjusted } => {
                    let (name, p) = (pair_name(pair), p_is(&p_value(*p_adjusted)));
                    pairs.seed.push(format!("{name} ({p})"));
                }
                Finding::TestsDisagree { pair, p_values } => {
                    let tests: Vec<String> =
                        p_values.iter().map(|t| format!("{} {}", t.test, p_value(t.p))).collect();
                    let (name, tests) = (pair_name(pair), tests.join(", "));
                    pairs.tests_disagree.push(format!("{name} (p: {tests})"));
                }
                Finding::MeanAgainstTopics { pair, wins, losses } => {
                    let (name, run) = (pair_name(pair), &pair.run);
                    pairs.mean_against_topics.push(format!(
                        "{name} ({run} is better on {wins} topics and worse on {losses})"
                    ));
                }
                Finding::FewTopicsDiffer { pair, differing, topics } => {
                    let name = pair_name(pair);
                    pairs.few_differ.push(format!("{name} ({differing} of {topics})"));
                }
                Finding::FewTopics { topics, enough } => weakening.push(format!(
                    "Only {}: with fewer than {enough}, only large differences can be significant, \
                     and confidence intervals are rough.",
                    counted(*topics, "topic")
                )),
                Finding::FewTopicsInSlices { slices, enough } => {
                    let few: Vec<String> =
                        slices.iter().map(|s| format!("{} ({})", s.slice, s.topics)).collect();
                    let word = if few.len() > 1 { "slices" } else { "slice" };
                    weakening.push(format!(
                        "Fewer than {enough} topics in {word} {}.",
                        listed(&few, "and")
                    ));
                }
                // The conclusion says it.
                Finding::WorseInSlice { .. } | Finding::MissingTopicsDecide { .. } => {}
            }
        }
        changing.into_iter().chain(self.of_pairs(pairs)).chain(weakening).collect()
    }

    fn of_pairs(&self, pairs: OfPairs) -> Vec<String> {
        let alpha = self.answer.request.alpha;
        let said = [
            shortened(pairs.seed).map(|pairs| {
                format!(
                    "With another seed, p might be on the other side of {alpha}; increase --trials: \
                     {pairs}."
                )
            }),
            shortened(pairs.few_differ).map(|pairs| {
                format!(
                    "Significantly different, but the runs differ on very few topics, so that the \
                     test depends on its assumptions: {pairs}."
                )
            }),
            shortened(pairs.tests_disagree)
                .map(|pairs| format!("Tests disagree at {alpha}, before any correction: {pairs}.")),
            shortened(pairs.mean_against_topics).map(|pairs| {
                format!("The mean and the number of topics favour different runs: {pairs}.")
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
    let mut shown: Vec<String> = shown.collect();
    let hidden = shares.len() - shown.len();
    if hidden > 0 {
        shown.insert(RUNS_NAMED.div_ceil(2), format!("{} between", counted(hidden, "run")));
    }
    listed(&shown, "and")
}
