"""Spanish."""

import re
from typing import Final

from recollect.learn.lexicon import Lexicon, bare, figures, phrases, senses, words

_DAYS = "lunes martes miércoles jueves viernes sábado sábados domingo domingos"
_YEAR = "enero febrero marzo abril mayo junio julio agosto septiembre setiembre octubre noviembre diciembre"
_SEASONS = "primavera verano otoño invierno"
_MONTHS = f"{_YEAR} {_SEASONS}"
_MONTH = "|".join(_MONTHS.split())

SPANISH: Final = Lexicon(
    code="es",
    stemmer="spanish",
    small=words(
        """yo me mi mis mí nosotros nos nuestro nuestra nuestros nuestras tú te tu tus él ella lo la le les los las ellos
        ellas su sus se que quien cual el un una unos unas y e o u pero también así como a al ante con contra de del desde
        en entre hacia hasta para por según sobre tras si porque cuando donde aquí allí soy eres es somos son era eran fui
        fue ser estar estoy estás está estamos están estaba estaban he has ha hemos han había haber tengo tienes tiene
        tenemos tienen tenía muy mucho mucha realmente ahora mismo actualmente por favor pues bien ya todavía aún esto
        este esta estos estas ese esa eso hay día vez sí año años originalmente"""
    )
    - words("sí tengo tiene tenemos tienen años contra"),
    denials=words("no nunca jamás sin tampoco ni nada nadie ningún ninguna ninguno apenas"),
    same=senses(
        """
        vivir vivo vive vives vivimos viven resido reside casa hogar vivía vivió vivido
        gustar gusta gustan gustaba encanta encantan encantaba adoro adora amo ama fan apasiona
        trabajar trabajo trabaja trabajas trabajamos empleado empleada curro trabajaba trabajé trabajado
        llamar llamo llama llaman llamado nombre
        tener tengo tiene tenemos tienen poseo posee
        comer como come comes comemos comía comido
        beber bebo bebe bebes tomo toma bebía bebido
        conducir conduzco conduce manejo maneja
        hablar hablo habla hablas hablamos hablaba hablado
        estudiar estudio estudia estudias estudiar aprendo aprende aprender estudiaba estudiado aprendido
        usar uso usa usas utilizo utiliza usaba usado
        fumar fumo fuma fumaba fumado
        jugar juego juega jugaba jugado
        enviar envío envía envié mandar mando mandé enviaré mandaré enviado mandado
        comprar compro compra compré compraré comprado
        hacer hago hace hice haré hecho
        ir voy va fui iré ido
        quedar quedo quedé quedaré
        madre mamá
        padre papá
        jefe jefa
        médico médica doctor doctora
        casero casera
        abogado abogada
        entrenador entrenadora
        venir vengo viene vienes originario originaria
        alergia alérgico alérgica
        móvil celular teléfono
        coche carro auto
        piso apartamento departamento
        """
    ),
    numbers=figures(
        "cero=0 dos=2 tres=3 cuatro=4 cinco=5 seis=6 siete=7 ocho=8 nueve=9 diez=10 once=11 doce=12 trece=13 catorce=14"
        " quince=15 dieciséis=16 diecisiete=17 dieciocho=18 diecinueve=19 veinte=20 treinta=30 cuarenta=40 cincuenta=50"
        " cien=100 mil=1000"
    ),
    roles=words(
        """madre padre hermana hermano hijo hija esposa esposo mujer marido pareja novio novia prometido prometida abuela
        abuelo tía tío prima primo sobrino sobrina vecino vecina amigo amiga colega compañero compañera jefe jefa médico
        médica doctor doctora dentista casero casera profesor profesora cuñado cuñada suegro suegra mamá papá ex
        terapeuta abogado abogada entrenador entrenadora padres abuelos"""
    ),
    partners=words("esposa esposo mujer marido pareja novio novia prometido prometida"),
    times=words(
        f"""{_DAYS} {_MONTHS} hoy ayer mañana mañanas tarde tardes noche noches mediodía semana semanas mes meses diario
        siempre cada todos todas días normalmente menudo veces pasado pasada próximo próxima finde"""
    ),
    moments=words(
        "lunes martes miércoles jueves viernes sábado domingo mañana tarde noche mediodía finde"
        f" {_SEASONS}"
    ),
    months=words(_YEAR),
    since=words("desde hace en hasta"),
    units=words("años año meses mes semanas días horas"),
    light=words(
        "llamar vivir trabajar tener comer beber conducir estudiar usar jugar hacer ir venir previst"
    ),
    meals=words("comer beber"),
    many=words("gustar tener hablar usar jugar estudiar visité conozco leer leo"),
    directed=words("que antes después sobre desde hasta entre más menos mejor vez"),
    turning=words("fuera contra sin"),
    definite=words("mi mis nuestro nuestra nuestros nuestras el la los las su sus"),
    liking="gustar",
    naming="llamar",
    doing=re.compile(r"(?:adora|ador|ista|era|ero|ar|er|ir|o|a|ó|é)$"),
    dislikes=phrases(
        "odio",
        "odia",
        "detesto",
        "detesta",
        "no (?:soporto|soporta|aguanto|aguanta)",
        "aborrezco",
        "(?:se |me )?(?:he |ha )?cansado de",
        "(?:me )?cansé de",
        "harto de",
        "harta de",
    ),
    ends=phrases(
        "(?<!lo han )(?<!lo hemos )(?:he |ha )?dej(?:é|ó|ado)(?: de)?(?! con (?!el |la |los |las ))",
        "solía",
        "antes",
        "abandoné",
        "vendí",
        "renuncié a",
        "he parado de",
        "llev\\w+ (?:ya |casi |más de )*\\w+ (?:años?|mes(?:es)?|semanas?) sin",
    ),
    ended=phrases(
        "ya no",
        "no .{1,40} desde(?: hace)?",
        "no (?:.{1,40} )?más",
        "se acabó",
        "terminó",
        "cansado de",
        "cansé de",
        "hart[oa] de",
    ),
    changes=phrases(
        "ahora",
        "ya",
        "de nuevo",
        "otra vez",
        "me mud[eé]",
        "nos mudamos",
        "se mudó",
        "mudado",
        "mudó",
        "cambi[eé]",
        "cambiado",
        "cambió",
        "cumpli[oó]",
        "cumplido",
        "nuev[oa]s?",
        "actualmente",
        "últimamente",
        "desde ahora",
        "hoy en día",
        "en su lugar",
        "al final",
        "(?:ha )?(?:subió|subido|bajó|bajado|aumentó|aumentado)(?: a)?",
        "(?:se )?(?:aplaz(?:ó|ado|ada|ar|amos)|movió|pasó a|pospuso|pospuest[oa]|posponer)",
        "empec[eé] (?:a|en)",
        "(?:acab[oa] de (?:empezar|comenzar|entrar)|h[ea] (?:empezado|comenzado|entrado)) (?:a|en)",
    ),
    adds=phrases("también", "además", "otr[oa]s?", "segund[oa]s?", "tanto"),
    corrects=phrases(
        "^no[,:.;]",
        "perdón",
        "perdona",
        "lo siento",
        "quise decir",
        "quería decir",
        "digo",
        "corrección",
        "corrijo",
        "en realidad",
        "me equivoqué",
        "mejor dicho",
        "no .{1,40}, sino",
    ),
    says=phrases(
        "(?:te )?recuerdo que",
        "recuerda que",
        "como (?:te )?(?:dije|he dicho|sabes)",
        "ya te (?:dije|he dicho) que",
        "por cierto",
    ),
    plans=phrases(
        "voy a",
        "va a",
        "vamos a",
        "van a",
        "quiero",
        "quiere",
        "pienso",
        "planeo",
        "tengo que",
        "tiene que",
        f"a partir de (?:{_MONTH})",
        "a partir del?(?! (?:ahora|hoy|ya)(?!\\w))",
    ),
    cancels=phrases(
        "cancel(?:é|ó|ado|ada|amos)",
        "anul(?:é|ó|ado|ada)",
        "se suspendi[oó]",
        "suspendid[oa]",
        "(?:he |ha |hemos )?cambi(?:é|ó|ado|amos) de (?:idea|opinión)(?: sobre| con)?",
    ),
    habits=phrases(
        "cada",
        "tod[oa]s l[oa]s",
        "siempre",
        "los (?:lunes|martes|miércoles|jueves|viernes|sábados|domingos)",
    ),
    turns=phrases(
        "ahora",
        "ya",
        "en (?:vez|lugar) de",
        "primer día",
        "se acabó",
        "adiós",
        "vend(?:í|ió|imos)",
        "dej(?:é|ó|amos)",
    ),
    switches=phrases(
        "en su lugar",
        "vuelto a(?! \\w+[aei]r)",
        "cambi(?:é|ó|ado|amos) a",
        "pas(?:é|ó|ado|amos) a",
        "sustituid[oa]",
    ),
    finishes=phrases("(?:he |ha )?(?:termin|acab)(?:é|ó|ado)(?: de| con)?"),
    dies=phrases(
        "murió",
        "falleció",
        "ha muerto",
        "ha fallecido",
        "está muert[oa]",
        "murieron",
        "(?:tuv\\w+ que|hemos tenido que) sacrificar",
    ),
    gives=phrases(
        "vend(?:í|ió|ido|imos|ieron)",
        "(?<!le han )(?<!les han )(?<!me han )(?<!nos han )(?:regal|don)(?:é|ó|ado|amos)",
        "(?:he|ha|hemos|han) dado (?:mi|su|el|la|nuestr[oa])",
        "(?:me|le|les|nos) (?:han |ha )?rob(?:aron|ado|ó)",
    ),
    bound=phrases(
        "(?:es|está|soy|estoy) (?:ahora )?(?:solter[oa]|casad[oa]|divorciad[oa]|viud[oa]|prometid[oa]|separad[oa])",
        "en una relación con",
        "(?:se|nos|me) (?:casaron|casó|casé|(?:han|ha|hemos|he) (?:casado|prometido)|prometieron)",
        "(?:tiene|tengo) (?:un nuevo |una nueva |un |una )?(?:novi[oa]|pareja)",
        "(?:han|hemos) divorciado",
        "me divorcié",
    ),
    idle=phrases(
        "en paro",
        "desemplead[oa]",
        "(?:pre)?jubilad[oa]",
        "(?:pre)?jubiló",
        "perdió (?:el|su) trabajo",
        "despidieron",
        "despedid[oa]",
        "(?:me|le|les|nos|lo|la) (?:han |ha )?ech(?:ado|aron|ó) de",
    ),
    favourite=re.compile(r"(?<!\w)(?P<what>\w+[^\Ws]) (?:favorit|preferid)[oa](?!\w)"),
    prefers=phrases("prefier[oe]"),
    pets=words("gato gata perro perra cachorro conejo hámster caballo poni loro periquito tortuga"),
    scoped=re.compile(
        r"(?<!\w)(?:cuando|si|en el trabajo|en casa|en (?:los )?(?:correos|mensajes|emails)|para (?:los )?(?:correos|mensajes|emails))(?!\w)"
    ),
    fails=phrases("olvid(?:é|ó|ado)", "todavía no", "aún no", "no pude"),
    parts=phrases(
        "rompimos",
        "rompí con",
        "nos separamos",
        "separad[oa]s?",
        "(?:(?:se|nos) (?:han|hemos) )?divorciad[oa]s?",
        "ya no estamos juntos",
        "(?:han|hemos) roto",
        "lo (?:han|hemos) dejado",
        "lo (?:he |ha )?dej(?:é|ó|ado) con(?! (?:el|la|los|las))",
        "lo dejamos",
    ),
    contrasts=re.compile(
        r"(?:, (?:y )?(?:ya )?no (?P<left>[^,.;]{1,40}?)(?=\s*(?:[,.;!]|$))|(?<!\w)no (?P<left2>[^,.;]{1,40}?),? sino(?!\w)"
        r"|(?<!\w)(?:en vez de|en lugar de) (?P<left3>[\w-]+)(?!\w))"
    ),
    living="vivir",
    somewhere=re.compile(
        bare(
            r"(?<!\w)(?:en|a|de|cerca de) (?!(?:una?|el|la|mi|su) (?:[\w-]+ ){0,2}(?:piso|casa|planta|apartamento|habitación|ático|estudio)(?!\w))\w"
        )
    ),
    engaged=re.compile(
        bare(
            r"(?<!\w)(?:(?:en|para|como|por) (?!(?:casa|remoto|turnos?|la oficina|equipo)(?!\w)|\d)\w|de (?!(?:lunes|martes|miércoles|jueves|viernes|sábado|domingo|noche|día|tarde|mañana)s?(?!\w)|\d)\w)"
        )
    ),
    moves=phrases("(?:me mud\\w+|nos mud\\w+|se mud\\w+|mudad[oa]) a"),
    leaves=re.compile(
        bare(
            r"(?<!\w)(?:(?:cambi\w+|pas\w+|mud\w+|migr\w+) de (?P<left>.+?) a(?!\w)"
            r"|(?:(?<!lo )(?:he|ha|hemos) dejado|dejé|dejó|abandoné|sustituí|reemplacé) (?!de )(?P<left2>.+?)(?= y | por |[,.;]|$))"
        )
    ),
    bounded=phrases(
        "hasta",
        "temporalmente",
        "de vacaciones",
        "alquilad[oa]",
        "de visita",
        "los fines de semana",
        f"en (?:{_MONTH})",
        "este (?:mes|verano|invierno|fin de semana)",
        "esta semana",
        "por ahora",
        "durante (?:unos|dos|tres|\\d+)",
    ),
    future=re.compile(r"(?<!\w)\w{2,}[aei]r(?:é|á|emos|án)(?!\w)"),
    past=re.compile(
        r"^(?:fui|fue|era|eran|tenía|había|\w{2,}(?:é|ó|í|aba|aban|ía|ían|aste|iste|amos|imos|aron|ieron))$"
    ),
)
