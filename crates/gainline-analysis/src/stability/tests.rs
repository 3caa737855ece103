//! Swaps and ranks against all splits and resamplings of a few topics.

use super::*;
use crate::{RunName, Silent};
use gainline::{Options, Qrels, Run};
use gainline_stats::kendall_tau_b;
use proptest::prelude::*;

fn drawing(sizes: &[usize]) -> Stability {
    Stability { sizes: Some(sizes.to_vec()), ..Stability::by(vec![]) }
}

fn sample(columns: Vec<Vec<f64>>) -> Sample {
    let names: Vec<String> = (0..columns.len()).map(|run| run.to_string()).collect();
    let topics: Vec<String> = (0..columns[0].len()).map(|topic| topic.to_string()).collect();
    let all: Vec<usize> = (0..topics.len()).collect();
    let means = columns.iter().map(|column| mean(column, &all)).collect();
    let runs = RunName::all(names.iter().map(String::as_str));
    Sample::new("AP".parse().unwrap(), runs, topics, columns, means).unwrap()
}

/// The runs in the order in which they were given.
fn as_given(found: &MeasureStability) -> Vec<RunRanks> {
    let mut runs = found.runs.clone();
    runs.sort_by_key(|run| run.run.place);
    runs
}

/// Three runs on six topics; the second and the third are close.
fn few() -> Vec<Vec<f64>> {
    vec![
        vec![0.31, 0.55, 0.12, 0.71, 0.40, 0.26],
        vec![0.52, 0.60, 0.05, 0.90, 0.45, 0.20],
        vec![0.50, 0.41, 0.30, 0.77, 0.61, 0.22],
    ]
}

fn mean(column: &[f64], topics: &[usize]) -> f64 {
    topics.iter().fold(0.0, |sum, topic| sum + column[*topic]) / topics.len() as f64
}

/// All ways to choose two sets of `size` topics out of six that have none in common.
fn all_splits(size: usize) -> Vec<(Vec<usize>, Vec<usize>)> {
    let sets = |mask: u32| (0..6).filter(|topic| mask >> topic & 1 == 1).collect::<Vec<usize>>();
    let masks = || (0..64_u32).filter(|mask| mask.count_ones() == size as u32);
    let pairs = masks().flat_map(|a| masks().filter(move |b| a & b == 0).map(move |b| (a, b)));
    pairs.map(|(a, b)| (sets(a), sets(b))).collect()
}

fn one(columns: Vec<Vec<f64>>, request: &Stability, trials: usize) -> MeasureStability {
    let sizes = request.sizes.as_deref().unwrap();
    stability(&[sample(columns)], sizes, request, &MonteCarlo::new(trials, 1)).remove(0)
}

/// Whole numbers of tenths, so that runs are often tied.
fn coarse() -> Vec<Vec<f64>> {
    vec![
        vec![0.5, 0.1, 0.3, 0.3, 0.2, 0.4],
        vec![0.3, 0.1, 0.4, 0.3, 0.2, 0.6],
        vec![0.1, 0.2, 0.3, 0.2, 0.6, 0.0],
    ]
}

/// The exact rates over all splits, and those of many random ones.
#[test]
fn rates_are_near_those_over_all_splits() {
    for columns in [few(), coarse()] {
        let found = one(columns.clone(), &drawing(&[1, 2, 3]), 20_000);
        let means: Vec<f64> = as_given(&found).iter().map(|run| run.mean).collect();
        for size in &found.sizes {
            near_all_splits(size, &columns, &means);
        }
    }
}

