//! Which conclusions are safe, in words.

use super::MissingPresenter;
use crate::present::words::counted;
use gainline::Measure;
use gainline_analysis::missing::{
    EstimatedPair, MissingFinding, PairFlip, RunLeftOut, TopicDocument, UncertainOrder,
};

impl MissingPresenter<'_> {
    /// How many comparisons are safe, in a sentence.
    pub(super) fn short_answer(&self) -> Option<String> {
        let said = self.answer.findings.iter().filter_map(|finding| {
            let MissingFinding::Comparisons { measure, comparisons, safe, turned, .. } = finding
            else {
                return None;
            };
            let safe = if *safe == 0 { "none".to_string() } else { safe.to_string() };
            let turned = match turned {
                0 => String::new(),
                turned => format!(" ({turned} could be reversed)"),
            };
            let all = counted(*comparisons, "comparison");
            Some(format!("by {measure}, {safe} of {all}{turned}"))
        });
        let said: Vec<String> = said.collect();
        (!said.is_empty())
            .then(|| format!("Answer: safe from unjudged documents are, {}.", said.join("; ")))
    }

    /// What the findings say above the tables.
    pub(super) fn words(&self) -> Vec<String> {
        self.answer.findings.iter().filter_map(|finding| self.said(finding)).collect()
    }

    fn said(&self, finding: &MissingFinding) -> Option<String> {
        Some(match finding {
            // Notes above the tables say these.
            MissingFinding::DepthsDiffer
            | MissingFinding::TopicsDiffer { .. }
            | MissingFinding::SupposedGrade { .. }
            | MissingFinding::NoBounds { .. } => return None,
            MissingFinding::NothingOpen => format!(
                "Every document in the runs' top {} is judged; nothing is left to be judged next.",
                self.answer.request.pool_depth
            ),
            MissingFinding::NothingToDiscover => {
                "No run has an unjudged document whose discovery would change a score.".into()
            }
            MissingFinding::EstimateReorders { measure, pairs } => self.reordered(measure, pairs),
            MissingFinding::Comparisons {
                measure,
                comparisons,
                safe,
                equal,
                turned,
                most_fragile,
                only_safe,
            } => {
                let flips = self.answer.flips.as_deref()?;
                let flip = |at: &Option<usize>| at.and_then(|at| flips.get(at));
                let counts =
                    Counts { all: *comparisons, safe: *safe, equal: *equal, turned: *turned };
                conclusion(measure, &counts, flip(most_fragile), flip(only_safe))
            }
            MissingFinding::LeaveOutFalls { measure, runs } => {
                let all = self.answer.leave_out.as_deref()?;
                let fallen: Vec<&RunLeftOut> = runs.iter().map(|at| &all[*at]).collect();
                let tied = all.iter().filter(|left| left.measure == *measure && left.newly_tied());
                reusable(measure, &fallen, &tied.collect::<Vec<_>>(), self.runs())
            }
            MissingFinding::NothingInDoubt { measure } => format!(
                "By {measure}, the order of these runs is certain: no document needs to be judged to \
                 find out which is better."
            ),
            MissingFinding::JudgeNext { measure, share, least_certain } => {
                self.to_judge(measure, *share, least_certain.as_ref())
            }
        })
    }

    /// Where the estimates give another order than the values.
    fn reordered(&self, measure: &Measure, pairs: &[EstimatedPair]) -> String {
        // The table has them all.
        const SHOWN: usize = 3;
        let shown = |run: &str, estimate: f64| format!("{run} ({estimate:.*})", self.digits);
        let pair = |pair: &EstimatedPair| {
            let (better, worse) =
                (shown(&pair.run, pair.estimate), shown(&pair.against, pair.against_estimate));
            format!("{better} above {worse}")
        };
        let said: Vec<String> = pairs.iter().take(SHOWN).map(pair).collect();
        let more = match pairs.len().saturating_sub(SHOWN) {
            0 => String::new(),
            more => format!(" and {}", counted(more, "more pair")),
        };
        format!(
            "By the estimate of {measure} the order differs: {}{more}. The estimate assumes that \
             unjudged pooled documents are relevant as often as judged ones at such ranks, which \
             favours runs whose judged documents are mostly at the top.",
            said.join(", ")
        )
    }

    /// Where to go on.
    fn to_judge(
        &self,
        measure: &Measure,
        share: f64,
        least_certain: Option<&UncertainOrder>,
    ) -> String {
        let listed = self.answer.next.as_ref().map_or(0, Vec::len);
        let documents = match listed {
            1 => "the document listed".into(),
            n => format!("the {n} documents listed"),
        };
        let mut said = format!(
            "Judge {documents} next: {:.1} % of the total uncertainty by {measure} depends on {}.",
            share * 100.0,
            if listed == 1 { "it" } else { "them" }
        );
        if let Some(UncertainOrder { run, against, risk }) = least_certain {
            said.push_str(&format!(
                " The least certain order is that of {run} and {against}: by the estimates it is \
                 reversed with a probability of up to {:.0} %.",
                risk * 100.0
            ));
        }
        if self.answer.open_documents > listed && self.answer.request.next <= listed {
            said.push_str(" --next N -o pool.tsv writes more of them, to be judged.");
        }
        said
    }
}

