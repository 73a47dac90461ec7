"""Spanish: what people decided, promised, plan and are busy with, and what they take back."""

from typing import Final

from recollect.learn.extract.es_rule import cues, rule, says
from recollect.learn.extract.es_verbs import VERBS
from recollect.learn.extract.es_ways import REMINDS
from recollect.learn.extract.language import Timing
from recollect.model.entry import Kind

_MONTH = r"(?:enero|febrero|marzo|abril|mayo|junio|julio|agosto|septiembre|setiembre|octubre|noviembre|diciembre)"
_WEEKDAY = r"(?:lunes|martes|miércoles|jueves|viernes|sábado|domingo)"
DAY = rf"(?:hoy|esta (?:tarde|noche)|(?<!la )(?<!las )(?<!por )(?<!cada )(?<!esta )mañana|pasado mañana|(?:el|este|próximo|para el|hasta el|antes del) (?:próximo |día |{_WEEKDAY} )?(?:{_WEEKDAY}|\d{{1,2}}(?: de {_MONTH})?|mes|año|finde|fin de semana|verano|invierno|otoño|curso)\b(?! pasad)|\d{{1,2}} de {_MONTH}|(?:en|a|de|para|este|hasta|próximo) (?:finales de |principios de |mediados de )?{_MONTH}|(?:la )?(?:semana|próxima semana) (?:que viene|próxima|siguiente)|la próxima semana|esta (?:semana|primavera)|este (?:finde|fin de semana|mes|año|verano|otoño|invierno|{_WEEKDAY})|que viene|dentro de (?:\w+ ){{1,3}}|en (?:un|una|dos|tres|cuatro|\d+) (?:días|semanas?|mes(?:es)?|años?)|a (?:fin|finales|principios|mediados) de (?:mes|año|\w+)|\d{{1,2}}[/]\d{{1,2}}|en (?:Navidad|Navidades|Semana Santa|Pascua|Reyes|verano|otoño|primavera|invierno|vacaciones|Nochevieja|Nochebuena)|(?:por|para|antes de) (?:Navidad|Navidades|Reyes|Semana Santa|San Juan|el puente|verano|vacaciones)|20\d\d)"
_EVENT = r"(?:dentista|médico|cita|reunión|junta|examen|exámenes|entrevista|vuelo|tren|boda|fiesta|entrega|plazo|concierto|cumple(?:años)?|operación|revisión|viaje|visita|juicio|presentación|charla|congreso|partido|carrera|maratón|media maratón|funeral|inspección|auditoría|lanzamiento|ensayo|clase|curso|vista|ecografía|eco|mudanza|firma|demo|bolo|estreno|ceremonia|graduación|vacuna|fisio|peluquería|ITV|VTV|turno|cena|comida|comunión|bautizo|torneo|campamento|barbacoa|asado|defensa|examen de conducir|oposición|resonancia|análisis|analítica|biopsia|parto|fecha de parto|contrato|alquiler|visado|visa|pasaporte|renovación|mercado|feria|festival|excursión|quedada|función|tutoría|convocatoria|certamen|matrícula|declaración|renta|factura|informe|proyecto|trabajo|TFG|TFM|tesis|ferry|autobús|bus|quinceañera|posada|mesa de examen|parcial|final)"
_OWN_EVENT = rf"(?:mi|mis|nuestr[oa]s?|el|la|los|las|su|un|una)? ?(?:[\w'-]+ ){{0,2}}?{_EVENT}s?(?: (?:de|del|con|en|a|al|para|con el|con la) (?!el \d)[\w'-]+(?: [\w'-]+){{0,3}}?)?"
# "Vuelo Valencia-Milán cancelado" names a flight, "vuelo a Milán" says what somebody does.
_FLIES = r"(?!.*\bvuelo (?:(?-i:[A-ZÀ-Þ])|\d|\w+[ai]do\b))"
_SHALL = r"(?:aré|eré|iré|dré|aremos|eremos|iremos|dremos|bré|rré)"
# What people announce in the present tense when they name a day.
_ACTS = " ".join(
    name
    for name in """volar viajar salir ir empezar mudar casar operar presentar entregar firmar quedar volver llegar cumplir
    recoger acabar terminar cerrar abrir estrenar defender visitar celebrar hacer dar correr jugar cenar comer publicar
    lanzar venir comenzar examinar tocar partir regresar cambiar""".split()
    if name in VERBS
)

