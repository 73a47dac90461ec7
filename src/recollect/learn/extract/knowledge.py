"""What tools answered and what an agent says of the sites and services it works with: knowledge for the next time."""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Final

from recollect.learn.extract.keys import key_of
from recollect.learn.extract.language import Language
from recollect.learn.extract.scene import Scene
from recollect.learn.extract.site_notes import noted
from recollect.model.entry import Kind, Origin
from recollect.model.learning import EntityType, Mention, Proposal
from recollect.model.turn import Role, Turn

_HOST: Final = re.compile(
    r"(?<![a-z0-9-])(?:https?://)?(?P<host>(?:[a-z0-9-]+\.)+[a-z]{2,10})(?=[/\s:?,.)]|$)"
)
_FILE: Final = re.compile(
    r"\.(?:py|js|ts|csv|pdf|json|txt|md|png|jpg|html?|ya?ml|toml|lock|sh|xml|zip)$"
)
_PIECE: Final = re.compile(
    r"[.!?](?=\s|$)|;|\n|:(?=\s)|,\s+(?:and|but|so)\s+(?=(?:the|a|an|it|there|they)\b)|\s+(?:and|but)\s+(?=(?:its|their)\s)"
)
# "the header X-Market: SE", "Referer: /minutes": this colon ends nothing.
_HEADER: Final = re.compile(r"\s(?:[A-Z][a-z]*-)*[A-Z]\w*$")
_OPENING: Final = re.compile(
    r"[ \t]*(?:(?:note|remember|careful|also|and|but|so|however|it turns out|turns out|apparently|important)(?: that)?[,:]?\s+)+",
    re.IGNORECASE,
)
_OPERATED: Final = re.compile(
    r"\b(?:GET|POST|PUT|DELETE|goto|navigate|click|fill|login|select|submit|type|open|press|scroll|upload|download|wait)\b"
    r"|https?://|^[ \t]*\$ |->|\b(?:200|30\d|40\d|50\d)\b",
    re.MULTILINE,
)
# What a tool answers that will be so the next time as well.
_LASTING_ERROR: Final = re.compile(
    r"\b(?:captcha\w*|rate.?limit\w*|429|403|401|session required|login required|auth\w* required|forbidden|blocked"
    r"|covered by|not clickable|minimum order|maximum|quota|too many requests|connectionreset\w*|payload too large|413"
    r"|no space left|disk (?:is )?full|read-only file system)\b",
    re.IGNORECASE,
)
_SHORTEST: Final = 15
_LONGEST: Final = 240


@dataclass(frozen=True, slots=True)
class _Piece:
    start: int
    end: int
    kind: Kind
    confidence: float
    loose: bool = False

    def continues(self, other: "_Piece") -> bool:
        """Whether it says no more than what the piece before it in the sentence is about."""
        return self.loose or self.kind is other.kind


def watch(turn: Turn, scene: Scene) -> None:
    """Remember which site is at work, and whether it is operated."""
    if turn.role is Role.SYSTEM:
        return
    if turn.role is Role.TOOL and _OPERATED.search(turn.content):
        scene.operating = True
    scene.site = _site_in(turn.content) or scene.site


def site_at(turns: Iterable[Turn], index: int) -> str:
    """The site that is at work in a turn; "" where none was named up to it."""
    site = ""
    for turn in turns:
        if turn.index <= index and turn.role is not Role.SYSTEM:
            site = _site_in(turn.content) or site
    return site


def _site_in(text: str) -> str:
    hosts = (found["host"] for found in _HOST.finditer(text))
    return next((host.removeprefix("www.") for host in hosts if not _FILE.search(host)), "")


def learned(turn: Turn, scene: Scene, language: Language) -> Iterator[Proposal]:
    """The knowledge in a tool's answer, or in what an agent with tools states."""
    if not scene.acting:
        return
    pieces = (
        _tool_says(turn, language) if turn.role is Role.TOOL else _statements(turn, scene, language)
    )
    for piece in pieces:
        quote = turn.content[piece.start : piece.end]
        yield Proposal(
            kind=piece.kind,
            content=_sentence(quote, scene.site),
            subject=scene.site or "tool",
            turn_id=turn.id,
            start=piece.start,
            end=piece.end,
            quote=quote,
            origin=Origin.TOOL,
            confidence=piece.confidence,
            tags=(scene.site,) if scene.site else (),
            key=key_of(piece.kind, quote, scene.site),
            entities=(Mention(scene.site, EntityType.TOOL),) if scene.site else (),
        )


def _sentence(quote: str, site: str) -> str:
    text = " ".join(quote.split()).rstrip(".;,")
    text = text[:1].upper() + text[1:]
    return f"{text} ({site})." if site and site.lower() not in text.lower() else f"{text}."


def _tool_says(turn: Turn, language: Language) -> Iterator[_Piece]:
    notes = [_Piece(start, end, kind, 0.5) for start, end, kind in noted(turn.content)]
    yield from notes
    for error in _errors(turn, language):
        if all(error.end <= note.start or note.end <= error.start for note in notes):
            yield error


def _errors(turn: Turn, language: Language) -> Iterator[_Piece]:
    start = 0
    for line in turn.content.splitlines(keepends=True):
        bare = line.strip()
        if len(bare) <= _LONGEST and (
            _LASTING_ERROR.search(bare) or language.refusals.search(bare)
        ):
            begin = start + line.index(bare)
            yield _Piece(begin, begin + len(bare), Kind.ERROR_PATTERN, 0.5)
        start += len(line)


def _statements(turn: Turn, scene: Scene, language: Language) -> Iterator[_Piece]:
    """What is stated, part by part; neighbours of one kind within a sentence are one piece."""
    waiting: _Piece | None = None
    for start, end, same_sentence in _parts(turn.content):
        piece = _judged(turn.content, start, end, scene, language)
        if waiting and piece and same_sentence and piece.continues(waiting):
            waiting = _Piece(waiting.start, piece.end, waiting.kind, waiting.confidence)
            continue
        if waiting:
            yield waiting
        waiting = piece
    if waiting:
        yield waiting


def _parts(text: str) -> Iterator[tuple[int, int, bool]]:
    start, same = 0, False
    for stop in _PIECE.finditer(text):
        if stop[0] == ":" and _HEADER.search(text, start, stop.start()):
            continue
        if text[start : stop.start()].strip():
            yield start, stop.start(), same
        same = stop[0] == ";"
        start = stop.end()
    if text[start:].strip():
        yield start, len(text), same


def _judged(text: str, start: int, end: int, scene: Scene, language: Language) -> _Piece | None:
    opening = _OPENING.match(text, start, end)
    start = opening.end() if opening else start
    said = text[start:end]
    start += len(said) - len(said.lstrip())
    said = said.strip()
    if not _SHORTEST <= len(said) <= _LONGEST:
        return None
    words = re.findall(r"[\w'-]+", said.lower())
    for rule in language.knowledge.fitting(words):
        if rule.pattern.match(said):
            return _Piece(start, start + len(said), rule.kind, rule.confidence)
    if scene.operating and language.general and language.general.match(said):
        kind = Kind.WEBSITE_KNOWLEDGE if scene.site else Kind.DOMAIN
        return _Piece(start, start + len(said), kind, 0.5, loose=True)
    return None
