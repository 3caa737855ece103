//! All patterns of a small world, measured.

use super::levels::Levels;
use super::world::{Pattern, World};
use gainline::{Background, Evaluator, Found, Judged, Measure, Options, Qrels, Result};
use gainline_stats::{mean, variance};
use serde::Serialize;

/// Measures of all patterns of a world.
#[derive(Debug)]
pub struct MeasuredPatterns {
    world: World,
    pub(super) measures: Vec<Measure>,
    pub(super) patterns: Vec<Pattern>,
    /// By measure, then by pattern.
    pub(super) values: Vec<Vec<f64>>,
    pub(super) levels: Vec<Levels>,
}

/// How the values of a measure are spread over the patterns.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Spread {
    /// Their mean; none where values are too large to be squared.
    pub mean: Option<f64>,
    /// Their sample standard deviation; none with a single pattern, or for too large values.
    pub sd: Option<f64>,
    /// The lowest of them.
    pub min: f64,
    /// The highest of them.
    pub max: f64,
    /// How many different ones there are; those that differ by rounding only count as one.
    pub distinct: usize,
}

/// What the small world's topic is called in errors.
const TOPIC: &str = "small setting";

impl MeasuredPatterns {
    /// Measures all patterns. `rel` is the lowest relevant grade, and `collection` the number of
    /// documents in the collection; without it, as many as the world must have. Fails where an
    /// [`Evaluator`] does.
    pub fn new(
        world: World,
        measures: &[Measure],
        rel: f64,
        collection: Option<usize>,
    ) -> Result<Self> {
        for measure in measures {
            let whence = "which a document of the small setting has";
            measure.check_grades_of(world.relevant(), whence).map_err(|error| {
                error.remedy("choose other grades (--grades), or give the measure other gains, as gains={1:1,2:10}")
            })?;
        }
        let options =
            Options::default().rel(rel).collection(collection.unwrap_or(world.documents()));
        let qrels = qrels(&world)?;
        let evaluator = Evaluator::new(&qrels, measures, options.clone())?;
        let grades = qrels.topic_at(0).grades();
        let background = Background { collection: options.collection, ..Background::default() };
        let patterns = world.patterns();
        let mut values = vec![Vec::with_capacity(patterns.len()); measures.len()];
        let mut found: Vec<Found> = vec![];
        for pattern in &patterns {
            found.clear();
            let ranked = (1..).zip(world.grades_of(pattern));
            found.extend(ranked.map(|(rank, grade)| Found::new(rank, grade)));
            let judged = Judged::new(found.len(), &found, grades).with_background(background);
            for (column, value) in values.iter_mut().zip(evaluator.values(TOPIC, &judged)?) {
                column.push(value);
            }
        }
        let levels = values.iter().map(|values| Levels::of(values)).collect();
        Ok(MeasuredPatterns { world, measures: measures.to_vec(), patterns, values, levels })
    }

    /// The world.
    pub fn world(&self) -> &World {
        &self.world
    }

    /// The measures.
    pub fn measures(&self) -> &[Measure] {
        &self.measures
    }

    /// The patterns, from the one with the highest grades first down to the one without any.
    pub fn patterns(&self) -> &[Pattern] {
        &self.patterns
    }

    /// A measure's values, by pattern.
    pub fn values(&self, measure: usize) -> &[f64] {
        &self.values[measure]
    }

    /// Where a pattern is; none if it is not one of this world.
    pub fn find(&self, pattern: &Pattern) -> Option<usize> {
        // From the highest to the lowest.
        self.patterns.binary_search_by(|other| pattern.cmp(other)).ok()
    }

    /// How a measure's values are spread.
    pub fn spread(&self, measure: usize) -> Spread {
        let values = &self.values[measure];
        Spread {
            mean: mean(values).ok(),
            sd: variance(values).ok().map(f64::sqrt),
            min: values.iter().copied().fold(f64::INFINITY, f64::min),
            max: values.iter().copied().fold(f64::NEG_INFINITY, f64::max),
            distinct: self.levels[measure].count,
        }
    }
}

/// The judgments: the relevant documents, and as many nonrelevant ones as a ranking may hold.
fn qrels(world: &World) -> Result<Qrels> {
    let nonrelevant = std::iter::repeat_n(0.0, world.length());
    let grades = world.relevant().iter().copied().chain(nonrelevant);
    Qrels::from_rows(grades.enumerate().map(|(at, grade)| (TOPIC, format!("d{at}"), grade)))
}
