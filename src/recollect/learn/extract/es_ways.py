"""Spanish: how things are done where people are, what they want to be kept to, what they do again and again."""

import re
from typing import Final

from recollect.learn.extract.es_rule import rule, unaccented
from recollect.model.entry import Kind

_LIKE = Kind.PREFERENCE
_OURS = r"(?:publicamos|desplegamos|subimos|revisamos|facturamos|fusionamos|probamos|hacemos|pedimos|contratamos|archivamos|cobramos|pagamos|enviamos|entregamos|documentamos|trabajamos|usamos|aprobamos|cerramos|abrimos|nombramos|guardamos|limpiamos|preparamos|servimos|atendemos|registramos|apuntamos|repartimos|ordenamos)"
WAYS: Final = (
    rule(
        Kind.PROCEDURE,
        "se",
        r"(?:(?:los|las|el|la|cada|en|antes|después|siempre|nunca|aquí|acá|todo|toda|primero|sin|a) (?:[\w'-]+ ){0,6}?)?(?:no |siempre |nunca |solo |también |ya )*se (?!(?:me|te|nos|le|os|puede (?:ver|decir)|dice|sabe|llama|llaman|trata|nota|ve|murió|ha|han|parece|supone|acabó|rompió|casó|casa)\b)(?:\w+(?:a|e|an|en))\b (?!que\b).+(?<!\?)",
        "procedure",
        confidence=0.6,
        after=r"(?:nuestr|aquí|en (?:mi|el|la) (?:equipo|empresa|curro|trabajo|oficina|cocina|taller|tienda|casa|cole|despacho|obra|laboratorio)|cómo (?:trabajamos|lo hacemos|publicamos|hacemos)|proceso|norma|siempre|primero|luego|y )",
    ),
    rule(
        Kind.PROCEDURE,
        "se",
        r"(?:los (?:<DAY>|fines de semana|festivos)|en (?:mi|nuestr[oa]) (?:\w+ ?){1,3}|antes de \w+|cada (?:\w+ ?){1,3}|primero|nunca|siempre|aquí|acá),? (?:no |siempre |nunca |primero )*se (?!(?:me|te|nos|le|os)\b)\w+(?:a|e|an|en)\b.*",
        "procedure",
        confidence=0.7,
    ),
    rule(
        Kind.PROCEDURE,
        "primero luego después despues entonces",
        r"(?:(?:yo|nosotros|siempre|normalmente|aquí|para \w+r(?: .{2,30}?)?),? )?primero .+(?:,| y)? ?(?:luego|después|y luego|y después|y entonces|por último|al final) .+",
        "procedure",
        confidence=0.65,
    ),
    rule(
        Kind.PROCEDURE,
        "nadie todo todos toda cada",
        r"(?:(?:en (?:mi|nuestr[oa]|el|la) \w+(?: \w+)?|aquí|acá),? )?(?:nadie (?:puede|debe|toca|sube|entra|fusiona|despliega|firma|publica|trabaja)|(?:todo|toda|cada|todos los|todas las) [\w -]{3,40}? (?:pasa|pasan|va|van|tiene que|tienen que|debe|deben|se|lleva|llevan|necesita|necesitan|empieza|requiere))\b.+",
        "procedure",
        confidence=0.65,
    ),
    rule(
        Kind.PROCEDURE,
        "siempre normalmente solo antes cada nunca con tras después",
        rf"<PRE>(?:siempre |normalmente |solo |nunca |aquí |en \w+ )*{_OURS} .*\b(?:antes|después|tras|cada|con|por|desde|siempre|solo|primero|los|a través|mediante|en dos|dos veces|una vez)\b.+",
        "procedure",
        confidence=0.65,
    ),
    rule(
        Kind.PROCEDURE,
        "proceso procedimiento rutina flujo ritual norma regla costumbre",
        r"(?:nuestr[oa]|mi|el|la) (?:proceso|procedimiento|rutina|flujo|ritual|norma|regla|costumbre|protocolo)(?: [\w ]{2,30})? (?:es|empieza|va|consiste|dice|:).+",
        "procedure",
        confidence=0.7,
    ),
)

