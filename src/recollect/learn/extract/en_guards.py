"""English: what is no statement, and where clauses part."""

import re
from typing import Final

from recollect.learn.extract.en_manner import JEST
from recollect.learn.extract.en_words import PARTS
from recollect.learn.extract.language import Guards, pattern

# What is not meant, or meant for this moment only: conditionals, feelings, requests, troubles with what is asked about.
_TALK: Final = pattern(
    r"(?:\b(?:would|could|should|wouldn't|couldn't|shouldn't|ought|might|may be|'d (?!rather|better|been|had)|as usual|in my dreams?)\b|\berror\b|\bexception\b|\bbug\b)"
    r"|\b(?:you|your|yours|stoked|thrilled|determined|blessed|grateful|over the moon|excited|amazing|awesome|incredible|inspir\w+|reminder|feeling|journey|positivity|highlight|good laugh|so much fun|won't (?:quit|give up|let|stop)|never give up|keep (?:going|pushing|it up)|nervous|means a lot|worth it|thankful|passionate|rewarding|impressed|never forget|glad|no matter what|so far so good|compile|stackoverflow|printer hates|here's|check out|a blast)\b"
    r"|^(?:I|we)(?:'m|'re|'ve|'ll)?(?: (?!love|hate|like|prefer)[\w']+){1,3}? (?:it|them)(?:$| (?:when|now|and|at|up|out|so|again|works?)\b)|^(?:I|we) \w+ed [^,]+ (?:it|them)$|\bhate it when\b"
    r"|\b(?:this|that|those|these)(?: up| out| right| wrong)?$|^(?:I|we)(?:'m|'re|'ll| am| are| will) \w+ (?:this|that|these) \w+$"
    r"|^(?:I|we)(?:'m| am|'re| are|'ve| have|'ll| will|m)? (?:<ADV>)(?:need(?!s? to)|want|wanted|looking|searching|after|trying|tried|try|asking|asked|hoping|hope|curious|wonder\w*|keep (?:doing|getting|forgetting|saying)|got (?:home|there|here|up|back|it|that|this|the (?:following|same|feeling|idea|keys|point|message|error)|an? (?:error|message))|went (?:home|to bed|with it|through)|woke|slept|feel\w*|felt|laugh\w*|cried|click\w*|typed?|restart\w*|install\w*|follow(?:ed)? (?:the|your)|get (?:an?|the|this|it)|getting (?:an?|this|the) (?:error|message)|don't (?:get|see|understand|care|mind|think|feel|trust|remember|want|need|know|recall)|can't (?:get|make|see|find|understand)|see|saw (?:it|that|this)|read (?:it|that|this|your)|followed|opened?|star(?:ed|ing)|been \w+ing (?:at|on|with|for) (?:this|that|it|an hour|hours|ages)|got an? (?:prompt|message|error|popup|blank|result|reply)|just (?:watched|saw|read|heard|noticed|did|had|got|tried|checked|ate)|heard|notice\w*|look(?:ed)?|mean|meant|say|said(?! (?:yes|no))|take the (?:first|second|third|last|other|next|option|one|blue|red)|go with (?:the|that|option)|tell|told you|talk\w*|think|thought|guess|bet|love (?:it|that|this|you)|like (?:it|that|this|the)|promise|swear|appreciate|thank|trust|agree|understand|forgot|remember|apologi\w*|owe you|won't know|was (?:just|great|lovely|nice|about to|wondering|thinking|hoping|wrong|right|here|there|late|joking|kidding)|wish|expect\w*|suppose|assume|know|knew|believe|am (?:not )?sure|do(?:n't)?$|did$|will$|can$|just (?:want|need|wonder)\w*)\b",
    **PARTS,
)
_PRONOUN: Final = r"(?:I|you|we|he|she|they|it|there|this|that|these|those)\b"

