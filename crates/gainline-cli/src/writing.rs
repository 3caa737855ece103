//! How answers are written and where they go, as options that commands share.

use crate::color;
use crate::output::to_stdout;
use anyhow::{Context, bail};
use clap::{ArgMatches, Args, Command, FromArgMatches, ValueEnum};
use gainline_report::Colors;
use gainline_report::present::Presenter;
use std::ffi::OsString;
use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

/// The format of results, and where they go.
pub(crate) struct Writing {
    format: Format,
    digits: u8,
    output: Option<PathBuf>,
}

/// The same as the command line has it.
#[derive(Args)]
struct Options {
    /// How the results are written; without it, by the ending of --output, or as a table
    #[arg(short, long, value_enum)]
    format: Option<Format>,
    /// Decimals shown in tables
    #[arg(long, value_name = "N", default_value_t = 4, value_parser = clap::value_parser!(u8).range(0..=17))]
    digits: u8,
    /// Write to this file instead of standard output; - is standard output
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,
}

impl FromArgMatches for Writing {
    fn from_arg_matches(matches: &ArgMatches) -> Result<Self, clap::Error> {
        let Options { format, digits, output } = Options::from_arg_matches(matches)?;
        let by_name = || by_ending(output.as_deref(), &Format::ENDINGS, Format::Table);
        let format = match format {
            Some(format) => format,
            None => by_name().map_err(|why| {
                clap::Error::raw(clap::error::ErrorKind::ValueValidation, format!("{why}\n"))
            })?,
        };
        Ok(Writing { format, digits, output })
    }

    fn update_from_arg_matches(&mut self, matches: &ArgMatches) -> Result<(), clap::Error> {
        *self = Writing::from_arg_matches(matches)?;
        Ok(())
    }
}

impl Args for Writing {
    fn augment_args(command: Command) -> Command {
        Options::augment_args(command)
    }

    fn augment_args_for_update(command: Command) -> Command {
        Options::augment_args_for_update(command)
    }
}

/// What the ending of an output's name says; `without` for standard output and for a name that has no
/// ending. An ending that says nothing is an error: the file would not be what its name promises.
pub(crate) fn by_ending<T: Copy>(
    output: Option<&Path>,
    endings: &[(&str, T)],
    without: T,
) -> anyhow::Result<T> {
    let Some((file, ending)) = output.and_then(|file| Some((file, file.extension()?))) else {
        return Ok(without);
    };
    let known = endings.iter().find(|(known, _)| ending.eq_ignore_ascii_case(known));
    known.map(|(_, format)| *format).with_context(|| {
        let names: Vec<String> = endings.iter().map(|(known, _)| format!(".{known}")).collect();
        format!(
            "-o {}: the ending says what is written, and must be one of {}\n  for another \
             name, say with --format what to write",
            file.display(),
            names.join(", ")
        )
    })
}

/// A way to write results.
#[derive(Clone, Copy, PartialEq, ValueEnum)]
pub(crate) enum Format {
    #[value(alias = "text")]
    Table,
    Tsv,
    Csv,
    Json,
    Jsonl,
    Markdown,
    Latex,
    Html,
}

impl Format {
    /// The endings of files, with what is written to them.
    const ENDINGS: [(&str, Format); 9] = [
        ("txt", Format::Table),
        ("tsv", Format::Tsv),
        ("csv", Format::Csv),
        ("json", Format::Json),
        ("jsonl", Format::Jsonl),
        ("md", Format::Markdown),
        ("tex", Format::Latex),
        ("html", Format::Html),
        ("htm", Format::Html),
    ];
}

impl Writing {
    /// The format asked for, or the one that the output's name suggests.
    pub(crate) fn format(&self) -> Format {
        self.format
    }

    /// Whether answers hold the hashes of files: where all of an answer is written.
    pub(crate) fn wants_hashes(&self) -> bool {
        self.format() == Format::Json
    }

    /// Decimals shown in tables.
    pub(crate) fn decimals(&self) -> usize {
        usize::from(self.digits)
    }

    /// The file to write to; standard output without one (or for `-`).
    pub(crate) fn file(&self) -> Option<&Path> {
        self.output.as_deref().filter(|file| file.as_os_str() != "-")
    }

