//! The curves of a report: gain and recall by rank, and precision against recall.

use super::data::{CurveData, LineData};
use crate::notes::counted;
use crate::runs::{Opened, Sharing};
use gainline::{CurveKind, CurveSet, CurveSpec, Curves, Measure};

/// The last rank of curves over ranks, if rankings go as deep.
const DEPTH: usize = 100;

/// Each kind, and whether its ideal says something.
const KINDS: [(CurveKind, bool); 4] = [
    (CurveKind::Ndcg, false),
    (CurveKind::Dcg, true),
    (CurveKind::PrecisionRecall, false),
    (CurveKind::Recall, true),
];

/// The curves of all runs; those of gain with the gains and the discount of the measure, if it has any.
pub(super) fn curves(
    opened: &Opened,
    measure: &Measure,
    deepest: usize,
) -> anyhow::Result<Vec<CurveData>> {
    let depth = deepest.clamp(1, DEPTH);
    let specs = KINDS.iter().map(|(kind, _)| Ok(spec(*kind, measure)?.depth(depth)));
    let specs = specs.collect::<gainline::Result<Vec<CurveSpec>>>()?;
    let mut options = opened.options.clone();
    let sharing = Sharing::new(&opened.asked, &mut options);
    let drawn = Curves::new(&opened.qrels, &specs, options)?;
    let sets = sharing.each(&opened.asked, CurveSet::facts, |source, progress| {
        drawn.run_with_progress(source, progress)
    })?;
    let curve = |(at, (kind, ideal)): (usize, &(CurveKind, bool))| {
        let mut lines = lines(opened, &sets, &specs[at], at);
        if *ideal {
            lines.extend(ideals(opened, &sets, &specs[at], at));
        }
        CurveData {
            id: kind.to_string(),
            title: title(*kind).into(),
            x: kind.x(),
            y: kind.y(),
            note: format!("Mean over {}; {}.", topics(opened, &sets), meaning(&specs[at])),
            lines,
        }
    };
    Ok(KINDS.iter().enumerate().map(curve).collect())
}

/// A curve of a kind, with as many of the measure's parameters as it takes.
fn spec(kind: CurveKind, measure: &Measure) -> gainline::Result<CurveSpec> {
    if !kind.has_gains() {
        return CurveSpec::new(kind, "");
    }
    let name = measure.to_string();
    let given = name.split_once('(').and_then(|(_, rest)| rest.rsplit_once(')'));
    let of_gain =
        |param: &&str| ["gains=", "discount=", "base="].iter().any(|name| param.starts_with(name));
    let given = given.map_or(vec![], |(params, _)| parameters(params));
    let given: Vec<&str> = given.into_iter().filter(of_gain).collect();
    // Families may share a parameter's name but not its values.
    CurveSpec::new(kind, &given.join(",")).or_else(|_| CurveSpec::new(kind, ""))
}

/// Parameters, which have commas between; some have commas inside, in braces.
fn parameters(params: &str) -> Vec<&str> {
    let mut depth = 0;
    let split = params.split(|c: char| {
        match c {
            '{' => depth += 1,
            '}' => depth -= 1,
            _ => {}
        }
        c == ',' && depth == 0
    });
    split.map(str::trim).collect()
}

fn points(spec: &CurveSpec, heights: &[f64]) -> Vec<[f64; 2]> {
    spec.xs().iter().zip(heights).map(|(x, y)| [*x, *y]).collect()
}

fn lines(opened: &Opened, sets: &[CurveSet], spec: &CurveSpec, at: usize) -> Vec<LineData> {
    let line = |(run, set): (usize, &CurveSet)| LineData {
        run: Some(run),
        of: None,
        name: opened.asked[run].name.clone(),
        points: points(spec, &set.curves()[at].actual.heights),
    };
    sets.iter().enumerate().map(line).collect()
}

/// The ideal; for each run its own where runs differ in their topics.
fn ideals(opened: &Opened, sets: &[CurveSet], spec: &CurveSpec, at: usize) -> Vec<LineData> {
    let own = !are_alike(sets);
    let line = |(run, set): (usize, &CurveSet)| LineData {
        run: None,
        of: own.then_some(run),
        name: if own { format!("ideal of {}", opened.asked[run].name) } else { "ideal".into() },
        points: points(spec, &set.curves()[at].ideal.heights),
    };
    sets.iter().enumerate().take(if own { sets.len() } else { 1 }).map(line).collect()
}

/// Whether all runs have the same topics.
fn are_alike(sets: &[CurveSet]) -> bool {
    sets.iter().all(|set| set.topics() == sets[0].topics())
}

/// The topics behind the curves, of each run where they differ.
fn topics(opened: &Opened, sets: &[CurveSet]) -> String {
    let count = |set: &CurveSet| set.topics().len();
    if are_alike(sets) {
        return counted(sets.first().map_or(0, count), "topic");
    }
    let each = opened.asked.iter().zip(sets);
    let each: Vec<String> = each.map(|(run, set)| format!("{} {}", run.name, count(set))).collect();
    format!("the topics of each run, which differ ({})", each.join(", "))
}

fn title(kind: CurveKind) -> &'static str {
    match kind {
        CurveKind::Ndcg => "nDCG by rank",
        CurveKind::Dcg => "DCG by rank",
        CurveKind::PrecisionRecall => "Precision against recall",
        _ => "Recall by rank",
    }
}

fn meaning(spec: &CurveSpec) -> String {
    let usual =
        CurveSpec::new(spec.kind(), "").is_ok_and(|usual| usual.measure() == spec.measure());
    let gains = match usual {
        true => "gains are the grades, each divided by log2(rank + 1)".into(),
        false => format!("gains and discount as in {}", spec.measure()),
    };
    match spec.kind() {
        CurveKind::Ndcg => format!("discounted gain as a share of the best possible; {gains}"),
        CurveKind::Dcg => {
            format!("discounted gain, added up; {gains}; the ideal is the best possible")
        }
        CurveKind::PrecisionRecall => {
            "interpolated: the best precision at that recall or beyond".into()
        }
        _ => "the share of the relevant documents found; the ideal is the best possible".into(),
    }
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
    }
}
