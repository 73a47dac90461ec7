"""What a tool notes down of a site, in a line of its own: where things are, what the site is, what to do first.

A tool's answer is mostly what a page says, which is nobody's knowledge. So only a short answer is read, and in it only
the lines that have the form of a note.
"""

import re
from collections.abc import Iterator
from typing import Final

from recollect.model.entry import Kind

# A longer answer is a page, a log or a file.
_LONGEST_TURN: Final = 400
_LONGEST_LINE: Final = 160
# What was just done, not what is so: "click #submit -> ok".
_DONE: Final = re.compile(
    r"->|=>|[{}<>|]|\b(?:here|hier|aquí|ici|you|your)\b|\b(?:ok|done|failed|erledigt|fertig|hecho|listo|fait|terminé)\W*$|\b(?:was|were|wurden?|fue|fueron|été)\b",
    re.IGNORECASE,
)
_SITE: Final = (
    r"(?:(?:on|at|auf|en|sur|chez) )?(?:(?:[a-z0-9-]+\.)+[a-z]{2,10}|(?:the |die |der |el |la |le )?"
    r"(?:site|page|shop|store|app|portal|website|webseite|seite|sitio|página|tienda|boutique|application))"
)
_PLACE: Final = r"(?:[#.][a-z_][\w-]*|\[[\w-]+[^\]]*\]|/[\w/?=&{}.-]*|\w+\[[^\]]+\])"
_THING: Final = r"(?:[\w'’-]+ ){0,5}?[\w'’-]+"
_HAS: Final = (
    r"(?:uses?|is|are|is (?:at|in|under|behind)|are (?:at|in|under)|lives? (?:at|under)|has|have"
    r"|nutzt|nutzen|verwendet|verwenden|ist|sind|(?:ist|liegt|sind|liegen) (?:unter|auf|in|bei)|hat"
    r"|usan?|utilizan?|es|son|están? en|tienen?|utilisent?|est|sont|(?:est|sont|se trouve) (?:à|sous|sur|dans)|a)"
)
_FORMS: Final = (
    (
        Kind.WEBSITE_KNOWLEDGE,
        rf"(?:{_SITE},? )?(?:{_THING} )?{_HAS} (?:the |an? |der |die |das |el |la |le )?(?:[\w-]+ )?{_PLACE}(?![\w/]).*",
    ),
    (
        Kind.DOMAIN,
        (
            rf"(?:{_SITE} )?(?:is |ist |es |est )?(?:an? |eine?n? |una? |une? )?(?:\w+ )?(?:e-?commerce(?:[ -]\w+)?|online[ -]?shop|single[ -]page[ -]app\w*|SPA"
            r"|tienda (?:online|en línea)|boutique en ligne|site (?:e-?commerce|marchand))\b(?: (?:with|built|in|using|mit|con|en|avec|sur|based)\b.*)?"
        ),
    ),
    (
        Kind.DOMAIN,
        (
            rf"(?:{_SITE} )?(?:(?:requires?|needs?) (?:an? )?(?:log[ -]?in|sign[ -]?in|account|authentication)"
            r"|(?:braucht|benötigt|erfordert|verlangt) (?:eine?n? )?(?:login|anmeldung|konto)"
            r"|(?:requiere|necesita|exige|pide) (?:una? )?(?:login|inicio de sesión|cuenta|iniciar sesión)"
            r"|(?:exige|nécessite|demande) (?:une? |de )?(?:connexion|compte|se connecter|identification))\b.*"
        ),
    ),
    (
        Kind.EXECUTION_PATTERN,
        (
            r"(?:click|close|accept|dismiss|scroll|reload|press|open|log ?in|sign in)\b.+\b(?:before|after|first)\b.*"
            r"|wait(?: for)? \d+ ?(?:ms|s|sec|seconds?|min|minutes?)\b.*\b(?:for|before|after|between|until)\b.+"
            r"|(?:.+ )?(?:klicken|schließen|akzeptieren|neu laden|einloggen|anmelden),? (?:bevor|vor|nach|zuerst)\b.+|\d+ ?(?:s|sekunden|minuten) (?:auf .+ )?warten\b.*"
            r"|(?:haz clic|pulsa|cierra|acepta|inicia sesión|recarga)\b.+\b(?:antes|después|primero)\b.*|espera \d+ ?(?:s|segundos|minutos)\b.+"
            r"|(?:clique|cliquer|ferme|fermer|accepte|accepter|connecte|recharge)\w*\b.+\b(?:avant|après|d'abord)\b.*|attend\w* \d+ ?(?:s|secondes|minutes)\b.+"
        ),
    ),
)
_NOTES: Final = tuple((kind, re.compile(form, re.IGNORECASE)) for kind, form in _FORMS)


def noted(text: str) -> Iterator[tuple[int, int, Kind]]:
    """Where a tool's answer has such lines, and of what kind each is."""
    if len(text) > _LONGEST_TURN:
        return
    start = 0
    for line in text.splitlines(keepends=True):
        bare = line.strip().rstrip(".")
        kind = _kind(bare)
        if kind:
            begin = start + line.index(bare)
            yield begin, begin + len(bare), kind
        start += len(line)


def _kind(line: str) -> Kind | None:
    if not line or len(line) > _LONGEST_LINE or _DONE.search(line):
        return None
    return next((kind for kind, form in _NOTES if form.fullmatch(line)), None)
