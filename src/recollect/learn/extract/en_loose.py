"""English: what people say of themselves in words of their own, told by who it is about and a few signs of its kind.

These rules are tried where no other matched. They rest on what conversations with an assistant are like: somebody who
speaks of "I", "my" or a person named before, in the indicative and not about the talk itself, states something.
"""

from typing import Final

from recollect.learn.extract.en_habits import ACT
from recollect.learn.extract.en_rule import rule
from recollect.learn.extract.en_words import PARTS
from recollect.learn.extract.language import Timing, pattern
from recollect.model.entry import Kind

# What is not meant, or meant for this moment only: conditionals, feelings, requests, troubles with what is asked about.
TALK: Final = pattern(
    r"(?:\b(?:would|could|should|wouldn't|couldn't|shouldn't|ought|might|may be|'d (?!rather|better|been|had)|as usual|in my dreams?)\b|\berror\b|\bexception\b|\bbug\b)"
    r"|\b(?:you|your|yours|stoked|thrilled|determined|blessed|grateful|over the moon|excited|amazing|awesome|incredible|inspir\w+|reminder|feeling|journey|positivity|highlight|good laugh|so much fun|won't (?:quit|give up|let|stop)|never give up|keep (?:going|pushing|it up)|nervous|means a lot|worth it|thankful|passionate|rewarding|impressed|never forget|glad|no matter what|so far so good|compile|stackoverflow|printer hates|here's|check out|a blast)\b"
    r"|^(?:I|we)(?:'m|'re|'ve|'ll)?(?: (?!love|hate|like|prefer)[\w']+){1,3}? (?:it|them)(?:$| (?:when|now|and|at|up|out|so|again|works?)\b)|^(?:I|we) \w+ed [^,]+ (?:it|them)$|\bhate it when\b"
    r"|\b(?:this|that|those|these)(?: up| out| right| wrong)?$|^(?:I|we)(?:'m|'re|'ll| am| are| will) \w+ (?:this|that|these) \w+$"
    r"|^(?:I|we)(?:'m| am|'re| are|'ve| have|'ll| will|m)? (?:<ADV>)(?:need(?!s? to)|want|wanted|looking|searching|after|trying|tried|try|asking|asked|hoping|hope|curious|wonder\w*|keep (?:doing|getting|forgetting|saying)|got (?:home|there|here|up|back|it|that|this|the (?:following|same|feeling|idea|keys|point|message|error)|an? (?:error|message))|went (?:home|to bed|with it|through)|woke|slept|feel\w*|felt|laugh\w*|cried|click\w*|typed?|restart\w*|install\w*|follow(?:ed)? (?:the|your)|get (?:an?|the|this|it)|getting (?:an?|this|the) (?:error|message)|don't (?:get|see|understand|care|mind|think|feel|trust|remember|want|need|know|recall)|can't (?:get|make|see|find|understand)|see|saw (?:it|that|this)|read (?:it|that|this|your)|followed|opened?|star(?:ed|ing)|been \w+ing (?:at|on|with|for) (?:this|that|it|an hour|hours|ages)|got an? (?:prompt|message|error|popup|blank|result|reply)|just (?:watched|saw|read|heard|noticed|did|had|got|tried|checked|ate)|heard|notice\w*|look(?:ed)?|mean|meant|say|said(?! (?:yes|no))|take the (?:first|second|third|last|other|next|option|one|blue|red)|go with (?:the|that|option)|tell|told you|talk\w*|think|thought|guess|bet|love (?:it|that|this|you)|like (?:it|that|this|the)|promise|swear|appreciate|thank|trust|agree|understand|forgot|remember|apologi\w*|owe you|won't know|was (?:just|great|lovely|nice|about to|wondering|thinking|hoping|wrong|right|here|there|late|joking|kidding)|wish|expect\w*|suppose|assume|know|knew|believe|am (?:not )?sure|do(?:n't)?$|did$|will$|can$|just (?:want|need|wonder)\w*)\b",
    **PARTS,
)
_OWN = r"(?:(?P<who>I|we|he|she|<KINP>|<FIRST>(?= (?:is|was|has|isn't|wasn't|hasn't|will|can|can't|won't|doesn't|didn't|got|went|took|left|just|still|now|always|never|\w+ed|(?!this)\w{2,}[^s\W]s)\b))(?=['\s]|(?<=\bi)m )(?!\s(?:and|or|of|with)\b(?! I\b)))"
_FINITE = r"(?:beats?|puts?|sets?|cuts?|lets?|told|asks?|pays?|owns?|moves?|speaks?|plays?|eats?|drinks?|costs?|ran|fell|grew|met|sold|bought|sent|paid|lost|won|built|wrote|spent|drove|flew|became|began|found|held|kept|brought|taught|chose|rose|threw|wore|stood|is|are|was|were|isn't|aren't|has|have|had|will|can|can't|won't|don't|doesn't|needs?|wants?|goes|go|comes?|lives?|works?|runs?|makes?|made|got|took|gave|went|came|stays?|keeps?|broke|died|left|starts?|ends?|takes?|gets?|likes?|means?|\w+ed|\w+n't)"

