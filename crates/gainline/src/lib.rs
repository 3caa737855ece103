//! Gainline evaluates rankings: runs are read and joined, topic by topic, with graded judgments
//! into what measures read, and the measures' values become scores.
//!
//! ```text
//! files ──read──▶ Qrels, Run ──join, per topic──▶ Judged ──measure──▶ Scores
//! ```
//!
//! From files:
//!
//! ```no_run
//! use gainline::{Evaluator, Options, Qrels, parse_measures};
//! let qrels = Qrels::read("qrels.txt")?;
//! let measures = parse_measures(["nDCG@10", "AP(rel=2)"])?;
//! let evaluator = Evaluator::new(&qrels, &measures, Options::default())?;
//! for file in ["bm25.run", "dense.run.gz"] {
//!     let scores = evaluator.run(file)?;
//!     println!("{file}: {:?} over {} topics", scores.all(), scores.topics().len());
//!     for (topic, values) in scores.iter() {
//!         println!("  {topic}: {values:?}");
//!     }
//! }
//! # Ok::<(), gainline::Error>(())
//! ```
//!
//! From memory:
//!
//! ```
//! use gainline::{Qrels, Run, evaluate};
//! let qrels = Qrels::from_rows([("t1", "d1", 3.0), ("t1", "d2", 0.0)])?;
//! let run = Run::from_rows([("t1", "d2", 0.8), ("t1", "d1", 0.6)])?;
//! let scores = evaluate(&qrels, &run, &["RR".parse()?, "nDCG@10".parse()?])?;
//! assert_eq!(scores.all(), [0.5, 0.6309297535714574]);
//! # Ok::<(), gainline::Error>(())
//! ```

mod curve;
mod error;
mod evaluate;
mod input;
mod judgments;
mod measure;
mod measures;
mod numbers;
mod pool;
mod problem;
mod ranking;
mod suggest;
mod validate;

pub use curve::{
    Curve, CurveKind, CurveSet, CurveSpec, Curves, IdealFrom, Line, Normalise, TopicCurve,
};
pub use error::{Error, ErrorKind, Result};
pub use evaluate::average::{Average, LOWEST};
pub use evaluate::counting::Counting;
pub use evaluate::evaluator::Evaluator;
pub use evaluate::options::{Missing, Options, Unjudged};
pub use evaluate::policy::{MOST_GRADINGS, MOST_ORDERS};
pub use evaluate::scores::Scores;
pub use input::Source;
pub use input::formats::Dialect;
pub use input::topic_lists::{Known, Slices, TopicNumbers};
pub use judgments::grouped::{GroupScores, GroupedQrels};
pub use judgments::preferences::{PreferenceJudgments, Preferences, PreferencesLayout};
pub use judgments::qrels::{Qrels, TopicJudgments};
pub use measure::{
    Alias, Better, BoundRule, BoundScorer, CORNERS, Corner, Cutoff, Example, Family, Gains,
    GroupScorer, JudgedScorer, Measure, Need, Outside, Param, ParamKind, Pooled, Scorer, Sees,
    SensitivityFormula, Setting, Suffix, Summary, TieRule, Totals, Turning, Value, ValuesByRanks,
    corners_assume, parse_measures,
};
pub use measures::{Contingency, Discount, FAMILIES};
pub use numbers::format_number;
pub use pool::{Grading, Pool, PoolDocument, PoolRun, PoolTopic, Ranking, Regraded};
pub use problem::{
    CHECKS, Check, LooksLike, Problem, Severity, Spelling, TieEffect, UNJUDGED_ADVICE,
};
pub use ranking::background::Expected;
pub use ranking::exchange::{exchange_found, exchange_grade};
pub use ranking::join::{Batch, Facts, JoinedRun, join_run, join_source};
pub use ranking::judged::{Background, Found, Group, Groups, Judged, Tie};
pub use ranking::run::Run;
pub use ranking::ties::Ties;
pub use suggest::nearest;
pub use validate::{
    Compared, FileContent, Finding, SimilarIds, ValidatedFile, Validation, id_difference, validate,
};

/// Evaluates a run in memory with the default [`Options`].
pub fn evaluate(qrels: &Qrels, run: &Run, measures: &[Measure]) -> Result<Scores> {
    Evaluator::new(qrels, measures, Options::default())?.evaluate(run)
}

/// The README's example is run as a test.
#[cfg(doctest)]
#[doc = include_str!("../../../README.md")]
struct Readme;
