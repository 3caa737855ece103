//! What the variance in some runs says of the power of tests.

use super::simulation::Simulation;
use super::{Planned, Power};
use crate::RunName;
use crate::comparison::{Computed, Sample};
use gainline::{Better, Measure, Summary};
use gainline_stats::{
    AnovaDesign, Layout, Result, StatsError, Test, mean, paired_t_detectable, paired_t_half_width,
    paired_t_pairs, paired_t_pairs_for_width, paired_t_power, two_way_anova, variance,
};
use serde::Serialize;

/// What tests of the runs by one measure can detect.
#[derive(Debug, Clone, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct MeasurePower {
    /// The measure.
    pub measure: Measure,
    /// The slice of the topics; none for all topics.
    pub slice: Option<String>,
    /// How many topics there are.
    pub topics: usize,
    /// The runs whose difference is the observed one; none where the measure does not say which of
    /// two values is better, and where values are out of range.
    pub top_runs: Option<TopRuns>,
    /// How much better a run can be at most than the baseline, or than the worst of the runs, where the
    /// measure has an end: a larger difference cannot be.
    pub largest_difference: Option<f64>,
    /// Two runs by the test of pairs.
    pub pair: Computed<TestPower, NoPower>,
    /// The expected half-width of the t interval of a difference with these topics, at the level that the
    /// correction demands; none for tests that correct for all pairs themselves.
    pub half_width: Option<f64>,
    /// How many topics the half-widths that were asked for take.
    pub half_widths: Vec<WidthTopics>,
    /// All runs at once by the F test of a two-way analysis of variance.
    pub f: Computed<TestPower, NoPower>,
}

/// The best two runs, or the baseline and the best of the others.
#[derive(Debug, Clone, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct TopRuns {
    /// The better one.
    pub first: RunName,
    /// The other one.
    pub second: RunName,
    /// By how much the first is better; 0 if only rounding is between them.
    pub difference: f64,
    /// The standard deviation of these two runs' differences over topics, by which the observed difference
    /// is judged; none with fewer than two topics.
    pub deviation: Option<f64>,
}

/// How many topics an interval takes.
#[derive(Debug, Clone, Copy, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct WidthTopics {
    /// The expected half-width.
    pub half_width: f64,
    /// How many topics it takes; none where ten million are too few.
    pub topics_needed: Option<usize>,
}

/// What one test can detect.
#[derive(Debug, Clone, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct TestPower {
    /// The standard deviation for what is planned: of differences for a test of pairs, pooled over pairs; of
    /// residuals for F.
    pub deviation: f64,
    /// The smallest difference that these topics detect with the power wanted; none where they would only
    /// detect one that cannot be.
    pub smallest_difference: Option<f64>,
    /// The differences that were asked for, and then the observed one if it is not 0.
    pub differences: Vec<DifferencePower>,
}

/// How a test does with one difference.
#[derive(Debug, Clone, Copy, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct DifferencePower {
    /// The difference; for F, that of the best and the worst run, with all others in the middle.
    pub difference: f64,
    /// Where it comes from.
    pub kind: DifferenceKind,
    /// The standard deviation that its power goes by. For the observed difference of two runs, a test of
    /// pairs goes by theirs.
    pub deviation: f64,
    /// The power with these topics; none where such a difference cannot be.
    pub power: Option<f64>,
    /// How many topics the power wanted needs; none where such a difference cannot be, and where ten
    /// million, or 1000 by simulation, are too few.
    pub topics_needed: Option<usize>,
}

/// Where a difference comes from.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub enum DifferenceKind {
    /// It was asked for.
    Planned,
    /// It is that of the best two runs, or of the best run and the baseline.
    Observed,
}

/// Why there is no power.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub enum NoPower {
    /// There are fewer than two topics.
    FewTopics,
    /// The runs have the same values on every topic, so there is no variance.
    SameValues,
    /// The runs differ by the same amount on every topic, so there is no variance.
    SameDifferences,
    /// The values are too large or too small to compute with.
    OutOfRange,
}

/// The differences to look at, with where each comes from.
type Differences = Vec<(f64, DifferenceKind)>;

