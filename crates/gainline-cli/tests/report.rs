//! `gainline report`: one file, with the numbers of `eval` and `compare`, safe from what it shows. How
//! the page behaves is tested in a browser (`browser-tests/`).

#![allow(clippy::unwrap_used)] // a test that cannot go on should stop

use serde_json::Value;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use tempfile::TempDir;

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").canonicalize().unwrap()
}

fn ran(arguments: &[&str]) -> Output {
    let mut program = Command::new(env!("CARGO_BIN_EXE_gainline"));
    program.args(arguments).current_dir(root()).stdin(Stdio::null()).output().unwrap()
}

fn gainline(arguments: &[&str]) -> String {
    let output = ran(arguments);
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).unwrap()
}

/// A JSON block of a page.
fn block(page: &str, id: &str) -> Value {
    let start = format!("<script type=\"application/json\" id=\"{id}\">");
    let (_, rest) = page.split_once(&start).unwrap();
    serde_json::from_str(rest.split_once("</script>").unwrap().0).unwrap()
}

/// A block that the page unpacks when it is asked for.
fn packed(page: &str, id: &str) -> Value {
    let start = format!("<script type=\"application/x-deflate\" id=\"{id}\">");
    let (_, rest) = page.split_once(&start).unwrap();
    let letters = rest.split_once("</script>").unwrap().0.trim_end_matches('=');
    let (mut bytes, mut bits, mut count) = (vec![], 0_u32, 0);
    for letter in letters.bytes() {
        let digit = match letter {
            b'A'..=b'Z' => letter - b'A',
            b'a'..=b'z' => letter - b'a' + 26,
            b'0'..=b'9' => letter - b'0' + 52,
            b'+' => 62,
            b'/' => 63,
            _ => panic!("{letter} is no letter of base64"),
        };
        (bits, count) = (bits << 6 | u32::from(digit), count + 6);
        if count >= 8 {
            count -= 8;
            bytes.push((bits >> count & 255) as u8);
        }
    }
    serde_json::from_reader(flate2::read::DeflateDecoder::new(&bytes[..])).unwrap()
}

const QRELS: &str = "examples/qrels.txt";
const RUNS: [&str; 3] =
    ["examples/runs/boolean.run", "examples/runs/hybrid.run", "examples/runs/titles.run"];

/// A report of runs, from standard output.
fn report_of(runs: &[&str], extra: &[&str]) -> String {
    gainline(&[&["report", QRELS], runs, &["--trials", "2000", "-o", "-"], extra].concat())
}

fn report(extra: &[&str]) -> String {
    report_of(&RUNS, extra)
}

/// What `gainline compare` says of the same runs, as JSON.
fn compare_of(runs: &[&str], extra: &[&str]) -> Value {
    let all = [&["compare", QRELS], runs, &["--trials", "2000", "-f", "json"], extra].concat();
    serde_json::from_str(&gainline(&all)).unwrap()
}

/// Where a list has an item of this name.
fn place(list: &Value, key: &str, name: &Value) -> usize {
    let found = list.as_array().unwrap().iter().position(|item| item[key] == *name);
    found.unwrap_or_else(|| panic!("no {name} in {list}"))
}

/// The example's runs without some topics, in files of the same names.
fn without(folder: &TempDir, run: &str, drop: impl Fn(&str) -> bool) -> String {
    let text = std::fs::read_to_string(root().join(run)).unwrap();
    let kept = text.lines().filter(|line| !drop(line.split(' ').next().unwrap()));
    let file = folder.path().join(Path::new(run).file_name().unwrap());
    std::fs::write(&file, kept.collect::<Vec<_>>().join("\n") + "\n").unwrap();
    file.to_str().unwrap().into()
}

/// That a report's values are those of `eval`.
fn holds_evaluation(data: &Value, runs: &[&str], options: &[&str]) {
    let all = [&["eval", QRELS, "-q", "-f", "tsv"], runs, options].concat();
    let mut seen = 0;
    for line in gainline(&all).lines().skip(1) {
        let cells: Vec<&str> = line.split('\t').collect();
        let [run, topic, measure, value] = cells[..] else { panic!("{line}") };
        let run = place(&data["runs"], "name", &run.into());
        let measure = place(&data["measures"], "name", &measure.into());
        let shown = match topic {
            "all" => &data["runs"][run]["means"][measure],
            topic => &data["values"][measure][run][place(&data["topics"], "id", &topic.into())],
        };
        assert_eq!(shown.as_f64().unwrap(), value.parse::<f64>().unwrap(), "{line}");
        seen += 1;
    }
    assert!(seen > runs.len());
}

