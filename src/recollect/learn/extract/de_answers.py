"""German: what a short answer states, together with the question before it."""

import re
from typing import Final

from recollect.learn.extract.de_alone import ALONE
from recollect.learn.extract.de_rule import spelled
from recollect.learn.extract.de_words import KIN
from recollect.learn.extract.language import pattern
from recollect.learn.extract.scene import Scene
from recollect.learn.extract.topics import Topic, Topics, aged, named_in, uncapped

_YES: Final = pattern(
    r"^(?:ja|jo|jep|jap|jawohl|genau|stimmt|richtig|klar|logo|natürlich|auf jeden fall|korrekt|sicher)\b[\s,.!]*"
)
_NO: Final = pattern(r"^(?:nein|nee|ne|nö|nicht wirklich|gar nicht|eher nicht)\b[\s,.!]*")
# "nein. doch, Penicillin", "keine außer Penicillin"; "nein, doch nicht" takes nothing back.
RELENTS: Final = pattern(
    spelled(
        r"\W*(?:nein|nee|nö|ne|keine|nichts|gar keine|nicht wirklich)(?:[\s,.!…–—-]+(?:(?:ach|oh|äh|hm+|ah|sorry|moment|halt|stopp|warte|naja|na ja|ja|quatsch)\b[\s,.!…–—-]*)*"
        r"(?:doch|moment|halt|stopp|warte|naja|na ja|obwohl(?=,)|ach ja|quatsch)[\s,.:!…–—-]+|[\s,.!…–—-]+(?:außer|bis auf|abgesehen von) "
        r"|(?<=keine)[\s,.]+nur )(?=\w)(?!(?:nein|nicht|kein\w*|nichts|nie|früher|mal)\b)"
    )
)
_LAST_QUESTION: Final = re.compile(r"[^.!?\n]+\?")
_SOME: Final = pattern(r"(?:einen|eine|ein|nen|ne|zwei|drei|vier|fünf|\d+|mehrere|viele)\b")
_MORE: Final = pattern(r"(?:seit|in|bei|mit|bis|als|am|im)\b")
_MOST_WORDS: Final = 8
_FILLER: Final = r"(?:noch |auch |schon |denn |eigentlich |gerade |aktuell |derzeit |momentan |immer noch |gerne |gern )*"

# "Und deine Eltern?", "wo wohnt sie?": a question that asks of somebody else.
_OF_ANOTHER: Final = pattern(
    rf"\b(?P<own>deine?|deinem|deiner|(?-i:Ihre?)|(?-i:Ihrem|Ihrer)|euer|eure) (?P<kin>(?:[\w-]+(?:e|er|en) ){{0,2}}?{KIN})(?![\w-])|\b\w+t (?P<pronoun>er|sie)\b"
    r"|^\W*(?:wie|was|welche[nrs]?|wann|wo)\b[^?]*\b(?P<his>seine?[nrms]?|(?-i:ihre[nrms]?)) \w"
)
_YOU: Final = pattern(r"\b(?:du|dich|dir|ihr|euch|(?-i:Ihnen)|(?-i:(?<=\w )Sie))\b")
# Of several the verb would be another.
_SEVERAL: Final = pattern(
    spelled(
        r"(?:kinder|eltern|söhne|töchter|geschwister|brüder|schwestern|freunde|zwillinge|hunde|katzen)$"
    )
)
_FORMAL: Final = pattern(r"(?-i:\bIhr(?:e|em|er)?\b)")
# Questions that a yes or a no answers, and the verb of the answer.
_YES_NO: Final = (
    (r"(?:bist du|sind sie|seid ihr)", "bin"),
    (r"(?:hast du|haben sie|habt ihr)", "habe"),
    (r"(?:wohnst du|wohnen sie|wohnt ihr)", "wohne"),
    (r"(?:arbeitest du|arbeiten sie)", "arbeite"),
    (r"(?:isst du|essen sie)", "esse"),
    (r"(?:trinkst du|trinken sie)", "trinke"),
    (r"(?:magst du|mögen sie)", "mag"),
    (r"(?:sprichst du|sprechen sie)", "spreche"),
    (r"(?:nutzt du|nutzen sie|benutzt du|benutzen sie|verwendest du|verwenden sie)", "nutze"),
    (r"(?:spielst du|spielen sie)", "spiele"),
    (r"(?:fährst du|fahren sie)", "fahre"),
    (r"(?:lebst du|leben sie|lebt ihr)", "lebe"),
    (r"(?:rauchst du|rauchen sie)", "rauche"),
)
_FIXED: Final = tuple(
    (pattern(spelled(rf"\b{asked} {_FILLER}(?P<rest>[^,?]+)")), verb) for asked, verb in _YES_NO
)
# Questions that a few words answer.
_WHAT: Final = tuple(
    (pattern(spelled(asked)), form)
    for asked, form in (
        (
            r"\bwo (?:wohnst du|wohnen sie|lebst du|leben sie|wohnt ihr|bist du zuhause)\b|in welche[rm] (?:stadt|ort|land) (?:wohn|leb)",
            "ich wohne in {}",
        ),
        (
            r"\bwoher (?:kommst du|kommen sie|stammst du|stammen sie)|wo kommst du her",
            "ich komme aus {}",
        ),
        (r"\b(?:wo|bei (?:wem|welcher firma)) (?:arbeitest du|arbeiten sie)", "ich arbeite bei {}"),
        (
            r"\b(?:was machst du|was machen sie) beruflich|was bist du von beruf|was (?:ist|sind) (?:dein|ihr|sie von) beruf|als was arbeitest du",
            "ich arbeite als {}",
        ),
        (r"\bwie alt (?:bist du|sind sie)", "ich bin {} Jahre alt"),
        (r"\bwie (?:heißt du|heißen sie|ist (?:dein|ihr) name)", "ich heiße {}"),
        (
            r"\b(?:was|welche[rs]?|wer) (?:ist|sind) (?P<own>dein|deine|ihr|ihre) (?P<thing>(?!frage|ziel|idee|plan|anliegen)[\w -]{3,30}?)\s*\?",
            "mein {thing} ist {}",
        ),
        (r"\bwann (?:hast du|haben sie) geburtstag", "ich habe am {} Geburtstag"),
        (
            r"\bwelche[snr]? (?P<thing>[\w -]{3,25}?) (?:nutzt du|nutzen sie|benutzt du|verwendest du|verwenden sie)",
            "ich nutze {} ({thing})",
        ),
        (r"\bwelche[snr]? (?P<thing>[\w -]{3,25}?) (?:fährst du|fahren sie)", "ich fahre {}"),
        (r"\bwelche sprachen? (?:sprichst du|sprechen sie)", "ich spreche {}"),
        (
            r"\bwie viele (?P<thing>[\w -]{3,25}?) (?:hast du|haben sie|habt ihr)",
            "ich habe {} {thing}",
        ),
    )
)


