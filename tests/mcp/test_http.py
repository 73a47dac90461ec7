"""Inside the HTTP server: the same guard, the same keys, and every request by itself."""

import json
import logging

import httpx2
import pytest
from anyio import run
from mcp import MCPError

from recollect import Memory
from recollect.domain.access import Access, Right
from recollect.mcp import Door
from recollect.mcp.server import _answered
from recollect.settings.keys import KeyFile

R, W = Right.READ, Right.WRITE
BOTH = "application/json, text/event-stream"
HELLO = {
    "jsonrpc": "2.0",
    "id": 1,
    "method": "initialize",
    "params": {
        "protocolVersion": "2025-06-18",
        "capabilities": {},
        "clientInfo": {"name": "test", "version": "1"},
    },
}


@pytest.fixture
def url(server, tmp_path):
    with (
        Memory.open(
            tmp_path / "m.sqlite",
            embedding_backend="none",
            extractor="none",
            home=tmp_path,
            max_request_mb=1,
        ) as memory,
        server(memory) as url,
    ):
        yield url


@pytest.fixture
def keys(tmp_path):
    return KeyFile(KeyFile(tmp_path / "keys.json").path)


@pytest.fixture
def post(url):
    """A request as it stands on the wire."""

    def post(body=HELLO, *, accept=BOTH, **headers):
        named = {name.replace("_", "-"): value for name, value in headers.items()}
        content = body if isinstance(body, bytes) else json.dumps(body).encode()
        headers = {"Accept": accept, "Content-Type": "application/json"} | named
        return httpx2.post(f"{url}/mcp", content=content, headers=headers, verify=False)

    return post


def told(answer):
    return answer.status_code, answer.json()["error"]["code"]


def test_without_a_key_where_one_is_needed_nobody_comes_in(post, http, url, keys):
    _, secret = keys.add("phone", agents=["*"], rights=[R, W])
    assert told(post()) == (401, "unauthorized")
    assert told(post(Authorization="Bearer rck_wrong")) == (401, "unauthorized")
    assert post(Authorization=f"Bearer {secret}").status_code == 200
    with pytest.raises(ExceptionGroup) as refused, http(url):
        pass
    assert refused.group_contains(MCPError)


@pytest.mark.parametrize("mode", ["auto", "legacy"])
def test_a_key_for_reading_cannot_add(http, url, keys, mode):
    _, reads = keys.add("eyes", agents=["*"], rights=[R])
    _, writes = keys.add("hand", agents=["*"], rights=[W])
    with (
        http(url, mode, X_Recollect_Key=writes) as hand,
        http(url, mode, X_Recollect_Key=reads) as eyes,
    ):
        name = hand.ok("memory_add", content="Likes tea")["memory"]["id"]
        for tool in ("memory_delete", "memory_update"):
            assert eyes.error(tool, id=name, **_edit(tool))["code"] == "forbidden"
        assert eyes.error("memory_add", content="Likes wine")["code"] == "forbidden"
        assert eyes.ok("memory_search", query="tea")["hits"][0]["id"] == name
        for tool, arguments in (
            ("memory_search", {"query": "tea"}),
            ("memory_get", {"id": name}),
            ("memory_list", {}),
            ("memory_context", {}),
            ("memory_explain", {"id": name}),
        ):
            assert hand.error(tool, **arguments)["code"] == "forbidden", tool


def _edit(tool):
    return {"content": "Likes wine"} if tool == "memory_update" else {}


