//! What a command line that cannot be read was meant to be.

use clap::error::{ContextKind, ContextValue, ErrorKind};
use gainline::nearest;
use std::ffi::OsString;
use std::path::Path;

/// Better advice than clap's own, where there is some.
pub(crate) fn advice(error: &clap::Error, arguments: &[OsString]) -> Option<String> {
    // What cannot be shown cannot be corrected.
    let words: Option<Vec<&str>> = arguments.iter().skip(1).map(|word| word.to_str()).collect();
    let words = words?;
    match error.kind() {
        ErrorKind::InvalidSubcommand => {
            let Some(ContextValue::String(word)) = error.get(ContextKind::InvalidSubcommand) else {
                return None;
            };
            Path::new(word).exists().then(|| {
                format!(
                    "`{word}` is a file, and no command\n  did you mean `{}`?",
                    command_line(["eval"].into_iter().chain(words))
                )
            })
        }
        ErrorKind::UnknownArgument => {
            let Some(ContextValue::String(option)) = error.get(ContextKind::InvalidArg) else {
                return None;
            };
            let named = InputOption::of(option)?;
            let corrected = by_position(&words);
            Some(format!(
                "there is no `{option}`: {} given by position\n  did you mean `{corrected}`?",
                match named {
                    InputOption::Qrels => "judgments are",
                    InputOption::Runs => "runs are",
                }
            ))
        }
        _ => None,
    }
}

/// Options of other tools for what is given by position here.
#[derive(Clone, Copy, PartialEq)]
enum InputOption {
    Qrels,
    Runs,
}

impl InputOption {
    fn of(word: &str) -> Option<Self> {
        match word.split_once('=').map_or(word, |(option, _)| option) {
            "--qrels" | "--qrel" | "--judgments" => Some(InputOption::Qrels),
            "--run" | "--runs" => Some(InputOption::Runs),
            _ => None,
        }
    }
}

/// The same command with judgments, then runs, where they belong: behind the command's name.
fn by_position(words: &[&str]) -> String {
    let commands =
        words.iter().take_while(|word| !word.starts_with('-') && !Path::new(word).exists());
    let (commands, words) = words.split_at(commands.count());
    let (mut qrels, mut runs, mut others) = (vec![], vec![], vec![]);
    // What the words are, until the next option.
    let mut named = None;
    for word in words {
        let value = word.split_once('=').map(|(_, value)| value);
        match InputOption::of(word) {
            Some(option) => named = Some(option),
            None if word.starts_with('-') => named = None,
            None => {}
        }
        let is_option = word.starts_with('-');
        match (named, value.filter(|_| is_option)) {
            (Some(InputOption::Qrels), Some(file)) => qrels.push(file),
            (Some(InputOption::Runs), Some(file)) => runs.push(file),
            (Some(_), None) if is_option => {}
            // There is one file of judgments.
            (Some(InputOption::Qrels), None) if qrels.is_empty() => qrels.push(word),
            (Some(InputOption::Runs), None) => runs.push(word),
            _ => others.push(*word),
        }
    }
    command_line([commands, &qrels, &runs, &others].concat())
}

fn command_line<'w>(words: impl IntoIterator<Item = &'w str>) -> String {
    // Letters and signs that mean nothing to any shell.
    let is_plain = |c: char| c.is_alphanumeric() || "_@%+=:,./-".contains(c);
    let quoted = |word: &str| match !word.is_empty() && word.chars().all(is_plain) {
        true => word.to_string(),
        false => format!("'{}'", word.replace('\'', r"'\''")),
    };
    let words = words.into_iter().map(quoted);
    ["gainline".to_string()].into_iter().chain(words).collect::<Vec<_>>().join(" ")
}

/// `; did you mean `forest`?`, if a name is near.
pub(crate) fn did_you_mean(word: &str, names: &[&str]) -> String {
    let near = nearest(word, names.iter().copied());
    near.map_or(String::new(), |name| format!("; did you mean `{name}`?"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_behind_options_are_put_where_they_belong() {
        let line = |text: &str| by_position(&text.split(' ').collect::<Vec<_>>());
        let right = "gainline eval q a.run b.run -m AP";
        for wrong in [
            "eval --qrels q --run a.run --run b.run -m AP",
            "eval --runs a.run b.run --qrels q -m AP",
            "eval --qrels=q --runs=a.run --runs=b.run -m AP",
            "eval --qrels q a.run b.run -m AP",
            "eval -m AP --qrels q --run a.run b.run",
        ] {
            let found = line(wrong);
            let mut words: Vec<&str> = found.split(' ').collect();
            let mut wanted: Vec<&str> = right.split(' ').collect();
            assert_eq!(words[..3], wanted[..3], "{wrong}: {found}");
            words.sort_unstable();
            wanted.sort_unstable();
            assert_eq!(words, wanted, "{wrong}: {found}");
        }
        assert_eq!(command_line(["eval", "a b", "it's"]), r"gainline eval 'a b' 'it'\''s'");
    }
}