def _against(said: str) -> str:
    return re.sub(r"^(?:gegen|auf|vor) ", "", said, flags=re.IGNORECASE)


def _there(said: str) -> str:
    return said if re.match(r"(?:in|im|bei|auf|am|an|beim) ", said, re.IGNORECASE) else f"in {said}"


def _as(said: str) -> str:
    return re.sub(r"^(?:als|einen?|eine) ", "", said, flags=re.IGNORECASE)


_TOPICS: Final = Topics(
    topics=(
        Topic(
            asked=pattern(spelled(r"\b\w*(?:unverträglichkeit\w*|intoleran\w+)\b")),
            form="ich habe eine Allergie oder Unverträglichkeit: {}",
            theirs="{who} hat eine Allergie oder Unverträglichkeit: {}",
            none="ich habe keine Allergien oder Unverträglichkeiten",
            shaped=_against,
        ),
        Topic(
            asked=pattern(r"\b\w*allergi(?:en?|sch)\b"),
            form="ich bin allergisch gegen {}",
            theirs="{who} ist allergisch gegen {}",
            none="ich habe keine Allergien",
            shaped=_against,
        ),
        Topic(
            asked=pattern(spelled(r"\b(?:ernähr\w*|diät\w*|isst du (?:fleisch|alles))\b")),
            form="ich ernähre mich {}",
            fits=pattern(
                r"^(?:\w+ )?(?:vegetarisch|vegan|pescetarisch|glutenfrei|laktosefrei|low[- ]carb|ketogen|koscher|halal|flexitarisch)\b"
            ),
        ),
        Topic(
            asked=pattern(spelled(r"\b(?:ernähr\w*|diät\w*|isst du (?:fleisch|alles))\b")),
            form="ich bin {}",
            fits=pattern(r"^(?:vegetarier|veganer|pescetarier|flexitarier)(?:in)?\b"),
        ),
        Topic(
            asked=pattern(r"\bhaustiere?\b|\btiere\b"),
            form="ich habe {}",
            none="ich habe keine Haustiere",
            fits=pattern(
                spelled(r"^(?:einen?|ein|eine|nen|ne|zwei|drei|vier|fünf|sechs|\d+|mehrere) \w")
            ),
            shaped=uncapped,
        ),
        Topic(
            asked=pattern(
                r"\bsprachen?\b[^?]*\bspr(?:ich|ech)\w*|\bspr(?:ich|ech)\w*[^?]*\bsprachen?\b"
            ),
            form="ich spreche {}",
        ),
        Topic(
            asked=pattern(r"\bhobb(?:y|ys|ies)\b|\bfreizeit\b"),
            form="meine Hobbys sind {}",
            fits=pattern(r",| und | & "),
        ),
        Topic(asked=pattern(r"\bhobb(?:y|ys|ies)\b|\bfreizeit\b"), form="mein Hobby ist {}"),
        Topic(
            asked=pattern(r"\b(?:medikamente?|medizin|tabletten)\b"),
            form="ich nehme {}",
            theirs="{who} nimmt {}",
            none="ich nehme keine Medikamente",
        ),
        Topic(
            asked=pattern(
                r"\b(?:nutzt du|nutzen sie|benutzt du|benutzen sie|verwendest du|verwenden sie) (?:\w+ )*?(?:tool|app|programm|editor|kalender|\w*bibliothek|framework|haushaltsbuch)\b"
            ),
            form="ich nutze {}",
            fits=pattern(r"^[\w.+#-]+(?:(?:,| und|) [\w.+#-]+){0,2}[.!]?$"),
        ),
        Topic(
            asked=pattern(spelled(r"\b(?:\w*erkrankung(?:en)?|\w*krankheit(?:en)?|diagnosen?)\b")),
            theirs="{who} hat {}",
        ),
        Topic(
            asked=pattern(r"\bgeschwister\b"),
            form="ich habe {}",
            theirs="{who} hat {}",
            none="ich habe keine Geschwister",
            fits=pattern(spelled(r"^(?:einen?|ein|eine|nen|ne|zwei|drei|vier|fünf|\d+) \w")),
            shaped=uncapped,
        ),
        Topic(
            asked=pattern(r"\bwo (?:wohnt|lebt) \w"),
            theirs="{who} wohnt {}",
            shaped=_there,
        ),
        Topic(
            asked=pattern(
                r"\bwas (?:macht|arbeitet) .+ beruflich\b|\bwas ist .+ von beruf\b|\bals was arbeitet \w"
            ),
            theirs="{who} arbeitet als {}",
            shaped=_as,
        ),
        Topic(
            asked=pattern(r"\bwie alt (?:ist|sind) (?!(?-i:Sie)\b)"),
            form="ich bin {} alt",
            theirs="{who} ist {} alt",
            fits=pattern(r"^(?:\d+|[a-zäöüß]+)(?: (?:jahre?|monate?|wochen?))?(?: alt)?[.!]?$"),
            shaped=aged("Jahre", "alt"),
        ),
    ),
    of_others=pattern(
        spelled(
            r"\b(?:er|seine?\w*|ihm|ihn|jemand|gäste?n?|kita|kindergarten|schule|kinder|familie|gruppe|leute|rezept\w*|programmier\w*|soll ich"
            r"|(?:dein|eu(?:e)?r)(?:e|en|em|er|es)? (?!(?:\w*allergie\w*|ernährung|diät|hobb\w*|haustier\w*|sprache\w*|medi\w*|freizeit)\b)\w+)\b"
        )
    ),
    to_you=pattern(
        r"\b(?:du|dich|dir|ihr|euch|dein\w*|eu(?:e)?re?\w*|(?-i:Ihnen|Ihr\w*)|(?-i:(?<=\w )Sie))\b"
    ),
    spoken_of=pattern(
        spelled(
            r"\b(?:(?:dein|ihr|eu(?:e)?r)(?:e|en|em|er)? (?:sohn|tochter|frau|mann|partner(?:in)?|mutter|vater|bruder|schwester|kind(?:er)?|baby|hund|katze|gäste|freund(?:in|e)?)|der hund|die katze|das kind|die kinder|die gäste)\b"
        )
    ),
    none=pattern(
        spelled(
            r"(?:nein|nee|nö|ne|keine|nichts|gar keine|nicht wirklich|keine allergien|keine haustiere)(?:,? (?:keine|nichts|gar nichts|zum glück|leider|nicht|danke))?(?: bekannt| dass ich wüsste)?[.!]?"
        )
    ),
    front=pattern(
        r"^(?:(?:nur|vor allem|hauptsächlich|also|naja|äh|ähm|hm+|und|nein(?=,? nur\b))[, ]+)+"
    ),
    vague=pattern(
        spelled(
            r"(?:nein|nicht|kein\w*|nichts|vielleicht|kommt drauf|warum|wieso|was|wie|frag\w*|siehe|egal|gut|super|toll|danke|ok|okay|klar|ja|haha\w*|jeden|seit|aber|weil|wenn|wo|wer|welche|alles?|viele?|es|das|dies|immer|manchmal|oft|genau|sorry|hallo|hi|bitte|kannst|könntest|wie immer|weiß|für|im|am|bei|zu)\b"
        )
    ),
    verbs=ALONE.verbs,
)
# What somebody's shop, practice or firm is there for.
_FOCUS: Final = pattern(
    spelled(
        r"\b(?:welche|was sind (?:die|deine|ihre)) (?:schwerpunkte?|spezialgebiete?|leistungen|fachgebiete?)|worauf (?:bist du|sind sie|seid ihr) spezialisiert|was bietest du|was bieten sie|was macht (?:deine|ihre|eure) (?:firma|praxis)"
    )
)
_AMONG_LISTS: Final = pattern(
    spelled(
        r"\b(?:welche[snr]?|was für) (?:variante|format|größe|art|option|version|datei|seite|ton|thema|stil|länge|anlass|rezept)\b"
    )
)
_FRONT: Final = re.compile(
    r"^(?:in|bei|aus|als|am|das ist|ich bin|ich heiße|mein|es ist)\s+(?=\S)", re.IGNORECASE
)

