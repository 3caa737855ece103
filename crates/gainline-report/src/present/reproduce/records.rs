//! The numbers of a reproduction, a row each.

use crate::records::Statistic;
use crate::records::Statistic::{Count, Number};
use gainline_analysis::reproduce::{
    Difference, Effect, PairRankings, PairScores, ReproduceAnswer, Role,
};
use serde::Serialize;

/// A statistic, for scripts.
#[derive(Default, Clone, Serialize)]
pub(super) struct Record {
    topic: String,
    role: Option<&'static str>,
    measure: Option<String>,
    cutoff: Option<usize>,
    statistic: String,
    value: Statistic,
}

/// Rankings, then measure by measure the scores and the effect; topics before `all`.
pub(super) fn rows(answer: &ReproduceAnswer) -> Vec<Record> {
    let mut rows = vec![];
    answer.rankings.iter().for_each(|of| rankings(of, &mut rows));
    for of in &answer.measures {
        let measure = of.measure.to_string();
        of.scores.iter().for_each(|of| scores(&measure, of, &mut rows));
        of.effect.iter().for_each(|of| effect(&measure, of, &mut rows));
    }
    rows
}

impl Record {
    fn new(topic: &str, role: Option<Role>) -> Self {
        Record { topic: topic.into(), role: role.map(Role::name), ..Record::default() }
    }

    fn with<'s>(
        &self,
        statistics: impl IntoIterator<Item = (&'s str, Statistic)>,
        rows: &mut Vec<Record>,
    ) {
        let row = |(name, value): (&str, Statistic)| Record {
            statistic: name.into(),
            value,
            ..self.clone()
        };
        rows.extend(statistics.into_iter().map(row));
    }

    /// A difference of this name, its interval and its p.
    fn difference(&self, name: &str, of: &Difference, rows: &mut Vec<Record>) {
        let test = of.test.defined();
        let [low, high, p] = ["low", "high", "p"].map(|end| format!("{name}_{end}"));
        let statistics = [
            (name, Number(Some(of.difference))),
            (&low, Number(test.map(|test| test.interval.low))),
            (&high, Number(test.map(|test| test.interval.high))),
            (&p, Number(test.map(|test| test.p))),
        ];
        self.with(statistics, rows);
    }
}

fn rankings(of: &PairRankings, rows: &mut Vec<Record>) {
    for topic in of.topics.iter().flatten() {
        for at in &topic.at {
            let start =
                Record { cutoff: Some(at.cutoff), ..Record::new(&topic.topic, Some(of.role)) };
            let statistics = [
                ("tau", Number(at.tau)),
                ("ktu", Number(at.ktu)),
                ("rbo", Number(Some(at.rbo))),
                ("overlap", Number(Some(at.overlap))),
            ];
            start.with(statistics, rows);
        }
    }
    for at in &of.at {
        let start = Record { cutoff: Some(at.cutoff), ..Record::new("all", Some(of.role)) };
        let statistics = [
            ("topics", Count(at.topics)),
            ("topics_without_tau", Count(at.topics_without_tau)),
            ("topics_identical", Count(at.topics_identical)),
            ("tau", Number(at.tau)),
            ("ktu", Number(at.ktu)),
            ("rbo", Number(Some(at.rbo))),
            ("overlap", Number(Some(at.overlap))),
        ];
        start.with(statistics, rows);
    }
}

fn scores(measure: &str, of: &PairScores, rows: &mut Vec<Record>) {
    let start =
        |topic: &str| Record { measure: Some(measure.into()), ..Record::new(topic, Some(of.role)) };
    for topic in of.topics.iter().flatten() {
        let statistics = [
            ("original", Number(Some(topic.original))),
            ("reproduced", Number(Some(topic.reproduced))),
            ("difference", Number(Some(topic.reproduced - topic.original))),
        ];
        start(&topic.topic).with(statistics, rows);
    }
    let all = start("all");
    let statistics = [
        ("original_topics", Count(of.original_topics)),
        ("reproduced_topics", Count(of.reproduced_topics)),
        ("original", Number(Some(of.original))),
        ("reproduced", Number(Some(of.reproduced))),
    ];
    all.with(statistics, rows);
    all.difference("difference", &of.difference, rows);
    all.with([("relative_difference", Number(of.relative))], rows);
    if let Some(errors) = &of.errors {
        let statistics = [
            ("topics_same", Count(errors.topics_same)),
            ("rmse", Number(Some(errors.rmse))),
            ("nrmse", Number(errors.nrmse)),
            ("largest_difference", Number(Some(errors.largest))),
        ];
        all.with(statistics, rows);
    }
}

fn effect(measure: &str, of: &Effect, rows: &mut Vec<Record>) {
    let start = Record { measure: Some(measure.into()), ..Record::new("all", None) };
    start.difference("original_improvement", &of.original.difference, rows);
    start.difference("reproduced_improvement", &of.reproduced.difference, rows);
    let statistics = [
        ("original_relative_improvement", Number(of.original.relative)),
        ("reproduced_relative_improvement", Number(of.reproduced.relative)),
        ("effect_ratio", Number(of.effect_ratio)),
        ("delta_relative_improvement", Number(of.delta_relative_improvement)),
    ];
    start.with(statistics, rows);
    start.difference("change", &of.change, rows);
}
