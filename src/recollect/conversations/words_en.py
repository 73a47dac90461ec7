"""English."""

from typing import Final

from recollect.conversations.language import Kind, Language, any_of, one_of, signs, words

_BE = "is are was were isn't aren't wasn't weren't"
_HELP = f"{_BE} be been do does did don't doesn't didn't has have had can can't could will won't would should shall may might must"
_AUX = one_of(_HELP)
_IN = "in on at for with without from to of by about as after before during into over near through than until since between around under per within versus vs"
_PREP = one_of(_IN)
_END = r"(?=\s*(?:[,.?!;:)]|$))"
# What may follow a word that is not an adjective before a noun.
_ALONE = rf"(?=\s*(?:[,.?!;:)]|$)|'s\b|_(?:{_AUX}|{_PREP}|and|or|but|sound\w*|look\w*|cost\w*|work\w*|take\w*|mean\w*|come\w*|please|instead|again|too|also|then|though|still|really|actually|exactly|already|now|not|so|if|when|because|ever|usually|only|just|all)\b)"
_SEASON = "week weekend month year morning afternoon evening night summer winter spring autumn fall season quarter century decade monday tuesday wednesday thursday friday saturday sunday N+"
_WEATHER = r"(?:rain\w*|snow\w*|thunder\w*|hail\w*)"
_FEELS = r"(?:dark|light|sunny|cold|colder|hot|hotter|warm|warmer|windy|cloudy|freezing|humid|foggy|icy|late|early)"
_JUDGED = (
    "safe ok okay alright possible impossible legal illegal normal true rude better best bad good healthy unhealthy"
    " dangerous hard easy easier difficult necessary common cheaper cheap expensive important allowed wise smart weird"
    " wrong right fine useful likely worth worthwhile too_late too_early bad_luck a_good_idea a_bad_idea polite"
    " customary advisable harmful faster quicker harder unusual mandatory compulsory required risky selfish"
)

