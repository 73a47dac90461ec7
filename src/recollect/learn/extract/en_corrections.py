"""English: what people take back."""

from typing import Final

from recollect.learn.extract.en_rule import rule
from recollect.learn.extract.language import Timing
from recollect.model.entry import Kind

CORRECTIONS: Final = (
    rule(
        Kind.CORRECTION,
        "said wrote told",
        r"(?:I|we) (?:said|wrote|told you|put|typed) [^,]{2,60},? (?:but |and )?(?:it's|its|it is|actually|it should be)(?: actually| really)? (?!(?:ok|okay|fine|not|just)\b)\S.*",
        None,
        timing=Timing.PLAN,
        corrects=True,
        confidence=0.65,
    ),
    rule(
        Kind.CORRECTION,
        "it's its it make should",
        r"(?:it's|its|it is|it was|make it|it should be|should be) (?:actually |really )?(?!(?:ok|okay|fine|not|just|all|so)\b)\S.*",
        None,
        timing=Timing.PLAN,
        corrects=True,
        confidence=0.65,
        after=r"\bI (?:said|wrote|told you|put|typed|gave you)\b[^.]{2,60}[,\s]+(?:but |and )?(?:actually |really )?$",
    ),
    rule(
        Kind.CORRECTION,
        "not",
        r"(?:only |just |it's |that's )?(?!(?:sure|why|maybe|probably|hopefully|I|we|you|ok|okay)\b)[\w' -]{2,40}, not (?!(?:sure|bad|really|that|too|so|yet|only|necessarily|good|great|much|now|today)\b)[\w' -]{2,30}$",
        None,
        corrects=True,
        confidence=0.65,
        answers=r"\w",
    ),
    rule(
        Kind.CORRECTION,
        "there no",
        r"there(?: is|'s| was| are| were) no (?!(?:need|rush|hurry|way|problem|point|doubt|reason|one|hope|time|wonder)\b)\w+.*",
        None,
        corrects=True,
        confidence=0.6,
        answers=r"\b(?:you|your|you're|you've)\b",
    ),
    rule(
        Kind.CORRECTION,
        "not",
        r"(?:it's |its |that's |I'm |I am |we're |he's |she's )?not (?!\w+ing\b|too|so|very|yet|sure|really|even|only|just|all|always|much|big|keen|into)(?:a |an |the |in |on |at )?(?P<was>[\w' .-]{2,30}?)(?:, (?:but |it's |I'm |rather )?| but )(?:a |an |the |in |on |at )?[\w' .-]{2,40}",
        None,
        corrects=True,
        confidence=0.75,
    ),
    rule(
        Kind.CORRECTION,
        "instead not",
        r"(?:it's|it is|that's|he's|she's|I'm|we're|there are|there's|make that|make it|I meant|I mean|should be) .{2,60}?,? (?:not|instead of|rather than) .+",
        None,
        corrects=True,
        confidence=0.75,
    ),
    rule(
        Kind.CORRECTION,
        "meant",
        r"(?:sorry,? )?(?:I|we) (?:meant|misspoke|mistyped|got that wrong|mixed (?:that|them) up)\b.+",
        None,
        corrects=True,
        confidence=0.7,
    ),
    rule(
        Kind.CORRECTION,
        "wrong correction",
        r"(?:that's (?:wrong|not right|incorrect|outdated|old)|correction|scratch that|wrong)[,:] .+",
        None,
        corrects=True,
        confidence=0.7,
    ),
)
