//! The choices behind numbers, as options that several commands share.

use anyhow::{Context, bail};
use clap::builder::{PossibleValuesParser, TypedValueParser};
use clap::{Args, ValueEnum};
use gainline::{Expected, Known, Missing, Options, Qrels, Ties, TopicNumbers, Unjudged};
use gainline_analysis::Naming;
use gainline_analysis::compare::DEFAULT_TEST;
use gainline_analysis::comparison::Family;
use gainline_stats::{Correction, Test};
use std::collections::HashSet;
use std::fmt::Display;
use std::path::{Path, PathBuf};

/// What help calls them.
pub(crate) const HEADING: &str = "Choices behind the numbers";

/// How runs are ranked and joined with judgments.
#[derive(Args, Clone)]
#[command(next_help_heading = HEADING)]
pub(crate) struct Choices {
    /// The lowest relevant grade
    ///
    /// A measure may say otherwise: AP(rel=2).
    #[arg(long, value_name = "N", default_value = "1", allow_negative_numbers = true,
        value_parser = finite)]
    pub rel: f64,
    /// How documents of equal score are ordered
    ///
    /// docid: by document id, descending, as trec_eval does; rank: by the rank column; input: as in
    /// the file; average: in all ways, and values are means over all orders; best, worst: for each
    /// measure in the order that gives its best or its worst value
    #[arg(long, value_name = "HOW", default_value = "docid", value_parser = one_of(&Ties::ALL))]
    pub ties: Ties,
    /// How unjudged documents are treated
    ///
    /// irrelevant: they count as not relevant; condense: they are removed before ranks are counted;
    /// bounds: they count as not relevant, and the lowest and the highest value that any grades for
    /// them would give are shown too
    #[arg(long, value_name = "HOW", default_value = "irrelevant", value_parser = one_of(&Unjudged::ALL))]
    pub unjudged: Unjudged,
    /// Judged topics that a run lacks: empty rankings (zero), or left out (skip)
    #[arg(long, value_name = "HOW", default_value = "zero", value_parser = one_of(&Missing::ALL))]
    pub missing: Missing,
    /// Only these topics: ids separated by commas, or a file with one in each line
    #[arg(long, value_name = "FILE|ID,...")]
    pub topics: Option<String>,
    /// Whether a document whose id is the topic's id is kept or dropped
    #[arg(long = "self", value_enum, default_value = "keep", value_name = "WHAT")]
    pub itself: SelfArg,
    /// The number of documents in the collection, for measures that need it
    #[arg(long, value_name = "N", value_parser = collection_size)]
    pub collection_size: Option<usize>,
    /// Documents that users knew before: `topic document` in each line
    #[arg(long, value_name = "FILE")]
    pub known: Option<PathBuf>,
    /// How many relevant documents users expect: a number, or `topic number` in each line
    #[arg(long, value_name = "N|FILE", allow_hyphen_values = true)]
    pub expected: Option<String>,
    /// What runs are called: by their file's name, by their tag, or by the full path
    ///
    /// file: the name of the file, without its endings and without what the names of all runs share
    /// at their start or end; tag: what the last column of the run says; full: the path as it was
    /// given. NAME=FILE gives a run a name in any case, and then no name is shortened. Options
    /// that name a run take its short name, the name of its file and its path.
    #[arg(long, value_name = "HOW", default_value = "file", value_parser = one_of(&Naming::ALL),
        help_heading = None)]
    pub names: Naming,
    /// Threads to use [default: all cores]
    #[arg(long, value_name = "N", env = "GAINLINE_THREADS", hide_env_values = true,
        value_parser = clap::value_parser!(u16).range(1..))]
    pub threads: Option<u16>,
}

#[derive(Clone, Copy, PartialEq, ValueEnum)]
pub(crate) enum SelfArg {
    Keep,
    Drop,
}

