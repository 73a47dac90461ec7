"""What users asked in a chat to be forgotten: found, listed for review, and deleted by a person.

Words in a chat delete nothing: a page that a model has read could say them too.
"""

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from itertools import chain
from typing import Final

from recollect.domain.corrections import is_meant
from recollect.domain.entry import SHOWN, USER, Change, Entry, EntryFilter, Kind, Status
from recollect.domain.graph import EntityType
from recollect.domain.ids import entry_digest, record_id
from recollect.domain.learning import Proposal, Targets
from recollect.domain.marks import POSSESSED
from recollect.domain.ports import Clock, Entries, ReadText
from recollect.domain.provenance import NAMED, SAYS_MORE, UNMATCHED
from recollect.domain.similarity import has_stems, stems_of
from recollect.domain.turn import Turn
from recollect.domain.writes import PutEntry
from recollect.errors import Conflict, NotFound
from recollect.languages.detect import detect
from recollect.languages.forms import (
    NamedValue,
    attributes_called,
    is_of_other,
    tells_home,
    value_named,
    without_email,
)
from recollect.languages.relatives import relation_named
from recollect.languages.words import health_words, names_speaker, stems_named, words_that_call
from recollect.learning import curate
from recollect.learning.compare import ComparisonModels
from recollect.learning.curate import Puts, get_entry, write_planned
from recollect.learning.entries_from_proposals import entry_from
from recollect.learning.joined_parts import content_stems, joined_parts, says_more
from recollect.learning.lifecycle import first_version, put_next
from recollect.learning.memory_index import MemoryIndex

# Without the words of a request, a memory needs this cosine similarity: another number has 0.65.
_MEANT: Final = 0.7
# How many memories a request lists: nobody would read more before deleting them.
_MAX_LISTED: Final = 50
# What "my health" names.
_HEALTH: Final = frozenset({"allergy", "condition", "medication"})
REQUESTS: Final = EntryFilter(kinds=(Kind.DELETION_REQUEST,), statuses=tuple(Status))
OPEN_REQUESTS: Final = EntryFilter(kinds=(Kind.DELETION_REQUEST,), statuses=(Status.ACTIVE,))


@dataclass(frozen=True, slots=True)
class OpenDecision:
    """An entry that waits for a person's decision."""

    entry: Entry

    @property
    def id(self) -> str:
        """The id of the entry."""
        return self.entry.id

    @property
    def content(self) -> str:
        """The words of the entry."""
        return self.entry.content


@dataclass(frozen=True, slots=True)
class DeletionRequest(OpenDecision):
    """A request to forget, and the memories that it names and that still exist."""

    memories: tuple[Entry, ...]

    @property
    def named(self) -> tuple[str, ...]:
        """The words of each thing that it names."""
        return self._words(NAMED)

    @property
    def unmatched(self) -> tuple[str, ...]:
        """The words of each thing that it names and that no memory matched."""
        return self._words(UNMATCHED)

    @property
    def says_more(self) -> tuple[Entry, ...]:
        """Memories that say more than what was asked: whoever edits one first keeps the rest."""
        return tuple(entry for entry in self.memories if entry.id in self._words(SAYS_MORE))

    @property
    def is_overtaken(self) -> bool:
        """Whether every memory that it named has been deleted, or given other words, since."""
        return bool(self.entry.rivals) and not self.memories

    @property
    def message(self) -> str | None:
        """The message that "forget that" means, if nothing was learned from it."""
        return self.entry.also[0].quote if self.entry.also else None

    def _words(self, key: str) -> tuple[str, ...]:
        words = self.entry.metadata.get(key)
        return tuple(map(str, words)) if isinstance(words, list | tuple) else ()


