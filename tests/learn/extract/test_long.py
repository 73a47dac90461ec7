"""M3: a long message costs in proportion to its length."""

from dataclasses import dataclass, field
from typing import ClassVar

import pytest

from recollect.model.noticed import NOTED_KINDS


@dataclass(frozen=True)
class Seen:
    """A word as a noticer sees it; how often anybody asks where it stands is counted for all of them."""

    place: tuple[int, int]
    worth: float = 3.0
    kinds: tuple[float, ...] = field(default=(0.5,) * len(NOTED_KINDS))
    asked: ClassVar[list[int]] = []

    @property
    def start(self):
        self.asked.append(1)
        return self.place[0]

    @property
    def end(self):
        self.asked.append(1)
        return self.place[1]


class Noticer:
    def notice(self, _before, text):
        words, at = [], 0
        for word in text.split(" "):
            words.append(Seen((at, at + len(word))))
            at += len(word) + 1
        return words


@pytest.mark.parametrize("said", ["I live in Porto.", "I have {} cats and I love tea."])
def test_a_message_of_twice_the_length_takes_twice_the_looks(understood, said):
    looks = []
    for many in (60, 120):
        Seen.asked.clear()
        made = understood(" ".join(said.format(n) for n in range(many)), noticer=Noticer())
        assert made
        looks.append(len(Seen.asked))
    assert looks[1] < 2.5 * looks[0]


def test_code_in_a_line_without_end_is_a_secret_by_what_is_said_near_it(understood):
    said = "Always run `make test` first, " * 40 + "my password is `hunter2hunter2`."
    assert all("hunter2" not in one.content for one in understood(said))
