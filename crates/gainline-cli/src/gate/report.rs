//! What `gainline gate` shows: a few words for each rule, as text or as Markdown for a pull
//! request.

use super::outcome::{Found, Judged, Outcome, Status, Verdicts};
use super::settings::Settings;
use super::words::Words;
use super::{Format, json, junit};
use crate::cells::{header, text};
use crate::comparison::logarithms;
use crate::evaluation::Evaluated;
use crate::notes::{Seen, counted, depth, note, qrels, topics};
use crate::runs::Opened;
use gainline::Measure;
use gainline_report::{Note, Table, wrapped, write_markdown};
use gainline_stats::Correction;
use std::io::{self, Write};

/// What the rules were held against.
pub(super) struct About<'a> {
    pub opened: &'a Opened,
    /// The candidate, behind the baseline if that is a run.
    pub runs: &'a [Evaluated],
    /// What the baseline is called, if there is one.
    pub baseline: Option<String>,
    /// The file that it is stored in, if it is.
    pub stored: Option<String>,
    /// Where the candidate's scores were saved.
    pub saved: Option<String>,
    /// Where the rules are from.
    pub sources: String,
    /// On how many topics the two are compared, where one of them has more.
    pub common: Option<usize>,
    /// What was said of slices.
    pub slices: Option<String>,
    pub settings: &'a Settings,
    pub words: Words<'a>,
}

impl About<'_> {
    pub(super) fn candidate(&self) -> &Evaluated {
        &self.runs[self.runs.len() - 1]
    }
}

pub(super) fn write(
    about: &About<'_>,
    verdicts: &Verdicts,
    format: Format,
    out: &mut dyn Write,
) -> io::Result<()> {
    match format {
        Format::Table => write_lines(about, verdicts, out),
        Format::Markdown => write_comment(about, verdicts, out),
        Format::Junit => junit::write(about, verdicts, out),
        Format::Json => json::write(about, verdicts, out),
    }
}

/// The last line: `gate: passed`.
pub(super) fn conclusion(verdicts: &Verdicts) -> String {
    let all = counted(verdicts.judged.len(), "rule");
    match (verdicts.count(Status::Broken), verdicts.count(Status::Skipped)) {
        (0, _) if verdicts.judged.is_empty() => "gate: no rules, nothing checked".into(),
        (0, 0) => "gate: passed".into(),
        (0, skipped) if skipped == verdicts.judged.len() => "gate: nothing checked".into(),
        (0, skipped) => format!("gate: passed, {skipped} of {all} not checked"),
        (broken, _) => format!("gate: {broken} of {all} broken"),
    }
}

fn write_lines(about: &About<'_>, verdicts: &Verdicts, out: &mut dyn Write) -> io::Result<()> {
    let notes = notes(about, verdicts);
    let width = notes.iter().map(|note| note.about.len()).max().unwrap_or(0);
    for note in &notes {
        writeln!(out, "{:width$}  {}", note.about, wrapped(&visible(&note.text), width + 2))?;
    }
    writeln!(out)?;
    for judged in &verdicts.judged {
        let status = judged.status().word();
        writeln!(out, "{status:7}  {}", wrapped(&visible(&rule(judged)), 9))?;
        for outcome in &judged.outcomes {
            let reason = about.words.reason(&judged.rule, outcome);
            let said = match &outcome.slice {
                Some(slice) => {
                    let topics = counted(outcome.topics, "topic");
                    format!("{slice} ({topics}): {}, {reason}", outcome.status.word())
                }
                None => reason,
            };
            writeln!(out, "{:9}{}", "", wrapped(&visible(&said), 9))?;
        }
    }
    if !verdicts.judged.is_empty() {
        writeln!(out)?;
    }
    writeln!(out, "{}", conclusion(verdicts))
}

/// `forbid` before a rule, where it would read as if it had to be so.
fn rule(judged: &Judged) -> String {
    format!("{} {}", judged.rule.kind().word(), judged.rule.text)
}

/// Text without control characters, which a terminal might obey.
fn visible(text: &str) -> String {
    text.replace(char::is_control, "\u{fffd}")
}