/// That a report's means, intervals, ranks, letters and pairs are those of `compare`, each of its run
/// and measure, and so are its words.
fn holds_comparison(data: &Value, runs: &[&str], options: &[&str]) {
    let compare = compare_of(runs, options);
    let mut pairs = 0;
    for comparison in compare["comparisons"].as_array().unwrap() {
        let measure = place(&data["measures"], "name", &comparison["measure"]);
        assert_eq!(data["compared_topics"], comparison["topics"].as_array().unwrap().len());
        for run in comparison["runs"].as_array().unwrap() {
            let shown = &data["runs"][place(&data["runs"], "name", &run["run"])];
            assert_eq!(shown["compared"][measure], run["mean"], "{run}");
            assert_eq!(shown["low"][measure], run["interval"]["low"], "{run}");
            assert_eq!(shown["high"][measure], run["interval"]["high"], "{run}");
            assert_eq!(shown["letters"][measure], run["group"], "{run}");
            let rank = ["best", "worst"].map(|end| run["rank"][end].clone());
            let rank = if run["rank"].is_null() { Value::Null } else { rank.to_vec().into() };
            assert_eq!(shown["rank"][measure], rank, "{run}");
        }
        for pair in comparison["pairs"].as_array().unwrap() {
            let [a, b] = ["baseline", "run"].map(|key| place(&data["runs"], "name", &pair[key]));
            let is_it = |p: &&Value| p["measure"] == measure && p["a"] == a && p["b"] == b;
            let shown = data["pairs"].as_array().unwrap().iter().find(is_it).unwrap();
            let wanted = [
                ("difference", &pair["difference"]),
                ("p", &pair["test"]["p"]),
                ("adjusted", &pair["test"]["p_adjusted"]),
                ("low", &pair["interval"]["low"]),
                ("high", &pair["interval"]["high"]),
                ("wins", &pair["topics"]["wins"]),
                ("losses", &pair["topics"]["losses"]),
            ];
            for (name, value) in wanted {
                assert_eq!(shown[name], *value, "{name} of {pair}");
            }
            pairs += 1;
        }
    }
    assert_eq!(data["pairs"].as_array().unwrap().len(), pairs);
    let words = |list: &Value| -> Vec<String> {
        list.as_array().unwrap().iter().map(|said| said.as_str().unwrap().into()).collect()
    };
    let all =
        [&["compare", QRELS], runs, &["--trials", "2000", "-f", "markdown"], options].concat();
    let shown = gainline(&all).replace('\\', "");
    // `compare` shows the first ones only.
    for warning in words(&data["warnings"]).iter().take(3) {
        assert!(shown.contains(&format!("\n- {warning}\n")), "{warning}");
    }
    let conclusion = shown.split("## Conclusion\n\n").nth(1).unwrap().lines().next().unwrap();
    let conclusion = conclusion.trim_end_matches(" See the warnings above.");
    let verdict = words(&data["verdict"]).join(" ");
    assert!(verdict.contains(conclusion), "{verdict}");
}

#[test]
fn its_numbers_are_those_of_eval_and_compare() {
    let usual = ["-m", "nDCG@10,AP,RR"];
    // A pooled measure first, counts, and a geometric mean.
    let other = ["-m", "nDCG(normalise=mean)@10,NumRelRet,GMAP"];
    let condensed = ["-m", "nDCG@10,ESL", "--unjudged", "condense", "--depth", "15"];
    for options in [&usual[..], &other, &condensed] {
        for runs in [&RUNS[..], &RUNS[..2]] {
            let data = block(&report_of(runs, options), "data");
            let eval: Vec<&str> = options.to_vec();
            holds_evaluation(&data, runs, &eval);
            holds_comparison(&data, runs, options);
        }
    }
    let data = block(&report(&other), "data");
    let summaries = [0, 1, 2].map(|at| data["measures"][at]["summary"].clone());
    assert_eq!(summaries, ["pooled", "sum", "geometric"]);
}