# "weiter in der Mietwohnung", "bei meinen Eltern": an answer that has its own preposition.
_PLACED: Final = re.compile(
    r"(?:(?:weiter|weiterhin|noch|immer|erstmal|vorerst|derzeit|momentan|aktuell|jetzt) )*(?:in|im|bei|beim|auf|am|an) (?=\S)",
    re.IGNORECASE,
)
_FORMS_PLACE: Final = re.compile(r"(?<=wohne )in {}|(?<=arbeite )bei {}")


def answered(question: str, reply: str) -> str | None:
    """The statement that a reply makes of the last question before it, in the first person."""
    asked = _LAST_QUESTION.findall(question)
    said = reply.strip()
    if not asked or not said or said.endswith("?"):
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
    asked = _LAST_QUESTION.findall(question)
    if not asked or _SEVERAL.search(who):
        return None
    return _TOPICS.told_of(who, asked[-1], _YES.sub("", reply.strip()))


def asked_about(question: str, scene: Scene) -> str:
    """Of whom the last question asks, other than the one who answers: "meine Eltern"."""
    asked = _LAST_QUESTION.findall(question)
    if not asked or _YOU.search(_FORMAL.sub("", asked[-1])):
        return ""
    found = _OF_ANOTHER.search(asked[-1])
    if not found:
        return "" if _TOPICS.to_you.search(asked[-1]) else named_in(asked[-1], scene)
    if found["pronoun"]:
        return found["pronoun"]
    if found["his"]:
        return "er" if found["his"].lower().startswith("sein") else "sie"
    mine = "meine" if found["own"].lower().endswith(("e", "er")) else "mein"
    mine = "mein" if found["own"].lower() == "euer" else mine
    return f"{mine} {found['kin']}"


