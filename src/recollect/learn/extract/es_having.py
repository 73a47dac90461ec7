"""Spanish: what people have, use and own, what became of it, and what they used to do."""

from typing import Final

from recollect.learn.extract.es_rule import THEY, cues, forms, rule, says
from recollect.learn.extract.language import Timing
from recollect.model.entry import Kind
from recollect.model.learning import EntityType as Type

_FACT = Kind.FACT
_NOTHING = r"(?!(?:que|ni|ganas|razón|frío|calor|hambre|sed|sueño|prisa|miedo|suerte|cuidado|sentido|tiempo|en cuenta|claro|clar\w+|buena pinta|mala pinta|ya|todo|todas?|algo|nada|mucho|muchas?|muchos|poco|poca|pocas|pocos|bastante|demasiad\w+|tant[oa]s?|un (?:problema|poco|rato|momento|montón|lío|mal día|buen día|día|bug|error|fallo|mensaje|texto|archivo|script|minuto|plan|sueño|antojo)|una (?:duda|pregunta|idea|consulta|sensación|resaca|hora|opción|tarde|mañana|noche|semana|reunión|cita|entrevista|boda|cena)|otra|otro|la (?:sensación|impresión|duda|culpa|cabeza|idea|intención|razón|suerte|oportunidad|necesidad)|el (?:día|problema|ordenador abierto|texto|archivo|código)|esto|eso|este|esta|ese|esa|dos (?:dudas|preguntas|opciones)|pensad\w+|previst\w+|planead\w+|dolor|problemas|dudas|preguntas|ilusión|pereza|mil|lugar|cita|examen|exámenes|reunión|vuelo|turno|clase|cosas|más|menos|lo|los (?:datos|archivos|ojos)|unas? (?:ganas|dudas)|fiebre|tos|gripe|catarro|resaca)\b)"
_HELD = r"(?P<object>[^,]+?)(?=$|,| (?:desde|que|con|y|pero|en|para|llamad[oa]|de \d{4}|por)\b)"
_GOT = "comprar vender adoptar heredar alquilar estrenar regalar donar contratar instalar plantar reformar rentar"