#[test]
fn topics_that_some_runs_lack_are_in_no_comparison() {
    let folder = tempfile::tempdir().unwrap();
    let fewer = without(&folder, RUNS[1], |topic| topic < "t04");
    let runs = [RUNS[0], &fewer, RUNS[2]];
    let options = ["--missing", "skip", "-m", "nDCG@10,AP"];
    let data = block(&report_of(&runs, &options), "data");
    holds_evaluation(&data, &runs, &options);
    holds_comparison(&data, &runs, &options);
    assert_eq!(data["compared_topics"], 9);
    assert_ne!(data["runs"][0]["means"][0], data["runs"][0]["compared"][0]);
    // The headline's number is the one that is compared.
    let mean = data["runs"][1]["compared"][0].as_f64().unwrap();
    let headline = data["verdict"][0].as_str().unwrap();
    assert!(headline.starts_with(&format!("hybrid leads on nDCG@10 ({mean:.4})")), "{headline}");
    let curve = &data["curves"][1];
    let names: Vec<&str> = curve["lines"]
        .as_array()
        .unwrap()
        .iter()
        .map(|line| line["name"].as_str().unwrap())
        .collect();
    let ideals = ["ideal of boolean", "ideal of hybrid", "ideal of titles"];
    assert_eq!(names, [&["boolean", "hybrid", "titles"], &ideals[..]].concat());
    assert_eq!(curve["lines"][4]["of"], 1);
    assert!(curve["note"].as_str().unwrap().contains("(boolean 12, hybrid 9, titles 12)"));
}

#[test]
fn slices_are_those_of_compare() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("slices");
    let lines = (1..=12).map(|at| format!("t{at:02} {}\n", if at < 6 { "short" } else { "long" }));
    std::fs::write(&file, lines.collect::<String>()).unwrap();
    let options = ["--by", file.to_str().unwrap()];
    let data = block(&report(&options), "data");
    assert_eq!(data["slices"].as_array().unwrap().len(), 2);
    let mut seen = 0;
    let compared = compare_of(&RUNS, &options);
    for comparison in compared["comparisons"].as_array().unwrap() {
        let measure = place(&data["measures"], "name", &comparison["measure"]);
        let slice = (!comparison["slice"].is_null())
            .then(|| place(&data["slices"], "name", &comparison["slice"]));
        for pair in comparison["pairs"].as_array().unwrap() {
            let [a, b] = ["baseline", "run"].map(|key| place(&data["runs"], "name", &pair[key]));
            let of = |p: &&Value| {
                let at = p["slice"].as_u64().map(|at| at as usize);
                p["measure"] == measure && p["a"] == a && p["b"] == b && at == slice
            };
            let shown = data["pairs"].as_array().unwrap().iter().find(of).unwrap();
            assert_eq!(shown["adjusted"], pair["test"]["p_adjusted"]);
            seen += 1;
        }
        let Some(slice) = slice else { continue };
        let ids = data["slices"][slice]["topics"].as_array().unwrap().iter();
        let ids = ids.map(|at| data["topics"][at.as_u64().unwrap() as usize]["id"].clone());
        assert_eq!(Value::from_iter(ids), comparison["topics"]);
        for run in comparison["runs"].as_array().unwrap() {
            let place = place(&data["runs"], "name", &run["run"]);
            let shown = &data["slices"][slice]["runs"][place];
            assert_eq!(shown["compared"][measure], run["mean"]);
            assert_eq!(shown["letters"][measure], run["group"]);
            assert_eq!(shown["low"][measure], run["interval"]["low"]);
        }
    }
    assert_eq!(data["pairs"].as_array().unwrap().len(), seen);
    assert_eq!(seen, 2 * 3 * 3);
}

