"""Questions about one of several things: the second, the other one, which of them, a choice, a yes."""

from collections.abc import Iterable, Sequence

from recollect.conversations.keywords import Turned, within
from recollect.conversations.options import Option, options_of
from recollect.conversations.topic import (
    DEPTH,
    MOST_ANSWER_WORDS,
    FollowUpQuestion,
    answered,
    chain_of,
    nouns,
    told,
    topic,
)


def _offered(asked: FollowUpQuestion) -> tuple[Turned, list[Option]] | None:
    for exchange in asked.exchanges[:DEPTH]:
        for turn in exchange.turns:
            options = options_of(turn)
            if len(options) > 1:
                return turn, options
    return None


def _without(
    asked: FollowUpQuestion, others: Iterable[Option], kept: Option | None = None
) -> list[str]:
    """The topic's words, less those of the options not meant."""
    keep = {word.lower for word in kept.words} if kept else set[str]()
    gone = {word.lower for option in others for word in option.words} - keep
    phrases = []
    for exchange in chain_of(asked):
        phrases += exchange.user.show(w for w in exchange.user.nouns if w.lower not in gone)
    return phrases


def ordinal(asked: FollowUpQuestion) -> list[str]:
    """The thing of this number, with the topic and without the others."""
    offered = _offered(asked)
    number = _number(asked)
    if offered is None or number is None:
        return topic(asked)
    turn, options = offered
    place = number - 1 if number > 0 else number
    if not -len(options) <= place < len(options):
        return topic(asked)
    chosen = options[place]
    others = [option for option in options if option is not chosen]
    return turn.show(chosen.words) + _without(asked, others, chosen)


def _number(asked: FollowUpQuestion) -> int | None:
    known = asked.language.ordinals
    detail = asked.found.detail
    if detail.isdigit():
        return int(detail)
    return known.get(detail) or next(
        (n for word, n in known.items() if len(word) > 1 and detail.startswith(word)), None
    )


def other_one(asked: FollowUpQuestion) -> list[str]:
    """Of two things, the one that was not spoken of last."""
    offered = _offered(asked)
    if offered is None:
        return topic(asked)
    turn, options = offered
    later = (
        asked.last.answer
        if asked.last.answer and asked.last.answer is not turn
        else asked.last.user
    )
    said = [word.lower for word in later.words]
    left = [option for option in options if not _spoken_of(option, options, said)]
    if not left or len(left) == len(options):
        return topic(asked) + [phrase for o in options for phrase in turn.show(o.words)]
    others = [option for option in options if option not in left]
    mine = [phrase for option in left for phrase in turn.show(option.words)]
    return mine + _without(asked, others, Option(tuple(w for o in left for w in o.words)))


def _spoken_of(option: Option, options: Sequence[Option], said: Sequence[str]) -> bool:
    """Whether a word that only this option has was said."""
    rest = {word.lower for other in options if other is not option for word in other.words}
    return any(word.lower in said for word in option.words if word.lower not in rest)


def among(asked: FollowUpQuestion) -> list[str]:
    """All the things that were lined up, with what they were asked for."""
    offered = _offered(asked)
    listed = [p for o in offered[1] for p in offered[0].show(o.words)] if offered else []
    if offered and offered[0] not in asked.last.turns:
        listed = []
    if not listed and asked.last.answer:
        listed = asked.last.answer.show(asked.last.answer.nouns[:MOST_ANSWER_WORDS])
    return told(chain_of(asked), nouns) + listed + answered(asked.last)


def choice(asked: FollowUpQuestion) -> list[str]:
    """What was chosen from, without what was not chosen."""
    answer = asked.last.answer
    if answer is None:
        return topic(asked)
    options = options_of(answer)
    chosen = [option for option in options if any(map(option.says, asked.own))]
    if not chosen:
        return topic(asked)
    kept = Option(tuple(word for option in chosen for word in option.words))
    others = [option for option in options if option not in chosen]
    gone = {word.lower for option in others for word in option.words} - {
        w.lower for w in kept.words
    }
    rest = [w for w in answer.nouns if w.lower not in gone and w.lower not in asked.own]
    in_choice = [s for s in answer.sentences if within(kept.words, s)]
    rest = [w for w in rest if w in kept.words or not any(within([w], s) for s in in_choice)]
    return _without(asked, others, kept) + answer.show(rest)


def yes(asked: FollowUpQuestion) -> list[str]:
    """What was offered, in the words of the offer."""
    answer = asked.last.answer
    if answer is None:
        return topic(asked)
    offers = [span for span in answer.sentences if "?" in answer.text[slice(*span)]]
    said = [word for span in offers[-1:] for word in within(answer.content, span)]
    return answer.show(said) + told(chain_of(asked)[:1], nouns)
