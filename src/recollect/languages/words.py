"""Function words of all language packs, and detection of names."""

import re
from collections.abc import Collection, Mapping, Sequence
from functools import cache
from typing import Final
from unicodedata import east_asian_width

from recollect.domain.similarity import stems_of
from recollect.languages.detect import detect
from recollect.languages.pack import packs

# The maximum words and characters of a name; anything longer is a clause.
_MAX_WORDS: Final = 4
_MAX_CHARS: Final = 48
# Without capitals, only the length distinguishes a name from a clause.
_MAX_LOWERCASE_WORDS: Final = 2
# The maximum characters in scripts without spaces.
_MAX_WIDE_CHARS: Final = 12
_TOKEN: Final = re.compile(r"[^\W\d_]+(?:[-'’][^\W\d_]+)*|[^\w\s]|\d+")
_NAME_TOKEN: Final = re.compile(r"[^\W\d_]+(?:[-_]?\d+|[-'’_]\w+)*|[^\w\s]|\d+")
# Fewer letters than these are within many other words, and count only where a word begins.
_SHORT_STEM: Final = 5
# A longer question comes with a text of its own to summarize.
_LONGEST_RECAP_QUESTION: Final = 25
# In characters: whoever wants to know everything says no more.
_LONGEST_OVERVIEW_QUESTION: Final = 200
# In words: "eu sou a".
_LONGEST_INTRODUCTION: Final = 3
_NO_NAME_HAS: Final = frozenset(',;:!?"“”„«»()[]{}\n…。、，！？')


@cache
def common_words(language: str | None = None) -> frozenset[str]:
    """The most common words of a language, or of all language packs."""
    return _words("detect", "common", language)


def greetings() -> frozenset[str]:
    """The salutations of letters in all language packs."""
    return _words("sentences", "greetings")


@cache
def _words(section: str, name: str, language: str | None = None) -> frozenset[str]:
    """The words of a group, in a language or in all."""
    chosen = packs().values() if language is None else [packs()[language]]
    tables = (pack.table(section) for pack in chosen)
    return frozenset(word for table in tables for word in str(table[name]).split())


@cache
def _health(*, short: bool) -> tuple[str, ...]:
    stems = _words("lasting", "health")
    return tuple(stem for stem in stems if (len(stem) < _SHORT_STEM) is short)


def is_high_stakes(text: str) -> bool:
    """Whether a text is about health or gives the speaker's name, in any language with a pack."""
    said = "_".join(("", *re.findall(r"\w+", text.casefold()), ""))
    gives_name = any(f"_{phrase}_" in said for phrase in _words("lasting", "naming"))
    return gives_name or bool(health_words(text))


def introduces_speaker(text: str) -> bool:
    """Whether a text begins with the speaker's name: "I'm Callum, a paramedic"."""
    words = re.findall(r"\w+", text)
    for count in range(1, min(len(words), _LONGEST_INTRODUCTION + 1)):
        if "_".join(words[:count]).casefold() in _words("names", "introducing"):
            name = words[count]
            if name[0].isupper() and name.casefold() not in common_words():
                return True
    return False


def health_words(text: str) -> list[str]:
    """The words of a text that name an illness, an allergy or a medicine, in any language."""
    return [
        word
        for word in re.findall(r"\w+", text.casefold())
        # Also within a word: a "Nussallergie".
        if any(stem in word for stem in _health(short=False))
        or word.startswith(_health(short=True))
    ]


def is_general_health_word(word: str) -> bool:
    """Whether it names no illness, allergy or medicine in particular: allergic, intolerance."""
    return word.casefold().startswith(_stems("lasting", "general_health"))


def says_how_to_answer(text: str) -> bool:
    """Whether an instruction is about the way to answer: "answer briefly", "no emojis"."""
    words = re.findall(r"\w+", text.casefold())
    return any(word.startswith(_stems("remember", "answering")) for word in words)


