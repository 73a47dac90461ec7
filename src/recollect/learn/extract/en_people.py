"""English: who people are to each other."""

from typing import Final

from recollect.learn.extract.en_rule import rule
from recollect.learn.extract.language import Timing
from recollect.model.entry import Kind
from recollect.model.learning import EntityType as Type

_BOND = Kind.RELATIONSHIP

PEOPLE: Final = (
    rule(
        Kind.FACT,
        "expecting pregnant",
        r"<ALL><IS> <ADV>(?:expecting(?:$|,? due\b.*| (?:our|my|her|their|an?|another)? ?(?:first|second|third|fourth|baby|boy|girl|child|twins)\b.*)|(?:\w+ (?:weeks|months) )?pregnant\b.*)",
        "children",
        timing=Timing.PLAN,
        confidence=0.75,
    ),
    rule(
        Kind.FACT,
        "",
        r"(?P<who>I|we|he|she|<KINP>|<FIRST>)<IS> (?:<ADV>|half |part |originally |also )*(?P<object>(?-i:[A-Z][a-z]+(?:ian|ish|ese|can|gan|nch|tch|lian|aqi|eek|elsh|iss|ech|zech|ole)))(?: and (?-i:[A-Z])\w+)?(?:$|,| by birth| but| and| on ).*",
        "nationality",
        confidence=0.7,
    ),
    rule(
        Kind.ENTITY,
        "is",
        r"(?P<x>(?-i:[A-Z][\w-]*(?: [A-Z][\w-]*)*) is (?:our|my|the(?= new| old| internal)) (?:[\w-]+ ){0,3}(?:system|tool|app|project|product|server|software|platform|database|team|office|shop|newsletter|pipeline|service|boat|van|car|bike|house|branch|warehouse|brand|band)\b.*)",
        None,
        confidence=0.65,
    ),
    rule(
        _BOND,
        "",
        r"(?P<who>\"?<NAME>\"?)(?:'s| is| was| became)(?: now| also| still)? (?:my|our|(?P<others>his|her)|(?P<the>the(?= (?:[\w-]+ ){0,2}<KIN>\b))) (?!favou?rite|fave|top|stress|idea)(?:(?:new|old|best|older|younger|big|little|former|ex|main|direct|late|closest|middle|twin|elder|next-door|upstairs) )*(?P<object><KIN>|(?!system|tool|app|project|team|product|server|shop|office|company|file|folder|database|name|new\b|code)[\w-]+(?: (?!system|tool|app|project|product|server|database)[\w-]+)?)\b(?! (?:system|tool|app|project|product|server|database|software|platform)\b).*",
        "role",
        relation="has {role}",
        type=Type.CONCEPT,
        confidence=0.8,
    ),
    rule(
        _BOND,
        "is called named name's are",
        r"(?:my|our) (?:(?:[\w-]+) ){0,2}?(?P<thing><KIN>)(?:'s name is|'s called|'s named| is called| is named| are called| are|'s| is)(?: now)? (?P<object><NAME>(?:,? (?:and|&) <NAME>)?)(?=$|,| (?:and|now|from|who|at|in)\b).*",
        "kin:{thing}",
        relation="has {role}",
        type=Type.PERSON,
        confidence=0.8,
    ),
    rule(
        _BOND,
        "report reports manage manages mentor supervise",
        r"<ALL> (?:report|reports|answer|answers) to (?P<object>.+)",
        "manager",
        relation="reports to",
        type=Type.PERSON,
        confidence=0.8,
    ),
    rule(
        _BOND,
        "supervisor supervisors manager boss now instead replaced took",
        r"(?P<who><NAME>)(?: has)? (?:took over|replaced|takes over|replaces|succeeded) .+",
        "role",
        confidence=0.65,
    ),
    rule(
        _BOND,
        "switched changed",
        r"(?:<ALL>(?:<HAVE>)? ?|)(?:switched|changed) (?:my |our )?(?:supervisors?|doctors?|dentists?|therapists?|teachers?|coach(?:es)?|trainers?|managers?|advisors?|boss(?:es)?|vets?|landlords?|accountants?|lawyers?)\b.*",
        "role",
        confidence=0.6,
    ),
)

# Searched anywhere in a clause.
# "A daughter, Claire, who lives in Oslo": what is told of one of those whom an answer or a list names.
_ONE_OF: Final = r"(?:^|, (?:and )?|\band )(?P<keep>(?P<who>(?:(?:an?|one|my|our) (?:[\w-]+ ){0,2}?<KIN>(?:,? <FIRST>)?)),? who (?:now |also |still )?"
_UP_TO: Final = r"\b[^,;]{2,60}?)(?=,|;|$| and (?:an?|one|my|another)\b)"

ASIDES: Final = (
    rule(Kind.FACT, "", rf"{_ONE_OF}lives{_UP_TO}", "home", confidence=0.75),
    rule(Kind.FACT, "", rf"{_ONE_OF}(?:works|teaches){_UP_TO}", "employer", confidence=0.75),
    rule(
        _BOND,
        "",
        r"\b(?P<keep>(?P<who><FIRST>), (?:he|she|who)(?:'s| is) (?:my|our|the|an?|in charge of|responsible for|from) [^,]+)(?=,|$)",
        "role",
        relation="has {role}",
        confidence=0.7,
    ),
    rule(
        _BOND,
        "",
        r"\b(?P<keep>(?P<who><FIRST>), (?:he|she|who) (?:runs|owns|works|teaches|manages|leads|handles|looks after|organi[sz]es|lives|heads|drives|does|sells|keeps|chairs) [^,(;]+)(?=,|$|[(;])",
        "role",
        confidence=0.7,
    ),
    rule(
        _BOND,
        "",
        r"(?<!my )(?<!our )(?<!her )(?<!his )(?<!the )(?<!your )\b(?P<keep>(?:grandma|grandpa|granny|grandad|aunt|auntie|uncle|cousin|nana|nan|opa|oma) (?P<who><FIRST>))",
        "relative",
        confidence=0.65,
    ),
    rule(
        _BOND,
        "",
        r"\b(?P<keep>(?:dropping|drop|picking up|pick up|taking|take|feeding|putting|bathing|dressing|driving|walking) (?:off )?(?:the|my|our) (?P<object>twins|kids|children|triplets|baby|toddler|boys|girls|little ones)\b.*)",
        "children",
        relation="has",
        confidence=0.6,
    ),
    rule(
        _BOND,
        "",
        r"\b(?P<keep>(?P<who>(?:my|our) (?:(?:older|younger|big|little|best|elder|new|old|late|twin|former|ex) )*(?P<object><KIN>),? <FIRST>))(?!'s (?:name|birthday)|\w)",
        "relative",
        relation="has {role}",
        confidence=0.8,
    ),
    rule(
        _BOND,
        "",
        r"(?P<keep>(?P<who><FIRST>),? (?:that's |who(?:'s| is) )?my (?:(?:older|younger|big|little|best|elder|new|old|late|twin|former|ex) )*(?P<object><KIN>))\b(?=,|$| \()",
        "relative",
        relation="has {role}",
        confidence=0.75,
    ),
)
