"""Compares a new statement with a memory: by closed attributes, by the reader model, and by guards.

The reader model judges meaning. The guards make sure that nothing is merged that differs in a
number, a name or a "not", and that a statement about one person never ends a memory about another.
"""

import re
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta
from enum import StrEnum
from typing import Final

from recollect.domain.entry import Entry, Kind
from recollect.domain.learning import Proposal
from recollect.domain.marks import SINGLE_VALUED, Relation
from recollect.domain.ports import MessageReader
from recollect.domain.similarity import stems_of
from recollect.languages.endings import says_it_ended
from recollect.languages.subjects import same_subject
from recollect.languages.words import says_moved
from recollect.learning import instructions, partial_correction
from recollect.learning import statement_words as words
from recollect.learning.health import may_end, stops_medicine
from recollect.learning.joined_parts import content_stems, joined_parts
from recollect.learning.memory_index import Embed
from recollect.learning.relations import ends_partnership, leaves_relation, says_only_relation

# Minimum reader probabilities: that both say the same; that the older one is over, also when
# nothing else was said; that a person has to decide. On the test set in tests/learning/fixture,
# 0.95 ends 31 of 93 changes and wrongly ends 13 of about 640 memories; 0.9 ends 38 and 21.
_SAME: Final = 0.6
REPLACES: Final = 0.95
REPLACES_PLAIN_MESSAGE: Final = 0.8
REPLACES_SAME_TOPIC: Final = 0.9
REPLACES_OTHER_TOPIC: Final = 0.97
REPLACES_VALUE: Final = 0.25
ASK: Final = 0.85
_LIKELY: Final = 0.5
# Below this score for the statement alone, no score for the whole message makes it a change,
# because their mean counts.
_MIN_STATEMENT_SCORE: Final = 2 * ASK - 1
# A message that changes something with a lower probability is not compared with what it does not
# name.
_CHANGES: Final = 0.2
# A statement this short states its attribute and little else.
SHORT: Final = 8
# A quote that covers this share of its message is all that was said.
_WHOLE_MESSAGE_SHARE: Final = 0.6
# Both values are kept if the reader is this sure that they coexist, such as a nickname and a name.
# The limit is higher for a home, because people usually have one.
_COEXISTS: Final = 0.6
_HOMES_COEXIST: Final = 0.95
# Who moved longer ago may have come back since.
_LATELY: Final = timedelta(days=31)
# People who name another one of these in the same words have no longer the first.
_ONE_AT_A_TIME: Final = frozenset({"home", "employer", "partner", "manager"})
# A repetition may add at most this many new words; more of them add information.
_NEW_WORDS: Final = 2


class Outcome(StrEnum):
    """How a new statement relates to a memory."""

    SAME = "same"
    MORE = "more"
    LESS = "less"
    REPLACES = "replaces"
    REPLACED = "replaced"
    # It will replace it on a day to come, or does until then.
    LATER = "later"
    UNCLEAR = "unclear"
    APART = "apart"


@dataclass(frozen=True, slots=True)
class ComparisonModels:
    """The models that judge similarity and meaning; either may be missing."""

    reader: MessageReader | None = None
    embed: Embed | None = None


@dataclass(frozen=True, slots=True)
class ProposalInContext:
    """A proposal with the message that contains it and the time it was said."""

    proposal: Proposal
    message: str
    at: datetime
    # How the message affects memories, by content: cached, because a message may yield several
    # proposals.
    affected: dict[str, Relation] = field(default_factory=dict)
    conversation: str = ""

    def affect(self, old: Entry, reader: MessageReader) -> Relation:
        """How the message affects a memory."""
        if old.content not in self.affected:
            self.affected[old.content] = reader.affect(old.content, self.message)
        return self.affected[old.content]


@dataclass(frozen=True, slots=True)
class Comparison:
    """How a statement relates to a memory, and how surely it ends it."""

    outcome: Outcome
    certainty: float = 0.0
    # Whether only a part of the memory was compared.
    in_part: bool = False


