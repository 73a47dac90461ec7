"""Which dates lie ahead though the verb tells of the past, in every language; a date stands at the mark |."""

import re
from typing import Final

# What is arranged lies ahead, however it is told: booked for February.
ARRANGED: Final = re.compile(
    r"\b(?:book|reserv|schedul|regist|ticket|karte|réserv|inscri|billet|entrada)\w*\b.*\bfor\s*\|"
    r"|\b(?:für|auf|para|pour)(?: den| el| le)?\s*\|"
    r"|\b(?:promised|agreed to|offered|invited|versprochen|zugesagt|prometí|prometido|promis)\b[\w' ]*\|"
    r"|\b(?:appointment|termin|cita|rendez-vous|rdv)[ ,:]*(?:for|on|am|el|le)?\s*\|"
)
# The new day of what was to be on another one: postponed to May, the new date is 14 March.
MOVED: Final = re.compile(
    r"\b(?:postponed?|put off|push(?:ed)?|rescheduled?|moved?|changed?|shift(?:ed)?|(?:brought|bring) forward|rebook(?:ed)?|aplaz\w+|pos(?:puest|pon)\w+"
    r"|pasad[oa]s?|pasaron|cambi(?:ad[oa]s?|aron|ar)|mov(?:id[oa]s?|er)|traslad(?:ad[oa]s?|ar)|retras\w+|adelant\w+"
    r"|(?:report|repouss|décal|déplac|avanc|recul|chang|pass)(?:é\w*|er))\b.*\b(?:to|a|al|au|à)\s*\|"
    r"|\bauf(?: den)?\s*\|.*\b(?:verschoben|verschieben|verlegt|verlegen|vorgezogen|vorziehen|umgebucht|umbuchen)\b|\bverschiebt\b.*\bauf(?: den)?\s*\|"
    r"|\b(?:new|next|neuer?|nächster|nueva|próxima|nouveau|nouvelle|prochain) (?:appointment|date|termin|cita|fecha|rendez-vous|rdv)"
    r"(?: is| ist| es| est)(?: on| der| am| el| le)?\s*\|"
)
# What ends later than it was to: my contract was extended until March.
NEW_END: Final = re.compile(
    r"\b(?:extend(?:ed)?|renewed|prolong\w*|prorrog\w+|renovad[oa]s?|renovaron|ampliad[oa]s?|ampliaron|alargad[oa]s?|renouvelé\w*|reconduit\w*)\b"
    r"[^.;]*\b(?:to|until|till?|through|hasta(?: el)?|jusqu'(?:au|en|à))\s*\|"
    r"|\bbis(?: zum| anfang| mitte| ende)?\s*\|.*\bverlängert\b|\bverlänger\w+\b.*\bbis(?: zum| anfang| mitte| ende)?\s*\|"
)
# Words that open what is to come, unless something was so then: as of March I was out of work.
STARTING: Final = re.compile(
    r"\b(?:starting|beginning|effective|as of|with effect|partir|compter|dès|ab)\b[\w' ]{0,12}\|"
)
FROM_THERE: Final = re.compile(r"\b(?:from|desde|vom)(?: the| el| dem)?\s*\|")
UNTIL_THEN: Final = re.compile(
    r"\b(?:until|till?|through|bis|hasta|jusqu'(?:au|en|à))(?: the| zum| ende| el| la| fin)?\s*\|"
)
WAS_SO: Final = re.compile(
    r"\b(?:(?:was|were)(?! \w+ed\b)|used to|lived|worked|stayed|studied|war|waren|hatten?|lebten?|wohnten?|arbeiteten?|gelebt|gewohnt|gearbeitet"
    r"|studiert|gewesen|estuv\w+|estaba\w*|era|éramos|tenía\w*|viv(?:í|ía|íamos|ió|ido)|trabaj(?:é|ó|aba|ado|ábamos)|estudi(?:é|ó|aba|ado)"
    r"|étais|était|étions|avais|avait|habit(?:é|ais|ait)|vécu|travaill(?:é|ais|ait)|étudi(?:é|ais|ait))\b"
)
# What is got for a time to come.
GRANTED: Final = re.compile(
    r"\b(?:signed|accepted|offered|hired|rented|leased|gave|given|granted|(?:signed|written) off|unterschrieben|gemietet|gegeben|krankgeschrieben"
    r"|angenommen|bekommen|firmado|firmé|firmamos|alquilad[oa]|alquilé|aceptado|acepté|contratad[oa]|dado|dieron|concedido|signé|accepté|loué"
    r"|donné|accordé|embauchée?|obtenu)\b"
)
# Where "desde" opens what is to come: empiezo desde enero, he firmado desde octubre.
WILL_BE: Final = re.compile(
    r"^(?=.*\b(?:empiez\w+|comienz\w+|va a|van a|voy a|vamos a|\w{2,}(?:aré|eré|iré|dré|ará|erá|irá|drá|aremos|eremos|iremos|dremos|arán|erán|irán|drán)"
    r"|he firmado|hemos firmado|han contratado|firmé|firmamos)\b).*\bdesde(?: el)?\s*\|"
)
# What one has put one's name down for may lie ahead, though that is told of the past: I've signed up for a run in October.
# The date is the run's where it stands with its noun; in English and Spanish the perfect tells no day that is over.
_NAME: Final = r"(?:signed|put)(?: \w+){0,3} (?:up|down)|applied|registered|enrolled|entered"
SIGNED_UP: Final = re.compile(
    rf"(?:\b(?:have|has|ive)|'ve|'s) (?:\w+ )?(?:{_NAME})\b.*\||\b(?:{_NAME})\b.* from \|"
    r"|\b(?:he|has|ha|hemos|han) (?:apuntado|inscrito|preinscrito|solicitado)\b.*\|"
    r"|\b(?:apunt|inscri|solicit)\w+ .*\bdel? \|"
    r"|\b(?:pré)?inscrite?s? .*\b(?:du|de|d') ?\|"
    r"|\b(?:für|zum|zur|um)(?: (?!am\b|im\b)[\w-]+){1,4}(?: im| am| vom| ab) \|.*\b(?:angemeldet|beworben|eingeschrieben|eingetragen)\b"
)
# What one had before one may be what comes to nothing: with a torn calf in February, "I had the marathon on 24 May".
HAD: Final = re.compile(
    r"\b(?:had|hatten?) .*(?:marathon|race|10k|triathlon|wedding|flights?|trip|holiday|concert|gig|festival|tournament|match"
    r"|lauf|rennen|hochzeit|flug|reise|urlaub|konzert|turnier)\b|\b(?:tenía(?:mos)?|avais|avions)\b",
    re.IGNORECASE,
)
# What is got may begin later: I found a placement, 1 June to 31 July.
GOT: Final = re.compile(
    r"\b(?:found|got|landed|accepted|signed|offered|trouvé\w*|décroché\w*|obtenu\w*|signé\w*|gefunden|bekommen|ergattert"
    r"|unterschrieben|encontrado|encontré|encontramos|conseguido|conseguí|conseguimos|firmado|firmé|ofrecido|ofrecieron)\b",
    re.IGNORECASE,
)
# Of when a thing is that one has: I have an appraisal from February. A course from March to May is still to come.
IS_FROM: Final = re.compile(
    r"\b(?:have|has|got|habe|haben|hab|hat) (?:an?|the|my|another|ein\w*|den|die|das|noch)(?: \w+)? [\w-]+ (?:from|vom|von)(?: the)?\s*\|"
    r"(?!\s*(?:to|until|till|through|bis|on|an|[-–])\b|\s*[-–])"
)
# Whose birth may be news, and what the speaker says of their own.
CHILD: Final = re.compile(
    r"\b(?:baby|daughter|son|twins|grand(?:son|daughter|child)|niece|nephew|little|tochter|sohn|zwillinge|enkel(?:in|kind)?|nichte|neffe|kleine[rn]?"
    r"|bebé|hij[oa]|niet[oa]|sobrin[oa]|mellizos|gemel[oa]s|pequeñ[oa]|bébé|fille|fils|jumeaux|nièce|neveu|petite?)\b",
    re.IGNORECASE,
)
SPEAKER_BORN: Final = re.compile(r"\s*(?:i|ich|yo|nací|je)\b", re.IGNORECASE)
