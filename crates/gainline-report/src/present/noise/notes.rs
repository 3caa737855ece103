//! The choices behind rejudged scores.

use super::NoisePresenter;
use crate::Note;
use crate::present::notes::{compared, evaluated, note};
use crate::present::words::{counted, listed};
use gainline_analysis::noise::{Finding, Model, Simulation};

impl NoisePresenter<'_> {
    pub(super) fn notes(&self) -> Vec<Note> {
        let answer = self.answer;
        let mut notes = evaluated(&answer.provenance, "averaged", &answer.request.measures);
        for said in &mut notes {
            if said.about == "unjudged" {
                said.text.push_str(", and stay unjudged");
            }
        }
        if let Some(Simulation::Kishida) = answer.simulation {
            let facts = &answer.provenance.qrels;
            notes[0].text = format!(
                "Kishida's simulation: {}, {}",
                counted(facts.topics, "topic"),
                counted(facts.judgments, "judgment")
            );
        }
        notes.push(self.model());
        notes.push(self.repeats());
        notes.extend(answer.findings.iter().filter_map(caution));
        notes.extend(compared(&answer.request.measures));
        if let Some(Simulation::Kishida) = answer.simulation {
            let text = "Kishida's variance between topics has the divisor 50; here the divisor is 49, \
                        which makes it 2 % larger";
            notes.push(note("paper", text));
        }
        notes
    }

    /// How judges deviate, and how many relevant documents come of it.
    fn model(&self) -> Note {
        let how = match &self.answer.request.model {
            Model::Flip { thetas } => {
                let thetas: Vec<String> = thetas.iter().map(f64::to_string).collect();
                format!(
                    "flip: a judged document stays relevant, or not relevant, with probability theta (the agreement probability) \
                     (--theta {}); a document that changes takes the grade of a random judgment of \
                     the other kind",
                    thetas.join(",")
                )
            }
            Model::Confusion { matrix } => {
                let matrix = matrix.source().unwrap_or("a confusion matrix");
                format!(
                    "confusion: the grade of each judged document is drawn by its row of {matrix}"
                )
            }
        };
        let expected = self.answer.rejudgings.iter().map(|rejudging| {
            let theta = rejudging.theta.filter(|_| self.several());
            let theta = theta.map_or(String::new(), |theta| format!(" (theta {theta})"));
            format!("{:.0}{theta}", rejudging.expected_relevant)
        });
        let text = format!(
            "{how}; of {}, {} are relevant, and on average {} with simulated judgments",
            counted(self.answer.judged_documents, "judged document"),
            self.answer.relevant_documents,
            listed(&expected.collect::<Vec<_>>(), "and")
        );
        note("model", text)
    }

    fn repeats(&self) -> Note {
        let runs = match self.answer.provenance.runs.len() {
            1 => "",
            _ => "; in each repeat all runs are measured by the same judgments",
        };
        let request = &self.answer.request;
        note("repeats", format!("{} (--repeats, --seed {}){runs}", request.repeats, request.seed))
    }
}

/// What is said of findings above the tables; others are told below them.
fn caution(finding: &Finding) -> Option<Note> {
    match finding {
        Finding::MostlyContradicting { theta } => {
            let round = |share: f64| (share * 1e8).round() / 1e8;
            let percent = |share: f64| (share * 1e8).round() / 1e6;
            let text = format!(
                "theta {theta}: judges contradict {} % of the given judgments; for {} % noise use \
                 --theta {}",
                percent(1.0 - theta),
                percent(*theta),
                round(1.0 - theta)
            );
            Some(note("caution", text))
        }
        Finding::OnlyCommonTopics { topics } => Some(note(
            "common",
            format!("only the {} that all runs have", counted(*topics, "topic")),
        )),
        Finding::Swaps { .. } | Finding::OrderReversed { .. } | Finding::MeanBiased { .. } => None,
    }
}
