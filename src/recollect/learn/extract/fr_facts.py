"""French: where people live and come from, what they work and study."""

from typing import Final

from recollect.learn.extract.fr_rule import rule
from recollect.learn.extract.language import Timing
from recollect.model.entry import Kind
from recollect.model.learning import EntityType as Type

_FACT = Kind.FACT
_IN = r"(?:à côté d[eu'] ?|près d[eu'] ?|au nord d[eu'] ?|au sud d[eu'] ?|à l'est d[eu'] ?|à l'ouest d[eu'] ?|à|a|en|au|aux|dans|ds|sur|chez|vers|du côté de|dans le|dans la|dans les|avec|sous|rue|place|avenue|au bord d[eu']|seule?|loin d[eu'])"
_PLACE = r"(?P<object>(?-i:[A-Z\u00c0-\u00de])[\w'-]*(?:[ -](?:(?:de|du|la|le|les|sur|en|sous)[ -])*(?-i:[A-Z\u00c0-\u00de])[\w'-]*)*)?"
_ROLES = r"""(?:\w{2,}(?<!trist)(?<!pessimist)(?<!optimist)(?<!réalist)iste|\w+ologue|\w+trice|(?!meilleur|supérieur|extérieur|intérieur|mineur|majeur|leur|ailleurs|plusieurs)\w{2,}eur|(?!heureuse|curieuse|anxieuse|amoureuse|nerveuse|sérieuse|furieuse|jalouse|chanceuse|paresseuse|peureuse|malheureuse|soucieuse|honteuse|nombreuse|malchanceuse|gourmande|studieuse|précieuse|mystérieuse|capricieuse|orgueilleuse|courageuse|frileuse|pointilleuse|superstitieuse|généreuse)\w{2,}euse|(?!fier\b|entier|premier|dernier|régulier|particulier|familier|singulier|hier)\w{2,}ier|(?!fière|entière|première|dernière|régulière|particulière|familière|singulière|manière|derrière)\w{2,}ière|(?!bien\b|rien\b|ancien|combien|chien)\w{2,}ien|(?!ancienne|mienne)\w{2,}ienne"""
_MORE_ROLES = r"""médecin|toubib|avocate?|profs?|professeure?|instit|institutrice|dév|dev|chef|cheffe|cuistot|agent|agente|flic|gendarme|militaire|juge|notaire|comptable|architecte|élève|étudiante?s?|lycéenn?e?|collégienn?e?|apprentie?|alternante?|stagiaire|interne|retraitée?s?|mère au foyer|père au foyer|maman solo|papa solo|mère célibataire|père célibataire|assistante?|consultante?|gérante?|commerçante?|commerciale?|artisane?|indépendante?|freelance|free-lance|maçon|boulanger|boulangère|bouchère?|berger|bergère|vétérinaire|véto|secrétaire|fonctionnaire|libraire|bibliothécaire|kiné|psy|psychiatre|pédiatre|ingé|ingénieure?|chercheuse|doctorante?|thésarde?|interprète|pilote|steward|hôtesse|maître d'hôtel|maître d'œuvre|maître nageur|guide|clown|dj|maire|élue?|curé|pasteure?|bénévole|paysanne?|vigneronne?|maraîchère?|traiteur|aide-soignante?|aide à domicile|aesh|atsem|avs|responsable|manager|chef de projet|product owner|data scientist|data analyst|sysadmin|admin|cadre|ouvrier|ouvrière|auxiliaire|sage-femme|assistante maternelle|nounou|orthophoniste|musicienne?|marin|marin-pêcheur|pêcheur|conducteur|conductrice|cheminote?|routier|chauffeur|taxi|livreur|coursier|caissière?|hôte|vendeuse|gestionnaire|greffière?|policière?|pompière?|surveillante?|animateur|éduc|éducatrice|éducateur|intermittente?|styliste|sculptrice|peintre|poète|poétesse|écrivaine?|journaliste|pigiste|proviseure?|principal|cpe|prêtre|imam|rabbin|moine|religieuse|sophrologue|ostéo|ostéopathe|podologue|opticienne?|prothésiste|manipulateur|ambulancière?|brancardier|notaire|huissier|détective|douanière?|géomètre|topographe|plâtrier|carreleur|charpentier|menuisier|ébéniste|luthier|horloger|bijoutière?|tatoueuse|tatoueur|esthéticienne|maquilleuse|barman|barmaid|plongeur|commis|pâtissière?|chocolatier|fromagère?|poissonnière?|primeur|fleuriste|jardinière?|paysagiste|forestier|garde-forestier|garde forestier|bûcheron|céréalier|éleveuse|éleveur|ostréiculteur|apicultrice|apiculteur|au chômage|en recherche d'emploi|à la retraite|en retraite|en congé (?:mat|maternité|parental|paternité|sabbatique|maladie)\w*|en arrêt(?: maladie)?|à mon compte|à son compte|auto-?entrepreneuse|auto-?entrepreneur|micro-?entrepreneur|fils unique|fille unique|jumelle|jumeau|orpheline?|veuf|veuve|gaucher|gauchère|ambidextre|myope|astigmate|presbyte)"""
ROLE: Final = _ROLES + "|" + _MORE_ROLES

