"""The parameters the optimizer has learned for an agent, and the record of its runs."""

from dataclasses import dataclass, replace
from datetime import UTC, datetime
from typing import Final, TypedDict

SNAPSHOTS_KEPT: Final = 500

_DIGITS = 6  # so that steps of 0.05 and 0.025 do not accumulate rounding errors


@dataclass(frozen=True, slots=True)
class Range:
    """The allowed range of a parameter."""

    low: float
    high: float

    def clamp(self, value: float) -> float:
        """The value, limited to the range."""
        return round(max(self.low, min(self.high, value)), _DIGITS)


COMPRESSION_TRIGGER: Final = Range(0.35, 0.85)
FULL_MESSAGE_WINDOW: Final = Range(10, 50)
MIN_RELEVANCE: Final = Range(0.15, 0.70)


@dataclass(frozen=True, slots=True, kw_only=True)
class Parameters:
    """The parameters that the optimizer tunes, and its fixed target usage."""

    compression_trigger: float = 0.7
    full_message_window: int = 30
    min_relevance: float = 0.3
    target_usage_ratio: float = 0.65

    def within_ranges(self) -> "Parameters":
        """The same parameters, each limited to its range; stored ones may be outside it."""
        return replace(
            self,
            compression_trigger=COMPRESSION_TRIGGER.clamp(self.compression_trigger),
            full_message_window=int(FULL_MESSAGE_WINDOW.clamp(self.full_message_window)),
            min_relevance=MIN_RELEVANCE.clamp(self.min_relevance),
        )

    def report(self) -> dict[str, float]:
        """The parameters under their public names."""
        return {
            "compressionTrigger": self.compression_trigger,
            "fullMessageWindow": self.full_message_window,
            "minRelevance": self.min_relevance,
            "targetUsageRatio": self.target_usage_ratio,
        }


@dataclass(frozen=True, slots=True, kw_only=True)
class RunMetrics:
    """The results of a run; `usage_ratio` is the share of the budget used before it."""

    usage_ratio: float
    tokens_before: int
    tokens_after: int
    entries_compressed: int = 0
    entries_dropped: int = 0
    entries_promoted: int = 0

    @property
    def tokens_saved(self) -> int:
        """How many tokens the window shrank by."""
        return self.tokens_before - self.tokens_after

    @property
    def savings_ratio(self) -> float:
        """The share of the tokens saved."""
        return self.tokens_saved / self.tokens_before if self.tokens_before else 0.0


@dataclass(frozen=True, slots=True, kw_only=True)
class Snapshot:
    """The record of one run: its results, and the parameters after it."""

    metrics: RunMetrics
    parameters: Parameters
    at: datetime

    def report(self) -> dict[str, int | float | str]:
        """The snapshot under its public names."""
        moment = self.at.astimezone(UTC).isoformat(timespec="milliseconds")
        return {
            "tokensBefore": self.metrics.tokens_before,
            "tokensAfter": self.metrics.tokens_after,
            "entriesCompressed": self.metrics.entries_compressed,
            "entriesDropped": self.metrics.entries_dropped,
            "entriesPromoted": self.metrics.entries_promoted,
            "compressionTriggerRatio": self.parameters.compression_trigger,
            "fullMessageWindow": self.parameters.full_message_window,
            "minRelevanceScore": self.parameters.min_relevance,
            "timestamp": moment.replace("+00:00", "Z"),
        }


class Report(TypedDict):
    """The efficiency report under its public names."""

    totalOptimizations: int
    totalTokensSaved: int
    avgSavingsPerRun: int
    currentParameters: dict[str, float]


@dataclass(frozen=True, slots=True, kw_only=True)
class Efficiency:
    """Totals over all runs, including those without a snapshot."""

    total_optimizations: int = 0
    total_tokens_saved: int = 0

    def report(self, parameters: Parameters) -> Report:
        """The efficiency report for these parameters."""
        runs = self.total_optimizations
        return {
            "totalOptimizations": runs,
            "totalTokensSaved": self.total_tokens_saved,
            "avgSavingsPerRun": round(self.total_tokens_saved / runs) if runs else 0,
            "currentParameters": parameters.report(),
        }


@dataclass(frozen=True, slots=True, kw_only=True)
class Tuning:
    """The totals of all runs and the last run, for one agent or for all."""

    efficiency: Efficiency = Efficiency()
    last: Snapshot | None = None
