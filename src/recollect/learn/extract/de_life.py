"""German: what somebody is after and is away for, how old one of his will be, and what is said of a life without a verb."""

from typing import Final

from recollect.learn.extract.de_plans import DAY
from recollect.learn.extract.de_rule import rule, say
from recollect.learn.extract.language import Timing
from recollect.model.entry import Kind

_ILL = r"(?:\w*vorfall|\w*riss|\w*bruch|meniskus\w*|bandscheibe\w*|\w*entzündung|\w*infarkt|\w*arthrose|schlaganfall|burnout|\w*krebs|migräne|diabetes|asthma|hexenschuss|ischias|tinnitus|thrombose|gastritis|depression\w*|epilepsie|rheuma|neurodermitis|borreliose|knie|schulter|hüfte|rücken|sprunggelenk|kreuzband|achillessehne|tennisarm|fersensporn|bypass|stent|herzschrittmacher)"
_WHEN = r"(?:seit|vor (?:<NUM>|einem|einer|ein paar)|im (?:januar|februar|märz|april|mai|juni|juli|august|september|oktober|november|dezember|letzten|vorigen|frühjahr|frühling|sommer|herbst|winter)|letzte[nrsm]?|nach (?:dem|der|einem|einer)|(?:19|20)\d\d)"
_AWAY = r"\b(?:nicht (?:da|erreichbar|im (?:büro|haus|lande?)|verfügbar|zuhause)|im urlaub|in urlaub|verreist|auf (?:dienstreise|geschäftsreise|montage|fortbildung|kur|reha)|krankgeschrieben|in elternzeit|unterwegs|weg)\b"
_SET_UP = r"(?:aufnehmen|starten|gründen|lernen|aufbauen|eröffnen|pachten|kaufen|bauen|umziehen|auswandern|abnehmen|aufhören|anfangen|verkaufen|renovieren|studieren|werden|heiraten|anlegen|umbauen|nachholen|kündigen|wechseln|adoptieren|laufen|veröffentlichen|bewerben|sparen|pflanzen)"

