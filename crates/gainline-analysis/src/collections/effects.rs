//! Two runs in several collections: the difference in each, and what it is over collections like these.

use super::{Board, Collection, Collections};
use crate::RunName;
use crate::compare::{Compare, CompareAnswer};
use crate::comparison::{Comparison, Computed, Family, Pair, Status, level_together, unfit};
use gainline::{Measure, Result, Summary};
use gainline_stats::{
    Effect, Hierarchical, Interval, MetaAnalysis, hierarchical, mean, meta_analysis, paired_t_test,
};
use serde::Serialize;
use std::collections::HashMap;

/// A run compared with another over collections.
#[derive(Debug, Clone, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct CollectionsPair {
    /// The run.
    pub run: RunName,
    /// The run that it is compared with. Without a baseline, it is the one with the worse macro mean.
    pub baseline: RunName,
    /// The difference in each collection that has both.
    pub effects: Vec<CollectionEffect>,
    /// In how many of them the run is better and worse.
    pub counts: CollectionCounts,
    /// The mean of these differences, of which all count the same; none where no collection has both.
    pub difference: Option<f64>,
    /// By how much the run is better over collections like these: the mean of the meta-analysis, turned
    /// where lower is better.
    pub gain: Option<f64>,
    /// The random-effects meta-analysis of these differences, or why there is none.
    pub meta: Computed<MetaAnalysis>,
    /// The p-value of the meta-analysis after the correction.
    pub p_adjusted: Option<f64>,
    /// The confidence interval of the mean difference over collections like these that belongs to the
    /// adjusted p.
    pub interval: Option<Interval>,
    /// The confidence interval of this mean difference alone, of level 1 − alpha.
    pub interval_alone: Option<Interval>,
    /// Whether the interval and the adjusted p disagree on 0, as they may after a correction that goes
    /// step by step.
    pub interval_differs: bool,
    /// Where the difference in a further collection is expected, with probability 1 − alpha, for this pair
    /// alone; needs three collections. Cut to the differences that the measure can have.
    pub prediction: Option<Interval>,
    /// The p-value of Nemenyi's test over the complete collections, corrected for all pairs of runs.
    pub nemenyi_p: Option<f64>,
    /// What the meta-analysis comes to.
    pub status: Status,
    /// How likely the difference is below, within and above the margin of equivalence (0 without one):
    /// over collections like these, in a further one, and in each, by a Bayesian hierarchical model.
    pub posterior: Option<Hierarchical>,
}

/// The difference of two runs in one collection.
#[derive(Debug, Clone, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct CollectionEffect {
    /// The collection.
    pub collection: String,
    /// The topics that every run of the collection has.
    pub topics: usize,
    /// The mean difference, run − baseline.
    pub difference: f64,
    /// By how much the run is better: the difference, turned where lower is better; 0 if only rounding is
    /// between the means.
    pub gain: f64,
    /// Its standard error over the topics; none with a single topic.
    pub standard_error: Option<f64>,
    /// The standard error that it has in the meta-analysis: where there is a single topic, or the
    /// difference is the same on all topics, by the variance of all collections pooled; none if the
    /// difference does not vary anywhere.
    pub weighed_by: Option<f64>,
    /// The t interval of this difference alone, of level 1 − alpha.
    pub interval_alone: Option<Interval>,
    /// The interval that belongs to the p-value.
    pub interval: Option<Interval>,
    /// Whether the two disagree on 0.
    pub interval_differs: bool,
    /// The p-value of the test in this collection, corrected for what is compared in it.
    pub p_adjusted: Option<f64>,
    /// What that comes to.
    pub status: Status,
}

/// Collections by which of two runs is better there.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct CollectionCounts {
    /// The run has the better mean.
    pub better: usize,
    /// Both have the same mean.
    pub equal: usize,
    /// The baseline has the better mean.
    pub worse: usize,
    /// The run is significantly better.
    pub significantly_better: usize,
    /// The run is significantly worse.
    pub significantly_worse: usize,
}

impl CollectionCounts {
    fn of(effects: &[CollectionEffect]) -> Self {
        let mut counts = CollectionCounts::default();
        for effect in effects {
            if effect.gain > 0.0 {
                counts.better += 1;
            } else if effect.gain < 0.0 {
                counts.worse += 1;
            } else {
                counts.equal += 1;
            }
            counts.significantly_better += usize::from(effect.status == Status::Better);
            counts.significantly_worse += usize::from(effect.status == Status::Worse);
        }
        counts
    }
}

impl CollectionsPair {
    /// The pairs that are compared by each of the boards' measures, with their p-values corrected.
    pub(super) fn all(
        request: &Compare,
        collections: &Collections,
        answers: &[CompareAnswer],
        boards: &[Board],
        baseline: Option<&RunName>,
    ) -> Result<Vec<Vec<Self>>> {
        let pairs = Self::compared(request, collections, answers, boards, baseline);
        pairs.map_err(|why| unfit(&why))
    }