    /// What the answer is written as. Files are not coloured.
    fn written_as(&self) -> gainline_report::Format {
        match self.format {
            Format::Table => gainline_report::Format::Text(match self.file() {
                Some(_) => Colors::Off,
                None => color::of_stdout(),
            }),
            Format::Tsv => gainline_report::Format::Tsv,
            Format::Csv => gainline_report::Format::Csv,
            Format::Json => gainline_report::Format::Json,
            Format::Jsonl => gainline_report::Format::Jsonl,
            Format::Markdown => gainline_report::Format::Markdown,
            Format::Latex => gainline_report::Format::Latex,
            Format::Html => gainline_report::Format::Html,
        }
    }

    /// Writes an answer to the file or to standard output. None of `inputs` is overwritten.
    pub(crate) fn answer(
        &self,
        inputs: &[PathBuf],
        presenter: &impl Presenter,
    ) -> anyhow::Result<()> {
        self.write(inputs, |out| gainline_report::write(presenter, self.written_as(), out))
    }

    /// Writes to the file or to standard output. All of it is made before the file is touched, so
    /// that a failure on the way leaves the old one; none of `inputs` is overwritten.
    pub(crate) fn write(
        &self,
        inputs: &[PathBuf],
        write: impl FnOnce(&mut dyn Write) -> io::Result<()>,
    ) -> anyhow::Result<()> {
        let Some(path) = self.file() else {
            return to_stdout(|out| Ok(write(out)?));
        };
        let mut text = vec![];
        write(&mut text)?;
        write_file(path, inputs, &text)
    }
}

/// Writes a file, or standard output for `-`, unless it is one of `inputs`. Another file takes the
/// place of an old one when all of it is written, so that nobody sees half of it.
pub(crate) fn write_file(path: &Path, inputs: &[PathBuf], text: &[u8]) -> anyhow::Result<()> {
    if path.as_os_str() == "-" {
        return to_stdout(|out| Ok(out.write_all(text)?));
    }
    check_outputs(&[path], inputs)?;
    let written = match fs::symlink_metadata(path) {
        // A device, a pipe or a link stays what it is.
        Ok(there) if !there.is_file() => fs::write(path, text),
        Ok(there) => match replace(path, text, Some(there.permissions())) {
            // A folder may keep its files and take no other one.
            Err(error) if error.kind() == io::ErrorKind::PermissionDenied => fs::write(path, text),
            replaced => replaced,
        },
        Err(_) => replace(path, text, None),
    };
    written.with_context(|| format!("{}: cannot write", path.display()))
}

/// Writes a file beside the one of this name, and gives it that name.
fn replace(path: &Path, text: &[u8], permissions: Option<fs::Permissions>) -> io::Result<()> {
    if permissions.is_some() {
        // What must not be written to must not be replaced either.
        fs::OpenOptions::new().write(true).open(path)?;
    }
    let mut name = OsString::from(".");
    name.push(path.file_name().unwrap_or_default());
    name.push(format!(".{}.part", std::process::id()));
    let part = path.with_file_name(name);
    let mut file = fs::OpenOptions::new().write(true).create_new(true).open(&part)?;
    let written = file.write_all(text).and_then(|()| {
        permissions.map_or(Ok(()), |permissions| file.set_permissions(permissions))?;
        fs::rename(&part, path)
    });
    if written.is_err() {
        // The first error is the one to tell.
        let _ = fs::remove_file(&part);
    }
    written
}

/// Refuses outputs of which one would overwrite another one, or an input.
pub(crate) fn check_outputs(outputs: &[&Path], inputs: &[PathBuf]) -> anyhow::Result<()> {
    for (at, output) in outputs.iter().enumerate() {
        let name = output.display();
        if inputs.iter().any(|input| is_same(input, output)) {
            bail!("{name}: is an input of this command, so it is not overwritten");
        }
        if outputs[..at].iter().any(|other| is_same(other, output)) {
            bail!("{name}: two results are to be written to it\n  give each a file of its own");
        }
    }
    Ok(())
}

/// Whether two names are of one file, which need not be there yet. Devices, such as one that forgets
/// all that is written to it, may be written to twice.
fn is_same(one: &Path, other: &Path) -> bool {
    let is_device = one.metadata().is_ok_and(|there| !there.is_file());
    !is_device && place(one).is_some_and(|place_of_one| Some(place_of_one) == place(other))
}

