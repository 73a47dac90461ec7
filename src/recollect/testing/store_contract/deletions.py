# ruff: noqa: D102 - test names and expected numbers explain themselves
"""Deleting one turn, and purging one memory."""

import json
from dataclasses import replace

import pytest

from recollect.domain import writes
from recollect.domain.entry import Change, Kind
from recollect.domain.job import JobKind, JobState
from recollect.domain.ports import Store
from recollect.domain.provenance import Origin
from recollect.domain.turn import Role
from recollect.errors import NotFound
from recollect.testing.store_contract.constants import START, later
from recollect.testing.store_contract.learned import source
from recollect.testing.store_contract.reads import Mirror, existing
from recollect.testing.store_contract.values import add, edited, memory, put, said


class DeletionContract:
    """What goes with a turn or a memory, and what stays."""

    def test_a_deleted_turn_is_gone_and_the_others_keep_their_places(self, store: Store) -> None:
        store.write("anna", *add("c", "a", "b", "c"), *add("d", "b"))
        mirror = Mirror(store, "anna")
        mirror.catch_up()
        store.write("anna", writes.DeleteTurn("c", "b"))
        assert [(turn.id, turn.index) for turn in store.turns("anna", "c")] == [("a", 0), ("c", 2)]
        assert [turn.id for turn in store.turns("anna", "d")] == ["b"]
        left = existing(store.conversation("anna", "c"))
        assert (left.turns, store.tail("anna", "c", last=9).count) == (2, 2)
        assert mirror.catch_up().reset
        assert mirror.is_current()
        store.write("anna", *add("c", "b"))
        assert [turn.index for turn in store.turns("anna", "c")] == [0, 2, 3]
        for conversation, name in (("c", "x"), ("x", "a")):
            with pytest.raises(NotFound):
                store.write("anna", writes.DeleteTurn(conversation, name))

    def test_the_times_of_a_conversation_are_those_of_its_turns(self, store: Store) -> None:
        for name, at in (("a", 1), ("b", 5), ("c", 3)):
            store.write("anna", writes.AddTurn("c", said(name, turn_id=name, at=later(at))))
        for name, expected in (("b", (1, 3)), ("a", (3, 3)), ("c", (3, 3))):
            store.write("anna", writes.DeleteTurn("c", name))
            left = existing(store.conversation("anna", "c"))
            assert (left.started_at, left.last_at) == tuple(map(later, expected))

    def test_summaries_that_contain_a_deleted_turn_go_with_it(self, store: Store) -> None:
        store.write("anna", *add("c", "a", "b", "c"))
        for name, covers in (("s1", 1), ("s2", 2)):
            summary = said("all", turn_id=name, role=Role.SYSTEM, covers=covers)
            store.write("anna", writes.AddTurn("c", summary))
        store.write("anna", writes.DeleteTurn("c", "b"))
        assert [turn.id for turn in store.turns("anna", "c")] == ["a", "c", "s1"]
        store.write("anna", writes.DeleteTurn("c", "a"))
        assert [turn.id for turn in store.turns("anna", "c")] == ["c"]

    def test_memories_and_summaries_go_with_the_turn_they_rest_on(self, store: Store) -> None:
        store.write("anna", *add("c", "a", "b"))
        gone = replace(memory("gone"), source=source("c", "a"))
        both = replace(memory("both"), source=source("c", "a"), also=(source("c", "b"),))
        kept = replace(memory("kept"), source=source("c", "b"))
        recap = replace(memory("recap", kind=Kind.SUMMARY, key="c"), source=source("c", "b"))
        store.write("anna", *map(put, (gone, both, kept, recap)))
        store.write("anna", writes.DeleteTurn("c", "a"))
        assert [store.entry("anna", name) is None for name in ("gone", "recap")] == [True, True]
        assert store.entry("anna", "kept") == kept
        left = existing(store.entry("anna", "both"))
        assert [each.turn_id for each in left.sources] == ["b"]

    def test_a_memory_that_took_words_from_a_deleted_turn_goes_unless_edited(
        self, store: Store
    ) -> None:
        store.write("anna", writes.AddTurn("c", said("Meet Ottilie", turn_id="a")), *add("c", "b"))
        taken = replace(memory("m", "Ottilie is well"), source=source("c", "b"), origin=Origin.USER)
        mine = replace(taken, id="mine")
        store.write("anna", put(taken), put(mine))
        store.write("anna", put(edited(mine, "Ottilie is my aunt"), Change.EDITED))
        store.write("anna", writes.DeleteTurn("c", "a"))
        assert store.entry("anna", "m") is None
        assert [each.entry.content for each in store.history("anna", "mine")] == [
            "Ottilie is my aunt"
        ]

    def test_an_earlier_version_with_another_source_goes_with_it(self, store: Store) -> None:
        store.write("anna", *add('"c"', "a"), *add("d", "a"))
        first = replace(memory("m", "old"), source=source("d"), also=(source('"c"'),))
        store.write("anna", put(first))
        now = replace(edited(first, "new"), also=())
        store.write("anna", put(now, Change.SUPERSEDED))
        store.write("anna", writes.DeleteTurn('"c"', "a"))
        assert [each.entry.content for each in store.history("anna", "m")] == ["new"]

    def test_answers_go_and_running_work_starts_over(self, store: Store) -> None:
        store.write("anna", *add("c", "a", "b"), writes.Enqueue(JobKind.SUMMARIZE, "c", START))
        for key, conversation, answer in (("1", "c", "text"), ("2", "", "text"), ("3", "c", "b")):
            store.write("anna", writes.PutAnswer(conversation, key, answer, START))
        claim = existing(
            store.claim_any(frozenset({JobKind.SUMMARIZE}), owner="w", now=START, until=later(60))
        )
        store.write("anna", writes.DeleteTurn("c", "a"))
        # A dead letter is marked with the id of a turn.
        assert [store.answer("anna", key) for key in "123"] == [None, None, "b"]
        job = existing(store.any_job(claim.job.id))
        assert job.state is JobState.PENDING

    @pytest.mark.parametrize(
        "deleted", [writes.DeleteTurn("c", "a"), writes.DeleteConversation("c"), None]
    )
    def test_what_a_model_repeated_in_another_conversation_goes(
        self, store: Store, deleted: writes.DeleteTurn | writes.DeleteConversation | None
    ) -> None:
        store.write("anna", writes.AddTurn("c", said("My sister is Ottilie", turn_id="a")))
        for name, text in (("d", "My sister sings"), ("e", "Ottilie, my sister, rows")):
            store.write("anna", writes.AddTurn(name, said(text, turn_id="a")))
            noted = {"statements": [{"content": f"{text} Ottilie", "kind": "fact"}]}
            store.write("anna", writes.PutAnswer(name, f"{name}1", json.dumps(noted), START))
            recap = {"recap": {"overall": "Ottilie"}, "through": 1}
            store.write("anna", writes.PutAnswer(name, f"{name}2", json.dumps(recap), START))
            learned = replace(
                memory(name, f"{text} Ottilie"), source=replace(source(name), quote=text)
            )
            store.write("anna", put(learned))
            plain = replace(memory(f"{name}-plain", text), source=replace(source(name), quote=text))
            store.write("anna", put(plain))
        store.write("anna", put(memory("hand", "Ottilie is a sister")))
        store.write("anna", deleted or writes.PurgeEntry("hand"))
        found = {key: store.answer("anna", key) is not None for key in ("d1", "d2", "e1", "e2")}
        assert found == {"d1": False, "d2": True, "e1": True, "e2": True}
        names = ("d", "d-plain", "e", "e-plain")
        left = [name for name in names if store.entry("anna", name)]
        assert left == ["d-plain", "e", "e-plain"]

    def test_a_purged_memory_leaves_no_version_and_no_line(self, store: Store) -> None:
        tea = memory("tea", "likes tea")
        store.write("anna", put(tea), put(memory("kept", "likes coffee")))
        store.write("anna", put(edited(tea, "hates tea"), Change.EDITED))
        profile = memory("p", "Preferences\n- likes tea\n- likes coffee", kind=Kind.PROFILE)
        store.write("anna", put(profile))
        since = store.revision("anna")
        store.write("anna", writes.PurgeEntry("tea"))
        assert (store.entry("anna", "tea"), store.history("anna", "tea")) == (None, ())
        left = existing(store.entry("anna", "p"))
        assert left.content == "Preferences\n- likes coffee"
        assert store.changes("anna", since).reset
        with pytest.raises(NotFound):
            store.write("anna", writes.PurgeEntry("tea"))

    def test_a_profile_in_the_words_of_a_model_goes_with_a_purged_memory(
        self, store: Store
    ) -> None:
        profile = memory("p", "About the user\n- A tea drinker", kind=Kind.PROFILE)
        store.write("anna", put(memory("tea")), put(replace(profile, metadata={"by_model": True})))
        store.write("anna", writes.PurgeEntry("tea"))
        assert store.entry("anna", "p") is None
