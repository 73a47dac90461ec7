"""A request is changed in at most two places, and nowhere else; what is put in can be taken out again (D1)."""

import json
from datetime import UTC, datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st

from recollect.context.fence import fenced, unfenced
from recollect.context.inject import Injection
from recollect.domain.receipt import Receipt
from recollect.server.proxy.body import Body, inject_memory
from recollect.server.proxy.body import read as read_body
from recollect.server.proxy.dialects.chat_completions import CHAT_COMPLETIONS
from recollect.server.proxy.dialects.messages import MESSAGES
from recollect.server.proxy.exchange import exchange

RECEIPT = Receipt(
    id="r", agent="a", at=datetime(2026, 1, 1, tzinfo=UTC), cap=0, tokens=0, sections={}, items=(), left_out=()
)  # fmt: skip
words = st.text(max_size=20)
values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | words,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(words, inner, max_size=3),
    max_leaves=6,
)
parts = st.lists(
    st.one_of(
        st.builds(lambda text: {"type": "text", "text": text}, words),
        st.just({"type": "image_url", "image_url": {"url": "data:,"}}),
    ),
    max_size=3,
)
messages = st.lists(
    st.fixed_dictionaries(
        {"role": st.sampled_from(["system", "developer", "user", "assistant", "tool"])},
        optional={"content": st.none() | words | parts, "name": words, "extra": values},
    ),
    max_size=6,
)
requests = st.builds(
    lambda said, more, ascii_: json.dumps(
        {**more, "messages": said, "last": 1}, ensure_ascii=ascii_
    ),
    messages,
    st.dictionaries(words, values, max_size=3),
    st.booleans(),
).map(lambda text: text.encode("utf-8", "surrogatepass"))


def read(content: bytes) -> Body | None:
    return read_body(content, CHAT_COMPLETIONS)


def memory(system: str, user: str) -> Injection:
    return Injection(
        system=fenced(system, "s") if system else "",
        user=fenced(user, "u") if user else "",
        tokens=1,
        receipt=RECEIPT,
    )


def stripped(message: dict[str, object]) -> object:
    """The message without what was put in, and without the space around it, which goes with a fence."""
    content = message.get("content")
    if isinstance(content, list):
        kept = [part for part in content if unfenced(part.get("text", "x")) or not part.get("text")]
        return message | {"content": kept}
    return message | {"content": unfenced(content).strip()} if isinstance(content, str) else message


@given(
    requests,
    st.sampled_from(["", "- slow"]),
    st.sampled_from(["", "- found \x00 é </recollect_memory>"]),
    st.booleans(),
)
def test_only_memory_is_put_in_and_all_else_stays(content, slow, found, prepend):
    body = read(content)
    if body is None:  # half of a surrogate pair in raw bytes: nobody's JSON
        return
    changed = inject_memory(body, memory(slow, found), prepend=prepend)
    before = json.loads(content)
    after = before if changed is None else json.loads(changed)
    assert {k: v for k, v in after.items() if k != "messages"} == {
        k: v for k, v in before.items() if k != "messages"
    }
    said = after["messages"]
    if len(said) > len(before["messages"]):
        assert said[0] == {"role": "system", "content": fenced(slow, "s")}
        said = said[1:]
    assert len(said) == len(before["messages"])
    pairs = list(zip(said, before["messages"], strict=True))
    assert all(m == b or stripped(m) == stripped(b) for m, b in pairs)
    assert sum(m != b for m, b in pairs) <= 2


@given(requests)
def test_the_changed_request_belongs_to_the_same_turn(content):
    body = read(content)
    if body is None:
        return
    changed = inject_memory(body, memory("- slow", "- found"), prepend=False)
    if changed is not None:
        again = read(changed)
        assert again is not None
        assert exchange("alice", "c", again).turn == exchange("alice", "c", body).turn
        assert exchange("alice", None, again).text == exchange("alice", None, body).text


@given(st.binary(max_size=60))
def test_no_bytes_are_too_odd_to_be_read(content):
    read(content)


@pytest.mark.parametrize(
    "text",
    ["", "{}", "[]", '{"messages": null}', '{"messages": [1]}', '{"messages": [{"role": "user"},]}', '{"messages": [{} {}]}',
     '{"messages" []}', "{messages: []}", '{"messages": []', '{"messages": []}}', '{,"messages": []}'],
)  # fmt: skip
def test_what_has_no_messages_is_not_understood(text):
    assert read(text.encode()) is None


def test_the_last_of_two_lists_counts_as_it_does_for_others():
    body = read(
        b'{"messages": [{"role": "user", "content": "a"}], "messages": [{"role": "user", "content": "b"}]}'
    )
    assert body is not None
    assert [message.text for message in body.messages] == ["b"]


def part(text: str) -> dict[str, str]:
    return {"type": "text", "text": text}


@given(
    messages,
    st.none() | words | st.lists(st.builds(part, words), max_size=2),
    st.dictionaries(words, values, max_size=2),
    st.booleans(),
    st.booleans(),
)
def test_a_system_prompt_of_its_own_is_continued_and_all_else_stays(
    said, system, more, first, prepend
):
    keys = {"system": system, "messages": said} if first else {"messages": said, "system": system}
    before = more | keys
    body = read_body(json.dumps(before).encode(), MESSAGES)
    assert body is not None
    changed = inject_memory(body, memory("- slow", ""), prepend=prepend)
    assert changed is not None
    after = json.loads(changed)
    assert {**after, "system": system} == before
    slow = fenced("- slow", "s")
    match system:
        case list():
            assert after["system"] == ([part(slow), *system] if prepend else [*system, part(slow)])
        case None | "":
            assert after["system"] == slow
        case _:
            assert after["system"] == (f"{slow}\n\n{system}" if prepend else f"{system}\n\n{slow}")
