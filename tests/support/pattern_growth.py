# ruff: noqa: PLC0415, PLR0911, T201 - imports are watched, parts have many kinds, and it prints JSON
"""Grows the worst inputs of every regular expression in the package, and prints those that grow too fast.

usage: pattern_growth.py LENGTH SAMPLES
Each expression is taken apart: every part that repeats is repeated up to LENGTH characters, after what leads to it,
and with an end that does not match. An expression is too slow if four times the text takes more than nine times the
work (linear: 4, quadratic: 16). It prints one JSON object.
"""

import importlib
import json
import pkgutil
import re
import re._constants as sre
import re._parser as parser
import sys
import time
from collections import deque
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import recollect

ROOT = Path(recollect.__file__).parent
TOO_FAST = 9
# Less work than this is not measured: its share of noise would be too large.
MEASURABLE = 0.05
REPEATS = {sre.MAX_REPEAT, sre.MIN_REPEAT, sre.POSSESSIVE_REPEAT}
LETTERS = "a0 A.,-_'\"/:@(\n我é1bzxIUu*|[]<>{}=+$#!?;&%~^`\\\t\u0301“”«»\x00ß"
# Expressions for texts that are cut before, by file and beginning: the longest text, and what cuts it.
BOUNDED = {
    ("conversations/", ""): (0, "a question of 400 characters: a longer one is no follow-up"),
    ("dates/grammar.py", ""): (1_000, "the tokens of a passage, or of the start of a question"),
    ("recall/intent.py", ""): (250, "the start of a question: intent._MAX_CHARS"),
    ("languages/sentences.py", r"[\w.]+\Z"): (24, "the word before a full stop: _REACH"),
    ("importers/detect.py", ""): (250, "a file's path"),
    ("redaction/tables.py", r"[a-z_$.\-]*(?:pass"): (256, "a value: named_secrets._LONGEST"),
}
# Expressions of tables that are only tried at the start of a line or value.
AT_THE_START = {
    "languages/sentences.py": (r"\s*(?:(?:",),
    "recall/question.py": (r"\d+(?:\.\d+){2,}", r"\S*\w{2}\.", "(?=.*[a-f])"),
    "settings/server.py": ("[a-z][a-z0-9+.-]*://",),
    "extraction/injected.py": ("(?xi)", "(?:[-*•]", '(?:\\{\\s*"'),
    "redaction/tables.py": (
        r".*\.(?:pem",
        "(?i:https?|ftp",
        r"[A-Za-z_$][\w$]*(?:(?:",
        r"[a-z_$.\-]*(?:pass",
    ),
}

compiled: dict[tuple, tuple[re.Pattern, str, int]] = {}


def spy() -> None:
    """Note every expression that the package compiles from now on, and where."""
    compile_ = re._compile

    def noting(pattern, flags):
        made = compile_(pattern, flags)
        frame = sys._getframe(1)
        while frame and frame.f_code.co_filename.endswith(("re/__init__.py", "functools.py")):
            frame = frame.f_back
        path = Path(frame.f_code.co_filename) if frame else Path()
        if isinstance(pattern, str) and path.is_relative_to(ROOT):
            where = str(path.relative_to(ROOT))
            compiled.setdefault((made.pattern, made.flags), (made, where, frame.f_lineno))
        return made

    re._compile = noting


def import_all() -> None:
    for module in pkgutil.walk_packages(recollect.__path__, "recollect."):
        if not re.search(r"integrations\.|testing|bench|__main__", module.name):
            importlib.import_module(module.name)
    from recollect.conversations.language import compile_patterns
    from recollect.dates.tokens import _token
    from recollect.extraction.attributes import _journey
    from recollect.extraction.deletion_requests import deletion_requests
    from recollect.extraction.invented import _mixed
    from recollect.extraction.numbers import _number_words
    from recollect.extraction.remember import asks_to_remember, is_one_off
    from recollect.languages.pack import packs
    from recollect.languages.sentences import (
        after_greeting,
        after_openers,
        before_reason,
        without_fillers,
    )
    from recollect.recall.intent import _patterns
    from recollect.redaction.secret_patterns import _compiled, token_formats

    for row in token_formats():
        _compiled(row.pattern)
    for code in packs():
        asks_to_remember("one two three", code)
        is_one_off("one two three", code)
        after_openers("and so on", code)
        after_greeting("hi, there", code)
        before_reason("yes, because no", code)
        without_fillers("ok I see", code)
        _journey("Leeds", code)
    deletion_requests("forget my number")
    for compile_one in (compile_patterns, _mixed, _number_words, _patterns, _token):
        compile_one()


def sample(nodes, salt: int) -> str:
    return "".join(_one(operation, value, salt) for operation, value in nodes)


