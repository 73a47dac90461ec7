"""Spanish."""

from typing import Final

from recollect.conversations.language import Kind, Language, any_of, one_of, signs, words

_HELP = (
    "es son era eran fue fueron ser está están estaba estaban estoy estás estamos hay había habrá ha han he has hemos tiene tienen tengo tienes"
    " tenía puede pueden puedo puedes podría podrías podemos debo debe deben va van voy vas vamos hace hacen hago haces cuesta cuestan"
    " vale valen dura duran quiero quiere quieres necesito necesita necesitas sirve sirven funciona funcionan dice dicen sale salen llega llegan"
    " queda quedan conviene sabes sé conoces recomiendas parece significa llama llaman vive viven abre abren cierra cierran pasa pasan"
    " será serán sería gusta gustan existe existen llueve debería tarda tardan se_puede hizo murió nació ganó escribió"
)
_IN = "a al ante con contra de del desde durante en entre hacia hasta para por según sin sobre tras"
_VERB = one_of(_HELP.replace("se_puede", ""))
_ALONE = rf"(?=\s*(?:[,.?!;:)]|$)|_(?:{_VERB}|{one_of(_IN)}|y|o|pero|que|me|te|se|lo|la|le|nos|no|también|más|mejor|peor|ya|aún|todavía|porfa)\b)"
# Verbs whose subject Spanish omits if it was named before.
_THIRD = (
    "es son era fue está están tiene tienen tenía cuesta cuestan costó costaba gasta gastan dice dicen dura duran duró pesa pesan mide miden vale valen sirve"
    " sirven funciona funcionan abre abren cierra cierran incluye incluyen puede pueden necesita necesitan consume consumen contiene contienen"
    " sale salen llega llegan viene vienen va van queda quedan vive viven vivió trabaja trabajan murió murieron nació nacieron escribió ganó"
    " ganaron hizo usa usan lleva llevan admite admiten acepta aceptan ofrece ofrecen cubre cubren tarda tardan empieza empiezan termina"
    " terminan acaba crece crecen come comen cabe caben ocupa ocupan suena sabe parece significa estudió jugó cobra cobran vende venden"
    " sigue siguen merece ayuda ayudan engorda duele protege paga pagan gana ganan tuvo tuvieron pasó empezó terminó estuvo vivía pintó compuso"
    " dirigió fundó inventó descubrió publicó cambia cambian afecta esta estan sube suben baja bajan entra entran funcionaba trata tratan"
    " caduca caducan aguanta aguantan pone explica menciona trae traen hacía habla hablan permite permiten exige requiere"
)
_LEAD = r"^\W*(?:(?:y|pero|vale|ok|oye|entonces)[,_]*\W?)*"
_WH = r"(?:cuánt[oa]s?|cuant[oa]s?|qué|que|cuándo|cuando|dónde|donde|cómo|como|por_qué|quién)"
_REST = "de|en|con|sobre|para|por|a|al|desde|hasta|mucho|mucha|muchos|muchas|bien|también|más|menos|hoy|ahora|ya|algún|alguna|algo|sin|muy|todo|todos|demasiado|bastante|gratis"
_NOUN_PHRASE = r"_(?:el|la|los|las|un|una|mi|tu|N+)\b"
_WEATHER = r"(?:llov\w+|llueve\w*|nev\w+|nieva\w*|amanece\w*|anochece\w*|oscurece\w*|hace_(?:frío|calor|viento|sol|frio|buen|mal|falta))"

