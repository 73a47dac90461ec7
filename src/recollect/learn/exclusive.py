"""Words of which only one can hold of one thing: it is red or blue, an answer short or long.

A line is a class, then its values between slashes, each in all the words it goes by.
"""

from collections.abc import Mapping
from typing import Final

from recollect.learn.lexicon import folded

# What is true of a thing.
THINGS: Final = frozenset("colour fuel gears hand floor".split())
# How somebody wants to be answered.
MANNERS: Final = frozenset("length form tone speech units address".split())


def _classes(text: str) -> dict[str, tuple[str, str]]:
    """Each word by its class and its value."""
    found: dict[str, tuple[str, str]] = {}
    for line in folded(text).strip().splitlines():
        name, values = line.split(":")
        for value in values.split("/"):
            words = value.split()
            found |= {word: (name.strip(), words[0]) for word in words}
    return found


EXCLUSIVE: Final[Mapping[str, Mapping[str, tuple[str, str]]]] = {
    "en": _classes(
        """
        colour: red / blue / green / yellow / black / white / grey gray / brown / orange / purple / pink / silver / beige / turquoise
        fuel: diesel / petrol gasoline / electric electricity / hybrid
        gears: manual / automatic
        hand: left-handed lefty / right-handed righty
        floor: first / second / third / fourth / fifth / sixth / seventh / eighth / ninth / tenth
        length: short shorter brief briefly concise concisely terse / long longer detailed detail details lengthy verbose elaborate in-depth
        form: bullet bullets bulleted bullet-point / paragraph paragraphs prose / table tables / numbered
        tone: formal formally / casual casually informal informally relaxed
        speech: english / german / spanish / french / italian / portuguese / dutch / polish / turkish / russian / japanese / chinese
        units: metric kilometres kilometers celsius / imperial miles fahrenheit
        """
    ),
    "de": _classes(
        """
        colour: rot rote roter rotes / blau blaue blauer blaues / grün grüne grüner grünes / gelb gelbe / schwarz schwarze schwarzer / weiß weiße / grau graue / braun braune / orange / lila / rosa / silbern
        fuel: diesel / benzin benziner / elektrisch elektro elektroauto strom / hybrid
        gears: schaltgetriebe / automatik
        hand: linkshänder linkshänderin / rechtshänder rechtshänderin
        floor: ersten / zweiten / dritten / vierten / fünften / sechsten / siebten / achten
        length: kurz kurze kürzer knapp knappe knapper / lang lange länger ausführlich ausführliche ausführlicher detailliert detaillierte
        form: stichpunkte stichpunkten stichworte stichworten aufzählung / fließtext absätze absätzen / tabelle tabellen
        address: duze duzen duz geduzt / sieze siezen siez gesiezt
        units: metrisch metrische metrischen celsius kilometer kilometern / imperial imperiale imperialen meilen fahrenheit
        tone: förmlich formell / locker informell
        speech: deutsch / englisch / spanisch / französisch / italienisch / portugiesisch / polnisch / türkisch / russisch
        """
    ),
    "es": _classes(
        """
        colour: rojo roja / azul / verde / amarillo amarilla / negro negra / blanco blanca / gris / marrón / naranja / morado morada / rosa
        fuel: diésel gasoil / gasolina / eléctrico eléctrica / híbrido híbrida
        hand: zurdo zurda / diestro diestra
        length: breve breves corto corta cortas cortos conciso concisa brevemente / largo larga largas detallado detallada detalladas detalle extenso extensa
        form: viñetas puntos lista listas / párrafos prosa / tabla tablas
        address: tutéame tutear tutees tutearme tutearnos / usted ustedes
        units: métrico métrica métricas celsius kilómetros / imperial imperiales millas fahrenheit
        tone: formal formales / informal informales coloquial
        speech: español castellano / inglés / alemán / francés / italiano / portugués / catalán
        """
    ),
    "fr": _classes(
        """
        colour: rouge / bleu bleue / vert verte / jaune / noir noire / blanc blanche / gris grise / marron / orange / violet violette / rose
        fuel: diesel / essence / électrique / hybride
        hand: gaucher gauchère / droitier droitière
        length: court courte courts courtes bref brève brèves concis concise brièvement / long longue longues longuement détail détaillé détaillée détaillées
        form: puces liste listes / paragraphes prose / tableau tableaux
        address: tutoie tutoyer tutoies tutoie-moi tutoyez-moi / vouvoie vouvoyer vouvoyez vouvoyez-moi vouvoie-moi
        units: métrique métriques celsius kilomètres / impérial impériales miles fahrenheit
        tone: formel formelle / décontracté décontractée informel
        speech: français / anglais / allemand / espagnol / italien / portugais
        """
    ),
}


def _diets(text: str) -> dict[str, frozenset[str]]:
    """Each diet by what it forbids; a line is its names, then the foods."""
    found: dict[str, frozenset[str]] = {}
    for line in text.lower().strip().splitlines():
        names, foods = line.split(":")
        found |= {name: frozenset(foods.split()) for name in names.split()}
    return found


DIETS: Final[Mapping[str, Mapping[str, frozenset[str]]]] = {
    "en": _diets(
        """
        vegetarian: meat chicken beef pork ham bacon steak lamb sausages fish burgers
        vegan: meat chicken beef pork ham bacon steak lamb sausages fish burgers eggs cheese milk butter dairy yoghurt yogurt honey
        pescatarian: meat chicken beef pork ham bacon steak lamb sausages
        teetotal teetotaller sober: alcohol wine beer whisky whiskey gin vodka
        """
    ),
    "de": _diets(
        """
        vegetarier vegetarierin vegetarisch: fleisch hähnchen rindfleisch schweinefleisch schinken speck steak wurst fisch
        veganer veganerin vegan: fleisch hähnchen rindfleisch schweinefleisch schinken speck steak wurst fisch eier käse milch butter joghurt honig
        abstinent abstinenzler abstinenzlerin: alkohol wein bier schnaps whisky gin
        """
    ),
    "es": _diets(
        """
        vegetariano vegetariana: carne pollo ternera cerdo jamón bistec cordero pescado
        vegano vegana: carne pollo ternera cerdo jamón bistec cordero pescado huevos queso leche mantequilla yogur miel
        abstemio abstemia: alcohol vino cerveza ginebra whisky
        """
    ),
    "fr": _diets(
        """
        végétarien végétarienne: viande poulet bœuf porc jambon steak agneau poisson
        végane végan vegan végétalien végétalienne: viande poulet bœuf porc jambon steak agneau poisson œufs fromage lait beurre yaourt miel
        abstinent abstinente: alcool vin bière gin whisky
        """
    ),
}
