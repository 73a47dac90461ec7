"""The pages and the plot show the results that are stored with the comparison."""

import re
import runpy
from pathlib import Path

ROOT = Path(__file__).parents[2]
PLOT = runpy.run_path(str(ROOT / "compare" / "plot.py"))
RESULTS = PLOT["stored"]()


def test_the_plot_is_drawn_from_the_stored_results():
    assert (ROOT / "docs" / "comparison.svg").read_text("utf-8") == PLOT["drawn"](RESULTS)


def test_the_page_has_every_row_of_the_stored_results():
    page = (ROOT / "docs" / "comparison.md").read_text("utf-8")
    rows = [row for row in PLOT["table"](RESULTS) if row.startswith("|")]
    assert len(rows) == 12
    assert [row for row in rows if row not in page] == []


def test_the_readme_quotes_the_stored_results():
    readme = (ROOT / "README.md").read_text("utf-8")
    systems = {system["name"].split()[0]: system for system in RESULTS["LoCoMo"]["systems"]}
    names = ("Recollect", "mem0", "LangGraph")
    for how, words in (("any", "some"), ("all", "all the")):
        shares = [f"{systems[n]['shares'][f'{how}@1k']['percent']:.1f} %" for n in names]
        (row,) = re.findall(
            rf"\| Questions with {words} evidence in 1,000 tokens, by search \|.*", readme
        )
        assert re.findall(r"[\d.]+ %", row) == shares


def test_the_readme_quotes_the_page_of_benchmarks():
    readme = (ROOT / "README.md").read_text("utf-8")
    page = (ROOT / "docs" / "bench.md").read_text("utf-8")
    evidence = page.split("\n`recollect bench locomo_dev.json`\n")[1]
    search = _figures(evidence, "search")
    context = _figures(evidence, "as shown in a context")
    (row,) = re.findall(r"\| The same two, as shown in a context .*", readme)
    assert f"| {context[0]} % and {context[1]} % |" in row
    (tokens,) = re.findall(r"budget of 1,000 tokens it has (\d+) on average", evidence)
    assert f"({tokens} tokens on average)" in row
    hardest, every = round(float(search[4])), round(float(search[3]))
    assert f"all the evidence for {hardest} % of them" in readme
    assert f"and for {every} % of all questions" in readme


def _figures(page, name):
    (row,) = re.findall(rf"^\| {name} \|(.*)\|$", page.split("\n\n")[0], re.MULTILINE)
    return [cell.split(" ± ")[0].strip() for cell in row.split("|")]
