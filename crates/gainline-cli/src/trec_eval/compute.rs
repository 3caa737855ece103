//! Values by topic, from each of trec_eval's kinds of judgments.

use super::Stop;
use super::arguments::{Arguments, JudgmentsFormat};
use super::columns::Column;
use super::entries::Kind;
use crate::log::Terminal;
use gainline::{
    Dialect, GroupedQrels, Judged, JudgedScorer, LOWEST, Measure, Options, PreferenceJudgments,
    PreferencesLayout, Qrels, Run, Scorer, Source, Unjudged, join_source,
};
use gainline_analysis::Progress;
use std::collections::HashSet;
use std::ffi::OsStr;
use std::num::NonZeroU16;

/// A topic with a value for each column.
pub(crate) struct Topic {
    pub name: String,
    pub values: Vec<Value>,
}

/// What a column holds for a topic.
#[derive(Clone)]
pub(crate) enum Value {
    Number(f64),
    Text(String),
    /// Nothing is printed for a topic.
    Nothing,
}

/// All topics in byte order, and what the summary needs besides.
pub(crate) struct Results {
    pub topics: Vec<Topic>,
    pub run_id: String,
    /// Topics with judgments, evaluated or not.
    pub judged_topics: usize,
    /// Documents of a grade above 0 over all judged topics.
    pub positive: usize,
}

pub(crate) fn evaluate(arguments: &Arguments) -> Result<Results, Stop> {
    let options = options(arguments)?;
    let mut results = match arguments.judgments_format {
        JudgmentsFormat::Qrels => by_grades(arguments, &options)?,
        JudgmentsFormat::QrelsJg => by_groups(arguments, &options)?,
        JudgmentsFormat::Prefs => by_preferences(arguments, PreferencesLayout::Prefs)?,
        JudgmentsFormat::QrelsPrefs => by_preferences(arguments, PreferencesLayout::QrelsPrefs)?,
    };
    if results.topics.is_empty() {
        return Err(Stop::new(7, "No queries with both results and relevance info"));
    }
    results.topics.sort_by(|a, b| a.name.as_bytes().cmp(b.name.as_bytes()));
    if let Some(file) = &arguments.zscores {
        super::zscores::convert(file, &arguments.columns.columns, &mut results.topics)?;
    }
    Ok(results)
}

fn options(arguments: &Arguments) -> Result<Options, Stop> {
    Ok(Options {
        depth: arguments.depth,
        unjudged: if arguments.judged_only { Unjudged::Condense } else { Unjudged::Irrelevant },
        topics: arguments.only_topic.clone().map(|topic| HashSet::from([topic])),
        dialect: Dialect::TrecEval,
        // trec_eval has no such option, so the environment is the place for it.
        threads: std::env::var_os("GAINLINE_THREADS").map(|text| threads(&text)).transpose()?,
        ..Options::default()
    })
}

fn threads(text: &OsStr) -> Result<usize, Stop> {
    let number = text.to_str().and_then(|text| text.parse::<NonZeroU16>().ok());
    number.map(|number| usize::from(number.get())).ok_or_else(|| {
        let text = text.display();
        Stop::new(2, format!("GAINLINE_THREADS: `{text}` is not a whole number from 1 to 65535"))
    })
}

/// A topic's values from its measures' values, in the order of the columns.
fn values(
    columns: &[Column],
    numbers: &[f64],
    relstring: impl Fn(usize) -> String,
) -> Result<Vec<Value>, Stop> {
    let mut numbers = numbers.iter();
    let value = |column: &Column| {
        let mut number = || {
            let lacks = || Stop::new(2, format!("there is no value of `{}`", column.name));
            numbers.next().copied().ok_or_else(lacks)
        };
        Ok(match column.kind {
            Kind::RunId | Kind::NumQ => Value::Nothing,
            Kind::RelString => Value::Text(relstring(column.length)),
            // Kept as a logarithm, as trec_eval does, so that z-scores are of it.
            Kind::Geometric => Value::Number(number()?.max(LOWEST).ln()),
            Kind::Count
            | Kind::NumRel
            | Kind::Single
            | Kind::Ranks(_)
            | Kind::Numbers(_)
            | Kind::Recalls(_)
            | Kind::Gains
            | Kind::SetF
            | Kind::Levels
            | Kind::Weights => Value::Number(number()?),
        })
    };
    columns.iter().map(value).collect()
}

fn measures(arguments: &Arguments) -> Vec<Measure> {
    arguments.columns.columns.iter().filter_map(|c| c.measure.clone()).collect()
}

/// The columns' measures must all be of the kind that the judgments allow.
fn wrong_judgments(measure: &Measure, arguments: &Arguments) -> Stop {
    let format = arguments.judgments_format.name();
    let columns = &arguments.columns.columns;
    let name = columns.iter().find(|c| c.measure.as_ref() == Some(measure)).map(|c| &c.name);
    let name = name.map_or("", String::as_str);
    Stop::new(4, format!("Can't calculate measure `{name}` from judgments of format {format}"))
}

