"""Where the upstream is paid with our key: callers' keys stay here, and who may only read does not chat."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import httpx2

from recollect import Memory
from recollect.domain.access import Right
from recollect.settings.keys import KeyFile

CHAT = {"model": "m", "messages": [{"role": "user", "content": "Hello"}]}


def test_who_may_only_read_does_not_chat_at_our_expense(
    opened: Callable[..., Memory],
    serve: Callable[[Memory], httpx2.Client],
    upstream: Any,
    tmp_path: Path,
) -> None:
    home = tmp_path / "home"
    keys = KeyFile(home / "keys.json")
    _, reads = keys.add("reads", agents=["a"], rights=[Right.READ])
    _, writes = keys.add("writes", agents=["a"], rights=[Right.WRITE])
    upstream.says("Hi")
    proxy = serve(opened(home=home, upstream_base_url=upstream.url, upstream_api_key="sk-ours"))
    refused = proxy.post("/v1/chat/completions", json=CHAT, headers={"X-Recollect-Key": reads})
    assert (refused.status_code, refused.json()["error"]["code"]) == (403, "forbidden")
    told = {"X-Recollect-Key": writes, "api-key": writes, "x-api-key": writes}
    assert proxy.post("/v1/chat/completions", json=CHAT, headers=told).status_code == 200
    (asked,) = upstream.asked
    assert asked.headers["authorization"] == "Bearer sk-ours"
    assert writes not in str(dict(asked.headers))
