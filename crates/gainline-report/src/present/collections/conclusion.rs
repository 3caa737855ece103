//! Warnings and the conclusion over collections, in words.

use super::CollectionsPresenter;
use crate::present::statistics::{interval, p_is, p_value, plain};
use crate::present::unjudged_runs::nothing_judged;
use crate::present::words::{any_of, counted, listed, names, signed};
use gainline::Missing;
use gainline_analysis::RunName;
use gainline_analysis::collections::{
    CollectionsDecision, CollectionsFinding, CollectionsPair, MeasureChoice,
};

impl CollectionsPresenter<'_> {
    /// What makes the conclusion less certain.
    pub(super) fn warnings(&self) -> Vec<String> {
        self.answer.findings.iter().filter_map(|finding| self.warning(finding)).collect()
    }

    fn warning(&self, finding: &CollectionsFinding) -> Option<String> {
        Some(match finding {
            CollectionsFinding::MissingCells { collections, complete } => {
                let lacking =
                    collections.iter().map(|(name, runs)| format!("{name} lacks {}", names(runs)));
                let lacking: Vec<String> = lacking.collect();
                let all = self.answer.collections.len();
                format!(
                    "Not every run is in every collection: {}. {}; each pair is compared on the \
                     collections that have both.",
                    lacking.join("; "),
                    match complete {
                        0 => "No collection has every run, so there are no macro means and ranks"
                            .into(),
                        _ => format!(
                            "Macro means and ranks are over the {} of {all} that have every run",
                            counted(*complete, "collection")
                        ),
                    },
                )
            }
            // The conclusion says it.
            CollectionsFinding::MissingTopicsDecide { .. } => return None,
            CollectionsFinding::FewTopics { collections, enough } => {
                let few: Vec<String> =
                    collections.iter().map(|(name, topics)| format!("{name} ({topics})")).collect();
                format!(
                    "Fewer than {enough} topics in {}: standard errors are rough there, and p-values \
                     over collections too small.",
                    listed(&few, "and")
                )
            }
            CollectionsFinding::FewCollections { collections } => format!(
                "{} with both runs of a pair: how much the difference varies between collections is \
                 hardly known, and what is said about other collections depends on it.",
                match collections {
                    1 => "Only 1 collection".into(),
                    _ => format!("Only {collections} collections"),
                }
            ),
            CollectionsFinding::RanksDisagree { measure, by_mean, by_rank } => format!(
                "On {measure}, {by_mean} has the best macro mean, but {by_rank} the best mean rank: \
                 the mean goes by how large differences are, the rank by how many collections have \
                 them."
            ),
            CollectionsFinding::WorseSomewhere { measure, run, baseline, collections } => format!(
                "On {measure}, {run} is significantly better than {baseline} over collections, but \
                 significantly worse in {}.",
                listed(collections, "and")
            ),
            CollectionsFinding::PooledErrors { measure, collections } => format!(
                "On {measure}, some difference has no spread of its own (a single topic, or the same on \
                 all topics) in {}; its standard error there is taken from all collections together.",
                listed(collections, "and")
            ),
            CollectionsFinding::WithinCollections { collections } => format!(
                "Comparisons within {} have warnings of their own; `gainline compare` on the qrels and \
                 runs of one collection shows them.",
                listed(collections, "and")
            ),
        })
    }

    /// What the decision would be if topics that runs lack counted otherwise, where that is another one.
    fn missing_topics(&self) -> Option<String> {
        let otherwise = self.answer.findings.iter().find_map(|finding| {
            let CollectionsFinding::MissingTopicsDecide { otherwise } = finding else {
                return None;
            };
            Some(otherwise)
        })?;
        let (rule, other) = match self.missing() {
            Missing::Zero => {
                ("count as empty rankings (--missing zero)", "Without them (--missing skip)")
            }
            Missing::Skip => {
                ("are left out (--missing skip)", "With them as empty rankings (--missing zero)")
            }
        };
        let then = self.decided(otherwise).join(" ");
        Some(format!("This depends on missing topics, which {rule}. {other}: {then}"))
    }

    /// What becomes of topics that runs lack.
    fn missing(&self) -> Missing {
        let first = self.answer.collections.first();
        first.map_or(Missing::Zero, |alone| alone.answer.provenance.options.missing)
    }

    /// What it comes to by the first measure; the conclusion has the others.
    pub(super) fn short_answer(&self) -> Option<String> {
        let CollectionsDecision::ByMeasure { measures } = &self.answer.decision else {
            return None;
        };
        let said = self.verdict("on", measures.first()?, None);
        let others = match measures.len() {
            1 => String::new(),
            2 => " The conclusion has the other measure.".into(),
            more => format!(" The conclusion has the other {} measures.", more - 1),
        };
        Some(format!("Answer: {said}{others}"))
    }

    /// What it comes to on the first measure, in one line; none where no run is the best.
    pub(super) fn lead(&self) -> Option<String> {
        let CollectionsDecision::ByMeasure { measures } = &self.answer.decision else {
            return None;
        };
        let choice = measures.first()?;
        let (run, measure) = (choice.reference.as_ref()?, &choice.measure);
        let MeasureChoice { better, worse, not_different, untested, .. } = choice;
        let others = better.len() + worse.len() + not_different.len() + untested.len();
        if self.answer.baseline.is_some() {
            return Some(format!(
                "On {measure}, {} of {} significantly better than {run}, and {} significantly worse.",
                better.len(),
                if others == 1 {
                    "1 other run is".into()
                } else {
                    format!("{others} other runs are")
                },
                worse.len(),
            ));
        }
        let over = self.answer.measures.iter().find(|over| over.board.measure == *measure)?;
        let mean = over.board.macro_means[run.place]?;
        let how = match (worse.len(), not_different.len()) {
            (all, _) if all == others => {
                format!(" and is significantly better than all {others} others")
            }
            (_, 0) if !untested.is_empty() => String::new(),
            (_, none) if none == others => {
                format!("; none of the {others} others is significantly different")
            }
            (_, 1) => format!("; 1 of {others} others is not significantly different"),
            (_, open) => format!("; {open} of {others} others are not significantly different"),
        };
        let beaten = match better.len() {
            0 => String::new(),
            _ => format!("; but {}", self.beaten_by(better)),
        };
        let mean = plain(mean, self.digits);
        Some(format!("{run} leads on {measure} (macro mean {mean}){how}{beaten}."))
    }

    /// `b, with the worse macro mean, is significantly better where …`.
    fn beaten_by(&self, runs: &[RunName]) -> String {
        let are = if runs.len() == 1 { "is" } else { "are" };
        format!(
            "{}, with the worse macro mean, {are} significantly better where precise differences \
             weigh more",
            names(runs)
        )
    }

    /// What it all comes to.
    pub fn conclusion(&self) -> Vec<String> {
        match &self.answer.decision {
            CollectionsDecision::ByMeasure { measures } if !measures.is_empty() => {
                let choices = measures.iter().flat_map(|choice| self.choice(choice));
                choices.chain(self.missing_topics()).collect()
            }
            decision => self.decided(decision),
        }
    }

    /// A decision without its numbers.
    fn decided(&self, decision: &CollectionsDecision) -> Vec<String> {
        match decision {
            CollectionsDecision::NothingJudged { collection, runs } => {
                let mut said: Vec<String> =
                    runs.iter().map(|run| format!("{collection}: {}", nothing_judged(run))).collect();
                said.push(
                    "No verdict: scores without judged documents say nothing. `gainline validate` \
                     compares all ids."
                        .into(),
                );
                said
            }
            CollectionsDecision::ByMeasure { measures } if measures.is_empty() => vec![
                "None of the measures says whether higher or lower values are better, so no run can \
                 be preferred."
                    .into(),
            ],
            CollectionsDecision::ByMeasure { measures } => {
                measures.iter().map(|choice| self.verdict("On", choice, None)).collect()
            }
        }
    }

    fn choice(&self, choice: &MeasureChoice) -> Vec<String> {
        let measure = &choice.measure;
        let over = self.answer.measures.iter().find(|over| over.board.measure == *measure);
        let place = choice.reference.as_ref().map(|run| run.place);
        let mean = over.zip(place).and_then(|(over, place)| over.board.macro_means[place]);
        let mut said = vec![self.verdict("On", choice, mean)];
        said.extend(self.detail(choice, self.answer.collections.len()));
        said
    }

    /// What it comes to by one measure; with the macro mean of the best run, where it is given.
    fn verdict(&self, on: &str, choice: &MeasureChoice, mean: Option<f64>) -> String {
        let measure = &choice.measure;
        match (&choice.reference, &self.answer.baseline) {
            (None, _) => {
                format!("{on} {measure}, no collection has every run, so none is the best.")
            }
            (Some(baseline), Some(_)) => {
                format!("{on} {measure}, {}.", against_baseline(choice, baseline))
            }
            (Some(best), None) => format!("{on} {measure}, {}.", self.best(choice, best, mean)),
        }
    }

    fn best(&self, choice: &MeasureChoice, best: &RunName, mean: Option<f64>) -> String {
        let mean = mean.map_or(String::new(), |mean| format!(" ({})", plain(mean, self.digits)));
        let how = match (&choice.worse[..], &choice.not_different[..]) {
            ([], []) if choice.better.is_empty() => {
                "; it could not be tested against the others".into()
            }
            ([], []) => String::new(),
            (_, []) if !choice.better.is_empty() => {
                format!("; it is significantly better than {}", names(&choice.worse))
            }
            (_, []) => " and is significantly better than every other run".to_string(),
            ([], open) => format!("; it is not significantly different from {}", any_of(open)),
            (worse, open) => format!(
                "; it is significantly better than {}, and not significantly different from {}",
                names(worse),
                any_of(open)
            ),
        };
        let untested = match &choice.untested[..] {
            _ if choice.worse.is_empty() && choice.not_different.is_empty() => String::new(),
            [] => String::new(),
            runs => format!(" ({} could not be tested)", names(runs)),
        };
        let beaten = match &choice.better[..] {
            [] => String::new(),
            runs => format!("; but {}", self.beaten_by(runs)),
        };
        format!("{best} has the best macro mean{mean}{how}{beaten}{untested}")
    }

    /// The first of the pairs in numbers.
    fn detail(&self, choice: &MeasureChoice, all: usize) -> Option<String> {
        let over = self.answer.measures.iter().find(|over| over.board.measure == choice.measure)?;
        let pair = over.main_pairs(self.answer.baseline.as_ref()).next()?;
        let CollectionsPair { run, baseline, counts, .. } = pair;
        let (meta, p) = (pair.meta.defined()?, pair.p_adjusted?);
        let (low, high) = choice.measure.family().range;
        let next = pair.prediction.map_or(String::new(), |next| {
            if next.high - next.low >= 2.0 * (high - low) {
                return "; nothing can be said about a further collection".into();
            }
            let next = interval(Some(next), self.digits);
            format!("; in a further collection like these it is expected within {next}")
        });
        let mean = signed(meta.mean, self.digits);
        let here = pair.effects.len();
        let of = if here == all {
            counted(all, "collection")
        } else {
            format!("{here} collections that have both")
        };
        let significantly = |count: usize| match count {
            0 => String::new(),
            count => format!(" (significantly in {count})"),
        };
        let worse = match counts.worse {
            0 => String::new(),
            count => format!(", worse in {count}{}", significantly(counts.significantly_worse)),
        };
        Some(format!(
            "{run} − {baseline}: {mean} ({}), better in {} of {of}{}{worse}{next}.",
            p_is(&p_value(p)),
            counts.better,
            significantly(counts.significantly_better),
        ))
    }
}

/// How the runs compare with the baseline.
fn against_baseline(choice: &MeasureChoice, baseline: &RunName) -> String {
    let parts = [
        ("significantly better than", &choice.better),
        ("significantly worse than", &choice.worse),
        ("not significantly different from", &choice.not_different),
        ("not tested against", &choice.untested),
    ];
    let said = parts.iter().filter(|(_, runs)| !runs.is_empty()).map(|(how, runs)| {
        let are = if runs.len() == 1 { "is" } else { "are" };
        format!("{} {are} {how} {baseline}", names(runs))
    });
    said.collect::<Vec<_>>().join("; ")
}
