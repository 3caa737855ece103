//! What is said of a file that was written, and showing it.

use crate::log::{complain, warn};
use std::path::Path;
use std::process::{Command, Stdio};

/// Says on standard error what was written, how large it is, and how to look at it.
pub(crate) fn say_written(file: &Path, bytes: usize, how: &str) {
    if !is_stdout(file) {
        complain(format_args!("wrote {}, {}{how}", file.display(), size(bytes)));
    }
}

/// Opens a file as a double click would. That it cannot be opened is no failure: it was written.
pub(crate) fn open(file: &Path) {
    if is_stdout(file) {
        return;
    }
    // None of them is a shell, to which a file's name could say more.
    let program = match std::env::consts::OS {
        "macos" => "open",
        "windows" => "explorer",
        _ => "xdg-open",
    };
    let mut opener = Command::new(program);
    // Not to be taken for an option.
    opener.arg(if file.is_relative() { Path::new(".").join(file) } else { file.to_path_buf() });
    opener.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
    if let Err(why) = opener.spawn() {
        warn(&format!(
            "--open: {program} cannot be started ({why}); open {} yourself",
            file.display()
        ));
    }
}

pub(crate) fn is_stdout(file: &Path) -> bool {
    file.as_os_str() == "-"
}

/// `812 bytes`, `1.2 MB`.
fn size(bytes: usize) -> String {
    const UNITS: [(&str, f64); 3] = [("GB", 1e9), ("MB", 1e6), ("kB", 1e3)];
    let bytes = bytes as f64;
    // What would be rounded up to the next unit is shown in it.
    let unit = UNITS.iter().find(|(_, unit)| bytes >= 0.9995 * unit);
    match unit {
        None => format!("{bytes} bytes"),
        Some((name, unit)) if bytes / unit >= 99.95 => format!("{:.0} {name}", bytes / unit),
        Some((name, unit)) => format!("{:.1} {name}", bytes / unit),
    }
}

#[cfg(test)]
mod tests {
    use super::size;

    #[test]
    fn sizes_have_about_three_digits() {
        let sizes = [0, 812, 999, 1000, 1234, 99_940, 99_960, 999_400, 999_600, 1_234_567];
        let shown = [
            "0 bytes",
            "812 bytes",
            "999 bytes",
            "1.0 kB",
            "1.2 kB",
            "99.9 kB",
            "100 kB",
            "999 kB",
            "1.0 MB",
            "1.2 MB",
        ];
        assert_eq!(sizes.map(size), shown);
    }
}
