//! What `gainline compare` shows: for each measure and slice tables and a verdict, then warnings
//! and the conclusion, which is the last thing that a terminal shows.

use super::conclusion::conclusion;
use super::json::write_document;
use super::notes::notes;
use super::outcome::Outcome;
use super::paper::paper;
use super::rows::{each_row, rows};
use super::tables::{equivalence, pairs, runs, shown_pairs, topics};
use super::verdict::verdict;
use super::warnings::warnings;
use super::words::{p_value, signed};
use crate::comparison::{Comparison, Computed, Pair, Status};
use crate::documents::write_line;
use crate::notes::counted;
use crate::writing::Format;
use gainline_report::{
    Note, Table, wrapped, write_csv, write_latex, write_latex_words, write_markdown, write_text,
    write_tsv,
};
use std::io::{self, Write};

pub(super) fn write(outcome: &Outcome<'_>, format: Format, out: &mut dyn Write) -> io::Result<()> {
    match format {
        Format::Table | Format::Markdown | Format::Latex => {
            let mut all = vec![];
            if let Some(table) = paper(outcome).filter(|_| format != Format::Table) {
                all.extend([Block::Heading("Summary".into()), Block::Table(table)]);
            }
            all.append(&mut blocks(outcome));
            write_blocks(&all, &notes(outcome), format, out)
        }
        Format::Tsv => write_tsv(&rows(outcome), out),
        Format::Csv => write_csv(&rows(outcome), out),
        Format::Jsonl => each_row(outcome, |row| write_line(&row.filled(), out)),
        Format::Json => write_document(outcome, out),
    }
}

/// A piece of what is shown.
enum Block {
    Heading(String),
    Table(Table),
    /// What the signs of the table above mean.
    Legend(String),
    Text(String),
    List(Vec<String>),
}

fn blocks(outcome: &Outcome<'_>) -> Vec<Block> {
    let mut blocks = vec![];
    for (at, comparison) in outcome.comparisons.iter().enumerate() {
        one(outcome, comparison, at == 0, &mut blocks);
    }
    let warnings = warnings(outcome);
    let mut said = conclusion(outcome);
    if !warnings.is_empty() {
        said.push("Mind the warnings above.".into());
        blocks.push(Block::Heading("Warnings".into()));
        blocks.push(Block::List(warnings));
    }
    blocks.push(Block::Heading("Conclusion".into()));
    blocks.push(Block::Text(said.join(" ")));
    blocks
}

/// One measure over all topics or a slice. What columns mean is said the first time.
fn one<'a>(
    outcome: &Outcome<'a>,
    comparison: &'a Comparison,
    first: bool,
    blocks: &mut Vec<Block>,
) {
    let sample = &comparison.sample;
    let slice = sample.slice.as_deref().map_or(String::new(), |slice| format!(", slice {slice}"));
    let topics_behind = counted(sample.topics.len(), "topic");
    blocks.push(Block::Heading(format!("{}{slice}, {topics_behind}", sample.measure)));
    blocks.push(Block::Table(runs(outcome, comparison)));
    if first && comparison.runs.iter().any(|run| run.group.is_some()) {
        blocks.push(Block::Legend(
            "group: runs that share a letter cannot be told apart; rank: the places that a run \
             could have if chance were gone."
                .into(),
        ));
        let mut all = outcome.comparisons.iter().flat_map(|c| &c.pairs);
        if all.any(|pair| pair.status == Status::Opposed) {
            let text = "Runs of which the test and the mean point opposite ways may share one too.";
            blocks.push(Block::Legend(text.into()));
        }
    }
    let (shown, hidden) = shown_pairs(outcome, comparison);
    blocks.push(Block::Table(pairs(outcome, &shown)));
    if first {
        blocks.push(Block::Legend(
            "difference: run less against; d_z: it over the standard deviation of the topics' \
             differences; w/t/l: topics won, tied, lost; size: Sparck Jones' rule of thumb (below \
             5 % marginal, to 10 % noticeable, above material)."
                .into(),
        ));
    }
    if hidden {
        let all = comparison.pairs.len();
        blocks.push(Block::Text(format!(
            "The best run against every other; --all-pairs shows all {all} pairs."
        )));
    }
    blocks.extend(undefined(comparison, &shown).map(Block::Legend));
    if let Some(bound) = outcome.plan.equivalence {
        equivalent(outcome, bound, &shown, first, blocks);
    }
    let omnibus = omnibus(comparison);
    if !omnibus.is_empty() {
        blocks.push(Block::List(omnibus));
    }
    blocks.push(Block::Text(verdict(outcome, comparison)));
    if let Some(topics) = topics(outcome, comparison) {
        blocks.push(Block::Text(topics.title));
        blocks.push(Block::Table(topics.table));
    }
}

/// Why there are dashes.
fn undefined(comparison: &Comparison, shown: &[&Pair]) -> Option<String> {
    let mut said: Vec<String> = vec![];
    let mut add = |text: String| {
        if !said.contains(&text) {
            said.push(text);
        }
    };
    for pair in shown {
        if let Some(why) = pair.test.undefined() {
            add(format!("no p: {why}"));
        }
        if pair.test.defined().is_some_and(|tested| tested.exact_instead) {
            let from = "p is from the exact randomization test where all topics differ by the \
                        same, since the chosen test is undefined there";
            add(from.into());
        }
        if comparison.sample.topics.len() < 2 {
            add("no intervals and no d_z: there is one topic only".into());
        } else if (pair.interval.is_none() || pair.effects.dz.is_none()) && !pair.is_same() {
            add("no interval and no d_z where all topics differ by the same".into());
        }
        if pair.relative.is_none() {
            add("no % and no size where the other run has 0".into());
        }
    }
    (!said.is_empty()).then(|| format!("-: {}.", said.join("; ")))
}

