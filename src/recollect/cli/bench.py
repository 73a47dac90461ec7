import tempfile
from pathlib import Path
from typing import TYPE_CHECKING

import typer

from recollect.cli.bench_options import (
    Ablate,
    Data,
    Learned,
    Learning,
    LeaveOneOut,
    Observations,
    Rewriting,
    Silence,
    Speed,
    Verbose,
)
from recollect.cli.options import AsJson
from recollect.cli.output import note, print_json, print_table, say
from recollect.cli.progress import progress_bar, spinner
from recollect.cli.table import Column
from recollect.domain.plain import plain

# The benchmarks are imported where they are used, because they are slow to load.
if TYPE_CHECKING:
    from collections.abc import Sequence

    from recollect.bench.learning import Judged, Score
    from recollect.bench.observations import ObservationCounts
    from recollect.bench.recall import BenchQuestion, Share
    from recollect.memory import Memory

_EVALUATING = "Storing, embedding and searching …"
_CONTEXT_MEASURES = ("any@1k", "all@1k", "any@3k", "all@3k")
_REWRITING_MEASURES = ("precision", "recall", "resolved", "untouched")
_SEARCH_MEASURES = ("any@10", "all@10", *_CONTEXT_MEASURES)


def bench(
    data: Data = None,
    ablate: Ablate = False,
    leave_one_out: LeaveOneOut = False,
    speed: Speed = False,
    rewriting: Rewriting = False,
    silence: Silence = None,
    learning: Learning = False,
    learned: Learned = False,
    observations: Observations = False,
    verbose: Verbose = False,
    as_json: AsJson = False,
) -> None:
    """Measure recall on conversations with questions.

    Prints the percentage of questions with any, or all, of their evidence among the first 10 hits
    or within 1,000 and 3,000 tokens, with its standard error, for search and for contexts. Uses a
    temporary database; --json includes all ranks.

    --leave-one-out also measures each conversation with constants tuned on the others only.
    --silence measures how often contexts are empty, rightly and wrongly; with DATA, also how much
    evidence that costs.
    --speed measures time and memory as ratios with bounds; the exit code is 1 if one is exceeded.
    --rewriting measures, by language and without a model, the detection of follow-up questions
    (precision, recall), how many are clear on their own once rewritten (resolved), and how many
    other questions stay unchanged (untouched).
    --learning compares what the built-in extractor learns with human annotations, --observations
    with those of LoCoMo's authors: how many of them have a memory from the same turn.
    --learned measures contexts without and with learned memories; with --silence, only with them.

    Try: recollect bench locomo.json
    """
    exclusive = {"--rewriting": rewriting, "--learning": learning, "--observations": observations}
    has_other = bool(ablate or leave_one_out or speed)
    _check_exclusive(exclusive, has_other or bool(silence) or learned)
    _check_exclusive({"--learned": learned and not silence}, has_other)
    if speed == bool(data or silence) or (speed and (ablate or leave_one_out)):
        raise typer.BadParameter("give either DATA, --silence or --speed")
    if silence and leave_one_out:
        raise typer.BadParameter("--leave-one-out cannot be combined with --silence")
    if verbose and not learning:
        raise typer.BadParameter("--verbose requires --learning")
    if rewriting:
        _rewriting(data or [], as_json=as_json)
        return
    if learning:
        _learning(data or [], verbose=verbose, as_json=as_json)
        return
    if observations:
        _observations(data or [], as_json=as_json)
        return
    with tempfile.TemporaryDirectory(prefix="recollect-bench-") as folder:
        if speed:
            _speed(Path(folder), as_json=as_json)
        elif silence:
            with _temporary_memory(folder, learned=learned) as memory:
                _silence(memory, silence, data or [], ablate, as_json=as_json)
        elif ablate or leave_one_out:
            _constants(Path(folder), data or [], ablate, leave_one_out, as_json=as_json)
        else:
            _evidence(Path(folder), data or [], learned, as_json=as_json)


def _check_exclusive(flags: dict[str, bool], others: bool) -> None:
    given = [name for name, wanted in flags.items() if wanted]
    if len(given) + others > 1 and given:
        raise typer.BadParameter(f"{given[0]} takes DATA and cannot be combined with other options")


def _rewriting(data: list[Path], *, as_json: bool) -> None:
    from recollect.bench import rewriting  # noqa: PLC0415

    questions = [question for path in data for question in rewriting.questions(path)]
    found = rewriting.scores([rewriting.judge(question) for question in questions])
    if as_json:
        rows = [
            {"part": part, "language": language, **plain(s)}
            for (part, language), s in found.items()
        ]
        print_json(rows)
        return
    columns = (Column("PART"), Column("LANGUAGE"), Column("QUESTIONS", right=True))
    shares = tuple(Column(name.upper(), right=True) for name in _REWRITING_MEASURES)
    print_table(
        columns + shares,
        [
            (
                part,
                language,
                str(s.count),
                *(_percent(getattr(s, name)) for name in _REWRITING_MEASURES),
            )
            for (part, language), s in found.items()
        ],
    )


