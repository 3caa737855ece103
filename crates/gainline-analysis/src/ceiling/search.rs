//! Exact search by cosine: every vector against every query. Products in single precision find the
//! vectors that may be among the best, and only these are computed in double precision; the bound
//! on the rounding of single precision makes sure that none is missed.

use crate::vectors::{Block, Ids, Rows, Vectors, dot};
use gainline::Result;
use ndarray::linalg::general_mat_mul;
use ndarray::{Array2, Axis, Slice};

/// What is searched for.
#[derive(Debug)]
pub(super) struct Query {
    /// Of length 1, or zeros, which have a cosine of 0 with everything.
    pub vector: Vec<f64>,
    /// Vectors that are left out, by their rows in ascending order.
    pub without: Vec<u32>,
}

/// A vector that was found.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Hit {
    pub row: u32,
    pub cosine: f64,
}

/// The `depth` best vectors for each query, best first; equal cosines by id, descending.
pub(super) fn search(
    vectors: &Vectors,
    queries: &[Query],
    depth: usize,
    threads: usize,
    progress: &(dyn Fn(usize) + Sync),
) -> Result<Vec<Vec<Hit>>> {
    let ids = vectors.ids();
    // There is no more to be kept than all.
    let depth = depth.min(vectors.len());
    let tops = if vectors.sparse().is_some() {
        let kernel = SparseKernel::new(queries, vectors.dimension());
        let start = || (TopHits::new(ids, queries, depth), vec![0.0; queries.len()]);
        let work = |(tops, buffers): &mut (TopHits<'_>, Vec<f64>), block: &Block<'_>| {
            kernel.block(block, buffers, tops);
        };
        let done = vectors.scan(threads, progress, start, work)?;
        done.into_iter().map(|(tops, _)| tops).collect::<Vec<_>>()
    } else {
        let kernel = DenseKernel::new(queries, vectors.dimension());
        let start = || (TopHits::new(ids, queries, depth), kernel.buffers(vectors.block_rows));
        let work = |(tops, buffers): &mut (TopHits<'_>, Buffers), block: &Block<'_>| {
            kernel.block(block, buffers, tops);
        };
        let done = vectors.scan(threads, progress, start, work)?;
        done.into_iter().map(|(tops, _)| tops).collect()
    };
    Ok(merged(tops, queries.len(), depth, ids))
}

/// Brings together what the threads found.
fn merged(tops: Vec<TopHits<'_>>, queries: usize, depth: usize, ids: &Ids) -> Vec<Vec<Hit>> {
    let mut hits: Vec<Vec<Hit>> = vec![vec![]; queries];
    for tops in tops {
        for (all, top) in hits.iter_mut().zip(tops.tops) {
            all.extend(top.hits);
        }
    }
    for hits in &mut hits {
        hits.sort_unstable_by(|a, b| better(a, b, ids));
        hits.truncate(depth);
    }
    hits
}

/// The better of two hits comes first.
fn better(a: &Hit, b: &Hit, ids: &Ids) -> std::cmp::Ordering {
    let by_id = || ids.get(b.row as usize).cmp(ids.get(a.row as usize));
    b.cosine.total_cmp(&a.cosine).then_with(by_id)
}

/// The best vectors that one thread has seen.
struct TopHits<'a> {
    ids: &'a Ids,
    queries: &'a [Query],
    depth: usize,
    tops: Vec<TopList>,
}

struct TopList {
    hits: Vec<Hit>,
    /// Nothing below this cosine is among the best.
    least: f64,
}

impl<'a> TopHits<'a> {
    fn new(ids: &'a Ids, queries: &'a [Query], depth: usize) -> Self {
        let tops =
            queries.iter().map(|_| TopList { hits: vec![], least: f64::NEG_INFINITY }).collect();
        TopHits { ids, queries, depth, tops }
    }

    /// Takes a vector in, unless it cannot be among the best. Returns the new bound if it rose.
    fn offer(&mut self, query: usize, row: u32, cosine: f64) -> Option<f64> {
        let top = &mut self.tops[query];
        if cosine < top.least || self.queries[query].without.binary_search(&row).is_ok() {
            return None;
        }
        // Adding 0 makes a negative zero positive, so that both are equal.
        top.hits.push(Hit { row, cosine: cosine + 0.0 });
        if top.hits.len() < 2 * self.depth {
            return None;
        }
        let ids = self.ids;
        let by = |a: &Hit, b: &Hit| better(a, b, ids);
        let (_, last, _) = top.hits.select_nth_unstable_by(self.depth - 1, by);
        top.least = last.cosine;
        top.hits.truncate(self.depth);
        Some(top.least)
    }
}

/// Dense vectors: a product of matrices for each block.
struct DenseKernel<'q> {
    queries: &'q [Query],
    /// The queries in single precision, one in each row.
    singles: Array2<f32>,
    slack: f64,
}

