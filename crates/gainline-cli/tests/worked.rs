//! The numbers that the founding papers print, through the command line; `gainline`'s own tests
//! have them through the library.

#![allow(clippy::unwrap_used)] // a test that cannot go on should stop

use std::collections::HashMap;
use std::fmt::Write;
use std::path::PathBuf;
use std::process::Command;

/// Files for a command to read.
struct Files {
    folder: tempfile::TempDir,
}

impl Files {
    /// Qrels and a run of topics, each given by the grades of its ranking and of what it missed.
    fn of<'t>(topics: impl IntoIterator<Item = (String, &'t [u32], &'t [u32])>) -> Self {
        let (mut qrels, mut run) = (String::new(), String::new());
        for (topic, ranking, missed) in topics {
            for (rank, grade) in (1..).zip(ranking) {
                writeln!(qrels, "{topic} 0 d{rank} {grade}").unwrap();
                writeln!(run, "{topic} Q0 d{rank} {rank} {} test", 10_000 - rank).unwrap();
            }
            for (at, grade) in missed.iter().enumerate() {
                writeln!(qrels, "{topic} 0 missed{at} {grade}").unwrap();
            }
        }
        Files::written(&qrels, &run)
    }

    fn written(qrels: &str, run: &str) -> Self {
        let folder = tempfile::tempdir().unwrap();
        std::fs::write(folder.path().join("qrels"), qrels).unwrap();
        std::fs::write(folder.path().join("run"), run).unwrap();
        Files { folder }
    }

    fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    /// What a command prints as tab-separated values, without its header.
    fn rows(&self, command: &str, options: &[&str]) -> Vec<Vec<String>> {
        let output = Command::new(env!("CARGO_BIN_EXE_gainline"))
            .arg(command)
            .args([self.path("qrels"), self.path("run")])
            .args(["--format", "tsv"])
            .args(options)
            .output()
            .unwrap();
        let (out, error) = (output.stdout, String::from_utf8_lossy(&output.stderr).into_owned());
        assert!(output.status.success(), "{error}");
        let text = String::from_utf8(out).unwrap();
        text.lines().skip(1).map(|line| line.split('\t').map(String::from).collect()).collect()
    }

    /// The values of `gainline eval --per-topic`, by topic and measure.
    fn eval(&self, measures: &str, options: &[&str]) -> HashMap<(String, String), f64> {
        let options = [&["--per-topic", "-m", measures], options].concat();
        let rows = self.rows("eval", &options);
        let value = |row: Vec<String>| ((row[1].clone(), row[2].clone()), row[3].parse().unwrap());
        rows.into_iter().map(value).collect()
    }
}

/// Whether values agree with printed ones; print may round or cut off.
fn printed(values: &[f64], print: &[f64], decimals: i32) {
    assert_eq!(values.len(), print.len());
    let unit = 10f64.powi(-decimals);
    for (value, print) in values.iter().zip(print) {
        assert!((value - print).abs() < 1.000_001 * unit, "{value} printed as {print}");
    }
}

fn all(values: &HashMap<(String, String), f64>, measures: &[&str], over: &str) -> Vec<f64> {
    measures.iter().map(|m| values[&(over.to_string(), m.to_string())]).collect()
}

/// A measure at ranks 1 to n of one topic.
fn vector(ranking: &[u32], missed: &[u32], measure: &str, n: usize) -> Vec<f64> {
    let files = Files::of([("t".to_string(), ranking, missed)]);
    let cutoffs: Vec<String> = (1..=n).map(|k| k.to_string()).collect();
    let values = files.eval(&format!("{measure}@{}", cutoffs.join(",")), &[]);
    (1..=n).map(|k| values[&("t".into(), format!("{measure}@{k}"))]).collect()
}

