"""Spanish: what somebody is after, what he promised, who looks after him, and how he has lived since something happened."""

from typing import Final

from recollect.learn.extract.es_plans import DAY
from recollect.learn.extract.es_rule import rule
from recollect.learn.extract.language import Timing
from recollect.model.entry import Kind
from recollect.model.learning import EntityType as Type

_AIM = r"(?:meta|objetivo|propósito|reto|plan|sueño)"
# What one does for another; "te paso un texto" is said to whoever reads it now, and of "te lo mando" nobody knows what.
_FOR_YOU = r"(?:mando|envío|traigo|llevo|guardo|reservo|devuelvo|compro|cuido|riego|presto|recojo|preparo|arreglo|acompaño|consigo|imprimo|acerco|dejo|hago|recojo|monto|pinto|echo una mano|ayudo)"
_CARER = r"(?:doctora?|dra?\.|médic[oa]|fisio\w*|psicólog[oa]|psiquiatra|dentista|cardiólog[oa]|enfermer[oa]|matrona|nutricionista|podólog[oa]|abogad[oa]|gestora?|asesora?|profesora?|entrenadora?|veterinari[oa]|canguro|cuidadora?|oftalmólog[oa]|ginecólog[oa]|traumatólog[oa]|endocrin[oa]|neurólog[oa]|dermatólog[oa]|pediatra|especialista|notari[oa])"
_COSTS = r"(?:alquiler|hipoteca|guardería|colegio|seguro|comedor|residencia|comunidad|luz|gas|coche|préstamo|cuota|gimnasio|autónomos?|pensión|letra|garaje|trastero|renta)"
_HELD_OUT = r"(?:queda|está|quedó|ha quedado) (?:ya |totalmente |completamente |definitivamente )?(?:descartad|aparcad|cancelad|anulad|aplazad|suspendid|olvidad)[oa]s?|se (?:acabó|cancela|canceló|ha cancelado|anula|aplaza|ha acabado|cayó|ha caído)|no (?:va|sale|sigue) adelante|al final no"

