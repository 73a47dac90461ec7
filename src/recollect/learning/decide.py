"""Decides what a proposal is: new, a repetition, a change, or a contradiction.

When in doubt, nothing is merged or ended: both stay, and if they cannot both be true they are
listed for review.
"""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Final, Literal

from recollect.domain.entry import Entry
from recollect.domain.learning import Proposal
from recollect.domain.marks import SINGLE_VALUED
from recollect.domain.provenance import TrustLevel, is_below
from recollect.domain.similarity import jaccard, stems_of, words_of
from recollect.extraction.attributes import NUMERIC
from recollect.languages.detect import detect
from recollect.languages.sentences import sentences
from recollect.languages.words import names_speaker, refers_back, starts_with_thing
from recollect.learning.compare import SHORT, ComparisonModels, Outcome, ProposalInContext, compare
from recollect.learning.health import leaves_something
from recollect.learning.joined_parts import content_stems, says_more
from recollect.learning.memory_index import MemoryIndex
from recollect.learning.partial_correction import corrects_in_part
from recollect.learning.relations import leaves_relation
from recollect.learning.statement_words import numbers_and_names

# Two memories that share this part of their words say the same.
_ALIKE: Final = 0.5
# People do other things there too.
_PLACES: Final = frozenset({"home", "employer"})
# How many of the latest values of an attribute are compared.
_STATED: Final = 3


@dataclass(frozen=True, slots=True, kw_only=True)
class VerifyRules:
    """The settings of verification."""

    enabled: bool = True
    mode: Literal["careful", "seed"] = "careful"
    duplicate_words: float = 0.6
    duplicate_meaning: float = 0.85
    contradiction_words: float = 0.3
    # Metadata keys that memories take over from their turn.
    inherited_metadata: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class New:
    """Keep it as a new memory, already superseded by `past` if something later replaced it."""

    past: Entry | None = None


@dataclass(frozen=True, slots=True)
class Duplicate:
    """It repeats a memory, which is reinforced; `fuller` is its new content if it says more.

    `ends` are other memories that it ends; `says_less` means that the memory says more than it.
    """

    of: Entry
    fuller: str | None = None
    ends: tuple[Entry, ...] = ()
    says_less: bool = False


@dataclass(frozen=True, slots=True)
class Supersedes:
    """Keep it and end these memories; of `corrected` it replaces only a part, and they stay."""

    of: tuple[Entry, ...]
    corrected: tuple[Entry, ...] = ()


@dataclass(frozen=True, slots=True)
class NeedsReview:
    """Keep it and these memories, although they cannot all be true."""

    rivals: tuple[Entry, ...]


@dataclass(frozen=True, slots=True)
class Refused:
    """Do not keep it."""


Verdict = New | Duplicate | Supersedes | NeedsReview | Refused


def decide(
    incoming: ProposalInContext, index: MemoryIndex, rules: VerifyRules, models: ComparisonModels
) -> Verdict:
    """The verdict on a statement, given the known memories."""
    proposal = incoming.proposal
    if not _is_valid(proposal):
        return Refused()
    if not rules.enabled:
        return New()
    keyed = index.by_key(proposal.kind, proposal.key)
    if keyed is not None:
        changed = proposal.content != keyed.content and not keyed.edited
        return Duplicate(keyed, proposal.content if changed else None)
    if proposal.key is not None:
        return New()
    if rules.mode == "seed":
        return _decide_like_seed(proposal, index, rules, models)
    return _decide_carefully(incoming, index, models)


def candidates(
    incoming: ProposalInContext, index: MemoryIndex, models: ComparisonModels
) -> list[Entry]:
    """The memories that the statement, or its message, may relate to."""
    # An instruction is changed in its own words, and embedding every message takes time.
    embed = None if incoming.proposal.only_instructions else models.embed
    text = incoming.message if incoming.proposal.tentative else incoming.proposal.content
    found = index.near(text, embed)
    single = incoming.proposal.attribute in SINGLE_VALUED
    stated = index.with_attribute(incoming.proposal.attribute or "")[:_STATED] if single else []
    return list({entry.id: entry for entry in (*stated, *found)}.values())


