"""Several upstreams: which of them a request goes to, and whose key it takes along."""

from collections.abc import Callable, Iterator
from typing import Any

import httpx2
import pytest

from recollect import Memory
from recollect.domain.access import Right
from recollect.settings.keys import KeyFile

CHAT = {"messages": [{"role": "user", "content": "Hello"}]}


@pytest.fixture
def others(started) -> Iterator[tuple[Any, Any]]:
    with started() as one, started() as other:
        yield one, other


@pytest.fixture
def routed(
    opened: Callable[..., Memory], serve: Callable[[Memory], httpx2.Client], upstream, others, tmp_path
) -> Callable[..., httpx2.Client]:  # fmt: skip
    one, other = others

    def routed(**settings: Any) -> httpx2.Client:
        routes = [
            {"model": "claude-*", "base_url": one.url, "api_key": "sk-one"},
            {"key": "phone", "model": "*", "base_url": other.url},
        ]
        home = tmp_path / "home"
        chosen = {"home": home, "upstream_base_url": upstream.url, "upstreams": routes} | settings
        return serve(opened(**chosen))

    return routed


def asked(*upstreams: Any) -> list[int]:
    return [len(upstream.asked) for upstream in upstreams]


def test_the_model_decides_in_every_dialect_and_relay(routed, upstream, others):
    proxy = routed()
    paths = ("/v1/chat/completions", "/v1/messages", "/v1/responses", "/api/chat", "/v1/embeddings")
    for path in paths:
        for headers in ({}, {"X-Recollect-Agent-Id": "alice"}):
            proxy.post(path, json={"model": "claude-x"} | CHAT, headers=headers)
            proxy.post(path, json={"model": "gpt-x"} | CHAT, headers=headers)
    assert asked(upstream, *others) == [10, 10, 0]


def test_what_names_no_model_goes_to_the_default(routed, upstream, others):
    proxy = routed()
    proxy.get("/v1/models")
    proxy.post("/v1/chat/completions", json=CHAT)
    proxy.post("/v1/chat/completions", json={"model": ["claude-x"]} | CHAT)
    form = {"Content-Type": "multipart/form-data; boundary=x", "Authorization": "Bearer x"}
    proxy.post("/v1/files", content=b"--x--", headers=form)
    assert asked(upstream, *others) == [4, 0, 0]


def test_each_upstream_gets_its_own_key_and_no_other(routed, upstream, others):
    proxy = routed(upstream_api_key=None)
    headers = {"Authorization": "Bearer sk-caller"}
    for model in ("claude-x", "gpt-x"):
        proxy.post("/v1/chat/completions", json={"model": model} | CHAT, headers=headers)
    assert others[0].asked[0].headers["authorization"] == "Bearer sk-one"
    assert upstream.asked[0].headers["authorization"] == "Bearer sk-caller"


def test_a_key_of_ours_decides_and_never_leaves(routed, upstream, others, tmp_path):
    proxy = routed(upstream_api_key="sk-default")
    keys = KeyFile(tmp_path / "home" / "keys.json")
    _, phone = keys.add("phone", agents=["*"], rights=[Right.WRITE])
    _, laptop = keys.add("laptop", agents=["*"], rights=[Right.WRITE])
    for secret in (phone, laptop):
        headers = {"Authorization": f"Bearer {secret}"}
        answer = proxy.post("/v1/chat/completions", json={"model": "gpt-x"} | CHAT, headers=headers)
        assert answer.status_code == 200
    assert asked(upstream, *others) == [1, 0, 1]
    assert upstream.asked[0].headers["authorization"] == "Bearer sk-default"
    # That upstream has no key of ours, and ours is not for it.
    assert "authorization" not in others[1].asked[0].headers
    both = {"X-Recollect-Key": phone, "Authorization": "Bearer sk-caller"}
    proxy.post("/v1/chat/completions", json={"model": "gpt-x"} | CHAT, headers=both)
    assert others[1].asked[1].headers["authorization"] == "Bearer sk-caller"
    # The order of the list decides.
    proxy.post("/v1/chat/completions", json={"model": "claude-x"} | CHAT, headers=both)
    assert asked(upstream, *others) == [1, 1, 2]


def test_who_may_only_read_does_not_spend_the_key_of_a_route(routed, others, tmp_path):
    proxy = routed()
    keys = KeyFile(tmp_path / "home" / "keys.json")
    _, reads = keys.add("reads", agents=["*"], rights=[Right.READ])
    headers = {"X-Recollect-Key": reads}
    refused = proxy.post("/v1/chat/completions", json={"model": "claude-x"} | CHAT, headers=headers)
    assert refused.status_code == 403
    allowed = proxy.post("/v1/chat/completions", json={"model": "gpt-x"} | CHAT, headers=headers)
    assert (allowed.status_code, asked(*others)) == (200, [0, 0])


def test_without_a_default_only_what_matches_has_an_upstream(routed, others):
    proxy = routed(upstream_base_url=None)
    told = proxy.post("/v1/chat/completions", json={"model": "gpt-x"} | CHAT).json()["error"]
    assert told["code"] == "no_upstream"
    assert "upstreams" in told["message"]
    assert proxy.post("/v1/messages", json={"model": "claude-x"} | CHAT).status_code == 200
