"""Words in brackets behind somebody: they are said of them, and so is what follows the brackets."""

from dataclasses import dataclass

from recollect.learn.extract.clauses import Clause
from recollect.learn.extract.language import Language
from recollect.learn.extract.scene import Scene


@dataclass(slots=True)
class Beside:
    """Where a turn stands: outside, within brackets, or right behind them, and whose brackets they are."""

    # The turn as its person's own words, in which brackets around a sentence were cut out, and as it was written.
    text: str
    written: str
    # Who stands before the brackets, in the speaker's words.
    owner: str = ""
    within: bool = False
    resumed: bool = False
    _end: int = 0

    def enter(self, clause: Clause, subject: str) -> None:
        """The next clause begins, behind one with this subject."""
        edges = [
            self.written[at]
            for at in range(self._end, clause.start)
            if self.text[at] == ";" and self.written[at] in "()[]"
        ]
        self.resumed = bool(edges) and edges[-1] in ")]"
        if edges and edges[-1] in "([":
            self.owner, self.within = subject, True
        elif self.resumed:
            self.within = False
        elif not self.within:
            self.owner = ""
        self._end = clause.end

    def opens(self, clause: Clause) -> bool:
        """Whether brackets open right behind a clause."""
        rest = self.written[clause.end :]
        at = clause.end + len(rest) - len(rest.lstrip())
        return self.written[at : at + 1] in {"(", "["} and self.text[at] == ";"


def names_somebody(text: str, scene: Scene, language: Language) -> bool:
    """Whether words do no more than name somebody other than the speaker."""
    if language.alone.verbs.search(text):
        return False
    subject = language.who(text, scene)
    met = Scene(speaker=scene.speaker)
    language.notice(text, met)
    return subject is not None and any(one.subject == subject for one in met.people)
