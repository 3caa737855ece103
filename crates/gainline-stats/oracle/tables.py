"""Everything about several columns of one length."""

from itertools import combinations

import numpy as np
import pandas as pd
import scikit_posthocs
from scipy import stats
from statsmodels.formula.api import ols
from statsmodels.stats.anova import anova_lm
from statsmodels.stats.multitest import multipletests

from distributions import many_to_one, range_tail, studentized_range

P_VALUES = [
    [0.01, 0.04, 0.03, 0.005, 0.2],
    [0.5, 1e-12, 0.5, 0.04, 1.0, 0.04, 0.0],
    [0.9],
    [0.049, 0.048, 0.047],
    [0.001, 0.008, 0.039, 0.041, 0.042, 0.06, 0.074, 0.205, 0.212, 0.216],
]


def corrections():
    theirs = {
        "bonferroni": "bonferroni",
        "holm": "holm",
        "hochberg": "simes-hochberg",
        "bh": "fdr_bh",
    }
    adjusted = lambda p, name: list(multipletests(p, method=name)[1])
    return [{"p": p} | {our: adjusted(p, name) for our, name in theirs.items()} for p in P_VALUES]


def expected(columns):
    x = np.array(columns).T
    out = {"friedman": friedman(x), "nemenyi": nemenyi(x)}
    if len(x) <= 15:
        out["max_t"] = max_t(x)
    residual = x - x.mean(0) - x.mean(1)[:, None] + x.mean()
    if np.abs(residual).max() > 1e-12:
        out |= {"anova": anova(x), "tukey": tukey(x), "conover": conover(x), "dunnett": dunnett(x)}
    return out


def anova(x):
    n, k = x.shape
    frame = pd.DataFrame(
        {"y": x.ravel(), "row": np.repeat(np.arange(n), k), "column": np.tile(np.arange(k), n)}
    )
    table = anova_lm(ols("y ~ C(row) + C(column)", frame).fit())
    whole = table["sum_sq"].sum()
    squares, df = table["sum_sq"]["Residual"], table["df"]["Residual"]
    out = {"residual": [squares, df, squares / df]}
    for name in ["row", "column"]:
        ss, own_df, f = table.loc[f"C({name})"][["sum_sq", "df", "F"]]
        excess = ss - own_df * squares / df
        out[name] = {
            "sum_of_squares": ss,
            "df": own_df,
            "f": f,
            "p": stats.f.sf(f, own_df, df),
            "partial_eta_squared": ss / (ss + squares),
            "omega_squared": excess / (whole + squares / df),
            "partial_omega_squared": excess / (ss + (n * k - own_df) * squares / df),
        }
    return out


def max_t(x, level=0.95):
    """Westfall and Young's adjusted p-values over all sign patterns, by the t statistics themselves, and
    the simultaneous intervals that go with the single step."""
    n, k = x.shape
    pairs = list(combinations(range(k), 2))
    d = np.stack([x[:, j] - x[:, i] for i, j in pairs])
    d[np.abs(d) < 1e-15] = 0
    signs = 1 - 2 * ((np.arange(2 ** (n - 1))[:, None] >> np.arange(n)) & 1)

    def t(differences):
        mean, sd = differences.mean(-1), differences.std(-1, ddof=1)
        with np.errstate(divide="ignore", invalid="ignore"):
            t = np.abs(mean) / (sd / np.sqrt(n))
        # Rounding leaves a little spread where all differences are the same.
        t[sd < 1e-12 * np.abs(mean)] = np.inf
        return np.where(np.abs(differences).max(-1) == 0, 0, t)

    drawn = t(d[None] * signs[:, None, :])
    own = t(d)
    at_least = lambda drawn, own: np.mean((drawn >= own * (1 - 1e-9)) | (drawn == own))
    largest = drawn.max(1)
    single = [at_least(largest, o) if o else 1.0 for o in own]
    order = np.argsort(-own, kind="stable")
    down, before = np.ones(len(pairs)), 0.0
    for place, pair in enumerate(order):
        before = max(before, at_least(drawn[:, order[place:]].max(1), own[pair]))
        down[pair] = before if own[pair] else 1.0
    # The least t whose p is not below 1 - level: what a significant one must exceed.
    ascending = np.sort(largest)
    allowed = [h for h in range(len(ascending) + 1) if h / len(ascending) < 1 - level]
    critical = ascending[len(ascending) - 1 - max(allowed)] if len(allowed) <= len(ascending) else 0.0
    reach = critical * d.std(-1, ddof=1) / np.sqrt(n) if np.isfinite(critical) else None
    return {
        "single_step": single,
        "step_down": list(down),
        "low": None if reach is None else list(d.mean(-1) - reach),
        "high": None if reach is None else list(d.mean(-1) + reach),
    }


