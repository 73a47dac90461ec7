"""English: what people like, can do, want to be kept to, and how things are done where they are."""

from typing import Final

from recollect.learn.extract.en_rule import rule
from recollect.model.entry import Kind

_LIKE = Kind.PREFERENCE
_NOT_THIS = r"(?!(?:it|this|that|them|these|those|the (?:idea|sound|look|first|second|third|last|one|way|answer|suggestion|joke)|you|your|how|when|what|seeing (?:you|it|the)|having (?:you|them)|his|her (?!\w+ food)|each|every|everything|to (?:know|see|ask|hear|get|have (?:a|some)|understand|do (?:that|this|it)))\b)"

DIET: Final = (
    rule(
        _LIKE,
        "vegetarian vegan pescatarian kosher halal keto gluten-free dairy-free teetotal meat gluten dairy pork alcohol lactose",
        r"<ALL>(?:<IS>|<HAVE>)? ?(?:<ADV>|been |not |no longer |gone |went |mostly |strictly |a |eat |eats |turned |become |became |on a )*(?:vegetarian|vegan|pescatarian|kosher|halal|keto|gluten-free|dairy-free|teetotal(?:ler)?|lactose[ -]intolerant|sober|flexitarian)\b.*",
        "diet",
        confidence=0.8,
    ),
)