    fn compared(
        request: &Compare,
        collections: &Collections,
        answers: &[CompareAnswer],
        boards: &[Board],
        baseline: Option<&RunName>,
    ) -> gainline_stats::Result<Vec<Vec<Self>>> {
        let mut pairs_by_measure = vec![];
        for board in boards {
            let wanted = wanted(&board.best_first, baseline);
            let alone = collections.iter().zip(answers);
            let alone = alone.filter_map(|(collection, answer)| {
                let comparison = by_measure(answer, &board.measure)?;
                Some(Alone::of(collection, comparison, collections.runs()))
            });
            let found = Found { request, board, alone: alone.collect() };
            let pairs = wanted.into_iter().map(|(run, base)| found.pair(run, base));
            pairs_by_measure.push(pairs.collect::<gainline_stats::Result<Vec<_>>>()?);
        }
        correct(request, &mut pairs_by_measure)?;
        Ok(pairs_by_measure)
    }

    /// Whether the difference over collections is significant.
    pub fn is_significant(&self) -> bool {
        matches!(self.status, Status::Better | Status::Worse)
    }
}

/// Every run with the baseline, or all pairs, the better one first.
fn wanted(best_first: &[RunName], baseline: Option<&RunName>) -> Vec<(RunName, RunName)> {
    if let Some(baseline) = baseline {
        let others = best_first.iter().filter(|run| *run != baseline);
        return others.map(|run| (run.clone(), baseline.clone())).collect();
    }
    let places = (0..best_first.len()).flat_map(|a| (a + 1..best_first.len()).map(move |b| (a, b)));
    places.map(|(a, b)| (best_first[a].clone(), best_first[b].clone())).collect()
}

/// What a pair is made of.
struct Found<'a> {
    request: &'a Compare,
    board: &'a Board,
    alone: Vec<Alone<'a>>,
}

/// The comparison in one collection.
struct Alone<'a> {
    collection: &'a str,
    comparison: &'a Comparison,
    /// For each of all runs, its place in the collection.
    places: Vec<Option<usize>>,
    /// The tested pairs, by the places of the run and its baseline.
    pairs: HashMap<(usize, usize), &'a Pair>,
}

impl<'a> Alone<'a> {
    fn of(collection: &'a Collection, comparison: &'a Comparison, runs: &[RunName]) -> Self {
        let pairs = comparison.pairs.iter();
        Alone {
            collection: &collection.name,
            comparison,
            places: collection.places(runs),
            pairs: pairs.map(|pair| ((pair.run.place, pair.baseline.place), pair)).collect(),
        }
    }

    /// What a pair came to, and its interval; it may be there the other way round, where all pairs were
    /// compared.
    fn tested(&self, run: usize, baseline: usize) -> Option<(&Pair, Status, Option<Interval>)> {
        if let Some(pair) = self.pairs.get(&(run, baseline)) {
            return Some((pair, pair.status, pair.interval.defined().copied()));
        }
        let pair = self.pairs.get(&(baseline, run))?;
        let turned = |of: &Interval| Interval { low: -of.high, high: -of.low, level: of.level };
        Some((pair, reversed(pair.status), pair.interval.defined().map(turned)))
    }

    /// The difference of two runs, if both are there; intervals have this level.
    fn effect(
        &self,
        run: &RunName,
        baseline: &RunName,
        level: f64,
    ) -> gainline_stats::Result<Option<CollectionEffect>> {
        let places = self.places[run.place].zip(self.places[baseline.place]);
        let Some((run, baseline)) = places else { return Ok(None) };
        let sample = &self.comparison.sample;
        let test = paired_t_test(&sample.columns[run], &sample.columns[baseline]);
        let test = Computed::option(test)?;
        let tested = self.tested(run, baseline);
        Ok(Some(CollectionEffect {
            collection: self.collection.into(),
            topics: sample.topics.len(),
            difference: sample.mean(run) - sample.mean(baseline),
            gain: sample.gain((baseline, run)),
            standard_error: test.map(|test| test.standard_error),
            weighed_by: None,
            interval_alone: test.map(|test| test.interval(level)).transpose()?,
            interval: tested.and_then(|(_, _, interval)| interval),
            interval_differs: tested.is_some_and(|(pair, _, _)| pair.interval_differs),
            p_adjusted: tested.and_then(|(pair, _, _)| pair.p_adjusted()),
            status: tested.map_or(Status::Untested, |(_, status, _)| status),
        }))
    }
}

