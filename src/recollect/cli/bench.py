import statistics
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from recollect.cli.options import AsJson
from recollect.cli.progress import bar
from recollect.cli.screen import note, print_json, print_table, say
from recollect.cli.table import Column

if TYPE_CHECKING:
    from recollect.bench.recall import Share

_SHOWN = ("any@10", "any@1k", "all@1k", "any@3k", "all@3k")


def bench(
    data: Annotated[
        list[Path] | None,
        typer.Argument(metavar="[DATA]...", help="Files in LoCoMo's format.", show_default=False),
    ] = None,
    ablate: Annotated[
        bool,
        typer.Option(
            "--ablate", metavar="", help="Show what each constant of the ranking is worth."
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
    """Measure how much evidence a search brings back, on conversations with questions.

    The share of questions with any, or all, of their evidence among the first 10 hits or within 1,000 and
    3,000 tokens, in percent, with its standard error. The memory is made for this and thrown away.

    --speed measures time and memory instead, as ratios and bounds; the exit code is 1 where one is broken.

    Try: recollect bench locomo.json
    """
    if speed == bool(data):
        raise typer.BadParameter("give either DATA or --speed")
    with tempfile.TemporaryDirectory(prefix="recollect-bench-") as folder:
        if speed:
            _speed(Path(folder), as_json=as_json)
        else:
            _evidence(Path(folder), data or [], ablate=ablate, as_json=as_json)


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


def _evidence(folder: Path, data: list[Path], *, ablate: bool, as_json: bool) -> None:
    # Here, because it loads the model's libraries, which no other command needs.
    from recollect.bench import recall  # noqa: PLC0415
    from recollect.memory import Memory  # noqa: PLC0415

    note("Storing, embedding and asking …")
    with Memory.open(folder / "bench.sqlite") as memory:
        answers = recall.evaluate(memory, data)
        rows = recall.shares(answers)
        if ablate:
            asked = [answer.asked for answer in answers]
            rows = {name: recall.shares(a)["all"] for name, a in recall.ablate(memory, asked)}
    seconds = statistics.median(answer.seconds for answer in answers)
    if as_json:
        print_json({"shares": rows, "questions": len(answers), "search_seconds_p50": seconds})
        return
    columns = (
        Column("QUESTIONS"),
        Column("", right=True),
        *(Column(m, right=True) for m in _SHOWN),
    )
    print_table(columns, [_row(name, group) for name, group in rows.items()])
    say(f"A search took {1000 * seconds:.1f} ms, the median, with the question's embedding.")


def _row(name: str, group: "dict[str, Share]") -> tuple[str, ...]:
    shown = (f"{group[m].percent:.1f} ± {group[m].error:.1f}" for m in _SHOWN)
    return (name, str(group[_SHOWN[0]].count), *shown)