fn place(file: &Path) -> Option<PathBuf> {
    let by_folder = || {
        let folder = file.parent().filter(|folder| !folder.as_os_str().is_empty());
        Some(folder.unwrap_or(Path::new(".")).canonicalize().ok()?.join(file.file_name()?))
    };
    file.canonicalize().ok().or_else(by_folder)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_is_the_same_by_any_name_there_or_not() {
        let folder = tempfile::tempdir().unwrap();
        let there = folder.path().join("there");
        std::fs::write(&there, "").unwrap();
        let by = |name: &str| folder.path().join(name);
        assert!(is_same(&there, &by("./there")));
        assert!(is_same(&by("new"), &by("./new")));
        assert!(!is_same(&by("new"), &by("other")));
        assert!(!is_same(&there, &by("new")));
        assert!(is_same(Path::new("new"), Path::new("./new")));
        assert!(!is_same(Path::new("/dev/null"), Path::new("/dev/null")));
    }

    #[cfg(unix)]
    #[test]
    fn a_file_is_replaced_as_a_whole_and_a_link_is_followed() {
        use std::os::unix::fs::{MetadataExt, PermissionsExt, symlink};
        let folder = tempfile::tempdir().unwrap();
        let (file, link) = (folder.path().join("file"), folder.path().join("link"));
        write_file(&file, &[], b"old").unwrap();
        fs::set_permissions(&file, fs::Permissions::from_mode(0o640)).unwrap();
        let (old, mut open) = (fs::metadata(&file).unwrap(), fs::File::open(&file).unwrap());
        write_file(&file, &[], b"new").unwrap();
        let new = fs::metadata(&file).unwrap();
        assert_ne!(old.ino(), new.ino());
        assert_eq!(new.permissions().mode() & 0o777, 0o640);
        // Who is reading the old one goes on doing so.
        let mut text = String::new();
        io::Read::read_to_string(&mut open, &mut text).unwrap();
        assert_eq!((text.as_str(), fs::read_to_string(&file).unwrap().as_str()), ("old", "new"));
        symlink("file", &link).unwrap();
        write_file(&link, &[], b"newest").unwrap();
        assert!(fs::symlink_metadata(&link).unwrap().is_symlink());
        assert_eq!(fs::read_to_string(&file).unwrap(), "newest");
        write_file(Path::new("/dev/null"), &[], b"nothing").unwrap();
        // Nothing else is left behind.
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 2);
    }

    #[test]
    fn an_ending_says_what_is_written_or_is_refused() {
        let by = |name: &str| by_ending(Some(Path::new(name)), &Format::ENDINGS, Format::Table);
        assert!(by("a.HTML").unwrap() == Format::Html);
        assert!(by("b.v2.tsv").unwrap() == Format::Tsv);
        for bare in ["-", "results", ".hidden", "/dev/null", "v1.2/results"] {
            assert!(by(bare).unwrap() == Format::Table, "{bare}");
        }
        for wrong in ["a.pdf", "a.xlsx", "a.foo", "a.json.gz", "a."] {
            let said = by(wrong).err().unwrap().to_string();
            let start =
                format!("-o {wrong}: the ending says what is written, and must be one of .txt,");
            assert!(said.starts_with(&start), "{said}");
        }
    }

    #[test]
    fn no_output_may_be_another_one_or_an_input() {
        let inputs = [PathBuf::from("Cargo.toml")];
        let said = |outputs: &[&str]| {
            let outputs: Vec<&Path> = outputs.iter().map(Path::new).collect();
            check_outputs(&outputs, &inputs).err().map(|error| error.to_string())
        };
        let read = "./Cargo.toml: is an input of this command, so it is not overwritten";
        assert_eq!(said(&["./Cargo.toml"]).as_deref(), Some(read));
        assert_eq!(said(&["new", "./Cargo.toml"]).as_deref(), Some(read));
        let twice = "./new: two results are to be written to it\n  give each a file of its own";
        assert_eq!(said(&["new", "./new"]).as_deref(), Some(twice));
        assert_eq!(said(&["new", "other"]), None);
        assert_eq!(said(&[]), None);
    }
}
