"""Finds requests to forget something, by the phrases of a language pack: they are never learned."""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache
from itertools import pairwise
from typing import Final

from recollect.domain.entry import USER, Kind, Source
from recollect.domain.learning import Proposal, Targets
from recollect.domain.similarity import words_of
from recollect.domain.turn import Role, Turn
from recollect.extraction.own_words import own_words, readable
from recollect.extraction.remember import asks_to_remember, without_spans
from recollect.languages.forms import any_of, whose_value
from recollect.languages.pack import pack, packs
from recollect.languages.sentences import sentences
from recollect.languages.words import (
    is_article,
    is_pronoun,
    is_question_word,
    negations_in,
    refers_back,
    refers_to_person,
)

# "Forget" is negated by one of the first words after it: vergiss bitte nicht.
_NEGATED_WITHIN: Final = 3
# A name that begins with "das", in words.
_SHORT_NAME: Final = 3
# One without an article.
_LONG_NAME: Final = 5
# A longer sentence is no such request.
_LONGEST: Final = 500
_ALL_DATA: Final = Targets(texts=(), words=(), everything=True, refers_back=False, is_explicit=True)
_WORDS: Final = ("own", "speaker", "stored", "everything", "back", "outside", "clause")


@dataclass(frozen=True, slots=True)
class _Grammar:
    """The patterns of a language."""

    language: str
    formal: re.Pattern[str]
    begins: re.Pattern[str]
    asked: re.Pattern[str]
    ends: tuple[re.Pattern[str], ...]
    joined: re.Pattern[str]
    again: re.Pattern[str]
    # Those of its groups of words that stand alone, by their names in the language pack.
    words: Mapping[str, re.Pattern[str]]
    account: re.Pattern[str]
    topic: re.Pattern[str]
    polite: re.Pattern[str]
    noise: frozenset[str]
    negations: frozenset[str]
    # What must follow verbs that are about much else too.
    needed: Mapping[str, Sequence[re.Pattern[str]]]
    articles: frozenset[str]


@dataclass(frozen=True, slots=True)
class RequestSpan:
    """A request from `start` to `end` of a message, and what it names."""

    start: int
    end: int
    targets: Targets
    # Where a remark about it ends, if one follows: "…, I don't want that coming up".
    remark_end: int


def deletion_requests(text: str) -> list[RequestSpan]:
    """The requests in a message to forget or delete something, in any language with a pack.

    They are too short to tell their language, and few verbs are the same in two languages.
    """
    folded = text.lower().replace("’", "'")
    if len(folded) != len(text):  # "İ" in lowercase has two characters
        folded = "".join(low if len(low := letter.lower()) == 1 else letter for letter in text)
    if _verbs().isdisjoint(words_of(folded)):
        return []
    places = [*sentences(text), (len(folded), len(folded))]
    made = (_first_request(text, folded, *pair) for pair in pairwise(places))
    return [request for request in made if request]


def _first_request(
    text: str, folded: str, place: tuple[int, int], after: tuple[int, int]
) -> RequestSpan | None:
    """The request of a sentence in the first language in which it is one."""
    for grammar in map(_grammar, packs() if place[1] - place[0] <= _LONGEST else ()):
        if request := _request(grammar, text, folded, *place):
            said_next = f"{folded[request.end : place[1]]} {folded[slice(*after)]}"
            is_meant = request.targets.is_explicit or request.targets.refers_back
            if not is_meant and grammar.topic.match(said_next):
                return None
            return _with_remark(grammar, folded, request, place[1], after)
    return None


def without_requests(text: str, requests: Iterable[RequestSpan]) -> str:
    """The message with the requests blanked, at its original length."""
    return without_spans(text, ((request.start, request.remark_end) for request in requests))


def requests_of_turn(turn: Turn) -> list[RequestSpan]:
    """The requests in a user's own words; none in what the user pasted."""
    if turn.voice is not Role.USER:
        return []
    return deletion_requests(readable(own_words(turn.content, turn.origin)))


def request_proposals(
    turn: Turn, requests: Iterable[RequestSpan], before: Sequence[Turn]
) -> Iterator[Proposal]:
    """The requests of a turn, for review; "forget that" means the user's previous message."""
    after = None
    if old := next((turn for turn in reversed(before) if turn.voice is Role.USER), None):
        place = {"conversation": old.conversation, "turn_id": old.id}
        after = Source(**place, start=0, end=len(old.content), quote=old.content)
    for request in requests:
        quote = turn.content[request.start : request.end]
        yield Proposal(
            kind=Kind.DELETION_REQUEST,
            content=quote,
            subject=turn.speaker or USER,
            speaker=turn.speaker or "",
            turn_id=turn.id,
            start=request.start,
            end=request.end,
            quote=quote,
            confidence=1.0,
            asks_to_delete=request.targets,
            after=after,
        )


