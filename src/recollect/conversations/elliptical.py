"""Resolves elliptical questions: a bare “why?”, or “what about Friday?”."""

import re
from collections.abc import Sequence
from typing import Final

from recollect.conversations import topic
from recollect.conversations.keywords import Keyword, ParsedTurn, is_plural, within


def bare(question: topic.FollowUpQuestion) -> list[str]:
    """The content of the previous question; the answer too if the user did not ask anything."""
    turns = [exchange.user for exchange in topic.chain_of(question)]
    phrases = [phrase for turn in turns for phrase in turn.phrases(turn.content)]
    phrases += topic.answer_names(question.last)
    answer = question.last.answer
    if answer and not question.last.user.asks:
        phrases += answer.phrases(answer.content[: topic.MAX_ANSWER_WORDS])
    return phrases


def fragment(question: topic.FollowUpQuestion) -> list[str]:
    """The previous question, without the part that this one replaces."""
    chain = topic.chain_of(question)
    turn = chain[0].user
    kept = [word for word in turn.content if word not in _replaced(question, turn)]
    return turn.phrases(kept) + topic.user_phrases(chain[1:])


def _replaced(question: topic.FollowUpQuestion, turn: ParsedTurn) -> list[Keyword]:
    part = ParsedTurn(question.text, question.language)
    join = question.language.connectives.match(question.text.lower().replace("’", "'"))
    rest = [w for w in part.words if join is None or w.start >= join.end()]
    lead = next((w.lower for w in rest if w.lower in question.language.prepositions), None)
    if lead and rest and rest[0].lower == lead and (found := _after_preposition(turn, lead)):
        return found
    if rest and question.language.condition.match(rest[0].lower) and (found := _condition(turn)):
        return found
    if any(_is_time(part, w) for w in part.content):
        return [w for w in turn.content if _is_time(turn, w)]
    return (
        _same_category(part, turn) or _same_article(rest, turn) or _uncapitalized_name(part, turn)
    )


def _after_preposition(turn: ParsedTurn, preposition: str) -> list[Keyword]:
    """The words that follow the last use of a preposition."""
    leads = [i for i, w in enumerate(turn.words) if w.lower == preposition]
    for place in reversed(leads):
        found: list[Keyword] = []
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


def _condition(turn: ParsedTurn) -> list[Keyword]:
    found = [m for m in turn.language.condition.finditer(turn.text.lower()) if m.start() > 0]
    if not found:
        return []
    end = re.search(r"[,.;?!]", turn.text[found[-1].end() :])
    stop = found[-1].end() + end.start() if end else len(turn.text)
    return within(turn.content, (found[-1].end(), stop))


def _is_time(turn: ParsedTurn, word: Keyword) -> bool:
    return word.lower in turn.language.times


def _same_category(part: ParsedTurn, turn: ParsedTurn) -> list[Keyword]:
    """The words of the same category: a name for a name, a number for a number."""
    new = part.content
    if found := _same_head(new, turn):
        return found
    if any(w.capital and not w.starts_sentence for w in new) and not turn.language.capital_nouns:
        return _last_name(turn)
    if any(w.text[0].isdigit() for w in new):
        return [w for w in turn.content if w.text[0].isdigit()]
    return _same_number(new, turn) if not turn.language.grammatical else []


def _same_head(new: Sequence[Keyword], turn: ParsedTurn) -> list[Keyword]:
    """“Oat milk” replaces the word before “milk”."""
    heads = [w for w in turn.content if len(new) > 1 and w.lower == new[-1].lower]
    ahead = [w for head in heads for w in turn.content if w.end + 1 == head.start]
    return [w for w in ahead if not _is_verb(turn, w)]


def _is_verb(turn: ParsedTurn, word: Keyword) -> bool:
    before = next((w.lower for w in turn.words if w.end + 1 == word.start), "")
    return before in turn.language.before_verbs


def _same_number(new: Sequence[Keyword], turn: ParsedTurn) -> list[Keyword]:
    """The only plural, if the new part is a plural too."""
    plurals = [w for w in turn.nouns if is_plural(w) and not w.capital]
    fits = new and is_plural(new[-1]) and len(plurals) == 1 and len(turn.content) > 1
    return plurals if fits else []


def _uncapitalized_name(part: ParsedTurn, turn: ParsedTurn) -> list[Keyword]:
    """The last name, for a single word from a user who types no capitals."""
    is_single = len(part.content) == 1 and not is_plural(part.content[0])
    if not is_single or turn.language.capital_nouns:
        return []
    if any(word.capital or word.lower in turn.language.prepositions for word in part.words):
        return []
    return _last_name(turn)


_ARTICLES: Final = (
    frozenset("a an ein eine einen einem einer un una une".split()),
    frozenset("the der die das den dem el la los las le les l".split()),
    frozenset(
        "my our mein meine meinen meinem meiner unser unsere mi mis nuestro nuestra mon ma mes"
        " notre nos".split()
    ),
)


def _same_article(rest: Sequence[Keyword], turn: ParsedTurn) -> list[Keyword]:
    """“And an electrician?” replaces the only noun with an article of the same kind."""
    kind = next((kind for kind in _ARTICLES if rest and rest[0].lower in kind), None)
    if kind is None:
        return []
    places = [i for i, w in enumerate(turn.words) if w.lower in kind]
    following = [w for w in turn.content if places and w.start > turn.words[places[0]].start]
    count = max(1, sum(not turn.language.is_function_word(w.lower) for w in rest))
    return following[:count] if len(places) == 1 and len(turn.content) > count else []


def _last_name(turn: ParsedTurn) -> list[Keyword]:
    names = [w for w in turn.names if not w.starts_sentence]
    groups: list[list[Keyword]] = []
    for word in names:
        if groups and groups[-1][-1].end + 1 == word.start:
            groups[-1].append(word)
        else:
            groups.append([word])
    return groups[-1] if groups and len(turn.content) > len(groups[-1]) else []
