"""A person's hand on the memories: M1, M2's reinforcement, history, restore."""

from datetime import UTC, datetime

import pytest

from recollect import Conflict, InvalidInput, NotFound

MAY, JUNE, JULY = (datetime(2026, month, 1, tzinfo=UTC) for month in (5, 6, 7))


def test_a_memory_has_all_that_the_contract_names(alice):
    entry = alice.memories.add(
        "Prefers tea over coffee",
        kind="preference",
        subject="Alice",
        confidence=0.8,
        tags=["drinks"],
        metadata={"app": "x"},
        pinned=True,
        valid_from=MAY,
        valid_until=JUNE,
    )
    assert alice.memories.get(entry.id) == entry
    assert alice.memories.list() == [entry]
    assert (entry.kind, entry.priority, entry.status) == ("preference", "medium", "active")
    assert (entry.subject, entry.key, entry.tags) == ("Alice", None, ("drinks",))
    assert (entry.quote, entry.turn_id, entry.superseded_by, entry.edited) == (
        None,
        None,
        None,
        False,
    )
    assert entry.recorded_at.tzinfo is UTC


@pytest.mark.parametrize(
    ("kind", "priority"),
    [
        ("fact", "high"),
        ("preference", "medium"),
        ("decision", "high"),
        ("correction", "high"),
        ("commitment", "high"),
        ("relationship", "low"),
        ("skill", "medium"),
        ("context", "low"),
        ("procedure", "medium"),
        ("entity", "medium"),
        ("domain", "medium"),
        ("execution_pattern", "medium"),
        ("user_preference", "medium"),
        ("website_knowledge", "medium"),
        ("error_pattern", "medium"),
    ],
)
def test_priority_follows_the_kind_unless_told(alice, kind, priority):
    assert alice.memories.add("x", kind=kind, key="k").priority == priority
    assert alice.memories.add("y", kind=kind, key="l", priority="low").priority == "low"


def test_a_repeated_statement_reinforces_and_merges_tags(alice):
    alice.memories.add("Likes tea", tags=["a"])
    again = alice.memories.add("Likes tea", tags=["b"])
    assert alice.memories.list() == [again]
    assert (again.confidence, again.tags) == (0.6, ("a", "b"))
    for _ in range(10):
        again = alice.memories.add("Likes tea")
    assert again.confidence == 1.0


def test_a_key_holds_one_statement_within_its_kind(alice):
    first = alice.memories.add("Cart is at /cart", kind="website_knowledge", key="shop")
    other = alice.memories.add("A shop", kind="domain", key="shop")
    second = alice.memories.add("Cart is at /basket", kind="website_knowledge", key="shop")
    assert second.id == first.id != other.id
    assert {entry.content for entry in alice.memories.list()} == {"Cart is at /basket", "A shop"}
    said = [version.entry.content for version in alice.memories.history(first.id)]
    assert said == ["Cart is at /cart", "Cart is at /basket"]


def test_a_memory_given_to_somebody_else_takes_its_relations_along(memory, alice):
    alice.remember("Jonas works at Siemens.", conversation="work")
    memory.sync()
    (wrong,) = alice.memories.list()
    assert [(link.subject, link.object) for link in wrong.links] == [("Jonas", "Siemens")]
    named = alice.memories.update(wrong.id, subject="Nora")
    assert [(link.subject, link.object) for link in named.links] == [("Nora", "Siemens")]
    right = alice.memories.update(wrong.id, subject="user", content="I work at Siemens.")
    assert [(link.subject, link.object) for link in right.links] == [("user", "Siemens")]
    assert (right.about, [each.name for each in right.mentions]) == (None, ["Siemens"])


def test_under_a_key_a_new_subject_replaces_the_old_one(alice):
    def said(content, subject):
        return alice.memories.add(content, kind="domain", key="shop", subject=subject)

    entry = said("A shop", "Books")
    assert said("A shop", "Music").subject == "Music"
    assert said("A big shop", None).subject == "Music"
    changes = [version.change for version in alice.memories.history(entry.id)]
    assert changes == ["added", "edited", "edited"]


@pytest.mark.parametrize(
    ("first", "then", "kept"),
    [
        ((MAY, JUNE), (None, None), (MAY, JUNE)),
        ((None, None), (MAY, None), (MAY, None)),
        ((MAY, JUNE), (JULY, None), (JULY, None)),
        ((JUNE, JULY), (None, MAY), (None, MAY)),
        ((MAY, None), (JUNE, JULY), (JUNE, JULY)),
    ],
)
def test_a_repeated_statement_brings_its_own_validity_or_none(alice, first, then, kept):
    for begins, ends in (first, then):
        entry = alice.memories.add("Likes tea", valid_from=begins, valid_until=ends)
    assert (entry.valid_from, entry.valid_until) == kept
    assert alice.memories.update(entry.id, pinned=True).pinned


