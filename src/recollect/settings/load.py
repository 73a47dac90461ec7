from collections.abc import Collection, Iterator, Mapping

from pydantic import ValidationError

from .fields import to_directory
from .problems import Given, Problem, error_of, refused
from .settings import Settings
from .sources import (
    CONFIG,
    SourceValues,
    from_arguments,
    from_config_file,
    from_content,
    from_environment,
)
from .table import TABLE


def load(**keywords: object) -> Settings:
    """The effective settings: keywords override the environment, config.json and defaults.

    Overridden values are not checked. One InvalidSetting lists all problems.
    """
    overrides = _overrides(keywords)
    return _checked(overrides.over(_from_config(overrides)))


def load_with(
    content: Mapping[str, object], new: Collection[str] = (), /, **keywords: object
) -> Settings:
    """The effective settings if config.json had this content, with `new` keys in it."""
    return _checked(_overrides(keywords).over(from_content(content, new)))


def _overrides(keywords: Mapping[str, object]) -> SourceValues:
    return from_arguments(keywords).over(from_environment())


def _checked(reading: SourceValues) -> Settings:
    outcome = _validated(reading)
    # Raised outside any `except`, so that no exception context contains the values.
    if isinstance(outcome, list):
        raise error_of(outcome)
    return outcome


def _from_config(overrides: SourceValues) -> SourceValues:
    home = overrides.given.get("home")
    try:
        directory = to_directory(home.value if home else TABLE["home"].default)
    except ValueError:
        return SourceValues()  # validation reports what is wrong with it
    return from_config_file(directory / CONFIG)


def _validated(reading: SourceValues) -> Settings | list[Problem]:
    values = {name: given.value for name, given in reading.given.items()}
    sources = {name: given.source for name, given in reading.given.items()}
    try:
        settings = Settings.model_validate(values, context=sources)
    except ValidationError as error:
        return reading.problems + list(_refusals(error, reading))
    problems = reading.problems + list(_clashes(settings))
    return problems or settings


def _refusals(error: ValidationError, reading: SourceValues) -> Iterator[Problem]:
    reasons = _reasons(error)
    for name, row in TABLE.items():
        if name in reasons:
            given = reading.given.get(name) or Given(row.default, "default", name)
            yield refused(row, given, f"it takes {row.takes}{reasons[name]}")


def _reasons(error: ValidationError) -> dict[str, str]:
    reasons: dict[str, str] = {}
    for detail in error.errors(include_url=False, include_input=False):
        # A list with several bad items is one problem, so the first detail is enough.
        name, *path = (str(part + 1 if isinstance(part, int) else part) for part in detail["loc"])
        cause = str(detail.get("ctx", {}).get("error", ""))
        if len(path) > 1:
            cause = f"see {path[1]} of item {path[0]}"
        reasons.setdefault(name, f"; {cause}" if cause else "")
    return reasons


def _clashes(settings: Settings) -> Iterator[Problem]:
    for name, reason in settings.clashes():
        given = Given(getattr(settings, name), settings.source_of(name), name)
        yield refused(TABLE[name], given, reason)
