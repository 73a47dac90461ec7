"""Every store finds the memories that correct a part of others."""

from dataclasses import replace

from recollect.domain.entry import EntryFilter
from recollect.domain.metadata import Metadata
from recollect.domain.ports import Store
from recollect.testing.store_contract.values import memory, put


def test_what_corrects_others_is_chosen(store: Store) -> None:
    cases: dict[str, Metadata] = {
        "yes": {"corrects": ["other"], "speaker": "Ana"},
        "word": {"speaker": "corrects"},
        "none": {},
    }
    for name, metadata in cases.items():
        store.write("anna", put(replace(memory(name), metadata=metadata)))
    store.write("ben", put(replace(memory("his"), metadata=cases["yes"])))
    found = store.entries("anna", EntryFilter(corrects=True))
    assert [entry.id for entry in found] == ["yes"]
