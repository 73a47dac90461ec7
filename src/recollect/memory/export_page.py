"""Everything stored for one agent as one HTML page, for a person who asks what is known of them.

The page needs nothing from elsewhere and may load nothing: what people said is escaped, and a
policy in the page forbids scripts, images and requests all the same.
"""

import base64
import hashlib
import json
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping
from datetime import datetime
from html import escape
from importlib.resources import files
from itertools import pairwise
from pathlib import Path

from recollect.domain.amounts import pluralize
from recollect.domain.conversation import Conversation
from recollect.domain.entry import (
    ENDED_AT,
    FIRST_SAID_AT,
    LEARNED_KEYS,
    SHOWN,
    Entry,
    Kind,
    Source,
    Status,
    Version,
)
from recollect.domain.items import KeyedItem
from recollect.domain.line import DEFAULT_SPEAKER, day_text
from recollect.domain.metadata import Json
from recollect.domain.provenance import Origin
from recollect.domain.recap import override_of, summary_of
from recollect.domain.store_results import Dump
from recollect.domain.turn import Role, Turn
from recollect.domain.undo import record_of
from recollect.errors import InvalidInput, NotFound
from recollect.memory.transfer import (
    ExportFormat,
    Progress,
    Transfer,
    atomic_file,
    check_not_the_database,
    export_to,
)
from recollect.wiring import Components

_History = tuple[Version, ...]
_INTERNAL = LEARNED_KEYS | {FIRST_SAID_AT, ENDED_AT}
_STATUS = {
    Status.ACTIVE: "",
    Status.REVIEW: "contradicts another one: waits for a decision",
    Status.SUPERSEDED: "replaced",
    Status.ARCHIVED: "archived, because it was not used for long",
    Status.DELETED: "deleted, and kept so that it is not learned again",
}
_REQUEST = {
    Status.ACTIVE: "waits for a decision",
    Status.ARCHIVED: "dismissed: nothing was deleted",
    Status.DELETED: "granted",
}
_ADDED_AS = {
    Origin.MANUAL: "added by hand",
    Origin.IMPORTED: "imported from another program",
    Origin.ASSISTANT: "noted by an assistant",
}
_NOT_HERE = (
    "Not on this page: what is computed from these texts (vectors, word indexes, the graph of"
    " names, answers that a language model gave to them), receipts of what a model was shown, and"
    " the audit log."
)


def export_page(components: Components, agent: str) -> tuple[Dump, Iterator[str]]:
    """Return what is stored for an agent, and the page of it in parts."""
    dump = components.store.dump(agent)
    if dump.created_at is None:
        raise NotFound(f"there is no agent {agent!r}", field="agent")
    return dump, _parts(dump, components.clock.now())


def write_export(
    components: Components,
    path: Path,
    agent: str | None,
    form: ExportFormat,
    progress: Progress | None,
) -> Transfer:
    """Write one agent, or all, to a file that appears only once it is complete."""
    check_not_the_database(path, components.path)
    if form is ExportFormat.JSONL:
        return export_to(components.store, path, agent, progress)
    if agent is None:
        raise InvalidInput("a page is about one agent: name it", field="agent")
    dump, parts = export_page(components, agent)
    with atomic_file(path) as file:
        file.writelines(parts)
    return Transfer(
        path=str(path),
        agents=1,
        conversations=len(dump.conversations),
        turns=len(dump.turns),
        memories=len(dump.histories),
    )


def _parts(dump: Dump, now: datetime) -> Iterator[str]:
    style = files(__package__).joinpath("export_page.css").read_text(encoding="utf-8")
    digest = base64.b64encode(hashlib.sha256(style.encode()).digest()).decode()
    title = f"What is stored for {escape(dump.agent)}"
    yield (
        '<!doctype html>\n<html lang="en"><head><meta charset="utf-8">\n'
        '<meta http-equiv="Content-Security-Policy"'
        f" content=\"default-src 'none'; style-src 'sha256-{digest}'; form-action 'none'\">\n"
        '<meta name="viewport" content="width=device-width">'
        '<meta name="referrer" content="no-referrer"><meta name="robots" content="noindex">\n'
        f"<title>{title}</title><style>{style}</style></head>\n<body><main>\n"
        f'<h1>What is stored for <bdi dir="auto">{escape(dump.agent)}</bdi></h1>\n'
        f'<p class="soft">Written by Recollect on {_moment(now)} UTC. Times of messages are those'
        " of the speaker’s clock where it is known; all others are UTC.</p>\n"
    )
    sections = [section for section in _Page(dump).sections() if section[2]]
    links = (f'<li><a href="#{name}">{title}</a></li>' for name, title, _ in sections)
    yield f'<nav aria-label="Contents"><ul>{"".join(links)}</ul></nav>\n'
    for name, heading, parts in sections:
        yield f'<section aria-labelledby="{name}"><h2 id="{name}">{heading}</h2>\n'
        yield from parts
        yield "</section>\n"
    yield f'<footer class="soft"><p>{_NOT_HERE}</p></footer>\n</main></body></html>\n'


