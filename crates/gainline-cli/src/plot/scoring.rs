//! Files, one measure and choices: what several kinds of plot are asked for.

use super::picture::Picture;
use crate::choices::{Choices, HEADING, from_one, one_of};
use crate::inputs::Inputs;
use anyhow::bail;
use clap::Args;
use gainline::Measure;
use gainline_analysis::Experiment;
use gainline_analysis::default_measures;
use gainline_analysis::evaluation::measures;
use gainline_analysis::topic_values::TopicOrder;

/// Files, measure and choices.
#[derive(Args)]
pub(super) struct Scoring {
    #[command(flatten)]
    inputs: Inputs,
    #[command(flatten)]
    scored: Scored,
}

/// One measure and choices.
#[derive(Args)]
pub(super) struct Scored {
    /// The measure, by any tool's spelling
    #[arg(short, long, value_name = "MEASURE", default_value = default_measures::ONE)]
    measure: String,
    /// Only the top N of each ranking
    #[arg(long, value_name = "N", value_parser = from_one, help_heading = HEADING)]
    pub depth: Option<usize>,
    #[command(flatten)]
    pub picture: Picture,
    #[command(flatten)]
    pub choices: Choices,
}

/// The order of the topics.
#[derive(Args)]
pub(super) struct Ordering {
    /// The order of the topics: by value, the best first, or that of the qrels
    #[arg(long, value_name = "BY", default_value = "value",
        value_parser = one_of(&TopicOrder::ALL))]
    pub order: TopicOrder,
}

impl Scoring {
    /// The measure, and what it is taken of.
    pub(super) fn experiment(&self) -> anyhow::Result<(Measure, Experiment)> {
        let measure = self.scored.measure()?;
        Ok((measure, self.inputs.experiment(&self.scored.choices, self.scored.depth, [])?))
    }

    /// How the picture looks and where it goes.
    pub(super) fn picture(&self) -> &Picture {
        &self.scored.picture
    }
}

impl Scored {
    /// The measure, if all that is asked for can be done.
    pub(super) fn measure(&self) -> anyhow::Result<Measure> {
        self.picture.check()?;
        let asked = &self.measure;
        let mut measures = measures(std::slice::from_ref(asked), self.choices.rel)?;
        let count = measures.len();
        let Some(measure) = measures.pop().filter(|_| count == 1) else {
            bail!("-m {asked}: a picture shows one measure, and these are {count}");
        };
        Ok(measure)
    }
}
