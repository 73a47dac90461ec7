"""`Idempotency-Key`: sent twice, done once."""

import asyncio
import threading
from collections.abc import Callable

import httpx2
import pytest
from starlette.types import Message, Receive, Scope, Send

from recollect import Memory
from recollect.server.idempotency import Idempotency

Opened = Callable[..., Memory]
Serve = Callable[[Memory], httpx2.Client]


def said(client: httpx2.Client, words: str, key: str | None, **more: str) -> httpx2.Response:
    body = {"agent_id": "a", "conversation_id": "c", "turns": [{"content": words}]}
    headers = {"Idempotency-Key": key} if key else {}
    return client.post("/memory/ingest", json=body, headers=headers | more)


def test_a_write_sent_again_is_answered_as_before_and_not_done_again(
    opened: Opened, serve: Serve
) -> None:
    memory = opened()
    client = serve(memory)
    first, second = said(client, "Tea.", "k1"), said(client, "Tea.", "k1")
    assert first.json() == second.json()
    assert (first.status_code, second.status_code) == (202, 202)
    assert "Idempotent-Replay" not in first.headers
    assert second.headers["Idempotent-Replay"] == "true"
    assert first.headers["X-Request-Id"] != second.headers["X-Request-Id"]
    assert second.json()["added"] == 1
    assert len(memory.agent("a").turns()) == 1


def test_without_the_header_or_with_another_it_is_a_write_of_its_own(
    opened: Opened, serve: Serve
) -> None:
    client = serve(opened())
    said(client, "Tea.", "k1")
    for key in (None, "k2"):
        again = said(client, "Coffee.", key)
        assert "Idempotent-Replay" not in again.headers


@pytest.mark.parametrize("path", ["search", "context"])
def test_a_question_is_asked_anew_whatever_key_it_carries(
    opened: Opened, serve: Serve, path: str
) -> None:
    client = serve(opened())
    body, headers = {"agent_id": "a", "query": "Tea?"}, {"Idempotency-Key": "k1"}
    assert "Tea." not in client.post(f"/api/v1/{path}", json=body, headers=headers).text
    said(client, "Tea.", "k2")
    assert "Tea." in client.post(f"/api/v1/{path}", json=body, headers=headers).text


def test_a_key_used_for_another_body_is_refused(opened: Opened, serve: Serve) -> None:
    memory = opened()
    client = serve(memory)
    said(client, "Tea.", "k1")
    answer = said(client, "Coffee.", "k1")
    assert (answer.status_code, answer.json()["error"]["code"]) == (422, "idempotency_key_reused")
    assert len(memory.agent("a").turns()) == 1


@pytest.mark.parametrize("key", ["", "x" * 256])
def test_a_key_that_is_none_is_refused(shared: httpx2.Client, key: str) -> None:
    answer = shared.post("/memory/ingest", json={}, headers={"Idempotency-Key": key})
    assert answer.json()["error"]["field"] == "Idempotency-Key"


def test_a_refusal_is_repeated_and_a_body_too_large_is_still_one(shared: httpx2.Client) -> None:
    headers = {"Idempotency-Key": "r1"}
    for _ in range(2):
        assert shared.post("/memory/ingest", json={}, headers=headers).status_code == 422
    parts = (b'{"x": "' + b"y" * 2**20 for _ in range(3))
    large = shared.post(
        "/memory/ingest", content=parts, headers=headers | {"Content-Type": "application/json"}
    )
    assert (large.status_code, large.json()["error"]["code"]) == (413, "too_large")


