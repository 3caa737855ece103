//! `gainline judges`: the agreement of several judges, and its effect on conclusions about runs.

use crate::choices::{Choices, HEADING, from_one, share};
use crate::log::Terminal;
use crate::writing::{Writing, write_file};
use anyhow::bail;
use clap::Args as ClapArgs;
use gainline::Qrels;
use gainline_analysis::default_measures;
use gainline_analysis::evaluation::measures;
use gainline_analysis::judges::{JudgeInputs, Judges, read_judges};
use gainline_analysis::{NamedQrels, NamedRuns, Naming, RunInput, check_stdin};
use gainline_report::present::JudgesPresenter;
use std::collections::HashSet;
use std::path::PathBuf;
use std::process::ExitCode;

/// What `gainline judges` is asked for.
#[derive(ClapArgs)]
#[command(
    override_usage = "gainline judges [OPTIONS] <QRELS>... [--runs <RUN>...]",
    after_help = "\
Examples:
  gainline judges examples/qrels.txt examples/judges/strict.txt
  gainline judges examples/qrels.txt examples/judges/*.txt --runs examples/runs/*.run",
    after_long_help = "\
Examples:
  gainline judges examples/qrels.txt examples/judges/strict.txt
  gainline judges examples/qrels.txt examples/judges/*.txt --runs examples/runs/*.run
  gainline judges person=examples/qrels.txt model=examples/judges/generous.txt --per-topic
  gainline judges examples/qrels.txt examples/judges/*.txt --format tsv > agreement.tsv
  gainline judges examples/qrels.txt examples/judges/*.txt --confusion confusion.tsv

Use it before you trust judgments by a second person, by a crowd or by a language model: do they
agree with yours, and where they do not, does it change your conclusions about runs? Give a file for
each judge, or one file whose second column names the judge (trec_eval's qrels_jg).

Only documents that both judges (or all, or several) have judged count.
  overlap    (Jaccard) relevant to both, divided by relevant to either. TREC's assessors had
             0.42 to 0.49 in pairs and 0.30 all three, as means over topics (Voorhees 2000).
  kappa      Cohen's kappa: agreement beyond chance; 1 is full agreement, 0 what chance gives. The
             95 % CI is that of Fleiss, Cohen & Everitt (1969). Without weights, any two grades
             differ alike; linear and quadratic weights count how many grades lie between. Fleiss'
             kappa is for any number of judges, on documents that all have judged.
             The CI assumes independent documents. Documents of the same topic are not independent,
             so it is probably too narrow. It is cut at -1 and 1, the limits of kappa. There is none
             where the standard error is 0.
  alpha      Krippendorff's alpha, on all documents that two or more have judged. Nominal: grades
             differ or not; ordinal: by how many judgments lie between; interval: by the square of
             their difference. Krippendorff (2004) requires 0.8, and 0.667 for tentative
             conclusions. Choose what your measures use: AP, RR and P relevance, nDCG the order of
             grades.
  agreement  the share of documents on whose relevance both agree. Positive agr.: twice the number
             relevant to both, divided by those relevant to the first plus those relevant to the
             second; negative agr. likewise for non-relevant ones. Where few documents are relevant,
             kappa can be low though both are high.
With --runs the same runs are measured by each judge, on topics that all have judged:
  tau_b      Kendall's tau_b: 1 if both judges order the runs alike, -1 if oppositely. From 0.9 on,
             orders are commonly held to be the same (Voorhees 2000).
  tau_AP     like tau, with most weight at the top; for (1) the first judge's order is the true one
  swapped    pairs of runs in opposite order
  sig.       pairs of runs that are significantly different by a paired t test with p below --alpha,
             not corrected for the number of pairs: of many pairs, some are significant by chance
Scores can differ because judges judged different documents; --common removes this difference. A
dash stands for what is undefined, and a note says why.

--confusion FILE writes how often a grade by one judge is another grade by another judge, every pair
of judges in both directions; `gainline noise --model confusion FILE` draws from it. The first line
is `grade` and the grades; then comes a line of counts for each grade of the one judge.

tsv, csv and jsonl have, at full precision: topic (`all`, or a topic with --per-topic), judge,
other_judge, measure, run, other_run (empty, or null, where they do not apply), statistic, value
(empty, or null, where it is undefined). Statistics of all judges: documents, judged_by_several,
judged_by_all, same_grade, agreement, relevant_to_all, relevant_to_any, overlap, mean_overlap,
fleiss_kappa, alpha_nominal, alpha_ordinal, alpha_interval, and of relevance relevant_fleiss_kappa,
relevant_alpha. Of two: judged_by_both, judged_by_first_only, judged_by_second_only, same_grade,
agreement, kappa, kappa_linear, kappa_quadratic and relevant_kappa, each with _se, _low and _high
(cut at -1 and 1); relevant_first, relevant_second, relevant_both, overlap, mean_overlap,
precision_of_second, recall_of_second, positive_agreement, negative_agreement, relevant_agreement.
Of a run by a judge: mean; of two runs: difference, p; of two judges' orders of the runs: tau_b,
tau_ap_first_true, tau_ap_second_true, run_pairs, swapped, tied_in_one, significant_by_one
(significantly different for one judge only), significant_oppositely (for both, in opposite order),
largest_change (of a mean: second judge - first judge). json has the whole answer."
)]
pub(crate) struct Args {
    /// Judgments, a file for each judge; NAME=FILE names a judge, - is standard input
    ///
    /// A line is `topic iteration document grade`. Or one file of several judges: `topic judge
    /// document grade`.
    #[arg(required = true)]
    qrels: Vec<PathBuf>,
    /// Runs to compare by each judge, two or more; give them last
    #[arg(long, value_name = "RUN", num_args = 1..)]
    runs: Vec<PathBuf>,
    /// Measures of the runs, such as nDCG@5,10,AP
    #[arg(
        short,
        long = "measure",
        value_name = "MEASURE",
        default_value = default_measures::USUAL,
        requires = "runs"
    )]
    measure: Vec<String>,
    /// Give the agreement of every topic too
    #[arg(short = 'q', long)]
    per_topic: bool,
    /// Only documents that all judges have judged
    #[arg(long)]
    common: bool,
    /// Write the confusion matrix of the judges to this file; - is standard output
    #[arg(long, value_name = "FILE")]
    confusion: Option<PathBuf>,
    /// Confusion matrix from the grades of this judge to all others only
    #[arg(long, value_name = "JUDGE", requires = "confusion")]
    confusion_from: Option<String>,
    /// Differences between runs are significant if p is below this
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
    let request = Judges {
        measures: measures(&args.measure, args.choices.rel)?,
        per_topic: args.per_topic,
        common: args.common,
        regrading_from: args.confusion_from.clone(),
        alpha: args.alpha,
    };
    let inputs = inputs(args)?;
    let answer = request.answer(&inputs, &Terminal::default())?;
    if let Some(file) = &args.confusion {
        if args.writing.file() == Some(file) {
            bail!("{}: --output and --confusion are the same file", file.display());
        }
        write_file(file, &inputs.files(), answer.regrading.to_text().as_bytes())?;
    }
    let presenter = JudgesPresenter {
        answer: &answer,
        digits: args.writing.decimals(),
        confusion_file: args.confusion.as_deref(),
    };
    args.writing.answer(&inputs.files(), &presenter)?;
    Ok(ExitCode::SUCCESS)
}

/// Reads the judgments, and what the choices say.
fn inputs(args: &Args) -> anyhow::Result<JudgeInputs> {
    let judges = NamedRuns::of(&args.qrels, Naming::File)?.runs;
    let runs = NamedRuns::of(&args.runs, args.choices.names)?;
    let files = judges.iter().chain(&runs.runs).filter_map(RunInput::path);
    check_stdin(files.chain(args.choices.streams()?.iter().map(PathBuf::as_path)))?;
    let (judges, names) = read_judges(&args.qrels)?;
    let (mut options, others) = args.choices.options(&all_topics(&judges)?)?;
    options.depth = args.depth;
    let mut inputs = JudgeInputs::new(judges, runs, options)?;
    inputs.names = names;
    inputs.other_files = others;
    inputs.hashes = args.writing.wants_hashes();
    Ok(inputs)
}

/// The topics that any judge has, which --topics may name.
fn all_topics(judges: &[NamedQrels]) -> gainline::Result<Qrels> {
    let topics: HashSet<&str> = judges.iter().flat_map(|judge| judge.qrels.topics()).collect();
    Qrels::from_rows(topics.into_iter().map(|topic| (topic, "", 0.0)))
}