HOME: Final = (
    rule(
        _FACT,
        "habite habitons habitent crèche crèchent loge logeons logent réside résidons résident",
        rf"<ALL><CL>(?:habit<E>|crèch<E>|log<E>|résid<E>)(?: <NOT>)?,? <ADV>(?!loin\b|$)(?:{_IN} )?(?:(?:le|la|les|l'|un|une|mon|ma) ?)?{_PLACE}.*",
        "home",
        relation="habite",
        type=Type.PLACE,
        confidence=0.8,
    ),
    rule(
        _FACT,
        "vivre habiter",
        rf"<ALL><SUIS> <ADV>(?:revenu|retourné|reparti|rentré)e?s? (?:vivre|habiter) <ADV>{_IN} ?{_PLACE}.*",
        "home",
        confidence=0.8,
    ),
    rule(
        _FACT,
        "vis vit vivons vivent",
        rf"<ALL>(?:vis|vit|vivons|vivent)\b(?: <NOT>)? <ADV>(?!mal\b|bien\b|ça\b){_IN} ?{_PLACE}.*",
        "home",
        relation="habite",
        type=Type.PLACE,
        confidence=0.75,
    ),
    rule(
        _FACT,
        "basé basée basés installé installée installés domicilié domiciliée",
        rf"<ALL><CL><SUIS> <ADV>(?:basée?s?|installée?s?|domiciliée?s?) <ADV>{_IN} ?{_PLACE}.*",
        "home",
        relation="habite",
        type=Type.PLACE,
        timing=Timing.STATE,
    ),
    rule(
        _FACT,
        "emménagé déménagé installés emménager déménager installer",
        rf"<ALL><CL>(?:<AI>|<SUIS>|viens d[e']|vient d[e']|venons d[e']) ?<CL><ADV>(?:emménagée?s?|déménagée?s?|installée?s?|emménager|déménager|installer|venue?s? (?:vivre|habiter))\b(?: <ADV>{_IN} ?(?:(?:le|la|un|une|notre|mon) )?{_PLACE})?.*",
        "home",
        timing=Timing.EVENT,
        past=True,
        relation="habite",
        type=Type.PLACE,
    ),
    rule(
        _FACT,
        "altitude campagne ville banlieue centre province montagne bord étage résidence région coloc colocation hlm",
        r"<ME><SUIS> <ADV>(?:à \d+ ?(?:m|mètres|km|min|minutes|heures?|h)\b .+|à la (?:campagne|montagne|mer)\b.*|en (?:pleine (?:campagne|ville|nature|montagne)|ville|banlieue|province|centre-ville|coloc|colocation|résidence|région)\b.*|au bord d.+|au \w+ étage.*)",
        "home",
        confidence=0.7,
    ),
    rule(
        _FACT,
        "suis est sommes uis",
        r"<ME>(?:suis|est|sommes|uis?)\b <ADV>(?:à|en|au|dans le|dans la|dans les|dans l'|sur|de|du|d')(?: |(?<='))(?!(?=[A-Z]))(?P<object>(?-i:[A-Z\u00c0-\u00de][a-z\u00df-\u00ff]{2,})(?:[ -][\w'-]+)*?)(?=$|,| (?:depuis|et|mais|avec|maintenant|pour (?:le|mon|mes|ma|les) (?:boulot|études|travail|taf))\b).*",
        "home",
        relation="habite",
        type=Type.PLACE,
        confidence=0.65,
    ),
    rule(
        _FACT,
        "maintenant désormais aujourd'hui",
        r"(?:maintenant|désormais|aujourd'hui|now),? (?:c'est|je suis à|on est à|j'habite|je vis à) (?P<object>(?-i:[A-Z\u00c0-\u00de])[\w'-]+(?:[ -](?-i:[A-Z\u00c0-\u00de])[\w'-]+)*).*",
        "home",
        relation="habite",
        type=Type.PLACE,
    ),
    rule(
        _FACT,
        "viens vient originaire grandi né née nés natif native origine",
        # Written without accents, "né" is "ne".
        rf"(?!\w+ ne (?:le|la|les|l'|un|en)\b)<ALL>(?:<SUIS>|<AI>|viens|vient|venons|viennent)? ?<ADV>(?:née?s? (?!avec|le \d|en (?:janvier|février|mars|avril|mai|juin|juillet|août|septembre|octobre|novembre|décembre)\b)(?:et grandie? )?(?:à|a|en|au|aux|dans|le|sous|un|vers)|grandi (?:à|a|en|au|aux|dans|près|sur|entre|avec)|originaires? d[eu'] ?|natifs? d[eu']|native d[eu']|d'origine|(?<=viens )d[eu'] ?(?=(?:la |l')?(?-i:[A-Z\u00c0-\u00de]))|(?<=vient )d[eu'] ?(?=(?:la |l')?(?-i:[A-Z\u00c0-\u00de]))) ?(?:la |le |l')?{_PLACE}.*",
        "hometown",
        past=True,
        relation="vient de",
        type=Type.PLACE,
    ),
    rule(_FACT, "adresse", r"(?:mon|notre|l') ?adresse(?: \w+)?(?: est|,? c'est| :) .+", "address"),
    rule(
        _FACT,
        "rue avenue boulevard impasse allée chemin place quai cours route",
        r"\d+(?: bis| ter)?,? (?:rue|avenue|boulevard|impasse|allée|chemin|place|quai|cours|route) .+",
        "address",
        after=r"\b(?:adresse|habite|habitons|domicile|chez moi|chez nous)\b[^.]{0,40}$",
    ),
    rule(
        _FACT,
        "appart appartement maison studio logement chez",
        r"(?:mon|ma|notre) (?:nouvel |nouvelle |petit |petite )?(?:appart|appartement|maison|studio|logement|chambre|ferme|pavillon) (?:est|se trouve|se situe|donne) <ADV>.+",
        "home",
    ),
)

