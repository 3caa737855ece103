//! Where the numbers of an answer come from: files, options, and what was seen while reading.

use crate::evaluation::EvaluatedRun;
use crate::naming::NameFacts;
use crate::{Experiment, RunRows};
use gainline::{Facts, Missing, Options, Pool, Result, Source};
use serde::Serialize;
use sha2::{Digest, Sha256};
use std::io::Read;
use std::path::Path;

/// Where the numbers of an answer come from.
#[derive(Debug, Clone, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Provenance {
    /// The judgments.
    pub qrels: QrelsFacts,
    /// The runs, in the order in which they were given.
    pub runs: Vec<RunFacts>,
    /// How they got their names.
    pub names: NameFacts,
    /// Other files that were read.
    pub other_files: Vec<OtherFile>,
    /// Every choice behind the numbers.
    pub options: Options,
}

/// A file, with what tells somebody else that they have the same one.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct FileFacts {
    /// Its path as it was given; `<stdin>` for standard input.
    pub path: String,
    /// Its size; none for a pipe, and where hashes were not asked for.
    pub bytes: Option<u64>,
    /// The SHA-256 of its bytes; none for a pipe, and where hashes were not asked for.
    pub sha256: Option<String>,
}

/// A file that is neither judgments nor a run.
#[derive(Debug, Clone, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct OtherFile {
    /// What it holds: `slices`, `weights`, `known`, `documents`, ...
    pub role: &'static str,
    /// The file.
    #[serde(flatten)]
    pub file: FileFacts,
}

/// What was seen of the judgments.
#[derive(Debug, Clone, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct QrelsFacts {
    /// The file; none for judgments in memory.
    pub file: Option<FileFacts>,
    /// Judged topics, before any selection.
    pub topics: usize,
    /// Judgments of all topics.
    pub judgments: usize,
    /// The grades that occur, lowest first.
    pub grades: Vec<f64>,
    /// Of the selected topics, those without a document of the lowest relevant grade or a higher one.
    pub topics_without_relevant: usize,
    /// Judged documents among those that users knew before.
    pub known_judged: Option<usize>,
}

/// What was seen of a run.
#[derive(Debug, Clone, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct RunFacts {
    /// What it is called in this answer.
    pub name: String,
    /// The file; none for a run in memory.
    pub file: Option<FileFacts>,
    /// The tag in its last row.
    pub tag: Option<String>,
    /// Topics behind its numbers.
    pub topics: usize,
    /// Judged topics that it lacks.
    pub topics_missing: Vec<String>,
    /// Its topics that are not judged, which are ignored.
    pub topics_extra: Vec<String>,
    /// Rows of judged topics.
    pub rows: u64,
    /// Those of them that have the same score as another one of their topic.
    pub tied_rows: u64,
    /// Those whose document is judged.
    pub judged_rows: u64,
    /// Documents a topic on average, over the topics that it has.
    pub mean_depth: f64,
    /// It has three columns, `topic document rank`, and is ranked by the third.
    pub three_columns: bool,
    /// The rows of a topic are not all next to each other in its file, so all of it was held in memory.
    pub topics_not_contiguous: bool,
}

impl Provenance {
    /// Of evaluated runs.
    pub fn of(experiment: &Experiment, runs: &[EvaluatedRun]) -> Result<Self> {
        let seen = runs.iter().map(|run| {
            let scores = &run.scores;
            (scores.topics().len(), scores.missing(), scores.facts())
        });
        Provenance::new(experiment, &seen.collect::<Vec<_>>())
    }

    /// Of pooled runs.
    pub fn of_pool(experiment: &Experiment, pool: &Pool) -> Result<Self> {
        let seen = pool.runs().iter().enumerate().map(|(at, run)| {
            // A topic that counts has a ranking, an empty one where the run lacks it.
            let topics = pool.topics().iter().filter(|t| t.rankings()[at].is_some()).count();
            (topics, run.missing.as_slice(), &run.facts)
        });
        Provenance::new(experiment, &seen.collect::<Vec<_>>())
    }

