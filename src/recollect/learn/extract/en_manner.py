"""English: how people want to be answered and called.

They say so as a command, a wish, a question or a permission. A form stands for all of them: what holds for one text
only ("make it shorter", "in this mail") has none here.
"""

from typing import Final

from recollect.learn.extract.en_rule import rule
from recollect.learn.extract.language import Wishes, pattern
from recollect.model.entry import Kind

_LIKE: Final = Kind.PREFERENCE
_YOU: Final = r"(?:you|u)"
# What is said before the wish itself, and is no part of it.
_OPENS: Final = (
    rf"(?:(?:can|could|would|will) (?:you|u|we)|please|pls|plz"
    rf"|(?:I'd|id|I would) (?:like|prefer|love|rather)(?: it)?(?: if)? {_YOU}(?: to| could| would)?|I (?:want|need) {_YOU} to"
    rf"|it would be (?:great|nice|good|cool|helpful) if {_YOU}(?: could)?) "
)
WISH: Final = (
    rf"(?:{_OPENS}|{_YOU} (?:can|may|could) |just |also |maybe |now |always |from now on,? )*"
)
# What is for one text or one time.
_ONCE: Final = r"(?!.*\b(?:this|these|here|today|(?:the|that|my) (?:e-?mail|mail|letter|message|text|post|caption|essay|report|story|poem|list|title))\b)"
_END: Final = r"(?:,? (?:please|pls|plz|from now on|now|again|instead|then|though|only|with me|to me|for me|in general|i changed my mind|ok|okay|i don'?t mind))*$"
_TONGUE: Final = r"(?:plain |simple |british |american )?(?:english|german|french|spanish|italian|portuguese|dutch|polish|turkish|russian|ukrainian|japanese|chinese|korean|arabic|hindi|swedish|greek)"
_ANSWERS: Final = r"(?:answers|replies|responses|explanations|messages)"
_LENGTH: Final = r"(?:short|shorter|brief|briefer|concise|long|longer|detailed|simple|to the point)"
_UNITS: Final = r"(?:(?:metric|imperial)(?: (?:units|system|measurements))?|the (?:metric|imperial) system|celsius|fahrenheit|kilomet(?:re|er)s|miles|(?:british|american|uk|us) (?:spelling|english)|24-?hour(?: (?:time|clock|format))?)"
_THING: Final = r"(?:emojis?|emoticons|smileys|bullet ?points|bullets|bullet lists|markdown|headings|jargon|exclamation (?:marks|points)|slang|abbreviations|filler|small talk|pleasantries|disclaimers|apologies|caveats|em ?dashes|comments|tables|sources|citations)"
_DO: Final = r"(?:use|using|put|add|include|write|give me|send(?: me)?|show me)"

