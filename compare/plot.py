"""Draw docs/comparison.svg from the results in compare/results, and print them as Markdown tables.

Usage: python compare/plot.py
"""
# ruff: noqa: INP001, T201 - a script

import json
from collections.abc import Iterator, Mapping, Sequence
from html import escape
from pathlib import Path
from typing import Any

HERE = Path(__file__).parent
PLOT = HERE.parent / "docs" / "comparison.svg"
# Each file of results, and what its questions are about.
DATA = {"locomo_dev.json": "LoCoMo", "fixtures.json": "Our fixtures"}
# Times are shown for one of them: each file was measured under another load of the machine.
TIMED = "LoCoMo"
MEASURES = ("any@1k", "all@1k", "any@3k", "all@3k")

Results = Mapping[str, Any]

# Measures of the drawing: one row for each system, one panel for each file and one for times.
WIDTH, TOP, ROW, BAR = 960, 74, 40, 18
NAMES, PANEL, SHARES_WIDTH, TIMES_WIDTH = 24, (228, 482, 736), 176, 130
STYLE = """
    .back { fill: #ffffff } .text { fill: #1f2328 } .dim { fill: #59636e } .line { stroke: #d1d9e0 }
    .any { fill: #b6d4fe } .all { fill: #4a83c4 } .own .any { fill: #a7e0b0 } .own .all { fill: #2d8a45 }
    .error { stroke: #1f2328 } .time { fill: #8c959f } .own .time { fill: #2d8a45 } .own .text { font-weight: 600 }
    @media (prefers-color-scheme: dark) {
      .back { fill: #0d1117 } .text { fill: #e6edf3 } .dim { fill: #9198a1 } .line { stroke: #3d444d }
      .any { fill: #1d3a5f } .all { fill: #4a83c4 } .own .any { fill: #1c4a28 } .own .all { fill: #3a9d55 }
      .error { stroke: #e6edf3 } .time { fill: #6e7681 } .own .time { fill: #3a9d55 }
    }"""


def main() -> None:
    """Write the drawing and print the tables."""
    results = stored()
    PLOT.write_text(drawn(results), "utf-8")
    for row in table(results):
        print(row)


def stored() -> dict[str, Results]:
    """The results, by what their questions are about."""
    folder = HERE / "results"
    return {title: json.loads((folder / name).read_text("utf-8")) for name, title in DATA.items()}


def table(results: Mapping[str, Results]) -> Iterator[str]:
    """The rows of one Markdown table for each file."""
    for title, result in results.items():
        yield f"{title}, {result['questions']} questions, {result['turns']:,} messages"
        for system in result["systems"]:
            shares = [system["shares"][name] for name in MEASURES]
            cells = [f"{share['percent']:.1f} ± {share['error']:.1f}" for share in shares]
            if title == TIMED:
                costs = [system["add_ms"], system["stored_cpu_ms"], system["search_cpu_ms"]]
                cells += [f"{cost:.1f} ms" for cost in costs]
            yield f"| {' | '.join([system['name'], *cells])} |"


def drawn(results: Mapping[str, Results]) -> str:
    """The drawing as SVG, readable on light and dark pages."""
    systems = next(iter(results.values()))["systems"]
    height = TOP + ROW * len(systems) + 46
    parts = [
        (
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {height}" '
            'font-family="system-ui, sans-serif" font-size="13" role="img" aria-labelledby="t">'
        ),
        (
            '<title id="t">Share of questions with evidence in 1,000 tokens, and CPU time of a search, '
            "for each system</title>"
        ),
        f"<style>{STYLE}\n  </style>",
        f'<rect class="back" width="{WIDTH}" height="{height}" rx="8"/>',
        *_headings(results),
        *_scale(height),
    ]
    for place, system in enumerate(systems):
        own = ' class="own"' if place == 0 else ""
        parts += [f"<g{own}>", *_row(place, system["name"], results), "</g>"]
    parts += [*_legend(height), "</svg>"]
    return "\n".join(parts) + "\n"


def _headings(results: Mapping[str, Results]) -> Iterator[str]:
    for left, (title, result) in zip(PANEL, results.items(), strict=False):
        yield _text(left, 30, f"{title}, {result['questions']} questions")
        yield _text(left, 48, "with evidence in 1,000 tokens", "dim")
    yield _text(PANEL[2], 30, "CPU time of a search")
    yield _text(PANEL[2], 48, f"{TIMED}, embedding included", "dim")


def _scale(height: int) -> Iterator[str]:
    for left in PANEL[:2]:
        for percent in (0, 50, 100):
            x = left + SHARES_WIDTH * percent / 100
            yield f'<line class="line" x1="{x:g}" y1="{TOP - 10}" x2="{x:g}" y2="{height - 44}"/>'


def _row(place: int, name: str, results: Mapping[str, Results]) -> Iterator[str]:
    top = TOP + ROW * place
    words, _, number = name.partition(",")[0].rpartition(" ")
    yield _text(NAMES, top + 8, words.removesuffix(" (bm25s"))
    yield _text(
        NAMES, top + 23, number.strip(")") + name.partition(",")[1] + name.partition(",")[2], "dim"
    )
    for left, result in zip(PANEL, results.values(), strict=False):
        yield from _shares(left, top, result["systems"][place]["shares"])
    first: Sequence[Results] = results[TIMED]["systems"]
    slowest = max(system["search_cpu_ms"] for system in first)
    time = first[place]["search_cpu_ms"]
    width = max(1, TIMES_WIDTH * time / slowest)
    yield f'<rect class="time" x="{PANEL[2]}" y="{top}" width="{width:.1f}" height="{BAR}"/>'
    yield _text(PANEL[2] + width + 8, top + 14, f"{time:.1f} ms")


def _shares(left: int, top: int, shares: Results) -> Iterator[str]:
    for how in ("any", "all"):
        share = shares[f"{how}@1k"]
        width, error = (SHARES_WIDTH * share[key] / 100 for key in ("percent", "error"))
        yield f'<rect class="{how}" x="{left}" y="{top}" width="{width:.1f}" height="{BAR}"/>'
        ends = f'x1="{left + width - error:.1f}" x2="{left + width + error:.1f}"'
        middle = top + BAR / 2
        yield f'<line class="error" {ends} y1="{middle:g}" y2="{middle:g}"/>'
    percents = (shares[name]["percent"] for name in ("all@1k", "any@1k"))
    yield _text(left + SHARES_WIDTH + 8, top + 14, " / ".join(f"{p:.0f}" for p in percents))


def _legend(height: int) -> Iterator[str]:
    y, left = height - 28, PANEL[0]
    for how, words in (("all", "all of the evidence"), ("any", "some of it")):
        yield f'<rect class="{how}" x="{left}" y="{y}" width="14" height="14"/>'
        yield _text(left + 20, y + 12, words, "dim")
        left += 150 if how == "all" else 96
    yield f'<line class="error" x1="{left}" x2="{left + 14}" y1="{y + 7}" y2="{y + 7}"/>'
    yield _text(left + 20, y + 12, "one standard error on either side", "dim")


def _text(x: float, y: float, words: str, kind: str = "text") -> str:
    return f'<text class="{kind}" x="{x:g}" y="{y:g}">{escape(words)}</text>'


if __name__ == "__main__":
    main()
