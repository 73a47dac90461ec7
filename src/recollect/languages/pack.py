"""The language packs: one data file has everything specific to a language."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from importlib import resources
from types import MappingProxyType
from typing import Any

from recollect.domain.data_files import read_toml
from recollect.errors import NotFound

# Languages without a pack, as negative evidence for detection; see `detect.py`.
_OTHER = "other.toml"


@dataclass(frozen=True, slots=True)
class Pack:
    """One language: its code, its name, and the sections of its file."""

    code: str
    name: str
    _sections: Mapping[str, Mapping[str, Any]]

    def table(self, section: str) -> Mapping[str, Any]:
        """A section of the file; empty if the pack does not have it."""
        return self._sections.get(section, MappingProxyType({}))


@cache
def packs() -> Mapping[str, Pack]:
    """All language packs, by language code."""
    loaded = [_load(name) for name in _files() if name != _OTHER]
    return MappingProxyType({pack.code: pack for pack in loaded})


def pack(code: str) -> Pack:
    """The pack of a language."""
    try:
        return packs()[code]
    except KeyError:
        raise NotFound(f"There is no language pack for {code!r}.") from None


@cache
def languages_without_pack() -> Mapping[str, Mapping[str, Any]]:
    """The common words of some languages without a pack, by language code."""
    frozen: Mapping[str, Mapping[str, Any]] = _frozen(_read(_OTHER))
    return frozen


def _files() -> list[str]:
    folder = resources.files(__package__) / "packs"
    return sorted(entry.name for entry in folder.iterdir() if entry.name.endswith(".toml"))


def _read(name: str) -> dict[str, Any]:
    return read_toml("recollect.languages", f"packs/{name}")


def _load(name: str) -> Pack:
    content = _read(name)
    sections = {key: _frozen(part) for key, part in content.items() if isinstance(part, dict)}
    return Pack(content["code"], content["name"], MappingProxyType(sections))


def _frozen(value: Any) -> Any:
    """A deeply immutable copy of a table."""
    if isinstance(value, dict):
        return MappingProxyType({key: _frozen(part) for key, part in value.items()})
    return tuple(map(_frozen, value)) if isinstance(value, list) else value
