"""Finds the noun phrases of an English turn, with their articles."""

from collections.abc import Sequence
from typing import Final

from recollect.conversations.keywords import Keyword, ParsedTurn, is_plural
from recollect.conversations.language import Language

# Not “which” and “any”: after “which branches are merged?”, “them” are the merged ones.
_ARTICLES: Final = dict.fromkeys("a an the this that these those".split(), "the") | {
    "my": "my",
    "our": "our",
}
# What follows these is a verb, or the adjective of “how tall”.
_NOT_BEFORE_NOUNS: Final = frozenset("i you we they to not don't please how".split())
_NUMBERS: Final = frozenset("two three four five six".split())
_PLURALS: Final = frozenset("people children men women".split())
_CLAUSE_STARTS: Final = frozenset("and but or so because that if when while".split())


def noun_phrases(turn: ParsedTurn) -> list[list[Keyword]]:
    """The nouns of a turn by phrase, without unknown verbs, “to …” and the time after them."""
    trimmed = (_trimmed(turn, group) for group in turn.groups(turn.nouns))
    return [group for group in trimmed if group]


def _trimmed(turn: ParsedTurn, group: list[Keyword]) -> list[Keyword]:
    ahead = next((w.lower for w in reversed(turn.words) if w.start < group[0].start), "")
    has_object = len(group) > 1 and _between(turn, group[0], group[1]) in _ARTICLES
    if has_object or ahead in _NOT_BEFORE_NOUNS:  # “brine the turkey”, “I signed”
        group = group[1:]
    for place in range(1, len(group)):
        if _between(turn, group[place - 1], group[place]).split()[:1] == ["to"]:
            group = group[:place]  # “my bike to the police”
            break
    while group and group[-1].lower in turn.language.times:
        group = group[:-1]
    return group


def _between(turn: ParsedTurn, left: Keyword, right: Keyword) -> str:
    return turn.text[left.end : right.start].strip().lower()


def has_plural_head(turn: ParsedTurn, group: Sequence[Keyword]) -> bool:
    """Whether the noun before the first preposition is a plural."""
    head = group[0]
    for word in group[1:]:
        if _between(turn, head, word):
            break
        head = word
    return is_plural(head) or head.lower in _PLURALS


def noun_phrase(turn: ParsedTurn, group: Sequence[Keyword]) -> str | None:
    """The phrase with its article; None if it is not sure to begin and end with these words."""
    sentence = next(span for span in turn.sentences if span[0] <= group[0].start < span[1])
    ahead = [w for w in turn.words if sentence[0] <= w.start < group[0].start]
    after = next((w.lower for w in turn.words if group[-1].end < w.start < sentence[1]), "")
    text = turn.text[group[0].start : group[-1].end]
    if ahead and ahead[-1].lower in _ARTICLES:
        *ahead, article = ahead
        text = f"{_ARTICLES[article.lower]} {text}"
    elif ahead and ahead[-1].lower in _NUMBERS:
        *ahead, number = ahead
        text = f"the {number.text} {text}"
    elif (
        len(ahead) > 1
        and ahead[-2].lower in _ARTICLES
        and ahead[-1].lower not in turn.language.verbs | turn.language.prepositions
    ):
        *ahead, article, adjective = ahead
        text = f"{_ARTICLES[article.lower]} {adjective.text} {text}"
    elif not (_is_name(turn, group, ahead) or _is_bare_plural(group, ahead)):
        return None
    return text if _ends(turn.language, [w.lower for w in ahead], after) else None


def _is_name(turn: ParsedTurn, group: Sequence[Keyword], ahead: Sequence[Keyword]) -> bool:
    """Whether these words are a name, and not only a place or a circumstance (“in Python”)."""
    is_beside = bool(ahead) and ahead[-1].lower in turn.language.prepositions
    return all(w.capital for w in group) and not group[0].starts_sentence and not is_beside


def _is_bare_plural(group: Sequence[Keyword], ahead: Sequence[Keyword]) -> bool:
    is_asked = bool(ahead) and ahead[-1].lower in {"which", "what", "any", "some", "many"}
    return len(group) == 1 and is_plural(group[0]) and not is_asked


def _ends(language: Language, ahead: Sequence[str], after: str) -> bool:
    """Whether a phrase ends at its last noun: a known verb must follow a subject.

    The verb is the last word of “the printer jammed”, and “open” ends “is the Louvre open”.
    """
    is_known_verb = after in language.verbs or after in language.action_verbs
    if not ahead or ahead[-1] in _CLAUSE_STARTS:
        return is_known_verb
    if ahead[-1] not in language.verbs:
        return True
    # In “how tall is the tower”, what is asked for cannot follow.
    is_fronted = len(ahead) > 1 and (ahead[-2] in {"what", "who", "which"} or "how" in ahead[-3:-2])
    return is_known_verb or is_fronted
