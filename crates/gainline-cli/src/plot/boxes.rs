//! `gainline plot box`: how a measure is spread over the topics.

use super::caption;
use super::picture::{Plot, Room};
use super::scoring::{self, Scored, Scoring};
use crate::cells::{count, header, text};
use anyhow::bail;
use clap::Args as ClapArgs;
use gainline::Summary;
use gainline_report::plot::{Axis, Figure, Mark, Scale};
use gainline_report::{Cell, Table};

/// What `gainline plot box` is asked for.
#[derive(ClapArgs)]
#[command(after_help = "\
Examples:
  gainline plot box qrels.txt *.run -o box.svg
  gainline plot box qrels.txt *.run -m AP --theme paper -o box.pdf

How to read it: a box holds the middle half of the topics, the line in it is the median, the dot the
mean. Whiskers reach to the last topic within 1.5 times the box's length; topics beyond them are
circles. Runs stand by their means, the best first. A long box means that the run is good on some
topics and bad on others; a mean far from the median that a few topics make the mean.

Quartiles lie between two topics' values in proportion (type 7 of Hyndman and Fan, as numpy and R
have it). --data holds `run, topics, mean, low, q1, median, q3, high, outside`, where low and high
are the ends of the whiskers and outside counts the topics beyond them.")]
pub(crate) struct Args {
    #[command(flatten)]
    scoring: Scoring,
}

/// What a box shows.
#[derive(Debug, PartialEq)]
struct Spread {
    /// The lower whisker, the quartiles, the upper whisker.
    five: [f64; 5],
    outside: Vec<f64>,
}

impl Spread {
    /// None of no values.
    fn of(values: &[f64]) -> Option<Self> {
        let mut sorted = values.to_vec();
        sorted.sort_by(f64::total_cmp);
        let last = sorted.len().checked_sub(1)?;
        let quantile = |share: f64| {
            let at = share * last as f64;
            let (low, high) = (sorted[at.floor() as usize], sorted[at.ceil() as usize]);
            low + (high - low) * at.fract()
        };
        let [q1, median, q3] = [0.25, 0.5, 0.75].map(quantile);
        // A little more, so that rounding puts no value outside that lies on the fence.
        let reach = 1.5 * (q3 - q1) + 1e-12;
        let inside = |value: &f64| (q1 - reach..=q3 + reach).contains(value);
        let low = sorted.iter().copied().find(|value| inside(value)).unwrap_or(q1).min(q1);
        let high = sorted.iter().rev().copied().find(|value| inside(value)).unwrap_or(q3).max(q3);
        let outside = sorted.iter().copied().filter(|value| !inside(value)).collect();
        Some(Spread { five: [low, q1, median, q3, high], outside })
    }
}

pub(super) fn run(args: &Args) -> anyhow::Result<()> {
    let scored = args.scoring.score()?;
    let (mut marks, mut names, mut rows) = (vec![], vec![], vec![]);
    for run in scored.best_first() {
        let name = &scored.runs[run].name;
        let values: Vec<f64> = scored.values[run].iter().flatten().copied().collect();
        let Some(Spread { five, outside }) = Spread::of(&values) else {
            bail!(
                "{name} has none of the judged topics (--missing skip), so there is nothing to show"
            );
        };
        // As `gainline eval` has it, where it shows a mean.
        let scores = &scored.runs[run].scores;
        let mean = match scored.measure.summary() {
            Summary::Mean => scores.mean(&scored.measure),
            _ => None,
        };
        let mean = mean.unwrap_or_else(|| scoring::mean(values.iter().copied()));
        let numbers = [mean].into_iter().chain(five).map(Cell::exact);
        let row = [text(name), count(values.len())].into_iter().chain(numbers);
        rows.push(row.chain([count(outside.len())]).collect());
        marks.push(Mark::Box { y: names.len() as f64, five, mean, outside });
        names.push(name.clone());
    }
    args.scoring.picture.write(&scored.opened.files, plot(&scored, marks, names, rows))
}

fn plot(scored: &Scored, marks: Vec<Mark>, names: Vec<String>, rows: Vec<Vec<Cell>>) -> Plot {
    let (low, high) = scored.span();
    let columns = ["run", "topics", "mean", "low", "q1", "median", "q3", "high", "outside"];
    let how = "Box: quartiles; line: median; dot: mean; whiskers: up to 1.5 box lengths.";
    Plot {
        kind: "box",
        figure: Figure {
            title: format!("{} over {}", scored.measure, scored.counted_topics()),
            subtitle: format!("{how} {}", scored.subtitle()),
            x: Axis { label: caption::axis(&scored.measure), scale: Scale::Numbers(low, high) },
            y: Axis { label: "run".into(), scale: Scale::Names(names) },
            marks,
            ..Figure::default()
        },
        room: Room::Rows(scored.runs.len(), 18.0),
        data: Table { header: header(&columns), rows, ..Table::default() },
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// numpy 2.4.6: percentile([…], [25, 50, 75]).
    #[test]
    fn quartiles_are_as_in_numpy() {
        let spread = Spread::of(&[0.9, 0.1, 0.4, 0.5, 0.55, 0.6]).unwrap();
        let [low, q1, median, q3, high] = spread.five;
        assert!((q1 - 0.425).abs() < 1e-12 && (median - 0.525).abs() < 1e-12);
        assert!((q3 - 0.5875).abs() < 1e-12);
        // The fences are 0.18125 and 0.83125.
        assert_eq!((low, high, spread.outside), (0.4, 0.6, vec![0.1, 0.9]));
    }

    #[test]
    fn equal_values_and_a_single_one_have_a_flat_box() {
        for values in [&[0.5; 7][..], &[0.5]] {
            let spread = Spread::of(values).unwrap();
            assert_eq!((spread.five, spread.outside), ([0.5; 5], vec![]));
        }
        assert_eq!(Spread::of(&[]), None);
    }
}