def dunnett(x):
    """P of the two-sided t statistics in a two-way layout, by quadrature; scipy has the one-way layout,
    by simulation, to which the same distribution must lead."""
    n, k = x.shape
    residual = x - x.mean(0) - x.mean(1)[:, None] + x.mean()
    df = (n - 1) * (k - 1)
    error = np.sqrt(2 * np.sum(residual**2) / df / n)
    t = [(x[:, j].mean() - x[:, 0].mean()) / error for j in range(1, k)]
    one_way = stats.dunnett(*x.T[1:], control=x[:, 0], rng=np.random.default_rng(1))
    theirs = [many_to_one(abs(s), k - 1, n * k - k) for s in one_way.statistic]
    assert np.allclose(theirs, one_way.pvalue, atol=5e-3), (theirs, one_way.pvalue)
    return {"t": t, "p": [many_to_one(abs(s), k - 1, df) for s in t]}


def tukey(x):
    n, k = x.shape
    residual = x - x.mean(0) - x.mean(1)[:, None] + x.mean()
    df = (n - 1) * (k - 1)
    error = np.sqrt(np.sum(residual**2) / df / n)
    critical = stats.studentized_range.isf(0.05, k, df)
    out = {"critical": critical, "pairs": []}
    for i, j in combinations(range(k), 2):
        difference = x[:, i].mean() - x[:, j].mean()
        q = abs(difference) / error
        p = min(studentized_range(q, k, df), 1.0) if q else 1.0
        assert abs(p - stats.studentized_range.sf(q, k, df)) < 1e-10
        ends = [difference - critical * error, difference + critical * error]
        out["pairs"].append({"values": [i, j, difference, q, *ends], "p": p})
    return out


def friedman(x):
    n, k = x.shape
    ranks = stats.rankdata(x, axis=1)
    out = {"mean_ranks": list(ranks.mean(0))}
    if np.any(ranks != (k + 1) / 2):
        chi, p = stats.friedmanchisquare(*x.T)
        out |= {"chi_squared": chi, "p": p}
        if n * (k - 1) - chi > 1e-9:
            f = (n - 1) * chi / (n * (k - 1) - chi)
            out["f"] = [f, stats.f.sf(f, k - 1, (n - 1) * (k - 1))]
    return out


def nemenyi(x):
    """With a tail that stays exact, and so better than that of scikit-posthocs in the far tail."""
    n, k = x.shape
    theirs = scikit_posthocs.posthoc_nemenyi_friedman(x).to_numpy()
    mean_ranks = stats.rankdata(x, axis=1).mean(0)
    out = []
    for i, j in combinations(range(k), 2):
        q = abs(mean_ranks[i] - mean_ranks[j]) / np.sqrt(k * (k + 1) / (6 * n))
        p = min(range_tail([q * np.sqrt(2)], k)[0], 1.0) if q else 1.0
        assert abs(p - stats.studentized_range.sf(q * np.sqrt(2), k, np.inf)) < 1e-12
        assert abs(p - theirs[i, j]) < 1e-12, (p, theirs[i, j])
        out.append([i, j, q * np.sqrt(2), p])
    return out


def conover(x):
    """As posthoc_conover_friedman of scikit-posthocs 0.17.1: Conover (1999), section 5.8."""
    n, k = x.shape
    ranks = stats.rankdata(x, axis=1)
    sums = ranks.sum(0)
    df = (n - 1) * (k - 1)
    left = 2 * (n * np.sum(ranks**2) - np.sum(sums**2)) / df
    if left < 1e-9:
        return None
    out = []
    for i, j in combinations(range(k), 2):
        t = abs(sums[i] - sums[j]) / np.sqrt(left)
        out.append([i, j, t, 2 * stats.t.sf(t, df)])
    return out
