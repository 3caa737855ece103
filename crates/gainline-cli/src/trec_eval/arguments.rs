//! trec_eval's command line, read as getopt_long would: options anywhere, values glued or apart,
//! long names shortened as long as they stay clear.

use super::Stop;
use super::columns::Columns;
use super::entries::check_name;
use super::help::USAGE;
use std::ffi::OsString;
use std::path::PathBuf;

/// What is to be done.
pub(crate) enum Action {
    Help(Arguments),
    Version,
    Evaluation(Arguments),
}

/// How the judgments are written.
#[derive(Clone, Copy, PartialEq)]
pub(crate) enum JudgmentsFormat {
    Qrels,
    QrelsJg,
    Prefs,
    QrelsPrefs,
}

impl JudgmentsFormat {
    const ALL: [Self; 4] = [Self::Qrels, Self::QrelsJg, Self::Prefs, Self::QrelsPrefs];

    /// What `-R` calls it.
    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::Qrels => "qrels",
            Self::QrelsJg => "qrels_jg",
            Self::Prefs => "prefs",
            Self::QrelsPrefs => "qrels_prefs",
        }
    }
}

/// The options and files.
pub(crate) struct Arguments {
    pub per_topic: bool,
    pub summary: bool,
    pub complete: bool,
    pub judged_only: bool,
    pub level: f64,
    pub collection_size: f64,
    pub depth: Option<usize>,
    pub judgments_format: JudgmentsFormat,
    pub zscores: Option<PathBuf>,
    pub only_topic: Option<String>,
    pub columns: Columns,
    pub judgments: PathBuf,
    pub run: PathBuf,
}

const LONG: [(&str, char); 15] = [
    ("help", 'h'),
    ("version", 'v'),
    ("query_eval_wanted", 'q'),
    ("measure", 'm'),
    ("complete_rel_info_wanted", 'c'),
    ("level_for_rel", 'l'),
    ("nosummary", 'n'),
    ("Debug_level", 'D'),
    ("Judged_docs_only", 'J'),
    ("Number_docs_in_coll", 'N'),
    ("Max_retrieved_per_topic", 'M'),
    ("Rel_info_format", 'R'),
    ("Results_format", 'T'),
    ("Output_old_results_format", 'o'),
    ("Zscore", 'Z'),
];

/// The letters that take a value.
const VALUED: &str = "mlDNMRTZ";
const PLAIN: &str = "hvqcnJo";

impl Arguments {
    pub(crate) fn read(arguments: &[OsString]) -> Result<Action, Stop> {
        let (options, files) = split(arguments)?;
        let mut read = Arguments {
            per_topic: false,
            summary: true,
            complete: false,
            judged_only: false,
            level: 1.0,
            collection_size: 0.0,
            depth: None,
            judgments_format: JudgmentsFormat::Qrels,
            zscores: None,
            only_topic: None,
            columns: Columns::default(),
            judgments: PathBuf::new(),
            run: PathBuf::new(),
        };
        let mut help = false;
        let mut measures: Vec<String> = vec![];
        let mut judgments_format = String::from("qrels");
        let mut results_format = String::from("trec_results");
        for (letter, value) in options {
            let text = value.to_string_lossy().into_owned();
            match letter {
                'h' => help = true,
                'v' => return Ok(Action::Version),
                'q' => read.per_topic = true,
                'n' => read.summary = false,
                'c' => read.complete = true,
                'J' => read.judged_only = true,
                'm' => {
                    check_name(&text)?;
                    measures.push(text);
                }
                'l' => read.level = whole("-l", &text)? as f64,
                'N' => read.collection_size = whole("-N", &text)? as f64,
                'M' => read.depth = Some(depth(&text)?),
                'R' => judgments_format = text,
                'T' => results_format = text,
                'Z' => read.zscores = Some(value.into()),
                'D' => {
                    // No debugging output, but `-D level.topic` evaluates that topic alone.
                    read.only_topic = text.split_once('.').map(|(_, topic)| topic.to_string());
                }
                _ => {}
            }
        }
        if help {
            read.columns = Columns::for_help(&measures);
            return Ok(Action::Help(read));
        }
        let [judgments, run] = &files[..] else { return Err(Stop::new(1, USAGE)) };
        read.judgments = judgments.into();
        read.run = run.into();
        let format = JudgmentsFormat::ALL.into_iter().find(|f| f.name() == judgments_format);
        read.judgments_format = format
            .ok_or_else(|| Stop::new(2, format!("Illegal rel_format `{judgments_format}`")))?;
        if results_format != "trec_results" {
            let message = format!("Illegal retrieval results format `{results_format}`");
            return Err(Stop::new(2, message));
        }
        if measures.is_empty() {
            measures.push("official".into());
        }
        read.columns = Columns::new(&measures, read.collection_size)?;
        Ok(Action::Evaluation(read))
    }
}

