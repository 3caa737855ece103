//! One measure of one topic under the policies for ties and unjudged documents. What a measure's
//! family says of itself (`measure/rules.rs`) decides how: by its own closed form, by an order that
//! is known to be the best, or by going through all orders or grades.

mod orders;
mod unjudged;

pub use orders::MOST_ORDERS;
pub use unjudged::MOST_GRADINGS;
pub(crate) use unjudged::Topic;

use crate::measure::{
    Better, BoundRule, BoundScorer, Cutoff, Gains, JudgedScorer, Measure, Need, ParamKind, Scorer,
    Sees, Summary, TieRule, Totals,
};
use crate::ranking::judged::Judged;
use crate::ranking::ties::Ties;
use crate::{Error, ErrorKind, Result};
use unjudged::State;

/// A measure, ready to be taken of topics.
pub(crate) struct Column {
    scorer: JudgedScorer,
    bounds: Bounds,
    rel: f64,
    /// Where the ranking ends for the measure.
    cutoff: usize,
    /// What grades are worth, if the measure goes by gains.
    gains: Option<Gains>,
    /// The scorer gives the mean over the orders of ties.
    mean_is_closed: bool,
    /// The order by gains is the best one.
    extremes_are_closed: bool,
    /// No document that is not relevant is worth more than a relevant one.
    worth_is_relevance: bool,
    better: Better,
    /// The lowest and the highest value.
    range: (f64, f64),
    /// The size of the collection that the measure was given.
    collection: Option<f64>,
    /// The grades that an unjudged document may have, lowest first.
    possible: Vec<f64>,
}

/// How bounds are found, by which states of unjudged documents.
enum Bounds {
    Fixed,
    OneWay(Vec<State>),
    Searched(Vec<State>),
    Exhausted(Vec<State>),
    Own(BoundScorer),
}

/// The grades that an unjudged document may have, where judged ones have these: 0 and those above
/// it, lowest first.
pub(crate) fn possible_grades(grades: &[f64]) -> Vec<f64> {
    [0.0].into_iter().chain(grades.iter().copied().filter(|grade| *grade > 0.0)).collect()
}

/// Why a topic has no value.
#[derive(Debug)]
pub(crate) enum NoValue {
    /// The orders of tied documents are too many to go through.
    Orders,
    /// So many unjudged documents are too many to give them grades.
    Unjudged(usize),
    /// There are more documents than the collection is said to hold.
    Collection(usize),
    /// The ranking is cut off within tied documents whose order is open.
    CutTie(usize),
}

impl Column {
    /// `grades` are those of the qrels, lowest first.
    pub(crate) fn new(measure: &Measure, rel: f64, grades: &[f64]) -> Result<Self> {
        measure.check_grades(grades)?;
        let needs = match measure.scorer_on(rel, grades) {
            Scorer::Judged(scorer) => return Ok(Column::of(measure, rel, grades, scorer)),
            Scorer::Groups(_) => "judgments by groups (gainline trec-eval -R qrels_jg)",
            Scorer::Preferences(_) => "preferences (gainline trec-eval -R prefs)",
        };
        let message = format!("measure `{measure}` needs {needs}, not qrels");
        Err(Error::new(ErrorKind::Measure, message))
    }

