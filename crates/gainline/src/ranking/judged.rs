//! One topic's ranking seen through its judgments: the only thing a measure reads.
//!
//! Most documents of a ranking are unjudged, so a [`Judged`] holds just the judged ones with
//! their ranks; every rank in between is an unjudged document.

/// A judged document at its rank.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Found {
    /// The rank, from 1.
    pub rank: usize,
    /// Its grade.
    pub grade: f64,
    /// Whether the user knew it before ([`Options::known`](crate::Options)).
    pub known: bool,
}

impl Found {
    /// A document that the user did not know.
    pub fn new(rank: usize, grade: f64) -> Self {
        Found { rank, grade, known: false }
    }
}

/// Ranks that a group of documents with equal scores shares, in no order among themselves.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Tie {
    /// The first of the ranks.
    pub first: usize,
    /// How many documents there are, judged or not.
    pub size: usize,
}

/// What is known of a topic beside its ranking and its judgments.
#[derive(Debug, Clone, Copy, Default)]
pub struct Background<'a> {
    /// The number of documents in the collection.
    pub collection: Option<usize>,
    /// The grades of the judged documents that the user knew before, highest first.
    pub known: &'a [f64],
    /// How many relevant documents the user expects.
    pub expected: Option<f64>,
}

/// One topic's ranking seen through its judgments.
///
/// ```
/// use gainline::{Found, Judged};
/// // Three documents retrieved: the first unjudged, then grades 2 and 0. A document of grade 1
/// // was not retrieved.
/// let found = [Found::new(2, 2.0), Found::new(3, 0.0)];
/// let judged = Judged::new(3, &found, &[2.0, 1.0, 0.0]);
/// assert_eq!(judged.relevant(1.0), 2);
/// assert_eq!(judged.relevant_ranks(1.0, usize::MAX).collect::<Vec<_>>(), [2]);
/// ```
#[derive(Debug, Clone, Copy)]
pub struct Judged<'a> {
    retrieved: usize,
    found: &'a [Found],
    grades: &'a [f64],
    ties: &'a [Tie],
    scores: &'a [f64],
    background: Background<'a>,
    cut_tie: bool,
}

impl<'a> Judged<'a> {
    /// A ranking of `retrieved` documents; `found` are the judged ones among them in rank order,
    /// `grades` the grades of all judged documents, highest first.
    pub fn new(retrieved: usize, found: &'a [Found], grades: &'a [f64]) -> Self {
        debug_assert!(found.windows(2).all(|w| w[0].rank < w[1].rank));
        debug_assert!(found.last().is_none_or(|f| f.rank <= retrieved));
        debug_assert!(grades.windows(2).all(|w| w[0] >= w[1]));
        let background = Background::default();
        Judged { retrieved, found, grades, ties: &[], scores: &[], background, cut_tie: false }
    }

    /// The same ranking, where the documents at these ranks stand in no order among themselves:
    /// measures give the mean over all their orders.
    #[must_use]
    pub fn with_ties(self, ties: &'a [Tie]) -> Self {
        debug_assert!(ties.windows(2).all(|w| w[0].first + w[0].size <= w[1].first));
        Judged { ties, ..self }
    }

    /// The same ranking, cut off within tied documents, so that it depends on their order which of
    /// them are there at all.
    pub(crate) fn with_cut_tie(self, cut_tie: bool) -> Self {
        Judged { cut_tie, ..self }
    }

    /// Whether the ranking was cut off within tied documents, the order of which is open.
    pub fn has_cut_tie(&self) -> bool {
        self.cut_tie
    }

    /// The same ranking with the scores of all its documents, by rank.
    #[must_use]
    pub fn with_scores(self, scores: &'a [f64]) -> Self {
        debug_assert!(scores.len() == self.retrieved || scores.is_empty());
        Judged { scores, ..self }
    }

    /// The same ranking with what is known of its topic besides.
    #[must_use]
    pub fn with_background(self, background: Background<'a>) -> Self {
        Judged { background, ..self }
    }

    /// The same topic with other documents at its ranks.
    #[must_use]
    pub fn with_found(self, found: &'a [Found], grades: &'a [f64]) -> Self {
        Judged { ties: &[], found, grades, ..self }
    }

    /// How many documents were retrieved.
    pub fn retrieved(&self) -> usize {
        self.retrieved
    }

