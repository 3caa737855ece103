//! Two judges.

use super::{RatedTopic, Ratings, mean_of};
use gainline_stats::{BinaryAgreement, Confusion};

/// How far two judges agree, on documents that both have judged.
#[derive(Debug, Clone)]
pub struct PairAgreement {
    /// The one.
    pub first: usize,
    /// The other.
    pub second: usize,
    /// Documents that both have judged.
    pub both: usize,
    /// Documents that only the first has judged.
    pub only_first: usize,
    /// Documents that only the second has judged.
    pub only_second: usize,
    /// The first one's grades in rows, by their places among all grades; the second's in columns.
    pub grades: Confusion,
    /// The same, with grades told apart only by whether they are relevant.
    pub relevant: BinaryAgreement,
    /// The mean over topics of the overlap of relevant documents (Voorhees 2000), and the number of
    /// topics in which either of them found any; none if there is no such topic.
    pub mean_overlap: Option<(f64, usize)>,
}

impl PairAgreement {
    pub(super) fn on(
        topics: &[&RatedTopic],
        (first, second): (usize, usize),
        ratings: &Ratings,
        rel: f64,
    ) -> Self {
        let mut pair = PairAgreement {
            first,
            second,
            both: 0,
            only_first: 0,
            only_second: 0,
            grades: Confusion::new(ratings.grades().len()),
            relevant: BinaryAgreement::default(),
            mean_overlap: None,
        };
        let mut overlaps = vec![];
        for topic in topics {
            let mut here = BinaryAgreement::default();
            for document in &topic.documents {
                match (document.grades[first], document.grades[second]) {
                    (Some(one), Some(other)) => {
                        pair.both += 1;
                        pair.grades.add(ratings.place(one), ratings.place(other));
                        here.add(one >= rel, other >= rel);
                        pair.relevant.add(one >= rel, other >= rel);
                    }
                    (Some(_), None) => pair.only_first += 1,
                    (None, Some(_)) => pair.only_second += 1,
                    (None, None) => {}
                }
            }
            overlaps.extend(here.overlap());
        }
        pair.mean_overlap = mean_of(overlaps.into_iter());
        pair
    }
}