    /// Of runs of which so many topics count, these are missing, and these facts were seen.
    pub fn new(experiment: &Experiment, seen: &[(usize, &[String], &Facts)]) -> Result<Self> {
        let file = |path: &Path| FileFacts::of(path, experiment.hashes);
        let runs = experiment.runs.iter().zip(seen).map(|(run, (topics, missing, facts))| {
            let there = match experiment.options.missing {
                Missing::Zero => topics - missing.len(),
                Missing::Skip => *topics,
            };
            Ok(RunFacts {
                name: run.name.clone(),
                file: match &run.rows {
                    RunRows::File(path) => Some(file(path)?),
                    RunRows::Loaded { file, .. } => Some(file.clone()),
                    RunRows::Memory(_) => None,
                },
                tag: facts.tag.clone(),
                topics: *topics,
                topics_missing: missing.to_vec(),
                topics_extra: facts.extra_topics.clone(),
                rows: facts.rows,
                tied_rows: facts.tied_rows,
                judged_rows: facts.judged_rows,
                mean_depth: facts.rows as f64 / there.max(1) as f64,
                three_columns: facts.three_columns,
                topics_not_contiguous: facts.scattered,
            })
        });
        let others = experiment.other_files.iter();
        let others = others.map(|(role, path)| Ok(OtherFile { role, file: file(path)? }));
        Ok(Provenance {
            qrels: QrelsFacts::of(experiment)?,
            runs: runs.collect::<Result<_>>()?,
            names: experiment.names.clone(),
            other_files: others.collect::<Result<_>>()?,
            options: experiment.options.clone(),
        })
    }
}

impl QrelsFacts {
    /// What the judgments of an experiment hold.
    pub fn of(experiment: &Experiment) -> Result<Self> {
        let Experiment { qrels, options, .. } = experiment;
        let file = experiment.qrels_file.as_deref();
        let selected = |name: &&str| options.topics.as_ref().is_none_or(|t| t.contains(*name));
        let topics = || qrels.topics().enumerate().map(|(at, name)| (name, qrels.topic_at(at)));
        let bare = topics().filter(|(name, topic)| {
            selected(name) && topic.grades().first().is_none_or(|grade| *grade < options.rel)
        });
        let known = options.known.as_ref().map(|known| {
            let documents = topics().flat_map(|(name, topic)| {
                topic.documents().map(move |(document, _)| (name, document))
            });
            documents.filter(|(name, document)| known.contains(name, document)).count()
        });
        Ok(QrelsFacts {
            file: file.map(|path| FileFacts::of(path, experiment.hashes)).transpose()?,
            topics: qrels.topics().len(),
            judgments: qrels.judgments(),
            grades: qrels.grades(),
            topics_without_relevant: bare.count(),
            known_judged: known,
        })
    }
}

impl FileFacts {
    /// Of a file; it is read for its hash if `hashes` are asked for and it can be read again.
    pub fn of(path: &Path, hashes: bool) -> Result<Self> {
        let source = Source::path(path);
        let name = source.name().to_string();
        if !hashes || !std::fs::metadata(path).is_ok_and(|file| file.is_file()) {
            return Ok(FileFacts { path: name, bytes: None, sha256: None });
        }
        let wrong = |error: std::io::Error| source.io_error(&error);
        let mut content = std::fs::File::open(path).map_err(wrong)?;
        let (mut sum, mut bytes, mut buffer) = (Sha256::new(), 0, vec![0; 1 << 16]);
        loop {
            let read = content.read(&mut buffer).map_err(wrong)?;
            if read == 0 {
                break;
            }
            bytes += read as u64;
            sum.update(&buffer[..read]);
        }
        Ok(FileFacts { path: name, bytes: Some(bytes), sha256: Some(hexadecimal(sum)) })
    }

    /// The same with its bytes, where it is opened once.
    pub(crate) fn with_bytes(path: &Path, hashes: bool) -> Result<(Self, Vec<u8>)> {
        let source = Source::path(path);
        let is_file = std::fs::metadata(path).is_ok_and(|file| file.is_file());
        let bytes = match path.as_os_str() == "-" {
            true => source.read_all()?,
            false => std::fs::read(path).map_err(|error| source.io_error(&error))?,
        };
        let hashes = hashes && is_file;
        let sum = || hexadecimal(Sha256::new_with_prefix(&bytes));
        let file = FileFacts {
            path: source.name().to_string(),
            bytes: hashes.then_some(bytes.len() as u64),
            sha256: hashes.then(sum),
        };
        Ok((file, bytes))
    }
}

fn hexadecimal(sum: Sha256) -> String {
    sum.finalize().iter().map(|byte| format!("{byte:02x}")).collect()
}
