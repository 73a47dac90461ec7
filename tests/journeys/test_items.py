"""Values by namespace and key, with conditions, lifetimes and vectors of the caller's own."""

import base64
import json

import numpy as np
import pytest

from recollect import InvalidInput, Memory, NotFound

ANN, BOB = ("users", "ann"), ("users", "bob")


def keys(found):
    return [getattr(one, "item", one).key for one in found]


def test_a_value_is_kept_replaced_and_deleted(alice):
    first = alice.items.put(ANN, "theme", {"name": "dark", "rank": 1}, metadata={"app": "x"})
    assert alice.items.get(ANN, "theme") == first
    assert (first.value, first.metadata) == ({"name": "dark", "rank": 1}, {"app": "x"})
    again = alice.items.put(ANN, "theme", ["light"])
    assert (again.value, again.metadata, again.version) == (["light"], {}, 2)
    assert again.created_at == first.created_at
    alice.items.delete(ANN, "theme")
    with pytest.raises(NotFound):
        alice.items.get(ANN, "theme")
    with pytest.raises(NotFound):
        alice.items.delete(ANN, "theme")


def test_several_are_put_together_or_not_at_all(alice):
    with pytest.raises(InvalidInput, match="not JSON"):
        alice.items.put_all(
            [
                {"namespace": ANN, "key": "a", "value": 1},
                {"namespace": ANN, "key": "b", "value": {1}},
            ]
        )
    assert alice.items.list() == []


def test_namespaces_contain_what_is_below_and_nothing_that_only_looks_alike(alice):
    for names in (ANN, BOB, ("users",), ("users", "ann", "x"), ("users2",), ('us"ers', "a,b")):
        alice.items.put(names, "k", "/".join(names))
    assert len(alice.items.list(("users",))) == 4
    assert [item.namespace for item in alice.items.list(ANN)] == [(*ANN, "x"), ANN]
    assert alice.items.list(('us"ers', "a,b"))[0].namespace == ('us"ers', "a,b")
    assert alice.items.list(("user",)) == []
    assert alice.items.namespaces(("users", "*"), max_depth=2) == [ANN, BOB]
    assert alice.items.namespaces(suffix=("ann", "*")) == [("users", "ann", "x")]
    assert alice.items.namespaces(limit=2, offset=1) == [("users",), ANN]


def test_pages_of_a_list_make_up_the_whole(alice):
    alice.items.put_all({"namespace": (), "key": str(n), "value": n} for n in range(5))
    pages = [alice.items.list(limit=2, offset=start) for start in (0, 2, 4)]
    assert [key for page in pages for key in keys(page)] == keys(alice.items.list())


@pytest.mark.parametrize(
    ("wanted", "found"),
    [
        ({"color": "red"}, ["1"]),
        ({"n": {"$gt": 1, "$lte": 3}}, ["2", "3"]),
        ({"n": {"$ne": 2}}, ["1", "3", "4"]),
        ({"n": {"$in": [1, 3]}}, ["1", "3"]),
        ({"n": {"$nin": [1, 3]}}, ["2", "4"]),
        ({"color": {"$exists": False}}, ["3", "4"]),
        (
            {"$or": [{"n": 1}, {"$and": [{"n": {"$gte": 2}}, {"color": {"$eq": "blue"}}]}]},
            ["1", "2"],
        ),
        ({"color": {"$lt": 5}}, []),
        ({"$or": []}, []),
        ({"list": [{"n": 1}]}, ["4"]),
        ({"list": [{"n": True}]}, []),
    ],
)
def test_conditions_hold_for_items_memories_and_turns(alice, wanted, found):
    data = [{"color": "red", "n": 1}, {"color": "blue", "n": 2}, {"n": 3}, {"list": [{"n": 1}]}]
    for number, metadata in enumerate(data, 1):
        alice.items.put((), str(number), "tea", metadata=metadata)
        alice.memories.add(f"tea {number}", metadata=metadata, key=str(number))
        alice.remember(f"tea {number}", id=str(number), metadata=metadata)
    chosen = {"metadata": wanted}
    assert sorted(keys(alice.items.list(filters=chosen))) == found
    assert sorted(keys(alice.items.search("tea", filters=chosen))) == found
    assert sorted(keys(alice.memories.list(metadata=wanted))) == found
    assert [turn.id for turn in alice.turns(metadata=wanted)] == found
    hits = alice.search("tea", scopes=("turns",), filters=chosen)
    assert sorted(hit.id for hit in hits) == found


