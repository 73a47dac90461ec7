"""Text -> the hashed terms it is found by.

Any word of a Latin script gives one *common* term, the English stem of its accentless form, which
does not depend on the language; a text in another language adds the stem of that language. So a
word in a question meets the same word in a turn whatever language was detected in either, English
costs one term a word, and "vivimos" still meets "vivir" where Spanish was recognised on both sides.
"""

import re
import struct
import unicodedata
from collections.abc import Iterator
from functools import cache
from itertools import pairwise, repeat
from threading import Lock
from typing import Any, Final
from zlib import crc32

import numpy as np
import Stemmer  # type: ignore[import-not-found]  # a C extension without stubs

# Raised whenever the same text would give other terms: also when PyStemmer's algorithms change.
ANALYZER: Final = 1

# Stop words, which are also how a language is recognised: hence the greetings.
_STOP_LISTS: Final = {
    "en": """a about above after again all am an and any are aren't arent as at be because been before being
        below between both but by can can't cannot cant could couldnt did didn't didnt do does
        doesnt doing don't dont down during each few for from further get got had hadnt has
        hasnt have havent having he hello her here hers herself hey hi him himself his how http
        https i i'd i'll i'm i've if im in into is isnt it it's its itself ive just me more most
        my myself no nor not of off oh ok okay on once only or other our ours ourselves out over
        own same she should shouldnt so some such than that that's thats the their theirs them
        themselves then there these they theyre this those through to too under until up very
        was wasnt we we're were werent what what's whats when where which while who whom why
        with would wouldnt wow www yeah yes you you're your youre yours yourself yourselves""",
    "de": """aber alle allem allen aller alles als also am an ander andere anderen auch auf aus bei beim
        bin bis bist da damit dann das dass dein deine deinem deinen deiner dem den denn der des
        dessen dich die dies diese diesem diesen dieser dieses dir doch dort du durch ein eine einem
        einen einer eines er es etwas euch euer eure für gab geht gibt habe haben hallo hast hat hatte
        hatten hier hin hinter ich ihm ihn ihnen ihr ihre ihrem ihren ihrer im in ins ist ja jede jedem
        jeden jeder jedes jetzt kann kannst kein keine keinem keinen keiner können könnte man mein
        meine meinem meinen meiner mich mir mit muss müssen nach nein nicht nichts noch nun nur ob oder
        ohne schon sehr sein seine seinem seinen seiner seit sich sie sind so soll sollte sondern sonst
        über um und uns unser unsere unserem unseren unter viel vom von vor wann war waren warst warum
        was weil wem wen welche welchem welchen welcher welches wenn wer werde werden wie wieder will wir wird
        wirst wo wollen worden wurde wurden würde würden zu zum zur zwar zwischen""",
    "es": """a al algo algunas algunos ante antes aquel aquella aquí así aunque cada como cómo con cuál
        cuáles cuando cuándo cuánto de del desde donde dónde dos durante e el él ella ellas ellos en
        entonces entre era eran eras eres es esa esas ese eso esos esta está están estaba estado estamos
        estar estas este esto estos estoy fue fueron ha había haber han has hasta hay he hemos hola la
        las le les lo los más me mi mí mis mucho muchos muy nada ni no nos nosotros nuestra nuestro o os
        otra otro otros para pero poco por porque pues que qué quien quién quienes se sea ser si sí sido
        sin sobre sois somos son soy su sus también tan tanto te tener tengo ti tiene tienen todo todos
        tu tú tus un una unas uno unos usted ustedes vosotros voy y ya yo""",
    "fr": """a à ai ainsi alors après as au aucun aussi autre aux avait avant avec avez avoir avons bien
        bonjour c'est ça car ce ceci cela celle celui ces cet cette ceux chez comme comment d'un d'une
        dans de des donc dont du elle elles en encore entre es est et étaient était être eu eux fait
        faire il ils j'ai je jusqu l'on la là le les leur leurs lui ma mais me même mes moi moins mon n'a
        n'est ne ni nos notre nous on ont ou où par parce pas peu peut plus pour pourquoi qu qu'est
        qu'il qu'elle quand que quel quelle quelles quels qui quoi s'est sa sans se sera ses si son sont
        sous suis sur ta te tes toi ton tous tout toute toutes très tu un une vos votre vous y""",
    "it": """a abbiamo ad ai al alla alle allo anche ancora avere aveva c'è che chi ci ciao come con cosa
        così cui da dagli dai dal dalla dalle degli dei del della delle dello di dopo dove e è ed era
        erano essere fa fare fra fu gli ha hai hanno ho i il in io l'ho la le lei li lo loro lui ma me
        mi mia mie miei mio molto ne nei nel nella nelle nello noi non nostra nostro o ogni per perché
        però più poi qual quale quali quando quanto quella quelle quelli quello questa queste questi
        questo qui sarà se sei senza si sia siamo siete solo sono sta stata stato su sua sue sugli sui
        sul sulla sulle suo suoi te ti tra tu tua tue tuo tutti tutto un una uno vi voi""",
    "pt": """a à ainda ao aos aquela aquele as às assim até com como da das de dela dele deles depois do dos e é
        ela elas ele eles em entre era eram essa essas esse esses esta está estão estava este estes
        estou eu foi for foram há isso isto já la lhe lhes mais mas me mesmo meu meus minha minhas muito
        na não nas nem no nos nós nossa nosso num numa o olá onde os ou para pela pelas pelo pelos por
        porque quais qual quando que quê quem são se seja sem ser será seu seus sim só somos sou sua
        suas também te tem têm tenho ter teu teus tinha tu tua tudo um uma umas uns você vocês vos""",
    "nl": """aan al alles als altijd andere ben bij daar dan dat de der deze die dit doch doen door dus
        een eens en er ge geen geweest haar had heb hebben heeft hem het hier hij hoe hun iemand iets ik
        in is ja je jij jou jouw jullie kan kon kunnen maar me meer men met mij mijn moet na naar niet
        niets nog nu of om omdat onder ons onze ook op over reeds te tegen toch toen tot u uit uw van
        veel voor waar waarom wanneer want waren was wat we wel werd wezen wie wij wil worden wordt zal
        ze zei zelf zich zij zijn zo zonder zou""",
    "sv": """alla allt att av bara blev bli blir de dem den denna deras dess det detta dig din dina ditt
        du där efter ej eller en er ett från för ha hade han hans har hej henne hennes hon honom hur här
        i icke ingen inom inte jag ju kan kunde man med mellan men mig min mina mitt mot mycket ni nu när
        någon något några och om oss på sedan sig sin sina sitt ska skulle som så till under upp ut utan
        vad var varför vara vem vi vid vilken är än åt över""",
    "da": """af alle at blev blive bliver da de dem den denne der deres det dette dig din disse dog du
        efter eller en end er et for fra ham han hans har havde have hej hende hendes her hos hun hvad
        hvem hvis hvor hvorfor hvornår i ikke ind jeg jer jo kan kunne man mange med meget men mig min
        mine mit mod ned noget nogle nu når og også om op os over på sig sin sine skal skulle som sådan
        så til ud under var vi vil ville være været""",
    "no": """alle at av bare ble bli blir da de deg dem den denne der deres det dette din disse du eller
        en er et etter for fordi fra ha hadde han hans har hei henne hennes her hun hva hvem hvis hvor
        hvorfor hvordan i ikke ingen inn jeg kan kunne man mange med meg meget mellom men min mitt mot mye
        ned noe noen nå når og også om opp oss over på seg selv sin sitt skal skulle slik som så til
        under ut var vi vil ville være vært""",
    "fi": """ei eivät emme en että he hän hänen hei itse ja jo jos joka jotka kanssa koska kuin kuka kun
        me mikä minä minun minulla missä mitä miksi mukaan mutta myös ne niin nyt ole olen olet oli olin
        olivat olla on ovat se sen sinä sinun siitä sitten tai te tämä tämän tässä vaan vai voi""",
    "pl": """a aby ale bardzo będzie bez być był była było były bym ci cię co czy dla dlaczego do gdy gdzie
        go i ile im ja jak jako je jego jej jest jestem jeszcze jeśli już kiedy kto która które który
        ma mam mi mnie moja moje mój mu my na nad nie niego nim o od on ona one oni po pod przez przy są
        się skąd sobie ta tak także tam te tego tej ten to tu tutaj ty tylko tym w was więc wszystko z za
        ze że żeby""",
    "tr": """ama ancak bana bazı ben beni benim bir biraz biz bu bunu çok çünkü da daha de defa değil diye
        en gibi hem hep hiç için ile ise kadar ki kim merhaba mi mı mu mü nasıl ne neden nerede o olan
        olarak oldu olduğu ona onu onun sana sen seni senin siz şey şu var ve veya ya yani yok zaman""",
    "ru": """а без бы был была были было быть в вам вас весь во вот все всё вы где да для до его ее её если
        есть еще ещё же за и из или им их к как какая какие какой когда кто ли меня мне мной мой моя мы на
        над нас не него нее неё нет ни них но ну о об он она они оно от очень по под почему при с со так
        такой там то тоже только том ты тебя тебе у уже хотя чего чем что чтобы эта эти это этот я""",
}
# Signs that few languages write.
_SIGN_LISTS: Final = {
    "de": "ä ö ü",
    "es": "á é í ñ ó ¿ ¡",
    "fr": "à ç é è ê ù œ",
    "it": "à è ì ò ù",
    "pt": "á à ã ç é ê í ó õ",
    "sv": "å ä ö",
    "da": "å æ ø",
    "no": "å æ ø",
    "fi": "ä ö",
    "pl": "ą ć ę ł ń ó ś ź ż",
    "tr": "ç ğ ı ö ş ü",
}
# On a list above, but a word or a name in English (war, son, door, Ben): a question in the list's
# language drops it, a turn keeps it, for the turn may have been misread.
_MEANS_IN_ENGLISH: Final = frozenset(
    """ad al ale also ama ante bare ben bin biz car chi co com come comment con da dan del den di die
    dies dig din dog door dos dove e ed el ella em end er era eras es fare go ha ham han hans hat
    hay hem ho hoe hon hun ind inn io jag jo ki kim la las le les li lo los ma man mange med meg
    men met mia min mine mis mod mon mot mu muss na ne non notre num nun o one op os par pas per
    plus pod pour reeds sa sans sea sedan sen sin sine ska solo som son sous soy sta su sue sur
    tai tan ten ti till ton tot tout tu ty u um un van var ve vi vid von w want war will y ya yo z""".split()
)
# By language, for words in Latin letters; by script, for the others.
_SNOWBALL: Final = dict(
    pair.split(":")
    for pair in """de:german es:spanish fr:french it:italian pt:portuguese nl:dutch sv:swedish da:danish
    no:norwegian fi:finnish pl:polish tr:turkish""".split()
)
_SNOWBALL_OF_SCRIPT: Final = dict(
    pair.split(":")
    for pair in "ru:russian el:greek ar:arabic hi:hindi hy:armenian ta:tamil".split()
)
_HAN: Final = "\u3005-\u3007\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\U00020000-\U0003ffff"
_HIRAGANA: Final = "\u3041-\u3096\u3099-\u309f"
_KATAKANA: Final = "\u30a1-\u30fa\u30fc-\u30ff\u31f0-\u31ff"
_THAI: Final = "\u0e01-\u0e3a\u0e40-\u0e4e"
_LAO: Final = "\u0e81-\u0ecd\u0edc-\u0edf"
_MYANMAR: Final = "\u1000-\u103f\u1050-\u108f\u109a-\u109f\ua9e0-\ua9ef\uaa60-\uaa76"
_KHMER: Final = "\u1780-\u17d3\u17dc\u17dd"
# Scripts that put no spaces between words.
DENSE: Final = _HAN + _HIRAGANA + _KATAKANA + _THAI + _LAO + _MYANMAR + _KHMER
_SCRIPTS: Final = {
    "ja": _HIRAGANA + _KATAKANA,
    "zh": _HAN,
    "ko": "\uac00-\ud7a3",
    "ru": "\u0400-\u052f",
    "el": "\u0370-\u03ff\u1f00-\u1fff",
    "ar": "\u0600-\u06ff\u0750-\u077f",
    "he": "\u0590-\u05ff",
    "hi": "\u0900-\u097f",
    "th": _THAI,
    "lo": _LAO,
    "my": _MYANMAR,
    "km": _KHMER,
    "hy": "\u0530-\u058f",
    "ta": "\u0b80-\u0bff",
}


