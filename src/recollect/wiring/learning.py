"""What learns and what looks after what was learned, from the settings."""

from collections.abc import Sequence
from dataclasses import replace
from datetime import timedelta

from recollect.budget.tuner import Tuner
from recollect.domain.extracted import Extracted
from recollect.domain.job import JobKind
from recollect.domain.ports import Clock, MessageReader, Reader, Store, TokenCounter
from recollect.domain.turn import Turn
from recollect.extraction.by_model import ByModel
from recollect.extraction.propose import propose
from recollect.jobs.run_due import Handler
from recollect.learning.by_hand import Comparing
from recollect.learning.compare import Minds
from recollect.learning.embedding import embed_by
from recollect.learning.pipeline import Learner
from recollect.learning.records import Records
from recollect.learning.sweep import Sweep
from recollect.learning.verdict import VerifyRules
from recollect.providers.embedders import CachedEmbedder
from recollect.providers.message_reader import bundled_reader
from recollect.settings import Settings

# What a model is asked for, and the sweep, whose changes would make it think again.
THINKING = frozenset({JobKind.LEARN, JobKind.SUMMARIZE, JobKind.PROFILE, JobKind.SWEEP})


def chores_of(
    tuner: Tuner, learner: Learner, records: Records, sweep: Sweep
) -> dict[JobKind, Handler]:
    """What is done for an agent whatever the models."""
    return {
        JobKind.OPTIMIZE: tuner.run,
        JobKind.LEARN: learner.run,
        JobKind.SUMMARIZE: records.summarize,
        JobKind.PROFILE: records.profile,
        JobKind.SWEEP: sweep.run,
        JobKind.COMPARE: comparing_for(learner).run,
    }


def comparing_for(learner: Learner) -> Comparing:
    """What compares the memories that people add, as what is learned is compared."""
    return Comparing(
        store=learner.store,
        clock=learner.clock,
        minds=learner.minds,
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
    """What learns from turns, by the bundled reader of messages unless another is given."""
    trained = message_reader or bundled_reader()

    def built_in(_agent: str, turns: Sequence[Turn], since: int) -> Extracted:
        return Extracted(tuple(propose(turns, trained, since=since)))

    return Learner(
        store=store,
        clock=clock,
        extract=built_in,
        minds=Minds(trained, embed_by(embedder)),
        read=reader.read,
        rules=VerifyRules(
            enabled=settings.verification_enabled,
            mode=settings.verification_mode,
            duplicate_words=settings.verification_jaccard_dedup_threshold,
            duplicate_meaning=settings.verification_semantic_dedup_threshold,
        ),
        silence=timedelta(seconds=settings.summary_debounce_seconds),
        most=settings.max_entries_per_agent,
    )


def records_for(
    settings: Settings, store: Store, clock: Clock, reader: Reader, counter: TokenCounter
) -> Records:
    """What recaps conversations and writes the profile."""
    return Records(
        store=store,
        clock=clock,
        reader=reader,
        counter=counter,
        profile_tokens=settings.profile_max_tokens,
        profile_after=settings.profile_regenerate_threshold,
    )


def by_model(learner: Learner, records: Records, mind: ByModel) -> tuple[Learner, Records]:
    """The same with a model in the place of the built-in extractor."""
    return (
        replace(learner, extract=mind.extract, gather=learner.silence),
        replace(records, recap=mind.recap, portray=mind.portray),
    )


def sweep_for(settings: Settings, store: Store, clock: Clock) -> Sweep:
    """What lets memories fade and go."""
    days = settings.summary_retention_days
    return Sweep(
        store=store,
        clock=clock,
        most=settings.max_entries_per_agent,
        recaps_kept=timedelta(days=days) if days else None,
    )
