"""Turns what run.py measured into Markdown: tables, agreement between the tools, and the bars."""

import own

TWO, ALL = "nDCG@10, AP", "all_trec measures"
EVAL, TREC_TWO, TREC_ALL = "gainline eval", "gainline trec-eval", "gainline trec-eval all"
PYTREC, PYTREC_ALL, IR_MEASURES, RANX = "pytrec_eval", "pytrec_eval all", "ir_measures", "ranx"
SINGLE, CURVE = "gainline eval one", "gainline curve"
SAME = 0.5e-4 + 1e-9  # "Equal to four decimals", whichever side has been rounded.


def seconds(value):
    return f"{value:.4f}" if value < 0.1 else f"{value:.3f}" if value < 10 else f"{value:.1f}"


def ratio(results, upper, lower):
    """How many times `lower`'s wall time goes into `upper`'s, or a dash when either is missing."""
    walls = [results.get(tool, {}).get("wall") for tool in (upper, lower)]
    if None in walls:
        return "–"
    value = walls[0] / walls[1]
    return f"{value:.2f}x" if value < 10 else f"{value:.0f}x"


def peak_memory(floor):
    """Writes megabytes; `floor` is the memory below which we cannot see (run.py says why)."""
    return lambda peak: f"{peak:.0f}" if peak > floor * 1.05 else f"≤ {floor:.0f}"


def table(results, floor):
    """One set's results beside the peers'."""
    lines = [
        "| tool | what | runs | wall s | min s | CPU s | peak MB | faster than pytrec_eval | times `wc -l` |",
        "|---|---|--:|--:|--:|--:|--:|--:|--:|",
    ]
    for tool, result in results.items():
        head = f"| {tool} | {result['what']} | {len(result['runs'])} |"
        if result["failed"]:
            lines.append(f"{head} failed | | | | | |")
            continue
        times = " | ".join(seconds(result[key]) for key in ("wall", "wall_min", "cpu"))
        peak = peak_memory(floor)(result["peak"])
        base = {TWO: PYTREC, ALL: PYTREC_ALL}.get(result["what"])
        lines.append(f"{head} {times} | {peak} | {ratio(results, base, tool)} | {ratio(results, tool, 'wc -l')} |")
    return lines


def agreement(results):
    """Lines on whether the tools found the same means, and whether gainline's are right."""
    lines, right = [], True
    against = {EVAL: PYTREC, TREC_TWO: PYTREC, TREC_ALL: PYTREC_ALL, IR_MEASURES: PYTREC, RANX: PYTREC}
    for tool, base in against.items():
        if tool not in results or results[tool]["failed"] or not results.get(base, {}).get("scores"):
            continue
        ours, theirs = results[tool]["scores"], results[base]["scores"]
        apart, shown = [], []
        for name in ("nDCG@10", "AP"):
            if name not in ours or abs(ours[name] - theirs[name]) > SAME:
                apart.append(name)
            shown.append(f"{name} {ours[name]:.6f}" if name in ours else f"{name} missing")
            shown[-1] += f" against {theirs[name]:.6f}"
        verdict = f"**different** in {' and '.join(apart)}" if apart else "equal to 4 decimals"
        lines.append(f"- {tool} and {base}: {verdict} ({', '.join(shown)}).")
        # ranx orders ties in its own way, so only gainline's own differences are errors.
        right = right and not (apart and tool.startswith("gainline"))
        if tool == TREC_ALL:
            # Not numbers, or the second name of one already counted.
            uncounted = {"runid", "relstring", "nDCG@10", "AP"}
            common = [name for name in theirs if name in ours and name not in uncounted]
            apart = [name for name in common if abs(ours[name] - theirs[name]) > SAME]
            rest = f"; not {', '.join(apart)}" if apart else ""
            lines.append(f"  Of {len(common)} measures both print, {len(common) - len(apart)} are equal{rest}.")
    if EVAL in results and not any(line.startswith(f"- {EVAL} ") for line in lines):
        lines.append(f"- {EVAL}: its means were not checked here, for want of its own or pytrec_eval's.")
    return lines, right


