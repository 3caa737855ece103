//! The measures that questions take when none are asked for. All lists begin with the same two, so that
//! commands speak of the same numbers unless they are told otherwise.

macro_rules! one {
    () => {
        "nDCG@10"
    };
}

/// The usual measures, and more.
macro_rules! usual {
    ($($more:literal)?) => {
        concat!(one!(), ",AP" $(, ",", $more)?)
    };
}

/// The measure that is taken where there is room for one only, such as in a picture.
pub const ONE: &str = one!();
/// Of every question that tests, checks or concludes something. No more than two, since every measure
/// makes the correction for several tests stricter.
pub const USUAL: &str = usual!();
/// Of `eval`: the usual ones, then some that describe a run.
pub const EVAL: &str = usual!("RR,P@10,R@1000,Judged@10");
/// Of `ties`: measures that ties change much and little.
pub const TIES: &str = usual!("RR,P@10,Rprec,ERR@10");
/// Of `correlate` and `stability`, which compare measures.
pub const COMPARED: &str = usual!("RR,P@10");
/// Of the picture of how similar measures are.
pub const SIMILARITY: &str = usual!("Rprec,RR,P@10,R@1000");
/// Of `sensitivity`, which shows what measures look at.
pub const SENSITIVITY: &str = usual!("Q,Rprec,RR,P@10");
/// Of `noise`, which changes the judgments.
pub const NOISE: &str = usual!("RR");
/// Of `reproduce`.
pub const REPRODUCE: &str = usual!("P@10");
/// Of `ceiling`, in which what is found at all matters too.
pub const CEILING: &str = usual!("R@100");

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_list_begins_with_the_usual_measures() {
        let usual = gainline::parse_measures([USUAL]).unwrap();
        assert_eq!(gainline::parse_measures([ONE]).unwrap(), usual[..1]);
        let lists = [EVAL, TIES, COMPARED, SIMILARITY, SENSITIVITY, NOISE, REPRODUCE, CEILING];
        for list in lists {
            let measures = gainline::parse_measures([list]).unwrap();
            assert_eq!(measures[..usual.len()], usual, "{list}");
            assert!(measures.len() > usual.len(), "{list}");
        }
    }
}
