//! `gainline plot`: each kind on the bundled example against the picture in `testdata/plots`, as PNG and
//! as PDF, and its numbers against what other commands print.
//!
//! `UPDATE=1 cargo test --test plots` writes the pictures anew; look at them.

#![allow(clippy::unwrap_used)] // a test that cannot go on should stop

use resvg::tiny_skia::Pixmap;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::Command;

const ALL: &str = "examples/qrels.txt examples/runs/boolean.run examples/runs/cached.run \
                   examples/runs/hybrid.run examples/runs/reranker.run examples/runs/titles.run";
const TWO: &str = "examples/qrels.txt examples/runs/hybrid.run examples/runs/reranker.run";

/// Every kind with its files and options.
fn kinds() -> Vec<(&'static str, String)> {
    let all = |options: &str| format!("{ALL} {options}");
    vec![
        ("gain", all("--depth 30 --curve dcg --discount jk")),
        ("pr", "examples/qrels.txt examples/runs/hybrid.run --levels".into()),
        ("roc", all("--collection-size 64")),
        ("topics", all("--order qrels --topics t01,t02,t03,t07")),
        ("histogram", TWO.into()),
        ("box", all("-m AP")),
        ("forest", all("")),
        ("heatmap", all("--missing skip")),
        ("measures", all("--over runs")),
        ("ranks", all("--topic t03")),
    ]
}

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").canonicalize().unwrap()
}

/// What a command prints; it must succeed.
fn printed(command: &str) -> Vec<u8> {
    said(command).0
}

/// The same, with what it says on standard error.
fn said(command: &str) -> (Vec<u8>, String) {
    let output = Command::new(env!("CARGO_BIN_EXE_gainline"))
        .args(command.split_whitespace())
        .current_dir(root())
        .output()
        .unwrap();
    let warned = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(output.status.success(), "{command}: {warned}");
    (output.stdout, warned)
}

fn lines(command: &str) -> Vec<Vec<String>> {
    cells(&String::from_utf8(printed(command)).unwrap())
}

fn cells(text: &str) -> Vec<Vec<String>> {
    text.lines().map(|line| line.split('\t').map(String::from).collect()).collect()
}

/// The numbers behind a picture, without the header.
fn data(plot: &str) -> Vec<Vec<String>> {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("data.tsv");
    printed(&format!("plot {plot} -o - --data {}", file.display()));
    cells(&std::fs::read_to_string(file).unwrap()).split_off(1)
}

#[test]
fn every_kind_draws_the_picture_that_was_looked_at() {
    for (kind, options) in kinds() {
        let svg = printed(&format!("plot {kind} {options} --theme paper -o -"));
        let file = root().join(format!("testdata/plots/{kind}.svg"));
        if std::env::var_os("UPDATE").is_some() {
            std::fs::create_dir_all(file.parent().unwrap()).unwrap();
            std::fs::write(&file, &svg).unwrap();
        }
        let wanted = std::fs::read_to_string(&file).unwrap();
        assert!(String::from_utf8(svg).unwrap() == wanted, "{} differs", file.display());
    }
}

#[test]
fn the_same_bytes_come_from_any_number_of_threads() {
    for (kind, options) in kinds() {
        let drawn =
            |threads: usize| printed(&format!("plot {kind} {options} -o - --threads {threads}"));
        assert!(drawn(1) == drawn(8), "{kind}");
    }
}

#[test]
fn every_kind_becomes_a_png_of_the_size_asked_for() {
    let folder = tempfile::tempdir().unwrap();
    for (kind, options) in kinds() {
        let file = folder.path().join(format!("{kind}.png"));
        let (size, name) = ("--size 5x4in --resolution 100", file.display());
        printed(&format!("plot {kind} {options} {size} -o {name}"));
        let picture = Pixmap::load_png(&file).unwrap();
        assert_eq!((picture.width(), picture.height()), (500, 400), "{kind}");
        let background = picture.pixels()[0];
        let inked = picture.pixels().iter().filter(|pixel| **pixel != background).count();
        assert!(inked > 5000, "{kind} is nearly blank: {inked} pixels");
        // Nothing reaches the edge.
        let edge = |at: &usize| [0, 499].contains(&(at % 500)) || *at < 500 || *at >= 500 * 399;
        assert!((0..500 * 400).filter(edge).all(|at| picture.pixels()[at] == background), "{kind}");
    }
}

#[test]
fn every_kind_becomes_a_pdf_of_one_page() {
    let folder = tempfile::tempdir().unwrap();
    for (kind, options) in kinds() {
        let file = folder.path().join(format!("{kind}.pdf"));
        printed(&format!("plot {kind} {options} --size 360x288pt -o {}", file.display()));
        let pdf = std::fs::read(&file).unwrap();
        assert!(pdf.starts_with(b"%PDF"), "{kind}");
        let text = String::from_utf8_lossy(&pdf);
        assert_eq!(text.matches("/Type /Page\n").count(), 1, "{kind}");
        assert!(text.contains("/MediaBox [0 0 360 288]"), "{kind}");
    }
}

