//! One judgment exchanged in the lists that a [`Judged`](super::judged::Judged) reads.

use super::judged::Found;

/// Takes a grade out of a list that descends, if it is there, and puts another one in.
pub fn exchange_grade(descending: &mut Vec<f64>, before: Option<f64>, after: Option<f64>) {
    let place = |list: &[f64], number: f64| list.partition_point(|&n| n > number);
    if let Some(before) = before {
        let at = place(descending, before);
        if descending.get(at) == Some(&before) {
            descending.remove(at);
        }
    }
    if let Some(after) = after {
        descending.insert(place(descending, after), after);
    }
}

/// Gives the document at a rank another grade, or takes its judgment away, in a list of judged
/// documents in rank order. `known` says whether the user knew the document.
pub fn exchange_found(found: &mut Vec<Found>, rank: usize, known: bool, grade: Option<f64>) {
    let at = found.partition_point(|other| other.rank < rank);
    let is_there = found.get(at).is_some_and(|other| other.rank == rank);
    match grade.map(|grade| Found { rank, grade, known }) {
        Some(after) if is_there => found[at] = after,
        Some(after) => found.insert(at, after),
        None if is_there => drop(found.remove(at)),
        None => {}
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_list_of_grades_descends_whatever_is_exchanged() {
        let exchanged = |list: &[f64], before, after| {
            let mut list = list.to_vec();
            exchange_grade(&mut list, before, after);
            list
        };
        assert_eq!(exchanged(&[2.0, 1.0, 1.0], Some(1.0), Some(3.0)), [3.0, 2.0, 1.0]);
        assert_eq!(exchanged(&[2.0, 1.0], None, Some(1.5)), [2.0, 1.5, 1.0]);
        assert_eq!(exchanged(&[2.0, 1.0], Some(1.0), None), [2.0]);
        // What is not there cannot be taken out.
        assert_eq!(exchanged(&[2.0, 1.0], Some(1.5), None), [2.0, 1.0]);
        assert_eq!(exchanged(&[], Some(1.0), Some(-1.0)), [-1.0]);
    }

    #[test]
    fn found_documents_stay_in_rank_order_whatever_is_exchanged() {
        let mut found = vec![Found::new(2, 1.0), Found::new(5, 0.0)];
        exchange_found(&mut found, 3, true, Some(2.0));
        exchange_found(&mut found, 5, false, Some(1.0));
        exchange_found(&mut found, 2, false, None);
        // What is not there cannot be taken out.
        exchange_found(&mut found, 4, false, None);
        assert_eq!(found, [Found { rank: 3, grade: 2.0, known: true }, Found::new(5, 1.0)]);
    }
}