fn by_grades(arguments: &Arguments, options: &Options) -> Result<Results, Stop> {
    let qrels = Qrels::read_as(&arguments.judgments, Dialect::TrecEval)?;
    let mut scorers: Vec<JudgedScorer> = vec![];
    for measure in measures(arguments) {
        match measure.scorer(arguments.level) {
            Scorer::Judged(scorer) => scorers.push(scorer),
            Scorer::Groups(_) | Scorer::Preferences(_) => {
                return Err(wrong_judgments(&measure, arguments));
            }
        }
    }
    let columns = &arguments.columns.columns;
    let each = |judged: &Judged<'_>| {
        let numbers: Vec<f64> = scorers.iter().map(|scorer| scorer.score(judged)).collect();
        let mut values = values(columns, &numbers, |length| relstring(judged, length))?;
        if judged.retrieved() == 0 {
            // Where a recall level needs no document at all, trec_eval takes the precision of
            // what was retrieved, 0 of 0 here, and prints what comes of it.
            let relevant = judged.relevant(arguments.level) as f64;
            for (column, value) in columns.iter().zip(&mut values) {
                if column.levels.iter().any(|level| level * relevant + 0.9 < 1.0) {
                    *value = Value::Number(-f64::NAN);
                }
            }
        }
        Ok(values)
    };
    let source = Source::path(&arguments.run);
    let terminal = Terminal::default();
    let told = |bytes| terminal.reading(source.name(), bytes, source.size());
    let joined = join_source(&qrels, &source, options, &told, &each)?;
    drop(terminal);
    let names: Vec<&str> = qrels.topics().collect();
    let topic = |(index, values): (usize, Result<Vec<Value>, Stop>)| {
        Ok(Topic { name: names[index].to_string(), values: values? })
    };
    let positive = names
        .iter()
        .filter_map(|name| qrels.topic(name))
        .map(|topic| topic.grades().iter().filter(|g| **g > 0.0).count())
        .sum();
    Ok(Results {
        topics: joined.topics.into_iter().map(topic).collect::<Result<_, Stop>>()?,
        run_id: joined.facts.tag.unwrap_or_default(),
        judged_topics: names.len(),
        positive,
    })
}

/// The grades of the first documents, a character each.
fn relstring(judged: &Judged<'_>, length: usize) -> String {
    let mut text: Vec<char> = vec!['-'; length.min(judged.retrieved())];
    for found in judged.found_within(length) {
        text[found.rank - 1] = match found.grade {
            grade if grade > 9.0 => '>',
            grade if grade >= 0.0 => char::from_digit(grade as u32, 10).unwrap_or('>'),
            _ => '.',
        };
    }
    text.into_iter().collect()
}

fn by_groups(arguments: &Arguments, options: &Options) -> Result<Results, Stop> {
    // A document judged twice is a fault of the file here, found while reading.
    let judgments = GroupedQrels::read(&arguments.judgments).map_err(|e| Stop::new(2, e))?;
    let run = Run::read_as(&arguments.run, Dialect::TrecEval)?;
    let measures = measures(arguments);
    for measure in &measures {
        if !matches!(measure.scorer(arguments.level), Scorer::Groups(_)) {
            return Err(wrong_judgments(measure, arguments));
        }
    }
    let scores = judgments.evaluate(&run, &measures, arguments.level, options)?;
    let columns = &arguments.columns.columns;
    let topic = |(name, numbers): (String, Vec<f64>)| {
        Ok(Topic { name, values: values(columns, &numbers, |_| String::new())? })
    };
    Ok(Results {
        topics: scores.topics.into_iter().map(topic).collect::<Result<_, Stop>>()?,
        run_id: run.tag().unwrap_or_default().to_string(),
        judged_topics: judgments.topics().len(),
        positive: 0,
    })
}

fn by_preferences(arguments: &Arguments, layout: PreferencesLayout) -> Result<Results, Stop> {
    let judgments = PreferenceJudgments::read(&arguments.judgments, layout)?;
    let run = Run::read_as(&arguments.run, Dialect::TrecEval)?;
    let mut scorers = vec![];
    for measure in measures(arguments) {
        match measure.scorer(arguments.level) {
            Scorer::Preferences(scorer) => scorers.push(scorer),
            Scorer::Judged(_) | Scorer::Groups(_) => {
                return Err(wrong_judgments(&measure, arguments));
            }
        }
    }
    let depth = arguments.depth.unwrap_or(usize::MAX);
    let mut topics = vec![];
    for name in judgments.topics() {
        if arguments.only_topic.as_deref().is_some_and(|only| only != name) {
            continue;
        }
        if let Some(preferences) = judgments.of_run(name, &run, depth)? {
            let numbers: Vec<f64> = scorers.iter().map(|score| score(&preferences)).collect();
            let values = values(&arguments.columns.columns, &numbers, |_| String::new())?;
            topics.push(Topic { name: name.to_string(), values });
        }
    }
    Ok(Results {
        topics,
        run_id: run.tag().unwrap_or_default().to_string(),
        judged_topics: judgments.topics().count(),
        positive: 0,
    })
}
