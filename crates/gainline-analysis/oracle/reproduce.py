"""What repro_eval makes of the bundled example's runs and their reproductions.

    python reproduce.py              compute and write testdata/reproduce/expected.json
    python reproduce.py --check      compute and compare with that file, to 1e-9

The tests of `gainline_analysis::reproduce` hold the command to that file; `cargo xtask test` runs the
check. Two things are asked of repro_eval topic by topic, since it has no answer for all of them at
once: KTU where both rankings are of one length, and RBO up to the end of the longer ranking.
"""

import json
import math
import sys
import tempfile
import warnings
from importlib.metadata import version
from pathlib import Path

ROOT = Path(__file__).resolve().parents[3]
sys.path.insert(0, str(ROOT / "crates" / "gainline-stats" / "oracle"))
warnings.filterwarnings("ignore")

from oracle import differences  # noqa: E402
from repro_eval.Evaluator import RpdEvaluator, RplEvaluator  # noqa: E402
from repro_eval.measure.document_order import KTU, RBO  # noqa: E402

GOLDEN = ROOT / "testdata" / "reproduce" / "expected.json"
EXAMPLES = ROOT / "examples"
MEASURES = ["AP", "nDCG@10", "P@10", "RR", "Rprec", "R@20"]
CUTOFFS = [5, 10, 20, 30]
PERSISTENCES = [0.8, 0.95]
# The topics that stand for another collection.
OTHERS = ["t08", "t09", "t10", "t11", "t12"]


def paths(folder):
    """The original runs, and those that folder has in their place."""
    runs = {"run_b_orig_path": "runs/titles.run", "run_a_orig_path": "runs/hybrid.run"}
    runs |= {"run_b_rep_path": f"{folder}/titles.run", "run_a_rep_path": f"{folder}/hybrid.run"}
    return {name: str(EXAMPLES / run) for name, run in runs.items()}


def of_measures(values):
    """null where repro_eval has no number: p of scores that are the same on all topics."""
    return {m: None if math.isnan(values[m]) else values[m] for m in MEASURES}


def by_role(values):
    return {role: of_measures(values[role]) for role in ["baseline", "advanced"]}


def rankings(original, reproduced):
    out = {}
    for topic in original:
        old, new = {topic: original[topic]}, {topic: reproduced[topic]}
        lengths = [len(original[topic]), len(reproduced[topic])]
        out[topic] = {}
        for cutoff in CUTOFFS:
            depth = min(cutoff, max(lengths))
            at = {
                f"rbo {p}": RBO(old, new, p=p, depth=depth, pbar=False, per_topic=True)[topic]
                for p in PERSISTENCES
            }
            if min(lengths[0], cutoff) == min(lengths[1], cutoff):
                at["ktu"] = KTU(old, new, trim_thresh=cutoff, per_topic=True)[topic]
            out[topic][str(cutoff)] = at
    return out


def reproduced():
    rpd = RpdEvaluator(qrels_orig_path=str(EXAMPLES / "qrels.txt"), **paths("reproduced"))
    rpd.trim()
    rpd.evaluate()
    return {
        "rankings": {
            "baseline": rankings(rpd.run_b_orig, rpd.run_b_rep),
            "advanced": rankings(rpd.run_a_orig, rpd.run_a_rep),
        },
        "rmse": by_role(rpd.rmse()),
        "nrmse": by_role(rpd.nrmse()),
        "p": by_role(rpd.ttest()),
        "effect_ratio": of_measures(rpd.er()),
        "delta_relative_improvement": of_measures(rpd.dri()),
    }


def replicated(folder):
    """The topics as two collections."""
    lines = (EXAMPLES / "qrels.txt").read_text().splitlines(keepends=True)
    first, second = Path(folder) / "first", Path(folder) / "second"
    first.write_text("".join(line for line in lines if line.split()[0] not in OTHERS))
    second.write_text("".join(line for line in lines if line.split()[0] in OTHERS))
    rpl = RplEvaluator(
        qrels_orig_path=str(first), qrels_rpl_path=str(second), **paths("reproduced")
    )
    rpl.trim()
    rpl.evaluate()
    return {
        "p": by_role(rpl.ttest()),
        "effect_ratio": of_measures(rpl.er()),
        "delta_relative_improvement": of_measures(rpl.dri()),
    }


def compute():
    libraries = ["ir_measures", "pytrec_eval-terrier", "repro_eval"]
    with tempfile.TemporaryDirectory() as folder:
        return {
            "versions": {name: version(name) for name in libraries},
            "topics_of_the_other_collection": OTHERS,
            "reproduced": reproduced(),
            "replicated": replicated(folder),
        }


def main():
    text = json.dumps(compute(), indent=1, default=float, allow_nan=False) + "\n"
    if sys.argv[1:] == ["--check"]:
        found = differences(json.loads(text), json.loads(GOLDEN.read_text()))
        for difference in found[:20]:
            print(difference)
        print(f"repro_eval: {len(found)} differences from {GOLDEN.relative_to(ROOT)}")
        return 1 if found else 0
    GOLDEN.write_text(text)
    return 0


if __name__ == "__main__":
    sys.exit(main())
