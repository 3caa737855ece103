//! Everything that is found out about missing judgments.

use super::report::About;
use super::{Args, Part};
use crate::log::Drawing;
use gainline::Measure;
use gainline_analysis::missing::{
    Bounds, Candidate, Discovery, Flip, Judging, LeftOut, Risk, UnjudgedShare, Yardstick, bounds,
    discoveries, estimated, flips, leave_out, next, unjudged, values,
};
use gainline_stats::is_same;

/// The depths down to which unjudged documents are counted.
pub(super) const DEPTHS: [usize; 7] = [1, 5, 10, 20, 50, 100, 1000];

/// With more runs than this, only neighbours are compared.
const ALL_PAIRS_UP_TO: usize = 6;

/// What was found out.
pub(super) struct Study {
    /// By run, where it is shown.
    pub unjudged: Vec<UnjudgedShare>,
    /// By measure.
    pub measures: Vec<Measured>,
    /// By the first measure; not more than asked for.
    pub next: Vec<Candidate>,
    /// The risks of pairs by the first measure.
    pub risks: Vec<Risk>,
    /// By measure, a grade that is supposed to be possible, because no judged document has one that
    /// is relevant.
    pub supposed: Vec<(String, f64)>,
    /// How many documents could be judged.
    pub open: usize,
    /// Whether all pairs were looked at.
    pub all_pairs: bool,
}

/// What was found out by one measure.
pub(super) struct Measured {
    pub measure: Measure,
    /// Whether lower values are better.
    pub lower_is_better: bool,
    /// By run.
    pub values: Vec<f64>,
    /// By run, where scores are shown.
    pub estimates: Vec<f64>,
    /// By run, where scores or flips are shown.
    pub bounds: Vec<Bounds>,
    /// By run and band of ranks.
    pub discoveries: Vec<Vec<Discovery>>,
    pub flips: Vec<Flip>,
    pub left_out: Vec<LeftOut>,
}

impl Measured {
    /// The runs, the best first.
    pub(super) fn order(&self) -> Vec<usize> {
        let mut order: Vec<usize> = (0..self.values.len()).collect();
        let value = |run: usize| self.values[run];
        // Stable, so that equal runs stay as they were given.
        order.sort_by(|&a, &b| match self.lower_is_better {
            true => value(a).total_cmp(&value(b)),
            false => value(b).total_cmp(&value(a)),
        });
        order
    }

    /// The pairs of runs of which the first is better by the estimate, and the second by the value.
    pub(super) fn turned_by_estimate(&self) -> Vec<(usize, usize)> {
        let better = |of: &[f64], a: usize, b: usize| {
            let more = if self.lower_is_better { of[a] < of[b] } else { of[a] > of[b] };
            more && !is_same(of[a], of[b])
        };
        if self.estimates.is_empty() {
            return vec![];
        }
        let order = self.order();
        let pairs = order.iter().enumerate().flat_map(|(at, &high)| {
            let lower = order[at + 1..].iter();
            lower.map(move |&low| (low, high))
        });
        let turned = |(low, high): &(usize, usize)| {
            better(&self.values, *high, *low) && better(&self.estimates, *low, *high)
        };
        pairs.filter(turned).collect()
    }
}