#[test]
fn curves_are_those_of_gainline_curve() {
    for (plot, curve) in [
        ("gain {} --depth 30 --curve cg --gains exp2", "--kind cg --gains exp2 --depth 30 --ideal"),
        ("gain {} --depth 20 --normalise mean", "--kind ndcg --normalise mean --depth 20"),
        (
            "gain {} --depth 9 --ideal-from retrieved --ideal",
            "--kind ndcg --ideal-from retrieved --depth 9 --ideal",
        ),
        ("pr {}", "--kind pr"),
        ("roc {}", "--kind roc"),
    ] {
        let drawn = data(&plot.replace("{}", ALL));
        let short = |row: &Vec<String>| {
            let last = row.len() - 1;
            [row[0].clone(), row[last - 1].clone(), row[last].clone()]
        };
        let drawn: Vec<_> = drawn.iter().map(short).collect();
        let wanted = lines(&format!("curve {ALL} {curve} -f tsv"));
        let wanted: Vec<_> =
            wanted[1..].iter().filter(|row| row[2].parse::<f64>().is_ok()).map(short).collect();
        assert!(!drawn.is_empty() && drawn == wanted, "{plot}: {drawn:?}");
    }
}

#[test]
fn values_of_topics_are_those_of_gainline_eval() {
    for options in ["-m AP", "-m AP --missing skip", "-m P@5 --ties average --rel 2"] {
        let wanted = lines(&format!("eval {ALL} {options} -q -f tsv"));
        let wanted: BTreeMap<(String, String), String> = wanted[1..]
            .iter()
            .map(|row| ((row[1].clone(), row[0].clone()), row[3].clone()))
            .filter(|((topic, _), _)| topic != "all")
            .collect();
        for kind in ["topics", "heatmap"] {
            let drawn = data(&format!("{kind} {ALL} {options}"));
            let drawn: BTreeMap<(String, String), String> = drawn
                .into_iter()
                .filter(|row| !row[2].is_empty())
                .map(|row| ((row[0].clone(), row[1].clone()), row[2].clone()))
                .collect();
            assert!(drawn.len() > 50 && drawn == wanted, "{kind} {options}");
        }
    }
}

#[test]
fn means_and_intervals_are_those_of_gainline_compare() {
    let rows = lines(&format!("compare {ALL} -m nDCG@10 -f tsv"));
    let column = |name: &str| rows[0].iter().position(|column| column == name).unwrap();
    let wanted: Vec<[String; 4]> = rows[1..]
        .iter()
        .filter(|row| row[column("kind")] == "run")
        .map(|row| ["run", "value", "low", "high"].map(|name| row[column(name)].clone()))
        .collect();
    let mut drawn: Vec<[String; 4]> = data(&format!("forest {ALL}"))
        .into_iter()
        .map(|row| [0, 2, 3, 4].map(|at: usize| row[at].clone()))
        .collect();
    assert_eq!(drawn[0][0], "hybrid");
    drawn.sort();
    let mut sorted = wanted;
    sorted.sort();
    assert_eq!(drawn, sorted);
}

#[test]
fn differences_of_a_histogram_are_those_of_the_scores_largest_first() {
    let scores = lines(&format!("eval {TWO} -m nDCG@10 -q -f tsv"));
    let value = |run: &str, topic: &str| -> f64 {
        let row = scores.iter().find(|row| row[0] == run && row[1] == topic).unwrap();
        row[3].parse().unwrap()
    };
    let rows = data(&format!("histogram {TWO}"));
    assert_eq!(rows.len(), 12);
    let differences: Vec<f64> = rows.iter().map(|row| row[3].parse().unwrap()).collect();
    assert!(differences.is_sorted_by(|a, b| a >= b));
    for (row, difference) in rows.iter().zip(differences) {
        assert_eq!(difference, value("hybrid", &row[0]) - value("reranker", &row[0]));
    }
}

#[test]
fn correlations_over_runs_are_those_of_gainline_correlate() {
    let rows = lines(&format!("correlate {ALL} -m nDCG@10,AP,RR -f tsv"));
    let column = |name: &str| rows[0].iter().position(|column| column == name).unwrap();
    let drawn = data(&format!("measures {ALL} -m nDCG@10,AP,RR --over runs"));
    assert_eq!(drawn.len(), 9);
    let mut compared = 0;
    for row in rows[1..].iter().filter(|row| row[column("statistic")] == "tau_b") {
        let (first, second) = (&row[column("measure")], &row[column("other")]);
        let same = |d: &&Vec<String>| d[0] == *first && d[1] == *second;
        assert_eq!(drawn.iter().find(same).unwrap()[2], row[column("value")]);
        compared += 1;
    }
    assert_eq!(compared, 3);
}

