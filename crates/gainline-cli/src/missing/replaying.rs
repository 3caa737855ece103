//! `gainline missing --replay`: how soon the runs would have stood in their final order.

use super::fields::{Field, Rows};
use super::notes::shared;
use super::report::About;
use super::verdicts::verdicts;
use super::{Args, Part};
use crate::cells::{header, number, text};
use crate::documents::{self, ChoicesDocument};
use crate::log::Drawing;
use crate::notes::note;
use crate::runs::Opened;
use crate::sections::{self, Sections};
use crate::writing::Format;
use anyhow::bail;
use gainline::{Measure, PoolTopic};
use gainline_analysis::missing::{Order, Reached, Replay, Trace, Yardstick, replay};
use gainline_report::{Chart, Note, Series, Table, write_chart};
use serde::Serialize;
use std::io::{self, Write};
use std::process::ExitCode;

/// One measure's traces.
pub(super) struct Replayed {
    pub measure: String,
    pub traces: Vec<(&'static str, Trace)>,
}

/// How judgments were given back.
struct How {
    batch: usize,
    most: usize,
    seed: u64,
}

pub(super) fn run(args: &Args, opened: &Opened, measures: &[Measure]) -> anyhow::Result<ExitCode> {
    if opened.asked.len() < 2 {
        bail!("one run alone has no order to come to\n  give two runs or more");
    }
    let pool = opened.pool()?;
    let judged = pool.topics().iter().flat_map(PoolTopic::documents);
    let judged = judged.filter(|document| document.grade.is_some()).count();
    let how = How {
        batch: args.batch.unwrap_or((judged / 200).max(1)),
        most: args.most.unwrap_or(judged).min(judged),
        seed: args.seed,
    };
    let orders =
        [("next", Order::Next), ("depth", Order::Depth), ("random", Order::Random(how.seed))];
    let mut replayed = vec![];
    for measure in measures {
        let yardstick = Yardstick::new(&opened.qrels, measure, &opened.options)?;
        let mut traces = vec![];
        for (name, order) in orders {
            let progress = Drawing::called(&format!("{measure}, {name}"));
            let asked = Replay { order, batch: how.batch, most: how.most };
            let told = |done: usize, total: usize| progress.set(done, total);
            traces.push((name, replay(&pool, &yardstick, &asked, &told)?));
        }
        replayed.push(Replayed { measure: measure.to_string(), traces });
    }
    let about = About {
        opened,
        pool: &pool,
        measures,
        next: 0,
        pool_depth: args.pool_depth,
        shown: Part::ALL.to_vec(),
        digits: args.writing.decimals(),
    };
    let format = args.writing.format();
    args.writing.write(&opened.files, |out| match format {
        Format::Json => documents::write(&document(&about, &how, &replayed), out),
        Format::Tsv | Format::Csv | Format::Jsonl => rows(&replayed).write(format, out),
        Format::Table => {
            sections::write(&sections(&about, &how, &replayed), format, out)?;
            charts(&replayed, out)
        }
        _ => sections::write(&sections(&about, &how, &replayed), format, out),
    })?;
    Ok(ExitCode::SUCCESS)
}

fn rows(replayed: &[Replayed]) -> Rows {
    let mut rows = Rows::new(&["measure", "order", "judgments", "tau", "tau_by_estimate"]);
    for Replayed { measure, traces } in replayed {
        for (order, trace) in traces {
            rows.rows.extend(trace.points.iter().map(|point| {
                vec![
                    measure.as_str().into(),
                    (*order).into(),
                    Field::Count(point.judged),
                    Field::Number(point.tau),
                    Field::Number(point.tau_by_estimate),
                ]
            }));
        }
    }
    rows
}

#[derive(Serialize)]
struct Document<'a> {
    choices: ChoicesOfReplay<'a>,
    runs: Vec<&'a str>,
    reached: Rows,
    points: Rows,
}

#[derive(Serialize)]
struct ChoicesOfReplay<'a> {
    #[serde(flatten)]
    shared: ChoicesDocument<'a>,
    depth: Option<usize>,
    batch: usize,
    most: usize,
    seed: u64,
}

fn document<'a>(about: &'a About<'a>, how: &How, replayed: &[Replayed]) -> Document<'a> {
    let names = ["measure", "order", "scored", "first", "stays", "mean_tau", "judged", "documents"];
    let mut reached = Rows::new(&names);
    each(replayed, |measure, order, scored, trace, at, mean| {
        reached.rows.push(vec![
            measure.into(),
            order.into(),
            scored.into(),
            Field::count(at.first),
            Field::count(at.stays),
            Field::Number(mean),
            Field::Count(trace.judged()),
            Field::Count(trace.documents),
        ]);
    });
    Document {
        choices: ChoicesOfReplay {
            shared: ChoicesDocument::of(about.opened),
            depth: about.opened.options.depth,
            batch: how.batch,
            most: how.most,
            seed: how.seed,
        },
        runs: about.opened.asked.iter().map(|run| run.name.as_str()).collect(),
        reached,
        points: rows(replayed),
    }
}

