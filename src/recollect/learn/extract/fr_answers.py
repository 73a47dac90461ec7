"""French: what a short answer states, together with the question before it."""

import re
from typing import Final

from recollect.learn.extract.fr_alone import ALONE
from recollect.learn.extract.fr_people_known import kin_gender
from recollect.learn.extract.fr_rule import french
from recollect.learn.extract.fr_verbs import gender_of
from recollect.learn.extract.scene import Scene
from recollect.learn.extract.topics import Topic, Topics, aged, named_in, uncapped

_YES: Final = french(
    r"^(?:oui|ouais|ouaip|si|exact|exactement|tout à fait|effectivement|absolument|bien sûr|évidemment|yes|yep|carrément)\b[\s,.!]*"
)
_NO: Final = french(
    r"^(?:non|nan|nope|pas du tout|pas vraiment|jamais|absolument pas|plus maintenant)\b[\s,.!]*"
)
# "non. enfin si, la pénicilline", "aucune sauf le pollen"; "enfin, plus maintenant" takes nothing back.
RELENTS: Final = french(
    r"\W*(?:non|nan|nope|aucune?|rien|pas vraiment)(?:[\s,.!…–—-]+(?:(?:ah|euh|oh|bah|ben|pardon|attends|attendez|enfin|si|oui|bon)\b[\s,.!…–—-]*)*"
    r"(?:enfin|si|oui|attends|attendez|quoique(?=,))[\s,.:!…–—-]+|[\s,.!…–—-]+(?:sauf|à part|hormis|excepté) "
    r"|(?:(?<=aucun)|(?<=aucune))[\s,.]+(?:juste|seulement) )(?=\w)(?!(?:non|pas|plus|rien|aucune?|jamais|avant|j'ai pas|j'en ai pas|je n)\b)"
)
_LAST_QUESTION: Final = re.compile(r"[^.!?\n]+\?")
_REST: Final = french(r"(?:depuis|pendant|à|en|au|jusqu|avec|chez|mais|et)\b")
_MOST_WORDS: Final = 12
# "Et ta sœur ?", "elle travaille où ?": a question that asks of somebody else.
_OF_ANOTHER: Final = french(
    r"(?<![\w'-])(?P<own>ton|ta|tes|votre|vos) (?P<kin>(?:(?:grande?|petite?) )?<KIN>)(?![\w-])|(?:(?<![\w'])|(?<=qu'))(?<!y a-t-)(?P<pronoun>il|elle)(?! (?:y a|faut|pleut|fait (?:beau|bon|chaud|froid|jour|nuit))\b)(?![\w'-])"
)
_YOU: Final = french(r"(?<!\w)(?:tu|vous|t')(?!\w)")
# "Sa glycémie" may be his or hers.
_THEIRS: Final = french(r"\s*(?:comment|quels?|quelles?|où|quand|combien)\b[^?]* (?:son|sa|ses) \w")

