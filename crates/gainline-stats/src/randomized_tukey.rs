//! The randomized Tukey HSD test: all pairs of systems at once, under one family-wise error.
//!
//! If all systems are alike, then on each topic the scores could as well belong to the systems in
//! any other order. In each trial every topic's scores are put in a random order, and the largest
//! difference between two systems' means is noted. The p-value of a pair is the share of trials
//! whose largest difference is at least that pair's.
//!
//! B. Carterette, Multiple Testing in Statistical Analysis of Systems-Based Information Retrieval
//! Experiments, ACM TOIS 30(1), 2012; T. Sakai, Laboratory Experiments in Information Retrieval,
//! 2018.

use crate::random::{MonteCarlo, Random, Sampling};
use crate::randomization::{addable, difference, noise};
use crate::summary::centre;
use crate::tukey::pairs_of;
use crate::{Result, check};

const METHOD: &str = "the randomized Tukey test";

/// Statistics this close, relative to the largest difference, count as equal.
const TIE: f64 = 1e-12;

/// The outcome of a randomized Tukey HSD test.
#[derive(Debug, Clone, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct RandomizedTukey {
    /// Every pair of columns: 0 and 1, 0 and 2, …, 1 and 2, ….
    pub pairs: Vec<RandomizedTukeyPair>,
    /// The p-value of the hypothesis that no column differs: the permutation test of the F statistic
    /// of two-way analysis of variance, from the same trials.
    pub overall_p: f64,
    /// The trials and their seed.
    pub sampling: Sampling,
}

/// One pair of a [`RandomizedTukey`].
#[derive(Debug, Clone, Copy, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct RandomizedTukeyPair {
    /// The first column's place in the table.
    pub first: usize,
    /// The second column's place.
    pub second: usize,
    /// The first column's mean minus the second's.
    pub difference: f64,
    /// The p-value, already corrected for the number of pairs.
    pub p: f64,
    /// The standard error of the p-value that comes from sampling.
    pub standard_error: f64,
}

/// Compares all columns (systems) of a table with each other, by how the values of each row (topic)
/// could have been ordered.
///
/// p = (1 + trials whose largest difference is at least the pair's) / (1 + trials). Equal columns
/// give p = 1.
pub fn randomized_tukey<C: AsRef<[f64]>>(
    columns: &[C],
    plan: &MonteCarlo,
) -> Result<RandomizedTukey> {
    let table = Table::new(columns)?;
    let sampling = plan.sampling();
    let chunks = plan.run(|random, trials| table.permuted(random, trials));
    let overall_p = sampling.p(chunks.iter().map(|chunk| chunk.reaching_overall).sum());
    let mut largest: Vec<f64> = chunks.into_iter().flat_map(|chunk| chunk.largest).collect();
    largest.sort_unstable_by(f64::total_cmp);
    let means: Vec<f64> = columns.iter().map(|column| centre(column.as_ref())).collect();
    let compare = |(first, second): (usize, usize)| {
        let reached = (table.sums[first] - table.sums[second]).abs() - table.slack;
        let p = sampling.p(largest.len() - largest.partition_point(|&most| most < reached));
        let standard_error = sampling.standard_error(p);
        let difference = means[first] - means[second];
        RandomizedTukeyPair { first, second, difference, p, standard_error }
    };
    let pairs = pairs_of(columns.len()).map(compare).collect();
    Ok(RandomizedTukey { pairs, overall_p, sampling })
}

/// The values in the order in which they are permuted.
struct Table {
    /// Row by row, less the first column's value (which moves all sums alike but leaves zeros where
    /// columns agree), in units of the largest of them.
    rows: Vec<f64>,
    /// Each column's sum over these rows; sums differ as means do.
    sums: Vec<f64>,
    /// Up to here sums count as equal.
    slack: f64,
}

/// What the trials of one chunk found.
struct Permuted {
    /// Each trial's largest difference of two sums.
    largest: Vec<f64>,
    /// How many trials have a spread of sums of at least the observed one.
    reaching_overall: usize,
}