DECISIONS: Final = (
    rule(
        Kind.DECISION,
        cues(
            "decidir elegir acordar optar descartar escoger cancelar anular rechazar aceptar aplazar posponer"
        ),
        says(
            "decidir elegir acordar optar descartar escoger cancelar anular rechazar aceptar aplazar posponer",
            "past",
            r"(?! (?:qué|si|cuál|cómo|aún|todavía|las cookies)\b) .+",
            dropped=True,
        ),
        "plan",
        confidence=0.8,
    ),
    rule(
        Kind.DECISION,
        "quedamos quedo quedado queda al final finalmente decidido",
        r"(?:al final|finalmente|por fin|entonces|definitivamente|está decidido:?|decidido:?),? (?:(?:yo |nosotros )?(?:me|nos) (?:quedo|quedamos|voy|vamos|apunto|apuntamos|hemos quedado|he quedado|hemos decantado|decanto|decidimos|decidí|lanzo|lanzamos)|(?:no )?(?:voy|vamos|va a ser|será|será en|cogemos|cojo|compramos|compro|hago|hacemos|haremos|haré|iré|iremos|alquilamos|tiramos|usaremos|usamos|pillamos|vendemos|vendo)|no )\b.+",
        "plan",
        confidence=0.75,
    ),
    rule(
        Kind.DECISION,
        "quedo quedamos pasamos paso pasado cambiamos vamos migramos",
        r"<PRE>(?:yo )?(?:me quedo con|nos quedamos con|(?:me he|nos hemos) (?:pasado|cambiado) a|(?:me|nos) (?:paso|pasamos|cambio|cambiamos) a|nos vamos a|apostamos por|tiramos (?:con|por)|vamos con|vamos a por|me he decidido por|nos hemos decidido por|migramos a|dejamos de usar|hemos optado por) (?!(?:la (?:primera|segunda|tercera|opción|última)|el (?:primero|segundo|tercero)|esa|ese|esta|esto|eso|tu|las dos|ambas|dormir|comer|ver)\b)(?P<object>.+)",
        "plan",
        confidence=0.7,
    ),
    rule(
        Kind.DECISION,
        "renuevo renovamos bajo bajamos dejo dejamos dicho dije dijimos será pintamos salió",
        r"(?:se acabó,? )?(?:(?:yo )?(?:no (?:renuevo|renovamos|voy a renovar|sigo|seguimos|repito) .+|me bajo (?:de|del) .+|lo dejo con .+|(?:dejo|dejamos) (?:el|la|los|las|mi) (?!tema\b).+)|(?:he|hemos) dicho que (?:no|sí) a .+|al final será .+)",
        "plan",
        confidence=0.7,
    ),
    rule(
        Kind.DECISION,
        "pintamos vamos hacemos abrimos compramos cerramos salió",
        r".{5,}",
        "plan",
        confidence=0.65,
        after=r"(?:decidido|votamos y|lo hemos hablado y|hemos hablado y)[:, ]*$",
    ),
    rule(
        Kind.DECISION,
        "cancela cancelado cancelada suspende anulado anulada suspendido aplazado aplaza canceló suspendió",
        r"(?:(?:el|la|los|las|mi|nuestr[oa]) [\w ]{3,40}? |(?=se ))(?:se (?:ha |han )?(?:cancela|canceló|cancelado|cancelan|suspende|suspendió|suspendido|anula|anulado|aplaza|aplazó|aplazado|pospone|pospuesto)|queda (?:cancelad|suspendid|anulad|aplazad)[oa]|está (?:cancelad|suspendid|anulad|aplazad)[oa])\b.*",
        "plan",
        confidence=0.7,
    ),
)

