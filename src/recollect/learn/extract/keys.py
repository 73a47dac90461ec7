"""A name for a piece of knowledge: the same when it is learned again, and when what it says has changed."""

import hashlib
import re
from typing import Final

from recollect.model.entry import Kind

_WORD: Final = re.compile(r"[\w#./?=-]*\w")
_LONGEST: Final = 60
# Where something is on a site, and how many or how long: what changes, while what is spoken of stays the same. In other
# places it is what is spoken of: "GET /orders answers 403".
_PLACE: Final = r"(?:[#.\[/]\S*|https?://\S+)"
_AMOUNT: Final = r"\d[\d.,]*(?: ?(?:ms|s|secs?|min|h|seconds?|minutes?|hours?|sekunden|minuten|segundos|minutos|secondes|%)(?![\w/]))?"
_AND: Final = r"(?:,| and| or| und| oder| y| o| et| ou)+ "
_VALUES: Final = tuple(
    re.compile(rf"(?P<ahead>(?<!\w){ahead}) (?:{value})(?:{_AND}{value})*(?!\w)", re.IGNORECASE)
    for ahead, value in (
        (
            (
                r"(?:uses?|is|are|(?:is|are|lives?|sits?) (?:at|in|under|behind)|nutzt|nutzen|verwendet|verwenden|ist|sind|liegt unter|(?:ist|sind) unter"
                r"|usan?|utilizan?|es|está en|están en|utilisent?|est|sont|(?:est|se trouve) (?:à|sous|sur))"
            ),
            _PLACE,
        ),
        (
            r"(?:at|after|every|within|wait|wait for|limit(?: is| of)?|than|bei|nach|alle|von|unter|tras|después de|cada|espera|après|toutes les|attendre|de|à)",
            _AMOUNT,
        ),
    )
)
# These say nothing of the matter: "the cart is at /cart", "cart is at /basket".
_SMALL: Final = frozenset(
    """the a an its their it this that on at in under is are use uses for der die das ein eine auf in unter ist sind für nutzt verwendet el la los
    las un una su en es son está están para usa le les une sa sur sous à dans est sont pour utilise""".split()
)


def key_of(kind: Kind, content: str, site: str = "") -> str:
    """The key of a statement: its site and its matter, readable, the same however it is spaced and written large or small.

    What changes is no part of it: "uses #title for its title" and "uses #heading for its title" have one key.
    """
    said = content.lower()
    topic = _topic(said, site)
    words = topic or _WORD.findall(said)
    readable = "-".join(words)[:_LONGEST].strip("-")
    digest = hashlib.sha256(f"{kind}\n{site}\n{' '.join(words)}".encode()).hexdigest()[:8]
    return f"{site + ':' if site else ''}{readable}-{digest}"


def _topic(said: str, site: str) -> list[str]:
    """The words for what is spoken of, in which nothing stands that may change; none where there is nothing left."""
    said = said.replace(f"www.{site}", " ").replace(site, " ") if site else said
    for value in _VALUES:
        said = value.sub(r"\g<ahead>", said)
    return [word for word in _WORD.findall(said) if word not in _SMALL]