fn near_all_splits(size: &SizeSwaps, columns: &[Vec<f64>], means: &[f64]) {
    let splits = all_splits(size.topics);
    let (mut swaps, mut ties, mut least) = (0.0, 0.0, f64::INFINITY);
    for (one, other) in [(0, 1), (0, 2), (1, 2)] {
        let ahead = |set: &[usize]| mean(&columns[one], set) - mean(&columns[other], set);
        for (a, b) in splits.iter().map(|(a, b)| (ahead(a), ahead(b))) {
            if a.abs() < 1e-12 || b.abs() < 1e-12 {
                ties += 1.0;
            } else {
                swaps += f64::from(u8::from(a * b < 0.0));
                least = least.min(a.abs());
            }
        }
    }
    let all = (3 * splits.len()) as f64;
    let (rate, tied) = (swaps / (all - ties), ties / all);
    assert!((size.swap_rate.unwrap() - rate).abs() < 0.01, "{size:?} {rate}");
    assert!((size.tie_rate - tied).abs() < 0.01, "{} {tied}", size.tie_rate);
    assert!(
        (size.smallest_difference.unwrap() - least).abs() < 1e-12,
        "{:?} {least}",
        size.smallest_difference
    );
    // Some sets tie all runs, and have no order to compare.
    let taus: Vec<f64> = splits
        .iter()
        .filter_map(|(a, _)| {
            let here: Vec<f64> =
                columns.iter().map(|column| (mean(column, a) * 1e9).round()).collect();
            kendall_tau_b(&here, means).ok().map(|tau| tau.coefficient)
        })
        .collect();
    let tau = taus.iter().fold(0.0, |sum, tau| sum + tau) / taus.len() as f64;
    assert!((size.tau.unwrap() - tau).abs() < 0.02, "{:?} {tau}", size.tau);
    let without = 1.0 - taus.len() as f64 / splits.len() as f64;
    assert!((size.without_tau_rate - without).abs() < 0.01, "{size:?} {without}");
}

/// What the share of reversed resamplings means: oriented by the run that happened to be better, it
/// is spread evenly from 0 to 0.5 where two runs are really equal, with a mean of a quarter.
#[test]
fn of_equal_runs_any_share_of_reversals_to_a_half_is_as_likely() {
    let worlds = 400;
    let mut quarters = [0.0; 4];
    for world in 0..worlds {
        let mut random = gainline_stats::Random::stream(7, world);
        let mut column = || (0..30).map(|_| random.unit()).collect::<Vec<f64>>();
        let columns = vec![column(), column()];
        let reversed = one(columns, &drawing(&[1]), 200).pairs[0].reversed;
        quarters[((8.0 * reversed) as usize).min(3)] += 1.0;
    }
    let expected = worlds as f64 / 4.0;
    let error = (expected * 0.75).sqrt();
    for count in quarters {
        let off: f64 = count - expected;
        assert!(off.abs() < 3.5 * error, "{quarters:?}");
    }
}

/// All 6⁶ resamplings.
#[test]
fn ranks_are_near_those_of_all_resamplings() {
    let columns = few();
    let (mut first, mut mean_rank, mut all) = ([0.0; 3], [0.0; 3], 0.0);
    // The third run is the best on all six topics, the second comes next.
    let mut reversed = 0.0;
    for code in 0..6_usize.pow(6) {
        let topics: Vec<usize> = (0..6).map(|place| code / 6_usize.pow(place) % 6).collect();
        let means: Vec<f64> = columns.iter().map(|column| mean(column, &topics)).collect();
        let rank = |run: usize| {
            let above = means.iter().filter(|mean| **mean > means[run] + 1e-12).count();
            let equal = means.iter().filter(|mean| (*mean - means[run]).abs() <= 1e-12).count();
            (above as f64 + (equal as f64 + 1.0) / 2.0, above, equal)
        };
        for run in 0..3 {
            let (rank, above, equal) = rank(run);
            mean_rank[run] += rank;
            first[run] += if above == 0 { 1.0 / equal as f64 } else { 0.0 };
        }
        reversed += if means[1] > means[2] + 1e-12 { 1.0 } else { 0.0 };
        all += 1.0;
    }
    let found = one(columns, &drawing(&[3]), 20_000);
    let runs = as_given(&found);
    for (run, ranks) in runs.iter().enumerate() {
        let (first, mean_rank) = (first[run] / all, mean_rank[run] / all);
        assert!((ranks.first - first).abs() < 0.015, "{} {first}", ranks.first);
        assert!((ranks.mean_rank - mean_rank).abs() < 0.02, "{} {mean_rank}", ranks.mean_rank);
    }
    assert_eq!(runs.iter().map(|r| r.rank).collect::<Vec<_>>(), [3.0, 2.0, 1.0]);
    assert_eq!((runs[0].best, runs[0].worst), (2.0, 3.0));
    let pair = &found.pairs[0];
    assert_eq!((pair.first.place, pair.second.place), (2, 1));
    assert!((pair.reversed - reversed / all).abs() < 0.015, "{} {reversed}", pair.reversed);
}

