"""English: the words that patterns are made of."""

import re
from typing import Final

from recollect.learn.extract.language import one_of, words

# Who people have; the value is the gender that "he" and "she" ask for.
_MALE: Final = """father dad daddy brother son husband boyfriend bf uncle nephew grandfather grandpa granddad grandad
    stepfather stepdad stepson stepbrother landlord fiancé godfather godson grandson half-brother"""
_FEMALE: Final = """mother mom mum mommy mummy sister daughter wife girlfriend gf aunt auntie niece grandmother grandma
    granny gran nan nana stepmother stepmom stepmum stepdaughter stepsister landlady fiancée godmother goddaughter
    granddaughter half-sister"""
_EITHER: Final = """parents parent child children kid kids baby toddler teenager twins siblings sibling partner fiance
    fiancee spouse cousin cousins grandparents grandchild grandchildren grandkids in-laws ex ex-wife ex-husband
    stepkids eldest oldest youngest middle_one little_one firstborn family relatives godparents godchild triplets folks
    boys girls boy girl"""
_WORK: Final = """boss manager supervisor colleague colleagues coworker co-worker coworkers teammate cofounder co-founder
    assistant mentor advisor adviser intern apprentice client customer supplier accountant lawyer solicitor agent
    team_lead tech_lead lead director product_owner project_manager scrum_master CEO CTO CFO professor teacher
    tutor coach trainer therapist psychologist doctor GP dentist physio physiotherapist midwife vet nurse
    hairdresser plumber electrician gardener cleaner nanny babysitter childminder carer caretaker consultant"""
_NEAR: Final = """friend friends best_friend flatmate flatmates roommate roommates housemate housemates neighbour neighbours
    neighbor neighbors buddy mate pal pen_pal bandmate classmate lodger tenant tenants guest crush date"""
_ANIMALS: Final = """dog dogs cat cats puppy kitten horse pony rabbit rabbits hamster parrot budgie tortoise turtle
    guinea_pig guinea_pigs goldfish fish hen hens chickens goat goats sheep cow cows pet pets ferret gecko snake
    lizard donkey alpaca alpacas bees rat rats mouse canary cockatiel"""

# Who needs no "my": "mum broke her wrist".
_OF_THE_HOUSE: Final = (
    """mum mom mummy mommy dad daddy grandma granny gran nan nana grandpa grandad granddad"""
)
OF_THE_HOUSE: Final = words(_OF_THE_HOUSE)

MANY: Final = words(
    """parents grandparents kids children twins sons daughters brothers sisters siblings cousins nephews nieces grandkids
    grandchildren friends neighbours neighbors colleagues boys girls cats dogs"""
)
GENDER: Final = dict.fromkeys(_MALE.split(), "m") | dict.fromkeys(_FEMALE.split(), "f")
FAMILY: Final = words((_MALE + " " + _FEMALE + " " + _EITHER).replace("_", " "))
AT_WORK: Final = frozenset(word.replace("_", " ") for word in _WORK.split())
KIN_WORDS: Final = frozenset(
    word.replace("_", " ")
    for word in (
        _MALE + " " + _FEMALE + " " + _EITHER + " " + _WORK + " " + _NEAR + " " + _ANIMALS
    ).split()
)
ANIMAL: Final = one_of(_ANIMALS)
PETS: Final = frozenset(word.replace("_", " ") for word in _ANIMALS.split())

_IN_LAW: Final = r"(?:[ -]in[ -]law)?"
FAMILY_WORD: Final = f"(?:great-)?{one_of(_MALE + ' ' + _FEMALE + ' ' + _EITHER)}{_IN_LAW}"
KIN: Final = (
    f"(?:great-)?{one_of(f'{_MALE} {_FEMALE} {_EITHER} {_WORK} {_NEAR} {_ANIMALS}')}{_IN_LAW}"
)

# Words with a capital that are no names.
NOT_NAMES: Final = words(
    """I I'm I've I'll I'd The A An And But So Then Or If In On At For With From To Of By My Our Your His Her Their We
    We're You He She They It It's This That These Those There Here What Who When Where Why How Is Are Was Were Do Does Did
    Can Could Will Would Should May Might Must Not No Yes Ok Okay Now Today Tomorrow Yesterday Please Thanks Thank
    Hi Hey Hello Sorry Well Also Just Maybe Still Only Even Every Each All Some Any Both Most More Much Many Few
    Monday Tuesday Wednesday Thursday Friday Saturday Sunday January February March April June July August
    September October November December Feb Mar Apr Jul Aug Sep Sept Oct Nov Dec Mon Tue Tues Wed Thu Thur Thurs Fri Sat
    Spring Summer Autumn Winter English German French Spanish After Before
    Since Until While Because Although Though Whenever Let Got Get One Two Three First Next Last New Old Good Great
    Nice Dear Which Happy Glad Whats Sounds Congratulations Noted Understood Looks Makes Use Try Best Cool Oh Ah Haha Lol Omg Wow Actually Anyway Right Again Never Always Everyone Someone Nobody
    Anybody Everybody Something Nothing Documentaries People Nobody Christmas Easter God Work School Home Mum Mom
    Dad Mother Father Grandma Grandpa Granny Uncle Aunt Same Too As Like Have Had Has Been Being Go Going
    Perfect Brilliant Lovely Fine Sure Exactly True Correct Agreed Done Cheers Fair Yep Yeah Nope Nah Hm Hmm Um Uh Ooh Aha Ugh Phew Amazing
    Excellent Awesome Fantastic Super Easy Weird Odd Funny Honestly Basically Seriously Apparently Luckily Sadly
    Unfortunately Obviously Sound Grand Ta Half Mondays Tuesdays Wednesdays Thursdays Fridays Saturdays Sundays Weekends""".replace(
        "\n", " "
    )
)

