"""A page of another origin, in a real browser: it can neither post to the server nor read from it."""

import threading
from collections.abc import Callable, Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

import pytest
from playwright.sync_api import Browser

BODY = '{"agent_id": "a", "conversation_id": "c", "turns": [{"content": "I was here."}]}'
# Every way a page can send a request: simple and CORS fetch, form, image and script.
TRY = """async ([url, body, credentials]) => {
  const told = [];
  const post = (headers, mode) => fetch(url + '/memory/ingest', { method: 'POST', body, headers, mode, credentials })
    .then(async (answer) => told.push([answer.type, answer.status, await answer.text()]), () => told.push('refused'));
  await post({ 'Content-Type': 'application/json' }, 'cors');
  await post({ 'Content-Type': 'text/plain' }, 'cors');
  await post({ 'Content-Type': 'text/plain' }, 'no-cors');
  await fetch(url + '/api/v1/memory', { mode: 'cors' }).then(async (answer) => told.push([answer.type, answer.status, await answer.text()]), () => told.push('refused'));
  await fetch(url + '/agents', { mode: 'no-cors' }).then(async (answer) => told.push([answer.type, answer.status, await answer.text()]), () => told.push('refused'));
  navigator.sendBeacon(url + '/memory/ingest', new Blob([body], { type: 'text/plain' }));
  const frame = Object.assign(document.createElement('iframe'), { name: 'frame' });
  const form = Object.assign(document.createElement('form'), { method: 'POST', action: url + '/memory/ingest', enctype: 'text/plain', target: 'frame' });
  form.append(Object.assign(document.createElement('input'), { name: body.slice(0, -1) + ', "x": "', value: '"}' }));
  document.body.append(frame, form);
  const loaded = new Promise((done) => { frame.onload = done; });
  form.submit();
  await Promise.race([loaded, new Promise((done) => setTimeout(done, 3000))]);
  return told;
}"""


class _Page(BaseHTTPRequestHandler):
    def do_GET(self) -> None:
        self.send_response(200)
        self.send_header("Content-Type", "text/html")
        self.end_headers()
        self.wfile.write(b"<!doctype html><title>elsewhere</title><body>")

    def log_message(self, *_: object) -> None: ...


@pytest.fixture
def elsewhere() -> Iterator[str]:
    with ThreadingHTTPServer(("127.0.0.1", 0), _Page) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_address[1]}/"
        server.shutdown()


def test_a_page_of_another_origin_neither_posts_nor_reads(
    open_instance: Callable[..., Any], browser: Browser, elsewhere: str
) -> None:
    instance = open_instance()
    instance.memory.agent("a").memories.add("Something private")
    page = browser.new_page()
    page.goto(elsewhere)
    told = page.evaluate(TRY, [instance.url, BODY, "include"])
    page.close()
    assert [one for one in told if one != "refused" and (one[0] != "opaque" or one[2])] == []
    assert "private" not in str(told)
    assert instance.memory.agent("a").turns() == []


def test_a_page_that_was_allowed_posts_and_reads(
    open_instance: Callable[..., Any], browser: Browser, elsewhere: str
) -> None:
    instance = open_instance(allowed_origins=[elsewhere.rstrip("/")])
    page = browser.new_page()
    page.goto(elsewhere)
    told = page.evaluate(TRY, [instance.url, BODY, "omit"])
    page.close()
    assert told[0][:2] == ["cors", 202]
    assert [turn.content for turn in instance.memory.agent("a").turns()] == ["I was here."]
