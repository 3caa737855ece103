"""ranx from files: `peer_ranx.py QRELS RUN`. Prints `measure<TAB>mean` lines.

Its compiled code is cached in the virtual environment, one version for each length of document
id: run it once on a slice of the same set before timing it. What is left at every start is its
imports and numba's own typed containers, which numba compiles anew in each process.
It orders tied scores in its own way, so its means may differ a little from trec_eval's.
"""

import sys

from ranx import Qrels, Run, evaluate

qrels = Qrels.from_file(sys.argv[1], kind="trec")
run = Run.from_file(sys.argv[2], kind="trec")
for measure, value in evaluate(qrels, run, ["ndcg@10", "map"]).items():
    print(f"{measure}\t{value}")
