//! How many judgments would have brought the runs into their final order.

use super::shared_notes;
use crate::chart::{Chart, Series};
use crate::document::{Block, Document};
use crate::present::notes::note;
use crate::present::words::{Columns, count, number, text};
use crate::present::{Presenter, answer};
use crate::records::Records;
use crate::{Note, Table};
use gainline::Measure;
use gainline_analysis::missing::{MissingReplayAnswer, ReachedBy, ReplayOrder, ReplayTrace};
use serde_json::json;
use std::io;

/// Shows a replay.
pub struct ReplayPresenter<'a> {
    /// What is shown.
    pub answer: &'a MissingReplayAnswer,
}

/// How a trace tells when the final order was reached.
type Reading = fn(&ReplayTrace) -> ReachedBy;

/// By which scores runs are ordered, and how a trace tells of it.
const SCORED: [(&str, Reading); 2] =
    [("value", |trace| trace.by_value), ("estimate", |trace| trace.by_estimate)];

impl Presenter for ReplayPresenter<'_> {
    answer!(MissingReplayAnswer);

    fn document(&self) -> Document {
        let answer = self.answer;
        let mut notes =
            shared_notes(&answer.provenance, &answer.request.measures, &answer.findings);
        notes.extend(self.how());
        let mut document = Document::new(notes);
        document.titled(self.title(), self.summary());
        for traces in self.by_measure() {
            let measure = &traces[0].measure;
            let title =
                format!("{measure}: Kendall's tau with the final order, by judgments made:");
            document.titled(title, curve(traces));
        }
        for said in self.by_measure().flat_map(verdicts) {
            document.text(said);
        }
        for traces in self.by_measure() {
            document.blocks.push(Block::Chart { chart: chart(traces), width: 100, height: 24 });
        }
        document
    }

    fn records(&self, out: &mut Records<'_>) -> io::Result<()> {
        for trace in &self.answer.traces {
            for point in &trace.points {
                out.row(&json!({
                    "measure": trace.measure,
                    "order": trace.order,
                    "judgments": point.judged,
                    "tau": point.tau,
                    "tau_by_estimate": point.tau_by_estimate,
                }))?;
            }
        }
        Ok(())
    }
}

impl ReplayPresenter<'_> {
    fn by_measure(&self) -> impl Iterator<Item = &[ReplayTrace]> {
        self.answer.traces.chunk_by(|a, b| a.measure == b.measure)
    }

    /// A trace that stopped before the end.
    fn stopped(&self) -> Option<&ReplayTrace> {
        self.answer.traces.iter().find(|trace| !trace.is_whole())
    }

    fn title(&self) -> String {
        let title = "Judgments after which the runs were in their final order (tau = 1) for the first \
                     time, and from which on they stayed in it; and the mean of tau";
        match self.stopped() {
            Some(trace) => format!(
                "{title}, within the first {} of {} judgments, so it is not known whether they stay:",
                trace.judged, trace.documents
            ),
            None => format!("{title}:"),
        }
    }

    fn summary(&self) -> Table {
        let judgments = |n: Option<usize>| n.map_or(text("-"), count);
        let rows = self.by_measure().flat_map(|traces| {
            let scored = SCORED.into_iter();
            scored.flat_map(|(by, read)| traces.iter().map(move |t| (by, t, read(t))))
        });
        Columns::of(rows)
            .column("measure", |(_, trace, _)| text(&trace.measure))
            .column("scored by", |(by, _, _)| text(by))
            .column("order", |(_, trace, _)| text(trace.order.name()))
            .column("first", |(_, _, by)| judgments(by.reached.first))
            .column("stays", |(_, _, by)| judgments(by.reached.stays))
            .column("mean tau", |(_, _, by)| number(by.mean_tau, 3))
            .table()
    }

    fn how(&self) -> Vec<Note> {
        let MissingReplayAnswer { batch, most, request, .. } = self.answer;
        let given = match self.stopped() {
            Some(t) => format!("only the first {} of {} (--most)", t.judged, t.documents),
            None => format!("all {most}"),
        };
        vec![
            note(
                "replay",
                format!(
                    "judgments are removed and given back, {batch} at a time (--batch), {given}"
                ),
            ),
            note(
                "orders",
                format!(
                    "next: as `gainline missing` proposes, asked again each time; depth: rank 1 of every \
                     run and topic, then rank 2, and so on; random: from seed {} (--seed)",
                    request.seed
                ),
            ),
            note(
                "scored by",
                "value: documents without a judgment yet are not relevant; estimate: they are relevant \
                 as often as judged ones at such ranks. The final order is that of all judgments",
            ),
        ]
    }
}

