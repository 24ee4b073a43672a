"""Plots as SVG text: points and lines on logarithmic or linear axes, with a legend at the right."""

import math
from xml.sax.saxutils import escape

WIDTH, HEIGHT = 800, 440
LEFT, RIGHT, TOP, BOTTOM = 70, 270, 40, 55  # margins; the legend stands in the right one
# Okabe and Ito's colours, which those who do not see red or green can tell apart.
COLOURS = ["#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#56b4e9", "#000000", "#999999"]
DASHES = ["", "6 3", "2 3", "8 3 2 3"]


def decades(low, high):
    """Powers of ten around the range."""
    first, last = math.floor(math.log10(low)), math.ceil(math.log10(high))
    return [10.0 ** e for e in range(first, max(last, first + 1) + 1)]


def steps(high):
    """About five round numbers from 0 on."""
    unit = 10 ** math.floor(math.log10(max(high, 1)))
    step = next(s for s in (unit / 5, unit / 2, unit, 2 * unit) if high / s <= 6)
    return [i * step for i in range(int(high / step + 0.999) + 1)]


def label(value):
    return f"{value:g}" if 0.001 <= value < 100000 or value == 0 else f"{value:.0e}"


class Axis:
    """From values to pixels between `start` and `end`."""

    def __init__(self, values, logarithmic, start, end):
        self.logarithmic, self.start, self.end = logarithmic, start, end
        if logarithmic:
            self.ticks = decades(min(values), max(values))
        else:
            self.ticks = steps(max(values))
        self.low, self.high = self.ticks[0], self.ticks[-1]

    def __call__(self, value):
        if self.logarithmic:
            value = max(value, self.low)
            part = math.log10(value / self.low) / math.log10(self.high / self.low)
        else:
            part = (value - self.low) / (self.high - self.low)
        return self.start + part * (self.end - self.start)


class Plot:
    def __init__(self, title, x_label, y_label, log_x=True, log_y=True):
        self.title, self.labels, self.log = title, (x_label, y_label), (log_x, log_y)
        self.series = []  # (name, points, style)
        self.diagonal = False
        self.limit = None  # (value, name): drawn across on both axes

    def line(self, name, points, colour, dash=0):
        self.series.append((name, points, ("line", COLOURS[colour % len(COLOURS)], DASHES[dash % len(DASHES)])))

    def points(self, name, points, colour):
        self.series.append((name, points, ("points", COLOURS[colour % len(COLOURS)], "")))

    def axes(self):
        xs = [x for _, points, _ in self.series for x, _ in points]
        ys = [y for _, points, _ in self.series for _, y in points]
        if self.diagonal:  # both axes show the same range
            xs = ys = xs + ys + ([self.limit[0]] if self.limit else [])
        return (Axis(xs, self.log[0], LEFT, WIDTH - RIGHT), Axis(ys, self.log[1], HEIGHT - BOTTOM, TOP))

    def frame(self, x, y):
        out = [f'<text x="{LEFT}" y="22" class="title">{escape(self.title)}</text>']
        for tick in x.ticks:
            out += [f'<line x1="{x(tick):.1f}" y1="{TOP}" x2="{x(tick):.1f}" y2="{HEIGHT - BOTTOM}" class="grid"/>',
                    f'<text x="{x(tick):.1f}" y="{HEIGHT - BOTTOM + 16}" text-anchor="middle">{label(tick)}</text>']
        for tick in y.ticks:
            out += [f'<line x1="{LEFT}" y1="{y(tick):.1f}" x2="{WIDTH - RIGHT}" y2="{y(tick):.1f}" class="grid"/>',
                    f'<text x="{LEFT - 6}" y="{y(tick) + 4:.1f}" text-anchor="end">{label(tick)}</text>']
        middle = (TOP + HEIGHT - BOTTOM) / 2
        out += [f'<text x="{(LEFT + WIDTH - RIGHT) / 2}" y="{HEIGHT - 14}" text-anchor="middle">{escape(self.labels[0])}</text>',
                f'<text x="16" y="{middle}" text-anchor="middle" transform="rotate(-90 16 {middle})">{escape(self.labels[1])}</text>']
        if self.diagonal:
            out.append(f'<line x1="{x(x.low):.1f}" y1="{y(y.low):.1f}" x2="{x(x.high):.1f}" y2="{y(y.high):.1f}" class="rule"/>')
        if self.limit:
            value, name = self.limit
            out += [f'<line x1="{LEFT}" y1="{y(value):.1f}" x2="{WIDTH - RIGHT}" y2="{y(value):.1f}" class="rule"/>',
                    f'<text x="{LEFT + 4}" y="{y(value) + 14:.1f}">{escape(name)}</text>']
        return out

    def drawn(self, x, y):
        out = []
        for number, (name, points, (kind, colour, dash)) in enumerate(self.series):
            if kind == "line" and len(points) > 1:
                path = " ".join(f"{x(a):.1f},{y(b):.1f}" for a, b in points)
                out.append(f'<polyline points="{path}" fill="none" stroke="{colour}" stroke-width="1.5" stroke-dasharray="{dash}"/>')
            radius = 2 if kind == "line" else 3.2
            out += [f'<circle cx="{x(a):.1f}" cy="{y(b):.1f}" r="{radius}" fill="{colour}" fill-opacity="0.75"/>' for a, b in points]
            top, left = TOP + 10 + 18 * number, WIDTH - RIGHT + 14
            if kind == "line":
                out.append(f'<line x1="{left}" y1="{top}" x2="{left + 22}" y2="{top}" stroke="{colour}" stroke-width="2" stroke-dasharray="{dash}"/>')
            else:
                out.append(f'<circle cx="{left + 11}" cy="{top}" r="4" fill="{colour}"/>')
            out.append(f'<text x="{left + 28}" y="{top + 4}">{escape(name)}</text>')
        return out

    def svg(self):
        x, y = self.axes()
        style = ("text { font: 12px sans-serif; fill: #222 } .title { font-size: 14px; font-weight: bold } "
                 ".grid { stroke: #ddd } .rule { stroke: #888; stroke-dasharray: 4 3 }")
        return "\n".join([f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" width="{WIDTH}" height="{HEIGHT}">',
                          f"<style>{style}</style>", '<rect width="100%" height="100%" fill="white"/>',
                          *self.frame(x, y), *self.drawn(x, y), "</svg>", ""])
