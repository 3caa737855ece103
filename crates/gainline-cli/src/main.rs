//! The command `gainline`.

mod ceiling;
mod cells;
mod charts;
mod choices;
mod compare;
mod comparison;
mod contingency;
mod correlate;
mod curve;
mod documents;
mod eval;
mod evaluation;
mod explain;
mod gate;
mod inputs;
mod judges;
mod log;
mod manual;
mod measures;
mod missing;
mod noise;
mod notes;
mod output;
mod patterns;
mod plot;
mod power;
mod report;
mod runs;
mod sections;
mod sensitivity;
mod stability;
mod texts;
mod ties;
mod trec_eval;
mod validate;
mod writing;

use clap::{CommandFactory, Parser, Subcommand};
use std::ffi::OsString;
use std::io::{self, Write};
use std::path::Path;
use std::process::ExitCode;

/// Evaluates search and ranking: exact, fast, and honest about every choice behind a number.
#[derive(Parser)]
#[command(
    name = "gainline",
    version,
    arg_required_else_help = true,
    after_help = "\
Examples:
  gainline eval qrels.txt bm25.run dense.run.gz
  gainline eval qrels.txt bm25.run -m nDCG@5,10 -m 'AP(rel=2)' --per-topic --format tsv
  gainline compare qrels.txt bm25.run dense.run
  gainline contingency qrels.txt bm25.run --at 10 --collection-size 528155
  gainline curve qrels.txt bm25.run dense.run --kind dcg --ideal
  gainline plot gain qrels.txt bm25.run dense.run -o gain.svg
  gainline gate qrels.txt main.run new.run --forbid 'nDCG@10 drops by 1% with p < 0.05'
  gainline ties qrels.txt bm25.run
  gainline power qrels.txt bm25.run dense.run
  gainline correlate qrels.txt *.run -m nDCG@10,AP,RR
  gainline explain qrels.txt bm25.run --topic 301 --against dense.run
  gainline sensitivity qrels.txt bm25.run -m nDCG@10,AP,RR
  gainline missing qrels.txt *.run --next 50 -o pool.tsv
  gainline judges mine.qrels theirs.qrels --runs *.run
  gainline noise qrels.txt *.run --theta 0.9
  gainline patterns --grades 3,2,1 --length 5
  gainline stability qrels.txt *.run
  gainline ceiling qrels.txt dense.run --vectors docs.npy
  gainline trec-eval -q -m all_trec qrels.txt bm25.run
  gainline measures nDCG
  gainline validate qrels.txt bm25.run

Exit codes: 0 done; 1 a check that was asked for failed; 2 could not run."
)]
struct Cli {
    /// Say more on standard error
    #[arg(short, long, global = true)]
    verbose: bool,
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    /// Evaluate runs against judgments
    Eval(Box<eval::Args>),
    /// Say which run is better, and how sure that is
    Compare(Box<compare::Args>),
    /// Put a whole comparison into one HTML file
    Report(Box<report::Args>),
    /// Count documents by relevant or not and retrieved or not, and average both ways
    Contingency(Box<contingency::Args>),
    /// Draw and read curves: gain, precision and recall against rank, and against each other
    Curve(Box<curve::Args>),
    /// Make a picture of runs: SVG, PNG or PDF
    Plot(Box<plot::Args>),
    /// Hold a run to rules, against a baseline: for continuous integration
    Gate(Box<gate::Args>),
    /// Show how far measures move with the order of documents of equal score
    Ties(Box<ties::Args>),
    /// Tell how many topics it takes to find a difference, and what these topics find
    Power(Box<power::Args>),
    /// Show how alike measures, or judgments, order the same runs, and what they separate
    Correlate(Box<correlate::Args>),
    /// Show what each document contributes to a score, or to the difference of two runs
    Explain(Box<explain::Args>),
    /// Show how much a measure moves when the document at a rank turns relevant
    Sensitivity(Box<sensitivity::Args>),
    /// Tell what unjudged documents could change, and which ones to judge next
    Missing(Box<missing::Args>),
    /// Hold several judgments of the same documents against each other
    Judges(Box<judges::Args>),
    /// Show how far scores and comparisons move when judgments are unstable
    Noise(Box<noise::Args>),
    /// Go through all rankings of a small world, and see how measures tell them apart
    Patterns(Box<patterns::Args>),
    /// Show how conclusions depend on the topics, and on their number
    Stability(Box<stability::Args>),
    /// Show what document vectors allow at best, by Rocchio's optimal queries
    Ceiling(Box<ceiling::Args>),
    /// Do what trec_eval 9.0.8 does, byte for byte
    #[command(disable_help_flag = true)]
    TrecEval {
        /// trec_eval's own options and files; -h lists them
        #[arg(trailing_var_arg = true, allow_hyphen_values = true)]
        arguments: Vec<OsString>,
    },
    /// List the measures, or explain one
    Measures(measures::Args),
    /// Find everything that is wrong or suspicious in judgments and runs
    Validate(validate::Args),
    /// Print completions for a shell
    #[command(after_help = "Example: gainline completions bash > /etc/bash_completion.d/gainline")]
    Completions {
        /// The shell
        shell: clap_complete::Shell,
    },
    /// Print the manual page, of gainline or of one of its commands
    Man {
        /// The command
        command: Option<String>,
    },
}

