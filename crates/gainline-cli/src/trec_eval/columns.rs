//! The values that were asked for: trec_eval's measures with their parameters.

use super::Stop;
use super::entries::{Entry, Kind, LEVELS, check_name, entries};
use gainline::Measure;

/// One value that is computed and printed.
pub(crate) struct Column {
    pub name: String,
    pub kind: Kind,
    /// Ours, where it is a measure.
    pub measure: Option<Measure>,
    /// `relstring`'s length.
    pub length: usize,
    /// The recall levels that it is taken at, or averaged over.
    pub levels: Vec<f64>,
}

/// All values that were asked for, in trec_eval's order.
#[derive(Default)]
pub(crate) struct Columns {
    pub columns: Vec<Column>,
    /// The measures that were named, for help.
    pub entries: Vec<&'static Entry>,
}

impl Columns {
    /// The named measures without columns.
    pub(crate) fn for_help(measures: &[String]) -> Self {
        let named: Vec<&str> = measures.iter().map(|m| m.split('.').next().unwrap_or(m)).collect();
        Columns { columns: vec![], entries: entries(&named) }
    }

    pub(crate) fn new(measures: &[String], collection_size: f64) -> Result<Self, Stop> {
        let mut named = vec![];
        let mut params: Vec<(&str, &str)> = vec![];
        for text in measures {
            let (name, given) = check_name(text)?;
            named.push(name);
            // Given twice, the first parameters are those that count.
            if let Some(given) = given.filter(|_| params.iter().all(|(n, _)| *n != name)) {
                params.push((name, given));
            }
        }
        let entries = entries(&named);
        let mut columns = vec![];
        for entry in &entries {
            let given = params.iter().find(|(name, _)| *name == entry.name).map(|(_, p)| *p);
            add(entry, given, collection_size, &mut columns)?;
        }
        Ok(Columns { columns, entries })
    }
}

/// Adds the columns of one measure.
fn add(
    entry: &'static Entry,
    given: Option<&str>,
    collection_size: f64,
    columns: &mut Vec<Column>,
) -> Result<(), Stop> {
    let column = |columns: &mut Vec<Column>,
                  name: String,
                  ours: Option<String>,
                  length: usize|
     -> Result<(), Stop> {
        let measure = match ours {
            Some(text) => Some(text.parse().map_err(|e: gainline::Error| {
                let message =
                    format!("Cannot initialize measure `{}`: {}", entry.name, e.message());
                Stop::new(2, message)
            })?),
            None => None,
        };
        columns.push(Column { name, kind: entry.kind, measure, length, levels: vec![] });
        Ok(())
    };
    let filled = |with: &str| Some(entry.ours.replace("{}", with));
    // Parameters are printed as they were typed.
    let typed = || given.map_or(entry.name.to_string(), |text| format!("{}_{text}", entry.name));
    match entry.kind {
        Kind::RunId | Kind::NumQ => column(columns, entry.name.into(), None, 0),
        Kind::RelString => {
            let length = given.map_or(10.0, leading_number).max(0.0) as usize;
            column(columns, typed(), None, length)
        }
        Kind::Count | Kind::NumRel | Kind::Single | Kind::Geometric => {
            column(columns, entry.name.into(), Some(entry.ours.into()), 0)
        }
        Kind::Ranks(default) => {
            let ranks = given.map_or(Ok(default.to_vec()), |text| ranks(entry.name, text))?;
            for rank in ranks {
                column(columns, format!("{}_{rank}", entry.name), filled(&rank.to_string()), 0)?;
            }
            Ok(())
        }
        Kind::Numbers(default) | Kind::Recalls(default) => {
            let numbers = given.map_or(Ok(default.to_vec()), |text| numbers(entry.name, text))?;
            for number in numbers {
                column(
                    columns,
                    format!("{}_{number:.2}", entry.name),
                    filled(&number.to_string()),
                    0,
                )?;
                if let (Kind::Recalls(_), Some(last)) = (entry.kind, columns.last_mut()) {
                    last.levels = vec![number];
                }
            }
            Ok(())
        }
        Kind::Gains => {
            let gains = given.map_or(Ok(String::new()), |text| gains(entry.name, text))?;
            column(columns, typed(), filled(&gains), 0)
        }
        Kind::SetF => {
            let beta2 = given.map_or(1.0, leading_number);
            column(columns, typed(), filled(&beta2.to_string()), 0)
        }
        Kind::Levels => {
            let levels: Vec<f64> =
                given.map_or(LEVELS.to_vec(), |text| text.split(',').map(leading_number).collect());
            let texts: Vec<String> = levels.iter().map(f64::to_string).collect();
            let with = given.map_or(String::new(), |_| format!("levels={},", texts.join("-")));
            column(columns, typed(), filled(&with), 0)?;
            if let Some(last) = columns.last_mut() {
                last.levels = levels;
            }
            Ok(())
        }
        Kind::Weights => {
            let weights: Vec<f64> = given
                .map_or(vec![1.0, -1.0, 0.0, 0.0], |t| t.split(',').map(leading_number).collect());
            let [a, b, c, d] = weights[..] else {
                let message = "Can't calculate measure `utility`: it takes four coefficients";
                return Err(Stop::new(4, message));
            };
            let with = format!("a={a},b={b},c={c},d={d},N={collection_size}");
            column(columns, typed(), filled(&with), 0)
        }
    }
}

