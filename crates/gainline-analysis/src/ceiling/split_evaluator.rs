//! Rankings seen through the judgments that a split leaves, and what measures make of them.

use super::plan::{Split, Topic};
use gainline::{Background, Better, Evaluator, Found, Judged, Measure, Options, Result, Unjudged};

/// Measures rankings of a topic under a split.
pub(super) struct SplitEvaluator<'a> {
    pub evaluator: &'a Evaluator,
    pub measures: &'a [Measure],
    pub options: &'a Options,
    pub depth: usize,
    pub topic: &'a Topic<'a>,
    pub split: &'a Split,
}

impl SplitEvaluator<'_> {
    /// The measures of a ranking, given by the places of its documents among the judged ones; none
    /// for the unjudged. What the split takes out, is passed over.
    pub(super) fn values(&self, ranking: impl Iterator<Item = Option<usize>>) -> Result<Vec<f64>> {
        let condensed = self.options.unjudged == Unjudged::Condense;
        let seen = self.left(ranking).filter(|at| at.is_some() || !condensed);
        let (mut found, mut retrieved) = (vec![], 0);
        for at in seen {
            retrieved += 1;
            if let Some(at) = at {
                let known = self.topic.pool.documents()[at].known;
                found.push(Found { rank: retrieved, grade: self.topic.judged[at].grade, known });
            }
        }
        self.measured(retrieved, &found)
    }

    /// How many documents a ranking has, as far as measures see it.
    pub(super) fn length(&self, ranking: impl Iterator<Item = Option<usize>>) -> usize {
        self.left(ranking).count()
    }

    fn left(
        &self,
        ranking: impl Iterator<Item = Option<usize>>,
    ) -> impl Iterator<Item = Option<usize>> {
        let left = ranking.filter(|at| !at.is_some_and(|at| self.split.removes(at)));
        left.take(self.depth)
    }

    fn measured(&self, retrieved: usize, found: &[Found]) -> Result<Vec<f64>> {
        let grades = |wanted: &dyn Fn(usize) -> bool| {
            let judged = self.topic.judged.iter().enumerate();
            let judged = judged.filter(|(at, _)| self.split.measures(*at) && wanted(*at));
            let mut grades: Vec<f64> = judged.map(|(_, j)| j.grade).collect();
            grades.sort_unstable_by(|a, b| b.total_cmp(a));
            grades
        };
        let all = grades(&|_| true);
        let known = grades(&|at| self.topic.pool.documents()[at].known);
        let options = &self.options;
        let name = self.topic.pool.name();
        let removed = self.topic.judged.len() - all.len();
        let background = Background {
            collection: options.collection.map(|size| size.saturating_sub(removed)),
            known: &known,
            expected: options.expected.as_ref().and_then(|expected| expected.of(name)),
        };
        let judged = Judged::new(retrieved, found, &all).with_background(background);
        self.evaluator.values(name, &judged)
    }

    /// The best values that any ranking gives: of the relevant documents, of all with a grade above
    /// 0, or of all that are judged, by descending grade; for each measure, whichever is best.
    pub(super) fn perfect(&self) -> Result<Vec<f64>> {
        let judged = self.topic.judged.iter().enumerate();
        let mut order: Vec<usize> =
            judged.filter(|(at, _)| self.split.measures(*at)).map(|(at, _)| at).collect();
        let grade = |at: &usize| self.topic.judged[*at].grade;
        order.sort_by(|a, b| grade(b).total_cmp(&grade(a)));
        let from = [self.options.rel, f64::MIN_POSITIVE, f64::NEG_INFINITY];
        let values = from.map(|least| {
            self.values(order.iter().filter(|at| grade(at) >= least).map(|at| Some(*at)))
        });
        let [relevant, graded, all] = values;
        let mut best = relevant?;
        for others in [graded?, all?] {
            for ((best, other), measure) in best.iter_mut().zip(others).zip(self.measures) {
                *best = match measure.family().better {
                    Better::Lower => best.min(other),
                    Better::Higher | Better::Neither => best.max(other),
                };
            }
        }
        Ok(best)
    }
}
