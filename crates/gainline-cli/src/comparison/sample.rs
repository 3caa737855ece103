//! The values of runs, topic by topic, as tests take them.

use crate::evaluation::Evaluated;
use crate::notes::listed;
use gainline::{Average, Better, LOWEST, Measure, Slices, Summary};
use gainline_stats::is_same;
use std::collections::HashSet;

/// The values of some runs by one measure on the same topics.
pub(crate) struct Sample<'r> {
    pub measure: &'r Measure,
    /// The slice of the topics; all without one.
    pub slice: Option<&'r str>,
    pub topics: Vec<&'r str>,
    /// A column for each run.
    pub columns: Vec<Vec<f64>>,
    /// Each run's value over these topics, as `gainline eval` has it.
    pub means: Vec<f64>,
}

impl Sample<'_> {
    /// The values of topics as they are compared: of measures whose values are put together by a
    /// geometric mean their logarithms, since the mean of these is what such a measure goes by;
    /// and equal where only rounding is between the values of a topic, so that all tests and
    /// counts take the same values as equal. All values are not rounded to a grid, since then
    /// equal differences would vary.
    pub(crate) fn prepared(mut self) -> Self {
        if self.is_logged() {
            self.columns.iter_mut().flatten().for_each(|value| *value = value.max(LOWEST).ln());
        }
        let mut order: Vec<usize> = (0..self.columns.len()).collect();
        for topic in 0..self.topics.len() {
            let columns = &mut self.columns;
            order.sort_by(|&a, &b| columns[a][topic].total_cmp(&columns[b][topic]));
            let mut before = f64::NAN;
            for at in 1..order.len() {
                let (last, value) = (columns[order[at - 1]][topic], columns[order[at]][topic]);
                let below = if at == 1 { last } else { before };
                before = value;
                if is_same(below, value) {
                    columns[order[at]][topic] = last;
                }
            }
        }
        self
    }

    /// Whether values are logarithms.
    fn is_logged(&self) -> bool {
        self.measure.summary() == Summary::GeometricMean
    }

    /// A mean as it is shown: of logarithms, the geometric mean.
    pub(crate) fn shown(&self, mean: f64) -> f64 {
        if self.is_logged() { mean.exp() } else { mean }
    }

    /// A run's mean over topics, which is what tests and intervals are about. For measures that
    /// `gainline eval` adds up or puts together in another way it is not the value that it has.
    pub(crate) fn mean(&self, run: usize) -> f64 {
        if self.measure.summary() == Summary::Mean {
            return self.means[run];
        }
        gainline_stats::mean(&self.columns[run]).unwrap_or(self.means[run])
    }

    /// By how much the mean of the second run is better than that of the first; 0 if only rounding
    /// is between them.
    pub(crate) fn gain(&self, (first, second): (usize, usize)) -> f64 {
        let (base, value) = (self.mean(first), self.mean(second));
        if is_same(base, value) { 0.0 } else { self.oriented(value - base) }
    }

    /// A value, turned so that higher is better.
    pub(crate) fn oriented(&self, value: f64) -> f64 {
        if self.measure.family().better == Better::Lower { -value } else { value }
    }

    /// The runs, the best first; those of equal means as they were given.
    pub(crate) fn best_first(&self) -> Vec<usize> {
        let height = |run: usize| self.oriented(self.mean(run));
        let mut order: Vec<usize> = (0..self.columns.len()).collect();
        order.sort_by(|&a, &b| height(b).total_cmp(&height(a)));
        order
    }
}

/// The samples of all measures over all topics that every run has, and then over each slice that
/// has any of them. Runs may have been evaluated by further measures than these, behind them.
pub(crate) fn samples<'r>(
    runs: &'r [Evaluated],
    measures: &'r [Measure],
    slices: Option<&'r Slices>,
) -> gainline::Result<Vec<Sample<'r>>> {
    Ok(scores(runs, measures, slices)?.into_iter().map(Sample::prepared).collect())
}

/// The same with the scores as they are, not yet prepared to be compared.
pub(crate) fn scores<'r>(
    runs: &'r [Evaluated],
    measures: &'r [Measure],
    slices: Option<&'r Slices>,
) -> gainline::Result<Vec<Sample<'r>>> {
    let sets: Vec<HashSet<&str>> =
        runs.iter().map(|run| run.scores.topics().iter().map(String::as_str).collect()).collect();
    let common: Vec<&str> = runs.first().map_or(vec![], |first| {
        let topics = first.scores.topics().iter().map(String::as_str);
        topics.filter(|topic| sets.iter().all(|set| set.contains(topic))).collect()
    });
    let mut parts: Vec<(Option<&str>, Vec<&str>)> = vec![(None, common.clone())];
    for (slice, topics) in slices.into_iter().flat_map(Slices::iter) {
        let inside: HashSet<&str> = topics.iter().map(String::as_str).collect();
        let topics: Vec<&str> = common.iter().copied().filter(|t| inside.contains(t)).collect();
        // Of no topics there is nothing to say.
        if !topics.is_empty() {
            parts.push((Some(slice), topics));
        }
    }
    let mut samples = vec![];
    for (slice, topics) in parts {
        let wanted: HashSet<&str> = topics.iter().copied().collect();
        let scores: Vec<_> =
            runs.iter().map(|run| run.scores.only(|topic| wanted.contains(topic))).collect();
        for (at, measure) in measures.iter().enumerate() {
            let means = scores
                .iter()
                .map(|scores| Ok(scores.average(Average::Macro, None)?[at]))
                .collect::<gainline::Result<_>>()?;
            let columns = scores.iter().map(|scores| scores.column(at).collect()).collect();
            samples.push(Sample { measure, slice, topics: topics.clone(), columns, means });
        }
    }
    Ok(samples)
}

/// Which measures are compared by the logarithms of their values, in words.
pub(crate) fn logarithms(measures: &[Measure]) -> Option<String> {
    let geometric = measures.iter().filter(|m| m.summary() == Summary::GeometricMean);
    let names: Vec<String> = geometric.map(ToString::to_string).collect();
    let names: Vec<&str> = names.iter().map(String::as_str).collect();
    (!names.is_empty()).then(|| {
        format!(
            "for {}, tests and differences are of the natural logarithms of the topics' values, \
             of which the geometric mean is made (values below {LOWEST} count as that)",
            listed(&names, "and")
        )
    })
}