COMMITMENTS: Final = (
    rule(
        Kind.COMMITMENT,
        cues("prometer jurar comprometer"),
        says(
            "prometer jurar comprometer",
            "now past",
            r" (?!(?:que (?:es verdad|no miento|es la última)|ser breve|no molestar)\b)(?:a |que |volver|llevar|hacer|ir|\w+r).+",
        ),
        "plan",
        timing=Timing.PLAN,
        confidence=0.8,
    ),
    rule(
        Kind.COMMITMENT,
        "recuérdame recuerdame recordame recordá recuérdeme recordar recordarme",
        rf"(?:(?:por favor,? )?(?:recuérdame|recordame|recuérdeme|acuérdame) |{REMINDS}).+",
        "plan",
        timing=Timing.PLAN,
        confidence=0.65,
    ),
    rule(
        Kind.COMMITMENT,
        "tengo tenemos debo debemos hay tiene toca necesito necesitamos",
        rf"(?=.*\b{DAY})<PRE>(?:yo )?(?:tengo que|tenemos que|necesito(?= \w+r\b)|necesitamos(?= \w+r\b)|debo|debemos|hay que|me toca|nos toca|he de|(?P<who><THIRD> tiene que|<THIRD> debe)) (?!(?:decir|reconocer|admitir|saber|preguntar)\b).+",
        "plan",
        timing=Timing.PLAN,
        confidence=0.75,
    ),
    rule(
        Kind.COMMITMENT,
        "",
        rf"<PRE><YO><ADV><CL>(?!para|mira|cobré|compré|entré|logré|cerré|abré|miré|tiré|giré|miremos)(?:\w+{_SHALL})\b(?! (?:en cuenta|que decir|caso|lo que|tu consejo|a ver)\b)(?! ?$)(?:(?=.*\b{DAY})| (?:a|al|el|la|los|las|un|una|con|en|de|mi|por|que|todo|otra|tres|dos)\b).*",
        "plan",
        timing=Timing.PLAN,
        confidence=0.65,
    ),
    rule(
        Kind.COMMITMENT,
        "voy vamos pienso pensamos planeo planeamos quiero",
        rf"(?=.*\b{DAY})<PRE><YO><ADV><CL>(?:voy a|vamos a|pienso|pensamos|planeo|planeamos|tengo pensado|tenemos pensado|tengo previsto|tenemos previsto|quiero|queremos|me voy a|espero) (?!(?:ver|probar\w*|preguntar|decir\w*|saber|que)\b)\w+.*",
        "plan",
        timing=Timing.PLAN,
        confidence=0.7,
    ),
    rule(
        Kind.COMMITMENT,
        "voy vamos",
        r"<PRE><YO><ADV><CL>(?:voy a|vamos a) (?:empezar|dejar|ser|tener|apuntar\w*|mudar\w*|casar\w*|operar\w*|comprar\w*|vender\w*|abrir|montar|correr|presentar\w*|adoptar|reformar|estudiar|aprender|viajar|jubilar\w*|cambiar (?:de|el|la)|opositar|participar|organizar|celebrar|visitar|pedir (?:la|una|el)|renovar|contratar|despedir|llevar) ?(?!(?:esto|eso|por)\b).*",
        "plan",
        timing=Timing.PLAN,
        confidence=0.65,
    ),
    rule(
        Kind.COMMITMENT,
        cues("quedar"),
        says(
            "quedar", "past", r"(?: <TIME>)? (?:con|en|para|a) (?!(?:la idea|ganas|dudas|nada)\b).+"
        ),
        "appointment",
        timing=Timing.PLAN,
        confidence=0.7,
    ),
    rule(
        Kind.COMMITMENT,
        "encargo ocupo encargamos pongo traigo llevo hago compro preparo reservo aviso yo invito",
        r"(?:llevo|traigo|pongo|hago|compro|preparo|reservo|recojo|pago|cocino) yo .+|(?:yo )?(?:me (?:encargo|ocupo|hago cargo) (?:yo )?(?:de|del) .+|nos encargamos .+)|yo (?:pongo|traigo|llevo (?!tod|desde|\w+ años)|hago|compro|preparo|reservo|aviso|invito|cocino|recojo|conduzco|pago|monto|horneo|(?:el|la|los|las|un|una) (?!que\b)(?:\w+ ?){1,3}$) ?.*",
        "plan",
        timing=Timing.PLAN,
        confidence=0.65,
    ),
    rule(
        Kind.COMMITMENT,
        cues("tener"),
        rf"(?=.*\b{DAY})"
        + says(
            "tener",
            "now",
            rf" (?:ya |también )?(?:el |la |un |una |mi |otra |otro |dos |tres |los |las |hora (?:con|en|para) )?(?:\w+ )?{_EVENT}s?\b.*",
        ),
        "appointment",
        timing=Timing.PLAN,
        confidence=0.75,
    ),
    rule(
        Kind.COMMITMENT,
        "",
        rf"{_OWN_EVENT} (?:es|será|son|serán|sale|cae|empieza|termina|acaba|vence|caduca|se entrega|está (?:fijad[oa]|prevista?) para|se (?:celebra|cierra|abre)|tiene que estar|va a ser|queda para|me toca)\b(?=.*\b{DAY}).*",
        "appointment",
        timing=Timing.PLAN,
        confidence=0.75,
    ),
    rule(
        Kind.COMMITMENT,
        "",
        rf"(?:<TIME>,? )(?:(?:yo )?(?:tengo|tenemos|me toca|nos toca|hay) )?(?:el |la |un |una |mi )?{_EVENT}\b(?!.*\b(?:fue|estuvo|pasad[oa])\b).*",
        "appointment",
        timing=Timing.PLAN,
        confidence=0.6,
    ),
    rule(
        Kind.COMMITMENT,
        cues(_ACTS),
        rf"(?=.*\b{DAY})(?!.*\b(?:fui|fue|pasad[oa]|desde|llego a fin de mes|llegamos a fin de mes)\b){_FLIES}"
        + says(_ACTS, "now", r"\b(?! (?:bien|mal|genial|años)\b) .+"),
        "plan",
        timing=Timing.PLAN,
        confidence=0.7,
    ),
    rule(
        Kind.COMMITMENT,
        "cita reunión examen entrevista dentista médico revisión juicio",
        rf"(?=.*\b{DAY})(?:cita|reunión|examen|entrevista|dentista|médico|revisión|juicio)\b(?! (?:fue|era|estuvo)).+",
        "appointment",
        timing=Timing.PLAN,
        confidence=0.7,
    ),
    rule(
        Kind.COMMITMENT,
        "sale salen viene vienen llega llegan empieza",
        rf"(?=.*\b{DAY})<PRE>(?:sale|salen|viene|vienen|llega|llegan|empieza|empiezan) (?:mis?|nuestr[oa]s?|el|la|los|las) .+",
        "plan",
        timing=Timing.PLAN,
        confidence=0.6,
    ),
    rule(
        Kind.COMMITMENT,
        "plazo entrega vence caduca fecha deadline límite",
        rf"(?=.*\b{DAY})(?:el |la |mi )?(?:plazo|entrega|fecha límite|deadline|fecha de entrega|fecha tope)\b.+|(?=.*\b{DAY})(?:me |se )?(?:vence|caduca|venció|expira) .+",
        "deadline",
        timing=Timing.PLAN,
        confidence=0.75,
    ),
)