def _percent(share: float | None) -> str:
    return "" if share is None else f"{100 * share:.1f}"


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
    from recollect.wiring.extraction import extract  # noqa: PLC0415

    with spinner("Reading dialogues …"):
        result = learning.score(
            [item for path in data for item in learning.dialogues(path)], extract
        )
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


def _observations(data: list[Path], *, as_json: bool) -> None:
    from recollect.bench import observations  # noqa: PLC0415
    from recollect.wiring.extraction import extract  # noqa: PLC0415

    found = {
        name: sample
        for path in data
        for name, sample in observations.count_observations(path, extract).items()
    }
    found["all"] = observations.total([*found.values()])
    if as_json:
        rows = {name: {**plain(sample), "shares": sample.shares} for name, sample in found.items()}
        print_json(rows)
        return
    titles = ("observations", "learned", "by chance", "memories", "noted", "by chance", "per turn")
    columns = (Column("SAMPLE"), *(Column(title.upper(), right=True) for title in titles))
    print_table(columns, [_observed_row(name, sample) for name, sample in found.items()])
    say()
    say("learned: percentage of observations with a memory from the same turn; by chance it would")
    say("be the percentage of turns with a memory. noted: the reverse, by memories.")


def _observed_row(name: str, sample: "ObservationCounts") -> tuple[str, ...]:
    *percents, per_turn = sample.shares.values()
    learned, chance, noted, noted_by_chance = (f"{100 * share:.1f}" for share in percents)
    return (
        *(name, f"{sample.observations:,}", learned, chance),
        *(f"{sample.memories:,}", noted, noted_by_chance, f"{per_turn:.2f}"),
    )


def _evidence(folder: Path, data: list[Path], learned: bool, *, as_json: bool) -> None:
    from recollect.bench import recall, report  # noqa: PLC0415
    from recollect.memory import Memory  # noqa: PLC0415

    with spinner(_EVALUATING), Memory.open(folder / "bench.sqlite", extractor="none") as memory:
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
    _print_shares("BY SEARCH", result.search.shares, _SEARCH_MEASURES)
    say()
    _print_shares("IN CONTEXT", result.context.shares, _CONTEXT_MEASURES)
    say()
    if after:
        _print_shares("WITH MEMORIES", after.context.shares, _CONTEXT_MEASURES)
        say()
        _print_shares("OR AS ONE", after.told.shares, _CONTEXT_MEASURES)
        say()
        say(f"WITH MEMORIES: turns and {after.memories:,} learned memories. OR AS ONE: a")
        say("memory learned from the evidence counts as well.")
    sizes = " and ".join(f"{tokens:,.0f}" for tokens in result.tokens.values())
    say(f"A search took {result.search.took}, a context {result.context.took}, including the")
    say(f"question's embedding. Contexts had {sizes} tokens on average.")


def _temporary_memory(folder: str, *, learned: bool) -> "Memory":
    from recollect.memory import Memory  # noqa: PLC0415

    return Memory.open(Path(folder, "bench.sqlite"), extractor="built_in" if learned else "none")


def _silence(
    memory: "Memory", files: list[Path], data: list[Path], ablate: bool, *, as_json: bool
) -> None:
    from recollect.bench import silence  # noqa: PLC0415

    histories = [history for path in files for history in silence.histories(path)]
    with spinner(_EVALUATING):
        found = silence.measure(memory, histories, data)
    threshold = memory.recall.bar
    rows = {"as shipped": found.shares(threshold), "never silent": found.shares(None)}
    if ablate:
        rows |= {name: found.shares(other) for name, other in silence.variants(threshold)}
    if as_json:
        print_json({"shares": rows})
        return
    _print_shares("SHOWN", rows, tuple(rows["as shipped"]))
    say()
    say("unrelated, elsewhere and others' should be 0: questions unrelated to the history or to a")
    say("conversation of DATA, or that belong to another conversation.")


def _constants(
    folder: Path, data: list[Path], ablate: bool, leave_one_out: bool, *, as_json: bool
) -> None:
    from recollect.bench import recall  # noqa: PLC0415
    from recollect.memory import Memory  # noqa: PLC0415

    with Memory.open(folder / "bench.sqlite", extractor="none") as memory:
        with spinner(_EVALUATING):
            answers = recall.evaluate(memory, data)
        asked = [answer.asked for answer in answers]
        rows = {"as shipped": recall.shares(answers)["all"]}
        if leave_one_out:
            rows["left out"] = _left_out(memory, asked)
        if ablate:
            with spinner("Searching with other constants …"):
                rows |= {name: recall.shares(a)["all"] for name, a in recall.ablate(memory, asked)}
    if as_json:
        print_json({"shares": rows})
    else:
        _print_shares("CONSTANTS", rows, _SEARCH_MEASURES)


def _left_out(memory: "Memory", asked: "Sequence[BenchQuestion]") -> "dict[str, Share]":
    """Return the shares over all conversations, each with constants tuned on the others."""
    from recollect.bench import recall  # noqa: PLC0415
    from recollect.bench.leave_one_out import GRID, leave_one_out  # noqa: PLC0415

    note("Tuning constants on all conversations but one …")
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