def put_request(
    proposal: Proposal,
    turn: Turn,
    index: MemoryIndex,
    said_before: Iterable[Entry],
    known: Collection[Entry],
    models: ComparisonModels,
) -> PutEntry | None:
    """The write of a request with the memories that it names; None if it names nothing here.

    `said_before` are the memories from the user's previous message, which "forget that" means, or
    else that message. `known` are all memories: "my address" was another one before.
    """
    targets = proposal.asks_to_delete
    assert targets is not None
    by_words = {} if targets.refers_back else _named(proposal, targets, index, known, models)
    named = [*said_before] if targets.refers_back else [*chain.from_iterable(by_words.values())]
    # "Ruth lives in Bath. I visit her on Sundays" says it too.
    names = {each.id for each in named}
    repeating = (e for e in known if e.status in SHOWN and e.id not in names)
    named += [e for e in repeating if any(each.content in e.content for each in named)]
    after = proposal.after if targets.refers_back else None
    is_asked = after is not None and after.quote.rstrip().endswith("?")
    if is_asked and not names_speaker(proposal.quote):
        return None  # after a question, "forget it" only means "never mind"
    also = (after,) if after and not (named or is_asked) else ()
    if not named and not targets.is_explicit and not also:
        return None
    key = f"{turn.conversation}/{turn.id}/{proposal.start}"
    statement = replace(entry_from(proposal, turn), key=key)
    first = first_version(statement, record_id(statement.kind, key), turn.recorded_at)
    listed = _with_replaced([entry.id for entry in named], known)
    unmatched = [words for words, found in by_words.items() if not found]
    words = {NAMED: [words for words in targets.words if words], UNMATCHED: unmatched}
    if not targets.everything:
        words[SAYS_MORE] = [entry.id for entry in named if _says_more(entry, targets.words)]
    request = replace(
        first,
        rivals=tuple(listed)[:_MAX_LISTED],
        also=also,
        metadata={**first.metadata, **{name: said for name, said in words.items() if said}},
    )
    return PutEntry(request, entry_digest(request), Change.ADDED, expected=0)


def _says_more(memory: Entry, named: Sequence[str]) -> bool:
    """Whether a memory says other things too: penicillin, if "my sesame allergy" is named.

    "My allergies" are all that such a memory says.
    """
    if any(memory.attribute in attributes_called(words) for words in named):
        return False
    said = " ".join(named)
    is_all = all(
        content_stems(part) <= content_stems(said) for part in joined_parts(memory.content)
    )
    return not is_all and says_more(memory.content, said)


def _with_replaced(names: Sequence[str], known: Collection[Entry]) -> dict[str, None]:
    """The ids of memories, and of all that they have replaced, one after the other."""
    found = dict.fromkeys(names)
    replaced = [entry for entry in known if entry.status is Status.SUPERSEDED]
    while more := [e.id for e in replaced if e.superseded_by in found and e.id not in found]:
        found |= dict.fromkeys(more)
    return found


def _named(
    proposal: Proposal,
    targets: Targets,
    index: MemoryIndex,
    known: Collection[Entry],
    models: ComparisonModels,
) -> dict[str, list[Entry]]:
    """For the words of each target the memories with all of them, or else its meaning.

    Of a person, all; for "my address" only what is the speaker's own, also by its attribute or its
    form; for "Anna's address" also where she lives.
    """
    found: dict[str, list[Entry]] = {}
    for text, words in zip(targets.texts, targets.words, strict=True):
        stems, value = stems_named(words), value_named(words)
        if not stems:
            continue
        own = proposal.subject if targets.is_explicit and not value.rest else None
        forms = value.forms if own else ()
        called = attributes_called(words) if targets.is_explicit else ()
        other = set() if forms else {e.id for e in known if _is_email(e, stems, called)}
        is_health = _HEALTH.issubset(called)
        named = [*index.having_all(stems), *_of_other(value, index, proposal.subject)]
        named += (
            entry
            for entry in known
            if entry.status in SHOWN
            and entry.subject == proposal.subject
            and (
                entry.attribute in called
                or any(form.search(entry.content) for form in forms)
                or (is_health and health_words(entry.content))
            )
        )
        named = [e for e in named if e.id not in other and (not own or _is_of(own, e))]
        if targets.everything:
            named += index.about_any(_names(named))
        # A number of somebody else's is near too.
        is_whose = value.rest and (value.forms or value.attributes)
        if not named and not is_whose:
            near = (e for e in index.near(words, models.embed) if not own or _is_of(own, e))
            named = [e for e in near if index.cosine(text, e, models.embed) >= _MEANT]
        if not named and targets.is_explicit and not (is_whose or value.forms):
            named = _in_other_words(words, proposal, index)
        found[words] = [*{e.id: e for e in named if e.id not in other}.values()]
    return found


def _is_email(entry: Entry, stems: frozenset[str], called: Sequence[str]) -> bool:
    """Whether only its e-mail address has these words: "my address" is another one."""
    said, rest = (stems_of(text) for text in (entry.content, without_email(entry.content)))
    is_lost = has_stems(said, stems) and not has_stems(rest, stems)
    return is_lost and entry.attribute not in called


