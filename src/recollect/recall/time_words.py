"""The words that dates are made of, in English, German, Spanish and French, without case and accents.

Each word has a one-letter symbol, so that a question becomes a short string that `times` reads with
small grammars: "before the 5th of June, 2023" is "BtDoM,Y".
"""

from enum import IntEnum
from typing import NamedTuple


class Unit(IntEnum):
    """A stretch of the calendar that can be counted."""

    DAY = 1
    WEEK = 2
    WEEKEND = 3
    MONTH = 4
    YEAR = 5
    HALF = 6


class Word(NamedTuple):
    """What a word is in a date, and which one: the third month, two, yesterday."""

    symbol: str
    number: int = 0


OTHER = Word("x")
SPRING, SUMMER, AUTUMN, WINTER, CHRISTMAS, HALLOWEEN = range(13, 19)

# L last and X next stand before a noun, l and z also behind it. P is a part of a period: 0 early, 1 middle, 2 late.
# G and V are "ago" said in front (V may also be "before"). p is the past week or months, up to now.
_TABLE: tuple[tuple[str, int, str], ...] = (
    ("M", 1, "january jan januar jaenner janner enero ene janvier"),
    ("M", 2, "february feb februar feber febrero fevrier"),
    ("M", 3, "march mar marz maerz marzo mars"),
    ("M", 4, "april apr abril avril"),
    ("M", 5, "may mai mayo"),
    ("M", 6, "june jun juni junio juin"),
    ("M", 7, "july jul juli julio juillet"),
    ("M", 8, "august aug agosto aout"),
    ("M", 9, "september sep sept septiembre setiembre septembre"),
    ("M", 10, "october oct oktober okt octubre octobre"),
    ("M", 11, "november nov noviembre novembre"),
    ("M", 12, "december dec dezember dez diciembre dic decembre"),
    ("S", SPRING, "spring springtime fruhling fruhjahr primavera printemps"),
    ("S", SUMMER, "summer summertime sommer verano ete"),
    ("S", AUTUMN, "autumn fall herbst otono automne"),
    ("S", WINTER, "winter wintertime invierno hiver"),
    ("S", CHRISTMAS, "christmas xmas weihnachten navidad navidades noel"),
    ("S", HALLOWEEN, "halloween"),
    ("W", 0, "monday montag lunes lundi"),
    ("W", 1, "tuesday dienstag martes mardi"),
    ("W", 2, "wednesday mittwoch miercoles mercredi"),
    ("W", 3, "thursday donnerstag jueves jeudi"),
    ("W", 4, "friday freitag viernes vendredi"),
    ("W", 5, "saturday samstag sonnabend sabado samedi"),
    ("W", 6, "sunday sonntag domingo dimanche"),
    ("U", Unit.DAY, "day days tag tage tagen dia dias jour jours"),
    ("U", Unit.WEEK, "week weeks woche wochen semana semanas semaine semaines"),
    ("U", Unit.WEEKEND, "weekend weekends wochenende wochenenden"),
    ("U", Unit.MONTH, "month months monat monate monaten monats mes meses mois"),
    ("U", Unit.HALF, "half halfte mitad moitie"),
    ("y", Unit.YEAR, "year years jahr jahre jahren jahres ano anos an ans annee annees"),
    ("R", -2, "vorgestern anteayer antier"),
    ("R", -1, "yesterday gestern ayer anoche hier"),
    ("R", 0, "today tonight heute hoy aujourd"),
    ("R", 1, "tomorrow morgen manana demain"),
    ("R", 2, "ubermorgen"),
    (
        "L",
        -1,
        "last previous letzte letzten letzter letztes letztem vorige vorigen voriger voriges",
    ),
    ("L", -1, "vergangene vergangenen vergangener vergangenes ultimo ultima ultimos ultimas"),
    ("l", -1, "pasado pasada pasados pasadas anterior dernier derniere derniers dernieres"),
    ("l", -1, "passe passee passes passees"),
    ("X", 1, "next upcoming nachste nachsten nachster nachstes kommende kommenden kommendes"),
    ("z", 1, "proximo proxima proximos proximas prochain prochaine prochains prochaines"),
    ("T", 0, "this diese diesen dieser dieses diesem este esta ce cet cette"),
    ("p", 0, "past"),
    ("A", 0, "ago"),
    ("G", 0, "hace"),
    ("V", 0, "vor"),
    ("B", 0, "before antes avant"),
    ("F", 0, "after nach despues apres"),
    ("f", 0, "since seit desde depuis ab"),
    ("b", 0, "until till by through bis hasta jusqu"),
    ("w", 0, "between zwischen entre"),
    ("r", 0, "from von"),
    ("&", 0, "and or und oder y e o et ou"),
    ("-", 0, "to - – —"),
    ("a", 1, "a au al"),
    ("o", 0, "of de del des du d"),
    ("t", 0, "the der den dem das die el la los las le les l"),
    ("i", 0, "in on during at im am en dans pendant durante durant wahrend"),
    ("k", 0, "as mentioned said told discussed stated noted"),
    (",", 0, ","),
    ("P", 0, "early beginning start anfang beginn fruhe principios inicios comienzos debut"),
    ("P", 1, "mid middle mitte mediados mi milieu"),
    ("P", 2, "late end ende spat finales fines fin"),
    ("O", 1, "first erste ersten erster erstes primero primer primera premier premiere"),
    ("O", 2, "second zweite zweiten zweiter zweites segundo segunda deuxieme"),
    ("O", 3, "third dritte dritten dritter drittes tercero tercer tercera troisieme"),
    ("O", 4, "fourth vierte vierten vierter viertes cuarto cuarta quatrieme"),
    ("O", 5, "fifth funfte funften quinto quinta cinquieme"),
    ("N", 1, "one ein eine einem einen einer un una uno une"),
    ("N", 2, "two couple zwei dos deux"),
    ("N", 3, "three drei tres trois"),
    ("N", 4, "four vier cuatro quatre"),
    ("N", 5, "five funf cinco cinq"),
    ("N", 6, "six sechs seis"),
    ("N", 7, "seven sieben siete"),
    ("N", 8, "eight acht ocho huit"),
    ("N", 9, "nine neun nueve neuf"),
    ("N", 10, "ten zehn diez dix"),
    ("N", 11, "eleven elf once onze"),
    ("N", 12, "twelve zwolf doce douze"),
    ("N", 15, "fifteen funfzehn quince quinze"),
    ("N", 20, "twenty zwanzig veinte vingt"),
)
WORDS = {word: Word(symbol, number) for symbol, number, words in _TABLE for word in words.split()}
# Several words that are one.
PHRASES: dict[tuple[str, ...], Word] = {
    tuple(phrase.split()): word
    for phrase, word in (
        ("day before yesterday", Word("R", -2)),
        ("avant - hier", Word("R", -2)),
        ("avant hier", Word("R", -2)),
        ("antes de ayer", Word("R", -2)),
        ("last night", Word("R", -1)),
        ("letzte nacht", Word("R", -1)),
        ("this morning", Word("R", 0)),
        ("this afternoon", Word("R", 0)),
        ("this evening", Word("R", 0)),
        ("heute morgen", Word("R", 0)),
        ("day after tomorrow", Word("R", 2)),
        ("pasado manana", Word("R", 2)),
        ("apres - demain", Word("R", 2)),
        ("fin de semana", Word("U", Unit.WEEKEND)),
        ("week - end", Word("U", Unit.WEEKEND)),
        ("que viene", Word("z", 1)),
        ("il y a", Word("G")),
        ("prior to", Word("B")),
        ("a partir de", Word("f")),
    )
}
# Without one of these, or a number, a text holds no date.
CARRIERS = frozenset(word for word, meaning in WORDS.items() if meaning.symbol in "MSWRUy") | {
    words[0] for words, meaning in PHRASES.items() if meaning.symbol == "R"
}

