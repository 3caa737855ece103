//! What the page's script reads: the answer by run, measure and topic, with words. The script knows
//! these names.

use gainline::Finding;
use gainline_analysis::Provenance;
use gainline_analysis::compare::CompareAnswer;
use gainline_analysis::comparison::{Comparison, Pair, RunSummary};
use gainline_analysis::provenance::FileFacts;
use gainline_analysis::report::{ReportAnswer, UnjudgedShares};
use serde::Serialize;
use std::collections::HashMap;

/// Everything but rankings and texts of documents.
#[derive(Serialize)]
pub(super) struct Data<'a> {
    pub gainline: &'static str,
    pub title: String,
    pub command: String,
    pub files: Vec<FileData<'a>>,
    pub choices: Vec<ChoiceData>,
    pub measures: Vec<MeasureData>,
    /// The measure that ranks.
    pub primary: usize,
    pub runs: Vec<RunData<'a>>,
    /// How many topics every run has; none where nothing was compared.
    pub compared_topics: Option<usize>,
    pub topics: Vec<TopicData>,
    /// By measure, run and topic; none where a topic does not count.
    pub values: &'a [Vec<Vec<Option<f64>>>],
    /// How differences were tested; none with a single run.
    pub test: Option<TestData>,
    pub pairs: Vec<PairData>,
    pub verdict: Vec<String>,
    pub warnings: Vec<String>,
    pub curves: Vec<CurveData<'a>>,
    pub grades: &'a [f64],
    /// The lowest grade that is relevant, unless a measure says otherwise.
    pub relevant_from: f64,
    pub quality: QualityData<'a>,
    pub thinned: Vec<String>,
    /// The last rank that is told of documents below those shown; none if all are.
    pub below_to: Option<usize>,
    /// By measure, its place among the contributions that rankings carry.
    pub explained: Vec<Option<usize>>,
    /// Slices of the topics, on which runs are compared too.
    pub slices: Vec<SliceData<'a>>,
}

/// A file that was read.
#[derive(Serialize)]
pub(super) struct FileData<'a> {
    role: &'a str,
    name: String,
    path: String,
    bytes: Option<u64>,
    sha256: Option<&'a str>,
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
    /// How topics are averaged in `means`.
    pub summary: &'static str,
    /// Of `means`.
    pub decimals: usize,
    /// Of means over topics, and of what they differ by.
    pub difference_decimals: usize,
}

/// A run; lists are by measure.
#[derive(Serialize)]
pub(super) struct RunData<'a> {
    name: String,
    file: Option<String>,
    tag: Option<&'a str>,
    rows: u64,
    tied_rows: u64,
    missing: &'a [String],
    extra: &'a [String],
    /// The value over all of the run's topics, as `gainline eval` has it.
    means: &'a [f64],
    /// The mean over the topics that every run has, as `gainline compare` has it; none where nothing
    /// was compared. What follows belongs to it.
    compared: Vec<Option<f64>>,
    /// The interval; that of `means` where nothing was compared.
    low: Vec<Option<f64>>,
    high: Vec<Option<f64>>,
    rank: Vec<Option<[usize; 2]>>,
    letters: Vec<Option<&'a str>>,
}

/// A slice of the topics.
#[derive(Serialize)]
pub(super) struct SliceData<'a> {
    name: String,
    /// Places of the topics that every run has.
    topics: Vec<usize>,
    /// What the comparison on these topics says of each run.
    runs: Vec<ComparedData<'a>>,
}

/// What a comparison says of a run, by measure.
#[derive(Serialize)]
pub(super) struct ComparedData<'a> {
    compared: Vec<Option<f64>>,
    low: Vec<Option<f64>>,
    high: Vec<Option<f64>>,
    rank: Vec<Option<[usize; 2]>>,
    letters: Vec<Option<&'a str>>,
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
    /// Whether it holds over all pairs of runs by itself.
    pub simultaneous: bool,
    pub alpha: f64,
}

/// Run `b` compared with run `a`.
#[derive(Serialize)]
pub(super) struct PairData {
    measure: usize,
    /// The slice; none for all topics.
    #[serde(skip_serializing_if = "Option::is_none")]
    slice: Option<usize>,
    a: usize,
    b: usize,
    difference: f64,
    low: Option<f64>,
    high: Option<f64>,
    p: Option<f64>,
    adjusted: Option<f64>,
    /// How many trials p was drawn in.
    trials: Option<usize>,
    wins: usize,
    ties: usize,
    losses: usize,
    effect: Option<f64>,
    significant: bool,
}

