"""The memories of an agent, found by what a new statement has to do with them: not every pair is compared."""

from collections import Counter
from collections.abc import Iterable
from datetime import UTC, datetime
from heapq import nlargest
from itertools import chain
from math import log
from typing import Final

from recollect.learn.claim import Claim, called, known, proposed
from recollect.learn.verdict import VerifyRules
from recollect.model.entry import SHOWN, Entry
from recollect.model.learning import USER, Proposal
from recollect.model.similarity import words_of

LIMIT: Final = 64
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
        self._sizes.append(len(words))
        self._places[entry.id] = place
        for word in words:
            self._by_word.setdefault(word, []).append(place)
        if claim.attribute is not None and claim.single:
            for word in called(entry.subject) if entry.subject else ("",):
                self._by_attribute.setdefault((claim.attribute, word), []).append(place)
        if entry.key is not None:
            self._by_key.setdefault((entry.kind, entry.key), []).append(place)

    # A memory that changed is read anew under its id.
    replace = add

    def near(
        self, new: Proposal, limit: int = LIMIT, *, also: Iterable[str] = ()
    ) -> tuple[Entry, ...]:
        """The memories that can matter to a verdict on it, the nearest first.

        `also` are ids of memories nearest in meaning, where vectors are at hand: the seed's rules compare those
        that share no word.
        """
        keyed = self._by_key.get((new.kind, new.key), []) if new.key is not None else []
        meant = [self._places[name] for name in also if name in self._places]
        claim = proposed(new, _ANY_TIME)
        # Of the dead one is told by name what others say of them.
        shared = self._shared(self._words_of(new.content, claim) | claim.statement.about)
        # Of several values the last ones were held when the new one came.
        first = chain(keyed, meant, self._rivals(claim))
        ranked = nlargest(limit, shared.items(), key=lambda item: (item[1], item[0]))
        places = dict.fromkeys(chain(first, (place for place, _ in ranked)))
        held = (self._entries[place] for place in places)
        return tuple(entry for entry in held if entry is not None)[:limit]

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
        words = ("", *called(new.subject or USER))
        lists = (self._by_attribute.get((new.attribute, word), []) for word in words)
        return sorted(chain.from_iterable(lists), reverse=True)

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
