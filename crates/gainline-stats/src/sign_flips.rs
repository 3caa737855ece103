//! Sign flips that all pairs of columns share: the randomization test of many pairs in one pass, and
//! the studentized max-t test of all of them at once.
//!
//! If two columns are alike, their names could be exchanged in each row, which turns the sign of the
//! row's difference. A pattern of signs that is applied to the columns themselves gives the sums of
//! all pairs' differences at once, since Σ s(b − a) = Σ s b − Σ s a; so a pattern costs as much as
//! there are columns, not pairs, and the sums of eight rows are looked up in a table.
//!
//! P. Westfall and S. Young, Resampling-Based Multiple Testing, 1993; J. Romano and M. Wolf, Exact
//! and Approximate Stepdown Methods for Multiple Hypothesis Testing, JASA 100, 2005.

use crate::random::{MonteCarlo, Random, Sampling, in_chunks};
use crate::randomization::{addable, difference, noise};
use crate::{Interval, Result, check};

const METHOD: &str = "the max-t test";

/// Statistics this close count as equal, relative to what was observed: a tie is not lost to the
/// order in which numbers are added.
const TIE: f64 = 1e-9;

/// Trials that are looked at together.
const LANES: usize = 64;

/// Tests of pairs of columns that hold their error over all of these pairs at once.
#[derive(Debug, Clone, PartialEq)]
pub struct MaxT {
    /// The pairs, in the order in which they were given.
    pub pairs: Vec<MaxTPair>,
    /// What |t| must exceed to be significant at 1 − level in a single step.
    pub critical: f64,
    /// The trials and their seed; none if all patterns of signs were gone through.
    pub sampling: Option<Sampling>,
}

/// Two columns, the second against the first.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct MaxTPair {
    /// The second column's mean minus the first's.
    pub difference: f64,
    /// The paired t statistic; infinite where all rows differ by the same, 0 where none differs.
    pub t: f64,
    /// The share of patterns in which some pair's |t| is as large: p, adjusted in a single step.
    pub single_step: f64,
    /// The same over the pairs with no larger |t|, step by step: never more than `single_step`.
    pub step_down: f64,
    /// The simultaneous interval of the difference; it excludes 0 just where `single_step` is below
    /// 1 − level.
    pub interval: Interval,
}

/// Tests pairs of columns, each second one against its first one, by the largest of their paired t
/// statistics under sign flips that all pairs share.
///
/// All patterns are gone through where these are no more than the trials of `plan`.
pub fn max_t<C: AsRef<[f64]>>(
    columns: &[C],
    pairs: &[(usize, usize)],
    level: f64,
    plan: &MonteCarlo<'_>,
) -> Result<MaxT> {
    check::share("the level of intervals", level)?;
    let flips = Flips::new(METHOD, columns, pairs)?;
    let rows = flips.rows as f64;
    // The least significant first, as the largest statistic of those not yet rejected is needed.
    let mut order: Vec<usize> = (0..pairs.len()).collect();
    order.sort_by(|&x, &y| flips.pairs[x].statistic().total_cmp(&flips.pairs[y].statistic()));
    let chunks = flips.chunks(plan, |sums, trials| flips.largest(&order, sums, trials));
    let mut reached = vec![0; pairs.len()];
    let mut largest = vec![];
    for (of_pairs, of_trials) in chunks {
        reached.iter_mut().zip(of_pairs).for_each(|(sum, count)| *sum += count);
        largest.extend(of_trials);
    }
    largest.sort_unstable_by(f64::total_cmp);
    let share = |hits: usize| flips.share(hits, plan);
    let critical_statistic = critical(&largest, 1.0 - level, &share);
    let critical = t_of(critical_statistic * (1.0 + TIE), rows);
    let mut step_down = vec![0.0; pairs.len()];
    let mut before: f64 = 0.0;
    for (&pair, &hits) in order.iter().zip(&reached).rev() {
        before = before.max(share(hits as usize));
        step_down[pair] = before;
    }
    let tested = |(pair, step_down): (&FlippedPair, f64)| {
        let statistic = pair.statistic();
        let beyond = |value: &f64| *value < statistic * (1.0 - TIE);
        let single_step = share(largest.len() - largest.partition_point(beyond));
        let difference = pair.sum / rows;
        let spread = (pair.squares - pair.sum * pair.sum / rows).max(0.0) / (rows - 1.0);
        let reach = critical * (spread / rows).sqrt();
        // Without any spread nothing is uncertain but what the signs leave.
        let reach = if reach.is_nan() { f64::INFINITY } else { reach };
        MaxTPair {
            difference,
            t: t_of(statistic, rows).copysign(pair.sum),
            single_step: if statistic == 0.0 { 1.0 } else { single_step },
            step_down: if statistic == 0.0 { 1.0 } else { step_down },
            interval: Interval { low: difference - reach, high: difference + reach, level },
        }
    };
    let pairs = flips.pairs.iter().zip(step_down).map(tested).collect();
    let sampling = (!flips.is_exact(plan)).then(|| plan.sampling());
    Ok(MaxT { pairs, critical, sampling })
}