#[derive(Serialize)]
pub(super) struct CurveData<'a> {
    pub id: String,
    pub title: &'static str,
    pub x: &'static str,
    pub y: &'static str,
    pub note: String,
    pub lines: Vec<LineData<'a>>,
}

#[derive(Serialize)]
pub(super) struct LineData<'a> {
    pub run: Option<usize>,
    /// The run that an ideal curve belongs to; none if it is that of all.
    pub of: Option<usize>,
    pub name: String,
    pub points: &'a [[f64; 2]],
}

#[derive(Serialize)]
pub(super) struct QualityData<'a> {
    unjudged: &'a UnjudgedShares,
    /// None where the files were not checked.
    findings: Option<Vec<FindingData>>,
    notes: Vec<&'static str>,
}

#[derive(Serialize)]
pub(super) struct FindingData {
    severity: String,
    file: String,
    line: Option<u64>,
    message: String,
    remedy: String,
}

pub(super) fn files(provenance: &Provenance) -> Vec<FileData<'_>> {
    fn file<'a>(role: &'a str, name: &'a str, file: &'a FileFacts) -> FileData<'a> {
        let path = super::one_way(&file.path);
        FileData {
            role,
            name: super::one_way(name),
            path,
            bytes: file.bytes,
            sha256: file.sha256.as_deref(),
        }
    }
    let qrels = provenance.qrels.file.iter().map(|facts| file("qrels", "qrels", facts));
    let runs = provenance.runs.iter();
    let runs = runs.filter_map(|run| Some(file("run", &run.name, run.file.as_ref()?)));
    let others = provenance.other_files.iter();
    let others = others.map(|other| file(other.role, other.role, &other.file));
    qrels.chain(runs).chain(others).collect()
}

/// Each run with its values, and what the comparison says of it.
pub(super) fn runs(answer: &ReportAnswer) -> Vec<RunData<'_>> {
    let comparisons: Vec<&Comparison> = answer.compare.over_all_topics().collect();
    let measures = 0..answer.request.compare.measures.len();
    let facts = answer.compare.provenance.runs.iter().zip(&answer.runs).enumerate();
    let run = |(at, (facts, own))| {
        let (facts, own): (&gainline_analysis::provenance::RunFacts, &_) = (facts, own);
        let own: &gainline_analysis::report::ReportRun = own;
        let of = |m: usize| -> Option<&RunSummary> { comparisons.get(m).map(|c| &c.runs[at]) };
        let interval = |m: usize| match of(m) {
            Some(summary) => summary.interval,
            None => own.intervals[m],
        };
        let all = measures.clone();
        RunData {
            name: super::one_way(&facts.name),
            file: facts.file.as_ref().map(|file| super::one_way(&file.path)),
            tag: facts.tag.as_deref(),
            rows: facts.rows,
            tied_rows: facts.tied_rows,
            missing: &facts.topics_missing,
            extra: &facts.topics_extra,
            means: &own.values,
            compared: all.clone().map(|m| of(m).map(|summary| summary.mean)).collect(),
            low: all.clone().map(|m| interval(m).map(|i| i.low)).collect(),
            high: all.clone().map(|m| interval(m).map(|i| i.high)).collect(),
            rank: all.clone().map(|m| of(m)?.rank.map(|rank| [rank.best, rank.worst])).collect(),
            letters: all.map(|m| of(m)?.group.as_deref()).collect(),
        }
    };
    facts.map(run).collect()
}