def test_many_at_once_are_done_once(opened: Opened, serve: Serve) -> None:
    memory = opened()
    client = serve(memory)
    answers: list[httpx2.Response] = []
    threads = [
        threading.Thread(target=lambda: answers.append(said(client, "Tea.", "k1")))
        for _ in range(12)
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert {answer.status_code for answer in answers} == {202}
    assert len({answer.text for answer in answers}) == 1
    assert sum("Idempotent-Replay" not in answer.headers for answer in answers) == 1


async def _asked(
    app: Idempotency, method: str, key: str | None, body: bytes = b""
) -> list[Message]:
    sent: list[Message] = []

    async def receive() -> Message:
        return {"type": "http.request", "body": body, "more_body": False}

    async def send(message: Message) -> None:
        sent.append(message)

    headers = [(b"idempotency-key", key.encode())] if key else []
    scope = {
        "type": "http",
        "method": method,
        "path": "/x",
        "query_string": b"",
        "headers": headers,
    }
    await app(scope, receive, send)
    return sent


def test_a_failure_of_ours_may_be_tried_again() -> None:
    statuses = iter([503, 202])

    async def app(scope: Scope, receive: Receive, send: Send) -> None:
        await send({"type": "http.response.start", "status": next(statuses), "headers": []})
        await send({"type": "http.response.body", "body": b"x"})

    async def run() -> list[int]:
        once = Idempotency(app)
        return [(await _asked(once, "POST", "k"))[0]["status"] for _ in range(3)]

    assert asyncio.run(run()) == [503, 202, 202]


def test_after_a_deletion_no_answer_keeps_its_words_and_nothing_is_done_again() -> None:
    done: list[str] = []

    async def app(scope: Scope, receive: Receive, send: Send) -> None:
        done.append(scope["method"])
        await send({"type": "http.response.start", "status": 200, "headers": []})
        await send({"type": "http.response.body", "body": b"what was said"})

    async def run() -> list[list[Message]]:
        once = Idempotency(app)
        return [
            await _asked(once, "POST", "k"),
            await _asked(once, "DELETE", None),
            await _asked(once, "POST", "k"),
        ]

    *_, again = asyncio.run(run())
    assert again[0]["status"] == 409
    assert b"already_done" in again[1]["body"]
    assert done == ["POST", "DELETE"]


def test_an_answer_that_a_deletion_overtook_keeps_no_words() -> None:
    async def run() -> list[Message]:
        deleted = asyncio.Event()

        async def app(scope: Scope, receive: Receive, send: Send) -> None:
            if scope["method"] == "POST":
                await deleted.wait()
            await send({"type": "http.response.start", "status": 200, "headers": []})
            await send({"type": "http.response.body", "body": b"what was said"})

        once = Idempotency(app)
        slow = asyncio.create_task(_asked(once, "POST", "k"))
        await asyncio.sleep(0)
        await _asked(once, "DELETE", "d")
        deleted.set()
        assert (await slow)[0]["status"] == 200
        assert (await _asked(once, "DELETE", "d"))[0]["status"] == 200
        return await _asked(once, "POST", "k")

    again = asyncio.run(run())
    assert again[0]["status"] == 409
    assert b"already_done" in again[1]["body"]


def test_the_answer_to_a_purge_is_not_kept(opened: Opened, serve: Serve) -> None:
    memory = opened(background=False)
    name = memory.agent("alice").memories.add("Has a xylophone").id
    url = f"/api/v1/memory/{name}?purge=true&agent_id=alice"
    client, headers = serve(memory), {"Idempotency-Key": "k1"}
    assert "xylophone" in client.delete(url, headers=headers).text
    again = client.delete(url, headers=headers)
    assert (again.status_code, again.json()["error"]["code"]) == (409, "already_done")


def test_of_a_message_in_ram_alone_no_word_is_kept_and_it_is_not_said_twice(
    opened: Opened, serve: Serve
) -> None:
    memory = opened()
    client = serve(memory)
    body = {"role": "user", "content": "between us", "retention": "ephemeral"}
    url, headers = "/api/v1/conversations/tab:1/messages", {"Idempotency-Key": "k1"}
    assert client.post(url, json=body, headers=headers).status_code == 201
    again = client.post(url, json=body, headers=headers)
    assert (again.status_code, again.json()["error"]["code"]) == (409, "already_done")
    talk = memory.conversation("tab:1", retention="ephemeral")
    assert [message.content for message in talk.messages()] == ["between us"]


def test_an_agent_that_was_only_heard_can_be_erased(opened: Opened, serve: Serve) -> None:
    memory = opened()
    client = serve(memory)
    memory.conversation("tab:1", retention="ephemeral", agent="guest").add("user", "between us")
    assert client.delete("/api/v1/agents/guest").status_code == 422
    assert client.delete("/api/v1/agents/guest", params={"confirm": "true"}).status_code == 200
    assert memory.agent("guest").conversations.ephemeral() == []
    assert client.delete("/api/v1/agents/guest", params={"confirm": "true"}).status_code == 404
