"""Sample data for the demo: three conversations and questions about them."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Final

from recollect.domain.data_files import read_toml

AGENT: Final = "demo"


@dataclass(frozen=True, slots=True)
class DemoConversation:
    """A sample conversation; Maya and the assistant alternate, Maya first."""

    name: str
    day: str
    lines: Sequence[str]

    def turns(self) -> Iterator[dict[str, Any]]:
        """Yield the turns in the form `ingest` takes, one minute apart."""
        for number, text in enumerate(self.lines):
            is_maya = number % 2 == 0
            yield {
                "role": "user" if is_maya else "assistant",
                "speaker": "Maya" if is_maya else None,
                "content": text,
                "at": f"{self.day}T18:{number:02}:00+00:00",
                "id": f"{self.name}-{number + 1}",
            }


_DATA: Final = read_toml("recollect", "demo.toml")
CONVERSATIONS: Final = tuple(DemoConversation(**each) for each in _DATA["conversations"])
QUESTIONS: Final = tuple(_DATA["questions"])