#[test]
fn a_run_that_is_better_on_every_topic_never_swaps() {
    let better: Vec<f64> = few()[0].iter().map(|value| value + 0.005).collect();
    let found = one(vec![few()[0].clone(), better], &drawing(&[1, 3]), 200);
    for size in &found.sizes {
        assert_eq!((size.swapped, size.tied, size.tau), (0, 0, Some(1.0)));
        assert!((size.smallest_difference.unwrap() - 0.005).abs() < 1e-12);
        let bin = Bin { from: 0.0, comparisons: 200, swapped: 0 };
        assert_eq!(size.bins, [bin]);
        let all = RequiredDifference { difference: 0.0, share: 1.0 };
        assert_eq!(size.required_difference, Some(all));
        let exactly = RequiredInterval { low: Some(0.0), high: Some(0.0), level: 0.95 };
        assert_eq!(size.required_interval, Some(exactly));
    }
    let best = &found.runs[0];
    assert_eq!((best.run.place, best.rank, best.mean_rank), (1, 1.0, 1.0));
    assert_eq!((best.best, best.worst, best.first), (1.0, 1.0, 1.0));
}

#[test]
fn equal_runs_are_tied_and_share_ranks() {
    let found = one(vec![few()[0].clone(), few()[0].clone()], &drawing(&[2]), 100);
    let size = &found.sizes[0];
    assert_eq!((size.swapped, size.tied, size.tau), (0, 100, None));
    // Nothing is known, rather than that nothing swaps.
    assert_eq!((size.swap_rate, size.tie_rate, size.smallest_difference), (None, 1.0, None));
    assert_eq!((size.required_difference, &size.bins[..]), (None, &[][..]));
    assert_eq!(size.required_interval, None);
    for run in &found.runs {
        assert_eq!((run.rank, run.mean_rank, run.first), (1.5, 1.5, 0.5));
        assert_eq!((run.best, run.worst), (1.5, 1.5));
    }
    let pair = &found.pairs[0];
    assert_eq!((pair.first.place, pair.second.place), (0, 1));
    assert_eq!((pair.difference, pair.reversed, pair.tied), (0.0, 0.0, 1.0));
}

/// Two runs that differ on one topic of six, or on two: how often a set of three has none of them.
#[test]
fn there_is_no_tau_where_many_sets_tie_all_runs() {
    for (differing, share, tau) in [(1, 10.0 / 20.0, None), (2, 4.0 / 20.0, Some(1.0))] {
        let mut other = few()[0].clone();
        other.iter_mut().take(differing).for_each(|value| *value += 0.1);
        let found = one(vec![few()[0].clone(), other], &drawing(&[3]), 20_000);
        let size = &found.sizes[0];
        assert!((size.without_tau_rate - share).abs() < 0.02, "{size:?}");
        assert_eq!(size.tau, tau);
    }
}

/// 0.03 is no multiple of 0.01 in binary, but belongs to the bin that begins there.
#[test]
fn differences_fall_into_the_bins_that_begin_with_them() {
    let columns = |by: f64| vec![vec![0.1 + by; 4], vec![0.1; 4]];
    for (by, from) in [(0.03, 0.03), (0.07, 0.07), (0.039, 0.03), (0.001, 0.0)] {
        let found = one(columns(by), &drawing(&[2]), 10);
        assert_eq!(found.sizes[0].bins.len(), 1);
        assert!((found.sizes[0].bins[0].from - from).abs() < 1e-12, "{by}");
    }
}

#[test]
fn the_last_bin_is_open_and_holds_a_hundredth() {
    let found = one(few(), &Stability { bin: 0.001, ..drawing(&[2]) }, 2_000);
    let size = &found.sizes[0];
    let last = size.bins.last().unwrap();
    let untied = size.comparisons - size.tied;
    assert!(100 * last.comparisons >= untied);
    assert_eq!(size.bins.iter().map(|bin| bin.comparisons).sum::<usize>(), untied);
    assert_eq!(size.bins.iter().map(|bin| bin.swapped).sum::<usize>(), size.swapped);
    assert!(size.bins.is_sorted_by(|a, b| a.from < b.from));
}

