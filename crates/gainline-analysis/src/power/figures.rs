//! What the variance in some runs says of the power of tests.

use super::Power;
use crate::RunName;
use crate::comparison::{Computed, Sample};
use gainline::{Better, Measure};
use gainline_stats::{
    AnovaDesign, Layout, Result, StatsError, mean, paired_t_detectable, paired_t_pairs,
    paired_t_power, two_way_anova, variance,
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
    /// Two runs by a two-sided paired t test.
    pub t: Computed<TestPower, NoPower>,
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
}

/// What one test can detect.
#[derive(Debug, Clone, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct TestPower {
    /// The standard deviation that it goes by: of differences for t, of residuals for F.
    pub deviation: f64,
    /// The smallest difference that these topics detect with the power wanted.
    pub smallest_difference: f64,
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
    /// The power with these topics.
    pub power: f64,
    /// How many topics the power wanted needs; none where ten million are too few.
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
    pub(super) fn of(sample: &Sample, request: &Power, baseline: Option<&RunName>) -> Self {
        let (topics, columns) = (sample.topics.len(), &sample.columns);
        let baseline = baseline.map(|run| run.place);
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
        let t = part(of_differences(columns, baseline), &|deviation| {
            by_t(deviation, topics, &differences, request)
        });
        let residual = two_way_anova(columns).map(|anova| anova.residual_mean_square.sqrt());
        let f = part(residual, &|deviation| {
            by_f(deviation, (topics, columns.len()), &differences, request)
        });
        let (measure, slice) = (sample.measure.clone(), sample.slice.clone());
        MeasurePower { measure, slice, topics, top_runs, t, f }
    }
}

/// What rounding may have made of values that are equal.
fn noise(columns: &[Vec<f64>]) -> f64 {
    let largest = columns.iter().flatten().fold(0.0, |most: f64, v| most.max(v.abs()));
    8.0 * f64::EPSILON * largest
}

/// The root of the mean variance of differences over pairs of runs.
fn of_differences(columns: &[Vec<f64>], baseline: Option<usize>) -> Result<f64> {
    let (mut sum, mut pairs) = (0.0, 0.0);
    for (at, second) in columns.iter().enumerate() {
        for (before, first) in columns[..at].iter().enumerate() {
            if baseline.is_some_and(|base| base != at && base != before) {
                continue;
            }
            let differences: Vec<f64> = first.iter().zip(second).map(|(a, b)| a - b).collect();
            sum += variance(&differences)?;
            pairs += 1.0;
        }
    }
    let deviation: f64 = (sum / pairs).sqrt();
    Ok(if deviation <= noise(columns) { 0.0 } else { deviation })
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
    Some(TopRuns {
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

fn by_t(
    deviation: f64,
    topics: usize,
    differences: &Differences,
    request: &Power,
) -> Result<TestPower> {
    let Power { power, alpha, .. } = *request;
    let of = |&(difference, kind): &(f64, DifferenceKind)| {
        let dz = difference / deviation;
        Ok(DifferencePower {
            difference,
            kind,
            power: paired_t_power(topics, dz, alpha)?,
            topics_needed: needed(paired_t_pairs(dz, alpha, power))?,
        })
    };
    Ok(TestPower {
        deviation,
        smallest_difference: paired_t_detectable(topics, deviation, alpha, power)?,
        differences: differences.iter().map(of).collect::<Result<_>>()?,
    })
}

fn by_f(
    deviation: f64,
    (topics, columns): (usize, usize),
    differences: &Differences,
    request: &Power,
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
    let of = |&(difference, kind): &(f64, DifferenceKind)| {
        let design = design(difference);
        Ok(DifferencePower {
            difference,
            kind,
            power: design.power(topics, alpha)?,
            topics_needed: needed(design.rows(alpha, power))?,
        })
    };
    Ok(TestPower {
        deviation,
        smallest_difference: deviation * design(deviation).detectable(topics, alpha, power)?,
        differences: differences.iter().map(of).collect::<Result<_>>()?,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

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
        let request = Power { differences: vec![0.05], ..Power::by(vec![]) };
        MeasurePower::of(&sample, &request, baseline)
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
        let (t, f) = (figures.t.defined().unwrap(), figures.f.defined().unwrap());
        close(t.deviation, 0.08423323628614832);
        close(t.smallest_difference, 0.0973765421865118);
        close(t.differences[0].power, 0.3062939910205989);
        assert_eq!(t.differences[0].topics_needed, Some(25));
        close(f.deviation, 0.059561892579224236);
        close(f.smallest_difference, 0.10329258487123633);
        close(f.differences[0].power, 0.25231563387307565);
        assert_eq!(f.differences[0].topics_needed, Some(29));
        // The mean variance of differences is twice the residual one.
        close(t.deviation, f.deviation * 2.0_f64.sqrt());
        close(figures.top_runs.unwrap().difference, 0.065);
        let third = power(columns(), Some(&RunName::new(2, "c")));
        close(third.t.defined().unwrap().deviation, 0.0870139561876632);
    }

    #[test]
    fn without_variance_there_is_a_reason_and_no_number() {
        let column = columns().remove(0);
        let moved: Vec<f64> = column.iter().map(|v| v + 0.1).collect();
        for (other, why) in
            [(column.clone(), NoPower::SameValues), (moved, NoPower::SameDifferences)]
        {
            let figures = power(vec![column.clone(), other], None);
            assert_eq!(figures.t.undefined(), Some(&why));
            assert_eq!(figures.f.undefined(), Some(&why));
        }
        let alone = power(vec![vec![0.1], vec![0.2]], None);
        assert_eq!(alone.t.undefined(), Some(&NoPower::FewTopics));
    }
}