pub(super) fn pairs(answer: &CompareAnswer) -> Vec<PairData> {
    let (measures, slices) = (&answer.request.measures, slice_names(answer));
    let pair = |comparison: &Comparison, pair: &Pair| {
        let Comparison { sample, .. } = comparison;
        let tested = pair.test.defined();
        Some(PairData {
            measure: measures.iter().position(|measure| *measure == sample.measure)?,
            slice: sample.slice.as_ref().and_then(|name| slices.iter().position(|s| s == name)),
            a: pair.baseline.place,
            b: pair.run.place,
            difference: pair.difference,
            low: pair.interval.defined().map(|interval| interval.low),
            high: pair.interval.defined().map(|interval| interval.high),
            p: tested.map(|tested| tested.p),
            adjusted: tested.map(|tested| tested.p_adjusted),
            trials: tested.and_then(|tested| tested.trials),
            wins: pair.topics.wins,
            ties: pair.topics.ties,
            losses: pair.topics.losses,
            effect: pair.effects.dz.defined().copied(),
            significant: pair.is_significant(),
        })
    };
    let all = answer.comparisons.iter().flat_map(|c| c.pairs.iter().map(move |p| (c, p)));
    all.filter_map(|(comparison, of)| pair(comparison, of)).collect()
}

/// The slices that have topics, in the order in which they are compared.
fn slice_names(answer: &CompareAnswer) -> Vec<&str> {
    let mut names = vec![];
    for name in answer.comparisons.iter().filter_map(|c| c.sample.slice.as_deref()) {
        if !names.contains(&name) {
            names.push(name);
        }
    }
    names
}

/// What is said of the runs on each slice.
pub(super) fn slices(answer: &ReportAnswer) -> Vec<SliceData<'_>> {
    let places: HashMap<&str, usize> =
        answer.topics.iter().enumerate().map(|(at, topic)| (topic.id.as_str(), at)).collect();
    let measures = &answer.request.compare.measures;
    let slice = |name: &str| {
        let on_slice = |comparison: &&Comparison| comparison.sample.slice.as_deref() == Some(name);
        let all: Vec<&Comparison> = answer.compare.comparisons.iter().filter(on_slice).collect();
        let by: Vec<Option<&Comparison>> = measures
            .iter()
            .map(|measure| all.iter().find(|c| c.sample.measure == *measure).copied())
            .collect();
        let topics = all.iter().take(1).flat_map(|c| &c.sample.topics);
        let topics = topics.filter_map(|topic| places.get(topic.as_str()).copied()).collect();
        let runs = (0..answer.runs.len()).map(|run| compared(&by, run)).collect();
        SliceData { name: super::one_way(name), topics, runs }
    };
    slice_names(&answer.compare).into_iter().map(slice).collect()
}

/// What comparisons, by measure, say of a run.
fn compared<'a>(by: &[Option<&'a Comparison>], run: usize) -> ComparedData<'a> {
    let of = |comparison: &Option<&'a Comparison>| comparison.map(|c| &c.runs[run]);
    let interval = |comparison| of(comparison).and_then(|summary| summary.interval);
    let place = |summary: &RunSummary| summary.rank.map(|rank| [rank.best, rank.worst]);
    ComparedData {
        compared: by.iter().map(|c| of(c).map(|summary| summary.mean)).collect(),
        low: by.iter().map(|c| interval(c).map(|interval| interval.low)).collect(),
        high: by.iter().map(|c| interval(c).map(|interval| interval.high)).collect(),
        rank: by.iter().map(|c| of(c).and_then(place)).collect(),
        letters: by.iter().map(|c| of(c).and_then(|summary| summary.group.as_deref())).collect(),
    }
}

/// By measure, its place among the contributions that rankings carry.
pub(super) fn explained(answer: &ReportAnswer) -> Vec<Option<usize>> {
    let measures = answer.request.compare.measures.iter();
    measures.map(|m| answer.explained.iter().position(|explained| explained == m)).collect()
}

pub(super) fn quality(answer: &ReportAnswer) -> QualityData<'_> {
    let finding = |found: &Finding| {
        let Finding { message, count, unit, .. } = found;
        let more = if *count > 1 { format!(" ({count} {unit})") } else { String::new() };
        FindingData {
            severity: found.severity.to_string(),
            file: super::one_way(&found.file),
            line: found.line(),
            message: super::one_way(&format!("{message}{more}")),
            remedy: super::one_way(&found.remedy),
        }
    };
    let validation = answer.validation.as_ref();
    let note = "Findings are of the files as they are, without the options of this report; \
                `gainline validate` gives them too.";
    QualityData {
        unjudged: &answer.unjudged,
        findings: validation.map(|validation| validation.findings().map(finding).collect()),
        notes: vec![note],
    }
}
