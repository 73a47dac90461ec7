"""Spanish: who somebody is: name, age, family state, health."""

from typing import Final

from recollect.learn.extract.es_rule import cues, rule, says
from recollect.learn.extract.language import Timing
from recollect.model.entry import Kind
from recollect.model.learning import EntityType as Type

_FACT = Kind.FACT
_HEALTH = r"(?:alergias?|intolerancia|celiaquía|diabetes|asma|migrañas?|epilepsia|artritis|artrosis|hipertensión|colesterol|TDAH|autismo|dislexia|insomnio|ansiedad|depresión|vértigos?|acúfenos|marcapasos|fibromialgia|hipotiroidismo|tiroides|psoriasis|dermatitis|eczema|escoliosis|hernia|ciática|lumbalgia|lupus|crohn|colitis|gastritis|reflujo|endometriosis|anemia|cáncer|miopía|astigmatismo|daltonismo|ceguera|sordera|esclerosis|parkinson|alzhéimer|alzheimer|demencia|esguince|tendinitis|menisco|prótesis|audífonos?|lesión|soplo|arritmia|covid|lentillas|brackets|ortodoncia|embarazo)"

PERSON: Final = (
    rule(
        _FACT,
        "llamo nombre",
        r"<ADV>(?:(?:yo )?me llamo|mi nombre(?: completo)? es) (?P<object>\w+(?: <NAME>)?).*",
        "name",
        confidence=0.9,
        type=Type.PERSON,
    ),
    rule(
        _FACT,
        "llaman dicen",
        r"(?:(?:todos|mis amigos|en casa|la gente) )?me (?:llaman|dicen) (?!que|cosas|de)(?P<object>\w+).*",
        "nickname",
        confidence=0.75,
    ),
    rule(
        _FACT,
        "soy",
        r"(?:yo )?soy (?P<object><FIRST>)(?:$|,| y | de (?=(?-i:[A-Z]))|[ -]+\d).*",
        "name",
        confidence=0.75,
        type=Type.PERSON,
    ),
    rule(
        _FACT,
        "años añitos meses añazos",
        says(
            "tener",
            "now",
            r" (?:ya |casi |solo |unos |apenas )?<NUM> (?:y <NUM> )?(?:años|añitos|añazos|meses|semanas)(?! (?:de (?:experiencia|antigüedad|garantía|carnet|contrato)|para|trabajando|sin|viviendo|estudiando)\b).*",
            dropped=True,
        ),
        "age",
        confidence=0.8,
    ),
    rule(
        _FACT,
        cues("cumplir"),
        says(
            "cumplir",
            "past",
            r"(?: (?:años|ya|hoy|mañana|justo))? ?(?:los )?(?:<NUM>|treinta y \w+|cuarenta y \w+|cincuenta y \w+|años|<TIME>)\b(?! (?:con|los requisitos)).*",
            dropped=True,
        ),
        "age",
        timing=Timing.EVENT,
        confidence=0.75,
    ),
    rule(
        _FACT,
        cues("cumplir"),
        says(
            "cumplir",
            "now will",
            r"(?: (?:años|ya|hoy|mañana|justo))? ?(?:los )?(?:<NUM>|treinta y \w+|cuarenta y \w+|cincuenta y \w+|años|<TIME>)\b(?! (?:con|los requisitos)).*",
            dropped=True,
        ),
        "age",
        timing=Timing.EVENT,
        past=False,
        confidence=0.75,
    ),
    rule(
        _FACT,
        "cumpleaños cumple aniversario santo",
        r"(?:(?:mi|nuestro|su|el) (?:cumple(?:años)?|aniversario|santo)(?: de (?:mi \w+|bodas?|<FIRST>))? (?:es|cae|será|fue) .*\d.*|(?:el )?\d{1,2} de <MONTH> es (?:mi|nuestro) (?:cumple(?:años)?|aniversario).*)",
        "birthday",
        confidence=0.8,
    ),
    rule(
        _FACT,
        cues("nacer"),
        says("nacer", "past", r" (?:el \d|en (?:\d|<MONTH>)|hace|<TIME>).*", dropped=True),
        "birthday",
        past=True,
        timing=Timing.EVENT,
        confidence=0.8,
    ),
    rule(
        _FACT,
        cues("casar divorciar separar prometer")
        + " casado casada casados casadas soltero soltera divorciado divorciada viudo viuda separado separada prometido prometida novio novia embarazada",
        says(
            "estar ser",
            "now",
            r" <ADV>(?:felizmente |recién )?(?:casad|solter|divorciad|viud|separad|prometid|comprometid|embarazad)[oa]s?\b(?: con (?P<object><NAME>))?.*",
        ),
        "marital_status",
        relation="married to",
        type=Type.PERSON,
        confidence=0.8,
    ),
    rule(
        _FACT,
        "dejado dejamos roto rompimos rompí cortado cortamos corté juntos",
        r"<PRE><YO>(?:(?:ya )?(?:lo (?:hemos )?dejamos|lo hemos dejado|hemos (?:roto|cortado)|rompimos|cortamos|ya no estamos juntos)(?: (?:hace|ayer|en|el|la|este|esta|después)\b.*)?$|(?:he (?:roto|cortado)|lo he dejado|rompí|corté) con (?:mi (?:novi[oa]|pareja|chic[oa]|ex|marido|mujer)|<NAME>)\b.*)",
        "marital_status",
        timing=Timing.EVENT,
        confidence=0.75,
    ),
    rule(
        _FACT,
        cues("casar divorciar separar"),
        says(
            "casar divorciar separar",
            "past",
            r"(?! (?:las|los|la|con los|bien) )(?! el (?!mes|año|verano|otoño|invierno|lunes|martes|miércoles|jueves|viernes|sábado|domingo|\d)\w)\b.*",
        ),
        "marital_status",
        timing=Timing.EVENT,
        confidence=0.75,
    ),
    rule(
        _FACT,
        "positivo negativo mido peso calzo mide pesa calza grupo talla estatura",
        r"(?:(?P<who>(?:<THIRD> )(?:mide|pesa|calza))|mido|peso|calzo|uso (?:la |una )?talla|soy (?=(?:A|B|AB|0|O) (?:positivo|negativo))|mi (?:grupo sanguíneo|talla|número de pie|estatura|peso|altura|presión)(?: \w+)? es) ?.*(?:\d|\b[A-Z]{1,2}\b|positivo|negativo).*",
        "height",
    ),
    rule(
        _FACT,
        "alérgico alérgica alergia alergias intolerante intolerancia celíaco celíaca celíacos celiaco celiaca diabético diabética asmático asmática daltónico daltónica zurdo zurda epiléptico hipertenso alérgicos vegana",
        r"(?:"
        + says(
            "ser tener estar",
            "now",
            r" <ADV>(?:un poco |muy |una? |bastante |oficialmente )*(?:\w+ )?(?:alérgic[oa]s?|alergias?|intolerantes?|intolerancia|celíac[oa]s?|diabétic[oa]s?|asmátic[oa]s?|daltónic[oa]s?|zurd[oa]s?|epiléptic[oa]s?|hipertens[oa]s?|autista|disléxic[oa]s?|hipotiroide[oa])\b.*",
            dropped=True,
        )
        + r"|alérgic[oa] a .+)",
        "allergy",
        confidence=0.85,
    ),
    rule(
        _FACT,
        "puedo podemos puede pueden",
        says(
            "poder",
            "now",
            r" (?:comer|tomar|beber|probar|digerir|conducir|correr|volar|hacer deporte|cargar)\b(?! (?:esto|eso|lo)\b).+",
        ).replace("<ADV><CL>", "no <CL>"),
        "diet",
        confidence=0.75,
    ),
    rule(
        _FACT,
        "fumo fumamos fuma",
        says("fumar", "now", r"(?: (?:mucho|poco|un poco|desde .+|una cajetilla .+|\d+ .+))?$"),
        "habit",
        confidence=0.7,
    ),
    rule(
        _FACT,
        "sienta sientan",
        r"(?:a mí )?(?:(?:el|la|los|las) [\w ]+ )?(?:no )?me sientan? (?:muy |bastante |fatal|mal|bien|como)\b.*",
        "diet",
        confidence=0.7,
    ),
    # An illness that is over.
    rule(
        _FACT,
        "ido fue curó curado curada quitó quitado desapareció desaparecido pasó",
        rf"<PRE>(?:mi|mis|la|el|las|los) (?:\w+ )?{_HEALTH}(?: \w+)?(?: ya)? (?:se (?:me )?(?:ha ido|han ido|fue|curó|ha curado|quitó|ha quitado|pasó)|está curad[oa]|desapareció|ha desaparecido)\b.*",
        "health",
        confidence=0.75,
    ),
    rule(
        _FACT,
        cues("tener padecer sufrir"),
        says(
            "tener padecer sufrir",
            "now",
            rf" (?:de |del |un |una |la |el |los |unas |unos |mucha |bastante |mi )?(?:\w+ )?{_HEALTH}\b.*",
            dropped=True,
        ),
        "health",
        confidence=0.8,
    ),
    rule(
        _FACT,
        "operan operar operarán operaran opero ponen quitan hacen ingresan ingreso",
        r"<PRE><ADV>(?:a (?P<who><KINP>|<FIRST>) )?(?:me|le|nos|les) (?:(?:van a|tienen que) )?(?:operan|operar|operarán|(?:ponen|quitan|hacen|poner|quitar|hacer) (?:una?|el|la|los|las) (?:\w+ )?(?:prótesis|férula|escayola|marcapasos|brackets|muelas?|vacuna|puntos|audífonos?|implante|menisco|yeso|resonancia|biopsia|colonoscopia|eco|ecografía|TAC|corsé)|ingresan)\b.*",
        "health",
        past=False,
        confidence=0.8,
    ),
    rule(
        _FACT,
        "puesto quitado implantado operaron operado operó diagnosticaron diagnosticado detectaron detectado ingresaron recetaron recetado extirparon pusieron quitaron escayolaron implantaron vacunaron",
        r"<PRE><ADV>(?:a (?P<who><KINP>|<FIRST>) )?(?:me|le|nos|les) (?:han |ha |acaban de )?(?:operaron|operado|operó|diagnosticaron|diagnosticado|detectaron|detectado|ingresaron|ingresado|recetaron|recetado|han recetado|extirparon|escayolaron|vacunaron|vacunado|(?:pusieron|puesto|quitaron|quitado|implantaron|implantado) (?:una?|el|la|los|las) (?:\w+ )?(?:prótesis|férula|escayola|marcapasos|brackets|muelas?|vacuna|puntos|audífonos?|implante|menisco|apéndice|vesícula|amígdalas|muela|yeso|stent|DIU|corsé))\b.*",
        "health",
        timing=Timing.EVENT,
        confidence=0.8,
    ),
    rule(
        _FACT,
        cues("romper torcer lesionar fracturar quemar") + " esguince esguincé",
        says(
            "romper torcer lesionar fracturar quemar",
            "past",
            r" (?:el|la|los|un|una|las|en el|en la|haciendo|jugando) ?(?:\w+ )?(?:pierna|brazo|tobillo|muñeca|rodilla|pie|dedo|cadera|hombro|costilla|clavícula|espalda|mano|codo|isquio\w*|ligamento\w*|menisco|nariz|mandíbula|cruzado|talón|cuello|diente|gemelo|tibia|peroné|fútbol|esquí)\b.*",
        ),
        "health",
        timing=Timing.EVENT,
        past=True,
    ),
    rule(
        _FACT,
        "llevar llevo férula ferula escayola corsé muletas collarín gafas audífonos",
        r"<PRE><ADV>(?:yo )?(?:tengo que llevar|llevo|uso|debo llevar) (?:una? |el |la |las |los )?(?:férula|escayola|corsé|muletas|collarín|gafas|audífonos?|lentillas|marcapasos|bomba|parche|faja|plantillas|yeso|lentes|brackets|peluca|bastón|órtesis|vendaje)\b.*",
        "health",
        confidence=0.75,
    ),
    # Whatever it is that somebody takes who was asked for medication.
    rule(
        _FACT,
        cues("tomar"),
        says("tomar", "now", r" .+"),
        "health",
        confidence=0.75,
        answers=r"\b(?:medica|medicina|pastilla)",
    ),
    rule(
        _FACT,
        "mandado mandó mandaron recetado recetó cambiado cambió",
        r"(?:el|la|mi|su) (?:médic[oa]|doctora?|especialista|pediatra|psiquiatra|dentista|\w+ólog[oa]) (?:me|nos) (?:ha )?(?:mandado|mandó|recetado|recetó|cambiado|cambió) (?!callar\b|a\b|un (?:correo|mensaje|mail)\b).+",
        "health",
        timing=Timing.EVENT,
        confidence=0.75,
    ),
    # "el enalapril me daba tos y me lo han cambiado por losartán"
    rule(
        _FACT,
        "cambiado cambiaron cambió",
        r"(?:me|nos) l[oa]s? (?:(?:han?|acaban de) )?(?:cambiado|cambiar|cambiaron|cambió) por .+",
        "health",
        timing=Timing.EVENT,
        confidence=0.7,
        after=r"\bme (?:daba|daban|dio|dieron|provocaba|producía|sentaba|subía|bajaba) ",
    ),
)
