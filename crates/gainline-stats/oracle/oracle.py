"""Expected values for the tests of gainline-stats, from scipy, statsmodels, mpmath, scikit-learn,
scikit-posthocs and krippendorff.

    python oracle.py                 compute and write testdata/stats/expected.json
    python oracle.py --check         compute and compare with that file, to 1e-9

Where a library has no such function, or is inexact in a far tail, the formula is written out here,
by another way than the one that the crate takes. `cargo xtask test` runs the check.
"""

import json
import math
import sys
import warnings
from importlib.metadata import version
from pathlib import Path

import agreement
import distributions
import groups
import pairs
import planning
import rankings
import resampling
import tables

TESTDATA = Path(__file__).resolve().parents[3] / "testdata" / "stats"
LIBRARIES = [
    "krippendorff",
    "mpmath",
    "numpy",
    "scikit-learn",
    "scikit-posthocs",
    "scipy",
    "statsmodels",
]


def compute():
    data = json.loads((TESTDATA / "data.json").read_text())
    expected = {"versions": {name: version(name) for name in LIBRARIES}}
    expected["distributions"] = distributions.expected()
    expected["planning"] = planning.expected()
    expected["groups"] = groups.expected()
    expected["corrections"] = tables.corrections()
    expected["resampling"] = resampling.expected(data)
    ratings = json.loads((TESTDATA / "ratings.json").read_text())
    expected["agreement"] = {n: agreement.expected(set_["units"]) for n, set_ in ratings.items()}
    expected["data"] = {}
    for name, set_ in data.items():
        columns = set_["columns"]
        both = {}
        for i, j in [(0, 1), (1, 2)]:
            both[f"{i} {j}"] = pairs.expected(columns[i], columns[j]) | rankings.expected(
                columns[i], columns[j]
            )
        expected["data"][name] = {"pairs": both, "table": tables.expected(columns)}
    return expected


def differences(got, want, place=""):
    """Where two values differ: numbers by more than 1e-9 of themselves, all else at all."""
    if isinstance(want, dict) and isinstance(got, dict) and want.keys() == got.keys():
        return [d for key in want for d in differences(got[key], want[key], f"{place}/{key}")]
    if isinstance(want, list) and isinstance(got, list) and len(want) == len(got):
        return [
            d for i, (g, w) in enumerate(zip(got, want)) for d in differences(g, w, f"{place}/{i}")
        ]
    numbers = all(isinstance(v, (int, float)) for v in (got, want))
    if numbers and math.isclose(got, want, rel_tol=1e-9):
        return []
    return [] if got == want else [f"{place}: computed {got}, committed {want}"]


def main():
    warnings.filterwarnings("ignore")
    # Through text and back, so that numpy's numbers are plain ones.
    text = json.dumps(compute(), indent=1, default=float, allow_nan=False) + "\n"
    golden = TESTDATA / "expected.json"
    if sys.argv[1:] == ["--check"]:
        found = differences(json.loads(text), json.loads(golden.read_text()))
        for difference in found[:20]:
            print(difference)
        print(f"oracle: {len(found)} differences from {golden.name}")
        return 1 if found else 0
    golden.write_text(text)
    return 0


if __name__ == "__main__":
    sys.exit(main())
