"""Models behind an address: does it answer, does it take the key, and does it know the model."""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from difflib import get_close_matches
from http import HTTPStatus
from typing import Any, Final, TypeAlias, assert_never

import httpx2

from recollect.cli.doctor.check import Check, fail, ok, warn
from recollect.cli.wording import counted, one_line
from recollect.conversations.tiers import tier_of
from recollect.errors import InvalidInput
from recollect.providers.chat import Anthropic, OpenAI
from recollect.providers.endpoint import address, below
from recollect.providers.trust import trusted
from recollect.settings import Settings

NOT_ASKED: Final = "not asked (--offline)"
_SECONDS: Final = 5.0
_LONGEST: Final = 4 * 2**20
_DIALECTS: Final[dict[str, type[Anthropic | OpenAI]]] = {
    "anthropic": Anthropic,
    "openai": OpenAI,
}
_WRONG_KEY: Final = (HTTPStatus.UNAUTHORIZED, HTTPStatus.FORBIDDEN)


@dataclass(frozen=True, slots=True)
class Listed:
    """It answered with the models it has."""

    models: frozenset[str]


@dataclass(frozen=True, slots=True)
class Answered:
    """It answered, with something other than a list of models."""

    status: int


@dataclass(frozen=True, slots=True)
class Silent:
    """It did not answer."""

    why: str


Reply: TypeAlias = Listed | Answered | Silent


def core_model(settings: Settings, *, offline: bool) -> Check:
    """Whether the core model is there; it is asked for the names of its models, which costs nothing."""
    name = "core model"
    if not settings.has_core_model:
        return ok(name, "none, and none is needed; recollect chat does need one")
    dialect = _DIALECTS[settings.core_model_provider]
    where = settings.core_model_base_url or dialect.home
    told = tier_of(settings.core_model_name)
    what = f"{settings.core_model_name} at {where}"
    if offline:
        return ok(name, f"{what}, {NOT_ASKED}: {told.why}")
    key = settings.core_model_api_key
    reply = asked(where, dialect.headers(key.get_secret_value() if key else None), dialect.path)
    found = _judged(name, what, reply, "core_model", has_key=key is not None)
    if found is None and isinstance(reply, Listed):
        found = _unknown(name, where, settings.core_model_name, reply.models)
    if found is None and not told.known:
        return warn(name, f"{what}: {told.why}", "Follow-up questions are rewritten by rules.")
    return found or ok(name, f"{what} answers: {told.why}")


def upstream(settings: Settings, *, offline: bool) -> Check:
    """Whether the proxy's upstream is there; without a key of our own, callers bring theirs."""
    name, where = "upstream", settings.upstream_base_url
    if where is None:
        return ok(name, "none; the proxy (/v1/chat/completions) does need one")
    if offline:
        return ok(name, f"{where}, {NOT_ASKED}")
    key = settings.upstream_api_key
    reply = asked(where, OpenAI.headers(key.get_secret_value() if key else None))
    if key is None and isinstance(reply, Answered) and reply.status in _WRONG_KEY:
        return ok(name, f"{where} answers; callers bring their own keys")
    found = _judged(name, where, reply, "upstream", has_key=key is not None)
    return found or ok(name, f"{where} answers")


def unreachable(name: str, where: str, prefix: str, *, key: str | None) -> Check | None:
    """What is wrong with an address, or with the key for it; None where nothing is seen to be."""
    reply = asked(where, OpenAI.headers(key))
    # Many a service of embeddings has no list of models: an answer of any kind is enough.
    if isinstance(reply, Answered) and reply.status not in _WRONG_KEY:
        return None
    return _judged(name, where, reply, prefix, has_key=key is not None)


def asked(base: str, headers: Mapping[str, str], beside: str = OpenAI.path) -> Reply:
    """What a service says when it is asked for its models, which it lists beside the path of its chat."""
    try:
        with httpx2.Client(timeout=_SECONDS, verify=trusted()) as client:
            # More than a page: one of the services gives twenty at a time.
            answer = client.get(_list(base, beside), params={"limit": 1000}, headers=dict(headers))
            if answer.status_code != HTTPStatus.OK:
                return Answered(answer.status_code)
            return _listed(answer.content[:_LONGEST])
    except InvalidInput as wrong:
        return Silent(wrong.message)
    except httpx2.TimeoutException:
        return Silent(f"no answer within {_SECONDS:.0f} s")
    except httpx2.HTTPError as error:
        return Silent(_reason(error))


def _list(base: str, beside: str) -> httpx2.URL:
    url = address(base, "service")
    version = (
        "/v1" if beside.startswith("/v1/") and not url.path.rstrip("/").endswith("/v1") else ""
    )
    return below(url, f"{version}/models")


def _listed(body: bytes) -> Reply:
    try:
        items: Any = json.loads(body)["data"]
        return Listed(frozenset(str(item["id"]) for item in items))
    except (ValueError, KeyError, TypeError):
        return Answered(HTTPStatus.OK)


def _reason(error: httpx2.HTTPError) -> str:
    """Why there was no connection, in the system's words and never the library's: those may hold the address' secrets."""
    cause: BaseException | None = error
    while cause is not None:
        if isinstance(cause, OSError) and cause.strerror:
            return cause.strerror.lower()
        cause = cause.__cause__ or cause.__context__
    return "no connection"


def _judged(name: str, what: str, reply: Reply, prefix: str, *, has_key: bool) -> Check | None:
    """What is wrong with the answer; None where nothing is."""
    match reply:
        case Silent(why):
            advice = f"Is it running, and is {prefix}_base_url right? Work that needs it waits."
            return fail(name, f"{what} cannot be reached: {why}", advice)
        case Answered(status) if status in _WRONG_KEY:
            found = "refuses the key" if has_key else "wants a key"
            return fail(name, f"{what} {found} ({status})", f"Set {prefix}_api_key to a valid key.")
        case Answered(HTTPStatus.NOT_FOUND | HTTPStatus.METHOD_NOT_ALLOWED | HTTPStatus.OK):
            advice = f"If it fails in use, look at {prefix}_base_url: most end in /v1."
            return warn(name, f"{what} answers, but not with a list of models", advice)
        case Answered(status):
            advice = "It may be overloaded or mending; work that needs it is tried again."
            return warn(name, f"{what} answers {status}", advice)
        case Listed():
            return None
    assert_never(reply)


def _unknown(name: str, where: str, wanted: str, models: frozenset[str]) -> Check | None:
    """What to say of a name that the service does not list; short forms of those it does are known to it."""
    own = wanted.rpartition("/")[2].removesuffix("-latest")
    if not models or any(
        model in {wanted, own, f"{own}:latest"} or model.startswith(f"{own}-") for model in models
    ):
        return None
    near = get_close_matches(wanted, models, n=3, cutoff=0.3) or sorted(models)[:3]
    has = ", ".join(one_line(model) for model in near)
    found = f"{where} does not list {wanted}; of its {counted(len(models), 'model')}: {has}"
    return fail(name, found, "Set core_model_name to one it has.")
