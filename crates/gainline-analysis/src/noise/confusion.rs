//! How a judge who judges again would grade: for each grade, the chances of all grades.

use gainline::{Error, ErrorKind, Result, Source};
use gainline_stats::Random;
use serde::{Serialize, Serializer};

/// For each grade that a document was given, the probabilities of the grades that it gets when it is
/// judged again.
///
/// ```
/// use gainline::Source;
/// use gainline_analysis::noise::Confusion;
/// let file = Source::bytes("confusion", *b"grade\t0\t1\n0\t90\t10\n1\t1\t3\n");
/// let confusion = Confusion::read(file)?;
/// assert_eq!(confusion.chances(1.0).unwrap()[1].probability, 0.75);
/// assert_eq!(confusion.chances(2.0), None);
/// # Ok::<(), gainline::Error>(())
/// ```
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(rename = "NoiseConfusion"))]
pub struct Confusion {
    /// The file that the matrix was read from; null where it was not.
    source: Option<String>,
    /// A row for each grade.
    rows: Vec<Row>,
}

/// What becomes of one grade.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(rename = "ConfusionRow"))]
struct Row {
    /// The grade by the given judgments.
    grade: f64,
    /// Grades that may come out, with the probability of each and those before it.
    #[serde(rename = "outcomes", serialize_with = "as_chances")]
    #[cfg_attr(feature = "schema", schemars(with = "Vec<Chance>"))]
    cumulated: Vec<(f64, f64)>,
}

/// A grade that may come out.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Chance {
    /// The grade.
    pub grade: f64,
    /// Its probability.
    pub probability: f64,
}

/// The probability of each grade by itself.
fn chances(cumulated: &[(f64, f64)]) -> impl Iterator<Item = Chance> {
    let mut before = 0.0;
    cumulated.iter().map(move |&(grade, up_to)| Chance {
        grade,
        probability: up_to - std::mem::replace(&mut before, up_to),
    })
}

fn as_chances<S: Serializer>(
    cumulated: &[(f64, f64)],
    serializer: S,
) -> std::result::Result<S::Ok, S::Error> {
    serializer.collect_seq(chances(cumulated))
}

impl Row {
    /// Of weights that are not negative, and not all 0.
    fn new(grade: f64, weights: impl IntoIterator<Item = (f64, f64)>) -> Self {
        let possible: Vec<(f64, f64)> = weights.into_iter().filter(|(_, w)| *w > 0.0).collect();
        // Weights up to the largest number must not add up to more.
        let heaviest = possible.iter().fold(0.0, |most: f64, (_, weight)| most.max(*weight));
        let sum = possible.iter().fold(0.0, |sum, (_, weight)| sum + weight / heaviest);
        let mut before = 0.0;
        let mut cumulated: Vec<(f64, f64)> = vec![];
        for (to, weight) in possible {
            before += weight / heaviest / sum;
            cumulated.push((to, before));
        }
        if let Some((_, last)) = cumulated.last_mut() {
            *last = 1.0;
        }
        Row { grade, cumulated }
    }
}

impl Confusion {
    /// Kishida's judges: a relevant document stays relevant with probability `theta`, and one that is
    /// not becomes relevant with probability 1 − `theta`. A document that stays relevant or not
    /// relevant keeps its grade; one that changes takes the grade of a random one of `judgments` that
    /// is now like it. Where there is none, it takes 0 if that is not relevant, and otherwise the
    /// grade 1 below `rel`; or to turn relevant, `rel` itself.
    pub fn flip(theta: f64, rel: f64, judgments: impl IntoIterator<Item = f64>) -> Self {
        let mut counts: Vec<(f64, f64)> = vec![];
        for grade in judgments {
            match counts.iter_mut().find(|(known, _)| *known == grade) {
                Some((_, count)) => *count += 1.0,
                None => counts.push((grade, 1.0)),
            }
        }
        counts.sort_by(|a, b| a.0.total_cmp(&b.0));
        let side = |relevant: bool| {
            let there = counts.iter().filter(|(grade, _)| (*grade >= rel) == relevant);
            let there: Vec<(f64, f64)> = there.copied().collect();
            match (there.is_empty(), relevant) {
                (false, _) => there,
                (true, true) => vec![(rel, 1.0)],
                (true, false) => vec![(if rel > 0.0 { 0.0 } else { rel - 1.0 }, 1.0)],
            }
        };
        let sides = [side(false), side(true)];
        let row = |&(grade, _): &(f64, f64)| {
            let other = &sides[usize::from(grade < rel)];
            let all = other.iter().fold(0.0, |sum, (_, count)| sum + count);
            let moved = other.iter().map(|(to, count)| (*to, (1.0 - theta) * count / all));
            Row::new(grade, [(grade, theta)].into_iter().chain(moved))
        };
        Confusion { source: None, rows: counts.iter().map(row).collect() }
    }

