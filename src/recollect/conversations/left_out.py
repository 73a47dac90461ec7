"""Questions with parts left out: a bare “why?”, and “what about Friday?” with the rest said before."""

import re
from collections.abc import Sequence
from typing import Final

from recollect.conversations.keywords import Turned, Word, is_plural, within
from recollect.conversations.topic import (
    MOST_ANSWER_WORDS,
    FollowUpQuestion,
    answered,
    chain_of,
    nouns,
    told,
)


def _content(turn: Turned) -> Sequence[Word]:
    return turn.content


def bare(asked: FollowUpQuestion) -> list[str]:
    """The whole of the question before, and the answer where nothing was asked."""
    said = told(chain_of(asked), _content) + answered(asked.last)
    answer = asked.last.answer
    if answer and not asked.last.user.asks:
        said += answer.show(answer.content[:MOST_ANSWER_WORDS])
    return said


def fragment(asked: FollowUpQuestion) -> list[str]:
    """The question before, less the part that this one puts another in place of."""
    chain = chain_of(asked)
    turn = chain[0].user
    kept = [word for word in turn.content if word not in _replaced(asked, turn)]
    return turn.show(kept) + told(chain[1:], nouns)


def _replaced(asked: FollowUpQuestion, turn: Turned) -> list[Word]:
    part = Turned(asked.question, asked.language)
    join = asked.language.joins.match(asked.question.lower().replace("’", "'"))
    rest = [w for w in part.words if join is None or w.start >= join.end()]
    lead = next((w.lower for w in rest if w.lower in asked.language.prepositions), None)
    if lead and rest and rest[0].lower == lead and (found := _behind(turn, lead)):
        return found
    if rest and asked.language.condition.match(rest[0].lower) and (found := _condition(turn)):
        return found
    if any(_is_time(part, w) for w in part.content):
        return [w for w in turn.content if _is_time(turn, w)]
    return _same_sort(part, turn) or _same_article(rest, turn) or _typed_small(part, turn)


def _behind(turn: Turned, preposition: str) -> list[Word]:
    """The words that the last such preposition leads."""
    leads = [i for i, w in enumerate(turn.words) if w.lower == preposition]
    for place in reversed(leads):
        found: list[Word] = []
        for word in turn.words[place + 1 :]:
            if word.lower in turn.language.prepositions or word.lower in turn.language.verbs:
                break
            if re.search(r"[,.;:!?]", turn.text[turn.words[place].end : word.start]):
                break
            if word not in turn.content and found:
                break
            found += [word] if word in turn.content else []
            if turn.language.capital_nouns and word.capital:
                break
        if found:
            return found
    return []


def _condition(turn: Turned) -> list[Word]:
    found = [m for m in turn.language.condition.finditer(turn.text.lower()) if m.start() > 0]
    if not found:
        return []
    end = re.search(r"[,.;?!]", turn.text[found[-1].end() :])
    stop = found[-1].end() + end.start() if end else len(turn.text)
    return within(turn.content, (found[-1].end(), stop))


def _is_time(turn: Turned, word: Word) -> bool:
    return word.lower in turn.language.times


def _same_sort(part: Turned, turn: Turned) -> list[Word]:
    """A day for a day, a number for a number, a name for a name."""
    new = part.content
    if found := _same_head(new, turn):
        return found
    if any(w.capital and not w.first for w in new) and not turn.language.capital_nouns:
        return _last_name(turn)
    if any(w.text[0].isdigit() for w in new):
        return [w for w in turn.content if w.text[0].isdigit()]
    return _same_number(new, turn) if not turn.language.grammatical else []


def _same_head(new: Sequence[Word], turn: Turned) -> list[Word]:
    """“Oat milk” takes the place of what stood before “milk”."""
    heads = [w for w in turn.content if len(new) > 1 and w.lower == new[-1].lower]
    ahead = [w for head in heads for w in turn.content if w.end + 1 == head.start]
    return [w for w in ahead if not _is_verb(turn, w)]


def _is_verb(turn: Turned, word: Word) -> bool:
    before = next((w.lower for w in turn.words if w.end + 1 == word.start), "")
    return before in turn.language.before_verbs


def _same_number(new: Sequence[Word], turn: Turned) -> list[Word]:
    """The only bare plural for a bare plural."""
    plurals = [w for w in turn.nouns if is_plural(w) and not w.capital]
    fits = new and is_plural(new[-1]) and len(plurals) == 1 and len(turn.content) > 1
    return plurals if fits else []


def _typed_small(part: Turned, turn: Turned) -> list[Word]:
    """The only name, for one word that a user without capitals typed in its place."""
    plain = not any(word.capital for word in part.words) and not turn.language.capital_nouns
    led = any(word.lower in turn.language.prepositions for word in part.words)
    fits = plain and not led and len(part.content) == 1 and not is_plural(part.content[0])
    return _last_name(turn) if fits else []


_ARTICLES: Final = (
    frozenset("a an ein eine einen einem einer un una une".split()),
    frozenset("the der die das den dem el la los las le les l".split()),
    frozenset(
        "my our mein meine meinen meinem meiner unser unsere mi mis nuestro nuestra mon ma mes notre nos".split()
    ),
)


def _same_article(rest: Sequence[Word], turn: Turned) -> list[Word]:
    """“And an electrician?” takes the place of the only thing with such an article."""
    sort = next((sort for sort in _ARTICLES if rest and rest[0].lower in sort), None)
    if sort is None:
        return []
    places = [i for i, w in enumerate(turn.words) if w.lower in sort]
    following = [w for w in turn.content if places and w.start > turn.words[places[0]].start]
    count = max(1, sum(not turn.language.says_nothing(w.lower) for w in rest))
    return following[:count] if len(places) == 1 and len(turn.content) > count else []


def _last_name(turn: Turned) -> list[Word]:
    names = [w for w in turn.names if not w.first]
    groups: list[list[Word]] = []
    for word in names:
        if groups and groups[-1][-1].end + 1 == word.start:
            groups[-1].append(word)
        else:
            groups.append([word])
    return groups[-1] if groups and len(turn.content) > len(groups[-1]) else []
