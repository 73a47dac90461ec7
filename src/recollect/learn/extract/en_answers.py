"""English: what a short answer states, together with the question before it."""

import re
from typing import Final

from recollect.learn.extract.en_alone import ALONE
from recollect.learn.extract.en_who import is_name
from recollect.learn.extract.en_words import MANY, NUMBER, PARTS
from recollect.learn.extract.language import pattern
from recollect.learn.extract.scene import Scene
from recollect.learn.extract.topics import Topic, Topics, aged, named_in, uncapped

_YES: Final = re.compile(
    r"^(?:yes|yep|yeah|yup|indeed|correct|exactly|right|sure|of course|i do|i am|i have)\b[\s,.!]*",
    re.IGNORECASE,
)
_NO: Final = re.compile(r"^(?:no|nope|nah|not really|i don't|i'm not)\b[\s,.!]*", re.IGNORECASE)
# "no. oh wait, the pill", "none except cats"; who says "well, not really" or "well, I used to" takes nothing back.
RELENTS: Final = pattern(
    r"\W*(?:no|nope|nah|none|nothing|not really)(?:[\s,.!…–—-]+(?:(?:oh|ah|hm+|uh|um|ok|sorry|actually|well|wait|hang on|hold on|yes|yeah|I lied)\b[\s,.!…–—-]*)*"
    r"(?:well|wait|hang on|hold on|yes|yeah|I lied)[\s,.:!…–—-]+|[\s,.!…–—-]+(?:except|other than|apart from|besides)(?: for)? "
    r"|(?<=none)[\s,.]+(?:just|only) )(?=\w)(?!(?:no|not|none|nothing|never|(?:I|we|it) (?:used|did|was|had|don't|do not|can't))\b)"
)
_LAST_QUESTION: Final = re.compile(r"[^.!?\n]+\?")
_REST: Final = re.compile(
    r"(?:since|for|in|until|from|with|but|and|at|last|yesterday|this|on|\w+ (?:weeks?|months?|years?|days?) ago)\b",
    re.IGNORECASE,
)
_MOST_WORDS: Final = 8
# "And your wife?", "where does she live?", "and Tom?": a question that asks of somebody else.
_OF_ANOTHER: Final = pattern(
    r"\byour (?P<kin>(?:[\w-]+ ){0,2}?<KIN>)(?!['\w-])"
    r"|\b(?:does|did|is|was|has|will|can) (?P<pronoun>he|she)\b"
    r"|^ ?(?:(?:what|which|how|when|where)\b[^?]*?|(?:is|are) )\b(?P<his>his|her) \w"
    r"|\b(?P<he>he|she) (?:is|was|has|have|takes?|lives?|works?|needs?|likes?)\b"
    r"|\b(?:and|what about|how about),? (?P<name><FIRST>) ?\?",
    **PARTS,
)
_YOU: Final = re.compile(r"\byou\b", re.IGNORECASE)
_YOUR: Final = re.compile(r"\byour\b", re.IGNORECASE)
_A_JOB: Final = re.compile(r"I have an? (?:[\w-]+ )?job")
_SHIFTS: Final = re.compile(
    r"(?:[\w-]+ ){0,2}(?:shifts?|nights|days|weekends|part[- ]time|full[- ]time|nine to five)\b",
    re.IGNORECASE,
)
# "A job that limits your cooking time": the answer says which.
_THAT: Final = re.compile(r" (?:that|which|who) .*", re.IGNORECASE)
_YOU_KNOW: Final = re.compile(
    r"\b(?:do|can|could|would) you (?:happen to )?(?:know|tell me|remember|say)\b", re.IGNORECASE
)

