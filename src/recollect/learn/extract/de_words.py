"""German: the words that patterns are made of."""

from typing import Final

from recollect.learn.extract.language import one_of, words

# Who people have; the gender is the one that "er" and "sie" ask for.
_MALE: Final = """vater papa papi vati bruder sohn mann ehemann freund onkel neffe opa opi großvater stiefvater stiefsohn
    stiefbruder vermieter verlobter verlobte_r partner cousin enkel chef kollege nachbar mitbewohner schwager schwiegervater
    schwiegersohn patenonkel pate zwillingsbruder halbbruder hausarzt zahnarzt arzt trainer lehrer professor doktorvater
    betreuer therapeut steuerberater anwalt vorgesetzter teamleiter abteilungsleiter kumpel kommilitone mieter untermieter
    azubi praktikant geschäftspartner mitgründer friseur physiotherapeut ex-mann exmann ex-freund exfreund ausbilder
    meister schulleiter projektleiter opapa urgroßvater uropa enkelsohn kunde auftraggeber bandkollege mentor"""
_FEMALE: Final = """mutter mama mami mutti schwester tochter frau ehefrau freundin tante nichte oma omi großmutter stiefmutter
    stieftochter stiefschwester vermieterin verlobte partnerin cousine kusine enkelin chefin kollegin nachbarin mitbewohnerin
    schwägerin schwiegermutter schwiegertochter patentante patin zwillingsschwester halbschwester hausärztin zahnärztin
    ärztin frauenärztin trainerin lehrerin professorin doktormutter betreuerin therapeutin steuerberaterin anwältin
    vorgesetzte teamleiterin abteilungsleiterin kommilitonin mieterin hebamme tagesmutter praktikantin
    geschäftspartnerin mitgründerin friseurin physiotherapeutin ex-frau exfrau ex-freundin exfreundin urgroßmutter uroma
    putzfrau enkeltochter kundin mentorin ausbilderin schulleiterin"""
_EITHER: Final = """eltern kind kinder kids baby kleinkind zwillinge geschwister großeltern schwiegereltern enkel enkelkind
    enkelkinder söhne töchter brüder schwestern jungs mädels mädchen junge familie ex patenkind stiefkinder onkels
    pflegekind pflegesohn pflegetochter kleiner kleine großer große jüngste jüngster älteste ältester mittlere mittlerer
    freunde freundinnen kollegen nachbarn mitbewohner kumpels kunden mieter azubis cousins wg"""
_ANIMALS: Final = """hund hunde hündin welpe kater katze katzen kätzchen pferd pony stute hengst kaninchen hase hasen hamster
    papagei wellensittich wellensittiche sittich schildkröte schildkröten meerschweinchen fisch fische goldfisch huhn
    hühner ziege ziegen schaf schafe esel kuh kühe haustier haustiere bienen ratte ratten vogel gecko schlange dackel labrador
    schäferhund mops pudel mischling retriever terrier bartagame wachtel wachteln alpakas alpaka"""


def _listed(text: str) -> list[str]:
    """The words, also as they are typed without umlauts."""
    plain = str.maketrans({"ä": "ae", "ö": "oe", "ü": "ue", "ß": "ss"})
    found = text.split()
    return found + [word.translate(plain) for word in found]


_PREFIX: Final = r"(?:ur|groß|gross|schwieger|stief|halb|zwillings|ex-?|adoptiv|pflege|arbeits|team|büro|band|team|lieblings|klassen|schul|sand\w+|\w+-)?"
GENDER: Final = dict.fromkeys(_listed(_MALE), "m") | dict.fromkeys(_listed(_FEMALE), "f")
FAMILY_WORDS: Final = frozenset(
    word
    for word in _listed(_MALE + " " + _FEMALE + " " + _EITHER)
    if not word.endswith(("arzt", "ärztin", "berater", "beraterin", "leiter", "leiterin"))
)
KIN_WORDS: Final = frozenset(_listed(f"{_MALE} {_FEMALE} {_EITHER} {_ANIMALS}"))
ANIMAL: Final = one_of(" ".join(_listed(_ANIMALS)))
FAMILY: Final = _PREFIX + one_of(" ".join(FAMILY_WORDS))
KIN: Final = _PREFIX + one_of(" ".join(KIN_WORDS))
# People called by what they are to the speaker, without "my".
CALLED: Final = "(?:mama|papa|mami|papi|mutti|vati|oma|opa|omi|opi|schwiegermutter|schwiegervater|(?:tante|onkel|oma|opa|cousine|cousin) (?-i:[A-ZÄÖÜ][a-zäöüß]+))"

