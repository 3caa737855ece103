//! How drops are tested: from the command line, else from the file, else as usual.

use super::config::Config;
use crate::choices::{from_one, one_of};
use crate::comparison::{Test as AnyTest, correction_parser};
use clap::Args;
use gainline_stats::Correction;
use std::fmt;

/// The tests of two runs that a gate may go by.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Test(pub AnyTest);

impl Test {
    /// Those for more than two runs are left out.
    const ALL: [Test; 5] = [
        Test(AnyTest::Randomization),
        Test(AnyTest::T),
        Test(AnyTest::Wilcoxon),
        Test(AnyTest::Sign),
        Test(AnyTest::Bootstrap),
    ];

    /// The lowest p that so many topics can give, where there is one: a test that goes by signs
    /// cannot be surer than their number allows. So does what stands in for an undefined test.
    pub(super) fn lowest_p(self, topics: usize, stands_in: bool) -> Option<f64> {
        let by_signs = matches!(self.0, AnyTest::Randomization | AnyTest::Wilcoxon | AnyTest::Sign);
        let power = i32::try_from(topics).ok()?.saturating_sub(1);
        (by_signs || stands_in).then(|| 0.5_f64.powi(power))
    }
}

impl fmt::Display for Test {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

/// Options of the test.
#[derive(Args)]
pub(super) struct Testing {
    /// The test of whether a drop is more than chance [default: randomization]
    #[arg(long, value_parser = one_of(&Test::ALL))]
    test: Option<Test>,
    /// How p-values are corrected for the number of tests [default: holm]
    #[arg(long, value_name = "HOW", value_parser = correction_parser())]
    correction: Option<Correction>,
    /// How many permutations or resamples are drawn, where not all are gone through [default:
    /// 100000]
    #[arg(long, value_name = "N", value_parser = from_one)]
    trials: Option<usize>,
    /// The seed that they are drawn from [default: 1]
    #[arg(long, value_name = "N")]
    seed: Option<u64>,
}

/// What was decided.
pub(super) struct Settings {
    pub test: Test,
    pub correction: Correction,
    pub trials: usize,
    pub seed: u64,
}

impl Testing {
    pub(super) fn decide(&self, config: &Config) -> Settings {
        Settings {
            test: self.test.or(config.test).unwrap_or(Test::ALL[0]),
            correction: self.correction.or(config.correction).unwrap_or(Correction::Holm),
            trials: self.trials.or(config.trials).unwrap_or(100_000),
            seed: self.seed.or(config.seed).unwrap_or(1),
        }
    }
}

pub(super) fn correction_named(name: &str) -> Result<Correction, String> {
    let names = Correction::ALL.map(Correction::name);
    let found = Correction::ALL.into_iter().find(|correction| correction.name() == name);
    found.ok_or_else(|| {
        format!("no correction is called `{name}`\n  there are {}", names.join(", "))
    })
}

pub(super) fn test_named(name: &str) -> Result<Test, String> {
    let names = Test::ALL.map(|test| test.to_string());
    let found = Test::ALL.into_iter().find(|test| test.to_string() == name);
    found
        .ok_or_else(|| format!("no test here is called `{name}`\n  there are {}", names.join(", ")))
}
