"""What the optimizer has learned of an agent, and the record of its runs."""

from dataclasses import dataclass, replace
from datetime import UTC, datetime
from typing import Final, TypedDict

SNAPSHOTS_KEPT: Final = 500

_DIGITS = 6  # steps of 0.05 and 0.025 would otherwise gather rounding errors


@dataclass(frozen=True, slots=True)
class Range:
    """The least and the most a parameter may be."""

    least: float
    most: float

    def nearest(self, value: float) -> float:
        """The value itself, or the end it lies beyond."""
        return round(max(self.least, min(self.most, value)), _DIGITS)


COMPRESSION_TRIGGER: Final = Range(0.35, 0.85)
FULL_MESSAGE_WINDOW: Final = Range(10, 50)
MIN_RELEVANCE: Final = Range(0.15, 0.70)


@dataclass(frozen=True, slots=True, kw_only=True)
class Parameters:
    """What the optimizer tunes, and the usage it steers towards, which is fixed."""

    compression_trigger: float = 0.7
    full_message_window: int = 30
    min_relevance: float = 0.3
    target_usage_ratio: float = 0.65

    def within_ranges(self) -> "Parameters":
        """The same, each parameter brought back into its range: what was stored may be from elsewhere."""
        return replace(
            self,
            compression_trigger=COMPRESSION_TRIGGER.nearest(self.compression_trigger),
            full_message_window=int(FULL_MESSAGE_WINDOW.nearest(self.full_message_window)),
            min_relevance=MIN_RELEVANCE.nearest(self.min_relevance),
        )

    def report(self) -> dict[str, float]:
        """The parameters as a door shows them."""
        return {
            "compressionTrigger": self.compression_trigger,
            "fullMessageWindow": self.full_message_window,
            "minRelevance": self.min_relevance,
            "targetUsageRatio": self.target_usage_ratio,
        }


@dataclass(frozen=True, slots=True, kw_only=True)
class Metrics:
    """What a run found and did; `usage_ratio` is the share of the budget used before it."""

    usage_ratio: float
    tokens_before: int
    tokens_after: int
    entries_compressed: int = 0
    entries_dropped: int = 0
    entries_promoted: int = 0

    @property
    def tokens_saved(self) -> int:
        """How many tokens less the window takes."""
        return self.tokens_before - self.tokens_after

    @property
    def savings_ratio(self) -> float:
        """The share of the tokens that was saved."""
        return self.tokens_saved / self.tokens_before if self.tokens_before else 0.0


@dataclass(frozen=True, slots=True, kw_only=True)
class Snapshot:
    """One run as it is kept: what it did, and the parameters it left behind."""

    metrics: Metrics
    parameters: Parameters
    at: datetime

    def report(self) -> dict[str, int | float | str]:
        """The snapshot as a door shows it."""
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
    """The efficiency report, by the names that doors show."""

    totalOptimizations: int
    totalTokensSaved: int
    avgSavingsPerRun: int
    currentParameters: dict[str, float]


@dataclass(frozen=True, slots=True, kw_only=True)
class Efficiency:
    """All runs there ever were, also those whose snapshots are no longer kept."""

    total_optimizations: int = 0
    total_tokens_saved: int = 0

    def with_run(self, metrics: Metrics) -> "Efficiency":
        """The totals after one run more."""
        return Efficiency(
            total_optimizations=self.total_optimizations + 1,
            total_tokens_saved=self.total_tokens_saved + metrics.tokens_saved,
        )

    def report(self, parameters: Parameters) -> Report:
        """The efficiency report as a door shows it."""
        runs = self.total_optimizations
        return {
            "totalOptimizations": runs,
            "totalTokensSaved": self.total_tokens_saved,
            "avgSavingsPerRun": round(self.total_tokens_saved / runs) if runs else 0,
            "currentParameters": parameters.report(),
        }


@dataclass(frozen=True, slots=True, kw_only=True)
class Tuning:
    """What is known of all runs for one agent, or for everybody: their sum, and the last of them."""

    efficiency: Efficiency = Efficiency()
    last: Snapshot | None = None
