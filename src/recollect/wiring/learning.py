"""Builds learning and the maintenance of memories from the settings."""

from collections.abc import Sequence
from dataclasses import replace
from datetime import timedelta

from recollect.budget.tuner import Tuner
from recollect.domain.job import JobKind
from recollect.domain.learning import Extracted, Proposal
from recollect.domain.ports import MessageReader
from recollect.domain.turn import Turn
from recollect.extraction.by_model import ModelExtractor
from recollect.extraction.propose import propose
from recollect.jobs.run_due import Handler
from recollect.learning.clock_watch import ClockWatch
from recollect.learning.compare import ComparisonModels
from recollect.learning.decide import VerifyRules
from recollect.learning.manual_entries import ManualEntryComparer
from recollect.learning.memory_index import embed_by
from recollect.learning.pipeline import Learner
from recollect.learning.quotas import QuotaLimits, Quotas
from recollect.learning.records import Records
from recollect.learning.sweep import Sweep
from recollect.learning.time_limit import time_limit
from recollect.providers.message_reader import bundled_reader
from recollect.wiring.components import Inputs

# Jobs that wait while memory is switched off.
LEARNING_JOBS = frozenset({JobKind.LEARN, JobKind.SUMMARIZE, JobKind.PROFILE, JobKind.COMPARE})
# Jobs that ask a model, and the sweep, whose changes would make it answer again.
MODEL_JOBS = frozenset({JobKind.LEARN, JobKind.SUMMARIZE, JobKind.PROFILE, JobKind.SWEEP})


def job_handlers(
    inputs: Inputs, tuner: Tuner, learner: Learner, records: Records
) -> dict[JobKind, Handler]:
    """The handlers of jobs that do not depend on an embedder or a reader."""
    return {
        JobKind.OPTIMIZE: tuner.run,
        JobKind.LEARN: learner.run,
        JobKind.SUMMARIZE: records.summarize,
        JobKind.PROFILE: records.profile,
        JobKind.SWEEP: sweep_for(inputs).run,
        JobKind.COMPARE: ManualEntryComparer(learner).run,
    }


def extract(turns: Sequence[Turn], *, since: int = 0) -> tuple[Proposal, ...]:
    """The bundled extractor's proposals from a conversation; before `since` is only context."""
    return tuple(propose(turns, bundled_reader(), since=since))


def learner_for(inputs: Inputs, message_reader: MessageReader | None) -> Learner:
    """The learner, with the bundled message reader unless another is given."""
    settings = inputs.settings
    reads = message_reader or bundled_reader()

    def built_in(_agent: str, turns: Sequence[Turn], since: int) -> Extracted:
        return Extracted(tuple(propose(turns, reads, since=since)))

    return Learner(
        store=inputs.store,
        clock=inputs.clock,
        extract=built_in,
        models=ComparisonModels(reads, embed_by(inputs.embedder)),
        read=inputs.reader.read,
        rules=VerifyRules(
            enabled=settings.verification_enabled,
            mode=settings.verification_mode,
            duplicate_words=settings.verification_jaccard_dedup_threshold,
            duplicate_meaning=settings.verification_semantic_dedup_threshold,
            inherited_metadata=settings.inherited_metadata,
        ),
        silence=timedelta(seconds=settings.summary_debounce_seconds),
        max_memories=settings.max_entries_per_agent,
        limit=time_limit(settings.learning_seconds_per_message, inputs.clock),
    )


def built_in_extractor(inputs: Inputs, learner: Learner) -> str | None:
    """The name of the built-in extractor, if that learns.

    Only that one learns again after an upgrade: asking a model again would cost.
    """
    reader = learner.models.reader
    learns = inputs.settings.extractor not in {"none", "model"}
    return reader.name if learns and reader is not None else None


def records_for(inputs: Inputs) -> Records:
    """The writer of summaries and profiles."""
    return Records(
        store=inputs.store,
        clock=inputs.clock,
        reader=inputs.reader,
        counter=inputs.counter,
        profile_tokens=inputs.settings.profile_max_tokens,
        profile_after=inputs.settings.profile_regenerate_threshold,
    )


def with_model(
    learner: Learner, records: Records, extractor: ModelExtractor
) -> tuple[Learner, Records]:
    """The same, with a model instead of the built-in extractor."""
    return (
        replace(learner, extract=extractor.extract, gather=learner.silence, piece=None),
        replace(records, recap=extractor.recap, describe_user=extractor.describe_user),
    )


def quotas_for(inputs: Inputs) -> Quotas:
    """What counts what agents store."""
    settings = inputs.settings
    limits = QuotaLimits(
        turns_a_day=settings.agent_turns_per_day,
        turns=settings.max_turns_per_agent,
        characters=settings.max_characters_per_agent,
    )
    return Quotas(inputs.store, inputs.clock, limits)


def sweep_for(inputs: Inputs) -> Sweep:
    """The sweep of fading memories and old summaries."""
    days = inputs.settings.summary_retention_days
    return Sweep(
        store=inputs.store,
        clock=inputs.clock,
        watch=ClockWatch(inputs.store, inputs.clock),
        max_memories=inputs.settings.max_entries_per_agent,
        recaps_kept=timedelta(days=days) if days else None,
    )
