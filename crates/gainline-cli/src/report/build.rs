//! The report as a whole: what was evaluated and compared, as the page takes it.

use super::command::command;
use super::data::{ChoiceData, Data, TopicData};
use super::described::Described;
use super::{Args, Files, compared, curves, files, one_way, quality, rankings, verdict};
use crate::log::Terminal;
use crate::notes::counted;
use crate::runs::Opened;
use gainline::{Measure, Pool, PoolTopic};
use gainline_analysis::compare::{Compare, CompareAnswer};
use gainline_analysis::evaluation::{EvaluatedRun, evaluate};
use gainline_analysis::{Experiment, RunInput};
use gainline_report::html;
use gainline_report::present::ComparePresenter;
use std::path::Path;

/// Decimals of shown values.
pub(super) const DIGITS: usize = 4;

/// What the page is about.
pub(super) struct Reported<'a> {
    pub opened: &'a Opened,
    pub measures: &'a [Measure],
    pub runs: &'a [EvaluatedRun],
    pub answer: &'a CompareAnswer,
}

impl<'a> Reported<'a> {
    /// The comparison in words.
    pub(super) fn words(&self) -> ComparePresenter<'a> {
        let answer = self.answer;
        ComparePresenter { answer, digits: DIGITS, all_pairs: true, per_topic: false }
    }
}

/// The whole page.
pub(super) fn page(
    args: &Args,
    texts_from: &Files<'_>,
    opened: &Opened,
    measures: &[Measure],
) -> anyhow::Result<String> {
    let request = Compare {
        test: args.test,
        trials: args.trials,
        seed: args.seed,
        ..Compare::by(measures.to_vec())
    };
    let experiment = Experiment {
        qrels: opened.qrels.clone(),
        qrels_file: Some(args.inputs.qrels.clone()),
        runs: opened.asked.iter().map(|run| RunInput::file(&run.name, &run.file)).collect(),
        options: opened.options.clone(),
        other_files: vec![],
        hashes: false,
    };
    let progress = Terminal::default();
    let runs = evaluate(&experiment, &request.evaluated_measures()?, &progress)?;
    let answer = request.answer_evaluated(&experiment, &runs, &progress)?;
    shown(args, texts_from, &Reported { opened, measures, runs: &runs, answer: &answer })
}

/// The page of what came of it.
fn shown(args: &Args, texts_from: &Files<'_>, outcome: &Reported<'_>) -> anyhow::Result<String> {
    let Reported { opened, runs, measures, answer } = *outcome;
    let compared = answer.comparisons.first().map(|comparison| comparison.sample.topics.len());
    let pool = opened.pool()?;
    let shown = rankings::shown(args.show, &pool);
    let texts = Described::read(texts_from, &pool, &rankings::documents(&pool, shown.depth))?;
    let explained = rankings::explained(opened, &measures[0]);
    let data = Data {
        gainline: env!("CARGO_PKG_VERSION"),
        title: args.title.clone().unwrap_or_else(|| title(runs)),
        command: command(),
        files: files::files(opened, &args.inputs.qrels, beside(texts_from))?,
        choices: choices(outcome),
        measures: measures.iter().map(compared::measure).collect(),
        primary: 0,
        runs: compared::runs(outcome)?,
        compared_topics: compared,
        topics: topics(opened, &pool, &texts),
        values: values(runs, measures, &pool),
        test: compared.map(|_| compared::test(outcome)),
        pairs: compared::pairs(&answer.comparisons),
        verdict: verdict::verdict(outcome).iter().map(|said| one_way(said)).collect(),
        warnings: outcome.words().warnings().iter().map(|said| one_way(said)).collect(),
        curves: curves::curves(opened, &measures[0], shown.longest)?,
        grades: opened.qrels.grades(),
        quality: quality::quality(args, opened, &pool)?,
        thinned: shown.notes.iter().chain(&texts.notes).cloned().collect(),
        below_to: shown.below_to,
        explained: explained.as_ref().map(|_| measures[0].to_string()),
    };
    let topics = pool.topics().iter().map(|topic| {
        let rankings = rankings::of_topic(topic, &shown, explained.as_ref())?;
        Ok(serde_json::to_string(&rankings)?)
    });
    let documents = (!texts.documents.is_empty()).then(|| texts.documents_json()).transpose()?;
    Ok(html::page(&html::Page {
        title: &data.title,
        data: &serde_json::to_string(&data)?,
        topics: &topics.collect::<anyhow::Result<Vec<String>>>()?,
        documents: documents.as_deref(),
    }))
}

fn beside<'a>(files: &Files<'a>) -> impl Iterator<Item = (&'static str, &'a Path)> {
    let files = [("documents", files.documents), ("topics", files.topics)];
    files.into_iter().filter_map(|(role, file)| Some((role, file?)))
}

fn title(runs: &[EvaluatedRun]) -> String {
    let topics = runs.iter().map(|run| run.scores.topics().len()).max().unwrap_or(0);
    format!("{} on {}", counted(runs.len(), "run"), counted(topics, "topic"))
}

fn choices(outcome: &Reported<'_>) -> Vec<ChoiceData> {
    let notes = outcome.words().notes().into_iter();
    notes.map(|note| ChoiceData { about: note.about, text: one_way(&note.text) }).collect()
}

fn topics(opened: &Opened, pool: &Pool, texts: &Described) -> Vec<TopicData> {
    let topic = |topic: &PoolTopic| {
        let text = texts.topics.get(topic.name());
        let grades = topic.documents().iter().filter_map(|document| document.grade);
        TopicData {
            id: topic.name().to_string(),
            title: text.and_then(|text| text.title.clone()),
            description: text.and_then(|text| text.text.clone()),
            judged: grades.clone().count(),
            relevant: grades.filter(|grade| *grade >= opened.options.rel).count(),
        }
    };
    pool.topics().iter().map(topic).collect()
}

fn values(runs: &[EvaluatedRun], measures: &[Measure], pool: &Pool) -> Vec<Vec<Vec<Option<f64>>>> {
    let of = |measure: usize, run: &EvaluatedRun| {
        let value = |topic: &PoolTopic| Some(run.scores.topic(topic.name())?[measure]);
        pool.topics().iter().map(value).collect()
    };
    (0..measures.len()).map(|measure| runs.iter().map(|run| of(measure, run)).collect()).collect()
}