impl MeasurePower {
    pub(super) fn of(sample: &Sample, planned: &Planned<'_>) -> Self {
        let (request, alpha) = (planned.request, planned.alpha_of_pair);
        let (topics, columns) = (sample.topics.len(), &sample.columns);
        let baseline = planned.baseline.map(|run| run.place);
        let largest_difference = largest_difference(sample, baseline);
        let most = largest_difference.unwrap_or(f64::INFINITY);
        let top_runs = top_runs(sample, baseline);
        let observed = top_runs.as_ref().map(|top| top.difference).filter(|d| *d > 0.0);
        let given = request.differences.iter().map(|d| (*d, DifferenceKind::Planned));
        let differences: Differences =
            given.chain(observed.map(|d| (d, DifferenceKind::Observed))).collect();
        let same = if columns.iter().all(|column| *column == columns[0]) {
            NoPower::SameValues
        } else {
            NoPower::SameDifferences
        };
        let part = |deviation: Result<f64>, test: &dyn Fn(f64) -> Result<TestPower>| {
            let power = match deviation {
                _ if topics < 2 => Err(NoPower::FewTopics),
                Ok(0.0) => Err(same),
                Ok(deviation) => test(deviation).map_err(|_| NoPower::OutOfRange),
                Err(_) => Err(NoPower::OutOfRange),
            };
            Computed::from(power)
        };
        let deviation = of_differences(columns, baseline);
        let known = deviation.as_ref().ok().copied().filter(|d| *d > 0.0 && topics > 1);
        // Tests of all pairs at once have other intervals.
        let known = known.filter(|_| !request.test.is_simultaneous());
        let half_width = known.and_then(|d| paired_t_half_width(topics, d, alpha).ok());
        let widths = request.half_widths.iter().map(|&half_width| WidthTopics {
            half_width,
            topics_needed: known.and_then(|d| paired_t_pairs_for_width(half_width, d, alpha).ok()),
        });
        let observed_deviation = top_runs.as_ref().and_then(|top| top.deviation);
        let pair = part(deviation, &|pooled| {
            let deviations = Deviations { pooled, observed: observed_deviation.unwrap_or(pooled) };
            match request.test {
                Test::T => by_t(deviations, topics, &differences, alpha, request.power, most),
                Test::Wilcoxon
                | Test::Sign
                | Test::Randomization
                | Test::Bootstrap
                | Test::Tukey
                | Test::RandomizedTukey
                | Test::MaxT
                | Test::MaxTStepDown
                | Test::Dunnett
                | Test::Nemenyi
                | Test::Conover => {
                    let simulation = |pairs: Vec<(usize, usize)>| {
                        Simulation::new(request.test, alpha, columns, pairs, planned.plan)
                    };
                    let pooled = simulation(pairs(columns.len(), baseline))?;
                    // What corrects for all pairs must see all pairs.
                    let named = top_runs.as_ref().filter(|_| !request.test.is_simultaneous());
                    let named = named.map(|top| (top.second.place, top.first.place));
                    let observed = named.map(|pair| simulation(vec![pair])).transpose()?;
                    let simulations = (&pooled, observed.as_ref().unwrap_or(&pooled));
                    by_simulation(
                        simulations,
                        deviations,
                        topics,
                        &differences,
                        request.power,
                        most,
                    )
                }
            }
        });
        let residual = two_way_anova(columns).map(|anova| anova.residual_mean_square.sqrt());
        let f = part(residual, &|deviation| {
            by_f(deviation, (topics, columns.len()), &differences, request, most)
        });
        let half_widths = widths.collect();
        let (measure, slice) = (sample.measure.clone(), sample.slice.clone());
        MeasurePower {
            measure,
            slice,
            topics,
            top_runs,
            largest_difference,
            pair,
            half_width,
            half_widths,
            f,
        }
    }
}

/// What rounding may have made of values that are equal.
fn noise(columns: &[Vec<f64>]) -> f64 {
    let largest = columns.iter().flatten().fold(0.0, |most: f64, v| most.max(v.abs()));
    8.0 * f64::EPSILON * largest
}

/// The pairs of columns that are compared: with the baseline, or all.
fn pairs(columns: usize, baseline: Option<usize>) -> Vec<(usize, usize)> {
    match baseline {
        Some(base) => (0..columns).filter(|run| *run != base).map(|run| (base, run)).collect(),
        None => (0..columns).flat_map(|run| (0..run).map(move |base| (base, run))).collect(),
    }
}

/// How much better a run can be than the baseline, or than the worst run. Only of means of values: other
/// averages are compared on another scale.
fn largest_difference(sample: &Sample, baseline: Option<usize>) -> Option<f64> {
    match sample.measure.summary() {
        Summary::Mean => {}
        Summary::Sum | Summary::Pooled | Summary::GeometricMean => return None,
    }
    let family = sample.measure.family();
    let (low, high) = family.range;
    let columns = sample.columns.iter().enumerate();
    let columns = columns.filter(|(place, _)| baseline.is_none_or(|base| base == *place));
    let means = columns.map(|(_, column)| mean(column).ok()).collect::<Option<Vec<f64>>>()?;
    let room = |mean: &f64| match family.better {
        Better::Higher => high - mean,
        Better::Lower => mean - low,
        Better::Neither => (high - mean).max(mean - low),
    };
    let most = means.iter().map(room).fold(f64::NEG_INFINITY, f64::max);
    (most.is_finite() && most > 0.0).then_some(most)
}

