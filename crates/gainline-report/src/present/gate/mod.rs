//! What came of a gate's rules: a few words for each, as text, as Markdown for a pull request, or as
//! JUnit's XML.

mod junit;
mod reasons;

use super::notes::{self, note};
use super::words::{counted, header, text};
use crate::json::write_json;
use crate::text::visible;
use crate::writers::write_document_markdown;
use crate::{Colors, Document, Note, Table, Tone, wrapped};
use gainline::Measure;
use gainline_analysis::answer::Signed;
use gainline_analysis::gate::{
    Condition, GateAnswer, GateFinding, Outcome, Rule, RuleResult, RuleStatus,
};
use reasons::Reasons;
use std::io::{self, Write};
use std::path::Path;

/// Shows what came of the rules.
pub struct GatePresenter<'a> {
    /// What is shown.
    pub answer: &'a GateAnswer,
    /// Decimals of scores.
    pub digits: usize,
    /// How many of the rules stood on the command line; the others are those of the file.
    pub given_rules: usize,
    /// The file that the candidate's scores are saved to, unless a rule is broken.
    pub save_to: Option<&'a Path>,
}

/// A way to write what came of the rules.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum GateFormat {
    /// A few lines for each rule, with or without colours.
    Text(Colors),
    /// A table, for a pull request.
    Markdown,
    /// JUnit's XML.
    Junit,
    /// The whole answer.
    Json,
}

