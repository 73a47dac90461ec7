"""Errors reach every client as the exception that its documentation names, with a message to read."""

import os
import subprocess
import sys

import httpx2
import ollama
import pytest
from node_clients import NodeError, node_clients
from servers import recollect_server

from clients import CLIENTS as PYTHON
from clients import Question

CLIENTS = PYTHON | node_clients()
# The AI SDK has one class for all of them.
NAMES = {
    401: {"AuthenticationError", "APICallError"},
    403: {"PermissionDeniedError", "APICallError"},
    429: {"RateLimitError", "APICallError"},
    503: {"InternalServerError", "ServiceUnavailableError", "APICallError"},
}


@pytest.fixture(scope="module")
def without_upstream(tmp_path_factory):
    with recollect_server(tmp_path_factory.mktemp("none")) as client:
        yield client


@pytest.fixture(scope="module")
def with_keys(tmp_path_factory, shared_upstream):
    home = tmp_path_factory.mktemp("keys")
    command = [sys.executable, "-m", "recollect", "keys", "add", "phone", "--agents", "mine"]
    here = {**os.environ, "RECOLLECT_HOME": str(home)}
    key = subprocess.check_output(command, env=here, text=True).split()[0]
    with recollect_server(home, upstream_base_url=shared_upstream.url) as client:
        client.headers["X-Recollect-Key"] = key
        yield client


@pytest.fixture(params=CLIENTS)
def raised(request):
    """Asks, and returns the name, the status and the words of the error."""

    def raised(server: httpx2.Client, stream: bool, **headers: str):
        url = str(server.base_url).rstrip("/")
        named = {name.replace("_", "-"): value for name, value in headers.items()}
        question = Question(url=url, headers=named, text="Hello", stream=stream)
        with pytest.raises(Exception) as caught:
            CLIENTS[request.param](question)
        error = caught.value
        kind = error.name if isinstance(error, NodeError) else type(error).__name__
        if isinstance(error, ollama.ResponseError):
            assert isinstance(error.error, str)
            return None, error.status_code, error.error
        return kind, error.status_code, str(error)

    return raised


def check(found, status: int, words: str) -> None:
    kind, had, message = found
    assert had == status
    assert words in message
    assert kind is None or kind in NAMES[status]


stream = pytest.mark.parametrize("stream", [False, True], ids=["whole", "stream"])


@stream
def test_no_upstream(raised, without_upstream, stream):
    found = raised(without_upstream, stream, X_Recollect_Agent_Id="mine")
    check(found, 503, "set upstream_base_url")


@stream
def test_no_key(raised, with_keys, stream):
    found = raised(with_keys, stream, X_Recollect_Key="wrong")
    check(found, 401, "unknown key")


@stream
def test_an_agent_without_the_right(raised, with_keys, stream):
    key = with_keys.headers["X-Recollect-Key"]
    found = raised(with_keys, stream, X_Recollect_Key=key, X_Recollect_Agent_Id="theirs")
    check(found, 403, "this key may not read the agent 'theirs': it needs the right 'read' for it")


@stream
def test_an_error_of_the_upstream(raised, server, upstream, turns, agent, stream):
    upstream.errors += [(429, "slow down")] * 3
    found = raised(server, stream, X_Recollect_Agent_Id=agent)
    check(found, 429, "slow down")
    assert turns() == []
