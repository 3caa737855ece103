"""Times gainline beside its peers and itself on the same files in one go, and writes a report.

Ratios rather than seconds are what the bars ask for: a shared or slow machine moves every
tool alike, and `wc -l` of the same file says what merely reading it costs there.
Exit status: 1 when gainline fails or disagrees with pytrec_eval; a missed bar is only reported.
"""

import argparse
import datetime
import json
import os
import platform
import statistics
import subprocess
import sys
import time
from pathlib import Path

sys.dont_write_bytecode = True  # No __pycache__ in the source tree.

import own
from report import ALL, CURVE, EVAL, IR_MEASURES, PYTREC, PYTREC_ALL, RANX, SINGLE, TREC_ALL, TREC_TWO, TWO, render

BENCH = Path(__file__).resolve().parent
ROOT = BENCH.parent
SETS = ["S", "M", *own.COMMANDS]
PATIENCE = 10  # CPU seconds; what takes more on T, R or P is run once.
PACKAGES = ["pytrec_eval-terrier", "ir-measures", "ranx"]


def say(text):
    print(text, file=sys.stderr, flush=True)


def measure(argv, stdout, stderr):
    """Runs one command to its end: exit status, wall and CPU seconds, peak memory in MB.

    posix_spawn and wait4, so that the usage is this one child's, with no shell in between.
    Linux starts a child's peak memory from that of its parent: hence data.py runs as a
    program of its own, and the report gives the peak of `true` as the least we can see.
    """
    flags = os.O_WRONLY | os.O_CREAT | os.O_TRUNC
    actions = [(os.POSIX_SPAWN_OPEN, fd, str(path), flags, 0o644) for fd, path in ((1, stdout), (2, stderr))]
    started = time.perf_counter()
    pid = os.posix_spawnp(argv[0], argv, os.environ, file_actions=actions)
    _, status, usage = os.wait4(pid, 0)
    wall = time.perf_counter() - started
    peak = usage.ru_maxrss / (1 << 20 if sys.platform == "darwin" else 1 << 10)
    return dict(status=os.waitstatus_to_exitcode(status), wall=wall, cpu=usage.ru_utime + usage.ru_stime, peak=peak)


def number(field):
    try:
        return float(field)
    except ValueError:
        return None


def read_scores(text):
    """Measure -> mean from any tool's output: lines of names and a number, or a header over a row."""
    rows, scores = [line.split() for line in text.splitlines()], {}
    for row, below in zip(rows, rows[1:] + [[]]):
        if "AP" in row and "nDCG@10" in row:
            pairs = zip(row, below)
        else:
            at = next((i for i, field in enumerate(row) if i and number(field) is not None), 0)
            pairs = [(name, row[at]) for name in row[:at]]
        scores.update({name: number(value) for name, value in pairs if number(value) is not None})
    for ours, theirs in (("nDCG@10", "ndcg_cut_10"), ("nDCG@10", "ndcg@10"), ("AP", "map")):
        if theirs in scores:
            scores[ours] = scores[theirs]
    return scores


def make_peers(folder):
    """The peers' own virtual environment, made once: its python, and the versions in it.

    No python when it cannot be made (no network, say): `wc -l` is still there to compare with.
    """
    python = str(folder / "venv" / "bin" / "python")
    code = f"import importlib.metadata as m\nfor p in {[*PACKAGES, 'numpy', 'numba']}: print(p, m.version(p))"

    def succeeds(*argv):
        return subprocess.run(argv, stdout=sys.stderr).returncode == 0

    def versions():
        done = subprocess.run([python, "-c", code], capture_output=True, text=True)
        return done.stdout.splitlines() if done.returncode == 0 else []

    if not os.path.exists(python) or not versions():
        say("making the peers' virtual environment")
        made = succeeds(sys.executable, "-m", "venv", str(folder / "venv"))
        if not made or not succeeds(python, "-m", "pip", "install", "-q", "--disable-pip-version-check", *PACKAGES):
            say("the peers could not be installed: going on without them")
            return None, []
    return python, versions()


