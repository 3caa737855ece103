//! What `gainline sensitivity` shows: changes by rank, a chart of them, and what sums them up.

use super::About;
use super::figures::{Examined, Figure};
use super::json::write_document;
use super::notes::notes;
use super::rows;
use super::words::words;
use crate::cells::{count, header, number, text};
use crate::sections::{self, Sections};
use crate::writing::Format;
use gainline::Summary;
use gainline_report::{Cell, Chart, Series, Table, write_chart};
use std::io::{self, Write};

/// The lines of a chart with its title and legend.
const CHART_HEIGHT: usize = 24;

pub(super) fn write(
    about: &About<'_>,
    runs: &[Examined],
    format: Format,
    out: &mut dyn Write,
) -> io::Result<()> {
    match format {
        Format::Tsv | Format::Csv | Format::Jsonl => rows::write(about, runs, format, out),
        Format::Json => write_document(about, runs, out),
        Format::Table | Format::Markdown | Format::Latex => {
            if let Some(width) = about.chart {
                write_chart(&chart(about, runs), width, CHART_HEIGHT, out)?;
                writeln!(out)?;
            }
            let mut tables: Vec<(String, Table)> =
                runs.iter().map(|run| (title(about, runs, run), changes(about, run))).collect();
            let up_to = reached(runs).map_or(String::new(), |last| format!(" up to rank {last}"));
            let title =
                format!("What sums up each measure (weight: the sum of the changes{up_to}):");
            tables.push((title, summary(about, runs)));
            let words = words(about, runs);
            sections::write(&Sections { notes: notes(about, runs), tables, words }, format, out)
        }
    }
}

/// The last rank at which a document counts, by run where they differ; none where there is none.
pub(super) fn reached(runs: &[Examined]) -> Option<String> {
    let ends = || runs.iter().map(Examined::deepest).filter(|last| *last > 0);
    let (least, most) = (ends().min()?, ends().max()?);
    Some(match least == most {
        true => format!("{most}"),
        false => format!("{least} to {most}, depending on the run"),
    })
}

impl About<'_> {
    /// What is shown of a figure: the change, or its share of that at rank 1.
    fn shown(&self, figure: &Figure) -> Option<f64> {
        if self.args.relative { figure.share } else { Some(figure.change) }
    }

    /// Whose changes they are.
    fn of_what(&self) -> &'static str {
        match self.measures.iter().all(|measure| measure.summary() == Summary::Mean) {
            true => "of the score",
            false => "of a topic's value",
        }
    }

    fn decimals(&self) -> usize {
        self.args.writing.decimals()
    }
}

fn title(about: &About<'_>, runs: &[Examined], run: &Examined) -> String {
    let (which, changes) = match runs.len() {
        1 => (String::new(), "Changes"),
        _ => (format!("{}: ", run.name), "changes"),
    };
    let what = match about.args.relative {
        true => "by rank, as a share of the change at rank 1",
        false => about.of_what(),
    };
    let by_rank = if about.args.relative { "" } else { " by rank" };
    format!("{which}{changes} {what}{by_rank}, mean over the topics that count there:")
}

/// The ranks that a table has room for, up to the last.
fn ranks(last: usize) -> Vec<usize> {
    let mut ranks = vec![];
    let mut unit = 1;
    while unit <= last {
        ranks.extend([unit, 2 * unit, 5 * unit]);
        unit *= 10;
    }
    ranks.extend([3, last]);
    ranks.retain(|rank| (1..=last).contains(rank));
    ranks.sort_unstable();
    ranks.dedup();
    ranks
}

/// Ranks as rows, measures as columns.
fn changes(about: &About<'_>, run: &Examined) -> Table {
    let per_topic = about.args.per_topic;
    let mut names = header(&["rank", "topics"]);
    if per_topic {
        names.insert(0, "topic".into());
    }
    names.extend(about.measures.iter().map(ToString::to_string));
    let mut rows = vec![];
    for (at, topic) in run.changes.topics().iter().enumerate().filter(|_| per_topic) {
        rows.extend(block(about, run, Some(at), Some(topic.name())));
    }
    rows.extend(block(about, run, None, per_topic.then_some("all")));
    Table { header: names, rows, ..Table::default() }
}

