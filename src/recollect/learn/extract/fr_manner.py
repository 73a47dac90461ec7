"""French: how people want to be answered and called; as in `en_manner.py`."""

from typing import Final

from recollect.learn.extract.fr_rule import french, rule
from recollect.learn.extract.language import Wishes
from recollect.model.entry import Kind

_LIKE: Final = Kind.PREFERENCE
_ASKS: Final = r"(?:tu (?:peux|pourrais)|peux-tu|pourrais-tu|vous (?:pouvez|pourriez)|pouvez-vous|pourriez-vous|est-ce que tu (?:peux|pourrais)) "
_ANY: Final = rf"(?:{_ASKS}|(?:stp,?|svp,?|s'il te plaît,?|s'il vous plaît,?|et|mais|désormais,?|maintenant,?|toujours|juste|plutôt|me|à nouveau) )*"
_ONCE: Final = r"(?!.*\b(?:ici|cette fois|aujourd'hui|ça|ce (?:mail|texte|message)|cette (?:lettre|réponse)|le (?:mail|texte|message)|la (?:lettre|légende))\b)"
_END: Final = r"(?:,? (?:stp|svp|s'il te plaît|s'il vous plaît|désormais|maintenant|à nouveau|plutôt|avec moi|merci|d'accord|ok))* ?$"
_TONGUE: Final = r"(?:français|anglais|allemand|espagnol|italien|portugais|néerlandais|arabe|russe)"
_THING: Final = r"(?:emojis?|émojis?|smileys?|jargon|anglicismes?|listes(?: à puces)?|tirets|puces|tableaux|formules de politesse|abréviations|sources|majuscules|blabla)"
_HOW: Final = rf"(?:en {_TONGUE}|(?:plus )?(?:court|brièvement|longuement|en détail|simplement)|en peu de mots|avec (?:plus|moins) de détails)"

MANNER: Final = (
    rf"{_ONCE}(?:{_ANY}(?:réponds|répondez|répondre|écris|écrire|parle|parler|écris-moi|parle-moi|réponds-moi|m'écrire|me répondre|me parler)(?: toujours)? {_HOW}"
    rf"|{_ANY}(?:des |tes )?réponses (?:plus |très |toujours )*(?:courtes|brèves|concises|longues|détaillées)"
    rf"|{_ANY}(?:sans |pas d(?:e |')|évite(?:z)? (?:les |le |d'utiliser des |le )?|moins d(?:e |')|arrête(?:r|z)? (?:avec )?(?:les |de mettre des )|utilise(?:z)? (?:des |les )|utiliser des |mets (?:des |les )|mettre des |remets (?:des |les )|remettre des |remettre les ){_THING}"
    rf"|(?:en tirets|à puces|en listes?|en phrases complètes)"
    rf"|{_ANY}(?:utilise|utilisez|utiliser|repasse|reviens|passe|repasser|revenir)(?: au| à| en| le| aux)? ?(?:système (?:métrique|impérial)|unités (?:métriques|impériales)|celsius|kilomètres|miles)"
    r"|(?:on|nous) (?:peut|pourrait|pouvons|va) se (?:tutoyer|vouvoyer|dire (?:tu|vous))|(?:et si )?on se (?:tutoie|vouvoie|disait tu)|(?:tutoyons|vouvoyons)-nous|(?:peut-on|pourrait-on) se (?:tutoyer|vouvoyer)|dis-moi (?:tu|vous)"
    rf"|(?:tu n'as|t'as|tu as|vous n'avez) pas besoin de (?:t'excuser|me|citer|mettre|vouvoyer|t')\b.*|(?:plus|pas) besoin d(?:e |'){_THING}|(?:plus|pas) (?:la peine|besoin) de (?:me vouvoyer|t'excuser|mettre|citer)\b.*"
    rf"|(?:les |des )?(?:emojis?|sources|listes|tableaux) (?:sont ok|c'est bon|c'est ok|me vont)){_END}"
)
_NO_NAME: Final = r"(?!(?:quand|demain|si|plus|au|dès|une?|ce|cet|cette|à|sur|vers|après|avant|le|la|les|dans|tout|lundi|mardi|mercredi|jeudi|vendredi|samedi|dimanche|fou|folle|parano|vieux|naïf|naïve|pour|en|si|ou|ton|ta|tes|mon|ma)\b)"
NICKNAME: Final = rf"{_ANY}(?:ne )?(?:m'appelle pas|m'appelez pas|m'appeler|appelle-moi|appelez-moi|appelle moi) {_NO_NAME}(?P<object>[\w'-]+)(?: [\w'-]+)?{_END}"
WISHES: Final = Wishes(
    told=french(f"(?:{MANNER}|{NICKNAME})"),
    opens=french(_ASKS),
    drafts=french(
        r"\b(?:écris|écrire|rédige\w*|fais|faire|prépare\w*|crée\w*|traduis|traduire|résume\w*|raccourci\w*|besoin d')\b.{0,40}?\b(?:mail|courriel|lettre|message|texte|légende|post|publication|rédaction|rapport|histoire|conte|poème|discours|carte|invitation|description|avis|résumé|liste|titre|slogan|annonce|article|cv|présentation|code|fonction)\b"
    ),
    lasts=french(
        r"\b(?:toujours|jamais|désormais|dorénavant|à l'avenir|tes|vos|réponses|réponds\w*|répond\w+|me|moi|m'appel\w*|avec moi|à nouveau|re(?:mets|mettre|viens|passe)|se (?:tutoyer|vouvoyer))\b"
    ),
)
MANNERS: Final = (
    rule(
        _LIKE,
        "appelle-moi appelez-moi appeler m'appeler appelle appelez",
        NICKNAME,
        "nickname",
        confidence=0.75,
    ),
    rule(_LIKE, "", MANNER, "instruction", confidence=0.75),
)
