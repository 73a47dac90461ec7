"""Spans of the public methods, with the attributes of OpenTelemetry's GenAI conventions.

Texts are recorded only with the setting `trace_content`, and with secrets masked.
"""

import json
from collections.abc import Callable, Sequence
from functools import wraps
from typing import Any, Concatenate, Final, Literal, ParamSpec, TypeVar

from recollect import tracing
from recollect.context.inject import Injection
from recollect.domain.entry import Entry
from recollect.domain.hit import Hit
from recollect.domain.message import Message
from recollect.domain.receipt import Context
from recollect.domain.turn import Ingested, Turn
from recollect.wiring import Components

P = ParamSpec("P")
T = TypeVar("T")

MemoryOperation = Literal[
    "upsert_memory", "update_memory", "delete_memory", "search_memory", "delete_memory_store"
]
_SEARCH: Final = "search_memory"


def traced(
    operation: MemoryOperation, *, agent: str = "_agent", conversation: str | None = None
) -> Callable[[Callable[Concatenate[Any, P], T]], Callable[Concatenate[Any, P], T]]:
    """Record each call of a method as a span.

    `agent` and `conversation` are the attributes of its object that name them.
    """

    def decorate(method: Callable[Concatenate[Any, P], T]) -> Callable[Concatenate[Any, P], T]:
        @wraps(method)
        def call(self: Any, /, *args: P.args, **kwargs: P.kwargs) -> T:
            if not tracing.is_on():
                return method(self, *args, **kwargs)
            owner: str = getattr(self, agent)
            components: Components = self._components
            attributes = {
                "gen_ai.operation.name": operation,
                "gen_ai.memory.store.id": owner,
                "gen_ai.agent.id": owner,
                "gen_ai.conversation.id": getattr(self, conversation) if conversation else None,
                "recollect.method": method.__name__.strip("_"),
            }
            with tracing.span(operation, attributes) as span:
                result = method(self, *args, **kwargs)
                if operation != _SEARCH:
                    components.worker.origins.add(owner)
                if span.is_recorded:
                    span.set(_counts(result))
                    if operation == _SEARCH:
                        span.set({"gen_ai.conversation.id": _text(kwargs.get("conversation"))})
                    if components.settings.trace_content:
                        query = args[0] if args and operation == _SEARCH else kwargs.get("query")
                        span.set(_texts(components, owner, _text(query), result))
                return result

        return call

    return decorate


def _counts(result: object) -> dict[str, str | int]:
    match result:
        case Turn():
            return _record(result.id, result.conversation)
        case Entry() | Message():
            return _record(result.id)
        case Ingested():
            count = {"gen_ai.memory.record.count": len(result.ids)}
            return {**count, "gen_ai.conversation.id": result.conversation}
        case Context() | Injection():
            return {
                "gen_ai.memory.record.count": len(result.receipt.items),
                "recollect.context.tokens": result.tokens,
                "recollect.receipt.id": result.receipt.id,
            }
        case list():
            return {"gen_ai.memory.record.count": len(result)}
        case _:
            return {}


def _record(name: str, conversation: str | None = None) -> dict[str, str | int]:
    found: dict[str, str | int] = {"gen_ai.memory.record.id": name, "gen_ai.memory.record.count": 1}
    return found | ({"gen_ai.conversation.id": conversation} if conversation else {})


def _text(value: object) -> str | None:
    return value if isinstance(value, str) else None


def _texts(
    components: Components, agent: str, query: str | None, result: object
) -> dict[str, str | None]:
    return {
        "gen_ai.memory.query.text": query and components.intake.redact_text(query),
        "gen_ai.memory.records": json.dumps(
            _records(components, agent, result), ensure_ascii=False
        ),
    }


def _records(components: Components, agent: str, result: object) -> Sequence[dict[str, object]]:
    match result:
        case Turn() | Entry() | Message():
            return [{"id": result.id, "content": result.content}]
        case Ingested():
            names = [(result.conversation, name) for name in result.ids]
            turns = components.store.turns_by_id(agent, names).values()
            return [{"id": turn.id, "content": turn.content} for turn in turns]
        case Context():
            return [{"id": result.receipt.id, "content": result.text}]
        case Injection():
            parts = filter(None, (result.system, result.user))
            return [{"id": result.receipt.id, "content": text} for text in parts]
        case [*hits]:
            found = (hit for hit in hits if isinstance(hit, Hit))
            return [{"id": hit.id, "content": hit.text, "score": hit.score} for hit in found]
        case _:
            return []
