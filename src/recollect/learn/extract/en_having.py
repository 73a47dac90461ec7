"""English: what people have, use and own, what became of it, and what they used to do."""

from typing import Final

from recollect.learn.extract.en_rule import rule
from recollect.learn.extract.language import Timing
from recollect.model.entry import Kind
from recollect.model.learning import EntityType as Type

_FACT = Kind.FACT
_ABSTRACT = r"(?!(?:(?:an?|the|some|such|no|so many|many|lots of|any) )?(?:[\w-]+ ){0,2}?(?:power|faith|way|chance|feeling|point|vision|passion|love|heart|impact|sense|blast|connection|knack|look|feedback|memory|memories|story|stories|view|right|hope|fun|support|confidence|dream|dreams|skills|talents|people|moments?|experience|experiences|ideas?|goals?|effect|reason|reasons|opportunity|opportunities|buzz|word|thing|things|soft spot|crush|heart|good|great|amazing|wonderful|awesome|special|favou?rite|clue|go|read|peek|break|balance|say|influence|energy|vibe|vibes|strength|courage|respect|luck|laugh|events?|plans)\b)"
_NOTHING = (
    _ABSTRACT
    + r"(?=(?:an?|two|three|four|five|six|seven|eight|nine|ten|\d+|some|several|a few|no|my|our|the|one|another|both|both|twin|blue|green|brown|long|short|curly|type|chronic|celiac|high|low) )(?!(?:to|no idea|a (?:\w+ )?(?:question|problem|issue|look|feeling|doubt|idea|hunch|go|try|bit|lot|point|chance|good|bad|great|nice|hard|rough|long|headache|cold|blast|plan|choice|meeting|call|date)|an? (?:idea|error|issue)|one (?:more )?question|been|any|some|trouble|problems|fun|time|enough|it|this|that|them|never|always|already|just|not|so|had|got|the (?:same|feeling|impression|right|chance)|heard|seen|read|tried|noticed|decided|changed|made|done|come|gone|found|thought|forgotten|lost|lots|plenty|all|everything|nothing|something|questions|in mind|here|two questions|\w+ed)\b)"
)
_HELD = r"(?P<object>[^,]+?)(?=$|,| (?:since|for|that|which|who|with|and|but|so|in|at|on|called|named|from)\b)"

_MINE = r"(?:my|our)"
_PASSING = r"(?!(?:[\w-]+ ){0,2}(?:question|point|guess|problem|idea|thought|concern|worry|issue|hope|fault|mistake|pleasure|turn|understanding|impression|opinion|advice|request|plan|bad|goodness|god|first (?:question|thought)|code|script|query|function|head|brain|eyes|day|week|weekend|mind|life)(?:'s| is| are| was| were| has| have|$))"

MINE: Final = (
    rule(
        _FACT,
        "my our",
        rf"{_MINE} {_PASSING}(?!<KIN>\b)(?P<thing>(?:[\w-]+ ){{0,3}}?[\w-]+?)(?:'s| is| are|'re)(?: now| currently| still| always| usually)? (?=(?:an? |the |called |named |at |in |on |from |with |near |made |both |under |behind |between |\d|(?-i:[A-Z])|due |based |located |painted |built |due |about \d|around \d))(?!(?:an? (?:mess|nightmare|bit|disaster|joke|lot|blast|dream|pain|big (?:part|deal|help)|huge|great|good|bad|real|total|little (?:bit|worried)|way|reminder|source|symbol)|the (?:best|worst|only|same|one)|in (?:trouble|pain|danger|shape|order)|on (?:fire|hold|my mind|the way|the line)|at (?:risk|stake)|about to)\b)(?P<object>.+)",
        "name_of:{thing}",
        confidence=0.55,
    ),
    rule(
        _FACT,
        "my our",
        rf"{_MINE} {_PASSING}(?P<whose>(?:[\w-]+ ){{0,3}}?[\w-]+?) (?:has|have|ends in|ends with|runs|lives|works|starts|opens|closes|costs|takes|sits|stands|faces|weighs|holds|needs|comes from|dates from|broke|died|got stolen|was stolen|burned down|arrives|allows|requires|doesn't|don't|won't|can't|only|never|always) (?!(?:no idea|a (?:question|problem|bug|point)|me|to do|any)\b).+",
        None,
        confidence=0.55,
    ),
)

