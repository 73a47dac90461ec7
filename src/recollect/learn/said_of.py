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
_BOTH: Final[Mapping[str, str]] = {
    "en": '(after: "{}", asked: "{}")',
    "de": "(nach: „{}“, gefragt: „{}“)",
    "es": "(tras: «{}», a la pregunta: «{}»)",
    "fr": "(après : « {} », à la question : « {} »)",
}
# What has both begins and ends as one of these.
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


def in_brackets(language: str, *, asked: str, after: str) -> str:
    """What was asked and what was said before, as it stands behind a memory; empty where there is neither."""
    if asked and after:
        return _BOTH[language].format(after, asked)
    if asked or after:
        return (ASKED if asked else AFTER)[language].format(asked or after)
    return ""


def statement_of(content: str) -> str:
    """What a memory itself says."""
    return _BEHIND.sub(".", content)
