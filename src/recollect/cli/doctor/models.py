"""Checks of models: the embedder works; remote ones answer, with this key and this model."""

import json
import time
from collections.abc import Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass
from difflib import get_close_matches
from http import HTTPStatus
from importlib.resources import files
from typing import Any, Final, TypeAlias, assert_never

import httpx2
from pydantic import SecretStr

from recollect.cli.doctor.check import Check, fail, ok, warn
from recollect.cli.doctor.postgres import stored_keys
from recollect.cli.formatting import one_line
from recollect.conversations.tiers import tier_of
from recollect.domain.amounts import pluralize
from recollect.errors import InvalidInput, RecollectError, StorageError
from recollect.memory import Memory
from recollect.providers.chat import Anthropic, OpenAI
from recollect.providers.endpoint import address, below
from recollect.providers.trust import trusted
from recollect.settings import Settings

_NOT_CONTACTED: Final = "not contacted (--offline)"
_SECONDS: Final = 5.0
_MAX_BODY: Final = 4 * 2**20
_DIALECTS: Final[dict[str, type[Anthropic | OpenAI]]] = {"anthropic": Anthropic, "openai": OpenAI}
_WRONG_KEY: Final = (HTTPStatus.UNAUTHORIZED, HTTPStatus.FORBIDDEN)


@dataclass(frozen=True, slots=True)
class ModelList:
    """The service answered with its models."""

    models: frozenset[str]


@dataclass(frozen=True, slots=True)
class OtherAnswer:
    """The service answered, but not with a list of models."""

    status: int


@dataclass(frozen=True, slots=True)
class NoAnswer:
    """The service did not answer."""

    why: str


@dataclass(frozen=True, slots=True)
class ServiceSettings:
    """The settings that a service's address and key come from, and what happens without it."""

    address: str
    key: str
    without_it: str = "Jobs that need it are retried."


_OF_THE_SERVER: Final = "A server that was started with other variables has its own."
_CHATS_FAIL: Final = "Until then, chats through the proxy fail."
_CORE_MODEL: Final = ServiceSettings("core_model_base_url", "core_model_api_key")
_EMBEDDER: Final = ServiceSettings("embedding_base_url", "embedding_api_key")
_DEFAULT: Final = ServiceSettings("upstream_base_url", "upstream_api_key", _CHATS_FAIL)
_ROUTE: Final = ServiceSettings("base_url in upstreams", "api_key in upstreams", _CHATS_FAIL)

Reply: TypeAlias = ModelList | OtherAnswer | NoAnswer


def embedder(settings: Settings, *, offline: bool) -> Check:
    """Check that the embedder loads and works, in a temporary in-memory database."""
    name = "embedder"
    if settings.embedding_backend == "none":
        found = "none: search matches words only"
        if not settings.background_work:  # as on a small machine (recollect config --profile pi)
            return ok(name, found)
        return warn(name, found, "For better recall set embedding_backend = minilm")
    if settings.embedding_backend == "http":
        where = settings.embedding_base_url or ""
        if offline:
            return ok(name, f"{settings.embedding_model} at {where}, {_NOT_CONTACTED}")
        # Checked first because its timeout is shorter than the embedder's.
        if problem := _unreachable(name, where, _secret(settings.embedding_api_key)):
            return problem
    started = time.monotonic()
    try:
        with Memory.open(":memory:", background=False) as memory:
            memory.warm()
            model = memory.stats().embedder
    except RecollectError as error:
        return fail(name, error.message, _embedder_advice(settings))
    seconds = time.monotonic() - started
    return ok(name, f"{model} embeds, {seconds:.1f} s to load{_model_hash(settings)}")


def _embedder_advice(settings: Settings) -> str:
    if settings.embedding_backend == "http":
        return "Check embedding_base_url, embedding_model and embedding_api_key."
    return "Reinstall Recollect, or turn embedding off: embedding_backend = none"


def _model_hash(settings: Settings) -> str:
    if settings.embedding_backend != "minilm":
        return ""
    # The embedder itself verifies the files against these hashes.
    sums = (files("recollect.providers") / "minilm" / "SHA256SUMS").read_text("ascii")
    digest = next(line.split()[0] for line in sums.splitlines() if line.endswith(".onnx"))
    return f"; unmodified model, sha256 {digest[:12]}…"


def core_model(settings: Settings, *, offline: bool) -> Check:
    """Check the core model by listing the models of its service, which costs nothing."""
    name = "core model"
    if not settings.has_core_model:
        return ok(name, "none; optional, but recollect chat needs one")
    dialect = _DIALECTS[settings.core_model_provider]
    where = settings.core_model_base_url or dialect.default_url
    tier = tier_of(settings.core_model_name)
    what = f"{settings.core_model_name} at {where}"
    if offline:
        return ok(name, f"{what}, {_NOT_CONTACTED}: {tier.why}")
    key = _secret(settings.core_model_api_key)
    reply = _list_models(where, dialect.headers(key), dialect.path)
    found = _problem(name, what, reply, _CORE_MODEL, has_key=key is not None)
    if found is None and isinstance(reply, ModelList):
        found = _unlisted_model(name, where, settings.core_model_name, reply.models)
    if found is None and not tier.known:
        return warn(name, f"{what}: {tier.why}", "Follow-up questions are rewritten by rules.")
    return found or ok(name, f"{what} answers: {tier.why}")