impl Found<'_> {
    fn pair(&self, run: RunName, baseline: RunName) -> gainline_stats::Result<CollectionsPair> {
        let level = 1.0 - self.request.alpha;
        let effects = self.alone.iter().map(|alone| alone.effect(&run, &baseline, level));
        let effects = effects.collect::<gainline_stats::Result<Vec<_>>>()?;
        let mut effects: Vec<CollectionEffect> = effects.into_iter().flatten().collect();
        weigh(&mut effects);
        let differences: Vec<f64> = effects.iter().map(|effect| effect.difference).collect();
        let meta = Computed::of(meta_analysis(&measured(&effects)))?;
        let of_meta = |of: &dyn Fn(&MetaAnalysis) -> gainline_stats::Result<Interval>| {
            let found = meta.defined().map(of).transpose();
            found.or_else(|why| Computed::option(Err(why)))
        };
        let all_same = effects.iter().all(|effect| effect.status == Status::Same);
        Ok(CollectionsPair {
            counts: CollectionCounts::of(&effects),
            gain: meta.defined().map(|meta| self.board.oriented(meta.mean)),
            difference: Computed::option(mean(&differences))?,
            p_adjusted: None,
            interval: None,
            interval_alone: of_meta(&|meta| meta.interval(level))?,
            interval_differs: false,
            prediction: of_meta(&|meta| meta.prediction(level))?.map(|next| self.possible(next)),
            nemenyi_p: None,
            status: match all_same && !effects.is_empty() {
                true => Status::Same,
                false => Status::Untested,
            },
            posterior: self.posterior(&effects)?,
            meta,
            effects,
            run,
            baseline,
        })
    }

    /// An interval, cut to the differences that the measure can have.
    fn possible(&self, interval: Interval) -> Interval {
        let measure = &self.board.measure;
        let (low, high) = measure.family().range;
        let most = match measure.summary() {
            Summary::Mean | Summary::Pooled => high - low,
            Summary::Sum | Summary::GeometricMean => f64::INFINITY,
        };
        Interval { low: interval.low.max(-most), high: interval.high.min(most), ..interval }
    }

    /// The prior lets collections differ by as much as topics do.
    fn posterior(
        &self,
        effects: &[CollectionEffect],
    ) -> gainline_stats::Result<Option<Hierarchical>> {
        let squares: Vec<f64> = effects
            .iter()
            .filter_map(|effect| Some(effect.standard_error?.powi(2) * effect.topics as f64))
            .collect();
        let Some(variance) = Computed::option(mean(&squares))?.filter(|variance| *variance > 0.0)
        else {
            return Ok(None);
        };
        let rope = self.request.equivalence.unwrap_or(0.0);
        Computed::option(hierarchical(&measured(effects), rope, variance.sqrt()))
    }
}

/// Gives each difference its standard error, those without a spread of their own (a single topic, or the
/// same on all topics) by the variance of all collections pooled: that few topics happen not to differ
/// does not make a difference certain.
fn weigh(effects: &mut [CollectionEffect]) {
    let (mut squares, mut df) = (0.0, 0.0);
    for effect in effects.iter() {
        if let Some(error) = effect.standard_error {
            let topics = effect.topics as f64;
            squares += (topics - 1.0) * topics * error * error;
            df += topics - 1.0;
        }
    }
    for effect in effects {
        let pooled = (squares / (df * effect.topics as f64)).sqrt();
        let own = effect.standard_error.filter(|error| *error > 0.0);
        effect.weighed_by = own.or(Some(pooled)).filter(|error| *error > 0.0);
    }
}

/// The differences that have a weight.
fn measured(effects: &[CollectionEffect]) -> Vec<Effect> {
    let effect = |effect: &CollectionEffect| {
        Some(Effect { value: effect.difference, standard_error: effect.weighed_by? })
    };
    effects.iter().filter_map(effect).collect()
}

/// The comparison by a measure over all topics.
pub(super) fn by_measure<'a>(
    answer: &'a CompareAnswer,
    measure: &Measure,
) -> Option<&'a Comparison> {
    answer.over_all_topics().find(|comparison| comparison.sample.measure == *measure)
}

fn reversed(status: Status) -> Status {
    match status {
        Status::Better => Status::Worse,
        Status::Worse => Status::Better,
        Status::NotSignificant | Status::Opposed | Status::Same | Status::Untested => status,
    }
}

/// Corrects the p-values of the meta-analyses, over all measures or each, and makes the intervals that
/// belong to them.
fn correct(
    request: &Compare,
    by_measure: &mut [Vec<CollectionsPair>],
) -> gainline_stats::Result<()> {
    let families: Vec<&mut [Vec<CollectionsPair>]> = match request.family {
        Family::All => vec![by_measure],
        Family::Measure => by_measure.chunks_mut(1).collect(),
    };
    for family in families {
        correct_family(request, family)?;
    }
    Ok(())
}

fn correct_family(
    request: &Compare,
    family: &mut [Vec<CollectionsPair>],
) -> gainline_stats::Result<()> {
    let correction = request.correction_of_pairs();
    let tested = |pair: &CollectionsPair| Some(pair.meta.defined()?.p);
    let p: Vec<f64> = family.iter().flatten().filter_map(tested).collect();
    let adjusted = correction.adjust(&p)?;
    let level = level_together(correction, request.alpha, &adjusted);
    let mut adjusted = adjusted.into_iter();
    for pair in family.iter_mut().flatten() {
        let Some((meta, gain)) = pair.meta.defined().zip(pair.gain) else { continue };
        let Some(p) = adjusted.next() else { break };
        let interval = meta.interval(level)?;
        pair.interval_differs = (p < request.alpha) == interval.contains(0.0);
        pair.interval = Some(interval);
        pair.p_adjusted = Some(p);
        pair.status = if p >= request.alpha {
            Status::NotSignificant
        } else if gain > 0.0 {
            Status::Better
        } else {
            Status::Worse
        };
    }
    Ok(())
}
