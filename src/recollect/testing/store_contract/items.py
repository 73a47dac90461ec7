# ruff: noqa: D102, PLR2004 - test names and expected numbers explain themselves
"""Items by namespace and key."""

from datetime import datetime
from typing import Any

import pytest

from recollect.domain.conditions import check_conditions
from recollect.domain.items import DropItems, ItemFilter, KeyedItem, OwnVectors, PutItem
from recollect.domain.job import JobKind, Missing
from recollect.domain.metadata import Json
from recollect.domain.ports import Store
from recollect.domain.turn import Reading
from recollect.domain.writes import Derived, PutVectors, Rederive
from recollect.errors import InvalidInput
from recollect.testing.store_contract.constants import HOSTILE, READER, SPACE, START, later

_ALL = ItemFilter(now=START)


def keyed(
    namespace: tuple[str, ...], key: str, value: Json = 1, *, at: datetime = START, **fields: Any
) -> KeyedItem:
    """An item in its first version."""
    given = {"texts": ("text",), "created_at": at, "updated_at": at, **fields}
    return KeyedItem(namespace=namespace, key=key, value=value, **given)


class ItemContract:
    """An item is what was last put under its namespace and key, until it expires."""

    def test_an_item_is_replaced_under_its_key_and_keeps_its_beginning(self, store: Store) -> None:
        store.write("anna", PutItem(keyed(("a",), "k", {"x": [1, None]}, metadata={"m": "ü"})))
        store.write("anna", PutItem(keyed(("a",), "k", "new", at=later(5))))
        (item,) = store.items("anna", _ALL)
        assert (item.value, item.metadata, item.version) == ("new", {}, 2)
        assert (item.created_at, item.updated_at) == (START, later(5))
        assert store.items_by_id("anna", [item.id, "?"]) == {item.id: item}
        assert store.items("bert", _ALL) == ()
        assert (store.item_count("anna"), store.item_count("bert")) == (1, 0)

    def test_every_name_is_only_itself(self, store: Store) -> None:
        store.write("anna", *(PutItem(keyed((name, name), name, name)) for name in HOSTILE))
        for name in HOSTILE:
            found = store.items("anna", ItemFilter(now=START, namespace=(name,)))
            assert [item.value for item in found] == [name]
        assert store.item_namespaces("anna", START) == tuple(sorted((n, n) for n in HOSTILE))

    def test_items_are_chosen_by_conditions_and_pages(self, store: Store) -> None:
        for n in range(4):
            item = keyed(("a",), str(n), {"n": n}, metadata={"even": not n % 2}, at=later(n))
            store.write("anna", PutItem(item))
        some = ItemFilter(now=START, value=check_conditions({"n": {"$gte": 1}}))
        assert [item.key for item in store.items("anna", some)] == ["3", "2", "1"]
        assert [item.key for item in store.items("anna", some, limit=1, offset=1)] == ["2"]
        even = ItemFilter(now=START, metadata=check_conditions({"even": True}))
        assert len(store.item_versions("anna", even)) == 2

    def test_an_expired_item_is_not_read_and_a_refreshed_one_lives_on(self, store: Store) -> None:
        store.write("anna", PutItem(keyed((), "k", expires_at=later(10), ttl=10)))
        store.refresh_items("anna", [keyed((), "k").id], later(5))
        assert store.next_expiry("anna") == later(15)
        late = ItemFilter(now=later(15))
        assert store.items("anna", late) == () == store.item_namespaces("anna", later(15))
        assert not store.item_versions("anna", late)
        assert store.write("anna", DropItems(expired=later(14))).dropped == ()
        assert len(store.write("anna", DropItems(expired=later(15))).dropped) == 1
        assert store.next_expiry("anna") is None

    def test_readers_learn_what_was_put_embedded_and_changed(self, store: Store) -> None:
        store.adopt_space(SPACE, START)
        put, hidden = keyed((), "k", texts=("a", "b")), keyed((), "h", texts=())
        store.write("anna", PutItem(put, reading=Reading(READER, b"r")), PutItem(hidden))
        news = store.item_changes("anna", 0, space=SPACE, reader=READER)
        rows = [(row.id, row.status, row.reading, row.vector) for row in news.entries.rows()]
        first = f"{put.id}:1"
        assert rows == [(first, "active", b"r", None), (f"{hidden.id}:1", "deleted", None, None)]
        assert store.item_versions("anna", _ALL) == {first}
        missing = Missing(JobKind.EMBED, SPACE)
        assert [item for _, item in store.item_window("anna", limit=9, missing=missing)] == [put]
        store.write("anna", PutVectors("", SPACE, (Derived(put.id, b"v", 1),)))
        assert store.item_window("anna", limit=9, missing=missing) == ()
        more = store.item_changes("anna", news.revision, space=SPACE, reader=READER)
        assert [row.vector for row in more.entries.rows()] == [b"v"]
        store.write("anna", PutItem(put), DropItems((hidden.id,)))
        last = store.item_changes("anna", more.revision, space=SPACE, reader=READER)
        assert [(row.id, row.vector) for row in last.entries.rows()] == [(f"{put.id}:2", b"v")]
        assert store.item_versions("anna", _ALL) == {f"{put.id}:2"}
        store.write("anna", Rederive(START))
        assert store.item_changes("anna", last.revision, space=SPACE, reader=READER).reset

    def test_the_vectors_of_callers_have_one_length(self, store: Store) -> None:
        own = PutItem(keyed((), "k"), OwnVectors(2, b"abcd"))
        store.write("anna", own)
        with pytest.raises(InvalidInput):
            store.write("anna", PutItem(keyed((), "l"), OwnVectors(3, b"abcdef")))
        assert store.item_dims("anna") == 2
        (row,) = store.item_changes("anna", 0, space=None, reader=READER).entries.rows()
        assert (row.vector, row.status) == (b"abcd", "active")
        assert store.item_window("anna", limit=9, missing=Missing(JobKind.EMBED, SPACE)) == ()
        assert store.dump("anna").items[0].vectors == own.vectors
        store.write("anna", PutItem(keyed((), "k", "kept?"), restored=True))
        assert store.items("anna", _ALL)[0].value == 1
