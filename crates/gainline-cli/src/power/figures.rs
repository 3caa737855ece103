//! What the variance in some runs says of the power of tests.

use crate::comparison::Sample;
use gainline::{Better, Measure};
use gainline_stats::{
    AnovaDesign, Layout, Result, mean, paired_t_detectable, paired_t_pairs, paired_t_power,
    two_way_anova, variance,
};

/// What is planned for.
pub(super) struct Wanted {
    pub differences: Vec<f64>,
    pub power: f64,
    pub alpha: f64,
    /// The run whose pairs give the variance of differences; all pairs without one.
    pub baseline: Option<usize>,
}

/// The figures of one measure.
pub(super) struct Figures<'r> {
    pub measure: &'r Measure,
    /// The slice of the topics; all without one.
    pub slice: Option<&'r str>,
    pub topics: usize,
    /// The differences that were asked for, and then the observed one.
    pub differences: Vec<f64>,
    /// The two runs whose difference is looked at; none where no value is better than another.
    pub best: Option<Best>,
    /// A pair of runs by the t test, or why there is nothing.
    pub t: std::result::Result<Part, &'static str>,
    /// All runs by the F test, or why there is nothing.
    pub f: std::result::Result<Part, &'static str>,
}

/// The best two runs, or the baseline and the best of the others.
pub(super) struct Best {
    pub runs: (usize, usize),
    /// Not below 0; the first of the runs is the better one.
    pub difference: f64,
}

/// What one test can do.
pub(super) struct Part {
    /// The standard deviation of the differences, or of the residual.
    pub deviation: f64,
    /// The smallest difference that the topics find with the power wanted.
    pub smallest: f64,
    /// For each difference.
    pub found: Vec<Found>,
}

/// How a test does with one difference.
#[derive(Clone, Copy)]
pub(super) struct Found {
    /// With these topics.
    pub power: f64,
    /// How many topics it takes; none where ten million are too few.
    pub topics: Option<usize>,
}

const SAME_DIFFERENCES: &str =
    "the runs differ by the same on every topic, so there is no variance to go by";
const SAME_VALUES: &str =
    "the runs have the same values on every topic, so there is no variance to go by";
const FEW: &str = "there are fewer than two topics";

impl<'r> Figures<'r> {
    pub(super) fn of(sample: &'r Sample, wanted: &Wanted) -> Self {
        let topics = sample.topics.len();
        let best = best(sample, wanted.baseline);
        let mut differences = wanted.differences.clone();
        differences.extend(best.as_ref().map(|best| best.difference).filter(|d| *d > 0.0));
        let same = if alike(&sample.columns) { SAME_VALUES } else { SAME_DIFFERENCES };
        let part = |deviation: Result<f64>, test: &dyn Fn(f64) -> Result<Part>| match deviation {
            _ if topics < 2 => Err(FEW),
            Ok(0.0) => Err(same),
            Ok(deviation) => test(deviation).map_err(|_| "the values are too large or too small"),
            Err(_) => Err("the values are too large"),
        };
        let t = part(of_differences(&sample.columns, wanted.baseline), &|deviation| {
            by_t(deviation, topics, &differences, wanted)
        });
        let residual = two_way_anova(&sample.columns).map(|a| a.residual_mean_square.sqrt());
        let f = part(residual, &|deviation| {
            by_f(deviation, (topics, sample.columns.len()), &differences, wanted)
        });
        let (measure, slice) = (&sample.measure, sample.slice.as_deref());
        Figures { measure, slice, topics, differences, best, t, f }
    }

    /// What the topics are called in a column.
    pub(super) fn label(&self) -> String {
        self.slice.map_or("all".into(), |slice| format!("by:{slice}"))
    }

    /// Whether a difference was asked for, or is the observed one, which comes last.
    pub(super) fn kind(&self, difference: usize, wanted: &Wanted) -> &'static str {
        if difference < wanted.differences.len() { "given" } else { "observed" }
    }
}

