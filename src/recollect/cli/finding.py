"""What the first characters of an id mean."""

from collections.abc import Iterable
from typing import TYPE_CHECKING, Protocol, TypeVar

from recollect.cli.missing import check_known
from recollect.cli.pictures import Days
from recollect.cli.wording import counted
from recollect.domain.entry import Status
from recollect.errors import InvalidInput, NotFound

if TYPE_CHECKING:
    from recollect.domain.entry import Entry
    from recollect.memory import Memory


class Named(Protocol):
    """Something that has an id."""

    @property
    def id(self) -> str:
        """The whole id."""
        ...


_Named = TypeVar("_Named", bound=Named)


def found_memory(memory: "Memory", agent: str, name: str) -> "Entry":
    """The memory of this id, or of the one id that begins so."""
    desk = memory.agent(agent).memories
    try:
        return desk.get(name)
    except NotFound:
        check_known(memory, agent)
    return only(desk.list(status=tuple(Status)), agent, name, "memory")


def turn_days(memory: "Memory", agent: str, entries: Iterable["Entry"]) -> Days:
    """When each turn was said that these memories rest on."""
    talks = {source.conversation for entry in entries for source in entry.sources}
    desk = memory.agent(agent)
    return {(turn.conversation, turn.id): turn.at for talk in talks for turn in desk.turns(talk)}


def only(things: Iterable[_Named], agent: str, name: str, noun: str) -> _Named:
    """The one of these whose id begins so."""
    alike = [each for each in things if each.id.startswith(name)] if name else []
    whole = [each for each in alike if each.id == name]
    if not alike:
        raise NotFound(f"{agent!r} has no {noun} {name!r}", field="id")
    if len(alike) > 1 and not whole:
        many = counted(len(alike), noun)
        raise InvalidInput(f"{many} have an id that begins with {name!r}", field="id")
    return (whole or alike)[0]
