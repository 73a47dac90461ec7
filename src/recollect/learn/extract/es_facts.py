"""Spanish: where people live, what they work and study."""

from typing import Final

from recollect.learn.extract.es_rule import cues, rule, says
from recollect.learn.extract.language import Timing
from recollect.model.entry import Kind
from recollect.model.learning import EntityType as Type

_FACT = Kind.FACT
_END = r"(?=$|,| (?:desde|hasta|hace|con|y|pero|porque|cuando|donde|que|en (?:\d|enero|febrero|marzo|abril|mayo|junio|julio|agosto|septiembre|octubre|noviembre|diciembre|verano|invierno)|el (?:año|mes)|para|como|por|sin)\b)"
_PLACE = rf"(?P<object>\w[\w .'-]*?){_END}"
_NO_ROLE = r"(?!(?:<NUM>|desastre|negad\w+|inútil|crack|genio|caos|vag[oa]|lío|torpe|yo|el que|la que|lo|muy|más|tan|un poco|una? (?:desastre|negad\w+|inútil|crack|experto|experta|fan|persona (?:muy|que))|consciente|capaz|sincer\w+|honest\w+|tont\w+|idiota|nuev\w+|así|feliz|culpable|tod[oa]s?|toda oídos|fan|de|que|quien|conmigo|para|como|mi|mis|bastante|demasiado|igual|el mismo|la misma|tu|tus|su|uno|una de|el único|la única|solo|también|no|bueno en|buena en|mal[oa] (?:en|con|para)|un usuario|cliente|libre|amable|importante|necesario|posible|hora|verdad|cierto|mejor|peor|difícil|fácil|raro|que|casi|alérgic\w+|intolerante|partidari\w+|eso|esto|normal|suficiente|culpa|broma|amante|forofo|forofa|adict\w+|hincha|seguidor\w*)\b)"
_STUDY = r"(?:(?:el|la|mi|su|un|una) )?(?:\w+ )?(?:máster|master|carrera|doctorado|tesis|grado|ciclo|FP|bachillerato|bachiller|oposici(?:ón|ones)|MIR|residencia|prácticas|curso de|erasmus|selectividad|EBAU|preparatoria|prepa|licenciatura|maestría|diplomado|TFG|TFM|módulo|primaria|secundaria|ESO|infantil|primero|segundo|tercero|cuarto|quinto|sexto|\dº|\d[oa]\b)"

