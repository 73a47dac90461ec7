"""The proxy as it is without memory: what goes in comes out, errors and all (D1)."""

import gzip
import json
import socket
from collections.abc import Callable
from threading import Event
from typing import Any

import httpx2
import openai as sdk
import pytest
from openai import OpenAI

from recollect import Memory

Serve = Callable[[Memory], httpx2.Client]
Client = Callable[..., OpenAI]
HELLO: Any = [{"role": "user", "content": "Hello"}]


def test_the_official_client_gets_its_answer(proxy, upstream, openai: Client):
    answer = openai(proxy).chat.completions.create(model="m", messages=HELLO)
    assert answer.choices[0].message.content == "Fine."
    assert answer.usage.total_tokens == 5
    (asked,) = upstream.asked
    assert (asked.method, asked.path) == ("POST", "/v1/chat/completions")
    assert asked.headers["authorization"] == "Bearer sk-of-the-caller"


def test_the_official_client_gets_a_stream_word_by_word(proxy, upstream, openai: Client, script):
    heard = Event()
    upstream.streams(
        "He", heard, "llo", script.event(script.chunk(finish="stop")), b"data: [DONE]\n\n"
    )
    pieces = []
    for part in openai(proxy).chat.completions.create(model="m", messages=HELLO, stream=True):
        pieces.append(part.choices[0].delta.content)
        heard.set()
    assert pieces == ["He", "llo", None]


def test_the_upstreams_models_are_listed(proxy, upstream, openai: Client):
    upstream.replies(
        {
            "object": "list",
            "data": [{"id": "tiny", "object": "model", "created": 1, "owned_by": "x"}],
        }
    )
    assert [model.id for model in openai(proxy).models.list()] == ["tiny"]
    assert (upstream.asked[0].method, upstream.asked[0].path) == ("GET", "/v1/models")


ODD = b'{ "model":"m", "seed": 1.50e1, "x":[NaN], "messages" :[{"role":"user","content":"\\u00e9 \\ud800"}],"model":"n" }'


@pytest.mark.parametrize("body", [ODD, b"{", b"[]", b"", b"\xff\xfe"])
def test_without_an_agent_every_byte_is_passed_on(proxy, upstream, body):
    upstream.replies({"error": {"message": "no"}}, status=400)
    proxy.post("/chat/completions", content=body, headers={"Content-Type": "application/json"})
    assert upstream.asked[0].content == body
    assert upstream.asked[0].path == "/v1/chat/completions"


@pytest.mark.parametrize("agent", [""])
def test_an_empty_agent_is_none(proxy, upstream, openai: Client, memory, agent):
    answer = openai(proxy, X_Osaurus_Agent_Id=agent).chat.completions.with_raw_response.create(
        model="m", messages=HELLO
    )
    assert answer.headers["x-recollect-memory"] == "no-agent"
    assert "x-conversation-id" not in answer.headers
    assert memory.agents() == []


def test_headers_between_two_machines_stay_there(proxy, upstream):
    upstream.replies(
        {"ok": True}, Set_Cookie="a=b", Access_Control_Allow_Origin="*", X_Ratelimit_Remaining="7",
        X_Request_Id="req_1", Alt_Svc="h3", Keep_Alive="timeout=5", X_Recollect_Tokens="9",
    )  # fmt: skip
    answer = proxy.post(
        "/v1/chat/completions?api-version=2",
        json={"messages": HELLO},
        headers={
            "X-Recollect-Key": "ours", "Cookie": "c=d", "X-Title": "app", "OpenAI-Organization": "org",
            "Connection": "X-Hop", "X-Hop": "1", "Sec-Fetch-Mode": "cors", "Proxy-Authorization": "p",
        },
    )  # fmt: skip
    sent = upstream.asked[0].headers
    assert upstream.asked[0].path == "/v1/chat/completions?api-version=2"
    assert (sent["x-title"], sent["openai-organization"]) == ("app", "org")
    assert not {
        "x-recollect-key",
        "cookie",
        "x-hop",
        "sec-fetch-mode",
        "proxy-authorization",
    } & set(sent)
    told = answer.headers
    assert (told["x-ratelimit-remaining"], told["x-upstream-request-id"]) == ("7", "req_1")
    assert told["x-request-id"] != "req_1"
    assert not {
        "set-cookie",
        "access-control-allow-origin",
        "alt-svc",
        "keep-alive",
        "x-recollect-tokens",
    } & set(told)
    assert len(told.get_list("date")) == 1


