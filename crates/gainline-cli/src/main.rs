//! The command `gainline`.

mod ceiling;
mod charts;
mod choices;
mod collections;
mod color;
mod compare;
mod contingency;
mod correlate;
mod curve;
mod eval;
mod explain;
mod gate;
mod inputs;
mod judges;
mod log;
mod manual;
mod measures;
mod missing;
mod mistakes;
mod noise;
mod output;
mod patterns;
mod plot;
mod power;
mod report;
mod reproduce;
mod sensitivity;
mod stability;
mod ties;
mod toml_file;
mod trec_eval;
mod validate;
mod writing;
mod written;

use clap::builder::PossibleValuesParser;
use clap::{CommandFactory, FromArgMatches, Parser, Subcommand};
use std::ffi::OsString;
use std::io::{self, Write};
use std::path::Path;
use std::process::ExitCode;

/// Evaluates search and ranking: exact, fast, and honest about every choice behind a number.
#[derive(Parser)]
#[command(name = "gainline", version, arg_required_else_help = true)]
struct Cli {
    /// Say more on standard error
    #[arg(short, long, global = true, display_order = 999, hide_short_help = true)]
    verbose: bool,
    /// Colours on terminals: auto (unless NO_COLOR is set), always or never
    #[arg(
        long,
        global = true,
        display_order = 999,
        hide_short_help = true,
        value_name = "WHEN",
        value_enum,
        default_value = "auto",
        hide_possible_values = true
    )]
    color: clap::ColorChoice,
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    /// Evaluate runs against judgments
    Eval(Box<eval::Args>),
    /// Test which run is better, with confidence intervals and p-values
    Compare(Box<compare::Args>),
    /// Write a whole comparison as one HTML file
    Report(Box<report::Args>),
    /// Count documents as relevant or not and retrieved or not
    Contingency(Box<contingency::Args>),
    /// Show gain, precision and recall curves in the terminal, and read them
    Curve(Box<curve::Args>),
    /// Draw a figure of runs as SVG, PNG or PDF
    Plot(Box<plot::Args>),
    /// Check a run against rules, for continuous integration
    Gate(Box<gate::Args>),
    /// Show how much the order of tied documents matters
    Ties(Box<ties::Args>),
    /// Estimate how many topics it takes to detect a difference
    Power(Box<power::Args>),
    /// Show how similarly measures or judgments rank the runs
    Correlate(Box<correlate::Args>),
    /// Compare a reproduction of an experiment with the original
    Reproduce(Box<reproduce::Args>),
    /// Show what each document contributes to a score or a difference
    Explain(Box<explain::Args>),
    /// Show how much weight a measure gives to each rank
    Sensitivity(Box<sensitivity::Args>),
    /// Show what unjudged documents could change, and which to judge next
    Missing(Box<missing::Args>),
    /// Measure the agreement of several judges
    Judges(Box<judges::Args>),
    /// Show how scores change when judgments are unreliable
    Noise(Box<noise::Args>),
    /// Compare how measures rank all possible rankings of a few documents
    Patterns(Box<patterns::Args>),
    /// Show how conclusions depend on the sample of topics
    Stability(Box<stability::Args>),
    /// Estimate what document vectors allow, with Rocchio's optimal queries
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
    /// Find everything wrong or suspicious in judgments and runs
    Validate(validate::Args),
    /// Print completions for a shell
    #[command(after_help = "Example: gainline completions bash > /etc/bash_completion.d/gainline")]
    Completions {
        /// The shell
        shell: clap_complete::Shell,
    },
    /// Print the manual page, of gainline or of one of its commands
    #[command(after_help = "Example: gainline man plot forest | man -l -")]
    Man {
        /// The command, such as `eval` or `plot forest`
        command: Vec<String>,
    },
}

/// The commands by what they are for, in the order of the help.
const GROUPS: [(&str, &[&str]); 5] = [
    ("Evaluate", &["eval", "trec-eval", "curve", "contingency", "ties"]),
    (
        "Compare",
        &["compare", "report", "plot", "gate", "power", "correlate", "stability", "reproduce"],
    ),
    ("Understand", &["explain", "sensitivity", "patterns", "ceiling"]),
    ("Judge", &["missing", "judges", "noise"]),
    ("Tools", &["measures", "validate", "completions", "man"]),
];

/// Options of several commands that few need: `--help` has them, `-h` does not.
const RARE: [&str; 16] = [
    "base",
    "batch",
    "collection-size",
    "digits",
    "expected",
    "family",
    "ideal-from",
    "interval",
    "known",
    "most",
    "names",
    "seed",
    "self",
    "threads",
    "topics",
    "trials",
];

