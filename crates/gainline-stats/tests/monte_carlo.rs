//! The Monte Carlo statistics against brute force, published numbers, scipy, and each other.

use gainline_stats::{
    BootstrapMethod, BootstrapStatistic, MonteCarlo, PValues, Random, StatsError,
    bootstrap_interval, bootstrap_mean, bootstrap_test, in_chunks, randomization_test,
    randomized_tukey,
};

type Statistic<'a> = &'a (dyn Fn(&[f64]) -> f64 + Sync);

/// Skewed, with one zero.
const SKEWED: [f64; 20] = [
    0.12, -0.05, 0.31, 0.02, 0.0, 0.44, -0.11, 0.07, 0.19, 0.03, 0.56, -0.02, 0.08, 0.15, 0.01,
    -0.07, 0.72, 0.05, 0.11, 0.26,
];

fn normal(random: &mut Random) -> f64 {
    (-2.0 * (1.0 - random.unit()).ln()).sqrt() * (std::f64::consts::TAU * random.unit()).cos()
}

fn normals(random: &mut Random, count: usize, mean: f64) -> Vec<f64> {
    (0..count).map(|_| mean + normal(random)).collect()
}

fn plan(trials: usize) -> MonteCarlo<'static> {
    MonteCarlo::new(trials, 7).threads(2)
}

/// Whether two p-values agree to four standard errors.
fn agree(p: f64, other: f64, standard_error: f64) -> bool {
    (p - other).abs() <= 4.0 * standard_error
}

/// The shares of `all` possible outcomes that are at least as far out as the one seen.
fn shares(all: &[f64], seen: f64) -> PValues {
    let share = |is_hit: &dyn Fn(f64) -> bool| {
        all.iter().filter(|outcome| is_hit(**outcome)).count() as f64 / all.len() as f64
    };
    PValues {
        two_sided: share(&|outcome| outcome.abs() >= seen.abs() - 1e-12),
        greater: share(&|outcome| outcome >= seen - 1e-12),
        less: share(&|outcome| outcome <= seen + 1e-12),
    }
}

#[test]
fn the_exact_randomization_test_is_the_count_over_all_sign_patterns() {
    let mut random = Random::stream(1, 0);
    for count in 1..=12 {
        let zeros = vec![0.0; count];
        // Whole tenths, so that many patterns tie and some differences are 0.
        let tenths: Vec<f64> = (0..count).map(|_| random.below(9) as f64 / 10.0 - 0.3).collect();
        for differences in [normals(&mut random, count, 0.4), tenths] {
            let sign = |pattern: u32, i: usize| if pattern >> i & 1 == 1 { -1.0 } else { 1.0 };
            let signed = |pattern| (0..count).map(move |i| sign(pattern, i));
            let sum = |p| signed(p).zip(&differences).map(|(sign, d)| sign * d).sum::<f64>();
            let all: Vec<f64> = (0..1 << count).map(sum).collect();
            let test = randomization_test(&differences, &zeros, &plan(1)).unwrap();
            assert_eq!(test.p, shares(&all, sum(0)), "{differences:?}");
            assert_eq!((test.standard_error, test.sampling), (0.0, None));
        }
    }
}

#[test]
fn the_seed_and_not_the_number_of_threads_decides_the_result() {
    let mut random = Random::stream(4, 0);
    let table: Vec<Vec<f64>> =
        (0..4).map(|s| normals(&mut random, 25, f64::from(s) / 8.0)).collect();
    let with = |seed, threads| {
        let plan = MonteCarlo::new(4_321, seed).threads(threads);
        (
            randomization_test(&table[0], &table[3], &plan).unwrap(),
            bootstrap_test(&table[0], &table[3], BootstrapStatistic::Mean, &plan).unwrap(),
            bootstrap_mean(&table[3], 0.95, BootstrapMethod::Bca, &plan).unwrap(),
            randomized_tukey(&table, &plan).unwrap(),
        )
    };
    let one = with(1, 1);
    assert_eq!(one, with(1, 2));
    assert_eq!(one, with(1, 8));
    let other = with(2, 1);
    for (one, other) in [(one.0, other.0), (one.1, other.1)] {
        assert_ne!(one.p, other.p);
        assert!(agree(one.p.two_sided, other.p.two_sided, 1.5 * one.standard_error));
    }
    assert!(one.2.interval != other.2.interval && one.2.estimate == other.2.estimate);
    assert_ne!(one.3.pairs, other.3.pairs);
    for (one, other) in one.3.pairs.iter().zip(&other.3.pairs) {
        assert!(agree(one.p, other.p, 1.5 * one.standard_error), "{one:?} is far from {other:?}");
    }
}

