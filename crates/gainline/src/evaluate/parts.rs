//! Parts of scores, and scores put together from parts.

use super::scores::{Scores, Table};
use super::topic_names::TopicNames;
use crate::ranking::join::Facts;
use crate::{Error, ErrorKind, Result};
use std::collections::HashMap;
use std::collections::hash_map::Entry;
use std::sync::Arc;

/// Where a topic's row stands: in which of several scores, and where there.
#[derive(Debug, Clone, Copy)]
struct Row {
    part: usize,
    place: usize,
}

impl Scores {
    /// The scores of the topics at these places among [`Scores::topics`], in this order.
    ///
    /// ```
    /// use gainline::{Qrels, Run, evaluate};
    /// let qrels = Qrels::from_rows([("t1", "a", 1.0), ("t2", "a", 1.0), ("t3", "a", 1.0)])?;
    /// let run = Run::from_rows([("t1", "a", 1.0), ("t3", "x", 2.0), ("t3", "a", 1.0)])?;
    /// let scores = evaluate(&qrels, &run, &["RR".parse()?])?;
    /// let some = scores.select(&[0, 2])?;
    /// assert_eq!(some.topics(), ["t1", "t3"]);
    /// assert_eq!(some.all(), [0.75]);
    /// # Ok::<(), gainline::Error>(())
    /// ```
    pub fn select(&self, places: &[usize]) -> Result<Scores> {
        let names: Vec<String> = places.iter().map(|&place| self.topics()[place].clone()).collect();
        let missing = names.iter().filter(|name| self.missing.contains(name)).cloned().collect();
        let rows: Vec<Row> = places.iter().map(|&place| Row { part: 0, place }).collect();
        let (topics, missing) = (TopicNames::new(names), TopicNames::new(missing));
        gather(&[self], &rows, &topics.into(), &missing.into(), &self.facts)
    }

    /// The scores of those of these topics that there are, in the order of [`Scores::topics`]: of a
    /// slice, say. Takes no longer for many other topics.
    ///
    /// ```
    /// use gainline::{Qrels, Run, Slices, evaluate};
    /// let qrels = Qrels::from_rows([("t1", "a", 1.0), ("t2", "a", 1.0), ("t3", "a", 1.0)])?;
    /// let run = Run::from_rows([("t1", "a", 1.0), ("t3", "x", 2.0), ("t3", "a", 1.0)])?;
    /// let scores = evaluate(&qrels, &run, &["RR".parse()?])?;
    /// let slices = Slices::from_rows([("t3", "hard"), ("t2", "hard"), ("t1", "easy")])?;
    /// let means = slices.iter().map(|(slice, topics)| Ok((slice, scores.of(topics)?.all()[0])));
    /// assert_eq!(means.collect::<gainline::Result<Vec<_>>>()?, [("hard", 0.25), ("easy", 1.0)]);
    /// # Ok::<(), gainline::Error>(())
    /// ```
    pub fn of<T: AsRef<str>>(&self, topics: impl IntoIterator<Item = T>) -> Result<Scores> {
        let places = topics.into_iter().filter_map(|topic| self.place(topic.as_ref()));
        let mut places: Vec<usize> = places.collect();
        places.sort_unstable();
        places.dedup();
        self.select(&places)
    }

