"""The graph: relations between short names, worded correctly in their direction."""

from datetime import UTC, datetime

import pytest

from recollect.domain.entry import Entry, Kind, Priority
from recollect.domain.graph import EntityType, Link, Mention
from recollect.domain.learning import Proposal
from recollect.domain.turn import Role, Turn
from recollect.extraction.attributes import links_of, mentions_of
from recollect.extraction.spans import Highlight
from recollect.learning.entries_from_proposals import entry_from
from recollect.learning.graph import entities, neighborhood, relations

NOW = datetime(2026, 6, 8, 12, tzinfo=UTC)


def highlight(attribute, value, *, about_other=False):
    return Highlight(
        start=0,
        end=10,
        score=0.9,
        kind=Kind.FACT,
        is_standing=False,
        about_other=about_other,
        attribute=attribute,
        value=value,
    )


def memory(*links, name="m", mentions=(), confidence=0.9, metadata=None):
    return Entry(
        id=name,
        version=1,
        kind=Kind.FACT,
        content="x",
        priority=Priority.HIGH,
        confidence=confidence,
        links=links,
        mentions=mentions,
        metadata=metadata or {},
        recorded_at=NOW,
        changed_at=NOW,
    )


def link(one, relation, other):
    return Link(subject=one, relation=relation, object=other, confidence=1.0)


def sentences(*links):
    return [each.sentence for each in relations([memory(*links)])]


@pytest.mark.parametrize(
    ("attribute", "value", "subject", "sentence"),
    [
        ("home", "Porto", "user", "user lives in Porto"),
        ("employer", "Harbour Museum", "Maya", "Maya works at Harbour Museum"),
        ("manager", "Teresa", "Maya", "Teresa manages Maya"),
        ("parent", "Rosa", "user", "Rosa is parent of user"),
        ("child", "Lena", "user", "user is parent of Lena"),
        ("sibling", "Ana", "user", "user is sibling of Ana"),
        ("partner", "Jonas", "Maya", "Maya is partner of Jonas"),
        ("pet", "Pixel", "user", "user owns Pixel"),
        ("home", "New York", "Ana", "Ana lives in New York"),
        ("school", "University of Porto", "user", "user studies at University of Porto"),
        ("origin", "The Hague", "user", "user comes from The Hague"),
    ],
)
def test_an_attribute_becomes_a_readable_relation(attribute, value, subject, sentence):
    found = links_of(highlight(attribute, value), subject, "Maya")
    assert sentences(*found) == [sentence]


@pytest.mark.parametrize(
    ("value", "subject"),
    [
        ("a small flat near the station", "user"),
        ("harbour museum", "user"),
        ("moved away", "user"),
        ("my sister's place", "user"),
        ("Porto, but only in summer", "user"),
        ("Porto", "my sister"),
        ("Porto", "My sister Noor"),
        ("Porto", "She"),
        ("Porto", "Meine Schwester"),
        ("Porto", "Mi hermana Ana"),
        ("Porto", "Ma sœur"),
        ("Porto", "Mia sorella"),
        ("Porto", "Minha irmã Ana"),
    ],
)
def test_a_clause_or_a_pronoun_is_not_a_name(value, subject):
    assert links_of(highlight("home", value, about_other=True), subject, "Maya") == ()


def test_entity_types_follow_from_the_relation():
    found = mentions_of(highlight("home", "Vienna", about_other=True), "Ana", "Maya")
    assert found == (Mention("Ana", EntityType.PERSON), Mention("Vienna", EntityType.PLACE))
    assert mentions_of(highlight("home", "Vienna", about_other=True), "She", "Maya") == (
        Mention("Vienna", EntityType.PLACE),
    )


def test_a_clause_proposed_by_a_model_is_left_out():
    clause = link("Ana", "is", "allergic to nuts since she was a child")
    long = link("Ana", "has not been to the cinema with", "Ben")
    tie = link("Nova", "depends on", "PostgreSQL")
    proposal = Proposal(
        kind=Kind.FACT,
        content="x",
        subject="user",
        turn_id="t",
        start=0,
        end=1,
        quote="x",
        entities=(Mention("the one that we met last year", EntityType.PERSON),),
        links=(clause, long, tie),
    )
    turn = Turn(
        conversation="c",
        index=0,
        id="t",
        role=Role.USER,
        content="x",
        tokens=1,
        at=NOW,
        recorded_at=NOW,
    )
    kept = entry_from(proposal, turn)
    assert (kept.links, kept.mentions) == ((tie,), ())
    # Links stored by older versions are left out, too.
    assert sentences(clause, long, tie) == ["Nova depends on PostgreSQL"]
    assert {each.name for each in entities([memory(clause, tie)])} == {"Nova", "PostgreSQL"}


def test_a_mutual_relation_is_listed_once_in_either_direction():
    one = memory(link("user", "is sibling of", "Ana"), name="a", confidence=0.7)
    other = memory(link("Ana", "is sibling of", "User"), name="b")
    assert [each.sentence for each in relations([one, other])] == ["Ana is sibling of user"]
    ways = [link("Ana", "is parent of", "Ben"), link("Ben", "is parent of", "Cleo")]
    assert len(sentences(*ways)) == 2


def test_the_speaker_and_the_user_are_people():
    spoken = memory(link("Maya", "likes", "Rust"), metadata={"speaker": "Maya"})
    types = {each.name: each.type for each in entities([spoken])}
    assert types == {"Maya": EntityType.PERSON, "Rust": EntityType.CONCEPT}
    named = {each.name: each.type for each in entities([memory(link("Teresa", "manages", "user"))])}
    assert named == {"Teresa": EntityType.PERSON, "user": EntityType.PERSON}


def test_a_walk_ends_in_cycles_and_large_graphs():
    circle = [
        link("Ana", "knows", "Ben"),
        link("Ben", "knows", "Cleo"),
        link("Cleo", "knows", "Ana"),
    ]
    found = relations([memory(*circle)])
    assert len(neighborhood(found, "Ana", 2)) == 3
    assert {each.distance for each in neighborhood(found, "ana", 1)} == {1}
    hub = relations([memory(*(link("Ana", "knows", f"Ben{n}") for n in range(2_000)))])
    assert len(neighborhood(hub, "Ana", 2)) == 500
