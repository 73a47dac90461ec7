"""A model is asked to fill in a form; what it could not fill in, it is asked for once more."""

import json
from collections.abc import Iterable, Mapping
from typing import Final, TypeVar

from recollect.domain.chat import Message
from recollect.domain.ports import ChatModel
from recollect.domain.turn import Role, Turn
from recollect.errors import UnusableAnswer
from recollect.extraction.own_words import recalled_blanked, shortened, with_pasted_prose
from recollect.extraction.prompts import Prompt

T = TypeVar("T")

_DAYS: Final = ("Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday")
# For people, who read why it was given up.
_ADVICE: Final = " Try another core model, or extractor = built_in; then: recollect sync --retry"


def ask(model: ChatModel, prompt: Prompt, shown: str, form: type[T]) -> T:
    """The form, filled in; UnusableAnswer where the model cannot, even when told what was wrong."""
    try:
        return _filled(model, prompt, shown, form)
    except UnusableAnswer as unusable:
        # What it said is not repeated to it: the error holds none of it, and it may be long.
        fault = unusable.message
    try:
        return _filled(model, prompt, shown + prompt.repair.format(fault=fault), form)
    except UnusableAnswer as again:
        raise UnusableAnswer(again.message + _ADVICE, length=again.length) from None


def _filled(model: ChatModel, prompt: Prompt, shown: str, form: type[T]) -> T:
    # The model's own temperature: some services refuse any other, and answers are kept.
    messages = (Message(Role.SYSTEM, prompt.task), Message(Role.USER, shown))
    return model.complete(messages, max_tokens=prompt.max_tokens, schema=form).value


def lines(items: Iterable[Mapping[str, object]]) -> str:
    """One JSON object a line: no text in it can pass for a line of its own."""
    return "\n".join(json.dumps(item, ensure_ascii=False, separators=(",", ":")) for item in items)


def moment(turn: Turn) -> str:
    """When a turn was said by the speaker's clock, with the day of the week."""
    return f"{turn.local:%Y-%m-%d %H:%M} {_DAYS[turn.local.weekday()]}"


def whose(turn: Turn, field: str = "by") -> dict[str, str]:
    """Who speaks, as a model is told it."""
    return {field: turn.role.value} | ({"name": turn.speaker} if turn.speaker else {})


def masked(turn: Turn) -> str:
    """A turn's text, of the same length, with what a model is not shown blanked."""
    match turn.role:
        case Role.USER:
            return with_pasted_prose(turn.content)
        case Role.TOOL:
            return recalled_blanked(turn.content)
        case _:
            return turn.content


def legible(text: str) -> str:
    """Masked text as a model is shown it."""
    return shortened(text)