/// Järvelin and Kekäläinen, 2002, 2.1 and 2.2: the gain vector G′ and the ideal one I′. What is
/// judged besides the ranking G′ makes the ideal I′.
const G: [u32; 10] = [3, 2, 3, 0, 0, 1, 2, 2, 3, 0];
const I: [u32; 13] = [3, 3, 3, 2, 2, 2, 1, 1, 1, 1, 0, 0, 0];
const REST_OF_I: [u32; 3] = [1, 1, 1];

#[test]
fn the_vectors_of_jarvelin_and_kekalainen() {
    let cg = vector(&G, &[], "CG", 10);
    assert_eq!(cg, [3., 5., 8., 8., 8., 9., 11., 13., 16., 16.]);
    let dcg = vector(&G, &[], "DCG(discount=jk)", 10);
    printed(&dcg, &[3., 5., 6.89, 6.89, 6.89, 7.28, 7.99, 8.66, 9.61, 9.61], 2);
    let ideal = vector(&I, &[], "CG", 13);
    assert_eq!(ideal, [3., 6., 9., 11., 13., 15., 16., 17., 18., 19., 19., 19., 19.]);
    let ideal = vector(&I, &[], "DCG(discount=jk)", 12);
    let print = [3., 6., 7.89, 8.89, 9.75, 10.52, 10.88, 11.21, 11.53, 11.83, 11.83, 11.83];
    printed(&ideal, &print, 2);
    let ncg = vector(&G, &REST_OF_I, "nCG", 10);
    printed(&ncg, &[1., 0.83, 0.89, 0.73, 0.62, 0.6, 0.69, 0.76, 0.89, 0.84], 2);
}

/// Baeza-Yates and Ribeiro-Neto, Modern Information Retrieval, the two example queries.
fn mir() -> Files {
    let judged = [
        ("q1", "d3 3 d5 3 d9 3 d25 2 d39 2 d44 2 d56 1 d71 1 d89 1 d123 1"),
        ("q2", "d3 3 d56 2 d129 1"),
    ];
    let ranked = [
        ("q1", "d123 d84 d56 d6 d8 d9 d511 d129 d187 d25 d38 d48 d250 d113 d3"),
        ("q2", "d425 d87 d56 d32 d124 d615 d512 d129 d4 d130 d193 d715 d810 d5 d3"),
    ];
    let (mut qrels, mut run) = (String::new(), String::new());
    for (topic, text) in judged {
        for pair in text.split(' ').collect::<Vec<_>>().chunks(2) {
            writeln!(qrels, "{topic} 0 {} {}", pair[0], pair[1]).unwrap();
        }
    }
    for (topic, text) in ranked {
        for (rank, doc) in (1..).zip(text.split(' ')) {
            writeln!(run, "{topic} Q0 {doc} {rank} {} mir", 100 - rank).unwrap();
        }
    }
    Files::written(&qrels, &run)
}

#[test]
fn the_tables_and_averages_of_modern_information_retrieval() {
    let files = mir();
    let single = ["P@5", "P@10", "Rprec", "APseen"];
    let values = files.eval(&single.join(","), &[]);
    printed(&all(&values, &single, "q1"), &[0.4, 0.4, 0.4, 0.58], 2);
    let levels: Vec<String> = (0..=10).map(|i| format!("IPrec@{}", f64::from(i) / 10.0)).collect();
    let levels: Vec<&str> = levels.iter().map(String::as_str).collect();
    let values = files.eval(&levels.join(","), &[]);
    for (topic, print) in [
        ("q1", [100., 100., 66.6, 50., 40., 33.3, 0., 0., 0., 0., 0.]),
        ("q2", [33.3, 33.3, 33.3, 33.3, 25., 25., 25., 20., 20., 20., 20.]),
        // The means are of the cut numbers.
        ("all", [66.6, 66.6, 49.9, 41.6, 32.5, 29.1, 12.5, 10., 10., 10., 10.]),
    ] {
        let shares: Vec<f64> = all(&values, &levels, topic).iter().map(|v| v * 100.0).collect();
        printed(&shares, &print, 1);
    }
}

