"""Before a proposal is believed: is it new, a repetition, a change, or does it contradict what is known?

In doubt nothing is merged and nothing ended: both stay, and where both cannot be true the pair is listed for a person.
"""

from collections.abc import Sequence
from typing import Final

from recollect.domain.entry import Entry
from recollect.domain.learning import Proposal
from recollect.domain.marks import SINGLE_VALUED
from recollect.domain.similarity import jaccard, stems_of, words_of
from recollect.learning.compare import Link, Minds, Said, compare
from recollect.learning.known import Known
from recollect.learning.verdict import (
    Duplicate,
    NeedsReview,
    New,
    Refused,
    Supersedes,
    Verdict,
    VerifyRules,
)

# With this share of their words in common two memories say the same.
_ALIKE: Final = 0.5
# So many of the latest values of an attribute are compared.
_STATED: Final = 3


def decide(said: Said, known: Known, rules: VerifyRules, minds: Minds) -> Verdict:
    """What becomes of a statement, given what is known."""
    new = said.new
    problem = _problem(new)
    if problem:
        return Refused(problem)
    if not rules.enabled:
        return New()
    keyed = known.keyed(new.kind, new.key)
    if keyed is not None:
        changed = new.content != keyed.content and not keyed.edited
        return Duplicate(keyed, new.content if changed else None)
    if new.key is not None:
        return New()
    if rules.mode == "seed":
        return _by_seed(new, known, rules, minds)
    return _careful(said, known, minds)


def candidates(said: Said, known: Known, minds: Minds) -> list[Entry]:
    """The memories that the statement, or the message it stands in, may have to do with."""
    found = known.near(said.new.content, minds.embed)
    if said.new.tentative:
        found = known.near(said.message, minds.embed)
    single = said.new.attribute in SINGLE_VALUED
    stated = known.stating(said.new.attribute or "")[:_STATED] if single else []
    return list({entry.id: entry for entry in (*stated, *found)}.values())


def _problem(new: Proposal) -> str | None:
    if not words_of(new.content):
        return "it says nothing"
    if not new.quote.strip() or new.end - new.start != len(new.quote):
        return "its quote is not what stands at its place"
    if new.valid_from and new.valid_until and new.valid_until < new.valid_from:
        return "it ends before it begins"
    return None


def _careful(said: Said, known: Known, minds: Minds) -> Verdict:
    links: dict[Link, list[tuple[float, Entry]]] = {link: [] for link in Link}
    for old in candidates(said, known, minds):
        made = compare(said, old, minds)
        links[made.link].append((made.over, old))
    over = _meant(said.new, links[Link.REPLACES])
    for link in (Link.SAME, Link.MORE, Link.LESS):
        for _, one in links[link][:1]:
            fuller = said.new.content if link is Link.MORE else None
            return Duplicate(one, fuller, over, less=link is Link.LESS)
    if over:
        return Supersedes(over)
    if links[Link.REPLACED]:
        return New(_oldest_first([one for _, one in links[Link.REPLACED]])[-1])
    doubts = [pair for pair in links[Link.UNCLEAR] if not _is_asked_by(said.new, pair[1], known)]
    unclear = sorted(doubts, key=lambda pair: (-pair[0], pair[1].id))
    return NeedsReview((unclear[0][1],)) if unclear else New()


def _is_asked_by(new: Proposal, old: Entry, known: Known) -> bool:
    """Whether something else in the same message doubts a memory already: one question is enough."""
    rivals = (known.get(name) for name in old.rivals)
    return any(one and one.source and one.source.turn_id == new.turn_id for one in rivals)


def _meant(new: Proposal, over: Sequence[tuple[float, Entry]]) -> tuple[Entry, ...]:
    """Of the memories that a statement seems to end: the surest, and those that say the same as it."""
    if not over:
        return ()
    _, surest = max(over, key=lambda pair: (pair[0], pair[1].id))
    return _oldest_first([one for _, one in over if _says_the_same(one, surest, new)])


def _says_the_same(one: Entry, surest: Entry, new: Proposal) -> bool:
    if one.id == surest.id or (one.attribute and one.attribute == new.attribute):
        return True
    mine, theirs = stems_of(one.content), stems_of(surest.content)
    return len(mine & theirs) >= _ALIKE * min(len(mine), len(theirs))


def _by_seed(new: Proposal, known: Known, rules: VerifyRules, minds: Minds) -> Verdict:
    """The seed's own rules: the share of words, and the cosine."""
    words = words_of(new.content)
    sharing = [one for one in known.sharing(words) if one.key is None]
    shares = sorted(
        ((jaccard(words, words_of(one.content)), one) for one in sharing),
        key=lambda pair: (-pair[0], pair[1].id),
    )
    for share, one in shares:
        if share > rules.duplicate_words:
            return Duplicate(one)
    for one in known.near(new.content, minds.embed):
        if known.likeness(new.content, one, minds.embed) > rules.duplicate_meaning:
            return Duplicate(one)
    over = [
        one for share, one in shares if share > rules.contradiction_words and one.kind is new.kind
    ]
    return Supersedes(_oldest_first(over)) if over else New()


def _oldest_first(entries: Sequence[Entry]) -> tuple[Entry, ...]:
    return tuple(sorted(entries, key=lambda one: (one.recorded_at, one.id)))
