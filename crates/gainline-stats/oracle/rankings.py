"""Agreement of two orders of the same things."""

import itertools

import numpy as np
from scipy import stats


def expected(x, y):
    out = {}
    if len(set(x)) > 1 and len(set(y)) > 1:
        for name, correlation in [
            ("kendall", stats.kendalltau),
            ("pearson", stats.pearsonr),
            ("spearman", stats.spearmanr),
        ]:
            result = correlation(x, y)
            out[name] = [result.statistic, result.pvalue]
            if name != "kendall" and abs(result.statistic) > 1 - 1e-14:
                out[name] = [round(result.statistic), 0.0]  # t is infinite, but for rounding
        out["tau_ap"] = tau_ap(x, y)
    return out


def tau_ap(truth, estimate):
    """The mean over all orders of what the estimate ties, drawn group by group.

    A thing's place within its group is uniform, and its fellows in the group are above it as often
    in the right order as in the wrong one; so places can be drawn for one thing at a time.
    """
    n = len(truth)
    total = 0.0
    for i in range(n):
        above = [j for j in range(n) if estimate[j] > estimate[i]]
        tied = sum(e == estimate[i] for e in estimate)
        right = sum(np.sign(truth[j] - truth[i]) for j in above)
        places = range(len(above) + 1, len(above) + tied + 1)
        total += np.mean([right / (place - 1) if place > 1 else 0.0 for place in places])
    return total / (n - 1)


def tau_ap_of_order(truth, order):
    """Yilmaz, Aslam & Robertson (2008), for an order without ties, best first."""
    rightly = lambda i: np.mean([np.sign(truth[j] - truth[order[i]]) for j in order[:i]])
    return np.mean([rightly(i) for i in range(1, len(order))])


def tau_ap_by_all_orders(truth, estimate):
    orders = [
        order
        for order in itertools.permutations(range(len(truth)))
        if all(estimate[i] >= estimate[j] for i, j in itertools.pairwise(order))
    ]
    return np.mean([tau_ap_of_order(truth, order) for order in orders])


_truth, _estimate = [5, 3, 3, 4, 1, 6], [9, 9, 7, 5, 5, 5]
assert np.isclose(tau_ap(_truth, _estimate), tau_ap_by_all_orders(_truth, _estimate), rtol=1e-13)