WORK: Final = (
    rule(
        _FACT,
        "premier première",
        r"(?:(?:aujourd'hui|hier|c)(?: c)?(?:'est|'était| était| est) )?(?:mon |ma |le |la )?(?:tout )?premi(?:er|ère) (?:jour|semaine|journée)(?: de boulot| de travail)? chez (?P<object>.+?)(?=$|,| aujourd'hui| hier).*",
        "employer",
        past=True,
        relation="travaille chez",
        type=Type.COMPANY,
    ),
    rule(
        _FACT,
        "travaille travaillons travaillent bosse bossons bossent taffe taf exerce exerçons officie",
        r"<ALL><CL>(?:travaill<E>|boss<E>|taff<E>|exerc<E>|exerçons|offici<E>)(?: <NOT>)?,? <ADV>(?!(?:sur (?:ça|ce|cette|un|une|le|la|mon|ma|notre)|dessus|dur|là-dessus|avec toi)\b)(?:à|a|chez|pour|dans|ds|en|au|aux|comme|de|du|le|la|les|depuis|sur|avec|tous|que|\d).*?(?:(?<=chez )(?P<object><NAME>).*|$)",
        "employer",
        relation="travaille chez",
        type=Type.COMPANY,
        confidence=0.8,
    ),
    rule(
        _FACT,
        "",
        rf"<ALL><SUIS>(?: <NOT>)? <ADV>(?:un |une |le |la |l'|devenue? |leur |notre )?(?:ancienn?e? |jeune |future? |simple |nouvelle |nouveau |petite? )*(?P<object>(?:{ROLE}))\b(?! (?:de|que|à) (?:te|vous|toi|ça|cette|savoir|voir)\b).*",
        "job_title",
        relation="est",
        confidence=0.7,
    ),
    rule(
        _FACT,
        "métier profession boulot job taf travail poste",
        r"(?:mon|ma|son|sa) (?:nouveau |nouvelle |premier )?(?:métier|profession|boulot|job|taf|poste)(?: actuel)?,? (?:est|c'est|consiste) (?!(?:de|trop|très|fini|dur|bien|nul|long|chiant|génial|pourri)\b).+",
        "job_title",
    ),
    rule(
        _FACT,
        "dirige gère tiens tient tenons possède enseigne enseignons vends vend vendons encadre encadrons conduis conduit anime dirigeons gérons élève élevons cultive cultivons fabrique répare",
        r"<ALL>(?:dirig<E>|dirigeons|gèr<E>|gérons|tiens|tient|tenons|tiennent|possèd<E>|possédons|enseign<E>|vends|vend|vendons|encadr<E>|anim<E>|élèv<E>|élevons|cultiv<E>|fabriqu<E>|répar<E>|conduis|conduit|restaur<E>)(?: <NOT>)? <ADV>(?!(?:à (?:te|vous|ce|le|la)|compte|debout|bon|ça|cette?|le coup|la route|mal|bien|pas (?:le|ça))\b)(?:une? |des |du |de la |de l'|le |la |les |l'|mon |ma |mes |notre |nos |deux |trois |\d+ |aux? |en )(?P<object>.+)",
        "job_title",
        relation="s'occupe de",
    ),
    rule(
        _FACT,
        "commencé commencer débuté débuter",
        r"<ALL><CL>(?:<AI>|viens de|vient de) ?<ADV>(?:commenc|début)(?:é|er) (?:à (?:travailler|bosser) )?chez (?P<object><NAME>).*",
        "employer",
        timing=Timing.EVENT,
        past=True,
        relation="travaille chez",
        type=Type.COMPANY,
    ),
    rule(
        _FACT,
        "commencé embauché embauchée viré virée licencié licenciée démissionné promu promue muté mutée recruté recrutée retraite chômage poste cdi cdd",
        r"<ALL><CL>(?:<AI>|<SUIS>|viens d[e']|vient d[e']|<ETAIS>) ?<CL><ADV>(?:été |d'être |être |fait )?(?:embauchée?s?|virée?s?|licenciée?s?|démissionné|promue?s?|mutée?s?|recrutée?s?|nommée?s?|titularisée?s?|embaucher|muter|virer|pris (?:ma|sa) retraite|pris un congé|commencé (?:chez|à travailler|mon nouveau|un nouveau|comme|dans|en|ma formation|mon stage|mon alternance)|signé (?:un |mon |en )?(?:cdi|cdd|contrat)|décroché (?:un|mon|le)|changé de (?:boulot|job|travail|poste|taf|métier|boîte|service)|quitté (?:mon|ma|l'|le|la) ?(?:boulot|job|travail|poste|boîte|entreprise|taf|métier)|ouvert (?:mon|ma|un|une) (?:\w+ )?(?:boutique|cabinet|resto|restaurant|boîte|salon|atelier|café|gîte)|monté (?:ma|une) (?:boîte|entreprise|asso\w*))\b.*",
        "employment",
        timing=Timing.EVENT,
        past=True,
    ),
    rule(
        _FACT,
        "commence commençons démarre intègre rejoins rejoint",
        r"<ALL>(?:commenc<E>|commençons|démarr<E>|intègr<E>|rejoins|rejoint|attaqu<E>|repren(?:ds|d))\b (?:chez |un nouveau |mon nouveau |ma formation|une formation|mon stage|un stage|en tant que |comme |le boulot|le travail|un poste|une alternance|mon alternance|mes études|la fac).*",
        "employer",
        past=False,
    ),
    rule(
        _FACT,
        "étudie étudions études fac licence master thèse doctorat prépa bts dut but alternance stage apprentissage formation cap lycée terminale collège seconde maternelle primaire cp ce1 ce2 cm1 cm2 6e 5e 4e 3e sixième cinquième quatrième troisième crèche cours école internat l1 l2 l3 m1 m2 première concours bac brevet internat médecine droit",
        r"<ALL>(?:étudi<E> .+|<FAIS> (?:une? |des |mon |ma |son |sa |mes |ses |de la |du |l'|la |le )?(?:études?|licence|master|thèse|doctorat|prépa|bts|dut|but|alternance|stage|apprentissage|formation|cap|école|fac|droit|médecine|psycho|reconversion|année de césure|service civique)\b.*|(?:<SUIS>|entr<E>|pass<E>|rentr<E>|ira|vais|va|entrera) <ADV>(?:en |à la |à l'|au |dans une |à )(?:<ADV>)?(?:\w+ année|fac|licence|master|thèse|doctorat|prépa|bts|dut|but|alternance|stage|apprentissage|formation|cap|lycée|terminale|collège|seconde|première|maternelle|primaire|cp|ce1|ce2|cm1|cm2|[1-6]e(?:me)?|sixième|cinquième|quatrième|troisième|crèche|école|internat|l[123]|m[12]|petite section|moyenne section|grande section|université|conservatoire)\b.*|prépar<E> (?:le|un|mon|une?|ma|l'|son|sa) ?(?:concours|bac|brevet|cap|thèse|diplôme|agreg\w*|agrég\w*|capes|examen|mémoire|internat|permis|code)\b.*)",
        "studies",
        confidence=0.75,
    ),
)
