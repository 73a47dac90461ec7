"""A memory that stands alone: what its words answer, or what they follow, where they cannot be understood without it."""

import re
from typing import Final

from recollect.learn.extract.clauses import BLANK, SECRET, Clause, without_blocks
from recollect.learn.extract.language import Alone, Language
from recollect.learn.extract.scene import Scene
from recollect.learn.said_of import AFTER, ASKED

# A question or a sentence of more letters is cut. At 90, as much evidence is found in a context as at 140.
_LONGEST: Final = 140
# What is looked at of a long message for a question at its end.
_LOOKED_AT: Final = 600
# So many words behind a question, and it was not the last thing that was said.
_BEHIND: Final = 12
# What answers a question is among the first clauses of a reply.
_REPLY: Final = 3
# Fewer words say nothing that others could be understood by.
_TELLING: Final = 3
_QUESTION: Final = re.compile(r"[^.!?…\n]*\?+")
_SENTENCE: Final = re.compile(r"(?:[^.!?…;\n\x00]|(?<=\d)\.)+[.!?…]*")
# How somebody's words are told that have no subject: "User: no lift".
_BARE: Final = re.compile(r"[^:]{1,40} ?: ")
# A sentence has at least so many words.
_FEW: Final = 4


def in_context(
    told: str, clause: Clause, scene: Scene, language: Language, *, subject: bool
) -> str:
    """What is told, with what it answers or follows where it does not stand alone.

    `subject` says that the clause has one of its own. Of an assistant's words only a question is put there.
    """
    words = language.alone
    piece = not subject and _is_piece(told, clause.text, words)
    if not (piece or _refers(told, clause.text, words)):
        return told
    question = _question(scene) if clause.place < _REPLY else ""
    if len(question.split()) < _TELLING or (not piece and words.refers.search(question)):
        question = ""  # "When?" says no more than the answer
    before = "" if question else _before(clause, scene, words)
    if not (question or before):
        return told
    form = (ASKED if question else AFTER)[language.code]
    return f"{told.rstrip('.')} {form.format(_short(question or before))}."


def _is_piece(told: str, said: str, words: Alone) -> bool:
    """Whether a clause is no sentence: no lift, 4th floor."""
    bare = _BARE.match(told) or len(said.split()) <= _FEW
    return bool(bare) and not words.verbs.search(said)


def _refers(told: str, said: str, words: Alone) -> bool:
    """Whether a clause has a word that means something said before it."""
    for found in words.refers.finditer(said):
        word = found["word"] or found[0]
        if re.search(rf"(?<!\w){re.escape(word.strip())}(?!\w)", told, re.IGNORECASE):
            still = found.groupdict().get("still")
            return bool(still) or not words.named.search(said, 0, found.start())
    return False


def _question(scene: Scene) -> str:
    """What somebody else has asked last, if nothing more was said behind it."""
    if scene.asker == scene.speaker:
        return ""
    text = without_blocks(scene.question[-_LOOKED_AT:])
    found = list(_QUESTION.finditer(text))
    if not found or len(text[found[-1].end() :].split()) > _BEHIND:
        return ""
    return "" if SECRET.search(found[-1][0]) else found[-1][0].strip()


def _before(clause: Clause, scene: Scene, words: Alone) -> str:
    """What was said right before a clause: in its sentence, in its turn, or by a person in an earlier one.

    Rather something that stands alone itself.
    """
    said: list[str] = [
        sentence.strip(" ,:-–")
        for text in (scene.told, clause.earlier, clause.before)
        for sentence in _SENTENCE.findall(text.rsplit(BLANK, 1)[-1])
        if len(sentence.split()) >= _TELLING and not SECRET.search(sentence)
    ]
    whole = [one for one in said if words.verbs.search(one) and not words.refers.search(one)]
    naming = [one for one in whole if words.named.search(one)]
    return (naming or whole or said or [""])[-1]


def _short(text: str) -> str:
    """Some words to be quoted: without quotation marks of their own, and not too many."""
    text = " ".join(re.sub(r"[\"“”„«»]", "", text).split()).rstrip(".;,")
    if len(text) <= _LONGEST:
        return text
    return "…" + text[-_LONGEST:].partition(" ")[2]