    /// Reads a table with a header line `grade g1 g2 …`, the grades that come out, and a row for each
    /// grade that goes in: the grade, and for each that comes out a count or a chance. Rows need not
    /// add up to 1.
    pub fn read(source: impl Into<Source>) -> Result<Self> {
        let source = source.into();
        let bytes = source.read_all()?;
        let confusion = parse(&bytes).map_err(|error| error.in_file(source.name()))?;
        Ok(Confusion { source: Some(source.name().to_string()), ..confusion })
    }

    /// The file that the matrix was read from; none where it was not.
    pub fn source(&self) -> Option<&str> {
        self.source.as_deref()
    }

    /// The probabilities of the grades that a document of this grade may get, without those of
    /// probability 0; none where there is no row for the grade.
    pub fn chances(&self, grade: f64) -> Option<Vec<Chance>> {
        Some(chances(&self.rows[self.row(grade)?].cumulated).collect())
    }

    /// How many of documents with these grades get a grade of `rel` or more, on average.
    pub(super) fn expected_relevant(&self, grades: &[f64], rel: f64) -> f64 {
        let relevant = |row: &Row| {
            let relevant = chances(&row.cumulated).filter(|chance| chance.grade >= rel);
            relevant.fold(0.0, |sum, chance| sum + chance.probability)
        };
        let rows = grades.iter().filter_map(|grade| self.row(*grade));
        rows.fold(0.0, |sum, row| sum + relevant(&self.rows[row]))
    }

    /// The grades that there are rows for.
    pub fn grades(&self) -> impl Iterator<Item = f64> {
        self.rows.iter().map(|row| row.grade)
    }

    /// All grades that may come out, the lowest first.
    pub fn outcomes(&self) -> Vec<f64> {
        let all = self.rows.iter().flat_map(|row| row.cumulated.iter().map(|(to, _)| *to));
        let mut all: Vec<f64> = all.collect();
        all.sort_by(f64::total_cmp);
        all.dedup();
        all
    }

    /// Where the row of a grade stands.
    pub(super) fn row(&self, grade: f64) -> Option<usize> {
        self.rows.iter().position(|row| row.grade == grade)
    }

    /// A grade at random, for a document with the grade of this row.
    pub(super) fn draw(&self, row: usize, random: &mut Random) -> f64 {
        let (Row { grade, cumulated }, drawn) = (&self.rows[row], random.unit());
        cumulated.iter().find(|(_, up_to)| drawn < *up_to).map_or(*grade, |(to, _)| *to)
    }
}

const SHAPE: &str = "the first line is `grade` and the grades that come out, and then comes a line \
                     for each grade: the grade, and counts or chances";

/// The text of a row with its line, from 1.
struct Line<'a> {
    number: u64,
    text: &'a str,
}

impl Line<'_> {
    fn cells(&self) -> Vec<&str> {
        self.text.split_whitespace().collect()
    }

    fn wrong(&self, message: String, remedy: &str) -> Error {
        Error::new(ErrorKind::Malformed, message).at(self.number, None).remedy(remedy)
    }

    fn grade(&self, cell: &str) -> Result<f64> {
        let grade = cell.parse().ok().filter(|grade: &f64| grade.is_finite());
        // `+ 0.0` makes a negative zero positive.
        grade
            .map(|grade| grade + 0.0)
            .ok_or_else(|| self.wrong(format!("grade `{}` is not a number", shown(cell)), SHAPE))
    }

    fn weight(&self, cell: &str) -> Result<f64> {
        let what = match cell.parse::<f64>() {
            Ok(weight) if weight.is_finite() && weight >= 0.0 => return Ok(weight),
            Ok(weight) if weight.is_finite() => "negative",
            _ => "not a number",
        };
        let remedy = "counts and chances are numbers of 0 or more, such as 12 or 0.25";
        Err(self.wrong(format!("count `{}` is {what}", shown(cell)), remedy))
    }
}

