//! The decision in words, for somebody who has to choose a run.

use super::{ComparePresenter, opposed};
use crate::present::unjudged_runs::nothing_judged;
use crate::present::words::{any_of, counted, listed, names};
use gainline::Missing;
use gainline_analysis::RunName;
use gainline_analysis::compare::{Decision, Finding, MeasureBest, beside_best};
use gainline_analysis::comparison::{Comparison, Status};
use gainline_analysis::uneven_runs::DepthsDiffer;

/// How the best run compares with the others, where all pairs were compared.
#[derive(PartialEq)]
struct Lead {
    /// It is not significantly better than these.
    open: Vec<RunName>,
    /// It is significantly better than these.
    better_than: Vec<RunName>,
    /// These have the same scores.
    same: Vec<RunName>,
}

impl ComparePresenter<'_> {
    /// The conclusion over all measures, in a few sentences.
    pub fn conclusion(&self) -> Vec<String> {
        let mut said = self.decision();
        said.extend(self.missing_topics());
        said.extend(self.depths());
        said.extend(self.worse_slices());
        said.extend(self.equivalent());
        said.extend(self.not_worse_conclusion());
        said
    }

    fn decision(&self) -> Vec<String> {
        let deciding: Vec<&Comparison> = self.answer.deciding().collect();
        let all = || self.on(&deciding);
        match &self.answer.decision {
            Decision::NothingCompared if self.answer.provenance.runs.len() == 1 => {
                vec!["There is a single run, so there is nothing to compare it with.".into()]
            }
            Decision::NothingCompared => vec![
                "There is no judged topic that every run has, so the runs are not compared.".into(),
            ],
            Decision::NothingJudged { runs } => {
                let mut said: Vec<String> = runs.iter().map(nothing_judged).collect();
                said.push(
                    "No verdict: scores without judged documents say nothing. `gainline validate` \
                     compares all ids."
                        .into(),
                );
                said
            }
            Decision::NoDirection => vec![
                "None of the measures says whether higher or lower values are better, so no run can \
                 be preferred."
                    .into(),
            ],
            Decision::NotTested { reason } => vec![format!(
                "Nothing could be tested ({reason}), so no run can be said to be better."
            )],
            Decision::AllSame => vec![format!("All runs have the same scores {}.", all())],
            Decision::NoDifferenceShown { run, baseline } => {
                self.no_difference(run, baseline, &deciding)
            }
            Decision::WorseThanBaseline { run, baseline } => {
                let (worse, open) = (self.on(&self.with(run, Status::Worse)), self.open_on(run));
                let mut said = vec![format!(
                    "Keep {baseline}: {run} is significantly worse {worse}{open}."
                )];
                said.extend(self.unclear(&deciding, run));
                said
            }
            Decision::MeasuresDisagree { run, baseline } => {
                let better = self.on(&self.with(run, Status::Better));
                let worse = self.on(&self.with(run, Status::Worse));
                let mut said = vec![format!(
                    "{run} is significantly better than {baseline} {better}, and significantly \
                     worse {worse}: the choice depends on which measure matters to you."
                )];
                said.extend(self.unclear(&deciding, run));
                said
            }
            Decision::BetterThanBaseline { run, others, baseline } => {
                self.better_than_baseline(run, others, baseline, &deciding)
            }
            Decision::KeepBaseline { baseline, mixed } => {
                let none = if mixed.is_empty() {
                    format!("No run is significantly better than {baseline}")
                } else {
                    format!(
                        "No run is significantly better than {baseline} on one measure without \
                         being significantly worse on another"
                    )
                };
                let mut said = vec![format!("{none}. Keep {baseline}, or use more topics.")];
                let order = deciding.first().map_or(&[][..], |c| &c.best_first);
                said.extend(order.iter().flat_map(|run| self.unclear(&deciding, run)));
                said
            }
            Decision::Best { run, indistinguishable } if indistinguishable.is_empty() => {
                let (all, alpha) = (all(), self.answer.request.alpha);
                vec![format!(
                    "Choose {run}: it has the best mean {all} and is significantly better than \
                     every other run (p < {alpha})."
                )]
            }
            Decision::Best { run, .. } => {
                let mut said = vec![format!(
                    "If you have to choose now, choose {run}: it has the best mean {}.",
                    all()
                )];
                said.extend(self.leads(&deciding));
                said.extend(self.unclear(&deciding, run));
                said
            }
            Decision::NoSingleBest { by_measure, never_worse, choice } => {
                self.no_single_best(by_measure, never_worse, choice.as_ref(), &deciding)
            }
        }
    }

    /// On which measures runs of different depth are compared.
    fn depths(&self) -> Option<String> {
        let said = |finding: &Finding| {
            let Finding::DepthsDiffer(DepthsDiffer { shallowest, deepest, measures }) = finding
            else {
                return None;
            };
            Some(format!(
                "On {} this compares rankings of {shallowest} to {deepest} documents, which favours \
                 the deeper runs.",
                listed(measures, "and")
            ))
        };
        self.answer.findings.iter().find_map(said)
    }

    /// What the decision would be if topics that some run lacks counted otherwise, where that is another
    /// one.
    fn missing_topics(&self) -> Option<String> {
        let (topics, otherwise, margins) = self.answer.findings.iter().find_map(|finding| {
            let Finding::MissingTopicsDecide { topics, otherwise, margins } = finding else {
                return None;
            };
            Some((topics, otherwise, margins))
        })?;
        let lacking = counted(*topics, "topic");
        let one = *topics == 1;
        let (is, other) = match self.answer.provenance.options.missing {
            Missing::Zero if one => ("counts as an empty ranking", "Without it (--missing skip)"),
            Missing::Zero => ("count as empty rankings", "Without them (--missing skip)"),
            Missing::Skip if one => ("is left out", "With it as an empty ranking (--missing zero)"),
            Missing::Skip => ("are left out", "With them as empty rankings (--missing zero)"),
        };
        let rule = self.answer.provenance.options.missing;
        let mut then = match otherwise.chosen() {
            Some(run) => format!("the choice would be {run}"),
            None => "no run could be preferred".into(),
        };
        if !margins.is_empty() {
            let pairs = margins.iter().map(|pair| format!("{} on {}", pair.run, pair.measure));
            let pairs = listed(&pairs.collect::<Vec<_>>(), "and");
            then =
                format!("{then}, and the test of the margin would come out otherwise for {pairs}");
        }
        Some(format!(
            "This depends on missing topics: some run lacks {lacking}, which {is} (--missing \
             {rule}). {other}, {then}."
        ))
    }

    fn no_difference(
        &self,
        run: &RunName,
        baseline: &RunName,
        deciding: &[&Comparison],
    ) -> Vec<String> {
        let open = self.with(run, Status::NotSignificant);
        let mut said = vec![if open.is_empty() {
            format!("Nothing here decides between {run} and {baseline}. Keep {baseline}.")
        } else {
            format!(
                "{run} and {baseline} are not significantly different {}. Keep {baseline}, or use \
                 more topics; `gainline power` estimates how many.",
                self.on_none(&open)
            )
        }];
        said.extend(self.unclear(deciding, run));
        said
    }

    fn better_than_baseline(
        &self,
        run: &RunName,
        others: &[RunName],
        baseline: &RunName,
        deciding: &[&Comparison],
    ) -> Vec<String> {
        let (better, open) = (self.on(&self.with(run, Status::Better)), self.open_on(run));
        let mut said = vec![format!(
            "Choose {run}: it is significantly better than {baseline} {better}{open}."
        )];
        if !others.is_empty() {
            let are = if others.len() == 1 { "is" } else { "are" };
            said.push(format!(
                "{} {are} significantly better than {baseline} too on some measure; leave out \
                 --baseline to compare them with each other.",
                names(others)
            ));
        }
        said.extend(self.unclear(deciding, run));
        said
    }

    fn no_single_best(
        &self,
        by_measure: &[MeasureBest],
        never_worse: &[RunName],
        choice: Option<&RunName>,
        deciding: &[&Comparison],
    ) -> Vec<String> {
        let runs = deciding.first().map_or(0, |comparison| comparison.runs.len());
        let mut said = vec![format!(
            "No run has the best mean on every measure: {}.",
            self.best_by(by_measure, deciding)
        )];
        said.push(match (choice, never_worse) {
            (Some(run), _) => format!(
                "Choose {run}: it alone has the best mean, or one that is not significantly \
                 different from it, on every measure."
            ),
            (None, []) => "No run has the best mean, or one that is not significantly different \
                           from it, on every measure: the choice depends on which measure matters \
                           to you."
                .into(),
            (None, some) if some.len() == runs => "The best means are not significantly better \
                                                   than those of any other run on any measure: use \
                                                   more topics before you choose."
                .into(),
            (None, some) => format!(
                "On every measure the best, or not significantly different from the best: {}.",
                names(some)
            ),
        });
        for (comparison, best) in deciding.iter().zip(by_measure) {
            said.extend(self.unclear(&[comparison], &best.run));
        }
        said
    }

    /// `on AP`, `on both measures`, `on AP and RR`.
    pub(super) fn on(&self, some: &[&Comparison]) -> String {
        format!("on {}", self.measures(some))
    }

    /// `AP`, `both measures`, `AP and RR`.
    fn measures(&self, some: &[&Comparison]) -> String {
        let all = self.answer.deciding().count();
        match some.len() {
            1 => some[0].sample.measure.to_string(),
            2 if all == 2 => "both measures".into(),
            n if all == n => format!("all {n} measures"),
            _ => {
                let names: Vec<_> = some.iter().map(|c| &c.sample.measure).collect();
                listed(&names, "and")
            }
        }
    }

    /// The same where something is not so: `on either measure`.
    fn on_none(&self, some: &[&Comparison]) -> String {
        match (some.len(), self.answer.deciding().count()) {
            (2, 2) => "on either measure".into(),
            (n, all) if n > 2 && n == all => format!("on any of the {n} measures"),
            _ => self.on(some),
        }
    }

    /// `; on AP the two are ...`, if it is so on some measure.
    fn further(&self, said: &str, some: &[&Comparison]) -> String {
        if some.is_empty() { String::new() } else { format!("; {} {said}", self.on(some)) }
    }

    /// `; on AP the two are not significantly different`, if a run and the baseline are not.
    pub(super) fn open_on(&self, run: &RunName) -> String {
        let open = self.with(run, Status::NotSignificant);
        self.further("the two are not significantly different", &open)
    }

    /// `a on AP and P@5, b on RR`.
    fn best_by(&self, bests: &[MeasureBest], deciding: &[&Comparison]) -> String {
        let mut groups: Vec<(&RunName, Vec<&Comparison>)> = vec![];
        for (comparison, best) in deciding.iter().zip(bests) {
            match groups.iter_mut().find(|(known, _)| *known == &best.run) {
                Some((_, some)) => some.push(comparison),
                None => groups.push((&best.run, vec![comparison])),
            }
        }
        let each: Vec<String> =
            groups.iter().map(|(run, some)| format!("{run} {}", self.on(some))).collect();
        // Where measures have an "and" between, runs must not have one.
        if groups.iter().any(|(_, some)| some.len() > 1) {
            return each.join(", ");
        }
        listed(&each, "and")
    }

    /// The measures on which a run compares so with the baseline.
    pub(super) fn with(&self, run: &RunName, status: Status) -> Vec<&Comparison> {
        let has = |comparison: &&Comparison| {
            let pair = comparison.pairs.iter().find(|pair| pair.run == *run);
            pair.is_some_and(|pair| pair.status == status)
        };
        self.answer.deciding().filter(has).collect()
    }

    /// What the run that is the best on every measure is significantly better than, and what not.
    fn leads(&self, deciding: &[&Comparison]) -> Vec<String> {
        let alpha = self.answer.request.alpha;
        let mut kinds: Vec<(Lead, Vec<&Comparison>)> = vec![];
        for comparison in deciding {
            let lead = Lead::of(comparison);
            match kinds.iter_mut().find(|(known, _)| *known == lead) {
                Some((_, some)) => some.push(comparison),
                None => kinds.push((lead, vec![comparison])),
            }
        }
        let others = deciding.first().map_or(0, |c| c.runs.len().saturating_sub(1));
        let said = |(lead, some): &(Lead, Vec<&Comparison>)| {
            let on = format!("On {}", self.measures(some));
            let Lead { open, better_than, same } = lead;
            let same = match &same[..] {
                [] => None,
                same => Some(format!("{on} it has the same scores as {}.", names(same))),
            };
            let lead = match (open.len(), better_than.len()) {
                (0, 0) => None,
                (0, n) => {
                    let beaten =
                        if n == others { "every other run".into() } else { names(better_than) };
                    Some(format!("{on} it is significantly better than {beaten} (p < {alpha})."))
                }
                (n, 0) => {
                    let open = if n == others { "any other run".into() } else { any_of(open) };
                    Some(format!("{on} it is not significantly better than {open}."))
                }
                (n, m) => {
                    // Of many, their names would hide the sentence.
                    let many = m > 3 && n + m == others;
                    let beaten = if many { "the others".into() } else { names(better_than) };
                    Some(format!(
                        "{on} it is not significantly better than {}, but significantly better than \
                         {beaten} (p < {alpha}).",
                        any_of(open)
                    ))
                }
            };
            let said: Vec<String> = lead.into_iter().chain(same).collect();
            (!said.is_empty()).then(|| said.join(" "))
        };
        kinds.iter().filter_map(said).collect()
    }

    /// What some comparisons leave unclear about a run.
    fn unclear(&self, comparisons: &[&Comparison], run: &RunName) -> Vec<String> {
        let mut said = vec![];
        for comparison in comparisons {
            let measure = &comparison.sample.measure;
            let of_run = || comparison.pairs.iter().filter(|pair| pair.run == *run);
            for pair in of_run().filter(|pair| pair.status == Status::Opposed) {
                said.push(format!("On {measure}, {}.", opposed(self.answer.test, pair)));
            }
            let untested = of_run().filter(|pair| pair.status == Status::Untested);
            let untested: Vec<RunName> = untested.map(|pair| pair.baseline.clone()).collect();
            if !untested.is_empty() {
                let others = names(&untested);
                said.push(format!("On {measure}, {run} and {others} were not tested."));
            }
        }
        said
    }

    /// The slices on which the run that was chosen is significantly worse.
    fn worse_slices(&self) -> Option<String> {
        let chosen = self.answer.decision.chosen()?;
        let lost = self.answer.findings.iter().filter_map(|finding| {
            let Finding::WorseInSlice { slice, measure, better, .. } = finding else { return None };
            Some(format!("than {better} on {measure} in slice {slice}"))
        });
        let lost: Vec<String> = lost.collect();
        let lost = (!lost.is_empty()).then(|| listed(&lost, "and"))?;
        Some(format!("However, {chosen} is significantly worse {lost}."))
    }
}

impl Lead {
    fn of(comparison: &Comparison) -> Self {
        let of = |wanted: Status| {
            let mut runs = beside_best(comparison, &[wanted]);
            runs.sort_unstable();
            runs
        };
        Lead {
            open: of(Status::NotSignificant),
            better_than: of(Status::Better),
            same: of(Status::Same),
        }
    }
}