#[test]
fn the_mean_gains_of_modern_information_retrieval() {
    let files = mir();
    let mean = |measure: &str| {
        let at: Vec<String> = (1..=15).map(|k| format!("{measure}@{k}")).collect();
        let at: Vec<&str> = at.iter().map(String::as_str).collect();
        all(&files.eval(&at.join(","), &[]), &at, "all")
    };
    let cg = [0.5, 0.5, 2., 2., 2., 3.5, 3.5, 4., 4., 5., 5., 5., 5., 5., 8.];
    assert_eq!(mean("CG"), cg);
    let ncg =
        [0.17, 0.09, 0.29, 0.27, 0.25, 0.44, 0.44, 0.50, 0.50, 0.63, 0.63, 0.63, 0.63, 0.63, 1.00];
    printed(&mean("nCG(ideal=retrieved,normalise=mean)"), &ncg, 2);
    let ndcg =
        [0.17, 0.09, 0.22, 0.22, 0.21, 0.29, 0.29, 0.32, 0.32, 0.36, 0.36, 0.36, 0.36, 0.36, 0.47];
    printed(&mean("nDCG(discount=jk,ideal=retrieved,normalise=mean)"), &ndcg, 2);
    // With the recall base as the ideal.
    printed(&mean("nCG(normalise=mean)")[14..], &[0.64], 2);
    printed(&mean("nDCG(discount=jk,normalise=mean)")[14..], &[0.37], 2);
}

/// Rocchio, Document Retrieval Systems, tables 5.1 and 5.2: (relevant retrieved, nonrelevant
/// retrieved, relevant not retrieved).
#[test]
fn the_sample_means_and_population_ratios_of_rocchio() {
    let table = [(7, 3, 3), (5, 5, 5), (9, 1, 9), (5, 45, 45)];
    let rankings: Vec<(Vec<u32>, Vec<u32>)> = table
        .iter()
        .map(|&(found, others, missed)| {
            ([vec![1; found], vec![0; others]].concat(), vec![1; missed])
        })
        .collect();
    let topics = (1..).zip(&rankings).map(|(t, (r, m))| (t.to_string(), &r[..], &m[..]));
    let files = Files::of(topics);
    let values = files.eval("SetP,SetR", &["--average", "macro,micro"]);
    for (topic, print) in
        [("1", [0.7, 0.7]), ("2", [0.5, 0.5]), ("3", [0.9, 0.5]), ("4", [0.1, 0.1])]
    {
        printed(&all(&values, &["SetP", "SetR"], topic), &print, 9);
    }
    printed(&all(&values, &["SetP", "SetR"], "all"), &[0.55, 0.45], 9);
    printed(&all(&values, &["SetP", "SetR"], "all:micro"), &[26. / 80., 26. / 88.], 9);
    printed(&all(&values, &["SetP", "SetR"], "all:micro"), &[0.33, 0.30], 2);
}

/// Rocchio, 4: d1 > d2 > {d3, d4, d5} > d6 have ranks 1, 2, 4, 4, 4, 6.
#[test]
fn the_mean_ranks_of_rocchio_s_tied_documents() {
    let (mut qrels, mut run) = (String::new(), String::new());
    for only in 1..=6 {
        writeln!(qrels, "{only} 0 d{only} 1").unwrap();
        for (doc, score) in (1..).zip([9, 8, 5, 5, 5, 1]) {
            writeln!(run, "{only} Q0 d{doc} 0 {score} rocchio").unwrap();
        }
    }
    let values = Files::written(&qrels, &run).eval("ASL", &["--ties", "average"]);
    for (topic, rank) in [("1", 1.), ("2", 2.), ("3", 4.), ("4", 4.), ("5", 4.), ("6", 6.)] {
        assert_eq!(all(&values, &["ASL"], topic), [rank]);
    }
}

