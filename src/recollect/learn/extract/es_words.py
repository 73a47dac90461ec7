"""Spanish: the words that patterns are made of."""

from typing import Final

from recollect.learn.extract.language import one_of, words

# Who people have; the gender decides between "el" and "la" where they are told of.
_MALE: Final = """padre papá papa papi viejo hermano hermanito hijo hijito marido esposo novio tío tio tito sobrino abuelo
    abuelito yayo nieto bisabuelo suegro cuñado yerno padrastro hijastro hermanastro padrino ahijado primo consuegro exmarido exnovio
    prometido niño nene crío chico chaval bebé bebe mellizo gemelo pequeñajo guaje chamaco pibe concuñado compadre"""
_FEMALE: Final = """madre mamá mama mami vieja hermana hermanita hija hijita mujer esposa novia tía tia tita sobrina abuela
    abuelita yaya nieta bisabuela suegra cuñada nuera madrastra hijastra hermanastra madrina ahijada prima consuegra exmujer exnovia
    prometida niña nena cría chica chavala beba melliza gemela concuñada comadre"""
_MALE_WORK: Final = """jefe encargado compañero colega socio director profesor profe maestro tutor entrenador médico medico doctor
    dentista psicólogo psicologo terapeuta fisio fisioterapeuta veterinario abogado gestor asesor contable contador casero
    inquilino vecino amigo mejor_amigo colega cliente proveedor becario aprendiz alumno mentor supervisor gerente mecánico
    electricista fontanero plomero albañil peluquero cuidador nutricionista cardiólogo dermatólogo traumatólogo oculista
    matrón notario párroco cura capataz patrón ayudante asistente compañero_de_piso compañero_de_trabajo pareja_de_baile roomie
    responsable coordinador editor agente representante CEO CTO"""
_FEMALE_WORK: Final = """jefa encargada compañera socia directora profesora seño maestra tutora entrenadora médica medica doctora
    psicóloga psicologa veterinaria abogada gestora asesora contadora casera inquilina vecina amiga mejor_amiga clienta
    proveedora becaria alumna mentora supervisora gerenta mecánica fontanera peluquera cuidadora nutricionista ginecóloga
    cardióloga dermatóloga matrona notaria ayudanta canguro niñera pareja compañera_de_piso compañera_de_trabajo
    coordinadora editora familia pediatra"""
_PETS: Final = """perro perrito gato gatito cachorro caballo potro conejo hámster hamster loro periquito canario galgo burro toro
    pez hurón gallo cerdo michi|perra perrita gata gatita cachorra yegua coneja tortuga cobaya gallina vaca oveja cabra
    cotorra iguana serpiente mascota burra podenca"""
_PLURAL: Final = """padres papás viejos hermanos hijos tíos sobrinos abuelos nietos suegros cuñados primos niños nenes críos
    chicos pibes pibas chamacos chavos chavales gurises peques mellizos gemelos trillizos hermanas hijas niñas nenas sobrinas primas tías abuelas nietas amigos amigas
    compañeros colegas vecinos perros gatos perras gatas gallinas ovejas cabras conejos caballos vacas abejas alumnos
    clientes jefes bisabuelos"""

_PETS_M, _PETS_F = _PETS.split("|")
GENDER: Final = {
    word.replace("_", " "): gender
    for text, gender in (
        (f"{_MALE} {_MALE_WORK} {_PETS_M}", "m"),
        (f"{_FEMALE} {_FEMALE_WORK} {_PETS_F}", "f"),
    )
    for word in (text.replace("\n", " ")).split()
} | {"peque": "", "pareja": "", "familia": "f"}
FAMILY: Final = one_of(f"{_MALE} {_FEMALE} {_PLURAL} pareja peque familia")
PETS: Final = one_of(
    _PETS.replace("|", " ")
    + " perros gatos gallinas ovejas cabras conejos caballos vacas abejas perras gatas"
)
KIN: Final = one_of(
    f"{_MALE} {_FEMALE} {_MALE_WORK} {_FEMALE_WORK} {_PETS_M} {_PETS_F} {_PLURAL} peque ex"
)
# "the dog", "the little one": said of one's own without "my".
OWN_KIN: Final = one_of(
    f"{_PETS_M} {_PETS_F} niño niña nene nena crío cría peque peques niños niñas nenes bebé bebe beba gorda gordo gordi abuela abuelo"
)

