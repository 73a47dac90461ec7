"""French: what is stated without a verb: "maman de deux ados", "42 ans", "plus de voiture depuis mars"."""

from typing import Final

from recollect.learn.extract.fr_facts import ROLE
from recollect.learn.extract.fr_rule import rule
from recollect.model.entry import Kind

_FACT = Kind.FACT

SHORT: Final = (
    rule(
        Kind.PREFERENCE,
        "végétarien végétarienne végétariens vegan vegane végan végane végétalien végétalienne pescetarien flexitarien halal casher",
        r"(?:végétarienn?e?s?|vegane?s?|végane?s?|végétalienn?e?s?|pesc\w*tarienn?e?s?|flexitarienn?e?s?|halal|casher) (?:depuis|et|à la maison|stricte?|convaincue?|par).*",
        "diet",
        confidence=0.7,
    ),
    rule(
        _FACT,
        "",
        r"(?:jeune |nouvelle |nouveau |future? |ancienn?e? |ex-?)?(?:maman|papa|mère|père|parents?|mamie|papi|grand-mère|grand-père|veuf|veuve) (?:solo |célibataire |au foyer |divorcée? )?(?:d[e'] ?|et |depuis |à (?:la|mi|plein|temps)\b).+",
        "children",
        confidence=0.7,
    ),
    rule(
        _FACT,
        "",
        rf"(?:(?:jeune |nouvelle |nouveau |future? |ancienn?e? |ex-?|simple |petite? )(?:{ROLE})\b.*|(?:{ROLE}) (?:depuis|chez|à la retraite|à mon compte|à mi-temps|dans (?:un|une|le|la)|de (?:nuit|métier|formation)|à (?-i:[A-Z]))\b.*)",
        "job_title",
        confidence=0.65,
    ),
    rule(
        _FACT,
        "marié mariée divorcé divorcée célibataire pacsé pacsée séparé séparée diabétique asthmatique retraité retraitée",
        r"(?:mariée?s?|divorcée?s?|célibataires?|pacsée?s?|séparée?s?|diabétiques?|asthmatiques?|retraitée?s?|enceinte) (?:depuis|de|avec|et|sans|,|à).*",
        "marital_status",
        confidence=0.65,
    ),
    rule(
        Kind.SKILL,
        "expérience débutant débutante niveau notions",
        r"(?:aucune|zéro|pas d'|grosse|bonne|solide|quelques) ?(?:expérience|notions?|bases?) (?:en|d[eu']|avec) ?.+|(?:complètement |totalement )?(?:débutante?|novice) (?:complet|complète|total|totale|absolue?)? ?(?:en|au|à|sur) .+",
        "skill",
        confidence=0.65,
    ),
    rule(
        Kind.SKILL,
        "anglais allemand espagnol italien arabe chinois portugais russe japonais français",
        r"(?:anglais|allemand|espagnol|italien|arabe|chinois|portugais|russe|japonais|français) (?:courant|bilingue|scolaire|natif|intermédiaire|débutant|correct|[abc][12])\b.*",
        "language",
        confidence=0.7,
    ),
    rule(_FACT, "couple", r"en couple (?:depuis|avec) .+", "marital_status", confidence=0.65),
    rule(_FACT, "ans", r"(?:(?-i:[A-Z]\w+), )?\d{2} ans(?:$|,| et ).*", "age", confidence=0.65),
    rule(
        _FACT,
        "pas plus aucun aucune jamais",
        r"(?:plus|pas|aucune?|jamais) (?:de |d'|eu de )?[\w' -]{3,40}? (?:à la maison|chez (?:moi|nous)|depuis (?:\d|le|la|mon|ma|un|une|deux|trois|janvier|février|mars|avril|mai|juin|juillet|août|septembre|octobre|novembre|décembre|cet|l')).*",
        None,
        confidence=0.65,
    ),
    rule(
        _FACT,
        "chez",
        r"chez (?:nous|moi),? (?:c'est|il y a|y a|on est|ça|le|la|les) ?(?!(?:pareil|la même chose|bon|calme|l'horreur)\b).+",
        None,
        confidence=0.6,
    ),
    rule(
        _FACT,
        "compte comptons dont",
        r"(?:l'équipe|le service|la boîte|la classe|l'asso\w*|le club|la famille|l'entreprise|le village) (?:compte|fait|a|est|emploie) .+",
        "team",
        confidence=0.6,
    ),
    rule(
        _FACT,
        "",
        r"(?:<NUM>) (?:(?:petite?s?|grande?s?|vieux|vieilles|jeunes?) )?(?:<FAMILY>|<ANIMAL>)(?:, dont .+| et (?:<NUM>|des|une?|mon|ma) .+|,? (?:bientôt|plus) .+)",
        "relative",
        confidence=0.65,
    ),
)
