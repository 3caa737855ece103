//! The runs that were asked for: files, what they are called, the judgments and choices that they
//! share, and how many are worked on at a time.

use crate::choices::Choices;
use crate::log::{Progress, say};
use anyhow::bail;
use gainline::{Facts, Options, Qrels, Source};
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Instant;

/// A run to evaluate.
pub(crate) struct Asked {
    pub name: String,
    pub file: PathBuf,
}

pub(crate) use crate::inputs::Inputs;

/// What a command works on: runs, and what all of them are evaluated with.
pub(crate) struct Opened {
    pub asked: Vec<Asked>,
    pub qrels: Qrels,
    /// What the file of the judgments is called.
    pub qrels_file: String,
    pub options: Options,
    /// All files that are read; none of them is to be written to.
    pub files: Vec<PathBuf>,
}

impl Opened {
    /// Reads the judgments, and what the choices say; `beside` are the files that the command reads
    /// by itself.
    pub(crate) fn new<'f>(
        asked: Vec<Asked>,
        qrels: &Path,
        choices: &'f Choices,
        beside: impl IntoIterator<Item = &'f Path>,
    ) -> anyhow::Result<Self> {
        let mut files: Vec<PathBuf> = asked.iter().map(|run| run.file.clone()).collect();
        files.push(qrels.into());
        files.extend(beside.into_iter().map(PathBuf::from));
        files.extend(choices.files().into_iter().map(|(_, path)| path));
        check_stdin(&files)?;
        check_names(&asked, "runs")?;
        let qrels_file = Source::path(qrels).name().to_string();
        let qrels = Qrels::read(qrels)?;
        let options = choices.options(&qrels)?;
        Ok(Opened { asked, qrels, qrels_file, options, files })
    }
}

/// No two may be called the same.
pub(crate) fn check_names(asked: &[Asked], what: &str) -> anyhow::Result<()> {
    for (at, one) in asked.iter().enumerate() {
        if asked[..at].iter().any(|other| other.name == one.name) {
            bail!("two {what} are called `{}`; give one of them another name: NAME=FILE", one.name);
        }
    }
    Ok(())
}

/// Standard input can be read only once.
pub(crate) fn check_stdin(files: &[PathBuf]) -> anyhow::Result<()> {
    if files.iter().filter(|file| file.as_os_str() == "-").count() > 1 {
        bail!("standard input (-) can be given once only");
    }
    Ok(())
}

/// How runs are shared out among threads.
pub(crate) struct Sharing {
    side_by_side: usize,
}

impl Sharing {
    /// One run after another on all cores, or many small ones side by side: then each has one
    /// thread, and `options` are told so.
    pub(crate) fn new(asked: &[Asked], options: &mut Options) -> Self {
        let cores = std::thread::available_parallelism().map_or(1, usize::from);
        let threads = options.threads.unwrap_or(cores);
        let small = |run: &Asked| std::fs::metadata(&run.file).is_ok_and(|m| m.len() < 16 << 20);
        if threads < 2 || asked.len() < 2 || !asked.iter().all(small) {
            return Sharing { side_by_side: 1 };
        }
        options.threads = Some(1);
        Sharing { side_by_side: threads.min(asked.len()) }
    }

    /// Works on each run, in the order in which they were asked for; with progress on standard
    /// error. `facts` are what is said of a run with `--verbose`.
    pub(crate) fn each<T: Send>(
        &self,
        asked: &[Asked],
        facts: impl Fn(&T) -> &Facts + Sync,
        work: impl Fn(&Source, &(dyn Fn(u64) + Sync)) -> gainline::Result<T> + Sync,
    ) -> gainline::Result<Vec<T>> {
        let one = |run: &Asked| {
            let started = Instant::now();
            let source = Source::path(&run.file);
            let progress = Progress::new(&run.name, source.size());
            let done = work(&source, &|bytes| progress.set(bytes))?;
            say(|| {
                let Facts { rows, scattered, .. } = facts(&done);
                let how = if *scattered { ", topics scattered: held in memory" } else { "" };
                let (name, took) = (&run.name, started.elapsed());
                format!("{name}: {rows} rows of judged topics in {took:?}{how}")
            });
            Ok(done)
        };
        if self.side_by_side == 1 {
            return asked.iter().map(one).collect();
        }
        let next = AtomicUsize::new(0);
        let done = Mutex::new(vec![]);
        let work = || {
            loop {
                let index = next.fetch_add(1, Ordering::Relaxed);
                let Some(run) = asked.get(index) else { break };
                let result = one(run);
                if let Ok(mut done) = done.lock() {
                    done.push((index, result));
                }
            }
        };
        std::thread::scope(|scope| {
            for _ in 1..self.side_by_side {
                scope.spawn(work);
            }
            work();
        });
        let mut done = done.into_inner().unwrap_or_default();
        done.sort_by_key(|(index, _)| *index);
        done.into_iter().map(|(_, result)| result).collect()
    }
}

/// Reads `FILE` or `NAME=FILE`. Without a name, a run is called by its file's name without its
/// endings, or by the path where that would give two the same name.
pub(crate) fn asked(arguments: &[PathBuf]) -> Vec<Asked> {
    let split: Vec<(Option<String>, PathBuf)> = arguments.iter().map(|a| named(a)).collect();
    let short: Vec<String> =
        split.iter().map(|(name, file)| name.clone().unwrap_or_else(|| short_name(file))).collect();
    let unique = |name: &String| short.iter().filter(|n| *n == name).count() == 1;
    let name = |short: &String, given: bool, file: &Path| {
        if given || unique(short) { short.clone() } else { file.display().to_string() }
    };
    let asked = split.iter().zip(&short).map(|((given, file), short)| Asked {
        name: name(short, given.is_some(), file),
        file: file.clone(),
    });
    asked.collect()
}

/// `NAME=FILE`, unless there is a file of that whole name.
fn named(argument: &Path) -> (Option<String>, PathBuf) {
    let split = argument.to_str().filter(|_| !argument.exists()).and_then(|a| a.split_once('='));
    match split {
        Some((name, file)) if !name.is_empty() && (file == "-" || Path::new(file).exists()) => {
            (Some(name.into()), file.into())
        }
        _ => (None, argument.into()),
    }
}

fn short_name(file: &Path) -> String {
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
