"""German: verbs in the first person and what becomes of them when somebody else is spoken of."""

import re
from typing import Final

from recollect.learn.extract.language import words

# The present of verbs that change their vowel or are short, by the first person.
_ODD: Final = dict(
    pair.split(":")
    for pair in """bin:ist habe:hat hab:hat hob:hat hätte:hätte werde:wird werd:wird esse:isst ess:isst lese:liest les:liest
    fahre:fährt fahr:fährt schlafe:schläft schlaf:schläft laufe:läuft lauf:läuft spreche:spricht sprech:spricht
    sehe:sieht seh:sieht gebe:gibt geb:gibt nehme:nimmt nehm:nimmt helfe:hilft helf:hilft treffe:trifft treff:trifft
    trage:trägt trag:trägt halte:hält halt:hält lasse:lässt lass:lässt vergesse:vergisst fange:fängt fang:fängt
    falle:fällt fall:fällt wasche:wäscht backe:backt verlasse:verlässt verspreche:verspricht sterbe:stirbt werfe:wirft
    breche:bricht messe:misst trete:tritt rate:rät lade:lädt wachse:wächst schlage:schlägt vertrage:verträgt
    vertrag:verträgt behalte:behält erhalte:erhält unterhalte:unterhält betreibe:betreibt betrete:betritt gelte:gilt
    befehle:befiehlt empfehle:empfiehlt stehle:stiehlt beworben:beworben bewerbe:bewirbt übernehme:übernimmt
    unternehme:unternimmt weiß:weiß weiss:weiss kann:kann muss:muss will:will soll:soll darf:darf mag:mag
    möchte:möchte moechte:moechte mach:macht brauch:braucht wohn:wohnt arbeit:arbeitet find:findet finde:findet
    lern:lernt leb:lebt trink:trinkt liebe:liebt lieb:liebt hass:hasst geh:geht komm:kommt steh:steht lieg:liegt
    spiel:spielt nutz:nutzt benutz:benutzt schreib:schreibt bring:bringt kauf:kauft zieh:zieht heiß:heißt heiss:heisst
    koch:kocht studier:studiert bevorzug:bevorzugt vermeid:vermeidet bleib:bleibt ruf:ruft hol:holt schick:schickt
    frag:fragt wünsch:wünscht fühl:fühlt hör:hört steig:steigt bau:baut plan:plant versuch:versucht besuch:besucht
    krieg:kriegt sitz:sitzt ruder:rudert wander:wandert sammel:sammelt sammle:sammelt handle:handelt wandle:wandelt trainier:trainiert""".split()
)
_WE: Final = {"sind": "ist", "haben": "hat", "werden": "wird", "waren": "war", "hatten": "hatte"}
_SAME: Final = words(
    """war hatte wurde wollte konnte musste sollte durfte mochte ging kam fuhr aß trank las schrieb sprach nahm gab fand
    zog blieb hieß lag stand saß lief schlief traf trug hielt ließ fiel wuchs brach starb begann gewann verlor flog
    würde wuerde wäre waere käme kaeme ginge fände gäbe ließe wüsste bräuchte hätt würd wär könnt müsst
    wusste dachte brachte kannte nannte rannte tat bekam verließ verstand entschied lebte wohnte arbeitete"""
)
# Words that end like a verb of the first person and are none.
_NO_VERBS: Final = words(
    """eine meine keine deine seine ihre unsere diese jene alle viele beide heute gerne lange ohne ende bitte danke gute neue
    alte kleine große ganze halbe erste zweite dritte letzte nächste beste eigene andere einige mehrere solche welche
    jede manche wenige feste freie späte frühe morgige ne sone ältere jüngere liebste deutsche englische gerade grade
    nachdem trotzdem zuhause hause schule woche katze beinahe nahe etliche sämtliche wie sie die nie je eigentliche
    vegetarische vegane rote blaue grüne schwarze weiße lieblings leute firma seite weile früh"""
)
_PARTICLES: Final = "heraus|hinaus|herein|hinein|zurück|zusammen|weiter|vorbei|teil|statt|fern|fest|frei|raus|rein|rauf|runter|hoch|heim|hin|her|vor|nach|mit|aus|auf|ein|bei|weg|los|um|an|ab|zu"
_SEPARABLE: Final = re.compile(rf"(?P<particle>{_PARTICLES})(?P<verb>\w{{3,}}e)$", re.IGNORECASE)
_WHOLE: Final = words(
    "arbeite antworte umarme beiße anbete zahle zupfe verabscheue vermeide einige vorige angle mitte"
)
_E_BEFORE_T: Final = re.compile(r"(?:[td]|ch[mn]|[^lrhaeioumn][mn])$")
_ELN: Final = re.compile(r"(?:[bdfgkmnpst]|ch)l$")


