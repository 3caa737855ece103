//! Runs of which no document is judged: their scores say nothing, and most often their ids are written
//! in another way than those of the judgments.

use crate::evaluation::EvaluatedRun;
use crate::{Experiment, RunName};
use gainline::{
    Error, ErrorKind, Missing, Qrels, Result, Run, SimilarIds, Spelling, id_difference,
};
use serde::Serialize;

/// With fewer judged documents for each topic of a run, the judgments are not of its collection. Runs
/// that are judged by a single document a topic have many times as many.
const NEARLY_NONE: f64 = 0.01;
/// So many topics, and so many documents of each, are searched for ids with something before or behind.
const LOOKED_AT: usize = 10;

/// A run of which (nearly) no document is judged.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct UnjudgedRun {
    /// The run.
    pub run: RunName,
    /// Two ids to compare; none where the run cannot be read again.
    pub ids: Option<ComparedIds>,
}

/// Two ids of one topic.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ComparedIds {
    /// A document of the run.
    pub document: String,
    /// A judged document: the same one, if they differ in a known way.
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

/// The runs of which (nearly) no document is judged. Two ids are compared where the run can be read
/// again.
pub fn unjudged_runs(
    experiment: &Experiment,
    evaluated: &[EvaluatedRun],
) -> Result<Vec<UnjudgedRun>> {
    let mut found = vec![];
    for (place, run) in evaluated.iter().enumerate() {
        let (facts, scores) = (run.scores.facts(), &run.scores);
        let topics = match experiment.options.missing {
            Missing::Zero => scores.topics().len() - scores.missing().len(),
            Missing::Skip => scores.topics().len(),
        };
        if facts.rows == 0 || facts.judged_rows as f64 > NEARLY_NONE * topics as f64 {
            continue;
        }
        let input = &experiment.runs[place];
        let ids = match input.is_rereadable() {
            true => compared_ids(&experiment.qrels, &*input.load(experiment.options.dialect)?),
            false => None,
        };
        found.push(UnjudgedRun { run: RunName::new(place, &run.name), ids });
    }
    Ok(found)
}

/// The error for a question that has no answer with such a run.
pub fn refuse(run: &UnjudgedRun) -> Error {
    let ids = run.ids.as_ref().map_or(String::new(), |ids| {
        format!(
            ": it has `{}`, and the judgments of the same topic have `{}`",
            ids.document, ids.judged
        )
    });
    let message = format!("(nearly) no document of `{}` is judged{ids}", run.run);
    Error::new(ErrorKind::Nothing, message)
        .remedy("`gainline validate` compares all ids; is this a run on another collection?")
}

/// A document of the run and a judged one of the same topic: two that are likely to be the same, if
/// there are any.
fn compared_ids(qrels: &Qrels, run: &Run) -> Option<ComparedIds> {
    let topics = || run.topics().filter_map(|topic| Some((topic, qrels.topic(topic)?)));
    let found = |document: &str, (id, difference): (&str, IdDifference)| ComparedIds {
        document: document.into(),
        judged: id.into(),
        difference,
    };
    let written = topics().find_map(|(topic, judgments)| {
        let mut similar = SimilarIds::new(judgments.documents().map(|(id, _)| id));
        run.documents(topic).find_map(|(document, _)| {
            let id = similar.find(document)?;
            let ignoring = id_difference(document, id);
            Some(found(document, (id, IdDifference::Spelling { ignoring })))
        })
    });
    let affixed = || {
        topics().take(LOOKED_AT).find_map(|(topic, judgments)| {
            let mut documents = run.documents(topic).take(LOOKED_AT);
            documents.find_map(|(document, _)| {
                let mut judged = judgments.documents();
                let id = judged.find_map(|(id, _)| Some((id, affix(document, id)?)))?;
                Some(found(document, id))
            })
        })
    };
    let any = || {
        let (topic, judgments) = topics().next()?;
        let (document, _) = run.documents(topic).next()?;
        let (id, _) = judgments.documents().next()?;
        Some(found(document, (id, IdDifference::Unknown)))
    };
    written.or_else(affixed).or_else(any)
}

/// What one of two ids has before or behind the other.
fn affix(document: &str, judged: &str) -> Option<IdDifference> {
    let (long, short) =
        if document.len() > judged.len() { (document, judged) } else { (judged, document) };
    // A digit or two would be found everywhere, and with more digits it is another number.
    let tells = |rest: &&str| short.len() > 2 && rest.contains(|c: char| !c.is_ascii_digit());
    let prefix = long.strip_suffix(short).filter(tells);
    if let Some(prefix) = prefix {
        return Some(IdDifference::Prefix { prefix: prefix.into() });
    }
    let suffix = long.strip_prefix(short).filter(tells)?;
    Some(IdDifference::Suffix { suffix: suffix.into() })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ids_are_matched_as_people_get_them_wrong() {
        let qrels = Qrels::from_rows([("1", "MED-10", 1.0), ("1", "doc200", 0.0)]).unwrap();
        let found = |document: &str| {
            let run = Run::from_rows([("9", "MED-10", 2.0), ("1", document, 1.0)]).unwrap();
            let ids = compared_ids(&qrels, &run).unwrap();
            (ids.judged, ids.difference)
        };
        let ignoring = vec![Spelling::Case];
        assert_eq!(found("med-10"), ("MED-10".into(), IdDifference::Spelling { ignoring }));
        let prefix = "trec/".to_string();
        assert_eq!(found("trec/MED-10"), ("MED-10".into(), IdDifference::Prefix { prefix }));
        let suffix = "#3".to_string();
        assert_eq!(found("doc200#3"), ("doc200".into(), IdDifference::Suffix { suffix }));
        for other in ["doc2003", "x"] {
            assert_eq!(found(other), ("MED-10".into(), IdDifference::Unknown));
        }
    }

    /// One judged document for each topic, most of them not found, is not a foreign collection.
    #[test]
    fn sparse_judgments_are_judgments() {
        let topics: Vec<String> = (0..100).map(|topic| format!("t{topic}")).collect();
        let qrels = Qrels::from_rows(topics.iter().map(|topic| (topic, "found", 1.0))).unwrap();
        let unjudged = |found: usize| {
            let rows = topics.iter().enumerate().flat_map(|(at, topic)| {
                let document = if at < found { "found" } else { "other" };
                [(topic, document, 2.0), (topic, "another", 1.0)]
            });
            let run = Run::from_rows(rows).unwrap();
            let options = gainline::Options::default();
            let experiment = Experiment::in_memory(qrels.clone(), [("run", run)], options).unwrap();
            let measures = gainline::parse_measures(["RR"]).unwrap();
            let evaluated = crate::evaluation::evaluate(&experiment, &measures, &crate::Silent);
            unjudged_runs(&experiment, &evaluated.unwrap()).unwrap().len()
        };
        assert_eq!([unjudged(0), unjudged(1), unjudged(2), unjudged(50)], [1, 1, 0, 0]);
    }
}
