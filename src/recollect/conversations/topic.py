"""What was talked about: the exchanges before a question, and the words that tell their topic."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Final

from recollect.conversations.follow_up import FollowUp, detect
from recollect.conversations.keywords import Turned, Word, within
from recollect.conversations.language import Kind, Language
from recollect.conversations.telling import Said

# What lies further back, or deeper in a long turn, is rarely meant, and reading it takes time.
_MOST_TURNS = 30
_MOST_READ = 4_000
MOST_ANSWER_WORDS: Final = 8
# How many user turns back a chain of follow-ups is traced.
DEPTH: Final = 4
# A turn with so many nouns says itself what it is about, unless it has a pronoun.
_ENOUGH = 2
_PRONOUNS: Final = frozenset({Kind.HE, Kind.SHE, Kind.THEY, Kind.IT, Kind.PLACE, Kind.NAMED})
# An answer of so few words is all name.
_SHORT_ANSWER = 5


@dataclass(frozen=True, slots=True)
class Exchange:
    """A user's turn that says something, the answer to it, and what came before both."""

    user: Turned
    answer: Turned | None
    before: tuple[Said, ...]

    @property
    def turns(self) -> tuple[Turned, ...]:
        """The latest first."""
        return (self.answer, self.user) if self.answer else (self.user,)


@dataclass(frozen=True, slots=True)
class FollowUpQuestion:
    """A follow-up question on its way to being resolved."""

    question: str
    found: FollowUp
    language: Language
    exchanges: tuple[Exchange, ...]

    @property
    def last(self) -> Exchange:
        """What was talked about directly before."""
        return self.exchanges[0]

    @property
    def own(self) -> frozenset[str]:
        """The words that the question says itself."""
        return frozenset(word.lower for word in Turned(self.question, self.language).words)


def exchanges_of(history: Sequence[Said], language: Language) -> Iterable[Exchange]:
    """The user's turns that say something, the latest first, each with its answer."""
    answer: Turned | None = None
    for place in range(len(history) - 1, max(-1, len(history) - 1 - _MOST_TURNS), -1):
        turn = history[place]
        said = Turned(turn.content[:_MOST_READ], language)
        if turn.role == "assistant":
            answer = said
        elif turn.role == "user" and _says_something(said):
            yield Exchange(said, answer, tuple(history[:place]))
            answer = None


def _says_something(said: Turned) -> bool:
    return any(word.lower not in said.language.social for word in said.content)


def chain_of(asked: FollowUpQuestion) -> list[Exchange]:
    """The last exchange, and those before it that it leans on itself."""
    chain = [asked.last]
    for earlier in asked.exchanges[1:DEPTH]:
        last = chain[-1]
        leaning = detect(last.user.text, last.before)
        named = len(last.user.nouns) >= _ENOUGH and leaning.kind not in _PRONOUNS
        if not leaning or named:
            break
        chain.append(earlier)
    return chain


def told(exchanges: Sequence[Exchange], take: Callable[[Turned], Sequence[Word]]) -> list[str]:
    """What the user said in these exchanges, as far as it is taken."""
    return [phrase for each in exchanges for phrase in each.user.show(take(each.user))]


def nouns(turn: Turned) -> Sequence[Word]:
    """The words of a turn that can name something."""
    return turn.nouns


def answered(exchange: Exchange) -> list[str]:
    """What an answer names, where a name was asked for."""
    answer = exchange.answer
    if answer is None or not answer.sentences:
        return []
    if exchange.user.asks and 0 < len(_first_words(answer)) <= _SHORT_ANSWER:
        return answer.show(within(answer.nouns, answer.sentences[0]))
    if not exchange.user.asks_for_a_name:
        return []
    named = within(answer.names, answer.sentences[0]) or answer.names
    return answer.show(named)


def _first_words(answer: Turned) -> list[Word]:
    """The words of the first sentence, none where it is a yes or a pleasantry."""
    words = within(answer.words, answer.sentences[0])
    small = answer.language.yes.match(answer.text.lower()) or (
        words and words[0].lower in answer.language.social
    )
    return [] if small else words


def topic(asked: FollowUpQuestion) -> list[str]:
    """What the last turns are about: what the user named, and what the answer to a question named."""
    chain = chain_of(asked)
    names = [name for each in chain for name in answered(each)]
    return told(chain[:1], nouns) + names + told(chain[1:], nouns)


def statement(asked: FollowUpQuestion) -> list[str]:
    """The topic and what the answer said of it: “that” may be either."""
    user, answer = asked.last.user, asked.last.answer
    if answer is None or (user.asks and len(user.nouns) >= _ENOUGH):
        return topic(asked)
    return topic(asked) + answer.show(answer.nouns[:MOST_ANSWER_WORDS])


def same_topic(asked: FollowUpQuestion) -> list[str]:
    """What the user named in the last turns, with times and numbers."""
    return told(chain_of(asked), nouns)
