//! What runs in files are called.

use crate::RunInput;
use gainline::{Error, ErrorKind, Result, Run, nearest};
use serde::Serialize;
use std::collections::{HashMap, HashSet};
use std::path::{Path, PathBuf};

/// What a run in a file is called, unless it is given a name (`NAME=FILE`).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum Naming {
    /// By its file's name, without its endings and without what all files' names share.
    #[default]
    File,
    /// By the tag in its last column.
    Tag,
    /// By its path, as it was given.
    Full,
}

named!(Naming: File "file", Tag "tag", Full "full");

/// How the runs of an answer got their names.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct NameFacts {
    /// What they are called by; names that were given come before it.
    pub by: Naming,
    /// What the names of all files begin with, and is left out.
    pub prefix: Option<String>,
    /// What the names of all files end with before their endings, and is left out.
    pub suffix: Option<String>,
}

/// Runs with their names.
#[derive(Debug, Clone, Default)]
pub struct NamedRuns {
    /// The runs, in the order in which they were given.
    pub runs: Vec<RunInput>,
    /// How they got their names.
    pub names: NameFacts,
}

impl From<Vec<RunInput>> for NamedRuns {
    fn from(runs: Vec<RunInput>) -> Self {
        NamedRuns { runs, names: NameFacts::default() }
    }
}

impl NamedRuns {
    /// Runs in files, each `FILE` or `NAME=FILE`.
    pub fn of(arguments: &[impl AsRef<Path>], by: Naming) -> Result<Self> {
        let given: Vec<Argument> = arguments.iter().map(|a| Argument::read(a.as_ref())).collect();
        let name = |names: Vec<String>| {
            let files = given.iter().zip(names);
            files.map(|(run, name)| RunInput::file(name, &run.file)).collect()
        };
        match by {
            Naming::File => {
                let names = file_names(&given);
                let shared = shared(&given, &names);
                let short = names.iter().map(|name| shared.shorten(name)).collect();
                Ok(NamedRuns { runs: name(short), names: shared.facts() })
            }
            Naming::Tag => {
                let names = tags(&given)?;
                Ok(NamedRuns { runs: name(names), names: NameFacts { by, ..Default::default() } })
            }
            Naming::Full => {
                let names = given.iter().map(|run| run.name.clone().unwrap_or_else(|| run.path()));
                let names = name(names.collect());
                Ok(NamedRuns { runs: names, names: NameFacts { by, ..Default::default() } })
            }
        }
    }

    /// The runs of several collections, where runs of the same name belong together: what is left out of
    /// files' names is left out in all collections. Where no two of them then have a run of the same
    /// name, it is what each collection's files share, such as the name of the collection.
    pub fn of_collections(arguments: &[Vec<PathBuf>], by: Naming) -> Result<Vec<Self>> {
        let each = arguments.iter().map(|runs| NamedRuns::of(runs, by));
        let each: Vec<NamedRuns> = each.collect::<Result<_>>()?;
        if by != Naming::File {
            return Ok(each);
        }
        let given: Vec<Vec<Argument>> = arguments
            .iter()
            .map(|runs| runs.iter().map(|run| Argument::read(run)).collect())
            .collect();
        let names: Vec<Vec<String>> = given.iter().map(|runs| file_names(runs)).collect();
        let shared = shared(&given.concat(), &names.concat());
        let together = |(given, names): (&Vec<Argument>, &Vec<String>)| {
            let named = given.iter().zip(names);
            let runs = named.map(|(run, name)| RunInput::file(shared.shorten(name), &run.file));
            NamedRuns { runs: runs.collect(), names: shared.facts() }
        };
        let together: Vec<NamedRuns> = given.iter().zip(&names).map(together).collect();
        let alike = |collections: &[NamedRuns]| {
            let mut seen = HashSet::new();
            let mut runs = collections.iter().flat_map(|collection| &collection.runs);
            runs.any(|run| !seen.insert(run.name.clone()))
        };
        Ok(if !alike(&together) && alike(&each) { each } else { together })
    }
}

/// A run as it was given.
#[derive(Clone)]
struct Argument {
    name: Option<String>,
    file: PathBuf,
}

impl Argument {
    /// `NAME=FILE`, unless there is a file of that whole name.
    fn read(argument: &Path) -> Self {
        let split =
            argument.to_str().filter(|_| !argument.exists()).and_then(|a| a.split_once('='));
        match split {
            Some((name, file)) if !name.is_empty() && (file == "-" || Path::new(file).exists()) => {
                Argument { name: Some(name.into()), file: file.into() }
            }
            _ => Argument { name: None, file: argument.into() },
        }
    }

    fn path(&self) -> String {
        if self.is_stdin() { "<stdin>".into() } else { self.file.display().to_string() }
    }

