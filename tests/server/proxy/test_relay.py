"""What is not a chat goes to the upstream and back untouched, whatever its method and format."""

import http.client
from threading import Event

import pytest
from openai import OpenAI

from recollect.domain.access import Right
from recollect.settings.keys import KeyFile

FORM = b'--x\r\nContent-Disposition: form-data; name="file"; filename="a.bin"\r\n\r\n\x00\xff\r\n--x--\r\n'
UPLOAD = {"Content-Type": "multipart/form-data; boundary=x", "Authorization": "Bearer sk-theirs"}


@pytest.mark.parametrize("method", ["GET", "POST", "PUT", "PATCH", "DELETE"])
def test_any_method_and_path_is_passed_on(proxy, upstream, method):
    upstream.replies(b"\x00raw\xff", status=207, Content_Type="application/x-odd", X_Their="1")
    body = b'{ "input" : "\\u00e9" }' if method != "GET" else b""
    headers = {"Content-Type": "application/json", "X-Recollect-Agent-Id": "alice"}
    answer = proxy.request(method, "/v1/a%2Fb/c%20d?x=%2F&y", content=body, headers=headers)
    (asked,) = upstream.asked
    assert (asked.method, asked.path, asked.content) == (method, "/v1/a%2Fb/c%20d?x=%2F&y", body)
    assert (answer.status_code, answer.content) == (207, b"\x00raw\xff")
    assert (answer.headers["content-type"], answer.headers["x-their"]) == ("application/x-odd", "1")
    assert "x-recollect-memory" not in answer.headers


def test_the_official_client_embeds_and_uploads(proxy, upstream, openai):
    client: OpenAI = openai(proxy)
    upstream.replies({"object": "list", "data": [{"object": "embedding", "index": 0, "embedding": [0.5]}],
                      "model": "m", "usage": {"prompt_tokens": 1, "total_tokens": 1}})  # fmt: skip
    made = client.embeddings.create(model="m", input="tea", encoding_format="float")
    assert made.data[0].embedding == [0.5]
    upstream.replies({"id": "f1", "object": "file", "bytes": 3, "created_at": 1, "filename": "a", "purpose": "batch"})  # fmt: skip
    assert client.files.create(file=("a", b"\x00\xff!"), purpose="batch").id == "f1"
    assert b"\x00\xff!" in upstream.asked[1].content


def test_an_upload_needs_a_header_that_no_other_sites_page_can_send(proxy, upstream):
    bare = {"Content-Type": UPLOAD["Content-Type"]}
    assert proxy.post("/v1/files", content=FORM, headers=bare).status_code == 415
    assert proxy.post("/v1/files", content=FORM, headers=UPLOAD).status_code == 200
    assert [asked.content for asked in upstream.asked] == [FORM]
    # A chat is read, so it stays JSON.
    assert proxy.post("/v1/chat/completions", content=FORM, headers=UPLOAD).status_code == 415


def test_a_body_of_unknown_length_is_passed_on_in_chunks(proxy, upstream):
    proxy.post("/v1/files", content=iter([FORM[:10], FORM[10:]]), headers=UPLOAD)
    (asked,) = upstream.asked
    assert asked.content == FORM
    assert asked.headers["transfer-encoding"] == "chunked"


def test_a_body_over_the_limit_is_refused_however_it_comes(opened, serve, upstream):
    proxy = serve(opened(upstream_base_url=upstream.url, max_request_mb=1))
    pieces = [bytes(2**19)] * 3
    for content in (b"".join(pieces), iter(pieces)):
        answer = proxy.post("/v1/files", content=content, headers=UPLOAD)
        assert (answer.status_code, answer.json()["error"]["code"]) == (413, "too_large")


def test_a_stream_arrives_as_it_is_sent(proxy, upstream):
    heard = Event()
    upstream.streams(b"one", heard, b"two")
    with proxy.stream("GET", "/v1/responses/r1?stream=true") as answer:
        parts = answer.iter_raw()
        assert next(parts) == b"one"
        heard.set()
        assert b"".join(parts) == b"two"


def test_who_hangs_up_is_hung_up_for(proxy, upstream):
    upstream.streams(b"one", Event())
    with proxy.stream("POST", "/v1/files", content=FORM, headers=UPLOAD) as answer:
        assert next(answer.iter_raw()) == b"one"
    assert upstream.hung_up.wait(60)


@pytest.mark.parametrize("path", ["/v1/../admin", "/v1/%2e%2e/admin", "/v1/a/./b"])
def test_no_path_leaves_the_upstreams_address(proxy, upstream, path):
    raw = http.client.HTTPConnection(proxy.base_url.host, proxy.base_url.port)
    raw.request("GET", path)
    assert raw.getresponse().status == 400
    raw.close()
    assert upstream.asked == []


def test_our_own_routes_stay_ours(proxy, upstream):
    for path in ("/api/v1/receipts/none", "/v2/models", "/v1"):
        answer = proxy.get(path)
        assert (answer.status_code, answer.json()["error"]["code"]) == (404, "not_found")
    assert upstream.asked == []


def test_the_callers_idempotency_key_is_for_the_upstream(proxy, upstream):
    headers = {"Idempotency-Key": "k" * 300}
    for _ in range(2):
        assert proxy.post("/v1/batches", json={}, headers=headers).status_code == 200
    assert [asked.headers["idempotency-key"] for asked in upstream.asked] == ["k" * 300] * 2


def test_our_upstream_key_is_sent_as_each_api_wants_it(opened, serve, upstream, tmp_path):
    home = tmp_path / "home"
    keys = KeyFile(home / "keys.json")
    _, reads = keys.add("reads", agents=["a"], rights=[Right.READ])
    _, writes = keys.add("writes", agents=["a"], rights=[Right.WRITE])
    proxy = serve(opened(home=home, upstream_base_url=upstream.url, upstream_api_key="sk-ours"))
    version = {"anthropic-version": "2023-06-01"}
    assert proxy.get("/v1/files").status_code == 401
    assert proxy.get("/v1/files", headers={"X-Api-Key": reads}).status_code == 403
    assert proxy.get("/v1/files", headers={"X-Api-Key": writes} | version).status_code == 200
    assert proxy.get("/v1/files", headers={"Authorization": f"Bearer {writes}"}).status_code == 200
    first, second = (asked.headers for asked in upstream.asked)
    assert (first.get("x-api-key"), first.get("authorization")) == ("sk-ours", None)
    assert (second.get("x-api-key"), second.get("authorization")) == (None, "Bearer sk-ours")
