"""Spanish: what no other rule knows, by person and tense alone: what somebody does, did, or will do on a day."""

from typing import Final

from recollect.learn.extract.es_plans import DAY
from recollect.learn.extract.es_rule import ME, THEY, cues, forms, rule
from recollect.learn.extract.es_verbs import VERBS
from recollect.learn.extract.language import Timing, words
from recollect.model.entry import Kind

# Verbs of saying, thinking and asking, and such as say little without what they go with.
_VAGUE: Final = words(
    """ser estar haber tener decir contar pensar creer querer necesitar esperar ver mirar saber entender comprender poder
    intentar tratar pedir sentir recordar acordar agradecer suponer parecer probar quedar contestar explicar mostrar
    buscar encontrar oír leer escribir hablar hacer dar poner ir venir pasar seguir soler deber dejar acabar terminar
    usar utilizar merecer mentir sugerir recomendar proponer repetir corregir charlar conversar platicar
    apuntar anotar borrar confirmar revisar comprobar calcular convertir traducir redactar doler morir costar faltar
    caber andar llegar salir volver subir bajar abrir cerrar copiar pegar pinchar cargar descargar instalar configurar"""
)
_DOING: Final = " ".join(name for name in VERBS if name not in _VAGUE)
# What a person at a screen does at this moment.
_SCREEN: Final = r"(?!.*\b(?:archivo|fichero|comando|código|botón|página|enlace|texto|script|error|pantalla|función|mensaje|pregunta|respuesta|ejercicio|consulta|esto|eso|este|esta|te|tu|tus|contigo|así)\b)"

GENERAL: Final = (
    rule(
        Kind.FACT,
        "hace",
        r"hace (?:ya |casi |más de )?<NUM> (?:años?|mes(?:es)?|semanas?|días) que (?!(?:te|os|busco|intento|espero)\b).+",
        None,
        confidence=0.65,
    ),
    rule(
        Kind.FACT,
        "me nos",
        rf"{_SCREEN}<PRE><ADV>(?:me|nos) (?:(?:han|ha) \w+(?:ado|ido|to|cho)|\w+(?:aron|ieron|ió)) (?!(?:que|un error|la razón|gracia|mucho|muy|bien|mal)\b)(?:el|la|los|las|un|una|de|en|plaza|mi|mis) .{{3,}}",
        "event",
        timing=Timing.EVENT,
        past=True,
        confidence=0.5,
    ),
    rule(
        Kind.RELATIONSHIP,
        "encarga ocupa lleva",
        r"(?P<who><FIRST>) (?:se (?:encarga|ocupa) de|lleva) .+",
        "role",
        relation="handles",
        confidence=0.6,
    ),
    rule(
        Kind.FACT,
        "casa casó jubila jubiló muda mudó gradúa graduó separa separó divorcia",
        r"<PRE>se (?:me |nos |ha |han )?(?:casa|casan|casó|jubila|jubiló|muda|mudó|gradúa|graduó|separa|separó|divorcia|casado|jubilado|mudado|graduado|separado) (?P<who>(?:mis?|nuestr[oa]s?) [\w-]+).*",
        "event",
        past=False,
        confidence=0.65,
    ),
    rule(
        Kind.COMMITMENT,
        cues(_DOING),
        rf"(?=.*\b{DAY})(?!.*\bdesde\b){_SCREEN}<PRE><YO><ADV><CL>{forms(_DOING, 'now', ME)} .+",
        "plan",
        timing=Timing.PLAN,
        confidence=0.6,
    ),
    rule(
        Kind.FACT,
        cues(_DOING),
        rf"{_SCREEN}(?=.*(?:\b(?:19|20)\d\d\b|\bhace\b|\b(?:mi|mis|nuestr[oa]s?|pasad[oa]|ayer|anoche)\b|\w (?-i:[A-ZÀ-Þ])|\ben (?:enero|febrero|marzo|abril|mayo|junio|julio|agosto|septiembre|octubre|noviembre|diciembre)\b))<PRE><YO><ADV><CL>{forms(_DOING, 'past', ME)} .{{3,}}",
        "event",
        timing=Timing.EVENT,
        past=True,
        confidence=0.55,
    ),
    rule(
        Kind.FACT,
        cues(_DOING),
        rf"{_SCREEN}<PRE><YO><ADV><CL>{forms(_DOING, 'now', ME)} (?:a |al |de |en |con |el |la |los |las |un |una |mi |mis |por |para |todo |cada |\d).{{3,}}",
        "habit",
        confidence=0.5,
    ),
    rule(
        Kind.FACT,
        cues(_DOING + " ir venir salir volver llegar"),
        rf"{_SCREEN}<PRE>(?P<who><KINP>(?: (?:el|la) (?:mayor|menor|pequeñ[oa]|median[oa]))? <ADV><CL>{forms(_DOING + ' ir venir volver', 'now past', THEY)}) .{{3,}}",
        "event",
        confidence=0.5,
    ),
)