#[test]
fn chunks_come_back_in_order_and_progress_ends_at_the_total() {
    for threads in [None, Some(0), Some(1), Some(2), Some(8)] {
        let last = std::cell::Cell::new((0, 0));
        let result =
            in_chunks(2_500, threads, &|done, total| last.set((done, total)), |i, n| (i, n));
        assert_eq!(result, [(0, 1_000), (1, 1_000), (2, 500)]);
        assert_eq!(last.get(), (2_500, 2_500));
    }
}

/// `scipy.stats.bootstrap` of scipy 1.17.1: means over 8 seeds of 250,000 resamples each.
#[test]
fn bootstrap_intervals_are_scipys() {
    let deviation = |v: &[f64]| gainline_stats::variance(v).map_or(f64::NAN, f64::sqrt);
    let median = |v: &[f64]| gainline_stats::median(v).unwrap_or(f64::NAN);
    let mean = |v: &[f64]| gainline_stats::mean(v).unwrap_or(f64::NAN);
    use BootstrapMethod::{Bca, Percentile};
    let cases: [(Statistic, _, _, _, _); 6] = [
        (&mean, Percentile, 0.057875, 0.24275, 0.047369),
        (&mean, Bca, 0.067688, 0.260188, 0.047369),
        (&median, Percentile, 0.015, 0.17, 0.041654),
        (&median, Bca, 0.015, 0.17, 0.041654),
        (&deviation, Percentile, 0.113968, 0.283612, 0.043307),
        (&deviation, Bca, 0.145035, 0.311542, 0.043307),
    ];
    for (statistic, method, low, high, error) in cases {
        let found = bootstrap_interval(&SKEWED, statistic, 0.95, method, &plan(50_000)).unwrap();
        assert!((found.interval.low - low).abs() < 0.003, "{low} is not in {found:?}");
        assert!((found.interval.high - high).abs() < 0.003, "{high} is not in {found:?}");
        assert!((found.standard_error / error - 1.0).abs() < 0.02, "{error} is not in {found:?}");
    }
}

#[test]
fn the_bootstrap_interval_of_a_normal_sample_is_near_students() {
    let sample = normals(&mut Random::stream(5, 0), 60, 1.0);
    let mean = gainline_stats::mean(&sample).unwrap();
    // 2.0010 is the 97.5 % point of Student's t with 59 degrees of freedom.
    let reach = 2.0010 * (gainline_stats::variance(&sample).unwrap() / 60.0).sqrt();
    for method in [BootstrapMethod::Percentile, BootstrapMethod::Bca] {
        let found = bootstrap_mean(&sample, 0.95, method, &plan(20_000)).unwrap();
        assert_eq!(found.estimate, mean);
        assert!((found.interval.low - (mean - reach)).abs() < 0.1 * reach, "{found:?}");
        assert!((found.interval.high - (mean + reach)).abs() < 0.1 * reach, "{found:?}");
    }
}

/// All 5⁵ resamples of five differences, each as likely as the other.
#[test]
fn the_bootstrap_test_is_the_share_of_all_resamples() {
    let differences: [f64; 5] = [0.3, 0.7, -0.2, 0.4, 0.1];
    let mean = |v: &[f64]| v.iter().sum::<f64>() / 5.0;
    let centred = differences.map(|d| d - mean(&differences));
    let t = |v: &[f64]| {
        let deviation = (v.iter().map(|x| (x - mean(v)).powi(2)).sum::<f64>() / 4.0).sqrt();
        if deviation < 1e-12 { mean(v) * f64::INFINITY } else { mean(v) / deviation }
    };
    let resample = |code: usize| [1, 5, 25, 125, 625].map(|b| centred[code / b % 5]);
    let statistics: [(_, Statistic); 2] =
        [(BootstrapStatistic::Mean, &mean), (BootstrapStatistic::Studentized, &t)];
    for (kind, statistic) in statistics {
        let all: Vec<f64> = (0..3_125).map(|code| statistic(&resample(code))).collect();
        let exact = shares(&all, statistic(&differences));
        let test = bootstrap_test(&differences, &[0.0; 5], kind, &plan(50_000)).unwrap();
        for p in [|p: PValues| p.two_sided, |p: PValues| p.greater, |p: PValues| p.less] {
            let error = test.sampling.unwrap().standard_error(p(exact));
            assert!(agree(p(test.p), p(exact), error), "{test:?} is far from {exact:?}");
        }
    }
}

