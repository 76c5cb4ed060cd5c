#!/usr/bin/env python3
"""Draws docs/pictures/speed.tsv as docs/pictures/speed.svg: speedups over other libraries, on a logarithmic axis.

A row has a circle at the geometric mean over its inputs and a bar down to the least of them.  Circles are hollow where
the inputs were known while the code was tuned, and filled where they were first met in the run.

    tools/draw_speed.py          writes the picture
    tools/draw_speed.py --check  exit status 1 if the picture is not that of the table
"""
import math
import sys
from pathlib import Path
from xml.sax.saxutils import escape

ROOT = Path(__file__).resolve().parent.parent
TABLE = ROOT / "docs/pictures/speed.tsv"
PICTURE = ROOT / "docs/pictures/speed.svg"
COLUMNS = ("machine", "work", "baseline", "inputs", "known", "mean", "least", "source")

WIDTH = 660
WORK, BASELINE, INPUTS = 28, 154, 306  # columns of words; the last one ends there
LEFT, RIGHT = 318, 622  # where the axis begins and ends
LEAST, MOST = 0.04, 16.0
TICKS = (0.05, 0.1, 0.2, 0.5, 1, 2, 5, 10)
ROW, GAP, TOP = 19, 26, 98  # height of a row, of the name of a machine, and of the head

STYLE = """
  text { font: 12px system-ui, -apple-system, "Segoe UI", "Liberation Sans", Arial, sans-serif; fill: #1f2328 }
  .title { font-size: 15px; font-weight: 600 }
  .machine { font-weight: 600 }
  .faint { fill: #59636e }
  .card { fill: #ffffff; stroke: #d1d9e0 }
  .grid { stroke: #e4e8ec }
  .one { stroke: #59636e; stroke-dasharray: 4 3 }
  .known { stroke: #0969da; fill: #0969da }
  .other { stroke: #bc4c00; fill: #bc4c00 }
  .bar { stroke-width: 2 }
  .hollow { fill: #ffffff; stroke-width: 2 }
  @media (prefers-color-scheme: dark) {
    text { fill: #e6edf3 }
    .faint { fill: #9198a1 }
    .card { fill: #0d1117; stroke: #3d444d }
    .grid { stroke: #262c34 }
    .one { stroke: #9198a1 }
    .known { stroke: #4493f8; fill: #4493f8 }
    .other { stroke: #f0883e; fill: #f0883e }
    .hollow { fill: #0d1117 }
  }
"""


def read_rows(table, columns):
    rows = []
    for line in table.read_text(encoding="utf-8").splitlines():
        if line and not line.startswith("#"):
            rows.append(dict(zip(columns, line.split("\t"), strict=True)))
    return rows


def keep(picture, path, table):
    """Writes the picture, or with --check compares it with what is there; the exit status."""
    if sys.argv[1:] == ["--check"]:
        if not path.exists() or path.read_text(encoding="utf-8") != picture:
            script = Path(sys.argv[0]).resolve().relative_to(ROOT)
            print(f"{path.relative_to(ROOT)} is not that of {table.relative_to(ROOT)}: run {script}")
            return 1
        return 0
    path.write_text(picture, encoding="utf-8")
    return 0


def x_of(speedup):
    return LEFT + (RIGHT - LEFT) * math.log(speedup / LEAST) / math.log(MOST / LEAST)


def text(x, y, words, kind="", anchor="start"):
    kind = f' class="{kind}"' if kind else ""
    anchor = f' text-anchor="{anchor}"' if anchor != "start" else ""
    return f'<text x="{x:.1f}" y="{y:.1f}"{kind}{anchor}>{escape(words)}</text>'


def line(x1, y1, x2, y2, kind):
    return f'<line x1="{x1:.1f}" y1="{y1:.1f}" x2="{x2:.1f}" y2="{y2:.1f}" class="{kind}"/>'


def mark(x, y, least, kind):
    """A circle at x, a bar from there to the least, and the tick at its end."""
    hollow = " hollow" if kind == "known" else ""
    return [
        line(least, y, x, y, f"{kind} bar"),
        line(least, y - 5, least, y + 5, f"{kind} bar"),
        f'<circle cx="{x:.1f}" cy="{y:.1f}" r="5" class="{kind}{hollow}"/>',
    ]


def draw(rows):
    machines = list(dict.fromkeys(row["machine"] for row in rows))
    bottom = TOP + GAP * len(machines) + ROW * len(rows) + 10
    height = bottom + 52
    parts = [
        f'<rect x="0.5" y="0.5" width="{WIDTH - 1}" height="{height - 1}" rx="8" class="card"/>',
        text(16, 27, "Speedup of Semigraph over other libraries", "title"),
    ]
    parts += mark(46, 46, 22, "known") + [text(58, 50, "inputs known while the code was tuned")]
    parts += mark(358, 46, 334, "other") + [text(370, 50, "inputs first met in the run")]
    parts.append(text(16, 72, "circle: geometric mean over the inputs; end of the bar: the least of them", "faint"))
    for column, name in ((WORK, "operation"), (BASELINE, "baseline")):
        parts.append(text(column, TOP, name, "faint"))
    parts.append(text(INPUTS, TOP, "inputs", "faint", "end"))
    for tick in TICKS:
        parts.append(line(x_of(tick), TOP + 7, x_of(tick), bottom, "one" if tick == 1 else "grid"))
        parts.append(text(x_of(tick), bottom + 16, f"{tick:g}", "", "middle"))
    parts.append(text((LEFT + RIGHT) / 2, bottom + 38, "time of the baseline / time of Semigraph (log scale)", "", "middle"))
    parts.append(text(x_of(1) - 7, TOP, "← Semigraph slower", "faint", "end"))
    parts.append(text(x_of(1) + 7, TOP, "Semigraph faster →", "faint"))
    y = TOP + 6
    for machine in machines:
        y += GAP
        parts.append(text(16, y - 7, machine, "machine"))
        for row in (row for row in rows if row["machine"] == machine):
            mean, least = float(row["mean"]), float(row["least"])
            kind = "known" if row["known"] == "yes" else "other"
            y += ROW
            parts += [text(WORK, y - 5, row["work"]), text(BASELINE, y - 5, row["baseline"])]
            parts.append(text(INPUTS, y - 5, row["inputs"], "faint", "end"))
            parts += mark(x_of(mean), y - 9, x_of(least), kind)
            if mean >= 1:
                parts.append(text(x_of(mean) + 10, y - 5, row["mean"]))
            else:
                parts.append(text(x_of(least) - 7, y - 5, row["mean"], "", "end"))
    head = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {height}" width="{WIDTH}" height="{height}"'
    head += ' role="img" aria-label="Speedup of Semigraph over other libraries, geometric mean and least">'
    return "\n".join([head, f"<style>{STYLE}</style>"] + parts + ["</svg>"]) + "\n"


if __name__ == "__main__":
    sys.exit(keep(draw(read_rows(TABLE, COLUMNS)), PICTURE, TABLE))
