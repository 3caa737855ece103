//! `gainline gate`: rules that a run must keep to, for continuous integration.

mod config;

use crate::choices::{Choices, HEADING, from_one, one_of};
use crate::color;
use crate::inputs::experiment;
use crate::log::Terminal;
use crate::output::to_stdout;
use crate::writing::{by_ending, write_file};
use anyhow::bail;
use clap::{Args as ClapArgs, ValueEnum};
use gainline::Slices;
use gainline_analysis::default_measures;
use gainline_analysis::evaluation::measures;
use gainline_analysis::gate::{
    Gate, GateAnswer, Rule, RuleError, RuleKind, StoredBaseline, TESTS, parse_rule,
};
use gainline_report::Colors;
use gainline_report::present::{GateFormat, GatePresenter};
use gainline_stats::{Correction, Test};
use std::path::PathBuf;
use std::process::ExitCode;

/// What `gainline gate` is asked for.
#[derive(ClapArgs)]
#[command(
    override_usage = "gainline gate [OPTIONS] <QRELS> [BASELINE] <CANDIDATE>",
    after_help = "\
Example:
  gainline gate qrels.txt main.run new.run --forbid 'nDCG@10 drops by 1% with p < 0.05'

Exit codes: 0 all rules hold; 1 a rule is broken or not shown; 2 could not run. --help explains the
rules.",
    after_long_help = "\
Rules:
  --require  MEASURE >= NUMBER                  or >, <=, <
             MEASURE not worse by NUMBER        must be shown: worse by less than this, if at all
             MEASURE not worse by NUMBER%       the same, of the baseline
             MEASURE better                     must be shown too
             … with p < NUMBER                  by a p below this; without it, below 0.05
  --forbid   MEASURE drops by NUMBER            in the measure's own units
             MEASURE drops by NUMBER%           of the baseline
             … with p < NUMBER                  only a significant drop counts
  either     … on SLICE, … on every slice       on topics of --by; without it, on all topics
             (and where no rule names slices, what is forbidden is so on every slice of --by too)
  A run drops when it gets worse: where lower is better, when its value rises. It must drop by more
  than the number to break a rule, and the p of a two-sided test must be below the bound, after an
  adjustment over all measures and slices that are tested. Where the test is undefined because
  every topic differs by the same amount, the exact randomization test is used instead; with too
  few topics to test, a drop is not significant, and the reason says so. Measures that
  are geometric means, such as GMAP, are tested by the logarithms of the topics' values.
  What is `not worse` or `better` must be shown by a one-sided paired t test (whatever --test is),
  its p adjusted over all such rules. If the drop is significantly larger than allowed, the rule is
  broken; if the data do not decide, it is not shown. The gate passes in neither case. The reason
  has a confidence bound of the difference (not adjusted), and about how many topics would show it.

