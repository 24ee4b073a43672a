"""A comparison as Markdown with its plots."""

import json
import os

from . import manifest, plot, runner, summary

OWN = "heddle"
RIGHT = ("ok", "other-kind")
WATCHES_RUNS = "compute-sanitizer"  # that it finds nothing in one run says nothing


def seconds(value):
    return "-" if value is None else f"{value:.2f}" if value >= 0.095 else f"{value:.3f}"


def table(head, rows):
    lines = ["| " + " | ".join(head) + " |", "|" + "---|" * len(head)]
    return lines + ["| " + " | ".join(str(cell).replace("|", "\\|") for cell in row) + " |" for row in rows]


def about(results):
    machine = results["machine"]
    lines = [f"{results['date']}; {machine['processor']}, {machine['cores']} cores, {machine['memory_gb']} GB, "
             f"{machine['system']}; load {machine['load']} at the start; {results['jobs']} at a time, "
             f"median of {results['runs']} (one of over {runner.LONG_RUN} s), limit {results['timeout']:g} s."
             + (f" {results['rows_taken_over']} rows are of an earlier run." if results.get("rows_taken_over") else ""),
             "", "```", results["command"], "```", ""]
    for tool, what in results["tools"].items():
        lines.append(f"- {tool}: {what['version'] if what['found'] else 'skipped: ' + what['version']}")
    return lines + [""]


def overview(results):
    rows = []
    for tool, found in summary.by_tool(results).items():
        figures = summary.of_tool(found)
        outcomes = ", ".join(f"{count} {name}" for name, count in figures["outcomes"].items())
        rows.append([tool, figures["files"], outcomes, seconds(figures["median"]), seconds(figures["p95"]),
                     f"{figures['sum']:.1f}", f"{figures['peak_mb']:.0f}"])
    return table(["tool", "files", "outcomes", "CPU s: median", "95 %", "sum", "peak MB"], rows) + [""]


def cell(row):
    if row is None or row["outcome"] == "skipped":
        return "-", "-"
    verdict = row["verdict"] if row["outcome"] in RIGHT + ("not-judged",) else f"**{row['verdict']}** ({row['outcome']})"
    if row["outcome"] == row["verdict"]:
        verdict = f"**{row['verdict']}**"
    if row["cpu"] is None:
        return verdict, "-"
    memory = f", {row['peak_mb']:.0f} MB" if row["peak_mb"] else ""  # some are too short to be looked at
    return verdict, f"{seconds(row['cpu'])} s{memory}"


def is_odd(row):
    silent = row["tool"].startswith(WATCHES_RUNS) and row["outcome"] == "unknown"
    return row["outcome"] not in ("ok", "skipped") and not silent


def files(results, only_odd):
    """A row for each file; `only_odd`: only those where some tool was not right."""
    tools = list(summary.by_tool(results))
    named = {}
    for row in results["rows"]:
        named.setdefault(row["name"], {})[row["tool"]] = row
    rows = []
    for name, found in named.items():
        odd = any(map(is_odd, found.values()))
        if odd or not only_odd:
            expected = next(iter(found.values()))["expected"] or "-"
            rows.append([f"`{name}`", expected] + [part for tool in tools for part in cell(found.get(tool))])
    if not rows:
        return []
    return table(["file", "expected"] + [h for tool in tools for h in (tool, "CPU, memory")], rows) + [""]


def growth_rows(results):
    points, failed = summary.growth(results)
    rows = []
    for (family, tool), found in points.items():
        if not found:
            rows.append([family, tool, "-", "-", "-", failed[family, tool][0]])
            continue
        factor, power = summary.power_law(summary.larger_half(found))
        first = failed.get((family, tool))
        rows.append([family, tool, f"{found[-1][0]:g}", seconds(found[-1][1]), f"{factor:.2g} n^{power:.2f}",
                     f"{first[1]} at {first[0]:g}" if first else "-"])
    return table(["family", "tool", "largest n", "CPU s there", "fit over the larger half", "not decided"], rows) + [""]


# --- plots ------------------------------------------------------------------------------------

def clipped(value):
    return max(value, summary.FASTEST)


