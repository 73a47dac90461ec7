"""English: what people like, can do, want to be kept to, and how things are done where they are."""

from typing import Final

from recollect.learn.extract.en_rule import rule
from recollect.model.entry import Kind

_LIKE = Kind.PREFERENCE
_NOT_THIS = r"(?!(?:it|this|that|them|these|those|the \w+ of (?:the|this|that|your)|the (?:tone|wording|title|ending|style|layout|font|idea|sound|look|first|second|third|last|one|way|answer|suggestion|joke)|you|your|how|when|what|seeing (?:you|it|the)|having (?:you|them)|his|her (?!\w+ food)|each|every|everything|to (?:know|see|ask|hear|get|have (?:a|some)|understand|do (?:that|this|it)))\b)"

DIET: Final = (
    rule(
        _LIKE,
        "vegetarian vegan pescatarian kosher halal keto gluten-free dairy-free teetotal meat gluten dairy pork alcohol lactose",
        r"(?:only |just )?<ALL>(?:<IS>|<HAVE>)? ?(?:<ADV>|been |not |no longer |gone |went |mostly |strictly |a |eat |eats |turned |become |became |on a |keep |keeps |eat |eating )*(?:vegetarian|vegan|pescatarian|kosher|halal|keto|gluten-free|dairy-free|teetotal(?:ler)?|lactose[ -]intolerant|sober|flexitarian)\b.*",
        "diet",
        confidence=0.8,
    ),
)

LIKES: Final = (
    rule(
        Kind.FACT,
        "hobby hobbies",
        r"(?:my|our) (?:main |favou?rite |other )?hobb(?:y|ies) (?:is|are) .+",
        "hobby",
        answers=r"\bhobb|\b(?:free|spare) time\b|\bfor fun\b",
    ),
    rule(
        _LIKE,
        "favourite favorite fave",
        r"(?:my|our|his|her|<KINP>'s|<FIRST>'s) (?:all-?time |absolute |second |new )?(?:favou?rite|fave) (?P<thing>[\w -]+?)(?:'s| is| are| has always been| will always be| was) .+",
        "favourite:{thing}",
        confidence=0.85,
    ),
    rule(
        _LIKE,
        "favourite favorite",
        r"[\w' -]{3,40} (?:is|are)(?: still| always)? (?:my|our|his|her) (?:all-?time |absolute )?favou?rites?\b.*",
        "likes",
        confidence=0.75,
    ),
    rule(
        _LIKE,
        "like likes love loves enjoy enjoys adore adores prefer prefers crave craves",
        rf"<ALL> <ADV>(?:like|likes|love|loves|enjoy|enjoys|adore|adores|prefer|prefers|crave|craves) {_NOT_THIS}(?P<object>[^,]+).*",
        "likes",
        confidence=0.8,
        relation="likes",
    ),
    rule(
        _LIKE,
        "hate hates dislike dislikes detest detests despise despises loathe loathes",
        rf"<ALL> <ADV>(?:hate|hates|dislike|dislikes|detest|detests|despise|despises|loathe|loathes) {_NOT_THIS}(?P<object>[^,]+).*",
        "dislikes",
        confidence=0.8,
        relation="dislikes",
    ),
    rule(
        _LIKE,
        "don't dont doesn't never like",
        rf"<ALL>(?: don't| dont| do not| doesn't| does not| didn't| never)<ADV>? ?(?:really |particularly |much |even )?(?:like|likes|love|enjoy|enjoyed|liked|care for|fancy|want) {_NOT_THIS}(?P<object>.+)",
        "dislikes",
        confidence=0.8,
        relation="dislikes",
    ),
    rule(
        _LIKE,
        "stand bear fan fans into keen fond crazy obsessed addicted partial hooked allergic picky",
        rf"(?:<ALL>|)(?:<IS>|never been| have been| 've been|'ve always been| can't| cannot|'ve never been| have always been| was never)(?: not| never| a| the| an| really| not really| too| that| much of a| huge| big| massive| very| so| totally| completely| not much of a| more of a| always| just| pretty| quite| big| no| kind of| a bit| biggest)* ?(?:stand|bear|fan of|fans of|into|keen on|fond of|crazy about|obsessed with|addicted to|partial to|hooked on|picky about|person) ?+{_NOT_THIS}(?P<object>.*)",
        "likes",
        confidence=0.75,
    ),
    rule(
        _LIKE,
        "rather sooner instead",
        r"<ALL>(?:'d| would) (?:much |far |always )?(?:rather|sooner) (?!(?:you|know)\b).+",
        "likes",
        confidence=0.7,
    ),
    rule(
        _LIKE,
        "eat eats drink drinks touch cook avoid avoids watch read listen listens wear wears only never",
        r"<ALL> (?:only |never |always |mostly |usually |rarely |hardly ever |don't |doesn't |try to |generally )+(?:eat|eats|drink|drinks|touch|avoid|watch|read|listen to|listens to|wear|wears|buy|cook|order|take|have|fly|sleep|shop|travel|travels|play)\b.+",
        "habit",
        confidence=0.7,
    ),
    rule(
        _LIKE,
        "avoid avoids avoiding",
        r"<ALL>(?:<IS>)? ?<ADV>avoid(?:s|ing)? (?!this|that|it\b).+",
        "dislikes",
    ),
    rule(
        _LIKE,
        "send one anything everything but all not more just what my",
        r"[\w' -]+ (?:is|are) (?:the (?:one|only|last) things? (?:I|we)|pretty much all (?:I|we)|not (?:really )?my (?:thing|cup of tea|style)|what I|more my|just not for me|not for me|my (?:thing|weakness|guilty pleasure|comfort food|jam|happy place|passion|hobby|go-to))\b.*",
        "likes",
        confidence=0.75,
    ),
    rule(
        _LIKE,
        "take drink coffee tea sugar milk",
        r"(?:<ME> (?:take|takes|drink|have|like) (?:my|his|her) (?:coffee|tea|steak|eggs|espresso) .+|no (?:sugar|milk|ice|salt|onions?|mayo|nuts) (?:in|on|with) my .+)",
        "likes",
        confidence=0.7,
    ),
    rule(
        _LIKE,
        "works suits best mornings evenings",
        r"(?:mornings|evenings|afternoons|weekends|weekdays|nights|early|late|video calls|phone calls|email|texting|aisle seats?|window seats?) (?:work|works|suit|suits|is|are) (?:best |better |fine |great |good )?(?:for me|for us|me)\b.*",
        "likes",
        confidence=0.7,
    ),
    rule(
        _LIKE,
        "wanted dream dreamed dreamt always want",
        r"(?:<ALL>(?:<HAVE>)? )?(?:always|ever since .+) (?:wanted|dreamed|dreamt|dream) (?:to|of)\b.+|(?:my|our) (?:lifelong |childhood |big |biggest )?(?:dream|goal|ambition|aim) (?:is|has always been) .+",
        "goal",
        confidence=0.7,
    ),
)