File:
  gainline.toml in the current directory, or --config FILE (/dev/null for none):
    [gate]
    require = [\"nDCG@10 >= 0.45\"]
    forbid = [\"nDCG@10 drops by 1% with p < 0.05 on every slice\"]
    slices = \"slices.txt\"
    baseline = \"baseline.json\"
    test = \"randomization\"
  and correction, trials, seed. Files in it are found from where it lies. Rules of the command line
  are added to its rules; other options, and a baseline run, take the place of its settings.

Baseline:
  A run; or scores that --save wrote, read by --baseline, which must come from the same judgments
  and choices. Scores are saved if the gate passes. With --save and no baseline yet, rules that
  compare with it are skipped.

Examples:
  gainline gate qrels.txt main.run new.run --require 'nDCG@10 >= 0.45' \\
    --forbid 'nDCG@10 drops by 1% with p < 0.05'
  gainline gate qrels.txt main.run new.run --require 'nDCG@10 not worse by 1%'
  gainline gate qrels.txt main.run -m nDCG@10,AP --save main.json
  gainline gate qrels.txt new.run --baseline main.json --forbid 'AP drops by 1%' -o gate.xml

Exit codes: 0 all rules hold; 1 a rule is broken or not shown; 2 could not run."
)]
pub(crate) struct Args {
    /// Judgments: `topic iteration document grade`, or BEIR's with a header line
    qrels: PathBuf,
    /// The baseline's run, unless it is stored or not needed, and the candidate's run; NAME=FILE
    /// names a run
    #[arg(required = true, num_args = 1..=2, value_name = "RUN")]
    runs: Vec<PathBuf>,
    /// What must be: 'nDCG@10 >= 0.45', 'nDCG@10 not worse by 1%'; may be given again
    #[arg(long, value_name = "RULE")]
    require: Vec<String>,
    /// What must not be: 'nDCG@10 drops by 1% with p < 0.05'; may be given again
    #[arg(long, value_name = "RULE")]
    forbid: Vec<String>,
    /// Slices for rules: `topic slice` in each line; a topic may be in several
    #[arg(long, visible_alias = "slices", value_name = "FILE")]
    by: Option<PathBuf>,
    /// Rules and settings [default: gainline.toml, if it is there]
    #[arg(long, value_name = "FILE")]
    config: Option<PathBuf>,
    /// Compare the candidate with these scores, as --save wrote them, instead of a run
    #[arg(long, value_name = "FILE")]
    baseline: Option<PathBuf>,
    /// Save the candidate's scores, as a baseline for later, if the gate passes
    #[arg(long, value_name = "FILE")]
    save: Option<PathBuf>,
    #[arg(
        short,
        long = "measure",
        value_name = "MEASURE",
        requires = "save",
        help = format!(
            "Measures to save besides those of the rules [default without rules: {}]",
            default_measures::USUAL
        )
    )]
    measure: Vec<String>,
    /// The test of whether a drop is significant [default: t]
    #[arg(long, value_parser = one_of(&TESTS))]
    test: Option<Test>,
    /// How p-values are adjusted for the number of tests [default: holm]
    #[arg(long, value_name = "HOW", value_parser = one_of(&Correction::ALL))]
    correction: Option<Correction>,
    /// Permutations or resamples to draw, where not all are enumerated [default: 100000]
    #[arg(long, value_name = "N", value_parser = from_one)]
    trials: Option<usize>,
    /// The seed of random numbers [default: 1]
    #[arg(long, value_name = "N")]
    seed: Option<u64>,
    /// Only the top N of each ranking
    #[arg(long, value_name = "N", value_parser = from_one, help_heading = HEADING)]
    depth: Option<usize>,
    /// How the results are written; without it, by the ending of --output (md, xml, json), or as a
    /// table
    #[arg(short, long, value_enum)]
    format: Option<Format>,
    /// Decimals of scores, or more where a number would look like the bound that it misses
    #[arg(long, value_name = "N", default_value_t = 4, value_parser = clap::value_parser!(u8).range(0..=17))]
    digits: u8,
    /// Write to this file, and the table to standard output
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,
    #[command(flatten)]
    choices: Choices,
}

/// A way to write what came of the rules.
#[derive(Clone, Copy, PartialEq, ValueEnum)]
enum Format {
    Table,
    Markdown,
    Junit,
    Json,
}

impl Format {
    fn with(self, colors: Colors) -> GateFormat {
        match self {
            Format::Table => GateFormat::Text(colors),
            Format::Markdown => GateFormat::Markdown,
            Format::Junit => GateFormat::Junit,
            Format::Json => GateFormat::Json,
        }
    }
}

