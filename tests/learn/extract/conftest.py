from datetime import UTC, datetime, timedelta

import pytest

from recollect.learn.extract import extract as extracted
from recollect.model.turn import Role, Turn
from recollect.wiring.extracting import extract

# A Wednesday.
AT = datetime(2025, 5, 14, 10, tzinfo=UTC)


def as_turns(said, apart):
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
                at=AT + index * apart,
                recorded_at=AT,
                tokens=0,
                speaker=speaker,
            )
        )
    return turns


@pytest.fixture
def understood():
    def run(*said, since=0, apart=timedelta(0), noticer=None):
        turns = as_turns(said, apart)
        return extracted(turns, noticer, since=since) if noticer else extract(turns, since=since)

    return run


@pytest.fixture
def turns_of():
    return lambda *said: as_turns(said, timedelta(0))


@pytest.fixture
def only(understood):
    def run(*said):
        made = understood(*said)
        assert len(made) == 1, [one.content for one in made]
        return made[0]

    return run