SKILLS: Final = (
    rule(
        Kind.SKILL,
        "my",
        r"my (?:spoken |written )?(?:Spanish|French|German|English|Italian|Portuguese|Dutch|Polish|Russian|Arabic|Turkish|Chinese|Mandarin|Japanese|Korean|Greek|Swedish|Norwegian|Danish|Finnish|Czech|Hungarian|Hindi|Latin|Hebrew|Catalan|Romanian|Ukrainian|python|java|excel|sql|maths|math|handwriting|cooking|swimming|driving) (?:is|isn't|was|has) (?!(?:not working|broken)\b).+",
        "language",
        confidence=0.65,
    ),
    rule(
        Kind.SKILL,
        "speak speaks fluent bilingual native",
        r"<ALL>(?:<IS>)? ?<ADV>(?:speak|speaks|fluent in|bilingual|a native|native in|conversational in|know|knows) (?!(?:to|with|for|it|about|the|what|how|that|a)\b)(?P<object>.+)",
        "language",
        confidence=0.8,
        relation="speaks",
    ),
    rule(
        Kind.SKILL,
        "been for years experience",
        r"<ALL>(?:'ve| have| has|'s) been (?P<object>(?!living|working|dating|waiting|using|taking|getting|having|looking|going|seeing|trying|staying|renting|wearing|together|sleeping|eating|drinking|smoking)\w+ing\b(?! (?:to|for (?:a|an|the) (?!year|decade)))(?!(?: this| that| it)\b).*?)(?: for (?:about |almost |nearly |over |more than |roughly )?(?:<NUM>|many|several|a few) (?:years|decades|yrs|year).*| since (?:\d{4}|I was|childhood|school|the).*| (?:my whole life|all my life|professionally).*)",
        "skill",
        confidence=0.75,
        past=True,
    ),
    rule(
        Kind.SKILL,
        "years experience",
        r"<ALL>(?:'ve| have| has|'ve got)? ?(?:got )?(?:about |over |around |more than )?(?:<NUM>|many|several) years(?:'| of)? (?:\w+ )?(?:experience|practice|in)\b.+",
        "skill",
        confidence=0.75,
    ),
    rule(
        Kind.SKILL,
        "know knows speak understand",
        r"<ALL> <ADV>(?:know|knows|speak|speaks|understand|understands) (?:some|a (?:bit|little)(?: of)?|basic|enough|decent) (?!(?:of|people|things?|more|guy|about|time)\b)(?P<object>\w+.*)",
        "skill",
        confidence=0.65,
    ),
    rule(
        Kind.SKILL,
        "know knows",
        r"<ALL> <ADV>(?:know|knows) (?P<object>(?-i:[A-Z])[\w+#.]*|a (?:bit|little) of \w+|some \w+|\w+)(?: really| very| pretty| quite)? (?:well|inside out|a bit|a little|by heart)\b.*",
        "skill",
        confidence=0.65,
    ),
    rule(
        Kind.SKILL,
        "new rusty bad terrible great hopeless beginner useless experienced good skilled comfortable proficient certified qualified trained licensed decent handy expert self-taught",
        r"<ALL>(?:<IS>| got| was| have been| has been) <ADV>(?:pretty |very |quite |fairly |fully |not |no |an? |rather |really )*(?:experienced|good (?:at|with)|skilled|comfortable (?:with|in)|proficient|certified|qualified|trained|licensed|decent at|handy with|expert (?:in|at|with)|self-taught|great (?:at|with)|bad (?:at|with)|terrible (?:at|with)|hopeless (?:at|with)|rusty|a beginner|new to|useless (?:at|with)|fluent)\b.+",
        "skill",
        confidence=0.7,
    ),
    rule(
        Kind.SKILL,
        "know knows how can swim",
        r"<ALL> (?:know|knows|learned|learnt|taught myself|can|can also) <ADV>(?:how to |to )?(?!.*\b(?:you|it|for them)\b)(?!(?:see|tell|do that|you|get|send|only|imagine|understand|live with|hear|confirm|use that|wait|try|help|come|be|make it|afford|find|think|say|smell|feel|it|this|that|the|what|if|why|where|when|who|about|not)\b)(?:swim|drive|cook|bake|sew|knit|weld|code|program|type|juggle|dance|sing|play|ski|surf|sail|read|write|ride|fly|solder|draw|paint|build|repair|fix|lift|touch-type|sign|speak|how to|crochet|climb|skate|whistle|identify|prune|carve)\b.*",
        "skill",
        confidence=0.65,
    ),
    rule(
        Kind.SKILL,
        "can",
        r"can (?:also |already )?(?:swim|drive|cook|read|write|ride|ski|sing|dance|play)\b.*",
        "skill",
        confidence=0.6,
    ),
    rule(
        Kind.SKILL,
        "play plays played playing",
        r"<ALL>(?:<HAVE>)? ?<ADV>(?:play|plays|played|been playing) (?:the |bass|lead|first |second |jazz)(?!(?:role|game|video|it|along|part)\b).*",
        "hobby",
        confidence=0.65,
    ),
    rule(
        Kind.FACT,
        "play plays",
        r"<ALL> <ADV>(?:play|plays) (?!(?:it|this|that|with|games? (?:with|on)|a (?:role|part|game|big)|along|the|some|around|them|video)\b).+",
        "hobby",
        confidence=0.6,
    ),
    rule(
        Kind.SKILL,
        "licence license certificate degree diploma black",
        r"<ALL>(?:'ve got|'s got| have| has| hold| holds| got| have got| did| passed)(?: the| a| an| my| his| her)? (?:\w+ ){0,4}(?:licen[cs]e|certificate|certification|degree|diploma|black belt|phd|badge|qualification|master's)\b.*",
        "skill",
        confidence=0.7,
    ),
)

LIKES_BY_STATE: Final = (
    rule(
        Kind.FACT,
        "no",
        r"no (?!(?:need|idea|problem|more|longer)\b)[\w -]+ for (?:him|her|them|the (?:kids|baby|dog|cat)|<FIRST>)\b.*",
        "diet",
        confidence=0.6,
    ),
    rule(
        _LIKE,
        "no",
        r"no (?!(?:need|idea|problem|worries|rush|thanks|way|clue|one|doubt|wonder|luck|matter|more|hurry|offen[cs]e|time|big|longer|pressure|kidding|questions?|weekends?|holidays?|trips?|days?|nights?)\b)(?:more )?[\w -]+ (?:for (?:him|her|me|us|them)|please)\b.*",
        "diet",
        confidence=0.65,
    ),
)
