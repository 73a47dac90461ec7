"""What a machine has put among a person's words: memory that was recalled, and what a model or a system says.

Nothing of it is anybody's statement, whoever sends it. What people head their own words with ("Note:", "Context:",
"PS:") is theirs.
"""

import re
from bisect import bisect_right
from collections.abc import Iterator
from typing import Final

from recollect.model.framing import INSTRUCTIONS

_FLAGS: Final = re.DOTALL | re.IGNORECASE | re.MULTILINE
# What a line may begin with before its words: a heading, a quotation, a list, strong letters.
_MARKS: Final = r"[#*>_ \t•-]{0,8}"
# Up to a blank line, unless a list goes on behind it.
_BLOCK: Final = r"(?:(?!\n[> \t]*\n(?![-*\[\d#\s>])).)*"

# "Here are 3 relevant memories about the user": the memories are what is headed. Who asks to "add to memory", or tells
# "my memories of Rome", speaks for himself.
_OF_MEMORY: Final = (
    r"(?:(?:here are|these are|the|some|following|most|relevant|retrieved|recalled|saved|stored|known|previous|past|existing"
    r"|current|long[- ]term|short[- ]term|working|user(?:'s)?|conversation|chat|assistant|agent|search|matching|top|\d+) ){0,6}"
    r"(?:memory|memories)(?: (?:context|bank|store|search|results|updated|saved|found|retrieved|recalled|were|have|been))*"
)
_KNOWN: Final = r"(?:known |stored |saved |some |relevant |here are |the |key )*"
_RECALLED: Final = (
    rf"(?:{_OF_MEMORY}|relevant (?:summaries|conversation excerpts)|conversation (?:summar(?:y|ies)|context|history|excerpts)"
    r"|background context|key relationships|about the user|user (?:profile|overrides|facts|preferences|summary)"
    rf"|{_KNOWN}(?:facts|information|details|things|preferences)(?: known)?(?= (?:about|of|on) the user)"
    r"|(?:here(?:'s| is) )?what (?:i|we|you) (?:know|remember|recall)(?: so far)?(?= (?:about|of) (?:me|you|the user))"
    # A German "Erinnerung" is a reminder as well, and a French "mémoire" a thesis.
    r"|(?:relevante|gespeicherte|bekannte|frühere|abgerufene) (?:erinnerungen|fakten)|bekanntes? über (?:den|die) nutzer(?:in)?"
    r"|(?:recuerdos|memorias)(?: (?:relevantes|guardad[oa]s|recuperad[oa]s|previ[oa]s|del usuario))+|datos (?:conocidos )?del usuario"
    r"|souvenirs? (?:pertinents?|enregistrés?|récupérés?|de l'utilisateur)|faits connus(?: sur l'utilisateur)?)"
)
_OF_WHOM: Final = r"(?: (?:about|of|for|from|on) (?:the |this |your |our |previous |earlier |past )*(?:user|me|you|chats?|conversations?|sessions?|\w+))*(?: so far)?"
_BRACKETED: Final = (
    r"(?:user[ _-]?|long[- ]term |saved |retrieved |system[ _-]?)?(?:context|memor(?:y|ies|ias?)|recuerdos?|mémoires?|background|recalled|known facts)"
    r"|user (?:profile|facts)|system(?: (?:prompt|message|note))?|assistant|developer|tool"
)
_MEMORY: Final = tuple(
    re.compile(pattern, _FLAGS)
    for pattern in (
        (
            r"<(?P<tag>[a-z_-]*(?:memor|context|recall|document|email|quote|transcript|instructions|system|assistant|profile|history)[a-z_-]*)\b[^>]*>"
            r".*?(?:</(?P=tag)>|\Z)"
        ),
        # A heading stands above what it heads.
        rf"^{_MARKS}{_RECALLED}{_OF_WHOM}(?: \([^)\n]*\))?[ \t]*:?\**[ \t]*\n{_BLOCK}",
        rf"^[ \t]{{0,3}}(?:#+ ?|\*\*|={{2,}} ?)(?:context|memor(?:y|ies)|kontext|contexto?|system(?: prompt)?|assistant)\**:?\**[ \t]*\n{_BLOCK}",
        rf"^{_MARKS}{_RECALLED}{_OF_WHOM} ?:[^\n]*",
        # A mark in brackets stands before its words, or around them.
        rf"(?:^[>*_ \t•-]{{0,8}}|(?<=[.!?] ))\[[ \t]*(?:{_BRACKETED})(?:[ _#]{{0,2}}\d{{1,3}})?[ \t]*\]:?[ \t]*(?:\n{_BLOCK}|[^\n]*)",
        rf"^[ \t]*\[[ \t]*(?:{_BRACKETED})\b[^\]]*\]",
    )
)

