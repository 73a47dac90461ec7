"""Derives the size of a model from its name, and how much of a conversation it should see."""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from functools import cache
from typing import Any, Final

from recollect.domain.data_files import read_toml


class ModelSize(StrEnum):
    """The size class of a model."""

    TINY = "tiny"
    SMALL = "small"
    MEDIUM = "medium"
    LARGE = "large"


@dataclass(frozen=True, slots=True, kw_only=True)
class Split:
    """The percentage of a model's context window for each part of a prompt."""

    system: int
    history: int
    context: int
    response: int


@dataclass(frozen=True, slots=True, kw_only=True)
class ModelTier:
    """The tier of a model: its size, how many pairs of turns it sees, and its window split."""

    name: str
    tier: ModelSize
    billions: float | None
    pairs: int
    split: Split
    known: bool
    why: str


@dataclass(frozen=True, slots=True)
class _Step:
    tier: ModelSize
    up_to: float
    pairs: int
    split: Split


_STEPS: Final = (
    _Step(ModelSize.TINY, 3, 3, Split(system=10, history=10, context=60, response=20)),
    _Step(ModelSize.SMALL, 9, 6, Split(system=10, history=15, context=55, response=20)),
    _Step(ModelSize.MEDIUM, 34, 10, Split(system=10, history=15, context=60, response=15)),
    _Step(ModelSize.LARGE, float("inf"), 15, Split(system=10, history=15, context=60, response=15)),
)
_MEDIUM, _LARGE = _STEPS[2:]


def tier_of(name: str) -> ModelTier:
    """The tier of the model with this name; an unknown name is medium, and not `known`."""
    billions, why = _stated_or_known(_last_part(name))
    if billions is not None:
        step = next(step for step in _STEPS if billions <= step.up_to)
    else:
        step = _LARGE if why else _MEDIUM
    if why:
        why = f"{why}, so it is {step.tier}"
    return ModelTier(
        name=name,
        tier=step.tier,
        billions=billions,
        pairs=step.pairs,
        split=step.split,
        known=bool(why),
        why=why or f"the name does not reveal its size, so it is assumed to be {step.tier}",
    )


def _stated_or_known(part: str) -> tuple[float | None, str]:
    """Billions of parameters and how they are known; None and "" for an unknown name."""
    sizes = _model_sizes()
    if (total := _first(sizes["totals"], part)) is not None:
        return total, f"{total:g} billion parameters in total, known from its name"
    if (stated := _stated(part)) is not None:
        return stated, f"its name states {stated:g} billion parameters"
    if _first(dict.fromkeys(sizes["hosted"]["patterns"], 0), part) is not None:
        return None, "a hosted frontier model"
    if (known := _first(sizes["named"], part)) is not None:
        return known, f"{known:g} billion parameters, known from its name"
    return None, ""


_FILE = re.compile(r"\.(?:gguf|ggml|bin|safetensors)$")
_APART = re.compile(r"[\s:]+")


def _last_part(name: str) -> str:
    """The name without provider, owner or folder, such as `ollama/` or `TheBloke/`."""
    parts = [part for part in re.split(r"[/\\]", name.strip().casefold()) if part]
    return _APART.sub("-", _FILE.sub("", parts[-1])) if parts else ""


@cache
def _model_sizes() -> dict[str, dict[str, Any]]:
    return read_toml("recollect.conversations", "model_sizes.toml")


def _first(sizes: Mapping[str, float], part: str) -> float | None:
    """The size of the first matching pattern; patterns match whole words and version numbers."""
    for pattern, number in sizes.items():
        if re.search(rf"(?<![a-z0-9])(?:{pattern})(?![a-z]|\.?\d)", part):
            return number
    return None


# 8x7b, 1.5b, 1_6b, 0p5b, 135m, 1t; not the 4b of 4bit, nor the 2.5 of a version.
_SIZE = re.compile(r"(?<![\d.])(?:(\d{1,3})x)?(\d{1,4}(?:[._p]\d{1,3})?)(b|m|t)(?![a-z0-9])")
# a3b is the active share of a mixture of experts; q8b is a quantization.
_NOT_A_SIZE = re.compile(r"(?:^|[^a-z])(?:a|i?q)$")
_LETTER_BEFORE = re.compile(r"[a-z]$")
_IN_BILLIONS: Final = {"b": 1.0, "m": 0.001, "t": 1000.0}


def _stated(part: str) -> float | None:
    """Billions of parameters, multiplied by experts; the largest, as others are of a part."""
    sizes = [size for match in _SIZE.finditer(part) if (size := _size(part, match))]
    # Next to billions, millions are a context length: Qwen2.5-7B-Instruct-1M.
    return max(sizes, default=None)


def _size(part: str, match: re.Match[str]) -> float | None:
    before, (experts, number, unit) = part[: match.start()], match.groups()
    if _NOT_A_SIZE.search(before) or (unit != "b" and _LETTER_BEFORE.search(before)):
        return None
    return int(experts or 1) * float(re.sub("[_p]", ".", number)) * _IN_BILLIONS[unit]