#[test]
fn the_bootstrap_of_values_that_do_not_vary_is_a_point_or_an_error() {
    for sample in [&[0.1; 7][..], &[0.1]] {
        for method in [BootstrapMethod::Percentile, BootstrapMethod::Bca] {
            let found = bootstrap_mean(sample, 0.95, method, &plan(100)).unwrap();
            assert_eq!((found.interval.low, found.interval.high), (0.1, 0.1));
            assert_eq!((found.estimate, found.standard_error), (0.1, 0.0));
        }
    }
    for kind in [BootstrapStatistic::Mean, BootstrapStatistic::Studentized] {
        let test = |a: &[f64]| bootstrap_test(a, &[0.2, 0.3, 0.4], kind, &plan(100));
        let alike = PValues { two_sided: 1.0, greater: 1.0, less: 1.0 };
        assert_eq!(test(&[0.2, 0.3, 0.4]).unwrap().p, alike);
        let message = "the bootstrap test is undefined: all differences are equal";
        assert_eq!(test(&[0.3, 0.4, 0.5]).unwrap_err().to_string(), message);
    }
}

#[test]
fn randomized_tukey_of_two_systems_is_the_randomization_test() {
    let mut random = Random::stream(6, 0);
    let systems = [normals(&mut random, 40, 0.0), normals(&mut random, 40, 0.35)];
    let tukey = randomized_tukey(&systems, &plan(20_000)).unwrap();
    let pair = tukey.pairs[0];
    let test = randomization_test(&systems[0], &systems[1], &plan(20_000)).unwrap();
    assert!((pair.difference - test.mean_difference).abs() < 1e-15);
    assert!(
        agree(pair.p, test.p.two_sided, 1.5 * pair.standard_error),
        "{pair:?} is far from {test:?}"
    );
    assert_eq!(tukey.overall_p, pair.p);
}

/// With a chance of 0.05 the rejections of 400 are 7 to 36 in 99.9 % of cases.
#[test]
fn under_the_null_hypothesis_one_family_in_twenty_is_rejected() {
    let rejected = |seed: u64| {
        let mut random = Random::stream(8, seed);
        let systems: Vec<Vec<f64>> = (0..4).map(|_| normals(&mut random, 15, 0.0)).collect();
        let found = randomized_tukey(&systems, &MonteCarlo::new(999, seed).threads(1)).unwrap();
        found.pairs.iter().any(|pair| pair.p <= 0.05)
    };
    let rejections = (0..400).filter(|&seed| rejected(seed)).count();
    assert!((7..=36).contains(&rejections), "{rejections} of 400");
}

#[test]
fn input_that_cannot_be_used_is_an_error_and_never_nan() {
    let test = |a: &[f64], b| randomization_test(a, b, &plan(9)).unwrap_err().to_string();
    assert_eq!(test(&[], &[]), "the randomization test needs at least 1 pairs, not 0");
    assert_eq!(test(&[0.1], &[]), "the samples differ in length: 1 and 0 values");
    let message = "value 2 is `NaN`; every value must be a finite number";
    assert_eq!(test(&[0.1, f64::NAN], &[0.1, 0.2]), message);
    let message = "the randomization test is undefined: the values are too large to be added";
    assert_eq!(test(&[f64::MAX, f64::MAX], &[0.1, 0.2]), message);
    let kind = BootstrapStatistic::Studentized;
    let error = bootstrap_test(&[1.0], &[0.0], kind, &plan(9)).unwrap_err();
    assert_eq!(error.to_string(), "the bootstrap test needs at least 2 pairs, not 1");
    let interval = |v: &[f64], level| {
        let infinite = |v: &[f64]| 1.0 / (v[0] - v[1]);
        bootstrap_interval(v, infinite, level, BootstrapMethod::Bca, &plan(99))
            .unwrap_err()
            .to_string()
    };
    assert_eq!(interval(&[], 0.95), "the bootstrap interval needs at least 1 values, not 0");
    let message = "level is `95`; it must be between 0 and 1, both excluded";
    assert_eq!(interval(&[0.1, 0.2], 95.0), message);
    let message = "the bootstrap interval is undefined: the statistic of a resample is not finite";
    assert_eq!(interval(&[0.1, 0.2, 0.4], 0.95), message);
    let error = randomized_tukey(&[vec![0.1, 0.2], vec![0.1]], &plan(9)).unwrap_err();
    assert_eq!(error, StatsError::LengthsDiffer { first: 2, other: 1 });
    let extreme = [f64::MAX / 100.0, -f64::MAX / 100.0, f64::MIN_POSITIVE, 0.0];
    let test = bootstrap_test(&extreme, &[0.0; 4], kind, &plan(9)).unwrap();
    assert!(test.p.two_sided > 0.0 && test.p.two_sided <= 1.0);
}
