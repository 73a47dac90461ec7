"""French: what people say of themselves in words of their own, told by whom it is about and a few signs of its kind.

These rules are tried where no other matched.
"""

from typing import Final

from recollect.learn.extract.fr_rule import rule
from recollect.learn.extract.language import Timing
from recollect.model.entry import Kind

_PAST = (
    r"(?!.*\b(?:hier|avant-hier|dernier|dernière|ai|a été|était|étais|avait|avais|il y a|depuis)\b)"
)

# Signs that something is so for longer than this moment, or of the speaker's own life.
_LASTS = r"(?:\b(?:depuis|toujours|jamais|souvent|parfois|d'habitude|tous les|toutes les|chaque|mon|ma|mes|notre|nos|moi|chez|par (?:jour|semaine|mois|an)|(?:19|20)\d\d|en (?:janvier|février|mars|avril|mai|juin|juillet|août|septembre|octobre|novembre|décembre)|dernier|dernière|il y a|ans?|mois|au (?:lycée|collège|travail|boulot)|à la maison|euros?|plus de|pas de|aucune?)\b|(?<=\w )(?-i:[A-Z\u00c0-\u00de])\w|\d)"
# Moods of the moment, and what was thought of and let go.
_PASSING = r"\b(?:envie|savons|sait plus|sais plus|quoi faire|comment faire|pensé à|puis non|faim|froid|chaud|sommeil|bien mangé|ce soir|(?:le|la|les) (?:trouve|vois|comprends|digère|supporte) (?:pas|plus))\b"

LOOSE: Final = (
    rule(
        Kind.COMMITMENT,
        "",
        rf"{_PAST}(?!.*\b(?:ce soir|ce matin|aujourd'hui)\b)(?!on se (?:voit|parle|appelle|retrouve|capte|dit)\b)<ALL><CL>(?!(?:ai|a|avons|ont|suis|étais|habite|vis|aime|veux|sais|pense|crois|lis|regarde|cherche|essaie)\b)\w+ .+",
        "plan",
        timing=Timing.PLAN,
        dated=True,
        confidence=0.55,
    ),
    rule(
        Kind.FACT,
        "",
        r"(?P<who>(?:<KINP>),?(?= )) ?(?:ne |n')?<CL>(?:\w*(?:e|ent|t|d|a|ont|x)) .+",
        None,
        confidence=0.55,
    ),
    rule(
        Kind.FACT,
        "",
        rf"(?=.*{_LASTS})(?!.*{_PASSING})(?P<who>j'|(?:je|on|nous)(?= )) ?(?:ne |n')?<CL>(?:\w*(?:e|s|t|d|a|x|ons|ai)) (?:\S+ )+\S+.*",
        None,
        confidence=0.5,
    ),
    rule(
        Kind.FACT,
        "",
        r"(?P<whose>(?:mon|ma|notre) (?!(?:code|script|fonction|programme|requête|mot de passe|compte|texte|mail|lettre|cv|question|problème|souci|idée|avis|dieu|erreur|commande|colis|message|écran|navigateur|tableau|devoir|exo|exercice)\b)[\w'-]+(?: [\w'-]+){0,3}?) (?:ne |n'|me |m'|nous |se |s')*(?:est|a|fait|\w{2,}(?:e|t|d)) (?!(?:en panne|cassée?|bloquée?|lente?|trop|très|pas|en retard|morte?|foutue?|mal|plantée?|vide|prête?|nulle?)\b).+",
        None,
        confidence=0.5,
    ),
)