fn alike(columns: &[Vec<f64>]) -> bool {
    columns.iter().all(|column| *column == columns[0])
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

/// Which two runs stand first. Values of a topic are put together by their mean, which is what the
/// tests are about, also for measures that are summed up.
fn best(sample: &Sample, baseline: Option<usize>) -> Option<Best> {
    let sign = match sample.measure.family().better {
        Better::Higher => 1.0,
        Better::Lower => -1.0,
        Better::Neither => return None,
    };
    let heights: Vec<f64> =
        sample.columns.iter().map(|c| Some(sign * mean(c).ok()?)).collect::<Option<_>>()?;
    let mut order: Vec<usize> = (0..heights.len()).collect();
    order.sort_by(|&a, &b| heights[b].total_cmp(&heights[a]));
    if let Some(base) = baseline {
        let other = *order.iter().find(|run| **run != base)?;
        order.retain(|run| *run == base || *run == other);
    }
    let (first, second) = (*order.first()?, *order.get(1)?);
    let difference = heights[first] - heights[second];
    let difference = if difference <= noise(&sample.columns) { 0.0 } else { difference };
    Some(Best { runs: (first, second), difference })
}

fn by_t(deviation: f64, topics: usize, differences: &[f64], wanted: &Wanted) -> Result<Part> {
    let Wanted { power, alpha, .. } = *wanted;
    let found = |difference: &f64| {
        let dz = difference / deviation;
        // The only thing that can go wrong is that the number is too large.
        let needed = paired_t_pairs(dz, alpha, power).ok();
        Ok(Found { power: paired_t_power(topics, dz, alpha)?, topics: needed })
    };
    Ok(Part {
        deviation,
        smallest: paired_t_detectable(topics, deviation, alpha, power)?,
        found: differences.iter().map(found).collect::<Result<_>>()?,
    })
}

fn by_f(
    deviation: f64,
    (topics, columns): (usize, usize),
    differences: &[f64],
    wanted: &Wanted,
) -> Result<Part> {
    let Wanted { power, alpha, .. } = *wanted;
    // In units of the deviation, so that no scale is too small or too large; and the square of a
    // difference that is found always must not overflow.
    let design = |difference: f64| AnovaDesign {
        layout: Layout::TwoWay,
        columns,
        min_difference: (difference / deviation).min(1e100),
        variance: 1.0,
    };
    let found = |difference: &f64| {
        let design = design(*difference);
        let needed = design.rows(alpha, power).ok();
        Ok(Found { power: design.power(topics, alpha)?, topics: needed })
    };
    Ok(Part {
        deviation,
        smallest: deviation * design(deviation).detectable(topics, alpha, power)?,
        found: differences.iter().map(found).collect::<Result<_>>()?,
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

    fn sample(measure: &Measure, columns: Vec<Vec<f64>>) -> Sample {
        let topics = vec!["t".to_string(); columns[0].len()];
        let means = columns.iter().map(|c| mean(c).unwrap()).collect();
        let runs = gainline_analysis::RunName::all(["a", "b", "c"].into_iter().take(columns.len()));
        Sample::new(measure.clone(), runs, topics, columns, means).unwrap()
    }

    fn columns() -> Vec<Vec<f64>> {
        (0..3).map(|run| ROWS.iter().map(|row| row[run]).collect()).collect()
    }

    fn wanted(baseline: Option<usize>) -> Wanted {
        Wanted { differences: vec![0.05], power: 0.8, alpha: 0.05, baseline }
    }

    fn close(got: f64, want: f64) {
        assert!(((got - want) / want).abs() < 1e-9, "{got} is not {want}");
    }

    /// From scipy 1.17.1: numpy's variances, and the distributions nct and ncf.
    #[test]
    fn three_runs_are_as_in_scipy() {
        let measure: Measure = "AP".parse().unwrap();
        let sample = sample(&measure, columns());
        let figures = Figures::of(&sample, &wanted(None));
        let (t, f) = (figures.t.unwrap(), figures.f.unwrap());
        close(t.deviation, 0.08423323628614832);
        close(t.smallest, 0.0973765421865118);
        close(t.found[0].power, 0.3062939910205989);
        assert_eq!(t.found[0].topics, Some(25));
        close(f.deviation, 0.059561892579224236);
        close(f.smallest, 0.10329258487123633);
        close(f.found[0].power, 0.25231563387307565);
        assert_eq!(f.found[0].topics, Some(29));
        // The mean variance of differences is twice the residual one.
        close(t.deviation, f.deviation * 2.0_f64.sqrt());
        close(figures.best.unwrap().difference, 0.065);
        let against = Figures::of(&sample, &wanted(Some(2)));
        close(against.t.unwrap().deviation, 0.0870139561876632);
    }

    #[test]
    fn without_variance_there_is_a_reason_and_no_number() {
        let measure: Measure = "AP".parse().unwrap();
        let column = columns().remove(0);
        let moved: Vec<f64> = column.iter().map(|v| v + 0.1).collect();
        for (other, why) in [(column.clone(), SAME_VALUES), (moved, SAME_DIFFERENCES)] {
            let sample = sample(&measure, vec![column.clone(), other]);
            let figures = Figures::of(&sample, &wanted(None));
            assert_eq!((figures.t.err(), figures.f.err()), (Some(why), Some(why)));
        }
        let alone = sample(&measure, vec![vec![0.1], vec![0.2]]);
        assert_eq!(Figures::of(&alone, &wanted(None)).t.err(), Some(FEW));
    }
}