def _marks() -> str:
    """The combining marks, which are no letters to Python, though words of many scripts hold them."""
    spans = (*range(0x300, 0x1E00), *range(0xA800, 0xAC00))
    return "".join(chr(i) for i in spans if unicodedata.category(chr(i)) in {"Mn", "Mc"})


MARKS: Final = _marks()
# A token is a run of letters, digits and what may stand inside a word: mother-in-law's, user_id.
_TOKEN: Final = re.compile(rf"[\w'{MARKS}-]+")
_ASCII_BREAKS: Final = {i: " " for i in range(128) if not (chr(i).isalnum() or chr(i) in "'-_")}
_EDGES: Final = "'-_"
_THOUSANDS: Final = re.compile(r"(?<![\d.,'])\d{1,3}([.,'])\d{3}(?:\1\d{3})*(?!\1?\d)")
_IN_NUMBER: Final = re.compile(r"\d[.,:/']\d")
_NUMBER_JOINT: Final = re.compile(r"(?<=\d)[.,:/'](?=\d)")
_DOTTED: Final = re.compile(r"\.\w")
_INITIALS: Final = re.compile(r"(?<!\w)[^\W\d_](?:\.[^\W\d_])+(?!\.?\w)")  # u.s., p.m.
_COUNTED: Final = re.compile(r"(\d+)[^\W\d_]+")
# Runs of one script: in Japanese that parts nouns from endings and particles.
_DENSE_RUNS: Final = "|".join(
    f"[{script}]+" for script in (_HAN, _HIRAGANA, _KATAKANA, _THAI, _LAO, _MYANMAR, _KHMER)
)
_DENSE_RUN: Final = re.compile(_DENSE_RUNS)
_MIXED_TOKEN: Final = re.compile(rf"{_DENSE_RUNS}|(?:(?![{DENSE}])[\w'{MARKS}-])+")
_HAN_RUN: Final = re.compile(f"[{_HAN}]")
_HIRAGANA_RUN: Final = re.compile(f"[{_HIRAGANA}]")
_NOT_LATIN: Final = re.compile("[^\x00-\u036f\u1e00-\u1eff\u2000-\u2bff\ufb00-\ufb06]+")
_SCRIPT_RUN: Final = re.compile("|".join(f"(?P<{code}>[{s}]+)" for code, s in _SCRIPTS.items()))
_INVISIBLE: Final = re.compile("[\u00ad\u0640\u200c\u200d\u2060\ufeff\ufe00-\ufe0f]+")
# Accents, Hebrew and Arabic points, and letters that do not decompose.
_FOLDS: Final = {
    **dict.fromkeys((*range(0x300, 0x370), *range(0x591, 0x5C8), *range(0x64B, 0x660), 0x670)),
    **str.maketrans("øłđıð", "oldid"),
    ord("æ"): "ae",
    ord("œ"): "oe",
    ord("þ"): "th",
}
# l'amour, dell'arte: what stands before the apostrophe is an article or a pronoun.
_ELIDED: Final = frozenset(
    "l d j m t s n c qu un all dall dell nell sull quest quell jusqu lorsqu puisqu gl".split()
)
_SUFFIX_MAX: Final = 3  # Caroline's, they'll, Ankara'dan
_TOKEN_MAX: Final = 64  # longer is no word but data, and its beginning tells it apart
_PARTS_MAX: Final = 4
_PHRASE_MIN: Final = 8
_SPREAD: Final = np.array([0x9E3779B1, 0x85EBCA6B], "<u4")  # odd, so that no character is lost
# Words, and letters of another script, that are enough to know a language by.
_WORDS_MAX: Final = 500
_LETTERS_MAX: Final = 32
# What a sign that only one language has is worth, and how much speaks for English from the start.
_VOTE: Final = 12
_PRIOR: Final = 10


