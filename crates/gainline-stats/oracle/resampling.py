"""Randomization and the bootstrap: all outcomes counted where they can be, else many drawn.

Scores are taken as whole numbers, in units of which every one in data.json is a multiple; so what
is tied is tied, and no p-value hangs on rounding.
"""

import itertools
import math
from fractions import Fraction

import numpy as np
from scipy import stats

UNITS = 40_000  # ten-thousandths and sixty-fourths
SCIPY_UP_TO = 15  # pairs whose sign patterns scipy goes through
RESAMPLES = 200_000
TRIALS = 50_000  # what the crate draws, for the room that chance gets
LEVEL = 0.95
SIDES = ["two-sided", "greater", "less"]

# Of which tables how many rows are small enough to go through all resamples, and all permutations.
BOOTSTRAP = {
    "tiny3": 3, "tiny4": 4, "tiny5": 5, "few": 6, "ties": 6, "zeros": 6, "skewed": 6,
    "identical": 4, "constant": 5,
}
TUKEY = {
    "tiny3": 3, "tiny4": 4, "tiny5": 5, "few": 5, "twins": 5, "zeros": 6, "constant": 4,
    "identical": 4, "ties": 4,
}


def expected(data):
    columns = {name: whole(set_["columns"]) for name, set_ in data.items()}
    pairs = [(name, i, j) for name in data for i, j in [(0, 1), (1, 2)]]
    difference = lambda name, i, j: columns[name][i] - columns[name][j]
    return {
        "randomization": [
            {"set": name, "pair": [i, j], "p": randomization(difference(name, i, j))}
            for name, i, j in pairs
        ],
        "intervals": [
            {
                "set": name,
                "pair": [i, j],
                "mean": intervals(difference(name, i, j), mean, UNITS),
                "variance": intervals(difference(name, i, j), variance, UNITS**2),
            }
            for name, i, j in pairs
            if np.ptp(difference(name, i, j)) > 0
        ],
        "bootstrap": [
            {"set": name, "pair": [i, j], "rows": rows} | bootstrap(difference(name, i, j)[:rows])
            for name, rows in BOOTSTRAP.items()
            for i, j in [(0, 1), (1, 2)]
        ],
        "tukey": [
            {"set": name, "rows": rows} | tukey(columns[name][:, :rows].T)
            for name, rows in TUKEY.items()
        ],
    }


def whole(columns):
    units = np.array(columns) * UNITS
    assert np.abs(units - np.rint(units)).max() < 1e-6
    return np.rint(units).astype(np.int64)


def randomization(d):
    """The share of all 2**n sign patterns, by the number of them for each sum."""
    ways = np.zeros(2 * int(np.abs(d).sum()) + 1, dtype=np.int64)
    middle = len(ways) // 2
    ways[middle] = 1
    for step in np.abs(d):
        ways = np.roll(ways, step) + np.roll(ways, -step)  # what rolls over the end is 0
    seen = middle + int(d.sum())
    out_of = 2 ** len(d)
    greater = float(Fraction(int(ways[seen:].sum()), out_of))
    less = float(Fraction(int(ways[: seen + 1].sum()), out_of))
    p = [min(1.0, 2 * min(greater, less)), greater, less]
    if len(d) <= SCIPY_UP_TO:
        both = (d.astype(float), np.zeros(len(d)))
        statistic = lambda a, b, axis: np.sum(a - b, axis=axis)
        for side, mine in zip(SIDES, p):
            test = stats.permutation_test(
                both, statistic, permutation_type="samples", n_resamples=np.inf, alternative=side,
                batch=5_000,
            )
            assert math.isclose(test.pvalue, mine, rel_tol=1e-12), (d, side, test.pvalue, mine)
    return p


def mean(x, axis):
    return np.sum(x, axis=axis) / x.shape[axis]


def variance(x, axis):
    """From whole numbers, so that resamples of the same values have the same variance."""
    n = x.shape[axis]
    return (n * np.sum(x * x, axis=axis) - np.sum(x, axis=axis) ** 2) / (n * (n - 1))


