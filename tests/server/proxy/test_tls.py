"""What docs/how-to/tls.md says about names and keys, where a server runs."""

import re
from pathlib import Path

from recollect.domain.access import Right
from recollect.settings.keys import KeyFile

PAGE = (Path(__file__).parents[3] / "docs" / "how-to" / "tls.md").read_text("utf-8")


def test_behind_tls_the_public_name_is_let_in_with_a_key_alone(opened, serve, tmp_path):
    told = dict(re.findall(r"recollect config (allowed_\w+) (\S+)", PAGE))
    chosen = {name: [value] for name, value in told.items()}
    memory = opened(home=tmp_path / "home", **chosen)
    _, secret = KeyFile(memory.settings.keys_path).add("me", agents=["*"], rights=[Right.ADMIN])
    client = serve(memory)
    # As the page itself asks when a browser has it from https://memory.example.
    through = {"Host": "memory.example", "Origin": "https://memory.example"}
    assert client.get("/", headers=through | {"Accept": "text/html"}).status_code == 200
    assert client.get("/agents", headers=through).status_code == 401
    body = {"agent_id": "me", "content": "Likes tea"}
    made = client.post("/api/v1/memory", json=body, headers=through | {"X-Recollect-Key": secret})
    assert made.status_code == 201
    other = through | {"Host": "other.example", "X-Recollect-Key": secret}
    assert client.get("/agents", headers=other).status_code == 403
