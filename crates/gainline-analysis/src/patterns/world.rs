//! Patterns and the world that they are of.

use gainline::{Error, ErrorKind, Result, format_number};

/// More patterns than these are not evaluated.
pub const MOST_PATTERNS: u128 = 1_000_000;

/// Longer patterns, or more relevant documents than these, make no small world.
pub const LARGEST_WORLD: usize = 100;

/// A few relevant documents, and rankings of a given length.
#[derive(Debug, Clone, PartialEq)]
pub struct World {
    /// The grades of the relevant documents, highest first.
    relevant: Vec<f64>,
    length: usize,
    /// The distinct grades, 0 and then the lowest first, with the number of documents of each.
    levels: Vec<(f64, usize)>,
}

/// The grades that a ranking shows: by rank, how many of the world's grades are lower.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct Pattern(Box<[u8]>);

impl World {
    /// A world with relevant documents of these grades, in any order, and rankings of this length.
    pub fn new(grades: &[f64], length: usize) -> Result<Self> {
        let wrong = |message: String, remedy: &str| {
            Err(Error::new(ErrorKind::Request, message).remedy(remedy))
        };
        if !(1..=LARGEST_WORLD).contains(&length) {
            let message = format!("patterns cannot be {length} long: from 1 to {LARGEST_WORLD}");
            return wrong(message, "choose a shorter length");
        }
        if grades.len() > LARGEST_WORLD {
            let message = format!(
                "{} relevant documents are too many for a small setting: at most {LARGEST_WORLD}",
                grades.len()
            );
            return wrong(message, "choose fewer grades");
        }
        if let Some(grade) = grades.iter().find(|grade| !(grade.is_finite() && **grade > 0.0)) {
            let message =
                format!("`{}` is not the grade of a relevant document", format_number(*grade));
            return wrong(message, "give grades above 0 only; other documents have grade 0");
        }
        let mut relevant = grades.to_vec();
        relevant.sort_by(|a, b| b.total_cmp(a));
        let mut levels = vec![(0.0, length)];
        for group in relevant.chunk_by(|a, b| a == b).rev() {
            levels.push((group[0], group.len()));
        }
        let world = World { relevant, length, levels };
        match world.count() {
            count if count > MOST_PATTERNS => {
                let count = match count {
                    u128::MAX => "more than 1e38".into(),
                    count => count.to_string(),
                };
                let message = format!(
                    "there are {count} patterns, and at most {MOST_PATTERNS} are evaluated"
                );
                wrong(message, "choose fewer grades or a shorter length")
            }
            _ => Ok(world),
        }
    }

    /// The grades of the relevant documents, highest first.
    pub fn relevant(&self) -> &[f64] {
        &self.relevant
    }

    /// How long patterns are.
    pub fn length(&self) -> usize {
        self.length
    }

    /// How many documents there must be: the relevant ones, and as many nonrelevant ones as a
    /// ranking may hold.
    pub fn documents(&self) -> usize {
        self.relevant.len() + self.length
    }

    /// How many patterns there are; [`u128::MAX`] for any number beyond it.
    pub fn count(&self) -> u128 {
        // Ways to fill some of the places, grade by grade: with so many places open, a grade takes
        // up to as many of them as it has documents.
        let choices = choices(self.length);
        let mut ways = vec![0u128; self.length + 1];
        ways[self.length] = 1;
        for (_, documents) in &self.levels[1..] {
            let mut next = vec![0u128; self.length + 1];
            for (open, count) in ways.iter().enumerate().filter(|(_, count)| **count > 0) {
                for taken in 0..=open.min(*documents) {
                    let more = count.saturating_mul(choices[open][taken]);
                    next[open - taken] = next[open - taken].saturating_add(more);
                }
            }
            ways = next;
        }
        ways.iter().fold(0, |sum, count| sum.saturating_add(*count))
    }

    /// All patterns, from the one with the highest grades first down to the one without any.
    pub fn patterns(&self) -> Vec<Pattern> {
        let mut all = vec![];
        let mut left: Vec<usize> = self.levels.iter().map(|(_, documents)| *documents).collect();
        self.fill(&mut vec![], &mut left, &mut all);
        all
    }

    fn fill(&self, places: &mut Vec<u8>, left: &mut [usize], all: &mut Vec<Pattern>) {
        if places.len() == self.length {
            all.push(Pattern(places.clone().into_boxed_slice()));
            return;
        }
        for level in (0..left.len()).rev() {
            if left[level] > 0 {
                left[level] -= 1;
                // There are no more levels than a small world has documents.
                places.push(level as u8);
                self.fill(places, left, all);
                places.pop();
                left[level] += 1;
            }
        }
    }

