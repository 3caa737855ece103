//! What the numbers say, in words.

use super::inputs::Judging;
use super::report::About;
use gainline_analysis::noise::{Decomposition, MeasureNoise, PairNoise};

/// Pairs that swap in a larger share of the repeats are unsure.
const UNSURE: f64 = 0.05;

/// A line for each way to judge and measure.
pub(super) fn words(about: &About<'_>, judgings: &[Judging]) -> Vec<String> {
    let several = judgings.len() > 1;
    let one = |judging: &Judging| -> Vec<String> {
        let Judging { theta, noise, .. } = judging;
        let line = |of: &MeasureNoise| {
            let theta = theta.filter(|_| several);
            let theta = theta.map_or(String::new(), |theta| format!(", theta {theta}"));
            let said = [
                places(about, &of.pairs),
                reversed(about, &of.pairs),
                judging_share(about, of),
                moved(about, of),
            ];
            let said: Vec<String> = said.into_iter().flatten().collect();
            (!said.is_empty()).then(|| format!("{}{theta}: {}", of.measure, said.join(" ")))
        };
        noise.measures.iter().filter_map(line).collect()
    };
    let mut said: Vec<String> = judgings.iter().flat_map(one).collect();
    let all = judgings.iter().flat_map(|judging| &judging.noise.measures);
    if all.flat_map(|of| &of.runs).any(|run| run.is_biased() == Some(true)) {
        said.push(
            "Caution: where judging anew moves the mean by more than its standard error, noise of \
             this kind biases the mean. The variances and standard errors of values judged anew tell \
             of scores under noisy judgments, and are not comparable with the given s.e.: they may \
             be smaller, because noise pulls topics together."
                .into(),
        );
    }
    said
}

/// Of how many runs noise moves the mean a long way.
fn moved(about: &About<'_>, of: &MeasureNoise) -> Option<String> {
    let moved = of.runs.iter().filter(|run| run.is_biased() == Some(true)).count();
    let whose = match (moved, of.runs.len()) {
        (0, _) => return None,
        (1, 1) => format!("the mean of {}", about.run(0)),
        (moved, runs) => format!("the means of {moved} of {runs} runs"),
    };
    Some(format!("Judging anew moves {whose} by more than one standard error (given s.e.)."))
}

/// Which pairs change places.
fn places(about: &About<'_>, pairs: &[PairNoise]) -> Option<String> {
    let ordered: Vec<(f64, &PairNoise)> =
        pairs.iter().filter_map(|pair| Some((pair.swapped()?, pair))).collect();
    let (most, pair) = ordered.iter().copied().reduce(|a, b| if b.0 > a.0 { b } else { a })?;
    let unsure = ordered.iter().filter(|(swapped, _)| *swapped > UNSURE).count();
    let all = ordered.len();
    let (first, second) = (about.run(pair.first), about.run(pair.second));
    Some(match (most, unsure, all) {
        (0.0, ..) => "no two runs change places in any repeat.".into(),
        (_, _, 1) => {
            format!("{first} and {second} change places in {} of the repeats.", share(most))
        }
        (_, 0, _) => format!(
            "no pair of runs changes places in more than 5 % of the repeats; most often {first} and \
             {second} do ({}).",
            share(most)
        ),
        _ => format!(
            "{unsure} of {all} pairs of runs change places in more than 5 % of the repeats, most \
             often {first} and {second} ({}).",
            share(most)
        ),
    })
}

/// Which pairs judging anew turns round for good: that is no more a matter of chance.
fn reversed(about: &About<'_>, pairs: &[PairNoise]) -> Option<String> {
    // More than half by two standard errors of a share of so many repeats.
    let most_of = 0.5 + 1.0 / (about.args.repeats as f64).sqrt();
    let swapped = pairs.iter().filter_map(|pair| Some((pair.swapped()?, pair)));
    let turned: Vec<(f64, &PairNoise)> = swapped.filter(|(share, _)| *share > most_of).collect();
    let (most, pair) = turned.iter().copied().reduce(|a, b| if b.0 > a.0 { b } else { a })?;
    let (first, second) = (about.run(pair.first), about.run(pair.second));
    let which = match turned.len() {
        _ if pairs.len() == 1 => "That is more than half".into(),
        1 => format!("{first} and {second} do so in more than half"),
        many => format!(
            "{many} pairs do so in more than half, most often {first} and {second} ({})",
            share(most)
        ),
    };
    Some(format!(
        "{which}: noise of this kind reverses their order by bias, which is not \
         instability, and more judging of the same kind would not undo it."
    ))
}

/// `12.3 %`.
fn share(share: f64) -> String {
    match share {
        share if share > 0.0 && share < 0.0005 => "less than 0.1 %".into(),
        share => format!("{:.1} %", 100.0 * share),
    }
}

/// How much of the variance is the judges'.
fn judging_share(about: &About<'_>, of: &MeasureNoise) -> Option<String> {
    let shares: Vec<f64> = of.runs.iter().filter_map(Decomposition::share_of_judging).collect();
    let low = shares.iter().copied().reduce(f64::min)?;
    let high = shares.iter().copied().reduce(f64::max)?;
    let (low, high) = (format!("{:.0}", 100.0 * low), format!("{:.0}", 100.0 * high));
    let range = if low == high { low } else { format!("{low} to {high}") };
    let whose = if about.opened.asked.len() > 1 { "the runs' values" } else { "its values" };
    Some(format!("Judging makes {range} % of the variance of {whose} judged anew."))
}
