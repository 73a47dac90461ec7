"""The rules by which the optimizer adapts its parameters after a run."""

from dataclasses import replace
from typing import Final

from recollect.domain.tuning import Metrics, Parameters

LEARNING_RATE: Final = 0.05

_OVER, _UNDER = 0.10, 0.15  # how far usage may deviate from the target without a change
_WINDOW_LESS, _WINDOW_MORE = 2, 1
_WORTHWHILE = 0.05  # a run that saves a smaller share was not effective


def adapt(parameters: Parameters, metrics: Metrics) -> Parameters:
    """The parameters for the next run: compress more above the target, less below it."""
    target, usage = parameters.target_usage_ratio, metrics.usage_ratio
    if usage > target + _OVER:
        parameters = _adjusted(parameters, LEARNING_RATE, -_WINDOW_LESS)
    elif usage < target - _UNDER:
        parameters = _adjusted(parameters, -LEARNING_RATE * 0.5, _WINDOW_MORE)
    if metrics.savings_ratio < _WORTHWHILE and usage > target:
        parameters = _adjusted(parameters, LEARNING_RATE * 2)
    return parameters.within_ranges()


def _adjusted(parameters: Parameters, eagerness: float, window: int = 0) -> Parameters:
    return replace(
        parameters,
        compression_trigger=parameters.compression_trigger - eagerness,
        full_message_window=parameters.full_message_window + window,
        min_relevance=parameters.min_relevance + eagerness,
    )