def compare(incoming: ProposalInContext, old: Entry, models: ComparisonModels) -> Comparison:
    """How a new statement relates to a memory of the same agent."""
    proposal = incoming.proposal
    if _repeats(proposal, old):
        return Comparison(Outcome.SAME)
    if _is_from_same_message(proposal, old) or not _may_concern(incoming, old):
        return Comparison(Outcome.APART)
    corrects = instructions.takes_back(incoming.message)
    difference = instructions.contrast_with(old, proposal, corrects=corrects)
    if difference == "topic":
        return Comparison(Outcome.APART)
    if difference in {"value", "part"}:
        # "Answer in English" may be for once, after "always answer in German".
        lasts, lasted = map(instructions.is_lasting, (proposal.quote, old.content))
        is_rule = not proposal.only_instructions or lasts or corrects or not lasted
        outcome = Outcome.REPLACES if is_rule else Outcome.UNCLEAR
        is_part = difference == "part"
        return Comparison(_with_time_order(outcome, incoming, old), 1.0, in_part=is_part)
    comparison = _compare_values_and_meaning(incoming, old, models)
    is_change = comparison.outcome in {Outcome.REPLACES, Outcome.UNCLEAR}
    is_other = is_change and (
        not may_end(incoming.message, old)
        or _is_about_something_else(incoming, old)
        or (leaves_relation(proposal, old) and says_only_relation(proposal, old))
        or partial_correction.ends_something_else(proposal.quote, words.in_own_words(old))
        or partial_correction.denies_another(proposal.quote, old.content)
    )
    another = proposal.standing and words.differs_in_one_word(proposal.quote, old.content)
    may_end_it = difference == "means" or instructions.names_all(proposal, old)
    asked = {Outcome.SAME: another and difference, Outcome.APART: may_end_it}
    unsure = difference or instructions.may_leave(proposal, old)
    unsure = unsure or partial_correction.leaves_object(proposal.quote, words.in_own_words(old))
    if (unsure and not is_other) if is_change else asked.get(comparison.outcome):
        return replace(comparison, outcome=_with_time_order(Outcome.UNCLEAR, incoming, old))
    return Comparison(Outcome.APART) if is_other else comparison


def _compare_values_and_meaning(
    incoming: ProposalInContext, old: Entry, models: ComparisonModels
) -> Comparison:
    part = partial_correction.part_with_attribute(incoming.proposal, old, models.reader)
    two_values = _has_two_values(incoming, part or old)
    if models.reader is None:
        outcome = Outcome.REPLACES if two_values else Outcome.APART
        return Comparison(_with_time_order(outcome, incoming, old), 1.0, in_part=part is not None)
    compared = part if part and two_values else old
    comparison = _compare_meaning(incoming, compared, models.reader, two_values=two_values)
    return replace(comparison, in_part=compared is part)


def _compare_meaning(
    incoming: ProposalInContext, old: Entry, reader: MessageReader, *, two_values: bool
) -> Comparison:
    quote = incoming.proposal.quote
    corrects = instructions.takes_back(incoming.message)
    near = words.is_same_topic(quote, old.content) or stops_medicine(quote, old)
    near = near or partial_correction.denies(quote, old, corrects=corrects)
    same_words = two_values and _names_another(incoming.proposal, old)
    if same_words or partial_correction.repeats_ended(quote, old) or ends_partnership(quote, old):
        return Comparison(_with_time_order(Outcome.REPLACES, incoming, old), 1.0)
    if not near and not two_values and not _is_whole_message(incoming):
        return _compare_other_topic(incoming, old, reader)
    alone = reader.compare(old.content, quote)
    if near and not two_values and alone.coexists < _COEXISTS:
        for judge in (_negation_outcome, _repetition_outcome):
            outcome = judge(incoming, old, alone)
            if outcome is not None:
                return Comparison(_with_time_order(outcome, incoming, old), 1.0)
    either = _is_whole_message(incoming) or words.is_same_but_for_a_number(quote, old.content)
    either = near and either
    if not either and not two_values and alone.replaces + alone.contradicts < _MIN_STATEMENT_SCORE:
        return Comparison(Outcome.APART)
    certainty, doubt = _reader_scores(incoming, old, alone, reader, near=near, use_either=either)
    outcome = _replacement_outcome(certainty, doubt, alone, incoming if two_values else None)
    return Comparison(_with_time_order(outcome, incoming, old), certainty)


# --- what may be compared at all


def _is_from_same_message(proposal: Proposal, old: Entry) -> bool:
    source = old.source
    return source is not None and bool(proposal.turn_id) and source.turn_id == proposal.turn_id


