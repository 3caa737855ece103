//! How many documents are relevant or not, and retrieved or not? Rocchio's contingency table, its
//! ratios, and their averages over topics and over documents.

use crate::evaluation::Rows;
use crate::progress::Progress;
use crate::{Answer, Experiment, Provenance};
use gainline::{
    Contingency, Counting, Error, ErrorKind, Judged, Options, Result, Source, Unjudged,
};
use serde::Serialize;

/// How many documents are relevant or not, and retrieved or not?
#[derive(Debug, Clone, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ContingencyTables {
    /// Which documents count as retrieved.
    pub retrieved: Retrieved,
    /// The tables of every topic too.
    pub per_topic: bool,
}

/// Which documents of a ranking count as retrieved.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum Retrieved {
    /// The first so many.
    Top(usize),
    /// All of them.
    All,
    /// Those of this score or a higher one.
    Score(f64),
}

/// What came of it.
#[derive(Debug, Clone, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ContingencyAnswer {
    /// What was asked.
    pub request: ContingencyTables,
    /// Where the numbers come from.
    pub provenance: Provenance,
    /// The means over topics, where each topic counts the same.
    #[serde(rename = "macro")]
    pub macro_average: Figures,
    /// Of the sum of the topics' tables, where each document counts the same.
    #[serde(rename = "micro")]
    pub micro_average: Figures,
    /// By how much the two averages differ.
    pub relative_difference: RelativeDifference,
    /// Some counts are expected numbers, means over the orders of tied documents, and not whole.
    pub expected_counts: bool,
    /// By topic, in the order of the judgments, where that was asked for.
    pub topics: Option<Vec<TopicFigures>>,
    /// What there is to know about the numbers.
    pub findings: Vec<Finding>,
}

/// Counts, and ratios of them. A ratio of nothing to nothing is 0, but a miss is 1 less the recall
/// and a specificity 1 less the fallout.
#[derive(Debug, Clone, Copy, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Figures {
    /// Relevant and retrieved.
    pub found: f64,
    /// Retrieved, but not relevant.
    pub false_drops: f64,
    /// Relevant, but not retrieved.
    pub missed: f64,
    /// Neither relevant nor retrieved.
    pub rejected: f64,
    /// Retrieved.
    pub retrieved: f64,
    /// Relevant.
    pub relevant: f64,
    /// All documents.
    #[serde(rename = "N")]
    pub collection: f64,
    /// The probability of being relevant and retrieved.
    pub joint_found: f64,
    /// The probability of being retrieved, but not relevant.
    pub joint_false_drops: f64,
    /// The probability of being relevant, but not retrieved.
    pub joint_missed: f64,
    /// The probability of being neither.
    pub joint_rejected: f64,
    /// The share of the retrieved documents that is relevant.
    pub precision: f64,
    /// The share of the relevant documents that is retrieved.
    pub recall: f64,
    /// The share of the non-relevant documents that is retrieved.
    pub fallout: f64,
    /// The share of the relevant documents that is not retrieved.
    pub miss: f64,
    /// The share of the non-relevant documents that is not retrieved.
    pub specificity: f64,
    /// The harmonic mean of precision and recall.
    #[serde(rename = "F1")]
    pub f: f64,
}

/// Differences of the two averages, as shares of the larger one.
#[derive(Debug, Clone, Copy, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct RelativeDifference {
    /// Of precision.
    pub precision: f64,
    /// Of recall.
    pub recall: f64,
    /// Of fallout.
    pub fallout: f64,
    /// Of specificity.
    pub specificity: f64,
    /// Of F1.
    #[serde(rename = "F1")]
    pub f: f64,
}

/// A topic's counts and ratios.
#[derive(Debug, Clone, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct TopicFigures {
    /// The topic.
    pub topic: String,
    /// Its figures.
    #[serde(flatten)]
    pub figures: Figures,
}

