"""What stands behind a memory so that it can be understood: the question it answers, or the sentence it follows."""

import re
from collections.abc import Mapping
from typing import Final

ASKED: Final[Mapping[str, str]] = {
    "en": '(asked: "{}")',
    "de": "(gefragt: „{}“)",
    "es": "(a la pregunta: «{}»)",
    "fr": "(à la question : « {} »)",
}
AFTER: Final[Mapping[str, str]] = {
    "en": '(after: "{}")',
    "de": "(nach: „{}“)",
    "es": "(tras: «{}»)",
    "fr": "(après : « {} »)",
}
_BEHIND: Final = re.compile(
    " (?:"
    + "|".join(
        re.escape(form).replace(re.escape("{}"), ".*")
        for forms in (ASKED, AFTER)
        for form in forms.values()
    )
    + r")\.?$",
    re.DOTALL,
)


def statement_of(content: str) -> str:
    """What a memory itself says."""
    return _BEHIND.sub(".", content)
