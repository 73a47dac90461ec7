"""The intent of a message: about the user, about earlier conversations, a task, or small talk.

A question about the user ("What do I do for a living?") may share no words with its answer, so its
wording has to show that it needs memory. In other languages than these four, nothing is detected.
"""

import re
from dataclasses import dataclass
from typing import Final

from recollect.domain.folding import composed
from recollect.recall.terms import language_of

# The part of a message that is read; a longer one contains a pasted text.
_MAX_CHARS: Final = 1_000


@dataclass(frozen=True, slots=True)
class _Phrases:
    """Patterns of whole words that show the intent of a message, in one language."""

    # The "me" in "Write me …" does not refer to the user's life.
    ordered: str
    # "Tell me …" asks for something.
    tell_me: str
    # "How do I …?", "Why do …?", "What is a …?" ask for general knowledge.
    general: str
    own: str
    # "May I …?" may be general, or about what is known of the user.
    perhaps: str
    earlier: str
    task: str
    question: str
    # Other words that start the asking part of a sentence, after a statement.
    asks: str


_PHRASES: Final = {
    "en": _Phrases(
        ordered=r"(?:tell|give|show|write|teach|help|let|remind) (?:me|us)",
        tell_me=r"(?:tell|give|show|remind) (?:me|us)",
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
    "de": _Phrases(
        ordered=r"(?:erzähl|schreib|gib|zeig|nenn|sag|erklär|hilf|reicht)\w* (?:mir|uns)",
        tell_me=r"(?:erzähl|gib|zeig|nenn|sag)\w* (?:mir|uns)",
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
    "es": _Phrases(
        ordered=r"me (?:puedes|podrías|dices|das|cuentas|explicas)",
        tell_me=r"dime|dame|muéstrame|cuéntame|me (?:puedes|podrías) decir|me dices",
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
    "fr": _Phrases(
        ordered=r"(?:dis|donne|raconte|explique|écris|aide|montre)(?:z|s)?[ -](?:moi|nous)",
        tell_me=r"(?:dis|donne|raconte|montre)(?:z|s)?[ -](?:moi|nous)",
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
# Quoted text is not part of the request.
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
# Questions that are greetings, though their words may ask for something elsewhere.
_HOW_ARE_YOU: Final = re.compile(
    r"\b(?:how (?:are (?:you(?: doing)?|things)|is it going)|how['’]s (?:it going|life)|what['’]s up"
    r"|wie geht(?: es|['’]?s)(?: (?:dir|ihnen|euch))?"
    r"|(?:y )?(?:qué tal|cómo (?:estás?|vas?|te va))"
    r"|(?:comment )?(?:ça va|allez-vous|vas-tu|tu vas))(?: (?:today|heute|hoy|aujourd['’]hui))?\b",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class _Patterns:
    ordered: re.Pattern[str]
    tell_me: re.Pattern[str]
    general: re.Pattern[str]
    own: re.Pattern[str]
    perhaps: re.Pattern[str]
    earlier: re.Pattern[str]
    task: re.Pattern[str]
    question: re.Pattern[str]
    asks: re.Pattern[str]

    @classmethod
    def compile(cls, phrases: _Phrases) -> "_Patterns":
        return cls(
            ordered=_anywhere(phrases.ordered),
            tell_me=_at_start(_POLITE + f"(?:{phrases.tell_me})"),
            general=_at_start(phrases.general),
            own=_anywhere(phrases.own),
            perhaps=_anywhere(phrases.perhaps),
            earlier=_anywhere(phrases.earlier),
            task=_at_start(_POLITE + f"(?:{phrases.task})"),
            question=_at_start(phrases.question),
            asks=_at_start(
                f"(?:and |but |und |aber |y |pero |et |mais )?(?:{phrases.question}|{phrases.asks})"
            ),
        )


def _anywhere(words: str) -> re.Pattern[str]:
    return re.compile(rf"(?<![\w-])(?:{words})(?![\w-])", re.IGNORECASE)


def _at_start(words: str) -> re.Pattern[str]:
    return re.compile(rf"\W*(?:{words})(?!\w)", re.IGNORECASE)


_PATTERNS: Final = {language: _Patterns.compile(phrases) for language, phrases in _PHRASES.items()}


def about_user(text: str) -> float:
    """1 for a question that only the user's own past can answer, 0.5 if it may be one, else 0."""
    plain = _without_quotes(text)
    patterns = _PATTERNS.get(_language(plain))
    if patterns is None:
        return 0.0
    if patterns.earlier.search(plain):
        return 1.0
    asking = _asking_part(plain, patterns)
    request = patterns.ordered.sub(" ", asking)
    tell_me = patterns.tell_me.match(asking)
    general = None if tell_me else patterns.general.match(request) or patterns.task.match(request)
    if not (tell_me or general or "?" in request or patterns.question.match(request)):
        return 0.0
    if general:
        return 0.5 if patterns.own.search(request, general.end()) else 0.0
    return 1.0 if patterns.own.search(request) else 0.5 if patterns.perhaps.search(request) else 0.0


def _asking_part(plain: str, patterns: _Patterns) -> str:
    """The part of a message that asks: "what now?" in "My printer is offline, what now?"."""
    if "?" not in plain:
        return plain
    *_, last = _ASKED.finditer(plain)
    parts = _PART.split(last[0].strip())
    if patterns.question.match(parts[0]):
        return last[0]
    opens = (number for number, part in enumerate(parts) if patterns.asks.match(part))
    return ", ".join(parts[next(opens, 0) :])


def is_general(text: str) -> bool:
    """Whether a message asks to write, compute or explain something, which rarely needs memory."""
    plain = _without_quotes(text)
    # A short message hardly shows its language, so try all.
    return any(
        patterns.task.match(plain) or patterns.general.match(plain)
        for patterns in _PATTERNS.values()
    )


def is_small_talk(text: str) -> bool:
    """Whether a message is only a greeting, thanks or agreement, with nothing to search for."""
    plain = _HOW_ARE_YOU.sub(" ", _without_quotes(text))
    words = _WORD.findall(plain.casefold().replace("’", "'"))
    return _SMALL_TALK.issuperset(words) and not any(map(str.isdigit, text))


def _language(plain: str) -> str:
    """The language of a message; if a few words show none, that of its question word."""
    language = language_of(plain)
    if language != "en":
        return language
    asking = (code for code, patterns in _PATTERNS.items() if patterns.question.match(plain))
    return next(asking, language)


def _without_quotes(text: str) -> str:
    return _SPACE.sub(" ", _QUOTED.sub(" ", composed(text[:_MAX_CHARS])))