/// What there is to know about the numbers.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(
    feature = "schema",
    derive(schemars::JsonSchema),
    schemars(rename = "ContingencyFinding")
)]
#[serde(tag = "code", rename_all = "kebab-case")]
pub enum Finding {
    /// Some topics retrieved fewer documents than were asked for. Precision divides by what was
    /// retrieved, where `P@k` divides by `k`.
    FewerRetrieved {
        /// So many documents were asked for.
        k: usize,
        /// Topics with fewer.
        topics: usize,
    },
    /// Some topics retrieved nothing; their precision is 0.
    NothingRetrieved {
        /// Topics without a retrieved document.
        topics: usize,
    },
    /// The size of the collection is not known, so a topic's documents are those that are retrieved or
    /// judged relevant, the fewest possible, and fallout is the highest possible.
    CollectionUnknown,
    /// The two averages differ by more than a tenth of the larger one.
    AveragesDiffer {
        /// In these ratios.
        ratios: Vec<&'static str>,
    },
}

impl Answer for ContingencyAnswer {
    const NAME: &'static str = "contingency";
}

impl ContingencyTables {
    /// Counts the documents of the experiment's only run.
    pub fn answer(
        self,
        experiment: &Experiment,
        progress: &dyn Progress,
    ) -> Result<ContingencyAnswer> {
        let [run] = &experiment.runs[..] else {
            let message =
                format!("a contingency table is of one run, not of {}", experiment.runs.len());
            return Err(Error::new(ErrorKind::Request, message));
        };
        let options = self.options(&experiment.options)?;
        let each = |judged: &Judged<'_>| (self.table(judged, &options), documents(judged));
        let rows = Rows::of(run);
        let counting = rows.with_progress(
            run,
            progress,
            |counting: &Counting<_>| &counting.facts,
            |rows, told| rows.each_topic(&experiment.qrels, &options, told, &each),
        )?;
        let no_scores = || {
            let error = Error::new(ErrorKind::Malformed, "a run of three columns has no scores")
                .remedy("say how many documents count as retrieved: --at K");
            match run.path() {
                Some(path) => error.in_file(Source::path(path).name()),
                None => error,
            }
        };
        if counting.facts.three_columns && options.scores {
            return Err(no_scores());
        }
        let seen = [(counting.topics.len(), &counting.missing[..], &counting.facts)];
        let provenance = Provenance::new(experiment, &seen)?;
        let mut tables = vec![];
        for (topic, (table, documents)) in counting.topics {
            if options.collection.is_some_and(|size| size < documents) {
                return Err(too_small(&topic, documents));
            }
            tables.push((topic, table.ok_or_else(no_scores)?));
        }
        Ok(self.put_together(provenance, &tables))
    }

    fn options(&self, options: &Options) -> Result<Options> {
        if options.unjudged == Unjudged::Bounds {
            let message = "counts have no bounds for unjudged documents";
            return Err(Error::new(ErrorKind::Request, message).remedy(
                "use --unjudged irrelevant or condense, or `gainline eval` for bounds of measures",
            ));
        }
        let scores = matches!(self.retrieved, Retrieved::Score(_));
        Ok(Options { scores, ..options.clone() })
    }

    /// None where scores are wanted and there are none.
    fn table(&self, judged: &Judged<'_>, options: &Options) -> Option<Contingency> {
        let rel = options.rel;
        match self.retrieved {
            Retrieved::Top(k) => Some(Contingency::within_ties(judged, rel, k, options.ties)),
            Retrieved::All => Some(Contingency::within(judged, rel, usize::MAX)),
            Retrieved::Score(least) => Contingency::from_score(judged, rel, least),
        }
    }

