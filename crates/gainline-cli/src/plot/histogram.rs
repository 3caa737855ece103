//! `gainline plot histogram`: the differences of two runs, topic by topic.

use super::picture::{Plot, Room};
use super::scoring::{Order, Ordering, Scored, Scoring};
use crate::cells::{header, text};
use crate::notes::counted;
use anyhow::bail;
use clap::Args as ClapArgs;
use gainline::Better;
use gainline_report::plot::{Axis, Figure, Mark, Scale, Series, Style};
use gainline_report::{Cell, Table};

/// What `gainline plot histogram` is asked for.
#[derive(ClapArgs)]
#[command(
    mut_arg("measure", |arg| arg.default_value("Rprec")),
    after_help = "\
Examples:
  gainline plot histogram qrels.txt new.run old.run -o histogram.svg
  gainline plot histogram qrels.txt new.run old.run -m nDCG@10 --order qrels -o histogram.png

How to read it: each bar is a topic, as high as the first run's value less the second's. Bars in the
first colour are topics on which the first run is better, those in the other colour topics on which
the second is. Many small bars one way and few large ones the other way mean that the mean depends
on a few topics. This is the precision histogram of Modern Information Retrieval (Baeza-Yates and
Ribeiro-Neto), whose measure is R-precision.

--data holds `topic, first, second, difference`."
)]
pub(crate) struct Args {
    #[command(flatten)]
    ordering: Ordering,
    #[command(flatten)]
    scoring: Scoring,
}

/// A topic with both values.
struct Difference<'a> {
    topic: &'a str,
    first: f64,
    second: f64,
}

impl Difference<'_> {
    fn value(&self) -> f64 {
        self.first - self.second
    }
}

pub(super) fn run(args: &Args) -> anyhow::Result<()> {
    match args.scoring.inputs.runs.len() {
        2 => {}
        1 => bail!("a histogram shows the differences of two runs, and here is one"),
        n => bail!("a histogram shows the differences of two runs, and here are {n}"),
    }
    let scored = args.scoring.score()?;
    let mut differences = differences(&scored);
    if differences.is_empty() {
        bail!("there is no topic that both runs have, so no difference to show");
    }
    if args.ordering.order == Order::Value {
        differences.sort_by(|a, b| b.value().total_cmp(&a.value()));
    }
    args.scoring.picture.write(&scored.opened.files, plot(args, &scored, &differences))
}

fn differences(scored: &Scored) -> Vec<Difference<'_>> {
    let both = scored.values[0].iter().zip(&scored.values[1]).zip(&scored.topics);
    let both = both.filter_map(|((first, second), topic)| {
        Some(Difference { topic, first: (*first)?, second: (*second)? })
    });
    both.collect()
}

/// Values no further apart are the same: rounding makes less.
const SAME: f64 = 1e-12;

fn plot(args: &Args, scored: &Scored, differences: &[Difference<'_>]) -> Plot {
    let names = [scored.runs[0].name.as_str(), scored.runs[1].name.as_str()];
    let (mut marks, mut above, mut below) = (vec![], 0, 0);
    for (at, difference) in differences.iter().enumerate() {
        let value = difference.value();
        if value.abs() <= SAME {
            continue;
        }
        *(if value > 0.0 { &mut above } else { &mut below }) += 1;
        let x = (at as f64 - 0.4, at as f64 + 0.4);
        let y = (value.min(0.0), value.max(0.0));
        marks.push(Mark::Bar { x, y, series: usize::from(value < 0.0) });
    }
    marks.push(Mark::Level(0.0));
    let equal = differences.len() - above - below;
    let word = match scored.measure.family().better {
        Better::Higher => ["better", "better"],
        Better::Lower => ["worse", "worse"],
        Better::Neither => ["higher", "higher"],
    };
    let legend = |at: usize, count: usize| {
        format!("{} {}: {}", names[at], word[at], counted(count, "topic"))
    };
    let series = [(0, above), (1, below)]
        .map(|(at, count)| Series { name: legend(at, count), style: Style::Coloured(at) });
    let largest = differences.iter().map(|d| d.value().abs()).fold(0.0, f64::max);
    let (low, high) = if largest > SAME { extent(differences) } else { (-1.0, 1.0) };
    if largest <= SAME {
        marks.push(Mark::Words("The runs do not differ on any topic.".into()));
    }
    let equally =
        if equal > 0 { format!("Equal on {}. ", counted(equal, "topic")) } else { String::new() };
    let by = match args.ordering.order {
        Order::Value => "topic, by difference",
        Order::Qrels => "topic",
    };
    let topics = differences.iter().map(|difference| difference.topic.to_string()).collect();
    Plot {
        kind: "histogram",
        figure: Figure {
            title: format!(
                "{}: {} − {}, {}",
                scored.measure,
                names[0],
                names[1],
                counted(differences.len(), "topic")
            ),
            subtitle: format!("{equally}{}", scored.subtitle()),
            x: Axis { label: by.into(), scale: Scale::Names(topics) },
            y: Axis {
                label: format!("difference in {}", scored.measure),
                scale: Scale::Numbers(low, high),
            },
            marks,
            series: series.to_vec(),
            ..Figure::default()
        },
        room: Room::Share(0.42),
        data: data(differences),
    }
}

/// From the lowest to the highest difference, and 0.
fn extent(differences: &[Difference<'_>]) -> (f64, f64) {
    let values = differences.iter().map(Difference::value);
    values.fold((0.0, 0.0), |(low, high), value| (f64::min(low, value), f64::max(high, value)))
}

fn data(differences: &[Difference<'_>]) -> Table {
    let row = |d: &Difference<'_>| {
        vec![text(d.topic), Cell::exact(d.first), Cell::exact(d.second), Cell::exact(d.value())]
    };
    Table {
        header: header(&["topic", "first", "second", "difference"]),
        rows: differences.iter().map(row).collect(),
        ..Table::default()
    }
}