#[test]
fn the_sliding_ratios_and_half_lives_of_kishida() {
    let files = Files::of([
        ("falling".to_string(), &[3, 2, 1][..], &[2][..]),
        ("rising".to_string(), &[1, 2, 3][..], &[2][..]),
    ]);
    let values = files.eval("SR,mSR", &[]);
    printed(&all(&values, &["SR", "mSR"], "falling"), &[0.75, 0.88], 2);
    printed(&all(&values, &["SR", "mSR"], "rising"), &[0.75, 0.61], 2);
    // Gains .5, 1, 1, .5 at these ranks, doubled to whole grades.
    let ranking = |ranks: [usize; 4]| {
        let mut ranking = vec![0; ranks[3]];
        for (rank, grade) in ranks.into_iter().zip([1, 2, 2, 1]) {
            ranking[rank - 1] = grade;
        }
        ranking
    };
    let (near, far) = (ranking([1, 3, 9, 14]), ranking([1, 3, 100, 1000]));
    let files =
        Files::of([("near".to_string(), &near[..], &[][..]), ("far".to_string(), &far[..], &[])]);
    let values = files.eval("RHL", &[]);
    assert_eq!(all(&values, &["RHL"], "near"), [3.0]);
    assert_eq!(all(&values, &["RHL"], "far"), [3.0]);
}

/// Kishida's small world: all rankings of five documents out of one each of grades 3, 2, 1 and
/// many of grade 0; a topic for each, named by its grades.
fn patterns() -> Files {
    let grades = |code: u32| (0..5).map(|i| code / 4u32.pow(i) % 4).collect::<Vec<u32>>();
    let once = |p: &Vec<u32>| (1..4).all(|g| p.iter().filter(|&&grade| grade == g).count() <= 1);
    let patterns: Vec<Vec<u32>> = (0..4u32.pow(5)).map(grades).filter(once).collect();
    assert_eq!(patterns.len(), 136);
    let missed: Vec<Vec<u32>> =
        patterns.iter().map(|p| (1..4).filter(|g| !p.contains(g)).collect()).collect();
    let topics = patterns.iter().zip(&missed).map(|(pattern, missed)| {
        let name = pattern.iter().map(ToString::to_string).collect::<String>();
        (name, &pattern[..], &missed[..])
    });
    Files::of(topics)
}

const FIVE: [&str; 5] = ["mSR@5", "AvgnDCG(discount=jk)@5", "Q@5", "GenAP@5", "AP@5"];

#[test]
fn kishida_s_tables_3_4_and_5_over_all_patterns() {
    let values = patterns().eval(&FIVE.join(","), &["--average", "macro,sd"]);
    // Table 3: mean and standard deviation of the four.
    printed(&all(&values, &FIVE[..4], "all"), &[0.488, 0.443, 0.503, 0.410], 3);
    printed(&all(&values, &FIVE[..4], "all:sd"), &[0.245, 0.250, 0.240, 0.228], 3);
    // Table 5: five chosen patterns.
    for (pattern, print) in [
        ("32000", [0.923, 0.933, 0.667, 0.733]),
        ("00123", [0.331, 0.184, 0.513, 0.304]),
        ("03210", [0.558, 0.610, 0.750, 0.622]),
        ("30000", [0.692, 0.640, 0.333, 0.400]),
        ("00003", [0.138, 0.046, 0.121, 0.080]),
    ] {
        printed(&all(&values, &FIVE[..4], pattern), &print, 3);
    }
    // Table 4: how the measures correlate.
    let topics: Vec<&String> =
        values.keys().map(|(topic, _)| topic).filter(|t| t.len() == 5).collect();
    let mean = |m: &str| values[&("all".into(), m.into())];
    let covariance = |a: &str, b: &str| {
        let at = |topic: &str, m: &str| values[&(topic.to_string(), m.to_string())] - mean(m);
        // Each topic is there once for each measure.
        topics.iter().map(|t| at(t, a) * at(t, b)).sum::<f64>()
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
        let (a, b) = (FIVE[a], FIVE[b]);
        let correlation = covariance(a, b) / (covariance(a, a) * covariance(b, b)).sqrt();
        printed(&[correlation], &[print], 3);
    }
}
