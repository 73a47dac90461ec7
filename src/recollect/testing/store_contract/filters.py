# ruff: noqa: D102 - test names and expected numbers explain themselves
"""Filters for lists of memories."""

from dataclasses import replace

import pytest

from recollect.domain.entry import MEMORY_KINDS, EntryFilter, Kind, Priority, Status
from recollect.domain.metadata import Metadata
from recollect.domain.ports import Store
from recollect.errors import InvalidInput
from recollect.testing.store_contract.constants import EVERY, START, later
from recollect.testing.store_contract.values import edited, memory, put


def _ids(store: Store, chosen: EntryFilter) -> list[str]:
    return [entry.id for entry in store.entries("anna", chosen)]


class FilterContract:
    """A filter matches what it names, and an empty filter value matches nothing."""

    def test_a_plain_list_shows_what_is_active_or_in_review(self, store: Store) -> None:
        store.write("anna", *(put(memory(status, status=status)) for status in Status))
        assert _ids(store, EntryFilter()) == ["review", "active"]

    def test_statuses_are_chosen(self, store: Store) -> None:
        store.write("anna", *(put(memory(status, status=status)) for status in Status))
        chosen = EntryFilter(statuses=(Status.DELETED, Status.SUPERSEDED))
        assert _ids(store, chosen) == ["deleted", "superseded"]

    def test_kinds_are_chosen(self, store: Store) -> None:
        store.write("anna", *(put(memory(kind, kind=kind)) for kind in Kind))
        chosen = EntryFilter(kinds=(Kind.FACT, Kind.ENTITY))
        assert _ids(store, chosen) == ["entity", "fact"]
        assert len(_ids(store, EntryFilter())) == len(MEMORY_KINDS)
        assert len(_ids(store, EntryFilter(kinds=tuple(Kind)))) == len(Kind)

    def test_no_kinds_and_no_statuses_choose_nothing(self, store: Store) -> None:
        store.write("anna", put(memory("m")))
        assert _ids(store, EntryFilter(kinds=())) == []
        assert _ids(store, EntryFilter(statuses=())) == []

    def test_a_priority_is_chosen(self, store: Store) -> None:
        store.write("anna", *(put(memory(each, priority=each)) for each in Priority))
        for each in Priority:
            assert _ids(store, EntryFilter(priority=each)) == [each]

    def test_a_time_is_chosen_from_its_first_moment_up_to_its_last(self, store: Store) -> None:
        store.write("anna", *(put(memory(str(n), recorded_at=later(n))) for n in range(4)))
        store.write("anna", put(edited(memory("1", recorded_at=later(1)), "x", later(50))))
        assert _ids(store, EntryFilter(after=later(1), before=later(3))) == ["2", "1"]
        assert _ids(store, EntryFilter(after=later(3))) == ["3"]
        assert _ids(store, EntryFilter(before=START)) == []

    @pytest.mark.parametrize(
        ("text", "found"),
        [
            ("TEA", ["tea"]),
            ("äpfel", ["apples"]),
            ("ÄPFEL", ["apples"]),
            ("МОСКВ", ["moscow"]),
            ("%", ["percent"]),
            ("_", []),
            ("' OR 1=1 --", []),
            ("記", ["memory"]),
            ("", ["memory", "moscow", "percent", "apples", "tea"]),
        ],
    )
    def test_text_is_matched_literally_in_any_case(
        self, store: Store, text: str, found: list[str]
    ) -> None:
        for name, content in (
            ("tea", "Likes tea"),
            ("apples", "Mag Äpfel"),
            ("percent", "100% sure"),
            ("moscow", "Живёт в Москве"),
            ("memory", "記憶"),
        ):
            store.write("anna", put(memory(name, content)))
        assert _ids(store, EntryFilter(text=text)) == found

    def test_standing_instructions_are_chosen(self, store: Store) -> None:
        cases: dict[str, Metadata] = {
            "yes": {"standing": True, "app": {"standing": False}},
            "no": {"standing": False},
            "text": {"standing": "true"},
            "nested": {"app": {"standing": True}},
            "none": {},
        }
        for name, metadata in cases.items():
            store.write("anna", put(replace(memory(name), metadata=metadata)))
        assert _ids(store, EntryFilter(standing=True)) == ["yes"]

    def test_all_conditions_hold_together(self, store: Store) -> None:
        store.write(
            "anna",
            put(memory("m", "tea", kind=Kind.PREFERENCE, recorded_at=later(1))),
            put(memory("kind", "tea", recorded_at=later(1))),
            put(memory("time", "tea", kind=Kind.PREFERENCE)),
            put(memory("text", "milk", kind=Kind.PREFERENCE, recorded_at=later(1))),
        )
        chosen = EntryFilter(
            kinds=(Kind.PREFERENCE,), priority=Priority.HIGH, after=later(1), text="TEA"
        )
        assert _ids(store, chosen) == ["m"]

    def test_pages_are_complete(self, store: Store) -> None:
        for number in range(7):
            kind = Kind.FACT if number % 2 else Kind.SKILL
            store.write("anna", put(memory(str(number), kind=kind)))
        chosen = EntryFilter(kinds=(Kind.SKILL,))
        pages = [store.entries("anna", chosen, limit=2)]
        pages.append(store.entries("anna", chosen, after=pages[0][-1].id, limit=2))
        assert [[entry.id for entry in page] for page in pages] == [["6", "4"], ["2", "0"]]
        assert store.entries("anna", chosen, after="0") == ()

    def test_a_page_can_start_after_a_memory_that_does_not_match(self, store: Store) -> None:
        store.write("anna", *(put(memory(name)) for name in "ab"))
        store.write("anna", put(memory("x", status=Status.DELETED)), put(memory("c")))
        page = store.entries("anna", EntryFilter(), after="x")
        assert [entry.id for entry in page] == ["b", "a"]

    def test_an_unknown_cursor_is_refused(self, store: Store) -> None:
        store.write("anna", put(memory("m")))
        store.write("ben", put(memory("n")))
        for name in ("nowhere", "n"):
            with pytest.raises(InvalidInput):
                store.entries("anna", EVERY, after=name)