# What people pay for or get, month by month.
_COST = r"(?:alquiler|hipoteca|luz|agua|gas|guardería|préstamo|coche|seguro|internet|móvil|comida|compra|gimnasio|nómina|sueldo|pensión)"
HAVING: Final = (
    rule(
        Kind.FACT,
        "alquiler hipoteca luz agua gas guardería préstamo coche seguro internet móvil comida compra gimnasio nómina sueldo pensión",
        rf"{_COST}:? (?:(?:unos|unas|más o menos|aprox|aproximadamente|casi) )*[£$€]?\d[\d.,]*(?: ?(?:€|euros?|k\b))?(?: (?:al (?:mes|año)|a la semana|mensuales|netos|brutos))?(?: \([^)]*\))?$",
        confidence=0.7,
    ),
    rule(
        Kind.RELATIONSHIP,
        cues("tener"),
        says(
            "tener",
            "now past",
            r" <ADV>(?:un |una |dos |tres |cuatro |cinco |seis |\d+ |otro |otra |al |mi |a (?:mi|mis|nuestr[oa]) |mellizos? |solo |varios )*(?P<object><FAMILY>|<PETS>)\b.*",
            dropped=True,
        ),
        "relative",
        confidence=0.8,
        relation="has",
        type=Type.PERSON,
    ),
    rule(
        _FACT,
        cues("tener"),
        says("tener", "now", rf" <ADV>{_NOTHING}{_HELD}.*", dropped=True),
        "owns",
        relation="has",
        confidence=0.65,
    ),
    rule(
        _FACT,
        cues("conducir manejar"),
        says(
            "conducir manejar",
            "now",
            r" (?:un|una|el|la|mi|su) (?P<object>(?!estrés|situación|tiempo).+)",
        ),
        "car",
        relation="drives",
    ),
    rule(
        _FACT,
        cues(_GOT),
        says(
            _GOT,
            "past",
            r" (?!(?:esto|eso|que|lo|la idea|mal|bien|todo)\b)(?P<object>.{3,})",
            dropped=True,
        ),
        "owns",
        timing=Timing.EVENT,
        past=True,
        confidence=0.7,
    ),
    rule(
        _FACT,
        "regalaron regalado robaron robado tocó toco tocado dejaron dejado prestaron compraron",
        r"<PRE><ADV>(?:me|nos) (?:han |ha )?(?:regalaron|regalado|regaló|robaron|robado|prestaron|prestado|compraron|tocó (?:un|una|el|la)) (?!(?:idea|la atención)\b)(?P<object>.+)",
        "owns",
        timing=Timing.EVENT,
        past=True,
        confidence=0.65,
    ),
    rule(
        _FACT,
        cues("usar utilizar"),
        says(
            "usar utilizar",
            "now",
            r" (?!(?:esto|eso|lo|la|este|esta)\b)(?P<object>[^,]+?)(?=$|,| (?:para|en|desde|y|como|con|porque|pero)\b).*",
            dropped=True,
        ),
        "uses",
        relation="uses",
        type=Type.TOOL,
    ),
    rule(
        _FACT,
        "mi mis nuestro nuestra nuestros nuestras",
        r"(?:mis?|nuestr[oa]s?) (?P<thing>(?:(?!que\b)[\w-]+ ){0,2}?(?!código|script|programa|función|consulta|query|app\b|aplicación|contraseña|clave|pin\b|password|duda|pregunta|problema|idea|culpa|error|opinión|intención|objetivo|texto|vida|día|plan|consejo|objetivo)[\w-]+)(?: de \w+)? (?:es|son|se llama|se llaman|funciona con|corre en|va en|está (?:hech[oa] |escrit[oa] )?(?:en|con)|tiene|tienen) (?!(?:que\b|muy|un poco|demasiado|bastante|tan|verdad|cierto|culpa|lo que|como|un (?:desastre|asco|caos|lío)|una (?:locura|mierda|pesadilla)))(?P<object>.+)",
        "name_of:{thing}",
        relation="is",
        confidence=0.65,
    ),
    rule(
        Kind.ENTITY,
        "significa nombre llamamos siglas apodo alias",
        r"(?P<who>(?-i:[A-ZÀ-Þ])[\w.-]*(?: [\w.-]+)?) (?:significa|son las siglas de|quiere decir|es (?:el|nuestro|como) (?:nombre|apodo|alias|mote|proyecto|programa)\w*|es (?:como|el nombre (?:que|con)|cómo) (?:llamamos|le decimos)) .+",
        None,
        confidence=0.75,
    ),
    rule(
        _FACT,
        "llama llaman llamo puse pusimos",
        r"(?P<who>(?:<THIRD> )?se llaman?) (?P<object>(?-i:[A-ZÀ-Þ]).*)|(?:lo|la|le) (?:hemos puesto|he puesto|pusimos|puse|llamamos|llamé) (?P<y>(?-i:[A-ZÀ-Þ]).+)",
        None,
        relation="is called",
        confidence=0.75,
    ),
    rule(
        Kind.ENTITY,
        "llama llaman llamamos",
        r"(?:mi|nuestr[oa]|el|la) [\w-]+(?: [\w-]+)? se llaman? (?P<object>(?-i:[A-ZÀ-Þ]).*)",
        None,
        relation="is called",
        confidence=0.7,
    ),
    rule(
        _FACT,
        cues("ganar cobrar pagar"),
        says(
            "ganar cobrar pagar",
            "now",
            r" (?:unos |casi |más de )?\d[\d.,]* ?(?:€|euros|pesos|dólares|soles|mil|k\b|brutos|netos|al mes|de (?:alquiler|hipoteca|luz|renta)).*",
        ),
        "salary",
        confidence=0.75,
    ),
    rule(
        Kind.RELATIONSHIP,
        "somos",
        r"<PRE>somos (?:familia numerosa|<NUM> (?:en casa|hermanos|hermanas|hijos|primos|de familia|en la familia|en el equipo|socios|en la oficina|en la empresa|en el piso|compañeros|vecinos))\b.*",
        "relative",
        confidence=0.7,
    ),
    rule(
        _FACT,
        "raza mestizo mestiza",
        r"(?P<who>es) (?:un |una )?(?:mestiz[oa]|cruce|raza|galgo|podenco|labrador\w*|caniche|siamés|bulldog|pastor) .*",
        "pet",
        confidence=0.65,
    ),
    # What there is to spend, of whatever the talk is about.
    rule(
        _FACT,
        "presupuesto",
        r"(?:(?:mi|nuestro|el|un) )?presupuesto(?: (?:es|son|máximo|total|como mucho|de|unos|hasta|aproximado))* [$€£~]?\d[\d.,]*k?\b.*",
        None,
        confidence=0.6,
    ),
)

FORMER: Final = (
    rule(
        _FACT,
        "antes solía solia solíamos",
        r"(?:antes (?!de\b)|de (?:joven|pequeñ[oa]|niñ[oa]) |hace años |(?=sol[ií]a))(?:yo )?(?:no )?(?:me |nos |lo |la )?(?:\w+(?:aba|ábamos|abamos|ía|ia|íamos|iamos)|era|éramos|iba|íbamos) .+",
        "past_employer",
        timing=Timing.ENDED,
        past=True,
        confidence=0.75,
    ),
    rule(
        _FACT,
        cues("dejar abandonar parar"),
        says(
            "dejar abandonar",
            "past",
            r" (?:de \w+r\b|el |la |los |las |mi |mis |las clases|yoga|pilates)(?!(?:mensaje|correo|nota|coche en|texto|móvil|llaves)\b).*",
            dropped=True,
        ),
        "status",
        timing=Timing.EVENT,
        past=True,
        confidence=0.75,
    ),
    rule(
        _FACT,
        "ya",
        r"(?:(?:yo )|(?P<who><THIRD>) )?ya no (?!(?:sé|se si|puedo más|hace falta|es necesario|me acuerdo|importa|aguanto|te|quiero que|está disponible|me (?:hace|responde|funciona|sale|deja)))(?:me |nos |se |lo |la |le )?\w+(?: .+)?",
        None,
        confidence=0.75,
    ),
    rule(
        _FACT,
        "tenía teníamos tenia tuve tuvimos",
        says(
            "tener",
            "was past",
            r" (?:un|una|dos|tres|mi|nuestr[oa]) (?!(?:duda|problema|idea|pregunta|error|mal|buen)\b)(?P<object>.+)",
        ),
        "owns",
        timing=Timing.ENDED,
        past=True,
        confidence=0.65,
    ),
    rule(
        _FACT,
        "mucho tiempo años",
        says(
            "llevar",
            "now",
            r" (?:ya )?(?:<NUM> )?(?:mucho tiempo|años|meses|semanas|días|siglos) sin (?!(?:saber|entender|verte)\b).+",
        ),
        None,
        confidence=0.75,
    ),
)

