//! Rocchio's optimal query: the mean of the relevant documents' unit vectors, less the mean of the
//! others'.

use super::Nonrelevant;
use super::plan::{Split, Topic};
use super::search::Query;
use crate::vectors::{Block, Rows, Vectors, dot};
use gainline::Result;
use std::collections::BTreeMap;
use std::sync::{Mutex, PoisonError};

/// The vectors that queries are made from.
pub(super) struct JudgedVectors<'v> {
    vectors: &'v Vectors,
    /// Rows of the judged documents, ascending.
    rows: Vec<u32>,
    /// Their vectors one after another; none where they are sparse, and in memory anyway.
    dense: Vec<f64>,
    /// The sum of all vectors, where it is needed.
    total: Option<Vec<f64>>,
    /// How many vectors are zeros.
    pub zeros: usize,
}

/// The sum of vectors, added up in the order of the blocks whichever thread has them, so that it is
/// the same on any number of threads.
#[derive(Default)]
struct OrderedSum {
    sum: Vec<f64>,
    next: usize,
    waiting: BTreeMap<usize, Vec<f64>>,
}

impl OrderedSum {
    fn add(&mut self, number: usize, part: Vec<f64>) {
        self.waiting.insert(number, part);
        while let Some(part) = self.waiting.remove(&self.next) {
            for (sum, part) in self.sum.iter_mut().zip(part) {
                *sum += part;
            }
            self.next += 1;
        }
    }
}

impl<'v> JudgedVectors<'v> {
    /// Goes through all vectors once, and keeps those of `rows` (ascending, each once).
    pub(super) fn new(
        vectors: &'v Vectors,
        rows: Vec<u32>,
        nonrelevant: Nonrelevant,
        threads: usize,
        progress: &(dyn Fn(usize) + Sync),
    ) -> Result<Self> {
        let dimension = vectors.dimension();
        let sums = nonrelevant == Nonrelevant::Collection;
        let sum = Mutex::new(OrderedSum { sum: vec![0.0; dimension], ..OrderedSum::default() });
        let work = |(kept, zeros): &mut (Vec<(u32, Vec<f64>)>, usize), block: &Block<'_>| {
            *zeros += block.zeros;
            if let Rows::Dense(values) = block.rows {
                let first = rows.partition_point(|&row| (row as usize) < block.range.start);
                for &row in
                    rows[first..].iter().take_while(|&&row| (row as usize) < block.range.end)
                {
                    let start = (row as usize - block.range.start) * dimension;
                    kept.push((row, values[start..start + dimension].to_vec()));
                }
            }
            if sums {
                let mut part = vec![0.0; dimension];
                block_sum(block, &mut part);
                let mut sum = sum.lock().unwrap_or_else(PoisonError::into_inner);
                sum.add(block.number, part);
            }
        };
        let states = vectors.scan(threads, progress, || (vec![], 0), work)?;
        let zeros = states.iter().map(|(_, zeros)| zeros).sum();
        let mut kept: Vec<(u32, Vec<f64>)> =
            states.into_iter().flat_map(|(kept, _)| kept).collect();
        kept.sort_unstable_by_key(|(row, _)| *row);
        let mut dense = Vec::with_capacity(kept.len() * dimension);
        kept.into_iter().for_each(|(_, vector)| dense.extend(vector));
        let total = sums.then(|| sum.into_inner().unwrap_or_else(PoisonError::into_inner).sum);
        Ok(JudgedVectors { vectors, rows, dense, total, zeros })
    }

    /// How many vectors are of judged documents.
    pub(super) fn judged(&self) -> usize {
        self.rows.len()
    }

    /// Adds a vector, weighted.
    fn add(&self, row: u32, weight: f64, into: &mut [f64]) {
        if let Some(sparse) = self.vectors.sparse() {
            let (indices, values) = sparse.row(row as usize);
            for (&index, value) in indices.iter().zip(values) {
                into[index as usize] += weight * value;
            }
        } else if let Ok(at) = self.rows.binary_search(&row) {
            let vector = &self.dense[at * into.len()..(at + 1) * into.len()];
            for (sum, value) in into.iter_mut().zip(vector) {
                *sum += weight * value;
            }
        }
    }

    /// Whether a gathered vector has a direction.
    pub(super) fn has_direction(&self, row: u32) -> bool {
        if let Some(sparse) = self.vectors.sparse() {
            return !sparse.row(row as usize).1.is_empty();
        }
        let dimension = self.vectors.dimension();
        self.rows.binary_search(&row).is_ok_and(|at| {
            self.dense[at * dimension..(at + 1) * dimension].iter().any(|x| *x != 0.0)
        })
    }

    /// The optimal query for what a split leaves to make it from. No document that is held out plays
    /// a part in it: among all others of the collection they are not counted either.
    pub(super) fn query(
        &self,
        topic: &Topic<'_>,
        split: &Split,
        nonrelevant: Nonrelevant,
    ) -> Query {
        let mut vector = vec![0.0; self.vectors.dimension()];
        let rows = |wanted: &dyn Fn(usize) -> bool| -> Vec<u32> {
            let usable = topic.judged.iter().enumerate().filter(|(_, j)| j.usable);
            usable.filter(|(at, _)| wanted(*at)).filter_map(|(_, j)| j.row).collect()
        };
        let relevant = rows(&|at| topic.judged[at].relevant && split.trains(at));
        for &row in &relevant {
            self.add(row, 1.0 / relevant.len() as f64, &mut vector);
        }
        if let (Nonrelevant::Collection, Some(total)) = (nonrelevant, &self.total) {
            let held = rows(&|at| !split.trains(at));
            let directed = self.vectors.len() - self.zeros;
            let others = directed - relevant.len() - held.len();
            if others > 0 {
                let mut sum = total.clone();
                relevant.iter().chain(&held).for_each(|&row| self.add(row, -1.0, &mut sum));
                for (x, sum) in vector.iter_mut().zip(sum) {
                    *x -= sum / others as f64;
                }
            }
        } else {
            let others = rows(&|at| !topic.judged[at].relevant && split.trains(at));
            for &row in &others {
                self.add(row, -1.0 / others.len() as f64, &mut vector);
            }
        }
        scale(&mut vector);
        Query { vector, without: topic.without(split) }
    }
}

fn block_sum(block: &Block<'_>, into: &mut [f64]) {
    match block.rows {
        Rows::Dense(values) => {
            for vector in values.chunks_exact(into.len()) {
                for (sum, value) in into.iter_mut().zip(vector) {
                    *sum += value;
                }
            }
        }
        Rows::Sparse(sparse) => {
            for row in block.range.clone() {
                let (indices, values) = sparse.row(row);
                for (&index, value) in indices.iter().zip(values) {
                    into[index as usize] += value;
                }
            }
        }
    }
}

/// Scales a query to length 1. Where the means are equal, what is left is nothing but rounding,
/// and becomes zeros.
fn scale(query: &mut [f64]) {
    const ROUNDING: f64 = 1e-12;
    let length = dot(query, query).sqrt();
    for x in query {
        *x = if length > ROUNDING { *x / length } else { 0.0 };
    }
}
