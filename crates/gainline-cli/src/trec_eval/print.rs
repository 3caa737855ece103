//! trec_eval's output: name, topic and value, with tabs between.

use super::arguments::Arguments;
use super::compute::{Results, Value};
use super::entries::Kind;
use std::io::Write;

/// Everything that trec_eval would print.
pub(crate) fn results(arguments: &Arguments, results: &Results) -> Vec<u8> {
    let mut out = Printer { out: vec![], zscores: arguments.zscores.is_some() };
    let columns = &arguments.columns.columns;
    if arguments.per_topic {
        for topic in &results.topics {
            for (column, value) in columns.iter().zip(&topic.values) {
                match value {
                    Value::Nothing => {}
                    // The geometric mean is one over topics only.
                    Value::Number(_) if column.kind == Kind::Geometric => {}
                    Value::Number(number) => {
                        out.number(&column.name, &topic.name, *number, column.kind);
                    }
                    Value::Text(text) => {
                        out.text(&column.name, &topic.name, &format!("'{text}'"));
                    }
                }
            }
        }
    }
    if arguments.summary {
        let evaluated = results.topics.len();
        let averaged = if arguments.complete { results.judged_topics } else { evaluated };
        for (index, column) in columns.iter().enumerate() {
            let numbers = results.topics.iter().filter_map(|t| match t.values[index] {
                Value::Number(number) => Some(number),
                Value::Text(_) | Value::Nothing => None,
            });
            let sum = numbers.fold(0.0, |a, b| a + b);
            let value = match column.kind {
                Kind::RunId => {
                    out.text(&column.name, "all", &results.run_id);
                    continue;
                }
                Kind::RelString => continue,
                Kind::NumQ => averaged as f64,
                Kind::NumRel if arguments.complete => results.positive as f64,
                Kind::Count | Kind::NumRel => sum,
                Kind::Geometric => {
                    let missing = (averaged - evaluated) as f64 * gainline::LOWEST.ln();
                    ((sum + missing) / averaged as f64).exp()
                }
                Kind::Single
                | Kind::Ranks(_)
                | Kind::Numbers(_)
                | Kind::Recalls(_)
                | Kind::Gains
                | Kind::SetF
                | Kind::Levels
                | Kind::Weights => sum / averaged as f64,
            };
            out.number(&column.name, "all", value, column.kind);
        }
    }
    out.out
}

struct Printer {
    out: Vec<u8>,
    zscores: bool,
}

impl Printer {
    fn number(&mut self, name: &str, topic: &str, number: f64, kind: Kind) {
        let whole = matches!(kind, Kind::Count | Kind::NumRel | Kind::NumQ);
        let z = if self.zscores { "Z" } else { "" };
        let text = if whole && !self.zscores {
            (number as i64).to_string()
        } else {
            four_decimals(number)
        };
        // Writing to memory cannot fail.
        let _ = writeln!(self.out, "{z}{name:<22}\t{topic}\t{text}");
    }

    fn text(&mut self, name: &str, topic: &str, text: &str) {
        let _ = writeln!(self.out, "{name:<22}\t{topic}\t{text}");
    }
}

/// As C prints `%6.4f`.
fn four_decimals(number: f64) -> String {
    if number.is_nan() {
        return format!("{:>6}", if number.is_sign_negative() { "-nan" } else { "nan" });
    }
    format!("{number:6.4}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_look_as_c_prints_them() {
        assert_eq!(four_decimals(0.5), "0.5000");
        assert_eq!(four_decimals(-f64::NAN), "  -nan");
        assert_eq!(four_decimals(f64::NAN), "   nan");
        assert_eq!(four_decimals(-1_000_000.0), "-1000000.0000");
        assert_eq!(four_decimals(0.00005), "0.0001");
        assert_eq!(four_decimals(0.03125), "0.0312");
    }
}
