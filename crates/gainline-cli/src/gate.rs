//! `gainline gate`: rules that a run must keep to, for continuous integration.

mod config;
mod json;
mod judge;
mod junit;
mod outcome;
mod parse;
mod report;
mod rule;
mod settings;
mod slicing;
mod stored;
mod words;
mod writing;

use crate::choices::{Choices, HEADING, from_one};
use crate::comparison::monte_carlo;
use crate::evaluation::{Evaluated, evaluate, measures};
use crate::log::Drawing;
use crate::notes::counted;
use crate::runs::{self, Opened};
use crate::writing::write_file;
use anyhow::bail;
use clap::{Args as ClapArgs, ValueEnum};
use gainline::{Measure, Slices};

use judge::{Subjects, judge};
use outcome::{Status, Verdicts};
use rule::{Fault, Kind, Rule, Says};
use settings::Testing;
use std::collections::HashSet;
use std::path::PathBuf;
use std::process::ExitCode;
use stored::Stored;
use words::Words;

/// What `gainline gate` is asked for.
#[derive(ClapArgs)]
#[command(
    override_usage = "gainline gate [OPTIONS] <QRELS> [BASELINE] <CANDIDATE>",
    after_help = "\
Rules:
  --require  MEASURE >= NUMBER                  or >, <=, <
  --forbid   MEASURE drops by NUMBER            in the measure's own units
             MEASURE drops by NUMBER%           of the baseline
             … with p < NUMBER                  only a drop that is more than chance counts
  either     … on SLICE, … on every slice       on topics of --by; without it, on all topics
             (and where no rule names slices, what is forbidden is so on every slice of --by too)
  A run drops when it gets worse: where lower is better, when its value rises. It must drop by more
  than the number to break a rule, and the p of a two-sided test must be below the bound, after a
  correction over all measures and slices that are tested. Where the test is undefined because
  every topic differs by the same, the exact randomization test stands in for it; with too few
  topics to test, a drop does not count as more than chance, and the reason says so. Measures that
  are geometric means, such as GMAP, are tested by the logarithms of the topics' values.

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
  and choices. Scores are saved if no rule is broken. With --save and no baseline yet, rules about
  drops are skipped.

Examples:
  gainline gate qrels.txt main.run new.run --require 'nDCG@10 >= 0.45' \\
    --forbid 'nDCG@10 drops by 1% with p < 0.05'
  gainline gate qrels.txt main.run -m nDCG@10,AP --save main.json
  gainline gate qrels.txt new.run --baseline main.json --forbid 'AP drops by 1%' -o gate.xml

