//! Whether the improvement over a baseline is there again.

use super::scores::Difference;
use super::{Reproduce, Sides};
use crate::comparison::{Computed, Sample, unfit};
use gainline::Result;
use gainline_stats::relative_difference;
use serde::Serialize;

/// The improvement of the advanced run over the baseline, in both experiments.
#[derive(Debug, Clone, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Effect {
    /// That of the original runs.
    pub original: Improvement,
    /// That of the reproduced runs.
    pub reproduced: Improvement,
    /// The effect ratio: the reproduced mean improvement divided by the original one; none if that
    /// is 0.
    pub effect_ratio: Option<f64>,
    /// ΔRI: the original relative improvement minus the reproduced one; none if one is undefined.
    pub delta_relative_improvement: Option<f64>,
    /// The reproduced improvement minus the original one.
    pub change: Difference,
    /// Whether the improvement is there again.
    pub verdict: EffectVerdict,
}

/// By how much an advanced run is above its baseline.
#[derive(Debug, Clone, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Improvement {
    /// The mean of the advanced run minus that of the baseline, tested topic by topic.
    #[serde(flatten)]
    pub difference: Difference,
    /// The same as a share of the baseline; none if that is 0.
    pub relative: Option<f64>,
}

/// Whether an improvement is there again.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum EffectVerdict {
    /// In the same direction, and significant in both experiments.
    SameAndSignificant,
    /// In the same direction, but not significant in both.
    Same,
    /// In the opposite direction.
    Opposite,
    /// In the opposite direction, and significant in both experiments.
    OppositeAndSignificant,
    /// There is no direction, since two means are the same.
    NoDirection,
}

impl Effect {
    /// None without an advanced run.
    pub(super) fn of(request: &Reproduce, sides: &Sides) -> Result<Option<Self>> {
        let per_topic = per_topic(&sides.original).zip(per_topic(&sides.reproduced));
        let Some((old, new)) = per_topic else { return Ok(None) };
        let original = Improvement::of(request, &sides.original)?;
        let reproduced = Improvement::of(request, &sides.reproduced)?;
        let [before, after] = [&original, &reproduced].map(|i| i.difference.difference);
        let relative = original.relative.zip(reproduced.relative);
        Ok(Some(Effect {
            effect_ratio: (before != 0.0).then(|| after / before),
            delta_relative_improvement: relative.map(|(old, new)| old - new),
            change: Difference::of(request, after - before, &new, &old, sides.paired)?,
            verdict: EffectVerdict::of([&original, &reproduced], request.alpha),
            original,
            reproduced,
        }))
    }
}

/// The improvement on each topic.
fn per_topic(sample: &Sample) -> Option<Vec<f64>> {
    let [baseline, advanced] = &sample.columns[..] else { return None };
    Some(advanced.iter().zip(baseline).map(|(advanced, baseline)| advanced - baseline).collect())
}

impl Improvement {
    fn of(request: &Reproduce, sample: &Sample) -> Result<Self> {
        let (baseline, advanced) = (&sample.columns[0], &sample.columns[1]);
        let [base, value] = [0, 1].map(|run| sample.mean(run));
        let relative = relative_difference(sample.shown(value), sample.shown(base));
        Ok(Improvement {
            difference: Difference::of(request, value - base, advanced, baseline, true)?,
            relative: Computed::option(relative).map_err(|why| unfit(&why))?,
        })
    }
}

impl EffectVerdict {
    fn of(improvements: [&Improvement; 2], alpha: f64) -> Self {
        let [before, after] = improvements.map(|i| i.difference.difference);
        let significant = improvements.iter().all(|i| i.difference.is_significant(alpha));
        let product = before.signum() * after.signum();
        match (before == 0.0 || after == 0.0, product > 0.0, significant) {
            (true, _, _) => EffectVerdict::NoDirection,
            (false, true, true) => EffectVerdict::SameAndSignificant,
            (false, true, false) => EffectVerdict::Same,
            (false, false, true) => EffectVerdict::OppositeAndSignificant,
            (false, false, false) => EffectVerdict::Opposite,
        }
    }
}
