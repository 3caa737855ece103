//! What can be said of a reproduction, and no more than its tests show.

use super::ReproducePresenter;
use crate::present::statistics::{confidence, interval};
use crate::present::words::{counted, signed};
use gainline::{Better, Measure};
use gainline_analysis::reproduce::{
    Difference, Effect, EffectVerdict, Finding, MeasureReproduction, PairRankings, PairScores,
};

impl ReproducePresenter<'_> {
    /// A paragraph for each measure, and one on the rankings.
    pub(super) fn conclusion(&self) -> Vec<String> {
        let mut said: Vec<String> =
            self.answer.measures.iter().map(|of| self.measure(of)).collect();
        let rankings: Vec<String> =
            self.answer.rankings.iter().filter_map(|of| self.rankings_said(of)).collect();
        if !rankings.is_empty() {
            said.push(rankings.join(" "));
        }
        if !self.is_paired() {
            let text =
                "Rankings and the scores of single topics cannot be compared across collections.";
            said.push(text.into());
        }
        said
    }

    fn measure(&self, of: &MeasureReproduction) -> String {
        let mut said = vec![];
        if let Some(effect) = &of.effect {
            said.push(self.direction(&of.measure, effect));
            said.push(self.change(&of.measure, effect));
        }
        let by = if said.is_empty() { format!("{}: ", of.measure) } else { String::new() };
        let scores: Vec<String> = of.scores.iter().map(|scores| self.scores(of, scores)).collect();
        let scores = scores.join("; ");
        said.push(format!("{by}{}.", if by.is_empty() { capital(&scores) } else { scores }));
        said.join(" ")
    }

    /// Whether the advanced run is above the baseline again.
    fn direction(&self, measure: &Measure, effect: &Effect) -> String {
        let d = self.digits;
        let (old, new) = (&effect.original.difference, &effect.reproduced.difference);
        let [old_word, new_word] = [old, new].map(|of| direction(measure, of.difference));
        let alpha = self.answer.request.alpha;
        let tested = [old, new].iter().all(|of| of.test.defined().is_some());
        let significant = match [old, new].map(|of| of.is_significant(alpha)) {
            _ if !tested => "",
            [true, true] => ", significantly in both",
            [true, false] => ", significantly in the original only",
            [false, true] => ", significantly in the reproduction only",
            [false, false] => ", significantly in neither",
        };
        let found = match effect.verdict {
            EffectVerdict::SameAndSignificant | EffectVerdict::Same => {
                format!("is {new_word} than the baseline in both experiments{significant}")
            }
            EffectVerdict::Opposite | EffectVerdict::OppositeAndSignificant => format!(
                "is {old_word} than the baseline in the original, but {new_word} in the \
                 reproduction{significant}"
            ),
            EffectVerdict::NoDirection => {
                let is = |of: &Difference, word: &str| match of.difference == 0.0 {
                    true => "has the same mean as the baseline".to_string(),
                    false => format!("is {word} than the baseline"),
                };
                let (old, new) = (is(old, old_word), is(new, new_word));
                format!("{old} in the original and {new} in the reproduction")
            }
        };
        let what = difference_word(measure);
        let mut numbers = vec![format!(
            "{what} {} in the original, {} in the reproduction",
            signed(old.difference, d),
            signed(new.difference, d)
        )];
        numbers.extend(effect.effect_ratio.map(|ratio| format!("effect ratio {ratio:.d$}")));
        let delta = effect.delta_relative_improvement;
        numbers.extend(delta.map(|delta| format!("delta RI {}", signed(delta, d))));
        format!("{measure}: the advanced run {found} ({}).", numbers.join("; "))
    }

    fn change(&self, measure: &Measure, effect: &Effect) -> String {
        let (change, numbers) = (&effect.change, self.numbers(&effect.change));
        let what = difference_word(measure);
        match change.test.defined() {
            None => format!("The {what} changed by {numbers}."),
            Some(_) if change.is_significant(self.answer.request.alpha) => {
                format!("The {what} changed significantly: {numbers}.")
            }
            Some(_) => format!("The {what} did not change significantly: {numbers}."),
        }
    }

    /// How close the scores are.
    fn scores(&self, of: &MeasureReproduction, scores: &PairScores) -> String {
        let who = self.the_run(scores.role);
        let same = |finding: &Finding| {
            matches!(finding, Finding::SameScores { role, measures }
            if *role == scores.role && measures.contains(&of.measure))
        };
        if self.answer.findings.iter().any(same) {
            return format!("{who} has the same score on {}", all_topics(scores.original_topics));
        }
        let (difference, numbers) = (&scores.difference, self.numbers(&scores.difference));
        let lower = if difference.difference < 0.0 { "lower" } else { "higher" };
        match difference.test.defined() {
            None => format!("the mean of {who} differs by {numbers}"),
            Some(_) if difference.is_significant(self.answer.request.alpha) => {
                format!(
                    "the mean of {who} is significantly {lower} than in the original: {numbers}"
                )
            }
            Some(_) => format!("the mean of {who} is not significantly different: {numbers}"),
        }
    }

    /// How similar rankings are, at the first cutoff.
    fn rankings_said(&self, of: &PairRankings) -> Option<String> {
        let d = self.digits;
        let who = self.the_run(of.role);
        let (first, last) = (of.at.first()?, of.at.last()?);
        if last.topics_identical == last.topics {
            let (cutoff, topics) = (last.cutoff, counted(last.topics, "topic"));
            let who = capital(who);
            return Some(format!(
                "{who} has the same ranking up to rank {cutoff} on all {topics}."
            ));
        }
        let tau = first.tau.map_or(String::new(), |tau| format!(", tau {tau:.d$}"));
        let (share, cutoff, rbo) = (100.0 * first.overlap, first.cutoff, first.rbo);
        let same = match last.topics_identical {
            0 => "no topic has the same ranking in full".to_string(),
            same => format!(
                "{} of {} have the same ranking in full",
                same,
                counted(last.topics, "topic")
            ),
        };
        Some(format!(
            "Up to rank {cutoff}, the rankings of {who} and its reproduction share {share:.0} % of their \
             documents (RBO {rbo:.d$}{tau}); {same}."
        ))
    }

    /// `+0.0123, 95 % CI [0.0012, 0.0234]`.
    fn numbers(&self, of: &Difference) -> String {
        let value = signed(of.difference, self.digits);
        let Some(test) = of.test.defined() else { return value };
        let level = confidence(test.interval.level);
        format!("{value}, {level} {}", interval(Some(test.interval), self.digits))
    }
}

/// Better or worse; higher or lower, by a measure that does not say what is better.
fn direction(measure: &Measure, difference: f64) -> &'static str {
    match (measure.family().better, difference > 0.0) {
        (Better::Higher, true) | (Better::Lower, false) => "better",
        (Better::Higher, false) | (Better::Lower, true) => "worse",
        (Better::Neither, true) => "higher",
        (Better::Neither, false) => "lower",
    }
}

fn all_topics(count: usize) -> String {
    if count == 1 { "the only topic".into() } else { format!("all {count} topics") }
}

fn capital(text: &str) -> String {
    let mut letters = text.chars();
    let first = letters.next().map(|first| first.to_ascii_uppercase());
    first.into_iter().chain(letters).collect()
}

/// What the advanced run's mean minus the baseline's is: where lower values are better it is no
/// improvement to be above 0.
fn difference_word(measure: &Measure) -> &'static str {
    match measure.family().better {
        Better::Higher => "improvement",
        Better::Lower => "difference (lower is better)",
        Better::Neither => "difference",
    }
}
