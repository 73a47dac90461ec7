"""English: what a memory needs to stand alone."""

import re
from typing import Final

from recollect.learn.extract.language import Alone

ALONE: Final = Alone(
    verbs=re.compile(
        r"\b(?:am|is|are|was|were|be|been|has|have|had|do|does|did|can|could|will|would|shall|should|must|may|might"
        r"|needs?|wants?|gets?|got|goes|go|went|says?|said|takes?|took|makes?|made|runs?|starts?|ends?|opens?|closes?"
        r"|comes?|came|costs?|lives?|works?|keeps?|kept|likes?|loves?|hates?|knows?|looks?|means?|gives?|gave|puts?|lets?"
        r"|uses?|used|stays?|moves?|moved|brings?|bought|buys?|pays?|paid|meets?|please|always|never|answer|write|call|tell|reply|send|show|leave|add|stop|avoid|remember|note|copy|message|bill|[a-z]+n't|im|ive|ill|its|thats|theres|dont"
        r"|cant|wont|didnt|doesnt|isnt)\b|\w'(?:s|re|m|ll|ve|d)\b|\b(?:I|we|you|he|she|they|it) \w+",
        re.IGNORECASE,
    ),
    refers=re.compile(
        r"\b(?P<word>it|its|them|they|he|she|him|her|his|there(?!'?s\b| is\b| are\b| was\b| were\b)"
        r"|that(?='s| is\b| was\b| till\b|\W*$))\b"
        r"|\b(?P<still>then(?=\W*$)|same time|(?:new|old|other|another|have|get|got|want|second|first) ones?(?=\W*$))\b",
        re.IGNORECASE,
    ),
    named=re.compile(
        r"\b(?:the|an?|my|our|your|some|two|three|\d+) [a-z]{3,}|(?<=\w )(?-i:[A-Z])[a-z]+",
        re.IGNORECASE,
    ),
)
