"""Before a proposal is believed: is it new, a repetition, a change, or does it contradict what is known?

Everything here is decided by words and numbers, and by a reader that is asked about what they leave open; the same
every time. In doubt nothing is merged and nothing replaced: both stay, and where both cannot be true the pair is listed
for a person to decide.
"""

from collections.abc import Callable, Iterable, Sequence
from datetime import datetime

from recollect.learn.claim import Claim, proposed
from recollect.learn.claim import known as known_claim
from recollect.learn.second_look import Pair, looked_again
from recollect.learn.stand import may_concern, stand
from recollect.learn.standing import Stand
from recollect.learn.verdict import (
    Duplicate,
    Likeness,
    NeedsReview,
    New,
    Refused,
    Supersedes,
    Verdict,
    VerifyRules,
)
from recollect.model.entry import Entry
from recollect.model.learning import Proposal
from recollect.model.ports import Comparer
from recollect.model.similarity import jaccard, words_of


def verify(
    new: Proposal,
    known: Sequence[Entry],
    *,
    at: datetime,
    likeness: Likeness | None = None,
    rules: VerifyRules,
    claim: Callable[[Entry], Claim] = known_claim,
    comparer: Comparer | None = None,
) -> Verdict:
    """What becomes of a statement made `at` that time, given the active memories it may have to do with.

    `claim` says how a memory is read; whoever has read them all before gives theirs. `comparer` is asked about what
    the words leave open.
    """
    problem = _problem(new)
    if problem:
        return Refused(problem)
    if not rules.enabled:
        return New()
    keyed = [one for one in known if new.key is not None and _key(one) == (new.kind, new.key)]
    if keyed:
        changed = new.content != keyed[0].content and not keyed[0].edited
        return Duplicate(keyed[0], new.content if changed else None)
    unkeyed = [one for one in known if one.key is None] if new.key is None else []
    if rules.mode == "seed":
        return _bare(new, unkeyed, likeness, rules)
    read = [(one, claim(one)) for one in unkeyed if may_concern(new, one)]
    mine = proposed(new, at)
    pairs = [
        Pair(one, old, stand(mine, one, old, likeness, rules))
        for one, old in read
        if mine.says_so or not (one_message(new, one) and _two_things(mine, old))
    ]
    if comparer:
        pairs = list(looked_again(new.content, mine, pairs, comparer))
    return _careful(new, mine, pairs)


def one_message(new: Proposal, one: Entry) -> bool:
    """Whether a memory came from the message that this was said in."""
    return one.source is not None and one.source.turn_id == new.turn_id


def _two_things(claim: Claim, old: Claim) -> bool:
    """Whether they were said at one time and are not the same: who tells two things in one breath means both."""
    return claim.at == old.at and claim.statement.words != old.statement.words


def _problem(new: Proposal) -> str | None:
    if not words_of(new.content):
        return "it says nothing"
    if not new.quote.strip() or new.end - new.start != len(new.quote):
        return "its quote is not what stands at its place"
    if new.valid_from and new.valid_until and new.valid_until < new.valid_from:
        return "it ends before it begins"
    return None


def _key(entry: Entry) -> tuple[str, str | None]:
    return entry.kind, entry.key


def _bare(
    new: Proposal, known: Sequence[Entry], likeness: Likeness | None, rules: VerifyRules
) -> Verdict:
    """The rules of the seed as they stand."""
    words = words_of(new.content)
    shares = [(jaccard(words, words_of(one.content)), one) for one in known]
    for share, one in sorted(shares, key=lambda pair: (-pair[0], pair[1].id)):
        if share > rules.duplicate_words:
            return Duplicate(one)
    alike = [(likeness(one), one) for one in known] if likeness else []
    for meaning, one in sorted(alike, key=lambda pair: (-pair[0], pair[1].id)):
        if meaning > rules.duplicate_meaning:
            return Duplicate(one)
    over = [
        one for share, one in shares if share > rules.contradiction_words and one.kind is new.kind
    ]
    return Supersedes(_ordered(over)) if over else New()


def _careful(new: Proposal, claim: Claim, pairs: Iterable[Pair]) -> Verdict:
    stands: dict[Stand, list[Entry]] = {how: [] for how in Stand}
    for pair in pairs:
        stands[pair.stand].append(pair.entry)
    if claim.statement.cancels and len(stands[Stand.REPLACES]) > 1:
        # One was called off, and the words do not say which.
        stands[Stand.DOUBTFUL] += stands[Stand.REPLACES]
        stands[Stand.REPLACES] = []
    if not stands[Stand.REPLACES]:
        # People take back what they said last.
        stands[Stand.REPLACES] = list(_ordered(stands[Stand.CORRECTS])[-1:])
    over, beside = _ordered(stands[Stand.REPLACES]), _ordered(stands[Stand.DOUBTFUL])
    for how in (Stand.SAME, Stand.MORE, Stand.LESS):
        for one in _ordered(stands[how])[:1]:
            fuller = new.content if how is Stand.MORE else None
            return Duplicate(one, fuller, over, less=how is Stand.LESS)
    if over:
        return Supersedes(over, beside)
    if stands[Stand.REPLACED]:
        return New(_latest(stands[Stand.REPLACED]))
    return NeedsReview(beside) if beside else New()


def _ordered(entries: Sequence[Entry]) -> tuple[Entry, ...]:
    return tuple(sorted(entries, key=lambda one: (one.recorded_at, one.id)))


def _latest(entries: Sequence[Entry]) -> Entry:
    return _ordered(entries)[-1]
