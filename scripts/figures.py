"""Charts of recorded numbers: SVG files, one for light and one for dark, no torch.

The same numbers give the same bytes: text stays text, no date, a fixed salt for ids. Each
file carries the digest of what it was drawn from, so checking needs no drawing.
"""

import io
import json
import logging
import re
from pathlib import Path

import msgspec

from scripts.page import DOCS
from scripts.problem import ContentError, Problem
from scripts.project import Figure, Project, Series
from scripts.record import digest, write_whole
from scripts.text import NUMBER

STYLE = 3  # count it up when the drawing changes: every chart is then drawn anew
LIGHT = {"ink": "#1f2430", "soft": "#5b6472", "grid": "#d9dde3"}
DARK = {"ink": "#e6e8ee", "soft": "#a6adba", "grid": "#3b4252"}
# Okabe and Ito's palette: told apart by colour-blind readers; lighter twins for dark.
COLORS = {
    "light": ["#0072b2", "#d55e00", "#009e73", "#8a4a78", "#7a6200"],
    "dark": ["#56b4e9", "#e69f00", "#3ecf9f", "#e59ac8", "#f0e442"],
}
MARKERS = ["o", "s", "^", "D", "v"]


def figure_files(figure: Figure) -> tuple[str, str]:
    """Return the paths of the light and the dark file, relative to docs/."""
    stem = f"assets/figures/{figure.name}"
    return f"{stem}-light.svg", f"{stem}-dark.svg"


def read_number(text: str) -> float:
    """Return the first number in a text, as `about 1,024 bytes` has it."""
    match = re.search(NUMBER, text)
    if not match:
        raise ValueError(f"no number in {text!r}")
    return float(match[0].replace(",", "").replace("_", ""))


def read_points(project: Project, series: Series) -> list[tuple[str, str]]:
    """Return (x, y) of each point, as printed.

    Raises ContentError for a pattern that no output matches, or an unknown value.
    """
    found = []
    for point in series.points:
        value = project.value_by_id.get(point.value)
        if value is None:
            raise figure_error(f"no snippet printed the value {point.value!r}")
        found.append((point.x, value.text))
    if series.line:
        record = project.records.get(series.snippet)
        pattern = re.escape(series.line)
        pattern = pattern.replace(r"\{x\}", r"(?P<x>.+?)").replace(
            r"\{y\}", r"(?P<y>.+?)"
        )
        lines = record.stdout if record else []
        matches = [m for m in (re.fullmatch(pattern, line) for line in lines) if m]
        if not matches:
            raise figure_error(f"no output of {series.snippet} matches {series.line!r}")
        found += [(match["x"], match["y"]) for match in matches]
    return found


def figure_error(what: str) -> ContentError:
    """Return the error for a chart whose data does not exist."""
    return ContentError(
        Problem("docs/data/figures.toml", 0, what, "correct the series")
    )


def figure_digest(project: Project, figure: Figure) -> str:
    """Return the digest of all that a chart is drawn from."""
    points = [read_points(project, series) for series in figure.series]
    data = msgspec.to_builtins(figure)
    return digest(json.dumps([STYLE, data, points], sort_keys=True))


def is_current(project: Project, figure: Figure) -> bool:
    """Tell whether both files show the recorded numbers."""
    wanted = figure_digest(project, figure)
    return all(
        (path := DOCS / file).exists() and wanted in path.read_text("utf-8")[:2000]
        for file in figure_files(figure)
    )


def write_tick(value: float, _position: int) -> str:
    """Return a tick as people write it: 2,000,000 and 0.25, no powers, no offset."""
    return f"{value:,.0f}" if abs(value) >= 10 else f"{value:g}"


def draw_lines(axes, figure: Figure, data: list, colors: list[str]) -> None:
    """A line a series; x are numbers."""
    for series, points, color, marker in zip(
        figure.series, data, colors, MARKERS, strict=False
    ):
        xs = [read_number(x) for x, _ in points]
        ys = [read_number(y) for _, y in points]
        many = len(points) > 25
        axes.plot(
            xs,
            ys,
            color=color,
            label=series.label,
            marker="" if many else marker,
            linewidth=1.8,
        )
    axes.set_xscale(figure.xscale)
    axes.set_yscale(figure.yscale)
    if figure.yscale == "linear":
        axes.yaxis.set_major_formatter(write_tick)
    every = sorted({read_number(x) for points in data for x, _ in points})
    if figure.xscale == "log" and len(every) <= 12 and min(every) >= 1:
        # Batch sizes and counts of clients: the values themselves, no powers of ten.
        axes.set_xticks(every, [f"{x:g}" for x in every])
        axes.set_xticks([], minor=True)
    elif all(x == int(x) for x in every):
        axes.xaxis.get_major_locator().set_params(integer=True)


