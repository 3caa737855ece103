//! The curves of a report: gain and recall by rank, and precision against recall.

use crate::Experiment;
use crate::evaluation::{each_run, share_threads};
use gainline::{CurveKind, CurveSet, CurveSpec, Curves, Measure, Result};
use serde::Serialize;

/// The last rank of curves over ranks, if rankings go as deep.
const DEPTH: usize = 100;

/// Each kind, and whether its ideal says something.
const KINDS: [(CurveKind, bool); 4] = [
    (CurveKind::Ndcg, false),
    (CurveKind::Dcg, true),
    (CurveKind::PrecisionRecall, false),
    (CurveKind::Recall, true),
];

/// The curves of all runs of one kind.
#[derive(Debug, Clone, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ReportCurve {
    /// The kind.
    pub kind: CurveKind,
    /// The measure whose values it shows; of curves of gain with the gains and the discount of the
    /// report's first measure, if it has any.
    pub measure: Option<Measure>,
    /// Whether gains and discount are the usual ones.
    pub usual_gains: bool,
    /// By run, the topics behind it.
    pub topics: Vec<usize>,
    /// Whether all runs have the same topics.
    pub same_topics: bool,
    /// The lines.
    pub lines: Vec<ReportLine>,
}

/// A line of a curve.
#[derive(Debug, Clone, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ReportLine {
    /// The run, by its place; none for an ideal.
    pub run: Option<usize>,
    /// The run that an ideal belongs to; none if it is that of all.
    pub of: Option<usize>,
    /// Its points.
    pub points: Vec<[f64; 2]>,
}

/// The curves of all runs.
pub(super) fn curves(
    experiment: &Experiment,
    measure: &Measure,
    deepest: usize,
) -> Result<Vec<ReportCurve>> {
    let depth = deepest.clamp(1, DEPTH);
    let specs = KINDS.iter().map(|(kind, _)| Ok(spec(*kind, measure)?.depth(depth)));
    let specs = specs.collect::<Result<Vec<CurveSpec>>>()?;
    let (workers, options) = share_threads(experiment);
    let drawn = Curves::new(&experiment.qrels, &specs, options)?;
    let dialect = experiment.options.dialect;
    let sets = each_run(experiment, workers, |run| drawn.draw(&*run.load(dialect)?))?;
    let same_topics = sets.iter().all(|set| set.topics() == sets[0].topics());
    let curve = |(at, (kind, ideal)): (usize, &(CurveKind, bool))| {
        let spec = &specs[at];
        let points = |heights: &[f64]| -> Vec<[f64; 2]> {
            spec.xs().iter().zip(heights).map(|(x, y)| [*x, *y]).collect()
        };
        let actual = |(run, set): (usize, &CurveSet)| ReportLine {
            run: Some(run),
            of: None,
            points: points(&set.curves()[at].actual.heights),
        };
        // For each run its own where runs differ in their topics.
        let best = |(run, set): (usize, &CurveSet)| ReportLine {
            run: None,
            of: (!same_topics).then_some(run),
            points: points(&set.curves()[at].ideal.heights),
        };
        let ideals = match (ideal, same_topics) {
            (false, _) => 0,
            (true, true) => 1,
            (true, false) => sets.len(),
        };
        let usual = CurveSpec::new(*kind, "")?;
        let lines = sets.iter().enumerate().map(actual);
        Ok(ReportCurve {
            kind: *kind,
            measure: kind.has_gains().then(|| spec.measure().clone()),
            usual_gains: usual.measure() == spec.measure(),
            topics: sets.iter().map(|set| set.topics().len()).collect(),
            same_topics,
            lines: lines.chain(sets.iter().enumerate().take(ideals).map(best)).collect(),
        })
    };
    KINDS.iter().enumerate().map(curve).collect()
}

/// A curve of a kind, with as many of the measure's parameters as it takes.
fn spec(kind: CurveKind, measure: &Measure) -> Result<CurveSpec> {
    let takes = |name: &str| match name {
        "gains" => kind.has_gains(),
        "discount" | "base" => kind.is_discounted(),
        _ => false,
    };
    let given = measure.given_params().filter(|(name, _)| takes(name));
    let given: Vec<String> = given.map(|(name, value)| format!("{name}={value}")).collect();
    CurveSpec::new(kind, &given.join(","))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn curves_of_gain_take_the_measures_gains_and_discount() {
        for (measure, wanted) in [
            ("nDCG@10", "DCG"),
            ("nDCG(gains=exp2)@10", "DCG(gains=exp2)"),
            (
                "nDCG(gains={1:3,2:9},discount=jk,base=3)@10",
                "DCG(gains={1:3,2:9},discount=jk,base=3)",
            ),
            ("AP", "DCG"),
        ] {
            let measure: Measure = measure.parse().unwrap();
            let spec = spec(CurveKind::Dcg, &measure).unwrap();
            assert_eq!(spec.measure(), &wanted.parse::<Measure>().unwrap(), "{measure}");
        }
        // What a kind does not take is left out, and only that.
        let measure = "nDCG(gains=exp2,discount=jk,base=3)@10".parse().unwrap();
        let gains = spec(CurveKind::Cg, &measure).unwrap();
        assert_eq!(gains.measure(), &"CG(gains=exp2)".parse::<Measure>().unwrap());
    }
}