# Words with a capital that are no names of people.
NOT_NAMES: Final = words(
    """Ene Feb Abr Jul Ago Sep Sept Oct Nov Dic Yo El La Los Las Lo Un Una Unos Unas Y E O U Pero Así Asi Que Qué De Del En Al A Con Sin Por Para Si Sí No Ni Mi Mis Tu
    Tus Su Sus Nuestro Nuestra Nuestros Nuestras Él Ella Ellos Ellas Nosotros Nosotras Usted Ustedes Vos Tú Eso Esto Ese
    Esa Este Esta Estos Estas Esos Esas Aquel Aquí Aqui Ahí Allí Acá Hoy Ayer Mañana Ahora Luego Después Antes Ya Aún Aun
    Todavía También Tampoco Además Solo Sólo Siempre Nunca Casi Cada Todo Todos Toda Todas Algo Nada Nadie Alguien Otro
    Otra Mucho Muchos Muchas Muy Más Mas Menos Bien Mal Bueno Buena Buenas Buenos Hola Gracias Vale Ok Okey Venga Perdona
    Perdón Oye Oiga Mira Pues Porque Cuando Como Cómo Donde Dónde Cuánto Cuántos Cuál Quién Quien Desde Hasta Entre
    Sobre Según Durante Mientras Aunque Entonces Lunes Martes Miércoles Jueves Viernes Sábado Domingo Enero Febrero
    Marzo Abril Mayo Junio Julio Agosto Septiembre Octubre Noviembre Diciembre Navidad Reyes Pascua Me Te Se Nos Os Le
    Les Hay Es Son Era Fue Está Estoy Soy Tengo Tiene Voy Va He Ha Hace Uy Ay Ah Oh Jaja Jajaja Dios Madre Padre Mamá
    Papá Abuela Abuelo Primero Segundo Último Dos Tres Cuatro Cinco Nota Dato Ojo Tema Español Inglés Francés Alemán
    Italiano Portugués Catalán Euskera Gallego Espero Creo Igual Quizá Quizás Total Verdad Claro Genial Perfecto
    Exacto Listo Corrección Actualización Recuerda Recordatorio Apunta Por_favor Resulta""".replace(
        "\n", " "
    )
)
# Somebody called so is taken for one of the speaker's people; a surname alone ("Alcaraz") is not.
GIVEN_NAMES: Final = words(
    """María Maria Carmen Ana Isabel Laura Cristina Marta Lucía Lucia Paula Sara Elena Raquel Pilar Rosa Teresa Irene Silvia
    Julia Patricia Rocío Rocio Andrea Mónica Monica Alba Beatriz Nuria Sandra Mercedes Ángela Angela Eva Susana Yolanda
    Natalia Alicia Margarita Sonia Claudia Inés Ines Montse Montserrat Lola Dolores Concha Encarna Rosario Carla Noelia
    Lorena Marina Celia Daniela Valentina Camila Sofía Sofia Martina Emma Valeria Ximena Guadalupe Lupe Fernanda Gabriela
    Mariana Alejandra Verónica Veronica Adriana Carolina Vanesa Olga Blanca Gloria Clara Amparo Vicky Pepa Paqui Leire
    Nerea Ainhoa Itziar Maite Amaia Candela Vera Abril Olivia Noa Carlota Vega Renata Romina Florencia Micaela Agustina
    Catalina Antonia Francisca Josefina Ramona Manuela Victoria Berta Aitana Triana Aurora Esther Ester Miriam Lidia
    Antonio José Jose Manuel Francisco David Juan Javier Daniel Carlos Jesús Jesus Alejandro Miguel Rafael Pedro Pablo
    Ángel Angel Sergio Fernando Jorge Luis Alberto Álvaro Alvaro Diego Adrián Adrian Raúl Raul Enrique Ramón Ramon
    Vicente Iván Ivan Rubén Ruben Óscar Oscar Andrés Andres Joaquín Joaquin Santiago Santi Eduardo Víctor Victor Roberto
    Jaime Mario Ignacio Nacho Alfonso Salvador Ricardo Marcos Jordi Emilio Julián Julian Julio Guillermo Gabriel Tomás
    Tomas Agustín Agustin José Hugo Martín Martin Lucas Leo Mateo Nicolás Nicolas Samuel Gonzalo Héctor Hector Felipe
    Iker Aitor Mikel Unai Xabi Jon Ander Marc Pol Pau Oriol Arnau Bruno Dani Álex Alex Gael Thiago Bauti Bautista Joaco
    Facundo Matías Matias Emiliano Sebastián Sebastian Rodrigo Esteban Ernesto Gerardo Arturo Armando Rogelio Ramiro
    Cristian Cristóbal Ismael Isaac Abel Elías Elias Simón Simon Benito Eugenio Paco Pepe Manolo Quique Toni Fran Chema
    Kike Rafa Javi Edu Pili Mari Loli Puri Chelo Merche Nati Bea Cris Lu Caro Flor Fede Gonza Nico Tomi Juanjo""".replace(
        "\n", " "
    )
)
NAME: Final = r"(?-i:(?:(?:Dra?|Sra?|Don|Doña|Prof)\.? )?(?!(?:Dra?|Sra?|Prof)\b)[A-ZÀ-Þ][\w'-]*[\wà-ÿ](?: (?:(?:de|del|de la|y) )?[A-ZÀ-Þ][\w'-]+){0,2})"
# A title is no name by itself.
FIRST_NAME: Final = r"(?-i:(?:(?:Dra?|Sra?|Srta)\.? )?(?!(?:Dra?|Sra?|Srta)\b)[A-ZÀ-Þ][a-zà-ÿ]+(?: (?:José|Jose|María|Maria|Carmen|Luis|Carlos|Ángel|Angel|Antonio|Pablo|Mar|Jesús|Ignacio|Pilar|Luz|Manuel|Andrés|Belén|Elena|Paz))?(?![\w.-]))"

