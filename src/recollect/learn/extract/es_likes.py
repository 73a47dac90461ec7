"""Spanish: what people like and what they can do."""

from typing import Final

from recollect.learn.extract.es_rule import cues, rule, says
from recollect.model.entry import Kind

_LIKE = Kind.PREFERENCE
_NOT_THIS = r"(?!(?:esto|eso|esta?|ese|esa|estos|esas|tu|tus|cómo|como (?:suena|queda|lo)|la (?:idea|primera|segunda|tercera|opción|respuesta)|el (?:primero|segundo|tercero|enfoque|tono)|así|que me|que (?:lo|te|seas|sea)|saber|ver (?:si|que)|lo que (?:has|dices|propones)|más (?:el|la) (?:primer|segund|tercer)|lo|la de|si|y|pero|un rato)\b)"
_PLEASES = r"(?:gustan?|gustaban?|gustó|gustado|encantan?|encantaban?|encantó|chiflan?|fascinan?|apasionan?|flipan?|privan?|molan?|copan?|laten?|pirran?|vuelven? loc[oa]s?|vuelven? loquit[oa]|ponen? (?:de los nervios|mal[oa]?|nervios[oa]|de mala leche|de mal humor)|molestan?(?! (?:la|el|los|las|una?) (?:rodillas?|espalda|cabeza|muelas?|cuello|pies?|hombros?|barriga|tripa|garganta|oídos?|ojos?|mano|muñeca|cadera|tobillo))|horrorizan?|repugnan?|aburren?|cuestan?(?! (?:(?:solo|casi|unos|unas|más de|menos de|como|alrededor de) )?(?:\d|un ojo|una pasta|un dineral|(?:cien|mil|dos|tres|cuatro|cinco|seis|siete|ocho|nueve|diez|veinte|treinta|cuarenta|cincuenta)\b))|dan? (?:asco|miedo|pereza|rabia|cosa|alergia|pánico|grima|vértigo|fobia|flojera|hueva|paja)|caen? (?:bien|mal|fatal|gord[oa])|sacan? de quicio|revientan?|interesan?|apetecen?|tiran?|va[n]? (?:más|mucho|mejor)|relajan?|hacen? ilusión|funcionan? mejor|cargan|emocionan?|enloquecen?|agradan?|desagradan?|disgustan?|entusiasman?)"
_TASTE = "odiar amar adorar detestar preferir disfrutar evitar extrañar"

