//! What scores with simulated judgments say, in words.

use super::NoisePresenter;
use gainline::Measure;
use gainline_analysis::noise::{Finding, MeasureNoise, Rejudging, SwappedPair};

impl NoisePresenter<'_> {
    /// A paragraph for each way to judge and measure, and a caution.
    pub(super) fn words(&self) -> Vec<String> {
        let mut said = vec![];
        for rejudging in &self.answer.rejudgings {
            for of in &rejudging.measures {
                said.extend(self.paragraph(rejudging, of));
            }
        }
        let biased = |finding: &Finding| matches!(finding, Finding::MeanBiased { .. });
        if self.answer.findings.iter().any(biased) {
            said.push(
                "Caution: where simulated judgments move a mean by more than its standard error, this \
                 kind of noise biases the mean. Variances and standard errors of simulated values \
                 describe scores under noisy judgments. They are not comparable with the given s.e., and may \
                 be smaller because noise makes topics more alike."
                    .into(),
            );
        }
        said
    }

    fn paragraph(&self, rejudging: &Rejudging, of: &MeasureNoise) -> Option<String> {
        let told = |finding: &&Finding| about(finding) == Some((rejudging.theta, &of.measure));
        let findings: Vec<&Finding> = self.answer.findings.iter().filter(told).collect();
        let mut said: Vec<String> = vec![];
        said.extend(findings.iter().filter_map(|finding| self.swaps(finding, of.pairs.len())));
        said.extend(self.judging_share(of));
        said.extend(findings.iter().filter_map(|finding| self.biased(finding)));
        let theta = rejudging.theta.filter(|_| self.several());
        let theta = theta.map_or(String::new(), |theta| format!(", theta {theta}"));
        (!said.is_empty()).then(|| format!("{}{theta}: {}", of.measure, said.join(" ")))
    }

    /// How often runs swap.
    fn swaps(&self, finding: &Finding, all: usize) -> Option<String> {
        match finding {
            Finding::Swaps { pairs, unstable, most, .. } => {
                Some(swap_words(*pairs, *unstable, most))
            }
            Finding::OrderReversed { pairs, most, .. } => {
                let SwappedPair { first, second, swapped } = most;
                let which = match pairs {
                    _ if all == 1 => "This is more than half".into(),
                    1 => format!("{first} and {second} swap in more than half"),
                    many => format!(
                        "{many} pairs swap in more than half, most often {first} and {second} ({})",
                        share(*swapped)
                    ),
                };
                Some(format!(
                    "{which}: this kind of noise reverses the order by bias, not by chance, and more \
                     judging of the same kind would not correct it."
                ))
            }
            Finding::MeanBiased { .. }
            | Finding::MostlyContradicting { .. }
            | Finding::OnlyCommonTopics { .. } => None,
        }
    }

    /// How much of the variance comes from judging.
    fn judging_share(&self, of: &MeasureNoise) -> Option<String> {
        let shares: Vec<f64> = of.runs.iter().filter_map(|run| run.judging_share).collect();
        let low = shares.iter().copied().reduce(f64::min)?;
        let high = shares.iter().copied().reduce(f64::max)?;
        let (low, high) = (format!("{:.0}", 100.0 * low), format!("{:.0}", 100.0 * high));
        let share = if high == "0" {
            "less than 1 % of the variance of simulated values".into()
        } else if low == high {
            format!("{low} % of the variance of simulated values")
        } else {
            format!("{low} to {high} % of the variance of simulated values, depending on the run")
        };
        Some(format!("Judgments account for {share}."))
    }

    /// Which means noise moves a long way.
    fn biased(&self, finding: &Finding) -> Option<String> {
        let Finding::MeanBiased { runs, .. } = finding else { return None };
        let all = self.answer.provenance.runs.len();
        let whose = match &runs[..] {
            [run] if all == 1 => format!("the mean of {run} by more than its standard error"),
            runs => {
                format!(
                    "the means of {} of {all} runs by more than their standard errors",
                    runs.len()
                )
            }
        };
        Some(format!("Simulated judgments move {whose} (given s.e.)."))
    }
}

/// Which theta and measure a finding is about.
fn about(finding: &Finding) -> Option<(Option<f64>, &Measure)> {
    match finding {
        Finding::Swaps { theta, measure, .. }
        | Finding::OrderReversed { theta, measure, .. }
        | Finding::MeanBiased { theta, measure, .. } => Some((*theta, measure)),
        Finding::MostlyContradicting { .. } | Finding::OnlyCommonTopics { .. } => None,
    }
}

fn swap_words(pairs: usize, unstable: usize, most: &SwappedPair) -> String {
    let SwappedPair { first, second, swapped } = most;
    let often = share(*swapped);
    if *swapped == 0.0 {
        return "no pair of runs swaps in any repeat.".into();
    }
    if pairs == 1 {
        return format!("{first} and {second} swap in {often} of the repeats.");
    }
    match unstable {
        0 => format!(
            "no pair of runs swaps in more than 5 % of the repeats; {first} and {second} swap most \
             often ({often})."
        ),
        1 => format!(
            "1 of {pairs} pairs of runs swaps in more than 5 % of the repeats: {first} and {second} \
             ({often})."
        ),
        _ => format!(
            "{unstable} of {pairs} pairs of runs swap in more than 5 % of the repeats, most often \
             {first} and {second} ({often})."
        ),
    }
}

/// `12.3 %`.
fn share(share: f64) -> String {
    if share > 0.0 && share < 0.0005 {
        "less than 0.1 %".into()
    } else {
        format!("{:.1} %", 100.0 * share)
    }
}
