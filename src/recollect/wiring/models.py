"""Builds the models from the settings: embedder, core model, token counter."""

from contextlib import ExitStack
from dataclasses import dataclass
from typing import assert_never

from recollect.budget.counters import by_characters, by_scripts
from recollect.domain.ports import ChatModel, Embedder, TokenCounter
from recollect.errors import InvalidInput, InvalidSetting
from recollect.providers.chat import chat_model as built_model
from recollect.providers.embedders import CachedEmbedder, HttpEmbedder, MiniLM
from recollect.providers.resilience import Breaker, Meter, RetryPolicy
from recollect.providers.tokenizer import exact_counter
from recollect.settings import Settings


@dataclass(frozen=True, slots=True, kw_only=True)
class Models:
    """The models of one memory, and the meters of their calls."""

    embedder: CachedEmbedder | None
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
    cached = _embedder(settings, embedder, meter, opened)
    core, for_jobs = _core_models(settings, chat_model, chat_meter, opened)
    return Models(
        embedder=cached,
        meter=meter,
        chat_model=core,
        chat_meter=chat_meter,
        job_model=for_jobs,
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


def _embedder(
    settings: Settings, given: Embedder | None, meter: Meter, opened: ExitStack
) -> CachedEmbedder | None:
    """The given or configured embedder behind its cache; None without one."""
    if given is None and settings.embedding_backend == "none":
        return None
    model = given or (
        MiniLM(meter=meter)
        if settings.embedding_backend == "minilm"
        else _remote(settings, meter, opened)
    )
    return CachedEmbedder(model, entries=settings.embedding_cache_entries)


def _remote(settings: Settings, meter: Meter, opened: ExitStack) -> HttpEmbedder:
    key = settings.embedding_api_key
    # Settings guarantee the address and the model for this backend.
    remote = HttpEmbedder(
        model=settings.embedding_model or "",
        base_url=settings.embedding_base_url or "",
        api_key=key.get_secret_value() if key else None,
        breaker=Breaker(),
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
    key = settings.core_model_api_key
    try:
        model = built_model(
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
