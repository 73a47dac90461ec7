"""Quoted phrases and identifiers in a question: a turn that contains one word for word ranks first.

The index knows the terms of a turn but not their order, so it yields candidates; the fetched texts
then show which of them contain the phrase.
"""

import re
from collections.abc import Iterable, Sequence
from dataclasses import replace
from functools import reduce

import numpy as np

from recollect.domain.entry import RECORDS
from recollect.domain.folding import folded
from recollect.domain.hit import Hit
from recollect.recall.common_words import word_weight
from recollect.recall.index import AgentIndex
from recollect.recall.index_arrays import Doubles
from recollect.recall.question import Question
from recollect.recall.terms import HASH, HASH_BEGINNING, query_terms

# Twice the least weight of a key that is more than a common word, as "deploy" is and "work" is not.
_TELLING = 1.2


def phrase_share(index: AgentIndex, phrases: Sequence[str]) -> Doubles:
    """For each turn, the share of the phrases whose terms all occur in one of its passages."""
    share = np.zeros(len(index))
    for phrase in phrases:
        begins = phrase[:HASH_BEGINNING] if HASH.fullmatch(phrase) else phrase
        units = [index.postings.lookup(term)[0] for term in query_terms(begins)]
        if units:
            turns = np.unique(index.turn_of[reduce(np.intersect1d, units)])
            share[turns] += 1 / len(phrases)
    return share


def verify_phrases(hits: list[Hit], phrases: Sequence[str], weight: float) -> list[Hit]:
    """The hits scored by the phrases that their texts really contain, best first."""
    patterns = [_pattern(phrase) for phrase in phrases]
    verified = [_verified(hit, patterns, weight) for hit in hits]
    return sorted(verified, key=lambda hit: (-hit.score, hit.at, hit.id))


def says_word_for_word(hits: Sequence[Hit], question: Question) -> bool:
    """Whether a hit has an identifier or a quotation of the question, or the key it asks for."""
    # A single word in quotation marks is only mentioned: what does "on" mean?
    least = {phrase: phrase not in question.identifiers for phrase in question.phrases}
    telling = [phrase for phrase in least if _weight(query_terms(phrase)) > least[phrase]]
    texts = [_normalized(_text(hit)) for hit in hits]
    return any(_is_asked_for(hit, question.terms) for hit in hits) or any(
        _pattern(phrase).search(text) for phrase in telling for text in texts
    )


def _is_asked_for(hit: Hit, asked: Sequence[int]) -> bool:
    """Whether these terms name the key of a memory, and little else or no mere common word."""
    entry = hit.entry
    key = query_terms(entry.key or "") if entry and entry.kind not in RECORDS else []
    return {*asked}.issuperset(key) and 2 * _weight(key) >= min(_weight(asked), _TELLING) > 0


def _weight(terms: Iterable[int]) -> float:
    return sum(map(word_weight, terms))


def _verified(hit: Hit, patterns: Sequence[re.Pattern[str]], weight: float) -> Hit:
    text = _normalized(_text(hit))
    found = sum(pattern.search(text) is not None for pattern in patterns)
    gain = round(weight * found / len(patterns), 6)
    score = round(hit.score - hit.scores.phrase + gain, 5)
    return replace(hit, score=score, scores=replace(hit.scores, phrase=gain))


def _text(hit: Hit) -> str:
    """The text that a hit is found by: a memory with its key."""
    return hit.entry.search_text if hit.entry else hit.text


def _pattern(phrase: str) -> re.Pattern[str]:
    """The phrase, not inside a longer word: PROJ-12 is not in PROJ-123. Some scripts have none."""
    plain = _normalized(phrase)
    begin = r"(?<![a-z0-9])" if plain[:1].isascii() else ""
    end = r"(?![a-z0-9])" if plain[-1:].isascii() else ""
    said, rest = re.escape(plain), plain[HASH_BEGINNING:]
    if HASH.fullmatch(plain):  # The same as one that begins with it, or that it begins with.
        more = reduce(lambda more, letter: f"(?:{letter}{more})?", reversed(rest), "[0-9a-f]*")
        said = plain[:HASH_BEGINNING] + more
    return re.compile(begin + said + end)


def _normalized(text: str) -> str:
    """The text without case and accents, with single spaces and straight apostrophes."""
    return " ".join(folded(text).replace("’", "'").split())
