"""Spanish: dates."""

import re
from collections.abc import Iterable
from typing import Final

from recollect.learn.date_words import DateWords, Edge, Grain
from recollect.learn.extract.es_verbs import DONE, VERBS, plain
from recollect.learn.extract.es_words import NUMBER_WORDS

_MONTHS: Final = """enero ene|febrero feb|marzo mar|abril abr|mayo|junio jun|julio jul|agosto ago
    |septiembre setiembre sep sept|octubre oct|noviembre nov|diciembre dic"""
_DAYS: Final = "lunes|martes|miércoles miercoles|jueves|viernes|sábado sabado|domingo"


def _numbered(rows: str, first: int) -> dict[str, int]:
    split = rows.replace("\n", "").split("|")
    return {word: number for number, row in enumerate(split, first) for word in row.split()}


_OFFSETS: Final = {
    "hoy": 0,
    "esta mañana": 0,
    "esta tarde": 0,
    "esta noche": 0,
    "mañana": 1,
    "mañana mismo": 1,
    "mañana por la mañana": 1,
    "mañana por la tarde": 1,
    "mañana por la noche": 1,
    "pasado mañana": 2,
    "ayer": -1,
    "anoche": -1,
    "ayer por la tarde": -1,
    "ayer por la noche": -1,
    "anteayer": -2,
    "antes de ayer": -2,
    "antier": -2,
}
_UNITS: Final = {
    **dict.fromkeys(("día", "días", "dia", "dias"), Grain.DAY),
    **dict.fromkeys(("semana", "semanas"), Grain.WEEK),
    **dict.fromkeys(("finde", "fin de semana"), Grain.WEEKEND),
    **dict.fromkeys(("mes", "meses"), Grain.MONTH),
    **dict.fromkeys(("año", "años", "añito", "añitos", "curso"), Grain.YEAR),
    "trimestre": Grain.QUARTER,
}
_SEASONS: Final = {
    "primavera": "spring",
    "verano": "summer",
    "otoño": "autumn",
    "invierno": "winter",
}
_HOLIDAYS: Final = {
    **dict.fromkeys(("navidad", "navidades", "el día de navidad"), (12, 25)),
    "nochebuena": (12, 24),
    **dict.fromkeys(("nochevieja", "fin de año", "año viejo"), (12, 31)),
    "año nuevo": (1, 1),
    **dict.fromkeys(("reyes", "el día de reyes", "epifanía"), (1, 6)),
    **dict.fromkeys(("san valentín", "día de los enamorados"), (2, 14)),
    "san josé": (3, 19),
    "sant jordi": (4, 23),
    "el día del trabajo": (5, 1),
    "san isidro": (5, 15),
    "san juan": (6, 24),
    "san fermín": (7, 7),
    "la asunción": (8, 15),
    **dict.fromkeys(("el pilar", "la hispanidad", "el día de la hispanidad"), (10, 12)),
    "halloween": (10, 31),
    **dict.fromkeys(("todos los santos", "el día de todos los santos"), (11, 1)),
    **dict.fromkeys(("día de muertos", "día de los muertos"), (11, 2)),
    # "La Constitución" alone is the law.
    **dict.fromkeys(
        (
            "puente de la constitución",
            "día de la constitución",
            "el puente de la constitución",
            "el día de la constitución",
            "el puente de diciembre",
        ),
        (12, 6),
    ),
    **dict.fromkeys(("la inmaculada", "la purísima"), (12, 8)),
    "fiestas patrias": (9, 18),
    **dict.fromkeys(("pascua", "semana santa", "domingo de resurrección"), (0, 0)),
    "domingo de ramos": (0, -7),
    "jueves santo": (0, -3),
    "viernes santo": (0, -2),
    "lunes de pascua": (0, 1),
    **dict.fromkeys(("carnaval", "carnavales"), (0, -47)),
    "miércoles de ceniza": (0, -46),
    "corpus": (0, 60),
}
HOLIDAYS: Final = _HOLIDAYS | {plain(name): day for name, day in _HOLIDAYS.items()}