BUSY: Final = (
    rule(
        Kind.CONTEXT,
        "estoy estamos ando andamos sigo seguimos llevo",
        r"<PRE><YO><ADV>(?:estoy|estamos|ando|andamos|sigo|seguimos) (?:ahora |ahora mismo |actualmente |ya |todavía |aún )?(?:escribiendo|preparando|preparándome|montando|organizando|reformando|restaurando|diseñando|programando|traduciendo|editando|investigando|aprendiendo|entrenando|planeando|planificando|ahorrando|construyendo|grabando|ensayando|criando|redactando|tramitando|armando|renovando|opositando|migrando|desarrollando|rodando|componiendo|tejiendo|cosiendo|pintando|leyendo|haciendo (?:obras?|reformas?|la mudanza|un curso|dieta|el camino)|buscando (?:piso|trabajo|curro|casa|depto|departamento|empleo|pareja|colegio|cole|cuidadora|socio|una? \w+)|intentando (?:dejar|aprender|adelgazar|vender|comprar|quedar\w*|ahorrar|sacar\w*|ser|tener)|con (?:la (?:mudanza|tesis|obra|reforma|oposición)|el (?:TFG|TFM|máster|proyecto|libro|doctorado))|en (?:plena|pleno|medio de|proceso de|obras))\b(?! (?:esto|eso|este (?:texto|código|correo|script|mensaje)|un (?:texto|correo|mensaje|informe)|una (?:duda|forma|manera|palabra)|un artículo)\b).*",
        "status",
        confidence=0.65,
    ),
)

