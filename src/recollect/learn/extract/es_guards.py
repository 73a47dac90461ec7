"""Spanish: what is no statement, and where clauses part."""

import re
from typing import Final

from recollect.learn.extract.es_rule import unaccented
from recollect.learn.extract.es_verbs import VERBS, plain
from recollect.learn.extract.es_words import PARTS
from recollect.learn.extract.language import Guards, expanded


def _pattern(text: str) -> re.Pattern[str]:
    return re.compile(unaccented(expanded(text, **PARTS)), re.IGNORECASE)


_DOUBT: Final = _pattern(
    r"\b(?:quizás?|tal vez|talvez|a lo mejor|puede que|puede ser|no se si|no estoy segur[oa]|ni idea|creo que|creo recordar|supongo|me imagino|imagino que|me parece que|me da que|probablemente|posiblemente|seguramente|seguro que"
    r"|estoy pensando|estamos pensando|pensando en|me planteo|planteándome|me lo estoy pensando|estoy dudando|dudo|dudando|depende de|a ver si|no me acuerdo|no recuerdo|no me decido|sin decidir|al parecer|parece que|dicen que|se dice|capaz que|capaz me|o igual|me tienta|tentad[oa]|le doy vueltas|dándole vueltas|no descarto|si acaso)\b"
    r"|^igual (?:me|nos|te|no|voy|hago|compro|cambio|dejo|tengo|es|lo|la|algún|un)\b"
)

