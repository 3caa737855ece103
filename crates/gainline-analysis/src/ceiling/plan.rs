//! What each topic's optimal queries are made from, and what they are measured on.

use crate::vectors::Vectors;
use gainline::PoolTopic;
use gainline_stats::Random;

/// A topic with its judged documents and the ways to split them.
pub(super) struct Topic<'p> {
    pub pool: &'p PoolTopic,
    /// The judged documents, as the pool has them.
    pub judged: Vec<Judgment>,
    /// Rows of judged documents, ascending, with their places in `judged`.
    pub by_row: Vec<(u32, usize)>,
    /// The row of the document that is dropped because it has the topic's id.
    pub itself: Option<u32>,
    /// The first is [`Split::All`]; none where there is nothing to make a query from.
    pub splits: Vec<Split>,
}

/// A judged document.
#[derive(Debug, Clone, Copy)]
pub(super) struct Judgment {
    pub grade: f64,
    pub relevant: bool,
    /// Its vector, if it has one and may be ranked.
    pub row: Option<u32>,
    /// Whether the vector has a direction, so that queries can be made from it.
    pub usable: bool,
}

/// Which judged documents a query is made from, and which it is measured on.
#[derive(Debug, Clone, PartialEq)]
pub(super) enum Split {
    /// All of them for both.
    All,
    /// It is measured on those that are held out, and made from the others, which are taken out of
    /// rankings.
    HeldOut(Vec<bool>),
}

impl Split {
    pub(super) fn trains(&self, judged: usize) -> bool {
        !matches!(self, Split::HeldOut(held) if held[judged])
    }

    pub(super) fn measures(&self, judged: usize) -> bool {
        !matches!(self, Split::HeldOut(held) if !held[judged])
    }

    /// Whether a document is taken out of rankings.
    pub(super) fn removes(&self, judged: usize) -> bool {
        !self.measures(judged)
    }
}

impl<'p> Topic<'p> {
    /// Finds the documents' vectors; those that have a direction are not known yet.
    pub(super) fn new(pool: &'p PoolTopic, vectors: &Vectors, rel: f64, drop_self: bool) -> Self {
        let row = |id: &str| vectors.ids().find(id).map(|row| row as u32);
        let dropped = |id: &str| drop_self && id == pool.name();
        let graded = pool.documents().iter().map_while(|d| Some((d.id.as_str(), d.grade?)));
        let judged: Vec<Judgment> = graded
            .map(|(id, grade)| Judgment {
                grade,
                relevant: grade >= rel,
                row: row(id).filter(|_| !dropped(id)),
                usable: false,
            })
            .collect();
        let rows = judged.iter().enumerate().filter_map(|(at, j)| Some((j.row?, at)));
        let mut by_row: Vec<(u32, usize)> = rows.collect();
        by_row.sort_unstable();
        let itself = row(pool.name()).filter(|_| drop_self);
        Topic { pool, judged, by_row, itself, splits: vec![] }
    }

    /// How many relevant documents a query can be made from.
    pub(super) fn usable(&self) -> usize {
        self.judged.iter().filter(|j| j.relevant && j.usable).count()
    }

    /// The place of a vector's document among the judged ones.
    pub(super) fn judged_at(&self, row: u32) -> Option<usize> {
        let at = self.by_row.binary_search_by_key(&row, |&(row, _)| row).ok()?;
        Some(self.by_row[at].1)
    }

    /// Rows that a split leaves out of rankings, ascending.
    pub(super) fn without(&self, split: &Split) -> Vec<u32> {
        let removed = self.by_row.iter().filter(|(_, at)| split.removes(*at)).map(|(row, _)| *row);
        let mut rows: Vec<u32> = removed.chain(self.itself).collect();
        rows.sort_unstable();
        rows
    }

    /// Lays down the splits: all documents, then `repeats` times a division into `folds`, each of
    /// which is held out once. Topics with fewer relevant documents have fewer folds; with fewer
    /// than two there is nothing to hold out.
    pub(super) fn split(&mut self, folds: usize, repeats: usize, seed: u64) {
        let usable = self.usable();
        self.splits.clear();
        if usable == 0 {
            return;
        }
        self.splits.push(Split::All);
        let folds = folds.min(usable);
        if folds < 2 {
            return;
        }
        let mut random = Random::stream(seed, of_name(self.pool.name()));
        for _ in 0..repeats {
            let fold_of = self.deal(folds, &mut random);
            let held = |fold| fold_of.iter().map(|&of| of == fold).collect();
            self.splits.extend((0..folds).map(|fold| Split::HeldOut(held(fold))));
        }
    }

    /// A fold for each judged document, as many relevant and other ones in each as can be, and a
    /// relevant one with a vector in each.
    fn deal(&self, folds: usize, random: &mut Random) -> Vec<usize> {
        let mut fold_of = vec![0; self.judged.len()];
        for relevant in [true, false] {
            let mut dealt = 0;
            for usable in [true, false] {
                let is = |&at: &usize| {
                    self.judged[at].relevant == relevant && self.judged[at].usable == usable
                };
                let mut places: Vec<usize> = (0..self.judged.len()).filter(is).collect();
                random.shuffle(&mut places);
                for at in places {
                    fold_of[at] = dealt % folds;
                    dealt += 1;
                }
            }
        }
        fold_of
    }
}

/// A number for a topic that does not depend on the other topics (FNV-1a), so that its documents
/// are split the same whichever topics are asked for.
fn of_name(name: &str) -> u64 {
    name.bytes().fold(0xcbf2_9ce4_8422_2325, |hash, byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
    })
}
