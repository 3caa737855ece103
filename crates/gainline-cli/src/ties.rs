//! `gainline ties`: how far measures move with the order of documents that have the same score.

mod json;
mod notes;
mod report;

use crate::choices::Choices;
use crate::evaluation::measures;
use crate::log::Progress;
use crate::notes::Seen;
use crate::runs::{Asked, Inputs, Opened, asked};
use crate::writing::Writing;
use anyhow::bail;
use clap::Args as ClapArgs;
use gainline::{
    Better, ErrorKind, Evaluator, Judged, Measure, Options, Qrels, Scores, Source, Ties, Unjudged,
    join_source,
};
use gainline_stats::SAME;
use std::collections::HashMap;
use std::process::ExitCode;

/// What is looked at when nothing is asked for.
const DEFAULT_MEASURES: &str = "nDCG@10,AP,RR,P@10,Rprec,ERR@10";

/// What `gainline ties` is asked for.
#[derive(ClapArgs)]
#[command(
    mut_arg("ties", |arg| arg.hide(true)),
    after_help = "\
Examples:
  gainline ties qrels.txt bm25.run
  gainline ties qrels.txt *.run -m nDCG@10,RR
  gainline ties qrels.txt bm25.run --per-topic --format tsv > ties.tsv

A ranking does not say in which order documents of equal score stand, but measures depend on it. For
each measure:
  docid    its value in the order of document ids, descending: what `gainline eval` prints
  worst    in the order that is worst for the measure, chosen for each topic
  average  the mean over all orders: what to expect of an order left to chance
  best     in the order that is best for the measure, chosen for each topic
  spread   how far worst and best lie apart
and on how many topics worst and best differ (by more than 0.000000000001).
Below stand the topics that move most by the first measure; with --per-topic all topics, by all
measures. A dash stands where there is no value, and a note says why. `gainline eval --ties average`
(or rank, input, best, worst) evaluates by another order than docid.

tsv, csv and jsonl hold, at full precision: run, topic, tied_rows, tied_groups, measure, docid,
worst, average, best, spread, topics_affected. Topics stand in the order of the qrels (with
--per-topic), then the topic `all`; what has no value is empty (null in jsonl). json holds the
choices and facts behind the numbers too."
)]
pub(crate) struct Args {
    #[command(flatten)]
    inputs: Inputs,
    /// Measures, by any tool's spelling; may be given again, and be lists: nDCG@5,10,AP
    #[arg(short, long = "measure", value_name = "MEASURE", default_value = DEFAULT_MEASURES)]
    measure: Vec<String>,
    /// Give all topics by all measures, and not only those that move most by the first
    #[arg(short = 'q', long)]
    per_topic: bool,
    #[command(flatten)]
    writing: Writing,
    #[command(flatten)]
    choices: Choices,
}

/// A run under the different orders of its ties.
struct Examined {
    name: String,
    file: String,
    /// By document id.
    scores: Scores,
    /// What all orders give, one for each measure.
    orders: Vec<Orders>,
    /// How many documents are ranked, for all topics together.
    ranked: usize,
    /// Topics with ties.
    tied: HashMap<String, Tied>,
}

/// A measure under each order.
struct Orders {
    docid: Values,
    worst: Outcome,
    average: Outcome,
    best: Outcome,
}

/// A measure's values over all topics and by topic, or why there are none.
type Outcome = Result<Values, String>;

#[derive(Clone)]
struct Values {
    all: f64,
    topics: Vec<f64>,
}

/// How many rows of a topic have the score of another one, and how many scores these are.
#[derive(Clone, Copy, Default)]
struct Tied {
    rows: usize,
    groups: usize,
}

pub(crate) fn run(args: &Args) -> anyhow::Result<ExitCode> {
    let Choices { ties, unjudged, rel, .. } = args.choices;
    if ties != Ties::Docid {
        bail!(
            "--ties {ties}: docid, worst, average and best are shown side by side here\n  \
             leave --ties out, or evaluate by one order: gainline eval --ties {ties}"
        );
    }
    if unjudged == Unjudged::Bounds {
        bail!(
            "--unjudged bounds: bounds are for one order of ties, and here there are several\n  \
             use irrelevant or condense"
        );
    }
    let measures = measures(&args.measure, rel)?;
    let Inputs { qrels, runs } = &args.inputs;
    let opened = Opened::new(asked(runs), qrels, &args.choices, [])?;
    let examined = |run: &Asked| examine(run, &opened.qrels, &measures, &opened.options);
    let runs = opened.asked.iter().map(examined).collect::<anyhow::Result<Vec<Examined>>>()?;
    let about = report::About {
        opened: &opened,
        measures: &measures,
        per_topic: args.per_topic,
        digits: args.writing.decimals(),
    };
    let format = args.writing.format();
    args.writing.write(&opened.files, |out| report::write(&about, &runs, format, out))?;
    Ok(ExitCode::SUCCESS)
}