GUARDS: Final = Guards(
    # Accents tell a question from a relative clause, so they are asked for where the word alone would mislead.
    asks=re.compile(
        r"[¡!]?¿|(?:(?:y|o|pero|oye|ey|hola|buenas|ok|vale|bueno|pues|entonces|a ver|mira|por cierto|una duda|una pregunta|duda|pregunta|perdona)[,:]? )*"
        r"(?:(?:a |de |por |para |con |en |desde |hasta )?(?:qué|quién|quiénes|cuál|cuáles|cómo|dónde|adónde|cuándo|cuánto|cuánta|cuántos|cuántas)\b(?! (?:rabia|pena|bien|va\b|ilusión|alegría|asco|horror|risa))"
        r"|(?:cual|cuales|quien|cuanto|cuantos|cuantas) (?:es|son|era|sería|seria|fue|cuesta|vale|hay|me|te|puede|tiene)\b|(?:que|como|donde|cuando) (?:puedo|podria|podría|debo|deberia|debería|hago|se (?:hace|dice|llama|escribe|puede)|tal|me recomiendas|opinas|crees|significa|pasa|funciona|hay que|sería|seria)\b"
        r"|(?:me |nos )?(?:puedes|podrías|podrias|puede usted|podría|podes|podés|sabes|sabés|crees|creés|conoces|conocés|recomiendas|recomendás|tienes|tenés|quieres|querés|has|habéis|eres|sos) \w+"
        r"|(?:es (?:verdad|cierto|normal|posible|mejor|buena idea|recomendable|obligatorio|seguro)|hay (?:algún|alguna|algo|alguien|forma|manera)|será|existe[n]?|vale la pena|merece la pena|alguna? (?:idea|sugerencia|recomendación|recomendacion|consejo|forma|manera)|alguien sabe|tiene sentido)\b"
        r"|(?:dime|dígame|decime|explícame|explicame|explica|necesito saber|quiero saber|quisiera saber|me gustaría saber)\b)",
        re.IGNORECASE,
    ),
    supposes=_pattern(
        r"(?<!por )(?<!que )\bsi (?:yo |algún día |alguna vez |mañana |un día |de verdad )?(?:(?:me|nos|te|se|lo|la|le|os|no|ya) ){0,2}(?:(?:fuera|fuese|tuviera|tuviese|pudiera|hubiera|hubiese|quisiera|viniera|hiciera|\w+(?:ara|iera|ase|iese|áramos|iéramos))\b"
        r"|(?:toca|sale|dan|pongo|hago|voy|gano|pierdo|compro|vendo|cambio|mudo|dejo|tengo|vivo|gana|quiero|puedo|apruebo|consigo|llueve|pasa|soy|estoy|eres|tienes|quieres|puedes|alguien|un|una|mi|el|la)\b)"
        r"|\b(?:(?<!, )(?:imagina|imagínate|imaginate|imagínese)(?!\s*[,.!])|pongamos|supongamos|supón|suponiendo|supongo|digamos|en caso de|en el caso de|en el hipotético|hipotétic\w+|qué pasaría|como si \w+(?:ra|se)\b|en otra vida|ojalá|por ejemplo|p\. ?ej|hubiera|hubiese|habría|habríamos|en teoría|de haber)\b"
    ),
    doubts=re.compile(
        _DOUBT.pattern
        + r"|\bno sé\b|\b\w{2,}(?:aría|iría|dría|bría)(?:mos|n|s)?\b|\b(?:haría|vería|comería|debería|querría|sería)(?:mos|n)?\b"
        r"|\b(?:seria|haria|podria|gustaria|tendria|estaria|deberia|compraria|viviria|querria)(?:mos|n)?\b",
        re.IGNORECASE,
    ),
    mocks=_pattern(
        r"\b(?:es broma|era broma|en broma|bromeo|bromeando|broma|de coña|coña|jaja no|es un decir|ironía|sarcasmo|modo ironía|nótese la ironía|sí,? claro|si,? claro|claro que sí,? guapi|menuda? (?:alegría|suerte|maravilla)|qué (?:suerte la mía|alegría|ilusión|divertido) |me muero de ganas|lo que me faltaba|justo lo que (?:necesitaba|quería)"
        r"|me (?:encanta|chifla|apasiona|entusiasma) (?:pagar|regalar(?:le|les)?|tirar|perder|esperar|hacer cola|que me (?:suban|cobren|griten|despierten|ignoren|multen))\b.*|viva la vida|soy (?:batman|superman|un vampiro|un robot|el rey|la reina|dios|inmortal|un genio|millonari[oa])|tan \w+ que|dominar el mundo|vampiro|hombre lobo|superhéroe|en mis sueños|ni en sueños|paloma mensajera|\d{3,} años de edad|tengo \d{3,} años|mi majestad|mi mayordomo|mi yate|planazo|fiesta nacional)\b|/s\b|/i\b"
    ),
    laughs=_pattern(
        r"\b(?:ja(?:ja)+\w*|je(?:je)+\w*|ji(?:ji)+\w*|lol|xd+|es broma|bromeo|unicornio|dragón|zombi|emperador|reina de|rey de|campe[oó]n mundial)\b|😂|🤣|😜|🙃|😉|😅|;-?\)|:-?P\b"
    ),
    joked=_pattern(
        r"(?:^|(?<=[.!?,;\n…)–-])|(?<=[.!?,;\n…)–-] ))(?:(?:(?:no|nah|que|que no|jaja\w*|era|es|una),? ){0,3}(?:broma|coña|mentira(?=[,.!])|feliz día de los inocentes|inocente)(?=[,.! ]|$)[ ,.!:;-]*|jaja\w*,? no(?=[,.!])[,.!]*)"
    ),
    talk=_pattern(
        r"^(?:me (?:siento|alegro|parece|pregunto|explico|refiero|da igual|hace gracia)|nos (?:vemos|leemos)|te |os |lo (?:siento|dejo|miro|pruebo)|voy a (?:ver|mirar)|ya (?:está|veo|sé)|no (?:pasa|importa|entiendo|veo)|estoy (?:leyendo|viendo|mirando))\b|\b(?:contigo|tu (?:respuesta|idea|consejo)|tus (?:respuestas|ideas|consejos))\b"
    ),
    corrects=_pattern(
        r"(?:\b(?:no|perdona|perdón|disculpa|corrección|corrijo|rectifico|en realidad|mejor dicho|quise decir|quería decir|me (?:he )?(?:equivo|confund)\w+|he mirado mal|miré mal|error mío|fallo mío|resulta que)[\s,:;.!–—-]*)+(?:que )?$"
    ),
    puts_right=_pattern(
        r"\W{0,3}(?:\*\s?|(?:(?:no|perdón|perdona|perdonad|disculpa|digo|espera|ay|uy|corrección|corrijo|rectifico|en realidad|mejor dicho|quise decir|quería decir|me (?:he )?(?:equivo|confund)\w+|miento|mentira)\b[\s,:;.!…–—-]{1,5}){1,4})"
        r"(?:(?:quería decir|quise decir|es|son|era|eran|en|al?)\b ){0,3}(?P<value>\S.{0,50}?)(?:,? (?:quise decir|quería decir|digo|perdón|no [^,]{1,20}))?[.!]?"
    ),
    plays=_pattern(
        r"\b(?:vamos a jugar|juguemos|jugamos a que|juego de rol\s*[:.,!]|(?:hacemos|hagamos|hacer|echamos|echemos|empezamos|jugamos|jugar|vamos)\b[^.!?]{0,25}\brol\b|^rol[:,]|hagamos (?:un juego|como que|que)|haz(?:me)? (?:de|como que|como si)|hace de cuenta|hacé de cuenta|haz de cuenta|finge|fingí|finjamos|actúa como|actuá como|compórtate como|tú eres (?:el|la|un|una|mi) [\w ]{3,40}?,? y yo|vos sos (?:el|la|un|una|mi) [\w ]{3,40}?,? y yo|hacemos? que (?:tú|vos|yo)"
        r"|yo (?:hago|haré) de|en (?:el )?personaje|érase una vez|había una vez|en primera persona|ponte en la piel|simul(?:a|á|emos|amos) (?:que|ser|una (?:entrevista|conversación|llamada))\b)"
    ),
    invents=_pattern(
        r"\b(?:escrib(?:e|í|a|eme|ime)(?:me)? (?:un|una|otro|el|la) (?:[\w-]+ ){0,2}(?:cuento|historia|relato|escena|monólogo|novela|guion|fábula|diálogo|poema|canción|carta ficticia)|desde el punto de vista de|con la voz de)"
    ),
    goes_on=_pattern(
        r"\b(?:sigue|seguí|continúa|continuá|continua|(?:otra|otro|siguiente|nueva|nuevo|última|último) (?:escena|parte|capítulo|estrofa|párrafo|página|línea|versión)|(?:la|el|tu) (?:historia|cuento|escena|final|poema|monólogo|capítulo)|y (?:entonces|luego) (?:él|ella|yo)\b|(?:haz|hacé|cambia|añade|agrega|pon|quita|deja|usa|reescribe|acorta)(?:l[oae]s?|me)?\b|(?:más (?:cort[oa]|larg[oa]|divertid[oa]|oscur[oa]|triste)|que rime\w*|en vez de)\b)"
    ),
    fiction=_pattern(
        r"\b(?:(?:mi|el|este) personaje\b(?! favorit)|(?:el|la|mi) (?:protagonista|narrador|narradora|villano|villana)\b|(?<!es )(?:la heroína|el héroe|mi heroína|mi héroe)\b|semi-?(?:orco|orca|elfo|elfa)\b|PNJs?\b"
        r"|(?:pregunta|duda|partida|campaña|ficha) de (?:D&D|dragones y mazmorras)|(?:D&D|dragones y mazmorras)\s*[:!])"
    ),
    stops_playing=_pattern(
        r"\b(?:fuera de (?:personaje|rol|juego)|fin del? (?:juego|rol|cuento|escena)|deja(?:mos)? (?:el juego|de jugar)|dejemos (?:el juego|de jugar)|ya no jugamos|volviendo a la realidad|ahora en serio|ya en serio|\(?ooc\b)"
    ),
    idle=_pattern(
        r"^(?:a partir de (?:ahora|hoy)|desde ahora|siempre)$|^(?:asistente,? |oye,? )?(?:ay[uú]da(?:me|nos)|hazme|haznos|escr[ií]be(?:me|nos)|redacta|tradúce\w*|resume|calcula|corrige|(?:escribe|responde|contesta|envía|termina|empieza) (?:el|la|este|esta|ese|esa) (?:correo|mail|carta|mensaje|texto)|llámame (?:luego|mañana|cuando|si|un|una|a|en|por|antes|después|loc[oa]|rar[oa]))\b(?!.*\bsiempre\b)"
        r"|\bni a tiros\b|^(?:(?:muchas |mil )?gracias|hola|buenas|buenos días|perdona|perdón|disculpa|lo siento|de nada|vale|ok|nada|no pasa nada|no hace falta|ya está|eso es todo|está bien|perfecto|genial|entendido|apuntado|anotado|luego|nos vemos|hasta luego|venga|así está|(?:te|os) (?!(?:l[oa]s? )?(?:mando|envío|traigo|llevo|guardo|reservo|devuelvo|compro|cuido|riego|presto|recojo|preparo|arreglo|acompaño|consigo|imprimo|acerco|ayudo)\b)|le (?:cuento|agradezco|escribo|digo|pregunto)|les cuento|tú |usted |vos (?!y)|tu |tus |me (?:puedes|podrías|recomiendas|ayudas|dices|explicas|haces|das|refiero|explico|interesa saber|preguntaba|gustaría|apetece|quedo con (?:la (?:primera|segunda|tercera|última|opción|idea|duda)|el (?:primero|segundo|tercero|último)|es[aeo]|est[aeo]|tu|lo)\b|suena|vale|sirve|parece (?:bien|mal|buen|genial|interesante|perfecto|una)|ha gustado tu|gusta (?:la idea|tu|esa|eso|esto|cómo|así|más así|la primera|la segunda|el primero|el segundo))"
        r"|(?:solo |sólo )?(?:quiero|quería|necesito|necesitaba|querría|quisiera|queremos|necesitamos) (?:saber|preguntar\w*|que (?:me|te|sea|lo|la|no)|pedirte|entender|ver|algo|ideas|ayuda|consejo|un (?:consejo|resumen|texto|mensaje|correo|favor|plan|título|nombre)|una (?:idea|lista|receta|respuesta|explicación|frase|carta|mano))|tengo (?:una |un |otra |otro |varias |algunas |muchas |la |el |dos |tres )?(?:\w+ )?(?:duda|dudas|pregunta|preguntas|problema con (?:esto|este)|idea|ideas|consulta|prisa|hambre|sueño|sed|frío|calor|ganas|claro|entendido|curiosidad|la sensación|miedo de que|que (?:decir|reconocer|admitir|preguntar))\b"
        r"|(?:estoy|estamos|ando|sigo) (?:\w+ )?(?:bien|mal|cansad[oa]|aburrid[oa]|list[oa]|aquí|acá|segur[oa]|content[oa]|feliz|triste|liad[oa]|perdid[oa]|harto|harta|agotad[oa]|muert[oa]|flipando|de acuerdo|bromeando|enfadad[oa]|nervios[oa]|atascad[oa]|confundid[oa]|viendo (?:un|una|el|la)|leyendo (?:un artículo|esto)|intentando (?:entender|recordar)|hasta)\b"
        r"|(?:espero|entiendo|comprendo|veo(?!.*\b(?:el (?:\d{1,2}|lunes|martes|miércoles|jueves|viernes|sábado|domingo)|mañana|la semana que viene|a las \d{1,2})\b)|ya veo|ya (?:me )?(?:parecía|imaginaba|sabía)|sé que|digo|quiero decir|me refiero|oí|leí|he leído|he oído|escuché|vi (?:que|un)|he visto (?:que|un)|recuerdo|me acuerdo|siento|lo sé|noto|creía|pensaba|pensé|no entiendo|no veo|no encuentro|no consigo|no puedo (?:creer|esperar|más|evitar)|no aguanto más|no quiero (?:molestar|que)|lo (?:pruebo|miro|haré|intento|tendré|pienso|leí|vi|apunto|borro|busco)|la (?:borro|apunto|pruebo|miro)|voy a (?:probar(?:lo)?|mirarlo|intentarlo|ver|pensarlo|preguntar|hacerlo|seguir tu)|vamos a (?:ver|hablar|empezar|seguir))\b"
        r"|es (?:que no|un|una|muy|tan|tarde|solo|todo|lo|mejor|fácil|difícil|raro|normal|como|para|por|broma)\b|(?:hace|hizo) (?:frío|calor|mucho|un (?:calor|frío|sol|viento|día))|llueve|así (?:mismo|está|me)|más (?:corto|largo|simple|formal)|eso\b|esto\b)"
        r"|\b(?:solo por (?:hoy|esta vez|ahora)|por esta vez|esta vez|esta respuesta|en esta (?:ocasión|respuesta|conversación)|solo para (?:esto|este|esta)|para este (?:texto|caso|mensaje|correo)|solo (?:ahora|hoy)|por curiosidad|sin ofender|jaja\w* (?:no|que)|mi (?:pregunta|duda|problema es|culpa|error)|te debo una|como te (?:decía|dije))\b"
    ),
    reports=_pattern(
        r"\b(?:(?:que )?(?:dice|dicen|decía|dijo|cuenta|afirma|asegura|pone|sostiene|escribió|explica) que|según\b|el (?:artículo|libro|vídeo|video|documental|podcast|periódico|anuncio|actor|cantante|autor|tipo|tío|señor|futbolista|personaje) (?:que|de(?:l)? |dice|pone)|la (?:peli|película|serie|noticia|canción|actriz|cantante|autora|señora|prensa) (?:que|de(?:l)? |dice|pone)|la (?:web|carta) (?:que|dice|pone)|en (?:el|la|un|una) (?:vídeo|video|peli|película|serie|libro|artículo|documental|podcast|novela|canción|noticia|anuncio|reportaje)\b|cito\b|textualmente|una (?:señora|chica|mujer|tía) que|un (?:señor|chico|hombre|tío|tipo|youtuber) que)"
    ),
)