LIFE: Final = (
    rule(
        Kind.COMMITMENT,
        "",
        r"(?:es )?\w+(?:ar|er|ir|ír)(?:me|nos|l[oae]s?|se)?\b .+",
        "goal",
        timing=Timing.PLAN,
        confidence=0.7,
        after=rf"\b(?:mi|nuestr[oa]|el) (?:gran |próxim[oa] |principal )?{_AIM}(?: [\w ]{{2,25}})?:\s*$",
    ),
    rule(
        Kind.COMMITMENT,
        "meta objetivo propósito reto plan",
        r"(?:mi|nuestr[oa]) (?:gran |próxim[oa] |principal )?(?:meta|objetivo|propósito|reto|plan)(?: [\w ]{2,25}?)? (?:es|sería|sigue siendo) (?:\w+(?:ar|er|ir)(?:me|nos|l[oae]s?|se)?\b|que (?:mi|nos|el|la)).+",
        "goal",
        timing=Timing.PLAN,
        confidence=0.7,
    ),
    rule(
        Kind.COMMITMENT,
        "te os",
        rf"(?:ya |pues |entonces )?(?:(?:te|os) {_FOR_YOU}\b(?! (?:yo )?(?:mañana|hoy|el|la|este|esta) ?\w*$).*(?:\b{DAY}|\b(?:prometid[oa]|sin falta|seguro|palabra|te lo prometo)\b).*|yo (?:te|os) {_FOR_YOU}\b(?! (?:caso|la razón|gracia)).+|(?:te|os) {_FOR_YOU} yo (?:el|la|los|las|un|una|tus?)\b.*)",
        "plan",
        timing=Timing.PLAN,
        confidence=0.65,
    ),
    rule(
        Kind.DECISION,
        "descartado descartada descartados aparcado aparcada cancelado cancelada anulado anulada aplazado suspendido olvidado acabó cancela canceló adelante",
        rf"(?:lo (?:de|del) |(?:el|la|los|las) (?:plan|idea|viaje|proyecto|compra|mudanza|boda|obra|reforma|máster|curso)\b ?).{{0,50}}?,? ?(?:{_HELD_OUT})\b.*",
        "plan",
        confidence=0.7,
    ),
    rule(
        Kind.PREFERENCE,
        "cuando siempre vez",
        r"(?:siempre que|cada vez que|cuando) te (?:lo |la )?(?:pase|pida|mande|pregunte|escriba|envíe|dé|hable|consulte|diga|dicte|enseñe|pegue|comparta) .{3,60}?,? (?:me (?:l[oa]s? )?\w+(?:s|es)|no (?:me |l[oa]s? )*\w+s|l[oa]s? \w+s|quiero|prefiero|hazlo|dámel[oa]s?|respóndeme|contéstame|\w+me(?:l[oa]s?)?)\b.*",
        "instruction",
        confidence=0.75,
    ),
    rule(
        Kind.RELATIONSHIP,
        "doctor doctora dr dra médico médica fisio fisioterapeuta psicóloga psicólogo psiquiatra dentista cardióloga cardiólogo enfermera enfermero matrona nutricionista abogada abogado gestor gestora asesor asesora profesora profesor entrenador entrenadora veterinaria veterinario cuidadora pediatra especialista neuróloga neurólogo dermatóloga dermatólogo ginecóloga ginecólogo traumatólogo traumatóloga endocrina endocrino oftalmóloga oftalmólogo",
        rf"<PRE>(?:(?:me|nos) (?:l[oa]s? )?(?:lleva|vigila|atiende|trata|revisa|controla|sigue|ve|opera|operó|visita|mira|ayuda|cuida)|a mi \w+ (?:l[aeo]s? )?(?:lleva|vigila|atiende|trata|revisa|controla|ve|operó|cuida)) (?:(?:el|la|un|una|mi|nuestr[oa]) )?(?P<object>{_CARER}\b(?: <NAME>)?).*",
        "relative",
        relation="is cared for by",
        type=Type.PERSON,
        confidence=0.7,
    ),
    rule(
        Kind.FACT,
        "desde",
        r"desde (?:el|la|los|mi|que|un|una|hace) (?!(?:móvil|ordenador|portátil|web|principio|punto|teléfono|navegador|app|casa)\b).{3,40}?,? (?:ya |solo |siempre |apenas )?(?:no )?(?:me |nos |l[oa]s? |le )?(?:ando|voy|vamos|uso|usamos|llevo|tomo|camino|duermo|como|trabajo|vivo|vivimos|tengo|tenemos|puedo|veo|oigo|bebo|fumo|hago|salgo|conduzco|corro|juego|estoy|soy|necesito|cobro|pago|duele|cuesta|cuesta|da)\b .+",
        None,
        past=True,
        confidence=0.7,
    ),
    rule(
        Kind.FACT,
        "ando camino voy vamos",
        r"<PRE>(?:yo )?(?:ando|camino|voy) con (?:el |la |los |las |un |una |mi )?(?:bastón|muletas?|andador|silla|collarín|férula|escayola|yeso|prótesis|audífonos?|marcapasos|oxígeno|gafas|corsé|faja|[\w]+ (?:vendad|rot|escayolad|inmovilizad|operad|enyesad)[oa]).*",
        "health",
        confidence=0.7,
    ),
    rule(
        Kind.FACT,
        "tomo tomamos toma",
        r"<PRE>(?:(?P<who><THIRD> )(?:se )?toma|(?:yo )?(?:me )?(?:tomo|tomamos)) (?!(?:nota|el (?:bus|metro|tren|sol)|la palabra|en cuenta|parte|una decisión)\b)(?:(?-i:[A-ZÀ-Þ])[a-zà-ÿ]{3,}|\w+(?:ina|ol|il|am|ato|ona|ida|ico|eno|zol|ona))\b.*",
        "health",
        confidence=0.7,
    ),
    rule(
        Kind.FACT,
        "",
        rf"(?P<keep>(?:entre )?l[oa]s (?:\d[\d.]*|<NUM>)(?: euros| pesos| dólares| €)? (?:de la|de los|del|de) {_COSTS}\b).*",
        "rent",
        confidence=0.6,
    ),
    rule(
        Kind.FACT,
        "desde",
        r"<NUM> (?:años?|meses|mes|semanas?|días) (?:ya |hace ya )?desde que (?:me |nos |no |lo )*\w+.*",
        None,
        timing=Timing.EVENT,
        past=True,
        confidence=0.65,
    ),
    rule(
        Kind.FACT,
        "llevo llevamos lleva",
        r"<PRE>(?:yo )?(?:(?P<who><THIRD>) lleva|llevo|llevamos) (?:ya |casi |más de )?<NUM> (?:años?|meses|mes|semanas?|días) (?:sin \w+(?:ar|er|ir)(?:me|nos|se)?(?! (?:nada|esto|eso|respuesta))\b.*|(?:de baja|en paro|parad[oa]|en obras|jubilad[oa]|casad[oa]s?|separad[oa]s?|divorciad[oa]s?|viud[oa]|viviendo|trabajando)\b.*)",
        None,
        confidence=0.7,
    ),
    rule(
        Kind.FACT,
        "",
        r"(?-i:[A-ZÀ-Þ])[\w'-]+(?: (?-i:[A-ZÀ-Þ])[\w'-]+){0,3}",
        "name",
        confidence=0.7,
        after=r"\b(?:mi|el|mis) (?:nombre|apellidos?)\b[^.:]{0,60}:\s*$",
    ),
    rule(
        Kind.COMMITMENT,
        "quiero queremos",
        r"<PRE>(?:yo )?(?:quiero|queremos) (?:montar|abrir|aprender(?: a)?|comprar(?:me|nos)? (?:un|una|otr[oa]|la casa|el piso)|dejar (?:de|el|la)|mudar(?:me|nos)|casar(?:me|nos)|opositar|estudiar|adelgazar|ahorrar|jubilar(?:me|nos)|adoptar|vender|correr (?:una?|la|el)|sacar(?:me)? (?:el|la)|cambiar de|volver a (?:vivir|trabajar|estudiar)|reformar|emigrar|ser (?:\w+(?:ero|era|or|ora|ista|og[oa]|ic[oa])|madre|padre)) ?(?!.*\b(?:texto|correo|receta|frase|mensaje|esto|eso)\b).*",
        "goal",
        timing=Timing.PLAN,
        confidence=0.6,
    ),
    rule(
        Kind.DECISION,
        "quedo quedamos",
        r"<PRE>(?:yo )?(?:me quedo|nos quedamos) (?:en|a vivir en|a trabajar en) (?!(?:casa|cama|eso|esto|blanco|duda)\b).+",
        "plan",
        confidence=0.65,
    ),
    rule(
        Kind.FACT,
        "sube suben baja bajan pasa subido bajado",
        rf"(?:me|nos) (?:suben|bajan|han subido|han bajado) (?:el|la) (?:{_COSTS}|sueldo)\b.+|(?:el|la|mi|nuestr[oa]) (?:{_COSTS}|sueldo) (?:me |nos |se (?:me |nos )?)?(?:sube|baja|pasa|ha subido|ha bajado|subió) (?:a|de|hasta|un|otros|\d).+",
        "rent",
        confidence=0.65,
    ),
    rule(
        Kind.FACT,
        "acabo acabamos cambiado cambié",
        r"<PRE>(?:acabo de|acabamos de|(?:me he|nos hemos)|me) (?:cambiar(?:me|nos)?|cambiado|cambié|mudar(?:me|nos)|mudado) (?:de|a) .+",
        "event",
        timing=Timing.EVENT,
        past=True,
        confidence=0.65,
    ),
    rule(
        Kind.FACT,
        "cumple cumplo cumplen cumplirá",
        r"<PRE>(?:(?P<who><THIRD>) (?:cumple|cumplen|cumplirá|va a cumplir)|(?:yo )?(?:cumplo|voy a cumplir)) (?:ya )?(?:los )?<NUM>(?: años| añitos| meses)?(?= |$|,)(?! (?:días|horas|semanas)).*",
        "age",
        past=False,
        confidence=0.75,
    ),
    rule(
        Kind.FACT,
        "abre cierra abrimos cerramos",
        r"(?:(?:mi|nuestr[oa]) [\w-]+ (?:abre|cierra)|(?:abrimos|cerramos)) (?:de (?:<DAY>|\d)|los (?:<DAY>)|todos los|a las|por las).+",
        "habit",
        confidence=0.65,
    ),
    rule(
        Kind.FACT,
        "que quien",
        r"(?:(?:el|la|los|las) que|quien(?:es)?) .{3,70}? (?:es|son) (?:mis?|nuestr[oa]s?) (?:<AGE> )?(?:<KIN>)(?: <AGE>)?(?:,? <FIRST>)?$",
        None,
        confidence=0.7,
    ),
)

# Searched anywhere in a clause.
NAMED_ONES: Final = (
    rule(
        Kind.RELATIONSHIP,
        "",
        r"(?<![\w.] )(?P<keep>(?P<who><FIRST>), (?:la|el) (?:mía|mío|(?:hij[oa] )?(?:mayor|menor|pequeñ[oa]|median[oa])|nuestr[oa]))(?=,|$)",
        "relative",
        confidence=0.65,
    ),
)