/// A thread's memory.
struct Buffers {
    block: Array2<f32>,
    cosines: Array2<f32>,
    /// What a cosine in single precision must reach, for each query.
    least: Vec<f32>,
}

impl<'q> DenseKernel<'q> {
    fn new(queries: &'q [Query], dimension: usize) -> Self {
        let at = |(query, column): (usize, usize)| queries[query].vector[column] as f32;
        let singles = Array2::from_shape_fn((queries.len(), dimension), at);
        DenseKernel { queries, singles, slack: slack(dimension) }
    }

    fn buffers(&self, rows: usize) -> Buffers {
        let (queries, dimension) = self.singles.dim();
        Buffers {
            block: Array2::zeros((rows, dimension)),
            cosines: Array2::zeros((rows, queries)),
            least: vec![f32::NEG_INFINITY; queries],
        }
    }

    fn block(&self, block: &Block<'_>, buffers: &mut Buffers, tops: &mut TopHits<'_>) {
        let (Rows::Dense(values), rows) = (block.rows, block.range.len()) else { return };
        for (single, double) in buffers.block.iter_mut().zip(values) {
            *single = *double as f32;
        }
        let singles = buffers.block.slice_axis(Axis(0), Slice::from(..rows));
        let mut cosines = buffers.cosines.slice_axis_mut(Axis(0), Slice::from(..rows));
        general_mat_mul(1.0, &singles, &self.singles.t(), 0.0, &mut cosines);
        let dimension = self.singles.ncols();
        for (at, cosines) in cosines.outer_iter().enumerate() {
            let vector = &values[at * dimension..(at + 1) * dimension];
            let row = (block.range.start + at) as u32;
            for (query, single) in cosines.iter().enumerate() {
                if *single >= buffers.least[query] {
                    let cosine = dot(vector, &self.queries[query].vector);
                    if let Some(least) = tops.offer(query, row, cosine) {
                        buffers.least[query] = ((least - self.slack) as f32).next_down();
                    }
                }
            }
        }
    }
}

/// How far a product in single precision may lie from the cosine: d products and sums of numbers
/// that are rounded themselves, each by at most one part in 2²⁴. With vectors of length 1 the sum of
/// the products' sizes is at most 1 (Cauchy–Schwarz), so the error is at most γₙ = n u / (1 − n u)
/// with u = 2⁻²⁴ and n = d + 3, in any order of summing (Higham, Accuracy and Stability of Numerical
/// Algorithms, 2002, section 3.1). The rest of n is for double precision and for numbers too small
/// for single precision.
fn slack(dimension: usize) -> f64 {
    let error = (dimension as f64 + 8.0) * 2f64.powi(-24);
    if error < 0.5 { error / (1.0 - error) } else { f64::INFINITY }
}

/// Sparse vectors: in double precision throughout.
struct SparseKernel {
    /// For each index, all queries' numbers there.
    by_index: Vec<f64>,
    queries: usize,
}

impl SparseKernel {
    fn new(queries: &[Query], dimension: usize) -> Self {
        let mut by_index = vec![0.0; dimension * queries.len()];
        for (at, query) in queries.iter().enumerate() {
            for (index, value) in query.vector.iter().enumerate() {
                by_index[index * queries.len() + at] = *value;
            }
        }
        SparseKernel { by_index, queries: queries.len() }
    }

    fn block(&self, block: &Block<'_>, cosines: &mut [f64], tops: &mut TopHits<'_>) {
        let Rows::Sparse(sparse) = block.rows else { return };
        for row in block.range.clone() {
            cosines.fill(0.0);
            let (indices, values) = sparse.row(row);
            for (&index, value) in indices.iter().zip(values) {
                let start = index as usize * self.queries;
                let there = &self.by_index[start..start + self.queries];
                for (cosine, other) in cosines.iter_mut().zip(there) {
                    *cosine += value * other;
                }
            }
            for (query, cosine) in cosines.iter().enumerate() {
                tops.offer(query, row as u32, *cosine);
            }
        }
    }
}

#[cfg(test)]
mod tests;
