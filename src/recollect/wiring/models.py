"""The models that a house works with, from its settings: embedder, core model, tokenizer."""

from contextlib import ExitStack
from typing import assert_never

from recollect.budget.counters import by_quarters, by_scripts, by_tokenizer
from recollect.domain.ports import ChatModel, Embedder, TokenCounter
from recollect.errors import InvalidInput, InvalidSetting
from recollect.providers.chat import chat_model as built_model
from recollect.providers.embedders import CachedEmbedder, HttpEmbedder, MiniLM
from recollect.providers.resilience import Breaker, Meter, Retry
from recollect.providers.tokenizer import tokenizer
from recollect.settings import Settings


def counter_for(settings: Settings) -> TokenCounter:
    """How tokens are counted, everywhere in the house."""
    match settings.token_counter:
        case "characters":
            return by_quarters
        case "scripts":
            return by_scripts
        case "exact":
            # The settings have been checked: this counter has its file.
            return by_tokenizer(tokenizer(settings.tokenizer_file or ""))
    assert_never(settings.token_counter)


def embedder_for(
    settings: Settings, given: Embedder | None, meter: Meter, opened: ExitStack
) -> CachedEmbedder | None:
    """The embedder, given or chosen, behind its cache; None for none."""
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
    # The settings have been checked: this backend has its address and its model.
    remote = HttpEmbedder(
        model=settings.embedding_model or "",
        base_url=settings.embedding_base_url or "",
        api_key=key.get_secret_value() if key else None,
        breaker=Breaker(),
        meter=meter,
    )
    opened.callback(remote.close)
    return remote


def core_models(
    settings: Settings, given: ChatModel | None, meter: Meter, opened: ExitStack
) -> tuple[ChatModel | None, ChatModel | None]:
    """The core model for those who wait, and the same for jobs if it is to learn: they are tried again as rows."""
    breaker = Breaker()
    core = given or _core_model(settings, meter, breaker, Retry(), opened)
    if settings.extractor != "model":
        return core, None
    if core is None:
        needed = "a core model: set core_model_api_key or core_model_base_url"
        raise InvalidSetting(f"extractor = 'model' needs {needed}", field="extractor")
    return core, given or _core_model(settings, meter, breaker, Retry(()), opened)


def _core_model(
    settings: Settings, meter: Meter, breaker: Breaker, retry: Retry, opened: ExitStack
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
    except InvalidInput as wrong:  # an address that only the one who is to go there finds wrong
        name = f"core_model_{wrong.field}"
        raise InvalidSetting(f"{name} is not allowed: {wrong.message}", field=name) from None
    if model is not None:
        opened.callback(model.close)
    return model
