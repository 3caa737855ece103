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

use gainline_stats::{Random, in_chunks};
use simulation::{ALPHA, DISTRIBUTIONS, Rejections, Scale, count_rejections};

#[path = "../tests/null_rates/simulation.rs"]
mod simulation;

const SCALE: Scale = Scale { topics: 30, systems: 5, trials: 999, bold: true };
const SEED: u64 = 2024;

fn main() -> std::result::Result<(), Box<dyn Error>> {
    let repetitions = std::env::args().nth(1).map_or(Ok(10_000), |text| text.parse())?;
    let mut columns = Vec::new();
    for (number, (name, score)) in DISTRIBUTIONS.iter().enumerate() {
        let progress = |done, total| eprint!("\r{name}: {done} of {total} ");
        let chunks = in_chunks(repetitions, None, &progress, |chunk, count| {
            let random = Random::stream(SEED + number as u64, chunk as u64);
            count_rejections(*score, random, count, SCALE)
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
    let Scale { topics, systems, trials, .. } = SCALE;
    println!(
        "Rejections at {ALPHA} where there is nothing to find, in % with 95 % intervals (Wilson), of \
         {repetitions} tables of {topics} topics × {systems} systems per distribution; {trials} trials \
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