# How a clause begins that asks nothing, though a question stands before it.
TELLS: Final = _pattern(
    r"(?:yo|me|nos|mis?|nuestr[oa]s?|soy|somos|tengo|tenemos|vivo|vivimos|trabajo|estoy|estamos|voy|vamos|no (?:me|como|puedo|tengo|soy))\b"
)
PREAMBLE: Final = _pattern(r"<TIME>,? ")
DENIES: Final = _pattern(
    r",? (?:y )?(?:no|en vez de|en lugar de) (?!solo\b)(?:el|la|los|las|en|a|un|una|\d)"
)
ADDS: Final = _pattern(
    r"\b(?:también|además|otr[oa]|segund[oa]|aparte|media jornada|los fines de semana)\b"
)
LEADS: Final = _pattern(
    r"[\s,.;:*•–—\"¡!-]*(?:(?:y|e|o|pero|pues|bueno|bien|vale|ok|okey|okay|oka|sí|no(?=[,.])|si(?=,)|claro|ya(?=,)|ah|oh|uy|ay|eh|ey+|ho+la+|buena+s+(?: tardes| noches)?|buenos días|hey+|oye|oiga|oíd|mira|mire|venga|anda|hombre|mujer(?=,)|tío(?=,)|chic[oa]s|amig[oa]s|gente|familia(?=,)|tía(?=,)|che|boludo|güey|wey|ojo|por cierto|además|encima|aparte|de hecho|en realidad|la verdad(?: es que|,)?|es que|lo que pasa es que|resulta que|pasa que|el caso es que|la cosa es que|total que|total|yo(?= es que\b)|o sea|osea|es decir|así que|entonces|luego(?=,)|en fin|porque|ya que|como(?= (?:soy|vivo|tengo|trabajo|no |ya |mi ))|aunque|que sepas que|para que (?:lo )?sepas,?|para que te hagas una idea|para tu info(?:rmación)?|para más (?:señas|datos)|como dato|dato|nota|importante|contexto|recuerda(?: que)?|recordá(?: que)?|acuérdate(?: de)?(?: que)?|acordate(?: de)?(?: que)?|no (?:te )?olvides(?: de)?(?: que)?|ten en cuenta(?: que)?|tené en cuenta(?: que)?|toma nota|apunta(?: que)?|anota(?: que)?|te (?:cuento|comento|digo|aviso|recuerdo|informo|adelanto|dicto)(?: que| una cosa|,)?|le (?:cuento|comento|informo)(?: que)?|debo decir que|tengo que decir que|me olvidaba|se me olvidaba|perdona|perdón|disculpa|lo siento|gracias|mil gracias|muchas gracias|genial|perfecto|guay|estupendo|exacto|eso es|efectivamente|correcto|jaja\w*|jeje\w*|jiji\w*|lol|xd|uf+|buf+|madre mía|dios|vaya|qué va|por suerte|por desgracia|desgraciadamente|lamentablemente|afortunadamente|sinceramente|honestamente|básicamente|normalmente(?=,)|finalmente|primero(?=,)|segundo(?=,)|por último|una cosa|otra cosa|eso sí|buenas noticias|malas noticias|al final(?=,)|en resumen|sobre mí|actualización|como te (?:decía|dije)|como decía|ya sabes(?: que)?|que conste que|presentación|bio|y eso que|vos sabés que|tú sabes que|sabes que|sabés que)\b[\s,:;.!¡–—-]*(?:que (?=(?:yo|mi|soy|vivo|tengo|no|me|la|el|ya|ahora|a|al|hoy|mañana|este|esta|he)\b))?)"
)
TAILS: Final = _pattern(
    r"[\s,.]*(?:\b(?:por cierto|jaja\w*|jeje\w*|jiji\w*|lol|xd+|por favor|porfa|porfi|pls|gracias|eh|sabes|ya sabes|vale|ok|(?<=, )no|(?<=,)no|verdad|la verdad|claro|vaya|hombre|tío|figúrate|imagínate|imaginate|che|vamos|en fin|desde luego|por supuesto|por desgracia|por suerte|qué le vamos a hacer|eso es sagrado|madre mía|menos mal|que conste|o algo así|y punto)\b[\s!.,]*)+$|\s*,\s*(?:socorro|ayuda|auxilio)[\s!.]*$|\s*[:;][-']?[)D(P]\s*$"
)