pub(crate) fn run(args: &Args) -> anyhow::Result<ExitCode> {
    let format = args.format()?;
    let config = config::read(args.config.as_deref())?;
    let by = args.by.clone().or(config.slices);
    let rules = rules(args, config.rules, config.errors)?;
    if rules.is_empty() && args.save.is_none() {
        bail!(
            "there are no rules\n  give some with --require and --forbid, or in {}; --save FILE saves \
             scores only",
            config::USUAL
        );
    }
    let saved = match rules.is_empty() && args.measure.is_empty() {
        true => vec![default_measures::USUAL.to_string()],
        false => args.measure.clone(),
    };
    let baseline = baseline_file(args, config.baseline)?;
    let compares = rules.iter().find(|rule| rule.needs_baseline());
    if let Some(rule) = compares
        && args.runs.len() == 1
        && baseline.is_none()
        && args.save.is_none()
    {
        let what = match rule.kind() {
            RuleKind::Forbid => "forbids a drop, but there is no baseline to drop from",
            RuleKind::Require => "compares with a baseline, but there is none",
        };
        let remedy = "QRELS BASELINE CANDIDATE, or --baseline FILE with scores that --save wrote";
        bail!("a rule {what}\n  give one: {remedy}");
    }
    let defaults = Gate::default();
    let request = Gate {
        rules,
        measures: measures(&saved, args.choices.rel)?,
        slices: by.as_deref().map(Slices::read).transpose()?,
        test: args.test.or(config.test).unwrap_or(defaults.test),
        correction: args.correction.or(config.correction).unwrap_or(defaults.correction),
        trials: args.trials.or(config.trials).unwrap_or(defaults.trials),
        seed: args.seed.or(config.seed).unwrap_or(defaults.seed),
    };
    let others = [("slices", by.as_deref()), ("rules", config.file.as_deref())];
    let mut experiment = experiment(&args.qrels, &args.runs, &args.choices, args.depth, others)?;
    experiment.hashes = format == Format::Json;
    let read = |file: &PathBuf| StoredBaseline::read(file, experiment.hashes);
    let stored = baseline.as_ref().map(read).transpose()?;
    let answer = request.answer(&experiment, stored.as_ref(), &Terminal::default())?;
    let mut inputs = experiment.files();
    save(args, &answer, &inputs)?;
    inputs.extend(baseline);
    let presenter = GatePresenter {
        answer: &answer,
        digits: usize::from(args.digits),
        given_rules: args.require.len() + args.forbid.len(),
        save_to: args.save.as_deref(),
    };
    match args.write(format, &inputs, &presenter) {
        // Whether anybody listens or not, a broken rule is one.
        Err(error) if !answer.passed && crate::is_closed_pipe(&error) => {}
        written => written?,
    }
    Ok(if answer.passed { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

impl Args {
    fn format(&self) -> anyhow::Result<Format> {
        let endings = [
            ("txt", Format::Table),
            ("md", Format::Markdown),
            ("xml", Format::Junit),
            ("json", Format::Json),
        ];
        let by_name = || by_ending(self.output.as_deref(), &endings, Format::Table);
        self.format.map_or_else(by_name, Ok)
    }

    /// Unlike elsewhere, a file does not take the place of standard output: a log that does not say
    /// why the gate is shut helps nobody.
    fn write(
        &self,
        format: Format,
        inputs: &[PathBuf],
        presenter: &GatePresenter<'_>,
    ) -> anyhow::Result<()> {
        let Some(path) = self.output.as_deref().filter(|path| path.as_os_str() != "-") else {
            return to_stdout(|out| Ok(presenter.write(format.with(color::of_stdout()), out)?));
        };
        let mut text = vec![];
        presenter.write(format.with(Colors::Off), &mut text)?;
        write_file(path, inputs, &text)?;
        to_stdout(|out| Ok(presenter.write(GateFormat::Text(color::of_stdout()), out)?))
    }
}

/// The rules of the file and then those of the command line; all that are wrong are told at once.
fn rules(
    args: &Args,
    mut rules: Vec<Rule>,
    mut errors: Vec<RuleError>,
) -> anyhow::Result<Vec<Rule>> {
    let required = args.require.iter().map(|text| (RuleKind::Require, text, "--require"));
    let forbidden = args.forbid.iter().map(|text| (RuleKind::Forbid, text, "--forbid"));
    for (kind, text, origin) in required.chain(forbidden) {
        match parse_rule(kind, text, origin) {
            Ok(rule) => rules.push(rule),
            Err(error) => errors.push(error),
        }
    }
    if !errors.is_empty() {
        let errors: Vec<String> = errors.iter().map(ToString::to_string).collect();
        bail!("{}", errors.join("\n"));
    }
    // As for `gainline eval`, numbers at another threshold than the usual one say so.
    if args.choices.rel != 1.0 {
        for rule in &mut rules {
            rule.measure = rule.measure.clone().with_rel(args.choices.rel);
        }
    }
    Ok(rules)
}

/// The stored baseline to read: the one asked for, else that of the file.
fn baseline_file(args: &Args, kept: Option<PathBuf>) -> anyhow::Result<Option<PathBuf>> {
    if args.runs.len() == 2 {
        if let Some(file) = &args.baseline {
            let file = file.display();
            bail!("two baselines: a run, and --baseline {file}\n  give one of them only");
        }
        return Ok(None);
    }
    let file = args.baseline.clone().or(kept);
    // One that is to be made need not be there the first time.
    Ok(file.filter(|file| args.save.as_ref() != Some(file) || file.exists()))
}

/// Saves the candidate's scores, if that was asked and all is well.
fn save(args: &Args, answer: &GateAnswer, inputs: &[PathBuf]) -> anyhow::Result<()> {
    let Some(file) = args.save.as_ref().filter(|_| answer.passed) else { return Ok(()) };
    let mut text = vec![];
    answer.candidate_scores.write(&mut text)?;
    write_file(file, inputs, &text)
}
