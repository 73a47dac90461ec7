"""OpenAI's Responses."""

from typing import Final

from recollect.server.proxy.dialects.dialect import ProxyDialect
from recollect.server.proxy.reply_text import ReplyText


def _read_reply(reply: object, into: ReplyText) -> None:
    match reply:
        case {"id": str(name), "output": [*items]}:
            into.id = name
            for item in items:
                _read_item(item, into)
        case _:
            pass


def _read_item(item: object, into: ReplyText) -> None:
    into.add_gap()
    match item:
        case {"type": "message", "content": [*parts]}:
            for part in parts:
                _read_part(part, into)
        case _:
            pass


def _read_part(part: object, into: ReplyText) -> None:
    match part:
        case {"type": "output_text", "text": str(text)}:
            into.add(text)
        case {"type": "refusal", "refusal": str(refusal)}:
            into.add_refusal(refusal)
        case _:
            pass


def _read_event(event: object, into: ReplyText) -> None:
    match event:
        case {"type": "response.created", "response": {"id": str(name)}}:
            into.id = name
        case {"type": "response.output_item.added"}:
            into.add_gap()
        case {"type": "response.output_text.delta", "delta": str(text)}:
            into.add(text)
        case {"type": "response.refusal.delta", "delta": str(refusal)}:
            into.add_refusal(refusal)
        case {"type": "response.completed" | "response.incomplete"}:
            into.end()
        case {"type": "response.failed"}:
            into.end(is_finished=False)
        case _:
            pass


RESPONSES: Final = ProxyDialect(
    read_reply=_read_reply,
    read_event=_read_event,
    ends=(b"event: response.completed", b"event: response.incomplete", b"event: response.failed"),
    messages="input",
    system="instructions",
    part="input_text",
    keeps_history=True,
)
