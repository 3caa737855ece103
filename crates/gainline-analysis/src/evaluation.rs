//! Runs evaluated by measures: what most questions begin with.

use crate::progress::Progress;
use crate::{Experiment, RunInput, RunRows};
use gainline::{
    Counting, Error, ErrorKind, Evaluator, Facts, Judged, Measure, Options, Qrels, Result, Run,
    Scores, Source, Unjudged, parse_measures,
};
use gainline_stats::MonteCarlo;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Instant;

/// A run's name and scores.
#[derive(Debug, Clone)]
pub struct EvaluatedRun {
    /// What it is called.
    pub name: String,
    /// Its values by topic and measure.
    pub scores: Scores,
}

impl EvaluatedRun {
    /// Its name with its scores.
    pub fn named(&self) -> (&str, &Scores) {
        (&self.name, &self.scores)
    }
}

/// The measures that were asked for, each once. At another threshold than the usual one, measures
/// say so by their names.
pub fn measures<T: AsRef<str>>(texts: &[T], rel: f64) -> Result<Vec<Measure>> {
    let mut measures: Vec<Measure> = vec![];
    for measure in parse_measures(texts.iter().map(AsRef::as_ref))? {
        let named = if rel == 1.0 { measure } else { measure.with_rel(rel) };
        if !measures.contains(&named) {
            measures.push(named);
        }
    }
    Ok(measures)
}

/// Statistics need one value for each topic, not bounds.
pub fn refuse_bounds(options: &Options) -> Result<()> {
    match options.unjudged {
        Unjudged::Irrelevant | Unjudged::Condense => Ok(()),
        Unjudged::Bounds => {
            let message = "statistics need one value for each topic, not bounds";
            let remedy = "`gainline eval --unjudged bounds` shows the bounds of scores, `gainline missing` \
                          those of differences";
            Err(Error::new(ErrorKind::Request, message).remedy(remedy))
        }
    }
}

/// So many random trials from a seed, on as many threads as the options say, which `told` hears of.
pub fn monte_carlo<'a>(
    trials: usize,
    seed: u64,
    options: &Options,
    told: &'a dyn Fn(usize, usize),
) -> MonteCarlo<'a> {
    let plan = MonteCarlo::new(trials, seed).progress(told);
    options.threads.map_or(plan, |threads| plan.threads(threads))
}

/// Evaluates the runs of an experiment, in their order.
pub fn evaluate(
    experiment: &Experiment,
    measures: &[Measure],
    progress: &dyn Progress,
) -> Result<Vec<EvaluatedRun>> {
    let (workers, options) = share_threads(experiment);
    let evaluator = Evaluator::new(&experiment.qrels, measures, options)?;
    progress.runs(experiment.runs.len());
    let scores = each_run(experiment, workers, |run| {
        Rows::of(run).with_progress(run, progress, Scores::facts, |rows, told| {
            rows.evaluate(&evaluator, told)
        })
    })?;
    let named = experiment.runs.iter().zip(scores);
    Ok(named.map(|(run, scores)| EvaluatedRun { name: run.name.clone(), scores }).collect())
}

/// The rows of a run, to be worked through.
pub enum Rows<'r> {
    /// In a file, or from standard input.
    Source(Source),
    /// In memory.
    Memory(&'r Run),
}

impl<'r> Rows<'r> {
    /// Those of a run, which can perhaps be read only once.
    pub fn of(run: &'r RunInput) -> Self {
        match &run.rows {
            RunRows::File(path) => Rows::Source(Source::path(path)),
            RunRows::Memory(rows) | RunRows::Loaded { run: rows, .. } => Rows::Memory(rows),
        }
    }

    /// The same, made so that they can be read several times.
    pub fn rereadable(self) -> Result<Self> {
        Ok(match self {
            Rows::Source(source) => Rows::Source(source.rereadable()?),
            Rows::Memory(_) => self,
        })
    }

    /// Works through the rows of `run` and tells of it; `facts` finds what was seen of the run in
    /// what comes of the work, which is given what to tell the number of bytes read.
    pub fn with_progress<T>(
        &self,
        run: &RunInput,
        progress: &dyn Progress,
        facts: impl Fn(&T) -> &Facts,
        work: impl FnOnce(&Self, &(dyn Fn(u64) + Sync)) -> Result<T>,
    ) -> Result<T> {
        let started = Instant::now();
        let size = match self {
            Rows::Source(source) => source.size(),
            Rows::Memory(_) => None,
        };
        let done = work(self, &|bytes| progress.reading(&run.name, bytes, size))?;
        progress.was_read(&run.name, facts(&done), started.elapsed());
        Ok(done)
    }

    /// Evaluates them; `told` is told the number of bytes read so far.
    pub fn evaluate(&self, evaluator: &Evaluator, told: &(dyn Fn(u64) + Sync)) -> Result<Scores> {
        match self {
            Rows::Source(source) => evaluator.run_with_progress(source, told),
            Rows::Memory(run) => evaluator.evaluate(run),
        }
    }

    /// Calls `each` with every topic that counts.
    pub fn each_topic<T: Send>(
        &self,
        qrels: &Qrels,
        options: &Options,
        told: &(dyn Fn(u64) + Sync),
        each: &(dyn Fn(&Judged<'_>) -> T + Sync),
    ) -> Result<Counting<T>> {
        match self {
            Rows::Source(source) => options.each_topic(qrels, source, told, each),
            Rows::Memory(run) => options.each_topic_of(qrels, run, each),
        }
    }
}

/// One run after another on all cores, or many small ones side by side with a thread each: how many
/// are worked on at a time, and the options of each.
pub fn share_threads(experiment: &Experiment) -> (usize, Options) {
    let Experiment { runs, options, .. } = experiment;
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    let threads = options.threads.unwrap_or(cores);
    let small = |run: &RunInput| match &run.rows {
        RunRows::File(path) => std::fs::metadata(path).is_ok_and(|file| file.len() < 16 << 20),
        RunRows::Memory(rows) | RunRows::Loaded { run: rows, .. } => rows.len() < 400_000,
    };
    if threads < 2 || runs.len() < 2 || !runs.iter().all(small) {
        return (1, options.clone());
    }
    (threads.min(runs.len()), options.clone().threads(1))
}

/// Works on each run, so many at a time; results are in the order of the runs.
pub fn each_run<T: Send>(
    experiment: &Experiment,
    workers: usize,
    work: impl Fn(&RunInput) -> Result<T> + Sync,
) -> Result<Vec<T>> {
    let runs = &experiment.runs;
    if workers == 1 {
        return runs.iter().map(work).collect();
    }
    let next = AtomicUsize::new(0);
    let done = Mutex::new(vec![]);
    let worker = || {
        loop {
            let index = next.fetch_add(1, Ordering::Relaxed);
            let Some(run) = runs.get(index) else { break };
            let result = work(run);
            done.lock().unwrap_or_else(std::sync::PoisonError::into_inner).push((index, result));
        }
    };
    std::thread::scope(|scope| {
        for _ in 1..workers {
            scope.spawn(worker);
        }
        worker();
    });
    let mut done = done.into_inner().unwrap_or_else(std::sync::PoisonError::into_inner);
    done.sort_by_key(|(index, _)| *index);
    done.into_iter().map(|(_, result)| result).collect()
}