impl Study {
    pub(super) fn new(args: &Args, about: &About<'_>) -> anyhow::Result<Self> {
        let About { opened, pool, measures, .. } = about;
        let judging = Judging::as_judged(pool, args.pool_depth);
        let runs = judging.runs();
        let all_pairs = args.all_pairs || runs <= ALL_PAIRS_UP_TO;
        let yardstick = |measure| Yardstick::new(&opened.qrels, measure, &opened.options);
        let yardsticks = measures.iter().map(yardstick);
        let yardsticks = yardsticks.collect::<gainline::Result<Vec<_>>>()?;
        let mut measured = vec![];
        let by_measure = [Part::Scores, Part::Discovery, Part::Flips, Part::LeaveOut];
        let wanted = by_measure.iter().any(|part| about.shows(*part));
        for yardstick in yardsticks.iter().filter(|_| wanted) {
            let mut found = Measured {
                measure: yardstick.measure().clone(),
                lower_is_better: yardstick.height(1.0) < 0.0,
                values: values(&judging, yardstick)?,
                estimates: vec![],
                bounds: vec![],
                discoveries: vec![],
                flips: vec![],
                left_out: vec![],
            };
            if about.shows(Part::Scores) {
                found.estimates = estimated(&judging, yardstick)?;
            }
            if about.shows(Part::Scores) || about.shows(Part::Flips) {
                found.bounds = bounds(&judging, yardstick)?;
            }
            if about.shows(Part::Discovery) {
                found.discoveries = discoveries(&judging, yardstick)?;
            }
            if about.shows(Part::Flips) {
                let pairs = pairs(&found.order(), all_pairs);
                let progress = Drawing::called("comparing runs");
                let told = |done: usize, total: usize| progress.set(done, total);
                let (values, bounds) = (&found.values, &found.bounds);
                found.flips = flips(&judging, yardstick, values, bounds, &pairs, &told)?;
            }
            if about.shows(Part::LeaveOut) {
                found.left_out = leave_out(&judging, yardstick, args.pool_depth)?;
            }
            measured.push(found);
        }
        let (mut candidates, mut risks) = (vec![], vec![]);
        if let Some(first) = yardsticks.first().filter(|_| about.shows(Part::Next)) {
            (candidates, risks) = next(&judging, first)?;
            candidates.truncate(about.next);
        }
        Ok(Study {
            unjudged: match about.shows(Part::Unjudged) {
                true => unjudged(pool, &DEPTHS),
                false => vec![],
            },
            measures: measured,
            next: candidates,
            risks,
            open: judging.left(),
            supposed: yardsticks
                .iter()
                .filter_map(|y| Some((y.measure().to_string(), y.supposed()?)))
                .collect(),
            all_pairs,
        })
    }
}

/// The pairs that are looked at, where runs stand in this order: all, or neighbours only.
fn pairs(order: &[usize], all: bool) -> Vec<(usize, usize)> {
    let mut pairs = vec![];
    for (at, &first) in order.iter().enumerate() {
        let most = if all { order.len() } else { (at + 2).min(order.len()) };
        pairs.extend(order[at + 1..most.max(at + 1)].iter().map(|&second| (first, second)));
    }
    pairs
}

#[cfg(test)]
mod tests {
    use super::*;

    fn measured(measure: &str, values: &[f64], estimates: &[f64], lower: bool) -> Measured {
        Measured {
            measure: measure.parse().unwrap(),
            lower_is_better: lower,
            values: values.to_vec(),
            estimates: estimates.to_vec(),
            bounds: vec![],
            discoveries: vec![],
            flips: vec![],
            left_out: vec![],
        }
    }

    #[test]
    fn pairs_are_turned_that_the_estimate_orders_the_other_way() {
        let turned = |values: &[f64], estimates: &[f64]| {
            measured("AP", values, estimates, false).turned_by_estimate()
        };
        assert_eq!(turned(&[0.5, 0.4, 0.3], &[0.3, 0.2, 0.4]), [(2, 0), (2, 1)]);
        assert_eq!(turned(&[0.5, 0.4], &[0.3, 0.3]), []);
        assert_eq!(turned(&[0.5, 0.5], &[0.3, 0.4]), []);
        assert_eq!(turned(&[0.5, 0.4], &[]), []);
    }

    #[test]
    fn where_lower_is_better_the_lower_estimate_comes_first() {
        let turned =
            |estimates: &[f64]| measured("ESL", &[2.0, 3.0], estimates, true).turned_by_estimate();
        assert_eq!(turned(&[4.0, 3.5]), [(1, 0)]);
        assert_eq!(turned(&[3.5, 4.0]), []);
    }
}