class _Page:
    """The parts of the page of one agent, with links between memories and messages."""

    def __init__(self, dump: Dump) -> None:
        self._dump = dump
        self._titles = {each.id: each.title or each.id for each in dump.conversations}
        self._places = {
            (turn.conversation, turn.id): (f"t{number}", turn)
            for number, turn in enumerate(dump.turns)
        }
        self._messages = defaultdict[str, list[tuple[str, Turn]]](list)
        for anchor, turn in self._places.values():
            self._messages[turn.conversation].append((anchor, turn))
        self._newest = {history[-1].entry.id: history[-1].entry for history in dump.histories}

    def sections(self) -> Iterator[tuple[str, str, list[str]]]:
        """The name, heading and parts of each section; one without parts is left out."""
        of_kind = self._of_kind
        memories = sorted(self._memories(), key=_said, reverse=True)
        in_use = [each for each in memories if each[-1].entry.status in SHOWN]
        past = [each for each in memories if each[-1].entry.status not in SHOWN]
        talks = sorted(self._dump.conversations, key=lambda each: (each.started_at, each.id))
        profiles = [version.entry for each in of_kind(Kind.PROFILE) for version in each]
        for name, heading, items, show in (
            ("instructions", "Instructions", self._overrides(), self._record),
            ("profile", "Profile", profiles[-1:], self._record),
            ("memories", "Memories", in_use, self._memory),
            ("past", "Memories that are no longer used", past, self._memory),
            ("undone", "Memories set aside by an undo", [*self._undone()], self._memory),
            ("recaps", "Recaps of conversations", of_kind(Kind.SUMMARY), self._recap),
            ("conversations", "Conversations", talks, self._conversation),
            ("items", "Values of applications", [each.item for each in self._dump.items], _item),
            ("spaces", "Other memories that are read too", self._dump.subscriptions, _paragraph),
            ("profiles", "Earlier profiles", profiles[-2::-1], self._record),
        ):
            count = f" ({len(items):,})" if name != "profile" else ""
            yield name, heading + count, _all(show, items)

    def _of_kind(self, kind: Kind) -> list[_History]:
        return [each for each in self._dump.histories if each[-1].entry.kind is kind]

    def _memories(self) -> Iterator[_History]:
        records = {Kind.SUMMARY, Kind.PROFILE, Kind.OVERRIDE, Kind.UNDO}
        return (each for each in self._dump.histories if each[-1].entry.kind not in records)

    def _overrides(self) -> list[Entry]:
        found = [history[-1].entry for history in self._of_kind(Kind.OVERRIDE)]
        return sorted(found, key=lambda each: (each.status, override_of(each).position))

    def _undone(self) -> Iterator[_History]:
        for history in self._of_kind(Kind.UNDO):
            yield from record_of(history[-1].entry).before

    def _record(self, entry: Entry) -> Iterator[str]:
        """A text without sources: an instruction or a profile."""
        yield f'<article>{_text(entry.content)}<p class="soft">'
        yield _joined([_STATUS[entry.status], f"written {_moment(entry.changed_at)}"])
        yield "</p></article>\n"

    def _recap(self, history: _History) -> Iterator[str]:
        entry = history[-1].entry
        title = self._titles.get(entry.key or "", entry.key or "")
        yield f"<article><h3>{_quoted(title)}</h3>{_text(summary_of(entry).text)}"
        yield f'<p class="soft">{_joined([_STATUS[entry.status], _written(entry)])}</p></article>\n'

    def _memory(self, history: _History) -> Iterator[str]:
        """A memory with what is known of it, its sources, and its earlier wordings."""
        entry = history[-1].entry
        yield f'<article class="memory">{_text(entry.content)}<p class="soft">'
        yield f"{_joined(self._details(entry))}</p>"
        rows = [self._source(entry, each) for each in entry.sources]
        rows += [
            f"until {_moment(later.at)}: {_quoted(earlier.entry.content)}"
            for earlier, later in pairwise(history)
            if earlier.entry.content != later.entry.content
        ]
        if rows:
            yield f"<ul>{''.join(f'<li>{row}</li>' for row in rows)}</ul>"
        yield "</article>\n"

    def _details(self, entry: Entry) -> Iterator[str]:
        later = self._newest.get(entry.superseded_by or "")
        known = _REQUEST if entry.kind is Kind.DELETION_REQUEST else {}
        status = known.get(entry.status, _STATUS[entry.status])
        yield f"{status} by {_quoted(later.content)}" if later else status
        yield escape(entry.kind.replace("_", " "))
        yield f"about {_inline(entry.about)}" if entry.about else ""
        if entry.source is None:
            yield _ADDED_AS.get(entry.origin, entry.origin_label)
        else:
            said = f" on {day_text(entry.said_at)}" if entry.said_at else ""
            yield f"said by {_inline(entry.speaker or DEFAULT_SPEAKER)}{said}"
            yield entry.origin_label
        yield f"meant: {_inline(entry.when)}" if entry.when else ""
        for word, moment in (("from", entry.valid_from), ("until", entry.valid_until)):
            yield f"true {word} {day_text(entry.local(moment))}" if moment else ""
        yield "corrected by hand" if entry.edited else ""
        yield _written(entry)
        yield f"tags: {_inline(', '.join(entry.tags))}" if entry.tags else ""
        yield f"key: {_inline(entry.key)}" if entry.key else ""
        yield from _more(entry.metadata)

    def _source(self, entry: Entry, source: Source) -> str:
        quote = "" if source.quote == entry.content else f"{_quoted(source.quote)}, "
        title = self._titles.get(source.conversation, source.conversation)
        place = f"in {_quoted(title)}"
        found = self._places.get((source.conversation, source.turn_id))
        if found is None:
            return f"{quote}{place}"
        anchor, turn = found
        return f'{quote}<a href="#{anchor}">{_moment(turn.local)}</a> {place}'

    def _conversation(self, talk: Conversation) -> Iterator[str]:
        messages = self._messages[talk.id]
        yield f'<h3><bdi dir="auto">{escape(talk.title or talk.id)}</bdi></h3>\n<p class="soft">'
        name = f"id {_inline(talk.id)}" if talk.title else ""
        yield _joined([name, pluralize(len(messages), "message"), *_more(talk.metadata)])
        yield "</p>\n"
        for anchor, turn in sorted(messages, key=lambda each: each[1].index):
            yield from _message(anchor, turn)