GUARDS: Final = Guards(
    asks=pattern(
        r"(?:@\w+ )?(?:(?:so|and|but|or|ok|okay|well|btw|also|then|hey|now|oh|first|anyway|by the way|quick question|like)[,:]? )*"
        r"(?:(?:what|what's|whats|wat|who|who's|whom|whose|where|where's|why|why's|how|how's|hows|which|what're)\b(?! (?:I (?:like|love|hate|do|want) (?:most|is|best)|means|is why|was))"
        r"|when (?:do|does|did|is|are|was|were|should|can|will|would|could|am)\b|when's\b"
        r"|(?:is|are|was|were|am|isn't|aren't|wasn't|do|does|did|don't|doesn't|didn't|can|could|can't|couldn't|will|would|won't|should|shall|may|have|has|had) (?:<P>|(?:someone|anyone|people|anybody)\b)"
        r"|(?:is|are|was|were|does|do|can|could|will|would|should) (?:the|my|your|our|his|her|their|a|an|any|\w+s)\b|(?:do|does) (?!not\b)[\w]+ \w+"
        r"|(?:any|got any) (?:idea|ideas|tip|tips|advice|chance|suggestion|suggestions|recommendation|recommendations|thoughts)\b|anyone\b|tell me\b|explain\b|(?:is|are) [A-Z]\w+ )",
        P=_PRONOUN,
    ),
    supposes=pattern(
        r"\b(?:if (?:I|we|you|my|our|only|ever|someone|somebody|he|she|one|money)\b|what if|suppose\b|supposing|imagine\b|assuming\b"
        r"|let's say|lets say|say I\b|hypothetical|in theory|I wish|we wish|were I|had I\b|as if\b|in another life"
        r"|would have|would've|could have|could've|should have|should've|might have|must have been|for (?:the sake of|example)\b|e\.g\.|in (?:the|my|this|a|our) (?:game|story|novel|movie|film|show|series|book|dream|campaign|play|sketch|script|scene)\b|example (?:sentence|text)|sample\b|\b(?:lyrics|quote|quote of the day|caption|headline|poem|slogan|motto|joke|riddle|example|scenario|prompt|plot|synopsis|exercise|homework)\s*:)"
    ),
    doubts=pattern(
        r"\b(?:maybe|perhaps|might|not sure|unsure|dunno|don't know|dont know|do not know|no idea|I think|I guess|I suppose|I believe"
        r"|i reckon|probably|possibly|supposedly|could be|thinking (?:of|about)|think about|considering|wondering|wonder|tempted|not certain|undecided"
        r"|can't decide|who knows|toying with|if I remember|apparently not|I may|we may|rumou?r|they say)\b"
    ),
    mocks=pattern(
        r"^(?:oh|ah|yeah|sure|ya)[, ]+(?:yes|yeah|sure|great|joy|wonderful|of course|because|right|absolutely|how)\b|\b(?:so|absolutely|just|totally|simply) (?:thrilled|adore|delighted|love (?:when|how|it when|being|getting|having|waiting|spending|paying))\b"
        r"|\b(?:highly recommend|best part of my|yeah,? right|just kidding|(?<!no )kidding|jk|(?<!not )joking|mu?ahaha\w*|mwahaha\w*|said no one|lucky me|living the dream"
        r"|(?:great|wonderful|fantastic|lovely|perfect|yay),? another|just what I (?:needed|wanted)|thanks for nothing|what a (?:joy|treat|delight)|vampire|werewolf|wizard|superhero|time travell?er|(?:not|n't) born yesterday|my evil|world domination|in my dreams"
        r"|how (?:delightful|lovely|wonderful)|can't wait to (?:pay|wait|do (?:my )?taxes)|my (?:royal|imperial)|\d{3,} years? old|spirit animal|to the moon)\b|/s\b"
    ),
    joked=pattern(
        r"(?:^|(?<=[.!?,;\n…)–-])|(?<=[.!?,;\n…)–-] ))(?:(?:(?:no|nah|nope|haha|lol|ok|i'm|im|i was|was|just|only),? ){0,3}(?:(?<!you )(?<!not )(?<!no )(?<!you're )(?<!be )(?:kidding|joking)(?! me\b| aside)|jk\b|april fools?)(?: of course| obviously| lol)?[ ,.!:;-]*|ha(?:ha)+,? (?:no|nope)(?=[,.!] )[,.!]*)"
    ),
    talk=_TALK,
    laughs=pattern(
        r"\b(?:lol|haha\w*|hehe\w*|hihi\w*|lmao|rofl|xd|mu?ahaha\w*|muaha\w*|jk|just kidding|kidding|joking|potato|teapot|unicorn|dragon|zombie|royalty|emperor|queen of|king of|professional (?:procrastinator|napper|couch)|phd in|world champion)\b|😂|🤣|😜|🙃|😉|😅|;-?\)|:-?P\b|/s\b"
    ),
    plays=pattern(
        r"\b(?:let's (?:play(?! (?:some )?(?:chess|cards|tennis|football|golf|basketball|badminton|squash|pool|darts|music)\b)|pretend|role)|role ?-?play(?!\w* ?games?\b)(?!ers?\b)|pretend (?:to be|you|that|I|we)|you(?:'re| are|'ll be) (?:a|an|the|my) [\w -]{3,40}?,? and I(?:'m| am|'ll be| play)"
        r"|act as (?:a|an|if|my)|in character\b|play the (?:role|part)|you (?:play|be) (?:the|an?|my) [\w -]{3,40}?,? (?:and )?I(?:'m| am|'ll be| play|'ll play)\b"
        r"|in (?:the )?first person|once upon a time)"
    ),
    invents=pattern(
        r"\b(?:write (?:me )?(?:a|an|the|another) (?:[\w-]+ ){0,3}(?:story|scene|monologue|fairy ?tale|fanfic|novel|script|diary entry)\b"
        r"|(?:story|novel|screenplay|poem|scene) (?:in which|where|that starts)|from the (?:view|perspective|point of view) of|in the voice of)"
    ),
    goes_on=pattern(
        r"\b(?:continue|go on|carry on|keep (?:going|writing)|(?:next|another|new|last) (?:scene|part|chapter|verse|paragraph|page|line|version|draft)|(?:the|your|this) (?:story|scene|ending|poem|monologue|chapter)|and then (?:he|she|they|I|we)\b|(?:make|let|give|have|change|add|replace|rewrite|shorten|use|put|end|start) (?:it|that|him|her|them|the|an?|more|some|in|with)\b|(?:shorter|longer|funnier|darker|sadder|rhym\w+|instead)\b)"
    ),
    fiction=pattern(
        r"\b(?:(?:my|the|our|this) (?:main |game |player |(?:D&D|DnD|RPG)(?:'s)? )?(?:character|protagonist|narrator|(?<!is my )(?<!'s my )(?:hero|heroine)|villain)\b|NPCs?\b|half-(?:orc|elf)|multi-?class\w*|spell slots?|hit points"
        r"|(?:D&D|DnD|dungeon(?:s|master| master)?(?: (?:&|and) dragons)?) (?:question|prep|sheet|build|party|one-shot|world|campaign)\b|(?:D&D|DnD)\s*[:!])"
    ),
    stops_playing=pattern(
        r"\b(?:out of character|stop (?:playing|the game|role)|end (?:of )?(?:the )?(?:game|role|scene|story)|enough (?:of the )?(?:role|play|game)|back to (?:reality|normal|real life)|for real now|\(?ooc\b)"
    ),
    idle=pattern(
        r"^(?:from now on|starting (?:today|now)|always)$|^(?:you can )?call me (?:an? [\w-]+|<JEST>)$|^I was right (?:the first time|before|at first|originally)$|^(?:please |pls )?(?:move|fetch|draft|rewrite|reword|summari[sz]e|translate|convert|calculate|recalculate|rename|resend|reschedule|proofread|look up|help me|(?:answer|write|reply to|send|finish|start|end|sign) (?:the|this|that|his|her|their) (?:e-?mail|mail|letter|message|text|post|caption))\b(?!.*\b(?:always|every|from now on|in future|never|all)\b)"
        r"|\byour (?:list|answers? (?:is|was)|suggestions?|reply|advice|version|example|options?|proposal|draft)\b|\byou (?:suggested|gave me|wrote|mentioned|made|proposed|recommended)\b|^(?:I|we)(?:'m|'re| am| are) (?:going to|off to) (?:bed|sleep)\b|^I (?:mistyped|misspoke|made a typo|got (?:that|it) wrong|was wrong)$|^(?:I|we) just (?:realis|realiz|notic|found out|remember)\w*|^this is the \w+ time\b|^have (?:an? )(?:\w+ ){0,3}(?:day|weekend|evening|night|one|time|trip|week|flight|holiday|afternoon|morning|christmas|blast|look|go)$|^(?:my|our) favou?rite (?:[\w-]+ )?(?:slogan|line|quote|joke|saying|lyric|meme|pun|proverb)\b|^I (?:have|'ve|'ve got|got) (?:\w+ )*(?:questions?|queries|query)\b|^I(?:'ll| will) (?:paste|upload|attach|share|check|try|read|look|look into|report back|get back|post)\b"
        r"|^(?:thanks|thank you|thx|cheers|sorry|hi|hello|hey|good (?:morning|evening|night|point)|never ?mind|no (?:need|worries|problem|rush|idea|thanks)|will do|got it(?! (?:on|from|in|at|for)\b)|makes sense|sounds|that's (?:all|it|fine|ok|great|good|why|what|how|right|not)|let me|let's (?!go with|use |stick with|pick|take the)|just (?:wanted|want|curious|asking|wondering|checking|to)\b|not yet|same\b|talk later|see you)\b"
        r"|^(?:I|we) (?:just |also |only |really )?(?:want|wanted|would like|need|'d like|wish) (?!you to (?:always|never|address|call me|only|stop)\b)(?:to (?:know|ask|tell|see|understand|say|check|find out|hear|make sure|thank)|you\b|your|help|some help|(?:a|an|some|another|the|one|two|three|\d) (?:[\w-]+ ){0,2}(?:idea|ideas|hint|tip|tips|list|checklist|recipe|answer|word|name|title|sentence|summary|advice|explanation|example|suggestion|break|coffee|minute|sec|second|moment))"
        r"|^I'd (?:like|love|appreciate|be)\b(?!.*\b(?:from now on|in (?:the )?future|going forward|always|every|each)\b)|^I (?:have|'ve|had|got|'ve got) (?:just |only )?(?:a|an|one|another|two|some|no|so many|to(?! let\b)|the same)?(?: \w+){0,2}? ?(?:question|questions|problem with this|doubt|doubts|request|idea|ideas|feeling|minute|time|clue|look|go|point|chat|laugh|good (?:day|time)|bad day)\b"
        r"|^I (?:promise|swear) (?:this|that|it|I|not)|\bowe you\b|^(?:I|we) (?:meant to|see|understand|get it|hope|bet|guess|agree|know(?! how)|knew|heard|forgot|feel like|felt|noticed|remember|realis\w+|realiz\w+|wonder|appreciate|apologi\w+|assume|expected?|asked|said(?!.*,? (?:but |and )?(?:it's|its|it is|actually)\b)|thought)\b"
        r"|^I(?:'m| am|m) (?:just |so |really |a bit |very |pretty |quite |still |not |totally |all )*(?:curious|asking|sorry|confused|lost|sure|wondering|stuck|bored|tired|hungry|happy|glad|sad|fine|good|ok|okay|great|back(?! (?:at|with) (?-i:[A-Z])| (?:from|at work|to work|in the office)\b)|here|done|ready|in a hurry|excited|thrilled|kidding|annoyed|angry|frustrated|nervous|impressed|afraid(?! of)|exhausted|cold|late|grateful|worried|trying to (?:understand|figure|remember|decide|find)|talking|referring|guessing|asking|aware|convinced|telling|saying|hoping|intrigued|dying|proud|jealous|lazy|on (?:my|the) (?:phone|way|train|bus))\b"
        r"|^I can'?t (?:believe|remember|wait|find|decide|figure|tell|see|think|complain|help|recall)\b|^(?:I|we)(?:'ll| will) (?:think|see\b|let you know|be (?:right )?back|do (?:that|it|so)$|take (?:it|that)|try (?:that|it)|have a (?:look|think)|give it|remember|keep (?:that|it) in mind|go with that)"
        r"|^(?:you|your|you're|you've|u)\b(?! (?:won't|will never|can't|cannot|'ll never) (?:get|catch|find|see) me| (?:can|may) (?:now |again )?(?:be|answer|reply|write|respond|explain|go)\b.*\b(?:detail|detailed|length|longer|shorter|brief\w*|formal|informal|casual)\b)|\bjust for (?:this|now|today|once)\b|\bthis (?:one )?time\b|^for (?:now|today)\b|\b(?:for fun|no offen[cs]e|long story|whatever)\b|\bmy (?:question|point|guess|bad|apologies|problem is|fault|mistake|head hurts|god)\b|\bmy (?:code|script|query|function|program|build|app|test|loop) (?:throws?|crash(?:es|ed)?|gives?|fails?|failed|returns?|doesn't|won't|keeps?|is (?:broken|failing|crashing))\b|^it(?:'s| is) (?:ok|okay|fine|cold|hot|raining|late|just|a (?:long|bit)|so|too|been|hard|funny|weird|sunny)",
        JEST=JEST,
    ),
    corrects=pattern(
        r"(?:\b(?:no|nope|actually|sorry|correction|wrong|i meant|i mean|scratch that|wait|oops|not quite|my mistake|to correct myself|i misspoke|turns out|i was right (?:the first time|before|at first|originally))\b[\s,:;.!–—-]*)+(?:that )?$"
    ),
    puts_right=pattern(
        r"\W{0,3}(?:\*\s?|(?:(?:no|nope|nah|hm+|oh|ah|oops|whoops|sorry|wait|hang on|actually|correction|wrong|scratch that|my (?:mistake|bad)|I mean|I meant|(?:or )?rather|make (?:that|it))\b[\s,:;.!…–—-]{1,5}){1,4})"
        r"(?:(?:I meant?|it's|its|it(?: really| actually)? (?:is|was)|that's|make (?:that|it)|should be|really|on|at|in)\b ){0,3}(?P<value>\S.{0,50}?)(?: (?:is|was) (?:right|correct))?(?:,? (?:I meant?|sorry|of course|instead|after all|not [^,]{1,20}))?[.!]?"
    ),
    reports=pattern(
        r"^you (?:told|said|claimed|wrote|think|thought|assumed?)\b|\b(?:he|she|they|who|it(?! goes)|article|book|movie|film|video|show|documentary|episode|podcast|email|letter|wikipedia|the news|song|lyrics|tweet|post|the (?:guy|man|woman|lady|author|character|singer|actor|actress)) (?:says|said|claims|claimed|writes|wrote|goes(?! to\b)|reads|read|states|stated|tells)\b|\b(?:the|an?) (?:homework|exercise|problem|task|text|sign|article|letter|book|recipe|email|mail|message|label|question|paper|poster|ad|review|contract|instructions?|manual|website|page|error|log|output) (?:says|said|reads|goes|states|asks)\b|\baccording to\b|\b(?:always|used to|once) (?:said|says|say)\b|\bthat (?:free solo )?(?:climber|singer|actor|guy|woman|man|youtuber|author|footballer)\b|\bI quote\b|\bquote\b"
    ),
)