# Words with a capital that are no names, though they may stand where one stands.
NOT_NAMES: Final = words(
    """Ich Wir Du Er Sie Es Ihr Man Der Die Das Dem Den Des Ein Eine Einen Und Aber Oder Also Ja Nein Nee Heute Morgen Gestern
    Jetzt Dann Da Hier Dort Mein Meine Unser Unsere Dein Deine Wenn Weil Dass Kein Keine Nicht Nur Auch Noch Schon Danke Bitte
    Hallo Guten Bevor Nachdem Während Seit Wegen Trotz Ohne Statt Projekt Vegetarier Vegetarierin Veganer Veganerin Mitte Anfang Ende"""
)
NAME: Final = (
    r"(?-i:(?:Dr\. |Prof\. |Herr |Frau )?[A-ZÄÖÜ][\w-]+(?: (?:(?:von|van|de|zu) )?[A-ZÄÖÜ][\w-]+)?)"
)
# A word that may be a first name; `who` turns away what is none.
# A title is no name by itself.
FIRST: Final = r"(?-i:(?:(?:Dr|Prof)\.? )?(?!(?:Dr|Prof)\b)[A-ZÄÖÜ][a-zäöüßşçé]+(?![\w-]))"

NUMBER_WORDS: Final = {
    word: number
    for number, row in enumerate(
        """null|ein eine einem einer einen eins nem ner nen ne|zwei zwo paar|drei|vier|fünf fuenf|sechs|sieben|acht|neun|zehn|elf
        |zwölf zwoelf|dreizehn|vierzehn|fünfzehn fuenfzehn|sechzehn|siebzehn|achtzehn|neunzehn|zwanzig""".replace(
            "\n", ""
        )
        .replace(" |", "|")
        .split("|")
    )
    for word in row.split()
} | {"dreißig": 30, "dreissig": 30, "vierzig": 40, "fünfzig": 50, "anderthalb": 1, "eineinhalb": 1}
NUMBER: Final = r"(?:\d+|" + "|".join(sorted(NUMBER_WORDS, key=len, reverse=True)) + ")"

_ADJ: Final = r"(?:(?!und\b|mit\b)[\w-]+(?:e|er|es|en|em) )"
# "er" and "sie" where a verb of one person stands beside; "Sie wohnen" is said to the other one.
_SHE: Final = r"sie(?= (?:\w+t|war|hatte|wird|muss|kann|mag|will|soll|darf|wollte|wurde|ging|kam|\w{3,}te)\b)|(?<=t )sie|(?<=(?:mag|war|ann|uss|ill|ird|arf|tte) )sie"

# What follows in a clause, and its parts.
PARTS: Final = {
    "KIN": KIN,
    "FAMILY": FAMILY,
    "ANIMAL": ANIMAL,
    "CALLED": CALLED,
    "NAME": NAME,
    "FIRST": FIRST,
    "NUM": NUMBER,
    "ADJ": _ADJ,
    "SHE": _SHE,
    # "meine ältere Schwester Anna", "unser Nachbar", "Mareks Frau"
    # `who` turns away what is nobody ("mein Auto").
    "KINP": r"(?:(?:mein|unser|unsr|sein|ihr)e? (?:[\w-]+ ){0,2}?[\w-]+(?:,? (?:der |die )?<FIRST>)?|<FIRST>s [\w-]+|(?:(?:der|die) )?<CALLED>|(?:der|die|das) [\w-]+)(?![\w-])",
    "SUBJ": r"(?:(?:ich und <KINP>|<KINP> und ich|<FIRST> und ich|ich|wir|er|<SHE>|<KINP>|(?:der |die )?<FIRST>|(?-i:Herr|Frau) <NAME>)(?![\w-]))",
    # Words that may stand between the parts of a clause and say little.
    "ADV": r"(?:(?:jetzt|nun|auch|noch|immer|schon|halt|eben|ja|derzeit|aktuell|momentan|gerade|grad|grade|zurzeit|zur zeit|im moment|seit kurzem|mittlerweile|inzwischen|eigentlich|leider|nur|selbst|selber|übrigens|wirklich|total|echt|sehr|ganz|so|nämlich|einfach|hier|da|dort|sonst|meistens|meist|normalerweise|generell|grundsätzlich|eher|schon immer|früher|beruflich|privat|hauptberuflich|nebenbei|weiterhin|heute|wieder|endlich|bald|gern|gerne|am liebsten|lieber|persönlich|allerdings|außerdem|ausserdem|jedenfalls|trotzdem|aber|doch|mal|ziemlich|absolut|voll|mega|super|richtig|unheimlich|besonders|tatsächlich|vor allem|zum glück|beide|alle) )*",
}
