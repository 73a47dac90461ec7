"""Anthropic's Messages."""

from typing import Final

from recollect.server.proxy.dialects.dialect import ProxyDialect
from recollect.server.proxy.reply_text import ReplyText


def _read_reply(reply: object, into: ReplyText) -> None:
    match reply:
        case {"content": [*blocks]}:
            for block in blocks:
                _add_block(block, into)
        case _:
            pass


def _read_event(event: object, into: ReplyText) -> None:
    match event:
        case {"type": "content_block_start", "content_block": block}:
            _add_block(block, into)
        case {"type": "content_block_delta", "delta": {"type": "text_delta", "text": str(text)}}:
            into.add(text)
        case {"type": "message_stop"}:
            into.end()
        case _:
            pass


def _add_block(block: object, into: ReplyText) -> None:
    match block:
        # Consecutive texts are one text: citations split it.
        case {"type": "text", "text": str(text)}:
            into.add(text)
        case _:
            into.add_gap()


MESSAGES: Final = ProxyDialect(
    read_reply=_read_reply,
    read_event=_read_event,
    ends=(b"event: message_stop", b"event:message_stop"),
    system="system",
    cache_mark="cache_control",
)