# Questions that a yes or a no answers: what follows "I" for yes, and for no.
_YES_NO: Final = (
    (
        re.compile(
            r"(?:are you|you're|you are) (?:still |also |already |currently |based |living )*(?P<rest>(?:in|at|from|with|on|a|an|married|vegetarian|vegan|allergic|left-handed|retired|employed|self-employed|working|studying|using)\b[^,?]*)",
            re.IGNORECASE,
        ),
        "I am ",
        "I am not ",
    ),
    (
        re.compile(
            r"did you (?:already |ever |finally )?(?P<rest>(?:sell|buy|get|finish|pass|move|quit|leave|submit|book|start|sign|adopt|hand in|accept|take)\b[^,?]*)",
            re.IGNORECASE,
        ),
        "I did ",
        "I did not ",
    ),
    (
        re.compile(
            r"(?:do|did) you (?:still |also |already |currently |usually |actually )*(?P<rest>(?!(?:want|wish|mean|think|feel|mind|see|remember|happen|plan|guess|agree|believe|know (?:what|how|if|why|where|the|that|which)|need (?:me|help|any|to know|anything|more)|like (?:me|it|that|this|the)|prefer (?:me|that|this|the)|have (?:any (?:other|more)|a (?:moment|minute)|time|questions)|want)\b)[a-z]+\b[^,?]*)",
            re.IGNORECASE,
        ),
        "I ",
        "I don't ",
    ),
    (
        re.compile(
            r"have you (?:ever |already )?(?P<rest>(?:been|lived|worked|used|tried|visited)\b[^,?]*)",
            re.IGNORECASE,
        ),
        "I have ",
        "I have not ",
    ),
)
# Questions that a few words answer.
_WHAT: Final = (
    (
        re.compile(r"are you allergic to (?:any|some|certain)\w*\b[^?]*\?", re.IGNORECASE),
        "I am allergic to {}",
    ),
    (
        re.compile(
            r"do you (?P<verb>have|speak|play|own|keep|take|know|use) (?:any|an?(?= (?:[\w-]+ )?(?:tool|app|program|framework|library|editor|calendar|tracker|service)\b)) (?!(?:other )?(?:ideas?|questions?|idea|preferences?|thoughts?|time|other)\b)[^?]*\?",
            re.IGNORECASE,
        ),
        "I {verb} {}",
    ),
    (
        re.compile(
            r"where (?:do you live|are you (?:based|living|located)|do you currently live|are you)\b",
            re.IGNORECASE,
        ),
        "I live in {}",
    ),
    (
        re.compile(
            r"(?:which|what) (?:city|town|country|place|area) (?:do you live in|are you in|are you based in)",
            re.IGNORECASE,
        ),
        "I live in {}",
    ),
    (re.compile(r"where are you (?:originally )?from", re.IGNORECASE), "I am from {}"),
    (re.compile(r"where do you work", re.IGNORECASE), "I work at {}"),
    (
        re.compile(
            r"(?:what do you do\b(?: for (?:a living|work))?|what(?:'s| is) your (?:job|profession|occupation))",
            re.IGNORECASE,
        ),
        "I work as {}",
    ),
    (re.compile(r"how old are you", re.IGNORECASE), "I am {}"),
    (re.compile(r"what(?:'s| is) your name", re.IGNORECASE), "My name is {}"),
    (
        re.compile(
            r"(?:what|which|when|where|who)(?:'s| is| are) your (?P<thing>(?!question|goal|idea|plan)[\w -]{3,30}?)\s*\?",
            re.IGNORECASE,
        ),
        "My {thing} is {}",
    ),
    (
        re.compile(r"when(?:'s| is) the (?P<thing>[\w -]{3,30}?)\s*\?", re.IGNORECASE),
        "The {thing} is {}",
    ),
    (
        re.compile(
            r"(?:what|which) (?P<thing>[\w -]{3,25}?) (?:do|are) you (?P<verb>use|using|have|drive|own|prefer|play|speak|run|running|wear|take|need|eat|drink|teach|study|ride|grow)\b",
            re.IGNORECASE,
        ),
        "My {thing} is {}",
    ),
    (
        re.compile(
            r"how (?:many|much) (?P<thing>[\w -]{3,25}?) do you (?P<verb>have|own|drink|eat|need)\b",
            re.IGNORECASE,
        ),
        "I {verb} {} {thing}",
    ),
)


def _in(said: str) -> str:
    return re.sub(r"^in ", "", said, flags=re.IGNORECASE)