def upstreams(settings: Settings, *, offline: bool) -> Iterator[Check]:
    """Check the proxy's upstreams; without a configured key, callers send their own."""
    default = settings.upstream_base_url
    if default is not None:
        key = settings.upstream_api_key
        yield _upstream("upstream", default, _DEFAULT, default, key, offline=offline)
    elif not settings.upstreams:
        yield ok("upstream", "none in these settings; the proxy needs one. " + _OF_THE_SERVER)
    for number, route in enumerate(settings.upstreams, 1):
        name = f"upstream {number}"
        if route.key is not None and route.key not in _key_names(settings):
            found = f"{route}: never used, because no key is named {route.key!r}"
            yield warn(name, found, f"Create it: recollect keys add {route.key}")
        else:
            where, key = route.base_url, route.api_key
            yield _upstream(name, str(route), _ROUTE, where, key, offline=offline)


def _key_names(settings: Settings) -> set[str]:
    with suppress(StorageError):  # the check of the keys reports it
        return {key.name for key in stored_keys(settings)}
    return set()


def _upstream(
    name: str,
    what: str,
    source: ServiceSettings,
    where: str,
    api_key: SecretStr | None,
    *,
    offline: bool,
) -> Check:
    if offline:
        return ok(name, f"{what}, {_NOT_CONTACTED}")
    key = _secret(api_key)
    dialect = Anthropic if "anthropic" in where else OpenAI
    reply = _list_models(where, dialect.headers(key), dialect.path)
    if key is None and isinstance(reply, OtherAnswer) and reply.status in _WRONG_KEY:
        return ok(name, f"{what} answers; callers send their own keys")
    found = _problem(name, what, reply, source, has_key=key is not None)
    return found or ok(name, f"{what} answers")


def _secret(key: SecretStr | None) -> str | None:
    return key.get_secret_value() if key else None


def _unreachable(name: str, where: str, key: str | None) -> Check | None:
    """Return a failed check for an unreachable address or a rejected key, else None."""
    reply = _list_models(where, OpenAI.headers(key))
    # Many embedding services have no model list, so any answer is enough.
    if isinstance(reply, OtherAnswer) and reply.status not in _WRONG_KEY:
        return None
    return _problem(name, where, reply, _EMBEDDER, has_key=key is not None)


def _list_models(base: str, headers: Mapping[str, str], chat_path: str = OpenAI.path) -> Reply:
    """Ask a service for its models; the URL is derived from the path of its chat endpoint."""
    try:
        with httpx2.Client(timeout=_SECONDS, verify=trusted()) as client:
            # Anthropic returns only twenty models per page by default.
            answer = client.get(
                _models_url(base, chat_path), params={"limit": 1000}, headers=dict(headers)
            )
            if answer.status_code != HTTPStatus.OK:
                return OtherAnswer(answer.status_code)
            return _parse_models(answer.content[:_MAX_BODY])
    except InvalidInput as error:
        return NoAnswer(error.message)
    except httpx2.TimeoutException:
        return NoAnswer(f"no answer within {_SECONDS:.0f} s")
    except httpx2.HTTPError as error:
        return NoAnswer(_reason(error))


def _models_url(base: str, chat_path: str) -> httpx2.URL:
    url = address(base, "service")
    has_version = url.path.rstrip("/").endswith("/v1")
    version = "/v1" if chat_path.startswith("/v1/") and not has_version else ""
    return below(url, f"{version}/models")


def _parse_models(body: bytes) -> Reply:
    try:
        items: Any = json.loads(body)["data"]
        return ModelList(frozenset(str(item["id"]) for item in items))
    except (ValueError, KeyError, TypeError):
        return OtherAnswer(HTTPStatus.OK)


def _reason(error: httpx2.HTTPError) -> str:
    """Return the system's error text; the HTTP library's may contain secrets of the URL."""
    cause: BaseException | None = error
    while cause is not None:
        if isinstance(cause, OSError) and cause.strerror:
            return cause.strerror.lower()
        cause = cause.__cause__ or cause.__context__
    return "no connection"


def _problem(
    name: str, what: str, reply: Reply, source: ServiceSettings, *, has_key: bool
) -> Check | None:
    """Return a check that describes what is wrong with a reply, or None."""
    match reply:
        case NoAnswer(why):
            advice = f"Is it running, and is {source.address} correct? {source.without_it}"
            return fail(name, f"{what} cannot be reached: {why}", advice)
        case OtherAnswer(status) if status in _WRONG_KEY:
            found = "rejects the key" if has_key else "requires a key"
            return fail(name, f"{what} {found} ({status})", f"Set {source.key} to a valid key.")
        case OtherAnswer(HTTPStatus.NOT_FOUND | HTTPStatus.METHOD_NOT_ALLOWED | HTTPStatus.OK):
            advice = f"If calls fail, check {source.address}: most end in /v1."
            return warn(name, f"{what} answers, but not with a list of models", advice)
        case OtherAnswer(status):
            advice = f"It may be overloaded or under maintenance. {source.without_it}"
            return warn(name, f"{what} answers {status}", advice)
        case ModelList():
            return None
    assert_never(reply)


def _unlisted_model(name: str, where: str, wanted: str, models: frozenset[str]) -> Check | None:
    """Return a failed check if the service does not list the model, also not by a short name."""
    own = wanted.rpartition("/")[2].removesuffix("-latest")
    if not models or any(
        model in {wanted, own, f"{own}:latest"} or model.startswith(f"{own}-") for model in models
    ):
        return None
    near = get_close_matches(wanted, models, n=3, cutoff=0.3) or sorted(models)[:3]
    examples = ", ".join(one_line(model) for model in near)
    count = pluralize(len(models), "model")
    shown = f"{count}: {examples}" if len(near) == len(models) else f"{count}, such as {examples}"
    found = f"{where} does not list {wanted}; it has {shown}"
    return fail(name, found, "Set core_model_name to one of its models.")