def asks_for_recap(text: str) -> bool:
    """Whether a question asks what happened so far, in any language with a pack."""
    words = text.casefold().replace("’", "'").split()
    spaced = " ".join(words)
    if len(words) > _LONGEST_RECAP_QUESTION:
        return False
    if any(phrase.replace("_", " ") in spaced for phrase in _words("recaps", "phrases")):
        return True
    return any(word.startswith(_stems("recaps", "summary")) for word in words) and any(
        phrase.replace("_", " ") in spaced for phrase in _words("recaps", "of")
    )


def asks_for_overview(text: str) -> bool:
    """Whether a question is for all that is remembered: about memory, and about no topic."""
    words = re.findall(r"[^\W\d_]+", text[:_LONGEST_OVERVIEW_QUESTION].casefold())
    if len(text) > _LONGEST_OVERVIEW_QUESTION:
        return False
    spaced = f" {' '.join(words)} "
    for memory, other, phrases in _overview_words():
        phrase = next((phrase for phrase in phrases if phrase in spaced), "")
        left = spaced.replace(phrase, " ", 1).split() if phrase else words
        is_about_memory = bool(phrase) or not memory.isdisjoint(words)
        if is_about_memory and (memory | other).issuperset(left):
            return True
    return False


@cache
def _overview_words() -> tuple[tuple[frozenset[str], frozenset[str], tuple[str, ...]], ...]:
    """For each language the words for memory, the others, and the phrases, the longest first."""
    return tuple(
        (
            frozenset(str(table["memory"]).split()),
            frozenset(str(table["other"]).split()),
            tuple(f" {phrase} " for phrase in sorted(table["phrases"], key=len, reverse=True)),
        )
        for table in (pack.table("overview") for pack in packs().values())
    )


@cache
def _stems(section: str, name: str) -> tuple[str, ...]:
    return tuple(_words(section, name))


def introduces_text(word: str) -> bool:
    """Whether a sentence that begins with this word may lead to a text: here's what he sent."""
    return word.casefold().replace("’", "'").strip(",:") in _words("sentences", "introducing")


def is_pronoun(word: str, language: str | None = None) -> bool:
    """Whether a word is a personal or possessive pronoun, in its language or in any: I, unser."""
    return word.casefold() in _words("names", "pronouns", language)


def is_question_word(word: str) -> bool:
    """Whether a word starts questions: what, wann."""
    return word.casefold() in _words("sentences", "asking")


def is_article(word: str) -> bool:
    """Whether a word is an article: the, der, las."""
    return word.casefold() in _words("names", "articles")


def refers_back(word: str, language: str | None = None) -> bool:
    """Whether a word refers to something named before, in its language or in any: she, ihm."""
    return word.casefold() in _words("names", "referring", language)


def refers_to_person(word: str) -> bool:
    """Whether a word refers to a person named before: she, er."""
    return word.casefold() in _words("names", "somebody")


def starts_with_pronoun(text: str, language: str) -> bool:
    """Whether a text is about what was named before: "she uses …"; but not "this week I …"."""
    first = re.match(r"\W*([^\W\d_]+)", text.casefold())
    names, dates = packs()[language].table("names"), packs()[language].table("dates")
    referring = {*names["pronouns"].split()} & {*names["referring"].split()}
    return first is not None and first[1] in referring - {*dates["this"].split()}


def starts_with_thing(text: str, language: str) -> bool:
    """Whether a text is about a thing that it begins with: "the vet is …", "my last day is …"."""
    names, dates = packs()[language].table("names"), packs()[language].table("dates")
    things = {*names["articles"].split(), *dates["my"].split()}
    speakers = {*names["pronouns"].split()} - {*names["referring"].split()} - things
    first, *rest = re.findall(r"\w+", text.casefold()) or [""]
    return first in things and speakers.isdisjoint(rest)


def stems_named(words: str) -> frozenset[str]:
    """The stems of words that name something, without those that only link them: with, in."""
    linking = _words("forget", "linking")
    return stems_of(" ".join(word for word in words.split() if word not in linking))


