"""MCP inside the HTTP server: the same access checks and keys, and stateless requests."""

import json
import logging

import httpx2
import pytest
from anyio import run
from mcp import MCPError

from recollect import Memory
from recollect.domain.access import Access, Right
from recollect.mcp.http import McpEndpoint
from recollect.mcp.server import _call_result
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
    """Send a raw request."""

    def post(body=HELLO, *, accept=BOTH, **headers):
        named = {name.replace("_", "-"): value for name, value in headers.items()}
        content = body if isinstance(body, bytes) else json.dumps(body).encode()
        headers = {"Accept": accept, "Content-Type": "application/json"} | named
        return httpx2.post(f"{url}/mcp", content=content, headers=headers, verify=False)

    return post


def status_and_code(answer):
    return answer.status_code, answer.json()["error"]["code"]


def test_requests_without_a_required_key_are_refused(post, http, url, keys):
    _, secret = keys.add("phone", agents=["*"], rights=[R, W])
    assert status_and_code(post()) == (401, "unauthorized")
    assert status_and_code(post(Authorization="Bearer rck_wrong")) == (401, "unauthorized")
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
        # The default agent is not one of them.
        assert call.error("memory_list")["code"] == "forbidden"


def test_the_default_agent_comes_from_the_key_or_a_header(http, url, keys):
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


def test_the_agent_header_is_decoded_as_in_the_rest_api(post):
    call = {"name": "memory_add", "arguments": {"content": "Zoë keeps bees."}}
    asked = {"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": call}
    answer = post(asked, X_Recollect_Agent_Id="Zoë 蜂".encode())
    assert answer.json()["result"]["structuredContent"]["agent_id"] == "Zoë 蜂"
    answer = post(asked, X_Recollect_Agent_Id="UTF-8''Zo%C3%AB")
    assert answer.json()["result"]["structuredContent"]["agent_id"] == "Zoë"
    answer = post(asked, X_Recollect_Agent_Id="UTF-8''100%")
    result = answer.json()["result"]
    assert result["isError"]
    assert "X-Recollect-Agent-Id is not percent-encoded" in result["content"][0]["text"]


def test_a_revoked_key_ends_a_connection(http, url, keys):
    keys.add("other", agents=["*"], rights=[R])
    _, secret = keys.add("phone", agents=["*"], rights=[R])
    with http(url, X_Recollect_Key=secret) as call:
        call.ok("memory_list")
        keys.revoke("phone")
        with pytest.raises(MCPError):
            call("memory_list")


def test_unknown_hosts_and_origins_are_refused(post):
    assert status_and_code(post(Host="evil.example")) == (403, "host_not_allowed")
    assert status_and_code(post(Origin="https://evil.example")) == (403, "origin_not_allowed")


def test_allowed_hosts_and_origins_are_accepted(server, tmp_path):
    with (
        Memory.open(
            tmp_path / "m.sqlite",
            embedding_backend="none",
            home=tmp_path,
            allowed_hosts=["memory.example"],
            allow_anonymous=True,
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
    assert status_and_code(post(b"x" * 2**21)) == (413, "too_large")
    assert status_and_code(post(Content_Type="text/plain")) == (415, "unsupported_media_type")
    large = {"jsonrpc": "2.0", "id": 1, "method": "ping", "params": {"_meta": {"x": "y" * 900_000}}}
    assert post(large).status_code == 200


@pytest.mark.parametrize("body", [b"", b"{", b"[]", b"7", b'{"jsonrpc": "2.0"}', b"[" * 9_000])
def test_an_invalid_message_is_a_client_error(post, body):
    assert 400 <= post(body).status_code < 500


@pytest.mark.parametrize("method", ["GET", "DELETE", "PUT"])
def test_session_methods_are_not_allowed(url, method):
    answer = httpx2.request(method, f"{url}/mcp", headers={"Accept": BOTH}, verify=False)
    assert status_and_code(answer) == (405, "method_not_allowed")
    assert "Mcp-Session-Id" not in answer.headers


def test_a_client_is_call_result_in_the_form_it_would_rather_have(post):
    at_once = post(accept="application/json")
    assert at_once.headers["Content-Type"].startswith("application/json")
    assert at_once.json()["result"]["serverInfo"]["name"] == "recollect"
    assert post().headers["Content-Type"].startswith("application/json")
    streamed = post(accept="text/event-stream, application/json")
    assert streamed.headers["Content-Type"].startswith("text/event-stream")
    assert '"recollect"' in streamed.text
    assert "Mcp-Session-Id" not in streamed.headers


def test_a_request_needs_no_session(post):
    """Stateless: any of several servers can answer a request."""
    call = {"name": "memory_add", "arguments": {"content": "Likes tea"}}
    answer = post({"jsonrpc": "2.0", "id": 5, "method": "tools/call", "params": call})
    assert answer.json()["result"]["structuredContent"]["outcome"] == "remembered"


@pytest.mark.parametrize("where", ["content", "agent_id"])
def test_a_lone_surrogate_is_invalid_input(post, where):
    """The 2026 protocol passes one on to the tool; older versions refuse the whole request."""
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
    error = post(call, **era).json()["result"]["_meta"]["recollect/error"]
    assert (error["code"], error["field"]) == ("invalid_input", where)
    assert post(call).status_code == 400


def test_the_endpoint_can_be_restarted(tmp_path):
    with Memory.open(tmp_path / "m.sqlite", embedding_backend="none", background=False) as memory:
        endpoint = McpEndpoint(memory)

        async def let_in(scope, receive, send):
            await endpoint({**scope, "state": {"access": Access()}}, receive, send)

        async def twice():
            here = httpx2.AsyncClient(
                transport=httpx2.ASGITransport(let_in), base_url="http://here", verify=False
            )
            async with here:
                for _ in range(2):
                    async with endpoint.lifespan():
                        answer = await here.post("/mcp", json=HELLO, headers={"Accept": BOTH})
                    assert answer.status_code == 200

        run(twice)


def test_requests_are_logged_without_their_content(post, caplog, until):
    caplog.set_level(logging.INFO, "recollect.server")
    call = {"name": "memory_add", "arguments": {"content": "Likes tea"}}
    post({"jsonrpc": "2.0", "id": 5, "method": "tools/call", "params": call})
    # The line is written after the answer has been sent.
    until(lambda: "request" in caplog.messages)
    [line] = [each for each in caplog.records if each.message == "request"]
    assert (line.method, line.path, line.status) == ("POST", "/mcp", 200)
    assert "tea" not in caplog.text


def test_an_unexpected_error_reveals_no_content(caplog):
    def call():
        raise ValueError("what somebody said in confidence")

    result = run(_call_result, {}, call)
    assert result.is_error
    assert result.meta["recollect/error"]["code"] == "internal"
    [record] = [each for each in caplog.records if each.levelno >= logging.ERROR]
    assert (record.error, record.where.partition(":")[0]) == ("ValueError", "test_http.py")
    assert "confidence" not in result.model_dump_json() + caplog.text


def test_a_closed_memory_reports_it(http, server, tmp_path):
    with (
        Memory.open(tmp_path / "m.sqlite", embedding_backend="none", home=tmp_path) as memory,
        server(memory) as url,
        http(url) as call,
    ):
        memory.close()
        assert call.error("memory_list")["code"] == "closed"
