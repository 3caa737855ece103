//! The power of tests: what topics detect, and how many it takes.

use super::notes::{self, note};
use super::statistics::p_value;
use super::words::{Columns, count, counted, listed, number, text};
use super::{Presenter, answer};
use crate::document::Document;
use crate::records::Records;
use crate::{Cell, Note, Table};
use gainline_analysis::comparison::Computed;
use gainline_analysis::power::{
    DifferenceKind, DifferencePower, Finding, MeasurePower, NoPower, PowerAnswer, TestPower,
    TopRuns,
};
use serde::Serialize;
use std::io;

/// Shows the power of tests.
pub struct PowerPresenter<'a> {
    /// What is shown.
    pub answer: &'a PowerAnswer,
    /// Decimals in tables.
    pub digits: usize,
}

/// More topics than a formula considers.
const OVER: &str = "over 10 million";
/// More topics than are simulated.
const OVER_SIMULATED: &str = "over 1000";

/// A difference, for scripts.
#[derive(Default, Serialize)]
struct Record {
    slice: String,
    measure: String,
    topics: usize,
    runs: usize,
    difference: f64,
    kind: &'static str,
    sd_of_differences: Option<f64>,
    smallest: Option<f64>,
    power: Option<f64>,
    topics_needed: Option<usize>,
    residual_sd: Option<f64>,
    smallest_by_f: Option<f64>,
    power_by_f: Option<f64>,
    topics_by_f: Option<usize>,
    test: &'static str,
    comparisons: usize,
    alpha_of_pair: f64,
    half_width: Option<f64>,
    largest_difference: Option<f64>,
}

impl Presenter for PowerPresenter<'_> {
    answer!(PowerAnswer);

    fn document(&self) -> Document {
        let (power, test) = (self.answer.request.power, self.answer.request.test);
        let mut document = Document::new(self.notes());
        document.titled(
            format!(
                "Detectable: the smallest difference that these topics detect with a power of {power}, by \
                 the {test} test of two runs and by the analysis of variance (ANOVA) of all; half-width: \
                 that of the confidence interval of a difference, expected with these topics:"
            ),
            self.smallest_table(),
        );
        document.titled(
            format!(
                "Power of these topics for a difference, and topics needed for a power of {power}:"
            ),
            self.differences_table(),
        );
        if !self.answer.request.half_widths.is_empty() {
            document.titled(
                "Topics needed for a confidence interval of a difference of this half-width:",
                self.widths_table(),
            );
        }
        for measure in &self.answer.measures {
            document.text(self.verdict(measure));
        }
        document
    }

    fn records(&self, out: &mut Records<'_>) -> io::Result<()> {
        let runs = self.answer.provenance.runs.len();
        let record = |of: &MeasurePower, at: usize, difference: f64, kind: DifferenceKind| {
            let (pair, f) = (of.pair.defined(), of.f.defined());
            let with = |test: Option<&TestPower>| Some(test?.differences[at]);
            Record {
                slice: of.slice.as_ref().map_or("all".into(), |slice| format!("by:{slice}")),
                measure: of.measure.to_string(),
                topics: of.topics,
                runs,
                difference,
                kind: kind_name(kind),
                sd_of_differences: with(pair).map(|found| found.deviation),
                smallest: pair.and_then(|pair| pair.smallest_difference),
                power: with(pair).and_then(|found| found.power),
                topics_needed: with(pair).and_then(|found| found.topics_needed),
                residual_sd: f.map(|f| f.deviation),
                smallest_by_f: f.and_then(|f| f.smallest_difference),
                power_by_f: with(f).and_then(|found| found.power),
                topics_by_f: with(f).and_then(|found| found.topics_needed),
                test: self.answer.request.test.name(),
                comparisons: self.answer.comparisons,
                alpha_of_pair: self.answer.alpha_of_pair,
                half_width: of.half_width,
                largest_difference: of.largest_difference,
            }
        };
        out.rows(self.answer.measures.iter().flat_map(|of| {
            let differences = self.differences(of).into_iter().enumerate();
            differences.map(move |(at, (difference, kind))| record(of, at, difference, kind))
        }))
    }
}

fn kind_name(kind: DifferenceKind) -> &'static str {
    match kind {
        DifferenceKind::Planned => "planned",
        DifferenceKind::Observed => "observed",
    }
}

