"""French: where clauses part, what says nothing at their ends, and what announces a text of somebody else."""

import re
from typing import Final

from recollect.learn.extract.fr_rule import french, said

_LEAD: Final = (
    r"[\s,.;:*•–—\"«»-]*(?:(?:et|mais|ou|or|ni|car|donc|alors|bon|bah|ben|beh|bref|euh+|hum+|ah|oh|eh|hé|hey|oui|ouais|ouaip|non|nan|ok|okay|oki|d'accord|d'acc|dacc|voilà|tiens|dis|du coup|sinon|sauf que|par contre|en revanche|d'ailleurs|au fait|en fait|enfait|à vrai dire|pour tout dire|pour info|pour information|fyi|ps|p\.s|nb"
    r"|salu+t+|slt|bonjou+r+|bjr|bonsoi+r+|bsr|coucou+|cc|hello+|yo|merci(?! de\b)(?: beaucoup| bien| d'avance)?|mrc|super|génial|parfait|nickel|top|cool|exact|exactement|effectivement|absolument|tout à fait|bien sûr|évidemment|malheureusement|hélas|heureusement|franchement|honnêtement|sincèrement|bien|très bien|et bien|eh bien|ah oui|ah bon|c'est vrai|pas moi|moi aussi|moi non plus"
    r"|parce que|parce qu'|pcq|pck|paske|pasque|puisque|puisqu'|vu que|vu qu'|étant donné que|étant donné qu'|sachant que|sachant qu'|sachant|comme (?=je |j'|on |nous |mon |ma )|sache que|sachez que|sache qu'|à savoir que|à savoir|à noter que|à noter|note que|notez que|figure-toi que|figurez-vous que|il se trouve que|il faut savoir que|faut savoir que|faut dire que|il faut dire que|il faut dire qu'|faut dire qu'|je précise que|je précise qu'|je te précise que|je vous précise que|je rappelle que|je te rappelle que|je vous rappelle que|rappelle-toi que|souviens-toi que|souviens-toi qu'|retiens que|retiens bien que|retenez que|n'oublie pas que|n'oubliez pas que|je te signale que|je vous signale que|j'ajoute que|j'ajoute|j'avoue que|j'avoue|il est vrai que|c'est que|le truc c'est que|le problème c'est que|le fait est que|surtout que|d'autant que|d'autant plus que|en plus|de plus|en outre|aussi(?= je| j')|autre chose|dernière chose|petite précision|précision|contexte|pour le contexte|bonne nouvelle|mauvaise nouvelle|grande nouvelle|update|info|petite info|en gros|en bref|en résumé|résumé|compte rendu(?: express)?|finalement|enfin|puis|et puis|ensuite|après(?=,)|de toute façon|de toutes façons|tfaçon|quoi qu'il en soit|cela dit|ceci dit|après tout|premièrement|deuxièmement|d'abord|pour commencer|en vrai|en réalité|tu sais|vous savez|tu vois|écoute|écoutez|regarde|dis donc|hein|nous concernant|côté perso|petit rappel|rappel|zut|mince|aïe|aie|ouf|hourra|yes|waouh|wow|ça y est|bonne question|désolée?|pardon|excuse|oups|correction|rectification|erreur|je corrige|je t'informe que|pour être honnête|pour ma part|de mon côté|de notre côté|en ce qui me concerne|perso|personnellement|quant à moi|que|qu'(?=on |il |elle |ils |elles ))(?:\b|(?<='))(?!-)[\s,:;.!–—-]*)"
)
LEADS: Final = french(_LEAD)
TAILS: Final = french(
    r"[\s,.]*(?:\b(?:svp|stp|s'il te plaît|s'il vous plaît|(?<!non )merci|mrc|hein|quoi|haha\w*|hihi\w*|hehe\w*|voilà|du coup|au fait|d'ailleurs|tu vois|tu sais|vous savez|en fait|bref|ok|enfin bref|je te rappelle|je vous rappelle|je (?:vous|te) prie|je (?:vous|t')en prie|je précise|pour info|pour infos|fyi|si ça peut aider|si ça aide|bisous?|alors|donc)\b[\s!.,]*)+$|\s*,\s*(?:au secours|à l'aide|help)[\s!.]*$|\s*[:;][-']?[)D(P]\s*$"
)

