"""Tails and quantiles, to 30 digits."""

import mpmath as mp
import numpy as np
from scipy import special, stats

mp.mp.dps = 30


def student(t, df):
    x = df / (df + mp.mpf(t) ** 2)
    tail = mp.betainc(mp.mpf(df) / 2, 0.5, 0, x, regularized=True) / 2
    return tail if t > 0 else 1 - tail


def fisher(f, above, below):
    x = below / (below + above * mp.mpf(f))
    return mp.betainc(mp.mpf(below) / 2, mp.mpf(above) / 2, 0, x, regularized=True)


def chi_squared(x, df):
    return mp.gammainc(mp.mpf(df) / 2, mp.mpf(x) / 2, mp.inf, regularized=True)


def normal(z):
    return mp.erfc(mp.mpf(z) / mp.sqrt(2)) / 2


def coin(k, n):
    return sum(mp.binomial(n, i) for i in range(k, n + 1)) / mp.mpf(2) ** n


def normal_range(w, k):
    """P(range of k normal values > w), by Gauss-Legendre quadrature."""

    def integrand(z):
        below = normal(-z)
        return k * mp.npdf(z) * (below ** (k - 1) - (below - normal(w - z)) ** (k - 1))

    return mp.quad(integrand, [w / 2 + step for step in (-12, -5, -2, 0, 2, 5, 12)])


def scale_density(s, df):
    """The density of sqrt(chi squared / df)."""
    half = mp.mpf(df) / 2
    return 2 * half**half / mp.gamma(half) * s ** (df - 1) * mp.exp(-half * s * s)


def over_scale(df, g):
    """The mean of g over that density; its bulk and g's are between the breaks."""
    width = 1 / mp.sqrt(2 * mp.mpf(df))
    breaks = [1 + step * width for step in (-9, -4, -1, 0, 4, 12)]
    return mp.quad(lambda s: scale_density(s, df) * g(s), [0, *(b for b in breaks if b > 0)])


def panels(breaks, nodes=24):
    """Points and weights of composite Gauss-Legendre quadrature."""
    x, w = np.polynomial.legendre.leggauss(nodes)
    low, high = np.array(breaks[:-1])[:, None], np.array(breaks[1:])[:, None]
    return ((low + high) / 2 + (high - low) / 2 * x).ravel(), ((high - low) / 2 * w).ravel()


def range_tail(w, k):
    """As normal_range, for an array of w in double precision.

    1 - (1 - r)**(k - 1) is taken through log1p and expm1, so that nothing is lost in the tail.
    """
    offset, weight = panels(np.linspace(-10, 10, 13))
    w = np.asarray(w, dtype=float)[:, None]
    z = w / 2 + offset
    ratio = special.ndtr(z - w) / special.ndtr(z)
    with np.errstate(divide="ignore"):
        beyond = -np.expm1((k - 1) * np.log1p(-ratio))
    return (k * stats.norm.pdf(z) * special.ndtr(z) ** (k - 1) * beyond) @ weight


def studentized_range(q, k, df):
    """P(Q > q), in double precision: nested quadrature by mpmath takes a minute for each."""
    width = 1 / np.sqrt(2 * df)
    peak = np.sqrt(df / (df + q * q / 2))
    fall = np.arange(13) / q  # where the range's own tail falls
    breaks = np.unique(np.clip([*(peak + width * np.linspace(-10, 14, 25)), *fall], 0, None))
    s, weight = panels(breaks)
    half = mp.mpf(df) / 2
    constant = float(mp.log(2) + half * mp.log(half) - mp.loggamma(half) - half)
    density = np.exp(constant + (df - 1) * np.log(s) - df / 2 * (s - 1) * (s + 1))
    return float((density * range_tail(q * s, k)) @ weight)


