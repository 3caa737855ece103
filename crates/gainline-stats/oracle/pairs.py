"""Everything about two paired samples."""

import math
from fractions import Fraction

import numpy as np
from scipy import stats
from statsmodels.stats.weightstats import ttost_paired

SIDES = ["two-sided", "greater", "less"]
LEVELS = [0.5, 0.95, 0.999]
MARGIN = 0.05


def expected(a, b):
    a, b = np.array(a), np.array(b)
    d = a - b
    out = {"sign": sign(d), "superiority": superiority(a, b), "mean": mean(a)}
    if np.any(d != 0):
        out["wilcoxon"] = wilcoxon(d)
    if np.ptp(a) > 0 and len(b) > 2:
        out["unpaired"] = t_test(stats.ttest_ind, a, b[1:])
    if np.ptp(d) > 0:
        out |= {"t": t_test(stats.ttest_rel, a, b), "effect": effect(a, b), "tost": tost(a, b), "bayes": bayes(d)}
    return out


def mean(a):
    test = stats.ttest_1samp(a, 0.0)
    return {
        "mean": np.mean(a),
        "variance": np.var(a, ddof=1),
        "median": np.median(a),
        "intervals": [list(test.confidence_interval(level)) for level in LEVELS],
    }


def t_test(test, a, b):
    two, greater, less = (test(a, b, alternative=side) for side in SIDES)
    paired = test is stats.ttest_rel
    difference = np.mean(a - b) if paired else np.mean(a) - np.mean(b)
    return {
        "t": two.statistic,
        "df": two.df,
        "p": [two.pvalue, greater.pvalue, less.pvalue],
        "mean_difference": difference,
        "standard_error": stats.sem(a - b) if paired else difference / two.statistic,
        "intervals": [list(two.confidence_interval(level)) for level in LEVELS],
    }


def sign(d):
    plus, minus = int(np.sum(d > 0)), int(np.sum(d < 0))
    p = [1.0] * 3
    if plus + minus:
        p = [stats.binomtest(plus, plus + minus, alternative=side).pvalue for side in SIDES]
    return {"plus": plus, "minus": minus, "zeros": int(np.sum(d == 0)), "p": p}


def wilcoxon(d):
    out = {}
    for zeros in ["wilcox", "pratt", "zsplit"]:
        auto = [stats.wilcoxon(d, zero_method=zeros, alternative=side) for side in SIDES]
        out[zeros] = {
            "w_plus": auto[1].statistic,
            "auto": [test.pvalue for test in auto],
            "exact": exact_wilcoxon(d, zeros),
        }
        for name, correction in [("normal", False), ("corrected", True)]:
            tests = [
                stats.wilcoxon(d, None, zeros, correction, side, method="asymptotic")
                for side in SIDES
            ]
            out[zeros][name] = [test.pvalue for test in tests]
            if not correction:
                out[zeros]["z"] = tests[1].zstatistic
    return out


def exact_wilcoxon(d, zeros):
    """All patterns of signs, counted in whole numbers; with ties, scipy does so up to 13 only."""
    kept = d[d != 0] if zeros == "wilcox" else d
    ranks = np.rint(2 * stats.rankdata(np.abs(kept))).astype(int)
    signs = np.sign(kept)
    ways = {0: 1}
    for rank in ranks[signs != 0]:
        more = {}
        for total, count in ways.items():
            for with_it in (total, total + int(rank)):
                more[with_it] = more.get(with_it, 0) + count
        ways = more
    seen = int(np.sum(ranks[signs > 0]))
    all_ways = sum(ways.values())
    greater = Fraction(sum(c for total, c in ways.items() if total >= seen), all_ways)
    less = Fraction(sum(c for total, c in ways.items() if total <= seen), all_ways)
    return [float(min(1, 2 * min(greater, less))), float(greater), float(less)]


def effect(a, b):
    d = a - b
    return {
        "dz": np.mean(d) / np.std(d, ddof=1),
        "d_av": np.mean(d) / math.sqrt((np.var(a, ddof=1) + np.var(b, ddof=1)) / 2),
        "glass": np.mean(d) / np.std(b, ddof=1),
    }


def superiority(a, b):
    u = stats.mannwhitneyu(a, b).statistic / (len(a) * len(b))
    return {
        "cliff": 2 * u - 1,
        "unpaired": u,
        "paired": (np.sum(a > b) + 0.5 * np.sum(a == b)) / len(a),
    }


def tost(a, b):
    p, (t_lower, p_lower, _), (t_upper, p_upper, _) = ttost_paired(a, b, -MARGIN, 2 * MARGIN)
    interval = stats.ttest_rel(a, b).confidence_interval(0.9)
    return {
        "p": p,
        "t": [t_lower, t_upper],
        "p_lower": p_lower,
        "p_upper": p_upper,
        "interval": list(interval),
    }


def bayes(d):
    n = len(d)
    out = []
    for correlation in [0.0, 0.1]:
        scale = math.sqrt(np.var(d, ddof=1) * (1 / n + correlation / (1 - correlation)))
        posterior = stats.t(n - 1, np.mean(d), scale)
        left, right = posterior.cdf(-MARGIN), posterior.sf(MARGIN)
        rope = 1 - left - right
        if posterior.mean() > MARGIN:
            rope = posterior.cdf(MARGIN) - left
        if posterior.mean() < -MARGIN:
            rope = posterior.sf(-MARGIN) - right
        interval = list(posterior.interval(0.95))
        out.append({"left": left, "right": right, "rope": rope, "interval": interval})
    return out
