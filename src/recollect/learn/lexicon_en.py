"""English."""

import re
from typing import Final

from recollect.learn.lexicon import Lexicon, figures, phrases, senses, words

_DAYS = "mondays? tuesdays? wednesdays? thursdays? fridays? saturdays? sundays?"
_YEAR = "january february march april may june july august september october november december"
_SEASONS = "spring summer autumn winter"
_MONTHS = f"{_YEAR} {_SEASONS}"
_MONTH = "|".join(_MONTHS.split())
# Not that somebody likes it no more, but how it is said.
_TIRED = "gone off|went off|lost interest in|fallen out of love with|grown tired of|got(?:ten)? tired of|tired of|sick of|had enough of|over my love of"

ENGLISH: Final = Lexicon(
    code="en",
    stemmer="english",
    small=words(
        """i me my mine myself we us our ours you your he him his she her hers it its they them their theirs one's who what where how why whom
        whose which that this these those there here a an the and or but so as at by for from in into of on onto to
        with about up out off over than then if because since while when am is are was were be been being do does did
        doing done have has had having i'm i've i'd i'll we're we've it's he's she's they're that's im ive very really
        just quite pretty actually currently please well ok okay still already would could can may might shall should
        must got get gets getting some any such like's own other others called's also too both all it'll let's s m re ve d ll
        will need needs promise promises promised intend intends hope hopes planning absolutely definitely totally know mean think guess year years old kind sort thing things originally"""
    )
    - {"may", "old", "over", "than"},
    denials=words(
        """not no never none nobody nothing neither nor without cannot don't doesn't didn't isn't aren't wasn't weren't
        won't can't couldn't wouldn't shouldn't haven't hasn't hadn't ain't dont doesnt didnt isnt arent wasnt wont cant
        couldnt wouldnt havent hasnt hadnt hardly barely"""
    ),
    same=senses(
        """
        live lives living lived reside resides residing resident home based
        allergy allergies allergic
        come comes came
        like likes liked liking love loves loved loving enjoy enjoys enjoyed adore adores fan fond
        work works working worked employed job
        call called calls named name
        use uses using used
        have own owns owned owning
        eat eats eating ate eaten
        drink drinks drinking drank drunk
        drive drives driving drove driven
        speak speaks speaking spoke spoken
        study studies studying studied learn learns learning learned learnt
        send sends sending sent
        meet meets meeting met
        buy buys buying bought
        go goes going went gone
        make makes making made
        take takes taking took taken
        write writes writing wrote written
        pay pays paying paid
        give gives giving gave given
        tell tells telling told
        see sees seeing saw seen
        finish finishes finishing finished complete completes completed
        mother mum mom mama
        father dad papa
        child kid
        children kids
        phone mobile cellphone
        bike bicycle
        car auto
        flat apartment
        appointment appointments booking reservation
        favourite favorite
        colour color
        film movie
        """
    ),
    numbers=figures(
        "zero=0 one=1 two=2 three=3 four=4 five=5 six=6 seven=7 eight=8 nine=9 ten=10 eleven=11 twelve=12 thirteen=13"
        " fourteen=14 fifteen=15 sixteen=16 seventeen=17 eighteen=18 nineteen=19 twenty=20 thirty=30 forty=40 fifty=50"
        " sixty=60 seventy=70 eighty=80 ninety=90 hundred=100 thousand=1000 once=1 twice=2"
    ),
    roles=words(
        """mother father sister brother son daughter wife husband partner boyfriend girlfriend fiance fiancee
        grandmother grandfather grandma grandpa granny aunt uncle cousin nephew niece neighbour neighbor friend colleague
        boss manager doctor dentist landlord landlady teacher mentor roommate flatmate ex stepmother stepfather
        stepson stepdaughter sister-in-law brother-in-law mother-in-law father-in-law coworker therapist lawyer
        accountant trainer coach tenant parents grandparents twin mum mom dad child kid"""
    ),
    partners=words("wife husband partner boyfriend girlfriend fiance fiancee spouse"),
    times=words(
        f"""{_DAYS.replace("s?", "")} {_DAYS.replace("?", "")} {_MONTHS} today yesterday tomorrow tonight morning mornings
        evening evenings afternoon night nights noon weekend weekends weekday weekdays day days week weeks month months
        daily weekly monthly every always usually often sometimes regularly last next ago time"""
    ),
    moments=words(
        f"{_DAYS.replace('s?', '')} {_SEASONS} morning evening afternoon night noon weekend weekday"
    ),
    months=words(_YEAR),
    since=words("since for in by until till from"),
    units=words("years year months month weeks week days day am pm o'clock"),
    light=words(
        "use have go make take play practise practice do call appointment work live drive eat drink study own plan come"
    ),
    meals=words("eat drink"),
    many=words("like have speak use play visited visit know love hate want study read watch"),
    directed=words(
        "over than rather instead before after from to between until till more less better"
    ),
    turning=words("out off away against"),
    definite=words("my our the his her their"),
    liking="like",
    naming="call",
    doing=re.compile(r"(?:er|or|ing|ist|ism|e|y)$"),
    dislikes=phrases(
        "can(?:'t|not|t) stand",
        "can(?:'t|not|t) bear",
        "hates?",
        "hated",
        "dislikes?",
        "disliked",
        "detests?",
        "loathes?",
        "not a (?:big |great )?fan of",
        f"(?:have |has |'ve |'s |am |is )?(?:{_TIRED})",
    ),
    ends=phrases(
        "no longer",
        "used to(?: be)?",
        "(?:have |has |'ve |'s )?g(?:ave|ive|iven) up(?: on)?",
        "(?:have |has |'ve |'s )?stopped(?: being| doing)?",
        "(?:have |has |'ve |'s )?quit(?: being| doing)?",
        "am done with",
        "sold",
        "got rid of",
        "stopped",
        "broke off",
        "dropped out of",
        "resigned from",
        "got laid off from",
        "(?:was |were |been |got )?(?:fired|let go) (?:from|by)",
        "cut out",
        "(?:have |has |'ve |'s )?c(?:ame|ome) off(?! (?:my|the|his|her|their|a) (?:\\w+ )?(?:bike|horse|pony|bicycle|motorbike|scooter|ladder|road|phone|call|stage))",
        "kicked the habit of",
    ),
    ended=phrases(
        "any ?more",
        "any longer",
        "no more",
        "ended",
        "is over",
        "are over",
        "former",
        "formerly",
        _TIRED,
        "(?:hasn't|haven't|has not|have not) .{1,40} since",
    ),
    changes=phrases(
        "now",
        "nowadays",
        "these days",
        "from now on",
        "again",
        "(?:have |has |'ve |'s )?(?:just |recently |finally )?moved(?: in| house| back)?",
        "(?:have |has |'ve |'s )?(?:just |recently )?(?:switched|changed|upgraded|migrated)",
        "turned",
        "got(?= married| engaged| divorced| promoted| a new| a job| hired)",
        "(?:have |has |'ve |'s )?(?:just |recently )?relocated",
        "became",
        "(?:have |has |'ve |'s )?(?:just |recently )?(?:started|joined|begun|began|became)(?: working| to work)?",
        "meanwhile",
        "instead",
        "new",
        "for good",
        "as of today",
        "since last (?:week|month|year)",
        "updated",
        "after all",
        "(?:has |have )?(?:went up|gone up|risen|rose|increased|dropped|fell|raised)(?: to)?",
        "(?:has been |was |been |had to )?(?:moved|rescheduled?|postponed?|pushed(?: back)?|push back|put(?:ting)? off|brought forward|shifted)(?: to)?",
    ),
    adds=phrases(
        "also",
        "too",
        "as well",
        "another",
        "(?<!distant )(?<!close )(?<!comes )(?<!came )second",
        "additionally",
        "besides",
        "in addition",
        "both",
    ),
    corrects=phrases(
        "^no[,:.;]? (?=my|our|the|i\\b|it|he|she|we|they|actually|sorry)",
        "^nope",
        "sorry",
        "(?:i|user) (?:mean|meant)s?",
        "actually",
        "correction",
        "i was wrong",
        "i misspoke",
        "my mistake",
        "i made a mistake",
        "wait",
        "to be (?:exact|precise)",
        "scratch that",
        "not .{1,40}, but",
    ),
    says=phrases(
        "(?:please )?(?:remember|remind you|note|know|keep in mind) that",
        "as (?:i|you) (?:said|know|mentioned|told)(?: you)?(?: before)?",
        "i (?:already )?(?:told|mentioned|said)(?: to)?(?: you)?(?: before)?(?: that)?",
        "like i said",
        "by the way",
        "(?<=has )got",
        "(?<=have )got",
        "(?<=i've )got",
        "btw",
        "just so you know",
        "fyi",
        "any ?more",
        "any longer",
    ),
    plans=phrases(
        "will",
        "won't",
        "i'll",
        "we'll",
        "he'll",
        "she'll",
        "(?<!stopped )(?<!stop )(?<!quit )(?<!gave up )(?<!like )(?<!love )going to",
        "gonna",
        "plans? (?:to|on)",
        "planning (?:to|on)",
        "wants? to",
        "intends? to",
        "promised? to",
        "has to",
        "have to",
        "needs? to",
        "about to",
        f"from (?:next |the )?(?:{_MONTH})",
        "starting (?:in|on|from|next)",
    ),
    cancels=phrases(
        "cancell?ed",
        "cancell?ing",
        "called off",
        "calling off",
        "fell through",
        "not (?:going|happening) after all",
        "after all not",
        "is off(?! to)",
        "postponed indefinitely",
        "decided (?:not to|against)",
        "(?:have |has |'ve |'s )?changed (?:my|our|his|her|their) minds? (?:about|on)",
        "(?:have |has |'ve |'s )?backed out of",
        "scrapped",
    ),
    habits=phrases(
        "every",
        "each",
        "weekly",
        "monthly",
        "usually",
        "always",
        "\\w+days",
    ),
    turns=phrases(
        "now",
        "down to",
        "up to",
        "off (?:the|my|it)",
        "put \\w+ (?:on|up|down)",
        "stop\\w*",
        "from (?:here|now|today) on",
        "instead",
        "gone",
        "done with",
        "over",
        "no more",
        "start(?:ed|ing) (?:at|with|as)",
        "first (?:day|week)",
        "cut (?:\\w+ )?down",
        "goodbye",
        "left",
        "handed",
        "sold",
        "quit",
    ),
    switches=phrases(
        "instead(?! of)",
        "switched",
        "migrated",
        "upgraded",
        "replaced",
        "changed (?:over )?(?:from|to)",
        "(?:went|gone|gone right) back to",
    ),
    finishes=phrases(
        "finished",
        "completed",
        "(?:is |am |are )?(?:done|through) with",
        "graduated from",
        "recovered from",
    ),
    dies=phrases(
        "died",
        "passed away",
        "has passed",
        "is dead",
        "(?:was|were|been|be) put (?:down|to sleep)",
        "(?:user|others|we|i) (?:had to |have had to )?put (?:\\w+ ){1,3}(?:down|to sleep)",
        "(?:user|others|we|i) lost (?:\\w+ ){1,2}(?:on|last|yesterday|today|this)",
    ),
    gives=phrases(
        "(?:user|others|we|i) (?:have |has |had to )?(?:just |recently |finally )?(?:sold|donated|scrapped|gave away|given away|traded in)",
        "g(?:ave|iven) (?:my|our|their|his|her|the) .{1,40} (?:away|to)",
        "(?:was|were|got|been) (?:stolen|nicked|sold|scrapped|written off)",
        "(?:somebody|someone|they|thieves) (?:have |has |'ve )?(?:stole|stolen|nicked|pinched) (?:my|our|their|his|her|the|user's)",
    ),
    bound=phrases(
        "(?:is|are|am|be|i'm|we're) (?:now |still |currently )?(?:single|engaged|married|divorced|widowed|separated)",
        "in a (?:\\w+ )?relationship with",
        "(?:got|gotten) (?:engaged|married|divorced)",
        "(?:has|have|got) an? (?:new )?(?:girlfriend|boyfriend|partner|fiancée?)",
    ),
    idle=phrases(
        "(?:is|are|am|became|now) unemployed",
        "out of work",
        "between jobs",
        "retired",
        "lost (?:my|his|her|their) job",
        "laid off",
        "made redundant",
        "(?:got|gotten|was|were|been|is|are|am) (?:just )?(?:fired|sacked|dismissed|let go)(?! up| of)",
    ),
    favourite=re.compile(
        r"(?<!\w)(?<!one of my )(?<!one of user's )favou?rite (?P<what>\w*[^\Ws])(?!\w)"
    ),
    prefers=phrases("prefers?"),
    pets=words(
        "cat cats dog dogs puppy kitten rabbit hamster horse pony parrot budgie tortoise fish guinea-pig"
    ),
    scoped=re.compile(
        r"(?<!\w)(?:when|whenever|if|at work|at home|in (?:e?mails?|code|chats?|meetings?)"
        r"|for (?:e?mails?|code|work|school|chats?|meetings?))(?!\w)"
    ),
    fails=phrases(
        "forgot(?:ten)? to",
        "still (?:have|has|need|needs) to",
        "not yet",
        "failed to",
        "didn't manage to",
    ),
    parts=phrases(
        "split up",
        "broke up",
        "g(?:o|oing|one) (?:our |their )?separate ways",
        "went (?:our |their )?separate ways",
        "broken up",
        "separated",
        "divorced",
        "left me",
        "no longer together",
        "not together",
    ),
    contrasts=re.compile(
        r"(?:(?:,| and| -) (?:not|no more|no longer) (?P<left>[^,.;]{1,40}?)(?: any ?more| any longer)?(?=\s*(?:[,.;!]|$))"
        r"|(?<!\w)not (?P<left2>[^,.;]{1,40}?),? but(?: rather)?(?!\w)"
        r"|(?<!\w)(?:instead of|in place of) (?P<left3>[^,.;]{1,40}?)(?=\s*(?:[,.;!]|$| in | on | at | for | now| these )))"
    ),
    living="live",
    somewhere=re.compile(
        r"(?<!\w)(?:in|at|near|to|outside|on|around|from) (?!(?:an?|the|my|our|their|his|her) (?:[\w-]+ ){0,2}(?:floor|flat|house|apartment|room|basement|attic|studio)(?!\w))\w"
    ),
    engaged=re.compile(
        r"(?<!\w)(?:at|for|by|in|to|as|from) (?!(?:home|nights?|weekends?|the (?:(?:[\w-]+ )?office|morning|evening|afternoon|weekend)|shifts?|person|a team)(?!\w)|\d)\w"
    ),
    moves=phrases("(?:moved|relocated|moving) (?:back )?to(?! work)"),
    leaves=re.compile(
        r"(?<!\w)(?:(?:switched|changed|moved|migrated|upgraded|went|going|switching|moving) (?:over )?from (?P<left>.+?) to(?!\w)"
        r"|(?:swapped|exchanged|traded) (?P<left3>.+?) for(?!\w)"
        r"|(?:left|quit|replaced|ditched|dropped|leaving) (?P<left2>.+?)(?= and | for | with | by |[,.;]| in | last | after |$))"
    ),
    bounded=phrases(
        "until",
        "till",
        "for (?:a|the|two|three|four|\\d+) (?:few )?(?:days?|weeks?|months?|while|moment|weekend)",
        "temporarily",
        "for now",
        "rented",
        "on holiday",
        "on vacation",
        "on weekends",
        "at weekends",
        f"in (?:{_MONTH}) and (?:{_MONTH})",
        f"in (?:{_MONTH})",
        f"during (?:the )?(?:{_MONTH})",
        "this (?:week|month|summer|winter|weekend)",
        "just visiting",
        "visiting",
    ),
    deeds=re.compile(
        r"(?:^\w+|\b(?:i|we|user|he|she|they|just|already|finally)) (?:called|based|named)\b"
    ),
    past=re.compile(
        r"^(?!called|named|based|interested|married|retired|divorced|handed|employed|located)"
        r"(?:was|were|had|did|sent|met|bought|went|made|took|wrote|paid|gave|told|saw|ate|drank|drove"
        r"|spoke|got|came|found|lost|won|sold|held|kept|said|.{2,}[^e]ed)$"
    ),
)