_TASTE = r"\b(?:prefer\w*|rather|favou?rite|love[sd]?|hate[sd]?|adore[sd]?|enjoy(?:s|ed)?|fan of|fans of|can't stand|cannot stand|sick of|tired of|fed up with|bored of|obsessed|hooked|keen on|fond of|any day|nothing beats|not big on|more of an?|(?:can|could) (?:do|live) without|couldn't live without|can't live without|can't do without|give me \w+ over|is a no\b|are a no\b|no-go|dealbreaker|deal-breaker|hard pass|or nothing|the \w+er the better|warm to|creeps|makes me (?:sick|gag|happy|queasy|ill|anxious|itch|nervous)|(?:my|our|his|her) (?:thing|weakness|go-to|jam|comfort|guilty)|weakness for|soft spot|sweet tooth|swear by|swears by|all I (?:watch|read|eat|drink|listen|wear|need|want)|the only \w+ (?:I|we|he|she)|stay away from|steer clear|stick to|sticks to|avoid\w*|(?:only|never|always) (?:eats?|drinks?|wears?|touch|buys?|watch|flys?|fly|reads?|listens?|sleeps?|orders?|cook|shop)|tastes? like|yuck|gross|delicious|too (?:sweet|spicy|loud|salty|bitter|crowded|greasy|heavy|strong) for (?:me|us|him|her)|puts? me off|turns? me off|not my (?:thing|cup|style)|won't touch|refuse to (?:eat|drink|wear|use|buy)|suits? me|works? (?:best|better) for (?:me|us)|I'm (?:a|an) (?:morning|night|dog|cat|tea|coffee|mountain|beach|window|aisle|early|people|city|winter|summer)|partial to|picky|fussy|can't get enough|crave\w*|dream of|dreamed of|wish list|always wanted|beats? (?:the|a|any|every)|drives? me (?:mad|crazy|nuts|up the wall)|hooked|allergic to (?:small talk|meetings|exercise))\b"
_DECIDED = r"\b(?:decided|decision|going with|went with|settled on|final(?:ly)? (?:answer|decision)|we said|voted|agreed|picked (?!up)|chose|chosen|pull(?:ed|ing) the plug|calling it|called (?:it )?off|off the table|scrapped|scrapping|ditch\w*|dropping|drop the|staying put|sticking with|stick with|switching to|switch to|made up (?:my|our|their) mind|ruled out|signed off|green light|not going to|won't be (?:going|doing|joining|using|taking)|are out\b|is out\b|instead we|keeping the|going for|opted|turned down|turning down|said (?:yes|no) to|passed on|backed out|pulled out|is off\b|are off\b|not (?:renewing|going|buying|selling|moving|continuing|taking|extending|hosting|travelling|celebrating|coming|joining|doing)|cancell?ed|cancell?ing|skipping|sold on|bin(?:ned|ning))\b"
_STEPS = r"(?:\b(?:whoever|anyone who|whatever)\b|\bbefore (?:anything|something)\b|\b(?:first|start)\b.*\bthen\b|,? then \w+.*,? then\b|\b(?:sign-?off|approval|approves?|two pairs of eyes|four eyes|goes (?:through|past|to)|goes into|has to go through|before (?:anyone|anybody|we (?:merge|ship|deploy|send|publish|open|close|start)|it (?:goes|ships|is sent|gets))|nobody (?:\w+s)|no one (?:\w+s)|by hand|every (?:new|single) \w+ (?:gets|goes|is|needs)|only after|never without)\b)"
_TO_DO = r"\b(?:will|'ll|going to|gonna|need to|needs to|have to|has to|must|gotta|got to|due|deadline|appointment|booked|scheduled|planned|promised|signed up|supposed to|on the hook|my turn|hand in|flying|leaving|arriving|meeting|moving|starting|visiting|coming|expected|until|by|off to|happening|takes place|on)\b"