# Verbs of a question to "tu" or "vous", and what follows "je".
_VERBS: Final = {
    **dict.fromkeys(("habites", "habitez"), "j'habite"),
    **dict.fromkeys(("vis", "vivez"), "je vis"),
    **dict.fromkeys(("travailles", "travaillez"), "je travaille"),
    **dict.fromkeys(("bosses", "bossez"), "je bosse"),
    **dict.fromkeys(("as", "avez"), "j'ai"),
    **dict.fromkeys(("es", "êtes", "etes"), "je suis"),
    **dict.fromkeys(("aimes", "aimez"), "j'aime"),
    **dict.fromkeys(("manges", "mangez"), "je mange"),
    **dict.fromkeys(("bois", "buvez"), "je bois"),
    **dict.fromkeys(("parles", "parlez"), "je parle"),
    **dict.fromkeys(("joues", "jouez"), "je joue"),
    **dict.fromkeys(("utilises", "utilisez"), "j'utilise"),
    **dict.fromkeys(("préfères", "préférez"), "je préfère"),
    **dict.fromkeys(("fumes", "fumez"), "je fume"),
    **dict.fromkeys(("conduis", "conduisez"), "je conduis"),
    **dict.fromkeys(("étudies", "étudiez"), "j'étudie"),
    **dict.fromkeys(("faites",), "je fais"),
    **dict.fromkeys(("possèdes", "possédez"), "je possède"),
    **dict.fromkeys(("prenez",), "je prends"),
}
_VERB: Final = "|".join(sorted(_VERBS, key=len, reverse=True))
# "Tu habites à Lyon ?", "Êtes-vous végétarien ?", "Est-ce que vous travaillez en salle ou en cuisine ?"
_YES_NO: Final = french(
    rf"(?:^|[\s,'])(?:(?:tu|vous|t') ?(?:n')?(?P<verb>{_VERB})|(?P<turned>{_VERB})-(?:tu|vous))\b(?P<not> pas| plus| jamais)? (?:(?:toujours|aussi|encore|déjà|actuellement|bien) )*(?P<rest>[^?]+?) ?\?"
)
# Questions that a few words answer.
_WHAT: Final = (
    (
        french(r"(?:quelle est (?:ton|votre|l') ?adresse|à quelle adresse|(?:ton|votre) adresse)"),
        "mon adresse est {}",
    ),
    (
        french(
            r"(?:où (?:est-ce que )?(?:tu (?:habites|vis|es basée?)|vous (?:habitez|vivez|êtes basée?))|où (?:habites|vis|habitez|vivez)-|tu (?:habites|vis) où|vous (?:habitez|vivez) où|(?:dans )?quelle (?:ville|région|commune)|dans quel (?:pays|quartier|coin))"
        ),
        "j'habite {}",
    ),
    (
        french(r"(?:d'où (?:viens|venez|es|êtes)|tu viens d'où|vous venez d'où)"),
        "je suis originaire de {}",
    ),
    (
        french(
            r"(?:où (?:travailles|travaillez|bosses)|tu (?:travailles|bosses) où|vous travaillez où|pour qui (?:travailles|travaillez)|dans quelle entreprise|dans quel secteur)"
        ),
        "je travaille chez {}",
    ),
    (
        french(
            r"(?:que (?:fais|faites)-(?:tu|vous) dans la vie|(?:tu fais|vous faites) quoi (?:dans la vie|comme (?:métier|travail|boulot))|quel est (?:ton|votre) (?:métier|travail|poste|boulot)|quelle est (?:ta|votre) profession|(?:ton|votre) métier)"
        ),
        "mon métier, c'est {}",
    ),
    (
        french(r"(?:pour |à )?quel (?:poste|emploi)\b"),
        "je postule comme {}",
    ),
    (french(r"(?:(?:ton|votre) âge|quel âge (?:as|avez)|(?:tu as|vous avez) quel âge)"), "j'ai {}"),
    (
        french(
            r"(?:comment (?:t'appelles|vous appelez|tu t'appelles)|quel est (?:ton|votre) (?:nom|prénom)|tu t'appelles comment)"
        ),
        "je m'appelle {}",
    ),
    (
        french(
            r"(?:quels?|quelles?) (?:est|sont) (?:ton|ta|tes|votre|vos) (?P<thing>(?!question|objectif|idée|but|budget|préférence)[\w' -]{3,30}?) ?\?"
        ),
        "mon {thing} est {}",
    ),
    (
        french(
            r"combien (?:d'|de )(?P<thing>[\w' -]{3,25}?) (?:as-tu|avez-vous|tu as|vous avez|est-ce que (?:tu as|vous avez))"
        ),
        "j'ai {} {thing}",
    ),
    (french(r"(?:quelles?|quels?) langues? (?:parles|parlez)"), "je parle {}"),
)
_FRONT: Final = french(r"^(?:(?:c'est|je suis|j'ai|moi c'est|moi|mon|ma)\s+)(?=\S)")
_CHOICE: Final = french(r" ou (?!pas\b|non\b)")

# "le pollen", as it is said behind "allergique".
_TO: Final = {"le ": "au ", "les ": "aux ", "la ": "à la ", "l'": "à l'"}
_ITEM: Final = re.compile(r"(?:(?<=^)|(?<=, )|(?<= et ))(?:les? |la |l')", re.IGNORECASE)


def _to(said: str) -> str:
    return _ITEM.sub(lambda found: _TO[found[0].lower()], uncapped(said))


def _there(said: str) -> str:
    placed = re.match(r"(?:à|a|en|au|aux|chez|dans|près) ", said, re.IGNORECASE)
    return uncapped(said) if placed else f"à {said}"


