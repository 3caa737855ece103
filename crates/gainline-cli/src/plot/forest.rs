//! `gainline plot forest`: means with their confidence intervals.

use super::caption;
use super::picture::{Plot, Room};
use super::scoring::{Scored, Scoring};
use crate::cells::{count, header, text};
use crate::comparison::{Sample, samples};
use crate::notes::counted;
use anyhow::bail;
use clap::Args as ClapArgs;
use gainline::Summary;
use gainline_report::plot::{Axis, Figure, Mark, Scale};
use gainline_report::{Cell, Table};
use gainline_stats::{Interval, mean_interval};

/// What `gainline plot forest` is asked for.
#[derive(ClapArgs)]
#[command(after_help = "\
Examples:
  gainline plot forest qrels.txt *.run -o means.svg
  gainline plot forest qrels.txt *.run -m AP --level 0.9 -o means.pdf --data means.tsv

How to read it: the dot is the mean over topics, the line its interval by Student's t: if topics
were drawn anew, such intervals would hold the true mean as often as the level says. The intervals
tell how much a mean depends on the choice of topics, and not whether two runs differ: runs are
measured on the same topics, and `gainline compare` uses that. Runs stand by their means, the best
first; all are over the topics that every run has.

--data holds `run, topics, mean, low, high`, as `gainline compare` gives them.")]
pub(crate) struct Args {
    /// The level of the intervals
    #[arg(long, value_name = "P", default_value = "0.95", value_parser = level)]
    level: f64,
    #[command(flatten)]
    scoring: Scoring,
}

pub(super) fn run(args: &Args) -> anyhow::Result<()> {
    let scored = args.scoring.score()?;
    let measures = [scored.measure.clone()];
    let samples = samples(&scored.runs, &measures, None)?;
    let Some(sample) = samples.first().filter(|sample| !sample.topics.is_empty()) else {
        bail!("there is no topic that is judged and that every run has, so no mean to show");
    };
    args.scoring.picture.write(&scored.opened.files, plot(args, &scored, sample))
}

fn plot(args: &Args, scored: &Scored, sample: &Sample) -> Plot {
    let (mut marks, mut names, mut rows, mut beside) = (vec![], vec![], vec![], vec![]);
    let (mut lowest, mut highest) = (f64::INFINITY, f64::NEG_INFINITY);
    for run in sample.best_first() {
        let name = &scored.runs[run].name;
        let value = sample.shown(sample.mean(run));
        let interval: Option<Interval> = mean_interval(&sample.columns[run], args.level).ok();
        let ends = interval.map(|i| (sample.shown(i.low), sample.shown(i.high)));
        let (low, high) = ends.unwrap_or((value, value));
        (lowest, highest) = (lowest.min(low), highest.max(high));
        let cells = ends.map_or([text(""), text("")], |(l, h)| [l, h].map(Cell::exact));
        let [low, high] = cells;
        rows.push(vec![text(name), count(sample.topics.len()), Cell::exact(value), low, high]);
        marks.push(Mark::Interval { y: names.len() as f64, value, ends });
        names.push(name.clone());
        beside.push(format!("{value:.4}"));
    }
    let topics = counted(sample.topics.len(), "topic");
    let percent = args.level * 100.0;
    let what = match scored.measure.summary() {
        Summary::GeometricMean => "geometric mean",
        _ => "mean",
    };
    let how = match sample.topics.len() {
        1 => "One topic has no interval.".to_string(),
        _ => format!("Dot and number: {what}; line: {percent} % interval by Student's t."),
    };
    Plot {
        kind: "forest",
        figure: Figure {
            title: format!("{}, {what} over {topics}", scored.measure),
            subtitle: format!("{how} {}", scored.subtitle()),
            x: Axis {
                label: format!("{what} {}", caption::axis(&scored.measure)),
                scale: Scale::Numbers(lowest, highest),
            },
            y: Axis { label: "run".into(), scale: Scale::Names(names) },
            marks,
            beside,
            ..Figure::default()
        },
        room: Room::Rows(scored.runs.len(), 14.0),
        data: Table {
            header: header(&["run", "topics", "mean", "low", "high"]),
            rows,
            ..Table::default()
        },
    }
}

fn level(text: &str) -> Result<f64, String> {
    let number = text.parse().ok().filter(|n: &f64| (0.5..1.0).contains(n));
    number.ok_or_else(|| "not a number from 0.5 to below 1".into())
}
