//! The measures once more, naively: straight from their formulas, over every rank, nothing
//! skipped and nothing shared with the library. Slow, and easy to believe.

// Each test file uses a part of this.
#![allow(dead_code)]

use crate::topic::Topic;

/// A topic with the grade from which on documents are relevant.
pub struct Dense<'t> {
    pub topic: &'t Topic,
    pub rel: f64,
}

impl Dense<'_> {
    fn grade(&self, rank: usize) -> Option<f64> {
        self.topic.ranking.get(rank - 1).copied().flatten()
    }

    /// 1 if the document at this rank is relevant, else 0.
    fn is_relevant(&self, rank: usize) -> f64 {
        f64::from(u8::from(self.grade(rank).is_some_and(|grade| grade >= self.rel)))
    }

    pub fn retrieved(&self) -> usize {
        self.topic.ranking.len()
    }

    /// R.
    pub fn relevant(&self) -> f64 {
        self.topic.grades().iter().filter(|&&grade| grade >= self.rel).count() as f64
    }

    /// Relevant documents up to rank k.
    pub fn found(&self, k: usize) -> f64 {
        (1..=k.min(self.retrieved())).map(|i| self.is_relevant(i)).sum()
    }

    pub fn all_found(&self) -> f64 {
        self.found(self.retrieved())
    }

    pub fn precision(&self, k: usize) -> f64 {
        over(self.found(k), k as f64)
    }

    pub fn recall(&self, k: usize) -> f64 {
        over(self.found(k), self.relevant())
    }

    pub fn e(&self, k: usize, b: f64) -> f64 {
        let (p, r) = (self.precision(k), self.recall(k));
        if p == 0.0 || r == 0.0 { 1.0 } else { 1.0 - (1.0 + b * b) / (b * b / r + 1.0 / p) }
    }

    pub fn f(&self, k: usize, beta: f64) -> f64 {
        f_of(self.precision(k), self.recall(k), beta * beta)
    }

    pub fn set_f(&self, beta2: f64) -> f64 {
        let p = over(self.all_found(), self.retrieved() as f64);
        f_of(p, over(self.all_found(), self.relevant()), beta2)
    }

    /// The sum of the precisions at relevant documents up to rank k.
    pub fn precisions(&self, k: usize) -> f64 {
        (1..=k.min(self.retrieved())).map(|i| self.is_relevant(i) * self.precision(i)).sum()
    }

    pub fn reciprocal_rank(&self, k: usize) -> f64 {
        let first = (1..=k.min(self.retrieved())).find(|&i| self.is_relevant(i) == 1.0);
        first.map_or(0.0, |rank| 1.0 / rank as f64)
    }

    /// The highest precision at any rank with at least so many relevant documents found.
    pub fn interpolated(&self, needed: f64) -> f64 {
        let ranks = (1..=self.retrieved()).filter(|&i| self.found(i) >= needed);
        ranks.map(|i| self.precision(i)).fold(0.0, f64::max)
    }

    /// How many relevant documents a recall level (or a multiple of R) asks for.
    pub fn share(&self, level: f64, as_trec_eval: bool) -> f64 {
        let exact = level * self.relevant();
        if as_trec_eval { (exact + 0.9).floor() } else { (exact - 1e-9).ceil().max(0.0) }
    }

    /// Judged documents above a rank that `is` picks by grade.
    fn above(&self, rank: usize, is: impl Fn(f64) -> bool) -> f64 {
        (1..rank).filter_map(|i| self.grade(i)).filter(|&grade| is(grade)).count() as f64
    }

    fn judged_nonrelevant(&self, grade: f64) -> bool {
        grade >= 0.0 && grade < self.rel
    }

    /// The mean over relevant documents of what `term` makes of their ranks, 0 where not found.
    fn mean_over_relevant(&self, term: impl Fn(usize) -> f64) -> f64 {
        let ranks = (1..=self.retrieved()).filter(|&i| self.is_relevant(i) == 1.0);
        over(ranks.map(term).sum(), self.relevant())
    }

    pub fn bpref(&self, most: f64, divisor: f64) -> f64 {
        self.mean_over_relevant(|i| {
            let above = self.above(i, |grade| self.judged_nonrelevant(grade));
            if above == 0.0 { 1.0 } else { 1.0 - above.min(most) / divisor }
        })
    }

    /// All judged nonrelevant documents.
    pub fn nonrelevant(&self) -> f64 {
        self.topic.grades().iter().filter(|&&grade| self.judged_nonrelevant(grade)).count() as f64
    }

    pub fn inferred_ap(&self) -> f64 {
        const EPSILON: f64 = 0.00001;
        self.mean_over_relevant(|i| {
            let j = i as f64;
            let r = self.above(i, |grade| grade >= self.rel);
            let n = self.above(i, |grade| self.judged_nonrelevant(grade));
            let pooled = self.above(i, |grade| grade < 0.0);
            let share = over(r + n + pooled, j - 1.0);
            1.0 / j + (j - 1.0) / j * share * ((r + EPSILON) / (r + n + 2.0 * EPSILON))
        })
    }

    pub fn binary_g(&self) -> f64 {
        self.mean_over_relevant(|i| 1.0 / (2.0 + (i - 1) as f64 - self.found(i - 1)).log2())
    }

    pub fn yaap(&self) -> f64 {
        let sum = self.precisions(self.retrieved());
        ((1.0 + sum) / (1.0 + self.relevant() - sum)).ln()
    }

    pub fn utility(&self, [a, b, c, d]: [f64; 4], size: f64) -> f64 {
        let (found, retrieved) = (self.all_found(), self.retrieved() as f64);
        let missed = self.relevant() - found;
        let rest = size - retrieved - missed;
        a * found + b * (retrieved - found) + c * missed + d * rest
    }

    pub fn err(&self, k: usize, stop: impl Fn(f64) -> f64) -> f64 {
        let probability = |i: usize| self.grade(i).map_or(0.0, |grade| stop(grade.max(0.0)));
        let reach = |i: usize| (1..i).map(|j| 1.0 - probability(j)).product::<f64>();
        let ranks = 1..=k.min(self.retrieved());
        ranks.map(|i| reach(i) * probability(i) / i as f64).sum()
    }

    pub fn rbp(&self, k: usize, p: f64, max: Option<f64>) -> f64 {
        let gain = |i: usize| match max {
            Some(max) => self.grade(i).map_or(0.0, |grade| (grade / max).clamp(0.0, 1.0)),
            None => self.is_relevant(i),
        };
        let ranks = 1..=k.min(self.retrieved());
        (1.0 - p) * ranks.map(|i| gain(i) * p.powi(i as i32 - 1)).sum::<f64>()
    }

    pub fn unjudged(&self, k: usize) -> f64 {
        (1..=k.min(self.retrieved())).filter(|&i| self.grade(i).is_none()).count() as f64
    }

    pub fn judged_share(&self, k: usize) -> f64 {
        let k = k.min(self.retrieved());
        over(k as f64 - self.unjudged(k), k as f64)
    }

    fn gain(&self, rank: usize, of: impl Fn(f64) -> f64) -> f64 {
        self.grade(rank).map_or(0.0, of)
    }

    /// The gains of all judged documents, highest first, as far as they are above 0.
    fn ideal(&self, of: impl Fn(f64) -> f64) -> Vec<f64> {
        let mut gains: Vec<f64> = self.topic.grades().into_iter().map(of).collect();
        gains.retain(|&gain| gain > 0.0);
        gains.sort_by(|a, b| b.total_cmp(a));
        gains
    }

    fn dcg(&self, k: usize, of: impl Fn(f64) -> f64) -> f64 {
        (1..=k.min(self.retrieved())).map(|i| self.gain(i, &of) / (i as f64 + 1.0).log2()).sum()
    }

    pub fn ndcg(&self, k: usize, of: impl Fn(f64) -> f64) -> f64 {
        let best = (1..).zip(self.ideal(&of)).take(k);
        let best: f64 = best.map(|(i, gain)| gain / (f64::from(i) + 1.0).log2()).sum();
        over(self.dcg(k, &of), best)
    }

    pub fn ndcg_at_gains(&self, of: impl Fn(f64) -> f64) -> f64 {
        let all = self.ideal(&of).len();
        let ranks: Vec<usize> =
            (1..=self.retrieved()).filter(|&i| self.gain(i, &of) > 0.0).collect();
        let seen: f64 = ranks.iter().map(|&rank| self.ndcg(rank, &of)).sum();
        let unseen = (all - ranks.len()) as f64 * self.ndcg(usize::MAX, &of);
        over(seen + unseen, all as f64)
    }

    pub fn ndcg_at_levels(&self, of: impl Fn(f64) -> f64) -> f64 {
        let ideal = self.ideal(&of);
        if self.relevant() == 0.0 {
            return 0.0;
        }
        let last_of_level = |&k: &usize| ideal.get(k) != ideal.get(k - 1);
        let mut points: Vec<usize> = (1..=ideal.len()).filter(last_of_level).collect();
        // trec_eval's rule for the end of the ranking.
        if !points.is_empty() && self.retrieved() > ideal.len() + 1 {
            points.push(self.retrieved());
        }
        over(points.iter().map(|&k| self.ndcg(k, &of)).sum(), points.len() as f64)
    }

    pub fn g(&self, of: impl Fn(f64) -> f64) -> f64 {
        let ideal = self.ideal(&of);
        let cost = |i: usize| (0..i).map(|j| ideal.get(j).map_or(1.0, |g| g.max(1.0))).sum::<f64>();
        let gained = |i: usize| (1..=i).map(|j| self.gain(j, &of)).sum::<f64>();
        let term = |i: usize| self.gain(i, &of) / (2.0 + cost(i) - gained(i)).log2();
        over((1..=self.retrieved()).map(term).sum(), ideal.iter().sum())
    }
}

/// Division, with 0/0 = 0.
pub fn over(a: f64, b: f64) -> f64 {
    if b == 0.0 { 0.0 } else { a / b }
}

fn f_of(p: f64, r: f64, beta2: f64) -> f64 {
    over((1.0 + beta2) * p * r, beta2 * p + r)
}