/// A run that nothing is judged of leads nobody.
#[test]
fn the_headline_is_of_judged_runs() {
    let folder = tempfile::tempdir().unwrap();
    let foreign = folder.path().join("foreign.run");
    let text = std::fs::read_to_string(root().join(RUNS[0])).unwrap();
    let rows = text.lines().map(|line| {
        let mut columns: Vec<String> = line.split_whitespace().map(String::from).collect();
        columns[2] = format!("other-{}", columns[2]);
        columns.join(" ") + "\n"
    });
    std::fs::write(&foreign, rows.collect::<String>()).unwrap();
    let data = block(&report_of(&[foreign.to_str().unwrap(), RUNS[1], RUNS[2]], &[]), "data");
    let headline = data["verdict"][0].as_str().unwrap();
    assert!(headline.contains("foreign") && !headline.contains("leads"), "{headline}");
}

/// By signs `often` is better than `best`, which has the better mean.
#[test]
fn the_headline_is_no_surer_than_the_test() {
    use std::fmt::Write;
    let folder = tempfile::tempdir().unwrap();
    let (mut qrels, mut runs) = (String::new(), [String::new(), String::new(), String::new()]);
    for topic in 0..24 {
        writeln!(qrels, "{topic} 0 x 1").unwrap();
        let ranks = if topic < 2 { [1, 10, 50] } else { [10, 9, 50] };
        for (run, rank) in runs.iter_mut().zip(ranks) {
            (1..rank).for_each(|at| writeln!(run, "{topic} d{at} {at}").unwrap());
            writeln!(run, "{topic} x {rank}").unwrap();
        }
    }
    let file = |name: &str, text: &str| {
        let file = folder.path().join(name);
        std::fs::write(&file, text).unwrap();
        file.to_str().unwrap().to_string()
    };
    let qrels = file("qrels", &qrels);
    let [best, often, last] = ["best", "often", "last"];
    let [best, often, last] = [file(best, &runs[0]), file(often, &runs[1]), file(last, &runs[2])];
    let page = gainline(&[
        "report", &qrels, &best, &often, &last, "-m", "RR", "--test", "sign", "-o", "-",
    ]);
    let said = &block(&page, "data")["verdict"];
    assert_eq!(
        said[0],
        "best leads on RR (0.1750); it is not significantly better than 1 of 2 others (often).",
        "{said}"
    );
    let page =
        gainline(&["report", &qrels, &best, &often, "-m", "RR", "--test", "sign", "-o", "-"]);
    let said = &block(&page, "data")["verdict"][0];
    let wanted =
        "best leads often on RR (0.1750 to 0.1102), but the sign test finds often better (p ";
    assert!(said.as_str().unwrap().starts_with(wanted), "{said}");
}

#[test]
fn where_nothing_is_compared_it_says_so() {
    let folder = tempfile::tempdir().unwrap();
    let first = without(&folder, RUNS[1], |topic| topic < "t07");
    let second = without(&folder, RUNS[2], |topic| topic >= "t07");
    for (runs, wanted) in [
        (vec![RUNS[2]], "titles has nDCG@10 0.3324 over 12 topics."),
        (
            vec![first.as_str(), second.as_str()],
            "There is no judged topic that every run has, so the runs are not compared.",
        ),
    ] {
        let options = ["--missing", "skip", "-m", "nDCG@10,NumRet"];
        let data = block(&report_of(&runs, &options), "data");
        assert_eq!(data["verdict"][0], wanted);
        holds_evaluation(&data, &runs, &options);
        assert_eq!([&data["test"], &data["compared_topics"]], [&Value::Null; 2]);
        assert_eq!(data["runs"][0]["compared"], serde_json::json!([null, null]));
        // The run's own mean has an interval; a sum has none.
        assert!(data["runs"][0]["low"][0].is_number() && data["runs"][0]["low"][1].is_null());
        for about in ["test", "p", "intervals"] {
            assert!(data["choices"].as_array().unwrap().iter().all(|c| c["about"] != about));
        }
    }
}

#[test]
fn curves_take_the_gains_of_the_first_measure() {
    let data = block(&report(&["-m", "nDCG(gains=exp2)@10"]), "data");
    let all =
        ["curve", QRELS, RUNS[1], "--kind", "dcg", "--gains", "exp2", "--depth", "30", "-f", "tsv"];
    let text = gainline(&all);
    let rank_7 = text.lines().find_map(|line| line.strip_prefix("hybrid\tall\t7\t")).unwrap();
    let line = &data["curves"][1]["lines"][1];
    assert_eq!(line["name"], "hybrid");
    assert_eq!(line["points"][6][1].as_f64().unwrap(), rank_7.parse::<f64>().unwrap());
}