def _repeats(proposal: Proposal, old: Entry) -> bool:
    """Whether both use the same words; every word counts, as in "I don't eat meat"."""
    new_words, old_words = map(words.words_in_order, (proposal.content, old.content))
    return new_words == old_words and same_subject(proposal.subject, old.subject)


def _has_two_values(incoming: ProposalInContext, old: Entry) -> bool:
    """Whether they plainly state two values of a single-valued attribute."""
    proposal = incoming.proposal
    is_short = _is_short(proposal.quote, proposal.value) or _names_another(proposal, old)
    # A move is one whatever else the message says.
    is_plain = says_moved(proposal.quote) or (_is_whole_message(incoming) and is_short)
    return (
        proposal.attribute in SINGLE_VALUED
        and proposal.attribute == old.attribute
        and bool(proposal.value and old.value)
        and words.without_leading_common_words(proposal.value or "")
        != words.without_leading_common_words(old.value or "")
        and (proposal.content != proposal.quote or is_plain)
        and _is_short(old.content, old.value)
        and same_subject(proposal.subject, old.subject)
        and not any(map(instructions.forbids, (proposal.quote, old.quote or old.content)))
    )


def _is_short(text: str, value: str | None) -> bool:
    """Whether the clause with a value has few words, such as "I live in Ulm, so please …"."""
    clauses = (clause for clause in re.split("[,;]", text) if value and value in clause)
    return len(next(clauses, text).split()) <= SHORT


def _names_another(proposal: Proposal, old: Entry) -> bool:
    stated = (proposal.quote, proposal.value or ""), (old.quote or old.content, old.value or "")
    return proposal.attribute in _ONE_AT_A_TIME and words.differs_only_in_value(*stated)


def _may_concern(incoming: ProposalInContext, old: Entry) -> bool:
    """Whether one may change the other: they share a subject, or one names the other's."""
    proposal = incoming.proposal
    if proposal.speaker and old.speaker and proposal.speaker != old.speaker:
        return False
    if same_subject(proposal.subject, old.subject) or stops_medicine(proposal.quote, old):
        return True
    named = words.name_words(old.subject) & words.words_in_text(incoming.message)
    return bool(named or words.name_words(proposal.subject) & words.words_in_text(old.content))


def _is_about_something_else(incoming: ProposalInContext, old: Entry) -> bool:
    """Whether they share no word where one is needed to tell that they are about the same thing.

    "No wait, the 7th" corrects what was said in the same conversation, "use British spelling" ends
    no other wish, and "stop writing long answers" only a wish for them.
    """
    proposal, source = incoming.proposal, old.source
    if proposal.standing and old.is_standing and instructions.forbids(proposal.quote):
        # Perhaps in other words what is done with it: "stop using bullet points".
        first, *more = instructions.forbidden_besides(proposal.quote, old.content) or [False]
        return any(more or [first])
    if words.shares_a_word(incoming.message, old.content):
        return False
    if proposal.standing and old.is_standing:
        return True
    is_elsewhere = source is None or source.conversation != incoming.conversation
    return proposal.corrects and proposal.attribute is None and is_elsewhere


# --- what the reader says


def _negation_outcome(incoming: ProposalInContext, old: Entry, alone: Relation) -> Outcome | None:
    """The outcome for "I eat meat" after "I don't eat meat any more"; None without a negation."""
    proposal = incoming.proposal
    said = words.in_own_words(old)
    parts = map(words.words_in_order, joined_parts(said))
    is_part = words.words_in_order(proposal.quote) in parts
    if is_part or not words.denies_what_is_said(proposal.quote, said):
        return None
    new_names, old_names = map(words.numbers_and_names, (proposal.quote, said))
    if new_names and old_names and not new_names & old_names:
        return Outcome.APART  # it negates something about another name
    ended = says_it_ended(incoming.message) or proposal.corrects or alone.replaces >= _LIKELY
    # "That's wrong, I'm not allergic to nuts", but perhaps to their oil.
    corrects = instructions.takes_back(incoming.message)
    corrects = corrects and partial_correction.denies(proposal.quote, old, corrects=True)
    return Outcome.REPLACES if ended or corrects else Outcome.UNCLEAR


