//! Questions about rankings and their answers. A question is a plain struct (`Eval`, `Compare`, …)
//! with an `answer` method; an answer is owned, typed and serialisable: numbers, [`Provenance`],
//! findings and a decision. Nothing here prints; words are made of answers elsewhere.

/// How the values of an enum are written, and all of them in the order in which they are listed.
macro_rules! named {
    ($type:ident: $($variant:ident $name:literal),+) => {
        impl $type {
            /// All of them.
            pub const ALL: [$type; [$($name),+].len()] = [$($type::$variant),+];

            /// How it is written.
            pub fn name(self) -> &'static str {
                match self {
                    $($type::$variant => $name,)+
                }
            }
        }

        impl std::fmt::Display for $type {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                f.write_str(self.name())
            }
        }
    };
}

pub mod answer;
mod bearing;
pub mod ceiling;
pub mod collections;
pub mod compare;
pub mod comparison;
pub mod contingency;
pub mod correlate;
pub mod curve;
pub mod default_measures;
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
pub mod naming;
pub mod noise;
mod parallel;
pub mod patterns;
pub mod power;
mod progress;
pub mod provenance;
pub mod relevant_ranks;
pub mod report;
pub mod reproduce;
mod run_name;
pub mod sensitivity;
pub mod stability;
pub mod texts;
pub mod ties;
pub mod topic_values;
pub mod uneven_runs;
pub mod unjudged_runs;
pub mod validate;
pub mod vectors;

pub use answer::Answer;
pub use bearing::Bearing;
pub use experiment::{Experiment, NamedQrels, RunInput, RunRows, check_rereadable, check_stdin};
pub use naming::{NamedRuns, Naming, check_names};
pub use progress::{Part, Progress, Silent};
pub use provenance::Provenance;
pub use run_name::RunName;
