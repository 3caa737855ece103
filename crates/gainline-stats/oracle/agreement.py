"""How far raters agree. What is undefined is None here, whether a library says so by NaN, by an
error or, having lost it in rounding, not at all."""

import math

import krippendorff
import numpy as np
from sklearn.metrics import cohen_kappa_score
from statsmodels.stats.inter_rater import aggregate_raters, cohens_kappa, fleiss_kappa

WEIGHTS = {"equal": None, "linear": "linear", "quadratic": "quadratic"}
METRICS = ["nominal", "ordinal", "interval"]


def expected(units):
    """`units` are lists of ratings, one for each rater, None where there is none."""
    ratings = np.array([[math.nan if r is None else r for r in unit] for unit in units])
    grades = sorted({r for unit in units for r in unit if r is not None})
    return {
        "cohen": {name: cohen(ratings, grades, wt) for name, wt in WEIGHTS.items()},
        "fleiss": fleiss(ratings, grades),
        "alpha": {metric: alpha(ratings, metric) for metric in METRICS},
    }


def cohen(ratings, grades, weights):
    """The first two raters, on what both rated, by the scale of all ratings."""
    both = ratings[~np.isnan(ratings[:, :2]).any(axis=1), :2]
    if len(both) == 0 or len(set(both.flatten())) == 1:
        return None
    index = np.searchsorted(grades, both)
    kappa = cohen_kappa_score(*index.T, labels=range(len(grades)), weights=weights)
    table = np.zeros((len(grades), len(grades)))
    for first, second in index:
        table[first, second] += 1
    result = cohens_kappa(table, wt=weights)
    assert math.isclose(kappa, result.kappa, rel_tol=1e-9, abs_tol=1e-14)
    # Where the variance is 0 but for rounding, its root would be anything.
    variance = result.var_kappa if result.var_kappa > 1e-14 else 0.0
    ends = [result.kappa_low, result.kappa_upp] if variance else [kappa, kappa]
    return {"kappa": clean(kappa), "variance": variance, "interval": [clean(end) for end in ends]}


def fleiss(ratings, grades):
    """All raters, on what all rated."""
    full = ratings[~np.isnan(ratings).any(axis=1)]
    if len(full) == 0 or len(set(full.flatten())) == 1:
        return None
    table, _ = aggregate_raters(np.searchsorted(grades, full), n_cat=len(grades))
    return clean(fleiss_kappa(table))


def alpha(ratings, metric):
    pairable = [r for unit in ratings if (~np.isnan(unit)).sum() > 1 for r in unit]
    if len({r for r in pairable if not math.isnan(r)}) < 2:
        try:
            assert math.isnan(krippendorff.alpha(ratings.T, level_of_measurement=metric))
        except ValueError:
            pass
        return None
    return clean(krippendorff.alpha(ratings.T, level_of_measurement=metric))


def clean(value):
    """0 where there is nothing but rounding."""
    return 0.0 if abs(value) < 1e-14 else value
