//! Questions about rankings and their answers. A question is a plain struct (`Eval`, `Compare`, …)
//! with an `answer` method; an answer is owned, typed and serialisable: numbers, [`Provenance`],
//! findings and a decision. Nothing here prints; words are made of answers elsewhere.

pub mod answer;
pub mod ceiling;
pub mod compare;
pub mod comparison;
pub mod contingency;
pub mod correlate;
pub mod curve;
pub mod eval;
pub mod evaluation;
mod experiment;
pub mod explain;
pub mod gate;
pub mod judges;
pub mod mean_intervals;
pub mod measure_similarity;
pub mod measures;
pub mod missing;
pub mod noise;
pub mod patterns;
pub mod power;
mod progress;
pub mod provenance;
pub mod relevant_ranks;
pub mod report;
mod run_name;
pub mod sensitivity;
pub mod stability;
pub mod texts;
pub mod ties;
pub mod topic_values;
pub mod vectors;

pub use answer::Answer;
pub use experiment::{
    Experiment, NamedQrels, RunInput, RunRows, check_names, check_rereadable, check_stdin,
    run_inputs,
};
pub use progress::{Progress, Silent};
pub use provenance::Provenance;
pub use run_name::RunName;
