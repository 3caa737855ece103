//! Whether output is coloured: as `--color` says, else as the terminal and the environment do (`NO_COLOR`,
//! `TERM=dumb`). Files are never coloured.

use anstream::{AutoStream, stream::RawStream};
use clap::ColorChoice;
use gainline_report::{Colors, Tone};
use std::ffi::OsString;
use std::io::{stderr, stdout};

/// What `--color` says, read before anything else is: help and errors of the command line obey it too.
pub(crate) fn asked(arguments: &[OsString]) -> ColorChoice {
    let words = arguments.iter().map(|word| word.to_string_lossy());
    let mut words = words.take_while(|word| word != "--");
    let mut choice = ColorChoice::Auto;
    while let Some(word) = words.next() {
        let said = match word.strip_prefix("--color") {
            Some("") => words.next(),
            Some(said) => said.strip_prefix('=').map(|said| said.to_string().into()),
            None => None,
        };
        // What is none of these clap will say.
        match said.as_deref() {
            Some("always") => choice = ColorChoice::Always,
            Some("never") => choice = ColorChoice::Never,
            Some("auto") => choice = ColorChoice::Auto,
            Some(_) | None => {}
        }
    }
    choice
}

/// Makes this the choice for everything that is written.
pub(crate) fn set(choice: ColorChoice) {
    match choice {
        ColorChoice::Auto => anstream::ColorChoice::Auto,
        ColorChoice::Always => anstream::ColorChoice::AlwaysAnsi,
        ColorChoice::Never => anstream::ColorChoice::Never,
    }
    .write_global();
}

/// Colours of standard output.
pub(crate) fn of_stdout() -> Colors {
    of(stdout())
}

/// `text` in its colour, for standard error.
pub(crate) fn on_stderr(text: &str, tone: Tone) -> String {
    of(stderr()).paint(text, tone)
}

fn of(stream: impl RawStream) -> Colors {
    match AutoStream::auto(stream).current_choice() {
        anstream::ColorChoice::Never => Colors::Off,
        anstream::ColorChoice::Auto
        | anstream::ColorChoice::Always
        | anstream::ColorChoice::AlwaysAnsi => Colors::On,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_last_word_on_colours_counts() {
        let asked = |line: &str| {
            let words: Vec<OsString> = line.split(' ').map(OsString::from).collect();
            asked(&words)
        };
        assert_eq!(asked("gainline eval"), ColorChoice::Auto);
        assert_eq!(asked("gainline --color never eval"), ColorChoice::Never);
        assert_eq!(asked("gainline eval --color=always"), ColorChoice::Always);
        assert_eq!(asked("gainline --color always eval --color never"), ColorChoice::Never);
        assert_eq!(asked("gainline eval -- --color=always"), ColorChoice::Auto);
        assert_eq!(asked("gainline eval --color loud"), ColorChoice::Auto);
    }
}