def test_headers_in_any_script_pass_as_they_are(proxy, upstream):
    title, model = "Café 模型".encode(), "Größe 模型".encode()
    upstream.replies({"ok": True}, X_Model=model.decode("latin-1"))
    answer = proxy.post(
        "/v1/chat/completions", json={"messages": HELLO}, headers=[(b"X-Title", title)]
    )
    assert answer.status_code == 200
    assert upstream.asked[0].headers["x-title"].encode("latin-1") == title
    assert dict(answer.headers.raw)[b"x-model"] == model


def test_with_a_key_of_our_own_the_callers_goes_nowhere(
    opened, serve: Serve, upstream, openai: Client
):
    proxy = serve(opened(upstream_base_url=upstream.url, upstream_api_key="sk-ours"))
    openai(proxy).chat.completions.create(model="m", messages=HELLO)
    assert upstream.asked[0].headers["authorization"] == "Bearer sk-ours"


def test_an_address_without_a_path_leaves_the_version_to_the_caller(opened, serve: Serve, upstream):
    proxy = serve(opened(upstream_base_url=upstream.url.removesuffix("/v1")))
    for path in ("/v1/chat/completions", "/chat/completions", "/v1/models"):
        proxy.request("GET" if "models" in path else "POST", path)
    assert [asked.path for asked in upstream.asked] == [
        "/v1/chat/completions",
        "/chat/completions",
        "/v1/models",
    ]


@pytest.mark.parametrize(
    ("status", "kind"),
    [(401, sdk.AuthenticationError), (429, sdk.RateLimitError), (500, sdk.InternalServerError)],
)
def test_an_error_of_the_upstream_is_passed_on_as_it_is(
    proxy, upstream, openai: Client, turns, status, kind
):
    wrong = {"error": {"message": "their words", "type": "t", "param": None, "code": "their_code"}}
    upstream.replies(wrong, status=status, Retry_After="17")
    with pytest.raises(kind) as raised:
        openai(proxy, X_Recollect_Agent_Id="alice").chat.completions.create(
            model="m", messages=HELLO
        )
    assert raised.value.body == wrong["error"]
    assert raised.value.response.headers["Retry-After"] == "17"
    # What was refused was not said: it comes again, mended.
    assert turns() == []


def test_a_packed_answer_is_passed_on_packed_and_understood(
    proxy, upstream, openai: Client, script, turns, until
):
    packed = gzip.compress(json.dumps(script.completion({"content": "Packed."})).encode())
    upstream.replies(packed, Content_Encoding="gzip")
    answer = openai(proxy, X_Recollect_Agent_Id="alice").chat.completions.create(
        model="m", messages=HELLO
    )
    assert answer.choices[0].message.content == "Packed."
    assert upstream.asked[0].headers["accept-encoding"] == "identity"
    assert turns() == [("user", "Hello"), ("assistant", "Packed.")]


def test_without_an_upstream_it_is_said_what_to_set(opened, serve: Serve, openai: Client):
    proxy = serve(opened())
    for answer in (
        proxy.post("/v1/chat/completions", json={"messages": HELLO}),
        proxy.get("/v1/models"),
    ):
        told = answer.json()["error"]
        assert (answer.status_code, told["code"]) == (503, "no_upstream")
        assert "upstream_base_url" in told["message"]
    with pytest.raises(sdk.InternalServerError) as raised:
        openai(proxy).with_options(max_retries=2).chat.completions.create(model="m", messages=HELLO)
    assert raised.value.code == "no_upstream"


