//! How often tests of several systems reject anything where nothing differs, and how much they find
//! where something does: the table of `docs/comparing.md`.
//!
//! Simulated families have equal means by construction. Tables of real scores are made equal in three
//! ways, since each is a null hypothesis of its own: every system is centred to the same mean and topics
//! are drawn with replacement; the differences of a topic have their signs flipped together; the scores
//! of one system are dealt out to several. What a test finds in a real table as it is stands beside it.
//!
//! ```text
//! gainline eval qrels.txt *.run -m nDCG@10 -q -f tsv > scores.tsv
//! cargo run --release -p gainline-stats --example family_error -- 1000 scores.tsv …
//! ```

use gainline_stats::{Correction, MonteCarlo, Random, Test, in_chunks};
use std::collections::BTreeMap;
use std::error::Error;

const ALPHA: f64 = 0.05;
const SEED: u64 = 2026;
/// Permutations or sign flips of each test.
const TRIALS: usize = 999;

/// A test of a family of comparisons, with its correction where it has none of its own.
const METHODS: [(&str, Test, Correction); 9] = [
    ("t, Holm", Test::T, Correction::Holm),
    ("randomization, Holm", Test::Randomization, Correction::Holm),
    ("Wilcoxon, Holm", Test::Wilcoxon, Correction::Holm),
    ("max-t", Test::MaxT, Correction::None),
    ("max-t, step-down", Test::MaxTStepDown, Correction::None),
    ("Tukey", Test::Tukey, Correction::None),
    ("randomized Tukey", Test::RandomizedTukey, Correction::None),
    ("Dunnett", Test::Dunnett, Correction::None),
    ("t, no correction", Test::T, Correction::None),
];

type Table = Vec<Vec<f64>>;
type Draw = Box<dyn Fn(&mut Random) -> Table + Sync>;

fn main() -> Result<(), Box<dyn Error>> {
    let mut arguments = std::env::args().skip(1);
    let repetitions: usize = arguments.next().map_or(Ok(1000), |text| text.parse())?;
    let mut families: Vec<(String, Draw)> = vec![];
    let mut real: Vec<(String, Table)> = vec![];
    for (name, topics, systems, noise) in
        [
            ("normal, 2 systems", 50, 2, normal as fn(&mut Random, usize) -> f64),
            ("normal, 17 systems", 50, 17, normal),
            ("normal, 10 topics", 10, 5, normal),
            ("skewed alike", 50, 5, |random, _| skewed(random)),
            ("skewed unlike", 50, 5, |random, system| {
                if system % 2 == 0 { skewed(random) } else { -skewed(random) }
            }),
            ("unequal spread", 50, 5, |random, system| {
                normal(random, system) * if system == 0 { 4.0 } else { 0.5 }
            }),
            ("0 or 1", 50, 5, |random, _| f64::from(u8::from(random.unit() < 0.3))),
            (
                "mostly equal",
                50,
                5,
                |random, system| {
                    if random.unit() < 0.1 { normal(random, system) } else { 0.0 }
                },
            ),
        ]
    {
        families
            .push((name.into(), Box::new(move |random| simulated(random, topics, systems, noise))));
    }
    for file in arguments {
        let table = read(&file)?;
        let name = file.rsplit('/').next().unwrap_or(&file).trim_end_matches(".tsv").to_string();
        let (centred, flipped, dealt) = (table.clone(), table.clone(), table.clone());
        families.push((
            format!("{name}: centred"),
            Box::new(move |random| resampled(random, &centred)),
        ));
        families
            .push((format!("{name}: flipped"), Box::new(move |random| turned(random, &flipped))));
        families
            .push((format!("{name}: dealt"), Box::new(move |random| shared_out(random, &dealt))));
        real.push((name, table));
    }
    println!(
        "Family-wise error in % at {ALPHA}: in how many of {repetitions} tables a test rejects \
         anything; {TRIALS} trials where any are drawn; seed {SEED}. Each cell: all pairs / every \
         system against the first. 95 % of the rates of a test with an error of 5 % lie between \
         {:.1} and {:.1}.\n",
        100.0 * (ALPHA - 1.96 * (ALPHA * (1.0 - ALPHA) / repetitions as f64).sqrt()),
        100.0 * (ALPHA + 1.96 * (ALPHA * (1.0 - ALPHA) / repetitions as f64).sqrt()),
    );
    heading("family");
    for (number, (name, draw)) in families.iter().enumerate() {
        let chunks = in_chunks(repetitions, None, &|_, _| {}, |chunk, count| {
            let mut random = Random::stream(SEED + number as u64, chunk as u64);
            let mut rejected = [[0; 2]; METHODS.len()];
            for _ in 0..count {
                let table = draw(&mut random);
                for (counts, (_, test, correction)) in rejected.iter_mut().zip(METHODS) {
                    for (count, pairs) in counts.iter_mut().zip(families_of(table.len())) {
                        let seed = random.bits();
                        *count += usize::from(found(&table, &pairs, test, correction, seed) > 0);
                    }
                }
            }
            rejected
        });
        let cells = (0..METHODS.len()).map(|method| {
            let rate = |family: usize| {
                let rejected: usize = chunks.iter().map(|chunk| chunk[method][family]).sum();
                100.0 * rejected as f64 / repetitions as f64
            };
            match METHODS[method].1 {
                Test::Dunnett => format!("– / {:.1}", rate(1)),
                _ => format!("{:.1} / {:.1}", rate(0), rate(1)),
            }
        });
        println!("| {name} | {} |", cells.collect::<Vec<_>>().join(" | "));
        eprintln!("{name}");
    }
    println!("\nDifferences found in the tables as they are, of all pairs / against the first:\n");
    heading("table");
    for (name, table) in &real {
        let [all, one] = families_of(table.len());
        let cells = METHODS.map(|(_, test, correction)| {
            let [x, y] = [&all, &one].map(|pairs| found(table, pairs, test, correction, SEED));
            if test == Test::Dunnett { format!("– / {y}") } else { format!("{x} / {y}") }
        });
        println!("| {name}: {} / {} | {} |", all.len(), one.len(), cells.join(" | "));
    }
    Ok(())
}

