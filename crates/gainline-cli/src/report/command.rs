//! The command line behind a report, so that somebody can give it again.

use gainline_report::present::turns_direction;

/// The command line as one gives it to a shell.
pub(super) fn command() -> String {
    line(std::env::args().skip(1))
}

fn line(words: impl Iterator<Item = String>) -> String {
    let plain = |c: char| c.is_alphanumeric() || "-_./=,@:+%".contains(c);
    let unseen = |c: char| c.is_control() || turns_direction(c);
    let quoted = words.map(|word| {
        if word.contains(unseen) {
            return escaped(&word, unseen);
        }
        match word.chars().all(plain) && !word.is_empty() {
            true => word,
            false => format!("'{}'", word.replace('\'', "'\\''")),
        }
    });
    ["gainline".to_string()].into_iter().chain(quoted).collect::<Vec<String>>().join(" ")
}

/// A word with signs that are not seen, or turn what is: by their numbers, as bash and zsh read them.
fn escaped(word: &str, unseen: impl Fn(char) -> bool) -> String {
    let sign = |c: char| match c {
        '\'' | '\\' => format!("\\{c}"),
        c if unseen(c) => format!("\\u{:04x}", u32::from(c)),
        c => c.to_string(),
    };
    format!("$'{}'", word.chars().map(sign).collect::<String>())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_a_shell_would_change_is_quoted() {
        let words = ["report", "a b", "it's", "", "nDCG(gains=exp2)@10", "x=1.run", "a'\u{202e}b"];
        assert_eq!(
            line(words.into_iter().map(String::from)),
            "gainline report 'a b' 'it'\\''s' '' 'nDCG(gains=exp2)@10' x=1.run \
             $'a\\'\\u202eb'"
        );
    }
}
