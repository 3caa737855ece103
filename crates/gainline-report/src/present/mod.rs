//! Answers in words and tables: one presenter for each. English is made here and nowhere else.

mod ceiling;
mod collections;
mod compare;
mod contingency;
mod correlate;
mod curve;
mod eval;
mod explain;
mod gate;
mod judges;
mod measures;
mod missing;
mod noise;
pub mod notes;
mod patterns;
mod power;
mod report;
mod reproduce;
mod sensitivity;
mod stability;
pub mod statistics;
mod ties;
mod uneven_runs;
mod unjudged_runs;
mod validation;
pub mod words;

pub use ceiling::CeilingPresenter;
pub use collections::{CollectionsEvalPresenter, CollectionsPresenter};
pub use compare::ComparePresenter;
pub use contingency::ContingencyPresenter;
pub use correlate::CorrelatePresenter;
pub use curve::CurvePresenter;
pub use eval::EvalPresenter;
pub use explain::ExplainPresenter;
pub use gate::{GateFormat, GatePresenter};
pub use judges::JudgesPresenter;
pub use measures::MeasuresPresenter;
pub use missing::{DiscoverAtPresenter, MissingPresenter, ReplayPresenter};
pub use noise::NoisePresenter;
pub use patterns::PatternsPresenter;
pub use power::PowerPresenter;
pub use report::{ReportPresenter, text_warnings as report_text_warnings, turns_direction};
pub use reproduce::ReproducePresenter;
pub use sensitivity::SensitivityPresenter;
pub use stability::StabilityPresenter;
pub use ties::TiesPresenter;
pub use validation::ValidationPresenter;

use crate::document::Document;
use crate::records::Records;
use gainline_analysis::Answer;
use std::io;

/// Shows an answer: to people as a document, to scripts as rows.
pub trait Presenter {
    /// What is shown.
    type Answer: Answer;

    /// The answer, which is written whole as JSON.
    fn answer(&self) -> &Self::Answer;

    /// What a page of it is called.
    fn title(&self) -> String {
        format!("gainline {}", Self::Answer::NAME)
    }

    /// What it comes to in one line, for the top of a page.
    fn headline(&self) -> Option<String> {
        None
    }

    /// For people.
    fn document(&self) -> Document;

    /// For scripts: a flat struct a row.
    fn records(&self, out: &mut Records<'_>) -> io::Result<()>;
}

/// What a presenter says of its field `answer`.
macro_rules! answer {
    ($answer:ty) => {
        type Answer = $answer;

        fn answer(&self) -> &$answer {
            self.answer
        }
    };
}

use answer;