def draw_bars(axes, figure: Figure, data: list, colors: list[str]) -> None:
    """Horizontal bars with their printed value beside them; x are names."""
    from matplotlib.ticker import MaxNLocator

    names = list(dict.fromkeys(x for points in data for x, _ in points))
    height = 0.8 / len(data)
    for index, (series, points, color) in enumerate(
        zip(figure.series, data, colors, strict=False)
    ):
        places = [names.index(x) + index * height for x, _ in points]
        bars = axes.barh(
            places,
            [read_number(y) for _, y in points],
            height * 0.92,
            color=color,
            label=series.label,
        )
        axes.bar_label(
            bars, [re.sub(r"^about ", "", y) for _, y in points], padding=4, fontsize=11
        )
    axes.set_yticks(
        [n + height * (len(data) - 1) / 2 for n in range(len(names))], names
    )
    axes.invert_yaxis()
    axes.set_xscale(figure.yscale)
    if figure.yscale == "linear":
        axes.xaxis.set_major_formatter(write_tick)
        axes.xaxis.set_major_locator(MaxNLocator(4))
    axes.margins(x=0.18)


def draw(figure: Figure, data: list, mode: str, path: Path, wanted: str) -> None:
    """Draw one chart for `mode` (light or dark) and write it whole."""
    import matplotlib

    matplotlib.use("svg")
    from matplotlib import pyplot

    shades = LIGHT if mode == "light" else DARK
    settings = {
        "svg.fonttype": "none",
        "svg.hashsalt": figure.name,
        "font.family": ["system-ui", "sans-serif"],
        "font.size": 13,
        "text.color": shades["ink"],
        "axes.labelcolor": shades["soft"],
        "axes.edgecolor": shades["grid"],
        "xtick.color": shades["soft"],
        "ytick.color": shades["soft"],
        "axes.grid": True,
        "grid.color": shades["grid"],
        "grid.linewidth": 0.6,
        "axes.spines.top": False,
        "axes.spines.right": False,
        "axes.axisbelow": True,
    }
    bars = figure.kind == "bar"
    names = {x for points in data for x, _ in points}
    height = (
        max(2.2, 0.45 * len(names) * max(1, len(data) * 0.6) + 1.2) if bars else 4.0
    )
    with pyplot.rc_context(settings):
        canvas, axes = pyplot.subplots(figsize=(7.2, height), layout="constrained")
        (draw_bars if bars else draw_lines)(axes, figure, data, COLORS[mode])
        canvas.suptitle(
            figure.title, x=0.01, ha="left", fontsize=14, color=shades["ink"]
        )
        axes.set_xlabel(figure.ylabel if bars else figure.xlabel)
        axes.set_ylabel("" if bars else figure.ylabel)
        axes.grid(axis="y" if not bars else "x", visible=True)
        axes.grid(axis="x" if not bars else "y", visible=False)
        letters = sum(len(series.label) for series in figure.series)
        if len(data) > 1:
            canvas.legend(
                loc="outside lower left",  # never over a bar or a line
                ncols=len(data) if letters < 50 and len(data) < 4 else 2,
                frameon=False,
                labelcolor=shades["ink"],
            )
        buffer = io.StringIO()
        canvas.savefig(
            buffer,
            format="svg",
            transparent=True,
            metadata={"Date": None, "Creator": None, "Identifier": wanted},
        )
        pyplot.close(canvas)
    write_whole(path, re.sub(r"[ \t]+\n", "\n", buffer.getvalue()))


def write_figures(project: Project) -> tuple[list[str], list[Problem]]:
    """Draw every chart that does not show the recorded numbers; return (drawn, problems)."""
    # Fonts are the reader's: that this machine lacks them is no news.
    logging.getLogger("matplotlib.font_manager").setLevel(logging.ERROR)
    drawn, problems = [], []
    for figure in project.figures:
        try:
            if is_current(project, figure):
                continue
            data = [read_points(project, series) for series in figure.series]
        except ContentError as error:
            problems += error.problems
            continue
        wanted = figure_digest(project, figure)
        for mode, file in zip(("light", "dark"), figure_files(figure), strict=True):
            draw(figure, data, mode, DOCS / file, wanted)
        drawn.append(figure.name)
    return drawn, problems