LIKES: Final = (
    rule(
        Kind.FACT,
        "afición aficiones hobby hobbies pasatiempo pasatiempos",
        r"(?:mi|mis|nuestr[oa]s?) (?:afición|aficiones|hobb(?:y|ies|ys)|pasatiempos?) (?:es|son) .+",
        "hobby",
        answers=r"\bhobb|\bafici|\bpasatiempo|\btiempo libre\b",
    ),
    rule(
        _LIKE,
        "favorito favorita favoritos favoritas preferido preferida preferidos preferidas",
        r"(?:mis?|nuestr[oa]s?|su|el|la) (?P<thing>[\w ]+?) (?:favorit|preferid)[oa]s?(?: de (?:mi \w+|siempre|todos los tiempos|<FIRST>))? (?:es|son|era|ha sido siempre|sigue siendo|será siempre) .+",
        "favourite:{thing}",
        confidence=0.85,
    ),
    rule(
        _LIKE,
        "favorito favorita favoritos favoritas preferido preferida",
        r"[\w' ]{3,50} (?:es|son)(?: siempre| todavía)? (?:mis?|nuestr[oa]s?|su) (?:[\w]+ ){0,2}(?:favorit|preferid)[oa]s?\b.*",
        "likes",
        confidence=0.75,
    ),
    rule(
        _LIKE,
        "me nos",
        rf"<PRE>(?:a (?:mí|nosotros) )?(?:lo que (?:más |mejor )?)?(?:la verdad es que )?<ADV>(?:me|nos) (?:ha |han |siempre )?(?:ha |han )?{_PLEASES}\b(?: (?:mucho|muchísimo|bastante|más|poco|nada|un montón|tanto|especialmente|siempre|demasiado|que no veas))*(?: |$){_NOT_THIS}(?P<object>.*\w.*)",
        "likes",
        confidence=0.8,
        relation="likes",
    ),
    rule(
        _LIKE,
        "me nos",
        rf"(?!(?:la|el|lo) (?:primer|segund|tercer|opción|últim|otr)\w*)(?:el|la|los|las|lo|mi|mis|un|una|que|\w+r) (?:(?!que\b)[\w'-]+ ){{0,5}}?<ADV>(?:me|nos) (?:ha |han )?{_PLEASES}\b(?! (?:tu|esto|eso|esta|la idea)\b).*",
        "likes",
        confidence=0.7,
    ),
    rule(
        _LIKE,
        "le les",
        rf"<PRE>(?:a |al )(?P<who><KINP>|<FIRST>|él|ella|ellos),? <ADV>(?:les?) {_PLEASES}\b.+",
        "likes",
        confidence=0.75,
        relation="likes",
    ),
    rule(
        _LIKE,
        "le les",
        rf"<ADV>(?P<who>les?) {_PLEASES} .+",
        "likes",
        confidence=0.65,
        relation="likes",
    ),
    rule(
        _LIKE,
        cues(_TASTE),
        says(
            _TASTE,
            "now was",
            rf" {_NOT_THIS}(?!(?:que (?:me|lo|te|sea)|no (?:decir|hablar|dar|saber|contestar))\b)(?P<object>.+)",
            dropped=True,
        ),
        "likes",
        confidence=0.8,
        relation="likes",
    ),
    rule(
        _LIKE,
        "soporto aguanto trago soportamos puedo soporta aguanta",
        r"<PRE>(?:yo )?(?:(?P<who><THIRD>) )?no (?:soporto|aguanto|trago|soportamos|aguantamos|soporta|aguanta|puedo con|puedo ni ver|quiero ni ver|puedo soportar) (?!(?:más|esto|eso|tanto)\b)(?P<object>.+)",
        "dislikes",
        confidence=0.8,
        relation="dislikes",
    ),
    rule(
        _LIKE,
        "quiero queremos",
        r"(?:yo |nosotr[oa]s )?no (?:quiero|queremos) (?:tener |más )*(?:hij[oa]s|niñ[oa]s|mascotas?|animales|perr[oa]s?|gat[oa]s?)\b.*",
        "dislikes",
        confidence=0.7,
    ),
    rule(
        _LIKE,
        "soy somos es",
        says(
            "ser",
            "now",
            r" (?:muy |más |mucho |súper |super |un |una |bastante |poco |nada |mucho más |gran )*(?:fan|amante|forof[oa]|adict[oa]|hincha|seguidor\w*|aficionad[oa]|partidari[oa]|apasionad[oa]|de (?=(?:té|café|dulce|salado|playa|montaña|mañanas|noche|perros|gatos|letras|ciencias|cerveza|vino|mate|comer|madrugar|leer|cocinar|series|pelis|quedarme)))\b ?(?:de |del |a |al )?(?P<object>.+)",
        ),
        "likes",
        confidence=0.75,
    ),
    rule(
        _LIKE,
        "vegetariano vegetariana vegano vegana vegetarianos vegetarianas veganos veganas pescetariana pescetariano flexitariana flexitariano abstemio abstemia",
        says(
            "ser hacer volver llevar estar",
            "now past",
            r" <ADV>(?:\w+ )?(?:vegetarian|vegan|pescetarian|flexitarian|abstemi|crudivegan|pescatarian)[oa]s?\b.*",
            dropped=True,
        ),
        "diet",
        confidence=0.8,
    ),
    rule(
        _LIKE,
        cues("comer beber tomar probar"),
        says(
            "comer beber tomar probar",
            "now",
            r" (?:nada de |ni |casi |más )?(?:carne|pescado|marisco|gluten|lactosa|cerdo|alcohol|lácteos|kosher|halal|keto|azúcar|huevos?|café|té|mate|verduras?|leche|pan|picante|sin (?:gluten|sal|azúcar|lactosa))\b.*",
            dropped=True,
        ),
        "diet",
        confidence=0.8,
    ),
    rule(
        _LIKE,
        "solo sólo nunca jamás siempre apenas casi tampoco",
        r"<PRE>(?:yo )?(?:solo|sólo|nunca|jamás|siempre|apenas|casi nunca|casi siempre|rara vez|prácticamente no|tampoco) (?:me |lo |la )?(?:como|comemos|bebo|bebemos|tomo|tomamos|leo|veo|escucho|visto|uso|compro|cocino|viajo|vuelo|duermo|juego|pido|desayuno|ceno|voy|salgo|pongo|llevo)\b(?! (?:digo|decía|siempre)\b) .+",
        "habit",
        confidence=0.7,
    ),
    rule(
        _LIKE,
        "cosa mío mio rollo estilo debilidad",
        r"(?:lo (?:mío|nuestro) (?:es|son) .+|[\w' ]{3,50} (?:no (?:es|son) lo mí?i?o|(?:es|son) lo mí?i?o|(?:es|son) mi (?:debilidad|perdición|pasión|vicio|rollo|estilo)|no (?:es|son) (?:para mí|mi (?:rollo|estilo|fuerte)))\b.*)",
        "likes",
        confidence=0.75,
    ),
    rule(
        _LIKE,
        "mejor viene vienen va van",
        r"(?:(?:a mí )?me (?:viene|vienen|va|van) (?:mucho )?(?:mejor|bien|mal|fatal) (?!(?:así|eso|esto)\b)(?:por |el |la |los |las |entre |a |antes|después|quedar|\w+r).+|(?:por las? \w+|los \w+|las \w+|entre semana) (?:me|nos) (?:viene|vienen|va|van) (?:mejor|bien|mal|fatal)\b.*)",
        "likes",
        confidence=0.7,
    ),
    rule(
        _LIKE,
        "sueño ilusión meta objetivo siempre soñado querido",
        r"(?:mi (?:gran )?(?:sueño|meta|objetivo|ilusión|propósito)(?: (?:de vida|este año|para \w+))? (?:es|ha sido siempre|sigue siendo) .+|(?:siempre )?(?:he|hemos) (?:soñado con|querido) (?!(?:decir|preguntar)\b).+|toda la vida (?:he )?(?:querido|quise|quiero) .+)",
        "goal",
        confidence=0.7,
    ),
)

