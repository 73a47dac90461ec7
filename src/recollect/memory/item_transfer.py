"""Items in an exported file: {"item": {"namespace": [...], "key": "k", "value": ..., ...}}."""

import base64
import binascii
from collections.abc import Mapping
from dataclasses import replace
from functools import partial
from typing import Any

from recollect.domain.checks import check_moment, check_optional
from recollect.domain.items import OwnVectors, PutItem, StoredItem
from recollect.domain.plain import Check, checked_fields, plain
from recollect.errors import InvalidInput
from recollect.learning.intake import Intake
from recollect.learning.item_intake import check_ttl, checked_item
from recollect.recall.reading import read_texts

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
    if own is not None and len(own.data) != 2 * own.dims * max(1, len(item.texts)):
        raise InvalidInput("vectors does not fit the texts", field="vectors")
    reading = read_texts(intake.read, item.texts) if item.texts else None
    return PutItem(item, own, reading, restored=True)


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
