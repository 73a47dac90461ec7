"""English: words that hint at what sort of statement a clause is. They decide nothing: learned weights do."""

from collections.abc import Mapping
from re import Pattern
from typing import Final

from recollect.learn.extract.en_words import PARTS
from recollect.learn.extract.language import pattern

_TASTE: Final = r"\b(?:prefer\w*|rather|favou?rite|love[sd]?|hate[sd]?|adore[sd]?|enjoy(?:s|ed)?|fan of|fans of|can't stand|cannot stand|sick of|tired of|fed up with|bored of|obsessed|hooked|keen on|fond of|any day|nothing beats|not big on|more of an?|(?:can|could) (?:do|live) without|couldn't live without|can't live without|can't do without|give me \w+ over|is a no\b|are a no\b|no-go|dealbreaker|deal-breaker|hard pass|or nothing|the \w+er the better|warm to|creeps|makes me (?:sick|gag|happy|queasy|ill|anxious|itch|nervous)|(?:my|our|his|her) (?:thing|weakness|go-to|jam|comfort|guilty)|weakness for|soft spot|sweet tooth|swear by|swears by|all I (?:watch|read|eat|drink|listen|wear|need|want)|the only \w+ (?:I|we|he|she)|stay away from|steer clear|stick to|sticks to|avoid\w*|(?:only|never|always) (?:eats?|drinks?|wears?|touch|buys?|watch|flys?|fly|reads?|listens?|sleeps?|orders?|cook|shop)|tastes? like|yuck|gross|delicious|too (?:sweet|spicy|loud|salty|bitter|crowded|greasy|heavy|strong) for (?:me|us|him|her)|puts? me off|turns? me off|not my (?:thing|cup|style)|won't touch|refuse to (?:eat|drink|wear|use|buy)|suits? me|works? (?:best|better) for (?:me|us)|I'm (?:a|an) (?:morning|night|dog|cat|tea|coffee|mountain|beach|window|aisle|early|people|city|winter|summer)|partial to|picky|fussy|can't get enough|crave\w*|dream of|dreamed of|wish list|always wanted|beats? (?:the|a|any|every)|drives? me (?:mad|crazy|nuts|up the wall)|hooked|allergic to (?:small talk|meetings|exercise))\b"
_DECIDED: Final = r"\b(?:decided|decision|going with|went with|settled on|final(?:ly)? (?:answer|decision)|we said|voted|agreed|picked (?!up)|chose|chosen|pull(?:ed|ing) the plug|calling it|called (?:it )?off|off the table|scrapped|scrapping|ditch\w*|dropping|drop the|staying put|sticking with|stick with|switching to|switch to|made up (?:my|our|their) mind|ruled out|signed off|green light|not going to|won't be (?:going|doing|joining|using|taking)|are out\b|is out\b|instead we|keeping the|going for|opted|turned down|turning down|said (?:yes|no) to|passed on|backed out|pulled out|is off\b|are off\b|not (?:renewing|going|buying|selling|moving|continuing|taking|extending|hosting|travelling|celebrating|coming|joining|doing)|cancell?ed|cancell?ing|skipping|sold on|bin(?:ned|ning))\b"
_STEPS: Final = r"(?:\b(?:whoever|anyone who|whatever)\b|\bbefore (?:anything|something)\b|\b(?:first|start)\b.*\bthen\b|,? then \w+.*,? then\b|\b(?:sign-?off|approval|approves?|two pairs of eyes|four eyes|goes (?:through|past|to)|goes into|has to go through|before (?:anyone|anybody|we (?:merge|ship|deploy|send|publish|open|close|start)|it (?:goes|ships|is sent|gets))|nobody (?:\w+s)|no one (?:\w+s)|by hand|every (?:new|single) \w+ (?:gets|goes|is|needs)|only after|never without)\b)"
_TO_DO: Final = r"\b(?:will|'ll|going to|gonna|need to|needs to|have to|has to|must|gotta|got to|due|deadline|appointment|booked|scheduled|planned|promised|signed up|supposed to|on the hook|my turn|hand in|flying|leaving|arriving|meeting|moving|starting|visiting|coming|expected|until|by|off to|happening|takes place|on)\b"

HINTS: Final[Mapping[str, Pattern[str]]] = {
    "taste": pattern(_TASTE),
    "decided": pattern(_DECIDED),
    "steps": pattern(_STEPS),
    "to do": pattern(_TO_DO),
    "asked of you": pattern(
        r"^(?:(?:please|pls|from now on|and|just) )*(?:always|never|don't|do not|no|keep|use|write|call|answer|reply|stick|stop|remember|remind|only|skip|leave|put|give me|talk|speak|address|spell|show|avoid)\b"
    ),
    "kin": pattern(r"\b(?:<KIN>)\b", **PARTS),
    "skill": pattern(
        r"\b(?:can|can't|able to|know how|fluent\w*|speaks?|good at|bad at|rubbish at|beginner|learn(?:ing|t|ed)|trained|qualified|licen[cs]ed?|certifi\w+|rusty|experience|self-taught|level|[abc][12](?:-ish)?|know)\b"
    ),
    "rule": pattern(
        r"\b(?:always|never|every|each|only|must|has to|have to|no exceptions|from now on|as of|whenever|unless|before|after|first|then)\b"
    ),
    "called": pattern(r"\b(?:called|named|name is|name's|aka|stands for|known as|nickname\w*)\b"),
    "health": pattern(
        r"\b(?:allerg\w+|diabet\w+|asthma\w*|surgery|operation|diagnos\w+|medication|pills?|coeliac|pregnan\w+|blood|injur\w+|broke|migraine\w*|insulin)\b"
    ),
    "wanted": pattern(r"\b(?:want|wants|wanted|need|needs|would like|'d like|rather)\b"),
}
