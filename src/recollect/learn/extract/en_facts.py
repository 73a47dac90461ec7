"""English: who somebody is, where they live and work, what they have, and what happened to them."""

from typing import Final

from recollect.learn.extract.en_rule import rule
from recollect.learn.extract.language import Timing
from recollect.model.entry import Kind
from recollect.model.learning import EntityType as Type

_FACT = Kind.FACT
_PLACE = r"(?P<object>(?:the )?[\w][\w .'-]*?)(?=$|,| (?:since|for|with|until|from|now|and|but|in (?:\d|jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec|spring|summer|autumn|winter)|last|next|this|on|after|because|as|so|where|\()\b)"
_ROLE = r"""(?:[\w-]+ ){0,3}(?:\w*(?:er|or|ist|ian|ant|ent|man|woman|smith|eer|tect|urse|chef|cook|pilot|judge|clerk|guide|vet|nurse|poet|monk|priest|midwife|dj|coach|rep|lead|head|boss|owner|founder|freelance|intern|scout|diver|driver|student|undergrad|postdoc|phd|apprentice|trainee|dad|mum|mom|parent|mother|father|grandmother|grandfather|widow|widower|twin|pensioner|retiree|beekeeper|surgeon|chemist|mechanic|paramedic|medic|critic|attorney|captain|sailor|farmer|barista|au pair|vegan|vegetarian|pescatarian|runner|swimmer|cyclist|climber|beginner|novice|expert|native|citizen|immigrant|expat|refugee|morning person|night owl|introvert|extrovert|only child|freelancer|caretaker|carpenter|plumber|analyst|dev|admin|sysadmin|temp|model|athlete|veteran|nun|translator|diabetic|coeliac|celiac|muslim|christian|catholic|buddhist|hindu|jew|atheist|left-hander))\b"""
_NOT_ROLE = r"(?!(?:bit|little|lot|big|huge|fan|massive|complete|total|idiot|different|better|long|newer|customer of|user of|member)\b)"

HOME: Final = (
    rule(
        _FACT,
        "live lives living reside resides based settled stay stays staying lived",
        rf"<ALL>(?:<HAVE>|<IS>|<DO>)? ?<ADV>(?:live|lives|living|lived|been living|reside|resides|based|settled)(?: \w+ly| alone| together| here| right| just| out| over| up| down| with \w+(?: \w+)?)?,? (?:in|at|on|near|by|outside|close to|next to|here since|here for|there since|above|behind|between|with|abroad|opposite|half an hour|not far from|around)\b ?(?:{_PLACE})?.*",
        "home",
        relation="lives in",
        type=Type.PLACE,
        confidence=0.8,
    ),
    rule(
        _FACT,
        "from grew raised born come comes native",
        r"<ALL>(?:<IS>|<WAS>| come| comes| hail|(?= grew up| born| raised)) ?<ADV>(?:from|born(?: and raised)?(?: in| on| at)?|in|raised in|grew up in|grew up on|grew up near|originally from) (?!here|there|now|scratch|experience)(?P<object>(?:the )?[A-Z]\w+[\w .'-]*|a (?:small |tiny )?(?:village|town|farm|city|island)\b.*|\d.*|(?:19|20)\d\d.*)",
        "hometown",
        relation="comes from",
        type=Type.PLACE,
        past=True,
    ),
    rule(
        _FACT,
        "moved relocated",
        rf"(?:<ALL> (?:<ADV>|have |has )*|)(?:just |recently |finally )?(?:moved|relocated)(?: back| over| away| house| out)? (?:to|into|from \w+ to|in with)\b {_PLACE}.*",
        "home",
        timing=Timing.EVENT,
        past=True,
        relation="lives in",
        type=Type.PLACE,
    ),
    rule(
        _FACT,
        "moved",
        r"(?:<ALL> (?:<ADV>|have |has )*|)(?:just |recently |finally )?moved (?:house|out|in(?! the (?:file|code))|flats?|apartments?|back home)\b.*",
        "event",
        timing=Timing.EVENT,
        past=True,
    ),
    rule(
        _FACT,
        "place flat apartment house home address studio",
        rf"(?:my|our|the) (?:new |current |old )?(?:place|flat|apartment|house|home|address|studio)(?:'s| is| are) (?:now )?(?:in|at|on|near) {_PLACE}.*",
        "home",
        relation="lives in",
        type=Type.PLACE,
    ),
    rule(
        _FACT,
        "address street",
        r"(?:my|our|the) (?:new |home |postal |work )?address is .+",
        "address",
    ),
)