    fn of(measure: &Measure, rel: f64, grades: &[f64], scorer: JudgedScorer) -> Self {
        let (family, setting) = (measure.family(), measure.setting_on(rel, grades));
        let has_gains = family.params.iter().any(|p| p.kind == ParamKind::Gains);
        let gains = has_gains.then(|| setting.gains());
        let rel = setting.rel();
        let upside_down = setting.discount_rises();
        let worth = |grade: &f64| gains.as_ref().map_or(*grade, |gains| gains.of(*grade));
        // Grade 0 is possible even where the qrels do not have it.
        let has_losses = gains.is_some() && grades.iter().chain(&[0.0]).any(|g| worth(g) < 0.0);
        let same = |grade: &f64| {
            let gain = gains.as_ref().map_or(*grade, |gains| gains.of(*grade));
            (gain > 0.0) == (*grade >= rel) && gain >= 0.0
        };
        let is_closed = |rule: TieRule| match rule {
            TieRule::Closed | TieRule::MeanRanks => true,
            TieRule::ClosedWithoutLosses => !has_losses,
            TieRule::ClosedUncut => measure.cutoff().is_none() && !has_losses,
            TieRule::ClosedIfGainIsRelevance => grades.iter().all(same),
            TieRule::Orders => false,
        };
        let extremes_are_closed = is_closed(family.tie_extremes) && !upside_down;
        // Behind a cutoff, an unjudged document only matters for the recall base.
        let uncut = family.tie_extremes == TieRule::ClosedUncut && !upside_down;
        let is_regular = (extremes_are_closed || uncut) && !has_losses;
        let least = grades.iter().filter(|g| **g >= rel).map(worth).fold(f64::INFINITY, f64::min);
        let most = grades.iter().filter(|g| **g < rel).map(worth).fold(0.0, f64::max);
        let possible = possible_grades(grades);
        let states = |sees| unjudged::states(sees, &possible, rel, worth);
        let n = family.needs.iter().any(|n| {
            matches!(n, Need::Collection | Need::CollectionGiven | Need::CollectionIfGiven)
        });
        Column {
            bounds: match family.bounds {
                BoundRule::Fixed | BoundRule::Refused(_) => Bounds::Fixed,
                BoundRule::OneWay => Bounds::OneWay(states(Sees::Grade)),
                // What makes the order by gains the best one makes these short ways right.
                BoundRule::Searched(sees) if is_regular => Bounds::Searched(states(sees)),
                BoundRule::Own { make, .. } if !upside_down && !has_losses => {
                    Bounds::Own(make(&setting))
                }
                BoundRule::Exhausted(sees @ (Sees::Grade | Sees::Relevance)) => {
                    Bounds::Exhausted(states(sees))
                }
                BoundRule::Exhausted(Sees::Judgment)
                | BoundRule::Searched(_)
                | BoundRule::Own { .. } => Bounds::Exhausted(unjudged::all_states(&possible)),
            },
            cutoff: setting.cutoff(),
            mean_is_closed: is_closed(family.tie_mean),
            extremes_are_closed,
            worth_is_relevance: least >= most && !has_losses,
            better: family.better,
            range: family.range,
            collection: n.then(|| setting.given("N")).flatten(),
            scorer,
            rel,
            gains,
            possible,
        }
    }

    /// Whether a measure whose topics are pooled has totals under this order of ties.
    pub(crate) fn check_pooled(&self, measure: &Measure, ties: Ties) -> Result<()> {
        let open = matches!(ties, Ties::Best | Ties::Worst) && !self.extremes_are_closed;
        if measure.summary() != Summary::Pooled || !open {
            return Ok(());
        }
        let message = format!("`{measure}` cannot be pooled with ties in the {ties} order");
        Err(Error::new(ErrorKind::Measure, message).remedy("order ties by docid, rank or input"))
    }

    /// Whether a measure has bounds.
    pub(crate) fn check_bounds(measure: &Measure) -> Result<()> {
        let reason = match measure.family().bounds {
            BoundRule::Refused(reason) => Some(reason),
            BoundRule::Fixed
            | BoundRule::OneWay
            | BoundRule::Searched(_)
            | BoundRule::Exhausted(_)
            | BoundRule::Own { .. } => {
                (measure.summary() == Summary::Pooled).then_some("its topics are pooled")
            }
        };
        let Some(reason) = reason else { return Ok(()) };
        let message = format!("measure `{measure}` has no bounds for unjudged documents: {reason}");
        Err(Error::new(ErrorKind::Measure, message)
            .remedy("leave it out, or count unjudged documents as irrelevant"))
    }

    /// Whether its topics may be pooled.
    pub(crate) fn is_pooled(&self) -> bool {
        self.scorer.pooled().is_some()
    }

    /// What the topic's value is computed from, if topics may be pooled.
    /// They are not numbers where the best order is only found by going through all.
    pub(crate) fn totals(&self, judged: &Judged<'_>, ties: Ties) -> Totals {
        let Some(pooled) = self.scorer.pooled() else { return Totals::default() };
        let open = !judged.ties().is_empty() && ties != Ties::Average;
        match open {
            true if !self.extremes_are_closed => [f64::NAN; 4],
            true => orders::arranged(self, judged, ties == Ties::Best, |j| pooled.totals(j)),
            false => pooled.totals(judged),
        }
    }

