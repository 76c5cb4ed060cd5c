#!/usr/bin/env python3
"""Draws docs/pictures/scaling.tsv as docs/pictures/scaling.svg: how much faster several GPUs are than one.

A row of the picture has a circle at the speedup on each number of GPUs, and a tick where the links alone would put it.

    tools/draw_scaling.py          writes the picture
    tools/draw_scaling.py --check  exit status 1 if the picture is not that of the table
"""
import sys

from draw_speed import ROOT, STYLE, keep, line, read_rows, text

TABLE = ROOT / "docs/pictures/scaling.tsv"
PICTURE = ROOT / "docs/pictures/scaling.svg"
COLUMNS = ("work", "gpus", "one", "all", "bound")

WIDTH, LEFT, RIGHT = 660, 270, 632
TOP, ROW = 92, 22
KINDS = {2: "known", 4: "other"}


def x_of(speedup, most):
    return LEFT + (RIGHT - LEFT) * speedup / most


def draw(rows):
    works = list(dict.fromkeys(row["work"] for row in rows))
    most = max(int(row["gpus"]) for row in rows) + 0.5
    bottom = TOP + ROW * len(works) + 6
    height = bottom + 48
    parts = [
        f'<rect x="0.5" y="0.5" width="{WIDTH - 1}" height="{height - 1}" rx="8" class="card"/>',
        text(16, 27, "Speedup of several GPUs over one", "title"),
    ]
    for k, (gpus, kind) in enumerate(KINDS.items()):
        parts.append(f'<circle cx="{22 + 90 * k}" cy="46" r="5" class="{kind}"/>')
        parts.append(text(34 + 90 * k, 50, f"{gpus} GPUs"))
    parts.append(text(206, 50, "tick: what the links allow if all else is shared equally", "faint"))
    for tick in range(1, int(most) + 1):
        x = x_of(tick, most)
        parts.append(line(x, TOP - 14, x, bottom, "one" if tick == 1 else "grid"))
        parts.append(text(x, bottom + 16, f"{tick}", "", "middle"))
    parts.append(text((LEFT + RIGHT) / 2, bottom + 36, "time of one GPU / time of all", "", "middle"))
    for k, work in enumerate(works):
        y = TOP + ROW * k + 6
        parts.append(text(16, y + 4, work))
        for row in (row for row in rows if row["work"] == work):
            kind = KINDS[int(row["gpus"])]
            bound, speedup = x_of(float(row["bound"]), most), x_of(float(row["one"]) / float(row["all"]), most)
            parts.append(line(bound, y - 7, bound, y + 7, f"{kind} bar"))
            parts.append(f'<circle cx="{speedup:.1f}" cy="{y}" r="5" class="{kind}"/>')
    head = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {height}" width="{WIDTH}" height="{height}"'
    head += ' role="img" aria-label="Speedup of two and four GPUs over one, beside what the links allow">'
    return "\n".join([head, f"<style>{STYLE}</style>"] + parts + ["</svg>"]) + "\n"


if __name__ == "__main__":
    sys.exit(keep(draw(read_rows(TABLE, COLUMNS)), PICTURE, TABLE))