REFUSED: Final = (
    rule(
        _FACT,
        "don't dont doesn't never",
        r"<ALL> (?:don't|dont|do not|doesn't|never) (?:really )?(?:smoke|drink|drive|cook|gamble|vape|swim|dance|fly|snore|cycle|ski)$",
        "habit",
        confidence=0.75,
    ),
)

VERSIONS: Final = (
    rule(
        _FACT,
        "",
        r"(?:(?P<who>I|we)(?:'m| am|'re| are| use| run|'ve| have)?|(?:my|our) (?P<whose>[\w -]{2,30}?)|the [\w -]{2,30}?)(?: is| are| runs| run| uses| use| has| have| now| still| currently| all| been| just| finally| only)*(?: on| at| with| using| running| updated to| upgraded to| moved to| migrated to)? (?P<thing>(?-i:[A-Z])[\w.+#]*)(?: version)? v?\d+(?:\.\d+)+\b.*",
        "version:{thing}",
        relation="uses",
        type=Type.TOOL,
        confidence=0.75,
    ),
)

# What people pay for, month by month.
_COST = r"(?:rent|mortgage|(?:car |student |home |bank )?loan|nursery|childcare|daycare|food|groceries|council tax|electricity|gas|water|heating|internet|broadband|phone|insurance|car insurance|petrol|fuel|gym|savings|salary|income|take-home|bills|utilities|credit card|subscriptions)"
HAVING: Final = (
    # "- rent 1,100"
    rule(
        Kind.FACT,
        "rent mortgage loan nursery childcare daycare food groceries tax electricity gas water heating internet broadband phone insurance petrol fuel gym savings salary income take-home bills utilities card subscriptions",
        rf"{_COST}:? (?:is |approx\.? |about |around |roughly |ca\.? |~ ?)*[£$€]?\d[\d.,]*k?(?: ?(?:[£$€]|pounds|dollars|euros))?(?: ?(?:a|per|each|every|/) ?(?:month|week|year)| ?pc?m)?(?: \([^)]*\))?$",
        confidence=0.7,
    ),
    rule(
        Kind.FACT,
        "have i've we've owe",
        r"<ME>(?:'ve| have|'ve got| have got| owe) <ADV>(?:about |around |roughly |nearly |almost |over |still )*[£$€]?\d[\d.,]*k? (?:\w+ )?(?:of |in )?(?:debts?|loans?|on (?:an?|my|our|the|two|three) (?:\w+ )?(?:credit )?(?:cards?|loans?|overdraft|mortgage)).*",
        confidence=0.75,
    ),
    rule(
        Kind.RELATIONSHIP,
        "have has got 've",
        r"<ALL>(?:'ve got|'s got| have got| has got| have| has| got) <ADV>(?:a |an |two |three |four |five |six |one |\d+ |no |twin |grown-?up |adult |older |younger |little |big |small |step|half-|teenage |an? \w+[ -]year[ -]old )*(?P<object><FAMILY>)\b.*",
        "relative",
        confidence=0.8,
        relation="has",
        type=Type.PERSON,
    ),
    rule(
        _FACT,
        "don't dont doesn't haven't no",
        r"<ALL>(?: don't| dont| do not| doesn't| does not| never| no longer| haven't| have never)<ADV>? ?(?:have|own|has|got|drive|drink|smoke|eat|cook|speak|do|use|play|watch|wear|work|live|like|take|go|travel|fly|cycle|read|believe|need|celebrate|want)\b(?: (?:any|a|an|much))? (?!(?:to|a (?:recipe|clue|problem|question)|it|this|that|them|time|know|think|see|want|the (?:point|time)|mind|get|anything|idea|a clue|enough)\b).+",
        None,
        confidence=0.7,
    ),
    rule(
        _FACT,
        "have has got own owns",
        rf"<ALL>(?:'ve got|'s got| have got| has got| have| has| own| owns| also have| still have| now have| only have) <ADV>{_NOTHING}{_HELD}.*",
        "owns",
        relation="has",
        confidence=0.65,
    ),
    rule(
        _FACT,
        "car",
        r"(?:my|our) new (?:car|van|truck) is (?:an? )?(?P<object>(?-i:[A-Z]).+)",
        "car",
        relation="drives",
    ),
    rule(
        _FACT,
        "drive drives ride rides",
        r"<ALL> <ADV>(?:drive|drives|ride|rides) (?:a|an|my|our|the|his|her) (?!.*\b(?:crazy|nuts|mad)\b)(?P<object>.+)",
        "car",
        relation="drives",
    ),
    rule(
        _FACT,
        "did bought got sold adopted inherited rented leased lost found replaced traded swapped built ordered",
        r"(?:<ALL>(?:<HAVE>)? ?<ADV>|)(?:just |recently |finally |already |also )?(?:did (?:sell|buy|get|adopt|rent)|bought|sold|adopted|inherited|rented|leased|got(?= (?:a|an|two|three|four|five|one|my|our|some|another|new|\d+|the (?:job|flat|house|part|role|scholarship|grant|visa|apartment|promotion|offer))\b)|picked up|traded|swapped|replaced|gave away|donated|ordered) (?!(?:an?|some|the) (?:[\w-]+ ){0,2}(?:buzz|feedback|feeling|idea|chance|no|shot|kick|laugh|sense|boost|taste|look|glimpse|hug|compliment|reply|answer|response|call|rest|sleep|break|headache|cold|bit|lot)\b)(?!(?:to|the (?:joke|point|error|same|message|following|feeling)|home|up|back|out|in|into|stuck|lost|late|an? (?:error|message|warning|email|mail|question|idea|letter)|this|that|there|confused|bored|hungry|tired|better|worse|rid|used|some (?:help|sleep|advice)|nothing|anything|married|engaged|divorced|promoted|hired|fired|laid|me|you|him|her|took)\b).+",
        "owns",
        timing=Timing.EVENT,
        past=True,
        confidence=0.65,
    ),
    rule(
        _FACT,
        "use uses using",
        r"<ALL>(?:<IS>)? ?<ADV>(?:use|uses|using) (?!(?:to|it|this|that|them)\b)(?P<object>[^,]+?)(?=$|,| (?:for|at|on|in|to|and|as|with|since)\b).*",
        "uses",
        relation="uses",
        type=Type.TOOL,
    ),
    rule(
        _FACT,
        "subscribe subscribes",
        r"<ALL> ?<ADV>subscribes? to (?!(?:it|this|that|the (?:idea|view|theory))\b)(?P<object>[^,]+).*",
        "uses",
        relation="uses",
    ),
    rule(
        _FACT,
        "on",
        r"<ME>(?:'m| am|'re| are|m)(?: still| now| both| all| currently| not)* on (?P<object>(?-i:[A-Z])[\w.]*(?: (?-i:[A-Z])\w*)?(?: [\d.]+)?|facebook|instagram|twitter|tiktok|whatsapp|linkedin|mac|macos|windows(?: \d+)?|linux|android|ios|iphone|call|a diet|a budget|the pill|antibiotics|insulin|a waiting list)\b(?! (?:my|the) way).*",
        "uses",
        relation="uses",
        type=Type.TOOL,
    ),
    rule(
        _FACT,
        "runs running written built hosted stack",
        r"(?:our|my|the) (?:\w+ ){1,3}(?:runs on|is running on|is (?:still )?(?:written|built|hosted|deployed|implemented) (?:in|on|with|by)|is on|uses|lives on|lives in|sits on|sits in) (?P<object>.+)",
        "uses",
        relation="uses",
        type=Type.TOOL,
    ),
    rule(
        Kind.ENTITY,
        "name called codename nickname stands means short",
        r"(?P<who>\"?[\w][\w .-]{0,30}?\"?)(?:'s| is| are) (?:the |our |my )?(?:internal |code |project |nick|old |working |brand )?(?:name|codename|nickname|code name|working title|abbreviation|shorthand|acronym) (?:of|for) .+",
        None,
        confidence=0.75,
    ),
    rule(
        Kind.ENTITY,
        "name codename nickname title abbreviation",
        r"(?P<x>(?:the|our|my) (?:internal |project )?(?:code ?name|nickname|working title|abbreviation|shorthand) (?:of|for) .+ is .+)",
        None,
        confidence=0.7,
    ),
    rule(
        Kind.ENTITY,
        "call",
        r"(?P<x>.*?[\w'\"]{2,}[\w '\"-]{0,40}?(?:,? (?:that's|which is|that is|is|are) what (?:we|I|everyone|people here) call|, as (?:we|I|they) call) (?!(?:it|this|that|me)\b)\w.+)",
        None,
        confidence=0.7,
    ),
    rule(
        Kind.ENTITY,
        "stands short called named",
        r"(?P<who>\"?[A-Z][\w.-]*\"?) (?:stands for|is short for|is what we call|refers to|means) .+|(?P<x>(?:(?:our|my|the) )?[\w -]+? (?:is|are|lives on|runs on|sits on)(?: on)? (?:a|an|the) (?:[\w-]+ ){0,3}(?:called|named|nicknamed) .+)",
        "name_of:{thing}",
        confidence=0.7,
    ),
    rule(
        _FACT,
        "called named name's",
        r"(?:my|our|the) (?P<thing>(?:[\w-]+ ){0,2}[\w-]+)(?:'s| is| are)(?: called| named| name is) (?P<object>.+)|(?:his|her|its|their|the \w+'s|my \w+'s) name(?:'s| is) (?P<y>.+)",
        "name_of:{thing}",
        relation="is called",
    ),
    # What there is to spend, of whatever the talk is about.
    rule(
        _FACT,
        "budget",
        r"(?:(?:my|our|the|total|overall|wedding|travel) )*budget(?:'s| is|:)?(?: (?:max|maximum|about|around|roughly|under|up to|of|at most|still|now))* [$€£~]?\d[\d.,]*k?\b.*",
        None,
        confidence=0.6,
    ),
)

