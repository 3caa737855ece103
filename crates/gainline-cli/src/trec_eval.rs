//! `gainline trec-eval`: what trec_eval 9.0.8 does, byte for byte, with its exit codes.
//!
//! The values come from the same measures as everything else; here are only trec_eval's command
//! line, its order of measures, its names for them and its way to print.

mod arguments;
mod columns;
mod compute;
mod entries;
mod help;
mod print;
mod zscores;

use arguments::{Action, Arguments};
use gainline::ErrorKind;
use std::ffi::OsString;
use std::fmt::Display;
use std::process::ExitCode;

/// Why trec_eval would stop: its exit code, and what to say.
pub(crate) struct Stop {
    code: u8,
    message: String,
}

impl Stop {
    fn new(code: u8, message: impl Display) -> Self {
        Stop { code, message: message.to_string() }
    }
}

impl From<gainline::Error> for Stop {
    fn from(error: gainline::Error) -> Self {
        let faulty_data = matches!(error.kind(), ErrorKind::Duplicate | ErrorKind::Measure);
        Stop::new(if faulty_data { 4 } else { 2 }, error)
    }
}

pub(crate) fn main(arguments: &[OsString]) -> anyhow::Result<ExitCode> {
    let action = match Arguments::read(arguments) {
        Ok(action) => action,
        Err(stop) => return Ok(stopped(&stop)),
    };
    let text = match action {
        Action::Help(arguments) => help::page(&arguments).into_bytes(),
        Action::Version => {
            let version = env!("CARGO_PKG_VERSION");
            crate::log::complain(format_args!(
                "trec_eval version 9.0.8, as gainline {version} computes it"
            ));
            return Ok(ExitCode::SUCCESS);
        }
        Action::Evaluation(arguments) => match compute::evaluate(&arguments) {
            Ok(results) => print::results(&arguments, &results),
            Err(stop) => return Ok(stopped(&stop)),
        },
    };
    crate::output::to_stdout(|out| Ok(out.write_all(&text)?))?;
    Ok(ExitCode::SUCCESS)
}

fn stopped(stop: &Stop) -> ExitCode {
    crate::log::complain(format_args!("trec_eval: {}", stop.message));
    ExitCode::from(stop.code)
}