/// A part of a test's figures as a cell, or a dash.
fn cell(test: &Computed<TestPower, NoPower>, of: impl Fn(&TestPower) -> Cell) -> Cell {
    test.defined().map_or(text("-"), of)
}

fn slice(of: &MeasurePower) -> Cell {
    text(of.slice.as_deref().unwrap_or("(all)"))
}

/// `AP`, or `AP (slice)`.
fn name(of: &MeasurePower) -> String {
    let measure = &of.measure;
    of.slice.as_ref().map_or(measure.to_string(), |slice| format!("{measure} ({slice})"))
}

fn why(reason: NoPower) -> &'static str {
    match reason {
        NoPower::FewTopics => "there are fewer than two topics",
        NoPower::SameValues => {
            "the runs have the same values on every topic, so there is no variance"
        }
        NoPower::SameDifferences => {
            "the runs differ by the same amount on every topic, so there is no variance"
        }
        NoPower::OutOfRange => "the values are too large or too small to compute with",
    }
}

impl PowerPresenter<'_> {
    /// The differences that there are rows of: those asked for, then the observed one.
    fn differences(&self, of: &MeasurePower) -> Vec<(f64, DifferenceKind)> {
        let given = self.answer.request.differences.iter().map(|d| (*d, DifferenceKind::Planned));
        let observed = of.top_runs.as_ref().map(|top| top.difference).filter(|d| *d > 0.0);
        given.chain(observed.map(|d| (d, DifferenceKind::Observed))).collect()
    }

    fn smallest_table(&self) -> Table {
        let deviation = |test: &TestPower| number(test.deviation, self.digits);
        let smallest = |test: &TestPower| match test.smallest_difference {
            Some(difference) => number(difference, self.digits),
            None => text("none"),
        };
        Columns::of(&self.answer.measures)
            .column("measure", |of| text(&of.measure))
            .column_if(self.answer.slices.is_some(), "slice", |of| slice(of))
            .column("topics", |of| count(of.topics))
            .column("sd of differences", |of| cell(&of.pair, deviation))
            .column(format!("detectable ({})", self.test_name()), |of| cell(&of.pair, smallest))
            .column("half-width", |of| {
                of.half_width.map_or(text("-"), |width| number(width, self.digits))
            })
            .column("residual sd", |of| cell(&of.f, deviation))
            .column("detectable (ANOVA)", |of| cell(&of.f, smallest))
            .table()
    }

    fn differences_table(&self) -> Table {
        let rows = self.answer.measures.iter().flat_map(|of| {
            let differences = self.differences(of).into_iter().enumerate();
            differences.map(move |(at, (difference, kind))| (of, at, difference, kind))
        });
        let power = |at: usize| {
            move |test: &TestPower| match test.differences[at].power {
                Some(power) => number(power, 3),
                None => text("impossible"),
            }
        };
        let topics = |at: usize, over: &'static str| {
            move |test: &TestPower| match test.differences[at] {
                DifferencePower { power: None, .. } => text("impossible"),
                DifferencePower { topics_needed: Some(topics), .. } => count(topics),
                DifferencePower { topics_needed: None, .. } => text(over),
            }
        };
        let test = self.test_name();
        Columns::of(rows)
            .column("measure", |(of, ..)| text(&of.measure))
            .column_if(self.answer.slices.is_some(), "slice", |(of, ..)| slice(of))
            .column("difference", |(_, _, difference, _)| number(*difference, self.digits))
            .column("kind", |(.., kind)| text(kind_name(*kind)))
            .column(format!("power ({test})"), |(of, at, ..)| cell(&of.pair, power(*at)))
            .column(format!("topics ({test})"), |(of, at, ..)| {
                cell(&of.pair, topics(*at, self.over()))
            })
            .column("power (ANOVA)", |(of, at, ..)| cell(&of.f, power(*at)))
            .column("topics (ANOVA)", |(of, at, ..)| cell(&of.f, topics(*at, OVER)))
            .table()
    }

    fn widths_table(&self) -> Table {
        let rows = self.answer.measures.iter();
        let rows = rows.flat_map(|of| of.half_widths.iter().map(move |width| (of, *width)));
        Columns::of(rows)
            .column("measure", |(of, _)| text(&of.measure))
            .column_if(self.answer.slices.is_some(), "slice", |(of, _)| slice(of))
            .column("half-width", |(_, width)| number(width.half_width, self.digits))
            .column("topics", |(of, width)| match width.topics_needed {
                Some(topics) => count(topics),
                None if of.half_width.is_none() => text("-"),
                None => text(OVER),
            })
            .table()
    }

    /// `t test`.
    fn test_name(&self) -> String {
        format!("{} test", self.answer.request.test)
    }

    /// More topics than are considered.
    fn over(&self) -> &'static str {
        if self.answer.simulations.is_some() { OVER_SIMULATED } else { OVER }
    }

    /// What the figures say to somebody who plans an experiment.
    fn verdict(&self, of: &MeasurePower) -> String {
        let (name, d) = (name(of), self.digits);
        let pair = match &of.pair {
            Computed::Defined(pair) => pair,
            Computed::Undefined { undefined } => {
                return format!("{name}: no power can be given; {}.", why(*undefined));
            }
        };
        let (power, topics) = (self.answer.request.power, counted(of.topics, "topic"));
        let mut said = vec![match (pair.smallest_difference, of.largest_difference) {
            (Some(smallest), _) => format!(
                "{name}: {topics} detect a difference of {smallest:.d$} between two runs with a power \
                 of {power}."
            ),
            (None, Some(largest)) => format!(
                "{name}: no difference can be detected with {topics} and a power of {power}, since \
                 none can be larger than {largest:.d$}."
            ),
            (None, None) => {
                format!(
                    "{name}: no difference can be detected with {topics} and a power of {power}."
                )
            }
        }];
        let runs = self.answer.provenance.runs.len();
        let smallest = of.f.defined().and_then(|f| f.smallest_difference);
        if let (Some(smallest), true) = (smallest, runs > 2) {
            said.push(format!(
                "For the best and the worst of {runs} runs (F test) it is {smallest:.d$}."
            ));
        }
        let observed = pair.differences.last();
        said.extend(of.top_runs.as_ref().map(|top| self.observed(top, observed, of)));
        said.join(" ")
    }

    /// What it would take to detect the difference that was observed.
    fn observed(
        &self,
        top: &TopRuns,
        observed: Option<&DifferencePower>,
        of: &MeasurePower,
    ) -> String {
        let (first, second) = (&top.first, &top.second);
        let who = match self.answer.baseline {
            Some(_) => format!("{first} and {second}"),
            None => format!("The best two runs, {first} and {second},"),
        };
        let Some(found) = observed.filter(|found| found.kind == DifferenceKind::Observed) else {
            return format!("{who} have the same mean, so no number of topics is enough.");
        };
        let (wanted, d) = (self.answer.request.power, self.digits);
        let topics = match found.topics_needed {
            Some(n) if n <= of.topics => format!("{n} topics are enough for a power of {wanted}"),
            Some(n) => format!("a power of {wanted} needs {n} topics"),
            None => format!("a power of {wanted} needs {} topics", self.over()),
        };
        let (difference, sd) = (top.difference, found.deviation);
        let power = found.power.map_or("-".into(), |power| format!("{power:.3}"));
        format!(
            "{who} differ by {difference:.d$} (sd of their differences: {sd:.d$}): the power for that \
             difference is {power}; {topics}."
        )
    }

    fn notes(&self) -> Vec<Note> {
        let measures = &self.answer.request.measures;
        let mut all = notes::evaluated(&self.answer.provenance, "evaluated", measures);
        all.extend(self.tests());
        if !self.answer.topics_left_out.is_empty() {
            let topics = self.answer.measures.first().map_or(0, |of| of.topics);
            let text = format!("only the {} that all runs have", counted(topics, "topic"));
            all.push(note("common", text));
        }
        all.extend(self.answer.findings.iter().map(|finding| {
            let few = match finding {
                Finding::FewTopics { enough, .. } => format!("fewer than {enough} topics"),
                Finding::FewTopicsInSlices { slices, enough } => {
                    let names: Vec<&str> = slices.iter().map(|s| s.slice.as_str()).collect();
                    format!("fewer than {enough} topics in {}", listed(&names, "and"))
                }
            };
            let rough = "variances, and so all numbers below, are only roughly known";
            note("caution", format!("{few}: {rough}"))
        }));
        all.extend(notes::compared(measures));
        if let Some(slices) = self.answer.slices.as_ref().filter(|slices| !slices.empty.is_empty())
        {
            let text = format!("without a topic, so left out: {}", slices.empty.join(", "));
            all.push(note("slices", text));
        }
        all.extend(self.reasons());
        all
    }

    /// The two tests, and where their variances come from.
    fn tests(&self) -> [Note; 3] {
        let (answer, alpha) = (self.answer, self.answer.request.alpha);
        let runs = self.answer.provenance.runs.len();
        let deviation = match (&self.answer.baseline, runs) {
            (_, 2) => "the standard deviation of the two runs' differences".into(),
            (Some(baseline), _) => format!(
                "the root mean square of the pairs' SDs of differences, over the pairs with {baseline} \
                 (--baseline); for the observed difference, that of the two runs"
            ),
            (None, _) => format!(
                "the root mean square of the pairs' SDs of differences, over all {} pairs of runs; for \
                 the observed difference, that of the two runs",
                runs * (runs - 1) / 2
            ),
        };
        let several = if runs == 2 {
            format!(
                "two-way analysis of variance (topics, runs), --alpha {alpha}; for two runs the same as \
                 an uncorrected t test"
            )
        } else {
            format!(
                "two-way analysis of variance (topics, runs), --alpha {alpha}; the best and the \
                 worst of {runs} runs differ by the difference, all others lie in the middle"
            )
        };
        let test = answer.request.test;
        let how = match answer.simulations {
            None => format!("sd: {deviation}"),
            Some(count) => format!(
                "power by {count} simulations (--seed {}) in which topics are drawn again from these, with \
                 a standard error up to {:.3}",
                answer.request.seed,
                0.5 / (count as f64).sqrt()
            ),
        };
        let pair = format!("{} (--test {test}), two-sided; {how}", test.description());
        [note("test", pair), note("p", self.correction()), note("ANOVA", several)]
    }

    /// At which level a pair is tested, and why.
    fn correction(&self) -> String {
        let answer = self.answer;
        let (alpha, level) = (answer.request.alpha, p_value(answer.alpha_of_pair));
        let comparisons = answer.comparisons;
        let simultaneous = answer.request.test.is_simultaneous();
        match answer.correction_used.word() {
            None if simultaneous => {
                format!("the test corrects for all pairs; significant if p < {alpha} (--alpha)")
            }
            None => {
                format!("not corrected (--correction none); significant if p < {alpha} (--alpha)")
            }
            Some(_) if simultaneous && comparisons == 1 => {
                format!("the test corrects for all pairs; significant if p < {alpha} (--alpha)")
            }
            Some(_) if simultaneous => format!(
                "the test corrects for all pairs; with {comparisons} measures and slices (Bonferroni), \
                 planned for p < {level}, which is --alpha {alpha} / {comparisons}"
            ),
            Some(_) if comparisons == 1 => {
                format!("one comparison, nothing to correct; significant if p < {alpha} (--alpha)")
            }
            Some(name) => format!(
                "{name} correction for {comparisons} comparisons, as `gainline compare` has them (or \
                 --comparisons): planned for p < {level}, its strictest step (--alpha {alpha} / \
                 {comparisons}), so that the power is at least this whatever the other comparisons show"
            ),
        }
    }

    /// Why some numbers are not there.
    fn reasons(&self) -> Vec<Note> {
        let mut reasons: Vec<(&str, NoPower, Vec<String>)> = vec![];
        for of in &self.answer.measures {
            let (tests, reason) = match (of.pair.undefined(), of.f.undefined()) {
                (Some(reason), Some(_)) => ("test of pairs and ANOVA", *reason),
                (Some(reason), None) => ("test of pairs", *reason),
                (None, Some(reason)) => ("ANOVA", *reason),
                (None, None) => continue,
            };
            let known = reasons.iter_mut().find(|(t, known, _)| (*t, *known) == (tests, reason));
            match known {
                Some((_, _, names)) => names.push(name(of)),
                None => reasons.push((tests, reason, vec![name(of)])),
            }
        }
        let said = |(tests, reason, names): (&str, NoPower, Vec<String>)| {
            note("-", format!("{tests} of {}: {}", listed(&names, "and"), why(reason)))
        };
        reasons.into_iter().map(said).collect()
    }
}
