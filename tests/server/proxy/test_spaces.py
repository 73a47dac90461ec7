"""Spaces in proxied chats: named in a header or subscribed to, and never without the right."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import httpx2
import pytest

from recollect import Memory
from recollect.domain.access import Right
from recollect.settings.keys import KeyFile

CHAT = {
    "model": "m",
    "messages": [{"role": "user", "content": "On which days do we deploy to production?"}],
}
R, W = Right.READ, Right.WRITE


@pytest.fixture
def chat(
    opened: Callable[..., Memory],
    serve: Callable[[Memory], httpx2.Client],
    upstream: Any,
    tmp_path: Path,
) -> Callable[..., tuple[httpx2.Response, str]]:
    home = tmp_path / "home"
    keys = KeyFile(home / "keys.json")
    secrets = {
        "both": keys.add("both", agents=["alice", "team"], rights=[R, W])[1],
        "alice": keys.add("alice", agents=["alice"], rights=[R, W])[1],
    }
    memory = opened(home=home, upstream_base_url=upstream.url, extractor="none")
    memory.agent("alice").remember("My bike is parked behind the station.")
    memory.agent("team").remember("We deploy to production on Tuesdays.")
    client = serve(memory)

    def chat(key: str, spaces: str | None = None, *, subscribed: bool = False) -> Any:
        if subscribed and not memory.agent("alice").spaces.list():
            memory.agent("alice").spaces.add("team")
        headers = {
            "X-Recollect-Key": secrets[key],
            "X-Recollect-Agent-Id": "alice",
            "X-Recollect-Memory": "read-only",
        }
        headers |= {} if spaces is None else {"X-Recollect-Spaces": spaces}
        before = len(upstream.asked)
        answer = client.post("/v1/chat/completions", json=CHAT, headers=headers)
        return answer, "".join(each.content.decode() for each in upstream.asked[before:])

    return chat


def test_a_header_names_the_spaces_of_a_chat(chat: Any) -> None:
    assert "Tuesdays" not in chat("both")[1]
    answer, sent = chat("both", "team")
    assert answer.is_success
    assert "(from team)" in sent
    assert "x-recollect-spaces" not in sent.lower()
    assert "(from team)" in chat("both", "UTF-8''%74eam")[1]
    assert chat("alice", "alice2, UTF-8''%74eam")[0].status_code == 403


@pytest.mark.parametrize("spaces", ["team", "nobody", "team,nobody"])
def test_a_chat_that_names_a_space_without_the_right_is_refused(chat: Any, spaces: str) -> None:
    answer, sent = chat("alice", spaces)
    assert (answer.status_code, answer.json()["error"]["code"]) == (403, "forbidden")
    assert sent == ""


def test_a_subscription_is_read_as_far_as_the_key_may(chat: Any) -> None:
    assert "Tuesdays" in chat("both", subscribed=True)[1]
    # The same turn by another key: what was kept for the first is not used.
    answer, sent = chat("alice", subscribed=True)
    assert answer.is_success
    assert "Tuesdays" not in sent
    assert "Tuesdays" not in chat("both", "", subscribed=True)[1]
    assert "Tuesdays" in chat("both", subscribed=True)[1]


def test_a_space_that_is_the_agent_itself_is_refused(chat: Any) -> None:
    assert chat("both", "alice")[0].status_code == 422