def proposals_to_delete(turns: Sequence[Turn], since: int) -> Iterator[Proposal]:
    """The requests in turns at index `since` or later, unless people talk to each other."""
    among_people = all(turn.voice is Role.USER and turn.speaker for turn in turns)
    for place, turn in enumerate(turns):
        if turn.index >= since and not among_people:
            yield from request_proposals(turn, requests_of_turn(turn), turns[:place])


def _request(grammar: _Grammar, text: str, folded: str, start: int, end: int) -> RequestSpan | None:
    """The request that a sentence is, or contains after "please"; `folded` is in lowercase."""
    plain = grammar.formal.sub(lambda found: " " * len(found[0]), folded[start:end])
    sentence = plain.rstrip(" .!?…")
    begin = len(sentence) - len(sentence.lstrip(" ,;:"))
    found = grammar.begins.match(sentence, begin) or grammar.asked.match(sentence, begin)
    found = found or grammar.again.search(sentence)
    if found is not None:
        named, length = _named(grammar, sentence, found.end(), only_own=bool(found["delete"]))
    elif found := next(filter(None, (p.match(sentence, begin) for p in grammar.ends)), None):
        named, length = [found["what"].strip()], len(sentence)
    else:
        return None
    only_deletes = bool(found["delete"])
    said = " ".join(named)
    # A clause may deny something itself: "vergiss, dass ich nicht rauche".
    clause = grammar.words["clause"].search(said)
    if found.groupdict().get("claim") and not _words(grammar, said):
        # "I withdraw my consent", "I request erasure of my data".
        return RequestSpan(start, start + length, _ALL_DATA, start + length)
    words = said[: clause.start() if clause else None].split()
    if not said or not grammar.negations.isdisjoint(words[:_NEGATED_WITHIN]):
        return None
    bare = {each: grammar.words["stored"].sub("", each).strip() for each in named}
    refers_back = all(map(grammar.words["back"].fullmatch, bare.values()))
    # "My account" is all that is stored.
    accounts = [n for n, each in bare.items() if only_deletes and grammar.account.fullmatch(each)]
    named = [each for each in named if refers_back or not grammar.words["back"].fullmatch(each)]
    whose = whose_value(grammar.language).search(said)
    has_name = any(map(str.isupper, text[start + begin + 1 : start + length]))
    needed = grammar.needed.get(found.groupdict().get("after") or found["verb"])
    mine = needed or [grammar.words["own"], grammar.words["speaker"], grammar.words["memory"]]
    is_own = any(pattern.search(said) for pattern in mine)
    # "Don't keep me waiting" is about something else, and so is a text: "my name in the letter".
    around = said.replace(whose[0], " ") if whose else said
    is_done_to_me = grammar.words["speaker"].match(said) and " " in said
    is_elsewhere = is_done_to_me or grammar.words["outside"].search(around)
    elsewhere = is_elsewhere and not (clause or grammar.words["memory"].search(said))
    if (needed and not is_own) or (only_deletes and (not (is_own or whose) or elsewhere)):
        return None
    opener = found.start("verb") if found.re is grammar.again else 0
    everything = bool(accounts or grammar.words["everything"].search(f"{found[0]} {said}"))
    # "I'd rather you didn't keep" is the speaker's own. "Delete the user's address" may be about a
    # table, and "forget the number of guests" about no data at all.
    is_own = is_own or bool(grammar.words["speaker"].search(found["verb"]))
    is_own = is_own or bool(whose and (has_name or not (only_deletes or whose["number"])))
    targets = Targets(
        texts=() if refers_back else tuple(named),
        words=tuple("" if each in accounts else _words(grammar, each) for each in named),
        everything=everything,
        refers_back=refers_back,
        is_explicit=(is_own or everything) and not refers_back,
    )
    return RequestSpan(start + opener, start + length, targets, start + length)


def _named(
    grammar: _Grammar, sentence: str, start: int, *, only_own: bool
) -> tuple[list[str], int]:
    """What a request names, and where it ends: "my number, the bank and everything about Ann"."""
    stop = grammar.joined.search(sentence, start)
    end = stop.start() if stop else len(sentence)
    named = [sentence[start:end].strip(" ,;:")]
    while stop is not None:
        verb = grammar.begins.match(sentence, stop.end())
        start = verb.end() if verb else stop.end()
        stop = grammar.joined.search(sentence, start)
        last = stop.start() if stop else len(sentence)
        part = sentence[start:last].strip(" ,;:")
        # What comes first after "delete, please," may be "what I said of Ann".
        own = only_own and any(each and not grammar.polite.fullmatch(each) for each in named)
        is_nothing = not part or grammar.polite.fullmatch(part)
        if not (verb or is_nothing or _names(grammar, part, only_own=own)):
            break
        # "…, no quiero que salga" names nothing.
        is_remark = negations_in(part, grammar.language) and not grammar.words["clause"].match(part)
        named += [] if is_remark else [part]
        end = last
    return [each for each in named if each and not grammar.polite.fullmatch(each)], end