_TOPICS: Final = Topics(
    topics=(
        Topic(
            asked=pattern(r"\bintoleran(?:ces?|t)\b"),
            form="I have an allergy or intolerance: {}",
            theirs="{who} has an allergy or intolerance: {}",
            none="I have no allergies or intolerances",
            shaped=uncapped,
        ),
        Topic(
            asked=pattern(r"\ballergies\b|\ballergy\b|\ballergic to\b"),
            form="I am allergic to {}",
            theirs="{who} is allergic to {}",
            none="I have no allergies",
            shaped=uncapped,
        ),
        Topic(
            asked=pattern(r"\b(?:diet|dietary|eat meat|eat (?:anything|everything))\b"),
            form="I am {}",
            fits=pattern(
                r"^(?:\w+ly |strictly |strict |pretty much |almost )?(?:vegan|vegetarian|veggie|pescatarian|pescetarian|flexitarian|lactose[- ]intolerant|gluten[- ]intolerant|coeliac|celiac|diabetic)\b"
            ),
            shaped=uncapped,
        ),
        Topic(
            asked=pattern(r"\b(?:diet|dietary)\b"),
            form="I eat {}",
            fits=pattern(
                r"^(?:\w+ly |strictly )?(?:halal|kosher|keto|paleo|low[- ]\w+|\w+[- ]free)\b"
            ),
            shaped=uncapped,
        ),
        Topic(
            asked=pattern(r"\bpets?\b(?! (?:food|shop|store|insurance|sitt\w+|friendly))"),
            form="I have {}",
            none="I have no pets",
            fits=pattern(r"^(?:an?|one|two|three|four|five|six|\d+|some|several) \w"),
            shaped=uncapped,
        ),
        Topic(
            asked=pattern(r"\blanguages?\b[^?]*\bspeak\b|\bspeak\b[^?]*\blanguages?\b"),
            form="I speak {}",
            none="I speak no other language",
        ),
        Topic(
            asked=pattern(
                r"\bany hobbies\b|\b(?:your|have) hobbies\b|\b(?:free|spare) time\b|\b(?:do|you do) for fun\b"
            ),
            form="My hobbies are {}",
            fits=pattern(r",| and | & "),
            shaped=uncapped,
        ),
        Topic(
            asked=pattern(r"\bhobb(?:y|ies)\b|\b(?:free|spare) time\b|\b(?:do|you do) for fun\b"),
            form="My hobby is {}",
            shaped=uncapped,
        ),
        Topic(
            asked=pattern(
                r"\b(?:any|which|what) (?:\w+ )?(?:medications?|medicines?|meds|tablets|pills)\b"
                r"|\b(?:takes?|taking|is (?:he|she) on) (?:anything|something)\b"
            ),
            form="I take {}",
            theirs="{who} takes {}",
            none="I take no medication",
        ),
        Topic(
            asked=pattern(
                r"\b(?:any|other|health|medical) conditions\b|\billness(?:es)?\b|\bhealth (?:issues|problems)\b"
            ),
            theirs="{who} has {}",
            shaped=uncapped,
        ),
        Topic(
            asked=pattern(
                r"\b(?:siblings|(?:brothers?|sisters?) (?:or|and) (?:brothers?|sisters?))\b"
            ),
            form="I have {}",
            theirs="{who} has {}",
            none="I have no siblings",
            fits=pattern(rf"^(?:an?|{NUMBER}) \w"),
            shaped=uncapped,
        ),
        Topic(
            asked=pattern(r"\bwhere (?:does|do|is|are) .+ (?:live|living|based)\b"),
            theirs="{who} lives in {}",
            shaped=_in,
        ),
        Topic(
            asked=pattern(r"\bwhat (?:does|do) .+ do(?: for (?:a living|work))? ?\?"),
            theirs="{who} works as {}",
            shaped=uncapped,
        ),
        Topic(
            asked=pattern(r"\bhow old (?:is|are) (?!you\b)"),
            form="I am {} old",
            theirs="{who} is {} old",
            fits=pattern(
                rf"^{NUMBER}(?: (?:and a half )?(?:years?|months?|weeks?))?(?: old)?[.!]?$"
            ),
            shaped=aged("years", "old"),
        ),
    ),
    of_others=pattern(
        r"\b(?:does|did|he|she|they|his|her|their|him|them|anyone|anybody|everyone|somebody|someone|guests?|nursery|daycare|kindergarten|school|kids|children|family|group|people"
        r"|your (?!(?:diet|dietary|allerg\w*|food|hobb\w*|pets?|languages?|medic\w*|free|spare|own|current)\b)\w+|programming|coding|apps?|recipes?|should(?! (?:know|note|consider|be aware|keep in mind)\b)|(?:of|for|in|with) (?:the|an?|this) \w+)\b"
    ),
    to_you=pattern(r"\b(?:you|your|yours|yourself)\b"),
    spoken_of=pattern(
        r"\b(?:he|she|his|her|him|they|(?:your|the) (?:son|daughter|wife|husband|partner|mum|mom|dad|mother|father|brother|sister|kids?|child(?:ren)?|baby|dog|cat|guests?|friends?))\b"
    ),
    none=pattern(
        r"(?:no|nope|nah|none|nothing|not really|no allergies|no pets)(?:,? (?:none|nothing|not really|no|nope|luckily|thankfully|sorry|at all))?(?: (?:that )?I(?:'m| am)? (?:know|aware) of| that I know)?[.!]?"
    ),
    front=pattern(
        r"^(?:(?:just|only|well|hm+|um+|oh|to|mine are|uh|and|no(?=,? (?:just|only)\b))[, ]+)+"
    ),
    vague=pattern(
        r"(?:no|not|none|nothing|maybe|depends|same|see|why|what|how|ask|still|skip|never|nvm|idk|dunno|good|great|thanks|ok|okay|sure|fine|as|lol|haha\w*|yes|yeah|yep|every|since|but|so|because|when|where|who|which|all|any|many|a lot|lots|few|it|this|that|for|in|on|at|too|usually|sometimes|always|right|exactly|sorry|hi|hello|hey|let|please|can|could|would)\b"
    ),
    verbs=ALONE.verbs,
)
_HOW_LONG: Final = re.compile(
    r"(?:how long|since when) have you (?P<verb>lived|worked|been|had|played|owned|known|used|studied|taught)\b(?P<rest>[^?]*)",
    re.IGNORECASE,
)
_AMONG_LISTS: Final = re.compile(
    r"\b(?:which|what) (?:one|book|format|size|kind|type|option|version of|file|page|tone|topic|language should)\b",
    re.IGNORECASE,
)