/// The rows of one topic, or of all; ranks at which no document counts are left out.
fn block(
    about: &About<'_>,
    run: &Examined,
    topic: Option<usize>,
    name: Option<&str>,
) -> Vec<Vec<Cell>> {
    let row = |rank: usize| {
        let measures = 0..about.measures.len();
        let figures: Vec<Option<Figure>> =
            measures.map(|measure| run.figure(topic, measure, rank)).collect();
        let topics = figures.iter().map(|figure| figure.map_or(0, |figure| figure.topics));
        let (least, most) = (topics.clone().min()?, topics.max()?);
        let mut row: Vec<Cell> = name.iter().map(|name| text(name)).collect();
        row.push(count(rank));
        row.push(match least == most {
            true => count(most),
            false => text(&format!("{least}-{most}")),
        });
        row.extend(figures.iter().map(|figure| {
            let shown = figure.as_ref().and_then(|figure| about.shown(figure));
            shown.map_or(text("-"), |value| number(value, about.decimals()))
        }));
        (most > 0).then_some(row)
    };
    ranks(run.deepest()).into_iter().filter_map(row).collect()
}

/// Measures as rows.
fn summary(about: &About<'_>, runs: &[Examined]) -> Table {
    let mut names = header(&["measure", "score", "rank 1", "half by rank", "last rank", "formula"]);
    let several = runs.len() > 1;
    if several {
        names.insert(0, "run".into());
    }
    let mut rows = vec![];
    for run in runs {
        let scores = run.changes.scores().all();
        for (at, measure) in about.measures.iter().enumerate() {
            let dash = || text("-");
            let mut row = if several { vec![text(&run.name)] } else { vec![] };
            let sum = measure.summary() == Summary::Sum;
            let first = run.figure(None, at, 1);
            row.extend([
                text(&measure.to_string()),
                number(scores[at], if sum { 0 } else { about.decimals() }),
                first.map_or_else(dash, |first| number(first.change, about.decimals())),
                run.changes.half(at).map_or_else(dash, count),
                run.last_moving(at).map_or_else(dash, |last| match last == run.deepest() {
                    // What moves it below is not known.
                    true => text(&format!("{last} (end)")),
                    false => count(last),
                }),
                text(about.sensitivity.formula(at).unwrap_or("-")),
            ]);
            rows.push(row);
        }
    }
    Table { header: names, rows, ..Table::default() }
}

fn chart(about: &About<'_>, runs: &[Examined]) -> Chart {
    let mut series = vec![];
    for run in runs {
        for (at, measure) in about.measures.iter().enumerate() {
            let name = match (runs.len(), about.measures.len()) {
                (1, _) => measure.to_string(),
                (_, 1) => run.name.clone(),
                _ => format!("{}, {measure}", run.name),
            };
            let figures = run.figures(None, at);
            let point = |figure: &Figure| Some((figure.rank as f64, about.shown(figure)?));
            series.push(Series { name, points: figures.iter().filter_map(point).collect() });
        }
    }
    let what = match about.args.relative {
        true => "change as a share of that at rank 1",
        false => &format!("change {}", about.of_what()),
    };
    let measure = match (runs.len(), about.measures) {
        (2.., [measure]) => format!("{measure}: "),
        _ => String::new(),
    };
    Chart {
        title: format!("{measure}{what} against rank: mean over topics"),
        x: "rank".into(),
        y: String::new(),
        series,
    }
}

#[cfg(test)]
mod tests {
    use super::ranks;

    #[test]
    fn a_table_shows_few_ranks_and_always_the_last() {
        assert_eq!(ranks(100), [1, 2, 3, 5, 10, 20, 50, 100]);
        assert_eq!(ranks(25), [1, 2, 3, 5, 10, 20, 25]);
        assert_eq!(ranks(1), [1]);
        assert!(ranks(0).is_empty());
    }
}
