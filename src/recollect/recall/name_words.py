"""Names that are also ordinary words, and the short forms of names."""

# Names that are also words, in English first, then in German, Spanish and French.
ORDINARY = frozenset(
    "will may mark rose joy hope grace faith june april august summer autumn winter dawn eve ivy lily"
    " daisy violet iris ruby pearl amber jade crystal ginger hazel holly olive heather fern basil sage"
    " rosemary myrtle robin jay wren drew grant chase hunter mason carter cooper parker bill bob jack"
    " rob sue pat art gene frank ernest dean earl duke king prince guy buddy gay rich rod nick nat max"
    " miles pierce reed rusty sandy sky star stone storm sunny ray ward wade wood glen cliff forest"
    " brook lane dale heath clay flint ash bud chip chuck dick dot don dolly dusty angel belle bliss"
    " candy carol charity cherry destiny ebony essence fancy gale happy harmony haven honey jasmine"
    " jewel journey justice kitty lark laurel liberty mercy merry melody misty nova ocean opal patience"
    " penny poppy princess prudence queen rain raven river saffron scarlet serenity skip sonny tanner"
    " trinity trip tucker victor viola west wolf van major marshal miller baker page porter saint"
    " sterling story jean peg stew tad teddy bella bee cat car bar can man men sun mon sat fri jan"
    " mar jim barb gil hal herb lee les lou mack mat nan norm pip sal tab tod val win woody gem"
    " ernst stern rosa heide mai sol luz paz flor blanca cruz dolores mercedes salvador estrella reyes"
    " pierre claire marguerite aimee france marine victoire rocio perla".split()
)
ROLES = frozenset(
    "assistant user system bot agent human assistent assistentin benutzer asistente usuario usuaria"
    " utilisateur utilisatrice chatbot ai".split()
)
TITLES = frozenset(
    "mr mrs ms miss dr prof sir herr frau senor senora don dona monsieur madame the von van de der la".split()
)
DEFINITE = frozenset("the der die das den dem el la le l".split())
# After these a capitalized word is a noun; "a" is missing because in Spanish it precedes names.
ARTICLES = DEFINITE | frozenset(
    "my your his her our their des ein eine einen einer mein meine los las un una mi les une mon ma".split()
)
# Words that follow a name at the start of a question, but hardly an ordinary word.
VERBS = frozenset(
    "is was has had does did said says wants wanted went goes likes liked told asked hat ist war".split()
)
_SHORT = (
    "abby abigail, al albert alan alfred, alex alexander alexandra alexandre, andy andrew, andi andreas"
    " andrea, annie anna anne, becky rebecca, ben benjamin, bernie bernard, beth elizabeth, betty"
    " elizabeth, bill william, billy william, bob robert, bobby robert, cathy catherine, charlie charles"
    " charlotte, chris christopher christian christina christine, chuck charles, cindy cynthia, dan"
    " daniel, danny daniel, dave david, debbie deborah, dick richard, don donald, ed edward edwin, eddie"
    " edward, ellie eleanor elena, fred frederick alfred, greg gregory, hank henry, harry harold henry,"
    " jack john, jackie jacqueline, jake jacob, jeff jeffrey, jen jennifer, jenny jennifer, jerry gerald"
    " jeremy, jim james, jimmy james, joe joseph, joey joseph, jon jonathan, josh joshua, kate katherine"
    " catherine, kathy katherine, katie katherine, ken kenneth, larry lawrence, leo leonard leonardo,"
    " lisa elisabeth, liz elizabeth, lizzie elizabeth, maggie margaret, manu manuel, matt matthew, max"
    " maximilian maxwell, meg margaret megan, mel melanie melissa melinda, mike michael, molly mary,"
    " nacho ignacio, nancy anne, nate nathan nathaniel, ned edward, nell eleanor, nick nicholas nicolas,"
    " paco francisco, pam pamela, pat patrick patricia, patty patricia, peggy margaret, pepe jose, pete"
    " peter, polly mary, ray raymond, rich richard, rick richard, rob robert, ron ronald, sally sarah,"
    " sam samuel samantha, sandy sandra alexander, sasha alexander alexandra, sepp josef, steph stephanie,"
    " steve steven stephen, sue susan, susie susan, ted theodore edward, tim timothy, toni antonia anton,"
    " tony anthony antonio, tom thomas, tommy thomas, trish patricia, uli ulrich ulrike, vicky victoria,"
    " will william, willi wilhelm, zach zachary"
)
SHORT_FOR = {entry.split()[0]: tuple(entry.split()[1:]) for entry in _SHORT.split(",")}