type Split = (Vec<(char, OsString)>, Vec<OsString>);

/// Tells options (by their letter, with their value) from files.
fn split(arguments: &[OsString]) -> Result<Split, Stop> {
    let (mut options, mut files) = (vec![], vec![]);
    let mut rest = arguments.iter();
    while let Some(argument) = rest.next() {
        let text = argument.to_string_lossy();
        if text == "--" {
            files.extend(rest.cloned());
            break;
        }
        let mut value_of = |letter: char, given: Option<&str>| match given {
            Some(value) => Ok(OsString::from(value)),
            None => rest.next().cloned().ok_or_else(|| {
                Stop::new(1, format!("option -{letter} requires an argument\n{USAGE}"))
            }),
        };
        if let Some(long) = text.strip_prefix("--") {
            let (name, given) = match long.split_once('=') {
                Some((name, value)) => (name, Some(value)),
                None => (long, None),
            };
            let letter = long_option(name)?;
            // The long form of -o demands a value, the short one takes none.
            let valued = VALUED.contains(letter) || letter == 'o';
            if !valued && given.is_some() {
                let message = format!("option --{name} doesn't allow an argument\n{USAGE}");
                return Err(Stop::new(1, message));
            }
            let value = if valued { value_of(letter, given)? } else { OsString::new() };
            options.push((letter, value));
        } else if text.len() > 1 && text.starts_with('-') {
            for (at, letter) in text[1..].char_indices() {
                if PLAIN.contains(letter) {
                    options.push((letter, OsString::new()));
                } else if VALUED.contains(letter) {
                    let glued = &text[1 + at + letter.len_utf8()..];
                    let value = value_of(letter, (!glued.is_empty()).then_some(glued))?;
                    options.push((letter, value));
                    break;
                } else {
                    return Err(Stop::new(1, format!("invalid option -- `{letter}`\n{USAGE}")));
                }
            }
        } else {
            files.push(argument.clone());
        }
    }
    Ok((options, files))
}

fn long_option(name: &str) -> Result<char, Stop> {
    let exact = LONG.iter().find(|(long, _)| *long == name);
    let starting: Vec<_> = LONG.iter().filter(|(long, _)| long.starts_with(name)).collect();
    match (exact, &starting[..]) {
        (Some((_, letter)), _) => Ok(*letter),
        (None, [(_, letter)]) => Ok(*letter),
        (None, []) => Err(Stop::new(1, format!("unrecognized option `--{name}`\n{USAGE}"))),
        _ => Err(Stop::new(1, format!("option `--{name}` is ambiguous\n{USAGE}"))),
    }
}

fn whole(option: &str, text: &str) -> Result<i64, Stop> {
    text.trim().parse().map_err(|_| {
        Stop::new(1, format!("option {option}: `{text}` is not a whole number\n{USAGE}"))
    })
}

fn depth(text: &str) -> Result<usize, Stop> {
    usize::try_from(whole("-M", text)?).map_err(|_| {
        Stop::new(2, format!("option -M: `{text}` is below 0; give a number from 0 up"))
    })
}