def answered(question: str, reply: str) -> str | None:
    """The statement that a reply makes of the last question before it, in the first person."""
    asked = _LAST_QUESTION.findall(question.replace("’", "'"))
    said = reply.strip().replace("’", "'")
    if not asked or not said:
        return None
    last = asked[-1].strip()
    yes, no = _YES.match(said), _NO.match(said)
    told = _TOPICS.told(question, last, said[yes.end() :] if yes else said)
    if told:
        return told
    if yes or no:
        return _agreed(last, said[(yes or no or re.match("", said)).end() :], positive=bool(yes))  # type: ignore[union-attr]
    return _filled(last, said)


def answered_of(who: str, question: str, reply: str) -> str | None:
    """The statement that a reply makes of somebody else, of whom the last question asks."""
    asked = _LAST_QUESTION.findall(question.replace("’", "'"))
    said = _YES.sub("", reply.strip().replace("’", "'"))
    told = _TOPICS.told_of(who, asked[-1], said) if asked else None
    if told and who.rsplit(" ", 1)[-1] in MANY:
        for one, many in ((" is ", " are "), (" takes ", " take "), (" has ", " have ")):
            told = told.replace(who + one, who + many)
    return told


def asked_about(question: str, scene: Scene) -> str:
    """Of whom the last question asks, other than the one who answers: "my wife"."""
    asked = _LAST_QUESTION.findall(question.replace("’", "'"))
    last = _YOU_KNOW.sub("", asked[-1]) if asked else ""
    found = None if _YOU.search(last) else _OF_ANOTHER.search(last)
    if not found:
        return "" if _TOPICS.to_you.search(last) else named_in(last, scene)
    if found["his"]:
        return "he" if found["his"].lower() == "his" else "she"
    name = found["name"] if is_name(found["name"] or "") else None
    return (
        f"my {found['kin'].lower()}"
        if found["kin"]
        else found["pronoun"] or found["he"] or name or ""
    )


def asked_of_anybody(question: str) -> bool:
    """Whether the last question asks for what anybody may have, and names nobody."""
    asked = _LAST_QUESTION.findall(question.replace("’", "'"))
    return bool(asked) and _TOPICS.of_anybody(asked[-1])


def _agreed(question: str, rest: str, *, positive: bool) -> str | None:
    for asks, yes, no in _YES_NO:
        found = asks.search(question)
        if found:
            stated = _YOUR.sub(
                "my", _THAT.sub("", found["rest"].strip()) if rest else found["rest"].strip()
            )
            begun = (yes if positive else no) + stated
            if not rest and yes == "I did ":  # what follows a bare yes says more
                return None
            if not positive or not rest:
                return begun
            brief = _MOST_WORDS if not ALONE.verbs.search(rest) else _MOST_WORDS // 2
            if not _REST.match(rest) and len(rest.split()) <= brief:
                if _A_JOB.fullmatch(begun):
                    return f"I work {'' if _SHIFTS.match(rest) else 'as '}{rest}"
                return re.sub(r"\bany ", "", f"{begun}: {rest}")
            return f"{begun} {rest}".strip() if _REST.match(rest) else begun
    return _filled(question, rest) if rest else None


def _filled(question: str, said: str) -> str | None:
    if len(said.split()) > _MOST_WORDS or said.endswith("?") or _AMONG_LISTS.search(question):
        return None
    lasting = _HOW_LONG.search(question)
    if lasting:
        since = said if re.match(r"(?:since|for|from)\b", said, re.IGNORECASE) else f"for {said}"
        return f"I have {lasting['verb']}{lasting['rest'].rstrip()} {since}"
    for asks, form in _WHAT:
        found = asks.search(question)
        if found and form.startswith("I {verb} {}") and _TOPICS.vague.match(said):
            return None  # "not yet"
        if found:
            said = re.sub(r"^(?:in|at|it's|its|as|i'm|my)\s+(?=\S)", "", said, flags=re.IGNORECASE)
            return form.format(said, **found.groupdict())
    return None
