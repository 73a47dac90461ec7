"""Builds ephemeral conversations and the optimizer from the settings."""

from dataclasses import replace
from datetime import timedelta

from recollect.budget.analyzer import Rules
from recollect.budget.partition import TokenBudget
from recollect.budget.tuner import Tuner
from recollect.conversations.ephemeral import Ephemeral
from recollect.conversations.limits import PROFILES, ConversationPurpose
from recollect.domain.tuning import Parameters
from recollect.wiring.components import Inputs


def ephemeral_for(inputs: Inputs) -> Ephemeral:
    """The store of conversations that are kept in RAM only."""
    settings = inputs.settings
    sweep = timedelta(minutes=settings.session_sweep_minutes)
    limits = {
        ConversationPurpose.CHAT: replace(
            PROFILES[ConversationPurpose.CHAT],
            max_messages=settings.memory_max_turns,
            max_conversations=settings.memory_max_conversations,
            idle=timedelta(minutes=settings.memory_ttl_min),
            sweep_every=sweep,
        ),
        ConversationPurpose.SESSION: replace(
            PROFILES[ConversationPurpose.SESSION],
            max_messages=settings.session_max_messages,
            max_conversations=settings.session_max_sessions,
            age=timedelta(hours=settings.session_ttl_hours),
            sweep_every=sweep,
        ),
    }
    return Ephemeral(inputs.clock, inputs.counter, settings.ephemeral_max_mb * 2**20, limits)


def tuner_for(inputs: Inputs) -> Tuner:
    """The optimizer of conversation windows."""
    settings = inputs.settings
    return Tuner(
        store=inputs.store,
        clock=inputs.clock,
        counter=inputs.counter,
        budget=TokenBudget(
            max_context_tokens=settings.max_context_tokens,
            system_prompt_tokens=settings.system_prompt_tokens,
            response_reserve_tokens=settings.response_reserve_tokens,
            max_short_term_tokens=settings.max_short_term_tokens,
        ),
        rules=Rules(redundancy_threshold=settings.redundancy_threshold),
        start=Parameters(
            compression_trigger=settings.compression_trigger_ratio,
            full_message_window=settings.full_message_window,
            min_relevance=settings.min_relevance,
            target_usage_ratio=settings.target_usage_ratio,
        ),
        interval=timedelta(milliseconds=settings.optimizer_interval_ms),
        kept=settings.optimizer_snapshots_kept,
    )
