//! What other tools and track organisers printed on real data, which lies beside the project and not
//! in it; and that any number of threads gives the same bytes there.

use crate::checks::Outcome;
use crate::{binary, run};
use std::collections::BTreeSet;
use std::path::Path;
use std::process::Command;

const SHARED: &str = "../shared";
const CHECK: &str = "conformance/check";
const GROUPS: &[&str] = &["trec_eval", "covid-official", "dl19-published", "gdeval", "ntcireval"];
/// A table with a header: expected output, arguments, qrels, run.
const CASES: &str = "conformance/trec_eval.cases.tsv";
/// Commands that end in the files; the same must come out of one thread and of eight.
const COMMANDS: &[&str] = &[
    "eval -m nDCG@10,AP,RR --per-topic --format tsv",
    "eval -m Bpref,infAP,Judged@10,RBP --per-topic --format tsv",
    "trec-eval -q -m all_trec",
];

pub(crate) fn check() -> Outcome {
    let script = Path::new(SHARED).join(CHECK);
    if !script.exists() {
        return Outcome::Missing(format!("no {}", script.display()));
    }
    let Some(gainline) = binary::build(binary::RELEASE) else { return Outcome::Failed };
    Outcome::of(run(Command::new(script).arg(&gainline).args(GROUPS)) && threads(&gainline))
}

fn threads(gainline: &Path) -> bool {
    let cases = match std::fs::read_to_string(Path::new(SHARED).join(CASES)) {
        Ok(cases) => cases,
        Err(error) => {
            eprintln!("xtask: cannot read {CASES}: {error}");
            return false;
        }
    };
    let files = |line| match str::split(line, '\t').collect::<Vec<_>>()[..] {
        [_, arguments, qrels, run] if !arguments.contains("-R") => Some([qrels, run]),
        _ => None,
    };
    let pairs: BTreeSet<[&str; 2]> = cases.lines().skip(1).filter_map(files).collect();
    let differ = |files: &&[&str; 2]| {
        COMMANDS.iter().any(|command| {
            let one = output(gainline, command, **files, "1");
            let same = one.is_some() && one == output(gainline, command, **files, "8");
            if !same {
                eprintln!(
                    "xtask: `{command}` differs with 1 and 8 threads, or fails, on {files:?}"
                );
            }
            !same
        })
    };
    eprintln!("xtask: {} runs with 1 and with 8 threads", pairs.len());
    // Few would mean that the table is not read as it is written.
    pairs.len() > 10 && pairs.iter().find(differ).is_none()
}

/// What the command prints, where it succeeds.
fn output(gainline: &Path, command: &str, files: [&str; 2], threads: &str) -> Option<Vec<u8>> {
    let mut program = Command::new(gainline);
    program.args(command.split(' ')).args(files).current_dir(SHARED);
    let output = program.env("GAINLINE_THREADS", threads).output().ok()?;
    output.status.success().then_some(output.stdout)
}
