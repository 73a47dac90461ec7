"""Reader for Markdown and plain text: a file, a folder such as an Obsidian vault, or a .zip.

Each section of a document becomes knowledge under its path and heading. A note of basic-memory
(its front matter has a permalink) also has observations and relations; these become statements.
"""

import re
from collections import Counter
from collections.abc import Iterator
from datetime import datetime
from itertools import islice
from typing import Final

from recollect.domain.checks import ID_MAX, TAGS_MAX
from recollect.domain.entry import Kind
from recollect.domain.ids import digest
from recollect.importers.archive import Archive
from recollect.importers.front_matter import FrontMatter, split_front_matter
from recollect.importers.items import ImportedItem, ImportedMemory, NotImported
from recollect.importers.source import ImportSource

SUFFIXES: Final = frozenset({".md", ".markdown", ".txt"})
# A longer section is split between paragraphs: a search should find the passage, not the document.
_SECTION: Final = 3_000
_HEADING: Final = re.compile(r"#{1,2}\s+(\S.*)")
_FENCE: Final = ("```", "~~~")
_EMBED: Final = re.compile(r"!\[\[[^\[\]\n]{1,500}\]\]")
_WIKILINK: Final = re.compile(r"\[\[(?:[^\[\]|\n]{1,500}\|)?([^\[\]|\n]{1,500})\]\]")
_OBSERVATION: Final = re.compile(r"[-*]\s+\[(?P<category>[^\]\[()\n]{1,100})\]\s+(?P<text>.+)")
_TASKS: Final = frozenset({" ", "x", "X", "-"})
_RELATION: Final = re.compile(
    r"[-*]\s+(?P<relation>[^\[\s][^\[\n]{0,199})"
    r"\[\[(?P<target>[^\[\]\n]{1,500})\]\](?:\s+\([^()\n]*\))?"
)
_TAG: Final = re.compile(r"(?<!\S)#([^\W\d][\w/-]{0,99})")


def has_permalink(raw: bytes) -> bool:
    """Return whether a note was written by basic-memory."""
    front, _ = split_front_matter(raw.decode("utf-8", "replace"))
    return front.permalink is not None


def read_archive(source: ImportSource, archive: Archive) -> Iterator[ImportedItem]:
    """Yield the documents of a folder or .zip; other files are counted."""
    left_out: Counter[str] = Counter()
    root = source.path.resolve().stem
    for member in archive.members():
        if member.suffix not in SUFFIXES:
            left_out["files that are neither Markdown nor text"] += 1
            continue
        raw = archive.read(member).removeprefix(b"\xef\xbb\xbf")
        try:
            text = "\0" if b"\0" in raw else raw.decode("utf-8")
        except UnicodeDecodeError:
            text = "\0"
        if text == "\0":
            left_out["files that are not UTF-8 text"] += 1
            continue
        yield from read_document(source, f"{root}/{member.path}", text, member.changed_at)
    yield from (NotImported(what, count) for what, count in left_out.items())


def read_document(
    source: ImportSource, path: str, text: str, changed_at: datetime | None
) -> Iterator[ImportedItem]:
    """Yield one document, dated by its front matter or else by when the file was changed."""
    front, body = split_front_matter(text)
    at = front.created_at or changed_at
    if front.permalink:
        yield from _observations(source, front, body, path, at)
        body = "\n".join(line for line in body.splitlines() if not _is_observed(line.strip()))
    if embedded := len(_EMBED.findall(body)):
        yield NotImported("embedded files", embedded)
    tags = tuple(islice(dict.fromkeys((*front.tags, *_TAG.findall(body))), TAGS_MAX))
    yield from sections(source, path, _WIKILINK.sub(r"\1", _EMBED.sub("", body)), at, tags)