#[test]
fn threads_do_not_matter() {
    let on = |threads| {
        let plan = MonteCarlo::new(170, 1).threads(threads);
        stability(&[sample(few()), sample(few())], &[1, 3], &drawing(&[1, 3]), &plan)
    };
    assert_eq!(on(1), on(8));
    // The same sets for all measures.
    assert_eq!(on(1)[0], on(1)[1]);
}

/// Runs that each have one document on each of so many topics.
fn experiment(runs: usize, topics: usize) -> Experiment {
    let names: Vec<String> = (0..topics).map(|topic| topic.to_string()).collect();
    let rows = || names.iter().map(|name| (name.as_str(), "d", 1.0));
    let run = |at: usize| (at.to_string(), Run::from_rows(rows()).unwrap());
    let qrels = Qrels::from_rows(rows()).unwrap();
    Experiment::in_memory(qrels, (0..runs).map(run), Options::default()).unwrap()
}

#[test]
fn what_cannot_be_compared_is_refused() {
    let ask = |runs: usize, topics: usize, sizes: &[usize], replace: bool| {
        let measures = parse_measures(["AP"]).unwrap();
        let sizes = Some(sizes.to_vec());
        let request = Stability { sizes, replace, trials: 10, ..Stability::by(measures) };
        request.answer(&experiment(runs, topics), &Silent).map_err(|error| error.to_string())
    };
    let refused = |answer: std::result::Result<StabilityAnswer, String>| answer.unwrap_err();
    assert!(refused(ask(1, 6, &[1], false)).starts_with("a single run cannot be compared"));
    assert!(refused(ask(2, 1, &[1], false)).starts_with("only one topic"));
    assert!(refused(ask(2, 6, &[3, 4], false)).starts_with("sets of 4 topics: two sets"));
    assert!(refused(ask(2, 6, &[0], false)).starts_with("a set of topics has one topic or more"));
    assert!(refused(ask(2, 6, &[7], true)).starts_with("sets of 7 topics: there are only 6"));
    assert_eq!(ask(2, 6, &[6, 4, 4], true).unwrap().sizes, [4, 6]);
}

#[test]
fn usual_sizes_go_up_to_the_largest() {
    assert_eq!(usual_sizes(6), [2, 3, 4, 5, 6]);
    assert_eq!(usual_sizes(21), [2, 4, 6, 8, 10, 12, 14, 16, 18, 20, 21]);
    assert_eq!(usual_sizes(50), [5, 10, 15, 20, 25, 30, 35, 40, 45, 50]);
    assert_eq!(usual_sizes(125), [10, 20, 30, 40, 50, 60, 70, 80, 90, 100, 110, 120, 125]);
    assert_eq!(usual_sizes(1), [1]);
    assert!(usual_sizes(0).is_empty());
}

proptest! {
    #[test]
    fn shares_are_shares_and_ranks_are_ranks(
        columns in proptest::collection::vec(
            proptest::collection::vec(prop_oneof![Just(0.0), Just(0.5), 0.0..1.0], 6), 2..5,
        ),
        replace in any::<bool>(),
    ) {
        let runs = columns.len();
        let found = one(columns, &Stability { replace, ..drawing(&[1, 3]) }, 60);
        for size in &found.sizes {
            prop_assert!(size.swapped + size.tied <= size.comparisons);
            prop_assert_eq!(size.swap_rate.is_none(), size.tied == size.comparisons);
            prop_assert_eq!(size.smallest_difference.is_none(), size.tied == size.comparisons);
            prop_assert_eq!(size.comparisons, 60 * runs * (runs - 1) / 2);
            prop_assert!(size.tau.is_none_or(|tau| tau.abs() <= 1.0 + 1e-12));
        }
        let first = found.runs.iter().fold(0.0, |sum, run| sum + run.first);
        let ranks = found.runs.iter().fold(0.0, |sum, run| sum + run.mean_rank);
        prop_assert!((first - 1.0).abs() < 1e-9);
        prop_assert!((ranks - (runs * (runs + 1)) as f64 / 2.0).abs() < 1e-9);
        for run in &found.runs {
            prop_assert!(1.0 <= run.best && run.best <= run.worst && run.worst <= runs as f64);
        }
    }
}
