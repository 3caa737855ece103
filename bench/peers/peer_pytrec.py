"""pytrec_eval from files, the way its own README does it: `peer_pytrec.py QRELS RUN two|all`.

`all` asks for every measure it supports, the same list as `trec_eval -m all_trec`.
Prints `measure<TAB>mean` lines under trec_eval's names.
"""

import sys

import pytrec_eval

qrels_path, run_path, which = sys.argv[1:]
with open(qrels_path) as file:
    qrels = pytrec_eval.parse_qrel(file)
with open(run_path) as file:
    run = pytrec_eval.parse_run(file)
measures = {"map", "ndcg_cut.10"} if which == "two" else pytrec_eval.supported_measures
results = pytrec_eval.RelevanceEvaluator(qrels, measures).evaluate(run)
for measure in next(iter(results.values())):
    values = [topic[measure] for topic in results.values()]
    print(f"{measure}\t{pytrec_eval.compute_aggregated_measure(measure, values)}")
