//! All families of measures. A new one is a new file here and its two lines below: its module,
//! and its place in [`FAMILIES`].

mod adm;
mod ap;
mod avg_cg;
mod bpref;
mod cg;
mod contingency;
mod counts;
mod err;
mod f;
mod g;
mod graded_ap;
mod graded_set;
mod groups;
mod inf_ap;
mod iprec;
mod judged;
mod ndcg;
mod ndcg_points;
mod p;
mod preferences;
mod r;
mod rbp;
mod rhl;
mod rocchio;
mod rprec;
mod rr;
mod set;
mod sft;
mod sliding;
mod success;
mod user;
mod utility;
mod yaap;

pub use cg::Discount;
pub use contingency::Contingency;

use crate::measure::{
    Better, BoundRule, Cutoff, Family, Outside, REL, Scorer, Sees, Summary, TieRule,
};

/// Every family of measures, in the order in which help lists them.
pub static FAMILIES: &[&Family] = &[
    &ndcg::NDCG,
    &ap::AP,
    &rr::RR,
    &p::P,
    &r::R,
    &contingency::MISS,
    &contingency::FALLOUT,
    &contingency::SPECIFICITY,
    &f::F,
    &f::E,
    &success::SUCCESS,
    &rprec::RPREC,
    &bpref::BPREF,
    &bpref::BPREF10,
    &inf_ap::INF_AP,
    &err::ERR,
    &err::NERR,
    &err::EBR,
    &rbp::RBP,
    &cg::CG,
    &cg::DCG,
    &cg::NCG,
    &avg_cg::AVG_CG,
    &avg_cg::AVG_DCG,
    &avg_cg::AVG_NCG,
    &avg_cg::AVG_NDCG,
    &graded_ap::Q,
    &graded_ap::WAP,
    &graded_ap::GEN_AP,
    &sliding::SR,
    &sliding::MSR,
    &graded_set::GP,
    &graded_set::GR,
    &rhl::RHL,
    &adm::ADM,
    &adm::REL_REL,
    &sft::SAT,
    &sft::FRUS,
    &sft::SFT,
    &rocchio::NORM_R,
    &rocchio::NORM_P,
    &rocchio::SCALED_R,
    &rocchio::RANK_R,
    &rocchio::LOG_P,
    &rocchio::RECALL_ERROR,
    &rocchio::PRECISION_ERROR,
    &rocchio::ASL,
    &rocchio::ESL,
    &user::COVERAGE,
    &user::NOVELTY,
    &user::REL_RECALL,
    &user::RECALL_EFFORT,
    &iprec::IPREC,
    &iprec::IPREC11,
    &ap::AP_SEEN,
    &ap::GMAP,
    &bpref::GM_BPREF,
    &yaap::YAAP,
    &ndcg_points::NDCG_REL,
    &ndcg_points::RNDCG,
    &g::G,
    &g::BIN_G,
    &p::REL_P,
    &set::SET_P,
    &set::SET_REL_P,
    &set::SET_R,
    &set::SET_F,
    &set::SET_AP,
    &utility::UTILITY,
    &judged::JUDGED,
    &judged::HOLES,
    &counts::NUM_Q,
    &counts::NUM_RET,
    &counts::NUM_REL,
    &counts::NUM_REL_RET,
    &counts::NUM_NONREL_JUDGED_RET,
    &groups::GROUP_AP,
    &groups::GROUP_P,
    &groups::GROUP_RPREC,
    &preferences::NUM_POSSIBLE,
    &preferences::NUM_FULFILLED,
    &preferences::NUM_FULFILLED_RETRIEVED,
    &preferences::SIMPLE,
    &preferences::PAIR,
    &preferences::GROUP,
    &preferences::GROUP_RNONREL,
    &preferences::SIMPLE_RETRIEVED,
    &preferences::PAIR_RETRIEVED,
    &preferences::GROUP_RETRIEVED,
    &preferences::GROUP_RNONREL_RETRIEVED,
    &preferences::SIMPLE_IMPLIED,
    &preferences::PAIR_IMPLIED,
    &preferences::GROUP_IMPLIED,
];

/// What most families have in common: a share from 0 to 1, the higher the better, 0 when nothing is
/// relevant or retrieved, averaged over topics. A family states what it has otherwise.
const SHARE: Family = Family {
    name: "",
    aliases: &[],
    meaning: "",
    formula: "",
    citation: "",
    edge_cases: "0 when nothing is relevant or retrieved",
    example: None,
    cutoff: Cutoff::None,
    params: &[REL],
    range: (0.0, 1.0),
    empty: 0.0,
    no_relevant: 0.0,
    summary: Summary::Mean,
    better: Better::Higher,
    tie_mean: TieRule::Closed,
    tie_extremes: TieRule::Closed,
    bounds: BoundRule::Searched(Sees::Relevance),
    outside: Outside::Unknown,
    sensitivity: None,
    needs: &[],
    scorer: |_| Scorer::judged(|_| 0.0),
};

/// `a / b`, and 0 when there is nothing to divide by.
fn ratio(a: f64, b: f64) -> f64 {
    if b == 0.0 { 0.0 } else { a / b }
}
