"""English: how things are done, what an assistant is to keep to, and what people do again and again."""

from typing import Final

from recollect.learn.extract.en_rule import rule
from recollect.learn.extract.language import Timing
from recollect.model.entry import Kind

_LIKE = Kind.PREFERENCE

WAYS: Final = (
    rule(
        Kind.PROCEDURE,
        "order",
        r".*\w.*,.*\w.*,? (?:in (?:that|this|exactly that) order|always in (?:that|this) order)\b.*",
        "procedure",
        confidence=0.7,
    ),
    rule(
        Kind.PROCEDURE,
        "then",
        r"(?P<who>we|I) (?!(?:was|were|had|did|got|went|am|have|will|can|could|would|should|want|need|think|\w+ed)\b)[a-z]{2,} [^,]+,(?: [^,]+,){0,6} ?(?:and )?then (?!we(?:'ll| will)|I(?:'ll| will|'m))\w.+",
        "procedure",
        confidence=0.6,
    ),
    rule(
        Kind.PROCEDURE,
        "",
        r".*\w.*,.*\w.*",
        "procedure",
        confidence=0.65,
        after=r"\b(?:process|workflow|routine|procedure|steps|checklist|the order|how (?:we|I) \w+|way (?:we|I) \w+)\b[^.]{0,40}:\s*$",
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
        r"(?:in our (?:office|team|company|shop|lab|kitchen|school|practice),? )?(?:every|each|all|any|new) [\w -]{3,40}? (?:goes?|gets?|is|are|needs?|must|has to|have to|passes|starts?|begins?|[a-z]{3,}s)\b.+(?:first|then|before|after|by|past|through|approved|reviewed|signed|into|to)\b.*",
        "procedure",
        confidence=0.7,
    ),
    rule(
        Kind.PROCEDURE,
        "to",
        r"(?:in order )?to (?!(?:be|me|my|your|the point|sum|start|begin|make a long)\b)\w+[^,]{0,40}, (?:(?:we |you )?first .+|(?:run|press|click|type|execute) .+) (?:and |and then |then )\w.*",
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

_ALWAYS = r"(?:always|never|don't ever|do not ever|from now on|in (?:the )?future|going forward|every time|each time|by default|as a rule|whenever you|in general|(?:for|in) (?:all|every|any)(?: of)?(?: the| my| your)?(?: future| next)? \w+|in all (?:your )?(?:answers|replies|chats)|for the future|for next time)"
# A question in form only: what is asked for holds from now on.
REQUESTS: Final = rf"(?:can|could|would|will) you (?:please |just |maybe |also )*(?:{_ALWAYS}|stop \w+ing|\w+(?=.*\b(?:from now on|in future|going forward)\W*$))"
REMINDS: Final = r"(?:can|could|would|will) you (?:please |just |maybe |also )*remind me (?:to|that (?:I|we|my|our))\b"
ACT: Final = r"(?:summari[sz]e|translate|proofread|rewrite|plan|compare|draft|create|find|help|let|look|watch|turn|rename|print|paste|search|filter|schedule|cancel|reserve|compute|calculate|describe|watch|count|use|write|answer|reply|respond|give|call|address|put|keep|make|add|include|show|send|save|store|delete|ask|start|end|format|speak|talk|explain|avoid|skip|leave|stick|quote|cite|name|sort|round|convert|translate|check|confirm|run|commit|push|touch|book|order|pick|choose|take|assume|mention|suggest|recommend|list|sign|refer|spell|tell|remind|open|close|click|extract|download|read|be|do|say|get|buy|pay|share|post|publish|merge|deploy|install|edit|change|overwrite|remove|number|label|mark|log|note|limit|prefer|accept|decline|reject|test)"

INSTRUCTIONS: Final = (
    # A list of wishes behind "remember:".
    rule(
        _LIKE,
        "",
        rf"(?!(?:I|we|my|our|you|he|she|it|the|what|how|why|is|are)\b)(?=.*\b(?:answers?|replies|emojis?|bullets?|bullet points|units|spelling|sources?|blunt|brief|concise|intros?|at a time|tone|formal|informal|metric|jargon|call me|never|always)\b)(?:{ACT}|no|short|plain|british|american|metric|one|always|never|please|less|more|only)\b.+",
        "instruction",
        confidence=0.65,
        after=r"\b(?:remember|keep in mind|bear in mind|note|rules?|(?:things|points) to (?:know|remember|keep in mind))\b[^.:]{0,20}:\s*$",
    ),
    rule(
        _LIKE,
        "time slowly simply wrong mistake mistakes error good altogether when",
        r"(?:please )?(?:(?:just )?one (?:step|question|thing|point) at a time\b.*|explain (?:things|everything|stuff|it all) (?:to me )?(?:slowly|simply|in (?:simple|plain|small)|like I|step by step)\b.*"
        r"|(?:always )?(?:tell|correct|stop) me (?:straight away |right away |whenever |when |if )+.*\b(?:wrong|mistakes?|errors?)\b.*|can you stop \w+ing .+ (?:for good|altogether|completely))",
        "instruction",
        confidence=0.65,
    ),
    rule(
        _LIKE,
        "detailed detail longer shorter brief formal informal casual",
        r"(?:from now on,? )?you (?:can|may) (?:now |again )?(?:be|answer|reply|write|respond|explain|go)\b[\w ]{0,30}?\b(?:more detailed|in (?:more|greater) detail|at (?:more )?length|longer|shorter|brief|briefer|(?:more |less )?(?:formal|informal|casual))\b(?: (?:with me|from now on|now|again|if you (?:like|want)))*$",
        "instruction",
        confidence=0.65,
    ),
    rule(
        _LIKE,
        "when",
        r"<ME> (?:hate|can't stand|don't like|love|like) it when you .+",
        "likes",
        confidence=0.65,
    ),
    rule(
        _LIKE,
        "want need like",
        r"(?P<who>I|we)(?: want| need| would like|'d like) you to (?:always|never|address|call me|only|stop)\b.+",
        "instruction",
        confidence=0.7,
    ),
    rule(
        _LIKE,
        "don't dont not never",
        r"(?:please )?(?:don't|dont|do not|never) (?:ever )?(?:suggest|recommend|use|include|add|mention|give me|put|send me|offer|show me|propose|quote|start with|call me) (?:me )?(?:anything|any|things|stuff|words like|phrases like)\b(?! (?:of (?:this|that|these)|yet|more here)).+",
        "instruction",
        confidence=0.65,
    ),
    rule(
        _LIKE,
        "answer answers reply replies respond responses explanations",
        r"(?:please )?(?:(?:(?:keep|make|give me) (?:all )?your|keep(?: all)?(?: the)?) (?:answers|replies|responses|explanations) (?!to\b|for\b).+"
        r"|(?:answer|reply|respond)(?: to me)? (?:only |just )?(?:in (?:plain |simple |british |american )?(?-i:[A-Z])\w+|briefly|concisely|in (?:short|full|simple|plain|one|two|three)\b).*)",
        "instruction",
        confidence=0.7,
    ),
    # How answers are to sound, and what is to be left out of them.
    rule(
        _LIKE,
        "be stay sound",
        r"(?:please |pls |just |but |and )*(?:be|stay|sound) (?:a (?:bit|little) |a lot |much |way |very |really |brutally |completely |more |less |as )*(?:honest|direct|blunt|brief|concise|succinct|formal|informal|casual|gentle|gentler|friendly|friendlier|polite|specific|critical|kind|kinder|patient|serious|shorter|detailed|technical|precise|harsh|harsher|strict|stricter|encouraging|to the point)(?: as possible)?(?: (?:when(?:ever)? you|with|in your|about my|on my|to me|from now on)\b.*)?(?:,? (?:please|pls))?$",
        "instruction",
        confidence=0.65,
    ),
    rule(
        _LIKE,
        "speak talk write informally formally casually slowly simply politely",
        r"(?:please )?(?:speak|talk|write)(?: to me| with me)? (?:more |less |a bit |very )*(?:informally|formally|casually|slowly|simply|politely)(?:,? (?:please|from now on))?$",
        "instruction",
        confidence=0.65,
    ),
    rule(
        _LIKE,
        "temperature temperatures distance distances weight weights measurements prices amounts quantities units dates times",
        r"(?:please )?(?:give|show|tell|send|write|list|put|quote) (?:me |us )?(?:all |the |your |my |oven |any )*(?:temperatures?|distances?|weights?|measurements?|prices|amounts|quantities|units|dates|times) in (?!the\b|this\b|that\b|a\b|order\b)[\w-]+(?: (?:units|format))?(?:,? (?:please|from now on))?$",
        "instruction",
        confidence=0.65,
    ),
    rule(
        _LIKE,
        "prefer",
        r"(?:please )?prefer (?!not\b|that\b|this\b|it\b)[\w-]+ .*\w",
        "instruction",
        confidence=0.7,
    ),
    rule(
        _LIKE,
        "everything anything everywhere",
        rf"(?:please )?(?:don't |never )?{ACT} .+ (?:in|for|with|on) (?:everything|anything) (?:you|I|we)\b.*",
        "instruction",
        confidence=0.65,
    ),
    rule(
        _LIKE,
        "you",
        rf"{REQUESTS} .+",
        "instruction",
        confidence=0.7,
    ),
    rule(
        _LIKE,
        "when whenever",
        rf"when(?:ever)? you \w+ [^,]{{2,60}},? (?:please |always |never )*(?:{ACT}|don't|do not)\b.+",
        "instruction",
        confidence=0.65,
    ),
    rule(
        _LIKE,
        "",
        r"(?!(?:I|we|my|our|you|he|she|it|the|what|how|why|can|is|are)\b)\w+ .*\w.*",
        "instruction",
        confidence=0.65,
        after=r"\b(?:in general|generally|from now on|in future|for the future|going forward|for next time|(?:for|in) all (?:future )?[\w ]{3,20}|as a rule|(?:one|house|golden|standing) rule|my rules?|always)\b[^.:]{0,20}:\s*$",
    ),
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
        rf"(?!(?:never|always) (?:(?:an?|my) \w+$|the same\b))(?:please |and |so |but )*{_ALWAYS},?:? (?:please )?(?:<ACT>|don't|do not|court|in|with|a|an|the|no|only|metric|to|on|at|for|two|one|as|my|under|by|via|short|not)\b.+".replace(
            "<ACT>", ACT
        ),
        "instruction",
        confidence=0.8,
    ),
    rule(
        _LIKE,
        "always ever future on default time",
        rf"(?:please |pls )*(?:don't |do not |only |never )?(?:{ACT} .+?|(?:no|only) (?!.* for (?:him|her|me|us|them)\b).+?|[\w' -]+,)(?:,| please,?)? (?:always|ever|from now on|in (?:the )?future|going forward|every time|each time|by default|for all (?:downloads|future \w+|answers|replies|chats|files|orders|bookings|\w+)|in (?:all|every) .+|at all times)$",
        "instruction",
        confidence=0.75,
    ),
    rule(
        _LIKE,
        "want wants like expect",
        r"(?P<who>I|we) (?:always |only |never |don't ever )*(?:want|need|expect|like) (?:all |every |your |the |my )?(?:answers|replies|responses|dates|files|names|code|screenshots|summaries|emails|prices|results|reports|everything|units|numbers|bookings|explanations|that for all|it for all|those|citations)\b.+|(?P<us>I|we) (?:always |only )?(?:want|need|expect|like|prefer) .+ in (?:all|every|each|any)(?: of)?(?: the| these| those| your| my)? \w+$",
        "instruction",
        confidence=0.7,
    ),
    rule(
        _LIKE,
        "fine do",
        r"(?:just )?<FIRST> (?:is fine|will do|is enough|is okay|works)$",
        "nickname",
        confidence=0.6,
    ),
    rule(
        _LIKE,
        "use keep answer reply write speak talk give skip no",
        r"(?:please )?(?:use|keep|answer|reply|respond|write|speak|talk)(?: to me| your answers| it| things| answers)? (?:only |always |in )*(?:metric|celsius|kilometres|kilometers|british (?:spelling|english)|american (?:spelling|english)|plain (?:english|language)|24-?hour|the 24|euros|formal|informal|short answers|(?:short|simple|full|clear|plain) (?:words|sentences|paragraphs|terms|steps)|bullet points|lower ?case)\b.*",
        "instruction",
        confidence=0.7,
    ),
    rule(
        _LIKE,
        "begin beginning start starting end ending open opening close closing sign",
        r"(?:please |pls )?(?:don't|dont|do not|never|stop) (?:begin|start|end|open|clos|sign)\w*(?: off)? (?:your|every|each|all|any)(?: of your)? (?:\w+ )?(?:repl(?:y|ies)|answers?|messages?|responses?)\b.+",
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
        r"(?P<who>he|she|<FIRST>(?: (?:from|in|at) \w+(?: \w+)?)?|<KINP>) (?:always |usually |never |still |now |only |also )?(?:drives|cooks|handles|brings|manages|approves|pays|hosts|organi[sz]es|leads|teaches|sings|studies|collects|does|runs|takes care|takes over|takes|wants|owns|books|orders|signs|looks after|lives|works|volunteers|coaches|smokes|bakes|knits|rents)\b.*",
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

LOOSE_INSTRUCTIONS: Final = (
    rule(
        Kind.PREFERENCE,
        "goes applies holds always ever never",
        r"(?:.+\b(?:that|this|same|which) (?:goes|applies|holds|counts) for (?:all|every|any|each|everything|both).*|(?P<who>I|we) (?:always|only ever|never ever|never) (?:want|need|expect) (?!(?:to know|to be|you to know)\b).+|(?!(?:I|we|he|she|it|they|my|our|you)\b|.*\bsays?\b|no .* for (?:us|me|him|her|them)\b)[\w' -]{5,60},? (?:like always|as always|always|ever|every single time))$",
        "instruction",
        confidence=0.55,
    ),
    rule(
        Kind.PREFERENCE,
        "only",
        r"(?!(?:I|we|it|he|she|they|members|adults|read|(?:mon|tues|wednes|thurs|fri|satur|sun)days?|weekends?|evenings?|mornings?)\b)[\w-]+(?: [\w-]+)? only$",
        "instruction",
        confidence=0.5,
    ),
    rule(
        Kind.SKILL,
        "fluent self-taught taught certified trained qualified",
        r"(?:fluent in|self[- ]taught|certified|trained|qualified|a trained|a certified) .+",
        "skill",
        confidence=0.55,
    ),
    rule(
        Kind.DECISION,
        "not",
        r"not (?!(?:working|loading|sure|feeling|having|getting|showing|being|asking|going to lie)\b)\w+ing .+ (?:any ?more|after all|this (?:year|time|summer|season))\b.*",
        "plan",
        confidence=0.6,
    ),
    rule(
        Kind.CORRECTION,
        "",
        r"(?!(?:I|we|my|our|he|she|the|it|that|you)\b)(?:.*\d.*|.+, not .+|\w+ (?:week|month|year|street|floor).*)",
        None,
        timing=Timing.PLAN,
        corrects=True,
        confidence=0.55,
        after=r"\b(?:I meant|make that|I mean|correction)[\s,:]*$",
    ),
    rule(
        Kind.PREFERENCE,
        "over any never again again get catch big much not take pick choose bothered doing tastes taste lost wasted",
        r"(?:give me .+ (?:over|any day).*|.+ (?:over .+ )?any day(?: of the week)?|you (?:won't|will never|can't|cannot|'ll never) (?:get|catch|find|see) me .+|.+,? never again|not (?:big on|much of an?|an? (?:big |great |huge |massive )?(?:reader|fan|drinker|eater|cook|sleeper|morning person|people person|gamer|dancer|talker|runner|swimmer)|my (?:thing|cup|style)|(?:really |too |particularly )?(?:into|keen on|fond of)).*|.+ and I'm out|I'd (?:take|pick|choose) .+ over .+|can't be (?:doing|bothered) with .+|.+ tastes? (?:of|like) .+ to me|.+ (?:is|are) (?:just )?(?:lost|wasted) on me)",
        "likes",
        confidence=0.55,
    ),
    rule(
        Kind.PREFERENCE,
        "always never ever every each default future forward again anymore unless until whenever stop without asking first any all only again usual",
        r"(?!.*\b(?:this (?:one|time)|today|for now|just (?:this )?once)\b|no .* for (?:us|me|him|her|them)\b)(?:please |pls |and |also |but |oh and )*(?!(?:I|we|he|she|they|my|our|his|her|it|there|you|the|this|that|is|are|was|got|had|never (?:been|had|was|did|went))\b)(?:(?:<ACT>|don't|do not|no|only|just|when you|if you|in) (?:[\w'-]+ )*?.*\b(?:always|ever|every time|each time|by default|in (?:the )?future|from now on|going forward|again|unless I (?:ask|say|tell)|until I (?:say|ask|tell)|without asking(?: me)?|ask (?:me )?(?:first|before)|at all times|for (?:all|every|any) \w+|on (?:any|all|every) \w+|in (?:any|all|every) \w+|as (?:a rule|always))\b.*|stop \w+ing .+|(?:always(?! \w+ing\b| the same\b| an? \w+$)|never(?! \w+(?:ing|s)\b| an? \w+$)|only ever|don't ever|no more) .+|whenever you .+|(?:don't|do not) .* (?:unless|without|before|until) .+)".replace(
            "<ACT>", ACT
        ),
        "instruction",
        confidence=0.55,
    ),
    rule(
        Kind.PREFERENCE,
        "rule default always never",
        r"(?:as a |my |our |the |house |one |golden |general |standing )*(?:rule|default|policy|preference)(?: of thumb)?(?: here| for (?:you|this|me))?(?: is|:|,) .+",
        "instruction",
        confidence=0.55,
    ),
)
