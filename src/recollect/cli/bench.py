import tempfile
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from recollect.cli.options import AsJson
from recollect.cli.progress import bar
from recollect.cli.screen import note, print_json, print_table, say
from recollect.cli.table import Column

# The bench itself is imported where it is used: it loads the model's libraries, which no other command needs.
if TYPE_CHECKING:
    from collections.abc import Sequence

    from recollect.bench.recall import Asked, Share
    from recollect.memory import Memory

_RENDERED = ("any@1k", "all@1k", "any@3k", "all@3k")
_SEARCHED = ("any@10", "all@10", *_RENDERED)


def bench(
    data: Annotated[
        list[Path] | None,
        typer.Argument(metavar="DATA...", help="Files in LoCoMo's format.", show_default=False),
    ] = None,
    ablate: Annotated[
        bool,
        typer.Option(
            "--ablate", metavar="", help="Show what each constant of the ranking is worth."
        ),
    ] = False,
    leave_one_out: Annotated[
        bool,
        typer.Option(
            "--leave-one-out",
            metavar="",
            help="Choose constants on all conversations but one, measure on that one.",
        ),
    ] = False,
    speed: Annotated[
        bool,
        typer.Option(
            "--speed", metavar="", help="Measure how fast and how small it is; takes no DATA."
        ),
    ] = False,
    as_json: AsJson = False,
) -> None:
    """Measure how much evidence comes back, on conversations with questions.

    The share of questions with any, or all, of their evidence among the first 10 hits or within 1,000 and
    3,000 tokens, in percent, with its standard error: in the order of a search, and as a context really shows
    it. The memory is made for this and thrown away; --json has all ranks.

    With --leave-one-out each conversation is also measured with constants chosen on the others alone.
    --speed measures time and memory instead, as ratios and bounds; the exit code is 1 where one is broken.

    Try: recollect bench locomo.json
    """
    if speed == bool(data) or (speed and (ablate or leave_one_out)):
        raise typer.BadParameter("give either DATA or --speed")
    with tempfile.TemporaryDirectory(prefix="recollect-bench-") as folder:
        if speed:
            _speed(Path(folder), as_json=as_json)
        elif ablate or leave_one_out:
            _constants(Path(folder), data or [], ablate, leave_one_out, as_json=as_json)
        else:
            _evidence(Path(folder), data or [], as_json=as_json)


def _speed(folder: Path, *, as_json: bool) -> None:
    from recollect.bench import ratio, sizes, speed  # noqa: PLC0415

    note("Storing and searching several hundred thousand turns: this takes some minutes …")
    measured = list(speed.lines(folder, sizes.Sizes(), bar))
    if as_json:
        print_json([line.as_data() for line in measured])
    else:
        ratio.show(measured)
    if not all(line.holds for line in measured):
        raise typer.Exit(1)


def _evidence(folder: Path, data: list[Path], *, as_json: bool) -> None:
    from recollect.bench import recall, report  # noqa: PLC0415
    from recollect.memory import Memory  # noqa: PLC0415

    note("Storing, embedding and asking …")
    with Memory.open(folder / "bench.sqlite") as memory:
        made = report.reported(memory, recall.evaluate(memory, data))
    if as_json:
        print_json(made)
        return
    _print_shares("BY SEARCH", made.search.shares, _SEARCHED)
    say()
    _print_shares("IN CONTEXT", made.context.shares, _RENDERED)
    say()
    held = " and ".join(f"{tokens:,.0f}" for tokens in made.tokens.values())
    say(f"A search took {made.search.took}, a context {made.context.took}, all with the")
    say(f"question's embedding. Contexts held {held} tokens on average.")


def _constants(
    folder: Path, data: list[Path], ablate: bool, leave_one_out: bool, *, as_json: bool
) -> None:
    from recollect.bench import recall  # noqa: PLC0415
    from recollect.memory import Memory  # noqa: PLC0415

    note("Storing, embedding and asking …")
    with Memory.open(folder / "bench.sqlite") as memory:
        answers = recall.evaluate(memory, data)
        asked = [answer.asked for answer in answers]
        rows = {"as shipped": recall.shares(answers)["all"]}
        if leave_one_out:
            rows["left out"] = _left_out(memory, asked)
        if ablate:
            rows |= {name: recall.shares(a)["all"] for name, a in recall.ablate(memory, asked)}
    if as_json:
        print_json({"shares": rows})
    else:
        _print_shares("CONSTANTS", rows, _SEARCHED)


def _left_out(memory: "Memory", asked: "Sequence[Asked]") -> "dict[str, Share]":
    """The shares over all conversations, each with the constants chosen on the others; says which those were."""
    from recollect.bench import recall  # noqa: PLC0415
    from recollect.bench.leave_one_out import GRID, leave_one_out  # noqa: PLC0415

    note("Choosing constants on all conversations but one …")
    answers = []
    for left in leave_one_out(memory, asked):
        values = (f"{name} {getattr(left.chosen, name)}" for name in GRID)
        note(f"Without {left.sample}: {', '.join(values)}.")
        answers += left.answers
    return recall.shares(answers)["all"]


def _print_shares(
    title: str, rows: "dict[str, dict[str, Share]]", measures: tuple[str, ...]
) -> None:
    columns = (Column(title), Column("", right=True), *(Column(m, right=True) for m in measures))
    print_table(columns, [_row(name, group, measures) for name, group in rows.items()])


def _row(name: str, group: "dict[str, Share]", measures: tuple[str, ...]) -> tuple[str, ...]:
    shown = (f"{group[m].percent:.1f} ± {group[m].error:.1f}" for m in measures)
    return (name, str(group[measures[0]].count), *shown)