_DONE = "aprobar suspender terminar acabar ganar publicar entregar presentar defender graduar licenciar firmar matricular inscribir correr subir lograr conseguir estrenar apuntar montar abrir perder estudiar cursar"
EVENTS: Final = (
    rule(
        _FACT,
        cues(_DONE) + " sacado saqué saque",
        says(
            _DONE + " sacar",
            "past",
            r" (?!(?:de (?:comer|cenar|leer|ver|hablar|llegar|escribir|hacer)|esto|eso|el (?:texto|ejercicio|capítulo|script|archivo|hilo|tiempo|enlace)|la (?:cuenta|paciencia|web|página)|que|lo que|harto|harta|aquí|mal|bien)\b)(?:en |de |a |por |para )?(?:el|la|los|las|un|una|mi|mis|su|nuestr[oa]|primer\w*|segund\w*|al|(?-i:[A-ZÀ-Þ])|\d+).+",
        ),
        "event",
        timing=Timing.EVENT,
        past=True,
        confidence=0.65,
    ),
    rule(
        _FACT,
        "estuve estuvimos fui fuimos viajé viaje viajamos visité visite visitamos pasé pase pasamos volví volvi volvimos volver vuelto conocí",
        says(
            "estar ir viajar visitar pasar volver veranear",
            "past",
            r" (?!(?:a (?:dormir|la cama|comer|cenar|mirar|ver|buscar)|bien|mal|muy|un rato|el primero|viendo|leyendo|mirando|pensando|por alto)\b).*(?-i:\b(?:a|en|de|por) (?:la |el |las |los )?[A-ZÀ-Þ])(?P<object>\w+).*",
        ),
        "visited",
        timing=Timing.EVENT,
        past=True,
        confidence=0.6,
    ),
    rule(
        _FACT,
        cues("morir nacer") + " falleció fallecido fallecio murió",
        r"<PRE>(?:(?:a mí )?(?:se (?:me|nos|le) |se )?(?:ha )?(?:murió|muerto|falleció|fallecido|nació|nacido) (?P<z>(?:mi|mis|nuestr[oa]|su|el|la) .+)|(?P<who><THIRD>) (?:se (?:me |nos )?)?(?:murió|falleció|nació|ha muerto|ha fallecido|ha nacido)\b.*)",
        "event",
        timing=Timing.EVENT,
        past=True,
        confidence=0.8,
    ),
    rule(
        _FACT,
        "padres papás padre madre abuelos abuelo abuela tíos tío tía",
        r"<PRE>(?:hemos sido|fuimos|he sido|fui|voy a ser|vamos a ser|acabo de ser|seré|seremos) (?:padres?|madres?|papás?|mamá|abuel[oa]s?|tí[oa]s?)\b.*",
        "children",
        timing=Timing.EVENT,
        confidence=0.8,
    ),
    rule(
        _FACT,
        "casero casera alquiler sueldo renta gimnasio empresa banco",
        r"(?:(?:mi|nuestr[oa]|el|la) (?:caser[oa]|banco|empresa|gimnasio|jef[ea]|comunidad|compañía|seguro|escuela|cole) (?:me|nos) (?:ha |han )?(?:subido|bajado|sube|baja|cancelado|cambiado|renovado)|me (?:han|ha) (?:subido|bajado) (?:el|la)) .+",
        "rent",
        confidence=0.7,
    ),
)

KIN_FACTS: Final = (
    rule(
        _FACT,
        "le les",
        r"(?P<who>les?) (?:doy|damos|pongo|ponemos|toca|dan|ponen|inyecto|inyectamos) (?=.*\b(?:cada|todos|todas|por las?|al día|por semana|a la semana|diario|veces)\b).+",
        "habit",
        confidence=0.65,
    ),
)

# What people of one's life do for long; `who` sees to it that it is one of them.
_DOES = "ir cocinar cuidar llevar hacer comer conducir manejar fumar pintar escribir enseñar dar ayudar vender cultivar criar entrenar cantar bailar estudiar pasar dormir viajar"
OTHERS: Final = (
    rule(
        _FACT,
        cues(_DOES),
        rf"(?P<who><KINP> <ADV><CL>{forms(_DOES, 'now', THEY)}) (?!(?:que|mal|bien|fatal|ahora|hoy)\b).{{4,}}",
        "habit",
        confidence=0.6,
    ),
)
