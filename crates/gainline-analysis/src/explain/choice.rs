//! Which topic is explained.

use crate::evaluation::evaluate;
use crate::{Experiment, Progress};
use gainline::{Better, Error, ErrorKind, Measure, Result};
use serde::Serialize;

/// The topic to explain.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub enum TopicChoice {
    /// This one.
    Id(String),
    /// The one with the worst value of the first measure; of two runs, the one on which `run` loses most
    /// against the other.
    Worst,
    /// The one with the best value of the first measure; of two runs, the one on which `run` gains most.
    Best,
}

impl TopicChoice {
    /// The topic, of runs of which the one that is explained is the last.
    pub(super) fn of(
        &self,
        experiment: &Experiment,
        measures: &[Measure],
        progress: &dyn Progress,
    ) -> Result<String> {
        let is_worst = match self {
            TopicChoice::Id(topic) => return Ok(topic.clone()),
            TopicChoice::Worst => true,
            TopicChoice::Best => false,
        };
        let Some(measure) = measures.first() else {
            return Err(Error::new(ErrorKind::Request, "there is no measure to choose a topic by"));
        };
        let lower = match measure.family().better {
            Better::Higher => false,
            Better::Lower => true,
            Better::Neither => {
                let message = format!("{measure} does not say which of two values is better");
                return Err(Error::new(ErrorKind::Request, message)
                    .remedy("name a topic, or another measure first"));
            }
        };
        let evaluated = evaluate(experiment, std::slice::from_ref(measure), progress)?;
        let Some((run, others)) = evaluated.split_last() else {
            return Err(Error::new(ErrorKind::Request, "there is no run to explain"));
        };
        let value = |topic: &str, value: f64| match others.first() {
            Some(other) => Some(value - other.scores.topic(topic)?[0]),
            None => Some(value),
        };
        let values =
            run.scores.iter().filter_map(|(topic, of)| Some((topic, value(topic, of[0])?)));
        // The first of several.
        let before = |a: f64, b: f64| if is_worst == lower { a > b } else { a < b };
        let chosen = values.reduce(|best, next| if before(next.1, best.1) { next } else { best });
        chosen.map(|(topic, _)| topic.to_string()).ok_or_else(|| {
            let whose = if others.is_empty() { "the run has" } else { "both runs have" };
            Error::new(ErrorKind::Nothing, format!("there is no judged topic that {whose}"))
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Silent;
    use gainline::{Options, Qrels, Run};

    #[test]
    fn the_worst_and_the_best_topic_are_found_by_value_or_difference() {
        let qrels = ["a", "b", "c"].map(|topic| (topic, "d", 1.0));
        let qrels = Qrels::from_rows(qrels).unwrap();
        // The relevant document at these ranks in topics a, b, c.
        let run = |ranks: [usize; 3]| {
            let rows = ["a", "b", "c"].into_iter().zip(ranks).flat_map(|(topic, rank)| {
                let name = move |at: usize| if at == rank { "d".into() } else { format!("x{at}") };
                (1..=4).map(move |at| (topic, name(at), -(at as f64)))
            });
            Run::from_rows(rows).unwrap()
        };
        let chosen = |choice: &TopicChoice, runs: &[(&str, Run)], measure: &str| {
            let runs = runs.iter().cloned();
            let experiment =
                Experiment::in_memory(qrels.clone(), runs, Options::default()).unwrap();
            let measures = gainline::parse_measures([measure]).unwrap();
            choice.of(&experiment, &measures, &Silent).unwrap()
        };
        let (old, new) = (("old", run([4, 1, 3])), ("new", run([2, 3, 1])));
        let both = [old, new];
        assert_eq!(chosen(&TopicChoice::Worst, &both[1..], "RR"), "b");
        assert_eq!(chosen(&TopicChoice::Best, &both[1..], "RR"), "c");
        assert_eq!(chosen(&TopicChoice::Worst, &both, "RR"), "b");
        assert_eq!(chosen(&TopicChoice::Best, &both, "RR"), "c");
        assert_eq!(chosen(&TopicChoice::Id("a".into()), &both, "RR"), "a");
        // Of equal ones, the first.
        assert_eq!(chosen(&TopicChoice::Worst, &both[1..], "R@1000"), "a");
    }
}