WORK: Final = (
    rule(
        _FACT,
        "in at",
        r"<ALL><IS>(?: currently| now| still| already| both| actually| based| also)* (?:in|at|near|outside) (?P<object>(?-i:[A-Z])[\w'-]*(?: (?-i:[A-Z])[\w'-]*)*)(?!.*\b(?:this (?:week|weekend)|today|tomorrow|tonight|right now|for (?:the|a) (?:week|weekend|few)|until|till|meeting)\b)(?=$|,| since| for| now| with| at| and).*",
        "home",
        relation="lives in",
        type=Type.PLACE,
        confidence=0.65,
    ),
    rule(
        _FACT,
        "work works working worked job",
        r"<ALL>(?:<HAVE>|<IS>|<DO>|<WAS>)? ?<ADV>(?:work|works|working|been working|worked|got a (?:new )?job|have a job|has a job|took a job|landed a job)(?: \w+ly| part[ -]time| full[ -]time| remotely| nights| shifts| crazy hours| long hours| from home| weekends| there| freelance| four days(?: a week)?| the \w+ shift| \w+ hours)* (?:at|for|with|in|on (?:a|an|the) (?:farm|ship|boat|oil|building|construction|rig|ward|railway)|as (?=an? |the |\w+ (?:at|in|for)\b|\w+$)|nights|remotely|shifts|freelance|part[ -]time|full[ -]time) ?(?!on it|this|that|it\b)(?P<object>.+?)?(?=$|,| (?:since|for \w+ years|until|as|and|but|so|where|now|on|these days)\b).*",
        "employer",
        relation="works at",
        type=Type.COMPANY,
        confidence=0.8,
    ),
    rule(
        _FACT,
        "work works",
        r"<ALL> <ADV>(?:work|works) (?:from \d|from home|nights|days|shifts|weekends|remotely|part[ -]time|full[ -]time|from home|freelance|mornings|evenings|four|three|two|\d).*",
        "habit",
    ),
    rule(
        _FACT,
        "as",
        rf"as (?:an? {_NOT_ROLE}(?P<object>{_ROLE})|(?:someone|somebody|a person) (?:with|who) [^,]+?)(?: myself)?,? (?:I|we|my)\b.*",
        "job_title",
        confidence=0.65,
    ),
    rule(
        _FACT,
        "here",
        rf"(?:an? )?{_NOT_ROLE}(?P<object>{_ROLE}) here\b(?! (?:is|was|says|said|has)\b).*",
        "job_title",
        confidence=0.65,
    ),
    rule(
        _FACT,
        "start starts started starting",
        r"<ALL>(?:<IS>)? ?<ADV>(?:start|starts|starting) (?:work |a new job |my new job |as |at |with |my job )(?P<object>.+?)(?=$| on | in | next | this | tomorrow).*",
        "employer",
        past=False,
        relation="works at",
        type=Type.COMPANY,
    ),
    rule(
        _FACT,
        "started joined",
        r"(?:<ALL> (?:<ADV>|have |has )*|)(?:just |recently )?(?:started|joined) (?!(?:to|when|reading|watching|this|it|off|over|with|from|feeling|caring|noticing|getting|the (?:download|installer|server))\b)(?:at |with |as |a new |my |the |our )?(?P<object>.+?)(?=$| in | on | last | this | as ).*",
        "event",
        timing=Timing.EVENT,
        past=True,
        relation="joined",
    ),
    rule(
        _FACT, "living", r"(?:<ALL> )?<ADV>(?:\w+) .+ for a living\b.*", "job_title", confidence=0.8
    ),
    rule(
        _FACT,
        "run runs own owns manage manages lead leads teach teaches sell sells head heads co-own coach coaches",
        r"<ALL> <ADV>(?:run|runs|own|owns|manage|manages|lead|leads|teach|teaches|sell|sells|head|heads|co-own|coach|coaches) (?!(?:it|this|that|them|into|out|a test|the (?:test|script|code|command|query|program)|every|away|to)\b)(?P<object>.+)",
        "job_title",
        relation="runs",
    ),
    rule(
        _FACT,
        "promoted hired fired laid retired unemployed employed self-employed redundant resigned quit freelance freelancing between",
        r"(?:<ALL>(?:<HAVE>|<IS>|<WAS>| got| been| have been| has been)* ?<ADV>|)(?:got |been |was |not )?(?:promoted|hired|fired|laid off|retired|unemployed|employed|self-employed|made redundant|resigned|quit my job|quit the|left my job|freelancing|freelance|between jobs|on (?:parental|maternity|paternity|sick) leave)\b.*",
        "employment",
        timing=Timing.EVENT,
    ),
    rule(
        _FACT,
        "leave sabbatical",
        r"<ALL><IS> <ADV>on (?:parental|maternity|paternity|sick|annual|medical|unpaid)? ?(?:leave|sabbatical)\b.*",
        "employment",
    ),
    rule(
        _FACT,
        "studying studing study studies student doing degree phd major majoring",
        r"<ALL>(?:<HAVE>|<IS>)? ?<ADV>(?:been )?(?:studying|studing|study|studies|majoring|doing (?:a|my|her|his) (?:phd|master'?s?|degree|bachelor'?s?|apprenticeship|a-levels|internship|training|residency|dissertation)|in my (?:\w+) year)\b(?! (?:this|it|that)\b).*",
        "studies",
        confidence=0.75,
    ),
    rule(
        _FACT,
        "grade year kindergarten school nursery class preschool uni university college",
        r"<ALL>(?:<IS>| goes to| go to| attends| started| starts)? ?<ADV>(?:in |at |to )?(?:the )?(?:\w+ (?:grade|year)|year \d+|kindergarten|primary school|elementary school|high school|middle school|secondary school|nursery school|preschool|university|uni|college|the local school|grade \d+)\b.*",
        "grade",
    ),
    rule(
        _FACT,
        "",
        rf"<ALL><IS> <ADV>(?:a|an|our) {_NOT_ROLE}(?P<object>{_ROLE}).*",
        "job_title",
        relation="is",
        confidence=0.7,
    ),
    rule(
        _FACT,
        "manager engineer team lead head",
        r"<ALL><IS> (?:now |getting |taking over |leading |heading )+(?!into|out)(?:the |a |an )?(?P<object>[\w -]+? (?:team|department|office|branch|group|position|role|job))\b.*",
        "role",
    ),
)

