//! The choices behind swap rates and ranks.

use super::{StabilityPresenter, percent};
use crate::Note;
use crate::present::notes::{compared, evaluated, note};
use crate::present::words::{counted, listed};
use gainline_analysis::stability::Finding;

impl StabilityPresenter<'_> {
    pub(super) fn notes(&self) -> Vec<Note> {
        let measures = &self.answer.request.measures;
        let mut notes = evaluated(&self.answer.provenance, "evaluated", measures);
        notes.push(self.sets());
        notes.push(self.required_difference());
        let (mut tied, mut no_tau, mut left_out) = (vec![], vec![], vec![]);
        for finding in &self.answer.findings {
            match finding {
                Finding::OnlyCommonTopics { topics } => {
                    let text = format!("only the {} that all runs have", counted(*topics, "topic"));
                    notes.push(note("common", text));
                }
                Finding::AllTied { measure } => tied.push(measure.to_string()),
                Finding::NoTau { measure } => no_tau.push(measure.to_string()),
                Finding::SetsWithoutTau { measure, share } => {
                    left_out.push(format!("{measure} up to {:.1} %", 100.0 * share));
                }
                // They are told below the tables.
                Finding::RoughRequiredDifference { .. }
                | Finding::OftenTied { .. }
                | Finding::SwapRates { .. } => {}
            }
        }
        notes.extend(compared(measures));
        if !tied.is_empty() {
            let why =
                "all comparisons are tied, so there is no swap rate and no required difference";
            notes.push(note("-", format!("{}: {why}", listed(&tied, "and"))));
        }
        if !no_tau.is_empty() {
            let why = "all runs are tied on all topics, or on more than a third of the sets, so \
                       tau_b is not given";
            notes.push(note("-", format!("{}: {why}", listed(&no_tau, "and"))));
        }
        if !left_out.is_empty() {
            let text = "sets that tie all runs have no tau_b and are left out of its mean";
            let shares = left_out.join(", ");
            notes.push(note("tau_b", format!("{text}: {shares} of the sets of a size")));
        }
        notes
    }

    /// How the required difference is found, and what its interval is about.
    fn required_difference(&self) -> Note {
        let text = format!(
            "the required difference is by a fit of swap rates that never rise with the difference (isotonic regression), to bins \
             of {} (--bin); its {} interval (--level) is about which sets were drawn (--seed, --trials), \
             not about other topics or runs",
            self.answer.request.bin,
            percent(self.answer.request.level)
        );
        note("required", text)
    }

    /// How topics are drawn.
    fn sets(&self) -> Note {
        let request = &self.answer.request;
        let how = if request.replace {
            "both drawn with replacement from all topics (--replace)"
        } else {
            "without a common topic"
        };
        let runs = self.answer.provenance.runs.len();
        let text = format!(
            "pairs of sets of topics, {how}; {} pairs for each size (--trials, --seed {}), the same for \
             all measures; {} of runs compared on each",
            request.trials,
            request.seed,
            counted(runs * (runs - 1) / 2, "pair")
        );
        note("sets", text)
    }
}