def test_a_key_reaches_its_agents_and_no_others(http, url, keys):
    _, everyone = keys.add("all", agents=["*"], rights=[R, W])
    _, team = keys.add("team", agents=["alice", "team-*"], rights=[R, W])
    with http(url, X_Recollect_Key=everyone) as call:
        name = call.ok("memory_add", agent_id="bob", content="Likes tea")["memory"]["id"]
        receipt = call.ok("memory_context", agent_id="bob", query="tea")["receipt_id"]
    with http(url, X_Recollect_Key=team) as call:
        assert call.ok("memory_add", agent_id="team-7", content="Likes tea")["agent_id"] == "team-7"
        for tool, arguments in (
            ("memory_add", {"content": "x"}),
            ("memory_search", {"query": "tea"}),
            ("memory_get", {"id": name}),
            ("memory_list", {}),
            ("memory_update", {"id": name, "content": "x"}),
            ("memory_delete", {"id": name}),
            ("memory_context", {"query": "tea"}),
            ("memory_explain", {"receipt_id": receipt}),
        ):
            error = call.error(tool, agent_id="bob", **arguments)
            assert error["code"] == "forbidden", tool
            assert "'bob'" in error["message"]
        assert (
            call.error("memory_explain", agent_id="alice", receipt_id=receipt)["code"]
            == "not_found"
        )
        # The usual agent is not one of them.
        assert call.error("memory_list")["code"] == "forbidden"


def test_a_key_for_one_agent_means_that_one_and_a_header_chooses(http, url, keys):
    _, alice = keys.add("alice", agents=["alice"], rights=[R, W])
    _, everyone = keys.add("all", agents=["*"], rights=[R, W])
    with http(url, X_Recollect_Key=alice) as call:
        assert call.ok("memory_list")["agent_id"] == "alice"
    with http(url, X_Recollect_Key=everyone) as call:
        assert call.ok("memory_list")["agent_id"] == "default"
    with http(url, X_Recollect_Key=everyone, X_Recollect_Agent_Id="bob") as call:
        assert call.ok("memory_list")["agent_id"] == "bob"
        assert call.ok("memory_list", agent_id="carol")["agent_id"] == "carol"
    with http(url, X_Recollect_Key=alice, X_Recollect_Agent_Id="bob") as call:
        assert call.error("memory_list")["code"] == "forbidden"


def test_an_agent_of_any_script_is_named_as_on_every_other_door(post):
    call = {"name": "memory_add", "arguments": {"content": "Zoë keeps bees."}}
    asked = {"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": call}
    answer = post(asked, X_Recollect_Agent_Id="Zoë 蜂".encode())
    assert answer.json()["result"]["structuredContent"]["agent_id"] == "Zoë 蜂"


def test_a_key_that_is_revoked_ends_a_connection(http, url, keys):
    keys.add("other", agents=["*"], rights=[R])
    _, secret = keys.add("phone", agents=["*"], rights=[R])
    with http(url, X_Recollect_Key=secret) as call:
        call.ok("memory_list")
        keys.revoke("phone")
        with pytest.raises(MCPError):
            call("memory_list")


def test_other_names_and_foreign_pages_are_refused(post):
    assert told(post(Host="evil.example")) == (403, "host_not_allowed")
    assert told(post(Origin="https://evil.example")) == (403, "origin_not_allowed")


def test_names_and_pages_that_the_settings_allow_are_let_in(server, tmp_path):
    with (
        Memory.open(
            tmp_path / "m.sqlite",
            embedding_backend="none",
            home=tmp_path,
            allowed_hosts=["memory.example"],
            allowed_origins=["https://app.example"],
        ) as memory,
        server(memory) as url,
    ):
        headers = {
            "Accept": BOTH,
            "Host": "memory.example",
            "Origin": "https://app.example",
        }
        answer = httpx2.post(f"{url}/mcp", json=HELLO, headers=headers, verify=False)
        assert answer.status_code == 200


def test_bodies_have_the_limits_of_the_server(post):
    assert told(post(b"x" * 2**21)) == (413, "too_large")
    assert told(post(Content_Type="text/plain")) == (415, "unsupported_media_type")
    large = {"jsonrpc": "2.0", "id": 1, "method": "ping", "params": {"_meta": {"x": "y" * 900_000}}}
    assert post(large).status_code == 200


@pytest.mark.parametrize("body", [b"", b"{", b"[]", b"7", b'{"jsonrpc": "2.0"}', b"[" * 9_000])
def test_a_body_that_is_no_message_is_a_client_s_error(post, body):
    assert 400 <= post(body).status_code < 500


@pytest.mark.parametrize("method", ["GET", "DELETE", "PUT"])
def test_there_are_no_sessions_to_listen_to_or_to_end(url, method):
    answer = httpx2.request(method, f"{url}/mcp", headers={"Accept": BOTH}, verify=False)
    assert told(answer) == (405, "method_not_allowed")
    assert "Mcp-Session-Id" not in answer.headers


