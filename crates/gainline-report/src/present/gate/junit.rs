//! JUnit's XML, as continuous integration reads it: a test case for each rule and slice.

use super::GatePresenter;
use gainline_analysis::gate::{Outcome, Rule, RuleStatus};
use std::io::{self, Write};

pub(super) fn write(gate: &GatePresenter<'_>, out: &mut dyn Write) -> io::Result<()> {
    let count = |status| gate.outcomes().filter(|(_, o)| o.status == status).count();
    let tests = gate.outcomes().count();
    let failures = count(RuleStatus::Broken) + count(RuleStatus::NotShown);
    let counts = format!(
        "tests=\"{tests}\" failures=\"{failures}\" errors=\"0\" skipped=\"{}\" time=\"0\"",
        count(RuleStatus::Skipped)
    );
    writeln!(out, "<?xml version=\"1.0\" encoding=\"UTF-8\"?>")?;
    writeln!(out, "<testsuites name=\"gainline gate\" {counts}>")?;
    writeln!(out, "  <testsuite name=\"gainline gate\" {counts}>")?;
    writeln!(out, "    <properties>")?;
    for note in gate.notes() {
        let (name, value) = (escaped(&note.about), escaped(&note.text));
        writeln!(out, "      <property name=\"{name}\" value=\"{value}\"/>")?;
    }
    writeln!(out, "    </properties>")?;
    for (rule, outcome) in gate.outcomes() {
        write_case(&name(rule, outcome), rule, outcome, &gate.reason(rule, outcome), out)?;
    }
    writeln!(out, "  </testsuite>")?;
    writeln!(out, "</testsuites>")
}

fn name(rule: &Rule, outcome: &Outcome) -> String {
    let slice = outcome.slice.as_ref().map_or(String::new(), |slice| format!(" [{slice}]"));
    format!("{} {}{slice}", rule.kind().word(), rule.text)
}

fn write_case(
    name: &str,
    rule: &Rule,
    outcome: &Outcome,
    reason: &str,
    out: &mut dyn Write,
) -> io::Result<()> {
    let (name, reason) = (escaped(name), escaped(reason));
    writeln!(out, "    <testcase classname=\"gainline.gate\" name=\"{name}\" time=\"0\">")?;
    match outcome.status {
        RuleStatus::Ok => writeln!(out, "      <system-out>{reason}</system-out>")?,
        RuleStatus::Skipped => writeln!(out, "      <skipped message=\"{reason}\"/>")?,
        RuleStatus::Broken | RuleStatus::NotShown => {
            let not_shown = outcome.status == RuleStatus::NotShown;
            let kind = if not_shown { "not-shown" } else { rule.kind().word() };
            let place = escaped(&rule.origin);
            writeln!(
                out,
                "      <failure type=\"{kind}\" message=\"{reason}\">{name} ({place})\n{reason}</failure>"
            )?;
        }
    }
    writeln!(out, "    </testcase>")
}

/// Text for XML, in an attribute or not; what XML cannot hold becomes a replacement character.
fn escaped(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            '\'' => out.push_str("&apos;"),
            '\t' | '\n' | '\r' => out.push_str(&format!("&#{};", u32::from(c))),
            c if c.is_control() || matches!(c, '\u{fffe}' | '\u{ffff}') => out.push('\u{fffd}'),
            c => out.push(c),
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::escaped;

    #[test]
    fn what_xml_takes_for_its_own_is_escaped_and_what_it_cannot_hold_is_replaced() {
        assert_eq!(
            escaped("a<b & 'c' > \"d\"\n\u{1b}é→"),
            "a&lt;b &amp; &apos;c&apos; &gt; &quot;d&quot;&#10;\u{fffd}é→"
        );
    }
}