Exit codes: 0 all rules hold; 1 a rule is broken; 2 could not run."
)]
pub(crate) struct Args {
    /// Judgments: `topic iteration document grade`, or BEIR's with a header line
    qrels: PathBuf,
    /// The baseline's run, unless it is stored or not needed, and the candidate's run; NAME=FILE
    /// names a run
    #[arg(required = true, num_args = 1..=2, value_name = "RUN")]
    runs: Vec<PathBuf>,
    /// What must be: 'nDCG@10 >= 0.45'; may be given again
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
    /// Hold the candidate against these scores, as --save wrote them, instead of a run
    #[arg(long, value_name = "FILE")]
    baseline: Option<PathBuf>,
    /// Save the candidate's scores, as a baseline for later, if no rule is broken
    #[arg(long, value_name = "FILE")]
    save: Option<PathBuf>,
    /// Measures to save besides those of the rules
    #[arg(short, long = "measure", value_name = "MEASURE", requires = "save")]
    measure: Vec<String>,
    #[command(flatten)]
    testing: Testing,
    /// Only the top N of each ranking
    #[arg(long, value_name = "N", value_parser = from_one, help_heading = HEADING)]
    depth: Option<usize>,
    #[command(flatten)]
    writing: writing::Writing,
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

pub(crate) fn run(args: &Args) -> anyhow::Result<ExitCode> {
    let config = config::read(args.config.as_deref())?;
    let settings = args.testing.decide(&config);
    let sources = sources(args, &config);
    let (by, kept) = (args.by.clone().or(config.slices), config.baseline);
    let mut rules = rules(args, config.rules, config.faults)?;
    if rules.is_empty() && args.measure.is_empty() {
        bail!(
            "there are no rules\n  give some with --require and --forbid, or in {}; to save scores \
             only, say with -m of which measures",
            config::USUAL
        );
    }
    let slices = by.as_deref().map(Slices::read).transpose()?;
    slicing::spread(&mut rules, slices.as_ref());
    slicing::check(&rules, by.as_deref(), slices.as_ref())?;
    let baseline = baseline_file(args, kept)?;
    let forbids = rules.iter().any(|rule| rule.kind() == Kind::Forbid);
    if forbids && args.runs.len() == 1 && baseline.is_none() && args.save.is_none() {
        let remedy = "QRELS BASELINE CANDIDATE, or --baseline FILE with scores that --save wrote";
        bail!("a rule forbids a drop, but there is no baseline to drop from\n  give one: {remedy}");
    }
    let beside = [by.as_deref(), config.file.as_deref()].into_iter().flatten();
    let mut opened = Opened::new(runs::asked(&args.runs), &args.qrels, &args.choices, beside)?;
    opened.options.depth = args.depth;
    let measures = all_measures(args, &rules)?;
    let runs = evaluate(&opened.asked, &opened.qrels, &measures, &opened.options)?;
    let stored = baseline.as_deref().map(Stored::read).transpose()?;
    let candidate = &runs[runs.len() - 1];
    if let (Some(stored), Some(file)) = (&stored, &baseline) {
        let drops = rules.iter().filter(|rule| rule.kind() == Kind::Forbid);
        let asked: Vec<&Measure> =
            measures.iter().filter(|m| drops.clone().any(|rule| rule.measure == **m)).collect();
        stored.check(&file.display().to_string(), &opened, &candidate.scores, &asked)?;
    }
    let drawing = Drawing::new();
    let told = |done, total| drawing.set(done, total);
    let monte_carlo = monte_carlo(settings.trials, settings.seed, args.choices.threads, &told);
    let subjects = Subjects {
        runs: &runs,
        stored: stored.as_ref(),
        measures: &measures,
        slices: slices.as_ref(),
    };
    let alphas = rules.iter().filter_map(|rule| match rule.says {
        Says::Drop { alpha, .. } => alpha,
        Says::Bound { .. } => None,
    });
    settings.test.0.check_trials(settings.trials, alphas.fold(1.0, f64::min))?;
    let has_baseline = runs.len() == 2 || stored.is_some();
    let verdicts = judge(rules, &subjects, &settings, monte_carlo)?;
    if has_baseline && verdicts.all_skipped() {
        bail!("nothing could be checked: the candidate and the baseline have no topic in common");
    }
    let saved = save(args, candidate, &opened, &verdicts)?;
    let first = (runs.len() == 2).then(|| runs[0].name.clone());
    let about = report::About {
        opened: &opened,
        runs: &runs,
        baseline: stored.as_ref().map(|stored| stored.run.clone()).or(first),
        stored: baseline.as_ref().map(|file| file.display().to_string()),
        saved,
        sources,
        common: common(&runs, stored.as_ref()),
        slices: slicing::note(by.as_deref(), slices.as_ref(), candidate),
        settings: &settings,
        words: Words::new(&settings, &verdicts, args.writing.decimals()),
    };
    let inputs: Vec<PathBuf> = opened.files.iter().cloned().chain(baseline.clone()).collect();
    let written =
        args.writing.write(&inputs, |format, out| report::write(&about, &verdicts, format, out));
    let broken = verdicts.count(Status::Broken) > 0;
    match written {
        // Whether anybody listens or not, a broken rule is one.
        Err(error) if broken && crate::is_closed_pipe(&error) => {}
        written => written?,
    }
    Ok(if broken { ExitCode::FAILURE } else { ExitCode::SUCCESS })
}

/// The rules of the file and then those of the command line; all that are wrong are told at once.
fn rules(args: &Args, mut rules: Vec<Rule>, mut faults: Vec<Fault>) -> anyhow::Result<Vec<Rule>> {
    let required = args.require.iter().map(|text| (Kind::Require, text, "--require"));
    let forbidden = args.forbid.iter().map(|text| (Kind::Forbid, text, "--forbid"));
    for (kind, text, origin) in required.chain(forbidden) {
        match parse::rule(kind, text, origin) {
            Ok(rule) => rules.push(rule),
            Err(fault) => faults.push(fault),
        }
    }
    if !faults.is_empty() {
        let faults: Vec<String> = faults.iter().map(ToString::to_string).collect();
        bail!("{}", faults.join("\n"));
    }
    // As for `gainline eval`, numbers at another threshold than the usual one say so.
    if args.choices.rel != 1.0 {
        for rule in &mut rules {
            rule.measure = rule.measure.clone().with_rel(args.choices.rel);
        }
    }
    Ok(rules)
}

/// Where the rules come from, in words.
fn sources(args: &Args, config: &config::Config) -> String {
    let given = args.require.len() + args.forbid.len();
    let given = (given > 0).then(|| format!("{given} from the command line"));
    let read = config.file.as_ref().map(|f| format!("{} from {}", config.rules.len(), f.display()));
    let said: Vec<String> = read.into_iter().chain(given).collect();
    if said.is_empty() { "none".into() } else { said.join(", ") }
}

/// Every measure that is needed, once.
fn all_measures(args: &Args, rules: &[Rule]) -> anyhow::Result<Vec<Measure>> {
    let mut all: Vec<Measure> = vec![];
    let saved = measures(&args.measure, args.choices.rel)?;
    for measure in rules.iter().map(|rule| rule.measure.clone()).chain(saved) {
        if !all.contains(&measure) {
            all.push(measure);
        }
    }
    Ok(all)
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

/// Saves the candidate's scores, if that was asked and all is well; says so.
fn save(
    args: &Args,
    candidate: &Evaluated,
    opened: &Opened,
    verdicts: &Verdicts,
) -> anyhow::Result<Option<String>> {
    let Some(file) = &args.save else { return Ok(None) };
    let name = file.display();
    if verdicts.count(Status::Broken) > 0 {
        return Ok(Some(format!("nothing to {name}, because a rule is broken")));
    }
    let stored = Stored::of(&candidate.name, &candidate.scores, opened);
    let mut text = vec![];
    stored.write(&mut text)?;
    write_file(file, &opened.files, &text)?;
    let topics = counted(stored.topics().len(), "topic");
    Ok(Some(format!("the candidate's scores of {topics} to {name}")))
}

/// How many topics candidate and baseline share, if one of them has more.
fn common(runs: &[Evaluated], stored: Option<&Stored>) -> Option<usize> {
    let topics =
        |run: &Evaluated| -> HashSet<String> { run.scores.topics().iter().cloned().collect() };
    let candidate = runs.last().map(topics)?;
    let baseline = match (stored, runs) {
        (Some(stored), _) => stored.topics().map(String::from).collect(),
        (None, [first, _]) => topics(first),
        _ => return None,
    };
    (candidate != baseline).then(|| candidate.intersection(&baseline).count())
}
