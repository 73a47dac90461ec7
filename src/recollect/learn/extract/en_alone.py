"""English: what a memory needs to stand alone."""

import re
from typing import Final

from recollect.learn.extract.en_words import PARTS
from recollect.learn.extract.language import Alone, Company, one_of, pattern

_AUXILIARY: Final = (
    r"(?:is|are|was|were|does|do|did|has|have|had|can|could|will|would|should)(?:n't)?|won't|can't"
)
# What is always that of something.
_OF_WHAT: Final = one_of(
    """date due_date deadline start budget total price result results venue appointment interview review exam test
    blood_test check-up meeting party ceremony reception delivery pickup viewing launch topic theme reason size colour
    color key address"""
)
# What one counts or reckons by is nothing that "it" means.
_TIMES: Final = one_of(
    """spring summer autumn winter fall year years month months week weeks weekend day days hour hours minute minutes
    min mins time times percent euro euros pound pounds dollar dollars quid bucks morning mornings evening evenings night nights moment past right each
    same other first second third last next lot bit few end rest way thing while"""
)
_DATES: Final = one_of(
    """January February March April May June July August September October November December
    Monday Tuesday Wednesday Thursday Friday Saturday Sunday"""
)
_BEFORE_ONE: Final = one_of(
    """the this that these those which new old other another big small red blue green black white grey electric first
    second third last next cheap better best older oldest younger youngest bigger smaller cheaper have get got want"""
)
_COUNTED: Final = r"(?:at (?:like|about|around|only)|charging|charge|paying|pay|have|has|got|need|needs|wants?|we're|we are|earn|owe|down to|up to)"

ALONE: Final = Alone(
    verbs=re.compile(
        r"\b(?:am|is|are|was|were|be|been|has|have|had|do|does|did|can|could|will|would|shall|should|must|may|might"
        r"|needs?|wants?|gets?|got|goes|go|went|says?|said|takes?|took|makes?|made|runs?|starts?|ends?|opens?|closes?"
        r"|comes?|came|costs?|lives?|works?|keeps?|kept|likes?|loves?|hates?|knows?|looks?|means?|gives?|gave|puts?|lets?"
        r"|uses?|used|stays?|moves?|moved|brings?|bought|buys?|pays?|paid|meets?|please|answer|write|call|tell|reply|send|show|leave|add|stop|avoid|remember|note|copy|message|bill|[a-z]+n't|im|ive|ill|its|thats|theres|dont"
        r"|cant|wont|didnt|doesnt|isnt)\b|^(?:always|never)\b|\w'(?:s|re|m|ll|ve|d)\b|\b(?:I|we|you|he|she|they|it) \w+",
        re.IGNORECASE,
    ),
    refers=re.compile(
        r"\b(?:(?P<own>its|his|their|her(?= (?!(?:up|off|out|on|in|to|at|by|for|from|with|and|or|about|no|not|an?|the|my|that|if|when|so|but|next|last|this|every)\b)\w))"
        r"|it|them|they|he|she|him|her|(?<!is )(?<!are )(?<!was )there(?!'?s\b| is\b| are\b| was\b| were\b)"
        r"|(?<!like )that(?='s| is\b| was\b|,|\W*$)|(?<!like )this(?= is\b| was\b|,|\W*$)|th[oe]se(?=,|\W*$))\b",
        re.IGNORECASE,
    ),
    lacks=re.compile(
        rf"\b(?:(?:till|until|by|since|before) then|then(?=\W*$)|same time|{_BEFORE_ONE} ones?\b(?! (?:of|who|that|with|for|from|I|we)\b)"
        r"|(?:taught|showed|told|asked|helped) (?:me|us|him|them)(?=\W*$)|we(?:'re| are)? (?:both|don'?t talk|meeting|agreed|broke up|split up)"
        r"|(?:the )?rest(?= is\b))\b|^mine\b|\bmine(?=\W*$)"
        rf"|^(?![^,]{{0,80}}\b(?:what|when|where|who|how|which|that|than|as|if)\b)[^,]{{1,60}} (?:{_AUXILIARY})(?= too| as well| though|\W*$)",
        re.IGNORECASE,
    ),
    part_of=re.compile(
        rf"^(?:the )?{_OF_WHAT}\b(?! (?:of|for|with|at|in|to)\b)"
        rf"|\b{_COUNTED} (?:like |about |around |only |just )?\d[\d.,]*k?(?=\W*$)",
        re.IGNORECASE,
    ),
    opens=re.compile(r"(?!)"),
    when=re.compile(
        r"\b(?:(?:till|until|by|since|before) then|that (?:day|evening|night|morning|week|weekend|date))\b",
        re.IGNORECASE,
    ),
    named=re.compile(
        rf"\b(?:the|an?|my|our|your|some|two|three|four|five|\d+) (?!{_TIMES}\b)[a-z]{{3,}}|(?:(?<=\w )|(?<=, ))(?!(?-i:{_DATES})\b)(?-i:[A-Z])[a-z]+",
        re.IGNORECASE,
    ),
    parts=re.compile(
        r"[,;:(]|\b(?:and|but|or|so|because|when|if|that|which|who|since|while|as|before|after|until|where|I|we|you|he|she|they|it)\b",
        re.IGNORECASE,
    ),
    people={"he": "m", "him": "m", "his": "m", "she": "f", "her": "f"},
    agrees=dict.fromkeys(
        ("they", "them", "their"),
        re.compile(r"\b(?:the|my|our|some|these|two|three|\d+) (?:\w+ )?\w+s\b", re.IGNORECASE),
    ),
    takes_up=frozenset({"that", "this"}),
)
# "… and now my brother and" "I are to sort the house".
COMPANY: Final = Company(
    ahead=pattern(
        r"(?:^\s*|[,;:.!?] |\b(?:and|but|so|because|since|that|when|while|if|as|then|now) )"
        r"(?P<others>(?:my|our) (?:[\w-]+ ){0,2}?<KIN>(?:,? <FIRST>)?|<FIRST>) (?P<joint>and) $",
        **PARTS,
    ),
    parted=re.compile(r" and I\b"),
)