def _is_valid(proposal: Proposal) -> bool:
    """Whether it says something, has a quote, and does not end before it begins."""
    begins, ends = proposal.valid_from, proposal.valid_until
    has_quote = proposal.quote.strip() and proposal.end - proposal.start == len(proposal.quote)
    in_order = begins is None or ends is None or begins <= ends
    return bool(words_of(proposal.content) and has_quote and in_order)


def _decide_carefully(
    incoming: ProposalInContext, index: MemoryIndex, models: ComparisonModels
) -> Verdict:
    outcomes: dict[Outcome, list[tuple[float, Entry]]] = {outcome: [] for outcome in Outcome}
    in_part: set[str] = set()
    for old in candidates(incoming, index, models):
        comparison = compare(incoming, old, models)
        outcomes[comparison.outcome].append((comparison.certainty, old))
        in_part |= {old.id} if comparison.in_part else set()
    replaced = _ended_by(incoming.proposal, outcomes[Outcome.REPLACES])
    corrected = tuple(
        old for old in replaced if old.id in in_part or _corrects_in_part(incoming.proposal, old)
    )
    ended = tuple(old for old in replaced if old not in corrected)
    for outcome in (Outcome.SAME, Outcome.MORE, Outcome.LESS):
        for _, entry in outcomes[outcome]:
            fuller = incoming.proposal.content if outcome is Outcome.MORE else None
            return Duplicate(entry, fuller, ended, says_less=outcome is Outcome.LESS)
    if ended or corrected:
        return Supersedes(ended, corrected)
    if outcomes[Outcome.REPLACED]:
        return New(_oldest_first([entry for _, entry in outcomes[Outcome.REPLACED]])[-1])
    unclear = sorted(outcomes[Outcome.UNCLEAR], key=lambda pair: (-pair[0], pair[1].id))
    for _, entry in unclear:
        if says_more(entry.content, incoming.proposal.quote):
            return Supersedes((), (entry,))
        if not _is_already_disputed(incoming.proposal, entry, index):
            return NeedsReview((entry,))
    # It is worth keeping, although it ends nothing yet.
    is_kept = incoming.proposal.tentative and outcomes[Outcome.LATER]
    return Supersedes(()) if is_kept else New()


def _is_already_disputed(proposal: Proposal, old: Entry, index: MemoryIndex) -> bool:
    """Whether another statement of the same message already disputes it: one question is enough."""
    rivals = (index.get(name) for name in old.rivals)
    return any(
        rival and rival.source and rival.source.turn_id == proposal.turn_id for rival in rivals
    )


def _ended_by(proposal: Proposal, candidates: Sequence[tuple[float, Entry]]) -> tuple[Entry, ...]:
    """Of the memories a statement seems to end: the surest, and those that say the same.

    One that it names goes before one that is only alike.
    """
    if not candidates:
        return ()
    said = content_stems(proposal.quote)
    _, surest = max(
        candidates,
        key=lambda pair: (not said.isdisjoint(content_stems(pair[1].content)), pair[0], pair[1].id),
    )
    return _oldest_first(
        [entry for _, entry in candidates if _says_the_same(entry, surest, proposal)]
    )


def _corrects_in_part(proposal: Proposal, old: Entry) -> bool:
    """Whether it corrects one value of a memory; a short one with an attribute says no more."""
    same = proposal.attribute is not None and proposal.attribute == old.attribute
    is_short = len(old.content.split()) <= SHORT
    is_number = proposal.attribute in NUMERIC
    return (
        says_more(old.content, proposal.quote)
        or _says_something_else(old, proposal.quote)
        or leaves_something(proposal, old)
        or leaves_relation(proposal, old)
        or (
            (proposal.attribute == "birthday" or not (same and is_short))
            and corrects_in_part(proposal.quote, old.content, is_number=is_number)
        )
    )


