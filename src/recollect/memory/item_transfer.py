"""Items in an exported file: {"item": {"namespace": [...], "key": "k", "value": ..., ...}}."""

import base64
import binascii
from collections.abc import Mapping
from dataclasses import replace
from functools import partial
from typing import Any

import numpy as np

from recollect.domain.checks import check_moment, check_optional
from recollect.domain.items import OwnVectors, PutItem, StoredItem
from recollect.domain.plain import Check, checked_fields, plain
from recollect.errors import InvalidInput
from recollect.learning.intake import Intake
from recollect.learning.item_intake import check_ttl, checked_item
from recollect.recall.reading import read_texts

# How far the length of a vector may be from 1, in float16.
_ROUNDING = 0.01
_GIVEN = ("namespace", "key", "value", "metadata", "texts")
_KEPT: Mapping[str, Check] = {
    "created_at": check_moment,
    "updated_at": check_moment,
    "expires_at": partial(check_optional, check_moment),
    "ttl": partial(check_optional, check_ttl),
}


# The intake checks these.
_UNCHECKED: Mapping[str, Check] = dict.fromkeys((*_GIVEN, "vectors"), lambda value, _: value)


def item_line(stored: StoredItem) -> dict[str, Any]:
    """An item as a line of an export; vectors are float16 in base64."""
    fields = {name: plain(getattr(stored.item, name)) for name in (*_GIVEN, *_KEPT)}
    own = stored.vectors
    data = own and {"dims": own.dims, "data": base64.b64encode(own.data).decode("ascii")}
    return {"item": {**fields, "vectors": data}}


def item_write(intake: Intake, value: object) -> PutItem:
    """The write that restores an exported item, checked and redacted again."""
    fields = checked_fields(value, "item", {**_UNCHECKED, **_KEPT})
    item = checked_item(intake, {name: fields[name] for name in _GIVEN})
    item = replace(item, **{name: fields[name] for name in _KEPT})
    own = check_optional(_vectors, fields["vectors"], "vectors")
    if own is not None:
        _check_fit(own, max(1, len(item.texts)))
    reading = read_texts(intake.read, item.texts) if item.texts else None
    return PutItem(item, own, reading, restored=True)


def _check_fit(own: OwnVectors, count: int) -> None:
    if own.dims < 1 or len(own.data) != 2 * own.dims * count:
        raise InvalidInput("vectors does not fit the texts", field="vectors")
    lengths = np.linalg.norm(np.frombuffer(own.data, "<f2").astype("f4").reshape(count, -1), axis=1)
    # Not a number is not close to 1 either.
    if not np.allclose(lengths, 1, atol=_ROUNDING):
        raise InvalidInput("vectors.data takes vectors of length 1", field="vectors")


def _vectors(value: object, field: str) -> OwnVectors:
    dims, data = (
        (value.get("dims"), value.get("data")) if isinstance(value, Mapping) else (None, None)
    )
    if isinstance(dims, bool) or not isinstance(dims, int) or not isinstance(data, str):
        raise InvalidInput("vectors takes an object with dims and data", field=field)
    try:
        return OwnVectors(dims, base64.b64decode(data, validate=True))
    except (binascii.Error, ValueError):
        raise InvalidInput("vectors.data is not base64", field=field) from None
