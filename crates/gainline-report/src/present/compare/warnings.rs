//! Findings as warnings: those of a kind in one sentence.

use super::ComparePresenter;
use crate::present::statistics::{p_is, p_value};
use crate::present::uneven_runs::{depths, ends, unjudged};
use crate::present::words::{counted, listed};
use gainline_analysis::compare::{Finding, PairOf};

/// So many pairs are named in a warning; the others are counted.
const PAIRS_NAMED: usize = 3;

impl ComparePresenter<'_> {
    /// What makes the conclusion less certain, in the order of the findings: first what could change the
    /// decision. What is found of several pairs is said once.
    pub fn warnings(&self) -> Vec<String> {
        self.kinds().filter_map(|findings| self.warning(findings)).collect()
    }

    /// Findings of one kind stand behind each other.
    fn kinds(&self) -> impl Iterator<Item = &[Finding]> {
        let is_same_kind =
            |a: &Finding, b: &Finding| std::mem::discriminant(a) == std::mem::discriminant(b);
        self.answer.findings.chunk_by(is_same_kind)
    }

    /// What findings of one kind say.
    fn warning(&self, findings: &[Finding]) -> Option<String> {
        let alpha = self.answer.request.alpha;
        let of_pairs = |said: &dyn Fn(&Finding) -> Option<String>| {
            shortened(findings.iter().filter_map(said).collect())
        };
        match findings.first()? {
            Finding::TrialsTooFew { trials, needed, comparisons } => {
                let what = self.answer.test.trials_are().unwrap_or("trials");
                Some(format!(
                    "No p from {trials} {what} can be below {alpha} after the correction for \
                     {comparisons} comparisons: that takes {needed} (--trials), or a test that draws \
                     none, such as --test t."
                ))
            }
            Finding::UnjudgedDiffer { shares } => Some(unjudged(shares)),
            Finding::DepthsDiffer(found) => Some(depths(found)),
            Finding::ManyTies { shares } => Some(format!(
                "Rows with tied scores: {}. Their order is arbitrary; `gainline compare --ties \
                 average` averages over all orders.",
                ends(shares)
            )),
            Finding::DependsOnSeed { .. } => of_pairs(&depends_on_seed).map(|pairs| {
                format!(
                    "With another seed, p might be on the other side of {alpha}; increase --trials: \
                     {pairs}."
                )
            }),
            Finding::TestsDisagree { .. } => of_pairs(&tests_disagree)
                .map(|pairs| format!("Tests disagree at {alpha}, before any correction: {pairs}.")),
            Finding::MeanAgainstTopics { .. } => of_pairs(&mean_against_topics).map(|pairs| {
                format!("The mean and the number of topics favour different runs: {pairs}.")
            }),
            Finding::FewTopicsDiffer { .. } => of_pairs(&few_topics_differ).map(|pairs| {
                format!(
                    "Significantly different, but the runs differ on very few topics, so that the \
                     test depends on its assumptions: {pairs}."
                )
            }),
            Finding::FewTopics { topics, enough } => Some(format!(
                "Only {}: with fewer than {enough}, only large differences can be significant, and \
                 confidence intervals are rough.",
                counted(*topics, "topic")
            )),
            Finding::FewTopicsInSlices { slices, enough } => {
                let few: Vec<String> =
                    slices.iter().map(|s| format!("{} ({})", s.slice, s.topics)).collect();
                let word = if few.len() > 1 { "slices" } else { "slice" };
                Some(format!("Fewer than {enough} topics in {word} {}.", listed(&few, "and")))
            }
            // The conclusion says it.
            Finding::WorseInSlice { .. } | Finding::MissingTopicsDecide { .. } => None,
        }
    }
}

fn depends_on_seed(finding: &Finding) -> Option<String> {
    let Finding::DependsOnSeed { pair, p_adjusted } = finding else { return None };
    Some(format!("{} ({})", pair_name(pair), p_is(&p_value(*p_adjusted))))
}

fn tests_disagree(finding: &Finding) -> Option<String> {
    let Finding::TestsDisagree { pair, p_values } = finding else { return None };
    let tests: Vec<String> =
        p_values.iter().map(|t| format!("{} {}", t.test, p_value(t.p))).collect();
    Some(format!("{} (p: {})", pair_name(pair), tests.join(", ")))
}

fn mean_against_topics(finding: &Finding) -> Option<String> {
    let Finding::MeanAgainstTopics { pair, wins, losses } = finding else { return None };
    let (name, run) = (pair_name(pair), &pair.run);
    Some(format!("{name} ({run} is better on {wins} topics and worse on {losses})"))
}

fn few_topics_differ(finding: &Finding) -> Option<String> {
    let Finding::FewTopicsDiffer { pair, differing, topics } = finding else { return None };
    Some(format!("{} ({differing} of {topics})", pair_name(pair)))
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
