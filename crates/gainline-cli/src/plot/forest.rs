//! `gainline plot forest`: means with their confidence intervals.

use super::scoring::Scored;
use crate::collections::{Given, InputsOrCollections};
use crate::log::Terminal;
use anyhow::bail;
use clap::Args as ClapArgs;
use gainline_analysis::collections::CollectionsDecision;
use gainline_analysis::compare::Compare;
use gainline_analysis::mean_intervals::MeanIntervals;
use gainline_report::figures;

/// What `gainline plot forest` is asked for.
#[derive(ClapArgs)]
#[command(
    override_usage = "gainline plot forest [OPTIONS] <QRELS> <RUNS>... -o <FILE>\n       gainline plot forest [OPTIONS] --collections <DIR|FILE> -o <FILE>",
    after_help = "\
Example: gainline plot forest qrels.txt *.run -o means.svg
--help says how to read it.",
    after_long_help = "\
Examples:
  gainline plot forest qrels.txt *.run -o means.svg
  gainline plot forest qrels.txt *.run -m AP --level 0.9 -o means.pdf --data means.tsv
  gainline plot forest --collections beir/ --run dense --baseline bm25 -o forest.svg

How to read it: the dot is the mean over topics, the line its confidence interval by Student's t:
with other random samples of topics, such intervals would contain the true mean as often as the
level says. The intervals show how much a mean depends on the choice of topics, not whether two runs
differ: runs are measured on the same topics, and `gainline compare` makes use of that. Runs are
ordered by their means, the best first; all means are over the topics that every run has.

With --collections, the picture shows the difference of two runs in each collection, the mean over
collections and where a further collection is expected: the run with the best macro mean and the
second best, or the baseline. Intervals hold for each difference alone; `gainline compare
--collections` has the corrected ones.

--data holds `run, topics, mean, low, high`, as `gainline compare` gives them; with --collections
`collection, topics, difference, low, high, weight`."
)]
pub(crate) struct Args {
    /// The confidence level of the intervals
    #[arg(long, value_name = "P", default_value = "0.95", value_parser = level)]
    level: f64,
    #[command(flatten)]
    inputs: InputsOrCollections,
    /// With --collections, the run whose differences are shown
    #[arg(long, value_name = "RUN")]
    run: Option<String>,
    /// With --collections, the run that it is compared with
    #[arg(long, value_name = "RUN")]
    baseline: Option<String>,
    #[command(flatten)]
    scored: Scored,
}

pub(super) fn run(args: &Args) -> anyhow::Result<()> {
    let Scored { choices, depth, picture, .. } = &args.scored;
    let measure = args.scored.measure()?;
    let (level, progress) = (args.level, Terminal::default());
    match args.inputs.read(choices, *depth, [], false)? {
        Given::One(_) if args.run.is_some() || args.baseline.is_some() => {
            bail!("--run and --baseline are for --collections; here every run is shown")
        }
        Given::One(experiment) => {
            let answer = MeanIntervals { measure, level }.answer(&experiment, &progress)?;
            picture.write(&experiment.files(), figures::forest(&answer))
        }
        Given::Several(collections) => {
            let request = Compare {
                alpha: 1.0 - level,
                baseline: args.baseline.clone(),
                ..Compare::by(vec![measure.clone()])
            };
            let answer = request.answer_collections(&collections, &progress)?;
            if let CollectionsDecision::NothingJudged { collection, runs } = &answer.decision {
                let runs: Vec<&str> = runs.iter().map(|found| found.run.as_str()).collect();
                let runs = runs.join(", ");
                bail!(
                    "{collection}: (nearly) no document of {runs} is judged, so there is nothing to show\n  \
                     `gainline validate` compares all ids"
                );
            }
            let pair = answer.pair(&measure, args.run.as_deref())?;
            let plot = figures::collections_forest(&answer, &measure, pair);
            picture.write(&collections.files(), plot)
        }
    }
}

fn level(text: &str) -> Result<f64, String> {
    let number = text.parse().ok().filter(|n: &f64| (0.5..1.0).contains(n));
    number.ok_or_else(|| "not a number from 0.5 to below 1".into())
}