_ALWAYS = r"(?:a partir de ahora|de ahora en adelante|desde ahora|en adelante|de aquí en adelante|siempre|nunca|jamás|cada vez que|en el futuro|por defecto|en general|por norma|como norma|para (?:las )?próximas (?:veces|respuestas)|en todas tus respuestas|en (?:todas )?(?:las|tus) respuestas|la próxima vez|siempre que|de hoy en adelante|de ahora en más)"
_ACT = r"(?:usa|use|usá|escrib[eaí]|contesta|conteste|contestá|responde|responda|respondé|dame|deme|llámame|llamame|trátame|tratame|trát[ea]me|háblame|hablame|hábleme|pon|ponme|poné|ponga|mantén|haz|hazme|hacé|haga|añade|agrega|incluye|muestra|manda|mándame|mandame|envía|envíame|guarda|guárda\w*|guardá|borra|pregunta|pregúntame|empieza|termina|formatea|habla|explica|explícame|evita|evitá|omite|cita|ordena|redondea|convierte|traduce|comprueba|confirma|haz|toca|reserva|pide|elige|asume|menciona|sugiere|recomienda|lista|firma|recuérdame|recuerda|abre|cierra|descarga|lee|sé|sea|di|dime|compra|paga|publica|instala|edita|cambia|numera|marca|anota|limita|prefiere|acepta|rechaza|prueba|tutéame|tuteame|trata|avísame|avisame|avisá\w*|no \w+(?:s|me|és|ás))"
# Questions in form only: what is asked for holds from now on, or is to be thought of.
REMINDS: Final = r"[¿¡]*(?:me )?(?:puedes|podés|podrías) record(?:ar|arme)(?: que (?=tengo|debo|tenemos|mi )| (?=\w+[aei]r\b))"
REQUESTS: Final = re.compile(
    unaccented(rf"{REMINDS}|(?:me )?(?:puedes|podés|podrías) tutear(?:me)?\b"), re.IGNORECASE
)
INSTRUCTIONS: Final = (
    # A list of wishes behind "recuerda:".
    rule(
        _LIKE,
        "",
        rf"(?!(?:yo|mi|mis|nuestr\w+|él|ella|el|la|los|las)\b)(?=.*\b(?:respuestas?|emojis?|listas?|unidades|fuentes?|tú|usted|frases|cortas?|breves?|tono|formal|nunca|siempre|tecnicismos)\b)(?:{_ACT}|respuestas|frases|sin|nada de|siempre|nunca|por favor|menos|más|solo|unidades|\w+(?:me|nos))\b.+",
        "instruction",
        confidence=0.65,
        after=r"\b(?:recuerd[ae]|acuérdate|ten en cuenta|apunta|reglas?|normas?|para (?:la próxima|las próximas|el futuro))\b[^.:]{0,20}:\s*$",
    ),
    rule(
        _LIKE,
        "explícame explicame explícamelo explicamelo explíqueme paso",
        r"(?:por favor,? )?(?:expl[ií]came|explíqueme)(?: todo| las cosas)? (?:despacio|despacito|paso a paso|con palabras (?:sencillas|simples)|de forma sencilla|como si)\b.*|(?:por favor,? )?(?:siempre )?(?:de una en una|paso a paso y (?:despacio|despacito)).*",
        "instruction",
        confidence=0.65,
    ),
    # How answers are to sound.
    rule(
        _LIKE,
        "sé sea",
        r"(?:por favor,? |y |pero )*(?:sé|sea)(?: un poco| mucho| muy| más| menos| siempre)* (?:breve|conciso|concisa|directo|directa|sincero|sincera|honesto|honesta|crítico|crítica|claro|clara|formal|informal|preciso|precisa|paciente|amable|exigente)(?: (?:conmigo|con mis? .+|en .+|cuando .+|por favor))?$",
        "instruction",
        confidence=0.65,
    ),
    rule(
        _LIKE,
        "vuelve contestarme responderme hablarme escribirme",
        r"(?:por favor,? )?(?:vuelve a|puedes|empieza a) (?:contestarme|responderme|hablarme|escribirme) (?:en|con|de) .+",
        "instruction",
        confidence=0.65,
    ),
    rule(
        _LIKE,
        "responde contesta respóndeme respondeme contéstame contestame responda conteste",
        r"(?:por favor,? )?(?:responde|contesta|resp[oó]ndeme|cont[eé]stame|responda|conteste)(?: por favor)? (?:solo )?(?:en (?:español|castellano|inglés|francés|alemán|catalán|portugués|italiano|pocas palabras|una frase|dos frases)|breve\w*|corto|con (?:pocas|frases)).*",
        "instruction",
        confidence=0.7,
    ),
    rule(
        _LIKE,
        "ahora siempre nunca jamás adelante vez futuro defecto norma general respuestas próxima más",
        rf"(?:por favor,? |y |pero )*{_ALWAYS},?:? (?:por favor,? )?(?:que )?(?!(?:fallo|hallo|\w+mos)\b)(?:{_ACT}|\w+(?:me|melo|mela|melos|melas|lo|las|los)\b|en |con |sin |los |las |el |la |prefiero|quiero|no |nada de |solo |todo ).+",
        "instruction",
        confidence=0.8,
    ),
    rule(
        _LIKE,
        "siempre adelante ahora nunca defecto vez futuro respuestas",
        rf"(?:por favor,? )?(?:{_ACT}|(?:respónd|contést|escríb|explíc|corríg|búsc|resúm|tradúc|mánd|envía|háblá?|dí)[aeu]?(?:me|nos)|no me \w+)\b.* (?:siempre|a partir de ahora|de ahora en adelante|en adelante|desde ahora|por defecto|cada vez|en el futuro|en todas tus respuestas|en todos los \w+|la próxima vez|siempre que .+)(?: .{{0,60}})?$",
        "instruction",
        confidence=0.75,
    ),
    rule(
        _LIKE,
        "tutearme tutear trates hables llames tutees contestes respondas des pongas mandes trátame tratame tutéame tuteame háblame hablame llámame llamame trateme tráteme dime díme decime hábleme llámeme",
        r"(?:por favor,? |mejor |pero |prefiero que |y )*(?:(?:tutéame|tuteame|(?:puedes|podés|podrías|puede) tutearme|me (?:puedes|podés|podrías) tutear)\b.*|no me (?:trates|hables|llames|tutees|contestes|respondas|des|pongas|mandes) (?!(?:la razón)\b).+|(?:trátame|tratame|tráteme|háblame|hablame|hábleme) (?:de (?:tú|vos|usted)|en \w+).*)",
        "instruction",
        confidence=0.75,
    ),
    rule(
        _LIKE,
        "quiero prefiero necesito",
        r"(?:yo )?(?:siempre |solo )?(?:quiero|prefiero) (?:siempre |que siempre |que me (?:trates|hables|contestes|respondas|llames|tutees)|(?:las |tus )?respuestas|que (?:las|tus) respuestas|las? fechas?|los precios|los archivos|los nombres) ?.+",
        "instruction",
        confidence=0.7,
    ),
    rule(
        _LIKE,
        "respuestas respuesta mensajes mensaje",
        r"(?:por favor,? )?no (?:empieces|comiences|inicies|termines|acabes|cierres|abras) (?:tus|todas las|cada|las|todos los|los) (?:respuestas?|mensajes?)\b.+",
        "instruction",
        confidence=0.7,
    ),
)