    fn is_stdin(&self) -> bool {
        self.file.as_os_str() == "-"
    }
}

/// The names of files without endings, or their paths where that would give two the same name.
fn file_names(given: &[Argument]) -> Vec<String> {
    let short: Vec<String> = given
        .iter()
        .map(|run| run.name.clone().unwrap_or_else(|| without_endings(&run.file)))
        .collect();
    let mut counts: HashMap<&str, usize> = HashMap::new();
    for name in &short {
        *counts.entry(name).or_default() += 1;
    }
    let named = given.iter().zip(&short).map(|(run, short)| {
        let keep = run.name.is_some() || counts[short.as_str()] == 1;
        if keep { short.clone() } else { run.path() }
    });
    named.collect()
}

/// A file's name without the endings of runs, judgments and compressed files.
pub(crate) fn without_endings(file: &Path) -> String {
    const ENDINGS: [&str; 11] =
        ["gz", "zst", "bz2", "xz", "run", "txt", "trec", "tsv", "res", "results", "qrels"];
    if file.as_os_str() == "-" {
        return "<stdin>".into();
    }
    let name = file.file_name().map(|n| n.to_string_lossy().into_owned());
    let mut name = name.unwrap_or_else(|| file.display().to_string());
    while let Some((stem, ending)) = name.rsplit_once('.') {
        if stem.is_empty() || !ENDINGS.contains(&ending.to_ascii_lowercase().as_str()) {
            break;
        }
        name = stem.to_string();
    }
    name
}

/// What all names begin and end with.
#[derive(Clone, Default)]
struct Shared {
    prefix: String,
    suffix: String,
}

impl Shared {
    fn shorten(&self, name: &str) -> String {
        name[self.prefix.len()..name.len() - self.suffix.len()].into()
    }

    fn facts(&self) -> NameFacts {
        let some = |text: &String| Some(text.clone()).filter(|text| !text.is_empty());
        NameFacts { by: Naming::File, prefix: some(&self.prefix), suffix: some(&self.suffix) }
    }
}

/// What the names of all files share; nothing where some were given, or stand for something else.
fn shared(given: &[Argument], names: &[String]) -> Shared {
    let by_file = |(run, name): (&Argument, &String)| {
        run.name.is_none() && !run.is_stdin() && *name == without_endings(&run.file)
    };
    match given.len() > 1 && given.iter().zip(names).all(by_file) {
        true => shared_parts(names),
        false => Shared::default(),
    }
}

/// A name that is shorter says little.
const SHORTEST: usize = 3;

/// The longest beginning and end that all names share, made of whole parts; what is left of each name
/// is not too short and has a letter in it, since a number alone is no name.
fn shared_parts(names: &[String]) -> Shared {
    let Some(first) = names.first() else { return Shared::default() };
    let cut = |at: &usize| is_separator(first, *at);
    let prefixes = (0..first.len()).filter(cut).map(|at| &first[..=at]);
    let suffixes = (0..first.len()).filter(cut).map(|at| &first[at..]);
    let shared = |by: fn(&str, &str) -> bool| {
        move |part: &&str| part.is_empty() || names.iter().all(|name| by(name, part))
    };
    let prefixes = prefixes.chain([""]).filter(shared(|name, part| name.starts_with(part)));
    let suffixes: Vec<&str> =
        suffixes.chain([""]).filter(shared(|name, part| name.ends_with(part))).collect();
    let names_left = |(prefix, suffix): &(&str, &str)| {
        names.iter().all(|name| {
            let end = name.len().saturating_sub(suffix.len());
            let left = name.get(prefix.len()..end).unwrap_or_default();
            left.chars().count() >= SHORTEST && left.contains(char::is_alphabetic)
        })
    };
    let pairs = prefixes.flat_map(|prefix| suffixes.iter().map(move |suffix| (prefix, *suffix)));
    let longest =
        pairs.filter(names_left).max_by_key(|(prefix, suffix)| prefix.len() + suffix.len());
    longest.map_or_else(Shared::default, |(prefix, suffix)| Shared {
        prefix: prefix.into(),
        suffix: suffix.into(),
    })
}

/// Whether the byte at a place separates parts of a name; the point of a number does not.
fn is_separator(name: &str, at: usize) -> bool {
    let bytes = name.as_bytes();
    let is_digit =
        |at: Option<usize>| at.and_then(|at| bytes.get(at)).is_some_and(u8::is_ascii_digit);
    match bytes[at] {
        b'_' | b'-' => true,
        b'.' => !(is_digit(at.checked_sub(1)) && is_digit(Some(at + 1))),
        _ => false,
    }
}

