//! Compact letter displays: things that share a letter do not differ.

use crate::{Result, StatsError, check};

/// Groups of things that do not differ.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Letters {
    /// The groups, each the places of its members in rising order. No group holds another.
    pub groups: Vec<Vec<usize>>,
    /// For each thing the letters of its groups: a to z, A to Z, then numbers in brackets.
    pub letters: Vec<String>,
}

/// Gives letters to things such that two share one exactly if they do not differ, as the compact letter
/// display of Piepho (2004), "An algorithm for a letter-based representation of all-pairwise comparisons":
/// the groups are all largest sets without a difference. There can be exponentially many, so there is no
/// display (`None`) where it needs more than `most` groups. `differs` is a symmetric matrix. Letters follow
/// the order of the things, so sort them first, best to worst.
pub fn letters<R: AsRef<[bool]>>(differs: &[R], most: usize) -> Result<Option<Letters>> {
    symmetric(differs)?;
    let n = differs.len();
    let mut groups: Vec<Vec<bool>> = vec![];
    for (thing, row) in differs.iter().enumerate() {
        groups = with(groups, thing, row.as_ref());
        // Further things only add groups, since every group so far stays part of one of its own.
        if groups.len() > most {
            return Ok(None);
        }
    }
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
    Ok(Some(Letters { groups, letters }))
}

/// The groups of the things up to `thing`, made of those of the things before it. A group that has no
/// difference to it takes it in; the part of any other group that has none is a group with it, unless
/// a larger one holds that part.
fn with(groups: Vec<Vec<bool>>, thing: usize, differs: &[bool]) -> Vec<Vec<bool>> {
    let alike = |group: &Vec<bool>| -> Vec<bool> {
        let kept = differs.iter().zip(group).map(|(differs, inside)| *inside && !differs);
        let mut part: Vec<bool> = kept.collect();
        part[thing] = true;
        part
    };
    let mut parts: Vec<Vec<bool>> = groups.iter().map(alike).collect();
    if parts.is_empty() {
        let mut alone = vec![false; differs.len()];
        alone[thing] = true;
        parts.push(alone);
    }
    let largest = |at: usize| {
        let held = |other: usize| {
            let (whole, part) = (&parts[other], &parts[at]);
            // Of equal parts the first stays.
            holds(whole, part) && (other < at || !holds(part, whole))
        };
        !(0..parts.len()).any(|other| other != at && held(other))
    };
    let added: Vec<Vec<bool>> =
        (0..parts.len()).filter(|&at| largest(at)).map(|at| parts[at].clone()).collect();
    let split = groups
        .into_iter()
        .filter(|group| group.iter().zip(differs).any(|(inside, differs)| *inside && *differs));
    split.chain(added).collect()
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
    use crate::tukey::pairs_of;

    fn all_letters<R: AsRef<[bool]>>(differs: &[R]) -> Letters {
        letters(differs, usize::MAX).unwrap().unwrap()
    }

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
        let display = all_letters(&matrix(4, &[(0, 2), (0, 3), (1, 3)]));
        assert_eq!(display.letters, ["a", "ab", "bc", "c"]);
        assert_eq!(display.groups, [vec![0, 1], vec![1, 2], vec![2, 3]]);
    }

    #[test]
    fn nothing_that_differs_is_one_group_and_all_that_differ_are_alone() {
        assert_eq!(all_letters(&matrix(3, &[])).letters, ["a", "a", "a"]);
        let apart = matrix(3, &[(0, 1), (0, 2), (1, 2)]);
        assert_eq!(all_letters(&apart).letters, ["a", "b", "c"]);
        assert_eq!(all_letters(&matrix(1, &[])).letters, ["a"]);
        assert_eq!(all_letters::<Vec<bool>>(&[]).groups, Vec::<Vec<usize>>::new());
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
            let display = all_letters(&matrix(5, &pairs));
            let mut got: Vec<u32> =
                display.groups.iter().map(|g| g.iter().map(|&i| 1 << i).sum()).collect();
            want.sort_unstable();
            got.sort_unstable();
            assert_eq!(got, want, "{pairs:?}");
        }
    }

    /// Pairs that differ, each from no other: a group takes one of each pair, which makes 2^150.
    #[test]
    fn a_display_of_too_many_groups_is_given_up_early() {
        let pairs: Vec<(usize, usize)> = (0..150).map(|pair| (2 * pair, 2 * pair + 1)).collect();
        assert_eq!(letters(&matrix(300, &pairs), 26).unwrap(), None);
        assert_eq!(letters(&matrix(300, &pairs[..4]), 16).unwrap().unwrap().groups.len(), 16);
        assert_eq!(letters(&matrix(300, &pairs[..4]), 15).unwrap(), None);
    }

    #[test]
    fn letters_go_on_after_z() {
        assert_eq!((letter(25), letter(26), letter(52)), ("z".into(), "A".into(), "[53]".into()));
    }

    #[test]
    fn a_matrix_must_be_symmetric() {
        let error = letters(&[[false, true], [false, false]], 26).unwrap_err();
        assert_eq!(error.to_string(), "the matrix is not symmetric at row 2, column 1");
        assert!(letters(&[[true]], 26).is_err());
        assert!(letters(&[[false, false]], 26).is_err());
    }
}