impl Choices {
    /// The same in the library's terms, with the files that were read for it and what they hold;
    /// how deep rankings go is a command's own affair.
    pub(crate) fn options(&self, qrels: &Qrels) -> anyhow::Result<(Options, Files)> {
        let topics = self.topics.as_deref().map(|text| Topics::of(text, qrels)).transpose()?;
        let expected = self.expected()?;
        let files = [
            ("known", self.known.as_ref()),
            ("expected", expected.as_ref().and_then(ExpectedNumbers::file)),
            ("topics", topics.as_ref().and_then(Topics::file)),
        ];
        let files = files.into_iter().filter_map(|(role, path)| Some((role, path?.clone())));
        let files = files.collect();
        let options = Options {
            rel: self.rel,
            missing: self.missing,
            ties: self.ties,
            unjudged: self.unjudged,
            drop_self: self.itself == SelfArg::Drop,
            topics: topics.map(Topics::read).transpose()?,
            threads: self.threads.map(usize::from),
            collection: self.collection_size,
            known: self.known.as_deref().map(Known::read).transpose()?,
            expected: expected.map(ExpectedNumbers::read).transpose()?,
            ..Options::default()
        };
        Ok((options, files))
    }

    /// The option that names topics, if one does.
    pub(crate) fn names_topics(&self) -> Option<&'static str> {
        let by_topic = self.expected.as_ref().is_some_and(|text| text.parse::<f64>().is_err());
        let named = [
            ("--topics", self.topics.is_some()),
            ("--known", self.known.is_some()),
            ("--expected", by_topic),
        ];
        named.into_iter().find_map(|(option, given)| given.then_some(option))
    }

    /// The files that will be read and may be standard input.
    pub(crate) fn streams(&self) -> anyhow::Result<Vec<PathBuf>> {
        let expected = self.expected()?.and_then(|expected| expected.file().cloned());
        Ok(self.known.clone().into_iter().chain(expected).collect())
    }

    fn expected(&self) -> anyhow::Result<Option<ExpectedNumbers>> {
        self.expected.as_deref().map(ExpectedNumbers::of).transpose()
    }
}

/// How differences are tested.
#[derive(Args, Clone)]
pub(crate) struct Testing {
    /// Significance test
    #[arg(long, value_name = "NAME", value_parser = test_parser(),
        default_value = DEFAULT_TEST.name(), hide_possible_values = true)]
    pub test: Test,
    /// Correction of p-values for the number of comparisons [default: holm]
    ///
    /// Tests that correct for all pairs themselves take bonferroni (the default then, over measures and
    /// slices) and none.
    #[arg(long, value_name = "NAME", value_parser = one_of(&Correction::ALL))]
    pub correction: Option<Correction>,
    /// Which comparisons are corrected for together: those of all measures, or of each
    #[arg(long, value_name = "SCOPE", default_value = "all", value_parser = one_of(&Family::ALL))]
    pub family: Family,
    /// Significance level of adjusted p; intervals have the level 1 - P
    #[arg(long, value_name = "P", default_value_t = 0.05, value_parser = level)]
    pub alpha: f64,
}

fn level(text: &str) -> Result<f64, String> {
    let number = text.parse().ok().filter(|n: &f64| *n > 0.0 && *n < 0.5);
    number.ok_or_else(|| "not a number between 0 and 0.5".into())
}