/// The tags of runs, which must differ.
fn tags(given: &[Argument]) -> Result<Vec<String>> {
    let fault = |message: String| {
        Error::new(ErrorKind::Request, message)
            .remedy("name runs by their files (--names file), or give names: NAME=FILE")
    };
    let tag = |run: &Argument| match (&run.name, run.is_stdin()) {
        (Some(name), _) => Ok(name.clone()),
        (None, true) => Err(fault("<stdin>: its tag is not known before it is read".into())),
        (None, false) => Run::read_tag(&run.file)?
            .ok_or_else(|| fault(format!("{}: the run has no tag", run.path()))),
    };
    let tags: Vec<String> = given.iter().map(tag).collect::<Result<_>>()?;
    let mut files: HashMap<&str, &Argument> = HashMap::new();
    for (tag, run) in tags.iter().zip(given) {
        if let Some(other) = files.insert(tag, run) {
            let message = format!("{} and {} have the same tag, `{tag}`", other.path(), run.path());
            return Err(fault(message));
        }
    }
    Ok(tags)
}

/// No two may be called the same; `what` they are is said in the error.
pub fn check_names<'a>(names: impl IntoIterator<Item = &'a str>, what: &str) -> Result<()> {
    let mut seen = HashSet::new();
    for name in names {
        if !seen.insert(name) {
            let message = format!("two {what} are called `{name}`");
            return Err(Error::new(ErrorKind::Request, message)
                .remedy("give one of them another name: NAME=FILE"));
        }
    }
    Ok(())
}

/// The place of the run that `text` names: by its name, else by its file's name with or without endings,
/// else by its path.
pub fn find_run(runs: &[RunInput], text: &str) -> Option<usize> {
    find_named(&runs.iter().map(|run| (run.name.as_str(), run.path())), text)
}

/// The same of anything that has a name and perhaps a file.
pub(crate) fn find_named<'n>(
    all: &(impl Iterator<Item = (&'n str, Option<&'n Path>)> + Clone),
    text: &str,
) -> Option<usize> {
    let only = |is: &dyn Fn(&str, Option<&Path>) -> bool| {
        let mut found = all.clone().enumerate().filter(|(_, (name, path))| is(name, *path));
        found.next().filter(|_| found.next().is_none()).map(|(at, _)| at)
    };
    let of_file = |name: fn(&Path) -> Option<String>| {
        only(&|_, path| path.and_then(name).as_deref() == Some(text))
    };
    only(&|name, _| name == text)
        .or_else(|| of_file(|path| Some(without_endings(path))))
        .or_else(|| of_file(|path| Some(path.file_name()?.to_string_lossy().into_owned())))
        .or_else(|| only(&|_, path| path == Some(Path::new(text))))
}