SPANISH: Final = Language(
    code="es",
    stop=words(
        """el la los las lo un una unos unas y e o u pero ni que si sí no ya muy más mas menos también tampoco sólo solo
        siempre nunca casi tan tanto tanta mucho mucha muchos muchas poco poca pocos pocas todo toda todos todas algo
        nada alguien nadie alguno alguna algunos algunas ninguno ninguna cada otro otra otros otras mismo misma mismos
        mismas ambos ambas este esta estos estas ese esa esos esas aquel aquella aquellos aquellas esto eso aquello yo
        tú tu él ella ellos ellas nosotros vosotros usted ustedes me te se nos os le les mi mis tus su sus nuestro
        nuestra nuestros nuestras vuestro mí ti conmigo a al ante con contra de del desde durante en entre hacia hasta
        para por según sin sobre tras como cuando donde porque pues entonces así aquí ahí allí allá ahora hoy luego
        después antes aún todavía bien mal mejor peor bueno buena buenos buenas gran grande gracias hola favor porfa
        vale ok claro perfecto genial estupendo quizá quizás unos dos tres cuatro cinco seis primero primera segundo
        segunda tercero tercera último última ser estar haber tener hacer poder ir dar ver decir saber querer poner
        buena buen rico recomiéndame explícame cuéntame recuérdame búscame enséñame nuevo nueva qué dame dime ponme hazme muéstrame cosa cosas vez veces tipo forma manera además
        unas hecho sido estado dado visto dicho puesto ido tal cual enseguida seguida prisa relación acuerdo""".replace(
            "\n", " "
        )
    ),
    action_verbs=words(
        """comprar comprarme comprado quiero subido enviado mandado leído recomiendas recomendar busco buscar buscas
        encantó gusta pensaré comentaré prepararte preparo empezar hablar pienso pensando estoy necesitas darle dar
        enseñar aprender basta acabo acabamos estuvimos comimos pedisteis fuimos traducir""".replace(
            "\n", " "
        )
    ),
    question_words=words(
        "qué que quién quien quiénes cuál cual cuáles cuales cuándo cuando cuánto cuanto cuánta cuanta cuántos cuantos"
        " cuántas cuantas dónde donde adónde cómo como"
    ),
    verbs=words(_HELP),
    measures=words("tan tiempo lejos a menudo mucho más por desde cada no hasta de"),
    prepositions=words(_IN),
    edits=words(
        """corto corta largo larga sencillo sencilla simple formal informal detalles detalle ejemplo ejemplos seguro
        segura serio verdad sigue continúa continua explica explícame explicar resume resumen resumido inglés ingles español
        alemán francés frances tabla puntos versión breve repite amplía fuente fuentes nuevo""".replace(
            "\n", " "
        )
    ),
    aspects=words(
        """precio precios coste costo autor autora director dirección capital tamaño peso altura plazo nombre razón motivo
        diferencia ventaja ventajas desventaja desventajas inconveniente inconvenientes alternativa alternativas
        ingredientes teléfono horario horarios alquiler fecha hora duración distancia riesgo riesgos efectos síntomas
        causa causas población moneda idioma longitud edad garantía batería color resultado ganador final receta
        instrucciones reglas requisitos título significado entrada entradas consecuencias aparcamiento desayuno menú
        envío entrega devolución visado propina sueldo trámite proceso fianza""".replace("\n", " ")
    ),
    persons={
        **dict.fromkeys(
            """hermana madre mamá tía mujer esposa hija novia abuela sobrina reina compañera jefa amiga profesora médica
            vecina prima nieta suegra señora actriz autora chica niña""".split(),
            Kind.SHE,
        ),
        **dict.fromkeys(
            """hermano padre papá tío marido esposo hijo novio abuelo sobrino rey compañero jefe amigo profesor médico
            vecino primo nieto suegro señor actor autor chico niño""".split(),
            Kind.HE,
        ),
    },
    genders={
        **dict.fromkeys("una la unas las esta esa nuestra otra".split(), Kind.SHE),
        **dict.fromkeys("un el unos los este ese nuestro del al otro".split(), Kind.HE),
    },
    ordinals={
        **dict.fromkeys(["primero", "primera", "primer", "1", "uno", "a"], 1),
        **dict.fromkeys(["segundo", "segunda", "2", "dos", "b"], 2),
        **dict.fromkeys(["tercero", "tercera", "tercer", "3", "tres", "c"], 3),
        **dict.fromkeys(["cuarto", "cuarta", "4", "cuatro", "d"], 4),
        **dict.fromkeys(["quinto", "quinta", "5", "cinco"], 5),
        **dict.fromkeys(["último", "última", "ultimo", "ultima"], -1),
    },
    types={
        **dict.fromkeys(
            """restaurante hotel sitio lugar cafetería bar museo ciudad pueblo tienda país isla parque playa empresa marca
            libro película serie canción disco banda aplicación app juego podcast modelo coche móvil local""".split(),
            "name",
        ),
        **dict.fromkeys("documento archivo fichero pdf texto carta papel".split(), "document"),
        **dict.fromkeys("cosa cosas tema asunto caso punto idea pregunta".split(), "topic"),
    },
    document_words=words(
        """contrato manual póliza poliza carta informe currículum cv ensayo pdf factura acta artículo borrador documento
        archivo presentación reglamento estatutos escritura presupuesto nómina""".replace("\n", " ")
    ),
    non_references=any_of(
        rf"\b(?:va_a_)?{_WEATHER}",
        r"\bempieza_a_(?:nevar|llover|hacer)",
        r"\blo_(?:que|más|menos|mejor|peor|siento|cual|mismo_que|antes|de_siempre|bueno|malo|contrario|primero|único)\b",
        r"\ba_lo_mejor\b|\bpor_lo_(?:menos|general|tanto)\b|\bpor_eso_(?=N)|\best[ae]s?_(?:semana|noche|tarde|mañana|año|mes|verano|invierno|primavera|otoño|fin|lunes|martes|miércoles|jueves|viernes|sábado|domingo|vez|días|temporada|tipo)\b|\beste_fin_de\b",
        r"\b(?:el|la|los|las)_(?:primer|segund|tercer|últim|otr)[oa]?s?_(?:vez|de|que|\w{4,})\b(?<!_tiene)(?<!_tienen)(?<!_cuesta)(?<!_está)(?<!_abre)(?<!_mejor)(?<!_también)",
        r"\b(?:otra_vez|otro_día|el_otro_día|entre_sí|uno_de_los|una_de_las|el_uno_al_otro|de_otro_modo)\b|\by_?a_la_vez\b",
        r"\b(?:me|nos)_(?:puede|pueden|podría|podrían|recomienda|recomiendan|dice|da|explica)\b|\b(?:puede|podría)_(?:decir|recomendar|dar|explicar|ayudar|indicar)(?:me|nos)\b|\b(?:tiene|tienen)_(?:usted|ustedes)\b",
        r"\bes_(?:verdad|cierto|posible|necesario|obligatorio|normal|mejor|peor|peligroso|malo|bueno|legal|seguro|recomendable|importante|fácil|difícil|conveniente|sano|más_\w+|caro|barato)_(?:\w+(?:ar|er|ir|arse|erse|irse)|que|si)\b_?(?=\w)",
        r"\b(?:qué|que)_(?:hora|día|fecha|año)_(?:es|era|será)\b",
        r"\bsu_(?=N)|\bsi_no_(?:los|las|lo|la)\b",
    ),
    signs=signs(
        (
            Kind.ORDINAL,
            r"\b(?:punto|número|numero|paso|opción|opcion|apartado|consejo)_(?P<n>\d{1,2}|uno|dos|tres|cuatro|[abcd])\b",
        ),
        (
            Kind.ORDINAL,
            rf"\b(?:el|la|lo|del|al)_(?P<n>primer[oa]|segund[oa]|tercer[oa]|cuart[oa]|quint[oa]|últim[oa]|ultim[oa])\b{_ALONE}|\best[ea]_(?P<n2>últim[oa])\b",
        ),
        (Kind.OTHER, rf"\b(?:el|la|los|las|del|al)_otr[oa]s?\b{_ALONE}"),
        (
            Kind.AMONG,
            r"\bde_(?P<word>ell[oa]s|est[oa]s|es[oa]s|los_(?:dos|tres)|las_(?:dos|tres))\b(?!_\w)|\b(?:cuál|cual|cuáles|cuántos|cuántas|alguno|alguna|ninguno|ninguna|uno|una)_de_(?P<word2>ell[oa]s|est[oa]s|es[oa]s|los_(?:dos|tres)|las_(?:dos|tres))\b",
        ),
        (
            Kind.AMONG,
            r"\b(?:cuál|cual|cuáles)_(?:(?:es|son|sería|era|me|te|se|le|crees|tiene|tienen|está|sale|cuesta|dura|gasta|pesa|prefieres|recomiendas|elegirías|conviene|funciona)_)*(?:el_|la_)?(?:mejor|peor|más|menos|mas|recomiendas|conviene|prefieres|elegirías|cuesta|tiene|dura|gasta)\b(?!.*\b(?:o|que|del?)_)|\bcuál\s*[?]*$",
        ),
        (
            Kind.AMONG,
            rf"\b(?P<word>amb[oa]s|los_dos|las_dos|los_tres|las_tres|ningun[oa])\b{_ALONE}",
        ),
        (Kind.CHOICE, r"\b(?:el|la|los|las)_(?P<word>más|menos)_\w+\s*[?.!,]"),
        (Kind.NAMED, r"\b(?P<word>el)_(?P<noun>documento|archivo|fichero|pdf)\b"),
        (
            Kind.NAMED,
            r"\b(?P<word>este|esta|estos|estas|ese|esa|esos|esas|aquel|aquella|aquellos|aquellas)_(?P<noun>[\w'-]+(?:_[\w'-]+){0,2})",
        ),
        (Kind.HE, r"\b(?P<word>él)\b"),
        (Kind.SHE, r"\b(?P<word>ella)\b"),
        (Kind.THEY, r"\b(?P<word>ellos|ellas)\b"),
        (Kind.PLACE, r"\b(?P<word>allí|allá|alli|ahí|ahi)\b"),
        (
            Kind.TIME,
            r"\b(?P<word>entonces)\s*[?.!]*$|\b(?:desde|hasta|para)_(?P<word2>entonces)\b|\b(?P<word3>después|antes|luego)\s*[?.!]*$",
        ),
        (
            Kind.HE,
            r"\b(?:\w+(?:ar|er|ir|ár|ér|ír)(?:me|te|se|nos)?|\w+(?:ándo|éndo|ando|iendo)(?:me|te|se)?|\w*[áéíóú]\w{0,6}[aeoznsl]|haz|pon|d[ií](?:me)?|hazme|dale?|ponme|trae|lee|usa|repite)lo\b(?<!\bhilo)",
        ),
        (
            Kind.HE,
            r"^\W*(?:y_|pero_|ahora_|vale,_|ok,_)?(?!(?:modelo|regalo|abuelo|pañuelo|caramelo|paralelo|articulo|titulo|capitulo|vehiculo|angelo)\b)\w{3,}[aei](?:me|te)?lo\b",
        ),
        (
            Kind.SHE,
            r"(?!\b(?:charla|burla|perla|orla|regla|escuela)\b)\b(?:\w+(?:ar|er|ir|ár|ér|ír)(?:me|te|se|nos)?|\w+(?:ándo|éndo|ando|iendo)(?:me|te|se)?|\w*[áéíóú]\w{0,5}[aeozn]|haz|pon)la\b",
        ),
        (
            Kind.THEY,
            r"(?!\b(?:charlas|burlas|perlas|orlas)\b)\b(?:\w+(?:ar|er|ir|ár|ér|ír)(?:me|te|se|nos)?|\w+(?:ándo|éndo|ando|iendo)(?:me|te|se)?|\w*[áéíóú]\w{0,5}[aeozn])(?:los|las)\b",
        ),
        (
            Kind.IT,
            r"\b\w+(?:ar|er|ir)(?:le|les)\b(?!.*_a_(?:mi|un|una|la|los|las|N|tu)\b)(?!.*_al_)",
        ),
        (
            Kind.HE,
            rf"(?<!de_)(?<!por_)(?<!a_)\b(?P<word>lo)_(?!\w+(?:o|os|a|as)_(?:que|de)\b)(?:{_VERB}|he|has|ha|han|puedo|puedes|podemos|\w+(?:o|as|a|an|amos|emos|en|es|e|é|ó|aste|iste|aron|ieron))\b",
        ),
        (
            Kind.SHE,
            rf"(?:\b(?:dónde|donde|cómo|como|cuándo|cuando|cuánto|se|me|te|no|ya|si|y|quién|quien|que|qué|también)_)(?P<word>la)_(?:(?:puedo|puedes|podemos|puede|debo|tengo|he|has|ha|han|quiero)_\w+|{_VERB}|\w+(?:o|as|an|amos|emos|en|es|é|ó|aste|iste|aron|ieron))\s*(?:[,.?!]|$|_(?:{one_of(_IN)}|y|si|mejor|ya)\b)",
        ),
        (
            Kind.THEY,
            rf"(?:\b(?:dónde|donde|cómo|como|cuándo|cuando|cuánto|se|me|te|no|ya|si|y|quién|quien|también)_)(?P<word>los|las)_(?:(?:puedo|puedes|podemos|puede|debo|tengo|he|has|ha|han|quiero)_\w+|{_VERB}|\w+(?:o|an|amos|emos|en|é|ó|aste|iste|aron|ieron|es|as))\s*(?:[,.?!]|$|_(?:{one_of(_IN)}|y|si|mejor|ya)\b)",
        ),
        (
            Kind.IT,
            r"(?:^\W*|\b(?:qué|que|cuánto|cómo|cuándo|dónde|no|ya|y)_)(?P<word>le|les)_\w+(?!.*_a_(?:mi|un|una|la|los|las|N|tu|el)\b)(?!.*_al_)(?!.*_(?:los|las|el|la)_\w+)",
        ),
        (Kind.IT, r"\b(?P<word>su|sus|suyo|suya|suyos|suyas)\b"),
        (Kind.TOPIC, r"\b(?P<word>eso|esto|aquello)\b"),
        (
            Kind.TOPIC,
            rf"(?:^\W*|\b(?:y|{one_of(_IN)}|es|son|cuesta|tiene)_)(?P<word>ese|esa|esos|esas|este|estos|aquel)\b{_ALONE}",
        ),
        (
            Kind.TOPIC,
            rf"\blo_mismo\b(?!_que)|\b(?:el|la)_mism[oa]\b{_ALONE}|\balg[oú]n?[oa]?_(?:más|menos|parecido|similar)\b(?!.*_que_)|\b(?:qué|que|algo|quién|alguien)_más\s*[?.!]*$|\bpor_qué_no\s*[?]*$|\ben_su_lugar\b|\botr[oa]s?\s*[?.!]*$|^\W*otr[oa]s?\s*[,.?!]|\bun[oa]s?_(?:más|menos)_\w+|\bmás_(?:sobre|de)_(?:eso|ello|él)\b",
        ),
        # omitted subject
        (
            Kind.IT,
            rf"{_LEAD}(?:(?:a_|de_|en_|con_|para_|desde_|hasta_|por_)?{_WH}_(?:(?!se_)\w+_)?)?(?:no_|ya_|también_|todavía_|aún_)*(?P<word>{one_of(_THIRD)})(?=\s*[?.!]*$|_(?:{_REST})\b)(?!.*(?<!_de)(?<!_en)(?<!_a)(?<!_con)(?<!_por)(?<!_para)(?<!_sobre)(?<!_desde)(?<!_hasta){_NOUN_PHRASE})(?!.*,_?\w+.*_o_)",
        ),
        (
            Kind.IT,
            rf"{_LEAD}(?:(?:a_|de_|en_|con_|para_)?{_WH}_(?:\w+_)?)?(?:no_)?(?P<word>se)_(?:puede_|pueden_|debe_)?[a-záéíóúñ]+(?:_(?:{_REST})_[a-záéíóúñ]+)?\s*[?.!]*$",
        ),
        (
            Kind.IT,
            rf"{_LEAD}(?:no_|también_|ya_)?(?P<word>{one_of(_THIRD)}|(?:puede|pueden|debe|deben)_\w+r)_(?!usted|que\b|\w+_que\b|\w+_\w+(?:ar|er|ir)\b)[a-záéíóúñ]+(?:_(?:{one_of(_IN)})_(?:[a-záéíóúñ]+_?){{1,3}})?\s*[?.!]*$",
        ),
        (
            Kind.IT,
            rf"{_LEAD}(?:{_WH}_)?(?P<word>puede|pueden)_\w+r(?:_(?:al|a|en|con|sin|por|de)_[a-záéíóúñ_]+)?\s*[?.!]*$",
        ),
        (
            Kind.PLACE,
            r"\bcómo_(?:llego|llegamos|se_llega|puedo_llegar|voy|vamos)\b(?!.*_(?:a|al|hasta)_)",
        ),
    ),
    possessives=any_of(r"^(?:sus?|suy[oa]s?)$"),
    connectives=any_of(
        r"^\W*(?:(?:vale|ok|ah|bueno|gracias|entonces|oye)[,_]+\W?)*(?:y|pero|o|e|qué_tal_si|qué_pasa_con|qué_hay_de|que_pasa_con|y_si)\b[,_]*"
    ),
    only=any_of(r"^\W*(?:también|solo|sólo|incluso|hasta|no|mejor|mañana|hoy)\b"),
    clause=any_of(
        r"[,;.:!?¿]\s?|_(?:y|pero|si|cuando|porque|aunque|mientras|que|antes_de|después_de|para_que|o|hasta|donde|como)_"
    ),
    condition=any_of(r"\b(?:si|cuando|después|antes|tras|al|durante|sin)\b"),
    social=words(
        """gracias hola adiós adios chao buenas buenos días dias tardes noches genial perfecto estupendo vale ok okay
        guay entendido luego pronto saludos fenomenal ayuda ayudado encantado maravilloso fantástico bien perdón""".replace(
            "\n", " "
        )
    ),
    small_talk=any_of(
        r"^\W*(?:hola|hey|buenas)?[,_]*\W?(?:qué_tal(?:_estás|_está|_va|_todo)?|que_tal|cómo_(?:estás|está|te_va|va_todo|vas)|como_estas|quién_eres|qué_eres|qué_puedes_hacer|me_puedes_ayudar|puedes_ayudarme|hasta_(?:luego|mañana|pronto)|nos_vemos|de_nada|buen_día)\b[^,;.]{0,20}$"
    ),
    thanks=any_of(
        r"^\W*(?:vale,?_|ok,?_|genial,?_|perfecto,?_|muy_bien,?_|ah,?_)*(?:muchas_|mil_)?(?:gracias|adiós|hasta_luego|te_lo_agradezco)\b"
    ),
    yes=any_of(
        r"^\W*(?:sí|si|vale|claro|por_supuesto|venga|dale|ok|okay|por_favor|porfa|no|todavía_no|aún_no|hazlo|adelante|exacto|correcto|ambos|los_dos|las_dos|de_acuerdo|mejor|prefiero)\b(?=\s*(?:[,.!]|$)|_(?:por|porfa|gracias|claro|me|quiero|hazlo|el|la|los|las)\b)"
    ),
    asked_for=any_of(r"^\W*(?:cuánt[oa]s?_\w+|cuant[oa]s?_\w+|(?:a_|de_|en_|con_)?qué_\w+)\b"),
    determiners=words(
        "el la los las un una unos unas mi mis tu tus su sus nuestro nuestra del al este esta ese esa cada"
    ),
    half_said=any_of(
        r"^\W*(?:y_|pero_)?(?:hay_que|hace_falta|se_puede|conviene|tengo_que|tenemos_que|debo|puedo|podemos|debería|merece_la_pena|vale_la_pena)_\w+r\s*[?]*$"
    ),
    offers=any_of(
        r"(?:en_qué_(?:te|le|puedo)|puedo_ayudar|algo_más|qué_necesitas|qué_quieres_saber|te_ayudo)"
    ),
    mention=any_of(
        r"\b(?:diferencia_entre|se_escribe|la_palabra|se_pronuncia|cuándo_se_usa|significa_la|gramática)\b"
    ),
    places=any_of(r"\b(?:en|a|desde|hasta|hacia|de|por|para|cerca_de|visitar)_$"),
    asks_for=any_of(
        r"\b(?:qué|cuál|cuáles|quién|dónde|recomi\w+|suger\w+|busca\w*|algún|alguna|ideas?|dime|hay)\b"
    ),
    alternatives=any_of(r"\bentre_"),
    times=words(
        "sábados domingos días fines lunes martes miércoles jueves viernes sábado domingo enero febrero marzo abril mayo junio julio agosto septiembre octubre noviembre diciembre hoy mañana tarde noche verano invierno primavera otoño inglés español francés alemán"
    ),
)
