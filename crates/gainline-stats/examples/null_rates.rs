//! How often each test cries wolf: rates of false positives on data without any difference.
//!
//! Draws many tables of 30 topics × 5 systems that are alike, so that every rejection is false, and
//! prints as Markdown how often each test rejects at 0.05, with the 95 % interval of that rate. A
//! sound test's interval holds 5 %, or lies below it where ties or a correction make it cautious;
//! one interval in twenty misses by chance, and tests of the same tables miss together.
//!
//! ```text
//! cargo run --release -p gainline-stats --example null_rates -- 10000
//! ```

use std::error::Error;

use gainline_stats::{
    BootstrapMethod, BootstrapStatistic, Correction, MonteCarlo, Random, Result, WilcoxonOptions,
    bootstrap_mean, bootstrap_test, friedman, in_chunks, paired_t_test, randomization_test,
    randomized_tukey, sign_test, tukey_hsd, two_way_anova, wilcoxon,
};

const TOPICS: usize = 30;
const SYSTEMS: usize = 5;
const ALPHA: f64 = 0.05;
const TRIALS: usize = 999;
const SEED: u64 = 2024;

/// Each system's scores, topic by topic.
type Table = Vec<Vec<f64>>;

/// Draws a score for a topic whose ease, from 0 to 1, all systems share.
type Score = fn(ease: f64, random: &mut Random) -> f64;

const DISTRIBUTIONS: [(&str, Score); 4] = [
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

fn main() -> std::result::Result<(), Box<dyn Error>> {
    let repetitions = std::env::args().nth(1).map_or(Ok(10_000), |text| text.parse())?;
    let mut columns = Vec::new();
    for (number, (name, score)) in DISTRIBUTIONS.iter().enumerate() {
        let progress = |done, total| eprint!("\r{name}: {done} of {total} ");
        let chunks = in_chunks(repetitions, None, &progress, |chunk, count| {
            count_rejections(*score, Random::stream(SEED + number as u64, chunk as u64), count)
        });
        let mut rejections = Rejections::default();
        for chunk in chunks {
            chunk?.0.iter().for_each(|(test, count)| rejections.add(test, *count));
        }
        columns.push(rejections);
        eprintln!();
    }
    print(&columns, repetitions);
    Ok(())
}

fn print(columns: &[Rejections], repetitions: usize) {
    println!(
        "Rejections at {ALPHA} where there is nothing to find, in % with 95 % intervals (Wilson), of \
         {repetitions} tables of {TOPICS} topics × {SYSTEMS} systems per distribution; {TRIALS} trials \
         per Monte Carlo test; seed {SEED}. `pair`: the first two systems; `all`: one test of all \
         systems; `family`: any of all pairs.\n"
    );
    let names = DISTRIBUTIONS.map(|(name, _)| name).join(" | ");
    println!("| test | {names} |\n|---|{}", "---:|".repeat(DISTRIBUTIONS.len()));
    for (place, (test, _)) in columns[0].0.iter().enumerate() {
        let cell = |column: &Rejections| {
            let [rate, low, high] = rate(column.0[place].1 as f64, repetitions as f64);
            format!("{rate:.2} ({low:.2}–{high:.2})")
        };
        println!("| {test} | {} |", columns.iter().map(cell).collect::<Vec<_>>().join(" | "));
    }
}

/// A rate and its 95 % interval in percent: E. B. Wilson, JASA 22, 1927.
fn rate(count: f64, of: f64) -> [f64; 3] {
    let z = 1.959964;
    let share = count / of;
    let centre = share + z * z / (2.0 * of);
    let reach = z * (share * (1.0 - share) / of + z * z / (4.0 * of * of)).sqrt();
    let [low, high] = [centre - reach, centre + reach].map(|end| end / (1.0 + z * z / of));
    [share, low.max(0.0), high].map(|share| 100.0 * share)
}

/// How many tables each test rejected, in the order in which the tests first came.
#[derive(Default)]
struct Rejections(Vec<(String, usize)>);

impl Rejections {
    fn add(&mut self, test: &str, count: usize) {
        match self.0.iter_mut().find(|(name, _)| name == test) {
            Some((_, so_far)) => *so_far += count,
            None => self.0.push((test.to_owned(), count)),
        }
    }

    fn p(&mut self, test: &str, p: f64) {
        self.add(test, usize::from(p <= ALPHA));
    }
}

fn count_rejections(score: Score, mut random: Random, tables: usize) -> Result<Rejections> {
    let mut rejections = Rejections::default();
    for _ in 0..tables {
        let mut table: Table = vec![Vec::new(); SYSTEMS];
        for _ in 0..TOPICS {
            let ease = random.unit();
            table.iter_mut().for_each(|system| system.push(score(ease, &mut random)));
        }
        // The threads are busy with tables already.
        let plan = MonteCarlo::new(TRIALS, random.bits()).threads(1);
        test_pair(&table[0], &table[1], &plan, &mut rejections)?;
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
    for (test, statistic) in [
        ("pair: bootstrap, mean", BootstrapStatistic::Mean),
        ("pair: bootstrap, studentized", BootstrapStatistic::Studentized),
    ] {
        rejections.p(test, bootstrap_test(a, b, statistic, plan)?.p.two_sided);
    }
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
    rejections.p("all: ANOVA, F", anova.columns.test.map_or(1.0, |test| test.p));
    rejections.p("all: ANOVA, permuted F", randomized_tukey(table, plan)?.overall_p);
    rejections.p("all: Friedman, χ²", ranks.p);
    rejections.p("all: Friedman, F", ranks.iman_davenport.map_or(1.0, |test| test.p));
    rejections.p("family: Nemenyi", least(ranks.nemenyi().iter().map(|pair| pair.p)));
    Ok(())
}

fn test_families(table: &Table, plan: &MonteCarlo, rejections: &mut Rejections) -> Result<()> {
    let tukey = tukey_hsd(table, 1.0 - ALPHA)?;
    rejections.p("family: Tukey HSD", least(tukey.pairs.iter().map(|pair| pair.p)));
    let tukey = randomized_tukey(table, plan)?;
    rejections.p("family: randomized Tukey HSD", least(tukey.pairs.iter().map(|pair| pair.p)));
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

/// The p-value that decides whether anything in a family is rejected.
fn least(p: impl Iterator<Item = f64>) -> f64 {
    p.fold(1.0, f64::min)
}
