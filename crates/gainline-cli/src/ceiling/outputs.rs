//! Where the run and the report go: not to one file, and not over what is read.

use anyhow::bail;
use std::path::{Path, PathBuf};

/// Refuses outputs of which one would overwrite the other, or an input, before anything is computed.
pub(super) fn check(
    run: Option<&Path>,
    report: Option<&Path>,
    inputs: &[PathBuf],
) -> anyhow::Result<()> {
    for output in [run, report].into_iter().flatten() {
        if inputs.iter().any(|input| is_same(input, output)) {
            bail!("{}: is read here, so it is not written to", output.display());
        }
    }
    match (run, report) {
        (Some(run), Some(report)) if is_same(run, report) => bail!(
            "{}: --write-run and --output are the same file\n  give the run and the report a file \
             each",
            run.display()
        ),
        (Some(run), _) if run.as_os_str() == "-" => {
            bail!("--write-run -: standard output is for the report\n  name a file for the run")
        }
        _ => Ok(()),
    }
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

    #[test]
    fn neither_may_be_the_other_or_an_input() {
        let inputs = [PathBuf::from("Cargo.toml")];
        let said = |run: Option<&str>, report: Option<&str>| {
            let checked = check(run.map(Path::new), report.map(Path::new), &inputs);
            checked.err().map(|error| error.to_string())
        };
        let read = Some("./Cargo.toml: is read here, so it is not written to".to_string());
        assert_eq!(said(Some("./Cargo.toml"), None), read);
        assert_eq!(said(Some("new"), Some("./Cargo.toml")), read);
        assert_eq!(said(Some("./Cargo.toml"), Some("./Cargo.toml")), read);
        assert_eq!(
            said(Some("new"), Some("./new")).as_deref(),
            Some(
                "new: --write-run and --output are the same file\n  give the run and the report a \
                 file each"
            )
        );
        assert_eq!(said(Some("new"), Some("other")), None);
        assert_eq!(said(None, None), None);
    }
}