/// The two-sided p-values of the randomization test of each pair's mean difference, all from the same
/// patterns.
pub(crate) fn randomization_p<C: AsRef<[f64]>>(
    columns: &[C],
    pairs: &[(usize, usize)],
    plan: &MonteCarlo<'_>,
) -> Result<Vec<f64>> {
    let flips = Flips::new("the randomization test", columns, pairs)?;
    let chunks = flips.chunks(plan, |sums, trials| flips.as_far(sums, trials));
    let mut hits = vec![0; pairs.len()];
    for chunk in chunks {
        hits.iter_mut().zip(chunk).for_each(|(sum, count)| *sum += count);
    }
    Ok(hits.into_iter().map(|hits| flips.share(hits as usize, plan)).collect())
}

/// Columns whose signs are flipped, and the pairs among them.
struct Flips {
    rows: usize,
    /// What is flipped: the columns less the mean of each row, or the pairs' differences beside a
    /// column of zeros, whichever are fewer.
    columns: Vec<Vec<f64>>,
    pairs: Vec<FlippedPair>,
}

/// A pair and what was observed of it.
struct FlippedPair {
    /// The places of two columns: the second is compared with the first.
    places: (usize, usize),
    /// The sum of the differences, that of their squares, and that of their absolute values.
    sum: f64,
    squares: f64,
    absolute: f64,
}

impl FlippedPair {
    /// (Σ d)² / Σ d², which grows with |t|: from 0 to the number of rows; 0 where nothing differs.
    fn statistic(&self) -> f64 {
        self.sum * self.sum * self.inverse()
    }

    fn inverse(&self) -> f64 {
        if self.squares > 0.0 { 1.0 / self.squares } else { 0.0 }
    }
}

/// |t| of a statistic (Σ d)² / Σ d².
fn t_of(statistic: f64, rows: f64) -> f64 {
    let share = (statistic / rows).min(1.0);
    ((rows - 1.0) * share / (1.0 - share)).sqrt()
}

/// The value that a statistic must exceed so that the share of trials that reach it is below alpha.
fn critical(ascending: &[f64], alpha: f64, share: &dyn Fn(usize) -> f64) -> f64 {
    let most = (0..=ascending.len()).rev().find(|&hits| share(hits) < alpha);
    match most {
        // So many trials may reach it: the next one below may not.
        Some(hits) if hits < ascending.len() => ascending[ascending.len() - 1 - hits],
        Some(_) => 0.0,
        None => f64::INFINITY,
    }
}

impl Flips {
    fn new<C: AsRef<[f64]>>(
        method: &'static str,
        columns: &[C],
        pairs: &[(usize, usize)],
    ) -> Result<Self> {
        let rows = check::table(method, columns)?;
        for column in columns {
            addable(method, column.as_ref())?;
            check::squarable(column.as_ref())?;
        }
        let column = |at: usize| {
            let there = columns.get(at).map(AsRef::as_ref);
            let allowed = "the place of a column";
            let value = at as f64;
            there.ok_or(crate::StatsError::Setting { name: "a column of a pair", value, allowed })
        };
        let mut all = Vec::with_capacity(pairs.len());
        let few = pairs.len() < columns.len();
        let mut flipped = if few { vec![vec![0.0; rows]] } else { centred(columns, rows) };
        for &(a, b) in pairs {
            let (first, second) = (column(a)?, column(b)?);
            let noise = noise(first.iter().chain(second));
            let differences = second.iter().zip(first).map(|(b, a)| difference(b, a, noise));
            let mut pair = FlippedPair { places: (a, b), sum: 0.0, squares: 0.0, absolute: 0.0 };
            for d in differences.clone() {
                pair.sum += d;
                pair.squares += d * d;
                pair.absolute += d.abs();
            }
            if few {
                pair.places = (0, flipped.len());
                flipped.push(differences.collect());
            }
            all.push(pair);
        }
        Ok(Flips { rows, columns: flipped, pairs: all })
    }

    /// The patterns of signs, of which each stands for its opposite too.
    fn patterns(&self) -> Option<usize> {
        1_usize.checked_shl(self.rows as u32 - 1).filter(|_| self.rows < 60)
    }