/// The root of the mean variance of differences over pairs of runs.
fn of_differences(columns: &[Vec<f64>], baseline: Option<usize>) -> Result<f64> {
    let pairs = pairs(columns.len(), baseline);
    let mut sum = 0.0;
    for &(first, second) in &pairs {
        let both = columns[first].iter().zip(&columns[second]);
        let differences: Vec<f64> = both.map(|(a, b)| a - b).collect();
        sum += variance(&differences)?;
    }
    let deviation: f64 = (sum / pairs.len() as f64).sqrt();
    Ok(if deviation <= noise(columns) { 0.0 } else { deviation })
}

/// The standard deviations that tests of pairs go by.
#[derive(Clone, Copy)]
struct Deviations {
    /// Over all pairs, for what is planned.
    pooled: f64,
    /// Of the two runs whose difference is the observed one.
    observed: f64,
}

impl Deviations {
    fn of(self, kind: DifferenceKind) -> f64 {
        match kind {
            DifferenceKind::Planned => self.pooled,
            DifferenceKind::Observed => self.observed,
        }
    }
}

/// Which two runs stand first. Values of topics are put together by their mean, which is what the
/// tests are about, also for measures that are summed up.
fn top_runs(sample: &Sample, baseline: Option<usize>) -> Option<TopRuns> {
    match sample.measure.family().better {
        Better::Higher | Better::Lower => {}
        Better::Neither => return None,
    }
    let heights = sample.columns.iter().map(|column| Some(sample.oriented(mean(column).ok()?)));
    let heights = heights.collect::<Option<Vec<f64>>>()?;
    let mut order: Vec<usize> = (0..heights.len()).collect();
    order.sort_by(|&a, &b| heights[b].total_cmp(&heights[a]));
    if let Some(base) = baseline {
        let other = order.iter().copied().find(|run| *run != base);
        order.retain(|run| *run == base || Some(*run) == other);
    }
    let [first, second, ..] = order[..] else { return None };
    let difference = heights[first] - heights[second];
    let [one, other] = [first, second].map(|run| sample.columns[run].clone());
    Some(TopRuns {
        deviation: of_differences(&[one, other], None).ok(),
        first: sample.runs[first].clone(),
        second: sample.runs[second].clone(),
        difference: if difference <= noise(&sample.columns) { 0.0 } else { difference },
    })
}

/// A number of topics; none if even ten million would be too few.
fn needed(topics: Result<usize>) -> Result<Option<usize>> {
    match topics {
        Ok(topics) => Ok(Some(topics)),
        Err(StatsError::Undefined { .. }) => Ok(None),
        Err(why) => Err(why),
    }
}

/// How many topics a t test needs. Two are the least, and enough for differences that do not vary.
fn needed_by_t(difference: f64, deviation: f64, alpha: f64, power: f64) -> Result<Option<usize>> {
    if deviation == 0.0 {
        return Ok(Some(2));
    }
    needed(paired_t_pairs(difference / deviation, alpha, power))
}

fn by_t(
    deviations: Deviations,
    topics: usize,
    differences: &Differences,
    alpha: f64,
    power: f64,
    most: f64,
) -> Result<TestPower> {
    let smallest = paired_t_detectable(topics, deviations.pooled, alpha, power)?;
    let of = |difference: f64, kind: DifferenceKind| {
        let deviation = deviations.of(kind);
        let with_these = match deviation {
            0.0 => 1.0,
            deviation => paired_t_power(topics, difference / deviation, alpha)?,
        };
        Ok((deviation, with_these, needed_by_t(difference, deviation, alpha, power)?))
    };
    Ok(TestPower {
        deviation: deviations.pooled,
        smallest_difference: Some(smallest).filter(|d| *d <= most),
        differences: each(differences, most, &of)?,
    })
}

/// The deviation, the power and the topics needed of each difference; without the last two where it cannot
/// be.
fn each(
    differences: &Differences,
    most: f64,
    of: &dyn Fn(f64, DifferenceKind) -> Result<(f64, f64, Option<usize>)>,
) -> Result<Vec<DifferencePower>> {
    let one = |&(difference, kind): &(f64, DifferenceKind)| {
        let (deviation, power, needed) = of(difference.min(most), kind)?;
        let (power, topics_needed) =
            if difference > most { (None, None) } else { (Some(power), needed) };
        Ok(DifferencePower { difference, kind, deviation, power, topics_needed })
    };
    differences.iter().map(one).collect()
}

