"""`recollect bench DATA --answers`: its options and its tables."""

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, NamedTuple

import typer

from recollect.cli.output import note, print_json, print_table, say
from recollect.cli.parameters import option
from recollect.cli.progress import progress_bar, spinner
from recollect.cli.table import Column
from recollect.domain.amounts import pluralize
from recollect.domain.plain import plain
from recollect.errors import InvalidInput, ProviderError

# The benchmarks are imported where they are used, because they are slow to load.
if TYPE_CHECKING:
    from recollect.bench.answer_report import AnswerReport, Estimate, Prices
    from recollect.bench.answer_systems import System

CACHE = "bench-answers.jsonl"
DEFAULT_SYSTEMS = "recollect,vectors,full,none"
_PANEL = "With --answers"


def _option(name: str, metavar: str, text: str, **more: Any) -> Any:
    return option(name, metavar, text, rich_help_panel=_PANEL, **more)


Systems = Annotated[
    str, _option("--systems", "NAMES", "What to compare, separated by commas; see docs/bench.md.")
]
Reader = Annotated[
    str | None, _option("--reader", "MODEL", "Model that answers; default: the core model.")
]
ReaderUrl = Annotated[
    str | None, _option("--reader-url", "URL", "Base URL of an OpenAI-compatible endpoint.")
]
ReaderKey = Annotated[
    str | None, _option("--reader-key", "VARIABLE", "Environment variable with its API key.")
]
Judge = Annotated[
    str | None, _option("--judge", "MODEL", "Model that grades the answers with yes or no.")
]
JudgeUrl = Annotated[
    str | None, _option("--judge-url", "URL", "Base URL of the judge, if not the reader's.")
]
JudgeKey = Annotated[
    str | None, _option("--judge-key", "VARIABLE", "Environment variable with its API key.")
]
Proxy = Annotated[
    str | None, _option("--proxy", "URL", "Recollect server to ask through as another system.")
]
Budget = Annotated[int, _option("--budget", "N", "Tokens of recollect and vectors.", min=100)]
Window = Annotated[int, _option("--window", "N", "Tokens of the conversation for full.", min=100)]
Sample = Annotated[
    int | None, _option("--limit", "N", "Ask only a fixed sample of the questions.", min=1)
]
Parallel = Annotated[int, _option("--parallel", "N", "Requests at a time.", min=1, max=64)]
PriceIn = Annotated[
    float | None, _option("--price-in", "PRICE", "Price of a million prompt tokens.", min=0)
]
PriceOut = Annotated[
    float | None, _option("--price-out", "PRICE", "Price of a million answer tokens.", min=0)
]
Replies = Annotated[
    Path | None,
    _option("--cache", "PATH", f"File that keeps the replies; default: {CACHE} in the home."),
]


class AnswerLimits(NamedTuple):
    """How much is shown, asked, and asked at a time."""

    budget: int
    window: int
    questions: int | None
    parallel: int


@dataclass(frozen=True, slots=True)
class AnswerOptions:
    """The options of `--answers`; a model is its name, its URL and the variable with its key."""

    systems: str
    reader: tuple[str | None, str | None, str | None]
    judge: tuple[str | None, str | None, str | None]
    proxy: str | None
    limits: AnswerLimits
    prices: tuple[float | None, float | None]
    cache: Path | None
    learned: bool


def refuse_options(ctx: typer.Context) -> None:
    """Refuse the options of --answers, which was not given."""
    for parameter in ctx.command.params:
        given = ctx.get_parameter_source(parameter.name or "")
        panel = getattr(parameter, "rich_help_panel", None)
        if panel == _PANEL and given is not None and given.name == "COMMANDLINE":
            raise typer.BadParameter(f"{parameter.opts[0]} requires --answers")


