//! The library's comparison of runs, for the commands that evaluate runs by themselves.

pub(crate) use gainline_analysis::comparison::{
    Comparison, Computed, Effects, Pair, Plan, RankAgreement, RankedRuns, Sample, Side, Statistic,
    Status, TopicCounts, compare, is_constant, samples_tested,
};
pub(crate) use gainline_stats::Test;

use crate::choices::one_of;
use crate::evaluation::Evaluated;
use crate::notes::listed;
use clap::builder::{PossibleValuesParser, TypedValueParser};
use gainline::{LOWEST, Measure, Result, Scores, Slices, Summary};
use gainline_analysis::comparison;
use gainline_stats::{Correction, MonteCarlo};

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

/// Reads a test's name.
pub(crate) fn test_parser() -> impl TypedValueParser<Value = Test> {
    let names = Test::ALL.iter().map(|test| test.name());
    let aliases = Test::ALL.iter().filter_map(|test| test.alias());
    PossibleValuesParser::new(names.chain(aliases)).try_map(|name| name.parse::<Test>())
}

/// Reads a correction's name.
pub(crate) fn correction_parser() -> impl TypedValueParser<Value = Correction> {
    one_of(&Correction::ALL)
}

/// What is used when nothing is asked for.
pub(crate) fn usual_test(runs: usize) -> Test {
    if runs > 2 { Test::RandomizedTukey } else { Test::Randomization }
}

/// Whether so many trials can give a p below `alpha` at all.
pub(crate) fn check_trials(test: Test, trials: usize, alpha: f64) -> anyhow::Result<()> {
    test.check_trials(trials, alpha)
        .map_err(|why| anyhow::anyhow!("--trials {trials}: with α = {alpha}, {why}"))
}

/// So many trials from a seed, told of to `told`, on as many threads as were asked for.
pub(crate) fn monte_carlo<'a>(
    trials: usize,
    seed: u64,
    threads: Option<u16>,
    told: &'a dyn Fn(usize, usize),
) -> MonteCarlo<'a> {
    let plan = MonteCarlo::new(trials, seed).progress(told);
    threads.map_or(plan, |threads| plan.threads(usize::from(threads)))
}
