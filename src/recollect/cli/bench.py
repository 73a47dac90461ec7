import tempfile
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from recollect.cli import bench_answers as with_answers
from recollect.cli.options import AsJson
from recollect.cli.output import note, print_json, print_table, say
from recollect.cli.parameters import argument, flag
from recollect.cli.progress import progress_bar, spinner
from recollect.cli.table import Column
from recollect.domain.plain import plain

# The benchmarks are imported where they are used, because they are slow to load.
if TYPE_CHECKING:
    from recollect.bench.learning import Judged, Score
    from recollect.bench.recall import Share

_DATA_HELP = "Files in LoCoMo format; with --learning, annotated dialogues."
_LEARNING_HELP = "Compare what the built-in extractor learns with human annotations."
_LEARNED_HELP = "Also learn from DATA and measure contexts that include what was learned."
_ANSWERS_HELP = "Let a model answer the questions, and measure how well it does."
_SPEED_HELP = "Measure speed and memory use; takes no DATA."
_VERBOSE_HELP = "With --learning: list missed and junk memories."
_BUDGET_MEASURES = ("any@1k", "all@1k", "any@3k", "all@3k")
CONTEXT_MEASURES = ("first 200", *_BUDGET_MEASURES)
SEARCH_MEASURES = ("any@10", "all@10", *_BUDGET_MEASURES)


def bench(
    ctx: typer.Context,
    data: Annotated[list[Path] | None, argument("DATA...", _DATA_HELP)] = None,
    learning: Annotated[bool, flag("--learning", _LEARNING_HELP)] = False,
    learned: Annotated[bool, flag("--learned", _LEARNED_HELP)] = False,
    speed: Annotated[bool, flag("--speed", _SPEED_HELP)] = False,
    verbose: Annotated[bool, flag("--verbose", _VERBOSE_HELP)] = False,
    as_json: AsJson = False,
    answers: Annotated[bool, flag("--answers", _ANSWERS_HELP)] = False,
    systems: with_answers.Systems = with_answers.DEFAULT_SYSTEMS,
    reader: with_answers.Reader = None,
    reader_url: with_answers.ReaderUrl = None,
    reader_key: with_answers.ReaderKey = None,
    judge: with_answers.Judge = None,
    judge_url: with_answers.JudgeUrl = None,
    judge_key: with_answers.JudgeKey = None,
    proxy: with_answers.Proxy = None,
    budget: with_answers.Budget = 1_000,
    window: with_answers.Window = 100_000,
    limit: with_answers.Sample = None,
    parallel: with_answers.Parallel = 4,
    price_in: with_answers.PriceIn = None,
    price_out: with_answers.PriceOut = None,
    cache: with_answers.Replies = None,
) -> None:
    """Measure recall on conversations with questions.

    Prints the percentage of questions with any, or all, of their evidence among the first 10 hits
    or within 1,000 and 3,000 tokens, with its standard error, for search and for contexts; for
    contexts also with evidence in the first 200 tokens. Uses a temporary database; --json includes
    all ranks.

    --answers compares what a model answers from contexts with other ways to inform it.
    --speed measures time and memory as ratios with bounds; the exit code is 1 if one is exceeded.
    """
    if speed == bool(data):
        raise typer.BadParameter("give either DATA or --speed")
    if speed + learning + (learned or answers) > 1:
        raise typer.BadParameter("--learning and --speed measure nothing else")
    if verbose and not learning:
        raise typer.BadParameter("--verbose requires --learning")
    if not answers:
        with_answers.refuse_options(ctx)
    if learning:
        _learning(data or [], verbose=verbose, as_json=as_json)
        return
    with tempfile.TemporaryDirectory(prefix="recollect-bench-") as folder:
        if speed:
            _speed(Path(folder), as_json=as_json)
        elif answers:
            models = (reader, reader_url, reader_key), (judge, judge_url, judge_key)
            limits = with_answers.AnswerLimits(budget, window, limit, parallel)
            options = with_answers.AnswerOptions(
                systems, *models, proxy, limits, (price_in, price_out), cache, learned
            )
            with_answers.print_answers(Path(folder), data or [], options, as_json=as_json)
        else:
            _evidence(Path(folder), data or [], learned, as_json=as_json)


