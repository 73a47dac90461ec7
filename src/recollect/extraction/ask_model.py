"""Asks a model to fill in a form, and retries once when the answer is unusable."""

import json
from collections.abc import Callable, Iterable, Mapping
from typing import Final, TypeVar

from recollect.domain.chat import ChatMessage
from recollect.domain.ports import ChatModel
from recollect.domain.turn import Role, Turn
from recollect.errors import UnusableAnswer
from recollect.extraction.own_words import blank_recalled_memory, with_pasted_prose
from recollect.extraction.prompts import REPAIR, Prompt

T = TypeVar("T")

_DAYS: Final = ("Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday")
# Appended for the user, who reads why the request failed.
_ADVICE: Final = " Try another core model, or extractor = built_in; then: recollect sync --retry"


def ask(model: ChatModel, prompt: Prompt, shown: str, form: type[T]) -> T:
    """The filled-in form; raises UnusableAnswer if the model fails twice."""
    try:
        return _filled(model, prompt, shown, form)
    except UnusableAnswer as first_failure:
        # The failed answer is not sent back: the error contains none of it, and it may be long.
        fault = first_failure.message
    try:
        return _filled(model, prompt, shown + REPAIR.format(fault=fault), form)
    except UnusableAnswer as failure:
        raise UnusableAnswer(failure.message + _ADVICE, length=failure.length) from None


def _filled(model: ChatModel, prompt: Prompt, shown: str, form: type[T]) -> T:
    # No temperature: some services reject any but their default, and answers are cached anyway.
    messages = (ChatMessage(Role.SYSTEM, prompt.task), ChatMessage(Role.USER, shown))
    return model.complete(messages, max_tokens=prompt.max_tokens, schema=form).value


def json_lines(items: Iterable[Mapping[str, object]]) -> str:
    """One JSON object per line, so that no text inside an object can pass for a separate line."""
    return "\n".join(json.dumps(item, ensure_ascii=False, separators=(",", ":")) for item in items)


def local_time_text(turn: Turn) -> str:
    """When the turn was sent, in the speaker's local time, with the weekday."""
    return f"{turn.local:%Y-%m-%d %H:%M} {_DAYS[turn.local.weekday()]}"


def speaker_fields(turn: Turn, field: str = "by") -> dict[str, str]:
    """The JSON fields that identify the speaker to the model."""
    return {field: turn.voice.value} | ({"name": turn.speaker} if turn.speaker else {})


def masked(turn: Turn) -> str:
    """The turn's text at its original length, with what the model must not see blanked out."""
    match turn.voice:
        case Role.USER:
            return with_pasted_prose(turn.content)
        case Role.TOOL:
            return blank_recalled_memory(turn.content)
        case _:
            return turn.content


def fitting(items: Iterable[T], size: Callable[[T], int], limit: int) -> list[T]:
    """The leading items that fit into a limit together, but at least one."""
    taken: list[T] = []
    total = 0
    for item in items:
        total += size(item)
        if taken and total > limit:
            break
        taken.append(item)
    return taken