/// Each order under both ways to score.
fn each(replayed: &[Replayed], mut with: impl FnMut(&str, &str, &str, &Trace, Reached, f64)) {
    for Replayed { measure, traces } in replayed {
        for (scored, by_estimate) in [("value", false), ("estimate", true)] {
            for (order, trace) in traces {
                let (reached, mean) = (trace.reached(by_estimate), trace.mean(by_estimate));
                with(measure, order, scored, trace, reached, mean);
            }
        }
    }
}

fn sections(about: &About<'_>, how: &How, replayed: &[Replayed]) -> Sections {
    let mut table = vec![];
    each(replayed, |measure, order, scored, _, reached, mean| {
        let judgments = |n: Option<usize>| n.map_or(text("-"), |n| number(n as f64, 0));
        table.push(vec![
            text(measure),
            text(scored),
            text(order),
            judgments(reached.first),
            judgments(reached.stays),
            number(mean, 3),
        ]);
    });
    let names = ["measure", "scored by", "order", "first", "stays", "mean tau"];
    let mut title =
        "Judgments after which the runs stood in their final order (tau = 1) for the first \
                     time, and from which on they stayed so; and the mean of tau on the way"
            .to_string();
    if let Some((judged, documents)) = cut(replayed) {
        title.push_str(&format!(
            ", within the first {judged} of {documents} judgments, so that nobody knows whether they \
             stay so"
        ));
    }
    title.push(':');
    let mut tables =
        vec![(title, Table { header: header(&names), rows: table, ..Table::default() })];
    tables.extend(replayed.iter().map(curve));
    let mut notes = shared(about);
    notes.extend(how_notes(how, replayed));
    Sections { notes, tables, words: replayed.iter().flat_map(verdicts).collect() }
}

/// How many judgments were given back, of how many, where the replay stopped before the end.
fn cut(replayed: &[Replayed]) -> Option<(usize, usize)> {
    let traces = replayed.iter().flat_map(|replayed| &replayed.traces);
    let cut = traces.map(|(_, trace)| trace).find(|trace| !trace.is_whole());
    cut.map(|trace| (trace.judged(), trace.documents))
}

fn how_notes(how: &How, replayed: &[Replayed]) -> Vec<Note> {
    let most = match cut(replayed) {
        Some((judged, documents)) => format!("only the first {judged} of {documents} (--most)"),
        None => format!("all {}", how.most),
    };
    vec![
        note(
            "replay",
            format!(
                "the judgments are taken away and given back, {} at a time (--batch), {most}",
                how.batch
            ),
        ),
        note(
            "orders",
            format!(
                "next: as `gainline missing` proposes, asked anew each time; depth: rank 1 of every run \
                 and topic, then rank 2, and so on; random: from seed {} (--seed)",
                how.seed
            ),
        ),
        note(
            "scored by",
            "value: documents without a judgment yet are irrelevant; estimate: they are relevant as \
             often as judged ones that the runs rank as high. The final order is that of all judgments",
        ),
    ]
}

/// Tau at some numbers of judgments.
fn curve(Replayed { measure, traces }: &Replayed) -> (String, Table) {
    const ROWS: usize = 20;
    let points = traces.first().map_or(0, |(_, trace)| trace.points.len());
    let step = points.div_ceil(ROWS).max(1);
    let mut shown: Vec<usize> = (0..points).step_by(step).collect();
    if points > 0 && !shown.contains(&(points - 1)) {
        shown.push(points - 1);
    }
    let row = |&at: &usize| {
        let judged = traces[0].1.points[at].judged;
        let plain = traces.iter().map(|(_, trace)| number(trace.points[at].tau, 3));
        let estimated = traces.iter().map(|(_, trace)| number(trace.points[at].tau_by_estimate, 3));
        [number(judged as f64, 0)].into_iter().chain(plain).chain(estimated).collect()
    };
    let names = ["", " (estimate)"].into_iter();
    let names: Vec<String> =
        names.flat_map(|by| traces.iter().map(move |(order, _)| format!("{order}{by}"))).collect();
    let names: Vec<&str> = ["judged"].into_iter().chain(names.iter().map(String::as_str)).collect();
    let rows = shown.iter().map(row).collect();
    let title = format!("{measure}: Kendall's tau with the final order, by judgments made:");
    (title, Table { header: header(&names), rows, ..Table::default() })
}

/// The curves as charts.
fn charts(replayed: &[Replayed], out: &mut dyn Write) -> io::Result<()> {
    for Replayed { measure, traces } in replayed {
        let mut series = vec![];
        for (order, trace) in traces.iter().filter(|(order, _)| *order != "random") {
            for (scored, by_estimate) in [("", false), (" (estimate)", true)] {
                let point = |point: &gainline_analysis::missing::Point| {
                    let tau = if by_estimate { point.tau_by_estimate } else { point.tau };
                    (point.judged as f64, tau)
                };
                let points = trace.points.iter().map(point).collect();
                series.push(Series { name: format!("{order}{scored}"), points });
            }
        }
        let title = format!("{measure}: Kendall's tau with the final order");
        let chart = Chart { title, x: "judgments".into(), y: String::new(), series };
        writeln!(out)?;
        write_chart(&chart, 100, 24, out)?;
    }
    Ok(())
}