/// Text for a message: what cannot be seen made visible, long text cut.
fn shown(text: &str) -> String {
    const LONGEST: usize = 60;
    let more = if text.chars().count() > LONGEST { "…" } else { "" };
    let visible = text.chars().take(LONGEST).flat_map(|c| match c.is_control() {
        true => c.escape_default().collect::<Vec<char>>(),
        false => vec![c],
    });
    visible.chain(more.chars()).collect()
}

fn parse(bytes: &[u8]) -> Result<Confusion> {
    let text = std::str::from_utf8(bytes).map_err(|error| {
        let line = bytes[..error.valid_up_to()].iter().filter(|byte| **byte == b'\n').count();
        Error::new(ErrorKind::Malformed, "the line is not UTF-8")
            .at(line as u64 + 1, None)
            .remedy(SHAPE)
    })?;
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    let lines = (1..).zip(text.lines()).map(|(number, text)| Line { number, text });
    let mut lines = lines.filter(|line| !line.text.trim().is_empty());
    let nothing = |what: &str| Error::new(ErrorKind::Nothing, what).remedy(SHAPE);
    let header = lines.next().ok_or_else(|| nothing("no confusion matrix in this file"))?;
    let outcomes = outcomes(&header)?;
    let mut rows: Vec<(u64, Row)> = vec![];
    for line in lines {
        let row = row(&line, &outcomes)?;
        if let Some((first, _)) = rows.iter().find(|(_, other)| other.grade == row.grade) {
            let message = format!("grade `{}` has two rows: first on line {first}", row.grade);
            let error = Error::new(ErrorKind::Duplicate, message);
            return Err(error.at(line.number, None).remedy("keep one row"));
        }
        rows.push((line.number, row));
    }
    if rows.is_empty() {
        return Err(nothing("no rows below the header line").at(header.number, None));
    }
    rows.sort_by(|(_, a), (_, b)| a.grade.total_cmp(&b.grade));
    Ok(Confusion { source: None, rows: rows.into_iter().map(|(_, row)| row).collect() })
}

/// The grades of the header line.
fn outcomes(header: &Line<'_>) -> Result<Vec<f64>> {
    let cells = header.cells();
    if cells.len() < 2 || !cells[0].eq_ignore_ascii_case("grade") {
        let message =
            format!("not the header line of a confusion matrix: `{}`", shown(header.text));
        return Err(header.wrong(message, SHAPE));
    }
    let mut grades: Vec<f64> = vec![];
    for cell in &cells[1..] {
        let grade = header.grade(cell)?;
        if grades.contains(&grade) {
            let message = format!("grade `{grade}` has two columns");
            let error = Error::new(ErrorKind::Duplicate, message);
            return Err(error.at(header.number, None).remedy("keep one column"));
        }
        grades.push(grade);
    }
    Ok(grades)
}

fn row(line: &Line<'_>, outcomes: &[f64]) -> Result<Row> {
    let cells = line.cells();
    if cells.len() != outcomes.len() + 1 {
        let message = format!(
            "expected {} columns, as in the header line, found {}: `{}`",
            outcomes.len() + 1,
            cells.len(),
            shown(line.text)
        );
        return Err(line.wrong(message, SHAPE));
    }
    let grade = line.grade(cells[0])?;
    let weights = cells[1..].iter().map(|cell| line.weight(cell)).collect::<Result<Vec<f64>>>()?;
    if weights.iter().all(|weight| *weight == 0.0) {
        let message = format!("the row of grade `{grade}` has no count above 0");
        return Err(line.wrong(message, "leave the row out, or say what becomes of this grade"));
    }
    Ok(Row::new(grade, outcomes.iter().copied().zip(weights)))
}

#[cfg(test)]
mod tests;
