# ruff: noqa: D102, PLR2004 - test names and expected numbers explain themselves
"""Conversations and their turns."""

from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace

import pytest

from recollect.domain.conversation import Conversation
from recollect.domain.ids import turn_id
from recollect.domain.ports import Store
from recollect.domain.provenance import Origin
from recollect.domain.store_results import AddedTurn
from recollect.domain.turn import NewTurn, Role, Turn
from recollect.domain.writes import AddTurn, DeleteConversation, SetTitle
from recollect.errors import Closed, Conflict, InvalidInput, NotFound
from recollect.testing.clock import FixedClock
from recollect.testing.store_contract.constants import HOSTILE, SPACE, START, later
from recollect.testing.store_contract.reads import existing, observed, vectors_of
from recollect.testing.store_contract.values import add, embed, memory, put, said, vectors


class TurnContract:
    """A turn is stored unchanged, once, at its index."""

    def test_the_first_turn_makes_agent_and_conversation(
        self, store: Store, clock: FixedClock
    ) -> None:
        store.write("anna", AddTurn("c", said("hello", at=later(-60))))
        assert store.conversation("anna", "c") == Conversation(
            id="c",
            title=None,
            started_at=later(-60),
            last_at=later(-60),
            turns=1,
            created_at=clock.now(),
        )
        assert [agent.id for agent in store.every_agent()] == ["anna"]

    def test_a_turn_is_kept_in_every_field(self, store: Store) -> None:
        deep = {"π": [1, 2.5, None, True, {"k": "v"}], "'": "; --", "text": "a\nb\u2028\U0001f600"}
        new = said(
            "Über 👍\r\n",
            turn_id="t",
            role=Role.TOOL,
            at=later(0.000001),
            speaker="Zoë",
            metadata=deep,
            utc_offset=-8 * 3600,
        )
        new = replace(new, origin=Origin.TOOL)
        store.write("anna", AddTurn("c", new))
        expected = Turn(
            id="t",
            conversation="c",
            index=0,
            role=Role.TOOL,
            content="Über 👍\r\n",
            at=later(0.000001),
            recorded_at=START,
            tokens=new.tokens,
            speaker="Zoë",
            metadata=deep,
            utc_offset=-8 * 3600,
            origin=Origin.TOOL,
        )
        assert store.turn("anna", "c", "t") == expected
        assert store.turns("anna") == (expected,)

    def test_every_role_is_kept(self, store: Store) -> None:
        store.write("anna", *(AddTurn("c", said("x", turn_id=role, role=role)) for role in Role))
        assert [turn.role for turn in store.turns("anna")] == list(Role)

    def test_turns_have_the_order_in_which_they_came(self, store: Store) -> None:
        written = store.write("anna", *add("c", "one", "two"), *add("d", "un"))
        store.write("anna", *add("c", "three"))
        assert written.turns == (
            AddedTurn("one", 0, new=True),
            AddedTurn("two", 1, new=True),
            AddedTurn("un", 0, new=True),
        )
        assert [turn.id for turn in store.turns("anna")] == ["one", "two", "un", "three"]
        mine = [(turn.id, turn.index) for turn in store.turns("anna", "c")]
        assert mine == [("one", 0), ("two", 1), ("three", 2)]

    def test_a_late_turn_comes_last_and_moves_the_start(self, store: Store) -> None:
        store.write("anna", AddTurn("c", said("b", at=later(10))))
        store.write("anna", AddTurn("c", said("a", at=later(-10))), AddTurn("c", said("m")))
        assert [turn.content for turn in store.turns("anna", "c")] == ["b", "a", "m"]
        conversation = existing(store.conversation("anna", "c"))
        assert (conversation.started_at, conversation.last_at, conversation.turns) == (
            later(-10),
            later(10),
            3,
        )

    def test_a_window_has_the_turns_after_an_index(self, store: Store) -> None:
        store.write("anna", *add("c", "a", "b", "c", "d"))
        store.write("anna", *add("other", "x"))
        assert [turn.id for turn in store.window("anna", "c", limit=3)] == ["a", "b", "c"]
        assert [turn.id for turn in store.window("anna", "c", after=1, limit=9)] == ["c", "d"]
        assert [turn.id for turn in store.window("anna", "c", limit=10**30)] == list("abcd")
        assert store.window("anna", "c", after=3, limit=9) == ()
        assert store.window("anna", "c", limit=0) == ()

    def test_the_same_id_with_the_same_content_is_stored_once(self, store: Store) -> None:
        first = store.write("anna", *add("c", "a", "b"))
        again = store.write("anna", AddTurn("c", said("b", turn_id="b", at=later(99), speaker="S")))
        assert again.turns == (AddedTurn("b", 1, new=False),)
        assert again.revision > first.revision
        assert [turn.at for turn in store.turns("anna")] == [START, START]

    @pytest.mark.parametrize(
        "other", [said("other", turn_id="a"), said("a", turn_id="a", role=Role.ASSISTANT)]
    )
    def test_the_same_id_with_other_content_is_refused(self, store: Store, other: NewTurn) -> None:
        store.write("anna", *add("c", "a"))
        before = observed(store, "anna")
        with pytest.raises(Conflict):
            store.write("anna", *add("new", "x"), AddTurn("c", other), *add("c", "y"))
        assert observed(store, "anna") == before

    def test_an_id_belongs_to_its_conversation(self, store: Store) -> None:
        store.write("anna", AddTurn("c", said("one", turn_id="t")))
        store.write("anna", AddTurn("d", said("two", turn_id="t")))
        assert [turn.content for turn in store.turns("anna")] == ["one", "two"]

    def test_without_an_id_the_same_words_are_found_again(self, store: Store) -> None:
        new = said("hello")
        first = store.write("anna", AddTurn("c", new))
        again = store.write("anna", AddTurn("c", replace(new, at=later(5))))
        assert first.turns == (AddedTurn(turn_id(new, 0), 0, new=True),)
        assert again.turns == (AddedTurn(turn_id(new, 0), 0, new=False),)

    def test_without_an_id_a_repetition_can_be_a_new_turn(self, store: Store) -> None:
        new = said("yes", repeatable=True)
        written = store.write("anna", AddTurn("c", new), AddTurn("c", new), AddTurn("c", new))
        ids = [turn_id(new, occurrence) for occurrence in range(3)]
        assert [(turn.id, turn.index, turn.new) for turn in written.turns] == [
            (ids[0], 0, True),
            (ids[1], 1, True),
            (ids[2], 2, True),
        ]

    def test_without_an_id_each_occurrence_is_found_again(self, store: Store) -> None:
        batch = [AddTurn("c", said("yes", occurrence=number)) for number in range(3)]
        first = store.write("anna", *batch)
        again = store.write("anna", *batch)
        assert [turn.new for turn in first.turns] == [True] * 3
        assert [turn.new for turn in again.turns] == [False] * 3
        assert [turn.id for turn in again.turns] == [turn.id for turn in first.turns]

    def test_a_time_that_was_given_tells_turns_apart(self, store: Store) -> None:
        for seconds in (0, 1):
            store.write("anna", AddTurn("c", said("yes", at=later(seconds), at_given=True)))
        assert [turn.at for turn in store.turns("anna")] == [START, later(1)]

    def test_a_failing_write_rolls_back_the_others(self, store: Store) -> None:
        with pytest.raises(NotFound):
            store.write("anna", *add("c", "a"), put(memory("m")), SetTitle("nowhere", "x"))
        assert store.every_agent() == ()
        assert store.turns("anna") == ()
        assert store.revision("anna") == 0

    def test_a_title_is_set_and_removed(self, store: Store) -> None:
        store.write("anna", *add("c", "a"))
        for title in ("Trip to “Ōsaka”", None):
            store.write("anna", SetTitle("c", title))
            conversation = existing(store.conversation("anna", "c"))
            assert conversation.title == title

    def test_only_an_existing_conversation_can_have_a_title(self, store: Store) -> None:
        store.write("anna", *add("c", "a"))
        before = observed(store, "anna")
        with pytest.raises(NotFound):
            store.write("anna", SetTitle("d", "x"))
        assert observed(store, "anna") == before

    def test_conversations_are_listed_newest_first_in_pages(self, store: Store) -> None:
        for name in "abcd":
            store.write("anna", *add(name, "x"))
        store.write("anna", *add("a", "y"))
        store.write("ben", *add("elsewhere", "x"))
        names = [conversation.id for conversation in store.conversations("anna")]
        assert names == ["d", "c", "b", "a"]
        page = store.conversations("anna", limit=2)
        rest = store.conversations("anna", after=page[-1].id, limit=2)
        assert [conversation.id for conversation in page + rest] == names
        assert store.conversations("anna", after="a") == ()
        assert len(store.conversations("anna", limit=10**30)) == 4

    def test_an_unknown_cursor_is_refused(self, store: Store) -> None:
        store.write("anna", *add("a", "x"))
        store.write("ben", *add("b", "x"))
        for name in ("nowhere", "b"):
            with pytest.raises(InvalidInput):
                store.conversations("anna", after=name)

    def test_deleting_a_conversation_deletes_everything_in_it(self, store: Store) -> None:
        store.adopt_space(SPACE, START)
        store.write("anna", *add("c", "t"), embed("c"), vectors("c", t=b"1"))
        store.write("anna", put(memory("of c", drawn_from="c")))
        store.write("anna", *add("d", "t"), embed("d"), vectors("d", t=b"2"))
        kept = (memory("of d", drawn_from="d"), memory("of nothing"))
        store.write("anna", *map(put, kept))
        store.write("anna", DeleteConversation("c"))
        assert [conversation.id for conversation in store.conversations("anna")] == ["d"]
        assert [turn.conversation for turn in store.turns("anna")] == ["d"]
        assert store.turn("anna", "c", "t") is None
        assert vectors_of(store, "anna") == {("d", "t"): b"2"}
        assert [job.conversation for job in store.every_job()] == ["d"]
        assert store.entry("anna", "of c") is None
        assert store.history("anna", "of c") == ()
        assert store.dump("anna").histories == tuple(
            store.history("anna", entry.id) for entry in kept
        )

    def test_only_an_existing_conversation_can_be_deleted(self, store: Store) -> None:
        store.write("anna", *add("c", "a"), put(memory("m", drawn_from="elsewhere")))
        before = observed(store, "anna")
        with pytest.raises(NotFound):
            store.write("anna", DeleteConversation("elsewhere"))
        assert observed(store, "anna") == before

    def test_a_deleted_name_can_be_used_again(self, store: Store) -> None:
        store.write("anna", *add("c", "a", "b"), SetTitle("c", "old"))
        store.write("anna", DeleteConversation("c"))
        store.write("anna", *add("c", "b"))
        conversation = existing(store.conversation("anna", "c"))
        assert (conversation.title, conversation.turns) == (None, 1)
        assert [turn.index for turn in store.turns("anna")] == [0]

    def test_stored_data_is_independent_of_the_callers_objects(self, store: Store) -> None:
        metadata: dict[str, list[int]] = {"list": [1]}
        store.write("anna", AddTurn("c", said("a", turn_id="a", metadata=metadata)))
        metadata["list"].append(2)
        seen = store.turns("anna")[0].metadata
        assert isinstance(seen, dict)
        seen["more"] = True
        assert store.turns("anna")[0].metadata == {"list": [1]}

    def test_names_match_only_themselves(self, store: Store) -> None:
        for name in HOSTILE:
            store.write("anna", AddTurn(name, said(name, turn_id=name, speaker=name)))
        for name in HOSTILE:
            (turn,) = store.turns("anna", name)
            assert (turn.id, turn.conversation, turn.content, turn.speaker) == (name,) * 4
            assert store.turn("anna", name, name) == turn
        for name in HOSTILE[::2]:
            store.write("anna", DeleteConversation(name))
        assert [turn.id for turn in store.turns("anna")] == list(HOSTILE[1::2])

    def test_threads_do_not_lose_or_double_anything(self, store: Store) -> None:
        def add_turns(worker: int) -> None:
            for number in range(10):
                store.write("anna", *add("c", f"{worker}.{number}"))

        with ThreadPoolExecutor(8) as pool:
            list(pool.map(add_turns, range(8)))
        turns = store.turns("anna", "c")
        assert [turn.index for turn in turns] == list(range(80))
        assert len({turn.id for turn in turns}) == 80
        for worker in range(8):
            mine = [turn.id for turn in turns if turn.id.startswith(f"{worker}.")]
            assert mine == [f"{worker}.{number}" for number in range(10)]

    def test_a_closed_store_refuses(self, store: Store) -> None:
        store.write("anna", *add("c", "a"))
        store.close()
        store.close()
        with pytest.raises(Closed):
            store.turns("anna")
        with pytest.raises(Closed):
            store.write("anna", *add("c", "b"))
        with pytest.raises(Closed):
            store.stats()