fn main() -> ExitCode {
    let arguments: Vec<OsString> = std::env::args_os().collect();
    // Under the name trec_eval, this is trec_eval.
    let called = arguments.first().and_then(|a| Path::new(a).file_stem());
    if called.is_some_and(|name| name == "trec_eval") {
        return finish(trec_eval::main(&arguments[1..]));
    }
    // trec_eval's options are not clap's to read.
    if arguments.get(1).is_some_and(|a| a == "trec-eval") {
        return finish(trec_eval::main(&arguments[2..]));
    }
    let cli = match Cli::try_parse_from(&arguments) {
        Ok(cli) => cli,
        Err(error) => {
            let asked_for = !error.use_stderr();
            let shown = error.print();
            let closed = shown.is_err_and(|e| e.kind() == io::ErrorKind::BrokenPipe);
            return if asked_for || closed { ExitCode::SUCCESS } else { ExitCode::from(2) };
        }
    };
    log::set_verbose(cli.verbose);
    finish(match &cli.command {
        Command::Eval(args) => eval::run(args),
        Command::Compare(args) => compare::run(args),
        Command::Report(args) => report::run(args),
        Command::Contingency(args) => contingency::run(args),
        Command::Curve(args) => curve::run(args),
        Command::Plot(args) => plot::run(args),
        Command::Gate(args) => gate::run(args),
        Command::Ties(args) => ties::run(args),
        Command::Power(args) => power::run(args),
        Command::Correlate(args) => correlate::run(args),
        Command::Explain(args) => explain::run(args),
        Command::Sensitivity(args) => sensitivity::run(args),
        Command::Missing(args) => missing::run(args),
        Command::Judges(args) => judges::run(args),
        Command::Noise(args) => noise::run(args),
        Command::Patterns(args) => patterns::run(args),
        Command::Stability(args) => stability::run(args),
        Command::Ceiling(args) => ceiling::run(args),
        Command::TrecEval { arguments } => trec_eval::main(arguments),
        Command::Measures(args) => measures::run(args),
        Command::Validate(args) => output::to_stdout(|out| validate::run(args, out)),
        Command::Completions { shell } => {
            let mut command = Cli::command();
            let mut script = vec![];
            clap_complete::generate(*shell, &mut command, "gainline", &mut script);
            print(&script)
        }
        Command::Man { command } => {
            manual::page(Cli::command(), command.as_deref()).and_then(|page| print(&page))
        }
    })
}

fn print(bytes: &[u8]) -> anyhow::Result<ExitCode> {
    let mut out = io::stdout().lock();
    out.write_all(bytes)?;
    out.flush()?;
    Ok(ExitCode::SUCCESS)
}

/// Turns what came of a command into an exit code; a closed pipe is not an error.
fn finish(result: anyhow::Result<ExitCode>) -> ExitCode {
    match result {
        Ok(code) => code,
        Err(error) if is_closed_pipe(&error) => ExitCode::SUCCESS,
        Err(error) => {
            log::complain(format_args!("gainline: {error:#}"));
            ExitCode::from(2)
        }
    }
}

pub(crate) fn is_closed_pipe(error: &anyhow::Error) -> bool {
    error
        .chain()
        .filter_map(|cause| cause.downcast_ref::<io::Error>())
        .any(|cause| cause.kind() == io::ErrorKind::BrokenPipe)
}
