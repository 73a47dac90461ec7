"""Any value inside a range is kept as it is; any value outside is refused, wherever it comes from."""

import os
import tempfile
from pathlib import Path
from typing import NamedTuple
from unittest import mock

import pytest
from annotated_types import Ge, Le
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from recollect.errors import InvalidSetting
from recollect.settings import Settings, load
from recollect.settings.table import TABLE


class Limits(NamedTuple):
    name: str
    low: float
    high: float


def limits(kind: str) -> list[Limits]:
    found = []
    for name, row in TABLE.items():
        if row.kind == kind:
            metadata = Settings.model_fields[name].metadata
            low = next(mark.ge for mark in metadata if isinstance(mark, Ge))
            high = next(mark.le for mark in metadata if isinstance(mark, Le))
            found.append(Limits(name, low, high))
    return found


WHOLES = limits("whole")
NUMBERS = limits("number")
INSIDE = st.sampled_from(WHOLES).flatmap(
    lambda x: st.tuples(st.just(x.name), st.integers(x.low, x.high))
) | st.sampled_from(NUMBERS).flatmap(lambda x: st.tuples(st.just(x.name), st.floats(x.low, x.high)))
OUTSIDE = st.sampled_from(WHOLES).flatmap(
    lambda x: st.tuples(
        st.just(x.name), st.integers(max_value=x.low - 1) | st.integers(min_value=x.high + 1)
    )
) | st.sampled_from(NUMBERS).flatmap(
    lambda x: st.tuples(
        st.just(x.name),
        st.floats(max_value=x.low, exclude_max=True)
        | st.floats(min_value=x.high, exclude_min=True)
        | st.just(float("nan")),
    )
)


def from_argument(name, value):
    return load(**{name: value})


def from_environment(name, value):
    with mock.patch.dict(os.environ, {f"RECOLLECT_{name.upper()}": repr(value)}):
        return load()


def from_config(name, value):
    shown = {"nan": "NaN", "inf": "Infinity", "-inf": "-Infinity"}.get(repr(value), repr(value))
    with tempfile.TemporaryDirectory() as home:
        Path(home, "config.json").write_text(f'{{"{name}": {shown}}}')
        return load(home=home)


WAYS = pytest.mark.parametrize("way", [from_argument, from_environment, from_config])


@WAYS
@settings(deadline=None)  # the time of one load is the disk's, not ours
@given(INSIDE)
def test_a_value_in_range_is_kept(way, chosen):
    name, value = chosen
    # The one pair that must fit together; it has its own tests.
    assume(name not in {"max_context_tokens", "system_prompt_tokens", "response_reserve_tokens"})
    found = way(name, value)
    assert getattr(found, name) == value
    assert found.source_of(name) != "default"


@WAYS
@settings(deadline=None)  # the time of one load is the disk's, not ours
@given(OUTSIDE)
def test_a_value_out_of_range_is_refused(way, chosen):
    name, value = chosen
    with pytest.raises(InvalidSetting) as caught:
        way(name, value)
    message = caught.value.message
    assert message.startswith(f"{name} = ")
    assert message.endswith(f"it takes {TABLE[name].takes}")


@pytest.mark.parametrize("row", TABLE.values(), ids=lambda row: row.name)
def test_every_default_is_allowed(row):
    if row.default is not None:
        assert load(**{row.name: row.default}).source_of(row.name) == "argument"


@pytest.mark.parametrize("limit", WHOLES + NUMBERS, ids=lambda limit: limit.name)
def test_the_range_shown_is_the_range_checked(limit):
    shown = f"{limit.low:.10g} – {limit.high:.10g}"
    fixed = f"{limit.low:g} (fixed)"
    assert TABLE[limit.name].allowed == (fixed if limit.low == limit.high else shown)


@settings(deadline=None)  # the time of one load is the disk's, not ours
@given(st.text())
def test_any_text_in_the_environment_is_taken_or_refused_in_words(text):
    assume("\0" not in text and text.isprintable())
    for name in ("port", "mmr_lambda", "enabled", "log_level", "allowed_hosts", "host"):
        with mock.patch.dict(os.environ, {f"RECOLLECT_{name.upper()}": text}):
            try:
                load()
            except InvalidSetting as error:
                assert error.field == name  # noqa: PT017 - either outcome is right
