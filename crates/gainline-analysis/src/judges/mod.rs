//! Several judgments of the same documents, side by side: how far the judges agree, on documents
//! that two of them or all of them have judged. A document that a judge has not judged is not one
//! that the judge finds irrelevant.

mod all;
mod pair;
mod ratings;
mod regrading;

pub use all::AllAgreement;
pub use pair::PairAgreement;
pub use ratings::{MOST_GRADES, RatedDocument, RatedTopic, Ratings, judged_by_all};
pub use regrading::Regrading;

/// How far judges agree, on some topics.
#[derive(Debug, Clone)]
pub struct Agreement {
    /// Each two judges: the first with all behind it, then the second, and so on.
    pub pairs: Vec<PairAgreement>,
    /// All of them.
    pub all: AllAgreement,
}

impl Agreement {
    /// Over all topics. Documents of grade `rel` or higher are relevant.
    ///
    /// ```
    /// use gainline::Qrels;
    /// use gainline_stats::KappaWeights;
    /// use gainline_analysis::judges::{Agreement, Ratings};
    /// let ann = Qrels::from_rows([("t", "a", 1.0), ("t", "b", 0.0), ("t", "c", 0.0)])?;
    /// let zoe = Qrels::from_rows([("t", "a", 1.0), ("t", "b", 1.0), ("t", "d", 2.0)])?;
    /// let agreement = Agreement::of(&Ratings::new(&[&ann, &zoe], |_| true)?, 1.0);
    /// let pair = &agreement.pairs[0];
    /// assert_eq!((pair.both, pair.only_first, pair.only_second), (2, 1, 1));
    /// assert_eq!(pair.relevant.overlap(), Some(0.5));
    /// assert_eq!(pair.grades.kappa(KappaWeights::Equal).unwrap().kappa, 0.0);
    /// # Ok::<(), gainline::Error>(())
    /// ```
    pub fn of(ratings: &Ratings, rel: f64) -> Agreement {
        let topics: Vec<&RatedTopic> = ratings.topics().iter().collect();
        Agreement::on(&topics, ratings, rel)
    }

    /// Topic by topic, on the grades of all.
    pub fn by_topic(ratings: &Ratings, rel: f64) -> Vec<Agreement> {
        ratings.topics().iter().map(|topic| Agreement::on(&[topic], ratings, rel)).collect()
    }

    fn on(topics: &[&RatedTopic], ratings: &Ratings, rel: f64) -> Agreement {
        let judges = ratings.judges();
        let mut pairs = vec![];
        for first in 0..judges {
            for second in first + 1..judges {
                pairs.push(PairAgreement::on(topics, (first, second), ratings, rel));
            }
        }
        Agreement { pairs, all: AllAgreement::on(topics, rel) }
    }

    /// These two judges, in either order.
    pub fn pair(&self, a: usize, b: usize) -> Option<&PairAgreement> {
        self.pairs.iter().find(|pair| (pair.first, pair.second) == (a.min(b), a.max(b)))
    }
}

/// The mean of what there is, with how many there are.
fn mean_of(values: impl Iterator<Item = f64>) -> Option<(f64, usize)> {
    let (sum, count) = values.fold((0.0, 0), |(sum, count), value| (sum + value, count + 1));
    (count > 0).then(|| (sum / count as f64, count))
}

#[cfg(test)]
mod tests;