# "I have three kids: Ana, Luis and Mateo" is one statement.
LISTS: Final = pattern(
    r"(?<![\w'])(?:I|we|my|our)\b[^.:;!?\n]{0,60}\b(?:two|three|four|five|six|seven|\d{1,2}) [\w -]{2,25}:(?= [^.:;!?\n]{2,80}(?:,| and | & ))"
)
_PAUSE: Final = r"[\s,:;.!–—-]+"
# Said before anything; and what says nothing only where a pause or a new subject follows ("no gluten" is no "no").
TELLS: Final = pattern(
    r"(?:I'm|I am|im|I've|I have|I|we're|we've|we|my|our|he's|she's)\b(?! (?:do|did|should|can|could|would|will)\b)"
)
DENIES: Final = pattern(r",? (?:not|instead of|rather than) (?!only\b)(?:on |in |the |at )*\w")
ADDS: Final = pattern(
    r"\b(?:also|too|as well|another|second|additionally|on the side|part[ -]time|on weekends|besides)\b"
)
_LEAD: Final = (
    r"[\s,.;:*•–—-]*(?:(?:so|and|but|or|ok|okay|k|well|anyway|anyways|also|oh|ah|hm+|hey+|hi+|hello+|btw|by the way|plz|pls|please|plus|honestly|basically|either way|in any case|tbh|fyi|lol|haha+|omg|wow|ugh|argh|alas|sadly"
    r"|unfortunately|luckily|fortunately|anyhow|however|though|although|because|cause|cuz|coz|that said|in fact|to be honest|heads up(?: that)?|just so you know|for context|for the record|for your info|for info|as I said|like I said|(?:you|u) know(?: what)?|in case it matters|speaking of which|mind you|the thing is|thing is|truth is|the truth is|turns out|please note|please remember|keep in mind|bear in mind|make a note|actually|finally|obviously|I meant|I mean|scratch that|my mistake|correction|oops|wait)\b(?!')"
    rf"{_PAUSE}(?:that (?=I|we|my|our|the|she|he)\b)?"
    r"|(?:yes|yeah|yep|yup|no|nope|nah|right|sure|great|nice|cool|perfect|thanks|thank you|thx|sorry|good|look|listen|see|like|first|firstly|second|secondly|third|lastly|funny thing|good news|bad news|update|quick update|important|note|remember|one more thing|one thing|morning|good morning|good evening|aye|deal|done|true|exactly|wonderful|amazing|hooray|yay|brilliant|fantastic|background|context|intro|ps|p\.s\.|then|apparently|since(?! I was (?:an? (?:\w+ )?(?:kid|child|boy|girl|teen\w*|student|baby)|little|young|small|\d+)\b)|as|now that|don't forget|do not forget|never forget|ok so|absolutely|lovely|excellent|congrats|same|again|still)\b(?!')"
    rf"(?:\s*[,:;.!–—]+\s*|\s+(?:(?:and|but)\s+)?(?=(?:that )?(?:I|I'm|im|I've|I'll|we|we're|we've|my|our|it's|that's|it was|he|she|he's|she's)\b))(?:that (?=I|we|my|our|the|she|he)\b)?)"
)
LEADS: Final = pattern(_LEAD)
TAILS: Final = pattern(
    r"[\s,.]{0,6}(?:\b(?:btw|by the way|I(?:'ve|ve)? changed my mind|haha\w*|hehe\w*|lol|lmao|please|pls|plz|thanks|thx|though|tho|ok|okay|right|yay|(?<!I'm )(?<!I am )(?<!im )(?<!say )(?<!saying )sorry|too bad|fyi|just so you know|in case it matters|if that helps|if that matters|obviously|of course|x+|as well)\b[\s!.,]{0,6})+$|\s{0,3},\s{0,3}help(?: me)?[\s!.]*$|\s{0,3}[:;][-']?[)D(P]\s*$"
)
# A clause begins behind these where a subject, or a verb without one, follows.
_SUBJECT: Final = (
    r"(?!we call\b|now it(?:'s| is)|that's my\b|it's [^,]{2,30} now\b|it's (?:called|just)|(?:that|it)(?:'s| is) (?:off|cancelled|not happening)|(?:it|that) fell through|I (?:always )?want (?:that|it|this) for all|which|who|that (?:is|was))"
    r"(?:(?:now|then|today|currently|also|still|actually|since then|last \w+|this \w+|next \w+|yesterday|tomorrow|in \d{4}|these days|right now) )?"
    r"(?:I|I'm|im|i've|I'll|I'd|we|we're|we've|we'll|he|he's|she|she's|they|they're|it's|it is|it was|that's|my|our|his|her|the \w+(?: \w+)? (?:is|are|was|has|have|needs|goes|go|will|must|can|said|voted|stays)|there(?:'s| is| are)|\"?[\w-]+\"? (?:is|are|lives on|runs on|has|was|will be|stays)|(?-i:[A-Z][a-z]+) (?:drives|works|lives|loves|hates|will|likes|dropped|moved|handles|does|wants|needs|got|plays)|nobody|everyone|everybody|no one|you|no \w+ for|[\w ]{3,25} (?:every|each|till|until) (?:\d+ every )?\w+day)\b"
)
_BARE: Final = r"(?:(?:just|also|recently|finally|then|already|never|always|now|mostly|usually|not) )?(?:got(?! out)|moved|sold|bought|switched|started|quit|left|joined|married|retired|finished|graduated|adopted|lost|broke|works|lives|loves|hates|prefers|can't|cannot|don't|doesn't|didn't|won't|had|have|has|was|were|used to|grew up|went|came|became|turned|gave|took|am|is (?:allergic|vegan|vegetarian|a|an|from|in|at|on)|are|studied|studying|speak|speaks|play|plays|hate|love|prefer|live|work|drink|drinks|eat|eats|need to|have to|wants|allergic|vegetarian|vegan|remind me|tell|please|what|what's|how|where|why|who(?! (?:now |also |still )?(?:lives|works|teaches|studies)\b[^?\n]{0,200}(?:[.!\n]|$)| (?:is|was|has|had|just|turned|\w{2,}s)\b[^,?\n]{2,80}, (?:is|was|has|had|will|can|\w{2,}s|\w{2,}ed)\b[^?\n]{0,200}(?:[.!\n]|$))|which|can you|could you|do you|should I|is there|are there|is it|is that|would|will it|does|did|anything|anyone|come|fancy|wanna|want to|join us|ideas|tips|suggestions|recommendations|thoughts|advice|worth|any)\b"
# "…, but in Trier": nothing new begins with it.
_TAIL: Final = r"(?:in|at|on|only|from|with|without|since|until|near|for)(?: (?!(?:I|we|you|he|she|they|it|is|are|was|were)\b)[\w':-]+){1,4}\s?(?:[,.;!?\n]|$)"
BOUNDARY: Final = re.compile(
    rf"\s{{0,3}},\s{{0,3}}(?!(?:it|that)(?:'s| is| was)\b)(?={_SUBJECT})"  # "…, it's coeliac after all" explains what is before it
    rf"|\s{{0,3}},\s{{0,3}}(?:and|but|so|because|cause|though|although|while|whereas|then|since|as|plus|yet|except|which means)\s{{1,3}}(?={_SUBJECT})"
    rf"|\s{{0,3}},?\s{{1,3}}(?:and|but|so|because|cause|cuz|whereas|while|plus|although|though|n)\s{{1,3}}(?={_SUBJECT})"
    rf"|\s{{0,3}},\s{{0,3}}(?:(?:and|but|so|then)\s{{1,3}})?(?={_BARE})|\s{{1,3}}(?:and|but|so)\s{{1,3}}(?={_BARE})"
    r"|(?<!\bnot)(?<!thing)(?<!one)(?<!body)(?<!\ball)\s{0,3},?\s{1,3}(?:but|so)\s{1,3}(?!to (?:[A-Z]|the)|that's off|it's off|it fell through|that fell through|nope|no longer|not any|far|much|many|that\b|"
    + _TAIL
    # "my cat is ill should I worry": who types fast leaves the pause out.
    + r")(?=\w)|\s{1,3}(?=because\b)|\s{0,3},?\s{1,3}(?=now that (?:I|we)\b)|\s{1,3}(?=(?:should|shall|can) I\b)|(?<=told me) (?:that )?(?=I|we)|\s{0,3},\s{0,3}(?=(?:first|no idea|not sure|god knows|who knows|dunno)\b)",
    re.IGNORECASE,
)
# What follows a clause without a comma: "since I left the bank" I sleep better, my weekends are free.
_MAIN: Final = (
    r"(?:(?:I|we|he|she|they|it(?= (?:is|was|has|takes|feels|costs))|everything|everyone|life|what|which|where|how|should|can|could|is there|are there)\b"
    r"|(?:my|our|the|his|her|their|all) (?:[\w-]+ ){1,2}(?:is|are|was|were|has|have|feels?|goes|takes?|costs?|lives?|works?|will|can)\b)"
)
# Who thinks or tells something goes on with what it is; and "since I was a kid" only tells how long.
_UNTOLD: Final = r"(?! (?:think|thought|know|knew|believe|feel|guess|say|said|told|hope|wish|heard|realised|realized|can remember|could)\b| (?:was|were) (?:an?|little|young|small|\d+)\b)"
OPENING: Final = pattern(
    rf"\s*(?:(?:ever )?since|now that) (?P<told>(?:I|we)(?:'m|'re|'ve)?\b{_UNTOLD} [^,;]{{3,70}}?)\s+(?={_MAIN})(?!(?:I|we) (?:hated?|loved?|had|was|were|wanted|needed)\b)"
)
_DET: Final = r"(?:my|our|his|her|their|the)"
_EVENT: Final = r"(?:meeting|appointment|call|party|trip|dinner|lunch|breakfast|brunch|date|flight|wedding|interview|lesson|session|match|game|holiday|visit|project)"
# Nothing in it can be a verb: one noun behind "my", then names and what else is mine.
HALVES: Final = pattern(
    rf"(?:{_DET} (?:(?:next|first|last|new|old|big|little|weekly|monthly|older|younger|best|second) )?(?:[\w-]+ (?={_EVENT}\b))?[\w-]+(?:,? <FIRST>)?|{_EVENT}(?= with\b))"
    rf"(?: (?:with|for|from|of|to|at|in|about|between) (?:{_DET} [\w-]+(?: <FIRST>)?|<FIRST>(?: <FIRST>)?)){{0,3}}"
    rf" (?:and|&) (?!I\b)(?={_DET} |<FIRST>)"
    # What steps are for: "to deploy our app, first run make build".
    r"|(?:in order )?to (?!(?:be|me|my|your|sum|start|begin|make a long)\b)\w+[^,]{0,40}, (?=(?:we |you )?first \w)",
    **PARTS,
)
PASTES: Final = pattern(
    r"(?:\b(?:proofread|proof-read|translate|summari[sz]e|tl;?dr|rewrite|rephrase|paraphrase|correct|fix|edit|check|review|shorten|improve|polish|analy[sz]e|explain|read|simplify|format|critique|grade|look at|feedback on|thoughts on|what does|spell-?check|reply to|answer|respond to|classify|extract)\b[^\n.]{0,80}(?::|\?|\bbelow\b[^\n]*)[ \t]*\n+"
    r"|\b(?:fix|check|correct|edit)\b(?: (?:the|my|this|these|grammar|spelling|text|sentence|sentences|typos|mistakes|errors|in|for me|please|pls))*[ \t]*:[ \t]*|^dear [^\n]{2,40},[ \t]*\n"
    r"|\b(?:proofread|translate|summari[sz]e|tl;?dr|rewrite|rephrase|paraphrase|correct|shorten|improve|polish|simplify|spell-?check)\b[^\n.:]{0,60}:[ \t]*"
    r"|\b(?:write|compose|make|finish|continue|complete|do|give me|need) (?:me |us )?(?:an?|the|my|this|another|one) (?:[\w-]+ ){0,3}?(?:limerick|poem|haiku|rhyme|verse|song|rap|sonnet|ballad|riddle|joke|slogan|caption|toast|fairy ?tale|story)\b[^\n:]{0,40}:[ \t]*"
    r"|\b(?:here(?:'s| is) (?:the|my|an?|what|her|his|their)[^\n:]{0,50}(?:text|email|mail|letter|message|article|paragraph|post|essay|abstract|draft|review|transcript|note|minutes|excerpt|passage|bio|ad|listing)[^\n:]{0,30}):[ \t]*|\b(?:the|this) (?:text|email|mail|letter|message|article|paragraph|post|ad) (?:says|reads|goes|is)?[ \t]*:[ \t]*\n?)"
)
ABBREVIATIONS: Final = frozenset(
    "mr mrs ms dr prof st e.g i.e etc vs approx incl excl no nr inc ltd jr sr dept est fig jan feb mar apr jun jul aug sep sept oct nov dec mt ft a.m p.m".split()
)
