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
from recollect.cli.progress import bar, busy
from recollect.cli.screen import note, print_json, print_table, say
from recollect.cli.table import Column
from recollect.domain.plain import plain

# The bench itself is imported where it is used: it loads the model's libraries, which no other command needs.
if TYPE_CHECKING:
    from collections.abc import Sequence

    from recollect.bench.learning import Judged, Score
    from recollect.bench.observed import Observed
    from recollect.bench.recall import BenchQuestion, Share
    from recollect.memory import Memory

_ASKING = "Storing, embedding and asking …"
_RENDERED = ("any@1k", "all@1k", "any@3k", "all@3k")
_REWRITTEN = ("precision", "recall", "resolved", "untouched")
_SEARCHED = ("any@10", "all@10", *_RENDERED)


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
    """Measure how much evidence comes back, on conversations with questions.

    The share of questions with any, or all, of their evidence among the first 10 hits or within 1,000 and
    3,000 tokens, in percent, with its standard error: in the order of a search, and as a context really shows
    it. The memory is made for this and thrown away; --json has all ranks.

    With --leave-one-out each conversation is also measured with constants chosen on the others alone.
    --silence measures how often a context stays silent, rightly and wrongly; with DATA also what evidence that costs.
    --speed measures time and memory instead, as ratios and bounds; the exit code is 1 where one is broken.
    --rewriting tells by language how many follow-up questions are known as such (recall) and how many that were
    taken for such are (precision), how many stand alone when rewritten (resolved), and how many others stayed
    untouched, all without a model.
    --learning compares what the built-in extractor understands with the notes of a careful reader, --observations
    with what LoCoMo's authors observed: how many of their observations have a memory from the same turn.
    --learned asks for contexts without and with what was learned beside the turns; with --silence, only with it.

    Try: recollect bench locomo.json
    """
    alone = {"--rewriting": rewriting, "--learning": learning, "--observations": observations}
    apart = bool(ablate or leave_one_out or speed)
    _check_alone(alone, apart or bool(silence) or learned)
    _check_alone({"--learned": learned and not silence}, apart)
    if speed == bool(data or silence) or (speed and (ablate or leave_one_out)):
        raise typer.BadParameter("give either DATA, --silence or --speed")
    if silence and leave_one_out:
        raise typer.BadParameter("--leave-one-out is not for --silence")
    if verbose and not learning:
        raise typer.BadParameter("--verbose goes with --learning")
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
            with _made_for_this(folder, learned=learned) as memory:
                _silence(memory, silence, data or [], ablate, as_json=as_json)
        elif ablate or leave_one_out:
            _constants(Path(folder), data or [], ablate, leave_one_out, as_json=as_json)
        else:
            _evidence(Path(folder), data or [], learned, as_json=as_json)


def _check_alone(flags: dict[str, bool], others: bool) -> None:
    given = [name for name, wanted in flags.items() if wanted]
    if len(given) + others > 1 and given:
        raise typer.BadParameter(f"{given[0]} takes DATA and goes with nothing else")


def _rewriting(data: list[Path], *, as_json: bool) -> None:
    from recollect.bench import rewriting  # noqa: PLC0415

    asked = [question for path in data for question in rewriting.questions(path)]
    found = rewriting.scores([rewriting.judge(question) for question in asked])
    if as_json:
        rows = [
            {"part": part, "language": tongue, **plain(s)} for (part, tongue), s in found.items()
        ]
        print_json(rows)
        return
    columns = (Column("PART"), Column("LANGUAGE"), Column("QUESTIONS", right=True))
    shares = tuple(Column(name.upper(), right=True) for name in _REWRITTEN)
    print_table(
        columns + shares,
        [
            (part, tongue, str(s.count), *(_percent(getattr(s, name)) for name in _REWRITTEN))
            for (part, tongue), s in found.items()
        ],
    )


def _percent(share: float | None) -> str:
    return "" if share is None else f"{100 * share:.1f}"


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


def _learning(data: list[Path], *, verbose: bool, as_json: bool) -> None:
    from recollect.bench import learning  # noqa: PLC0415
    from recollect.wiring.extracting import extract  # noqa: PLC0415

    with busy("Reading dialogues …"):
        made = learning.score([one for path in data for one in learning.dialogues(path)], extract)
    groups = {"all": made.all, "in substance": made.substance, **made.languages, **made.kinds}
    if as_json:
        print_json({name: learning.as_data(one) for name, one in groups.items()})
        return
    names = ("", "notes", "found", "junk", "precision", "recall", "F1")
    columns = tuple(Column(name, right=bool(name)) for name in names)
    print_table(columns, [_scored(name, one) for name, one in groups.items()])
    say()
    say(
        "in substance: whatever the kind, the dates and the extent; junk there rests on nothing that"
    )
    say("a reader would or might note.")
    if verbose:
        for one in made.judged:
            _list_faults(one)


def _scored(name: str, one: "Score") -> tuple[str, ...]:
    shares = (one.precision, one.recall, one.f1)
    shown = ("–" if share is None else f"{share:.2f}" for share in shares)
    return (name, str(one.notes), str(one.found), str(one.junk), *shown)