/// The table of equivalence, and what it says.
fn equivalent(
    outcome: &Outcome<'_>,
    bound: f64,
    shown: &[&Pair],
    first: bool,
    blocks: &mut Vec<Block>,
) {
    blocks.push(Block::Text(format!("Do they differ by less than {bound} (--equivalence)?")));
    blocks.push(Block::Table(equivalence(outcome, bound, shown)));
    if first {
        let alpha = outcome.plan.alpha;
        let pairs = outcome.comparisons.iter().flat_map(|c| &c.pairs);
        let tests = pairs.filter(|pair| pair.equivalence.is_some()).count();
        let corrected = match outcome.plan.correction.word() {
            None => "uncorrected".into(),
            Some(_) if tests < 2 => "one test, nothing to correct".into(),
            Some(name) => format!("corrected after {name} for {tests} tests of equivalence"),
        };
        blocks.push(Block::Legend(format!(
            "equivalent: two one-sided t tests show the difference to be within ±{bound} (p < \
             {alpha}, {corrected}); beyond: they show it, uncorrected, to be outside; not shown: \
             neither; chance: by the Bayesian t test with a flat prior, of the difference being below \
             -{bound}, within ±{bound}, and above {bound}."
        )));
    }
}

/// Whether the runs differ at all, where there are more than two.
fn omnibus(comparison: &Comparison) -> Vec<String> {
    let mut said = vec![];
    match &comparison.anova {
        Some(Computed::Defined(anova)) => said.push(match anova.columns.test {
            Some(test) => {
                let (above, below) = test.df;
                let (f, p) = (test.f, p_value(test.p));
                let omega = signed(anova.columns.omega_squared, 3);
                let omega = omega.trim_start_matches('+');
                let eta = anova.columns.partial_eta_squared;
                format!(
                    "Two-way ANOVA of runs: F({above}, {below}) = {f:.2}, p = {p}, omega² = \
                     {omega}, partial eta² = {eta:.3}"
                )
            }
            None => "Two-way ANOVA of runs: F is infinite, since runs differ by constants".into(),
        }),
        Some(Computed::Undefined { undefined: why }) => {
            said.push(format!("Two-way ANOVA of runs: none; {why}"))
        }
        None => {}
    }
    match &comparison.friedman {
        Some(Computed::Defined(test)) => {
            let (chi, df, p) = (test.chi_squared, test.df, p_value(test.p));
            said.push(format!("Friedman: chi²({df}) = {chi:.2}, p = {p}"));
        }
        Some(Computed::Undefined { undefined: why }) => said.push(format!("Friedman: none; {why}")),
        None => {}
    }
    said.iter().map(|line| line.replace("p = <", "p <")).collect()
}

fn write_blocks(
    blocks: &[Block],
    notes: &[Note],
    format: Format,
    out: &mut dyn Write,
) -> io::Result<()> {
    let visible = |text: &str| text.replace(char::is_control, "\u{fffd}");
    let about = notes.iter().map(|note| note.about.chars().count()).max().unwrap_or(0);
    match format {
        Format::Table => {
            for Note { about: name, text } in notes {
                writeln!(out, "{name:about$}  {}", wrapped(&visible(text), about + 2))?;
            }
        }
        Format::Latex => {
            for Note { about, text } in notes {
                writeln!(out, "% {about}: {}", visible(text))?;
            }
        }
        _ => {}
    }
    for (at, block) in blocks.iter().enumerate() {
        if at > 0 || format != Format::Markdown {
            writeln!(out)?;
        }
        match (block, format) {
            (Block::Table(table), Format::Markdown) => write_markdown(table, out)?,
            (Block::Table(table), Format::Latex) => write_latex(table, out)?,
            (Block::Table(table), _) => write_text(table, out)?,
            (Block::Heading(text), Format::Markdown) => writeln!(out, "## {}", escaped(text))?,
            (Block::Heading(text), Format::Latex) => writeln!(out, "% {}", visible(text))?,
            (Block::Heading(text), _) => {
                let text = visible(text);
                writeln!(out, "{text}\n{}", "=".repeat(text.chars().count()))?;
            }
            (Block::Legend(text), Format::Latex) => write_latex_words(text, out)?,
            (Block::Text(text) | Block::Legend(text), Format::Markdown) => {
                writeln!(out, "{}", escaped(text))?;
            }
            (Block::Text(text), Format::Latex) => writeln!(out, "% {}", visible(text))?,
            (Block::Text(text) | Block::Legend(text), _) => {
                writeln!(out, "{}", wrapped(&visible(text), 0))?;
            }
            (Block::List(items), _) => {
                for item in items {
                    match format {
                        Format::Markdown => writeln!(out, "- {}", escaped(item))?,
                        Format::Latex => writeln!(out, "% - {}", visible(item))?,
                        _ => writeln!(out, "- {}", wrapped(&visible(item), 2))?,
                    }
                }
            }
        }
    }
    if format == Format::Markdown {
        writeln!(out, "\n## Choices\n")?;
        for Note { about, text } in notes {
            writeln!(out, "- {}: {}", escaped(about), escaped(text))?;
        }
    }
    Ok(())
}

/// Text in which Markdown finds nothing to do.
fn escaped(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '*' | '_' | '<' | '>' | '`' | '\\' | '|' | '[' | ']' => out.extend(['\\', c]),
            c if c.is_control() => out.push(' '),
            c => out.push(c),
        }
    }
    out
}