_SMALL: Final = words(
    """in an auf bei mit die der das den dem ein mich mir nicht auch selbst von vom zu zum zur aus nach seit für um es sie ihn
    ihr ihm uns euch dir dich mein dein sein unser am im als wie so nur noch schon immer und oder da dort hier gern sehr ganz kein
    über unter vor durch gegen ohne jetzt nun dann halt eben ja doch mal bis ab per beim ins"""
)


# A stem has at least so many letters.
_SHORT: Final = 3


def is_short(word: str) -> bool:
    """Whether a word behind "ich" can be a verb without its ending: "ich besorg"."""
    word = word.removesuffix("'s")
    ended = word.endswith(("lich", "s", "ig", "er", "en", "t", "isch", "e"))
    return word.isalpha() and word.islower() and word not in _SMALL and not ended


def is_known(word: str) -> bool:
    """Whether a word is a verb of the tables, that goes with "ich"."""
    return word.lower() in _ODD or word.lower() in _SAME


# How adjectives end: "evangelische kita".
_NO_VERB_ENDS: Final = (
    "ische",
    "liche",
    "hafte",
    "bare",
    "same",
    "lose",
    "ale",
    "elle",
    "ige",
    "weise",
)


def is_first(word: str) -> bool:
    """Whether a word can be a verb that goes with "ich"."""
    low = word.lower()
    if low in _NO_VERBS or low.endswith(_NO_VERB_ENDS):
        return False
    return (
        low in _ODD
        or low in _SAME
        or (low.endswith("e") and len(low) > _SHORT and word[:1].islower())
    )


def third(verb: str) -> str:
    """The form that goes with a name, of one that goes with "ich"."""
    if verb.lower().endswith("'s"):  # "ich sag's"
        return f"{third(verb[:-2])} es"
    low = verb.lower().removesuffix("'")
    if known := _ODD.get(low) or _WE.get(low):
        return known
    if low in _SAME or (low.endswith("te") and is_weak_past(low)):
        return low
    if not low.endswith("e"):
        return third(f"{low}e")
    stem = low[:-1]
    if _ELN.search(stem):  # "ich wechsle", "sie wechselt"
        stem = f"{stem[:-1]}el"
    if stem.endswith(("ß", "s", "z", "x")):
        return stem + "t"
    return stem + ("et" if _E_BEFORE_T.search(stem) else "t")


def is_weak_past(low: str) -> bool:
    """Whether a word in -te is a past ("wohnte") rather than a present ("warte", "biete")."""
    stem = low[:-2]
    return (
        not low.endswith(
            (
                "eite",
                "iete",
                "arte",
                "halte",
                "bete",
                "achte",
                "ichte",
                "ohe",
                "afte",
                "este",
                "aste",
                "unte",
                "ürte",
                "orte",
            )
        )
        and len(stem) >= _SHORT
    )


def parted(verb: str) -> tuple[str, str]:
    """A verb at the end of a clause as it stands in front: "mitbringe" is "bringe" and "mit"."""
    found = _SEPARABLE.match(verb)
    if not found or verb.lower() in _WHOLE or verb.lower().startswith(("unter", "über")):
        return verb, ""
    return found["verb"], found["particle"]
