import statistics
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from recollect.cli.options import AsJson
from recollect.cli.progress import bar
from recollect.cli.screen import note, print_json, print_table, say
from recollect.cli.table import Column

if TYPE_CHECKING:
    from recollect.bench.recall import Answered, Share
    from recollect.bench.rendered import Rendered

_RENDERED = ("any@1k", "all@1k", "any@3k", "all@3k")
_SEARCHED = ("any@10", "all@10", *_RENDERED)


def bench(
    data: Annotated[
        list[Path] | None,
        typer.Argument(metavar="DATA", help="Files in LoCoMo's format.", show_default=False),
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
    """Measure how much evidence comes back, on conversations with questions.

    The share of questions with any, or all, of their evidence among the first 10 hits or within 1,000 and
    3,000 tokens, in percent, with its standard error: in the order of a search, and as a context really shows
    it. The memory is made for this and thrown away; --json has all ranks.

    --speed measures time and memory instead, as ratios and bounds; the exit code is 1 where one is broken.

    Try: recollect bench locomo.json
    """
    if speed == bool(data) or (speed and ablate):
        raise typer.BadParameter("give either DATA or --speed, and --ablate only with DATA")
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
    from recollect.bench import recall, rendered  # noqa: PLC0415
    from recollect.memory import Memory  # noqa: PLC0415

    note("Storing, embedding and asking …")
    with Memory.open(folder / "bench.sqlite") as memory:
        answers = recall.evaluate(memory, data)
        asked = [answer.asked for answer in answers]
        if ablate:
            rows = {name: recall.shares(a)["all"] for name, a in recall.ablate(memory, asked)}
            _print_ablation(rows, as_json=as_json)
            return
        contexts = rendered.render(memory, asked)
    report = _report(answers, contexts)
    if as_json:
        print_json(report)
        return
    searched, shown = report["search"], report["context"]
    _print_shares("BY SEARCH", searched["shares"], _SEARCHED)
    say()
    _print_shares("IN CONTEXT", shown["shares"], _RENDERED)
    say()
    say(
        f"A search took {_took(searched)}, a context {_took(shown)}, with the question's embedding;"
        f" contexts held {shown['tokens'][1000]:,.0f} and {shown['tokens'][3000]:,.0f} tokens on average."
    )


def _report(answers: "list[Answered]", contexts: "list[Rendered]") -> dict[str, Any]:
    from recollect.bench import recall  # noqa: PLC0415

    rendered = [context.answer for context in contexts]
    tokens = {
        budget: statistics.fmean(context.tokens[budget] for context in contexts)
        for budget in recall.BUDGETS
    }
    return {
        "questions": len(answers),
        "search": {"shares": recall.shares(answers), **_times(answers)},
        "context": {"shares": recall.shares(rendered), **_times(rendered), "tokens": tokens},
    }


def _times(answers: "list[Answered]") -> dict[str, float]:
    taken = sorted(answer.seconds for answer in answers)
    return {
        "seconds_p50": statistics.median(taken),
        "seconds_p95": taken[min(int(0.95 * len(taken)), len(taken) - 1)],
    }


def _took(times: dict[str, Any]) -> str:
    return f"{1000 * times['seconds_p50']:.1f} ms (p95 {1000 * times['seconds_p95']:.1f})"


def _print_ablation(rows: "dict[str, dict[str, Share]]", *, as_json: bool) -> None:
    if as_json:
        print_json({"shares": rows})
    else:
        _print_shares("VARIANT", rows, _SEARCHED)


def _print_shares(
    title: str, rows: "dict[str, dict[str, Share]]", measures: tuple[str, ...]
) -> None:
    columns = (Column(title), Column("", right=True), *(Column(m, right=True) for m in measures))
    print_table(columns, [_row(name, group, measures) for name, group in rows.items()])


def _row(name: str, group: "dict[str, Share]", measures: tuple[str, ...]) -> tuple[str, ...]:
    shown = (f"{group[m].percent:.1f} ± {group[m].error:.1f}" for m in measures)
    return (name, str(group[measures[0]].count), *shown)