def _speed(folder: Path, *, as_json: bool) -> None:
    from recollect.bench import ratio, sizes, speed  # noqa: PLC0415

    note("Storing and searching several hundred thousand turns: this takes some minutes …")
    measured = list(speed.lines(folder, sizes.Sizes(), progress_bar))
    if as_json:
        print_json([line.as_data() for line in measured])
    else:
        ratio.show(measured)
    if not all(line.holds for line in measured):
        raise typer.Exit(1)


def _learning(data: list[Path], *, verbose: bool, as_json: bool) -> None:
    from recollect.bench import learning  # noqa: PLC0415
    from recollect.wiring.learning import extract  # noqa: PLC0415

    with spinner("Reading dialogues …"):
        dialogues = [item for path in data for item in learning.dialogues(path)]
        result = learning.score(dialogues, extract)
    groups = {
        "all": result.all,
        "in substance": result.substance,
        **result.languages,
        **result.kinds,
    }
    if as_json:
        print_json({name: learning.as_data(score) for name, score in groups.items()})
        return
    names = ("", "notes", "found", "junk", "precision", "recall", "F1")
    columns = tuple(Column(name, right=bool(name)) for name in names)
    print_table(columns, [_score_row(name, score) for name, score in groups.items()])
    say()
    say("in substance: kind, dates and extent are ignored; junk is then what matches nothing that")
    say("an annotator noted or might have noted.")
    if verbose:
        for judged in result.judged:
            _list_errors(judged)


def _score_row(name: str, score: "Score") -> tuple[str, ...]:
    shares = (score.precision, score.recall, score.f1)
    shown = ("–" if share is None else f"{share:.2f}" for share in shares)
    return (name, str(score.notes), str(score.found), str(score.junk), *shown)


def _list_errors(judged: "Judged") -> None:
    turns = judged.dialogue.turns
    for note_ in judged.missed:
        quote = turns[note_.turn].content[note_.start : note_.end]
        say(f"{judged.dialogue.id} missed {'/'.join(note_.kinds)}: {quote}")
    for memory in judged.junk:
        say(f"{judged.dialogue.id} junk {memory.kind}: {memory.content} [{memory.quote}]")


def _evidence(folder: Path, data: list[Path], learned: bool, *, as_json: bool) -> None:
    from recollect.bench import recall, report  # noqa: PLC0415
    from recollect.memory import Memory  # noqa: PLC0415

    with (
        spinner("Storing, embedding and searching …"),
        Memory.open(folder / "bench.sqlite", extractor="none") as memory,
    ):
        answers = recall.evaluate(memory, data)
        result = report.full_report(memory, answers)
    after = None
    if learned:
        with (
            spinner("Learning and searching again …"),
            Memory.open(folder / "bench.sqlite", extractor="built_in") as memory,
        ):
            after = report.report_after_learning(memory, data, [answer.asked for answer in answers])
    if as_json:
        print_json(plain(result) | ({"learned": after} if after else {}))
        return
    print_shares("BY SEARCH", result.search.shares, SEARCH_MEASURES)
    say()
    print_shares("IN CONTEXT", result.context.shares, CONTEXT_MEASURES)
    say()
    if after:
        print_shares("WITH MEMORIES", after.context.shares, CONTEXT_MEASURES)
        say()
        print_shares("OR AS ONE", after.told.shares, CONTEXT_MEASURES)
        say()
        say(f"WITH MEMORIES: turns and {after.memories:,} learned memories. OR AS ONE: a")
        say("memory learned from the evidence counts as well.")
    sizes = " and ".join(f"{tokens:,.0f}" for tokens in result.tokens.values())
    say(f"A search took {result.search.took}, a context {result.context.took}, including the")
    say(f"question's embedding. Contexts had {sizes} tokens on average.")


def print_shares(
    title: str, rows: "dict[str, dict[str, Share]]", measures: tuple[str, ...]
) -> None:
    """Print one row per group, with the standard error of each share."""
    columns = (Column(title), Column("", right=True), *(Column(m, right=True) for m in measures))
    cells = []
    for name, group in rows.items():
        shown = (f"{group[m].percent:.1f} ± {group[m].error:.1f}" for m in measures)
        cells.append((name, str(group[measures[0]].count), *shown))
    print_table(columns, cells)
