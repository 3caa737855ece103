//! Compact letter displays: things that share a letter do not differ.

use crate::tukey::pairs_of;
use crate::{Result, StatsError, check};

/// No more than this many letters are given.
const MOST: usize = 10_000;

/// Groups of things that do not differ.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Letters {
    /// The groups, each the places of its members in rising order. No group holds another.
    pub groups: Vec<Vec<usize>>,
    /// For each thing the letters of its groups: a to z, A to Z, then numbers in brackets.
    pub letters: Vec<String>,
}

/// Gives letters to things such that two share one exactly if they do not differ, by the
/// insert-and-absorb algorithm of Piepho (2004), "An algorithm for a letter-based representation of
/// all-pairwise comparisons". `differs` is a symmetric matrix. Letters follow the order of the
/// things, so sort them first, best to worst.
pub fn letters<R: AsRef<[bool]>>(differs: &[R]) -> Result<Letters> {
    symmetric(differs)?;
    let n = differs.len();
    let mut groups: Vec<Vec<bool>> = vec![vec![true; n]];
    for (i, j) in pairs_of(n).filter(|&(i, j)| differs[i].as_ref()[j]) {
        groups = split(groups, i, j);
        let have = groups.len();
        if have > MOST {
            let method = "a letter display";
            return Err(StatsError::TooMany { method, most: MOST, of: "letters", have });
        }
    }
    // Without things, there is nothing to group.
    groups.retain(|group| !group.is_empty());
    // A group that holds earlier things goes first.
    groups.sort_by(|a, b| b.cmp(a));
    let members = |group: &Vec<bool>| (0..n).filter(|&i| group[i]).collect();
    let groups: Vec<Vec<usize>> = groups.iter().map(members).collect();
    let mut letters = vec![String::new(); n];
    for (place, group) in groups.iter().enumerate() {
        for &member in group {
            letters[member].push_str(&letter(place));
        }
    }
    Ok(Letters { groups, letters })
}

/// Inserts: a group with both `i` and `j` becomes one without `i` and one without `j`. Absorbs: of
/// these, those that another group holds vanish.
fn split(groups: Vec<Vec<bool>>, i: usize, j: usize) -> Vec<Vec<bool>> {
    let (both, mut kept): (Vec<_>, Vec<_>) = groups.into_iter().partition(|g| g[i] && g[j]);
    for out in [i, j] {
        let halves: Vec<Vec<bool>> = both
            .iter()
            .map(|group| {
                let mut half = group.clone();
                half[out] = false;
                half
            })
            .collect();
        for (at, half) in halves.iter().enumerate() {
            // Equal halves: the first stays.
            let twin = halves[..at].contains(half);
            let among = halves.iter().any(|other| other != half && holds(other, half));
            if !twin && !among && !kept.iter().any(|other| holds(other, half)) {
                kept.push(half.clone());
            }
        }
    }
    kept
}

/// Whether all of `part` is in `whole`.
fn holds(whole: &[bool], part: &[bool]) -> bool {
    whole.iter().zip(part).all(|(whole, part)| *whole || !part)
}

fn letter(place: usize) -> String {
    let letters = ('a'..='z').chain('A'..='Z');
    letters.into_iter().nth(place).map_or_else(|| format!("[{}]", place + 1), String::from)
}

/// A square, symmetric matrix without anything that differs from itself.
pub(crate) fn symmetric<R: AsRef<[bool]>>(differs: &[R]) -> Result<()> {
    for (i, row) in differs.iter().enumerate() {
        let row = row.as_ref();
        if row.len() != differs.len() {
            return Err(StatsError::LengthsDiffer { first: differs.len(), other: row.len() });
        }
        check::setting(!row[i], "the diagonal", 1.0, "false: nothing differs from itself")?;
        for j in 0..i {
            if row[j] != differs[j].as_ref()[i] {
                return Err(StatsError::NotSymmetric { row: i + 1, column: j + 1 });
            }
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The matrix in which exactly these pairs differ.
    fn matrix(n: usize, pairs: &[(usize, usize)]) -> Vec<Vec<bool>> {
        let mut differs = vec![vec![false; n]; n];
        for &(i, j) in pairs {
            (differs[i][j], differs[j][i]) = (true, true);
        }
        differs
    }

    #[test]
    fn things_in_a_row_overlap() {
        let display = letters(&matrix(4, &[(0, 2), (0, 3), (1, 3)])).unwrap();
        assert_eq!(display.letters, ["a", "ab", "bc", "c"]);
        assert_eq!(display.groups, [vec![0, 1], vec![1, 2], vec![2, 3]]);
    }

    #[test]
    fn nothing_that_differs_is_one_group_and_all_that_differ_are_alone() {
        assert_eq!(letters(&matrix(3, &[])).unwrap().letters, ["a", "a", "a"]);
        let apart = matrix(3, &[(0, 1), (0, 2), (1, 2)]);
        assert_eq!(letters(&apart).unwrap().letters, ["a", "b", "c"]);
        assert_eq!(letters(&matrix(1, &[])).unwrap().letters, ["a"]);
        assert_eq!(letters::<Vec<bool>>(&[]).unwrap().groups, Vec::<Vec<usize>>::new());
    }

    /// Every matrix of 5 things: the groups are the largest sets without a difference, all of them.
    #[test]
    fn groups_are_all_largest_sets_without_a_difference() {
        let all: Vec<(usize, usize)> = pairs_of(5).collect();
        for pattern in 0..1_u32 << all.len() {
            let pairs: Vec<_> = all
                .iter()
                .enumerate()
                .filter(|(b, _)| pattern >> b & 1 == 1)
                .map(|(_, &p)| p)
                .collect();
            let free =
                |set: u32| pairs.iter().all(|&(i, j)| set >> i & 1 == 0 || set >> j & 1 == 0);
            let largest =
                |set: u32| free(set) && (0..5).all(|i| set >> i & 1 == 1 || !free(set | 1 << i));
            let mut want: Vec<u32> = (1..32).filter(|&set| largest(set)).collect();
            let display = letters(&matrix(5, &pairs)).unwrap();
            let mut got: Vec<u32> =
                display.groups.iter().map(|g| g.iter().map(|&i| 1 << i).sum()).collect();
            want.sort_unstable();
            got.sort_unstable();
            assert_eq!(got, want, "{pairs:?}");
        }
    }

    #[test]
    fn letters_go_on_after_z() {
        assert_eq!((letter(25), letter(26), letter(52)), ("z".into(), "A".into(), "[53]".into()));
    }

    #[test]
    fn a_matrix_must_be_symmetric() {
        let error = letters(&[[false, true], [false, false]]).unwrap_err();
        assert_eq!(error.to_string(), "the matrix is not symmetric at row 2, column 1");
        assert!(letters(&[[true]]).is_err());
        assert!(letters(&[[false, false]]).is_err());
    }
}