    fn put_together(
        self,
        provenance: Provenance,
        tables: &[(String, Contingency)],
    ) -> ContingencyAnswer {
        let total = tables.iter().fold(Contingency::default(), |sum, (_, table)| sum.add(table));
        let (macro_average, micro_average) = (Figures::mean(tables), Figures::of(&total));
        let relative_difference = RelativeDifference::of(&macro_average, &micro_average);
        let topic = |(topic, table): &(String, Contingency)| TopicFigures {
            topic: topic.clone(),
            figures: Figures::of(table),
        };
        let mut findings = self.few_retrieved(tables);
        if provenance.options.collection.is_none() {
            findings.push(Finding::CollectionUnknown);
        }
        let ratios = relative_difference
            .named()
            .into_iter()
            .filter(|(_, relative_difference)| *relative_difference > 0.1);
        let ratios: Vec<&str> = ratios.map(|(name, _)| name).collect();
        if !ratios.is_empty() {
            findings.push(Finding::AveragesDiffer { ratios });
        }
        ContingencyAnswer {
            topics: self.per_topic.then(|| tables.iter().map(topic).collect()),
            request: self,
            provenance,
            macro_average,
            micro_average,
            relative_difference,
            expected_counts: tables.iter().any(|(_, table)| table.found.fract() != 0.0),
            findings,
        }
    }

    fn few_retrieved(&self, tables: &[(String, Contingency)]) -> Vec<Finding> {
        let fewer = |k: usize| tables.iter().filter(|(_, t)| t.retrieved < k as f64).count();
        let few = match self.retrieved {
            Retrieved::Top(k) => Finding::FewerRetrieved { k, topics: fewer(k) },
            Retrieved::All | Retrieved::Score(_) => Finding::NothingRetrieved { topics: fewer(1) },
        };
        match few {
            Finding::FewerRetrieved { topics: 0, .. } | Finding::NothingRetrieved { topics: 0 } => {
                vec![]
            }
            few => vec![few],
        }
    }
}

/// How many documents of the collection are known: those retrieved or judged.
fn documents(judged: &Judged<'_>) -> usize {
    judged.retrieved() + judged.grades().len() - judged.found().len()
}

/// What measures say that need the size of the collection.
fn too_small(topic: &str, documents: usize) -> Error {
    let message = format!(
        "the collection is too small for topic `{topic}`: {documents} documents are retrieved or \
         judged"
    );
    Error::new(ErrorKind::Measure, message)
        .remedy("give the size of the whole collection (--collection-size)")
}

impl Figures {
    /// Of one table.
    fn of(table: &Contingency) -> Self {
        Figures::new(|figure| figure(table))
    }

    /// The means over topics; 0 without topics.
    fn mean(tables: &[(String, Contingency)]) -> Self {
        Figures::new(|figure| {
            let sum = tables.iter().fold(0.0, |sum, (_, table)| sum + figure(table));
            sum / tables.len().max(1) as f64
        })
    }

    fn new(value: impl Fn(fn(&Contingency) -> f64) -> f64) -> Self {
        Figures {
            found: value(|table| table.found),
            false_drops: value(Contingency::false_drops),
            missed: value(Contingency::missed),
            rejected: value(Contingency::rejected),
            retrieved: value(|table| table.retrieved),
            relevant: value(|table| table.relevant),
            collection: value(|table| table.collection),
            joint_found: value(|table| table.joint()[0]),
            joint_false_drops: value(|table| table.joint()[1]),
            joint_missed: value(|table| table.joint()[2]),
            joint_rejected: value(|table| table.joint()[3]),
            precision: value(Contingency::precision),
            recall: value(Contingency::recall),
            fallout: value(Contingency::fallout),
            miss: value(Contingency::miss),
            specificity: value(Contingency::specificity),
            f: value(|table| table.f(1.0)),
        }
    }
}

impl RelativeDifference {
    fn of(one: &Figures, other: &Figures) -> Self {
        let relative_difference =
            |a: f64, b: f64| if a == b { 0.0 } else { (a - b).abs() / a.max(b) };
        RelativeDifference {
            precision: relative_difference(one.precision, other.precision),
            recall: relative_difference(one.recall, other.recall),
            fallout: relative_difference(one.fallout, other.fallout),
            specificity: relative_difference(one.specificity, other.specificity),
            f: relative_difference(one.f, other.f),
        }
    }

    fn named(&self) -> [(&'static str, f64); 5] {
        let RelativeDifference { precision, recall, fallout, specificity, f } = *self;
        [
            ("precision", precision),
            ("recall", recall),
            ("fallout", fallout),
            ("specificity", specificity),
            ("F1", f),
        ]
    }
}