LOOSE_INSTRUCTIONS: Final = (
    rule(
        Kind.PREFERENCE,
        "goes applies holds always ever never",
        r"(?:.+\b(?:that|this|same|which) (?:goes|applies|holds|counts) for (?:all|every|any|each|everything|both).*|(?P<who>I|we) (?:always|only ever|never ever|never) (?:want|need|expect) (?!(?:to know|to be|you to know)\b).+|(?!(?:I|we|he|she|it|they|my|our|you)\b)[\w' -]{5,60},? (?:like always|as always|always|ever|every single time))$",
        "instruction",
        confidence=0.55,
    ),
    rule(
        Kind.PREFERENCE,
        "only",
        r"(?!(?:I|we|it|he|she|they|members|adults|read)\b)[\w-]+(?: [\w-]+)? only$",
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
        r"(?!.*\b(?:this (?:one|time)|today|for now|just (?:this )?once)\b)(?:please |pls |and |also |but |oh and )*(?!(?:I|we|he|she|they|my|our|his|her|it|there|you|the|this|that|is|are|was|got|had|never (?:been|had|was|did|went))\b)(?:(?:<ACT>|don't|do not|no|only|just|when you|if you|in) (?:[\w'-]+ )*?.*\b(?:always|ever|every time|each time|by default|in (?:the )?future|from now on|going forward|again|unless I (?:ask|say|tell)|until I (?:say|ask|tell)|without asking(?: me)?|ask (?:me )?(?:first|before)|at all times|for (?:all|every|any) \w+|on (?:any|all|every) \w+|in (?:any|all|every) \w+|as (?:a rule|always))\b.*|stop \w+ing .+|(?:always|never|only ever|don't ever|no more) .+|whenever you .+|(?:don't|do not) .* (?:unless|without|before|until) .+)".replace(
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

LOOSE: Final = (
    rule(
        Kind.FACT,
        "and",
        r"(?:(?P<who><FIRST> and I)|my [\w-]+(?: <FIRST>)? and I)(?: both| all| also| still)? (?!(?:would|could|should|might|were (?:just|wondering|talking))\b)[a-z]{3,} .+",
        None,
        confidence=0.55,
    ),
    rule(
        Kind.FACT,
        "",
        r"(?P<who>(?:my|our) (?:[\w-]+ )?<KIN>(?:,? <FIRST>)?) (?:always |never |only |also |still |just |now |both )?(?!(?:is|was|has|says|thinks|wants|needs)\b)[a-z]{2,}(?:[^s\W]s|ed)\b .+",
        None,
        confidence=0.55,
    ),
    rule(
        Kind.FACT,
        "people guests us them kids friends",
        r"(?:<NUM>|some|one|both|most|all)(?: of)?(?: the| my| our)? (?:people|guests|us|them|kids|friends|children|players|students)(?: (?:is|are|have|has|don't|can't|only|eat|drink|need)|'re) .+",
        None,
        confidence=0.55,
    ),
    rule(
        Kind.FACT,
        "name age born birthday lives live address job occupation phone allergies allergic allergy diet size contact child dog cat pet school grade languages hobbies insured medication height weight work employer partner kids",
        r"(?:full |first |last |emergency |home |shoe |dog's |cat's |child's )?(?:name|age|born|birthday|date of birth|lives? in|address|job|occupation|profession|phone|allerg\w+(?: to)?|diet|size|contact|child|dog|cat|pet|school|grade|languages?|hobbies|insur\w+(?: with)?|medication|height|weight|work|employer|partner|kids|city|from): .+",
        None,
        confidence=0.6,
    ),
    rule(
        Kind.FACT,
        "me",
        rf"(?:me and (?:my [\w-]+|\w+)(?: both| all| still| also| just)? (?!(?:and|or|for|in|at|on|to|with|of|the|a)\b)\w+|[\w' ]{{2,30}}? and me {_FINITE})\b.+",
        None,
        confidence=0.5,
    ),
    rule(
        Kind.COMMITMENT,
        "bringing hosting cooking paying picking driving turn told promised offered charge responsible",
        r"(?:(?P<who>I|we)(?:'m| am|'re| are|m) (?:bringing|hosting|cooking|paying|picking up|driving|in charge of|responsible for) (?!(?:this|that|it up)\b).+|(?:it's |it is |and )?(?:my|our) turn to .+)",
        "plan",
        timing=Timing.PLAN,
        confidence=0.55,
    ),
    rule(
        Kind.FACT,
        "rent salary budget deposit size wage mortgage bill limit fee price",
        r"(?:my |our |the )?(?:[\w-]+ )?(?:rent|salary|budget|deposit|wage|mortgage|size|limit|fee|mileage)(?:'s| is| was) (?:now |about |around )?.*\d.*",
        None,
        confidence=0.55,
    ),
    rule(
        Kind.FACT,
        "coeliac celiac allergic vegan vegetarian diabetic lactose pregnant deaf blind",
        r"(?!(?:people|most|some people|many|vegetarians|vegans|dogs|cats|humans)\b)[\w' ]{2,40}? (?:is|are|was) (?:\w+ )?(?:coeliac|celiac|allergic|vegan|vegetarian|diabetic|lactose|pregnant|deaf|blind|left-handed|gluten)\b.*",
        "allergy",
        confidence=0.55,
    ),
    rule(
        Kind.FACT,
        "one",
        r"(?P<who><NAME>)(?:'s| is) the (?:one|guy|man|woman|person|girl|boy|lady) (?:who|that|with|from|in) .+",
        None,
        confidence=0.55,
    ),
    rule(
        Kind.FACT,
        "they're they it's it",
        r"(?:they're|they are|it's|it is) (?:all |both |still |now )?(?:in|on|at|from|under|outside|inside|made of|about \d|around \d|next to|behind|facing|\d+) (?!(?:time|order|fact|hand|the way|fire|me|you|it|here|there|my mind|all|purpose|sale)\b)(?:[\w'-]+ ?){2,}.*",
        None,
        confidence=0.5,
    ),
    rule(
        Kind.FACT,
        "been",
        r"been (?:at|in|with|to|an?|on|\w+ing|doing|here|there) .+",
        None,
        confidence=0.5,
        past=True,
    ),
    rule(
        Kind.FACT,
        "says said told wants confirmed prescribed recommended",
        r"(?:(?:the|my|our|his|her) (?:[\w-]+ )?)?(?:vet|doctor|doc|dentist|gp|physio|nurse|teacher|boss|landlord|landlady|lawyer|midwife|surgeon|therapist|council|school|bank|insurance|clinic|hospital|optician|specialist|cardiologist|coach|mechanic) (?:says|said|told (?:me|us)|wants|confirmed|recommended|prescribed|put (?:me|us|him|her)|found|diagnosed) .+",
        None,
        confidence=0.55,
    ),
    rule(
        Kind.ENTITY,
        "",
        r"(?P<x>\"?[\w -]{2,25}\"?) (?:=|stands for|is what we call|is how we call|is short for|is our name for|means) (?P<object>(?:my|our|the|a|an|\w+) .+)",
        None,
        confidence=0.55,
    ),
    rule(
        Kind.FACT,
        "",
        r"the (?!(?:problem|question|issue|thing|point|answer|idea|weather|movie|film|book|song|error|code|result|truth|plan|goal|whole|rest|only|first|second|last|guy|man|woman|same|sky|earth|sun|traffic)\b)[\w-]+(?: [\w-]+)?(?:'s| is) (?:an? |in the |in our |on the |under the |behind |from )(?!(?:mess|nightmare|bit|disaster|joke|lot|pain|good|bad|great|nice)\b).+",
        None,
        confidence=0.5,
    ),
    rule(Kind.DECISION, "", rf"(?=.*{_DECIDED}){_OWN}.+", "plan", confidence=0.55),
    rule(Kind.PREFERENCE, "", rf"(?=.*{_TASTE}){_OWN}.+", "likes", confidence=0.55),
    rule(
        Kind.PREFERENCE,
        "",
        rf"(?=.*{_TASTE})(?=.*\b(?:I|me|my|we|us|our)\b)(?=.*\b{_FINITE}\b)(?!(?:if|when|because|that|which)\b).+",
        "likes",
        confidence=0.5,
    ),
    rule(
        Kind.PROCEDURE,
        "",
        rf"(?!.*\b(?:was|were|did|had|used to|back when|ago)\b)(?=.*{_STEPS})(?=.*\b(?:we|our|I|my|us|nobody|no one|everyone|every|each|has to|must|anything|whoever)\b)(?=.*\b(?:{_FINITE}|\w+s)\b|.*\bwe \w+).+",
        "procedure",
        confidence=0.5,
    ),
    rule(
        Kind.COMMITMENT,
        "",
        rf"(?!.*\b(?:was|were|had|did|went|came|(?<!'ve )(?<!have )got|ago|last|yesterday|since|every|each)\b)(?=.*{_TO_DO})(?!(?:I|we|he|she|<FIRST>|<KINP>) (?:<ADV>)(?:\w+ed|sent|met|sold|bought|took|made|gave|left|lost|won|broke|ran|paid|saw|quit|wrote|built|found)\b){_OWN}.+",
        "plan",
        timing=Timing.PLAN,
        dated=True,
        confidence=0.55,
    ),
    rule(
        Kind.FACT,
        "",
        rf"(?!(?:my|our) (?:[\w-]+ )?(?:brain|mind|mood|heart|soul|life|head|code|script|query|function|program|question|point|guess|problem|issue|idea|first (?:question|thought)|day|week|weekend|god|goodness)\b)(?=(?!my|our)|.*\b{_FINITE}\b){_OWN}(?:'\w+|m)?(?: \S+){{2,}}",
        None,
        confidence=0.5,
    ),
    rule(
        Kind.FACT,
        "",
        rf"(?:my|our) (?!(?:[\w-]+ )?(?:brain|mind|mood|heart|soul|life|head|code|script|query|function|program|question|point|guess|problem|issue|idea|first (?:question|thought)|day|week|weekend|god|goodness)\b)(?:[\w'-]+ ){{1,4}}?{_FINITE}\b.+",
        None,
        confidence=0.5,
    ),
    rule(
        Kind.FACT,
        "",
        rf"(?!(?:if|when|as|while|since|because|that|which|what|so|please|and|or|but|not|no|than|like|who|whose|where|just|even|only|all|most of what|the (?:more|birds|weather|link|answer|question|first|second|last one))\b)(?=(?:it's|it is|they're|that's|there's|there are|until|the [\w-]+|[\w-]+s?|this)\b)(?!<ACT>\b)(?:[\w'-]+ ){{0,6}}?(?:{_FINITE}|it's|they're|that's)\b.*\b(?:(?:my|our) (?!(?:question|point|head|mind|view|opinion|eyes|life|day)\b)\w+|for (?:me|us)\b|(?:gave|give|gives|let|lets|sent|made|makes|told|offered|keeps?|helps?|bothers?|suits?|triggers?|costs?|charged|allows?|pays?) (?:me|us)\b|ours\b|mine\b|I\b|we\b).*".replace(
            "<ACT>", ACT
        ),
        None,
        confidence=0.5,
    ),
    rule(
        Kind.FACT,
        "got had moved sold bought switched started quit left joined finished handed lost broke found took gave went came became turned did made passed failed won ran met",
        r"(?:(?:just|also|recently|finally|then|already|never) )*(?:moved|sold|bought|switched|started|quit|left|joined|finished|handed|lost|broke|took|gave|became|turned|passed|failed|won|met|had(?= to| my| our)|got(?= (?:a|an|my|our|some|two|three|it on|the \w+ (?:from|for|at)))) (?!(?:it|this|that|the same|an error)$)\S+ \S+.*",
        None,
        timing=Timing.EVENT,
        past=True,
        confidence=0.5,
    ),
)
