//! A measure's parameters: what they may be, and gains, the commonest of them.

use std::fmt;

/// A parameter of a family.
#[derive(Debug, PartialEq)]
pub struct Param {
    /// Its name.
    pub name: &'static str,
    /// What it may be.
    pub kind: ParamKind,
    /// Its default, as it would be written; without one it is simply not set.
    pub default: Option<&'static str>,
    /// What it does.
    pub meaning: &'static str,
    /// Whether what the family says of documents outside a ranking ([`Outside`](super::Outside))
    /// holds for all its values.
    pub keeps_outside: bool,
}

/// The lowest relevant grade; without it, the evaluation's own (`--rel`, by default 1).
pub const REL: Param = Param::new(
    "rel",
    ParamKind::Number(f64::NEG_INFINITY, f64::INFINITY),
    "the lowest grade that counts as relevant; without it, --rel (1)",
)
.keeps_outside();

impl Param {
    /// The parameter `gains`, for every family that has it.
    pub const GAINS: Param =
        Param::new("gains", ParamKind::Gains, "what a grade is worth").default("linear");

    /// The parameter `max` of families that divide by the highest gain.
    pub const HIGHEST_GAIN: Param = Param::new(
        "max",
        ParamKind::Number(f64::MIN_POSITIVE, f64::INFINITY),
        "the highest gain of the scale; without it, the highest of all judgments",
    );

    /// A parameter without a default.
    pub const fn new(name: &'static str, kind: ParamKind, meaning: &'static str) -> Self {
        Param { name, kind, default: None, meaning, keeps_outside: false }
    }

    /// The same with a default, as it would be written.
    pub const fn default(self, default: &'static str) -> Self {
        Param { default: Some(default), ..self }
    }

    /// The same, with any value of which the family's rule of documents outside holds.
    pub const fn keeps_outside(self) -> Self {
        Param { keeps_outside: true, ..self }
    }
}

/// What a parameter may be.
#[derive(Debug, PartialEq)]
pub enum ParamKind {
    /// A number from the lowest to the highest.
    Number(f64, f64),
    /// One of these words.
    Word(&'static [&'static str]),
    /// What grades are worth.
    Gains,
    /// Numbers from the lowest to the highest, with dashes between.
    List(f64, f64),
}

impl ParamKind {
    /// In words, for help and errors.
    pub fn describe(&self) -> String {
        match self {
            ParamKind::Number(f64::MIN_POSITIVE, high) if high.is_finite() => {
                format!("a number above 0, up to {high}")
            }
            ParamKind::Number(f64::MIN_POSITIVE, _) => "a number above 0".into(),
            ParamKind::Number(low, high) => match (low.is_finite(), high.is_finite()) {
                (true, true) => format!("a number from {low} to {high}"),
                (true, false) => format!("a number from {low} up"),
                _ => "a number".into(),
            },
            ParamKind::Word(words) => format!("one of {}", words.join(", ")),
            ParamKind::Gains => "linear (the grade itself, none below 0), exp2 (2^grade - 1, none below 0), \
                                 0-1-10-100 (the weights of grades 0, 1, 2, 3; whole grades only), or {1:3,2:9} \
                                 (these grades so, the others linear)"
                .into(),
            ParamKind::List(low, high) => {
                format!("numbers from {low} to {high} with dashes between, as 0.25-0.5")
            }
        }
    }
}

/// A parameter's value.
#[derive(Debug, Clone, PartialEq)]
pub enum Value {
    /// A number.
    Number(f64),
    /// A word.
    Word(&'static str),
    /// What grades are worth.
    Gains(Gains),
    /// Numbers.
    List(Vec<f64>),
}

impl fmt::Display for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Value::Number(number) => write!(f, "{number}"),
            Value::Word(word) => f.write_str(word),
            Value::Gains(gains) => write!(f, "{gains}"),
            Value::List(numbers) => write_joined(f, numbers, '-'),
        }
    }
}

fn write_joined(f: &mut fmt::Formatter<'_>, numbers: &[f64], between: char) -> fmt::Result {
    for (i, number) in numbers.iter().enumerate() {
        if i > 0 {
            write!(f, "{between}")?;
        }
        write!(f, "{number}")?;
    }
    Ok(())
}

impl Param {
    /// Reads a value as it is written.
    pub(super) fn parse(&self, text: &str) -> Result<Value, String> {
        let text = text.trim().trim_matches(['\'', '"']);
        let wrong = || format!("`{}={text}` is not {}", self.name, self.kind.describe());
        match &self.kind {
            ParamKind::Number(low, high) => number(text)
                .filter(|n| (low..=high).contains(&n))
                .map(Value::Number)
                .ok_or_else(wrong),
            ParamKind::Word(words) => words
                .iter()
                .find(|w| w.eq_ignore_ascii_case(text))
                .map(|w| Value::Word(w))
                .ok_or_else(wrong),
            ParamKind::Gains => Gains::parse(text).map(Value::Gains).ok_or_else(wrong),
            ParamKind::List(low, high) => text
                .split('-')
                .map(|n| number(n).filter(|n| (low..=high).contains(&n)))
                .collect::<Option<Vec<f64>>>()
                .map(Value::List)
                .ok_or_else(wrong),
        }
    }
}