/// Evaluates a run under each order. The one by document id comes first: what is wrong with
/// measures, choices or the run is an error there, as it is for `gainline eval`.
fn examine(
    asked: &Asked,
    qrels: &Qrels,
    measures: &[Measure],
    options: &Options,
) -> anyhow::Result<Examined> {
    let source = Source::path(&asked.file).rereadable()?;
    let progress = Progress::new(&asked.name, source.size());
    let evaluated = |measures: &[Measure], ties: Ties| {
        let evaluator = Evaluator::new(qrels, measures, options.clone().ties(ties))?;
        evaluator.run_with_progress(&source, &|bytes| progress.set(bytes))
    };
    let scores = evaluated(measures, Ties::Docid)?;
    let (ranked, tied) = tied(&source, qrels, options)?;
    let docid = Values::of(&scores);
    let under = |ties: Ties| -> anyhow::Result<Vec<Outcome>> {
        // Without ties there is one order.
        if tied.is_empty() {
            return Ok(docid.iter().cloned().map(Ok).collect());
        }
        match evaluated(measures, ties) {
            Ok(scores) => Ok(Values::of(&scores).into_iter().map(Ok).collect()),
            // Some measure has too many orders to go through; the others have their values.
            Err(error) if error.kind() == ErrorKind::Measure => {
                let alone = |measure| match evaluated(std::slice::from_ref(measure), ties) {
                    Ok(scores) => Ok(Values::of(&scores).into_iter().map(Ok).collect()),
                    Err(error) if error.kind() == ErrorKind::Measure => {
                        Ok(vec![Err(error.message().to_string())])
                    }
                    Err(error) => Err(error.into()),
                };
                let each = measures.iter().map(alone).collect::<anyhow::Result<Vec<_>>>()?;
                Ok(each.concat())
            }
            Err(error) => Err(error.into()),
        }
    };
    let others = under(Ties::Worst)?.into_iter().zip(under(Ties::Average)?).zip(under(Ties::Best)?);
    let orders = docid.iter().cloned().zip(others).zip(measures);
    let orders = orders.map(|((docid, ((worst, average), best)), measure)| {
        let has_better = |outcome: Outcome| match measure.family().better {
            Better::Neither => Err(format!(
                "neither more nor less of `{measure}` is better, so no order is the worst or the \
                 best"
            )),
            _ => outcome,
        };
        Orders { docid, worst: has_better(worst), average, best: has_better(best) }
    });
    let orders = orders.collect();
    let file = source.name().to_string();
    Ok(Examined { name: asked.name.clone(), file, scores, orders, ranked, tied })
}

/// How many documents are ranked, and the topics with ties.
fn tied(
    source: &Source,
    qrels: &Qrels,
    options: &Options,
) -> gainline::Result<(usize, HashMap<String, Tied>)> {
    // This policy keeps the groups of equal scores.
    let options = Options { ties: Ties::Average, ..options.clone() };
    let each = |judged: &Judged<'_>| {
        let ties = judged.ties();
        let rows = ties.iter().map(|tie| tie.size).sum();
        (judged.retrieved(), Tied { rows, groups: ties.len() })
    };
    let joined = join_source(qrels, source, &options, &|_| {}, &each)?;
    let ranked = joined.topics.iter().map(|(_, (ranked, _))| ranked).sum();
    let names: Vec<&str> = qrels.topics().collect();
    let tied = joined.topics.into_iter().map(|(topic, (_, tied))| (names[topic].into(), tied));
    Ok((ranked, tied.filter(|(_, tied)| tied.groups > 0).collect()))
}

impl Values {
    /// Those of each measure.
    fn of(scores: &Scores) -> Vec<Values> {
        let topics = (0..scores.measures().len()).map(|at| scores.column(at).collect());
        scores.all().into_iter().zip(topics).map(|(all, topics)| Values { all, topics }).collect()
    }
}

impl Orders {
    /// How far worst and best lie apart: over all topics, or for one.
    fn spread(&self, of: impl Fn(&Values) -> f64) -> Option<f64> {
        let (Ok(worst), Ok(best)) = (&self.worst, &self.best) else { return None };
        Some((of(best) - of(worst)).abs())
    }

    /// How many topics have a spread.
    fn affected(&self) -> Option<usize> {
        let (Ok(worst), Ok(best)) = (&self.worst, &self.best) else { return None };
        let pairs = worst.topics.iter().zip(&best.topics);
        Some(pairs.filter(|(worst, best)| (*worst - *best).abs() > SAME).count())
    }
}

impl Examined {
    fn seen(&self) -> Seen<'_> {
        Seen::of(&self.name, &self.scores)
    }

    /// A topic's ties.
    fn tied_in(&self, topic: &str) -> Tied {
        self.tied.get(topic).copied().unwrap_or_default()
    }

    /// The ties of all topics.
    fn tied(&self) -> Tied {
        self.tied.values().fold(Tied::default(), |sum, tied| Tied {
            rows: sum.rows + tied.rows,
            groups: sum.groups + tied.groups,
        })
    }
}
