"""English: the subject that a clause leaves unsaid."""

from typing import Final

from recollect.learn.extract.en_words import MANY, PARTS
from recollect.learn.extract.language import pattern

_SUBJECT: Final = pattern(
    r"(?P<who>(?:I|we|he|she|they)(?=['\s])|(?:my|our|his|her) (?:[\w-]+ ){0,2}?<KIN>(?:,? <FIRST>)?(?=['\s,])|<HOUSE>|<FIRST>(?= (?:is|was|has|just|also|\w+s|\w+ed|will|can|got|and)\b))",
    **PARTS,
)
_BARE_PAST: Final = pattern(
    r"(?:(?:just|also|recently|finally|then|already|never|always|still|now) )*(?:got|sold|bought|came|left|lost|won|made|took|gave|began|broke|ran|met|built|wrote|quit|became|found|spent|grew|fell|drove|flew|paid|went|taught|had|was|were|can|can't|cannot|could|couldn't|will|won't|did|didn't|used to|need|\w{3,}ed)\b"
)
_BARE_FIRST: Final = pattern(
    r"(?:(?:just|also|still|now|mostly|usually|never|always|really|only|often|then) )*(?:am|are|have|live|work|love|hate|like|prefer|enjoy|play|speak|own|run|teach|drink|eat|study|need|use|drive|ride|sing|cook|do|don't|dont|want|plan|manage|lead|sell|collect|keep|go|read|write|paint|train|volunteer|coach)\b"
)
_BARE_THIRD: Final = pattern(
    r"(?:(?:just|also|still|now|mostly|usually|never|always|really|only|often|then|currently) )*(?:is|has|lives|works|loves|hates|likes|prefers|enjoys|plays|speaks|owns|runs|teaches|drinks|eats|studies|needs|uses|drives|rides|sings|cooks|does|doesn't|wants|plans|manages|leads|sells|collects|keeps|goes|reads|writes|paints|trains|volunteers|coaches|turns|starts|moves|handles)\b"
)
_BARE_STATE: Final = pattern(
    r"(?:(?:not|no longer|still|now|currently|also) )*(?:allowed|unable|able to|due|pregnant|retired|married|divorced|off work|on leave|blind|deaf|allergic|vegan|vegetarian|left-handed|self-employed|in hospital)\b"
)
# What somebody else is doing: "she's 4, eating fine".
_GOING_ON: Final = pattern(
    r"(?:(?:still|now|currently|also|not|just) )*(?:eating|drinking|sleeping|working|living|studying|training|playing|doing|getting|learning|feeling|waiting|looking|staying|teaching|running|going)\b"
)
# Forms of a verb that open a clause whose "I" is left out; an infinitive may be a command.
_NO_I: Final = pattern(
    r"(?:(?:just|also|recently|finally|already|only|once) )*(?:can't (?!you\b|believe|wait|sleep)|cannot|couldn't|didn't|haven't|hadn't|never (?:learn\w+|had|been|was|got|went|owned|tried|drove|ate|did|\w{3,}ed)"
    r"|(?:promised|told|adopted|inherited|booked|ordered|signed|learned|learnt|visited|planted|offered|agreed) (?!(?:by|that|it|you|this|in|to you)\b)"
    r"|got (?=(?:promoted|married|engaged|hired|fired|accepted|divorced|laid|into|my|our)\b)|have (?:an?|two|three|four|five|no|some|\d+) (?!(?:\w+ly )?(?:lovely|great|nice|good|wonderful|fantastic|super|safe|happy|fun|blast|look|go|seat|nice|relaxing|peaceful|pleasant|restful|question|idea|clue)\b)(?!(?:day|weekend|one|evening|night|time|trip|question|idea|clue|problem)\b))"
)
_NO_IM: Final = pattern(
    r"(?:(?:currently|busy|still|now|right now|at the moment) \w{3,}ing|(?:planning|renovating|training for|preparing|learning|studying|building|working on|saving up|writing (?:an?|my|our)|moving (?:to|in|out|house)|flying (?:to|out|home)|travell?ing to|hosting|organi[sz]ing|expecting our|allergic to|off to|(?:good|great|bad|hopeless|terrible|rubbish|useless) (?:at|with))) .+"
)
_NO_MY: Final = pattern(
    r"(?:(?!sheep|fish|cows|rats|mouse|guest|client|customer|children|kids|cats|dogs|bees|snake)<KIN>|dream|goal|budget|salary|net(?: income)?|rent|mortgage|last day|first day|start date|contract|shoe size|commute|day job|landlord|shift|weight|height|diet|blood type|oven|birthday)(?:'s| is| are| was| will be) (?!(?:a|an) (?:term|word|type|kind|sort)\b).+",
    **PARTS,
)
_GERUND_SUBJECT: Final = pattern(
    r"\b(?:is|was|takes|costs|seems|feels|makes|can be|should|would|sounds|looks|requires)\b"
)


def carry(text: str, before: str) -> tuple[str, str]:
    """The clause with its subject, which it may share with the clause before."""
    own = _SUBJECT.match(text)
    if own and not (before and _BARE_THIRD.match(text)):  # "Works as a nurse" is not Works
        return text, own["who"].strip(" ,")
    if not before:
        return _with_speaker(text)
    many = before.lower() in {"we", "they"} or before.lower().split()[-1] in MANY
    said = text[:1].lower() + text[1:]
    if _BARE_STATE.match(text) or (before.lower() not in {"i", "we"} and _GOING_ON.match(text)):
        linked = "am" if before.lower() == "i" else "are" if many else "is"
        return f"{before} {linked} {said}", before
    first_person = many or before.lower() == "i"
    bare = _BARE_PAST.match(text) or (_BARE_FIRST if first_person else _BARE_THIRD).match(text)
    return (f"{before} {said}", before) if bare else (text, "")


def _with_speaker(text: str) -> tuple[str, str]:
    """The clause with the "I" that opens it unsaid, where no command can be meant."""
    if _NO_I.match(text):
        return f"I {text}", "I"
    if _NO_MY.match(text):
        return f"my {text}", ""
    if _NO_IM.match(text) and not _GERUND_SUBJECT.search(text):
        return f"I'm {text}", "I"
    return text, ""
