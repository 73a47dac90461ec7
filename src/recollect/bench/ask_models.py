"""Many requests to models: in parallel, each reply saved at once, what is saved not asked again."""

import hashlib
import json
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from queue import Empty, SimpleQueue
from threading import Event, Thread
from typing import Final

from recollect.bench.answer_cache import AnswerCache, SavedReply
from recollect.domain.chat import ChatMessage, Reply, Stop
from recollect.domain.turn import Role
from recollect.errors import Closed, ProviderError
from recollect.providers.chat import HttpChatModel
from recollect.providers.chat.answer_schema import without_reasoning

Result = SavedReply | ProviderError

# Answers are short; this leaves room for a model that reasons first.
_MAX_TOKENS: Final = 1_024
# If nothing but refusals has come back by then, something concerns every request.
_REFUSALS: Final = 10


@dataclass(frozen=True, slots=True)
class Request:
    """A question to a model, with what it is shown; the key is a hash of all that is sent."""

    model: HttpChatModel
    instruction: str
    question: str
    shown: str = ""
    # The agent whose memory a proxy adds.
    agent: str = ""
    key: str = field(init=False)

    def __post_init__(self) -> None:
        """Compute the key."""
        sent = (self.model.name, self.agent, self.instruction, self.shown, self.question)
        content = json.dumps([*sent, _MAX_TOKENS]).encode()
        object.__setattr__(self, "key", hashlib.sha256(content).hexdigest())

    def ask(self) -> SavedReply:
        """The model's answer without its reasoning, or a ProviderError."""
        asked = f"{self.shown}\n\nQuestion: {self.question}" if self.shown else self.question
        messages = (ChatMessage(Role.SYSTEM, self.instruction), ChatMessage(Role.USER, asked))
        try:
            reply = self.model.complete(messages, max_tokens=_MAX_TOKENS, temperature=0.0)
        except ProviderError as refused:
            if not refused.this_only:
                raise
            # Some reasoning models accept no temperature.
            reply = self.model.complete(messages, max_tokens=_MAX_TOKENS)
        return self._saved(reply)

    def _saved(self, reply: Reply) -> SavedReply:
        text, usage = without_reasoning(reply.text).strip(), reply.usage
        if not text:
            why = "was cut off" if reply.stop is Stop.LENGTH else "is empty"
            raise ProviderError(f"An answer of {self.model.name} {why}.", this_only=True)
        tokens = (None, None) if usage is None else (usage.tokens_in, usage.tokens_out)
        return SavedReply(self.key, self.model.name, self.question, text, *tokens)


def ask_all(
    requests: Sequence[Request],
    cache: AnswerCache,
    parallel: int,
    advance: Callable[[int], None] | None,
) -> list[Result]:
    """The reply to every request, or why it was refused; any other error is raised.

    Each reply is saved at once, and what is saved is not asked again.
    """
    missing = {request.key: request for request in requests if request.key not in cache}
    known, refused = len(requests) > len(missing), dict[str, ProviderError]()
    for number, (key, reply) in enumerate(_in_parallel([*missing.values()], parallel), 1):
        if isinstance(reply, SavedReply):
            cache.add(reply)
            known = True
        elif reply.this_only and (known or len(refused) < _REFUSALS):
            refused[key] = reply
        else:
            raise reply
        if advance:
            advance(number)
    return [cache.get(request.key) or refused[request.key] for request in requests]


def _in_parallel(requests: Sequence[Request], parallel: int) -> Iterator[tuple[str, Result]]:
    """Each request's reply or error, as they arrive."""
    waiting: SimpleQueue[Request] = SimpleQueue()
    arrived: SimpleQueue[tuple[str, Result] | None] = SimpleQueue()
    stopped = Event()
    for request in requests:
        waiting.put(request)

    def work() -> None:
        try:
            while not stopped.is_set():
                request = waiting.get_nowait()
                try:
                    arrived.put((request.key, request.ask()))
                except ProviderError as error:
                    if not error.this_only:
                        stopped.set()
                    arrived.put((request.key, error))
        except (Empty, Closed):  # nothing left, or the run has ended
            pass
        finally:
            arrived.put(None)

    # Daemons, so that Ctrl-C does not wait for a slow model.
    for _ in range(parallel):
        Thread(target=work, daemon=True).start()
    try:
        for _ in range(parallel):
            yield from iter(arrived.get, None)
    finally:
        stopped.set()
