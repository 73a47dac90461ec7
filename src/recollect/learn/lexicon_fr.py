"""French."""

import re
from typing import Final

from recollect.learn.lexicon import Lexicon, bare, figures, phrases, senses, words

_DAYS = "lundi lundis mardi mardis mercredi mercredis jeudi jeudis vendredi vendredis samedi samedis dimanche dimanches"
_YEAR = "janvier février mars avril mai juin juillet août septembre octobre novembre décembre"
_SEASONS = "printemps été automne hiver"
_MONTHS = f"{_YEAR} {_SEASONS}"
_MONTH = "|".join(_MONTHS.split())

FRENCH: Final = Lexicon(
    code="fr",
    stemmer="french",
    small=words(
        """je j me m moi mon ma mes nous notre nos tu te t toi ton ta tes il elle on lui le la les l leur leurs ils elles son
        sa ses se s qui que qu quoi dont ce c cet cette ces cela ça un une des du de d et ou mais aussi ainsi comme à a au
        aux avec chez contre dans depuis en entre par pour sans sous sur vers si parce quand où ici là y suis es est sommes
        êtes sont étais était étaient été être ai as avons avez ont avais avait avoir très vraiment actuellement
        maintenant bien donc puis encore déjà tout toute plus s'il plaît ans an heure"""
    )
    - words("sans ans été heure"),
    denials=words("ne n pas jamais sans aucun aucune ni non rien personne guère"),
    same=senses(
        """
        habiter habite habites habitons vis vit vivre vivons réside maison domicile habitais habitait vivais
        aimer aime aimes aimons aimait adore adores adorais apprécie apprécies supporte supportes supporter fan plaît
        travailler travaille travailles bosse employé employée travaillais boulot
        appeler appelle appelles appellent nomme nommé nom prénom
        manger mange manges mangeais mangé remanger remange remanges
        boire bois boit buvais bu
        conduire conduis conduit roule
        parler parle parles parlons parlais
        étudier étudie étudies étudiais apprendre apprends apprend
        utiliser utilise utilises utilisais
        fumer fume fumes fumais
        jouer joue joues jouais
        envoyer envoie envoies enverrai envoyé
        acheter achète acheté achèterai
        faire fais fait ferai faisais
        aller vais va vas allé irai
        rencontrer rencontre rencontré retrouve retrouver vois voir
        avoir possède possèdes
        mère maman
        père papa
        patron patronne
        avocat avocate
        venir viens vient venons originaire
        allergie allergies allergique
        téléphone portable
        voiture auto
        """
    ),
    numbers=figures(
        "zéro=0 deux=2 trois=3 quatre=4 cinq=5 six=6 sept=7 huit=8 neuf=9 dix=10 onze=11 douze=12 treize=13 quatorze=14"
        " quinze=15 seize=16 dix-sept=17 dix-huit=18 dix-neuf=19 vingt=20 trente=30 quarante=40 cinquante=50 cent=100"
        " mille=1000"
    ),
    roles=words(
        """mère père sœur soeur frère fils fille femme mari conjoint conjointe compagnon compagne copain copine fiancé
        fiancée grand-mère grand-père tante oncle cousin cousine neveu nièce voisin voisine ami amie collègue patron
        patronne médecin docteur dentiste propriétaire professeur prof colocataire beau-frère belle-sœur belle-mère
        beau-père maman papa ex thérapeute avocat avocate entraîneur parents grands-parents"""
    ),
    partners=words("femme mari conjoint conjointe compagnon compagne copain copine fiancé fiancée"),
    times=words(
        f"""{_DAYS} {_MONTHS} aujourd'hui aujourd hui hier demain matin matins soir soirs après-midi nuit midi week-end
        week-ends semaine semaines mois jour jours quotidien toujours souvent parfois chaque tous toutes régulièrement
        dernier dernière prochain prochaine"""
    ),
    moments=words(
        "lundi mardi mercredi jeudi vendredi samedi dimanche matin soir après-midi nuit midi"
        " week-end printemps automne hiver"
    ),
    months=words(_YEAR),
    since=words("depuis en jusqu"),
    units=words("ans an mois semaines semaine jours h heures heure"),
    light=words(
        "appeler habiter travailler manger boire conduire étudier utiliser jouer faire aller avoir venir prevu"
    ),
    meals=words("manger boire"),
    many=words("aimer parler utiliser jouer étudier visité connais lis lire"),
    directed=words("que plutôt avant après entre moins mieux jusque depuis"),
    turning=words("hors contre sans dehors sorti sortie"),
    definite=words("mon ma mes notre nos le la l les son sa ses leur leurs"),
    liking="aimer",
    naming="appeler",
    doing=re.compile(r"(?:euse|eur|iste|er|ir|e|é)$"),
    dislikes=phrases(
        "déteste",
        "détestes",
        "hais",
        "ai horreur de",
        "a horreur de",
        "(?:s'est |suis )?lassée? d[eu']",
        "en (?:ai|a) marre d[eu']",
    ),
    ends=phrases(
        "(?:j'ai |a )?arrêté(?: de| d')?",
        "(?:j'ai |a )?cessé(?: de| d')?",
        "avant",
        "autrefois",
        "vendu",
        "^plus(?= d(?:e |').* pour (?:moi|lui|elle|nous|eux)(?!\\w))",
        "abandonné",
        "laissé tomber",
        "démissionné de",
    ),
    ended=phrases(
        "ne (?:.{1,30} )?plus",
        "n'(?:.{1,30} )?plus",
        "terminé",
        "c'est fini",
        "lassée? d[eu']",
        "marre d[eu']",
    ),
    changes=phrases(
        "maintenant",
        "désormais",
        "à présent",
        "de nouveau",
        "à nouveau",
        "(?:j'ai |je viens d(?:e |'))?(?:dé|em)ménag(?:é|er)",
        "changé",
        "passé à",
        "devenue?",
        "nouve(?:au|l|lle|lles|aux)",
        "depuis peu",
        "fêté ses",
        "dorénavant",
        "(?:a |est )?(?:augmenté|monté|baissé|passé|passée)(?: à)?",
        "(?:a été |est )?(?:report|repouss|décal|déplac|avanc)(?:ée?|er)(?: à| au)?",
        "commencé (?:à|chez)",
    ),
    adds=phrases("aussi", "également", "en plus", "autre", "deuxième", "second[e]?", "ainsi que"),
    corrects=phrases(
        "^non[,:.;]?",
        "pardon",
        "désolée?",
        "je voulais dire",
        "je veux dire",
        "en fait",
        "correction",
        "je me suis trompée?",
        "erreur",
        "plus exactement",
        "plutôt",
        "pas .{1,40}, mais",
    ),
    says=phrases(
        "je (?:te|vous) rappelle que?",
        "rappelle-toi que",
        "n'oublie pas que",
        "comme (?:je (?:te |vous )?l'ai dit|tu (?:le )?sais)",
        "je (?:te |vous )?l?'?ai (?:déjà )?dit que?",
        "au fait",
    ),
    plans=phrases(
        "(?:vais|vas|va|allons|vont) (?=\\w+(?:er|ir|re)(?!\\w))",
        "veux",
        "veut",
        "compte (?=\\w+(?:er|ir|re)(?!\\w))",
        "prévois",
        "dois",
        "doit",
        f"à partir d[e'] ?(?:{_MONTH})",
        "à partir du",
        "\\w{3,}r(?:ai|ons|ont)",
    ),
    cancels=phrases(
        "annulée?s?",
        "tombe à l'eau",
        "tombé à l'eau",
        "n'aura pas lieu",
        "décommandée?",
        "changé d'avis(?: sur| pour| concernant)?",
    ),
    habits=phrases(
        "chaque",
        "tou(?:s|tes) les",
        "toujours",
        "les? (?:lundi|mardi|mercredi|jeudi|vendredi|samedi|dimanche)s?",
    ),
    turns=phrases(
        "maintenant",
        "désormais",
        "à la place",
        "premier jour",
        "fini",
        "plus de",
        "vendue?",
        "quittée?",
        "rendue?",
    ),
    switches=phrases(
        "à la place", "passée?s? à", "revenue?s? à", "changé pour", "migré vers", "remplacé"
    ),
    finishes=phrases("fini(?: de)?", "terminé(?: de)?", "achevé"),
    dies=phrases(
        "mort",
        "morte",
        "décédée?",
        "est mort",
        "nous a quittés",
        "(?<!se )(?:fait |faire )(?:euthanasi(?:er|é)|piqu(?:er|é))",
    ),
    gives=phrases(
        "vendue?s?",
        "donnée?s? (?:ma|mon|mes|sa|son|ses|notre|la|le|l')",
        "(?:m'a|lui a|nous a|leur a|été) volée?s?",
    ),
    bound=phrases(
        "(?:est|suis|sommes|sont) (?:maintenant |désormais )?(?:célibataires?|mariée?s?|divorcée?s?|fiancée?s?|veuve?|pacsée?s?|séparée?s?)",
        "en couple avec",
        "(?:s'est|se sont|nous sommes|me suis) (?:mariée?s?|fiancée?s?|pacsée?s?)",
        "(?:a|ai) (?:une? )?(?:nouveau |nouvelle )?(?:copine?|petite? amie?|compagne|compagnon)",
        "(?:ont|avons) divorcé",
    ),
    idle=phrases(
        "au chômage",
        "à la retraite",
        "retraitée?",
        "licenciée?",
        "(?:suis|est|été|fait) (?:virée?|renvoyée?|virer|renvoyer)",
        "perdu (?:mon|son) (?:emploi|travail)",
    ),
    favourite=re.compile(r"(?<!\w)(?P<what>\w+[^\Ws]) (?:preferee?|favorite?)(?!\w)"),
    prefers=phrases("préfère"),
    pets=words(
        "chat chatte chien chienne chiot lapin hamster cheval poney perroquet perruche tortue"
    ),
    scoped=re.compile(
        r"(?<!\w)(?:quand|lorsque|si|au travail|a la maison|dans (?:les |mes )?(?:mails|courriels|messages)|pour (?:les |mes )?(?:mails|courriels|messages))(?!\w)"
    ),
    fails=phrases("oublié", "pas encore", "pas réussi à", "dois encore"),
    parts=phrases("séparée?s?", "rompu", "divorcée?s?", "plus ensemble", "quittée?s?"),
    contrasts=re.compile(
        r"(?:, (?:et )?(?:(?:non )?pas|plus(?= a | au | en | chez | dans )) (?P<left>[^,.;]{1,40}?)(?=\s*(?:[,.;!]|$))|(?<!\w)(?:non )?pas (?P<left2>[^,.;]{1,40}?),? mais(?!\w)"
        r"|(?<!\w)(?:au lieu d[eu]|a la place d[eu]) (?P<left3>[\w-]+)(?!\w))"
    ),
    living="habiter",
    somewhere=re.compile(
        bare(
            r"(?<!\w)(?:à|en|au|aux|dans|vers|près de|sur) (?!(?:une?|les?|la|l'|mon|ma|son|sa|notre) ?(?:[\w-]+ ){0,2}(?:étage|appartement|maison|studio|immeuble|coloc)(?!\w))\w"
        )
    ),
    engaged=re.compile(
        bare(
            r"(?<!\w)(?:chez|dans|pour|comme|au|aux|à|en) (?!(?:mi-temps|temps|plein|distance|domicile|la maison|télétravail|moyenne)(?!\w)|\d)\w"
        )
    ),
    moves=phrases("(?:déménagée?|emménagée?|installée?s?) (?:à|en|au|aux|chez)"),
    leaves=re.compile(
        bare(
            r"(?<!\w)(?:(?:passée?s?|changée?|déménagée?|migrée?) de (?P<left>.+?) (?:à|pour|vers)(?!\w)"
            r"|(?:quitté|remplacé|abandonné|laissé) (?P<left2>.+?)(?= et | pour | par |[,.;]|$))"
        )
    ),
    bounded=phrases(
        "jusqu'(?:à|au|en)",
        "temporairement",
        "en vacances",
        "louée?",
        "de passage",
        "le week-end",
        f"en (?:{_MONTH})",
        "cette semaine",
        "ce mois-ci",
        "pour l'instant",
        "pendant (?:deux|trois|\\d+|quelques)",
    ),
    past=re.compile(
        r"^(?!(?:pacs|mari|fianc|assur|abonn|install|employ|retrait)ée?s?$)"
        r"(?:étais|était|avais|avait|\w{2,}(?:ais|ait|aient|é|és|ée|ées))$"
    ),
)
