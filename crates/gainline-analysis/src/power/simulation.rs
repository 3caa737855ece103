//! The power of tests without a formula for it, by simulation: topics are drawn again from those that there
//! are, and one run of a pair is made better by the difference.

use gainline_stats::{MonteCarlo, Random, Result, StatsError, Test, mean};

/// So many comparisons are simulated for each power; its standard error is at most 0.023.
pub const SIMULATIONS: usize = 500;

/// No more topics than this are drawn.
pub const MOST_TOPICS: usize = 1000;

/// Draws for a p near alpha so many trials that its standard error is a third of it.
const TRIALS_PER_ALPHA: f64 = 10.0;

/// Where a t test needs so many times the most topics, no other test is tried.
const HOPELESS: usize = 4;

/// How close to the smallest detectable difference the search goes, as a share of the largest.
const CLOSE: f64 = 1.0 / 256.0;

/// Simulations of a test of the runs of some topics.
pub(super) struct Simulation<'a> {
    world: World,
    /// How simulations are drawn.
    plan: MonteCarlo<'a>,
}

/// What is simulated.
struct World {
    test: Test,
    /// p below this is significant.
    alpha: f64,
    /// The columns, each with the mean 0, widened so that the variance of what is drawn is that of the
    /// sample.
    centred: Vec<Vec<f64>>,
    /// The pairs of which one is taken in each simulation.
    pairs: Vec<(usize, usize)>,
    seed: u64,
}

impl<'a> Simulation<'a> {
    pub(super) fn new(
        test: Test,
        alpha: f64,
        columns: &[Vec<f64>],
        pairs: Vec<(usize, usize)>,
        plan: MonteCarlo<'a>,
    ) -> Result<Self> {
        let centred = columns.iter().map(|column| {
            let (mean, rows) = (mean(column)?, column.len() as f64);
            let wider = (rows / (rows - 1.0)).sqrt();
            Ok(column.iter().map(|value| wider * (value - mean)).collect())
        });
        let centred = centred.collect::<Result<_>>()?;
        Ok(Simulation { world: World { test, alpha, centred, pairs, seed: plan.seed() }, plan })
    }

    /// The level of the test.
    pub(super) fn alpha(&self) -> f64 {
        self.world.alpha
    }

    /// In which share of the simulations the test finds a difference of its pair, with so many topics.
    pub(super) fn power(&self, topics: usize, difference: f64) -> Result<f64> {
        let world = &self.world;
        let found = self.plan.in_ranges(20, |range| {
            range.map(|at| world.finds(at, topics, difference)).collect::<Result<Vec<bool>>>()
        });
        let found = found.into_iter().collect::<Result<Vec<Vec<bool>>>>()?.concat();
        Ok(found.iter().filter(|found| **found).count() as f64 / found.len() as f64)
    }

    /// The least number of topics with that power, where a t test needs `by_t`; none if even the most are
    /// too few.
    pub(super) fn topics_needed(
        &self,
        difference: f64,
        power: f64,
        by_t: Option<usize>,
    ) -> Result<Option<usize>> {
        let Some(by_t) = by_t.filter(|topics| *topics <= HOPELESS * MOST_TOPICS) else {
            return Ok(None);
        };
        let (mut low, mut high) = (2, by_t.clamp(4, MOST_TOPICS));
        while self.power(high, difference)? < power {
            if high == MOST_TOPICS {
                return Ok(None);
            }
            low = high + 1;
            high = (high + high / 2).min(MOST_TOPICS);
        }
        while low < high {
            let middle = low + (high - low) / 2;
            if self.power(middle, difference)? >= power {
                high = middle;
            } else {
                low = middle + 1;
            }
        }
        Ok(Some(high))
    }

    /// The smallest difference with that power, up to `most`; none if that is too small.
    pub(super) fn smallest(&self, topics: usize, power: f64, most: f64) -> Result<Option<f64>> {
        if self.power(topics, most)? < power {
            return Ok(None);
        }
        let (mut low, mut high) = (0.0, most);
        while high - low > CLOSE * most {
            let middle = 0.5 * (low + high);
            if self.power(topics, middle)? >= power {
                high = middle;
            } else {
                low = middle;
            }
        }
        Ok(Some(high))
    }
}

impl World {
    /// One simulation. The same random numbers serve every difference, and every number of topics at
    /// their start, so that powers can be compared.
    fn finds(&self, at: usize, topics: usize, difference: f64) -> Result<bool> {
        let mut random = Random::stream(self.seed, at as u64);
        let chosen = random.below(self.pairs.len());
        let (base, run) = self.pairs[chosen];
        let rows = self.centred[0].len();
        let drawn: Vec<usize> = (0..topics).map(|_| random.below(rows)).collect();
        let column = |place: usize| -> Vec<f64> {
            let added = if place == run { difference } else { 0.0 };
            drawn.iter().map(|&row| self.centred[place][row] + added).collect()
        };
        // What corrects for all pairs must see all pairs.
        let (columns, pairs, at_pair): (Vec<Vec<f64>>, _, _) = match self.of_two_columns() {
            true => (vec![column(base), column(run)], &[(0, 1)][..], 0),
            false => ((0..self.centred.len()).map(column).collect(), &self.pairs[..], chosen),
        };
        let trials = (TRIALS_PER_ALPHA / self.alpha).ceil() as usize;
        let plan = MonteCarlo::new(trials, self.seed ^ (at as u64)).threads(1);
        let tested = self.test.of_pairs(&columns, pairs, 0.95, &plan);
        match tested.into_iter().nth(at_pair) {
            Some(Ok(test)) => Ok(test.p < self.alpha),
            // Topics without any difference, say: nothing is found.
            Some(Err(StatsError::Undefined { .. } | StatsError::TooFew { .. })) | None => Ok(false),
            Some(Err(why)) => Err(why),
        }
    }

    /// Whether other columns do not matter to the test of a pair.
    fn of_two_columns(&self) -> bool {
        match self.test {
            Test::T | Test::Wilcoxon | Test::Sign | Test::Randomization | Test::Bootstrap => true,
            Test::Tukey
            | Test::RandomizedTukey
            | Test::MaxT
            | Test::MaxTStepDown
            | Test::Dunnett
            | Test::Nemenyi
            | Test::Conover => false,
        }
    }
}