FORMER: Final = (
    rule(
        _FACT,
        "used",
        r"(?:<ALL> |)used to (?!(?:it|this|that|the)\b)(?P<object>.+)",
        "former",
        timing=Timing.ENDED,
        past=True,
        confidence=0.75,
    ),
    rule(
        _FACT,
        "quit stopped gave given dropped finished left lapsed cancelled canceled off",
        r"(?:<ALL>(?:<HAVE>)? ?<ADV>|)(?:just |recently |finally |already )?(?:quit|stopped|gave up|given up|dropped out|got out|left|cancelled|canceled|c[ao]me off(?! (?:my|the|a) (?:\w+ )?(?:bike|horse|pony|bicycle|motorbike|scooter|ladder|road|phone|call|stage)\b)) (?!again$)(?!(?:it|this|that|working$|responding|loading|the (?:server|process|script|app|program|tab)|me|him|her|off|a message)\b).+",
        "former",
        timing=Timing.EVENT,
        past=True,
        confidence=0.7,
    ),
    rule(
        _FACT,
        "longer anymore",
        r"<ALL>(?:'m| am|'re| are| is|'s)? ?(?:no longer .+|.+n't .+ any ?more\b.*|.+ not .+ any ?more\b.*)",
        None,
        confidence=0.75,
    ),
    rule(
        _FACT,
        "was were",
        r"<ALL><WAS> <ADV>(?:a|an|the|in|at|on|with) (?!(?:bit|little|mess|lot|mistake|joke|disaster|good|bad|nice|while|great|home|work|time|bed|shower|hurry|trouble|mood)\b)(?P<object>.+?) (?:for \w+ years?|until|till|from \d{4}|between \d{4}|in \d{4}|back in|as a (?:kid|child|teen|student)|when I was)\b.*",
        "former",
        timing=Timing.STATE,
        past=True,
        confidence=0.7,
    ),
)

