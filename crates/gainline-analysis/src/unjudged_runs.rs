//! Runs of which no document is judged: their scores say nothing, and most often their ids are written
//! in another way than those of the judgments.

use crate::evaluation::EvaluatedRun;
use crate::{Experiment, RunName};
use gainline::{Error, ErrorKind, Result, Run, Spelling, similar_id};
use serde::Serialize;

/// With a smaller share of judged documents, the judgments are not of this run's collection.
const NEARLY_NONE: f64 = 0.001;

/// A run of which (nearly) no document is judged, with two ids to compare.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct UnjudgedRun {
    /// The run.
    pub run: RunName,
    /// A document of the run.
    pub document: String,
    /// A judged document of the same topic: the same one, if they differ in a known way.
    pub judged: String,
    /// In what they differ, as far as that is known.
    pub difference: IdDifference,
}

/// In what two ids of a document differ.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(tag = "code", rename_all = "kebab-case")]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub enum IdDifference {
    /// In the way they are written.
    Spelling {
        /// What has to be ignored for them to be the same.
        ignoring: Vec<Spelling>,
    },
    /// One of them has something before the other.
    Prefix {
        /// That.
        prefix: String,
    },
    /// One of them has something behind the other, such as the number of a passage.
    Suffix {
        /// That.
        suffix: String,
    },
    /// In no known way.
    Unknown,
}

/// The runs of which (nearly) no document is judged. Only runs that score 0 by all measures of which
/// more is better are looked at, since others have relevant documents.
pub fn unjudged_runs(
    experiment: &Experiment,
    evaluated: &[EvaluatedRun],
) -> Result<Vec<UnjudgedRun>> {
    let mut found = vec![];
    for (place, run) in evaluated.iter().enumerate() {
        if scores_nothing(run) {
            let rows = experiment.runs[place].load(experiment.options.dialect)?;
            found.extend(of_run(experiment, &rows, RunName::new(place, &run.name)));
        }
    }
    Ok(found)
}

/// The error for a question that has no answer with such a run.
pub fn refuse(run: &UnjudgedRun) -> Error {
    let UnjudgedRun { run, document, judged, .. } = run;
    let message = format!(
        "(nearly) no document of `{run}` is judged: it has `{document}`, and the judgments of the same \
         topic have `{judged}`"
    );
    Error::new(ErrorKind::Nothing, message)
        .remedy("`gainline validate` compares all ids; is this a run on another collection?")
}

fn scores_nothing(run: &EvaluatedRun) -> bool {
    let measures = run.scores.measures().iter().enumerate();
    let mut columns =
        measures.filter(|(_, m)| m.family().better == gainline::Better::Higher).peekable();
    columns.peek().is_some()
        && columns.all(|(at, _)| run.scores.column(at).all(|value| value == 0.0))
}

fn of_run(experiment: &Experiment, run: &Run, name: RunName) -> Option<UnjudgedRun> {
    let (mut judged, mut all, mut examples) = (0, 0, None);
    for topic in run.topics() {
        let Some(judgments) = experiment.qrels.topic(topic) else { continue };
        for (document, _) in run.documents(topic) {
            all += 1;
            judged += usize::from(experiment.qrels.grade(topic, document).is_some());
        }
        let known: Vec<&str> = judgments.documents().map(|(document, _)| document).collect();
        let documents = || run.documents(topic).map(|(document, _)| document);
        let alike = documents().find_map(|document| {
            let (judged, difference) = likely(document, &known)?;
            Some((document.to_string(), judged.to_string(), difference))
        });
        let any = || {
            let (document, judged) = documents().next().zip(known.first())?;
            Some((document.to_string(), judged.to_string(), IdDifference::Unknown))
        };
        // An example that tells why is better than one that does not.
        let tells = |example: &Option<(String, String, IdDifference)>| {
            example.as_ref().is_some_and(|(_, _, difference)| *difference != IdDifference::Unknown)
        };
        if !tells(&examples) {
            examples = alike.or_else(|| examples.take()).or_else(any);
        }
    }
    let (document, id, difference) = examples?;
    let few = judged as f64 <= NEARLY_NONE * all as f64;
    few.then_some(UnjudgedRun { run: name, document, judged: id, difference })
}

/// The judged document that a document is likely to be.
fn likely<'a>(document: &str, judged: &[&'a str]) -> Option<(&'a str, IdDifference)> {
    if let Some((id, ignoring)) = similar_id(document, judged.iter().copied()) {
        return Some((id, IdDifference::Spelling { ignoring }));
    }
    let split = |id: &'a str| {
        let (long, short) = if document.len() > id.len() { (document, id) } else { (id, document) };
        // A single digit would be found everywhere.
        if short.len() < 3 {
            return None;
        }
        let apart = |rest: &str| rest.contains(|c: char| !c.is_ascii_digit());
        if let Some(prefix) = long.strip_suffix(short).filter(|rest| apart(rest)) {
            return Some((id, IdDifference::Prefix { prefix: prefix.into() }));
        }
        let suffix = long.strip_prefix(short).filter(|rest| apart(rest))?;
        Some((id, IdDifference::Suffix { suffix: suffix.into() }))
    };
    judged.iter().find_map(|id| split(id))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ids_are_matched_as_people_get_them_wrong() {
        let judged = ["MED-10", "MED-118", "doc200"];
        let found = |document: &str| likely(document, &judged);
        let ignoring = vec![Spelling::Case];
        assert_eq!(found("med-10"), Some(("MED-10", IdDifference::Spelling { ignoring })));
        let prefix = "trec/".to_string();
        assert_eq!(found("trec/MED-118"), Some(("MED-118", IdDifference::Prefix { prefix })));
        let suffix = "#3".to_string();
        assert_eq!(found("doc200#3"), Some(("doc200", IdDifference::Suffix { suffix })));
        assert_eq!(found("doc2003"), None);
        assert_eq!(found("x"), None);
    }
}
