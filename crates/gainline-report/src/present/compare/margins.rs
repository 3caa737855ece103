//! Margins in words: whether runs are equivalent, and whether they are not worse than the baseline by more.

use super::ComparePresenter;
use crate::document::Document;
use crate::present::statistics::{level_percent, tolerance};
use crate::present::words::some_of;
use gainline_analysis::comparison::{Family, NotWorseVerdict, Pair, Tolerance};
use gainline_stats::Correction;

/// Up to so many equivalent pairs are named.
const PAIRS_NAMED: usize = 10;

impl ComparePresenter<'_> {
    /// The table of equivalence, and what it says.
    pub(super) fn equivalence(
        &self,
        margin: f64,
        shown: &[&Pair],
        first: bool,
        document: &mut Document,
    ) {
        document.titled(
            format!("Is the difference smaller than {margin} (--equivalence)?"),
            self.equivalence_table(shown),
        );
        if first {
            let request = &self.answer.request;
            let corrected = self.corrected_for(|pair| pair.equivalence.is_some());
            let alpha = request.alpha;
            document.legend(format!(
                "equivalent: two one-sided t tests show that the difference is within ±{margin} (p \
                 < {alpha}, {corrected}); not equivalent: the confidence interval of the difference \
                 above lies outside ±{margin}; inconclusive: neither. P(below), P(within), P(above): the \
                 probability that the difference \
                 is below -{margin}, within ±{margin} and above {margin}, by the Bayesian t test \
                 with a flat prior."
            ));
        }
    }

    /// How many such tests of pairs are corrected for together.
    fn together(&self, is_such: impl Fn(&Pair) -> bool) -> usize {
        let pairs = self.answer.comparisons.iter().flat_map(|c| &c.pairs);
        let tests = pairs.filter(|pair| is_such(pair)).count();
        match self.answer.request.family {
            Family::All => tests,
            Family::Measure => tests.div_ceil(self.answer.request.measures.len().max(1)),
        }
    }

    /// Whether such tests of pairs are corrected for their number.
    pub(super) fn corrects(&self, is_such: impl Fn(&Pair) -> bool) -> bool {
        let correction = self.answer.request.correction_of_pairs();
        correction != Correction::None && self.together(is_such) > 1
    }

    /// How such tests of pairs were corrected.
    fn corrected_for(&self, is_such: impl Fn(&Pair) -> bool) -> String {
        let request = &self.answer.request;
        let together = self.together(is_such);
        let of = match request.family {
            Family::All => "",
            Family::Measure => " by each measure",
        };
        match request.correction_of_pairs().word() {
            None => "uncorrected".into(),
            Some(_) if together < 2 => "one test, nothing to correct".into(),
            Some(name) => format!("{name} correction for {together} such tests{of}"),
        }
    }

    /// The table of non-inferiority, and what it says.
    pub(super) fn not_worse(
        &self,
        by: Tolerance,
        shown: &[&Pair],
        first: bool,
        document: &mut Document,
    ) {
        let margin = tolerance(by);
        document.titled(
            format!("Is the run not worse than the baseline by {margin} or more (--not-worse-by)?"),
            self.not_worse_table(shown),
        );
        if first {
            let request = &self.answer.request;
            let corrected = self.corrected_for(|pair| pair.not_worse.is_some());
            let (alpha, level) = (request.alpha, level_percent(1.0 - request.alpha));
            document.legend(format!(
                "shown: a one-sided paired t test shows that the run is better, or worse by less than \
                 the margin (p < {alpha}, {corrected}); worse: it shows that the run is worse by more; \
                 not shown: neither. bound: the one-sided {level} confidence bound of the difference, \
                 for each alone. A margin in % takes the baseline's mean as it is."
            ));
        }
    }

    /// What is shown of the margin by which runs may be worse.
    pub(super) fn not_worse_conclusion(&self) -> Option<String> {
        let margin = tolerance(self.answer.request.not_worse_by?);
        let baseline = self.answer.baseline.as_ref()?;
        let with = |wanted: NotWorseVerdict| -> Option<String> {
            let mut named = vec![];
            for comparison in self.answer.over_all_topics() {
                let measure = &comparison.sample.measure;
                let is = |pair: &&Pair| pair.not_worse.is_some_and(|test| test.verdict == wanted);
                let pairs = comparison.pairs.iter().filter(is);
                named.extend(pairs.map(|pair| format!("{} on {measure}", pair.run)));
            }
            (!named.is_empty()).then(|| some_of(&named, "and"))
        };
        let parts = [
            (NotWorseVerdict::Shown, "shown for"),
            (NotWorseVerdict::NotShown, "not shown for"),
            (NotWorseVerdict::Worse, "worse by more:"),
        ];
        let said =
            parts.into_iter().filter_map(|(wanted, how)| Some(format!("{how} {}", with(wanted)?)));
        let said: Vec<String> = said.collect();
        let said = said.join("; ");
        Some(format!("Not worse than {baseline} by {margin} or more (--not-worse-by): {said}."))
    }

    /// Pairs that differ by less than the margin that was asked for.
    pub(super) fn equivalent(&self) -> Option<String> {
        let margin = self.answer.request.equivalence?;
        let mut named = vec![];
        for comparison in self.answer.over_all_topics() {
            let measure = &comparison.sample.measure;
            let name = |pair: &Pair| format!("{} and {} on {measure}", pair.run, pair.baseline);
            named.extend(comparison.pairs.iter().filter(|pair| pair.is_equivalent()).map(name));
        }
        (!named.is_empty()).then(|| {
            format!(
                "Equivalent, with a difference smaller than {margin} (--equivalence): {}.",
                some_pairs(named)
            )
        })
    }
}

/// Pairs behind each other; of many the first few, and how many more there are.
fn some_pairs(mut pairs: Vec<String>) -> String {
    let more = pairs.len().saturating_sub(PAIRS_NAMED);
    if more > 1 {
        pairs.truncate(PAIRS_NAMED);
        pairs.push(format!("and {more} more pairs"));
    }
    pairs.join("; ")
}