impl Table {
    fn new<C: AsRef<[f64]>>(columns: &[C]) -> Result<Self> {
        let count = check::table(METHOD, columns)?;
        for column in columns {
            addable(METHOD, column.as_ref())?;
        }
        let noise = noise(columns.iter().flat_map(AsRef::as_ref));
        let first = columns[0].as_ref();
        let row = |row: usize| {
            columns.iter().map(move |column| difference(&column.as_ref()[row], &first[row], noise))
        };
        let mut rows: Vec<f64> = (0..count).flat_map(row).collect();
        let largest = rows.iter().fold(0.0, |most: f64, value| most.max(value.abs()));
        if largest > 0.0 {
            rows.iter_mut().for_each(|value| *value /= largest);
        }
        let mut sums = vec![0.0; columns.len()];
        rows.chunks_exact(columns.len()).for_each(|row| add(&mut sums, row));
        Ok(Table { rows, sums, slack: TIE * count as f64 })
    }

    /// Does so many trials. The rows stay as the last trial left them: an order chosen from all
    /// orders owes nothing to the one before.
    fn permuted(&self, mut random: Random, trials: usize) -> Permuted {
        let mut rows = self.rows.clone();
        let mut sums = self.sums.clone();
        let reached = spread(&self.sums) - self.slack;
        let mut found = Permuted { largest: Vec::with_capacity(trials), reaching_overall: 0 };
        for _ in 0..trials {
            sums.fill(0.0);
            for row in rows.chunks_exact_mut(sums.len()) {
                random.shuffle(row);
                add(&mut sums, row);
            }
            let low = sums.iter().copied().fold(f64::INFINITY, f64::min);
            let high = sums.iter().copied().fold(f64::NEG_INFINITY, f64::max);
            found.largest.push(high - low);
            found.reaching_overall += usize::from(spread(&sums) >= reached);
        }
        found
    }
}

fn add(sums: &mut [f64], row: &[f64]) {
    sums.iter_mut().zip(row).for_each(|(sum, value)| *sum += value);
}

/// √ Σ (sum − mean sum)². Permuting within rows changes neither the total nor the rows' sums of
/// squares, so the F statistic of two-way analysis of variance grows with this alone.
fn spread(sums: &[f64]) -> f64 {
    let mean = centre(sums);
    sums.iter().fold(0.0, |squares, sum| squares + (sum - mean) * (sum - mean)).sqrt()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// All 6⁴ ways to permute the rows of four topics × three systems.
    #[test]
    fn randomized_tukey_is_the_share_of_all_permutations() {
        let rows: [[f64; 3]; 4] =
            [[0.1, 0.5, 0.9], [0.2, 0.2, 0.6], [0.3, 0.1, 0.4], [0.0, 0.5, 0.5]];
        let orders = [[0, 1, 2], [0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0]];
        let sums = |code: usize| {
            let row = |topic: usize, system: usize| {
                rows[topic][orders[code / 6_usize.pow(topic as u32) % 6][system]]
            };
            [0, 1, 2].map(|system| (0..4).map(|topic| row(topic, system)).sum::<f64>())
        };
        let largest = |s: [f64; 3]| {
            s.iter().fold(f64::MIN, |a, &b| a.max(b)) - s.iter().fold(f64::MAX, |a, &b| a.min(b))
        };
        let squares = |s: [f64; 3]| s.iter().map(|x| x * x).sum::<f64>();
        let share = |is_hit: &dyn Fn([f64; 3]) -> bool| {
            (0..1_296).filter(|&c| is_hit(sums(c))).count() as f64 / 1_296.0
        };
        let systems = [0, 1, 2].map(|system| rows.map(|row| row[system]));
        let found = randomized_tukey(&systems, &MonteCarlo::new(50_000, 7)).unwrap();
        for pair in &found.pairs {
            let difference = sums(0)[pair.first] - sums(0)[pair.second];
            let exact = share(&|s| largest(s) >= difference.abs() - 1e-12);
            assert!(
                (pair.p - exact).abs() < 4.0 * pair.standard_error,
                "{pair:?} is far from {exact}"
            );
            assert!((pair.difference - difference / 4.0).abs() < 1e-12);
        }
        let exact = share(&|s| squares(s) >= squares(sums(0)) - 1e-12);
        assert!((found.overall_p - exact).abs() < 0.01, "{found:?} is far from {exact}");
    }

    #[test]
    fn systems_that_are_alike_have_p_1() {
        let found = randomized_tukey(&[[0.1, 0.7, 0.3]; 4], &MonteCarlo::new(999, 7)).unwrap();
        assert_eq!(found.pairs.len(), 6);
        assert!(found.pairs.iter().all(|pair| pair.p == 1.0 && pair.difference == 0.0));
        assert_eq!(found.overall_p, 1.0);
    }
}
