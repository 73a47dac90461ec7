"""Finds secrets that follow a telling name, in files, code, command lines and sentences.

Every look-around is bounded, so the work is linear in the text.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass

from recollect.redaction.secret_names import SecretName, secret_name
from recollect.redaction.secret_patterns import Span
from recollect.redaction.secret_values import Candidate, ValueForm, is_mixed, is_secret, is_strong
from recollect.redaction.tables import patterns, word_list

_PATTERNS = patterns("names")
NAME_HINTS = (*word_list("name_hints"), "pw ", "pin ", "backup code")
_NAME_LETTER = re.compile(r"[A-Za-z0-9_.$-]")
_NAME_END = re.compile(r"(?a:\w{0,30}+(?:[.-](?=\w)(?!value\b)\w{1,20}+){0,3}+)")
# https://token:... is an address, and "user/password: a/b" has two values: see contextual_secrets.
_NOT_A_NAME = re.compile(r"(?:://|(?i:user(?:name)?|login) ?/ ?)$")
_WORD_BEFORE = re.compile(r"(\w{1,20})[ \t]$")


@dataclass(frozen=True, slots=True)
class _Separator:
    """One way in which a value can follow its name."""

    form: ValueForm
    name: str
    quoted_only: bool = False


_TYPED = _Separator(ValueForm.ASSIGN, "typed")
_ATTRIBUTE = _Separator(ValueForm.PAIR, "attribute")
_OPERATOR = _Separator(ValueForm.ASSIGN, "operator")
_SENTENCE = _Separator(ValueForm.PROSE, "sentence")
_CHANGED = _Separator(ValueForm.PROSE, "changed")
_SCRIPT = _Separator(ValueForm.PROSE, "script")
_FLAG = _Separator(ValueForm.FLAG, "flag")
_TAG = _Separator(ValueForm.PAIR, "tag")
_ARGUMENT = _Separator(ValueForm.PAIR, "comma", quoted_only=True)
_LISTED = _Separator(ValueForm.BARE, "comma", quoted_only=True)
_CALL = _Separator(ValueForm.PAIR, "call", quoted_only=True)
_APPOSITION = _Separator(ValueForm.BARE, "apposition")
_SPACE = _Separator(ValueForm.BARE, "space")
# A call that sets a secret; get_secret("db-1") only names one.
_SETTING_VERB = r"(?i)(?:set|with|use|create|add|update|change|put)"
_SETTER = re.compile(_SETTING_VERB + r"?[_.]?(?:pass|pwd|api_?key|token|secret)")
_SETTING_CALL = re.compile(_SETTING_VERB + r"\w{0,20}$|(?:define|fill|type|header|append|insert)$")

_BARE = re.compile(r"""["'`(]?(?P<v>[^\s"'`<>“”«»「」]{1,256}+)""")
# The rest of a value longer than the limit.
_LONGEST = 256
_REST = re.compile(r"""[^\s"'`<>;]*+""")
# Where an unquoted value ends without a space: at the next pair, statement or sentence.
_CUT = re.compile(
    r";|&&|&[\w.-]+=|,\w+[=:]|\\[nrt]|[，。；、）】！？]"
    r"|(?<=[!-~])(?=[\u3040-\u30ff\u4e00-\u9fff\uac00-\ud7af])"
)
_CLAUSE_END = re.compile(r"""[ \t"'`*)\]}]{0,4}(?:[.,;!?)](?=[ \t\r\n]|$)|\r?\n|$|\\n|</)""")
_NEXT = re.compile(r"(?:[ \t]?,[ \t]?|[ \t](?:to|and|or|und|y|et|auf)[ \t])")


def find_named(text: str, low: str) -> Iterator[Span]:
    """Every value after a telling name; `low` is the text in lower case."""
    done = 0
    for keyword in _PATTERNS["keyword"].finditer(low):
        if keyword.start() < done:
            continue
        start = _name_start(text, keyword.start())
        match = _NAME_END.match(text, keyword.end())
        end = match.end() if match else keyword.end()
        before = _WORD_BEFORE.search(text, max(0, start - 22), start)
        name = secret_name(text[start:end], before.group(1).lower() if before else "")
        if name is None or _NOT_A_NAME.search(text, max(0, start - 9), start):
            continue
        for span in _values_after(text, name, start, end):
            done = span[1]
            yield span


def _name_start(text: str, start: int) -> int:
    floor = max(0, start - 40)
    while start > floor and _NAME_LETTER.match(text[start - 1]):
        start -= 1
    return start


def _values_after(text: str, name: SecretName, start: int, end: int) -> Iterator[Span]:
    for separator in _separators(text, start, end):
        step = _PATTERNS[separator.name].match(text, end)
        if step is None:
            continue
        form = _form(separator, step, text[start:end])
        found = _value_at(text, step.end(), form, quoted_only=separator.quoted_only)
        # password=password only passes a variable
        if found is None or found[1].value == text[start:end] or not is_secret(name, found[1]):
            continue
        if not _is_selector(text, start, step, found[1]):
            first, last = found[0]
            rest = _REST.match(text, last) if last - first >= _LONGEST else None
            yield first, rest.end() if rest else last, name.kind
            if separator.form is ValueForm.PROSE:
                yield from _further_values(text, name, last)
            return


def _separators(text: str, start: int, end: int) -> Iterator[_Separator]:
    """The ways in which this name can be followed by its value, the surest first."""
    yield from (_TYPED, _ATTRIBUTE, _OPERATOR, _SENTENCE)
    if not text[start:end].isascii():
        yield _SCRIPT
    if text[start] == "-":
        yield _FLAG
    if text[start - 1 : start] == "<":
        yield _TAG
    # "pass" is also a verb, and what is passed is not a password.
    if text[start:end].lower() != "pass":
        yield _CHANGED
        yield from _call_separators(text, start, end)
        yield from (_APPOSITION, _SPACE)


def _call_separators(text: str, start: int, end: int) -> Iterator[_Separator]:
    """The ways of code: fill("#password", "value"), set_password("value")."""
    opened = text.rfind("(", max(0, start - 60), start)
    if opened >= 0:
        yield _ARGUMENT if _SETTING_CALL.search(text, max(0, opened - 30), opened) else _LISTED
    if _SETTER.match(text[start:end].rpartition(".")[2]):
        yield _CALL


def _form(separator: _Separator, step: re.Match[str], name: str) -> ValueForm:
    if separator is not _OPERATOR:
        return separator.form
    op, space = step["op"], step["space"]
    is_unspaced = op == "=" and not space and not step.group().startswith((" ", "\t"))
    is_constant = (
        name.isupper() and (op == "=" or (op == ":" and "_" in name)) and "\n" not in space
    )
    if is_unspaced or is_constant:
        return ValueForm.ENV
    return ValueForm.COLON if op == "：" or (op in ":|" and space) else ValueForm.ASSIGN


_Found = tuple[tuple[int, int], Candidate]


def _value_at(text: str, at: int, form: ValueForm, *, quoted_only: bool = False) -> _Found | None:
    quoted = _PATTERNS["quoted"].match(text, at)
    if quoted is not None and quoted.lastgroup is not None:
        if quoted.group()[0] in "fF$" and "{" in quoted.group():
            return None
        value = quoted[quoted.lastgroup].strip()
        return quoted.span(quoted.lastgroup), Candidate(value, form, quoted=True, final=True)
    bare = None if quoted_only else _BARE.match(text, at)
    if bare is None:
        return None
    return _bare_value(text, bare.start("v"), _trimmed(bare["v"]), form)


def _bare_value(text: str, start: int, value: str, form: ValueForm) -> _Found | None:
    end = start + len(value)
    # connect(password=pw) passes a variable; in a file, password=pw is a password.
    if form is ValueForm.ENV and value.isidentifier() and text[end : end + 1] in (")", ","):
        form = ValueForm.ASSIGN
    final = _CLAUSE_END.match(text, end) is not None
    return ((start, end), Candidate(value, form, final=final)) if value else None


def _trimmed(value: str) -> str:
    """The value without what belongs to the surrounding sentence or statement."""
    cut = _CUT.search(value)
    value = value[: cut.start()] if cut else value
    while value and (value[-1] in ".,:?*" or _has_unmatched_bracket(value)):
        value = value[:-1]
    return value


def _has_unmatched_bracket(value: str) -> bool:
    """Whether the value ends with a bracket that was opened before it."""
    opening = {")": "(", "]": "[", "}": "{"}.get(value[-1])
    return opening is not None and value.count(opening) < value.count(value[-1])


def _is_selector(text: str, start: int, step: re.Match[str], candidate: Candidate) -> bool:
    """Whether a CSS selector such as `#password:focus` only looks like a name and a value."""
    is_css = text[start - 1 : start] in ("#", ".") or step.group().startswith("]")
    return (
        is_css
        and not candidate.quoted
        and not (is_mixed(candidate.value) and step.group()[-1] in " =")
    )


def _further_values(text: str, name: SecretName, end: int) -> Iterator[Span]:
    """The second password of "from one to another", and the others of a list."""
    while (step := _NEXT.match(text, end)) is not None:
        found = _value_at(text, step.end(), ValueForm.PROSE)
        if found is None or not is_strong(found[1].value, least=6):
            return
        if not is_secret(name, found[1]):
            return
        yield *found[0], name.kind
        end = found[0][1]
