//! `gainline plot ranks`: where the relevant documents of one topic stand in each run.

use super::caption;
use super::picture::{Picture, Plot, Room};
use crate::cells::{count, header, text};
use crate::choices::{Choices, HEADING, from_one};
use crate::notes::{Seen, counted};
use crate::runs::{self, Inputs, Opened};
use anyhow::bail;
use clap::Args as ClapArgs;
use gainline::{Pool, PoolTopic, Qrels};
use gainline_report::plot::{Axis, Figure, Mark, Scale, Series, Style};
use gainline_report::{Cell, Table};
use std::collections::HashSet;

/// What `gainline plot ranks` is asked for.
#[derive(ClapArgs)]
#[command(
    mut_arg("known", |arg| arg.hide(true)),
    mut_arg("expected", |arg| arg.hide(true)),
    mut_arg("collection_size", |arg| arg.hide(true)),
    mut_arg("topics", |arg| arg.hide(true)),
    after_help = "\
Examples:
  gainline plot ranks qrels.txt *.run --topic 1037798 -o ranks.svg
  gainline plot ranks qrels.txt bm25.run dense.run --topic q7 --rel 2 --depth 100 -o ranks.png

How to read it: a row is a run, a dot a relevant document at its rank, the larger and stronger the
higher its grade; a line shows how far the ranking goes. Large dots to the left are what a good run
has. At the right stands how many of the relevant documents it found. Ranks are spaced by their
logarithms, as users care more for the difference of ranks 1 and 2 than for that of 101 and 102.

--data holds `run, document, grade, rank`: all relevant documents, those that a run lacks without a
rank."
)]
pub(crate) struct Args {
    #[command(flatten)]
    inputs: Inputs,
    /// The topic; may be left out if the qrels hold one only
    #[arg(long, value_name = "ID")]
    topic: Option<String>,
    /// Only the top N of each ranking
    #[arg(long, value_name = "N", value_parser = from_one, help_heading = HEADING)]
    depth: Option<usize>,
    #[command(flatten)]
    picture: Picture,
    #[command(flatten)]
    choices: Choices,
}

/// A relevant document in one run.
struct Found<'a> {
    document: &'a str,
    grade: f64,
    rank: Option<usize>,
}

pub(super) fn run(args: &Args) -> anyhow::Result<()> {
    args.picture.check()?;
    caption::refuse_bounds(args.choices.unjudged)?;
    if args.choices.topics.is_some() {
        bail!("--topics does not go with ranks, which shows one topic: --topic ID");
    }
    let Inputs { qrels, runs } = &args.inputs;
    let mut opened = Opened::new(runs::asked(runs), qrels, &args.choices, [])?;
    let name = topic(args.topic.as_deref(), &opened.qrels)?;
    opened.options.depth = args.depth;
    opened.options.topics = Some(HashSet::from([name.clone()]));
    let pool = opened.pool()?;
    let rel = opened.options.rel;
    let Some(topic) = pool.topics().first() else { bail!("topic {name} is not judged") };
    let relevant = |document: &gainline::PoolDocument| document.grade.is_some_and(|g| g >= rel);
    if !topic.documents().iter().any(relevant) {
        bail!("topic {name} has no document of grade {rel} or higher (--rel), so nothing to show");
    }
    args.picture.write(&opened.files, plot(&opened, &pool, topic))
}

/// The topic that was asked for, or the only one.
fn topic(asked: Option<&str>, qrels: &Qrels) -> anyhow::Result<String> {
    let few = || {
        let names: Vec<&str> = qrels.topics().take(5).collect();
        let more = if qrels.topics().len() > 5 { ", …" } else { "" };
        format!("the qrels hold {}{more}", names.join(", "))
    };
    match (asked, qrels.topics().len()) {
        (Some(asked), _) if qrels.topic(asked).is_some() => Ok(asked.to_string()),
        (Some(asked), _) => bail!("--topic {asked}: no such topic; {}", few()),
        (None, 1) => Ok(qrels.topics().collect()),
        (None, _) => bail!("which topic? give --topic ID; {}", few()),
    }
}

