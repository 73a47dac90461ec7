"""French: what is no statement."""

from typing import Final

from recollect.learn.extract.fr_rule import french
from recollect.learn.extract.language import Guards

_PRONOUN: Final = r"(?:je|tu|il|elle|on|nous|vous|ils|elles|ce|t-il|t-elle|t-on|moi)"
_SOMEBODY: Final = r"(?:il|elle|mon (?:[\w-]+ )?[\w-]+|ma (?:[\w-]+ )?[\w-]+|l'auteur|l'article|le (?:livre|film|mec|type|gars|journal|site|prof|médecin|texte|mail|message)|la (?:pub|notice|dame|fille|lettre|chanson)|les gens|qqn|quelqu'un|un (?:mec|type|gars|pote|ami|collègue)|une (?:amie|collègue))"

GUARDS: Final = Guards(
    asks=french(
        r"(?:(?:et|mais|ou|ok|bon|donc|alors|sinon|du coup|dis|dis-moi|salut|bonjour|coucou|au fait|euh?|ah|tiens|svp|stp)[,:]? )*"
        r"(?:(?:on|tu|vous|ça|c'est) [\w' -]{0,30}?(?:à quelle heure|c'est quand|combien ça)\b|est-ce que?\b|est-ce qu'|esk\b|qu'est-ce|qu'est ce|keske|kesk|c'est quoi|c koi|c'est qui\b|c'est où|quoi faire|pourquoi|pk\b|pkoi|comment(?! (?:je|on) (?:fais|fait) d'habitude)|combien|o\u00f9 (?!j'|je|on)|ou est\b|quand est-ce|à quelle|à quel\b|de quel|quels?\b|quelles?\b|qui (?:est|a|peut|sait|connaît|connait)\b|que (?:faire|penses|pensez|dois|peut|faut|signifie|veut|vaut)|qu'en|ça (?:veut dire|marche comment)"
        rf"|\w+-(?:t-)?{_PRONOUN}\b(?<!-moi)|y a-t-il|y'?a (?:moyen|t-il)|(?:tu|vous) (?:peux|pouvez|pourrais|pourriez|sais|savez|saurais|sauriez|connais|connaissez|as|avez|penses|pensez|crois|croyez|veux|voulez|me|m'|nous|conseilles|conseillez|proposes|recommandes|recommandez|préfères|ferais|feriez|dirais)\b"
        r"|(?:je|j'|on) (?:peux|peut|dois|doit|fais|fait|mets|met|prends|prend) (?:quoi|où|comment|combien|quand|lequel|laquelle)|une idée|des idées|des conseils|un conseil|une suggestion|quelqu'un (?:sait|connaît|a))"
    ),
    supposes=french(
        # "j'ai promis qu'elle aurait": what was promised then, nothing imagined.
        r"^(?!.*\b(?:ai|a|avons) (?:promis|juré|garanti|assuré)\b)[\s\S]*?(?:(?:^|[\s,(])(?:si\s+(?:j'|je|on|nous|tu|vous|mon|ma|mes|jamais|un jour|seulement|c'était|elle|quelqu'un)|s'il|si il)(?: ?\b)|\b(?:et si\b|admettons|supposons|supposant|imaginons|imagine[zr]?\b|mettons que|disons que|en supposant|à supposer|au cas où|hypothè(?:se|ses|tique)|théoriquement|en théorie|par exemple|comme si\b|dans une autre vie"
        r"|\w+(?:erais|irais|rions)\b(?<!préférerais)|aurais|aurait|aurions|serais\b|serait\b|j'aurai(?:s|t) (?:pu|dû|aimé|voulu)|dans un monde))"
    ),
    doubts=french(
        r"\b(?:peut-être|peut etre|ptet|ptêt|p'tet|p-e|pas sûre?(?= ?(?:$|,|de|d'|que|qu'|du tout))|pas certaine?|je sais pas|(?:sais|savons) plus|jsp|chais pas|aucune idée|je ne sais|je crois\b|je pense(?! à )(?! donc)|je suppose|j'imagine|il me semble|il paraît|paraît-il|probablement|sans doute|éventuellement"
        r"|je me demande|j'hésite|on hésite|hésit\w+|je réfléchis|on réfléchit|j'envisage|on envisage|je songe|tenté de|tentée de|pourrais|pourrait|qui sait|si je me souviens|on dit que|on m'a dit|soi-disant|apparemment pas|indécis\w*|pas encore décidé|à voir|on verra|je verrai|bof)\b"
    ),
    mocks=french(
        r"\b(?:je rigole|je plaisante|jdeconne|je déconne|on rigole|je blague|blague|c'est pour rire|pour de rire|lol|mdr|ptdr|xptdr|mouahaha\w*|youpi|quel bonheur|quelle joie|trop de chance|(?:génial|super|parfait|formidable|magnifique|top|chouette|youpi),? encore|je ne vis que pour|bien sûr que non|ben voyons|mais oui c'est ça|c'est ça oui|comme par hasard|le rêve|vivement (?:lundi|les impôts)|magnifique vraiment|j'adore (?:quand|attendre|payer|devoir|être|faire la queue|passer (?:mes|des|ma|deux|trois))|trop bien de|quelle chance"
        r"|vampire|loup-garou|sorcier|super-?héros|milliardaire|roi du|reine du|doctorat en (?:procrastination|sieste|flemme|canapé)|procrastination|(?:marié|mariée|fiancé|fiancée) (?:à|avec) (?:mon|ma) (?:canapé|lit|travail|boulot|ordi|ordinateur|frigo|télé|café|chat|couette)|champion du monde|championne du monde|diplômé(?:e)? en (?:sieste|flemme)|(?:expert|experte|pro) (?:en|de la) (?:sieste|flemme|procrastination)"
        r"|\d{3,} ans\b|dans mes rêves|génération spontanée|mon royaume|le maître du monde|dominer le monde|extra-?terrestre|martien|martienne|ironie|second degré|sarcasme|merci bien hein)\b|/s\b|[😂🤣😜😝🙃😇😉]"
    ),
    # Laughter and faces, searched in the sentence and what ends it.
    laughs=french(
        r"\b(?:lol|mdr|ptdr|haha\w*|hihi\w*|xd)\b|[\U0001F600-\U0001F64F\U0001F910-\U0001F92F]|;\)"
    ),
    # Conditionals, requests, troubles with what is asked about, what one does while one talks.
    joked=french(
        r"(?:^|(?<=[.!?,;\n…)–-])|(?<=[.!?,;\n…)–-] ))(?:(?:(?:non|nan|haha|mdr|lol|c'est|c'était),? ){0,3}(?:je (?:plaisante|rigole|blague|déconne)|une blague|blague(?=[,.!])|poisson d'avril)(?=[,.! ]|$)[ ,.!:;-]*|(?:haha|mdr),? non(?=[,.!])[,.!]*)"
    ),
    talk=french(
        r"\b(?:\w{3,}(?:rais|rait|rions|riez|raient)|non plus|pareil|lol|mdr|ptdr|haha\w*|xd|erreur|bug|bugs|message|fichier|ça|cela|comme d'hab|dans mes rêves|toi|te|t'|tu|vous|votre|ton|ta|tes)\b|[\U0001F600-\U0001F64F]|;\)"
        r"|^(?:je|j'|j|on|nous) ?(?:n'|ne )?(?:m'|me |se |s'|y |en |l'|le |la |les )*(?:ai (?:pas |juste |bien |déjà |tout |encore )?(?:essayé|testé|cliqué|installé|suivi|vu|lu|trouvé|cherché|demandé|compris|entendu|reçu|eu|mis|fait|dit|remarqué|pensé|regardé|ouvert|copié|collé|oublié|besoin|envie|peur|hâte|mal)|a (?:vu|lu|dit|essayé|testé|entendu|trouvé|parlé|eu|fait|mis|reçu)|préfère|aime|adore|déteste|arrive|arrivons|pense|crois|vois|voit|trouve|sens|sent|regarde|lis|cherche|essaie|essaye|tente|clique|tape|reçois|veux|veut|peux|peut|sais|sait|comprends|comprend|entends|imagine|suppose|espère|demande|dis|dit|parle|suis (?:pas|en train|sur|allée?|dit|bien|très|trop|un peu|vraiment)|est (?:pas|en train|d'accord|bien)|vais|va|allons|dois|doit|fais|fait|faisons|pensais|voulais|comptais|croyais|cherchais|savais|\w{3,}ais|ferai|verrai|verra|reviens|commence|continue|attends|attend|ris|pleure|galère|rame|meurs|note|prends note|avance)\b"
    ),
    plays=french(
        r"\b(?:jouons|on joue(?:\s*[:,!]| (?:à un jeu|un rôle|au (?:docteur|maître)\b|aux (?:pirates|chevaliers|détectives|cow-?boys)\b))|jeu de rôles?|fais semblant|faisons semblant|imagine que tu|tu es (?:un|une|le|la|mon|ma) [\w' -]{3,40}?,? et (?:moi )?je|joue le rôle|dans la peau|mets-toi à la place|tu (?:joues|incarnes) (?:un|une|le|la)|tu fais (?:un|une|le|la) [\w' -]{3,40}?,? (?:et )?(?:moi )?je|à la première personne|il était une fois)"
    ),
    invents=french(
        r"\b(?:(?<!j')(?<!je )(?:écris|rédige|raconte|invente)(?:-moi|-nous)? (?:un|une|le|la|les) (?:[\w-]+ ){0,3}(?:histoire|scène|monologue|conte|nouvelle|roman|poème|chanson|sketch|dialogue|journal intime|fable)|du point de vue d)"
    ),
    goes_on=french(
        r"\b(?:continue|poursuis|poursuivez|la suite|vas-y|(?:autre|nouvelle?|prochaine?|dernière?) (?:scène|partie|chapitre|strophe|paragraphe|page|ligne|version)|(?:l'|la |le |ton |ta )(?:histoire|scène|fin|poème|monologue|chapitre|conte)\b|et (?:alors|puis|ensuite) (?:il|elle|je)\b|(?:fais|mets|ajoute|change|remplace|enlève|réécris|raccourcis|laisse)(?:-l[ea]s?|-lui)? (?:le|la|les|l'|un|une|en|du|plus|qu'|que)\b|plus (?:courte?|longue?|drôle|sombre|triste)\b|que ça rime|à la place\b)"
    ),
    fiction=french(
        r"\b(?:(?:mon|le|ce) (?:personnage(?! préféré)|(?<!est mon )héros|narrateur)|(?:ma|la) narratrice|(?<!est )mon héroïne|pour (?:mon|un) (?:roman|scénario|jeu)\b|demi-?(?:orque|elfe)|PNJs?\b"
        r"|(?:question|partie|campagne|fiche) (?:de )?D&D|(?:D&D|donjons et dragons)\s?[:!])"
    ),
    stops_playing=french(
        r"\b(?:fin du jeu|on arrête (?:de jouer|le jeu)|stop|assez joué|plus sérieusement|sérieusement|hors jeu|bon,? en vrai|en vrai|dans la vraie vie|pour de vrai|revenons)\b"
    ),
    idle=french(
        r"^(?:à partir de maintenant|dès maintenant|désormais|toujours)$|^(?:récupère|aide[- ]moi|fais[- ]moi|rédige|traduis|résume|calcule|corrige|(?:écris|réponds à|envoie|termine|commence) (?:le|la|ce|cette|cet) (?:mail|courriel|lettre|message|texte|légende)|appelle-moi (?:un|une|demain|quand|dès|plus tard|ce|à|vers|après|avant|si|fou|folle))\b(?!.*\btoujours\b)"
        r"|^(?:merci(?! de (?:toujours|ne|systématiquement))|pardon|désolée?|de rien|bonne (?:journée|soirée|nuit)|à (?:plus|bientôt|demain$|tout)|bien (?:vu|joué|reçu)|c'est (?:noté|parfait|gentil|clair|bon|super|génial|vrai|ça|cool|top|chouette|nul|dommage|compliqué|pas grave|pour comprendre|pour savoir|tout)\b|ça (?:passe|marche|roule|va|me va|ira|suffit|fonctionne)\b)"
        r"|^(?:je|j'|j) ?(?:n'|ne )?(?:me |m')?(?:comprends|vois(?!.*\b(?:le \d{1,2}|lundi|mardi|mercredi|jeudi|vendredi|samedi|dimanche|demain|(?:la )?semaine prochaine|à \d{1,2} ?h)\b)|sais(?! \w+(?:er|ir|re)\b)(?! (?:pas |très bien |aussi |juste )\w+(?:er|ir|re)\b)|savais|espère|parie|remercie|remercierai|rappelle que|veux (?:dire|savoir|bien|juste|une|un|que tu)|voulais(?! dire)|(?:voudrais|aimerais)(?! (?:leur |lui )?(?:faire une|faire un|offrir|organiser|fêter|inviter)\b)|souhaite(?:rais)? (?:savoir|avoir|que)|cherche(?! (?:une? |du |mon )(?:nouve\w+ |premier |petit )?(?:boulot|job|travail|taf|appart|maison|logement|stage|alternance|coloc|nounou|associé|emploi|poste|voiture|local|terrain))|cherchais|demande|trouve|ai (?:(?:pas|pas bien|rien|mal|pas tout|bien|tout|un peu|très|trop|super|tellement|si) )?(?:compris|vu|lu|entendu|cru|pensé|essayé|testé|oublié de te|besoin|le temps|une question|une idée|un doute|un souci|un problème|l'impression|hâte|peur|envie|faim|soif|froid|chaud|mal compris|rien|raison|tort|du mal|pas compris)|entends|dirais|disais|m'excuse|excuse|note|prends note|tente|essaie|essaye|regarde ça|lis|révise|relis|(?:te |vous |t')(?!(?:l'|le |la |les )?(?:envoi|apport|rend|rapport|prêt|dépos|rappell|livr|transmet|ramèn|prépar|rembours|recontact)\w*\b)|comptais|bug|bloque|galère|rame)\b"
        r"|^(?:je suis|j'suis|jsuis|chuis|j'étais|on est) (?:pas |juste |trop |très |un peu |vraiment |tellement |super |assez |encore |bien |complètement |plus |toute? )*(?:curieu\w+|désolée?|perdue?s?|sûre?|bloquée?|fatiguée?|crevée?|content\w*|contente|ravie?|heureu\w+|triste|déçue?|d'accord|pressée?|énervée?|stressée?|étonnée?|surprise?|impressionnée?|impatiente?|nulle?(?! en| au| pour)|prêt\w*|partante?|preneu\w+|là(?! (?:la semaine|du \d|le|lundi|mardi|mercredi|jeudi|vendredi|samedi|dimanche|demain|cette|en|jusqu|ce|entre))|de retour(?! (?:de|du|d'|au|à)\b)|en retard|mort\w*|confuse?|certaine?|convaincue?|intriguée?|tombée?s? (?:sur|par)|en train de (?:lire|regarder|me demander)|coincée?|tout ouïe|à toi|au bord|dégoûtée?|saoulée?|frustrée?|larguée?|malade)\b"
        r"|^(?:tu|t'|vous|toi|ton|ta|tes|votre|vos)\b(?! (?:peux|pouvez|pourrais|pourriez) me (?:tutoyer\b|vouvoyer\b|rappeler (?:de|d'|qu)))|\b(?:pour (?:cette|ce) (?:réponse|message|fois|coup|texte|coup-ci)|cette fois(?:-ci)?|juste (?:pour|cette|là|aujourd'hui)|pour (?:l'instant|le moment) (?:fais|réponds|écris)|pour une fois|exceptionnellement)\b"
        r"|^(?:on|nous) (?:est|sera|sommes|serons) (?:<NUM>)\b(?! (?:dans|à la maison|enfants|frères|sœurs|en famille|au bureau|salariés|associés))|^(?:il|elle) (?:fait (?:beau|froid|chaud|gris|moche|bon)|pleut|neige|est (?:tard|tôt|l'heure|possible|\d))|^c'est (?:juste|pas|trop|très|un peu|bizarre|fou|marrant|drôle|dur|difficile|long|cher|simple|facile|quoi|normal|possible|comme ça|bien|mieux|mon problème|ma question|le cas)\b(?! (?:mon|ma) (?:truc|fort|tasse|genre|délire))"
        r"|\b(?:ma question|mon problème|mon souci|mon erreur|mon doute|ma faute)\b"
    ),
    corrects=french(
        r"(?:\b(?:non|nan|erreur|faux|pardon|pas du tout|je me suis trompée?|je corrige|correction|rectification|oups|autant pour moi|au temps pour moi|en fait|plutôt|il s'avère que)\b[\s,:;.!–—-]*)+$"
    ),
    puts_right=french(
        r"\W{0,3}(?:\*\s?|(?:(?:non|nan|erreur|faux|pardon|attends|attendez|oups|mince|zut|désolée?|je me suis trompée?|je corrige|correction|rectification|autant pour moi|au temps pour moi|en fait|ou plutôt|plutôt|je voulais dire|enfin)\b[\s,:;.!…–—-]{1,5}){1,4})"
        r"(?:(?:je voulais dire|(?:c'est|c'était)(?: bien)?|ce sera|ce sont|à|en|au)\b ){0,3}(?P<value>\S.{0,50}?)(?:,? (?:je voulais dire|pardon|bien sûr|pas [^,]{1,20}))?[.!]?"
    ),
    reports=french(
        rf"\b{_SOMEBODY} (?:dit|disait|a dit|affirme|affirmait|prétend|prétendait|raconte|racontait|écrit|a écrit|soutient|jure|explique que|m'a dit|me dit|m'écrit|m'a écrit|répète|demande|s'appelle reviens)\b|\b(?:comme (?:disait|dit|dirait)|selon|d'après|je cite|c'est (?:marqué|écrit)|il y a (?:marqué|écrit)|cite|dixit|genre \")\b|\b(?:le|la) (?:chanteu(?:r|se)|acteur|actrice|youtubeu(?:r|se)|footballeu(?:r|se)|autrice|auteur|ministre|président)\b"
    ),
)

DENIES: Final = french(
    r",? (?:et )?(?:pas|non|non pas|au lieu d[eu']|plutôt que) (?!(?:que|seulement|là|dispo|disponible|joignable|libre|au bureau|à la maison|en ville)\b)(?:le |la |les |à |en |au |du )?\w"
)
ADDS: Final = french(
    r"\b(?:aussi|également|en plus|deuxième|second|seconde|autre|à côté|à mi-temps|le week-end|par ailleurs|en parallèle)\b"
)
TELLS: Final = french(
    r"(?:je (?:suis|ne suis|n'ai|vis|travaille|bosse)|j'(?:ai|habite|étais|avais)|on (?:est|a|habite|vit)|nous (?:sommes|avons)|mon|ma|mes|notre|nos)\b"
)
