//! How far two measures agree on patterns: correlation, and pairs that they order oppositely.

use super::levels::Levels;
use super::measured::MeasuredPatterns;
use gainline::Better;
use gainline_stats::{pearson, spearman};
use serde::Serialize;

/// A coefficient of correlation.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum Coefficient {
    /// Pearson's r, of the values.
    #[default]
    Pearson,
    /// Spearman's rho, of the values' ranks.
    Spearman,
    /// Kendall's tau_b, of pairs of patterns.
    Kendall,
}

named!(Coefficient: Pearson "pearson", Spearman "spearman", Kendall "kendall");

/// How two measures order pairs of patterns.
#[derive(Debug, Clone, PartialEq)]
pub struct Agreement {
    /// Pairs of patterns.
    pub pairs: u64,
    /// Pairs that the measures order oppositely.
    pub opposite: u64,
    /// Pairs that one of the measures, or both, cannot tell apart.
    pub tied: u64,
    /// The pair that they disagree on most.
    pub largest: Option<Disagreement>,
}

/// Two patterns that two measures order oppositely.
#[derive(Debug, Clone, PartialEq)]
pub struct Disagreement {
    /// The place of the one that is better by the first measure.
    pub by_first: usize,
    /// The place of the one that is better by the second measure.
    pub by_second: usize,
}

impl MeasuredPatterns {
    /// How two measures' values correlate; none where one of them has a single value.
    pub fn correlation(&self, a: usize, b: usize, by: Coefficient) -> Option<f64> {
        // Ranks go by levels, so that rounding makes no order.
        let coefficient = match by {
            Coefficient::Pearson => {
                let constant = [a, b].iter().any(|at| self.levels[*at].count < 2);
                pearson(&self.values[a], &self.values[b]).ok().filter(|_| !constant)
            }
            Coefficient::Spearman => {
                spearman(&self.levels[a].numbers(), &self.levels[b].numbers()).ok()
            }
            Coefficient::Kendall => return self.tau_b(a, b),
        };
        coefficient.map(|correlation| correlation.coefficient)
    }

    /// Kendall's tau_b, from the number of pairs that are ordered oppositely.
    fn tau_b(&self, a: usize, b: usize) -> Option<f64> {
        let (opposite, _) = opposite(&self.levels[a], &self.levels[b], |_| 0.0);
        let (pairs, tied) = (self.pairs(), self.tied(a, b));
        let [x, y] = [a, b].map(|at| (pairs - self.levels[at].tied_pairs()) as f64);
        let same = pairs - tied - opposite;
        let coefficient = (same as f64 - opposite as f64) / x.sqrt() / y.sqrt();
        (x > 0.0 && y > 0.0).then(|| coefficient.clamp(-1.0, 1.0))
    }

    /// How many pairs of patterns two measures order oppositely, by what is better for each, and on
    /// which one they disagree most: where the differences, each in standard deviations of its
    /// measure, add up to most.
    pub fn agreement(&self, a: usize, b: usize) -> Agreement {
        let [x, y] = [a, b].map(|at| {
            let sd = self.spread(at).sd.filter(|sd| *sd > 0.0).unwrap_or(1.0);
            match self.measures[at].family().better {
                Better::Lower => (self.levels[at].reversed(), -sd),
                Better::Higher | Better::Neither => (self.levels[at].clone(), sd),
            }
        });
        let lean = |place: usize| self.values[a][place] / x.1 - self.values[b][place] / y.1;
        let (opposite, largest) = opposite(&x.0, &y.0, lean);
        Agreement { pairs: self.pairs(), opposite, tied: self.tied(a, b), largest }
    }

    /// How many pairs of patterns there are.
    pub fn pairs(&self) -> u64 {
        let n = self.patterns.len() as u64;
        n * n.saturating_sub(1) / 2
    }

    /// Pairs that one of the measures, or both, cannot tell apart.
    fn tied(&self, a: usize, b: usize) -> u64 {
        let [x, y] = [a, b].map(|at| &self.levels[at]);
        let mut joint: Vec<(usize, usize)> =
            x.at.iter().copied().zip(y.at.iter().copied()).collect();
        joint.sort_unstable();
        let sizes = joint.chunk_by(|one, other| one == other).map(|group| group.len() as u64);
        let by_both = sizes.fold(0, |sum, size| sum + size * (size - 1) / 2);
        x.tied_pairs() + y.tied_pairs() - by_both
    }
}

/// How many pairs two orders have the other way round, and the pair of them with the greatest
/// difference of `lean`. Takes time as sorting does.
fn opposite(x: &Levels, y: &Levels, lean: impl Fn(usize) -> f64) -> (u64, Option<Disagreement>) {
    let mut order: Vec<usize> = (0..x.at.len()).collect();
    order.sort_by_key(|place| std::cmp::Reverse(x.at[*place]));
    let mut above = FenwickTree::new(y.count);
    let (mut count, mut most) = (0, None);
    for group in order.chunk_by(|a, b| x.at[*a] == x.at[*b]) {
        for &place in group {
            let (lower, best) = above.below(y.at[place]);
            count += lower;
            let Some((lean_there, other)) = best else { continue };
            let gap = lean_there - lean(place);
            // What is greater by rounding only is not greater: the first one stays.
            if most.as_ref().is_none_or(|(widest, _)| gap > widest + 1e-9) {
                most = Some((gap, Disagreement { by_first: other, by_second: place }));
            }
        }
        for &place in group {
            above.add(y.at[place], lean(place), place);
        }
    }
    (count, most.map(|(_, pair)| pair))
}

/// Counts places by level, and keeps the one that leans most; tells of all below a level.
struct FenwickTree(Vec<(u64, Option<(f64, usize)>)>);

impl FenwickTree {
    fn new(levels: usize) -> Self {
        FenwickTree(vec![(0, None); levels + 1])
    }

    fn add(&mut self, level: usize, lean: f64, place: usize) {
        let mut node = level + 1;
        while node < self.0.len() {
            let (count, best) = &mut self.0[node];
            *count += 1;
            if best.is_none_or(|(most, _)| lean > most) {
                *best = Some((lean, place));
            }
            node += node & node.wrapping_neg();
        }
    }

    /// How many places have a level below this one, and which of them leans most.
    fn below(&self, level: usize) -> (u64, Option<(f64, usize)>) {
        let (mut sum, mut most): (u64, Option<(f64, usize)>) = (0, None);
        let mut node = level;
        while node > 0 {
            let (count, best) = self.0[node];
            sum += count;
            most = match (most, best) {
                (Some(a), Some(b)) => Some(if b.0 > a.0 { b } else { a }),
                (a, b) => a.or(b),
            };
            node -= node & node.wrapping_neg();
        }
        (sum, most)
    }
}