def commands(folder, binary, python, prefix=""):
    """What to run on one set, in the order the tools alternate: tool, what it does, command."""
    qrels, run = str(folder / f"{prefix}qrels.txt"), str(folder / f"{prefix}run.txt")
    tools = [
        ("wc -l", "count lines", ["wc", "-l", run]),
        ("cat", "read", ["cat", run]),
        (EVAL, TWO, [binary, "eval", qrels, run, "-m", "nDCG@10", "-m", "AP", "--format", "tsv"]),
        (TREC_TWO, TWO, [binary, "trec-eval", "-m", "map", "-m", "ndcg_cut.10", qrels, run]),
        (TREC_ALL, ALL, [binary, "trec-eval", "-m", "all_trec", qrels, run]),
        (SINGLE, "nDCG@10", [binary, "eval", qrels, run, "-m", "nDCG@10", "--format", "tsv"]),
        (CURVE, "nDCG curve", [binary, "curve", qrels, run, "--kind", "ndcg", "--depth", "1000", "--format", "tsv"]),
    ]
    if python:
        peers = BENCH / "peers"
        tools += [
            (PYTREC, TWO, [python, str(peers / "peer_pytrec.py"), qrels, run, "two"]),
            (PYTREC_ALL, ALL, [python, str(peers / "peer_pytrec.py"), qrels, run, "all"]),
            (IR_MEASURES, TWO, [python, str(peers / "peer_ir_measures.py"), qrels, run]),
            (RANX, TWO, [python, str(peers / "peer_ranx.py"), qrels, run]),
        ]
    return tools


def run_tools(name, tools, repeats, out, patience=float("inf")):
    """Runs the tools in turn, round after round, so that a slow spell falls on all of them.

    What took more than `patience` CPU seconds is not run again.
    """
    results = {tool: dict(what=what, runs=[], scores={}, failed=False) for tool, what, _ in tools if repeats(tool)}
    for round_ in range(max(map(repeats, results), default=0)):
        for tool, _, command in tools:
            if round_ >= repeats(tool) or results[tool]["failed"]:
                continue
            if any(timing["cpu"] > patience for timing in results[tool]["runs"]):
                continue
            result, stem = results[tool], f"{name}-{tool.replace(' ', '-')}"
            stdout, stderr = out / f"{stem}.out", out / f"{stem}.err"
            timing = measure(command, os.devnull if tool == "cat" else stdout, stderr)
            result["runs"].append(timing)
            if timing["status"]:
                result["failed"] = True
                say(f"  {name} {tool} failed: {stderr.read_text(errors='replace')[-500:]}")
            elif name != "start":
                say(f"  {name} {tool}: {timing['wall']:.3f} s, CPU {timing['cpu']:.3f} s, {timing['peak']:.0f} MB")
    for tool, result in results.items():
        if result["failed"]:
            continue
        for key in ("wall", "cpu", "peak"):
            values = [timing[key] for timing in result["runs"]]
            result[key], result[f"{key}_min"] = statistics.median(values), min(values)
        if tool.startswith((EVAL, TREC_TWO, PYTREC, IR_MEASURES, RANX)):
            result["scores"] = read_scores((out / f"{name}-{tool.replace(' ', '-')}.out").read_text())
    return results


def machine():
    """Where this ran, without naming the machine."""
    try:
        info = Path("/proc/cpuinfo").read_text().splitlines()
        model = next(line.split(":", 1)[1].strip() for line in info if line.startswith("model name"))
    except (OSError, StopIteration):
        model = platform.processor() or platform.machine()
    memory = os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES") / 2**30
    where = f"{platform.system()} {platform.machine()}, {os.cpu_count()} cores ({model}), {memory:.0f} GB"
    return f"{where}; load average at the start {os.getloadavg()[0]:.1f}"


def built():
    """The release binary, as cargo builds it and says where it is."""
    asked = subprocess.run(["cargo", "xtask", "binary"], cwd=ROOT, stdout=subprocess.PIPE, text=True)
    if asked.returncode:
        sys.exit("gainline could not be built; --binary names one")
    return Path(asked.stdout.strip())