def _either(names: Iterable[str]) -> str:
    return "(?:" + "|".join(sorted(names, key=len, reverse=True)) + ")"


_MONTH: Final = r"(?P<month>(?:enero|febrero|marzo|abril|mayo|junio|julio|agosto|sep?tiembre|octubre|noviembre|diciembre)\b|(?:ene|feb|abr|jun|jul|ago|sept?|oct|nov|dic)\b\.?)"
_LONG_MONTH: Final = r"(?P<month>(?:enero|febrero|marzo|abril|mayo|junio|julio|agosto|sep?tiembre|octubre|noviembre|diciembre)\b)"
_NUMBER: Final = (
    r"(?:unos |un |unas |casi |como )?(?P<number>\d{1,3}|"
    + "|".join(sorted(NUMBER_WORDS, key=len, reverse=True))
    + r")(?: de)?"
)
_UNIT: Final = r"(?P<unit>d[ií]as?|semanas?|mes(?:es)?|añ(?:it)?os?)\b"
_WEEKDAY: Final = r"(?P<weekday>lunes|martes|mi[eé]rcoles|jueves|viernes|s[aá]bado|domingo)\b"
_NEXT: Final = (
    r"(?P<step>que viene|que entra|pr[oó]xim[oa]|siguiente|entrante|pasad[oa]|que pas[oó])"
)
_BEFORE: Final = r"(?P<step>pr[oó]xim[oa]|pasad[oa]|[uú]ltim[oa]|este mismo|este|esta)"
_YEAR: Final = r"(?P<year>(?:19|20)\d\d)"


def _all(*patterns: str) -> tuple[re.Pattern[str], ...]:
    return tuple(re.compile(r"(?<![\w.,/-])" + pattern, re.IGNORECASE) for pattern in patterns)