def test_a_client_is_answered_in_the_form_it_would_rather_have(post):
    at_once = post(accept="application/json")
    assert at_once.headers["Content-Type"].startswith("application/json")
    assert at_once.json()["result"]["serverInfo"]["name"] == "recollect"
    assert post().headers["Content-Type"].startswith("application/json")
    streamed = post(accept="text/event-stream, application/json")
    assert streamed.headers["Content-Type"].startswith("text/event-stream")
    assert '"recollect"' in streamed.text
    assert "Mcp-Session-Id" not in streamed.headers


def test_a_request_needs_none_before_it(post):
    """Stateless: whichever server of many a request comes to can answer it."""
    call = {"name": "memory_add", "arguments": {"content": "Likes tea"}}
    answer = post({"jsonrpc": "2.0", "id": 5, "method": "tools/call", "params": call})
    assert answer.json()["result"]["structuredContent"]["outcome"] == "remembered"


@pytest.mark.parametrize("where", ["content", "agent_id"])
def test_half_of_a_surrogate_pair_is_told_as_everywhere(post, where):
    """The protocol of 2026 lets one through to us; what is older refuses the whole request."""
    meta = {
        "io.modelcontextprotocol/protocolVersion": "2026-07-28",
        "io.modelcontextprotocol/clientCapabilities": {},
    }
    arguments = {"content": "x"} | {where: "\ud800"}
    params = {"name": "memory_add", "arguments": arguments, "_meta": meta}
    call = {"jsonrpc": "2.0", "id": 5, "method": "tools/call", "params": params}
    era = {
        "MCP_Protocol_Version": "2026-07-28",
        "Mcp_Method": "tools/call",
        "Mcp_Name": "memory_add",
    }
    error = post(call, **era).json()["result"]["structuredContent"]["error"]
    assert (error["code"], error["field"]) == ("invalid_input", where)
    assert post(call).status_code == 400


def test_it_can_be_opened_again(tmp_path):
    with Memory.open(tmp_path / "m.sqlite", embedding_backend="none", background=False) as memory:
        door = Door(memory)

        async def let_in(scope, receive, send):
            await door({**scope, "state": {"access": Access()}}, receive, send)

        async def twice():
            here = httpx2.AsyncClient(
                transport=httpx2.ASGITransport(let_in), base_url="http://here", verify=False
            )
            async with here:
                for _ in range(2):
                    async with door.open():
                        answer = await here.post("/mcp", json=HELLO, headers={"Accept": BOTH})
                    assert answer.status_code == 200

        run(twice)


def test_the_log_has_a_line_for_each_request_and_no_word_of_it(post, caplog, until):
    caplog.set_level(logging.INFO, "recollect.server")
    call = {"name": "memory_add", "arguments": {"content": "Likes tea"}}
    post({"jsonrpc": "2.0", "id": 5, "method": "tools/call", "params": call})
    # The line is written once the answer is on its way.
    until(lambda: "request" in caplog.messages)
    [line] = [each for each in caplog.records if each.message == "request"]
    assert (line.method, line.path, line.status) == ("POST", "/mcp", 200)
    assert "tea" not in caplog.text


def test_what_nobody_expected_is_told_without_a_word_of_it(caplog):
    def call():
        raise ValueError("what somebody said in confidence")

    result = run(_answered, call)
    assert result.is_error
    assert result.structured_content["error"]["code"] == "internal"
    [record] = [each for each in caplog.records if each.levelno >= logging.ERROR]
    assert (record.error, record.where.partition(":")[0]) == ("ValueError", "test_http.py")
    assert "confidence" not in result.model_dump_json() + caplog.text


def test_a_memory_that_was_closed_says_so(http, server, tmp_path):
    with (
        Memory.open(tmp_path / "m.sqlite", embedding_backend="none", home=tmp_path) as memory,
        server(memory) as url,
        http(url) as call,
    ):
        memory.close()
        assert call.error("memory_list")["code"] == "closed"