NUMBER_WORDS: Final = {
    word: number
    for number, row in enumerate(
        """cero|un una uno|dos par|tres|cuatro|cinco|seis|siete|ocho|nueve|diez|once|doce docena|trece|catorce|quince quincena
        |dieciséis dieciseis|diecisiete|dieciocho|diecinueve|veinte|veintiuno veintiún|veintidós|veintitrés|veinticuatro
        |veinticinco""".replace("\n", "")
        .replace(" |", "|")
        .split("|")
    )
    for word in row.split()
} | {
    "treinta": 30,
    "cuarenta": 40,
    "cincuenta": 50,
    "sesenta": 60,
    "setenta": 70,
    "ochenta": 80,
    "noventa": 90,
}
NUMBER: Final = (
    r"(?:\d+|"
    + "|".join(sorted(NUMBER_WORDS, key=len, reverse=True))
    + r"|un par de|unos cuantos|varios)"
)

_MONTH: Final = "(?:enero|febrero|marzo|abril|mayo|junio|julio|agosto|septiembre|setiembre|octubre|noviembre|diciembre)"
_DAY: Final = "(?:lunes|martes|miércoles|jueves|viernes|sábados?|domingos?)"
_UNIT: Final = "(?:días?|semanas?|mes(?:es)?|años?|horas?|quincena|fin de semana|finde)"
# A time, as it can stand in front of a statement or in it.
TIME: Final = (
    rf"(?:a las? (?:[\d:.]+|{NUMBER})(?: y (?:media|cuarto|\w+)| menos \w+| en punto)?(?: h(?:oras)?)?(?: de la \w+)?|hoy|mañana|ayer|anoche|anteayer|antier|pasado mañana|esta (?:mañana|tarde|noche|semana)|este (?:año|mes|curso|finde|fin de semana|verano|invierno|otoño|{_DAY}|{_MONTH})"
    rf"|(?:el|la) (?:{_DAY}|{_UNIT}|verano|invierno|otoño|primavera|curso|{_MONTH})(?: (?:pasad[oa]|que viene|próxim[oa]|siguiente|entrante|\d+))?(?: de {_MONTH})?(?: por la (?:mañana|tarde|noche))?"
    rf"|(?:el|la) (?:próxim[oa]|pasad[oa]) (?:{_DAY}|{_UNIT}|verano|invierno|{_MONTH})|el \d{{1,2}}(?: de {_MONTH})?(?: de \d{{4}})?|(?:desde )?hace (?:\w+ ){{1,3}}?{_UNIT}|(?:dentro de|en) (?:\w+ ){{1,2}}?{_UNIT}"
    rf"|(?:en|desde) (?:{_MONTH}|\d{{4}}|verano|invierno|primavera|otoño)(?: de \d{{4}})?|desde (?:(?:el|la) \w+ de {_MONTH}|pequeñ[oa]|niñ[oa]|chic[oa]|siempre|entonces|enton|el \w+(?: \w+)?|los \w+ años|que nací)|a los \w+ años"
    rf"|los (?:{_DAY}|findes|fines de semana)(?: por la \w+)?|cada (?:{_DAY}|{_UNIT}|mañana|tarde|noche)|todos los (?:{_DAY}|días|años|meses|fines de semana)|todas las (?:semanas|mañanas|tardes|noches)|por las? (?:mañanas?|tardes?|noches?)|en (?:Navidad|Semana Santa|Pascua|Reyes|verano|invierno)|en (?:mi|nuestr[oa]|el|la) (?:trabajo|curro|casa|equipo|empresa|oficina|restaurante|bar|tienda|taller|colegio|cole|instituto|hospital|despacho|pueblo|familia|cocina|clase|universidad|uni|gimnasio|laburo|facultad))"
)
ADVERBS: Final = (
    r"(?:(?:ya|no|también|tampoco|siempre|nunca|jamás|casi|solo|sólo|solamente|aún|todavía|ahora|ahorita|ahora mismo|apenas|recién|al final|por fin|\w+mente|además|hoy|de momento|por ahora|en realidad|de hecho|antes|luego|aquí|acá|en casa"
    r"|a veces|últimamente|muy|justo|encima|más bien|de pequeñ[oa]|de niñ[oa]|de joven|en su día|a diario|sin falta|mucho),? )*"
)

