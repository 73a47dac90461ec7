"""How well a model answers questions from what each system shows it."""

import re
from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager, ExitStack, closing
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path
from random import Random
from typing import Final

from recollect.bench.answer_cache import AnswerCache, SavedReply
from recollect.bench.answer_models import ModelAddress
from recollect.bench.answer_report import GradedAnswer
from recollect.bench.answer_systems import ShownTexts, System
from recollect.bench.ask_models import Request, Result, ask_all
from recollect.bench.f1 import f1
from recollect.bench.recall import ADVERSARIAL, CATEGORIES, BenchQuestion, every_question
from recollect.domain.data_files import read_toml
from recollect.errors import InvalidInput
from recollect.providers.chat import HttpChatModel

NAMES: Final = CATEGORIES | {ADVERSARIAL: "adversarial"}
_NOT_MENTIONED: Final = "Not mentioned"
_PROMPTS: Final[dict[str, str]] = read_toml("recollect.bench", "answers.toml")
_GRADE: Final = re.compile(r"\b(yes|no)\b")
Pair = tuple[System, BenchQuestion]
ProgressBar = Callable[[str, int], AbstractContextManager[Callable[[int], None] | None]]


def answerable(paths: Sequence[Path], limit: int | None) -> list[BenchQuestion]:
    """The questions with an answer; with a limit a fixed sample, which a larger one contains."""
    found = [
        asked
        for path in paths
        for asked in every_question(path)
        if asked.category in NAMES and (asked.answer or asked.category == ADVERSARIAL)
    ]
    if not found:
        raise InvalidInput("the data contains no question with an answer", field="data")
    order = [*range(len(found))]
    Random(0).shuffle(order)
    return [found[number] for number in sorted(order[:limit])]


@dataclass(frozen=True, slots=True, kw_only=True)
class AnswerRun:
    """One run: every system answers every question, and the judge, if any, grades the answers."""

    systems: tuple[System, ...]
    reader: ModelAddress
    judge: ModelAddress | None
    proxy: str | None
    cache: AnswerCache
    parallel: int
    progress: ProgressBar

    def answers(self, shown: ShownTexts, asked: Sequence[BenchQuestion]) -> list[GradedAnswer]:
        """All answers with their grades."""
        # Question by question, so that an interrupted run has asked every system the same.
        pairs = [(system, question) for question in asked for system in self.systems]
        with ExitStack() as opened:
            connect = cache(lambda agent: opened.enter_context(closing(self._reader(agent))))
            requests = self._requests(shown, pairs, connect)
            results = self._ask("Answering", requests)
            answers = [_scored(*pair, result) for pair, result in zip(pairs, results, strict=True)]
            if self.judge is None:
                return answers
            return self._judged(answers, opened.enter_context(closing(self.judge.connect())))

    def _reader(self, agent: str) -> HttpChatModel:
        if not agent:
            return self.reader.connect()
        return self.reader.behind(self.proxy or "").connect(agent)

    def _requests(
        self, shown: ShownTexts, pairs: Sequence[Pair], connect: Callable[[str], HttpChatModel]
    ) -> list[Request]:
        built: list[Request] = []
        with self.progress("Building prompts", len(pairs)) as advance:
            for system, asked in pairs:
                agent = asked.sample if system is System.PROXY else ""
                text = shown.text(system, asked)
                built.append(Request(connect(agent), _PROMPTS["reader"], asked.text, text, agent))
                if advance:
                    advance(len(built))
        return built

    def _ask(self, label: str, requests: Sequence[Request]) -> list[Result]:
        missing = {request.key for request in requests if request.key not in self.cache}
        with self.progress(label, len(missing)) as advance:
            return ask_all(requests, self.cache, self.parallel, advance)

    def _judged(self, answers: Sequence[GradedAnswer], judge: HttpChatModel) -> list[GradedAnswer]:
        given = [answer for answer in answers if answer.answer is not None]
        texts = [
            _PROMPTS["graded"].format(question=a.question, expected=a.expected, given=a.answer)
            for a in given
        ]
        results = self._ask("Grading", [Request(judge, _PROMPTS["judge"], text) for text in texts])
        graded = [
            replace(answer, judged=_grade(result))
            for answer, result in zip(given, results, strict=True)
        ]
        return graded + [answer for answer in answers if answer.answer is None]


def _scored(system: System, asked: BenchQuestion, result: Result) -> GradedAnswer:
    expected = _NOT_MENTIONED if asked.category == ADVERSARIAL else asked.answer
    answer = GradedAnswer(
        system=system,
        sample=asked.sample,
        question=asked.text,
        category=NAMES[asked.category],
        expected=expected,
    )
    if not isinstance(result, SavedReply):
        return replace(answer, error=result.message)
    return replace(
        answer,
        answer=result.text,
        f1=f1(result.text, expected, asked.category),
        tokens_in=result.tokens_in,
        tokens_out=result.tokens_out,
    )


def _grade(result: Result) -> bool | None:
    """The judge's verdict; None if it gave none."""
    found = _GRADE.search(result.text.lower()) if isinstance(result, SavedReply) else None
    return found[1] == "yes" if found else None
