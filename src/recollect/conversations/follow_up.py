"""Detects whether a question is a follow-up, and how it refers to the conversation."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from typing import Final

from recollect.conversations.detect_language import MessageLike, detect_language
from recollect.conversations.language import Language, ReferenceKind, Sign, starts_sentence

# A longer message contains its own context.
_MAX_CHARACTERS = 400
_ANSWER_WORDS = 8
_REPLY_WORDS = 6
_FRAGMENT_WORDS = 7
_SHORTEST_NOUN = 3


@dataclass(frozen=True, slots=True)
class FollowUp:
    """How and why a question depends on the conversation; falsy if it does not."""

    kind: ReferenceKind | None
    reason: str
    language: Language | None = field(default=None, repr=False)
    at: tuple[int, int] | None = None
    detail: str = ""

    def __bool__(self) -> bool:
        return self.kind is not None


def detect(question: str, history: Sequence[MessageLike]) -> FollowUp:
    """Whether this question needs the turns before it to be understood."""
    if not any(turn.content.strip() for turn in history):
        return FollowUp(None, "nothing was said before")
    if len(question) > _MAX_CHARACTERS:
        return FollowUp(None, "it is long enough to be understood alone")
    language = detect_language(question, history)
    if language is None:
        return FollowUp(None, "its language is uncertain or not supported")
    return _ParsedQuestion(question, language).classify(history)


_QUOTED = re.compile(
    r"`[^`]+`|“[^“”]+[”“]|„[^„“”]+[“”]|«[^«»]+»|(?<!\w)\"[^\"\n]+\"(?!\w)|(?<!\w)'[^'\n]{2,}'(?!\w)"
)
_CAPITAL = re.compile(r"(?<![\w'’])[^\W\d_a-zà-öø-ÿ][\w]*(?:[-.&][\w]+)*")
_FIRST_PERSON: Final = frozenset({"I", "I'm", "I've", "I'd", "I'll", "OK", "Ok"})
_WORD = re.compile(r"[^\W_]+(?:[-'.:,][^\W_]+)*")
_ELIDED = re.compile(r"^(?:l|d|j|n|s|c|m|t|qu)'(?=[^\W_]{2})")
_BLANK = "~"
_TIED = re.compile(r"[\w'-]+-$")
_FORWARD = re.compile(r":\s*(?:\S+\s+){2,}\S|:\s*N{3,}|:\s*\n|\n\s*\S+\s+\S+|[?.]\s+N{3,}\W*$|```")
_TITLE_SHARE = 0.8
_TITLE_WORDS = 4


def mask(question: str, language: Language) -> str:
    """The question in lower case, same length, with N for each letter of names and quotations."""
    text = question.replace("’", "'")
    masked = _QUOTED.sub(lambda quoted: "N" * len(quoted[0]), text).replace("_", "-")
    capitals = [m for m in _CAPITAL.finditer(masked) if set(m[0]) != {"N"}]
    names = [
        m
        for m in capitals
        if not starts_sentence(masked, m.start())
        and m[0] not in _FIRST_PERSON
        and not _is_common(m[0].lower(), language)
    ]
    if not language.capital_nouns and _is_title(masked, len(capitals)):
        names = []
    # A single capital N in lower case, so that N only marks names.
    only_names = re.sub(r"(?<![N])N(?!N)", "n", masked)
    lowered = "".join(
        c if c == "N" else low if len(low := c.lower()) == 1 else c for c in only_names
    )
    for match in names:
        lowered = lowered[: match.start()] + "N" * len(match[0]) + lowered[match.end() :]
    return lowered


def _is_common(word: str, language: Language) -> bool:
    """Whether a capitalized word is not a name: a day, or a noun that patterns match."""
    nouns = language.types.keys() | language.edits | language.aspects
    return word in language.times or (language.capital_nouns and word in nouns)


def _is_title(text: str, capitals: int) -> bool:
    count = len(_WORD.findall(text))
    return count >= _TITLE_WORDS and capitals > _TITLE_SHARE * count


class _ParsedQuestion:
    """One question, parsed in one language."""

    def __init__(self, question: str, language: Language) -> None:
        self.language = language
        self.question = question
        self.text = mask(question, language)
        self.words = self._words(self.text)
        self.content = [w for w in self.words if not language.is_function_word(w)]
        self.asks = "?" in question or bool(self.words and self.words[0] in language.question_words)

    def _words(self, text: str) -> list[str]:
        """The words, without articles and prepositions that an apostrophe joins to them."""
        words = _WORD.findall(text)
        return [w if self.language.is_function_word(w) else _ELIDED.sub("", w) for w in words]

    def classify(self, history: Sequence[MessageLike]) -> FollowUp:
        if self._is_social():
            return self._standalone("it is not a question or request")
        if self.language.mention.search(self.text):
            return self._standalone("it is about words themselves")
        return (
            self._as_answer(history[-1])
            or self._by_signs()
            or self._by_omission(history)
            or self._standalone("it names its own topic")
        )

    def _standalone(self, reason: str) -> FollowUp:
        return FollowUp(None, reason, self.language)

    def _follow_up(
        self, kind: ReferenceKind, reason: str, match: re.Match[str] | None = None
    ) -> FollowUp:
        at, detail = (_reference_span(match), _detail(match)) if match else (None, "")
        return FollowUp(kind, reason, self.language, at, detail)

    def _is_social(self) -> bool:
        language = self.language
        if language.small_talk.search(self.text):
            return True
        if "?" in self.question:
            return False
        known = language.social | language.stop | language.verbs
        if self.words and set(self.words) <= known and set(self.words) & language.social:
            return not (language.yes.match(self.text) and not language.thanks.match(self.text))
        return bool(language.thanks.match(self.text))

    def _as_answer(self, last: MessageLike) -> FollowUp | None:
        if last.role != "assistant" or "?" not in last.content or self.asks:
            return None
        if len(self.words) > _ANSWER_WORDS:
            return None
        heard = set(_WORD.findall(last.content.replace("’", "'").lower()))
        spoken = set(_WORD.findall(self.question.lower()))
        shared = {word for word in spoken & heard if not self.language.is_function_word(word)}
        if self.language.yes.match(self.text):
            return self._follow_up(
                ReferenceKind.CHOICE if shared else ReferenceKind.YES,
                "it answers the question before it",
            )
        asked_last = last.content.rstrip(" )\"'*").endswith("?") and len(self.words) <= _REPLY_WORDS
        offered = self.language.offers.search(last.content.lower().replace("’", "'"))
        if set(self.words) & (self.language.verbs | self.language.question_words):
            return None
        # “Recommend a restaurant” is a request, not an answer.
        is_request = self.words[0] in self.language.action_verbs
        answers = asked_last and not offered and not is_request
        if shared or len(self.words) <= 2 or answers:  # noqa: PLR2004
            return self._follow_up(ReferenceKind.CHOICE, "it answers the question before it")
        return None

    def _by_signs(self) -> FollowUp | None:
        text = self.language.non_references.sub(lambda match: _BLANK * len(match[0]), self.text)
        forward = _FORWARD.search(text)
        if forward:
            text = text[: forward.start()]
        for sign in self.language.signs:
            if forward and sign.kind not in {
                ReferenceKind.ORDINAL,
                ReferenceKind.HE,
                ReferenceKind.SHE,
                ReferenceKind.PLACE,
            }:
                continue
            for match in sign.pattern.finditer(text):
                if self._is_reference(sign, match, text):
                    word = self.question[slice(*_reference_span(match))]
                    return self._follow_up(
                        sign.kind, f"“{word}” refers to what was said before", match
                    )
        return None

    def _is_reference(self, sign: Sign, match: re.Match[str], text: str) -> bool:
        if sign.kind is ReferenceKind.NAMED:
            return self._is_named_reference(match, text)
        start, end = _reference_span(match)
        if sign.kind in {ReferenceKind.ORDINAL, ReferenceKind.OTHER, ReferenceKind.TIME}:
            return True
        return not self._is_explained(text[:start], text[start:end].strip("-' "), sign.kind)

    def _is_explained(self, before: str, word: str, kind: ReferenceKind) -> bool:
        """Whether the question itself names, before a pronoun, what it refers to."""
        before = self.language.asked_for.sub(" ", _TIED.sub("", before))
        if not self.language.possessives.match(word):
            cuts = [match.end() for match in self.language.clause.finditer(before)]
            before = before[: cuts[-1]] if cuts else ""
        if not self.language.grammatical and kind in {ReferenceKind.HE, ReferenceKind.SHE}:
            people = (re.sub("'s$", "", word) for word in self._words(before))
            return any(w.startswith("N") or w in self.language.persons for w in people)
        found = _WORD.findall(before)
        return any(self._is_nominal(word, ahead) for ahead, word in pairwise(["", *found]))

    def _is_nominal(self, word: str, ahead: str) -> bool:
        """Whether a word names something, judging by the word before it."""
        language = self.language
        bare = _ELIDED.sub("", word)
        if bare.startswith("N"):
            return True
        if len(bare) < _SHORTEST_NOUN or self._is_light(bare):
            return False
        if language.capital_nouns and "N" in self.text:
            return False
        if language.grammatical and not language.capital_nouns:
            return ahead in language.determiners or bare != word
        return ahead not in language.before_verbs

    def _is_light(self, word: str) -> bool:
        language = self.language
        return (
            language.is_function_word(word)
            or word in language.action_verbs
            or word in language.social
            or word in language.measures
            or word in language.types
        )

    def _is_named_reference(self, match: re.Match[str], text: str) -> bool:
        """Whether “that restaurant” has no explanation, such as a relative clause."""
        language = self.language
        tail = _WORD.findall(text[match.end("word") :])
        if not tail or (language.is_function_word(tail[0]) and tail[0] not in language.types):
            return False
        if match["word"] in {"that", "this"} and not self._is_determiner(
            text[: match.start()], tail
        ):
            return False
        noun = tail[:3]
        length = next((i for i, w in enumerate(noun) if language.is_function_word(w)), len(noun))
        if any(w.startswith("N") for w in noun[:length]) and not language.capital_nouns:
            return False
        rest = tail[length : length + 1]
        return not (rest and _EXPLANATION_STARTS.fullmatch(rest[0]))

    def _is_determiner(self, before: str, tail: Sequence[str]) -> bool:
        """Whether an English “that” is a determiner, not a conjunction or relative pronoun."""
        ahead = _WORD.findall(before)
        if tail[0] in self.language.action_verbs | _PREDICATES:
            return False
        if not ahead or self.language.is_function_word(ahead[-1]):
            return not (ahead and ahead[-1] in _BEFORE_CONJUNCTION)
        return len(ahead) > 1 and ahead[-2] in _BEFORE_VERB

    def _by_omission(self, history: Sequence[MessageLike]) -> FollowUp | None:
        omission = self._as_fragment() or self._as_bare() or self._as_request()
        if omission:
            return omission
        last_user = [turn.content for turn in history if turn.role == "user"][-1:]
        if len(self.words) == 1 and "?" in self.question and "?" in "".join(last_user):
            return self._follow_up(ReferenceKind.FRAGMENT, "it is only part of a question")
        return None

    def _as_fragment(self) -> FollowUp | None:
        language = self.language
        join = language.connectives.match(self.text)
        rest = self._words(self.text[join.end() :] if join else self.text)
        if not rest or len(rest) > _FRAGMENT_WORDS or not (self.asks or join):
            return None
        if join and (
            join[0].strip(" ,").rpartition(" ")[2] in _INTRODUCES_PART
            or (rest[0] in _IF and language.condition.match(rest[0]))
        ):
            return self._follow_up(
                ReferenceKind.FRAGMENT, "it changes one part of the question before it"
            )
        if set(rest) & (language.verbs | language.question_words):
            return None
        is_part = rest[0] in language.prepositions or language.only.match(self.text)
        if join or is_part:
            return self._follow_up(ReferenceKind.FRAGMENT, "it is only part of a question")
        return None

    def _as_bare(self) -> FollowUp | None:
        language = self.language
        if not self.asks or not self.words or language.about_user.search(self.text):
            return None
        content = [w for w in self.content if w not in language.measures]
        if not content or (len(content) == 1 and language.half_said.match(self.text)):
            return self._follow_up(ReferenceKind.BARE, "it does not say what it is about")
        lead = [
            w
            for w in self.words
            if w not in language.measures and not language.connectives.match(w)
        ]
        at = next((i for i, w in enumerate(lead) if w in language.question_words), None)
        if at is not None and at <= 1 and len(lead) == at + 2 and content == lead[at + 1 :]:
            name = content[0].startswith("N") and not language.capital_nouns
            copula = lead[at] in _WHAT_IS or bool(set(lead[:at]) & language.verbs)
            if not name and not copula:
                return self._follow_up(ReferenceKind.BARE, "it does not say what it is about")
        return self._as_aspect(content)

    def _as_aspect(self, content: Sequence[str]) -> FollowUp | None:
        """“What's the price?” asks for an aspect of something that it does not name."""
        originals = [self._original(word) for word in content]
        aspects = [word for word in originals if word in self.language.aspects]
        yes_or_no = self.words[0] in self.language.verbs
        if not aspects or len(self.words) > _FRAGMENT_WORDS or _OF.search(self.text):
            return None
        if len(originals) - len(aspects) > yes_or_no:
            return None
        return self._follow_up(
            ReferenceKind.BARE, "it asks for an aspect of something that it does not name"
        )

    def _original(self, word: str) -> str:
        if not word.startswith("N"):
            return word
        start = self.text.find(word)
        return self.question[start : start + len(word)].lower()

    def _as_request(self) -> FollowUp | None:
        content = [
            self._original(word) for word in self.content if word not in self.language.measures
        ]
        if content and len(self.words) <= _ANSWER_WORDS and set(content) <= self.language.edits:
            return self._follow_up(
                ReferenceKind.TOPIC, "it asks for the last answer in another form"
            )
        return None