fn heading(first: &str) {
    println!("| {first} | {} |", METHODS.map(|(name, ..)| name).join(" | "));
    println!("|---|{}", "--:|".repeat(METHODS.len()));
}

/// All pairs of so many systems; and the first with each other one.
fn families_of(systems: usize) -> [Vec<(usize, usize)>; 2] {
    let all = (0..systems).flat_map(|a| (a + 1..systems).map(move |b| (a, b))).collect();
    [all, (1..systems).map(|b| (0, b)).collect()]
}

/// How many pairs a test finds significant; 0 where it is undefined.
fn found(
    table: &Table,
    pairs: &[(usize, usize)],
    test: Test,
    correction: Correction,
    seed: u64,
) -> usize {
    let plan = MonteCarlo::new(TRIALS, seed).threads(1);
    let tests = test.of_pairs(table, pairs, 1.0 - ALPHA, &plan);
    let p: Vec<f64> = tests.into_iter().flatten().map(|test| test.p).collect();
    let adjusted = correction.adjust(&p).unwrap_or_default();
    adjusted.iter().filter(|p| **p < ALPHA).count()
}

fn simulated(
    random: &mut Random,
    topics: usize,
    systems: usize,
    noise: fn(&mut Random, usize) -> f64,
) -> Table {
    let mut table = vec![Vec::with_capacity(topics); systems];
    for _ in 0..topics {
        let difficulty = normal(random, 0);
        for (system, column) in table.iter_mut().enumerate() {
            column.push(difficulty + noise(random, system));
        }
    }
    table
}

/// Marsaglia's polar method.
fn normal(random: &mut Random, _: usize) -> f64 {
    loop {
        let (u, v) = (2.0 * random.unit() - 1.0, 2.0 * random.unit() - 1.0);
        let s = u * u + v * v;
        if s > 0.0 && s < 1.0 {
            return u * (-2.0 * s.ln() / s).sqrt();
        }
    }
}

/// Exponential less its mean.
fn skewed(random: &mut Random) -> f64 {
    -(1.0 - random.unit()).ln() - 1.0
}

/// Topics drawn with replacement from a table whose systems have the same mean.
fn resampled(random: &mut Random, table: &Table) -> Table {
    let topics = table[0].len();
    let drawn: Vec<usize> = (0..topics).map(|_| random.below(topics)).collect();
    let centred = |column: &Vec<f64>| {
        let mean = column.iter().sum::<f64>() / topics as f64;
        drawn.iter().map(|&topic| column[topic] - mean).collect()
    };
    table.iter().map(centred).collect()
}

/// The systems' differences from each topic's mean with their signs flipped together.
fn turned(random: &mut Random, table: &Table) -> Table {
    let (topics, systems) = (table[0].len(), table.len() as f64);
    let mut flipped = table.clone();
    for topic in 0..topics {
        let mean = table.iter().map(|column| column[topic]).sum::<f64>() / systems;
        if random.unit() < 0.5 {
            flipped.iter_mut().for_each(|column| column[topic] = 2.0 * mean - column[topic]);
        }
    }
    flipped
}

/// One system's topics, shuffled and dealt out to up to five.
fn shared_out(random: &mut Random, table: &Table) -> Table {
    let mut scores = table[random.below(table.len())].clone();
    random.shuffle(&mut scores);
    let systems = (scores.len() / 10).clamp(2, 5);
    let topics = scores.len() / systems;
    scores.chunks_exact(topics).take(systems).map(<[f64]>::to_vec).collect()
}

/// Rows `run topic measure value` with a header, as `gainline eval -q -f tsv` writes them.
fn read(file: &str) -> Result<Table, Box<dyn Error>> {
    let text = std::fs::read_to_string(file)?;
    let mut runs: BTreeMap<&str, Vec<f64>> = BTreeMap::new();
    for line in text.lines().skip(1) {
        let cells: Vec<&str> = line.split('\t').collect();
        if let [run, topic, _, value] = cells[..]
            && topic != "all"
        {
            runs.entry(run).or_default().push(value.parse()?);
        }
    }
    Ok(runs.into_values().collect())
}