_ASSISTANT: Final = r"assistant|assistent(?:in)?|asistente|ai|ki|ia|chatgpt|gpt|chatbot|bot|copilot"
_SYSTEM: Final = (
    r"(?:system|developer)(?:[ -]?(?:prompt|message|note|nachricht))?|tool(?: (?:result|output|call))?|sistema|mensaje del sistema"
    r"|système|message système"
)
# Who speaks, as chats and their logs write it: "Assistant:", "**System:**", "SYSTEM :".
_SAYS: Final = re.compile(
    r"(?:^(?P<item>[ \t>#]{0,8}[-*•] |  [ \t]{0,6}|\(past\) )?[ \t>#]{0,8}[*_]{0,2}|(?<=[.!?] ))"
    rf"(?:(?P<assistant>{_ASSISTANT})|(?P<system>{_SYSTEM})"
    r"|(?P<user>user|human|nutzer(?:in)?|usuari[oa]|utilisat(?:eur|rice))|(?P<person>me|i|ich|yo|moi|je))"
    r"[*_]{0,2} ?:[*_]{0,2}(?=\s)",
    re.IGNORECASE | re.MULTILINE,
)
# How memory writes down what somebody said, "User lives in Porto": nobody speaks of himself so. "User interviews are on
# Monday" is of something else.
_WRITTEN_DOWN: Final = re.compile(
    r"(?:^|(?<=[.!?:] )|(?<=[-*•] ))(?:"
    r"(?:the )?user(?:'s [a-z]| (?:is|was|has|had|does|will|would|[a-z]{2,}s)\b(?<!ss)(?! (?:are|were|have|is)\b))"
    r"|(?:der |die )?nutzer(?:in)? (?:ist|war|hat|hatte|wird|will|mag|möchte|[a-zäöüß]{2,}t)\b"
    r"|(?:el|la) usuari[oa] (?:(?:no|se|le) )*[a-záéíóú]+\b"
    r"|l['’]utilisat(?:eur|rice) (?:(?:ne|n['’]|se|s['’]) ?)?[a-zà-ÿ]+\b"
    r")(?:[^.!?\n]|[.!?](?=\S))*",
    re.IGNORECASE | re.MULTILINE,
)
_PARAGRAPH: Final = re.compile(r"\n[ \t]*\n")
# A model's own way to write who speaks: "<|im_start|>system", "<|assistant|>", "<<SYS>>".
_TEMPLATE: Final = re.compile(
    r"<<SYS>>.*?(?:<</SYS>>|\Z)"
    r"|<\|(?:(?:im_start|start_header_id)\|>)?\s*(?:system|assistant|developer|tool)\b.*?(?=<\|(?:(?:im_start|start_header_id)\|>)?\s*user\b|\Z)"
    r"|<\|[a-z_]{1,20}\|>",
    re.DOTALL | re.IGNORECASE,
)
# A tool's answer, or a request to a model: data.
_DATA: Final = re.compile(
    r"^[ \t]*\[?\{\s{0,8}\"[^\"\n]{1,60}\"\s{0,4}:.*?(?=\n[ \t]*\n|\Z)", re.DOTALL | re.MULTILINE
)


def recalled(text: str) -> Iterator[tuple[int, int]]:
    """Where memory stands that was put before a model."""
    for pattern in _MEMORY:
        yield from (found.span() for found in pattern.finditer(text))
    for told in INSTRUCTIONS.values():
        start = text.find(told)
        if start >= 0:
            yield start, start + len(told)


def by_machines(text: str) -> Iterator[tuple[int, int]]:
    """Where words stand that are a model's or a system's, by what stands before them."""
    for pattern in (_DATA, _TEMPLATE, _WRITTEN_DOWN):
        yield from (found.span() for found in pattern.finditer(text))
    labels = list(_SAYS.finditer(text))
    people = [one.start() for one in labels if one["person"] or one["user"]]
    for one in labels:
        begins = text[one.start() - 1 : one.start()] in {"", "\n"}
        if one["user"]:
            if one["item"] or len(people) > 1:  # a log: nobody heads his own words so, and again
                yield one.start(), _line_end(text, one.end())
        elif one["assistant"] or (one["system"] and (begins or one["system"].isupper())):
            answered = bisect_right(people, one.start())
            whole = people[answered] if answered < len(people) else _said_until(text, one)
            yield one.start(), whole


def _said_until(text: str, label: re.Match[str]) -> int:
    """Where the words behind a label end. "System: Linux" is a line of a list rather than the head of a paragraph."""
    line = _line_end(text, label.end())
    loud = label["assistant"] or label["system"].isupper()
    if not loud and text[label.end() : line].strip():
        return line
    blank = _PARAGRAPH.search(text, label.end())
    return blank.start() if blank else len(text)


def _line_end(text: str, start: int) -> int:
    end = text.find("\n", start)
    return len(text) if end < 0 else end