# Words of NOT_NAMES look the same here; `who` turns them away.
NAME: Final = r"(?-i:(?:(?:Dr|Professor|Prof|Mr|Mrs|Ms|St)\.? )?[A-ZÀ-Þ][\w'-]*[\wà-ÿ](?: (?:(?:de|van|von|der|da|bin|al|el) )?[A-ZÀ-Þ][\w'-]+)?)"
FIRST_NAME: Final = r"(?-i:(?:(?:Mr|Mrs|Ms|Miss|Dr|Professor|Prof)\.? )?(?!(?:Mr|Mrs|Ms|Miss|Dr|Prof|Professor)\b)[A-ZÀ-Þ][a-zà-ÿ]+(?![\w.-]))"

ADVERBS: Final = (
    r"(?:(?:(?!apply|reply|supply|multiply)\w{3,}ly|really|still|now|also|just|always|already|even|often|sometimes|then|today|once|never|quite|very|so|both|all|myself"
    r"|kind of|sort of|pretty much|at the moment|these days|right now|nowadays|of course) )*"
)

NUMBER_WORDS: Final = {
    word: number
    for number, row in enumerate(
        """zero|one a an|two couple|three|four|five|six|seven|eight|nine|ten|eleven|twelve dozen|thirteen|fourteen|fifteen|sixteen
        |seventeen|eighteen|nineteen|twenty""".replace("\n", "")
        .replace(" |", "|")
        .split("|")
    )
    for word in row.split()
} | {"thirty": 30, "forty": 40, "fifty": 50}
NUMBER: Final = (
    r"(?:\d+|" + "|".join(sorted(NUMBER_WORDS, key=len, reverse=True)) + r"|a couple of)"
)

# What follows in a clause, and its parts.
# Verbs that are the same for whoever does it.
UNCHANGED: Final = words(
    """was were did had will would can could may might must shall should used got went sold bought came left lost won made
    took gave began broke ran met built wrote quit became found told said spent grew fell drove flew paid sent saw ate
    won't can't couldn't wouldn't didn't wasn't hadn't taught caught brought thought kept slept felt heard held read
    put cut let set hit cost hurt chose spoke stole swam sang rode rose threw knew drew wore tore stood understood
    forgot forgave woke drank sank began swore led fed bled sped lent bent dealt dreamt learnt burnt shut split
    dug stuck struck swung hung sat shook froze bit rang blew hid swept fought mustn't shouldn't never"""
)

PARTS: Final = {
    "KIN": KIN,
    "FAMILY": FAMILY_WORD,
    "ANIMAL": ANIMAL,
    "NAME": NAME,
    "FIRST": FIRST_NAME,
    "ADV": ADVERBS,
    "NUM": NUMBER,
    # "my older sister Anna", "our neighbour", "Marek's wife"; `who` turns away what is nobody ("my kitchen scale").
    "KINP": r"(?:(?:my|our|his|her|their|<FIRST>'s) (?:[\w-]+ ){0,2}?[\w-]+(?: in law)?(?:,? <FIRST>)?(?: \([^)]{1,20}\))?,?|<HOUSE>)",
    "HOUSE": one_of(_OF_THE_HOUSE) + r"(?=['\s])",
    "ME": r"(?P<who>I|we)",
    "ALL": r"(?P<who>I|we|he|she|they|<KINP>|<FIRST>(?: and I)?)",
    "THIRD": r"(?P<who>he|she|they|<KINP>|<FIRST>)",
    # "I'm", "im", "I am", "she's"
    "IM": r"(?P<who>I|we)(?: am| are|'m|'re|m(?= ))",
    "IS": r"(?: am| are| is|'m|'s|'re|(?<=\bi)m(?= ))",
    "WAS": r"(?: was| were)",
    "HAVE": r"(?: have| has|'ve|'s)?",
    "NOT": r"(?:n't| not|nt)",
    "DO": r"(?: do| does)",
}

# "in 2020 I …", "right now I …", "every Thursday we …"
PREAMBLE: Final = re.compile(
    r"(?:(?:mon|tues|wednes|thurs|fri|satur|sun)day|the \d{1,2}(?:st|nd|rd|th)|christmas|easter|from now on|back when|in the end|in|on|since|after|until|last|next|this|from|for|as of|as an? \w+|as someone|by|right now|currently|these days|at the moment|now|nowadays|today"
    r"|(?:\w+|a few|a couple of) (?:days|weeks|months|years) ago|during|at|with|most|every|each|once|yesterday|tomorrow|tonight|as a kid|back in|before|over the|all through)\b[^,]{0,40}?,? "
    r"(?=(?:I|I'm|I've|I'll|im|we|we're|we've|we'll|he|he's|she|she's|they|my|our)\b)",
    re.IGNORECASE,
)
