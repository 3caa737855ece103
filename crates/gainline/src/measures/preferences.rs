//! trec_eval's measures over preferences between documents.
//!
//! Three views of each: all preferences (one between documents that were not retrieved is not
//! fulfilled), `_ret` (both documents retrieved), `_imp` (at least one retrieved).

use super::SHARE;
use crate::judgments::preferences::{Group, Preferences};
use crate::measure::{Alias, Better, Family, Scorer, Summary};

const PREFERENCE: Family = Family {
    citation: "Carterette, Bennett, Chickering and Dumais, Here or There: Preference Judgments \
               for Relevance, 2008; trec_eval 9.0.8, -R prefs",
    edge_cases: "0 when there are no preferences. Needs preferences: gainline trec-eval -R prefs",
    params: &[],
    scorer: |_| Scorer::Preferences(|_| 0.0),
    ..SHARE
};

const COUNT: Family = Family {
    range: (0.0, f64::INFINITY),
    summary: Summary::Sum,
    better: Better::Neither,
    ..PREFERENCE
};

type Counts = fn(&Group) -> (usize, usize);

fn all(group: &Group) -> (usize, usize) {
    (
        group.fulfilled + group.implied_fulfilled,
        group.possible + group.implied_possible + group.absent,
    )
}

fn retrieved(group: &Group) -> (usize, usize) {
    (group.fulfilled, group.possible)
}

fn implied(group: &Group) -> (usize, usize) {
    (group.fulfilled + group.implied_fulfilled, group.possible + group.implied_possible)
}

/// Fulfilled and possible preferences over all groups.
fn total(preferences: &Preferences, counts: Counts) -> (usize, usize) {
    let add = |(f, p), (g, q): (usize, usize)| (f + g, p + q);
    preferences.groups.iter().map(counts).fold((0, 0), add)
}

fn simple(preferences: &Preferences, counts: Counts) -> f64 {
    let (fulfilled, possible) = total(preferences, counts);
    super::ratio(fulfilled as f64, possible as f64)
}

fn group_mean(preferences: &Preferences, counts: Counts) -> f64 {
    let ratios =
        preferences.groups.iter().map(counts).map(|(f, p)| super::ratio(f as f64, p as f64));
    ratios.fold(0.0, |a, b| a + b) / preferences.groups.len().max(1) as f64
}

fn r_nonrelevant_mean(preferences: &Preferences, both: bool) -> f64 {
    let ratio = |group: &Group| {
        let (fulfilled, possible) = group.with_r_nonrelevant(preferences.retrieved, both);
        fulfilled as f64 / possible as f64
    };
    let sum = preferences.groups.iter().map(ratio).fold(0.0, |a, b| a + b);
    // A group without preferences makes the sum NaN, and trec_eval then prints 0.
    if sum > 0.0 { sum / preferences.groups.len() as f64 } else { 0.0 }
}

macro_rules! families {
    ($($(#[$doc:meta])* $name:ident: $ours:literal, $theirs:literal, $base:ident,
        $meaning:literal, $formula:literal, $score:expr;)*) => {
        $($(#[$doc])* pub static $name: Family = Family {
            name: $ours,
            aliases: &[Alias::of($theirs)],
            meaning: $meaning,
            formula: $formula,
            scorer: |_| Scorer::Preferences($score),
            ..$base
        };)*
    };
}

families! {
    /// Possible preferences.
    NUM_POSSIBLE: "PrefsPossible", "prefs_num_prefs_poss", COUNT,
        "the number of preferences", "summed over groups",
        |p| total(p, all).1 as f64;
    /// Fulfilled preferences.
    NUM_FULFILLED: "PrefsFulfilled", "prefs_num_prefs_ful", COUNT,
        "the number of preferences that the ranking fulfils",
        "better document above the other, or only the better one retrieved",
        |p| total(p, all).0 as f64;
    /// Fulfilled preferences between retrieved documents.
    NUM_FULFILLED_RETRIEVED: "PrefsFulfilledRet", "prefs_num_prefs_ful_ret", COUNT,
        "the number of preferences between retrieved documents that the ranking fulfils",
        "better document above the other",
        |p| total(p, retrieved).0 as f64;
    /// Share of fulfilled preferences.
    SIMPLE: "Prefs", "prefs_simp", PREFERENCE,
        "the share of preferences that the ranking fulfils", "fulfilled / all preferences",
        |p| simple(p, all);
    /// Mean over pairs.
    PAIR: "PrefsPair", "prefs_pair", PREFERENCE,
        "the share of fulfilled preferences of each pair of documents, mean over pairs",
        "mean over pairs of (groups that prefer the upper one) / (groups with a preference)",
        |p| p.pair_mean(0);
    /// Mean over groups.
    GROUP: "PrefsGroup", "prefs_avgjg", PREFERENCE,
        "the share of fulfilled preferences of each group, mean over groups",
        "mean over groups of fulfilled / all preferences",
        |p| group_mean(p, all);
    /// Mean over groups, R nonrelevant documents.
    GROUP_RNONREL: "PrefsGroupRnonrel", "prefs_avgjg_Rnonrel", PREFERENCE,
        "as PrefsGroup, with as many nonrelevant documents as relevant ones",
        "mean over groups of fulfilled / all preferences among the relevant and the first R \
         nonrelevant documents",
        |p| r_nonrelevant_mean(p, false);
    /// Share of fulfilled preferences between retrieved documents.
    SIMPLE_RETRIEVED: "PrefsRet", "prefs_simp_ret", PREFERENCE,
        "the share of preferences between retrieved documents that the ranking fulfils",
        "fulfilled / preferences between retrieved documents",
        |p| simple(p, retrieved);
    /// Mean over pairs of retrieved documents.
    PAIR_RETRIEVED: "PrefsPairRet", "prefs_pair_ret", PREFERENCE,
        "as PrefsPair, over pairs of retrieved documents", "see PrefsPair",
        |p| p.pair_mean(2);
    /// Mean over groups, retrieved documents.
    GROUP_RETRIEVED: "PrefsGroupRet", "prefs_avgjg_ret", PREFERENCE,
        "as PrefsGroup, over preferences between retrieved documents", "see PrefsGroup",
        |p| group_mean(p, retrieved);
    /// Mean over groups, R nonrelevant documents, retrieved documents.
    GROUP_RNONREL_RETRIEVED: "PrefsGroupRnonrelRet", "prefs_avgjg_Rnonrel_ret", PREFERENCE,
        "as PrefsGroupRnonrel, over preferences between retrieved documents",
        "see PrefsGroupRnonrel",
        |p| r_nonrelevant_mean(p, true);
    /// Share of fulfilled preferences with a retrieved document.
    SIMPLE_IMPLIED: "PrefsImp", "prefs_simp_imp", PREFERENCE,
        "the share of preferences that the ranking fulfils, of those with at least one document \
         retrieved",
        "fulfilled / preferences with a retrieved document",
        |p| simple(p, implied);
    /// Mean over pairs with a retrieved document.
    PAIR_IMPLIED: "PrefsPairImp", "prefs_pair_imp", PREFERENCE,
        "as PrefsPair, over pairs with at least one document retrieved", "see PrefsPair",
        |p| p.pair_mean(1);
    /// Mean over groups, with a retrieved document.
    GROUP_IMPLIED: "PrefsGroupImp", "prefs_avgjg_imp", PREFERENCE,
        "as PrefsGroup, over preferences with at least one document retrieved", "see PrefsGroup",
        |p| group_mean(p, implied);
}
