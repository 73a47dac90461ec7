"""Replies that repeat a memory, and other memories, which go with it when it is purged."""

from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from typing import Final

from recollect.domain.entry import MEMORY_KINDS, Entry, Status
from recollect.domain.ports import Entries
from recollect.domain.similarity import stem_of, words_of
from recollect.domain.turn import Role, Turn
from recollect.languages.words import common_words

# How many turns after the one that said it are looked at.
_NEXT: Final = 4
_SHORTEST: Final = 3
# What memories call the person.
_USER: Final = frozenset({"user"})


def replies_that_repeat(
    turns_in: Callable[[str], Sequence[Turn]],
    contents: Iterable[str],
    said: Iterable[tuple[str, str]],
) -> Iterator[Turn]:
    """The replies soon after these turns that contain half of the words that matter in a text.

    Those are all words but common ones, such as "has" and "the".
    """
    wanted = [words for words in map(_distinctive, set(contents)) if words]
    sources = set(said)
    for conversation in sorted({name for name, _ in sources}):
        turns = turns_in(conversation)
        places = [at for at, turn in enumerate(turns) if (conversation, turn.id) in sources]
        near = {at for place in places for at in range(place + 1, place + 1 + _NEXT)}
        for turn in (turns[at] for at in sorted(near) if at < len(turns)):
            if turn.role is not Role.USER and (conversation, turn.id) not in sources:
                has = _distinctive(turn.content)
                if any(2 * len(words & has) >= len(words) for words in wanted):
                    yield turn


def turns_of(entry: Entry) -> set[tuple[str, str]]:
    """The conversation and id of each turn that a memory was learned from."""
    return {(source.conversation, source.turn_id) for source in entry.sources}


def memories_only_from(
    store: Entries, agent: str, said: Collection[tuple[str, str]]
) -> Iterator[Entry]:
    """The memories that only these turns said."""
    for conversation in sorted({conversation for conversation, _ in said}):
        for other in store.entries_from(agent, conversation):
            is_one = other.kind in MEMORY_KINDS and other.status is not Status.DELETED
            is_one = is_one and turns_of(other) <= {*said}
            # What a person added by hand stays, whoever has said it since.
            if is_one and (not other.is_added or store.history(agent, other.id)[0].entry.sources):
                yield other


def _distinctive(text: str) -> frozenset[str]:
    return frozenset(map(stem_of, words_that_matter(text)))


def words_that_matter(text: str) -> set[str]:
    """The words of a text that matter: all but common and short ones."""
    known = common_words() | _USER
    return {word for word in words_of(text) if len(word) >= _SHORTEST and word not in known}
