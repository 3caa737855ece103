"""An effect in several groups: random-effects meta-analysis and a hierarchical model."""

import numpy as np
from scipy import integrate, stats
from statsmodels.stats.meta_analysis import combine_effects

# Estimates and their standard errors: eight schools (Gelman et al.), the BCG vaccine trials (log risk
# ratios of Colditz et al. 1994, rounded), differences of two rankers that agree, and two groups only.
SETS = {
    "schools": ([28, 8, -3, 7, -1, 1, 18, 12], [15, 10, 16, 11, 9, 11, 10, 18]),
    "bcg": (
        [-0.8893, -1.5854, -1.3481, -1.4416, -0.2175, -0.7861, -1.6209, 0.0120, -0.4694, -1.3713,
         -0.3394, 0.4459, -0.0173],
        [0.5706, 0.4411, 0.6445, 0.1415, 0.2263, 0.0831, 0.4722, 0.0629, 0.2376, 0.2702, 0.1117,
         0.7300, 0.2676],
    ),
    "rankers": ([0.021, 0.034, -0.004, 0.018, 0.027], [0.008, 0.012, 0.010, 0.004, 0.015]),
    "agreeing": ([0.02, 0.021, 0.019], [0.01, 0.02, 0.015]),
    "two": ([0.1, 0.3], [0.05, 0.04]),
}
LEVEL, ROPE = 0.9, 0.4


def expected():
    out = {}
    for name, (values, errors) in SETS.items():
        y, se = np.array(values, float), np.array(errors, float)
        prior = 2 * float(np.median(se))
        rope = ROPE * float(np.median(se))
        out[name] = {"values": values, "errors": errors, "prior": prior, "rope": rope}
        out[name] |= {"meta": meta(y, se), "hierarchical": hierarchical(y, se, rope, prior)}
    return out


def meta(y, se):
    k = len(y)
    # Far more steps than are needed, so that nothing is left of the iteration's tolerance.
    theirs = combine_effects(y, se**2, method_re="iterated", use_t=True, atol=1e-15, maxiter=1000)
    tau2 = max(float(theirs.tau2), 0.0)
    w = 1 / (se**2 + tau2)
    error = max(float(theirs.sd_eff_w_re_hksj), 1 / np.sqrt(w.sum()))
    assert np.isclose(theirs.mean_effect_re, np.sum(w * y) / w.sum(), rtol=1e-9)
    mean = float(theirs.mean_effect_re)
    reach = stats.t.isf((1 - LEVEL) / 2, k - 1) * error
    out = {
        "mean": mean,
        "standard_error": error,
        "tau_squared": tau2,
        "q": float(theirs.q),
        "q_p": float(stats.chi2.sf(theirs.q, k - 1)),
        "i_squared": max(float(theirs.i2), 0.0),
        "weights": list(theirs.weights_rel_re),
        "p": float(2 * stats.t.sf(abs(mean / error), k - 1)),
        "interval": [mean - reach, mean + reach],
    }
    if k > 2:
        further = stats.t.isf((1 - LEVEL) / 2, k - 2) * np.sqrt(tau2 + error**2)
        out["prediction"] = [mean - further, mean + further]
    return out


def hierarchical(y, se, rope, prior):
    """By adaptive quadrature over the standard deviation between groups; the rest is normal."""

    def given(tau):
        v = se**2 + tau**2
        precision = np.sum(1 / v)
        centre = np.sum(y / v) / precision
        log = -0.5 * np.sum(np.log(v) + (y - centre) ** 2 / v) - 0.5 * np.log(precision)
        return centre, 1 / precision, np.exp(log - shift - 0.5 * (tau / prior) ** 2)

    shift = 0.0
    shift = max(np.log(given(tau)[2]) for tau in np.linspace(0, 2 * prior, 200))

    def mean_of(f):
        edges = prior * np.array([0, 0.05, 0.2, 1, 3, 12])
        parts = list(zip(edges, edges[1:]))
        whole = lambda g: sum(integrate.quad(g, *part, epsabs=0, epsrel=1e-12)[0] for part in parts)
        return whole(lambda t: f(t, *given(t)[:2]) * given(t)[2]) / whole(lambda t: given(t)[2])

    def inside(centre, spread):
        # By the tail that is small.
        tail = stats.norm.cdf if centre > 0 else lambda x, *of: -stats.norm.sf(x, *of)
        return tail(rope, centre, spread) - tail(-rope, centre, spread)

    def sides(f):
        low = mean_of(lambda t, c, v: stats.norm.cdf(-rope, *f(t, c, v)))
        high = mean_of(lambda t, c, v: stats.norm.sf(rope, *f(t, c, v)))
        return [low, mean_of(lambda t, c, v: inside(*f(t, c, v))), high]

    def group(i):
        def f(t, c, v):
            if t == 0:
                return c, np.sqrt(v)
            precision = 1 / se[i] ** 2 + 1 / t**2
            return (y[i] / se[i] ** 2 + c / t**2) / precision, np.sqrt(
                1 / precision + (1 / t**2 / precision) ** 2 * v
            )

        return f

    return {
        "mean": mean_of(lambda t, c, v: c),
        "tau": mean_of(lambda t, c, v: t),
        "overall": sides(lambda t, c, v: (c, np.sqrt(v))),
        "next": sides(lambda t, c, v: (c, np.sqrt(v + t**2))),
        "groups": [
            [mean_of(lambda t, c, v: group(i)(t, c, v)[0]), *sides(group(i))]
            for i in range(len(y))
        ],
    }