def _folded(word: str) -> str:
    """The word without accents; marks that carry a sound (kana, Indic vowels) stay."""
    if word.isascii():
        return word
    bare = unicodedata.normalize("NFD", word).translate(_FOLDS)
    return unicodedata.normalize("NFC", bare)


_STOPS: Final = {code: frozenset(words.split()) for code, words in _STOP_LISTS.items()}
# By language and whether it is a question, which many type without its accents.
_DROPPED: Final = {
    **{(code, False): words - _MEANS_IN_ENGLISH for code, words in _STOPS.items()},
    **{(code, True): words | set(map(_folded, words)) for code, words in _STOPS.items()},
}
_CODES: Final = tuple(_STOPS)
_COUNT: Final = struct.Struct(f"<{len(_CODES)}H")


def _votes(lists: dict[str, frozenset[str]]) -> dict[str, int]:
    """For each sign how much it speaks for each language: 16 bits apiece, so that a sum counts all."""
    codes_of: dict[str, list[str]] = {}
    for code, signs in lists.items():
        for sign in signs:
            codes_of.setdefault(sign, []).append(code)
    return {sign: _ballot(codes) for sign, codes in codes_of.items()}


def _ballot(codes: list[str]) -> int:
    # A word that English lacks speaks against English however many languages share it.
    weight = max(_VOTE // len(codes), 0 if "en" in codes else _VOTE // 2)
    return sum(weight << 16 * _CODES.index(code) for code in codes)


_WORD_VOTES: Final = _votes({**_STOPS, "en": _STOPS["en"] | _MEANS_IN_ENGLISH})
_SIGN_VOTES: Final = _votes({code: frozenset(signs.split()) for code, signs in _SIGN_LISTS.items()})


def terms(text: str, language: str | None = None) -> list[int]:
    """The text's terms in order of appearance, repeats kept, each a whole number below 2**32."""
    return _terms(text, language, asked=False)


def query_terms(text: str) -> list[int]:
    """The distinct terms of a question, in its own language."""
    return list(dict.fromkeys(_terms(text, None, asked=True)))


def language_of(text: str) -> str:
    """The two-letter code of the language a text is in; "en" where too little speaks for another."""
    plain = _plain(text)
    return _language(plain, _tokens(plain))


def _terms(text: str, language: str | None, *, asked: bool) -> list[int]:
    plain = _plain(text)
    tokens = _tokens(plain)
    language = language or _language(plain, tokens)
    salt = hash((language, asked))
    found: list[int] = []
    for token in tokens:
        known = _known.get(hash(token) ^ salt)
        found += _learned(token, language, asked=asked) if known is None else known
    return found


def _plain(text: str) -> str:
    if text.isascii():
        plain = text.lower()
    else:
        plain = unicodedata.normalize("NFKC", text).casefold()
        plain = plain.replace("’", "'").replace("ʼ", "'").replace("‐", "-")
        plain = _INVISIBLE.sub("", plain)
    if _IN_NUMBER.search(plain):
        plain = _THOUSANDS.sub(lambda number: re.sub(r"\D", "", number.group()), plain)
        plain = _NUMBER_JOINT.sub("_", plain)
    if _DOTTED.search(plain):
        plain = _INITIALS.sub(lambda letters: letters.group().replace(".", ""), plain)
    return plain.replace("--", " ")


def _tokens(plain: str) -> list[str]:
    if plain.isascii():
        return plain.translate(_ASCII_BREAKS).split()
    if _NOT_LATIN.search(plain) and _DENSE_RUN.search(plain):
        return _MIXED_TOKEN.findall(plain)
    return _TOKEN.findall(plain)


def _language(plain: str, tokens: list[str]) -> str:
    signs = 0
    if not plain.isascii():
        foreign = "".join(_NOT_LATIN.findall(plain))
        if 3 * len(foreign) > len(plain) and (script := _script(foreign[:_LETTERS_MAX])):
            return script
        signs = sum(votes for sign, votes in _SIGN_VOTES.items() if sign in plain)
    votes = sum(map(_WORD_VOTES.get, tokens[:_WORDS_MAX], repeat(0)), signs + _PRIOR)
    count = _COUNT.unpack(votes.to_bytes(_COUNT.size, "little"))
    return _CODES[count.index(max(count))]


def _script(letters: str) -> str | None:
    """The language that most of the letters are of, where their script tells."""
    counts: dict[str, int] = {}
    for run in _SCRIPT_RUN.finditer(letters):
        code = str(run.lastgroup)
        counts[code] = counts.get(code, 0) + len(run.group())
    if "ja" in counts:  # a Japanese sentence may hold more Han than kana
        counts["ja"] += counts.pop("zh", 0)
    return max(counts, key=lambda code: counts[code], default=None)


# Terms by the hash of a token and its language: the words themselves are never kept. Emptied when
# full, which costs a few milliseconds once in many thousand messages and needs no lock to read.
_known: Final[dict[int, tuple[int, ...]]] = {}
_KNOWN_MAX: Final = 32_768
_stemming: Final = Lock()  # a stemmer serves one thread at a time


def _learned(token: str, language: str, *, asked: bool) -> tuple[int, ...]:
    if _DENSE_RUN.match(token):
        learned = _grams(token, asked=asked)
        if len(token) > _PHRASE_MIN:  # not a word, and hardly to be seen again
            return learned
    else:
        learned = _word(token, language, asked=asked)
    if len(_known) >= _KNOWN_MAX:
        _known.clear()
    _known[hash(token) ^ hash((language, asked))] = learned
    return learned


def _word(token: str, language: str, *, asked: bool) -> tuple[int, ...]:
    stops = _DROPPED.get((language, asked), frozenset())
    forms = [form for form in _forms(token[:_TOKEN_MAX], stops) if form and form not in stops]
    stems = (stem for form in forms for stem in _stems(form, language))
    # Not a cryptographic hash: one of 32 bits could be searched through just as well.
    return tuple(dict.fromkeys(crc32(stem.encode()) for stem in stems))


def _forms(token: str, stops: frozenset[str]) -> tuple[str, ...]:
    """What a token is looked for as: itself, or its parts and the parts written together."""
    if token.isalpha():
        return (token,)
    token = token.strip(_EDGES)
    if token in stops or token.endswith("n't"):
        return ()
    parts = [_bare(part) for part in re.split("[-_]", token)]
    if len(parts) == 1:
        return _counted(parts[0])
    joint = "." if all(map(str.isdecimal, parts)) else ""
    whole = len(parts) <= _PARTS_MAX and not stops.issuperset(parts)
    return (*map(_number, parts), joint.join(parts) if whole else "")


def _bare(word: str) -> str:
    """A word without the article before, or the ending after, an apostrophe."""
    head, _, tail = word.strip(_EDGES).partition("'")
    if not tail:
        return head
    if head in _ELIDED:
        return tail.replace("'", "")
    if len(tail) <= _SUFFIX_MAX and len(head) > 1:
        return head
    return head + tail.replace("'", "")


def _counted(word: str) -> tuple[str, ...]:
    """A number for itself also where its unit is written to it: 7th, 10am."""
    counted = _COUNTED.fullmatch(word)
    return (word, _number(counted[1])) if counted else (_number(word),)


def _number(word: str) -> str:
    return str(int(word)) if word.isdecimal() else word


def _stems(word: str, language: str) -> Iterator[str]:
    if not _NOT_LATIN.match(word):
        yield _stem("english", _folded(word))
        if language in _SNOWBALL:
            yield _folded(_stem(_SNOWBALL[language], word))
        return
    script = _script(word[0])
    if script == "ko":
        yield from (word, *map("".join, pairwise(word)))
    elif script in _SNOWBALL_OF_SCRIPT:
        yield _folded(_stem(_SNOWBALL_OF_SCRIPT[script], word))
    else:
        yield _folded(word)


def _stem(algorithm: str, word: str) -> str:
    with _stemming:
        stem: str = _stemmer(algorithm).stemWord(word)
    return stem or word


@cache
def _stemmer(algorithm: str) -> Any:
    return Stemmer.Stemmer(algorithm, 0)  # its own cache, switched off here, would keep words


def _grams(run: str, *, asked: bool) -> tuple[int, ...]:
    """Pairs of characters, and those alone that may be a word: lone ones, and in a turn every Han."""
    letters = np.frombuffer(run.encode("utf-32-le"), "<u4")
    alone = letters * _SPREAD[0]
    if len(run) == 1:
        return () if _HIRAGANA_RUN.match(run) else tuple(alone.tolist())  # a lone kana: a particle
    pairs = alone[:-1] ^ (letters[1:] * _SPREAD[1])
    if asked or not _HAN_RUN.match(run):
        return tuple(pairs.tolist())
    return (*pairs.tolist(), *alone.tolist())
