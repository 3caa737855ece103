//! Rocchio's contingency table, the measures that are ratios of its entries, and those of them
//! that have no file of their own.

use super::{SHARE, ratio};
use crate::measure::{
    Better, Cutoff, Example, Family, Need, Outside, Param, ParamKind, REL, Scorer, Setting, Totals,
};
use crate::ranking::judged::Judged;
use crate::ranking::ties::Ties;

/// Documents counted by whether they are relevant and whether they were retrieved: of one topic,
/// or of several added up.
///
/// ```
/// use gainline::{Contingency, Found, Judged};
/// let judged = [Found::new(1, 1.0), Found::new(3, 0.0), Found::new(4, 1.0)];
/// let table = Contingency::within(&Judged::new(5, &judged, &[1.0, 1.0, 1.0, 0.0]), 1.0, 4);
/// assert_eq!((table.found, table.retrieved, table.relevant), (2.0, 4.0, 3.0));
/// assert_eq!((table.precision(), table.recall()), (0.5, 2.0 / 3.0));
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Default)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Contingency {
    /// Relevant and retrieved.
    pub found: f64,
    /// Retrieved.
    pub retrieved: f64,
    /// Relevant.
    pub relevant: f64,
    /// All documents of the collection.
    pub collection: f64,
}

impl Contingency {
    /// The top `k` of a ranking.
    pub fn within(judged: &Judged<'_>, rel: f64, k: usize) -> Self {
        let retrieved = k.min(judged.retrieved());
        let collection = judged.collection(rel) as f64;
        Contingency { collection, ..Contingency::top(judged, rel, k, retrieved) }
    }

    /// The top `k`, where `ties` may ask for the order of tied documents that brings most relevant
    /// ones into it ([`Ties::Best`]) or fewest ([`Ties::Worst`]). Whatever is computed from the
    /// table agrees on these two: more found is better for all of it. Otherwise this is
    /// [`Contingency::within`], which gives expected counts where ties are averaged over.
    pub fn within_ties(judged: &Judged<'_>, rel: f64, k: usize, ties: Ties) -> Self {
        let table = Contingency::within(judged, rel, k);
        let most = match ties {
            Ties::Best => true,
            Ties::Worst => false,
            Ties::Docid | Ties::Rank | Ties::Input | Ties::Average => return table,
        };
        let found = judged.groups().take_while(|group| group.first <= k).map(|group| {
            let relevant = group.relevant(rel);
            let places = group.size.min(k - group.first + 1);
            if most { relevant.min(places) } else { places.saturating_sub(group.size - relevant) }
        });
        Contingency { found: found.sum::<usize>() as f64, ..table }
    }

    /// The documents with at least this score; none if the ranking is without its scores
    /// ([`Judged::scores`]).
    pub fn from_score(judged: &Judged<'_>, rel: f64, score: f64) -> Option<Self> {
        let scores = judged.scores();
        let known = scores.len() == judged.retrieved();
        known.then(|| Contingency::within(judged, rel, scores.partition_point(|&s| s >= score)))
    }

    /// The top `k`, counted as `retrieved` documents, for measures that do not look at the
    /// collection.
    pub(super) fn top(judged: &Judged<'_>, rel: f64, k: usize, retrieved: usize) -> Self {
        Contingency {
            found: judged.relevant_retrieved(rel, k),
            retrieved: retrieved as f64,
            relevant: judged.relevant(rel) as f64,
            collection: 0.0,
        }
    }

    /// This table and another, entry by entry.
    #[must_use]
    pub fn add(&self, other: &Self) -> Self {
        Contingency {
            found: self.found + other.found,
            retrieved: self.retrieved + other.retrieved,
            relevant: self.relevant + other.relevant,
            collection: self.collection + other.collection,
        }
    }

    /// Relevant documents that were not retrieved.
    pub fn missed(&self) -> f64 {
        self.relevant - self.found
    }

    /// Retrieved documents that are not relevant.
    pub fn false_drops(&self) -> f64 {
        self.retrieved - self.found
    }

    /// Documents neither relevant nor retrieved.
    pub fn rejected(&self) -> f64 {
        self.collection - self.relevant - self.false_drops()
    }

    /// The shares of the collection that were found, dropped falsely, missed and rejected; 0 where
    /// there is no document at all.
    pub fn joint(&self) -> [f64; 4] {
        [self.found, self.false_drops(), self.missed(), self.rejected()]
            .map(|documents| ratio(documents, self.collection))
    }

    /// The share of the retrieved documents that is relevant; 0 when there are none.
    pub fn precision(&self) -> f64 {
        ratio(self.found, self.retrieved)
    }

    /// The share of the relevant documents that was retrieved; 0 when there are none.
    pub fn recall(&self) -> f64 {
        ratio(self.found, self.relevant)
    }

    /// The share of the relevant documents that was not retrieved.
    pub fn miss(&self) -> f64 {
        1.0 - self.recall()
    }

    /// The share of the non-relevant documents that was retrieved; 0 when there are none.
    pub fn fallout(&self) -> f64 {
        ratio(self.false_drops(), self.collection - self.relevant)
    }

    /// The share of the non-relevant documents that was not retrieved.
    pub fn specificity(&self) -> f64 {
        1.0 - self.fallout()
    }

