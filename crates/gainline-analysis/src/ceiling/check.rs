//! What cannot be asked for, and what cannot be answered.

use super::Design;
use super::plan::Topic;
use crate::vectors::Vectors;
use gainline::{Error, ErrorKind, Measure, Need, Options, Result, Summary, Unjudged};

/// The deepest rankings that are made. Deeper ones would be sorted nearly whole for each query, and
/// no measure needs them.
pub const DEEPEST: usize = 10_000;

/// Options that make no sense here.
pub(super) fn options(options: &Options) -> Result<()> {
    let (message, remedy) = if options.unjudged == Unjudged::Bounds {
        (
            "optimal queries have no bounds for unjudged documents".into(),
            "count unjudged documents as irrelevant, or condense rankings",
        )
    } else if options.collection.is_some() {
        (
            "the collection is what there are vectors of, so its size cannot be given".into(),
            "leave the size of the collection out",
        )
    } else if !options.ties.is_definite() {
        let message = format!(
            "with ties `{}`, there is no ranking that documents can be removed from",
            options.ties
        );
        (message, "order ties by docid, rank or input")
    } else {
        return Ok(());
    };
    Err(Error::new(ErrorKind::Request, message).remedy(remedy))
}

/// Whether the measures have values here, and the design makes sense.
pub(super) fn request(measures: &[Measure], vectors: &Vectors, design: &Design) -> Result<()> {
    let refused = |message: String, remedy: &str| {
        Err(Error::new(ErrorKind::Request, message).remedy(remedy.to_string()))
    };
    for measure in measures {
        if measure.family().needs.contains(&Need::Scores) {
            let message = format!("`{measure}` reads scores, and cosines are not on a run's scale");
            return refused(message, "take a measure of rankings");
        }
        if measure.summary() == Summary::Pooled {
            let message = format!("`{measure}` is taken from all topics at once, not from each");
            return refused(message, "take the measure without `normalise=mean`");
        }
    }
    if design.folds < 2 || design.repeats < 1 || design.depth < 1 {
        let message = "at least 2 folds, 1 repeat and a depth of 1 are needed".into();
        return refused(message, "give higher numbers");
    }
    if design.depth.min(vectors.len()) > DEEPEST {
        let (depth, all) = (design.depth, vectors.len());
        let message = format!(
            "a depth of {depth} in {all} documents: optimal queries' rankings go down to {DEEPEST}"
        );
        return refused(message, &format!("give a depth of {DEEPEST} or less (--depth)"));
    }
    Ok(())
}

/// Whether the vectors and the judgments speak of the same documents.
pub(super) fn vectors(vectors: &Vectors, topics: &[Topic<'_>]) -> Result<()> {
    if topics.iter().flat_map(|topic| &topic.judged).any(|judged| judged.row.is_some()) {
        return Ok(());
    }
    let judged = topics.iter().find_map(|t| t.pool.documents().first()).map_or("", |d| &d.id);
    let first = vectors.ids().get(0);
    let message = format!(
        "no judged document has a vector: there are vectors of documents such as `{first}`, the \
         qrels judge `{judged}`"
    );
    Err(Error::new(ErrorKind::Nothing, message)
        .in_file(vectors.name())
        .remedy("give vectors with the document ids of the qrels"))
}
