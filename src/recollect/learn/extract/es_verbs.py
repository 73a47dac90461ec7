"""Spanish: verbs. What "I" says is told of somebody else, and patterns name verbs by their infinitive."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

# Infinitives; behind a colon how the stem changes where it is stressed.
_VERBS: Final = """hablar trabajar llevar llamar estudiar comprar usar utilizar gastar ganar tomar quedar dejar pasar
    acabar terminar cambiar mudar casar separar divorciar jubilar operar alquilar viajar volar:ue caminar nadar bailar
    cantar cocinar fumar tocar:e buscar sacar practicar dedicar publicar aparcar pescar explicar jugar:ue pagar llegar
    entregar cargar navegar colgar:ue apagar empezar:ie comenzar:ie organizar realizar utilizar almorzar:ue adelgazar
    pensar:ie cerrar:ie sentar:ie despertar:ie calentar:ie recomendar:ie regar:ie negar:ie acostar:ue contar:ue
    encontrar:ue mostrar:ue recordar:ue acordar:ue soñar:ue probar:ue almorzar:ue apostar:ue costar:ue
    amar adorar odiar detestar desear extrañar disfrutar evitar soportar aguantar necesitar esperar intentar tratar
    lograr preparar ayudar apuntar anotar firmar montar armar instalar programar diseñar dibujar pintar tejer coser
    enseñar ensayar entrenar tripular pilotar manejar conservar cuidar criar educar adoptar regalar prestar donar
    heredar ahorrar invertir:ie facturar contratar despachar administrar gestionar coordinar liderar dirigir mandar
    reportar abandonar renunciar contestar mandar enviar:í guiar:í esquiar:í confiar:í actuar:ú continuar:ú graduar:ú
    licenciar matricular inscribir apuntar examinar aprobar:ue suspender presentar defender:ie redactar traducir
    escribir leer beber comer correr vender aprender comprender entender:ie perder:ie mover:ue volver:ue devolver:ue
    resolver:ue doler:ue soler:ue deber meter prometer romper temer coger recoger escoger proteger conocer nacer crecer
    pertenecer padecer agradecer parecer ofrecer merecer obedecer enriquecer vivir residir recibir abrir subir
    compartir permitir decidir partir asistir repartir cumplir cubrir descubrir sufrir discutir vestir:i pedir:i
    repetir:i medir:i servir:i despedir:i seguir:i conseguir:i elegir:i corregir:i preferir:ie sentir:ie mentir:ie
    divertir:ie sugerir:ie convertir:ie requerir:ie dormir:ue morir:ue construir incluir huir conducir producir
    reducir ser estar ir haber tener mantener obtener hacer dar decir venir poner salir traer saber caer oír ver poder
    querer andar caber suponer proponer componer detener contener retener
    madrugar desayunar cenar merendar:ie pasear meditar rezar votar militar participar colaborar frecuentar visitar
    veranear acampar cultivar plantar podar sembrar:ie cosechar pastorear ordeñar soldar:ue cortar peinar lavar planchar
    limpiar barrer reparar arreglar restaurar reformar decorar mezclar grabar editar producir componer interpretar
    programar desplegar:ie fusionar probar:ue revisar testear configurar migrar documentar analizar calcular vigilar
    patrullar repartir conducir transportar atender:ie vacunar curar tratar diagnosticar recetar investigar
    especializar formar titular doctorar colegiar jurar apoyar seguir animar coleccionar tatuar:ú afeitar maquillar
    hospedar alojar instalar establecer trasladar regresar retornar emigrar inmigrar huir escapar quedar parar
    superar lesionar fracturar torcer:ue quemar golpear chocar caer doblar estropear averiar:í robar perder:ie
    cancelar anular aplazar posponer reservar contratar pedir:i encargar solicitar tramitar renovar:ue caducar
    cumplir celebrar festejar invitar acompañar llevar recoger traer depender combinar alternar dominar chapurrear
    defender:ie manejar controlar entender:ie programar medicar inyectar pinchar tragar digerir:ie tolerar evitar
    rechazar aceptar optar votar descartar apostar:ue escoger designar nombrar ascender:ie promover:ue despedir:i
    echar fichar jubilar prejubilar cotizar tributar declarar deducir importar exportar comerciar negociar vender
    bajar currar laburar chambear impartir cursar opositar regentar residir calzar pesar faltar gustar cobrar confirmar montar mirar nevar:ie
    lesionar convivir mudar ligar entrar afiliar suscribir abonar teletrabajar ejercer estrenar acostumbrar padecer asociar concertar:ie
    agendar agendar programar apañar encargar ocupar comprometer borrar vacacionar hornear amasar surfear escalar patinar bucear remar
    atinar charlar conversar platicar checar rentar extrañar enojar agarrar botar platicar manejar tomar jalar""".split()

_REGULAR: Final = {
    "ar": ("o a amos an", "é ó amos aron", "aba aba ábamos aban", "ado"),
    "er": ("o e emos en", "í ió imos ieron", "ía ía íamos ían", "ido"),
    "ir": ("o e imos en", "í ió imos ieron", "ía ía íamos ían", "ido"),
}
_FUTURE: Final = "é á emos án".split()
_CONDITIONAL: Final = "ía ía íamos ían".split()

# I, she, we, they: where a verb goes its own way, present, past, and with a colon participle or gerund.
_ODD: Final = {
    "ser": "soy es somos son|fui fue fuimos fueron|era era éramos eran|sido siendo",
    "estar": "estoy está estamos están|estuve estuvo estuvimos estuvieron",
    "ir": "voy va vamos van|fui fue fuimos fueron|iba iba íbamos iban|ido yendo",
    "haber": "he ha hemos han|hube hubo hubimos hubieron|había había habíamos habían",
    "tener": "tengo tiene tenemos tienen|tuve tuvo tuvimos tuvieron",
    "hacer": "hago hace hacemos hacen|hice hizo hicimos hicieron||hecho haciendo",
    "dar": "doy da damos dan|di dio dimos dieron",
    "decir": "digo dice decimos dicen|dije dijo dijimos dijeron||dicho diciendo",
    "venir": "vengo viene venimos vienen|vine vino vinimos vinieron||venido viniendo",
    "poner": "pongo pone ponemos ponen|puse puso pusimos pusieron||puesto poniendo",
    "salir": "salgo sale salimos salen",
    "traer": "traigo trae traemos traen|traje trajo trajimos trajeron||traído trayendo",
    "saber": "sé sabe sabemos saben|supe supo supimos supieron",
    "caer": "caigo cae caemos caen|caí cayó caímos cayeron||caído cayendo",
    "oír": "oigo oye oímos oyen|oí oyó oímos oyeron||oído oyendo",
    "ver": "veo ve vemos ven|vi vio vimos vieron|veía veía veíamos veían|visto viendo",
    "poder": "puedo puede podemos pueden|pude pudo pudimos pudieron||podido pudiendo",
    "querer": "quiero quiere queremos quieren|quise quiso quisimos quisieron",
    "andar": "ando anda andamos andan|anduve anduvo anduvimos anduvieron",
    "caber": "quepo cabe cabemos caben|cupe cupo cupimos cupieron",
    "leer": "leo lee leemos leen|leí leyó leímos leyeron||leído leyendo",
    "dormir": "duermo duerme dormimos duermen|dormí durmió dormimos durmieron||dormido durmiendo",
    "morir": "muero muere morimos mueren|morí murió morimos murieron||muerto muriendo",
    "escribir": "||| escrito escribiendo",
    "inscribir": "||| inscrito inscribiendo",
    "abrir": "||| abierto abriendo",
    "cubrir": "||| cubierto cubriendo",
    "descubrir": "||| descubierto descubriendo",
    "romper": "||| roto rompiendo",
    "volver": "||| vuelto volviendo",
    "devolver": "||| devuelto devolviendo",
    "resolver": "||| resuelto resolviendo",
}
_SHORT_FUTURE: Final = {
    "tener": "tendr", "poner": "pondr", "venir": "vendr", "salir": "saldr", "hacer": "har", "decir": "dir",
    "poder": "podr", "querer": "querr", "saber": "sabr", "haber": "habr", "caber": "cabr",
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class Verb:
    """The forms of a verb that people tell with: each of I, she, we, they."""

    infinitive: str
    present: tuple[str, ...]
    past: tuple[str, ...]
    imperfect: tuple[str, ...]
    future: tuple[str, ...]
    conditional: tuple[str, ...]
    participle: str
    gerund: str


def _conjugated(entry: str) -> Verb:
    infinitive, _, change = entry.partition(":")
    for root in ("tener", "poner"):
        if infinitive.endswith(root) and infinitive != root:
            return _prefixed(infinitive.removesuffix(root), _conjugated(root))
    stem, ending = infinitive[:-2], infinitive[-2:].replace("í", "i")
    rows = [row.split() for row in _REGULAR[ending]]
    present = tuple(_joined(stem, row, _changed(stem, change)) for row in rows[0])
    past = tuple(stem + row for row in rows[1])
    odd = [part.split() for part in _ODD.get(infinitive, "").split("|")]
    odd += [[]] * (4 - len(odd))
    future = _SHORT_FUTURE.get(infinitive, infinitive.replace("í", "i"))
    return Verb(
        infinitive,
        tuple(odd[0]) or _spelt(infinitive, present),
        tuple(odd[1]) or _past(infinitive, past, change),
        tuple(odd[2]) or tuple(stem + row for row in rows[2]),
        tuple(future + row for row in _FUTURE),
        tuple(future + row for row in _CONDITIONAL),
        odd[3][0] if odd[3] else stem + rows[3][0],
        odd[3][1] if odd[3] else _gerund(stem, ending, change),
    )


def _gerund(stem: str, ending: str, change: str) -> str:
    if ending == "ar":
        return stem + "ando"
    if stem.endswith("u") and not stem.endswith("gu"):
        return stem + "yendo"
    return (_changed(stem, change, weak=True) if ending == "ir" else stem) + "iendo"


def _prefixed(prefix: str, root: Verb) -> Verb:
    def longer(forms: tuple[str, ...]) -> tuple[str, ...]:
        return tuple(prefix + form for form in forms)

    return Verb(
        prefix + root.infinitive,
        longer(root.present),
        longer(root.past),
        longer(root.imperfect),
        longer(root.future),
        longer(root.conditional),
        prefix + root.participle,
        prefix + root.gerund,
    )


def _joined(stem: str, row: str, changed: str) -> str:
    return (stem if row in {"amos", "emos", "imos"} else changed) + row


def _changed(stem: str, change: str, *, weak: bool = False) -> str:
    """The stem with its last vowel as it is where stressed, or (weak) as it is in "pidió", "durmió"."""
    vowel = {"ie": "e", "ue": "o", "i": "e", "í": "i", "ú": "u"}.get(change)
    if not vowel:
        return stem
    if change == "ue" and vowel not in stem:
        vowel = "u"  # jugar
    at = stem.rfind(vowel)
    new = {"ie": "i", "ue": "u", "i": "i"}.get(change, vowel) if weak else change
    return stem[:at] + new + stem[at + 1 :]


def _spelt(infinitive: str, present: tuple[str, ...]) -> tuple[str, ...]:
    first, *others = present
    if infinitive.endswith(("cer", "cir")):
        strong = infinitive[-4] in "aeiou"
        first = first[:-2] + ("zco" if strong else "zo")
    elif infinitive.endswith(("ger", "gir")):
        first = first[:-2] + "jo"
    elif infinitive.endswith("guir"):
        first = first[:-3] + "go"
    elif infinitive.endswith("uir"):
        first, they = first[:-1] + "yo", others[2][:-2] + "yen"
        others = [others[0][:-1] + "ye", others[1], they]
    return (first, *others)


def _past(infinitive: str, past: tuple[str, ...], change: str) -> tuple[str, ...]:
    first, she, we, they = past
    for ending, spelt in (("car", "qu"), ("gar", "gu"), ("zar", "c")):
        if infinitive.endswith(ending):
            return first[:-2] + spelt + "é", she, we, they
    if infinitive.endswith("ducir"):
        root = infinitive[:-3] + "j"
        return root + "e", root + "o", root + "imos", root + "eron"
    if infinitive.endswith("uir") and not infinitive.endswith("guir"):
        return first, she[:-2] + "yó", we, they[:-5] + "yeron"
    if infinitive.endswith("ir") and change in {"ie", "i", "ue"}:
        weak = _changed(infinitive[:-2], change, weak=True)
        return first, weak + "ió", we, weak + "ieron"
    return past


VERBS: Final = {verb.infinitive: verb for verb in map(_conjugated, reversed(_VERBS))}


def plain(word: str) -> str:
    """The word as it is typed without accents."""
    return word.translate(str.maketrans("áéíóúü", "aeiouu"))


def _pairs() -> Iterator[tuple[str, str]]:
    for verb in VERBS.values():
        # The present comes last: "trabajamos" is rather "trabajan" than "trabajaron".
        for forms in (verb.conditional, verb.imperfect, verb.future, verb.past, verb.present):
            yield forms[0], forms[1]
            yield forms[2], forms[3]


# What "I" and "we" say, as it is said of somebody else.
THIRD: Final = dict(_pairs())
# "we" in these is told of what is done ("compramos una casa"), though the present sounds the same.
DONE: Final = frozenset(
    "decidir elegir acordar optar descartar cancelar adoptar comprar vender alquilar terminar montar".split()
)