def many_to_one(t, others, df):
    """P(the largest of |t| against one control > t), for columns of one size."""
    if t == 0:
        return 1.0
    width = 1 / np.sqrt(2 * df)
    peak = np.sqrt(df / (df + t * t))
    breaks = np.unique(np.clip([*(peak + width * np.linspace(-10, 14, 49)), *(np.arange(13) / t)], 0, None))
    s, weight = panels(breaks)
    half = mp.mpf(df) / 2
    constant = float(mp.log(2) + half * mp.log(half) - mp.loggamma(half) - half)
    density = np.exp(constant + (df - 1) * np.log(s) - df / 2 * (s - 1) * (s + 1))
    w = (np.sqrt(2) * t * s)[:, None]
    y, y_weight = panels(np.linspace(-12, 12, 49) if t < 8 else np.linspace(-30, 30, 121))
    outside = special.ndtr(y - w) + special.ndtr(-y - w)
    beyond = -np.expm1(others * np.log1p(-outside))
    return float((density * ((stats.norm.pdf(y) * beyond) @ y_weight)) @ weight)


# From mp.quad, nested, with 18 digits.
SLOWLY = {
    (0.8, 3, 2): 0.8501779010537989,
    (3.5, 3, 10): 0.07710331083841182,
    (4, 6, 210): 0.056898007744001874,
    (7, 10, 30): 0.0009697309903311666,
    (12, 4, 60): 4.378927056834061e-11,
}
for point, value in SLOWLY.items():
    assert abs(studentized_range(*point) / value - 1) < 1e-11, (point, studentized_range(*point))


def noncentral_student(t, df, shift):
    return over_scale(df, lambda s: normal(t * s - shift))


def noncentral_fisher(f, above, below, shift):
    half = mp.mpf(shift) / 2

    def term(j):
        x = below / (below + above * mp.mpf(f))
        tail = mp.betainc(mp.mpf(below) / 2, mp.mpf(above) / 2 + j, 0, x, regularized=True)
        return mp.exp(-half) * half**j / mp.factorial(j) * tail

    if shift == 0:
        return fisher(f, above, below)
    return mp.nsum(lambda j: term(int(j)), [0, mp.inf], method="d")


POINTS = {
    student: [
        (0.001, 10), (0.3, 3), (2, 5), (-1.5, 7), (8, 42), (12, 100), (40, 49), (200, 4), (3, 1e6),
        (15, 1e4), (1e6, 1),
    ],
    fisher: [
        (0.01, 3, 8), (1, 5, 210), (10, 5, 210), (40, 5, 210), (300, 1, 20), (2.5, 109, 27141),
        (0.9, 50, 1e6),
    ],
    chi_squared: [(0.01, 2), (1, 5), (30, 5), (80, 5), (200, 40), (1000, 900), (5, 1)],
    normal: [(-3,), (0.1,), (1,), (3,), (8,), (20,), (37,)],
    coin: [(0, 5), (3, 20), (25, 50), (50, 50), (90, 100), (600, 1000)],
    normal_range: [(0.5, 2), (3, 3), (3, 10), (8, 5), (12, 3), (4, 100), (6, 1000), (15, 20)],
    studentized_range: [
        *SLOWLY, (25, 3, 48), (2, 2, 1), (6, 100, 5000), (5, 50, 20), (14, 110, 27141),
        (9, 1000, 3), (40, 3, 1),
    ],
    noncentral_student: [
        (2.0180817, 42, 2), (2.0180817, 42, -1), (4.3, 2, 5), (1.984, 99, 4), (1.96, 9999, 3),
        (12.7, 1, 20), (636.6, 1, 1), (4.851, 9, 4.118),
    ],
    noncentral_fisher: [
        (2.2576, 5, 210, 0), (2.2576, 5, 210, 12), (3.5, 2, 9, 4), (1.5, 30, 900, 60),
    ],
}


def expected():
    for w, k in POINTS[normal_range]:
        assert np.isclose(float(normal_range(w, k)), range_tail([w], k)[0], rtol=1e-12, atol=0)
    return {
        law.__name__: [[*point, float(law(*point))] for point in points]
        for law, points in POINTS.items()
    }