#[test]
fn contributions_add_up_to_the_topics_values() {
    let page = report(&["-m", "nDCG@10,AP,NumRelRet"]);
    let data = block(&page, "data");
    assert_eq!(data["explained"], serde_json::json!([0, 1, null]));
    for topic in 0..12 {
        let rankings = packed(&page, &format!("topic-{topic}"));
        for (measure, run) in [(0, 0), (0, 1), (0, 2), (1, 0), (1, 1), (1, 2)] {
            let contributions = rankings["contributions"][measure][run].as_array().unwrap();
            let sum = contributions.iter().fold(0.0, |sum, c| sum + c[1].as_f64().unwrap());
            let value = data["values"][measure][run][topic].as_f64().unwrap();
            assert!((sum - value).abs() < 1e-12, "{topic} {run}: {sum} {value}");
        }
    }
}

#[test]
fn documents_below_the_shown_ranks_keep_their_places() {
    let numbers = |list: &Value| -> Vec<u64> {
        list.as_array().unwrap().iter().map(|n| n.as_u64().unwrap()).collect()
    };
    let (whole, cut) = (report(&[]), report(&["--show", "5"]));
    assert_eq!(block(&cut, "data")["below_to"], Value::Null);
    for topic in 0..12 {
        let id = format!("topic-{topic}");
        let (whole, cut) = (packed(&whole, &id), packed(&cut, &id));
        for run in 0..3 {
            let [below, gaps] = [0, 1].map(|at| numbers(&cut["below"][run][at]));
            assert_eq!(whole["below"][run], serde_json::json!([[], []]));
            let mut rank = 0;
            for (document, gap) in below.iter().zip(&gaps) {
                rank += gap;
                assert!(rank > 5, "{rank}");
                let there = whole["runs"][run][rank as usize - 1].as_u64().unwrap();
                let wanted = &whole["documents"][there as usize];
                assert_eq!(cut["documents"][*document as usize], *wanted);
            }
            assert_eq!(below.len(), gaps.len());
            // Each that is listed and retrieved has its place somewhere.
            let retrieved = numbers(&whole["runs"][run]).into_iter();
            let ids = retrieved.map(|number| whole["documents"][number as usize].clone());
            let listed = ids.filter(|id| cut["documents"].as_array().unwrap().contains(id));
            assert_eq!(listed.count(), cut["runs"][run].as_array().unwrap().len() + below.len());
        }
    }
}

#[test]
fn titles_and_texts_are_those_of_the_files() {
    let texts = ["--documents", "examples/documents.jsonl", "--topics", "examples/topics.tsv"];
    let page = report(&texts);
    assert_eq!(block(&page, "data")["topics"][0]["title"], "flat tyre far from home");
    assert_eq!(packed(&page, "documents")["patch-tube"][0], "Patching an inner tube");
    let sums = block(&page, "data")["files"].as_array().unwrap().len();
    assert_eq!(sums, 1 + 3 + 2);
}

#[test]
fn texts_of_other_ids_are_complained_of() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("texts");
    std::fs::write(&file, "other\twords\n").unwrap();
    let file = file.to_str().unwrap();
    let output = ran(&["report", QRELS, RUNS[2], "--documents", file, "--topics", file, "-o", "-"]);
    assert!(output.status.success());
    let complaint = String::from_utf8(output.stderr).unwrap();
    assert!(complaint.contains("no titles for any of 12 topics"), "{complaint}");
    assert!(complaint.contains("no titles for any of 64 documents"), "{complaint}");
    let data = block(&String::from_utf8(output.stdout).unwrap(), "data");
    assert_eq!(data["thinned"][0], format!("Of the 12 topics shown, {file} has 0."));
}

