//! Kishida's Table 2 against what its cells estimate.

use super::*;

const M: usize = 1000;

/// What a column of the table estimates, and how far from that one simulation may be.
struct Cells {
    expected: [f64; 5],
    errors: [f64; 5],
}

/// AP of all 1024 patterns of ten documents, the first document being the lowest bit.
fn all_aps() -> Vec<f64> {
    let ap = |pattern: usize| {
        let ranking: Vec<bool> = (0..10).map(|place| pattern >> place & 1 == 1).collect();
        naive_ap(&ranking, ranking.iter().filter(|relevant| **relevant).count())
    };
    (0..1024).map(ap).collect()
}

/// The chance that judges differ from what is given for these documents and no others.
fn chance(theta: f64, turned: usize) -> f64 {
    let turned = turned.count_ones() as i32;
    (1.0 - theta).powi(turned) * theta.powi(10 - turned)
}

/// Exact: all patterns of given judgments, and for each all patterns of what comes of them.
fn expected(theta: f64, aps: &[f64]) -> [f64; 5] {
    let chances: Vec<f64> = (0..1024).map(|turned| chance(theta, turned)).collect();
    let (mut mean, mut of_means, mut variance) = (0.0, 0.0, 0.0);
    for given in 0..1024_usize {
        let (mut first, mut second) = (0.0, 0.0);
        for (turned, chance) in chances.iter().enumerate() {
            let ap = aps[given ^ turned];
            first += chance * ap;
            second += chance * ap * ap;
        }
        mean += first / 1024.0;
        of_means += first * first / 1024.0;
        variance += (second - first * first) / 1024.0;
    }
    let between = of_means - mean * mean + variance / M as f64;
    [mean, between, variance, between + variance, of_means - mean * mean + variance]
}

/// The whole simulation once more, by table look-up instead of documents.
fn simulate(theta: f64, aps: &[f64], random: &mut Random) -> [f64; 5] {
    let (mean, variance) = (gainline_stats::mean, gainline_stats::variance);
    // Documents judged other than given: how many, then which.
    let mut up_to = [0.0; 11];
    let mut sum = 0.0;
    for turned in 0..1024_usize {
        up_to[turned.count_ones() as usize] += chance(theta, turned);
    }
    up_to.iter_mut().for_each(|share| {
        sum += *share;
        *share = sum;
    });
    let mut topics: Vec<Vec<f64>> = vec![];
    for _ in 0..50 {
        let given = random.below(1024);
        let mut repeat = |_| {
            let drawn = random.unit();
            let count = up_to.iter().position(|share| drawn < *share).unwrap_or(10);
            let mut turned = 0_usize;
            while turned.count_ones() < count as u32 {
                turned |= 1 << random.below(10);
            }
            aps[given ^ turned]
        };
        topics.push((0..M).map(&mut repeat).collect());
    }
    let means: Vec<f64> = topics.iter().map(|t| mean(t).unwrap()).collect();
    let within: Vec<f64> = topics.iter().map(|t| variance(t).unwrap()).collect();
    let one = |repeat: usize| {
        variance(&topics.iter().map(|topic| topic[repeat]).collect::<Vec<_>>()).unwrap()
    };
    let (between, within) = (variance(&means).unwrap(), mean(&within).unwrap());
    let in_one: Vec<f64> = (0..M).map(one).collect();
    [mean(&means).unwrap(), between, within, between + within, mean(&in_one).unwrap()]
}

const REPLICATIONS: usize = 40;

fn cells(theta: f64) -> Cells {
    let aps = all_aps();
    let mut random = Random::stream(2, 0);
    let mut spreads = [Spread::default(); 5];
    for _ in 0..REPLICATIONS {
        for (spread, cell) in spreads.iter_mut().zip(simulate(theta, &aps, &mut random)) {
            spread.add(cell);
        }
    }
    let (expected, errors) = (expected(theta, &aps), spreads.map(|s| s.variance().unwrap().sqrt()));
    for ((spread, expected), error) in spreads.iter().zip(expected).zip(errors) {
        close(spread.mean(), expected, 4.0 * error / (REPLICATIONS as f64).sqrt());
    }
    Cells { expected, errors }
}

/// Kishida's numbers, and those of the study, lie within three standard errors of what they
/// estimate.
#[test]
fn it_is_reproduced() {
    for table in KISHIDA_TABLE_2 {
        let Cells { expected, errors } = cells(table.theta);
        let model = Model::Flip { thetas: vec![table.theta] };
        let request = Noise { model, ..Noise::by(parse_measures(["AP"]).unwrap()) };
        let answer = request.answer_kishida(Options::default(), &Silent).unwrap();
        let noise = &answer.rejudgings[0].measures[0];
        assert_eq!(noise.published, Some(table));
        let ours = &noise.runs[0];
        let ours = [
            Some(ours.mean),
            ours.var_topics,
            ours.var_judging,
            ours.var_sum,
            ours.var_one_judging,
        ];
        let TableTwo { mean, var_topics, var_judging, var_sum, var_one_judging, .. } = table;
        let theirs = [mean, var_topics, var_judging, var_sum, var_one_judging];
        for cell in 0..5 {
            // The paper rounds to five decimals.
            close(theirs[cell], expected[cell], 3.0 * errors[cell] + 5e-6);
            close(ours[cell].unwrap(), expected[cell], 3.0 * errors[cell]);
        }
    }
}

/// A topic without relevant documents has an AP of 0, and counts: the mean over all patterns.
#[test]
fn pure_chance_gives_the_mean_over_all_patterns() {
    let aps = all_aps();
    let [mean, between, within, ..] = expected(0.5, &aps);
    close(mean, gainline_stats::mean(&aps).unwrap(), 1e-12);
    close(mean, 0.606_955_596_547, 1e-12);
    close(within, 0.036_724_277_05, 1e-11);
    close(between, within / M as f64, 1e-12);
}

/// Why the paper's σ̂²_μ has the divisor L: of the same values, the last row is, but for what the
/// means of repeats happen to vary, σ̂²_d plus σ̂²_μ with L − 1.
#[test]
fn its_last_row_tells_the_divisor() {
    let table = KISHIDA_TABLE_2[0];
    let chance = table.var_judging / 50.0 * (2.0 / M as f64).sqrt() * 50.0 / 49.0;
    let by = |divisor: f64| {
        (table.var_topics * 50.0 / divisor + table.var_judging - table.var_one_judging).abs()
    };
    assert!(by(49.0) < 3.0 * chance + 1.5e-5);
    assert!(by(50.0) > 20.0 * chance);
}
