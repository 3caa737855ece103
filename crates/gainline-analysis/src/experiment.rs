//! What a question is asked of: judgments, runs, and the options they are evaluated with.

use crate::evaluation::{each_run, share_threads};
use crate::naming::{NameFacts, NamedRuns, Naming, check_names, find_run, no_run};
use crate::progress::{Part, Progress};
use crate::provenance::FileFacts;
use gainline::{Dialect, Error, ErrorKind, Options, Pool, Qrels, Result, Run, Source};
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// Judgments, runs, and the options they are evaluated with.
///
/// ```
/// use gainline::{Options, Qrels, Run};
/// use gainline_analysis::Experiment;
/// let qrels = Qrels::from_rows([("t1", "d1", 1.0)])?;
/// let run = Run::from_rows([("t1", "d1", 0.7)])?;
/// let experiment = Experiment::in_memory(qrels, [("bm25", run)], Options::default())?;
/// assert_eq!(experiment.runs[0].name, "bm25");
/// # Ok::<(), gainline::Error>(())
/// ```
#[derive(Debug, Clone)]
pub struct Experiment {
    /// The judgments.
    pub qrels: Qrels,
    /// The file they were read from, if they were.
    pub qrels_file: Option<PathBuf>,
    /// The runs, in the order in which they were given. No two have the same name.
    pub runs: Vec<RunInput>,
    /// How they got their names.
    pub names: NameFacts,
    /// Every choice behind the numbers.
    pub options: Options,
    /// Other files that the question reads, with what they hold (`slices`, `weights`): they are
    /// part of the provenance.
    pub other_files: Vec<(&'static str, PathBuf)>,
    /// Whether the provenance holds the SHA-256 of each file, for which it is read once more.
    pub hashes: bool,
}

/// Judgments and what they are called, where there are several.
#[derive(Debug, Clone)]
pub struct NamedQrels {
    /// Their name in every answer.
    pub name: String,
    /// The judgments.
    pub qrels: Qrels,
    /// The file they were read from, if they were.
    pub file: Option<PathBuf>,
}

/// A run and what it is called.
#[derive(Debug, Clone)]
pub struct RunInput {
    /// Its name in every answer.
    pub name: String,
    /// Where its rows are.
    pub rows: RunRows,
}

/// Where the rows of a run are.
#[derive(Debug, Clone)]
pub enum RunRows {
    /// In a file, or on standard input (`-`).
    File(PathBuf),
    /// In memory.
    Memory(Arc<Run>),
    /// In memory, read from a file.
    Loaded {
        /// The file, or `-`.
        path: PathBuf,
        /// What was seen of it.
        file: FileFacts,
        /// The run.
        run: Arc<Run>,
    },
}

impl RunInput {
    /// A run in a file.
    pub fn file(name: impl Into<String>, path: impl Into<PathBuf>) -> Self {
        RunInput { name: name.into(), rows: RunRows::File(path.into()) }
    }

    /// A run in memory.
    pub fn memory(name: impl Into<String>, run: impl Into<Arc<Run>>) -> Self {
        RunInput { name: name.into(), rows: RunRows::Memory(run.into()) }
    }

    /// The file that it is or was read from, if any.
    pub fn path(&self) -> Option<&Path> {
        match &self.rows {
            RunRows::File(path) | RunRows::Loaded { path, .. } => Some(path),
            RunRows::Memory(_) => None,
        }
    }

    /// Whether it is in memory, or in a file that can be read again: neither standard input nor a pipe.
    pub fn is_rereadable(&self) -> bool {
        match &self.rows {
            RunRows::File(path) => path.is_file(),
            RunRows::Memory(_) | RunRows::Loaded { .. } => true,
        }
    }

    /// The run in memory, read now as `dialect` says if it is in a file.
    pub fn load(&self, dialect: Dialect) -> Result<Arc<Run>> {
        match &self.rows {
            RunRows::File(path) => Ok(Arc::new(Run::read_as(Source::path(path), dialect)?)),
            RunRows::Memory(run) | RunRows::Loaded { run, .. } => Ok(run.clone()),
        }
    }
}

impl Experiment {
    /// Judgments and runs in files, each `FILE` or `NAME=FILE`; runs without a name are called by their
    /// files.
    pub fn open(
        qrels: impl AsRef<Path>,
        runs: &[impl AsRef<Path>],
        options: Options,
    ) -> Result<Self> {
        Experiment::open_named(qrels, NamedRuns::of(runs, Naming::File)?, options)
    }

    /// Judgments in a file, and runs with their names.
    pub fn open_named(qrels: impl AsRef<Path>, runs: NamedRuns, options: Options) -> Result<Self> {
        let path = qrels.as_ref().to_path_buf();
        check_stdin(runs.runs.iter().filter_map(RunInput::path).chain([path.as_path()]))?;
        let qrels = Qrels::read_as(&path, options.dialect)?;
        let mut experiment = Experiment::new(qrels, runs, options)?;
        experiment.qrels_file = Some(path);
        Ok(experiment)
    }

    /// Judgments and runs in memory.
    pub fn in_memory<N: Into<String>>(
        qrels: Qrels,
        runs: impl IntoIterator<Item = (N, Run)>,
        options: Options,
    ) -> Result<Self> {
        let runs = runs.into_iter().map(|(name, run)| RunInput::memory(name, run));
        let runs: Vec<RunInput> = runs.collect();
        Experiment::new(qrels, runs, options)
    }

