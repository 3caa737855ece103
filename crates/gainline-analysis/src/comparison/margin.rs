//! Whether a run is worse than its baseline by less than a margin: a one-sided test of non-inferiority.

use super::Sample;
use gainline::{Better, LOWEST, Summary};
use gainline_stats::{Correction, MarginTest, Result, margin_test};
use serde::Serialize;

/// How much worse is still allowed.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
#[serde(rename_all = "kebab-case")]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub enum Tolerance {
    /// So many of the measure's units.
    Absolute(f64),
    /// So many hundredths of the baseline.
    Percent(f64),
}

impl Tolerance {
    /// In the measure's units, where the baseline has this value.
    pub(crate) fn amount(self, baseline: f64) -> f64 {
        match self {
            Tolerance::Absolute(amount) => amount,
            Tolerance::Percent(percent) => percent / 100.0 * baseline.abs(),
        }
    }
}

/// Whether a run is shown to be worse than its baseline by less than a margin, by a one-sided paired t
/// test.
#[derive(Debug, Clone, Copy, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct NotWorseTest {
    /// How much worse is allowed, in the measure's units.
    pub margin: f64,
    /// The one-sided confidence bound of level 1 − alpha of the difference, run minus baseline, for this
    /// difference alone: the lower one; where lower is better, the upper one. None if all topics differ
    /// by the same.
    pub bound: Option<f64>,
    /// The one-sided p-value of the run being worse by less than the margin, before any correction.
    pub p: f64,
    /// p after the correction, which is over all such tests.
    pub p_adjusted: f64,
    /// What it comes to.
    pub verdict: NotWorseVerdict,
}

/// What a test of non-inferiority shows.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub enum NotWorseVerdict {
    /// The run is worse by less than the margin, or better.
    Shown,
    /// Neither is shown.
    NotShown,
    /// The run is worse by more than the margin.
    Worse,
}

/// A test against a margin, before any correction.
#[derive(Clone, Copy)]
pub(crate) struct UncorrectedMargin {
    scale: MarginScale,
    test: MarginTest,
}

impl UncorrectedMargin {
    pub(crate) fn of(
        sample: &Sample,
        places: (usize, usize),
        tolerance: Tolerance,
    ) -> Result<Self> {
        let scale = MarginScale::of(sample, places.0, tolerance);
        Ok(UncorrectedMargin { scale, test: scale.test(sample, places)? })
    }
}

/// The same, with its p-values after the correction for the number of such tests.
#[derive(Clone, Copy)]
pub(crate) struct CorrectedMargin {
    scale: MarginScale,
    pub test: MarginTest,
    /// p of being worse by less than the margin, or better.
    pub less: f64,
    /// p of being worse by more.
    pub more: f64,
}

impl CorrectedMargin {
    /// All of a family, in their order.
    pub(crate) fn all(correction: Correction, tests: &[UncorrectedMargin]) -> Result<Vec<Self>> {
        let adjusted = |side: fn(&MarginTest) -> f64| {
            correction.adjust(&tests.iter().map(|margin| side(&margin.test)).collect::<Vec<f64>>())
        };
        let (less, more) = (adjusted(|test| test.p_above)?, adjusted(|test| test.p_below)?);
        let corrected = tests.iter().zip(less.into_iter().zip(more));
        let corrected = corrected.map(|(UncorrectedMargin { scale, test }, (less, more))| {
            CorrectedMargin { scale: *scale, test: *test, less, more }
        });
        Ok(corrected.collect())
    }

    /// Whether topics differ by different amounts, so that there is a t test.
    pub(crate) fn varies(&self) -> bool {
        self.test.deviation > 0.0
    }

    /// The one-sided confidence bound of the difference as it is shown, where it varies.
    pub(crate) fn bound(&self, sample: &Sample, alpha: f64) -> Result<Option<f64>> {
        let bound = self.varies().then(|| self.test.lower_bound(1.0 - alpha)).transpose()?;
        Ok(bound.map(|bound| self.scale.shown(sample.oriented(bound))))
    }

    pub(crate) fn verdict(&self, alpha: f64) -> NotWorseVerdict {
        match (self.less < alpha, self.more < alpha) {
            (true, _) => NotWorseVerdict::Shown,
            (false, true) => NotWorseVerdict::Worse,
            (false, false) => NotWorseVerdict::NotShown,
        }
    }

    pub(super) fn tested(&self, sample: &Sample, alpha: f64) -> Result<NotWorseTest> {
        Ok(NotWorseTest {
            margin: self.scale.amount,
            bound: self.bound(sample, alpha)?,
            p: self.test.p_above,
            p_adjusted: self.less,
            verdict: self.verdict(alpha),
        })
    }
}

/// A margin as it is shown and as it is tested: a sum is tested by the mean over its topics, and a
/// geometric mean by logarithms.
#[derive(Clone, Copy)]
pub(crate) struct MarginScale {
    summary: Summary,
    /// The baseline's value as shown.
    baseline: f64,
    topics: f64,
    /// How much worse is allowed, as shown.
    pub amount: f64,
    /// The same as it is tested.
    pub margin: f64,
}

impl MarginScale {
    /// Of a sample in which the baseline is at a place.
    pub(crate) fn of(sample: &Sample, baseline: usize, tolerance: Tolerance) -> Self {
        let (summary, topics) = (sample.measure.summary(), sample.topics.len() as f64);
        // What totals give is not what the topics' values give; these are tested.
        let pooled = summary == Summary::Pooled;
        let baseline = if pooled { sample.mean(baseline) } else { sample.means[baseline] };
        let amount = tolerance.amount(baseline);
        let margin = match summary {
            Summary::Mean | Summary::Pooled => amount,
            Summary::Sum => amount / topics,
            Summary::GeometricMean => {
                let worst = baseline - sample.oriented(amount);
                (worst.max(LOWEST) / baseline.max(LOWEST)).ln().abs()
            }
        };
        MarginScale { summary, baseline, topics, amount, margin }
    }

    /// Tests the second run of a sample against the first.
    pub(crate) fn test(
        &self,
        sample: &Sample,
        (first, second): (usize, usize),
    ) -> Result<MarginTest> {
        let (baseline, candidate) = (&sample.columns[first], &sample.columns[second]);
        match sample.measure.family().better {
            Better::Lower => margin_test(baseline, candidate, -self.margin),
            Better::Higher | Better::Neither => margin_test(candidate, baseline, -self.margin),
        }
    }

    /// A tested difference, candidate minus baseline, as a difference of what is shown.
    pub(crate) fn shown(&self, difference: f64) -> f64 {
        match self.summary {
            Summary::Mean | Summary::Pooled => difference,
            Summary::Sum => difference * self.topics,
            Summary::GeometricMean => self.baseline * difference.exp_m1(),
        }
    }
}