    /// One run's scores from those of its parts, which have different topics and were evaluated in
    /// the same way. Topics stand in the order of the parts. A topic that one part lacks, and that
    /// so counts as an empty ranking there, may be in another part; one that two parts have is an
    /// error.
    ///
    /// ```
    /// use gainline::{Qrels, Run, Scores, evaluate};
    /// let qrels = Qrels::from_rows([("t1", "a", 1.0), ("t2", "a", 1.0), ("t3", "a", 1.0)])?;
    /// let (first, second) = ([("t1", "a", 1.0)], [("t2", "x", 2.0), ("t2", "a", 1.0)]);
    /// let part = |rows: &[(&str, &str, f64)]| {
    ///     evaluate(&qrels, &Run::from_rows(rows.iter().copied())?, &["RR".parse()?])
    /// };
    /// let merged = Scores::merge([part(&first)?, part(&second)?])?;
    /// assert_eq!(merged, part(&[&first[..], &second[..]].concat())?);
    /// assert_eq!(merged.missing(), ["t3"]);
    /// let error = Scores::merge([part(&first)?, part(&first)?]).unwrap_err();
    /// assert_eq!(error.message(), "topic `t1` is in two parts of the run");
    /// # Ok::<(), gainline::Error>(())
    /// ```
    pub fn merge(parts: impl IntoIterator<Item = Scores>) -> Result<Scores> {
        let parts: Vec<Scores> = parts.into_iter().collect();
        check_alike(&parts)?;
        let (mut names, mut rows): (Vec<&String>, Vec<Row>) = (vec![], vec![]);
        let mut found: HashMap<&str, usize> = HashMap::new();
        let lacks = |row: Row, name: &str| parts[row.part].missing.contains(name);
        for (part, scores) in parts.iter().enumerate() {
            for (place, name) in scores.topics().iter().enumerate() {
                let row = Row { part, place };
                match found.entry(name) {
                    Entry::Vacant(free) => {
                        free.insert(rows.len());
                        names.push(name);
                        rows.push(row);
                    }
                    Entry::Occupied(_) if lacks(row, name) => {}
                    Entry::Occupied(at) if lacks(rows[*at.get()], name) => rows[*at.get()] = row,
                    Entry::Occupied(_) => return Err(in_two_parts(name)),
                }
            }
        }
        let is_there = |name: &str| found.get(name).is_some_and(|&at| !lacks(rows[at], name));
        let mut missing: Vec<String> = vec![];
        let mut listed = std::collections::HashSet::new();
        for name in parts.iter().flat_map(Scores::missing) {
            if !is_there(name) && listed.insert(name) {
                missing.push(name.clone());
            }
        }
        let facts = Facts::of_parts(parts.iter().map(Scores::facts));
        let topics = TopicNames::new(names.into_iter().cloned().collect());
        let all: Vec<&Scores> = parts.iter().collect();
        gather(&all, &rows, &topics.into(), &TopicNames::new(missing).into(), &facts.into())
    }
}

/// These rows of scores that have the same measures, as the scores of these topics.
fn gather(
    parts: &[&Scores],
    rows: &[Row],
    topics: &Arc<TopicNames>,
    missing: &Arc<TopicNames>,
    facts: &Arc<Facts>,
) -> Result<Scores> {
    let values = rows.iter().flat_map(|row| parts[row.part].table.values_of(row.place));
    let totals = rows.iter().flat_map(|row| parts[row.part].table.totals_of(row.place));
    let table = Table {
        values: values.copied().collect(),
        totals: totals.copied().collect(),
        pooled: parts[0].table.pooled.clone(),
    };
    let measures = parts[0].measures.clone();
    let (names, missed) = (topics.clone(), missing.clone());
    let mut scores = Scores::new(measures, names, table, missed, facts.clone())?;
    let bounds: Option<Vec<(&Scores, &Scores)>> = parts.iter().map(|part| part.bounds()).collect();
    if let Some(bounds) = bounds {
        let (lower, upper): (Vec<&Scores>, Vec<&Scores>) = bounds.into_iter().unzip();
        let bound = |parts: &[&Scores]| gather(parts, rows, topics, missing, facts);
        scores.bounds = Some(Box::new([bound(&lower)?, bound(&upper)?]));
    }
    Ok(scores)
}

/// Whether scores can be put together.
fn check_alike(parts: &[Scores]) -> Result<()> {
    let Some(first) = parts.first() else {
        return Err(Error::new(ErrorKind::Nothing, "there are no scores to put together"));
    };
    let differs = |part: &&Scores| part.measures != first.measures;
    if let Some(part) = parts.iter().find(differs) {
        let list = |scores: &Scores| {
            let names: Vec<String> = scores.measures().iter().map(ToString::to_string).collect();
            names.join(", ")
        };
        let message = format!("the parts have other measures: {}; {}", list(first), list(part));
        return Err(Error::new(ErrorKind::Measure, message).remedy("evaluate all parts alike"));
    }
    if parts.iter().any(|part| part.bounds.is_some() != first.bounds.is_some()) {
        let message = "only some of the parts have bounds for unjudged documents";
        return Err(Error::new(ErrorKind::Measure, message).remedy("evaluate all parts alike"));
    }
    Ok(())
}

#[cold]
fn in_two_parts(topic: &str) -> Error {
    let message = format!("topic `{topic}` is in two parts of the run");
    Error::new(ErrorKind::Duplicate, message).remedy("keep all rows of a topic in one part")
}
