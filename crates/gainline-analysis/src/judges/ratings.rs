//! The judgments of several judges, document by document.

use crate::NamedQrels;
use gainline::{Error, ErrorKind, Qrels, Result, TopicJudgments};
use std::collections::{BTreeSet, HashMap, HashSet};

/// More different grades than this are no scale that people judge by.
pub const MOST_GRADES: usize = 200;

/// What several judges said of the same topics.
#[derive(Debug, Clone)]
pub struct Ratings {
    /// The topics, as the judges have them, one after the other.
    pub topics: Vec<RatedTopic>,
    /// The names of the judges.
    pub judges: Vec<String>,
    /// The grades that any of them gave, the lowest first: the scale that they are taken to share.
    pub grades: Vec<f64>,
}

/// A topic that at least one of them has judged.
#[derive(Debug, Clone)]
pub struct RatedTopic {
    /// Its name.
    pub name: String,
    /// Its documents, as the judges have them, one after the other.
    pub documents: Vec<RatedDocument>,
}

/// A document that at least one of them has judged.
#[derive(Debug, Clone)]
pub struct RatedDocument {
    /// Its id.
    pub id: String,
    /// By judge; none where one has not judged it.
    pub grades: Vec<Option<f64>>,
}

impl RatedDocument {
    /// The grades that it has.
    pub fn given(&self) -> impl Iterator<Item = f64> {
        self.grades.iter().flatten().copied()
    }

    /// All grades, if every judge gave one.
    pub fn complete(&self) -> Option<Vec<f64>> {
        self.grades.iter().copied().collect()
    }
}

impl Ratings {
    /// Brings judgments together, of topics that are `wanted`. There may be at most [`MOST_GRADES`]
    /// different grades.
    pub fn new(judges: &[NamedQrels], wanted: impl Fn(&str) -> bool) -> Result<Ratings> {
        let names = judges.iter().map(|judge| judge.name.clone()).collect();
        let judges: Vec<&Qrels> = judges.iter().map(|judge| &judge.qrels).collect();
        let mut topics: Vec<RatedTopic> = vec![];
        let mut places: HashMap<&str, usize> = HashMap::new();
        for qrels in &judges {
            for name in qrels.topics().filter(|name| wanted(name)) {
                places.entry(name).or_insert_with(|| {
                    topics.push(RatedTopic { name: name.to_string(), documents: vec![] });
                    topics.len() - 1
                });
            }
        }
        for topic in &mut topics {
            topic.gather(&judges);
        }
        let mut grades: Vec<f64> = topics
            .iter()
            .flat_map(|topic| &topic.documents)
            .flat_map(RatedDocument::given)
            .collect();
        grades.sort_unstable_by(f64::total_cmp);
        grades.dedup();
        if grades.len() > MOST_GRADES {
            let message = format!("the judges gave {} different grades", grades.len());
            let remedy = format!(
                "agreement is counted by grade, of which there may be {MOST_GRADES}; round them \
                 to a few steps"
            );
            return Err(Error::new(ErrorKind::Measure, message).remedy(remedy));
        }
        Ok(Ratings { topics, judges: names, grades })
    }

    /// Where a grade stands among all.
    pub(super) fn place(&self, grade: f64) -> usize {
        self.grades.partition_point(|other| *other < grade)
    }

    /// Whether grades lie at equal distances, as weights by their place suppose.
    pub fn is_even(&self) -> bool {
        let steps: Vec<f64> = self.grades.windows(2).map(|pair| pair[1] - pair[0]).collect();
        steps.iter().all(|step| (step - steps[0]).abs() <= 1e-9 * steps[0].abs())
    }
}

impl RatedTopic {
    /// Takes in what all judges say of it.
    fn gather(&mut self, judges: &[&Qrels]) {
        let mut places: HashMap<&str, usize> = HashMap::new();
        for (judge, qrels) in judges.iter().enumerate() {
            for (id, grade) in qrels.topic(&self.name).iter().flat_map(TopicJudgments::documents) {
                let place = *places.entry(id).or_insert_with(|| {
                    let grades = vec![None; judges.len()];
                    self.documents.push(RatedDocument { id: id.to_string(), grades });
                    self.documents.len() - 1
                });
                self.documents[place].grades[judge] = Some(grade);
            }
        }
    }
}

/// The same judgments without those of documents that some judge has not judged.
pub fn judged_by_all(judges: &[NamedQrels]) -> Result<Vec<NamedQrels>> {
    let sets: Vec<HashSet<(&str, &str)>> =
        judges.iter().map(|judge| rows(&judge.qrels).collect()).collect();
    let common: BTreeSet<(&str, &str)> = sets.first().map_or(BTreeSet::new(), |first| {
        let in_all = |row: &&(&str, &str)| sets.iter().all(|set| set.contains(*row));
        first.iter().filter(in_all).copied().collect()
    });
    let kept = |judge: &NamedQrels| {
        let qrels = &judge.qrels;
        let topics = qrels.topics().filter_map(|name| qrels.topic(name));
        let rows =
            topics.flat_map(|t| t.documents().map(move |(doc, grade)| (t.name(), doc, grade)));
        let rows = rows.filter(|(topic, doc, _)| common.contains(&(*topic, *doc)));
        Ok(NamedQrels { qrels: Qrels::from_rows(rows)?, ..judge.clone() })
    };
    judges.iter().map(kept).collect()
}

/// Topics and documents of judgments.
fn rows(qrels: &Qrels) -> impl Iterator<Item = (&str, &str)> {
    let topics = qrels.topics().filter_map(|name| qrels.topic(name));
    topics.flat_map(|topic| topic.documents().map(move |(doc, _)| (topic.name(), doc)))
}
