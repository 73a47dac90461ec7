"""OpenAI's Chat Completions. Of several choices only the first is read, which clients show."""

from collections.abc import Mapping
from typing import Final

from recollect.server.proxy.content import text_of
from recollect.server.proxy.dialects.dialect import ProxyDialect
from recollect.server.proxy.reply_text import ReplyText


def _read_reply(reply: object, into: ReplyText) -> None:
    match reply:
        case {"choices": [{"message": {**message}}, *_]}:
            _add(message, into)
        case _:
            pass


def _read_event(event: object, into: ReplyText) -> None:
    match event:
        case {"choices": [*choices]}:
            for choice in choices:
                _read_choice(choice, into)
        case _:
            pass


def _read_choice(choice: object, into: ReplyText) -> None:
    match choice:
        case {"index": int(index)} if index != 0:
            return
        case {"delta": {**delta}, **rest}:
            _add(delta, into)
            into.is_finished |= rest.get("finish_reason") is not None
        case {"finish_reason": str()}:
            into.is_finished = True
        case _:
            pass


def _add(message: Mapping[object, object], into: ReplyText) -> None:
    match message:
        case {"content": str() | list() as content} if content:
            into.add(text_of(content))
        case {"audio": {"transcript": str(transcript)}}:
            into.add(transcript)
        case _:
            pass
    match message:
        case {"refusal": str(refusal)}:
            into.add_refusal(refusal)
        case _:
            pass


CHAT_COMPLETIONS: Final = ProxyDialect(
    read_reply=_read_reply, read_event=_read_event, ends=(b"data: [DONE]", b"data:[DONE]")
)
