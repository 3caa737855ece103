//! `gainline plot measures`: how alike measures are, as a matrix of correlations.

use super::caption;
use super::heatmap::brief;
use super::picture::{Picture, Plot, Room};
use super::scoring::mean;
use crate::cells::{count, header, text};
use crate::choices::{Choices, HEADING, from_one, one_of};
use crate::comparison::{Sample, samples};
use crate::evaluation::{self, Evaluated, evaluate};
use crate::notes::{Seen, counted};
use crate::runs::{self, Inputs, Opened};
use anyhow::bail;
use clap::Args as ClapArgs;
use gainline::Better;
use gainline_report::plot::{Axis, Figure, Mark, Ramp, Scale};
use gainline_report::{Cell, Table};
use gainline_stats::merge_ties;
use gainline_stats::{kendall_tau_b, pearson, spearman};
use std::fmt;

/// What `gainline plot measures` is asked for.
#[derive(ClapArgs)]
#[command(after_help = "\
Examples:
  gainline plot measures qrels.txt *.run -o measures.svg
  gainline plot measures qrels.txt *.run -m nDCG@10,AP,RBP,ERR@20 --over runs -o measures.svg

How to read it: 1 means that two measures order the topics (or the runs) in the same way, 0 that they
have nothing in common, -1 the opposite. Measures that are all but the same need not both be
reported; ones that differ tell different things. Over topics, each run has a correlation of its own
and their mean is shown; over runs, it is that of the runs' means, which takes many runs to mean
something. Values are turned so that higher is better. A cross stands where a measure has the same
value everywhere, so that there is no correlation.

--data holds `first, second, coefficient, of`, where `of` counts the runs that were averaged, or over
runs those that were ordered. `gainline correlate` gives more coefficients, over runs.")]
pub(crate) struct Args {
    #[command(flatten)]
    inputs: Inputs,
    /// Measures, by any tool's spelling; may be given again, and be lists: nDCG@5,10,AP
    #[arg(
        short,
        long = "measure",
        value_name = "MEASURE",
        default_value = "nDCG@10,AP,Rprec,RR,P@10,R@1000"
    )]
    measure: Vec<String>,
    /// Over what measures are held against each other
    #[arg(long, value_name = "topics|runs", default_value = "topics", value_parser = one_of(&Over::ALL),
        hide_possible_values = true)]
    over: Over,
    /// Kendall's tau_b, Spearman's rho or Pearson's r
    #[arg(long, value_name = "kendall|spearman|pearson", default_value = "kendall",
        value_parser = one_of(&Coefficient::ALL), hide_possible_values = true)]
    coefficient: Coefficient,
    /// Only the top N of each ranking
    #[arg(long, value_name = "N", value_parser = from_one, help_heading = HEADING)]
    depth: Option<usize>,
    #[command(flatten)]
    picture: Picture,
    #[command(flatten)]
    choices: Choices,
}

#[derive(Clone, Copy, PartialEq)]
enum Over {
    Topics,
    Runs,
}

impl Over {
    const ALL: [Over; 2] = [Over::Topics, Over::Runs];
}

impl fmt::Display for Over {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(if *self == Over::Topics { "topics" } else { "runs" })
    }
}

#[derive(Clone, Copy, PartialEq)]
enum Coefficient {
    Kendall,
    Spearman,
    Pearson,
}

impl Coefficient {
    const ALL: [Coefficient; 3] =
        [Coefficient::Kendall, Coefficient::Spearman, Coefficient::Pearson];

    fn name(self) -> &'static str {
        match self {
            Coefficient::Kendall => "Kendall's tau_b",
            Coefficient::Spearman => "Spearman's rho",
            Coefficient::Pearson => "Pearson's r",
        }
    }

    /// None where it is undefined.
    fn of(self, first: &[f64], second: &[f64]) -> Option<f64> {
        let found = match self {
            Coefficient::Kendall => kendall_tau_b(first, second),
            Coefficient::Spearman => spearman(first, second),
            Coefficient::Pearson => pearson(first, second),
        };
        found.ok().map(|found| found.coefficient)
    }
}

impl fmt::Display for Coefficient {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Coefficient::Kendall => "kendall",
            Coefficient::Spearman => "spearman",
            Coefficient::Pearson => "pearson",
        })
    }
}

