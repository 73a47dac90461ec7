"""Places that name every kind of memory by hand."""

import re
from importlib.resources import files
from pathlib import Path

import pytest

from recollect import Memory
from recollect.domain.entry import MEMORY_KINDS
from recollect.extraction.prompts import EXTRACT


def test_the_page_has_a_label_for_every_kind():
    labels = (files("recollect.dashboard") / "static" / "labels.js").read_text("utf-8")
    (table,) = re.findall(r"export const KINDS = \{(.*?)\};", labels, re.DOTALL)
    assert tuple(re.findall(r"(\w+): '", table)) == MEMORY_KINDS


@pytest.mark.parametrize("kind", MEMORY_KINDS)
def test_the_prompt_names_every_kind(kind):
    (line,) = re.findall(r"^- `kind`: .*$", EXTRACT.task, re.MULTILINE)
    assert re.search(rf"\b{kind}\b", line)


def test_the_examples_of_the_concepts_become_what_they_say():
    page = (Path(__file__).parents[2] / "docs" / "concepts.md").read_text("utf-8")
    examples = re.findall(r"^\| `(\w+)` \| .* \| “(.*)” \|$", page, re.MULTILINE)
    assert len(examples) == 9
    with Memory.open(":memory:", background=False, embedding_backend="none") as memory:
        for kind, said in examples:
            memory.agent("alice").remember(said, conversation=kind)
        memory.sync()
        learned = memory.agent("alice").memories.list()
    assert {(each.source.conversation, str(each.kind)) for each in learned if each.source} == {
        (kind, kind) for kind, _ in examples
    }


@pytest.mark.parametrize("kind", MEMORY_KINDS)
def test_the_concepts_define_every_kind(kind):
    assert f"`{kind}`" in (Path(__file__).parents[2] / "docs" / "concepts.md").read_text("utf-8")