_TOOK_BACK = r"(?:perdona|perdón|disculpa|me (?:he )?(?:equivo|confund|colé|colado|lié|liado)\w*|he mirado mal|miré mal|corrijo|rectifico|corrección|error mío|fallo mío|me expliqué mal|no, |en realidad|mejor dicho|quise decir|quería decir|dije mal|he dicho mal|lo dije mal|ojo,)"
CORRECTIONS: Final = (
    rule(
        Kind.CORRECTION,
        "no",
        r"(?:no,? )?(?:es|son|soy|era|eran|está|vivo|trabajo|tengo|tiene|se llama|me llamo|fue|somos)\b .{2,60}?,? (?:y )?no (?!(?:sé|se|me|te|lo|la que|obstante|puedo|quiero|tengo|hay|es|está|tiene|le|les|nos|solo|muy|como)\b)(?:(?:el|la|los|las|en|a|de|un|una|con|por|como|al|del) |(?=\d)|(?=(?-i:[A-ZÀ-Þ]))).{1,40}",
        None,
        corrects=True,
        confidence=0.75,
    ),
    rule(
        Kind.CORRECTION,
        "no sino",
        r"(?:no (?:es|son|era|soy|vivo|trabajo|tengo|se llama|está|fue) .{2,50}?,? (?:sino|es|son|soy|tengo|vivo) .+|no .{2,40}? sino .+)",
        None,
        corrects=True,
        confidence=0.75,
    ),
    rule(
        Kind.CORRECTION,
        "es son era soy tengo vivo",
        r"(?:es|son|era|soy|tengo|vivo) .{2,60}",
        None,
        corrects=True,
        confidence=0.7,
        after=r"(?:^|[\s,.])no (?:es|son|era|soy|tengo|vivo) [^.?]{2,40}, ?(?:sino )?$",
    ),
    rule(
        Kind.CORRECTION,
        "quise quería queria decir dicho equivoqué equivoque equivocado confundí confundido",
        r"(?:quise|quería) decir .+|(?:me (?:he )?(?:equivo|confund)\w+)(?:,| con| de| en| al)? .*\b(?:es|son|era|tengo|no|con|de)\b.+|mejor dicho,? .+",
        None,
        corrects=True,
        confidence=0.7,
    ),
    rule(
        Kind.CORRECTION,
        "",
        r"(?!.*\?)(?:(?:el|la|los|las|mi|mis|su|nuestr[oa]|lo) [\w ]{2,40}? )?(?:es|son|soy|era|eran|fue|está|vivo|trabajo|tengo|tiene|se llama|somos|será|tenemos|vamos|sale|empieza|cae)\b .{2,80}",
        None,
        corrects=True,
        confidence=0.7,
        after=rf"(?:^|[\s,.;:]){_TOOK_BACK}[^.?]{{0,40}}$",
    ),
)