def intervals(d, statistic, unit):
    """scipy's intervals, and from where to where their ends may be with other resamples.

    The room is four standard errors of the share of resamples beyond an end, theirs and the crate's
    together, and for BCa of the share below the estimate as well.
    """
    found = {}
    for method in ["percentile", "BCa"]:
        found[method] = stats.bootstrap(
            (d.astype(float),), statistic, n_resamples=RESAMPLES, confidence_level=LEVEL,
            method=method, batch=20_000, vectorized=True, rng=np.random.default_rng(2024),
        )
    drawn, estimate = np.sort(found["BCa"].bootstrap_distribution), statistic(d, 0)
    error = lambda share: 4 * math.sqrt(share * (1 - share) * (1 / RESAMPLES + 1 / TRIALS))
    under = (np.mean(drawn < estimate) + np.mean(drawn <= estimate)) / 2
    out = {"estimate": estimate / unit, "standard_error": found["BCa"].standard_error / unit}
    for name, method in [("percentile", "percentile"), ("bca", "BCa")]:
        out[name] = []
        for tail, end in zip([(1 - LEVEL) / 2, (1 + LEVEL) / 2], found[method].confidence_interval):
            shares = [tail] * 3
            if method == "BCa":
                bias = [stats.norm.ppf(under + s * error(under)) for s in (-1, 0, 1)]
                shares = [bca_tail(d, statistic, tail, b) for b in bias]
            assert math.isclose(np.quantile(drawn, shares[1]), end, rel_tol=1e-9), (d, name)
            room = [shares[0] - error(shares[0]), shares[2] + error(shares[2])]
            least, most = np.quantile(drawn, np.clip(room, 0, 1))
            out[name].append([end / unit, least / unit, most / unit])
    return out


def bca_tail(d, statistic, tail, bias):
    """Efron (1987), with the acceleration from the jackknife: which quantile to take."""
    without = np.array([statistic(np.delete(d, i), 0) for i in range(len(d))])
    off = without.mean() - without
    acceleration = np.sum(off**3) / (6 * np.sum(off**2) ** 1.5)
    z = bias + stats.norm.ppf(tail)
    return stats.norm.cdf(bias + z / (1 - acceleration * z))


def bootstrap(d):
    """Sakai's test by the shift method, over all n**n resamples.

    A resample of differences less their mean has the mean (n Σd* − nS) / n²; t* >= t is compared
    squared, with signs. A resample of one value has a standard error of 0: t* is infinite, or where
    its mean is 0 as well, as large and as small as any.
    """
    n, total = len(d), int(d.sum())
    if np.ptp(d) == 0 and total:
        return {"mean": None, "studentized": None}
    spread = lambda v: n * sum(x * x for x in v) - sum(v) ** 2
    signed = lambda x, times: (x > 0) * x * x * times - (x < 0) * x * x * times
    d = [int(x) for x in d]
    hits = {"mean": [0, 0, 0], "studentized": [0, 0, 0]}
    for resample in itertools.product(d, repeat=n):
        mean = n * sum(resample) - n * total
        for name, own, its in [("mean", 1, 1), ("studentized", spread(d), spread(resample))]:
            t, seen = signed(mean, own), signed(n * total, its)
            for place, hit in enumerate([abs(t) >= abs(seen), t >= seen, t <= seen]):
                hits[name][place] += hit
    return {name: [count / n**n for count in counts] for name, counts in hits.items()}


def tukey(x):
    """The largest difference of sums, and their spread, over all orders within each row."""
    sums = np.zeros((1, x.shape[1]), dtype=np.int64)
    for row in x:
        orders = np.array(list(itertools.permutations(row)))
        sums = (sums[:, None] + orders[None]).reshape(-1, x.shape[1])
    largest, squares = np.ptp(sums, axis=1), np.sum(sums**2, axis=1)
    seen = x.sum(0)
    pairs = [
        [i, j, (seen[i] - seen[j]) / UNITS / len(x), np.mean(largest >= abs(seen[i] - seen[j]))]
        for i, j in itertools.combinations(range(x.shape[1]), 2)
    ]
    return {"pairs": pairs, "overall": np.mean(squares >= np.sum(seen**2))}
