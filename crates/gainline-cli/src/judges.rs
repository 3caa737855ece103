//! `gainline judges`: several judgments of the same documents against each other, and what they do
//! to conclusions about runs.

mod effect;
mod effect_tables;
mod json;
mod notes;
mod reading;
mod report;
mod rows;
mod statistics;
mod tables;
mod undefined;
mod words;

use crate::choices::{Choices, HEADING, from_one};
use crate::choices::{refuse_bounds, share};
use crate::evaluation::{Evaluated, evaluate, measures};
use crate::log::Drawing;
use crate::runs;
use crate::runs::is_stdin;
use crate::writing::{Writing, write_file};
use anyhow::{Context, bail};
use clap::Args as ClapArgs;
use effect::Effect;
use gainline::{Measure, Qrels};
use gainline_analysis::judges::{Agreement, Ratings, Regrading, judged_by_all};
use reading::Judge;
use std::path::PathBuf;
use std::process::ExitCode;

/// What runs are measured by when nothing is asked for.
const DEFAULT_MEASURES: &str = "nDCG@10,AP";

/// What `gainline judges` is asked for.
#[derive(ClapArgs)]
#[command(
    override_usage = "gainline judges [OPTIONS] <QRELS>... [--runs <RUN>...]",
    after_help = "\
Examples:
  gainline judges examples/qrels.txt examples/judges/strict.txt
  gainline judges examples/qrels.txt examples/judges/*.txt --runs examples/runs/*.run
  gainline judges person=examples/qrels.txt model=examples/judges/generous.txt --per-topic
  gainline judges examples/qrels.txt examples/judges/*.txt --format tsv > agreement.tsv
  gainline judges examples/qrels.txt examples/judges/*.txt --confusion confusion.tsv

Use it before you trust judgments by a second person, by a crowd or by a language model: do they say
the same as yours, and where they do not, does it matter to what you conclude about your runs?
Give a file for each judge, or one file whose second column names the judge (trec_eval's qrels_jg).

How to read it. Only documents that both judges (or all, or several) have judged count.
  overlap    relevant to both, over relevant to either: TREC's assessors had 0.42 to 0.49 in pairs
             and 0.30 all three, as means over topics (Voorhees 2000)
  kappa      Cohen's: agreement beyond chance, 1 is full agreement and 0 what chance gives, with the
             95% interval of Fleiss, Cohen & Everitt (1969); any two grades differ alike. Linear
             and quadratic weights count how many grades lie between. Fleiss' kappa is for any
             number of judges, on documents that all have judged.
             The interval takes documents as independent of each other. They cluster by topic,
             where judges differ alike, so it is rather too narrow. It is cut at -1 and 1, beyond
             which there is no kappa; where its standard error is 0, there is none.
  alpha      Krippendorff's: the same idea, on all documents that two or more have judged. Nominal:
             grades differ or not; ordinal: by how many judgments lie between; interval: by the
             square of their difference. He asks for 0.8, and for 0.667 at the least (2004). Go by
             what your measures use: AP, RR and P relevant or not, nDCG the order of grades.
  positive   of all that either calls relevant, the share on which they agree; negative likewise.
             Where little is relevant, kappa can be low though both are high.
With --runs the same runs are measured by each judge, on topics that all have judged:
  tau_b      1 if both judges order the runs alike, -1 if oppositely; from 0.9 on, orders are
             commonly held to be the same (Voorhees 2000)
  tau_AP     the same with most weight at the top; for (1) the first judge's order is the true one
  swapped    pairs of runs whose order changes; separated: by a paired t test with p below --alpha,
             not corrected for the number of pairs, so of many pairs some are separated by chance
Scores may differ because of what judges judged as well as of how; --common takes the first away.
A dash stands for what is undefined, and a note says why.

--confusion FILE writes how often one judge's grade is another grade by another judge, every pair of
judges both ways: `gainline noise --model confusion FILE` draws from it. Its first line is `grade`
and the grades; then comes a line for each grade of the one judge, with counts.

tsv, csv and jsonl hold, at full precision: topic (`all`, or one of them with --per-topic), judge,
other_judge, measure, run, other_run (each empty, or null, where a number is not about one),
statistic, value (empty, or null, where it is undefined). Statistics of all judges: documents,
judged_by_several, judged_by_all, same_grade, agreement, relevant_to_all, relevant_to_any, overlap,
mean_overlap, fleiss_kappa, alpha_nominal, alpha_ordinal, alpha_interval, and of relevant or not
relevant_fleiss_kappa, relevant_alpha. Of two: judged_by_both, judged_by_first_only,
judged_by_second_only, same_grade, agreement, kappa, kappa_linear, kappa_quadratic and
relevant_kappa, each with _se, _low and _high (cut at -1 and 1); relevant_first, relevant_second,
relevant_both, overlap, mean_overlap, precision_of_second, recall_of_second, positive_agreement,
negative_agreement, relevant_agreement. Of a run by a judge: mean; of two runs: difference, p; of
two judges' orders of the runs: tau_b, tau_ap_first_true, tau_ap_second_true, run_pairs, swapped,
tied_in_one, separated_by_one, separated_oppositely, largest_change (of a mean, the second judge's
less the first's). json holds all of it in one document, with confusion matrices and choices."
)]
pub(crate) struct Args {
    /// Judgments, a file for each judge: `topic iteration document grade`; NAME=FILE names a judge,
    /// - is standard input. Or one file of several judges: `topic judge document grade`
    #[arg(required = true)]
    qrels: Vec<PathBuf>,
    /// Runs, two or more, to see what becomes of conclusions; give them last, behind the judgments
    #[arg(long, value_name = "RUN", num_args = 1..)]
    runs: Vec<PathBuf>,
    /// Measures of the runs, by any tool's spelling; may be given again, and be lists: nDCG@5,10,AP
    #[arg(
        short,
        long = "measure",
        value_name = "MEASURE",
        default_value = DEFAULT_MEASURES,
        requires = "runs"
    )]
    measure: Vec<String>,
    /// Give every topic's agreement too
    #[arg(short = 'q', long)]
    per_topic: bool,
    /// Only documents that all judges have judged
    #[arg(long)]
    common: bool,
    /// Write the confusion matrix of the judges to this file
    #[arg(long, value_name = "FILE")]
    confusion: Option<PathBuf>,
    /// Let the confusion matrix go from this judge's grades to all others', not from each to each
    #[arg(long, value_name = "JUDGE", requires = "confusion")]
    confusion_from: Option<String>,
    /// Runs are separated if p is below this
    #[arg(long, value_name = "P", default_value = "0.05", value_parser = share)]
    alpha: f64,
    /// Only the top N of each ranking
    #[arg(long, value_name = "N", value_parser = from_one, help_heading = HEADING)]
    depth: Option<usize>,
    #[command(flatten)]
    writing: Writing,
    #[command(flatten)]
    choices: Choices,
}

pub(crate) fn run(args: &Args) -> anyhow::Result<ExitCode> {
    if args.runs.iter().any(|run| is_stdin(run)) {
        bail!("--runs reads every run once for each judge, and standard input (-) only once");
    }
    refuse_bounds(&args.choices)?;
    let measures = measures(&args.measure, args.choices.rel)?;
    let mut judges = reading::judges(args)?;
    let options = judges[0].opened.options.clone();
    let wanted = |topic: &str| options.topics.as_ref().is_none_or(|t| t.contains(topic));
    let gathered = Ratings::new(&qrels_of(&judges), wanted)?;
    reading::check_common(&judges, &gathered, args.common)?;
    if args.common {
        let kept = judged_by_all(&qrels_of(&judges))?;
        judges.iter_mut().zip(kept).for_each(|(judge, kept)| judge.opened.qrels = kept);
    }
    let ratings = Ratings::new(&qrels_of(&judges), wanted)?;
    let agreement = Agreement::of(&ratings, options.rel);
    let topics = if args.per_topic { Agreement::by_topic(&ratings, options.rel) } else { vec![] };
    let evaluated = evaluated(&judges, &measures)?;
    let drawing = Drawing::new();
    let told = |done, total| drawing.set(done, total);
    let plan = effect::plan(args.alpha, &told);
    let effect = Effect::of(&evaluated, &measures, judges.len(), &plan)?;
    let about = report::About {
        judges: &judges,
        ratings: &ratings,
        agreement: &agreement,
        topics: &topics,
        runs: &evaluated[..evaluated.len() / judges.len()],
        measures: &measures,
        effect: effect.as_ref(),
        common: args.common,
        before: gathered.topics().iter().map(|topic| topic.documents.len()).sum(),
        confusion: confusion(args, &judges, &ratings)?,
        alpha: args.alpha,
        digits: args.writing.decimals(),
    };
    let files = &judges[0].opened.files;
    if let Some((file, _, text)) = &about.confusion {
        if args.writing.file() == Some(file) {
            bail!("{}: --output and --confusion are the same file", file.display());
        }
        write_file(file, files, text.as_bytes())?;
    }
    let format = args.writing.format();
    args.writing.write(files, |out| report::write(&about, format, out))?;
    Ok(ExitCode::SUCCESS)
}

fn qrels_of(judges: &[Judge]) -> Vec<&Qrels> {
    judges.iter().map(|judge| &judge.opened.qrels).collect()
}

/// All runs by the first judge, then all by the second, and so on.
fn evaluated(judges: &[Judge], measures: &[Measure]) -> anyhow::Result<Vec<Evaluated>> {
    let mut all = vec![];
    for judge in judges.iter().filter(|judge| !judge.opened.asked.is_empty()) {
        let runs::Opened { asked, qrels, options, .. } = &judge.opened;
        all.extend(evaluate(asked, qrels, measures, options)?);
    }
    Ok(all)
}

/// The file for the confusion matrix, from which judge it goes, and its text.
fn confusion<'a>(
    args: &'a Args,
    judges: &[Judge],
    ratings: &Ratings,
) -> anyhow::Result<Option<(&'a PathBuf, Option<usize>, String)>> {
    let Some(file) = &args.confusion else { return Ok(None) };
    let from = args.confusion_from.as_deref().map(|name| {
        judges.iter().position(|judge| judge.name == name).with_context(|| {
            let names: Vec<&str> = judges.iter().map(|judge| judge.name.as_str()).collect();
            format!("--confusion-from {name}: no such judge; the judges are {}", names.join(", "))
        })
    });
    let from = from.transpose()?;
    let Regrading { grades, counts } = Regrading::of(ratings, from);
    let cells = |cells: Vec<String>| cells.join("\t");
    let mut text = format!("grade\t{}\n", cells(grades.iter().map(ToString::to_string).collect()));
    for (grade, counts) in grades.iter().zip(counts) {
        // A grade that this judge never gave has no row.
        if counts.iter().any(|count| *count > 0) {
            let counts = cells(counts.iter().map(ToString::to_string).collect());
            text.push_str(&format!("{grade}\t{counts}\n"));
        }
    }
    if text.lines().count() < 2 {
        bail!(
            "--confusion-from {}: no other judge has judged a document of this one",
            args.confusion_from.as_deref().unwrap_or_default()
        );
    }
    Ok(Some((file, from, text)))
}
