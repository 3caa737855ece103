//! What curves show, the choices behind them, and what is read from them, in words.

use super::{CurvePresenter, ideal_name};
use crate::Note;
use crate::present::notes::{self, note};
use crate::present::words::counted;
use gainline::{CurveKind, Discount, Gains, IdealFrom, Normalise, Setting, Ties};
use gainline_analysis::curve::Finding;

impl CurvePresenter<'_> {
    pub(super) fn notes(&self) -> Vec<Note> {
        let provenance = &self.answer.provenance;
        let kind = self.kind();
        let mut all = notes::inputs(provenance);
        all.push(note("curve", self.what()));
        if kind.has_gains() {
            all.push(note("gains", self.gains()));
            all.extend(self.normalised().map(|text| note("share", text)));
            all.push(note("ideal", self.ideal()));
        }
        all.push(notes::topics(provenance, "averaged"));
        if let Some(levels) = self.levels() {
            all.push(note("relevant", levels));
        } else if !kind.has_gains() {
            all.push(notes::relevant(provenance, ""));
        }
        all.extend(self.depth().map(|text| note("depth", text)));
        all.push(self.ties());
        all.extend(notes::unjudged(&provenance.options));
        if kind == CurveKind::Roc {
            all.push(note("N", self.collection()));
        }
        let shown = (1..=self.places()).filter(|place| self.is_row(*place)).count();
        if shown < self.places() {
            let what = if kind.is_by_rank() { "ranks" } else { "levels" };
            let all_places = self.places();
            let text =
                format!("{shown} of {all_places} {what} are shown; tsv, csv and json hold all");
            all.push(note("rows", text));
        }
        all
    }

    fn what(&self) -> String {
        let ranks = format!("at ranks 1 to {}", self.places());
        match self.kind() {
            CurveKind::Cg => format!("cumulated gain {ranks}"),
            CurveKind::Dcg => format!("discounted cumulated gain {ranks}"),
            CurveKind::Ncg => format!("cumulated gain {ranks}, as a share of the ideal"),
            CurveKind::Ndcg => format!("discounted cumulated gain {ranks}, as a share of the ideal"),
            CurveKind::Precision => format!("precision {ranks}"),
            CurveKind::Recall => format!("recall {ranks}"),
            CurveKind::PrecisionRecall => {
                "interpolated precision at recall 0, 0.1, … 1: the highest precision at that recall \
                 or a higher one"
                    .into()
            }
            CurveKind::Roc => {
                "recall at fallout 0, 0.01, … 1, the highest where a curve rises vertically; a \
                 straight line through documents without an order, such as those not retrieved"
                    .into()
            }
        }
    }

    fn gains(&self) -> String {
        let gain = &self.answer.request.gain;
        let gains = gain.gains.as_deref().unwrap_or("linear");
        let setting = self.answer.measure.as_ref().map(|measure| measure.setting(1.0));
        let worth = match setting.as_ref().map_or(Gains::Linear, Setting::gains) {
            Gains::Linear => "the grade itself, 0 for grades below 0",
            Gains::Exp2 => "2^grade - 1, 0 for grades below 0",
            Gains::Scale(_) => "the weights of grades 0, 1, 2, …",
            Gains::Map(_) => "as listed for these grades, the grade itself for the others",
        };
        let worth = format!("{worth} (--gains {gains})");
        if !self.kind().is_discounted() {
            return worth;
        }
        let discount = gain.discount.as_deref().unwrap_or("log2");
        let log = |base: f64| format!("log_{base}(rank)");
        let (divided, base) = match setting.as_ref().map_or(Discount::None, Discount::of) {
            Discount::Log2 => ("by log2(rank + 1)".into(), String::new()),
            Discount::Jk(base) => (
                format!("by 1 below rank {base}, then by {}", log(base)),
                format!(" --base {base}"),
            ),
            Discount::JkRn(base) => {
                (format!("by 1 at rank 1, then by {}", log(base)), format!(" --base {base}"))
            }
            Discount::Rank => ("by the rank".into(), String::new()),
            Discount::None => ("by nothing".into(), String::new()),
        };
        format!("{worth}, divided {divided} (--discount {discount}{base})")
    }

    fn normalised(&self) -> Option<String> {
        let normalise = self.answer.request.gain.normalise.unwrap_or_default();
        let how = match normalise {
            Normalise::Topic => "the mean over topics of each topic's share of its own ideal",
            Normalise::Mean => "the mean gain over topics as a share of the mean ideal gain",
        };
        self.kind().is_normalised().then(|| format!("{how} (--normalise {normalise})"))
    }

    fn ideal(&self) -> String {
        let from = self.answer.request.ideal_from.unwrap_or_default();
        let which = match from {
            IdealFrom::Judged => "all judged documents",
            IdealFrom::Retrieved => "the documents that the run retrieved",
        };
        format!("{which}, by decreasing gain (--ideal-from {from})")
    }

    /// The levels, and how many topics have nothing relevant at each.
    fn levels(&self) -> Option<String> {
        let levels = self.answer.levels.as_ref()?;
        let empty = levels.iter().filter(|level| level.topics_without_relevant > 0).map(|level| {
            let topics = counted(level.topics_without_relevant, "topic");
            format!("{topics} without any at {}", level.grade)
        });
        let empty: Vec<String> = empty.collect();
        let empty =
            if empty.is_empty() { String::new() } else { format!("; {}", empty.join(", ")) };
        let grades: Vec<String> = levels.iter().map(|level| level.grade.to_string()).collect();
        Some(format!("each grade in turn, or higher: {} (--levels){empty}", grades.join(", ")))
    }

    /// Which runs end before the curves do.
    fn depth(&self) -> Option<String> {
        if !self.kind().is_by_rank() {
            let depth = self.answer.provenance.options.depth?;
            return Some(format!("only the top {depth} of each ranking (--depth)"));
        }
        let short = |name: &str| {
            self.answer.findings.iter().find_map(|finding| match finding {
                Finding::ShortRankings { run, mean_depth } if run == name => {
                    Some(mean_depth.round().to_string())
                }
                Finding::ShortRankings { .. }
                | Finding::CollectionUnknown
                | Finding::UnequalDepths { .. } => None,
            })
        };
        let short = notes::of_each(&self.answer.provenance.runs, |run| short(&run.name))?;
        let then = match self.kind() {
            CurveKind::Precision => "goes on dividing by the rank",
            CurveKind::Recall => "keeps its recall",
            CurveKind::Cg
            | CurveKind::Dcg
            | CurveKind::Ncg
            | CurveKind::Ndcg
            | CurveKind::PrecisionRecall
            | CurveKind::Roc => "keeps its gain",
        };
        Some(format!(
            "documents per topic on average: {short}; a ranking that ends before the curve {then}"
        ))
    }

    fn ties(&self) -> Note {
        let provenance = &self.answer.provenance;
        let order = provenance.options.ties;
        let rule = match order {
            Ties::Best => "in the order that is best at all ranks",
            Ties::Worst => "in the order that is worst at all ranks",
            Ties::Docid | Ties::Rank | Ties::Input | Ties::Average => order.description(),
        };
        notes::ties_by(&format!("{rule} (--ties {order})"), provenance)
    }

    fn collection(&self) -> String {
        match self.answer.provenance.options.collection {
            Some(size) => {
                format!("the collection holds {} (--collection-size)", counted(size, "document"))
            }
            None => {
                let unequal = |finding: &Finding| matches!(finding, Finding::UnequalDepths { .. });
                let unequal = match self.answer.findings.iter().any(unequal) {
                    true => ". Runs are not equally deep, so their curves cannot be compared",
                    false => "",
                };
                format!(
                    "not given (--collection-size), so for each topic only the documents retrieved \
                     or judged relevant: in a larger collection the curve is steeper and its area \
                     larger{unequal}"
                )
            }
        }
    }

    /// What mean, area and gap are.
    pub(super) fn sums_legend(&self) -> String {
        let area = match self.kind() {
            CurveKind::PrecisionRecall => {
                "mean over the levels; area below straight lines between them".into()
            }
            CurveKind::Roc => "mean over the levels; area: exact, mean over topics".into(),
            CurveKind::Cg
            | CurveKind::Dcg
            | CurveKind::Ncg
            | CurveKind::Ndcg
            | CurveKind::Precision
            | CurveKind::Recall => {
                format!("mean over ranks 1 to {}; area: the sum of the heights", self.places())
            }
        };
        format!("{area}; gap: the area up to the ideal")
    }

    /// What is read from the curves.
    pub(super) fn reading(&self) -> String {
        let other = match &self.answer.request.against {
            None => "the best possible ranking reaches".into(),
            Some(against) => format!("{} reaches (--against)", against.run),
        };
        let what = self.kind().y();
        format!(
            "`as at k`: the first rank at which a run reaches the {what} that {other} at rank k."
        )
    }

    /// Where the ideal curves turn flat.
    pub(super) fn flat(&self) -> Vec<String> {
        let flat = self.flat_ideals().map(|(ideal, rank, _)| {
            let (name, last) = (ideal_name(ideal), self.places());
            match rank {
                Some(0) => format!("The {name} never rises: nothing can be gained."),
                Some(rank) => format!(
                    "The {name} is flat from rank {rank} on: nothing more can be gained beyond it."
                ),
                None => format!("The {name} still rises at rank {last}, the last one."),
            }
        });
        flat.collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use gainline::{Options, Qrels, Run};
    use gainline_analysis::curve::{GainOptions, RunCurves};
    use gainline_analysis::{Experiment, Silent};

    #[test]
    fn gains_are_described_in_any_letter_case() {
        let qrels = Qrels::from_rows([("t", "d", 1.0)]).unwrap();
        let run = Run::from_rows([("t", "d", 1.0)]).unwrap();
        let experiment = Experiment::in_memory(qrels, [("r", run)], Options::default()).unwrap();
        let gain = GainOptions {
            gains: Some("EXP2".into()),
            discount: Some("JK".into()),
            base: Some("3".into()),
            normalise: None,
        };
        let request = RunCurves { gain, ..RunCurves::of(CurveKind::Dcg) };
        let answer = request.answer(&experiment, &Silent).unwrap();
        let said = CurvePresenter { answer: &answer, digits: 4, chart: None }.gains();
        let wanted = "2^grade - 1, 0 for grades below 0 (--gains EXP2), divided by 1 below rank 3, \
                      then by log_3(rank) (--discount JK --base 3)";
        assert_eq!(said, wanted);
        let figure = crate::figures::gain(&answer, crate::figures::IdealShown::Auto);
        let caption = "gains are 2^grade − 1, from rank 3 on divided by log3(rank)";
        assert!(figure.figure.subtitle.contains(caption), "{}", figure.figure.subtitle);
    }
}