def _message(anchor: str, turn: Turn) -> Iterator[str]:
    shown = "user" if turn.role is Role.USER else "other"
    who = turn.speaker or turn.role.capitalize()
    marks = [f"<b>{_inline(who)}</b>", _moment(turn.local), *_more(turn.metadata)]
    yield f'<article class="message {shown}" id="{anchor}"><p class="soft">{_joined(marks)}</p>'
    yield f"{_text(turn.content)}</article>\n"


def _item(item: KeyedItem) -> Iterator[str]:
    yield f"<article><p><b>{_inline('/'.join((*item.namespace, item.key)))}</b></p>"
    yield _text(json.dumps(item.value, ensure_ascii=False, indent=1))
    details = [f"changed {_moment(item.updated_at)}", *_more(item.metadata)]
    yield f'<p class="soft">{_joined(details)}</p></article>\n'


def _paragraph(text: str) -> Iterator[str]:
    yield _text(text)


def _all(show: Callable[..., Iterator[str]], items: Iterable[object]) -> list[str]:
    return [part for item in items for part in show(item)]


def _said(history: _History) -> tuple[datetime, str]:
    entry = history[-1].entry
    return entry.said_at or entry.recorded_at, entry.id


def _written(entry: Entry) -> str:
    return f"recorded {_moment(entry.recorded_at)}"


def _more(metadata: Mapping[str, Json]) -> Iterator[str]:
    """What an application stored with it."""
    for name, value in metadata.items():
        if name not in _INTERNAL:
            shown = value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)
            yield f"{_inline(name)}: {_inline(shown)}"


def _text(text: str) -> str:
    """A text as it was written, in its own direction."""
    return f'<div class="text" dir="auto">{escape(text)}</div>'


def _inline(text: str) -> str:
    return f'<bdi dir="auto">{escape(" ".join(text.split()))}</bdi>'


def _quoted(text: str) -> str:
    return f"“{_inline(text)}”"


def _joined(parts: Iterable[str]) -> str:
    return " · ".join(part for part in parts if part)


def _moment(moment: datetime) -> str:
    shown = f"{day_text(moment)}, {moment:%H:%M}"
    return f'<time datetime="{moment.isoformat(timespec="seconds")}">{shown}</time>'
