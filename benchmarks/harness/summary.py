"""Figures of a comparison: who was right how often and in what time, and how time grows with size."""

import collections
import math
import statistics

from . import judge

FASTEST = 0.001  # seconds that a plot or a fit can tell


def by_tool(results):
    rows = collections.OrderedDict((tool, []) for tool, about in results["tools"].items() if about["found"])
    for row in results["rows"]:
        if row["tool"] in rows and row["outcome"] != "skipped":
            rows[row["tool"]].append(row)
    return rows


def percentile(values, part):
    values = sorted(values)
    return values[min(len(values) - 1, math.ceil(part * len(values)) - 1)]


def of_tool(rows):
    """Figures of one tool's rows that were run."""
    cpu = [row["cpu"] for row in rows if row["cpu"] is not None]
    counts = collections.Counter(row["outcome"] for row in rows)
    return {"files": len(rows), "outcomes": {name: counts[name] for name in judge.OUTCOMES if counts[name]},
            "median": statistics.median(cpu) if cpu else None, "p95": percentile(cpu, 0.95) if cpu else None,
            "sum": sum(cpu), "peak_mb": max((row["peak_mb"] or 0 for row in rows), default=0),
            "confirmed": sum(row.get("confirmed", False) for row in rows)}


def power_law(points):
    """(c, p) of seconds = c * n**p by least squares on logarithms."""
    xs = [math.log(n) for n, _ in points]
    ys = [math.log(max(seconds, FASTEST)) for _, seconds in points]
    mean_x, mean_y = sum(xs) / len(xs), sum(ys) / len(ys)
    spread = sum((x - mean_x) ** 2 for x in xs)
    if spread == 0:
        return math.exp(mean_y), 0.0
    slope = sum((x - mean_x) * (y - mean_y) for x, y in zip(xs, ys)) / spread
    return math.exp(mean_y - slope * mean_x), slope


def growth(results):
    """{(family, tool): [(size, CPU seconds)]} of the files that were decided as expected, and the sizes
    at which the first one was not: {(family, tool): size}."""
    points, failed = collections.OrderedDict(), {}
    for tool, rows in by_tool(results).items():
        for row in sorted((r for r in rows if "family" in r), key=lambda r: r["size"]):
            key = row["family"], tool
            points.setdefault(key, [])
            if row["outcome"] == "ok":
                points[key].append((row["size"], row["cpu"]))
            else:
                failed.setdefault(key, (row["size"], row["outcome"]))
    return points, failed


def larger_half(points):
    """Small sizes measure the start of the process."""
    return points[len(points) // 2:] if len(points) > 3 else points


def pairs(results, own, peer):
    """Rows of both tools for the files that both were asked about."""
    rows = by_tool(results)
    others = {row["name"]: row for row in rows.get(peer, [])}
    return [(row, others[row["name"]]) for row in rows.get(own, []) if row["name"] in others]