/// How many comparisons there are.
struct Counts {
    all: usize,
    safe: usize,
    equal: usize,
    turned: usize,
}

fn pair(flip: &PairFlip) -> String {
    format!("{} is better than {}", flip.run, flip.against)
}

/// Which comparisons are safe by a measure, and which one is reversed most easily.
fn conclusion(
    measure: &Measure,
    counts: &Counts,
    fragile: Option<&PairFlip>,
    only_safe: Option<&PairFlip>,
) -> String {
    let all = counted(counts.all, "comparison");
    if counts.equal == counts.all {
        return format!("By {measure}, the compared runs are equal as judged so far.");
    }
    let whatever = "whatever the grades of unjudged documents";
    let said = match (counts.safe, counts.all) {
        (0, 1) if counts.turned == 1 => {
            format!("By {measure}, the comparison is not safe from unjudged documents")
        }
        (0, 1) => {
            format!("By {measure}, the comparison is not shown to be safe from unjudged documents")
        }
        (0, _) => {
            format!("By {measure}, none of {all} is shown to be safe from unjudged documents")
        }
        (1, 1) => format!("By {measure}, the comparison is safe {whatever}"),
        (n, of) if n == of => format!("By {measure}, all {all} are safe {whatever}"),
        (1, _) => {
            let which = only_safe.map_or(String::new(), |flip| format!(" ({})", pair(flip)));
            format!("By {measure}, 1 of {all} is shown to be safe {whatever}{which}")
        }
        (n, _) => format!("By {measure}, {n} of {all} are shown to be safe {whatever}"),
    };
    let Some(first) = fragile else {
        let rest =
            if counts.safe == counts.all { "" } else { ", though none was found to be reversed" };
        return format!("{said}{rest}.");
    };
    let number = counted(first.documents.len(), "more relevant document");
    let (pair, named) = (pair(first), named(&first.documents));
    match counts.turned {
        1 => format!("{said}. That {pair} could be reversed by {number}: {named}."),
        n => format!(
            "{said}; {n} were found to be reversible. The most fragile: that {pair} could be reversed \
             by {number}: {named}."
        ),
    }
}

/// Documents by their topics, not too many.
fn named(documents: &[TopicDocument]) -> String {
    // json and tsv have them all.
    const SHOWN: usize = 5;
    let shown = documents.iter().take(SHOWN).map(|d| format!("{} {}", d.topic, d.document));
    let shown = shown.collect::<Vec<_>>().join(", ");
    match documents.len().saturating_sub(SHOWN) {
        0 => shown,
        more => format!("{shown} and {more} more (json and tsv have them all)"),
    }
}

/// What leaving runs out says.
fn reusable(
    measure: &Measure,
    fallen: &[&RunLeftOut],
    tied: &[&RunLeftOut],
    runs: usize,
) -> String {
    let ties = match tied {
        [] => String::new(),
        [one] => format!(" {} is then tied with another run.", one.run),
        some => {
            let names: Vec<&str> = some.iter().map(|left| left.run.as_str()).collect();
            format!(" Each of {} is then tied with another run.", names.join(", "))
        }
    };
    if fallen.is_empty() {
        return format!(
            "By {measure}, no run falls below another without the relevant documents that only it has \
             among these {runs} runs.{ties}"
        );
    }
    let lost = |left: &&RunLeftOut| {
        format!("{} from rank {} to {}", left.run, left.place_before, left.place_after)
    };
    let lost: Vec<String> = fallen.iter().map(lost).collect();
    format!(
        "By {measure}, without the relevant documents that only it has among these {runs} runs, a run \
         falls: {}. A new run with documents of its own may be at a similar disadvantage.{ties}",
        lost.join(", ")
    )
}
