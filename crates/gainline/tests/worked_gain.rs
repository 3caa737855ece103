//! Numbers that Järvelin and Kekäläinen, Modern Information Retrieval and Kishida print for
//! graded measures, each with its source.

// The helpers of the tests unwrap as the tests do.
#![allow(clippy::unwrap_used)]

use gainline::{Found, Judged, Measure, Scorer};

/// A measure of a ranking given by its grades; the judged documents are `judged`.
fn score(measure: &str, ranking: &[u32], judged: &[u32]) -> f64 {
    let found: Vec<Found> =
        (1..).zip(ranking).map(|(rank, &grade)| Found::new(rank, f64::from(grade))).collect();
    let mut grades: Vec<f64> = judged.iter().map(|&g| f64::from(g)).collect();
    grades.sort_by(|a, b| b.total_cmp(a));
    let Scorer::Judged(scorer) = measure.parse::<Measure>().unwrap().scorer(1.0) else {
        panic!("{measure} is not a measure of grades");
    };
    scorer.score(&Judged::new(ranking.len(), &found, &grades))
}

fn vector(measure: &str, ranking: &[u32], judged: &[u32]) -> Vec<f64> {
    (1..=ranking.len()).map(|k| score(&format!("{measure}@{k}"), ranking, judged)).collect()
}

/// Whether values agree with printed ones; print may round or cut off.
fn printed(values: &[f64], print: &[f64], decimals: i32) {
    assert_eq!(values.len(), print.len());
    let unit = 10f64.powi(-decimals);
    for (value, print) in values.iter().zip(print) {
        assert!((value - print).abs() < 1.000_001 * unit, "{value} printed as {print}");
    }
}

/// JK, 2.1: the example gain vector G′.
const G: [u32; 10] = [3, 2, 3, 0, 0, 1, 2, 2, 3, 0];
/// JK, 2.2: the ideal gain vector I′.
const I: [u32; 13] = [3, 3, 3, 2, 2, 2, 1, 1, 1, 1, 0, 0, 0];

#[test]
fn cumulated_gain_of_jk() {
    assert_eq!(vector("CG", &G, &I), [3., 5., 8., 8., 8., 9., 11., 13., 16., 16.]);
    let ideal = [3., 6., 9., 11., 13., 15., 16., 17., 18., 19., 19., 19., 19.];
    assert_eq!(vector("CG", &I, &I), ideal);
}

#[test]
fn discounted_cumulated_gain_of_jk() {
    let dcg = vector("DCG(discount=jk,base=2)", &G, &I);
    printed(&dcg, &[3., 5., 6.89, 6.89, 6.89, 7.28, 7.99, 8.66, 9.61, 9.61], 2);
    let ideal = vector("DCG(discount=jk,base=2)", &I, &I);
    let print = [3., 6., 7.89, 8.89, 9.75, 10.52, 10.88, 11.21, 11.53, 11.83, 11.83, 11.83];
    printed(&ideal[..12], &print, 2);
    // The two discounts agree for base 2.
    assert_eq!(dcg, vector("DCG(discount=jk-rn,base=2)", &G, &I));
}

#[test]
fn normalised_cumulated_gain_of_jk() {
    let print = [1., 0.83, 0.89, 0.73, 0.62, 0.6, 0.69, 0.76, 0.89, 0.84];
    printed(&vector("nCG", &G, &I), &print, 2);
}

#[test]
fn sliding_ratios_of_kishida() {
    let judged = [3, 2, 2, 1];
    assert_eq!(score("SR", &[3, 2, 1], &judged), 0.75);
    assert_eq!(score("SR", &[1, 2, 3], &judged), 0.75);
    printed(&[score("mSR", &[1, 2, 3], &judged)], &[0.61], 2);
    printed(&[score("mSR", &[3, 2, 1], &judged)], &[0.88], 2);
}