/// A command, and those below it, with a short help that fits a screen.
fn shortened(command: clap::Command) -> clap::Command {
    let is_rare = |arg: &clap::Arg| arg.get_long().is_some_and(|name| RARE.contains(&name));
    let hide = |arg: clap::Arg| if is_rare(&arg) { arg.hide_short_help(true) } else { arg };
    command.mut_args(hide).mut_subcommands(shortened)
}

/// The same with the names of measures as values of the options that take some, for completions: there is
/// no end to measures, so parsing knows no list of them.
fn with_measures(command: clap::Command) -> clap::Command {
    let named = |arg: clap::Arg| match arg.get_long() {
        Some("measure" | "sort") => {
            arg.value_parser(PossibleValuesParser::new(gainline_analysis::measures::examples()))
        }
        Some(_) | None => arg,
    };
    command.mut_args(named).mut_subcommands(with_measures)
}

/// All that the command line takes, with the commands listed by group.
fn command() -> clap::Command {
    let command = shortened(Cli::command());
    let mut help = String::from("{about}\n\n{usage-heading} {usage}\n");
    let styles = command.get_styles();
    let (heading, name_style) = (*styles.get_header(), *styles.get_literal());
    for (group, names) in GROUPS {
        help.push_str(&format!("\n{heading}{group}:{heading:#}\n"));
        for name in names {
            let about = command.find_subcommand(name).and_then(clap::Command::get_about);
            let about = about.map(ToString::to_string).unwrap_or_default();
            help.push_str(&format!("  {name_style}{name:<12}{name_style:#} {about}\n"));
        }
    }
    help.push_str(&format!("\n{heading}Options:{heading:#}\n"));
    help.push_str(
        "{options}\n
Examples:
  gainline eval qrels.txt bm25.run dense.run.gz
  gainline compare qrels.txt bm25.run dense.run
`gainline COMMAND -h` is short, `gainline COMMAND --help` has everything.",
    );
    command.help_template(help)
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
    let colors = color::asked(&arguments);
    color::set(colors);
    let parsed = command().color(colors).try_get_matches_from(&arguments);
    let cli = match parsed.and_then(|matches| Cli::from_arg_matches(&matches)) {
        Ok(cli) => cli,
        Err(error) => return refuse(&error, &arguments),
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
        Command::Reproduce(args) => reproduce::run(args),
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
        Command::Validate(args) => validate::run(args),
        Command::Completions { shell } => {
            let mut command = with_measures(command());
            let mut script = vec![];
            clap_complete::generate(*shell, &mut command, "gainline", &mut script);
            print(&script)
        }
        Command::Man { command } => {
            manual::page(self::command(), command).and_then(|page| print(&page))
        }
    })
}

/// Says why a command line cannot be read, or shows the help that was asked for. Without any arguments, it
/// is help that is asked for.
fn refuse(error: &clap::Error, arguments: &[OsString]) -> ExitCode {
    if error.kind() == clap::error::ErrorKind::DisplayHelpOnMissingArgumentOrSubcommand {
        let shown = writeln!(anstream::stdout(), "{}", error.render().ansi());
        return finish(shown.map(|()| ExitCode::SUCCESS).map_err(Into::into));
    }
    if let Some(advice) = mistakes::advice(error, arguments) {
        return finish(Err(anyhow::anyhow!(advice)));
    }
    let asked_for = !error.use_stderr();
    let shown = error.print();
    let closed = shown.is_err_and(|e| e.kind() == io::ErrorKind::BrokenPipe);
    if asked_for || closed { ExitCode::SUCCESS } else { ExitCode::from(2) }
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
            log::fail(&format!("{error:#}"));
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_command_is_in_one_group() {
        let mut grouped: Vec<&str> = GROUPS.iter().flat_map(|(_, names)| *names).copied().collect();
        grouped.sort_unstable();
        let command = Cli::command();
        let mut all: Vec<&str> = command.get_subcommands().map(clap::Command::get_name).collect();
        all.sort_unstable();
        assert_eq!(grouped, all);
    }

    /// Every command's `-h`, and those of the kinds of plots.
    #[test]
    fn the_short_help_fits_a_screen() {
        fn check(command: &clap::Command) {
            let help = command.clone().term_width(100).render_help().to_string();
            let lines = help.lines().count();
            assert!(lines <= 46, "{}: {lines} lines\n{help}", command.get_name());
            command.get_subcommands().for_each(check);
        }
        let mut command = command();
        command.build();
        check(&command);
    }
}