def test_an_edit_keeps_what_was_said_before(alice):
    entry = alice.memories.add("Likes tea", valid_from=MAY)
    edited = alice.memories.update(
        entry.id, content="Likes coffee", priority="low", valid_from=None
    )
    assert (edited.id, edited.content, edited.edited) == (entry.id, "Likes coffee", True)
    assert (edited.priority, edited.valid_from) == ("low", None)
    history = alice.memories.history(entry.id)
    assert [(v.number, v.change, v.entry.content) for v in history] == [
        (1, "added", "Likes tea"),
        (2, "edited", "Likes coffee"),
    ]
    assert alice.memories.restore(entry.id, version=1).content == "Likes tea"


def test_a_memory_changes_its_kind_unless_it_has_a_key(alice):
    entry = alice.memories.add("Likes tea")
    changed = alice.memories.update(entry.id, kind="preference")
    assert (changed.id, changed.kind, changed.edited) == (entry.id, "preference", False)
    assert alice.memories.list(kind="preference") == [changed]
    keyed = alice.memories.add("Sign in first", kind="website_knowledge", key="example.com")
    for name, kind in ((keyed.id, "fact"), (entry.id, "domain"), (entry.id, "summary")):
        with pytest.raises(InvalidInput, match="kind"):
            alice.memories.update(name, kind=kind)


def test_pinning_is_not_an_edit_of_the_words(alice):
    entry = alice.memories.add("Likes tea")
    assert alice.memories.update(entry.id, pinned=True).edited is False


def test_a_deleted_memory_is_shown_nowhere_and_comes_back(alice):
    entry = alice.memories.add("Likes tea")
    alice.memories.delete(entry.id)
    assert alice.memories.list() == []
    assert [e.id for e in alice.memories.list(status="deleted")] == [entry.id]
    with pytest.raises(NotFound):
        alice.memories.delete(entry.id)
    with pytest.raises(Conflict):
        alice.memories.update(entry.id, content="x")
    back = alice.memories.restore(entry.id)
    assert (back.status, back.content) == ("active", "Likes tea")
    with pytest.raises(Conflict):
        alice.memories.restore(entry.id)


def test_what_comes_back_is_as_sure_as_it_was(opened, clock):
    """Its uses make no version, and the time that it was away is no time in which nobody used it."""
    memory = opened(clock=clock)
    alice = memory.agent("alice")
    alice.knowledge.put("domain", "tea", "Tea is made with hot water")
    used = alice.knowledge.use("domain", "tea")
    assert used.confidence == 0.55
    alice.memories.delete(used.id)
    clock.advance(90 * 86_400)
    back = alice.memories.restore(used.id)
    assert (back.confidence, back.access_count) == (0.55, 1)
    memory.sync()
    clock.advance(86_400)
    memory.sync()
    assert alice.memories.get(used.id).confidence == 0.55
    assert alice.memories.restore(used.id, version=1).confidence == 0.5


def test_saying_again_what_was_deleted_brings_it_back(alice):
    entry = alice.memories.add("Likes tea")
    alice.memories.delete(entry.id)
    again = alice.memories.add("Likes tea")
    assert (again.id, again.status) == (entry.id, "active")


def test_an_edited_memory_is_not_the_statement_it_once_was(alice):
    entry = alice.memories.add("Likes tea")
    alice.memories.update(entry.id, content="Likes coffee")
    tea = alice.memories.add("Likes tea")
    assert tea.id != entry.id
    assert {e.content for e in alice.memories.list()} == {"Likes tea", "Likes coffee"}


def test_lists_are_filtered_and_paged(opened, clock):
    memories = opened(clock=clock).agent("alice").memories
    for number in range(5):
        memories.add(f"Fact {number}", priority="low" if number % 2 else "high")
        clock.advance(3600)
    memories.add("Likes tea", kind="preference")
    assert [e.content for e in memories.list(kind="preference")] == ["Likes tea"]
    assert [e.content for e in memories.list(kind="fact", priority="low")] == ["Fact 3", "Fact 1"]
    assert [e.content for e in memories.list(text="TEA")] == ["Likes tea"]
    two = [
        e.content for e in memories.list(after=datetime(2026, 5, 1, 14, tzinfo=UTC), kind="fact")
    ]
    assert two == ["Fact 4", "Fact 3", "Fact 2"]
    first = memories.list(limit=2)
    rest = memories.list(cursor=first[-1].id)
    assert [e.content for e in first + rest][-1] == "Fact 0"
    assert len(first + rest) == 6
    assert memories.list(status=()) == []


def test_the_past_is_listed_with_what_was_valid_then(opened, clock):
    desk = opened(clock=clock).agent("alice").memories
    desk.add("Likes tea")
    desk.add("The office is in Berlin", valid_until=JUNE)
    desk.add("The conference is in Rome", valid_from=JUNE, valid_until=JULY)
    left = {
        when: [entry.content for entry in desk.list(as_of=when)]
        for when in (clock.now(), JUNE, JULY)
    }
    assert left == {
        clock.now(): ["The office is in Berlin", "Likes tea"],
        JUNE: ["The conference is in Rome", "Likes tea"],
        JULY: ["Likes tea"],
    }
    assert len(desk.list()) == 3