def _names(grammar: _Grammar, part: str, *, only_own: bool) -> bool:
    """Whether a further part of a request names something, and is no statement of its own."""
    own = (grammar.words["own"], grammar.words["everything"], grammar.words["clause"])
    if any(each.match(part) for each in own) or grammar.words["back"].fullmatch(part):
        return True
    words = re.findall(r"\w+", part) or [""]
    if is_question_word(words[0]) and grammar.words["memory"].search(part):
        return True  # "alles, was du über mich weißt"
    if words[0] in grammar.articles:
        # "Das Auto", but not "das geht niemanden etwas an".
        return not refers_back(words[0], grammar.language) or len(words) <= _SHORT_NAME
    if only_own or asks_to_remember(part, grammar.language) or grammar.topic.match(part):
        return False
    is_statement = any(is_pronoun(word, grammar.language) for word in words)
    return is_question_word(words[0]) or (not is_statement and len(words) <= _LONG_NAME)


def _with_remark(
    grammar: _Grammar, text: str, request: RequestSpan, end: int, after: tuple[int, int]
) -> RequestSpan:
    """The request with what is said about it in the rest of its sentence, or in the next one."""
    left, (start, last) = request.end, after
    is_near = "\n" not in text[end:start]
    while (remark := _remark(grammar, text, left, end)) > left:
        left = remark
    while not any(map(str.isalnum, text[left:end])) and is_near:
        remark = _remark(grammar, text, max(left, start), last)
        if remark <= max(left, start):
            break
        left = remark
    # What follows is read without the comma or "and" before it.
    joint = grammar.joined.match(text, left)
    return replace(request, remark_end=joint.end() if joint else left)


def _remark(grammar: _Grammar, text: str, start: int, end: int) -> int:
    """Where a clause ends that only refers to what was said; its start if it says anything new."""
    joint = grammar.joined.match(text, start, end)
    first = joint.end() if joint else start
    stop = grammar.joined.search(text, first, end)
    last = stop.start() if stop else end
    clause = text[first:last]
    words = re.findall(r"[^\W\d_]+", clause)
    refers = any(refers_back(word) and not refers_to_person(word) for word in words)
    is_new = grammar.words["own"].search(clause) or any(map(str.isdigit, clause))
    return last if refers and not is_new else start


def _words(grammar: _Grammar, named: str) -> str:
    """The words that name something."""
    return " ".join(
        word
        for word in re.findall(r"[\w'-]+", grammar.words["memory"].sub(" ", named))
        if word not in grammar.noise
        and not (is_pronoun(word) or is_article(word) or is_question_word(word))
    )


@cache
def _grammar(language: str) -> _Grammar:
    table = pack(language).table("forget")
    leading = pack(language).table("remember")["openers"]
    leading = [phrase for phrase in leading if not negations_in(phrase, language)]
    openers = any_of((*leading, *table["openers"]))
    please, joint = any_of(table["please"]), re.escape(table["and"])
    drop, ignore, stored = table["drop"], table["ignore"], table["stored"]
    forget, delete = _spaced((*table["forget"], *ignore)), _spaced((*table["delete"], *drop))
    follows = (drop, _whole_words(stored)), (ignore, _whole_words(table["said"]))
    verbs = rf"(?P<verb>{forget}|(?P<delete>{delete}|{_claims(table)}))"
    # "Merci d'effacer" has no space.
    leads = rf"(?:(?:{openers}|{please})(?:(?<=')|[\s,:]+)){{0,4}}"
    asked, final = leads.replace("{0,4}", "{1,4}"), any_of(table["final"])
    at_end = rf"(?P<verb>(?P<delete>{final or '(?!)'}))"
    whole = any_of(table["everything"])
    own = rf"(?:(?:{whole})\s(?:\w+\s)?)?(?:{any_of(table['own'])})"
    out_of = rf"(?:\s{{1,40}}(?:{any_of(stored)}))?"
    against = rf"(?:{_spaced(table['against'])})(?:\s(?:{any_of(table['between'])}))*"
    around = [[any_of(words.split("|")) for words in p.split(" … ")] for p in table["around"]]
    around += [[against, any_of(table["keeping"])]]
    around += [["", any_of(table["passive"])]] if table["passive"] else []
    return _Grammar(
        language=language,
        formal=_formal(table),
        begins=re.compile(rf"\W{{0,8}}{leads}{verbs}(?!\w)"),
        asked=re.compile(rf"\W{{0,8}}{asked}(?:(?:{whole})\s)?{at_end}(?=\s{{0,8}},)"),
        ends=(
            *((_final_verb(asked, final),) if final else ()),
            *(_around(leads, before, own, f"(?:{after}){out_of}") for before, after in around),
        ),
        joined=re.compile(
            rf"\s{{0,8}}[,;]\s{{0,8}}(?:{joint}\s+)?|\s{{1,8}}(?:{joint}|[–—-])\s{{1,8}}"
        ),
        again=re.compile(rf"[,;:–—-]\s*(?:{joint}\s+)?(?:{please})[\s,]+{verbs}(?!\w)"),
        words={name: _whole_words(table[name]) for name in _WORDS}
        | {"memory": _whole_words((*table["memory"], *stored))},
        account=re.compile(rf"(?:{any_of(table['own'])})\s(?:{any_of(table['account'])})"),
        topic=re.compile(rf"\W{{0,8}}(?:{joint}\s)?(?:{any_of(table['topic'])})(?!\w)"),
        polite=re.compile(f"{please}|{any_of(pack(language).table('remember')['tails'])}"),
        noise=frozenset(str(table["noise"]).split()),
        negations=frozenset(table["not"]),
        needed={
            verb: [pattern for verbs, pattern in follows if verb in verbs]
            for verb in (*drop, *ignore)
        }
        | {words: [_whole_words(table["data"])] for words in table["passive"]},
        articles=frozenset(str(pack(language).table("names")["articles"]).split()),
    )