/// τ at some numbers of judgments.
fn curve(traces: &[ReplayTrace]) -> Table {
    const ROWS: usize = 20;
    let points = traces.first().map_or(0, |trace| trace.points.len());
    let step = points.div_ceil(ROWS).max(1);
    let mut shown: Vec<usize> = (0..points).step_by(step).collect();
    if points > 0 && !shown.contains(&(points - 1)) {
        shown.push(points - 1);
    }
    let mut columns = Columns::of(shown).column("judged", |&at| count(traces[0].points[at].judged));
    for trace in traces {
        columns = columns.column(trace.order.name(), |&at| number(trace.points[at].tau, 3));
    }
    for trace in traces {
        let name = format!("{} (estimate)", trace.order.name());
        columns = columns.column(name, |&at| number(trace.points[at].tau_by_estimate, 3));
    }
    columns.table()
}

fn chart(traces: &[ReplayTrace]) -> Chart {
    let mut series = vec![];
    for trace in traces.iter().filter(|trace| trace.order != ReplayOrder::Random) {
        let points = trace.points.iter();
        let plain = points.clone().map(|point| (point.judged as f64, point.tau)).collect();
        let estimated = points.map(|point| (point.judged as f64, point.tau_by_estimate)).collect();
        let name = trace.order.name();
        series.push(Series { name: name.into(), points: plain });
        series.push(Series { name: format!("{name} (estimate)"), points: estimated });
    }
    let title = format!("{}: Kendall's tau with the final order", traces[0].measure);
    Chart { title, x: "judgments".into(), y: String::new(), series }
}

/// Whether the proposed order was the better one.
fn verdicts(traces: &[ReplayTrace]) -> Vec<String> {
    let of = |order| traces.iter().find(|trace| trace.order == order);
    let (Some(next), Some(depth)) = (of(ReplayOrder::Next), of(ReplayOrder::Depth)) else {
        return vec![];
    };
    let measure: &Measure = &next.measure;
    if next.ends_level {
        let said = "by all judgments the runs are equal, so there is no order to reach";
        return vec![format!("{measure}: {said}.")];
    }
    let verdict = |(scored, reached): (&str, Reading)| {
        let (next_at, depth_at) = (reached(next).reached, reached(depth).reached);
        let said = match next.is_whole() && depth.is_whole() {
            true => at_the_end(next_at.stays, depth_at.stays),
            false => on_the_way(next, next_at.first, depth_at.first),
        };
        let tau = mean_taus(reached(next).mean_tau, reached(depth).mean_tau);
        format!(
            "{measure}, scored by {scored}: {said}; {tau}. This is one replay of one collection."
        )
    };
    SCORED.into_iter().map(verdict).collect()
}

/// How the two orders did all along, which says more than one number of judgments.
fn mean_taus(next: f64, depth: f64) -> String {
    const ABOUT_THE_SAME: f64 = 0.01;
    match (next - depth).abs() < ABOUT_THE_SAME {
        true => format!("mean tau is about the same ({next:.3}, by depth {depth:.3})"),
        false => {
            let word = if next > depth { "higher" } else { "lower" };
            format!("mean tau is {word} ({next:.3}, by depth {depth:.3})")
        }
    }
}

/// What a whole replay says. By the value, every order ends with the final one.
fn at_the_end(next: Option<usize>, depth: Option<usize>) -> String {
    match (next, depth) {
        (Some(next), Some(depth)) if next == depth => {
            format!("both orders reached the final order with {next} judgments")
        }
        (Some(next), Some(depth)) => {
            let word = if next < depth { "fewer" } else { "more" };
            let share = (next as f64 - depth as f64).abs() / depth.max(1) as f64 * 100.0;
            format!(
                "the proposed order reached the final order for good with {next} judgments, {share:.0} % \
                 {word} than by depth ({depth})"
            )
        }
        (Some(next), None) => format!(
            "the proposed order reached the final order with {next} judgments, the order by depth never"
        ),
        (None, Some(depth)) => format!(
            "the order by depth reached the final order with {depth} judgments, the proposed order never"
        ),
        (None, None) => "neither order reached the final order of the runs for good".into(),
    }
}

/// What a replay says that stopped before the end.
fn on_the_way(trace: &ReplayTrace, next: Option<usize>, depth: Option<usize>) -> String {
    let first = |order: &str, at: Option<usize>| match at {
        Some(judgments) => {
            format!("{order} the runs were first in their final order with {judgments}")
        }
        None => format!("{order} they were not in their final order"),
    };
    format!(
        "within the first {} of {} judgments, {}, {}; whether it would have lasted is not known",
        trace.judged,
        trace.documents,
        first("in the proposed order", next),
        first("by depth", depth)
    )
}
