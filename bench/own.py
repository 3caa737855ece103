"""What gainline's commands cost beside its plain `eval` of the same files, and beside an older gainline.

CPU seconds (user and system) are compared, not wall time: a busy machine moves them less, and more
threads must not hide more work.
"""

PLAIN, BY, BOUNDS, AVERAGE = "eval", "eval --by", "eval -q --unjudged bounds", "eval --average macro,median"
COMPARE, REPORT, MISSING = "compare", "report", "missing"
RANDOMIZATION, COLLECTIONS = "compare --test randomization", "compare --collections"
BEFORE = "before: "  # In front of a command's name: the same command of the older binary.
COMMANDS = {
    "T": [PLAIN, BY, BOUNDS, AVERAGE, COMPARE],
    "R": [PLAIN, COMPARE, RANDOMIZATION],
    "D": [PLAIN, COMPARE],
    "C": [COLLECTIONS],
    "P": [PLAIN, REPORT, MISSING],
}
# The most CPU time a command of T may take, in times of plain `eval`.
MOST_TIMES = 3
# The most CPU time a command of P may take, as a share of what it took before.
MOST_SHARE = {REPORT: 1 / 2, MISSING: 1 / 5}
# The most CPU time a comparison may take, in seconds.
MOST_SECONDS = {("R", COMPARE): 3, ("R", RANDOMIZATION): 20, ("D", COMPARE): 2}


def arguments(name, folder, out, command):
    """The command line of one command on one set, without the program."""
    words = command.split()
    if command == COLLECTIONS:
        return [*words, str(folder)]
    runs = sorted(str(run) for run in folder.glob("*.run"))
    if name == "T" and words[0] == "eval":
        runs = runs[:1]
    if command == BY:
        words.append(str(folder / "slices.txt"))
    if command == REPORT:
        words += ["--output", str(out / "report.html")]
    return [words[0], str(folder / "qrels.txt"), *runs, *words[1:]]


def commands(name, folder, out, binary, before):
    """What to run on one set, as run.py's `run_tools` takes it; an older binary's come right behind."""
    tools = []
    for command in COMMANDS[name]:
        rest = arguments(name, folder, out, command)
        tools.append((command, "", [binary, *rest]))
        if before:
            tools.append((BEFORE + command, "", [before, *rest]))
    return tools


def cpu(results, command):
    """None when the command was not run, or failed."""
    return results.get(command, {}).get("cpu")


def quotient(upper, lower):
    return upper / lower if upper is not None and lower else None


def times(value):
    return "–" if value is None else f"{value:.2f}x" if value < 10 else f"{value:,.0f}x"


def title(name, shape):
    """The heading of a set."""
    several = f"{shape['collections']} collections x " if "collections" in shape else ""
    topics = shape["topics"] // shape.get("collections", 1)
    return f"## {name}: {several}{shape['runs']} runs x {topics:,} topics x {shape['rows']:,} rows"


def table(name, results, seconds, peak):
    """One set's results; `seconds` and `peak` write a number of each kind."""
    with_before = any(tool.startswith(BEFORE) for tool in results)
    head = ["command", "repeats", "wall s", "CPU s", "peak MB", "CPU, times `eval`"]
    if with_before:
        head += ["before: CPU s", "peak MB", "CPU, times `eval`", "CPU, now / before"]
    lines = [f"| {' | '.join(head)} |", f"|---|{'--:|' * (len(head) - 1)}"]
    for command in COMMANDS[name]:
        cells = [f"`{command}`"]
        for tool, plain in ((command, PLAIN), (BEFORE + command, BEFORE + PLAIN)):
            result = results.get(tool)
            if result is None:
                continue
            shown = [str(len(result["runs"]))] * (tool == command)
            if result["failed"]:
                cells += [*shown, "failed", *[""] * (3 if tool == command else 2)]
                continue
            shown += [seconds(result["wall"])] * (tool == command)
            ratio = times(quotient(result["cpu"], cpu(results, plain)))
            cells += [*shown, seconds(result["cpu"]), peak(result["peak"]), ratio]
        if with_before:
            cells.append(times(quotient(cpu(results, command), cpu(results, BEFORE + command))))
        lines.append(f"| {' | '.join(cells)} |")
    return lines


def bars(sets):
    """The bars of these sets: what is asked, a share, its limit, and how to write the share."""

    def percent(share):
        return f"{100 * share:.0f} %"

    found = []
    for command in (BY, BOUNDS, AVERAGE):
        results = sets.get("T", {})
        text = f"T, `{command}`: at most {MOST_TIMES} times the CPU of `eval`"
        found.append((text, quotient(cpu(results, command), cpu(results, PLAIN)), MOST_TIMES, times))
    for command, share in MOST_SHARE.items():
        results = sets.get("P", {})
        text = f"P, `{command}`: at most {percent(share)} of the CPU before"
        found.append((text, quotient(cpu(results, command), cpu(results, BEFORE + command)), share, percent))
    for (name, command), most in MOST_SECONDS.items():
        text = f"{name}, `{command}`: at most {most} s of CPU"
        found.append((text, cpu(sets.get(name, {}), command), most, lambda value: f"{value:.2f} s"))
    return found
