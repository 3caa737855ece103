//! What the page of a report is given, as JSON. The page's script knows these names.

use serde::Serialize;

/// Everything but rankings and texts.
#[derive(Serialize)]
pub(super) struct Data<'a> {
    pub gainline: &'static str,
    pub title: String,
    pub command: String,
    pub files: Vec<FileData>,
    pub choices: Vec<ChoiceData>,
    pub measures: Vec<MeasureData>,
    /// The measure that ranks.
    pub primary: usize,
    pub runs: Vec<RunData<'a>>,
    /// How many topics every run has; none where nothing was compared.
    pub compared_topics: Option<usize>,
    pub topics: Vec<TopicData>,
    /// By measure, run and topic; none where a topic does not count.
    pub values: Vec<Vec<Vec<Option<f64>>>>,
    /// How differences were tested; none with a single run.
    pub test: Option<TestData>,
    pub pairs: Vec<PairData>,
    pub verdict: Vec<String>,
    /// What to mind about the verdict.
    pub warnings: Vec<String>,
    pub curves: Vec<CurveData>,
    pub grades: Vec<f64>,
    pub quality: QualityData,
    pub thinned: Vec<String>,
    /// The last rank that is told of documents below those shown; none if all are.
    pub below_to: Option<usize>,
    /// The measure whose contributions rankings carry.
    pub explained: Option<String>,
}

/// A file that was read.
#[derive(Serialize)]
pub(super) struct FileData {
    pub role: &'static str,
    pub name: String,
    pub path: String,
    pub bytes: u64,
    pub sha256: String,
}

/// A choice behind the numbers.
#[derive(Serialize)]
pub(super) struct ChoiceData {
    pub about: String,
    pub text: String,
}

#[derive(Serialize)]
pub(super) struct MeasureData {
    pub name: String,
    pub meaning: &'static str,
    pub formula: &'static str,
    pub citation: &'static str,
    pub edge_cases: &'static str,
    pub better: &'static str,
    /// How topics are put together in `means`.
    pub summary: &'static str,
    /// Of `means`.
    pub decimals: usize,
    /// Of means over topics, and of what they differ by.
    pub difference_decimals: usize,
}

/// A run; lists are by measure.
#[derive(Serialize)]
pub(super) struct RunData<'a> {
    pub name: &'a str,
    pub file: String,
    pub tag: Option<&'a str>,
    pub rows: u64,
    pub tied_rows: u64,
    pub missing: &'a [String],
    pub extra: &'a [String],
    /// The value over all of the run's topics, as `gainline eval` has it.
    pub means: Vec<f64>,
    /// The mean over the topics that every run has, as `gainline compare` has it; none where nothing was
    /// compared. What follows belongs to it.
    pub compared: Vec<Option<f64>>,
    /// The interval; that of `means` where nothing was compared.
    pub low: Vec<Option<f64>>,
    pub high: Vec<Option<f64>>,
    pub rank: Vec<Option<[usize; 2]>>,
    pub letters: Vec<Option<String>>,
}

#[derive(Serialize)]
pub(super) struct TopicData {
    pub id: String,
    pub title: Option<String>,
    pub description: Option<String>,
    pub judged: usize,
    pub relevant: usize,
}

#[derive(Serialize)]
pub(super) struct TestData {
    pub name: String,
    pub words: String,
    pub alpha: f64,
}

/// Run `b` against run `a`.
#[derive(Serialize)]
pub(super) struct PairData {
    pub measure: usize,
    pub a: usize,
    pub b: usize,
    pub difference: f64,
    pub low: Option<f64>,
    pub high: Option<f64>,
    pub p: Option<f64>,
    pub adjusted: Option<f64>,
    pub wins: usize,
    pub ties: usize,
    pub losses: usize,
    pub effect: Option<f64>,
    pub real: bool,
}

#[derive(Serialize)]
pub(super) struct CurveData {
    pub id: String,
    pub title: String,
    pub x: &'static str,
    pub y: &'static str,
    pub note: String,
    pub lines: Vec<LineData>,
}

#[derive(Serialize)]
pub(super) struct LineData {
    pub run: Option<usize>,
    /// The run that an ideal curve belongs to; none if it is that of all.
    pub of: Option<usize>,
    pub name: String,
    pub points: Vec<[f64; 2]>,
}

#[derive(Serialize)]
pub(super) struct QualityData {
    pub unjudged: UnjudgedData,
    pub findings: Vec<FindingData>,
    pub notes: Vec<String>,
}

/// The share of unjudged documents in the top of rankings.
#[derive(Serialize)]
pub(super) struct UnjudgedData {
    pub depths: Vec<usize>,
    /// By run and depth; none where no topic has a ranking.
    pub shares: Vec<Vec<Option<f64>>>,
}

#[derive(Serialize)]
pub(super) struct FindingData {
    pub severity: String,
    pub file: String,
    pub line: Option<u64>,
    pub message: String,
    pub remedy: String,
}

/// A topic's rankings, which the page reads when the topic is opened.
#[derive(Serialize)]
pub(super) struct RankingsData<'a> {
    pub documents: Vec<&'a str>,
    pub grades: Vec<Option<f64>>,
    /// By run, the documents' numbers in rank order.
    pub runs: Vec<Vec<usize>>,
    /// By run, rank and contribution where it is not 0.
    pub contributions: Vec<Vec<(usize, f64)>>,
    /// By run, documents and their ranks below those shown.
    pub below: Vec<Vec<(usize, usize)>>,
}
