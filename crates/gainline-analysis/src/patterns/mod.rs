//! How do measures see all rankings of a small world?
//!
//! In the world there are a few relevant documents and any number of nonrelevant ones; a pattern is
//! the sequence of grades that a ranking of a given length shows. Documents of the same grade cannot
//! be told apart.

mod agreement;
mod findings;
mod levels;
mod measured;
mod shown;
mod world;

pub use agreement::{Agreement, Coefficient, Disagreement};
pub use findings::Finding;
pub use measured::{MeasuredPatterns, Spread};
pub use world::{LARGEST_WORLD, MOST_PATTERNS, Pattern, World};

use crate::Answer;
use crate::evaluation::measures;
use gainline::{Error, ErrorKind, Measure, Need, Result};
use serde::Serialize;
use shown::ShownPattern;

/// How do measures see all rankings of a small setting?
#[derive(Debug, Clone, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Patterns {
    /// The grades of the relevant documents; all others have grade 0.
    pub grades: Vec<f64>,
    /// How many documents a ranking shows.
    pub length: usize,
    /// The measures.
    pub measures: Vec<Measure>,
    /// Patterns to show (`32000`, or `0-10-0.5` for grades of several digits), and ratios of them
    /// (`00123/32000`); without any, some usual ones.
    pub show: Vec<String>,
    /// Show every pattern.
    pub all: bool,
    /// The coefficient of correlation.
    pub correlation: Coefficient,
    /// The lowest relevant grade, for measures that do not say.
    pub rel: f64,
    /// The number of documents in the collection; without it, as many as the setting must have.
    pub collection_size: Option<usize>,
}

/// What came of it.
#[derive(Debug, Clone, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct PatternsAnswer {
    /// What was asked.
    pub request: Patterns,
    /// The grades of the documents of a grade above 0, highest first.
    pub grades: Vec<f64>,
    /// How many of them are relevant.
    pub relevant: usize,
    /// The number of documents in the collection.
    pub collection_size: usize,
    /// How many patterns there are.
    pub patterns: usize,
    /// How many pairs of patterns there are.
    pub pattern_pairs: u64,
    /// The measures, in the order of the request.
    pub measures: Vec<MeasureSpread>,
    /// Each pair of measures once: the first with all others, and so on.
    pub pairs: Vec<MeasurePair>,
    /// The patterns and ratios that were asked for.
    pub shown: Vec<PatternValues>,
    /// All patterns, from the one with the highest grades first down to the one without any, where
    /// that was asked for.
    pub all: Option<Vec<PatternValues>>,
    /// What else there is to know.
    pub findings: Vec<Finding>,
}

/// How the values of a measure are spread over the patterns.
#[derive(Debug, Clone, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct MeasureSpread {
    /// The measure.
    pub measure: Measure,
    /// Its values over all patterns.
    #[serde(flatten)]
    pub spread: Spread,
}

/// How far two measures agree.
#[derive(Debug, Clone, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct MeasurePair {
    /// A measure.
    pub first: Measure,
    /// Another one.
    pub second: Measure,
    /// How their values correlate; none where one of them has a single value.
    pub correlation: Option<f64>,
    /// Pairs of patterns that they order oppositely, by what is better for each.
    pub opposite: u64,
    /// The same as a share of all pairs; 0 where there are none.
    pub opposite_share: f64,
    /// Pairs that one of them, or both, cannot tell apart.
    pub tied: u64,
    /// The pair that they disagree on most: where the differences, each in standard deviations of
    /// its measure, add up to most.
    pub disagreement: Option<PatternDisagreement>,
}

/// Two patterns that two measures order oppositely.
#[derive(Debug, Clone, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct PatternDisagreement {
    /// The one that is better by the first measure.
    pub first_prefers: String,
    /// The one that is better by the second measure.
    pub second_prefers: String,
    /// The first measure's values of the two, in this order.
    pub first_values: Vec<f64>,
    /// The second measure's values of the two, in this order.
    pub second_values: Vec<f64>,
}

/// The values of a pattern, or of a ratio of two.
#[derive(Debug, Clone, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct PatternValues {
    /// The pattern, or the ratio.
    pub pattern: String,
    /// By measure, in the order of the request; none where it would be divided by 0.
    pub values: Vec<Option<f64>>,
}

impl Answer for PatternsAnswer {
    const NAME: &'static str = "patterns";
}

/// The measures that are taken when none are asked for: Kishida's four, and average precision.
pub fn default_measures(length: usize) -> String {
    format!("mSR,AvgnDCG(discount=jk)@{length},Q,GenAP,AP")
}

