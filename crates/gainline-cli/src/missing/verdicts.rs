//! What a replay shows, in words.

use super::replaying::Replayed;
use gainline_analysis::missing::{Reached, Trace};

/// Whether the proposed order was the better one.
pub(super) fn verdicts(Replayed { measure, traces }: &Replayed) -> Vec<String> {
    let of = |order: &str| traces.iter().find(|(name, _)| *name == order).map(|(_, trace)| trace);
    let (Some(next), Some(depth)) = (of("next"), of("depth")) else { return vec![] };
    if next.ends_level {
        return vec![format!(
            "{measure}: by all judgments the runs are equal, so there is no order to come to."
        )];
    }
    let verdict = |(scored, by_estimate): (&str, bool)| {
        let (next_at, depth_at) = (next.reached(by_estimate), depth.reached(by_estimate));
        let said = match next.is_whole() && depth.is_whole() {
            true => at_the_end(next_at, depth_at),
            false => on_the_way(next, next_at, depth_at),
        };
        format!("{measure}, scored by {scored}: {said}.")
    };
    [("value", false), ("estimate", true)].into_iter().map(verdict).collect()
}

/// What a whole replay says. By the value, every order ends with the final one.
fn at_the_end(next: Reached, depth: Reached) -> String {
    match (next.stays, depth.stays) {
        (Some(next), Some(depth)) if next == depth => {
            format!("both orders came to the final order with {next} judgments")
        }
        (Some(next), Some(depth)) => {
            let word = if next < depth { "fewer" } else { "more" };
            let share = (next as f64 - depth as f64).abs() / depth.max(1) as f64 * 100.0;
            format!(
                "the order proposed came to the final order, to stay, with {next} judgments; by depth \
                 it took {depth}: {share:.0} % {word}"
            )
        }
        (Some(next), None) => format!(
            "the order proposed came to the final order with {next} judgments, by depth never"
        ),
        (None, Some(depth)) => format!(
            "by depth the final order came with {depth} judgments, in the order proposed never"
        ),
        (None, None) => "neither order came to the final order of the runs to stay".into(),
    }
}

/// What a replay says that stopped before the end.
fn on_the_way(trace: &Trace, next: Reached, depth: Reached) -> String {
    let first = |order: &str, at: Reached| match at.first {
        Some(judgments) => {
            format!("{order} the runs stood in their final order first with {judgments}")
        }
        None => format!("{order} they did not stand in their final order"),
    };
    format!(
        "within the first {} of {} judgments, {}, {}; whether it would have lasted is not known",
        trace.judged(),
        trace.documents,
        first("in the order proposed", next),
        first("by depth", depth)
    )
}
