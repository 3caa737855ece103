//! All topics or a slice of them, and how measures or judgments order the runs there.

use crate::comparison::{Plan, RankAgreement, RankedRuns, Sample, compare};

/// What there is of all topics, or of a slice.
pub(crate) struct Part {
    pub slice: Option<String>,
    pub topics: usize,
    /// By the first judgments, one for each measure.
    pub first: Vec<RankedRuns>,
    /// By the second, where there are any.
    pub second: Vec<RankedRuns>,
    /// Each two measures; nothing where there are second judgments.
    pub measures: Vec<(usize, usize, RankAgreement)>,
    /// Each measure by the first judgments against the same by the second.
    pub judgments: Vec<RankAgreement>,
}

impl Part {
    /// The parts of samples, each of which has as many measures. With two sets of judgments, the
    /// runs by the second stand behind those by the first.
    pub(crate) fn all(
        samples: Vec<Sample>,
        measures: usize,
        two_sets: bool,
        plan: &Plan<'_>,
    ) -> gainline::Result<Vec<Self>> {
        let mut places: Vec<(Option<String>, usize)> = vec![];
        let (mut first, mut second) = (vec![], vec![]);
        for sample in samples {
            places.push((sample.slice.clone(), sample.topics.len()));
            if two_sets {
                let runs = sample.columns.len() / 2;
                let mut halves = sample.split(runs).into_iter();
                first.extend(halves.next());
                second.extend(halves);
            } else {
                first.push(sample);
            }
        }
        let ranked = |samples: Vec<Sample>| -> gainline::Result<Vec<RankedRuns>> {
            let compared = compare(samples, plan)?.into_iter();
            Ok(compared.map(|comparison| RankedRuns::of(comparison, plan)).collect())
        };
        let (mut first, mut second) = (ranked(first)?.into_iter(), ranked(second)?.into_iter());
        let part = |places: &[(Option<String>, usize)]| {
            let one = first.by_ref().take(measures).collect();
            let other = second.by_ref().take(measures).collect();
            Part::of(places[0].0.clone(), places[0].1, one, other)
        };
        Ok(places.chunks(measures).map(part).collect())
    }

    fn of(
        slice: Option<String>,
        topics: usize,
        first: Vec<RankedRuns>,
        second: Vec<RankedRuns>,
    ) -> Self {
        let mut measures = vec![];
        for b in (0..first.len()).filter(|_| second.is_empty()) {
            let with = |a: usize| (a, b, RankAgreement::of(&first[a].heights, &first[b].heights));
            measures.extend((0..b).map(with));
        }
        measures.sort_by_key(|&(a, b, _)| (a, b));
        let both = first.iter().zip(&second);
        let both = both.map(|(one, other)| RankAgreement::of(&one.heights, &other.heights));
        let judgments = both.collect();
        Part { slice, topics, first, second, measures, judgments }
    }

    /// What it is called in a column.
    pub(crate) fn label(&self) -> String {
        self.slice.as_ref().map_or("all".into(), |slice| format!("by:{slice}"))
    }

    /// All measures by all judgments, with which judgments these are.
    pub(crate) fn ranked(&self) -> impl Iterator<Item = (&'static str, &RankedRuns)> {
        let first = self.first.iter().map(|ranked| ("first", ranked));
        first.chain(self.second.iter().map(|ranked| ("second", ranked)))
    }
}
