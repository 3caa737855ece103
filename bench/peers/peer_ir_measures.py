"""ir_measures from files: `peer_ir_measures.py QRELS RUN`. Prints `measure<TAB>mean` lines.

The same calls as its command line makes; called directly to print every decimal.
"""

import sys

import ir_measures
from ir_measures import AP, nDCG

qrels = ir_measures.read_trec_qrels(sys.argv[1])
run = ir_measures.read_trec_run(sys.argv[2])
for measure, value in ir_measures.calc_aggregate([nDCG @ 10, AP], qrels, run).items():
    print(f"{measure}\t{value}")