fn cannot(name: &str, why: &str) -> Stop {
    Stop::new(2, format!("Cannot initialize measure `{name}`: {why}"))
}

/// Ranks as C's atol reads them, ascending.
fn ranks(name: &str, text: &str) -> Result<Vec<usize>, Stop> {
    let mut ranks: Vec<i64> = text.split(',').map(leading_whole).collect();
    ranks.sort_unstable();
    if ranks[0] <= 0 {
        return Err(cannot(name, &format!("`{text}` holds a cutoff that is not above 0")));
    }
    if ranks.windows(2).any(|w| w[0] == w[1]) {
        return Err(cannot(name, &format!("`{text}` holds a cutoff twice")));
    }
    Ok(ranks.into_iter().filter_map(|r| usize::try_from(r).ok()).collect())
}

fn numbers(name: &str, text: &str) -> Result<Vec<f64>, Stop> {
    let mut numbers: Vec<f64> = text.split(',').map(leading_number).collect();
    numbers.sort_by(f64::total_cmp);
    if numbers.windows(2).any(|w| w[0] == w[1]) {
        return Err(cannot(name, &format!("`{text}` holds a cutoff twice")));
    }
    Ok(numbers)
}

fn gains(name: &str, text: &str) -> Result<String, Stop> {
    let pair = |pair: &str| {
        let (level, gain) = pair.split_once('=').filter(|(_, gain)| !gain.contains('='))?;
        Some(format!("{}:{}", leading_whole(level), leading_number(gain)))
    };
    let pairs: Option<Vec<String>> = text.split(',').map(pair).collect();
    let Some(pairs) = pairs else {
        return Err(cannot(name, &format!("malformed pair parameters in `{text}`")));
    };
    Ok(format!("(gains={{{}}})", pairs.join(",")))
}

/// The whole number that a text starts with, as C's atol has it; 0 without one.
fn leading_whole(text: &str) -> i64 {
    let text = text.trim_start();
    let digits = text.strip_prefix(['-', '+']).unwrap_or(text);
    let length = digits.bytes().take_while(u8::is_ascii_digit).count();
    let end = text.len() - digits.len() + length;
    text[..end].parse().unwrap_or(0)
}

/// The number that a text starts with, as C's atof has it; 0 without one.
fn leading_number(text: &str) -> f64 {
    let text = text.trim();
    let number = |end: &usize| text.get(..*end)?.parse().ok().filter(|n: &f64| n.is_finite());
    (1..=text.len()).rev().find_map(|end| number(&end)).unwrap_or(0.0)
}

#[cfg(test)]
mod tests {
    use super::super::entries::ENTRIES;
    use super::*;

    #[test]
    fn every_measure_of_ours_is_known() {
        for entry in ENTRIES {
            assert!(add(entry, None, 0.0, &mut vec![]).is_ok(), "{}", entry.name);
        }
    }

    #[test]
    fn numbers_are_read_as_c_reads_them() {
        assert_eq!(leading_whole("23.4"), 23);
        assert_eq!(leading_whole("-7x"), -7);
        assert_eq!(leading_whole("abc"), 0);
        assert_eq!(leading_number(".25"), 0.25);
        assert_eq!(leading_number("1e2x"), 100.0);
        assert_eq!(leading_number("x"), 0.0);
    }
}