def _repetition_outcome(incoming: ProposalInContext, old: Entry, alone: Relation) -> Outcome | None:
    """The outcome for a repetition; None if the statement is not a repetition."""
    if alone.same + alone.more + alone.less < _SAME:
        return None
    proposal = incoming.proposal
    new_names, old_names = map(words.numbers_and_names, (proposal.quote, old.content))
    if new_names - old_names and old_names - new_names:
        ended = says_it_ended(incoming.message) or proposal.corrects
        return Outcome.REPLACES if ended else Outcome.APART
    added = content_stems(proposal.quote) - stems_of(old.content)
    missing = content_stems(old.content) - stems_of(proposal.quote)
    if new_names <= old_names and alone.less > max(alone.same, alone.more):
        return Outcome.LESS
    if new_names <= old_names and len(added) <= _NEW_WORDS and alone.same >= alone.more:
        one_each = len(added) == len(missing) == 1
        swapped = one_each and words.differs_in_one_word(proposal.quote, old.content)
        return Outcome.APART if swapped else Outcome.SAME
    return Outcome.MORE if old_names <= new_names and not missing else Outcome.APART


def _compare_other_topic(
    incoming: ProposalInContext, old: Entry, reader: MessageReader
) -> Comparison:
    """The effect of a message on a memory about something else; only a sure reading counts."""
    if incoming.proposal.changes < _CHANGES:
        return Comparison(Outcome.APART)
    affected = incoming.affect(old, reader)
    doubt = affected.replaces + affected.contradicts
    unsure = Outcome.UNCLEAR if doubt >= ASK else Outcome.APART
    outcome = Outcome.REPLACES if affected.replaces >= REPLACES else unsure
    return Comparison(_with_time_order(outcome, incoming, old), affected.replaces)


def _reader_scores(
    incoming: ProposalInContext,
    old: Entry,
    alone: Relation,
    reader: MessageReader,
    *,
    near: bool,
    use_either: bool,
) -> tuple[float, float]:
    """How likely the memory is over, and how likely a person has to decide."""
    is_whole = _is_whole_message(incoming)
    min_alone = REPLACES_PLAIN_MESSAGE if near and is_whole else REPLACES_OTHER_TOPIC
    # Of instructions about different things, the form alone is alike: "stop running the linter".
    may_suffice = near or (is_whole and not incoming.proposal.standing)
    if may_suffice and alone.replaces >= min_alone:
        return 1.0, 1.0
    affected = incoming.affect(old, reader)
    certainty = (alone.replaces, affected.replaces)
    doubt = [relation.replaces + relation.contradicts for relation in (alone, affected)]
    return (max(certainty), max(doubt)) if use_either else (sum(certainty) / 2, sum(doubt) / 2)


def _is_whole_message(incoming: ProposalInContext) -> bool:
    """Whether the message says nothing else."""
    length = incoming.proposal.longest or len(incoming.proposal.quote)
    return length >= _WHOLE_MESSAGE_SHARE * len(incoming.message)


def _replacement_outcome(
    certainty: float, doubt: float, alone: Relation, two_values: ProposalInContext | None
) -> Outcome:
    """Whether a memory ends; a new value replaces the old one unless both clearly coexist."""
    if two_values is None:
        unsure = Outcome.UNCLEAR if doubt >= ASK else Outcome.APART
        return Outcome.REPLACES if certainty >= REPLACES_SAME_TOPIC else unsure
    proposal = two_values.proposal
    is_home = proposal.attribute == "home"
    coexist = alone.coexists >= (_HOMES_COEXIST if is_home else _COEXISTS)
    since = proposal.valid_from or two_values.at
    moved = says_moved(proposal.quote) and two_values.at - since <= _LATELY
    if (is_home and moved) or certainty >= REPLACES_VALUE or (is_home and not coexist):
        return Outcome.REPLACES
    return Outcome.APART if coexist else Outcome.UNCLEAR


def _with_time_order(outcome: Outcome, incoming: ProposalInContext, old: Entry) -> Outcome:
    """Older statements never replace newer memories; future ones replace only other plans."""
    if outcome not in {Outcome.REPLACES, Outcome.UNCLEAR}:
        return outcome
    begins = incoming.proposal.valid_from
    limited = incoming.proposal.limited or (begins is not None and begins > incoming.at)
    planned = old.kind is Kind.COMMITMENT or (old.valid_from or incoming.at) > incoming.at
    if limited and not planned:
        return Outcome.LATER if outcome is Outcome.REPLACES else Outcome.APART
    is_older = old.said_at is not None and incoming.at < old.said_at
    return Outcome.REPLACED if is_older and outcome is Outcome.REPLACES else outcome
