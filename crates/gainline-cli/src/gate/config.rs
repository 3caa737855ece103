//! Rules and settings from a file, `gainline.toml`, so that they live beside the code they guard.

use crate::toml_file;
use anyhow::{Context, bail};
use gainline_analysis::gate::{Rule, RuleError, RuleKind, TESTS, parse_rule};
use gainline_stats::{Correction, Test};
use serde::Deserialize;
use std::path::{Path, PathBuf};
use toml::Spanned;

/// The file that is read where no other is named.
pub(super) const USUAL: &str = "gainline.toml";

/// What the file says; what it does not say is for the command line or the defaults.
#[derive(Default)]
pub(super) struct Config {
    /// The file, if there is one.
    pub file: Option<PathBuf>,
    pub rules: Vec<Rule>,
    pub errors: Vec<RuleError>,
    pub slices: Option<PathBuf>,
    pub baseline: Option<PathBuf>,
    pub test: Option<Test>,
    pub correction: Option<Correction>,
    pub trials: Option<usize>,
    pub seed: Option<u64>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Document {
    gate: Option<Table>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Table {
    #[serde(default)]
    require: Vec<Spanned<String>>,
    #[serde(default)]
    forbid: Vec<Spanned<String>>,
    slices: Option<PathBuf>,
    baseline: Option<PathBuf>,
    test: Option<Spanned<String>>,
    correction: Option<Spanned<String>>,
    trials: Option<Spanned<usize>>,
    seed: Option<u64>,
}

/// Reads the file that was asked for, or the usual one where it is there.
pub(super) fn read(asked: Option<&Path>) -> anyhow::Result<Config> {
    let Some(path) = asked.or_else(|| Some(Path::new(USUAL)).filter(|path| path.exists())) else {
        return Ok(Config::default());
    };
    let name = path.display().to_string();
    let text = std::fs::read_to_string(path).with_context(|| format!("{name}: cannot read"))?;
    let document: Document = toml_file::parse(&name, &text, "[\"AP >= 0.3\"]")?;
    let Some(table) = document.gate else {
        return Ok(Config { file: Some(path.into()), ..Config::default() });
    };
    let place = |start: usize| toml_file::place(&name, &text, start);
    let (mut rules, mut errors) = (vec![], vec![]);
    let required = table.require.iter().map(|text| (RuleKind::Require, text));
    for (kind, text) in required.chain(table.forbid.iter().map(|text| (RuleKind::Forbid, text))) {
        match parse_rule(kind, text.get_ref(), &place(text.span().start)) {
            Ok(rule) => rules.push(rule),
            Err(error) => errors.push(error),
        }
    }
    let test = named(table.test.as_ref(), test_named, &place)?;
    let correction = named(table.correction.as_ref(), correction_named, &place)?;
    if let Some(trials) = table.trials.as_ref().filter(|trials| *trials.get_ref() == 0) {
        bail!("{}: `trials` is 0; at least 1 is needed", place(trials.span().start));
    }
    // Files are named as seen from where the configuration lies.
    let folder = path.parent().unwrap_or(Path::new(""));
    Ok(Config {
        file: Some(path.into()),
        rules,
        errors,
        slices: table.slices.map(|file| folder.join(file)),
        baseline: table.baseline.map(|file| folder.join(file)),
        test,
        correction,
        trials: table.trials.map(Spanned::into_inner),
        seed: table.seed,
    })
}

/// A value by its name, or an error with the line that has it.
fn named<T>(
    text: Option<&Spanned<String>>,
    find: impl Fn(&str) -> Result<T, String>,
    place: &impl Fn(usize) -> String,
) -> anyhow::Result<Option<T>> {
    let Some(text) = text else { return Ok(None) };
    let found = find(text.get_ref());
    found.map(Some).map_err(|message| anyhow::anyhow!("{}: {message}", place(text.span().start)))
}

/// A test of two runs by its name.
fn test_named(name: &str) -> Result<Test, String> {
    let names = TESTS.map(Test::name);
    let found = TESTS.into_iter().find(|test| test.name() == name);
    found
        .ok_or_else(|| format!("no test here is called `{name}`\n  there are {}", names.join(", ")))
}

fn correction_named(name: &str) -> Result<Correction, String> {
    let names = Correction::ALL.map(Correction::name);
    let found = Correction::ALL.into_iter().find(|correction| correction.name() == name);
    found.ok_or_else(|| {
        format!("no correction is called `{name}`\n  there are {}", names.join(", "))
    })
}