    /// The judged documents of the ranking, in rank order.
    pub fn found(&self) -> &'a [Found] {
        self.found
    }

    /// The judged documents at ranks 1 to `cutoff`; of tied ones, those that the order by document
    /// id has there.
    pub fn found_within(&self, cutoff: usize) -> &'a [Found] {
        &self.found[..self.found.partition_point(|f| f.rank <= cutoff)]
    }

    /// The grades of all judged documents, retrieved or not, highest first.
    pub fn grades(&self) -> &'a [f64] {
        self.grades
    }

    /// The ranks that tied documents share, where they are averaged over.
    pub fn ties(&self) -> &'a [Tie] {
        self.ties
    }

    /// The scores by rank; empty unless they were asked for ([`Options::scores`](crate::Options)).
    pub fn scores(&self) -> &'a [f64] {
        self.scores
    }

    /// What is known of the topic besides.
    pub fn background(&self) -> Background<'a> {
        self.background
    }

    /// N: the documents of the collection, or as many as there must be.
    pub fn collection(&self, rel: f64) -> usize {
        let found = self.found.iter().filter(|f| f.grade >= rel).count();
        let least = self.retrieved + self.relevant(rel) - found;
        self.background.collection.unwrap_or(least).max(least)
    }

    /// R: how many judged documents are relevant, that is of grade `rel` or higher.
    pub fn relevant(&self, rel: f64) -> usize {
        self.grades.partition_point(|&g| g >= rel)
    }

    /// The judged nonrelevant documents: grade from 0 up to below `rel`. Negative grades count as
    /// neither, as trec_eval has it.
    pub fn nonrelevant(&self, rel: f64) -> usize {
        self.grades.partition_point(|&g| g >= 0.0).saturating_sub(self.relevant(rel))
    }

    /// The ranks of the relevant documents retrieved within `cutoff`, in rank order.
    pub fn relevant_ranks(
        &self,
        rel: f64,
        cutoff: usize,
    ) -> impl Iterator<Item = usize> + Clone + use<'a> {
        self.found_within(cutoff).iter().filter(move |f| f.grade >= rel).map(|f| f.rank)
    }

    /// How many relevant documents were retrieved within `cutoff`; the mean over the orders of
    /// tied ones.
    pub fn relevant_retrieved(&self, rel: f64, cutoff: usize) -> f64 {
        self.sum(cutoff, |_, grade| f64::from(u8::from(grade >= rel)))
    }

    /// The sum over the judged documents within `cutoff` of what each gives at its rank; the mean
    /// of that sum over the orders of tied ones.
    #[inline]
    pub fn sum(&self, cutoff: usize, each: impl Fn(usize, f64) -> f64) -> f64 {
        if self.ties.is_empty() {
            let found = self.found_within(cutoff);
            return found.iter().fold(0.0, |sum, f| sum + each(f.rank, f.grade));
        }
        self.groups().take_while(|g| g.first <= cutoff).fold(0.0, |sum, group| {
            let at = |rank| group.found.iter().fold(0.0, |sum, f| sum + each(rank, f.grade));
            let ranks = group.first..=group.last().min(cutoff);
            sum + ranks.fold(0.0, |sum, rank| sum + at(rank)) / group.size as f64
        })
    }

    /// The judged documents in groups of equal score, in rank order; where ties are not averaged
    /// over, each document is a group of its own.
    pub fn groups(&self) -> Groups<'a> {
        Groups { found: self.found, ties: self.ties }
    }
}

/// Judged documents that share ranks.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Group<'a> {
    /// The first of the ranks.
    pub first: usize,
    /// How many documents share the ranks, judged or not.
    pub size: usize,
    /// The judged ones, at least one.
    pub found: &'a [Found],
}

impl Group<'_> {
    /// The last of the ranks.
    pub fn last(&self) -> usize {
        self.first + self.size - 1
    }

    /// How many of the documents are relevant.
    pub fn relevant(&self, rel: f64) -> usize {
        self.found.iter().filter(|f| f.grade >= rel).count()
    }
}

/// Goes through groups of judged documents.
#[derive(Debug, Clone)]
pub struct Groups<'a> {
    found: &'a [Found],
    ties: &'a [Tie],
}

impl<'a> Iterator for Groups<'a> {
    type Item = Group<'a>;

    #[inline]
    fn next(&mut self) -> Option<Group<'a>> {
        let next = self.found.first()?;
        while let Some((tie, rest)) = self.ties.split_first() {
            if next.rank < tie.first {
                break;
            }
            self.ties = rest;
            let end = tie.first + tie.size;
            if next.rank < end {
                let (found, rest) =
                    self.found.split_at(self.found.partition_point(|f| f.rank < end));
                self.found = rest;
                return Some(Group { first: tie.first, size: tie.size, found });
            }
        }
        let (found, rest) = self.found.split_at(1);
        self.found = rest;
        Some(Group { first: next.rank, size: 1, found })
    }
}