    /// The weighted harmonic mean of precision and recall, `beta2` being β²; 0 when nothing is
    /// found.
    pub fn f(&self, beta2: f64) -> f64 {
        if self.found == 0.0 {
            return 0.0;
        }
        let (p, r) = (self.precision(), self.recall());
        (1.0 + beta2) * p * r / (beta2 * p + r)
    }

    /// A scorer of what `value` makes of the top k, which count as k documents even where fewer
    /// were retrieved.
    pub(super) fn at_cutoff(
        setting: &Setting<'_>,
        value: impl Fn(&Contingency) -> f64 + Clone + Send + Sync + 'static,
    ) -> Scorer {
        let (rel, k) = (setting.rel(), setting.cutoff());
        Contingency::scorer(move |judged| Contingency::top(judged, rel, k, k), value)
    }

    /// A scorer of what `value` makes of the table that `table` counts within the cutoff.
    pub(super) fn scorer(
        table: impl Fn(&Judged<'_>) -> Contingency + Clone + Send + Sync + 'static,
        value: impl Fn(&Contingency) -> f64 + Clone + Send + Sync + 'static,
    ) -> Scorer {
        let totals = move |judged: &Judged<'_>| {
            let Contingency { found, retrieved, relevant, collection } = table(judged);
            [found, retrieved, relevant, collection]
        };
        let value = move |&[found, retrieved, relevant, collection]: &Totals| {
            value(&Contingency { found, retrieved, relevant, collection })
        };
        let (own_totals, own_value) = (totals.clone(), value.clone());
        Scorer::pooled(totals, value).turning(true, move |judged, ranks| {
            let [found, retrieved, relevant, collection] = own_totals(judged);
            let turned = (0..=ranks.len()).map(|turned| turned as f64);
            turned.map(|n| own_value(&[found + n, retrieved, relevant + n, collection])).collect()
        })
    }
}

/// The size of the collection as a parameter.
pub(super) const N: Param = Param::new(
    "N",
    ParamKind::Number(1.0, 1e15),
    "the number of documents in the collection; without it, --collection-size",
);

/// N as the measure says, or else as the evaluation does, or else the least possible.
pub(super) fn collection(setting: &Setting<'_>) -> impl Fn(&Judged<'_>) -> f64 + Clone + use<> {
    let (given, rel) = (setting.given("N"), setting.rel());
    move |judged| given.unwrap_or_else(|| judged.collection(rel) as f64)
}

/// Miss.
pub static MISS: Family = Family {
    name: "Miss",
    meaning: "miss: the share of the relevant documents that the top k leave out",
    formula: "1 - (relevant documents at ranks 1..k) / R",
    citation: "Rocchio, Document Retrieval Systems, 1966, eq. 5.7",
    edge_cases: "1 when nothing is relevant or retrieved",
    example: Some(Example { measure: "Miss@5", ranking: "1 - 0 1", missed: "1", value: 0.3333 }),
    cutoff: Cutoff::Required,
    empty: 1.0,
    no_relevant: 1.0,
    better: Better::Lower,
    outside: Outside::OneWayBelowToo,
    scorer: |setting| Contingency::at_cutoff(setting, Contingency::miss),
    ..SHARE
};

/// Fallout.
pub static FALLOUT: Family = Family {
    name: "Fallout",
    meaning: "fallout, or false drop: the share of the non-relevant documents that is retrieved",
    formula: "(documents at ranks 1..k not relevant) / (documents of the collection not relevant)",
    citation: "Rocchio, Document Retrieval Systems, 1966, eq. 5.6",
    edge_cases: "0 when nothing is retrieved, or everything is relevant. Needs the size of the \
                 collection, N. Unjudged documents are not relevant, retrieved or not",
    example: Some(Example {
        measure: "Fallout(N=12)@5",
        ranking: "1 - 0 1",
        missed: "1",
        value: 0.2222,
    }),
    cutoff: Cutoff::Required,
    params: &[N, REL],
    no_relevant: f64::NAN,
    better: Better::Lower,
    needs: &[Need::CollectionGiven],
    scorer: |setting| table_of_collection(setting, Contingency::fallout),
    ..SHARE
};

/// Specificity.
pub static SPECIFICITY: Family = Family {
    name: "Specificity",
    meaning: "specificity, or correct rejection: the share of the non-relevant documents that is not \
              retrieved",
    formula: "1 - (documents at ranks 1..k not relevant) / (documents of the collection not \
              relevant)",
    citation: "Rocchio, Document Retrieval Systems, 1966, eq. 5.8",
    edge_cases: "1 when nothing is retrieved, or everything is relevant. Needs the size of the \
                 collection, N",
    example: Some(Example {
        measure: "Specificity(N=12)@5",
        ranking: "1 - 0 1",
        missed: "1",
        value: 0.7778,
    }),
    empty: 1.0,
    better: Better::Higher,
    scorer: |setting| table_of_collection(setting, Contingency::specificity),
    ..FALLOUT
};

fn table_of_collection(setting: &Setting<'_>, value: fn(&Contingency) -> f64) -> Scorer {
    let (rel, k, n) = (setting.rel(), setting.cutoff(), collection(setting));
    let table = move |judged: &Judged<'_>| Contingency {
        collection: n(judged),
        ..Contingency::top(judged, rel, k, k.min(judged.retrieved()))
    };
    Contingency::scorer(table, value)
}