def asked_of_anybody(question: str) -> bool:
    """Whether the last question asks for what anybody may have, and names nobody."""
    asked = _LAST_QUESTION.findall(question)
    return bool(asked) and _TOPICS.of_anybody(asked[-1])


def _agreed(question: str, rest: str, *, positive: bool) -> str | None:
    for asked, verb in _FIXED:
        found = asked.search(question)
        if found:
            stated = re.sub(r"\b(?:dein|ihr)(?=e?\b|e[nmr]\b)", "mein", found["rest"].strip())
            if not positive:
                return _denied(verb, stated)
            if verb == "habe" and _SOME.match(rest):
                return f"ich habe {rest}"
            if _MORE.match(rest):
                return f"ich {verb} {stated} {rest}"
            return f"ich {verb} {stated}{f': {rest}' if _TOPICS.names(rest) else ''}"
    return _filled(question, rest) if rest else None


def _denied(verb: str, stated: str) -> str:
    none = re.sub(r"^(ein(?:e|en|em|er)?)\b", r"k\1", stated)
    return f"ich {verb} {none if none != stated else 'nicht ' + stated}"


def _filled(question: str, said: str) -> str | None:
    if len(said.split()) > _MOST_WORDS or _AMONG_LISTS.search(question):
        return None
    if _FOCUS.search(question):
        return f"ich mache beruflich {said}"
    for asked, form in _WHAT:
        found = asked.search(question)
        if found:
            if _PLACED.match(said) and _FORMS_PLACE.search(form):
                return _FORMS_PLACE.sub(lambda _: said, form)
            return form.format(_FRONT.sub("", said), **found.groupdict())
    return None