pub(super) fn run(args: &Args) -> anyhow::Result<()> {
    args.picture.check()?;
    caption::refuse_bounds(args.choices.unjudged)?;
    let measures = evaluation::measures(&args.measure, args.choices.rel)?;
    if measures.len() < 2 {
        bail!("one measure is like no other\n  give two or more: -m nDCG@10,AP");
    }
    let Inputs { qrels, runs } = &args.inputs;
    if args.over == Over::Runs && runs.len() < 3 {
        let given =
            if runs.len() == 1 { "one run has no order" } else { "two runs have two orders only" };
        bail!(
            "--over runs: {given}\n  give three runs or more, better ten or more, or take --over topics"
        );
    }
    let mut opened = Opened::new(runs::asked(runs), qrels, &args.choices, [])?;
    opened.options.depth = args.depth;
    let evaluated = evaluate(&opened.asked, &opened.qrels, &measures, &opened.options)?;
    let samples = samples(&evaluated, &measures, None)?;
    let topics = samples.first().map_or(0, |sample| sample.topics.len());
    if topics == 0 || args.over == Over::Topics && topics < 2 {
        bail!("{} that every run has: too few for a correlation", counted(topics, "judged topic"));
    }
    args.picture.write(&opened.files, plot(args, &opened, &evaluated, &samples))
}

/// Which measures were turned, if there are any.
fn turned(samples: &[Sample]) -> String {
    let measures = samples.iter().map(|sample| &sample.measure);
    let lower = measures.filter(|measure| measure.family().better == Better::Lower);
    let lower: Vec<String> = lower.map(ToString::to_string).collect();
    match &lower[..] {
        [] => String::new(),
        [one] => format!("{one} is turned, so that higher is better. "),
        several => format!("{} are turned, so that higher is better. ", several.join(", ")),
    }
}

/// The coefficient of two measures, and of how many runs it is made.
fn correlation(args: &Args, first: &Sample, second: &Sample) -> (Option<f64>, usize) {
    let turned = |sample: &Sample, values: &[f64]| {
        let turned: Vec<f64> = values.iter().map(|value| sample.oriented(*value)).collect();
        merge_ties(&turned)
    };
    if args.over == Over::Runs {
        let (one, other) = (turned(first, &first.means), turned(second, &second.means));
        return (args.coefficient.of(&one, &other), first.means.len());
    }
    let columns = first.columns.iter().zip(&second.columns);
    let each = columns.filter_map(|(one, other)| {
        args.coefficient.of(&turned(first, one), &turned(second, other))
    });
    let each: Vec<f64> = each.collect();
    let found = (!each.is_empty()).then(|| mean(each.iter().copied()));
    (found, each.len())
}

fn plot(args: &Args, opened: &Opened, runs: &[Evaluated], samples: &[Sample]) -> Plot {
    let (mut marks, mut rows, mut fewer) = (vec![], vec![], false);
    let names: Vec<String> = samples.iter().map(|sample| sample.measure.to_string()).collect();
    for (row, first) in samples.iter().enumerate() {
        for (column, second) in samples.iter().enumerate() {
            let (value, of) = correlation(args, first, second);
            // What is like itself is so without rounding.
            let value = if row == column { value.map(|_| 1.0) } else { value };
            fewer |= of < runs.len();
            let (x, y) = (column as f64, row as f64);
            marks.push(Mark::Cell { x, y, value, text: value.map_or(String::new(), brief) });
            let number = value.map_or(text(""), Cell::exact);
            rows.push(vec![text(&names[row]), text(&names[column]), number, count(of)]);
        }
    }
    let seen: Vec<Seen<'_>> = runs.iter().map(Evaluated::seen).collect();
    let topics = counted(samples.first().map_or(0, |sample| sample.topics.len()), "topic");
    let (over, how) = match args.over {
        Over::Topics if runs.len() == 1 => (topics, format!("{} alone. ", runs[0].name)),
        Over::Topics if fewer => {
            let runs = counted(runs.len(), "run");
            (topics, format!("Mean over up to {runs}: those on which both measures vary. "))
        }
        Over::Topics => (topics, format!("Mean over {}. ", counted(runs.len(), "run"))),
        Over::Runs => (counted(runs.len(), "run"), format!("Of means over {topics}. ")),
    };
    let name = args.coefficient.name();
    Plot {
        kind: "measures",
        figure: Figure {
            title: format!("{name} between measures over {over}"),
            subtitle: format!(
                "{how}{}{}",
                turned(samples),
                caption::choices(&opened.options, &seen)
            ),
            x: Axis { label: "measure".into(), scale: Scale::Names(names.clone()) },
            y: Axis { label: "measure".into(), scale: Scale::Names(names) },
            marks,
            ramp: Some(Ramp { label: name.into(), low: -1.0, high: 1.0, parted: true }),
            ..Figure::default()
        },
        room: Room::Rows(samples.len(), 16.0),
        data: Table {
            header: header(&["first", "second", "coefficient", "of"]),
            rows,
            ..Table::default()
        },
    }
}