@pytest.mark.attack("fault", "an upstream that is away")
def test_an_upstream_that_is_not_there_is_a_502(opened, serve: Serve, upstream, openai: Client):
    proxy = serve(opened(upstream_base_url="http://127.0.0.1:9/v1"))
    with pytest.raises(sdk.InternalServerError) as raised:
        openai(proxy, X_Recollect_Agent_Id="alice").chat.completions.create(
            model="m", messages=HELLO
        )
    assert (raised.value.status_code, raised.value.code) == (502, "upstream_unreachable")
    assert raised.value.type == "upstream_error"
    assert "127.0.0.1:9" not in raised.value.message


@pytest.mark.attack("fault", "an upstream that hangs up")
def test_an_upstream_that_hangs_up_without_a_word_is_a_502(proxy, upstream):
    upstream.streams(status=-1)
    answer = proxy.post("/v1/chat/completions", json={"messages": HELLO})
    assert (answer.status_code, answer.json()["error"]["code"]) == (502, "upstream_unreachable")


@pytest.mark.attack("fault", "an upstream that stays silent")
def test_an_upstream_that_stays_silent_is_a_504(opened, serve: Serve, upstream):
    proxy = serve(opened(upstream_base_url=upstream.url, upstream_timeout_seconds=1))
    upstream.streams(Event(), status=0)
    answer = proxy.post("/v1/chat/completions", json={"messages": HELLO})
    assert (answer.status_code, answer.json()["error"]["code"]) == (504, "upstream_timeout")


@pytest.mark.parametrize("agent", ["", "alice"])
def test_an_answer_that_breaks_off_is_no_answer_that_ended(proxy, upstream, turns, until, agent):
    upstream.streams("Half an ", None)
    body = {"messages": HELLO, "stream": True}
    heard = []
    with (
        proxy.stream(
            "POST", "/v1/chat/completions", json=body, headers={"X-Recollect-Agent-Id": agent}
        ) as answer,
        pytest.raises(httpx2.RemoteProtocolError),
    ):
        heard.extend(answer.iter_raw())
    assert b"Half an " in b"".join(heard)
    if agent:
        until(lambda: len(turns()) == 2)
        assert turns() == [("user", "Hello"), ("assistant", "Half an ")]


def test_an_answer_shorter_than_it_said_is_no_answer_that_ended(proxy, upstream):
    upstream.replies(b'{"choices": [')
    upstream.answers[0].length = 1000
    upstream.answers[0].parts = [b'{"choices": [', None]
    with pytest.raises(httpx2.RemoteProtocolError):
        proxy.post("/v1/chat/completions", json={"messages": HELLO})


@pytest.mark.attack("fault", "a client that hangs up")
@pytest.mark.parametrize("begun", [False, True])
def test_who_hangs_up_is_hung_up_for(proxy, upstream, connect, turns, until, begun):
    never = Event()
    if begun:
        upstream.streams("Once upon ", never)
    else:
        upstream.streams(never, status=0)
    body = {"messages": HELLO, "stream": True}
    headers = {"X-Recollect-Agent-Id": "alice"}
    if begun:
        with (
            connect(str(proxy.base_url)) as other,
            other.stream("POST", "/v1/chat/completions", json=body, headers=headers) as answer,
        ):
            next(answer.iter_raw())
    else:
        content = json.dumps(body)
        head = "POST /v1/chat/completions HTTP/1.1\r\nHost: localhost\r\n"
        head += f"X-Recollect-Agent-Id: alice\r\nContent-Length: {len(content)}\r\n"
        where = (proxy.base_url.host, proxy.base_url.port)
        with socket.create_connection(where, timeout=60) as other:
            other.sendall(f"{head}Content-Type: application/json\r\n\r\n{content}".encode())
            until(lambda: upstream.asked)
    assert upstream.hung_up.wait(60)
    if begun:
        until(lambda: len(turns()) == 2)
        assert turns() == [("user", "Hello"), ("assistant", "Once upon ")]
    else:
        assert turns() == []


def test_a_page_of_the_upstreams_cannot_run_as_ours(proxy, upstream):
    upstream.replies(b"<script>alert(1)</script>", Content_Type="text/html")
    assert "sandbox" in proxy.get("/v1/models").headers["Content-Security-Policy"]