#[test]
fn ranked_half_life_of_kishida() {
    // Gains .5, 1, 1, .5 at ranks 1, 3, 9, 14, doubled to whole grades.
    let mut ranking = [0; 14];
    for (rank, grade) in [(1, 1), (3, 2), (9, 2), (14, 1)] {
        ranking[rank - 1] = grade;
    }
    assert_eq!(score("RHL", &ranking, &[2, 2, 1, 1]), 3.0);
    let mut far = vec![0; 1000];
    for (rank, grade) in [(1, 1), (3, 2), (100, 2), (1000, 1)] {
        far[rank - 1] = grade;
    }
    assert_eq!(score("RHL", &far, &[2, 2, 1, 1]), 3.0);
}

/// Kishida's small world: all rankings of five documents out of one each of grades 3, 2, 1 and
/// many of grade 0.
fn patterns() -> Vec<Vec<u32>> {
    let mut all = vec![];
    for code in 0..4u32.pow(5) {
        let pattern: Vec<u32> = (0..5).map(|i| code / 4u32.pow(i) % 4).collect();
        let once = (1..4).all(|g| pattern.iter().filter(|&&p| p == g).count() <= 1);
        if once {
            all.push(pattern);
        }
    }
    all
}

const FOUR: [&str; 4] = ["mSR@5", "AvgnDCG(discount=jk)@5", "Q@5", "GenAP@5"];

#[test]
fn kishida_table_5() {
    for (pattern, print) in [
        ([3, 2, 0, 0, 0], [0.923, 0.933, 0.667, 0.733]),
        ([0, 0, 1, 2, 3], [0.331, 0.184, 0.513, 0.304]),
        ([0, 3, 2, 1, 0], [0.558, 0.610, 0.750, 0.622]),
        ([3, 0, 0, 0, 0], [0.692, 0.640, 0.333, 0.400]),
        ([0, 0, 0, 0, 3], [0.138, 0.046, 0.121, 0.080]),
    ] {
        let values = FOUR.map(|m| score(m, &pattern, &[3, 2, 1]));
        printed(&values, &print, 3);
    }
}

fn columns(measures: &[&str]) -> Vec<Vec<f64>> {
    let patterns = patterns();
    assert_eq!(patterns.len(), 136);
    measures.iter().map(|m| patterns.iter().map(|p| score(m, p, &[3, 2, 1])).collect()).collect()
}

fn mean(values: &[f64]) -> f64 {
    values.iter().sum::<f64>() / values.len() as f64
}

fn covariance(a: &[f64], b: &[f64]) -> f64 {
    let (ma, mb) = (mean(a), mean(b));
    a.iter().zip(b).map(|(x, y)| (x - ma) * (y - mb)).sum::<f64>() / (a.len() - 1) as f64
}

#[test]
fn kishida_table_3() {
    let columns = columns(&FOUR);
    let means: Vec<f64> = columns.iter().map(|c| mean(c)).collect();
    printed(&means, &[0.488, 0.443, 0.503, 0.410], 3);
    let deviations: Vec<f64> = columns.iter().map(|c| covariance(c, c).sqrt()).collect();
    printed(&deviations, &[0.245, 0.250, 0.240, 0.228], 3);
}

#[test]
fn kishida_table_4() {
    let columns = columns(&["mSR@5", "AvgnDCG(discount=jk)@5", "Q@5", "GenAP@5", "AP@5"]);
    let correlation = |a: usize, b: usize| {
        let (a, b) = (&columns[a], &columns[b]);
        covariance(a, b) / (covariance(a, a) * covariance(b, b)).sqrt()
    };
    for (a, b, print) in [
        (0, 1, 0.969),
        (0, 2, 0.885),
        (1, 2, 0.840),
        (0, 3, 0.963),
        (1, 3, 0.940),
        (2, 3, 0.961),
        (4, 0, 0.857),
        (4, 1, 0.829),
        (4, 2, 0.928),
        (4, 3, 0.894),
    ] {
        printed(&[correlation(a, b)], &[print], 3);
    }
}
