//! The library's comparison of runs, for the commands that evaluate runs by themselves.

pub(crate) use gainline_analysis::comparison::Sample;

use crate::evaluation::Evaluated;
use crate::notes::listed;
use gainline::{LOWEST, Measure, Result, Scores, Slices, Summary};
use gainline_analysis::comparison;

fn named(runs: &[Evaluated]) -> impl Iterator<Item = (&str, &Scores)> {
    runs.iter().map(|run| (run.name.as_str(), &run.scores))
}

/// The samples of evaluated runs.
pub(crate) fn samples(
    runs: &[Evaluated],
    measures: &[Measure],
    slices: Option<&Slices>,
) -> Result<Vec<Sample>> {
    comparison::samples(named(runs), measures, slices)
}

/// Which measures are compared by the logarithms of their values, in words.
pub(crate) fn logarithms(measures: &[Measure]) -> Option<String> {
    let geometric = measures.iter().filter(|m| m.summary() == Summary::GeometricMean);
    let names: Vec<String> = geometric.map(ToString::to_string).collect();
    let names: Vec<&str> = names.iter().map(String::as_str).collect();
    (!names.is_empty()).then(|| {
        format!(
            "for {}, tests and differences are of the natural logarithms of the topics' values, \
             of which the geometric mean is made (values below {LOWEST} count as that)",
            listed(&names, "and")
        )
    })
}