/// By hand: hybrid has t03's six relevant documents at ranks 1 to 4, 6 and 10.
#[test]
fn ranks_are_where_the_documents_stand_in_the_file() {
    let rows = data(&format!("ranks {ALL} --topic t03"));
    let run = std::fs::read_to_string(root().join("examples/runs/hybrid.run")).unwrap();
    let mut found = 0;
    for row in rows.iter().filter(|row| row[0] == "hybrid") {
        let line = run.lines().find(|line| line.starts_with(&format!("t03 Q0 {} ", row[1])));
        let rank = line.and_then(|line| line.split_whitespace().nth(3)).unwrap_or_default();
        assert_eq!(row[3], rank);
        found += 1;
    }
    assert_eq!(found, 6);
    assert_eq!(rows.len(), 5 * 6);
    assert!(rows.iter().any(|row| row[3].is_empty()));
}

#[test]
fn data_is_the_same_in_all_forms() {
    let folder = tempfile::tempdir().unwrap();
    let written = |ending: &str| {
        let file = folder.path().join(format!("data.{ending}"));
        printed(&format!("plot ranks {ALL} --topic t03 -o - --data {}", file.display()));
        std::fs::read_to_string(file).unwrap()
    };
    assert_eq!(written("tsv").replace('\t', ","), written("csv"));
    let json: serde_json::Value = serde_json::from_str(&written("json")).unwrap();
    assert_eq!(json["plot"], "ranks");
    let rows = json["rows"].as_array().unwrap();
    assert_eq!(rows.len(), 30);
    assert_eq!(rows[0]["run"], "boolean");
    assert!(rows.iter().any(|row| row["rank"].is_null()));
    assert!(rows.iter().all(|row| row["grade"].is_number()));
}

#[test]
fn hostile_names_show_as_text() {
    let folder = tempfile::tempdir().unwrap();
    let names = ["<img onerror=x>.run", "\u{1b}[31m&\".run"];
    let files = names.map(|name| folder.path().join(name));
    for file in &files {
        std::fs::copy(root().join("examples/runs/hybrid.run"), file).unwrap();
    }
    let output = Command::new(env!("CARGO_BIN_EXE_gainline"))
        .args(["plot", "topics", "examples/qrels.txt"])
        .args(files)
        .args(["--title", "</svg><script>", "-o", "-"])
        .current_dir(root())
        .output()
        .unwrap();
    let svg = String::from_utf8(output.stdout).unwrap();
    assert!(output.status.success() && !svg.contains("<img") && !svg.contains("<script"));
    assert!(svg.contains("aria-label=\"&lt;img onerror=x&gt;\"") && !svg.contains('\u{1b}'));
}

#[test]
fn what_cannot_be_seen_as_it_is_gets_a_warning() {
    let warned = |command: &str| said(&format!("plot {command} -o -")).1;
    let roc = warned(&format!("roc {ALL}"));
    assert!(roc.contains("from 20 to 30 documents per topic on average"), "{roc}");
    for quiet in ["--collection-size 64", "--depth 5"] {
        assert_eq!(warned(&format!("roc {ALL} {quiet}")), "");
    }
    let run = "examples/runs/hybrid.run";
    let letters = warned(&format!("topics examples/qrels.txt 検索={run} 辞書={run} Ωß={run}"));
    assert!(letters.contains("`検索`, `辞書`") && !letters.contains("Ωß"), "{letters}");
    let runs = |count: usize| (0..count).map(|at| format!("r{at}={run} ")).collect::<String>();
    assert_eq!(warned(&format!("topics examples/qrels.txt {}", runs(12))), "");
    let many = warned(&format!("topics examples/qrels.txt {}", runs(13)));
    assert!(many.contains("gainline plot heatmap"), "{many}");
}

#[test]
fn measures_are_like_themselves_and_the_picture_says_which_are_turned() {
    let measures = format!("measures {ALL} -m AP,E@5,nDCG@10,RR,P@1 --coefficient pearson");
    let rows = data(&measures);
    let same: Vec<&String> =
        rows.iter().filter(|row| row[0] == row[1]).map(|row| &row[2]).collect();
    assert_eq!(same, ["1"; 5]);
    let svg = String::from_utf8(printed(&format!("plot {measures} -o -"))).unwrap();
    let fewer = rows.iter().any(|row| row[3] != "5");
    assert_eq!(svg.contains("Mean over up to 5 runs"), fewer);
    assert!(svg.contains("E@5 is negated, so that higher is better."));
    let all =
        "measures examples/qrels.txt examples/runs/boolean.run examples/runs/titles.run -m AP,nDCG";
    let svg = String::from_utf8(printed(&format!("plot {all} -o -"))).unwrap();
    assert!(svg.contains("Mean over 2 runs.") && !svg.contains("negated, so"));
}

#[test]
fn a_histogram_of_equal_runs_says_so() {
    let run = "examples/runs/hybrid.run";
    let equal = format!("plot histogram examples/qrels.txt a={run} b={run} -o -");
    let words = "aria-label=\"The runs do not differ on any topic.\"";
    assert!(String::from_utf8(printed(&equal)).unwrap().contains(words));
    let unequal = format!("plot histogram {TWO} -o -");
    assert!(!String::from_utf8(printed(&unequal)).unwrap().contains(words));
}
