//! Agreement and its effect as JSON, with the choices behind them.

use super::effect::{Between, MeasureEffect};
use super::report::About;
use super::statistics;
use crate::comparison::Statistic;
use crate::documents::{self, Ordered, RunFacts};
use gainline_analysis::judges::{Agreement, PairAgreement};
use serde::Serialize;
use std::io::{self, Write};

#[derive(Serialize)]
struct Document<'a> {
    choices: Choices<'a>,
    judges: Vec<JudgeDocument<'a>>,
    grades: &'a [f64],
    #[serde(flatten)]
    agreement: AgreementDocument<'a>,
    topics: Option<Vec<TopicDocument<'a>>>,
    effect: Option<EffectDocument<'a>>,
}

#[derive(Serialize)]
struct Choices<'a> {
    rel: f64,
    topics: Option<Vec<&'a str>>,
    common: bool,
    kappa_weights: &'static str,
    kappa_level: f64,
    /// How intervals of κ end.
    kappa_interval: &'static str,
}

#[derive(Serialize)]
struct JudgeDocument<'a> {
    name: &'a str,
    file: &'a str,
    topics: usize,
    judgments: usize,
}

#[derive(Serialize)]
struct AgreementDocument<'a> {
    all: Ordered<'a, Statistic>,
    pairs: Vec<PairDocument<'a>>,
}

#[derive(Serialize)]
struct PairDocument<'a> {
    judge: &'a str,
    other_judge: &'a str,
    #[serde(flatten)]
    statistics: Ordered<'a, Statistic>,
    /// By the first judge's grade, then by the second's.
    confusion: Vec<Vec<u64>>,
}

#[derive(Serialize)]
struct TopicDocument<'a> {
    topic: &'a str,
    #[serde(flatten)]
    agreement: AgreementDocument<'a>,
}

#[derive(Serialize)]
struct EffectDocument<'a> {
    choices: EffectChoices,
    topics: usize,
    runs: Vec<RunFacts<'a>>,
    measures: Vec<MeasureDocument<'a>>,
}

#[derive(Serialize)]
struct EffectChoices {
    ties: String,
    unjudged: String,
    missing: String,
    #[serde(rename = "self")]
    itself: &'static str,
    depth: Option<usize>,
    collection_size: Option<usize>,
    test: &'static str,
    correction: &'static str,
    alpha: f64,
}

#[derive(Serialize)]
struct MeasureDocument<'a> {
    measure: String,
    judges: Vec<RankedDocument<'a>>,
    pairs: Vec<BetweenDocument<'a>>,
}

#[derive(Serialize)]
struct RankedDocument<'a> {
    judge: &'a str,
    means: Ordered<'a, f64>,
    differences: Vec<DifferenceDocument<'a>>,
}

#[derive(Serialize)]
struct DifferenceDocument<'a> {
    run: &'a str,
    other_run: &'a str,
    /// The first run's mean less the other's.
    difference: f64,
    p: Option<f64>,
    separated: bool,
}

#[derive(Serialize)]
struct BetweenDocument<'a> {
    judge: &'a str,
    other_judge: &'a str,
    #[serde(flatten)]
    statistics: Ordered<'a, Statistic>,
    most_changed_run: Option<&'a str>,
    swapped_runs: Vec<[&'a str; 2]>,
}

/// Writes everything as one JSON document.
pub(super) fn write_document(about: &About<'_>, out: &mut dyn Write) -> io::Result<()> {
    let options = &about.judges[0].opened.options;
    let topics = options.topics.as_ref().map(|topics| {
        let mut topics: Vec<&str> = topics.iter().map(String::as_str).collect();
        topics.sort_unstable();
        topics
    });
    let judges = about.judges.iter().map(|judge| JudgeDocument {
        name: &judge.name,
        file: &judge.opened.qrels_file,
        topics: judge.topics,
        judgments: judge.judgments,
    });
    let by_topic = about.ratings.topics().iter().zip(about.topics);
    let by_topic = by_topic.map(|(topic, agreed)| TopicDocument {
        topic: &topic.name,
        agreement: agreement(about, agreed),
    });
    let document = Document {
        choices: Choices {
            rel: options.rel,
            topics,
            common: about.common,
            kappa_weights: "by place among grades",
            kappa_level: statistics::LEVEL,
            kappa_interval: "documents independent, cut at -1 and 1",
        },
        judges: judges.collect(),
        grades: about.ratings.grades(),
        agreement: agreement(about, about.agreement),
        topics: (!about.topics.is_empty()).then(|| by_topic.collect()),
        effect: effect(about),
    };
    documents::write(&document, out)
}

fn agreement<'a>(about: &'a About<'_>, agreed: &Agreement) -> AgreementDocument<'a> {
    let pair = |pair: &PairAgreement| PairDocument {
        judge: about.judge(pair.first),
        other_judge: about.judge(pair.second),
        statistics: Ordered(statistics::pair(pair)),
        confusion: pair.grades.counts().to_vec(),
    };
    AgreementDocument {
        all: Ordered(statistics::all(&agreed.all)),
        pairs: agreed.pairs.iter().map(pair).collect(),
    }
}

fn effect<'a>(about: &'a About<'_>) -> Option<EffectDocument<'a>> {
    let effect = about.effect?;
    let options = &about.judges[0].opened.options;

    Some(EffectDocument {
        choices: EffectChoices {
            ties: options.ties.to_string(),
            unjudged: options.unjudged.to_string(),
            missing: options.missing.to_string(),
            itself: if options.drop_self { "drop" } else { "keep" },
            depth: options.depth,
            collection_size: options.collection,
            test: "t",
            correction: "none",
            alpha: about.alpha,
        },
        topics: effect.topics,
        runs: about.runs.iter().map(|run| RunFacts::of(&run.file, &run.seen())).collect(),
        measures: effect.measures.iter().map(|measure| of_measure(about, measure)).collect(),
    })
}

fn of_measure<'a>(about: &'a About<'_>, effect: &MeasureEffect) -> MeasureDocument<'a> {
    let judges = effect.judges.iter().enumerate().map(|(judge, ranked)| {
        let means = ranked.means.iter().enumerate().map(|(run, mean)| (about.run(run), *mean));
        let differences = ranked.pairs.iter().map(|pair| DifferenceDocument {
            run: about.run(pair.first.place),
            other_run: about.run(pair.second.place),
            difference: ranked.means[pair.first.place] - ranked.means[pair.second.place],
            p: pair.p,
            separated: pair.separated,
        });
        RankedDocument {
            judge: about.judge(judge),
            means: Ordered(means.collect()),
            differences: differences.collect(),
        }
    });
    let between = |between: &Between| BetweenDocument {
        judge: about.judge(between.first),
        other_judge: about.judge(between.second),
        statistics: Ordered(statistics::between(between)),
        most_changed_run: between.largest.map(|(run, _)| about.run(run)),
        swapped_runs: between
            .alike
            .swapped
            .iter()
            .map(|&(a, b)| [about.run(a), about.run(b)])
            .collect(),
    };
    MeasureDocument {
        measure: effect.measure.to_string(),
        judges: judges.collect(),
        pairs: effect.pairs.iter().map(between).collect(),
    }
}
