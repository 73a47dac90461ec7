"""Builds learning and the maintenance of memories from the settings."""

from collections.abc import Sequence
from dataclasses import replace
from datetime import timedelta

from recollect.budget.tuner import Tuner
from recollect.domain.extracted import Extracted
from recollect.domain.job import JobKind
from recollect.domain.ports import Clock, MessageReader, Reader, Store, TokenCounter
from recollect.domain.turn import Turn
from recollect.extraction.by_model import ModelExtractor
from recollect.extraction.propose import propose
from recollect.jobs.run_due import Handler
from recollect.learning.compare import ComparisonModels
from recollect.learning.embedding import embed_by
from recollect.learning.manual_entries import ManualEntryComparer
from recollect.learning.pipeline import Learner
from recollect.learning.records import Records
from recollect.learning.sweep import Sweep
from recollect.learning.verdict import VerifyRules
from recollect.providers.embedders import CachedEmbedder
from recollect.providers.message_reader import bundled_reader
from recollect.settings import Settings

# Jobs that ask a model, and the sweep, whose changes would make it answer again.
MODEL_JOBS = frozenset({JobKind.LEARN, JobKind.SUMMARIZE, JobKind.PROFILE, JobKind.SWEEP})


def job_handlers(
    tuner: Tuner, learner: Learner, records: Records, sweep: Sweep
) -> dict[JobKind, Handler]:
    """The handlers of jobs that do not depend on an embedder or a reader."""
    return {
        JobKind.OPTIMIZE: tuner.run,
        JobKind.LEARN: learner.run,
        JobKind.SUMMARIZE: records.summarize,
        JobKind.PROFILE: records.profile,
        JobKind.SWEEP: sweep.run,
        JobKind.COMPARE: comparing_for(learner).run,
    }


def comparing_for(learner: Learner) -> ManualEntryComparer:
    """The comparison of manually added memories, by the same rules as learned ones."""
    return ManualEntryComparer(
        store=learner.store,
        clock=learner.clock,
        models=learner.models,
        read=learner.read,
        rules=learner.rules,
    )


def learner_for(
    settings: Settings,
    store: Store,
    clock: Clock,
    reader: Reader,
    embedder: CachedEmbedder | None,
    message_reader: MessageReader | None = None,
) -> Learner:
    """The learner, with the bundled message reader unless another is given."""
    reads = message_reader or bundled_reader()

    def built_in(_agent: str, turns: Sequence[Turn], since: int) -> Extracted:
        return Extracted(tuple(propose(turns, reads, since=since)))

    return Learner(
        store=store,
        clock=clock,
        extract=built_in,
        models=ComparisonModels(reads, embed_by(embedder)),
        read=reader.read,
        rules=VerifyRules(
            enabled=settings.verification_enabled,
            mode=settings.verification_mode,
            duplicate_words=settings.verification_jaccard_dedup_threshold,
            duplicate_meaning=settings.verification_semantic_dedup_threshold,
        ),
        silence=timedelta(seconds=settings.summary_debounce_seconds),
        max_memories=settings.max_entries_per_agent,
    )


def records_for(
    settings: Settings, store: Store, clock: Clock, reader: Reader, counter: TokenCounter
) -> Records:
    """The writer of summaries and profiles."""
    return Records(
        store=store,
        clock=clock,
        reader=reader,
        counter=counter,
        profile_tokens=settings.profile_max_tokens,
        profile_after=settings.profile_regenerate_threshold,
    )


def with_model(
    learner: Learner, records: Records, extractor: ModelExtractor
) -> tuple[Learner, Records]:
    """The same, with a model instead of the built-in extractor."""
    return (
        replace(learner, extract=extractor.extract, gather=learner.silence),
        replace(records, recap=extractor.recap, describe_user=extractor.describe_user),
    )


def sweep_for(settings: Settings, store: Store, clock: Clock) -> Sweep:
    """The daily sweep of fading memories and old summaries."""
    days = settings.summary_retention_days
    return Sweep(
        store=store,
        clock=clock,
        max_memories=settings.max_entries_per_agent,
        recaps_kept=timedelta(days=days) if days else None,
    )
