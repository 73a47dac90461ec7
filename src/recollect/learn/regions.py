"""Countries and the larger parts of some: whoever lives in one lives in a town of it too."""

from typing import Final

from recollect.learn.lexicon import folded

_NAMES: Final = """
England Scotland Wales Ireland Britain UK USA US America Canada Mexico Brazil Argentina Chile Peru Colombia
Venezuela Ecuador Bolivia Uruguay Paraguay Cuba Spain Portugal France Germany Austria Switzerland Italy Greece Turkey Poland
Hungary Romania Bulgaria Croatia Serbia Slovenia Slovakia Czechia Denmark Sweden Norway Finland Iceland Estonia Latvia
Lithuania Ukraine Russia Belarus Belgium Netherlands Holland Luxembourg Malta Cyprus Israel Lebanon Egypt Morocco Algeria
Tunisia Nigeria Ghana Kenya Ethiopia Senegal Cameroon Tanzania Uganda India Pakistan Bangladesh Nepal China Japan Korea Taiwan
Vietnam Thailand Malaysia Indonesia Philippines Australia Zealand Iran Iraq Syria Jordan Kazakhstan Georgia Armenia Albania
Europe Asia Africa
Alabama Alaska Arizona Arkansas California Colorado Connecticut Delaware Florida Hawaii Idaho Illinois Indiana Iowa Kansas
Kentucky Louisiana Maine Maryland Massachusetts Michigan Minnesota Mississippi Missouri Montana Nebraska Nevada Ohio Oklahoma
Oregon Pennsylvania Tennessee Texas Utah Vermont Virginia Wisconsin Wyoming Ontario Quebec Alberta Manitoba
Cornwall Devon Kent Yorkshire Norfolk Suffolk Sussex Surrey Essex Dorset Cumbria Lancashire Somerset
Deutschland Österreich Schweiz Frankreich Spanien Italien Griechenland Türkei Polen Ungarn Dänemark Schweden Norwegen Finnland
Belgien Niederlande Irland Schottland Großbritannien Russland Ukraine Brasilien Kanada Mexiko Indien Japan Australien Neuseeland
Bayern Hessen Sachsen Thüringen Brandenburg Niedersachsen Westfalen Saarland Tirol Kärnten Steiermark Baden Württemberg Europa
España Francia Alemania Italia Suiza Inglaterra Escocia Irlanda Grecia Turquía Polonia Suecia Noruega Finlandia Dinamarca
Bélgica Holanda Rusia México Perú Brasil Canadá Japón Marruecos Andalucía Cataluña Galicia Asturias Cantabria Navarra Aragón
Extremadura Euskadi
Allemagne Espagne Italie Suisse Angleterre Écosse Irlande Grèce Turquie Pologne Suède Norvège Finlande Danemark Belgique Russie
Mexique Pérou Brésil Japon Maroc Algérie Tunisie Sénégal Inde Chine Australie Bretagne Normandie Alsace Lorraine Bourgogne Provence
Auvergne Aquitaine Occitanie Corse Savoie Picardie Champagne Limousin
"""
REGIONS: Final = frozenset(folded(name) for name in _NAMES.split())