    /// The pattern that these grades make, if it is one of this world.
    pub fn pattern(&self, grades: &[f64]) -> Option<Pattern> {
        let level = |grade: &f64| self.levels.iter().position(|(other, _)| other == grade);
        let levels = grades.iter().map(level).collect::<Option<Vec<usize>>>()?;
        let has = |at: usize| levels.iter().filter(|level| **level == at).count();
        let enough = (0..self.levels.len()).all(|at| has(at) <= self.levels[at].1);
        let places =
            levels.iter().map(|level| u8::try_from(*level).ok()).collect::<Option<Vec<_>>>()?;
        (enough && places.len() == self.length).then(|| Pattern(places.into_boxed_slice()))
    }

    /// A pattern's grades, by rank.
    pub fn grades_of<'a>(&'a self, pattern: &'a Pattern) -> impl Iterator<Item = f64> + 'a {
        pattern.0.iter().map(|level| self.levels[usize::from(*level)].0)
    }

    /// A pattern as it is written: `32100`, or `0-10-0.5` where a grade has more than one digit.
    pub fn pattern_text(&self, pattern: &Pattern) -> String {
        let grades: Vec<String> = self.grades_of(pattern).map(format_number).collect();
        let short = self.levels.iter().all(|(grade, _)| grade.to_string().len() == 1);
        grades.join(if short { "" } else { "-" })
    }
}

/// The ways to choose some of up to so many things; [`u128::MAX`] for any number beyond it.
fn choices(things: usize) -> Vec<Vec<u128>> {
    let mut rows = vec![vec![1u128]];
    for of in 1..=things {
        let above = &rows[of - 1];
        let mut row = vec![1u128; of + 1];
        for some in 1..of {
            row[some] = above[some - 1].saturating_add(above[some]);
        }
        rows.push(row);
    }
    rows
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn kishida_s_world_has_136_patterns() {
        let world = World::new(&[1.0, 3.0, 2.0], 5).unwrap();
        let patterns = world.patterns();
        assert_eq!((world.count(), patterns.len()), (136, 136));
        assert_eq!(world.pattern_text(&patterns[0]), "32100");
        assert_eq!(world.pattern_text(&patterns[135]), "00000");
    }

    #[test]
    fn grades_of_several_digits_are_set_apart() {
        let world = World::new(&[10.0, 0.5], 3).unwrap();
        let pattern = world.pattern(&[0.0, 10.0, 0.5]).unwrap();
        assert_eq!(world.pattern_text(&pattern), "0-10-0.5");
        for wrong in [&[0.0, 10.0][..], &[10.0, 10.0, 0.0], &[0.0, 0.0, 2.0]] {
            assert_eq!(world.pattern(wrong), None, "{wrong:?}");
        }
    }

    #[test]
    fn worlds_that_cannot_be_are_refused() {
        let refused = |grades: &[f64], length| World::new(grades, length).unwrap_err().to_string();
        for length in [0, 101, usize::MAX] {
            let wanted = format!("patterns cannot be {length} long: from 1 to 100\n");
            assert!(refused(&[1.0], length).starts_with(&wanted));
        }
        assert!(refused(&[1.0; 101], 2).starts_with("101 relevant documents are too many"));
        for grade in [0.0, -1.0, f64::INFINITY] {
            let wanted = format!("`{grade}` is not the grade of a relevant document\n");
            assert!(refused(&[1.0, grade], 2).starts_with(&wanted));
        }
        assert!(refused(&[1.0; 20], 20).starts_with("there are 1048576 patterns"));
        let many: Vec<f64> = (1..=100).map(f64::from).collect();
        assert!(refused(&many, 100).starts_with("there are more than 1e38 patterns"));
        assert_eq!(World::new(&[], 3).unwrap().count(), 1);
    }

    proptest! {
        /// Every sequence of grades that uses no document twice is there once, from the highest to
        /// the lowest.
        #[test]
        fn patterns_are_all_sequences(grades in proptest::collection::vec(1u8..4, 0..5), length in 1usize..5) {
            let world = World::new(&grades.iter().map(|g| f64::from(*g)).collect::<Vec<_>>(), length).unwrap();
            let has = |grade: u8| grades.iter().filter(|g| **g == grade).count();
            let mut wanted = vec![];
            for code in 0..4usize.pow(length as u32) {
                let pattern: Vec<u8> = (0..length).map(|at| (code / 4usize.pow((length - 1 - at) as u32) % 4) as u8).collect();
                if (1..4).all(|grade| pattern.iter().filter(|p| **p == grade).count() <= has(grade)) {
                    wanted.push(pattern.iter().map(u8::to_string).collect::<String>());
                }
            }
            wanted.reverse();
            let patterns = world.patterns();
            prop_assert_eq!(world.count(), wanted.len() as u128);
            prop_assert_eq!(patterns.iter().map(|p| world.pattern_text(p)).collect::<Vec<_>>(), wanted);
        }
    }
}