HOME: Final = (
    rule(
        _FACT,
        "vivir",
        r"<PRE><YO><ADV>(?:he vuelto|hemos vuelto|volví|volvimos|vuelvo) a vivir (?:en|a|con) .+",
        "home",
        confidence=0.8,
    ),
    rule(
        _FACT,
        cues("vivir residir convivir"),
        says(
            "vivir residir convivir",
            "now",
            rf"(?! (?:para|de (?!alquiler|ocupa)|por y)\b)(?: (?:sol[oa]s?|junt[oa]s|aquí|acá|ahí|muy|justo|fuera|desde \w+(?: \w+){{0,2}}|de alquiler|ya|actualmente|hace \w+ \w+|con \w+(?: \w+)?|a (?:caballo|diez|\w+ minutos))){{0,3}} ?(?:(?:en|cerca de|al lado de|a las afueras de|a \w+ (?:minutos|km|kilómetros|calles) de|entre|por|frente a|junto a|con|sobre|encima de) {_PLACE})?.*",
            dropped=True,
        ),
        "home",
        relation="lives in",
        type=Type.PLACE,
        confidence=0.8,
    ),
    rule(
        _FACT,
        cues("vivir nacer criar crecer"),
        says(
            "vivir nacer criar crecer",
            "past was",
            rf" (?:hasta \w+ \w+ )?(?:en|cerca de|entre|con) {_PLACE}.*",
            dropped=True,
        ),
        "hometown",
        past=True,
        relation="comes from",
        type=Type.PLACE,
        confidence=0.75,
    ),
    rule(
        _FACT,
        "soy somos es son vengo",
        says(
            "ser venir",
            "now",
            r" (?:originari[oa] |natural |nacid[oa] )?(?:del(?= (?-i:[A-ZÀ-Þ])| norte| sur)|de) (?!(?:los|las|la|lo|que|esos|esas|letras|ciencias|verdad|mi|mis|tu|esto|eso|nuevo|acuerdo|los|izquierdas|derechas|comer|pocas|muchas|ver|leer|trabajar|hacer|comprar|cenar|correr|un curso|una reunión|allí|aquí|fiar|noche|día|broma|la opinión)\b)(?P<object>(?:el |la |un pueblo |un pueblito |una aldea |cerca de |un barrio )?\w[\w .'-]*?)(?=$|,| (?:pero|y|aunque|desde|donde)\b).*",
        ),
        "hometown",
        relation="comes from",
        type=Type.PLACE,
    ),
    rule(
        _FACT,
        cues("mudar trasladar instalar regresar emigrar"),
        says(
            "mudar trasladar instalar emigrar",
            "past",
            rf"(?! el )(?: \w+){{0,4}}? (?:a|de|en|con|desde|para) (?!la (?:actualización|app|versión|última))(?:vivir a )?{_PLACE}.*",
            dropped=True,
        ),
        "home",
        timing=Timing.EVENT,
        relation="lives in",
        type=Type.PLACE,
    ),
    rule(
        _FACT,
        cues("compartir"),
        says(
            "compartir", "now", r" (?:piso|casa|depto|departamento|depa|apartamento|habitación)\b.*"
        ),
        "home",
        confidence=0.75,
    ),
    rule(
        _FACT,
        cues("alquilar rentar"),
        says(
            "alquilar rentar",
            "now",
            rf" (?:un|una|el|la) (?P<rented>(?:\w+ )?(?:piso|casa|depa|depto|departamento|apartamento|habitación|cuarto|estudio|local|ático))\b(?: en {_PLACE})?.*",
        ),
        "home",
        relation="lives in",
        type=Type.PLACE,
    ),
    rule(
        _FACT,
        "casa piso depto departamento apartamento finca pueblo dirección direccion domicilio barrio",
        rf"(?:mi|nuestra|nuestro|el|la) (?:casa|piso|depto|departamento|apartamento|finca|pueblo|dirección|domicilio|barrio|estudio)(?: \w+)? (?:es|está|queda|tiene|son) (?!(?:patas|hecha|hecho|un desastre|un caos|muy|lejos)\b){_PLACE}.*",
        "home",
        relation="lives in",
        type=Type.PLACE,
    ),
)

