//! Scores: topics × measures, and their averages.

use crate::evaluate::average::{Average, average};
use crate::input::topic_lists::TopicNumbers;
use crate::measure::{Family, Measure, Scorer, Summary, Totals};
use crate::measures::FAMILIES;
use crate::ranking::join::Facts;
use crate::{Error, ErrorKind, Result};

/// The scores of one run: a value for each topic and measure.
#[derive(Debug, Clone, PartialEq)]
pub struct Scores {
    pub(crate) measures: Vec<Measure>,
    pub(crate) topics: Vec<String>,
    /// Row by row: a topic's values stand together.
    pub(crate) values: Vec<f64>,
    /// Row by row: a topic's totals of the measures that may be pooled.
    pub(crate) totals: Vec<f64>,
    /// Which of the measures have totals.
    pub(crate) pooled: Vec<bool>,
    pub(crate) missing: Vec<String>,
    pub(crate) facts: Facts,
    /// The lower and the upper ones.
    pub(crate) bounds: Option<Box<[Scores; 2]>>,
}

impl Scores {
    /// The measures, in the order in which they were asked for.
    pub fn measures(&self) -> &[Measure] {
        &self.measures
    }

    /// The topics that are averaged over, in the order of the qrels.
    pub fn topics(&self) -> &[String] {
        &self.topics
    }

    /// Judged topics that the run lacks; among [`Scores::topics`] only under
    /// [`Missing::Zero`](crate::Missing).
    pub fn missing(&self) -> &[String] {
        &self.missing
    }

    /// What was seen while reading the run.
    pub fn facts(&self) -> &Facts {
        &self.facts
    }

    /// The lowest and the highest values that grades of unjudged documents allow, if they were asked
    /// for ([`Unjudged::Bounds`](crate::Unjudged)); these scores themselves are those where
    /// unjudged documents are irrelevant.
    pub fn bounds(&self) -> Option<(&Scores, &Scores)> {
        self.bounds.as_deref().map(|[lower, upper]| (lower, upper))
    }

    /// One topic's values, in the order of the measures.
    pub fn topic(&self, name: &str) -> Option<&[f64]> {
        let row = self.topics.iter().position(|t| t == name)?;
        Some(self.row(row))
    }

    /// The value of a measure over all topics, if it is among [`Scores::measures`].
    pub fn mean(&self, measure: &Measure) -> Option<f64> {
        let column = self.measures.iter().position(|m| m == measure)?;
        self.over_topics(column, Average::Macro, None).ok()
    }