def test_an_unknown_operator_is_named(alice):
    for wanted in ({"n": {"$regex": "x"}}, {"$nor": []}):
        with pytest.raises(InvalidInput, match=r"no operator '\$(regex|nor)'"):
            alice.items.list(filters={"value": wanted})
        with pytest.raises(InvalidInput, match="no operator"):
            alice.search("x", filters={"metadata": wanted})
    with pytest.raises(InvalidInput, match="no filter 'color'"):
        alice.items.list(filters={"color": 1})
    for wrong in (5, []):
        with pytest.raises(InvalidInput, match="filters takes an object"):
            alice.items.list(filters=wrong)


def test_an_expired_item_is_gone_for_every_reader_and_swept_later(opened, clock):
    memory = opened(clock=clock)
    alice = memory.agent("alice")
    alice.items.put(ANN, "code", "four two", ttl=60)
    alice.items.put(BOB, "code", "four one")
    clock.advance(seconds=59)
    assert alice.items.get(ANN, "code", refresh=True).value == "four two"
    clock.advance(seconds=59)
    assert len(alice.items.list()) == len(alice.items.search("four")) == 2
    clock.advance(seconds=2)
    with pytest.raises(NotFound):
        alice.items.get(ANN, "code", refresh=True)
    assert [item.namespace for item in alice.items.list()] == [BOB]
    assert [hit.item.namespace for hit in alice.items.search("four")] == [BOB]
    assert alice.items.namespaces() == [BOB]
    clock.advance(seconds=86_400)
    memory.jobs.run_due()
    assert alice.items.sweep() == 0


def test_an_item_is_found_by_its_words_and_its_meaning_and_by_its_new_text(opened):
    memory = opened()
    alice = memory.agent("alice")
    alice.items.put(ANN, "food", {"text": "She likes pizza"})
    alice.items.put(ANN, "music", {"text": "She plays the violin"})
    alice.items.put(ANN, "hidden", {"text": "pizza, pizza"}, texts=[])
    memory.sync()
    assert keys(alice.items.search("pizza", limit=1)) == ["food"]
    assert keys(alice.items.search("pizza")) == ["food", "music"]
    assert keys(alice.items.search("pizza", offset=1)) == ["music"]
    alice.items.put(ANN, "food", {"text": "She likes soup"})
    alice.items.put(ANN, "music", {"text": "Her violin is called Pizza"})
    assert keys(alice.items.search("pizza", limit=1)) == ["music"]
    # They are no memories, and do not take part in what an agent is told.
    assert alice.search("violin") == []
    assert alice.context("violin").receipt.items == ()


def test_vectors_of_the_callers_own_are_searched_and_have_one_length(alice):
    alice.items.put((), "x", 1, texts=["one"], vectors=[[1, 0, 0]])
    alice.items.put((), "yz", 2, texts=["two", "three"], vectors=[[0, 1, 0], [0, 0, 2]])
    alice.items.put((), "none", 3)
    found = alice.items.search(vector=[0, 0.1, 1])
    assert keys(found) == ["yz", "x"]
    assert found[0].score == pytest.approx(0.995, abs=1e-3)
    alice.items.put((), "yz", 2, texts=["two"], vectors=[[1, 1, 0]])
    assert keys(alice.items.search(vector=[1, 0, 0])) == ["x", "yz"]
    with pytest.raises(InvalidInput, match="have 2 numbers, but those of this agent have 3"):
        alice.items.put((), "w", 4, texts=["four"], vectors=[[1, 0]])
    with pytest.raises(InvalidInput, match="has 2 numbers"):
        alice.items.search(vector=[1, 0])
    with pytest.raises(InvalidInput, match="one vector for each of the 2 texts"):
        alice.items.put((), "w", 4, texts=["a", "b"], vectors=[[1, 0, 0]])
    alice.items.delete_all(alice.items.list())
    alice.items.put((), "w", 4, texts=["four"], vectors=[[1, 0]])
    assert keys(alice.items.search(vector=[1, 0])) == ["w"]