def _one(operation, value, salt: int) -> str:
    if operation is sre.LITERAL:
        return chr(value)
    if operation is sre.NOT_LITERAL:
        return "a" if value != ord("a") else "b"
    if operation is sre.ANY:
        return "a"
    if operation is sre.IN:
        fitting = [letter for letter in LETTERS if _fits(value, letter)]
        return fitting[salt % len(fitting)] if fitting else _first(value)
    if operation is sre.BRANCH:
        return sample(value[1][salt % len(value[1])], salt)
    if operation is sre.SUBPATTERN:
        return sample(value[-1], salt)
    if operation is sre.ATOMIC_GROUP:
        return sample(value, salt)
    if operation in REPEATS:
        least, most, body = value
        return sample(body, salt) * min(max(least, 1) if most else 0, 300)
    return ""


def _first(choices) -> str:
    for operation, value in choices:
        if operation is sre.LITERAL:
            return chr(value)
        if operation is sre.RANGE:
            return chr(value[0])
    return "a"


def _fits(choices, letter: str) -> bool:
    negated = hit = False
    for operation, value in choices:
        if operation is sre.NEGATE:
            negated = True
        elif operation is sre.LITERAL:
            hit |= ord(letter) == value
        elif operation is sre.RANGE:
            hit |= value[0] <= ord(letter) <= value[1]
        elif operation is sre.CATEGORY:
            name = str(value)
            kinds = {"DIGIT": letter.isdigit(), "SPACE": letter.isspace()}
            is_of = kinds.get(name.rpartition("_")[2], letter.isalnum() or letter == "_")
            hit |= is_of != ("NOT_" in name)
    return hit != negated


def repeated(nodes, salt: int, before: str = "") -> Iterator[tuple[str, str]]:
    """What leads to each part that may be repeated often, and the part."""
    for operation, value in nodes:
        if operation in REPEATS:
            if value[1] >= 30:
                yield before, sample(value[2], salt) or "a"
            yield from repeated(value[2], salt, before)
        elif operation is sre.BRANCH:
            for branch in value[1]:
                yield from repeated(branch, salt, before)
        elif operation is sre.SUBPATTERN:
            yield from repeated(value[-1], salt, before)
        elif operation is sre.ATOMIC_GROUP:
            yield from repeated(value, salt, before)
        elif operation in (sre.ASSERT, sre.ASSERT_NOT) and value[0] > 0:
            yield from repeated(value[1], salt, before)
        before += _one(operation, value, salt)


def inputs(pattern: re.Pattern, samples: int) -> set[tuple[str, str, str]]:
    """Texts as (start, what is repeated, end)."""
    tree = parser.parse(pattern.pattern, pattern.flags)
    found: set[tuple[str, str, str]] = set()
    for salt in range(samples):
        whole = sample(tree, salt)
        if whole:
            found |= {("", whole, ""), ("", whole[:-1] or "a", "\x01"), ("", whole + " ", "")}
        for before, part in repeated(tree, salt):
            found |= {(before, part, "\x01"), ("", part, "\x01"), ("", before + part, "\x01")}
    return found


@cache
def _source(where: str) -> list[str]:
    return (ROOT / where).read_text("utf-8").splitlines()


def is_anchored(pattern: re.Pattern, where: str, line: int) -> bool:
    """Whether the expression is only tried at one place of a text, and not searched for."""
    if pattern.pattern.startswith(AT_THE_START.get(where, ("\0",))):
        return True
    named = re.match(r"(\w+)(?:: Final)? = ", _source(where)[line - 1])
    if named is None:
        return False
    used = re.findall(rf"\b{named[1]}\.(\w+)\(", "\n".join(_source(where)))
    return bool(used) and set(used) <= {"match", "fullmatch", "pattern"}


def work(pattern: re.Pattern, parts: tuple[str, str, str], length: int, *, anchored: bool) -> float:
    start, unit, end = parts
    text = start + unit * (length // len(unit) + 1) + end
    begun = time.process_time()
    if anchored:
        pattern.match(text)
        pattern.fullmatch(text)
    else:
        deque(pattern.finditer(text), 0)
    return time.process_time() - begun


def grows_too_fast(pattern: re.Pattern, parts, limit: int, *, anchored: bool) -> bool:
    length = min(250, limit)
    while 0 < length <= limit:
        if work(pattern, parts, length, anchored=anchored) >= MEASURABLE:
            return all(
                work(pattern, parts, length, anchored=anchored)
                > TOO_FAST * work(pattern, parts, length // 4, anchored=anchored)
                for _ in range(3)
            )
        length *= 4
    return False


def main(length: int, samples: int) -> None:
    spy()
    import_all()
    slow = []
    for pattern, where, line in sorted(compiled.values(), key=lambda row: row[1:]):
        bound = next(
            (
                most
                for (name, begins), (most, _) in BOUNDED.items()
                if where.startswith(name) and pattern.pattern.startswith(begins)
            ),
            length,
        )
        anchored = is_anchored(pattern, where, line)
        for parts in sorted(inputs(pattern, samples)):
            if grows_too_fast(pattern, parts, min(length, bound), anchored=anchored):
                slow.append(
                    [f"{where}:{line}", pattern.pattern[:80], [part[:40] for part in parts]]
                )
                break
    print(json.dumps({"expressions": len(compiled), "slow": slow}))


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))