fn by_simulation(
    (pooled, observed): (&Simulation<'_>, &Simulation<'_>),
    deviations: Deviations,
    topics: usize,
    differences: &Differences,
    power: f64,
    most: f64,
) -> Result<TestPower> {
    let of = |difference: f64, kind: DifferenceKind| {
        let simulation = match kind {
            DifferenceKind::Planned => pooled,
            DifferenceKind::Observed => observed,
        };
        let deviation = deviations.of(kind);
        let with_these = simulation.power(topics, difference)?;
        let by_t = needed_by_t(difference, deviation, simulation.alpha(), power)?;
        Ok((deviation, with_these, simulation.topics_needed(difference, power, by_t)?))
    };
    // Without an end of the scale, so many standard deviations are always detected.
    let most_tried = if most.is_finite() { most } else { 10.0 * deviations.pooled };
    Ok(TestPower {
        deviation: deviations.pooled,
        smallest_difference: pooled.smallest(topics, power, most_tried)?,
        differences: each(differences, most, &of)?,
    })
}

fn by_f(
    deviation: f64,
    (topics, columns): (usize, usize),
    differences: &Differences,
    request: &Power,
    most: f64,
) -> Result<TestPower> {
    let Power { power, alpha, .. } = *request;
    // In units of the deviation, so that no scale is too small or too large; and the square of a
    // difference that is always detected must not overflow.
    let design = |difference: f64| AnovaDesign {
        layout: Layout::TwoWay,
        columns,
        min_difference: (difference / deviation).min(1e100),
        variance: 1.0,
    };
    let of = |difference: f64, _: DifferenceKind| {
        let design = design(difference);
        Ok((deviation, design.power(topics, alpha)?, needed(design.rows(alpha, power))?))
    };
    let smallest = deviation * design(deviation).detectable(topics, alpha, power)?;
    Ok(TestPower {
        deviation,
        smallest_difference: Some(smallest).filter(|d| *d <= most),
        differences: each(differences, most, &of)?,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use gainline_stats::MonteCarlo;

    const ROWS: [[f64; 3]; 8] = [
        [0.61, 0.64, 0.52],
        [0.35, 0.47, 0.40],
        [0.82, 0.79, 0.71],
        [0.10, 0.22, 0.05],
        [0.55, 0.55, 0.49],
        [0.73, 0.90, 0.66],
        [0.28, 0.26, 0.31],
        [0.47, 0.60, 0.33],
    ];

    fn power(columns: Vec<Vec<f64>>, baseline: Option<&RunName>) -> MeasurePower {
        let sample = crate::comparison::tests::of("AP", columns);
        let request = Power { differences: vec![0.05, 0.95], ..Power::by(vec![]) };
        of_sample(&sample, &request, baseline, 0.05)
    }

    fn of_sample(
        sample: &Sample,
        request: &Power,
        baseline: Option<&RunName>,
        alpha_of_pair: f64,
    ) -> MeasurePower {
        let plan = MonteCarlo::new(10, 1);
        MeasurePower::of(sample, &Planned { request, baseline, alpha_of_pair, plan })
    }

    /// The simulation of a t test must give what the formula gives, up to its standard error: normal data,
    /// drawn at their quantiles.
    #[test]
    fn simulated_power_is_that_of_the_formula() {
        let column: Vec<f64> = (0..400)
            .map(|at| {
                // A logistic approximation of normal quantiles, of standard deviation 0.1.
                let share = (f64::from(at * 37 % 400) + 0.5) / 400.0;
                0.1 * (share / (1.0 - share)).ln() / 1.814
            })
            .collect();
        let columns = vec![vec![0.0; 400], column];
        let deviation = of_differences(&columns, None).unwrap();
        for alpha in [0.05, 0.05 / 15.0] {
            let plan = MonteCarlo::new(1000, 1);
            let simulation = Simulation::new(Test::T, alpha, &columns, vec![(0, 1)], plan).unwrap();
            let simulated = simulation.power(50, 0.04).unwrap();
            let wanted = paired_t_power(50, 0.04 / deviation, alpha).unwrap();
            assert!((simulated - wanted).abs() < 0.03, "{simulated} is not {wanted}");
            let smallest = simulation.smallest(50, 0.8, 0.5).unwrap().unwrap();
            let wanted = paired_t_detectable(50, deviation, alpha, 0.8).unwrap();
            assert!((smallest / wanted - 1.0).abs() < 0.06, "{smallest} is not {wanted}");
            let topics = simulation.topics_needed(0.04, 0.8, Some(30)).unwrap().unwrap() as f64;
            let wanted = paired_t_pairs(0.04 / deviation, alpha, 0.8).unwrap() as f64;
            assert!((topics / wanted - 1.0).abs() < 0.1, "{topics} is not {wanted}");
        }
    }

    #[test]
    fn every_test_has_a_power() {
        let sample = crate::comparison::tests::of("AP", columns());
        let first = RunName::new(0, "a");
        for test in Test::ALL {
            let request = Power { test, differences: vec![0.2], ..Power::by(vec![]) };
            let baseline = (test == Test::Dunnett).then_some(&first);
            let figures = of_sample(&sample, &request, baseline, 0.05);
            let found = figures.pair.defined().unwrap().differences[0];
            assert!(found.power.unwrap() > 0.5, "{test} {found:?}");
        }
    }

    /// With three topics and a strict level, only a difference of more than 1 could be detected.
    #[test]
    fn no_difference_is_told_that_cannot_be() {
        let columns = vec![vec![0.1, 0.6, 0.3], vec![0.5, 0.2, 0.4]];
        let sample = crate::comparison::tests::of("AP", columns);
        let request = Power { differences: vec![0.1, 0.7], ..Power::by(vec![]) };
        let figures = of_sample(&sample, &request, None, 0.05 / 100.0);
        close(figures.largest_difference.unwrap(), 1.0 - 1.0 / 3.0);
        let pair = figures.pair.defined().unwrap();
        assert_eq!(pair.smallest_difference, None);
        assert!(pair.differences[0].power.is_some());
        assert_eq!((pair.differences[1].power, pair.differences[1].topics_needed), (None, None));
    }

    fn columns() -> Vec<Vec<f64>> {
        (0..3).map(|run| ROWS.iter().map(|row| row[run]).collect()).collect()
    }

    fn close(got: f64, want: f64) {
        assert!(((got - want) / want).abs() < 1e-9, "{got} is not {want}");
    }

    /// From scipy 1.17.1: numpy's variances, and the distributions nct and ncf.
    #[test]
    fn three_runs_are_as_in_scipy() {
        let figures = power(columns(), None);
        let (t, f) = (figures.pair.defined().unwrap(), figures.f.defined().unwrap());
        close(t.deviation, 0.08423323628614832);
        close(t.smallest_difference.unwrap(), 0.0973765421865118);
        close(t.differences[0].power.unwrap(), 0.3062939910205989);
        assert_eq!(t.differences[0].topics_needed, Some(25));
        close(f.deviation, 0.059561892579224236);
        close(f.smallest_difference.unwrap(), 0.10329258487123633);
        close(f.differences[0].power.unwrap(), 0.25231563387307565);
        assert_eq!(f.differences[0].topics_needed, Some(29));
        // The mean variance of differences is twice the residual one.
        close(t.deviation, f.deviation * 2.0_f64.sqrt());
        let top = figures.top_runs.unwrap();
        close(top.difference, 0.065);
        // The two best are judged by their own differences: what they come to alone, too.
        let observed = t.differences[2];
        let [first, second, _] = columns().try_into().unwrap();
        let alone = power(vec![first, second], None);
        let alone = alone.pair.defined().unwrap();
        close(observed.deviation, 0.07837638128197258);
        close(top.deviation.unwrap(), 0.07837638128197258);
        assert!((observed.power.unwrap() - 0.524475).abs() < 1e-5);
        assert_eq!(observed.topics_needed, Some(14));
        close(alone.deviation, observed.deviation);
        assert_eq!(alone.differences[2].topics_needed, observed.topics_needed);
        let third = power(columns(), Some(&RunName::new(2, "c")));
        close(third.pair.defined().unwrap().deviation, 0.0870139561876632);
    }

    #[test]
    fn without_variance_there_is_a_reason_and_no_number() {
        let column = columns().remove(0);
        let moved: Vec<f64> = column.iter().map(|v| v + 0.1).collect();
        for (other, why) in
            [(column.clone(), NoPower::SameValues), (moved, NoPower::SameDifferences)]
        {
            let figures = power(vec![column.clone(), other], None);
            assert_eq!(figures.pair.undefined(), Some(&why));
            assert_eq!(figures.f.undefined(), Some(&why));
        }
        let alone = power(vec![vec![0.1], vec![0.2]], None);
        assert_eq!(alone.pair.undefined(), Some(&NoPower::FewTopics));
    }
}