PARTS: Final = {
    "KIN": KIN,
    "FAMILY": FAMILY,
    "PETS": PETS,
    "NAME": NAME,
    "FIRST": FIRST_NAME,
    "NUM": NUMBER,
    "TIME": TIME,
    "MONTH": _MONTH,
    "DAY": _DAY,
    "UNIT": _UNIT,
    "ADV": ADVERBS,
    # What may stand in front of a statement: when, how often.
    "PRE": r"(?:(?:<TIME>,? |)<ADV>){0,2}",
    "CL": r"(?:(?:me|nos|se|lo|la|los|las|le|les) ){0,2}",
    "YO": r"(?:(?:yo|nosotr[oa]s|(?:mi|nuestro|nuestra) \w+(?: \w+)? y yo|<FIRST> y yo|los (?:dos|tres|cuatro)|entre (?:los )?(?:dos|tres|todos)),? )?",
    "AGE": r"(?:mayor|menor|pequeñ[oa]|chic[oa]|grande|mediano|mediana|gemel[oa]|político|política|nuev[oa]|antigu[oa]|actual|anterior|difunt[oa]|de (?:piso|trabajo|clase|toda la vida|la infancia|<FIRST>)|mayores|menores|segund[oa]|tercer[oa]|mejor|ex|querid[oa])",
    # "mi hermana mayor Ana", "la perra"; `who` turns away what is nobody ("la web").
    "KINP": r"(?:mis?|nuestr[oa]s?|sus?|el|la|los|las) (?:mejor |nuev[oa] |ex )?[\w-]+(?: (?:<AGE>|y (?:mi )?[\w-]+))?(?:,? (?-i:[A-ZÀ-Þ][a-zà-ÿ]+))?,?",
    "THIRD": r"(?:<KINP>|él|ella|ellos|ellas|<FIRST>)",
}