fn write_comment(about: &About<'_>, verdicts: &Verdicts, out: &mut dyn Write) -> io::Result<()> {
    let mark = |status: Status| match status {
        Status::Ok => "✅",
        Status::Broken => "❌",
        Status::Skipped => "➖",
    };
    let broken = verdicts.count(Status::Broken) > 0;
    let sign = mark(if broken { Status::Broken } else { Status::Ok });
    writeln!(out, "### {sign} {}\n", conclusion(verdicts))?;
    let sliced = verdicts.outcomes().any(|(_, outcome)| outcome.slice.is_some());
    let mut rows = vec![];
    for judged in &verdicts.judged {
        for outcome in &judged.outcomes {
            let reason = about.words.reason(&judged.rule, outcome);
            let mut row = vec![text(mark(outcome.status)), text(&rule(judged))];
            if sliced {
                row.push(text(&slice(outcome)));
            }
            row.push(text(&reason));
            rows.push(row);
        }
    }
    let names: &[&str] =
        if sliced { &["", "rule", "slice", "reason"] } else { &["", "rule", "reason"] };
    let notes = notes(about, verdicts);
    write_markdown(&Table { notes, header: header(names), rows, ..Table::default() }, out)
}

fn slice(outcome: &Outcome) -> String {
    let topics = counted(outcome.topics, "topic");
    outcome.slice.as_ref().map_or(format!("all ({topics})"), |slice| format!("{slice} ({topics})"))
}

/// The choices behind the numbers, briefly.
pub(super) fn notes(about: &About<'_>, verdicts: &Verdicts) -> Vec<Note> {
    let opened = about.opened;
    let candidate = about.candidate();
    let runs = match (&about.baseline, &about.stored) {
        (Some(name), Some(file)) => {
            format!("{} against {name}, stored in {file}", candidate.name)
        }
        (Some(name), None) => format!("{} against {name}", candidate.name),
        (None, _) => candidate.name.clone(),
    };
    let seen: Vec<Seen<'_>> = about.runs.iter().map(Evaluated::seen).collect();
    let mut notes =
        vec![qrels(opened), note("runs", runs), topics(&seen, "averaged", &opened.options)];
    notes.push(depth(&opened.options, &seen));
    notes.extend(about.common.map(|common| {
        note("drops", format!("over the {} that both have", counted(common, "topic")))
    }));
    notes.extend([note("choices", choices(opened)), note("rules", about.sources.clone())]);
    notes.extend(about.slices.as_ref().map(|slices| note("slices", slices.clone())));
    let asked = |found: &Found| matches!(found, Found::Drop(drop) if drop.chance.is_some());
    if verdicts.outcomes().any(|(_, outcome)| asked(&outcome.found)) {
        notes.push(note("test", test(about.settings, verdicts)));
        let dropped = verdicts.outcomes().filter(|(_, outcome)| asked(&outcome.found));
        let mut measures: Vec<Measure> = vec![];
        for (rule, _) in dropped {
            if !measures.contains(&rule.measure) {
                measures.push(rule.measure.clone());
            }
        }
        notes.extend(logarithms(&measures).map(|text| note("logarithms", text)));
    }
    notes.extend(about.saved.as_ref().map(|file| note("saved", file.clone())));
    notes
}

fn choices(opened: &Opened) -> String {
    let options = &opened.options;

    let mut said = vec![
        format!("--rel {}", options.rel),
        format!("--ties {}", options.ties),
        format!("--unjudged {}", options.unjudged),
        format!("--missing {}", options.missing),
    ];
    said.extend(options.depth.map(|depth| format!("--depth {depth}")));
    if options.drop_self {
        said.push("--self drop".into());
    }
    said.join(", ")
}

fn test(settings: &Settings, verdicts: &Verdicts) -> String {
    let tests = counted(verdicts.tests, "test");
    let corrected = match settings.correction {
        Correction::None => "not corrected".into(),
        _ if verdicts.tests == 0 => "not possible on these topics".into(),
        _ if verdicts.tests == 1 => "1 test, so nothing to correct".into(),
        correction => format!(
            "p corrected after {} for {tests}",
            correction.word().unwrap_or("no correction")
        ),
    };
    format!("{}, two-sided; {corrected}", settings.test.0.description())
}
