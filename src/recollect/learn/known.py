"""The memories of an agent, found by what a new statement has to do with them: not every pair is compared."""

from collections import Counter
from collections.abc import Iterable
from datetime import UTC, datetime
from heapq import nlargest
from itertools import chain, islice
from math import log
from typing import Final

from recollect.learn.claim import Claim, called, known, proposed
from recollect.learn.matters import matters
from recollect.learn.verdict import VerifyRules
from recollect.model.entry import SHOWN, Entry
from recollect.model.learning import USER, Proposal
from recollect.model.similarity import words_of

LIMIT: Final = 64
# So many of the last ones are looked at that speak of the same thing in other words, or where none does. In the lives that
# `bench.lives` tells 25 of 149 changes are seen with it and 22 without, 4 memories are ended wrongly with either; to look
# at the last ones always hides 3 of those changes.
_LAST: Final = 8
# When it was said does not matter for what it has to do with.
_ANY_TIME: Final = datetime(1970, 1, 1, tzinfo=UTC)


class Known:
    """What is held now, by word, by single-valued attribute and by key; built once for a run and kept up to date."""

    def __init__(self, entries: Iterable[Entry], rules: VerifyRules) -> None:
        """Read all of them, by sense, or by bare words where the rules are the seed's."""
        self._rules = rules
        self._entries: list[Entry | None] = []
        self._claims: list[Claim] = []
        self._sizes: list[int] = []
        self._places: dict[str, int] = {}
        self._by_word: dict[str, list[int]] = {}
        # By attribute and a word of the subject; the empty word where there is no subject.
        self._by_attribute: dict[tuple[str, str], list[int]] = {}
        self._by_matter: dict[tuple[str, str], list[int]] = {}
        self._by_key: dict[tuple[str, str], list[int]] = {}
        for entry in entries:
            self.add(entry)

    def __len__(self) -> int:
        """How many memories are held."""
        return len(self._places)

    def add(self, entry: Entry) -> None:
        """Hold a memory; one that is not shown any more is held no longer."""
        self._forget(entry.id)
        if entry.status not in SHOWN:
            return
        place = len(self._entries)
        claim = known(entry)
        words = self._words_of(entry.content, claim)
        self._entries.append(entry)
        self._claims.append(claim)
        self._sizes.append(len(words) or 1)  # "Priya does" has no word of its own
        self._places[entry.id] = place
        # Of whom it is told they may be spoken of by name: Juniper died.
        for word in words | claim.statement.about:
            self._by_word.setdefault(word, []).append(place)
        for word in called(entry.subject) if entry.subject else ("",):
            if claim.attribute is not None and claim.single:
                self._by_attribute.setdefault((claim.attribute, word), []).append(place)
            for matter in matters(claim):
                self._by_matter.setdefault((matter, word), []).append(place)
        if entry.key is not None:
            self._by_key.setdefault((entry.kind, entry.key), []).append(place)

    # A memory that changed is read anew under its id.
    replace = add

    def near(self, new: Proposal, limit: int = LIMIT) -> tuple[Entry, ...]:
        """The memories that can matter to a verdict on it, the nearest first."""
        keyed = self._by_key.get((new.kind, new.key), []) if new.key is not None else []
        claim = proposed(new, _ANY_TIME)
        # Of the dead one is told by name what others say of them; what is left for something else was known.
        said = claim.statement
        shared = self._shared(self._words_of(new.content, claim) | said.about | said.left)
        # Of several values the last ones were held when the new one came.
        first = chain(keyed, self._rivals(claim), self._alike(claim))
        ranked = nlargest(limit, shared.items(), key=lambda item: (item[1], item[0]))
        places = dict.fromkeys(chain(first, (place for place, _ in ranked)))
        held = (self._entries[place] for place in places)
        found = tuple(entry for entry in held if entry is not None)[:limit]
        return found if found or self._rules.mode == "seed" else self._latest()

    def claim(self, entry: Entry) -> Claim:
        """What a memory says, as it was read when it came here; `verify` takes this to read nothing twice."""
        place = self._places.get(entry.id)
        if place is None or self._entries[place] != entry:
            return known(entry)
        return self._claims[place]

    def _rivals(self, new: Claim) -> list[int]:
        """Where the same attribute of the same subject is told, the last first."""
        if new.attribute is None:
            return []
        lists = (self._by_attribute.get((new.attribute, word), []) for word in _of(new))
        return sorted(chain.from_iterable(lists), reverse=True)

    def _alike(self, new: Claim) -> list[int]:
        """Where the same is spoken of, of the same subject: the last ones of each."""
        lists = (
            self._by_matter.get((matter, word), []) for matter in matters(new) for word in _of(new)
        )
        held = (
            (place for place in reversed(places) if self._entries[place] is not None)
            for places in lists
        )
        return sorted(chain.from_iterable(islice(last, _LAST) for last in held), reverse=True)

    def _latest(self) -> tuple[Entry, ...]:
        """The last ones: where no word tells what a statement has to do with, a reader may see it."""
        held = (entry for entry in reversed(self._entries) if entry is not None)
        return tuple(islice(held, _LAST))

    def _forget(self, name: str) -> None:
        """Leave the place empty: to take it out of every list would cost more than passing it over."""
        place = self._places.pop(name, None)
        if place is not None:
            self._entries[place] = None

    def _words_of(self, content: str, claim: Claim) -> frozenset[str]:
        return words_of(content) if self._rules.mode == "seed" else claim.statement.words

    def _shared(self, words: frozenset[str]) -> dict[int, float]:
        """By place, how much of the one is in the other; rare words count for more, but in the seed's rules."""
        held = {word: self._by_word[word] for word in words if word in self._by_word}
        if self._rules.mode == "seed":
            counts = Counter(chain.from_iterable(held.values()))
            return {
                place: count / (len(words) + self._sizes[place] - count)
                for place, count in counts.items()
            }
        every = len(self._entries)
        weights: dict[int, float] = {}
        for places in held.values():
            weight = 1 + log(every / len(places))
            for place in places:
                weights[place] = weights.get(place, 0.0) + weight
        return {place: weight / self._sizes[place] ** 0.5 for place, weight in weights.items()}


def _of(new: Claim) -> tuple[str, ...]:
    """The words by which its subject is found; the empty one finds what has none."""
    return ("", *called(new.subject or USER))
