//! Measures as they are asked for, and runs evaluated by them: what most commands begin with.

use crate::notes::Seen;
use crate::runs::{Asked, Sharing};
use gainline::{Evaluator, Measure, Options, Qrels, Scores, Source, parse_measures};

/// One run's name, file and scores.
pub(crate) struct Evaluated {
    pub name: String,
    pub file: String,
    pub scores: Scores,
}

impl Evaluated {
    pub(crate) fn seen(&self) -> Seen<'_> {
        Seen::of(&self.name, &self.scores)
    }
}

/// The measures that were asked for, each once. Numbers at another threshold than the usual one
/// say so by their names.
pub(crate) fn measures(asked: &[String], rel: f64) -> gainline::Result<Vec<Measure>> {
    let mut measures: Vec<Measure> = vec![];
    for measure in parse_measures(asked)? {
        let named = if rel == 1.0 { measure } else { measure.with_rel(rel) };
        if !measures.contains(&named) {
            measures.push(named);
        }
    }
    Ok(measures)
}

/// Evaluates the runs.
pub(crate) fn evaluate(
    asked: &[Asked],
    qrels: &Qrels,
    measures: &[Measure],
    options: &Options,
) -> anyhow::Result<Vec<Evaluated>> {
    let mut options = options.clone();
    let sharing = Sharing::new(asked, &mut options);
    let evaluator = Evaluator::new(qrels, measures, options)?;
    let scores = sharing.each(asked, Scores::facts, |source, progress| {
        evaluator.run_with_progress(source, progress)
    })?;
    let evaluated = asked.iter().zip(scores).map(|(run, scores)| Evaluated {
        name: run.name.clone(),
        file: Source::path(&run.file).name().to_string(),
        scores,
    });
    Ok(evaluated.collect())
}
