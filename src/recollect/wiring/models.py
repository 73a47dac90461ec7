"""Builds the models from the settings: embedder, core model, token counter."""

from contextlib import ExitStack
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final, assert_never

from recollect.budget.counters import by_characters, by_scripts
from recollect.domain.ports import ChatModel, Embedder, TokenCounter
from recollect.errors import InvalidInput, InvalidSetting
from recollect.providers.embedders import CachedEmbedder, MiniLM
from recollect.providers.resilience import Breaker, Meter, RetryPolicy
from recollect.providers.tokenizer import exact_counter
from recollect.settings import Settings

if TYPE_CHECKING:
    from recollect.providers.http_embedder import HttpEmbedder

# After so many questions in a row that a remote embedder did not answer in time, the next ones do
# not ask it for so many seconds.
_FAILED_QUESTIONS: Final = 2
_QUESTION_PAUSE: Final = 15.0


@dataclass(frozen=True, slots=True, kw_only=True)
class Models:
    """The models of one memory, and the meters of their calls."""

    # For stored texts, and for questions: the same with less patience, for somebody waits.
    embedders: tuple[CachedEmbedder | None, CachedEmbedder | None]
    meter: Meter
    chat_model: ChatModel | None
    chat_meter: Meter
    # The core model for background jobs; None unless it learns.
    job_model: ChatModel | None


def models_for(
    settings: Settings, embedder: Embedder | None, chat_model: ChatModel | None, opened: ExitStack
) -> Models:
    """The given or configured models, which `opened` closes."""
    meter, chat_meter = Meter(), Meter()
    embedders = _embedders(settings, embedder, meter, opened)
    core, for_jobs = _core_models(settings, chat_model, chat_meter, opened)
    return Models(
        embedders=embedders, meter=meter, chat_model=core, chat_meter=chat_meter, job_model=for_jobs
    )


def counter_for(settings: Settings) -> TokenCounter:
    """The token counter."""
    match settings.token_counter:
        case "characters":
            return by_characters
        case "scripts":
            return by_scripts
        case "exact":
            # Settings guarantee the file for this counter.
            return exact_counter(settings.tokenizer_file or "")
    assert_never(settings.token_counter)


def _embedders(
    settings: Settings, given: Embedder | None, meter: Meter, opened: ExitStack
) -> tuple[CachedEmbedder | None, CachedEmbedder | None]:
    """The given or configured embedder for stored texts and for questions, behind one cache."""
    entries = settings.embedding_cache_entries
    if given is None and settings.embedding_backend == "http":
        cached = CachedEmbedder(_remote(settings, meter, opened, Breaker()), entries=entries)
        # What is too slow for a question is not for the background, so each has its own breaker.
        breaker = Breaker(failures=_FAILED_QUESTIONS, open_seconds=_QUESTION_PAUSE)
        seconds = settings.search_embedding_timeout_ms / 1_000
        return cached, cached.over(_remote(settings, meter, opened, breaker, seconds))
    if given is None and settings.embedding_backend == "none":
        return None, None
    cached = CachedEmbedder(given or MiniLM(meter=meter), entries=entries)
    return cached, cached


def _remote(
    settings: Settings, meter: Meter, opened: ExitStack, breaker: Breaker, timeout: float = 60.0
) -> "HttpEmbedder":
    from recollect.providers.http_embedder import HttpEmbedder  # noqa: PLC0415 - a slow import

    key = settings.embedding_api_key
    # Settings guarantee the address and the model for this backend.
    remote = HttpEmbedder(
        model=settings.embedding_model or "",
        base_url=settings.embedding_base_url or "",
        api_key=key.get_secret_value() if key else None,
        breaker=breaker,
        timeout=timeout,
        meter=meter,
    )
    opened.callback(remote.close)
    return remote


def _core_models(
    settings: Settings, given: ChatModel | None, meter: Meter, opened: ExitStack
) -> tuple[ChatModel | None, ChatModel | None]:
    """The core model with retries, and for jobs one without: failed jobs are retried as jobs."""
    breaker = Breaker()
    core = given or _core_model(settings, meter, breaker, RetryPolicy(), opened)
    if settings.extractor != "model":
        return core, None
    if core is None:
        needed = "a core model: set core_model_api_key or core_model_base_url"
        raise InvalidSetting(f"extractor = 'model' needs {needed}", field="extractor")
    return core, given or _core_model(settings, meter, breaker, RetryPolicy(()), opened)


def _core_model(
    settings: Settings, meter: Meter, breaker: Breaker, retry: RetryPolicy, opened: ExitStack
) -> ChatModel | None:
    if not settings.has_core_model:
        return None
    from recollect.providers.chat import chat_model  # noqa: PLC0415 - a slow import

    key = settings.core_model_api_key
    try:
        model = chat_model(
            provider=settings.core_model_provider,
            name=settings.core_model_name,
            base_url=settings.core_model_base_url,
            api_key=key.get_secret_value() if key else None,
            timeout=settings.core_model_timeout_seconds,
            breaker=breaker,
            retry=retry,
            meter=meter,
        )
    except InvalidInput as wrong:  # only the provider knows that this address is wrong
        name = f"core_model_{wrong.field}"
        raise InvalidSetting(f"{name} is not allowed: {wrong.message}", field=name) from None
    if model is not None:
        opened.callback(model.close)
    return model
