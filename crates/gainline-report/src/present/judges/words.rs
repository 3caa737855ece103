//! What the agreement of judges comes to, in words.

use super::JudgesPresenter;
use crate::present::words::counted;
use gainline_analysis::judges::{
    Conclusion, MeasureEffect, PairAgreement, Reliability, RunsEffect, Strength,
};
use gainline_stats::is_same;

impl JudgesPresenter<'_> {
    pub(super) fn words(&self) -> Vec<String> {
        let mut words = vec![match &self.answer.agreement.pairs[..] {
            [pair] => self.two(pair),
            _ => self.several(),
        }];
        words.extend(self.alphas());
        words.extend(self.effect().map(|effect| self.conclusions(effect)));
        words
    }

    fn two(&self, pair: &PairAgreement) -> String {
        let d = self.digits;
        let (one, other) = (&pair.first, &pair.second);
        let kappa = pair.grades.kappa.map_or(String::new(), |kappa| {
            let strength = strength(kappa.strength);
            format!(" (kappa {:.d$}, {strength} by Landis & Koch 1977)", kappa.kappa)
        });
        let relevant = &pair.relevance.documents;
        let found = match pair.relevance.overlap {
            None => " Neither finds any of these relevant.".to_string(),
            Some(overlap) => format!(
                " Of all {}, {one} finds {} relevant, {other} {}, and both {} (overlap {overlap:.d$}).",
                pair.judged_by_both,
                relevant.both + relevant.first,
                relevant.both + relevant.second,
                relevant.both
            ),
        };
        format!(
            "{one} and {other} give the same grade to {} of {}{kappa}.{found}",
            pair.grades.same,
            counted(pair.judged_by_both, "document")
        )
    }

    fn several(&self) -> String {
        let (all, d) = (&self.answer.agreement.all, self.digits);
        let mut said = vec![];
        if all.judged_by_all > 0 {
            let (same, of) = (all.same_grade, counted(all.judged_by_all, "document"));
            let judges = self.answer.provenance.judges.len();
            said.push(format!("All {judges} judges give the same grade to {same} of {of}."));
        }
        let known = self.answer.agreement.pairs.iter();
        let known = known.filter_map(|pair| Some((pair.grades.kappa?, pair)));
        let known: Vec<_> = known.collect();
        let most = known.iter().rev().max_by(|a, b| a.0.kappa.total_cmp(&b.0.kappa));
        let least = known.iter().min_by(|a, b| a.0.kappa.total_cmp(&b.0.kappa));
        if let (Some((most, pair)), Some((least, other))) = (most, least) {
            said.push(if most.kappa > least.kappa {
                format!(
                    "{} and {} agree most (kappa {:.d$}, {}), {} and {} least (kappa {:.d$}, {}); the \
                     labels are those of Landis & Koch (1977).",
                    pair.first,
                    pair.second,
                    most.kappa,
                    strength(most.strength),
                    other.first,
                    other.second,
                    least.kappa,
                    strength(least.strength)
                )
            } else {
                format!("Kappa is {:.d$} for all pairs of judges.", most.kappa)
            });
        }
        said.join(" ")
    }

    /// Every α by what it looks at, since measures do not all look at the same.
    fn alphas(&self) -> Option<String> {
        let (all, d) = (&self.answer.agreement.all, self.digits);
        let known = [
            (all.relevant_alpha, "relevance (used by AP, RR and P)"),
            (all.alpha_ordinal, "the order of grades (ordinal, closest to nDCG)"),
            (all.alpha_nominal, "exact grades (nominal)"),
        ];
        let known: Vec<_> =
            known.into_iter().filter_map(|(alpha, of)| Some((alpha?, of))).collect();
        let (first, _) = known.first()?;
        let shown = |alpha: f64| format!("{alpha:.d$}");
        let number = shown(first.coefficient.alpha);
        if known.len() == 3
            && known.iter().all(|(alpha, _)| shown(alpha.coefficient.alpha) == number)
        {
            return Some(format!(
                "Krippendorff's alpha is {number} for relevance and for grades: {}.",
                reliability(first.reliability)
            ));
        }
        let each = known.iter().map(|(alpha, of)| {
            let said = reliability(alpha.reliability);
            format!("{} for {of}: {said}", shown(alpha.coefficient.alpha))
        });
        let each: Vec<String> = each.collect();
        Some(format!("Krippendorff's alpha is {}.", each.join("; ")))
    }

    /// Whether it matters to the runs who judged.
    fn conclusions(&self, effect: &RunsEffect) -> String {
        let p = format!("p < {} each, not corrected", self.answer.request.alpha);
        let end = match effect.conclusion {
            Conclusion::OneRun => {
                return "One run has only its scores by each judge: give two runs or more to see \
                        whether judges change their order."
                    .into();
            }
            Conclusion::NothingSignificant => Some(
                "No pair is significantly different for any judge, so there is no conclusion to change."
                    .into(),
            ),
            Conclusion::Contradiction { times } => {
                let times = if times == 1 { "once".into() } else { format!("{times} times") };
                Some(format!(
                    "Judges contradict each other {times}: both find two runs significantly different, \
                     in opposite directions ({p}). Which of these runs is better depends on the judge."
                ))
            }
            Conclusion::SwapsOnly => Some(format!(
                "Where two runs are in opposite order, no two judges find them significantly different \
                 in opposite directions ({p})."
            )),
            Conclusion::NoSwaps => None,
        };
        let significant = effect.conclusion != Conclusion::NothingSignificant;
        let runs = effect.provenance.runs.len();
        let said = effect.measures.iter().map(|of| self.by_measure(of, runs, significant));
        said.chain(end).collect::<Vec<String>>().join(" ")
    }

    /// The order of the runs by all judges, and what is significant, if anything is.
    fn by_measure(&self, of: &MeasureEffect, runs: usize, any_significant: bool) -> String {
        let (name, d) = (&of.measure, self.digits);
        let pairs = of.pairs.first().map_or(0, |pair| pair.agreement.pairs);
        let significant =
            if any_significant { format!("; {}", significant(of, pairs)) } else { String::new() };
        let Some(lowest) = &of.lowest_tau else {
            return format!(
                "By {name}, no two orders can be compared, because one judge or more ties all \
                 runs{significant}."
            );
        };
        let tau = lowest.tau_b;
        let who = match of.pairs.len() {
            1 => format!("tau_b {tau:.d$}"),
            _ if is_same(tau, 1.0) => format!("tau_b {tau:.d$} for all pairs of judges"),
            _ => {
                format!("lowest tau_b {tau:.d$}, between {} and {}", lowest.first, lowest.second)
            }
        };
        let tied = of.pairs.iter().any(|pair| pair.agreement.tied_in_one > 0);
        let order = match (of.swapped_pairs, tied) {
            (0, false) => format!("the judges order the {runs} runs in the same way"),
            (0, true) => {
                format!("no two of the {runs} runs are in opposite order, but some judge ties some")
            }
            (1, _) => format!("1 of {} of runs is in opposite order", counted(pairs, "pair")),
            (n, _) => format!("{n} of {} of runs are in opposite order", counted(pairs, "pair")),
        };
        format!("By {name}, {order} ({who}){significant}.")
    }
}

