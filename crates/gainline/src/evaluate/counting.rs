//! Which topics count: those that a run and the judgments have in common, and, as the policy has
//! it, those that the run lacks.

use crate::evaluate::options::{Missing, Options};
use crate::judgments::qrels::{Qrels, TopicJudgments};
use crate::ranking::background::TopicBackground;
use crate::ranking::join::{Facts, JoinedRun, Rankings, join_rankings, join_run, join_source};
use crate::ranking::judged::Judged;
use crate::ranking::run::Run;
use crate::validate::{SimilarIds, id_difference};
use crate::{Error, ErrorKind, Result, Source};

/// A run's topics that count, each with what was made of it.
#[derive(Debug)]
pub struct Counting<T> {
    /// In the order of the qrels.
    pub topics: Vec<(String, T)>,
    /// Judged topics that the run lacks; among `topics` only under [`Missing::Zero`].
    pub missing: Vec<String>,
    /// What was seen of the run.
    pub facts: Facts,
}

impl Options {
    /// Reads a run from a file and calls `each` with every topic that counts, an empty ranking for
    /// those that the run lacks; `progress` is told the number of bytes read so far. Fails when
    /// there is no topic in common.
    pub fn each_topic<T: Send>(
        &self,
        qrels: &Qrels,
        source: &Source,
        progress: &(dyn Fn(u64) + Sync),
        each: &(dyn Fn(&Judged<'_>) -> T + Sync),
    ) -> Result<Counting<T>> {
        check_topics(qrels, self)?;
        let joined = join_source(qrels, source, self, progress, each)?;
        self.complete(qrels, joined, each).map_err(|error| error.in_file(source.name()))
    }

    /// The same for a run in memory; one without rows lacks every topic.
    pub fn each_topic_of<T: Send>(
        &self,
        qrels: &Qrels,
        run: &Run,
        each: &(dyn Fn(&Judged<'_>) -> T + Sync),
    ) -> Result<Counting<T>> {
        check_topics(qrels, self)?;
        self.complete(qrels, join_run(qrels, run, self, each)?, each)
    }

    /// The same for a run in columns.
    pub(crate) fn each_topic_in<T: Send>(
        &self,
        qrels: &Qrels,
        columns: &impl Rankings,
        each: &(dyn Fn(&Judged<'_>) -> T + Sync),
    ) -> Result<Counting<T>> {
        check_topics(qrels, self)?;
        self.complete(qrels, join_rankings(qrels, columns, self, each)?, each)
    }

    /// Adds the topics that the run lacks.
    fn complete<T>(
        &self,
        qrels: &Qrels,
        joined: JoinedRun<T>,
        each: &(dyn Fn(&Judged<'_>) -> T + Sync),
    ) -> Result<Counting<T>> {
        if let ([], [extra, ..]) = (&joined.topics[..], &joined.facts.extra_topics[..]) {
            return Err(no_common_topic(qrels, extra));
        }
        let asked = self.topics.as_ref();
        let mut found = joined.topics.into_iter().peekable();
        let (mut topics, mut missing) = (vec![], vec![]);
        for (index, name) in qrels.topics().enumerate() {
            if let Some((_, value)) = found.next_if(|(topic, _)| *topic == index) {
                topics.push((name.to_string(), value));
            } else if asked.is_none_or(|topics| topics.contains(name)) {
                missing.push(name.to_string());
                if self.missing == Missing::Zero {
                    let value = self.empty_ranking(qrels.topic_at(index), each);
                    topics.push((name.to_string(), value));
                }
            }
        }
        if topics.is_empty() {
            let message = "no topic is left to average over: the run lacks those that are judged";
            return Err(Error::new(ErrorKind::Nothing, message)
                .remedy("count missing topics as empty rankings (--missing zero)"));
        }
        Ok(Counting { topics, missing, facts: joined.facts })
    }
}

impl Options {
    /// What `each` makes of a topic of which nothing is retrieved.
    pub(crate) fn empty_ranking<T>(
        &self,
        topic: TopicJudgments<'_>,
        each: impl FnOnce(&Judged<'_>) -> T,
    ) -> T {
        let background = TopicBackground::of(self, topic);
        each(&Judged::new(0, &[], topic.grades()).with_background(background.background()))
    }
}

/// Whether the topics that were asked for, and those that expected numbers are for, are judged.
pub(crate) fn check_topics(qrels: &Qrels, options: &Options) -> Result<()> {
    let named = |mut names: Vec<&str>| {
        names.sort_unstable();
        let shown = names.iter().take(5).map(|t| format!("`{t}`")).collect::<Vec<_>>();
        let more = names.len().saturating_sub(5);
        let more = if more > 0 { format!(" and {more} more") } else { String::new() };
        format!("{}{more}", shown.join(", "))
    };
    if let Some(wanted) = &options.topics {
        let unknown: Vec<&str> =
            wanted.iter().filter(|t| qrels.topic(t).is_none()).map(|t| &**t).collect();
        if !unknown.is_empty() {
            let message = format!("no judgments for topic {}", named(unknown));
            return Err(Error::new(ErrorKind::Nothing, message)
                .remedy("the topics asked for must be in the qrels"));
        }
    }
    if let Some(expected) = &options.expected {
        let wanted = |t: &&str| options.topics.as_ref().is_none_or(|topics| topics.contains(*t));
        let unsaid: Vec<&str> =
            qrels.topics().filter(wanted).filter(|t| expected.of(t).is_none()).collect();
        if !unsaid.is_empty() {
            let message = format!("no expected number for topic {}", named(unsaid));
            return Err(Error::new(ErrorKind::Nothing, message)
                .remedy("give one for each judged topic, or one number for all"));
        }
    }
    Ok(())
}

#[cold]
fn no_common_topic(qrels: &Qrels, ranked: &str) -> Error {
    let Some(judged) = qrels.topics().next() else {
        return Error::new(ErrorKind::Nothing, "the qrels hold no judgments");
    };
    Error::new(
        ErrorKind::Nothing,
        format!(
            "no topic of this run is judged: it holds topics such as `{ranked}`, the qrels \
             `{judged}`"
        ),
    )
    .remedy(match SimilarIds::new(qrels.topics()).find(ranked) {
        Some(similar) => format!(
            "`{ranked}` is `{similar}` in the qrels but for {}: write the ids alike in both files",
            id_difference(ranked, similar)
                .iter()
                .map(ToString::to_string)
                .collect::<Vec<_>>()
                .join(" and ")
        ),
        None => "is this run for other topics, or are their ids written in another way?".into(),
    })
}