PERSON: Final = (
    rule(
        _FACT,
        "it's its this",
        r"(?:it's|its|this is) (?P<object><FIRST>)(?: again| here|, .*| from .*|$)",
        "name",
        confidence=0.6,
        type=Type.PERSON,
        after=r"\b(?:hi+|hey+|hello|good (?:morning|evening|afternoon))\b[\s,!.]*(?:there)?[\s,!.]*$",
    ),
    rule(
        _FACT,
        "here",
        r"(?P<object><FIRST>) here$",
        "name",
        confidence=0.7,
        type=Type.PERSON,
        after=r"^\W*$|\b(?:hi|hey|hello)\b[\s,!.]*$",
    ),
    rule(
        _FACT,
        "name",
        r"my (?:full |first |last |real |maiden )?name(?:'s| is) (?!not|on|in)(?P<object><NAME>|\w+).*",
        "name",
        confidence=0.9,
        type=Type.PERSON,
    ),
    rule(
        _FACT,
        "called call",
        r"(?:I'm called|I am called|(?:people|friends|everyone|they) call me|(?:please |you can |just )*call me|I go by) (?!back|later|when|if|a\b|on)(?P<object>\w+).*",
        "nickname",
        confidence=0.8,
    ),
    rule(
        _FACT,
        "i'm im am",
        r"(?P<who>I)(?:'m| am|m) (?!(?:new|here|back|fine|good|ok|okay|not|so|in|on|at|a|an|the|stuck|lost|just|very|really|from|your|doing|bored|sick|home)\b)(?P<object>[a-z]{3,})(?<!ing)(?<!ed)$",
        "name",
        confidence=0.6,
        type=Type.PERSON,
        after=r"\b(?:hi+|hey+|hello|yo|hallo|good (?:morning|evening|afternoon))\b[\s,!.]*(?:there)?[\s,!.]*$",
    ),
    rule(
        _FACT,
        "i'm im am",
        r"(?P<who>I)(?:'m| am|m) (?P<object><FIRST>)(?:$|,| from\b| and\b|[ -]+\d).*",
        "name",
        confidence=0.75,
        type=Type.PERSON,
    ),
    rule(
        _FACT,
        "years year old yo aged turned turning turns turn",
        r"<ALL>(?:<IS>|<WAS>)? ?<ADV>(?:(?:a )?\d{1,3}(?:[ -]years?[ -]old| yo| y/o| now| this year)?(?: now)?$|(?:\d{1,3}|<NUM>)(?:[ -]years?[ -]old|[ -]months?[ -]old| yo| y/o)\b.*|in my (?:early |mid |late )?(?:mid-|late-|early-)?(?:\w+ies|teens)\b.*)",
        "age",
    ),
    rule(
        _FACT, "i'm im is am are he's she's", r"<ALL><IS> <ADV>\d{1,2}(?: now| this year)?$", "age"
    ),
    rule(
        _FACT,
        "turned turns turning turn",
        r"<ALL>(?:<IS>|<HAVE>)?,? ?(?:[\w' ]{0,25}, ?)?<ADV>turned (?:\d{1,3}|<NUM>|thirty|forty|fifty|sixty|seventy|eighty|ninety)\b.*",
        "age",
        timing=Timing.EVENT,
    ),
    rule(
        _FACT,
        "turned turns turning turn",
        r"<ALL>(?:<IS>|<HAVE>)?,? ?(?:[\w' ]{0,25}, ?)?<ADV>(?:turns|turning|turn|will turn|'ll turn) (?:\d{1,3}|<NUM>|thirty|forty|fifty|sixty|seventy|eighty|ninety)\b.*",
        "age",
        past=False,
    ),
    rule(
        _FACT,
        "birthday anniversary",
        r"(?:my|our|his|her|(?P<who><KINP>|<FIRST>)'s) (?:\w+ )?(?:birthday|anniversary|bday|b-day)(?:'s| is) .*\d.*",
        "birthday",
        timing=Timing.YEARLY,
        confidence=0.8,
    ),
    rule(
        _FACT,
        "born",
        r"(?:<ALL>(?:<WAS>)?,? ?)(?:were |was )?born (?:on|in|at|\d).*",
        "birthday",
        past=True,
        confidence=0.8,
    ),
    rule(
        _FACT,
        "married engaged divorced single separated widowed dating pregnant expecting split broke together",
        r"<ALL>(?:<HAVE>|<IS>|<WAS>)? ?<ADV>(?:been |got |getting |happily |newly |recently |just )*(?:married|engaged|divorced|single|separated|widowed|dating|together(?= for| since)|pregnant|split up|broke up|expecting(?: a| our| my| twins))\b(?: to (?P<object><NAME>))?.*",
        "marital_status",
        relation="married to",
        type=Type.PERSON,
        confidence=0.75,
    ),
    rule(
        _FACT,
        "tall weigh weighs kilos kg cm blood size",
        r"(?:<ALL>(?:<IS>)? ?<ADV>(?:\d[\d.,]*\s?(?:m|cm|feet|ft)\b(?: tall)?|weighs? \d.*|wears? (?:a )?(?:shoe )?size .*))",
        "height",
    ),
    rule(
        _FACT,
        "blood shoe height weight size phone number email mail rent salary timezone",
        r"(?:my|our) (?:new |current |work |home |private |monthly )*(?P<thing>blood type|blood group|shoe size|height|weight|dress size|ring size|phone|phone number|mobile number|email|e-mail|email address|rent|salary|time zone|timezone|native language|mother tongue|nationality|religion|pronouns|zodiac sign|star sign)(?: number| address)?(?:'s| is| are| ends in| ends with| was)(?! (?:too|so|very|killing|broken|dead|ringing))(?: now| actually)? .+",
        "{thing}",
        confidence=0.8,
    ),
    rule(
        _FACT,
        "allergic allergy allergies intolerant intolerance coeliac celiac diabetic asthma asthmatic anaphylactic",
        r"(?:<ALL>(?:<HAVE>|<IS>|<WAS>)? ?<ADV>(?:got |been |diagnosed with |diagnosed as |have |has |badly |severely |deathly |mildly |highly |very )*(?:(?:a|an) (?:[\w-]+ ){0,2})?(?:[\w-]+ )?(?:allergic|allergy|allergies|intolerant|intolerance|coeliac|celiac|diabetic|asthma|asthmatic)\b.*|allergic to .+)",
        "allergy",
        confidence=0.85,
    ),
    rule(
        _FACT,
        "can't cannot don't cant dont doesn't",
        r"<ALL> (?:can't|cannot|cant|can not) (?:eat|have|digest|tolerate|drink|take|handle)\b(?! (?:it|this|that)$).+",
        "diet",
        confidence=0.75,
    ),
    rule(
        _FACT,
        "wear wears",
        r"<ALL> <ADV>(?:wear|wears) (?:(?:reading |contact )?(?:glasses|lenses|contacts)|a (?:brace|hearing aid|wig|prosthe\w+)|braces|dentures|size|a size)\b.*",
        "health",
        confidence=0.7,
    ),
    rule(
        _FACT,
        "diagnosed surgery operation migraine migraines insulin adhd dyslexic dyslexia epilepsy arthritis autistic blind deaf medication colour-blind colorblind left-handed insomnia depression anxiety vertigo tinnitus asthma pacemaker hearing wheelchair diabetes hypertension cholesterol eczema psoriasis",
        r"(?:<ALL>(?:<HAVE>|<IS>|<WAS>)? ?|(?:just )?(?:got|had) )<ADV>.*\b(?:diagnosed|surgery|operation|migraines?|insulin|adhd|dyslexi[ac]|epilepsy|arthritis|autis\w+|blind|deaf|medication|colou?r-?blind|left-handed|insomnia|depression|anxiety|vertigo|tinnitus|pacemaker|hearing aids?|wheelchair|diabetes|hypertension|cholesterol|eczema|psoriasis)\b.*",
        "health",
        confidence=0.75,
    ),
    rule(
        _FACT,
        "broke broken sprained tore torn fractured twisted pulled dislocated",
        r"(?:<ALL>(?:<HAVE>)? ?<ADV>|)(?:just |recently )?(?:broke|broken|sprained|tore|torn|fractured|twisted|pulled|dislocated) (?:my|his|her|their|a) (?:\w+ )?(?:leg|arm|ankle|wrist|knee|foot|toe|finger|hip|shoulder|rib|collarbone|back|hand|elbow|hamstring|acl|muscle|ligament|thumb|nose|jaw)\b.*",
        "health",
        timing=Timing.EVENT,
        past=True,
    ),
    rule(
        _FACT,
        "had",
        r"(?:<ALL> (?:<ADV>)|)(?:just |recently )?had (?:my|a|an|his|her|their|another|knee|hip|back|heart) ?(?:\w+ )?(?:appendix|wisdom teeth|tooth|tonsils|gallbladder|knee|hip|stroke|heart attack|concussion|bypass|c-section|miscarriage|transplant|root canal|cataracts?|biopsy|mri|replacement)\b.*",
        "health",
        timing=Timing.EVENT,
        past=True,
    ),
)