def sections(
    source: ImportSource,
    path: str,
    text: str,
    at: datetime | None,
    tags: tuple[str, ...] = (),
    agent: str | None = None,
) -> Iterator[ImportedMemory]:
    """Yield each section of a text as knowledge under its path, heading and number."""
    used: Counter[str] = Counter()
    for heading, body in _split_at_headings(text):
        for passage in _passages(body):
            place = f"{path}#{heading}" if heading else path
            used[place] += 1
            number = used[place]
            key = place if number == 1 else f"{place} ({number})"
            if len(key) > ID_MAX:
                key = f"{key[: ID_MAX - 33]} {digest(key)}"
            yield source.memory(
                path,
                passage,
                key=key,
                kind=Kind.DOMAIN,
                at=at,
                tags=tags,
                agent=agent,
                metadata={"source": path},
            )


def _split_at_headings(text: str) -> Iterator[tuple[str, str]]:
    """Yield the headings of the first two levels, each with its text; code is not searched."""
    heading, lines, fenced = "", list[str](), False
    for line in text.splitlines():
        if line.lstrip().startswith(_FENCE):
            fenced = not fenced
        found = None if fenced else _HEADING.fullmatch(line.strip())
        if found:
            yield heading, "\n".join(lines)
            heading, lines = found[1].rstrip("# "), [line]
        else:
            lines.append(line)
    yield heading, "\n".join(lines)


def _passages(text: str) -> Iterator[str]:
    """Yield a section in pieces of a readable length; nothing if it is only a heading."""
    stripped = text.strip()
    if not stripped or _HEADING.fullmatch(stripped):
        return
    piece = ""
    for paragraph in re.split(r"\n\s*\n", stripped):
        if piece and len(piece) + len(paragraph) > _SECTION:
            yield piece
            piece = ""
        *pieces, piece = _cut(f"{piece}\n\n{paragraph}" if piece else paragraph)
        yield from pieces
    if piece.strip():
        yield piece


def _cut(text: str) -> Iterator[str]:
    """Yield a text in pieces that end at a space if possible."""
    start = 0
    # By position: copying the rest each time would take hours for a file that is one long line.
    while len(text) - start > 2 * _SECTION:
        end = text.rfind(" ", start + _SECTION, start + 2 * _SECTION)
        end = end if end > 0 else start + 2 * _SECTION
        yield text[start:end]
        start = end
        while text[start : start + 1].isspace():
            start += 1
    yield text[start:].rstrip() if start else text


def _is_observed(line: str) -> bool:
    return _observation(line) is not None or _RELATION.fullmatch(line) is not None


def _observation(line: str) -> re.Match[str] | None:
    found = _OBSERVATION.fullmatch(line)
    # [x] is a task, and [text](url) a link.
    is_task = found is not None and found["category"] in _TASKS
    return None if is_task else found


def _observations(
    source: ImportSource, front: FrontMatter, body: str, path: str, at: datetime | None
) -> Iterator[ImportedItem]:
    title = front.title or path
    for line in map(str.strip, body.splitlines()):
        if found := _observation(line):
            text, tags = found["text"], tuple(_TAG.findall(found["text"]))
            words = _WIKILINK.sub(r"\1", _TAG.sub("", text)).strip()
            if words:
                metadata = {"source": path, "category": found["category"]}
                yield source.memory(
                    path, f"{title}: {words}", subject=title, at=at, tags=tags, metadata=metadata
                )
        elif found := _RELATION.fullmatch(line):
            yield relation(source, path, (title, found["relation"], found["target"]), at)


def relation(
    source: ImportSource,
    place: str,
    link: tuple[str, str, str],
    at: datetime | None = None,
    agent: str | None = None,
) -> ImportedMemory:
    """Return a relation between two names as a statement."""
    subject, verb, target = (part.strip() for part in link)
    verb = verb.replace("_", " ")
    return source.memory(
        place,
        f"{subject} {verb} {target}",
        kind=Kind.RELATIONSHIP,
        subject=source.title(subject),
        link=(subject, verb, target),
        at=at,
        agent=agent,
    )
