//! The bootstrap: intervals for any statistic of a sample, and Sakai's test of a mean difference.
//!
//! A resample draws as many values as the sample has, with replacement. B. Efron and R. Tibshirani,
//! An Introduction to the Bootstrap, 1993; T. Sakai, Evaluating Evaluation Metrics based on the
//! Bootstrap, SIGIR 2006.

use crate::distributions::normal;
use crate::random::{MonteCarlo, Random, Sampling};
use crate::randomization::{Hits, MonteCarloTest, addable, differences};
use crate::summary::centre;
use crate::{Interval, PValues, Result, StatsError, check};

const INTERVAL: &str = "the bootstrap interval";
const TEST: &str = "the bootstrap test";

/// Values this close, relative to the largest, count as equal.
const TIE: f64 = 1e-12;

/// How the ends of a bootstrap interval are read off the resampled statistics.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize), serde(rename_all = "kebab-case"))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub enum BootstrapMethod {
    /// The (1 − level) / 2 and (1 + level) / 2 quantiles.
    Percentile,
    /// Quantiles corrected for bias and for a spread that changes with the statistic: bias-corrected
    /// and accelerated (Efron, Better Bootstrap Confidence Intervals, JASA 82, 1987).
    Bca,
}

/// A bootstrap interval.
#[derive(Debug, Clone, Copy, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct BootstrapInterval {
    /// The statistic of the sample itself.
    pub estimate: f64,
    /// The interval.
    pub interval: Interval,
    /// The standard deviation of the resampled statistics.
    pub standard_error: f64,
    /// The resamples and their seed.
    pub sampling: Sampling,
}

/// The interval of `level` (0.95, say) for `statistic` of the population `sample` comes from.
///
/// If all values or all resampled statistics are equal, the interval is that one point. A statistic
/// that is not finite on the sample or on a resample is an error.
pub fn bootstrap_interval(
    sample: &[f64],
    statistic: impl Fn(&[f64]) -> f64 + Sync,
    level: f64,
    method: BootstrapMethod,
    plan: &MonteCarlo,
) -> Result<BootstrapInterval> {
    check::enough(INTERVAL, 1, "values", sample.len())?;
    addable(INTERVAL, sample)?;
    check::share("level", level)?;
    let chunk = |mut random: Random, trials: usize| {
        let mut resample = vec![0.0; sample.len()];
        let mut one = |_| {
            resample.fill_with(|| sample[random.below(sample.len())]);
            statistic(&resample)
        };
        (0..trials).map(&mut one).collect::<Vec<f64>>()
    };
    let mut resampled = plan.run(chunk).concat();
    resampled.sort_unstable_by(f64::total_cmp);
    let estimate = statistic(sample);
    let mut tails = [(1.0 - level) / 2.0, (1.0 + level) / 2.0];
    if method == BootstrapMethod::Bca {
        let (bias, acceleration) = (bias(&resampled, estimate), acceleration(sample, &statistic));
        tails = tails.map(|tail| corrected(tail, bias, acceleration));
    }
    let [low, high] = tails.map(|tail| quantile(&resampled, tail));
    let standard_error = deviation(&resampled);
    // What is not finite sorts to the ends, and spreads from there to the deviation.
    if ![estimate, low, high, standard_error].iter().all(|value| value.is_finite()) {
        return Err(StatsError::Undefined {
            what: INTERVAL,
            why: "the statistic of a resample is not finite",
        });
    }
    let interval = Interval { low, high, level };
    Ok(BootstrapInterval { estimate, interval, standard_error, sampling: plan.sampling() })
}

/// [`bootstrap_interval`] of the mean.
pub fn bootstrap_mean(
    sample: &[f64],
    level: f64,
    method: BootstrapMethod,
    plan: &MonteCarlo,
) -> Result<BootstrapInterval> {
    bootstrap_interval(sample, centre, level, method, plan)
}

/// z₀ = Φ⁻¹ of the share of resampled statistics under the estimate, equal ones counting half;
/// kept half a resample away from 0 and 1, where Φ⁻¹ is infinite.
fn bias(sorted: &[f64], estimate: f64) -> f64 {
    let count = sorted.len() as f64;
    let slack = TIE * (sorted[sorted.len() - 1] - sorted[0]);
    let under = sorted.partition_point(|&value| value < estimate - slack);
    let up_to = sorted.partition_point(|&value| value <= estimate + slack);
    lower_quantile(((under + up_to) as f64 / 2.0).clamp(0.5, count - 0.5) / count)
}