impl Patterns {
    /// Kishida's world and measures.
    pub fn usual() -> Result<Self> {
        let length = 5;
        Ok(Patterns {
            grades: vec![3.0, 2.0, 1.0],
            length,
            measures: measures(&[default_measures(length)], 1.0)?,
            show: vec![],
            all: false,
            correlation: Coefficient::default(),
            rel: 1.0,
            collection_size: None,
        })
    }

    /// Measures all patterns.
    pub fn answer(self) -> Result<PatternsAnswer> {
        check_needs(&self.measures)?;
        let world = World::new(&self.grades, self.length)?;
        let shown = match self.show.is_empty() {
            true => shown::usual(&world)?,
            false => self
                .show
                .iter()
                .map(|text| ShownPattern::parse(text, &world))
                .collect::<Result<_>>()?,
        };
        let measured =
            MeasuredPatterns::new(world, &self.measures, self.rel, self.collection_size)?;
        let world = measured.world();
        let places = 0..self.measures.len();
        let spreads = self.measures.iter().zip(places.clone()).map(|(measure, at)| MeasureSpread {
            measure: measure.clone(),
            spread: measured.spread(at),
        });
        let pairs = places.clone().flat_map(|a| (a + 1..places.end).map(move |b| (a, b)));
        let shown = shown.iter().map(|shown| PatternValues {
            pattern: shown.name(world),
            values: places.clone().map(|at| value(&measured, at, shown)).collect(),
        });
        let all = measured.patterns().iter().enumerate().map(|(place, pattern)| PatternValues {
            pattern: world.pattern_text(pattern),
            values: places.clone().map(|at| Some(measured.values(at)[place])).collect(),
        });
        let mut answer = PatternsAnswer {
            grades: world.relevant().to_vec(),
            relevant: world.relevant().iter().filter(|grade| **grade >= self.rel).count(),
            collection_size: self.collection_size.unwrap_or(world.documents()),
            patterns: measured.patterns().len(),
            pattern_pairs: measured.pairs(),
            measures: spreads.collect(),
            pairs: pairs.map(|(a, b)| self.pair(&measured, a, b)).collect(),
            shown: shown.collect(),
            all: self.all.then(|| all.collect()),
            findings: vec![],
            request: self,
        };
        answer.findings = findings::findings(&answer);
        Ok(answer)
    }

    fn pair(&self, measured: &MeasuredPatterns, a: usize, b: usize) -> MeasurePair {
        let agreement = measured.agreement(a, b);
        let name = |place: usize| measured.world().pattern_text(&measured.patterns()[place]);
        let disagreement = agreement.largest.map(|Disagreement { by_first, by_second }| {
            let values =
                |at: usize| [by_first, by_second].map(|place| measured.values(at)[place]).to_vec();
            PatternDisagreement {
                first_prefers: name(by_first),
                second_prefers: name(by_second),
                first_values: values(a),
                second_values: values(b),
            }
        });
        MeasurePair {
            first: self.measures[a].clone(),
            second: self.measures[b].clone(),
            correlation: measured.correlation(a, b, self.correlation),
            opposite: agreement.opposite,
            opposite_share: agreement.opposite as f64 / agreement.pairs.max(1) as f64,
            tied: agreement.tied,
            disagreement,
        }
    }
}

/// A measure's value of a pattern, or a ratio; none where it would be divided by 0.
fn value(measured: &MeasuredPatterns, measure: usize, shown: &ShownPattern) -> Option<f64> {
    let values = measured.values(measure);
    let of = |pattern| Some(values[measured.find(pattern)?]);
    let value = of(&shown.pattern)?;
    match &shown.over {
        Some(over) => of(over).filter(|over| *over != 0.0).map(|over| value / over),
        None => Some(value),
    }
}

/// Patterns are grades and nothing else.
fn check_needs(measures: &[Measure]) -> Result<()> {
    for measure in measures {
        let lacking = measure.family().needs.iter().find_map(|need| match need {
            Need::Scores => Some("scores"),
            Need::Known => Some("documents that users knew before"),
            Need::Expected => Some("the number of relevant documents that users expect"),
            Need::Collection
            | Need::CollectionGiven
            | Need::CollectionIfGiven
            | Need::HighestGain => None,
        });
        if let Some(what) = lacking {
            let message =
                format!("measure `{measure}` needs {what}, and patterns have grades only");
            return Err(Error::new(ErrorKind::Request, message).remedy("leave it out"));
        }
    }
    Ok(())
}