_STARTERS: Final = (
    "ser estar tener vivir trabajar estudiar hacer ir llevar haber venir dar decir querer poder gustar odiar"
    " preferir usar hablar tocar jugar comer beber comprar vender mudar casar cambiar dejar empezar acabar terminar"
    " salir volver llamar necesitar deber pensar poner tomar quedar pasar conducir manejar cocinar correr leer escribir"
    " entrenar cuidar nacer cumplir perder ganar adoptar romper operar viajar volar dormir fumar evitar soler seguir"
    " publicar desplegar revisar facturar prometer decidir elegir jubilar divorciar pagar cobrar llegar entregar ayudar"
    " recoger traer saber conocer ver sacar presentar dedicar enseñar tolerar abrir cerrar encargar soportar entender"
    " compartir alquilar entrenar colaborar participar coleccionar estudiar practicar ensayar cultivar criar montar"
)


def _verbs() -> str:
    found: set[str] = set()
    for name in _STARTERS.split():
        verb = VERBS.get(name)
        if verb:
            found |= {
                form
                for forms in (verb.present, verb.past, verb.imperfect, verb.future)
                for form in forms
            }
    found |= {plain(word) for word in found}
    return "|".join(
        sorted(
            found
            - {
                "como",
                "uso",
                "cambio",
                "paso",
                "juego",
                "traje",
                "vino",
                "entre",
                "coma",
                "casa",
                "cuenta",
            }
        )
    )