    /// Judgments in memory, and runs wherever they are.
    pub fn new(qrels: Qrels, runs: impl Into<NamedRuns>, options: Options) -> Result<Self> {
        let NamedRuns { runs, names } = runs.into();
        check_names(runs.iter().map(|run| run.name.as_str()), "runs")?;
        let (qrels_file, other_files) = (None, vec![]);
        Ok(Experiment { qrels, qrels_file, runs, names, options, other_files, hashes: true })
    }

    /// Reads the runs into memory and brings them together with the judgments, every document by
    /// name: for questions about single documents.
    pub fn pool(&self, progress: &dyn Progress) -> Result<Pool> {
        Pool::new(&self.qrels, &self.loaded_runs(progress)?, &self.options)
    }

    /// The runs in memory, read as the options say.
    pub fn loaded_runs(&self, progress: &dyn Progress) -> Result<Vec<Run>> {
        let load = |(at, run): (usize, &RunInput)| {
            let part = Part { what: "reading runs", at: 1, of: 1 };
            progress.working(part, at, self.runs.len());
            run.load(self.options.dialect).map(Arc::unwrap_or_clone)
        };
        self.runs.iter().enumerate().map(load).collect()
    }

    /// The same with every run in memory, each file opened once; and the bytes of the files, for
    /// questions about the files themselves.
    pub fn load(&self) -> Result<(Experiment, Vec<Source>)> {
        let (workers, _) = share_threads(self);
        let loaded = each_run(self, workers, |run| match &run.rows {
            RunRows::Memory(_) | RunRows::Loaded { .. } => Ok((run.clone(), None)),
            RunRows::File(path) => {
                let (file, bytes) = FileFacts::with_bytes(path, self.hashes)?;
                let source = Source::bytes(file.path.clone(), bytes);
                let read = Run::read_as(source.clone(), self.options.dialect)?;
                let rows = RunRows::Loaded { path: path.clone(), file, run: Arc::new(read) };
                Ok((RunInput { name: run.name.clone(), rows }, Some(source)))
            }
        })?;
        let (runs, sources): (Vec<RunInput>, Vec<Option<Source>>) = loaded.into_iter().unzip();
        Ok((Experiment { runs, ..self.clone() }, sources.into_iter().flatten().collect()))
    }

    /// The same runs with other judgments.
    #[must_use]
    pub fn judged_by(&self, other: &NamedQrels) -> Self {
        Experiment { qrels: other.qrels.clone(), qrels_file: other.file.clone(), ..self.clone() }
    }

    /// The place of a run, by its name, its file's name or its path.
    pub fn run_index(&self, text: &str) -> Result<usize> {
        find_run(&self.runs, text).ok_or_else(|| no_run(text, self.runs.iter()))
    }

    /// All files that are read, none of which is to be written to.
    pub fn files(&self) -> Vec<PathBuf> {
        let runs = self.runs.iter().filter_map(RunInput::path);
        let others = self.other_files.iter().map(|(_, path)| path.as_path());
        let all = runs.chain(self.qrels_file.as_deref()).chain(others);
        all.map(Path::to_path_buf).collect()
    }
}

/// Runs that are evaluated several times must not come from standard input.
pub fn check_rereadable(runs: &[RunInput]) -> Result<()> {
    let is_stdin =
        |run: &RunInput| matches!(&run.rows, RunRows::File(path) if path.as_os_str() == "-");
    if runs.iter().any(is_stdin) {
        let message = "every run is read once for each set of judgments, and standard input (-) can \
                       be read only once";
        return Err(Error::new(ErrorKind::Request, message));
    }
    Ok(())
}

/// Standard input can be read only once.
pub fn check_stdin<'a>(files: impl IntoIterator<Item = &'a Path>) -> Result<()> {
    if files.into_iter().filter(|file| file.as_os_str() == "-").count() > 1 {
        let message = "standard input (-) can be given once only";
        return Err(Error::new(ErrorKind::Request, message));
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// trec_eval takes the two scores for the same, and so orders by document.
    #[test]
    fn a_run_is_read_as_the_options_say_and_its_file_is_known() {
        let folder = tempfile::tempdir().unwrap();
        let file = |name: &str, text: &str| {
            let file = folder.path().join(name);
            std::fs::write(&file, text).unwrap();
            file
        };
        let qrels = file("qrels", "t 0 a 1\n");
        let run = file("run", "t Q0 a 1 1.00000001 x\nt Q0 b 2 1.0 x\n");
        let first = |dialect| {
            let options = Options { dialect, ..Options::default() };
            let experiment = Experiment::open(&qrels, &[&run], options).unwrap();
            let (loaded, _) = experiment.load().unwrap();
            for experiment in [&experiment, &loaded] {
                assert_eq!(experiment.files(), [run.clone(), qrels.clone()]);
                assert_eq!(experiment.run_index(run.to_str().unwrap()).unwrap(), 0);
            }
            let first = |experiment: &Experiment| {
                let pool = experiment.pool(&crate::Silent).unwrap();
                let topic = &pool.topics()[0];
                let first = topic.rankings()[0].as_ref().unwrap().documents[0];
                topic.documents()[first].id.clone()
            };
            assert_eq!(first(&experiment), first(&loaded));
            first(&loaded)
        };
        assert_eq!(first(Dialect::Gainline), "a");
        assert_eq!(first(Dialect::TrecEval), "b");
        // Its grades are whole.
        file("qrels", "t 0 a 1.5\n");
        for (dialect, wanted) in [(Dialect::Gainline, 1.5), (Dialect::TrecEval, 1.0)] {
            let options = Options { dialect, ..Options::default() };
            let experiment = Experiment::open(&qrels, &[&run], options).unwrap();
            assert_eq!(experiment.qrels.grades(), [wanted]);
        }
    }
}