/// Which pairs of runs are significantly different, for whom.
fn significant(of: &MeasureEffect, pairs: usize) -> String {
    let same = of.pairs.iter().all(|pair| pair.significant_for_one == 0);
    let counts: Vec<usize> = of.judges.iter().map(|judge| judge.runs.significant).collect();
    let low = counts.iter().copied().min().unwrap_or(0);
    let high = counts.iter().copied().max().unwrap_or(0);
    let pairs = counted(pairs, "pair");
    match &of.judges[..] {
        _ if same && low == 0 => "no pair is significantly different for any judge".into(),
        [_, _] if same => format!("both find the same {low} of {pairs} significantly different"),
        _ if same => format!("all find the same {low} of {pairs} significantly different"),
        [one, two] if counts[0] != counts[1] => format!(
            "{} finds {} of {pairs} significantly different, {} {}",
            one.judge, counts[0], two.judge, counts[1]
        ),
        _ if low == high => {
            format!("each finds {low} of {pairs} significantly different, but not the same ones")
        }
        _ => {
            format!(
                "judges find {low} to {high} of {pairs} significantly different, not the same ones"
            )
        }
    }
}

fn strength(strength: Strength) -> &'static str {
    match strength {
        Strength::Poor => "poor",
        Strength::Slight => "slight",
        Strength::Fair => "fair",
        Strength::Moderate => "moderate",
        Strength::Substantial => "substantial",
        Strength::AlmostPerfect => "almost perfect",
    }
}

fn reliability(reliability: Reliability) -> &'static str {
    match reliability {
        Reliability::Reliable => "at least 0.8, Krippendorff's (2004) limit for reliable data",
        Reliability::Tentative => {
            "at least 0.667, Krippendorff's (2004) limit for tentative conclusions, but below 0.8"
        }
        Reliability::Unreliable => {
            "below 0.667, Krippendorff's (2004) limit for tentative conclusions"
        }
    }
}