def words_that_call(attributes: Collection[str]) -> list[str]:
    """What people call these attributes in any language, as single words."""
    tables = (pack.table("attribute_words") for pack in packs().values())
    phrases = " ".join(str(table.get(name, "")) for table in tables for name in attributes).split()
    return [phrase for phrase in phrases if "_" not in phrase]


def names_speaker(text: str) -> bool:
    """Whether a text contains "I", "our" or the like."""
    return any(is_pronoun(word) and not refers_back(word) for word in re.findall(r"\w+", text))


def precedes_date(word: str) -> bool:
    """Whether a word is a preposition before dates: on Friday, im Juni."""
    return word.casefold() in _words("dates", "in") | _words("dates", "in_ahead")


def named_first(text: str, *, is_subject: bool = False) -> str:
    """The name that a sentence begins with, if it says something of that: Tom in "Tom is ill".

    `is_subject` if it is likely that the first word is what the sentence is about.
    """
    name, verb = [*re.findall(r"[^\W\d_]+(?:['’][^\W\d_]+)*", text)[:2], "", ""][:2]
    code = detect(text)
    is_plain = name[:1].islower() or name.casefold() in common_words(code)
    is_about = verb.replace("’", "'") in _words("names", "being", code) or (
        is_subject and verb.islower()
    )
    return name if is_about and not (is_plain or names_speaker(text)) else ""


def states_value(word: str) -> bool:
    """Whether a word only says that a name or value is somebody's now: is, called, new."""
    return word.casefold() in _words("names", "stating")


def is_abbreviation(word: str, *, before_names: bool = False) -> bool:
    """Whether a word is an abbreviation, or one that may stand before a name: Dr."""
    known = _words("sentences", "before_names")
    return word in (known if before_names else known | _words("sentences", "abbreviations"))


def negations_in(text: str, language: str | None = None) -> list[str]:
    """The words of a text that deny something, in its language or in any."""
    chosen = packs().values() if language is None else [packs()[language]]
    denials = frozenset(word for pack in chosen for word in pack.table("compare")["negations"])
    words = re.findall(r"[\w']+", text.casefold().replace("’", "'"))
    return [word for word in words if word in denials]


def says_moved(text: str) -> bool:
    """Whether a text says that someone has moved to another home, in any language with a pack."""
    return any(_moves(text, each.table("compare")) for each in packs().values())


def says_moved_home(text: str, language: str) -> bool:
    """Whether a text says so in words that mean nothing else: not "I moved to marketing"."""
    table = packs()[language].table("compare")
    return _moves(text, table) and not any(
        phrase in text.casefold() for phrase in table.get("ambiguous", ())
    )


def tells_childhood(text: str, language: str) -> bool:
    """Whether a text says where somebody was a child: grew up in."""
    phrases = packs()[language].table("compare")["childhood"]
    return any(phrase in text.casefold() for phrase in phrases)


def _moves(text: str, table: Mapping[str, Sequence[str]]) -> bool:
    return any(phrase in text.casefold() for phrase in table["moved"])


def last_person(text: str, pronoun: str = "") -> str:
    """The person or animal a text introduced last: Noor in "my sister Noor"; "" if there is none.

    With a pronoun, the last whom that can mean: not Noor for "he"; also "Mum" and "our cat".
    """
    tokens = [match[0] for match in _TOKEN.finditer(text)]
    animals, meant = _words("names", "animals"), _relatives_of(pronoun)
    others = _relatives() - meant if meant else meant
    common = common_words(detect(text))
    for at in range(len(tokens) - 1, -1, -1):
        own = at > 0 and is_pronoun(tokens[at - 1]) and not refers_back(tokens[at - 1])
        noun, after = _without_s(tokens[at].casefold()), at + 1
        after = _after_calling(tokens, after) if pronoun else after
        name = _without_s("".join(tokens[after : after + 1]))
        is_capitalized = name[:1].isupper() and name.casefold() not in common
        # In "visits me in June", no noun comes between, and "my son's Volvo" is nobody.
        is_noun = (noun == tokens[at].casefold() or after > at + 1) and noun.isalpha()
        is_noun = is_noun and not is_pronoun(noun) and not precedes_date(noun)
        if (own or noun in animals) and is_noun and is_capitalized:
            if noun not in others:
                return name
        elif others and noun in meant | animals:
            is_name = tokens[at][0].isupper()
            if own or is_name:
                # "Aunt Mary", but "Mum".
                whole = f"{tokens[at]} {name}" if is_name and is_capitalized else tokens[at]
                return _without_s(whole)
    return ""