# What must stand before a word that is more than a month or season, for it to be one.
_NEAR = "last next this letzten letzter nachsten diesen vergangenen este ce cet pasado proximo"
_FIRM = f"in im en {_NEAR}"
_LEADS = (
    f"{_FIRM} during since until till by before after from between early late mid around through"
    " seit bis vor nach zwischen anfang mitte ende ab von wahrend desde hasta antes entre depuis"
    " avant apres jusqu debut fin mi durante durant pendant au over"
)
FIRM_LEADS = frozenset(_FIRM.split())
LEADS = frozenset(_LEADS.split())
_ENGLISH = LEADS - {"im", "en", "mi", "fin", "au"}
_SPANISH = frozenset("en este pasado proximo desde hasta antes entre durante".split())
_FRENCH = frozenset("en ce cet depuis avant apres jusqu debut fin mi entre durant pendant".split())
_FEAST = LEADS | frozenset("at on for around an zu uber por para".split())
_SEASON = LEADS | frozenset("for au".split())

# Words that are also something else (a verb, a name, an abbreviation, mayonnaise), with what may lead to them.
UNSURE: dict[str, frozenset[str]] = {
    **dict.fromkeys("may march april june august jan".split(), _ENGLISH | {"im", "en"}),
    **dict.fromkeys("feb mar apr jun jul aug sep sept oct okt nov dec dez ene dic".split(), LEADS),
    **dict.fromkeys("mai avril".split(), LEADS),
    **dict.fromkeys("mayo julio".split(), _SPANISH),
    "mars": _FRENCH,
    "ete": _FRENCH,
    # "After the fall" is rather an accident.
    "fall": frozenset("in this last next during over for early late mid".split()),
    "spring": _ENGLISH | {"for"},
    **dict.fromkeys("summer winter autumn springtime summertime wintertime".split(), _SEASON),
    **dict.fromkeys("fruhling fruhjahr sommer herbst".split(), _SEASON),
    **dict.fromkeys("primavera verano otono invierno".split(), _SEASON),
    **dict.fromkeys("printemps automne hiver".split(), _SEASON),
    **dict.fromkeys("christmas xmas weihnachten halloween navidad navidades".split(), _FEAST),
    "noel": frozenset("a en avant apres depuis".split()),
}
# "7 may have" is no date, however the numbers stand.
AFTER_A_VERB = frozenset(
    "have be not also only never need want get i he she we they you it".split()
)
# Of a number that counts these, it is no year.
COUNTED = frozenset(
    "people persons dollars euros pounds bucks yen pesos francs miles kilometers kilometres km steps"
    " calories words points meters metres feet kg grams turns tokens rows lines copies books pages"
    " times hours minutes seconds leute menschen euro dollar schritte meter kilometer stunden"
    " personas dolares pasos metros kilometros horas personnes pas heures watts volts".split()
)
# Markers of a language, none of which is an English word: what decides between two readings.
FRENCH = frozenset(
    "qu quand est je j tu nous vous ont ai les une dit fait quoi c ce etait qui".split()
)
CONTINENTAL = FRENCH | frozenset(
    "der das und wann ist wer wie ich wir wurde mit el los las que cuando quien donde del le du".split()
)
