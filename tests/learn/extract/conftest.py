from datetime import UTC, datetime

import pytest

from recollect.model.turn import Role, Turn
from recollect.wiring.extracting import extract

# A Wednesday.
AT = datetime(2025, 5, 14, 10, tzinfo=UTC)


def as_turns(said):
    turns = []
    for index, one in enumerate(said):
        role, speaker, content = one if isinstance(one, tuple) else (Role.USER, None, one)
        turns.append(
            Turn(
                id=f"t{index}",
                conversation="c",
                index=index,
                role=Role(role),
                content=content,
                at=AT,
                recorded_at=AT,
                tokens=0,
                speaker=speaker,
            )
        )
    return turns


@pytest.fixture
def understood():
    def run(*said, since=0):
        return extract(as_turns(said), since=since)

    return run


@pytest.fixture
def only(understood):
    def run(*said):
        made = understood(*said)
        assert len(made) == 1, [one.content for one in made]
        return made[0]

    return run
