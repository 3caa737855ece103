//! The notes above the tables: the choices behind the numbers, and how runs are tested.

use super::ComparePresenter;
use crate::Note;
use crate::present::notes::{self, note};
use crate::present::words::counted;
use gainline_analysis::comparison::Family;
use gainline_stats::{Correction, Sampling};

impl ComparePresenter<'_> {
    /// The choices in words; of tests only where something was compared.
    pub fn notes(&self) -> Vec<Note> {
        let answer = self.answer;
        let provenance = &answer.provenance;
        let mut all = notes::evaluated(provenance, "evaluated", &answer.request.measures);
        if let Some(left_out) = self.left_out() {
            all.insert(2, note("compared", left_out));
        }
        all.extend(self.slices().map(|text| note("slices", text)));
        if !answer.comparisons.is_empty() {
            all.extend(notes::compared(&answer.request.measures));
            all.push(note("test", self.test()));
            all.push(note("p", self.correction()));
            if !self.summary {
                all.push(note("intervals", self.intervals()));
            }
        }
        all
    }

    /// Topics that not every run has.
    fn left_out(&self) -> Option<String> {
        let left_out = &self.answer.topics_left_out;
        let compared = self.answer.comparisons.first()?.sample.topics.len();
        let few = &left_out[..left_out.len().min(3)];
        let dots = if left_out.len() > few.len() { ", …" } else { "" };
        (!left_out.is_empty()).then(|| {
            let (count, names) = (left_out.len(), few.join(", "));
            let compared = counted(compared, "topic");
            format!("on the {compared} that every run has; left out: {count} ({names}{dots})")
        })
    }

    fn slices(&self) -> Option<String> {
        let facts = self.answer.slices.as_ref()?;
        let empty = match &facts.empty[..] {
            [] => String::new(),
            names => format!("; without a topic, so left out: {}", names.join(", ")),
        };
        Some(format!("{} (--by){empty}", counted(facts.count, "slice")))
    }

    /// How runs were tested, in words.
    pub fn test(&self) -> String {
        let test = self.answer.test;
        let pairs = self.answer.comparisons.iter().flat_map(|c| &c.pairs);
        let tested: Vec<bool> =
            pairs.filter_map(|pair| Some(pair.test.defined()?.trials.is_some())).collect();
        let drawn = tested.iter().filter(|drawn| **drawn).count();
        let how = match test.trials_are() {
            None => String::new(),
            Some(_) if tested.is_empty() => String::new(),
            Some(what) if drawn == 0 && test.lowest_p(2).is_some() => {
                format!("; exact, by all {what}")
            }
            Some(_) if drawn == 0 => String::new(),
            Some(what) => {
                let (trials, seed) = (self.answer.request.trials, self.answer.request.seed);
                // How far from 0.05 chance in drawing may take p.
                let error = Sampling { trials, seed }.standard_error(0.05);
                let exact =
                    if drawn < tested.len() { "exact where that is possible, else " } else { "" };
                format!(
                    "; {exact}{trials} {what} (--trials) from seed {seed} (--seed), which gives a \
                     p near 0.05 a standard error of {error:.5}"
                )
            }
        };
        format!("{} (--test {test}), two-sided{how}", test.description())
    }

    fn correction(&self) -> String {
        let answer = self.answer;
        let request = &answer.request;
        let deciding = self.p_values().deciding();
        let alpha =
            format!("a difference is significant if {deciding} < {} (--alpha)", request.alpha);
        let samples = answer.comparisons_tested;
        let of = if request.slices.is_some() { "measures and slices" } else { "measures" };
        let pairs = counted(answer.tested_together(), "comparison");
        let flag = answer.correction_used;
        let within = match request.family {
            Family::All => "",
            Family::Measure => " by each measure, --family measure",
        };
        let how = match (answer.correction_used, answer.test.is_simultaneous()) {
            _ if answer.pairs_tested == 0 => return "none: nothing could be tested".into(),
            (Correction::None, true) => {
                format!("the test corrects for all pairs, not for {of} (--correction none)")
            }
            (Correction::None, false) => "not corrected (--correction none)".into(),
            _ if answer.pairs_tested == 1 => "one comparison, nothing to correct".into(),
            (_, true) if samples > 1 && request.family == Family::All => format!(
                "the test corrects for all pairs; p is multiplied by {samples}, the number of {of} \
                 (Bonferroni)"
            ),
            (_, true) => "the test corrects for all pairs".into(),
            (Correction::BenjaminiHochberg, false) => format!(
                "Benjamini-Hochberg correction (false discovery rate) for {pairs} \
                 (--correction {flag}{within})"
            ),
            (Correction::Bonferroni, false) => {
                format!("Bonferroni correction for {pairs} (--correction {flag}{within})")
            }
            (Correction::Holm, false) => {
                format!("Holm correction for {pairs} (--correction {flag}{within})")
            }
            (Correction::Hochberg, false) => {
                format!("Hochberg correction for {pairs} (--correction {flag}{within})")
            }
        };
        format!("{how}; {alpha}")
    }

    fn intervals(&self) -> String {
        let (answer, request) = (self.answer, &self.answer.request);
        let level = 100.0 * (1.0 - request.alpha);
        let method = request.interval.description();
        let of_difference = match answer.correction_used {
            _ if answer.test.has_interval() => {
                "the test's own for differences, which hold for all pairs together".into()
            }
            Correction::None => format!("{method} for differences, each by itself"),
            _ if answer.pairs_tested < 2 => format!("{method} for the difference"),
            Correction::Bonferroni | Correction::Holm | Correction::Hochberg => format!(
                "{method} for differences, widened (Bonferroni) so that all of them hold together \
                 as the adjusted p-values do"
            ),
            Correction::BenjaminiHochberg => format!(
                "{method} for differences, widened to the false discovery rate of the p-values"
            ),
        };
        format!("{level:.0} % confidence (CI): t interval for means, {of_difference}")
    }
}