_ALLERGIES: Final = french(r"\b(?:allergies?|allergique|intolérances?|intolérante?)\b")
_LEISURE: Final = french(r"\b(?:hobb(?:y|ys|ies)|loisirs?|passe-temps|temps libre|passions?)\b")
_TOPICS: Final = Topics(
    topics=(
        Topic(
            asked=_ALLERGIES,
            form="je suis allergique {}",
            theirs="{who} est allergique {}",
            none="je n'ai pas d'allergies",
            fits=french(r"^(?:au |aux |à la |à l'|le |la |l'|les )"),
            shaped=_to,
        ),
        Topic(
            asked=_ALLERGIES,
            form="j'ai des allergies : {}",
            theirs="{who} a des allergies : {}",
            shaped=uncapped,
        ),
        Topic(
            asked=french(
                r"\b(?:régime|alimentation|alimentaires?|(?:manges|mangez) (?:de la viande|de tout))\b"
            ),
            form="je suis {}",
            fits=french(
                r"^(?:végétarien(?:ne)?|végane?|vegan|végétalien(?:ne)?|pescétarien(?:ne)?|flexitarien(?:ne)?|cœliaque|coeliaque|diabétique|intolérante?)\b"
            ),
            shaped=uncapped,
        ),
        Topic(
            asked=french(r"\b(?:animaux|animal de compagnie)\b"),
            form="j'ai {}",
            none="je n'ai pas d'animaux",
            fits=french(r"^(?:une?|deux|trois|quatre|cinq|six|\d+|plusieurs) \w"),
            shaped=uncapped,
        ),
        Topic(
            asked=french(r"\blangues?\b[^?]*\bparl|\bparl\w+[^?]*\blangues?\b"),
            form="je parle {}",
            shaped=uncapped,
        ),
        Topic(
            asked=_LEISURE,
            form="mes loisirs sont {}",
            fits=french(r",| et "),
            shaped=uncapped,
        ),
        Topic(asked=_LEISURE, form="mon loisir est {}", shaped=uncapped),
        Topic(
            asked=french(r"\b(?:médicaments?|traitements?|cachets)\b"),
            form="je prends {}",
            theirs="{who} prend {}",
            shaped=uncapped,
            none="je ne prends pas de médicaments",
        ),
        Topic(
            asked=french(
                r"\b(?:(?:tu|vous) utilis(?:es|ez)|utilis(?:es|ez)-(?:tu|vous)) (?:\w+ )*?(?:outil|appli|application|logiciel|éditeur|agenda|librairie|framework)\b"
            ),
            form="j'utilise {}",
            fits=french(r"^[\w.+#-]+(?:(?:,| et|) [\w.+#-]+){0,2}[.!]?$"),
        ),
        Topic(
            asked=french(r"\b(?:maladies?|problèmes? de santé|pathologies?|antécédents)\b"),
            theirs="{who} a {}",
            fits=french(r"^(?:une?|des|du|de la|de l'|le|la|l'|les) ?\w"),
            shaped=uncapped,
        ),
        Topic(
            asked=french(r"\b(?:frères? (?:et|ou) sœurs?|frères et sœurs|fratrie)\b"),
            form="j'ai {}",
            theirs="{who} a {}",
            none="je n'ai pas de frères et sœurs",
            fits=french(r"^(?:une?|deux|trois|quatre|cinq|\d+) \w"),
            shaped=uncapped,
        ),
        Topic(
            asked=french(
                r"\boù (?:habite|vit)\b|\b(?:habite|vit)(?:-t-(?:il|elle))? où\b|\boù est-ce qu'(?:il|elle) (?:habite|vit)\b"
            ),
            theirs="{who} habite {}",
            shaped=_there,
        ),
        Topic(
            asked=french(
                r"\bfai(?:t|t-il|t-elle)\b[^?]* dans la vie\b|\bfait quoi (?:dans la vie|comme (?:métier|travail|boulot))\b|\bson (?:métier|travail|boulot)\b|\bsa profession\b"
            ),
            theirs="{who} est {}",
            shaped=uncapped,
        ),
        Topic(
            asked=french(r"\bquel âge\b"),
            form="j'ai {}",
            theirs="{who} a {}",
            fits=french(r"^(?:\d+|\w+)(?: (?:ans?|mois|semaines?))[.!]?$"),
            shaped=aged("ans"),
        ),
    ),
    of_others=french(
        r"\b(?:il|elle|ils|elles|quelqu'un|invitée?s?|crèche|école|enfants?|famille|groupe|gens|recettes?|programmation|dois-je"
        r"|(?:ton|ta|tes|votre|vos) (?!(?:allergies?|régime|alimentation|hobb\w*|loisirs?|passions?|animaux|langues?|médicaments?|traitements?|temps)\b)\w+)\b"
    ),
    to_you=french(r"(?<!\w)(?:tu|vous|te|toi|t'|ton|ta|tes|votre|vos)(?!\w)"),
    spoken_of=french(
        r"\b(?:(?:ton|ta|tes|votre|vos|le|la|les|l')[ ]?(?:fils|fille|femme|mari|compagn(?:on|e)|mère|père|frère|sœur|enfants?|bébé|chien(?:ne)?|chat(?:te)?|invités|amie?s?))\b"
    ),
    none=french(
        r"(?:non|nan|aucune?|rien|pas du tout|pas vraiment)(?:,? (?:aucune?|rien|merci|heureusement|du tout|de particulier|à ma connaissance|que je sache))*[.!]?"
    ),
    front=french(
        r"^(?:(?:juste|seulement|surtout|principalement|euh|bah|ben|alors|et|non(?=,? (?:juste|seulement)\b))[, ]+)+"
    ),
    vague=french(
        r"(?:non|pas|aucune?|rien|peut-être|ça dépend|pourquoi|quoi|quel\w*|comment|pareil|bien|super|merci|ok|d'accord|oui|haha\w*|chaque|depuis|mais|parce|quand|où|qui|tout|tous|toutes|beaucoup|c'est|toujours|parfois|pardon|bonjour|salut|coucou|peux-tu|comme|pour|chez|en|dans|mon|ma|mes)\b"
    ),
    verbs=ALONE.verbs,
)


