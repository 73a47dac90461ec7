"""French: what a memory needs to stand alone."""

import re
from typing import Final

from recollect.learn.extract.language import Alone

ALONE: Final = Alone(
    verbs=re.compile(
        r"\b(?:est|sont|suis|sommes|était|étais|ai|as|a|avons|ont|avait|va|vais|vont|fait|fais|font|peut|peux|veut|veux"
        r"|doit|dois|faut|vient|viens|prend|prends|met|mets|habite\w*|travaille\w*|bosse\w*|joue\w*|arrive\w*|part|pars"
        r"|commence\w*|coûte\w*|reste\w*|aime\w*|je|tu|il|elle|on|nous|vous|ils|elles|ça|y a|\w{3,}ez|\w+-(?:moi|nous|les?|la)|toujours|jamais)\b|\b[cj]'\w+",
        re.IGNORECASE,
    ),
    refers=re.compile(
        r"(?:\b(?:je|tu|il|elle|on|nous|vous|ils|elles) |\bj')(?:ne |n')?(?P<word>l'|les?\b|la\b|lui\b|leur\b|en\b|y\b)(?! \w+ de\b)"
        r"|\b(?:celui|celle|ceux|celles)(?:-ci|-là)?\b(?! (?:qui|que|de|du|des)\b| d')|\b(?:là-bas|ça|cela)\b|^(?:ils?|elles?)\b",
        re.IGNORECASE,
    ),
    named=re.compile(
        r"\b(?:le|la|les|une?|des|mon|ma|mes|notre|nos|\d+) [a-zàâéèêëîïôûùç]{3,}|\bl'[a-zàâéèêëîïôûùç]{3,}"
        r"|(?<=\w )(?-i:[A-ZÀÂÉÈÊ])\w+",
        re.IGNORECASE,
    ),
)