def _list_faults(one: "Judged") -> None:
    turns = one.dialogue.turns
    for note_ in one.missed:
        quote = turns[note_.turn].content[note_.start : note_.end]
        say(f"{one.dialogue.id} missed {'/'.join(note_.kinds)}: {quote}")
    for memory in one.junk:
        say(f"{one.dialogue.id} junk {memory.kind}: {memory.content} [{memory.quote}]")


def _observations(data: list[Path], *, as_json: bool) -> None:
    from recollect.bench import observed  # noqa: PLC0415
    from recollect.wiring.extracting import extract  # noqa: PLC0415

    found = {name: one for path in data for name, one in observed.observe(path, extract).items()}
    found["all"] = observed.summed([*found.values()])
    if as_json:
        rows = {name: {**plain(one), "shares": one.shares} for name, one in found.items()}
        print_json(rows)
        return
    titles = ("observations", "learned", "by chance", "memories", "noted", "by chance", "per turn")
    columns = (Column("SAMPLE"), *(Column(title.upper(), right=True) for title in titles))
    print_table(columns, [_observed(name, one) for name, one in found.items()])
    say()
    say("learned: of the observations, the percentage with a memory from the same turn; by chance")
    say("it would be that of the turns with a memory. noted: the same the other way round.")


def _observed(name: str, one: "Observed") -> tuple[str, ...]:
    *percents, per_turn = one.shares.values()
    learned, chance, noted, noted_by_chance = (f"{100 * share:.1f}" for share in percents)
    return (
        *(name, f"{one.observations:,}", learned, chance),
        *(f"{one.memories:,}", noted, noted_by_chance, f"{per_turn:.2f}"),
    )


def _evidence(folder: Path, data: list[Path], learned: bool, *, as_json: bool) -> None:
    from recollect.bench import recall, report  # noqa: PLC0415
    from recollect.memory import Memory  # noqa: PLC0415

    with busy(_ASKING), Memory.open(folder / "bench.sqlite", extractor="none") as memory:
        answers = recall.evaluate(memory, data)
        made = report.reported(memory, answers)
    after = None
    if learned:
        with (
            busy("Learning and asking again …"),
            Memory.open(folder / "bench.sqlite", extractor="built_in") as memory,
        ):
            after = report.learned(memory, data, [answer.asked for answer in answers])
    if as_json:
        print_json(plain(made) | ({"learned": after} if after else {}))
        return
    _print_shares("BY SEARCH", made.search.shares, _SEARCHED)
    say()
    _print_shares("IN CONTEXT", made.context.shares, _RENDERED)
    say()
    if after:
        _print_shares("WITH MEMORIES", after.context.shares, _RENDERED)
        say()
        _print_shares("OR AS ONE", after.told.shares, _RENDERED)
        say()
        say(
            f"WITH MEMORIES: with the {after.memories:,} learned beside the turns. OR AS ONE: where a memory"
        )
        say("made of the evidence counts as well.")
    held = " and ".join(f"{tokens:,.0f}" for tokens in made.tokens.values())
    say(f"A search took {made.search.took}, a context {made.context.took}, all with the")
    say(f"question's embedding. Contexts held {held} tokens on average.")


def _made_for_this(folder: str, *, learned: bool) -> "Memory":
    from recollect.memory import Memory  # noqa: PLC0415

    return Memory.open(Path(folder, "bench.sqlite"), extractor="built_in" if learned else "none")


def _silence(
    memory: "Memory", files: list[Path], data: list[Path], ablate: bool, *, as_json: bool
) -> None:
    from recollect.bench import silence  # noqa: PLC0415

    told = [history for path in files for history in silence.histories(path)]
    with busy(_ASKING):
        found = silence.measure(memory, told, data)
    bar = memory.recall.bar
    rows = {"as shipped": found.shares(bar), "never silent": found.shares(None)}
    if ablate:
        rows |= {name: found.shares(other) for name, other in silence.variants(bar)}
    if as_json:
        print_json({"shares": rows})
        return
    _print_shares("SHOWN", rows, tuple(rows["as shipped"]))
    say()
    say("unrelated, elsewhere and others' should be 0: questions that have nothing to do with")
    say("the history, or with a conversation of DATA, or that belong to another conversation.")


def _constants(
    folder: Path, data: list[Path], ablate: bool, leave_one_out: bool, *, as_json: bool
) -> None:
    from recollect.bench import recall  # noqa: PLC0415
    from recollect.memory import Memory  # noqa: PLC0415

    with Memory.open(folder / "bench.sqlite", extractor="none") as memory:
        with busy(_ASKING):
            answers = recall.evaluate(memory, data)
        asked = [answer.asked for answer in answers]
        rows = {"as shipped": recall.shares(answers)["all"]}
        if leave_one_out:
            rows["left out"] = _left_out(memory, asked)
        if ablate:
            with busy("Asking with other constants …"):
                rows |= {name: recall.shares(a)["all"] for name, a in recall.ablate(memory, asked)}
    if as_json:
        print_json({"shares": rows})
    else:
        _print_shares("CONSTANTS", rows, _SEARCHED)


def _left_out(memory: "Memory", asked: "Sequence[BenchQuestion]") -> "dict[str, Share]":
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