/// Files that were read, with what they hold.
pub(crate) type Files = Vec<(&'static str, PathBuf)>;

/// What `--expected` names: a number for all topics, or a file with one for each.
enum ExpectedNumbers {
    Each(f64),
    File(PathBuf),
}

impl ExpectedNumbers {
    fn of(text: &str) -> anyhow::Result<Self> {
        match text.parse::<f64>() {
            Ok(number) if number == 0.0 || (1e-3..=1e9).contains(&number) => {
                Ok(ExpectedNumbers::Each(number))
            }
            Ok(_) => bail!("--expected {text}: neither 0 nor a number from 0.001 to 1e9"),
            Err(_) => Ok(ExpectedNumbers::File(text.into())),
        }
    }

    fn file(&self) -> Option<&PathBuf> {
        match self {
            ExpectedNumbers::Each(_) => None,
            ExpectedNumbers::File(path) => Some(path),
        }
    }

    fn read(self) -> gainline::Result<Expected> {
        Ok(match self {
            ExpectedNumbers::Each(number) => Expected::Each(number),
            ExpectedNumbers::File(path) => Expected::ByTopic(TopicNumbers::read(path)?),
        })
    }
}

/// What `--topics` names: topics with commas between, or a file with one in the first column of
/// each line.
enum Topics {
    List(HashSet<String>),
    File(PathBuf),
}

impl Topics {
    /// What names judged topics is a list, whatever files there are.
    fn of(text: &str, qrels: &Qrels) -> anyhow::Result<Self> {
        let listed: HashSet<String> =
            text.split(',').map(str::trim).filter(|t| !t.is_empty()).map(String::from).collect();
        let judged = listed.iter().filter(|topic| qrels.topic(topic).is_some()).count();
        if judged > 0 && (judged == listed.len() || !Path::new(text).exists()) {
            return Ok(Topics::List(listed));
        }
        if !Path::new(text).exists() {
            bail!("--topics {text}: neither a judged topic nor a file of that name");
        }
        Ok(Topics::File(text.into()))
    }

    fn file(&self) -> Option<&PathBuf> {
        match self {
            Topics::List(_) => None,
            Topics::File(path) => Some(path),
        }
    }

    fn read(self) -> anyhow::Result<HashSet<String>> {
        let path = match self {
            Topics::List(topics) => return Ok(topics),
            Topics::File(path) => path,
        };
        let name = path.display();
        let lines =
            std::fs::read_to_string(&path).with_context(|| format!("{name}: cannot read"))?;
        let topics: HashSet<String> =
            lines.lines().filter_map(|l| l.split_whitespace().next()).map(String::from).collect();
        if topics.is_empty() {
            bail!("--topics {name}: there are no topics in this file");
        }
        Ok(topics)
    }
}

/// A parser for one of these values, by the name that it prints.
pub(crate) fn one_of<T>(all: &'static [T]) -> impl TypedValueParser<Value = T>
where
    T: Copy + Display + Send + Sync + 'static,
{
    let names = PossibleValuesParser::new(all.iter().map(ToString::to_string));
    let find = move |name: String| all.iter().copied().find(|value| value.to_string() == name);
    names.try_map(move |name| find(name).ok_or("it is none of the values"))
}

/// Reads a test's name.
pub(crate) fn test_parser() -> impl TypedValueParser<Value = Test> {
    let names = Test::ALL.iter().map(|test| test.name());
    let aliases = Test::ALL.iter().filter_map(|test| test.alias());
    PossibleValuesParser::new(names.chain(aliases)).try_map(|name| name.parse::<Test>())
}

pub(crate) fn finite(text: &str) -> Result<f64, String> {
    let number = text.parse().ok().filter(|n: &f64| n.is_finite());
    number.ok_or_else(|| "not a finite number".into())
}

fn collection_size(text: &str) -> Result<usize, String> {
    let size = from_one(text)?;
    if size > 1_000_000_000_000_000 { Err("more than 1e15".into()) } else { Ok(size) }
}

pub(crate) fn from_one(text: &str) -> Result<usize, String> {
    let number = text.parse().ok().filter(|n: &usize| *n > 0);
    number.ok_or_else(|| "not a whole number from 1 up".into())
}

/// A share that is neither none nor all.
pub(crate) fn share(text: &str) -> Result<f64, String> {
    let number = text.parse().ok().filter(|n: &f64| *n > 0.0 && *n < 1.0);
    number.ok_or_else(|| "not a number between 0 and 1".into())
}