def _is_of(subject: str, entry: Entry) -> bool:
    """Whether a memory's value is the subject's, and not "my wife's" or "my landlord's"."""
    _, whose = relation_named(entry.content) or ("", frozenset())
    language = detect(entry.content, None)
    is_other = language and is_of_other(entry.content, language)
    return entry.subject in {subject, USER} and whose.isdisjoint(POSSESSED) and not is_other


def _of_other(value: NamedValue, index: MemoryIndex, subject: str) -> Iterator[Entry]:
    """The memories that state a value of whom or what the rest of its words names."""
    # "My daughter is called Lotte" does not say "name".
    relations = attributes_called(value.rest) if "name" in value.attributes else ()
    whose = stems_named(value.rest)
    is_home = "home" in value.attributes
    for entry in index.having_all(whose):
        # "I live in Leeds with Tom" is not where Tom lives.
        is_stated = entry.attribute in value.attributes and entry.subject != subject
        has_form = any(form.search(entry.content) for form in value.forms)
        has_form |= is_home and tells_home(f"{entry.subject}. {entry.content}", whose)
        if is_stated or has_form or entry.attribute in relations:
            yield entry


def _in_other_words(words: str, proposal: Proposal, index: MemoryIndex) -> list[Entry]:
    """The memories of "my sister Mia" without the relation; for "my job" the user's with "work"."""
    rest = stems_of(" ".join(word for word in words.split() if not attributes_called(word)))
    if rest:
        return index.having_all(rest)
    stems = stems_of(" ".join(words_that_call(attributes_called(words))))
    found = {e.id: e for stem in sorted(stems) for e in index.having_all(frozenset({stem}))}
    return [entry for entry in found.values() if entry.subject == proposal.subject]


def _names(entries: Sequence[Entry]) -> frozenset[str]:
    """Whom these memories are about, or mention; no place, where others may live too."""
    subjects = {entry.subject for entry in entries} - {None, USER}
    mentions = (mention for entry in entries for mention in entry.mentions)
    mentioned = {each.name for each in mentions if each.type is not EntityType.PLACE}
    return frozenset(str(name) for name in subjects | mentioned)


def open_requests(store: Entries, agent: str, limit: int | None = None) -> list[DeletionRequest]:
    """The requests of an agent that nobody has decided about, newest first."""
    found = store.entries(agent, OPEN_REQUESTS, limit=limit)
    names = {name for entry in found for name in entry.rivals}
    known = store.entries_by_id(agent, tuple(names)) if names else {}
    return [DeletionRequest(entry, _still_meant(entry, known)) for entry in found]


def _still_meant(request: Entry, known: Mapping[str, Entry]) -> tuple[Entry, ...]:
    """What a request names, without what was deleted, or reworded since to keep a part of it."""
    entries = (known[name] for name in request.rivals if name in known)
    return tuple(e for e in entries if e.status is not Status.DELETED and is_meant(request, e))


def decide_request(
    store: Entries, clock: Clock, read: ReadText, agent: str, name: str, *, delete: bool
) -> tuple[Entry, ...]:
    """Delete the memories that a request names, or keep them; returns them as they are then.

    The request is closed last, so that one that was interrupted is still listed.
    """

    def plan() -> Puts:
        request, now = get_entry(store, agent, name), clock.now()
        if request.kind is not Kind.DELETION_REQUEST or request.status is not Status.ACTIVE:
            raise Conflict(f"request {name} is not waiting for a decision", field="id")
        # Deleted like a memory, its words are left out of contexts too.
        status = Status.DELETED if delete else Status.ARCHIVED
        return (put_next(request, replace(request, status=status), Change.REVIEWED, now),)

    plan()
    request = get_entry(store, agent, name)
    listed = request.rivals
    meant = _still_meant(request, store.entries_by_id(agent, listed)) if listed else ()
    for entry in meant if delete else ():
        with suppress(NotFound):  # somebody else was faster
            curate.delete(store, clock, read, agent, entry.id)
    write_planned(store, read, agent, plan)
    found = store.entries_by_id(agent, tuple(entry.id for entry in meant)) if meant else {}
    return tuple(found[entry.id] for entry in meant if entry.id in found)