_LANGUAGES = r"(?:español|castellano|inglés|francés|alemán|italiano|portugués|catalán|valenciano|gallego|euskera|vasco|ruso|chino|mandarín|japonés|coreano|árabe|rumano|polaco|neerlandés|holandés|sueco|noruego|danés|finés|griego|turco|hebreo|hindi|ucraniano|quechua|guaraní|aimara|náhuatl|lengua de signos|lenguaje de señas|latín|búlgaro|checo|húngaro)"
_LEVEL = r"(?:(?:nivel )?[ABC][12]\b|nativ[oa]|de cuna|fluid[oa]|con fluidez|bilingüe|básico|medio|intermedio|avanzado|alto|bajo|nociones|lengua materna|materno|perfecto|perfectamente|lo (?:chapurreo|entiendo|hablo|leo|defiendo|manejo)|chapurreado|de andar por casa|conversacional|oxidado|cero|con acento|un poco|regular|bien|mal)"

SKILLS: Final = (
    rule(
        Kind.SKILL,
        cues("hablar chapurrear dominar entender saber aprender manejar defender"),
        says(
            "hablar chapurrear dominar entender saber manejar",
            "now",
            rf" (?:[\w]+ ){{0,3}}?(?P<object>(?:el |un poco de |algo de )?(?:{_LANGUAGES}|(?:<NUM>|varios) (?:idiomas|lenguas))\b.*)",
            dropped=True,
        ),
        "language",
        confidence=0.8,
        relation="speaks",
    ),
    rule(
        Kind.SKILL,
        "inglés francés alemán italiano portugués catalán valenciano gallego euskera ruso chino japonés árabe rumano español castellano",
        rf"(?:mi |idiomas: |el |de |en )?(?P<object>{_LANGUAGES})(?: es| está|,|:| -)? ?(?:muy |bastante |más bien |casi |a nivel |solo )?{_LEVEL}.*",
        "language",
        confidence=0.75,
        relation="speaks",
    ),
    rule(
        Kind.SKILL,
        "llevo llevamos lleva llevan",
        says(
            "llevar",
            "now",
            r" (?:ya |casi |más de |unos |como |ya casi |cerca de )*(?:<NUM>|muchos|varios|toda la vida|media vida|\w+ y \w+|desde \w+(?: \w+)?)(?: (?:años|meses|añitos|décadas|semanas))? (?!(?:intentando|esperando|pensando|buscando|dándole|con (?:este|esto)|peleándome|sin)\b)(?:\w+ndo(?:me|lo|la|le)?|de |como |en |con )\b(?! (?:esto|eso|este (?:problema|error|texto|código))\b).*",
        ),
        "skill",
        confidence=0.75,
        past=True,
    ),
    rule(
        Kind.SKILL,
        "experiencia",
        says(
            "tener llevar",
            "now",
            r" (?:ya |casi |más de |unos |como )*(?:<NUM>|muchos|varios|mucha|bastante|poca|cierta|años)(?: años)?(?: de)? (?:experiencia|práctica|carnet|oficio)\b.*",
        ),
        "skill",
        confidence=0.75,
    ),
    rule(
        Kind.SKILL,
        "dan da",
        r"<PRE>(?:(?:a (?:mí|(?P<who><KINP>|<FIRST>)) )?(?:no )?se (?:me|le) (?:dan?|daba) (?:muy |bastante |súper |super |especialmente )?(?:bien|mal|fatal|genial|de maravilla|de pena|de lujo|de miedo|de cine|regular)\b.*|(?:el|la|los|las) [\w ]+ se me dan? .+)",
        "skill",
        confidence=0.75,
    ),
    rule(
        Kind.SKILL,
        "sé se sabe sabemos aprendí aprendi aprendido autodidacta",
        r"<PRE>(?:yo )?(?:no )?(?:(?-i:sé|Sé)|se(?= (?:tocar|cocinar|nadar|programar|coser|bailar|conducir|esquiar|pintar|dibujar|tejer))|sabemos|(?P<who><THIRD> <ADV>sabe)|aprendí a|he aprendido a|estoy aprendiendo a) (?:ya |muy bien )?(?!(?:ser|decir|hacer(?:lo|la)?|explicar\w*|entender|ver|apreciar|que|si|qué|cómo|lo|poner\w*|elegir)\b)[a-z]{3,}r\b.*",
        "skill",
        confidence=0.7,
    ),
    rule(
        Kind.SKILL,
        cues(
            "tocar programar jugar bailar pintar tejer coser esquiar surfear escalar patinar bucear hornear"
        ),
        says(
            "tocar programar jugar bailar pintar tejer coser esquiar surfear escalar patinar bucear",
            "now",
            r"(?!.*\b(?:este (?:finde|fin|lunes|martes|sábado|domingo)|mañana|hoy)\b)(?! (?:producción|el tema|esto|eso|nada|madera|ir|hacer|un papel|con (?:la idea|esto|fuego))\b) (?:al? |en |de |el |la |los |las |un |con |desde |por ).+",
            dropped=True,
        ),
        "hobby",
        confidence=0.7,
    ),
    rule(
        Kind.FACT,
        cues("hacer practicar coleccionar") + " colecciono coleccionamos colecciona",
        says(
            "hacer practicar coleccionar",
            "now",
            r" (?:mucho |mucha |algo de |un poco de )?(?P<object>(?:punto|ganchillo|yoga|pilates|crossfit|deporte|escalada|teatro|senderismo|ciclismo|boxeo|natación|cerámica|fotografía|surf|running|kárate|judo|baile|danza|atletismo|spinning|pesas|voluntariado|bici|trekking|montaña|triatlón|remo|vela|esgrima|improvisación|magia|bonsáis?|vinilos|sellos|monedas|cómics)\b.*)",
            dropped=True,
        ),
        "hobby",
        confidence=0.7,
    ),
    rule(
        Kind.SKILL,
        "experto experta bueno buena malo mala negado negada autodidacta titulado certificado principiante novato novata",
        says(
            "ser estar",
            "now",
            r" (?:muy |bastante |un |una |algo |totalmente |más bien )*(?:expert[oa] (?:en|con)|buen[oa] (?:en|con|para|cocinando|dibujando)|mal[oa] (?:en|con|para)|negad[oa] (?:para|con|en)|autodidacta|titulad[oa]|certificad[oa]|principiante|novat[oa])\b.*",
        ),
        "skill",
        confidence=0.7,
    ),
    rule(
        Kind.SKILL,
        "carnet carné título licencia certificado diploma cinturón grado b1 b2 c1 c2 a1 a2",
        says(
            "tener sacar conseguir",
            "now past",
            r" (?:ya )?(?:el |la |un |una |mi |su )?(?:\w+ ){0,2}?(?:carnet|carné|título|licencia|certificado|certificación|diploma|cinturón|registro|[ABC][12] de)\b.*",
        ),
        "skill",
        confidence=0.7,
    ),
)