# What has a day as its name: calle Dos de Mayo, hospital Doce de Octubre, colegio El Pilar.
_NAMED: Final = (
    r"\b(?:(?:calle|c/|avenida|avda\.?|av\.|plaza|pza\.?|paseo|glorieta|barrio)(?: de(?:l| la| los)?)?"
    r"|(?:hospital|colegio|cole|instituto|residencia|parroquia|iglesia|estadio)(?-i:(?! el\b)))"
    rf" (?:(?:\d{{1,2}}|{_either(NUMBER_WORDS)}) de )?(?:{_LONG_MONTH.replace('?P<month>', '?:')}|{_either(HOLIDAYS)})\b"
    r"|\b(?:(?:viv|trabaj|resid|nac|estudi|casa|piso)\w*(?: cerca)? (?:en|de)|(?:soy|es|somos|son) de) san \w+"
)
# "De mañana" is in the mornings, but for "a partir de mañana" and "el examen de mañana".
_MORNINGS: Final = (
    r"(?:^|[,;:(] ?|(?<!el )(?<!del )(?<!al )(?<!mi )(?<!su )\b(?:también|sólo|solo|siempre|y|o|turnos?|jornada|horario|"
    + "|".join(sorted({form for verb in VERBS.values() for form in verb.present}))
    + r") )de mañana\b(?! mismo\b)"
    r"|(?:(?<=lunes )|(?<=martes )|(?<=miércoles )|(?<=jueves )|(?<=viernes )|(?<=sábado )|(?<=domingo )|(?<=mañana ))de mañana\b"
)
_NO_DATE: Final = (
    rf"{_NAMED}|{_MORNINGS}|\bnombre es (?:abril|julio)\b"
    r"|(?<!en )(?<!durante )\blos años (?:19|20)\d\d (?:a|al|y) (?:19|20)\d\d"
)
# What somebody does or is for a long time, in the present; "vivimos" may as well be of the past.
_LASTS: Final = "|".join(
    sorted(
        {
            form
            for name in "vivir trabajar estudiar ser estar tener conocer fumar tomar usar practicar".split()
            for form in {*VERBS[name].present} - {*VERBS[name].past}
        }
    )
)
DATES: Final = DateWords(
    patterns=_all(
        rf"{_YEAR}-(?P<month>\d\d)-(?P<day>\d\d)\b",
        rf"(?:el )?(?P<day>\d{{1,2}})[./-](?P<month>\d{{1,2}})[./-]{_YEAR}\b",
        rf"(?<=del )(?P<day>\d{{1,2}}) al (?P<last>\d{{1,2}})(?: de)? {_MONTH}(?: (?:de |del )?{_YEAR})?(?!\w)",
        r"(?<=del )(?P<day>\d{1,2}) al (?P<last>\d{1,2})\b(?! (?:%|euros|años|por|de)|[:.,/]\d|%)",
        rf"(?P<day>\d{{1,2}})\s?[-–]\s?(?P<last>\d{{1,2}})(?: de)? {_MONTH}(?: (?:de |del )?{_YEAR})?(?!\w)",
        rf"(?:el )?(?:{_WEEKDAY.replace('weekday', 'named')},? )?(?:d[ií]a )?(?P<day>\d{{1,2}}|primero|uno)(?: de)? {_MONTH}(?: (?:de |del )?{_YEAR})?(?!\w)",
        rf"(?:el )?(?P<holiday>{_either(HOLIDAYS)})(?: (?:de |del )?{_YEAR})?\b",
        rf"{_MONTH} (?:de |del )?{_YEAR}\b",
        rf"(?P<which>el año pasado|el año que viene|este año),? en {_LONG_MONTH}",
        rf"{_LONG_MONTH} (?:del |de )?(?P<which>año pasado|año que viene|este año)\b",
        rf"(?<!la )(?<!las )(?<!por )(?<!esta )(?<!cada )(?P<offset>{_either(_OFFSETS)})\b",
        rf"(?:el )?{_WEEKDAY} de la (?:semana )?(?P<week>que viene|pr[oó]xima|siguiente|pasada)(?: semana)?\b",
        rf"(?:el )?{_WEEKDAY} {_NEXT}\b",
        rf"(?:el )?{_BEFORE} {_WEEKDAY}",
        rf"(?:el )?(?:{_WEEKDAY.replace('weekday', 'named')},? )?(?:d[ií]a )(?P<day>\d{{1,2}})\b(?! (?:horas?|euros|de))",
        rf"el {_WEEKDAY.replace('weekday', 'named')},? (?P<day>\d{{1,2}})\b",
        rf"el {_WEEKDAY}",
        rf"(?:(?<=para )|(?<=hasta )|(?<=desde )|(?<=del )|(?<=al ))(?:este )?{_WEEKDAY}",
        rf"(?P<step>hace) {_NUMBER} {_UNIT}",
        rf"{_NUMBER} {_UNIT} (?P<step>atr[aá]s)\b",
        rf"(?P<step>dentro de|en) {_NUMBER} {_UNIT}",
        r"(?:el|la|este|esta) (?P<unit>semana|mes|año|curso|trimestre|finde|fin de semana) (?P<step>que viene|que entra|pr[oó]xim[oa]|siguiente|entrante|pasad[oa])\b",
        r"(?:el |la )?(?P<step>pr[oó]xim[oa]|pasad[oa]|este|esta) (?P<unit>semana|mes|año|curso|trimestre|finde|fin de semana)\b",
        rf"(?:el|la|este|esta) (?P<season>primavera|verano|otoño|invierno) {_NEXT}\b",
        rf"(?:(?:el |la )?{_BEFORE} |(?:el |la ))?(?P<season>primavera|verano|otoño|invierno)(?: (?:de |del )?{_YEAR})?\b",
        rf"(?:el )?{_LONG_MONTH} {_NEXT}\b",
        rf"(?:(?:el )?{_BEFORE} )?{_LONG_MONTH}",
        r"(?<!no )el (?P<day>\d{1,2})\b(?! (?:de |por cien|%|euros|años|horas|minutos)|[:.,/]\d|%|º|ª)",
        r"(?:(?<=antes del )|(?<=a partir del )|(?<=hasta )|(?<=para el )|(?<=pal )|(?<=pa'l ))(?P<day>\d{1,2})\b(?! (?:de |por|%|euros|años|horas|minutos|kilos?|kg|km|metros|personas|grados|gente|puntos|veces|días|semanas|meses)|[:.,/]\d|%|º|ª)",
        *(
            rf"(?<=(?P<step>{front}) de )(?P<unit>mes|año)\b"
            for front in ("finales", "fines", "final", "fin", "mediados", "principios")
        ),
        rf"(?:(?<=en )|(?<=desde )|(?<=hasta )|(?<=del )|(?<=para )|(?<=sobre )|(?<=hacia )|(?<=antes de )|(?<=finales de )|(?<=el año ))(?:el |el año )?{_YEAR}\b",
        rf"{_YEAR}\b(?=[,)]|$)",
    ),
    since=re.compile(r"\bdesde\b(?!.*\bva a\b)", re.IGNORECASE),
    recurs=re.compile(
        r"\b(?:siempre|normalmente|cada año|todos los años|aniversario|(?<!fiesta de )cumpleaños)\b",
        re.IGNORECASE,
    ),
    likes=re.compile(
        r"\b(?:prefier[oe]n?|preferimos|gustan?|encantan?|odi[oa]n?|favorit[oa]s?)\b", re.IGNORECASE
    ),
    certain=re.compile(
        r"\d{4}|\b(?:pasad[oa]|próxim[oa]|est[ea]|hoy|mañana|ayer)\b", re.IGNORECASE
    ),
    to=re.compile(r"\s*(?:a|al|hasta(?: el)?|-|–)\s*(?:el )?", re.IGNORECASE),
    clock=re.compile(
        r"\ba las? (?:\d{1,2}|una|dos|tres|cuatro|cinco|seis|siete|ocho|nueve|diez|once|doce)(?:[:.][0-5]\d| y media| y cuarto| menos cuarto)?\b(?! (?:semanas|personas|veces))"
        r"|(?<!en )(?<!de )\b(?:[01]?\d|2[0-3])(?:[:.][0-5]\d)? ?h\b",
        re.IGNORECASE,
    ),
    that_day=re.compile(r"\bes[ea] (?:mismo |misma )?(?:día|tarde|noche|mañana)\b", re.IGNORECASE),
    habit=re.compile(
        r"\b(?:siempre|normalmente|suelo|suele|cada|todos los|todas las|los (?:lunes|martes|miércoles|jueves|viernes|sábados|domingos)|nunca)\b",
        re.IGNORECASE,
    ),
    also=re.compile(r"\s*(?:y|e)\s*(?:el )?", re.IGNORECASE),
    goes_on=(
        # Not "tengo un perro adoptado hace 3 años", where it is told of the adoption.
        re.compile(
            rf"\b(?:{_LASTS})(?: \w+[ai]d[oa])?\b(?:(?! que |[ai]d[oa]s? )[^,;])*(?<!desde)(?<!de) hace [\w ]+\|",
            re.IGNORECASE,
        ),
        "desde ",
    ),
    joints=re.compile(r",\s|[;(]|\b(?:y|e|pero|porque|aunque|así que|que)\s", re.IGNORECASE),
    present=re.compile(
        r"\b(?:es|son|está|están|estoy|ahora|empiezan?|empiezo|llegan?|llego|vienen?|vengo|van?|voy|vamos|salen?|salgo|tengo|tienen?"
        r"|tenemos|toca|cae|caduca|vence|terminan?|acaban?|abren?|cierran?|vuelan?|vuelo|vuelven?|vuelvo|entran?|recojo|queda)\b",
        re.IGNORECASE,
    ),
    passing=re.compile(
        r"\b(?:estoy|está|estamos|están)\b(?! (?:casad|separad|divorciad|embarazad|segur|content))"
        r"|\bno (?:puedo|puede|podemos|pueden)\b|\bs[oó]lo (?:puedo|puede|podemos)\b|\b(?:tengo|tiene|tenemos) que\b",
        re.IGNORECASE,
    ),
    length=re.compile(
        r"(?:\b(?:durante|por|para)(?: unos| unas| otros| otras)? |(?<!\bde )(?<!cada )(?<!hace )(?<!\ben )(?<!los )(?<!las )(?<!tengo )"
        r"(?<!tiene )(?<!llevo )(?<!lleva )(?<!cumple )(?<!cumplo )(?<!cumplen )(?<!\w))"
        + _NUMBER.removeprefix("(?:unos |un |unas |casi |como )?").removesuffix("(?: de)?")
        + rf" {_UNIT}(?! (?:atrás|de|después|más tarde|que)\b)",
        re.IGNORECASE,
    ),
    either=re.compile(
        r"\b"
        + _either(
            verb.past[2]
            for verb in VERBS.values()
            if verb.past[2] in verb.present and verb.infinitive not in DONE
        )
        + r"\b",
        re.IGNORECASE,
    ),
    born=re.compile(r"\b(?:nac(?:í|i|ió|io|imos|ieron|id[oa]s?)|nacimiento)\b", re.IGNORECASE),
    looks_back=re.compile(
        r"\b(?:no|nunca|apenas)(?: \w+)? (?:he|ha|hemos|han|había|habíamos|habían) [^,;]* en [\w ]+\|"
        r"|(?:^|\b(?:es|fue|era|sido|el|la) )(?:mi |el |la |nuestr[oa] )?(?:primer[oa]?|únic[oa]|mejor|peor)(?! amig)(?: \w+){1,2} en [\w ]+años\|",
        re.IGNORECASE,
    ),
    then=re.compile(r"\b(?:después|despues|luego)\b", re.IGNORECASE),
    onwards="a partir del {day} de {month} de {year}",
    no_date=re.compile(_NO_DATE, re.IGNORECASE),
    called=frozenset(
        "hija hijo hermana hermano mujer marido amiga amigo tía tío prima primo perro gata gato llama llamo".split()
    ),
    months=_numbered(_MONTHS, 1),
    weekdays=_numbered(_DAYS, 0),
    seasons=_SEASONS,
    units=_UNITS,
    numbers=NUMBER_WORDS,
    offsets=_OFFSETS,
    steps={
        **dict.fromkeys(
            (
                "pasado",
                "pasada",
                "último",
                "última",
                "ultimo",
                "ultima",
                "hace",
                "atrás",
                "atras",
                "que pasó",
                "que paso",
            ),
            -1,
        ),
        **dict.fromkeys(
            (
                "este",
                "esta",
                "este mismo",
                "finales",
                "fines",
                "final",
                "fin",
                "mediados",
                "principios",
            ),
            0,
        ),
        **dict.fromkeys(
            (
                "próximo",
                "próxima",
                "proximo",
                "proxima",
                "que viene",
                "que entra",
                "siguiente",
                "entrante",
                "dentro de",
                "en",
            ),
            1,
        ),
    },
    edges={
        **dict.fromkeys(
            ("desde", "desde el", "desde la"),
            Edge.SINCE,
        ),
        **dict.fromkeys(("después de", "después del", "tras", "tras el"), Edge.AFTER),
        **dict.fromkeys(("a partir", "partir de", "partir del", "a partir de"), Edge.FROM),
        **dict.fromkeys(
            (
                "hasta",
                "hasta el",
                "hasta la",
                "antes de",
                "antes del",
                "para",
                "para el",
                "para la",
                "hasta finales",
                "hasta principios",
            ),
            Edge.UNTIL,
        ),
    },
    prepositions=frozenset(
        "en de del desde hasta para antes sobre hacia a al por entre y partir finales principios mediados el la durante tras".split()
    ),
    written={
        Grain.DAY: ("", "el {day} de {month} de {year}"),
        Grain.WEEK: ("", "la semana del {day} de {month} de {year}"),
        Grain.WEEKEND: ("", "el fin de semana del {day} de {month} de {year}"),
        Grain.MONTH: ("en", "{month} de {year}"),
        Grain.QUARTER: ("en", "el {quarter} trimestre de {year}"),
        Grain.SEASON: ("en", "{season} de {year}"),
        Grain.YEAR: ("en", "{year}"),
    },
    quarter_names=("1.er", "2.º", "3.er", "4.º"),
    month_names=tuple(
        "enero febrero marzo abril mayo junio julio agosto septiembre octubre noviembre diciembre".split()
    ),
    season_names={
        "spring": "primavera",
        "summer": "verano",
        "autumn": "otoño",
        "winter": "invierno",
    },
    holidays=HOLIDAYS,
)

