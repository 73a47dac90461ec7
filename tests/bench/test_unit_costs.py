import re
from pathlib import Path

from benchmarks.unit_costs import Costs, plan, report, small_plan

PAGE = Path(__file__).parents[2] / "docs" / "capacity.md"

COSTS = Costs(
    text=100,
    disk=2000,
    index=4000,
    memories=0.1,
    cpu={
        "remember": (1.0, 0.5),
        "learn and embed": (20.0, 1.0),
        "first context of an agent": (40.0, 6.0),
        "context": (40.0, 6.0),
        "search": (10.0, 2.0),
    },
)


def cores(lines: list[str]) -> dict[str, float]:
    found = [line.split() for line in lines if line.startswith("  cores of the ")]
    return {words[3]: float(words[4].rstrip(",")) for words in found}


def test_the_plan_multiplies_the_costs_of_one_turn():
    lines = [*plan(COSTS)]
    assert any(line.split() == ["disk", "2.0", "TB"] for line in lines)
    # 4 × 10⁹ turns a year are 127 a second, with 63 contexts, on cores that are half busy.
    assert cores(lines) == {"servers": 5.3, "database": 1.1, "workers": 5.1}


def test_an_index_that_must_be_loaded_costs_more():
    first = COSTS.cpu["first context of an agent"]
    slow = Costs(**{name: getattr(COSTS, name) for name in ("text", "disk", "index", "memories")})
    slow.cpu = COSTS.cpu | {"first context of an agent": (first[0] + 100, first[1])}
    assert cores([*plan(slow)])["servers"] > cores([*plan(COSTS)])["servers"]


def test_the_plan_for_a_few_thousand_users_is_made_of_the_costs_on_the_page():
    page = PAGE.read_text("utf-8")
    sqlite = page[page.index("\nSQLite, ") : page.index("\nPostgreSQL, ")]
    figures = {
        name.strip(): float(figure)
        for name, figure in re.findall(r"^  (.+?) +([\d.]+)(?: bytes| ms|$)", sqlite, re.MULTILINE)
    }
    costs = Costs(
        disk=figures["a turn on disk"],
        index=figures["a turn in the index in RAM"],
        cpu={name: (figures[name], 0.0) for name in COSTS.cpu},
    )
    assert "\n".join(small_plan(costs)) in page


def test_the_report_names_the_database_only_where_there_is_one():
    assert not any("in the database" in line for line in report("SQLite", COSTS))
    assert sum("in the database" in line for line in report("PostgreSQL", COSTS)) == 5