/// The error for a run that is not there.
pub(crate) fn no_run<'r>(text: &str, runs: impl Iterator<Item = &'r RunInput> + Clone) -> Error {
    const SHOWN: usize = 20;
    let mut names: Vec<&str> = vec![];
    for run in runs.clone() {
        if !names.contains(&run.name.as_str()) {
            names.push(&run.name);
        }
    }
    let files: Vec<(String, &str)> =
        runs.filter_map(|run| Some((without_endings(run.path()?), run.name.as_str()))).collect();
    let by_file = || {
        let near = nearest(text, files.iter().map(|(file, _)| file.as_str()))?;
        files.iter().find_map(|(file, name)| (file == near).then_some(*name))
    };
    let likely = nearest(text, names.iter().copied()).or_else(by_file);
    let likely = likely.map_or(String::new(), |name| format!("; did you mean `{name}`?"));
    let more = match names.len().saturating_sub(SHOWN) {
        0 => String::new(),
        more => format!(", … ({more} more)"),
    };
    names.truncate(SHOWN);
    Error::new(ErrorKind::Request, format!("there is no run `{text}`{likely}"))
        .remedy(format!("the runs are {}{more}", names.join(", ")))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn short(files: &[&str]) -> Vec<String> {
        let named = NamedRuns::of(files, Naming::File).unwrap();
        named.runs.into_iter().map(|run| run.name).collect()
    }

    #[test]
    fn what_all_names_share_is_left_out_by_whole_parts() {
        let files = ["r/input.bm25.gz", "r/input.dense-v2.gz"];
        assert_eq!(short(&files), ["bm25", "dense-v2"]);
        assert_eq!(short(&["a-bm25-2019.txt", "a-dense-2019.txt"]), ["bm25", "dense"]);
        assert_eq!(short(&["Round1_Run1_Results", "Round1_Run2_Results"]), ["Run1", "Run2"]);
        assert_eq!(short(&["xyz.dev.json", "yes.dev.json"]), ["xyz", "yes"]);
        // A part is shared as a whole or not at all.
        assert_eq!(short(&["bm25.run", "bm25_rm3.run"]), ["bm25", "bm25_rm3"]);
        assert_eq!(short(&["dense.run", "denser.run"]), ["dense", "denser"]);
        let facts = NamedRuns::of(&["a-one-x.run", "a-two-x.run"], Naming::File).unwrap().names;
        assert_eq!((facts.prefix.as_deref(), facts.suffix.as_deref()), (Some("a-"), Some("-x")));
    }

    #[test]
    fn names_are_never_empty_numbers_or_the_same() {
        assert_eq!(short(&["run-1", "run-2"]), ["run-1", "run-2"]);
        assert_eq!(short(&["bm25-k0.4", "bm25-k1.4"]), ["k0.4", "k1.4"]);
        assert_eq!(short(&["a-b", "a-b-b"]), ["a-b", "a-b-b"]);
        assert_eq!(short(&["x-", "x-y"]), ["x-", "x-y"]);
        assert_eq!(short(&["a/bm25.run", "b/bm25.run"]), ["a/bm25.run", "b/bm25.run"]);
        assert_eq!(short(&["only-one.run"]), ["only-one"]);
        assert_eq!(short(&["dense-v1", "dense-v2"]), ["dense-v1", "dense-v2"]);
        assert_eq!(short(&["x-our-v1", "x-our-v2"]), ["our-v1", "our-v2"]);
        assert_eq!(short(&["ä-éüö-x", "ä-èüö-x"]), ["éüö", "èüö"]);
    }

    #[test]
    fn runs_are_found_by_short_and_full_names() {
        let runs = NamedRuns::of(&["r/a-old.run", "r/a-new.run"], Naming::File).unwrap().runs;
        for name in ["new", "a-new", "a-new.run", "r/a-new.run"] {
            assert_eq!(find_run(&runs, name), Some(1), "{name}");
        }
        assert_eq!(find_run(&runs, "a"), None);
        for near in ["odl", "a-odl"] {
            let said = no_run(near, runs.iter()).to_string();
            let meant =
                format!("there is no run `{near}`; did you mean `old`?\n  the runs are old, new");
            assert_eq!(said, meant);
        }
    }

    #[test]
    fn collections_share_names_or_have_their_own_in_them() {
        let names = |files: &[&[&str]]| {
            let files: Vec<Vec<PathBuf>> =
                files.iter().map(|runs| runs.iter().map(PathBuf::from).collect()).collect();
            let named = NamedRuns::of_collections(&files, Naming::File).unwrap();
            let names = |of: NamedRuns| of.runs.into_iter().map(|run| run.name).collect();
            named.into_iter().map(names).collect::<Vec<Vec<String>>>()
        };
        let by_collection =
            names(&[&["bm25.a.run", "dense.a.run"], &["bm25.b.run", "dense.b.run"]]);
        assert_eq!(by_collection, [["bm25", "dense"], ["bm25", "dense"]]);
        // In the second collection alone, both begin with `our-`.
        let team = names(&[&["our-one", "our-two", "bm25"], &["our-one", "our-two"]]);
        assert_eq!(team, [vec!["our-one", "our-two", "bm25"], vec!["our-one", "our-two"]]);
        let all = names(&[&["our-one", "our-two"], &["our-one"]]);
        assert_eq!(all, [vec!["one", "two"], vec!["one"]]);
    }

    #[test]
    fn runs_are_called_by_tag_or_path() {
        let folder = tempfile::tempdir().unwrap();
        let file = |name: &str, text: &str| {
            let file = folder.path().join(name);
            std::fs::write(&file, text).unwrap();
            file
        };
        let a = file("a", "1 Q0 d1 1 2.5 one\n");
        let b = file("b", "\n1\tQ0\td1\t1\t2.5\tone\r\n");
        let c = file("c", "1 d1 1\n");
        let named = |files: &[&PathBuf], by| {
            let runs = NamedRuns::of(files, by)?.runs;
            Ok(runs.into_iter().map(|run| run.name).collect::<Vec<String>>())
        };
        assert_eq!(named(&[&a], Naming::Tag).unwrap(), ["one"]);
        assert_eq!(named(&[&b], Naming::Tag).unwrap(), ["one"]);
        assert_eq!(named(&[&a], Naming::Full).unwrap(), [a.display().to_string()]);
        let said = |files: &[&PathBuf]| {
            let error: Error = named(files, Naming::Tag).unwrap_err();
            error.message().to_string()
        };
        let same = format!("{} and {} have the same tag, `one`", a.display(), b.display());
        assert_eq!(said(&[&a, &b]), same);
        assert_eq!(said(&[&a, &c]), format!("{}: the run has no tag", c.display()));
    }
}
