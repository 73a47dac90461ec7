"""Resolves questions about listed options: the second, the other one, which of them, yes."""

from collections.abc import Iterable, Sequence

from recollect.conversations.keywords import ParsedTurn, within
from recollect.conversations.options import Option, options_of
from recollect.conversations.topic import (
    DEPTH,
    MAX_ANSWER_WORDS,
    FollowUpQuestion,
    answer_names,
    chain_of,
    same_topic,
    topic,
)


def _latest_options(question: FollowUpQuestion) -> tuple[ParsedTurn, list[Option]] | None:
    for exchange in question.exchanges[:DEPTH]:
        for turn in exchange.turns:
            options = options_of(turn)
            if len(options) > 1:
                return turn, options
    return None


def _topic_without(
    question: FollowUpQuestion, others: Iterable[Option], kept: Option | None = None
) -> list[str]:
    """The words of the topic, without those of the other options."""
    protected = {word.lower for word in kept.words} if kept else set[str]()
    excluded = {word.lower for option in others for word in option.words} - protected
    phrases = []
    for exchange in chain_of(question):
        phrases += exchange.user.phrases(w for w in exchange.user.nouns if w.lower not in excluded)
    return phrases


def ordinal(question: FollowUpQuestion) -> list[str]:
    """The option with this number and the topic, without the other options."""
    listed = _latest_options(question)
    number = _number(question)
    if listed is None or number is None:
        return topic(question)
    turn, options = listed
    index = number - 1 if number > 0 else number
    if not -len(options) <= index < len(options):
        return topic(question)
    chosen = options[index]
    others = [option for option in options if option is not chosen]
    return turn.phrases(chosen.words) + _topic_without(question, others, chosen)


def _number(question: FollowUpQuestion) -> int | None:
    known = question.language.ordinals
    detail = question.follow_up.detail
    if detail.isdigit():
        return int(detail)
    return known.get(detail) or next(
        (n for word, n in known.items() if len(word) > 1 and detail.startswith(word)), None
    )


def other_one(question: FollowUpQuestion) -> list[str]:
    """The option that was not mentioned last."""
    listed = _latest_options(question)
    if listed is None:
        return topic(question)
    turn, options = listed
    later = (
        question.last.answer
        if question.last.answer and question.last.answer is not turn
        else question.last.user
    )
    mentioned = [word.lower for word in later.words]
    left = [option for option in options if not _is_mentioned(option, options, mentioned)]
    if not left or len(left) == len(options):
        return topic(question) + [phrase for o in options for phrase in turn.phrases(o.words)]
    others = [option for option in options if option not in left]
    phrases = [phrase for option in left for phrase in turn.phrases(option.words)]
    return phrases + _topic_without(
        question, others, Option(tuple(w for o in left for w in o.words))
    )


def _is_mentioned(option: Option, options: Sequence[Option], mentioned: Sequence[str]) -> bool:
    """Whether a word that only this option has is among those mentioned."""
    shared = {word.lower for other in options if other is not option for word in other.words}
    return any(word.lower in mentioned for word in option.words if word.lower not in shared)


def among(question: FollowUpQuestion) -> list[str]:
    """All listed options, with the topic that they belong to."""
    listed = _latest_options(question)
    phrases = [p for o in listed[1] for p in listed[0].phrases(o.words)] if listed else []
    if listed and listed[0] not in question.last.turns:
        phrases = []
    if not phrases and question.last.answer:
        phrases = question.last.answer.phrases(question.last.answer.nouns[:MAX_ANSWER_WORDS])
    return same_topic(question) + phrases + answer_names(question.last)


def choice(question: FollowUpQuestion) -> list[str]:
    """The chosen option with its context, without the other options."""
    answer = question.last.answer
    if answer is None:
        return topic(question)
    options = options_of(answer)
    chosen = [option for option in options if any(map(option.has_word, question.own_words))]
    if not chosen:
        return topic(question)
    kept = Option(tuple(word for option in chosen for word in option.words))
    others = [option for option in options if option not in chosen]
    excluded = {word.lower for option in others for word in option.words} - {
        w.lower for w in kept.words
    }
    rest = [
        w for w in answer.nouns if w.lower not in excluded and w.lower not in question.own_words
    ]
    in_choice = [s for s in answer.sentences if within(kept.words, s)]
    rest = [w for w in rest if w in kept.words or not any(within([w], s) for s in in_choice)]
    return _topic_without(question, others, kept) + answer.phrases(rest)


def yes(question: FollowUpQuestion) -> list[str]:
    """The content words of the offer that the user accepts."""
    answer = question.last.answer
    if answer is None:
        return topic(question)
    offers = [span for span in answer.sentences if "?" in answer.text[slice(*span)]]
    words = [word for span in offers[-1:] for word in within(answer.content, span)]
    return answer.phrases(words) + question.last.user.noun_phrases