#[test]
fn a_run_may_come_through_a_pipe_because_it_is_opened_once() {
    let report = |arguments: &[&str]| {
        let mut program = Command::new(env!("CARGO_BIN_EXE_gainline"));
        let run = std::fs::File::open(root().join(RUNS[0])).unwrap();
        program.arg("report").args(arguments).args(["-o", "-"]).current_dir(root()).stdin(run);
        let output = program.output().unwrap();
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        String::from_utf8(output.stdout).unwrap()
    };
    let page = |arguments: &[&str]| block(&report(arguments), "data");
    let (piped, read) = (page(&[QRELS, "a=-"]), page(&[QRELS, &format!("a={}", RUNS[0])]));
    assert_eq!(piped["values"], read["values"]);
    assert_eq!(piped["quality"]["unjudged"], read["quality"]["unjudged"]);
    assert_ne!(read["values"], serde_json::json!([]));
    // Nobody could hold a hash of what came through a pipe against a file.
    let answer: Value = serde_json::from_str(&report(&[QRELS, "a=-", "-f", "json"])).unwrap();
    let none = serde_json::json!({"path": "<stdin>", "bytes": null, "sha256": null});
    assert_eq!(answer["compare"]["provenance"]["runs"][0]["file"], none);
}

#[test]
fn hostile_names_stay_data() {
    let folder = tempfile::tempdir().unwrap();
    let write = |name: &str, text: &str| {
        let file = folder.path().join(name);
        std::fs::write(&file, text).unwrap();
        file.to_str().unwrap().to_string()
    };
    // A run's name ends at the first `=`.
    let evil = "</script><img/onerror/alert(1)>";
    let topics = [evil, "t2", "t3"];
    let lines = |line: &dyn Fn(&str) -> String| topics.map(line).concat();
    let qrels = write("q", &lines(&|topic| format!("{topic} 0 {evil} 1\n")));
    let good = write("r", &lines(&|topic| format!("{topic} Q0 {evil} 1 2 {evil}\n")));
    let bad = write("s\u{202e}", &lines(&|topic| format!("{topic} Q0 other 1 2 {evil}\n")));
    let titles =
        write("t", &("id\ttitle\n".to_string() + &lines(&|topic| format!("{topic}\t{evil}\n"))));
    let (named, reversed) = (format!("{evil}={good}"), format!("a\u{202e}b\u{2067}={bad}"));
    let all =
        ["report", &qrels, &named, &reversed, "--topics", &titles, "--title", evil, "-o", "-"];
    let page = gainline(&all);
    assert!(!page.contains("<img/onerror"));
    let data = block(&page, "data");
    assert_eq!(data["runs"][0]["name"], evil);
    assert_eq!(data["topics"][0]["title"], evil);
    // Nothing turns the direction of the sentences that it stands in.
    assert_eq!(data["runs"][1]["name"], "a\u{fffd}b\u{fffd}");
    assert!(data["verdict"].to_string().contains("a\u{fffd}b\u{fffd}"), "{}", data["verdict"]);
    assert!(!page.contains(['\u{202e}', '\u{2067}']));
}

/// On other systems it is another program that opens files.
#[cfg(target_os = "linux")]
#[test]
fn what_is_written_can_be_opened_at_once() {
    use std::os::unix::fs::PermissionsExt;
    let folder = tempfile::tempdir().unwrap();
    let (opener, opened) = (folder.path().join("xdg-open"), folder.path().join("opened"));
    let page = folder.path().join("page.html");
    std::fs::write(
        &opener,
        format!("#!/bin/sh\necho \"$1\" > {0}.new; mv {0}.new {0}\n", opened.display()),
    )
    .unwrap();
    std::fs::set_permissions(&opener, std::fs::Permissions::from_mode(0o755)).unwrap();
    let path = format!("{}:{}", folder.path().display(), std::env::var("PATH").unwrap());
    let output = Command::new(env!("CARGO_BIN_EXE_gainline"))
        .args(["report", QRELS, RUNS[0], "--open", "-o", page.to_str().unwrap()])
        .current_dir(root())
        .env("PATH", path)
        .output()
        .unwrap();
    assert!(output.status.success());
    let said = String::from_utf8(output.stderr).unwrap();
    assert!(said.starts_with(&format!("wrote {}, ", page.display())), "{said}");
    assert_eq!(said.lines().count(), 1);
    let since = std::time::Instant::now();
    while !opened.exists() && since.elapsed().as_secs() < 20 {
        std::thread::sleep(std::time::Duration::from_millis(20));
    }
    assert_eq!(std::fs::read_to_string(opened).unwrap().trim_end(), page.to_str().unwrap());
}
