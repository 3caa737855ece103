//! The lowest and highest share of the ideal gain when unjudged documents may have any grade.
//!
//! An unjudged document with a grade adds to the gain at its rank and to the ideal gain as well, so
//! the highest share can lie at a grade in between. A gain is a sum of steps, from one level of
//! gain to the next, and so are both sums of gains: level by level, the gain of the documents that
//! reach the level, and the ideal gain of as many documents at the first ranks. That makes the
//! search short. Gains below 0 are not for this search.

use super::Cumulation;
use crate::ranking::judged::Judged;

impl Cumulation {
    /// The lowest and highest share of the ideal gain when each unjudged document may have one of
    /// these grades, or none; the gain is taken up to rank `k`, the ideal one up to `ideal_k`.
    pub(in crate::measures) fn share_bounds(
        &self,
        judged: &Judged<'_>,
        k: usize,
        ideal_k: usize,
        grades: &[f64],
    ) -> (f64, f64) {
        let search = Search::new(self, judged, k, ideal_k, grades);
        (search.lowest(), search.highest())
    }
}

/// A step from one level of gain to the next.
struct Level {
    step: f64,
    /// How many judged documents reach it.
    reached: usize,
    /// Whether an unjudged document may reach it.
    open: bool,
}

struct Search {
    /// What the judged documents give.
    actual: f64,
    levels: Vec<Level>,
    /// What so many documents of gain 1 give at the first ranks of the ideal ranking.
    ideal: Vec<f64>,
    /// What so many unjudged documents of gain 1 give, those that count most taken first, and
    /// those that count least.
    most: Vec<f64>,
    least: Vec<f64>,
}

impl Search {
    fn new(
        way: &Cumulation,
        judged: &Judged<'_>,
        k: usize,
        ideal_k: usize,
        grades: &[f64],
    ) -> Self {
        let weight = |rank: usize| 1.0 / way.discount.at(rank);
        let mut base = Vec::with_capacity(judged.grades().len());
        way.each_ideal(judged, |_, gain| base.push(gain));
        let given = grades.iter().map(|&grade| way.gains.of(grade));
        let highest = given.clone().fold(0.0, f64::max);
        let mut gains: Vec<f64> = given.chain(base.iter().copied()).filter(|g| *g > 0.0).collect();
        gains.sort_unstable_by(f64::total_cmp);
        gains.dedup();
        let mut below = 0.0;
        let level = |gain: f64| {
            let step = gain - std::mem::replace(&mut below, gain);
            let reached = base.partition_point(|g| *g >= gain);
            Level { step, reached, open: gain <= highest }
        };
        let levels = gains.into_iter().map(level).collect();
        let mut found = judged.found().iter().peekable();
        let mut weights = Vec::with_capacity(judged.retrieved());
        for rank in 1..=judged.retrieved() {
            if found.next_if(|found| found.rank == rank).is_none() {
                weights.push(if rank <= k { weight(rank) } else { 0.0 });
            }
        }
        weights.sort_unstable_by(|a, b| b.total_cmp(a));
        let possible = base.len() + weights.len();
        let ideal = (1..possible + 1).map(|i| if i <= ideal_k { weight(i) } else { 0.0 });
        Search {
            actual: way.actual(judged, k),
            levels,
            ideal: sums(ideal),
            most: sums(weights.iter().copied()),
            least: sums(weights.iter().rev().copied()),
        }
    }

    /// The share when `chosen` of the unjudged documents reach each level that is open to them.
    fn share(&self, gained: &[f64], chosen: impl Fn(&Level) -> usize) -> f64 {
        let (mut actual, mut ideal) = (self.actual, 0.0);
        for level in &self.levels {
            let chosen = if level.open { chosen(level) } else { 0 };
            actual += level.step * gained[chosen];
            ideal += level.step * self.ideal[level.reached + chosen];
        }
        if ideal > 0.0 { actual / ideal } else { 0.0 }
    }

    /// The highest share: to lie above `share`, the gain less `share` of the ideal gain must be
    /// above 0, and that is a sum over levels, each of which can be made as high as possible alone.
    /// From one such share to the next, until none is higher.
    fn highest(&self) -> f64 {
        let mut share = self.share(&self.most, |_| 0);
        loop {
            let surplus = |level: &Level, chosen: usize| {
                self.most[chosen] - share * self.ideal[level.reached + chosen]
            };
            let best = |level: &Level| {
                let all = 0..self.most.len();
                all.max_by(|&a, &b| surplus(level, a).total_cmp(&surplus(level, b))).unwrap_or(0)
            };
            let higher = self.share(&self.most, best);
            if higher.is_nan() || higher <= share + 1e-15 {
                return share;
            }
            share = higher;
        }
    }

    /// The lowest share: it lies where each unjudged document has the top grade or none, and those
    /// that have it count least.
    fn lowest(&self) -> f64 {
        let shares = (0..self.least.len()).map(|chosen| self.share(&self.least, |_| chosen));
        shares.fold(f64::INFINITY, f64::min)
    }
}

/// The sums of the first none, one, two, … numbers.
fn sums(numbers: impl ExactSizeIterator<Item = f64>) -> Vec<f64> {
    let mut sum = 0.0;
    let mut sums = Vec::with_capacity(numbers.len() + 1);
    sums.push(sum);
    sums.extend(numbers.map(|number| {
        sum += number;
        sum
    }));
    sums
}
