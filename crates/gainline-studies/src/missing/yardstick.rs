//! A measure that runs are ordered by.

use gainline::{
    Better, BoundRule, Error, ErrorKind, Evaluator, Found, Grading, Measure, Options, PoolTopic,
    Qrels, Result, Sees, Summary,
};

/// A measure by whose mean over topics runs are ordered, ready to be taken under any judgments.
pub struct Yardstick<'q> {
    measure: Measure,
    evaluator: Evaluator<'q>,
    rel: f64,
    cutoff: usize,
    sign: f64,
    threads: Option<usize>,
}

impl<'q> Yardstick<'q> {
    /// Fails where the measure needs what is not there, is no mean over topics, or has no better
    /// and worse.
    pub fn new(qrels: &'q Qrels, measure: &Measure, options: &Options) -> Result<Self> {
        let refused = |why: &str| {
            let message = format!("measure `{measure}` orders no runs here: {why}");
            Err(Error::new(ErrorKind::Measure, message)
                .remedy("take a measure that is a mean over topics, such as nDCG@10 or AP"))
        };
        if measure.summary() != Summary::Mean {
            return refused("its topics are not put together by their mean");
        }
        let sign = match measure.family().better {
            Better::Higher => 1.0,
            Better::Lower => -1.0,
            Better::Neither => return refused("neither more nor less of it is better"),
        };
        let evaluator = Evaluator::new(qrels, std::slice::from_ref(measure), options.clone())?;
        let setting = measure.setting(options.rel);
        let (rel, cutoff) = (setting.rel(), setting.cutoff());
        let threads = options.joining.threads;
        Ok(Yardstick { measure: measure.clone(), evaluator, rel, cutoff, sign, threads })
    }

    /// The measure.
    pub fn measure(&self) -> &Measure {
        &self.measure
    }

    /// The lowest grade that is relevant to it.
    pub fn rel(&self) -> f64 {
        self.rel
    }

    /// How many threads to use; all cores without it.
    pub(super) fn threads(&self) -> Option<usize> {
        self.threads
    }

    /// The last rank that it looks at.
    pub(super) fn cutoff(&self) -> usize {
        self.cutoff
    }

    /// How good a value is: higher is better, whichever way the measure goes.
    pub fn height(&self, value: f64) -> f64 {
        self.sign * value
    }

    /// The highest grade that an unjudged document may turn out to have.
    pub fn top_grade(&self) -> f64 {
        self.evaluator.possible_grades().last().copied().unwrap_or(0.0)
    }

    /// The lowest relevant grade that an unjudged document may have; the highest of all where none
    /// is relevant.
    pub(super) fn least_relevant_grade(&self) -> f64 {
        let mut grades = self.evaluator.possible_grades().iter();
        grades.find(|grade| **grade >= self.rel).copied().unwrap_or_else(|| self.top_grade())
    }

    /// What unjudged documents that a run lacks may all turn out to be, at the ends: they count in the
    /// recall base only, so that the least and the most of them are at the ends of the measure.
    pub(super) fn outside_states(&self) -> Vec<Option<f64>> {
        let mut states = vec![None, Some(self.top_grade())];
        let rule = self.measure.family().bounds;
        if let BoundRule::Searched(Sees::Judgment) | BoundRule::Exhausted(Sees::Judgment) = rule {
            states.push(Some(0.0));
        }
        states
    }

    /// The value of a run's ranking of a topic under some judgments; `found` is room for it.
    pub fn value(
        &self,
        topic: &PoolTopic,
        run: usize,
        grading: &Grading,
        found: &mut Vec<Found>,
    ) -> Result<f64> {
        let values = self.evaluator.values(topic.name(), &topic.judged(run, grading, found))?;
        Ok(values[0])
    }

    /// The lowest and highest value that grades of its unjudged documents can give.
    pub(super) fn bounds(
        &self,
        topic: &PoolTopic,
        run: usize,
        grading: &Grading,
        found: &mut Vec<Found>,
    ) -> Result<(f64, f64)> {
        let bounds = self.evaluator.bounds(topic.name(), &topic.judged(run, grading, found))?;
        Ok(bounds[0])
    }
}