def test_what_had_been_put_away_by_then_is_listed_whenever_it_held(opened, clock):
    desk = opened(clock=clock).agent("alice").memories
    office = desk.add("The office is in Berlin", valid_until=JUNE)
    desk.delete(office.id)
    assert [entry.id for entry in desk.list(as_of=JULY, status="deleted")] == [office.id]
    assert desk.list(as_of=clock.now()) == []


def test_memories_of_every_status_are_listed_by_all(opened):
    alice = opened().agent("alice")
    names = {alice.memories.add(text).id for text in ("Likes tea", "Likes coffee")}
    alice.memories.delete(min(names))
    assert {entry.id for entry in alice.memories.list(status="all")} == names
    assert len(alice.memories.list()) == 1
    with pytest.raises(InvalidInput, match=r"status.* one of: active, .*, all$"):
        alice.memories.list(status="every")


def test_what_a_misread_attribute_had_ended_holds_again(opened):
    memory = opened()
    alice = memory.agent("alice")
    for said in ("I live in Leeds.", "I moved to York last week."):
        alice.remember(said, conversation=said)
        memory.sync()
    (york,) = [each for each in alice.memories.list() if each.value == "York"]
    (ended,) = alice.memories.list(status="superseded")
    alice.memories.update(york.id, pinned=True)
    alice.memories.update(ended.id, content="User lives in Leeds, in a flat.")
    assert len(alice.memories.list(status="superseded")) == 1
    alice.memories.update(york.id, drop_attribute=True)
    assert alice.memories.list(status="superseded") == []
    (leeds,) = [each for each in alice.memories.list() if each.id == ended.id]
    assert (leeds.status, leeds.superseded_by, leeds.valid_until) == ("active", None, None)
    assert leeds.content == "User lives in Leeds, in a flat.", "corrected words stay"
    assert [each.sentence for each in alice.graph.search()] == ["user lives in Leeds"]


def test_a_corrected_value_is_in_the_relation_too(opened):
    memory = opened()
    alice = memory.agent("alice")
    for said in ("I live in Leeds.", "My boss is called Teresa."):
        alice.remember(said, conversation="first")
        memory.sync()
    for wrong, right in (("Leeds", "York"), ("Teresa", "Tessa")):
        (entry,) = [each for each in alice.memories.list() if each.value == wrong]
        content, metadata = entry.content.replace(wrong, right), entry.metadata | {"value": right}
        alice.memories.update(entry.id, content=content, metadata=metadata)
    sentences = {each.sentence for each in alice.graph.search()}
    assert sentences == {"user lives in York", "Tessa manages user"}
    types = {each.name: each.type.value for each in alice.graph.entities()}
    assert types == {"user": "person", "York": "place", "Tessa": "person"}


def test_restoring_a_replaced_memory_keeps_what_was_corrected_since(opened):
    memory = opened()
    alice = memory.agent("alice")
    for said in ("I live in Leeds.", "I moved to York last week."):
        alice.remember(said, conversation=said)
        memory.sync()
    (leeds,) = alice.memories.list(status="superseded")
    alice.memories.update(leeds.id, drop_attribute=True)
    restored = alice.memories.restore(leeds.id)
    assert (restored.status, restored.attribute, restored.edited) == ("active", None, True)
    assert restored.valid_until is None
    assert [each.sentence for each in alice.graph.search()] == ["user lives in York"]


@pytest.mark.parametrize("reworded", [False, True])
def test_an_attribute_that_was_misread_is_removed_for_good_with_its_relation(opened, reworded):
    memory = opened()
    alice = memory.agent("alice")
    said = "My partner is called Sunita, and I live in Leeds."
    alice.remember(said, conversation="first")
    memory.sync()
    (partner,) = [each for each in alice.memories.list() if each.attribute == "partner"]
    assert alice.graph.search("Sunita")
    if reworded:
        alice.memories.update(partner.id, content="My mother is called Sunita")
    alice.memories.update(partner.id, drop_attribute=True)
    # The same words are said again, and everything is learned again.
    if not reworded:
        alice.remember(said, conversation="second")
        memory.sync()
    memory.rebuild("alice")
    memory.sync()
    now = alice.memories.get(partner.id)
    assert (now.attribute, now.value, now.tags, now.edited) == (None, None, (), True)
    assert [each.sentence for each in alice.graph.search()] == ["user lives in Leeds"]
    # The version from before has it still.
    if not reworded:
        restored = alice.memories.restore(partner.id, partner.version)
        assert (restored.attribute, restored.value) == ("partner", "Sunita")