def _says_something_else(old: Entry, statement: str) -> bool:
    """Whether a memory, unless it is a plan, also has what no statement about its value ends.

    After a move, the cat of "I live in Leeds with my cat Miso" is still there, and after "he is no
    pilot any more" his wife in the next sentence.
    """
    if old.valid_from is not None:
        return False
    _, _, besides = old.content.partition(old.value or old.content)
    if old.attribute in _PLACES and names_speaker(besides) and numbers_and_names(besides):
        return True
    parts = [old.content[start:end] for start, end in sentences(old.content)]
    others = [content_stems(part) | numbers_and_names(part) for part in parts if len(parts) > 1]
    said = content_stems(statement)
    others += _own_clauses(old.content) if said & content_stems(old.content) else []
    return any(part and part.isdisjoint(said) for part in others)


def _own_clauses(text: str) -> list[frozenset[str]]:
    """The stems of each clause between commas that is clear alone: "the blender is broken"."""
    language = detect(text, None) or ""
    clauses = [clause.split() for clause in re.split("[,;]", text) if language and clause.strip()]
    stems = [
        content_stems(" ".join(words))
        for words in clauses
        if names_speaker(words[0]) or starts_with_thing(" ".join(words), language)
        if not any(map(refers_back, words))
    ]
    return [each for each in stems if len(each) > 1]


def _says_the_same(entry: Entry, surest: Entry, proposal: Proposal) -> bool:
    if entry.id == surest.id or (entry.attribute and entry.attribute == proposal.attribute):
        return True
    stems, surest_stems = stems_of(entry.content), stems_of(surest.content)
    return len(stems & surest_stems) >= _ALIKE * min(len(stems), len(surest_stems))


def _decide_like_seed(
    proposal: Proposal, index: MemoryIndex, rules: VerifyRules, models: ComparisonModels
) -> Verdict:
    """The rules of the original implementation: word overlap and cosine similarity."""
    words = words_of(proposal.content)
    sharing = [entry for entry in index.sharing_words(words) if entry.key is None]
    shares = sorted(
        ((jaccard(words, words_of(entry.content)), entry) for entry in sharing),
        key=lambda pair: (-pair[0], pair[1].id),
    )
    for share, entry in shares:
        if share > rules.duplicate_words:
            return Duplicate(entry)
    for entry in index.near(proposal.content, models.embed):
        if index.cosine(proposal.content, entry, models.embed) > rules.duplicate_meaning:
            return Duplicate(entry)
    contradicted = [
        entry
        for share, entry in shares
        if share > rules.contradiction_words and entry.kind is proposal.kind
    ]
    return Supersedes(_oldest_first(contradicted)) if contradicted else New()


def _oldest_first(entries: Sequence[Entry]) -> tuple[Entry, ...]:
    return tuple(sorted(entries, key=lambda entry: (entry.recorded_at, entry.id)))


def keep_trusted(verdict: Verdict, trust: TrustLevel) -> Verdict:
    """The verdict on a statement that is believed so far, without what it may not do.

    Third-party text that meets the user's own word goes nowhere. What an assistant noted or a file
    brought is asked about instead of ending it.
    """
    match verdict:
        case Supersedes(of=ended, corrected=corrected):
            return _ending(ended, corrected, trust)
        case Duplicate(of=known) if is_below(trust, known.trust):
            # It is known already, on better authority.
            return Refused()
        case Duplicate(ends=ended):
            return replace(verdict, ends=_free(ended, trust))
        case NeedsReview(rivals=rivals):
            return _asking(rivals, trust)
        case New() | Refused():
            return verdict


def _ending(ended: tuple[Entry, ...], corrected: tuple[Entry, ...], trust: TrustLevel) -> Verdict:
    allowed = Supersedes(_free(ended, trust), _free(corrected, trust))
    return allowed if allowed.of or allowed.corrected else _asking((*ended, *corrected), trust)


def _free(entries: Iterable[Entry], trust: TrustLevel) -> tuple[Entry, ...]:
    return tuple(entry for entry in entries if not (entry.pinned or is_below(trust, entry.trust)))


def _asking(rivals: Iterable[Entry], trust: TrustLevel) -> Verdict:
    """A person decides, unless it is the word of a stranger against the user's."""
    rivals = tuple(rivals)
    believed = any(is_below(trust, rival.trust) for rival in rivals)
    return Refused() if trust is TrustLevel.LOW and believed else NeedsReview(rivals)