_SUBJECT: Final = r"(?:mis? \w+(?: \w+){0,2},?|nuestr[oa]s? \w+|<FIRST>|él|ella|ellos|(?:el|la|los|las) \w+(?: de \w+)?|a (?:mí|mi \w+|mis \w+|él|ella|<FIRST>)|el \w+ (?:pasado|que viene)|en \d{4}) "
_SOFT: Final = r"(?:(?:me|nos|se|lo|la|los|las|le|les|no|ya|también|tampoco|ahora|hoy|ayer|mañana|este año|actualmente|además|nunca|siempre|casi|desde entonces|de momento|antes|solo|en casa|aquí|aún|todavía) )"
_STARTS: Final = (
    unaccented(
        expanded(
            rf"(?:(?:yo(?! nos\b| \w+mos\b)|nosotr[oa]s|nadie|por eso|dime|hay que|a partir de ahora|de ahora en adelante)\b|(?:me|nos|le|les) (?!(?:y|o|de|que)\b)\w+|(?:{_SUBJECT})?{_SOFT}{{0,4}}(?:",
            **PARTS,
        )
    )
    + _verbs()
    + r")\b|(?:tú|qué|cómo|cuál|dónde|cuándo)\b)"
)
# "…, pero en Vigo": nothing new begins with it.
_TAIL: Final = r"(?:en|a|al|de|del|con|sin|desde|hasta|solo|sólo|para|por|cerca)(?: (?!(?:yo|me|nos|se|es|son|está|hay|no)\b)[\w'-]+){1,4}\s?(?:[,.;!?\n]|$)"
# "…, Vera": a name at the end is no "verá".
_LAST: Final = r"(?-i:[A-ZÁÉÍÓÚÑ])\w+\s*(?:[,.;!?)\n]|$)"
BOUNDARY: Final = re.compile(
    r"\s*[,¡]?\s*(?=¿)|\s*,?\s+(?:diciendo|avisando|explicando|contando|comentando)(?:le|les)?(?: de)? que\s+"
    r"|(?:\s*,\s*(?:(?:y|e|o|pero|aunque|porque|as[ií] que|pues|que(?= (?:soy|tengo|es mi|vivo|estoy|voy))|ya que|mientras que|mientras|entonces|por lo que|sino que)\s+)?"
    rf"|\s+(?:y|e|pero|aunque|porque|as[ií] que|mientras que|ya que|por lo que)\s+)(?!{_LAST})(?={_STARTS})"
    r"|\s*,\s*(?=a ver si\b)|\s*,?\s+(?:pero|as[ií] que|aunque)\s+(?!"
    + _TAIL
    + r")(?=\w)|\s+(?=porque\b)",
    re.IGNORECASE,
)
# "Desde que tengo memoria" only tells how long.
_UNTOLD: Final = r"(?!(?:tengo (?:uso|memoria)|nac[ií]|soy (?:pequeñ|niñ|chic)|era\b|recuerdo|me acuerdo|te |le ))"
_FIRST: Final = "|".join(
    sorted(
        {
            form
            for verb in VERBS.values()
            for tense in (verb.present, verb.past)
            for form in tense[::2]
        }
    )
)
# What follows a clause without a comma: "desde que dejé el bar" tengo tiempo, la vida es mejor.
_MAIN: Final = rf"(?:{_SOFT}{{0,3}}(?:{_FIRST})\b|(?:todo|(?:mis?|el|la|los|las) \w+) (?:me|nos|es|son|está|están|va|van)\b)"
OPENING: Final = re.compile(
    rf"\s*(?:desde|ahora) que {_UNTOLD}(?P<told>(?:(?:ya|no|me|nos|lo|la|yo|nosotr[oa]s|por fin) ){{0,3}}(?:{_FIRST})\b(?:"
    rf"[^,;.?!\n]{{0,70}}?(?=\s*,\s*(?:{_STARTS}|¿))|\s[^\s,;.?!\n][^,;.?!\n]{{1,70}}?(?<!\bque)(?<!\bdonde)(?<!\bquien)(?<!\bsi)(?=\s+{_MAIN})))\s*,?\s*",
    re.IGNORECASE,
)
_DET: Final = r"(?:mis?|nuestr[oa]s?|sus?|el|la|los|las)"
# Nothing in it can be a verb: one noun behind "mi", then names and what else is mine.
HALVES: Final = _pattern(
    rf"(?:{_DET} (?:(?:próxim[oa]|primer[oa]?|últim[oa]|nuev[oa]|mejor) )?[\w-]+(?: (?:mayor|menor|pequeñ[oa]|médica|familiar|semanal))?(?:,? <FIRST>)?|(?:reunión|cena|comida|cita|viaje|fiesta|partido|llamada)(?= con\b))"
    rf"(?: (?:(?:con|para|de|a|en|entre|sobre) (?:{_DET} [\w-]+(?: <FIRST>)?|<FIRST>(?: <FIRST>)?)|(?:del|al) [\w-]+)){{0,3}}"
    rf" (?:y|e) (?={_DET} (?!yo\b)|<FIRST>)"
)
PASTES: Final = _pattern(
    r"(?:\b(?:corríge\w*|corregí\w*|tradúce\w*|traducí\w*|traducir|resúme\w*|resumí\w*|resumir|reescríb\w+|mejóra\w*|acórta\w*|revísa\w*|analíza\w*|simplifíca\w*|explíca\w*|repása\w*|parafraséa\w*|léelo|lee|mira|contésta\w*|respónde\w*|dime (?:si|qué)|qué (?:opinas|te parece|significa)|pása\w* a limpio|échale un (?:ojo|vistazo))\b[^\n.]{0,80}(?::|\?|\babajo\b[^\n]*)[ \t]*\n+"
    r"|\b(?:corríge\w*|corregí\w*|tradúce\w*|traducí\w*|resúme\w*|resumí\w*|reescríb\w+|mejóra\w*|acórta\w*|simplifíca\w*|parafraséa\w*|revísa\w*)\b[^\n.:]{0,60}:\s*"
    r"|\b(?:aquí (?:está|tienes|va)|te (?:pego|paso|copio|dejo)|este es|esta es|me (?:ha llegado|han mandado|escribieron|ha escrito|mandaron))\b[^\n:]{0,50}(?:texto|correo|mail|email|carta|mensaje|artículo|párrafo|anuncio|oferta|borrador|reseña|transcripción|nota|acta|extracto|bio|letra|poema|whatsapp|wasap)[^\n:]{0,30}:\s*|\b(?:el|la|este|esta) (?:texto|correo|mail|carta|mensaje|artículo|párrafo|anuncio|oferta) (?:dice|es|pone)?\s*:\s*\n*)"
)
ABBREVIATIONS: Final = frozenset(
    "sr sra srta dr dra d dña prof ej p.ej etc av avda c núm num nº pág pag tel ud uds vd vs aprox ene feb abr jun jul ago sep sept oct nov dic ee.uu lic ing arq a.m p.m".split()
)