impl GatePresenter<'_> {
    /// Writes it.
    pub fn write(&self, format: GateFormat, out: &mut dyn Write) -> io::Result<()> {
        match format {
            GateFormat::Text(colors) => self.write_lines(colors, out),
            GateFormat::Markdown => self.write_comment(out),
            GateFormat::Junit => junit::write(self, out),
            GateFormat::Json => write_json(&Signed::new(self.answer), out),
        }
    }

    fn outcomes(&self) -> impl Iterator<Item = (&Rule, &Outcome)> {
        let rules = self.answer.rules.iter();
        rules.flat_map(|result| result.outcomes.iter().map(move |outcome| (&result.rule, outcome)))
    }

    fn reason(&self, rule: &Rule, outcome: &Outcome) -> String {
        Reasons::new(self.answer, self.digits).reason(rule, outcome)
    }

    /// The last line: `gate: passed`.
    fn conclusion(&self) -> String {
        let all = counted(self.answer.rules.len(), "rule");
        let GateAnswer { rules_broken, rules_not_shown, rules_skipped, .. } = *self.answer;
        match (rules_broken, rules_not_shown, rules_skipped) {
            (0, 0, _) if self.answer.rules.is_empty() => "gate: no rules, nothing checked".into(),
            (0, 0, 0) => "gate: passed".into(),
            (0, 0, skipped) if skipped == self.answer.rules.len() => "gate: nothing checked".into(),
            (0, 0, skipped) => format!("gate: passed, {skipped} of {all} not checked"),
            (broken, 0, _) => format!("gate: {broken} of {all} broken"),
            (0, not_shown, _) => format!("gate: {not_shown} of {all} not shown"),
            (broken, not_shown, _) => {
                format!("gate: {broken} of {all} broken, {not_shown} not shown")
            }
        }
    }

    fn write_lines(&self, colors: Colors, out: &mut dyn Write) -> io::Result<()> {
        let notes = self.notes();
        let width = notes.iter().map(|note| note.about.len()).max().unwrap_or(0);
        for note in &notes {
            writeln!(out, "{:width$}  {}", note.about, wrapped(&visible(&note.text), width + 2))?;
        }
        writeln!(out)?;
        let words = self.answer.rules.iter().map(|result| word(result.status).len());
        let width = words.max().unwrap_or(0).max(7);
        for result in &self.answer.rules {
            let status = format!("{:width$}", word(result.status));
            let status = toned(&status, result.status, colors);
            let rule = wrapped(&visible(&rule_text(result)), width + 2);
            writeln!(out, "{status}  {rule}")?;
            for outcome in &result.outcomes {
                let reason = self.reason(&result.rule, outcome);
                let said = match &outcome.slice {
                    Some(slice) => {
                        let topics = counted(outcome.topics, "topic");
                        format!("{slice} ({topics}): {}, {reason}", word(outcome.status))
                    }
                    None => reason,
                };
                writeln!(out, "{:width$}  {}", "", wrapped(&visible(&said), width + 2))?;
            }
        }
        if !self.answer.rules.is_empty() {
            writeln!(out)?;
        }
        let GateAnswer { rules_broken, rules_not_shown, rules_skipped, .. } = *self.answer;
        let all = match (rules_broken, rules_not_shown) {
            (0, 0) if rules_skipped == self.answer.rules.len() => RuleStatus::Skipped,
            (0, 0) => RuleStatus::Ok,
            (0, _) => RuleStatus::NotShown,
            (_, _) => RuleStatus::Broken,
        };
        writeln!(out, "{}", toned(&self.conclusion(), all, colors))
    }

    fn write_comment(&self, out: &mut dyn Write) -> io::Result<()> {
        let mark = |status: RuleStatus| match status {
            RuleStatus::Ok => "✅",
            RuleStatus::Broken => "❌",
            RuleStatus::NotShown => "❓",
            RuleStatus::Skipped => "➖",
        };
        let sign = mark(if self.answer.passed { RuleStatus::Ok } else { RuleStatus::Broken });
        writeln!(out, "### {sign} {}\n", self.conclusion())?;
        let sliced = self.outcomes().any(|(_, outcome)| outcome.slice.is_some());
        let mut rows = vec![];
        for result in &self.answer.rules {
            for outcome in &result.outcomes {
                let mut row = vec![text(mark(outcome.status)), text(rule_text(result))];
                if sliced {
                    row.push(text(slice(outcome)));
                }
                row.push(text(self.reason(&result.rule, outcome)));
                rows.push(row);
            }
        }
        let names: &[&str] =
            if sliced { &["", "rule", "slice", "reason"] } else { &["", "rule", "reason"] };
        let mut document = Document::new(self.notes());
        document.table(Table { header: header(names), rows, ..Table::default() });
        write_document_markdown(&document, out)
    }

    fn notes(&self) -> Vec<Note> {
        let GateAnswer { provenance, candidate, baseline, .. } = self.answer;
        let runs = match baseline.as_ref().map(|baseline| (&baseline.run, &baseline.stored)) {
            Some((name, Some(file))) => {
                format!("{candidate} against {name}, whose scores are stored in {}", file.path)
            }
            Some((name, None)) => format!("{candidate} against {name}"),
            None => candidate.clone(),
        };
        let mut all = notes::inputs(provenance);
        all.push(note("runs", runs));
        all.extend([notes::topics(provenance, "averaged"), notes::depth(provenance)]);
        all.extend(self.answer.common_topics.map(|common| {
            let margins = self.answer.request.rules.iter().any(is_margin);
            let about = if margins { "compared" } else { "drops" };
            note(about, format!("over the {} that both have", counted(common, "topic")))
        }));
        all.extend([note("choices", self.choices()), note("rules", self.sources())]);
        all.extend(self.slices().map(|text| note("slices", text)));
        let mut measures: Vec<Measure> = vec![];
        let (mut drops, mut margins) = (false, false);
        for (rule, outcome) in self.outcomes() {
            match &outcome.finding {
                GateFinding::Drop(drop) if drop.significance.is_some() => drops = true,
                GateFinding::NotWorse(_) => margins = true,
                GateFinding::Drop(_)
                | GateFinding::Bound { .. }
                | GateFinding::NoBaseline
                | GateFinding::NoTopics => continue,
            }
            if !measures.contains(&rule.measure) {
                measures.push(rule.measure.clone());
            }
        }
        all.extend(drops.then(|| note("test", self.test())));
        all.extend(margins.then(|| note("margins", self.margins())));
        all.extend(notes::logarithms(&measures));
        all.extend(self.save_to.map(|file| note("saved", self.saved(file))));
        all
    }

    /// `2 from gainline.toml, 1 from the command line`.
    fn sources(&self) -> String {
        let mut files = self.answer.provenance.other_files.iter();
        let file = files.find(|other| other.role == "rules").map(|other| &other.file.path);
        let read = self.answer.rules.len().saturating_sub(self.given_rules);
        let read = file.map(|file| format!("{read} from {file}"));
        let given = (self.given_rules > 0).then_some(self.given_rules);
        let given = given.map(|given| format!("{given} from the command line"));
        let said: Vec<String> = read.into_iter().chain(given).collect();
        if said.is_empty() { "none".into() } else { said.join(", ") }
    }

    fn saved(&self, file: &Path) -> String {
        let file = file.display();
        if !self.answer.passed {
            let what = if self.answer.rules_broken > 0 { "broken" } else { "not shown" };
            return format!("nothing to {file}, because a rule is {what}");
        }
        let topics = counted(self.answer.candidate_scores.topics().len(), "topic");
        format!("the candidate's scores of {topics} to {file}")
    }

    fn choices(&self) -> String {
        let options = &self.answer.provenance.options;
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

    fn slices(&self) -> Option<String> {
        let slices = self.answer.slices.as_ref()?;
        let files = &self.answer.provenance.other_files;
        let file = files.iter().find(|other| other.role == "slices");
        let of = file.map_or(String::new(), |other| format!(" of {}", other.file.path));
        let left = match &slices.empty[..] {
            [] => String::new(),
            names => format!("; without a topic here, so left out: {}", names.join(", ")),
        };
        Some(format!("{}{of}{left}", counted(slices.count, "slice")))
    }

    fn test(&self) -> String {
        let GateAnswer { request, tests, .. } = self.answer;
        format!("{}, two-sided; {}", request.test.description(), self.adjusted(*tests))
    }

    fn margins(&self) -> String {
        let adjusted = self.adjusted(self.answer.margin_tests);
        format!("paired t test against the margin, one-sided; {adjusted}")
    }

    fn adjusted(&self, tests: usize) -> String {
        match (self.answer.request.correction.word(), tests) {
            (None, _) => "not adjusted".into(),
            (_, 0) => "not possible on these topics".into(),
            (_, 1) => "1 test, so nothing to adjust for".into(),
            (Some(word), tests) => {
                format!("p adjusted after {word} for {}", counted(tests, "test"))
            }
        }
    }
}

fn word(status: RuleStatus) -> &'static str {
    match status {
        RuleStatus::Ok => "ok",
        RuleStatus::Broken => "broken",
        RuleStatus::NotShown => "not shown",
        RuleStatus::Skipped => "skipped",
    }
}

/// Words about rules of a status, in its colour.
fn toned(words: &str, status: RuleStatus, colors: Colors) -> String {
    match status {
        RuleStatus::Ok => colors.paint(words, Tone::Better),
        RuleStatus::Broken => colors.paint(words, Tone::Worse),
        RuleStatus::NotShown => colors.paint(words, Tone::Warning),
        RuleStatus::Skipped => words.into(),
    }
}

/// Whether a rule must be shown.
fn is_margin(rule: &Rule) -> bool {
    matches!(rule.condition, Condition::NotWorse { .. })
}

/// `forbid` before a rule, where it would read as if it had to be so.
fn rule_text(result: &RuleResult) -> String {
    format!("{} {}", result.rule.kind().word(), result.rule.text)
}

fn slice(outcome: &Outcome) -> String {
    let topics = counted(outcome.topics, "topic");
    outcome.slice.as_ref().map_or(format!("all ({topics})"), |slice| format!("{slice} ({topics})"))
}
