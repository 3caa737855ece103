//! One measure of every topic and run: what most kinds of plot are made of.

use super::caption;
use super::picture::Picture;
use crate::choices::{Choices, HEADING, from_one, one_of};
use crate::evaluation::{Evaluated, evaluate, measures};
use crate::notes::Seen;
use crate::runs::{self, Inputs, Opened};
use anyhow::bail;
use clap::Args;
use gainline::{Better, Measure};
use std::collections::HashMap;
use std::fmt;

/// Files, measure and choices.
#[derive(Args)]
pub(super) struct Scoring {
    #[command(flatten)]
    pub inputs: Inputs,
    /// The measure, by any tool's spelling
    #[arg(short, long, value_name = "MEASURE", default_value = "nDCG@10")]
    measure: String,
    /// Only the top N of each ranking
    #[arg(long, value_name = "N", value_parser = from_one, help_heading = HEADING)]
    depth: Option<usize>,
    #[command(flatten)]
    pub picture: Picture,
    #[command(flatten)]
    pub choices: Choices,
}

/// How topics stand beside each other.
#[derive(Clone, Copy, PartialEq, Default)]
pub(super) enum Order {
    /// By their value, the best first.
    #[default]
    Value,
    /// As the qrels have them.
    Qrels,
}

impl Order {
    pub(super) const ALL: [Order; 2] = [Order::Value, Order::Qrels];
}

impl fmt::Display for Order {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Order::Value => "value",
            Order::Qrels => "qrels",
        })
    }
}

/// The option for it.
#[derive(Args)]
pub(super) struct Ordering {
    /// The order of the topics: by value, the best first, or as the qrels have them
    #[arg(long, value_name = "BY", default_value = "value", value_parser = one_of(&Order::ALL))]
    pub order: Order,
}

/// The scores of all runs by one measure.
pub(super) struct Scored {
    pub opened: Opened,
    pub measure: Measure,
    pub runs: Vec<Evaluated>,
    /// All topics that a run has, as the qrels have them.
    pub topics: Vec<String>,
    /// For each run the value of each topic; none where it does not count for the run.
    pub values: Vec<Vec<Option<f64>>>,
}

impl Scoring {
    /// Evaluates the runs.
    pub(super) fn score(&self) -> anyhow::Result<Scored> {
        self.picture.check()?;
        caption::refuse_bounds(self.choices.unjudged)?;
        let measures = measures(std::slice::from_ref(&self.measure), self.choices.rel)?;
        let [measure] = &measures[..] else {
            bail!(
                "-m {}: one picture shows one measure, and these are {}",
                self.measure,
                measures.len()
            );
        };
        let Inputs { qrels, runs } = &self.inputs;
        let mut opened = Opened::new(runs::asked(runs), qrels, &self.choices, [])?;
        opened.options.depth = self.depth;
        let runs = evaluate(&opened.asked, &opened.qrels, &measures, &opened.options)?;
        let maps = runs.iter().map(|run| run.scores.iter().map(|(t, v)| (t, v[0])).collect());
        let maps: Vec<HashMap<&str, f64>> = maps.collect();
        let any = |topic: &&str| maps.iter().any(|map| map.contains_key(topic));
        let topics: Vec<String> = opened.qrels.topics().filter(any).map(String::from).collect();
        if topics.is_empty() {
            bail!("there is no topic that is judged and that a run has, so nothing to show");
        }
        let values = maps
            .iter()
            .map(|map| topics.iter().map(|topic| map.get(topic.as_str()).copied()).collect());
        let values = values.collect();
        Ok(Scored { measure: measure.clone(), runs, topics, values, opened })
    }
}

impl Scored {
    pub(super) fn seen(&self) -> Vec<Seen<'_>> {
        self.runs.iter().map(Evaluated::seen).collect()
    }

    /// `12 topics`.
    pub(super) fn counted_topics(&self) -> String {
        caption::topics(&self.seen())
    }

    /// What stands below the title.
    pub(super) fn subtitle(&self) -> String {
        caption::of_measure(&self.measure, &self.opened.options, &self.seen())
    }

    /// The lowest and the highest number that an axis must have; a share's whole range.
    pub(super) fn span(&self) -> (f64, f64) {
        let values = self.values.iter().flatten().flatten();
        let within = values
            .fold((0.0, 0.0), |(low, high): (f64, f64), value| (low.min(*value), high.max(*value)));
        let is_share = self.measure.family().range == (0.0, 1.0);
        if is_share { (0.0, 1.0) } else { within }
    }

    /// Places of the topics in the order that was asked for.
    pub(super) fn ordered(&self, order: Order) -> Vec<usize> {
        let mut places: Vec<usize> = (0..self.topics.len()).collect();
        if order == Order::Value {
            let mean = |topic: usize| mean(self.values.iter().filter_map(|run| run[topic]));
            self.sort(&mut places, mean);
        }
        places
    }

    /// Places of the runs, the best first.
    pub(super) fn best_first(&self) -> Vec<usize> {
        let mut places: Vec<usize> = (0..self.runs.len()).collect();
        self.sort(&mut places, |run| mean(self.values[run].iter().flatten().copied()));
        places
    }

    /// The best first; those of equal values as they were.
    pub(super) fn sort(&self, places: &mut [usize], value: impl Fn(usize) -> f64) {
        let sign = if self.measure.family().better == Better::Lower { -1.0 } else { 1.0 };
        places.sort_by(|&a, &b| (sign * value(b)).total_cmp(&(sign * value(a))));
    }
}

/// The mean of values; 0 of none.
pub(super) fn mean(values: impl Iterator<Item = f64>) -> f64 {
    let (sum, count) = values.fold((0.0, 0.0), |(sum, count), value| (sum + value, count + 1.0));
    if count > 0.0 { sum / count } else { 0.0 }
}