# A clause begins behind these where a subject, or a verb without one, follows.
_WHEN: Final = r"(?:(?:maintenant|l\u00e0|désormais|aujourd'hui|actuellement|en ce moment|depuis(?: \w+){1,3}|du coup|puis|ensuite|demain|hier|après|avant|en \d{4}|cette année|l'an dernier|l'année (?:dernière|prochaine)|d'habitude|moi|nous|toi|finalement|parfois|souvent|surtout|le (?:matin|soir|week-end|lundi|mardi|mercredi|jeudi|vendredi|samedi|dimanche)),? )?"
_VERB: Final = r"(?:est|sont|a|ont|était|avait|va|vont|fait|font|passe|arrive|vient|part|commence|travaille|bosse|habite|vit|dort|doit|doivent|veut|aime|adore|déteste|préfère|s'appelle|se|ne|n'|n'est|n'a|me|m'a|m'|tourne|tournent|reste|prend|joue|rentre|entre|finit|coûte|sera|seront|aura|tombe|gère|s'occupe|pilote|fé|fai)"
_SUBJECT: Final = rf"{_WHEN}(?!(?:je suis|on est|nous sommes) (?:rentrée?s?|revenue?s?|repartie?s?) )(?:(?:je|j|jme|jsuis|jvais|jai|tu|il|elle|on|nous|vous|ils|elles|ya)\b(?!-)|j'|t'|qu'on |qu'il |qu'elle |que je |que j'|c'est (?:(?-i:[A-Z]\w+)|moi|nous|mon \w+|ma \w+) qui |c'était |il y a |y a |y'a |faut |ça |mon |ma |mes |notre |nos |plus personne |personne ne |rien ne |g \d|(?:le|la|les|l'|son|sa|ses|leur|leurs|un|une|deux|ce|cette) ?[\w'-]+(?: [\w'-]+){{0,3}}? {_VERB}\b|(?-i:[A-Z]\w+) {_VERB}\b|c (?:un|le|la|mon|ma)\b)"
# "Mon film préféré, c'est …" is one clause, "… et c'est …" are two.
_OR_IT: Final = rf"(?:{_SUBJECT}|c'est (?!(?:la|une?|notre|ma|mon) (?:règle|principe|habitude|tradition|procédure|politique|consigne|coutume)))"
_BARE: Final = r"(?:(?:pas|jamais|toujours|aussi|surtout|également|parfois|plus) )?(?:rappelle|rappelez|réponds|répondez|écris|écrivez|évite|évitez|utilise|utilisez|tutoie|tutoyez|vouvoie|vouvoyez|mets|mettez|fais|faites|donne|donnez|dis|dites|oublie|appelle-moi|appelez-moi|propose|qu'est-ce|est-ce|comment|pourquoi|combien|quel|quelle|quels|quelles|où est|tu peux|peux-tu|pouvez-vous|que (?:faire|penses|dois)|c'est quoi|allergique|végétarien|végétarienne|vegan|vegane|marié|mariée|divorcé|divorcée|retraité|retraitée|(?:habite|travaille|bosse|vit|vis|déteste|adore|aime|préfère|joue|étudie|parle|mange|bois|boit|suis|est|ai|a|avons|était|prends|prend|viens|vient|vais|va|dois|doit|peux|peut|sais|sait|ne|n'ai|n'a|n'aime|me(?! \w+(?:er|ir|re)\b)|m'|se|s'|fais|fait|dors|dort|cours|court|fume|conduis|conduit|gère|cherche|tiens|tient|possède|cuisine|lis|lit|chante|nage|enseigne|vends|vend)\b)"
_AND: Final = r"(?:et|mais|donc|alors|car|parce que|parce qu'|puisque|puisqu'|vu que|sauf que|alors que|tandis que|et que|et qu'|mais que|ou|or|sinon|du coup|puis|et puis|par contre|en revanche|même si|bien que|comme|étant donné que)"
# What is said of the time or place before a subject is no clause: taken whole, so that its comma parts nothing.
_BEFORE: Final = r"(?:(?:chez (?:nous|moi)|à la maison|au (?:boulot|bureau|travail|labo|taf)|dans (?:notre|mon|ma) \w+|tous les [\w ]{3,20}|toutes les [\w ]{3,20}|chaque \w+|le (?:lundi|mardi|mercredi|jeudi|vendredi|samedi|dimanche|week-end|matin|soir)|en (?:\d{4}|général|ce moment|hiver|été)|depuis [^,]{3,30}|avant|maintenant|désormais|dorénavant|à l'avenir|aujourd'hui|actuellement|à l'époque|pour (?:faire|préparer|déployer|livrer|fermer|ouvrir) [^,]{3,40}|l'(?:an|année|été|hiver) (?:dernier|dernière|prochain|prochaine)|la semaine (?:prochaine|dernière)|demain|hier|après-demain|ce (?:soir|matin|week-end)|cette (?:année|semaine)|cet (?:été|hiver|après-midi)|(?:quand|lorsque|dès que|chaque fois que|à chaque fois que) (?:tu|vous) [^,]{3,60}|avant (?:chaque|toute?) [^,]{3,30}),\s*)"
# "…, mais à Lille": nothing new begins with it.
_TAIL: Final = r"(?:à|au|aux|en|dans|chez|avec|sans|depuis|seulement|pour|de|près)(?: (?!(?:je|on|nous|il|elle|ils|elles|c'est|est|sont|ça)\b)[\w'-]+){1,4}\s?(?:[,.;!?\n]|$)"
BOUNDARY: Final = re.compile(
    said(
        rf"(?:(?<=[.!?;:\n\x00])|(?<![\s\S]))\s*(?:(?:et|mais|bon|alors|sinon|oui|non),? )?{_BEFORE}(?={_SUBJECT}|{_BARE})|"
        rf"\s*,\s*(?!qu'(?:ils?|elles?|on) \w+r(?:ait|aient)\b)(?={_SUBJECT}|(?:maintenant|désormais|aujourd'hui),? c'est )|\s*,\s*{_AND}(?:\s+|(?<='))(?={_OR_IT}|(?:maintenant|désormais|aujourd'hui),? c'est )"
        rf"|\s*,?\s+(?:et|mais|donc|car|parce que|parce qu'|puisque|puisqu'|vu que|alors que|sauf que|tandis que|et que|et qu'|du coup|par contre|en revanche|pcq|pck)(?:\s+|(?<='))(?={_OR_IT}|(?:maintenant|désormais|aujourd'hui),? c'est )"
        rf"|(?<!avenir)(?<!désormais)(?<!maintenant)(?<!général)(?<!défaut)(?<!dorénavant)\s*,\s*(?:(?:et|mais|donc|puis)\s+)?(?={_BARE})|\s+(?:et|mais|donc)\s+(?={_BARE})|\s*,?\s+mais\s+(?!{_TAIL})(?=\w)|\s+(?=parce qu)|\s+(?=est-ce qu)"
    ),
    re.IGNORECASE,
)
# "Depuis que je suis petite" only tells how long.
_UNTOLD: Final = r"(?!(?:je suis|nous sommes|on est|j'étais) (?:toute? )?(?:petite?s?|enfants?|née?s?|jeunes?|gamine?s?|gosses?|ados?)\b)"
OPENING: Final = french(
    rf"\s*(?:depuis|maintenant) (?:que |qu')(?P<told>{_UNTOLD}(?:je |j'|on |nous )[^,;.?!\n]{{3,70}}?)"
    rf"(?:\s*,\s*(?=\w)|(?<!\bque)(?<!\bqui)\s+(?=je |j'|on |nous |il (?:me|nous|y) |tout |ça |c'est |(?:mon|ma|mes|notre|nos|le|la|les) [\w'-]+ {_VERB}\b))"
)
_DET: Final = r"(?:mon|ma|mes|notre|nos|son|sa|ses|le|la|les)"
# Nothing in it can be a verb: one noun behind "mon", then names and what else is mine.
HALVES: Final = french(
    rf"(?:(?:{_DET} |l')(?:(?:prochaine?|premi[eè]re?|derni[eè]re?|nouveau|nouvelle|petite?|grande?|meilleure?|deuxième) )?[\w-]+(?: (?:aînée?|cadette?|médical|dentaire))?(?:,? <FIRST>)?|(?:réunion|dîner|déjeuner|repas|rendez-vous|rdv|voyage|fête|appel)(?= avec\b))"
    rf"(?: (?:(?:avec|pour|de|à|en|chez|entre|sur) (?:{_DET} [\w-]+(?: <FIRST>)?|<FIRST>(?: <FIRST>)?)|(?:du|au) [\w-]+)){{0,3}}"
    rf" et (?:(?={_DET} |l'|<FIRST>)|moi,? (?=on |nous ))|<FIRST> et moi,? (?=on |nous )"
)
_TEXT: Final = r"(?:texte|mail|e-mail|courriel|lettre|message|article|paragraphe|post|brouillon|extrait|annonce|avis|compte rendu|passage|bio|résumé|discours|communiqué|sms|dialogue|commentaire|phrase|intro|introduction)"
_WORK_ON: Final = r"(?:corrige[rz]?|relis|relire|relisez|traduis|traduire|traduisez|résume[rz]?|reformule[rz]?|réécris|réécrire|réécrivez|améliore[rz]?|raccourcis|simplifie[rz]?|analyse[rz]?|vérifie[rz]?|explique[rz]?|lis|commente[rz]?|réponds à|répondre à|mets en forme|extrais|classe)"
PASTES: Final = french(
    rf"\b{_WORK_ON}\b[^\n.]{{0,80}}(?: ?:| ?\?|ci-dessous[^\n]*)[ \t]*\n+"
    rf"|\b{_WORK_ON}\b[^\n.:]{{0,60}} ?:\s*"
    rf"|\b(?:voici|voilà|ci-joint) (?:le|la|mon|ma|son|sa|un|une|leur|ce|cette|l')[^\n:]{{0,50}}{_TEXT}[^\n:]{{0,40}} ?:\s*|\b(?:le|la|ce|cette|l') ?{_TEXT} (?:dit|disait|est)? ?:\s*\n*"
)
# "Quand tu me donnes une recette : en grammes", "mon objectif : courir" are one statement.
UNBROKEN: Final = french(
    r"\b(?:(?:quand|lorsque|dès que|chaque fois que) (?:tu|vous) [^.:?!\n]{3,60}|pour (?:les|mes|tes|vos) [^.:?!\n]{3,40}|(?:mon|notre) (?:\w+ )?(?:objectif|but|défi|projet|rêve)[^.:?!\n]{0,25}) ?:(?= )"
)
ABBREVIATIONS: Final = frozenset(
    "m mm mme mlle dr pr me st ste etc ex cf p env av bd tel tél n no vol janv févr avr juil sept oct nov déc min max approx resp".split()
)
