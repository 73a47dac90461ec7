import statistics
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from recollect.cli.options import AsJson
from recollect.cli.screen import note, print_json, print_table, say
from recollect.cli.table import Column

if TYPE_CHECKING:
    from recollect.bench.recall import Share

_SHOWN = ("any@10", "any@1k", "all@1k", "any@3k", "all@3k")


def bench(
    data: Annotated[
        list[Path],
        typer.Argument(metavar="DATA", help="Files in LoCoMo's format.", show_default=False),
    ],
    ablate: Annotated[
        bool,
        typer.Option(
            "--ablate", metavar="", help="Show what each constant of the ranking is worth."
        ),
    ] = False,
    as_json: AsJson = False,
) -> None:
    """Measure how much evidence a search brings back, on conversations with questions.

    The share of questions with any, or all, of their evidence among the first 10 hits or within 1,000 and
    3,000 tokens, in percent, with its standard error. The memory is made for this and thrown away.

    Try: recollect bench locomo.json
    """
    # Here, because it loads the model's libraries, which no other command needs.
    from recollect.bench import recall  # noqa: PLC0415
    from recollect.memory import Memory  # noqa: PLC0415

    note("Storing, embedding and asking …")
    with (
        tempfile.TemporaryDirectory(prefix="recollect-bench-") as folder,
        Memory.open(Path(folder) / "bench.sqlite") as memory,
    ):
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