def arguments():
    def tool_count(text):
        tool, _, count = text.rpartition("=")
        return tool, int(count)

    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    text = f"sets to run (default {','.join(SETS)})"
    parser.add_argument("--sets", "--only", default=",".join(SETS), metavar="SET,...", help=text)
    parser.add_argument("--large", action="store_true", help="run L as well: 2.8 GB of data, no peers")
    text = "runs of each tool (default 3; ir_measures and ranx on M at most 2)"
    parser.add_argument("--repeats", type=int, default=3, help=text)
    text = "runs of one tool, named as in the tables, on every set; 0 leaves it out"
    parser.add_argument("--repeats-for", type=tool_count, action="append", default=[], metavar="TOOL=N", help=text)
    parser.add_argument("--binary", type=Path, help="the gainline to time (default: as built from these sources)")
    parser.add_argument("--before", type=Path, metavar="BINARY", help="an older gainline to time beside it on T, R and P")
    parser.add_argument("--data", type=Path, default=ROOT / "target" / "bench", help="folder for data and peers")
    parser.add_argument("--output", type=Path, default=BENCH / "RESULTS.md")
    args = parser.parse_args()
    args.names = [name for name in args.sets.split(",") if name]
    if not set(args.names) <= set(SETS) or len(set(args.names)) < len(args.names):
        parser.error(f"--sets takes {', '.join(SETS)}, each once; L comes with --large")
    args.names += ["L"] * args.large
    if args.repeats < 1:
        parser.error("--repeats is at least 1")
    for binary in (args.binary, args.before):
        if binary and not binary.exists():
            parser.error(f"no binary {binary}")
    args.repeats_for = dict(args.repeats_for)
    known = [tool for tool, _, _ in commands(args.data, "gainline", "python")]
    for tool in set(args.repeats_for) - set(known):
        parser.error(f"--repeats-for knows no tool {tool!r}, only: {', '.join(known)}")
    return args


def main():
    args = arguments()
    where, started = machine(), datetime.datetime.now(datetime.timezone.utc)
    out = args.data / "out"
    out.mkdir(parents=True, exist_ok=True)
    binary = str((args.binary or built()).resolve())
    before = args.before and str(args.before.resolve())
    say("data")
    data = [sys.executable, str(BENCH / "data.py"), str(args.data), *args.names]
    manifests = json.loads(subprocess.run(data, stdout=subprocess.PIPE, check=True).stdout)
    with_peers = any(name not in own.COMMANDS for name in args.names)
    python, versions = make_peers(args.data) if with_peers else (None, [])

    startup = [("true", "start", ["true"]), ("gainline --version", "start", [binary, "--version"])]
    start = run_tools("start", startup, lambda tool: 20, out)
    shown = (out / "start-gainline---version.out").read_text().strip()
    versions = [shown or "gainline of unknown version", *versions]

    sets = {}
    for name in args.names:
        folder = args.data / name
        if name in own.COMMANDS:
            say(f"set {name}: warming the page cache")
            measure(["cat", *sorted(map(str, folder.glob("*.run")))], os.devnull, os.devnull)
            tools = own.commands(name, folder, out, binary, before)
            sets[name] = run_tools(name, tools, lambda tool: args.repeats, out, PATIENCE)
            continue
        say(f"set {name}: warming the page cache and the peers' own caches")

        def repeats(tool):
            # The bars rest on pytrec_eval; the slower peers on M are for comparison only. On L
            # the peers would take some ten GB, and no bar needs them.
            count = min(args.repeats, 2) if name == "M" and tool in (IR_MEASURES, RANX) else args.repeats
            if name == "L" and tool in (PYTREC, PYTREC_ALL, IR_MEASURES, RANX):
                count = 0
            return args.repeats_for.get(tool, count)

        measure(["cat", str(folder / "run.txt")], os.devnull, os.devnull)
        for tool, _, command in commands(folder, binary, python, "warm-"):
            if repeats(tool):
                measure(command, os.devnull, os.devnull)
        sets[name] = run_tools(name, commands(folder, binary, python), repeats, out)

    heading = [
        f"Made by `bench/run.py` on {started:%Y-%m-%d %H:%M} UTC; do not edit.",
        "",
        f"- Machine: {where}",
        f"- Versions: {', '.join([*versions, 'Python ' + platform.python_version()])}",
        "- Whole processes, start and exit included. Wall, CPU (user and system) and peak memory are",
        "  medians over the runs. Files are in the page cache; the tools alternate.",
        "- ranx's time on S is mostly its start: imports, and numba containers that no cache keeps.",
        f"- On T, R and P, what takes more than {PATIENCE} CPU seconds is run once.",
        *(["- **The peers could not be installed: this run is without them.**"] if with_peers and not python else []),
    ]
    text, right = render(heading, start, sets, manifests)
    args.output.write_text(text)
    (args.data / "results.json").write_text(json.dumps(dict(start=start, **sets), indent=1) + "\n")
    print(text)
    return 0 if right else 1


if __name__ == "__main__":
    sys.exit(main())