def _after_calling(tokens: Sequence[str], at: int) -> int:
    """The place after words between a noun and a name: a dog called Rex, my dog's name is Rex."""
    calling = _words("names", "calling")
    ends = (end for end in range(at + 3, at, -1) if "_".join(tokens[at:end]).casefold() in calling)
    return next(ends, at)


def _without_s(word: str) -> str:
    return re.sub("['’]s$", "", word)


def says_gender(word: str) -> bool:
    """Whether a word refers to a woman, or to a man: she, him."""
    return bool(_relatives_of(word))


def _relatives_of(pronoun: str) -> frozenset[str]:
    """The words for relatives whom a pronoun may mean; none if it says nothing about that."""
    for pronouns, relatives in (("she", "women"), ("he", "men")):
        if pronoun.casefold() in _words("names", pronouns):
            return _words("names", relatives)
    return frozenset()


def name_of_relative(text: str) -> str:
    """The name in a text that also has a word for a relative: my son is called Oscar; or ""."""
    related = not _relatives().isdisjoint(re.findall(r"\w+", text.casefold()))
    return next(iter(names_in(text)), "") if related else ""


@cache
def _relatives() -> frozenset[str]:
    return _words("names", "women") | _words("names", "men")


def names_in(text: str) -> list[str]:
    """The names in a sentence: runs of capitalized words, except for its first word.

    Those of "Mila's Lego" are two, and an identifier is one: PROJ-1234, E_CONN_4031.
    """
    names: list[list[str]] = [[]]
    joined: list[str] = []
    for match in list(_NAME_TOKEN.finditer(text))[1:]:
        word = _without_s(match[0])
        if not word[0].isalpha():
            names.append([])
            joined = []
        elif word[0].isupper() and word.casefold() not in common_words():
            names[-1] += [*joined, word] if names[-1] else [word]
            if len(word) < len(match[0]):
                names.append([])
            joined = []
        elif names[-1] and word in _words("names", "joining"):
            joined.append(word)
        else:
            names.append([])
            joined = []
    return [" ".join(name) for name in names if name]


def is_name(text: str) -> bool:
    """Whether a text can be the name of a person or thing: a few words, not a clause."""
    words = text.split()
    if not 0 < len(words) <= _MAX_WORDS or len(text) > _MAX_CHARS or _NO_NAME_HAS & set(text):
        return False
    # A hyphen at the end is the rest of an identifier: PROJ-1234.
    if not any(map(str.isalpha, text)) or text[-1] in "-_/":
        return False
    if words[0].casefold() in _words("names", "pronouns"):
        return False
    if sum(east_asian_width(letter) in "WF" for letter in text) > _MAX_WIDE_CHARS:
        return False
    if len(words) > 1 and words[0].casefold() in _words("names", "articles"):
        words = words[1:]
    # University of Porto, but not "Anna moved".
    ends_like_name = not words[-1][0].islower()
    return ends_like_name if is_proper(words[0]) else _is_lowercase_name(words)


def is_proper(text: str) -> bool:
    """Whether a text starts like a proper name: with a capital, a digit, or a caseless letter."""
    return (
        bool(text)
        and not text[0].islower()
        and text.split(maxsplit=1)[0].casefold() not in _words("names", "pronouns")
    )


def _is_lowercase_name(words: list[str]) -> bool:
    """Whether lowercase words may be a name: porto, harbour museum, but not "moved away"."""
    common = any(word.casefold() in common_words() for word in words)
    return len(words) <= _MAX_LOWERCASE_WORDS and not common
