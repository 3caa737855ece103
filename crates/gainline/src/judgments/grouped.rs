//! Judgments by several groups of judges: trec_eval's `qrels_jg`, where the second column of a
//! qrels row names the group.

use crate::error::quote;
use crate::evaluate::options::Options;
use crate::input::Source;
use crate::input::columns::with_final_newline;
use crate::input::fault::Fault;
use crate::input::formats::{Dialect, qrels_format};
use crate::judgments::qrels::utf8;
use crate::measure::{GroupScorer, Measure, Scorer};
use crate::ranking::join::{Facts, join_run};
use crate::ranking::judged::{Found, Judged};
use crate::{Error, ErrorKind, Qrels, Result, Run};
use std::collections::{BTreeMap, HashMap};

/// Judgments by several groups: group → topic → document → grade.
#[derive(Debug, Clone)]
pub struct GroupedQrels {
    /// In byte order of their names.
    groups: Vec<Qrels>,
    names: Vec<String>,
    topics: Vec<String>,
}

impl GroupedQrels {
    /// Reads `topic group document grade`, as trec_eval does.
    pub fn read(source: impl Into<Source>) -> Result<GroupedQrels> {
        GroupedQrels::read_as(source, Dialect::TrecEval)
    }

    /// Reads them as `dialect` says: trec_eval's takes whole grades only.
    pub fn read_as(source: impl Into<Source>, dialect: Dialect) -> Result<GroupedQrels> {
        let source = source.into();
        let data = with_final_newline(source.read_all()?);
        let place = |fault: Fault| fault.place(source.name(), 0);
        let format = qrels_format(&data, dialect).map_err(place)?;
        let mut rows = format.rows(&data, dialect);
        let mut groups: BTreeMap<&[u8], Vec<(&str, &str, f64)>> = BTreeMap::new();
        let mut topics = vec![];
        let mut seen = HashMap::new();
        while let Some(row) = rows.next_row() {
            let row = row.map_err(|fault| place(fault.into()))?;
            let line = rows.columns().lines;
            if let Some(first) = seen.insert((row.group, row.topic, row.doc), line) {
                let (doc, topic) = (quote(row.doc), quote(row.topic));
                let message = format!(
                    "document {doc} is judged twice for topic {topic} by group {}: first on line \
                     {first}",
                    quote(row.group)
                );
                let error = Error::new(ErrorKind::Duplicate, message);
                let error = error.in_file(source.name()).at(line, None);
                return Err(error.remedy("keep one judgment"));
            }
            topics.push(utf8(row.topic).to_string());
            let group = groups.entry(row.group).or_default();
            group.push((utf8(row.topic), utf8(row.doc), row.grade));
        }
        topics.sort_unstable();
        topics.dedup();
        if topics.is_empty() {
            let error = Error::new(ErrorKind::Nothing, "no judgments in this file");
            let error = error.in_file(source.name());
            return Err(error.remedy("a row is `topic group document grade`"));
        }
        let names = groups.keys().map(|name| String::from_utf8_lossy(name).into_owned()).collect();
        let groups = groups.into_values().map(Qrels::from_rows).collect::<Result<_>>()?;
        Ok(GroupedQrels { groups, names, topics })
    }

    /// The groups' names and judgments, in byte order of the names.
    pub fn groups(&self) -> impl ExactSizeIterator<Item = (&str, &Qrels)> {
        self.names.iter().map(String::as_str).zip(&self.groups)
    }

    /// The topics, in byte order.
    pub fn topics(&self) -> &[String] {
        &self.topics
    }

    /// Evaluates measures that average over groups: for each topic of the run that a group has
    /// judged, in byte order, a value per measure.
    pub fn evaluate(
        &self,
        run: &Run,
        measures: &[Measure],
        rel: f64,
        options: &Options,
    ) -> Result<GroupScores> {
        let mut scorers: Vec<GroupScorer> = vec![];
        for measure in measures {
            let Scorer::Groups(scorer) = measure.scorer(rel) else {
                let message = format!("measure `{measure}` is not one over judgment groups");
                return Err(Error::new(ErrorKind::Measure, message));
            };
            scorers.push(scorer);
        }
        let mut topics: BTreeMap<String, Vec<Owned>> = BTreeMap::new();
        let mut facts = Facts::default();
        for group in &self.groups {
            let joined = join_run(group, run, options, &|judged| Owned::of(judged))?;
            for (index, judged) in joined.topics {
                let name = group.topic_at(index).name();
                topics.entry(name.to_string()).or_default().push(judged);
            }
            facts = joined.facts;
        }
        let score = |(topic, groups): (String, Vec<Owned>)| {
            let groups: Vec<Judged<'_>> = groups.iter().map(Owned::judged).collect();
            (topic, scorers.iter().map(|s| s(&groups)).collect())
        };
        Ok(GroupScores { topics: topics.into_iter().map(score).collect(), facts })
    }
}

/// Values by topic, in byte order of the topics, and what was seen of the run.
#[derive(Debug, Clone)]
pub struct GroupScores {
    /// Each topic with a value per measure.
    pub topics: Vec<(String, Vec<f64>)>,
    /// What was seen of the run.
    pub facts: Facts,
}

/// A judged ranking that owns its parts.
struct Owned {
    retrieved: usize,
    found: Vec<Found>,
    grades: Vec<f64>,
}

impl Owned {
    fn of(judged: &Judged<'_>) -> Self {
        Owned {
            retrieved: judged.retrieved(),
            found: judged.found().to_vec(),
            grades: judged.grades().to_vec(),
        }
    }

    fn judged(&self) -> Judged<'_> {
        Judged::new(self.retrieved, &self.found, &self.grades)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn groups_have_names_and_grades_as_the_dialect_takes_them() {
        let rows = &b"t zoe d1 1.5\nt ann d1 0\nu zoe d2 -1\n"[..];
        let read = |dialect| GroupedQrels::read_as(Source::bytes("judges", rows), dialect).unwrap();
        let (exact, whole) = (read(Dialect::Gainline), read(Dialect::TrecEval));
        assert_eq!(exact.groups().map(|(name, _)| name).collect::<Vec<_>>(), ["ann", "zoe"]);
        let grade = |qrels: &GroupedQrels| qrels.groups().nth(1).unwrap().1.grade("t", "d1");
        assert_eq!((grade(&exact), grade(&whole)), (Some(1.5), Some(1.0)));
    }
}
