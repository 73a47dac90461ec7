"""A memory that stands alone: what its words answer, or what they follow, where they cannot be understood without it."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from recollect.learn.extract.clauses import SECRET, Clause, without_blocks
from recollect.learn.extract.language import Alone, Language
from recollect.learn.extract.scene import Scene
from recollect.learn.said_of import in_brackets

# A question or a sentence of more letters is cut. At 90, as much evidence is found in a context as at 140.
_LONGEST: Final = 140
# What is looked at of a long message for a question at its end.
_LOOKED_AT: Final = 600
# So many words behind a question, and it was not the last thing that was said.
_BEHIND: Final = 12
# What answers a question is among the first clauses of a reply.
_REPLY: Final = 3
# Fewer words say nothing that others could be understood by.
_TELLING: Final = 3
_QUESTION: Final = re.compile(r"[^.!?…\n]*\?+")
_SENTENCE: Final = re.compile(r"(?:[^.!?…;\n\x00]|(?<=\d)\.(?=\d))+[.!?…]*")
# What joins a clause to the one before it.
_JOINED: Final = re.compile(r"[\s,]+(?:and|but|so|und|aber|y|pero|et|mais)$", re.IGNORECASE)
# A question that asks for nothing in particular.
_OFFERS: Final = re.compile(
    r"\b(?:else|help|sonst|helfen|más|ayudar\w*|autre|aider)\b", re.IGNORECASE
)
# How somebody's words are told that have no subject: "User: no lift".
_BARE: Final = re.compile(r"[^:]{1,40} ?: ")
# An answer that goes on: "12, two are vegan".
_NUMBER: Final = re.compile(r"\d[\d.]{0,9}, ")
# What somebody is advised to do, and may answer that he has done it.
_PROPOSES: Final = re.compile(
    r"\b(?:you (?:could|should|can|might want to)|(?:kannst|könntest|solltest) du|(?:können|könnten|sollten) Sie"
    r"|puedes|podrías|deberías|podés|tu (?:peux|pourrais|devrais)|vous (?:pouvez|pourriez|devriez))\b",
    re.IGNORECASE,
)
# A sentence has at least so many words.
_FEW: Final = 4


@dataclass(frozen=True, slots=True)
class _Need:
    """Why a clause does not stand alone."""

    # It is no sentence: no lift, 4th floor.
    piece: bool
    # It tells something of what the talk is about: a date, a number.
    part: bool
    # It has no subject: "ist elf".
    opens: bool
    # Something else is left out that only what was said before can tell: "my dad is".
    lacks: bool
    # Its words that mean something said before.
    meant: Sequence[str]


def in_context(
    told: str, clause: Clause, scene: Scene, language: Language, *, subject: bool
) -> str:
    """What is told, with what it answers or follows where it does not stand alone.

    `subject` says that the clause has one of its own. Of an assistant's words only a question or an advice is put there.
    """
    said, words = clause.text, language.alone
    need = _Need(
        not subject and _is_piece(told, said, words),
        bool(words.part_of.search(said) or _NUMBER.match(said)),
        _opens(told, said, words),
        bool(words.lacks.search(said)),
        _references(told, said, words),
    )
    if not (need.piece or need.part or need.opens or need.lacks or need.meant):
        return told
    asked = _question(need, clause, scene, language)
    clear = len(asked.split()) >= _TELLING and not _dangles(asked, words)
    after = "" if clear else _before(need, asked, clause, scene, language)
    context = in_brackets(language.code, asked=_short(asked), after=_short(after))
    return f"{told.rstrip('.')} {context}." if context else told


def _is_piece(told: str, said: str, words: Alone) -> bool:
    bare = _BARE.match(told) or len(said.split()) <= _FEW
    return bool(bare) and not words.verbs.search(said)


def _opens(told: str, said: str, words: Alone) -> bool:
    opens = words.opens.match(said)
    bare = _BARE.match(told)
    begins = told[bare.end() if bare else 0 :].lower()
    return bool(opens and begins.startswith(opens[0].lower()))


def _references(told: str, said: str, words: Alone) -> list[str]:
    """The words of a clause, still in what is told, that mean something said before it."""
    found = ((one, one[one.lastgroup or 0].strip()) for one in words.refers.finditer(said))
    return [
        word.lower()
        for one, word in found
        if _has(told, word) and not (_within(one, words) or _named_instead(told, said, word))
    ]


def _has(told: str, word: str) -> bool:
    return bool(re.search(rf"(?<!\w){re.escape(word)}(?!\w)", told, re.IGNORECASE))


def _named_instead(told: str, said: str, word: str) -> bool:
    """Whether a clause begins with this word, which comes again, and a name is told: she is afraid when she flies."""
    one = re.compile(rf"\b{re.escape(word)}\b", re.IGNORECASE)
    begins = one.match(said) and not one.match(told)
    return bool(begins) and len(one.findall(said)) > 1


def _within(found: re.Match[str], words: Alone) -> bool:
    """Whether a word can mean something that its own clause names before it.

    "Our cat does it" does not mean the cat: a new part of the sentence has to begin. But "our cat and its bowl" does.
    """
    said, start = found.string, found.start()
    named = words.named.finditer(said, 0, start)
    return any(
        found.lastgroup == "own" or words.parts.search(said, one.end(), start) for one in named
    )


def _dangles(sentence: str, words: Alone) -> bool:
    """Whether a sentence cannot be understood alone itself."""
    return bool(
        words.lacks.search(sentence)
        or (words.opens.match(sentence) and not sentence.endswith("?"))
        or _references(sentence, sentence, words)
    )


def _question(need: _Need, clause: Clause, scene: Scene, language: Language) -> str:
    """What somebody else has asked last, where it tells what a clause needs."""
    if clause.place >= _REPLY or (need.lacks and _follows(clause)):
        return ""
    asked, words = _asked(scene), language.alone
    whole = need.part or need.opens or need.lacks or not words.takes_up.isdisjoint(need.meant)
    if need.piece or (whole and clause.place == 0):
        return asked
    if not (need.meant or need.part) or _dangles(asked, words):
        return ""
    return (
        asked if words.named.search(asked) or _answers(asked, need, clause, scene, language) else ""
    )


def _answers(asked: str, need: _Need, clause: Clause, scene: Scene, language: Language) -> bool:
    """Whether a clause within an answer rather means what was asked than anything that was said before the question."""
    if clause.place == 0 or len(asked.split()) < _TELLING or _OFFERS.search(asked):
        return False
    words = language.alone
    own = [*_telling(clause.earlier, language), *_telling(clause.before, language)]
    if any(words.named.search(one) and words.verbs.search(one) for one in own):
        return False
    said = [*_telling(scene.told, language), *own]
    return not any(_fits(one, clause.text, need.meant, scene, language) for one in said)


def _asked(scene: Scene) -> str:
    """What somebody else has asked last, if nothing more was said behind it."""
    if scene.asker == scene.speaker:
        return ""
    text = without_blocks(scene.question[-_LOOKED_AT:])
    found = list(_QUESTION.finditer(text))
    if not found or len(text[found[-1].end() :].split()) > _BEHIND:
        return ""
    return "" if SECRET.search(found[-1][0]) else found[-1][0].strip()


def _proposed(scene: Scene) -> str:
    """What somebody else has advised last, if nothing more was said behind it."""
    last = [one[0].strip() for one in _SENTENCE.finditer(without_blocks(scene.question))][-1:]
    advised = scene.asker != scene.speaker and last and _PROPOSES.search(last[0])
    return last[0] if advised and not SECRET.search(last[0]) else ""


def _follows(clause: Clause) -> bool:
    """Whether something is said before a clause in its sentence."""
    return len(clause.before.split()) >= _TELLING


def _before(need: _Need, asked: str, clause: Clause, scene: Scene, language: Language) -> str:
    """What was said before a clause, or before the question it answers: in its turn, or by a person in an earlier one.

    Rather something that names what is meant, and that stands alone itself; the last of these, or the first where the
    clause tells something of what all the talk is about.
    """
    words = language.alone
    if need.lacks and not asked and clause.place == 0 and _proposed(scene):
        return _proposed(scene)
    if (need.piece or need.lacks) and not asked and _follows(clause):
        return _trimmed(clause.before, language)
    near = [*_sentences(clause.earlier, language)][-1:]
    if need.lacks and near and len(near[0].split()) < _TELLING and words.named.search(near[0]):
        return near[0].rstrip(".!?… ")
    said = [*_telling(scene.told, language)]
    own = [*_telling(clause.earlier, language), *_telling(clause.before, language)]
    meant = _references(asked, asked, words) if asked else need.meant
    fitting = [one for one in said + own if _fits(one, clause.text, meant, scene, language)]
    if fitting:
        return _clearest(fitting, words, whole=True)[-1]
    naming = [one for one in said + own if words.named.search(one)]
    near = [one for one in own if one in naming and words.verbs.search(one)]
    part = not (meant or need.opens or need.lacks or near)
    if scene.young and (part or not naming):
        some = [one for one in said + own if one in naming or len(one.split()) > _FEW]
        return next(iter(_clearest(some or own or said, words, whole=False)), "")
    return next(reversed(_clearest(naming or own or said, words, whole=True)), "")


def _telling(text: str, language: Language) -> Iterator[str]:
    """The sentences of a text that others could be understood by."""
    for sentence in _sentences(text, language):
        if len(sentence.split()) >= _TELLING and not SECRET.search(sentence):
            yield sentence


def _clearest(said: list[str], words: Alone, *, whole: bool) -> list[str]:
    """Those of some sentences that can be understood alone, rather with a verb if `whole`; or all, if there are none."""
    clear = [one for one in said if not _dangles(one, words)]
    verbal = [one for one in clear if whole and words.verbs.search(one)]
    return verbal or clear or said


def _sentences(text: str, language: Language) -> Iterator[str]:
    """The sentences of a text, without the words that they open with and that say nothing."""
    unbroken = [one.span() for one in language.unbroken.finditer(text)]
    sentence = ""
    for found in _SENTENCE.finditer(text):
        sentence += found[0]
        last = sentence.rstrip(".").rsplit(None, 1)[-1:]
        short = sentence.endswith(".") and last and _is_short(last[0], language)
        if short or any(start < found.end() <= end for start, end in unbroken):
            continue
        yield _trimmed(sentence, language)
        sentence = ""
    if sentence:
        yield _trimmed(sentence, language)


def _is_short(word: str, language: Language) -> bool:
    """Whether a word before a dot is one cut short; "so" is a word of its own."""
    return word.lower() in language.abbreviations and not (word.islower() and len(word) < _TELLING)


def _trimmed(sentence: str, language: Language) -> str:
    sentence = _JOINED.sub("", sentence.strip(" ,:-–"))
    lead = language.leads.match(sentence)
    return sentence[lead.end() if lead else 0 :]


def _fits(sentence: str, said: str, meant: Sequence[str], scene: Scene, language: Language) -> bool:
    """Whether a sentence names the day that a clause speaks of, or somebody or something that its words can mean."""
    words = language.alone
    if words.when.search(said):
        return any(one.search(sentence) for one in language.dates.patterns)
    people = [scene.last(words.people[one]) for one in meant if one in words.people]
    called = re.findall(r"[^\W\d_]{3,}", " ".join(one.name for one in people if one))
    things = [words.agrees[one] for one in meant if one in words.agrees]
    return any(_has(sentence, word) for word in called) or any(
        thing.search(sentence) for thing in things
    )


def _short(text: str) -> str:
    """Some words to be quoted: without quotation marks of their own, and not too many."""
    text = " ".join(re.sub(r"[\"“”„«»]", "", text).split()).rstrip(".;,")
    if len(text) <= _LONGEST:
        return text
    return "…" + text[-_LONGEST:].partition(" ")[2]