def print_answers(folder: Path, data: list[Path], options: AnswerOptions, *, as_json: bool) -> None:
    """Ask all questions and print how well they were answered."""
    from recollect.bench import answer_models, answer_systems, answers  # noqa: PLC0415
    from recollect.bench.answer_cache import AnswerCache  # noqa: PLC0415
    from recollect.bench.answer_report import report  # noqa: PLC0415
    from recollect.bench.recall import store  # noqa: PLC0415
    from recollect.memory import Memory  # noqa: PLC0415
    from recollect.settings import load  # noqa: PLC0415
    from recollect.wiring import build  # noqa: PLC0415

    # Everything that can be refused is checked before hours of work.
    settings = load(extractor="built_in" if options.learned else "none")
    systems = _systems(options, has_embedder=settings.embedding_backend != "none")
    name, url, key = options.reader
    if systems == (answer_systems.System.PROXY,):
        url = url or options.proxy
    reader = answer_models.reader_address(answer_models.ModelOptions(name, url, key), settings)
    judge = answer_models.judge_address(answer_models.ModelOptions(*options.judge), reader)
    asked = answers.answerable(data, options.limits.questions)
    if options.proxy:
        answer_models.check_proxy(options.proxy, sorted({question.sample for question in asked}))
    clock = answer_systems.QuestionClock()
    with (
        AnswerCache(options.cache or settings.home / CACHE) as replies,
        Memory(build(settings, folder / "bench.sqlite", clock=clock), background=False) as memory,
    ):
        if any(system.needs_turns for system in systems):
            with spinner("Storing and embedding …"):
                for path in data:
                    store(memory, path)
        limits = options.limits
        shown = answer_systems.ShownTexts(memory, clock, limits.budget, limits.window)
        run = answers.AnswerRun(
            systems=systems,
            reader=reader,
            judge=judge,
            proxy=options.proxy,
            cache=replies,
            parallel=limits.parallel,
            progress=progress_bar,
        )
        try:
            graded = run.answers(shown, asked)
        except (KeyboardInterrupt, ProviderError):
            note(f"Stopped; the same command continues with the replies in {replies.path}.")
            raise
        found = report(graded, _prices(options), is_judged=judge is not None)
        if as_json:
            about = {"reader": reader.name, "judge": judge and judge.name}
            print_json(about | {"budget": options.limits.budget} | plain(found))
        else:
            _print(found)
            say()
            for line in _notes(found, shown.cut):
                say(line)
            say(f"{pluralize(replies.added, 'new reply')}; all are kept in {replies.path}.")
    if any(each.unanswered or each.ungraded for each in found.systems.values()):
        raise typer.Exit(1)


def _systems(options: AnswerOptions, *, has_embedder: bool) -> "tuple[System, ...]":
    from recollect.bench.answer_systems import System  # noqa: PLC0415

    names = [name.strip() for name in options.systems.split(",") if name.strip()]
    if unknown := sorted({*names} - {*System}):
        known = ", ".join(System)
        raise InvalidInput(f"{unknown[0]!r:.40} is no system; there are {known}", field="systems")
    chosen = dict.fromkeys(map(System, names)) | ({System.PROXY: None} if options.proxy else {})
    if not chosen:
        raise InvalidInput("give at least one system", field="systems")
    if System.PROXY in chosen and not options.proxy:
        raise InvalidInput("the system proxy needs the server's address: --proxy", field="proxy")
    if System.VECTORS in chosen and not has_embedder:
        message = "vectors needs an embedder, but embedding_backend is none: choose other --systems"
        raise InvalidInput(message, field="systems")
    return tuple(chosen)


def _prices(options: AnswerOptions) -> "Prices | None":
    from recollect.bench.answer_report import Prices  # noqa: PLC0415

    tokens_in, tokens_out = options.prices
    if tokens_in is None and tokens_out is None:
        return None
    return Prices(tokens_in or 0.0, tokens_out or 0.0)


def _print(found: "AnswerReport") -> None:
    """Print a column per system: its grades by category, and what they cost."""
    systems = found.systems
    headings = (Column("F1"), Column("", right=True), *(Column(s, right=True) for s in systems))
    totals = (
        ("prompt tokens", *(_number(each.prompt_tokens, ",.0f") for each in systems.values())),
        ("answer tokens", *(_number(each.answer_tokens, ",.0f") for each in systems.values())),
        ("cost", *(_number(each.cost, ",.4f") for each in systems.values())),
    )
    rows = [(name, "", *cells) for name, *cells in totals if {*cells} != {"–"}]
    print_table(headings, [*_grades([each.f1 for each in systems.values()]), *rows])
    if any(each.judged for each in systems.values()):
        say()
        judged = [each.judged for each in systems.values()]
        print_table((Column("JUDGED"), *headings[1:]), [*_grades(judged)])


def _grades(by_system: "list[dict[str, Estimate]]") -> Iterator[tuple[str, ...]]:
    from recollect.bench.answers import NAMES  # noqa: PLC0415

    for category in ("all", *NAMES.values()):
        found = [grades.get(category) for grades in by_system]
        if any(found):
            count = max(grade.count for grade in found if grade)
            shown = (f"{g.percent:.1f} ({g.low:.0f}–{g.high:.0f})" if g else "–" for g in found)
            yield (category, f"{count:,}", *shown)


def _notes(found: "AnswerReport", cut: int) -> Iterator[str]:
    yield "In brackets: 95 % intervals, by bootstrap over the questions."
    for system, grade in found.advantages.items():
        bounds = f"{grade.low:+.1f} to {grade.high:+.1f}"
        yield f"F1 of recollect minus {system}: {grade.percent:+.1f} ({bounds})."
    if cut:
        yield f"full: {pluralize(cut, 'turn')} at the beginning did not fit --window."
    for system, each in found.systems.items():
        if each.unanswered:
            error = next(a.error for a in found.answers if a.system is system and a.error)
            yield f"{system}: {pluralize(each.unanswered, 'question')} not answered: {error}"
        if each.ungraded:
            yield f"{system}: the judge gave no verdict on {pluralize(each.ungraded, 'answer')}."


def _number(value: float | None, form: str) -> str:
    return "–" if value is None else format(value, form)
