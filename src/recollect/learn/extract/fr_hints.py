"""French: words that hint at what sort of statement a clause is. They decide nothing: learned weights do."""

from collections.abc import Mapping
from re import Pattern
from typing import Final

from recollect.learn.extract.fr_words import PARTS
from recollect.learn.extract.language import pattern

HINTS: Final[Mapping[str, Pattern[str]]] = {
    "taste": pattern(
        r"\b(?:aime\w*|adore\w*|déteste\w*|préfère\w*|préféré\w*|favori\w*|horreur|supporte\w*|fan|kiffe\w*|plutôt|dégoût\w*|trop (?:sucré|salé|bruyant|cher)|passion\w*|goût\w*|plaît|m'énerve|niet|jamais de la vie|accro|raffole\w*)\b"
    ),
    "decided": pattern(
        r"\b(?:décid\w*|décision|tranch\w*|choisi\w*|on (?:prend|garde|part|passe|laisse|arrête|reste)|finalement|annul\w*|résili\w*|renonc\w*|abandonn\w*|opt[eé]\w*|signé\w*|refus\w*|accept\w*|à partir de|désormais|dorénavant|plutôt que|au lieu)\b"
    ),
    "steps": pattern(
        r"\b(?:d'abord|ensuite|puis|avant de|avant que|après|dès que|il faut|toujours|personne ne|seulement|validation|valide\w*|obligatoire\w*|étapes?|à la main|chaque)\b"
    ),
    "to do": pattern(
        r"\b(?:dois|doit|devons|faut|rdv|rendez-vous|échéance|avant le|d'ici|jusqu'au|demain|après-demain|prochaine?|vais|va|allons|réserv\w*|inscri\w*|prévu\w*|promis|rappel\w*|m'occupe|apporte\w*|passe|pars|part|partons|examen|entretien|livr\w*|le \d+)\b"
    ),
    "asked of you": pattern(
        r"^(?:(?:s'il te plaît|stp|svp|et|désormais|à partir de maintenant) )*(?:toujours|jamais|pas de|ne |n'|réponds|écris|appelle|utilise|mets|dis|évite|garde|parle|tutoie|vouvoie|sans|rappelle|laisse|arrête|fais)\b"
    ),
    "kin": pattern(r"\b(?:<KIN>)\b", **PARTS),
    "skill": pattern(
        r"\b(?:sais|sait|parle\w*|maîtrise\w*|apprends?|appris|formé\w*|diplôm\w*|permis|certifi\w*|débutant\w*|niveau|expérience|[abc][12]|joue\w*|connais)\b"
    ),
    "rule": pattern(
        r"\b(?:toujours|jamais|chaque|tous les|toutes les|seulement|doit|doivent|obligatoire\w*|désormais|dès|quand|si|sauf|règle\w*)\b"
    ),
    "called": pattern(r"\b(?:s'appelle\w*|appelé\w*|nommé\w*|surnom\w*|prénom\w*|baptisé\w*)\b"),
    "health": pattern(
        r"\b(?:allergi\w*|diab[eé]t\w*|asthm\w*|opér\w*|diagnosti\w*|médicament\w*|traitement|cœliaque|coeliaque|enceinte|sang|bless\w*|cass[eé]\w*|migraine\w*|insuline|intoléran\w*|urgences)\b"
    ),
    "wanted": pattern(r"\b(?:veux|veut|voulons|voudrais|besoin|souhait\w*|aimerais)\b"),
}