LASTING: Final = re.compile(
    r"\b(?:(?:llevo|llevamos|lleva|llevan) (?:ya |casi |unos |más de |cerca de |como |por lo menos |ya casi )*|hace (?:ya |casi |unos |más de )*(?=\w+ \w+ que )|(?=\w+ \w+ (?:ya )?desde que )|(?:desde|durante los últimos|los últimos) (?:hace )?(?:ya |casi |unos |más de )*)"
    + _NUMBER.removeprefix("(?:unos |un |unas |casi |como )?")
    + r" (?P<unit>años?|añitos?|mes(?:es)?|semanas?)\b",
    re.IGNORECASE,
)

_NOW: Final = {form for verb in VERBS.values() for form in verb.present}
_PASTS: Final = sorted(
    {plain(form) for verb in VERBS.values() for form in verb.past}
    - _NOW
    - set("di vi vino traje entre sobre nombre".split()),
    key=len,
    reverse=True,
)
# Without its accent "confirmé" is "confirme", which is no past behind "que la gente".
_BARE: Final = [form for form in _PASTS if form.endswith("e")]
PAST: Final = re.compile(
    r"(?:^|(?<!que )\b(?:yo|me|lo|la|los|las|le|ya|y|no|ayer|anoche|luego|después) )(?:"
    + "|".join(_BARE)
    + r")\b"
    r"|\b(?:(?!acaban?\b)\w+(?:aron|ieron|jeron|aba|ábamos|aban)|\w+ó|\w{2,}(?<![aeiou]r)é|\w{2,}(?<!as)(?<!aqu)(?<!all)(?<!ah)í|era|éramos|tenía|vivía|hacía|había|solía"
    r"|(?:he|ha|hemos|han|había|habían|habíamos|acabo de|acabamos de|acaba de) \w+|"
    + "|".join(form for form in _PASTS if not form.endswith("e"))
    + r")\b",
    re.IGNORECASE,
)
BEGINS: Final = re.compile(
    r"\b(?:empiezo|empezamos|empieza|comienzo|comenzamos|entro|entramos|me (?:mudo|incorporo|jubilo|paso)|nos (?:mudamos|incorporamos)|(?:me voy|nos vamos|se va|se van|me marcho|nos marchamos|voy|va)(?: de Erasmus| a vivir| a estudiar| a trabajar)? (?:a|de|por) [^.]{2,60}?\b(?:\d+|un|una|dos|tres|cuatro|cinco|seis|siete|ocho|nueve|diez) (?:semanas?|mes(?:es)?|años?)|se (?:muda|incorpora|jubila)|(?:me voy|nos vamos|se van?|vuelv[eo]n?|viene) a vivir)\b",
    re.IGNORECASE,
)
FUTURE: Final = re.compile(
    r"\b(?:voy a|vamos a|va a|van a|tengo que|tenemos que|tiene que|hay que|debo|pienso|quiero|(?:quiere|quieren|pide|piden|necesita|necesito|espero) que|que viene|próxim[oa]|para el|cita|plazo|\w{2,}(?:aré|eré|iré|dré|ará|erá|irá|drá|aremos|eremos|iremos|dremos|arán|erán|irán|drán))\b",
    re.IGNORECASE,
)
