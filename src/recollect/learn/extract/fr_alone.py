"""French: what a memory needs to stand alone."""

import re
from typing import Final

from recollect.learn.extract.language import Alone

# What is always that of something.
_OF_WHAT: Final = (
    "date|rendez-vous|rdv|échéance|reste|examen|réunion|contrôle|signature|fête|livraison|visite|entretien|résultats?"
    "|budget|prix|départ|arrivée|AG"
)
# What one counts or reckons by is nothing that "le" means.
_TIMES: Final = (
    "ans?|année|mois|semaines?|jours?|heures?|minutes?|fois|euros?|balles|matin|soir|nuit|midi|janvier|février|mars"
    "|avril|mai|juin|juillet|août|septembre|octobre|novembre|décembre|lundi|mardi|mercredi|jeudi|vendredi|samedi"
    "|dimanche|été|hiver|printemps|automne|autres?"
)
ALONE: Final = Alone(
    verbs=re.compile(
        r"\b(?:est|sont|suis|sommes|était|étais|ai|as|a|avons|ont|avait|va|vais|vont|fait|fais|font|peut|peux|veut|veux"
        r"|doit|dois|faut|vient|viens|prend|prends|met|mets|habite\w*|travaille\w*|bosse\w*|joue\w*|arrive\w*|part|pars"
        r"|commence\w*|coûte\w*|reste\w*|aime\w*|je|tu|il|elle|on|nous|vous|ils|elles|ça|y a|\w{3,}ez|\w+-(?:moi|nous|les?|la)|svp)\b|^(?:toujours|jamais)\b|\b[cj]'\w+",
        re.IGNORECASE,
    ),
    refers=re.compile(
        r"(?:\b(?:je|tu|il|elle|on|nous|vous|ils|elles) |\bj')(?:ne |n')?(?:me |m'|te |t'|se |s')?(?P<word>l'|les?\b|la\b|lui\b|leur\b|en\b|y\b)(?! \w+ de\b)"
        r"|\b(?:celui|celle|ceux|celles)(?:-ci|-là)?\b(?! qu)|\b(?:là-bas|ça|cela)\b|^(?:ils?|elles?)\b(?! faut qu)",
        re.IGNORECASE,
    ),
    lacks=re.compile(
        r"\b(?:(?:le|la|les) mien(?:ne)?s?|d'ici là|jusque-là|ce jour-là|tous les deux|toutes les deux"
        r"|(?<!\best )(?:l'|les? |la )(?:autres?|nouveau|nouvelle|vieux|vieille|bleue?|rouge|vert|premi(?:er|ère)|deuxième|dernière?)(?=\W*$| (?:est|sont|a|va)\b)"
        r")\b|^après(?= (?:je|on|nous|j')\b)|^(?:moi,? )?(?:je |j')(?:n'|ne )?(?:aime|adore|déteste|supporte)(?: pas| plus)?(?: du tout| trop| beaucoup| vraiment)?\W*$",
        re.IGNORECASE,
    ),
    part_of=re.compile(
        rf"^(?:la |le |l')?(?:{_OF_WHAT})\b(?! (?:de|du|des|avec|pour|chez|devant|au|à)\b| d')|^à \w{{3,}}(?:er|ir|re)\b"
        r"|\b(?:veut|veux|sommes|reste|restent|prends?|faut|suis à|est à) (?:environ |juste |plus que )?\d[\d.,]*(?=\W*$|,)",
        re.IGNORECASE,
    ),
    opens=re.compile(r"(?:c'est|c'était|ce sera|ce serait)\b", re.IGNORECASE),
    when=re.compile(r"\b(?:d'ici là|jusque-là|ce (?:jour|soir|week-end)-là)\b", re.IGNORECASE),
    named=re.compile(
        rf"\b(?:le|la|les|une?|des|mon|ma|mes|notre|nos|\d+) (?!(?:{_TIMES})\b)[a-zàâéèêëîïôûùç]{{3,}}|\bl'(?!(?:{_TIMES})\b)[a-zàâéèêëîïôûùç]{{3,}}"
        r"|(?<=\w )(?-i:[A-ZÀÂÉÈÊ])\w+",
        re.IGNORECASE,
    ),
    parts=re.compile(
        r"[,;:(]|\b(?:et|mais|ou|donc|car|que|qui|quand|si|parce|depuis|je|tu|il|elle|on|nous|vous|ils|elles)\b|\bj'",
        re.IGNORECASE,
    ),
    people={"il": "m", "elle": "f", "lui": "m"},
    agrees={
        "le": re.compile(r"\b(?:le|un|mon|notre) \w{3,}", re.IGNORECASE),
        "la": re.compile(r"\b(?:la|une|ma|notre) \w{3,}", re.IGNORECASE),
        **dict.fromkeys(
            ("les", "leur", "ils", "elles", "en"),
            re.compile(r"\b(?:les|des|mes|nos|\d+|deux|trois) \w{3,}s\b", re.IGNORECASE),
        ),
    },
    takes_up=frozenset({"ça", "cela"}),
)