_HOW: Final = "|".join(
    (
        rf"(?:answer|reply|respond|speak|talk|write|answered|replied|spoke|wrote)(?: to me| with me| me)?(?: only| just)? in {_TONGUE}",
        rf"(?:keep|make|give me) (?:all )?(?:of )?(?:your |ur |the )?{_ANSWERS} (?:a bit |a little |much |more |as )*{_LENGTH}(?: as possible)?",
        rf"(?:use|stick to|go back to) {_UNITS}(?:,? not \w+)?",
        r"use (?:they/them|she/her|he/him)(?: (?:pronouns|for me|when .+))*",
        r"explain (?:things|everything|stuff) (?!to (?!me\b)).+",
        rf"(?:write|send me|give me) (?:much |a bit )?{_LENGTH} {_ANSWERS}",
        r"(?:talk|speak|write) to me (?:like|as if) .+",
        r"be (?:a (?:bit|little) |a lot |much )?(?:more |less )?(?:honest|direct|blunt|brief|concise|formal|informal|casual|friendly|polite|critical|patient|serious|technical|detailed|gentle)(?: with me)",
        rf"start \w+ing .{{3,60}} {_YOU} (?:write|give|send|make|suggest|show|use|post)(?: me)?",
        rf"(?:start |keep )?(?:use|using) (?:{_THING})",
    )
)
# A command of its own is known by what it is about.
MANNER: Final = (
    rf"{_ONCE}(?:{WISH}(?:{_HOW})|{WISH}(?:speak|talk|chat|switch to|continue)(?: in| to)? {_TONGUE}"
    rf"|(?:and |but )?(?:(?:let's )?(?:go |switch |change )?back to )(?:{_UNITS}|{_TONGUE}|{_LENGTH} {_ANSWERS}|{_THING})"
    rf"|(?:only |just )?{_LENGTH}(?:,? {_LENGTH})? {_ANSWERS}|{_THING} (?:are|is) (?:totally |perfectly )?(?:fine|ok|okay|welcome|allowed)"
    rf"|{_YOU} (?:don't|dont|do not) (?:have|need) to (?:be so|apologi[sz]e|explain|cite|thank|repeat|{_DO} {_THING})\b.*"
    rf"|no need to (?:be (?:so )?(?:formal|polite|nice)|apologi[sz]e|explain|cite|thank|{_DO} {_THING})\b.*"
    r"|(?:don't|dont|do not|never|stop) (?:sugar-?coat|lecture|patroni[sz]e|flatter|hedge|ramble)\w*\b.*"
    r"|(?:prices|temperatures|distances|weights|measurements|dates|times|amounts) (?:always )?in [\w-]+(?: format)?"
    r"|(?:write|give me|format|show) (?:all )?dates (?:as|in|like) [\w/.-]+(?: format)?"
    rf"|when(?:ever)? (?:I ask|i ask|{_YOU} (?:give|send|show|write)) (?:me |you )?(?:for |any |some |a )*\w+(?: of \w+)?,? (?:just|only|don't|dont|always|never|no)\b.+){_END}"
)
_LEFT_OUT: Final = (
    rf"{_ONCE}(?:please |pls )?(?:don't|dont|do not|never|stop|avoid|skip|drop|less|fewer|no more|no)(?: (?:us(?:e|ing)|add(?:ing)?|put(?:ting)?(?: in)?"
    rf"|writ(?:e|ing)|includ(?:e|ing)|giv(?:e|ing) me|send(?:ing)?(?: me)?))? (?:any |so many |too many |the |those |all the |your |code )*{_THING}\b.*"
)
# "Call me crazy, but": who says so wants no such name.
JEST: Final = r"(?:crazy|mad|weird|old[- ]?fashioned|silly|naive|cynical|paranoid|picky|stupid|boring|lazy|biased)"
# Whom nobody is called: when and how somebody is to be phoned, what for, and what people say of themselves in jest.
_NO_NAME: Final = rf"(?!(?:an?|back|later|when(?:ever)?|if|at|on|in|tomorrow|today|tonight|now|soon|asap|again|after|before|once|every|any(?:time)?|as soon|right|first thing|names|maybe|what|the|this|to|about|or|{JEST})\b)"
NICKNAME: Final = rf"{WISH}(?:don't |dont |do not |never )?(?:call|address) me (?:as |by )?{_NO_NAME}[\w'.-]+(?: [\w'.-]+)?(?:,? (?:not|and not|instead|rather|from now on|for short|please|in|at|when|ok|okay|if)\b.*)?$"
WISHES: Final = Wishes(
    told=pattern(f"(?:{MANNER}|{NICKNAME}|{_LEFT_OUT})"),
    opens=pattern(f"(?:{_OPENS})+"),
    drafts=pattern(
        r"\b(?:write|draft|compose|make|create|rewrite|translate|shorten|summari[sz]e|finish|prepare|need) (?:me |us |up )?(?:an?|the|my|our|this|that|another|some|it) (?:[\w-]+ ){0,3}?(?:e-?mail|mail|letter|message|text|reply|caption|post|tweet|essay|report|story|poem|speech|toast|card|invitation|bio|description|review|summary|list|headline|title|slogan|ad|article|blog|cv|resume|cover letter|presentation|slides?|code|script|function)\b"
    ),
    lasts=pattern(
        r"\b(?:always|never|from now on|in (?:the )?future|in general|generally|again|any ?more|your|ur|answers?|replies|responses|messages|to me|with me|call me|for me|you (?:write|give|send|make))\b"
    ),
)
MANNERS: Final = (
    rule(_LIKE, "call address", NICKNAME, "nickname", confidence=0.75),
    rule(
        _LIKE,
        "call ring phone text message",
        r"(?:please )?(?:don't|dont|do not|never|only) (?:call|ring|phone|text|message) me (?:before|after|at|on|during|in|while|when) .+",
        "instruction",
        confidence=0.75,
    ),
    rule(_LIKE, "", MANNER, "instruction", confidence=0.75),
    rule(
        _LIKE,
        "emoji emojis emoticons smileys bullets bullet markdown headings jargon marks slang abbreviations filler talk pleasantries disclaimers apologies caveats dashes comments tables sources",
        _LEFT_OUT,
        "instruction",
        confidence=0.7,
    ),
)
