//! Agreement of two orders.

use gainline_stats::*;

use crate::{close, close_p, column_pairs};

#[test]
fn correlations_agree_with_scipy() {
    for (place, x, y, expected) in column_pairs() {
        for (name, got) in [
            ("kendall", kendall_tau_b(&x, &y)),
            ("spearman", spearman(&x, &y)),
            ("pearson", pearson(&x, &y)),
        ] {
            let got = got.unwrap();
            let place = format!("{place} {name}");
            close_p(&place, &[got.coefficient, got.p], &expected[name]);
        }
    }
}

#[test]
fn ap_correlations_agree_with_their_definition() {
    for (place, x, y, expected) in column_pairs() {
        close(&place, &[tau_ap(&x, &y).unwrap()], &expected["tau_ap"]);
    }
}