/// The relevant documents as a run has them, the found ones first.
fn found(topic: &PoolTopic, run: usize, rel: f64) -> Vec<Found<'_>> {
    let mut ranks = vec![None; topic.documents().len()];
    for (rank, &place) in (1..).zip(topic.rankings()[run].iter().flat_map(|r| &r.documents)) {
        ranks[place] = Some(rank);
    }
    let relevant = topic.documents().iter().zip(ranks).filter_map(|(document, rank)| {
        let grade = document.grade.filter(|grade| *grade >= rel)?;
        Some(Found { document: &document.id, grade, rank })
    });
    let mut found: Vec<Found<'_>> = relevant.collect();
    found.sort_by_key(|found| found.rank.unwrap_or(usize::MAX));
    found
}

fn plot(opened: &Opened, pool: &Pool, topic: &PoolTopic) -> Plot {
    let rel = opened.options.rel;
    let mut grades: Vec<f64> =
        topic.documents().iter().filter_map(|d| d.grade).filter(|grade| *grade >= rel).collect();
    let all = grades.len();
    grades.sort_by(f64::total_cmp);
    grades.dedup();
    let series = grades.iter().enumerate().map(|(at, grade)| Series {
        name: format!("grade {grade}"),
        style: Style::Shade(shade(at, grades.len())),
    });
    let (mut tracks, mut dots, mut beside, mut rows, mut deepest) =
        (vec![], vec![], vec![], vec![], 1);
    for (at, run) in opened.asked.iter().enumerate() {
        let y = at as f64;
        let depth = topic.rankings()[at].as_ref().map_or(0, |ranking| ranking.documents.len());
        if depth > 0 {
            tracks.push(Mark::Track { x: (1.0, depth as f64), y });
            deepest = deepest.max(depth);
        }
        let found = found(topic, at, rel);
        let there = found.iter().filter(|found| found.rank.is_some()).count();
        beside.push(format!("{there} of {all}"));
        for Found { document, grade, rank } in found {
            let series = grades.iter().position(|g| *g == grade).unwrap_or(0);
            dots.extend(rank.map(|rank| (series, Mark::Dot { x: rank as f64, y, series })));
            let rank = rank.map_or(text(""), count);
            rows.push(vec![text(&run.name), text(document), Cell::exact(grade), rank]);
        }
    }
    // Low grades on top: they are smaller, so that those below them show.
    dots.sort_by_key(|(series, _)| std::cmp::Reverse(*series));
    tracks.extend(dots.into_iter().map(|(_, dot)| dot));
    let seen = Seen::of_pool(opened.asked.iter().map(|run| run.name.as_str()), pool);
    let mut options = opened.options.clone();
    // That it is one topic stands in the title.
    options.topics = None;
    let choices = caption::choices(&options, &seen);
    Plot {
        kind: "ranks",
        figure: Figure {
            title: format!(
                "Ranks of the {} of topic {}",
                counted(all, "relevant document"),
                topic.name()
            ),
            subtitle: format!(
                "At the right: how many each run found. Relevant from grade {rel} on. {choices}"
            ),
            x: Axis { label: "rank (logarithmic)".into(), scale: Scale::LogRanks(deepest) },
            y: Axis {
                label: "run".into(),
                scale: Scale::Names(opened.asked.iter().map(|run| run.name.clone()).collect()),
            },
            marks: tracks,
            series: series.collect(),
            beside,
            ..Figure::default()
        },
        room: Room::Rows(opened.asked.len(), 14.0),
        data: Table {
            header: header(&["run", "document", "grade", "rank"]),
            rows,
            ..Table::default()
        },
    }
}

/// How strong the grades are, from 0 to 100.
fn shade(at: usize, grades: usize) -> u8 {
    match grades {
        0 | 1 => 100,
        _ => (100 * at / (grades - 1)) as u8,
    }
}