def test_old_versions_of_items_do_not_pile_up_in_the_index(alice, monkeypatch):
    monkeypatch.setattr("recollect.recall.items._SMALL", 3)
    for number in range(9):
        alice.items.put((), "k", f"tea {number}")
        (hit,) = alice.items.search("tea")
        assert hit.item.value == f"tea {number}"
    search = alice._components.item_search.by_text
    with search.indexes.acquire("alice") as index:
        assert len(index) < 5


def test_agents_share_no_items_and_erasing_one_erases_its_items(memory, alice):
    bob = memory.agent("bob")
    for agent in (alice, bob):
        agent.items.put(ANN, "k", agent.id, vectors=[[1, 0]])
    assert [hit.item.value for hit in bob.items.search("bob alice")] == ["bob"]
    assert [hit.item.value for hit in bob.items.search(vector=[1, 0])] == ["bob"]
    alice.erase()
    assert alice.items.list() == alice.items.search("alice") == alice.items.namespaces() == []
    assert bob.items.get(ANN, "k").value == "bob"


def test_items_survive_an_export_with_their_vectors(memory, alice, tmp_path):
    alice.items.put(ANN, "k", {"a": ["ä", 1.5, None]}, metadata={"m": 1}, ttl=600)
    alice.items.put(BOB, "v", 1, texts=["one"], vectors=[[1, 0]])
    memory.export(tmp_path / "out.jsonl")
    with Memory.open(tmp_path / "other.sqlite", background=False) as other:
        other.import_(tmp_path / "out.jsonl")
        other.import_(tmp_path / "out.jsonl")
        again = other.agent("alice").items
        assert again.list() == alice.items.list()
        assert keys(again.search(vector=[1, 0])) == ["v"]


@pytest.mark.parametrize(
    "data", [[], [[0.0, 0.0]], [[float("nan"), 0.0]], [[float("inf"), 0.0]], [[9.0, 9.0]]]
)
def test_vectors_of_an_edited_export_are_checked(memory, alice, tmp_path, data):
    alice.items.put(BOB, "v", 1, texts=["one"], vectors=[[1, 0]])
    memory.export(tmp_path / "out.jsonl")
    *others, line = map(json.loads, (tmp_path / "out.jsonl").read_text().splitlines())
    vectors = np.array(data, "<f2")
    packed = base64.b64encode(vectors.tobytes()).decode()
    line["item"]["vectors"] = {"dims": vectors.size, "data": packed}
    lines = [json.dumps(each) for each in (*others, line)]
    (tmp_path / "edited.jsonl").write_text("\n".join(lines))
    alice.erase()
    with pytest.raises(InvalidInput, match="vectors"):
        memory.import_(tmp_path / "edited.jsonl")
    assert alice.items.put(BOB, "v", 1, texts=["one"], vectors=[[1, 0, 0]])


def test_secrets_in_values_are_redacted(alice):
    item = alice.items.put((), "k", {"note": "password: hunter2hunter2"})
    assert "hunter2hunter2" not in str(item)


@pytest.mark.parametrize(
    "wrong",
    [
        {"namespace": "users"},
        {"namespace": ["a", ""]},
        {"key": ""},
        {"value": float("nan")},
        {"ttl": 0},
        {"ttl": True},
        {"expires_at": "soon"},
        {"ttl": 5, "expires_at": "2030-01-01T00:00:00+00:00"},
        {"texts": "one text"},
        {"vectors": [[0, 0]]},
        {"colour": "red"},
    ],
)
def test_what_cannot_be_kept_is_refused(alice, wrong):
    with pytest.raises(InvalidInput):
        alice.items.put_all([{"namespace": [], "key": "k", "value": "text"} | wrong])


@pytest.mark.parametrize("wrong", [5, [5], "ab", {"key": "k"}, [["key", "k"]]])
def test_what_is_no_list_of_items_is_refused(alice, wrong):
    with pytest.raises(InvalidInput, match="items takes a list of objects"):
        alice.items.put_all(wrong)