LIKES: Final = (
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
        rf"(?:<ALL>|)(?:<IS>|never been| have been| 've been|'ve always been| can't| cannot|'ve never been| have always been| got| was never)(?: not| never| a| the| an| really| not really| too| that| much of a| huge| big| massive| very| so| totally| completely| not much of a| more of a| always| just| pretty| quite| big| no| kind of| a bit| biggest)* ?(?:stand|bear|fan of|fans of|into|keen on|fond of|crazy about|obsessed with|addicted to|partial to|hooked on|picky about|person) ?{_NOT_THIS}(?P<object>.*)",
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
        "send one anything everything but all",
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
        "speak speaks fluent bilingual native",
        r"<ALL>(?:<IS>)? ?<ADV>(?:speak|speaks|fluent in|bilingual|a native|native in|conversational in|know|knows) (?!(?:to|with|for|it|about|the|what|how|that|a)\b)(?P<object>.+)",
        "language",
        confidence=0.8,
        relation="speaks",
    ),
    rule(
        Kind.SKILL,
        "been for years experience",
        r"<ALL>(?:'ve| have| has|'s) been (?P<object>\w+ing\b(?! (?:to|for (?:a|an|the) (?!year|decade)))(?!(?: this| that| it)\b).*?)(?: for (?:about |almost |nearly |over |more than |roughly )?(?:<NUM>|many|several|a few) (?:years|decades|yrs|year).*| since (?:\d{4}|I was|childhood|school|the).*| (?:my whole life|all my life|professionally).*)",
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

WAYS: Final = (
    rule(
        Kind.PROCEDURE,
        "",
        r".*\w.*,.*\w.*",
        "procedure",
        confidence=0.65,
        after=r"\b(?:process|workflow|routine|procedure|steps|checklist|the order|how we \w+|way we \w+)\b[^.]{0,40}: $",
    ),
    rule(
        Kind.PROCEDURE,
        "to",
        r"(?:to|if you want to|in order to) (?!(?:be|me|my|your|the point|sum|make a long)\b)[\w' -]{3,40}?,? (?:you|we|one) (?:always |first |just |only )*(?:need to|have to|must|ring|press|call|go|open|click|run|ask|fill|use|send|log|book|enter|take|turn|hold|push|pull|sign|wait|start|write|put|order|email|knock|switch|set|type)\b.+",
        "procedure",
        confidence=0.7,
    ),
    rule(
        Kind.PROCEDURE,
        "always never only",
        r"(?P<who>we) (?:always|never|only|usually|normally) (?!(?:have|had|were|are|been|wanted|loved|laugh|get along|go on)\b)\w+ .*\b(?:before|after|until|first|when|by|through|with|via|in|on)\b.*",
        "procedure",
        confidence=0.6,
    ),
    rule(
        Kind.PROCEDURE,
        "by tagging deploy deploys release process",
        r"<ME> (?:always |usually |normally |only )?(?:deploy|release|ship|merge|review|test|build|backup|back up|bill|invoice|onboard|file|order|hire|publish|archive|name|document|version|rotate|roll out|roll back|sign off|approve|track|plan|run (?:our|the|all)|do (?:our|the|all|code|deployments?|releases?|backups?|standups?|invoices))\b.*(?:\b(?:by|via|through|with|only|after|before|every|from|in|on|using|twice|once|then|first)\b).+",
        "procedure",
        confidence=0.7,
    ),
    rule(
        Kind.PROCEDURE,
        "then first goes every each",
        r"(?:in our (?:office|team|company|shop|lab|kitchen|school|practice),? )?(?:every|each|all|any|new) [\w -]{3,40}? (?:goes?|gets?|is|are|needs?|must|has to|have to|passes|starts?|begins?)\b.+(?:first|then|before|after|by|past|through|approved|reviewed|signed|into|to)\b.*",
        "procedure",
        confidence=0.7,
    ),
    rule(
        Kind.PROCEDURE,
        "first then",
        r"(?:<ME>|you|first|the way (?:I|we) .+ is)\b.*\b(?:first|start)\b.+\bthen\b.+",
        "procedure",
        confidence=0.65,
    ),
    rule(
        Kind.PROCEDURE,
        "process workflow routine procedure way",
        r"(?:our|my|the) (?:usual |normal |standard |whole |morning |release |review |team |deployment )*(?:process|workflow|routine|procedure|ritual|pipeline|checklist) (?:is|goes|for|starts|at)\b.+|the way (?:we|I) .+ is .+",
        "procedure",
        confidence=0.7,
    ),
    rule(
        Kind.PROCEDURE,
        "nobody no one everyone",
        r"(?:nobody|no one|everyone|everybody) (?:may |can |must |has to |needs to |is allowed to |here )?(?:pushes|push|merges|merge|deploys|deploy|works|signs|sign|touches|touch|gets|orders|books|uses)\b.+",
        "procedure",
        confidence=0.6,
    ),
)

_ALWAYS = r"(?:always|never|don't ever|do not ever|from now on|in (?:the )?future|going forward|every time|each time|by default|as a rule|whenever you|in general|for all future (?:chats|answers|conversations|messages)|in all (?:your )?(?:answers|replies|chats)|for the future|for next time)"
_ACT = r"(?:use|write|answer|reply|respond|give|call|address|put|keep|make|add|include|show|send|save|store|delete|ask|start|end|format|speak|talk|explain|avoid|skip|leave|stick|quote|cite|name|sort|round|convert|translate|check|confirm|run|commit|push|touch|book|order|pick|choose|take|assume|mention|suggest|recommend|list|sign|refer|spell|tell|remind|open|close|click|extract|download|read|be|do|say|get|buy|pay|share|post|publish|merge|deploy|install|edit|change|overwrite|remove|number|label|mark|log|note|limit|prefer|accept|decline|reject|test)"

INSTRUCTIONS: Final = (
    rule(
        _LIKE,
        "must should have need",
        r"(?:all |any |every |the |your )?(?:[\w-]+ )?(?:names?|files?|dates?|answers?|replies|responses|screenshots?|emails?|reports?|summaries|prices|results|commits?|branches|titles|headings|comments|messages|invoices|downloads|exports|backups|bookings|orders|tickets?|code|lists?|tables?|units|numbers|times|amounts|totals|links|subjects?|footers?) (?:must|should|have to|need to|has to|needs to|are to|always|never)(?: always| never| not)? (?:start|be|have|contain|include|use|come|end|go|stay|carry|follow|get|show|say|begin|go in|list|fit|match)\b.+",
        "instruction",
        confidence=0.7,
    ),
    rule(
        _LIKE,
        "always never ever from future going every default rule whenever general next",
        rf"(?:please |and |so |but )*{_ALWAYS},?:? (?:please )?(?:<ACT>|don't|do not|court|in|with|a|an|the|no|only|metric|to|on|at|for|two|one|as|my|under|by|via|short|not)\b.+".replace(
            "<ACT>", _ACT
        ),
        "instruction",
        confidence=0.8,
    ),
    rule(
        _LIKE,
        "always ever future on default time",
        rf"(?:please |pls )*(?:don't |do not |only |never )?(?:{_ACT} .+?|(?:no|only) (?!.* for (?:him|her|me)\b).+?|[\w' -]+,)(?:,| please,?)? (?:always|ever|from now on|in (?:the )?future|going forward|every time|each time|by default|for all (?:downloads|future \w+|answers|replies|chats|files|orders|bookings|\w+)|in (?:all|every) .+|at all times)$",
        "instruction",
        confidence=0.75,
    ),
    rule(
        _LIKE,
        "want wants like expect",
        r"(?P<who>I|we) (?:always |only |never |don't ever )*(?:want|need|expect|like) (?:all |every |your |the |my )?(?:answers|replies|responses|dates|files|names|code|screenshots|summaries|emails|prices|results|reports|everything|units|numbers|bookings|explanations|that for all|it for all|those|citations)\b.+",
        "instruction",
        confidence=0.7,
    ),
    rule(
        _LIKE,
        "call address",
        r"(?:please )?(?:call|address) me (?:as |by )?(?!back|later|when|if|at|on|tomorrow)\w+.*",
        "nickname",
        confidence=0.75,
    ),
    rule(
        _LIKE,
        "use keep answer reply write speak talk give skip no",
        r"(?:please )?(?:use|keep|answer|reply|respond|write|speak|talk)(?: to me| your answers| it| things| answers)? (?:only |always |in )*(?:metric|celsius|kilometres|kilometers|british (?:spelling|english)|american (?:spelling|english)|plain (?:english|language)|24-?hour|the 24|euros|formal|informal|short answers|bullet points)\b.*",
        "instruction",
        confidence=0.7,
    ),
)

HABITS: Final = (
    rule(
        Kind.FACT,
        "usually normally generally always often",
        r"<ME> (?:usually|normally|generally|always|often|mostly|typically) (?!(?:have|been|had|love|wanted|forget|get (?:an|the|confused|this)|think|thought|say|wonder|feel|need|want|see|try|like|hear|assume|know|knew|was|were|end up|make sure)\b)\w+ .+",
        "habit",
        confidence=0.6,
    ),
    rule(
        Kind.FACT,
        "every",
        r"(?:<ALL>|the [\w -]{2,30}?|our [\w -]{2,30}?|my [\w -]{2,30}?) (?!(?:should|would|could|will|can|must)\b)\w+.* every (?:other |few |single )?(?:\d+ |<NUM> )?(?:day|days|week|weeks|month|months|year|years|hours|minutes|january|february|march|april|may|june|july|august|september|october|november|december|summer|winter|spring|autumn|christmas|easter|monday|tuesday|wednesday|thursday|friday|saturday|sunday|morning|evening|night|weekend)\b.*",
        "habit",
        confidence=0.6,
    ),
    rule(
        Kind.FACT,
        "smoke vape drink eat knit paint garden cycle swim jog run bake sew surf ski hike climb sing dance meditate volunteer commute box row hunt camp brew collect blog stream fast juggle skate fence sculpt carve crochet smokes knits paints cycles swims runs bakes volunteers commutes collects",
        r"<ALL> <ADV>(?:smoke|vape|knit|paint|cycle|swim|jog|bake|sew|surf|ski|hike|climb|meditate|volunteer|commute|brew|collect|skate|fence|crochet|smokes|knits|paints|cycles|swims|bakes|volunteers|commutes|collects|eat \w+ (?:now|again)|drink \w+ (?:now|again)|garden|sing in|dance|row|box)\b(?! (?:it|this|that)\b).*",
        "hobby",
        confidence=0.65,
    ),
    rule(
        Kind.FACT,
        "drives cooks handles brings manages approves pays hosts organises organizes leads teaches plays sings studies collects does runs takes wants loves hates prefers drinks eats owns speaks books orders signs",
        r"(?P<who>he|she|<FIRST>|<KINP>) (?:always |usually |never |still |now |only |also )?(?:drives|cooks|handles|brings|manages|approves|pays|hosts|organi[sz]es|leads|teaches|sings|studies|collects|does|runs|takes care|takes over|takes|wants|owns|books|orders|signs|looks after|lives|works|volunteers|coaches|smokes|bakes|knits|rents)\b.*",
        None,
        confidence=0.6,
    ),
    rule(
        Kind.FACT,
        "dropped left joined quit moved retired",
        r"(?P<who><FIRST>) (?:has |just |recently |finally )?(?:dropped out|left|joined|quit|moved|retired|resigned|graduated|passed|got (?:a|the|married|engaged|promoted|fired|accepted)|broke|lost|won|bought|sold|had|started|turned)\b.*",
        "event",
        confidence=0.6,
        past=True,
    ),
    rule(
        Kind.FACT,
        "is he's she's",
        r"<THIRD>(?:'s| is)(?: now| still| currently| also)? (?:an? |in |at |from |with |on |called |into )(?!(?:bit|lot|little|great|good|bad|nice|lovely|amazing|wonderful|way|mess|pain|the way|my mind|love|trouble|joy|blessing|reminder|mood|real|true|such|huge|hug)\b).+",
        None,
        confidence=0.55,
    ),
    rule(
        Kind.FACT,
        "every each daily weekly mondays tuesdays wednesdays thursdays fridays saturdays sundays weekends weekdays mornings evenings nights twice once",
        r"(?:<ALL> <ADV>|)(?!always|never|'m|'re|am |is |are |please|remind|keep|make|take|do\b|use|add|send|give|tell|how|what|try|water|book|run\b|call|drink|read|write|want|need|get|put|come)[\w' -]{3,60}?,? (?:(?:at|till|until|from|around) [\w: ]+ )?(?:on (?=(?:mon|tues|wednes|thurs|fri|satur|sun)days|weekends|weekdays|school days|most)|every|each|twice a|once a|three times a|four times a|two days a|\w+ nights a|\w+ days a|most)(?<!on) ?(?:other |second |single )?(?:day|days|week|month|year|morning|mornings|evening|evenings|night|nights|weekend|weekends|weekdays|summer|winter|monday|tuesday|wednesday|thursday|friday|saturday|sunday|mondays|tuesdays|wednesdays|thursdays|fridays|saturdays|sundays)\b.*",
        "habit",
        confidence=0.65,
    ),
)

LIKES_BY_STATE: Final = (
    rule(
        _LIKE,
        "no",
        r"no (?!(?:need|idea|problem|worries|rush|thanks|way|clue|one|doubt|wonder|luck|matter|more|hurry|offen[cs]e|time|big|longer|pressure|kidding|questions?)\b)(?:more )?[\w -]+ (?:for (?:him|her|me|us|them)|please)\b.*",
        "diet",
        confidence=0.65,
    ),
)