def bars(sets, manifests):
    """The project's speed bars, each with what this run measured and whether that meets it."""

    def get(name, tool, key="wall"):
        return sets.get(name, {}).get(tool, {}).get(key)

    def per_row(name, tool=EVAL):
        return get(name, tool) and get(name, tool) / manifests[name]["rows"]

    lines = ["| bar | this run | met |", "|---|--:|---|"]

    def bar(text, value, base, limit, form, strict=False):
        share = None if value is None or base is None else value / base
        bar_of_share(text, share, limit, form, strict)

    def bar_of_share(text, share, limit, form, strict=False):
        if share is None:
            lines.append(f"| {text} | not measured | – |")
            return
        met = share < limit if strict else share <= limit
        lines.append(f"| {text} | {form(share)} | {'yes' if met else '**no**'} |")

    def part(share):
        return f"1/{1 / share:.1f}"

    def times(share):
        return f"{share:.2f} times"

    bar("M, nDCG@10 and AP: at most 1/40 of pytrec_eval's wall time", get("M", EVAL), get("M", PYTREC), 1 / 40, part)
    bar("M, nDCG@10 and AP: at most 6 times `wc -l` of the same file", get("M", EVAL), get("M", "wc -l"), 6, times)
    text = "M, `trec-eval -m all_trec`: at most 1/20 of pytrec_eval's wall time for all its measures"
    bar(text, get("M", TREC_ALL), get("M", PYTREC_ALL), 1 / 20, part)
    text = "M, the nDCG curve to rank 1,000: at most 2 times the wall time of nDCG@10 alone"
    bar(text, get("M", CURVE), get("M", SINGLE), 2, times)
    text = "S, nDCG@10 and AP: whole command, process start included, under 1/10 of pytrec_eval's"
    bar(text, get("S", EVAL), get("S", PYTREC), 1 / 10, part, strict=True)
    bar("L: peak memory under 300 MB", get("L", EVAL, "peak"), 1, 300, lambda peak: f"{peak:.0f} MB", strict=True)

    def beside_wc(share):
        # L's rows are half as long again as M's, so some of the growth is only bytes to read.
        reading = [per_row(name, "wc -l") for name in ("L", "M")]
        return times(share) + (f" (`wc -l`: {reading[0] / reading[1]:.2f})" if all(reading) else "")

    bar("L: time per row within 1.3 times M's", per_row("L"), per_row("M"), 1.3, beside_wc)
    for text, share, limit, form in own.bars(sets):
        bar_of_share(text, share, limit, form)
    return lines


def render(heading, start, sets, manifests):
    """The whole report, and whether gainline ran without failing and agreed with pytrec_eval."""
    floor = start["true"]["peak"]
    lines, right = ["# Benchmark results", "", *heading, ""], True
    for name, results in sets.items():
        manifest = manifests[name]
        if name in own.COMMANDS:
            lines += [own.title(name, manifest["shape"]), "", f"Data sha256 {manifest['sha256'][:12]}.", ""]
            lines += [*own.table(name, results, seconds, peak_memory(floor)), ""]
            continue
        topics, rows = manifest["shape"]["topics"], manifest["shape"]["rows"]
        size = manifest["bytes"]["run.txt"] / 1e6
        lines += [f"## {name}: {topics:,} topics x {rows:,} rows", ""]
        lines += [f"Run file {size:,.1f} MB; data sha256 {manifest['sha256'][:12]}.", ""]
        agreed, equal = agreement(results)
        lines += [*table(results, floor), "", *agreed, *[""] * bool(agreed)]
        right = right and equal
    for name, results in {"start": start, **sets}.items():
        ours = [tool for tool in results if tool.startswith("gainline") or tool in own.COMMANDS.get(name, [])]
        right = right and not any(results[tool]["failed"] for tool in ours)
    lines += ["## Startup", ""]
    for tool, result in start.items():
        shown = "failed" if result["failed"] else f"{seconds(result['wall'])} s (min {seconds(result['wall_min'])})"
        lines.append(f"- `{tool}`: {shown}")
    lines += [f"- Peak memory at or below {floor:.0f} MB cannot be seen: a child's count starts from its parent's."]
    lines += ["", "## Bars", "", *bars(sets, manifests), ""]
    return "\n".join(lines), right