WORK: Final = (
    rule(
        _FACT,
        "trabajar currar",
        r"<PRE><YO><ADV>(?:he|hemos|acabo de) ?(?:empezado|comenzado|empezar|comenzar|vuelto|volver)? a (?:trabajar|currar) (?:en|para|con|como|de) (?!(?:casa|remoto|ello|eso)\b)(?P<object>.+)|<PRE><YO><ADV>(?:empecé|empezamos|comencé|volví) a (?:trabajar|currar) (?:en|para|con|como|de) (?!(?:casa|remoto|ello|eso)\b).+",
        "employer",
        past=True,
    ),
    rule(
        _FACT,
        "empezar comenzar entrar empezado comenzado entrado",
        r"<PRE><YO><ADV>(?:acabo de (?:empezar|comenzar|entrar)|he (?:empezado|comenzado|entrado)) en (?P<object>(?-i:[A-ZÁÉÍÓÚÑ]).+)",
        "employer",
        past=True,
    ),
    rule(
        _FACT,
        "primer primera",
        r"(?:(?:hoy|ayer) (?:ha sido|fue|es) )?(?:mi |el |la )?primer(?:a)? (?:día|semana|turno) (?:de trabajo )?(?:en|con) (?P<object>(?-i:[A-ZÁÉÍÓÚÑ]).+?)(?=$|,| hoy| ayer).*",
        "employer",
        past=True,
        relation="works at",
        type=Type.COMPANY,
    ),
    rule(
        _FACT,
        cues("trabajar currar laburar chambear teletrabajar"),
        says(
            "trabajar currar laburar chambear teletrabajar",
            "now",
            r"(?! en (?:esto|ello|eso|este|un (?:script|texto|informe))\b)(?: (?!que\b)\w+){0,4}? ?(?:de|en|como|para|desde|con|por|a|los|las|solo|mucho|media|\d+) ?(?P<object>[^,]+?)?"
            + _END
            + ".*",
            dropped=True,
        ),
        "employer",
        relation="works at",
        type=Type.COMPANY,
        confidence=0.8,
    ),
    rule(
        _FACT,
        cues("trabajar"),
        says(
            "trabajar",
            "past was",
            r" (?:\w+ ){0,4}?(?:de|en|como|para|con) (?P<object>.+)",
            dropped=True,
        ),
        "past_employer",
        past=True,
        timing=Timing.ENDED,
        relation="worked at",
        type=Type.COMPANY,
        confidence=0.75,
    ),
    rule(
        _FACT,
        cues("dedicar ejercer opositar"),
        says(
            "dedicar ejercer opositar",
            "now",
            r" (?:\w+mente )?(?:a|como|de|para|en) (?!(?:esto|eso|ello)\b)(?P<object>.+)",
            dropped=True,
        ),
        "job_title",
        confidence=0.8,
    ),
    rule(
        _FACT,
        cues("dar impartir enseñar"),
        says(
            "dar impartir enseñar",
            "now",
            r" (?:clases?\b.*|(?:\w+ ){1,3}(?:en|a) (?:un|una|el|la|los|las|niños|adultos|adolescentes|\w+º).*|formación .+|talleres .+|catequesis.*)",
        ),
        "job_title",
        confidence=0.75,
    ),
    rule(
        _FACT,
        cues("dirigir gestionar coordinar administrar regentar liderar"),
        says(
            "dirigir gestionar coordinar administrar regentar liderar",
            "now",
            r" (?!(?:mal|bien|esto|eso|mejor)\b)(?P<object>.+)",
        ),
        "job_title",
        relation="runs",
    ),
    rule(
        _FACT,
        "llevo llevamos lleva",
        says(
            "llevar",
            "now",
            r" (?!(?:un|una|dos|tres|\w+ (?:años|meses|semanas|días|horas|minutos|rato)|desde|mucho|tiempo|días|años|meses|semanas|horas|toda|todo el día|toda la|más de|casi|ya|a (?:mi|los|la|el)|razón|bien|mal|así|la cuenta|puest|sin|gafas|lentillas|audífonos?|<NUM>)\b)(?:todo |toda )?(?:el|la|los|las) (?P<object>.+)",
        ),
        "role",
        confidence=0.65,
    ),
    rule(
        _FACT,
        "empecé empece entré entre empiezo empezamos empieza empezó entro fichado",
        says(
            "empezar entrar comenzar fichar",
            "past",
            r" (?:a (?:trabajar|currar|dar clase|estudiar)|en (?:el|la|un|una|mi)? ?(?:trabajo|curro|empresa|despacho|hospital|colegio|instituto|universidad|uni|banco|fábrica|máster|nuevo|nueva|\w+)|de (?!cero|nuevo)\w+|como|por|mi nuevo).*",
        ),
        "employer",
        timing=Timing.EVENT,
        relation="joined",
    ),
    rule(
        _FACT,
        "estoy estamos está estan están sigo sigue",
        says(
            "estar seguir",
            "now",
            r" (?:\w+mente |todavía |aún |ya |ahora |actualmente |oficialmente |recién )?(?:de (?:baja|permiso|excedencia|reposo|prácticas|erasmus|guardia|mudanza|obras|reformas|alta|rodaje|gira|vacaciones|año sabático)|en (?:el )?(?:paro|ERTE|ERE|prácticas|rehabilitación|tratamiento|lista de espera|quimio|diálisis|cuarentena|periodo de prueba|la universidad|la uni|la UCI|año sabático|terapia|silla de ruedas)|jubilad|prejubilad|desemplead|opositando|matriculad|inscrit|apuntad|empadronad|vacunad|diagnosticad|sin trabajo|sin curro|embarazad|ingresad|operad|escayolad|esperando (?:un|una|nuestr[oa]|mellizos|gemelos|bebé)|a (?:dieta|régimen|prueba))\w*\b.*",
            dropped=True,
        ),
        "status",
        confidence=0.75,
    ),
    rule(
        _FACT,
        "jubilé jubile jubilado prejubilado prejubilé echado despidieron despedido ascendieron ascendido echaron contrataron contratado graduado gradué renovaron trasladaron nombraron cogieron admitieron aceptaron subido subieron caído tocado asignaron dado dieron concedieron concedido destinado destinaron fichado ficharon",
        r"<PRE><ADV>(?:(?:me|nos) (?:han |ha |acaban de |hemos |he )?(?:(?:pre)?jubilé|(?:pre)?jubilado|(?:pre)?jubilar|despidieron|despedido|despedir|ascendieron|ascendido|echaron|echado (?:del|de (?:la|mi|nuestr[oa]|(?-i:[A-ZÁÉÍÓÚ])))|contrataron|contratado|gradué|graduado|renovaron|trasladaron|trasladado|nombraron|nombrado|cogieron|cogido en|admitieron|admitido|aceptaron en|aceptado en|subieron el|subido el|bajado el|caído (?:encima )?(?:el|la|un|una)|asignaron|asignado|concedieron|concedido|destinado|destinaron|ficharon|fichado|dieron (?:el|la|una|plaza|trabajo)|dado (?:el|la|una|plaza|trabajo))\b(?! (?:error|idea|mensaje|pregunta|respuesta)).*)",
        "status",
        timing=Timing.EVENT,
        past=True,
        confidence=0.75,
    ),
    rule(
        _FACT,
        cues("estudiar cursar"),
        says("estudiar cursar", "now", r"(?! (?:esto|eso|la posibilidad|si)\b) .+", dropped=True),
        "studies",
        confidence=0.75,
    ),
    rule(
        _FACT,
        "hago estoy estamos haciendo voy va está hace sacando preparo preparando",
        says(
            "hacer estar ir sacar preparar",
            "now",
            rf"(?: (?:en|a|haciendo|sacando|preparando|terminando|acabando|empezando))? {_STUDY}(?!\w).*",
        ),
        "studies",
        confidence=0.7,
    ),
    rule(
        _FACT,
        "soy somos es son",
        says(
            "ser",
            "now",
            r" <ADV>(?:un |una |el |la )?(?:<ADV>)"
            + _NO_ROLE
            + r"(?P<object>(?-i:[a-zß-ÿ])[\w-]{2,}(?: .*)?)",
        ),
        "job_title",
        relation="is",
        confidence=0.7,
    ),
    rule(
        _FACT,
        "fui fue era éramos eramos",
        says(
            "ser",
            "past was",
            r" (?!(?:yo|muy|un|una|el|la|lo|así|tan|más|de|que|mi|hace|a|en|por|para|culpa|genial|bien|mal|tonto|todo)\b)(?P<object>\w+(?:or|ora|ero|era|ista|ico|ica|ante|ente|ario|aria|ado|ada|nte|ólogo|óloga|ino|ina|tor|triz|dor|dora)\b.*)",
        ),
        "past_employer",
        past=True,
        timing=Timing.ENDED,
        confidence=0.65,
    ),
)