def cactus(results):
    """For each tool the times of what it decided as expected, in ascending order."""
    picture = plot.Plot(f"{results['suite']}: files decided as expected", "files", "CPU seconds per file", log_x=False)
    for number, (tool, rows) in enumerate(summary.by_tool(results).items()):
        times = sorted(clipped(row["cpu"]) for row in rows if row["outcome"] in RIGHT and row["cpu"] is not None)
        if times:
            picture.line(f"{tool} ({len(times)})", [(i + 1, t) for i, t in enumerate(times)], number, number)
    return picture if picture.series else None


def scatter(results, peer):
    picture = plot.Plot(f"{results['suite']}: CPU seconds per file", OWN, peer)
    picture.diagonal = True
    groups = {"both as expected": [], "only heddle": [], f"only {peer}": [], "neither": [], "not judged": []}
    names = list(groups)
    timeouts = False
    for own, other in summary.pairs(results, OWN, peer):
        if own["cpu"] is None or other["cpu"] is None:
            continue
        right = own["outcome"] in RIGHT, other["outcome"] in RIGHT
        judged = own["outcome"] != "not-judged"
        name = names[[(True, True), (True, False), (False, True), (False, False)].index(right)] if judged else names[4]
        timeouts = timeouts or other["outcome"] == "TIMEOUT"
        groups[name].append((clipped(own["cpu"]), clipped(results["timeout"] if other["outcome"] == "TIMEOUT" else other["cpu"])))
    for number, (name, points) in enumerate(groups.items()):
        if points:
            picture.points(f"{name} ({len(points)})", points, number)
    if timeouts:
        picture.limit = (results["timeout"], f"limit of {results['timeout']:g} s")
    return picture if picture.series else None


def growth(results):
    points, _ = summary.growth(results)
    families = list(dict.fromkeys(family for family, _ in points))
    tools = list(dict.fromkeys(tool for _, tool in points))
    picture = plot.Plot(f"{results['suite']}: growth", "n", "CPU seconds")
    for (family, tool), found in points.items():
        if found:
            name = family if len(tools) == 1 else f"{family}, {tool}"
            picture.line(name, [(n, clipped(t)) for n, t in found], families.index(family), tools.index(tool))
    return picture if picture.series else None


def plots(results):
    """{name: plot}."""
    found = {}
    if any("family" in row for row in results["rows"]):
        found["growth"] = growth(results)
    else:
        found["cactus"] = cactus(results)
    for peer in summary.by_tool(results):
        if peer != OWN:
            found["scatter-" + "".join(c for c in peer if c.isalnum())] = scatter(results, peer)
    return {name: picture for name, picture in found.items() if picture}


def section(results, folder, link):
    """Lines of Markdown; the plots are written into `folder`, and called `link`/NAME in the text."""
    lines = [f"## {results['suite']}", "", *about(results), *overview(results)]
    grown = any("family" in row for row in results["rows"])
    if grown:
        lines += growth_rows(results)
    for name, picture in plots(results).items():
        file = f"{results['suite']}-{name}.svg"
        os.makedirs(folder, exist_ok=True)
        with open(os.path.join(folder, file), "w", encoding="utf-8") as target:
            target.write(picture.svg())
        lines += [f"![{results['suite']}: {name}]({os.path.join(link, file)})", ""]
    count = len({row["name"] for row in results["rows"]})
    only_odd = grown or count > 60
    told = files(results, only_odd)
    if told:
        lines += (["Files where some tool was not as expected:", ""] if only_odd else []) + told
    return lines


def load(path):
    try:
        with open(path, encoding="utf-8") as file:
            results = json.load(file)
        assert results["version"] == 1 and isinstance(results["rows"], list) and results["tools"]
        return results
    except OSError as error:
        raise manifest.Error(f"{path}: {error.strerror}") from error
    except (ValueError, KeyError, TypeError, AssertionError):
        raise manifest.Error(f"{path}: not results of compare") from None


def write(results, out, title, introduction=()):
    """`results`: a list; the plots stand in a folder named after `out`."""
    link = os.path.splitext(os.path.basename(out))[0].lower() + "-plots"
    lines = [f"# {title}", "", *introduction]
    for one in results:
        lines += section(one, os.path.join(os.path.dirname(out), link), link)
    with open(out, "w", encoding="utf-8") as file:
        file.write("\n".join(lines).rstrip() + "\n")