/// a = Σ dᵢ³ / (6 (Σ dᵢ²)^1.5), with dᵢ the mean of the jackknife statistics less the one without
/// value i; 0 if they do not vary.
fn acceleration(sample: &[f64], statistic: impl Fn(&[f64]) -> f64) -> f64 {
    if sample.len() < 2 {
        return 0.0;
    }
    // Value i stands aside at the end while the statistic of the others is computed.
    let mut rest = sample.to_vec();
    let last = rest.len() - 1;
    let mut without = |i: usize| {
        rest.swap(i, last);
        let value = statistic(&rest[..last]);
        rest.swap(i, last);
        value
    };
    let jackknife: Vec<f64> = (0..sample.len()).map(&mut without).collect();
    let (deviations, _) = deviations(&jackknife);
    let (mut squares, mut cubes) = (0.0, 0.0);
    for d in deviations {
        squares += d * d;
        cubes -= d * d * d;
    }
    if squares == 0.0 { 0.0 } else { cubes / (6.0 * squares * squares.sqrt()) }
}

/// Φ(z₀ + z / (1 − a z)) with z = z₀ + Φ⁻¹(tail): which quantile to take for this tail. Past the
/// pole, where the acceleration is too large for the tail, the quantile is the outermost one.
fn corrected(tail: f64, bias: f64, acceleration: f64) -> f64 {
    let z = bias + lower_quantile(tail);
    let slowed = 1.0 - acceleration * z;
    if slowed <= 0.0 {
        return if z > 0.0 { 1.0 } else { 0.0 };
    }
    normal::cumulative(bias + z / slowed)
}

/// Φ⁻¹(p).
fn lower_quantile(p: f64) -> f64 {
    -normal::upper_quantile(p)
}

/// The quantile by linear interpolation between order statistics (R's type 7).
fn quantile(sorted: &[f64], tail: f64) -> f64 {
    let place = tail * (sorted.len() - 1) as f64;
    let (low, share) = (sorted[place as usize], place.fract());
    let high = sorted[(place.ceil() as usize).min(sorted.len() - 1)];
    low + share * (high - low)
}

/// The values less their mean in units of the largest such deviation, and that largest one: no
/// square of them overflows or vanishes.
fn deviations(values: &[f64]) -> (Vec<f64>, f64) {
    let mean = centre(values);
    let largest = values.iter().fold(0.0, |most: f64, value| most.max((value - mean).abs()));
    let unit = if largest == 0.0 { 1.0 } else { largest };
    (values.iter().map(|value| (value - mean) / unit).collect(), largest)
}

/// The standard deviation, with n − 1; 0 of a single value.
fn deviation(values: &[f64]) -> f64 {
    let (scaled, largest) = deviations(values);
    let squares = scaled.iter().fold(0.0, |sum, d| sum + d * d);
    largest * (squares / (values.len().max(2) - 1) as f64).sqrt()
}

/// What a bootstrap test compares between the sample and the resamples.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize), serde(rename_all = "kebab-case"))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub enum BootstrapStatistic {
    /// The mean itself.
    Mean,
    /// The mean divided by its standard error in the same resample, Sakai's choice.
    Studentized,
}

/// Tests whether the mean of paired differences is 0 by the shift method: resamples are drawn from
/// the differences less their mean, for which the hypothesis holds, and
/// p = (1 + resamples at least as far out as the sample) / (1 + resamples).
///
/// Equal samples give p = 1 for every alternative. Other differences that are all equal leave
/// nothing to resample, and the test is undefined. A resample of one value again and again has a
/// standard error of 0 and counts as farther out.
pub fn bootstrap_test(
    a: &[f64],
    b: &[f64],
    statistic: BootstrapStatistic,
    plan: &MonteCarlo,
) -> Result<MonteCarloTest> {
    let differences = differences(TEST, 2, a, b)?;
    let mean = centre(&differences);
    if differences.iter().all(|&d| d == 0.0) {
        return Ok(MonteCarloTest::exact(mean, PValues::ALIKE));
    }
    let (centred, unit) = deviations(&differences);
    if unit <= TIE * mean.abs() {
        return Err(StatsError::Undefined { what: TEST, why: "all differences are equal" });
    }
    let (seen, spread) = (mean / unit, moments(&centred).1);
    let chunk = |mut random: Random, trials: usize| {
        let mut resample = centred.clone();
        let mut hits = Hits::default();
        for _ in 0..trials {
            resample.fill_with(|| centred[random.below(centred.len())]);
            let (its_mean, its_spread) = moments(&resample);
            // t* ≥ t with both sides times the spread of the resample, which may be 0.
            let scale = match statistic {
                BootstrapStatistic::Mean => 1.0,
                BootstrapStatistic::Studentized => its_spread / spread,
            };
            hits.note(its_mean, seen * scale, TIE);
        }
        hits
    };
    Ok(MonteCarloTest::sampled(mean, &plan.run(chunk), plan.sampling()))
}

/// The mean and the standard deviation (with n) of values around 0 of size 1.
fn moments(values: &[f64]) -> (f64, f64) {
    let count = values.len() as f64;
    let (mut sum, mut squares) = (0.0, 0.0);
    for value in values {
        sum += value;
        squares += value * value;
    }
    let mean = sum / count;
    (mean, (squares / count - mean * mean).max(0.0).sqrt())
}
