"""How a message is meant: about the user himself, about earlier talk, as a task, or as small talk.

A question about the user ("What do I do for a living?") may share nothing with its answer, so its own words have to
say that memory is asked for; a statement speaks for itself. In a language that is not among these nothing is noticed.
"""

import re
from dataclasses import dataclass
from typing import Final

from recollect.domain.folding import composed
from recollect.recall.terms import language_of

# A message is read so far; what is longer brings a text along, which is not about anybody here.
_READ: Final = 1_000


@dataclass(frozen=True, slots=True)
class _Tongue:
    """What gives a message away in one language, as patterns of whole words."""

    # "Write me …" is not about me; "Tell me …" is not either, and asks.
    ordered: str
    told: str
    # "How do I …?", "Why do …?", "What is a …?" ask for what is the same for everybody.
    general: str
    own: str
    # "May I …?" may be asked of anybody, and of what is known about me.
    perhaps: str
    earlier: str
    task: str
    question: str
    # What else a part of a sentence asks with, behind what it has told.
    asks: str


_TONGUES: Final = {
    "en": _Tongue(
        ordered=r"(?:tell|give|show|write|teach|help|let|remind) (?:me|us)",
        told=r"(?:tell|give|show|remind) (?:me|us)",
        general=r"(?:how|why) (?:do|does|can|could|should|would|is|are)|what(?: is| are|['’]s) an?|what do \w+s"
        r"|what does .{1,60} mean|(?:what|which \w+) do (?:i|we) (?:need|say|get|use)"
        r"|who (?:invented|discovered|painted|composed|wrote)|how (?:old|tall|high|deep|far|big|heavy|fast|hot) (?:is|are|was) (?:the|an?)"
        r"|how many \w+ (?:are there in|does an?|do \w+s)|what(?: is|['’]s) the (?:difference|capital|plural|opposite|square|population|\w+est\b)"
        r"|what (?:can|could|should|do) i do\b(?= *\?)|what (?:now|else)\b(?= *\?)|when do (?:i|you) (?:use|say)|(?:in )?(?:what|which) (?:country|planet|year)",
        own=r"my|mine|myself|our|ours|(?:am|was|do|did|have|had|will|would) (?:i|we)|(?:i|we) (?:am|was|were|had|still)"
        r"|(?:for|to|about|with|of|from|by) (?:me|us)",
        perhaps=r"(?:can|could|may|might|should|shall|must) (?:i|we)|that i|me|he|she|him|his|her|hers",
        earlier=r"do you remember|remind me|last time|earlier|previously|we (?:talked|spoke|discussed|decided|agreed)"
        r"|i (?:said|told|mentioned)|you (?:said|told|mentioned|suggested|recommended|advised)"
        r"|did (?:i|you) (?:say|tell|mention|suggest|recommend|advise)",
        task=r"translate|write|compose|explain|define|summari[sz]e|convert|solve|simplify|calculate|name|list|make|rhyme"
        r"|correct|tell me an?|give me|fix|proofread|rewrite|rephrase|paraphrase|shorten|draft|generate|conjugate",
        question=r"what|which|who|whom|whose|where|when|how|am|is|are|was|were|do|did|does|have|has|will|would",
        asks=r"can|could|should|shall|may|might|must|why|any (?:ideas?|tips?|advice|suggestions?|help|way)|help|what['’]s",
    ),
    "de": _Tongue(
        ordered=r"(?:erzähl|schreib|gib|zeig|nenn|sag|erklär|hilf|reicht)\w* (?:mir|uns)",
        told=r"(?:erzähl|gib|zeig|nenn|sag)\w* (?:mir|uns)",
        general=r"wie (?!alt|lange|oft|viele?\b|bin\b|war\b|hei(?:ß|ss)e\b)\w+ (?:ich|wir|man)|warum|wieso|woraus besteht"
        r"|was (?:ist|sind|macht) eine?|was (?:bedeutet|heißt)|wie viel ist|wie (?:funktioniert|entsteht|lautet|geht)"
        r"|wer (?:erfand|entdeckte|malte|komponierte|schrieb)|wer hat .{1,60} (?:erfunden|entdeckt|gemalt|komponiert)"
        r"|wie (?:alt|hoch|tief|weit|groß|schwer|schnell|lang|heiß) (?:ist|sind|war|wird) (?:der|die|das|eine?)"
        r"|wie viele \w+ hat (?:der|die|das|eine?)|was ist (?:der unterschied|die hauptstadt|das gegenteil|d(?:er|ie|as) \w+ste)"
        r"|wie viele \w+ haben (?:der|die|das)|was (?:kann|soll|mache?|tue?) ich(?: tun| machen)?\b(?= *\?)|was (?:jetzt|nun|tun)\b(?= *\?)|hei(?:ß|ss)t es|schreibt man"
        r"|in welche[mr] (?:land|jahr|stadt)",
        own=r"mein(?:e[mnrs]?)?|unser(?:e[mnrs]?)?|mich|uns|wir|(?:bei|zu|von|mit) mir|(?:bin|war|habe|hatte|heiße|wohne) ich",
        perhaps=r"ich|mir",
        earlier=r"erinner\w+|letztes mal|neulich|vorhin|(?:besprochen|gesagt|erzählt|empfohlen|vorgeschlagen)",
        task=r"übersetze?|schreibe?|erkläre?|nenne?|erzähle?|fasse|berechne|löse|gib|korrigiere|reime|formuliere?|verfasse|entwirf|konjugiere?|verbessere|kürze",
        question=r"was|wer|wem|wen|wo|wann|wie|welche[mnrs]?|womit|woher|bin|war|habe|hatte",
        asks=r"kann|können|könnte|soll|sollte|darf|muss|lässt|gibt|ist|sind|hilft|warum|wieso|wohin|(?:irgendwelche )?(?:tipps?|ideen?)",
    ),
    "es": _Tongue(
        ordered=r"me (?:puedes|podrías|dices|das|cuentas|explicas)",
        told=r"dime|dame|muéstrame|cuéntame|me (?:puedes|podrías) decir|me dices",
        general=r"c[oó]mo (?:puedo|podemos|hago|hacemos|se|funciona|\w+o)|por qu[eé]|cuánto es|qué (?:es|son|significa)|qué hace una?"
        r"|qui[eé]n (?:inventó|descubrió|pintó|compuso|escribió)|cu[aá]nt[oa]s \w+ (?:tiene una?|hay en)"
        r"|qu[eé] diferencia hay|cu[aá]l es (?:la diferencia|la capital|el plural|el contrario|(?:el|la) \w+ más)"
        r"|qu[eé] (?:hago|puedo hacer|hacer)\b(?= *\?)|en qué (?:país|año|ciudad)|cu[aá]ndo se (?:pone|usa|escribe|dice)",
        own=r"mis?|mí|mí[oa]s?|nuestr[oa]s?|nos|nosotr[oa]s|conmigo|yo|tengo|tenía|soy|era|estoy|vivo|trabajo|voy|fui|hice|debo|he"
        r"|me (?:gustan?|tocan?|duelen?|quedan?|faltan?|llamo|dedico)|vamos|somos|\w{3,}[ae]mos|vivimos|\w{2,}[aei]ré"
        r"|necesito|duermo|tomo|uso|prefiero|odio|(?!caf[eé]|aqu[ií]|all[ií]|qu[eé]|porqu[eé])\w{3,}[éí]",
        perhaps=r"me|él|ella|puedo|podría|debería|quiero|podemos",
        earlier=r"recuerd\w+|acuerd\w+|última vez|hablamos|quedamos en|dij(?:e|iste|imos)|recomendaste|sugeriste",
        task=r"traduc\w+|escrib\w+|explic\w+|define|nombra|resume|cuénta\w+|calcula|resuelve|dame|dime|corrige|convierte|redacta|conjuga|reformula|acorta",
        question=r"qu[eé]|qui[eé]n(?:es)?|cu[aá]l(?:es)?|cu[aá]ndo|d[oó]nde|c[oó]mo|cu[aá]nt[oa]s?",
        asks=r"puedo|podría|debo|debería|hay|se puede|tiene|tienes?|es|por qué|alg[uú]n(?:a)? (?:idea|truco|consejo)",
    ),
    "fr": _Tongue(
        ordered=r"(?:dis|donne|raconte|explique|écris|aide|montre)(?:z|s)?[ -](?:moi|nous)",
        told=r"(?:dis|donne|raconte|montre)(?:z|s)?[ -](?:moi|nous)",
        general=r"comment (?:puis-je|je|faire|fait-on|dit-on|dois-je|on|fonctionne|\w+-t-on)|pourquoi|combien font"
        r"|qu['’]est-ce qu(?:e l(?:a|e|['’])|['’]une?)|que (?:veut dire|signifie)|que fait une?"
        r"|qui a (?:inventé|découvert|peint|composé|écrit)|combien de \w+ (?:a une?|y a-t-il dans)|comment s['’]écrit"
        r"|quelle est la (?:différence|capitale|hauteur|population)|quel est le (?:pluriel|contraire)"
        r"|quel(?:le)? est l[ea] plus|que (?:faire|puis-je faire)\b(?= *\?)|(?:dans|en) quel(?:le)? (?:pays|année|ville)",
        own=r"mon|ma|mes|mien(?:ne)?s?|notre|nos|nous|\w+-nous|moi|(?!puis|pourrais|dois|devrais)\w+-je|est-ce que j(?:e|['’]\w+)"
        r"|je (?:suis|dois|vais)|j['’](?:ai|étais|avais|habite)",
        perhaps=r"\w+-je|je|j['’]\w+|m['’]\w+|me",
        earlier=r"(?:te|vous) souv\w+|rappelle\w*|dernière fois|tout à l['’]heure|avons (?:dit|parlé|décidé)|m['’](?:as|avez) (?:dit|conseillé|recommandé)",
        task=r"tradui\w+|écri\w+|expliqu\w+|définis|nomme|cite|résum\w+|racont\w+|calcul\w+|résou\w+|donne\w*|corrige|convertis|rédige\w*|conjugu\w+|reformul\w+|raccourci\w*",
        question=r"qu['’]\w+|que|quel(?:le)?s?|qui|où|quand|combien|comment|à qu\w+|est-ce|\w+-je",
        asks=r"je (?:peux|dois|fais)|peut-on|faut-il|y a-t-il|pourquoi|c['’]est|une? (?:idée|astuce|conseil|truc)|des (?:idées|conseils|astuces)",
    ),
}
_POLITE: Final = r"(?:(?:please|bitte|por favor|can you|could you|kannst du|puedes|peux-tu)\W+)*"
# Words that are quoted are spoken of, not spoken.
_QUOTED: Final = re.compile(r"\"[^\"]*\"|“[^”]*”|„[^“”]*[“”]|«[^»]*»|‘[^’]*’|(?<!\w)'[^']*'(?!\w)")
_ASKED: Final = re.compile(r"[^.!?…]+(?:[.!…](?=\S)[^.!?…]*)*\?")
_PART: Final = re.compile(r"\s*[,;:–—]\s+|\s+-\s+")
_SPACE: Final = re.compile(r"\s+")
_WORD: Final = re.compile(r"[^\W\d_]+(?:['’][^\W\d_]+)?")
_SMALL_TALK: Final = frozenset(
    """hi hello hey hiya there yo thanks thank you thx cheers ok okay cool great nice good fine perfect lol haha wow
    yes yeah yep no nope sure please bye goodbye morning afternoon evening night day that that's was is very so much
    helpful got it all right welcome have a one weekend too later see
    hallo moin servus guten morgen tag abend nacht danke dank vielen schön sehr bitte tschüss tschau ja nein gut super
    klar alles das reicht mir genau prima schönen noch dir bis später bald auch
    hola buenas buenos días tardes noches gracias muchas muy amable vale perfecto bien sí adiós luego hasta genial
    claro de nada que tengas un buen día igualmente pronto
    bonjour bonsoir salut coucou merci beaucoup bien d'accord parfait oui non au revoir très bonne journée nuit soirée
    à toi vous aussi bientôt tard plus""".split()
)
# Asked as a greeting, of words that may ask for something elsewhere.
_HOW_ARE_YOU: Final = re.compile(
    r"\b(?:how (?:are (?:you(?: doing)?|things)|is it going)|how['’]s (?:it going|life)|what['’]s up"
    r"|wie geht(?: es|['’]?s)(?: (?:dir|ihnen|euch))?"
    r"|(?:y )?(?:qué tal|cómo (?:estás?|vas?|te va))"
    r"|(?:comment )?(?:ça va|allez-vous|vas-tu|tu vas))(?: (?:today|heute|hoy|aujourd['’]hui))?\b",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class _Signs:
    ordered: re.Pattern[str]
    told: re.Pattern[str]
    general: re.Pattern[str]
    own: re.Pattern[str]
    perhaps: re.Pattern[str]
    earlier: re.Pattern[str]
    task: re.Pattern[str]
    question: re.Pattern[str]
    asks: re.Pattern[str]

    @classmethod
    def of(cls, tongue: _Tongue) -> "_Signs":
        return cls(
            ordered=_within(tongue.ordered),
            told=_opening(_POLITE + f"(?:{tongue.told})"),
            general=_opening(tongue.general),
            own=_within(tongue.own),
            perhaps=_within(tongue.perhaps),
            earlier=_within(tongue.earlier),
            task=_opening(_POLITE + f"(?:{tongue.task})"),
            question=_opening(tongue.question),
            asks=_opening(
                f"(?:and |but |und |aber |y |pero |et |mais )?(?:{tongue.question}|{tongue.asks})"
            ),
        )


def _within(words: str) -> re.Pattern[str]:
    return re.compile(rf"(?<![\w-])(?:{words})(?![\w-])", re.IGNORECASE)


def _opening(words: str) -> re.Pattern[str]:
    return re.compile(rf"\W*(?:{words})(?!\w)", re.IGNORECASE)


_SIGNS: Final = {language: _Signs.of(tongue) for language, tongue in _TONGUES.items()}


def of_the_user(text: str) -> float:
    """1 where a question asks what only the user's own past can tell, 0.5 where it may, else 0."""
    spoken = _spoken(text)
    signs = _SIGNS.get(_language(spoken))
    if signs is None:
        return 0.0
    if signs.earlier.search(spoken):
        return 1.0
    asking = _asking(spoken, signs)
    said = signs.ordered.sub(" ", asking)
    told = signs.told.match(asking)
    general = None if told else signs.general.match(said) or signs.task.match(said)
    if not (told or general or "?" in said or signs.question.match(said)):
        return 0.0
    if general:
        return 0.5 if signs.own.search(said, general.end()) else 0.0
    return 1.0 if signs.own.search(said) else 0.5 if signs.perhaps.search(said) else 0.0


def _asking(spoken: str, signs: _Signs) -> str:
    """The part of a message that asks: "My printer is offline, what now?" wants nothing of the user's past."""
    if "?" not in spoken:
        return spoken
    *_, last = _ASKED.finditer(spoken)
    parts = _PART.split(last[0].strip())
    if signs.question.match(parts[0]):
        return last[0]
    opens = (number for number, part in enumerate(parts) if signs.asks.match(part))
    return ", ".join(parts[next(opens, 0) :])


def is_general(text: str) -> bool:
    """Whether something is to be made, reckoned or explained, which mostly takes no memory."""
    spoken = _spoken(text)
    # A few words hardly show their language.
    return any(signs.task.match(spoken) or signs.general.match(spoken) for signs in _SIGNS.values())


def is_small_talk(text: str) -> bool:
    """Whether there is nothing in it to look for: a greeting, thanks, agreement."""
    spoken = _HOW_ARE_YOU.sub(" ", _spoken(text))
    words = _WORD.findall(spoken.casefold().replace("’", "'"))
    return _SMALL_TALK.issuperset(words) and not any(map(str.isdigit, text))


def _language(spoken: str) -> str:
    """The language of a message; of a few words that show none, the one in which they ask."""
    language = language_of(spoken)
    if language != "en":
        return language
    asking = (code for code, signs in _SIGNS.items() if signs.question.match(spoken))
    return next(asking, language)


def _spoken(text: str) -> str:
    return _SPACE.sub(" ", _QUOTED.sub(" ", composed(text[:_READ])))