LIFE: Final = (
    rule(
        Kind.FACT,
        "wird werde werden",
        r"(?P<who><SUBJ>)(?:, (?:mein|meine|unser|unsere) [\w -]{3,25},)?,? (?:wird|werde|werden) (?:jetzt |bald |schon |dann )*(?:(?:im|am|nächste[nrsm]?|diese[nrsm]?|kommende[nrsm]?|morgen|übermorgen|heute|zu)\b[\w. ]{0,25}? )?(?:\d{1,3}|<NUM>)(?: Jahre(?: alt)?)?",
        "age",
        timing=Timing.YEARLY,
        confidence=0.7,
    ),
    rule(
        Kind.FACT,
        "",
        rf"(?!.*\b(?:ich|du|wir|was|wie|wer|gegen|welche\w*|hilft|ist|hat|übungen?)\b)(?:[\w/-]+,? (?:am |im |an der |in der )?){{0,2}}?{_ILL}(?![\w])(?:,? [\w/-]+){{0,3}}?,? {_WHEN}\b.*",
        "health",
        past=True,
        confidence=0.65,
    ),
    rule(
        Kind.FACT,
        "",
        r"(?:schon |fast |gut )?(?:\d{1,2}|<NUM>) Jahre (?:lang )?(?:als |in der |im |bei )?(?!(?-i:Garantie|Haft|Gefängnis|Pech|Unterschied|Verspätung))(?-i:[A-ZÄÖÜ])[\w-]+(?: [\w-]+)?,? (?:in|im|bei|beim|am|an|auf|für)\b.+",
        "employment_past",
        confidence=0.65,
    ),
    rule(
        Kind.FACT,
        "ab",
        r"(?-i:[A-ZÄÖÜ])[\w&.-]+(?: (?-i:[A-ZÄÖÜ])[\w&.-]+)? in (?-i:[A-ZÄÖÜ])[\w-]+,? ab (?:dem |mitte |anfang |ende )?(?:\d{1,2}\.|januar|februar|märz|april|mai|juni|juli|august|september|oktober|november|dezember|sofort).*",
        "employer",
        confidence=0.65,
    ),
    rule(
        Kind.FACT,
        "läuft laufen",
        r"(?:(?:es|das|das ganze|alles|die \w+|der \w+) )?(?:läuft|laufen) (?:alles |hier |bei mir |bei uns |aktuell |lokal |noch )*(?:auf|unter|mit) (?:nem|ner|einem|meinem|unserem|einer|meiner|unserer|altem) [^,]*(?:(?-i:[A-ZÄÖÜ])\w*|\d).*",
        "uses",
        confidence=0.65,
    ),
    rule(
        Kind.FACT,
        "hingeschmissen geschmissen hingeworfen aufgehört gekündigt",
        say(
            "hab|habe|haben|hat",
            r"\b(?:bei|beim|den job|die stelle|das studium|die ausbildung|die lehre|die schule)\b",
            r"\b(?:hingeschmissen|geschmissen|hingeworfen|aufgehört|gekündigt|abgebrochen)$",
            drop="hab|habe",
            never="du|fast|nicht",
        ),
        "employment_past",
        timing=Timing.EVENT,
        past=True,
    ),
    rule(
        Kind.FACT,
        "darf dürfen soll",
        say(
            "darf|dürfen|soll|sollen",
            r"\b(?:nicht|nichts|kein|keine|keinen|nie|nie wieder)\b.*\b(?:heben|tragen|schleppen|joggen|laufen|fliegen|fahren|arbeiten|belasten|rauchen|schwimmen|stehen|sitzen|knien|turnen|tauchen|duschen|sport machen|auftreten|steigen|treiben)$",
            drop="darf|soll",
            never="du|man|hier|das|heute|vergessen",
        ),
        "health",
        confidence=0.7,
    ),
    rule(
        Kind.FACT,
        "festgestellt diagnostiziert gefunden entdeckt",
        r"(?:bei (?:mir|uns|mein(?:em|er) [\w-]+|unser(?:em|er) [\w-]+) (?:wurde|wurden|hat man|haben sie) .+|man hat bei mir .+)\b(?:festgestellt|diagnostiziert|gefunden|entdeckt)",
        "health",
        timing=Timing.EVENT,
        past=True,
    ),
    rule(
        Kind.DECISION,
        "doch stattdessen statt",
        say(
            "fahren?|fahre|gehen|gehe|nehmen?|nehme|machen|fliegen|fliege|bleiben|bleibe|kaufen|kaufe|ziehen|ziehe|feiern",
            r"\b(?:jetzt doch|doch|nun doch|stattdessen)\b.*\b(?:statt|anstatt|nicht)\b .+",
            drop="fahren|gehen|nehmen|nehme",
            never="du|wenn",
        ),
        "plan",
        confidence=0.7,
    ),
    rule(
        Kind.PREFERENCE,
        "keine ohne nie",
        r"(?:bitte |und )*(?:keine|ohne|nie) (?:emojis?|smileys?|anglizismen|floskeln|abkürzungen|fachbegriffe|aufzählungen|ausrufezeichen|fremdwörter)\b(?: mehr)?(?!.*\b(?:hier|diesmal|in diesem)\b).*",
        "instruction",
        confidence=0.65,
    ),
    rule(
        Kind.CONTEXT,
        "",
        rf"(?=.*{DAY}|.*\b(?:bis|ab) \w)"
        + say("bin|sind|ist", _AWAY, drop="bin|sind", never="du|seit|war|jeden|immer"),
        "away",
        past=False,
        confidence=0.7,
    ),
    rule(
        Kind.COMMITMENT,
        "",
        r".{3,}\w+e?n",
        "goal",
        timing=Timing.PLAN,
        confidence=0.7,
        after=r"(?i)\b(?:mein|meine|unser|unsere) (?:\w+ )?(?:ziel|plan|vorsatz|vorsätze|vorhaben|traum|wunsch)(?: [\w ]{2,25})?:\s*$",
    ),
    rule(
        Kind.COMMITMENT,
        "will wollen",
        r"(?:(?P<who>ich|wir) )?(?:will|wollen) (?!(?:nur|nicht|nichts|wissen|fragen|kurz|mal|gerade|dich|sie|wir|du|das|es|sagen|hier|damit)\b)(?!.*\b(?:gedicht|text|mail|rezept|fehler|skript|code|brief|satz|liste|machen lassen|damit|das|es)\b)[^,]*\b"
        + _SET_UP
        + r"(?:, .+)?",
        "plan",
        timing=Timing.PLAN,
        confidence=0.65,
    ),
)