def answered(question: str, reply: str) -> str | None:
    """The statement that a reply makes of the last question before it, in the first person."""
    asked = _LAST_QUESTION.findall(question.replace("’", "'"))
    said = reply.strip().replace("’", "'")
    if not asked or not said:
        return None
    last = asked[-1].strip()
    yes, no = _YES.match(said), _NO.match(said)
    told = _TOPICS.told(question, last, said[yes.end() :] if yes else said)
    if told:
        return told
    if yes:
        return _agreed(last, said[yes.end() :], positive=True)
    if no:
        return _agreed(last, said[no.end() :], positive=False)
    return _filled(last, said)


def answered_of(who: str, question: str, reply: str) -> str | None:
    """The statement that a reply makes of somebody else, of whom the last question asks."""
    asked = _LAST_QUESTION.findall(question.replace("’", "'"))
    if not asked or who.startswith("mes "):  # of several the verb would be another
        return None
    return _TOPICS.told_of(who, asked[-1], _YES.sub("", reply.strip().replace("’", "'")))


def asked_about(question: str, scene: Scene) -> str:
    """Of whom the last question asks, other than the one who answers: "ma sœur"."""
    asked = _LAST_QUESTION.findall(question.replace("’", "'"))
    if not asked or _YOU.search(asked[-1]):
        return ""
    found = _OF_ANOTHER.search(asked[-1])
    if not found and _THEIRS.match(asked[-1]):
        near = [one.gender for one in scene.lately if one.subject.name != scene.speaker]
        return {"m": "il", "f": "elle"}.get(near[0], "") if len(near) == 1 else ""
    if not found:
        return "" if _TOPICS.to_you.search(asked[-1]) else named_in(asked[-1], scene)
    if found["pronoun"]:
        return found["pronoun"]
    own, kin = found["own"].lower(), found["kin"]
    feminine = gender_of(kin.split()[-1], kin_gender(kin.split()[-1])) == "f"
    mine = {"ton": "mon", "ta": "ma", "tes": "mes", "vos": "mes"}
    return f"{mine.get(own) or ('ma' if feminine else 'mon')} {kin}"


def asked_of_anybody(question: str) -> bool:
    """Whether the last question asks for what anybody may have, and names nobody."""
    asked = _LAST_QUESTION.findall(question.replace("’", "'"))
    return bool(asked) and _TOPICS.of_anybody(asked[-1])


def _agreed(question: str, rest: str, *, positive: bool) -> str | None:
    found = _YES_NO.search(question)
    if found and not _CHOICE.search(found["rest"]):
        begun = _VERBS[(found["verb"] or found["turned"]).lower()]
        begun = (
            f"{begun} {found['rest'].strip()}"
            if positive
            else f"{begun} pas {found['rest'].strip()}"
        )
        if positive and _TOPICS.names(rest) and not _REST.match(rest):
            return f"{begun} : {rest}"
        return f"{begun} {rest}".strip() if positive and _REST.match(rest) else begun
    return _filled(question, rest) if rest and positive else None


def _filled(question: str, said: str) -> str | None:
    if len(said.split()) > _MOST_WORDS or said.endswith("?"):
        return None
    choice = _YES_NO.search(question)
    if (
        choice
        and _CHOICE.search(choice["rest"])
        and re.match(r"(?:en|à|au|dans|chez|sur|le|la|du|de)\b", said, re.IGNORECASE)
    ):
        return f"{_VERBS[(choice['verb'] or choice['turned']).lower()]} {said}"
    for pattern, form in _WHAT:
        found = pattern.search(question)
        if found:
            return form.format(_FRONT.sub("", said), **found.groupdict())
    return None
