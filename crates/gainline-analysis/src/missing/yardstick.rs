//! A measure that runs are ordered by.

use super::outside::{is_blind_below, states};
use gainline::{
    Better, Error, ErrorKind, Evaluator, Judged, Measure, Options, PoolTopic, Qrels, Result,
    Summary,
};

/// A measure by whose mean over topics runs are ordered, ready to be taken under any judgments.
pub struct Yardstick {
    /// The measure.
    pub measure: Measure,
    evaluator: Evaluator,
    /// The lowest grade that is relevant to it.
    pub rel: f64,
    /// A grade that unjudged documents are supposed to be able to have, because no judged document
    /// is good enough for the measure: the lowest relevant one.
    pub supposed: Option<f64>,
    /// The rank below which it sees of documents only what they add to the recall base; the end of
    /// any ranking where that is not known.
    pub cutoff: usize,
    sign: f64,
    /// How many threads to use; all cores without it.
    pub threads: Option<usize>,
}

impl Yardstick {
    /// Fails where the measure needs what is not there, is no mean over topics, or has no better
    /// and worse.
    pub fn new(qrels: &Qrels, measure: &Measure, options: &Options) -> Result<Self> {
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
        let setting = measure.setting(options.rel);
        let (rel, cutoff) = (setting.rel(), setting.cutoff());
        let cutoff = if is_blind_below(measure) { cutoff } else { usize::MAX };
        let supposed = supposed_grade(qrels, measure, rel);
        let also: Vec<f64> = supposed.into_iter().collect();
        let (measures, options) = (std::slice::from_ref(measure), options.clone());
        let threads = options.threads;
        let evaluator = Evaluator::supposing(qrels, measures, options, &also)?;
        Ok(Yardstick { measure: measure.clone(), evaluator, rel, supposed, cutoff, sign, threads })
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

    /// What an unjudged document that a run lacks may turn out to be, as far as the measure tells it
    /// apart.
    pub(super) fn outside_states(&self) -> Vec<Option<f64>> {
        states(&self.measure, self.evaluator.possible_grades())
    }

    /// The value of a ranking of a topic.
    pub fn value(&self, topic: &PoolTopic, judged: &Judged<'_>) -> Result<f64> {
        Ok(self.evaluator.values(topic.name(), judged)?[0])
    }

    /// The lowest and highest value that grades of its unjudged documents can give.
    pub(super) fn bounds(&self, topic: &PoolTopic, judged: &Judged<'_>) -> Result<(f64, f64)> {
        Ok(self.evaluator.bounds(topic.name(), judged)?[0])
    }
}

/// The lowest relevant grade, where the qrels have none that is relevant to the measure, or, if it
/// does not ask for relevance, none above 0.
fn supposed_grade(qrels: &Qrels, measure: &Measure, rel: f64) -> Option<f64> {
    let asks = measure.family().params.iter().any(|param| param.name == "rel");
    let good = |grade: f64| if asks { grade >= rel } else { grade > 0.0 };
    let wanted = if asks { rel } else { rel.max(1.0) };
    let possible = qrels.grades().into_iter().filter(|grade| *grade > 0.0);
    let some = good(0.0) || possible.into_iter().any(good);
    (!some).then_some(wanted)
}
