"""The topic of the conversation before a question: its exchanges and the nouns in them."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Final

from recollect.conversations.detect_language import MessageLike
from recollect.conversations.follow_up import FollowUp, detect
from recollect.conversations.keywords import Keyword, ParsedTurn, within
from recollect.conversations.language import Language, ReferenceKind

# Questions rarely refer to anything further back or deeper in a long turn, and parsing takes time.
_MAX_TURNS = 30
_MAX_CHARACTERS = 4_000
MAX_ANSWER_WORDS: Final = 8
# How many user turns back a chain of follow-ups is traced.
DEPTH: Final = 4
# A turn with this many nouns states its own topic, unless it has a pronoun.
_ENOUGH = 2
_PRONOUNS: Final = frozenset(
    {
        ReferenceKind.HE,
        ReferenceKind.SHE,
        ReferenceKind.THEY,
        ReferenceKind.IT,
        ReferenceKind.PLACE,
        ReferenceKind.NAMED,
    }
)
# An answer with this few words consists of a name.
_SHORT_ANSWER = 5


@dataclass(frozen=True, slots=True)
class Exchange:
    """A user turn with content, the answer to it, and the history before both."""

    user: ParsedTurn
    answer: ParsedTurn | None
    before: tuple[MessageLike, ...]

    @property
    def turns(self) -> tuple[ParsedTurn, ...]:
        """Both turns, the latest first."""
        return (self.answer, self.user) if self.answer else (self.user,)


@dataclass(frozen=True, slots=True)
class FollowUpQuestion:
    """A follow-up question to resolve, with the conversation before it."""

    text: str
    follow_up: FollowUp
    language: Language
    exchanges: tuple[Exchange, ...]

    @property
    def last(self) -> Exchange:
        """The exchange directly before the question."""
        return self.exchanges[0]

    @property
    def own_words(self) -> frozenset[str]:
        """The words of the question itself, in lower case."""
        return frozenset(word.lower for word in ParsedTurn(self.text, self.language).words)


def exchanges_of(history: Sequence[MessageLike], language: Language) -> Iterable[Exchange]:
    """The user turns with content, latest first, each with its answer."""
    answer: ParsedTurn | None = None
    for place in range(len(history) - 1, max(-1, len(history) - 1 - _MAX_TURNS), -1):
        turn = history[place]
        parsed = ParsedTurn(turn.content[:_MAX_CHARACTERS], language)
        if turn.role == "assistant":
            answer = parsed
        elif turn.role == "user" and any(w.lower not in language.social for w in parsed.content):
            yield Exchange(parsed, answer, tuple(history[:place]))
            answer = None


def chain_of(question: FollowUpQuestion) -> list[Exchange]:
    """The last exchange, and the earlier ones that it depends on."""
    chain = [question.last]
    for earlier in question.exchanges[1:DEPTH]:
        last = chain[-1]
        follow_up = detect(last.user.text, last.before)
        states_topic = len(last.user.nouns) >= _ENOUGH and follow_up.kind not in _PRONOUNS
        if not follow_up or states_topic:
            break
        chain.append(earlier)
    return chain


def user_phrases(exchanges: Sequence[Exchange]) -> list[str]:
    """The nouns of the user turns, as phrases."""
    return [phrase for exchange in exchanges for phrase in exchange.user.noun_phrases]


def answer_names(exchange: Exchange) -> list[str]:
    """The names in an answer, if the user asked for a name."""
    answer = exchange.answer
    if answer is None or not answer.sentences:
        return []
    if exchange.user.asks and 0 < len(_first_words(answer)) <= _SHORT_ANSWER:
        return answer.phrases(within(answer.nouns, answer.sentences[0]))
    if not exchange.user.asks_for_a_name:
        return []
    names = within(answer.names, answer.sentences[0]) or answer.names
    return answer.phrases(names)


def _first_words(answer: ParsedTurn) -> list[Keyword]:
    """The words of the first sentence; none if it is a yes or a pleasantry."""
    words = within(answer.words, answer.sentences[0])
    is_social = answer.language.yes.match(answer.text.lower()) or (
        words and words[0].lower in answer.language.social
    )
    return [] if is_social else words


def topic(question: FollowUpQuestion) -> list[str]:
    """The topic of the last turns: nouns of the user, and names in answers."""
    chain = chain_of(question)
    names = [name for exchange in chain for name in answer_names(exchange)]
    return user_phrases(chain[:1]) + names + user_phrases(chain[1:])


def statement(question: FollowUpQuestion) -> list[str]:
    """The topic and the nouns of the answer: “that” may refer to either."""
    user, answer = question.last.user, question.last.answer
    if answer is None or (user.asks and len(user.nouns) >= _ENOUGH):
        return topic(question)
    return topic(question) + answer.phrases(answer.nouns[:MAX_ANSWER_WORDS])


def same_topic(question: FollowUpQuestion) -> list[str]:
    """The nouns of the user in the last turns, with times and numbers."""
    return user_phrases(chain_of(question))
