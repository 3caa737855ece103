//! Rows for scripts.

use super::report::About;
use super::statistics::{self, Named};
use crate::cells::{count, header, text};
use crate::comparison::Statistic;
use gainline_analysis::judges::Agreement;
use gainline_report::{Cell, Table};
use serde::Serialize;

/// A line of `jsonl`, and a row for scripts.
#[derive(Serialize, Clone)]
pub(super) struct Line<'a> {
    topic: &'a str,
    judge: Option<&'a str>,
    other_judge: Option<&'a str>,
    measure: Option<String>,
    run: Option<&'a str>,
    other_run: Option<&'a str>,
    statistic: &'static str,
    value: Statistic,
}

const NAMES: [&str; 8] =
    ["topic", "judge", "other_judge", "measure", "run", "other_run", "statistic", "value"];

/// Lines about nothing yet, to be filled.
fn about_all<'a>(topic: &'a str, named: Named) -> impl Iterator<Item = Line<'a>> {
    named.into_iter().map(move |(statistic, value)| Line {
        topic,
        judge: None,
        other_judge: None,
        measure: None,
        run: None,
        other_run: None,
        statistic,
        value,
    })
}

/// All lines: agreement over all topics and in each, then what becomes of the runs.
pub(super) fn lines<'a>(about: &'a About<'_>) -> Vec<Line<'a>> {
    let mut lines = agreement(about, "all", about.agreement);
    for (topic, agreed) in about.ratings.topics().iter().zip(about.topics) {
        lines.extend(agreement(about, &topic.name, agreed));
    }
    lines.extend(effect(about));
    lines
}

fn agreement<'a>(about: &'a About<'_>, topic: &'a str, agreed: &Agreement) -> Vec<Line<'a>> {
    let mut lines: Vec<Line<'a>> = about_all(topic, statistics::all(&agreed.all)).collect();
    for pair in &agreed.pairs {
        let (judge, other_judge) = (Some(about.judge(pair.first)), Some(about.judge(pair.second)));
        let named = about_all(topic, statistics::pair(pair));
        lines.extend(named.map(|line| Line { judge, other_judge, ..line }));
    }
    lines
}

fn effect<'a>(about: &'a About<'_>) -> Vec<Line<'a>> {
    let mut lines = vec![];
    for effect in about.effect.iter().flat_map(|effect| &effect.measures) {
        let measure = Some(effect.measure.to_string());
        for (judge, ranked) in effect.judges.iter().enumerate() {
            let judge = Some(about.judge(judge));
            for (run, mean) in ranked.means.iter().enumerate() {
                let named = vec![("mean", Statistic::Number(Some(*mean)))];
                let of_run = about_all("all", named).map(|line| Line {
                    judge,
                    measure: measure.clone(),
                    run: Some(about.run(run)),
                    ..line
                });
                lines.extend(of_run);
            }
            for pair in &ranked.pairs {
                let difference = ranked.means[pair.first.place] - ranked.means[pair.second.place];
                let named = vec![
                    ("difference", Statistic::Number(Some(difference))),
                    ("p", Statistic::Number(pair.p)),
                ];
                let of_pair = about_all("all", named).map(|line| Line {
                    judge,
                    measure: measure.clone(),
                    run: Some(about.run(pair.first.place)),
                    other_run: Some(about.run(pair.second.place)),
                    ..line
                });
                lines.extend(of_pair);
            }
        }
        for between in &effect.pairs {
            let named = about_all("all", statistics::between(between)).map(|line| Line {
                judge: Some(about.judge(between.first)),
                other_judge: Some(about.judge(between.second)),
                measure: measure.clone(),
                ..line
            });
            lines.extend(named);
        }
    }
    lines
}

pub(super) fn table(about: &About<'_>) -> Table {
    let maybe = |name: Option<&str>| text(name.unwrap_or(""));
    let row = |line: &Line<'_>| {
        vec![
            text(line.topic),
            maybe(line.judge),
            maybe(line.other_judge),
            maybe(line.measure.as_deref()),
            maybe(line.run),
            maybe(line.other_run),
            text(line.statistic),
            match line.value {
                Statistic::Count(number) => count(number),
                Statistic::Number(number) => number.map_or(text(""), Cell::exact),
            },
        ]
    };
    let rows = lines(about).iter().map(row).collect();
    Table { header: header(&NAMES), rows, ..Table::default() }
}