    fn is_exact(&self, plan: &MonteCarlo<'_>) -> bool {
        self.patterns().is_some_and(|patterns| patterns <= plan.trials())
    }

    /// p of so many trials that reach what was observed.
    fn share(&self, hits: usize, plan: &MonteCarlo<'_>) -> f64 {
        match self.patterns().filter(|_| self.is_exact(plan)) {
            Some(patterns) => hits as f64 / patterns as f64,
            None => plan.sampling().p(hits),
        }
    }

    /// Hands the flipped sums of each chunk of trials on: column by column, trial by trial.
    fn chunks<T: Send>(
        &self,
        plan: &MonteCarlo<'_>,
        work: impl Fn(&[f64], usize) -> T + Sync,
    ) -> Vec<T> {
        if let Some(patterns) = self.patterns().filter(|_| self.is_exact(plan)) {
            return in_chunks(patterns, plan.thread_count(), plan.listener(), |chunk, trials| {
                let first = chunk * crate::CHUNK;
                let sums = self.sums(trials, |rows, bytes| {
                    for (trial, byte) in bytes.iter_mut().enumerate() {
                        *byte = ((first + trial) >> rows) as u8;
                    }
                });
                work(&sums, trials)
            });
        }
        plan.run(|mut random, trials| {
            let sums = self.sums(trials, |_, bytes| fill(&mut random, bytes));
            work(&sums, trials)
        })
    }

    /// The sum of each column in each trial. `signs` gives the signs of up to eight rows, of which
    /// the first is told, a bit for each and a byte for each trial.
    fn sums(&self, trials: usize, mut signs: impl FnMut(usize, &mut [u8])) -> Vec<f64> {
        let mut sums = vec![0.0; self.columns.len() * trials];
        let mut bytes = vec![0_u8; trials];
        for first in (0..self.rows).step_by(8) {
            signs(first, &mut bytes);
            for (column, sums) in self.columns.iter().zip(sums.chunks_exact_mut(trials)) {
                let table = signed_sums(&column[first..self.rows.min(first + 8)]);
                for (sum, byte) in sums.iter_mut().zip(&bytes) {
                    *sum += table[usize::from(*byte)];
                }
            }
        }
        sums
    }

    /// For each pair in this order, in how many trials the largest statistic of the pairs up to it
    /// reaches its own; and each trial's largest statistic of all.
    fn largest(&self, order: &[usize], sums: &[f64], trials: usize) -> (Vec<u64>, Vec<f64>) {
        let mut reached = vec![0; order.len()];
        let mut largest = Vec::with_capacity(trials);
        for start in (0..trials).step_by(LANES) {
            let lanes = LANES.min(trials - start);
            let mut most = [0.0_f64; LANES];
            for (count, &at) in reached.iter_mut().zip(order) {
                let pair = &self.pairs[at];
                let (inverse, own) = (pair.inverse(), pair.statistic() * (1.0 - TIE));
                let of = |column: usize| &sums[column * trials + start..][..lanes];
                let mut hits = 0;
                for ((most, a), b) in
                    most[..lanes].iter_mut().zip(of(pair.places.0)).zip(of(pair.places.1))
                {
                    let sum = b - a;
                    let statistic = sum * sum * inverse;
                    *most = if statistic > *most { statistic } else { *most };
                    hits += u64::from(*most >= own);
                }
                *count += hits;
            }
            largest.extend_from_slice(&most[..lanes]);
        }
        (reached, largest)
    }

    /// For each pair, in how many trials its sum is at least as far from 0 as the one observed.
    fn as_far(&self, sums: &[f64], trials: usize) -> Vec<u64> {
        let far = |pair: &FlippedPair| {
            let own = pair.sum.abs() - TIE * pair.absolute;
            let of = |column: usize| &sums[column * trials..][..trials];
            let each = of(pair.places.0).iter().zip(of(pair.places.1));
            each.fold(0, |hits, (a, b)| hits + u64::from((b - a).abs() >= own))
        };
        self.pairs.iter().map(far).collect()
    }
}

/// The columns less the mean of each row, which is in no difference: the sums stay small.
fn centred<C: AsRef<[f64]>>(columns: &[C], rows: usize) -> Vec<Vec<f64>> {
    let count = columns.len() as f64;
    let means: Vec<f64> = (0..rows)
        .map(|row| columns.iter().fold(0.0, |sum, column| sum + column.as_ref()[row]) / count)
        .collect();
    let less = |column: &C| column.as_ref().iter().zip(&means).map(|(x, mean)| x - mean).collect();
    columns.iter().map(less).collect()
}

