"""Stop words by language, for detecting a language and for dropping them from questions."""

from typing import Final

# The lists also serve language detection, hence the greetings.
STOP_LISTS: Final = {
    "en": """a about above after again all am an and any are aren't arent as at be because been before being
        below between both but by can can't cannot cant could couldnt did didn't didnt do does
        doesnt doing don't dont down during each few for from further get got had hadnt has
        hasnt have havent having he hello her here hers herself hey hi him himself his how http
        https i i'd i'll i'm i've if im in into is isnt it it's its itself ive just me more most
        my myself no nor not of off oh ok okay on once only or other our ours ourselves out over
        own same she should shouldnt so some such than that that's thats the their theirs them
        themselves then there these they theyre this those through to too under until up very
        was wasnt we we're were werent what what's whats when where which while who whom why
        with would wouldnt wow www yeah yes you you're your youre yours yourself yourselves""",
    "de": """aber alle allem allen aller alles als also am an ander andere anderen auch auf aus bei beim
        bin bis bist da damit dann das dass dein deine deinem deinen deiner dem den denn der des
        dessen dich die dies diese diesem diesen dieser dieses dir doch dort du durch ein eine einem
        einen einer eines er es etwas euch euer eure für gab geht gibt habe haben hallo hast hat hatte
        hatten hier hin hinter ich ihm ihn ihnen ihr ihre ihrem ihren ihrer im in ins ist ja jede jedem
        jeden jeder jedes jetzt kann kannst kein keine keinem keinen keiner können könnte man mein
        meine meinem meinen meiner mich mir mit muss müssen nach nein nicht nichts noch nun nur ob oder
        ohne schon sehr sein seine seinem seinen seiner seit sich sie sind so soll sollte sondern sonst
        über um und uns unser unsere unserem unseren unter viel vom von vor wann war waren warst warum
        was weil wem wen welche welchem welchen welcher welches wenn wer werde werden wie wieder will wir wird
        wirst wo wollen worden wurde wurden würde würden zu zum zur zwar zwischen""",
    "es": """a al algo algunas algunos ante antes aquel aquella aquí así aunque cada como cómo con cuál
        cuáles cuando cuándo cuánto de del desde donde dónde dos durante e el él ella ellas ellos en
        entonces entre era eran eras eres es esa esas ese eso esos esta está están estaba estado estamos
        estar estas este esto estos estoy fue fueron ha había haber han has hasta hay he hemos hola la
        las le les lo los más me mi mí mis mucho muchos muy nada ni no nos nosotros nuestra nuestro o os
        otra otro otros para pero poco por porque pues que qué quien quién quienes se sea ser si sí sido
        sin sobre sois somos son soy su sus también tan tanto te tener tengo ti tiene tienen todo todos
        tu tú tus un una unas uno unos usted ustedes vosotros voy y ya yo""",
    "fr": """a à ai ainsi alors après as au aucun aussi autre aux avait avant avec avez avoir avons bien
        bonjour c'est ça car ce ceci cela celle celui ces cet cette ceux chez comme comment d'un d'une
        dans de des donc dont du elle elles en encore entre es est et étaient était être eu eux fait
        faire il ils j'ai je jusqu l'on la là le les leur leurs lui ma mais me même mes moi moins mon n'a
        n'est ne ni nos notre nous on ont ou où par parce pas peu peut plus pour pourquoi qu qu'est
        qu'il qu'elle quand que quel quelle quelles quels qui quoi s'est sa sans se sera ses si son sont
        sous suis sur ta te tes toi ton tous tout toute toutes très tu un une vos votre vous y""",
    "it": """a abbiamo ad ai al alla alle allo anche ancora avere aveva c'è che chi ci ciao come con cosa
        così cui da dagli dai dal dalla dalle degli dei del della delle dello di dopo dove e è ed era
        erano essere fa fare fra fu gli ha hai hanno ho i il in io l'ho la le lei li lo loro lui ma me
        mi mia mie miei mio molto ne nei nel nella nelle nello noi non nostra nostro o ogni per perché
        però più poi qual quale quali quando quanto quella quelle quelli quello questa queste questi
        questo qui sarà se sei senza si sia siamo siete solo sono sta stata stato su sua sue sugli sui
        sul sulla sulle suo suoi te ti tra tu tua tue tuo tutti tutto un una uno vi voi""",
    "pt": """a à ainda ao aos aquela aquele as às assim até com como da das de dela dele deles depois do dos e é
        ela elas ele eles em entre era eram essa essas esse esses esta está estão estava este estes
        estou eu foi for foram há isso isto já la lhe lhes mais mas me mesmo meu meus minha minhas muito
        na não nas nem no nos nós nossa nosso num numa o olá onde os ou para pela pelas pelo pelos por
        porque quais qual quando que quê quem são se seja sem ser será seu seus sim só somos sou sua
        suas também te tem têm tenho ter teu teus tinha tu tua tudo um uma umas uns você vocês vos""",
    "nl": """aan al alles als altijd andere ben bij daar dan dat de der deze die dit doch doen door dus
        een eens en er ge geen geweest haar had heb hebben heeft hem het hier hij hoe hun iemand iets ik
        in is ja je jij jou jouw jullie kan kon kunnen maar me meer men met mij mijn moet na naar niet
        niets nog nu of om omdat onder ons onze ook op over reeds te tegen toch toen tot u uit uw van
        veel voor waar waarom wanneer want waren was wat we wel werd wezen wie wij wil worden wordt zal
        ze zei zelf zich zij zijn zo zonder zou""",
    "sv": """alla allt att av bara blev bli blir de dem den denna deras dess det detta dig din dina ditt
        du där efter ej eller en er ett från för ha hade han hans har hej henne hennes hon honom hur här
        i icke ingen inom inte jag ju kan kunde man med mellan men mig min mina mitt mot mycket ni nu när
        någon något några och om oss på sedan sig sin sina sitt ska skulle som så till under upp ut utan
        vad var varför vara vem vi vid vilken är än åt över""",
    "da": """af alle at blev blive bliver da de dem den denne der deres det dette dig din disse dog du
        efter eller en end er et for fra ham han hans har havde have hej hende hendes her hos hun hvad
        hvem hvis hvor hvorfor hvornår i ikke ind jeg jer jo kan kunne man mange med meget men mig min
        mine mit mod ned noget nogle nu når og også om op os over på sig sin sine skal skulle som sådan
        så til ud under var vi vil ville være været""",
    "no": """alle at av bare ble bli blir da de deg dem den denne der deres det dette din disse du eller
        en er et etter for fordi fra ha hadde han hans har hei henne hennes her hun hva hvem hvis hvor
        hvorfor hvordan i ikke ingen inn jeg kan kunne man mange med meg meget mellom men min mitt mot mye
        ned noe noen nå når og også om opp oss over på seg selv sin sitt skal skulle slik som så til
        under ut var vi vil ville være vært""",
    "fi": """ei eivät emme en että he hän hänen hei itse ja jo jos joka jotka kanssa koska kuin kuka kun
        me mikä minä minun minulla missä mitä miksi mukaan mutta myös ne niin nyt ole olen olet oli olin
        olivat olla on ovat se sen sinä sinun siitä sitten tai te tämä tämän tässä vaan vai voi""",
    "pl": """a aby ale bardzo będzie bez być był była było były bym ci cię co czy dla dlaczego do gdy gdzie
        go i ile im ja jak jako je jego jej jest jestem jeszcze jeśli już kiedy kto która które który
        ma mam mi mnie moja moje mój mu my na nad nie niego nim o od on ona one oni po pod przez przy są
        się skąd sobie ta tak także tam te tego tej ten to tu tutaj ty tylko tym w was więc wszystko z za
        ze że żeby""",
    "tr": """ama ancak bana bazı ben beni benim bir biraz biz bu bunu çok çünkü da daha de defa değil diye
        en gibi hem hep hiç için ile ise kadar ki kim merhaba mi mı mu mü nasıl ne neden nerede o olan
        olarak oldu olduğu ona onu onun sana sen seni senin siz şey şu var ve veya ya yani yok zaman""",
    "ru": """а без бы был была были было быть в вам вас весь во вот все всё вы где да для до его ее её если
        есть еще ещё же за и из или им их к как какая какие какой когда кто ли меня мне мной мой моя мы на
        над нас не него нее неё нет ни них но ну о об он она они оно от очень по под почему при с со так
        такой там то тоже только том ты тебя тебе у уже хотя чего чем что чтобы эта эти это этот я""",
}
# Characters that few languages use.
SIGN_LISTS: Final = {
    "de": "ä ö ü",
    "es": "á é í ñ ó ¿ ¡",
    "fr": "à ç é è ê ù œ",
    "it": "à è ì ò ù",
    "pt": "á à ã ç é ê í ó õ",
    "sv": "å ä ö",
    "da": "å æ ø",
    "no": "å æ ø",
    "fi": "ä ö",
    "pl": "ą ć ę ł ń ó ś ź ż",
    "tr": "ç ğ ı ö ş ü",
}
# Stop words above that are words or names in English (war, son, door, Ben): a question in that
# language drops them, a turn keeps them in case its language was detected wrongly.
MEANS_IN_ENGLISH: Final = frozenset(
    """ad al ale also ama ante bare ben bin biz car chi co com come comment con da dan del den di die
    dies dig din dog door dos dove e ed el ella em end er era eras es fare go ha ham han hans hat
    hay hem ho hoe hon hun ind inn io jag jo ki kim la las le les li lo los ma man mange med meg
    men met mia min mine mis mod mon mot mu muss na ne non notre num nun o one op os par pas per
    plus pod pour reeds sa sans sea sedan sen sin sine ska solo som son sous soy sta su sue sur
    tai tan ten ti till ton tot tout tu ty u um un van var ve vi vid von w want war will y ya yo z""".split()
)
