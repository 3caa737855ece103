//! What is asked of data before anything is computed from them.

use crate::{Result, StatsError};

/// Every value is a finite number.
pub(crate) fn finite(values: &[f64]) -> Result<()> {
    first_without(values, f64::is_finite)
}

/// Every value is a finite number, and small enough to be squared and summed.
pub(crate) fn squarable(values: &[f64]) -> Result<()> {
    first_without(values, |v| v.abs() <= 1e100)
}

fn first_without(values: &[f64], fits: impl Fn(f64) -> bool) -> Result<()> {
    match values.iter().position(|&v| !fits(v)) {
        Some(at) => Err(StatsError::NotFinite { position: at + 1, value: values[at] }),
        None => Ok(()),
    }
}

/// There are at least `need` of them.
pub(crate) fn enough(
    method: &'static str,
    need: usize,
    of: &'static str,
    have: usize,
) -> Result<()> {
    if have < need { Err(StatsError::TooFew { method, need, of, have }) } else { Ok(()) }
}

/// The samples are finite, of one length, and that is at least `need`.
pub(crate) fn pairs(method: &'static str, need: usize, a: &[f64], b: &[f64]) -> Result<()> {
    if a.len() != b.len() {
        return Err(StatsError::LengthsDiffer { first: a.len(), other: b.len() });
    }
    enough(method, need, "pairs", a.len())?;
    finite(a)?;
    finite(b)
}

/// A share strictly between 0 and 1, such as a confidence level.
pub(crate) fn share(name: &'static str, value: f64) -> Result<()> {
    let fits = value > 0.0 && value < 1.0;
    setting(fits, name, value, "between 0 and 1, both excluded")
}

/// A finite number above 0.
pub(crate) fn positive(name: &'static str, value: f64) -> Result<()> {
    setting(value > 0.0 && value.is_finite(), name, value, "a finite number above 0")
}

/// Whether `value` fits has been found out; says so if it does not.
pub(crate) fn setting(
    fits: bool,
    name: &'static str,
    value: f64,
    allowed: &'static str,
) -> Result<()> {
    if fits { Ok(()) } else { Err(StatsError::Setting { name, value, allowed }) }
}

/// Columns of one length: at least two of them, with at least two finite values each. Returns the
/// number of rows.
pub(crate) fn table<C: AsRef<[f64]>>(method: &'static str, columns: &[C]) -> Result<usize> {
    enough(method, 2, "columns", columns.len())?;
    let rows = columns[0].as_ref().len();
    for column in columns {
        let column = column.as_ref();
        if column.len() != rows {
            return Err(StatsError::LengthsDiffer { first: rows, other: column.len() });
        }
        finite(column)?;
    }
    enough(method, 2, "rows", rows)?;
    Ok(rows)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pairs_must_be_of_one_length_and_finite() {
        let lengths = pairs("the test", 2, &[1.0], &[1.0, 2.0]);
        assert_eq!(lengths, Err(StatsError::LengthsDiffer { first: 1, other: 2 }));
        let infinite = pairs("the test", 2, &[1.0, 2.0], &[1.0, f64::INFINITY]);
        assert_eq!(infinite, Err(StatsError::NotFinite { position: 2, value: f64::INFINITY }));
        let few = pairs("the test", 2, &[1.0], &[1.0]).unwrap_err();
        assert_eq!(few.to_string(), "the test needs at least 2 pairs, not 1");
    }

    #[test]
    fn squares_must_not_overflow() {
        assert!(finite(&[1e300]).is_ok());
        assert!(squarable(&[1e300]).is_err() && squarable(&[f64::NAN]).is_err());
    }

    #[test]
    fn a_share_is_strictly_inside_the_unit_interval() {
        assert!(share("level", 0.95).is_ok());
        for wrong in [0.0, 1.0, 95.0, f64::NAN] {
            assert!(share("level", wrong).is_err());
        }
    }

    #[test]
    fn a_table_has_columns_of_one_length() {
        assert_eq!(table("the test", &[vec![1.0, 2.0], vec![3.0, 4.0]]), Ok(2));
        assert!(table("the test", &[vec![1.0, 2.0], vec![3.0]]).is_err());
        assert!(table("the test", &[vec![1.0, 2.0]]).is_err());
        assert!(table::<Vec<f64>>("the test", &[]).is_err());
    }
}