EVENTS: Final = (
    rule(
        _FACT,
        "stolen nicked stole pinched",
        r"(?:(?:my|our|the) (?:[\w-]+ ){1,3}(?:was|were|got|has been|have been) (?:stolen|nicked|pinched)\b.*|(?:somebody|someone|they) (?:has |have |'ve )?(?:stole|stolen|nicked|pinched) (?:my|our) .+)",
        None,
        timing=Timing.EVENT,
        past=True,
        confidence=0.65,
    ),
    rule(
        _FACT,
        "owe owes",
        r"<ALL> (?:still )?(?:owe|owes) (?!you\b)(?P<object>me|us|<FIRST>|<KINP>|the [\w ]+?|my [\w ]+?) .*\d.*",
        None,
        confidence=0.7,
    ),
    rule(
        _FACT,
        "can't cannot",
        r"<ALL> (?:can't|cannot|never learned to|never learnt to) (?:swim|drive|cook|ride|ski|sing|dance|whistle|read music|type|sew|knit|drive stick)\b.*",
        "skill",
        confidence=0.7,
    ),
    rule(
        _FACT,
        "sent paid told called booked fixed cleaned signed delivered met planted ordered cancelled reported",
        r"<ALL> (?:<ADV>|have )*(?:sent|paid|booked|fixed|signed|delivered|planted|ordered|reported|returned|met|visited|replaced|repaired|installed|mailed|posted|picked up) (?!(?:it|this|that|you|the (?:link|file|question))\b).*\b(?:today|yesterday|last (?:night|week|month|year|\w+day)|this (?:morning|week|afternoon)|on (?:\w+day|the \d+)|in (?:january|february|march|april|may|june|july|august|september|october|november|december)|ago)\b.*",
        "event",
        timing=Timing.EVENT,
        past=True,
        confidence=0.55,
    ),
    rule(
        _FACT,
        "switched changed moved",
        r"(?:<ALL>(?:<HAVE>)? ?<ADV>|)(?:switched|changed|upgraded|converted|moved over) (?:from .+ )?to (?!(?:it|this|that|the (?:other|second|next) )\b)(?P<object>.+)",
        "uses",
        timing=Timing.EVENT,
        past=True,
        confidence=0.65,
    ),
    rule(
        _FACT,
        "passed failed graduated finished handed submitted defended published released launched shipped won completed finished ran climbed hiked did signed enrolled registered applied accepted rejected",
        r"(?:<ALL>(?:<HAVE>)?,? ?<ADV>|)(?:just |recently |finally |already )?(?:passed|failed|graduated|finished|handed|submitted|defended|published|released|launched|won|completed|ran|climbed|hiked|did(?= (?:my|his|her|our|their) (?:first|second|\w+ (?:exam|test|training|degree|phd))| an? (?:course|degree|marathon|triathlon|phd|master|training|internship))|signed up|signed|enrolled|registered|applied|got accepted|was accepted|got into|got rejected) (?!(?:that|this|what|some|everything|nothing|well|the (?:download|update|steps?|command|script|query|code|installer))\b).*(?:my|his|her|their|our|the|a|an|for|at|in|from|with|it|up|first|\d)\b.*",
        "event",
        timing=Timing.EVENT,
        past=True,
        confidence=0.6,
    ),
    rule(
        _FACT,
        "visited travelled traveled went been spent met got came",
        r"(?:<ALL>(?:<HAVE>)? <ADV>|just )(?:visited|travelled to|traveled to|went to|been to|spent .+ in|met|went on|came back from|got back from) (?!(?:the (?:shop|store|website|page|link|office|toilet|gym)|bed|sleep|work|it|this|that)\b)(?P<object>.+)",
        "visited",
        timing=Timing.EVENT,
        past=True,
        confidence=0.55,
    ),
    rule(
        _FACT,
        "died passed born",
        r"<THIRD> (?:has |just |recently )?(?:died|passed away|was born|has died)\b.*",
        "event",
        timing=Timing.EVENT,
        past=True,
        confidence=0.8,
    ),
    rule(
        _FACT,
        "baby had gave",
        r"<ALL>(?:<HAVE>)? ?<ADV>(?:had|gave birth to) (?:a|our|my|her|their|twins|\w+) ?(?:\w+ )?(?:baby|boy|girl|twins|son|daughter|first child|second child)\b.*",
        "children",
        timing=Timing.EVENT,
        past=True,
    ),
    rule(
        _FACT,
        "raised increased lowered cut rent salary price",
        r"(?:my|our|the) (?:landlord|landlady|boss|company|employer|gym|school|bank|council|insurance|provider) (?:has |just )?(?:raised|increased|lowered|cut|reduced|cancelled|changed|moved|sold|ended|doubled)\b.+",
        "rent",
        past=False,
        confidence=0.65,
    ),
)