/// The sums of up to eight values with all signs: a bit that is set turns its value's sign.
fn signed_sums(values: &[f64]) -> [f64; 256] {
    let mut sums = [0.0; 256];
    let mut known = 1;
    // Bits without a value change nothing.
    for bit in 0..8 {
        let value = values.get(bit).copied().unwrap_or(0.0);
        for at in 0..known {
            sums[known + at] = sums[at] - value;
            sums[at] += value;
        }
        known *= 2;
    }
    sums
}

fn fill(random: &mut Random, bytes: &mut [u8]) {
    for part in bytes.chunks_mut(8) {
        let bits = random.bits().to_le_bytes();
        part.copy_from_slice(&bits[..part.len()]);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{paired_t_test, randomization_test};

    fn columns() -> Vec<Vec<f64>> {
        let mut random = Random::stream(5, 0);
        let mut column = |shift: f64| (0..9).map(|_| random.unit() + shift).collect::<Vec<f64>>();
        vec![column(0.0), column(0.1), column(0.7), column(0.2)]
    }

    const PAIRS: [(usize, usize); 6] = [(0, 1), (0, 2), (0, 3), (1, 2), (1, 3), (2, 3)];

    /// All 2⁹ patterns by hand.
    #[test]
    fn p_is_the_share_of_all_patterns() {
        let columns = columns();
        let t = |pattern: usize, (a, b): (usize, usize)| {
            let turn = |row: usize| if pattern >> row & 1 == 1 { -1.0 } else { 1.0 };
            let [first, second] =
                [a, b].map(|c| (0..9).map(|row| turn(row) * columns[c][row]).collect::<Vec<f64>>());
            paired_t_test(&second, &first).unwrap().t.abs()
        };
        let found = max_t(&columns, &PAIRS, 0.9, &MonteCarlo::new(256, 1)).unwrap();
        assert_eq!(found.sampling, None);
        let mut by_size = PAIRS;
        by_size.sort_by(|x, y| t(0, *y).total_cmp(&t(0, *x)));
        let mut before: f64 = 0.0;
        for (place, pair) in by_size.iter().enumerate() {
            let share = |among: &[(usize, usize)]| {
                let most = |pattern| among.iter().fold(0.0, |m: f64, p| m.max(t(pattern, *p)));
                let hits = (0..512).filter(|&p| most(p) >= t(0, *pair) - 1e-9).count();
                hits as f64 / 512.0
            };
            let tested = &found.pairs[PAIRS.iter().position(|p| p == pair).unwrap()];
            assert_eq!(tested.single_step, share(&PAIRS), "{pair:?}");
            before = before.max(share(&by_size[place..]));
            assert_eq!(tested.step_down, before, "{pair:?}");
            assert!((tested.t.abs() - t(0, *pair)).abs() < 1e-9);
            let excludes = tested.interval.low > 0.0 || tested.interval.high < 0.0;
            assert_eq!(excludes, tested.single_step < 0.1, "{tested:?}");
        }
    }

    #[test]
    fn few_pairs_are_as_many_pairs_are() {
        let columns = columns();
        let plan = MonteCarlo::new(1_000, 3);
        let all = randomization_p(&columns, &PAIRS, &plan).unwrap();
        for (pair, p) in PAIRS.iter().zip(all) {
            assert_eq!(randomization_p(&columns, &[*pair], &plan).unwrap(), [p]);
            let alone = randomization_test(&columns[pair.1], &columns[pair.0], &plan).unwrap();
            assert_eq!(alone.p.two_sided, p);
        }
        let first = &max_t(&columns, &PAIRS[..1], 0.95, &plan).unwrap().pairs[0];
        let alone = randomization_test(&columns[1], &columns[0], &plan).unwrap();
        assert_eq!(first.single_step, alone.p.two_sided);
    }

    #[test]
    fn columns_that_are_alike_have_p_1_and_the_same_difference_everywhere_the_least() {
        let base: Vec<f64> = (0..8).map(|row| 0.1 * f64::from(row)).collect();
        let higher: Vec<f64> = base.iter().map(|x| x + 0.25).collect();
        let columns = [base.clone(), base, higher];
        let found = max_t(&columns, &[(0, 1), (0, 2)], 0.95, &MonteCarlo::new(1_000, 1)).unwrap();
        assert_eq!(found.pairs[0].single_step, 1.0);
        assert_eq!(found.pairs[0].step_down, 1.0);
        assert_eq!(found.pairs[1].single_step, 1.0 / 128.0);
    }
}
