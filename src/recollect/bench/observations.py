"""How many of LoCoMo's observations about the speakers were learned.

Texts are not compared: an observation counts as learned if a memory comes from one of its turns.
"""

import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, fields
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from recollect.bench.recall import named_turns
from recollect.domain.learning import Proposal
from recollect.domain.turn import Role, Turn
from recollect.errors import InvalidInput
from recollect.importers import Format, Source, detect_file

Extract = Callable[[Sequence[Turn]], Sequence[Proposal]]

_NO_TIME = datetime(2023, 1, 1, tzinfo=UTC)


@dataclass(frozen=True, slots=True, kw_only=True)
class ObservationCounts:
    """Counts of turns, memories and observations in one sample or in all."""

    turns: int
    # Turns with a memory, and turns with an observation.
    with_memory: int
    with_observation: int
    memories: int
    observations: int
    # Observations with a memory from one of their turns.
    learned: int
    # Memories from a turn with an observation.
    noted: int

    @property
    def shares(self) -> dict[str, float]:
        """The shares of observations and memories that match, and the shares expected by chance."""
        return {
            "learned": _share(self.learned, self.observations),
            "turns_with_memory": _share(self.with_memory, self.turns),
            "noted": _share(self.noted, self.memories),
            "turns_with_observation": _share(self.with_observation, self.turns),
            "memories_per_turn": _share(self.memories, self.turns),
        }


def count_observations(path: Path, extract: Extract) -> dict[str, ObservationCounts]:
    """The counts for each sample of a file; sessions are read one by one."""
    wanted = _observations(path)
    spoken: dict[str, int] = dict.fromkeys(wanted, 0)
    learned: dict[str, list[str]] = {sample: [] for sample in wanted}
    for conversation in detect_file(Source(path), Format.LOCOMO).conversations():
        assert conversation.agent is not None
        turns = [
            _turn(conversation.conversation, place, turn)
            for place, turn in enumerate(conversation.turns)
        ]
        spoken[conversation.agent] += len(turns)
        learned[conversation.agent] += [proposal.turn_id for proposal in extract(turns)]
    return {
        sample: _counted(spoken[sample], learned[sample], observed)
        for sample, observed in wanted.items()
    }


def total(parts: Sequence[ObservationCounts]) -> ObservationCounts:
    """The sum over all samples."""
    names = [field.name for field in fields(ObservationCounts)]
    return ObservationCounts(**{name: sum(getattr(part, name) for part in parts) for name in names})


def _counted(
    turns: int, memories: Sequence[str], observed: Sequence[frozenset[str]]
) -> ObservationCounts:
    named = frozenset[str]().union(*observed)
    return ObservationCounts(
        turns=turns,
        with_memory=len(set(memories)),
        with_observation=len(named),
        memories=len(memories),
        observations=len(observed),
        learned=sum(not turns_.isdisjoint(memories) for turns_ in observed),
        noted=sum(turn in named for turn in memories),
    )


def _share(part: int, whole: int) -> float:
    return part / whole if whole else 0.0


def _observations(path: Path) -> dict[str, list[frozenset[str]]]:
    """The turns of each observation, by sample."""
    try:
        samples = json.loads(path.read_text("utf-8"))
        found = {sample["sample_id"]: list(_of_sample(sample)) for sample in samples}
    except OSError as broken:
        raise InvalidInput(f"{path} cannot be read: {broken.strerror}", field="data") from None
    except (ValueError, KeyError, TypeError, AttributeError) as broken:
        message = f"{path} is not LoCoMo-format data with observations: {type(broken).__name__}"
        raise InvalidInput(message, field="data") from None
    if not any(found.values()):
        raise InvalidInput(f"{path} contains no observations", field="data")
    return found


def _of_sample(sample: dict[str, Any]) -> Iterator[frozenset[str]]:
    for session in sample["observation"].values():
        for observations in session.values():
            for _, places in observations:
                listed = places if isinstance(places, list) else [places]
                turns = frozenset(turn for text in listed for turn in named_turns(text))
                if turns:
                    yield turns


def _turn(conversation: str, index: int, turn: Mapping[str, Any]) -> Turn:
    at = turn.get("at") or _NO_TIME
    return Turn(
        id=turn["id"],
        conversation=conversation,
        index=index,
        role=Role(turn["role"]),
        content=turn["content"],
        at=at,
        recorded_at=at,
        tokens=0,
        speaker=turn.get("speaker"),
    )