    /// Every topic with its values, in the order of the qrels.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = (&str, &[f64])> {
        self.topics.iter().enumerate().map(|(i, topic)| (topic.as_str(), self.row(i)))
    }

    /// One measure's values over the topics.
    pub fn column(&self, measure: usize) -> impl ExactSizeIterator<Item = f64> + Clone {
        let width = self.measures.len();
        (0..self.topics.len()).map(move |row| self.values[row * width + measure])
    }

    /// The values over all topics, one for each measure: means, or sums for counts.
    pub fn all(&self) -> Vec<f64> {
        let value = |at| self.over_topics(at, Average::Macro, None).unwrap_or(f64::NAN);
        (0..self.measures.len()).map(value).collect()
    }

    /// The values over all topics, one for each measure, put together in another way; topics may
    /// weigh more or less, and must then all have a weight. Fails where a measure has no such
    /// average.
    ///
    /// ```
    /// use gainline::{Average, Qrels, Run, evaluate};
    /// let qrels = Qrels::from_rows([("t1", "a", 1.0), ("t2", "a", 1.0), ("t2", "b", 1.0)])?;
    /// let run = Run::from_rows([("t1", "a", 1.0), ("t2", "x", 1.0)])?;
    /// let scores = evaluate(&qrels, &run, &["R@1".parse()?])?;
    /// assert_eq!(scores.average(Average::Macro, None)?, [0.5]);
    /// assert_eq!(scores.average(Average::Micro, None)?, [1.0 / 3.0]);
    /// # Ok::<(), gainline::Error>(())
    /// ```
    pub fn average(&self, kind: Average, weights: Option<&TopicNumbers>) -> Result<Vec<f64>> {
        (0..self.measures.len()).map(|at| self.over_topics(at, kind, weights)).collect()
    }

    /// The scores of some of the topics.
    #[must_use]
    pub fn only(&self, wanted: impl Fn(&str) -> bool + Copy) -> Scores {
        let kept: Vec<usize> =
            (0..self.topics.len()).filter(|&i| wanted(&self.topics[i])).collect();
        let missing = self.missing.iter().filter(|t| wanted(t)).cloned().collect();
        Scores { missing, ..self.at(&kept) }
    }

    /// The scores of the topics at these places in [`Scores::topics`]. None of them counts as
    /// missing.
    #[must_use]
    pub fn at(&self, places: &[usize]) -> Scores {
        let totals = self.totals_width();
        let total = |&i: &usize| &self.totals[i * totals..(i + 1) * totals];
        Scores {
            topics: places.iter().map(|&i| self.topics[i].clone()).collect(),
            values: places.iter().flat_map(|&i| self.row(i)).copied().collect(),
            totals: places.iter().flat_map(total).copied().collect(),
            missing: vec![],
            bounds: self
                .bounds()
                .map(|(lower, upper)| Box::new([lower.at(places), upper.at(places)])),
            measures: self.measures.clone(),
            pooled: self.pooled.clone(),
            facts: self.facts.clone(),
        }
    }

    /// The values of the topic at a place in [`Scores::topics`], in the order of the measures.
    pub fn row(&self, row: usize) -> &[f64] {
        let width = self.measures.len();
        &self.values[row * width..(row + 1) * width]
    }

    fn totals_width(&self) -> usize {
        Scores::totals_width_of(&self.pooled)
    }

    pub(crate) fn totals_width_of(pooled: &[bool]) -> usize {
        pooled.iter().filter(|pooled| **pooled).count() * Totals::default().len()
    }

    fn over_topics(
        &self,
        column: usize,
        kind: Average,
        weights: Option<&TopicNumbers>,
    ) -> Result<f64> {
        let summary = self.measures[column].summary();
        let weight = |topic: &String| {
            weights.map_or(Ok(1.0), |weights| {
                weights.get(topic).ok_or_else(|| {
                    let message = format!("no weight for topic `{topic}`");
                    Error::new(ErrorKind::Nothing, message)
                        .remedy("give a weight for each judged topic, 0 to leave one out")
                })
            })
        };
        let mut weights = self.topics.iter().map(weight).collect::<Result<Vec<f64>>>()?;
        let heaviest = weights.iter().fold(0.0, |most: f64, weight| most.max(*weight));
        if heaviest == 0.0 && !weights.is_empty() {
            return Err(Error::new(ErrorKind::Nothing, "all topics weigh 0")
                .remedy("give at least one of them a weight above 0"));
        }
        // Only what they weigh beside each other matters, and sums stay within bounds.
        weights.iter_mut().for_each(|weight| *weight /= heaviest);
        if kind == Average::Micro && summary != Summary::Sum
            || kind == Average::Macro && summary == Summary::Pooled
        {
            return self.pooled(column, &weights);
        }
        Ok(average(kind, summary, self.column(column), &weights))
    }

    /// The value that the topics' totals give, added up.
    fn pooled(&self, column: usize, weights: &[f64]) -> Result<f64> {
        let measure = &self.measures[column];
        let scorer = match measure.scorer(1.0) {
            Scorer::Judged(scorer) if self.pooled[column] => scorer,
            _ => return Err(no_micro_average(measure)),
        };
        let Some(pooled) = scorer.pooled() else { return Err(no_micro_average(measure)) };
        let width = self.totals_width();
        let size = Totals::default().len();
        let at = self.pooled[..column].iter().filter(|pooled| **pooled).count() * size;
        let mut sums = Totals::default();
        for (row, weight) in weights.iter().enumerate() {
            let start = row * width + at;
            for (sum, total) in sums.iter_mut().zip(&self.totals[start..start + size]) {
                *sum += weight * total;
            }
        }
        if sums.iter().any(|sum| sum.is_nan()) {
            let message = format!("`{measure}` cannot be pooled with ties in this order");
            return Err(Error::new(ErrorKind::Measure, message)
                .remedy("order ties by docid, rank or input, or average over them"));
        }
        Ok(pooled.value(&sums))
    }
}

/// The names of the families whose topics may be pooled.
fn pooled_families() -> String {
    let is_pooled = |family: &&&Family| matches!(family.sample().scorer(1.0), Scorer::Judged(scorer) if scorer.pooled().is_some());
    let names: Vec<&str> = FAMILIES.iter().filter(is_pooled).map(|family| family.name).collect();
    names.join(", ")
}

#[cold]
fn no_micro_average(measure: &Measure) -> Error {
    let is_ratio =
        matches!(measure.scorer(1.0), Scorer::Judged(scorer) if scorer.pooled().is_some());
    let (reason, remedy) = if is_ratio {
        ("bounds are of single topics", "take another average, or no bounds".into())
    } else {
        ("it is not a ratio of totals", format!("these have one: {}", pooled_families()))
    };
    let message = format!("measure `{measure}` has no micro average here: {reason}");
    Error::new(ErrorKind::Measure, message).remedy(remedy)
}
