//! Statistics for comparing runs: numbers in, structs out. Nothing here knows of topics or
//! measures.

mod agreement;
mod anova;
mod anova_power;
mod bayes;
mod bootstrap;
mod check;
mod correction;
mod correlation;
mod differences;
mod distributions;
mod dunnett;
mod effect;
mod equivalence;
mod error;
mod friedman;
mod hierarchical;
mod interval;
mod kendall;
mod letters;
mod margin;
mod meta_analysis;
mod overlap;
mod p_values;
mod post_hoc;
mod power;
mod practical;
mod random;
mod randomization;
mod randomized_tukey;
mod rank_interval;
mod ranks;
mod rounding;
mod sign_flips;
mod sign_test;
mod signed_ranks;
mod summary;
mod t_test;
mod tau_ap;
mod test;
mod tukey;
mod wilcoxon;

pub use agreement::{
    AlphaMetric, BinaryAgreement, CohenKappa, Confusion, FleissKappa, KappaWeights,
    KrippendorffAlpha, fleiss_kappa, krippendorff_alpha,
};
pub use anova::{FTest, Factor, TwoWayAnova, two_way_anova};
pub use anova_power::{AnovaDesign, Layout};
pub use bayes::{Posterior, bayesian_t_test};
pub use bootstrap::{
    BootstrapInterval, BootstrapMethod, BootstrapStatistic, bootstrap_interval, bootstrap_mean,
    bootstrap_test,
};
pub use correction::Correction;
pub use correlation::{Correlation, pearson, spearman};
pub use dunnett::{Dunnett, DunnettPair, dunnett, dunnett_p};
pub use effect::{cliff_delta, cohen_d, cohen_dz, glass_delta, paired_superiority, superiority};
pub use equivalence::{Equivalence, equivalence_test};
pub use error::{Result, StatsError};
pub use friedman::{Friedman, friedman};
pub use hierarchical::{GroupEffect, Hierarchical, Sides, hierarchical};
pub use interval::{Interval, IntervalMethod};
pub use kendall::kendall_tau_b;
pub use letters::{Letters, letters};
pub use margin::{MarginTest, margin_test};
pub use meta_analysis::{Effect, MetaAnalysis, meta_analysis};
pub use overlap::rank_biased_overlap;
pub use p_values::PValues;
pub use post_hoc::RankPair;
pub use power::{
    paired_t_detectable, paired_t_half_width, paired_t_pairs, paired_t_pairs_for_width,
    paired_t_power,
};
pub use practical::{Practical, relative_difference};
pub use random::{CHUNK, MonteCarlo, Random, Sampling, in_chunks};
pub use randomization::{EXACT_UP_TO, MonteCarloTest, randomization_test};
pub use randomized_tukey::{RandomizedTukey, RandomizedTukeyPair, randomized_tukey};
pub use rank_interval::{RankInterval, rank_intervals};
pub use rounding::{SAME, falling, is_same, merge_ties, rising};
pub use sign_flips::{MaxT, MaxTPair, max_t};
pub use sign_test::{SignTest, sign_test};
pub use summary::{mean, median, rmse, variance};
pub use t_test::{TTest, mean_interval, paired_t_test, unpaired_t_test};
pub use tau_ap::tau_ap;
pub use test::{PairTest, Test, signed_ranks};
pub use tukey::{HsdPair, TukeyHsd, tukey_hsd};
pub use wilcoxon::{Wilcoxon, WilcoxonMethod, WilcoxonOptions, ZeroMethod, wilcoxon};