_EXPLANATION_STARTS: Final = re.compile(
    r"that|of|which|who|where|with|about|from|called|named|i|we|you|he|she|they|my|our|N+"
    r"|die|der|das|mit|von|aus|que|con|de|del|où|qui|avec|dont|sobre|über|sur|qu'\w+|d'\w+"
)
_BEFORE_VERB: Final = frozenset("to i you we they can please not".split())
# The last word of “what about …”, “und was ist mit …”.
_INTRODUCES_PART: Final = frozenset("if si wenn about mit con".split())
_IF: Final = frozenset("if si wenn when falls".split())
_BEFORE_CONJUNCTION: Final = frozenset(
    "know sure true say think believe hear mean said told so given now such fact".split()
)
# “What's entropy?”: the verb is part of the question word.
_WHAT_IS: Final = frozenset("what's whats who's whos where's was's".split())
# Prepositions that introduce what an aspect belongs to.
_OF: Final = re.compile(
    r"\b(?:of|for|in|at|von|vom|in|für|de|del|du|des|d'\w+|en|à|pour|para|between|zwischen|entre)\b"
)
_PREDICATES: Final = frozenset(
    """work works help hurt happen matter apply count make go change affect include last cost take
    mean come sound look normal safe okay true legal expensive cheap worth necessary dangerous
    healthy easy hard""".split()
)


def _reference_span(match: re.Match[str]) -> tuple[int, int]:
    """The span of the referring word: the pattern's group for it, or the whole match."""
    groups = (
        name for name, found in match.groupdict().items() if name.startswith("word") and found
    )
    return match.span(next(groups, 0))


def _detail(match: re.Match[str]) -> str:
    found: Iterator[str] = (
        value for name, value in match.groupdict().items() if value and not name.startswith("word")
    )
    return next(found, "")
