"""How many topics: power and what follows from it."""

import math

from scipy import optimize, stats
from statsmodels.stats.power import FTestAnovaPower, TTestPower

# Pairs, effect size, alpha.
PAIRED = [
    (10, 0.5, 0.05),
    (43, 0.3, 0.05),
    (50, -0.4, 0.01),
    (5, 2.0, 0.05),
    (400, 0.15, 0.001),
    (20, 0.0, 0.05),
]
# Effect size, alpha, power.
PAIRED_N = [(0.5, 0.05, 0.8), (0.2, 0.05, 0.9), (1.5, 0.01, 0.95), (0.05, 0.05, 0.8)]
# Pairs, alpha, power.
DETECTABLE = [(43, 0.05, 0.8), (5, 0.01, 0.9)]
# Systems, least difference to be found between the best and the worst, variance, topics, alpha.
ANOVA = [
    (2, 0.1, 0.05, 30, 0.05),
    (6, 0.1, 0.03, 50, 0.05),
    (20, 0.05, 0.02, 100, 0.01),
    (100, 0.1, 0.04, 250, 0.05),
]
# The same without topics, and the power.
ANOVA_N = [
    (2, 0.1, 0.05, 0.05, 0.8),
    (6, 0.1, 0.03, 0.05, 0.8),
    (20, 0.05, 0.02, 0.01, 0.9),
    (100, 0.1, 0.0471, 0.05, 0.7),
]


def two_way_power(systems, least, variance, topics, alpha):
    """As one-way, but the topics' own variance is taken out: fewer degrees of freedom below."""
    above, below = systems - 1, (systems - 1) * (topics - 1)
    shift = topics * least**2 / (2 * variance)
    return stats.ncf.sf(stats.f.isf(alpha, above, below), above, below, shift)


def one_way_power(systems, least, variance, topics, alpha):
    effect = math.sqrt(least**2 / (2 * variance) / systems)
    return FTestAnovaPower().power(effect, topics * systems, alpha, k_groups=systems)


def detectable(n, alpha, power):
    """What statsmodels solves to eight digits, solved to all."""
    about = TTestPower().solve_power(None, n, alpha, power)
    lacking = lambda d: TTestPower().power(d, n, alpha) - power
    return optimize.brentq(lacking, 0.99 * about, 1.01 * about, xtol=1e-14)


def topics(power_of, systems, least, variance, alpha, power):
    n = 2
    while power_of(systems, least, variance, n, alpha) < power:
        n += 1
    return n


def expected():
    t = TTestPower()
    return {
        "paired": [[n, d, a, t.power(d, n, a)] for n, d, a in PAIRED],
        "paired_n": [[d, a, p, math.ceil(t.solve_power(d, None, a, p))] for d, a, p in PAIRED_N],
        "detectable": [[*c, detectable(*c)] for c in DETECTABLE],
        "one_way": [[*c, one_way_power(*c)] for c in ANOVA],
        "two_way": [[*c, two_way_power(*c)] for c in ANOVA],
        "one_way_n": [[*c, topics(one_way_power, *c)] for c in ANOVA_N],
        "two_way_n": [[*c, topics(two_way_power, *c)] for c in ANOVA_N],
    }