@cache
def _verbs() -> frozenset[str]:
    """The longest word of each phrase for a verb in any language: most messages have none."""
    tables = [pack.table("forget") for pack in packs().values()]
    names = ("forget", "delete", "drop", "ignore", "final", "passive", "erasing", "against")
    verbs = [verb.removeprefix("i ") for table in tables for name in names for verb in table[name]]
    verbs += [phrase.rpartition(" ")[2] for table in tables for phrase in table["consent"]]
    around = (phrase.partition(" … ")[0] for table in tables for phrase in table["around"])
    phrases = (*verbs, *(words for part in around for words in part.split("|")))
    return frozenset(max(re.findall(r"\w+", p.casefold()), key=len) for p in phrases if p)


def _formal(table: Mapping[str, Sequence[str]]) -> re.Pattern[str]:
    """What says no more than how formal a request is: "hereby", "under Article 17 GDPR"."""
    under, laws = any_of(table["under"]), any_of(table["laws"])
    # "Art. 17" may be read as the end of a sentence.
    law = rf"(?:{under}|\A\d{{1,3}})\s(?:[\w.§()']+\s){{0,8}}(?:{laws})"
    return re.compile(rf"(?<!\w)(?:{law}|{any_of(table['formal'])})(?!\w)")


def _claims(table: Mapping[str, Sequence[str]]) -> str:
    """A demand or an objection with a noun: "I request the deletion of", "I object to storing"."""
    names = ("asks", "erasing", "against", "keeping", "consent", "between", "of")
    asks, erasing, against, keeping, consent, between, of = (_spaced(table[n]) for n in names)
    joint = rf"\s{{1,40}}(?:(?:{between})\s{{1,40}}){{0,5}}"
    withdrawn = rf"(?:{consent})(?:{joint}(?:{keeping})|(?=\s{{0,40}}(?:[,;]|$)))"
    return (
        rf"(?P<claim>(?:(?:{asks}){joint}(?:{erasing})|(?:{against}){joint}(?:{keeping})"
        rf"|{withdrawn})(?:\s{{1,40}}(?:{of})(?!\w))?)"
    )


def _spaced(phrases: Iterable[str]) -> str:
    """Alternatives whose words may stand far from each other."""
    return any_of(phrases).replace("\\ ", r"\s{1,40}")


def _final_verb(asked: str, final: str) -> re.Pattern[str]:
    """A request with its verb at the end; without an opener it would be a statement."""
    return re.compile(
        rf"\W{{0,8}}{asked}(?P<what>\S.{{0,200}}?)\s{{1,8}}(?P<verb>(?P<delete>{final}))$"
    )


def _around(leads: str, before: str, own: str, after: str) -> re.Pattern[str]:
    """A request around a few words of the speaker's own: "merk dir … nicht"."""
    space = r"\s{1,40}" if before else ""
    return re.compile(
        rf"\W{{0,8}}{leads}(?P<verb>(?P<delete>{before})){space}"
        rf"(?P<what>(?:{own})(?:\s{{1,8}}[\w-]+){{1,3}}?)\s{{1,8}}(?P<after>{after})$"
    )


def _whole_words(phrases: Iterable[str]) -> re.Pattern[str]:
    found = any_of(phrases).replace(re.escape(" … "), r"\s(?:.{1,100}\s)?")
    return re.compile(rf"(?<!\w)(?:{found or '(?!)'})(?!\w)")