    /// The topic's value; where `ties` leave an order open, as they say.
    pub(crate) fn score(
        &self,
        judged: &Judged<'_>,
        ties: Ties,
    ) -> std::result::Result<f64, NoValue> {
        self.check_collection(judged)?;
        if judged.has_cut_tie() {
            return Err(NoValue::CutTie(judged.retrieved()));
        }
        if judged.ties().is_empty() {
            return Ok(self.scorer.score(judged));
        }
        let best = match ties {
            Ties::Average if self.mean_is_closed => return Ok(self.scorer.score(judged)),
            Ties::Average => return orders::mean(self, judged),
            Ties::Docid | Ties::Rank | Ties::Input => None,
            // There is no better or worse, so there is no best order.
            Ties::Best | Ties::Worst if self.better == Better::Neither => None,
            Ties::Best => Some(true),
            Ties::Worst => Some(false),
        };
        match best {
            None => Ok(self.scorer.score(&judged.with_ties(&[]))),
            Some(best) if self.extremes_are_closed => {
                Ok(orders::arranged(self, judged, best, |judged| self.scorer.score(judged)))
            }
            Some(best) => orders::extreme(self, judged, best),
        }
    }

    /// The lowest and the highest value of a topic when each unjudged document may have any possible
    /// grade or stay unjudged; `plain` is the value when all stay.
    pub(crate) fn bounds(
        &self,
        topic: &mut Topic<'_>,
        plain: f64,
    ) -> std::result::Result<(f64, f64), NoValue> {
        let (low, high) = match &self.bounds {
            Bounds::Fixed => (plain, plain),
            Bounds::Own(bounds) => bounds(topic.judged(), &self.possible),
            Bounds::OneWay(states) => unjudged::one_way(self, topic, states),
            Bounds::Searched(states) => unjudged::search(self, topic, states)?,
            Bounds::Exhausted(states) => unjudged::exhaust(self, topic, states)?,
        };
        // Another way to the same number may round it differently.
        Ok((low.min(plain), high.max(plain)))
    }

    fn check_collection(&self, judged: &Judged<'_>) -> std::result::Result<(), NoValue> {
        let given = self.collection.or(judged.background().collection.map(|n| n as f64));
        let Some(given) = given else { return Ok(()) };
        let there_are = judged.retrieved() + judged.grades().len() - judged.found().len();
        if there_are as f64 > given { Err(NoValue::Collection(there_are)) } else { Ok(()) }
    }

    /// What a document is worth to the measure: the higher, the better at a high rank.
    fn worth(&self, grade: f64) -> f64 {
        self.gains.as_ref().map_or(grade, |gains| gains.of(grade))
    }
}

impl NoValue {
    /// The error for a topic.
    pub(crate) fn error(self, measure: &Measure, topic: &str) -> Error {
        let (message, remedy) = match self {
            NoValue::Orders => (
                format!(
                    "`{measure}` has no closed form for tied documents, and topic `{topic}` has more \
                     than {MOST_ORDERS} orders of them"
                ),
                "leave the measure out, or order ties by docid, rank or input",
            ),
            NoValue::Unjudged(count) => (
                format!(
                    "the bounds of `{measure}` are found by trying grades, and topic `{topic}` has \
                     too many unjudged documents for that: {count}"
                ),
                match measure.family().cutoff {
                    Cutoff::None | Cutoff::Recall => "take only the top of the rankings (--depth)",
                    Cutoff::Optional | Cutoff::Required => {
                        "give the measure a cutoff, or take only the top of the rankings (--depth)"
                    }
                },
            ),
            NoValue::CutTie(depth) => (
                format!(
                    "in topic `{topic}` documents of equal score stand on both sides of depth {depth}, so \
                     that it depends on their order which of them are there"
                ),
                "leave the depth out and give measures a cutoff, or order ties by docid, rank or input",
            ),
            NoValue::Collection(there_are) => (
                format!(
                    "the collection is too small for topic `{topic}`: {there_are} documents are \
                     retrieved or judged"
                ),
                "give the size of the whole collection (--collection-size, or N= in a measure)",
            ),
        };
        Error::new(ErrorKind::Measure, message).remedy(remedy)
    }
}
