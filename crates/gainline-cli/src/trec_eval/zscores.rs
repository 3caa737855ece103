//! `-Z`: values in standard deviations from a mean over reference runs.

use super::Stop;
use super::columns::Column;
use super::compute::{Topic, Value};
use std::collections::HashMap;
use std::path::Path;

/// What trec_eval gives when the mean and deviation are not known.
const MISSING: f64 = -1_000_000.0;

/// trec_eval's exit code for a bad file of z-scores.
const BAD_FILE: u8 = 255;

/// Turns values into z-scores, by a file of `topic measure mean deviation`.
pub(crate) fn convert(file: &Path, columns: &[Column], topics: &mut [Topic]) -> Result<(), Stop> {
    let text = std::fs::read_to_string(file)
        .map_err(|e| Stop::new(BAD_FILE, format!("{}: cannot read: {e}", file.display())))?;
    let mut known: HashMap<(&str, &str), (f64, f64)> = HashMap::new();
    for (line, row) in (1..).zip(text.lines()) {
        let cells: Vec<&str> = row.split_whitespace().collect();
        let read = match cells[..] {
            [topic, measure, mean, deviation] => {
                mean.parse().ok().zip(deviation.parse().ok()).map(|s| ((topic, measure), s))
            }
            _ => None,
        };
        let Some((key, statistics)) = read else {
            let message =
                format!("{}:{line}: `{row}` is not `topic measure mean deviation`", file.display());
            return Err(Stop::new(BAD_FILE, message));
        };
        known.insert(key, statistics);
    }
    for topic in topics {
        for (column, value) in columns.iter().zip(&mut topic.values) {
            if let Value::Number(number) = value {
                *number = match known.get(&(topic.name.as_str(), column.name.as_str())) {
                    Some(&(mean, deviation)) if deviation != 0.0 => (*number - mean) / deviation,
                    Some(&(mean, _)) if *number == mean => 0.0,
                    _ => MISSING,
                };
            }
        }
    }
    Ok(())
}
