//! The report as a whole: what was evaluated and compared, as the page takes it.

use super::command::command;
use super::data::{ChoiceData, Data, TopicData};
use super::described::Described;
use super::{Args, Files, compared, curves, files, one_way, quality, rankings, verdict};
use crate::compare::{JUDGED, LEVEL, Outcome, notes};
use crate::comparison::{self, Plan};
use crate::evaluation::{self, Evaluated};
use crate::log::Drawing;
use crate::notes::counted;
use crate::runs::Opened;
use gainline::{Measure, Pool, PoolTopic};
use gainline_report::html;
use gainline_stats::{Correction, IntervalMethod};
use std::path::Path;

/// Decimals of shown values.
pub(super) const DIGITS: usize = 4;

/// The whole page.
pub(super) fn page(
    args: &Args,
    texts_from: &Files<'_>,
    opened: &Opened,
    measures: &[Measure],
) -> anyhow::Result<String> {
    let mut evaluated = measures.to_vec();
    evaluated.push(JUDGED.parse()?);
    let runs = evaluation::evaluate(&opened.asked, &opened.qrels, &evaluated, &opened.options)?;
    let samples = comparison::samples(&runs, measures, None)?;
    let test = args.test.unwrap_or(comparison::usual_test(runs.len()));
    let drawing = Drawing::new();
    let told = |done, total| drawing.set(done, total);
    let plan = Plan {
        test,
        correction: Correction::Holm,
        alpha: 0.05,
        level: LEVEL,
        interval: IntervalMethod::T,
        monte_carlo: comparison::monte_carlo(args.trials, args.seed, args.choices.threads, &told),
        baseline: (runs.len() == 2).then_some(0),
        equivalence: None,
    };
    comparison::check_trials(test, args.trials, plan.alpha)?;
    let several = runs.len() > 1 && samples.first().is_some_and(|s| !s.topics.is_empty());
    let comparisons = if several { comparison::compare(samples, &plan)? } else { vec![] };
    let outcome = Outcome {
        opened,
        runs: &runs,
        measures,
        slices: None,
        comparisons: &comparisons,
        plan: &plan,
        trials: args.trials,
        seed: args.seed,
        all_pairs: true,
        per_topic: false,
        digits: DIGITS,
    };
    shown(args, texts_from, &outcome)
}

/// The page of what came of it.
fn shown(args: &Args, texts_from: &Files<'_>, outcome: &Outcome<'_>) -> anyhow::Result<String> {
    let Outcome { opened, runs, measures, comparisons, .. } = *outcome;
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
        compared_topics: outcome.compared().map(<[String]>::len),
        topics: topics(opened, &pool, &texts),
        values: values(runs, measures, &pool),
        test: outcome.compared().map(|_| compared::test(outcome)),
        pairs: compared::pairs(comparisons),
        verdict: verdict::verdict(outcome).iter().map(|said| one_way(said)).collect(),
        warnings: verdict::warned(outcome).iter().map(|said| one_way(said)).collect(),
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

fn title(runs: &[Evaluated]) -> String {
    let topics = runs.iter().map(|run| run.scores.topics().len()).max().unwrap_or(0);
    format!("{} on {}", counted(runs.len(), "run"), counted(topics, "topic"))
}

fn choices(outcome: &Outcome<'_>) -> Vec<ChoiceData> {
    let notes = notes(outcome).into_iter();
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

fn values(runs: &[Evaluated], measures: &[Measure], pool: &Pool) -> Vec<Vec<Vec<Option<f64>>>> {
    let of = |measure: usize, run: &Evaluated| {
        let value = |topic: &PoolTopic| Some(run.scores.topic(topic.name())?[measure]);
        pool.topics().iter().map(value).collect()
    };
    (0..measures.len()).map(|measure| runs.iter().map(|run| of(measure, run)).collect()).collect()
}
