//! Tables without any difference between systems, and how often each test rejects them all the same.

use gainline_stats::{
    BootstrapMethod, BootstrapStatistic, Correction, MonteCarlo, Random, Result, WilcoxonOptions,
    bootstrap_mean, bootstrap_test, friedman, paired_t_test, randomization_test, randomized_tukey,
    sign_test, tukey_hsd, two_way_anova, wilcoxon,
};

pub const ALPHA: f64 = 0.05;

/// Tukey's test is left out where the largest q is below this. It could not reject: with three
/// systems or more, p is above 0.05 up to a q of 3.31, and more systems or fewer topics only move
/// that up.
const LEAST_Q: f64 = 3.3;

/// How much is simulated.
#[derive(Clone, Copy)]
pub struct Scale {
    pub topics: usize,
    /// At least three.
    pub systems: usize,
    /// For each Monte Carlo test.
    pub trials: usize,
    /// Whether to run the tests that are known to reject too often as well.
    pub bold: bool,
}

/// Each system's scores, topic by topic.
type Table = Vec<Vec<f64>>;

/// Draws a score for a topic whose ease, from 0 to 1, all systems share.
pub type Score = fn(ease: f64, random: &mut Random) -> f64;

pub const DISTRIBUTIONS: [(&str, Score); 4] = [
    ("normal", |ease, random| ease + normal(random)),
    ("lognormal", |ease, random| (ease + normal(random)).exp()),
    ("precision at 10", |ease, random| {
        (0..10).filter(|_| random.unit() < ease * ease).count() as f64 / 10.0
    }),
    ("reciprocal rank", |ease, random| {
        let rank = (1..=10).find(|_| random.unit() < ease);
        rank.map_or(0.0, |rank| 1.0 / f64::from(rank))
    }),
];

/// How many tables each test rejected, in the order in which the tests first came.
#[derive(Default)]
pub struct Rejections(pub Vec<(String, usize)>);

impl Rejections {
    pub fn add(&mut self, test: &str, count: usize) {
        match self.0.iter_mut().find(|(name, _)| name == test) {
            Some((_, so_far)) => *so_far += count,
            None => self.0.push((test.to_owned(), count)),
        }
    }

    /// Rejects as the commands do.
    fn p(&mut self, test: &str, p: f64) {
        self.add(test, usize::from(p < ALPHA));
    }
}

/// Runs every test on so many tables.
pub fn count_rejections(
    score: Score,
    mut random: Random,
    tables: usize,
    scale: Scale,
) -> Result<Rejections> {
    let mut rejections = Rejections::default();
    for _ in 0..tables {
        let mut table: Table = vec![Vec::new(); scale.systems];
        for _ in 0..scale.topics {
            let ease = random.unit();
            table.iter_mut().for_each(|system| system.push(score(ease, &mut random)));
        }
        // The threads are busy with tables already.
        let plan = MonteCarlo::new(scale.trials, random.bits()).threads(1);
        test_pair(&table[0], &table[1], &plan, &mut rejections)?;
        if scale.bold {
            test_boldly(&table[0], &table[1], &plan, &mut rejections)?;
        }
        test_systems(&table, &plan, &mut rejections)?;
        test_families(&table, &plan, &mut rejections)?;
    }
    Ok(rejections)
}

/// A standard normal number (Box and Muller, 1958).
fn normal(random: &mut Random) -> f64 {
    let radius = (-2.0 * (1.0 - random.unit()).ln()).sqrt();
    radius * (std::f64::consts::TAU * random.unit()).cos()
}

fn test_pair(a: &[f64], b: &[f64], plan: &MonteCarlo, rejections: &mut Rejections) -> Result<()> {
    rejections.p("pair: paired t", paired_t_test(a, b)?.p.two_sided);
    rejections.p("pair: Wilcoxon", wilcoxon(a, b, &ranking())?.p.two_sided);
    rejections.p("pair: sign", sign_test(a, b)?.p.two_sided);
    rejections.p("pair: randomization", randomization_test(a, b, plan)?.p.two_sided);
    let test = bootstrap_test(a, b, BootstrapStatistic::Studentized, plan)?;
    rejections.p("pair: bootstrap, studentized", test.p.two_sided);
    Ok(())
}

fn test_boldly(a: &[f64], b: &[f64], plan: &MonteCarlo, rejections: &mut Rejections) -> Result<()> {
    let test = bootstrap_test(a, b, BootstrapStatistic::Mean, plan)?;
    rejections.p("pair: bootstrap, mean", test.p.two_sided);
    let differences: Vec<f64> = a.iter().zip(b).map(|(a, b)| a - b).collect();
    for (test, method) in [
        ("pair: 0 outside percentile interval", BootstrapMethod::Percentile),
        ("pair: 0 outside BCa interval", BootstrapMethod::Bca),
    ] {
        let found = bootstrap_mean(&differences, 1.0 - ALPHA, method, plan)?;
        rejections.add(test, usize::from(!found.interval.contains(0.0)));
    }
    Ok(())
}

/// Differences that are equal but for rounding are tied.
fn ranking() -> WilcoxonOptions {
    WilcoxonOptions { equal_within: 1e-12, ..WilcoxonOptions::default() }
}

fn test_systems(table: &Table, plan: &MonteCarlo, rejections: &mut Rejections) -> Result<()> {
    let anova = two_way_anova(table)?;
    let ranks = friedman(table)?;
    let permuted = randomized_tukey(table, plan)?;
    rejections.p("all: ANOVA, F", anova.columns.test.map_or(1.0, |test| test.p));
    rejections.p("all: ANOVA, permuted F", permuted.overall_p);
    rejections.p("all: Friedman, χ²", ranks.p);
    rejections.p("all: Friedman, F", ranks.iman_davenport.map_or(1.0, |test| test.p));
    rejections.p("family: Nemenyi", least(ranks.nemenyi().iter().map(|pair| pair.p)));
    let most = anova.means.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    let error = (anova.residual_mean_square / anova.n as f64).sqrt();
    let mut p = 1.0;
    if most - least(anova.means.iter().copied()) >= LEAST_Q * error {
        p = least(tukey_hsd(table, 1.0 - ALPHA)?.pairs.iter().map(|pair| pair.p));
    }
    rejections.p("family: Tukey HSD", p);
    rejections.p("family: randomized Tukey HSD", least(permuted.pairs.iter().map(|pair| pair.p)));
    Ok(())
}

fn test_families(table: &Table, plan: &MonteCarlo, rejections: &mut Rejections) -> Result<()> {
    let mut p = [const { Vec::new() }; 3];
    for (place, a) in table.iter().enumerate() {
        for b in &table[place + 1..] {
            p[0].push(paired_t_test(a, b)?.p.two_sided);
            p[1].push(wilcoxon(a, b, &ranking())?.p.two_sided);
            p[2].push(randomization_test(a, b, plan)?.p.two_sided);
        }
    }
    for (test, p) in ["paired t", "Wilcoxon", "randomization"].iter().zip(p) {
        for correction in Correction::ALL {
            let test = format!("family: {test}, correction `{}`", correction.name());
            rejections.p(&test, least(correction.adjust(&p)?.into_iter()));
        }
    }
    Ok(())
}

/// Of p-values, the one that decides whether anything in a family is rejected.
fn least(values: impl Iterator<Item = f64>) -> f64 {
    values.fold(f64::INFINITY, f64::min)
}