/// A finite number, without a sign of negative zero.
pub(super) fn number(text: &str) -> Option<f64> {
    let plain = text.bytes().all(|b| b.is_ascii_digit() || b"+-.eE".contains(&b));
    text.parse().ok().filter(|n: &f64| plain && n.is_finite()).map(|n| n + 0.0)
}

/// What a grade is worth.
#[derive(Debug, Clone, PartialEq)]
pub enum Gains {
    /// The grade itself; nothing for negative grades.
    Linear,
    /// 2^grade − 1; nothing for negative grades.
    Exp2,
    /// The weight of grade 0, 1, 2, …; every grade of the qrels must be listed.
    Scale(Vec<f64>),
    /// These grades have these weights, others are linear.
    Map(Vec<(f64, f64)>),
}

impl Gains {
    /// The gain of a grade.
    #[inline]
    pub fn of(&self, grade: f64) -> f64 {
        match self {
            Gains::Linear => grade.max(0.0),
            Gains::Exp2 => grade.max(0.0).exp2() - 1.0,
            Gains::Scale(weights) => Gains::scale_index(weights, grade).map_or(0.0, |i| weights[i]),
            Gains::Map(pairs) => pairs
                .iter()
                .find(|(g, _)| *g == grade)
                .map_or_else(|| grade.max(0.0), |(_, weight)| *weight),
        }
    }

    /// Whether a higher grade never has a lower gain, so that grades in descending order are gains
    /// in descending order.
    pub fn is_monotone(&self) -> bool {
        matches!(self, Gains::Linear | Gains::Exp2)
    }

    /// The positive gains of these grades (given highest first), highest first, handed to `each`
    /// with their place from 0.
    pub fn ideal(&self, grades: &[f64], mut each: impl FnMut(usize, f64)) {
        if self.is_monotone() {
            let gains = grades.iter().map(|&g| self.of(g)).take_while(|&g| g > 0.0);
            gains.enumerate().for_each(|(i, g)| each(i, g));
            return;
        }
        let mut gains: Vec<f64> = grades.iter().map(|&g| self.of(g)).filter(|&g| g > 0.0).collect();
        gains.sort_unstable_by(|a, b| b.total_cmp(a));
        gains.into_iter().enumerate().for_each(|(i, g)| each(i, g));
    }

    pub(super) fn scale_index(weights: &[f64], grade: f64) -> Option<usize> {
        let whole = grade >= 0.0 && grade.fract() == 0.0;
        (whole && grade < weights.len() as f64).then_some(grade as usize)
    }

    fn parse(text: &str) -> Option<Gains> {
        if text.eq_ignore_ascii_case("linear") {
            return Some(Gains::Linear);
        }
        if text.eq_ignore_ascii_case("exp2") {
            return Some(Gains::Exp2);
        }
        if let Some(inside) = text.strip_prefix('{').and_then(|t| t.strip_suffix('}')) {
            let pair = |pair: &str| {
                let (grade, weight) = pair.split_once(':')?;
                Some((number(grade.trim())?, number(weight.trim())?))
            };
            let mut pairs = inside.split(',').map(pair).collect::<Option<Vec<_>>>()?;
            pairs.sort_by(|a, b| a.0.total_cmp(&b.0));
            let twice = pairs.windows(2).any(|w| w[0].0 == w[1].0);
            return (!twice).then_some(Gains::Map(pairs));
        }
        let weights = text.split('-').map(number).collect::<Option<Vec<_>>>()?;
        (weights.len() > 1).then_some(Gains::Scale(weights))
    }
}

impl fmt::Display for Gains {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Gains::Linear => f.write_str("linear"),
            Gains::Exp2 => f.write_str("exp2"),
            Gains::Scale(weights) => write_joined(f, weights, '-'),
            Gains::Map(pairs) => {
                f.write_str("{")?;
                for (i, (grade, weight)) in pairs.iter().enumerate() {
                    write!(f, "{}{grade}:{weight}", if i > 0 { "," } else { "" })?;
                }
                f.write_str("}")
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn gains_say_what_a_grade_is_worth() {
        let gains = |text| Gains::parse(text).unwrap();
        assert_eq!(gains("linear").of(1.5), 1.5);
        assert_eq!(gains("linear").of(-2.0), 0.0);
        assert_eq!(gains("exp2").of(3.0), 7.0);
        assert_eq!(gains("0-1-10-100").of(2.0), 10.0);
        assert_eq!(gains("{1:3,2:9}").of(2.0), 9.0);
        assert_eq!(gains("{1:3,2:9}").of(4.0), 4.0);
        assert_eq!(Gains::parse("7"), None);
        assert_eq!(Gains::parse("{1:2,1:3}"), None);
    }

    #[test]
    fn the_ideal_sorts_gains_that_do_not_follow_the_grades() {
        let mut seen = vec![];
        Gains::parse("{1:9,2:0.5}").unwrap().ideal(&[2.0, 1.0, 1.0, 0.0], |i, g| seen.push((i, g)));
        assert_eq!(seen, [(0, 9.0), (1, 9.0), (2, 0.5)]);
    }
}
