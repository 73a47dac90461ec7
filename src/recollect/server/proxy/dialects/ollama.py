"""Ollama's own chat, whose stream is one JSON object per line."""

from typing import Final

from recollect.server.proxy.dialects.dialect import ProxyDialect
from recollect.server.proxy.reply_text import ReplyText


def _read(part: object, into: ReplyText) -> None:
    match part:
        case {"message": {"content": str(text)}}:
            into.add(text)
        case _:
            pass
    match part:
        case {"done": True}:
            into.end()
        case _:
            pass


OLLAMA: Final = ProxyDialect(read_reply=_read, read_event=_read, ends=(b"\n{",))