_OFTEN = r"(?:cada (?:\w+ )?(?:día|mañana|tarde|noche|semana|mes|año|verano|invierno|lunes|martes|miércoles|jueves|viernes|sábado|domingo|finde|fin de semana|\d+ \w+)|tod[oa]s l[oa]s (?:días|mañanas|tardes|noches|semanas|meses|años|veranos|lunes|martes|miércoles|jueves|viernes|sábados|domingos|findes|fines de semana)|los (?:lunes|martes|miércoles|jueves|viernes|sábados|domingos|findes|fines de semana)|(?:una|dos|tres|cuatro|cinco|\d) (?:veces|vez|días|tardes|noches) (?:por|a la|al|a) ?(?:semana|mes|año|día)|a diario|entre semana|por las (?:mañanas|tardes|noches)|un (?:día|finde) sí y otro no|de lunes a \w+)"
HABITS: Final = (
    rule(
        Kind.FACT,
        "",
        rf"(?=.*\b{_OFTEN}\b)<PRE><YO><ADV><CL>(?!(?:como|cuando|quiero|necesito|pido|ruego|digo|cuento|creo|cuanto|mucho|poco|todo|nuevo|bueno|otro|luego|tengo que|solo|trabajo de|menudo|cuando|recomiendo|pongo que|hemos|vamos a|tenemos que|puedo|debo)\b)(?!hoy)(?:\w{{2,}}(?:(?<![dn])o|ando|endo|amos|emos|imos)|\w+oy)\b.*",
        "habit",
        confidence=0.65,
    ),
    rule(
        Kind.FACT,
        "",
        rf"(?=.*\b{_OFTEN}\b)(?P<who><KINP>|él|ella) <ADV><CL>\w{{2,}}(?:a|e|an|en)\b.+",
        "habit",
        confidence=0.65,
    ),
)