ENGLISH: Final = Language(
    code="en",
    grammatical=False,
    stop=words(
        """a an the and or but nor so yet if then than that this these those there here it its it's itself i i'm i've
        i'd i'll im ive me my mine myself you you're your yours youre yourself he he's him his himself she she's her
        hers herself we we're we've our ours us they they're they've them their theirs themselves one ones one's
        someone anyone everyone something anything everything nothing no not none never nor some any all both each
        either neither every few many much more most less least several such own same other others another else
        in on at for with without from to of by about as after before during into over near through until since
        between around under per within versus vs up down out off away back again once also too just only even still
        already ever always usually often sometimes really very quite rather pretty maybe perhaps actually
        basically probably exactly simply almost enough yes yeah yep no nope ok okay sure well oh hey please thanks
        thank let's let lets because while though although whether now today later soon yet lot lots bit kind sort
        good great nice fine cool perfect lovely awesome interesting alright right sorry hello hi congratulations noted
        sounds sound looks seems like get got getting gets go going goes gone make makes made making take takes took
        want wants wanted need needs needed know think thinking thought say says said tell told give given gave
        try use used using come comes came put see seen look find found help keep thing things stuff way ways two
        three four five six first second third last next new old big small best better main different certain
        possible able instead together apart ago long little""".replace("\n", " ")
    ),
    action_verbs=words(
        """buy bought buying order ordered ordering uploaded upload sent send read write wrote written recommend
        suggest suggested planning plan book booked moved move lives live living love hate like started start begin
        work works working play played watch watched cook cooked learn learning learned ask asked show showed
        shipped lands arrive arrived leave left leaving visit visited eat ate drink talk talked call called change
        changed become worth bring brought pay paid choose chose decide decided happen happened happens won win
        starts ends opens closes coming trying hurts helps keeps means mean explain describe compare list translate
        summarise summarize brush prepare finished running run""".replace("\n", " ")
    ),
    question_words=words(
        "what what's whats who who's whos whom whose which when when's where where's why how how's hows"
    ),
    verbs=words(_HELP + " am i'm it's that's there's let's"),
    measures=words(
        "much many long far often old big large heavy tall deep high expensive fast cheap soon late early come about next exactly anyway again quickly no not so"
    ),
    prepositions=words(_IN),
    edits=words(
        """shorter longer simpler briefer formal informal friendlier funnier again more details detail example examples
        sure really seriously continue elaborate explain expand rephrase reword rewrite summarize summarise bullet
        bullets points table english german french spanish italian further depth version step steps shorten simplify
        clarify show certain mean think source sources reason specific specifically bitte""".replace(
            "\n", " "
        )
    ),
    aspects=words(
        """price cost costs author director address capital size weight height deadline name reason difference
        advantage advantages disadvantage disadvantages downside downsides drawback drawbacks benefit benefits
        alternative alternatives ingredients ingredient phone number opening hours rent fee fees date time duration
        distance risk risks side effects symptoms cause causes population currency language length age warranty
        battery colour color result results winner ending plot cast limit maximum minimum catch total address location
        recipe instructions rules requirements title meaning origin rating reviews tickets ticket entrance entry
        admission consequences parking breakfast check-in checkout menu shipping delivery returns installation guarantee
        visa tip salary main fastest cheapest process procedure seats season best worst opposite percentage interest""".replace(
            "\n", " "
        )
    ),
    persons={
        **dict.fromkeys(
            """sister mother mum mom mama aunt auntie wife daughter girlfriend grandma grandmother niece queen woman
            girl lady actress mrs ms miss granddaughter stepmother bride waitress princess nan""".split(),
            Kind.SHE,
        ),
        **dict.fromkeys(
            """brother father dad papa uncle husband son boyfriend grandpa grandfather nephew king man boy guy actor mr
            grandson stepfather groom waiter prince grandad""".split(),
            Kind.HE,
        ),
        **dict.fromkeys(
            """friend boss colleague neighbour neighbor teacher doctor dentist cousin partner kid child baby manager
            landlord dog cat puppy kitten horse pet rabbit author writer singer director president player coach professor student lawyer dr""".split(),
            Kind.IT,
        ),
    },
    genders={},
    ordinals={
        **dict.fromkeys(["first", "1st", "one", "1", "a"], 1),
        **dict.fromkeys(["second", "2nd", "two", "2", "b"], 2),
        **dict.fromkeys(["third", "3rd", "three", "3", "c"], 3),
        **dict.fromkeys(["fourth", "4th", "four", "4", "d"], 4),
        **dict.fromkeys(["fifth", "five", "5"], 5),
        **dict.fromkeys(["sixth", "six", "6"], 6),
        "former": 1,
        "latter": -1,
        "last": -1,
        "final": -1,
    },
    types={
        **dict.fromkeys(
            """restaurant hotel place café cafe bar pub museum city town village shop store country island park beach
            company brand book film movie series show song album band app game podcast model car phone""".split(),
            "name",
        ),
        **dict.fromkeys("document file pdf text paper letter".split(), "document"),
        **dict.fromkeys(
            "thing things stuff topic subject case point idea question".split(), "topic"
        ),
    },
    document_words=words(
        """lease contract manual policy letter report cv resume essay pdf agreement invoice minutes article draft
        document file spreadsheet slides presentation paper transcript instructions terms statement""".replace(
            "\n", " "
        )
    ),
    non_references=any_of(
        rf"\b(?:{_AUX}_)?it(?:'s|_{_AUX})?_(?:not_|really_|still_|ever_|also_|very_|generally_|usually_|actually_|more_|less_)*{one_of(_JUDGED)}_(?:enough_)?(?:for_(?:\w+_){{1,3}})?(?:to_\w+_\w+|that|if|when|\w+ing_\w+)",
        rf"how_(?:long|much(?:_\w+)?|many_\w+|hard|difficult|easy|likely|common|important|safe)_(?:{_AUX})_it_(?:usually_|normally_|typically_|really_|actually_)?(?:take|cost)?_?(?:\w+_){{0,3}}?to_\w+_\w+",
        rf"\b{_AUX}_it_(?:going_to_|usually_|still_|ever_|be_|get_|been_|to_|already_|gonna_|supposed_to_)*{_WEATHER}\b",
        rf"\b{_AUX}_it_(?:going_to_|usually_|still_|be_|get_|been_|already_|so_|too_|this_)*{_FEELS}_(?:in|at|on|today|tomorrow|tonight|outside|this|now|already|there|here|for|during)\b",
        rf"\b(?:how|when|why)_(?:{_FEELS}_)?(?:{_AUX})_it_(?:be_|get_|so_|usually_|always_|really_)*(?:{_FEELS}_?)?(?=in|at|on|today|tomorrow|tonight|outside|now|this|there|during)",
        r"\bit(?:'s|_is)?_(?:rain|snow)\w*",
        r"\bwhat_(?:time|day|date|year|month)_(?:is|was|will|would)_it\b",
        r"\b(?:than_)?(?:that|those)_(?:of|who|which)\b|\bhow_does_it_feel_to\b|\bwhat(?:'s|_is)_it_called_when\b|\bcall_it_when\b|\bwhy_is_it_(?:so|such|that)\b|\bdoes_it_make_sense_to\b|\bwhat_does_it_(?:take_to|mean_(?:to|when|if|that))\b|\b(?:find|found|makes?|think)_it_\w+_(?:to|that|when)\b|\bit_would_be_\w+_to\b",
        r"\bwhat_do_(?:they|you)_call\b|\bdo_they_(?:say|call)\b|\bhow_\w+_is_it_to_\w+_\w+",
        r"\bhow_far_is_it_(?:from|to|between)\b",
        r"\bwhat(?:'s|_is)_it_like_(?:to|in|being)\b",
        r"\bhow_is_it_(?:that|possible)\b",
        r"\bit(?:'s|_is|_was|'ll_be|_will_be)_(?:my|our|your|almost|nearly|the|N+|a|an|time|about|been|\w+day)\b",
        r"\bit_(?:seems|turns_out|looks_like|takes|took|feels_like)\b",
        r"\b(?:make|makes|made|find|call|get|take|rub|wing|making)_it_(?:easier|possible|harder|hard|easy|difficult|clear|a_day|through|to_the|in)\b",
        rf"\b(?:{one_of(_BE)}|has|have|had|will|would|can|could|should|might|may|must|do|does|did)_there_(?=\w)|\bthere(?:'s|'re|_{_AUX})\b|\bhi_there|\bhello_there|\bhey_there",
        rf"\b(?:this|that|these|those|next|last)_{one_of(_SEASON)}\b|\bthis_time\b|\bthese_days\b|\bthat_said\b|\bthat_is_to_say\b",
        r"\beach_other\b|\bone_another\b|\bthe_other_(?:day|night|week|morning|evening|side)\b|\bother_than\b",
        r"\bno_one\b|\bone_of_(?:the|my|our)\b|\bone_(?:day|time|hour|year|week|month|person|more)\b|\bnumber_one\b|\bstep_by_step\b",
        r"\bboth_\w+(?:_\w+)?_and\b|\beither_(?:\w+_){1,4}or\b|\bneither_(?:\w+_){1,4}nor\b",
        r"\bas_(?:well|soon|long|far|much|many)_as\b|\bthe_same_(?:\w+_){0,3}as\b|\bat_the_same_time\b|\bthe_first_time\b|\bfor_the_first\b",
        r"\bso_that\b|\bnow_that\b|\bsuch_that\b|\bgiven_that\b|\bin_that\b|\bmore_than\b|\bmore_or_less\b",
        r"\bthat_(?=(?:the|my|our|your|a|an|i|you|we|he|she|they|it|there|no|all)\b)",
        r"\bthis_is_(?=N|my|a|an|the)",
    ),
    signs=signs(
        (
            Kind.ORDINAL,
            r"\b(?:point|number|step|option|item|suggestion|idea|choice)_?\#?(?P<n>\d{1,2}|[a-d]|one|two|three|four|five|six)\b",
        ),
        (
            Kind.ORDINAL,
            r"\bthe_(?P<n>first|second|third|fourth|fifth|sixth|last|final|1st|2nd|3rd|4th)_(?:one|option|choice|suggestion|point|idea|step|item|recipe)\b",
        ),
        (
            Kind.ORDINAL,
            rf"\bthe_(?P<n>first|second|third|fourth|fifth|sixth|last)(?=\s*(?:[,?!;]|$|\.\s|\.$)|_(?:{_AUX}|sounds?|looks?|costs?|works?|please|instead|again|and|or|but|for|though|too)\b)",
        ),
        (
            Kind.ORDINAL,
            r"\bthe_(?P<n>former)\b(?!_(?:N|president|prime|minister|king|queen|wife|husband|owner|student|soviet|player|champion|boss|name|head|home|site))|\bthe_(?P<n2>latter)\b(?!_(?:half|part|stages?|days))",
        ),
        (
            Kind.OTHER,
            rf"\bthe_other(?:_ones?|_two|_three|_option)?\b{_ALONE}|\bthe_others\b|\bthe_other_ones?\b",
        ),
        (
            Kind.AMONG,
            rf"\b(?:which|how_many|how_much|any|some|most|all|none|one|each|both|neither|either|two|three|who)_of_(?P<word>them|these|those|it|the_(?:two|three|four|five))\b{_ALONE}",
        ),
        (
            Kind.AMONG,
            rf"^\W*(?:(?:and|so|but|ok|okay|then|hmm)[,_]+)*which(?:_ones?)?(?:'s|_{_AUX})\b(?!.*\b(?:or|than|of_the)\b)(?!(?<=is)_the_\w+_\w)(?!(?<=are)_the_\w+_\w)(?!(?<=was)_the_\w+_\w)",
        ),
        (Kind.AMONG, r"\bwhich_(?P<word>ones?)\b(?!.*\bor\b)"),
        (
            Kind.AMONG,
            r"\b(?P<word>both|neither|either|all_three|all_of_them|each)\b(?!_(?:the|my|our|your|of|\w+s)\b)(?!.*\b(?:and|or|nor)\b)",
        ),
        (
            Kind.CHOICE,
            r"\b(?:that|this|these|those)_(?P<word3>ones?)\b|(?<!no_)(?<!number_)(?<!step_)(?<!which_)\b(?P<word4>one|ones)\s*[?.!]*$|\b(?:the|a|an|that|this)_(?:\w+_){1,2}(?P<word>ones?)\b(?!-)|\b(?:any|some|other|another|\w+er|\w+est)_(?P<word2>ones?)\b",
        ),
        (Kind.CHOICE, r"\b(?:now|and|also)_(?P<word>one)_(?:about|for|with|in|from|on)\b"),
        (Kind.NAMED, r"\b(?P<word>the)_(?P<noun>document|file|pdf|attachment)\b"),
        (Kind.NAMED, r"\b(?P<word>this|that|these|those)_(?P<noun>[\w'-]+(?:_[\w'-]+){0,2})"),
        (Kind.HE, r"\b(?P<word>he|him|his|himself)\b"),
        (Kind.SHE, r"\b(?P<word>she|her|hers|herself)\b"),
        (Kind.THEY, r"\b(?P<word>they|them|their|theirs|theyre)\b"),
        (Kind.PLACE, rf"\b(?P<word>there)\b{_ALONE}"),
        (
            Kind.TIME,
            r"\b(?:by|until|till|since|before|around|back)_(?P<word>then)\b|(?<!^)\b(?P<word2>then)\s*[?.!]*$|\b(?:after|before|on|at)_(?P<word3>that(?:_day|_time)?)\s*[?.!]*$|^\W*(?:and_)?(?:afterwards|after_that)\b",
        ),
        (Kind.IT, r"\b(?P<word>it|its|itself)\b"),
        (
            Kind.TOPIC,
            r"\b(?P<word>this|that|these|those)(?=\s*[?!.]*$|\s*,|_(?:to|for|in|with|on|at|into|as|without|from|again|instead)\b)",
        ),
        (
            Kind.AMONG,
            r"^\W*(?:and_|so_)?what(?:'s|_is|_are|_would_be|_tastes|_works|_costs|_lasts)_(?:the_)?(?:\w+er|\w+est|more_\w+|most_\w+|better|best|less_\w+|worse|least_\w+)\s*[?]*$",
        ),
        (
            Kind.PLACE,
            r"\bhow_(?:do|can|would|should)_(?:i|we|you)_get_(?=from|by|with)(?!.*\bto\b)",
        ),
        (
            Kind.TOPIC,
            rf"(?:^\W*|\b(?:{_AUX}|{_PREP}|what|what's|why|how|and|but|or|so|mean|do|like|say|said|explain|try|repeat|sure|ok|okay|thanks|all)_)(?P<word>this|that|these|those|that's)\b(?:{_ALONE}|_(?:work|help|hurt|happen|matter|apply|count|make|go|change|affect|include|last|normal|safe|ok|okay|true|right|legal|possible|bad|good|enough|expensive|cheap|worth|necessary|dangerous|healthy|easy|hard|sound|look|cost|take|mean|come)\w*\b)",
        ),
        (
            Kind.TOPIC,
            rf"\bthe_same(?:_thing|_way|_place)?\b{_ALONE}(?!.*\bas\b)|\b(?:do|did|does|done|doing)_so\b|\bwhy_not\b|\bhow_so\b|\bwhy_so\b|\b(?:what|who|where|anything|something|anyone|nothing)_else\b(?!.*\b(?:besides|than|except)\b)|\btell_me_more\b|\bmore_about_(?:it|that)\b|\banother\s*[?.!]*$|\bif_(?:so|not)\b|\binstead\s*[?.!]*$",
        ),
        (
            Kind.TOPIC,
            r"\b(?:a|an|any|some)_(?:\w+er|better|less_\w+|more_\w+|similar|different|other)_(?:suggestion|option|alternative|version|idea|place|choice|model)s?\b(?!.*\b(?:than|for|of)\b)",
        ),
        (
            Kind.TOPIC,
            r"\b(?:something|anything)_(?:\w+er|more_\w+|less_\w+|similar|like_that)\b(?!.*\b(?:than|to)\b)",
        ),
    ),
    possessives=any_of(r"^(?:his|her|their|its|hers|theirs)$"),
    connectives=any_of(
        r"^\W*(?:(?:ok|okay|and|but|or|so|then|also|plus|hmm|well)[,_]+)*(?:and|but|or|what_about|how_about|what_if|and_if|what_of)\b[,_]*"
    ),
    only=any_of(r"^\W*(?:even|only|also|just|not|same|still|tomorrow|today|tonight|next_\w+)\b"),
    clause=any_of(
        r"[,;.:!?]\s|_(?:and|but|if|when|while|before|after|because|so|since|although|though|until|once|unless|where|that|who|which|whether|or|to_make_sure|as|without|said|says|thinks|thought|told_me|hopes|knows)_"
    ),
    condition=any_of(r"\b(?:if|when|after|before|once|while|during)\b"),
    social=words(
        """thanks thank thx ty cheers hello hi hey bye goodbye morning night evening great cool nice perfect awesome
        amazing brilliant wonderful excellent fantastic helpful lol haha wow welcome understood alright appreciate
        appreciated worries lovely super good ok okay sorry""".replace("\n", " ")
    ),
    small_talk=any_of(
        r"^\W*(?:hi|hello|hey|ok|so)?[,_]*(?:how_are_you|how's_it_going|how_is_it_going|what's_up|who_are_you|what_are_you|what_can_you_do|can_you_help_me|are_you_there|never_mind|got_it|i_see|makes_sense|will_do|see_you|have_a_\w+_\w+|you_too|no_problem)\b[^,;.]{0,20}$",
        r"^\W*that(?:'s|_was|_is)(?:_\w+){1,2}!+$",
    ),
    thanks=any_of(
        r"^\W*(?:ok_|okay_|great,?_|perfect,?_|oh_)*(?:thanks|thank_you|thx|cheers|bye|goodbye|good_night|never_mind)\b"
    ),
    yes=any_of(
        r"^\W*(?:yes|yeah|yep|yup|sure|ok|okay|please|please_do|go_ahead|of_course|definitely|absolutely|sounds_good|why_not|no|nope|not_yet|not_really|i_do|i_am|both|neither|either|do_it|do_that|all_of_them|correct|right|exactly)\b"
    ),
    asked_for=any_of(r"^\W*(?:how_(?:many|much)_\w+|what_\w+|which_\w+)\b"),
    before_verbs=words(
        "i you we they to can could should will would not don't please how and ' let's must may might"
    ),
    half_said=any_of(
        r"^\W*(?:and_|but_|so_)?(?:do|should|can|must|may|could|would)_(?:i|we|you_have_to)_(?:need_to_|have_to_|really_|also_|still_)*\w+\s*[?]*$"
    ),
    offers=any_of(
        r"\b(?:can_i_(?:help|do)|may_i_help|like_to_know|need_help|what's_up|anything_else|quiz_you|shall_i_ask|what_can_i)\b"
    ),
    mention=any_of(
        r"\b(?:difference_between|spell|the_words?|pronounce|grammar|synonym|(?:mean|say)_in_(?:N+|english)|when_(?:do|should)_(?:i|you|we)_use)\b"
    ),
    places=any_of(
        r"\b(?:in|at|to|from|near|around|into|towards|visit(?:ing|ed)?|of|outside|leaving|reach)_(?:the_|downtown_|central_|northern_|southern_|eastern_|western_)?$"
    ),
    asks_for=any_of(
        r"\b(?:what|what's|whats|which|who|who's|where|where's|recommend|suggest|any|name|find|best|ideas?|looking_for|know_a|are_there|is_there|know_any)\b"
    ),
    alternatives=any_of(r"\b(?:between|either)_"),
    times=words(
        "monday tuesday wednesday thursday friday saturday sunday mondays tuesdays wednesdays thursdays fridays saturdays sundays january february march april may june july august september october november december today tomorrow tonight weekend morning evening noon afternoon summer winter spring autumn english german french spanish italian finnish dutch"
    ),
)
